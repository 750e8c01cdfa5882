"""Memory: bounds, roles, starts, records, tables, private and shared arrays, sizes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

import numpy as np

from vyre.conform.case import Case, Row, Setting
from vyre.conform.values import Array, as_type, few, values, words
from vyre.dtypes import BY_NAME, DType, f32, i32, i64, u8, u16, u32, u64
from vyre.ir.builder import Builder
from vyre.ir.literals import CANONICAL_NAN, python_value
from vyre.ir.structs import record_of

__all__ = ["rows"]

_ODD_SIZES = (0, 1, 2, 3, 5, 7, 63, 257, 1000)


def rows() -> Iterator[Row]:
    """Everything of section 4 of the law, and of its types in memory."""
    for dtype in BY_NAME.values():
        yield Row(f"memory/copy/{dtype}", ("1.1", "3.4", "4.2"), partial(_copy, dtype))
        yield Row(f"memory/init/{dtype}", ("4.2",), partial(_init, dtype))
        yield Row(f"memory/uniform/{dtype}", ("1.1", "4.4"), partial(_uniform, dtype))
        yield Row(f"memory/table/{dtype}", ("4.1", "4.3"), partial(_table, dtype))
        yield Row(f"memory/private/{dtype}", ("4.1", "4.3"), partial(_private, dtype))
        yield Row(f"memory/shared/{dtype}", ("4.1", "4.2", "4.3"), partial(_shared, dtype))
        yield Row(f"memory/inout/{dtype}", ("4.4",), partial(_inout, dtype))
    simple: list[tuple[str, tuple[str, ...], Callable[[Setting], list[Case]]]] = [
        ("axes-2", ("1.4", "4.1"), partial(_axes, 2)),
        ("axes-3", ("1.4", "4.1"), partial(_axes, 3)),
        ("flat", ("1.4", "4.1"), _flat),
        ("any-rank", ("1.4",), _any_rank),
        ("sizes", ("1.3", "1.4"), _sizes),
        ("load-le", ("4.1",), _load_le),
        ("output-range", ("4.4",), _output_range),
        ("partly-written", ("4.2",), _partly_written),
        ("same-value-race", ("4.5",), _same_value),
        ("records", ("1.4", "4.1", "4.2"), _records),
        ("records-inout", ("1.4", "4.2"), _records_inout),
        ("record-copies", ("1.4", "3.4"), _record_copies),
        ("record-arrays", ("1.4", "4.1"), _record_arrays),
    ]
    for name, rules, make in simple:
        yield Row(f"memory/{name}", rules, make)


def _copy(dtype: DType, setting: Setting) -> list[Case]:
    """out[i] = x[i] at sizes that no word divides: a bool becomes 0 or 1, a NaN the one NaN."""
    b = Builder("copy", workgroup=64)
    x, out = b.input("x", dtype), b.output("out", dtype)
    i = b.global_id()
    with b.if_(i < out.size):
        out[i] = x[i]
    program = b.build()
    return [
        Case(f"copy of {n}", program, {"x": values(dtype, n)[:n]}, {"out": (n,)}, domain=(max(n, 1),))
        for n in (*_ODD_SIZES, *([1 << 16] if setting.full else []))
    ]


def _init(dtype: DType, _: Setting) -> list[Case]:
    """An output that starts as a value, of which every third element is stored."""
    found: list[Case] = []
    for bits in few(dtype)[-3:]:
        b = Builder("init", workgroup=32)
        out = b.output("out", dtype, init=python_value(dtype, bits))
        rest = b.output("rest", dtype)
        i = b.global_id()
        with b.if_((i % 3 == 0) & (i < out.size)):
            out[i] = b.const(dtype, python_value(dtype, few(dtype)[0]))
            rest[i] = out[i + 1]
        program = b.build()
        for n in (0, 1, 77, 130):
            shapes = {"out": (n,), "rest": (n,)}
            found.append(Case(f"init {bits:#x} of {n}", program, {}, shapes, domain=(max(n, 1),)))
    return found


def _uniform(dtype: DType, _: Setting) -> list[Case]:
    """Scalar parameters of every type, one after the other in the block."""
    b = Builder("uniform", workgroup=8, domain=(8,))
    first, size = b.uniform("first", u8), b.uniform("size", dtype)
    last = b.uniform("last", u16)
    out, sides = b.output("out", dtype, count=3), b.output("sides", u32, count=2)
    i = b.global_id()
    out[i] = size
    with b.if_(i == 0):
        sides[0] = b.cast(u32, first)
        sides[1] = b.cast(u32, last)
    program = b.build()
    return [
        Case(f"uniform {bits:#x}", program, {"first": 255 - k, "size": python_value(dtype, bits), "last": 65535 - k}, {"out": (3,), "sides": (2,)}, domain=(8,))
        for k, bits in enumerate(few(dtype))
    ]  # fmt: skip


def _table(dtype: DType, _: Setting) -> list[Case]:
    """A constant table of two axes under computed subscripts, some of them outside."""
    data = values(dtype, 35, "table")
    b = Builder("table", workgroup=32)
    table = b.table("table", dtype, (5, 7), data.tobytes())
    at, out = b.input("at", i32), b.output("out", dtype)
    i = b.global_id()
    with b.if_(i < out.size):
        out[i] = table[b.div(at[i], b.const(i32, 7)), b.rem(at[i], b.const(i32, 7))]
    at_values = np.concatenate([np.arange(-9, 45), [-(2**31), 2**31 - 1, 1 << 16]]).astype(np.int32)

    def formula(given: Mapping[str, Array]) -> Mapping[str, Array]:
        rows_, columns = np.trunc(given["at"] / 7).astype(int), np.fmod(given["at"], 7)
        inside = (rows_ >= 0) & (rows_ < 5) & (columns >= 0)
        found = _canonical(data, dtype)[np.where(inside, rows_ * 7 + columns, 0)]
        return {"out": np.where(inside, found, np.zeros(1, found.dtype))}

    n = len(at_values)
    return [Case("table", b.build(), {"at": at_values}, {"out": (n,)}, domain=(n,), formula=formula)]


def _canonical(data: Array, dtype: DType) -> Array:
    """As a store leaves it (rules 1.1 and 3.4)."""
    if dtype.is_bool:
        return np.not_equal(data.view(np.uint8), 0)
    if not dtype.is_float:
        return data
    nan = as_type(np.array([CANONICAL_NAN[dtype.name]], np.uint64), dtype)
    return np.asarray(np.where(data != data, nan, data))


def _private(dtype: DType, _: Setting) -> list[Case]:
    """An array of the invocation: cleared in each turn of a loop, subscripts in and out of it."""
    b = Builder("private", workgroup=32)
    x, out = b.input("x", dtype), b.output("out", dtype)
    i = b.global_id()
    with b.for_(0, 3) as turn:
        held = b.private("held", dtype, 5)
        with b.for_(0, turn + 2) as k:
            held[(i + k) % 7] = x[i * 3 + k]
        with b.if_(i * 3 + turn < out.size):
            out[i * 3 + turn] = held[(i + turn) % 6]
    n = 300
    return [Case("private", b.build(), {"x": values(dtype, n)[:n]}, {"out": (n,)}, domain=(100,))]


def _shared(dtype: DType, _: Setting) -> list[Case]:
    """Workgroup memory starts as zeros in every workgroup, is dropped into and read from outside its bounds, and is seen by
    all after a barrier."""
    b = Builder("shared", workgroup=32)
    x, out = b.input("x", dtype), b.output("out", dtype)
    tile = b.shared("tile", dtype, (5, 7))
    i, lane = b.global_id(), b.local_id()
    with b.if_(lane % 3 != 0):
        tile[lane // 6, lane % 8] = x[i]
    b.barrier()
    with b.if_(i < out.size):
        out[i] = tile[(31 - lane) // 6, (31 - lane) % 8]
    n = 32 * 5 - 3
    return [Case("shared", b.build(), {"x": values(dtype, n)[:n]}, {"out": (n,)}, domain=(n,))]


def _inout(dtype: DType, _: Setting) -> list[Case]:
    """Read and written in place; what nobody stores stays as it was, NaNs and odd bools too."""
    b = Builder("inout", workgroup=32)
    x = b.inout("x", dtype)
    i = b.global_id()
    with b.if_((i < x.size) & (i % 4 == 1)):
        x[i] = x[i - 1]
    program = b.build()
    return [
        Case(f"inout of {n}", program, {"x": values(dtype, n)[:n]}, {}, domain=(max(n, 1),)) for n in (0, 1, 6, 7, 333)
    ]


def _axes(rank: int, _: Setting) -> list[Case]:
    """Each subscript is checked against its own axis, and shapes are parameters: one program, several shapes."""
    b = Builder("axes", workgroup=(4,) * (rank - 1) + (8,))
    x, out, marks = b.input("x", i32, rank=rank), b.output("out", i32, rank=rank), b.output("marks", u8, rank=rank)
    ids = tuple(b.global_id(axis) for axis in reversed(range(rank)))
    moved = tuple(id_ + (1 if k % 2 else 0xFFFFFFFF) for k, id_ in enumerate(ids))
    out[ids] = x[ids] + 2 * x[moved] + b.cast(i32, out.shape[rank - 1] * 100 + out.size)
    marks[tuple(id_ + 3 for id_ in ids)] = 5
    program = b.build()
    shapes: tuple[tuple[int, ...], ...] = (
        ((7, 13), (1, 1), (64, 3), (0, 5), (5, 0)) if rank == 2 else ((3, 5, 9), (1, 1, 1), (2, 0, 4), (8, 1, 17))
    )
    cases: list[Case] = []
    for shape in shapes:
        count = int(np.prod(shape))
        cases.append(
            Case(
                f"shape {shape}",
                program,
                {"x": values(i32, max(count, 1))[:count].reshape(shape)},
                {"out": shape, "marks": shape},
                domain=shape,
            )
        )
    return cases


def _flat(_: Setting) -> list[Case]:
    """.flat looks at an array of three axes as one."""
    b = Builder("flat", workgroup=32)
    x, out = b.input("x", u16, rank=3), b.output("out", u16, rank=2)
    i = b.global_id()
    out.flat[i] = x.flat[i] + x[0, 1, i]
    shape = (3, 4, 11)
    count = int(np.prod(shape))
    return [
        Case(
            "flat", b.build(), {"x": values(u16, count)[:count].reshape(shape)}, {"out": (12, 11)}, domain=(count + 9,)
        )
    ]


def _any_rank(_: Setting) -> list[Case]:
    """A buffer that is taken flat, whatever its rank."""
    b = Builder("anyrank", workgroup=32)
    x, out = b.input("x", u32, rank=None), b.output("out", u32, rank=None)
    i = b.global_id()
    out[i] = x[i] + x.shape[0]
    program = b.build()
    return [
        Case(f"shape {shape}", program, {"x": values(u32, 60)[:60].reshape(shape)}, {"out": shape}, domain=(64,))
        for shape in ((60,), (6, 10), (3, 4, 5), (1, 60))
    ]


def _sizes(_: Setting) -> list[Case]:
    """Sizes and extents reach the program as they are."""
    b = Builder("sizes", workgroup=1, domain=(1,))
    x, y, z = b.input("x", u8), b.input("y", f32, rank=2), b.input("z", u16, rank=3)
    out = b.output("out", u32, count=9)
    for k, value in enumerate(
        (x.size, y.size, z.size, y.shape[0], y.shape[1], z.shape[0], z.shape[1], z.shape[2], out.size)
    ):
        out[k] = value
    program = b.build()
    return [
        Case(f"{n} elements", program, {"x": np.zeros(n, np.uint8), "y": np.zeros((n, 3), np.float32), "z": np.zeros((2, n, 5), np.uint16)}, {"out": (9,)}, domain=(1,))
        for n in (0, 1, 3, 1000)
    ]  # fmt: skip


def _load_le(_: Setting) -> list[Case]:
    """Unaligned little-endian values out of bytes, over both ends."""
    b = Builder("loadle", workgroup=32)
    x, out16, out32, out64 = b.input("x", u8), b.output("out16", u16), b.output("out32", u32), b.output("out64", u64)
    i = b.global_id()
    with b.if_(i < out16.size):
        at = b.cast(i64, i) - 5
        out16[i] = b.load_le(u16, x, at)
        out32[i] = b.load_le(u32, x, at)
        out64[i] = b.load_le(u64, x, at)
    n = 77
    shapes: dict[str, tuple[int, ...]] = dict.fromkeys(("out16", "out32", "out64"), (n + 10,))
    return [Case("load_le", b.build(), {"x": values(u8, 1 << 8)[:n]}, shapes, domain=(n + 10,))]


def _output_range(_: Setting) -> list[Case]:
    """A range of bytes limits what is returned, not what may be read and stored."""
    b = Builder("range", workgroup=32)
    out, copy = b.output("out", u32, output_range=(8, 52)), b.output("copy", u32)
    i = b.global_id()
    with b.if_(i < out.size):
        out[i] = i * 0x01010101
        copy[i] = out[i]
    return [Case("range", b.build(), {}, {"out": (40,), "copy": (40,)}, domain=(40,))]


def _partly_written(_: Setting) -> list[Case]:
    """What no invocation stores is zero, whatever the memory held."""
    b = Builder("partly", workgroup=32)
    outs = [b.output(f"out{k}", t) for k, t in enumerate((u8, u16, u32, u64))]
    i = b.global_id()
    for out in outs:
        with b.if_((i % 5 == 2) & (i < out.size)):
            out[i] = b.cast(out.dtype, i)
    return [Case("partly", b.build(), {}, {f"out{k}": (n,) for k, n in enumerate((101, 99, 98, 97))}, domain=(101,))]


def _same_value(_: Setting) -> list[Case]:
    """All writers store one value, and nobody reads it."""
    b = Builder("same", workgroup=64)
    x, out = b.input("x", u32), b.output("out", u8)
    i = b.global_id()
    with b.if_(i < x.size):
        out[x[i] % 50] = 1
    n = 1000
    return [Case("same", b.build(), {"x": values(u32, n)}, {"out": (53,)}, domain=(n,))]


# -- records ----------------------------------------------------------------------------------------------------

_PACKED = np.dtype([("a", "u1"), ("b", "<u4"), ("c", "?"), ("d", "<f8"), ("e", "<i2"), ("f", "<f4"), ("g", "<u8")])
_PADDED = np.dtype([("x", "<f4"), ("n", "u1"), ("y", "<f8"), ("h", "<f2")], align=True)
_ARRAYS = np.dtype([("id", "<u2"), ("v", "<f4", (3,)), ("m", "<i4", (2, 2))])


def _filled(dtype: np.dtype[Any], count: int, stream: str) -> Array:
    """Records of random bytes, padding included."""
    size = count * dtype.itemsize
    return words(stream, -(-size // 8)).view(np.uint8)[:size].copy().view(dtype)


def _records(_: Setting) -> list[Case]:
    """Fields of every size at offsets of every alignment, into an output whose padding is zero."""
    b = Builder("records", workgroup=32)
    x, out, first = b.input("x", record_of(_PACKED)), b.output("out", record_of(_PADDED)), b.output("first", u32)
    i = b.global_id()
    out[i].x = x[i].f + 1.5
    out[i].n = x[i + 1].a
    out[i].y = x[i].d
    with b.if_(x[i].c):
        out[i].h = b.cast(out[i].h.dtype, x[i].e)
    with b.if_(i < first.size):
        first[i] = x[i].b + b.cast(u32, x[i].g)
    n = 101
    return [
        Case("records", b.build(), {"x": _filled(_PACKED, n, "records")}, {"out": (n,), "first": (n,)}, domain=(n + 5,))
    ]


def _records_inout(_: Setting) -> list[Case]:
    """Only the fields that are stored change; the bytes between them stay."""
    b = Builder("updated", workgroup=32)
    x = b.inout("x", record_of(_PADDED))
    i = b.global_id()
    with b.if_(i % 2 == 1):
        x[i].x = x[i].x * 2.0
        x[i].n = x[i].n + 1
    n = 75
    return [Case("updated", b.build(), {"x": _filled(_PADDED, n, "padded")}, {}, domain=(n + 7,))]


def _record_copies(_: Setting) -> list[Case]:
    """A copy of a whole record moves its fields, no padding, and makes NaNs canonical."""
    cases: list[Case] = []
    for name, dtype in (("packed", _PACKED), ("padded", _PADDED), ("arrays", _ARRAYS)):
        b = Builder("copied", workgroup=32)
        x, out = b.input("x", record_of(dtype)), b.output("out", record_of(dtype))
        i = b.global_id()
        with b.if_(i < out.size):
            out[i] = x[out.size - 1 - i]
        given = _filled(dtype, 50, name)
        if "f" in (dtype.names or ()):
            given["f"][:9] = as_type(np.arange(0x7F800001, 0x7F80000A, dtype=np.uint64), f32)
        cases.append(Case(name, b.build(), {"x": given}, {"out": (50,)}, domain=(50,)))
    return cases


def _record_arrays(_: Setting) -> list[Case]:
    """Fields that are arrays, under subscripts that leave them and that leave the record's array."""
    b = Builder("fields", workgroup=32)
    x, at = b.input("x", record_of(_ARRAYS)), b.input("at", i32)
    out, loaded = b.output("out", record_of(_ARRAYS)), b.output("loaded", f32)
    i = b.global_id()
    with b.if_(i < loaded.size):
        k = at[i]
        loaded[i] = x[i + 1].v[k]
        out[i].v[k] = x[i].v[1]
        out[i].m[k, 1] = x[i].m[1, k]
        out[i].id = x[i].id
    n = 90
    inputs = {"x": _filled(_ARRAYS, n, "fields"), "at": (np.arange(n) % 7 - 2).astype(np.int32)}
    return [Case("fields", b.build(), inputs, {"out": (n,), "loaded": (n,)}, domain=(n,))]
