"""Loads and stores of buffers and shared arrays: bounds, and the form that the index allows.

An index that is one scalar gives a scalar access. ``base + lane`` gives a vector access at ``sext(base)``: an array
has fewer than 2**31 elements here, so for every lane that is on and in bounds the base is at least -width, and the
wrap of u32 (lane 0 of ``i - 1`` at 0) is exactly the signed address. Everything else is a gather or a scatter with
32-bit signed indexes. Arrays of 2**31 elements and more run through a second text, ``wide``, in which offsets have
64 bits and nothing is taken as consecutive. A lane that is off, or out of bounds, is masked and touches nothing.

A field of a record begins at index * itemsize + offset, formed in 64 bits, and at any address: neighbouring records are
not neighbours in a vector, so lanes that differ gather and scatter.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

from vyre.dtypes import DType, bool_, i64, u32
from vyre.emit.llvm.gathers import BELOW_WORDS, gather, gather_words
from vyre.emit.llvm.narrow import from_memory
from vyre.emit.llvm.receipt import AccessDecision, AccessKind
from vyre.emit.llvm.text import Form, element_type, is_narrow, memory_type
from vyre.emit.llvm.values import canonical, resize
from vyre.emit.llvm.writer import BufferRef, Masks, Value, Writer
from vyre.ir.nodes import Atomic, Clear, Load, Store
from vyre.ir.walk import subscripts

__all__ = ["Place", "clear", "in_bounds", "load", "loaded", "locate", "note", "store"]

_UNROLLED: Final = 8  # elements of a private array that are cleared one by one


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
    alone = all(
        v.is_scalar for v in indexes
    )  # then it is done whether or not a lane is on, so conditions prove nothing
    masked = w.maybe_empty or (w.mask is not None and any(v.same is not None for v in indexes))
    trusted = number in w.proved and not (masked and alone)
    inside: list[str] | None = None
    mask = w.mask
    decided = frozenset[tuple[int, int]]() if w.inside is None else w.inside.indexes
    if not trusted:
        for at, (index, extent) in enumerate(zip(indexes, limits, strict=True)):
            if (number, at) in decided:
                continue
            test = in_bounds(w, index, extent)
            if test.is_scalar:
                tests = w.scalars(test)
                inside = tests if inside is None else w.each(_and(w), inside, tests)
            else:
                mask = w.both(mask, w.vectors(test))
    offset = _linear(w, indexes[: len(outer)], limits[: len(outer)])
    if buffer.lanes:
        offset = _own(w, buffer, offset)
    tested = not trusted and any((number, at) not in decided for at in range(len(indexes)))
    place = Place(buffer, offset, inside, mask, tested)
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


def _own(w: Writer, buffer: BufferRef, offset: Value) -> Value:
    """The place of an element of a private array: neighbouring invocations' are neighbours."""
    lane = w.ids["local_index", 0] if buffer.whole else w.ids["lane", 0]
    return _add(w, _scale(w, offset, str(buffer.lanes)), _offset(w, lane))


def clear(w: Writer, stmt: Clear) -> None:
    """Zeros for a private array, in the lanes that are on."""
    t, buffer = w.text, w.buffers[stmt.buffer]
    count, memory = int(buffer.size), memory_type(buffer.dtype)
    dtype = i64 if w.wide else u32
    n = element_type(dtype)
    zeros = ["zeroinitializer"] * w.packs

    def one(number: str) -> None:
        place = Place(buffer, _own(w, buffer, Value(dtype, number)), None, w.mask, False)

        def write(m: Masks) -> list[str]:
            _store_packs(w, place, m, memory, zeros)
            return []

        native = place.offset.base is not None and w.target.masks_natively(memory)
        _with_fast_path(w, place.mask, native, memory, write)

    if count <= _UNROLLED:
        for k in range(count):
            one(str(k))
        return
    before, top, latch, done = t.block, t.label(), t.label(), t.label()
    t.goto(top)
    t.start(top)
    now, following = t.name(), t.name()
    t.do(f"{now} = phi {n} [ 0, %{before} ], [ {following}, %{latch} ]")
    one(now)
    t.goto(latch)
    t.start(latch)
    t.do(f"{following} = add {n} {now}, 1")
    t.branch(t.let(f"icmp ult {n} {following}, {count}"), top, done)
    t.start(done)


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
    if not w.wide and index[0] == "%":
        index = w.scalar_form.convert("sext", "i32", index, "i64")
    pointer = w.text.let(f"getelementptr {place.buffer.step}, ptr {place.buffer.pointer}, i64 {index}")
    if place.field is None:
        return pointer
    pointer = w.text.let(f"getelementptr i8, ptr {pointer}, i64 {place.field[1]}")
    if place.inner is None:
        return pointer
    n = element_type(place.offset.dtype)
    return w.text.let(f"getelementptr {memory_type(place.dtype)}, ptr {pointer}, {n} {place.inner.scalar}")


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


def note(w: Writer, stmt: Load | Store | Atomic, number: int, kind: AccessKind, place: Place, reason: str) -> None:
    """Write the decision down."""
    what: Literal["load", "store", "atomic"] = "atomic"
    if not isinstance(stmt, Atomic):
        what = "load" if isinstance(stmt, Load) else "store"
    masked = place.mask is not None
    w.accesses.append(AccessDecision(number, what, stmt.buffer, kind, not place.checked, masked, reason))


def _why(w: Writer, place: Place) -> str:
    if place.field is not None:
        return "neighbouring lanes are at other records or other elements of a field"
    return "the array may have 2**31 elements" if w.wide else "the index differs freely between lanes"


# -- loads ------------------------------------------------------------------------------------------------------


def load(w: Writer, stmt: Load, number: int) -> Value:
    """Write a load; what it gives."""
    place = locate(w, stmt, number)
    dtype = place.dtype
    memory = memory_type(dtype)
    if place.one is not None:
        note(w, stmt, number, "scalar", place, "the index is the same in all lanes")
        inside = "true" if place.inside is None else place.inside[0]
        return Value(dtype, _load_one(w, place, place.one, inside))
    if place.each is not None:
        note(w, stmt, number, "scalar", place, "the index is the same in all lanes of a vector")
        inside_each = place.inside or ["true"] * w.packs
        return Value(dtype, same=w.each(lambda x, y: _load_one(w, place, x, y), place.each, inside_each))
    masks = _with_scalar_test(w, place)
    if place.bases is not None:
        note(w, stmt, number, "vector", place, "neighbouring lanes read neighbouring elements")
    else:
        note(w, stmt, number, "gather", place, _why(w, place))
    native = w.target.masks_natively(memory) if place.bases is not None else w.target.masks
    regs = _with_fast_path(w, masks, native, memory, lambda m: _load_packs(w, place, m, memory))
    return Value(dtype, regs=[loaded(w.vector_form, dtype, x) for x in regs])


def _load_one(w: Writer, place: Place, index: str, inside: str) -> str:
    """A value that all lanes get from one address; another address where it is out of bounds."""
    pointer = element(w, place, index)
    if inside != "true":
        pointer = w.text.let(f"select i1 {inside}, ptr {pointer}, ptr %zero")
    raw = w.text.let(f"load {memory_type(place.dtype)}, ptr {pointer}, align {place.align}")
    return loaded(w.scalar_form, place.dtype, raw)


def loaded(form: Form, dtype: DType, raw: str) -> str:
    """The value of an element as memory holds it (rule 1.1)."""
    if dtype.is_bool:
        return form.op("icmp ne", "i8", raw, form.literal("i8", 0))
    return from_memory(form, dtype, raw) if is_narrow(dtype) else raw


def _load_packs(w: Writer, place: Place, masks: Masks, memory: str) -> list[str]:
    align, vector = place.align, w.vector_type(memory)
    if place.bases is not None:
        if masks is None:
            return w.each(
                lambda base: w.text.let(f"load {vector}, ptr {element(w, place, base)}, align {align}"), place.bases
            )
        return w.each(
            lambda base, mask: _masked_load(w, memory, element(w, place, base), mask, align), place.bases, masks
        )
    regs: list[str] = []
    for k, (index, mask) in enumerate(zip(w.vectors(place.offset), w.full(masks), strict=True)):
        if memory in BELOW_WORDS and not w.wide and w.target.masks and place.field is None:
            regs.append(gather_words(w, memory, place.buffer, index, mask))
        else:
            regs.append(gather(w, memory, addresses(w, place, k), mask, align))
    return regs


def _with_fast_path(
    w: Writer, masks: Masks, native: bool, memory: str, access: Callable[[Masks], list[str]]
) -> list[str]:
    """``access`` under its masks. Where masking is no instruction, a second form without masks runs when it may."""
    if masks is None or native:
        return access(masks)
    t = w.text
    fast, slow, done = t.label(), t.label(), t.label()
    t.branch(w.every(masks), fast, slow)
    t.start(fast)
    plain, plain_end = access(None), t.block
    t.goto(done)
    t.start(slow)
    masked, masked_end = access(masks), t.block
    t.goto(done)
    t.start(done)
    vector = w.vector_type(memory)
    return [
        t.let(f"phi {vector} [ {x}, %{plain_end} ], [ {y}, %{masked_end} ]") for x, y in zip(plain, masked, strict=True)
    ]


def _with_scalar_test(w: Writer, place: Place) -> Masks:
    """The mask, emptied where a scalar bounds test fails."""
    if place.inside is None:
        return place.mask
    place.mask = w.both(place.mask, [w.text.splat(x, "i1", w.width) for x in place.inside])
    return place.mask


def _masked_load(w: Writer, memory: str, pointer: str, mask: str, align: int) -> str:
    vector = w.vector_type(memory)
    return w.text.call(
        f"llvm.masked.load.{w.vector_form.suffix(memory)}.p0",
        vector,
        [(f"ptr align {align}", pointer), (w.mask_type, mask), (vector, "zeroinitializer")],
    )


# -- stores -----------------------------------------------------------------------------------------------------


def stored(w: Writer, value: Value) -> Value:
    """A value in the form in which memory holds it: bool as a byte, a float as its bits, a NaN canonical (rules 1.1
    and 3.4). Stored as an integer: between floats, LLVM drops a choice of NaN over NaN as one without a meaning."""
    dtype = value.dtype
    if not (dtype.is_bool or dtype.is_float):
        return value
    form = w.scalar_form if value.is_scalar else w.vector_form

    def one(x: str) -> str:
        if dtype.is_bool:
            return form.convert("zext", "i1", x, "i8")
        return canonical(form, dtype, x)

    if value.scalar is not None:
        return Value(dtype, one(value.scalar))
    if value.same is not None:
        return Value(dtype, same=w.each(one, value.same))
    return Value(dtype, regs=w.each(one, w.vectors(value)))


def store(w: Writer, stmt: Store, number: int) -> None:
    """Write a store."""
    place = locate(w, stmt, number)
    value = w.value(stmt.value)
    memory = memory_type(place.dtype)
    if value.dtype.is_bool or is_narrow(value.dtype) or (value.dtype.is_float and not place.buffer.shared):
        value = stored(w, value)
        memory = f"i{8 * value.dtype.nbytes}"
    if place.one is not None:
        note(w, stmt, number, "scalar", place, "the index is the same in all lanes")
        _store_one(w, place, value, memory)
        return
    masks = _with_scalar_test(w, place)
    regs = value.regs or [w.text.splat(x, memory, w.width) for x in w.scalars(value)]
    if place.bases is not None:
        note(w, stmt, number, "vector", place, "neighbouring lanes write neighbouring elements")
        native = w.target.masks_natively(memory)
    else:
        note(w, stmt, number, "gather", place, _why(w, place))
        native = w.target.width == 16 and memory not in ("i8", "i16")  # only AVX-512 scatters

    def write(m: Masks) -> list[str]:
        _store_packs(w, place, m, memory, regs)
        return []

    _with_fast_path(w, masks, native, memory, write)


def _store_packs(w: Writer, place: Place, masks: Masks, memory: str, regs: list[str]) -> None:
    align, vector = place.align, w.vector_type(memory)
    if place.bases is not None:
        for k, base in enumerate(place.bases):
            pointer = element(w, place, base)
            if masks is None:
                w.text.do(f"store {vector} {regs[k]}, ptr {pointer}, align {align}")
            else:
                w.text.call(
                    f"llvm.masked.store.{w.vector_form.suffix(memory)}.p0",
                    "void",
                    [(vector, regs[k]), (f"ptr align {align}", pointer), (w.mask_type, masks[k])],
                )
        return
    p = w.vector_type("ptr")
    for k, (mask, x) in enumerate(zip(w.full(masks), regs, strict=True)):
        w.text.call(
            f"llvm.masked.scatter.{w.vector_form.suffix(memory)}.v{w.width}p0",
            "void",
            [(vector, x), (f"{p} align {align}", addresses(w, place, k)), (w.mask_type, mask)],
        )


def _store_one(w: Writer, place: Place, value: Value, memory: str) -> None:
    """A store at one address: if any lane is on, one of them writes (others would race, or write the same)."""
    t = w.text
    done = t.label()
    tests = [] if place.inside is None else place.inside[:1]
    if place.mask is not None:
        tests.append(w.any(place.mask))
    if tests:
        test = tests[0] if len(tests) == 1 else t.let(f"and i1 {tests[0]}, {tests[1]}")
        write = t.label()
        t.branch(test, write, done)
        t.start(write)
    assert place.one is not None
    one = value.scalar
    if one is None:
        regs = value.regs or [w.text.splat(x, memory, w.width) for x in w.scalars(value)]
        one = _first_lane(w, memory, regs, place.mask)
    t.do(f"store {memory} {one}, ptr {element(w, place, place.one)}, align {place.align}")
    if tests:
        t.goto(done)
        t.start(done)


def _first_lane(w: Writer, memory: str, regs: list[str], mask: Masks) -> str:
    """The value of the first lane that is on (there is one)."""
    t, vector = w.text, w.vector_type(memory)
    if mask is None:
        return t.let(f"extractelement {vector} {regs[0]}, i64 0")
    n = f"i{w.width}"
    chosen, bits = regs[-1], mask[-1]
    for x, m in zip(reversed(regs[:-1]), reversed(mask[:-1]), strict=True):
        some = w.any([m])
        chosen = t.let(f"select i1 {some}, {vector} {x}, {vector} {chosen}")
        bits = t.let(f"select i1 {some}, {w.mask_type} {m}, {w.mask_type} {bits}")
    word = t.let(f"bitcast {w.mask_type} {bits} to {n}")
    lane = t.call(f"llvm.cttz.{n}", n, [(n, word), ("i1", "true")])
    wide = t.let(f"zext {n} {lane} to i64")
    return t.let(f"extractelement {vector} {chosen}, i64 {wide}")
