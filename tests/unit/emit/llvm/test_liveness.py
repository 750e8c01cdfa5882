"""Which locals are one scalar per vector, and which Sets keep the values of lanes that are off."""

from __future__ import annotations

import vyre as vy
from vyre.emit.llvm.kinds import Kinds, find_kinds
from vyre.emit.llvm.liveness import find_liveness
from vyre.emit.llvm.tree import Tree, build_tree
from vyre.ir.nodes import For, If, Set

IDS = frozenset({("global_id", 0)})


def read(text: str) -> tuple[Tree, Kinds]:
    """A kernel of ``o`` with ``i`` as its id: its tree, and what is one scalar in it."""
    body = "\n".join("    " + line for line in text.strip().splitlines())
    source = f"import vyre as vy\n@vy.kernel\ndef k(o: vy.Out[vy.u32]):\n    i = vy.global_id()\n{body}\n"
    tree = build_tree(vy.kernel_from_source(source, name="k").program)
    return tree, find_kinds(tree, IDS)


def blending(text: str) -> list[int]:
    """Which Sets of the text blend, counted in textual order."""
    tree, kinds = read(text)
    sets = [n.number for n in tree.nodes if isinstance(n.stmt, Set)]
    return [sets.index(number) for number in sorted(kinds.blends) if number in sets]


COUNT = """
c = vy.u32(0)
for k in range(2):
    for j in range({bound}):
        c += 1
        o[i] = c
"""


def sets_of(tree: Tree, local: int) -> list[int]:
    return [n.number for n in tree.nodes if isinstance(n.stmt, Set) and n.stmt.local == local]


def test_a_count_that_goes_on_in_the_next_round_of_a_loop_around_blends() -> None:
    tree, kinds = read(COUNT.format(bound="i"))
    (local,) = kinds.varying_locals & {n.stmt.local for n in tree.nodes if isinstance(n.stmt, Set)}
    assert sets_of(tree, local)[1] in kinds.blends


def test_a_count_of_one_divergent_loop_that_is_read_only_inside_is_a_scalar() -> None:
    text = "c = vy.u32(0)\nfor j in range(i):\n    c += 1\n    o[i] = c"
    tree, kinds = read(text)
    assert not kinds.blends
    assert not kinds.varying_locals
    assert kinds.divergent == {n.number for n in tree.nodes if isinstance(n.stmt, For)}


def test_a_count_that_each_round_begins_anew_is_a_scalar() -> None:
    _, kinds = read("for k in range(2):\n    c = vy.u32(0)\n    for j in range(i):\n        c += 1\n        o[i] = c")
    assert not kinds.blends
    assert not kinds.varying_locals


def test_uniform_loops_blend_nothing() -> None:
    _, kinds = read(COUNT.format(bound="3"))
    assert not kinds.blends
    assert not kinds.varying_locals


def test_the_branch_that_is_written_first_needs_no_blend_where_the_other_sets_too() -> None:
    assert blending("c = vy.u32(0)\nif i < 3:\n    c = vy.u32(1)\nelse:\n    c = vy.u32(2)\no[i] = c") == [2]
    assert blending("c = vy.u32(0)\nif i < 3:\n    c = vy.u32(1)\no[i] = c") == [1]


def test_lanes_that_continue_keep_their_values_for_the_next_iteration() -> None:
    text = """
c = vy.u32(0)
for k in range(4):
    if (i + k) % 3 == 0:
        continue
    c += 1
    o[i] = c
"""
    assert blending(text) == [1]


def test_liveness_follows_jumps_and_rounds() -> None:
    text = """
a = vy.u32(1)
b = vy.u32(2)
for k in range(o.size):
    if i == k:
        break
    b = a + b
    if i > 7:
        a = b
o[i] = b
"""
    tree, _ = read(text)
    live = find_liveness(tree)
    (loop,) = (n for n in tree.nodes if isinstance(n.stmt, For))
    first, second = sorted(tree.reads, key=lambda local: tree.reads[local][0])[:2]
    assert live.head[loop.number] == 1 << first | 1 << second
    after = live.after[loop.number]
    assert after.bit_count() == 1
    assert after & live.head[loop.number]
    branches = [n for n in tree.nodes if isinstance(n.stmt, If)]
    assert live.orelse[branches[0].number] == live.head[loop.number]
