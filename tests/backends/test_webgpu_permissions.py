"""WebGPU's forms under permissions (rule 3.7), on a device that divides by way of a reciprocal and flushes subnormals."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from typing import Any

import numpy as np
import pytest

from vyre.config import DispatchConfig
from vyre.contract.backend import CompiledPipeline
from vyre.device import DeviceProfile
from vyre.dtypes import f32
from vyre.emit.numerics import BUDGETED, NEAR
from vyre.emit.wgsl import emit
from vyre.plan.plan import Plan
from vyre.run.engine import Engine
from vyre.run.probe import outputs_of
from vyre.run.probed_errors import errors
from vyre.run.probed_numbers import expected, numbers
from vyre.run.session import Session
from vyre.run.ulps import ulps

from .test_webgpu_floats import FLUSHED

TEXTS = {
    "div": ("{} / {}", "flush(flush({}) * flush(1f / flush({})))"),
    "recip": ("1f / {}", "flush(1f / flush({}))"),
    "sqrt": ("sqrt({})", "flush(off(sqrt(flush({}))))"),
}
OFF = (
    "fn off(x: f32) -> f32 { let u = bitcast<u32>(x); return bitcast<f32>(select(u, u ^ 1u, u - 1u < 2139095039u)); }\n"
)


@pytest.fixture(scope="module")
def engine(session: Session) -> Engine:
    rows = session.registry.devices("wgpu")
    if not rows[0].available:
        pytest.skip(f"wgpu: {rows[0].reason}")
    opened = session.engine(rows[0].id)
    if not opened.profile.measured >= {f"{op}_f32" for op in ("add", "sub", "mul", "div", "recip", "sqrt")}:
        pytest.skip(f"{opened.profile.device} is inexact itself, and these tests make an exact device worse")
    return opened


class Reciprocals:
    """The backend on such a device. ``texts``: of the last program."""

    def __init__(self, engine: Engine) -> None:
        self.backend: Any = engine.backend
        self.text = ""

    def __getattr__(self, name: str) -> Any:
        return getattr(self.backend, name)

    def compile(self, plan: Plan, profile: DeviceProfile) -> CompiledPipeline:
        artifact = emit(plan, profile)
        self.text = text = artifact.text
        for names in (("a", "b"), ("v1", "v2"), ("v3", "v4"), ("v4", "v3"), ("v5", "v6")):
            for op, (before, after) in TEXTS.items():
                given = names if op == "div" else names[:1]
                text = text.replace(f"({before.format(*given)})", f"({after.format(*given)})")
                text = text.replace(f"= {before.format(*given)};", f"= {after.format(*given)};")
        made: CompiledPipeline = self.backend.build(
            plan, replace(artifact, text=text + FLUSHED + OFF), artifact.bindings
        )
        return made


def measured(engine: Engine, device: Reciprocals) -> DeviceProfile:
    """The profile of such a device, with what its own forms are off by."""
    native, given = engine.profile.as_native(), numbers(f32, seed=3)
    rows = []
    for op in BUDGETED:
        (found,) = outputs_of(device, native, f32, (op,), given)  # type: ignore[arg-type]  # it passes on what it has not
        rows += [(name, "f32", *both) for name, both in errors(given, {op: found}).items()]
    return replace(engine.profile, measured=NEAR, errors=tuple(rows))


def test_rule_3_7_a_guarded_form_keeps_a_budget_that_the_native_one_does_not(engine: Engine) -> None:
    device = Reciprocals(engine)
    profile = measured(engine, device)
    assert profile.error("div", "f32", flush=True) > 1000  # a large divisor has a reciprocal that is flushed
    assert profile.error("recip", "f32", flush=False) > 1000
    assert profile.error("recip", "f32", flush=True) == 0
    assert 1 <= profile.error("guarded_div", "f32", flush=False) <= 2
    assert profile.error("guarded_recip", "f32", flush=False) == 0
    assert profile.error("guarded_sqrt", "f32", flush=False) == 1
    given = numbers(f32, seed=4)
    wanted = {
        ("div", 0): "corrected", ("div", 2): "guarded", ("recip", 2): "guarded", ("sqrt", 0): "corrected", ("sqrt", 2): "guarded",
    }  # fmt: skip
    for (op, budget), form in wanted.items():
        config = DispatchConfig(ulp_budget=budget)
        (found,) = outputs_of(device, profile, f32, (op,), given, config)  # type: ignore[arg-type]
        right, _ = expected(op, given)
        assert ulps(found, right).max() <= budget
        assert (f"guarded_{op}_f32(v" in device.text) == (form == "guarded")


def test_rule_3_7_a_flushing_device_takes_its_own_sums_where_it_may(engine: Engine) -> None:
    given = numbers(f32, seed=5)
    rows = tuple((op, "f32", 2.0**23, 0.0) for op in ("add", "sub", "mul"))
    profile = replace(engine.profile, measured=NEAR, errors=rows)
    device = Reciprocals(engine)
    for op, symbol in (("add", "+"), ("sub", "-"), ("mul", "*")):
        for flush in (False, True):
            (found,) = outputs_of(device, profile, f32, (op,), given, DispatchConfig(flush=flush))  # type: ignore[arg-type]
            assert ulps(found, expected(op, given)[0]).max() == 0  # this device flushes nothing
            assert (f"{op}_f32(" in device.text) == (not flush)
            assert (f"= v3 {symbol} v4;" in device.text) == flush


def test_infinite_errors_permit_nothing() -> None:
    given = numbers(f32, seed=6)
    right, _ = expected("div", given)
    assert errors(given, {"div": np.where(np.isfinite(right), np.float32(np.nan), right)})["div"] == (inf, inf)
