"""Rule 5.4: barriers, and what is uniform. The planned parts of rule 5 are refused."""

from __future__ import annotations

import textwrap
from typing import Final

import numpy as np
import pytest

import vyre as vy
from vyre.run.session import Session

from .writing import kernel, refused

SIGNATURE: Final = "a: vy.In[vy.u32], n: vy.u32, x: vy.InOut[vy.u32], out: vy.Out[vy.u32]"
START: Final = """
cells = vy.shared(vy.u32, 32)
flags = vy.shared(vy.u32, 4)
i = vy.global_id()
k = vy.local_id()
"""

UNIFORM: Final = {
    "a literal": "if 1 < 2:",
    "a parameter": "if n > 2:",
    "a size": "if a.size > 3:",
    "a shape": "if len(out) > 3:",
    "a group id": "if vy.group_id() < 100:",
    "the workgroup's size": "if vy.workgroup_size() == 32:",
    "the number of groups": "if vy.num_groups() > 1:",
    "computed from uniform values": "if (n * 3 + vy.group_id()) % 1000 > 1 and n < 1000:",
    "a local of uniform values": "limit = n\nif vy.group_id() == 1:\n    limit = n + 4\nif limit > 3:",
    "a loop with uniform bounds": "for turn in range(vy.group_id() + 1):",
    "a while with a uniform condition": "left = n\nwhile left > 4:\n    left -= 1\n",
    "a load at a uniform index from a buffer that is never written": "if a[vy.group_id()] > 2:",
    "a load of a shared cell at a uniform index in a phase without stores": "if k == 0:\n    flags[1] = 7\nvy.barrier()\nif flags[1] == 7:",
}
VARYING: Final = {
    "a local id": "if k < 5:",
    "a global id": "if i < out.size:",
    "the local index": "if vy.local_index() > 3:",
    "a load at a varying index": "if a[i] > 2:",
    "a load from a buffer that the program writes": "if x[0] > 2:",
    "a load of a shared cell at a varying index": "if flags[k % 4] == 7:",
    "a shared cell in a phase with a store": "if k == 0:\n    flags[1] = 7\nif flags[1] == 7:",
    "the old value of an atomic": "old = vy.atomic_add(x, 0, 1)\nif old == 3:",
    "a local that is set under divergence": "limit = n\nif k == 3:\n    limit = n + 4\nif limit > 3:",
    "a loop with varying bounds": "for turn in range(k):",
    "a while with a varying condition": "left = k\nwhile left > 4:\n    left -= 1\n",
}


def body_of(head: str) -> str:
    """A barrier under the head, between a store to ``cells`` and a load of a neighbour's."""
    lines = ["cells[k] = i + 1"]
    inner = "vy.barrier()\nout[i] = out[i] + cells[31 - k]\nx[i] = 1\nvy.barrier()"
    pad = "    "
    return (
        START + "\n".join(lines) + "\n" + head.rstrip("\n") + "\n" + "\n".join(pad + line for line in inner.split("\n"))
    )


@pytest.mark.parametrize("case", list(UNIFORM))
def test_rule_5_4_a_barrier_under_a_uniform_condition_synchronises_the_workgroup(device: str, case: str) -> None:
    made = kernel(body_of(UNIFORM[case]), SIGNATURE, options="workgroup=32, domain='a'")
    a = np.full(96, 9, np.uint32)
    out = made(a, 6, np.zeros(96, np.uint32), backend=device)
    once = [i - i % 32 + 31 - i % 32 + 1 for i in range(96)]
    times = {
        "a loop with uniform bounds": [i // 32 + 1 for i in range(96)],
        "a while with a uniform condition": [2] * 96,
    }.get(case, [1] * 96)
    assert out.tolist() == [x * t for x, t in zip(once, times, strict=True)]


@pytest.mark.parametrize("case", list(VARYING))
def test_rule_5_4_a_barrier_under_a_condition_that_may_differ_is_an_error_that_shows_it(case: str) -> None:
    head = VARYING[case]
    error = refused("V325", body_of(head), SIGNATURE, options="workgroup=32, domain='a'", guard=False)
    condition = head.rstrip("\n").split("\n")[-1] if "while" not in head else "while left > 4"
    shown = str(error)
    assert condition.strip().rstrip(":").removeprefix("if ").removeprefix("for ") in shown, shown


@pytest.mark.parametrize(
    ("before", "why"),
    [
        ("if i >= a.size:\n    return", "i >= a.size"),
        ("for turn in range(n):\n    if a[i] == turn:\n        break\n    BARRIER", "a[i] == turn"),
        ("for turn in range(n):\n    if a[i] == turn:\n        continue\n    BARRIER", "a[i] == turn"),
        ("while True:\n    if a[i] > 4:\n        break\n    BARRIER", "a[i] > 4"),
    ],
)
def test_rule_5_4_a_barrier_after_a_way_out_that_may_differ_is_an_error(before: str, why: str) -> None:
    text = (
        START
        + before.replace("BARRIER", "vy.barrier()")
        + ("" if "BARRIER" in before else "\nvy.barrier()")
        + "\nout[i] = 1"
    )
    error = refused("V325", text, SIGNATURE, options="domain='a'", guard=False)
    assert why in str(error)


def test_rule_5_4_a_way_out_that_is_uniform_is_right_and_so_is_one_after_the_barrier(device: str) -> None:
    body = START + textwrap.dedent("""
    if vy.group_id() >= n:
        return
    cells[k] = i
    vy.barrier()
    for turn in range(10):
        if turn == n:
            break
        vy.barrier()
        cells[k] = cells[k] + 1
        vy.barrier()
    if i >= out.size:
        return
    out[i] = cells[31 - k]
    """)
    made = kernel(body, SIGNATURE, options="workgroup=32, domain='a'")
    out = made(np.zeros(120, np.uint32), 3, np.zeros(1, np.uint32), backend=device)
    assert out.tolist() == [i - i % 32 + 31 - i % 32 + 3 if i < 96 else 0 for i in range(120)]


def test_rule_5_4_the_fix_of_a_guarded_tail_works(device: str) -> None:
    guarded = START + "if i < a.size:\n    cells[k] = a[i]\n    vy.barrier()\n    out[i] = cells[31 - k]"
    refused("V325", guarded, SIGNATURE, options="workgroup=32, domain='a'", guard=False)
    body = START + "cells[k] = a[i]\nvy.barrier()\nif i < a.size:\n    out[i] = cells[31 - k]"
    a = np.arange(1, 71, dtype=np.uint32)
    out = kernel(body, SIGNATURE, options="workgroup=32, domain='a'")(a, 1, np.zeros(1, np.uint32), backend=device)
    padded = [*a.tolist(), *[0] * 26]
    assert out.tolist() == [padded[i - i % 32 + 31 - i % 32] for i in range(70)]


def test_rule_5_4_storage_and_shared_memory_are_visible_after_a_barrier(device: str) -> None:
    body = """
    i = vy.global_id()
    k = vy.local_id()
    wide = vy.shared(vy.u8, 64)
    x[i] = i * 3
    wide[k] = vy.u8(k)
    vy.barrier()
    y = x[i - k + 63 - k] + vy.u32(wide[63 - k]) * 1000000
    vy.barrier()
    x[i] = y
    vy.barrier()
    out[i] = x[i - k + (k + 1) % 64]
    """
    out = kernel(body, "x: vy.InOut[vy.u32], out: vy.Out[vy.u32]", options="workgroup=64, domain='x'")(
        np.zeros(256, np.uint32), backend=device
    )

    def y(i: int) -> int:
        return (i - i % 64 + 63 - i % 64) * 3 + (63 - i % 64) * 1000000

    assert out.tolist() == [y(i - i % 64 + (i % 64 + 1) % 64) for i in range(256)]


def test_rule_5_4_locals_and_loops_carry_their_values_over_barriers(device: str) -> None:
    body = START + textwrap.dedent("""
    mine = i * 2
    seen = vy.u32(0)
    for turn in range(5):
        cells[k] = mine
        vy.barrier()
        other = cells[(k + turn) % 32]
        if other % 3 == 0:
            seen += other
        vy.barrier()
        mine = mine + other
    out[i] = mine * 7 + seen
    """)
    out = kernel(body, SIGNATURE, options="workgroup=32, domain='a'")(
        np.zeros(64, np.uint32), 1, np.zeros(1, np.uint32), backend=device
    )
    want: list[int] = []
    for group in (range(32), range(32, 64)):
        mine, seen = [i * 2 for i in group], [0] * 32
        for turn in range(5):
            others = [mine[(k + turn) % 32] for k in range(32)]
            seen = [s + o if o % 3 == 0 else s for s, o in zip(seen, others, strict=True)]
            mine = [m + o for m, o in zip(mine, others, strict=True)]
        want += [(m * 7 + s) % 2**32 for m, s in zip(mine, seen, strict=True)]
    assert out.tolist() == want


@pytest.mark.parametrize(
    ("text", "fix"),
    [
        ("vy.grid_sync()\nout[i] = 1", "second"), ("vy.print(a[i])\nout[i] = 1", "Out"),
    ],
)  # fmt: skip
def test_rule_5_5_what_a_later_version_has_is_refused_with_a_fix(text: str, fix: str) -> None:
    refused("U700", text, fix=fix)


@pytest.mark.parametrize(("name", "value"), [("fixpoint_iterations", 3), ("until_unchanged", "x")])
def test_rule_5_7_repeated_launches_are_refused_in_this_version(device: str, name: str, value: int | str) -> None:
    made = kernel("x[vy.global_id()] += 1", "x: vy.InOut[vy.u32]")
    x = np.zeros(3, np.uint32)
    made(x, backend=device)  # also when the kernel is compiled already
    given: dict[str, object] = {name: value}
    with pytest.raises(vy.UnsupportedFeature, match=name):
        made(x, backend=device, config=vy.DispatchConfig(**given))  # type: ignore[arg-type]  # one field by its name
    assert x.tolist() == [1] * 3
    for _ in range(3):
        made(x, backend=device)
    assert x.tolist() == [4] * 3


@pytest.mark.parametrize("size", [1, 7, 17, 24, 31, 33])
def test_rule_5_4_a_loop_that_is_left_by_what_it_loads_meets_the_barriers_of_all(
    session: Session, device: str, size: int
) -> None:
    """Lanes of a vector beyond the end of a workgroup, which load zeros, keep nobody in the loop."""
    b = vy.Builder("left", workgroup=size, domain=3 * size)
    t, rounds, out = b.input("t", vy.u32), b.uniform("rounds", vy.u32), b.inout("out", vy.u32)
    s = b.shared("s", vy.u32, size)
    lane, k = b.local_id(), b.let("k", b.const(vy.u32, 0))
    with b.while_(lambda: t[0] - k != 7):
        s[lane] = s[lane] + 1
        b.barrier()
        with b.if_(t[1] - k == 1):
            b.break_()
        k.set(k + 1)
        b.barrier()
    b.barrier()
    out[b.global_id()] = out[b.global_id()] + s[(lane + 1) % size] + rounds
    program = b.build()
    for first, stop, want in ((7, 9, 0), (9, 9, 2), (10, 1, 1), (12, 4, 4)):
        given = [np.array([first, stop], np.uint32), 1000, np.arange(3 * size, dtype=np.uint32)]
        (found,) = session.dispatch(program, given, backend=device)
        assert found.tolist() == [n + want + 1000 for n in range(3 * size)]
