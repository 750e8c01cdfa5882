"""An element of an array of records under construction: its fields, and whole records moved from one to another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn

from vyre.errors import ValidationError, shown
from vyre.ir.structs import COPY_LIMIT, Part, fields_at, parts_of
from vyre.ir.values import Val

if TYPE_CHECKING:
    from vyre.ir.arrays import BufferVar

__all__ = ["RecordVar"]


class RecordVar:
    """``buf[i]``: ``.x`` loads a field and ``.x = v`` stores it (a field that is an array: ``.v[k]``); names that Python
    does not take as attributes are written ``buf[i]["x"]``. ``buf[i] = other[j]`` copies every field."""

    __slots__ = ("_array", "_index", "_path")

    def __init__(self, array: BufferVar, index: tuple[Any, ...], path: str = "") -> None:
        object.__setattr__(self, "_array", array)
        # what a local holds now
        held = tuple(array.builder.value(e) if isinstance(e, Val) else e for e in index)
        object.__setattr__(self, "_index", held)
        object.__setattr__(self, "_path", path)

    def __getattr__(self, name: str) -> Any:
        path = self._down(name)
        field = fields_at(self._array.record, path)[0]
        if field.name == path and not field.shape:
            return self._array.builder.load(self._array, self._index, field=path)
        return RecordVar(self._array, self._index, path)

    def __setattr__(self, name: str, value: Any) -> None:
        path = self._down(name)
        field = fields_at(self._array.record, path)[0]
        if field.name == path and not field.shape:
            self._array.builder.store(self._array, self._index, value, field=path)
        else:
            RecordVar(self._array, self._index, path).take(value)

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, str):
            return self.__getattr__(key)
        return self._array.builder.load(self._array, self._into(key), field=self._path)

    def __setitem__(self, key: Any, value: Any) -> None:
        if isinstance(key, str):
            self.__setattr__(key, value)
        else:
            self._array.builder.store(self._array, self._into(key), value, field=self._path)

    def take(self, other: Any) -> None:
        """Copy every field of another element (or part of one) of the same fields, all loads before all stores."""
        mine = parts_of(self._array.record, self._path)
        theirs = parts_of(other._array.record, other._path) if isinstance(other, RecordVar) else []
        if [_kind(p) for p in mine] != [_kind(p) for p in theirs]:
            self._refuse(
                "a record takes another one of the same fields and types",
                f"store the fields one by one: {', '.join(dict.fromkeys(p.name for p in mine[:4]))}",
                ", ".join(f"{p.name} {p.dtype.name}" for p in theirs[:4]) or shown(other),
            )
        if len(mine) > COPY_LIMIT:
            self._refuse(
                f"a record of more than {COPY_LIMIT} scalars is not copied whole",
                "copy its arrays in a loop of the program: x[i].v[k] = y[j].v[k]",
                f"{len(mine)} scalars",
            )
        b = self._array.builder
        found = [b.load(other._array, (*other._index, *p.inner), field=p.field) for p in theirs]
        for part, value in zip(mine, found, strict=True):
            b.store(self._array, (*self._index, *part.inner), value, field=part.field)

    def _down(self, name: str) -> str:
        if name.startswith("__"):
            raise AttributeError(name)  # asked by Python's own protocols
        path = f"{self._path}.{name}" if self._path else name
        if not fields_at(self._array.record, path):
            names = [f.name for f in self._array.record.fields] if self._array.record is not None else []
            self._refuse("a record has this field not", f"use one of {', '.join(names)}", repr(path))
        return path

    def _into(self, key: Any) -> tuple[Any, ...]:
        return (*self._index, *(key if isinstance(key, tuple) else (key,)))

    def _refuse(self, message: str, fix: str, actual: str) -> NoReturn:
        raise ValidationError(message, code="V404", fix=fix, place=self._array.builder.here(), actual=actual)


def _kind(part: Part) -> tuple[object, ...]:
    return part.name, part.dtype, part.inner
