"""Warnings about kernels that are right and probably not meant: each with a Fix."""

from __future__ import annotations

from collections.abc import Iterator

from vyre.errors import Place
from vyre.lang.draft import Draft, LitUse, Node, Operand
from vyre.lang.frame import Unit, segment

__all__ = ["warnings_of"]


def warnings_of(unit: Unit) -> tuple[str, ...]:
    """Texts, in the order of the kernel's lines; each once."""
    found: dict[str, None] = {}
    for node in _nodes(unit.block):
        for text in _about(node):
            found.setdefault(text)
    return tuple(found)


def _nodes(block: Draft) -> Iterator[Node]:
    for node in block.nodes:
        yield node
        for inner in node.blocks:
            yield from _nodes(inner)


def _unsigned(operand: Operand) -> bool:
    dtype = operand.type.find().dtype if operand.type is not None else None
    return dtype is not None and dtype.kind == "uint"


def _minus_literal(operand: Operand) -> bool:
    return isinstance(operand, Node) and operand.op == "sub" and isinstance(operand.args[1], LitUse) and _unsigned(operand)


def _about(node: Node) -> Iterator[str]:
    if node.op in ("floormod", "rem") and _minus_literal(node.args[0]):
        minus = node.args[0]
        assert isinstance(minus, Node)
        left, right, size = (segment(p.place) or "x" for p in (*minus.args, node.args[1]))
        yield _text(
            f"{left} - {right} is unsigned and wraps below zero before % is applied", node.place, f"write ({left} + {size} - {right}) % {size}"
        )
    if node.op in ("lt", "ge") and isinstance(node.args[1], LitUse) and node.args[1].value == 0 and _unsigned(node.args[0]):
        text = segment(node.args[0].place) or "x"
        always = "never true" if node.op == "lt" else "always true"
        fix = f"subtract in a signed type, vy.i32(x) - 1, or compare before subtracting (x >= 1)" if _minus_literal(node.args[0]) else f"remove the test, or make {text} signed: vy.i32({text})"
        yield _text(f"{text} is unsigned, so this comparison with 0 is {always}", node.place, fix)
    if node.op in ("shl", "shr") and isinstance(node.args[1], LitUse) and node.type is not None:
        dtype, count = node.type.find().dtype, node.args[1].value
        if dtype is not None and count >= dtype.bits:
            yield _text(
                f"a shift of {dtype.name} by {count} is a shift by {int(count) % dtype.bits}: counts are taken modulo the width",
                node.place,
                f"use a count below {dtype.bits}, or cast to a wider type first: vy.u64(x)",
            )


def _text(message: str, place: Place, fix: str) -> str:
    return f"{message}\n  at {place.display().replace(chr(10), chr(10) + '  ')}\nFix: {fix}"
