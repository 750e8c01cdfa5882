"""Neighbours that one invocation touches (:mod:`vyre.emit.wide`) in accesses of 16 bytes; see ``runs_of`` in :mod:`vyre.emit.wgsl.fours`.

Loads ask when they run whether the first one lies on a vector's beginning and all are inside. Stores need not: they are of
vectors, the last of which ends in the padding of the memory where it is longer than the array.
"""

from __future__ import annotations

from abc import abstractmethod

from vyre.dtypes import DType, u32
from vyre.emit.wgsl.tiles import WgslTiles
from vyre.emit.wide import WIDE, Run
from vyre.ir.nodes import Load, Store

__all__ = ["WgslRuns"]


class WgslRuns(WgslTiles):
    """Stands between the arrays and the emitter."""

    @abstractmethod
    def absent(self, result: int) -> str:
        """What a load gives where there is no element (rule 4.1)."""

    def load(self, stmt: Load) -> None:
        run = self.wide.runs.get(self.at)
        if run is not None:
            self.wide_load(run)
            self.check_members(run, [self.at])
        elif self.at not in self.wide.covered:
            super().load(stmt)
        else:
            self.check_members(self.wide.of(self.at), [self.at])

    def store(self, stmt: Store) -> None:
        run = self.wide.runs.get(self.at)
        if run is not None:
            self.wide_store(run)
        elif self.at not in self.wide.covered:
            super().store(stmt)

    def begin(self, run: Run) -> tuple[str, bool]:
        """Defines where the run begins, and gives its name and whether all of it is proved to be inside."""
        first = self.offset_word(run.subscript)
        self.body.add(self.let(f"w{self.at}", u32, f"{first} + {run.shift}u" if run.shift else first))
        proved = self.proved.issuperset(run.numbers)
        if not proved:
            self.guarded += len(run.elements)
        else:
            n = self.extent(run.buffer, None)
            whole = f"{n} >= {run.length}u && w{self.at} <= {n} - {run.length}u"
            self.check("in bounds", whole, run.subscript, n)
        if run.aligned:
            self.check("aligned", f"(w{self.at} & 3u) == 0u", run.subscript)
        return f"w{self.at}", proved

    def wide_load(self, run: Run) -> None:
        t, n = self.program.buffers[run.buffer].dtype, self.extent(run.buffer, None)
        w, proved = self.begin(run)
        conditions = [] if proved else [f"{n} >= {run.length}u && {w} <= {n} - {run.length}u"]
        if not run.aligned:
            conditions.append(f"({w} & 3u) == 0u")
        for _, value in run.elements:
            self.types[value] = t
            self.body.add(self.var(f"v{value}", t, self.absent(value)))
        with self.body.block(f"if ({' && '.join(conditions)})" if conditions else ""):
            for k in range(0, run.length, WIDE):
                self.body.add(f"let q{k} = b{run.buffer}[{self.vector(w, k)}];")
            for k, value in run.elements:
                self.take(value, t, f"q{k // WIDE * WIDE}.{'xyzw'[k % WIDE]}")
        if conditions:
            with self.body.block("else"):
                for k, value in run.elements:
                    at = f"{w} + {k}u" if k else w
                    with self.where(None if proved else f"{at} < {n}"):
                        self.take(value, t, self.word_of(run.buffer, at))

    def take(self, value: int, t: DType, cell: str) -> None:
        self.body.add(f"v{value} = {self.opaque(value, self.from_raw(t, cell) if t.is_float else cell)};")

    def wide_store(self, run: Run) -> None:
        t, n, four = self.program.buffers[run.buffer].dtype, self.extent(run.buffer, None), self.vectors[run.buffer]
        w, proved = self.begin(run)
        self.check_members(run, run.numbers)
        cells = {k: f"v{v}" if four.type == "i32" else self.to_raw(t, f"v{v}") for k, v in run.elements}
        for k in range(0, run.length, WIDE):
            parts = ", ".join(cells[k + j] for j in range(WIDE))
            with self.where(None if proved else f"{f'{w} + {k}u' if k else w} < {n}"):
                self.body.add(f"b{run.buffer}[{self.vector(w, k)}] = {four.vector}({parts});")

    @staticmethod
    def vector(w: str, k: int) -> str:
        """The number of the vector that holds element ``k`` of a run from ``w`` on."""
        return f"({w} + {k}u) >> 2u" if k else f"{w} >> 2u"
