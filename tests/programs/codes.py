"""Codes of many public collections: ciphers, hashes, checksums and text in another alphabet, one byte at a time."""

from __future__ import annotations

import base64
import binascii
import hashlib
import zlib
from typing import Any

import numpy as np

import vyre as vy
from tests.programs.frame import Array, Inputs, Program, Results

# ---------------------------------------------------------------- base64, there and back


def bytes_inputs(size: int, seed: int) -> Inputs:
    return {"data": np.random.default_rng(seed).integers(0, 256, size).astype(np.uint8)}


ALPHABET = np.frombuffer(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", np.uint8)


@vy.kernel(domain=lambda data: -(-data.size // 3))
def base64_encode(data: vy.In[vy.u8], text: vy.Out[vy.u8]) -> None:
    i = vy.global_id()
    if i * 3 >= data.size:
        return
    word = vy.u32(data[3 * i]) << 16 | vy.u32(data[3 * i + 1]) << 8 | vy.u32(data[3 * i + 2])
    for k in range(4):
        text[4 * i + k] = ALPHABET[word >> (18 - 6 * k) & 63] if 3 * i + k <= data.size else vy.u8(61)


@vy.kernel(domain=lambda text, data: -(-text.size // 4))
def base64_decode(text: vy.In[vy.u8], data: vy.InOut[vy.u8]) -> None:
    i = vy.global_id()
    if i * 4 >= text.size:
        return
    word = vy.u32(0)
    stop = 3
    for k in range(4):
        c = text[4 * i + k]
        if c >= 65 and c <= 90:
            v = vy.u32(c) - 65
        elif 97 <= c <= 122:
            v = vy.u32(c) - 71
        elif 48 <= c <= 57:
            v = vy.u32(c) + 4
        elif c == 43:
            v = 62
        elif c == 47:
            v = 63
        else:
            stop = min(stop, vy.i32(k) - 1)
            v = 0
        word = word << 6 | v
    for k in range(3):
        if k >= stop:
            break
        data[3 * i + k] = vy.u8(word >> (16 - 8 * k) & 255)


def base64_run(inputs: Inputs, **keywords: Any) -> Results:
    data = inputs["data"]
    text = base64_encode(data, shapes={"text": -(-data.size // 3) * 4}, **keywords)
    back = np.zeros_like(data)
    base64_decode(text, back, **keywords)
    return [text, back]


def base64_expected(inputs: Inputs) -> Results:
    return [np.frombuffer(base64.b64encode(inputs["data"].tobytes()), np.uint8), inputs["data"]]


# ---------------------------------------------------------------- SHA-1 of messages of any length

BLOCKS = 3


def messages_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    lengths = rng.integers(0, 64 * BLOCKS - 8, size).astype(np.int32)
    lengths[:4] = 0, 55, 56, 64
    first = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int32)
    return {"text": rng.integers(0, 256, int(first[-1])).astype(np.uint8), "first": first}


@vy.kernel(workgroup=32, domain=lambda text, first: first.size - 1)
def sha1(text: vy.In[vy.u8], first: vy.In[vy.i32], digests: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    if i + 1 >= first.size:
        return
    length = first[i + 1] - first[i]
    h = vy.private(vy.u32, 5)
    h[0], h[1], h[2], h[3], h[4] = 0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0
    done = False
    block = 0
    while not done:
        w = vy.private(vy.u32, 80)
        for k in range(64):
            at = block * 64 + k
            byte = vy.u32(0)
            if at < length:
                byte = vy.u32(text[first[i] + at])
            elif at == length:
                byte = 0x80
            w[k // 4] = w[k // 4] << 8 | byte
        if length + 9 <= (block + 1) * 64:
            w[15] = vy.u32(length) * 8
            done = True
        for k in range(16, 80):
            w[k] = vy.rotl(w[k - 3] ^ w[k - 8] ^ w[k - 14] ^ w[k - 16], 1)
        a, b, c, d, e = h[0], h[1], h[2], h[3], h[4]
        for k in range(80):
            if k < 20:
                f, q = (b & c) | (~b & d), vy.u32(0x5A827999)
            elif k < 40:
                f, q = b ^ c ^ d, vy.u32(0x6ED9EBA1)
            elif k < 60:
                f, q = (b & c) | (b & d) | (c & d), vy.u32(0x8F1BBCDC)
            else:
                f, q = b ^ c ^ d, vy.u32(0xCA62C1D6)
            a, b, c, d, e = vy.rotl(a, 5) + f + e + q + w[k], a, vy.rotl(b, 30), c, d
        h[0] += a
        h[1] += b
        h[2] += c
        h[3] += d
        h[4] += e
        block += 1
    for k in range(5):
        digests[i, k] = h[k]


def texts(inputs: Inputs) -> list[bytes]:
    return [part.tobytes() for part in np.split(inputs["text"], inputs["first"][1:-1])]


def sha1_run(inputs: Inputs, **keywords: Any) -> Results:
    return [sha1(inputs["text"], inputs["first"], shapes={"digests": (len(inputs["first"]) - 1, 5)}, **keywords)]


def sha1_expected(inputs: Inputs) -> Results:
    return [np.array([np.frombuffer(hashlib.sha1(t).digest(), ">u4") for t in texts(inputs)]).astype(np.uint32)]


# ---------------------------------------------------------------- checksums: CRC-32 and Adler-32, MurmurHash3


@vy.func
def mixed(k: vy.u32) -> vy.u32:
    return vy.rotl(k * 0xCC9E2D51, 15) * 0x1B873593


@vy.kernel(domain=lambda text, first: first.size - 1)
def checksums(
    text: vy.In[vy.u8], first: vy.In[vy.i32], crc: vy.Out[vy.u32], adler: vy.Out[vy.u32], murmur: vy.Out[vy.u32]
) -> None:
    i = vy.global_id()
    if i + 1 >= first.size:
        return
    begin, end = first[i], first[i + 1]
    c = vy.u32(0xFFFFFFFF)
    low, high = vy.u32(1), vy.u32(0)
    for at in range(begin, end):
        c ^= vy.u32(text[at])
        for _bit in range(8):
            if c & 1:
                c = c >> 1 ^ 0xEDB88320
            else:
                c >>= 1
        low = (low + vy.u32(text[at])) % 65521
        high = (high + low) % 65521
    crc[i] = ~c
    adler[i] = high << 16 | low
    h = vy.u32(7)
    at = begin
    while at + 4 <= end:
        h = vy.rotl(h ^ mixed(vy.load_le(vy.u32, text, at)), 13) * 5 + 0xE6546B64
        at += 4
    tail = vy.u32(0)
    for k in range(end - at):
        tail |= vy.u32(text[at + k]) << (8 * k)
    if tail != 0 or at < end:
        h ^= mixed(tail)
    h ^= vy.u32(end - begin)
    h = (h ^ h >> 16) * 0x85EBCA6B
    h = (h ^ h >> 13) * 0xC2B2AE35
    murmur[i] = h ^ h >> 16


def checksums_run(inputs: Inputs, **keywords: Any) -> Results:
    n = len(inputs["first"]) - 1
    return list(checksums(inputs["text"], inputs["first"], shapes={"crc": n, "adler": n, "murmur": n}, **keywords))


def murmur3(text: bytes, seed: int) -> int:
    def multiplied(x: int, y: int) -> int:
        return x * y & 0xFFFFFFFF

    def turned(x: int, n: int) -> int:
        return (x << n | x >> (32 - n)) & 0xFFFFFFFF

    h = seed
    for at in range(0, len(text), 4):
        word = text[at : at + 4]
        k = multiplied(turned(multiplied(int.from_bytes(word, "little"), 0xCC9E2D51), 15), 0x1B873593)
        h ^= k
        if len(word) == 4:
            h = (turned(h, 13) * 5 + 0xE6546B64) & 0xFFFFFFFF
    h ^= len(text)
    h = multiplied(h ^ h >> 16, 0x85EBCA6B)
    h = multiplied(h ^ h >> 13, 0xC2B2AE35)
    return h ^ h >> 16


def checksums_expected(inputs: Inputs) -> Results:
    found = [(binascii.crc32(t), zlib.adler32(t), murmur3(t, 7)) for t in texts(inputs)]
    return list(np.array(found, np.uint32).T.copy())


# ---------------------------------------------------------------- ChaCha20


def chacha_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    return {"data": rng.integers(0, 256, size).astype(np.uint8), "key": rng.integers(0, 2**32, 11, np.uint32)}


@vy.func
def quarter(x: Any, a: Any, b: Any, c: Any, d: Any) -> None:
    x[a] += x[b]
    x[d] = vy.rotl(x[d] ^ x[a], 16)
    x[c] += x[d]
    x[b] = vy.rotl(x[b] ^ x[c], 12)
    x[a] += x[b]
    x[d] = vy.rotl(x[d] ^ x[a], 8)
    x[c] += x[d]
    x[b] = vy.rotl(x[b] ^ x[c], 7)


@vy.kernel(workgroup=32, domain=lambda data, key, mixed: -(-data.size // 64))
def chacha20(data: vy.In[vy.u8], key: vy.In[vy.u32], mixed: vy.InOut[vy.u8]) -> None:
    """Each invocation makes 64 bytes of the key stream; key holds eight words of the key and three of the nonce."""
    i = vy.global_id()
    if i * 64 >= data.size:
        return
    x = vy.private(vy.u32, 16)
    start = vy.private(vy.u32, 16)
    start[0], start[1], start[2], start[3] = 0x61707865, 0x3320646E, 0x79622D32, 0x6B206574
    for k in range(8):
        start[4 + k] = key[k]
    start[12] = i + 1
    for k in range(3):
        start[13 + k] = key[8 + k]
    for k in range(16):
        x[k] = start[k]
    for _round in range(10):
        for k in vy.static_range(4):
            quarter(x, k, 4 + k, 8 + k, 12 + k)
        for k in vy.static_range(4):
            quarter(x, k, 4 + (k + 1) % 4, 8 + (k + 2) % 4, 12 + (k + 3) % 4)
    for k in range(64):
        if i * 64 + k >= data.size:
            break
        stream = x[k // 4] + start[k // 4] >> (8 * (k % 4))
        mixed[i * 64 + k] = data[i * 64 + k] ^ vy.u8(stream & 255)


def chacha_run(inputs: Inputs, **keywords: Any) -> Results:
    out = np.zeros_like(inputs["data"])
    chacha20(inputs["data"], inputs["key"], out, **keywords)
    return [out]


def chacha_expected(inputs: Inputs) -> Results:
    """All blocks at once: x[row, column, block], whose diagonals are columns after rows are rolled."""
    blocks = -(-inputs["data"].size // 64)
    words = np.concatenate([np.frombuffer(b"expand 32-byte k", np.uint32), inputs["key"][:8], [0], inputs["key"][8:]])
    start = np.repeat(words.astype(np.uint32)[:, None], blocks, 1).reshape(4, 4, blocks)
    start[3, 0] = np.arange(1, blocks + 1)
    a, b, c, d = start.copy()

    def turned(x: Array, n: int) -> Array:
        return x << np.uint32(n) | x >> np.uint32(32 - n)

    for half in range(20):
        for n, m in ((16, 12), (8, 7)):
            a = a + b
            d = turned(d ^ a, n)
            c = c + d
            b = turned(b ^ c, m)
        way = -1 if half % 2 == 0 else 1
        b, c, d = np.roll(b, way, 0), np.roll(c, 2 * way, 0), np.roll(d, 3 * way, 0)
    stream = (np.stack([a, b, c, d]) + start).reshape(16, blocks).T.copy().view(np.uint8).ravel()
    return [inputs["data"] ^ stream[: inputs["data"].size]]


PROGRAMS = (
    Program("codes_base64", bytes_inputs, base64_run, base64_expected, 200),
    Program("codes_sha1", messages_inputs, sha1_run, sha1_expected, 20),
    Program("codes_checksums", messages_inputs, checksums_run, checksums_expected, 24),
    Program("codes_chacha20", chacha_inputs, chacha_run, chacha_expected, 700),
)
