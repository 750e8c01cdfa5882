"""Loads and stores of buffers and shared arrays, in the form that the index allows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final, Literal

from vyre.dtypes import DType, bool_, i64, u32
from vyre.emit.llvm.ahead import prefetch
from vyre.emit.llvm.claims import check_aligned, check_always, check_side, check_under, equal
from vyre.emit.llvm.gathers import BELOW_WORDS, gather, gather_words, scatter
from vyre.emit.llvm.narrow import from_memory
from vyre.emit.llvm.places import Place, addresses, element, locate, own, pointers
from vyre.emit.llvm.receipt import AccessDecision, AccessKind
from vyre.emit.llvm.text import Form, element_type, is_narrow, memory_type
from vyre.emit.llvm.values import canonical
from vyre.emit.llvm.writer import BufferRef, Masks, Value, Writer
from vyre.ir.nodes import Atomic, Clear, Load, Op, Store

__all__ = ["as_stored", "check_read", "clear", "load", "loaded", "note", "store"]

_UNROLLED: Final = 8  # elements of a private array that are cleared one by one


def clear(w: Writer, stmt: Clear) -> None:
    """Zeros for a private array, in the lanes that are on."""
    t, buffer = w.text, w.buffers[stmt.buffer]
    count, memory = int(buffer.size), memory_type(buffer.dtype)
    dtype = i64 if w.wide else u32
    n = element_type(dtype)
    zeros = ["zeroinitializer"] * w.packs

    def one(number: str) -> None:
        place = Place(buffer, own(w, buffer, Value(dtype, number)), None, w.mask, False)

        def write(m: Masks) -> list[str]:
            _store_packs(w, place, m, memory, zeros)
            return []

        native = place.offset.base is not None and w.target.masks_natively(memory)
        _with_fast_path(w, place.mask, native, memory, write)

    if count <= _UNROLLED:
        for k in range(count):
            one(str(k))
        return
    with t.counting(count, type_=n) as now:
        one(now)


def note(w: Writer, stmt: Load | Store | Atomic, number: int, kind: AccessKind, place: Place, reason: str) -> None:
    """Write the decision down."""
    if w.alone:
        kind, reason = "lanes", "one lane after the other, through a branch that it has to itself"
    what: Literal["load", "store", "atomic"] = "atomic"
    if not isinstance(stmt, Atomic):
        what = "load" if isinstance(stmt, Load) else "store"
    masked = place.mask is not None
    w.forms.setdefault(number, {})[kind] = None
    w.accesses.append(AccessDecision(number, what, stmt.buffer, kind, not place.checked, masked, reason))


def _why(w: Writer, place: Place) -> str:
    if place.field is not None:
        return "neighbouring lanes are at other records or other elements of a field"
    return "the array may have 2**31 elements" if w.wide else "the index differs freely between lanes"


# -- loads ------------------------------------------------------------------------------------------------------


def load(w: Writer, stmt: Load, number: int) -> Value:
    """Write a load; what it gives."""
    place = locate(w, stmt, number)
    check_side(w, stmt.buffer, place.indexes[0], stores=False)
    dtype = place.dtype
    memory = memory_type(dtype)
    if place.one is not None:
        note(w, stmt, number, "scalar", place, "the index is the same in all lanes")
        inside = "true" if place.inside is None else place.inside[0]
        return Value(dtype, _load_one(w, place, place.one, inside))
    if place.each is not None:
        note(w, stmt, number, "scalar", place, "the index is the same in all lanes of a vector")
        if place.inside is None:
            return Value(dtype, same=w.each(lambda p: _load_from(w, place, p), list(pointers(w, place))))
        return Value(dtype, same=w.each(lambda x, y: _load_one(w, place, x, y), place.each, place.inside))
    masks = _with_scalar_test(w, place)
    if place.bases is not None:
        note(w, stmt, number, "vector", place, "neighbouring lanes read neighbouring elements")
    else:
        note(w, stmt, number, "gather", place, _why(w, place))
    w.sources.pop(stmt.result, None)
    if masks is None and place.bases is not None and _gives_indexes(w, stmt):
        w.sources[stmt.result] = element(w, place, place.bases[0]), len(w.loops)
    native = w.target.masks_natively(memory) if place.bases is not None else w.target.masks

    def read(m: Masks) -> list[str]:
        if m is None and place.bases is not None and w.counters and not place.buffer.shared:
            at, regs = _load_all(w, place, memory)
            prefetch(w, stmt, place, at)
            return regs
        return _load_packs(w, place, m, memory)

    regs = _with_fast_path(w, masks, native, memory, read, place.sure)
    return Value(dtype, regs=[loaded(w.vector_form, dtype, x) for x in regs])


def _gives_indexes(w: Writer, stmt: Load) -> bool:
    """Whether an atomic may take what is loaded as its indexes, and read them from memory itself: lane after lane of all packs."""
    if w.program.buffers[stmt.buffer].role != "in" or w.workgroup[1:] != (1, 1):
        return False
    users = [w.tree.nodes[number].stmt for number in w.tree.users.get(stmt.result, ())]
    return any(isinstance(user, Atomic) or (isinstance(user, Op) and user.op == "and") for user in users)


def _load_one(w: Writer, place: Place, index: str, inside: str) -> str:
    """A value that all lanes get from one address; another address where it is out of bounds."""
    pointer = element(w, place, index)
    if inside != "true":
        pointer = w.text.let(f"select i1 {inside}, ptr {pointer}, ptr %zero")
    return _load_from(w, place, pointer)


def _load_from(w: Writer, place: Place, pointer: str) -> str:
    raw = w.text.let(f"load {memory_type(place.dtype)}, ptr {pointer}, align {place.align}")
    return loaded(w.scalar_form, place.dtype, raw)


def loaded(form: Form, dtype: DType, raw: str) -> str:
    """The value of an element as memory holds it (rule 1.1)."""
    if dtype.is_bool:
        return form.op("icmp ne", "i8", raw, form.literal("i8", 0))
    return from_memory(form, dtype, raw) if is_narrow(dtype) else raw


def _load_packs(w: Writer, place: Place, masks: Masks, memory: str) -> list[str]:
    align = place.align
    if place.bases is not None:
        if masks is None:
            return _load_all(w, place, memory)[1]
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


def _load_all(w: Writer, place: Place, memory: str) -> tuple[list[str], list[str]]:
    """The addresses and the vectors of all packs, where every lane is in bounds."""
    at: list[str] = []
    made: dict[str, str] = {}
    for pointer in pointers(w, place):
        at.append(pointer)
        if pointer not in made:
            made[pointer] = w.text.let(f"load {w.vector_type(memory)}, ptr {pointer}, align {place.align}")
    return at, [made[pointer] for pointer in at]


def _with_fast_path(
    w: Writer,
    masks: Masks,
    native: bool,
    memory: str,
    access: Callable[[Masks], list[str]],
    sure: str | None = None,
) -> list[str]:
    """``access`` under its masks. Where masking is no instruction, a second form without masks runs when it may; also where
    a scalar tells that it may (``sure``)."""
    if masks is None or (native and sure is None):
        return access(masks)
    t = w.text
    fast, slow, done = t.label(), t.label(), t.label()
    t.branch(w.every(masks) if sure is None else sure, fast, slow)
    t.start(fast)
    check_always(w, "in bounds", Value(bool_, regs=list(masks)))
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


def check_read(w: Writer, stmt: Load, number: int) -> None:
    """Where facts are checked: that what a load gives, which was read before its statement or with that of other lanes, is what
    each lane finds by its own subscripts. Only of memory that no other thread writes."""
    facts, buffer = w.facts, w.program.buffers[stmt.buffer]
    if facts is None or buffer.role not in ("in", "table", "shared"):
        return
    kept = w.trusted, w.proved, w.inside
    w.trusted, w.proved, w.inside, w.facts = frozenset(), frozenset(), None, None
    place = locate(w, stmt, number)
    regs = _gathered(w, place)
    (w.trusted, w.proved, w.inside), w.facts = kept, facts
    own, value = Value(place.dtype, regs=regs), w.value(stmt.result)
    check_under(w, "read ahead", equal(w, value, own), place.mask, value, own)


def _gathered(w: Writer, place: Place) -> list[str]:
    """The elements of a place lane by lane, in the lanes of its mask, which its scalar tests narrow."""
    memory, masks = memory_type(place.dtype), w.full(_with_scalar_test(w, place))
    raw = [gather(w, memory, addresses(w, place, k), masks[k], place.align) for k in range(w.packs)]
    return [loaded(w.vector_form, place.dtype, x) for x in raw]


def _check_same(w: Writer, stmt: Store, place: Place) -> None:
    """That a shared array which another workgroup has filled holds what is stored."""
    if w.facts is not None and stmt.buffer in w.facts.alike:
        there, value = Value(place.dtype, regs=_gathered(w, replace(place))), w.value(stmt.value)
        check_under(w, "same stores", equal(w, value, there), place.mask, value, there)


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


def as_stored(w: Writer, buffer: BufferRef, dtype: DType, value: Value) -> tuple[str, list[str]]:
    """The type of an element in memory, and the vectors that are stored."""
    value, memory = _in_memory(buffer, dtype, value, w)
    return memory, value.regs or [w.text.splat(x, memory, w.width) for x in w.scalars(value)]


def _in_memory(buffer: BufferRef, dtype: DType, value: Value, w: Writer) -> tuple[Value, str]:
    if value.dtype.is_bool or is_narrow(value.dtype) or (value.dtype.is_float and not buffer.shared):
        return stored(w, value), f"i{8 * value.dtype.nbytes}"
    return value, memory_type(dtype)


def store(w: Writer, stmt: Store, number: int, *, rare: bool = False) -> None:
    """Write a store. ``rare``: it hardly ever runs, so that it has no second form."""
    place = locate(w, stmt, number)
    check_side(w, stmt.buffer, place.indexes[0], stores=True)
    _check_same(w, stmt, place)
    value, memory = _in_memory(place.buffer, place.dtype, w.value(stmt.value), w)
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
        native = rare or (w.target.scatters and memory not in BELOW_WORDS)

    place.streams = masks is None and number in w.inside_streams

    def write(m: Masks) -> list[str]:
        _store_packs(w, place, m, memory, regs)
        return []

    _with_fast_path(w, masks, native, memory, write, place.sure)


def _store_packs(w: Writer, place: Place, masks: Masks, memory: str, regs: list[str]) -> None:
    align, vector = place.align, w.vector_type(memory)
    if place.bases is not None:
        free = masks is None and not place.streams
        for k, pointer in enumerate(pointers(w, place) if free else (element(w, place, x) for x in place.bases)):
            if place.streams:
                whole = w.width * place.dtype.nbytes
                check_aligned(w, pointer, whole)
                w.text.do(f"store {vector} {regs[k]}, ptr {pointer}, align {whole}, !nontemporal !0")
            elif masks is None:
                w.text.do(f"store {vector} {regs[k]}, ptr {pointer}, align {align}")
            else:
                w.text.call(
                    f"llvm.masked.store.{w.vector_form.suffix(memory)}.p0",
                    "void",
                    [(vector, regs[k]), (f"ptr align {align}", pointer), (w.mask_type, masks[k])],
                )
        return
    for k, (mask, x) in enumerate(zip(w.full(masks), regs, strict=True)):
        scatter(w, memory, addresses(w, place, k), mask, align, x)


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
