"""The draft of a program: linear like the IR, but with type variables where the IR has types.

Reading a kernel emits draft nodes in evaluation order; when the whole kernel is read and its types are solved,
``lower`` turns each node into one builder call. Literals stay Python numbers until then.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from vyre.dtypes import DType, bool_
from vyre.errors import Place
from vyre.ir.program import Field, Record
from vyre.ir.structs import Part
from vyre.lang.inference import TypeVar

__all__ = [
    "NO_ARRAY", "NO_LOCAL", "NO_TYPE", "Arg", "Array", "Draft", "DraftLocal", "Lit", "LitUse", "Node", "Obj", "Operand", "RecordRef", "RecordValue", "ShapeOf", "Tup", "Value", "Vec",
]  # fmt: skip

Chain = tuple[Place, ...]
"""The calls that lead to a node inside inlined functions, innermost first."""


@dataclass(slots=True, eq=False)
class Lit:
    """A number known while reading. ``written``: spelled in the source or captured, not handed in as an argument."""

    value: bool | int | float
    place: Place
    written: bool = True


@dataclass(slots=True, eq=False)
class LitUse:
    """A literal at one use, with that use's type."""

    value: bool | int | float
    type: TypeVar
    place: Place
    chain: Chain = ()
    written: bool = True


@dataclass(slots=True, eq=False)
class DraftLocal:
    """A mutable local. ``gets`` counts its reads: a local that is never read is never written either."""

    name: str
    type: TypeVar
    gets: int = 0
    zeroed: bool = False  # set to zero at the start, because the IR's own flow rule can't see that it is assigned


@dataclass(slots=True, eq=False)
class Array:
    """A buffer, a shared or private array, or a constant table. ``flat``: seen through ``.flat``."""

    name: str
    role: str
    dtype: DType
    place: Place
    rank: int | None = None
    shape: tuple[int, ...] | None = None
    rank_place: Place | None = None  # where the rank was fixed
    flat: bool = False
    base: Array | None = None  # of a flat view
    init: bool | int | float | None = None  # what the elements of an output start as
    named: bool = False  # a shared array that has got its variable's name
    record: Record | None = None  # of an array of records
    data: bytes = b""  # of a table that is a captured array
    numbers: tuple[Operand, ...] = ()  # of a table that is a tuple of numbers; their type is the elements'

    @property
    def root(self) -> Array:
        return self.base or self

    def unsized(self, rank: int) -> str:
        """What a Fix adds where the declared lengths are fewer than the axes that are used: a number of axes may be meant."""
        word = {"in": "In", "out": "Out", "inout": "InOut"}.get(self.role)
        if word is None or not self.shape or self.record is not None or rank <= len(self.shape):
            return ""
        kind, lengths = f"vy.{self.dtype.__name__}", ", ".join(map(str, self.shape))
        return (
            f"; or declare {self.name}: vy.{word}[{kind}]: a number as in [{kind}, {lengths}] is a length, and an array has "
            f"{rank} axes where it is used with {rank} subscripts"
        )


NO_TYPE: Final = TypeVar()
NO_LOCAL: Final = DraftLocal("", NO_TYPE)
NO_ARRAY: Final = Array("", "", bool_, Place("", 0, 0, 0, ""))
"""Stand in the fields of nodes that have no such thing."""


@dataclass(slots=True, eq=False)
class ShapeOf:
    """``a.shape``, before it is subscripted or unpacked."""

    array: Array
    place: Place


@dataclass(slots=True, eq=False)
class Tup:
    """A tuple of values."""

    items: tuple[Value, ...]
    place: Place


class Vec(Tup):
    """A ``vy.vec``: two to four numbers of one type."""

    __slots__ = ()


@dataclass(slots=True, eq=False)
class RecordRef:
    """An element that is a record, or a part of one (``path``), not read yet. ``field``: the part is a field."""

    array: Array
    index: tuple[Operand, ...]
    path: str
    place: Place
    field: Field | None = None


@dataclass(slots=True, eq=False)
class RecordValue:
    """What a record held when it was read: one item for each scalar of it."""

    parts: tuple[Part, ...]
    items: tuple[Value, ...]
    place: Place


@dataclass(slots=True, eq=False)
class Obj:
    """Anything else that a name may stand for while reading: a dtype, a module, a function."""

    value: Any
    place: Place
    path: str  # as the user wrote it
    host: bool = False  # a scalar type of NumPy, and value is ours of the same width


@dataclass(slots=True, eq=False)
class Draft:
    """A block of nodes under construction."""

    nodes: list[Node] = field(default_factory=list)
    effects: bool = False  # holds what must not run when Python would not run it
    open: bool = True


@dataclass(slots=True, eq=False)
class Node:
    """One statement, and the value that it defines if it has a type. ``op`` is a name of the op table, or another.

    The others: const id size param get set load store atomic cast bitcast if for while break continue return barrier, or
    truth (``!= 0``) and lnot (its negation), which depend on the type that is found.
    """

    op: str
    args: tuple[Operand, ...]
    type: TypeVar
    place: Place
    chain: Chain = ()
    data: Any = None
    local: DraftLocal = NO_LOCAL
    array: Array = NO_ARRAY
    flat: bool = False
    blocks: tuple[Draft, ...] = ()
    uses: tuple[Place, ...] = ()  # where the operands stand, if not where they were computed
    literal: bool = False  # made of typed literals only
    spare: bool = False  # left out where nothing uses it: one of many fields that were read together
    val: Any = None  # the builder's value, when lowered

    def texts(self) -> list[str]:
        """The source text of each operand, as it is written where it is used."""
        places = self.uses or [a.place for a in self.args]
        return [p.text[p.column : p.end_column] or "x" for p in places]


Operand = Node | LitUse


@dataclass(slots=True, eq=False)
class Arg:
    """An operand, and the place where it is used (a variable's value may have been computed elsewhere)."""

    operand: Operand
    place: Place

    @property
    def type(self) -> TypeVar:
        return self.operand.type

    @property
    def text(self) -> str:
        """The source text of the use."""
        return self.place.text[self.place.column : self.place.end_column] or "..."


Value = Node | Lit | Array | ShapeOf | Tup | Obj | RecordRef | RecordValue
