"""Kernels of exact sums: a long accumulator of integers, to which terms may be added in any order.

The accumulator is a fixed-point number of ``DIGITS`` digits of 16 bits each, and the unit of the lowest one is
2**-1074. A term is a float of at most 53 bits, which adds to five digits. A workgroup adds ``TERMS`` terms to digits in
shared memory, each of which changes a digit by less than 2**16, so that 32 bits hold it; then it carries them to a row
of the result, where ``PER_ROW`` workgroups fit in 32 bits. The host adds the rows up as Python integers.

Where a device computes in f64, the 64 terms of an invocation are first added as f64, in two parts of 24 and 29 bits:
where their exponents differ by at most 17, these sums are exact, and two additions to the digits suffice for all 64
terms."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import vyre as vy

__all__ = [
    "ADD_ELEMENTS",
    "ADD_PRODUCTS",
    "DIGITS",
    "FINITE",
    "INFINITE",
    "LOWEST",
    "MINUS_INFINITE",
    "NAN",
    "PER_ROW",
    "TERMS",
]

DIGITS: Final = 136
"""Enough for every f64 (below 2**1024), and 78 more bits for the number of terms and the sign."""
LOWEST: Final = -1074
_WORKGROUP: Final = 256
_EACH: Final = 64
TERMS: Final = _EACH * _WORKGROUP
PER_ROW: Final = 256

NAN: Final = 1
INFINITE: Final = 2
MINUS_INFINITE: Final = 4
FINITE: Final = 8
"""The flag of a finite term other than -0."""
_SPREAD: Final = 17
"""Sums of 64 terms are below 2**(e + 7), and multiples of 2**(f - 23) for the first parts; the second ones are below
2**(e - 16) and multiples of 2**(f - 52). Both are exact in 53 bits where the exponents e and f, the largest and the
least, differ by at most 17."""

T = vy.TypeVar("T", vy.f16, vy.bf16, vy.f32, vy.f64)


@vy.func
def deposit(digits: vy.InOut[vy.i32], negative: vy.bool_, size: vy.u64, place: vy.u32) -> None:
    """Add ``size`` * 2**place, in units of the lowest bit."""
    k = place >> 4
    low = (size & 0xFFFFFFFF) << (place & 15)
    high = (size >> 32) << (place & 15)
    third = (low >> 32) + (high & 0xFFFF)
    fourth = (high >> 16 & 0xFFFF) + (third >> 16)
    sign = vy.i32(-1) if negative else vy.i32(1)
    vy.atomic_add(digits, k, sign * vy.i32(low & 0xFFFF))
    vy.atomic_add(digits, k + 1, sign * vy.i32(low >> 16 & 0xFFFF))
    vy.atomic_add(digits, k + 2, sign * vy.i32(third & 0xFFFF))
    vy.atomic_add(digits, k + 3, sign * vy.i32(fourth & 0xFFFF))
    vy.atomic_add(digits, k + 4, sign * vy.i32((high >> 32) + (fourth >> 16)))


@vy.func
def deposit_double(digits: vy.InOut[vy.i32], term: vy.f64) -> None:
    """Add an f64 that is finite."""
    bits = vy.bitcast(vy.u64, term)
    exponent = vy.u32(bits >> 52) & 2047
    fraction = bits & 0xFFFFFFFFFFFFF
    if exponent == 0:
        deposit(digits, bits >> 63 != 0, fraction, vy.u32(0))
    else:
        deposit(digits, bits >> 63 != 0, fraction | vy.u64(1) << 52, exponent - 1)


@vy.func
def flag_of(term: vy.f64) -> vy.u32:
    """The flag of an f64."""
    flag = vy.u32(FINITE)
    if vy.isnan(term):
        flag = vy.u32(NAN)
    elif vy.isinf(term):
        flag = vy.u32(INFINITE) if term > 0.0 else vy.u32(MINUS_INFINITE)
    elif vy.bitcast(vy.u64, term) == vy.u64(1) << 63:
        flag = vy.u32(0)
    return flag


@vy.func
def carry(digits: vy.InOut[vy.i32], rows: vy.InOut[vy.i32]) -> None:
    """Propagate the carries of a workgroup's digits, and add the digits to the row of the workgroup."""
    vy.barrier()
    k = vy.local_id()
    if k < DIGITS:
        at = vy.group_id() // PER_ROW * DIGITS + k
        vy.atomic_add(rows, at, digits[k] & 0xFFFF)
        if k < DIGITS - 1:
            vy.atomic_add(rows, at + 1, digits[k] >> 16)


@vy.func
def element(x: vy.In[T], y: vy.In[T], n: vy.u32) -> vy.f64:
    return vy.f64(x[n])


@vy.func
def product(x: vy.In[T], y: vy.In[T], n: vy.u32) -> vy.f64:
    """The product of two elements; it is exact where they have 24 bits or fewer."""
    return vy.f64(x[n]) * vy.f64(y[n])


def _accumulator(term: Callable[[Any, Any, Any], Any]) -> vy.Kernel:
    @vy.kernel(workgroup=_WORKGROUP)
    def accumulate(x: vy.In[T], y: vy.In[T], rows: vy.InOut[vy.i32], flags: vy.InOut[vy.u32]) -> None:
        digits = vy.shared(vy.i32, DIGITS)
        first = vy.group_id() * TERMS + vy.local_id()
        most, least, flag = vy.u32(0), vy.u32(2047), vy.u32(0)
        high, low = vy.f64(0), vy.f64(0)
        for k in range(_EACH):
            n = first + k * _WORKGROUP
            if n < x.size:
                t = term(x, y, n)
                kind = flag_of(t)
                flag |= kind
                if kind == FINITE and t != 0.0:
                    bits = vy.bitcast(vy.u64, t)
                    exponent = vy.max(vy.u32(bits >> 52) & 2047, 1)
                    most, least = vy.max(most, exponent), vy.min(least, exponent)
                    head = vy.bitcast(vy.f64, bits & ~vy.u64(0x1FFFFFFF))
                    high += head
                    low += t - head
        if most <= least + _SPREAD:
            deposit_double(digits, high)
            deposit_double(digits, low)
        else:
            for k in range(_EACH):
                n = first + k * _WORKGROUP
                if n < x.size:
                    t = term(x, y, n)
                    if flag_of(t) == FINITE:
                        deposit_double(digits, t)
        if flag != 0:
            vy.atomic_or(flags, 0, flag)
        carry(digits, rows)

    return accumulate


ADD_ELEMENTS: Final = _accumulator(element)
ADD_PRODUCTS: Final = _accumulator(product)
"""Adds the products of elements at the same index of two arrays. Arguments: both arrays, one row of ``DIGITS`` zeros
for each ``PER_ROW`` workgroups, and one flag of 0."""
