"""Functions that the language lacks: the Fix is a formula with the same result as the function."""

from __future__ import annotations

import math
import re
from collections.abc import Callable

import numpy as np
import pytest

import vyre as vy
from vyre.lang.formulas import FORMULAS

_SOURCE = "def k(x: vy.In[vy.TYPE], y: vy.Out[vy.TYPE]):\n    i = vy.global_id()\n    y[i] = CALL\n"
X = np.array([0.25, 0.5, 0.875], np.float32)

CALLS: dict[str, Callable[[float], float]] = {
    "math.log(x[i], 2)": math.log2,
    "math.log(x[i], 10)": math.log10,
    "np.log(x[i], 3.5)": lambda x: math.log(x, 3.5),
    "math.radians(x[i])": math.radians,
    "math.degrees(x[i] + 1.0)": lambda x: math.degrees(x + 1),
    "np.deg2rad(x[i])": math.radians,
    "np.rad2deg(x[i])": math.degrees,
    "math.asinh(x[i])": math.asinh,
    "np.arcsinh(x[i])": math.asinh,
    "math.acosh(x[i] + 2.0)": lambda x: math.acosh(x + 2),
    "np.arctanh(x[i])": math.atanh,
    "np.square(x[i] + 1.0)": lambda x: (x + 1) ** 2,
    "np.reciprocal(x[i])": lambda x: 1 / x,
    "np.logaddexp(x[i], 1.0)": lambda x: float(np.logaddexp(x, 1.0)),
    "np.heaviside(x[i] - 0.5, 0.25)": lambda x: float(np.heaviside(x - 0.5, 0.25)),
    "math.ldexp(x[i], 3)": lambda x: math.ldexp(x, 3),
    "math.hypot(x[i], 1.0, 2.0)": lambda x: math.hypot(x, 1, 2),
    "vy.f32(math.isclose(x[i], 0.5))": lambda x: float(math.isclose(x, 0.5)),
    "vy.sincos(x[i])[1]": math.cos,
    "vy.sinpi(x[i])": lambda x: math.sin(math.pi * x),
    "vy.cospi(x[i])": lambda x: math.cos(math.pi * x),
    "vy.exp10(x[i])": lambda x: 10**x,
    "vy.sigmoid(x[i])": lambda x: 1 / (1 + math.exp(-x)),
    "vy.ln(x[i])": math.log,
    "vy.fract(x[i] + 3.0)": lambda x: (x + 3) % 1,
}


def _refused(source: str) -> vy.VyreError:
    with pytest.raises(vy.VyreError) as caught:
        _ = vy.kernel_from_source(source, namespace={"np": np, "math": math}).program
    return caught.value


@pytest.mark.parametrize("call", CALLS)
def test_the_fix_is_a_formula_that_gives_what_the_function_does(call: str) -> None:
    source = _SOURCE.replace("CALL", call).replace("TYPE", "f32")
    error = _refused(source)
    assert error.code in ("K154", "K155", "K214")
    written = re.fullmatch(r"write (.*)", error.fix)
    assert written is not None, error.fix
    name = re.findall(r"(?:np|math|vy)\.(?!f32)\w+\(", call)[0]
    at = source.index(name)
    depth, end = 0, at
    for end in range(at, len(source)):
        depth += {"(": 1, ")": -1}.get(source[end], 0)
        if source[end] == ")" and depth == 0:
            break
    made = vy.kernel_from_source(source[:at] + written[1] + source[end + 1 :], namespace={"np": np, "math": math})
    found = made(X, backend="cpu")
    assert np.allclose(found, [CALLS[call](float(x)) for x in X], rtol=1e-5, atol=1e-6)


def test_a_root_of_f64_is_written_as_a_root() -> None:
    error = _refused(_SOURCE.replace("CALL", "x[i] ** 0.5").replace("TYPE", "f64"))
    assert error.fix == "write vy.sqrt(x[i])"


def test_every_formula_is_an_expression_of_its_arguments() -> None:
    for name, text in FORMULAS.items():
        filled = text.format(*"abcd").removeprefix("assert ")
        assert compile(filled, name, "eval").co_code
