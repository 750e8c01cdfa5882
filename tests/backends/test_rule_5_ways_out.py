"""Rules 5.3 and 5.4: some invocations go on to the next iteration, or end, behind the last barrier of a loop, a branch or the program."""

from __future__ import annotations

from typing import Final

import numpy as np
import pytest

from .writing import kernel

SIGNATURE: Final = "a: vy.In[vy.u32], n: vy.u32, out: vy.Out[vy.u32]"
START: Final = """
s = vy.shared(vy.u32, 40)
g = vy.global_id()
i = vy.local_index()
h = a[g] + 1
"""
MEET: Final = """vy.barrier()
s[i] = h
vy.barrier()
h = h * 31 + s[(i + 1) % 40]
"""
BEFORE: Final = """
@vy.func
def turns(s, h, i, n):
    for r in range(n):
        vy.barrier()
        s[i] = h
        vy.barrier()
        h = h * 31 + s[(i + 1) % 40]
        if h & 1 == 1:
            continue
        h += r
    return h
"""

CONTINUES: Final = {
    "at the end of a loop": """
for r in range(n):
    MEET
    if i > 3:
        continue
    out[g] += h + r
""",
    "first in the text": """
for r in range(n):
    if r == 1:
        MEET
    if i > 3:
        continue
    out[g] += h + r
""",
    "nested branches": """
for r in range(n):
    MEET
    if i > 3:
        h += 1
        if h & 2 == 0:
            h += 2
            continue
        h += 4
    h += 8
out[g] = h
""",
    "in both arms": """
for r in range(n):
    MEET
    if i > 3:
        if h & 2 == 0:
            continue
        h += 4
    else:
        h += 16
        if h & 4 == 0:
            continue
        else:
            h += 3
    h += 8
out[g] = h
""",
    "several": """
for r in range(n):
    MEET
    if h & 1 == 0:
        continue
    h += 1
    if h & 2 == 0:
        continue
    h += 1
    if h & 4 == 0:
        continue
    h += 1
out[g] = h
""",
    "in one branch, and a barrier in the other": """
for r in range(n):
    if r % 2 == 0:
        h += 1
        if i % 3 == 0:
            continue
        h += 5
    else:
        MEET
    h += 8
out[g] = h
""",
    "behind a barrier in a branch": """
for r in range(n):
    if r % 2 == 0:
        MEET
        if i % 3 == 0:
            continue
        h += 5
    h += 8
out[g] = h
""",
    "beside a break of all": """
for r in range(n):
    MEET
    if r == 3:
        h += 7
        break
    else:
        if i % 3 == 0:
            continue
    h += 8
out[g] = h
""",
    "beside a continue of all, in a branch around a barrier": """
for r in range(n):
    if r > 0:
        MEET
        if r == 2:
            h += 9
            continue
        else:
            if i % 3 == 0:
                continue
        h += 5
    h += 8
out[g] = h
""",
    "beside a return of all": """
for r in range(n):
    MEET
    if r == 3:
        out[g] = h + 7
        return
    else:
        if i % 3 == 0:
            continue
    h += 8
out[g] = h
""",
    "in a loop in a loop": """
for q in range(2):
    for r in range(n):
        MEET
        if i % 3 == 0:
            continue
        for t in range(i % 4):
            if t == 2:
                continue
            h += t
        h += 8
    if h & 1 == 1:
        continue
    h += 2
out[g] = h
""",
    "in a function": """
out[g] = turns(s, h, i, n)
""",
}
RETURNS: Final = {
    "behind a barrier in a branch": """
if n > 2:
    MEET
    if i % 7 != 0:
        out[g] = h
        return
out[g] = 7
""",
    "from a loop behind a barrier in a branch": """
if n > 2:
    MEET
    t = vy.u32(0)
    while t < i % 7:
        t += 1
        if h & 1 == 1:
            out[g] = h + t
            return
        h += 3
    h += 1
out[g] = h + 7
""",
    "behind branches in a branch": """
if n > 1:
    if n > 2:
        MEET
        if i % 7 == 0:
            out[g] = h
            return
        h += 3
    else:
        h += 4
    h += 5
    if i % 5 == 0:
        out[g] = h + 1
        return
h += 6
out[g] = h
""",
    "of all, and of some behind it": """
if n == 1:
    out[g] = 5
    return
MEET
if n > 2:
    if i % 3 == 0:
        h += 9
    if n == 4:
        out[g] = h
        return
    MEET
if i % 5 == 0:
    out[g] = h + 1
    return
out[g] = h * 3
""",
    "of all, from a loop": """
for r in range(5):
    MEET
    if i % 3 == 0:
        h += 9
    if r == n:
        if h & 1 == 0:
            h += 2
        out[g] = h
        return
if h & 2 == 0:
    out[g] = 11
    return
out[g] = h
""",
    "from loops in a loop": """
MEET
for r in range(i % 5):
    for q in range(n):
        h += q
        if h % 7 == 3:
            out[g] = h
            return
    h += r
out[g] = h + 1
""",
}
AGREED: Final = """
x = n
if n > 3:
    x = 1
if x % 2 == 1:
    MEET
    x = i
h += x
if h & 1 == 1:
    x += 1
out[g] = h + x
"""


def same(device: str, body: str) -> None:
    lines = [
        line.replace("MEET", MEET.rstrip("\n").replace("\n", "\n" + line[: len(line) - len(line.lstrip())]))
        for line in body.split("\n")
    ]
    made = kernel(START + "\n".join(lines), SIGNATURE, options="workgroup=40, domain='a'", before=BEFORE)
    a = np.arange(80, dtype=np.uint32) * 2654435761
    for n in range(6):
        assert made(a, n, backend=device).tolist() == made(a, n, backend="reference").tolist(), n


@pytest.mark.parametrize("case", list(CONTINUES))
def test_rule_5_4_some_invocations_continue_behind_the_last_barrier_of_an_iteration(device: str, case: str) -> None:
    same(device, CONTINUES[case])


@pytest.mark.parametrize("case", list(RETURNS))
def test_rule_5_4_some_invocations_return_behind_the_last_barrier(device: str, case: str) -> None:
    same(device, RETURNS[case])


def test_rule_5_4_a_local_is_the_same_in_all_at_one_place_and_differs_at_another(device: str) -> None:
    same(device, AGREED)


def test_rule_5_4_who_continues_skips_the_rest_of_the_iteration_alone(device: str) -> None:
    body = """
s = vy.shared(vy.u32, 8)
i = vy.local_index()
for r in range(n):
    vy.barrier()
    s[i] = a[i] + r
    vy.barrier()
    if i > 3:
        continue
    out[i] = s[i + 1]
"""
    made = kernel(body, SIGNATURE, options="workgroup=8, domain='a'")
    assert made(np.arange(8, dtype=np.uint32), 3, backend=device).tolist() == [3, 4, 5, 6, 0, 0, 0, 0]
