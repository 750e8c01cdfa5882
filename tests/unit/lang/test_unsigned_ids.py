"""Differences of unsigned ids: each warning's Fix, put where it points, gives what NumPy's signed indices give; and what does
not wrap is not warned about."""

from __future__ import annotations

import re
import warnings
from collections.abc import Sequence

import numpy as np
import pytest

import vyre as vy

HEAD = "def k(a: vy.In[vy.i32], out: vy.Out[vy.{result}], n: vy.u32, r: vy.u32):\n    i = vy.global_id()\n    "
A = np.array([3, 1, 4, 1, 5, 9], np.int32)
N = 6
LEFT = [max(i - 1, 0) for i in range(N)]
WINDOW = [int(A[max(i - 1, 0) : i + 2].sum()) for i in range(N)]
CASES: list[tuple[str, str, Sequence[float]]] = [
    ("u32", "out[i] = max(i - 1, 0)", LEFT),
    ("u32", "out[i] = vy.max(0, i - 1)", LEFT),
    ("u32", "out[i] = max(i - 1, 2)", [max(i - 1, 2) for i in range(N)]),
    ("u32", "left = i - 1\n    out[i] = max(left, 0)", LEFT),
    ("u32", "out[i] = vy.clamp(i - 1, 0, n - 1)", LEFT),
    ("u32", "out[i] = max(i - r, 0)", [max(i - 2, 0) for i in range(N)]),
    ("i32", "for j in range(i - 1, i + 2):\n        out[i] += a[j]", WINDOW),
    ("i32", "for j in range(i - r, i + r + 1):\n        out[i] += a[j]", [int(A[max(i - 2, 0) : i + 3].sum()) for i in range(N)]),
    ("i32", "for j in range(i - 1, 2):\n        out[i] += 1", [3, 2, 1, 0, 0, 0]),
    ("i32", "for j in range(0, i - 1):\n        out[i] += 1", LEFT),
    ("i32", "for j in range(i - 1):\n        out[i] += 1", LEFT),
    ("i32", "for j in range(i - 1, 0, -1):\n        out[i] += 1", LEFT),
    ("u32", "out[i] = i - 2 if i - 2 > 0 else 0", [0, 0, 0, 1, 2, 3]),
    ("u32", "out[i] = 0 if i - 2 <= 0 else i", [0, 0, 0, 3, 4, 5]),
    ("u32", "if 0 < i - 2:\n        out[i] = 1", [0, 0, 0, 1, 1, 1]),
    ("u32", "out[i] = abs(i - 2)", [2, 1, 0, 1, 2, 3]),
    ("u32", "for j in range(3):\n        out[i] += abs(j - i)", [3, 2, 3, 6, 9, 12]),
    ("f32", "out[i] = vy.f32(i - 1)", [-1, 0, 1, 2, 3, 4]),
    ("f32", "out[i] = vy.f32(i - r) * 0.5 + 1.0", [0, 0.5, 1, 1.5, 2, 2.5]),
    ("f32", "y = i // 2\n    out[i] = vy.f32(y - 1)", [-1, -1, 0, 0, 1, 1]),
    ("i64", "out[i] = vy.i64(i - 1) * 2", [-2, 0, 2, 4, 6, 8]),
    ("i32", "out[i] = a[min(i - 1, 2)]", [0, 3, 1, 4, 4, 4]),
    ("i32", "out[i] = a[min(i - 1, r)]", [0, 3, 1, 4, 4, 4]),
    ("i32", "out[i] = a[vy.min(r, i - 1)]", [0, 3, 1, 4, 4, 4]),
]  # fmt: skip


def read(text: str) -> vy.Kernel:
    return vy.kernel_from_source(text, name="k")


@pytest.mark.parametrize(("result", "lines", "wanted"), CASES)
def test_a_difference_that_wraps_is_warned_of_with_what_works(result: str, lines: str, wanted: Sequence[float]) -> None:
    text = HEAD.format(result=result) + lines
    with pytest.warns(vy.VyreWarning, match="below zero it wraps") as caught:
        read(text)
    (warning,) = caught
    message = str(warning.message)
    fix = re.search(r"Fix: write (.+?)(?:; .*|, or .*)?$", message)
    shown = re.search(r"\n {6}( *\S.*)\n {6}( *)(\^+)", message)
    assert fix is not None
    assert shown is not None
    there = slice(len(shown[2]), len(shown[2]) + len(shown[3]))
    part = re.sub(r"^for j in (range\(.*\)):$", r"\1", shown[1][there])
    fixed = text.replace(part, fix[1])
    assert fixed != text
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        made = read(fixed)
    assert made(A, 6, 2, backend="reference").tolist() == list(wanted)


ALWAYS = [
    ("if 0 <= i - 1:\n        out[i] = 1", "0 <= i - 1", "i >= 1", [0, 1, 1, 1, 1, 1]),
    ("if i - 1 < 0:\n        out[i] = 1", "i - 1 < 0", "i < 1", [1, 0, 0, 0, 0, 0]),
    ("if 0 > i - 1:\n        out[i] = 1", "0 > i - 1", "i < 1", [1, 0, 0, 0, 0, 0]),
]


@pytest.mark.parametrize(("lines", "part", "fix", "wanted"), ALWAYS)
def test_a_comparison_with_zero_is_turned_round(lines: str, part: str, fix: str, wanted: list[int]) -> None:
    text = HEAD.format(result="u32") + lines
    with pytest.warns(vy.VyreWarning, match="comparison with 0 is") as caught:
        read(text)
    assert str(caught[0].message).endswith(f"or compare first: {fix}")
    made = read(text.replace(part, fix))
    assert made(A, 6, 2, backend="reference").tolist() == wanted


@pytest.mark.parametrize(
    "lines",
    [
        "out[i] = a[i - 1]",
        "out[i] = a[i - 1] + a[i + 1]",
        "if i > 0:\n        out[i] = vy.i32(max(i - 1, 0))",
        "if i:\n        out[i] = vy.i32(vy.f32(i - 1))",
        "if i != 0 and i < n:\n        out[i] = vy.i32(vy.f32(i - 1))",
        "if i >= n or i == 0:\n        return\n    out[i] = vy.i32(vy.f32(i - 1))",
        "if i > n:\n        for j in range(i - n, i):\n            out[i] += 1",
        "if not i < 2:\n        for j in range(i - 2, i):\n            out[i] += 1",
        "out[i] = vy.i32(vy.f32(i - 1) if i > 0 else 0.0)",
        "out[i] = vy.i32(i == 0 or vy.f32(i - 1) < 3.0)",
        "out[i] = vy.i32(vy.f32(i - 1)) if i > 0 else 0",
        "if i < n - 1:\n        out[i] = vy.i32(min(i + 1, n - 1))",
        "out[i] = vy.i32(max(n - 1, 0)) + vy.i32(vy.f32(n - 1))",
        "for j in range(1, n):\n        out[i] += vy.i32(vy.f32(j - 1))",
        "out[i] = vy.i32(i - 1)",
        "out[i] = vy.i32(vy.f32(vy.i32(i) - 1))",
        "out[i] = vy.i32((i + n - 1) % n)",
        "if i > 0:\n        out[i] = a[(i - 1) % n]",
        "for j in range(i - min(i, r), i):\n        out[i] += 1",
        "out[i] = vy.i32(vy.f32(i - i % 2)) + vy.i32(vy.f32(i - (i >> 1)))",
        "if 0 <= i < n:\n        out[i] = 1",
        "if vy.f32(a[i]) > float(1e999) or vy.f32(a[i]) == 0.5:\n        out[i] = 1",
        "if i - 2 < 3:\n        out[i] = 1",
        "out[i] = i - 2 if i - 2 < 100 else 0",
    ],
)
def test_what_does_not_wrap_is_not_warned_about(lines: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        made = read(HEAD.format(result="u32" if lines.startswith("out[i] = i - 2") else "i32") + lines)
    assert made.program.name == "k"
