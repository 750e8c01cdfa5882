"""Which updates in place may lose one another (rule 4.5)."""

from __future__ import annotations

import pytest

import vyre as vy
from vyre.facts.lost_updates import lost_updates


def found(body: str) -> list[tuple[str, bool]]:
    lines = "\n".join(f"    {line}" for line in body.split("\n"))
    program = vy.kernel_from_source(
        "@vy.kernel(domain='a', workgroup=64)\n"
        "def k(a: vy.In[vy.u32], n: vy.InOut[vy.u32], x: vy.InOut[vy.u32], y: vy.InOut[vy.u8]):\n"
        f"    i = vy.global_id()\n{lines}\n"
    ).program
    return [(one.op, one.groups) for one in lost_updates(program)]


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        ("x[a[i]] += 1", [("add", False)]),
        ("x[a[i]] = x[a[i]] - i", [("sub", False)]),
        ("x[a[i]] = 1 + (x[a[i]] + i)", [("add", False)]),
        ("k = a[i] * 2\nx[k] ^= i", [("xor", False)]),
        ("k = a[i]\nif k > 5:\n    k = 5\nx[k] += 1", [("add", False)]),
        ("y[a[i]] += 1", [("add", False)]),
        ("x[0] += a[i]", [("add", False)]),
        ("for j in range(4):\n    x[a[i] + j] += 1", [("add", False)]),
        ("s = vy.shared(vy.u32, 8)\ns[a[i]] += 1\nx[i] = s[0]", [("add", False)]),
        ("if vy.local_id() == 0:\n    x[0] += 1", [("add", True)]),  # only those of other workgroups
        ("if vy.local_id() == 0:\n    x[a[i]] |= 4", [("or", True)]),
        ("x[a[i]] += 1\nx[a[i]] -= 1", [("add", False), ("sub", False)]),
    ],
)
def test_updates_that_may_be_lost(body: str, wanted: list[tuple[str, bool]]) -> None:
    assert found(body) == wanted


@pytest.mark.parametrize(
    "body",
    [
        "x[i] += 1",
        "x[i + 3] += a[i]",
        "x[i // 2] += 1",  # of ids: `check` tells
        "x[vy.atomic_add(n, 0, 1)] += 7",  # each has its own
        "if i == 5:\n    x[a[i]] += 1",
        "x[a[i]] = 1",
        "x[a[i]] = x[i] + 1",
        "x[a[i]] = i - x[a[i]]",  # not what an atomic does
        "x[n[i]] = x[n[i]] + 1",  # what n holds may change between the two
        "t = vy.private(vy.u32, 8)\nt[a[i]] += 1\nx[i] = t[0]",
        "s = vy.shared(vy.u32, 64)\ns[vy.local_id()] += a[i]\nx[i] = s[vy.local_id()]",
    ],
)
def test_updates_that_are_left_alone(body: str) -> None:
    if "n[i]" in body:
        body += "\nn[i] = 0"
    assert found(body) == []
