"""Rosetta's tasks about texts: distances, numerals, runs, formulas, dictionaries."""

from __future__ import annotations

import itertools
import re
from typing import Any

import numpy as np

import vyre as vy
from tests.programs.frame import Array, Inputs, Program, Results

# ---------------------------------------------------------------- how far words lie apart


def words_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    letters = np.frombuffer(b"abcd", np.uint8)
    return {
        "a": rng.choice(letters, (size, 12)),
        "b": rng.choice(letters, (size, 12)),
        "lengths": rng.integers(0, 13, (size, 2)).astype(np.int32),
    }


@vy.kernel(workgroup=32, domain=lambda a, b, lengths: len(lengths))
def word_distances(
    a: vy.In[vy.u8], b: vy.In[vy.u8], lengths: vy.In[vy.i32], distance: vy.Out[vy.i32], common: vy.Out[vy.i32]
) -> None:
    """Levenshtein's distance with swaps of neighbours, in three rows that take turns; the longest common subsequence."""
    i = vy.global_id()
    if i >= lengths.shape[0]:
        return
    n, m = lengths[i, 0], lengths[i, 1]
    rows = vy.private(vy.i32, (3, 13))
    older, old, new = 2, 0, 1
    for k in range(m + 1):
        rows[old, k] = k
    for y in range(1, n + 1):
        rows[new, 0] = y
        for x in range(1, m + 1):
            cost = 0 if a[i, y - 1] == b[i, x - 1] else 1
            best = min(rows[old, x] + 1, rows[new, x - 1] + 1, rows[old, x - 1] + cost)
            if y > 1 and x > 1 and a[i, y - 1] == b[i, x - 2] and a[i, y - 2] == b[i, x - 1]:
                best = min(best, rows[older, x - 2] + 1)
            rows[new, x] = best
        older, old, new = old, new, older
    distance[i] = rows[old, m]
    line = vy.private(vy.u8, 13)
    for y in range(n):
        corner = vy.u8(0)
        for x in range(m):
            above = line[x + 1]
            if a[i, y] == b[i, x]:
                line[x + 1] = corner + 1
            elif line[x] > above:
                line[x + 1] = line[x]
            corner = above
    common[i] = vy.i32(line[m])


def words_run(inputs: Inputs, **keywords: Any) -> Results:
    n = len(inputs["lengths"])
    given = (inputs[k] for k in ("a", "b", "lengths"))
    return list(word_distances(*given, shapes={"distance": n, "common": n}, **keywords))


def words_expected(inputs: Inputs) -> Results:
    far, common = [], []
    for a, b, (n, m) in zip(inputs["a"].tolist(), inputs["b"].tolist(), inputs["lengths"].tolist(), strict=True):
        d = {(y, x): y or x for y in range(n + 1) for x in range(m + 1) if y == 0 or x == 0}
        c = dict.fromkeys(d, 0)
        for y, x in itertools.product(range(1, n + 1), range(1, m + 1)):
            same = a[y - 1] == b[x - 1]
            d[y, x] = min(d[y - 1, x] + 1, d[y, x - 1] + 1, d[y - 1, x - 1] + 1 - same)
            if y > 1 and x > 1 and a[y - 2 : y] == b[x - 2 : x][::-1]:
                d[y, x] = min(d[y, x], d[y - 2, x - 2] + 1)
            c[y, x] = c[y - 1, x - 1] + 1 if same else max(c[y - 1, x], c[y, x - 1])
        far.append(d[n, m])
        common.append(c[n, m])
    return [np.array(far, np.int32), np.array(common, np.int32)]


# ---------------------------------------------------------------- Roman numerals

ROMAN: tuple[tuple[int, bytes], ...] = (
    *((1000, b"M"), (900, b"CM"), (500, b"D"), (400, b"CD"), (100, b"C"), (90, b"XC")),
    *((50, b"L"), (40, b"XL"), (10, b"X"), (9, b"IX"), (5, b"V"), (4, b"IV"), (1, b"I")),
)
VALUES = np.array([value for value, _ in ROMAN], np.int32)
SIGNS = np.frombuffer(b"".join(sign.ljust(2, b"\0") for _, sign in ROMAN), np.uint8).reshape(-1, 2).copy()


def roman_inputs(size: int, seed: int) -> Inputs:
    return {"numbers": np.random.default_rng(seed).integers(1, 4000, size).astype(np.int32)}


@vy.kernel(workgroup=32, domain="numbers")
def to_roman(numbers: vy.In[vy.i32], texts: vy.Out[vy.u8]) -> None:
    i = vy.global_id()
    if i >= numbers.size:
        return
    n, at, k = numbers[i], 0, 0
    while n > 0:
        if n < VALUES[k]:
            k += 1
            continue
        n -= VALUES[k]
        for j in range(2):
            if SIGNS[k, j] == 0:
                break
            texts[i, at] = SIGNS[k, j]
            at += 1


@vy.func
def roman_value(c: vy.u8) -> Any:
    for k in vy.static_range(7):
        if c == SIGNS[2 * k, 0]:
            return VALUES[2 * k]
    return 0


@vy.kernel(workgroup=32, domain=len)
def from_roman(texts: vy.In[vy.u8], numbers: vy.Out[vy.i32]) -> None:
    i = vy.global_id()
    if i >= texts.shape[0]:
        return
    total, before = 0, 0
    k = vy.i32(texts.shape[1]) - 1
    while k >= 0:
        c = texts[i, k]
        k -= 1
        if c == 0:
            continue
        value = roman_value(c)
        if value < before:
            total -= value
        else:
            total += value
            before = value
    numbers[i] = total


def roman_run(inputs: Inputs, **keywords: Any) -> Results:
    n = inputs["numbers"].size
    texts = to_roman(inputs["numbers"], shapes={"texts": (n, 16)}, **keywords)
    return [texts, from_roman(texts, shapes={"numbers": n}, **keywords)]


def roman_expected(inputs: Inputs) -> Results:
    tens = ("", "a", "aa", "aaa", "ab", "b", "ba", "baa", "baaa", "ac")
    signs = ("IVX", "XLC", "CDM", "M")
    texts = []
    for n in inputs["numbers"].tolist():
        parts = [tens[int(d)].translate(str.maketrans("abc"[: len(s)], s)) for d, s in zip(str(n)[::-1], signs)]  # noqa: B905
        texts.append("".join(reversed(parts)).encode().ljust(16, b"\0"))
    return [np.frombuffer(b"".join(texts), np.uint8).reshape(-1, 16), inputs["numbers"]]


# ---------------------------------------------------------------- runs: their lengths, and the row that tells of the row


def runs_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    return {"rows": rng.choice(np.array([1, 2, 3], np.uint8), (size, 10), p=[0.6, 0.25, 0.15])}


@vy.kernel(workgroup=32, domain=len)
def look_and_say(rows: vy.In[vy.u8], said: vy.Out[vy.u8], lengths: vy.Out[vy.i32]) -> None:
    """Three times, from one private array to the other; a run of more than nine is told in parts."""
    i = vy.global_id()
    if i >= rows.shape[0]:
        return
    texts = vy.private(vy.u8, (2, 96))
    length = vy.i32(rows.shape[1])
    for k in range(length):
        texts[0, k] = rows[i, k]
    now = 0
    for _turn in range(3):
        at, to = 0, 0
        while at < length:
            digit = texts[now, at]
            run = vy.u8(1)
            at += 1
            while at < length and texts[now, at] == digit:
                if run == 9:
                    break
                run += 1
                at += 1
            texts[1 - now, to], texts[1 - now, to + 1] = run, digit
            to += 2
        length = to
        now = 1 - now
    lengths[i] = length
    for k in range(length):
        said[i, k] = texts[now, k]


def runs_run(inputs: Inputs, **keywords: Any) -> Results:
    n = len(inputs["rows"])
    return list(look_and_say(inputs["rows"], shapes={"said": (n, 96), "lengths": n}, **keywords))


def runs_expected(inputs: Inputs) -> Results:
    said, lengths = [], []
    for row in inputs["rows"].tolist():
        for _turn in range(3):
            text = "".join(map(str, row))
            row = [n for m in re.finditer(r"(.)\1{0,8}", text) for n in (len(m[0]), int(m[1]))]
        said.append(row + [0] * (96 - len(row)))
        lengths.append(len(row))
    return [np.array(said, np.uint8), np.array(lengths, np.int32)]


# ---------------------------------------------------------------- brackets, and formulas in brackets


def formulas_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)

    def formula(depth: int) -> str:
        if depth == 0 or rng.random() < 0.2:
            return str(rng.integers(0, 100))
        left, right = formula(depth - 1), formula(depth - 1)
        text = f"{left}{'+-*'[rng.integers(3)]}{right}"
        return f"({text})" if rng.random() < 0.5 else text

    texts = [formula(3).encode() for _ in range(size)]
    for k in range(0, size, 5):  # some are broken
        at = rng.integers(0, len(texts[k]))
        texts[k] = texts[k][:at] + rng.choice([b"(", b")", b"+", b" "]) + texts[k][at:]
    width = 64
    return {"texts": np.frombuffer(b"".join(t.ljust(width, b"\0") for t in texts), np.uint8).reshape(-1, width)}


@vy.func
def priority(op: vy.u8) -> vy.i32:
    if op == 42:
        return 2
    if op == 43 or op == 45:
        return 1
    return 0


@vy.func
def apply_top(numbers: Any, count: vy.i32, op: vy.u8) -> vy.i32:
    """Replace the two topmost numbers by what op makes of them; the new height, or 0 where there aren't two."""
    if count < 2:
        return 0
    a, b = numbers[count - 2], numbers[count - 1]
    if op == 43:
        numbers[count - 2] = a + b
    elif op == 45:
        numbers[count - 2] = a - b
    else:
        numbers[count - 2] = a * b
    return count - 1


@vy.kernel(workgroup=32, domain=len)
def formulas(texts: vy.In[vy.u8], values: vy.Out[vy.i32], errors: vy.Out[vy.u8]) -> None:
    """By two stacks. errors: 1 a missing number, 2 a missing operator, 3 brackets that do not match."""
    i = vy.global_id()
    if i >= texts.shape[0]:
        return
    numbers = vy.private(vy.i32, 32)
    ops = vy.private(vy.u8, 32)
    height, top, at = 0, 0, 0
    wants_number = True
    width = vy.i32(texts.shape[1])
    while at < width and texts[i, at] != 0:
        c = texts[i, at]
        if 48 <= c <= 57:
            if not wants_number:
                errors[i] = 2
                return
            value = 0
            while at < width and texts[i, at] >= 48 and texts[i, at] <= 57:
                value = value * 10 + vy.i32(texts[i, at]) - 48
                at += 1
            numbers[height] = value
            height += 1
            wants_number = False
            continue
        at += 1
        if c == 32:
            continue
        if c == 40:
            if not wants_number:
                errors[i] = 2
                return
            ops[top] = c
            top += 1
            continue
        if wants_number:
            errors[i] = 1
            return
        if c == 41:
            while top > 0 and ops[top - 1] != 40:
                height = apply_top(numbers, height, ops[top - 1])
                top -= 1
            if top == 0:
                errors[i] = 3
                return
            top -= 1
            continue
        while top > 0:
            if priority(ops[top - 1]) < priority(c):
                break
            height = apply_top(numbers, height, ops[top - 1])
            top -= 1
        ops[top] = c
        top += 1
        wants_number = True
    if wants_number:
        errors[i] = 1
        return
    while top > 0:
        top -= 1
        if ops[top] == 40:
            errors[i] = 3
            return
        height = apply_top(numbers, height, ops[top])
    values[i] = numbers[0]


def formulas_run(inputs: Inputs, **keywords: Any) -> Results:
    n = len(inputs["texts"])
    return list(formulas(inputs["texts"], shapes={"values": n, "errors": n}, **keywords))


def formulas_expected(inputs: Inputs) -> Results:
    """Python's own values; the first error by a scan over tokens."""
    values, errors = [], []
    for row in inputs["texts"]:
        text = row.tobytes().rstrip(b"\0").decode()
        depth, error, number = 0, 0, True
        for token in re.findall(r"\d+|[-+*()]", text):
            opens = token == "(" or token.isdigit()
            if opens != number:
                error = 2 if opens else 1
                break
            number = token in "(+-*"
            depth += (token == "(") - (token == ")")
            if depth < 0:
                error = 3
                break
        error = error or (1 if number else 3 if depth else 0)
        tokens = [t.lstrip("0") or "0" if t.isdigit() else t for t in re.findall(r"\d+|[-+*()]", text)]
        value = 0 if error else eval("".join(tokens))
        values.append((value + 2**31) % 2**32 - 2**31)
        errors.append(error)
    return [np.array(values, np.int32), np.array(errors, np.uint8)]


# ---------------------------------------------------------------- compression by a dictionary that grows


def lzw_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    return {"rows": rng.choice(np.arange(4, dtype=np.uint8), (size, 40), p=[0.5, 0.3, 0.1, 0.1])}


@vy.kernel(workgroup=16, domain=lambda rows, codes: len(rows))
def lzw(rows: vy.In[vy.u8], codes: vy.InOut[vy.i16], back: vy.Out[vy.u8]) -> None:
    """Compress and take apart again; a word is its code of the word before, and its last letter."""
    i = vy.global_id()
    if i >= rows.shape[0]:
        return
    before = vy.private(vy.i16, 48)
    letter = vy.private(vy.u8, 48)
    known = 4
    count = 0
    word = vy.i16(rows[i, 0])
    for k in range(1, rows.shape[1]):
        c = rows[i, k]
        found = -1
        for w in range(4, known):
            if before[w] == word and letter[w] == c:
                found = w
                break
        if found >= 0:
            word = vy.i16(found)
            continue
        codes[i, count] = word
        count += 1
        before[known], letter[known] = word, c
        known += 1
        word = vy.i16(c)
    codes[i, count] = word
    count += 1
    # the other way, with an empty dictionary
    known = 4
    at = 0
    old = vy.i16(-1)
    for k in range(count):
        code = codes[i, k]
        word = code if vy.i32(code) < known or k == 0 else old
        length = 1
        while word >= 4:
            word = before[word]
            length += 1
        first = vy.u8(word)
        if k > 0:
            before[known], letter[known] = old, first
            known += 1
        if vy.i32(code) == known - 1 and k > 0 and code >= 4:
            length = 1
            word = code
            while word >= 4:
                word = before[word]
                length += 1
        place = at + length - 1
        word = code
        while word >= 4:
            back[i, place] = letter[word]
            place -= 1
            word = before[word]
        back[i, place] = vy.u8(word)
        at += length
        old = code


def lzw_run(inputs: Inputs, **keywords: Any) -> Results:
    codes = np.full(inputs["rows"].shape, -1, np.int16)
    back = lzw(inputs["rows"], codes, **keywords)
    return [codes, back]


def lzw_expected(inputs: Inputs) -> Results:
    codes: Array = np.full(inputs["rows"].shape, -1, np.int16)
    for row, out in zip(inputs["rows"].tolist(), codes, strict=True):
        words: dict[tuple[int, ...], int] = {(k,): k for k in range(4)}
        written = 0
        word: tuple[int, ...] = ()
        for c in row:
            if (*word, c) in words:
                word = (*word, c)
                continue
            out[written] = words[word]
            written += 1
            words[*word, c] = len(words)
            word = (c,)
        out[written] = words[word]
    return [codes, inputs["rows"]]


PROGRAMS = (
    Program("rosetta_words", words_inputs, words_run, words_expected, 40),
    Program("rosetta_roman", roman_inputs, roman_run, roman_expected, 60),
    Program("rosetta_runs", runs_inputs, runs_run, runs_expected, 40),
    Program("rosetta_formulas", formulas_inputs, formulas_run, formulas_expected, 60),
    Program("rosetta_lzw", lzw_inputs, lzw_run, lzw_expected, 16),
)
