"""What every text emitter shares: the artifact, the refusal of what a target lacks, and the walk over a program.

The walk is over structured statements (:mod:`vyre.ir.nodes`): one method per kind of statement, in textual
order, statement numbers counted as :mod:`vyre.ir.walk` counts them. Emitted text is canonical: ``v7`` a value,
``l2`` a local, ``b0`` a buffer, ``n0`` its number of elements, ``n0_1`` its extent along an axis, ``p3`` a
parameter. No name of the user and no comment stands in it, so programs that differ in names only have one text.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final, Protocol

from vyre.device import DeviceProfile
from vyre.dtypes import DType
from vyre.errors import Place, UnsupportedFeature
from vyre.ir.nodes import (
    Atomic,
    Barrier,
    Block,
    Break,
    Clear,
    Const,
    Continue,
    For,
    Get,
    Id,
    If,
    Load,
    Op,
    Param,
    Return,
    Set,
    Size,
    Stmt,
    Store,
    Subgroup,
    While,
)
from vyre.ir.program import Program
from vyre.ir.walk import value_dtype, walk
from vyre.plan.plan import Plan

__all__ = ["Artifact", "Emitter", "Lines", "StructuredEmitter", "refuse_unsupported"]


@dataclass(frozen=True, slots=True)
class Artifact:
    """What an emitter makes: the text, the name of its entry point, and what was decided, one line each.

    ``statements``: for each line of the text the number of the statement that it was written for, or -1.
    ``tile``: how many workgroups along x one block of the device's runs. ``dynamic_shared``: bytes of workgroup memory that
    the launch has to name, because the text declares none. ``relaxed``: as in ``CompiledPipeline``. ``options``: what the
    compiler of the text is given in place of the options of every build, where permissions change them.
    """

    text: str
    entry: str
    notes: tuple[str, ...] = ()
    statements: tuple[int, ...] = ()
    tile: int = 1
    dynamic_shared: int = 0
    relaxed: tuple[str, ...] = ()
    options: tuple[str, ...] = ()


class Emitter(Protocol):
    """The shape of every emitter: a function of plan and profile that needs no device."""

    def __call__(self, plan: Plan, profile: DeviceProfile) -> Artifact: ...


def refuse_unsupported(program: Program, profile: DeviceProfile) -> None:
    """Raise UnsupportedFeature U702 at the first statement that ``profile`` has no exact lowering for."""
    fix = "run it on a backend that has it: vy.devices() lists the ones here; backend='cpu' takes every type of this version"

    def need(dtype: DType, place: Place | None, what: str) -> None:
        if dtype.name not in profile.dtypes:
            raise UnsupportedFeature(
                f"the {profile.backend} backend does not take {dtype.name} {what} in this version",
                code="U702",
                fix=f"{fix}; or use one of {', '.join(sorted(profile.dtypes))}",
                place=place,
                actual=dtype.name,
            )

    for buffer in program.buffers:
        need(buffer.dtype, buffer.place, "parameters" if buffer.role == "uniform" else "buffers")
        if buffer.record is not None and "records" not in profile.features:
            raise UnsupportedFeature(
                f"the {profile.backend} backend does not have records in this version",
                code="U702",
                fix=f"{fix}; or pass one array per field",
                place=buffer.place,
                actual=buffer.element_name,
            )
    for local in program.locals:
        need(local.dtype, None, "locals")
    for _, stmt, _ in walk(program):
        dtype = value_dtype(program, stmt)
        if dtype is not None:
            need(dtype, stmt.place, "values")
        feature = None
        if isinstance(stmt, Op) and stmt.op not in profile.ops:
            feature = f"the operation {stmt.op}"
        elif isinstance(stmt, Barrier) and "barrier" not in profile.features:
            feature = "barriers"
        elif isinstance(stmt, Atomic):
            touched = program.buffers[stmt.buffer]
            names = ["shared_atomics" if touched.role == "shared" else "atomics"]
            names += ["float_atomics"] * touched.dtype.is_float + ["atomics64"] * (touched.dtype.bits == 64)
            lacking = next((name for name in names if name not in profile.features), None)
            feature = (
                None if lacking is None else "64-bit atomics" if lacking == "atomics64" else lacking.replace("_", " ")
            )
        if feature is not None:
            raise UnsupportedFeature(
                f"the {profile.backend} backend does not have {feature} in this version",
                code="U702",
                fix=fix,
                place=stmt.place,
                actual=feature,
            )


class Lines:
    """Lines of text under construction, indented by open blocks; each remembers the statement ``at`` of its time."""

    def __init__(self, indent: int = 0) -> None:
        self._lines: list[str] = []
        self._indent = indent
        self.at = -1
        self.statements: list[int] = []

    def add(self, text: str) -> None:
        self._lines.append("  " * self._indent + text)
        self.statements.append(self.at)

    @contextmanager
    def block(self, head: str, tail: str = "}") -> Iterator[None]:
        """``head {`` … ``}``."""
        self.add(f"{head} {{" if head else "{")
        self._indent += 1
        yield
        self._indent -= 1
        self.add(tail)

    def join(self, other: Lines) -> None:
        """Add the lines of another text, as deep as this one stands."""
        margin = "  " * self._indent
        self._lines += [margin + text for text in other._lines]
        self.statements += other.statements

    def units(self) -> Iterator[list[tuple[str, int]]]:
        """The statements of the text, each with the lines of its blocks, as (line, number of the statement)."""
        margin = "  " * self._indent
        unit: list[tuple[str, int]] = []
        for text, at in zip(self._lines, self.statements, strict=True):
            begins = text.startswith(margin) and not text.startswith((margin + " ", margin + "}", margin + "else"))
            if begins and unit:
                yield unit
                unit = []
            unit.append((text, at))
        if unit:
            yield unit

    def __str__(self) -> str:
        return "\n".join(self._lines)


class StructuredEmitter(ABC):
    """Walks a program's body and calls one method per statement. ``types`` holds the dtype of every value so far;
    ``at`` is the number of the statement that is being emitted."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.program: Program = plan.program.program
        self.types: dict[int, DType] = {}
        self.at = -1
        self.body = Lines(1)

    def emit_block(self, block: Block) -> None:
        # Blocks nest at most 64 deep (V403), so going down by recursion is safe; along a block it is a loop.
        for stmt in block:
            self.at += 1
            self.body.at = self.at
            dtype = value_dtype(self.program, stmt)
            if dtype is not None:
                self.types[stmt.result] = dtype  # type: ignore[union-attr]  # it defines a value
            _METHODS[type(stmt)](self, stmt)
            self.defined(stmt)

    def defined(self, stmt: Stmt) -> None:  # noqa: B027 - only where facts are checked there is something to do
        """After a statement; where facts are checked, what is known of the value that it defines."""

    # fmt: off
    @abstractmethod
    def const(self, stmt: Const) -> None: ...
    @abstractmethod
    def op(self, stmt: Op) -> None: ...
    @abstractmethod
    def id(self, stmt: Id) -> None: ...
    @abstractmethod
    def size(self, stmt: Size) -> None: ...
    @abstractmethod
    def param(self, stmt: Param) -> None: ...
    @abstractmethod
    def get(self, stmt: Get) -> None: ...
    @abstractmethod
    def set(self, stmt: Set) -> None: ...
    @abstractmethod
    def load(self, stmt: Load) -> None: ...
    @abstractmethod
    def store(self, stmt: Store) -> None: ...
    @abstractmethod
    def atomic(self, stmt: Atomic) -> None: ...
    @abstractmethod
    def if_(self, stmt: If) -> None: ...
    @abstractmethod
    def for_(self, stmt: For) -> None: ...
    @abstractmethod
    def while_(self, stmt: While) -> None: ...
    @abstractmethod
    def break_(self, stmt: Break) -> None: ...
    @abstractmethod
    def continue_(self, stmt: Continue) -> None: ...
    @abstractmethod
    def return_(self, stmt: Return) -> None: ...
    @abstractmethod
    def barrier(self, stmt: Barrier) -> None: ...
    # fmt: on

    def subgroup(self, stmt: Subgroup) -> None:
        """Only where a target has subgroups."""
        raise NotImplementedError

    def clear(self, stmt: Clear) -> None:
        """Only where a target has private arrays."""
        raise NotImplementedError


_METHODS: Final[dict[type[Stmt], Callable[[StructuredEmitter, Any], None]]] = {
    Const: lambda e, s: e.const(s),
    Op: lambda e, s: e.op(s),
    Id: lambda e, s: e.id(s),
    Size: lambda e, s: e.size(s),
    Param: lambda e, s: e.param(s),
    Get: lambda e, s: e.get(s),
    Set: lambda e, s: e.set(s),
    Load: lambda e, s: e.load(s),
    Store: lambda e, s: e.store(s),
    Atomic: lambda e, s: e.atomic(s),
    If: lambda e, s: e.if_(s),
    For: lambda e, s: e.for_(s),
    While: lambda e, s: e.while_(s),
    Break: lambda e, s: e.break_(s),
    Continue: lambda e, s: e.continue_(s),
    Return: lambda e, s: e.return_(s),
    Barrier: lambda e, s: e.barrier(s),
    Clear: lambda e, s: e.clear(s),
    Subgroup: lambda e, s: e.subgroup(s),
}
