"""What the NumPy text of a program calls while it runs: ids, memory, atomics, subgroups and traps of many lanes at once.

A *chunk* is a row of whole workgroups, a *lane* one invocation of it. Lanes stand in id order: by linear workgroup id
(x fastest), then by linear local index. A lane's value is an array over all lanes, or one NumPy scalar where it is
the same in all of them. A mask is a bool array over all lanes. Arrays are never changed in place, but for memory.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any, Final

import numpy as np

from vyre.dtypes import DType, u32
from vyre.emit.subgroups import divergent
from vyre.emit.vector import CELL, from_cells, held, to_cells, typed, vector_meaning
from vyre.ir.ops import SUBGROUP_REDUCTIONS, SUBGROUP_SIZE, missing_lane
from vyre.ir.program import Grid, Role

__all__ = [
    "BARE",
    "Chunk",
    "advanced",
    "atomic",
    "clear",
    "element",
    "element_of",
    "load",
    "merged",
    "store",
    "store_field",
    "subgroup",
    "trips",
]

BARE: Final = ("shared", "private")
"""Roles of arrays that nobody outside sees."""
Lanes = Any
Memory = Any
Marks = Any
"""A byte per element, 1 where something was stored; None where nobody wants to know."""


class Chunk:
    """Workgroups ``numbers`` (linear ids) of a launch, and the ids of their lanes."""

    def __init__(self, numbers: Any, grid: Grid, workgroup: Grid) -> None:
        self.numbers = numbers
        self.grid = grid
        self.workgroup = workgroup
        self.groups = len(numbers)
        self.size = workgroup[0] * workgroup[1] * workgroup[2]
        self.lanes = self.groups * self.size
        self.all = np.ones(self.lanes, np.bool_)
        self.none = np.zeros(self.lanes, np.bool_)
        self.first = int(numbers[0]) * self.size  # global id of the first lane, where they count up from there
        in_row = workgroup[1:] == grid[1:] == (1, 1) and int(numbers[-1]) - int(numbers[0]) == self.groups - 1
        self.ramp: Any = np.arange(self.first, self.first + self.lanes, dtype=np.uint32) if in_row else None

    @cached_property
    def lane(self) -> Lanes:
        return np.arange(self.lanes)

    @cached_property
    def row(self) -> Lanes:
        """The lane's workgroup, counted in the chunk."""
        return np.repeat(np.arange(self.groups), self.size)

    def _group(self, axis: int) -> Any:
        x, y, _ = self.grid
        return (self.numbers // (1, x, x * y)[axis] % self.grid[axis]).astype(np.uint32)

    def _local(self, axis: int) -> Any:
        x, y, z = self.workgroup
        return (np.arange(self.size) // (1, x, x * y)[axis] % (x, y, z)[axis]).astype(np.uint32)

    def group_id(self, axis: int) -> Lanes:
        return np.repeat(self._group(axis), self.size)

    def local_id(self, axis: int) -> Lanes:
        return np.tile(self._local(axis), self.groups)

    def global_id(self, axis: int) -> Lanes:  # 5.1: in u32
        if axis == 0 and self.ramp is not None:
            return self.ramp
        return (self._group(axis)[:, None] * np.uint32(self.workgroup[axis]) + self._local(axis)).ravel()

    def local_index(self) -> Lanes:
        return np.tile(np.arange(self.size, dtype=np.uint32), self.groups)

    def subgroup_lane(self) -> Lanes:
        return self.local_index() % np.uint32(SUBGROUP_SIZE)

    def subgroup_id(self) -> Lanes:
        return self.local_index() // np.uint32(SUBGROUP_SIZE)

    def together(self, mask: Lanes, trapped: Lanes, barrier: int) -> None:
        """Rule 5.4: of each workgroup all lanes are here, or none; those that trapped are gone."""
        here: Any = mask.reshape(self.groups, self.size)
        away: Any = ~(here | trapped.reshape(self.groups, self.size))
        if (here.any(axis=1) & away.any(axis=1)).any():
            raise divergent({barrier, None})

    def trap(self, traps: list[tuple[int, int, int]], mask: Lanes, code: Lanes, site: int) -> None:
        """Note the trap of the smallest linear global id, x fastest (rule 5.6)."""
        x, y, z = (self.global_id(axis)[mask].astype(np.int64) for axis in range(3))
        if len(x):
            wide, high = (self.grid[axis] * self.workgroup[axis] for axis in (0, 1))
            linear = (z * high + y) * wide + x
            first = int(linear.argmin())
            traps.append((int(linear[first]), int(self.spread(code)[mask][first]), site))

    def spread(self, value: Lanes) -> Lanes:
        """A value as an array over all lanes."""
        return value if value.ndim else np.broadcast_to(value, (self.lanes,))


# -- loops -----------------------------------------------------------------------------------------------------------


def trips(lo: Lanes, hi: Lanes, step: int) -> Lanes:
    """How often ``range(lo, hi, step)`` goes round, mathematically (rule 5.3), as u64."""
    below, above = (lo, hi) if step > 0 else (hi, lo)
    distance = above.astype(np.uint64) - below.astype(np.uint64)  # modulo 2^64; the difference itself is less
    size = abs(step)
    whole = (distance - np.uint64(1)) // np.uint64(size) if size < 1 << 64 else np.uint64(0)
    return np.where(below < above, whole + np.uint64(1), np.uint64(0))


def advanced(t: DType, lo: Lanes, distance: int) -> Lanes:
    """``lo + distance``, in the type."""
    distance &= (1 << t.bits) - 1
    return lo + typed(t, distance - (1 << t.bits) if distance > t.max else distance)


def merged(mask: Lanes, new: Lanes, old: Lanes) -> Lanes:
    """What a local holds when the lanes of the mask have set it."""
    return new if mask.all() else np.where(mask, new, old)


# -- memory: rules 1.4 and 4.1 -----------------------------------------------------------------------------------------


def element(chunk: Chunk, *pairs: Any) -> tuple[Lanes, Any]:
    """From (index, extent) of each axis: whether the element is inside, and its number (of no meaning elsewhere).

    Where the lanes go through a row of elements one by one, and all are inside, the numbers are a slice.
    """
    if not pairs:
        return np.True_, np.int64(0)
    index, extent = pairs[:2]
    if index is chunk.ramp and len(pairs) == 2 and chunk.first + chunk.lanes <= extent:
        return chunk.all, slice(chunk.first, chunk.first + chunk.lanes)
    inside, at = index < extent, index
    if index.dtype.kind == "i":
        inside = inside & (index >= 0)
    for index, extent in zip(pairs[2::2], pairs[3::2], strict=True):
        inside = inside & (index < extent)
        if index.dtype.kind == "i":
            inside = inside & (index >= 0)
        at = at.astype(np.int64) * extent + index.astype(np.int64)
    return inside, at


def element_of(chunk: Chunk, row: Lanes, count: int, *pairs: Any) -> tuple[Lanes, Lanes]:
    """The same in arrays that lie one behind the other, ``count`` elements each; ``row``: whose it is."""
    inside, at = element(chunk, *pairs)
    if isinstance(at, slice):  # all of them are inside of the first one's array
        at = chunk.ramp
    return inside, row * count + at.astype(np.int64)


def load(t: DType, role: Role, cells: Memory, inside: Lanes, at: Any) -> Lanes:
    """Elements; 0 outside. Shared and private arrays hold values of lanes, not what memory holds."""
    bare = role in BARE
    if isinstance(at, slice):
        found = cells[at] if role == "in" else cells[at].copy()  # what the program never writes may be looked at
        return found if bare else from_cells(t, found)
    if inside.all():
        found = cells[at]
        return found if bare else from_cells(t, found)
    if not len(cells):
        return np.zeros(np.shape(inside), held(t))
    found = cells[np.where(inside, at, at.dtype.type(0))]
    return np.where(inside, found if bare else from_cells(t, found), typed(t, 0))


def store(
    t: DType, role: Role, cells: Memory, mask: Lanes, inside: Lanes, at: Any, value: Lanes, marks: Marks = None
) -> None:
    """Store elements; outside nothing. Where lanes of one chunk store to one element the last one stays."""
    given = value if role in BARE else to_cells(t, value)
    if isinstance(at, slice):
        if not mask.all():
            at, given = np.flatnonzero(mask) + at.start, given[mask] if given.ndim else given
    else:
        chosen = mask & inside
        if not (at.ndim and chosen.all()):
            at = np.broadcast_to(at, chosen.shape)[chosen]
            given = given[chosen] if given.ndim else given
    cells[at] = given
    if marks is not None:
        marks[at] = 1


# -- records: their fields lie anywhere, so memory is taken as bytes ---------------------------------------------------------


def field_of(chunk: Chunk, nbytes: int, offset: int, size: int, count: int, *pairs: Any) -> tuple[Lanes, Lanes]:
    """Whether the scalar is inside, and where its ``size`` bytes begin: of (index, extent) the first ``count`` find the
    record, the others the scalar in a field that is an array."""
    inside, at = element_of(chunk, np.int64(0), 0, *pairs[: 2 * count])
    start = at * nbytes + offset
    if len(pairs) > 2 * count:
        within, number = element_of(chunk, np.int64(0), 0, *pairs[2 * count :])
        inside, start = inside & within, start + number * size
    return inside, start


def load_field(t: DType, memory: Memory, inside: Lanes, start: Lanes) -> Lanes:
    """Scalars of records; 0 outside."""
    if not len(memory):
        return np.zeros(np.shape(inside), held(t))
    cells = memory[np.where(inside, start, 0)[..., None] + np.arange(t.nbytes)].view(CELL[t])[..., 0]
    return np.where(inside, from_cells(t, cells), typed(t, 0))


def store_field(
    t: DType, memory: Memory, mask: Lanes, inside: Lanes, start: Lanes, value: Lanes, marks: Marks = None
) -> None:
    """Store scalars of records. ``marks`` has a byte per byte."""
    chosen = mask & inside
    at = np.broadcast_to(start, chosen.shape)[chosen][:, None] + np.arange(t.nbytes)
    given = np.broadcast_to(to_cells(t, value), chosen.shape)[chosen]
    memory[at] = given.astype(CELL[t], copy=False).view(np.uint8).reshape(at.shape)
    if marks is not None:
        marks[at] = 1


# -- private arrays ------------------------------------------------------------------------------------------------------


def clear(cells: Memory, count: int, mask: Lanes) -> None:
    """Private arrays of ``count`` elements become zeros (rule 4.3)."""
    cells.reshape(len(mask), count)[mask] = 0


# -- atomics: rule 6.1 ---------------------------------------------------------------------------------------------------


_UNORDERED: Final = {
    "add": np.add, "sub": np.subtract, "min": np.minimum, "max": np.maximum, "and": np.bitwise_and, "or": np.bitwise_or, "xor": np.bitwise_xor,
}  # fmt: skip


def atomic(
    t: DType,
    op: str,
    role: Role,
    cells: Memory,
    mask: Lanes,
    inside: Lanes,
    at: Any,
    value: Lanes,
    expected: Lanes = None,
    marks: Marks = None,
    *,
    forgotten: bool = False,
) -> Lanes:
    """One atomic of all lanes, one after the other in id order; gives the old values, and 0 outside (where they are
    ``forgotten``, anything)."""
    old = np.zeros(mask.shape, held(t))
    chosen = np.flatnonzero(mask & inside)
    if not len(chosen):
        return old
    places = chosen + at.start if isinstance(at, slice) else np.broadcast_to(at, mask.shape)[chosen].astype(np.int64)
    values = np.broadcast_to(value, mask.shape)[chosen]
    if forgotten and op in _UNORDERED and not t.is_float:  # the order is nobody's business
        _UNORDERED[op].at(cells, places, values)
        if marks is not None:
            marks[places] = 1
        return old
    order = np.argsort(places, kind="stable")  # by element; those of one element stay in id order
    places, values, chosen = places[order], values[order], chosen[order]
    count = np.arange(len(places))
    first = np.ones(len(places), np.bool_)
    first[1:] = places[1:] != places[:-1]
    begin = np.maximum.accumulate(np.where(first, count, 0))  # where the run of this element begins
    start = cells[places]
    last = np.append(np.flatnonzero(first)[1:], len(places)) - 1
    if op in ("add", "sub") and t.is_float:
        found, final = _summed(vector_meaning(op, (t, t), t), start, first, values)
        if marks is not None:
            marks[places] = 1
        cells[places[last]] = final[last] if role in BARE else to_cells(t, final[last])
    elif op == "compare_exchange":
        wanted = np.broadcast_to(expected, mask.shape)[chosen]
        found, final, changed = _compared(start, first, wanted, values)
        written = np.flatnonzero(changed)
        if marks is not None:
            marks[places[written]] = 1
        cells[places[last]] = final[last]
    else:
        final = values
        if op != "exchange":
            through = _scanned(t, "add" if op == "sub" else op, values, count - begin)
            final = vector_meaning(op, (t, t), t)(start, through)
        found = np.where(first, start, np.roll(final, 1))  # what the one before left
        if marks is not None:
            marks[places] = 1
        cells[places[last]] = final[last] if role in BARE else to_cells(t, final[last])
    old[chosen] = found
    return old


def _summed(join: Callable[..., Lanes], start: Lanes, first: Lanes, values: Lanes) -> tuple[Lanes, Lanes]:
    """Sums of floats, lane after lane: what each found and left."""
    found, final = np.empty_like(start), np.empty_like(start)
    for k in range(len(start)):
        found[k] = start[k] if first[k] else final[k - 1]
        final[k] = join(found[k : k + 1], values[k : k + 1])[0]
    return found, final


def _scanned(t: DType, op: str, values: Lanes, depth: Lanes) -> Lanes:
    """Each value joined with those before it in its run; ``depth``: how many there are."""
    join = vector_meaning(op, (t, t), t)
    through, distance, longest = values, 1, int(depth.max())
    while distance <= longest:
        joined = join(through[:-distance], through[distance:])
        through = np.append(through[:distance], np.where(depth[distance:] >= distance, joined, through[distance:]))
        distance *= 2
    return through


def _compared(start: Lanes, first: Lanes, expected: Lanes, values: Lanes) -> tuple[Lanes, Lanes, Lanes]:
    """Compare-exchange, lane after lane: what each found, left, and whether it exchanged."""
    found, final, changed = np.empty_like(start), np.empty_like(start), np.zeros(len(start), np.bool_)
    now: Any = None
    for k in range(len(start)):
        now = start[k] if first[k] else now
        found[k] = now
        if now == expected[k]:
            now = values[k]
            changed[k] = True
        final[k] = now
    return found, final, changed


# -- subgroups: rule 6.4 -------------------------------------------------------------------------------------------------


def subgroup(t: DType, op: str, chunk: Chunk, mask: Lanes, value: Lanes, operand: Lanes = None) -> Lanes:
    """One subgroup operation of all lanes; those that are not in ``mask`` are missing."""
    joined = SUBGROUP_REDUCTIONS.get(op, "add")
    if op == "ballot":
        bits = _parts(chunk, mask, value, False).astype(np.uint32) << np.arange(SUBGROUP_SIZE, dtype=np.uint32)
        return _lanes(chunk, bits.sum(axis=2, dtype=np.uint32)[..., None], held(u32))
    if op in SUBGROUP_REDUCTIONS:
        join, now = vector_meaning(joined, (t, t), t), _parts(chunk, mask, value, missing_lane(joined, t))
        stride = SUBGROUP_SIZE // 2
        while stride:  # at strides 16, 8, 4, 2, 1 lane i takes lane i + stride
            now = join(now[..., :stride], now[..., stride : 2 * stride])
            stride //= 2
        return _lanes(chunk, now, held(t))
    if op in ("inclusive_scan", "exclusive_scan"):
        join, now = vector_meaning("add", (t, t), t), _parts(chunk, mask, value, missing_lane("add", t))
        stride = 1
        while stride < SUBGROUP_SIZE:
            now = np.concatenate([now[..., :stride], join(now[..., :-stride], now[..., stride:])], axis=2)
            stride *= 2
        if op == "exclusive_scan":
            now = np.concatenate([np.zeros_like(now[..., :1]), now[..., :-1]], axis=2)
        return _lanes(chunk, now, held(t))
    lane = np.arange(SUBGROUP_SIZE)
    given = _parts(chunk, mask, operand, 0).astype(np.int64) % SUBGROUP_SIZE
    source = {"shuffle_up": lane - given, "shuffle_down": lane + given, "shuffle_xor": lane ^ given}.get(op, given)
    there = (source >= 0) & (source < SUBGROUP_SIZE)
    values = _parts(chunk, mask, value, 0)  # a missing lane gives 0
    found = np.take_along_axis(values, np.where(there, source, 0), axis=2)
    return _lanes(chunk, np.where(there, found, typed(t, 0)), held(t))


def _parts(chunk: Chunk, mask: Lanes, value: Lanes, missing: Any) -> Any:
    """Values by workgroup, subgroup and lane, with ``missing`` where there is no lane."""
    count = -(-chunk.size // SUBGROUP_SIZE)
    filled = np.full((chunk.groups, count * SUBGROUP_SIZE), missing, value.dtype)
    filled[:, : chunk.size] = np.where(mask, value, value.dtype.type(missing)).reshape(chunk.groups, chunk.size)
    return filled.reshape(chunk.groups, count, SUBGROUP_SIZE)


def _lanes(chunk: Chunk, parts: Any, dtype: Any) -> Lanes:
    whole = np.broadcast_to(parts, (*parts.shape[:2], SUBGROUP_SIZE)).reshape(chunk.groups, -1)
    return whole[:, : chunk.size].reshape(-1).astype(dtype, copy=False)
