"""Intervals of values, and which accesses are proven in bounds.

One walk with what the enclosing conditions say: ``if i < out.size:`` holds in its block, ``if i >= n: return``
turns around for the rest of the block, a ``for`` bounds its variable. Everything is about mathematical values:
arithmetic that may wrap keeps no fact.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from vyre.dtypes import DType
from vyre.facts.bounds import Bounds
from vyre.facts.intervals import Interval, exact_sum, hull, interval_of, whole, wraps
from vyre.facts.memo import remembered
from vyre.facts.numbering import Numbers, value_numbers
from vyre.facts.types import value_types
from vyre.ir.literals import python_value
from vyre.ir.nodes import (
    VALUES,
    Atomic,
    Block,
    Break,
    Const,
    Continue,
    For,
    Id,
    If,
    Load,
    Op,
    Return,
    Size,
    Stmt,
    Store,
    While,
)
from vyre.ir.ops import SUBGROUP_SIZE
from vyre.ir.program import Program
from vyre.ir.walk import subscripts

__all__ = ["Ranges", "ranges"]

_TOP: Final = (1 << 32) - 1
_DEEP: Final = 8
_SHRINK: Final = frozenset({"shr", "floordiv"})
_WRAP: Final = frozenset({"add", "sub", "mul", "shl"})
_NEGATED: Final = {"lt": "ge", "ge": "lt", "gt": "le", "le": "gt", "eq": "ne", "ne": "eq"}


@dataclass(frozen=True, slots=True)
class Ranges:
    """``intervals``: (lowest, highest) mathematical value of each integer or bool value where it is computed, by
    value id; None for floats. ``proved``: statement numbers of the Load, Store and Atomic that are in bounds in
    every launch with the program's workgroup. ``proved_if_equal_sizes``: those, and those that are in bounds
    where all arrays have the same number of elements. ``exact``: value numbers of the sums, differences, products
    and shifts that do not wrap wherever they are computed. ``splits``: value numbers that are always ``n*s + m`` with
    ``0 <= m < s``, all exact, as (value number n, constant s). ``limits``: by statement number of an access to a shared array with
    one subscript, the value numbers that it is surely below. ``spans``: by statement number of an access, the intervals of its
    subscripts where it stands, and of records that of its bytes in the record."""

    intervals: tuple[Interval | None, ...]
    proved: frozenset[int]
    proved_if_equal_sizes: frozenset[int]
    exact: frozenset[int]
    splits: dict[int, tuple[int, int]]
    limits: dict[int, frozenset[int]]
    spans: dict[int, tuple[Interval, ...]]

    def interval(self, value: int) -> Interval | None:
        """The interval of a value; None for a float."""
        return self.intervals[value]


@remembered
def ranges(program: Program) -> Ranges:
    """The ranges of a program."""
    walk = _Walk(program)
    walk.block(program.body)
    proved = frozenset(walk.proved)
    exact = frozenset(number for number, holds in walk.exact.items() if holds)
    splits = {number: split for number, split in walk.splits.items() if split is not None}
    return Ranges(tuple(walk.intervals), proved, proved | walk.if_equal, exact, splits, walk.limits, walk.spans)


class _Walk:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.numbers: Numbers = value_numbers(program)
        self.types = value_types(program)
        self.type_of = dict(zip(self.numbers.of, self.types, strict=True))
        self.bounds = Bounds()
        self.intervals: list[Interval | None] = []
        self.proved: set[int] = set()
        self.if_equal: set[int] = set()
        self.exact: dict[int, bool] = {}  # by value number; false where one of its computations may wrap
        self.splits: dict[int, tuple[int, int] | None] = {}
        self.limits: dict[int, frozenset[int]] = {}
        self.spans: dict[int, tuple[Interval, ...]] = {}
        self.at = 0
        self.sizes: dict[tuple[int, int | None], int] = {}  # (buffer, axis) -> value number
        for number, meaning in enumerate(self.numbers.meaning):
            if meaning[0] == "size":
                buffer, axis = meaning[1], meaning[2]
                if isinstance(buffer, int) and (axis is None or isinstance(axis, int)):
                    self.sizes[buffer, axis] = number
        # arrays whose whole size is a subscript's limit, and the numbers of those sizes
        self.equal = {
            number: -1
            for (buffer, axis), number in self.sizes.items()
            if program.buffers[buffer].is_array and axis is None
        }

    # -- blocks -------------------------------------------------------------------------------------
    def block(self, block: Block) -> bool:
        """Walk a block. True where its end is reached."""
        live = True
        for stmt in block:
            at = self.at
            self.at += 1
            if isinstance(stmt, If):
                live = self.branch(stmt, at) and live
            elif isinstance(stmt, For):
                self.loop(stmt, at)
            elif isinstance(stmt, While):
                self.while_(stmt, at)
            elif isinstance(stmt, (Break, Continue, Return)):
                live = False
            else:
                self.plain(stmt, at)
        return live

    def branch(self, stmt: If, at: int) -> bool:
        cond = self.numbers.of[stmt.cond]
        joins = self.numbers.joins.get(at, ())
        mark = self.bounds.mark()
        self.assume(cond, truth=True)
        then_live = self.block(stmt.then)
        ends = [self.known(join.then) for join in joins]
        self.bounds.undo(mark)
        self.assume(cond, truth=False)
        else_live = self.block(stmt.orelse)
        others = [self.known(join.orelse) for join in joins]
        self.bounds.undo(mark)
        for join, a, b in zip(joins, ends, others, strict=True):
            if a is not None and b is not None:
                self.bounds.narrow(join.fresh, hull(a, b))
        if then_live != else_live:  # who comes here took the arm that ends
            self.assume(cond, truth=then_live)
        return then_live or else_live

    def loop(self, stmt: For, at: int) -> None:
        of = self.numbers.of
        lo, hi = of[stmt.lo], of[stmt.hi]
        self.carry(at)
        first, last = self.known(lo), self.known(hi)
        variable = self.numbers.loop_var[at]
        mark = self.bounds.mark()
        if first is not None and last is not None:
            if stmt.step > 0:
                self.bounds.narrow(variable, (first[0], max(last[1] - 1, first[0])))
                self.bounds.below(variable, hi, -1)
                self.narrow(hi, (first[0] + 1, last[1]))  # the body runs, so the range is not empty
                self.splits[variable] = self.part(lo, hi)
            else:
                self.bounds.narrow(variable, (min(last[0] + 1, first[1]), first[1]))
                self.bounds.below(variable, lo, 0)
        self.block(stmt.body)
        self.bounds.undo(mark)

    def while_(self, stmt: While, at: int) -> None:
        self.carry(at)
        mark = self.bounds.mark()
        self.block(stmt.cond)
        self.assume(self.numbers.of[stmt.value], truth=True)
        self.block(stmt.body)
        self.bounds.undo(mark)

    def carry(self, at: int) -> None:
        """A local that a loop only ever makes smaller stays at or below what it held before."""
        for one in self.numbers.carried[at]:
            before = None if one.before is None else self.known(one.before)
            if before is not None and before[0] >= 0 and all(self.shrinks(n, one.head) for n in one.taken):
                self.narrow(one.head, (0, before[1]))
                self.narrow(one.after, (0, before[1]))

    def shrinks(self, number: int, head: int) -> bool:
        """Whether a value lies between 0 and what ``head`` is, if that is not negative."""
        for _ in range(_DEEP):
            if number == head:
                return True
            meaning = self.numbers.meaning[number]
            if meaning[0] != "op" or meaning[2] not in _SHRINK:
                return False
            number, by = (n for n in meaning[3:] if isinstance(n, int))
            if meaning[2] == "floordiv" and self.numbers.constant(by) < 1:
                return False
        return False

    # -- what holds ---------------------------------------------------------------------------------
    def known(self, number: int) -> Interval | None:
        """The interval of a number here; the whole type where nothing else is known, None for a float."""
        found = self.bounds.interval(number)
        if found is not None:
            return found
        dtype = self.dtype(number)
        return None if dtype is None or dtype.is_float else whole(dtype)

    def dtype(self, number: int) -> DType | None:
        found = self.type_of.get(number)
        if found is None:
            meaning = self.numbers.meaning[number]
            if meaning[0] == "local" and isinstance(meaning[1], int):
                return self.program.locals[meaning[1]].dtype
        return found

    def narrow(self, number: int, found: Interval) -> None:
        base = self.known(number)
        if base is not None:
            self.bounds.narrow(number, base)
            self.bounds.narrow(number, found)

    def assume(self, cond: int, *, truth: bool) -> None:
        """The condition with this number is true (or false) from here on."""
        todo = [(cond, truth)]
        atoms: list[tuple[str, int, int]] = []
        while todo:
            number, holds = todo.pop()
            meaning = self.numbers.meaning[number]
            dtype = self.dtype(number)
            if dtype is not None and dtype.is_bool:
                self.narrow(number, (1, 1) if holds else (0, 0))
            elif dtype is not None and dtype.is_integer:  # an integer condition is != 0
                self.differs(number, 0) if holds else self.narrow(number, (0, 0))
            if meaning[0] != "op" or dtype is None or not dtype.is_bool:
                continue
            op, args = meaning[2], [a for a in meaning[3:] if isinstance(a, int)]
            if op == "not":
                todo.append((args[0], not holds))
            elif op == ("and" if holds else "or"):
                todo += [(a, holds) for a in args]
            elif isinstance(op, str) and op in _NEGATED:
                atoms.append((op if holds else _NEGATED[op], args[0], args[1]))
        for op, x, y in atoms:
            self.compare(op, x, y)
        # one part may tell that the sum in another part does not wrap: (i + 1 < n) & (i < 100)
        sums = [self.sum_again(n) for _, x, y in atoms for n in (x, y)] if len(atoms) > 1 else []
        if any(sums):
            for op, x, y in atoms:
                self.compare(op, x, y)

    def sum_again(self, number: int) -> bool:
        """Relate a sum that was computed before to its operands, by what is known of them now."""
        meaning = self.numbers.meaning[number]
        dtype = self.dtype(number)
        if meaning[0] != "op" or meaning[2] not in ("add", "sub") or dtype is None or not dtype.is_integer:
            return False
        args = [n for n in meaning[3:] if isinstance(n, int)]
        a, b = self.known(args[0]), self.known(args[1])
        if a is None or b is None:
            return False
        op = "add" if meaning[2] == "add" else "sub"
        exact = exact_sum(dtype, op, a, b)
        if exact is not None:
            self.narrow(number, exact)
        self.relate_sum(op, dtype, number, args, a, b)
        return exact is not None

    def compare(self, op: str, a: int, b: int) -> None:
        first, second = self.known(a), self.known(b)
        if first is None or second is None:
            return  # floats: with a NaN, not (a < b) is no a >= b
        if op in ("gt", "ge"):
            op, a, b, first, second = {"gt": "lt", "ge": "le"}[op], b, a, second, first
        if op in ("lt", "le", "eq"):
            gap = 1 if op == "lt" else 0
            self.narrow(a, (first[0], second[1] - gap))
            self.narrow(b, (first[0] + gap, second[1]))
            self.bounds.below(a, b, -gap)
        if op == "eq":
            self.narrow(a, (second[0], first[1]))
            self.narrow(b, (second[0], first[1]))
            self.bounds.below(b, a, 0)
        if op == "ne":
            if second[0] == second[1]:
                self.differs(a, second[0])
            if first[0] == first[1]:
                self.differs(b, first[0])

    def differs(self, number: int, constant: int) -> None:
        now = self.known(number)
        if now is not None:
            self.narrow(number, (now[0] + (now[0] == constant), now[1] - (now[1] == constant)))

    # -- values and accesses ------------------------------------------------------------------------
    def plain(self, stmt: Stmt, at: int) -> None:
        if isinstance(stmt, (Load, Store, Atomic)):
            self.access(stmt, at)
        if isinstance(stmt, VALUES):
            number = self.numbers.of[stmt.result]
            found = self.value(stmt, number)
            self.intervals.append(None if found is None else self.bounds.narrow(number, found))

    def value(self, stmt: Stmt, number: int) -> Interval | None:
        dtype = self.type_of[number]
        if dtype.is_float:
            return None
        if isinstance(stmt, Const):
            value = int(python_value(dtype, stmt.bits))
            return (value, value)
        if isinstance(stmt, Op):
            of = self.numbers.of
            given = [self.known(of[v]) for v in stmt.args]
            self.relate(stmt, number, given)
            if stmt.op in _WRAP:
                self.note_exact(stmt, number, given)
            return interval_of(stmt.op, dtype, given, [self.types[v] for v in stmt.args])
        if isinstance(stmt, Id):
            return self.id_interval(stmt)
        if isinstance(stmt, Size):
            return self.size_interval(stmt.buffer, stmt.axis)
        return whole(dtype)

    def note_exact(self, stmt: Op, number: int, given: list[Interval | None]) -> None:
        """Whether the operation surely does not wrap here, and whether it is a sum ``n*s + m``."""
        a, b = given
        exact = a is not None and b is not None and not wraps(stmt.op, stmt.dtype, a, b)
        self.exact[number] = exact and self.exact.get(number, True)
        if stmt.op == "add":
            first, second = (self.numbers.of[v] for v in stmt.args)
            found = (self.split(first, b) or self.split(second, a)) if exact else None
            self.splits[number] = found if self.splits.get(number, found) == found else None

    def part(self, lo: int, hi: int) -> tuple[int, int] | None:
        """(n, s) where ``lo`` is an exact ``n * s`` and ``hi`` at most ``lo + s``."""
        split = self.split(lo, (0, 0))
        return split if split is not None and self.bounds.reaches(hi, {lo: split[1]}) else None

    def split(self, product: int, rest: Interval | None) -> tuple[int, int] | None:
        """(n, s) where ``product`` is an exact ``n * s`` or ``n << k`` with a constant s, and the rest is within 0..s-1."""
        meaning = self.numbers.meaning[product]
        if rest is None or not self.exact.get(product) or meaning[0] != "op" or meaning[2] not in ("mul", "shl"):
            return None
        first, second = (n for n in meaning[3:] if isinstance(n, int))
        for n, constant in ((first, second), (second, first)) if meaning[2] == "mul" else ((first, second),):
            interval = self.known(constant)
            if interval is not None and interval[0] == interval[1]:
                scale = interval[0] if meaning[2] == "mul" else 1 << interval[0]
                return (n, scale) if rest[0] >= 0 and rest[1] < scale else None
        return None

    def id_interval(self, stmt: Id) -> Interval:
        x, y, z = self.program.workgroup
        size = (x, y, z)[stmt.axis]
        match stmt.name:
            case "local_id":
                return (0, size - 1)
            case "local_index":
                return (0, x * y * z - 1)
            case "subgroup_lane":
                return (0, min(SUBGROUP_SIZE, x * y * z) - 1)
            case "subgroup_id":
                return (0, (x * y * z - 1) // SUBGROUP_SIZE)
            case "workgroup_size":
                return (size, size)
            case "num_groups":
                return (1, _TOP)
            case _:
                return (0, _TOP)

    def size_interval(self, buffer: int, axis: int | None) -> Interval:
        shape = self.program.buffers[buffer].shape
        if shape is None:
            return (0, _TOP)
        size = 1
        for extent in shape if axis is None else shape[axis : axis + 1]:
            size *= extent
        return (size, size)

    def relate(self, stmt: Op, number: int, given: list[Interval | None]) -> None:
        """Upper bounds that an operation's result has by its operands."""
        of, below = self.numbers.of, self.bounds.below
        args = [of[v] for v in stmt.args]
        a, b = given[0], given[1] if len(given) > 1 else None
        dtype = stmt.dtype
        if a is None or not dtype.is_integer:
            return
        if stmt.op in ("add", "sub") and b is not None:
            self.relate_sum(stmt.op, dtype, number, args, a, b)
        elif stmt.op == "min":
            below(number, args[0], 0)
            below(number, args[1], 0)
        elif stmt.op == "and" and b is not None:
            for arg, interval in zip(args, (a, b), strict=True):
                if interval[0] >= 0:
                    below(number, arg, 0)
        elif stmt.op in ("shr", "div", "floordiv", "rem", "floormod") and a[0] >= 0 and b is not None:
            if stmt.op == "shr" or b[0] > 0 or stmt.op == "rem":
                below(number, args[0], 0)
            if stmt.op in ("rem", "floormod") and b[0] > 0:
                below(number, args[1], -1)
        elif stmt.op == "cast" and dtype.min <= a[0] and a[1] <= dtype.max:
            below(number, args[0], 0)
            below(args[0], number, 0)

    def relate_sum(self, op: str, dtype: DType, number: int, args: list[int], a: Interval, b: Interval) -> None:
        below = self.bounds.below
        if op == "sub" and not dtype.is_signed and self.bounds.reaches(args[1], {args[0]: 0}):
            self.bounds.narrow(number, (0, a[1] - b[0]) if a[1] >= b[0] else (0, 0))  # b <= a: no wrap
        elif exact_sum(dtype, op, a, b) is None:
            return
        for arg, other, sign in ((args[0], b, 1 if op == "add" else -1), (args[1], a, 1)):
            if op == "sub" and arg == args[1]:
                continue  # a - b falls with b
            least, most = sorted((sign * other[0], sign * other[1]))
            below(number, arg, most)
            below(arg, number, -least)

    def access(self, stmt: Load | Store | Atomic, at: int) -> None:
        buffer = self.program.buffers[stmt.buffer]
        linear = stmt.flat or buffer.rank == 1
        if buffer.role == "shared" and len(stmt.index) == 1:
            self.limits[at] = self.bounds.limits(self.numbers.of[stmt.index[0]])
        always = equal = True
        index, inner, extents = subscripts(self.program, stmt)
        self.spans[at] = (*map(self.span, index), *self.bytes_of(stmt, inner, extents))
        for value, below in zip(inner, extents, strict=True):  # of a field that is an array
            interval = self.known(self.numbers.of[value])
            if interval is None or interval[0] < 0 or interval[1] >= below:
                return
        for axis, value in enumerate(index):
            number = self.numbers.of[value]
            interval = self.known(number)
            if interval is None or interval[0] < 0:
                return
            if interval[1] < self.size_interval(stmt.buffer, None if linear else axis)[0]:
                continue
            size = self.sizes.get((stmt.buffer, None if linear else axis))
            if size is not None:
                extent = self.known(size)
                if extent is not None and interval[1] < extent[0]:
                    continue
                if self.bounds.reaches(number, {size: -1}):
                    continue
            always = False
            equal = equal and linear and buffer.is_array and self.bounds.reaches(number, self.equal)
        if always:
            self.proved.add(at)
        elif equal:
            self.if_equal.add(at)

    def span(self, value: int) -> Interval:
        """The interval of a subscript here."""
        number = self.numbers.of[value]
        return self.known(number) or whole(self.type_of[number])

    def bytes_of(
        self, stmt: Load | Store | Atomic, inner: tuple[int, ...], extents: tuple[int, ...]
    ) -> tuple[Interval, ...]:
        """Which bytes of a record an access touches, first and last; nothing where the elements are scalars."""
        record = self.program.buffers[stmt.buffer].record
        if record is None or isinstance(stmt, Atomic) or stmt.field is None:
            return ()
        field = record.fields[stmt.field]
        first, last, stride = field.offset, field.offset + field.nbytes - 1, field.nbytes
        low = high = first
        for value, below in zip(inner, extents, strict=True):
            stride //= below
            least, most = self.span(value)
            low += max(least, 0) * stride
            high += min(most, below - 1) * stride
        return ((low, high + stride - 1) if first <= low <= high <= last else (first, last),)
