"""Conversions to floats that round once (rule 3.6): of values just beside the middle between two neighbours.

Who goes by way of a float that is too short for the value lands on the middle, and then rounds to the wrong side.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np

from vyre.conform.case import Case, Row, Setting
from vyre.conform.values import Array, as_type, words
from vyre.dtypes import BY_NAME, DType, bf16, f16, f32, f64
from vyre.ir.builder import Builder

__all__ = ["rows"]


def rows() -> Iterator[Row]:
    """Every type from which a float is made that holds fewer digits."""
    for target in (f16, bf16, f32, f64):
        for source in BY_NAME.values():
            if _digits(source) > target.mantissa + 2:
                yield Row(f"ties/{source}-{target}", ("3.6",), partial(_ties, source, target))


def _digits(dtype: DType) -> int:
    """Binary digits that its numbers may have, at least."""
    return dtype.mantissa + 1 if dtype.is_float else dtype.bits - dtype.is_signed


def _ties(source: DType, target: DType, setting: Setting) -> list[Case]:
    """Of one element an invocation, and of all by one invocation in a loop, which is scalar code."""
    column = _middles(source, target, 4096 if setting.full else 300)
    found: list[Case] = []
    for name, workgroup in (("varying", 64), ("scalar", 1)):
        b = Builder("ties", workgroup=workgroup)
        x, out = b.input("x", source), b.output("out", target)
        if workgroup == 1:
            with b.for_(0, x.size) as k:
                out[k] = b.cast(target, x[k])
        else:
            i = b.global_id()
            with b.if_(i < out.size):
                out[i] = b.cast(target, x[i])
        n = len(column)
        domain = (n,) if workgroup > 1 else (1,)
        found.append(Case(name, b.build(), {"x": column}, {"out": (n,)}, domain=domain))
    return found


def _middles(source: DType, target: DType, count: int) -> Array:
    """Numbers of ``source`` whose leading digits are those of the middle between two neighbours of ``target``, with their
    last digit one more, one less, or as it is; both signs."""
    random = [int(word) for word in words(f"ties {source} {target}", count)]
    lead = target.mantissa + 2  # the neighbours' digits, and the one that makes it a middle
    made: list[int] = []
    for k, word in enumerate(random):
        middle = 1 << (lead - 1) | (word & ((1 << (lead - 1)) - 1)) | 1
        beside = k % 3 - 1
        if source.is_float:
            made.append(_float_bits(source, target, middle, lead, beside, word))
            continue
        size = (middle << (_digits(source) - lead)) + beside
        made.append(-size if source.is_signed and word >> 40 & 1 else size)
    return as_type(np.array([x & 0xFFFFFFFFFFFFFFFF for x in made], np.uint64), source)


def _float_bits(source: DType, target: DType, middle: int, lead: int, beside: int, word: int) -> int:
    """The bits of a float between a quarter of the target's least subnormal and a quarter of its largest number."""
    fraction = ((middle << (source.mantissa + 1 - lead)) + beside) & ((1 << source.mantissa) - 1)
    bias = (1 << (source.bits - source.mantissa - 2)) - 1
    most = (1 << (target.bits - target.mantissa - 2)) - 1
    least = -most - target.mantissa - 1
    exponent = max(1, bias + least + (word >> 44) % (most - least))
    return (word >> 41 & 1) << (source.bits - 1) | exponent << source.mantissa | fraction
