"""The Python text of a program, and the NumPy text: their expressions agree with the scalar functions, and there is no size that they cannot take."""

from __future__ import annotations

import itertools
from contextlib import ExitStack
from functools import partial
from typing import Any

import pytest

from tests.property.choices import corner_bits
from vyre.drivers.lane_oracle import LaneOracle
from vyre.drivers.oracle import Oracle, run_program
from vyre.dtypes import BY_NAME, DType, bool_, f32, i32, i64, u8, u32, u64
from vyre.emit.python import python_text
from vyre.emit.scalar import from_bits, meaning, to_bits
from vyre.errors import ValidationError
from vyre.ir.builder import Builder
from vyre.ir.ops import OPS, result_type
from vyre.ir.program import Program

TYPES = (bool_, u8, u32, i32, u64, i64, f32, BY_NAME["f64"], BY_NAME["f16"], BY_NAME["bf16"])


@pytest.fixture(params=["scalar", "lanes"], autouse=True)
def reference(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test runs on both references."""
    if request.param == "lanes":
        monkeypatch.setitem(globals(), "Oracle", LaneOracle)
        monkeypatch.setitem(globals(), "run_program", lambda program, *given: LaneOracle(program).run(*given))


def words(data: bytes | bytearray) -> list[int]:
    return list(memoryview(data).cast("I")) if data else []


def run_u32(program: Program, count: int, grid: int = 1, **arrays: bytes) -> list[int]:
    out = bytearray(4 * count)
    run_program(program, {0: out}, {0: (count,)}, {}, (grid, 1, 1))
    return words(out)


@pytest.mark.parametrize("t", TYPES, ids=str)
def test_operations_in_the_text_are_the_scalar_functions(t: DType) -> None:
    patterns = corner_bits(t)
    rows = list(itertools.product(patterns, repeat=2))
    for op, info in OPS.items():
        if op in ("cast", "bitcast"):
            continue
        types = [bool_, t, t] if op == "select" else [t] * info.arity
        try:
            result = result_type(op, types)
        except ValidationError:
            continue
        b = Builder("op", workgroup=1, domain="out")
        a, c, out = b.input("a", t), b.input("c", t), b.output("out", result)
        i = b.global_id()
        x, y = a[i], c[i]
        out[i] = b.select(b.op("eq", x, y), x, y) if op == "select" else b.op(op, *(x, y, x)[: info.arity])
        first, second = (b"".join(row[k].to_bytes(t.nbytes, "little") for row in rows) for k in (0, 1))
        got = bytearray(result.nbytes * len(rows))
        run_program(
            b.build(),
            {0: bytearray(first), 1: bytearray(second), 2: got},
            dict.fromkeys(range(3), (len(rows),)),
            {},
            (len(rows), 1, 1),
        )
        function = meaning(op, types, result)
        for n, (left, right) in enumerate(rows):
            p, q = from_bits(t, left), from_bits(t, right)
            wanted = function(p == q, p, q) if op == "select" else function(*(p, q, p)[: info.arity])
            assert got[n * result.nbytes : (n + 1) * result.nbytes] == to_bits(result, wanted).to_bytes(
                result.nbytes, "little"
            ), (op, p, q)


@pytest.mark.parametrize("source", TYPES, ids=str)
@pytest.mark.parametrize("target", TYPES, ids=str)
def test_casts_in_the_text_are_the_scalar_function(source: DType, target: DType) -> None:
    if source is target:
        return
    patterns = corner_bits(source)
    b = Builder("cast", workgroup=1, domain="out")
    a, out = b.input("a", source), b.output("out", target)
    i = b.global_id()
    out[i] = b.cast(target, a[i])
    data = b"".join(p.to_bytes(source.nbytes, "little") for p in patterns)
    got = bytearray(target.nbytes * len(patterns))
    shapes = dict.fromkeys(range(2), (len(patterns),))
    run_program(b.build(), {0: bytearray(data), 1: got}, shapes, {}, (len(patterns), 1, 1))
    function = meaning("cast", (source,), target)
    for n, pattern in enumerate(patterns):
        wanted = to_bits(target, function(from_bits(source, pattern))).to_bytes(target.nbytes, "little")
        assert got[n * target.nbytes : (n + 1) * target.nbytes] == wanted, pattern


def test_the_text_is_canonical_and_readable() -> None:
    def make(name: str) -> Program:
        b = Builder(name, workgroup=64)
        a, out = b.input(name + "_in", u32), b.output(name + "_out", u32)
        i = b.global_id()
        with b.if_(i < out.size):
            out[i] = a[i] + 1
        return b.build()

    text = python_text(make("one")).text
    assert text == python_text(make("other")).text
    assert "        v0 = g0 * 64 + l0 & 0xffffffff\n" in text
    assert "v2 = b0[v0] if v0 < n0 else 0\n" in text.replace("v3", "v2")
    assert "& 0xffffffff" in text


def test_a_chain_of_20000_terms() -> None:
    b = Builder("chain", workgroup=3, domain="out")
    out = b.output("out", u32)
    x = b.global_id()
    value = x
    for k in range(20_000):
        value = value * x + k
    out[x] = value
    wanted = []
    for x0 in range(3):
        acc = x0
        for k in range(20_000):
            acc = (acc * x0 + k) % 2**32
        wanted.append(acc)
    assert run_u32(b.build(), 3) == wanted


@pytest.mark.parametrize("kind", ["for", "while", "if", "else", "mixed"])
@pytest.mark.parametrize("barrier", [False, True])
def test_64_nested_blocks(kind: str, barrier: bool) -> None:
    b = Builder("deep", workgroup=3, domain="out")
    out = b.output("out", u32)
    i = b.global_id()
    acc = b.let("acc", i)
    with ExitStack() as stack:
        for depth in range(63):
            acc.set(acc + 1)
            here = ("for", "while", "if", "else")[depth % 4] if kind == "mixed" else kind
            if here == "for":
                stack.enter_context(b.for_(0, 1))
            elif here == "while":
                count = b.let("n", b.const(u32, 0))
                stack.enter_context(b.while_(partial(b.op, "lt", count, 1)))
                count.set(count + 1)
            elif here == "if":
                stack.enter_context(b.if_(acc < 1000))
            else:
                with b.if_(acc > 1000):
                    pass
                stack.enter_context(b.else_())
        if barrier:
            b.barrier()
        with b.if_(i == 1):
            out[i] = acc + 7
            b.return_()
    out[i] = acc + 100
    assert run_u32(b.build(), 3) == [163, 71, 165]


def test_a_return_deep_inside_ends_only_its_invocation() -> None:
    b = Builder("leave", workgroup=4, domain="out")
    out = b.output("out", u32)
    i = b.global_id()
    with ExitStack() as stack:
        for _ in range(40):
            stack.enter_context(b.for_(0, 2))
        out[i] = out[i] + 1
        with b.if_(out[i] > i):
            b.return_()
    assert run_u32(b.build(), 4) == [1, 2, 3, 4]


def test_atomics_of_a_recorded_run_are_marked() -> None:
    b = Builder("marks", workgroup=2, domain="out")
    out = b.output("out", u32)
    i = b.global_id()
    b.atomic_add(out, i * 2, 5)
    with b.if_(i == 3):
        out[7] = 1
    out[i + 100] = 1
    got = bytearray(32)
    oracle = Oracle(b.build())
    stored = oracle.run({0: got}, {0: (8,)}, {}, (4, 1, 1), groups=[1])
    assert list(stored[0]) == [0, 0, 0, 0, 1, 0, 1, 1]
    assert words(got) == [0, 0, 0, 0, 5, 0, 5, 1]


def test_parameters_of_every_type_reach_the_text() -> None:
    values: dict[DType, Any] = {bool_: True, u8: 200, u32: 2**32 - 1, i32: -5, u64: 2**63, i64: -(2**40), f32: 0.5}
    for t, value in values.items():
        b = Builder("scalar", workgroup=1, domain="out")
        p, out = b.uniform("p", t), b.output("out", t)
        out[0] = p
        got = bytearray(t.nbytes)
        run_program(b.build(), {1: got}, {1: (1,)}, {0: value}, (1, 1, 1))
        assert from_bits(t, int.from_bytes(got, "little")) == value
