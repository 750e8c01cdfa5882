"""Constant tables (rule 4.3): captured arrays, bytes, and tuples of numbers under a computed subscript.

A table is an array of the role ``table`` that is declared where it is first read at an index that is not known while
reading; at a literal index it is a literal. An array's content is copied when a kernel first reads it.
"""

from __future__ import annotations

import ast
import math
from typing import Any, Final

from vyre.dtypes import DType, dtype_from_numpy_name, u8, u32
from vyre.errors import VyreError
from vyre.ir.literals import python_value
from vyre.lang.draft import Array, Lit, LitUse, Node, Operand, Tup, Value
from vyre.lang.frame import Frame
from vyre.lang.inference import Mismatch

__all__ = ["TABLE_BYTES", "element", "entry", "is_array", "is_numbers", "table_of"]

TABLE_BYTES: Final = 64 * 1024
MAX_AXES: Final = 3


def is_array(found: Any) -> bool:
    """Whether a captured object is bytes or a NumPy array; NumPy itself is not imported for it."""
    return isinstance(found, (bytes, bytearray)) or (
        type(found).__module__.partition(".")[0] == "numpy" and hasattr(found, "tobytes") and hasattr(found, "strides")
    )


def table_of(frame: Frame, found: Any, node: ast.AST, path: str) -> Array:
    """A captured array or bytes as a read-only array of the kernel. Raises K175."""
    unit = frame.unit
    known = unit.tables.get(id(found))
    if known is not None:
        return known[1]
    raw = isinstance(found, (bytes, bytearray))
    dtype = u8 if raw else dtype_from_numpy_name(found.dtype.name)
    if dtype is None:
        raise frame.type_error(
            node, "K175", f"{path} is an array of {found.dtype}, and a constant table has elements of one scalar type",
            f"capture one array per field: np.ascontiguousarray({path}[{found.dtype.names[0]!r}])"
            if found.dtype.names
            else f"convert it on the host, for example {path} = {path}.astype(np.float32)", actual=str(found.dtype),
        )  # fmt: skip
    shape = (len(found),) if raw else tuple(map(int, found.shape))
    if not 1 <= len(shape) <= MAX_AXES:
        fix = f"capture its number: {path} = {path}[()]" if not shape else f"reshape it to at most {MAX_AXES} axes"
        raise frame.type_error(
            node, "K175", f"{path} has {len(shape)} axes, and a constant table has 1 to {MAX_AXES}", fix, actual=str(shape)
        )  # fmt: skip
    size = math.prod(shape) * dtype.nbytes
    if size > TABLE_BYTES:
        raise frame.type_error(
            node, "K175", f"{path} has {size} bytes, and a constant table at most {TABLE_BYTES}",
            f"make it a parameter, {path}: vy.In[vy.{dtype.__name__}], and pass the array", actual=f"{size} bytes",
        )  # fmt: skip
    name = path.rpartition(".")[2]
    table = Array(name if name.isidentifier() else "table", "table", dtype, frame.place(node), len(shape), shape)
    table.data = _content(frame, found)
    unit.tables[id(found)] = (found, table)
    return table


def _content(frame: Frame, found: Any) -> bytes:
    """Its little-endian bytes, the same for each reading of one kernel."""
    kept = frame.unit.copies.get(id(found))
    if kept is None:
        raw = isinstance(found, (bytes, bytearray))
        data = bytes(found) if raw else found.astype(found.dtype.newbyteorder("<"), copy=False).tobytes()
        kept = frame.unit.copies[id(found)] = (found, data)
    return kept[1]


def element(frame: Frame, array: Array, index: tuple[Operand, ...], node: ast.AST) -> Node:
    """``T[i, j]``: a constant where the subscripts are literals; 0 outside of the table (rule 4.1)."""
    shape = array.root.shape or ()
    sizes = (math.prod(shape),) if array.flat else shape
    numbers = [i.value for i in index if isinstance(i, LitUse)]
    if 0 in shape:
        return frame.const(array.dtype, _number(array.dtype, 0), node)
    if len(numbers) < len(index):
        _declare(frame, array.root)
        return frame.node("load", index, frame.typed(array.dtype, node), node, array=array.root, flat=array.flat)
    inside = all(n < size for n, size in zip(numbers, sizes, strict=True))
    at = 0
    for n, size in zip(numbers, sizes, strict=True):
        at = at * size + int(n)
    width = array.dtype.nbytes
    bits = int.from_bytes(array.root.data[at * width : at * width + width], "little") if inside else 0
    return frame.const(array.dtype, _number(array.dtype, bits), node)


def _number(dtype: DType, bits: int) -> bool | int | float:
    return bits != 0 if dtype.is_bool else python_value(dtype, bits)


def _declare(frame: Frame, table: Array) -> None:
    if table not in frame.unit.arrays:  # by identity: arrays have no equality
        frame.unit.arrays.append(table)


def is_numbers(value: Value | None) -> bool:
    """Whether this is a tuple of numbers that are known while reading."""
    return type(value) is Tup and all(
        isinstance(v, Lit) or (isinstance(v, Node) and v.op == "const") for v in value.items
    )


def entry(frame: Frame, base: Tup, index: Value | None, node: ast.Subscript) -> Node:
    """``t[i]`` with a computed ``i`` of a tuple of numbers, whose type is what its uses demand (rule 1.3)."""
    at = frame.use(index, node.slice)
    name = node.value.id if isinstance(node.value, ast.Name) else "table"
    numbers = tuple(frame.use(item, node.value) for item in base.items)
    if not numbers:
        return frame.const(u32, 0, node)
    kind = numbers[0].type
    for number in numbers[1:]:
        try:
            frame.unit.types.unify(kind, number.type)
        except Mismatch as clash:
            raise _two_kinds(frame, clash, node) from None
    if len(numbers) * 8 > TABLE_BYTES:
        raise frame.type_error(
            node, "K175", f"{name} has {len(numbers)} numbers, and a constant table at most {TABLE_BYTES} bytes",
            "make it an array parameter, and pass a NumPy array", actual=f"{len(numbers)} numbers",
        )  # fmt: skip
    table = Array(name, "table", u32, frame.place(node.value), 1, (len(numbers),), numbers=numbers)
    frame.unit.arrays.append(table)
    return frame.node("load", (at,), kind, node, array=table)


def _two_kinds(frame: Frame, clash: Mismatch, node: ast.Subscript) -> VyreError:
    return frame.type_error(
        node, "K200", f"the numbers of this tuple are {clash.words[0]} and {clash.words[1]}, and a table's are of one type",
        "write them all as one kind, for example 1 and 0 instead of True and False", others=clash.others,
    )  # fmt: skip
