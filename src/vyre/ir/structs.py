"""NumPy's structured dtypes as records of the IR, without importing NumPy."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import Any, Final

from vyre.dtypes import DType, dtype_from_numpy_name
from vyre.errors import KernelTypeError, shown
from vyre.ir.program import Field, Record

__all__ = ["COPY_LIMIT", "Part", "fields_at", "parts_of", "record_of"]

COPY_LIMIT: Final = 256
"""Scalars of a record that is loaded or copied as a whole: each is a statement."""


@dataclass(frozen=True, slots=True)
class Part:
    """One scalar of a record, or of a part of one: its name from that part on, the field, and where in it."""

    name: str
    dtype: DType
    field: str
    inner: tuple[int, ...]


def fields_at(record: Record | None, path: str) -> tuple[Field, ...]:
    """The field of that name, or those of the record of that name inside of the record; all for an empty path."""
    fields = () if record is None else record.fields
    return tuple(f for f in fields if not path or f.name == path or f.name.startswith(path + "."))


def parts_of(record: Record | None, path: str = "") -> list[Part]:
    """Every scalar under a path, in order."""
    return [
        Part(field.name[len(path) :].lstrip("."), field.dtype, field.name, inner)
        for field in fields_at(record, path)
        for inner in product(*map(range, field.shape))
    ]


def record_of(dtype: Any) -> Record:
    """The record that an element of a structured ``numpy.dtype`` is: each scalar with its type and its place.

    A record inside of the record becomes fields with dotted names, ``pos.x``; a sub-array a field with a shape.
    Raises KernelTypeError K171 for what a kernel cannot hold.
    """
    if getattr(dtype, "names", None) is None:
        raise _no("this dtype has no fields", "give a structured dtype, or a scalar type such as vy.u32", dtype)
    fields: list[Field] = []
    todo: list[tuple[str, Any, int]] = [("", dtype, 0)]
    while todo:
        prefix, outer, base = todo.pop()
        if outer.names is None:
            fields.append(_field(prefix, outer, base))
            continue
        inner = [(name, *outer.fields[name][:2]) for name in outer.names]
        for name, held, offset in reversed(inner):
            if not name.isidentifier():
                fix = f"rename it, for example x.dtype.names = {tuple(_spelled(n) for n in outer.names)!r}"
                raise _no(f"the name of the field {name!r} is no Python identifier", fix, dtype)
            todo.append((f"{prefix}.{name}" if prefix else name, held, base + offset))
    if not fields:
        raise _no("this dtype has no fields", "give a dtype with at least one field", dtype)
    return Record(dtype.itemsize, tuple(fields))


def _field(name: str, dtype: Any, offset: int) -> Field:
    shape: tuple[int, ...] = ()
    if dtype.subdtype is not None:
        dtype, shape = dtype.subdtype
    if dtype.names is not None:
        fix = f"give {name} one field per element, or pass that part as an array of its own: numpy.ascontiguousarray(x[{name!r}])"
        raise _no(f"the field {name} is an array of records", fix, dtype)
    held = dtype_from_numpy_name(dtype.name)
    if held is None:
        fix = f"declare its bytes as ({name!r}, 'u1', {dtype.itemsize}) and pass x.view(that dtype)"
        if dtype.kind in "mM":
            fix = f"declare it as ({name!r}, 'i8') and pass x.view(that dtype)"
        elif dtype.kind == "O":
            fix = "leave it out of the dtype; objects have no bytes of their own"
        raise _no(f"the field {name} has a type that the language does not have", fix, dtype)
    if dtype.newbyteorder("<") != dtype:
        fix = "declare the dtype in little-endian order, vy.struct(dtype.newbyteorder('<')); arrays in the other order are copied"
        raise _no(f"the field {name} has its bytes in the other order", fix, dtype)
    if 0 in shape:
        raise _no(f"the field {name} has no element", "leave it out of the dtype", dtype)
    return Field(name, held, offset, tuple(shape))


def _spelled(name: str) -> str:
    """An identifier made of a name."""
    text = "".join(c if f"_{c}".isidentifier() else "_" for c in name)
    return text if text.isidentifier() else f"_{text}"


def _no(message: str, fix: str, dtype: Any) -> KernelTypeError:
    return KernelTypeError(message, code="K171", fix=fix, actual=shown(dtype, 120))
