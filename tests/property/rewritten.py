"""Rewrite programs to forms that other front ends emit: integers as conditions, and locals of the kernel as loop
variables."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace

from vyre.ir.nodes import VALUES, Block, Const, For, Get, If, Op, Set, Stmt, While
from vyre.ir.program import Program
from vyre.ir.walk import inside, statements

__all__ = ["rewritten"]


def rewritten(program: Program, rng: random.Random) -> Program:
    """The same program with some ``if x != 0`` written as ``if x``, and some loops whose variable is the local that
    they set first."""
    made = {stmt.result: stmt for stmt in statements(program) if isinstance(stmt, VALUES)}
    body = _block(program.body, made, rng)
    return replace(program, body=body).check().program


def _block(block: Block, made: Mapping[int, Stmt], rng: random.Random) -> Block:
    return tuple(_statement(stmt, made, rng) for stmt in block)


def _statement(stmt: Stmt, made: Mapping[int, Stmt], rng: random.Random) -> Stmt:
    if isinstance(stmt, If):
        cond = _integer(stmt.cond, made) if rng.random() < 0.7 else stmt.cond
        return replace(stmt, cond=cond, then=_block(stmt.then, made, rng), orelse=_block(stmt.orelse, made, rng))
    if isinstance(stmt, While):
        return replace(stmt, cond=_block(stmt.cond, made, rng), body=_block(stmt.body, made, rng))
    if isinstance(stmt, For):
        stmt = replace(stmt, body=_block(stmt.body, made, rng))
        return _merged(stmt) if rng.random() < 0.7 else stmt
    return stmt


def _integer(cond: int, made: Mapping[int, Stmt]) -> int:
    """The integer that a condition compares with 0, or the condition itself."""
    found = made[cond]
    if isinstance(found, Op) and found.op == "ne":
        _, second = (made[n] for n in found.args)
        if isinstance(second, Const) and second.bits == 0 and second.dtype.is_integer:
            return found.args[0]
    return cond


def _merged(stmt: For) -> For:
    """``for k: x = k`` as ``for x``, where only that statement reads ``k``."""
    if len(stmt.body) < 2:
        return stmt
    get, given, *rest = stmt.body
    if not (isinstance(get, Get) and isinstance(given, Set) and get.local == stmt.local and given.value == get.result):
        return stmt
    others = [one for top in rest for one in (top, *inside(top))]
    if any(isinstance(one, Get) and one.local == stmt.local for one in others):
        return stmt
    return replace(stmt, local=given.local, body=(replace(get, local=given.local), *rest))
