"""Walking a program: the one statement numbering, operands, and what a device must have.

Statements are numbered from 0 in pre-order over the whole body: a statement, then the statements inside it
(``If``: then, else; ``While``: condition, body). Facts and errors speak of statements by this number. All
walks are loops with an explicit stack: 50,000 statements in one block are normal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, Final, get_args

from vyre.dtypes import DType, bool_, u32
from vyre.ir.nodes import (
    VALUES,
    Atomic,
    Barrier,
    Block,
    Clear,
    Const,
    For,
    Get,
    Id,
    If,
    Load,
    Op,
    Param,
    Set,
    Size,
    Stmt,
    Store,
    Subgroup,
    Trap,
    While,
)
from vyre.ir.program import Buffer, Program

__all__ = [
    "blocks",
    "endless",
    "id_axes",
    "inside",
    "operands",
    "renumber",
    "requirements",
    "result",
    "shared_bytes",
    "statements",
    "subscripts",
    "used_buffer",
    "value_dtype",
    "walk",
]

_NONE: tuple[Block, ...] = ()


def blocks(stmt: Stmt) -> tuple[Block, ...]:
    """The blocks inside a statement, in textual order."""
    if isinstance(stmt, If):
        return (stmt.then, stmt.orelse)
    if isinstance(stmt, For):
        return (stmt.body,)
    if isinstance(stmt, While):
        return (stmt.cond, stmt.body)
    return _NONE


def walk(program: Program) -> Iterator[tuple[int, Stmt, int]]:
    """Yields ``(number, statement, depth)`` in pre-order; the statements of the body have depth 0."""
    number = 0
    stack: list[tuple[Iterator[Stmt], int]] = [(iter(program.body), 0)]
    while stack:
        rest, depth = stack[-1]
        for stmt in rest:
            yield number, stmt, depth
            number += 1
            inner = blocks(stmt)
            if inner:
                stack.extend((iter(block), depth + 1) for block in reversed(inner))
                break
        else:
            stack.pop()


def inside(stmt: Stmt) -> Iterator[Stmt]:
    """The statements inside of one, at any depth, in pre-order."""
    stack = [iter(block) for block in reversed(blocks(stmt))]
    while stack:
        found = next(stack[-1], None)
        if found is None:
            stack.pop()
            continue
        yield found
        stack.extend(iter(block) for block in reversed(blocks(found)))


def statements(program: Program) -> tuple[Stmt, ...]:
    """All statements, indexed by their number."""
    return tuple(stmt for _, stmt, _ in walk(program))


def result(stmt: Stmt) -> int | None:
    """The id of the value that the statement defines, or None."""
    return stmt.result if isinstance(stmt, VALUES) else None


def operands(stmt: Stmt) -> tuple[int, ...]:
    """The value ids that the statement itself reads, in evaluation order (not those of inner blocks; the
    ``value`` of a ``While`` is read at the end of its condition block)."""
    return _OPERANDS[stmt.__class__](stmt)


def _none(_stmt: Stmt) -> tuple[int, ...]:
    return ()


def _of_atomic(stmt: Atomic) -> tuple[int, ...]:
    return (*stmt.index, stmt.value) if stmt.expected is None else (*stmt.index, stmt.expected, stmt.value)


_OPERANDS: Final[dict[type[Stmt], Callable[[Any], tuple[int, ...]]]] = {
    **dict.fromkeys(get_args(Stmt), _none),
    Op: lambda s: s.args,
    Subgroup: lambda s: s.args,
    Load: lambda s: s.index,
    Store: lambda s: (*s.index, s.value),
    Atomic: _of_atomic,
    Trap: lambda s: (s.code,),
    Set: lambda s: (s.value,),
    If: lambda s: (s.cond,),
    For: lambda s: (s.lo, s.hi),
    While: lambda s: (s.value,),
}


def endless(loop: While) -> bool:
    """Whether the loop's condition is a true literal (``while True``), so that only a jump leaves it."""
    last = loop.cond[-1] if loop.cond else None
    return isinstance(last, Const) and last.result == loop.value and last.bits != 0 and not last.dtype.is_float


def id_axes(program: Program) -> int:
    """How many axes the ids have that the program asks for, x first; 1 where it asks for none."""
    return max((stmt.axis + 1 for _, stmt, _ in walk(program) if isinstance(stmt, Id)), default=1)


def used_buffer(stmt: Stmt) -> int | None:
    """The index of the buffer that the statement names, or None."""
    if isinstance(stmt, (Load, Store, Atomic, Size, Param, Clear)):
        return stmt.buffer
    return None


def subscripts(
    program: Program, stmt: Load | Store | Atomic
) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    """The value ids that find an element in its array, those that find a scalar in a field that is an array itself, and
    the extents that the latter are below."""
    record = None if isinstance(stmt, Atomic) or stmt.field is None else program.buffers[stmt.buffer].record
    extents = () if record is None else record.fields[stmt.field].shape  # type: ignore[union-attr,index]  # no Atomic here
    at = len(stmt.index) - len(extents)
    return stmt.index[:at], stmt.index[at:], extents


def value_dtype(program: Program, stmt: Stmt) -> DType | None:
    """The type of the value that the statement defines, or None where it defines none."""
    if isinstance(stmt, (Const, Op, Subgroup)):
        return stmt.dtype
    if isinstance(stmt, (Id, Size)):
        return u32
    if isinstance(stmt, Load):
        return program.buffers[stmt.buffer].element(stmt.field)
    if isinstance(stmt, Get):
        return program.locals[stmt.local].dtype
    if isinstance(stmt, (Param, Atomic)):
        return program.buffers[stmt.buffer].dtype
    return None


def shared_bytes(program: Program) -> int:
    """Declared bytes of workgroup memory (rule 4.7 counts declared bytes)."""
    total = 0
    for buffer in program.buffers:
        if buffer.role == "shared":
            count = buffer.dtype.nbytes
            for extent in buffer.shape or ():
                count *= extent
            total += count
    return total


def requirements(program: Program) -> frozenset[str]:
    """What a device must have: names of scalar types, and of the features ``barrier``, ``shared``, ``atomics``
    (on storage), ``shared_atomics``, ``atomics64`` and ``float_atomics`` (wherever), ``subgroups``, ``private``, ``tables``,
    ``records`` and ``traps``. ``bool`` is named for buffers only, since every device has a truth value. Sizes are not part: see
    :func:`shared_bytes`.

    >>> from vyre.ir.builder import Builder
    >>> from vyre.dtypes import u8
    >>> b = Builder("k")
    >>> out = b.output("out", u8)
    >>> out[b.global_id()] = 1
    >>> sorted(b.build().requirements)
    ['u32', 'u8']
    """
    found: set[str] = set()
    for buffer in program.buffers:
        found.update([buffer.dtype.name] if buffer.record is None else [f.dtype.name for f in buffer.record.fields])
        found.update(["private"] if buffer.role == "private" else ["tables"] if buffer.role == "table" else [])
        found.update(["records"] if buffer.record is not None else [])
    found.update(local.dtype.name for local in program.locals)
    if any(buffer.role == "shared" for buffer in program.buffers):
        found.add("shared")
    for _, stmt, _ in walk(program):
        dtype = value_dtype(program, stmt)
        if dtype is not None:
            found.add(dtype.name)
        if isinstance(stmt, Barrier):
            found.add("barrier")
        elif isinstance(stmt, Atomic):
            found.add("shared_atomics" if program.buffers[stmt.buffer].role == "shared" else "atomics")
            element = program.buffers[stmt.buffer].dtype
            found.update(["float_atomics"] if element.is_float else [])
            found.update(["atomics64"] if element.bits == 64 else [])
        elif isinstance(stmt, Subgroup) or (isinstance(stmt, Id) and stmt.name.startswith("subgroup")):
            found.add("subgroups")
        elif isinstance(stmt, Trap):
            found.add("traps")
    found.discard(bool_.name)
    if any(_holds_bool(buffer) for buffer in program.buffers):
        found.add(bool_.name)
    return frozenset(found)


def _holds_bool(buffer: Buffer) -> bool:
    if buffer.record is not None:
        return any(f.dtype is bool_ for f in buffer.record.fields)
    return buffer.dtype is bool_


def renumber(program: Program) -> Program:
    """The same program with its values numbered from 0 in textual order, as the validator wants them.

    For passes that add, drop or move statements: every value must be defined before it is used, by an id of
    its own. Gives ``program`` itself where nothing changes.
    """
    new: dict[int, int] = {}
    body = _renumbered(program.body, new)
    return program if all(old == now for old, now in new.items()) else replace(program, body=body)


def _renumbered(block: Block, new: dict[int, int]) -> Block:
    done: list[Stmt] = []
    for stmt in block:
        if isinstance(stmt, (Op, Subgroup)):
            stmt = replace(stmt, args=tuple(new[v] for v in stmt.args))
        elif isinstance(stmt, Trap):
            stmt = replace(stmt, code=new[stmt.code])
        elif isinstance(stmt, Load):
            stmt = replace(stmt, index=tuple(new[v] for v in stmt.index))
        elif isinstance(stmt, Store):
            stmt = replace(stmt, index=tuple(new[v] for v in stmt.index), value=new[stmt.value])
        elif isinstance(stmt, Atomic):
            expected = None if stmt.expected is None else new[stmt.expected]
            stmt = replace(stmt, index=tuple(new[v] for v in stmt.index), value=new[stmt.value], expected=expected)
        elif isinstance(stmt, Set):
            stmt = replace(stmt, value=new[stmt.value])
        elif isinstance(stmt, If):
            cond = new[stmt.cond]
            stmt = replace(stmt, cond=cond, then=_renumbered(stmt.then, new), orelse=_renumbered(stmt.orelse, new))
        elif isinstance(stmt, For):
            stmt = replace(stmt, lo=new[stmt.lo], hi=new[stmt.hi], body=_renumbered(stmt.body, new))
        elif isinstance(stmt, While):
            head = _renumbered(stmt.cond, new)
            stmt = replace(stmt, cond=head, value=new[stmt.value], body=_renumbered(stmt.body, new))
        if isinstance(stmt, VALUES):
            new[stmt.result] = len(new)
            stmt = replace(stmt, result=new[stmt.result])
        done.append(stmt)
    return tuple(done)
