"""Whole programs over numbers and bits, each beside a formula that works out its outputs by other means."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import numpy as np

from vyre.conform.case import Case, Row, Setting
from vyre.conform.values import Array, text_of, values, words
from vyre.dtypes import i32, u8, u32, u64
from vyre.ir.builder import Builder

__all__ = ["rows"]


def rows() -> Iterator[Row]:
    """A row per family."""
    made: list[tuple[str, tuple[str, ...], Callable[[Setting], list[Case]]]] = [
        ("scan", ("2.1", "5.4"), _scan),
        ("histogram", ("6.1", "6.3"), _histogram),
        ("sort-bitonic", ("5.4",), _bitonic),
        ("sort-radix-pass", ("5.4", "6.4"), _radix),
        ("compaction", ("5.4", "6.4"), _compaction),
        ("life", ("4.1",), _life),
        ("random-walk", ("2.4", "5.3"), _walk),
        ("collatz", ("5.3",), _collatz),
        ("product-128", ("2.1", "2.5"), _product),
        ("mandelbrot-integers", ("2.1", "5.3"), _mandelbrot),
        ("division-table", ("2.2", "2.3"), _divisions),
    ]
    for name, rules, make in made:
        yield Row(f"family/{name}", rules, make)


def _grow(setting: Setting, small: int, large: int) -> int:
    return large if setting.full else small


def _scan(setting: Setting) -> list[Case]:
    """Inclusive prefix sums of blocks of 128."""
    b = Builder("scan", workgroup=128)
    x, out = b.input("x", u32), b.output("out", u32)
    tile = b.shared("tile", u32, 128)
    i, lane = b.global_id(), b.local_id()
    tile[lane] = x[i]
    step = b.let("step", 1, u32)
    with b.for_(0, 7):
        b.barrier()
        mine = b.let("mine", tile[lane])
        with b.if_(lane >= step):
            mine.set(mine + tile[lane - step])
        b.barrier()
        tile[lane] = mine
        step.set(step * 2)
    with b.if_(i < out.size):
        out[i] = tile[lane]
    n = _grow(setting, 1000, 100_000)

    def formula(given: Mapping[str, Array]) -> Mapping[str, Array]:
        padded = np.zeros((-(-n // 128), 128), np.uint32)
        padded.reshape(-1)[:n] = given["x"]
        return {"out": np.cumsum(padded, axis=1, dtype=np.uint32).reshape(-1)[:n]}

    return [Case("scan", b.build(), {"x": values(u32, n)[:n]}, {"out": (n,)}, domain=(n,), formula=formula)]


def _histogram(setting: Setting) -> list[Case]:
    """Counts of bytes: per workgroup in shared memory, then joined."""
    b = Builder("histogram", workgroup=256)
    x, bins = b.input("x", u8), b.output("bins", u32)
    local = b.shared("local", u32, 256)
    i, lane = b.global_id(), b.local_id()
    with b.if_(i < x.size):
        b.atomic_add(local, x[i], 1)
    b.barrier()
    b.atomic_add(bins, lane, local[lane])
    n = _grow(setting, 3001, 1_000_003)

    def formula(given: Mapping[str, Array]) -> Mapping[str, Array]:
        return {"bins": np.bincount(given["x"], minlength=256).astype(np.uint32)}

    return [Case("histogram", b.build(), {"x": text_of(n)}, {"bins": (256,)}, domain=(n,), formula=formula)]


def _bitonic(_: Setting) -> list[Case]:
    """A workgroup sorts 256 numbers in shared memory."""
    b = Builder("bitonic", workgroup=256)
    x, out = b.input("x", u32), b.output("out", u32)
    tile = b.shared("tile", u32, 256)
    i, lane = b.global_id(), b.local_id()
    tile[lane] = x[i]
    b.barrier()
    with b.for_(1, 9) as level, b.for_(0, level) as turn:
        stride = b.const(u32, 1) << (level - turn - 1)
        other = lane ^ stride
        mine, theirs = tile[lane], tile[other]
        up = ((lane >> level) & 1) == 0
        keep_low = (lane < other) == up
        b.barrier()
        tile[lane] = b.select(keep_low, b.min(mine, theirs), b.max(mine, theirs))
        b.barrier()
    out[i] = tile[lane]
    n = 1024

    def formula(given: Mapping[str, Array]) -> Mapping[str, Array]:
        return {"out": np.sort(given["x"].reshape(-1, 256), axis=1).reshape(-1)}

    return [Case("bitonic", b.build(), {"x": values(u32, n)[:n]}, {"out": (n,)}, domain=(n,), formula=formula)]


def _radix(_: Setting) -> list[Case]:
    """A stable pass of a radix sort: four bits, ranks by ballots of subgroups."""
    b = Builder("radix", workgroup=64)
    x, out = b.input("x", u32), b.output("out", u32)
    counts = b.shared("counts", u32, (2, 16))
    i, lane = b.global_id(), b.subgroup_lane()
    value = x[i]
    digit = value & 15
    rank, before = b.let("rank", 0, u32), b.let("before", 0, u32)
    below = (b.const(u32, 1) << lane) - 1
    with b.for_(0, 16) as d:
        mask = b.subgroup_ballot(digit == d)
        with b.if_(digit == d):
            rank.set(b.popcount(mask & below))
        with b.if_(lane == 0):
            counts[b.subgroup_id(), d] = b.popcount(mask)
    b.barrier()
    with b.for_(0, 16) as d, b.if_(d < digit):
        before.set(before + counts[0, d] + counts[1, d])
    with b.if_(b.subgroup_id() == 1):
        before.set(before + counts[0, digit])
    out[b.group_id() * 64 + before + rank] = value
    n = 512

    def formula(given: Mapping[str, Array]) -> Mapping[str, Array]:
        blocks = given["x"].reshape(-1, 64)
        order = np.argsort(blocks & 15, axis=1, kind="stable")
        return {"out": np.take_along_axis(blocks, order, axis=1).reshape(-1)}

    return [Case("radix", b.build(), {"x": values(u32, n)[:n]}, {"out": (n,)}, domain=(n,), formula=formula)]


def _compaction(setting: Setting) -> list[Case]:
    """Each workgroup of 64 moves what it keeps to the front, in order, and says how much that is."""
    b = Builder("compaction", workgroup=64)
    x, out, kept = b.input("x", i32), b.output("out", i32), b.output("kept", u32)
    first = b.shared("first", u32, 2)
    i, lane = b.global_id(), b.subgroup_lane()
    keep = (i < x.size) & (x[i] > 0)
    mask = b.subgroup_ballot(keep)
    with b.if_(lane == 0):
        first[b.subgroup_id()] = b.popcount(mask)
    b.barrier()
    at = b.popcount(mask & ((b.const(u32, 1) << lane) - 1)) + b.subgroup_id() * first[0]
    with b.if_(keep):
        out[b.group_id() * 64 + at] = x[i]
    with b.if_(b.local_id() == 0):
        kept[b.group_id()] = first[0] + first[1]
    n = _grow(setting, 900, 60_000)
    blocks = -(-n // 64)

    def formula(given: Mapping[str, Array]) -> Mapping[str, Array]:
        padded = np.zeros(blocks * 64, np.int32)
        padded[:n] = given["x"]
        found = np.zeros((blocks, 64), np.int32)
        counts = np.zeros(blocks, np.uint32)
        for k, block in enumerate(padded.reshape(-1, 64)):
            picked = block[block > 0]
            found[k, : len(picked)], counts[k] = picked, len(picked)
        return {"out": found.reshape(-1), "kept": counts}

    shapes = {"out": (blocks * 64,), "kept": (blocks,)}
    return [Case("compaction", b.build(), {"x": values(i32, n)[:n]}, shapes, domain=(n,), formula=formula)]


def _life(setting: Setting) -> list[Case]:
    """A generation of Conway's game on a board without neighbours beyond its edge."""
    b = Builder("life", workgroup=(8, 8))
    x, out = b.input("x", u8, rank=2), b.output("out", u8, rank=2)
    row, column = b.global_id(1), b.global_id(0)
    around = b.let("around", 0, u8)
    for dy in (-1, 0, 1):
        for dx in (-1, 0, 1):
            if dy or dx:
                around.set(around + x[row + dy % 2**32, column + dx % 2**32])
    alive = x[row, column] == 1
    out[row, column] = b.cast(u8, (around == 3) | (alive & (around == 2)))
    shape = (_grow(setting, 37, 300), 53)
    given = (words("life", shape[0] * shape[1]) & np.uint64(1)).astype(np.uint8).reshape(shape)

    def formula(given: Mapping[str, Array]) -> Mapping[str, Array]:
        board = np.pad(given["x"], 1)
        near = sum(np.roll(board, (dy, dx), (0, 1)) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if dy or dx)
        after = (near == 3) | ((board == 1) & (near == 2))
        return {"out": np.ascontiguousarray(after[1:-1, 1:-1].astype(np.uint8))}

    return [Case("life", b.build(), {"x": given}, {"out": shape}, domain=shape, formula=formula)]


def _walk(setting: Setting) -> list[Case]:
    """Walks on a ring, driven by xorshift."""
    steps = _grow(setting, 50, 1000)
    b = Builder("walk", workgroup=32)
    x, out = b.input("x", u32), b.output("out", i32)
    i = b.global_id()
    state, at = b.let("state", x[i] | 1), b.let("at", 0, i32)
    with b.for_(0, steps):
        state.set(state ^ (state << 13))
        state.set(state ^ (state >> 17))
        state.set(state ^ (state << 5))
        at.set((at + b.select((state & 4) == 0, b.const(i32, -3), b.const(i32, 2))) % 101)
    with b.if_(i < out.size):
        out[i] = at
    n = 500

    def formula(given: Mapping[str, Array]) -> Mapping[str, Array]:
        now, place = given["x"] | np.uint32(1), np.zeros(n, np.int32)
        for _step in range(steps):
            now = now ^ (now << np.uint32(13))
            now = now ^ (now >> np.uint32(17))
            now = now ^ (now << np.uint32(5))
            place = ((place + np.where(now & 4 == 0, -3, 2)) % 101).astype(np.int32)
        return {"out": place}

    return [Case("walk", b.build(), {"x": values(u32, 1024)[:n]}, {"out": (n,)}, domain=(n,), formula=formula)]


def _collatz(_: Setting) -> list[Case]:
    """Steps until 1, in 64 bits."""
    b = Builder("collatz", workgroup=32)
    out = b.output("out", u32)
    i = b.global_id()
    value, steps = b.let("value", b.cast(u64, i) + 1), b.let("steps", 0, u32)
    with b.while_(lambda: value != 1):
        value.set(b.select(value & 1 == 0, value >> 1, value * 3 + 1))
        steps.set(steps + 1)
    out[i] = steps
    n = 700

    def formula(_: Mapping[str, Array]) -> Mapping[str, Array]:
        return {"out": np.array([_steps(k + 1) for k in range(n)], np.uint32)}

    return [Case("collatz", b.build(), {}, {"out": (n,)}, domain=(n,), formula=formula)]


def _steps(n: int) -> int:
    count = 0
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        count += 1
    return count


def _product(setting: Setting) -> list[Case]:
    """Products of 64 bits by 64 bits, both halves, and their sum with a carry."""
    b = Builder("product", workgroup=64)
    x, y, low, high = b.input("x", u64), b.input("y", u64), b.output("low", u64), b.output("high", u64)
    i = b.global_id()
    with b.if_(i < low.size):
        product = x[i] * y[i]
        total = product + x[i]
        low[i] = total
        high[i] = b.mulhi(x[i], y[i]) + b.cast(u64, total < product)
    n = _grow(setting, 1024, 60_000)

    def formula(given: Mapping[str, Array]) -> Mapping[str, Array]:
        whole = [p * q + p for p, q in zip(given["x"].tolist(), given["y"].tolist(), strict=True)]
        return {"low": np.array([w % 2**64 for w in whole], np.uint64), "high": np.array([w >> 64 for w in whole], np.uint64)}  # fmt: skip

    given = {"x": values(u64, n)[:n], "y": values(u64, n)[:n][::-1].copy()}
    return [Case("product", b.build(), given, {"low": (n,), "high": (n,)}, domain=(n,), formula=formula)]


def _mandelbrot(setting: Setting) -> list[Case]:
    """Iterations of the Mandelbrot set in fixed point with 12 bits of fraction."""
    shape = (_grow(setting, 24, 200), 36)
    most = 60
    b = Builder("mandelbrot", workgroup=(4, 8))
    out = b.output("out", u32, rank=2)
    row, column = b.global_id(1), b.global_id(0)
    cx, cy = b.cast(i32, column) * 341 - 8600, b.cast(i32, row) * 341 - 4000
    zx, zy, count = b.let("zx", 0, i32), b.let("zy", 0, i32), b.let("count", 0, u32)
    with b.while_(lambda: (count < most) & ((zx * zx + zy * zy) >> 12 <= 16384)):
        following = ((zx * zx - zy * zy) >> 12) + cx
        zy.set(((zx * zy) >> 11) + cy)
        zx.set(following)
        count.set(count + 1)
    out[row, column] = count

    def formula(_: Mapping[str, Array]) -> Mapping[str, Array]:
        found = np.zeros(shape, np.uint32)
        for r in range(shape[0]):
            for c in range(shape[1]):
                found[r, c] = _escapes(c * 341 - 8600, r * 341 - 4000, most)
        return {"out": found}

    return [Case("mandelbrot", b.build(), {}, {"out": shape}, domain=shape, formula=formula)]


def _escapes(cx: int, cy: int, most: int) -> int:
    zx = zy = count = 0

    def wrap(v: int) -> int:
        return (v + 2**31) % 2**32 - 2**31

    while count < most and wrap(zx * zx + zy * zy) >> 12 <= 16384:
        zx, zy = wrap((wrap(zx * zx - zy * zy) >> 12) + cx), wrap((wrap(zx * zy) >> 11) + cy)
        count += 1
    return count


def _divisions(_: Setting) -> list[Case]:
    """All eight quotients and remainders of small signed numbers, side by side."""
    b = Builder("divisions", workgroup=64)
    out = b.output("out", i32)
    i = b.global_id()
    p, q = b.cast(i32, i // 41) - 20, b.cast(i32, i % 41) - 20
    with b.if_(i < out.size // 4):
        for k, value in enumerate((b.div(p, q), b.rem(p, q), p // q, p % q)):
            out[i * 4 + k] = value
    n = 41 * 41

    def formula(_: Mapping[str, Array]) -> Mapping[str, Array]:
        found: list[int] = []
        for k in range(n):
            p, q = k // 41 - 20, k % 41 - 20
            cut = -1 if q == 0 else abs(p) // abs(q) * (1 if p * q >= 0 else -1)
            found += [cut, 0 if q == 0 else p - cut * q, -1 if q == 0 else p // q, 0 if q == 0 else p % q]
        return {"out": np.array(found, np.int32)}

    return [Case("divisions", b.build(), {}, {"out": (4 * n,)}, domain=(n,), formula=formula)]
