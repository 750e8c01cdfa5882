"""Mathematical functions as LLVM instructions, on scalars or vectors: their bodies (``vyre.functions``), statement by statement (rule 3.5)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from vyre.dtypes import DType
from vyre.emit.llvm.text import Form, element_type
from vyre.functions.body import Apply, Body, Entry, Literal, Step, Table

__all__ = ["Lower", "write_body"]

Lower = Callable[[Form, str, Sequence[DType], DType, Sequence[str]], str]


def write_body(form: Form, body: Body, args: Sequence[str], lower: Lower, constant: Callable[[DType, int], str]) -> str:
    """The register with the result. No permission of rule 3.7 reaches inside."""
    fast, form.text.fast = form.text.fast, ""
    values, types = list(args), body.types()
    for s in body.statements:
        match s:
            case Literal():
                values.append(form.literal(element_type(s.dtype), constant(s.dtype, s.bits)))
            case Step():
                values.append(lower(form, s.op, [types[a] for a in s.args], s.dtype, [values[a] for a in s.args]))
            case Entry():
                values.append(_entry(form, s.table, values[s.index]))
            case Apply():
                values.append(write_body(form, s.body, [values[a] for a in s.args], lower, constant))
    form.text.fast = fast
    return values[body.result]


def _entry(form: Form, table: Table, index: str) -> str:
    """An entry of 64 bits for each lane. The index is inside, whatever the lane is given."""
    t = form.text
    array = t.table(table.name, table.data)
    pointer = t.let(f"getelementptr i64, ptr {array}, {form.type('i32')} {index}")
    if not form.width:
        return t.let(f"load i64, ptr {pointer}, align 8")
    vector, every = form.type("i64"), form.literal("i1", "true")
    return t.call(
        f"llvm.masked.gather.v{form.width}i64.v{form.width}p0",
        vector,
        [(f"{form.type('ptr')} align 8", pointer), (form.type("i1"), every), (vector, "poison")],
    )
