"""The rows of what goes wrong with records: as :mod:`tests.errors.kernel_error_rows`, over ``r``, an array of records."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from tests.errors.kernel_error_rows import Row

DTYPE: Final = [("n", "u4"), ("x", "f4"), ("v", "u1", (2,)), ("p", [("u", "i2"), ("w", "i2")]), ("ok", "?")]
RECORD: Final = f"vy.struct({DTYPE!r})"
HEAD: Final = f"def k(r: vy.In[{RECORD}], s: vy.InOut[{RECORD}], out: vy.Out[vy.u32]):\n    i = vy.global_id()\n"
NAMED: Final = f"R = {RECORD}\n\n@vy.kernel\n{HEAD}"
LARGE: Final = 'def k(big: vy.In[vy.struct([("v", "u4", 300)])], out: vy.Out[vy.u32]):\n    i = vy.global_id()\n'
FUNC: Final = "@vy.func\ndef g(q):\n    return q.n + 1\n\n@vy.kernel\n"


def records() -> np.ndarray[Any, Any]:
    """n is 3 1 4 1 5."""
    return np.array([(n, n / 2, (n, n + 1), (-n, n), True) for n in (3, 1, 4, 1, 5)], DTYPE)


def _body(text: str) -> str:
    return HEAD + "".join(f"    {line}\n" for line in text.split("\n"))


def _row(code: str, wrong: str, right: str, gives: list[int], says: str = "") -> Row:
    made = [text if text.startswith(("@", "def", "R =")) else _body(text) for text in (wrong, right)]
    return Row(code, made[0], made[1], gives, says)


def _declared(dtype: str) -> str:
    return f"def k(a: vy.In[vy.u32], b: vy.InOut[{dtype}], out: vy.Out[vy.u32]):\n    out[vy.global_id()] = a[0]\n"


def _declares(wrong: str, right: str, says: str) -> Row:
    """A dtype that cannot be, and one that can; the kernel itself has no array of it in its twin, which only reads ``a``."""
    twin = _declared(right).replace(f"b: vy.InOut[{right}], ", "")
    return Row("K171", _declared(wrong), f"Other = {right}\n{twin}", [3] * 5, says)


SAME: Final = [3, 1, 4, 1, 5]
ONE: Final = [4, 2, 5, 2, 6]

RECORD_ROWS: list[Row] = [
    # the dtype
    _declares('np.dtype([("x", ">u4")])', 'vy.struct(np.dtype([("x", ">u4")]).newbyteorder("<"))', "newbyteorder"),
    _declares('np.dtype([("x", "S4")])', 'np.dtype([("x", "u1", 4)])', "('x', 'u1', 4)"),
    _declares('np.dtype([("x", "M8[s]")])', 'np.dtype([("x", "i8")])', "('x', 'i8')"),
    _declares('np.dtype([("x", "c8")])', 'np.dtype([("x", "u1", 8)])', "('x', 'u1', 8)"),
    _declares('np.dtype([("x", "O"), ("n", "u4")])', 'np.dtype([("n", "u4")])', "leave it out"),
    _declares('np.dtype([("not one", "u4")])', 'np.dtype([("not_one", "u4")])', "'not_one'"),
    _declares('np.dtype([("1", "u4")])', 'np.dtype([("_1", "u4")])', "'_1'"),
    _declares('np.dtype([("n", "u4"), ("x", "u1", 0)])', 'np.dtype([("n", "u4")])', "leave it out"),
    _declares('np.dtype([("p", [("x", "u4")], 2)])', 'np.dtype([("p0", [("x", "u4")]), ("p1", [("x", "u4")])])', "one field per element"),
    Row("K110", f"def k(q: {RECORD}, out: vy.Out[vy.u32]):\n    out[0] = q.n\n", f"def k(r: vy.In[{RECORD}], out: vy.Out[vy.u32]):\n    out[vy.global_id()] = r[0].n\n", [3] * 5, "q[0].x"),
    Row("K110", "def k(a: vy.In[np.dtype('u4')], out: vy.Out[vy.u32]):\n    out[0] = a[0]\n", "def k(a: vy.In[vy.u32], out: vy.Out[vy.u32]):\n    out[vy.global_id()] = a[0]\n", [3] * 5, "write a: vy.In[vy.u32]"),
    # fields
    _row("K154", "out[i] = r[i].m", "out[i] = r[i].n", SAME, "use one of n, x, v, p, ok"),
    _row("K154", "out[i] = vy.u32(r[i].p.x)", "out[i] = vy.u32(r[i].p.w)", SAME, "use one of u, w"),
    _row("K154", "q = r[i]\nout[i] = q.m", "q = r[i]\nout[i] = q.n", SAME, "use one of n, x, v, p, ok"),
    _row("K154", 'out[i] = r["n"][i]', 'out[i] = r[i]["n"]', SAME, "r[i].n"),
    _row("K154", "out[i] = r.n[i]", "out[i] = r[i].n", SAME, "r[i].n"),
    _row("K154", "s.n[i] = 3\nout[i] = s[i].n", "s[i].n = 3\nout[i] = s[i].n", [3] * 5, "s[i].n"),
    _row("K154", "out[i] = vy.u32(r[i].v.x)", "out[i] = vy.u32(r[i].v[0])", SAME, ".v[k]"),
    _row("K154", "out[i] = r[i][0]", "out[i] = r[i].n", SAME, "name one of n, x, v, p, ok"),
    _row("K165", "out[i] = vy.u32(r[i].v[0, 0])", "out[i] = vy.u32(r[i].v[0])", SAME, ".v[i]"),
    _row("K165", "out[i] = r[i, 0].n + r[i].n", "out[i] = r[i].n", SAME),
    _row("K211", "out[i] = vy.u32(r[i].v[-1])", "out[i] = vy.u32(r[i].v[1])", ONE),
    # whole records
    _row("K151", "out[i] = r[i]", "out[i] = r[i].n", SAME, "r[i].n"),
    _row("K151", "out[i] = r[i] + 1", "out[i] = r[i].n + 1", ONE, "r[i].n"),
    _row("K151", "q = r[i]\nout[i] = q", "q = r[i]\nout[i] = q.n", SAME, "q.n"),
    _row("K151", "s[i] += 1\nout[i] = s[i].n", "s[i].n += 1\nout[i] = s[i].n", ONE, "s[i].n"),
    _row("K151", "out[i] = vy.u32(r[i].v)", "out[i] = vy.u32(r[i].v[0])", SAME, "r[i].v[k]"),
    _row("K154", "q = s[i]\nq.n = 7\nout[i] = s[i].n", "q = s[i]\ns[i].n = 7\nout[i] = s[i].n", [7] * 5, "a[i].x = ..."),
    _row("K160", "q = r[i]\nq = 1\nout[i] = r[i].n", "q = r[i]\nt = 1\nout[i] = q.n", SAME, "another name"),
    _row("K160", "q = r[i]\nq = (q.n, q.x, 1, 1, 1, 1, True)\nout[i] = r[i].n", "q = r[i]\nt = (q.n, q.x)\nout[i] = q.n", SAME),
    _row("K161", "r[i].n = 1\nout[i] = r[i].n", "s[i].n = 1\nout[i] = s[i].n", [1] * 5, "vy.InOut of the same records"),
    _row("K161", "r[i] = s[i]\nout[i] = r[i].n", "s[i] = r[i]\nout[i] = s[i].n", SAME),
    _row("K164", "n, x, v, p, ok = r[i]\nout[i] = n", "n, x = r[i].n, r[i].x\nout[i] = n", SAME),
    _row("K200", "s[i] = 0\nout[i] = s[i].n", "s[i].n = 0\nout[i] = s[i].n", [0] * 5, "s[i].n = ..."),
    _row("K200", "s[i].p = (1, 2, 3)\nout[i] = vy.u32(s[i].p.w)", "s[i].p = (1, 2)\nout[i] = vy.u32(s[i].p.w)", [2] * 5),
    _row("K200", "s[i].v = r[i].p\nout[i] = r[i].n", "s[i].v = r[i].v\nout[i] = vy.u32(s[i].v[0])", SAME),
    _row("K200", "s[i].x = r[i].n\nout[i] = r[i].n", "s[i].x = vy.f32(r[i].n)\nout[i] = vy.u32(s[i].x)", SAME, "vy.f32(r[i].n)"),
    _row("K200", "s[i].ok = 1\nout[i] = r[i].n", "s[i].ok = True\nout[i] = vy.u32(s[i].ok)", [1] * 5, "write True"),
    _row("K202", "vy.atomic_add(s, i, 1)\nout[i] = s[i].n", "vy.atomic_add(out, i, s[i].n)", SAME, "array of its own"),
    _row("K156", NAMED + "    t = vy.shared(R, 4)\n    out[i] = r[i].n\n", "t = vy.shared(vy.u32, 4)\nt[0] = 3\nout[i] = t[0]", [3] * 5, "one array per field"),
    _row("K156", NAMED + "    t = vy.private(R, 4)\n    out[i] = r[i].n\n", "t = vy.private(vy.u32, 4)\nt[0] = 3\nout[i] = t[0]", [3] * 5, "one array per field"),
    Row("K171", LARGE + "    s = big[i]\n    out[i] = s.v[3]\n", LARGE + "    out[i] = big[i].v[3]\n", [0] * 5, "in a loop"),
    # functions
    _row("U700", "@vy.func\ndef g(q):\n    return q\n\n@vy.kernel\n" + HEAD + "    out[i] = g(r[i]).n\n", FUNC + HEAD + "    out[i] = g(r[i])\n", ONE, "returns a record"),
    _row("K200", FUNC.replace("(q)", "(q: vy.struct([('m', 'u4')]))") + HEAD + "    out[i] = g(r[i])\n", FUNC + HEAD + "    out[i] = g(r[i])\n", ONE, "annotated"),
    _row("K200", FUNC.replace("(q)", "(q: vy.In[vy.u8])").replace("q.n", "q[0].n") + HEAD + "    out[i] = g(r)\n", FUNC.replace("(q)", f"(q: vy.In[{RECORD}])").replace("q.n", "q[0].n") + HEAD + "    out[i] = g(r)\n", [4] * 5, "has records"),
]  # fmt: skip
