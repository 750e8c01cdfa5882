"""Random tiled matrix products.

The elements that a workgroup copies to shared memory are mostly the same for all vertically adjacent workgroups, and
sometimes depend on the workgroup's own row."""

from __future__ import annotations

import random

from tests.property.drafts import Draft, first_valid
from tests.property.programs import Case

__all__ = ["panels"]


class _Panels:
    """``right`` is filled from rows of ``b``; ``left``, where it exists, from the workgroup's own rows of ``a``."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.d = d = Draft(rng, rng.choice(((4, 16), (4, 16), (2, 16), (2, 32))))
        self.rows, self.columns = d.workgroup
        self.groups = rng.choice(((4, 1), (5, 1), (3, 2)))
        n, m = self.rows * self.groups[0], self.columns * self.groups[1]
        deep = rng.choice((4, 8, 9))
        d.array("a", "In", "i32", n, deep)
        d.array("b", "In", "i32", deep, m)
        d.array("ends", "In", "u32", 40, below=4)
        d.array("out", "Out", "i32", n, m)
        d.number("count", "u32", rng.choice((0, 1, 2, 4)))
        d.number("scale", "i32", rng.choice((1, 3)))

    def test(self) -> str:
        return self.d.pick(
            "i < count",
            "vy.group_id(0) == 1",
            "ends[i] > 1",
            "column > 3",
            "k0 > 2",
            "count > 1",
            "row == 0",
            "i % 3 == 0",
        )

    def often(self) -> str:
        return self.d.pick(
            "2", "count", "vy.group_id(0)", "ends[vy.group_id(0)]", "ends[i]", "ends[i]", "ends[column]", "row + 1"
        )

    def element(self, more: str) -> str:
        d = self.d
        plain = f"b[k0 + row{more}, j]"
        return d.pick(
            plain,
            plain,
            f"{plain} * scale",
            f"{plain} + vy.i32(column)",
            f"{plain} + {d.pick('a[i, k0]', 'vy.i32(i)', 'vy.i32(k0)')}",
        )

    def fill(self, depth: int, nesting: int, more: str = "") -> None:
        d, kind = self.d, self.rng.random()
        if nesting == 0 or kind < 0.35:
            at = d.pick(*["row, column"] * 6, f"(row + vy.group_id(0)) % {self.rows}, column")
            d.say(depth, f"right[{at}] = {self.element(more)}")
        elif kind < 0.5:
            d.say(depth, f"if {self.test()}:")
            self.fill(depth + 1, nesting - 1, more)
        elif kind < 0.75:
            name = f"f{len(d.lines)}"
            d.say(depth, f"for {name} in range({d.pick('', '', '1, ')}{self.often()}):")
            if d.chance(25):
                d.say(depth + 1, f"if {self.test()}:", "    " + d.pick("break", "continue"))
            self.fill(depth + 1, nesting - 1, d.pick(more, more, f" + {name}"))
        else:
            name = f"w{len(d.lines)}"
            d.say(depth, f"{name} = vy.u32(0)", f"while {name} < {self.often()}:")
            self.fill(depth + 1, nesting - 1, d.pick(more, more, f" + {name}"))
            d.say(depth + 1, f"{name} += 1")

    def whole(self, origin: str) -> Case:
        d = self.d
        d.say(1, "i = vy.global_id(0)", "j = vy.global_id(1)", "row = vy.local_id(0)", "column = vy.local_id(1)")
        d.say(1, f"right = vy.shared(vy.i32, ({self.rows}, {self.columns}))", "total = vy.i32(0)")
        both = d.chance(40)
        if both:
            d.say(1, f"left = vy.shared(vy.i32, ({self.rows}, {self.columns}))")
        if d.chance(15):
            d.say(1, "right[row, column] = scale", "vy.barrier()")
        d.say(1, f"for k0 in range(0, {d.pick('a.shape[1]', 'a.shape[1]', '8', 'count')}, {self.rows}):")
        if both:
            d.say(2, "left[row, column] = a[i, k0 + column]")
        d.say(2, "total += right[row, column]") if d.chance(10) else None
        self.fill(2, self.rng.choice((0, 1, 1, 2)))
        if d.chance(20):
            self.fill(2, 1)
        d.say(2, "vy.barrier()", f"for k in range({self.rows}):")
        d.say(3, f"total += {d.pick('left[row, k]' if both else 'a[i, k0 + k]', 'scale')} * right[k, column]")
        d.say(2, "vy.barrier()")
        d.say(1, "out[i, j] = total" + (" + right[row, column]" if d.chance(30) else ""))
        return d.case(self.groups, origin)


def _made(rng: random.Random, origin: str) -> Case:
    return _Panels(rng).whole(origin)


def panels(seed: int) -> Case:
    """The kernel of a seed."""
    return first_valid(_made, "panels", seed)
