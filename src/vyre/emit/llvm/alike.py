"""Shared arrays that all workgroups of a stack fill alike: one of them stands for all, and only the first workgroup fills it.

In a product of matrices the workgroups below each other bring the same tile of the second matrix into their shared memory.
"""

from __future__ import annotations

from collections.abc import Iterable

from vyre.emit.llvm.phases import Phase
from vyre.emit.llvm.tree import Node, Tree
from vyre.ir.nodes import Const, For, Id, If, Load, Op, Param, Size, Store, While
from vyre.ir.program import Program
from vyre.ir.walk import result

__all__ = ["filled_alike", "left_out", "stored_once"]


def filled_alike(program: Program, tree: Tree, phases: Iterable[Phase], below: set[int]) -> frozenset[int]:
    """The shared arrays into which vertically adjacent workgroups all store the same values, and which no phase both
    reads and writes: the next workgroup would read what the first one wrote. ``below``: values that may differ between
    these workgroups. The program has no atomics (``stacks``)."""
    found = {n for n, buffer in enumerate(program.buffers) if buffer.role == "shared" and buffer.record is None}
    for phase in phases:
        stmts = [inner.stmt for node in phase.nodes for inner in tree.nodes[node.number : node.end]]
        read = {stmt.buffer for stmt in stmts if isinstance(stmt, Load)}
        found -= {stmt.buffer for stmt in stmts if isinstance(stmt, Store)} & read
    todo = list(tree.body)
    while todo:
        node = todo.pop()
        stmt = node.stmt
        if isinstance(stmt, Store) and not below.isdisjoint(tree.value(v) for v in (*stmt.index, stmt.value)):
            found.discard(stmt.buffer)
        if _goes_alike(tree, node, below):
            todo += [inner for block in node.blocks for inner in block]
        else:
            found -= {
                inner.stmt.buffer for inner in tree.nodes[node.number : node.end] if isinstance(inner.stmt, Store)
            }
    return frozenset(found)


def _goes_alike(tree: Tree, node: Node, below: set[int]) -> bool:
    """Whether the body of a statement runs equally often in all vertically adjacent workgroups."""
    stmt = node.stmt
    if isinstance(stmt, If):
        return tree.value(stmt.cond) not in below
    if isinstance(stmt, For):
        left = any(inner.jumps for block in node.blocks for inner in block)
        return not left and below.isdisjoint((tree.value(stmt.lo), tree.value(stmt.hi)))
    return not isinstance(stmt, While)


def stored_once(tree: Tree, nodes: Iterable[Node], alike: frozenset[int]) -> frozenset[int]:
    """Of such arrays, those of which a phase stores each element once: only there is what is stored what is left."""
    stores: dict[int, int] = {}
    for node in nodes:
        loops = [inner for inner in tree.nodes[node.number : node.end] if isinstance(inner.stmt, (For, While))]
        for inner in tree.nodes[node.number : node.end]:
            if isinstance(inner.stmt, Store):
                often = any(loop.number < inner.number < loop.end for loop in loops)
                stores[inner.stmt.buffer] = stores.get(inner.stmt.buffer, 0) + 1 + often
    return frozenset(n for n in alike if stores.get(n) == 1)


def left_out(tree: Tree, nodes: Iterable[Node], alike: frozenset[int]) -> frozenset[int]:
    """Numbers of the statements of a phase that a workgroup behind the first doesn't need: the stores to such arrays, and what is
    computed and read for them alone."""
    inside = [inner for node in nodes for inner in tree.nodes[node.number : node.end]]
    found = {n.number for n in inside if isinstance(n.stmt, Store) and n.stmt.buffer in alike}
    for node in reversed(inside):
        stmt = node.stmt
        if isinstance(stmt, (Const, Id, Size, Param, Op, Load)):
            number = result(stmt)
            users = tree.users.get(number, []) if number is not None else []
            if users and all(user in found for user in users):
                found.add(node.number)
    return frozenset(found)
