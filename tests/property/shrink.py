"""Makes a failing program small: statements leave while it still fails.

``python -m tests.property.shrink --backend opencl --seed 7 [--profile narrow] [--seconds 120]`` prints the smallest
program that still differs from the reference.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace

from tests.property.programs import PROFILES, random_program
from tests.property.running import compare, open_backend, skip_reason
from vyre.errors import VyreError
from vyre.ir.nodes import Barrier, Block, Const, For, Get, Id, If, Load, Op, Param, Set, Size, Stmt, While
from vyre.ir.program import Program
from vyre.ir.walk import inside, operands, renumber, value_dtype, walk

__all__ = ["shrink"]

_Pure = (Const, Op, Id, Size, Param, Get, Load)


def shrink(program: Program, fails: Callable[[Program], bool], *, seconds: float = 60) -> Program:
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


def main() -> int:
    parser = argparse.ArgumentParser(prog="tests.property.shrink", description=__doc__)
    parser.add_argument("--backend", required=True)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--size", type=int, default=None)
    parser.add_argument("--profile", choices=sorted(PROFILES), default="narrow")
    parser.add_argument("--seconds", type=float, default=120)
    given = parser.parse_args()
    reason = skip_reason(given.backend)
    if reason is not None:
        print(f"skipped {given.backend}: {reason}")
        return 2
    case = random_program(given.seed, PROFILES[given.profile], given.size)
    backend = open_backend(given.backend)
    asked = 0

    def fails(program: Program) -> bool:
        nonlocal asked
        asked += 1
        try:
            return compare(replace(case, program=program), backend) is not None
        except VyreError:
            return False

    if not fails(case.program):
        print("the program agrees with the reference")
        return 1
    found = shrink(case.program, fails, seconds=given.seconds)
    print(f"{asked} programs tried\n{compare(replace(case, program=found), backend)}")
    backend.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
