"""``vy.grid_stride``, ``vy.workgroup_*`` and ``vy.load_le`` on every backend."""

from __future__ import annotations

import itertools
import math
import struct
from typing import Any, Final, Literal

import numpy as np
import pytest

import vyre as vy
from tests.sizes import crossed
from vyre.config import DispatchConfig
from vyre.dtypes import BY_NAME, DType, i8, u8, u32
from vyre.ir.program import Program
from vyre.run.arrays import numpy_dtype
from vyre.run.engine import missing
from vyre.run.session import Session

rng = np.random.default_rng(5)


# -- grid_stride ------------------------------------------------------------------------------------------


@vy.kernel(workgroup=32)
def squares(a: vy.In[vy.u32], n: vy.u32, found: vy.InOut[vy.u32]) -> None:
    for i in vy.grid_stride(n):
        if i % 5 == 3:
            continue
        vy.atomic_add(found, i, a[i] * a[i] + 1)


@pytest.mark.parametrize("n", [0, 1, 31, 32, 33, 300, 1000])
@pytest.mark.parametrize("grid", [1, 3, 64])
def test_rule_5_3_grid_stride_covers_each_number_once_with_any_grid(n: int, grid: int, device: str) -> None:
    a = np.arange(1000, dtype=np.uint32)
    out = np.zeros(1000, np.uint32)
    squares(a, n, out, grid=grid, backend=device)
    i = np.arange(1000)
    assert np.array_equal(out, np.where((i < n) & (i % 5 != 3), a * a + 1, 0))


@vy.kernel(workgroup=4, grid=2)
def far(n: vy.u32, found: vy.InOut[vy.u32]) -> None:
    for i in vy.grid_stride(n):
        if i > 20:
            break
        vy.atomic_add(found, i, 1)


@vy.kernel(workgroup=4, grid=2)
def signed(n: vy.i32, found: vy.InOut[vy.i32]) -> None:
    for i in vy.grid_stride(n):
        vy.atomic_add(found, i, i + 1)


@vy.kernel(workgroup=4, grid=1)
def fixed(found: vy.InOut[vy.u32]) -> None:
    for i in vy.grid_stride(7):
        found[i] = i + 1


def test_rule_5_3_the_end_may_be_near_the_type_s_and_below_zero(device: str) -> None:
    out = np.zeros(40, np.uint32)
    assert far(0xFFFFFFFF, out, backend=device).tolist() == [1] * 21 + [0] * 19
    assert signed(-3, np.zeros(5, np.int32), backend=device).tolist() == [0] * 5
    assert signed(4, np.zeros(5, np.int32), backend=device).tolist() == [1, 2, 3, 4, 0]
    assert fixed(np.zeros(9, np.uint32), backend=device).tolist() == [1, 2, 3, 4, 5, 6, 7, 0, 0]


def _last_rounds(n: int, groups: int) -> Program:
    """Stores the last numbers below n, which only a sum without wrapping finds."""
    b = vy.Builder("last", workgroup=2, grid=groups)
    out = b.inout("out", u32)
    with b.grid_stride(b.const(u32, n)) as i, b.if_(i >= n - 8):
        b.atomic_add(out, i - (n - 8), 1)
    return b.build()


def test_rule_5_3_the_last_round_does_not_wrap(session: Session) -> None:
    (out,) = session.dispatch(_last_rounds(0xFFFFFFFF, 1 << 22), [np.zeros(9, np.uint32)], backend="cpu")
    assert out.tolist() == [1] * 8 + [0]


@pytest.mark.parametrize("n", [7, 127])
def test_narrow_numbers(n: int, session: Session) -> None:
    b = vy.Builder("narrow", workgroup=4, grid=3)
    count, out = b.uniform("n", i8), b.inout("out", u32)
    with b.grid_stride(count) as i:
        b.atomic_add(out, i, 1)
    program = b.build()
    for device in ("reference", "cpu"):
        (found,) = session.dispatch(program, [n, np.zeros(130, np.uint32)], backend=device)
        assert found.tolist() == [1] * n + [0] * (130 - n)


# -- workgroup_* ------------------------------------------------------------------------------------------

_FOLD: dict[str, Any] = {
    "sum": lambda v: v.sum(dtype=v.dtype), "min": np.fmin.reduce, "max": np.fmax.reduce, "any": np.any, "all": np.all
}  # fmt: skip


def _reduction(op: str, dtype: DType, workgroup: int | tuple[int, ...], rounds: int = 1) -> Program:
    b = vy.Builder("reduce", workgroup=workgroup, grid=(1, 3) if isinstance(workgroup, tuple) else 3)
    a, out = b.input("a", dtype), b.output("out", dtype, count=3 * rounds)
    size = math.prod(workgroup) if isinstance(workgroup, tuple) else workgroup
    first = b.group_id(0) * size + b.local_index()
    if rounds == 1:
        found = b.over_workgroup(op, a[first])
        with b.if_(b.local_index() == size - 1):
            out[b.group_id(0)] = found
        return b.build()
    with b.for_(0, rounds) as k:
        found = b.over_workgroup(op, a[first + k * (3 * size)])
        with b.if_(b.local_index() == 0):
            out[b.group_id(0) + k * 3] = found
    return b.build()


def _values(dtype: DType, count: int) -> Any:
    kind = numpy_dtype(dtype)
    if dtype.is_bool:
        return rng.random(count) < 0.9
    if dtype.is_float:
        made = rng.standard_normal(count).astype(kind)
        made[rng.random(count) < 0.3] = np.nan
        made[: count // 5] = np.nan
        return made
    return rng.integers(dtype.min, dtype.max, count, kind, endpoint=True)


_ONE_VALUE = list(itertools.product(["any", "all", "sum", "min", "max"], [1, 4]))
_WORKGROUPS: Final[list[int | tuple[int, ...]]] = [1, 2, 33, 64, (4, 6), 100]


@pytest.mark.parametrize(("case", "workgroup"), crossed(_ONE_VALUE, _WORKGROUPS, each=2), ids=str)
def test_rule_6_5_the_workgroup_s_one_value(
    case: tuple[str, int], workgroup: int | tuple[int, ...], device: str, session: Session
) -> None:
    op, rounds = case
    names = ["bool"] if op in ("any", "all") else ["u8", "i8", "u32", "i32", "u64", "i64"]
    names += ["f32", "f64"] if op in ("min", "max") else []
    ran = 0
    for name in names:
        program = _reduction(op, BY_NAME[name], workgroup, rounds)
        if missing(program, session.engine(device).profile) is not None:
            continue
        ran += 1
        size = math.prod(workgroup) if isinstance(workgroup, tuple) else workgroup
        given = _values(BY_NAME[name], 3 * rounds * size)
        (found,) = session.dispatch(program, [given], backend=device)
        with np.errstate(over="ignore"):
            wanted = [_FOLD[op](v) for v in given.reshape(3 * rounds, size)]
        assert found.tobytes() == np.array(wanted, found.dtype).tobytes(), (name, given)
    assert ran


@pytest.mark.parametrize(
    ("values", "low", "high"),
    [
        ([0.0, -0.0], -0.0, 0.0), ([math.nan, math.nan], math.nan, math.nan), ([math.inf, math.nan], math.inf, math.inf),
        ([-math.inf, 1.0], -math.inf, 1.0), ([-1.5, -2.5], -2.5, -1.5), ([1e-45, -1e-45], -1e-45, 1e-45),
    ],
)  # fmt: skip
def test_rule_6_5_floats_of_a_workgroup(
    values: list[float], low: float, high: float, device: str, session: Session
) -> None:
    for op, wanted in (("min", low), ("max", high)):
        program = _reduction(op, BY_NAME["f32"], 2)
        if missing(program, session.engine(device).profile) is not None:
            pytest.skip("no floats here")
        (found,) = session.dispatch(program, [np.array(values * 3, np.float32)], backend=device)
        assert found.tobytes() == np.array([wanted] * 3, np.float32).tobytes()


@vy.kernel(domain="x", workgroup=16)
def settle(x: vy.InOut[vy.u32], rounds: vy.Out[vy.u32]) -> None:
    """Halves until all are odd or zero; the loop ends for all together."""
    i = vy.global_id()
    mine = x[i]
    count = 0
    while vy.workgroup_any(mine != 0 and mine % 2 == 0):
        if mine % 2 == 0:
            mine //= 2
        vy.barrier()
        count += 1
    if i < x.size:
        x[i] = mine
        rounds[i] = vy.workgroup_size() * 0 + count


def test_rule_5_4_a_loop_over_it_may_hold_barriers(device: str) -> None:
    x = np.array([8, 3, 0, 6, *range(1, 30)], np.uint32)
    found = x.copy()
    rounds = settle(found, backend=device)
    wanted, counts = x.copy(), np.zeros(len(x), np.uint32)
    for start in range(0, len(x), 16):
        part = wanted[start : start + 16]
        while ((part != 0) & (part % 2 == 0)).any():
            part[part % 2 == 0] //= 2
            counts[start : start + 16] += 1
    assert np.array_equal(found, wanted)
    assert np.array_equal(rounds, counts)


@vy.func
def spread(x: vy.u32) -> vy.u32:
    return vy.workgroup_max(x) - vy.workgroup_min(x)


@vy.kernel(domain="a", workgroup=8)
def spreads(a: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    total = spread(a[i]) + vy.workgroup_sum(a[i])
    if vy.workgroup_all(i < a.size):
        total += 1000
    out[i] = total


def test_it_stands_in_functions_and_tails(device: str) -> None:
    a = np.arange(1, 12, dtype=np.uint32)  # the second workgroup reads zeros at its end
    assert spreads(a, backend=device).tolist() == [7 + 36 + 1000] * 8 + [11 + 30] * 3


def test_another_workgroup_of_the_config(device: str, session: Session) -> None:
    b = vy.Builder("grow", workgroup=4, domain=64)
    a, out = b.input("a", u32), b.output("out", u32, count=64)
    i = b.global_id()
    out[i] = b.workgroup_sum(a[i])
    (found,) = session.dispatch(
        b.build(), [np.ones(64, np.uint32)], DispatchConfig(workgroup_override=32), backend=device
    )
    assert found.tolist() == [32] * 64


def test_V325_only_where_all_come_by() -> None:
    text = "def k(a: vy.In[vy.u32], out: vy.Out[vy.u32]):\n    i = vy.global_id()\n    if a[i] > 2:\n        out[i] = vy.workgroup_sum(a[i])\n"
    with pytest.raises(vy.ValidationError) as caught:
        vy.kernel_from_source(text)(np.zeros(3, np.uint32), backend="reference")
    assert caught.value.code == "V325"
    text = "def k(a: vy.In[vy.u32], out: vy.Out[vy.u32]):\n    i = vy.global_id()\n    s = vy.workgroup_sum(a[i])\n    if a[i] > 2:\n        out[i] = s\n"
    assert vy.kernel_from_source(text)(np.array([1, 5], np.uint32), backend="reference").tolist() == [0, 6]


# -- load_le ----------------------------------------------------------------------------------------------

_CODES = {"u8": "B", "i8": "b", "u16": "H", "i16": "h", "u32": "I", "i32": "i", "u64": "Q", "i64": "q", "f32": "f", "f64": "d"}  # fmt: skip
DATA = rng.integers(0, 256, 23, np.uint8)


@pytest.mark.parametrize("index", ["u8", "u32", "i32", "u64", "i64", "i8"])
@pytest.mark.parametrize("name", list(_CODES))
def test_rule_4_1_unaligned_values_and_bytes_outside(name: str, index: str, device: str, session: Session) -> None:
    held = BY_NAME[index]
    b = vy.Builder("unaligned", domain=48)
    data, at, out = b.input("data", u8), b.input("at", held), b.output("out", BY_NAME[name], count=48)
    i = b.global_id()
    out[i] = b.load_le(BY_NAME[name], data, at[i])
    if missing(b.build(), session.engine(device).profile) is not None:
        pytest.skip("a type that this device does not have")
    places = [*range(24), held.max, held.max - 1, held.max - 7] + (
        [*range(-9, 0), held.min, held.min + 1] if held.kind == "int" else []
    )
    offsets = np.array(places + [0] * (48 - len(places)), numpy_dtype(held))
    (found,) = session.dispatch(b.build(), [DATA, offsets], backend=device)
    size = struct.calcsize("<" + _CODES[name])
    for place, value in zip(offsets.tolist(), found, strict=True):
        raw = bytes(int(DATA[k]) if 0 <= (k := place + j) < 23 else 0 for j in range(size))
        (wanted,) = np.frombuffer(raw, value.dtype)
        if not np.isnan(wanted):
            assert value.tobytes() == raw, (place, value)


@vy.kernel(domain=4)
def headers(data: vy.In[vy.u8], table: vy.In[vy.u8], out: vy.Out[vy.u32, Literal[4]]) -> None:
    i = vy.global_id()
    out[i] = vy.load_le(vy.u32, data, 3 * i + 1) ^ vy.load_le(vy.u32, table, 2) + vy.load_le(vy.u32, table.flat, i)


def test_in_a_kernel_with_literals_and_of_any_rank(device: str) -> None:
    table = np.arange(12, dtype=np.uint8).reshape(3, 4)

    def word(raw: bytes, at: int) -> int:
        return int.from_bytes(raw[at : at + 4], "little")

    a, t = DATA.tobytes(), table.tobytes()
    wanted = [word(a, 3 * i + 1) ^ (word(t, 2) + word(t, i)) & 0xFFFFFFFF for i in range(4)]
    assert headers(DATA, table, backend=device).tolist() == wanted
