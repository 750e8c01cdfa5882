"""Programs whose workgroups wait for each other (rule 5.8), and some that look as if they did.

``python -m tests.backends.waiting DEVICE`` runs every case on a device and prints one line of JSON for each: before it begins, and
when it has ended. A device that does not keep the rule hangs, so this runs in a process of its own.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any, Final

import numpy as np

import vyre as vy

Cells = vy.InOut[vy.u32]
GROUPS: Final = 40


@vy.kernel(workgroup=1)
def exchanged(cells: Cells) -> None:
    """A lock by exchange around a count that is read and written in two steps."""
    while vy.atomic_exchange(cells, 0, 1) != 0:
        pass
    count = vy.atomic_or(cells, 1, 0)
    vy.atomic_exchange(cells, 1, count + 1)
    vy.atomic_exchange(cells, 0, 0)


@vy.kernel(workgroup=1)
def compared(cells: Cells) -> None:
    while True:
        if vy.atomic_compare_exchange(cells, 0, 0, 1) == 0:
            break
    count = vy.atomic_or(cells, 1, 0)
    vy.atomic_exchange(cells, 1, count + 1)
    vy.atomic_exchange(cells, 0, 0)


@vy.kernel(workgroup=1)
def tested_first(cells: Cells) -> None:
    """The lock is looked at before it is tried."""
    while True:
        while vy.atomic_or(cells, 0, 0) != 0:
            pass
        if vy.atomic_exchange(cells, 0, 1) == 0:
            break
    count = vy.atomic_or(cells, 1, 0)
    vy.atomic_exchange(cells, 1, count + 1)
    vy.atomic_exchange(cells, 0, 0)


@vy.kernel(workgroup=1)
def released_inside(cells: Cells) -> None:
    done = False
    while not done:
        if vy.atomic_exchange(cells, 0, 1) == 0:
            count = vy.atomic_or(cells, 1, 0)
            vy.atomic_exchange(cells, 1, count + 1)
            vy.atomic_exchange(cells, 0, 0)
            done = True


@vy.kernel(workgroup=1)
def ticketed(cells: Cells, order: vy.Out[vy.u32, 40]) -> None:  # type: ignore[valid-type]  # a number is a shape here
    mine = vy.atomic_add(cells, 0, 1)
    while vy.atomic_or(cells, 1, 0) != mine:
        pass
    count = vy.atomic_or(cells, 2, 0)
    order[mine] = count
    vy.atomic_exchange(cells, 2, count + 1)
    vy.atomic_add(cells, 1, 1)


@vy.kernel(workgroup=64)
def led(cells: Cells, seen: vy.Out[vy.u32, 40]) -> None:  # type: ignore[valid-type]  # a number is a shape here
    """The first invocation takes the lock for its workgroup."""
    if vy.local_index() == 0:
        while vy.atomic_exchange(cells, 0, 1) != 0:
            pass
    vy.barrier()
    if vy.local_index() == 63:
        count = vy.atomic_or(cells, 1, 0)
        seen[vy.group_id()] = count
        vy.atomic_exchange(cells, 1, count + 1)
    vy.barrier()
    if vy.local_index() == 0:
        vy.atomic_exchange(cells, 0, 0)


@vy.func
def wait_for(flags: Cells, which: vy.u32) -> vy.u32:
    """What is written there, when it is."""
    found = vy.u32(0)
    while found == 0:
        found = vy.atomic_add(flags, which, 0)
    return found


@vy.kernel(workgroup=1)
def in_a_row(flags: Cells, out: vy.Out[vy.u32, 40]) -> None:  # type: ignore[valid-type]  # a number is a shape here
    g = vy.group_id()
    before = vy.u32(0)
    if g > 0:
        before = wait_for(flags, g - 1)
    out[g] = before
    vy.atomic_exchange(flags, g, before + g + 1)


@vy.kernel(workgroup=64)
def scanned(flags: Cells, partial: Cells, a: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
    """The running sums of an array in one pass: a workgroup looks back over the sums of those before it."""
    before = vy.shared(vy.u32, 1)
    row = vy.shared(vy.u32, 64)
    i, k, g = vy.global_id(), vy.local_id(), vy.group_id()
    row[k] = a[i]
    vy.barrier()
    if k == 0:
        total = vy.u32(0)
        for n in range(64):
            total += row[n]
            row[n] = total
        vy.atomic_exchange(partial, g, total)
        vy.atomic_exchange(flags, g, 1)
        sums = vy.u32(0)
        p = g
        while p > 0:
            state = vy.atomic_or(flags, p - 1, 0)
            if state == 2:
                sums += vy.atomic_or(partial, p - 1 + flags.size, 0)
                break
            if state == 1:
                sums += vy.atomic_or(partial, p - 1, 0)
                p -= 1
        vy.atomic_exchange(partial, g + flags.size, sums + total)
        vy.atomic_exchange(flags, g, 2)
        before[0] = sums
    vy.barrier()
    if i < out.size:
        out[i] = before[0] + row[k]


@vy.kernel(workgroup=64)
def numbered(cells: Cells, flags: Cells, out: vy.Out[vy.u32, 40]) -> None:  # type: ignore[valid-type]  # a number is a shape here
    """Workgroups that number themselves in the order in which they begin."""
    number = vy.shared(vy.u32, 1)
    if vy.local_index() == 0:
        number[0] = vy.atomic_add(cells, 0, 1)
    vy.barrier()
    t = number[0]
    if vy.local_index() == 0:
        before = vy.u32(0)
        if t > 0:
            before = wait_for(flags, t - 1)
        out[t] = before
        vy.atomic_exchange(flags, t, before + t + 1)


@vy.kernel(workgroup=1)
def asserted(cells: Cells) -> None:
    while vy.atomic_exchange(cells, 0, 1) != 0:
        pass
    count = vy.atomic_or(cells, 1, 0)
    assert count < 1000
    vy.atomic_exchange(cells, 1, count + 1)
    vy.atomic_exchange(cells, 0, 0)


@vy.kernel(workgroup=64)
def retried(cells: Cells) -> None:
    """An update that no atomic has: it is tried again where another one came between, which is not to wait."""
    old = vy.atomic_or(cells, 0, 0)
    while True:
        seen = vy.atomic_compare_exchange(cells, 0, old, old * 5 + 1)
        if seen == old:
            break
        old = seen


@vy.kernel(workgroup=64)
def last_one(cells: Cells, parts: Cells, out: vy.Out[vy.u32, 1]) -> None:  # type: ignore[valid-type]  # a number is a shape here
    """The workgroup that is done last adds up what all have left."""
    if vy.local_index() == 0:
        vy.atomic_exchange(parts, vy.group_id(), vy.group_id() + 1)
        if vy.atomic_add(cells, 0, 1) == vy.num_groups() - 1:
            total = vy.u32(0)
            for g in range(vy.num_groups()):
                total += vy.atomic_or(parts, g, 0)
            out[0] = total


@vy.kernel(workgroup=64)
def queued(cells: Cells, out: vy.Out[vy.u32, 1000]) -> None:  # type: ignore[valid-type]  # a number is a shape here
    while True:
        k = vy.atomic_add(cells, 0, 1)
        if k >= out.size:
            break
        out[k] = k * 3


def _zeros(n: int = 4) -> Any:
    return np.zeros(n, np.uint32)


def _locked(kernel: Callable[..., object], device: str) -> Any:
    cells = _zeros()
    for _ in range(3):
        kernel(cells, grid=GROUPS, backend=device)
    return cells.tolist()


def _two(device: str) -> Any:
    cells = _zeros()
    for _ in range(5):
        exchanged(cells, grid=2, backend=device)
    return cells.tolist()


def _scanned(device: str) -> bool:
    n = 64 * GROUPS - 17
    a = np.arange(n, dtype=np.uint32) * np.uint32(2654435761)
    for _ in range(3):
        found = scanned(_zeros(GROUPS), _zeros(2 * GROUPS), a, grid=GROUPS, backend=device, shapes={"out": (n,)})
        if not np.array_equal(found, np.cumsum(a, dtype=np.uint32)):
            return False
    return True


def _many(device: str) -> Any:
    """More workgroups than processors, call after call, so that threads share them."""
    cells = _zeros()
    for _ in range(20):
        exchanged(cells, grid=500, backend=device)
    return cells.tolist()


def _retried() -> int:
    value = 0
    for _ in range(64 * GROUPS):
        value = (value * 5 + 1) & 0xFFFFFFFF
    return value


_DONE: Final = [0, 3 * GROUPS, 0, 0]
_SUMS: Final = [g * (g + 1) // 2 for g in range(GROUPS)]

CASES: Final[dict[str, tuple[Callable[[str], object], object]]] = {
    "two workgroups and a lock": (_two, [0, 10, 0, 0]),
    "exchanged": (lambda d: _locked(exchanged, d), _DONE),
    "compared": (lambda d: _locked(compared, d), _DONE),
    "tested first": (lambda d: _locked(tested_first, d), _DONE),
    "released inside": (lambda d: _locked(released_inside, d), _DONE),
    "asserted": (lambda d: _locked(asserted, d), _DONE),
    "ticketed": (lambda d: ticketed(_zeros(), grid=GROUPS, backend=d).tolist(), list(range(GROUPS))),
    "led": (lambda d: sorted(led(_zeros(), grid=GROUPS, backend=d).tolist()), list(range(GROUPS))),
    "in a row": (lambda d: [in_a_row(_zeros(GROUPS), grid=GROUPS, backend=d).tolist() for _ in range(3)], [_SUMS] * 3),
    "scanned": (_scanned, True),
    "numbered": (lambda d: numbered(_zeros(), _zeros(GROUPS), grid=GROUPS, backend=d).tolist(), _SUMS),
    "many workgroups": (_many, [0, 10000, 0, 0]),
    "retried": (lambda d: [(c := _zeros(), retried(c, grid=GROUPS, backend=d))[0].tolist()[0]], [_retried()]),
    "last one": (
        lambda d: last_one(_zeros(), _zeros(GROUPS), grid=GROUPS, backend=d).tolist(),
        [sum(range(GROUPS + 1))],
    ),
    "queued": (lambda d: queued(_zeros(), grid=4, backend=d).tolist(), [3 * k for k in range(1000)]),
}
"""By name: what gives a case's result on a device, and what that has to be."""


def main(device: str) -> None:
    for name, (run, _) in CASES.items():
        print(json.dumps({"begins": name}), flush=True)
        try:
            print(json.dumps({"case": name, "found": run(device)}), flush=True)
        except vy.VyreError as error:
            print(json.dumps({"case": name, "code": error.code, "error": str(error)}), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
