"""``read_kernel``: a Python function to a Program, with everything that the kernel layer wants to know about it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from types import FunctionType
from typing import Any

from vyre.errors import KernelSyntaxError, Place
from vyre.ir.builder import Builder
from vyre.ir.program import Program
from vyre.lang.captures import CaptureReader, fingerprint_of
from vyre.lang.draft import Array
from vyre.lang.frame import Frame, Unit
from vyre.lang.lower import Lowering
from vyre.lang.names import assigned_names
from vyre.lang.signature import KernelSignature, read_signature
from vyre.lang.source import FunctionText, function_text, load_source
from vyre.lang.statements import run_block
from vyre.lang.warn import warnings_of

__all__ = ["KernelSource", "load_source", "read_kernel", "respecialise"]


@dataclass(frozen=True, slots=True)
class KernelSource:
    """A kernel that has been read.

    ``captures``: (dotted name, value) of every outer name that it uses, in the order of use; ``current`` reads their
    fingerprints again, to be compared with ``captured``: a difference means :func:`respecialise`. ``domain``: the
    decorator's function of the call's arguments, where it gave one (a name or a shape is in the program). ``warnings``:
    texts that end with a Fix. ``text``: the source, with the places of its nodes.
    """

    signature: KernelSignature
    program: Program
    captures: tuple[tuple[str, Any], ...]
    captured: tuple[Any, ...]
    reader: CaptureReader
    domain: Callable[..., Any] | None
    warnings: tuple[str, ...]
    text: FunctionText
    place: Place

    def current(self) -> tuple[Any, ...]:
        """What the captured names hold now."""
        return self.reader.read()


def read_kernel(function: Any, *, workgroup: Any = None, domain: Any = None, grid: Any = None) -> KernelSource:
    """Read a function that is decorated as a kernel.

    ``workgroup``: an int (256 where None). ``domain``: an int, the name of an array parameter, or a function of the
    call's arguments. ``grid``: workgroups, instead of a domain.

    Raises KernelSyntaxError (K1xx), KernelTypeError (K2xx) or UnsupportedFeature (U700), each with the user's line.
    """
    text = function_text(function)
    return _read(text, read_signature(text, workgroup=workgroup, domain=domain, grid=grid))


def respecialise(source: KernelSource) -> KernelSource:
    """The same kernel with what its outer names hold now."""
    declared = replace(source.signature, parameters=tuple(_as_declared(p) for p in source.signature.parameters))
    return _read(source.text, declared)


def _as_declared(parameter: Any) -> Any:
    if parameter.role == "uniform" or parameter.shape is not None:
        return parameter
    return replace(parameter, rank=None)


def _read(text: FunctionText, signature: KernelSignature) -> KernelSource:
    ranks: dict[str, int] = {}
    for _ in range(3):
        unit, arrays = _draft(text, signature, ranks)
        wrong = {name: arrays[name].rank or 1 for name, used in unit.asked.items() if (arrays[name].rank or 1) != used}
        if not wrong:
            break
        ranks |= wrong  # a rank was asked for before a subscript fixed it: read again, knowing it
    else:
        name = min(wrong)
        raise KernelSyntaxError(
            f"the rank of {name} depends on itself",
            code="K165",
            fix=f"subscript {name} before its ndim or shape is asked for",
            place=arrays[name].place,
        )
    for name, rank in unit.asked.items():
        if arrays[name].rank is None:
            arrays[name].rank = rank
    unit.types.solve()
    builder = Builder(
        signature.name,
        workgroup=signature.workgroup,
        domain=None if callable(signature.domain) else signature.domain,
        grid=signature.grid,
    )
    program = Lowering(unit, builder).run()
    parameters = tuple(replace(p, rank=arrays[p.name].rank) for p in signature.parameters)
    _check_domain(signature, arrays, text)
    keys = list(unit.captures)
    return KernelSource(
        replace(signature, parameters=parameters),
        program,
        tuple((_display(key, text.function), unit.captures[key]) for key in keys),
        tuple(fingerprint_of(unit.captures[key]) for key in keys),
        CaptureReader(tuple(keys)),
        signature.domain if callable(signature.domain) else None,
        warnings_of(unit),
        text,
        text.place(text.node),
    )


def _display(key: tuple[FunctionType, tuple[str, ...]], kernel: FunctionType) -> str:
    function, path = key
    return ".".join(path if function is kernel else (function.__name__, *path))


def _check_domain(signature: KernelSignature, arrays: dict[str, Array], text: FunctionText) -> None:
    if isinstance(signature.domain, str) and (arrays[signature.domain].rank or 1) > 1:
        raise _domain_rank(signature.domain, arrays[signature.domain], text)


def _domain_rank(name: str, array: Array, text: FunctionText) -> Exception:
    from vyre.errors import UnsupportedFeature

    return UnsupportedFeature(
        f"a domain of {array.rank} axes: not in this version",
        code="U700",
        fix=f"give a function of the arguments instead: domain=lambda {name}, **_: {name}.size",
        place=text.place(text.node),
    )


def _draft(text: FunctionText, signature: KernelSignature, ranks: dict[str, int]) -> tuple[Unit, dict[str, Array]]:
    unit = Unit(assumed_ranks=ranks)
    assigned = assigned_names(text.node)
    frame = Frame(unit, text, "kernel", (), assigned | {p.name for p in signature.parameters})
    arrays: dict[str, Array] = {}
    for parameter in signature.parameters:
        array = arrays[parameter.name] = Array(
            parameter.name, parameter.role, parameter.dtype, parameter.place, parameter.rank, parameter.shape
        )
        unit.arrays.append(array)
        if parameter.role == "uniform":
            value = frame.node("param", (), frame.typed(parameter.dtype, parameter.place), parameter.place, array=array)
            frame.assign(parameter.name, value, parameter.place)
            continue
        if parameter.name in assigned:
            at = next(n for n in _targets(text, parameter.name))
            raise frame.syntax(
                at, "K160", f"{parameter.name} is an array parameter and cannot be assigned",
                f"store into its elements, {parameter.name}[i] = ..., or use another name",
            )  # fmt: skip
        frame.assign(parameter.name, array, parameter.place)
    unit.calls.append(text.function)
    run_block(frame, text.node.body)
    return unit, arrays


def _targets(text: FunctionText, name: str) -> list[Any]:
    import ast

    return [
        n for n in ast.walk(text.node) if isinstance(n, ast.Name) and n.id == name and isinstance(n.ctx, ast.Store)
    ] or [text.node]
