"""100,000 dispatches leave nothing behind: no object, no block of memory, no reference, no page."""

from __future__ import annotations

import gc
import sys
import weakref
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import vyre as vy
from tests.sizes import size
from vyre.errors import ArgumentError
from vyre.run.session import Session

PAGES_OF = Path("/proc/self/statm")
WARM = 300
ALLOWED_BLOCKS = 2_000  # of Python's allocator, whatever the number of dispatches: caches that fill, frames that grow
ALLOWED_BYTES = 12 << 20


@vy.kernel
def mix(a: vy.In[vy.u32], n: vy.u32, out: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    out[i] = a[i] + n


@vy.kernel
def bump(x: vy.InOut[vy.u32]) -> None:
    i = vy.global_id()
    x[i] = x[i] + 1


def _resident() -> int | None:
    return int(PAGES_OF.read_text().split()[1]) * 4096 if PAGES_OF.exists() else None


def _ways(device: str, session: Session) -> list[Callable[[], object]]:
    a, x = np.arange(8, dtype=np.uint32), np.zeros(8, np.uint32)
    out, strided, raw = np.zeros(8, np.uint32), np.arange(16, dtype=np.uint32)[::2], bytes(32)
    compiled = mix.compile(backend=device)
    bound = compiled.bind(a, 1, out=out)

    def refused() -> None:
        with pytest.raises(ArgumentError):
            compiled(a, -1)

    return [
        lambda: mix(a, 1, backend=device),
        lambda: compiled(a, 1),
        lambda: compiled(a, 1, out=out),
        lambda: bump(x, backend=device),
        bound,
        lambda: compiled(strided, 1),
        lambda: session.dispatch(mix.program, [raw, 2], backend=device),
        lambda: mix.submit(a, 1, backend=device).result(),
        refused,
    ]


@pytest.mark.timeout(900)
def test_dispatches_leak_nothing(device: str, session: Session) -> None:
    ways = _ways(device, session)
    count = size("dispatches" if device == "cpu" else "dispatches_slow") // len(ways)
    for _ in range(WARM if device == "cpu" else 20):
        for way in ways:
            way()
    gc.collect()
    blocks, objects, resident = sys.getallocatedblocks(), len(gc.get_objects()), _resident()
    for _ in range(count):
        for way in ways:
            way()
    gc.collect()
    assert len(gc.get_objects()) - objects < ALLOWED_BLOCKS
    assert sys.getallocatedblocks() - blocks < ALLOWED_BLOCKS
    now = _resident()
    if resident is not None and now is not None:
        assert now - resident < ALLOWED_BYTES


def test_a_dispatch_keeps_no_reference_to_its_arrays_beyond_the_last_one(device: str, session: Session) -> None:
    a = np.arange(8, dtype=np.uint32)
    other = np.arange(8, dtype=np.uint32)
    held = sys.getrefcount(a)
    compiled = mix.compile(backend=device)
    for _ in range(50):
        compiled(a, 1)
        compiled.submit(a, 1).result()
    compiled(other, 1)  # this thread's last call is what a receipt would speak of
    session.synchronize()
    gc.collect()
    assert sys.getrefcount(a) == held


def test_kernels_that_come_and_go_leave_nothing(session: Session) -> None:
    if not any(row.available for row in session.registry.devices("cpu")):
        pytest.skip("cpu: not here")
    programs = [_adds(n) for n in range(20)]

    def round_of_compiles(own: Session) -> None:
        for n, program in enumerate(programs):
            got = own.dispatch(program, [np.arange(4, dtype=np.uint32)])[0]
            assert got.tolist() == [n, n + 1, n + 2, n + 3]
        own.cache.clear()

    with Session("cpu") as own:
        round_of_compiles(own)
        round_of_compiles(own)
        gc.collect()
        objects, resident = len(gc.get_objects()), _resident()
        for _ in range(size("compiles_leak") // len(programs)):
            round_of_compiles(own)
        gc.collect()
        assert len(gc.get_objects()) - objects < ALLOWED_BLOCKS
        now = _resident()
        if resident is not None and now is not None:
            assert now - resident < ALLOWED_BYTES


def test_what_is_compiled_goes_without_the_garbage_collector(device: str) -> None:
    """Which counts Python's objects, and knows nothing of the machine code that they hold."""
    with Session(device) as own:
        program = _adds(1)
        assert own.dispatch(program, [np.arange(4, dtype=np.uint32)])[0].tolist() == [1, 2, 3, 4]
        compiled = weakref.ref(own.prepare(program, vy.DispatchConfig()).compiled())
        assert compiled() is not None
        own.dispatch(_adds(2), [np.arange(4, dtype=np.uint32)])  # the session remembers its last call
        gc.collect()
        gc.disable()
        try:
            own.cache.clear()
            assert compiled() is None
        finally:
            gc.enable()


def _adds(n: int) -> vy.Program:
    b = vy.Builder("made")
    x, y = b.input("x", vy.u32), b.output("y", vy.u32)
    i = b.global_id()
    y[i] = x[i] + b.const(vy.u32, n)
    return b.build()


def test_sessions_that_come_and_go_leave_nothing(session: Session) -> None:
    program = _adds(3)
    for _ in range(3):
        with Session("reference") as own:
            own.dispatch(program, [np.arange(4, dtype=np.uint32)])
    gc.collect()
    objects = len(gc.get_objects())
    for _ in range(300):
        with Session("reference") as own:
            own.dispatch(program, [np.arange(4, dtype=np.uint32)])
    gc.collect()
    assert len(gc.get_objects()) - objects < 300
