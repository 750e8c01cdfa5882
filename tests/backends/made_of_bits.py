"""Kernels in which floats that a device puts together from bits reach its arithmetic."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

import vyre as vy
from vyre.ir.program import Program

__all__ = ["FLOATS", "FORMS", "MADE", "bits_of", "given", "program"]

FLOATS: Final = ("f64", "f32", "f16", "bf16")

MADE: Final = {
    "trunc": "vy.trunc(z)",
    "floor": "vy.floor(z)",
    "ceil": "vy.ceil(z)",
    "round": "vy.round(z)",
    "neg": "-z",
    "abs": "abs(z)",
    "sign": "vy.sign(z)",
    "min": "min(z, ONE[i % 3])",
    "max": "max(-z, w)",
    "copysign": "vy.copysign(ONE[i % 3], w)",
    "select": "vy.select(z < w, vy.TYPE(0), z)",
    "bool": "vy.TYPE(z < w)",
    "u8": "vy.TYPE(vy.u8(i))",
    "i16": "vy.TYPE(vy.i16(i) - 40)",
    "u32": "vy.TYPE(vy.u32(z))",
    "i64": "vy.TYPE(vy.i64(z))",
    "f32": "vy.TYPE(vy.f32(z))",
    "f16": "vy.TYPE(vy.f16(z))",
    "bf16": "vy.TYPE(vy.bf16(z))",
    "bits": "vy.bitcast(vy.TYPE, vy.bitcast(vy.UINT, z) & MASK)",
    "loaded": "S",
    "branched": "branched",
}
"""Numbers that are made of bits, or chosen between some that are; of ``z`` and ``w``, which are loaded."""

FORMS: Final = (
    "(z - ONE[i % 3]) * {m} - z",
    "(z - ONE[i % 3]) * {m} + {m}",
    "{m} * ONE[i % 3] - {m}",
    "{m} - {m}",
    "({m} + w) - {m}",
    "z - {m}",
    "{m} * z * w",
    "{m} * TYPE_ZERO + z * TYPE_ZERO",
    "ONE[(i + 1) % 3] / {m}",
    "vy.fma({m}, w - ONE[i % 3], {m})",
    "vy.trunc({m} * w) * z - {m}",
)
"""What arithmetic makes of them. ONE is a captured table."""


def program(name: str, made: Sequence[str], forms: Sequence[str] = FORMS) -> Program:
    """The form k of the number n is row ``n * len(forms) + k`` of the output. ``made``: keys of MADE."""
    uint = "u" + name.lstrip("bf")
    lines = [
        f"def rows(a: vy.In[vy.{name}], b: vy.In[vy.{name}], s: vy.{name}, out: vy.Out[vy.{name}]):",
        "    i = vy.global_id()",
        "    if i < a.size:",
        "        z = a[i]",
        "        w = b[i]",
        "        branched = z",
        "        if w < z:",
        "            branched = vy.floor(w)",
    ]
    row = 0
    for key in made:
        for form in forms:
            text = form.format(m=MADE[key]).replace("TYPE_ZERO", f"vy.{name}(0)").replace("vy.TYPE", f"vy.{name}")
            text = text.replace("vy.UINT", f"vy.{uint}").replace("MASK", str(2 ** int(uint[1:]) - 2)).replace("S", "s")
            lines.append(f"        out[i + a.size * {row}] = {text}")
            row += 1
    return vy.kernel_from_source("\n".join(lines), name="rows", namespace={"ONE": _one(name)}).program


def _one(name: str) -> Any:
    return np.array([1, 13, 272]).astype(_dtype(name))


def _dtype(name: str) -> Any:
    if name == "bf16":
        import ml_dtypes

        return np.dtype(ml_dtypes.bfloat16)
    return np.dtype(f"float{name[1:]}")


def given(name: str) -> tuple[Any, Any]:
    """Zeros, halves, wholes, large and subnormal numbers, infinities and NaN, each beside each."""
    least = {"f64": 5e-324, "f32": 1e-45, "f16": 6e-8, "bf16": 9.2e-41}[name]
    some = [0.0, 0.25, 0.5, 1.0, 1.5, 2.5, 13.0, 272.0, 1000.5, 3e4, least, 3e-5, float("inf"), float("nan")]
    values = np.array([*some, *(-x for x in some)]).astype(_dtype(name))
    return np.repeat(values, len(values)), np.tile(values, len(values))


def bits_of(values: Any) -> Any:
    """Bit patterns of floats."""
    return values.view(f"u{values.dtype.itemsize}")
