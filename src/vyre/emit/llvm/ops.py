"""Pure operations on values: on scalars where all operands are, one scalar a pack where none differs inside a pack, else
on vectors; and consecutive values (base + lane number)."""

from __future__ import annotations

from vyre.emit.llvm.values import lower
from vyre.emit.llvm.writer import Value, Writer
from vyre.ir.nodes import Op

__all__ = ["consecutive_from", "define_op", "iota"]


def define_op(w: Writer, stmt: Op) -> Value:
    """A pure operation."""
    args = [w.value(a) for a in stmt.args]
    types = [a.dtype for a in args]

    def scalar(*operands: str) -> str:
        return lower(w.scalar_form, stmt.op, types, stmt.dtype, operands)

    def vector(*operands: str) -> str:
        return lower(w.vector_form, stmt.op, types, stmt.dtype, operands)

    if all(a.scalar is not None for a in args):
        return Value(stmt.dtype, scalar(*(a.scalar or "" for a in args)))
    if all(a.is_scalar for a in args):
        return Value(stmt.dtype, same=w.each(scalar, *(w.scalars(a) for a in args)))
    regs = w.each(vector, *(w.vectors(a) for a in args))
    return Value(stmt.dtype, None, regs, _linear(w, stmt, args))


def _linear(w: Writer, stmt: Op, args: list[Value]) -> list[str] | None:
    """Bases of a consecutive value: base + scalar, base - scalar, and the same bits in another type."""
    first = args[0]
    if stmt.op in ("cast", "bitcast"):
        return first.base if stmt.dtype.is_integer and stmt.dtype.bits == 32 else None
    if stmt.op not in ("add", "sub") or stmt.dtype.bits != 32 or not stmt.dtype.is_integer:
        return None
    second = args[1]
    exact = " nsw" if w.inside is not None and stmt.result in w.inside.exact else ""

    def made(x: str, y: str) -> str:
        return w.scalar_form.op(stmt.op + exact, "i32", x, y)

    if first.base is not None and second.is_scalar:
        return w.each(made, first.base, w.scalars(second))
    if stmt.op == "add" and second.base is not None and first.is_scalar:
        return w.each(made, w.scalars(first), second.base)
    return None


def consecutive_from(w: Writer, bases: list[str]) -> list[str]:
    """base + lane number, a vector a base."""

    def made(base: str) -> str:
        if base[0] != "%":
            return iota(w, int(base))
        return w.text.let(f"add {w.vector_type('i32')} {w.text.splat(base, 'i32', w.width)}, {iota(w, 0)}")

    return w.each(made, bases)


def iota(w: Writer, first: int) -> str:
    """The numbers first, first + 1, … as a literal vector."""
    return "<" + ", ".join(f"i32 {first + lane}" for lane in range(w.width)) + ">"
