"""Integer meaning: whole-number division and the corners of signed types, on every device."""

from __future__ import annotations

import itertools
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import vyre as vy
from tests.handed.support import INTEGERS, array, call, child, compiles, elementwise, lacks, needs, wrapped
from vyre import dtypes
from vyre.dtypes import DType
from vyre.ir.builder import Builder
from vyre.run.session import Session

i32, u32 = np.int32, np.uint32


def truncated(a: int, b: int, dtype: DType) -> tuple[int, int]:
    """Quotient and remainder by rules 2.2 and 2.3."""
    if b == 0:
        return (dtype.max if dtype.min == 0 else -1), 0
    quotient = abs(a) // abs(b) * (-1 if (a < 0) != (b < 0) else 1)
    return wrapped(dtype, quotient), a - quotient * b


def floored(a: int, b: int, dtype: DType) -> tuple[int, int]:
    """The same for Python's ``//`` and ``%``."""
    return truncated(a, b, dtype) if b == 0 else (wrapped(dtype, a // b), a % b)


@vy.kernel
def divide_i32(a: vy.In[vy.i32], b: vy.In[vy.i32], quotient: vy.Out[vy.i32], rest: vy.Out[vy.i32]) -> None:
    i = vy.global_id()
    if i < quotient.size:
        quotient[i] = vy.div(a[i], b[i])
        rest[i] = vy.rem(a[i], b[i])


@vy.kernel
def divide_u32(a: vy.In[vy.u32], b: vy.In[vy.u32], quotient: vy.Out[vy.u32], rest: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    if i < quotient.size:
        quotient[i] = vy.div(a[i], b[i])
        rest[i] = vy.rem(a[i], b[i])


@vy.kernel
def floor_i32(a: vy.In[vy.i32], b: vy.In[vy.i32], quotient: vy.Out[vy.i32], rest: vy.Out[vy.i32]) -> None:
    i = vy.global_id()
    if i < quotient.size:
        quotient[i] = a[i] // b[i]
        rest[i] = a[i] % b[i]


# taichi #969
def test_division_does_not_go_through_floats(session: Session, device: str) -> None:
    quotient, _ = call(session, device, divide_i32, np.array([299999], i32), np.array([100000], i32))
    assert quotient.tolist() == [2]
    a = np.array([16777217, 4294967295, 4294967295], u32)
    quotient, _ = call(session, device, divide_u32, a, np.array([1, 3, 65537], u32))
    assert quotient.tolist() == [16777217, 1431655765, 65535]


@pytest.mark.parametrize("dtype", INTEGERS, ids=lambda t: t.name)
def test_division_of_big_operands_of_every_type(session: Session, device: str, dtype: DType) -> None:
    """Around every power of two up to the type's width, where a float of any size starts to lose."""
    near = {
        v for k in range(dtype.bits + 1) for v in (2**k - 1, 2**k, 2**k + 1, -(2**k)) if dtype.min <= v <= dtype.max
    }
    pairs = list(
        itertools.product(
            sorted(near),
            [v for v in (1, 2, 3, 7, 10, 255, 65537, dtype.max, dtype.max - 1, -1, -3) if dtype.min <= v <= dtype.max],
        )
    )
    a, b = ([pair[k] for pair in pairs] for k in (0, 1))
    program = elementwise(
        lambda s, x, y: s.div(x, y),
        lambda s, x, y: s.rem(x, y),
        lambda _, x, y: x // y,
        lambda _, x, y: x % y,
        types=(dtype, dtype),
        result=dtype,
    )
    needs(session, device, program)
    got = session.dispatch(program, [array(dtype, a), array(dtype, b)], backend=device)
    for n, (meaning, part) in enumerate(((truncated, 0), (truncated, 1), (floored, 0), (floored, 1))):
        assert got[n].tobytes() == array(dtype, [meaning(x, y, dtype)[part] for x, y in pairs]).tobytes()


PAIRS = ((-7, 3), (7, -3), (-6, 5), (6, -5), (-1, 2))


# numba-cuda-mlir #184
def test_negative_operands_are_signed(session: Session, device: str) -> None:
    a, b = np.array([p[0] for p in PAIRS], i32), np.array([p[1] for p in PAIRS], i32)
    quotient, rest = call(session, device, divide_i32, a, b)
    assert (quotient.tolist(), rest.tolist()) == ([-2, -2, -1, -1, 0], [-1, 1, -1, 1, -1])
    quotient, rest = call(session, device, floor_i32, a, b)
    assert (quotient.tolist(), rest.tolist()) == ([-3, -3, -2, -2, -1], [2, -2, 4, -4, 1])


def test_a_literal_divisor_gives_the_same_bytes(session: Session, device: str) -> None:
    a = np.array([p[0] for p in PAIRS], i32)
    b = Builder("literal", domain=1)
    given, out = b.input("given", vy.i32), b.output("out", vy.i32, shape=(len(PAIRS), 4))
    for n, (_, y) in enumerate(PAIRS):
        value = given[n]
        for k, result in enumerate((b.div(value, y), b.rem(value, y), value // y, value % y)):
            out[n, k] = result
    program = b.build()
    needs(session, device, program)
    (got,) = session.dispatch(program, [a], backend=device)
    assert got.tolist() == [[*truncated(x, y, dtypes.i32), *floored(x, y, dtypes.i32)] for x, y in PAIRS]


def corners(device: str) -> list[str]:
    """Every corner of signed overflow and every division by zero; run where a trap ends nothing but itself."""
    done = []
    with vy.Session(device) as session:
        for dtype in INTEGERS:
            if not _corners_of(session, device, dtype):
                continue
            done.append(dtype.name)
    return done


def _corners_of(session: Session, device: str, dtype: DType) -> bool:
    low, high = dtype.min, dtype.max
    half = 1 << dtype.bits // 2
    values = sorted({v for v in (low, low + 1, -1, 0, 1, 2, 5, high - 1, high, half) if low <= v <= high})
    pairs = list(itertools.product(values, values))
    a, b = (array(dtype, [pair[k] for pair in pairs]) for k in (0, 1))
    binary: dict[str, tuple[Callable[..., Any], Callable[[int, int], int]]] = {
        "add": (lambda _, x, y: x + y, lambda x, y: x + y),
        "sub": (lambda _, x, y: x - y, lambda x, y: x - y),
        "mul": (lambda _, x, y: x * y, lambda x, y: x * y),
        "div": (lambda s, x, y: s.div(x, y), lambda x, y: truncated(x, y, dtype)[0]),
        "rem": (lambda s, x, y: s.rem(x, y), lambda x, y: truncated(x, y, dtype)[1]),
        "floordiv": (lambda _, x, y: x // y, lambda x, y: floored(x, y, dtype)[0]),
        "floormod": (lambda _, x, y: x % y, lambda x, y: floored(x, y, dtype)[1]),
        "abs": (lambda _, x, y: abs(x), lambda x, y: abs(x)),
        "neg": (lambda _, x, y: -x, lambda x, y: -x),
        "zero minus": (lambda _, x, y: 0 - x, lambda x, y: -x),
    }
    program = elementwise(*[build for build, _ in binary.values()], types=(dtype, dtype), result=dtype)
    if lacks(session, device, program):
        return False
    with warnings.catch_warnings():  # ten outputs are more than the portable eight buffers, on purpose
        warnings.simplefilter("ignore", vy.VyreWarning)
        results = session.dispatch(program, [a, b])
    for got, (name, (_, meaning)) in zip(results, binary.items(), strict=True):
        want = array(dtype, [wrapped(dtype, meaning(x, y)) for x, y in pairs])
        assert got.tobytes() == want.tobytes(), (name, dtype.name)
    return True


# wgpu #6961, stablehlo #3009
def test_signed_overflow_and_zero_divisors_trap_nowhere(session: Session, device: str) -> None:
    """MIN / -1, MIN % -1, abs(MIN), -MIN, MAX + 1 and x / 0 of every type, in a process that ends with 0."""
    text = child("from tests.handed.test_integer_meaning import corners\nprint(*corners(sys.argv[1]))", device)
    names = [t.name for t in INTEGERS if t.name in session.engine(device).profile.dtypes]
    assert text.split() == names


def test_the_corners_by_their_bytes(session: Session, device: str) -> None:
    low, high = -(2**31), 2**31 - 1
    a = np.array([low, low, low, -1, 0, 5, high], i32)
    b = np.array([-1, 0, 1, 0, 0, 0, -1], i32)
    quotient, rest = call(session, device, divide_i32, a, b)
    assert quotient.tolist() == [low, -1, low, -1, -1, -1, -high]
    assert rest.tolist() == [0, 0, 0, 0, 0, 0, 0]
    assert call(session, device, floor_i32, a, b)[0].tolist() == [low, -1, low, -1, -1, -1, -high]
    assert call(session, device, floor_i32, a, b)[1].tolist() == [0] * 7
    big = np.array([5, 0, 0xFFFFFFFF], u32)
    quotient, rest = call(session, device, divide_u32, big, np.zeros(3, u32))
    assert quotient.tobytes() == b"\xff" * 12
    assert rest.tobytes() == b"\x00" * 12
    quotient, rest = call(session, device, divide_i32, big.view(i32), np.zeros(3, i32))
    assert (quotient.tolist(), rest.tolist()) == ([-1] * 3, [0] * 3)


@vy.kernel
def where_divided(a: vy.In[vy.i32], b: vy.In[vy.i32], picked: vy.Out[vy.i32], guarded: vy.Out[vy.i32]) -> None:
    i = vy.global_id()
    if i < picked.size:
        picked[i] = vy.select(b[i] != 0, a[i] // b[i], 77)
        if b[i] != 0:
            guarded[i] = vy.rem(a[i], b[i])


def test_a_zero_divisor_in_a_lane_that_stores_nothing_does_nothing(session: Session, device: str) -> None:
    a = np.array([-(2**31), 9, -1, 7, 3], i32)
    b = np.array([0, 2, 0, -1, 0], i32)
    picked, guarded = call(session, device, where_divided, a, b)
    assert picked.tolist() == [77, 4, 77, -7, 77]
    assert guarded.tolist() == [0, 1, 0, 0, 0]


ZEROS = (
    "a[i] // 0",
    "a[i] % vy.u32(0)",
    "vy.div(a[i], 3 - 3)",
    "vy.rem(a[i], 0)",
    "a[i] // (5 * 0)",
    "divmod(a[i], 0)[0]",
)


@pytest.mark.parametrize("expression", ZEROS)
def test_a_divisor_that_literals_make_zero_is_a_compile_error(expression: str) -> None:
    def text(wanted: str) -> str:
        return f"def k(a: vy.In[vy.u32], out: vy.Out[vy.u32]):\n    i = vy.global_id()\n    out[i] = {wanted}\n"

    with pytest.raises(vy.InvalidProgram) as caught:
        vy.kernel_from_source(text(expression))
    assert "Fix: " in str(caught.value)
    assert caught.value.place is not None
    fixed = vy.kernel_from_source(text("a[i] // 3"))
    assert fixed(np.array([10], u32), backend="reference").tolist() == [3]


def test_a_literal_zero_divisor_from_the_builder_is_the_same_error_everywhere(session: Session, device: str) -> None:
    program = elementwise(lambda b, x: b.div(x, b.const(vy.u32, 0)), types=(vy.u32,), result=vy.u32)
    with compiles(session, device) as compiled, pytest.raises(vy.ValidationError) as caught:
        session.dispatch(program, [np.zeros(3, u32)], backend=device)
    assert caught.value.code == "V320"
    assert compiled == []


@vy.kernel
def zero_in_a_local(a: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    zero = a.size - a.size
    bounded = vy.min(a[i], 0)
    if i < out.size:
        out[i] = a[i] // zero + a[i] % bounded


def test_a_zero_that_only_analysis_finds_gives_the_values_of_run_time(session: Session, device: str) -> None:
    assert call(session, device, zero_in_a_local, np.array([0, 1, 7], u32)).tolist() == [0xFFFFFFFF] * 3
