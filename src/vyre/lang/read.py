"""``read_kernel``: a Python function to a Program, with everything that the kernel layer wants to know about it."""

from __future__ import annotations

import ast
import sys
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from math import prod
from types import FunctionType
from typing import Any, Final

from vyre.doors import brief
from vyre.dtypes import DType, u8
from vyre.errors import KernelSyntaxError, Place, VyreError, VyreWarning
from vyre.float_environment import default_floats
from vyre.ir.builder import Builder
from vyre.ir.program import Program, Record
from vyre.lang.captures import Capture, captures_of, current_values
from vyre.lang.draft import Array
from vyre.lang.frame import Copies, Frame, Unit, counted
from vyre.lang.lower import Lowering
from vyre.lang.names import assigned_names
from vyre.lang.signature import KernelSignature, Parameter, check_init, read_signature
from vyre.lang.source import FunctionText, function_text, load_source
from vyre.lang.statements import run_block
from vyre.lang.warn import warnings_of

__all__ = ["GenericSource", "KernelSource", "load_source", "read_kernel", "read_source"]


@dataclass(frozen=True, slots=True)
class KernelSource:
    """A kernel that has been read.

    ``captures``: (dotted name, value) of every outer name that it uses, in the order of the text. ``capture_key`` is
    the key of those values; where ``current_key()`` gives another, ``read_again()`` gives the new specialisation.
    ``domain_function``: the decorator's function of the call's arguments, where it gave one (a name or a shape is in
    the program). ``warnings``: texts that end with a Fix, with their lines. ``text``: the source, with the places of its nodes. ``rank``: axes of its domain.
    ``copies``: what captured arrays held when they were first read, shared by all readings.
    """

    signature: KernelSignature
    program: Program
    outer: tuple[Capture, ...]
    capture_key: tuple[Any, ...]
    warnings: tuple[tuple[str, Place], ...]
    text: FunctionText
    place: Place
    rank: int
    copies: Copies

    @property
    def captures(self) -> tuple[tuple[str, Any], ...]:
        """Outer names with the values that they had when the kernel was read."""
        kernel = self.text.function
        return tuple(
            (".".join(c.path if c.function is kernel else (c.function.__name__, *c.path)), c.value) for c in self.outer
        )

    @property
    def domain_function(self) -> Callable[..., Any] | None:
        return self.signature.domain if callable(self.signature.domain) else None

    def current_key(self) -> tuple[Any, ...]:
        """The key of what the outer names hold now."""
        return current_values(self.outer, now=True) if self.outer else ()

    @brief
    @default_floats()
    def read_again(self) -> KernelSource:
        """The same text with what its outer names hold now."""
        declared = replace(self.signature, parameters=tuple(map(_as_declared, self.signature.parameters)))
        return _read(self.text, declared, self.copies)


@dataclass(frozen=True, slots=True)
class GenericSource:
    """A kernel whose parameters leave types open: its text and signature, and what its readings share."""

    signature: KernelSignature
    text: FunctionText
    copies: Copies = field(default_factory=dict)
    warned: set[str] = field(default_factory=set)

    @property
    def open_inputs(self) -> tuple[int, ...]:
        """Which of the call's arguments are arrays of a type that is left open."""
        inputs = [p for p in self.signature.parameters if p.role != "out"]
        return tuple(k for k, p in enumerate(inputs) if p.variable is not None and p.role != "uniform")

    @default_floats()
    def specialise(self, types: tuple[DType | Record, ...]) -> KernelSource:
        """The reading for these types, one for each of ``open_inputs``. Errors name the types."""
        inputs = [p for p in self.signature.parameters if p.role != "out"]
        opened = [inputs[k] for k in self.open_inputs]
        known = {p.variable: kind for p, kind in zip(opened, types, strict=True)}
        scalars = tuple((v, t) for v, t in known.items() if isinstance(t, DType))
        try:
            parameters = tuple(
                p if p.variable is None else _with_type(p, known[p.variable]) for p in self.signature.parameters
            )
            source = _read(self.text, replace(self.signature, parameters=parameters, types=scalars), self.copies)
        except VyreError as error:
            error.others += tuple((f"{_shown_type(known[p.variable])} in this call", p.place) for p in opened)
            raise
        _warn(source, self.warned)
        return source


def _shown_type(kind: DType | Record) -> str:
    return kind.name if isinstance(kind, DType) else "records"


def _with_type(parameter: Parameter, kind: DType | Record) -> Parameter:
    """The parameter with its variable's type. Raises K116 where a number would be a record."""
    if isinstance(kind, DType):
        if parameter.init is not None:
            check_init(parameter.name, kind, parameter.init, parameter.place)
        return replace(parameter, dtype=kind)
    if parameter.init is not None:
        raise KernelSyntaxError(
            f"init= of {parameter.name}, which has records in this call", code="K113",
            fix=f"leave {parameter.name} out of init=: an array of records starts as zeros", place=parameter.place,
        )  # fmt: skip
    if parameter.role == "uniform":
        raise KernelSyntaxError(
            f"a parameter that is one record ({parameter.name})", code="K116",
            fix=f"give {parameter.name} a type of its own, such as vy.u32", place=parameter.place,
        )  # fmt: skip
    return replace(parameter, dtype=u8, record=kind)


def _warn(source: KernelSource, seen: set[str]) -> None:
    """Each warning once per kernel."""
    for words, place in source.warnings:
        if words not in seen:
            seen.add(words)
            warnings.warn_explicit(words, VyreWarning, place.file, place.line)


def _as_declared(parameter: Parameter) -> Parameter:
    """Without the rank that an earlier reading found."""
    declared = parameter.role == "uniform" or parameter.shape is not None or parameter.extents is not None
    return parameter if declared else replace(parameter, rank=None)


@default_floats()
def read_kernel(
    function: Any, *, workgroup: Any = None, domain: Any = None, grid: Any = None, init: Any = None
) -> KernelSource | GenericSource:
    """Read a function that is decorated as a kernel.

    ``workgroup``: an int (256 where None). ``domain``: an int, the name of an array parameter, or a function of the
    call's arguments. ``grid``: workgroups, instead of a domain. ``init``: what outputs start as, by name. A kernel
    that leaves types open is read later, once for each combination of them. What looks unmeant is a VyreWarning at its line.

    Raises KernelSyntaxError (K1xx), KernelTypeError (K2xx) or UnsupportedFeature (U700), each with the user's line.
    """
    text = function_text(function)
    signature = read_signature(text, workgroup=workgroup, domain=domain, grid=grid, init=init)
    if any(p.variable is not None for p in signature.parameters):
        return GenericSource(signature, text)
    source = _read(text, signature)
    _warn(source, set())
    return source


@default_floats()
def read_source(
    text: str, *, name: str | None = None, namespace: Mapping[str, Any] | None = None
) -> tuple[Callable[..., Any], KernelSource | GenericSource]:
    """A function from a text that holds one decorated or plain ``def``, and its reading.

    ``name``: which, where the text has several. ``namespace``: names that the text may use besides ``vy``.
    Raises KernelSyntaxError K108 where there is none, and what :func:`read_kernel` raises.
    """
    door = sys.modules["vyre"]  # the text's own `vy`; its names load when they are used
    made = load_source(text, name=name, namespace={"vy": door, **(namespace or {})})
    if isinstance(made, FunctionType):
        return made, read_kernel(made)
    source = getattr(made, "_source", None) or getattr(
        made, "_generic", None
    )  # the text decorated it, with its options
    if not isinstance(source, (KernelSource, GenericSource)):
        raise KernelSyntaxError(
            f"{name or 'the last function of the text'} is no kernel", code="K108",
            fix="name the kernel: vy.kernel_from_source(text, name=...)", actual=type(made).__name__,
        )  # fmt: skip
    return made.__wrapped__, source


def _read(text: FunctionText, signature: KernelSignature, copies: Copies | None = None) -> KernelSource:
    copies = {} if copies is None else copies
    unit, arrays = _settled(text, signature, copies)
    unit.types.solve()
    rank = _rank(text, signature, unit, arrays)
    builder = Builder(
        signature.name,
        workgroup=signature.workgroup or DEFAULT_WORKGROUPS[rank],
        domain=None if callable(signature.domain) else signature.domain,
        grid=signature.grid,
    )
    program = Lowering(unit, builder, rank).run()
    outer = captures_of(text)
    return KernelSource(
        replace(signature, parameters=tuple(replace(p, rank=arrays[p.name].rank) for p in signature.parameters)),
        program,
        outer,
        current_values(outer, now=False),
        warnings_of(unit, program),
        text,
        text.place(text.node),
        rank,
        copies,
    )


def _settled(text: FunctionText, signature: KernelSignature, copies: Copies) -> tuple[Unit, dict[str, Array]]:
    """The draft, with every rank known. A rank that is asked for before a subscript fixes it is assumed, and where
    the assumption was wrong the kernel is read again."""
    ranks: dict[str, int] = {}
    for _ in range(3):
        unit, arrays = _draft(text, signature, ranks, copies)
        wrong: dict[str, int] = {}
        for name, used in unit.asked.items():
            rank = arrays[name].rank or max(used)  # no subscript at all: the largest axis that is asked for
            if used != {rank}:
                wrong[name] = rank
            arrays[name].rank = rank
        if not wrong:
            return unit, arrays
        ranks |= wrong
    name = min(ranks)
    raise KernelSyntaxError(
        f"the rank of {name} depends on itself",
        code="K165",
        fix=f"subscript {name} before its ndim or shape is asked for",
        place=text.place(text.node),
    )


DEFAULT_WORKGROUPS: Final = {1: (256,), 2: (16, 16), 3: (4, 8, 8)}
"""By rank, in NumPy's order (rule 5.1)."""


def _rank(text: FunctionText, signature: KernelSignature, unit: Unit, arrays: dict[str, Array]) -> int:
    """The number of axes of the domain (rule 5.1): what the decorator says, else one more than the largest axis that is
    asked for. Raises K113 where the decorator says two things, K166 for an axis beyond."""
    whole = text.place(text.node)
    said: dict[str, int] = {}
    for name in ("workgroup", "domain", "grid"):
        given = getattr(signature, name)
        if isinstance(given, tuple):
            said[name] = len(given)
        elif isinstance(given, str):
            said[name] = arrays[given].rank or 1
    ranks = set(said.values())
    if len(ranks) > 1:
        raise KernelSyntaxError(
            "workgroup=, domain= and grid= have the domain's number of axes", code="K113",
            fix=_rank_fix(signature, said), place=whole, actual=", ".join(f"{k}: {n}" for k, n in said.items()),
        )  # fmt: skip
    rank = ranks.pop() if ranks else max(unit.axes, default=0) + 1
    beyond = [axis for axis in sorted(unit.axes) if axis >= rank]
    if beyond:
        words = "one axis" if rank == 1 else f"{rank} axes"
        raise KernelSyntaxError(
            f"axis {beyond[0]} of a domain of {words}", code="K166",
            fix=f"use axis {'0' if rank == 1 else f'0 ... {rank - 1}'}, or give workgroup=, domain= or grid= as a tuple of {beyond[0] + 1}",
            place=unit.axes[beyond[0]],
        )  # fmt: skip
    return rank


def _rank_fix(signature: KernelSignature, said: dict[str, int]) -> str:
    """How to bring the decorator's options to one number of axes."""
    rank = said.get("domain", said.get("grid", 1))
    group = signature.workgroup
    if group is None or said["workgroup"] == rank:
        return f"give each the same number of axes: grid= has {counted(said['grid'], 'axis', 'axes')}, domain= {counted(rank, 'axis', 'axes')}"
    one = prod(group) if rank == 1 else DEFAULT_WORKGROUPS.get(rank, group)
    of = "domain" if "domain" in said else "grid"
    fix = f"give each the same number of axes: workgroup={one}, since {of}= has {counted(rank, 'axis', 'axes')}"
    name = signature.domain
    if not isinstance(name, str) or len(group) >= rank:
        return fix
    extents = ", ".join(f"{name}.shape[{k}]" for k in range(len(group)))
    given = ", ".join(p.name for p in signature.parameters if p.role != "out")
    return f"{fix}; or run over fewer axes: domain=lambda {given}: {f'({extents})' if len(group) > 1 else extents}"


def _draft(
    text: FunctionText, signature: KernelSignature, ranks: dict[str, int], copies: Copies
) -> tuple[Unit, dict[str, Array]]:
    unit = Unit(assumed_ranks=ranks, copies=copies, type_of=dict(signature.types))
    assigned = assigned_names(text.node)
    frame = Frame(unit, text, "kernel", (), assigned | {p.name for p in signature.parameters})
    arrays: dict[str, Array] = {}
    for parameter in signature.parameters:
        array = arrays[parameter.name] = Array(
            parameter.name, parameter.role, parameter.dtype, parameter.place, parameter.rank, parameter.shape, record=parameter.record,
            init=parameter.init,
        )  # fmt: skip
        unit.arrays.append(array)
        if parameter.role == "uniform":
            value = frame.node("param", (), frame.typed(parameter.dtype, parameter.place), parameter.place, array=array)
            frame.assign(parameter.name, value, parameter.place)
            continue
        if parameter.name in assigned:
            at = _first_assignment(text, parameter.name)
            raise frame.syntax(
                at, "K160", f"{parameter.name} is an array parameter and cannot be assigned",
                f"store into its elements, {parameter.name}[i] = ..., or use another name",
            )  # fmt: skip
        frame.assign(parameter.name, array, parameter.place)
    if signature.dims is not None:
        unit.dims = {name: (arrays[signature.parameters[n].name], axis) for name, n, axis in signature.dims.home}
    unit.calls.append(text.function)
    run_block(frame, text.node.body)
    return unit, arrays


def _first_assignment(text: FunctionText, name: str) -> ast.AST:
    for node in ast.walk(text.node):
        if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Store):
            return node
    return text.node
