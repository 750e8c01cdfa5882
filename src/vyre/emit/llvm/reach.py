"""How far into a workgroup a phase reaches: where all of it is behind ``if lane < bound``, the packs beyond have nothing to do.

So the steps of a tree in shared memory, in which half of the lanes drop out each time, take as many packs as they have lanes.
"""

from __future__ import annotations

from vyre.dtypes import u32
from vyre.emit.llvm.fused import Fuser
from vyre.emit.llvm.phases import Phase
from vyre.emit.llvm.text import element_type
from vyre.emit.llvm.writer import Writer
from vyre.ir.nodes import Const, Get, Id, If, Op, Param, Size
from vyre.ir.walk import result

__all__ = ["reach"]


def reach(w: Writer, phase: Phase, cells: dict[int, str], local_cells: dict[int, str], padded: int) -> str:
    """An i32 operand: no lane of that local index or a greater one has anything to do. ``cells``: where values of other phases
    are, and ``local_cells`` the locals, that are the same in all lanes; ``padded``: the lanes of all packs."""
    bound = _bound(w, phase)
    if bound is None:
        return str(padded)
    made = w.tree.made(bound)
    if isinstance(made, Const):
        return str(min(made.bits, padded))
    if bound in cells and not any(node.stmt is made for node in phase.nodes):
        cell = cells[bound]
    elif isinstance(made, Get) and made.local in local_cells:  # of this phase: nothing sets it before it is read
        cell = local_cells[made.local]
    else:
        return str(padded)
    now = w.load_cell(cell, element_type(u32), vector=False)
    return w.text.call("llvm.umin.i32", "i32", [("i32", now), ("i32", str(padded))])


def _bound(w: Writer, phase: Phase) -> int | None:
    """The value that local indexes must be below for a phase to do anything."""
    if w.workgroup[1:] != (1, 1) or w.split is None:
        return None
    exported = w.split.carried & w.kinds.varying
    branch: If | None = None
    for node in phase.nodes:
        stmt = node.stmt
        if isinstance(stmt, If):
            if branch is not None or node.blocks[1]:
                return None
            branch = stmt
        elif result(stmt) in exported or not isinstance(stmt, (Const, Get, Id, Op, Param, Size)):
            return None
    todo = [] if branch is None else [branch.cond]
    while todo:
        made = w.tree.made(todo.pop())
        if not isinstance(made, Op):
            continue
        if made.op == "and":
            todo += made.args
        elif made.op == "lt" and Fuser.is_lane(w.tree.made(made.args[0])):
            bound = w.tree.value(made.args[1])
            return bound if w.tree.dtypes[bound] is u32 else None
    return None
