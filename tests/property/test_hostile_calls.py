"""Odd arguments: the right bytes or an error in our words, and after either the next call is right."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import vyre as vy
from tests.property.choices import Choices
from tests.property.hostile import hostile, told
from tests.property.odd import DTYPES, odd_argument, odd_array, odd_number
from vyre.dtypes import BY_NAME
from vyre.errors import VyreError

FORBID = vy.DispatchConfig(copies="forbid")


def _kernels(code: str) -> tuple[vy.Kernel, vy.Kernel]:
    """One that reads an array of any rank and a number, one that writes an array in place."""
    name = next(n for n, t in BY_NAME.items() if n != "bf16" and np.dtype(t.numpy_name) == np.dtype(code))
    t = f"vy.{BY_NAME[name].__name__}"
    copy = f"@vy.kernel(domain='a')\ndef k(a: vy.In[{t}], n: {t}, out: vy.Out[{t}]):\n    i = vy.global_id()\n    out.flat[i] = a.flat[i] if i > 0 else n\n"
    into = f"def k(a: vy.In[{t}], b: vy.InOut[{t}]):\n    i = vy.global_id()\n    b[i] = a.flat[i]\n"
    return vy.kernel_from_source(copy), vy.kernel_from_source(into)


@pytest.fixture(scope="module")
def kernels() -> Iterator[dict[str, tuple[vy.Kernel, vy.Kernel]]]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # NumPy's, about what is odd
        yield {code: _kernels(code) for code in DTYPES}


def _argument(c: Choices, code: str) -> Any:
    return odd_array(c, code) if c.chance(60) else odd_argument(c)


def _copied(c: Choices, copy: vy.Kernel, code: str, backend: str) -> None:
    a, n = _argument(c, code), odd_number(c) if c.chance(40) else np.dtype(code).type(1)
    keywords: dict[str, Any] = {}
    if c.chance(30):
        keywords["out"] = _argument(c, code)
    if c.chance(20):
        keywords["domain"] = c.pick((odd_number(c), odd_array(c), (2, 2), "a"))
    if c.chance(10):
        keywords["shapes"] = c.pick((odd_number(c), {"out": odd_number(c)}, {"out": (odd_number(c), 2)}))
    if c.chance(10):
        keywords["config"] = FORBID
    if callable(keywords.get("domain")):  # it would be asked, and its own error be the answer
        return
    got = copy(a, n, backend=backend, **keywords)
    if not {"domain", "out", "shapes"} & set(keywords) and isinstance(a, np.ndarray):
        want = np.array(np.asarray(a), np.dtype(code))
        if want.size:
            number = n if isinstance(n, (int, float, np.generic, np.ndarray)) else np.frombuffer(n, np.dtype(code))[0]
            want.flat[0] = number
        assert got.shape == want.shape
        assert np.array_equal(got, want, equal_nan=want.dtype.kind == "f")


def _written(c: Choices, into: vy.Kernel, code: str, backend: str) -> None:
    a = _argument(c, code)
    b = a if c.chance(20) else _argument(c, code)
    assert into(a, b, backend=backend) is b


def test_odd_arguments_give_the_right_bytes_or_an_error(kernels: dict[str, tuple[vy.Kernel, vy.Kernel]]) -> None:
    plain = np.arange(5, dtype=np.uint32)

    def check(c: Choices) -> None:
        code, backend = c.pick(DTYPES), c.pick(("cpu", "cpu", "reference"))
        copy, into = kernels[code]
        try:
            if c.chance(60):
                _copied(c, copy, code, backend)
            else:
                _written(c, into, code, backend)
        except VyreError as error:
            told(error)
        assert kernels["u4"][0](plain, 9, backend=backend).tolist() == [9, 1, 2, 3, 4]

    hostile("hostile_calls", check)
