"""Random tiled matrix products with common extensions, and searches along a row.

The extensions: a factor for a row of tiles, counters, private accumulators, bins of a workgroup, triangular shapes."""

from __future__ import annotations

import random

from tests.property.drafts import Draft, first_valid
from tests.property.programs import Case

__all__ = ["tiled"]


class _Tiled:
    """``left`` and ``right`` in shared memory, filled and read between barriers."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.d = d = Draft(rng, rng.choice(((4, 16), (4, 16), (2, 16), (2, 32))))
        self.rows, self.columns = d.workgroup
        self.n, self.m = self.rows * rng.choice((4, 6)) - rng.choice((0, 1)), self.columns + rng.choice((0, 0, 5))
        self.k = self.rows * rng.choice((2, 3))
        d.array("a", "In", "i32", self.n, self.k)
        d.array("b", "In", "i32", self.k, self.m)
        d.array("factors", "In", "i32", 40)
        d.array("ends", "In", "u32", 40, below=4)
        d.number("count", "u32", rng.choice((0, 1, 3)))
        d.number("upper", "bool_", rng.random() < 0.7)
        d.array("out", "Out", "i32", self.n, self.m)
        self.result = ["total"]

    def before(self) -> None:
        d = self.d
        d.say(1, "i = vy.global_id(0)", "j = vy.global_id(1)", "row = vy.local_id(0)", "column = vy.local_id(1)")
        d.say(1, "block = vy.group_id(0)", "total = vy.i32(0)")
        d.say(1, *(f"{name} = vy.shared(vy.i32, ({self.rows}, {self.columns}))" for name in ("left", "right")))
        self.added = d.pick("", "", "factor", "factor", "seen", "seen", "own", "bins", "name")
        if self.added == "factor":
            d.say(1, f"factor = factors[{d.pick('block', 'block', 'block + 1', 'vy.group_id(1)')}]")
            self.result.append("factor")
        elif self.added == "seen":
            d.say(1, f"seen = vy.u32({d.pick('0', 'block')})")
            self.result.append("vy.i32(seen)")
        elif self.added == "own":
            d.say(1, "own = vy.private(vy.i32, 2)")
            self.result.append("own[1]")
        elif self.added == "bins":
            d.say(1, "bins = vy.shared(vy.i32, 16)")
            self.result.append("bins[column & 15]")
        elif self.added == "name":  # the name has another use before
            d.say(1, f"k = {d.pick('row', 'column')}")
            d.say(1, f"if {d.pick('upper', 'i < count')}:", "    k += 1")

    def tiles(self, depth: int) -> None:
        d = self.d
        if d.chance(15):
            d.say(depth, f"if {d.pick('upper', 'block > 0', 'k < ends[block]', 'block < ends[0]')}:")
            depth += 1
        d.say(depth, f"left[row, column] = {d.pick(f'a[i, k + column % {self.rows}]', 'factors[j]')}")
        d.say(depth, f"right[row, column] = {d.pick('b[k + row, j]', 'b[k + row, j]', 'b[k, j]')}")
        if self.added == "seen":
            d.say(depth, f"seen += {d.pick('ends[block]', 'ends[k]', 'block', 'k + block')}")
        elif self.added == "own":
            d.say(depth, f"own[{d.pick('1', 'k & 1')}] += {d.pick('b[k, j]', 'a[i, k]')}")
        elif self.added == "bins":
            d.say(depth, "vy.atomic_add(bins, vy.u32(b[k + row, j]) & 15, a[i, k])")
        d.say(depth, "vy.barrier()")
        if self.added == "seen" and d.chance(50):
            d.say(depth, f"seen ^= {d.pick('ends[block + 1]', '3')}")
        d.say(depth, f"for q in range({self.rows}):")
        factor = d.pick("factor", "1") if self.added == "factor" else "1"
        d.say(
            depth + 1, f"total += left[row, q] * {d.pick('right[q, column]', 'right[q, column]', 'b[q, j]')} * {factor}"
        )
        if self.added == "name" and d.chance(40):
            d.say(depth, "total += vy.i32(k)")
        d.say(depth, "vy.barrier()")
        if d.chance(8):
            d.say(depth, f"if {d.pick('ends[block] == k', 'upper', 'count == 3')}:", "    break")

    def product(self) -> None:
        d = self.d
        kind = self.rng.random()
        if kind < 0.6:
            low, high = d.pick("0", "0", "0", "count"), d.pick("a.shape[1]", str(self.k))
            step = f", {self.rows}"
        elif kind < 0.85:  # triangular
            low, high = d.pick("0", "block"), d.pick("block", "a.shape[1]", "block + 2")
            step = d.pick("", f", {self.rows}")
        else:
            low, high, step = "0", "ends[block]", ""
        d.say(1, f"for k in range({low}, {high}{step}):")
        self.tiles(2)
        if self.added == "name":
            d.say(1, "total += vy.i32(k)")

    def search(self) -> None:
        """A search along a row, which may be long."""
        d = self.d
        d.say(1, f"for k in range({d.pick('a.shape[1]', 'count', '70', '130')}):")
        d.say(
            2, f"total = total * 3 + {d.pick('a[i, k]', 'b[k, j] - a[i, k]', 'b[k, j]', 'factors[k & 31] + a[i, k]')}"
        )
        if d.chance(75):
            d.say(
                2, f"if {d.pick('total & 31 == 7', 'factors[k & 31] > total', 'b[k, j] == total', 'k == ends[row]')}:"
            )
            d.say(3, d.pick("break", "break", "continue", "return"))
            d.say(2, "total += 1")

    def whole(self, origin: str) -> Case:
        d = self.d
        searches = d.chance(25)
        if searches:
            d.say(1, "i = vy.global_id(0)", "j = vy.global_id(1)", "row = vy.local_id(0)", "total = vy.i32(0)")
            if d.chance(30):
                d.say(1, f"if {d.pick('i >= out.shape[0] or j >= out.shape[1]', 'j < count')}:", "    return")
            self.search()
            if d.chance(30):
                self.search()
        else:
            self.before()
            self.product()
        guard = d.pick("i < out.shape[0] and j < out.shape[1]", "j < out.shape[1]")
        d.say(1, f"if {guard}:", f"    out[i, j] = {' + '.join(self.result)}")
        return d.case((-(-self.n // self.rows), -(-self.m // self.columns)), origin)


def _made(rng: random.Random, origin: str) -> Case:
    return _Tiled(rng).whole(origin)


def tiled(seed: int) -> Case:
    """The kernel of a seed."""
    return first_valid(_made, "tiled", seed)
