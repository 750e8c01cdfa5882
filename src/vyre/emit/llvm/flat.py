"""Lanes that run over the global ids of a row: no barrier and no workgroup, only W * P neighbours at a time."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from vyre.dtypes import u32
from vyre.emit.llvm.claims import check_last
from vyre.emit.llvm.control import block, elsewhere
from vyre.emit.llvm.inside import Extent, Inside, Sum, Test
from vyre.emit.llvm.ops import consecutive_from, iota
from vyre.emit.llvm.places import in_bounds
from vyre.emit.llvm.target import LARGE
from vyre.emit.llvm.writer import Value, Writer

__all__ = ["rows"]

_LINE: Final = 64  # bytes


def rows(w: Writer, inside: Inside | None) -> None:
    """The invocations of the groups %lo <= x < %hi of the row of groups %row: of each of its rows one stretch."""
    t = w.text
    x, y, z = w.workgroup
    first, last = t.let(f"mul i64 %lo, {x}"), t.let(f"mul i64 %hi, {x}")
    group = [Value(u32, "%lo")]  # nobody asks for the first
    if ("num_groups", 1) in w.ids:
        height = t.let(f"zext i32 {w.ids['num_groups', 1].scalar} to i64")
        parts = [t.let(f"{operation} i64 %row, {height}") for operation in ("urem", "udiv")]
        group += [Value(u32, t.let(f"trunc i64 {part} to i32")) for part in parts]
    if y * z == 1:
        _ids(w, group, "0", "0")
        _row(w, first, last, inside)
        return
    with t.counting(y * z, type_="i32") as number:
        _ids(w, group, t.let(f"urem i32 {number}, {y}"), t.let(f"udiv i32 {number}, {y}"))
        _row(w, first, last, inside)


def _ids(w: Writer, group: list[Value], local_y: str, local_z: str) -> None:
    """The ids of the axes y and z."""
    form = w.scalar_form
    for axis, local in ((1, local_y), (2, local_z)):
        w.ids["local_id", axis] = Value(u32, local)
        if len(group) == 1:
            continue
        w.ids["group_id", axis] = group[axis]
        at = form.op("mul", "i32", group[axis].scalar or "", str(w.workgroup[axis]))
        w.ids["global_id", axis] = Value(u32, at if local == "0" else form.op("add", "i32", at, local))


def _row(w: Writer, first: str, last: str, inside: Inside | None) -> None:
    if inside is None:
        _stretch(w, first, last, "", masked=bool(w.workgroup[0] % (w.width * w.packs)))
        return
    t = w.text
    packs, step = w.packs, w.width * w.packs
    start, stop, past = _ends(w, inside, first, last, step)
    before, edge, middle = t.block, t.label(), t.label()
    whole, after, done = t.label(), t.label(), t.label()
    # the general text runs the lanes before the stretch, and once more those behind it
    t.goto(edge)
    t.start(edge)
    at, to, ends = t.name(), t.name(), t.name()
    t.do(f"{at} = phi i64 [ {first}, %{before} ], [ {stop}, %{after} ]")
    t.do(f"{to} = phi i64 [ {start}, %{before} ], [ {last}, %{after} ]")
    t.do(f"{ends} = phi i1 [ false, %{before} ], [ true, %{after} ]")
    w.packs = 1
    _stretch(w, at, to, "some", masked=True)
    w.packs = packs
    t.branch(ends, done, middle)
    t.start(middle)
    t.branch(t.let(f"icmp ult i64 {start}, {stop}"), whole, after)
    t.start(whole)
    general, w.accesses = w.accesses, []
    w.forget_locals()
    w.inside = inside
    if past:
        streamed, plain = t.label(), t.label()
        t.branch(past, streamed, plain)
        t.start(streamed)
        w.inside_streams, w.streams = frozenset(stream.statement for stream in inside.streams), True
        _stretch(w, start, stop, "", masked=False)
        w.inside_streams = frozenset()
        w.text.call("llvm.x86.sse.sfence", "void", [])  # other threads may look once this one says that it is done
        w.forget_locals()
        w.accesses.clear()
        t.goto(after)
        t.start(plain)
    _stretch(w, start, stop, "", masked=False)
    w.inside = None
    w.forget_locals()
    free = {a.statement for a in w.accesses if not a.masked and (a.proved or a.kind == "vector")}
    most = {
        a.statement: a for a in w.accesses
    }  # where the two texts differ, the receipt speaks of the one that runs most
    chosen = [a if most.get(a.statement, a).kind == a.kind else most[a.statement] for a in general]
    w.accesses = [replace(a, proved=b.proved, inside=a.statement in free) for a, b in zip(chosen, general, strict=True)]
    t.goto(after)
    t.start(after)
    t.goto(edge)
    t.start(done)


def _stretch(w: Writer, first: str, last: str, entry: str, *, masked: bool) -> None:
    """One loop over the ids first <= i < last, W * P at a time. ``masked``: W * P may not divide their number. ``entry``:
    whether there may be none of them."""
    t = w.text
    step = w.width * w.packs
    if w.inside is not None:
        check_last(w, last)
    head, end, done = t.label(), t.label(), t.label()
    before = t.block
    n, exact = "i64", ""
    if w.inside is not None:  # ids are below 2**31
        n, exact = "i32", " nuw nsw"
        first, last = (t.let(f"trunc i64 {x} to i32") for x in (first, last))
    if entry:
        t.branch(t.let(f"icmp ult i64 {first}, {last}"), head, done)
    else:
        t.goto(head)
    t.start(head)
    position, following = t.name(), t.name()
    t.do(f"{position} = phi {n} [ {first}, %{before} ], [ {following}, %{end} ]")
    base = position if n == "i32" else t.let(f"trunc i64 {position} to i32")
    bases = [base]
    for k in range(1, w.packs):
        bases.append(t.let(f"add{exact} i32 {base}, {k * w.width}"))
        t.sums.note(bases[-1], base, str(k * w.width))
    w.ids["global_id", 0] = Value(u32, None, consecutive_from(w, bases), bases)
    w.mask = None
    if masked:
        rest = t.let(f"sub i64 {last}, {position}")
        few = t.call("llvm.umin.i64", "i64", [("i64", rest), ("i64", str(step))])
        limit = t.splat(t.let(f"trunc i64 {few} to i32"), "i32", w.width)
        w.mask = [t.let(f"icmp ult {w.vector_type('i32')} {iota(w, k * w.width)}, {limit}") for k in range(w.packs)]
    w.maybe_empty, w.alive = False, None
    if w.kinds.masked_returns:
        w.alive = w.mask_cells()
        w.store_masks(w.alive, w.full(w.mask))
    w.pack_end = end
    if block(w, w.tree.body):
        t.goto(end)
    t.start(end)
    t.statement = -1
    t.do(f"{following} = add{exact} {n} {position}, {step}")
    t.branch(t.let(f"icmp ult {n} {following}, {last}"), head, done)
    t.start(done)


def _ends(w: Writer, inside: Inside, first: str, last: str, step: int) -> tuple[str, str, str]:
    """Where the stretch begins and ends: whole steps from ``first`` on, or later, on which all tests hold. It is empty where
    the two are equal. And whether its stores go past the caches ("": never)."""
    t = w.text
    elsewhere(w, [w.tree.nodes[number] for number in inside.fixed])
    low, high = first, last
    sums: dict[Sum, str] = {(): "0"}
    for test in inside.tests:
        if test.sum is None:
            high = t.let(f"select i1 {_fixed(w, test)}, i64 {high}, i64 0")
            continue
        moved = sums.get(test.sum)
        if moved is None:
            moved = sums[test.sum] = _moved(w, test.sum)
            if moved != "0":
                low = _larger(w, low, t.let(f"sub i64 0, {moved}"))
        bound = _bound(w, test)
        if moved != "0":
            bound = t.let(f"sub i64 {bound}, {moved}")
        if test.how in ("gt", "le"):
            bound = t.let(f"add i64 {bound}, 1")
        if test.how in ("gt", "ge"):
            low = _larger(w, low, bound)
        else:
            high = t.call("llvm.smin.i64", "i64", [("i64", high), ("i64", bound)])
    top = (1 << 31) - 1
    for moved in sums.values():  # the sums themselves, and where the stretch ends, are below 2**31
        bound = str(top) if moved == "0" else t.let(f"sub i64 {top}, {moved}")
        high = t.call("llvm.smin.i64", "i64", [("i64", high), ("i64", bound)])
    past = ""
    if inside.streams:
        low, past = _aligned(w, inside, low)
    start = t.call("llvm.smin.i64", "i64", [("i64", low), ("i64", last)])
    many = _larger(w, t.let(f"sub i64 {high}, {start}"), "0")
    whole = t.let(f"mul i64 {t.let(f'udiv i64 {many}, {step}')}, {step}")
    return start, t.let(f"add i64 {start}, {whole}"), past


def _aligned(w: Writer, inside: Inside, low: str) -> tuple[str, str]:
    """Whether all outputs that are only written are so large that they leave the caches before anybody reads them; and
    ``low``, moved to where the first of them begins a line of the cache, if the others then do as well."""
    t, past, moved = w.text, "", low
    places: list[tuple[str, int]] = []  # the address of the element at id 0, and its bytes
    for stream in inside.streams:
        buffer = w.buffers[stream.buffer]
        least = -(-LARGE // buffer.dtype.nbytes)
        large = t.let(f"icmp uge i32 {buffer.size}, {least}")
        past = large if not past else t.let(f"and i1 {past}, {large}")
        offset, form = _moved(w, stream.sum), w.scalar_form
        row = "0"
        for value, extent in zip(stream.outer, buffer.extents[1:], strict=False):
            row = form.op("add", "i32", row, w.values[value].scalar or "")
            row = form.op("mul", "i32", row, extent)
        if row != "0":  # below 2**31 where all subscripts are in bounds
            offset = form.op("add", "i64", offset, form.convert("zext", "i32", row, "i64"))
        place = t.let(f"getelementptr {buffer.step}, ptr {buffer.pointer}, i64 {offset}")
        places.append((t.let(f"ptrtoint ptr {place} to i64"), buffer.dtype.nbytes))
    for number, (place, nbytes) in enumerate(places):
        at = t.let(f"add i64 {place}, {t.let(f'mul i64 {moved}, {nbytes}')}")
        missing = t.let(f"and i64 {t.let(f'sub i64 0, {at}')}, {_LINE - 1}")
        if number == 0:
            moved = t.let(f"add i64 {low}, {t.let(f'udiv i64 {missing}, {nbytes}')}")
        else:
            past = t.let(f"and i1 {past}, {t.let(f'icmp eq i64 {missing}, 0')}")
    return t.let(f"select i1 {past}, i64 {moved}, i64 {low}"), past


def _larger(w: Writer, a: str, b: str) -> str:
    return w.text.call("llvm.smax.i64", "i64", [("i64", a), ("i64", b)])


def _moved(w: Writer, added: Sum) -> str:
    """What is added to the global id, as a number."""
    form, total = w.scalar_form, "0"
    for sign, value in added:
        total = form.op("add" if sign > 0 else "sub", "i32", total, w.values[value].scalar or "")
    return total if total == "0" else form.convert("sext", "i32", total, "i64")


def _extent(w: Writer, test: Test) -> str:
    extent: Extent | None = test.extent
    if isinstance(extent, tuple):
        buffer = w.buffers[extent[0]]
        return buffer.size if extent[1] is None else buffer.extents[extent[1]]
    return str(extent)


def _bound(w: Writer, test: Test) -> str:
    if test.how == "index":
        return w.scalar_form.convert("zext", "i32", _extent(w, test), "i64")
    assert test.other is not None
    value = w.values[test.other]
    kind = "sext" if value.dtype.is_signed else "zext"
    return w.scalar_form.convert(kind, f"i{value.dtype.bits}", value.scalar or "", "i64")


def _fixed(w: Writer, test: Test) -> str:
    """A test that is the same for the whole row."""
    assert test.other is not None
    value = w.values[test.other]
    if test.how == "index":
        return in_bounds(w, value, _extent(w, test)).scalar or ""
    holds = w.conditions(value).scalar or ""
    return w.scalar_form.op("xor", "i1", holds, "true") if test.how == "not" else holds
