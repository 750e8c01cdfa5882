"""What the NumPy text of a program must know before it is written: which values are one for all lanes of a launch,
how lanes leave blocks, and where a value is used last."""

from __future__ import annotations

from vyre.ir.nodes import (
    VALUES,
    Block,
    Break,
    Const,
    Continue,
    For,
    Get,
    Id,
    If,
    Load,
    Op,
    Param,
    Return,
    Set,
    Size,
    Stmt,
    Trap,
    While,
)
from vyre.ir.program import Program
from vyre.ir.walk import blocks, inside, operands

__all__ = ["Common", "ends", "last_uses", "leaves", "turns"]


def ends(stmt: Stmt) -> bool:
    """Lanes may end inside of the statement."""
    return any(isinstance(s, (Return, Trap)) for s in (stmt, *inside(stmt)))


def turns(loop: For | While) -> frozenset[type[Stmt]]:
    """Which of Break and Continue lead out of the loop's body (not out of a loop inside of it)."""
    found: set[type[Stmt]] = set()
    stack: list[Stmt] = [stmt for block in blocks(loop) for stmt in block]
    while stack:
        stmt = stack.pop()
        if isinstance(stmt, (Break, Continue)):
            found.add(type(stmt))
        elif isinstance(stmt, If):
            stack += [*stmt.then, *stmt.orelse]
    return frozenset(found)


def leaves(stmt: Stmt) -> bool:
    """Lanes that begin the statement may not come to the one after it."""
    if isinstance(stmt, (Break, Continue)) or ends(stmt):
        return True
    return isinstance(stmt, If) and any(leaves(s) for block in blocks(stmt) for s in block)


def last_uses(program: Program) -> dict[int, list[int]]:
    """By ``id`` of a statement: the values of its own block that nothing after it needs."""
    found: dict[int, list[int]] = {}
    _last_uses(program.body, None, found)
    return found


def _last_uses(block: Block, after: int | None, found: dict[int, list[int]]) -> set[int]:
    """``after``: a value that is read at the end of the block. Gives the values of outer blocks that are used here."""
    needed: set[int] = {after} if after is not None else set()
    own = {stmt.result for stmt in block if isinstance(stmt, VALUES)}
    for stmt in reversed(block):
        used = set(operands(stmt)) if not isinstance(stmt, While) else set()
        for inner in blocks(stmt):
            end = stmt.value if isinstance(stmt, While) and inner is stmt.cond else None
            used |= _last_uses(inner, end, found)
        over = (used & own) - needed
        if isinstance(stmt, VALUES):
            if stmt.result not in needed:
                over.add(stmt.result)
            needed.discard(stmt.result)
        needed |= used
        found[id(stmt)] = sorted(over)
    return needed


class Common:
    """Values and locals that are the same in every lane of a launch, as far as shape tells. A local is one if each of
    its values is, and it changes only where no lane is left that waits for a later turn with the old one."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.locals = set(range(len(program.locals)))
        self.values: set[int] = set()
        before = -1
        while before != len(self.locals):  # from above: what is not common takes others with it
            before = len(self.locals)
            self.values.clear()
            self._block(program.body, whole=True)

    def whole(self, loop: For | While) -> bool:
        """All lanes that go through the loop go through it together."""
        if turns(loop):
            return False
        return self.values.issuperset((loop.lo, loop.hi)) if isinstance(loop, For) else loop.value in self.values

    def _block(self, block: Block, *, whole: bool) -> None:
        for stmt in block:
            if isinstance(stmt, VALUES):
                if self._is_common(stmt):
                    self.values.add(stmt.result)
            elif isinstance(stmt, Set):
                if not whole or stmt.value not in self.values:
                    self.locals.discard(stmt.local)
            elif isinstance(stmt, If):
                for inner in blocks(stmt):
                    self._block(inner, whole=whole and stmt.cond in self.values)
            elif isinstance(stmt, For):
                inner_whole = whole and self.whole(stmt)
                if not inner_whole:
                    self.locals.discard(stmt.local)
                self._block(stmt.body, whole=inner_whole)
            elif isinstance(stmt, While):
                self._block(stmt.cond, whole=whole and not turns(stmt))
                inner_whole = whole and self.whole(stmt)
                if whole and not inner_whole:
                    self._block(stmt.cond, whole=False)
                self._block(stmt.body, whole=inner_whole)

    def _is_common(self, stmt: Stmt) -> bool:
        match stmt:
            case Const() | Size() | Param():
                return True
            case Id():
                return stmt.name in ("num_groups", "workgroup_size")
            case Op():
                return self.values.issuperset(stmt.args)
            case Get():
                return stmt.local in self.locals
            case Load():  # of what is never written
                read_only = self.program.buffers[stmt.buffer].role in ("in", "table")
                return read_only and self.values.issuperset(stmt.index)
            case _:
                return False
