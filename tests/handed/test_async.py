"""Awaiting: the event loop goes on while a device works, and nothing is tied to asyncio."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Awaitable
from typing import Any

import numpy as np
import pytest

import vyre as vy
from vyre.run.session import Session


@vy.kernel(workgroup=64)
def spinning(n: vy.u32, out: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    if i < out.size:
        acc = i
        for k in range(n):
            acc = acc * 1664525 + k
        out[i] = acc


def expected(n: int, size: int) -> np.ndarray[tuple[int, ...], np.dtype[np.uint32]]:
    acc = np.arange(size, dtype=np.uint32)
    for k in range(n):
        acc = acc * np.uint32(1664525) + np.uint32(k)
    return acc


TICKS = 50
MOST = (1 << 23, 1 << 20)

Work = tuple[int, int]
"""Invocations, and rounds of each."""


@pytest.fixture(scope="module")
def _sizes() -> dict[str, Work]:
    return {}


@pytest.fixture
def long_enough(session: Session, target: str, _sizes: dict[str, Work]) -> Work:
    """So many invocations, and then so many rounds, that they take several times the time of fifty ticks of a loop, as this machine is
    now."""
    if target not in _sizes:

        async def ticking() -> float:
            start = time.perf_counter()
            for _ in range(TICKS):
                await asyncio.sleep(0.001)
            return time.perf_counter() - start

        size, rounds = 1 << 12, 1000
        while True:
            out = np.zeros(size, np.uint32)
            session.dispatch(spinning.program, [rounds], out=[out], backend=target)
            start = time.perf_counter()
            session.dispatch(spinning.program, [rounds], out=[out], backend=target)
            if time.perf_counter() - start > 3 * asyncio.run(ticking()) or (size >= MOST[0] and rounds >= MOST[1]):
                break
            size, rounds = (size * 2, rounds) if size < MOST[0] else (size, rounds * 2)
        _sizes[target] = size, rounds
    return _sizes[target]


# wgpu-py #391, #761
def test_the_loop_ticks_while_a_kernel_is_awaited(session: Session, target: str, long_enough: Work) -> None:
    size, rounds = long_enough
    out = np.zeros(size, np.uint32)
    small = np.zeros(64, np.uint32)

    async def main() -> tuple[int, bool, bool]:
        ticks = 0
        first = session.submit(spinning.program, [rounds], out=[out], backend=target)
        second = session.submit(spinning.program, [3], out=[small], backend=target)
        submitted_before = not first.ready()

        async def ticker() -> None:
            nonlocal ticks
            for _ in range(TICKS):
                await asyncio.sleep(0.001)
                if first.ready():
                    return
                ticks += 1

        task = asyncio.create_task(ticker())
        (got,) = await first
        (last,) = await second
        await task
        sync = session.dispatch(spinning.program, [2], out=[np.zeros(4, np.uint32)], backend=target)
        right = got is out and last is small and sync[0].tolist() == expected(2, 4).tolist()
        return ticks, submitted_before, right

    ticks, submitted_before, right = asyncio.run(main())
    assert submitted_before
    assert right
    assert ticks >= 40
    assert out[:50].tolist() == expected(rounds, 50).tolist()
    assert small.tolist() == expected(3, 64).tolist()


def test_the_loop_ticks_when_a_short_kernel_becomes_a_long_one() -> None:
    """What a pipeline took before says nothing of what a parameter makes of it now."""
    out = np.zeros(64, np.uint32)
    with vy.Session("cpu") as session:
        for _ in range(100):
            session.dispatch(spinning.program, [10], out=[out])

        async def main() -> int:
            ticks = 0
            first = session.submit(spinning.program, [30_000_000], out=[out])
            while not first.ready():
                await asyncio.sleep(0.001)
                ticks += 1
            await first
            return ticks

        assert asyncio.run(main()) >= 10


def test_a_dispatch_that_depends_on_another_does_not_hold_the_loop(
    session: Session, target: str, long_enough: Work
) -> None:
    """The second reads what the first writes, so it waits; its submission does not."""
    b = vy.Builder("after")
    x, y = b.input("x", vy.u32), b.output("y", vy.u32)
    i = b.global_id()
    with b.if_(i < y.size):
        y[i] = x[i] + 1
    program = b.build()
    size, rounds = long_enough
    out = np.zeros(size, np.uint32)
    session.dispatch(program, [np.zeros(5, np.uint32)], backend=target)

    async def main() -> tuple[bool, Any]:
        first = session.submit(spinning.program, [rounds], out=[out], backend=target)
        second = session.submit(program, [out], backend=target)
        free = not first.ready()
        return free, (await second)[0]

    free, got = asyncio.run(main())
    assert free
    assert got[:40].tolist() == (expected(rounds, 40) + np.uint32(1)).tolist()


def test_cancelling_leaves_the_arrays_usable(session: Session, target: str, long_enough: Work) -> None:
    size, rounds = long_enough
    out, small = np.zeros(size, np.uint32), np.zeros(64, np.uint32)

    async def main() -> None:
        first = session.submit(spinning.program, [rounds], out=[out], backend=target)
        second = session.submit(spinning.program, [3], out=[small], backend=target)

        async def waiting(pending: Awaitable[Any]) -> None:
            await pending

        task = asyncio.create_task(waiting(first))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(
                waiting(session.submit(spinning.program, [rounds], out=[out], backend=target)), 0.001
            )
        await second
        dropped = second.cancel()
        assert not dropped  # it is done
        small[:] = 0
        await session.submit(spinning.program, [5], out=[small], backend=target)

    asyncio.run(main())
    assert small.tolist() == expected(5, 64).tolist()
    session.synchronize()
    assert out[:50].tolist() == expected(rounds, 50).tolist()
    out[:] = 0
    session.dispatch(spinning.program, [3], out=[out], backend=target)
    assert out[:50].tolist() == expected(3, 50).tolist()


def test_many_at_once_and_one_twice(session: Session, device: str) -> None:
    async def one(n: int) -> list[int]:
        (got,) = await session.submit(spinning.program, [n], out=[np.zeros(70, np.uint32)], backend=device)
        return list(got.tolist())

    async def main() -> list[list[int]]:
        pending = session.submit(spinning.program, [4], out=[np.zeros(70, np.uint32)], backend=device)
        (first,), (second,) = await pending, await pending
        assert first is second
        assert pending.ready()
        (third,) = await pending  # also where it is done already
        assert third is first
        return list(await asyncio.gather(*[one(n) for n in range(20)]))

    assert asyncio.run(main()) == [expected(n, 70).tolist() for n in range(20)]


def test_a_plain_call_and_an_awaited_one_of_a_kernel_in_a_loop(device: str) -> None:
    out = np.zeros(64, np.uint32)

    async def main() -> tuple[list[int], list[int]]:
        plain = spinning(3, out=out, backend=device).tolist()
        awaited = (await spinning.submit(6, out=np.zeros(64, np.uint32), backend=device)).tolist()
        return plain, awaited

    assert asyncio.run(main()) == (expected(3, 64).tolist(), expected(6, 64).tolist())


def test_vy_use_belongs_to_its_task(session: Session, device: str) -> None:
    async def chosen(name: str) -> str:
        with vy.use(name):
            await asyncio.sleep(0)
            await session.submit(spinning.program, [1], out=[np.zeros(4, np.uint32)])
            await asyncio.sleep(0)
            pending = session.submit(spinning.program, [1], out=[np.zeros(4, np.uint32)])
            await pending
            return pending.receipt.backend

    async def main() -> list[str]:
        return list(await asyncio.gather(chosen(device), chosen("reference"), chosen(device)))

    assert asyncio.run(main()) == [device, "reference", device]


def test_nothing_is_tied_to_asyncio(session: Session, device: str) -> None:
    """The same awaitable without any loop: by a callback, a thread, and two loops at once."""
    pending = session.submit(spinning.program, [4], out=[np.zeros(70, np.uint32)], backend=device)
    called = threading.Event()
    pending.add_done_callback(lambda _: called.set())
    assert called.wait(60)
    got: list[list[int]] = []

    async def wait() -> None:
        got.append((await pending)[0].tolist())

    threads = [threading.Thread(target=lambda: asyncio.run(wait())) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert got == [expected(4, 70).tolist()] * 2


def test_what_a_dispatch_raised_is_raised_by_await(session: Session, device: str) -> None:
    async def main() -> None:
        await session.submit(spinning.program, ["no number"], out=[np.zeros(4, np.uint32)], backend=device)

    with pytest.raises(vy.ArgumentError):
        asyncio.run(main())
    (got,) = session.dispatch(spinning.program, [4], out=[np.zeros(4, np.uint32)], backend=device)
    assert got.tolist() == expected(4, 4).tolist()
