"""Atomics that give the same memory in whatever order, and however often, they are done.

A minimum, a maximum, an ``and``, an ``or`` or an exchange with one number for the whole launch leaves an element as the
first such update left it. Where nothing else writes the buffer, an element has its old number or the settled one, so a
look and a plain store do what an update that locks the line does: whoever looked too early stores the same number again.
"""

from __future__ import annotations

from typing import Final

from vyre.emit.llvm.tree import Tree
from vyre.ir.nodes import Atomic, Clear, Const, Op, Param, Size, Store

__all__ = ["find_settled"]

_SETTLING: Final = ("min", "max", "and", "or", "exchange")


def find_settled(tree: Tree) -> frozenset[int]:
    """Numbers of the atomics of that kind. None has a reader of its old value, and none is of floats."""
    writes: dict[int, int] = {}  # by buffer
    for node in tree.nodes:
        if isinstance(node.stmt, (Store, Atomic, Clear)):
            writes[node.stmt.buffer] = writes.get(node.stmt.buffer, 0) + 1
    found: list[int] = []
    for node in tree.nodes:
        stmt = node.stmt
        if not isinstance(stmt, Atomic) or stmt.op not in _SETTLING or writes[stmt.buffer] > 1:
            continue
        value = tree.value(stmt.value)
        if stmt.result not in tree.used and not tree.dtypes[value].is_float and _of_the_launch(tree, value):
            found.append(node.number)
    return frozenset(found)


def _of_the_launch(tree: Tree, value: int) -> bool:
    """Whether a value is the same in every invocation of a launch, whenever it is formed: made of numbers that the caller
    gives, sizes and constants alone."""
    todo, seen = [value], set[int]()
    while todo:
        number = todo.pop()
        if number in seen:
            continue
        seen.add(number)
        made = tree.made(number)
        if isinstance(made, Op):
            todo += [tree.value(a) for a in made.args]
        elif not isinstance(made, (Const, Param, Size)):
            return False
    return True
