"""WebGPU's floats in every form, on the device and on devices that are worse than it; and expressions that a compiler would rewrite."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, Final

import numpy as np
import pytest

import vyre as vy
from vyre.check.validate import check
from vyre.config import DispatchConfig
from vyre.contract.backend import CompiledPipeline
from vyre.device import DeviceProfile
from vyre.dtypes import bf16, f16, f32, f64, u32
from vyre.emit.numerics import FACTS, NEAR
from vyre.ir.builder import Builder
from vyre.ir.program import Program
from vyre.plan.plan import Plan, make_plan
from vyre.run.engine import Engine
from vyre.run.probe import outputs_of
from vyre.run.probed_numbers import Numbers, bits, expected, numbers
from vyre.run.session import Session

OPERATIONS: Final = ("add", "sub", "mul", "div", "recip", "sqrt", "fma", "floor", "ceil", "trunc", "round")


@pytest.fixture(scope="module")
def engine(session: Session) -> Engine:
    rows = session.registry.devices("wgpu")
    if not rows[0].available:
        pytest.skip(f"wgpu: {rows[0].reason}")
    return session.engine(rows[0].id)


def differing(engine: Engine, profile: DeviceProfile, op: str, given: Numbers) -> int:
    right, told = expected(op, given)
    (found,) = outputs_of(engine.backend, profile, given.t, (op,), given)
    return int(((bits(found) != bits(right)) & told).sum())


# -- the forms ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("op", OPERATIONS)
def test_rule_3_2_the_forms_that_the_probe_chose_are_exact(engine: Engine, op: str) -> None:
    for t in (f32, f64):
        if t.name in engine.profile.dtypes:
            assert differing(engine, engine.profile, op, numbers(t, seed=7)) == 0


@pytest.mark.parametrize("op", OPERATIONS)
def test_rule_3_2_integers_alone_are_exact(engine: Engine, op: str) -> None:
    assert differing(engine, replace(engine.profile, measured=frozenset()), op, numbers(f32, seed=8)) == 0


# What stands in the corrected forms for the device's own operation, on a worse one: subnormals are taken for zero and flushed
# to it, a quotient or root is up to two digits off, and at times thirty.
FLUSHED: Final = (
    "fn flush(x: f32) -> f32 {\n"
    "  let u = bitcast<u32>(x);\n"
    "  return bitcast<f32>(select(u, u & 2147483648u, (u & 2139095040u) == 0u));\n}\n"
)
OFF: Final = (
    "fn off(x: f32) -> f32 {\n"
    "  let u = bitcast<u32>(x);\n"
    "  return bitcast<f32>(select(u + (u * 2654435761u >> 7u) % 5u - 2u, u + 30u, u % 1021u == 0u));\n}\n"
)
FUSED: Final = (
    "fn fused(a: f32, b: f32, c: f32) -> f32 {\n"
    "  return bitcast<f32>(soft_fma(bitcast<u32>(a), bitcast<u32>(b), bitcast<u32>(c), false));\n}\n"
)
WORSE: Final = {
    "add": ("a + b", "flush(flush(a) + flush(b))"),
    "sub": ("a - b", "flush(flush(a) - flush(b))"),
    "mul": ("a * b", "flush(flush(a) * flush(b))"),
    "fma": ("fma(a, b, c)", "flush(fused(flush(a), flush(b), flush(c)))"),
    "div": ("top / bitcast<f32>(n | 1065353216u)", "off(top / bitcast<f32>(n | 1065353216u))"),
    "recip": ("top / bitcast<f32>(n | 1065353216u)", "off(top / bitcast<f32>(n | 1065353216u))"),
    "sqrt": (
        "sqrt(bitcast<f32>((x & 8388607u) | (1065353216u + (odd << 23u))))",
        "off(sqrt(bitcast<f32>((x & 8388607u) | (1065353216u + (odd << 23u)))))",
    ),
}


class Worse:
    """The backend, with another text in the place of an operation."""

    def __init__(self, engine: Engine, op: str) -> None:
        self.backend: Any = engine.backend
        self.op = op

    def __getattr__(self, name: str) -> Any:
        return getattr(self.backend, name)

    def compile(self, plan: Plan, profile: DeviceProfile) -> CompiledPipeline:
        from vyre.emit.wgsl import emit

        artifact = emit(plan, profile)
        before, after = WORSE[self.op]
        if self.op in ("add", "sub", "mul", "fma"):
            before, after = f"word_f32({before})", f"word_f32({after})"
        assert artifact.text.count(before) == 1
        text = artifact.text.replace(before, after) + FLUSHED + OFF + (FUSED if self.op == "fma" else "")
        made: CompiledPipeline = self.backend.build(plan, replace(artifact, text=text), artifact.bindings)
        return made


@pytest.mark.parametrize("op", WORSE)
def test_rule_3_2_corrected_forms_are_exact_on_a_worse_device(engine: Engine, op: str) -> None:
    worse: Any = Worse(engine, op)
    given = numbers(f32, seed=9)
    profile = replace(engine.profile, measured=NEAR)
    (found,) = outputs_of(worse, profile, f32, (op,), given)
    right, _ = expected(op, given)
    assert int((bits(found) != bits(right)).sum()) == 0


# -- several operations ---------------------------------------------------------------------------------------------------


def locals_of(b: Builder, x: Any, y: Any, z: Any) -> Any:
    """Literals and results that come to the sum through locals and a loop."""
    total = b.let("total", 0.0, f32)
    with b.for_(0, 3):
        total.set(total.get() * 0.0 + (x * y + total.get()))
    return total.get() - x * y


def chosen(b: Builder, x: Any, y: Any, z: Any) -> Any:
    product = b.op("select", x < y, x * y, x * 0.0)
    return b.op("min", product, z) + b.op("neg", b.op("abs", product))


def through_private(b: Builder, x: Any, y: Any, z: Any) -> Any:
    kept = b.private("kept", f32, (2,))
    kept[0] = x * y
    return (kept[0] + z) - kept[1] * x


def through_bits(b: Builder, x: Any, y: Any, z: Any) -> Any:
    product = b.bitcast(f32, b.bitcast(u32, x * y))
    return b.bitcast(f32, b.bitcast(u32, product)) + z


CHAINS: Final[dict[str, Callable[..., Any]]] = {
    "a * b + c": lambda b, x, y, z: x * y + z,
    "a * b - a * b": lambda b, x, y, z: x * y - x * y,
    "(a - b) + c": lambda b, x, y, z: (x - y) + z,
    "a + 0.0": lambda b, x, y, z: x + 0.0,
    "a * 0.0": lambda b, x, y, z: x * 0.0,
    "-0.0 * a": lambda b, x, y, z: x * -0.0,
    "a - a": lambda b, x, y, z: x - x,
    "a + -a": lambda b, x, y, z: x + -x,
    "a / a": lambda b, x, y, z: x / x,
    "sqrt(a) * sqrt(a)": lambda b, x, y, z: b.op("sqrt", x) * b.op("sqrt", x),
    "1 / (1 / a)": lambda b, x, y, z: 1.0 / (1.0 / x),
    "1 / sqrt(a)": lambda b, x, y, z: 1.0 / b.op("sqrt", x),
    "(a * b) / b": lambda b, x, y, z: (x * y) / y,
    "a * b + a * c": lambda b, x, y, z: x * y + x * z,
    "a - floor(a)": lambda b, x, y, z: x - b.op("floor", x),
    "of constants": lambda b, x, y, z: b.const(f32, -0.0) * b.const(f32, 3.0) + b.const(f32, 1e-45) * 1e38 + x,
    "locals": locals_of,
    "chosen": chosen,
    "private": through_private,
    "bits": through_bits,
    "not less": lambda b, x, y, z: b.op("select", b.op("not", x < y), x, z),
    "f16": lambda b, x, y, z: b.cast(f32, b.cast(f16, x) * b.cast(f16, y) + b.cast(f16, z)),
    "bf16": lambda b, x, y, z: b.cast(f32, b.cast(bf16, x) * b.cast(bf16, y) + b.cast(bf16, z)),
}


def chain(text: str) -> Program:
    b = Builder("chain")
    inputs = [b.input(name, f32) for name in "abc"]
    out = b.output("out", f32)
    i = b.global_id()
    with b.if_(i < out.size):
        out[i] = CHAINS[text](b, *(x[i] for x in inputs))
    return b.build()


@pytest.mark.parametrize("text", CHAINS)
def test_rule_3_1_nothing_is_contracted_reassociated_or_folded(engine: Engine, session: Session, text: str) -> None:
    given = [x[::3].copy() for x in numbers(f32, seed=10).operands]
    program = chain(text)
    (right,) = session.dispatch(program, given, backend="cpu")
    (found,) = session.dispatch(program, given, backend=engine.id)
    assert int((bits(found) != bits(right)).sum()) == 0


@pytest.mark.parametrize("text", ["a * b - a * b", "a * 0.0", "a - a", "a + 0.0"])
def test_rule_3_1_this_compiler_rewrites_what_is_not_hidden(engine: Engine, session: Session, text: str) -> None:
    """So the test above tells something."""
    if "llvmpipe" not in engine.profile.device:
        pytest.skip("what a compiler rewrites was looked at in llvmpipe only")
    given = [x[::3].copy() for x in numbers(f32, seed=10).operands]
    (right,) = session.dispatch(chain(text), given, backend="cpu")
    with Session() as bare:
        opened = bare.engine(engine.id)
        opened.profile = opened.profile.as_native()
        (found,) = bare.dispatch(chain(text), given, backend=engine.id)
    assert int((bits(found) != bits(right)).sum()) > 0


# -- what is refused ------------------------------------------------------------------------------------------------------


def test_U702_an_f64_operation_that_the_device_has_in_no_exact_form() -> None:
    from vyre.emit.wgsl import DTYPES, FEATURES, OPS, WITH_F64, emit

    b = Builder("root")
    x, out = b.input("x", f64), b.output("out", f64)
    out[b.global_id()] = b.op("sqrt", x[b.global_id()])
    plan = make_plan(check(b.build()), config=DispatchConfig(), folds_grid=True, features=FEATURES)
    profile = DeviceProfile(
        "wgpu",
        "a GPU",
        "gpu",
        OPS,
        DTYPES | {"f64"},
        FEATURES,
        extensions=frozenset(WITH_F64),
        measured=frozenset({"mul_f64"}),
    )
    with pytest.raises(vy.UnsupportedFeature, match=r"\[U702\].*sqrt of f64") as caught:
        emit(plan, profile)
    assert "backend='cpu'" in caught.value.fix
    assert "sqrt" in emit(plan, replace(profile, measured=frozenset(FACTS))).text
    four = np.array([4.0])
    with Session() as session:  # the Fix, applied
        (found,) = session.dispatch(b.build(), [four], backend="cpu")
    assert found.tolist() == [2.0]


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    with np.errstate(all="ignore"):
        yield
