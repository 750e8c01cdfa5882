"""Rule 5.3: a loop with a different number of rounds in each invocation, inside of another loop, and what it leaves behind."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

import vyre as vy

N = 40  # more than the lanes of a vector, and not a multiple of them


@vy.kernel
def count(o: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    c = vy.u32(0)
    for _k in range(2):
        for _j in range(i):
            c += 1
            o[i] = c


@vy.kernel
def count_from(a: vy.In[vy.u32], o: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    c = a[3]
    for _k in range(3):
        for _j in range(i % 5):
            c = c * 3 + 1
            o[i] = c


@vy.kernel
def pointer(a: vy.In[vy.u32], o: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    p = vy.u32(0)
    for k in range(2):
        while p < a.size:
            p += 1
            if a[p] == i % 7:
                o[i] = p * 2 + k
                break


@vy.kernel
def skipped(o: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    c = vy.u32(0)
    for k in range(4):
        for j in range(6):
            if (i + j) % 3 == k:
                continue
            c += 1
            o[i] = c


@vy.kernel
def skipped_without_locals(a: vy.In[vy.u32], o: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    for _k in range(3):
        if a[i] == 1:
            continue
        o[i] = 5


@vy.kernel
def assigned_in_one_branch(a: vy.In[vy.u32], o: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    if i % 3 == 0:
        c = a[1]
    else:
        if i % 3 == 1:
            return
        c = a[2]
    o[i] = c + a[0]


@vy.kernel
def with_barrier(o: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    s = vy.shared(vy.u32, 256)
    c = vy.u32(0)
    for k in range(3):
        s[vy.local_id()] = i + k
        vy.barrier()
        for _j in range(s[(vy.local_id() + 1) % 256] % 5):
            c += 1
            if i < o.size:
                o[i] = c
        vy.barrier()


@vy.kernel
def decoder(bits: vy.In[vy.u32], table: vy.In[vy.u32], o: vy.Out[vy.u32]) -> None:
    """Four symbols of each row from a stream of bits; ``table[state * 2 + bit]``: the next state, or 16 + symbol."""
    i = vy.global_id()
    at = i * 3 % 32
    for k in range(4):
        state = vy.u32(0)
        while True:
            bit = (bits[at // 32] >> (at % 32)) & 1
            at += 1
            state = table[state * 2 + bit]
            if state >= 16:
                o[i, k] = state - 16 + at * 100
                break


@vy.kernel(workgroup=(16, 16))
def lists(first: vy.In[vy.u32], to: vy.In[vy.u32], o: vy.InOut[vy.u32]) -> None:
    """Each invocation adds along its list, in the rounds that its row says; what it adds is the same in every round."""
    y, x = vy.global_id(0), vy.global_id(1)
    i = y * vy.num_groups(1) * 16 + x
    for k in range(3):
        if (y + k) % 3 != 0 and i + 1 < first.size:
            added = y * 5 + 7
            for e in range(first[i], first[i + 1]):
                vy.atomic_add(o, to[e], added)


WORDS = np.random.default_rng(5).integers(0, 9, 64, dtype=np.uint32)


def same(got: npt.NDArray[np.uint32], want: list[int]) -> None:
    assert got.reshape(-1).tolist() == [w & 0xFFFFFFFF for w in want]


def test_rule_5_3_a_count_goes_on_in_the_next_round(device: str) -> None:
    same(count(shapes={"o": N}, backend=device), [2 * i for i in range(N)])
    want = []
    for i in range(N):
        c = int(WORDS[3])
        for _ in range(3 * (i % 5)):
            c = c * 3 + 1
        want.append(c if i % 5 else 0)
    same(count_from(WORDS, shapes={"o": N}, backend=device), want)


def test_rule_5_3_a_moving_pointer(device: str) -> None:
    want = []
    for i in range(N):
        p = last = 0
        for k in range(2):
            while p < WORDS.size:
                p += 1
                if (int(WORDS[p]) if p < WORDS.size else 0) == i % 7:
                    last = p * 2 + k
                    break
        want.append(last)
    same(pointer(WORDS, shapes={"o": N}, backend=device), want)


def test_rule_5_3_what_goes_on_with_the_next_iteration_keeps_its_locals(device: str) -> None:
    want = [sum((i + j) % 3 != k for k in range(4) for j in range(6)) for i in range(N)]
    same(skipped(shapes={"o": N}, backend=device), want)
    same(skipped_without_locals(WORDS[:N], shapes={"o": N}, backend=device), [0 if w == 1 else 5 for w in WORDS[:N]])


def test_rule_5_3_a_branch_that_sets_and_one_that_returns(device: str) -> None:
    want = [0 if i % 3 == 1 else int(WORDS[0]) + int(WORDS[1 if i % 3 == 0 else 2]) for i in range(N)]
    same(assigned_in_one_branch(WORDS, shapes={"o": N}, backend=device), want)


def test_rule_5_3_a_count_across_barriers(device: str) -> None:
    want = [sum(((i // 256 * 256 + (i + 1) % 256) + k) % 5 for k in range(3)) for i in range(300)]
    same(with_barrier(shapes={"o": 300}, backend=device), want)


def test_rule_5_3_a_decoder_of_bits(device: str) -> None:
    table = np.array([1, 16, 2, 17, 18, 3, 19, 20], np.uint32)  # codes 1, 01, 000, 0010, 0011
    stream = np.random.default_rng(6).integers(0, 2**32, 8, dtype=np.uint32)
    want = []
    for i in range(N):
        at = i * 3 % 32
        for _ in range(4):
            state = 0
            while state < 16:
                state = int(table[state * 2 + (int(stream[at // 32]) >> at % 32 & 1)])
                at += 1
            want.append(state - 16 + at * 100)
    same(decoder(stream, table, domain=N, shapes={"o": (N, 4)}, backend=device), want)


@vy.kernel(workgroup=(16, 16))
def one_sum_for_all(a: vy.In[vy.u32], b: vy.In[vy.u32], n: vy.u32, o: vy.Out[vy.u32]) -> None:
    y, x = vy.global_id(0), vy.global_id(1)
    s = vy.u32(1)
    total = vy.u32(0)
    for k in range(n):
        s = s * 3 + 1
        total += a[k * 16 + x] * b[k * 16 + y] + s
    o[y, x] = total + s


@pytest.mark.parametrize("n", [3, 200])
def test_rule_5_3_a_sum_that_is_the_same_in_all_invocations_of_a_long_loop(device: str, n: int) -> None:
    a = np.arange(16 * n, dtype=np.uint32).reshape(n, 16)
    b = a * 7 + 3
    s, sums = 1, 0
    for _ in range(n):
        s = (s * 3 + 1) & 0xFFFFFFFF
        sums += s
    want = np.einsum("ky,kx->yx", b.astype(np.uint64), a.astype(np.uint64)) + (sums + s)
    got = one_sum_for_all(a.reshape(-1), b.reshape(-1), n, shapes={"o": (16, 16)}, backend=device)
    same(got, [int(w) for w in want.reshape(-1)])


def test_rule_5_3_lists_in_rounds_of_a_loop_around(device: str) -> None:
    rng = np.random.default_rng(8)
    first = np.concatenate([[0], np.cumsum(rng.integers(0, 6, 512))]).astype(np.uint32)
    to = rng.integers(0, 64, first[-1]).astype(np.uint32)
    want = [0] * 64
    for i in range(512):
        y = i // 32
        for e in range(first[i], first[i + 1]):
            want[to[e]] += (y * 5 + 7) * sum((y + k) % 3 != 0 for k in range(3))
    o = np.zeros(64, np.uint32)
    lists(first, to, o, grid=(1, 2), backend=device)
    same(o, want)
