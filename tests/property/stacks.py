"""Random kernels in the shape of tiled products of matrices: shared arrays that are filled, read and filled again between barriers,
under conditions and at places that may differ between the workgroups below each other; locals that live from phase to phase."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Annotated, Final

import vyre as vy
from vyre.kernel import Kernel

__all__ = ["INPUTS", "stack_kernel"]

INPUTS: Final = ("a", "b", "c")
_M, _N = vy.dims("M N")
_SHAPES: Final = ((4, 16), (4, 16), (8, 16), (2, 32), (8, 8))


class _Maker:
    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.lines: list[str] = []
        self.planes = rng.choice((0, 0, 0, 1, 2))  # 0: two axes
        self.rows, self.columns = (2, 16) if self.planes == 2 else rng.choice(_SHAPES)
        self.own = "plane, row, column" if self.planes else "row, column"
        self.arrays = [f"s{n}" for n in range(rng.choice((1, 2, 2, 3)))]
        self.locals = ["t0", "t1"]
        self.loops: list[str] = []  # u32 variables of the open loops
        self.readable: list[str] = []  # arrays that nobody writes in this phase
        self.below = rng.choice((0.0, 0.0, 0.02, 0.2))  # how often values and places ask for the own group
        self.apart = rng.choice((0.0, 0.3, 0.6))  # how often conditions and bounds do
        self.names = 0

    def say(self, depth: int, text: str) -> None:
        self.lines.append("    " * depth + text)

    def name(self) -> str:
        self.names += 1
        return f"n{self.names}"

    # -- values ---------------------------------------------------------------------------------------
    def index(self) -> str:
        """A u32."""
        rng = self.rng
        if rng.random() < self.below:
            return rng.choice(
                ("i", "vy.group_id(0)", "vy.group_id(1)", "z" if self.planes else "i", "vy.u32(a[i, 0] & 3)")
            )
        return rng.choice(("row", "column", "j", "scale_u", *self.loops, *self.loops, "row"))

    def element(self) -> str:
        """A load of an input."""
        k, rng = (self.loops[0] if self.loops else "0"), self.rng
        if rng.random() < self.below:
            return rng.choice((f"a[i, {k} + column % {self.rows}]", "a[i, column]", f"c[i + {k}]", "c[vy.group_id(0)]"))
        last = self.loops[-1] if self.loops else "row"
        return rng.choice((f"b[{k} + row, j]", f"b[{k} + row, j]", f"b[{last}, j]", f"a[row, {k} + column]", "c[j]", f"c[{last}]", f"b[{k} + row, j + 1]"))  # fmt: skip

    def value(self, depth: int = 2) -> str:
        """An i32."""
        rng = self.rng
        if depth and rng.random() < 0.5:
            a, b = self.value(depth - 1), self.value(depth - 1)
            op = rng.choice(("+", "-", "*", "^", "+", "+"))
            return f"({a} {op} {b})"
        kind = rng.random()
        if kind < 0.45:
            return self.element()
        if kind < 0.6:
            return f"vy.i32({self.index()})"
        if kind < 0.7 and self.readable:
            return self.read()
        if kind < 0.8:
            return "scale"
        if kind < 0.9 and rng.random() < max(self.below, 0.1):
            return rng.choice(self.locals)
        return self.element()

    def read(self) -> str:
        rng = self.rng
        last = self.loops[-1] if self.loops else "column"
        row = rng.choice(
            ("row", f"{last} % {self.rows}", f"(row + 1) % {self.rows}", str(rng.randrange(self.rows)), last)
        )
        column = rng.choice(("column", "column", f"{last} % {self.columns}", "row", f"(column + 3) % {self.columns}"))
        plane = self.rng.choice(("plane", "plane", "0")) + ", " if self.planes else ""
        return f"{rng.choice(self.readable)}[{plane}{row}, {column}]"

    def control(self, made: Callable[[], str]) -> str:
        """What decides whether and how often something is done."""
        self.below, kept = self.apart, self.below
        text = made()
        self.below = kept
        return text

    def condition(self, depth: int = 1) -> str:
        rng = self.rng
        if depth and rng.random() < 0.3:
            a, b = self.condition(depth - 1), self.condition(depth - 1)
            return rng.choice((f"({a} and {b})", f"({a} or {b})", f"not ({a})"))
        kind = rng.random()
        if kind < 0.5:
            return f"{self.index()} % {rng.choice((2, 3))} {rng.choice(('==', '!='))} {rng.randrange(2)}"
        if kind < 0.7:
            return f"{self.index()} {rng.choice(('<', '>=', '<'))} {rng.choice(('N', 'M', self.index(), '4'))}"
        return f"{self.value(1)} {rng.choice(('>', '<=', '!='))} {self.value(0)}"

    # -- statements ------------------------------------------------------------------------------------
    def change(self, depth: int, stores: list[str], nesting: int = 2) -> None:
        """A statement that stores to the cells of ``stores``, or sets a local."""
        rng = self.rng
        kind = rng.random()
        if nesting and kind < 0.2:
            self.say(depth, f"if {self.control(self.condition)}:")
            self.change(depth + 1, stores, nesting - 1)
            if rng.random() < 0.4:
                self.say(depth, "else:")
                self.change(depth + 1, stores, nesting - 1)
        elif nesting and kind < 0.36:
            self.loop(depth, stores, nesting)
        elif nesting and kind < 0.4:
            n = self.name()
            self.say(depth, f"{n} = vy.u32({self.control(self.index)} % 3)")
            self.say(depth, f"while {n} > 0:")
            self.say(depth + 1, f"{n} -= 1")
            self.change(depth + 1, stores, nesting - 1)
        elif stores and kind < 0.9:
            cell = rng.choice(stores)
            value = self.value()
            if rng.random() < 0.08:
                value = f"({value} + {cell})"
            self.say(depth, f"{cell} = {value}")
        else:
            self.say(depth, f"{rng.choice(self.locals)} {rng.choice(('+=', '=', '^='))} {self.value()}")

    def bound(self) -> str:
        index = self.index()
        return self.rng.choice(
            (
                "2",
                "3",
                f"{index} % 3",
                f"{index} % 3",
                "count % 3",
                f"vy.u32({self.value(0)} & 1)",
                f"{index} % 2, 3",
                "1, 4, 2",
            )
        )

    def loop(self, depth: int, stores: list[str], nesting: int) -> None:
        rng, variable = self.rng, self.name()
        bound = self.control(self.bound)
        self.say(depth, f"for {variable} in range({bound}):")
        self.loops.append(variable)
        if rng.random() < 0.35:
            own = f"vy.group_id(0) % 2 == {variable} % 2"
            self.say(depth + 1, f"if {own if rng.random() < self.apart / 2 else self.control(self.condition)}:")
            self.say(depth + 2, rng.choice(("break", "continue")))
        self.change(depth + 1, stores, nesting - 1)
        if rng.random() < 0.15:
            self.say(depth + 1, f"if {self.control(self.condition)}:")
            self.say(depth + 2, rng.choice(("break", "continue")))
        self.loops.pop()

    def phase(self, depth: int, last: bool) -> None:
        rng = self.rng
        written = [] if last else [s for s in self.arrays if rng.random() < 0.7]
        self.readable = [s for s in self.arrays if s not in written]
        row, column = "row", "column"
        if rng.random() < 0.3:
            shift = rng.choice(("1", "1", self.index(), "vy.group_id(0)", "vy.group_id(1)"))
            row, column = rng.choice(((f"(row + {shift}) % {self.rows}", column), (f"{self.rows - 1} - row", column), (row, f"{self.columns - 1} - column")))  # fmt: skip
            if shift in ("row", "column", "j", "i", "z") or "[" in shift or shift in self.loops[1:]:
                row, column = "row", "column"
        plane = "plane, " if self.planes else ""
        stores = [f"{s}[{plane}{row}, {column}]" for s in written]
        for store in stores:
            if rng.random() < 0.08:  # what was there
                self.say(depth, f"{rng.choice(self.locals)} += {store}")
            if rng.random() < 0.4:
                self.say(depth, f"{store} = {self.value()}")
            else:
                self.change(depth, [store])
        for _ in range(rng.choice((0, 0, 1))):
            self.change(depth, stores)
        if self.readable and (last or rng.random() < 0.5):
            variable = self.name()
            self.loops.append(variable)
            self.say(depth, f"for {variable} in range({rng.choice((self.rows, self.rows, 'count', 'M'))}):")
            self.say(
                depth + 1,
                f"{rng.choice(self.locals)} += {self.read()} * {self.read() if rng.random() < 0.6 else self.value(0)}",
            )
            self.loops.pop()
        self.say(depth, "vy.barrier()")

    def whole(self) -> str:
        rng = self.rng
        sizes = f"({self.planes}, {self.rows}, {self.columns})" if self.planes else f"({self.rows}, {self.columns})"
        self.say(0, f"@vy.kernel(workgroup={sizes})")
        extra = "2, " if self.planes else ""
        self.say(0, "def k(a: Annotated[vy.In[vy.i32], N, M], b: Annotated[vy.In[vy.i32], M, N], c: vy.In[vy.i32], scale: vy.i32, "
                    f"count: vy.u32, out: Annotated[vy.Out[vy.i32], {extra}N, N]) -> None:")  # fmt: skip
        for array in self.arrays:
            self.say(1, f"{array} = vy.shared(vy.i32, {sizes})")
        for n, names in enumerate((("z", "plane"), ("i", "row"), ("j", "column"))[0 if self.planes else 1 :]):
            self.say(1, f"{names[0]} = vy.global_id({n})")
            self.say(1, f"{names[1]} = vy.local_id({n})")
        self.say(1, "scale_u = vy.u32(scale) & 7")
        for local in self.locals:
            self.say(1, f"{local} = vy.i32({rng.choice(('0', '1', 'j', 'row'))})")
        if rng.random() < 0.2:
            self.phase(1, last=False)
        self.loops = ["k0"]
        self.say(1, f"for k0 in range(0, {rng.choice(('M', 'M', 'M', 'count'))}, {self.rows}):")
        for _ in range(rng.choice((1, 1, 2))):
            self.phase(2, last=False)
        if rng.random() < 0.8:
            self.phase(2, last=True)
        self.loops = []
        if rng.random() < 0.2:
            self.phase(1, last=False)
        place = "z, i, j" if self.planes else "i, j"
        self.say(1, rng.choice(("if i < N and j < N:", "if j < N:", "if i < N:")))
        self.readable = self.arrays
        self.say(2, f"out[{place}] = t0 + t1 * 3" + (f" + {self.read()}" if rng.random() < 0.3 else ""))
        return "\n".join(self.lines) + "\n"


def stack_kernel(rng: random.Random) -> Kernel:
    """A kernel of ``a[N, M]``, ``b[M, N]``, ``c``, ``scale``, ``count`` and ``out[N, N]``, or ``out[2, N, N]``."""
    text = _Maker(rng).whole()
    return vy.kernel_from_source(text, name="k", namespace={"Annotated": Annotated, "M": _M, "N": _N})
