"""Numbers of 128 binary digits in two u64, for what 53 digits do not decide."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from vyre.dtypes import f64, i64, u32, u64
from vyre.functions.body import Number, Table, Writer

__all__ = ["FRACTION", "LEAD", "Long", "reciprocal"]

FRACTION: Final = (1 << 52) - 1
LEAD: Final = 1 << 52
_WORD: Final = (1 << 64) - 1


def _moved_by(w: Writer, x: Number, error: Number, shift: int) -> Number:
    """``x + x * error``, a step of Newton's method; ``error`` as an integer, whose product with x is shifted to the left in the end."""
    return x + (w.op("mulhi", x.bits(i64), error.bits(i64)).bits(u64) << shift)


def reciprocal(w: Writer, y: Number) -> Number:
    """``2**126 / y`` of a u64 whose highest bit is set: 15 digits from a division of u32, then twice as many and once more."""
    r = (w.of(u32, 0xFFFFFFFF) / (y >> 47).to(u32)).to(u64) << 47
    for _ in range(2):
        r = _moved_by(w, r, (1 << 62) - w.op("mulhi", y, r), 2)
    return r


@dataclass(frozen=True, slots=True, eq=False)
class Long:
    """``high * 2**64 + low``, modulo 2**128."""

    w: Writer
    high: Number
    low: Number

    @staticmethod
    def literal(w: Writer, value: int) -> Long:
        return Long(w, w.pattern(u64, value >> 64 & _WORD), w.pattern(u64, value & _WORD))

    @staticmethod
    def entry(w: Writer, high: Table, low: Table, index: Number) -> Long:
        return Long(w, w.entry(high, index), w.entry(low, index))

    def __add__(self, other: Long) -> Long:
        low = self.low + other.low
        return Long(self.w, self.high + other.high + (low < other.low).to(u64), low)

    def plus_word(self, other: Number) -> Long:
        low = self.low + other
        return Long(self.w, self.high + (low < other).to(u64), low)

    def __sub__(self, other: Long) -> Long:
        return Long(self.w, self.high - other.high - (self.low < other.low).to(u64), self.low - other.low)

    def negated_if(self, condition: Number) -> Long:
        """``-self`` where the condition holds."""
        mask = 0 - condition.to(u64)
        return Long(self.w, self.high ^ mask, self.low ^ mask).plus_word(condition.to(u64))

    def times(self, other: Long) -> Long:
        """The high half of the product, at most 3 units less."""
        w = self.w
        found = Long(w, w.op("mulhi", self.high, other.high), self.high * other.high)
        return found.plus_word(w.op("mulhi", self.high, other.low)).plus_word(w.op("mulhi", self.low, other.high))

    def times_word(self, other: Number) -> Long:
        """The product with a word, without its lowest 64 digits."""
        w = self.w
        return Long(w, w.op("mulhi", self.high, other), self.high * other).plus_word(w.op("mulhi", self.low, other))

    def __rshift__(self, count: Number) -> Long:
        """By 0 ... 127 digits; zeros come in."""
        far = count >= 64
        down = self.high >> count
        low = (self.low >> count) | ((self.high << 1) << (63 - (count & 63)))
        return Long(self.w, self.w.select(far, 0, down), self.w.select(far, down, low))

    def __lshift__(self, count: Number) -> Long:
        """By 0 ... 127 digits."""
        far = count >= 64
        up = self.low << count
        high = (self.high << count) | ((self.low >> 1) >> (63 - (count & 63)))
        return Long(self.w, self.w.select(far, up, high), self.w.select(far, 0, up))

    def normalised(self) -> tuple[Long, Number]:
        """With the highest digit set, and by how many digits it was moved for that, as u32. Zero stays zero."""
        w = self.w
        count = w.select(self.high.equals(0), w.op("clz", self.low) + 64, w.op("clz", self.high)).to(u32)
        count = w.op("min", count, w.of(u32, 127))
        return self << count, count

    def choose(self, condition: Number, other: Long) -> Long:
        """``self`` where the condition holds."""
        w = self.w
        return Long(w, w.select(condition, self.high, other.high), w.select(condition, self.low, other.low))

    def double(self, exponent: Number) -> Number:
        """The f64 between zero and ``self`` (normalised, times ``2**(exponent - 127)``), its last digit set where there is more. So it is on
        the same side of each number of fewer digits, and rounds as the number itself."""
        more = ((self.high & 0x7FF) | self.low).differs(0).to(u64)
        bits = ((exponent + 1022).to(u64) << 52) + (self.high >> 11)
        return (bits | more).bits(f64)
