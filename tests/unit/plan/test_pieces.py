"""Where long programs are cut (``vyre.plan.pieces``)."""

from __future__ import annotations

import itertools

import pytest

from bench.long_programs import SHAPES, long_program
from tests.property.programs import PROFILES, random_program
from vyre.config import DispatchConfig
from vyre.dtypes import u32
from vyre.ir.builder import Builder
from vyre.ir.nodes import VALUES, Barrier, Break, Continue, For, Get, If, Load, Return, Set, Stmt, Subgroup, While
from vyre.ir.program import Program
from vyre.ir.walk import blocks, operands, statements, walk
from vyre.plan.pieces import Piece, pieces
from vyre.plan.plan import make_plan


def inner(piece: Piece, all_: tuple[Piece, ...]) -> list[Piece]:
    return [p for p in all_ if p is not piece and piece.first <= p.first and p.end <= piece.end]


def own_statements(piece: Piece, all_: tuple[Piece, ...]) -> int:
    """Statements of a piece that no piece inside of it has; each of those is one statement, a call."""
    inside = inner(piece, all_)
    outermost = [p for p in inside if not any(p in inner(q, all_) for q in inside)]
    return piece.end - piece.first - sum(p.end - p.first - 1 for p in outermost)


def left_over(program: Program, all_: tuple[Piece, ...]) -> int:
    """Statements of the entry point."""
    whole = Piece(0, len(statements(program)), 0, 0, 0, 0, (), (), (), (), (), (), False)
    return own_statements(whole, all_)


@pytest.mark.parametrize("longest", [60, 500])
@pytest.mark.parametrize("shape", SHAPES)
def test_no_piece_is_longer_than_the_limit_and_little_stays(shape: str, longest: int) -> None:
    program = long_program(shape, 2000)
    found = pieces(program, longest)
    count = len(statements(program))
    assert count // longest <= len(found) <= 2 * count / longest + 2
    assert max(piece.statements for piece in found if not inner(piece, found)) <= longest
    assert max(piece.statements for piece in found) <= max(longest, len(found) + 20)  # calls of others
    assert all(piece.statements == own_statements(piece, found) for piece in found)
    assert left_over(program, found) <= len(found) + longest // 8 + 20


def test_a_program_within_the_limit_is_not_cut() -> None:
    program = long_program("chain", 100)
    count = len(statements(program))
    assert pieces(program, count) == ()
    assert pieces(program, count - 1) != ()


def test_a_cut_stands_where_few_values_live() -> None:
    """Between rounds of 20 values that each fold into one."""
    b = Builder("rounds")
    a, out = b.input("a", u32), b.output("out", u32)
    i = b.global_id()
    x = a[i]
    for k in range(40):
        values = [x * (2 * k + n) for n in range(20)]
        for value in values:
            x = x ^ value
    out[i] = x
    found = pieces(b.build(), 200)
    assert len(found) >= 12
    assert max(len(piece.gives) for piece in found[1:]) == 1  # the first one has i besides
    assert max(len(piece.takes) for piece in found) <= 2


def test_what_must_stay_stays() -> None:
    """Barriers, and jumps out of the piece; an invocation that may end in a piece is told of."""
    b = Builder("mixed", workgroup=64)
    a, out = b.input("a", u32), b.output("out", u32)
    s = b.shared("s", u32, 64)
    i, lane = b.global_id(), b.local_id()
    x = b.let("x", a[i])

    def some(count: int) -> None:
        for k in range(count):
            x.set(x * 3 + k)

    some(30)
    s[lane] = x
    b.barrier()
    some(30)
    with b.for_(0, x) as k:
        some(20)
        with b.if_(x == k):
            some(20)
            b.break_()
        with b.if_(x == 7):
            b.continue_()
        some(20)
    with b.if_(x == 9):
        b.return_()
    some(10)
    with b.while_(lambda: x > 3):
        x.set(x >> 1)
        with b.if_(x == 5):
            b.break_()
    out[i] = x + s[lane ^ 1]
    program = b.build()
    found = pieces(program, 40)
    every = statements(program)
    for piece in found:
        held = every[piece.first : piece.end]
        assert not any(isinstance(stmt, (Barrier, Subgroup)) for stmt in held)
        assert not _loose(_statements_of(program, piece))
        assert piece.returns == any(isinstance(stmt, Return) for stmt in held)
    assert any(piece.returns for piece in found)
    assert any(isinstance(stmt, Break) for piece in found for stmt in every[piece.first : piece.end])  # with its loop
    assert len(found) > 5


def _loose(block: tuple[Stmt, ...]) -> bool:
    """Whether a jump in a block leaves it."""
    return any(
        isinstance(stmt, (Break, Continue)) or (isinstance(stmt, If) and any(_loose(inner) for inner in blocks(stmt)))
        for stmt in block
    )


def _statements_of(program: Program, piece: Piece) -> tuple[Stmt, ...]:
    """The statements of a piece's own block."""
    every = statements(program)
    at, found = piece.first, []
    while at < piece.end:
        found.append(every[at])
        at += 1 + sum(1 for _ in _inside(every[at]))
    assert len(found) == piece.count
    return tuple(found)


def _inside(stmt: Stmt) -> list[Stmt]:
    return [one for block in blocks(stmt) for outer in block for one in (outer, *_inside(outer))]


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("longest", [5, 25])
def test_what_comes_in_and_goes_out_is_what_is_used(seed: int, longest: int) -> None:
    program = make_plan(
        random_program(seed, PROFILES["every"], None).program.check(), config=DispatchConfig()
    ).program.program
    every = statements(program)
    found = pieces(program, longest)
    defined = {stmt.result: n for n, stmt, _ in walk(program) if isinstance(stmt, VALUES)}
    users: dict[int, list[int]] = {}
    for n, stmt, _ in walk(program):
        for value in operands(stmt):
            # the condition's value of a while is read after the condition
            users.setdefault(value, []).append(defined[value] if isinstance(stmt, While) else n)
    for piece in found:
        numbers = range(piece.first, piece.end)
        used = {value for n in numbers for value in operands(every[n])}
        assert piece.takes == tuple(sorted(value for value in used if defined[value] not in numbers))
        for n in numbers:
            stmt = every[n]
            if isinstance(stmt, VALUES) and any(at not in numbers for at in users.get(stmt.result, ())):
                assert stmt.result in piece.gives
        touched = {every[n].local for n in numbers if isinstance(every[n], (Get, Set, For))}  # type: ignore[union-attr]
        elsewhere = {s.local for n, s, _ in walk(program) if n not in numbers and isinstance(s, (Get, Set, For))}
        assert touched & elsewhere <= {*piece.shares, *piece.reads}
        assert {*piece.shares, *piece.reads} <= touched
        changed = {every[n].local for n in numbers if isinstance(every[n], (Set, For))}  # type: ignore[union-attr]
        assert set(piece.shares) <= changed
        assert not set(piece.reads) & changed
        assert not set(piece.owns) & elsewhere
        loads = {every[n].buffer for n in numbers if isinstance(every[n], Load)}  # type: ignore[union-attr]
        assert {n for n in loads if program.buffers[n].role != "table"} <= set(piece.buffers)
    owned = [local for piece in found for local in piece.owns]
    assert len(owned) == len(set(owned))


def test_a_local_that_keeps_its_value_over_turns_is_shared() -> None:
    """It is used in one piece only, whose first use of it reads what the turn before left."""
    b = Builder("kept")
    a, out = b.input("a", u32), b.output("out", u32)
    i = b.global_id()
    kept = b.let("kept", 0, u32)
    x = b.let("x", a[i])
    with b.for_(0, 5):
        for k in range(10):
            x.set(x * 3 + k)
        kept.set(kept + x)
        for _ in range(10):
            x.set(x * 5 + kept)
    out[i] = x
    program = b.build()
    names = {local.name: n for n, local in enumerate(program.locals)}
    found = [piece for piece in pieces(program, 30) if any(n == names["kept"] for n in (*piece.shares, *piece.owns))]
    assert found
    assert all(names["kept"] in piece.shares for piece in found)


def test_the_limit_is_part_of_the_key() -> None:
    checked = long_program("chain", 100).check()
    keys = [make_plan(checked, config=DispatchConfig(), longest_piece=n).key for n in (None, 20, 30)]
    assert all(a != b for a, b in itertools.combinations(keys, 2))
