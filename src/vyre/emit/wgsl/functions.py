"""Mathematical functions as functions of WGSL (rule 3.5).

WGSL promises nothing of f64, so they are computed in integers: their bodies (``vyre.functions``) without doubles. The tables lie behind
those of the program, in the array of constants.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

from vyre.dtypes import DType, u64
from vyre.emit.wgsl.text import WgslText
from vyre.functions.body import Apply, Body, Entry, Literal, Rarely, Statement, Step, Table
from vyre.functions.chosen import body_of
from vyre.ir.nodes import Op
from vyre.ir.ops import FUNCTIONS
from vyre.ir.program import Program
from vyre.ir.walk import walk

__all__ = ["FunctionTexts", "tables_of"]


def _body(name: str, t: DType) -> Body:
    return body_of(name, t, doubles=False)


def tables_of(program: Program) -> tuple[Table, ...]:
    """The tables of the functions that a program uses, each once."""
    used = {(s.op, s.dtype) for _, s, _ in walk(program) if isinstance(s, Op) and s.op in FUNCTIONS}
    found = {table.name: table for op, t in sorted(used, key=str) for table in _body(op, t).tables()}
    return tuple(found.values())


class FunctionTexts(WgslText):
    """Texts of functions that are bodies."""

    bodies: dict[str, Body]
    """The bodies that the text calls, by name."""
    table_bases: dict[str, int]
    """The first word of each table in the array of constants."""

    @abstractmethod
    def literal(self, dtype: DType, bits: int) -> str:
        """A value with these bits."""

    @abstractmethod
    def expression(self, op: str, result: DType, types: Sequence[DType], args: Sequence[str]) -> str:
        """The expression of one operation."""

    @abstractmethod
    def wide_of_pair(self, t: DType, pair: str) -> str:
        """Two words as an integer of 64 bits."""

    def mathematical(self, name: str, t: DType, args: Sequence[str]) -> str:
        """A call of a function of the table of operations."""
        return self.apply(_body(name, t), *args)

    def apply(self, body: Body, *args: str) -> str:
        self.bodies[body.name] = body
        return self.call(body.name, *args)

    def body_text(self, body: Body) -> str:
        """A body as a function, a definition for each value."""
        types = body.types()
        lines = []
        for n, s in enumerate(body.statements, len(body.takes)):
            value = self.value_of(s, types)
            # a `let` of a literal would be a constant expression, and what is made of it is checked for overflow
            lines.append(f"  {'var' if isinstance(s, (Literal, Rarely)) else 'let'} v{n} = {value};\n")
            if isinstance(s, Rarely):
                lines.append(f"  if v{s.condition} {{ v{n} = {self.apply(s.body, *(f'v{a}' for a in s.args))}; }}\n")
        given = ", ".join(f"v{n}: {self.type_name(t)}" for n, t in enumerate(body.takes))
        return (
            f"fn {body.name}({given}) -> {self.type_name(body.gives)} {{\n{''.join(lines)}  return v{body.result};\n}}"
        )

    def value_of(self, s: Statement, types: Sequence[DType]) -> str:
        """The expression of a statement of a body."""
        match s:
            case Literal():
                return self.literal(s.dtype, s.bits)
            case Step():
                return self.expression(s.op, s.dtype, [types[a] for a in s.args], [f"v{a}" for a in s.args])
            case Entry():
                return self.table_entry(s.table, f"v{s.index}")
            case Apply():
                return self.apply(s.body, *(f"v{a}" for a in s.args))
            case Rarely():
                return f"v{s.otherwise}"

    def table_entry(self, table: Table, index: str) -> str:
        first = f"{self.table_bases[table.name]}u + 2u * {index}"
        return self.wide_of_pair(u64, f"vec2<u32>(tables[{first}], tables[{first} + 1u])")

    def function_text(self, name: str) -> str | None:
        body = self.bodies.get(name)
        return super().function_text(name) if body is None else self.body_text(body)
