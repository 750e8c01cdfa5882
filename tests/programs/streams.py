"""Streams and strings of many public collections: compressed blocks, numbers of any length, text to code points,
fields of lines, a hash table."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np

import vyre as vy
from tests.programs.frame import Array, Inputs, Program, Results


def packed(parts: list[bytes]) -> tuple[Array, Array]:
    """One array of all bytes, and where each part begins."""
    first = np.concatenate([[0], np.cumsum([len(part) for part in parts])]).astype(np.int32)
    return np.frombuffer(b"".join(parts), np.uint8).copy(), first


# ---------------------------------------------------------------- LZ4 blocks

ROOM = 160  # bytes that a block may become


def lz4_compressed(text: bytes) -> bytes:
    """Sequences of a token, literals, a distance and more length; the greedy parse with a table of last places."""

    def more(n: int) -> bytes:
        return b"" if n < 15 else b"\xff" * ((n - 15) // 255) + bytes([(n - 15) % 255])

    out, at, begin = b"", 0, 0
    last: dict[bytes, int] = {}
    while at + 4 <= len(text):
        key, found = text[at : at + 4], last.get(text[at : at + 4])
        last[key] = at
        if found is None:
            at += 1
            continue
        n = 4
        while at + n < len(text) and text[found + n] == text[at + n]:
            n += 1
        literals = text[begin:at]
        out += bytes([min(len(literals), 15) << 4 | min(n - 4, 15)]) + more(len(literals)) + literals
        out += (at - found).to_bytes(2, "little") + more(n - 4)
        at += n
        begin = at
    return out + bytes([min(len(text) - begin, 15) << 4]) + more(len(text) - begin) + text[begin:]


def lz4_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    texts = []
    for _ in range(size):
        words = [bytes(rng.integers(97, 123, rng.integers(2, 9)).astype(np.uint8)) for _ in range(4)]
        text = b"".join(words[k] for k in rng.integers(0, 4, rng.integers(0, 20)))
        texts.append(text[:ROOM])
    texts[0] = b"a" * ROOM
    texts[1] = bytes(range(ROOM))
    data, first = packed([lz4_compressed(text) for text in texts])
    return {"data": data, "first": first, "texts": texts}


@vy.kernel(workgroup=64, domain=lambda data, first: first.size - 1)
def lz4_decode(data: vy.In[vy.u8], first: vy.In[vy.i32], text: vy.Out[vy.u8], length: vy.Out[vy.i32]) -> None:
    b = vy.global_id()
    if b + 1 >= first.size:
        return
    at, end = first[b], first[b + 1]
    to = 0
    while at < end:
        token = vy.i32(data[at])
        at += 1
        n = token >> 4
        if n == 15:
            while True:
                more = vy.i32(data[at])
                at += 1
                n += more
                if more != 255:
                    break
        for _k in range(n):
            text[b, to] = data[at]
            to += 1
            at += 1
        if at >= end:
            break
        distance = vy.i32(data[at]) | vy.i32(data[at + 1]) << 8
        at += 2
        n = token & 15
        if n == 15:
            more = 255
            while more == 255:
                more = vy.i32(data[at])
                n += more
                at += 1
        n += 4
        while n > 0:
            text[b, to] = text[b, to - distance]
            to += 1
            n -= 1
    length[b] = to


def lz4_run(inputs: Inputs, **keywords: Any) -> Results:
    blocks = len(inputs["first"]) - 1
    shapes = {"text": (blocks, ROOM), "length": blocks}
    return list(lz4_decode(inputs["data"], inputs["first"], shapes=shapes, **keywords))


def lz4_expected(inputs: Inputs) -> Results:
    texts = inputs["texts"]
    rows = np.frombuffer(b"".join(text.ljust(ROOM, b"\0") for text in texts), np.uint8).reshape(-1, ROOM)
    return [rows, np.array([len(text) for text in texts], np.int32)]


# ---------------------------------------------------------------- numbers of 7 bits a byte, as sums of zigzag steps


def varint_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    rows = [(rng.integers(-(2**40), 2**40, rng.integers(0, 9)) >> rng.integers(0, 40)).tolist() for _ in range(size)]
    parts = []
    for row in rows:
        part = bytearray()
        for value, before in zip(row, [0, *row], strict=False):
            step = value - before
            rest = step << 1 if step >= 0 else -step * 2 - 1
            while rest > 127:
                part.append(rest & 127 | 128)
                rest >>= 7
            part.append(rest)
        parts.append(bytes(part))
    data, first = packed(parts)
    return {"data": data, "first": first, "rows": rows}


@vy.kernel(domain=lambda data, first: first.size - 1)
def varint_decode(data: vy.In[vy.u8], first: vy.In[vy.i32], values: vy.Out[vy.i64], counts: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    if i < counts.size:
        p = first[i]
        n = vy.u32(0)
        last = vy.i64(0)
        while p != first[i + 1]:
            bits = vy.u64(0)
            shift = 0
            while data[p] & 128:
                bits |= vy.u64(data[p] & 127) << shift
                shift += 7
                p += 1
            bits |= vy.u64(data[p]) << shift
            p += 1
            last += vy.i64(bits >> 1) ^ -vy.i64(bits & 1)
            values[i, n] = last
            n += 1
        counts[i] = n


def varint_run(inputs: Inputs, **keywords: Any) -> Results:
    n = len(inputs["rows"])
    return list(varint_decode(inputs["data"], inputs["first"], shapes={"values": (n, 8), "counts": n}, **keywords))


def varint_expected(inputs: Inputs) -> Results:
    rows = inputs["rows"]
    values = np.array([row + [0] * (8 - len(row)) for row in rows], np.int64)
    return [values, np.array([len(row) for row in rows], np.uint32)]


# ---------------------------------------------------------------- UTF-8 to code points, with what is wrong replaced


def utf8_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    parts = []
    for _ in range(size):
        points = [int(rng.integers(32, top)) for top in rng.choice([128, 2048, 0xD800, 0x110000], rng.integers(0, 14))]
        part = bytearray("".join(chr(p) for p in points if not 0xD800 <= p < 0xE000).encode())
        for _hit in range(rng.integers(0, 3)):
            if part:
                part[rng.integers(0, len(part))] = rng.integers(0, 256)
        parts.append(bytes(part))
    data, first = packed(parts)
    return {"data": data, "first": first}


@vy.kernel(domain=lambda data, first: first.size - 1)
def utf8_decode(data: vy.In[vy.u8], first: vy.In[vy.i32], points: vy.Out[vy.u32], counts: vy.Out[vy.u32]) -> None:
    """The longest valid beginning of a sequence that is wrong becomes one U+FFFD, as in Python's decoder."""
    i = vy.global_id()
    if i >= counts.size:
        return
    n = vy.u32(0)
    need, seen = 0, 0
    point = vy.u32(0)
    low, high = vy.u8(0x80), vy.u8(0xBF)
    k = first[i]
    while k < first[i + 1]:
        c = data[k]
        if need == 0:
            k += 1
            if c < 0x80:
                points[i, n] = vy.u32(c)
                n += 1
                continue
            low, high = 0x80, 0xBF
            if 0xC2 <= c <= 0xDF:
                need, point = 1, vy.u32(c & 0x1F)
            elif 0xE0 <= c <= 0xEF:
                if c == 0xE0:
                    low = 0xA0
                elif c == 0xED:
                    high = 0x9F
                need, point = 2, vy.u32(c & 0x0F)
            elif 0xF0 <= c <= 0xF4:
                if c == 0xF0:
                    low = 0x90
                elif c == 0xF4:
                    high = 0x8F
                need, point = 3, vy.u32(c & 0x07)
            else:
                points[i, n] = 0xFFFD
                n += 1
            seen = 0
        elif low <= c <= high:
            k += 1
            low, high = 0x80, 0xBF
            point = point << 6 | vy.u32(c & 0x3F)
            seen += 1
            if seen == need:
                points[i, n] = point
                n += 1
                need = 0
        else:
            points[i, n] = 0xFFFD  # and c is read again as a beginning
            n += 1
            need = 0
    if need > 0:
        points[i, n] = 0xFFFD
        n += 1
    counts[i] = n


def utf8_run(inputs: Inputs, **keywords: Any) -> Results:
    n = len(inputs["first"]) - 1
    return list(utf8_decode(inputs["data"], inputs["first"], shapes={"points": (n, 64), "counts": n}, **keywords))


def utf8_expected(inputs: Inputs) -> Results:
    parts = np.split(inputs["data"], inputs["first"][1:-1])
    found = [part.tobytes().decode("utf-8", "replace") for part in parts]
    points = np.zeros((len(parts), 64), np.uint32)
    for row, text in zip(points, found, strict=True):
        row[: len(text)] = [ord(c) for c in text]
    return [points, np.array([len(text) for text in found], np.uint32)]


# ---------------------------------------------------------------- lines of numbers, read by a state machine


def csv_inputs(size: int, seed: int) -> Inputs:
    """Lines of fields: numbers, some quoted, some empty, some with a sign, a point or an exponent of ten."""
    rng = np.random.default_rng(seed)
    lines, rows = [], []
    for _ in range(size):
        fields, values = [], []
        for _field in range(rng.integers(1, 6)):
            value, places = int(rng.integers(-9999, 9999)), int(rng.integers(0, 4))
            kind = rng.integers(0, 5)
            text = str(value)
            values.append(value * 1000)
            if kind == 0:
                text, values[-1] = "", 0
            elif kind == 1:
                text = f'"{text}"'
            elif kind == 2:
                text = f"{text}.{places:03d}"
                values[-1] += -places if text.startswith("-") else places
            elif kind == 3:
                text = f"{text}e{places}"
                values[-1] *= 10**places
            fields.append(text)
        lines.append(",".join(fields).encode())
        rows.append(values)
    data, first = packed([line + b"\n" for line in lines])
    return {"data": data, "first": first, "rows": rows}


START, QUOTED, WHOLE, FRACTION, EXPONENT, AFTER = range(6)


@vy.kernel(workgroup=64, domain=lambda data, first: first.size - 1)
def csv_numbers(data: vy.In[vy.u8], first: vy.In[vy.i32], values: vy.Out[vy.i64], counts: vy.Out[vy.i32]) -> None:
    """Each line's fields in thousandths."""
    line = vy.global_id()
    if line + 1 >= first.size:
        return
    state = START
    value, scale = vy.i64(0), vy.i64(100)
    negative = False
    exponent = 0
    field = 0
    for at in range(first[line], first[line + 1]):
        c = data[at]
        if c == 44 or c == 10:
            value += 0
            while exponent > 0:
                value *= 10
                exponent -= 1
            values[line, field] = -value if negative else value
            field += 1
            state, value, scale, negative, exponent = START, 0, 100, False, 0
            continue
        if state == START:
            if c == 34:
                state = QUOTED
                continue
            state = WHOLE
        elif state == QUOTED:
            if c == 34:
                state = AFTER
                continue
        if c == 45:
            negative = True
        elif c == 46:
            state = FRACTION
        elif c == 101:
            state = EXPONENT
        elif 48 <= c <= 57:
            digit = vy.i64(c - 48)
            if state == FRACTION:
                value += digit * scale
                scale //= 10
            elif state == EXPONENT:
                exponent = exponent * 10 + vy.i32(digit)
            else:
                value = value * 10 + digit * 1000
    counts[line] = field


def csv_run(inputs: Inputs, **keywords: Any) -> Results:
    n = len(inputs["rows"])
    return list(csv_numbers(inputs["data"], inputs["first"], shapes={"values": (n, 5), "counts": n}, **keywords))


def csv_expected(inputs: Inputs) -> Results:
    rows = inputs["rows"]
    values = np.array([row + [0] * (5 - len(row)) for row in rows], np.int64)
    return [values, np.array([len(row) for row in rows], np.int32)]


# ---------------------------------------------------------------- a hash table with linear probing

EMPTY, SLOTS = 0xFFFFFFFF, 256


def table_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    keys = rng.choice(5 * size, size, replace=False).astype(np.uint32) * 7
    return {
        "keys": keys,
        "values": rng.integers(0, 2**32, size, np.uint32),
        "asked": rng.integers(0, 35 * size, size, np.uint32),
    }


@vy.func
def slot_of(key: vy.u32) -> vy.u32:
    key ^= key >> 16
    key *= 0x85EBCA6B
    key ^= key >> 13
    return key % SLOTS


@vy.kernel(domain="keys")
def table_insert(keys: vy.In[vy.u32], values: vy.In[vy.u32], slots: vy.InOut[vy.u32], held: vy.InOut[vy.u32]) -> None:
    i = vy.global_id()
    if i < keys.size:
        key = keys[i]
        slot = slot_of(key)
        while True:
            before = vy.atomic_compare_exchange(slots, slot, EMPTY, key)
            if before == EMPTY or before == key:
                held[slot] = values[i]
                return
            slot = (slot + 1) % SLOTS


@vy.kernel(domain="asked")
def table_look_up(slots: vy.In[vy.u32], held: vy.In[vy.u32], asked: vy.In[vy.u32], found: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    if i < asked.size:
        slot = slot_of(asked[i])
        found[i] = EMPTY
        while slots[slot] != EMPTY:
            if slots[slot] == asked[i]:
                found[i] = held[slot]
                break
            slot = (slot + 1) % SLOTS


def table_run(inputs: Inputs, **keywords: Any) -> Results:
    slots, held = np.full(SLOTS, EMPTY, np.uint32), np.zeros(SLOTS, np.uint32)
    with warnings.catch_warnings():  # slots are sorted, and what is found is the same in any order
        warnings.filterwarnings("ignore", r"\[N100\] table_insert:", vy.VyreWarning)
        table_insert(inputs["keys"], inputs["values"], slots, held, **keywords)
    asked = np.concatenate([inputs["asked"], inputs["keys"]])
    found = table_look_up(slots, held, asked, shapes={"found": asked.size}, **keywords)
    return [np.sort(slots), found]


def table_expected(inputs: Inputs) -> Results:
    held = dict(zip(inputs["keys"].tolist(), inputs["values"].tolist(), strict=True))
    asked = inputs["asked"].tolist() + inputs["keys"].tolist()
    slots = np.full(SLOTS, EMPTY, np.uint32)
    slots[: len(held)] = sorted(held)
    return [slots, np.array([held.get(key, EMPTY) for key in asked], np.uint32)]


PROGRAMS = (
    Program("streams_lz4", lz4_inputs, lz4_run, lz4_expected, 40),
    Program("streams_varint", varint_inputs, varint_run, varint_expected, 60),
    Program("streams_utf8", utf8_inputs, utf8_run, utf8_expected, 60),
    Program("streams_csv", csv_inputs, csv_run, csv_expected, 50),
    Program("streams_linear_probing", table_inputs, table_run, table_expected, 150, largest=SLOTS - 1),
)
