"""Sums of scalars, so that the distance between two registers is known where it is a constant.

The packs of a workgroup are at ``row``, ``row + 1``, … of an array. What is the same in their indexes, and how far they are apart,
tells where one vector lies as seen from another: then its address is one addition, in place of a product and a sum.
"""

from __future__ import annotations

from typing import Final

__all__ = ["Sum", "Sums"]

_MOST: Final = 6  # registers of one sum

Sum = tuple[tuple[str, ...], int]
"""Registers that are added up, in order of their names, and a constant; modulo 2**32."""


class Sums:
    """The registers of type i32 that are sums of others."""

    __slots__ = ("_known",)

    def __init__(self) -> None:
        self._known: dict[str, Sum] = {}

    def note(self, register: str, first: str, second: str) -> None:
        """``register`` is first + second."""
        (a, x), (b, y) = self.of(first), self.of(second)
        if len(a) + len(b) <= _MOST:
            self._known[register] = (tuple(sorted(a + b)), (x + y) % (1 << 32))

    def of(self, operand: str) -> Sum:
        """What an operand stands for."""
        if operand[0] != "%":
            return (), int(operand) % (1 << 32)
        return self._known.get(operand, ((operand,), 0))
