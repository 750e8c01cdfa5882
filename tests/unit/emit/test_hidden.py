"""What is made opaque in WGSL, on programs small enough to see it."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

import numpy as np
import pytest

from vyre.config import DispatchConfig
from vyre.device import DeviceProfile
from vyre.dtypes import DType, bf16, f16, f32, u16, u32
from vyre.emit.numerics import FACTS, NEAR
from vyre.emit.wgsl import DTYPES, FEATURES, OPS, emit
from vyre.emit.wgsl.hidden import NOTHING_HIDDEN, Hidden, Use, hidden_values
from vyre.ir.builder import Builder
from vyre.ir.literals import python_value
from vyre.ir.nodes import Const, Op
from vyre.ir.ops import OPS as TABLE
from vyre.ir.program import Program
from vyre.ir.walk import walk
from vyre.plan.plan import make_plan

ARITHMETIC = ("add", "sub", "mul", "div", "sqrt")


def native(stmt: Op, t: DType) -> Use:
    return "raw" if t.is_float and stmt.op in ARITHMETIC else "none"


def program(build: Callable[[Builder, Any, Any], Any]) -> Program:
    b = Builder("k", domain="a")
    a, c, out = b.input("a", f32), b.input("c", f32), b.output("out", f32)
    i = b.global_id()
    out[i] = build(b, a[i], c[i])
    return b.build()


def found(build: Callable[[Builder, Any, Any], Any]) -> tuple[Hidden, dict[int, Any]]:
    made = program(build)
    stmts = {getattr(s, "result", -1): s for _, s, _ in walk(made)}
    return hidden_values(made, native), stmts


def ops(values: Collection[int], stmts: dict[int, Any]) -> list[str]:
    return [getattr(stmts[v], "op", type(stmts[v]).__name__) for v in sorted(values)]


def test_a_result_that_is_only_stored_is_not_hidden() -> None:
    hiding, stmts = found(lambda b, x, y: x * y)
    assert (hiding.values, hiding.anew, hiding.seconds) == (frozenset(), frozenset(), frozenset())
    assert ops(hiding.loads, stmts) == ["Load", "Load"]


def test_a_result_that_is_compared_or_cast_to_an_integer_is_not_hidden() -> None:
    hiding, _ = found(lambda b, x, y: b.cast(f32, b.cast(u32, x * y) + b.cast(u32, x + y < y)))
    assert not hiding.values


def test_the_product_of_a_sum_is_hidden_and_the_sum_is_not() -> None:
    hiding, stmts = found(lambda b, x, y: x * y + y)
    assert ops(hiding.values, stmts) == ["mul"]
    assert not hiding.seconds


@pytest.mark.parametrize(
    ("build", "literals"),
    [
        (lambda b, x, y: b.op("max", x * 2.0, 0.0), []),
        (lambda b, x, y: x * 0.3 + 0.7, []),
        (lambda b, x, y: x + 0.0, [0.0]),
        (lambda b, x, y: x * -1.0, [-1.0]),
        (lambda b, x, y: x * 1e-40, [1e-40]),
        (lambda b, x, y: x - float("inf"), [float("inf")]),
        (lambda b, x, y: b.op("select", x < y, x, 0.0) * 5.0, [0.0]),
        (lambda b, x, y: x / 3.0, [3.0]),
        (lambda b, x, y: 3.0 / x, [3.0]),
        (lambda b, x, y: b.op("sqrt", b.const(f32, 2.0)), [2.0]),
        (lambda b, x, y: b.const(f32, 2.0) * 5.0, [2.0, 5.0]),
        (lambda b, x, y: b.op("select", x < y, x, 4.0) * 5.0 + 6.0, [4.0, 5.0]),
        (lambda b, x, y: b.op("floor", b.const(f32, 0.5)) * x, []),
        (lambda b, x, y: b.bitcast(f32, b.bitcast(u32, x)) * 5.0, []),
    ],
)
def test_literals_that_a_compiler_could_do_something_with_are_hidden(
    build: Callable[..., Any], literals: list[float]
) -> None:
    hiding, stmts = found(build)
    hidden = [stmts[v] for v in sorted(hiding.anew) if isinstance(stmts[v], Const)]
    assert [python_value(f32, c.bits) for c in hidden] == [np.float32(x) for x in literals]


def test_selections_locals_and_private_arrays_are_seen_through() -> None:
    def through(b: Builder, x: Any, y: Any) -> Any:
        kept = b.private("kept", f32, 2)
        kept[0] = b.op("select", x < y, x * y, 2.0)
        total = b.let("total", kept[0])
        return total.get() + y

    hiding, stmts = found(through)
    assert ops(hiding.values, stmts) == ["mul"]
    assert ops(hiding.anew, stmts) == ["Const", "Load"]


@pytest.mark.parametrize(
    ("build", "hidden"),
    [
        (lambda b, x, y: x - x, True),
        (lambda b, x, y: x + b.op("neg", x), False),  # which is put together from bits
        (lambda b, x, y: b.op("neg", x) - b.op("neg", y), True),
        (lambda b, x, y: b.op("select", x < y, x, y) / y, True),
        (lambda b, x, y: x * y - y * x, True),
        (lambda b, x, y: x - y, False),
        (lambda b, x, y: x * y - y, False),
        (lambda b, x, y: x * x, False),
    ],
)
def test_operands_that_may_be_one_number_are_told_apart(build: Callable[..., Any], hidden: bool) -> None:
    hiding, _ = found(build)
    assert bool(hiding.seconds) == hidden


@pytest.mark.parametrize("op", [op for op, info in TABLE.items() if "float" in info.takes or "number" in info.takes])
def test_what_is_put_together_from_bits_is_hidden_where_it_reaches_arithmetic(op: str) -> None:
    """Whatever the operation: all that give a float, but for selections and the device's own arithmetic."""

    def used(b: Builder, x: Any, y: Any) -> Any:
        made = b.op(op, *[x, y, y][: TABLE[op].arity])
        return made * y if made.dtype is f32 else x

    hiding, stmts = found(used)
    made = next(s for s in stmts.values() if isinstance(s, Op) and s.op == op)
    gives_float = made.dtype.is_float
    assert (made.result in hiding.values) == (gives_float and op in ARITHMETIC)
    assert (made.result in hiding.anew) == (gives_float and op not in ARITHMETIC)


def test_casts_bitcasts_and_loads_of_16_bits_are_put_together_from_bits() -> None:
    b = Builder("k", domain="a")
    a, h, s, out = b.input("a", f32), b.input("h", f16), b.uniform("s", bf16), b.output("out", f32)
    i = b.global_id()
    whole, half = b.cast(f32, b.cast(u32, a[i])), h[i]
    out[i] = whole * b.bitcast(f32, i) * b.cast(f32, half * half) * b.cast(f32, b.cast(bf16, a[i]) * s)
    made = b.build()
    stmts = {getattr(s, "result", -1): s for _, s, _ in walk(made)}
    hiding = hidden_values(made, native)
    assert ops(hiding.anew, stmts) == ["cast", "Load", "bitcast", "cast", "cast", "Param", "cast"]


def test_a_load_of_what_the_program_stores_may_be_anything() -> None:
    b = Builder("k", domain="a")
    a, c = b.inout("a", f32), b.input("c", f32)
    i = b.global_id()
    a[i] = c[i]
    a[i] = a[i] - c[i]
    assert len(hidden_values(b.build(), native).seconds) == 1


def text(measured: frozenset[str], build: Callable[..., Any], *, native: bool = False) -> str:
    profile = DeviceProfile("wgpu", "a GPU", "gpu", OPS, DTYPES, FEATURES, measured=measured)
    plan = make_plan(program(build).check(), config=DispatchConfig(), folds_grid=True, features=FEATURES)
    return emit(plan, profile.as_native() if native else profile).text


def test_each_form_has_its_text() -> None:
    def body(b: Builder, x: Any, y: Any) -> Any:
        return x * y + y

    exact = text(frozenset(FACTS), body)
    assert "hidden_f32(v" in exact
    assert "soft_" not in exact
    corrected = text(NEAR, body)
    assert "let found = word_f32(a * b);" in corrected
    assert "soft_mul(x, y)" in corrected
    integer = text(frozenset(), body)
    assert "soft_mul(word_f32(v" in integer
    assert " * b)" not in integer
    assert "return bitcast<u32>(a) + u32(params[" in corrected  # nobody sees that these are bits of a float
    bare = text(frozenset(), body, native=True)
    assert "hidden" not in bare
    assert "soft_" not in bare


def test_turns_of_16_bits_are_no_exchange_of_bytes_that_a_compiler_could_see() -> None:
    made = text(
        frozenset(FACTS), lambda b, x, y: b.cast(f32, b.op("rotr", b.cast(u16, b.global_id()), b.const(u32, 8)))
    )
    turned = [line for line in made.splitlines() if "rotl_u16(v" in line]
    assert turned
    assert all(" + params[" in line for line in turned)


def test_narrow_floats_take_the_forms_of_f32() -> None:
    def body(b: Builder, x: Any, y: Any) -> Any:
        return b.cast(f32, b.cast(bf16, x) * b.cast(bf16, y))

    assert "round_bf16(v" in text(frozenset(FACTS), body)
    assert "round_bf16(mul_f32(v" in text(NEAR, body)


def test_the_zeros_stand_apart_in_the_parameters() -> None:
    made = text(frozenset(FACTS), lambda b, x, y: (x * 2.0 - x * 3.0) + y)
    words = {
        line.split("params[")[1]
        for line in made.splitlines()
        if line.startswith("  return bitcast") and "params[" in line
    }
    assert len(words) == 3


def test_a_long_chain_is_walked_without_recursion() -> None:
    def chain(b: Builder, x: Any, y: Any) -> Any:
        for _ in range(20_000):
            x = b.op("select", x < y, x, y)
        return x + y

    hiding, _ = found(chain)
    assert hiding.values == NOTHING_HIDDEN.values
    assert len(hiding.seconds) == 1
