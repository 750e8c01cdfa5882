"""Calls that signals end at random moments: ``python -m tests.leak.storm DEVICE ROUNDS SEED SECONDS [WITHOUT]``.

A timer's handler raises while one way to call is under way. Afterwards arrays that were made since, and arrays of the call that were
filled again, must keep their bytes; the same call without a timer must give the right ones; and memory must be what it was.
After so many seconds it makes no more rounds; it says how many it has made.
``WITHOUT``: a part that the pool of the CPU then lacks, ``futex`` or ``crew``. Prints one line for each fault, then ``done``.

To be run with MALLOC_PERTURB_ and PYTHONMALLOC=malloc, so that memory that was given back has other bytes at once.
"""

from __future__ import annotations

import asyncio
import faulthandler
import gc
import random
import signal
import sys
import time
from collections.abc import Callable, Generator
from pathlib import Path
from types import FrameType
from typing import Final

import numpy as np
from numpy.typing import NDArray

import vyre as vy
from vyre.errors import VyreError
from vyre.run.session import Session

Array = NDArray[np.uint32]
SIZE: Final = 1 << 17
SMALL: Final = 1 << 8
TURNS: Final = 48
COLD: Final = 40  # each so manieth call is of a kernel that is new
KEPT: Final = 24  # compiled kernels: new ones soon take the place of old ones, so that memory does not grow with them
CANARY: Final = 0xA5A5A5A5
FACTS: Final = vy.DispatchConfig(assert_facts=True)
ALLOWED: Final = 96 << 20  # bytes of growth: a driver's own pools, and heaps of threads that were started on the way


class Interrupt(BaseException):
    """What the handler raises; a class that no handler of ours looks for."""


@vy.kernel
def mix(a: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    h = a[i]
    for _ in range(TURNS):
        h = h * 747796405 + (h >> 3)
    out[i] = h


@vy.kernel(workgroup=64)
def turn(x: vy.InOut[vy.u32]) -> None:
    """With memory of a workgroup, and in place."""
    i = vy.global_id()
    j = vy.local_id()
    held = vy.shared(vy.u32, 64)
    h = x[i]
    for _ in range(TURNS):
        h = h * 747796405 + (h >> 3)
    held[j] = h
    vy.barrier()
    x[i] = held[(j + 1) % 64]


def mixed(a: Array) -> Array:
    h = a.copy()
    for _ in range(TURNS):
        h = h * np.uint32(747796405) + (h >> np.uint32(3))
    return h


def turned(a: Array) -> Array:
    return np.roll(mixed(a).reshape(-1, 64), -1, axis=1).reshape(-1)


class Storm:
    """One device, its ways to call, and what was found wrong."""

    def __init__(self, device: str, seed: int) -> None:
        self.device = device
        self.chance = random.Random(seed)
        self.faults: list[str] = []
        self.armed = False
        self.again = 0.0  # seconds from one signal to the next; 0: there is no next one
        self.rounds = self.interrupted = 0
        self.session = Session(device)
        engine = vy.session().engine(device)
        for kept in (engine.programs, engine.compiled):
            kept.limit = KEPT
        self.queues = not self.session.engine(device).profile.host_slots
        self.a: Array = np.random.default_rng(seed).integers(0, 1 << 32, SIZE, dtype=np.uint32)
        self.small = self.a[:SMALL].copy()
        self.want = {"mix": mixed(self.a), "turn": turned(self.a), "small": mixed(self.small)}
        self.out, self.x = np.zeros_like(self.a), self.a.copy()
        self.compiled = mix.compile(backend=device)
        self.bound_out, self.bound_in = np.zeros_like(self.a), self.a.copy()
        self.bound = self.compiled.bind(self.bound_in, out=self.bound_out)
        there = vy.resident(self.a, backend=device)
        self.resident_out = vy.resident(self.bound_out, backend=device)
        self.resident_call = self.compiled.bind(there, out=self.resident_out)
        self.resident_x = self.session.resident(self.a)
        self.cold = 0
        self.took = dict.fromkeys(self.ways(), 2e-3)

    def ways(self) -> dict[str, Callable[[], tuple[Array, str]]]:
        """Each gives a result, and which it must be."""
        return {
            "plain": lambda: (mix(self.a, backend=self.device), "mix"),
            "small": lambda: (mix(self.small, backend=self.device), "small"),
            "out": lambda: (self.compiled(self.a, out=self.out), "mix"),
            "in place": lambda: (turn(self.x, backend=self.device), "turn"),
            "bound": lambda: (self.bound(), "mix"),
            "dispatch": lambda: (self.session.dispatch(mix.program, [self.a])[0], "mix"),
            "submit": lambda: (mix.submit(self.a, backend=self.device).result(), "mix"),
            "several": self.several,
            "cancelled": self.cancelled,
            "timeout": self.timeout,
            "closed": self.closed,
            "dropped": self.dropped,
            "resident": self.resident,
            "resident bound": self.resident_bound,
            "resident in place": self.resident_in_place,
            "facts": lambda: (mix(self.small, backend=self.device, config=FACTS), "small"),
            "cold": self.made,
            "check": self.checked,
        }

    def several(self) -> tuple[Array, str]:
        every = [self.session.submit(mix.program, [self.a]) for _ in range(3)]
        return [one.result()[0] for one in every][self.chance.randrange(3)], "mix"

    def cancelled(self) -> tuple[Array, str]:
        """A task that waits is cancelled, or not; no signals inside, which asyncio does not stand."""
        armed, self.armed = self.armed, False

        async def wait() -> Array | None:
            task = asyncio.ensure_future(self.one())
            await asyncio.wait([task], timeout=self.chance.random() * 2e-3 if armed else None)
            task.cancel()
            try:
                return await task
            except asyncio.CancelledError:
                return None

        found = asyncio.run(wait())
        if found is None:
            raise Interrupt
        return found, "mix"

    async def one(self) -> Array:
        found: Array = await mix.submit(self.a, backend=self.device)
        return found

    def closed(self) -> tuple[Array, str]:
        """A coroutine that waits is closed."""

        async def wait() -> None:
            waiting = self.one()
            waiting.send(None)
            waiting.close()

        armed, self.armed = self.armed, False
        asyncio.run(wait())
        if armed:
            raise Interrupt
        return mix(self.a, backend=self.device), "mix"

    def dropped(self) -> tuple[Array, str]:
        """A generator that holds submissions is closed."""

        def each() -> Generator[Array, None, None]:
            every = [mix.submit(self.a, backend=self.device) for _ in range(2)]
            for one in every:
                yield one.result()

        some = each()
        found = next(some)
        some.close()
        return found, "mix"

    def timeout(self) -> tuple[Array, str]:
        limit = self.chance.random() * 2e-3 + 1e-6 if self.armed else 60.0
        try:
            return mix(self.a, backend=self.device, config=vy.DispatchConfig(timeout=limit)), "mix"
        except vy.DispatchTimeout:
            if not self.armed:
                raise
            raise Interrupt from None

    def resident(self) -> tuple[Array, str]:
        there = vy.resident(self.a, backend=self.device)
        return mix(there).numpy(), "mix"

    def resident_bound(self) -> tuple[Array, str]:
        self.resident_call()
        return self.resident_out.numpy(), "mix"

    def resident_in_place(self) -> tuple[Array, str]:
        """On a resident array that gets its values first."""
        self.session.dispatch(turn.program, [self.a], out=[self.resident_x])
        return self.resident_x.numpy(), "turn"

    def made(self) -> tuple[Array, str]:
        """A kernel that nothing has compiled yet."""
        self.cold += 1
        text = f"""
def cold(a: vy.In[vy.u32], out: vy.Out[vy.u32]):
    i = vy.global_id()
    h = a[i]
    for k in range({TURNS}):
        h = h * 747796405 + (h >> 3)
    out[i] = h + {self.cold}
"""
        found: Array = vy.kernel_from_source(text)(self.a, backend=self.device)
        return found - np.uint32(self.cold), "mix"

    def checked(self) -> tuple[Array, str]:
        report = mix.check(self.small, backends=[self.device])
        return self.want["small"] if report.ok else self.small, "small"

    def begin(self) -> list[str]:
        """Warm, with right results. The names of the ways."""
        names = list(self.ways())
        for name in names:
            for _ in range(6):
                self.x[:] = self.a
                self.compare(name, self.ways()[name](), "before")
        gc.collect()
        return names

    def settled_bytes(self) -> int:
        """The memory of the process, when all is done."""
        for session in (self.session, vy.session()):
            session.synchronize()
        gc.collect()
        return resident_bytes()

    def end(self, before: int | None) -> None:
        """``before``: the memory of the process when it was warm; None where that was not long ago."""
        if before is not None and (grown := self.settled_bytes() - before) > ALLOWED:
            self.faults.append(f"memory grew by {grown} bytes")
        self.session.close()
        for fault in self.faults[:20]:
            print(fault)

    # -- one round ------------------------------------------------------------------------------------------------
    def handle(self, number: int, frame: FrameType | None) -> None:
        """The next signal is asked for here: one from a timer of its own would come while a driver's call goes on, and a call of the
        system that begins anew after each signal never ends where the next one comes sooner."""
        if self.armed:
            signal.setitimer(signal.ITIMER_REAL, self.again)
            raise Interrupt

    def round(self, name: str) -> None:
        way = self.ways()[name]
        first = self.chance.random() * 1.3 * self.took[name] + 1e-6
        self.again = self.chance.choice([0.0, 2e-5, 1e-4, 5e-4])
        self.x[:] = self.a
        found = None
        try:
            try:
                signal.setitimer(signal.ITIMER_REAL, first)
                self.armed = True
                found = way()
            finally:
                self.armed = False  # a store: no handler runs between it and what raised
        except Interrupt:
            self.interrupted += 1
        except VyreError as error:
            self.faults.append(f"{name}: {error!r}")
        signal.setitimer(signal.ITIMER_REAL, 0)
        self.look(name, found)

    def look(self, name: str, found: tuple[Array, str] | None) -> None:
        """After a call that gave ``found``, or was interrupted."""
        self.rounds += 1
        if found is not None:
            self.compare(name, found, "at once")
        if self.queues:  # a queue runs what it was given to its end, and the call's arrays are its own until then
            vy.session().synchronize()
            self.session.synchronize()
        # what the call left behind, and what is made afterwards, is written by no thread
        made = [np.full(n, CANARY, np.uint32) for n in (SIZE, SIZE, SIZE // 4, 64, 8)]
        kept = [self.out, self.x, self.bound_out]
        for one in kept:
            one[:] = CANARY
        time.sleep(self.chance.choice([0.0, 1e-4, 2e-3]))
        for one in (*made, *kept):
            wrong = int((one != CANARY).sum())
            if wrong:
                self.faults.append(f"{name}: {wrong} elements of an array were overwritten")
        self.x[:] = self.a
        begun = time.perf_counter()
        self.compare(name, self.ways()[name](), "afterwards")
        self.took[name] = min(0.1, 0.5 * (self.took[name] + time.perf_counter() - begun))

    def compare(self, name: str, found: tuple[Array, str], when: str) -> None:
        result, which = found
        wrong = int((result != self.want[which]).sum())
        if wrong:
            self.faults.append(f"{name}: {wrong} wrong elements {when}")


def resident_bytes() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096


def main(device: str, rounds: int, seed: int, seconds: float, without: str = "") -> None:
    faulthandler.enable()
    faulthandler.dump_traceback_later(60 + seconds, exit=True)
    until = time.monotonic() + seconds
    if without == "futex":
        import vyre.drivers.cpu.crew as module

        module.__dict__["FUTEX"] = 0  # as on a system that has none
    elif without == "crew":
        from vyre.drivers.cpu.crew import Crew

        Crew.made = staticmethod(lambda helpers, store: None)  # type: ignore[method-assign]  # as where it cannot be made
    storm = Storm(device, seed)
    signal.signal(signal.SIGALRM, storm.handle)
    names = storm.begin()
    before: int | None = None
    for k in range(rounds):
        storm.round("cold" if k % COLD == COLD - 1 else names[k % len(names)] if k % 13 else storm.chance.choice(names))
        if k == max(rounds // 4, COLD):  # a compiler's own memory grows once, when an exception ends it
            before = storm.settled_bytes()
        if time.monotonic() > until:
            break
    storm.end(before)
    print(f"done: {storm.rounds} rounds, {storm.interrupted > storm.rounds // 20}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4]), *sys.argv[5:6])
