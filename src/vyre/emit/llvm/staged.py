"""Elements that each lane reads one after the other, turned around: 64 bytes of every lane at a time.

Where a loop reads ``a[v + k]``, with a ``v`` that differs from lane to lane, a gather for each step asks for as many lines of the
cache as there are lanes, which often fall into few of its sets, so that they are gone before the next step. So the loop
runs in strips. Before each, what a lane reads in it is loaded at once, and turned around so that the elements of all lanes
for one iteration lie side by side: a whole vector. Meanwhile the lines of the next strip are asked for, some in each
iteration; an address behind the end does no harm. Only of arrays that the program does not write.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from vyre.emit.llvm.claims import check_stretch
from vyre.emit.llvm.memory import loaded
from vyre.emit.llvm.text import Text, memory_type
from vyre.emit.llvm.tree import Node
from vyre.emit.llvm.writer import Staged, Value, Writer
from vyre.ir.nodes import Break, For

__all__ = ["ROW", "fill", "find_row", "least", "row", "stage", "trips_known", "write_starts"]

ROW: Final = 64
"""Of a lane at once: a line of the cache."""
_MOST: Final = 16384
"""Bytes of rows in one loop: a part of the first cache."""


def trips_known(w: Writer, loop: For) -> int | None:
    """The number of iterations, where the text can tell it."""
    lo, hi = (w.value(bound).scalar or "%" for bound in (loop.lo, loop.hi))
    return None if "%" in (lo[0], hi[0]) else int(hi) - int(lo)


def least(one: Staged) -> int:
    """Iterations below which words or gathers are quicker than rows."""
    return one.count // (4 if one.count == ROW // 4 else 2)


def stage(w: Writer, node: Node, loop: For, known: dict[int, Staged], buffer: int, start: int) -> Staged | None:
    """Rows for a load of ``a[start + variable]``; None where they bring nothing. ``known``: those of the loop."""
    size = w.buffers[buffer].dtype.nbytes
    trips = trips_known(w, loop)
    short = trips is not None and trips < ROW // size
    inside = w.tree.nodes[node.number + 1 : node.end]
    if size > 4 or short or node.number in w.strips or any(isinstance(n.stmt, Break) for n in inside):
        return None
    others = {id(x): x for x in known.values()}
    for one in others.values():
        if (one.buffer, one.start) == (buffer, start):
            return one
    lanes, number = w.packs * w.width, len(others)
    if (number + 1) * lanes * ROW > _MOST:
        return None
    if (number, w.packs) not in w.stages:
        w.stages[number, w.packs] = (
            w.text.alloca(f"[{lanes * ROW} x i8]", 64),
            w.text.alloca(f"[{lanes} x i32]", 64),
        )
    rows, starts = w.stages[number, w.packs]
    return Staged(buffer, start, ROW // size, rows, starts)


def write_starts(w: Writer, stages: Iterable[Staged]) -> None:
    """Before the loop: where each lane begins."""
    for one in stages:
        for pack, x in enumerate(w.vectors(w.values[one.start])):
            place = w.text.let(f"getelementptr i32, ptr {one.starts}, i64 {pack * w.width}")
            w.text.do(f"store {w.vector_type('i32')} {x}, ptr {place}, align {4 * w.width}")


def fill(w: Writer, one: Staged, lo: Value, now: str, step: int) -> None:
    """At the head of a strip: the rows of this and the following iterations, if these begin here. ``now``: its first iteration;
    ``step``: iterations of a strip."""
    t, form, buffer = w.text, w.scalar_form, w.buffers[one.buffer]
    fresh, on = t.label(), t.label()
    begin = now if one.count == step else form.op("and", "i32", now, str(-one.count))
    first = form.convert("zext", "i32", form.op("add", "i32", lo.scalar or "", begin), "i64")
    source = one.source = t.let(f"getelementptr {memory_type(buffer.dtype)}, ptr {buffer.pointer}, i64 {first}")
    if one.count > step:
        t.branch(form.op("icmp eq", "i32", now, begin), fresh, on)
        t.start(fresh)
    end = t.let(f"getelementptr i8, ptr {one.rows}, i64 {w.packs * w.width * ROW}")
    width, size = w.width, buffer.dtype.nbytes

    def body(inner: Text, args: list[str]) -> str:
        _turn(inner, width, size, args)
        return ""

    check_stretch(w, w.values[one.start], (lo.scalar or "", begin), one.count, buffer.size)
    given = [("ptr", x) for x in (source, one.starts, one.rows, end)]
    t.outlined(("rows", size), "void", given, body)
    if one.count > step:
        t.goto(on)
        t.start(on)


def find_row(w: Writer, counter: str) -> None:
    """At the head of an iteration: where its rows are. ``counter``: its number."""
    t, form = w.text, w.scalar_form
    for one in {id(x): x for x in w.staged.values()}.values():
        at = form.op("and", "i32", counter, str(one.count - 1))
        offset = form.op("mul", "i32", at, str(ROW // one.count * w.width))
        one.at = t.let(f"getelementptr i8, ptr {one.rows}, i64 {form.convert('zext', 'i32', offset, 'i64')}")
        _ask(w, one, at)


def _ask(w: Writer, one: Staged, at: str) -> None:
    """Ask for what some lanes read in the next strip: each iteration for some, so that few are on their way at a time."""
    t, form, dtype = w.text, w.scalar_form, w.buffers[one.buffer].dtype
    lanes = w.packs * w.width
    each = -(-lanes // one.count)
    for k in range(each):
        lane = at if each == 1 else form.op("add", "i32", form.op("mul", "i32", at, str(each)), str(k))
        if each * one.count > lanes:
            lane = t.call("llvm.umin.i32", "i32", [("i32", lane), ("i32", str(lanes - 1))])
        place = t.let(f"getelementptr i32, ptr {one.starts}, i64 {form.convert('zext', 'i32', lane, 'i64')}")
        index = form.convert("sext", "i32", t.let(f"load i32, ptr {place}, align 4"), "i64")
        line = t.let(f"getelementptr {memory_type(dtype)}, ptr {one.source}, i64 {index}")
        last = t.let(f"getelementptr i8, ptr {line}, i64 {2 * ROW - 1}")
        t.prefetch(last)


def row(w: Writer, one: Staged) -> Value:
    """The elements of this iteration."""
    dtype = w.buffers[one.buffer].dtype
    vector = w.vector_type(memory_type(dtype))
    regs: list[str] = []
    for pack in range(w.packs):
        place = w.text.let(f"getelementptr i8, ptr {one.at}, i64 {pack * w.width * ROW}")
        raw = w.text.let(f"load {vector}, ptr {place}, align {w.width * dtype.nbytes}")
        regs.append(loaded(w.vector_form, dtype, raw))
    return Value(dtype, regs=regs)


# -- turning around -----------------------------------------------------------------------------------------------


def _turn(t: Text, width: int, size: int, args: list[str]) -> None:
    """A function that writes the rows of all packs. Its arguments: the array's element of this iteration for a lane that begins
    with element 0, where the lanes begin, and the first and the last address of the rows."""
    source, starts, rows, end = args
    many = 4 * width  # bytes of a vector
    words = f"<{width} x i32>"
    head, top, square, after, done = (t.label() for _ in range(5))
    t.goto(head)
    t.start(head)
    t.goto(top)
    t.start(top)
    to, to_next, start, start_next, part, part_next = (t.name() for _ in range(6))
    t.do(f"{to} = phi ptr [ {rows}, %{head} ], [ {to_next}, %{after} ]")
    t.do(f"{start} = phi ptr [ {starts}, %{head} ], [ {start_next}, %{after} ]")
    t.goto(square)
    t.start(square)
    t.do(f"{part} = phi i64 [ 0, %{top} ], [ {part_next}, %{square} ]")
    here = t.let(f"getelementptr i8, ptr {source}, i64 {part}")
    lanes: list[str] = []
    for lane in range(width):
        index = t.let(f"load i32, ptr {t.let(f'getelementptr i32, ptr {start}, i64 {lane}')}, align 4")
        place = t.let(f"getelementptr i{8 * size}, ptr {here}, i64 {t.let(f'zext i32 {index} to i64')}")
        lanes.append(t.let(f"load {words}, ptr {place}, align {size}"))
    first = t.let(f"getelementptr i8, ptr {to}, i64 {t.let(f'mul i64 {part}, {width}')}")
    for number, word in enumerate(_columns(t, width, lanes)):
        place = t.let(f"getelementptr i8, ptr {first}, i64 {number * many}")
        t.do(f"store {words} {word}, ptr {place}, align {many}")
    t.do(f"{part_next} = add i64 {part}, {many}")
    t.branch(t.let(f"icmp ult i64 {part_next}, {ROW}"), square, after)
    t.start(after)
    t.do(f"{to_next} = getelementptr i8, ptr {to}, i64 {width * ROW}")
    t.do(f"{start_next} = getelementptr i32, ptr {start}, i64 {width}")
    t.branch(t.let(f"icmp eq ptr {to_next}, {end}"), done, top)
    t.start(done)
    if size < 4:
        _split(t, width, size, rows, end)


def _split(t: Text, width: int, size: int, rows: str, end: str) -> None:
    """Turn rows of words into rows of their parts: in a loop of its own, since LLVM takes long over many such shuffles."""
    count = 4 // size
    parts = f"<{width * count} x i{8 * size}>"
    before, top, done = t.block, t.label(), t.label()
    t.goto(top)
    t.start(top)
    at, following = t.name(), t.name()
    t.do(f"{at} = phi ptr [ {rows}, %{before} ], [ {following}, %{top} ]")
    word = t.let(f"load {parts}, ptr {at}, align {4 * width}")
    order = ", ".join(f"i32 {lane * count + k}" for k in range(count) for lane in range(width))
    split = t.let(f"shufflevector {parts} {word}, {parts} poison, <{width * count} x i32> <{order}>")
    t.do(f"store {parts} {split}, ptr {at}, align {4 * width}")
    t.do(f"{following} = getelementptr i8, ptr {at}, i64 {4 * width}")
    t.branch(t.let(f"icmp eq ptr {following}, {end}"), done, top)
    t.start(done)


def _columns(t: Text, width: int, rows: list[str]) -> list[str]:
    """The columns of a square of words, by shuffles that are one instruction each: inside of 128 bits, then whole 128 bits."""
    fours: list[list[str]] = []
    for k in range(0, width, 4):
        pairs = [
            [_shuffle(t, width, a, b, _zipped(width, 1, half)) for half in (0, 1)]
            for a, b in (rows[k : k + 2], rows[k + 2 : k + 4])
        ]
        fours.append(
            [_shuffle(t, width, a, b, _zipped(width, 2, half)) for a, b in zip(*pairs, strict=True) for half in (0, 1)]
        )
    by_column = [_blocks(t, width, [four[k] for four in fours]) for k in range(4)]
    return [column[block] for block in range(width // 4) for column in by_column]


def _blocks(t: Text, width: int, vectors: list[str]) -> list[str]:
    """By their number, the blocks of 128 bits of all vectors."""
    if len(vectors) == 1:
        return vectors
    pairs = list(zip(vectors[0::2], vectors[1::2], strict=True))
    found = [
        _blocks(
            t,
            width,
            [
                _shuffle(t, width, a, b, [4 * x + k for x in range(odd, width // 2, 2) for k in range(4)])
                for a, b in pairs
            ],
        )
        for odd in (0, 1)
    ]
    return [x for both in zip(*found, strict=True) for x in both]


def _zipped(width: int, unit: int, half: int) -> list[int]:
    """Of two vectors, in each 128 bits the lower or the upper half of both, ``unit`` words by turns."""
    found: list[int] = []
    for block in range(2 * half, width, 4):
        for k in range(0, 2, unit):
            found += [block + k + x for x in range(unit)] + [width + block + k + x for x in range(unit)]
    return found


def _shuffle(t: Text, width: int, a: str, b: str, order: list[int]) -> str:
    vector = f"<{width} x i32>"
    listed = ", ".join(f"i32 {x}" for x in order)
    return t.let(f"shufflevector {vector} {a}, {vector} {b}, <{width} x i32> <{listed}>")
