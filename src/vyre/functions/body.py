"""A function as a straight line of the operations of the table: the form in which it is written once for every device.

A :class:`Body` has neither names of a language nor a choice of a path: constants, operations of ``vyre.ir.ops``, entries of constant
tables and calls of other bodies, each with a number. The only choice there is, is whether a call that is seldom needed is made. An emitter writes it with its own means for these operations; :func:`evaluate`
computes it. Operations keep their meaning in the specification, so a body gives the same bits wherever it runs. What it is given may
be anything: no entry is read beyond its table, and nothing depends on an operation that has no meaning.

:class:`Writer` makes bodies:

>>> from vyre.dtypes import f64
>>> w = Writer("square", f64)
>>> [s.op for s in w.body(w.argument * w.argument).statements]
['mul']
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from vyre.dtypes import DType, bool_, u32, u64
from vyre.ir.literals import bits_of
from vyre.ir.ops import result_type

__all__ = ["Apply", "Body", "Entry", "Literal", "Number", "Rarely", "Statement", "Step", "Table", "Writer", "evaluate"]


@dataclass(frozen=True, slots=True)
class Table:
    """Constants of 64 bits; as many as a power of two, so that an index is inside once it is masked."""

    name: str
    values: tuple[int, ...]

    @property
    def data(self) -> bytes:
        return b"".join(value.to_bytes(8, "little") for value in self.values)


@dataclass(frozen=True, slots=True)
class Literal:
    """A constant of the body."""

    dtype: DType
    bits: int


@dataclass(frozen=True, slots=True)
class Step:
    """One operation of the table of operations, on values of the body."""

    op: str
    dtype: DType
    args: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of a table, as u64. The index is a u32 below its length."""

    table: Table
    index: int
    dtype: DType = u64


@dataclass(frozen=True, slots=True)
class Apply:
    """A call of another body."""

    body: Body
    args: tuple[int, ...]

    @property
    def dtype(self) -> DType:
        return self.body.gives


@dataclass(frozen=True, slots=True)
class Rarely:
    """A call of another body where a condition holds, and a value that is there already where it does not, which is nearly always.
    Nothing depends on whether a device makes the call where it is not needed."""

    condition: int
    body: Body
    args: tuple[int, ...]
    otherwise: int

    @property
    def dtype(self) -> DType:
        return self.body.gives


Statement = Literal | Step | Entry | Apply | Rarely


@dataclass(frozen=True, slots=True)
class Body:
    """``takes``: the types of its arguments, which are the first values; each statement is one more. ``result``: the value given."""

    name: str
    takes: tuple[DType, ...]
    gives: DType
    statements: tuple[Statement, ...]
    result: int

    def types(self) -> list[DType]:
        """The type of each value."""
        return [*self.takes, *(s.dtype for s in self.statements)]

    def tables(self) -> tuple[Table, ...]:
        """Those that it reads, itself or by way of others, each once."""
        found: dict[str, Table] = {}
        for s in self.statements:
            if isinstance(s, Entry):
                found.setdefault(s.table.name, s.table)
            elif isinstance(s, (Apply, Rarely)):
                found.update((table.name, table) for table in s.body.tables())
        return tuple(found.values())


@dataclass(frozen=True, slots=True, eq=False)
class Number:
    """A value of a body under construction. Its operators are the operations of its type; a Python number beside it is a literal."""

    writer: Writer
    at: int
    dtype: DType

    def _with(self, op: str, other: Operand) -> Number:
        return self.writer.op(op, self, self.writer.of(self.dtype, other))

    def _from(self, op: str, other: Operand) -> Number:
        return self.writer.op(op, self.writer.of(self.dtype, other), self)

    # fmt: off
    def __add__(self, other: Operand) -> Number: return self._with("add", other)
    def __radd__(self, other: Operand) -> Number: return self._from("add", other)
    def __sub__(self, other: Operand) -> Number: return self._with("sub", other)
    def __rsub__(self, other: Operand) -> Number: return self._from("sub", other)
    def __mul__(self, other: Operand) -> Number: return self._with("mul", other)
    def __rmul__(self, other: Operand) -> Number: return self._from("mul", other)
    def __truediv__(self, other: Operand) -> Number: return self._with("div", other)
    def __rtruediv__(self, other: Operand) -> Number: return self._from("div", other)
    def __and__(self, other: Operand) -> Number: return self._with("and", other)
    def __or__(self, other: Operand) -> Number: return self._with("or", other)
    def __xor__(self, other: Operand) -> Number: return self._with("xor", other)
    def __lt__(self, other: Operand) -> Number: return self._with("lt", other)
    def __le__(self, other: Operand) -> Number: return self._with("le", other)
    def __gt__(self, other: Operand) -> Number: return self._with("gt", other)
    def __ge__(self, other: Operand) -> Number: return self._with("ge", other)
    def __neg__(self) -> Number: return self.writer.op("neg", self)
    def __abs__(self) -> Number: return self.writer.op("abs", self)
    def __invert__(self) -> Number: return self.writer.op("not", self)
    def __lshift__(self, count: Number | int) -> Number: return self._shifted("shl", count)
    def __rshift__(self, count: Number | int) -> Number: return self._shifted("shr", count)
    # fmt: on

    def _shifted(self, op: str, count: Number | int) -> Number:
        return self.writer.op(op, self, self.writer.of(u32, count))

    def equals(self, other: Operand) -> Number:
        return self._with("eq", other)

    def differs(self, other: Operand) -> Number:
        return self._with("ne", other)

    def to(self, dtype: DType) -> Number:
        """The value in another type: a cast."""
        return self.writer.convert("cast", self, dtype)

    def bits(self, dtype: DType) -> Number:
        """The same bits in another type; of a NaN the canonical ones."""
        return self.writer.convert("bitcast", self, dtype)


Operand = Number | int | float


class Writer:
    """Makes one body. A statement that is there already is not written again."""

    def __init__(self, name: str, *takes: DType) -> None:
        self.name = name
        self.takes = takes
        self._statements: list[Statement] = []
        self._known: dict[Statement, int] = {}

    @property
    def arguments(self) -> tuple[Number, ...]:
        return tuple(Number(self, at, t) for at, t in enumerate(self.takes))

    @property
    def argument(self) -> Number:
        """The only one."""
        (one,) = self.arguments
        return one

    def _add(self, statement: Statement) -> Number:
        at = self._known.get(statement)
        if at is None:
            at = self._known[statement] = len(self.takes) + len(self._statements)
            self._statements.append(statement)
        return Number(self, at, statement.dtype)

    def of(self, dtype: DType, value: Operand) -> Number:
        """A Python number as a literal of a type; a value as it is."""
        return value if isinstance(value, Number) else self._add(Literal(dtype, bits_of(dtype, value)))

    def pattern(self, dtype: DType, bits: int) -> Number:
        """The literal with these bits."""
        return self._add(Literal(dtype, bits))

    def op(self, name: str, *args: Number) -> Number:
        return self._add(Step(name, result_type(name, [a.dtype for a in args]), tuple(a.at for a in args)))

    def convert(self, name: str, x: Number, dtype: DType) -> Number:
        return x if x.dtype is dtype else self._add(Step(name, result_type(name, [x.dtype], dtype), (x.at,)))

    def select(self, condition: Number, yes: Operand, no: Operand) -> Number:
        """One of two, of which one at least is a value."""
        dtype = yes.dtype if isinstance(yes, Number) else no.dtype if isinstance(no, Number) else bool_
        return self.op("select", condition, self.of(dtype, yes), self.of(dtype, no))

    def entry(self, table: Table, index: Number) -> Number:
        """An entry; the index is taken modulo the table's length."""
        return self._add(Entry(table, (index.to(u32) & len(table.values) - 1).at))

    def call(self, body: Body, *args: Number) -> Number:
        return self._add(Apply(body, tuple(a.at for a in args)))

    def rarely(self, condition: Number, body: Body, args: Sequence[Number], otherwise: Number) -> Number:
        return self._add(Rarely(condition.at, body, tuple(a.at for a in args), otherwise.at))

    def polynomial(self, x: Number, coefficients: Sequence[float]) -> Number:
        """By Horner's rule, the constant one first."""
        *rest, last = coefficients
        total = self.of(x.dtype, last)
        for c in reversed(rest):
            total = x * total + c
        return total

    def body(self, result: Number) -> Body:
        return Body(self.name, self.takes, result.dtype, tuple(self._statements), result.at)


def evaluate(
    body: Body,
    arguments: Sequence[Any],
    operation: Callable[[str, Sequence[DType], DType], Callable[..., Any]],
    literal: Callable[[DType, int], Any],
    entry: Callable[[Table, Any], Any],
) -> Any:
    """The value of a body, by the meanings that are given: of an operation, of a literal, and of an entry of a table."""
    values, types = list(arguments), body.types()
    for s in body.statements:
        match s:
            case Literal():
                values.append(literal(s.dtype, s.bits))
            case Step():
                meaning = operation(s.op, [types[a] for a in s.args], s.dtype)
                values.append(meaning(*(values[a] for a in s.args)))
            case Entry():
                values.append(entry(s.table, values[s.index]))
            case Apply():
                values.append(evaluate(s.body, [values[a] for a in s.args], operation, literal, entry))
            case Rarely():
                made = evaluate(s.body, [values[a] for a in s.args], operation, literal, entry)
                chosen = operation("select", [types[s.condition], s.dtype, s.dtype], s.dtype)
                values.append(chosen(values[s.condition], made, values[s.otherwise]))
    return values[body.result]
