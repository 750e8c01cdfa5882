"""How often a ``for`` runs, and the number that it counts."""

from __future__ import annotations

from vyre.dtypes import DType
from vyre.emit.llvm.text import element_type
from vyre.emit.llvm.writer import Value, Writer

__all__ = ["loop_variable", "trip_count"]


def trip_count(w: Writer, dtype: DType, lo: Value, hi: Value, step: int) -> Value:
    """The mathematical number of iterations of range(lo, hi, step), in the unsigned type of the bounds."""
    n = element_type(dtype)
    scalar = lo.scalar is not None and hi.scalar is not None
    form = w.scalar_form if scalar else w.vector_form

    def one(a: str, b: str) -> str:
        if step < 0:
            a, b = b, a
        runs = form.op(f"icmp {'s' if dtype.is_signed else 'u'}lt", n, a, b)
        distance = form.op("sub", n, b, a)  # exact in the unsigned type where there is an iteration
        size = abs(step)
        if size != 1:
            if size > dtype.unsigned.max:
                distance = form.literal(n, 1)
            else:
                less = form.op("sub", n, distance, form.literal(n, 1))
                quotient = form.op("udiv", n, less, form.literal(n, size))
                distance = form.op("add", n, quotient, form.literal(n, 1))
        return form.select(runs, n, distance, form.literal(n, 0))

    if scalar:
        return Value(dtype.unsigned, one(lo.scalar or "", hi.scalar or ""))
    return Value(dtype.unsigned, regs=[one(a, b) for a, b in zip(w.vectors(lo), w.vectors(hi), strict=True)])


def loop_variable(w: Writer, dtype: DType, lo: Value, counter: str, step: int) -> Value:
    """lo + counter * step."""
    n = element_type(dtype)
    form = w.scalar_form
    if step == 1:
        moved = counter
    else:
        wrapped = step & dtype.unsigned.max
        moved = form.op("mul", n, counter, str(wrapped - (1 << dtype.bits) if wrapped >> (dtype.bits - 1) else wrapped))
    if lo.scalar is not None:
        return Value(dtype, moved if lo.scalar == "0" else form.op("add", n, lo.scalar, moved))
    base = None
    if lo.base is not None and dtype.bits == 32:
        base = [form.op("add", "i32", x, moved) for x in lo.base]
    added = w.text.splat(moved, n, w.width)
    return Value(dtype, None, [w.vector_form.op("add", n, x, added) for x in w.vectors(lo)], base)
