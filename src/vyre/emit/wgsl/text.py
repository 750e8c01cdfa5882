"""What all pages of the WGSL emitter share: names of types, and functions at the head of the text."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from typing import Final, Literal

from vyre.dtypes import DType, bf16, bool_, f16, f32, f64, i8, i16, i32, i64, u8, u16, u32, u64

__all__ = ["PAIR", "ZEROS", "WgslText", "Zero", "held_in", "operand", "sign_extended"]

Zero = Literal["hidden", "other", "anew", "sign"]
ZEROS: Final[tuple[Zero, ...]] = ("hidden", "other", "anew", "sign")
"""The uses that hidden zeros have: an exclusive or with one and the same zero twice would be none."""

PAIR: Final = "vec2<u32>"
"""Holds 64 bits where the device has no integers of 64."""

_HELD: Final[dict[DType, DType]] = {u8: u32, u16: u32, i8: i32, i16: i32, f16: f32, bf16: f32}
_NAMES: Final[dict[DType, str]] = {
    bool_: "bool",
    u32: "u32",
    i32: "i32",
    u64: "u64",
    i64: "i64",
    f32: "f32",
    f64: "f64",
}
_NAME: Final = re.compile(r"[\w.]+(<\w+>)?")
_CALLED: Final = re.compile(r"\b([a-z][a-z0-9_]*)\(")


def held_in(dtype: DType) -> DType:
    """The type that holds a value of ``dtype`` in the text.

    >>> from vyre.dtypes import i16
    >>> held_in(i16)
    vyre.i32
    """
    return _HELD.get(dtype, dtype)


def operand(x: str) -> str:
    """An expression as an operand of any operator: in parentheses, unless it is a name, a call or an element, or has them.

    >>> operand("v1"), operand("a[v1 + 1u]"), operand("(v1) + (v2)")
    ('v1', 'a[v1 + 1u]', '((v1) + (v2))')
    """
    begun = _NAME.match(x)
    at = begun.end() if begun is not None else 0
    if at == len(x):
        return x
    depth = 0
    for n in range(at, len(x)):
        depth += (x[n] in "([") - (x[n] in ")]")
        if not depth:
            return x if n == len(x) - 1 and n > at else f"({x})"
    return f"({x})"


def sign_extended(bits: int, x: str) -> str:
    """The low bits of an i32 expression, as the signed value that they are."""
    return f"({operand(x)} << {32 - bits}u) >> {32 - bits}u"


class WgslText(ABC):
    """Functions come into the text when they are first called, each after those that it calls itself."""

    functions: dict[str, str]
    """Name -> text, in an order in which each stands before its users."""
    native64: bool
    """Whether the text has ``u64`` and ``i64``."""

    @property
    @abstractmethod
    def zero(self) -> str:
        """A u32 zero that no compiler can know of, as an expression that may stand in functions too."""

    @abstractmethod
    def zero_of(self, use: Zero) -> str:
        """Such a zero, of which no compiler can know that it is equal to those of other uses."""

    def type_name(self, dtype: DType) -> str:
        """The WGSL type that holds a value."""
        held = held_in(dtype)
        return PAIR if held in (u64, i64) and not self.native64 else _NAMES[held]

    def call(self, name: str, *args: str) -> str:
        """A call of one of our functions. Arguments may be expressions."""
        self.define(name)
        return f"{name}({', '.join(args)})"

    def define(self, name: str) -> None:
        if name in self.functions:
            return
        text = self.function_text(name)
        if text is None:
            raise KeyError(name)
        for called in dict.fromkeys(_CALLED.findall(text)):
            if called != name and called not in self.functions and self.function_text(called) is not None:
                self.define(called)
        self.functions[name] = text

    def function_text(self, name: str) -> str | None:
        """The text of a function; None for a name that is none of ours. Each page adds its own."""
        return None
