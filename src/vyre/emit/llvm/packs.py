"""How many vectors to work on side by side: enough to hide latency, few enough to stay in registers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from vyre.emit.llvm.kinds import Kinds
from vyre.emit.llvm.target import Target
from vyre.emit.llvm.tree import Tree
from vyre.ir.nodes import Atomic, For, Get, Id, Load, Op, While
from vyre.ir.walk import operands, result

__all__ = ["Live", "choose_packs", "find_same", "live_vectors"]


_IN_MEMORY: Final = 22
"""Vectors that two packs may keep alive, whatever the registers."""
_PASSING: Final = 4
"""Vectors on the way, a pack, beyond which the text of a whole workgroup is long to compile and spills most of them."""


@dataclass(frozen=True, slots=True)
class Live:
    """Vectors of 32-bit elements that one pack keeps alive in an innermost loop (or at all, where there is none). ``held``:
    through every iteration; ``passing``: at most so many more, from their definition to their last use."""

    held: int
    passing: int

    def of(self, packs: int) -> int:
        """Of several packs: the scheduler has what passes of two of them in flight."""
        return packs * self.held + min(packs, 2) * self.passing


def find_same(tree: Tree, kinds: Kinds, ids: frozenset[tuple[str, int]], private: frozenset[int]) -> frozenset[int]:
    """Values that are one scalar a pack. ``ids``: those that are."""
    same: set[int] = set()

    def alike(values: Iterable[int]) -> bool:
        return all(tree.value(v) in same or tree.value(v) not in kinds.varying for v in values)

    for node in tree.nodes:
        stmt = node.stmt
        number = result(stmt)
        if number is None or number not in kinds.varying:
            continue
        if (isinstance(stmt, Id) and (stmt.name, stmt.axis) in ids) or (
            (isinstance(stmt, Op) or (isinstance(stmt, Load) and stmt.buffer not in private)) and alike(operands(stmt))
        ):
            same.add(number)
    return frozenset(same)


def live_vectors(tree: Tree, kinds: Kinds, scalars: frozenset[int], linear_locals: frozenset[int]) -> Live:
    """The most that is alive in an innermost loop. ``scalars``: varying values that need no vector."""
    loop_at: list[tuple[int, ...]] = [()] * (tree.count + 1)
    for node in tree.nodes:
        if isinstance(node.stmt, (For, While)):
            for number in range(node.number + 1, node.end):
                loop_at[number] = (*loop_at[number], node.number)
    held = [0] * (tree.count + 2)
    passing = [0] * (tree.count + 2)
    for value, users in tree.users.items():
        if value not in kinds.varying or value < 0 or value in scalars:
            continue
        start = tree.where[value]
        if isinstance(tree.nodes[start].stmt, Get):  # in most cases the local's own register
            continue
        end = start
        around = loop_at[start]
        change = passing
        for number in users:
            inner = loop_at[number]
            if len(inner) > len(around):  # a value from outside of a loop lives until the loop ends
                end = max(end, tree.nodes[inner[len(around)]].end - 1)
                change = held
            else:
                end = max(end, number)
        weight = _weight(tree.dtypes[value].bits)
        change[start + 1] += weight
        change[end + 1] -= weight
    for local in kinds.varying_locals:
        if local in tree.reads and local not in linear_locals:
            start, end = tree.scopes[local]
            weight = _weight(tree.dtypes[tree.nodes[tree.reads[local][0]].stmt.result].bits)  # type: ignore[union-attr]
            held[start] += weight
            held[end] -= weight
    depth = max((len(x) for x in loop_at), default=0)
    most, keeps, passes = Live(0, 0), 0, 0
    for number in range(tree.count):
        keeps += held[number]
        passes += passing[number]
        if len(loop_at[number]) == depth and keeps + passes > most.of(1):
            most = Live(keeps, passes)
    return most


def _weight(bits: int) -> int:
    return 0 if bits == 1 else max(1, bits // 32)


def choose_packs(
    tree: Tree, kinds: Kinds, live: Live, target: Target, invocations: int, *, barriers: bool
) -> tuple[int, str]:
    """The number of packs and why."""
    size = tree.count
    group = -(-invocations // target.width)
    if size > 600:
        return 1, f"{size} statements"
    reason = f"{live.held} vectors a pack in the loop, {live.passing} on the way"
    budget = target.registers - 2
    if barriers and group <= 16 and live.of(group) <= budget and live.passing <= _PASSING and size <= 150:
        # no pack loops: all packs walk through memory in step, and frames are registers
        return group, f"the whole workgroup, {reason}"
    # with few registers two packs may take some operands from memory: that costs less than to wait for one chain of results
    most = {8: budget, 4: budget, 2: max(budget, _IN_MEMORY)}
    packs = next((p for p, limit in most.items() if live.of(p) <= limit), 1)
    loops = [n for n in tree.nodes if isinstance(n.stmt, (For, While))]
    if not loops:
        packs, reason = min(packs, 4), reason + ", no loop"
    elif any(n.number in kinds.divergent for n in loops):
        packs, reason = min(packs, 4), reason + ", a divergent loop"  # more lanes wait for the slowest one
    if any(isinstance(n.stmt, Atomic) for n in tree.nodes):
        packs, reason = min(packs, 4), reason + ", atomics"
    if barriers:
        return min(packs, group), reason
    whole = max(1, invocations // target.width)
    if loops and packs > whole:  # threads may be given one workgroup at a time
        packs, reason = 1 << whole.bit_length() - 1, reason + ", a small workgroup"
    return packs, reason
