"""``vy.Builder``: programs made by calls. The front end, importers and fuzzers all build through it.

>>> from vyre.ir.builder import Builder
>>> from vyre.dtypes import u32
>>> b = Builder("mask")
>>> a, key, out = b.input("a", u32), b.input("key", u32), b.output("out", u32)
>>> i = b.global_id()
>>> with b.if_(i < out.size):
...     out[i] = a[i] ^ key[i]
>>> b.build().buffers[2].role
'out'
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from vyre.dtypes import ScalarType, u32
from vyre.ir import composites, remainders
from vyre.ir.arrays import BufferVar
from vyre.ir.construction import MAX_NESTING
from vyre.ir.declare import Declarations
from vyre.ir.nodes import Barrier, Break, Continue, For, If, Return, Stmt, Trap, While
from vyre.ir.program import Program
from vyre.ir.values import LocalVar, Operand, Val

__all__ = ["MAX_NESTING", "BufferVar", "Builder"]


class Builder(Declarations):
    """Builds one program. Every device name of the language is a method; ``build`` gives the Program.

    ``workgroup``: an int, or a tuple in NumPy's order (last axis fastest). ``domain``: an int or a shape, or the
    name of a buffer (may be declared later). ``grid``: a number of workgroups, instead of a domain.
    """

    # -- control ----------------------------------------------------------------------------------
    def _condition(self, cond: Operand) -> int:
        value = self.value(cond)
        if value.dtype.is_float:
            raise self._error("V300", "a condition is a bool or an integer", "compare it: x != 0.0", repr(value))
        return value.id

    @contextmanager
    def if_(self, cond: Operand) -> Iterator[None]:
        """``with b.if_(c):``; ``c`` is a bool or an integer."""
        value, place = self._condition(cond), self.here()
        with self._block(lambda body: self.emit(If(value, body, (), place))):
            yield
        self._else_of = (len(self._blocks), len(self._blocks[-1]) - 1)

    @contextmanager
    def else_(self) -> Iterator[None]:
        """``with b.else_():`` directly after the block of an ``if_``."""
        at = self._else_of
        if at is None or at[0] != len(self._blocks):
            raise self._error("V402", "else_ without an if_ before it", "put it directly after the if_ block")
        node = self._blocks[-1][at[1]]
        assert isinstance(node, If)

        def finish(body: tuple[Stmt, ...]) -> None:
            self._blocks[-1][at[1]] = If(node.cond, node.then, body, node.place)

        self._else_of = None
        with self._block(finish):
            yield
        self._else_of = None

    @contextmanager
    def for_(
        self,
        lo: Operand,
        hi: Operand,
        step: int = 1,
        *,
        name: str = "k",
        dtype: ScalarType | None = None,
    ) -> Iterator[LocalVar]:
        """``with b.for_(lo, hi) as k:``; the bounds have one integer type (literals alone: u32, or ``dtype``)."""
        typed = (
            next((x.dtype for x in (lo, hi) if isinstance(x, Val)), u32) if dtype is None else self.scalar_type(dtype)
        )
        if not typed.is_integer:
            raise self._error("V300", "the bounds of a range are integers", "cast them", typed.name)
        if not isinstance(step, int) or isinstance(step, bool) or step == 0:
            raise self._error("V404", "a range's step is a literal other than 0", "use a literal step", repr(step))
        first, last = self.value(lo, typed).id, self.value(hi, typed).id
        place = self.here()
        local = self.local(name, typed)
        with self._loop(lambda body: self.emit(For(local.index, first, last, step, body, place))):
            yield local

    @contextmanager
    def _loop(self, finish: Callable[[tuple[Stmt, ...]], None]) -> Iterator[None]:
        self._loops.append(len(self._blocks))
        try:
            with self._block(finish):
                yield
        finally:
            self._loops.pop()

    @contextmanager
    def while_(self, cond: Callable[[], Operand]) -> Iterator[None]:
        """``with b.while_(lambda: c):``; ``cond`` builds the condition, which is computed before each iteration."""
        place = self.here()
        if not callable(cond):
            raise self._error(
                "V404", "the condition of a while is computed anew each time", "write b.while_(lambda: condition)"
            )
        heads: list[tuple[Stmt, ...]] = []
        with self._block(heads.append):
            value = self._condition(cond())
        with self._loop(lambda body: self.emit(While(heads[0], value, body, place))):
            yield

    def _in_loop(self, word: str) -> None:
        if not self._loops:
            raise self._error("V402", f"{word} outside of a loop", f"use {word} inside for_ or while_")

    def break_(self) -> None:
        self._in_loop("break_")
        self.emit(Break(self.here()))

    def continue_(self) -> None:
        self._in_loop("continue_")
        self.emit(Continue(self.here()))

    def return_(self) -> None:
        """End this invocation."""
        self.emit(Return(self.here()))

    def trap(self, code: Operand) -> None:
        """End this invocation and fail the dispatch, naming the code, a u32 (rule 5.6)."""
        self.emit(Trap(self.value(code, u32).id, self.here()))

    def barrier(self) -> None:
        """Synchronise the workgroup; must be reached uniformly (rule 5.4)."""
        self.emit(Barrier(self.here()))

    # -- composites -------------------------------------------------------------------------------
    @contextmanager
    def grid_stride(self, n: Operand) -> Iterator[Val]:
        """``with b.grid_stride(n) as i:`` runs for each of 0 … n in one invocation of the first axis, with any grid; i has the
        type of n (a literal: u32)."""
        with composites.grid_stride(self, n) as index:
            yield index

    def over_workgroup(self, op: str, x: Operand) -> Val:
        """``any all sum min max`` of the workgroup's values, with barriers inside; the result is uniform (rule 5.4)."""
        return composites.over_workgroup(self, op, x)

    # fmt: off
    def workgroup_any(self, x: Operand) -> Val: return self.over_workgroup("any", x)
    def workgroup_all(self, x: Operand) -> Val: return self.over_workgroup("all", x)
    def workgroup_sum(self, x: Operand) -> Val: return self.over_workgroup("sum", x)
    def workgroup_min(self, x: Operand) -> Val: return self.over_workgroup("min", x)
    def workgroup_max(self, x: Operand) -> Val: return self.over_workgroup("max", x)
    # fmt: on

    def load_le(self, dtype: ScalarType, buffer: BufferVar, offset: Operand) -> Val:
        """An unaligned little-endian value out of an array of u8; bytes outside of it are 0 (rule 4.1)."""
        return composites.load_le(self, self.scalar_type(dtype), buffer, offset)

    def op(self, name: str, *operands: Operand) -> Val:
        """One operation of the table; ``floordiv`` and ``floormod`` of floats are sequences (rule 3.2)."""
        if name in ("floordiv", "floormod") and any(isinstance(x, Val) and x.dtype.is_float for x in operands):
            x, y = remainders.operands(self, *operands)
            return (remainders.floor_division if name == "floordiv" else remainders.floor_remainder)(self, x, y)
        return super().op(name, *operands)

    def fmod(self, x: Operand, y: Operand) -> Val:
        """The exact remainder of two floats, with the sign of x."""
        a, b = remainders.operands(self, x, y)
        if not a.dtype.is_float:
            raise self._error("V300", "fmod takes floats", "use b.rem for integers", repr(a))
        return remainders.fmod(self, a, b)

    @property
    def at_top(self) -> bool:
        """No block is open: what is built now runs once."""
        return len(self._blocks) == 1

    def unused(self, name: str) -> str:
        """A buffer name like ``name`` that is not taken yet."""
        n, found = 1, name
        while found in self._names:
            n += 1
            found = f"{name}_{n}"
        return found

    # -- the end ----------------------------------------------------------------------------------
    def build(self) -> Program:
        """The program. It is validated when it is checked, planned or dispatched, not here."""
        if len(self._blocks) != 1:
            raise self._error("V402", "build() inside an open block", "close every with-block first")
        domain: int | tuple[int, ...] | None
        if isinstance(self.domain, str):
            found = [n for n, buffer in enumerate(self._buffers) if buffer.name == self.domain and buffer.is_array]
            if not found:
                raise self._error(
                    "V404",
                    "domain names no buffer",
                    "name one of the arrays, or give a shape",
                    self.domain,
                )
            domain = found[0]
        elif isinstance(self.domain, int):
            domain = (self.domain,)
        else:
            domain = self.domain
        self._built = True
        return Program(
            self.name,
            tuple(self._buffers),
            tuple(self._locals),
            tuple(self._blocks[0]),
            self.workgroup,
            domain,
            self.grid,
        )
