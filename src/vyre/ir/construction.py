"""What every part of the builder stands on: the open blocks, value ids, scopes and places of a program under construction."""

from __future__ import annotations

import linecache
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from vyre.dtypes import DType
from vyre.errors import Place, ValidationError, shown
from vyre.ir.nodes import Stmt, Value
from vyre.ir.program import Buffer, Grid, Local
from vyre.ir.values import DeviceFunctions, Val

__all__ = ["MAX_NESTING", "Construction", "grid_of"]

MAX_NESTING: Final = 64
"""Blocks inside blocks; deeper is V403."""

_HERE: Final = os.path.dirname(__file__)
_CONTEXTLIB: Final = contextmanager.__code__.co_filename  # frames of `with` are not the caller's


class Construction(DeviceFunctions):
    """A program under construction; :class:`vyre.ir.builder.Builder` is its whole."""

    def __init__(
        self,
        name: str,
        *,
        workgroup: int | tuple[int, ...] = 256,
        domain: int | str | tuple[int, ...] | None = None,
        grid: int | tuple[int, ...] | None = None,
    ) -> None:
        self._check_name(name)
        self.name = name
        self.workgroup = grid_of(workgroup, "workgroup")
        self.domain = domain
        self.grid = None if grid is None else grid_of(grid, "grid", zero=True)
        self.place: Place | None = None  # the front end sets it; else the caller's line is taken
        self._buffers: list[Buffer] = []
        self._names: set[str] = set()
        self._locals: list[Local] = []
        self._blocks: list[list[Stmt]] = [[]]
        self._loops: list[int] = []  # depth of the block of each open loop
        self._next = 0
        self._scope_of: dict[int, int] = {}  # value id -> serial number of its block
        self._open: list[int] = [0]  # serial numbers of the open blocks
        self._serial = 0
        self._else_of: tuple[int, int] | None = None  # (depth, position) of an if_ that an else_ may follow
        self._built = False
        self._places: dict[tuple[str, int], Place] = {}

    # -- bookkeeping used by values -------------------------------------------------------------
    def next_id(self) -> int:
        return self._next

    def here(self) -> Place | None:
        if self.place is not None:
            return self.place
        frame = sys._getframe(1)
        while os.path.dirname(frame.f_code.co_filename) == _HERE or frame.f_code.co_filename == _CONTEXTLIB:
            if frame.f_back is None:
                return None
            frame = frame.f_back
        key = (frame.f_code.co_filename, frame.f_lineno)
        place = self._places.get(key)
        if place is None:
            text = linecache.getline(*key).rstrip("\n")
            start = len(text) - len(text.lstrip())
            place = Place(key[0], key[1], start, len(text), text, frame.f_code.co_name)
            self._places[key] = place
        return place

    def emit(self, stmt: Stmt) -> None:
        if self._built:
            raise self._error("V402", "the program is built", "make a new Builder")
        self._else_of = None
        self._blocks[-1].append(stmt)

    def define(self, stmt: Value, dtype: DType) -> Val:
        self.emit(stmt)
        self._scope_of[stmt.result] = self._open[-1]
        self._next += 1
        return Val(self, stmt.result, dtype)

    def owned(self, value: Val) -> Val:
        if value.builder is not self:
            raise self._error(
                "V404",
                "a value of another builder",
                "build each program with its own values",
                repr(value),
            )
        if self._scope_of[value.id] not in self._open:
            raise self._error(
                "V401",
                "this value is defined in a block that has ended",
                "carry it out in a local: x = b.let('x', 0) before the block, x.set(v) inside",
                repr(value),
            )
        return value

    def _error(self, code: str, message: str, fix: str, actual: str | None = None) -> ValidationError:
        return ValidationError(message, code=code, fix=fix, place=self.here(), actual=actual)

    def _check_name(self, name: str) -> None:
        if not isinstance(name, str) or not name.isidentifier():
            raise ValidationError(
                "a name must be a Python identifier",
                code="V400",
                fix="use letters, digits and _, not starting with a digit",
                actual=repr(name),
            )

    # -- blocks -----------------------------------------------------------------------------------
    def _begin(self) -> None:
        if len(self._blocks) > MAX_NESTING:
            raise self._error(
                "V403",
                f"blocks nested deeper than {MAX_NESTING}",
                "split the program, or combine conditions with &",
            )
        self._blocks.append([])
        self._serial += 1
        self._open.append(self._serial)

    def _end(self) -> tuple[Stmt, ...]:
        self._open.pop()
        return tuple(self._blocks.pop())

    @contextmanager
    def _block(self, finish: Callable[[tuple[Stmt, ...]], None]) -> Iterator[None]:
        depth = len(self._blocks)
        self._begin()
        try:
            yield
        except BaseException:
            del self._blocks[depth:], self._open[depth:]
            raise
        if len(self._blocks) != depth + 1:
            raise self._error(
                "V402", "blocks end in another order than they began", "use with statements, one inside of the other"
            )
        finish(self._end())


def grid_of(given: int | tuple[int, ...], what: str, *, zero: bool = False) -> Grid:
    """NumPy's order to x, y, z."""
    axes = tuple(given) if isinstance(given, Sequence) else (given,)
    if not 1 <= len(axes) <= 3 or not all(
        isinstance(n, int) and not isinstance(n, bool) and (0 if zero else 1) <= n < 1 << 64 for n in axes
    ):
        raise ValidationError(
            f"{what} is an int or a tuple of up to three",
            code="V404",
            fix="use for example 256 or (16, 16)",
            actual=shown(given),
        )
    padded = tuple(reversed(axes)) + (1,) * (3 - len(axes))
    return (padded[0], padded[1], padded[2])
