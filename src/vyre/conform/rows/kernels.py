"""Whole programs over floats, each beside a formula that works out its outputs by other means.

The formulas take NumPy's f32 and f64 step by step, in the order of the program: IEEE arithmetic leaves them no choice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import numpy as np

from vyre.conform.case import Case, Row, Setting
from vyre.conform.values import Array, values, words
from vyre.dtypes import f32, f64, i8, i32, u8, u32
from vyre.ir.builder import Builder

__all__ = ["rows", "tame"]


def rows() -> Iterator[Row]:
    """A row per family."""
    made: list[tuple[str, tuple[str, ...], Callable[[Setting], list[Case]]]] = [
        ("reduction", ("3.1", "5.4"), _reduction),
        ("kahan-sum", ("3.1", "5.3"), _kahan),
        ("matmul", ("3.1", "5.4"), _matmul),
        ("stencil", ("3.1", "4.1"), _stencil),
        ("n-body", ("3.1", "3.2"), _bodies),
        ("mandelbrot", ("3.1", "5.3"), _mandelbrot),
        ("fft-butterflies", ("3.1", "4.3"), _fft),
        ("polynomial", ("3.1",), _polynomial),
        ("nearest-centre", ("3.1", "3.3"), _nearest),
        ("quantised-dot", ("2.6", "3.6"), _quantised),
        ("convolution", ("2.1", "4.1"), _convolution),
        ("bilinear", ("3.2", "3.6"), _bilinear),
    ]
    for name, rules, make in made:
        yield Row(f"family/{name}", rules, make)


def tame(name: str, count: int) -> Array:
    """f32 between -8 and 8 of all 24 digits."""
    return (((words(name, count) >> np.uint64(40)).astype(np.float32) / np.float32(1 << 20)) - np.float32(8)).astype(
        np.float32
    )


def _reduction(setting: Setting) -> list[Case]:
    """Sums of blocks of 256 by one tree."""
    b = Builder("reduction", workgroup=256)
    x, out = b.input("x", f32), b.output("out", f32)
    tile = b.shared("tile", f32, 256)
    lane = b.local_id()
    tile[lane] = x[b.global_id()]
    b.barrier()
    stride = b.let("stride", 128, u32)
    with b.while_(lambda: stride > 0):
        with b.if_(lane < stride):
            tile[lane] = tile[lane] + tile[lane + stride]
        b.barrier()
        stride.set(stride >> 1)
    with b.if_(lane == 0):
        out[b.group_id()] = tile[0]
    blocks = 400 if setting.full else 5
    n = blocks * 256 - 7

    def formula(given: Mapping[str, Array]) -> Mapping[str, Array]:
        held = np.zeros(blocks * 256, np.float32)
        held[:n] = given["x"]
        level = held.reshape(blocks, 256)
        while level.shape[1] > 1:
            half = level.shape[1] // 2
            level = level[:, :half] + level[:, half:]
        return {"out": np.ascontiguousarray(level[:, 0])}

    return [Case("reduction", b.build(), {"x": tame("reduction", n)}, {"out": (blocks,)}, domain=(n,), formula=formula)]


def _kahan(_: Setting) -> list[Case]:
    """Compensated sums, which a compiler that reassociates turns into plain ones."""
    b = Builder("kahan", workgroup=32)
    x, out = b.input("x", f32), b.output("out", f32)
    i = b.global_id()
    total, carry = b.let("total", 0.0, f32), b.let("carry", 0.0, f32)
    with b.for_(0, 64) as k:
        y = x[i * 64 + k] - carry
        t = total + y
        carry.set((t - total) - y)
        total.set(t)
    with b.if_(i * 2 + 1 < out.size):
        out[i * 2] = total
        out[i * 2 + 1] = carry
    n = 100
    powers = np.array([10.0**k for k in range(9)], np.float32)
    given = tame("kahan", n * 64) * powers[(words("powers", n * 64) % np.uint64(9)).astype(np.intp)]

    def formula(given: Mapping[str, Array]) -> Mapping[str, Array]:
        lines = given["x"].reshape(n, 64)
        total_, carry_ = np.zeros(n, np.float32), np.zeros(n, np.float32)
        for k in range(64):
            y = lines[:, k] - carry_
            t = total_ + y
            carry_, total_ = (t - total_) - y, t
        return {"out": np.stack([total_, carry_], 1).reshape(-1)}

    return [Case("kahan", b.build(), {"x": given}, {"out": (2 * n,)}, domain=(n,), formula=formula)]


def _matmul(setting: Setting) -> list[Case]:
    """A product by tiles of 8 x 8; products and sums are rounded one by one."""
    b = Builder("matmul", workgroup=(8, 8))
    x, y, out = b.input("x", f32, rank=2), b.input("y", f32, rank=2), b.output("out", f32, rank=2)
    left, right = b.shared("left", f32, (8, 8)), b.shared("right", f32, (8, 8))
    row, column, ly, lx = b.global_id(1), b.global_id(0), b.local_id(1), b.local_id(0)
    total = b.let("total", 0.0, f32)
    with b.for_(0, (x.shape[1] + 7) // 8) as part:
        left[ly, lx] = x[row, part * 8 + lx]
        right[ly, lx] = y[part * 8 + ly, column]
        b.barrier()
        with b.for_(0, 8) as k:
            total.set(total + left[ly, k] * right[k, lx])
        b.barrier()
    out[row, column] = total
    m, inner, n = (90, 70, 110) if setting.full else (13, 19, 21)

    def formula(given: Mapping[str, Array]) -> Mapping[str, Array]:
        found = np.zeros((m, n), np.float32)
        padded = -(-inner // 8) * 8
        p, q = np.zeros((m, padded), np.float32), np.zeros((padded, n), np.float32)
        p[:, :inner], q[:inner] = given["x"], given["y"]
        for k in range(padded):
            found = found + p[:, k : k + 1] * q[k : k + 1]
        return {"out": found}

    inputs = {"x": tame("left", m * inner).reshape(m, inner), "y": tame("right", inner * n).reshape(inner, n)}
    return [Case("matmul", b.build(), inputs, {"out": (m, n)}, domain=(m, n), formula=formula)]


def _stencil(setting: Setting) -> list[Case]:
    """A step of heat through a plate whose outside is 0."""
    b = Builder("stencil", workgroup=(4, 16))
    x, out = b.input("x", f32, rank=2), b.output("out", f32, rank=2)
    r, c = b.cast(i32, b.global_id(1)), b.cast(i32, b.global_id(0))
    around = x[r - 1, c] + x[r + 1, c] + x[r, c - 1] + x[r, c + 1]
    out[r, c] = x[r, c] + 0.2 * (around - 4.0 * x[r, c])
    shape = (500, 200) if setting.full else (23, 41)

    def formula(given: Mapping[str, Array]) -> Mapping[str, Array]:
        p = np.pad(given["x"], 1)
        near = p[:-2, 1:-1] + p[2:, 1:-1] + p[1:-1, :-2] + p[1:-1, 2:]
        here = p[1:-1, 1:-1]
        return {"out": here + np.float32(0.2) * (near - np.float32(4) * here)}

    given = tame("plate", shape[0] * shape[1]).reshape(shape)
    return [Case("stencil", b.build(), {"x": given}, {"out": shape}, domain=shape, formula=formula)]


def _bodies(setting: Setting) -> list[Case]:
    """Accelerations of bodies that attract each other: square roots and divisions."""
    b = Builder("bodies", workgroup=32)
    x, out = b.input("x", f32, rank=2), b.output("out", f32, rank=2)
    i = b.global_id()
    ax = [b.let(f"a{k}", 0.0, f32) for k in range(3)]
    with b.for_(0, x.shape[0]) as k:
        d = [x[k, axis] - x[i, axis] for axis in range(3)]
        square = d[0] * d[0] + d[1] * d[1] + d[2] * d[2] + 0.01
        pull = x[k, 3] / (square * b.sqrt(square))
        for axis in range(3):
            ax[axis].set(ax[axis] + d[axis] * pull)
    for axis in range(3):
        out[i, axis] = ax[axis]
    n = 400 if setting.full else 70

    def formula(given: Mapping[str, Array]) -> Mapping[str, Array]:
        p = given["x"]
        total = np.zeros((n, 3), np.float32)
        for k in range(n):
            d = p[k, :3] - p[:, :3]
            square = d[:, 0] * d[:, 0] + d[:, 1] * d[:, 1] + d[:, 2] * d[:, 2] + np.float32(0.01)
            pull = p[k, 3] / (square * np.sqrt(square))
            total = total + d * pull[:, None]
        return {"out": total}

    given = tame("bodies", 4 * n).reshape(n, 4)
    return [Case("bodies", b.build(), {"x": given}, {"out": (n, 3)}, domain=(n,), formula=formula)]


def _mandelbrot(setting: Setting) -> list[Case]:
    """Iterations of the Mandelbrot set in f32, and where the last one was."""
    shape = (200, 150) if setting.full else (20, 30)
    most = 50
    b = Builder("mandelbrot", workgroup=(4, 8))
    count_out, last = b.output("count", u32, rank=2), b.output("last", f32, rank=2)
    row, column = b.global_id(1), b.global_id(0)
    cx, cy = b.cast(f32, column) * 0.1 - 2.2, b.cast(f32, row) * 0.12 - 1.2
    zx, zy, count = b.let("zx", 0.0, f32), b.let("zy", 0.0, f32), b.let("count", 0, u32)
    with b.while_(lambda: (count < most) & (zx * zx + zy * zy <= 4.0)):
        following = zx * zx - zy * zy + cx
        zy.set(2.0 * zx * zy + cy)
        zx.set(following)
        count.set(count + 1)
    count_out[row, column] = count
    last[row, column] = zx

    def formula(_: Mapping[str, Array]) -> Mapping[str, Array]:
        columns, lines = np.arange(shape[1], dtype=np.float32), np.arange(shape[0], dtype=np.float32)
        cx_ = np.broadcast_to(columns * np.float32(0.1) - np.float32(2.2), shape)
        cy_ = np.broadcast_to((lines * np.float32(0.12) - np.float32(1.2))[:, None], shape)
        x_, y_, n = np.zeros(shape, np.float32), np.zeros(shape, np.float32), np.zeros(shape, np.uint32)
        for _step in range(most):
            live = x_ * x_ + y_ * y_ <= 4
            new = x_ * x_ - y_ * y_ + cx_
            y_ = np.where(live, np.float32(2) * x_ * y_ + cy_, y_)
            x_ = np.where(live, new, x_)
            n = n + live.astype(np.uint32)
        return {"count": n, "last": x_}

    return [Case("mandelbrot", b.build(), {}, {"count": shape, "last": shape}, domain=shape, formula=formula)]


def _fft(_: Setting) -> list[Case]:
    """All butterflies of a Fourier transform of 32 complex numbers in shared memory, the factors out of a table."""
    size, levels = 32, 5
    angles = -2 * np.pi * np.arange(size // 2) / size
    # of 12 bits: every machine's cosine gives the same ones
    factors = (np.round(np.stack([np.cos(angles), np.sin(angles)], 1) * 4096) / 4096 + 0.0).astype(np.float32)
    b = Builder("fft", workgroup=size // 2)
    table = b.table("table", f32, (size // 2, 2), factors.tobytes())
    x, out = b.input("x", f32, rank=2), b.output("out", f32, rank=2)
    re, im = b.shared("re", f32, size), b.shared("im", f32, size)
    lane, base = b.local_id(), b.group_id() * size
    for half in (0, 1):
        at = lane + half * (size // 2)
        to = b.reverse_bits(at) >> (32 - levels)
        re[to] = x[base + at, 0]
        im[to] = x[base + at, 1]
    b.barrier()
    with b.for_(0, levels) as level:
        reach = b.const(u32, 1) << level
        low = ((lane >> level) << (level + 1)) + (lane & (reach - 1))
        factor = (lane & (reach - 1)) << (b.const(u32, levels - 1) - level)
        wr, wi = table[factor, 0], table[factor, 1]
        pr, pi, qr, qi = re[low], im[low], re[low + reach], im[low + reach]
        tr, ti = qr * wr - qi * wi, qr * wi + qi * wr
        re[low], im[low] = pr + tr, pi + ti
        re[low + reach], im[low + reach] = pr - tr, pi - ti
        b.barrier()
    for half in (0, 1):
        at = lane + half * (size // 2)
        out[base + at, 0] = re[at]
        out[base + at, 1] = im[at]
    n = 6 * size

    def formula(given: Mapping[str, Array]) -> Mapping[str, Array]:
        order = [int(f"{k:05b}"[::-1], 2) for k in range(size)]
        r, m = (np.ascontiguousarray(given["x"][:, k].reshape(-1, size)[:, order]) for k in (0, 1))
        for level in range(levels):
            reach = 1 << level
            low = np.array([k for k in range(size) if not k & reach])
            w = factors[(low & (reach - 1)) << (levels - 1 - level)]
            qr, qi = r[:, low + reach], m[:, low + reach]
            tr, ti = qr * w[:, 0] - qi * w[:, 1], qr * w[:, 1] + qi * w[:, 0]
            pr, pi = r[:, low].copy(), m[:, low].copy()
            r[:, low], m[:, low], r[:, low + reach], m[:, low + reach] = pr + tr, pi + ti, pr - tr, pi - ti
        return {"out": np.stack([r.reshape(-1), m.reshape(-1)], 1)}

    given = tame("signal", 2 * n).reshape(n, 2)
    return [Case("fft", b.build(), {"x": given}, {"out": (n, 2)}, domain=(n // 2,), formula=formula)]


def _polynomial(_: Setting) -> list[Case]:
    """Horner's rule in f64, once rounded twice a step and once fused."""
    b = Builder("polynomial", workgroup=32)
    x, out, fused = b.input("x", f64), b.output("out", f64), b.output("fused", f64)
    i = b.global_id()
    factors = [0.1, -0.25, 1.0 / 3.0, 2.5, -7.0]
    plain, once = b.let("plain", 0.0, f64), b.let("once", 0.0, f64)
    for factor in factors:
        plain.set(plain * x[i] + factor)
        once.set(b.fma(once, x[i], b.const(f64, factor)))
    with b.if_(i < out.size):
        out[i] = plain
        fused[i] = once
    n = 200
    given = tame("points", n).astype(np.float64) / 3

    def formula(given: Mapping[str, Array]) -> Mapping[str, Array]:
        held = np.zeros(n)
        for factor in factors:
            held = held * given["x"] + factor
        return {"out": held}

    return [Case("polynomial", b.build(), {"x": given}, {"out": (n,), "fused": (n,)}, domain=(n,), formula=formula)]


def _nearest(_: Setting) -> list[Case]:
    """The nearest of a few centres, ties to the first."""
    b = Builder("nearest", workgroup=64)
    x, centre, out, far = (
        b.input("x", f32, rank=2),
        b.input("centre", f32, rank=2),
        b.output("out", u8),
        b.output("far", f32),
    )
    i = b.global_id()
    best, found = b.let("best", float("inf"), f32), b.let("found", 0, u8)
    with b.for_(0, centre.shape[0]) as k:
        dx, dy = x[i, 0] - centre[k, 0], x[i, 1] - centre[k, 1]
        distance = dx * dx + dy * dy
        with b.if_(distance < best):
            found.set(b.cast(u8, k))
        best.set(b.min(best, distance))
    with b.if_(i < out.size):
        out[i] = found
        far[i] = best
    n = 300
    given = {"x": np.round(tame("places", 2 * n)).reshape(n, 2), "centre": np.round(tame("centres", 14)).reshape(7, 2)}

    def formula(given: Mapping[str, Array]) -> Mapping[str, Array]:
        d = given["x"][:, None] - given["centre"][None]
        distance = d[..., 0] * d[..., 0] + d[..., 1] * d[..., 1]
        return {"out": np.argmin(distance, 1).astype(np.uint8), "far": np.min(distance, 1)}

    return [Case("nearest", b.build(), given, {"out": (n,), "far": (n,)}, domain=(n,), formula=formula)]


def _quantised(_: Setting) -> list[Case]:
    """Dot products of bytes, scaled and saturated to a byte."""
    b = Builder("quantised", workgroup=32)
    x, y, out = b.input("x", i8, rank=2), b.input("y", i8), b.output("out", i8)
    i = b.global_id()
    total = b.let("total", 0, i32)
    with b.for_(0, y.size) as k:
        total.set(total + b.cast(i32, x[i, k]) * b.cast(i32, y[k]))
    with b.if_(i < out.size):
        out[i] = b.cast(i8, b.round(b.cast(f32, total) * 0.0078125))
    n, width = 120, 37
    given = {
        "x": np.resize(values(i8, 256)[::-1], n * width).reshape(n, width),
        "y": values(i8, 256)[40 : 40 + width].copy(),
    }

    def formula(given: Mapping[str, Array]) -> Mapping[str, Array]:
        whole = given["x"].astype(np.int32) @ given["y"].astype(np.int32)
        scaled = np.round(whole.astype(np.float32) * np.float32(0.0078125))
        return {"out": np.clip(scaled, -128, 127).astype(np.int8)}

    return [Case("quantised", b.build(), given, {"out": (n,)}, domain=(n,), formula=formula)]


def _convolution(_: Setting) -> list[Case]:
    """A filter of 3 x 3 over a picture whose edge is read as 0."""
    b = Builder("convolution", workgroup=(8, 8))
    x, weight, out = b.input("x", u8, rank=2), b.input("weight", i32, rank=2), b.output("out", i32, rank=2)
    r, c = b.cast(i32, b.global_id(1)), b.cast(i32, b.global_id(0))
    total = b.let("total", 0, i32)
    with b.for_(0, 3, dtype=i32) as dy, b.for_(0, 3, dtype=i32) as dx:
        total.set(total + b.cast(i32, x[r + dy - 1, c + dx - 1]) * weight[dy, dx])
    out[r, c] = total
    shape = (27, 35)
    given = {"x": (words("picture", shape[0] * shape[1]) & np.uint64(255)).astype(np.uint8).reshape(shape), "weight": np.array([[1, 0, -1], [2, 5, -2], [1, 0, -1]], np.int32)}  # fmt: skip

    def formula(given: Mapping[str, Array]) -> Mapping[str, Array]:
        p = np.pad(given["x"].astype(np.int32), 1)
        total = np.zeros(shape, np.int32)
        for dy in range(3):
            for dx in range(3):
                total = total + p[dy : dy + shape[0], dx : dx + shape[1]] * given["weight"][dy, dx]
        return {"out": total}

    return [Case("convolution", b.build(), given, {"out": shape}, domain=shape, formula=formula)]


def _bilinear(_: Setting) -> list[Case]:
    """A picture drawn larger: floor, fractions, casts to integers and back."""
    b = Builder("bilinear", workgroup=(8, 8))
    x, out = b.input("x", u8, rank=2), b.output("out", u8, rank=2)
    row, column = b.global_id(1), b.global_id(0)
    fy, fx = b.cast(f32, row) * 0.37, b.cast(f32, column) * 0.43
    y0, x0 = b.floor(fy), b.floor(fx)
    wy, wx = fy - y0, fx - x0
    iy, ix = b.cast(u32, y0), b.cast(u32, x0)
    corner = [[b.cast(f32, x[iy + dy, ix + dx]) for dx in (0, 1)] for dy in (0, 1)]
    lines = [corner[k][0] * (1.0 - wx) + corner[k][1] * wx for k in (0, 1)]
    out[row, column] = b.cast(u8, b.round(lines[0] * (1.0 - wy) + lines[1] * wy))
    shape = (40, 50)
    given = (words("small", 17 * 23) & np.uint64(255)).astype(np.uint8).reshape(17, 23)

    def formula(given: Mapping[str, Array]) -> Mapping[str, Array]:
        one = np.float32(1)
        y_, x_ = np.arange(40, dtype=np.float32) * np.float32(0.37), np.arange(50, dtype=np.float32) * np.float32(0.43)
        iy_, ix_ = np.floor(y_).astype(int), np.floor(x_).astype(int)
        wy_, wx_ = (y_ - np.floor(y_))[:, None], (x_ - np.floor(x_))[None]
        p = np.pad(given["x"], ((0, 9), (0, 9))).astype(np.float32)

        def line(dy: int) -> Array:
            found: Array = p[iy_ + dy][:, ix_] * (one - wx_) + p[iy_ + dy][:, ix_ + 1] * wx_
            return found

        return {"out": np.round(line(0) * (one - wy_) + line(1) * wy_).astype(np.uint8)}

    return [Case("bilinear", b.build(), {"x": given}, {"out": shape}, domain=shape, formula=formula)]
