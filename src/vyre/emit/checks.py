"""Checks of the facts that C-like text relies on (``vyre.facts.claims``): nothing is written where the mode is off.

A check that fails calls ``wrong_fact``, which writes the words behind the trap record, unless another failure did before. The
invocation goes on, since others may wait for it at a barrier; no access is without its guard here, so that memory is safe.
Conditions are made of the operations of the language, as every target writes them.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import replace

from vyre.dtypes import DType, bool_
from vyre.emit.base import StructuredEmitter
from vyre.emit.wide import NOTHING_WIDE, Run, Wide
from vyre.facts.claims import FACT_WORDS, SLOTS, fact_code
from vyre.facts.effects import BufferEffects
from vyre.facts.intervals import whole
from vyre.facts.numbering import value_numbers
from vyre.facts.ranges import ranges
from vyre.ir.literals import bits_of
from vyre.ir.nodes import Const, Load, Op, Stmt, Store
from vyre.ir.walk import result, walk
from vyre.plan.plan import Plan

__all__ = ["FactChecks"]


class FactChecks(StructuredEmitter):
    """Stands in front of the emitters. ``record``: the array whose words from ``first`` on tell of facts, None where none is
    checked."""

    record: int | None = None
    wide: Wide = NOTHING_WIDE

    def __init__(self, plan: Plan) -> None:
        super().__init__(plan)
        if not plan.checks_facts:
            return
        self.record = plan.slots[-1].buffer
        self.first_word = (self.program.buffers[self.record].shape or (0,))[0] - FACT_WORDS - SLOTS
        found, numbers = ranges(self.program), value_numbers(self.program).of
        self.intervals_known = found.intervals
        self.exact_values = frozenset(n for n, number in enumerate(numbers) if number in found.exact)
        self.numbered_statements: dict[int, Stmt] = {number: stmt for number, stmt, _ in walk(self.program)}

    # -- how the target writes it ---------------------------------------------------------------------------
    @abstractmethod
    def literal(self, dtype: DType, bits: int) -> str:
        """A value with these bits."""

    @abstractmethod
    def expression(self, op: str, result: DType, types: Sequence[DType], args: Sequence[str]) -> str:
        """The expression of one operation of the op table."""

    @abstractmethod
    def offset_word(self, value: int) -> str:
        """A subscript that is known to be inside, as u32."""

    @abstractmethod
    def wrong_fact(self, what: int, value: str, bound: str) -> str:
        """The statement that tells of a check that failed. ``value``, ``bound``: words of the record."""

    @abstractmethod
    def fact_word(self, value: int) -> str:
        """A value as a word of the record."""

    # -- checks -----------------------------------------------------------------------------------------------
    def check(self, fact: str, holds: str, value: int | None = None, bound: str = "") -> None:
        """Check that a condition holds. ``value``: the value that it is about; ``bound``: a word that it is compared with."""
        if self.record is None:
            return
        shown = "0u" if value is None else self.fact_word(value)
        call = self.wrong_fact(fact_code(fact, self.at), shown, bound or "0u")
        self.body.add(f"if (!({holds})) {{ {call} }}")

    def check_members(self, run: Run, numbers: Sequence[int]) -> None:
        """That accesses of a run go to the elements that they are taken for. ``numbers``: of the accesses, which are in scope."""
        if self.record is None:
            return
        start = next(at for at, one in self.wide.runs.items() if one is run)
        for number, (k, _) in zip(run.numbers, run.elements, strict=True):
            stmt = self.numbered_statements[number]
            if number in numbers and isinstance(stmt, (Load, Store)):
                own = stmt.index[0]
                self.check("strided", f"{self.offset_word(own)} == w{start} + {k}u", own, f"w{start} + {k}u")

    def marked(self, found: Sequence[BufferEffects]) -> tuple[BufferEffects, ...]:
        """What a program does to its arrays: the checks' atomics on the record too."""
        return tuple(replace(x, atomics=True) if n == self.record else x for n, x in enumerate(found))

    def defined(self, stmt: Stmt) -> None:
        if self.record is None or isinstance(stmt, Const):
            return
        number = result(stmt)
        if number is None:
            return
        if isinstance(stmt, Op) and number in self.exact_values:
            self.check("no wrap", self._exact(stmt, f"v{number}"), number)
        known, dtype = self.intervals_known[number], self.types[number]
        if known is None or known == whole(dtype):
            return
        tests = [
            self.expression(op, bool_, (dtype, dtype), (f"v{number}", self.literal(dtype, bits_of(dtype, edge))))
            for op, edge, least in (("ge", known[0], whole(dtype)[0]), ("le", known[1], whole(dtype)[1]))
            if edge != least and not dtype.is_bool
        ]
        if dtype.is_bool:
            tests = [f"v{number}" if known[0] else f"!v{number}"]
        self.check("range", " && ".join(f"({test})" for test in tests), number)

    def _exact(self, stmt: Op, made: str) -> str:
        """The condition that a sum, difference, product or shift did not wrap. ``made``: what it gave."""
        dtype, types = stmt.dtype, [self.types[v] for v in stmt.args]
        a, b = (f"v{v}" for v in stmt.args)
        zero = self.literal(dtype, 0)

        def is_(op: str, x: str, y: str) -> str:
            return f"({self.expression(op, bool_, (dtype, dtype), (x, y))})"

        if stmt.op == "shl":
            back = f"({self.expression('shr', dtype, (dtype, types[1]), (made, b))})"
            bits = self.literal(types[1], dtype.bits)
            short = self.expression("lt", bool_, (types[1], types[1]), (b, bits))
            least = self.expression("ge", bool_, (types[1], types[1]), (b, self.literal(types[1], 0)))
            return f"({short}) && ({least}) && {is_('eq', back, a)}"
        if stmt.op == "mul":
            high = f"({self.expression('mulhi', dtype, types, (a, b))})"
            if not dtype.is_signed:
                return is_("eq", high, zero)
            negative = self.literal(dtype, (1 << dtype.bits) - 1)
            below = is_("lt", made, zero)
            return f"(({below} && {is_('eq', high, negative)}) || (!{below} && {is_('eq', high, zero)}))"
        if not dtype.is_signed:
            return is_("ge", made, a) if stmt.op == "add" else is_("ge", a, b)
        return f"{is_('lt' if stmt.op == 'add' else 'gt', b, zero)} == {is_('lt', made, a)}"
