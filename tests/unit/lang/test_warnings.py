"""Warnings about kernels that are right and probably not meant; with the Fix applied they are gone."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

import vyre as vy

HEAD = "def k(a: vy.In[vy.u32], out: vy.Out[vy.u32], n: vy.u32):\n    i = vy.global_id()\n"

CASES = [
    ("out[i] = a[(i - 1) % n]", "out[i] = a[(i + (n - 1)) % n]", "(i + (n - 1)) % n"),
    ("if i - 1 >= 0:\n        out[i] = 1", "if i >= 1:\n        out[i] = 1", "i >= 1"),
    ("left = i - 1\n    if left < 0:\n        out[i] = 1", "left = vy.i32(i) - 1\n    if left < 0:\n        out[i] = 1", "vy.i32(i) - 1"),
    ("if n < 0:\n        out[i] = 1", "if vy.i32(n) < 0:\n        out[i] = 1", "vy.i32(n)"),
    ("out[i] = a[i] << 32", "out[i] = a[i] << 31", "below 32"),
    ("out[i] = a[i] >> 40", "out[i] = vy.u32(vy.u64(a[i]) >> 40)", "vy.u64(x)"),
]  # fmt: skip


@pytest.mark.parametrize(("lines", "fixed", "says"), CASES)
def test_a_warning_has_its_line_and_a_fix(lines: str, fixed: str, says: str) -> None:
    with pytest.warns(vy.VyreWarning) as caught:
        vy.kernel_from_source(HEAD + f"    {lines}\n")
    (text,) = [str(w.message) for w in caught]
    assert says in text.split("Fix: ")[1]
    assert "^" in text
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        vy.kernel_from_source(HEAD + f"    {fixed}\n")


@pytest.mark.parametrize(
    "line", ["total = a[i]", "total += a[i]", "if i < n:\n        total = a[i]\n        total = 1"]
)
def test_a_scalar_that_is_assigned_is_no_result(line: str) -> None:
    with pytest.warns(vy.VyreWarning, match="total is a scalar parameter: to assign it stores nothing") as caught:
        vy.kernel_from_source(
            f"def k(a: vy.In[vy.u32], n: vy.u32, total: vy.u32):\n    i = vy.global_id()\n    {line}\n"
        )
    (text,) = [str(w.message) for w in caught]
    assert "Fix: declare total: vy.Out[vy.u32], and store its elements, as in total[i] = …" in text
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        kernel = vy.kernel_from_source(
            "def k(a: vy.In[vy.u32], n: vy.u32, total: vy.Out[vy.u32]):\n    i = vy.global_id()\n    total[i] = a[i]\n",
        )
        vy.kernel_from_source(HEAD + "    n += 1\n    out[i] = a[i] + n\n")  # as a variable it is of use
    assert kernel(np.arange(3, dtype=np.uint32), 1, backend="reference", domain=3).tolist() == [0, 1, 2]


def test_a_kernel_warns_once_and_not_on_calls() -> None:
    with pytest.warns(vy.VyreWarning) as caught:
        kernel = vy.kernel_from_source(HEAD + "    for j in range(3):\n        out[i] = a[i] << 32\n")
    assert len(caught) == 1
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert kernel.program is kernel.program


@pytest.mark.parametrize("index", ["(i + n - 1) % n", "(i - 1) % 256", "i - 1"])
def test_what_is_right_is_not_warned_about(index: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        vy.kernel_from_source(HEAD + f"    out[i] = a[{index}]\n")
