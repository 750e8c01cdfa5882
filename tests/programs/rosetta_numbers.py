"""Rosetta's tasks about numbers: sieves, chains, digits, circles, shuffles, squares, permutations, coins."""

from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np

import vyre as vy
from tests.programs.frame import Inputs, Program, Results

# ---------------------------------------------------------------- primes, by a sieve of segments

SEGMENT = 128


def sieve_inputs(size: int, seed: int) -> Inputs:
    return {"start": int(np.random.default_rng(seed).integers(0, 5000)), "count": size}


@vy.kernel(workgroup=32)
def sieve(start: vy.u32, is_prime: vy.Out[vy.bool_], counts: vy.Out[vy.u32]) -> None:
    """A workgroup for each segment: its lanes strike the multiples of the odd numbers up to the root, and count."""
    struck = vy.shared(vy.u32, SEGMENT)
    low = start + vy.group_id() * SEGMENT
    high = low + SEGMENT
    p = vy.u32(2) + vy.local_id()
    while p * p < high:
        if p > 2 and p % 2 == 0:
            p += 32
            continue
        m = max(p * p, (low + p - 1) // p * p)
        while m < high:
            vy.atomic_max(struck, m - low, 1)
            m += p
        p += 32
    vy.barrier()
    mine = vy.u32(0)
    for k in range(vy.local_id(), SEGMENT, 32):
        n = low + k
        prime = n >= 2 and struck[k] == 0
        is_prime[n - start] = prime
        mine += vy.u32(prime)
    total = vy.workgroup_sum(mine)
    if vy.local_id() == 0:
        counts[vy.group_id()] = total


def sieve_run(inputs: Inputs, **keywords: Any) -> Results:
    n = inputs["count"]
    shapes = {"is_prime": n * SEGMENT, "counts": n}
    return list(sieve(inputs["start"], grid=n, shapes=shapes, **keywords))


def sieve_expected(inputs: Inputs) -> Results:
    end = inputs["start"] + inputs["count"] * SEGMENT
    prime = np.array([n > 1 and all(n % d for d in range(2, math.isqrt(n) + 1)) for n in range(inputs["start"], end)])
    return [prime, prime.reshape(-1, SEGMENT).sum(1).astype(np.uint32)]


# ---------------------------------------------------------------- chains: Collatz, happy numbers, amicable ones


def range_inputs(size: int, seed: int) -> Inputs:
    return {"first": int(np.random.default_rng(seed).integers(1, 400)), "count": size}


@vy.func
def digit_squares(n: vy.u32) -> vy.u32:
    total = vy.u32(0)
    while n > 0:
        n, d = divmod(n, 10)
        total += d * d
    return total


@vy.func
def divisor_sum(n: vy.u32) -> vy.u32:
    """Of the proper divisors, in pairs up to the root."""
    if n < 2:
        return vy.u32(0)
    total = vy.u32(1)
    d = vy.u32(2)
    while d * d <= n:
        if n % d == 0:
            total += d
            if d * d == n:
                break
            total += n // d
        d += 1
    return total


@vy.kernel(workgroup=32)
def chains(first: vy.u32, steps: vy.Out[vy.i32], highest: vy.Out[vy.u64], kinds: vy.Out[vy.u8]) -> None:
    """kinds: 1 for a happy number, 2 for a perfect one, 4 for one of an amicable pair, 8 for an abundant one."""
    i = vy.global_id()
    if i >= steps.size:
        return
    n = vy.u64(first + i)
    top, count = n, 0
    while n != 1:
        if n & 1 == 0:
            n >>= vy.ctz(n)
            count += 1
            continue
        n = 3 * n + 1
        top = max(top, n)
        count += 1
    steps[i], highest[i] = count, top
    kind = vy.u8(0)
    slow = fast = first + i
    while True:
        slow = digit_squares(slow)
        fast = digit_squares(digit_squares(fast))
        if slow == fast:
            break
    if slow == 1:
        kind |= 1
    own = first + i
    other = divisor_sum(own)
    if other == own:
        kind |= 2
    elif divisor_sum(other) == own:
        kind |= 4
    if other > own:
        kind |= 8
    kinds[i] = kind


def chains_run(inputs: Inputs, **keywords: Any) -> Results:
    n = inputs["count"]
    return list(chains(inputs["first"], domain=n, shapes={"steps": n, "highest": n, "kinds": n}, **keywords))


def chains_expected(inputs: Inputs) -> Results:
    def divisors(n: int) -> int:
        return sum(d for d in range(1, n) if n % d == 0)

    rows = []
    for first in range(inputs["first"], inputs["first"] + inputs["count"]):
        chain, odd_or_one = [first], 0
        while chain[-1] != 1:
            chain.append(chain[-1] // 2 if chain[-1] % 2 == 0 else 3 * chain[-1] + 1)
        # a run of halvings is one step, and each tripling is one
        odd_or_one = sum(1 for a, b in itertools.pairwise(chain) if a % 2 or b % 2)
        seen = {first}
        n = first
        while (n := sum(int(c) ** 2 for c in str(n))) not in seen:
            seen.add(n)
        other = divisors(first)
        kind = 1 if 1 in seen else 0
        kind |= 2 if other == first else 4 if divisors(other) == first else 0
        rows.append((odd_or_one, max(chain), kind | 8 * (other > first)))
    steps, highest, kinds = zip(*rows, strict=True)
    return [np.array(steps, np.int32), np.array(highest, np.uint64), np.array(kinds, np.uint8)]


# ---------------------------------------------------------------- digits: roots, persistence, Luhn's test


def digits_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    numbers = rng.integers(0, 10**15, size, np.uint64) // np.uint64(10) ** rng.integers(0, 14, size).astype(np.uint64)
    return {"numbers": numbers}


@vy.kernel(workgroup=64, domain="numbers")
def digits(numbers: vy.In[vy.u64], results: vy.Out[vy.u8]) -> None:
    """Digital root and persistence by sums and by products, Luhn's test, and whether it reads the same backwards."""
    i = vy.global_id()
    if i >= numbers.size:
        return
    for by_products in vy.static_range(2):
        n = numbers[i]
        turns = vy.u8(0)
        while n >= 10:
            value = vy.u64(by_products)
            while n:
                if vy.static(by_products == 1):
                    value *= n % 10
                    if value == 0:
                        break
                else:
                    value += n % 10
                n //= 10
            n = value
            turns += 1
        results[i, 2 * by_products], results[i, 2 * by_products + 1] = vy.u8(n), turns
    luhn, place, backwards, n = 0, 0, vy.u64(0), numbers[i]
    while n != 0:
        d = vy.i32(n % 10)
        backwards = backwards * 10 + n % 10
        if place % 2 == 1:
            d *= 2
            if d > 9:
                d -= 9
        luhn += d
        place += 1
        n //= 10
    results[i, 4] = vy.u8(luhn % 10 == 0)
    results[i, 5] = vy.u8(backwards == numbers[i])


def digits_run(inputs: Inputs, **keywords: Any) -> Results:
    numbers = inputs["numbers"]
    return [digits(numbers, shapes={"results": (numbers.size, 6)}, **keywords)]


def digits_expected(inputs: Inputs) -> Results:
    def persistence(n: int, fold: Any) -> tuple[int, int]:
        turns = 0
        while n > 9:
            n, turns = fold(int(c) for c in str(n)), turns + 1
        return n, turns

    rows = []
    for n in inputs["numbers"].tolist():
        text = str(n)[::-1]
        luhn = sum(int(c) if k % 2 == 0 else sum(divmod(2 * int(c), 10)) for k, c in enumerate(text))
        rows.append((*persistence(n, sum), *persistence(n, math.prod), luhn % 10 == 0, text == text[::-1]))
    return [np.array(rows, np.uint8)]


# ---------------------------------------------------------------- circles: Josephus, and shuffles until all is as it was


def circles_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    return {"people": rng.integers(1, 21, size).astype(np.uint32), "skip": rng.integers(1, 9, size).astype(np.uint32)}


@vy.kernel(workgroup=32, domain="people")
def circles(
    people: vy.In[vy.u32], skip: vy.In[vy.u32], order: vy.InOut[vy.u8], left: vy.Out[vy.u32], shuffles: vy.Out[vy.u32]
) -> None:
    i = vy.global_id()
    if i >= people.size:
        return
    n, k = people[i], skip[i]
    # a linked ring, from which one after another is taken
    after = vy.private(vy.u8, 32)
    for p in range(n):
        after[p] = vy.u8((p + 1) % n)
    at = vy.u8(n - 1)
    for gone in range(n):
        for _step in range(k - 1):
            at = after[at]
        order[i, gone] = after[at]
        after[at] = after[after[at]]
    # the last one by a recurrence
    last = vy.u32(0)
    for m in range(2, n + 1):
        last = (last + k) % m
    left[i] = last
    # cards dealt into two halves that alternate
    deck = vy.private(vy.u8, 64)
    mixed = vy.private(vy.u8, 64)
    for c in range(2 * n):
        deck[c] = vy.u8(c)
    count = vy.u32(0)
    same = False
    while not same:
        for c in range(n):
            mixed[2 * c] = deck[c]
            mixed[2 * c + 1] = deck[n + c]
        same = True
        for c in range(2 * n):
            deck[c] = mixed[c]
            if deck[c] != vy.u8(c):
                same = False
        count += 1
    shuffles[i] = count


def circles_run(inputs: Inputs, **keywords: Any) -> Results:
    n = inputs["people"].size
    order = np.full((n, 32), 255, np.uint8)
    shapes = {"left": n, "shuffles": n}
    return [order, *circles(inputs["people"], inputs["skip"], order, shapes=shapes, **keywords)]


def circles_expected(inputs: Inputs) -> Results:
    n = inputs["people"].size
    order, left, shuffles = np.full((n, 32), 255, np.uint8), np.zeros(n, np.uint32), np.zeros(n, np.uint32)
    for i, (count, skip) in enumerate(zip(inputs["people"].tolist(), inputs["skip"].tolist(), strict=True)):
        ring, at = list(range(count)), 0
        for gone in range(count):
            at = (at + skip - 1) % len(ring)
            order[i, gone] = left[i] = ring.pop(at)
        # 2 to this power is 1 modulo one less than the number of cards
        shuffles[i] = next(k for k in itertools.count(1) if (pow(2, k) - 1) % (2 * count - 1) == 0)
    return [order, left, shuffles]


# ---------------------------------------------------------------- squares: magic ones, and Latin ones


def squares_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    siamese = np.array([[8, 1, 6], [3, 5, 7], [4, 9, 2]])
    squares = []
    for k in range(size):
        square = np.rot90(siamese if k % 3 else siamese.T, k % 4).copy()
        if k % 4 == 3:
            a, b = rng.integers(0, 3, 2)
            square[[a, b]] = square[[b, a]]
        if k % 5 == 4:
            square[tuple(rng.integers(0, 3, 2))] += rng.integers(-1, 2)
        squares.append(square)
    return {"squares": np.array(squares, np.int8)}


@vy.func
def check_square(squares: Any, s: vy.u32, n: Any) -> vy.u8:
    """0 for a magic square, else which rule is the first to be broken."""
    seen = vy.u32(0)
    for y in range(n):
        for x in range(n):
            v = squares[s, y, x]
            if v < 1 or v > n * n:
                return vy.u8(1)
            if seen >> v & 1:
                return vy.u8(2)
            seen |= vy.u32(1) << v
    want = n * (n * n + 1) // 2
    for k in range(n):
        across, down = 0, 0
        for j in range(n):
            across += vy.i32(squares[s, k, j])
            down += vy.i32(squares[s, j, k])
        if across != want:
            return vy.u8(3)
        if down != want:
            return vy.u8(4)
    one, other = 0, 0
    for k in range(n):
        one += vy.i32(squares[s, k, k])
        other += vy.i32(squares[s, k, n - 1 - k])
    return vy.u8(0) if one == want and other == want else vy.u8(5)


@vy.kernel(workgroup=32, domain=len)
def squares_checked(squares: vy.In[vy.i8], results: vy.Out[vy.u8]) -> None:
    s = vy.global_id()
    if s < squares.shape[0]:
        results[s] = check_square(squares, s, 3)


def squares_run(inputs: Inputs, **keywords: Any) -> Results:
    return [squares_checked(inputs["squares"], shapes={"results": len(inputs["squares"])}, **keywords)]


def squares_expected(inputs: Inputs) -> Results:
    results = []
    for square in inputs["squares"].astype(int):
        found = 0
        flat = square.ravel().tolist()
        if sorted(flat) != list(range(1, 10)):
            # the first value that is out of range or a repetition
            found = next(1 if not 1 <= v <= 9 else 2 for k, v in enumerate(flat) if not 1 <= v <= 9 or v in flat[:k])
        else:
            lines = [(3, 4)[j] for k in range(3) for j in range(2) if (square[k], square[:, k])[j].sum() != 15]
            diagonal = square.trace() != 15 or square[:, ::-1].trace() != 15
            found = lines[0] if lines else 5 * int(diagonal)
        results.append(found)
    return [np.array(results, np.uint8)]


# ---------------------------------------------------------------- permutations: the k-th one, its number, the next one


def permutations_inputs(size: int, seed: int) -> Inputs:
    return {"numbers": np.random.default_rng(seed).integers(0, math.factorial(7), size).astype(np.uint32)}


@vy.func
def next_permutation(p: Any, n: Any) -> vy.bool_:
    i = n - 2
    while i >= 0 and p[i] >= p[i + 1]:
        i -= 1
    if i < 0:
        return False
    j = n - 1
    while p[j] <= p[i]:
        j -= 1
    p[i], p[j] = p[j], p[i]
    low, high = i + 1, n - 1
    while low < high:
        p[low], p[high] = p[high], p[low]
        low += 1
        high -= 1
    return True


@vy.kernel(workgroup=32, domain="numbers")
def permutations(numbers: vy.In[vy.u32], ways: vy.Out[vy.u8], ranks: vy.Out[vy.u32], swaps: vy.Out[vy.u8]) -> None:
    """The k-th permutation of seven; the rank of the fourth behind it; how many swaps bring that into order."""
    i = vy.global_id()
    if i >= numbers.size:
        return
    p = vy.private(vy.u8, 7)
    k, used = numbers[i], vy.u32(0)
    block = vy.u32(5040)
    for at in range(7):
        block //= vy.u32(7 - at)
        skip = k // block
        k %= block
        digit = vy.u8(0)
        while True:
            if used >> digit & 1:
                digit += 1
                continue
            if skip == 0:
                break
            skip -= 1
            digit += 1
        used |= vy.u32(1) << digit
        p[at] = digit
        ways[i, at] = digit
    for _turn in range(4):
        if not next_permutation(p, 7):
            for at in range(7):
                p[at] = vy.u8(at)
    rank = vy.u32(0)
    for at in range(7):
        smaller = vy.u32(0)
        for other in range(at + 1, 7):
            if p[other] < p[at]:
                smaller += 1
        rank = rank * vy.u32(7 - at) + smaller
    ranks[i] = rank
    count = vy.u8(0)
    for at in range(7):
        while p[at] != vy.u8(at):
            to = p[at]
            p[at], p[to] = p[to], p[at]
            count += 1
    swaps[i] = count


def permutations_run(inputs: Inputs, **keywords: Any) -> Results:
    n = inputs["numbers"].size
    return list(permutations(inputs["numbers"], shapes={"ways": (n, 7), "ranks": n, "swaps": n}, **keywords))


def permutations_expected(inputs: Inputs) -> Results:
    ordered = list(itertools.permutations(range(7)))
    numbers = inputs["numbers"].tolist()
    ranks = [(k + 4) % len(ordered) for k in numbers]

    def cycles(p: tuple[int, ...]) -> int:
        seen: set[int] = set()
        count = 0
        for k in range(7):
            count += k not in seen
            while k not in seen:
                seen.add(k)
                k = p[k]
        return count

    swaps = [7 - cycles(ordered[r]) for r in ranks]
    return [np.array([ordered[k] for k in numbers], np.uint8), np.array(ranks, np.uint32), np.array(swaps, np.uint8)]


PROGRAMS = (
    Program("rosetta_sieve", sieve_inputs, sieve_run, sieve_expected, 4),
    Program("rosetta_chains", range_inputs, chains_run, chains_expected, 60),
    Program("rosetta_digits", digits_inputs, digits_run, digits_expected, 80),
    Program("rosetta_circles", circles_inputs, circles_run, circles_expected, 30),
    Program("rosetta_squares", squares_inputs, squares_run, squares_expected, 30),
    Program("rosetta_permutations", permutations_inputs, permutations_run, permutations_expected, 40),
)
