"""Whole programs over texts and bytes, each beside a formula that works out its outputs by other means."""

from __future__ import annotations

import base64
import hashlib
import itertools
import zlib
from collections.abc import Callable, Iterator, Mapping

import numpy as np

from vyre.conform.case import Case, Row, Setting
from vyre.conform.values import Array, text_of
from vyre.dtypes import u8, u16, u32, u64
from vyre.ir.builder import Builder
from vyre.ir.values import LocalVar, Val

__all__ = ["rows"]


def rows() -> Iterator[Row]:
    """A row per family."""
    made: list[tuple[str, tuple[str, ...], Callable[[Setting], list[Case]]]] = [
        ("automaton", ("4.3", "5.3"), _automaton),
        ("string-search", ("5.3",), _search),
        ("hash-fnv", ("2.1",), _fnv),
        ("hash-sha256", ("2.4", "4.3"), _sha256),
        ("crc32", ("2.4", "4.3"), _crc),
        ("base64", ("4.1", "4.3"), _base64),
        ("edit-distance", ("4.3", "5.3"), _edit_distance),
    ]
    for name, rules, make in made:
        yield Row(f"family/{name}", rules, make)


def _automaton(_: Setting) -> list[Case]:
    """How many words that begin with a capital there are in each line of 32 bytes: three states, a table of transitions."""
    kinds = np.zeros(256, np.uint8)
    kinds[[c for c in range(256) if chr(c).isascii() and chr(c).isalpha()]] = 1
    kinds[ord("A") : ord("Z") + 1] = 2
    moves = np.array([[0, 1, 2], [0, 1, 1], [0, 2, 2]], np.uint8)  # between words; in a word; in one with a capital
    b = Builder("automaton", workgroup=64)
    kind = b.table("kind", u8, 256, kinds.tobytes())
    move = b.table("move", u8, (3, 3), moves.tobytes())
    x, out = b.input("x", u8), b.output("out", u16)
    i = b.global_id()
    state, found = b.let("state", 0, u8), b.let("found", 0, u16)
    with b.for_(i * 32, i * 32 + 32) as k:
        after = move[state, kind[x[k]]]
        with b.if_((after == 2) & (state != 2)):
            found.set(found + 1)
        state.set(after)
    out[i] = found
    n = 100

    def formula(given: Mapping[str, Array]) -> Mapping[str, Array]:
        counts = np.zeros(n, np.uint16)
        for k, line in enumerate(given["x"].reshape(n, 32)):
            now = 0
            for byte in line:
                then = int(moves[now, kinds[byte]])
                counts[k] += then == 2 and now != 2
                now = then
        return {"out": counts}

    return [Case("automaton", b.build(), {"x": text_of(32 * n)}, {"out": (n,)}, domain=(n,), formula=formula)]


def _search(setting: Setting) -> list[Case]:
    """Every place of a pattern in a text."""
    pattern = b"it was the "
    b = Builder("search", workgroup=64)
    x, y, out = b.input("x", u8), b.input("y", u8), b.output("out", u8)
    i = b.global_id()
    same = b.let("same", i + y.size <= x.size)
    with b.for_(0, y.size) as k, b.if_(x[i + k] != y[k]):
        same.set(False)
        b.break_()
    with b.if_(i < out.size):
        out[i] = b.cast(u8, same)
    n = 200_000 if setting.full else 2000

    def formula(given: Mapping[str, Array]) -> Mapping[str, Array]:
        text, marks = given["x"].tobytes(), np.zeros(n, np.uint8)
        at = text.find(pattern)
        while at >= 0:
            marks[at] = 1
            at = text.find(pattern, at + 1)
        return {"out": marks}

    given = {"x": text_of(n), "y": np.frombuffer(pattern, np.uint8)}
    return [Case("search", b.build(), given, {"out": (n,)}, domain=(n,), formula=formula)]


def _fnv(_: Setting) -> list[Case]:
    """FNV-1a of 64 bits over pieces of every length."""
    b = Builder("fnv", workgroup=32)
    x, out = b.input("x", u8), b.output("out", u64)
    i = b.global_id()
    state = b.let("state", 0xCBF29CE484222325, u64)
    with b.for_(i, i * 2) as k:
        state.set((state ^ b.cast(u64, x[k])) * 0x100000001B3)
    with b.if_(i < out.size):
        out[i] = state
    n = 100

    def formula(given: Mapping[str, Array]) -> Mapping[str, Array]:
        found: list[int] = []
        for k in range(n):
            value = 0xCBF29CE484222325
            for byte in given["x"][k : 2 * k].tolist():
                value = (value ^ byte) * 0x100000001B3 % 2**64
            found.append(value)
        return {"out": np.array(found, np.uint64)}

    return [Case("fnv", b.build(), {"x": text_of(2 * n)}, {"out": (n,)}, domain=(n,), formula=formula)]


def _primes(count: int) -> list[int]:
    found: list[int] = []
    k = 2
    while len(found) < count:
        if all(k % p for p in found):
            found.append(k)
        k += 1
    return found


def _root_bits(n: int, degree: int) -> int:
    """The first 32 bits of the fraction of a root."""
    scaled = n << (32 * degree)
    low, high = 0, 1 << 40
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if middle**degree <= scaled else (low, middle)
    return low & 0xFFFFFFFF


def _sha256(_: Setting) -> list[Case]:
    """SHA-256 of messages of one block."""
    keys = [_root_bits(p, 3) for p in _primes(64)]
    start = [_root_bits(p, 2) for p in _primes(8)]
    b = Builder("sha", workgroup=16)
    table = b.table("table", u32, 64, np.array(keys, np.uint32).tobytes())
    x, out = b.input("x", u32), b.output("out", u32)
    i = b.global_id()
    w = b.private("w", u32, 64)
    with b.for_(0, 16) as k:
        w[k] = x[i * 16 + k]
    with b.for_(16, 64) as k:
        p, q = w[k - 15], w[k - 2]
        s0 = b.rotr(p, 7) ^ b.rotr(p, 18) ^ (p >> 3)
        s1 = b.rotr(q, 17) ^ b.rotr(q, 19) ^ (q >> 10)
        w[k] = w[k - 16] + s0 + w[k - 7] + s1
    state: list[LocalVar] = [b.let(f"s{k}", value, u32) for k, value in enumerate(start)]
    with b.for_(0, 64) as k:
        a, bb, c, d, e, f, g, h = (s.get() for s in state)
        s1 = b.rotr(e, 6) ^ b.rotr(e, 11) ^ b.rotr(e, 25)
        first = h + s1 + ((e & f) ^ (~e & g)) + table[k] + w[k]
        s0 = b.rotr(a, 2) ^ b.rotr(a, 13) ^ b.rotr(a, 22)
        second = s0 + ((a & bb) ^ (a & c) ^ (bb & c))
        new: list[Val] = [first + second, a, bb, c, d + first, e, f, g]
        for local, value in zip(state, new, strict=True):
            local.set(value)
    for place, begin in enumerate(start):
        out[i * 8 + place] = state[place] + begin
    n = 33
    text = text_of(n * 55).tobytes()
    messages = [text[55 * k : 55 * k + k] for k in range(n)]
    blocks = b"".join(m + b"\x80" + bytes(55 - len(m)) + (8 * len(m)).to_bytes(8, "big") for m in messages)

    def formula(_: Mapping[str, Array]) -> Mapping[str, Array]:
        digests = b"".join(hashlib.sha256(m).digest() for m in messages)
        return {"out": np.frombuffer(digests, ">u4").astype(np.uint32)}

    given = {"x": np.frombuffer(blocks, ">u4").astype(np.uint32)}
    return [Case("sha256", b.build(), given, {"out": (n * 8,)}, domain=(n,), formula=formula)]


def _crc(_: Setting) -> list[Case]:
    """CRC-32 of pieces of 40 bytes, the last one shorter."""
    table = np.arange(256, dtype=np.uint32)
    for _step in range(8):
        table = np.where(table & 1, (table >> 1) ^ np.uint32(0xEDB88320), table >> 1).astype(np.uint32)
    b = Builder("crc", workgroup=32)
    held = b.table("held", u32, 256, table.tobytes())
    x, out = b.input("x", u8), b.output("out", u32)
    i = b.global_id()
    crc = b.let("crc", 0xFFFFFFFF, u32)
    with b.for_(i * 40, b.min(i * 40 + 40, x.size)) as k:
        crc.set(held[(crc ^ b.cast(u32, x[k])) & 0xFF] ^ (crc >> 8))
    with b.if_(i < out.size):
        out[i] = ~crc
    n = 40 * 77 - 13

    def formula(given: Mapping[str, Array]) -> Mapping[str, Array]:
        data = given["x"].tobytes()
        return {"out": np.array([zlib.crc32(data[k : k + 40]) for k in range(0, n, 40)], np.uint32)}

    return [Case("crc", b.build(), {"x": text_of(n)}, {"out": (77,)}, domain=(77,), formula=formula)]


def _base64(_: Setting) -> list[Case]:
    """Three bytes in, four letters out, with the padding at the end."""
    letters = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    b = Builder("base64", workgroup=32)
    held = b.table("held", u8, 64, letters)
    x, out = b.input("x", u8), b.output("out", u8)
    i = b.global_id()
    word = (b.cast(u32, x[i * 3]) << 16) | (b.cast(u32, x[i * 3 + 1]) << 8) | b.cast(u32, x[i * 3 + 2])
    for k in range(4):
        there = i * 3 + max(k - 1, 0) < x.size
        out[i * 4 + k] = b.select(there, held[(word >> (18 - 6 * k)) & 63], b.const(u8, ord("=")))
    program = b.build()

    def formula(given: Mapping[str, Array]) -> Mapping[str, Array]:
        return {"out": np.frombuffer(base64.b64encode(given["x"].tobytes()), np.uint8)}

    return [
        Case(f"{n} bytes", program, {"x": text_of(n)}, {"out": (-(-n // 3) * 4,)}, domain=(-(-n // 3),), formula=formula)
        for n in (1, 2, 3, 200, 301)
    ]  # fmt: skip


def _edit_distance(_: Setting) -> list[Case]:
    """Levenshtein's distance of neighbouring words of 12 bytes, a row of the table in private memory."""
    size = 12
    b = Builder("distance", workgroup=32)
    x, out = b.input("x", u8), b.output("out", u32)
    i = b.global_id()
    held = b.private("held", u32, size + 1)
    with b.for_(0, size + 1) as k:
        held[k] = k
    with b.for_(0, size) as p:
        corner = b.let("corner", held[0])
        held[0] = p + 1
        with b.for_(0, size) as q:
            same = x[i * size + p] == x[(i + 1) * size + q]
            best = b.min(held[q + 1] + 1, held[q] + 1, corner + b.select(same, b.const(u32, 0), b.const(u32, 1)))
            corner.set(held[q + 1])
            held[q + 1] = best
    with b.if_(i < out.size):
        out[i] = held[size]
    n = 60

    def formula(given: Mapping[str, Array]) -> Mapping[str, Array]:
        texts = [row.tolist() for row in given["x"].reshape(n + 1, size)]
        return {"out": np.array([_distance(p, q) for p, q in itertools.pairwise(texts)], np.uint32)}

    return [Case("distance", b.build(), {"x": text_of((n + 1) * size)}, {"out": (n,)}, domain=(n,), formula=formula)]


def _distance(p: list[int], q: list[int]) -> int:
    row = list(range(len(q) + 1))
    for n, a in enumerate(p, 1):
        row = _next_row(row, n, a, q)
    return row[-1]


def _next_row(before: list[int], n: int, a: int, q: list[int]) -> list[int]:
    row = [n]
    for k, c in enumerate(q):
        row.append(min(before[k + 1] + 1, row[k] + 1, before[k] + (a != c)))
    return row
