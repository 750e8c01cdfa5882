"""Runs of accesses at ``c * lane + q`` as whole vectors, which are sorted by q with shuffles.

Where all lanes are on and the whole stretch is in bounds, one test away, c vectors are read or written for each vector of
lanes. Elsewhere each access is a gather or a scatter. Vectors of two halves (AVX2) are taken apart half by half, since shuffles
inside of a half are one instruction there: with u(i) = half i and half i + c, all steps stay inside of the halves.
"""

from __future__ import annotations

from typing import Final

from vyre.emit.llvm.claims import check_aligned, check_run, check_strided
from vyre.emit.llvm.memory import as_stored, load, loaded, note, store
from vyre.emit.llvm.places import Place
from vyre.emit.llvm.strides import Run
from vyre.emit.llvm.target import LARGE
from vyre.emit.llvm.text import element_type, memory_type
from vyre.emit.llvm.writer import BufferRef, Value, Writer
from vyre.ir.nodes import Load, Store

__all__ = ["in_run", "load_run", "store_run"]

_PIECE: Final = 16
"""Bytes that are stored past the caches at once: NumPy's large arrays begin at a multiple of them, not of a vector."""


def in_run(w: Writer, number: int) -> bool:
    """Whether an access is written as a part of a run in the text that is being written."""
    run = w.runs.get(number)
    if run is None or w.wide or w.alone:
        return False
    return not any(member in w.words or member in w.staged for member, _ in run.members)


def load_run(w: Writer, stmt: Load, number: int) -> Value:
    """What a load of a run gives. All of its loads are written where the first one stands."""
    run = w.runs[number]
    if number == run.members[0][0]:
        regs = _load_all(w, stmt, run)
        w.run_values.update(zip((member for member, _ in run.members), regs, strict=True))
    return w.run_values.pop(number)


def _load_all(w: Writer, stmt: Load, run: Run) -> list[Value]:
    t, buffer = w.text, w.buffers[stmt.buffer]
    dtype, first = buffer.dtype, run.members[0]
    loads = [_load_of(w, member) for member, _ in run.members]
    index = w.value(stmt.index[0])
    for other, (_, q) in zip(loads, run.members, strict=True):
        value = w.tree.value(other.index[0])
        if value >= 0 and w.tree.where[value] > first[0]:  # what comes later in this block is computed now
            by = w.vector_form.literal("i32", q - first[1])
            regs = [w.vector_form.op("add", "i32", x, by) for x in w.vectors(index)]
            w.values[value] = Value(index.dtype, regs=regs)
    base, test = _begin(w, run, buffer, index, first[1])
    fast, slow, done = t.label(), t.label(), t.label()
    if test is not None:
        t.branch(test, fast, slow)
        t.start(fast)
    check_run(w, base, run.stride * w.width * w.packs, buffer.size)
    read = _read(w, buffer, run.stride, base)
    quick = [[loaded(w.vector_form, dtype, pack[q]) for pack in read] for _, q in run.members]
    for member, _ in run.members:
        _note(w, _load_of(w, member), member, test is None, "read")
    if test is None:
        return [Value(dtype, regs=regs) for regs in quick]
    quick_end = t.block
    t.goto(done)
    t.start(slow)
    accesses = len(w.accesses)
    general: list[list[str]] = []
    for other, (member, _) in zip(loads, run.members, strict=True):
        t.statement = member
        general.append(w.vectors(load(w, other, member)))
    t.statement = first[0]
    del w.accesses[accesses:]  # the receipt speaks of the text that runs most
    general_end = t.block
    t.goto(done)
    t.start(done)
    vector = w.vector_type(element_type(dtype))
    return [
        Value(
            dtype,
            regs=[
                t.let(f"phi {vector} [ {x}, %{quick_end} ], [ {y}, %{general_end} ]") for x, y in zip(a, b, strict=True)
            ],
        )
        for a, b in zip(quick, general, strict=True)
    ]


def store_run(w: Writer, stmt: Store, number: int) -> None:
    """Write the stores of a run where the last one stands; nothing at the others."""
    run = w.runs[number]
    if number != run.members[-1][0]:
        return
    t, buffer = w.text, w.buffers[stmt.buffer]
    base, test = _begin(w, run, buffer, w.value(stmt.index[0]), run.members[-1][1])
    fast, slow, done = t.label(), t.label(), t.label()
    if test is not None:
        t.branch(test, fast, slow)
        t.start(fast)
    check_run(w, base, run.stride * w.width * w.packs, buffer.size)
    columns: list[list[str]] = [[]] * run.stride
    memory = ""
    for member, q in run.members:
        memory, columns[q] = as_stored(w, buffer, buffer.dtype, w.value(_store_of(w, member).value))
        _note(w, _store_of(w, member), member, test is None, "write")
        check_strided(w, w.value(_store_of(w, member).index[0]), base, run.stride, q)
    _write(w, buffer, memory, base, columns, _may_stream(w, stmt.buffer))
    if test is None:
        return
    t.goto(done)
    t.start(slow)
    accesses = len(w.accesses)
    for member, _ in run.members:
        t.statement = member
        store(w, _store_of(w, member), member, rare=True)
    del w.accesses[accesses:]
    t.goto(done)
    t.start(done)


def _load_of(w: Writer, number: int) -> Load:
    stmt = w.tree.nodes[number].stmt
    assert isinstance(stmt, Load)
    return stmt


def _store_of(w: Writer, number: int) -> Store:
    stmt = w.tree.nodes[number].stmt
    assert isinstance(stmt, Store)
    return stmt


def _note(w: Writer, stmt: Load | Store, number: int, free: bool, verb: str) -> None:
    place = Place(w.buffers[stmt.buffer], w.value(stmt.index[0]), None, w.mask, not free)
    note(
        w, stmt, number, "strided", place, f"lanes {verb} neighbours of one stretch, in whole vectors where all are on"
    )


def _begin(w: Writer, run: Run, buffer: BufferRef, index: Value, q: int) -> tuple[str, str | None]:
    """The element that the stretch of the first lane begins with, and the test that the stretch of all lanes is in bounds
    and all lanes are on (None: it is known). ``index``: of the member with ``q``."""
    t, form = w.text, w.scalar_form
    vector = w.vectors(index)[0]
    base = t.let(f"extractelement {w.vector_type('i32')} {vector}, i64 0")
    if q:
        base = form.op("sub", "i32", base, str(q))
    parts: list[str] = []
    if not (run.whole and all(number in w.proved or number in w.trusted for number, _ in run.members)):
        # both ends: where the first is below 2**31, the last does not wrap
        last = form.op("add", "i32", base, str(run.stride * w.width * w.packs - 1))
        parts = [form.op("icmp ult", "i32", x, buffer.size) for x in (base, last)]
    if w.mask is not None:
        parts.append(w.every(w.mask))
    if not parts:
        return base, None
    test, *rest = parts
    for part in rest:
        test = form.op("and", "i1", test, part)
    return base, test


# -- vectors ----------------------------------------------------------------------------------------------------


def _halves(w: Writer) -> int:
    return 2 if w.width == 8 else 1


def _shuffle(w: Writer, element: str, a: str, b: str, order: list[int]) -> str:
    vector = w.vector_type(element)
    mask = ", ".join(f"i32 {x}" for x in order)
    return w.text.let(f"shufflevector {vector} {a}, {vector} {b}, <{len(order)} x i32> <{mask}>")


def _every_other(w: Writer, odd: int) -> list[int]:
    """Of two vectors, every other element, half by half."""
    size = w.width // _halves(w)
    both = [
        [*range(h * size, (h + 1) * size), *range(w.width + h * size, w.width + (h + 1) * size)]
        for h in range(_halves(w))
    ]
    return [x for half in both for x in half[odd::2]]


def _zipped(w: Writer, upper: int) -> list[int]:
    """Of two vectors, the elements of the lower or the upper half of each half, by turns."""
    size = w.width // _halves(w)
    found: list[int] = []
    for h in range(_halves(w)):
        first = h * size + upper * size // 2
        for x in range(first, first + size // 2):
            found += [x, w.width + x]
    return found


def _apart(w: Writer, element: str, vectors: list[str]) -> list[str]:
    """By q, from what lies side by side in memory."""
    if len(vectors) == 1:
        return vectors
    pairs = list(zip(vectors[0::2], vectors[1::2], strict=True))
    even = _apart(w, element, [_shuffle(w, element, a, b, _every_other(w, 0)) for a, b in pairs])
    odd = _apart(w, element, [_shuffle(w, element, a, b, _every_other(w, 1)) for a, b in pairs])
    return [x for pair in zip(even, odd, strict=True) for x in pair]


def _together(w: Writer, element: str, columns: list[str]) -> list[str]:
    """The other way round."""
    if len(columns) == 1:
        return columns
    even, odd = _together(w, element, columns[0::2]), _together(w, element, columns[1::2])
    return [_shuffle(w, element, a, b, _zipped(w, k)) for a, b in zip(even, odd, strict=True) for k in (0, 1)]


def _start(w: Writer, buffer: BufferRef, base: str) -> str:
    offset = w.scalar_form.convert("sext", "i32", base, "i64")
    return w.text.let(f"getelementptr {buffer.step}, ptr {buffer.pointer}, i64 {offset}")


def _read(w: Writer, buffer: BufferRef, stride: int, base: str) -> list[list[str]]:
    """For each pack its vectors by q."""
    t, element, align = w.text, memory_type(buffer.dtype), buffer.dtype.nbytes
    start = _start(w, buffer, base)
    size = w.width // _halves(w)
    packs: list[list[str]] = []
    for k in range(w.packs):
        parts: list[str] = []
        for at in range(stride * _halves(w)):
            place = t.let(f"getelementptr {buffer.step}, ptr {start}, i64 {k * stride * w.width + at * size}")
            parts.append(t.let(f"load <{size} x {element}>, ptr {place}, align {align}"))
        if len(parts) > stride:
            order = ", ".join(f"i32 {x}" for x in range(w.width))
            half = f"<{size} x {element}>"
            parts = [
                t.let(f"shufflevector {half} {a}, {half} {b}, <{w.width} x i32> <{order}>")
                for a, b in zip(parts[:stride], parts[stride:], strict=True)
            ]
        packs.append(_apart(w, element, parts))
    return packs


def _may_stream(w: Writer, number: int) -> bool:
    """Whether stores to an array may go past the caches: to an output that nobody reads, in whole pieces."""
    nbytes = w.buffers[number].dtype.nbytes * w.width
    return (
        w.target.streams and nbytes % _PIECE == 0 and w.program.buffers[number].role == "out" and number not in w.read
    )


def _write(w: Writer, buffer: BufferRef, element: str, base: str, columns: list[list[str]], streams: bool) -> None:
    t = w.text
    start = _start(w, buffer, base)
    size = w.width // _halves(w)
    vectors: list[str] = []
    for k in range(w.packs):
        parts = _together(w, element, [column[k] for column in columns])
        if _halves(w) == 2:  # from the halves i and i + stride to neighbouring ones
            low, high = list(range(size)), list(range(size, w.width))
            pairs = list(zip(parts[0::2], parts[1::2], strict=True))
            orders = [[*half, *(w.width + x for x in half)] for half in (low, high)]
            parts = [_shuffle(w, element, a, b, order) for order in orders for a, b in pairs]
        vectors += parts
    if not streams:
        _store(w, buffer, element, start, vectors)
        return
    large = t.let(f"icmp uge i32 {buffer.size}, {LARGE // buffer.dtype.nbytes}")
    beside = t.let(f"and i64 {t.let(f'ptrtoint ptr {start} to i64')}, {_PIECE - 1}")
    past = t.let(f"and i1 {large}, {t.let(f'icmp eq i64 {beside}, 0')}")
    streamed, plain, done = t.label(), t.label(), t.label()
    t.branch(past, streamed, plain)
    t.start(streamed)
    _stream(w, buffer, element, start, vectors)
    t.goto(done)
    t.start(plain)
    _store(w, buffer, element, start, vectors)
    t.goto(done)
    t.start(done)


def _store(w: Writer, buffer: BufferRef, element: str, start: str, vectors: list[str]) -> None:
    t, align = w.text, buffer.dtype.nbytes
    for at, x in enumerate(vectors):
        place = t.let(f"getelementptr {buffer.step}, ptr {start}, i64 {at * w.width}")
        t.do(f"store {w.vector_type(element)} {x}, ptr {place}, align {align}")


def _stream(w: Writer, buffer: BufferRef, element: str, start: str, vectors: list[str]) -> None:
    """The same past the caches, in the pieces to which arrays are aligned as a rule."""
    t, size = w.text, _PIECE // buffer.dtype.nbytes
    w.streams = True
    for at, x in enumerate(vectors):
        for first in range(0, w.width, size):
            order = ", ".join(f"i32 {first + k}" for k in range(size))
            vector = w.vector_type(element)
            piece = t.let(f"shufflevector {vector} {x}, {vector} poison, <{size} x i32> <{order}>")
            place = t.let(f"getelementptr {buffer.step}, ptr {start}, i64 {at * w.width + first}")
            check_aligned(w, place, _PIECE)
            t.do(f"store <{size} x {element}> {piece}, ptr {place}, align {_PIECE}, !nontemporal !0")
