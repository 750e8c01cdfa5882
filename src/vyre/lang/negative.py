"""What to write instead of a negative number where an unsigned one is needed."""

from __future__ import annotations

from typing import Final

from vyre.lang.draft import LitUse, Node
from vyre.lang.frame import segment

__all__ = ["SIGNS", "negative_fix"]

SIGNS: Final = {
    "add": "+", "sub": "-", "mul": "*", "truediv": "/", "floordiv": "//", "floormod": "%", "and": "&", "or": "|",
    "xor": "^", "shl": "<<", "shr": ">>", "neg": "-", "not": "~",
}  # fmt: skip


def negative_fix(node: Node | None, literal: LitUse) -> str:
    """What to write instead of a negative number where an unsigned one is needed."""
    dtype = literal.type.solved
    signed, value = f"vy.i{max(dtype.bits, 32)}", segment(literal.place) or str(literal.value)
    wraps = f"vy.{dtype.__name__}({value})"
    if node is not None and node.op == "for":
        return _counter_fix(node, signed) or f"write {wraps} for {int(literal.value) & int(dtype.max)}"
    if node is not None and node.op == "atomic" and literal in node.args[1:]:
        return _atomic_fix(node, literal, signed)
    if node is None or literal not in node.args or len(node.args) != 2 or node.op == "store":
        what = f"{wraps} for {int(literal.value) & int(dtype.max)}"
        if node is not None and node.op == "store" and literal is node.args[-1]:
            kind = {"out": "Out", "inout": "InOut"}.get(node.array.role)
            negatives = (
                f"declare {node.array.name}: vy.{kind}[{signed}]"
                if kind
                else f"make {node.array.name} an array of {signed}"
            )
            return f"write {what}, or {negatives} to hold negative numbers"
        return f"write {what}, or cast what is {dtype.name} to {signed}"
    place = node.args.index(literal)
    other = node.texts()[1 - place]
    sign = SIGNS.get(node.op) or (node.data if isinstance(node.data, str) else None)
    if node.op in ("and", "or", "xor"):
        return f"write the bits of the literal: {wraps}"
    if node.op in ("shl", "shr", "rotl", "rotr"):
        return "use a count of 0 or more"
    if node.op == "add" and place == 1 and value == str(literal.value):
        return f"subtract instead: {other} - {-literal.value}; or make the other side signed: {signed}({other}) - {-literal.value}"
    value = value if value.isidentifier() or value == str(literal.value) else f"({value})"
    both = [f"{signed}({other})", value] if place == 1 else [value, f"{signed}({other})"]
    written = f" {sign} ".join(both) if sign else f"vy.{node.op}({', '.join(both)})"
    return f"make the other side signed: {written}"


def _counter_fix(loop: Node, signed: str) -> str | None:
    """What to write where the counter of a range is combined with what is unsigned."""
    todo = list(loop.blocks)
    while todo:
        for node in todo.pop().nodes:
            todo.extend(node.blocks)
            sign = SIGNS.get(node.op) or (node.data if isinstance(node.data, str) else None)
            if sign is None or len(node.args) != 2 or node.args[0].type.find() is not node.args[1].type.find():
                continue
            mine = [
                isinstance(arg, Node) and arg.op == "get" and arg.local.name == loop.local.name for arg in node.args
            ]
            if mine[0] != mine[1]:
                texts = node.texts()
                at = mine.index(False)
                texts[at] = f"{signed}({texts[at]})"
                return f"write {texts[0]} {sign} {texts[1]}"
    return None


def _atomic_fix(node: Node, literal: LitUse, signed: str) -> str:
    """What to write for a negative number in an atomic operation on unsigned elements."""
    array, role = node.array.name, {"out": "Out", "inout": "InOut"}.get(node.array.role)
    kind = f"make {array} an array of {signed}" if role is None else f"declare {array}: vy.{role}[{signed}]"
    if node.data != "add" or len(node.args) != 2:
        return f"{kind}, to hold negative numbers"
    return f"write vy.atomic_sub({array}, {node.texts()[0]}, {-literal.value}); or {kind}, to hold negative numbers"
