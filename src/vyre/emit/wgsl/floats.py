"""Floats in WGSL (rule 3). f16, bf16 and f32 are held in the ``f32`` that is their value, f64 in ``f64``.

Memory and bit patterns are words: whoever loads, stores or bitcasts a float goes through its bits.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

from vyre.dtypes import DType
from vyre.emit.wgsl.text import WgslText
from vyre.errors import UnsupportedFeature

__all__ = ["FLOAT_OPS", "FloatExpressions"]

FLOAT_OPS: frozenset[str] = frozenset()
"""The operations of the table that are kept exactly on floats."""


class FloatExpressions(WgslText):
    """Operands are names, results are expressions of the holding type."""

    @abstractmethod
    def convert(self, source: DType, target: DType, x: str) -> str:
        """A cast between bools and integers, of a name."""

    def float_literal(self, t: DType, bits: int) -> str:
        """The value with these bits of its type."""
        raise self._none(t)

    def float_expression(self, op: str, t: DType, args: Sequence[str]) -> str:
        """One operation of the table whose operands are of type ``t``, comparisons (which give a bool) among them; no
        ``select``, ``cast`` or ``bitcast``."""
        raise self._none(t)

    def float_cast(self, source: DType, target: DType, x: str) -> str:
        """A cast from or to a float (or both), rule 3.6."""
        raise self._none(source if source.is_float else target)

    def float_from_bits(self, t: DType, bits: str) -> str:
        """The value of a bit pattern: an expression of u32 for types of up to 32 bits (f16 and bf16: the high bits are zero), of
        u64 for f64, which is there only with ``native64``."""
        raise self._none(t)

    def float_to_bits(self, t: DType, x: str) -> str:
        """The bits of a value, of every NaN the canonical ones (rule 3.4): as ``float_from_bits`` takes them."""
        raise self._none(t)

    def _none(self, t: DType) -> UnsupportedFeature:
        return UnsupportedFeature(
            f"the wgpu backend does not take {t.name} in this version",
            code="U702",
            fix="run it on a backend that has it: vy.devices() lists the ones here; backend='cpu' takes every type of this version",
            actual=t.name,
        )
