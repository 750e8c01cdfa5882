"""Makes a failing case small: first fewer elements, then fewer statements, while it still fails."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, Final

import numpy as np

from vyre.conform.case import Case
from vyre.drivers.oracle import Oracle
from vyre.drivers.races import Races
from vyre.errors import VyreError
from vyre.ir.nodes import Barrier, Block, Const, For, Get, Id, If, Load, Op, Param, Set, Size, Stmt, While
from vyre.ir.program import Program
from vyre.ir.walk import inside, operands, renumber, value_dtype, walk

__all__ = ["smallest_case", "smallest_program"]

SMALL: Final = 4096
"""Only cases of up to so many invocations lose statements: each attempt runs on the scalar reference too."""
_WINDOWS: Final = (1, 2, 8, 32, 128, 1024)


def smallest_case(case: Case, fails: Callable[[Case], bool], *, index: int | None = None, seconds: float = 20) -> Case:
    """The smallest case found for which ``fails`` holds. ``index``: the element that differs first, where that is known.
    Every case asked about is valid, and its bytes don't depend on any order."""
    until = time.monotonic() + seconds
    best = _fewer_elements(case, fails, index, until)
    if best.invocations > SMALL:
        return best

    def program_fails(program: Program) -> bool:
        made = _on(best, program)
        return made is not None and _ends(program) and _settled(made) and fails(made)

    left = until - time.monotonic()
    small = smallest_program(best.program, program_fails, seconds=left) if left > 0 else best.program
    return _on(best, small) or best


def _fewer_elements(case: Case, fails: Callable[[Case], bool], index: int | None, until: float) -> Case:
    """Where all arrays have one length, which is the domain: a window around the element, then shorter beginnings."""
    best = case
    count = _count(case)
    if index is None or count is None or index >= count:
        return best
    for length in _WINDOWS:
        for start in dict.fromkeys((index, max(0, index - index % length))):
            if length < count and time.monotonic() < until:
                made = _window(case, start, min(length, count - start))
                if fails(made):
                    return made
    return best


def _count(case: Case) -> int | None:
    arrays = [value.shape for value in case.inputs.values() if isinstance(value, np.ndarray)]
    found = {*arrays, *case.outputs.values(), case.domain}
    shape = found.pop()
    return shape[0] if not found and shape is not None and len(shape) == 1 else None


def _window(case: Case, start: int, length: int) -> Case:
    def cut(value: Any) -> Any:
        return value[start : start + length].copy() if isinstance(value, np.ndarray) else value

    return replace(
        case,
        inputs={name: cut(value) for name, value in case.inputs.items()},
        outputs=dict.fromkeys(case.outputs, (length,)),
        domain=(length,),
        formula=None,
    )


def _on(case: Case, program: Program) -> Case | None:
    """The same case with another program over the same arrays."""
    same = [(b.name, b.role) for b in program.buffers] == [(b.name, b.role) for b in case.program.buffers]
    return replace(case, program=program, formula=None) if same else None


def _ends(program: Program) -> bool:
    """Whether its loops end soon for certain: a bound or a condition that has lost what it was made of may go on for ever."""
    known: set[int] = set()
    for _, stmt, _ in walk(program):
        if isinstance(stmt, (Size, Param)) or (isinstance(stmt, Const) and stmt.bits <= SMALL):
            known.add(stmt.result)
        elif isinstance(stmt, While) or (isinstance(stmt, For) and not {stmt.lo, stmt.hi} <= known):
            return False
    return True


def _settled(case: Case) -> bool:
    """Whether the law fixes its bytes: what has lost statements may race, and then differ rightly."""
    written = {k for k, buffer in enumerate(case.program.buffers) if buffer.is_output or buffer.role == "shared"}
    races = Races(case.program, case.grid, written)
    case.expected(lambda program: Oracle(program, races=races))
    return not races.found and case.expected(Oracle) == case.expected(lambda p: Oracle(p, order="reversed"))


_Pure = (Const, Op, Id, Size, Param, Get, Load)


def smallest_program(program: Program, fails: Callable[[Program], bool], *, seconds: float = 60) -> Program:
    """The smallest program found for which ``fails`` holds; every one asked about is valid."""
    until = time.monotonic() + seconds
    best = program
    progress = True
    while progress:
        progress = False
        for body in _smaller(best):
            if time.monotonic() > until:
                return best
            try:
                made = _tidy(replace(best, body=body))
                if made == best:
                    continue
                made.check()
            except (KeyError, VyreError):  # a value without its definition, a rule broken
                continue
            if fails(made):
                best, progress = made, True
                break
    return best


def _tidy(program: Program) -> Program:
    """Without values that nothing reads, in canonical numbers."""
    while True:
        used = {value for _, stmt, _ in walk(program) for value in operands(stmt)}
        body = _kept(program.body, used)
        if body == program.body:
            return renumber(program)
        program = replace(program, body=body)


def _kept(block: Block, used: set[int]) -> Block:
    kept: list[Stmt] = []
    for stmt in block:
        if isinstance(stmt, _Pure) and stmt.result not in used:
            continue
        match stmt:
            case If():
                stmt = replace(stmt, then=_kept(stmt.then, used), orelse=_kept(stmt.orelse, used))
            case For():
                stmt = replace(stmt, body=_kept(stmt.body, used))
            case While():
                stmt = replace(stmt, cond=_kept(stmt.cond, used), body=_kept(stmt.body, used))
            case _:
                pass
        kept.append(stmt)
    return tuple(kept)


def _smaller(program: Program) -> Iterator[Block]:
    """Bodies with less in them, the largest cuts first."""
    yield from _cuts(program.body)
    yield from _flatter(program.body)
    yield from _plainer(program, program.body)


def _inside(block: Block, edit: Callable[[Block], Iterator[Block]]) -> Iterator[Block]:
    """The edit applied to each block within the statements of this one."""
    for n, stmt in enumerate(block):
        before, after = block[:n], block[n + 1 :]
        match stmt:
            case If():
                yield from ((*before, replace(stmt, then=b), *after) for b in edit(stmt.then))
                yield from ((*before, replace(stmt, orelse=b), *after) for b in edit(stmt.orelse))
            case For():
                yield from ((*before, replace(stmt, body=b), *after) for b in edit(stmt.body))
            case While():
                yield from ((*before, replace(stmt, body=b), *after) for b in edit(stmt.body))
            case _:
                pass


def _cuts(block: Block) -> Iterator[Block]:
    """Runs of statements left out. Barriers stay: without one a program may race, and then differ rightly."""
    loose = [n for n, stmt in enumerate(block) if not isinstance(stmt, (Barrier, *_Pure))]
    length = len(loose)
    while length:
        for start in range(0, len(loose), length):
            gone = set(loose[start : start + length])
            if not any(isinstance(s, Barrier) for n in gone for s in (block[n], *inside(block[n]))):
                yield tuple(stmt for n, stmt in enumerate(block) if n not in gone)
        length //= 2
    yield from _inside(block, _cuts)


def _flatter(block: Block) -> Iterator[Block]:
    """An ``if`` replaced by one of its sides, a loop by one run of its body."""
    for n, stmt in enumerate(block):
        before, after = block[:n], block[n + 1 :]
        match stmt:
            case If():
                yield (*before, *stmt.then, *after)
                yield (*before, *stmt.orelse, *after)
            case For():
                yield (*before, Set(stmt.local, stmt.lo), *stmt.body, *after)
            case While():
                yield (*before, *stmt.cond, *stmt.body, *after)
            case _:
                pass
    yield from _inside(block, _flatter)


def _plainer(program: Program, block: Block) -> Iterator[Block]:
    """A value replaced by 0 or 1."""

    def edit(block: Block) -> Iterator[Block]:
        for n, stmt in enumerate(block):
            dtype = value_dtype(program, stmt)
            if dtype is None or not isinstance(stmt, (Op, Id, Size, Param, Get, Load)):
                continue
            for bits in (0, 1):
                if bits == 0 or not dtype.is_float:
                    yield (*block[:n], Const(stmt.result, dtype, bits), *block[n + 1 :])
        yield from _inside(block, edit)

    yield from edit(block)
