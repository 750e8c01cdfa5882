"""Atomics (rule 6.1), lane after lane in lane order; the old value of each lane is its own.

A workgroup runs on one thread, so an atomic on shared memory is a plain load and store. On a buffer it is an
``atomicrmw``. Where all lanes are on, the lanes are written out; else a loop goes over the bits of the mask. Lanes
that all hit one address, with an old value that nobody reads, are joined first and touch memory once.
"""

from __future__ import annotations

from typing import Final

from vyre.dtypes import DType
from vyre.emit.llvm.claims import check_indexes, check_one_number
from vyre.emit.llvm.gathers import gather, scatter
from vyre.emit.llvm.memory import note
from vyre.emit.llvm.places import Place, addresses, element, locate
from vyre.emit.llvm.text import element_type
from vyre.emit.llvm.values import canonical, lower
from vyre.emit.llvm.writer import Value, Writer
from vyre.ir.nodes import Atomic, Const, Op, Store

__all__ = ["atomic"]

_RMW: Final = {"add": "add", "sub": "sub", "and": "and", "or": "or", "xor": "xor", "exchange": "xchg"}
_WRITTEN_OUT: Final = 32
"""Lanes of a loop over all of them; a power of two, and a multiple of the copies of an array."""
_JOIN: Final = {"add": "add", "sub": "add", "and": "and", "or": "or", "xor": "xor"}


def atomic(w: Writer, stmt: Atomic, number: int) -> Value:
    """Write an atomic; the old values."""
    place = locate(w, stmt, number)
    dtype = place.buffer.dtype
    place.settles = number in w.settled and not place.buffer.shared
    if place.inside is not None and not w.alone:
        place.mask = w.both(place.mask, [w.text.splat(x, "i1", w.width) for x in place.inside])
    value = w.value(stmt.value)
    if place.settles:
        check_one_number(w, stmt.buffer, value)
    expected = None if stmt.expected is None else w.value(stmt.expected)
    used = stmt.result in w.tree.used
    if w.alone:
        note(w, stmt, number, "lanes", place, "")
        return _alone(w, stmt.op, place, value, expected, used)
    joins = not used and place.offset.scalar is not None and not dtype.is_float
    if joins and (stmt.op in _JOIN or stmt.op in ("min", "max")):
        note(w, stmt, number, "scalar", place, "one address and no old value: the lanes are joined first")
        _joined(w, stmt.op, place, value)
        return Value(dtype, "0")
    apart = not used and place.buffer.shared and place.bases is not None and place.mask is None and not dtype.is_float
    if apart and (stmt.op in _JOIN or stmt.op in ("min", "max")):
        note(
            w, stmt, number, "vector", place, "neighbouring lanes mean neighbouring elements, and no old value is read"
        )
        _side_by_side(w, stmt.op, place, value)
        return Value(dtype, "0")
    if place.settles and w.target.scatters and dtype.bits >= 32:
        note(w, stmt, number, "gather", place, "one number for the launch: a look and a plain store")
        _settle_packs(w, stmt.op, place, value)
        return Value(dtype, "0")
    note(w, stmt, number, "lanes", place, "one lane after the other")
    source = None if place.mask is not None or w.wide else _source(w, w.tree.value(stmt.index[-1]), number)
    if source is not None:
        check_indexes(w, *source, place.offset)
    copies = place.buffer.copies if w.tree.only_adds(stmt) else 1  # anything else is done to the array itself
    return _Lanes(w, stmt.op, place, value, expected, used, source, copies).write()


def _source(w: Writer, index: int, number: int) -> tuple[str, str] | None:
    """Where in memory the indexes of statement ``number`` are, if they come straight from it and are there still: the address
    of the first lane's, and the bits that are taken of each. Reading single elements is cheaper than taking vectors apart."""
    stmt = w.tree.nodes[w.tree.where[index]].stmt if index >= 0 else None
    bits = "-1"
    if isinstance(stmt, Op) and stmt.op == "and":
        first, second = (w.tree.value(a) for a in stmt.args)
        made = w.tree.nodes[w.tree.where[second]].stmt if second >= 0 else None
        if not isinstance(made, Const):
            return None
        index, bits = first, str(made.bits)
    dtype = w.tree.dtypes[index]
    pointer, loops = w.sources.get(index, ("", -1))
    between = (n.stmt for n in w.tree.nodes[w.tree.where.get(index, 0) + 1 : number])
    written = any(isinstance(s, (Store, Atomic)) and not w.buffers[s.buffer].shared for s in between)
    if loops != len(w.loops) or written or not dtype.is_integer or dtype.bits != 32:
        return None
    return pointer, bits


def _alone(w: Writer, op: str, place: Place, value: Value, expected: Value | None, used: bool) -> Value:
    """Of one lane."""
    t, dtype = w.text, place.buffer.dtype
    n = element_type(dtype)
    before, some, done = t.block, t.label(), t.label()
    assert place.one is not None
    if place.inside is not None:
        t.branch(place.inside[0], some, done)
        t.start(some)
    if not used and op in ("min", "max") and not dtype.is_float and not (place.buffer.shared or place.settles):
        _if_better(w, op, place, value.scalar or "")
        if place.inside is not None:
            t.goto(done)
            t.start(done)
        return Value(dtype, "0")
    wanted = None if expected is None else expected.scalar
    old = _update(w, op, place, element(w, place, place.one), value.scalar or "", wanted)
    if place.inside is None:
        return Value(dtype, old)
    end = t.block
    t.goto(done)
    t.start(done)
    zero = "0.0" if dtype.is_float else "0"
    return Value(dtype, t.let(f"phi {n} [ {zero}, %{before} ], [ {old}, %{end} ]"))


def _if_better(w: Writer, op: str, place: Place, value: str) -> None:
    """A minimum or maximum whose old value nobody reads: what would change nothing is left out, since a look costs less than
    an update that locks the line."""
    t, dtype = w.text, place.buffer.dtype
    n = element_type(dtype)
    pointer = element(w, place, place.one or "")
    now = t.let(f"load atomic {n}, ptr {pointer} monotonic, align {dtype.nbytes}")
    order = ("s" if dtype.is_signed else "u") + ("lt" if op == "min" else "gt")
    better, after = t.label(), t.label()
    t.branch(t.let(f"icmp {order} {n} {value}, {now}"), better, after)
    t.start(better)
    _update(w, op, place, pointer, value, None)
    t.goto(after)
    t.start(after)


def _update(w: Writer, op: str, place: Place, pointer: str, value: str, expected: str | None) -> str:
    """One read-modify-write; the old value."""
    t, dtype = w.text, place.buffer.dtype
    n, align = element_type(dtype), dtype.nbytes
    if dtype.is_float:
        return _float_update(w, op, place, pointer, value)
    if place.settles:
        _settle(w, op, dtype, pointer, value)
        return "0"
    if place.buffer.shared:
        old = t.let(f"load {n}, ptr {pointer}, align {align}")
        t.do(f"store {n} {_combine(w, op, dtype, old, value, expected)}, ptr {pointer}, align {align}")
        return old
    if op == "compare_exchange":
        pair = t.let(f"cmpxchg ptr {pointer}, {n} {expected}, {n} {value} monotonic monotonic, align {align}")
        return t.let(f"extractvalue {{ {n}, i1 }} {pair}, 0")
    name = _RMW.get(op) or ("" if dtype.is_signed else "u") + op
    return t.let(f"atomicrmw {name} ptr {pointer}, {n} {value} monotonic, align {align}")


def _settle(w: Writer, op: str, dtype: DType, pointer: str, value: str) -> None:
    """An update that a look and a plain store can do; no store where the element is settled."""
    t, n, align = w.text, element_type(dtype), dtype.nbytes
    old = t.let(f"load atomic {n}, ptr {pointer} monotonic, align {align}")
    new = _combine(w, op, dtype, old, value, None)
    some, after = t.label(), t.label()
    t.branch(t.let(f"icmp ne {n} {new}, {old}"), some, after)
    t.start(some)
    t.do(f"store atomic {n} {new}, ptr {pointer} monotonic, align {align}")
    t.goto(after)
    t.start(after)


def _settle_packs(w: Writer, op: str, place: Place, value: Value) -> None:
    """The same for whole vectors. Lanes at one element store the same number."""
    t, form, dtype, align = w.text, w.vector_form, place.buffer.dtype, place.buffer.dtype.nbytes
    n = element_type(dtype)
    for pack, (mask, x) in enumerate(zip(w.full(place.mask), w.vectors(value), strict=True)):
        old = gather(w, n, addresses(w, place, pack), mask, align)
        if op in ("min", "max"):
            new = form.intrinsic(("s" if dtype.is_signed else "u") + op, n, old, x)
        else:
            new = x if op == "exchange" else form.op(op, n, old, x)
        other = w.both([mask], [form.op("icmp ne", n, new, old)])
        some, after = t.label(), t.label()
        t.branch(w.any(other), some, after)
        t.start(some)
        scatter(w, n, addresses(w, place, pack), other[0], align, new)  # formed anew, for 32-bit indexes
        t.goto(after)
        t.start(after)


def _float_update(w: Writer, op: str, place: Place, pointer: str, value: str) -> str:
    """A minimum, maximum or sum of floats: in storage by comparing and exchanging the bits, a NaN canonical."""
    t, f, dtype = w.text, w.scalar_form, place.buffer.dtype
    n, bits, align = element_type(dtype), f"i{dtype.bits}", dtype.nbytes
    if place.buffer.shared:
        old = t.let(f"load {n}, ptr {pointer}, align {align}")
        t.do(f"store {n} {lower(f, op, (dtype, dtype), dtype, (old, value))}, ptr {pointer}, align {align}")
        return old
    first = t.let(f"load atomic {bits}, ptr {pointer} monotonic, align {align}")
    before, top, done = t.block, t.label(), t.label()
    t.goto(top)
    t.start(top)
    now, seen = t.name(), t.name()
    t.do(f"{now} = phi {bits} [ {first}, %{before} ], [ {seen}, %{top} ]")
    old = t.let(f"bitcast {bits} {now} to {n}")
    wanted = canonical(f, dtype, lower(f, op, (dtype, dtype), dtype, (old, value)))
    pair = t.let(f"cmpxchg ptr {pointer}, {bits} {now}, {bits} {wanted} monotonic monotonic, align {align}")
    t.do(f"{seen} = extractvalue {{ {bits}, i1 }} {pair}, 0")
    t.branch(t.let(f"extractvalue {{ {bits}, i1 }} {pair}, 1"), done, top)
    t.start(done)
    return old


def _combine(w: Writer, op: str, dtype: DType, old: str, value: str, expected: str | None) -> str:
    f, n = w.scalar_form, element_type(dtype)
    if op == "exchange":
        return value
    if op == "compare_exchange":
        return f.select(f.op("icmp eq", n, old, expected or ""), n, value, old)
    if op in ("min", "max"):
        return f.intrinsic(("s" if dtype.is_signed else "u") + op, n, old, value)
    return f.op(op, n, old, value)


def _joined(w: Writer, op: str, place: Place, value: Value) -> None:
    """Reduce the lanes that are on, then one update."""
    t, dtype = w.text, place.buffer.dtype
    n = element_type(dtype)
    vector = w.vector_type(n)
    if op in ("min", "max"):
        identity = dtype.max if op == "min" else dtype.min
        join = ("s" if dtype.is_signed else "u") + op
    else:
        identity = -1 if op == "and" else 0
        join = _JOIN[op]
    form = w.vector_form
    total = ""
    for k, x in enumerate(w.vectors(value)):
        if place.mask is not None:
            x = form.select(place.mask[k], n, x, form.literal(n, identity))
        if not total:
            total = x
        else:
            total = form.intrinsic(join, n, total, x) if op in ("min", "max") else form.op(join, n, total, x)
    result = t.call(f"llvm.vector.reduce.{join}.{form.suffix(n)}", n, [(vector, total)])
    assert place.offset.scalar is not None
    done = None
    if place.mask is not None:
        some, done = t.label(), t.label()
        t.branch(w.any(place.mask), some, done)
        t.start(some)
    _update(w, op, place, element(w, place, place.offset.scalar), result, None)
    if done is not None:
        t.goto(done)
        t.start(done)


def _side_by_side(w: Writer, op: str, place: Place, value: Value) -> None:
    """Each lane has an element of its own, in memory that no other thread sees."""
    t, dtype, form = w.text, place.buffer.dtype, w.vector_form
    n = element_type(dtype)
    name = ("s" if dtype.is_signed else "u") + op
    for base, x in zip(place.bases or (), w.vectors(value), strict=True):
        pointer = element(w, place, base)
        old = t.let(f"load {w.vector_type(n)}, ptr {pointer}, align {place.align}")
        new = form.intrinsic(name, n, old, x) if op in ("min", "max") else form.op(op, n, old, x)
        t.do(f"store {w.vector_type(n)} {new}, ptr {pointer}, align {place.align}")


class _Lanes:
    """A loop over the packs; in it the lanes of one pack, written out where all are on, else a loop over the bits of the
    mask. Vectors are read back from memory one element at a time: that is what processors do well."""

    def __init__(
        self,
        w: Writer,
        op: str,
        place: Place,
        value: Value,
        expected: Value | None,
        used: bool,
        source: tuple[str, str] | None,
        copies: int,
    ) -> None:
        self.source = source
        self.copies = copies
        self.w = w
        self.op = op
        self.place = place
        self.n = element_type(place.buffer.dtype)
        self.index_type = element_type(place.offset.dtype)
        self.indexes = ("", True) if source is not None else self.spilled(place.offset, self.index_type)
        self.values = self.spilled(value, self.n)
        self.wanted = None if expected is None else self.spilled(expected, self.n)
        self.old = self.array(self.n) if used else None

    def array(self, element_: str) -> str:
        return self.w.text.alloca(f"[{self.w.packs * self.w.width} x {element_}]", 64)

    def pack_place(self, array: str, element_: str, pack: int) -> str:
        return self.w.text.let(f"getelementptr {element_}, ptr {array}, i64 {pack * self.w.width}")

    def spilled(self, value: Value, element_: str) -> tuple[str, bool]:
        """The value in memory (True), or the scalar that it is (False)."""
        w = self.w
        if value.scalar is not None:
            return value.scalar, False
        array = self.array(element_)
        for pack, x in enumerate(w.vectors(value)):
            w.text.do(f"store {w.vector_type(element_)} {x}, ptr {self.pack_place(array, element_, pack)}")
        return array, True

    def write(self) -> Value:
        w, t, n = self.w, self.w.text, f"i{self.w.width}"
        if self.source is not None and self.old is None and self.place.buffer.shared and self.wanted is None:
            self.from_source(self.source)
            return Value(self.place.buffer.dtype, "0")
        masks = None
        if self.place.mask is not None:
            masks = t.alloca(f"[{w.packs} x {n}]", 8)
            for pack, mask in enumerate(self.place.mask):
                word = t.let(f"bitcast {w.mask_type} {mask} to {n}")
                t.do(f"store {n} {word}, ptr {t.let(f'getelementptr {n}, ptr {masks}, i64 {pack}')}")
            if self.old is not None:
                for pack in range(w.packs):
                    t.do(
                        f"store {w.vector_type(self.n)} zeroinitializer, ptr {self.pack_place(self.old, self.n, pack)}"
                    )
        with t.counting(w.packs) as now:
            first = t.let(f"mul i64 {now}, {w.width}")
            if masks is None:
                self.all_lanes(first)
            else:
                bits = t.let(f"load {n}, ptr {t.let(f'getelementptr {n}, ptr {masks}, i64 {now}')}")
                every, some, end = t.label(), t.label(), t.label()
                t.branch(t.let(f"icmp eq {n} {bits}, -1"), every, some)
                t.start(every)
                self.all_lanes(first)
                t.goto(end)
                t.start(some)
                self.some_lanes(first, bits)
                t.goto(end)
                t.start(end)
        dtype = self.place.buffer.dtype
        if self.old is None:
            return Value(dtype, "0")
        regs = [
            t.let(f"load {w.vector_type(self.n)}, ptr {self.pack_place(self.old, self.n, pack)}")
            for pack in range(w.packs)
        ]
        return Value(dtype, regs=regs)

    def lane(self, value: tuple[str, bool], element_: str, at: str) -> str:
        if not value[1]:
            return value[0]
        t = self.w.text
        return t.let(f"load {element_}, ptr {t.let(f'getelementptr {element_}, ptr {value[0]}, i64 {at}')}")

    def one(self, at: str, copy: int = 0) -> None:
        """The lane of that number among the lanes of all packs. ``copy``: which one of the array it goes to."""
        w, t = self.w, self.w.text
        if self.source is None:
            index = self.lane(self.indexes, self.index_type, at)
        else:
            pointer, bits = self.source
            index = w.scalar_form.op("and", "i32", self.lane((pointer, True), "i32", at), bits)
        value = self.lane(self.values, self.n, at)
        expected = None if self.wanted is None else self.lane(self.wanted, self.n, at)
        pointer = element(w, self.place, index)
        if copy:
            pointer = t.let(f"getelementptr i8, ptr {pointer}, i64 {copy * self.place.buffer.copy_bytes}")
        old = _update(w, self.op, self.place, pointer, value, expected)
        if self.old is not None:
            t.do(f"store {self.n} {old}, ptr {t.let(f'getelementptr {self.n}, ptr {self.old}, i64 {at}')}")

    def from_source(self, source: tuple[str, str]) -> None:
        """All lanes of all packs, so many of them written out; a load gives the indexes of two."""
        w, t, form = self.w, self.w.text, self.w.scalar_form
        pointer, bits = source
        lanes = w.packs * w.width
        values, first, following, before, top, done = self.values, "", "", t.block, "", ""
        if lanes > _WRITTEN_OUT:  # compiling each lane costs far more than a branch in so many of them
            top, done, first, following = t.label(), t.label(), t.name(), t.name()
            t.goto(top)
            t.start(top)
            t.do(f"{first} = phi i64 [ 0, %{before} ], [ {following}, %{top} ]")
            pointer = t.let(f"getelementptr i32, ptr {pointer}, i64 {first}")
            if values[1]:
                values = t.let(f"getelementptr {self.n}, ptr {values[0]}, i64 {first}"), True
        for lane in range(0, min(lanes, _WRITTEN_OUT), 2):
            both = t.let(f"load i64, ptr {t.let(f'getelementptr i32, ptr {pointer}, i64 {lane}')}, align 4")
            for one, index in ((lane, both), (lane + 1, form.op("lshr", "i64", both, "32"))):
                low = form.op("and", "i32", form.convert("trunc", "i64", index, "i32"), bits)
                at = element(w, self.place, low)
                copy = one % self.copies
                if copy:
                    at = t.let(f"getelementptr i8, ptr {at}, i64 {copy * self.place.buffer.copy_bytes}")
                _update(w, self.op, self.place, at, self.lane(values, self.n, str(one)), None)
        if first:
            t.do(f"{following} = add nuw i64 {first}, {_WRITTEN_OUT}")
            t.branch(t.let(f"icmp ult i64 {following}, {lanes}"), top, done)
            t.start(done)

    def all_lanes(self, first: str) -> None:
        for lane in range(self.w.width):
            at = first if lane == 0 else self.w.text.let(f"add i64 {first}, {lane}")
            self.one(at, lane % self.copies)

    def some_lanes(self, first: str, bits: str) -> None:
        t = self.w.text
        with t.each_bit(f"i{self.w.width}", bits) as lane:
            self.one(t.let(f"add i64 {first}, {lane}"))
