"""The pieces of a long program as functions that are not inlined.

``piece12`` is the piece whose first statement has the number 12. It takes arrays, sizes, parameters, ids and values under their own
names, locals that it sets through pointers ``m3``, and gives the values that are used later through pointers ``o7``. Such a local is
copied when the piece begins and when it ends, so that in between it is the function's own. Ids are found at the head of the kernel:
PoCL knows them there only. Where an invocation may end in a piece, the function tells it.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace
from typing import ClassVar, Final

from vyre.device import DeviceProfile
from vyre.dtypes import DType, u32
from vyre.emit.base import Artifact, Lines
from vyre.emit.c.operations import held
from vyre.emit.clike import CLikeEmitter
from vyre.ir.nodes import Block, Id, Param, Return
from vyre.plan.pieces import Piece, pieces
from vyre.plan.plan import Plan

__all__ = ["LONGEST_IN_SOFTWARE", "LONGEST_ON_GPU", "PieceEmitter"]

LONGEST_IN_SOFTWARE: Final = 500
"""Statements of a piece for OpenCL in software. PoCL 3.1 takes 11 s of CPU for 4,000 statements with loads and stores as one
function, whose memory operations it schedules against each other, and 1 s in pieces of 300."""

LONGEST_ON_GPU: Final = 2000
"""Statements of a piece for a GPU, where a call costs time in every run, since what lives across it goes through memory."""


_WITH_PRIVATE: Final = 8
"""A private array that a function is given by its address leaves the registers: a product of matrices in tiles of 8 x 8 an invocation
(7,000 statements, .6 s of NVRTC in one piece) took 15.9 ms on an H200 in pieces of 2,000, and .48 ms in one."""


class PieceEmitter(CLikeEmitter):
    """Sub-classes say how the target writes a function that stays one, and what points to an array."""

    outlined_head: ClassVar[str]
    variable_qualifier: str = ""
    """What stands before the type of a variable."""

    def __init__(self, plan: Plan, profile: DeviceProfile) -> None:
        super().__init__(plan, profile)
        longest = plan.longest_piece
        if longest is not None and profile.kind == "gpu" and any(b.role == "private" for b in self.program.buffers):
            longest *= _WITH_PRIVATE
        found = () if longest is None else pieces(self.program, longest)
        self.pieces: dict[int, list[Piece]] = {}  # by the number of their block's first statement
        for piece in found:
            self.pieces.setdefault(piece.block, []).append(piece)
        self.count = len(found)
        self.cut = self.count > 0
        self.owned = frozenset(local for piece in found for local in piece.owns)
        self.open_pieces: list[dict[str, DType]] = []  # what each of them reads of the kernel's own names
        if self.cut:
            self.tile = None

    @abstractmethod
    def array_parameter(self, buffer: int) -> str:
        """The declaration of a function's parameter that points to an array."""

    # -- the kernel's own names ---------------------------------------------------------------------------------
    def named(self, name: str, dtype: DType) -> str:
        """A name that the head of the kernel defines; what stands in a piece gets it from there."""
        if self.open_pieces:
            self.open_pieces[-1][name] = dtype
        return name

    def extent(self, buffer: int, axis: int | None) -> str:
        found = super().extent(buffer, axis)
        return self.named(found, u32) if found.startswith("n") else found

    def param(self, stmt: Param) -> None:
        self.named(f"p{stmt.buffer}", self.program.buffers[stmt.buffer].dtype)
        super().param(stmt)

    def id(self, stmt: Id) -> None:
        if self.cut:
            self.value(stmt.result, self.named(f"{stmt.name}{stmt.axis}", u32))
        else:
            super().id(stmt)

    def invocation(self) -> None:
        if self.cut:
            for name, axis in sorted(self.ids):
                self.body.add(self.let(f"{name}{axis}", u32, self.id_expression(name, axis)))
        super().invocation()

    def local_variables(self) -> list[int]:
        return [n for n in super().local_variables() if n not in self.owned]

    def emit(self) -> Artifact:
        made = super().emit()
        if not self.cut:
            return made
        return replace(
            made, notes=(*made.notes, f"{self.plan.longest_piece} statements a piece: cut into {self.count}")
        )

    # -- pieces -------------------------------------------------------------------------------------------------
    def emit_block(self, block: Block) -> None:
        at = 0
        for piece in self.pieces.pop(self.at + 1, ()):  # once: a piece may begin where its block does
            super().emit_block(block[at : piece.index])
            at = piece.index + piece.count
            self.piece(piece, block[piece.index : at])
        super().emit_block(block[at:])

    def return_(self, stmt: Return) -> None:
        if self.open_pieces:
            self.body.add("return true;")
        else:
            super().return_(stmt)

    def piece(self, piece: Piece, block: Block) -> None:
        """Writes the function and the call of it."""
        outer, self.body = self.body, Lines()
        names: dict[str, DType] = {}
        self.open_pieces.append(names)
        add = self.body.add
        self.body.at = piece.first
        for n in piece.owns:
            dtype = self.program.locals[n].dtype
            add(self.var(f"l{n}", dtype, self.literal(dtype, 0)))
        for n in piece.shares:
            add(self.var(f"l{n}", self.program.locals[n].dtype, f"*m{n}"))
        self.emit_block(block)
        for n in piece.shares:
            add(f"*m{n} = l{n};")
        for v in piece.gives:
            add(f"*o{v} = v{v};")
        if piece.returns:
            add("return false;")
        inner, self.body = self.body, outer
        self.open_pieces.pop()
        if self.open_pieces:
            self.open_pieces[-1].update(names)
        self.add_function(piece, names, inner)
        self.add_call(piece, names)

    def add_function(self, piece: Piece, names: dict[str, DType], inner: Lines) -> None:
        """After the functions that it calls."""
        given = [
            *(self.array_parameter(buffer) for buffer in piece.buffers),
            *(f"const {held(names[name])} {name}" for name in sorted(names)),
            *(f"const {held(self.types[v])} v{v}" for v in piece.takes),
            *(f"const {held(self.program.locals[n].dtype)} l{n}" for n in piece.reads),
            *(f"{self.pointer(self.program.locals[n].dtype)} m{n}" for n in piece.shares),
            *(f"{self.pointer(self.types[v])} o{v}" for v in piece.gives),
        ]
        result = "bool" if piece.returns else "void"
        self.outlined.at = piece.first
        with self.outlined.block(f"{self.outlined_head} {result} piece{piece.first}({', '.join(given)})"):
            self.outlined.join(inner)

    def pointer(self, dtype: DType) -> str:
        return f"{self.variable_qualifier}{held(dtype)}*"

    def add_call(self, piece: Piece, names: dict[str, DType]) -> None:
        add = self.body.add
        self.body.at = piece.first
        for v in piece.gives:
            add(f"{self.variable_qualifier}{held(self.types[v])} v{v};")
        given = [
            *(f"b{buffer}" for buffer in piece.buffers),
            *sorted(names),
            *(f"v{v}" for v in piece.takes),
            *(f"l{n}" for n in piece.reads),
            *(f"&l{n}" for n in piece.shares),
            *(f"&v{v}" for v in piece.gives),
        ]
        call = f"piece{piece.first}({', '.join(given)})"
        if piece.returns:
            add(f"if ({call}) {{ {'return true;' if self.open_pieces else 'return;'} }}")
        else:
            add(f"{call};")
