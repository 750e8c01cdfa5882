"""Which workgroup a block of a launch runs.

A device launches only so many workgroups along an axis. A larger grid is launched folded, in another shape of at least as many
blocks; the parameters tell the true grid, and blocks beyond it leave at once. Where blocks run tiles of workgroups
(:mod:`vyre.emit.tiles`), the grid of tiles is what is folded.

Divisions tell three axes from a linear number. A grid of one axis, which most streams have, needs none: there an invocation that
moves a few words would do little else.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Protocol

from vyre.dtypes import DType, u32
from vyre.emit.base import Lines

__all__ = ["GridWords", "unfold"]


@dataclass(frozen=True, slots=True)
class GridWords:
    """``group`` and ``count``: the block's number in the launch, and the launch's number of blocks, with ``{}`` for an axis.
    ``linear``: the type of linear numbers; ``widened`` is an operand as one, ``narrowed`` an expression of one as u32.
    ``one_axis``: whether grids of one axis are folded, too."""

    group: str
    count: str
    linear: DType
    widened: str
    narrowed: str
    one_axis: bool


class Writer(Protocol):
    """What an emitter has."""

    workgroups_a_block: ClassVar[int]

    @property
    def body(self) -> Lines: ...

    def let(self, name: str, dtype: DType, expression: str) -> str: ...

    def var(self, name: str, dtype: DType, expression: str) -> str: ...

    def literal(self, dtype: DType, bits: int) -> str: ...


def unfold(to: Writer, words: GridWords, *, tiled: bool, placed: bool) -> None:
    """Define ``group0 group1 group2``, or with ``tiled`` ``tiles0``, ``tile0`` and the tile's ``first`` workgroup instead of ``group0``.
    ``placed``: whether anything but the blocks that are too many depends on them."""
    add, one, count = to.body.add, to.literal(u32, 1), to.literal(u32, to.workgroups_a_block)
    groups, group = ("groups0", "groups1", "groups2"), ("group0", "group1", "group2")
    if tiled:
        groups, group = ("tiles0", *groups[1:]), ("tile0", *group[1:])
        add(to.let("tiles0", u32, f"(groups0 - {one}) / {count} + {one}"))
    if placed or tiled:
        for name, axis in zip(group, "xyz", strict=True):
            add(to.var(name, u32, words.group.format(axis)))
    at, of = ([text.format(axis) for axis in "xyz"] for text in (words.group, words.count))
    x, y = words.widened.format(of[0]), words.widened.format(of[1])
    launched = " || ".join(f"{n} != {wanted}" for n, wanted in zip(of, groups, strict=True))
    with to.body.block(f"if ({launched})"):
        add(to.let("linear", words.linear, f"{at[0]} + {x} * ({at[1]} + {y} * {at[2]})"))
        add(f"if (linear >= {words.widened.format(groups[0])} * groups1 * groups2) {{ return; }}")
        if placed or tiled:
            inner = (
                f"linear % {groups[0]}",
                f"linear / {groups[0]} % groups1",
                f"linear / ({words.widened.format(groups[0])} * groups1)",
            )
            told = [f"{name} = {words.narrowed.format(text)};" for name, text in zip(group, inner, strict=True)]
            if words.one_axis:
                none = to.literal(u32, 0)
                add(f"{group[0]} = {words.narrowed.format('linear')};")
                add(f"group1 = {none};")
                add(f"group2 = {none};")
                with to.body.block(f"if (groups1 > {one} || groups2 > {one})"):
                    for line in told:
                        add(line)
            else:
                for line in told:
                    add(line)
    if tiled:
        add(to.let("first", u32, f"tile0 * {count}"))
