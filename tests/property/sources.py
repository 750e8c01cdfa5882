"""Python texts from the whole grammar, given to the front end as kernels: most are refused, some are kernels."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from tests.property.choices import Choices

__all__ = ["source"]

NAMES: Final = ("a", "b", "n", "f", "out", "i", "x", "y", "t", "vy", "len", "range", "min", "int", "T", "helper", "N", "π", "ſ", "𝔵", "__debug__",
                "print", "self", "math", "np", "TABLE", "CONST", "missing")  # fmt: skip
TYPES: Final = (
    "vy.u32",
    "vy.i32",
    "vy.f32",
    "vy.bool_",
    "vy.u8",
    "vy.i64",
    "vy.u64",
    "vy.f64",
    "vy.u16",
    "vy.i8",
    "vy.i16",
    "vy.f16",
    "vy.bf16",
)
LITERALS: Final = (
    "0", "1", "2", "3", "7", "31", "32", "255", "256", "0xFFFFFFFF", "4294967296", "-1", "2**31", "10**400", "1" + "0" * 4000, "0x" + "f" * 5000,
    "1e308", "1e309", "-0.0", "0.5", "float('nan')", "1j", "True", "False", "None", "...", "'s'", "b'b'", "f'{n}'", "f'{n!r:>{i}}'",
    "'\\ud800'", '"""doc"""', "()", "[]", "{}",
)  # fmt: skip
BINARY: Final = ("+", "-", "*", "/", "//", "%", "**", "@", "&", "|", "^", "<<", ">>", "==", "!=", "<", "<=", ">", ">=", "and", "or", "is", "is not", "in",
                 "not in")  # fmt: skip
CALLS: Final = (
    "vy.global_id", "vy.local_id", "vy.group_id", "vy.local_index", "vy.num_groups", "vy.workgroup_size", "vy.subgroup_lane", "vy.min", "vy.max",
    "vy.select", "vy.abs", "vy.sqrt", "vy.fma", "vy.popcount", "vy.rotl", "vy.div", "vy.rem", "vy.ceil_div", "vy.clamp", "vy.bitcast", "vy.shared",
    "vy.private", "vy.barrier", "vy.atomic_add", "vy.atomic_compare_exchange", "vy.atomic_exchange", "vy.subgroup_sum", "vy.subgroup_shuffle",
    "vy.workgroup_sum", "vy.workgroup_any", "vy.load_le", "vy.trap", "vy.print", "vy.static", "vy.grid_stride", "vy.static_range", "vy.grid_sync",
    "vy.exp", "vy.pow", "vy.dot", "vy.vec", "vy.nothing", "vy.kernel", "vy.func", "vy.struct", "vy.dims", "vy.Session", "vy.In", "len", "range", "min",
    "max", "abs", "pow", "divmod", "int", "float", "bool", "round", "sum", "sorted", "zip", "enumerate", "print", "eval", "exec", "super", "type",
    "isinstance", "math.floor", "math.sqrt", "np.float32", "np.sqrt", "np.zeros", "helper", "two", "store", "loop", "a", "n", "missing", "CONST",
)  # fmt: skip
ANNOTATIONS: Final = (
    "vy.In[vy.u32]", "vy.In[vy.f32]", "vy.InOut[vy.i32]", "vy.In[vy.u8]", "vy.u32", "vy.f32", "vy.i64", "vy.bool_", "'vy.In[vy.u32]'", "vy.In",
    "vy.In[vy.u32, 4]", "vy.In[vy.u32, N]", "vy.In[vy.u32, N, N + 1]", "vy.In[vy.u32, -1]", "vy.In[vy.u32, 2**40]", "vy.In[int]", "vy.In[()]",
    "vy.In[vy.u32, ...]", "int", "float", "None", "'missing'", "'1 +'", "''", "[]", "{}", "lambda: 0", "vy.In[vy.In[vy.u32]]", "vy.Out[vy.u32]",
    "vy.Out[vy.f32, N]", "vy.In[vy.struct([('x', 'f4'), ('v', 'u4', 3)])]", "vy", "vy.u32 | None", "list[int]", "'\\0'", "3", "10**5000",
    "vy.In[vy.f16]", "vy.In[vy.bf16]", "vy.In[vy.u32, N // 0]", "vy.In[vy.u32, True]", "vy.In[vy.u32, 1.5]", "'('* 1000",
)  # fmt: skip
_KEYWORDS: Final = ("x", "y", "axis", "shape", "backend")
HEADER: Final = """import math
import numpy as np
from typing import TypeVar
T = TypeVar("T")
(N,) = vy.dims("N")
CONST = 3
TABLE = (1, 2, 3)
class Box: pass
BOX = Box(); BOX.me = BOX; BOX.n = 7; BOX.__dict__["bad name"] = 1
@vy.func
def helper(x, y=1):
    if x > y:
        return x
    return y
@vy.func
def two(x):
    return x, x
@vy.func
def store(a, i, v):
    a[i] = v
@vy.func
def loop(x):
    return loop(x)
"""


class _Writer:
    def __init__(self, c: Choices, size: int) -> None:
        self.c = c
        self.left = size
        self.wild = c.pick((2, 5, 20, 100))  # percent of what is not likely to be of the language
        self.loops = 0

    # -- expressions --------------------------------------------------------------------------------
    def name(self) -> str:
        return self.c.pick(("i", "n", "x", "a", "out", *NAMES)) if self.c.chance(90) else f"v{self.c.integer(0, 5)}"

    def several(self, most: int, make: Callable[[], str]) -> str:
        return ", ".join(make() for _ in range(self.c.integer(0, most)))

    def number(self, depth: int = 3) -> str:
        """What is likely to be a number of the language."""
        c = self.c
        way = c.integer(0, 9)
        if depth <= 0 or way <= 2:
            return c.pick(("i", "n", "a[i]", "x", "1", "2", "7", "out[i]", "a.size", "vy.global_id()"))
        if way <= 5:
            return f"({self.number(depth - 1)} {c.pick(BINARY[:16])} {self.number(depth - 1)})"
        if way == 6:
            return f"{c.pick(TYPES)}({self.number(depth - 1)})"
        if way == 7:
            return f"{c.pick(CALLS[:20])}({self.several(3, lambda: self.number(depth - 1))})"
        if way == 8:
            return f"a[{self.number(depth - 1)}]"
        return self.expression(depth - 1)

    def expression(self, depth: int = 3) -> str:
        c = self.c
        if depth <= 0 or self.left <= 0:
            return c.pick((self.name(), c.pick(LITERALS)))
        self.left -= 1
        if not c.chance(self.wild):
            return self.number(depth)

        def e() -> str:
            return self.expression(depth - 1)

        ways: Sequence[Callable[[], str]] = (
            self.name,
            lambda: c.pick(LITERALS),
            lambda: self.number(depth),
            lambda: f"({e()} {c.pick(BINARY)} {e()})",
            lambda: f"({e()} < {e()} <= {e()} {c.pick(('==', 'in', 'is'))} {e()})",
            lambda: f"({c.pick(('-', '+', '~', 'not '))}{e()})",
            lambda: f"({e()} if {e()} else {e()})",
            lambda: f"{c.pick(CALLS)}({self.arguments(depth)})",
            lambda: f"{c.pick(TYPES)}({self.arguments(depth)})",
            lambda: f"{self.name()}[{e()}]",
            lambda: f"{self.name()}[{e()}:{e()}:{e()}, ...]",
            lambda: f"{self.name()}[{e()}, *{e()}]",
            lambda: f"{self.name()}.{c.pick(('size', 'shape', 'ndim', 'flat', 'x', 'dtype', 'T', '__class__', 'me', 'n', '_', 'real'))}",
            lambda: f"BOX{'.me' * c.integer(0, 4)}.{c.pick(('n', 'x', 'me', '__dict__', '__class__'))}",
            lambda: f"a.flat[{e()}]",
            lambda: f"a.shape[{e()}]",
            lambda: f"({self.several(4, e)},)",
            lambda: f"[{self.several(3, e)}]",
            lambda: f"{{{e()}: {e()}, **{e()}}}",
            lambda: f"{{{e()}, {e()}}}",
            lambda: f"[{e()} for {self.name()} in {e()} if {e()}]",
            lambda: f"({e()} for {self.name()} in {e()})",
            lambda: f"(lambda {self.name()}, *args, k={e()}: {e()})",
            lambda: f"({self.name()} := {e()})",
            lambda: f"(yield {e()})",
            lambda: f"f'{{{c.pick(('n', 'i', 'x!r', 'n:>10', 'n=', 'a[i]'))}}}'",
            lambda: f"{e()}.{c.pick(('x', 'append', 'sum'))}({self.arguments(depth)})",
            lambda: "(" * 60 + e() + ")" * 60,
            lambda: "-" * c.pick((3, 200, 900)) + e(),
            lambda: " + ".join([self.name()] * c.pick((3, 200, 1500))),
            lambda: f"a{f'[{e()}]' * c.pick((2, 50))}",
        )  # fmt: skip
        return c.pick(ways)()

    def arguments(self, depth: int) -> str:
        c = self.c

        def e() -> str:
            return self.expression(depth - 1)

        ways: Sequence[Callable[[], str]] = (
            e,
            e,
            self.number,
            self.number,
            lambda: c.pick(TYPES),
            lambda: f"*{e()}",
            lambda: f"**{e()}",
            lambda: f"{c.pick(_KEYWORDS)}={e()}",
        )
        made = [c.pick(ways)() for _ in range(c.integer(0, 4))]
        return ", ".join(sorted(made, key=lambda x: (x.startswith("**"), x.partition("=")[0] in _KEYWORDS)))

    # -- statements ---------------------------------------------------------------------------------
    def target(self) -> str:
        c = self.c
        ways: Sequence[Callable[[], str]] = (
            self.name, self.name, lambda: f"out[{self.number(2)}]", lambda: f"out[{self.expression(2)}]", lambda: f"{self.name()}.x",
            lambda: f"{self.name()}, {self.name()}", lambda: f"*{self.name()}, {self.name()}", lambda: f"({self.name()}, [{self.name()}, x])",
            lambda: f"{self.name()}[{self.expression(1)}].x[{self.expression(1)}]", lambda: "out[:]", lambda: "out.flat[i]",
        )  # fmt: skip
        return c.pick(ways)()

    def block(self, depth: int) -> list[str]:
        made = [line for _ in range(self.c.integer(1, 4)) for line in self.statement(depth)]
        return ["    " + line for line in made or ["pass"]]

    def statement(self, depth: int) -> list[str]:
        c, e = self.c, self.expression
        self.left -= 1
        name = self.name
        if depth <= 0 or self.left <= 0 or c.chance(50):
            simple: Sequence[Callable[[], str]] = (
                lambda: f"out[i] = {self.number()}", lambda: f"x = {self.number()}", lambda: f"x {c.pick(BINARY[:13])}= {self.number()}",
                lambda: f"out[i] {c.pick(BINARY[:13])}= {self.number()}", lambda: f"{name()} = {self.number()}", lambda: f"store(out, i, {self.number()})",
                lambda: f"{self.target()} = {e()}", lambda: f"{self.target()} = {self.target()} = {e()}",
                lambda: f"{name()} {c.pick(BINARY[:13])}= {e()}", lambda: f"{name()}: {c.pick((*TYPES, *ANNOTATIONS))} = {self.number()}", lambda: "return",
                lambda: "break", lambda: "continue", lambda: "break",
                lambda: f"{name()}: {c.pick(ANNOTATIONS)}", lambda: f"assert {e()}, {e()}", lambda: f"assert {self.number()} < n", lambda: f"return {e()}",
                lambda: "pass", lambda: f"del {name()}", lambda: f"global g{name()}",
                lambda: "import os", lambda: "from os import path", lambda: f"raise {e()} from {e()}", e,
                lambda: f"s = vy.shared({c.pick(TYPES)}, {e(1)})", lambda: f"s = vy.private({c.pick(TYPES)}, {c.pick(('8', '(2, 3)', 'n', '0', '10**9', '-1'))})",
                lambda: f"s[{self.number()}] = {self.number()}", lambda: f"x = s[{self.number()}]", lambda: f"yield {e()}", lambda: f"vy.barrier({self.arguments(2)})",
                lambda: f"vy.atomic_add(out, i, {self.number()})", lambda: "'text'", lambda: f"{name()}: {e()}",
            )  # fmt: skip
            if self.loops == 0:
                simple = [*simple[:11], *simple[14:]]
            return [c.pick(simple if c.chance(self.wild) else simple[:6])()]
        ways: Sequence[Callable[[], list[str]]] = (
            lambda: [f"if {self.number()} {c.pick(BINARY[13:19])} {self.number()}:", *self.block(depth - 1)],
            lambda: self.loop(f"for {name()} in range({self.number()}, {self.number()}):", depth),
            lambda: self.loop(f"while {self.number()} < {self.number()}:", depth),
            lambda: self.loop(f"for {name()} in range({self.several(3, self.number)}):", depth),
            lambda: [f"if {e()}:", *self.block(depth - 1), f"elif {e()}:", *self.block(depth - 1), "else:", *self.block(depth - 1)],
            lambda: [f"for {self.target()} in {e()}:", *self.block(depth - 1), *(["else:", *self.block(depth - 1)] if c.chance(30) else [])],
            lambda: self.loop(f"for {name()} in vy.static_range({c.pick(('3', '0', '-1', '2**40', '10**30', 'n', '1, 9, 2', '5, 0, -1', '1, 2, 0'))}):", depth),
            lambda: self.loop(f"for {name()} in vy.grid_stride({self.number()}):", depth),
            lambda: self.loop(f"while {e()}:", depth),
            lambda: [f"with {e()} as {self.target()}:", *self.block(depth - 1)],
            lambda: ["try:", *self.block(depth - 1), f"except* {e()} as {name()}:" if c.chance(30) else "except Exception:", *self.block(depth - 1), "finally:",
                     *self.block(depth - 1)],
            lambda: [f"def {name()}({name()}, /, *{name()}1, k={e()}, **kw):", *self.block(depth - 1)],
            lambda: [f"@{name()}", f"class {name()}({e()}):", *self.block(depth - 1)],
            lambda: [f"match {e()}:", f"    case {c.pick(('0', '[x, *y]', '{1: x, **y}', 'Box(n=1)', 'x if n', '_', '1 | 2', 'None'))}:",
                     *("    " + line for line in self.block(depth - 1))],
            lambda: self.nested(c.pick((20, 63, 64, 65, 80))),
        )  # fmt: skip
        return c.pick(ways if c.chance(self.wild) else ways[:3])()

    def loop(self, head: str, depth: int) -> list[str]:
        self.loops += 1
        made = [head, *self.block(depth - 1)]
        self.loops -= 1
        return made

    def nested(self, levels: int) -> list[str]:
        head = self.c.pick((f"if i < {levels}:", "while i < 3:", "for i in range(2):"))
        return [" " * k + head for k in range(levels)] + [" " * levels + "out[0] = i"]

    # -- the whole ----------------------------------------------------------------------------------
    def text(self) -> str:
        c = self.c
        usual = c.chance(75)
        params = "a: vy.In[vy.u32], n: vy.u32, out: vy.Out[vy.u32]" if usual else self.parameters()
        decorator = c.pick(("", "@vy.kernel\n", "@vy.kernel(domain='a')\n", "@vy.kernel(workgroup=32, domain=8)\n")) if usual else c.pick((
            "", "@vy.kernel(workgroup=0)\n", "@vy.kernel(workgroup=(1, 2, 3, 4))\n", "@vy.kernel(domain=lambda *a: 4)\n", "@vy.kernel(grid=10**30)\n",
            "@vy.kernel(domain='missing')\n", "@vy.kernel(init={'out': 3})\n", "@vy.kernel(init={'out': 10**400})\n", "@vy.kernel(nothing=1)\n",
            "@vy.func\n", "@vy.kernel\n@vy.kernel\n", "@vy.kernel()\n", "@vy.kernel(3)\n", "@staticmethod\n", "async ", "@vy.kernel(grid=(2, 2), domain=3)\n",
        ))  # fmt: skip
        name = c.pick(("k", "k", "k", "π", "ſ", "__init__", "vy", "out"))
        body = [line for _ in range(c.integer(1, 6)) for line in self.statement(4)]
        if c.chance(70):
            body = ["i = vy.global_id()", "x = n", *body]
        if c.chance(50):
            body.append("out[i] = x")
        returns = "" if usual else c.pick(("", " -> None", " -> vy.u32", " -> 'missing'"))
        made = f"{HEADER}{decorator}def {name}({params}){returns}:\n" + "\n".join("    " + line for line in body) + "\n"
        if c.chance(5):
            at = c.integer(0, len(made))
            made = (
                made[:at]
                + c.pick(("\0", "\ud800", "\t", "\x0c", "\r", "\u2028", "\\\n", "#", "'", '"""', "(", "\ufeff", "\x1a"))
                + made[at:]
            )
        return made

    def parameters(self) -> str:
        c = self.c
        made = [f"{c.pick(('a', 'n', 'b', 'x', 'self', 'domain', 'config', 'π', 'out'))}{k or ''}: {c.pick(ANNOTATIONS)}"
                for k in range(c.integer(0, 5))]  # fmt: skip
        made.insert(
            c.integer(0, len(made)),
            c.pick(("out: vy.Out[vy.u32]", "/", "*", "*args", "**kw", "z", "out: vy.Out[vy.f32, 4]", "z: vy.u32 = 3")),
        )
        return ", ".join(made)


def source(c: Choices, size: int = 40) -> str:
    """A text with one function, most often called like a kernel; everything of Python may stand in its body."""
    return _Writer(c, size).text()
