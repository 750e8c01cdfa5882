"""Numbers of many public collections: modular powers, big products, selection, heaps, permutations, tridiagonal systems,
narrow types, a generator of random numbers."""

from __future__ import annotations

import itertools
import random
from typing import Any, Literal

import numpy as np

import vyre as vy
from tests.programs.frame import Inputs, Program, Results

F = np.float32

# ---------------------------------------------------------------- powers modulo odd numbers of 64 bits


def powers_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    n = rng.integers(3, 2**63, size, np.uint64) * 2 + 1
    n[:3] = 1, 3, 2**64 - 1
    base = rng.integers(0, 2**64, size, np.uint64)
    return {
        "base": base,
        "exponent": rng.integers(0, 2**64, size, np.uint64) >> rng.integers(0, 64, size).astype(np.uint64),
        "n": n,
    }


@vy.func
def montgomery(a: vy.u64, b: vy.u64, n: vy.u64, inverse: vy.u64) -> vy.u64:
    """a b / 2**64 modulo n."""
    low, high = a * b, vy.mulhi(a, b)
    q = low * inverse
    reduced = vy.mulhi(q, n)
    if high >= reduced:
        return high - reduced
    return high - reduced + n


@vy.kernel(workgroup=64)
def powers(base: vy.In[vy.u64], exponent: vy.In[vy.u64], modulus: vy.In[vy.u64], result: vy.Out[vy.u64]) -> None:
    i = vy.global_id()
    if i >= result.size:
        return
    n = modulus[i]
    if n == 1:
        result[i] = 0
        return
    inverse = n
    for _step in range(5):
        inverse *= 2 - n * inverse
    one = vy.u64(1) % n  # 2**64 modulo n, by doubling
    for _k in range(64):
        over = one >= n - one
        one = one - (n - one) if over else one + one
    x = vy.u64(0)
    rest, term = base[i] % n, one
    while rest > 0:  # base 2**64 modulo n
        if rest & 1:
            x = x + term if x < n - term else x - (n - term)
        term = term + term if term < n - term else term - (n - term)
        rest >>= 1
    e = exponent[i]
    power = one
    while e:
        if e & 1 == 1:
            power = montgomery(power, x, n, inverse)
        e >>= 1
        if e:
            x = montgomery(x, x, n, inverse)
    result[i] = montgomery(power, 1, n, inverse)


def powers_run(inputs: Inputs, **keywords: Any) -> Results:
    return [powers(inputs["base"], inputs["exponent"], inputs["n"], **keywords)]


def powers_expected(inputs: Inputs) -> Results:
    triples = zip(*(inputs[k].tolist() for k in ("base", "exponent", "n")), strict=True)
    return [np.array([pow(b, e, n) for b, e, n in triples], np.uint64)]


# ---------------------------------------------------------------- products and quotients of numbers of many words

WORDS = 6


def big_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    a, b = rng.integers(0, 2**32, (2, size, WORDS), np.uint32)
    a[0], b[0] = 0xFFFFFFFF, 0xFFFFFFFF
    b[rng.integers(0, size, size // 2), rng.integers(1, WORDS, size // 2)] = 0
    return {"a": a, "b": b, "small": rng.integers(1, 2**32, size, np.uint32)}


@vy.kernel(domain=lambda a, b, small: len(a))
def big_product(
    a: vy.In[vy.u32], b: vy.In[vy.u32], small: vy.In[vy.u32], product: vy.Out[vy.u32], digits: vy.Out[vy.u8]
) -> None:
    """The product, and the product's last digits in base ``small``, until 12 of them or none are left (as bytes)."""
    i = vy.global_id()
    if i >= a.shape[0]:
        return
    acc = vy.private(vy.u32, 2 * WORDS)
    for j in range(WORDS):
        if b[i, j] == 0:
            continue
        carry = vy.u64(0)
        for k in range(WORDS):
            carry += vy.u64(a[i, k]) * vy.u64(b[i, j]) + vy.u64(acc[j + k])
            acc[j + k] = vy.u32(carry & 0xFFFFFFFF)
            carry >>= 32
        acc[j + WORDS] = vy.u32(carry)
    for k in range(2 * WORDS):
        product[i, k] = acc[k]
    top = 2 * WORDS - 1
    for d in range(12):
        while top >= 0 and acc[top] == 0:
            top -= 1
        if top < 0:
            break
        rest = vy.u64(0)
        k = top
        while k >= 0:
            rest = rest << 32 | vy.u64(acc[k])
            acc[k] = vy.u32(rest // vy.u64(small[i]))
            rest = rest % vy.u64(small[i])
            k -= 1
        digits[i, d] = vy.u8(rest & 255)


def big_run(inputs: Inputs, **keywords: Any) -> Results:
    n = len(inputs["a"])
    shapes = {"product": (n, 2 * WORDS), "digits": (n, 12)}
    return list(big_product(inputs["a"], inputs["b"], inputs["small"], shapes=shapes, **keywords))


def big_expected(inputs: Inputs) -> Results:
    products, digits = [], []
    for a, b, small in zip(inputs["a"], inputs["b"], inputs["small"].tolist(), strict=True):
        whole = int.from_bytes(a.tobytes(), "little") * int.from_bytes(b.tobytes(), "little")
        products.append(np.frombuffer(whole.to_bytes(8 * WORDS, "little"), np.uint32))
        row = []
        for _ in range(12):
            if whole and small == 1:
                row.append(0)
                continue
            row.append(whole % small & 255)
            whole //= small
        digits.append(row)
    return [np.array(products), np.array(digits, np.uint8)]


# ---------------------------------------------------------------- selection and sorting in private memory


def rows_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    return {
        "values": rng.integers(-50, 50, (size, 40)).astype(np.int32),
        "lengths": rng.integers(1, 41, size).astype(np.int32),
        "wanted": rng.integers(0, 2**31, size).astype(np.int32),
    }


@vy.kernel(workgroup=32, domain="lengths")
def quickselect(values: vy.In[vy.i32], lengths: vy.In[vy.i32], wanted: vy.In[vy.i32], found: vy.Out[vy.i32]) -> None:
    i = vy.global_id()
    if i >= lengths.size:
        return
    n = lengths[i]
    a = vy.private(vy.i32, 40)
    for k in range(n):
        a[k] = values[i, k]
    target = wanted[i] % n
    lo, hi = 0, n - 1
    while lo < hi:
        pivot = a[(lo + hi) // 2]
        left, right = lo, hi
        while left <= right:
            while a[left] < pivot:
                left += 1
            while pivot < a[right]:
                right -= 1
            if left <= right:
                a[left], a[right] = a[right], a[left]
                left += 1
                right -= 1
        if target <= right:
            hi = right
        elif target >= left:
            lo = left
        else:
            break
    found[i] = a[target]


@vy.kernel(workgroup=32, domain="lengths")
def heapsort(values: vy.InOut[vy.i32], lengths: vy.In[vy.i32]) -> None:
    """Each row's first elements, in place."""
    i = vy.global_id()
    if i >= lengths.size:
        return
    end = lengths[i]
    start = end // 2
    while end > 1:
        if start > 0:
            start -= 1
        else:
            end -= 1
            values[i, end], values[i, 0] = values[i, 0], values[i, end]
        root = start
        while 2 * root + 1 < end:
            child = 2 * root + 1
            if child + 1 < end and values[i, child] < values[i, child + 1]:
                child += 1
            if values[i, root] < values[i, child]:
                values[i, root], values[i, child] = values[i, child], values[i, root]
                root = child
            else:
                break


def rows_run(inputs: Inputs, **keywords: Any) -> Results:
    values, lengths = inputs["values"], inputs["lengths"]
    found = quickselect(values, lengths, inputs["wanted"], shapes={"found": lengths.size}, **keywords)
    ordered = values.copy()
    heapsort(ordered, lengths, **keywords)
    return [found, ordered]


def rows_expected(inputs: Inputs) -> Results:
    ordered = inputs["values"].copy()
    for row, n in zip(ordered, inputs["lengths"], strict=True):
        row[:n].sort()
    at = inputs["wanted"] % inputs["lengths"]
    return [ordered[np.arange(len(at)), at], ordered]


# ---------------------------------------------------------------- tours: permutations by their number


def tours_inputs(size: int, seed: int) -> Inputs:
    towns = np.random.default_rng(seed).integers(1, 100, (size, size)).astype(np.int32)
    return {"towns": towns}


@vy.kernel(init={"best": 2**63 - 1})
def tours(towns: vy.In[vy.i32], count: vy.u32, lengths: vy.InOut[vy.i32], best: vy.Out[vy.i64, Literal[1]]) -> None:
    """The tour of each permutation of the towns but the first, in the order of their numbers."""
    for number in vy.grid_stride(count):
        taken = vy.u32(0)
        n = towns.shape[0]
        rest, block = number, count
        at = vy.u32(0)
        total = 0
        for k in range(1, n):
            block //= n - k
            skip = rest // block
            rest %= block
            town = vy.u32(1)
            while True:
                if taken >> town & 1 == 0:
                    if skip == 0:
                        break
                    skip -= 1
                town += 1
            taken |= vy.u32(1) << town
            total += towns[at, town]
            at = town
        total += towns[at, 0]
        lengths[number] = total
        vy.atomic_min(best, 0, vy.i64(total) << 32 | vy.i64(number))


def tours_run(inputs: Inputs, **keywords: Any) -> Results:
    towns = inputs["towns"]
    count = int(np.prod(np.arange(1, len(towns))))
    lengths = np.zeros(count, np.int32)
    return [lengths, tours(towns, count, lengths, grid=2, **keywords)]


def tours_expected(inputs: Inputs) -> Results:
    towns = inputs["towns"]
    ways = np.array([(0, *way, 0) for way in itertools.permutations(range(1, len(towns)))])
    lengths = towns[ways[:, :-1], ways[:, 1:]].sum(1)
    at = int(lengths.argmin())
    return [lengths.astype(np.int32), np.array([int(lengths[at]) << 32 | at], np.int64)]


# ---------------------------------------------------------------- tridiagonal systems by cyclic reduction

UNKNOWNS = 64


def tridiagonal_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    a, c, d = (rng.random((size, UNKNOWNS), F) for _ in range(3))
    a[:, 0] = c[:, -1] = 0
    return {"a": a, "b": F(3) + rng.random((size, UNKNOWNS), F), "c": c, "d": d}


@vy.kernel(workgroup=UNKNOWNS)
def tridiagonal(a: vy.In[vy.f32], b: vy.In[vy.f32], c: vy.In[vy.f32], d: vy.In[vy.f32], x: vy.Out[vy.f32]) -> None:
    """A workgroup for each system: every equation takes in those at distance 1, 2, 4, …"""
    rows = vy.shared(vy.f32, (4, UNKNOWNS))
    s, t = vy.group_id(), vy.local_id()
    rows[0, t], rows[1, t], rows[2, t], rows[3, t] = a[s, t], b[s, t], c[s, t], d[s, t]
    vy.barrier()
    step = vy.u32(1)
    while step < UNKNOWNS:
        left, right = vy.i32(t) - vy.i32(step), t + step
        na, nb, nc, nd = 0.0, rows[1, t], 0.0, rows[3, t]
        if left >= 0:
            k = rows[0, t] / rows[1, left]
            na = -rows[0, left] * k
            nb -= rows[2, left] * k
            nd -= rows[3, left] * k
        if right < UNKNOWNS:
            k = rows[2, t] / rows[1, right]
            nc = -rows[2, right] * k
            nb -= rows[0, right] * k
            nd -= rows[3, right] * k
        vy.barrier()
        rows[0, t], rows[1, t], rows[2, t], rows[3, t] = na, nb, nc, nd
        vy.barrier()
        step *= 2
    x[s, t] = rows[3, t] / rows[1, t]


def tridiagonal_run(inputs: Inputs, **keywords: Any) -> Results:
    return [tridiagonal(*(inputs[k] for k in "abcd"), grid=len(inputs["a"]), **keywords)]


def tridiagonal_expected(inputs: Inputs) -> Results:
    a, b, c, d = (inputs[k].copy() for k in "abcd")
    step = 1
    while step < UNKNOWNS:
        k = a[:, step:] / b[:, :-step]
        m = c[:, :-step] / b[:, step:]
        na, nb, nc, nd = np.zeros_like(a), b.copy(), np.zeros_like(c), d.copy()
        na[:, step:] = -a[:, :-step] * k
        nb[:, step:] -= c[:, :-step] * k
        nd[:, step:] -= d[:, :-step] * k
        nc[:, :-step] = -c[:, step:] * m
        nb[:, :-step] -= a[:, step:] * m
        nd[:, :-step] -= d[:, step:] * m
        a, b, c, d = na, nb, nc, nd
        step *= 2
    return [d / b]


# ---------------------------------------------------------------- a product of small integers, scaled and cut to 8 bits


def quantized_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    return {
        "a": rng.integers(-128, 128, (size, 20)).astype(np.int8),
        "b": rng.integers(-128, 128, (20, size + 3)).astype(np.int8),
        "scale": (rng.random(size + 3) * 0.02).astype(np.float16),
        "zero": np.int8(-7),
    }


@vy.kernel(domain=lambda a, b, *rest: (a.shape[0], b.shape[1]))
def quantized_product(
    a: vy.In[vy.i8], b: vy.In[vy.i8], scale: vy.In[vy.f16], zero: vy.i8, out: vy.Out[vy.i8], sums: vy.Out[vy.i16]
) -> None:
    i, j = vy.global_id(0), vy.global_id(1)
    if i < out.shape[0] and j < out.shape[1]:
        total = 0
        low = vy.i16(0)
        for k in range(a.shape[1]):
            term = vy.i16(a[i, k]) * vy.i16(b[k, j])
            total += vy.i32(term)
            low += term  # wraps
        value = vy.round(vy.f32(total) * vy.f32(scale[j])) + vy.f32(zero)
        out[i, j] = vy.i8(vy.clamp(value, -128.0, 127.0))
        sums[i, j] = low


def quantized_run(inputs: Inputs, **keywords: Any) -> Results:
    shape = (len(inputs["a"]), inputs["b"].shape[1])
    given = (inputs[k] for k in ("a", "b", "scale", "zero"))
    return list(quantized_product(*given, shapes={"out": shape, "sums": shape}, **keywords))


def quantized_expected(inputs: Inputs) -> Results:
    total = inputs["a"].astype(np.int64) @ inputs["b"].astype(np.int64)
    value = np.rint(total.astype(F) * inputs["scale"].astype(F)) + F(inputs["zero"])
    return [np.clip(value, -128, 127).astype(np.int8), total.astype(np.int16)]


# ---------------------------------------------------------------- generators of random numbers


def twister_inputs(size: int, seed: int) -> Inputs:
    return {"seeds": np.random.default_rng(seed).integers(0, 2**32, size, np.uint32), "count": 700}


@vy.kernel(workgroup=16, domain="seeds")
def twister(seeds: vy.In[vy.u32], count: vy.u32, states: vy.InOut[vy.u32], numbers: vy.Out[vy.u32]) -> None:
    """MT19937: a column of 624 words of state for each invocation, and the sum of ``count`` of its numbers."""
    i = vy.global_id()
    if i >= seeds.size:
        return
    states[0, i] = 19650218
    for k in range(1, 624):
        states[k, i] = (states[k - 1, i] ^ states[k - 1, i] >> 30) * 1812433253 + vy.u32(k)
    n = 1
    for _k in range(624):
        states[n, i] = (states[n, i] ^ (states[n - 1, i] ^ states[n - 1, i] >> 30) * 1664525) + seeds[i]
        n += 1
        if n >= 624:
            states[0, i] = states[623, i]
            n = 1
    for _k in range(623):
        states[n, i] = (states[n, i] ^ (states[n - 1, i] ^ states[n - 1, i] >> 30) * 1566083941) - vy.u32(n)
        n += 1
        if n >= 624:
            states[0, i] = states[623, i]
            n = 1
    states[0, i] = 0x80000000
    at = 624
    total = vy.u32(0)
    for _number in range(count):
        if at == 624:
            for k in range(624):
                y = (states[k, i] & 0x80000000) | (states[(k + 1) % 624, i] & 0x7FFFFFFF)
                states[k, i] = states[(k + 397) % 624, i] ^ y >> 1 ^ (0x9908B0DF if y & 1 else 0)
            at = 0
        y = states[at, i]
        at += 1
        y ^= y >> 11
        y ^= (y << 7) & 0x9D2C5680
        y ^= (y << 15) & 0xEFC60000
        total += y ^ y >> 18
    numbers[i] = total


def twister_run(inputs: Inputs, **keywords: Any) -> Results:
    seeds = inputs["seeds"]
    states = np.zeros((624, seeds.size), np.uint32)
    return [twister(seeds, inputs["count"], states, shapes={"numbers": seeds.size}, **keywords), states[0]]


def twister_expected(inputs: Inputs) -> Results:
    sums, firsts = [], []
    for seed in inputs["seeds"].tolist():
        generator = random.Random(seed)
        sums.append(sum(generator.getrandbits(32) for _ in range(inputs["count"])) % 2**32)
        firsts.append(generator.getstate()[1][0])
    return [np.array(sums, np.uint32), np.array(firsts, np.uint32)]


PROGRAMS = (
    Program("arithmetic_modular_powers", powers_inputs, powers_run, powers_expected, 70),
    Program("arithmetic_big_products", big_inputs, big_run, big_expected, 40),
    Program("arithmetic_selection", rows_inputs, rows_run, rows_expected, 60),
    Program("arithmetic_tours", tours_inputs, tours_run, tours_expected, 6, largest=9),
    Program("arithmetic_tridiagonal", tridiagonal_inputs, tridiagonal_run, tridiagonal_expected, 7),
    Program("arithmetic_quantized_product", quantized_inputs, quantized_run, quantized_expected, 17),
    Program("arithmetic_twister", twister_inputs, twister_run, twister_expected, 3),
)
