"""Whether a program subscripts its arrays with the axes of its ids the other way round than NumPy's order.

In NumPy's order (rule 5.1) the last subscript of an array varies with the last axis of the ids, the hardware's x, so
that neighbouring invocations touch neighbouring elements. Kernels that were written for CUDA, whose axis 0 is x, have
it the other way round.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass

from vyre.errors import Place
from vyre.ir.nodes import Atomic, For, Get, Id, Load, Op, Set, Store
from vyre.ir.program import Program
from vyre.ir.walk import subscripts, walk

__all__ = ["SwappedAxes", "swapped_axes"]

_NONE: frozenset[int] = frozenset()
_IDS = ("global_id", "local_id", "group_id")


@dataclass(frozen=True, slots=True)
class SwappedAxes:
    """An access of that kind. ``subscripts``: positions of those that vary with ids, at least two. ``exact``: every
    subscript is a ``global_id`` and nothing else. ``rank``: axes of the ids. ``others``: the program asks for ids inside of
    the workgroup, or of it, too."""

    place: Place | None
    subscripts: tuple[int, ...]
    exact: bool
    rank: int
    others: bool

    @property
    def text(self) -> str:
        """The access as it is written, where that is known."""
        return "" if self.place is None else self.place.text[self.place.column : self.place.end_column]

    @property
    def fix(self) -> str:
        """What to write instead."""
        names: Sequence[str] = self._names() if self.exact else ()
        if len(names) != self.rank:
            names = "zyx"[-self.rank :]
        ids = ", ".join(f"{name} = vy.global_id({axis})" for axis, name in enumerate(names))
        also = ", and those of vy.local_id and vy.group_id with them" if self.others else ""
        return f"swap the axes of the ids, which are in NumPy's order: {ids}{also}"

    def _names(self) -> Sequence[str]:
        """The variables that are the subscripts; none where one is no variable."""
        try:
            access = ast.parse(self.text, mode="eval").body
        except SyntaxError:
            return ()
        index = access.slice if isinstance(access, ast.Subscript) else None
        entries = index.elts if isinstance(index, ast.Tuple) else []
        names = [entry.id for entry in entries if isinstance(entry, ast.Name)]
        return names if len(names) == len(entries) else ()


def swapped_axes(program: Program) -> SwappedAxes | None:
    """An access whose last varying subscript takes the first axis of the ids, where another one takes a later axis, of
    several the plainest, a store before a load; None where an access is in NumPy's order (a transposition has one of each), or where there is no such access.

    >>> from vyre.dtypes import u32
    >>> from vyre.ir.builder import Builder
    >>> b = Builder("k")
    >>> out = b.output("out", u32, rank=2)
    >>> out[b.global_id(0), b.global_id(1)] = 1
    >>> swapped_axes(b.build()).subscripts
    (0, 1)
    """
    varies: dict[int, frozenset[int]] = {}  # by value: the axes (0 is x) of the ids that it is made of, if any
    held: dict[int, frozenset[int]] = {}  # by local
    exact: set[int] = set()
    accesses: list[tuple[Load | Store | Atomic, tuple[int, ...]]] = []
    top = 0
    others = False
    for _, stmt, _ in walk(program):
        if isinstance(stmt, Id) and stmt.name in _IDS:
            varies[stmt.result] = frozenset([stmt.axis])
            top = max(top, stmt.axis)
            others |= stmt.name != "global_id"
            if stmt.name == "global_id":
                exact.add(stmt.result)
        elif isinstance(stmt, Op):
            varies[stmt.result] = _NONE.union(*(varies.get(v, _NONE) for v in stmt.args))
        elif isinstance(stmt, Get):
            varies[stmt.result] = held.get(stmt.local, _NONE)
        elif isinstance(stmt, (Set, For)):
            value = stmt.value if isinstance(stmt, Set) else stmt.lo
            held[stmt.local] = held.get(stmt.local, _NONE) | varies.get(value, _NONE)
        elif isinstance(stmt, (Load, Store, Atomic)) and len(stmt.index) > 1 and program.buffers[stmt.buffer].is_array:
            accesses.append((stmt, subscripts(program, stmt)[0]))  # of the array, not of an array in a record
    found: list[tuple[int, SwappedAxes]] = []
    for stmt, index in accesses:
        axes = [varies.get(value, _NONE) for value in index]
        places = tuple(k for k, of in enumerate(axes) if of)
        if len(places) < 2 or not top:
            continue
        last = axes[places[-1]]
        if last == {0}:
            return None
        if last == {top} and any(top not in axes[k] for k in places[:-1]):
            made = SwappedAxes(stmt.place, places, all(v in exact for v in index), top + 1, others)
            found.append((2 * (not made.exact) + isinstance(stmt, Load), made))
    return min(found, key=lambda pair: pair[0])[1] if found else None
