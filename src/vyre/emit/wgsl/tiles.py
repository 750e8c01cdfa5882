"""Tiles in WGSL: where the arrays consist of fours (:mod:`vyre.emit.wgsl.fours`), a thread loads and stores one at once, or several
one after the other, each beside those of its neighbours.
"""

from __future__ import annotations

from abc import abstractmethod

from vyre.dtypes import DType, u32
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
            self.body.add(self.let("four", u32, f"tile0 * {self.plan.workgroup[0] * self.fours_a_thread}u + local.x"))

    @property
    def fours_a_thread(self) -> int:
        """A whole number: workgroups a block are a multiple of four."""
        return self.workgroups_a_block // 4

    def placed_in_tile(self, k: str) -> list[tuple[str, str]]:
        if not self.fours:
            return super().placed_in_tile(k)
        size = f"{self.plan.workgroup[0]}u"
        member = f"local.x * 4u + {k}"
        if self.fours_a_thread > 1:  # the invocations of one four, then those of the next one
            member = f"(local.x + {k} / 4u * {size}) * 4u + {k} % 4u"
        found = [("member", member), ("group0", f"first + member / {size}")]
        return [*found, ("local0", f"member % {size}")] if ("local_id", 0) in self.ids else found

    def load(self, stmt: Load) -> None:
        four = self.fours.get(stmt.buffer) if self.inside_tile else None
        if four is None:
            super().load(stmt)
            return
        t = self.program.buffers[stmt.buffer].dtype
        vectors = self.own_vectors(stmt.buffer, four)
        names = tuple(f"q{stmt.result}_{k}" for k in range(len(vectors)))
        for name, vector in zip(names, vectors, strict=True):
            self.body.add(f"let {name} = {vector};")
        for k in range(self.workgroups_a_block):
            mine = names[k // 4 * four.count :]
            value = self.opaque(stmt.result, self.element_of(t, four, mine, k % 4))
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
        each = [self.of_invocation(one, k) for k in range(self.workgroups_a_block)]
        if t.nbytes < 4:
            size, count = 8 * t.nbytes, 4 // t.nbytes
            each = [
                " | ".join(f"({x} << {size * k}u)" if k else operand(x) for k, x in enumerate(each[n : n + count]))
                for n in range(0, len(each), count)
            ]
        vectors = self.own_vectors(stmt.buffer, four)
        share = len(each) // len(vectors)
        for k, vector in enumerate(vectors):
            parts = ", ".join(each[k * share : (k + 1) * share])
            self.body.add(f"{vector} = {parts if four.lanes == 1 else f'{four.vector}({parts})'};")

    def own_vectors(self, buffer: int, four: Four) -> list[str]:
        """Those of the thread's own elements."""
        found: list[str] = []
        for k in range(self.fours_a_thread):
            at = f"four + {k * self.plan.workgroup[0]}u" if k else "four"
            if four.count == 1:
                found.append(f"b{buffer}[{at}]")
            else:
                found += [f"b{buffer}[{operand(at)} * {four.count}u + {n}u]" for n in range(four.count)]
        return found
