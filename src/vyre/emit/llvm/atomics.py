"""Atomics (rule 6.1), lane after lane in lane order; the old value of each lane is its own.

A workgroup runs on one thread, so an atomic on shared memory is a plain load and store. On a buffer it is an
``atomicrmw``. Where all lanes are on, the lanes are written out; else a loop goes over the bits of the mask. Lanes
that all hit one address, with an old value that nobody reads, are joined first and touch memory once.
"""

from __future__ import annotations

from typing import Final

from vyre.dtypes import DType
from vyre.emit.llvm.memory import Place, element, locate, note
from vyre.emit.llvm.text import element_type
from vyre.emit.llvm.writer import Value, Writer
from vyre.ir.nodes import Atomic

__all__ = ["atomic"]

_RMW: Final = {"add": "add", "sub": "sub", "and": "and", "or": "or", "xor": "xor", "exchange": "xchg"}
_JOIN: Final = {"add": "add", "sub": "add", "and": "and", "or": "or", "xor": "xor"}
_WRITTEN_OUT: Final = 64
"""Lanes, of all packs, up to which the case of a full mask is written out."""


def atomic(w: Writer, stmt: Atomic, number: int) -> Value:
    place = locate(w, stmt, number)
    dtype = place.buffer.dtype
    if place.inside is not None:
        place.mask = w.both(place.mask, [w.text.splat(place.inside, "i1", w.width)] * w.packs)
    value = w.value(stmt.value)
    expected = None if stmt.expected is None else w.value(stmt.expected)
    used = stmt.result in w.tree.used
    if not used and place.offset.scalar is not None and (stmt.op in _JOIN or stmt.op in ("min", "max")):
        note(w, stmt, number, "scalar", place, "one address and no old value: the lanes are joined first")
        _joined(w, stmt.op, place, value)
        return Value(dtype, "0")
    note(w, stmt, number, "lanes", place, "one lane after the other")
    writer = _Lanes(w, stmt.op, place, value, expected, used)
    return writer.write()


def _update(w: Writer, op: str, place: Place, pointer: str, value: str, expected: str | None) -> str:
    """One read-modify-write; the old value."""
    t, dtype = w.text, place.buffer.dtype
    n, align = element_type(dtype), dtype.nbytes
    if place.buffer.shared:
        old = t.let(f"load {n}, ptr {pointer}, align {align}")
        t.do(f"store {n} {_combine(w, op, dtype, old, value, expected)}, ptr {pointer}, align {align}")
        return old
    if op == "compare_exchange":
        pair = t.let(f"cmpxchg ptr {pointer}, {n} {expected}, {n} {value} monotonic monotonic, align {align}")
        return t.let(f"extractvalue {{ {n}, i1 }} {pair}, 0")
    name = _RMW.get(op) or ("" if dtype.is_signed else "u") + op
    return t.let(f"atomicrmw {name} ptr {pointer}, {n} {value} monotonic, align {align}")


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


class _Lanes:
    """Lane after lane. Vectors are read back from memory one element at a time: that is what processors do well."""

    def __init__(self, w: Writer, op: str, place: Place, value: Value, expected: Value | None, used: bool) -> None:
        self.w = w
        self.op = op
        self.place = place
        self.value = value
        self.expected = expected
        self.n = element_type(place.buffer.dtype)
        self.old = [w.text.alloca(w.vector_type(self.n), 64) for _ in range(w.packs)] if used else None

    def write(self) -> Value:
        w, place = self.w, self.place
        t, dtype = w.text, place.buffer.dtype
        if self.old is not None and place.mask is not None:
            for cell in self.old:
                t.do(f"store {w.vector_type(self.n)} zeroinitializer, ptr {cell}, align 64")
        index_type = element_type(place.offset.dtype)
        indexes = self.spilled(place.offset, index_type)
        values = self.spilled(self.value, self.n)
        wanted = None if self.expected is None else self.spilled(self.expected, self.n)
        if place.mask is None:
            self.all_lanes(indexes, values, wanted)
        elif w.packs * w.width <= _WRITTEN_OUT:
            every, some, done = t.label(), t.label(), t.label()
            t.branch(w.every(place.mask), every, some)
            t.start(every)
            self.all_lanes(indexes, values, wanted)
            t.goto(done)
            t.start(some)
            self.some_lanes(indexes, values, wanted)
            t.goto(done)
            t.start(done)
        else:
            self.some_lanes(indexes, values, wanted)
        if self.old is None:
            return Value(dtype, "0")
        return Value(dtype, regs=[w.load_cell(c, self.n, vector=True) for c in self.old])

    def spilled(self, value: Value, element_: str) -> list[str] | str:
        """The value in memory, one vector a pack; a scalar stays one."""
        w = self.w
        if value.scalar is not None:
            return value.scalar
        cells: list[str] = []
        for x in w.vectors(value):
            cell = w.text.alloca(w.vector_type(element_), 64)
            w.text.do(f"store {w.vector_type(element_)} {x}, ptr {cell}, align 64")
            cells.append(cell)
        return cells

    def lane(self, cells: list[str] | str, element_: str, pack: int, at: str) -> str:
        if isinstance(cells, str):
            return cells
        t = self.w.text
        return t.let(f"load {element_}, ptr {t.let(f'getelementptr {element_}, ptr {cells[pack]}, i64 {at}')}")

    def one(self, indexes: list[str] | str, values: list[str] | str, wanted: list[str] | str | None, pack: int, at: str) -> None:
        w, place = self.w, self.place
        t = w.text
        index = self.lane(indexes, element_type(place.offset.dtype), pack, at)
        value = self.lane(values, self.n, pack, at)
        expected = None if wanted is None else self.lane(wanted, self.n, pack, at)
        old = _update(w, self.op, place, element(w, place, index), value, expected)
        if self.old is not None:
            t.do(f"store {self.n} {old}, ptr {t.let(f'getelementptr {self.n}, ptr {self.old[pack]}, i64 {at}')}")

    def all_lanes(self, indexes: list[str] | str, values: list[str] | str, wanted: list[str] | str | None) -> None:
        for pack in range(self.w.packs):
            for at in range(self.w.width):
                self.one(indexes, values, wanted, pack, str(at))

    def some_lanes(self, indexes: list[str] | str, values: list[str] | str, wanted: list[str] | str | None) -> None:
        w = self.w
        t, n = w.text, f"i{w.width}"
        assert self.place.mask is not None
        for pack in range(w.packs):
            bits = t.let(f"bitcast {w.mask_type} {self.place.mask[pack]} to {n}")
            top, body, done = t.label(), t.label(), t.label()
            before = t.block
            t.goto(top)
            t.start(top)
            left, rest = t.name(), t.name()
            t.do(f"{left} = phi {n} [ {bits}, %{before} ], [ {rest}, %{body} ]")
            t.branch(t.let(f"icmp ne {n} {left}, 0"), body, done)
            t.start(body)
            lane = t.call(f"llvm.cttz.{n}", n, [(n, left), ("i1", "true")])
            self.one(indexes, values, wanted, pack, t.let(f"zext {n} {lane} to i64"))
            t.do(f"{rest} = and {n} {left}, {t.let(f'sub {n} {left}, 1')}")
            t.goto(top)
            t.start(done)
