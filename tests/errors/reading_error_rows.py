"""Rows like those of ``kernel_error_rows``, of what is known while reading: tables, ``vy.static``, unrolled loops, tuples, vecs."""

from __future__ import annotations

from tests.errors.kernel_error_rows import HEAD, SAME, Row

__all__ = ["READING_ROWS"]


def _with(code: str, before: tuple[str, str], body: tuple[str, str], gives: list[int], says: str = "") -> Row:
    """``before``: lines above the kernel; both as (wrong, right)."""
    wrong, right = (
        f"{above}\n@vy.kernel\n{HEAD}" + "".join(f"    {line}\n" for line in lines.split("\n"))
        for above, lines in zip(before, body, strict=True)
    )
    return Row(code, wrong, right, gives, says)


def _body(code: str, wrong: str, right: str, gives: list[int], says: str = "") -> Row:
    return _with(code, ("", ""), (wrong, right), gives, says)


def _table(code: str, before: str, right: str, body: str, gives: list[int], says: str = "", instead: str = "") -> Row:
    return _with(code, (before, right), (body, instead or body), gives, says)


def _func(code: str, wrong: str, right: str, body: str, gives: list[int], says: str = "") -> Row:
    head = "@vy.func\ndef g(x):\n"
    return _with(code, (head + wrong, head + right), (body, body), gives, says)


READING_ROWS: list[Row] = [
    # tables
    _table("K175", "T = np.zeros(3, np.complex64)", "T = np.zeros(3, np.complex64).real", "out[i] = vy.u32(T[i])", [0] * 5, "astype"),
    _table("K175", "T = np.zeros(3, [('x', 'u4')])", "T = np.zeros(3, [('x', 'u4')])['x'].copy()", "out[i] = T[i]", [0] * 5, "np.ascontiguousarray(T['x'])"),
    _table("K175", "T = np.array(3)", "T = np.array(3)[()]", "out[i] = vy.u32(T)", [3] * 5, "T = T[()]"),
    _table("K175", "T = np.ones((1, 1, 1, 5), np.uint32)", "T = np.ones((1, 1, 5), np.uint32)", "out[i] = T[0, 0, i]", [1] * 5, "reshape"),
    Row(
        "K175",
        "a = np.zeros(1 << 15, np.uint32)\n@vy.kernel\ndef k(x: vy.InOut[vy.u32]):\n    x[vy.global_id()] = a[1]\n",
        "@vy.kernel(domain=5)\ndef k(a: vy.In[vy.u32], x: vy.InOut[vy.u32]):\n    x[vy.global_id()] = a[1]\n",
        [1] * 5,
        "a: vy.In[vy.u32]",
    ),
    _table("K175", "T = (1,) * 9000", "T = np.full(9000, 1, np.uint32)", "out[i] = T[i]", [1] * 5, "NumPy array"),
    _table("K141", "T = [5, 6]", "T = tuple([5, 6])", "out[i] = T[1]", [6] * 5, "T = tuple(T)"),
    _table("K200", "T = (True, 2)", "T = (1, 2)", "out[i] = T[i & 1]", [1, 2, 1, 2, 1], "one kind"),
    _table("K156", "T = ((1, 2), (3, 4))", "T = np.array(((1, 2), (3, 4)), np.uint32)", "out[i] = T[i & 1][1]", [2, 4, 2, 4, 2], "T[i, j]", "out[i] = T[i & 1, 1]"),
    Row(
        "K161",
        "a = np.arange(5, dtype=np.uint32)\n@vy.kernel(domain=5)\ndef k(n: vy.u32, x: vy.InOut[vy.u32]):\n    a[vy.global_id()] = n\n",
        "@vy.kernel(domain=5)\ndef k(n: vy.u32, a: vy.InOut[vy.u32]):\n    a[vy.global_id()] = n\n",
        [5] * 5,
        "a: vy.InOut[vy.u32]",
    ),
    _table("K211", "T = b'hello'", "T = b'hello'", "out[i] = vy.u32(T[-1])", [111] * 5, "T.size - 1", "out[i] = vy.u32(T[T.size - 1])"),
    _table("K165", "T = np.ones((2, 3), np.uint32)", "T = np.ones((2, 3), np.uint32)", "out[i] = T[i]", [1] * 5, "T.flat[k]", "out[i] = T.flat[i]"),
    _table("K204", "T = (1, 300)", "T = (1, 300)", "out[i] = vy.u32(T[i & 1] + vy.u8(a[i]))", [4, 301, 5, 301, 6], "", "out[i] = T[i & 1] + a[i]"),
    # vy.static
    _body("K172", "if vy.static(n > 3):\n    out[i] = a[i]", "if n > 3:\n    out[i] = a[i]", SAME, "instead of n"),
    _body("K172", "for j in range(3):\n    out[i] += vy.static(j * 2)", "for j in vy.static_range(3):\n    out[i] += vy.static(j * 2)", [6] * 5, "vy.static_range"),
    _body("K173", "out[i] = a[i] + vy.static(1 // 0)", "out[i] = a[i] + vy.static(1 // 1)", [4, 2, 5, 2, 6], "ZeroDivisionError"),
    _body("K173", "for x in vy.static([k for k in range(3)]):\n    out[i] += x", "for x in vy.static(tuple(k for k in range(3))):\n    out[i] += x", [3] * 5, "tuple(...)"),
    _body("K155", "out[i] = vy.static(1, 2)", "out[i] = vy.static(1 + 2)", [3] * 5),
    _body("K150", "out[i] = vy.static(nothing + 1)", "out[i] = vy.static(0 + 1)", [1] * 5),
    # loops over tuples
    _body("K170", "for j in (1, 2):\n    if a[i] == j:\n        continue\n    if n == j:\n        break\n    out[i] += 1", "for j in range(1, 3):\n    if a[i] == j:\n        continue\n    if n == j:\n        break\n    out[i] += 1", [2, 1, 2, 1, 2], "range(...)"),
    _body("K164", "for p, q in ((1, 2, 3), (4, 5, 6)):\n    out[i] += p", "for p, q, r in ((1, 2, 3), (4, 5, 6)):\n    out[i] += p", [5] * 5, "targets"),
    _body("K156", "for k, x in enumerate((7, 8), n):\n    out[i] += k", "for k, x in enumerate((7, 8), 5):\n    out[i] += k", [11] * 5, "start of enumerate"),
    _table("K162", "T = np.arange(3, dtype=np.uint32)", "T = np.arange(3, dtype=np.uint32)", "for x in T:\n    out[i] += x", [3] * 5, "for k in range(len(T))", "for k in range(len(T)):\n    out[i] += T[k]"),
    _table("K162", "T = np.arange(6, dtype=np.uint32).reshape(3, 2)", "T = np.arange(6, dtype=np.uint32).reshape(3, 2)", "for row in T:\n    out[i] += row[1]", [9] * 5, "T[k, m]", "for k in range(len(T)):\n    out[i] += T[k, 1]"),
    _body("K156", "for x in vy.static((1,) * 4097):\n    out[i] += x", "for _ in range(4097):\n    out[i] += 1", [4097] * 5, "range(...)"),
    # tuples as results
    _func("K212", "    if x > 2:\n        return x, x\n    return x", "    if x > 2:\n        return x, x\n    return x, 0", "p = g(a[i])\nout[i] = p[0]", SAME, "same number of values"),
    _func("K212", "    if x > 2:\n        return x, x\n    return x, 1.5", "    if x > 2:\n        return x, x\n    return x, vy.u32(1.5)", "p, q = g(a[i])\nout[i] = p", SAME, "vy.u32(1.5)"),
    _func("K164", "    return x, x", "    return x, x, x", "p, q, r = g(a[i])\nout[i] = p", SAME, "targets"),
    _func("K151", "    return x, x", "    return x", "out[i] = g(a[i])", SAME, "t[0]"),
    _with(
        "K200",
        ("@vy.func\ndef g(x) -> vy.u32:\n    return x, x", "@vy.func\ndef g(x) -> tuple[vy.u32, vy.u32]:\n    return x, x"),
        ("p, q = g(a[i])\nout[i] = p", "p, q = g(a[i])\nout[i] = p"),
        SAME,
        "tuple[vy.u32, vy.u32]",
    ),
    _body("K200", "p = (a[i], 1) if n > 2 else a[i]\nout[i] = p", "p = (a[i], 1) if n > 2 else (a[i], 0)\nout[i] = p[0]", SAME, "same number of values"),
    # vecs
    _body("K174", "v = vy.vec(a[i], 1)\nif v == vy.vec(3, 1):\n    out[i] = 1", "v = vy.vec(a[i], 1)\nw = vy.vec(3, 1)\nif v.x == w.x and v.y == w.y:\n    out[i] = 1", [1, 0, 0, 0, 0], "v.x == "),
    _body("K174", "v = vy.vec(a[i], 9) // 2\nout[i] = v.x + v.y", "v = vy.vec(a[i] // 2, 9 // 2)\nout[i] = v.x + v.y", [5, 4, 6, 4, 6], "vy.vec("),
    _body("K174", "v = vy.vec(a[i], 1) + vy.vec(1, 2, 3)\nout[i] = v.x", "v = vy.vec(a[i], 1) + vy.vec(1, 2)\nout[i] = v.x", [4, 2, 5, 2, 6], "one length"),
    _body("K174", "out[i] = vy.dot(a[i], n)", "out[i] = vy.dot(vy.vec(a[i], 0), vy.vec(n, 0))", [15, 5, 20, 5, 25], "vy.dot(vy.vec(x, y), vy.vec(z, w))"),
    _body("K202", "v = vy.vec(a[i], 1)\nout[i] = vy.u32(vy.length(v))", "v = vy.vec(vy.f32(a[i]), 1)\nout[i] = vy.u32(vy.length(v))", [3, 1, 4, 1, 5], "vy.f32("),
    _body("K154", "v = vy.vec(a[i], 1)\nout[i] = v.z", "v = vy.vec(a[i], 1)\nout[i] = v.x", SAME, "x, y"),
    _body("K154", "v = vy.vec(a[i], 1)\nv.z = 3\nout[i] = v.x", "v = vy.vec(a[i], 1)\nv.y = 3\nout[i] = v.x", SAME, "x, y"),
    _body("K151", "v = vy.vec(a[i], 1)\nout[i] = v", "v = vy.vec(a[i], 1)\nout[i] = v.x", SAME, "v.x"),
    _body("K155", "v = vy.vec(a[i])\nout[i] = v.x", "v = vy.vec(a[i], 0)\nout[i] = v.x", SAME),
    _body("K200", "v = vy.vec(a[i], f[i])\nout[i] = v.x", "v = vy.vec(vy.f32(a[i]), f[i])\nout[i] = vy.u32(v.x)", SAME, "vy.f32(a[i])"),
    _body("K160", "v = vy.vec(a[i], 1)\nv = (a[i], 1)\nout[i] = v[0]", "v = vy.vec(a[i], 1)\nw = (a[i], 1)\nout[i] = w[0]", SAME, "another name"),
    _body("K156", "v = vy.vec(a[i], 1)\nout[i] = v[i]", "v = vy.vec(a[i], 1)\nout[i] = v[0]", SAME),
    # types that are left open
    Row(
        "K116",
        "def k(a: vy.In[vy.u32], out: vy.Out):\n    out[vy.global_id()] = a[0]\n",
        "T = vy.TypeVar('T')\n@vy.kernel\ndef g(a: vy.In[T], out: vy.Out[T]):\n    out[vy.global_id()] = a[0]\n"
        "def k(a: vy.In[vy.u32], out: vy.Out[vy.u32]):\n    out[vy.global_id()] = a[0]\n",
        [3] * 5,
        "T = vy.TypeVar('T'), vy.In[T], out: vy.Out[T]",
    ),
    Row(
        "K116",
        "T = vy.TypeVar('T')\n@vy.kernel\ndef k(n: T, a: vy.In[vy.u32], out: vy.Out[vy.u32]):\n    out[vy.global_id()] = vy.u32(n)\n",
        "T = vy.TypeVar('T')\n@vy.kernel\ndef k(n: vy.u32, a: vy.In[vy.u32], out: vy.Out[vy.u32]):\n    out[vy.global_id()] = vy.u32(n)\n",
        [5] * 5,
        "name the type of n",
    ),
]  # fmt: skip
