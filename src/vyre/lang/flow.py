"""Which locals the IR's own flow rule cannot see to be assigned, though the kernel's reading has shown that they are.

The reading knows more than the IR says: ``while True`` ends by ``break`` only, and what follows an early return of an
inlined function runs under a flag. Such locals start as zero, which nothing can observe.
"""

from __future__ import annotations

from vyre.lang.draft import Draft, DraftLocal
from vyre.lang.frame import Unit

__all__ = ["drop_spare", "unassigned_locals"]


def drop_spare(unit: Unit) -> None:
    """Remove what was read as a part of a whole record, and is used by nothing."""
    while True:
        blocks = [unit.block]
        used: set[int] = set()
        spare = False
        for block in blocks:
            for node in block.nodes:
                blocks.extend(node.blocks)
                spare = spare or node.spare
                if node.op != "set" or node.local.gets:
                    used.update(map(id, node.args))
        dropped = False
        for block in blocks if spare else ():
            gone = [node for node in block.nodes if node.spare and id(node) not in used]
            if gone:
                dropped = True
                block.nodes = [node for node in block.nodes if not node.spare or id(node) in used]
            for node in gone:
                node.local.gets -= node.op == "get"
        if not dropped:
            return


def unassigned_locals(unit: Unit) -> list[DraftLocal]:
    """Locals that some path of the IR reads before a write, in order of their making."""
    found: set[int] = set()
    _walk(unit.block, set(), found)
    return [local for local in unit.locals if id(local) in found and local.gets]


def _walk(block: Draft, assigned: set[int], found: set[int]) -> bool:
    """Add to ``assigned`` what the block assigns on every path to its end; False where the end is not reached."""
    for node in block.nodes:
        local = id(node.local)
        if node.op == "get" and local not in assigned:
            found.add(local)
        elif node.op == "set":
            assigned.add(local)
        elif node.op == "if":
            then, orelse = set(assigned), set(assigned)
            then_ends, else_ends = _walk(node.blocks[0], then, found), _walk(node.blocks[1], orelse, found)
            if not then_ends and not else_ends:
                return False
            assigned |= (then & orelse) if then_ends and else_ends else then if then_ends else orelse
        elif node.op in ("for", "strided"):
            _walk(node.blocks[0], assigned | {local}, found)
        elif node.op == "while":
            _walk(node.blocks[0], assigned, found)
            _walk(node.blocks[1], set(assigned), found)
        elif node.op in ("break", "continue", "return", "trap"):
            return False
    return True
