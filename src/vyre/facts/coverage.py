"""Which outputs a launch stores wholly, so that what they held before cannot be seen.

The proof is one of numbers, not of symbols: a program says once which stores surely happen, and under which conditions
(:func:`sure_stores`); each set of shapes then gives every size, the grid and the lengths of loops as plain integers, with
which an index is ``q + c1*v1 + c2*v2 + ...`` of ids and loop variables. So no rule about quotients is needed, such as
``ceil_div(a, b)*b >= a``, and a length of any form is as good as another.

Coefficients are read modulo 2**32. That loses nothing: where the sum, taken in the integers, reaches an element ``e < 2**32``, the
index is ``e`` in 32 bits as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import prod
from typing import Final

from vyre.dtypes import DType, u32
from vyre.facts.effects import effects
from vyre.facts.launched import RING, Atom, Form, LaunchValues
from vyre.facts.memo import remembered
from vyre.facts.numbering import value_numbers
from vyre.ir.nodes import Block, Break, Continue, For, If, Return, Store, While
from vyre.ir.program import Grid, Program
from vyre.ir.walk import inside, walk

__all__ = ["SureStore", "covers", "sure_stores"]

_GUARDS: Final = 16  # conditions that a store may stand under
_STORES: Final = 1024  # of a block that are looked at; what is left out proves nothing
_NEGATED: Final = {"lt": "ge", "ge": "lt", "gt": "le", "le": "gt", "eq": "ne", "ne": "eq"}
_FLIPPED: Final = {"lt": "gt", "gt": "lt", "le": "ge", "ge": "le", "eq": "eq", "ne": "ne"}

Guard = tuple[int, bool]
"""The number of a condition, and what it must be."""


@dataclass(frozen=True, slots=True)
class SureStore:
    """A store through one subscript. Every invocation for which the guards hold does it, in each turn of each of ``loops``, which are
    named by the numbers of their variables. ``index``: a value number."""

    buffer: int
    index: int
    guards: frozenset[Guard]
    loops: frozenset[int]


@remembered
def sure_stores(program: Program) -> tuple[SureStore, ...]:
    """The stores to outputs that are never read, as far as it is known who does them."""
    found = effects(program).buffers
    wanted = frozenset(
        k
        for k, buffer in enumerate(program.buffers)
        if buffer.role == "out" and buffer.record is None and found[k].writes and not found[k].reads
    )
    if not wanted:
        return ()
    walked = _Stores(program, wanted)
    return tuple(walked.block(program.body)[0])


class _Stores:
    def __init__(self, program: Program, wanted: frozenset[int]) -> None:
        self.program = program
        self.wanted = wanted
        self.numbers = value_numbers(program)
        self.variable = {id(stmt): self.numbers.loop_var[at] for at, stmt, _ in walk(program) if isinstance(stmt, For)}

    def block(self, block: Block) -> tuple[list[SureStore], frozenset[Guard] | None]:
        """The stores of a block, as seen from its beginning, and for whom its end is reached (None: nobody for sure)."""
        stores: list[SureStore] = []
        on: frozenset[Guard] = frozenset()
        of = self.numbers.of
        for stmt in block:
            found: list[SureStore] = []
            goes: frozenset[Guard] | None = frozenset()
            if isinstance(stmt, Store):
                if stmt.buffer in self.wanted and (stmt.flat or self.program.buffers[stmt.buffer].rank == 1):
                    found = [SureStore(stmt.buffer, of[stmt.index[0]], frozenset(), frozenset())]
            elif isinstance(stmt, If):
                found, goes = self.branch(stmt)
            elif isinstance(stmt, (For, While)):
                if any(isinstance(one, Return) for one in inside(stmt)):
                    goes = None
                elif isinstance(stmt, For) and not _is_left(stmt.body):
                    number = self.variable[id(stmt)]
                    found = [
                        SureStore(one.buffer, one.index, one.guards, one.loops | {number})
                        for one in self.block(stmt.body)[0]
                    ]
            elif isinstance(stmt, (Break, Continue, Return)):
                goes = None
            stores += [
                SureStore(one.buffer, one.index, one.guards | on, one.loops)
                for one in found[: _STORES - len(stores)]
                if len(one.guards | on) <= _GUARDS
            ]
            if goes is None or len(on | goes) > _GUARDS:
                return stores, None
            on |= goes
        return stores, on

    def branch(self, stmt: If) -> tuple[list[SureStore], frozenset[Guard] | None]:
        cond = self.numbers.of[stmt.cond]
        yes, no = frozenset({(cond, True)}), frozenset({(cond, False)})
        (then, then_on), (other, other_on) = self.block(stmt.then), self.block(stmt.orelse)
        found = [SureStore(one.buffer, one.index, one.guards | yes, one.loops) for one in then]
        found += [SureStore(one.buffer, one.index, one.guards | no, one.loops) for one in other]
        twins = {(one.buffer, one.index): one for one in other}
        for one in then:  # what both ways store needs no condition
            twin = twins.get((one.buffer, one.index))
            if twin is not None:
                found.append(SureStore(one.buffer, one.index, one.guards | twin.guards, one.loops | twin.loops))
        if then_on is not None and other_on is not None:
            both = not then_on and not other_on
            return found, frozenset() if both else None
        if then_on is not None:
            return found, then_on | yes
        return found, None if other_on is None else other_on | no


def _is_left(body: Block) -> bool:
    """Whether a turn of a loop may end the loop."""
    stack = list(body)
    while stack:
        stmt = stack.pop()
        if isinstance(stmt, Break):
            return True
        if isinstance(stmt, If):
            stack += [*stmt.then, *stmt.orelse]
    return False


def covers(
    program: Program, buffer: int, *, workgroup: Grid, grid: Grid, shapes: Mapping[int, tuple[int, ...]]
) -> bool:
    """Whether a launch surely stores every element of a buffer that it never reads.

    ``shapes``: of the arrays, by buffer; ``(elements,)`` where no more is known. ``workgroup``: the one that runs.
    """
    size = prod(shapes[buffer])
    stores = [one for one in sure_stores(program) if one.buffer == buffer]
    if not stores or size > RING or 0 in grid:
        return False
    launch = LaunchValues(program, workgroup, grid, shapes)
    families: dict[tuple[tuple[int, int], ...], set[int]] = {}
    for one in stores:
        found = _reach(launch, one, size)
        if found is not None:
            families.setdefault(found[1], set()).add(found[0])
    return any(_prefix(offsets, digits) >= size for digits, offsets in families.items())


def _prefix(offsets: Iterable[int], digits: Iterable[tuple[int, int]]) -> int:
    """How far from 0 everything is of the form ``q + sum(c*v)``, with q one of the offsets and ``0 <= v < n`` for each digit
    ``(c, n)``.

    Taken from the lowest coefficient on: copies of ``w`` neighbours that are ``c <= w`` apart leave no gap.

    >>> _prefix({0, 1}, [(2, 10)]), _prefix({0, 10}, [(1, 10)]), _prefix({0, 1}, [(3, 10)])
    (20, 20, 2)
    """
    starts, width = sorted(offsets), 1
    for coefficient, count in sorted(digits):
        if coefficient > width:
            starts, width = [0], _run(starts, width)
        if coefficient > width:
            return width
        width += coefficient * (count - 1)
    return _run(starts, width)


def _run(starts: list[int], width: int) -> int:
    """How far the neighbours that begin at ``starts`` reach from 0 on without a gap."""
    end = 0
    for start in starts:
        if start > end:
            break
        end = max(end, start + width)
    return end


def _reach(launch: LaunchValues, store: SureStore, size: int) -> tuple[int, tuple[tuple[int, int], ...]] | None:
    """The offset, and the digits ``(c, n)``, of the elements that a store surely reaches; None where that isn't known.

    An upper guard ``a < bound`` over several atoms may stay: where ``index - k*a`` is never negative and ``k*bound >= size``, whoever
    does not pass would have stored beyond the end.
    """
    index = launch.form(store.index)
    if index is None or (launch.type_of[store.index] is not u32 and size > RING // 2):
        return None
    if not index.terms and not 0 <= index.value < RING:  # of 64 bits, or below zero: outside of every array
        return None
    counts: dict[Atom, int] = {}
    for number in store.loops:
        turns = launch.turns(number)
        if not turns:
            return None
        counts["loop", number] = turns
    asked = _Asked(launch)
    if not all(asked.ask(cond, truth=truth) for cond, truth in store.guards):
        return None
    if not {which for kind, which in asked.atoms(index) if kind == "loop"} <= store.loops:
        return None
    index = _at(index, asked.fixed)
    for atom, coefficient, value, bound in asked.single:
        if atom in asked.fixed:
            return None
        most = (bound - 1 - value) // coefficient + 1
        counts[atom] = min(counts.get(atom, launch.count(atom)), most)
    terms = dict(index.terms)
    for form, bound in asked.upper:
        below = _at(form, asked.fixed)
        times = [terms.get(atom, 0) // coefficient for atom, coefficient in below.terms]
        times += [index.value // below.value] if below.value else []
        if not times or min(times) * bound < size:
            return None
    digits = [(coefficient, counts.get(atom, launch.count(atom))) for atom, coefficient in index.terms]
    return index.value % RING, tuple(sorted(digits))


def _at(form: Form, fixed: Mapping[Atom, int]) -> Form:
    """A form where some atoms are known."""
    if not any(atom in fixed for atom, _ in form.terms):
        return form
    value = form.value + sum(coefficient * fixed.get(atom, 0) for atom, coefficient in form.terms)
    return Form(value % RING, tuple(term for term in form.terms if term[0] not in fixed))


class _Asked:
    """What guards ask of atoms. ``fixed``: atoms that must have one value; ``single``: ``(atom, c, q, bound)`` for ``c*atom + q < bound``;
    ``upper``: the same of more than one atom."""

    def __init__(self, launch: LaunchValues) -> None:
        self.launch = launch
        self.fixed: dict[Atom, int] = {}
        self.single: list[tuple[Atom, int, int, int]] = []
        self.upper: list[tuple[Form, int]] = []

    def ask(self, cond: int, *, truth: bool) -> bool:
        """Add a condition. False where nothing is known of it, or it does not hold."""
        todo = [(cond, truth)]
        meanings = self.launch.numbers.meaning
        while todo:
            number, holds = todo.pop()
            meaning = meanings[number]
            known = self.launch.form(number)
            if known is not None and not known.terms:
                if bool(known.value) != holds:
                    return False
                continue
            if meaning[0] != "op":
                return False
            op, args = str(meaning[2]), [n for n in meaning[3:] if isinstance(n, int)]
            dtype = meaning[1]
            if op == "not" and isinstance(dtype, DType) and dtype.is_bool:
                todo.append((args[0], not holds))
            elif op == ("and" if holds else "or") and isinstance(dtype, DType) and dtype.is_bool:
                todo += [(n, holds) for n in args]
            elif op not in _NEGATED or not self.compared(op if holds else _NEGATED[op], *args):
                return False
        return True

    def atoms(self, index: Form) -> set[Atom]:
        """All that is named by the conditions so far, and by an index."""
        forms = [index, *(form for form, _ in self.upper)]
        return {*self.fixed, *(one[0] for one in self.single), *(atom for form in forms for atom, _ in form.terms)}

    def compared(self, op: str, left: int, right: int) -> bool:
        a, b = self.launch.form(left), self.launch.form(right)
        if a is None or b is None:
            return False
        if not a.terms:
            op, a, b = _FLIPPED[op], b, a
        if b.terms and op in ("gt", "ge"):
            op, a, b = _FLIPPED[op], b, a
        if b.terms:
            a, b = self.moved(a, b)
        if b.terms or not a.terms:
            return False
        if op == "eq":
            return self.equal(a, b.value)
        least, most = a.value, a.value + sum(c * (self.launch.count(atom) - 1) for atom, c in a.terms)
        if op in ("gt", "ge"):  # holds for all, or is of no use; below 2**31 no type makes it another number
            return most < RING // 2 and least >= b.value + (op == "gt")
        bound = b.value + (op == "le")  # "ne" holds at least below the number
        if most < bound:
            return True
        if len(a.terms) == 1:
            (atom, coefficient), *_ = a.terms
            if bound <= a.value:
                return False
            self.single.append((atom, coefficient, a.value, bound))
            return True
        self.upper.append((a, bound))
        return True

    def moved(self, a: Form, b: Form) -> tuple[Form, Form]:
        """``a < q - x`` as ``a + x < q``, where ``x <= q < 2**31``, so that the difference is what it is in the
        integers. The same of ``a == q - x`` and ``a != q - x``."""
        taken = [(atom, RING - coefficient) for atom, coefficient in b.terms]
        most = sum(coefficient * (self.launch.count(atom) - 1) for atom, coefficient in taken)
        if not most <= b.value < RING // 2 or any(coefficient >= RING // 2 for _, coefficient in a.terms):
            return a, b
        return self.launch.sum(a, Form(0, tuple(taken)), 1), Form(b.value)

    def equal(self, a: Form, target: int) -> bool:
        """Only the atoms with which ``a`` is the target are left."""
        gap = target % RING - a.value
        wanted = dict.fromkeys((atom for atom, _ in a.terms), 0)
        if gap:
            (atom, coefficient), *more = a.terms
            if more or gap % coefficient or not 0 < gap // coefficient < self.launch.count(atom):
                return False
            wanted[atom] = gap // coefficient
        if any(self.fixed.get(atom, value) != value for atom, value in wanted.items()):
            return False
        self.fixed |= wanted
        return True
