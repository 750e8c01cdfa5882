"""f16 and bf16: rounded to nearest even and once, subnormals kept, never a wider type in silence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import vyre as vy
from tests.handed.support import needs
from vyre.dtypes import ScalarType
from vyre.ir.builder import Builder
from vyre.ir.values import Val
from vyre.run.session import Session

KINDS: dict[Any, Any] = {vy.f16: np.float16, vy.bf16: ml_dtypes.bfloat16, vy.f32: np.float32}


def patterns(
    session: Session,
    device: str,
    build: Callable[..., Val],
    result: ScalarType,
    *operands: tuple[ScalarType, Sequence[int]],
) -> list[int]:
    """``build(b, x, …)`` of each row of bit patterns, as bit patterns."""
    b = Builder("rows")
    inputs = [b.input(f"x{n}", t) for n, (t, _) in enumerate(operands)]
    out = b.output("out", result)
    i = b.global_id()
    with b.if_(i < out.size):
        out[i] = build(b, *(x[i] for x in inputs))
    needs(session, device, b.build())
    given = [np.array(bits, np.uint32 if t is vy.f32 else np.uint16).view(KINDS[t]) for t, bits in operands]
    (found,) = session.dispatch(b.build(), given, backend=device)
    assert found.dtype == np.dtype(KINDS[result])  # not a wider one
    return [int(x) for x in found.view(f"u{found.dtype.itemsize}")]


def multiply(_: Builder, x: Val, y: Val) -> Val:
    return x * y


# triton #11217
def test_a_bf16_product_is_rounded_to_nearest_and_not_cut(session: Session, device: str) -> None:
    assert patterns(session, device, multiply, vy.bf16, (vy.bf16, [0x3F8D]), (vy.bf16, [0x3FA3])) == [0x3FB4]


# triton #11217
def test_f32_to_bf16(session: Session, device: str) -> None:
    rows = {
        0x3F808000: 0x3F80,
        0x3F818000: 0x3F82,
        0x3F80FFFF: 0x3F81,
        0x3FFFC000: 0x4000,
        0x7F7FFFFF: 0x7F80,
        0x7F800001: 0x7FC0,
    }
    found = patterns(session, device, lambda b, x: b.cast(vy.bf16, x), vy.bf16, (vy.f32, list(rows)))
    assert found == list(rows.values())


# triton #11217
def test_f32_to_f16(session: Session, device: str) -> None:
    rows = {
        65519.0: 0x7BFF,
        65520.0: 0x7C00,
        2049.0: 0x6800,
        2051.0: 0x6802,
        2.0**-24: 1,
        2.0**-25: 0,
        1.5 * 2.0**-25: 1,
    }
    given = np.array(list(rows), np.float32).view(np.uint32).tolist()
    assert patterns(session, device, lambda b, x: b.cast(vy.f16, x), vy.f16, (vy.f32, given)) == list(rows.values())


# triton #11217
@pytest.mark.parametrize(
    ("t", "x", "y", "product"),
    [(vy.f32, 0x00800000, 0x3F000000, 0x00400000), (vy.f16, 0x0400, 0x3800, 0x0200), (vy.bf16, 0x0080, 0x3F00, 0x0040)],
)
def test_subnormals_are_kept(session: Session, device: str, t: ScalarType, x: int, y: int, product: int) -> None:
    assert patterns(session, device, multiply, t, (t, [x]), (t, [y])) == [product]


# triton #11217
def test_an_f16_fma_rounds_once(session: Session, device: str) -> None:
    rows = [(vy.f16, [bits]) for bits in (0x3D2C, 0x3DB3, 0x03C1)]
    assert patterns(session, device, lambda b, x, y, z: b.fma(x, y, z), vy.f16, *rows) == [0x3F5F]
    assert patterns(session, device, lambda _, x, y, z: x * y + z, vy.f16, *rows) == [0x3F5E]  # two roundings


# triton #11217
@pytest.mark.parametrize("t", [vy.f16, vy.bf16], ids=str)
def test_a_device_without_the_type_says_so_before_it_launches(device: str, t: ScalarType) -> None:
    name = str(t)
    copy = vy.kernel_from_source(
        f"import vyre as vy\n@vy.kernel\ndef copy(a: vy.In[vy.{name}], out: vy.Out[vy.{name}]):\n    i = vy.global_id()\n    out[i] = a[i]\n",
        name="copy",
    )
    x, mine = np.ones(5, KINDS[t]), np.zeros(5, KINDS[t])
    with Session(device) as small:
        engine = small.engine(device)
        engine.profile = replace(engine.profile, dtypes=engine.profile.dtypes - {name})
        with pytest.raises(vy.UnsupportedFeature, match=name) as caught:
            small.dispatch(copy.program, [x], out=[mine])
    assert caught.value.code == "U702"
    assert mine.tolist() == [0.0] * 5
    assert copy(x, backend="cpu", out=mine).tolist() == [1.0] * 5  # its Fix: another backend
