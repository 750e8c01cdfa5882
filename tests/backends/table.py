"""Every pure operation in a table: how a kernel spells it and which types it takes; and kernels that run them all at once.

One kernel per type holds all operations of that type, so that a device compiles few programs for many rows. It comes in
three forms, since compilers treat them differently: one row per invocation (varying values), one invocation that loops over
the rows (uniform values), and the rows written out as constants.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final, Literal

import numpy as np
import pytest

import vyre as vy
from vyre.ir.values import Operand, Val
from vyre.run.session import Session

from .exact import TYPES, Number, Type, expected
from .values import Array, array, bits, columns, numbers

Form = Literal["varying", "uniform", "constant"]
Gives = Literal["same", "bool", "unsigned"]
KINDS: Final[tuple[Gives, ...]] = ("same", "bool", "unsigned")
FORMS: Final[tuple[Form, ...]] = ("varying", "uniform", "constant")
NUMBERS: Final = ("uint", "int", "float")
WHOLE: Final = ("uint", "int")


@dataclass(frozen=True, slots=True)
class Row:
    """``text`` spells the operation over x, y, z (and ``n``, an integer that counts bits). ``gives``: the type of the
    result: "same", "bool" or "unsigned". ``takes``: kinds of types. ``composite``: more than one operation of the IR."""

    op: str
    text: str
    takes: tuple[str, ...]
    arguments: str = "xy"
    gives: Gives = "same"
    composite: bool = False


ROWS: Final[dict[str, Row]] = {
    row.op: row
    for row in (
        Row("add", "x + y", NUMBERS),
        Row("sub", "x - y", NUMBERS),
        Row("mul", "x * y", NUMBERS),
        Row("div", "vy.div(x, y)", WHOLE),
        Row("rem", "vy.rem(x, y)", WHOLE),
        Row("floordiv", "x // y", WHOLE),
        Row("floormod", "x % y", WHOLE),
        Row("ceil_div", "vy.ceil_div(x, y)", WHOLE, composite=True),
        Row("neg", "-x", NUMBERS, "x"),
        Row("abs", "vy.abs(x)", NUMBERS, "x"),
        Row("sign", "vy.sign(x)", NUMBERS, "x"),
        Row("min", "vy.min(x, y)", NUMBERS),
        Row("max", "vy.max(x, y)", NUMBERS),
        Row("clamp", "vy.clamp(x, y, z)", NUMBERS, "xyz", composite=True),
        Row("mulhi", "vy.mulhi(x, y)", WHOLE),
        Row("saturating_add", "vy.saturating_add(x, y)", WHOLE),
        Row("saturating_sub", "vy.saturating_sub(x, y)", WHOLE),
        Row("abs_diff", "vy.abs_diff(x, y)", WHOLE, gives="unsigned"),
        Row("and", "x & y", ("bool", *WHOLE)),
        Row("or", "x | y", ("bool", *WHOLE)),
        Row("xor", "x ^ y", ("bool", *WHOLE)),
        Row("not", "~x", ("bool", *WHOLE), "x"),
        Row("shl", "x << y", WHOLE),
        Row("shr", "x >> y", WHOLE),
        Row("rotl", "vy.rotl(x, y)", WHOLE),
        Row("rotr", "vy.rotr(x, y)", WHOLE),
        Row("popcount", "vy.popcount(x)", WHOLE, "x"),
        Row("clz", "vy.clz(x)", WHOLE, "x"),
        Row("ctz", "vy.ctz(x)", WHOLE, "x"),
        Row("reverse_bits", "vy.reverse_bits(x)", WHOLE, "x"),
        Row("cube", "x ** 3", NUMBERS, "x", composite=True),
        Row("eq", "x == y", ("bool", *NUMBERS), gives="bool"),
        Row("ne", "x != y", ("bool", *NUMBERS), gives="bool"),
        Row("lt", "x < y", NUMBERS, gives="bool"),
        Row("le", "x <= y", NUMBERS, gives="bool"),
        Row("gt", "x > y", NUMBERS, gives="bool"),
        Row("ge", "x >= y", NUMBERS, gives="bool"),
        Row("select", "vy.select(c, x, y)", ("bool", *NUMBERS), "cxy"),
        Row("fma", "vy.fma(x, y, z)", ("float",), "xyz"),
        Row("sqrt", "vy.sqrt(x)", ("float",), "x"),
        Row("recip", "vy.recip(x)", ("float",), "x"),
        Row("floor", "vy.floor(x)", ("float",), "x"),
        Row("ceil", "vy.ceil(x)", ("float",), "x"),
        Row("trunc", "vy.trunc(x)", ("float",), "x"),
        Row("round", "vy.round(x)", ("float",), "x"),
        Row("copysign", "vy.copysign(x, y)", ("float",)),
        Row("isnan", "vy.isnan(x)", ("float",), "x", gives="bool"),
        Row("isinf", "vy.isinf(x)", ("float",), "x", gives="bool"),
        Row("isfinite", "vy.isfinite(x)", ("float",), "x", gives="bool"),
    )
}
DIVIDE: Final = Row("div", "x / y", ("float",))  # of floats: `/`
DIVISIONS: Final = ("div", "rem", "floordiv", "floormod", "ceil_div")


def rows_of(t: Type) -> list[Row]:
    """The operations that take this type, in the table's order."""
    found = [row for row in ROWS.values() if t.kind in row.takes]
    return [*found, DIVIDE] if t.kind == "float" else found


def cases(*ops: str, kinds: tuple[str, ...] = ("bool", *NUMBERS)) -> list[tuple[str, str]]:
    """(operation, type) for every type that takes it; of every operation where none is named."""
    return [
        (row.op, t.name) for t in TYPES.values() if t.kind in kinds for row in rows_of(t) if not ops or row.op in ops
    ]


def result_of(row: Row, t: Type) -> Type:
    return {"same": t, "bool": TYPES["bool"]}.get(row.gives) or t.unsigned


def _column(t: Type, form: Form) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    if form == "constant":
        x, y, z = columns(t.name, 4, wide=False)
        return x[::2][-18:], y[::2][-18:], z[::2][-18:]
    return columns(t.name)


@cache
def wanted(op: str, name: str, form: Form) -> list[int]:
    """The expected results of all rows."""
    t = TYPES[name]
    row = next(r for r in rows_of(t) if r.op == op)
    held = dict(zip("xyz", (numbers(t, c) for c in _column(t, form)), strict=True))
    count = len(held["x"])
    held["c"] = [k % 3 == 0 for k in range(count)]
    return [
        0 if _left_out(t, form, row, held["y"][k]) else int(expected(op, t, *(held[a][k] for a in row.arguments)))
        for k in range(count)
    ]


def _left_out(t: Type, form: Form, row: Row, divisor: Number) -> bool:
    """A literal zero divisor is a compile error (rule 2.3), so that row stays as the zero of an output."""
    return form == "constant" and t.kind in WHOLE and row.op in DIVISIONS and divisor == 0


# -- kernels ----------------------------------------------------------------------------------------------------


def source_of(t: Type, form: Form) -> str:
    """The text of the kernel that runs every operation of a type."""
    word = "bool_" if t.name == "bool" else t.name
    unsigned = t.unsigned.name if t.kind in WHOLE else word
    lines = [
        f"def table(a: vy.In[vy.{word}], b: vy.In[vy.{word}], d: vy.In[vy.{word}], same: vy.Out[vy.{word}], truth: vy.Out[vy.bool_], unsigned: vy.Out[vy.{unsigned}]):"
    ]
    lines += ["    n = a.size"]
    lines += ["    for i in range(n):"] if form == "uniform" else ["    i = vy.global_id()", "    if i < n:"]
    lines += [
        f"        {left} = {right}"
        for left, right in (("x", "a[i]"), ("y", "b[i]"), ("z", "d[i]"), ("c", "i % 3 == 0"))
    ]
    slots = {"same": 0, "bool": 0, "unsigned": 0}
    for row in rows_of(t):
        to = {"same": "same", "bool": "truth", "unsigned": "unsigned"}[row.gives]
        lines.append(f"        {to}[{slots[row.gives]} * n + i] = {row.text}")
        slots[row.gives] += 1
    options = "domain=1, workgroup=1" if form == "uniform" else "domain='a'"
    return "\n".join(["import vyre as vy", f"@vy.kernel({options})", *lines, ""])


def _constant_program(t: Type) -> vy.Program:
    """The same, with every operand a constant of the Builder."""
    b = vy.Builder("constants", domain=1, workgroup=1)
    held = getattr(vy, "bool_" if t.name == "bool" else t.name)
    columns_ = _column(t, "constant")
    count = len(columns_[0])
    outs = {
        "same": b.output("same", held, count=count * 64),
        "bool": b.output("truth", vy.bool_, count=count * 64),
        "unsigned": b.output("unsigned", getattr(vy, t.unsigned.name) if t.kind in WHOLE else held, count=count * 64),
    }
    slots = {"same": 0, "bool": 0, "unsigned": 0}
    values = [numbers(t, c) for c in columns_]
    for row in rows_of(t):
        for k in range(count):
            if _left_out(t, "constant", row, values[1][k]):
                continue
            named: dict[str, Val] = {a: b.const(held, v[k]) for a, v in zip("xyz", values, strict=True)}
            named["c"] = b.const(vy.bool_, k % 3 == 0)
            outs[row.gives][slots[row.gives] * count + k] = build(b, row, [named[a] for a in row.arguments])
        slots[row.gives] += 1
    return b.build()


def build(b: vy.Builder, row: Row, operands: list[Val]) -> Val:
    """One row as calls of the Builder."""
    if row.op == "cube":
        return b.power(operands[0], 3)
    if row.composite:
        method = getattr(b, row.op)
        made = method(*operands)
        assert isinstance(made, Val)
        return made
    given: list[Operand] = list(operands)
    return b.op(row.op, *given)


@cache
def _results(session: Session, device: str, name: str, form: Form) -> dict[str, list[int]]:
    t = TYPES[name]
    inputs: list[Array] = [array(t, c) for c in _column(t, form)]
    count = len(inputs[0])
    found: dict[Gives, Array]
    if form == "constant":
        outs = session.dispatch(_constant_program(t), [], backend=device)
        found = {
            key: np.frombuffer(o, d) if isinstance(o, bytes) else o
            for key, o, d in zip(KINDS, outs, _dtypes(t), strict=True)
        }
    else:
        kernel = vy.kernel_from_source(source_of(t, form), name="table")
        blank = [np.zeros(64 * count, d) for d in _dtypes(t)]
        outs = session.dispatch(kernel.program, inputs, out=blank, backend=device)
        found = dict(zip(KINDS, outs, strict=True))
    results: dict[str, list[int]] = {}
    slots = dict.fromkeys(KINDS, 0)
    for row in rows_of(t):
        at = slots[row.gives]
        results[row.op] = bits(found[row.gives][at * count : (at + 1) * count])
        slots[row.gives] += 1
    return results


def _dtypes(t: Type) -> tuple[str, str, str]:
    return t.numpy, "bool", t.unsigned.numpy if t.kind in WHOLE else t.numpy


def need(session: Session, device: str, *names: str) -> None:
    """Skip where the device does not take the types in this version (rule 1.1's tests hold the refusals)."""
    lacking = [n for n in names if n not in session.engine(device).profile.dtypes]
    if lacking:
        pytest.skip(f"{device} does not take {', '.join(lacking)} in this version")


def hold(session: Session, device: str, op: str, name: str, form: Form = "varying") -> None:
    """Assert all rows of one operation on one type."""
    need(session, device, name)
    found, right = _results(session, device, name, form)[op], wanted(op, name, form)
    wrong = [k for k, (x, y) in enumerate(zip(found, right, strict=True)) if x != y]
    if wrong:
        t, k = TYPES[name], wrong[0]
        row = next(r for r in rows_of(t) if r.op == op)
        operands = ", ".join(f"{a}={c[k]:#x}" for a, c in zip("xyz", _column(t, form), strict=True))
        width = result_of(row, t).bits
        raise AssertionError(
            f"{row.text} on {name}, {device}, {form}: {len(wrong)} of {len(right)} rows differ; first {operands}: {found[k]:#x}, wanted {right[k]:#x} ({width} bits)"
        )
