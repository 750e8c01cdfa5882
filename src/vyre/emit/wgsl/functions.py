"""Mathematical functions as functions of WGSL (rule 3.5).

WGSL promises nothing of f64, so they are computed in integers: their bodies (``vyre.functions``) without doubles. The tables lie behind
those of the program, in the array of constants.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

from vyre.dtypes import DType, u32, u64
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


class _Lines:
    """Write the lines of a body. Literals are written inline.

    Shorter forms are used for shifts of pairs by a literal, for two words as a pair, and for the product of two
    words."""

    def __init__(self, text: FunctionTexts, body: Body) -> None:
        self.text, self.body, self.types = text, body, body.types()

    def statement(self, n: int) -> Statement | None:
        return self.body.statements[n - len(self.body.takes)] if n >= len(self.body.takes) else None

    def name(self, n: int) -> str:
        """A value as an operand."""
        s = self.statement(n)
        return self.text.literal(s.dtype, s.bits) if isinstance(s, Literal) else f"v{n}"

    def needed(self) -> list[str]:
        """The lines of the values that the result needs."""
        first, found, wanted = len(self.body.takes), [], {self.body.result}
        for n in range(first + len(self.body.statements) - 1, first - 1, -1):
            s = self.body.statements[n - first]
            if n in wanted and not isinstance(s, Literal):
                lines, operands = self.lines(n, s)
                found.append(lines)
                wanted.update(operands)
        return found[::-1]

    def lines(self, n: int, s: Statement) -> tuple[str, Sequence[int]]:
        """The lines of one value, and the numbers of its operands."""
        match s:
            case Literal():
                raise AssertionError(s)
            case Entry():
                return f"  let v{n} = {self.text.table_entry(s.table, self.name(s.index))};\n", (s.index,)
            case Apply():
                return f"  let v{n} = {self.text.apply(s.body, *map(self.name, s.args))};\n", s.args
            case Rarely():
                called = self.text.apply(s.body, *map(self.name, s.args))
                made = f"  var v{n} = {self.name(s.otherwise)};\n  if {self.name(s.condition)} {{ v{n} = {called}; }}\n"
                return made, (s.condition, s.otherwise, *s.args)
            case Step():
                short = self.short(s)
                if short is not None:
                    return f"  let v{n} = {short[0]};\n", short[1]
                types = [self.types[a] for a in s.args]
                if all(
                    isinstance(self.statement(a), Literal) for a in s.args
                ):  # a constant expression may not overflow
                    made = "".join(f"  var v{n}_{k} = {self.name(a)};\n" for k, a in enumerate(s.args))
                    names = [f"v{n}_{k}" for k in range(len(s.args))]
                else:
                    made, names = "", [self.name(a) for a in s.args]
                return f"{made}  let v{n} = {self.text.expression(s.op, s.dtype, types, names)};\n", s.args

    def short(self, s: Step) -> tuple[str, Sequence[int]] | None:
        """A shorter form of an operation on u64, and the numbers of its operands."""
        pairs = not self.text.native64
        if s.op in ("shl", "shr") and s.dtype in (u32, u64):
            by = self.statement(s.args[1])
            if (
                isinstance(by, Literal)
                and by.bits < s.dtype.bits
                and not isinstance(self.statement(s.args[0]), Literal)
            ):
                x = self.name(s.args[0])
                wide = pairs and s.dtype is u64
                return (
                    _moved(s.op, x, by.bits) if wide else f"{x} {'<<' if s.op == 'shl' else '>>'} {by.bits}u"
                ), s.args[:1]
        if s.op == "cast" and s.dtype is u32 and self.types[s.args[0]] is u64 and pairs:
            inner = self.statement(s.args[0])
            if isinstance(inner, Step) and inner.op == "shr" and self.count(inner) == 32:
                return f"{self.name(inner.args[0])}.y", inner.args[:1]
        words = [self.word(a) for a in s.args]
        if s.op == "mul" and s.dtype is u64 and None not in words:
            a, b = (self.name(n) for n in words if n is not None)
            made = f"vec2<u32>({a} * {b}, {self.text.call('mulhi_u32', a, b)})" if pairs else f"u64({a}) * u64({b})"
            return made, [n for n in words if n is not None]
        if s.op == "or" and s.dtype is u64 and pairs:
            upper = self.statement(s.args[0])
            lower = words[1]
            if isinstance(upper, Step) and upper.op == "shl" and self.count(upper) == 32 and lower is not None:
                top = self.word(upper.args[0])
                if top is not None:
                    return f"vec2<u32>({self.name(lower)}, {self.name(top)})", (lower, top)
        return None

    def count(self, s: Step) -> int | None:
        """The literal that a shift is by."""
        by = self.statement(s.args[1])
        return by.bits if isinstance(by, Literal) else None

    def word(self, n: int) -> int | None:
        """The u32 that a u64 is a cast of."""
        s = self.statement(n)
        return s.args[0] if isinstance(s, Step) and s.op == "cast" and self.types[s.args[0]] is u32 else None


def _moved(op: str, x: str, by: int) -> str:
    """A pair shifted by 0 ... 63."""
    up = op == "shl"
    near, far = (".x", ".y") if up else (".y", ".x")
    symbol, other = ("<<", ">>") if up else (">>", "<<")
    if by >= 32:
        word = f"{x}{near}" if by == 32 else f"{x}{near} {symbol} {by - 32}u"
        return f"vec2<u32>(0u, {word})" if up else f"vec2<u32>({word}, 0u)"
    if not by:
        return x
    joined = f"({x}{far} {symbol} {by}u) | ({x}{near} {other} {32 - by}u)"
    moved = f"{x}{near} {symbol} {by}u"
    return f"vec2<u32>({moved}, {joined})" if up else f"vec2<u32>({joined}, {moved})"


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
        """A body as a function, with a definition for each value that the result needs."""
        made = _Lines(self, body)
        given = ", ".join(f"v{n}: {self.type_name(t)}" for n, t in enumerate(body.takes))
        head = f"fn {body.name}({given}) -> {self.type_name(body.gives)} {{\n"
        return f"{head}{''.join(made.needed())}  return {made.name(body.result)};\n}}"

    def table_entry(self, table: Table, index: str) -> str:
        first = f"{self.table_bases[table.name]}u + 2u * {index}"
        return self.wide_of_pair(u64, f"vec2<u32>(tables[{first}], tables[{first} + 1u])")

    def function_text(self, name: str) -> str | None:
        body = self.bodies.get(name)
        return super().function_text(name) if body is None else self.body_text(body)
