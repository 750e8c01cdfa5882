"""Rodinia's codes and texts: Huffman codes, sorting by buckets, the longest matches of queries in a text."""

from __future__ import annotations

import heapq
from typing import Any

import numpy as np

import vyre as vy
from tests.programs.frame import Array, Inputs, Program, Results

F = np.float32

# ---------------------------------------------------------------- Huffman codes


def huffman_inputs(size: int, seed: int) -> Inputs:
    """A text and the code of each letter, the first bit of a code being its highest one."""
    rng = np.random.default_rng(seed)
    text = np.minimum(rng.geometric(0.3, size) - 1, 15).astype(np.uint8)
    counts = np.bincount(text, minlength=16) + 1
    heap: list[tuple[int, int, list[int]]] = [(int(c), n, [n]) for n, c in enumerate(counts)]
    codes, lengths = [0] * 16, [0] * 16
    while len(heap) > 1:
        pair = heapq.heappop(heap), heapq.heappop(heap)
        for bit, (_, _, letters) in enumerate(pair):
            for letter in letters:
                codes[letter] |= bit << lengths[letter]
                lengths[letter] += 1
        heapq.heappush(heap, (pair[0][0] + pair[1][0], pair[0][1] + 16, pair[0][2] + pair[1][2]))
    return {"text": text, "codes": np.array(codes, np.uint32), "lengths": np.array(lengths, np.uint32)}


@vy.kernel(domain="text")
def huffman_encode(
    text: vy.In[vy.u8], codes: vy.In[vy.u32], lengths: vy.In[vy.u32], starts: vy.In[vy.u32], words: vy.InOut[vy.u32]
) -> None:
    """Each letter puts its bits where they begin; a code may lie across two words."""
    i = vy.global_id()
    if i >= text.size:
        return
    code, left, at = codes[text[i]], lengths[text[i]], starts[i]
    while left > 0:
        room = 32 - at % 32
        taken = min(room, left)
        part = code >> (left - taken) & ((1 << taken) - 1)
        vy.atomic_or(words, at // 32, part << (room - taken))
        left -= taken
        at += taken


@vy.kernel(workgroup=32)
def huffman_decode(
    words: vy.In[vy.u32],
    begins: vy.In[vy.u32],
    codes: vy.In[vy.u32],
    lengths: vy.In[vy.u32],
    letters: vy.u32,
    text: vy.Out[vy.u8],
) -> None:
    """Each invocation decodes a stretch of ``letters`` letters from the bit where it begins, one bit at a time."""
    chunk = vy.global_id()
    if chunk >= begins.size:
        return
    at = begins[chunk]
    for n in range(letters):
        if chunk * letters + n >= text.size:
            break
        code, length = vy.u32(0), vy.u32(0)
        found = vy.u32(16)
        while found == 16 and length < 32:
            code = code << 1 | (words[at // 32] >> (31 - at % 32) & 1)
            length += 1
            at += 1
            for letter in range(codes.size):
                if lengths[letter] == length and codes[letter] == code:
                    found = letter
                    break
        text[chunk * letters + n] = vy.u8(found)


def huffman_layout(inputs: Inputs) -> tuple[Array, int]:
    lengths = inputs["lengths"][inputs["text"]]
    ends = np.cumsum(lengths)
    return (ends - lengths).astype(np.uint32), int(ends[-1])


def huffman_run(inputs: Inputs, **keywords: Any) -> Results:
    text, codes, lengths = inputs["text"], inputs["codes"], inputs["lengths"]
    starts, bits = huffman_layout(inputs)
    words = np.zeros(-(-bits // 32), np.uint32)
    huffman_encode(text, codes, lengths, starts, words, **keywords)
    begins = starts[::20].copy()
    back = huffman_decode(words, begins, codes, lengths, 20, domain=begins.size, shapes={"text": text.size}, **keywords)
    return [words, back]


def huffman_expected(inputs: Inputs) -> Results:
    pairs = [(int(inputs["codes"][t]), int(inputs["lengths"][t])) for t in inputs["text"]]
    bits = "".join(format(code, f"0{length}b") for code, length in pairs)
    bits += "0" * (-len(bits) % 32)
    words = [int(bits[k : k + 32], 2) for k in range(0, len(bits), 32)]
    return [np.array(words, np.uint32), inputs["text"]]


# ---------------------------------------------------------------- hybrid sort: buckets, then a sort of each

BUCKETS = 16


def hybridsort_inputs(size: int, seed: int) -> Inputs:
    return {"values": (np.random.default_rng(seed).random(size) ** 2).astype(F)}


@vy.kernel(domain="values")
def hybridsort_count(
    values: vy.In[vy.f32],
    counts: vy.Out[vy.u32, BUCKETS],  # type: ignore[valid-type]  # a number, which is its shape
) -> None:
    i = vy.global_id()
    if i < values.size:
        vy.atomic_add(counts, vy.u32(values[i] * BUCKETS), 1)


@vy.kernel(workgroup=BUCKETS, domain=BUCKETS)
def hybridsort_fill(values: vy.In[vy.f32], starts: vy.In[vy.u32], placed: vy.Out[vy.f32]) -> None:
    """Each bucket collects its values in their order, and sorts them by insertion."""
    bucket = vy.global_id()
    first = starts[bucket]
    n = vy.u32(0)
    for i in range(values.size):
        x = values[i]
        if vy.u32(x * BUCKETS) != bucket:
            continue
        at = first + n
        while at > first and placed[at - 1] > x:
            placed[at] = placed[at - 1]
            at -= 1
        placed[at] = x
        n += 1


def hybridsort_run(inputs: Inputs, **keywords: Any) -> Results:
    values = inputs["values"]
    counts = hybridsort_count(values, **keywords)
    starts = (np.cumsum(counts) - counts).astype(np.uint32)
    return [counts, hybridsort_fill(values, starts, shapes={"placed": values.size}, **keywords)]


def hybridsort_expected(inputs: Inputs) -> Results:
    values = inputs["values"]
    counts, _ = np.histogram(values, BUCKETS, (0, 1))
    return [counts.astype(np.uint32), np.sort(values)]


# ---------------------------------------------------------------- the longest match of each query in a reference text


def mummer_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    text = rng.choice(np.frombuffer(b"ACGT", np.uint8), size)
    suffixes = sorted(range(size), key=lambda k: text[k:].tobytes())
    queries = rng.choice(np.frombuffer(b"ACGT", np.uint8), (12, 10))
    for k in range(0, 12, 2):
        at = int(rng.integers(0, size - 9))
        queries[k, : 3 + k // 2] = text[at : at + 3 + k // 2]
    return {"text": text, "suffixes": np.array(suffixes, np.uint32), "queries": queries}


@vy.kernel(workgroup=(4, 8), domain="queries")
def mummer_match(
    text: vy.In[vy.u8],
    suffixes: vy.In[vy.u32],
    queries: vy.In[vy.u8],
    longest: vy.Out[vy.u32],
    where: vy.Out[vy.u32],
) -> None:
    """By a search in the suffix array: the length of the longest prefix of queries[q, s:], and its first suffix."""
    q, s = vy.global_id(0), vy.global_id(1)
    if q >= queries.shape[0] or s >= queries.shape[1]:
        return
    lo, hi = vy.u32(0), suffixes.size
    best = vy.u32(0)
    while lo < hi:
        middle = (lo + hi) // 2
        k = vy.u32(0)
        while s + k < queries.shape[1] and suffixes[middle] + k < text.size:
            if text[suffixes[middle] + k] != queries[q, s + k]:
                break
            k += 1
        best = max(best, k)
        at_end = s + k == queries.shape[1]
        if at_end or (suffixes[middle] + k < text.size and text[suffixes[middle] + k] > queries[q, s + k]):
            hi = middle
        else:
            lo = middle + 1
    at = vy.u32(0xFFFFFFFF)
    for n in range(text.size):
        if best == 0:
            break
        k = vy.u32(0)
        while k < best and n + k < text.size and text[n + k] == queries[q, s + k]:
            k += 1
        if k == best:
            at = n
            break
    longest[q, s] = best
    where[q, s] = at


def mummer_run(inputs: Inputs, **keywords: Any) -> Results:
    shape = inputs["queries"].shape
    given = (inputs[key] for key in ("text", "suffixes", "queries"))
    return list(mummer_match(*given, shapes={"longest": shape, "where": shape}, **keywords))


def mummer_expected(inputs: Inputs) -> Results:
    text = inputs["text"].tobytes()
    longest, where = [], []
    for query in inputs["queries"]:
        for s in range(len(query)):
            rest = query[s:].tobytes()
            length = next((k for k in range(len(rest), 0, -1) if rest[:k] in text), 0)
            longest.append(length)
            where.append(text.index(rest[:length]) if length else 0xFFFFFFFF)
    shape = inputs["queries"].shape
    return [np.array(longest, np.uint32).reshape(shape), np.array(where, np.uint32).reshape(shape)]


PROGRAMS = (
    Program("rodinia_huffman", huffman_inputs, huffman_run, huffman_expected, 170),
    Program("rodinia_hybridsort", hybridsort_inputs, hybridsort_run, hybridsort_expected, 150),
    Program("rodinia_mummer", mummer_inputs, mummer_run, mummer_expected, 120),
)
