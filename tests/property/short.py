"""Random short kernels: elements read from other indices of an array, rows of a workgroup under a guard, and sums."""

from __future__ import annotations

import random
import struct
from dataclasses import replace

from tests.property.drafts import Draft, first_valid
from tests.property.programs import Case

__all__ = ["band", "mirrored", "tally"]


def _mirrored(rng: random.Random, origin: str) -> Case:
    d = Draft(rng, (rng.choice((20, 32, 64)),))
    groups = rng.choice((2, 2, 5))
    total = d.workgroup[0] * groups
    near = rng.choice((0, 3, 20, 40, total - 1, total))
    d.array("a", "In", "u32", rng.choice((10, 40, total, total + 6)))
    d.array("b", "In", "u32", total, below=6)
    d.array("plane", "In", "u32", 3, total)
    d.number("n", "u32", rng.choice((near, near, 0x7FFFFFF0, 0xFFFFFFF0)))
    d.number("m", "u32", rng.choice((0, 1, near)))
    d.number("far", "u64", rng.choice((near, (1 << 32) + near, (1 << 63) + near, (1 << 64) - 1)))
    d.array("drawn", "Out", "u32", 3, total)
    d.array("out", "Out", "u32", total)
    d.say(1, "i = vy.global_id(0)")

    def term() -> str:
        at = d.pick("i", "n - i", "n - 1 - i", "i - n", "i + n", "n + i", "m - i", "i - m", "i + m", "b[i]", "(i ^ 1)")
        wrapping = d.pick("i + n", "i - n", "n + i", at)
        number = d.pick(f"(({wrapping}) >> 1)", f"vy.u32({at} {d.pick('<', '>')} {d.pick('5', 'm', 'n')})")
        return d.pick(f"a[{at}]", f"a[{at}]", "b[i]", number)

    def value() -> str:
        return " + ".join(term() for _ in range(rng.choice((1, 1, 2, 3))))

    def store(depth: int) -> None:
        row = d.pick("0", "b[i]", "b[i] & 1", "m", "i & 1")
        d.say(depth, d.pick(f"out[i] = {value()}", f"out[i] = {value()}", f"drawn[{row}, i] = {value()}"))

    for _ in range(rng.choice((1, 1, 2))):
        if d.chance(40):
            other = d.pick(
                "vy.i8(i) > 3", "vy.u8(i) >= 5", "vy.u8(i) < 40", "vy.u8(i) + 9 > 20", "i < far", "i + m > far"
            )
            d.say(
                1,
                f"if {d.pick('i < n', 'i < m', 'b[i] > 2', 'i + m < n', 'not (i >= n)', 'not (i < m or i > n)', other)}:",
            )
            store(2)
        else:
            store(1)
    return d.case((groups,), origin)


def _band(rng: random.Random, origin: str) -> Case:
    d = Draft(rng, rng.choice(((4, 24), (2, 24), (3, 48), (4, 12), (2, 16))))
    rows, columns = d.workgroup
    d.array("a", "In", "u32", rows * columns)
    d.array("b", "In", "u32", rows * columns, below=columns)
    d.array("held", "InOut", "u32", rows * columns)
    d.number("n", "u32", rng.choice((0, columns // 2, columns // 2 + 3, columns, rows * columns - 5)))
    d.number("signed", "i32", rng.choice((-1, -columns, 0, columns // 2)))
    d.say(1, "lane = vy.local_id(1)", "row = vy.local_id(0)", "me = vy.local_index()")
    for _ in range(rng.choice((1, 1, 2))):
        left, right = (
            d.pick("lane", "lane", "lane", "me", "lane + 1", "row"),
            d.pick("n", "n", "signed", "n - row", str(columns // 2), "b[me]"),
        )
        test = f"{left} {d.pick('<', '<', '<=', '>=', '>')} {right}"
        d.say(
            1,
            f"if {d.pick(test, test, f'not ({test})', f'{right} > {left}', f'({test}) & (lane > 0)', f'({test}) | (row == 1)')}:",
        )
        value = d.pick("a[me]", "a[lane]", "b[me] + row", f"a[row * {columns} + lane]")
        d.say(2, d.pick(f"held[me] = {value}", f"held[me] += {value}"))
    return d.case((1, 1), origin)


def _tally(rng: random.Random, origin: str) -> Case:
    d = Draft(rng, (rng.choice((16, 32, 64)),))
    lanes, bins = d.workgroup[0], rng.choice((4, 16, 40))
    t = rng.choice(("f32", "f32", "u64", "i64", "u32"))
    d.array("x", "In", "u32", lanes * 2, below=bins)
    d.array("w", "In", "u32", lanes * 2, below=7)
    d.array("sums", "InOut", t, bins, below=5, fixed=d.chance(80))
    d.array("mine", "InOut", "u32", lanes * 2, below=5)
    d.array("last", "Out", "u32", lanes * 2)
    d.array("out", "Out", t, bins * 2)
    d.number("n", "u32", rng.choice((3, lanes * 2)))
    d.say(
        1,
        "i = vy.global_id(0)",
        "lane = vy.local_id(0)",
        "group = vy.group_id(0)",
        f"counts = vy.shared(vy.{t}, {bins})",
    )
    d.say(1, f"for k in range({d.pick(f'lane, n, {lanes}', '3', 'lane, lane + 3')}):")
    d.say(2, f"vy.atomic_{d.pick('add', 'add', 'sub')}(counts, x[k], vy.{t}({d.pick('1', 'w[k]', 'w[i]')}))")
    seen = d.chance(30)
    if seen:
        d.say(2, "vy.atomic_add(mine, i, w[k])")
    d.say(1, "vy.barrier()", f"for k in range(lane, {bins}, {lanes}):")
    if d.chance(60):
        d.say(2, "vy.atomic_add(sums, k, counts[k])")
    d.say(2, f"out[group * {bins} + k] = counts[k]")
    if d.chance(30):
        d.say(1, f"vy.atomic_add(sums, {d.pick('x[i]', '0', 'lane')}, vy.{t}(w[i]))")
    if seen:
        d.say(1, "last[i] = mine[i]")
    case = d.case((2,), origin, exact=True)  # integers that are exact in f32
    numbers = [rng.randrange(5) for _ in range(bins)]
    return replace(case, start=case.start | {2: struct.pack(f"<{bins}f", *numbers)}) if t == "f32" else case


def mirrored(seed: int) -> Case:
    """The kernel of a seed: elementwise, with reads from the other end of the array."""
    return first_valid(_mirrored, "mirrored", seed)


def band(seed: int) -> Case:
    """The kernel of a seed: rows of a workgroup, of which only some columns store."""
    return first_valid(_band, "band", seed)


def tally(seed: int) -> Case:
    """The kernel of a seed: sums in shared memory, and then in an output."""
    return first_valid(_tally, "tally", seed)
