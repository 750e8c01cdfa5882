"""Elements that are records: ``a[i].x``, whole records in locals and copies, tuples stored as records.

``a[i]`` alone is only a place (:class:`RecordRef`). Where its value is wanted it is settled: every field is loaded, there
and then, so a local holds what the record was, and swapping two records works.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from vyre.dtypes import u32
from vyre.errors import VyreError
from vyre.ir.program import Field
from vyre.ir.structs import COPY_LIMIT, Part, fields_at, parts_of
from vyre.lang.draft import Array, Operand, RecordRef, RecordValue, Tup, Value
from vyre.lang.frame import Frame, segment
from vyre.lang.memory import check_writable, load, store

__all__ = ["down", "element_of_field", "field_name", "no_column", "part_of", "settle", "store_whole", "unpacked"]


def field_name(node: ast.Subscript) -> str | None:
    """``x`` of ``a[i]["x"]``, NumPy's other spelling of a field."""
    found = node.slice.value if isinstance(node.slice, ast.Constant) else None
    return found if isinstance(found, str) else None


def no_column(frame: Frame, array: Array, name: str, node: ast.AST) -> VyreError:
    """``a["x"]`` and ``a.x``: a kernel has no columns."""
    return frame.syntax(
        node, "K154", f"an array of records has no column {name} in a kernel",
        f"subscript first: {array.name}[i].{name}" if fields_at(array.root.record, name) else f"its fields are {_names(array, '')}: write {array.name}[i].x",
    )  # fmt: skip


def _names(array: Array, path: str) -> str:
    """What can stand after a path, in words."""
    skip = len(path) + 1 if path else 0
    return ", ".join(dict.fromkeys(f.name[skip:].split(".")[0] for f in fields_at(array.root.record, path)))


def down(frame: Frame, ref: RecordRef, name: str, node: ast.AST) -> tuple[RecordRef, Field | None]:
    """``.name`` of a record; the field where that is one."""
    path = f"{ref.path}.{name}" if ref.path else name
    found = () if ref.field is not None else fields_at(ref.array.root.record, path)
    if not found:
        known = f"use one of {_names(ref.array, ref.path)}" if ref.field is None else f"subscript it: .{ref.path}[k]"
        raise frame.syntax(node, "K154", f"this record has no field {name}", known)
    field = found[0] if found[0].name == path else None
    return RecordRef(ref.array, ref.index, path, frame.place(node), field), field


def element_of_field(
    frame: Frame, ref: RecordRef, inner: tuple[Operand, ...], node: ast.AST
) -> tuple[Field, tuple[Operand, ...]]:
    """``a[i].v[k]``: the field, and all subscripts."""
    if ref.field is None:
        what = ref.path or "a record"
        raise frame.syntax(
            node, "K154", f"{what} has fields, which are no elements", f"name one of {_names(ref.array, ref.path)}"
        )
    if len(inner) != len(ref.field.shape):
        raise frame.syntax(
            node, "K165", f"the field {ref.path} has {len(ref.field.shape)} axes and is given {len(inner)} subscripts",
            f"write .{ref.path}[{', '.join('ijk'[: len(ref.field.shape)])}]",
        )  # fmt: skip
    return ref.field, (*ref.index, *inner)


def settle(frame: Frame, value: Value | None, at: ast.AST) -> Value | None:
    """A record, or a field that is an array, as its values; anything else as it is."""
    if not isinstance(value, RecordRef):
        return value
    parts = tuple(parts_of(value.array.root.record, value.path))
    if len(parts) > COPY_LIMIT:
        raise frame.syntax(
            at, "K171", f"a record of {len(parts)} numbers is not read as a whole; {COPY_LIMIT} are the most",
            f"read what you need: {segment(value.place) or 'a[i]'}.{parts[0].field}, and arrays inside of it in a loop",
        )  # fmt: skip
    fields = {f.name: f for f in fields_at(value.array.root.record, value.path)}
    items = tuple(
        load(frame, value.array, (*value.index, *_constants(frame, part, at)), at, fields[part.field]) for part in parts
    )
    for item in items:
        item.spare = True
    made = RecordValue(parts, items, frame.place(at))
    return made if value.field is None else _nested(made, value.field.shape)


def _constants(frame: Frame, part: Part, at: ast.AST) -> Iterator[Operand]:
    for k in part.inner:
        node = frame.const(u32, k, at)
        node.spare = True
        yield node


def _nested(value: RecordValue, shape: tuple[int, ...]) -> Tup:
    """The elements of an array field as tuples in tuples."""
    items: list[Value] = list(value.items)
    for extent in reversed(shape[1:]):
        items = [Tup(tuple(items[k : k + extent]), value.place) for k in range(0, len(items), extent)]
    return Tup(tuple(items), value.place)


def part_of(frame: Frame, value: RecordValue, name: str, node: ast.AST) -> Value:
    """``p.name`` of a record that a local holds."""
    found = [
        (Part(p.name[len(name) :].lstrip("."), p.dtype, p.field, p.inner), item)
        for p, item in zip(value.parts, value.items, strict=True)
        if p.name == name or p.name.startswith(name + ".")
    ]
    if not found:
        names = ", ".join(dict.fromkeys(p.name.split(".")[0] for p in value.parts))
        raise frame.syntax(node, "K154", f"this record has no field {name}", f"use one of {names}")
    part, item = found[0]
    if not part.name and not part.inner:
        return item
    made = RecordValue(tuple(p for p, _ in found), tuple(v for _, v in found), frame.place(node))
    if part.name:
        return made
    return _nested(made, tuple(n + 1 for n in found[-1][0].inner))


def unpacked(value: RecordValue) -> Tup | None:
    """The fields of a record as a tuple, where each is one number."""
    return None if any("." in p.name or p.inner for p in value.parts) else Tup(value.items, value.place)


def store_whole(frame: Frame, ref: RecordRef, value: Value | None, node: ast.AST, value_at: ast.AST) -> None:
    """``a[i] = record`` or ``= (x, y)``: each field in turn; padding stays."""
    check_writable(frame, ref.array, node)
    value = settle(frame, value, value_at)
    parts = parts_of(ref.array.root.record, ref.path)
    items = _fitting(parts, ref, value)
    if items is None or len(parts) > COPY_LIMIT:
        names = _names(ref.array, ref.path) if ref.field is None else f"its {len(parts)} elements"
        raise frame.type_error(
            value_at, "K200", f"{segment(frame.place(node)) or ref.array.name} is a record of {names}, and is given something else",
            f"store the fields one by one ({_first(ref, parts, node, frame)} = ...), or a record or tuple with the same fields",
        )  # fmt: skip
    fields = {f.name: f for f in fields_at(ref.array.root.record, ref.path)}
    places = (
        value_at.elts
        if isinstance(value_at, ast.Tuple) and len(value_at.elts) == len(parts)
        else [value_at] * len(parts)
    )
    for part, item, at in zip(parts, items, places, strict=True):
        index = (*ref.index, *_constants(frame, part, node))
        store(frame, ref.array, index, item, node, at, fields[part.field])


def _first(ref: RecordRef, parts: list[Part], node: ast.AST, frame: Frame) -> str:
    text = segment(frame.place(node)) or f"{ref.array.name}[i]"
    part = parts[0]
    return (
        text + (f".{part.name}" if part.name else "") + (f"[{', '.join(map(str, part.inner))}]" if part.inner else "")
    )


def _fitting(parts: list[Part], ref: RecordRef, value: Value | None) -> list[Value] | None:
    """The value of each part, in order; None where the value is of another form."""
    if isinstance(value, RecordValue):
        same = [(p.name, p.dtype, p.inner) for p in value.parts] == [(p.name, p.dtype, p.inner) for p in parts]
        return list(value.items) if same else None
    if not isinstance(value, Tup):
        return None
    if ref.field is not None:
        return _flattened(value, ref.field.shape)
    plain = all("." not in p.name and not p.inner for p in parts) and not any(isinstance(x, Tup) for x in value.items)
    return list(value.items) if plain and len(value.items) == len(parts) else None


def _flattened(value: Value, shape: tuple[int, ...]) -> list[Value] | None:
    items: list[Value] = [value]
    for extent in shape:
        if not all(isinstance(x, Tup) and len(x.items) == extent for x in items):
            return None
        items = [inner for x in items if isinstance(x, Tup) for inner in x.items]
    return items
