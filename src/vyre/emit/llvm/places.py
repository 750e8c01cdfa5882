"""Where an access goes: the element that each lane means, and the lanes that are in bounds.

An index that is one scalar gives a scalar access. ``base + lane`` gives a vector access at ``sext(base)``: an array
has fewer than 2**31 elements here, so for every lane that is on and in bounds the base is at least -width, and the
wrap of u32 (lane 0 of ``i - 1`` at 0) is exactly the signed address. Everything else is a gather or a scatter with
32-bit signed indexes. Arrays of 2**31 elements and more run through a second text, ``wide``, in which offsets have
64 bits and nothing is taken as consecutive. A lane that is off, or out of bounds, is masked and touches nothing.

A field of a record begins at index * itemsize + offset, formed in 64 bits, and at any address: neighbouring records are
not neighbours in a vector, so lanes that differ gather and scatter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from vyre.dtypes import DType, bool_, i64, u32
from vyre.emit.llvm.bounds import Line, wholly
from vyre.emit.llvm.claims import check, check_consecutive, check_some_on
from vyre.emit.llvm.guards import all_in_bounds
from vyre.emit.llvm.sums import Sum
from vyre.emit.llvm.text import element_type, memory_type
from vyre.emit.llvm.values import resize
from vyre.emit.llvm.writer import BufferRef, Masks, Value, Writer
from vyre.ir.nodes import Atomic, Load, Store
from vyre.ir.walk import subscripts

__all__ = ["Place", "addresses", "apart", "check_in_bounds", "element", "in_bounds", "locate", "own", "pointers"]


@dataclass(slots=True)
class Place:
    """Where an access goes: the element offset (i32, or i64 in the wide text) and who may touch it. ``inside``: scalar
    tests, one a pack, or None; ``mask``: lanes that are on and in bounds. In records, ``field`` is the field's type
    and its byte in the record, and ``inner`` the offset in a field that is an array, in its elements."""

    buffer: BufferRef
    offset: Value
    inside: list[str] | None
    mask: Masks
    checked: bool
    field: tuple[DType, int] | None = None
    inner: Value | None = None
    streams: bool = False  # a store that goes past the caches; its vectors are aligned
    sure: str | None = None  # an i1 that is true only where all lanes are in bounds, so that no mask is needed
    origin: str | None = None  # elements before those that the offset counts (i32, not negative)
    settles: bool = False  # an atomic that a look and a plain store can do
    indexes: tuple[Value, ...] = ()  # the subscripts of the array
    extents: tuple[str, ...] = ()  # what they are below, i32 operands

    @property
    def dtype(self) -> DType:
        """The type of what is read or written."""
        return self.buffer.dtype if self.field is None else self.field[0]

    @property
    def align(self) -> int:
        """Of every address, in bytes."""
        return self.buffer.dtype.nbytes if self.field is None else 1

    @property
    def one(self) -> str | None:
        """The element offset where all lanes go to one address."""
        return self.offset.scalar if self.inner is None or self.inner.scalar is not None else None

    @property
    def each(self) -> list[str] | None:
        """The element offsets where all lanes of a pack go to one address."""
        if self.inner is not None and not self.inner.is_scalar:
            return None
        if self.inner is not None and self.inner.same is not None:
            return None
        return self.offset.same

    @property
    def bases(self) -> list[str] | None:
        """Where neighbouring lanes go to neighbouring elements: the offset of the first of each pack."""
        return self.offset.base if self.field is None else None


def locate(w: Writer, stmt: Load | Store | Atomic, number: int) -> Place:
    """Form the offset and the bounds tests of an access."""
    buffer = w.buffers[stmt.buffer]
    outer, within, lengths = subscripts(w.program, stmt)
    extents = (buffer.size,) if stmt.flat or len(outer) == 1 else buffer.extents
    limits = [*extents, *map(str, lengths)]
    indexes = [w.value(n) for n in (*outer, *within)]
    # what is read for all lanes is read whether or not one is on, so conditions prove nothing
    alone = all(v.is_scalar for v in indexes)
    masked = w.maybe_empty or (w.mask is not None and any(v.same is not None for v in indexes))
    trusted = number in w.trusted or (number in w.proved and not (masked and alone))
    inside: list[str] | None = None
    mask = w.mask
    lines: list[Line] | None = [] if mask is None and not w.wide else None
    decided = frozenset[tuple[int, int]]() if w.inside is None else w.inside.indexes
    for at, (index, extent) in enumerate(zip(indexes, limits, strict=True)):
        if trusted or (number, at) in decided:
            check_in_bounds(w, index, extent)
        else:
            test = in_bounds(w, index, extent)
            if test.is_scalar:
                tests = w.scalars(test)
                inside = tests if inside is None else w.each(_and(w), inside, tests)
            else:
                mask = w.both(mask, w.vectors(test))
                lines = None if lines is None or index.base is None else [*lines, (index.base, extent)]
    if trusted and alone:
        check_some_on(w)
    tested = not trusted and any((number, at) not in decided for at in range(len(indexes)))
    exact = w.inside is not None and mask is None and not tested  # all lanes are in bounds, and nothing wraps
    origin = None
    if exact and len(outer) > 1 and indexes[len(outer) - 1].base and all(v.scalar for v in indexes[: len(outer) - 1]):
        # the row's place and the place in the row, each in 64 bits: LLVM keeps the first out of the loop
        rows = _linear(w, indexes[: len(outer) - 1], limits[: len(outer) - 1])
        origin = _scale(w, rows, limits[len(outer) - 1]).scalar
        offset = _offset(w, indexes[len(outer) - 1])
    else:
        offset = _linear(w, indexes[: len(outer)], limits[: len(outer)])
    if buffer.lanes:
        offset = own(w, buffer, offset)
    place = Place(
        buffer,
        offset,
        inside,
        mask,
        tested,
        origin=origin,
        indexes=tuple(indexes[: len(outer)]),
        extents=extents,
    )
    if place.bases is not None:
        check_consecutive(w, offset, mask)
    if tested and not w.general:
        place.sure = all_in_bounds(w, indexes[0], limits[0]) if len(indexes) == 1 else wholly(w, lines, inside)
    record = w.program.buffers[stmt.buffer].record
    if record is not None and not isinstance(stmt, Atomic) and stmt.field is not None:
        field = record.fields[stmt.field]
        place.field = field.dtype, field.offset
        place.inner = _linear(w, indexes[len(outer) :], limits[len(outer) :]) if within else None
    return place


def _and(w: Writer) -> Callable[..., str]:
    return lambda a, b: w.scalar_form.op("and", "i1", a, b)


def _linear(w: Writer, indexes: list[Value], extents: list[str]) -> Value:
    """The offset that subscripts mean, in elements."""
    parts = [_offset(w, v) for v in indexes]
    offset = parts[0]
    for part, extent in zip(parts[1:], extents[1:], strict=True):
        offset = _add(w, _scale(w, offset, extent), part)
    return offset


def own(w: Writer, buffer: BufferRef, offset: Value) -> Value:
    """The place of an element of a private array: neighbouring invocations' are neighbours."""
    lane = w.ids["local_index", 0] if buffer.whole else w.ids["lane", 0]
    return _add(w, _scale(w, offset, str(buffer.lanes)), _offset(w, lane))


def in_bounds(w: Writer, index: Value, extent: str) -> Value:
    """0 <= index < extent, in the index's own type (rule 4.1)."""
    dtype = index.dtype
    bits = max(32, dtype.bits)
    form = w.scalar_form if index.scalar is not None else w.vector_form
    n = f"i{bits}"
    limit = extent
    if bits == 64 and extent[0] == "%":
        limit = w.scalar_form.convert("zext", "i32", extent, n)
    elif dtype.is_signed and bits == 32 and w.wide:
        # a negative index must not pass as a number of 2**31 or more
        limit = w.text.call("llvm.umin.i32", "i32", [("i32", extent), ("i32", "-2147483648")])
    if index.scalar is not None:
        return Value(bool_, form.op("icmp ult", n, resize(form, dtype, index.scalar, bits), limit))
    if index.same is not None:
        form = w.scalar_form
        return Value(
            bool_, same=w.each(lambda x: form.op("icmp ult", n, resize(form, dtype, x, bits), limit), index.same)
        )
    bound = w.text.splat(limit, n, w.width)
    return Value(
        bool_, regs=w.each(lambda x: form.op("icmp ult", n, resize(form, dtype, x, bits), bound), w.vectors(index))
    )


def check_in_bounds(w: Writer, index: Value, extent: str) -> None:
    """Where facts are checked: that a subscript whose test is left out is in bounds in each lane that is on."""
    if w.facts is not None:
        check(w, "in bounds", in_bounds(w, index, extent), value=index, bound=Value(u32, extent))


def _offset(w: Writer, index: Value) -> Value:
    """The index as a number of elements; lanes that are out of bounds may hold anything."""
    bits = 64 if w.wide else 32
    dtype = i64 if w.wide else u32
    if index.dtype.bits == bits:
        return Value(dtype, index.scalar, index.regs, None if w.wide else index.base, index.same)
    if index.same is not None:
        return Value(dtype, same=w.each(lambda x: resize(w.scalar_form, index.dtype, x, bits), index.same))
    if index.scalar is not None:
        return Value(dtype, resize(w.scalar_form, index.dtype, index.scalar, bits))
    return Value(dtype, regs=[resize(w.vector_form, index.dtype, x, bits) for x in w.vectors(index)])


def _scale(w: Writer, offset: Value, extent: str) -> Value:
    n = element_type(offset.dtype)
    if w.wide and extent[0] == "%":
        extent = w.scalar_form.convert("zext", "i32", extent, "i64")
    if offset.scalar is not None:
        return Value(offset.dtype, w.scalar_form.op("mul", n, offset.scalar, extent))
    if offset.same is not None:
        return Value(offset.dtype, same=w.each(lambda x: w.scalar_form.op("mul", n, x, extent), offset.same))
    factor = w.text.splat(extent, n, w.width)
    return Value(offset.dtype, regs=[w.vector_form.op("mul", n, x, factor) for x in w.vectors(offset)])


def _add(w: Writer, a: Value, b: Value) -> Value:
    n = element_type(a.dtype)
    if a.scalar is not None and b.scalar is not None:
        return Value(a.dtype, w.scalar_form.op("add", n, a.scalar, b.scalar))

    def scalar(x: str, y: str) -> str:
        return w.scalar_form.op("add", n, x, y)

    if a.is_scalar and b.is_scalar:
        return Value(a.dtype, same=w.each(scalar, w.scalars(a), w.scalars(b)))
    base = None
    if a.is_scalar and b.base is not None:
        base = w.each(scalar, w.scalars(a), b.base)
    regs = w.each(lambda x, y: w.vector_form.op("add", n, x, y), w.vectors(a), w.vectors(b))
    return Value(a.dtype, None, regs, base)


def element(w: Writer, place: Place, index: str) -> str:
    """The address of one element, by a scalar offset."""
    pointer = place.buffer.pointer
    for offset in (index,) if place.origin is None else (place.origin, index):
        if not w.wide and offset[0] == "%":
            offset = w.scalar_form.convert("sext", "i32", offset, "i64")
        pointer = w.text.let(f"getelementptr {place.buffer.step}, ptr {pointer}, i64 {offset}")
    if place.field is None:
        return pointer
    pointer = w.text.let(f"getelementptr i8, ptr {pointer}, i64 {place.field[1]}")
    if place.inner is None:
        return pointer
    n = element_type(place.offset.dtype)
    return w.text.let(f"getelementptr {memory_type(place.dtype)}, ptr {pointer}, {n} {place.inner.scalar}")


def pointers(w: Writer, place: Place) -> Iterator[str]:
    """The addresses that the packs access, where every lane is in bounds: then no number wraps, offsets that differ by a constant
    are as far apart in memory, and a row that lies below another one is as many bytes further as the rows in between have."""
    sums, t = w.text.sums, w.text
    rows = _rows(w, place)
    first: dict[tuple[str, ...], tuple[int, str]] = {}  # of what is added to a constant: the constant, and its address
    made: dict[Sum, str] = {}
    row_size = ""
    latest: dict[
        tuple[Sum, tuple[str, ...]], tuple[int, str]
    ] = {}  # of the same columns: the last row, and its address
    for k, base in enumerate(place.bases or place.each or ()):
        if rows is None:
            added, at = same = ((base,), 0) if w.wide else sums.of(base)
            if same not in made:
                made[same] = _beyond(w, place, first[added], at) if added in first else element(w, place, base)
                first.setdefault(added, (at, made[same]))
            yield made[same]
            continue
        terms, row = sums.of(rows[0][k])
        key = sums.of(rows[1][k]), terms
        before, pointer = latest.get(key, (row, ""))
        if not pointer or row < before:
            pointer = element(w, place, base)
        elif row > before:
            row_size = row_size or w.scalar_form.convert("zext", "i32", place.extents[1], "i64")
            far = row_size if row == before + 1 else t.let(f"mul i64 {row_size}, {row - before}")
            pointer = t.let(f"getelementptr {place.buffer.step}, ptr {pointer}, i64 {far}")
        latest[key] = row, pointer
        yield pointer


def _beyond(w: Writer, place: Place, known: tuple[int, str], at: int) -> str:
    """From an address to the one whose offset has another constant, modulo 2**32: offsets are below 2**31."""
    elements = (at - known[0] + (1 << 31)) % (1 << 32) - (1 << 31)
    return w.text.let(f"getelementptr {place.buffer.step}, ptr {known[1]}, i64 {elements}")


def _rows(w: Writer, place: Place) -> tuple[list[str], list[str]] | None:
    """By pack the row, and the first column, of accesses to several rows of an array."""
    if len(place.indexes) != 2 or w.wide or place.extents[1][0] != "%":
        return None
    first, second = place.indexes
    columns = w.scalars(second) if second.is_scalar else second.base
    return None if first.same is None or columns is None else (first.same, columns)


def apart(w: Writer, place: Place) -> list[tuple[object, int]]:
    """Of each pack what its place depends on, and how many elements behind that it lies: of equals, the difference is known."""
    sums, rows = w.text.sums, _rows(w, place)
    found: list[tuple[object, int]] = []
    for k, base in enumerate(place.bases or ()):
        terms, at = sums.of(base if rows is None else rows[1][k])
        found.append((terms if rows is None else (terms, sums.of(rows[0][k])), at))
    return found


def addresses(w: Writer, place: Place, pack: int) -> str:
    """The addresses of one pack."""
    n, many = element_type(place.offset.dtype), w.vector_type("ptr")
    index = w.vectors(place.offset)[pack]
    found = w.text.let(f"getelementptr {place.buffer.step}, ptr {place.buffer.pointer}, {w.vector_type(n)} {index}")
    if place.field is None:
        return found
    found = w.text.let(f"getelementptr i8, {many} {found}, i64 {place.field[1]}")
    if place.inner is None:
        return found
    within = w.vectors(place.inner)[pack]
    return w.text.let(f"getelementptr {memory_type(place.dtype)}, {many} {found}, {w.vector_type(n)} {within}")
