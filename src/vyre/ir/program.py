"""``Program``: one kernel as frozen data, before any device, size or target is known."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from math import prod
from typing import TYPE_CHECKING, Final, Literal

from vyre.dtypes import DType
from vyre.errors import Place, ValidationError
from vyre.ir.nodes import Block

if TYPE_CHECKING:
    from vyre.check.validate import CheckedProgram

__all__ = ["ROLES", "Buffer", "Field", "Grid", "Hints", "Local", "Program", "Record", "Role", "is_field_name"]

Role = Literal["in", "out", "inout", "uniform", "shared", "persistent", "private", "table"]
Grid = tuple[int, int, int]
"""x, y, z. Only the IR, the plan and the contract speak in this order (rule 5.1)."""

ROLES: Final[tuple[Role, ...]] = ("in", "out", "inout", "uniform", "shared", "persistent", "private", "table")
INSIDE: Final[tuple[Role, ...]] = ("uniform", "shared", "private", "table")
"""Roles of what is no array argument of a launch."""


@dataclass(frozen=True, slots=True)
class Hints:
    """Advice that changes no meaning (rule 4.4). ``alignment`` is 0 or a power of two, in bytes."""

    coalesce_axis: int | None = None
    alignment: int = 0
    locality: Literal["", "stream", "reuse"] = ""


@dataclass(frozen=True, slots=True)
class Field:
    """One scalar of a record, or an array of them (``shape``): its bytes begin ``offset`` bytes into it, aligned or not.

    A field of a record inside of the record has a dotted name, ``pos.x``.
    """

    name: str
    dtype: DType
    offset: int
    shape: tuple[int, ...] = ()

    @property
    def nbytes(self) -> int:
        return self.dtype.nbytes * prod(self.shape)


def is_field_name(name: str) -> bool:
    """An identifier, or several with dots: a field of a record that is a field.

    >>> is_field_name("x"), is_field_name("pos.x"), is_field_name("pos.")
    (True, True, False)
    """
    return all(part.isidentifier() for part in name.split("."))


@dataclass(frozen=True, slots=True)
class Record:
    """The elements of a NumPy structured array: ``nbytes`` each, padding included."""

    nbytes: int
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class Buffer:
    """One array or scalar that the program names.

    ``rank``: number of subscripts; None = taken flat, any rank may be passed (rule 1.4). ``shape``: declared
    numbers (always there for ``shared``, ``private`` and ``table``, optional for the others; None = known at launch). A
    ``uniform`` has rank 0. ``output_range``: the (start, stop) bytes of an output that are returned (rule 4.4).
    ``record``: of an array of records; ``dtype`` is then u8 and says nothing. ``data``: the bytes of a ``table``.
    ``init``: the bits that every element of an ``out`` begins with (rule 4.2); None = zero.
    """

    name: str
    dtype: DType
    role: Role
    rank: int | None = 1
    shape: tuple[int, ...] | None = None
    hints: Hints = Hints()
    live_out: bool = False
    output_range: tuple[int, int] | None = None
    record: Record | None = None
    data: bytes = b""
    init: int | None = None
    place: Place | None = field(default=None, compare=False)

    @property
    def is_array(self) -> bool:
        """Takes a launch argument with a shape."""
        return self.role not in INSIDE

    @property
    def nbytes(self) -> int:
        """Bytes of one element."""
        return self.dtype.nbytes if self.record is None else self.record.nbytes

    @property
    def element_name(self) -> str:
        """What an element is, in words."""
        if self.record is None:
            return self.dtype.name
        names = ", ".join(f"{f.name} {f.dtype.name}" for f in self.record.fields[:8])
        return f"records of {self.record.nbytes} bytes ({names}{', …' if len(self.record.fields) > 8 else ''})"

    @property
    def spelling(self) -> str:
        """How the element type is written in an annotation."""
        return f"vy.{self.dtype.__name__}" if self.record is None else "vy.struct(dtype)"

    def element(self, field: int | None) -> DType:
        """The type of an element, or of one of its fields."""
        return self.dtype if field is None or self.record is None else self.record.fields[field].dtype

    @property
    def is_output(self) -> bool:
        return self.role in ("out", "inout")

    @property
    def takes_input(self) -> bool:
        return self.role in ("in", "inout", "uniform")


@dataclass(frozen=True, slots=True)
class Local:
    """A mutable variable of one invocation."""

    name: str
    dtype: DType


@dataclass(frozen=True)
class Program:
    """A whole program. Equality compares everything but places; ``fingerprint`` also leaves names out.

    ``domain``: None = the default of rule 5.1; an int = the shape of that buffer; a tuple = a shape in NumPy's
    order. ``grid``: a fixed number of workgroups (x, y, z) instead of a domain.
    """

    name: str
    buffers: tuple[Buffer, ...]
    locals: tuple[Local, ...]
    body: Block
    workgroup: Grid = (256, 1, 1)
    domain: int | tuple[int, ...] | None = None
    grid: Grid | None = None

    @cached_property
    def fingerprint(self) -> bytes:
        """32 bytes of blake3 over the canonical, alpha-renamed content: equal programs share it however they
        were built or named; any change of meaning changes it."""
        return self.identity[0]

    @cached_property
    def identity(self) -> tuple[bytes, bytes]:
        """The fingerprint, and the key under which facts are remembered: it also tells the numbering."""
        from vyre.ir.fingerprint import identity

        return identity(self)

    @cached_property
    def labels(self) -> bytes:
        """What the fingerprint leaves out of what a caller is shown: names of the program, its buffers and fields, places."""
        from blake3 import blake3

        fields = [
            [field.name for field in buffer.record.fields] for buffer in self.buffers if buffer.record is not None
        ]
        shown = (self.name, [(buffer.name, buffer.place) for buffer in self.buffers], fields)
        return blake3(repr(shown).encode("utf-8", "surrogatepass")).digest()

    @cached_property
    def requirements(self) -> frozenset[str]:
        """What a device must have to run this: see :func:`vyre.ir.walk.requirements`."""
        from vyre.ir.walk import requirements

        return requirements(self)

    def __hash__(self) -> int:
        return hash(self.fingerprint)

    def __getstate__(self) -> dict[str, object]:
        fields = self.__dataclass_fields__
        return {k: v for k, v in self.__dict__.items() if k in fields}

    def __deepcopy__(self, memo: object) -> Program:
        return self  # frozen all the way down

    def __repr__(self) -> str:
        try:
            return f"<Program {self.name} {self.fingerprint.hex()[:12]}>"
        except ValidationError as error:  # shown inside of error reports, so it must not fail
            return f"<Program {self.name} [{error.code}]>"

    def to_text(self) -> str:
        """The readable form; ``Program.parse`` reads it back without loss."""
        from vyre.ir.text import to_text

        return to_text(self)

    @staticmethod
    def parse(text: str) -> Program:
        """Read the readable form. Raises ValidationError W5xx with the line where it is not one."""
        from vyre.ir.text import parse

        return parse(text)

    def to_bytes(self) -> bytes:
        """The versioned canonical binary form."""
        from vyre.ir.wire import to_bytes

        return to_bytes(self)

    @staticmethod
    def from_bytes(data: bytes) -> Program:
        """Read the binary form; safe on hostile bytes. Raises ValidationError W5xx."""
        from vyre.ir.wire import from_bytes

        return from_bytes(data)

    def check(self, *, reorder: bool = False) -> CheckedProgram:
        """Validate against every rule; the result is the receipt that planning wants. ``reorder``: as for a dispatch under
        ``DispatchConfig(reorder=True)``, where atomics may add floats (rule 6.2).

        Raises ValidationError with the first broken rule.
        """
        from vyre.check.validate import (
            check,
        )  # the one upward reference: a convenience of the public name

        return check(self, reorder=reorder)
