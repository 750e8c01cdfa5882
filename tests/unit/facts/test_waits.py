"""Which loops wait for other invocations (rule 5.8), and for whom."""

from __future__ import annotations

from dataclasses import replace
from textwrap import dedent, indent

import pytest

from vyre.facts.awaited import awaited
from vyre.facts.waits import may_wait, waits
from vyre.ir.program import Program
from vyre.lang.read import KernelSource, read_source

SPIN = """
@vy.func
def spin(x: vy.InOut[vy.u32], at: vy.u32):
    while vy.atomic_add(x, at, 0) == 0:
        pass

"""


def program(body: str, workgroup: int = 1) -> Program:
    """Also of a kernel that the decorator refuses."""
    head = "def k(x: vy.InOut[vy.u32], y: vy.InOut[vy.u32], a: vy.In[vy.u32], o: vy.Out[vy.u32]):\n"
    _, source = read_source(SPIN + head + indent(dedent(body), "    "), name="k")
    assert isinstance(source, KernelSource)
    return replace(source.program, workgroup=(workgroup, 1, 1))


# -- loops that wait, and for whom: (body, workgroup, whom) ---------------------------------------------------------
LOCKS = {
    "exchange": "while vy.atomic_exchange(x, 0, 1) != 0:\n    pass\nvy.atomic_exchange(x, 0, 0)",
    "compare_exchange": "while True:\n    if vy.atomic_compare_exchange(x, 0, 0, 1) == 0:\n        break\nvy.atomic_exchange(x, 0, 0)",
    "looked at first": """
        while True:
            old = vy.atomic_or(x, 0, 0)
            if old == 0:
                if vy.atomic_compare_exchange(x, 0, old, 1) == old:
                    break
        vy.atomic_exchange(x, 0, 0)
    """,
    "a flag": """
        done = False
        while not done:
            done = vy.atomic_exchange(x, 0, 1) == 0
        vy.atomic_exchange(x, 0, 0)
    """,
    "carried": """
        s = vy.atomic_exchange(x, 0, 1)
        while s != 0:
            s = vy.atomic_exchange(x, 0, 1)
        vy.atomic_exchange(x, 0, 0)
    """,
    "counted turns": """
        turns = vy.u32(0)
        while vy.atomic_exchange(x, 0, 1) != 0:
            turns += 1
        o[0] = turns
        vy.atomic_exchange(x, 0, 0)
    """,
    "a bit": "while (vy.atomic_or(x, 0, 4) & 4) != 0:\n    pass\nvy.atomic_and(x, 0, 0xFFFFFFFB)",
    "added and taken back": """
        while vy.atomic_add(x, 0, 1) != 0:
            vy.atomic_sub(x, 0, 1)
        vy.atomic_sub(x, 0, 1)
    """,
    "a private cell": """
        seen = vy.private(vy.u32, 1)
        seen[0] = 1
        while seen[0] != 0:
            seen[0] = vy.atomic_exchange(x, 0, 1)
        vy.atomic_exchange(x, 0, 0)
    """,
    "states": """
        state = vy.u32(0)
        while state != 2:
            if state == 0:
                if vy.atomic_exchange(x, 0, 1) == 0:
                    state = 1
            else:
                vy.atomic_exchange(x, 0, 0)
                state = 2
    """,
    "a counter beside it": """
        while vy.atomic_exchange(x, 0, 1) != 0:
            vy.atomic_add(y, 0, 1)
        vy.atomic_exchange(x, 0, 0)
    """,
}
TICKET = "mine = vy.atomic_add(x, 0, 1)\nwhile vy.atomic_or(y, 0, 0) != mine:\n    pass\nvy.atomic_add(y, 0, 1)"
LOOK_BACK = """
    p = vy.group_id()
    total = vy.u32(0)
    while p > 0:
        f = vy.atomic_or(x, p - 1, 0)
        if f & 1 != 0:
            total += f
            if f & 2 != 0:
                break
            p -= 1
    vy.atomic_exchange(x, vy.group_id(), total * 4 + 3)
"""
WAITS = {
    **{f"lock: {name}": (body, 1, "earlier") for name, body in LOCKS.items()},
    "every invocation takes one lock": (LOCKS["exchange"], 64, "workgroup"),
    "the first invocation takes it": ("if vy.local_index() == 0:\n" + indent(LOCKS["exchange"], "    "), 64, "earlier"),
    "a lock for each element": ("while vy.atomic_exchange(x, a[vy.global_id()], 1) != 0:\n    pass\nvy.atomic_exchange(x, a[vy.global_id()], 0)", 64, "unknown"),
    "given back in the loop": ("done = False\nwhile not done:\n    if vy.atomic_exchange(x, 0, 1) == 0:\n        vy.atomic_exchange(x, 0, 0)\n        done = True", 64, "unknown"),
    "tickets": (TICKET, 1, "earlier"),
    "tickets of every invocation": (TICKET, 64, "workgroup"),
    "looking back": (LOOK_BACK, 1, "earlier"),
    "looking back by a choice": ("p = vy.group_id()\nwhile p > 0:\n    f = vy.atomic_or(x, p - 1, 0)\n    p = p - 1 if f == 1 else p\n    if f == 2:\n        break\nvy.atomic_exchange(x, vy.group_id(), 2)", 1, "earlier"),
    "in a helper": ("if vy.group_id() > 0:\n    spin(x, vy.group_id() - 1)\nvy.atomic_exchange(x, vy.group_id(), 1)", 1, "earlier"),
    "invocation after invocation": ("i = vy.global_id()\nif i > 0:\n    spin(x, i - 1)\nvy.atomic_exchange(x, i, 1)", 64, "workgroup"),
    "64 invocations back": ("i = vy.global_id()\nif i > 63:\n    spin(x, i - 64)\nvy.atomic_exchange(x, i, 1)", 64, "earlier"),
    "the next workgroup": ("g = vy.group_id()\nspin(x, g + 1)\nvy.atomic_exchange(x, g, 1)", 1, "later"),
    "a message for the next one": ("g = vy.group_id()\nif g > 0:\n    while vy.atomic_exchange(x, g, 0) == 0:\n        pass\nvy.atomic_exchange(x, g + 1, 1)", 1, "earlier"),
    "a message from the next one": ("g = vy.group_id()\nwhile vy.atomic_exchange(x, g + 1, 0) == 0:\n    pass\nvy.atomic_exchange(x, g, 1)", 1, "later"),
    "all workgroups": ("vy.atomic_add(x, 0, 1)\nwhile vy.atomic_or(x, 0, 0) < vy.num_groups():\n    pass", 1, "later"),
    "all workgroups, in the last one": ("vy.atomic_add(x, 0, 1)\nif vy.group_id() == vy.num_groups() - 1:\n    while vy.atomic_or(x, 0, 0) < vy.num_groups():\n        pass", 1, "unknown"),
    "its own workgroup": ("if vy.local_index() == 0:\n    vy.atomic_exchange(x, vy.group_id(), 1)\nspin(x, vy.group_id())", 64, "workgroup"),
    "anywhere": ("spin(x, a[vy.group_id()])\nvy.atomic_exchange(x, vy.group_id(), 1)", 1, "unknown"),
    "a plain load": ("if vy.group_id() > 0:\n    while x[0] == 0:\n        pass\nelse:\n    x[0] = 1", 1, "plain"),
}  # fmt: skip


@pytest.mark.parametrize("name", WAITS)
def test_it_waits(name: str) -> None:
    body, workgroup, whom = WAITS[name]
    found = awaited(program(body, workgroup))
    assert [wait.whom for wait in found] == [whom]


def test_a_lock_that_is_looked_at_before_it_is_taken() -> None:
    body = """
        while True:
            while vy.atomic_or(x, 0, 0) != 0:
                pass
            if vy.atomic_exchange(x, 0, 1) == 0:
                break
        vy.atomic_exchange(x, 0, 0)
    """
    assert [wait.whom for wait in awaited(program(body))] == ["earlier", "earlier"]


@pytest.mark.parametrize("begins", ["tile[0] = vy.atomic_add(y, 0, 1)", "tile[0] = a[0]"])
def test_workgroups_that_number_themselves(begins: str) -> None:
    """The number of a workgroup that is handed on in shared memory counts as an id, if it is one."""
    body = f"""
        tile = vy.shared(vy.u32, 1)
        if vy.local_index() == 0:
            {begins}
        vy.barrier()
        t = tile[0]
        if vy.local_index() == 0:
            if t > 0:
                spin(x, t - 1)
            vy.atomic_exchange(x, t, 1)
    """
    assert [wait.whom for wait in awaited(program(body, 64))] == ["earlier" if "atomic" in begins else "unknown"]


def test_a_lock_that_is_tried_between_barriers() -> None:
    """The condition is a shared cell, which the lock decides."""
    body = """
        got = vy.shared(vy.u32, 1)
        while got[0] == 0:
            vy.barrier()
            if vy.local_index() == 0:
                if vy.atomic_exchange(x, 0, 1) == 0:
                    got[0] = 1
            vy.barrier()
        vy.atomic_exchange(x, 0, 0)
    """
    assert [wait.whom for wait in awaited(program(body, 64))] == ["earlier"]


def test_polls_and_loops_are_told_by_their_numbers() -> None:
    (wait,) = waits(program("x[1] = 2\nwhile vy.atomic_exchange(x, 0, 1) != 0:\n    pass"))
    assert (wait.loop, wait.polls, wait.stuck) == (3, (6,), True)


# -- loops that do not wait -----------------------------------------------------------------------------------------
FREE = {
    "an update that is tried again": """
        old = vy.atomic_or(x, 0, 0)
        while True:
            seen = vy.atomic_compare_exchange(x, 0, old, old * 3 + 1)
            if seen == old:
                break
            old = seen
    """,
    "one that may be given up": """
        i = vy.global_id() % 3
        while True:
            old = vy.atomic_or(x, i, 0)
            if old > 100:
                break
            if vy.atomic_compare_exchange(x, i, old, old + 1) == old:
                break
    """,
    "one that begins with a plain load": """
        done = False
        while not done:
            old = x[0]
            done = vy.atomic_compare_exchange(x, 0, old, old + 3) == old
    """,
    "a hash table": """
        s = a[vy.global_id()] % x.size
        while True:
            old = vy.atomic_compare_exchange(x, s, 0, a[vy.global_id()])
            if old == 0 or old == a[vy.global_id()]:
                break
            s = (s + 1) % x.size
    """,
    "a queue": "while True:\n    k = vy.atomic_add(x, 0, 1)\n    if k >= 100:\n        break\n    y[k] = k",
    "the last one": "if vy.atomic_add(x, 0, 1) == vy.num_groups() - 1:\n    k = vy.u32(0)\n    while k < 10:\n        k += 1\n    y[0] = k",
    "sets that are joined": """
        u = a[vy.global_id()]
        v = a[vy.global_id() + 1]
        while u != v:
            if u < v:
                u, v = v, u
            old = vy.atomic_min(x, u, v)
            if old == u:
                break
            u = old
    """,
    "a root that is found": "r = vy.global_id()\nwhile x[r] != r:\n    r = x[r]\nx[vy.global_id()] = r",
    "a list": "p = a[vy.global_id()]\nwhile p != 0:\n    p = a[p]\n    vy.atomic_add(x, p, 1)",
    "bubbles": """
        go = True
        while go:
            go = False
            for i in range(x.size - 1):
                if x[i] > x[i + 1]:
                    x[i], x[i + 1] = x[i + 1], x[i]
                    go = True
    """,
    "distances": """
        go = True
        while go:
            go = False
            for i in range(a.size):
                if vy.atomic_min(x, i, a[i]) > a[i]:
                    go = True
    """,
    "a bounded number of turns": """
        turns = vy.u32(0)
        while vy.atomic_exchange(x, 0, 1) != 0:
            turns += 1
            if turns > 1000:
                break
        y[0] = turns
    """,
    "a for": "for turn in range(1000):\n    if vy.atomic_exchange(x, 0, 1) == 0:\n        break",
    "numbers in place": "i = vy.global_id()\nwhile x[i] != 1:\n    x[i] = x[i] * 3 + 1 if x[i] % 2 == 1 else x[i] // 2",
    "a binary search": """
        s = vy.shared(vy.u32, 64)
        s[vy.local_id()] = a[vy.global_id()]
        vy.barrier()
        lo, hi = vy.u32(0), vy.u32(64)
        while lo < hi:
            m = (lo + hi) // 2
            if s[m] < 7:
                lo = m + 1
            else:
                hi = m
        y[vy.global_id()] = lo
    """,
    "a workgroup's rounds": "go = True\nwhile vy.workgroup_any(go):\n    go = vy.atomic_min(x, vy.local_id(), a[vy.global_id()]) > a[vy.global_id()]",
}


@pytest.mark.parametrize("workgroup", [1, 64])
@pytest.mark.parametrize("name", FREE)
def test_it_does_not_wait(name: str, workgroup: int) -> None:
    made = program(FREE[name], workgroup)
    assert waits(made) == ()
    assert not may_wait(made)


def test_a_turn_with_more_paths_than_are_followed_counts_as_waiting() -> None:
    branches = "\n".join(f"    if a[{n}] == 1:\n        y[{n}] = 1" for n in range(12))
    made = program(f"while vy.atomic_exchange(x, 0, 1) != 0:\n{branches}")
    assert [(wait.stuck, whom.whom) for wait, whom in zip(waits(made), awaited(made), strict=True)] == [
        (False, "earlier")
    ]


def test_a_long_loop_counts_as_waiting() -> None:
    sums = "\n".join("    y[0] = y[0] + 1" for _ in range(600))
    assert [wait.stuck for wait in waits(program(f"while vy.atomic_exchange(x, 0, 1) != 0:\n{sums}"))] == [False]
