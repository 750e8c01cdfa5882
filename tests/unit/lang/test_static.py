"""``vy.static``, and loops that are unrolled over tuples."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

import vyre as vy

A = np.array([3, 1, 4, 1, 5], np.uint32)
HEAD = "@vy.kernel\ndef k(a: vy.In[vy.u32], out: vy.Out[vy.u32]):\n    i = vy.global_id()\n    s = a[i]\n"


def _kernel(body: str, before: str = "", **names: Any) -> vy.Kernel:
    lines = "".join(f"    {line}\n" for line in body.split("\n"))
    return vy.kernel_from_source(before + HEAD + lines + "    out[i] = s\n", name="k", namespace={"np": np, **names})


def _names(kernel: vy.Kernel) -> dict[str, Any]:
    names: dict[str, Any] = kernel.__wrapped__.__globals__  # type: ignore[attr-defined]
    return names


def _gives(kernel: vy.Kernel) -> list[int]:
    got: list[int] = kernel(A, backend="reference").tolist()
    return got


def test_a_dead_branch_is_not_read() -> None:
    kernel = _kernel("if vy.static(MODE == 'fast'):\n    s += 1\nelse:\n    s += nothing['at all']", MODE="fast")
    assert _gives(kernel) == [4, 2, 5, 2, 6]


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("len(NAMES)", 2),
        ("sum(x * x for x in range(N))", 5),
        ("(lambda q: q + N)(4)", 7),
        ("max(len(n) for n in NAMES)", 3),
        ("np.uint32(N) * np.uint32(2)", 6),
    ],
)
def test_python_evaluates_it(expression: str, value: int) -> None:
    kernel = _kernel(f"s += vy.static({expression})", N=3, NAMES=["a", "bcd"])
    assert _gives(kernel) == [v + value for v in A.tolist()]


def test_it_gives_tuples_and_tables() -> None:
    assert _gives(_kernel("s += vy.static((1, (N, 3)))[1][0]", N=4)) == [7, 5, 8, 5, 9]
    assert _gives(_kernel("s = vy.static(np.arange(4, dtype=np.uint32) * np.uint32(N))[i]", N=3)) == [0, 3, 6, 9, 0]


def test_it_gives_types_and_bools() -> None:
    kernel = _kernel(
        "T = vy.static(vy.u8 if WIDE is None else vy.u16)\ns = vy.u32(T(s + 255)) + (7 if vy.static(np.bool_(True)) else nothing)",
        WIDE=None,
    )
    assert _gives(kernel) == [9, 7, 10, 7, 11]


def test_variables_of_unrolled_loops_and_literal_arguments() -> None:
    before = "@vy.func\ndef g(x, n):\n    return x + vy.static(n ** n)\n"
    kernel = _kernel(
        "for j in vy.static_range(3):\n    for p, q in ((1, 2), (3, 4)):\n        s += vy.static(TABLE[j] * p * q)\ns = g(s, 2)",
        before,
        TABLE=[1, 10, 100],
    )
    assert _gives(kernel) == [v + 111 * 14 + 4 for v in A.tolist()]


def test_arrays_tell_their_type_and_rank() -> None:
    kernel = _kernel("if vy.static(a.dtype == vy.u32 and a.ndim == 1):\n    s += 10")
    assert _gives(kernel) == [13, 11, 14, 11, 15]


def test_a_change_of_what_it_reads_is_seen() -> None:
    module = ModuleType("settings")
    module.offset = 1  # type: ignore[attr-defined]
    kernel = _kernel(
        "if vy.static(FLAG is None):\n    s += vy.static(settings.offset + len(WORDS) + extra.n)",
        FLAG=None,
        settings=module,
        WORDS=["a"],
        extra=SimpleNamespace(n=5),
    )
    assert _gives(kernel) == [10, 8, 11, 8, 12]
    _names(kernel)["WORDS"] = ["a", "b"]
    assert _gives(kernel) == [11, 9, 12, 9, 13]
    module.offset = 2  # type: ignore[attr-defined]
    assert _gives(kernel) == [12, 10, 13, 10, 14]
    _names(kernel)["FLAG"] = "no"
    assert _gives(kernel) == A.tolist()


LOOPS: list[tuple[str, Callable[[int, int], int]]] = [
    ("for x in (1, 2, 3):\n    s += x", lambda i, s: s + 6),
    ("for x in T:\n    s = s * x + vy.static(x)", lambda i, s: (s * 5 + 5) * 7 + 7),
    ("for x, y in PAIRS:\n    s += x * y", lambda i, s: s + 14),
    ("for x, (y, z) in ((1, (2, 3)),):\n    s += x + y * z", lambda i, s: s + 7),
    ("for p in PAIRS:\n    s += p[0] * p[1]", lambda i, s: s + 14),
    ("for n, x in enumerate(T, 3):\n    s += n * x", lambda i, s: s + 15 + 28),
    ("for x, y in zip(T, PAIRS):\n    s += x * y[1]", lambda i, s: s + 10 + 28),
    ("for n, (x, y) in enumerate(zip(T, (1, 2, 3))):\n    s += n + x * y", lambda i, s: s + 5 + 1 + 14),
    ("for x in reversed((s, 7)):\n    s = s * 2 + x", lambda i, s: (s * 2 + 7) * 2 + s),
    ("for x in (a[0], i):\n    s += x", lambda i, s: s + 3 + i),
    ("for x in a.shape:\n    s += x", lambda i, s: s + 5),
    ("for x in (3, 4):\n    if s == x:\n        break\n    s += 10", lambda i, s: s if s == 3 else s + 20),
    ("for x in (3, 4):\n    if s == x:\n        continue\n    s += 10", lambda i, s: s + 10 if s == 3 else s + 20),
    ("for x in ():\n    s += nothing", lambda i, s: s),
]  # fmt: skip


@pytest.mark.parametrize(("body", "want"), LOOPS, ids=[body.split("\n")[0] for body, _ in LOOPS])
def test_a_loop_over_a_tuple_is_python_s(body: str, want: Callable[[int, int], int]) -> None:
    kernel = _kernel(body, T=(5, 7), PAIRS=((1, 2), (3, 4)))
    assert _gives(kernel) == [want(i, int(s)) for i, s in enumerate(A)]


def test_a_return_leaves_a_loop_over_a_tuple() -> None:
    before = "@vy.func\ndef find(x):\n    for n, t in enumerate(T):\n        if x == t:\n            return n\n    return 9\n"
    assert _gives(_kernel("s = find(s)", before, T=(1, 3))) == [1, 0, 9, 0, 9]
