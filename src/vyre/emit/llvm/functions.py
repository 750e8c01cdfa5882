"""Mathematical functions as LLVM instructions, on scalars or vectors: their bodies (``vyre.functions``), statement by statement (rule 3.5)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from vyre.dtypes import DType
from vyre.emit.llvm.text import Form, element_type
from vyre.functions.body import Apply, Body, Entry, Literal, Rarely, Step, Table

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
            case Rarely():
                given = [(element_type(types[a]), values[a]) for a in s.args]

                def one(args: list[str], body: Body = s.body) -> str:
                    return write_body(Form(form.text, 0, halves=form.halves), body, args, lower, constant)

                values.append(
                    _seldom(form, values[s.condition], element_type(s.dtype), values[s.otherwise], given, one)
                )
    form.text.fast = fast
    return values[body.result]


def _seldom(
    form: Form,
    condition: str,
    element: str,
    otherwise: str,
    given: list[tuple[str, str]],
    one: Callable[[list[str]], str],
) -> str:
    """``otherwise``, and what ``one`` writes for scalars where the condition holds, one lane after the other."""
    t = form.text
    before, some, again, done = (t.label() for _ in range(4))
    t.goto(before)
    t.start(before)
    if not form.width:
        t.branch(condition, some, done)
        t.start(some)
        made = one([x for _, x in given])
        t.goto(again)
        t.start(again)
        t.goto(done)
        t.start(done)
        return t.let(f"phi {element} [ {otherwise}, %{before} ], [ {made}, %{again} ]")
    mask, vector, top = f"i{form.width}", form.type(element), t.label()
    bits = t.let(f"bitcast {form.type('i1')} {condition} to {mask}")
    left, now, rest, following = (t.name() for _ in range(4))
    t.goto(top)
    t.start(top)
    t.do(f"{left} = phi {mask} [ {bits}, %{before} ], [ {rest}, %{again} ]")
    t.do(f"{now} = phi {vector} [ {otherwise}, %{before} ], [ {following}, %{again} ]")
    t.branch(t.let(f"icmp ne {mask} {left}, 0"), some, done)
    t.start(some)
    lane = t.call(f"llvm.cttz.{mask}", mask, [(mask, left), ("i1", "true")])
    made = one([t.let(f"extractelement {form.type(e)} {x}, {mask} {lane}") for e, x in given])
    t.goto(again)
    t.start(again)
    t.do(f"{following} = insertelement {vector} {now}, {element} {made}, {mask} {lane}")
    t.do(f"{rest} = and {mask} {left}, {t.let(f'sub {mask} {left}, 1')}")
    t.goto(top)
    t.start(done)
    return now


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
