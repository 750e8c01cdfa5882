"""Subscripts (rule 4.1): of every integer type at and beyond both ends, and neighbours that a machine may take at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

import numpy as np

from vyre.conform.case import Case, Row, Setting
from vyre.conform.values import Array, values, words
from vyre.dtypes import DType, f32, i8, i16, i32, i64, u8, u16, u32, u64
from vyre.ir.builder import Builder

__all__ = ["rows"]


def rows() -> Iterator[Row]:
    """Each type that an index may have; each type that is had four at once."""
    for dtype in (u8, u16, u32, u64, i8, i16, i32, i64):
        yield Row(f"memory/index/{dtype}", ("4.1",), partial(_index, dtype))
        if dtype.is_signed and dtype.bits < 32:
            yield Row(f"memory/index-below-zero/{dtype}", ("4.1",), partial(_below_zero, dtype))
    for dtype in (u32, i32, f32):
        yield Row(f"memory/neighbours/{dtype}", ("4.1", "5.2"), partial(_neighbours, dtype))


def _index(dtype: DType, _: Setting) -> list[Case]:
    """Subscripts of every integer type at and beyond both ends: a load gives 0, a store is dropped, an atomic does nothing."""
    size = 100
    b = Builder("index", workgroup=32)
    at, x = b.input("at", dtype), b.input("x", u32)
    loaded, stored, counted, old = (
        b.output("loaded", u32),
        b.output("stored", u32),
        b.output("counted", u32),
        b.output("old", u32),
    )
    i = b.global_id()
    with b.if_(i < at.size):
        k = at[i]
        loaded[i] = x[k] + 1
        stored[k] = 7
        stored[k - 1] = 7
        b.atomic_add(counted, k, 1)
        with b.if_(b.cast(u64, k) >= size):
            old[i] = b.atomic_add(counted, k, 1) + 1
    around = [
        -2,
        -1,
        0,
        1,
        size - 1,
        size,
        size + 1,
        127,
        128,
        255,
        1 << 16,
        1 << 31,
        (1 << 31) - 1,
        (1 << 32) - 1,
        1 << 32,
    ]
    around += [1 << 30, 1 << 62, 1 << 61, (1 << 32) + 1, 2**63 - 1, -(2**63), -(2**31), -(2**15), -128, 2**64 - 1]
    inside = sorted({v for v in around if dtype.min <= v <= dtype.max} | set(range(0, size, 3)))
    at_values = np.array(inside, np.dtype(dtype.numpy_name))
    n = len(at_values)
    x_values = (words("indexed", size) >> np.uint64(33)).astype(np.uint32) | np.uint32(
        1
    )  # a zero is one that was outside
    inputs = {"at": at_values, "x": x_values}
    shapes = {"loaded": (n,), "stored": (size,), "counted": (size,), "old": (n,)}
    return [
        Case("index", b.build(), inputs, shapes, domain=(n,)),
        _index_alone(dtype, inputs, n),
        *(_index_of_all(dtype, inputs, at) for at in sorted({inside[0], 0, 7, 9, 10, 12, 99, 100, inside[-1]})),
    ]


def _neighbours(dtype: DType, _: Setting) -> list[Case]:
    """Accesses side by side, in any order and some of them twice, from places that are and are not multiples of four, up to and
    beyond the end."""
    cases: list[Case] = []
    for step, n in ((4, 403), (1, 130), (3, 300), (4, 3)):
        b = Builder("neighbours", workgroup=32)
        x, out = b.input("x", dtype), b.output("out", dtype)
        i = b.global_id()
        at = i * step
        found = b.let("found", x[at])
        for k in (2, 0, 3, 1, 0, 5, 4, 6, 7, 2):
            found.set(b.op("max", found * 3, x[at + k]))
        for k in range(step):
            out[at + step - 1 - k] = b.op("max", found, x[at + k])
        cases.append(
            Case(
                f"steps of {step} in {n}",
                b.build(),
                {"x": values(dtype, 1024)[-n:]},
                {"out": (n,)},
                domain=(n // step + 5,),
            )
        )
    return cases


def _below_zero(dtype: DType, _: Setting) -> list[Case]:
    """Negative subscripts of a narrow type, over an array so large that the same bits without a sign lie inside."""
    b = Builder("below", workgroup=32)
    at, x, stored = b.input("at", dtype), b.input("x", u32), b.output("stored", u32)
    loaded = b.output("loaded", u32)
    i = b.global_id()
    with b.if_(i < at.size):
        loaded[i] = x[at[i]] + 1
        stored[at[i]] = i + 1
    given = np.array([*range(-20, 20), *range(dtype.min, dtype.min + 20)], np.dtype(dtype.numpy_name))
    size, n = 1 << dtype.bits, len(given)
    inputs = {"at": given, "x": words("below", size).astype(np.uint32) | np.uint32(1)}
    return [Case("below", b.build(), inputs, {"stored": (size,), "loaded": (n,)}, domain=(n,))]


def _index_alone(dtype: DType, inputs: Mapping[str, Array], count: int) -> Case:
    """The same by one invocation in a loop, which is scalar code; loads of two axes too."""
    b = Builder("alone", workgroup=1)
    at, x, grid = b.input("at", dtype), b.input("x", u32), b.input("grid", u32, rank=2)
    loaded, stored, both = b.output("loaded", u32), b.output("stored", u32), b.output("both", u32, rank=2)
    with b.for_(0, at.size) as n:
        k = at[n]
        loaded[n] = x[k] * 3 + grid[k, 2] + grid[3, k]
        stored[k] = n
        both[k, n % 3] = n
        both[n % 3, k] = n + 1
    given = {**inputs, "grid": inputs["x"].reshape(10, 10)}
    return Case("alone", b.build(), given, {"loaded": (count,), "stored": (100,), "both": (10, 10)}, domain=(1,))


def _index_of_all(dtype: DType, inputs: Mapping[str, Array], at: int) -> Case:
    """One subscript for all invocations, a parameter; also of one axis of two."""
    b = Builder("ofall", workgroup=32)
    where, x, grid, out = (
        b.uniform("where", dtype),
        b.input("x", u32),
        b.input("grid", u32, rank=2),
        b.output("out", u32),
    )
    marks = b.output("marks", u32, rank=2)
    i = b.global_id()
    with b.if_(i < out.size):
        out[i] = x[where] + x[where + 1] * i + x[where - 1] + grid[where, i] * 5 + grid[i, where] * 7
        marks[i, where] = i + 1
    given = {"x": inputs["x"], "grid": inputs["x"].reshape(10, 10), "where": at}
    return Case(f"of all at {at}", b.build(), given, {"out": (70,), "marks": (10, 10)}, domain=(70,))
