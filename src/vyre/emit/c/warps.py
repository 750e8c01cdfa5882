"""Subgroup operations (rule 6.4) as CUDA's warps have them: 32 lanes in the order of the linear thread index.

Every lane that is there takes part in each shuffle: subgroup operations stand in workgroup-uniform control flow. Only the
last warp of a workgroup whose size is no multiple of 32 lacks lanes; what would come from one is replaced.
"""

from __future__ import annotations

from math import prod
from typing import Final

from vyre.dtypes import DType, bool_, u32
from vyre.emit.c.emitter import CEmitter
from vyre.emit.c.extension import is_narrow
from vyre.emit.c.operations import held
from vyre.ir.literals import bits_of
from vyre.ir.nodes import Subgroup
from vyre.ir.ops import SUBGROUP_REDUCTIONS, SUBGROUP_SIZE, missing_lane
from vyre.ir.walk import walk

__all__ = ["WarpEmitter"]

_VOTES: Final = {"any": "__any_sync", "all": "__all_sync", "ballot": "__ballot_sync"}
_BITS: Final = ("and", "or", "xor")


class WarpEmitter(CEmitter):
    """Adds ``subgroup`` and the ids. ``lane``, ``present`` (how many lanes the own warp has) and ``lanes`` (these as a mask)
    are defined by the prologue."""

    def uses_index(self) -> bool:
        return super().uses_index() or self.uses_warps()

    def uses_warps(self) -> bool:
        return any(isinstance(s, Subgroup) for _, s, _ in walk(self.program))

    @property
    def ragged(self) -> bool:
        return prod(self.plan.workgroup) % SUBGROUP_SIZE != 0

    def warp_prologue(self) -> None:
        """Statements after the definition of ``local_index``."""
        if not self.uses_warps():
            return
        add, count = self.body.add, prod(self.plan.workgroup)
        add("const u32 lane = local_index & 31u;")
        if self.ragged:
            add(f"const u32 behind = {count}u - (local_index & ~31u);")
            add("const u32 present = behind < 32u ? behind : 32u;")
            add("const u32 lanes = present == 32u ? ~0u : (1u << present) - 1u;")
        else:
            add("const u32 present = 32u, lanes = ~0u;")

    def subgroup(self, stmt: Subgroup) -> None:
        first = self.types[stmt.args[0]]
        x = f"v{stmt.args[0]}"
        if stmt.op in _VOTES:
            voted = f"{_VOTES[stmt.op]}(lanes, {x})"
            self.value(stmt.result, voted if stmt.op == "ballot" else f"{voted} != 0")
            return
        given = [f"({u32}){x}" if first is bool_ else x, *(f"v{v} & 31u" for v in stmt.args[1:])]
        op = "shuffle" if stmt.op == "broadcast" else stmt.op
        called = self.call(f"subgroup_{op}_{first}", *given, "lane", "present", "lanes")
        self.value(stmt.result, f"{called} != 0" if first is bool_ else called)

    # -- functions ----------------------------------------------------------------------------------------------
    def _function(self, name: str) -> str:
        if not name.startswith("subgroup_"):
            return super()._function(name)
        op, _, suffix = name.removeprefix("subgroup_").rpartition("_")
        return self._subgroup_function(name, op, next(t for t in self.types.values() if t.name == suffix))

    def _subgroup_function(self, name: str, op: str, t: DType) -> str:
        carried = u32 if t is bool_ else t
        warp = ((u32, "lane"), (u32, "present"), (u32, "lanes"))
        if op in SUBGROUP_REDUCTIONS:
            return self.define(name, carried, ((carried, "x"), *warp), *self._reduced(op, t, carried))
        if op in ("inclusive_scan", "exclusive_scan"):
            return self.define(name, carried, ((carried, "x"), *warp), *self._scanned(carried, op == "exclusive_scan"))
        source, there = {
            "shuffle": ("k", "k < present"),
            "shuffle_xor": ("lane ^ k", "(lane ^ k) < present"),
            "shuffle_up": ("lane - k", "k <= lane"),
            "shuffle_down": ("lane + k", "lane + k < present"),
        }[op]
        read = f"const {held(carried)} y = __shfl_sync(lanes, x, {source});"
        value = f"{there} ? y : {self.literal(carried, 0)}"
        return self.define(name, carried, ((carried, "x"), (u32, "k"), *warp), read, value)

    def _reduced(self, op: str, t: DType, carried: DType) -> list[str]:
        joined = SUBGROUP_REDUCTIONS[op]
        bits = op in _BITS
        lines = []
        if carried.bits == 32 and not t.is_float:
            word = u32 if bits else carried
            reduced = f"return ({carried})__reduce_{joined}_sync(lanes, ({word})x);"
            lines = ["#if __CUDA_ARCH__ >= 800", reduced, "#endif"]
        lines += [f"{held(carried)} sum = x;", "#pragma unroll", "for (u32 s = 16; s > 0; s >>= 1) {"]
        lines.append(f"  {held(carried)} y = __shfl_down_sync(lanes, sum, s);")
        if self.ragged:
            missing = self.literal(carried, bits_of(carried, self._missing(joined, t)))
            lines.append(f"  if (lane + s >= present) {{ y = {missing}; }}")
        lines += [f"  sum = {self.joined_lanes(joined, carried, 'sum', 'y')};", "}"]
        return [*lines, "__shfl_sync(lanes, sum, 0)"]

    def joined_lanes(self, op: str, t: DType, a: str, b: str) -> str:
        """The values of two lanes as one."""
        found = self.expression(op, t, (t, t), (a, b))
        return self.extended(t, found) if is_narrow(t) else found

    @staticmethod
    def _missing(joined: str, t: DType) -> bool | int | float:
        return int(missing_lane(joined, t)) if t is bool_ else missing_lane(joined, t)

    def _scanned(self, t: DType, exclusive: bool) -> list[str]:
        added = self.joined_lanes("add", t, "y", "sum")
        lines = [f"{held(t)} sum = x;", "#pragma unroll", "for (u32 s = 1; s < 32; s <<= 1) {"]
        lines += [
            f"  const {held(t)} y = __shfl_up_sync(lanes, sum, s);",
            f"  if (lane >= s) {{ sum = {added}; }}",
            "}",
        ]
        if not exclusive:
            return [*lines, "sum"]
        return [
            *lines,
            f"const {held(t)} before = __shfl_up_sync(lanes, sum, 1);",
            f"lane == 0 ? {self.literal(t, 0)} : before",
        ]
