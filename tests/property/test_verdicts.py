"""Rules 4.5 and 6.3: a program that is proved ``bitwise`` gives the same bytes in every order of its invocations, and no
race is found in it; and so does one whose verdict asks for race freedom, where no race is found in one order.

Random programs have no races, so each is also tried with one barrier taken away, or one subscript replaced by another value.
"""

from __future__ import annotations

import random
from array import array
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from tests.property.programs import WIDE, Case, random_program
from tests.sizes import size
from vyre.drivers.oracle import Oracle, Order
from vyre.drivers.races import Races
from vyre.dtypes import u32
from vyre.errors import ValidationError
from vyre.facts.order import decided
from vyre.facts.types import value_types
from vyre.facts.verdict import verdict
from vyre.ir.builder import BufferVar, Builder
from vyre.ir.nodes import VALUES, Atomic, Barrier, Block, For, If, Load, Stmt, Store, While
from vyre.ir.program import Grid, Program
from vyre.ir.values import Val
from vyre.ir.walk import walk


class _Change:
    """Copies a program with one access or barrier changed."""

    def __init__(self, program: Program, rng: random.Random) -> None:
        self.rng = rng
        self.types = value_types(program)
        places = sum(1 for _, stmt, _ in walk(program) if isinstance(stmt, (Barrier, Load, Store)))
        self.left = rng.randrange(places) if places else -1
        self.program = replace(program, body=self.block(program.body, []))

    def block(self, block: Block, scope: list[int]) -> Block:
        made: list[Stmt] = []
        scope = list(scope)
        for stmt in block:
            changed: Stmt = stmt
            if isinstance(stmt, (Barrier, Load, Store)):
                self.left -= 1
                if self.left == -1:
                    if isinstance(stmt, Barrier):
                        continue
                    numbers = [v for v in scope if self.types[v] is u32]
                    if numbers and len(stmt.index) == 1:
                        changed = replace(stmt, index=(self.rng.choice(numbers),))
            elif isinstance(stmt, If):
                changed = replace(stmt, then=self.block(stmt.then, scope), orelse=self.block(stmt.orelse, scope))
            elif isinstance(stmt, For):
                changed = replace(stmt, body=self.block(stmt.body, scope))
            elif isinstance(stmt, While):
                inside = scope + [s.result for s in stmt.cond if isinstance(s, VALUES)]
                changed = replace(stmt, cond=self.block(stmt.cond, scope), body=self.block(stmt.body, inside))
            if isinstance(stmt, VALUES):
                scope.append(stmt.result)
            made.append(changed)
        return tuple(made)


def left_by(case: Case, program: Program, order: Order, races: Races | None = None) -> dict[int, bytes]:
    arrays = {k: bytearray(data) for k, data in case.start.items()}
    Oracle(program, order=order, seed=1, races=races).run(arrays, case.shapes, case.params, case.grid, groups=None)
    return {k: bytes(arrays[k]) for k, buffer in enumerate(program.buffers) if buffer.is_output}


def test_rule_6_3_what_is_proved_does_not_depend_on_the_order_of_invocations() -> None:
    found: Counter[tuple[str, bool]] = Counter()
    for seed in range(size("verdicts")):
        case = random_program(seed, WIDE, 2)
        rng = random.Random(seed)
        for program in [case.program, *(_Change(case.program, rng).program for _ in range(4))]:
            try:
                program.check()
            except ValidationError:
                continue  # a barrier less can make another one divergent
            name = verdict(program).for_grid(case.grid).name
            races = Races(program, case.grid, written(program))
            forward = left_by(case, program, "forward", races)
            found[name, bool(races.found)] += 1
            assert not (name == "bitwise" and races.found), program.to_text()
            if name != "order-dependent" and not races.found:
                assert left_by(case, program, "forward") == forward, program.to_text()
                assert left_by(case, program, "reversed") == forward, program.to_text()
                assert left_by(case, program, "shuffled") == forward, program.to_text()
    assert found["bitwise", False] > 2 * size("verdicts")  # most are proved
    assert found["bitwise-if-race-free", True] > size("verdicts") // 10  # and some are not, with a race
    assert found["bitwise-if-race-free", False] > size("verdicts") // 10  # or without one on these inputs


def subscript(b: Builder, dice: random.Random, a: BufferVar) -> Val:
    """Of a few forms that are often apart from one another."""
    i, k = b.global_id(), dice.randrange(5)
    forms: list[Callable[[], Val]] = [
        lambda: b.const(u32, k),
        lambda: i,
        lambda: 2 * i,
        lambda: 2 * i + 1,
        lambda: i % 4 + 2 * k,
        lambda: 4 * (a[i] % 3) + k,
        lambda: (i & 3) | 4,
        lambda: a[i] % 6 + k,
    ]
    return dice.choice(forms)()


def atomics(seed: int) -> Program:
    """A few atomics of several kinds on one array, of storage or of a workgroup, plain or under a condition on their subscript."""
    dice = random.Random(seed)
    b = Builder("atomics", workgroup=dice.choice([1, 4]))
    a, out = b.input("a", u32), b.inout("out", u32)
    plane, more = b.inout("plane", u32, rank=2), b.inout("more", u32)
    cells = b.shared("cells", u32, 12) if dice.random() < 0.3 else None
    for _ in range(dice.randrange(2, 5)):
        op = dice.choice(["add", "add", "max", "or", "exchange", "sub"])
        at = subscript(b, dice, a)
        value = dice.choice([b.const(u32, 3), a[b.global_id()], b.global_id() + 1])
        with b.if_(dice.choice([at, at, a[b.global_id()]]) < dice.randrange(1, 9)):
            target = dice.choice([out, plane, out if cells is None else cells])
            old = getattr(b, f"atomic_{op}")(target, (dice.randrange(2), at) if target is plane else at, value)
            match dice.randrange(8):
                case 0:
                    b.atomic_add(out, dice.choice([at, b.const(u32, 11)]), old & 1)
                case 1:
                    with b.if_(old == dice.choice([0, 3, 6])):
                        b.atomic_add(out, 10, dice.choice([b.const(u32, 1), b.global_id()]))
                case 2:
                    more[dice.choice([old, at])] = dice.choice([old + 1, b.const(u32, 2), value])
                case _:
                    pass
        if cells is not None and dice.random() < 0.4:
            b.barrier()
    if cells is not None:
        b.barrier()
        with b.if_(b.local_index() == 0):
            for k in range(12):
                plane[0, 12 * b.group_id() + k + 12] = cells[k]
    return b.build()


ORDERS: Final[tuple[Order, ...]] = ("reversed", "shuffled")
SHAPES: Final = {0: (12,), 1: (12,), 2: (2, 48), 3: (40,)}


def atomics_left_by(program: Program, a: bytes, grid: Grid, order: Order, races: Races | None = None) -> list[bytes]:
    arrays = {0: bytearray(a), 1: bytearray(48), 2: bytearray(384), 3: bytearray(160)}
    Oracle(program, order=order, seed=1, races=races).run(arrays, SHAPES, {}, grid)
    return [bytes(held) for held in arrays.values()]


def test_rule_6_3_atomics_that_are_proved_free_of_the_order_are() -> None:
    """Several kinds of atomics are ``bitwise`` where their elements differ, and what a proof claims, every order confirms."""
    found: Counter[str] = Counter()
    differ = mixed = told = 0
    for seed in range(2 * size("verdicts")):
        program, dice = atomics(seed), random.Random(seed)
        grid = (dice.choice([1, 2, 3]), 1, 1)
        a = array("I", [dice.randrange(12) for _ in range(12)]).tobytes()
        races = Races(program, grid, written(program))
        forward = atomics_left_by(program, a, grid, "forward", races)
        others = [atomics_left_by(program, a, grid, order) for order in ORDERS]
        same = all(other == forward for other in others)
        name = verdict(program).for_grid(grid).name
        found[name] += 1
        if name == "order-dependent":
            differ += not same
            fixed = [n for n in decided(program) if program.buffers[n].role == "inout"]
            told += bool(fixed)
            assert all(other[n] == forward[n] for other in others for n in fixed), program.to_text()
            continue
        assert not (name == "bitwise" and races.found), program.to_text()
        assert same or races.found, program.to_text()
        ops = {(s.buffer, s.op) for _, s, _ in walk(program) if isinstance(s, Atomic)}
        mixed += len({buffer for buffer, _ in ops}) < len(ops)
    assert found["bitwise"] > size("verdicts") // 2
    assert found["order-dependent"] > size("verdicts") // 2
    assert mixed > size("verdicts") // 4  # of several operations on one array
    assert told > size("verdicts") // 4  # some arrays of an order-dependent program are decided
    assert differ > size("verdicts") // 4  # and the orders are different enough to show what depends on them


def written(program: Program) -> set[int]:
    uses = [stmt.buffer for _, stmt, _ in walk(program) if isinstance(stmt, (Store, Atomic))]
    return {k for k in uses if program.buffers[k].role != "private"}
