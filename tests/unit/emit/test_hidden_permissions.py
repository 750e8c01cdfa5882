"""What permissions (rule 3.7) leave open of what is made opaque in WGSL, and what they don't."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from vyre.dtypes import f32
from vyre.emit.wgsl.hidden import Hidden, hidden_values
from vyre.ir.builder import Builder
from vyre.ir.nodes import Op
from vyre.ir.walk import walk
from vyre.plan.plan import Numerics

from .test_hidden import native

Build = Callable[[Builder, Any, Any, Any], Any]
CONTRACT, REORDER, BOTH = Numerics(contract=True), Numerics(reorder=True), Numerics(contract=True, reorder=True)


def found(build: Build, numerics: Numerics) -> tuple[Hidden, list[str], list[str]]:
    """What is hidden, the operations whose results are, and those whose second operand is once more."""
    b = Builder("k", domain="a")
    a, c, d, out = b.input("a", f32), b.input("c", f32), b.input("d", f32), b.output("out", f32)
    i = b.global_id()
    out[i] = build(b, a[i], c[i], d[i])
    made = b.build()
    ops = {s.result: s.op for _, s, _ in walk(made) if isinstance(s, Op)}
    hiding = hidden_values(made, native, numerics)
    return hiding, [ops[v] for v in sorted(hiding.values)], [ops[v] for v in sorted(hiding.seconds)]


def through_a_local(b: Builder, x: Any, y: Any, z: Any) -> Any:
    held = b.let("held", x * y)
    with b.if_(z > 0.0):
        held.set(z)
    return held.get() + z


def accumulated(b: Builder, x: Any, y: Any, z: Any) -> Any:
    total = b.let("total", 0.0, f32)
    with b.for_(0, 3):
        total.set(total.get() + x * y)
    return total.get()


def product_of_product(b: Builder, x: Any, y: Any, z: Any) -> Any:
    p = x * y
    return (p + z) / (p * z)


@pytest.mark.parametrize(
    ("build", "numerics", "hidden", "seconds", "used"),
    [
        (lambda b, x, y, z: x * y + z, Numerics(), ["mul"], [], []),
        (lambda b, x, y, z: x * y + z, Numerics(ulp_budget=9, flush=True), ["mul"], [], []),
        # contraction: a product in a sum, and nothing else about it
        (lambda b, x, y, z: x * y + z, CONTRACT, [], [], ["contract"]),
        (lambda b, x, y, z: z - x * y, CONTRACT, [], [], ["contract"]),
        (lambda b, x, y, z: x * y + x, CONTRACT, [], ["add"], ["contract"]),  # else x * (y + 1)
        (lambda b, x, y, z: x + x * y, CONTRACT, ["mul"], [], []),
        (lambda b, x, y, z: x * y + x * z, CONTRACT, ["mul"], ["add"], ["contract"]),  # one of the two
        (lambda b, x, y, z: (x * y + z) + z, CONTRACT, ["add"], [], ["contract"]),
        (lambda b, x, y, z: x * y * z, CONTRACT, ["mul"], [], []),
        (product_of_product, CONTRACT, ["mul", "add", "mul"], [], []),
        (through_a_local, CONTRACT, ["mul"], ["add"], []),
        (accumulated, CONTRACT, ["add"], [], ["contract"]),
        # regrouping: sums in sums, products in products
        (lambda b, x, y, z: x * y + z, REORDER, ["mul"], [], []),
        (lambda b, x, y, z: (x + y) - z, REORDER, [], [], ["reorder"]),
        (lambda b, x, y, z: x * y * z, REORDER, [], [], ["reorder"]),
        (lambda b, x, y, z: (x + y) * z, REORDER, ["add"], [], []),
        (lambda b, x, y, z: (x + y) / z, REORDER, ["add"], [], []),
        (lambda b, x, y, z: (x + y) - (x + y), REORDER, [], ["sub"], ["reorder"]),  # which is NaN for an infinity
        (accumulated, REORDER, ["mul"], [], ["reorder"]),
        # both
        (lambda b, x, y, z: x * y + x * z, BOTH, [], ["add"], ["contract"]),
        (through_a_local, BOTH, [], ["add"], ["contract"]),
        (accumulated, BOTH, [], [], ["contract", "reorder"]),
        (lambda b, x, y, z: b.op("sqrt", x * y) + z, BOTH, ["mul", "sqrt"], [], []),
    ],
)
def test_what_stays_opaque(
    build: Build, numerics: Numerics, hidden: list[str], seconds: list[str], used: list[str]
) -> None:
    hiding, values, again = found(build, numerics)
    assert (sorted(values), again, sorted(hiding.open)) == (sorted(hidden), seconds, used)


@pytest.mark.parametrize("numerics", [CONTRACT, REORDER, BOTH])
def test_literals_and_loads_are_as_opaque_as_before(numerics: Numerics) -> None:
    def build(b: Builder, x: Any, y: Any, z: Any) -> Any:
        return x * 1.0 + (y + 0.0) - z

    strict, _, _ = found(build, Numerics())
    hiding, _, _ = found(build, numerics)
    assert hiding.anew == strict.anew
    assert hiding.loads == strict.loads
