"""Tiles in WGSL: where the arrays consist of fours (:mod:`vyre.emit.wgsl.fours`), a thread loads and stores one at once."""

from __future__ import annotations

from abc import abstractmethod

from vyre.dtypes import DType, u32
from vyre.emit.tiles import TILE
from vyre.emit.wgsl.fours import Four
from vyre.emit.wgsl.memory import WgslMemory
from vyre.emit.wgsl.text import operand
from vyre.ir.nodes import Load, Store

__all__ = ["WgslTiles"]


class WgslTiles(WgslMemory):
    """Stands between the arrays and the emitter."""

    @abstractmethod
    def opaque(self, result: int, expression: str) -> str:
        """The expression of a value, made opaque where it is to be."""

    def tile_prologue(self) -> None:
        """What a thread knows of its tile."""
        if self.fours:
            self.body.add("if (group1 > 0u || group2 > 0u) { return; }")
            self.body.add(self.let("four", u32, f"tile0 * {self.plan.workgroup[0]}u + local.x"))

    def placed_in_tile(self, k: str) -> list[tuple[str, str]]:
        if not self.fours:
            return super().placed_in_tile(k)
        size = f"{self.plan.workgroup[0]}u"
        found = [("member", f"local.x * {TILE}u + {k}"), ("group0", f"first + member / {size}")]
        return [*found, ("local0", f"member % {size}")] if ("local_id", 0) in self.ids else found

    def load(self, stmt: Load) -> None:
        four = self.fours.get(stmt.buffer) if self.inside_tile else None
        if four is None:
            super().load(stmt)
            return
        t = self.program.buffers[stmt.buffer].dtype
        names = tuple(f"q{stmt.result}_{k}" for k in range(four.count))
        for name, vector in zip(names, self.vectors(stmt.buffer, four), strict=True):
            self.body.add(f"let {name} = {vector};")
        for k in range(TILE):
            value = self.opaque(stmt.result, self.element_of(t, four, names, k))
            self.body.add(self.let(f"v{stmt.result}_{k}", t, value))

    def element_of(self, t: DType, four: Four, names: tuple[str, ...], k: int) -> str:
        """Element ``k`` of the vectors of these names."""
        cells, below = four.cells(names, t.nbytes, k)
        if t.nbytes == 8 and not self.native64:
            return self.wide_value(t, cells)
        if t.nbytes < 4:
            return self.from_raw(t, f"({cells} >> {below}u)" if below else cells)
        return self.from_raw(t, cells) if t.is_float else cells

    def store(self, stmt: Store) -> None:
        four = self.fours.get(stmt.buffer) if self.inside_tile else None
        if four is None:
            super().store(stmt)
            return
        t, v = self.program.buffers[stmt.buffer].dtype, f"v{stmt.value}"
        if t.nbytes == 8 and not self.native64:
            one = self.raw_pair(t, v)
        else:
            one = v if four.type == "i32" else self.to_raw(t, v)
        each = [self.of_invocation(one, k) for k in range(TILE)]
        if t.nbytes < 4:
            size, count = 8 * t.nbytes, 4 // t.nbytes
            each = [
                " | ".join(f"({x} << {size * k}u)" if k else operand(x) for k, x in enumerate(each[n : n + count]))
                for n in range(0, TILE, count)
            ]
        share = len(each) // four.count
        for k, vector in enumerate(self.vectors(stmt.buffer, four)):
            parts = ", ".join(each[k * share : (k + 1) * share])
            self.body.add(f"{vector} = {parts if four.lanes == 1 else f'{four.vector}({parts})'};")

    @staticmethod
    def vectors(buffer: int, four: Four) -> list[str]:
        """Those of the thread's own four elements."""
        if four.count == 1:
            return [f"b{buffer}[four]"]
        return [f"b{buffer}[four * {four.count}u + {k}u]" for k in range(four.count)]
