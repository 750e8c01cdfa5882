"""``kernel.source(target)`` and ``vyre show``: what a program becomes, with the caller's names and lines woven in.

The emitted text itself is canonical (no names, no places), so that equal programs have one text and one cached
pipeline; the legend and the line comments are added here, for the eye only.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, Final

from vyre.check.validate import check
from vyre.config import DispatchConfig
from vyre.device import DeviceProfile
from vyre.dtypes import BY_NAME
from vyre.emit.base import Emitter
from vyre.errors import ArgumentValueError, BackendUnavailable, Place, shown
from vyre.facts.ranges import ranges
from vyre.ir.nodes import Value
from vyre.ir.ops import OPS
from vyre.ir.program import Program
from vyre.ir.walk import walk
from vyre.ir.written import as_written
from vyre.plan.plan import Plan, make_plan
from vyre.run.engine import check_config

__all__ = ["TARGETS", "source_text"]

_DEFINED: Final = re.compile(r"\bv(\d+)\s*=[^=]")


def source_text(program: Program, target: str, config: DispatchConfig | None = None) -> str:
    """The text of ``program`` for "text" (the IR), "reference", "reference:lanes", "llvm", "asm", "wgsl", "opencl" or "cuda", as a config has it
    compiled (None: an empty one). Opens no device.

    "llvm" begins with what the emitter decided: vector width, packs, and for each access whether it is proved in
    bounds, masked or gathered, with the reason. Raises ArgumentError S916, ArgumentTypeError A601 for what is no config, InvalidProgram, UnsupportedFeature U702.
    """
    show = TARGETS.get(target) if isinstance(target, str) else None
    if show is None:
        raise ArgumentValueError(
            f"there is no target {shown(target, 80)}",
            code="S916",
            fix=f"use one of {', '.join(TARGETS)}",
            actual=shown(target, 80),
        )
    if config is None:
        config = DispatchConfig()
    check_config(config)
    return show(program, config).rstrip("\n") + "\n"


def _text(program: Program, config: DispatchConfig) -> str:
    return program.to_text()


def _reference(program: Program, config: DispatchConfig) -> str:
    from vyre.emit.python import python_text

    return _woven(program, python_text(check(program, reorder=config.reorder).program).text, "#", local="x")


def _lanes(program: Program, config: DispatchConfig) -> str:
    from vyre.emit.lanes import lanes_text

    return _woven(program, lanes_text(check(program, reorder=config.reorder).program).text, "#", local="x")


def _llvm(program: Program, config: DispatchConfig) -> str:
    made, _ = _cpu(program, config)
    legend = [*_legend(program, ";"), *(f"; permissions: {used}" for used in made.relaxed)]
    lines = {number: stmt.place for number, stmt, _ in walk(program)}
    decisions = [f"; {note}" for note in made.notes]
    for access in made.receipt.accesses:  # the notes end with a line per access; each gets the caller's line
        place = lines.get(access.statement)
        if place is not None:
            at = decisions.index(f"; {access.line()}")
            decisions[at] += f" [{place.line}: {place.text.strip()}]"
    equal = ranges(program)
    if equal.proved_if_equal_sizes > equal.proved:
        more = len(equal.proved_if_equal_sizes - equal.proved)
        decisions.append(
            f"; where all arrays have one size, a second variant runs that has {more} more accesses proved"
        )
    places = (lines.get(number) for number in made.statements)
    return _with_lines([*legend, *decisions], made.text, ";", places)


def _asm(program: Program, config: DispatchConfig) -> str:
    made, loader = _cpu(program, config)
    text: str = loader.assembly(made.text, level=made.receipt.level)
    return "\n".join(_legend(program, "#")) + "\n" + text


def _cpu(program: Program, config: DispatchConfig) -> tuple[Any, Any]:
    """The CPU emitter's artifact for this machine, and the loader that turns it into machine code."""
    from vyre.emit.llvm import Target, emit

    try:
        from vyre.drivers.cpu import loader

        features = loader.host().features
    except ModuleNotFoundError as error:
        raise BackendUnavailable(
            f"the CPU's text needs {error.name}, which is not installed",
            code="S900",
            fix=f"pip install {error.name}",
            actual=str(error),
        ) from error
    plan = make_plan(check(program, reorder=config.reorder), config=config)
    return emit(plan, Target.of(features)), loader


def _wgsl(program: Program, config: DispatchConfig) -> str:
    from vyre.emit.numerics import NEAR
    from vyre.emit.wgsl import EXTENSIONS, FEATURES, OPS, emit

    features = FEATURES.union(*EXTENSIONS.values())
    profile = replace(_profile("wgpu", OPS, BY_NAME, features), extensions=frozenset(EXTENSIONS), measured=NEAR)
    plan = make_plan(check(program, reorder=config.reorder), config=config, features=features, folds_grid=True)
    return _emitted(program, plan, profile, emit)


def _opencl(program: Program, config: DispatchConfig) -> str:
    from vyre.emit.c.emitter import FEATURES
    from vyre.emit.opencl import emit

    return _c_family(program, config, "opencl", emit, FEATURES)


def _cuda(program: Program, config: DispatchConfig) -> str:
    from vyre.emit.cuda import FEATURES, emit

    return _c_family(program, config, "cuda", emit, FEATURES)


def _c_family(program: Program, config: DispatchConfig, backend: str, emit: Emitter, features: frozenset[str]) -> str:
    from vyre.emit.c.pieces import LONGEST_ON_GPU

    plan = make_plan(
        check(program, reorder=config.reorder),
        config=config,
        features=features,
        folds_grid=True,
        longest_piece=LONGEST_ON_GPU,
    )
    return _emitted(program, plan, _profile(backend, OPS, BY_NAME, features), emit)


def _emitted(program: Program, plan: Plan, profile: DeviceProfile, emit: Emitter) -> str:
    made = emit(plan, profile)
    lines = {number: stmt.place for number, stmt, _ in walk(plan.program.program)}
    head = [*_legend(program, "//"), *(f"// permissions: {used}" for used in made.relaxed)]
    head += [f"// compiled with {' '.join(made.options)}"] if made.options else []
    return _with_lines(head, made.text, "//", (lines.get(number) for number in made.statements))


def _profile(backend: str, ops: Iterable[str], dtypes: Iterable[str], features: Iterable[str]) -> DeviceProfile:
    """What a text emitter takes; limits are a device's and not looked at here."""
    return DeviceProfile(
        backend=backend,
        device="none",
        kind="gpu",
        ops=frozenset(ops),
        dtypes=frozenset(dtypes),
        features=frozenset(features),
    )


def _legend(program: Program, comment: str, local: str = "l") -> list[str]:
    """One line per name that the emitted text calls otherwise."""
    (workgroup,) = as_written(program, program.workgroup)
    lines = [f"{comment} {program.name}, workgroup {workgroup}"]
    for n, buffer in enumerate(program.buffers):
        symbol = f"p{n}" if buffer.role == "uniform" else f"b{n}"
        lines.append(f"{comment} {symbol} is {buffer.name}: {buffer.role} {buffer.element_name}")
    lines += [f"{comment} {local}{n} is {held.name}: {held.dtype.name}" for n, held in enumerate(program.locals)]
    return lines


def _woven(program: Program, text: str, comment: str, *, local: str = "l") -> str:
    """The legend, then the text with the source line above the first line that was made from it."""
    places = {stmt.result: stmt.place for _, stmt, _ in walk(program) if isinstance(stmt, Value)}

    def place_of(line: str) -> Place | None:
        found = _DEFINED.search(line)
        return places.get(int(found[1])) if found else None

    return _with_lines(_legend(program, comment, local), text, comment, (place_of(line) for line in text.split("\n")))


def _with_lines(legend: list[str], text: str, comment: str, places: Iterable[Place | None]) -> str:
    made = list(legend)
    last: tuple[str, int] | None = None
    for line, place in zip(text.split("\n"), places, strict=False):
        if place is not None and (place.file, place.line) != last:
            last = (place.file, place.line)
            indent = line[: len(line) - len(line.lstrip())]
            made.append(f"{indent}{comment} {place.line}: {place.text.strip()}")
        made.append(line)
    return "\n".join(made)


TARGETS: Final[dict[str, Callable[[Program, DispatchConfig], str]]] = {
    "text": _text,
    "reference": _reference,
    "reference:lanes": _lanes,
    "llvm": _llvm,
    "asm": _asm,
    "wgsl": _wgsl,
    "opencl": _opencl,
    "cuda": _cuda,
}
