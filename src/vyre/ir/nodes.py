"""The nodes of a program: linear statements in nested blocks.

A body is a tuple of statements. Every value is defined by exactly one statement, is named by a small
integer, and is visible in the rest of its block and in the blocks inside (so definition dominates use by
shape alone). There are no expression trees: a chain of 20,000 terms is 20,000 statements in one tuple, and
every walk over it is a loop. What changes in time lives in *locals* (``Get`` / ``Set``) and in buffers.

Numbering is canonical: values count up in textual order (pre-order), locals in order of their first
definition, buffers in declaration order; names live beside the body in :class:`vyre.ir.program.Program`.
So two programs that differ in names only have equal bodies.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Final, get_args

from vyre.dtypes import DType
from vyre.errors import Place

__all__ = [
    "VALUES",
    "Atomic",
    "Barrier",
    "Block",
    "Break",
    "Clear",
    "Const",
    "Continue",
    "For",
    "Get",
    "Id",
    "If",
    "Load",
    "Op",
    "Param",
    "Return",
    "Set",
    "Size",
    "Stmt",
    "Store",
    "Subgroup",
    "Trap",
    "Value",
    "While",
]

# `place` never takes part in equality or hashing: two programs that differ in where they were written are equal.


@dataclass(frozen=True, slots=True)
class Const:
    """``result = literal``. ``bits`` is the little-endian bit pattern as an unsigned integer (bool: 0 or 1)."""

    result: int
    dtype: DType
    bits: int
    place: Place | None = dataclasses.field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Op:
    """``result = op(args)``: one row of :data:`vyre.ir.ops.OPS`."""

    result: int
    dtype: DType
    op: str
    args: tuple[int, ...]
    place: Place | None = dataclasses.field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Id:
    """``result = name(axis)`` as u32, one of :data:`vyre.ir.ops.ID_NAMES`; axis 0 is x, the fastest."""

    result: int
    name: str
    axis: int
    place: Place | None = dataclasses.field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Size:
    """``result`` = number of elements of a buffer (axis None) or its extent along an axis, as u32."""

    result: int
    buffer: int
    axis: int | None
    place: Place | None = dataclasses.field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Param:
    """``result`` = the value of a uniform scalar parameter (a buffer of role ``uniform``)."""

    result: int
    buffer: int
    place: Place | None = dataclasses.field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Get:
    """``result`` = what the local holds now."""

    result: int
    local: int
    place: Place | None = dataclasses.field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Set:
    """The local takes a value."""

    local: int
    value: int
    place: Place | None = dataclasses.field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Load:
    """``result = buffer[index]``; 0 where an index is outside of its axis (rule 4.1).

    ``index`` has one value per axis of the buffer, each of any integer type. ``flat`` is the one-subscript
    view over all elements (``a.flat[k]``); on a buffer of one axis both are the same and ``flat`` is False.
    ``field``: which field of a buffer of records, by number; None where the elements are scalars. Where the field is an
    array itself, ``index`` goes on with one subscript per axis of it.
    """

    result: int
    buffer: int
    index: tuple[int, ...]
    flat: bool = False
    field: int | None = None
    place: Place | None = dataclasses.field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Store:
    """``buffer[index] = value``; dropped where an index is outside of its axis (rule 4.1). ``field`` as in Load."""

    buffer: int
    index: tuple[int, ...]
    value: int
    flat: bool = False
    field: int | None = None
    place: Place | None = dataclasses.field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Atomic:
    """``result`` = old value; the element takes ``op(old, value)`` (rule 6.1). ``expected`` is for
    compare_exchange only. Outside of the buffer it does nothing and gives 0."""

    result: int
    op: str
    buffer: int
    index: tuple[int, ...]
    value: int
    expected: int | None = None
    flat: bool = False
    place: Place | None = dataclasses.field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Subgroup:
    """``result = op(args)`` among the 32 invocations of a subgroup (rule 6.4): one row of
    :data:`vyre.ir.ops.SUBGROUP_OPS`. Stands in workgroup-uniform control flow."""

    result: int
    dtype: DType
    op: str
    args: tuple[int, ...]
    place: Place | None = dataclasses.field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Clear:
    """A private array becomes zeros (rule 4.3: each execution of its declaration gives zeros)."""

    buffer: int
    place: Place | None = dataclasses.field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Trap:
    """The invocation becomes inert and the dispatch fails, naming ``code``, a u32 value (rule 5.6)."""

    code: int
    place: Place | None = dataclasses.field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class If:
    """``cond`` is a bool or an integer value (``!= 0``)."""

    cond: int
    then: Block
    orelse: Block = ()
    place: Place | None = dataclasses.field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class For:
    """``for local in range(lo, hi, step)``: bounds are captured once, the trip count is mathematical, and each
    iteration begins by setting the local to lo + k*step (rule 5.3). ``step`` is a non-zero literal."""

    local: int
    lo: int
    hi: int
    step: int
    body: Block
    place: Place | None = dataclasses.field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class While:
    """``cond`` is run before each iteration and ends with ``value`` defined (a bool or an integer)."""

    cond: Block
    value: int
    body: Block
    place: Place | None = dataclasses.field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Break:
    """Leave the innermost loop."""

    place: Place | None = dataclasses.field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Continue:
    """Begin the innermost loop's next iteration."""

    place: Place | None = dataclasses.field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Return:
    """End this invocation."""

    place: Place | None = dataclasses.field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Barrier:
    """Synchronise the workgroup and its memory (rule 5.4)."""

    place: Place | None = dataclasses.field(default=None, compare=False)


Value = Const | Op | Id | Size | Param | Get | Load | Atomic | Subgroup
"""Statements that define a value (they have ``result``)."""

VALUES: Final[tuple[type[Value], ...]] = get_args(Value)
"""The same for ``isinstance``."""

Stmt = (
    Const
    | Op
    | Id
    | Size
    | Param
    | Get
    | Load
    | Atomic
    | Set
    | Store
    | If
    | For
    | While
    | Break
    | Continue
    | Return
    | Barrier
    | Subgroup
    | Clear
    | Trap
)

Block = tuple[Stmt, ...]
