"""One row per way that a kernel can be wrong: the code, the wrong lines, the lines with the Fix applied, and what they give.

The lines are the body of ``k`` (see :data:`HEAD`), or a whole text where they begin with a decorator or ``def``.
"""

from __future__ import annotations

from dataclasses import dataclass

HEAD = "def k(a: vy.In[vy.u32], f: vy.In[vy.f32], out: vy.Out[vy.u32], n: vy.u32):\n    i = vy.global_id()\n"


@dataclass(frozen=True, slots=True)
class Row:
    """``a`` is 3 1 4 1 5, ``f`` is 0.5 1.5 2.5 -1.5 0, ``n`` is 5; ``out`` has five elements."""

    code: str
    wrong: str
    right: str
    gives: list[int]
    says: str = ""  # words that the message or the Fix must have


def _body(*lines: str) -> str:
    return HEAD + "".join(f"    {line}\n" for line in lines)


def _row(code: str, wrong: str, right: str, gives: list[int], says: str = "") -> Row:
    made = [text if text.startswith(("@", "def", "async")) else _body(*text.split("\n")) for text in (wrong, right)]
    return Row(code, made[0], made[1], gives, says)


ONE = [4, 2, 5, 2, 6]
SAME = [3, 1, 4, 1, 5]
FUNC = "@vy.func\ndef g(x):\n"
KERNEL = "@vy.kernel\n" + HEAD

ROWS: list[Row] = [
    # statements
    _row("K120", "try:\n    out[i] = a[i]\nexcept ValueError:\n    pass", "if i < a.size:\n    out[i] = a[i]", SAME),
    _row("K121", "with a:\n    out[i] = a[i]", "out[i] = a[i]", SAME),
    _row("K122", "yield a[i]", "out[i] = a[i]", SAME, "Out array"),
    _row("K138", "async def k(a: vy.In[vy.u32], out: vy.Out[vy.u32]):\n    out[vy.global_id()] = a[0]\n", "def k(a: vy.In[vy.u32], out: vy.Out[vy.u32]):\n    out[vy.global_id()] = a[0]\n", [3] * 5, "submit"),
    _row("K123", "h = lambda x: x + 1\nout[i] = h(a[i])", FUNC + "    return x + 1\n" + KERNEL + "    out[i] = g(a[i])\n", ONE),
    _row("K124", "y = 1\ndef h(x):\n    return x + 1\nout[i] = h(a[i])", FUNC + "    return x + 1\n" + KERNEL + "    out[i] = g(a[i])\n", ONE),
    _row("K125", "class P:\n    x = 1\nout[i] = a[i]", "x = 1\nout[i] = a[i] + x", ONE),
    _row("K126", "import math\nout[i] = a[i]", "out[i] = a[i]", SAME),
    _row("K126", "from math import pi\nout[i] = a[i]", "out[i] = a[i]", SAME),
    _row("K127", "global total\ntotal = 3\nout[i] = a[i]", "total = 1\nout[i] = a[i] + total", ONE),
    _row("K128", "x = a[i]\nout[i] = x\ndel x", "x = a[i]\nout[i] = x", SAME),
    _row("K129", "match a[i]:\n    case 1:\n        out[i] = 7\n    case _:\n        out[i] = 0", "if a[i] == 1:\n    out[i] = 7\nelse:\n    out[i] = 0", [0, 7, 0, 7, 0]),
    _row("K139", "if a[i] == 9:\n    raise ValueError\nout[i] = a[i]", "out[i] = vy.u32(a[i] == 9)", [0, 0, 0, 0, 0]),
    _row("K140", "for j in range(3):\n    if a[i] == j:\n        break\nelse:\n    out[i] = 1", "found = False\nfor j in range(3):\n    if a[i] == j:\n        found = True\n        break\nif not found:\n    out[i] = 1", [1, 0, 1, 0, 1]),
    _row("K140", "x = a[i]\nwhile x > 4:\n    x -= 1\nelse:\n    out[i] = 1", "x = a[i]\nwhile x > 4:\n    x -= 1\nout[i] = x", [3, 1, 4, 1, 4]),
    _row("K167", "out[i] = a[i]\na[i] + 1", "out[i] = a[i]", SAME),
    _row("K162", "for x in a:\n    out[i] += x", "for j in range(a.size):\n    out[i] += a[j]", [14] * 5, "vy.global_id()"),
    _row("K162", "for j in enumerate(a):\n    out[i] += 1", "for k in range(len(a)):\n    out[i] += a[k]", [14] * 5, "range(len(a))"),
    _row("K162", "x = range(3)\nout[i] = a[i]", "for x in range(3):\n    out[i] = a[i]", SAME),
    _row("K170", "for j in vy.static_range(4):\n    if a[i] == j:\n        continue\n    if j == 3:\n        break\n    out[i] += 1", "for j in range(4):\n    if a[i] == j:\n        continue\n    if j == 3:\n        break\n    out[i] += 1", [3, 2, 3, 2, 3], "range(...)"),
    # expressions
    _row("K130", "x = [a[j] for j in range(3)]\nout[i] = a[i]", "x = 0\nfor j in range(3):\n    x += a[j]\nout[i] = x", [8] * 5),
    _row("K130", "out[i] = sum(a[j] for j in range(3))", "x = 0\nfor j in range(3):\n    x += a[j]\nout[i] = x", [8] * 5),
    _row("K131", "out[i] = a[0:2]", "x = 0\nfor j in range(0, 2):\n    x += a[j]\nout[i] = x", [4] * 5, "range"),
    _row("K131", "out[0:2] = a[i]", "for j in range(0, 2):\n    out[j] = a[j]", [3, 1, 0, 0, 0]),
    _row("K132", "x = f'{n}'\nout[i] = a[i]", "out[i] = a[i]", SAME),
    _row("K132", "x = 'text'\nout[i] = a[i]", "out[i] = a[i]", SAME),
    _row("K133", "out[i] = 1 if a[i] is n else 0", "out[i] = 1 if a[i] == n else 0", [0, 0, 0, 0, 1], "=="),
    _row("K133", "out[i] = 1 if a[i] is not n else 0", "out[i] = 1 if a[i] != n else 0", [1, 1, 1, 1, 0], "!="),
    _row("K134", "out[i] = 1 if a[i] in (1, 4) else 0", "out[i] = 1 if a[i] == 1 or a[i] == 4 else 0", [0, 1, 1, 1, 0]),
    _row("K135", "x = {1, 2}\nout[i] = a[i]", "x = (1, 2)\nout[i] = a[i] + x[0]", ONE),
    _row("K135", "x = {1: 2}\nout[i] = a[i]", "x = (1, 2)\nout[i] = a[i] + x[0]", ONE),
    _row("K136", "out[i] = vy.min(*(a[i], 9))", "out[i] = vy.min(a[i], 9)", SAME),
    _row("K136", "x, *y = (1, 2, 3)\nout[i] = a[i] + x", "x, y, z = (1, 2, 3)\nout[i] = a[i] + x", ONE),
    _row("K136", "out[i] = vy.clamp(**{})", "out[i] = vy.clamp(x=a[i], lo=0, hi=9)", SAME),
    _row("K137", "if (x := a[i]) > 0:\n    out[i] = x", "x = a[i]\nif x > 0:\n    out[i] = x", SAME),
    _row("K141", "x = [1, 2]\nout[i] = a[i]", "x = (1, 2)\nout[i] = a[i] + x[0]", ONE),
    _row("K143", "out[i] = a @ a", "x = 0\nfor j in range(a.size):\n    x += a[j] * a[j]\nout[i] = x", [52] * 5),
    _row("K144", "x = 2j\nout[i] = a[i]", "x, y = 0.0, 2.0\nout[i] = a[i] + vy.u32(y)", [5, 3, 6, 3, 7]),
    _row("K144", "x = complex(f[i], 0)\nout[i] = a[i]", "x, y = f[i], 0.0\nout[i] = a[i] + vy.u32(x)", [3, 2, 6, 1, 5]),
    _row("K145", "x = None\nout[i] = a[i]", "x = 0\nout[i] = a[i] + x", SAME),
    # names and calls
    _row("K150", "out[i] = nothing + a[i]", "nothing = 1\nout[i] = nothing + a[i]", ONE),
    _row("K151", "out[i] = a + 1", "out[i] = a[i] + 1", ONE, "a[i]"),
    _row("K151", "out[i] = a[i] + vy.u32", "out[i] = a[i] + vy.u32(1)", ONE, "vy.u32(x)"),
    _row("K151", "x = (1, 2)\nout[i] = a[i] + x", "x = (1, 2)\nout[i] = a[i] + x[0]", ONE, "t[0]"),
    _row("K151", "out[i] = n[0]", "out[i] = n", [5] * 5),
    _row("K152", "def g(x):\n    return x + 1\n" + KERNEL + "    out[i] = g(a[i])\n", FUNC + "    return x + 1\n" + KERNEL + "    out[i] = g(a[i])\n", ONE, "@vy.func"),
    _row("K153", "out[i] = sum(a)", "x = 0\nfor j in range(a.size):\n    x += a[j]\nout[i] = x", [14] * 5, "loop"),
    _row("K153", "out[i] = a[i](3)", "out[i] = a[i] * 3", [9, 3, 12, 3, 15]),
    _row("K154", "out[i] = a.sum()", "x = 0\nfor j in range(a.size):\n    x += a[j]\nout[i] = x", [14] * 5),
    _row("K154", "out[i] = a[i].bit_count()", "out[i] = vy.popcount(a[i])", [2, 1, 1, 1, 2], "vy.popcount"),
    _row("K154", "out[i] = vy.popcnt(a[i])", "out[i] = vy.popcount(a[i])", [2, 1, 1, 1, 2]),
    _row("K154", "n.x = 3\nout[i] = a[i]", "x = 3\nout[i] = a[i]", SAME),
    _row("K155", "out[i] = vy.clamp(a[i], 2)", "out[i] = vy.clamp(a[i], 2, 4)", [3, 2, 4, 2, 4], "vy.clamp(x, lo, hi)"),
    _row("K155", "out[i] = min(a[i])", "out[i] = min(a[i], 2)", [2, 1, 2, 1, 2]),
    _row("K155", "out[i] = vy.u32(a[i], 3)", "out[i] = vy.u32(a[i])", SAME),
    _row("K155", "for j in range():\n    out[i] += 1", "for j in range(2):\n    out[i] += 1", [2] * 5),
    _row("K155", FUNC + "    return x + 1\n" + KERNEL + "    out[i] = g(a[i], 2)\n", FUNC + "    return x + 1\n" + KERNEL + "    out[i] = g(a[i])\n", ONE, "g(x)"),
    _row("K156", "for j in range(0, a.size, n):\n    out[i] += a[j]", "j = 0\nwhile j < a.size:\n    out[i] += a[j]\n    j += n", [3] * 5, "while j < a.size"),
    _row("K156", "for j in vy.static_range(n):\n    out[i] += 1", "for j in range(n):\n    out[i] += 1", [5] * 5, "range(...)"),
    _row("K156", "s = vy.shared(vy.u32, n)\nout[i] = a[i]", "s = vy.shared(vy.u32, 64)\nout[i] = a[i]", SAME),
    _row("K156", "t = (1, 2)\nout[i] = t[i]", "t = (1, 2)\nout[i] = t[0] if i == 0 else t[1]", [1, 2, 2, 2, 2]),
    _row("K156", "t = (1, 2)\nout[i] = t[2]", "t = (1, 2)\nout[i] = t[1]", [2] * 5),
    _row("K157", FUNC + "    return g(x)\n" + KERNEL + "    out[i] = g(a[i])\n", FUNC + "    while x > 1:\n        x -= 1\n    return x\n" + KERNEL + "    out[i] = g(a[i])\n", [1] * 5, "loop"),
    _row("K158", "return a[i]", "out[i] = a[i]\nreturn", SAME),
    _row("K158", FUNC + "    if x > 1:\n        return x\n" + KERNEL + "    out[i] = g(a[i])\n", FUNC + "    if x > 1:\n        return x\n    return 0\n" + KERNEL + "    out[i] = g(a[i])\n", [3, 0, 4, 0, 5]),
    _row("K158", FUNC + "    y = x\n" + KERNEL + "    out[i] = g(a[i])\n", FUNC + "    y = x\n    return y\n" + KERNEL + "    out[i] = g(a[i])\n", SAME),
    _row("K159", "if a[i] > 2:\n    x = 1\nout[i] = x", "x = 0\nif a[i] > 2:\n    x = 1\nout[i] = x", [1, 0, 1, 0, 1], "x = 0"),
    _row("K159", "for j in range(n):\n    x = a[j]\nout[i] = x", "x = 0\nfor j in range(n):\n    x = a[j]\nout[i] = x", [5] * 5),
    _row("K159", "for j in range(n):\n    pass\nout[i] = j", "j = 0\nfor j in range(n):\n    pass\nout[i] = j", [4] * 5),
    _row("K160", "x = a[i]\nx = a\nout[i] = x[i]", "x = a[i]\ny = a\nout[i] = y[i]", SAME),
    _row("K160", "a = n\nout[i] = a", "b = n\nout[i] = b", [5] * 5),
    _row("K161", "a[i] = 3\nout[i] = a[i]", "def k(a: vy.InOut[vy.u32]):\n    a[vy.global_id()] = 3\n", [3] * 5, "vy.InOut[vy.u32]"),
    _row("K163", "if n > 0:\n    s = vy.shared(vy.u32, 64)\nout[i] = a[i]", "s = vy.shared(vy.u32, 64)\nout[i] = a[i]", SAME),
    _row("K164", "x, y = (1, 2, 3)\nout[i] = a[i] + x", "x, y, z = (1, 2, 3)\nout[i] = a[i] + x", ONE),
    _row("K164", "x, y = n\nout[i] = a[i]", "x, y = n, 1\nout[i] = a[i] + y", ONE),
    _row("K165", "out[i] = a[i] + a[i, 0]", "out[i] = a[i] + a[0]", [6, 4, 7, 4, 8], ".flat"),
    _row("K165", "out[i] = a.flat[i, 0]", "out[i] = a.flat[i]", SAME),
    _row("K168", "".join("    " * k + f"if a[{k}] < 9:\n" for k in range(65)) + "    " * 65 + "out[i] = 1", "ok = True\n" + "\n".join(f"ok = ok and a[{k}] < 9" for k in range(65)) + "\nif ok:\n    out[i] = 1", [1] * 5, "and"),
    _row("K169", "@vy.kernel\ndef j(a: vy.In[vy.u32], out: vy.Out[vy.u32]):\n    i = vy.global_id()\n    out[i] = a[i]\n" + KERNEL + "    j(a)\n", FUNC + "    return x\n" + KERNEL + "    out[i] = g(a[i])\n", SAME, "@vy.func"),
    # types
    _row("K200", "x = vy.i32(a[i])\nout[i] = a[i] + x", "x = vy.i32(a[i])\nout[i] = a[i] + vy.u32(x)", [6, 2, 8, 2, 10], "vy.u32(x)"),
    _row("K200", "out[i] = a[i] * f[i]", "out[i] = vy.u32(vy.f32(a[i]) * f[i])", [1, 1, 10, 0, 0], "vy.f32(a[i])"),
    _row("K200", "out[i] = f[i]", "out[i] = vy.u32(f[i])", [0, 1, 2, 0, 0], "vy.u32(f[i])"),
    _row("K200", "out[i] = 1 if a[i] < f[i] else 0", "out[i] = 1 if vy.f32(a[i]) < f[i] else 0", [0, 1, 0, 0, 0], "vy.f32(a[i])"),
    _row("K200", "out[i] = vy.select(n > 3, a[i], f[i])", "out[i] = vy.select(n > 3, a[i], vy.u32(f[i]))", SAME),
    _row("K200", "out[i] = a[i] if n > 3 else f[i]", "out[i] = a[i] if n > 3 else vy.u32(f[i])", SAME),
    _row("K200", "out[i] = a[i] + 0.5", "out[i] = vy.u32(vy.f32(a[i]) + 0.5)", SAME, "vy.f32(a[i])"),
    _row("K200", "def k(a: vy.In[vy.u32], out: vy.Out[vy.bool_]):\n    i = vy.global_id()\n    out[i] = 1\n", "def k(a: vy.In[vy.u32], out: vy.Out[vy.bool_]):\n    i = vy.global_id()\n    out[i] = True\n", [1] * 5, "write True"),
    _row("K200", "def k(a: vy.In[vy.u32], out: vy.Out[vy.bool_]):\n    i = vy.global_id()\n    out[i] = a[i] & 1\n", "def k(a: vy.In[vy.u32], out: vy.Out[vy.bool_]):\n    i = vy.global_id()\n    out[i] = (a[i] & 1) != 0\n", [1, 1, 0, 1, 1], "!= 0"),
    _row("K200", "@vy.func\ndef g(x: vy.i32):\n    return x\n" + KERNEL + "    out[i] = vy.u32(g(a[i]))\n", "@vy.func\ndef g(x: vy.i32):\n    return x\n" + KERNEL + "    out[i] = vy.u32(g(vy.i32(a[i])))\n", SAME, "vy.i32(a[i])"),
    _row("K201", "x = a[i]\nx = f[i]\nout[i] = 1", "x = a[i]\nx = vy.u32(f[i])\nout[i] = x", [0, 1, 2, 0, 0], "vy.u32(f[i])"),
    _row("K201", "x = 0\nx = a[i]\nx = vy.i32(7)\nout[i] = 1", "x = 0\nx = a[i]\ny = vy.i32(7)\nout[i] = x", SAME, "another name"),
    _row("K201", "x = 0\nif a[i] > 2:\n    x = a[i] > 3\nout[i] = 1", "x = 0\nif a[i] > 2:\n    x = vy.u32(a[i] > 3)\nout[i] = x", [0, 0, 1, 0, 1]),
    _row("K202", "x = 0\nx += a[i] > 3\nout[i] = x", "x = 0\nx += vy.u32(a[i] > 3)\nout[i] = x", [0, 0, 1, 0, 1], "vy.u32(a[i] > 3)"),
    _row("K202", "out[i] = vy.u32(vy.sqrt(a[i]))", "out[i] = vy.u32(vy.sqrt(vy.f32(a[i])))", [1, 1, 2, 1, 2], "vy.f32(a[i])"),
    _row("K202", "out[i] = vy.u32(f[i] & f[0])", "out[i] = vy.bitcast(vy.u32, f[i]) >> 30", [0, 0, 1, 2, 0], "bitcast"),
    _row("K202", "for j in range(f[0]):\n    out[i] += 1", "for j in range(vy.u32(f[0] + 1.5)):\n    out[i] += 1", [2] * 5),
    _row("K202", "out[i] = a[i] << f[i]", "out[i] = a[i] << vy.u32(f[i])", [3, 2, 16, 1, 5], "vy.u32(f[i])"),
    _row("K202", "out[i] = a[i] << 1.0", "out[i] = a[i] << 1", [6, 2, 8, 2, 10]),
    _row("K200", "vy.atomic_add(out, i, f[i])", "vy.atomic_add(out, i, vy.u32(f[i]))", [0, 1, 2, 0, 0], "vy.u32(f[i])"),
    _row("K204", "out[i] = 1 << 100000000", "out[i] = 1 << 31", [1 << 31] * 5),
    _row("K204", "out[i] = 10 ** 100000000", "out[i] = 10 ** 9", [10**9] * 5),
    _row("K210", "out[i] = a[i < 3]", "out[i] = a[vy.u32(i < 3)]", [1, 1, 1, 3, 3], "vy.u32(i < 3)"),
    _row("K202", "x = a[i] > 2\ny = a[i] > 3\nout[i] = 1 if x < y else 0", "x = a[i] > 2\ny = a[i] > 3\nout[i] = 1 if vy.u32(x) < vy.u32(y) else 0", [0] * 5, "vy.u32"),
    _row("K203", "out[i] = a[i] / 2", "out[i] = a[i] // 2", [1, 0, 2, 0, 2], "//"),
    _row("K201", "x = 0\nx = x / 2\nx = a[i]\nout[i] = x", "x = 0\nx = x // 2\nx = a[i]\nout[i] = x", SAME),
    _row("K204", "out[i] = a[i] + 4294967296", "out[i] = a[i] + 1", ONE),
    _row("K204", "out[i] = a[i] + -1", "out[i] = a[i] - 1", [2, 0, 3, 0, 4]),
    _row("K204", "for j in range(a[i], -1, -1):\n    out[i] += 1", "for j in range(vy.i32(a[i]), -1, -1):\n    out[i] += 1", ONE, "vy.i32(a[i])"),
    _row("K204", "out[i] = vy.u32(f[i] + 16777217)", "out[i] = vy.u32(f[i] + 16777216.0) >> 24", [1, 1, 1, 0, 1]),
    _row("K205", "if f[i]:\n    out[i] = 1", "if f[i] != 0.0:\n    out[i] = 1", [1, 1, 1, 1, 0], "f[i] != 0.0"),
    _row("K205", "out[i] = 1 if not f[i] else 0", "out[i] = 1 if f[i] == 0.0 else 0", [0, 0, 0, 0, 1]),
    _row("K206", "if a[i] and n:\n    out[i] = 1", "if a[i] != 0 and n != 0:\n    out[i] = 1", [1] * 5, "a[i] != 0"),
    _row("K206", "if n > 3 or a[i] - 3:\n    out[i] = 1", "if n > 3 or (a[i] - 3) != 0:\n    out[i] = 1", [1] * 5, "(a[i] - 3) != 0"),
    _row("K207", "out[i] = a[i] // 0", "out[i] = a[i] // 2", [1, 0, 2, 0, 2]),
    _row("K207", "out[i] = a[i] % vy.u32(0)", "out[i] = a[i] % vy.u32(2)", [1, 1, 0, 1, 1]),
    _row("K207", "out[i] = vy.div(a[i], 3 - 3)", "out[i] = vy.div(a[i], 3 - 1)", [1, 0, 2, 0, 2]),
    _row("K207", "out[i] = a[i] % (vy.u32(3) - vy.u32(3))", "out[i] = a[i] % (vy.u32(3) - vy.u32(1))", [1, 1, 0, 1, 1]),
    _row("K207", "out[i] = a[i] + 1 // 0", "out[i] = a[i] + 1 // 1", ONE),
    _row("K208", "out[i] = int(f[i])", "out[i] = vy.u32(vy.i32(f[i]))", [0, 1, 2, 4294967295, 0], "vy.i32(f[i])"),
    _row("K208", "x = float(a[i])\nout[i] = 1", "x = vy.f32(a[i])\nout[i] = vy.u32(x)", SAME, "vy.f32(a[i])"),
    _row("K208", "out[i] = round(f[i])", "out[i] = vy.u32(vy.i32(vy.round(f[i])))", [0, 2, 2, 4294967294, 0], "vy.i32(vy.round(f[i]))"),
    _row("K208", "out[i] = math.floor(f[i])", "out[i] = vy.u32(vy.i32(vy.floor(f[i])))", [0, 1, 2, 4294967294, 0], "vy.i32(vy.floor(f[i]))"),
    _row("K209", "out[i] = 2 ** a[i]", "out[i] = 1 << a[i]", [8, 2, 16, 2, 32], "1 << k"),
    _row("K209", "out[i] = a[i] ** n", "p = 1\nfor _ in range(n):\n    p = p * a[i]\nout[i] = p", [243, 1, 1024, 1, 3125], "for _ in range(n)"),
    _row("K209", "out[i] = a[i] ** -1", "out[i] = 1 // a[i]", [0, 1, 0, 1, 0]),
    _row("K210", "out[i] = a[f[i]]", "out[i] = a[vy.u32(f[i])]", [3, 1, 4, 3, 3], "vy.u32(f[i])"),
    _row("K210", "out[i] = a[1.0]", "out[i] = a[1]", [1] * 5),
    _row("K211", "out[i] = a[-1]", "out[i] = a[a.size - 1]", [5] * 5, "a.size - 1"),
    _row("K212", FUNC + "    if x > 2:\n        return x\n    return vy.i32(x)\n" + KERNEL + "    out[i] = g(a[i])\n", FUNC + "    if x > 2:\n        return x\n    return vy.u32(vy.i32(x))\n" + KERNEL + "    out[i] = g(a[i])\n", SAME),
    _row("K213", "out[i] = vy.u32(vy.bitcast(vy.f64, a[i]) == 0.0)", "out[i] = vy.u32(vy.bitcast(vy.f64, vy.u64(a[i])) == 0.0)", [0] * 5, "vy.u64"),
    _row("K213", "out[i] = vy.bitcast(vy.u32, 4294967296)", "out[i] = vy.bitcast(vy.u32, 1.0) >> 23", [127] * 5),
    _row("K214", "out[i] = np.minimum(a[i], 2)", "out[i] = vy.min(a[i], 2)", [2, 1, 2, 1, 2], "vy.min"),
    _row("K214", "out[i] = np.uint32(f[i])", "out[i] = vy.u32(f[i])", [0, 1, 2, 0, 0], "vy.u32"),
    _row("K214", "out[i] = math.gcd(a[i], 2)", "out[i] = vy.ctz(a[i])", [0, 0, 2, 0, 0]),
    _row("K216", "out[i] = 1 << -1", "out[i] = 1 << 1", [2] * 5),
    # declarations
    _row("K110", "def k(a, out: vy.Out[vy.u32]):\n    out[vy.global_id()] = 1\n", "def k(a: vy.In[vy.u32], out: vy.Out[vy.u32]):\n    out[vy.global_id()] = a[0]\n", [3] * 5, "vy.In[vy.u32]"),
    _row("K110", "def k(n: int, a: vy.In[vy.u32], out: vy.Out[vy.u32]):\n    out[vy.global_id()] = n\n", "def k(n: vy.u32, a: vy.In[vy.u32], out: vy.Out[vy.u32]):\n    out[vy.global_id()] = n + a.size\n", [10] * 5, "width"),
    _row("K110", "def k(a: vy.In[int], out: vy.Out[vy.u32]):\n    out[vy.global_id()] = 1\n", "def k(a: vy.In[vy.u32], out: vy.Out[vy.u32]):\n    out[vy.global_id()] = a[0]\n", [3] * 5),
    _row("K110", "x: tuple = 3\nout[i] = a[i]", "x: vy.u32 = 1\nout[i] = a[i] + x", ONE),
    _row("K110", "def k(a: vy.In[vy.u32], out: vy.Out[vy.u32]) -> int:\n    out[vy.global_id()] = 1\n", "def k(a: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:\n    out[vy.global_id()] = a[0]\n", [3] * 5),
    _row("K111", "def k(*a: vy.In[vy.u32]):\n    pass\n", "def k(a: vy.InOut[vy.u32]):\n    pass\n", SAME),
    _row("K111", "def k(a: vy.InOut[vy.u32], n: vy.u32 = 3):\n    pass\n", "def k(a: vy.InOut[vy.u32], n: vy.u32):\n    pass\n", SAME),
    _row("K111", "def k(a: vy.InOut[vy.u32], *, n: vy.u32):\n    pass\n", "def k(a: vy.InOut[vy.u32], n: vy.u32):\n    pass\n", SAME),
    _row("K112", "def k(a: vy.In[vy.u32], grid: vy.u32, out: vy.Out[vy.u32]):\n    out[vy.global_id()] = grid\n", "def k(a: vy.In[vy.u32], n: vy.u32, out: vy.Out[vy.u32]):\n    out[vy.global_id()] = n\n", [5] * 5, "rename"),
    _row("K112", "def k(out: vy.InOut[vy.u32]):\n    out[0] = 1\n", "def k(a: vy.InOut[vy.u32]):\n    a[0] = 1\n", [1, 1, 4, 1, 5], "rename"),
    _row("K113", "@vy.kernel(workgroup=0)\n" + HEAD + "    out[i] = a[i]\n", "@vy.kernel(workgroup=256)\n" + HEAD + "    out[i] = a[i]\n", SAME, "workgroup=256"),
    _row("K113", "@vy.kernel(domain='b')\n" + HEAD + "    out[i] = a[i]\n", "@vy.kernel(domain='a')\n" + HEAD + "    out[i] = a[i]\n", SAME),
    _row("K114", "def k(a: 'vy.In[vy.nothing]', out: vy.Out[vy.u32]):\n    out[vy.global_id()] = 1\n", "def k(a: 'vy.In[vy.u32]', out: vy.Out[vy.u32]):\n    out[vy.global_id()] = a[0]\n", [3] * 5),
    # not in this version
    _row("U700", "out[i] = vy.u32(vy.exp(f[i]))", "out[i] = vy.u32(f[i] * f[i])", [0, 2, 6, 2, 0], "host"),
    _row("U700", "out[i] = vy.u32(math.sin(f[i]))", "out[i] = vy.u32(f[i])", [0, 1, 2, 0, 0], "host"),
    _row("U700", "out[i] = vy.u32(f[i] // 2.0)", "out[i] = vy.u32(vy.floor(f[i] / 2.0))", [0, 0, 1, 0, 0], "vy.floor(f[i] / 2.0)"),
    _row("U700", "out[i] = vy.u32(f[i] % 1.0)", "out[i] = vy.u32(f[i] - 1.0 * vy.floor(f[i] / 1.0))", [0] * 5, "vy.floor"),
    _row("U700", "out[i] = vy.u32(f[i] ** 0.5)", "out[i] = vy.u32(vy.sqrt(f[i]))", [0, 1, 1, 0, 0], "vy.sqrt(f[i])"),
    _row("U700", "out[i] = vy.u32(f[i] ** f[0])", "out[i] = vy.u32(f[i] ** 2)", [0, 2, 6, 2, 0]),
    _row("U700", "out[i] = vy.u32(vy.rsqrt(f[1]))", "out[i] = vy.u32(vy.recip(vy.sqrt(f[1])))", [0] * 5, "vy.recip(vy.sqrt(f[1]))"),
    _row("U700", "for j in (1, 2):\n    out[i] += j", "t = (1, 2)\nfor j in vy.static_range(len(t)):\n    out[i] += t[j]", [3] * 5, "static_range"),
    _row("U700", "print(n)\nout[i] = a[i]", "out[i] = n", [5] * 5),
    _row("U700", "x = vy.f16(f[i])\nout[i] = a[i]", "x = vy.f32(f[i])\nout[i] = a[i] + vy.u32(x) * 0", SAME, "vy.f32"),
    _row("U700", "def k(x: vy.InOut[vy.f32], a: vy.In[vy.u32]):\n    vy.atomic_add(x, 0, 1.0)\n", "def k(x: vy.InOut[vy.u32], a: vy.In[vy.u32]):\n    vy.atomic_add(x, 0, 1)\n", [256, 0, 0, 0, 0], "integers"),
    _row("U700", "def k(a: vy.In, out: vy.Out[vy.u32]):\n    out[vy.global_id()] = 1\n", "def k(a: vy.In[vy.u32], out: vy.Out[vy.u32]):\n    out[vy.global_id()] = a[0]\n", [3] * 5, "vy.In[vy.u32]"),
    _row("U700", FUNC + "    return x, x + 1\n" + KERNEL + "    p, q = g(a[i])\n    out[i] = p\n", FUNC + "    return x\n" + KERNEL + "    out[i] = g(a[i])\n", SAME, "one function per value"),
    _row("K166", "@vy.kernel(workgroup=256)\n" + HEAD + "    out[vy.global_id(1)] = 1\n", "@vy.kernel(workgroup=256)\n" + HEAD + "    out[vy.global_id(0)] = 1\n", [1] * 5, "axis 0"),
    _row("K113", "@vy.kernel(workgroup=(16, 16), domain='out')\n" + HEAD + "    out[i] = a[i]\n", "@vy.kernel(workgroup=16, domain='out')\n" + HEAD + "    out[i] = a[i]\n", SAME, "number of axes"),
    _row("K156", "p = vy.private(vy.u32, n)\nout[i] = a[i]", "p = vy.private(vy.u32, 5)\np[1] = a[i]\nout[i] = p[1]", SAME, "numbers"),
    _row("K156", "p = vy.private(5, vy.u32)\nout[i] = a[i]", "p = vy.private(vy.u32, 5)\np[1] = a[i]\nout[i] = p[1]", SAME, "vy.private(vy.u32"),
    _row("K202", "p = vy.private(vy.u32, 5)\nvy.atomic_add(p, 1, a[i])\nout[i] = p[1]", "p = vy.private(vy.u32, 5)\np[1] += a[i]\nout[i] = p[1]", SAME, "p[k] += x"),
    _row("K202", "x = vy.subgroup_any(a[i])\nout[i] = a[i]", "x = vy.subgroup_any(a[i] != 0)\nout[i] = a[i]", SAME, "a[i] != 0"),
    _row("K202", "out[i] = vy.subgroup_shuffle(a[i], vy.i32(1))", "out[i] = vy.subgroup_shuffle(a[i], vy.u32(vy.i32(1)))", [1] * 5, "vy.u32("),
    _row("K202", "out[i] = vy.u32(vy.subgroup_sum(vy.u8(a[i])))", "out[i] = vy.u32(vy.subgroup_sum(vy.u32(vy.u8(a[i]))))", [14] * 5, "32 bits"),
    _row("K202", "if a[i] > 9:\n    vy.trap(vy.i32(3))\nout[i] = a[i]", "if a[i] > 9:\n    vy.trap(vy.u32(vy.i32(3)))\nout[i] = a[i]", SAME),
    _row("K204", "if a[i] > 9:\n    vy.trap(-1)\nout[i] = a[i]", "if a[i] > 9:\n    vy.trap(1)\nout[i] = a[i]", SAME),
]  # fmt: skip
