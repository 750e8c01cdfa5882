"""Tuples as results and values, and ``vy.vec``."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import vyre as vy

A = np.array([3, 1, 4, 1, 5], np.uint32)
HEAD = "@vy.kernel\ndef k(a: vy.In[vy.u32], out: vy.Out[vy.u32]):\n    i = vy.global_id()\n    s = a[i]\n"
ORDERED = "@vy.func\ndef ordered(a, b):\n    if a < b:\n        return a, b\n    return b, a\n"


def _kernel(body: str, before: str = "", **names: Any) -> vy.Kernel:
    lines = "".join(f"    {line}\n" for line in body.split("\n"))
    return vy.kernel_from_source(before + HEAD + lines + "    out[i] = s\n", name="k", namespace={"np": np, **names})


def _gives(body: str, before: str = "", **names: Any) -> list[int]:
    got: list[int] = _kernel(body, before, **names)(A, backend="reference").tolist()
    return got


@pytest.mark.parametrize(
    "body",
    [
        "p, q = ordered(s, 2)\ns = p * 10 + q",
        "t = ordered(s, 2)\ns = t[0] * 10 + t[1]",
        "s = ordered(s, 2)[0] * 10 + ordered(2, s)[1]",
        "t = (0, 0)\nt = ordered(s, 2)\np, q = t\ns = p * 10 + q",
        "p, q = 0, 0\nfor k in range(3):\n    p, q = ordered(s, 2)\ns = p * 10 + q",
    ],
)
def test_a_function_returns_a_tuple(body: str) -> None:
    assert _gives(body, ORDERED) == [23, 12, 24, 12, 25]


def test_tuples_go_through_functions() -> None:
    before = ORDERED + (
        "@vy.func\ndef twice(t, n):\n    x, y = t\n    return (x * n, y * n), n\n"
        "@vy.func\ndef both(x):\n    t, n = twice(ordered(x, 2), 3)\n    return t[0] + t[1], n\n"
    )
    assert _gives("p, n = both(s)\ns = p + n", before) == [18, 12, 21, 12, 24]


def test_a_tuple_out_of_a_loop_and_a_branch_that_goes_on() -> None:
    before = (
        "@vy.func\ndef find(x, n):\n    y = 7\n    for k in range(n):\n        if k * k >= x:\n            return k, (x, y)\n        y += 1\n"
        "    if y > 100:\n        return 0, (0, 0)\n    y += 1\n    return n, (y, 0)\n"
    )
    body = "k, (x, y) = find(s, 2)\ns = k * 10000 + x * 100 + y"

    def find(x: int, n: int) -> int:
        y = 7
        for k in range(n):
            if k * k >= x:
                return k * 10000 + x * 100 + y
            y += 1
        return n * 10000 + (y + 1) * 100

    assert _gives(body, before) == [find(int(x), 2) for x in A]


def test_an_annotation_gives_the_types() -> None:
    before = "@vy.func\ndef g(x) -> tuple[vy.u8, vy.u32]:\n    return 200, x\n"
    assert _gives("t, x = g(s)\ns = vy.u32(t + 100) + x", before) == [47, 45, 48, 45, 49]


def test_a_shape_is_returned() -> None:
    before = "@vy.func\ndef g(x, c):\n    if c:\n        return x.shape\n    return (0,)\n"
    assert _gives("s += g(a, s > 1)[0]", before) == [8, 1, 9, 1, 10]


def test_tuples_in_conditional_expressions() -> None:
    assert _gives("p, q = (s, 1) if i < 3 else (2, s)\ns = p * 10 + q") == [31, 11, 41, 21, 25]
    effect = "@vy.func\ndef mark(x, v):\n    x[0] = v\n    return v, v\n"
    assert _gives(
        "h = vy.shared(vy.u32, 1)\np, q = mark(h, s) if i > 99 else (2, s)\ns = p * 10 + q + h[0]", effect
    ) == [23, 21, 24, 21, 25]


def test_a_nested_tuple_changes_in_a_loop() -> None:
    body = "t = ((s, 1), 2)\nfor k in range(3):\n    (p, q), r = t\n    t = ((p + q, q + r), r + 1)\ns = t[0][0] * 100 + t[0][1] * 10 + t[1]"

    def python(s: int) -> int:
        t = ((s, 1), 2)
        for _ in range(3):
            (p, q), r = t
            t = ((p + q, q + r), r + 1)
        return t[0][0] * 100 + t[0][1] * 10 + t[1]

    assert _gives(body) == [python(int(s)) for s in A]


# -- vecs -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "want"),
    [
        ("v = vy.vec(s, 2) + vy.vec(1, s)\ns = v.x * 10 + v.y", lambda s, i: (s + 1) * 10 + 2 + s),
        ("v = 10 * vy.vec(s, 2, 3) - i\ns = v.x + v.y + v.z", lambda s, i: 10 * s + 50 - 3 * i),
        ("v = vy.vec(s, 2, 3, 4)\nv += v\nv *= 2\ns = v[0] + v[3] + v.w", lambda s, i: 4 * s + 32),
        ("x, y = vy.vec(s, i) * vy.vec(2, 3)\ns = x + y", lambda s, i: 2 * s + 3 * i),
        ("v = -vy.vec(vy.i32(s), 1)\ns = vy.u32(-v.x + v.y + 9)", lambda s, i: s + 8),
        ("v = vy.vec(s, i)\nv.x = 5\nv.y += 2\ns = v.x * 10 + v.y", lambda s, i: 52 + i),
        ("v = vy.vec(s, i)\nv.x, v.y = v.y, v.x\ns = v.x * 10 + v.y", lambda s, i: i * 10 + s),
        ("v = vy.vec(s, 0)\nif i > 1:\n    v.y = 7\ns = v.x + v.y", lambda s, i: s + (7 if i > 1 else 0)),
        ("v = vy.vec(0, 1)\nfor k in range(s):\n    v = vy.vec(v.y, v.x + v.y)\ns = v.x", lambda s, i: [0, 1, 1, 2, 3, 5][s]),
        ("v = vy.vec(0, 1)\nfor k in range(s):\n    v.x += v.y\n    v.y += 1\ns = v.x", lambda s, i: s * (s + 1) // 2),
        ("v = vy.vec(s, 1)\nwhile v.x < 10 and v.y < 9:\n    v.x *= 2\n    v.y += 1\ns = v.x * 10 + v.y", lambda s, i: {1: 165, 3: 123, 4: 163, 5: 102}[s]),
        ("v = vy.vec(s, 1) if i > 1 else vy.vec(1, s)\ns = v.x * 10 + v.y", lambda s, i: s * 10 + 1 if i > 1 else 10 + s),
        ("s = vy.dot(vy.vec(s, 2, 3), vy.vec(1, i, 2)) + len(vy.vec(1, 2))", lambda s, i: s + 2 * i + 8),
        ("for x in vy.vec(s, i):\n    s += x", lambda s, i: 2 * s + i),
        ("v = vy.vec(s, 1)\nw = v\nw.x = 100\ns = v.x + w.x", lambda s, i: s + 100),
    ],
)  # fmt: skip
def test_vecs(body: str, want: Any) -> None:
    assert _gives(body) == [want(int(s), i) for i, s in enumerate(A)]


def test_vecs_go_through_functions() -> None:
    before = (
        "@vy.func\ndef turn(v):\n    v.x += 1\n    return vy.vec(v.y, v.x)\n"
        "@vy.func\ndef pick(v, w, c):\n    if c:\n        return v\n    return turn(w) * 2\n"
    )
    body = "v = vy.vec(s, 1)\nw = pick(v, turn(v), i > 2)\ns = w.x * 100 + w.y * 10 + v.x"

    def python(s: int, i: int) -> int:
        w = (s, 1) if i > 2 else (2 * (s + 1), 4)
        return w[0] * 100 + w[1] * 10 + s

    assert _gives(body, before) == [python(int(s), i) for i, s in enumerate(A)]


def test_the_components_are_of_one_type() -> None:
    kernel = _kernel("v = vy.vec(1, 2.5)\nv.x = vy.f32(s)\ns = vy.u32(v.x + v.y)")
    assert {local.dtype.name for local in kernel.program.locals} <= {"f32", "u32"}
    assert kernel(A, backend="reference").tolist() == [5, 3, 6, 3, 7]
