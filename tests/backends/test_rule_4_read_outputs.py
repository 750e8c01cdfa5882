"""Rule 4.2: an output that is read before it is written starts as zero, or as its init, whatever the caller's array holds; over
host arrays and resident ones, cold and warm, submitted and bound."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import pytest

import vyre as vy

N = 300
A = np.full(N, 16, np.uint32)
RECORD = np.dtype([("low", "u1"), ("high", "u4")])
if TYPE_CHECKING:
    Pair: TypeAlias = Any
else:
    Pair = vy.struct(RECORD)


@vy.kernel
def mix(a: vy.In[vy.u32], z: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    z[i] = a[i] ^ z[i]


@vy.kernel(init={"z": 5})
def mix_begun(a: vy.In[vy.u32], z: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    z[i] = a[i] ^ z[i]


@vy.kernel(domain="a", init={"z": 0x01020304})
def mix_pattern(a: vy.In[vy.u32], z: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    if i < z.size:
        z[i] += a[i]


@vy.kernel(domain="a")
def counted(a: vy.In[vy.u32], z: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    if i < a.size:
        vy.atomic_add(z, i, a[i])


@vy.kernel(domain="a")
def neighbour(a: vy.In[vy.u32], z: vy.Out[vy.u32]) -> None:
    """Reads what nobody writes."""
    i = vy.global_id()
    if 2 * i + 1 < z.size:
        z[2 * i] = a[i] + z[2 * i + 1]


@vy.kernel(domain="a")
def narrow(a: vy.In[vy.u8], z: vy.Out[vy.u8]) -> None:
    i = vy.global_id()
    if i < z.size:
        z[i] = a[i] | z[i]


@vy.kernel(domain="a")
def records(a: vy.In[vy.u32], z: vy.Out[Pair]) -> None:
    i = vy.global_id()
    if i < z.size:
        z[i].high = a[i] + z[i].high + vy.u32(z[i].low)


def halves() -> Any:
    expected = np.zeros(N, np.uint32)
    expected[:N:2] = 16
    return expected


CASES: dict[str, tuple[vy.Kernel, Any, Any]] = {
    "each element": (mix, A, np.full(N, 16, np.uint32)),
    "begun": (mix_begun, A, np.full(N, 21, np.uint32)),
    "begun as a pattern": (mix_pattern, A, np.full(N, 0x01020314, np.uint32)),
    "by atomics": (counted, A, np.full(N, 16, np.uint32)),
    "what nobody writes": (neighbour, A, halves()),
    "bytes": (narrow, np.full(N + 1, 16, np.uint8), np.full(N + 1, 16, np.uint8)),
    "fields": (records, A, np.array([(0, 16)] * N, RECORD)),
}


def full_of_something(expected: Any) -> Any:
    raw = np.full(expected.nbytes, 3, np.uint8)
    return raw.view(expected.dtype).reshape(expected.shape)


def by_call(kernel: vy.Kernel, a: Any, z: Any, device: str) -> None:
    kernel(a, out=z, backend=device)


def submitted(kernel: vy.Kernel, a: Any, z: Any, device: str) -> None:
    kernel.submit(a, out=z, backend=device).result()


def compiled(kernel: vy.Kernel, a: Any, z: Any, device: str) -> None:
    kernel.compile(a, backend=device)(a, out=z)


def raw_door(kernel: vy.Kernel, a: Any, z: Any, device: str) -> None:
    vy.session().dispatch(kernel.program, [a], out=[z], backend=device)


WAYS: dict[str, Callable[[vy.Kernel, Any, Any, str], None]] = {
    "a call": by_call,
    "a submission": submitted,
    "a compiled call": compiled,
    "the raw door": raw_door,
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("case", CASES)
def test_an_output_that_is_read_starts_as_it_must(device: str, case: str, way: str) -> None:
    kernel, a, expected = CASES[case]
    for _ in range(2):  # the second call is the warm one
        z = full_of_something(expected)
        WAYS[way](kernel, a, z, device)
        assert z.tolist() == expected.tolist()
    strided = np.repeat(full_of_something(expected), 2)[::2]
    WAYS[way](kernel, a, strided, device)
    assert strided.tolist() == expected.tolist()
    with (
        vy.resident(a, backend=device) as x,
        vy.resident(full_of_something(expected), backend=device) as there,
    ):
        for given in (x, a, x):
            WAYS[way](kernel, given, there, device)
            assert there.numpy().tolist() == expected.tolist()
            there.upload(full_of_something(expected))


@pytest.mark.parametrize("case", CASES)
def test_bound_calls_start_it_each_time(device: str, case: str) -> None:
    kernel, a, expected = CASES[case]
    run = kernel.compile(a, backend=device)
    mine = full_of_something(expected)
    fresh = run.bind(a)
    for bound, target in ((run.bind(a, out=mine), mine), (fresh, fresh())):
        for _ in range(3):
            bound()
            assert target.tolist() == expected.tolist()
    with (
        vy.resident(a, backend=device) as x,
        vy.resident(full_of_something(expected), backend=device) as there,
    ):
        for bound in (run.bind(x, out=there), run.bind(a, out=there)):
            for _ in range(3):
                bound()
                assert there.numpy().tolist() == expected.tolist()
            there.upload(full_of_something(expected))
        left_out = run.bind(x)
        for _ in range(3):
            made = left_out()
            assert made.numpy().tolist() == expected.tolist()


def test_memory_that_was_used_before_shows_nothing_of_it(device: str) -> None:
    """A left-out output may get a block that a closed one had."""
    for case, (kernel, a, expected) in CASES.items():
        with vy.resident(a, backend=device) as x:
            for _ in range(3):
                vy.resident(full_of_something(expected), backend=device).close()
                made = kernel(x)
                assert made.numpy().tolist() == expected.tolist(), case
                made.close()


def test_one_array_as_input_and_output(device: str) -> None:
    """The input is copied before, and the output starts as zero all the same (rule 4.6)."""
    with vy.resident(A, backend=device) as x:
        for _ in range(2):
            mix(x, out=x)
            assert x.numpy().tolist() == A.tolist()
    mine = A.copy()
    mix(mine, out=mine, backend=device)
    assert mine.tolist() == A.tolist()
