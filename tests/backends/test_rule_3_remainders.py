"""Rule 3.2: ``//`` and ``%`` of floats have Python's meaning, from an exact ``fmod``."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import vyre as vy
from vyre.dtypes import BY_NAME
from vyre.ir.program import Program
from vyre.run.engine import missing
from vyre.run.session import Session

SPECIAL = [
    0.0, -0.0, 1.0, -1.0, 0.5, 3.0, -3.0, 7.5, 1e30, -1e30, 1e-30, math.inf, -math.inf, math.nan, 5e-324, -5e-324, 1e-45, 1.5e-45,
    1.1754944e-38, 3.4028235e38, 2.2250738585072014e-308, 1.7976931348623157e308, 0.1, 0.3, 1 / 3, 1e-310, 1e-40, -2.5, 16777216.0,
]  # fmt: skip


def _program(name: str) -> Program:
    b = vy.Builder("remainders", domain="x")
    t = BY_NAME[name]
    x, y = b.input("x", t), b.input("y", t)
    outs = [b.output(n, t) for n in ("fmod", "floormod", "floordiv")]
    i = b.global_id()
    p, q = x[i], y[i]
    for out, value in zip(outs, (b.fmod(p, q), p % q, p // q), strict=True):
        out[i] = value
    return b.build()


def _pairs(name: str) -> tuple[Any, Any]:
    kind = np.dtype(BY_NAME[name].numpy_name)
    rng = np.random.default_rng(3)
    with np.errstate(over="ignore"):
        special = np.array(SPECIAL).astype(kind)
    bits = rng.integers(0, 256, (2, 300 * kind.itemsize), np.uint8).view(kind)  # any exponents
    near = rng.standard_normal((2, 300)).astype(kind) * kind.type(8)
    x, y = np.meshgrid(special, special)
    return np.concatenate([x.ravel(), bits[0], near[0]]), np.concatenate([y.ravel(), bits[1], near[1]])


def _same(found: Any, wanted: Any) -> bool:
    """Equal bytes, NaN being the one of rule 3.4."""
    nan = np.array(np.nan, found.dtype)
    return bool(found.tobytes() == np.where(np.isnan(wanted), nan, wanted).astype(found.dtype).tobytes())


@pytest.mark.parametrize("name", ["f32", "f64"])
def test_rule_3_2_remainders_are_exact(name: str, device: str, session: Session) -> None:
    program = _program(name)
    if missing(program, session.engine(device).profile) is not None:
        pytest.skip("a type that this device does not have")
    x, y = _pairs(name)
    rest, mod, div = session.dispatch(program, [x, y], backend=device)
    with np.errstate(all="ignore"):
        assert _same(rest, np.fmod(x, y))
        assert _same(mod, np.remainder(x, y))
        assert _same(div, np.floor_divide(x, y))


def test_rule_3_2_f64_is_what_python_computes() -> None:
    x, y = _pairs("f64")
    keep = np.isfinite(y) & (y != 0) & np.isfinite(x)
    x, y = x[keep], y[keep]
    with Session("reference") as session:
        rest, mod, div = session.dispatch(_program("f64"), [x, y])
    assert rest.tolist() == [math.fmod(p, q) for p, q in zip(x.tolist(), y.tolist(), strict=True)]
    assert [v.hex() for v in mod.tolist()] == [(p % q).hex() for p, q in zip(x.tolist(), y.tolist(), strict=True)]
    assert [v.hex() for v in div.tolist()] == [(p // q).hex() for p, q in zip(x.tolist(), y.tolist(), strict=True)]


@vy.kernel
def wrapped(x: vy.In[vy.f32], low: vy.Out[vy.f32], turns: vy.Out[vy.f32], rest: vy.Out[vy.f32]) -> None:
    i = vy.global_id()
    low[i] = x[i] % 360
    quotient, _ = divmod(x[i], 360.0)
    turns[i] = x[i] // 360 + quotient - quotient
    rest[i] = vy.fmod(x[i], 360) if x[i] < 0 else math.fmod(x[i], 360)


def test_rule_3_2_in_kernels() -> None:
    x = np.array([-30.0, 30.0, 725.5, -720.0], np.float32)
    for device in ("reference", "cpu"):
        low, turns, rest = wrapped(x, backend=device)
        assert low.tolist() == [330.0, 30.0, 5.5, 0.0]
        assert turns.tolist() == [-1.0, 0.0, 2.0, -2.0]
        assert rest.tolist() == [-30.0, 30.0, 5.5, 0.0]


def test_V300_fmod_takes_floats() -> None:
    b = vy.Builder("k")
    with pytest.raises(vy.ValidationError) as caught:
        b.fmod(b.global_id(), 3)
    assert caught.value.code == "V300"
