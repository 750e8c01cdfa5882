"""Rule 4.2: a local is assigned on every path before it is read."""

from __future__ import annotations

from typing import Final

from vyre.check.report import broken
from vyre.ir.nodes import Block, Break, Continue, For, Get, If, Return, Set, Trap, While
from vyre.ir.program import Program
from vyre.ir.walk import endless

__all__ = ["check_assigned"]

_ALL: Final = -1
"""The set of locals, as bits, of a place that is never reached."""


def check_assigned(program: Program) -> None:
    """V318 where some path reads a local without a value."""
    _Walk(program).block(program.body, 0)


class _Walk:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.at = -1
        self.breaks: list[int] = []  # per open loop, what is assigned at all of its breaks

    def block(self, block: Block, assigned: int) -> int:
        """Walk a block from a set of assigned locals to that at its end."""
        for stmt in block:
            self.at += 1
            if isinstance(stmt, Set):
                assigned |= 1 << stmt.local
            elif isinstance(stmt, Get):
                if not assigned >> stmt.local & 1:
                    self.fail(stmt)
            elif isinstance(stmt, If):
                then = self.block(stmt.then, assigned)
                assigned = then & self.block(stmt.orelse, assigned)
            elif isinstance(stmt, For):
                self.breaks.append(_ALL)
                self.block(stmt.body, assigned | 1 << stmt.local)
                assigned &= self.breaks.pop()  # no iteration may run, so the body assigns nothing for later
            elif isinstance(stmt, While):
                self.breaks.append(_ALL)
                tested = self.block(stmt.cond, assigned)
                self.block(stmt.body, tested)
                assigned = self.breaks.pop() & (_ALL if endless(stmt) else tested)
            elif isinstance(stmt, (Break, Continue, Return, Trap)):  # a trap leaves as a return does (5.6)
                if isinstance(stmt, Break):
                    self.breaks[-1] &= assigned
                assigned = _ALL
        return assigned

    def fail(self, stmt: Get) -> None:
        name = self.program.locals[stmt.local].name
        raise broken(
            self.program,
            self.at,
            stmt,
            "V318",
            f"{name!r} is read here, but some path to this place does not assign it",
            f"assign {name} before the condition or loop, for example {name} = 0",
        )
