"""How many vectors to work on side by side: enough to hide latency, few enough to stay in registers."""

from __future__ import annotations

from vyre.emit.llvm.kinds import Kinds
from vyre.emit.llvm.linear import Linear
from vyre.emit.llvm.target import Target
from vyre.emit.llvm.tree import Tree
from vyre.ir.nodes import Atomic, For, Get, While

__all__ = ["choose_packs", "live_vectors"]


def live_vectors(tree: Tree, kinds: Kinds, linear: Linear) -> int:
    """The largest number of vectors, of 32-bit elements, that one pack keeps alive in an innermost loop (or at all,
    where there is none)."""
    loop_at: list[tuple[int, ...]] = [()] * (tree.count + 1)
    for node in tree.nodes:
        if isinstance(node.stmt, (For, While)):
            for number in range(node.number + 1, node.end):
                loop_at[number] = (*loop_at[number], node.number)
    change = [0] * (tree.count + 2)
    for value, users in tree.users.items():
        if value not in kinds.varying or value < 0 or value in linear.values:  # a base is no vector
            continue
        start = tree.where[value]
        if isinstance(tree.nodes[start].stmt, Get):  # in most cases the local's own register
            continue
        end = start
        around = loop_at[start]
        for number in users:
            inner = loop_at[number]
            # a value from outside of a loop lives until the loop ends
            end = max(end, tree.nodes[inner[len(around)]].end - 1 if len(inner) > len(around) else number)
        weight = _weight(tree.dtypes[value].bits)
        change[start + 1] += weight
        change[end + 1] -= weight
    for local in kinds.varying_locals:
        if local in tree.reads and local not in linear.locals:
            start, end = tree.scopes[local]
            weight = _weight(tree.dtypes[tree.nodes[tree.reads[local][0]].stmt.result].bits)  # type: ignore[union-attr]
            change[start] += weight
            change[end] -= weight
    depth = max((len(x) for x in loop_at), default=0)
    most = now = 0
    for number in range(tree.count):
        now += change[number]
        if len(loop_at[number]) == depth:
            most = max(most, now)
    return most


def _weight(bits: int) -> int:
    return 0 if bits == 1 else max(1, bits // 32)


def choose_packs(
    tree: Tree, kinds: Kinds, linear: Linear, target: Target, invocations: int, *, barriers: bool
) -> tuple[int, str]:
    """The number of packs and why."""
    size = tree.count
    group = -(-invocations // target.width)
    if size > 600:
        return 1, f"{size} statements"
    live = live_vectors(tree, kinds, linear)
    reason = f"{live} live vectors a pack"
    if barriers and group <= 16 and live <= 6 and size <= 150:
        # no pack loops: all packs walk through memory in step, and frames are registers
        return group, f"the whole workgroup, {reason}"
    budget = 32 if target.registers >= 32 else 14  # the count is a little high: operands and results overlap
    packs = next(p for p in (8, 4, 2, 1) if p == 1 or p * live <= budget)
    loops = [n for n in tree.nodes if isinstance(n.stmt, (For, While))]
    if not loops:
        packs, reason = min(packs, 4), reason + ", no loop"
    elif any(n.number in kinds.divergent for n in loops):
        packs, reason = min(packs, 4), reason + ", a divergent loop"  # more lanes wait for the slowest one
    if any(isinstance(n.stmt, Atomic) for n in tree.nodes):
        packs, reason = min(packs, 4), reason + ", atomics"
    return min(packs, group) if barriers else packs, reason
