"""Rule 6.4: subgroups of 32 consecutive invocations, against the rule worked out here in plain Python."""

from __future__ import annotations

import itertools
import struct
import textwrap
from collections.abc import Callable, Sequence
from functools import reduce
from typing import Any

import numpy as np
import pytest

import vyre as vy
from tests.handed.support import needs
from tests.sizes import crossed
from vyre.dtypes import DType, bool_, f32, f64, i32, i64, u8, u32, u64
from vyre.errors import ValidationError
from vyre.ir.builder import Builder
from vyre.ir.program import Program
from vyre.ir.values import Val
from vyre.run.arrays import numpy_dtype
from vyre.run.session import Session

GROUPS = 3
SIZES = (1, 31, 32, 33, 64, 100, 256)
TYPES = (u32, i32, u64, i64, f32, f64)


def _case(given: Any) -> str:
    return "-".join(getattr(part, "name", str(part)) for part in (given if isinstance(given, tuple) else (given,)))


def program(build: Callable[[Builder, Val], Val], dtype: DType, size: int) -> Program:
    """out[i] = build(x[i]), over whole workgroups of ``size``."""
    b = Builder("subgroups", workgroup=size, domain="x")
    x = b.input("x", dtype)
    value = build(b, x[b.global_id()])
    out = b.output("out", value.dtype)
    i = b.global_id()
    with b.if_(i < out.size):
        out[i] = value
    return b.build()


def run(session: Session, device: str, made: Program, x: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    needs(session, device, made)
    given: np.ndarray[Any, Any] = session.dispatch(made, [x], backend=device)[0]
    return given


def inputs(dtype: DType, size: int) -> np.ndarray[Any, Any]:
    rng = np.random.default_rng(size * 7 + dtype.bits)
    if dtype.is_float:
        x = rng.standard_normal(GROUPS * size) * 10.0 ** rng.integers(-6, 7, GROUPS * size)
        x[rng.random(len(x)) < 0.05] = -0.0
        x[rng.random(len(x)) < 0.03] = np.nan
        return x.astype(numpy_dtype(dtype))
    raw = rng.integers(0, 2**64, GROUPS * size, dtype=np.uint64)
    return raw.astype(numpy_dtype(dtype))


def parts(x: np.ndarray[Any, Any], size: int) -> list[np.ndarray[Any, Any]]:
    """The lanes that are there, subgroup after subgroup."""
    return [x[g * size + s : g * size + min(s + 32, size)] for g in range(GROUPS) for s in range(0, size, 32)]


def add(a: Any, b: Any) -> Any:
    with np.errstate(all="ignore"):
        return a + b


def tree_sum(part: np.ndarray[Any, Any]) -> list[Any]:
    zero = part.dtype.type(-0.0) if part.dtype.kind == "f" else part.dtype.type(0)
    lanes = [*part, *[zero] * (32 - len(part))]
    for stride in (16, 8, 4, 2, 1):
        lanes = [add(lanes[k], lanes[k + stride]) for k in range(stride)]
    return lanes * len(part)


def scan(part: np.ndarray[Any, Any]) -> list[Any]:
    lanes = list(part)
    for stride in (1, 2, 4, 8, 16):
        lanes = [add(lanes[k - stride], lanes[k]) if k >= stride else lanes[k] for k in range(len(lanes))]
    return lanes


def extreme(part: np.ndarray[Any, Any], least: bool) -> list[Any]:
    numbers = [v for v in part if v == v]
    if not numbers:
        return [part[0]] * len(part)
    best = min(numbers) if least else max(numbers)
    if best == 0 and part.dtype.kind == "f":  # -0 < +0
        signs = [np.signbit(v) for v in numbers if v == 0]
        best = part.dtype.type(-0.0 if (any(signs) if least else all(signs)) else 0.0)
    return [best] * len(part)


MEANINGS: dict[str, Callable[[np.ndarray[Any, Any]], Sequence[Any]]] = {
    "sum": tree_sum,
    "min": lambda p: extreme(p, True),
    "max": lambda p: extreme(p, False),
    "inclusive_scan": scan,
    "exclusive_scan": lambda p: [p.dtype.type(0), *scan(p)[:-1]],
}
BITS: dict[str, Callable[[np.ndarray[Any, Any]], Any]] = {
    "and": np.bitwise_and.reduce,
    "or": np.bitwise_or.reduce,
    "xor": np.bitwise_xor.reduce,
}
MOVES: dict[str, Callable[[int, int], int]] = {
    "broadcast": lambda lane, d: d % 32,
    "shuffle": lambda lane, d: d % 32,
    "shuffle_up": lambda lane, d: lane - d % 32,
    "shuffle_down": lambda lane, d: lane + d % 32,
    "shuffle_xor": lambda lane, d: lane ^ d % 32,
}


def same(got: np.ndarray[Any, Any], want: list[Any]) -> bool:
    """The same bytes, NaNs canonical (rule 3.4)."""
    array = np.array(want, got.dtype)
    if array.dtype.kind == "f":
        quiet = struct.unpack("<d", struct.pack("<Q", 0x7FF8000000000000))[0]
        array = np.where(np.isnan(array), array.dtype.type(quiet), array)
    return array.tobytes() == got.tobytes()


@pytest.mark.parametrize(("case", "size"), crossed(list(itertools.product(MEANINGS, TYPES)), SIZES, each=2), ids=_case)
def test_rule_6_4_reductions_and_scans(session: Session, device: str, case: tuple[str, DType], size: int) -> None:
    op, dtype = case
    x = inputs(dtype, size)
    got = run(session, device, program(lambda b, v: b.subgroup(op, v), dtype, size), x)
    want = [value for part in parts(x, size) for value in MEANINGS[op](part)]
    assert same(got, want)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("dtype", [u32, i64], ids=lambda t: t.name)
@pytest.mark.parametrize("op", BITS)
def test_rule_6_4_bits(session: Session, device: str, op: str, dtype: DType, size: int) -> None:
    x = inputs(dtype, size)
    got = run(session, device, program(lambda b, v: b.subgroup(op, v), dtype, size), x)
    assert same(got, [value for part in parts(x, size) for value in [BITS[op](part)] * len(part)])


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("op", ["any", "all", "ballot", "and", "or", "xor"])
def test_rule_6_4_bools(session: Session, device: str, op: str, size: int) -> None:
    x = (inputs(u32, size) % 40 < 39).astype(np.bool_)
    if op == "any":
        x = ~x
    got = run(session, device, program(lambda b, v: b.subgroup(op, v), bool_, size), x)
    meaning: dict[str, Callable[[Any], Any]] = {
        "any": np.any, "or": np.any, "all": np.all, "and": np.all, "xor": lambda p: bool(np.sum(p) % 2),
        "ballot": lambda p: sum(1 << k for k, on in enumerate(p) if on),
    }  # fmt: skip
    assert got.tolist() == [value for part in parts(x, size) for value in [meaning[op](part)] * len(part)]


_MOVED = list(itertools.product((0, 1, 5, 31, 32, 37, 2**32 - 1), MOVES, (u32, i32, f64)))


@pytest.mark.parametrize(("case", "size"), crossed(_MOVED, SIZES, each=1), ids=_case)
def test_rule_6_4_shuffles_take_their_operand_modulo_32(
    session: Session, device: str, case: tuple[int, str, DType], size: int
) -> None:
    given, op, dtype = case
    x = np.nan_to_num(inputs(dtype, size)) if dtype.is_float else inputs(dtype, size)
    got = run(session, device, program(lambda b, v: b.subgroup(op, v, given), dtype, size), x)
    want = []
    for part in parts(x, size):
        for lane in range(len(part)):
            source = MOVES[op](lane, given)
            want.append(part[source] if 0 <= source < len(part) else part.dtype.type(0))
    assert same(got, want)


def test_rule_6_4_each_lane_may_ask_for_another(session: Session, device: str) -> None:
    x = inputs(u32, 64)
    made = program(lambda b, v: b.subgroup_shuffle(v, b.subgroup_lane() * 5 + b.subgroup_id()), u32, 64)
    got = run(session, device, made, x)
    want = [x[k - k % 32 + ((k % 32) * 5 + k % 64 // 32) % 32] for k in range(len(x))]
    assert got.tolist() == want


def test_rule_6_4_inside_of_uniform_loops_and_branches(session: Session, device: str) -> None:
    """What one operation leaves behind does not reach the next one."""
    b = Builder("rounds", workgroup=64, domain="x")
    x, n = b.input("x", u32), b.uniform("n", u32)
    out = b.output("out", u32)
    i = b.global_id()
    value = b.let("value", x[i])
    with b.for_(0, n) as turn:
        value.set(b.subgroup_sum(value) ^ (i + turn))
        with b.if_(turn == 1):
            value.set(b.subgroup_shuffle_xor(value, 1) + b.subgroup_inclusive_scan(value))
    with b.if_(i < out.size):
        out[i] = value
    made = b.build()
    needs(session, device, made)
    given = inputs(u32, 64)
    got = session.dispatch(made, [given, 4], backend=device)[0]
    now: Any = given.astype(np.uint64)
    ids: Any = np.arange(len(given), dtype=np.uint64)
    for k in range(4):
        total = np.repeat(now.reshape(-1, 32).sum(axis=1) % 2**32, 32)
        now = (total ^ (ids + k)) % 2**32
        if k == 1:
            swapped = now[np.arange(len(now)) ^ 1]
            now = (swapped + now.reshape(-1, 32).cumsum(axis=1).reshape(-1)) % 2**32
    assert got.tolist() == now.tolist()


def test_rule_6_4_types_of_8_and_16_bits_are_refused() -> None:
    b = Builder("k")
    with pytest.raises(ValidationError, match=r"\[V300\].*32 or 64 bits"):
        b.subgroup_sum(b.const(u8, 1))


def test_rule_6_4_in_kernels(session: Session, device: str) -> None:
    body = """
    x = a[i]
    lane = vy.subgroup_lane() + 32 * vy.subgroup_id()
    total = vy.subgroup_sum(x) + vy.subgroup_min(x) + vy.subgroup_max(x)
    bits = vy.subgroup_and(x) ^ vy.subgroup_or(x) ^ vy.subgroup_xor(x) ^ vy.subgroup_ballot(x % 3 == 0)
    some = vy.subgroup_any(x == 5) & vy.subgroup_all(x < 1000)
    moved = vy.subgroup_shuffle(x, 3) + vy.subgroup_shuffle_up(x, 1) + vy.subgroup_shuffle_down(x, 2)
    moved += vy.subgroup_shuffle_xor(x, 4) + vy.subgroup_broadcast(x, 7)
    scans = vy.subgroup_inclusive_scan(x) * 2 + vy.subgroup_exclusive_scan(x)
    if i < out.size:
        out[i] = (total * 31 + bits) ^ (moved * 17 + scans) ^ vy.u32(some) ^ lane
    """
    made = vy.kernel_from_source(
        "@vy.kernel(workgroup=64, domain='a')\ndef k(a: vy.In[vy.u32], out: vy.Out[vy.u32]):\n    i = vy.global_id()\n"
        + textwrap.indent(textwrap.dedent(body), "    ")
    )
    needs(session, device, made)
    a = inputs(u32, 64)[:128] % 999
    got = made(a, backend=device).tolist()
    want: list[int] = []
    for part in (a[k : k + 32].astype(object) for k in range(0, 128, 32)):
        total = int(sum(part)) + min(part) + max(part)
        bits = (
            reduce(lambda p, q: p & q, part) ^ reduce(lambda p, q: p | q, part) ^ reduce(lambda p, q: p ^ q, part)
            ^ sum(1 << k for k, v in enumerate(part) if v % 3 == 0)
        )  # fmt: skip
        some = any(v == 5 for v in part) and all(v < 1000 for v in part)
        for lane in range(32):
            at = len(want) % 64
            moved = (
                part[3]
                + (part[lane - 1] if lane else 0)
                + (part[lane + 2] if lane < 30 else 0)
                + part[lane ^ 4]
                + part[7]
            )
            scans = sum(part[: lane + 1]) * 2 + sum(part[:lane])
            want.append(((total * 31 + bits) % 2**32) ^ ((moved * 17 + scans) % 2**32) ^ int(some) ^ at)
    assert got == want
