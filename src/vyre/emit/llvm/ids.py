"""The ids that differ between lanes.

In a workgroup of more than one axis whose rows are whole vectors, the place in a row is consecutive, and the row is the
same in all lanes of a pack.
"""

from __future__ import annotations

from vyre.dtypes import u32
from vyre.emit.llvm.ops import consecutive_from
from vyre.emit.llvm.writer import Value, Writer
from vyre.ir.program import Grid

__all__ = ["consecutive", "lane_ids", "rows_are_vectors"]


def rows_are_vectors(workgroup: Grid, width: int) -> bool:
    """Whether no vector of invocations reaches over two rows."""
    x, y, z = workgroup
    return y == z == 1 or x % width == 0


def consecutive(w: Writer, base: str) -> Value:
    """base + lane number."""
    bases = [_plus(w, base, k * w.width) for k in range(w.packs)]
    return Value(u32, None, consecutive_from(w, bases), bases)


def lane_ids(w: Writer, first: str, used: set[tuple[str, int]]) -> None:
    """Set the ids for the packs from invocation ``first`` on. ``used``: those that the program reads."""
    linear = consecutive(w, first)
    w.ids["local_index", 0] = linear
    w.ids["lane", 0] = consecutive(w, "0")
    _, y, z = w.workgroup
    if y == z == 1:
        zero = Value(u32, "0")
        local = [linear, zero, zero]
    elif rows_are_vectors(w.workgroup, w.width):
        local = _by_rows(w, linear, first)
    else:
        local = _by_lanes(w, linear)
    for axis in range(3):
        w.ids["local_id", axis] = local[axis]
        if ("global_id", axis) in used:
            start = w.scalar_form.op("mul", "i32", w.ids["group_id", axis].scalar or "0", str(w.workgroup[axis]))
            w.ids["global_id", axis] = _moved(w, local[axis], start)


def _plus(w: Writer, base: str, more: int) -> str:
    if base[0] != "%":
        return str(int(base) + more)
    return base if more == 0 else w.scalar_form.op("add", "i32", base, str(more))


def _by_rows(w: Writer, linear: Value, first: str) -> list[Value]:
    x, y, _ = w.workgroup
    step = w.width * w.packs
    bases = linear.base or []

    def part(operation: str, number: str, by: int) -> str:
        if number[0] == "%":
            return w.scalar_form.op(operation, "i32", number, str(by))
        return str(int(number) // by if operation == "udiv" else int(number) % by)

    if step % x == 0:  # the packs are whole rows
        places = [str(k * w.width % x) for k in range(w.packs)]
        row = part("udiv", first, x)
        rows = w.each(lambda more: _plus(w, row, int(more)), [str(k * w.width // x) for k in range(w.packs)])
    elif x % step == 0:  # they are a part of one
        start = part("urem", first, x)
        places = [_plus(w, start, k * w.width) for k in range(w.packs)]
        rows = [part("udiv", first, x)] * w.packs
    else:
        places = [part("urem", base, x) for base in bases]
        rows = [part("udiv", base, x) for base in bases]
    inner = w.each(lambda row: part("urem", row, y), rows)
    outer = w.each(lambda row: part("udiv", row, y), rows)
    return [Value(u32, None, consecutive_from(w, places), places), _one(inner), _one(outer)]


def _one(same: list[str]) -> Value:
    return Value(u32, same[0]) if len(set(same)) == 1 else Value(u32, same=same)


def _by_lanes(w: Writer, linear: Value) -> list[Value]:
    x, y, _ = w.workgroup
    form = w.vector_form
    regs = w.vectors(linear)
    places = [form.op("urem", "i32", r, form.literal("i32", x)) for r in regs]
    rows = [form.op("udiv", "i32", r, form.literal("i32", x)) for r in regs]
    inner = [form.op("urem", "i32", r, form.literal("i32", y)) for r in rows]
    outer = [form.op("udiv", "i32", r, form.literal("i32", y)) for r in rows]
    return [Value(u32, regs=places), Value(u32, regs=inner), Value(u32, regs=outer)]


def _moved(w: Writer, value: Value, start: str) -> Value:
    form = w.scalar_form

    def made(x: str) -> str:
        return start if x == "0" else form.op("add", "i32", x, start)

    if value.scalar is not None:
        return Value(u32, made(value.scalar))
    if value.same is not None:
        return Value(u32, same=w.each(made, value.same))
    added = w.text.splat(start, "i32", w.width)
    base = None if value.base is None else w.each(made, value.base)
    regs = w.each(lambda x: w.vector_form.op("add", "i32", x, added), w.vectors(value))
    return Value(u32, None, regs, base)
