"""What a row of the corpus is: programs with their inputs, and the bytes that the law fixes for them."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

import numpy as np
from blake3 import blake3

from vyre.conform.values import Array
from vyre.drivers.lane_oracle import LaneOracle
from vyre.drivers.oracle import HostOracle, Oracle
from vyre.ir.program import Buffer, Grid, Program
from vyre.opt.traps import limit_whiles
from vyre.plan.launch import grid_of_domain
from vyre.run.arrays import starting

__all__ = ["Case", "Expected", "Formula", "Row", "Setting"]

Formula = Callable[[Mapping[str, Array]], Mapping[str, Array]]
"""From the inputs to the outputs, by name, worked out by other means than the references."""


SCALAR: Final = 2048
"""Up to so many invocations the scalar reference is asked as well."""


@dataclass(frozen=True, slots=True)
class Setting:
    """How much of each row. ``unary``: values of an operation with one operand; ``pairs``: of one with more."""

    name: str
    unary: int
    pairs: int
    full: bool


@dataclass(frozen=True, slots=True)
class Expected:
    """``outputs``: the bytes of every out and inout, by buffer number; nothing where an invocation traps, ``trap`` being its
    linear global id and code."""

    outputs: Mapping[int, bytes]
    trap: tuple[int, int] | None = None


@dataclass(frozen=True)
class Case:
    """One dispatch. ``inputs``: by name, an array per in and inout and a number per uniform. ``outputs``: the shape of each
    out, by name. ``domain`` in NumPy's order; None = the program's own grid."""

    name: str
    program: Program
    inputs: Mapping[str, Any]
    outputs: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    domain: tuple[int, ...] | None = None
    while_limit: int | None = None
    formula: Formula | None = None

    @cached_property
    def grid(self) -> Grid:
        """Workgroups in x, y, z."""
        if self.domain is not None:
            return grid_of_domain(self.domain, self.program.workgroup)
        assert self.program.grid is not None, f"{self.name} says neither domain nor grid"
        return self.program.grid

    @property
    def invocations(self) -> int:
        return math.prod(self.grid) * math.prod(self.program.workgroup)

    def shape(self, buffer: Buffer) -> tuple[int, ...]:
        """Of an array argument."""
        return self.outputs[buffer.name] if buffer.role == "out" else np.shape(self.inputs[buffer.name])

    def expected(self, kind: Callable[[Program], HostOracle] = LaneOracle) -> Expected:
        """What a reference says."""
        program = self.program if self.while_limit is None else limit_whiles(self.program, self.while_limit)
        memory: dict[int, bytearray] = {}
        shapes: dict[int, tuple[int, ...]] = {}
        params: dict[int, Any] = {}
        for k, buffer in enumerate(program.buffers):
            if buffer.role == "uniform":
                params[k] = self.inputs[buffer.name]
            elif buffer.is_array:
                shapes[k] = self.shape(buffer)
                start = starting(buffer, shapes[k]) if buffer.role == "out" else self.inputs[buffer.name]
                memory[k] = bytearray(np.ascontiguousarray(start).tobytes())
        oracle = kind(program)
        if math.prod(self.grid):
            oracle.run(memory, shapes, params, self.grid)
            if oracle.trap is not None:
                return Expected({}, oracle.trap[:2])
        return Expected({k: bytes(memory[k]) for k, b in enumerate(program.buffers) if b.is_output})

    def judged(self) -> Expected:
        """What the lane-wise reference says, where the scalar one says the same (it is asked of small cases) and the formula
        does too. Raises AssertionError where they disagree: then the corpus or a reference is wrong, not a backend."""
        found = self.expected()
        if self.invocations <= SCALAR:
            scalar = self.expected(Oracle)
            if scalar != found:
                raise AssertionError(f"the two references disagree about {self.name}")
        if self.formula is not None:
            self._hold_formula(found)
        return found

    def _hold_formula(self, found: Expected) -> None:
        assert self.formula is not None
        numbers = {buffer.name: k for k, buffer in enumerate(self.program.buffers)}
        with np.errstate(all="ignore"):
            worked_out = self.formula({name: np.asarray(value) for name, value in self.inputs.items()})
        for name, want in worked_out.items():
            if np.ascontiguousarray(want).tobytes() != found.outputs[numbers[name]]:
                raise AssertionError(f"the reference and an independent formula disagree about {name} of {self.name}")

    @cached_property
    def digest(self) -> bytes:
        """32 bytes over the program, the inputs, and how it is launched."""
        made = blake3(self.program.fingerprint)
        made.update(repr((self.name, self.grid, self.while_limit)).encode())
        for buffer in self.program.buffers:
            if buffer.role == "out":
                made.update(repr(self.outputs[buffer.name]).encode())
            elif buffer.takes_input:
                value = self.inputs[buffer.name]
                if isinstance(value, np.ndarray):
                    made.update(repr(value.shape).encode())
                    made.update(np.ascontiguousarray(value).view(np.uint8).reshape(-1).data)
                else:
                    made.update(repr(value).encode())
        return made.digest()


@dataclass(frozen=True, slots=True)
class Row:
    """``id``: its group first, then what it asks: ``op/add/f32``. ``rules``: of the law. ``make`` builds its cases anew."""

    id: str
    rules: tuple[str, ...]
    make: Callable[[Setting], list[Case]]

    @property
    def group(self) -> str:
        return self.id.partition("/")[0]
