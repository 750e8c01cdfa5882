"""Resident arrays that come and go leave nothing: no object, no reference, no memory of a device."""

from __future__ import annotations

import gc
import weakref

import numpy as np
import pytest

import vyre as vy
from tests.sizes import size
from vyre.drivers.queued import QueuedBackend
from vyre.run.session import Session

ALLOWED_OBJECTS = 2_000
N = 4096


@vy.kernel
def mix(a: vy.In[vy.u32], n: vy.u32, out: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    out[i] = a[i] + n


def taken(backend: object) -> int:
    """Blocks of device memory that somebody has."""
    assert isinstance(backend, QueuedBackend)
    return len(backend._taken)


def test_resident_arrays_that_come_and_go_leave_nothing(device: str) -> None:
    values = np.arange(N, dtype=np.uint32)
    with Session(device) as session:
        backend = session.engine(device).backend
        kept = session.resident(values)
        run = session.compile(mix.program)

        def once(n: int) -> None:
            with session.resident(values) as x:
                (y,) = run([x, n])
                assert isinstance(y, vy.ResidentArray)
                bound = run.bind([x, n], out=[kept])
                bound()
                pending = run.submit([y, n])
                pending.result()
                x.upload(values)
            kept.numpy()

        for n in range(20):
            once(n)
        gc.collect()
        objects, blocks = len(gc.get_objects()), taken(backend) if isinstance(backend, QueuedBackend) else 0
        for n in range(size("dispatches_slow") // 4):
            once(n)
        gc.collect()
        assert len(gc.get_objects()) - objects < ALLOWED_OBJECTS
        if isinstance(backend, QueuedBackend):
            assert taken(backend) <= blocks + 2
            kept.close()
            session.synchronize()
            gc.collect()
            assert taken(backend) <= blocks + 1


def test_a_dropped_one_is_gone_when_its_work_is(device: str) -> None:
    values = np.arange(N, dtype=np.uint32)
    with Session(device) as session:
        run = session.compile(mix.program)
        x = session.resident(values)
        (y,) = run([x, 1])
        seen = [weakref.ref(x), weakref.ref(y)]
        del x, y
        session.dispatch(mix.program, [values, 1])  # another call, which is the last one from now on
        gc.collect()
        assert [one() for one in seen] == [None, None]


def test_closed_memory_is_used_again(device: str) -> None:
    with Session(device) as session:
        backend = session.engine(device).backend
        if not isinstance(backend, QueuedBackend):
            pytest.skip(f"{device} uses host memory")
        values = np.arange(N, dtype=np.uint32)
        first = session.resident(values)
        block = backend.block_of(first.memory)
        first.close()
        second = session.resident(values)
        assert backend.block_of(second.memory) is block or backend.block_of(second.memory) == block


def test_reopening_again_and_again_leaves_nothing(device: str) -> None:
    values = np.arange(N, dtype=np.uint32)
    with Session(device) as session:

        def once() -> None:
            session.resident(values)
            session.dispatch(mix.program, [values, 1])
            session.reopen(device)

        for _ in range(2):
            once()
        gc.collect()
        objects = len(gc.get_objects())
        for _ in range(8):
            once()
        gc.collect()
        assert len(gc.get_objects()) - objects < ALLOWED_OBJECTS
