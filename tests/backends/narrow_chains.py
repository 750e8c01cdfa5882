"""Kernels in which values of 8 and 16 bits reach wider types, and what NumPy gives for the same text."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

import vyre as vy
from vyre.ir.program import Program

__all__ = ["NARROW", "SPELLINGS", "WIDER", "Rows", "inputs", "random_chains", "some", "spellings_of"]

NARROW: Final = ("i16", "u16", "i8", "u8")
WIDER: Final = ("u32", "i32", "u64", "i64", "f32")

SPELLINGS: Final = (
    "-x",
    "0 - x",
    "x * ONES",
    "ONES * x",
    "~x + 1",
    "(x ^ ONES) + 1",
    "~(x - 1)",
    "(x - 1) ^ ONES",
    "c - (x + c)",
    "(c - x) - c",
    "(c ^ x) - (c ^ x) - x",
    "x - 2 * x",
    "x - (x << 1)",
    "x - (x + x)",
    "x * 3 - x * 4",
    "x * (ONES - 1)",
    "-x - x",
    "(x * ONES) // 2",
    "(-x) >> 1",
    "-(-x)",
    "-(x >> 1) * 2",
    "abs(x)",
    "abs(x * ONES)",
    "vy.select(x < c, -x, x)",
    "vy.select(x < (c ^ c), x * ONES, x)",
    "max(x, x * ONES)",
    "min(~x + 1, c)",
    "(x * ONES) ^ 5",
    "(x * ONES) & c",
    "vy.TYPE(-vy.i32(x))",
    "vy.TYPE(vy.i64(x) * -1)",
    "vy.TYPE(vy.OTHER(x) * 3 - vy.OTHER(x) * 4)",
    "vy.bitcast(vy.OTHER, x * ONES)",
    "vy.rotl(x * ONES, 1)",
    "vy.u32(x * ONES < c)",
    "x * ONES + (x * ONES)",
    "assigned",
    "branched",
    "counted",
    "kept[c & 1]",
)
"""Negations of ``x``, and what is made of them; ``c`` is another number. Names are those that the kernel sets."""

_STATEMENTS: Final = """\
assigned = x
assigned = assigned * ONES
branched = x
if x < c:
    branched = ~x + 1
counted = x
for _ in range(3):
    counted = counted * ONES
kept = vy.private(vy.TYPE, 2)
kept[0] = x * ONES
kept[1] = ~x + 1
"""


@dataclass(frozen=True, slots=True)
class Rows:
    """Expressions of one narrow type, each read as ``wider``."""

    narrow: str
    wider: str
    texts: tuple[str, ...]
    statements: str = ""

    def program(self) -> Program:
        """Row k of the output is that of expression k."""
        lines = [
            f"def rows(a: vy.In[vy.{self.narrow}], b: vy.In[vy.{self.narrow}], out: vy.Out[vy.{self.wider}]):",
            "    i = vy.global_id()",
            "    if i < a.size:",
            "        x = a[i]",
            "        c = b[i]",
            *(f"        {line}" for line in self.written(self.statements).splitlines()),
            *(
                f"        out[i + a.size * {k}] = vy.{self.wider}({self.written(text)})"
                for k, text in enumerate(self.texts)
            ),
        ]
        return vy.kernel_from_source("\n".join(lines), name="rows").program

    def written(self, text: str) -> str:
        signed = self.narrow[0] == "i"
        other = ("u" if signed else "i") + self.narrow[1:]
        ones = "-1" if signed else str(2 ** int(self.narrow[1:]) - 1)
        return text.replace("TYPE", self.narrow).replace("OTHER", other).replace("ONES", ones)

    def expected(self, x: Any, c: Any) -> Any:
        """What NumPy gives."""
        names: dict[str, Any] = {**_NUMPY, "x": x, "c": c}
        with np.errstate(all="ignore"):
            if self.statements:
                negative = -x
                names |= {
                    "assigned": negative,
                    "branched": np.where(x < c, negative, x),
                    "counted": negative,
                    "kept": _Same(negative),
                }
            found = [eval(self.written(text), names).astype(_DTYPES[self.wider]) for text in self.texts]
        return np.concatenate(found)


class _Same:
    """An array of which each element is the same."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def __getitem__(self, _: Any) -> Any:
        return self.value


_DTYPES: Final[Mapping[str, Any]] = {
    **{f"{k}{n}": np.dtype(f"{'int' if k == 'i' else 'uint'}{n}") for k in "iu" for n in (8, 16, 32, 64)},
    "f32": np.dtype(np.float32),
}


class _Vyre:
    """The functions of vyre that the expressions call, on arrays of NumPy."""

    def __getattr__(self, name: str) -> Any:
        dtype = _DTYPES[name]
        return _Cast(dtype)

    select = staticmethod(np.where)

    @staticmethod
    def bitcast(to: Any, x: Any) -> Any:
        return x.view(to.dtype)

    @staticmethod
    def rotl(x: Any, n: int) -> Any:
        bits = x.view(f"u{x.itemsize}")
        return ((bits << n) | (bits >> (8 * x.itemsize - n))).view(x.dtype)


@dataclass(frozen=True, slots=True)
class _Cast:
    dtype: Any

    def __call__(self, x: Any) -> Any:
        return x.astype(self.dtype)


_NUMPY: Final[dict[str, Any]] = {"vy": _Vyre(), "abs": np.abs, "max": np.maximum, "min": np.minimum}


def inputs(narrow: str) -> tuple[Any, Any]:
    """All numbers of the type (of more than 16 bits: chosen and random ones), and others beside them."""
    dtype, dice = _DTYPES[narrow], np.random.default_rng(5)
    if dtype.itemsize <= 2:
        x = np.arange(2 ** (8 * dtype.itemsize)).astype(dtype)
    else:
        low = np.iinfo(dtype).min
        x = np.concatenate(
            [
                dice.integers(low, np.iinfo(dtype).max, 2000, dtype),
                np.arange(-50, 50).astype(dtype),
                np.arange(-50, 50).astype(dtype) + low,
            ]
        )
    return x, dice.permutation(x)


def some(values: Any) -> Any:
    """Those at the ends, around zero and half of the way, and others."""
    n = len(values)
    return values[
        sorted(
            {k % n for at in range(0, n, n // 4) for k in range(at - 4, at + 5)} | set(range(0, n, max(n // 150, 1)))
        )
    ]


def spellings_of(narrow: str, wider: str) -> Rows:
    return Rows(narrow, wider, SPELLINGS, _STATEMENTS)


def random_chains(narrow: str, wider: str, count: int, seed: int) -> Rows:
    """Expressions of several operations."""
    dice = random.Random(seed)
    return Rows(narrow, wider, tuple(_chain(dice, narrow, dice.randrange(2, 6)) for _ in range(count)))


def _chain(dice: random.Random, narrow: str, depth: int) -> str:
    if depth == 0:
        return dice.choice(("x", "x", "c"))
    bits, signed = int(narrow[1:]), narrow[0] == "i"
    literal = dice.choice(
        (1, 2, 3, 5, 7, 2 ** (bits - 1) - 1, *((-1, -2, -3) if signed else (2**bits - 1, 2**bits - 2)))
    )
    a, b = _chain(dice, narrow, depth - 1), _chain(dice, narrow, dice.randrange(depth))
    form = dice.choice(_FORMS)
    return form.format(a=a, b=b, n=literal, k=dice.randrange(1, bits))


_FORMS: Final[Sequence[str]] = (
    "({a} + {b})",
    "({a} - {b})",
    "({b} - {a})",
    "({a} * {b})",
    "({a} * {n})",
    "({a} + {n})",
    "({n} - {a})",
    "({a} ^ {n})",
    "({a} ^ {b})",
    "({a} & {b})",
    "({a} | {b})",
    "(~{a})",
    "(-{a})",
    "({a} << {k})",
    "({a} >> {k})",
    "({a} // {n})",
    "abs({a})",
    "max({a}, {b})",
    "min({a}, {b})",
    "vy.select({a} < {b}, {b}, {a})",
    "vy.TYPE(vy.OTHER({a}) * 3)",
    "vy.rotl({a}, {k})",
)
