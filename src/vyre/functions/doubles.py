"""f64 in integers: a body of f64 becomes one of u64, for devices that have no exact f64.

A value of f64 is held in the u64 of its bits. Sums, products, quotients, roots and conversions are bodies of their own. Where operands and
result are zero or normal, they give the bits of IEEE 754. The bodies of functions meet nothing else where their result counts: neither
subnormal f64 nor NaNs, and infinities only as what is converted from or to a narrower type, or compared.

Before it is rounded, the digits of a result stand in a u64 with the leading one at bit 62; the lowest one is set where anything
that is not zero was cut off.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Final

from vyre.dtypes import DType, f32, f64, i32, i64, u32, u64
from vyre.functions.body import Apply, Body, Entry, Literal, Number, Rarely, Statement, Step, Writer
from vyre.functions.long import FRACTION, LEAD, moved_by, reciprocal

__all__ = ["without_doubles"]

_SIGN: Final = 1 << 63
_SIZE: Final = _SIGN - 1
_INFINITY: Final = 0x7FF << 52


def _field(x: Number) -> Number:
    """The exponent as it is stored."""
    return ((x >> 52).to(u32) & 0x7FF).to(i32)


def _digits(x: Number) -> Number:
    """Those of a normal number, the last one at bit 0."""
    return (x & FRACTION) | LEAD


def _is_zero(x: Number) -> Number:
    return (x & _SIZE).equals(0)


def _sticky(cut: Number) -> Number:
    return cut.differs(0).to(u64)


def _nearest(digits: Number, last: int) -> Number:
    """Without the lowest ``last`` digits, rounded to nearest even."""
    return (digits + ((1 << (last - 1)) - 1) + ((digits >> last) & 1)) >> last


def _packed(w: Writer, sign: Number, exponent: Number, digits: Number) -> Number:
    """The number with this exponent, as it is stored. Below the normal numbers it is zero, above them infinity."""
    found = _nearest(digits, 10) + (
        (exponent - 1).to(u64) << 52
    )  # the leading digit, or a carry, is one more in the exponent
    return sign | w.select(exponent < 1, 0, w.select(exponent >= 0x7FF, w.of(u64, _INFINITY), found))


@cache
def _add() -> Body:
    """The smaller number is moved to the exponent of the larger one."""
    w = Writer("add_doubles", u64, u64)
    x, y = w.arguments
    swapped = (x & _SIZE) < (y & _SIZE)
    a, b = w.select(swapped, y, x), w.select(swapped, x, y)
    shift = w.op("min", (_field(a) - _field(b)).to(u32), w.of(u32, 62))
    large, small = _digits(a) << 9, _digits(b) << 9
    moved = small >> shift
    moved = moved | _sticky((moved << shift) ^ small)
    total = w.select(((a ^ b) & _SIGN).differs(0), large - moved, large + moved)
    before = w.op("clz", total).to(u32) - 1  # 1, or 0 after a carry, or more after a cancellation
    found = _packed(w, a & _SIGN, _field(a) + 1 - before.to(i32), total << before)
    found = w.select(_is_zero(b), a, w.select(total.equals(0), 0, found))
    return w.body(w.select(_is_zero(a), x & y & _SIGN, found))


@cache
def _mul() -> Body:
    w = Writer("mul_doubles", u64, u64)
    a, b = w.arguments
    x, y = _digits(a) << 11, _digits(b) << 10
    high, low = w.op("mulhi", x, y), x * y
    full = (high >> 62).differs(0)
    digits = w.select(full, high, high + high + (low >> 63)) | _sticky(w.select(full, low, low + low))
    sign = (a ^ b) & _SIGN
    found = _packed(w, sign, _field(a) + _field(b) - 1023 + full.to(i32), digits)
    return w.body(w.select(_is_zero(a) | _is_zero(b), sign, found))


@cache
def _div() -> Body:
    """By the reciprocal. The quotient of 55 digits that it gives is at most one off, which the remainder tells."""
    w = Writer("div_doubles", u64, u64)
    a, b = w.arguments
    n, d = _digits(a), _digits(b)
    r = reciprocal(w, d << 11)
    q = (w.op("mulhi", n << 10, r) + 32) >> 6
    rest = ((n << 55) - q * d).bits(i64)
    low, high = rest < 0, rest >= d.bits(i64)
    q = w.select(low, q - 1, w.select(high, q + 1, q))
    exact = w.select(low, rest + d.bits(i64), w.select(high, rest - d.bits(i64), rest))
    less = n < d
    digits = (q << w.select(less, w.of(u32, 8), w.of(u32, 7))) | _sticky(exact.bits(u64))
    sign = (a ^ b) & _SIGN
    found = _packed(w, sign, _field(a) - _field(b) + 1023 - less.to(i32), digits)
    found = w.select(_is_zero(b), sign | _INFINITY, found)
    return w.body(w.select(_is_zero(a), sign, found))


def _short_root(w: Writer, n: Number) -> Number:
    """The square root of a u32, rounded down, digit by digit."""
    root = w.of(u32, 0)
    for place in range(15, -1, -1):
        tried = root | (1 << place)
        root = w.select(tried * tried <= n, tried, root)
    return root


@cache
def _sqrt() -> Body:
    """By the reciprocal root, as in a division. The root of 55 digits that it gives is at most one off."""
    w = Writer("sqrt_doubles", u64)
    a = w.argument
    power = _field(a) - 1023
    odd = power & 1
    n = _digits(a) << odd.to(u32)
    y = n << 10
    short = _short_root(w, (y >> 46).to(u32) << 14)
    r = (w.of(u32, 0xFFFFFFFF) / short).to(u64) << 46
    for _ in range(2):
        r = moved_by(w, r, (1 << 60) - w.op("mulhi", y, w.op("mulhi", r, r)), 3)
    s = (w.op("mulhi", y, r) + 64) >> 7
    rest = ((n << 56) - s * s).bits(i64)
    low, high = rest < 0, rest > (s + s).bits(i64)
    exact = w.select(low, rest + (s + s - 1).bits(i64), w.select(high, rest - (s + s + 1).bits(i64), rest))
    s = w.select(low, s - 1, w.select(high, s + 1, s))
    found = _packed(w, w.of(u64, 0), ((power - odd) >> 1) + 1023, (s << 8) | _sticky(exact.bits(u64)))
    return w.body(w.select(_is_zero(a), a, found))


@cache
def _less() -> Body:
    """``a < b`` of two numbers; a zero equals the other one."""
    w = Writer("less_doubles", u64, u64)
    a, b = (w.select((x >> 63).differs(0), 0 - (x & _SIZE), x & _SIZE).bits(i64) for x in w.arguments)
    return w.body(a < b)


@cache
def _widened() -> Body:
    """The f64 of the bits of an f32."""
    w = Writer("double_of_f32", u32)
    x = w.argument
    field, fraction = (x >> 23) & 0xFF, x & 0x7FFFFF
    up = w.op("clz", fraction | 1) - 8
    subnormal = field.equals(0)
    moved = w.select(subnormal, (fraction << up) & 0x7FFFFF, fraction)
    exponent = w.select(subnormal, 897 - up, w.select(field.equals(255), 0x7FF, field + 896))
    size = (exponent.to(u64) << 52) | (moved.to(u64) << 29)
    return w.body(((x >> 31).to(u64) << 63) | w.select((x & 0x7FFFFFFF).equals(0), 0, size))


@cache
def _of_integer() -> Body:
    w = Writer("double_of_i32", i32)
    x = w.argument
    size = abs(x).bits(u32)
    up = w.op("clz", size | 1)
    found = ((size.to(u64) << (up + 21)) & FRACTION) | ((1054 - up).to(u64) << 52)
    return w.body(w.select(size.equals(0), 0, ((x.bits(u32) >> 31).to(u64) << 63) | found))


@cache
def _narrowed(t: DType) -> Body:
    """The bits of an f64 rounded once to a type of up to 32 bits, as u32."""
    w = Writer(f"{t}_of_double", u64)
    x = w.argument
    bias = (1 << (t.bits - 2 - t.mantissa)) - 1
    infinity = (2 * bias + 1) << t.mantissa
    exponent = _field(x) - (1023 - bias)
    down = w.op("min", w.op("max", 1 - exponent, w.of(i32, 0)), w.of(i32, 63)).to(u32)
    digits = _digits(x) << 10
    moved = digits >> down
    moved = moved | _sticky((moved << down) ^ digits)
    first = w.op("max", exponent, w.of(i32, 1)) - 1
    found = _nearest(moved, 62 - t.mantissa).to(u32) + (first.to(u32) << t.mantissa)
    size = w.select(_is_zero(x), 0, w.select(exponent > 2 * bias, w.of(u32, infinity), found))
    return w.body(((x >> 63).to(u32) << (t.bits - 1)) | size)


class _Integers:
    """Makes the body of integers: for each value of the old body the one that holds it."""

    def __init__(self, body: Body) -> None:
        self.w = Writer(body.name, *(u64 if t is f64 else t for t in body.takes))
        self.types = body.types()
        self.values: list[Number] = list(self.w.arguments)

    def add(self, s: Statement) -> Number:
        w = self.w
        match s:
            case Literal():
                return w.pattern(u64 if s.dtype is f64 else s.dtype, s.bits)
            case Entry():
                return w.entry(s.table, self.values[s.index])
            case Apply():
                return w.call(without_doubles(s.body), *(self.values[a] for a in s.args))
            case Rarely():
                args = [self.values[a] for a in s.args]
                return w.rarely(self.values[s.condition], without_doubles(s.body), args, self.values[s.otherwise])
            case Step():
                return self.step(s, [self.values[a] for a in s.args], [self.types[a] for a in s.args])

    def step(self, s: Step, args: Sequence[Number], types: Sequence[DType]) -> Number:
        w = self.w
        if s.op == "bitcast":
            return args[0] if f64 in (types[0], s.dtype) else args[0].bits(s.dtype)
        if s.op == "cast":
            return self.cast(args[0], types[0], s.dtype)
        if s.op == "select" or types[0] is not f64:
            return w.op(s.op, *args)
        return _OPERATIONS[s.op](w, *args)

    def cast(self, x: Number, source: DType, target: DType) -> Number:
        w = self.w
        if target is f64:
            return w.call(_of_integer(), x) if source is i32 else w.call(_widened(), x.to(f32).bits(u32))
        if source is f64:
            return w.call(_narrowed(target), x).to(target.unsigned).bits(target)
        return x.to(target)


_OPERATIONS: Final[dict[str, Callable[..., Number]]] = {
    "add": lambda w, a, b: w.call(_add(), a, b),
    "sub": lambda w, a, b: w.call(_add(), a, b ^ _SIGN),
    "mul": lambda w, a, b: w.call(_mul(), a, b),
    "div": lambda w, a, b: w.call(_div(), a, b),
    "sqrt": lambda w, a: w.call(_sqrt(), a),
    "neg": lambda _, a: a ^ _SIGN,
    "abs": lambda _, a: a & _SIZE,
    "lt": lambda w, a, b: w.call(_less(), a, b),
    "gt": lambda w, a, b: w.call(_less(), b, a),
    "le": lambda w, a, b: ~w.call(_less(), b, a),
    "ge": lambda w, a, b: ~w.call(_less(), a, b),
    "eq": lambda w, a, b: ~(w.call(_less(), a, b) | w.call(_less(), b, a)),
}
"""What stands for each operation of f64 that the bodies use."""


@cache
def without_doubles(body: Body) -> Body:
    """The same function with every f64 in a u64. A body that has none is given as it is."""
    if f64 not in body.types():
        return body
    made = _Integers(body)
    for s in body.statements:
        made.values.append(made.add(s))
    return made.w.body(made.values[body.result])
