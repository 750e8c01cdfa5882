"""Formulas that the Fix of an error suggests for functions that the language lacks.

A key is the function's name in other languages; ``{0}``, ``{1}`` and so on in its formula are the arguments of the
call."""

from __future__ import annotations

from typing import Final

__all__ = ["FORMULAS"]

_ASINH: Final = "vy.copysign(vy.log(vy.abs({0}) + vy.sqrt({0} * {0} + 1.0)), {0})"
_ACOSH: Final = "vy.log({0} + vy.sqrt({0} * {0} - 1.0))"
_ATANH: Final = "(0.5 * (vy.log1p({0}) - vy.log1p(-{0})))"
_LERP: Final = "({0} + ({1} - {0}) * {2})"
_FRACT: Final = "({0} - vy.floor({0}))"
_DEGREES: Final = "({0} * 57.29577951308232)"
_RADIANS: Final = "({0} * 0.017453292519943295)"
_BITS: Final = "({0} >> {1} & (1 << {2}) - 1)"
_CLOSE: Final = "(vy.abs({0} - {1}) <= 1e-5 * vy.max(vy.abs({0}), vy.abs({1})))"

FORMULAS: Final[dict[str, str]] = {
    "acosh": _ACOSH,
    "arccosh": _ACOSH,
    "arcsinh": _ASINH,
    "arctanh": _ATANH,
    "arrayLength": "{0}.size",
    "asinh": _ASINH,
    "atanh": _ATANH,
    "bfe": _BITS,
    "cospi": "vy.cos(3.141592653589793 * {0})",
    "deg2rad": _RADIANS,
    "degrees": _DEGREES,
    "distance": "vy.length({0} - {1})",
    "exp10": "vy.exp(2.302585092994046 * {0})",
    "expect_eq": "assert {0} == {1}",
    "extractBits": _BITS,
    "fdividef": "({0} / {1})",
    "ffs": "(vy.ctz({0}) + 1 if {0} != 0 else 0)",
    "firstLeadingBit": "(31 - vy.clz({0}))",
    "frac": _FRACT,
    "fract": _FRACT,
    "heaviside": "vy.select({0} == 0.0, {1}, vy.select({0} > 0.0, 1.0, 0.0))",
    "insertBits": "({0} ^ ({0} ^ {1} << {2}) & (1 << {3}) - 1 << {2})",
    "inverseSqrt": "vy.rsqrt({0})",
    "inversesqrt": "vy.rsqrt({0})",
    "isclose": _CLOSE,
    "ldexp": "({0} * vy.exp2(vy.f32({1})))",
    "lerp": _LERP,
    "ln": "vy.log({0})",
    "logaddexp": "(vy.max({0}, {1}) + vy.log1p(vy.exp(-vy.abs({0} - {1}))))",
    "mad": "vy.fma({0}, {1}, {2})",
    "max_contiguous": "{0}",
    "mix": _LERP,
    "multiple_of": "{0}",
    "normalize": "({0} / vy.length({0}))",
    "num_lanes": "32",
    "rad2deg": _DEGREES,
    "radians": _RADIANS,
    "raw_div": "vy.div({0}, {1})",
    "raw_mod": "vy.rem({0}, {1})",
    "reciprocal": "(1.0 / {0})",
    "saturate": "vy.clamp({0}, 0.0, 1.0)",
    "selp": "vy.select({0}, {1}, {2})",
    "sigmoid": "(1.0 / (1.0 + vy.exp(-{0})))",
    "sincos": "(vy.sin({0}), vy.cos({0}))",
    "sinpi": "vy.sin(3.141592653589793 * {0})",
    "sqr": "({0} * {0})",
    "square": "({0} * {0})",
    "step": "vy.select({1} >= {0}, 1.0, 0.0)",
    "subgroup_size": "32",
    "warp_size": "32",
}
