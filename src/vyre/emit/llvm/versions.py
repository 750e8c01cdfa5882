"""Loops in two forms: what does not change in a loop is computed before it, and where a test before the loop shows that
all lanes are on and its accesses in bounds, a form of the loop without tests and masks runs.

A subscript can be decided before the loop if it is a value from outside, the loop's variable, or the sum of both, where the
variable is a u32 that goes upwards. For a sum ``v + k`` with ``k < hi`` the test is ``hi <= extent`` and
``v <= extent - hi``: neither wraps, and then the sum does not.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace
from typing import Final

from vyre.dtypes import u32
from vyre.emit.llvm.ops import define_op
from vyre.emit.llvm.places import in_bounds
from vyre.emit.llvm.staged import fill, least, stage, trips_known, write_starts
from vyre.emit.llvm.tree import Node, loop_value
from vyre.emit.llvm.values import constant
from vyre.emit.llvm.words import begin, per_word, reads_on
from vyre.emit.llvm.writer import Staged, Value, Words, Writer
from vyre.ir.nodes import Atomic, Const, For, Load, Op, Param, Return, Size, Store, While

__all__ = ["Version", "hoist", "in_strips", "in_two_forms", "outer_value", "version"]

_LONGEST: Final = 60
"""Statements of a loop beyond which a second form costs more time to compile than it brings."""
_HOISTED: Final = 400
"""Statements of a program beyond which values stay where they are written: registers are few."""


def outer_value(w: Writer, stmt: Const | Size | Param) -> Value:
    """What stands for itself everywhere in the program."""
    if isinstance(stmt, Const):
        return Value(stmt.dtype, constant(stmt.dtype, stmt.bits))
    if isinstance(stmt, Param):
        return w.params[stmt.buffer]
    buffer = w.buffers[stmt.buffer]
    return Value(u32, buffer.size if stmt.axis is None else buffer.extents[stmt.axis])


def hoist(w: Writer, node: Node) -> None:
    """Compute the pure operations of a loop whose operands come from outside before it."""
    if w.tree.count > _HOISTED:
        return
    for inner in w.tree.nodes[node.number + 1 : node.end]:
        stmt = inner.stmt
        if isinstance(stmt, Op) and stmt.result not in w.hoisted and all(_outside(w, node, a) for a in stmt.args):
            w.values[stmt.result] = define_op(w, stmt)
            w.hoisted.add(stmt.result)


def _outside(w: Writer, node: Node, value: int) -> bool:
    """Whether a value is known before the loop."""
    number = w.tree.value(value)
    if number < 0:
        return -1 - number < node.number
    at = w.tree.where[number]
    if at < node.number or number in w.hoisted:
        return True
    stmt = w.tree.nodes[at].stmt
    if not isinstance(stmt, (Const, Size, Param)):
        return False
    w.values[number] = outer_value(w, stmt)
    return True


@dataclass(frozen=True, slots=True)
class Version:
    """``test``: an i1; ``trusted``: statements that are in bounds where it holds; ``words``: of these, loads through words,
    ``staged``: from rows. ``whole``: an i1, what is read at once is in bounds after the last iteration too. ``rest``: for the
    iterations that no strip has, where their number is not known before."""

    test: str
    trusted: frozenset[int]
    words: dict[int, Words]
    staged: dict[int, Staged] = field(default_factory=dict)
    whole: str = "true"
    rest: Version | None = None


def version(w: Writer, node: Node, stmt: For, hi: Value) -> Version | None:
    """The test before a loop that all lanes run together; None where it would bring nothing."""
    inside = w.tree.nodes[node.number + 1 : node.end]
    if (
        stmt.step < 1
        or w.tree.dtypes[loop_value(node.number)] is not u32
        or hi.scalar is None
        or w.maybe_empty
        or w.tree.count > _HOISTED
        or len(inside) > _LONGEST
        or any(isinstance(n.stmt, (For, While, Return)) for n in inside)
    ):
        return None
    found = _Tests(w, node, stmt, hi.scalar)
    for one in inside:
        if isinstance(one.stmt, (Load, Store, Atomic)) and not w.buffers[one.stmt.buffer].shared:
            found.access(one.number, one.stmt)
    if not found.gains:
        return None
    trusted, rest = frozenset(found.trusted), None
    whole = _all(w, found.written(lambda most, _: most))
    test = whole if not found.staged else _all(w, found.written(lambda *_: 0))
    words = _all(w, found.written(lambda _, word: word)) if found.staged and trips_known(w, stmt) is None else ""
    if w.mask is not None:
        on = w.every(w.mask)
        test, words = _all(w, [test, on]), words and _all(w, [words, on])
    if words:
        rest = Version(words, trusted, found.words | found.short)
    return Version(test, trusted, found.words, found.staged, whole, rest)


def _all(w: Writer, parts: list[str]) -> str:
    test, *rest = parts or ["true"]
    for part in rest:
        test = w.scalar_form.op("and", "i1", test, part)
    return test


def in_two_forms(w: Writer, found: Version, write: Callable[[], None], staged: Collection[int] = ()) -> None:
    """Write a loop in the form that the test allows, and in the general one. ``staged``: loads that come from rows in most
    iterations."""
    t = w.text
    fast, slow, after = t.label(), t.label(), t.label()
    t.branch(found.test, fast, slow)
    t.start(fast)
    free = _freely(w, found, write)
    t.goto(after)
    t.start(slow)
    _generally(w, staged, free, write)
    t.goto(after)
    t.start(after)


def in_strips(w: Writer, found: Version, lo: Value, trips: Value, write: Callable[[Value, str], None]) -> None:
    """Write a loop strip after strip, with rows for each, and other forms for the iterations that are left: all where the
    test fails or they are few, those of the last strip where rows would reach past the end. ``write``: the iterations from a
    number on."""
    t, form = w.text, w.scalar_form
    stages = list({id(x): x for x in found.staged.values()}.values())
    step, longest = (pick(x.count for x in stages) for pick in (min, max))
    total = trips.scalar or ""
    strips = form.op("and", "i32", total, str(-longest))
    strips = form.select(found.whole, "i32", total, strips)
    test = found.test
    if found.rest is not None:
        many = form.op("icmp uge", "i32", total, str(max(least(x) for x in stages)))
        test = form.op("and", "i1", test, many)
    strips = form.select(test, "i32", strips, "0")
    write_starts(w, stages)
    before, top, strip, latch, rest = t.block, *(t.label() for _ in range(4))
    t.goto(top)
    t.start(top)
    now, following = t.name(), t.name()
    t.do(f"{now} = phi i32 [ 0, %{before} ], [ {following}, %{latch} ]")
    t.branch(form.op("icmp ult", "i32", now, strips), strip, rest)
    t.start(strip)
    for one in stages:
        fill(w, one, lo, now, step)
    end = t.call("llvm.umin.i32", "i32", [("i32", form.op("add", "i32", now, str(step))), ("i32", strips)])
    free = _freely(w, found, lambda: write(Value(u32, end), now))
    t.goto(latch)
    t.start(latch)
    t.do(f"{following} = add i32 {now}, {step}")
    t.goto(top)
    t.start(rest)
    if found.rest is None:
        _generally(w, found.staged, free, lambda: write(trips, strips))
    else:
        in_two_forms(w, found.rest, lambda: write(trips, strips), found.staged)


def _freely(w: Writer, found: Version, write: Callable[[], None]) -> set[int]:
    """The form without tests and masks; the accesses that have none there."""
    kept = w.mask, w.accesses, w.trusted, w.words, w.staged
    w.mask, w.accesses, w.trusted, w.words, w.staged = None, [], w.trusted | found.trusted, found.words, found.staged
    write()
    free = {a.statement for a in w.accesses if not a.masked} | set(found.words) | set(found.staged)
    w.mask, w.accesses, w.trusted, w.words, w.staged = kept
    return free


def _generally(w: Writer, staged: Collection[int], free: set[int], write: Callable[[], None]) -> None:
    before, general = len(w.accesses), w.general
    w.general = True
    write()
    w.general = general
    noted = [replace(a, inside=a.inside or a.statement in free) for a in w.accesses[before:]]
    why = "each lane reads on: 64 bytes of all lanes are turned around at once"
    w.accesses[before:] = [replace(a, kind="staged", reason=why) if a.statement in staged else a for a in noted]


@dataclass(slots=True)
class _Tests:
    """What has to hold: ``wanted`` are (value from outside or None, plus the variable?, extent, elements that are read at once, and of a word)."""

    w: Writer
    node: Node
    loop: For
    hi: str
    wanted: dict[tuple[int | None, bool, str, int, int], None] = field(default_factory=dict)
    words: dict[int, Words] = field(default_factory=dict)
    staged: dict[int, Staged] = field(default_factory=dict)
    short: dict[int, Words] = field(default_factory=dict)  # for loads from rows, where there are few iterations
    trusted: list[int] = field(default_factory=list)
    gains: bool = False

    def access(self, number: int, stmt: Load | Store | Atomic) -> None:
        """Trust an access, if each of its subscripts can be decided and something is gained."""
        w = self.w
        if number in w.proved:
            self.gains = self.gains or w.mask is not None
            return
        if w.program.buffers[stmt.buffer].record is not None:
            return
        buffer = w.buffers[stmt.buffer]
        extents = (buffer.size,) if stmt.flat or len(stmt.index) == 1 else buffer.extents
        parts = [self.part(value) for value in stmt.index]
        known = [p for p in parts if p is not None]
        if len(known) < len(parts):
            return
        self.gains = True
        self.trusted.append(number)
        counts = 0, 0
        start, moves = known[0]
        if isinstance(stmt, Load) and len(known) == 1 and moves and start is not None:
            counts = self.at_once(number, stmt, start)
        for (value, moves), extent in zip(known, extents, strict=True):
            self.wanted[value, moves, extent, *counts] = None

    def at_once(self, number: int, stmt: Load, start: int) -> tuple[int, int]:
        """How many elements of each lane are read at once, and how many of them through words; 0: one."""
        w = self.w
        if not reads_on(w, self.loop, stmt, w.values[start]):
            return 0, 0
        one = stage(w, self.node, self.loop, self.staged, stmt.buffer, start)
        words, count = self.words, per_word(w, stmt.buffer)
        if one is not None:
            self.staged[number] = one
            words, count = self.short, count if trips_known(w, self.loop) is None else 0
        if count:
            words[number] = begin(w, stmt.buffer, start, count)
        return (count if one is None else one.count), count

    def part(self, subscript: int) -> tuple[int | None, bool] | None:
        w = self.w
        number = w.tree.value(subscript)
        if number == loop_value(self.node.number):
            return None, True
        if _outside(w, self.node, number):
            return number, False
        stmt = w.tree.nodes[w.tree.where[number]].stmt if number >= 0 else None
        if isinstance(stmt, Op) and stmt.op == "add":
            a, b = (w.tree.value(x) for x in stmt.args)
            if loop_value(self.node.number) in (a, b):
                other = b if a == loop_value(self.node.number) else a
                if _outside(w, self.node, other):
                    return other, True
        return None

    def written(self, at_once: Callable[[int, int], int]) -> list[str]:
        """The tests. ``at_once``: how many elements are read at once, of the most that may be and those of a word."""
        w, form = self.w, self.w.scalar_form
        parts: dict[str, None] = {}
        for value, moves, extent, most, word in self.wanted:
            limit = extent
            if moves:
                hi = self.hi
                count = at_once(most, word)
                if count:  # the last word, or row, is read as a whole
                    hi = self.rounded(count)
                    parts[form.op("icmp ule", "i32", self.hi, hi)] = None
                parts[form.op("icmp ule", "i32", hi, extent)] = None
                if value is None:
                    continue
                # below extent - hi + 1; where hi is 0 there is no iteration
                limit = form.op("add", "i32", form.op("sub", "i32", extent, hi), "1")
            assert value is not None
            parts.update(dict.fromkeys(_every(w, w.value(value), limit)))
        return list(parts)

    def rounded(self, count: int) -> str:
        """The end of the variable where the number of iterations is a multiple of ``count``."""
        form, lo = self.w.scalar_form, self.w.value(self.loop.lo).scalar or ""
        trips = form.op("add", "i32", form.op("sub", "i32", self.hi, lo), str(count - 1))
        return form.op("add", "i32", lo, form.op("and", "i32", trips, str(-count)))


def _every(w: Writer, value: Value, limit: str) -> list[str]:
    """Tests that all lanes of a subscript are below a limit."""
    form = w.scalar_form
    if value.base is not None:
        parts: list[str] = []
        for base in dict.fromkeys(value.base):
            last = form.op("add", "i32", base, str(w.width - 1))
            below = in_bounds(w, Value(value.dtype, last), limit).scalar or ""
            parts += [form.op("icmp ule", "i32", base, last), below]
        return parts
    test = in_bounds(w, value, limit)
    if test.is_scalar:
        return list(dict.fromkeys(w.scalars(test)))
    return [w.every(w.vectors(test))]
