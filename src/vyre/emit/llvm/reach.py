"""How far into a workgroup a phase reaches: where all of it is behind ``if lane < bound``, the packs beyond have nothing to do.

So the steps of a tree in shared memory, in which half of the lanes drop out each time, take as many packs as they have lanes.
"""

from __future__ import annotations

from vyre.dtypes import u32
from vyre.emit.llvm.phases import Phase
from vyre.emit.llvm.text import element_type
from vyre.emit.llvm.tree import Tree
from vyre.emit.llvm.writer import Writer
from vyre.ir.nodes import Const, Get, Id, If, Op, Param, Size, Stmt
from vyre.ir.walk import result

__all__ = ["reach"]


def reach(w: Writer, phase: Phase, cells: dict[int, str], local_cells: dict[int, str], padded: int) -> str:
    """An i32 operand: no lane of that local index or a greater one has anything to do. ``cells``: where values of other phases
    are, and ``local_cells`` the locals, that are the same in all lanes; ``padded``: the lanes of all packs."""
    bound = _bound(w, phase)
    made = None if bound is None else _made(w.tree, bound)
    if bound is None or made is None:
        return str(padded)
    here = any(node.stmt is made for node in phase.nodes)
    if isinstance(made, Const):
        return str(min(made.bits, padded))
    if bound in cells and not here:
        cell = cells[bound]
    elif isinstance(made, Get) and made.local in local_cells and here:  # nothing sets it before it is read
        cell = local_cells[made.local]
    else:
        return str(padded)
    now = w.load_cell(cell, element_type(u32), vector=False)
    return w.text.call("llvm.umin.i32", "i32", [("i32", now), ("i32", str(padded))])


def _bound(w: Writer, phase: Phase) -> int | None:
    """The value, the same in all lanes, that local indexes must be below for a phase to do anything."""
    if w.workgroup[1:] != (1, 1) or w.kinds.masked_returns or w.split is None:
        return None
    branch: If | None = None
    for node in phase.nodes:
        stmt, number = node.stmt, result(node.stmt)
        if isinstance(stmt, If):
            if branch is not None or node.blocks[1] or node.jumps or node.returns:
                return None
            branch = stmt
            continue
        exported = number in w.split.carried and number not in w.tree.same and number in w.kinds.varying
        if exported or not isinstance(stmt, (Const, Get, Id, Op, Param, Size)):
            return None
    todo = [] if branch is None else [w.tree.value(branch.cond)]
    while todo:
        made = _made(w.tree, todo.pop())
        if not isinstance(made, Op):
            continue
        first, second = (w.tree.value(made.args[k]) for k in (0, -1))
        if made.op == "and" and made.dtype.is_bool:
            todo += [first, second]
        elif made.op == "lt" and w.tree.dtypes[first] is u32 and second not in w.kinds.varying:
            lane = _made(w.tree, first)
            if isinstance(lane, Id) and lane.axis == 0 and lane.name in ("local_id", "local_index"):
                return second
    return None


def _made(tree: Tree, value: int) -> Stmt | None:
    """The statement that a value is from; None for the variable of a loop."""
    return tree.nodes[tree.where[value]].stmt if value >= 0 else None
