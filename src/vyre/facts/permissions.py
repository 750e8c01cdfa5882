"""What a permission to leave strictness (rule 3.7) is about in a program: products that are summed, arithmetic that could be grouped
otherwise, divisions and roots, what could meet subnormals. Sums and products of f16 and bf16 stand alone, with a rounding after each."""

from __future__ import annotations

from typing import Final

from vyre.dtypes import DType, f32, f64
from vyre.facts.memo import remembered
from vyre.ir.nodes import Atomic, Op
from vyre.ir.program import Program
from vyre.ir.walk import walk

__all__ = ["SUMS", "atomic_sums", "computed", "has_arithmetic", "has_contractions", "products"]

SUMS: Final = frozenset({"add", "sub"})
_WIDE: Final = (f32, f64)


@remembered
def products(program: Program) -> dict[int, int]:
    """The result of each addition and subtraction of which an operand is a product by itself -> which operand that is, the
    first one of two."""
    multiplied = {s.result for _, s, _ in walk(program) if isinstance(s, Op) and s.op == "mul" and s.dtype in _WIDE}
    return {
        s.result: 0 if s.args[0] in multiplied else 1
        for _, s, _ in walk(program)
        if isinstance(s, Op) and s.op in SUMS and not multiplied.isdisjoint(s.args)
    }


def has_contractions(program: Program) -> bool:
    """Whether there are products and sums of one type, however they come together."""
    found = _operations(program)
    return any(("mul", t) in found and any((op, t) in found for op in SUMS) for t in _WIDE)


def has_arithmetic(program: Program) -> bool:
    """Whether there are sums or products."""
    return bool(_operations(program))


@remembered
def atomic_sums(program: Program) -> tuple[Atomic, ...]:
    """The atomics that add floats (rule 6.2), in program order."""
    return tuple(
        s
        for _, s, _ in walk(program)
        if isinstance(s, Atomic) and s.op in SUMS and program.buffers[s.buffer].dtype.is_float
    )


@remembered
def computed(program: Program) -> frozenset[tuple[str, DType]]:
    """Operations whose result is a float, with its type."""
    return frozenset((s.op, s.dtype) for _, s, _ in walk(program) if isinstance(s, Op) and s.dtype.is_float)


@remembered
def _operations(program: Program) -> frozenset[tuple[str, DType]]:
    return frozenset(
        (s.op, s.dtype)
        for _, s, _ in walk(program)
        if isinstance(s, Op) and s.dtype in _WIDE and (s.op == "mul" or s.op in SUMS)
    )
