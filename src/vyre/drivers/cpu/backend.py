"""The contract's methods on the CPU. Host arrays are used where they lie."""

from __future__ import annotations

import atexit
import contextlib
import ctypes
import os
import platform
import threading
import time
import weakref
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from math import prod
from typing import TYPE_CHECKING, Any, ClassVar, Final, Literal

from vyre.contract.backend import (
    CompiledPipeline,
    Fill,
    HostLaunch,
    HostView,
    Launch,
    PendingDispatch,
    Resource,
    Step,
    Store,
    Timing,
    VyreBackend,
    leave_running,
    refuse_stream,
)
from vyre.contract.direct import Direct, DirectCall, DirectWatch
from vyre.contract.ending import PATIENCE, keep_for_ever
from vyre.contract.signal_safe import Worker
from vyre.device import PERMISSIONS, DeviceInfo, DeviceProfile
from vyre.drivers.cpu import loader
from vyre.drivers.cpu.crew import Crew
from vyre.drivers.cpu.launch import Runner, Speed, ended
from vyre.drivers.cpu.pipeline import INSTALL, WIDE, CpuPipeline, no_llvmlite
from vyre.drivers.cpu.pool import Pool, usable_cpus
from vyre.drivers.cpu.work import Work
from vyre.drivers.line import Relay
from vyre.emit.base import refuse_unsupported
from vyre.emit.llvm import Target
from vyre.errors import DeviceClosed, OutOfMemory
from vyre.ir.ops import OPS
from vyre.ir.program import Grid
from vyre.plan.plan import Plan

if TYPE_CHECKING:
    from vyre.drivers.cpu.direct import DirectMaker

__all__ = ["MAX_INVOCATIONS", "MAX_SHARED_BYTES", "CpuBackend", "CpuMemory", "CpuPipeline"]

MAX_SHARED_BYTES: Final = 2 * 1024 * 1024
MAX_INVOCATIONS: Final = 65_536
_LARGE: Final = 1 << 19  # bytes of arrays: a launch over more may well be shared
_DTYPES: Final = frozenset("bool u8 u16 u32 u64 i8 i16 i32 i64 f16 bf16 f32 f64".split())


class CpuMemory(Resource):
    """Zeroed host memory at a multiple of 64 bytes."""

    def __init__(self, owner: object, nbytes: int, kind: Literal["device", "staging"]) -> None:
        self.owner = owner
        self.nbytes = nbytes
        self.kind = kind
        self.generation = 0
        try:
            self._raw = bytearray(nbytes + 64)
        except (MemoryError, OverflowError) as error:
            raise OutOfMemory(
                "the host has no memory for an array of this size",
                code="R851",
                fix="use smaller arrays, or split the dispatch",
                actual=f"asked {nbytes} bytes, free {_free_bytes()}",
            ) from error
        start = ctypes.addressof(ctypes.c_char.from_buffer(self._raw))
        self._at = -start % 64
        self.address = start + self._at

    @property
    def memory(self) -> memoryview:
        return memoryview(self._raw)[self._at : self._at + self.nbytes]

    def close(self) -> None:
        # work that runs keeps its step, and that keeps the bytes
        self._raw, self._at, self.nbytes = bytearray(), 0, 0


def _free_bytes() -> str:
    try:
        return f"{os.sysconf('SC_AVPHYS_PAGES') * os.sysconf('SC_PAGE_SIZE')} bytes"
    except (AttributeError, OSError, ValueError):
        return "bytes unknown"


def _has_llvmlite() -> bool:
    try:
        return find_spec("llvmlite") is not None
    except ImportError:  # an import hook that refuses it
        return False


class CpuBackend(VyreBackend):
    """This machine's processors.

    To try things by hand, and for tests: ``target`` is what the emitter writes for, ``packs`` the number of vectors side
    by side instead of the emitter's choice, and every emitted text goes through ``edit_text`` before LLVM sees it.
    """

    id: ClassVar[str] = "cpu"
    version: ClassVar[str] = "1"
    rank: ClassVar[int | None] = 40

    @classmethod
    def devices(cls) -> Sequence[DeviceInfo]:
        name = platform.machine()  # not processor(), which starts a program
        if not _has_llvmlite():
            return (
                DeviceInfo(
                    "cpu", "cpu", 0, name, "cpu", available=False, reason="llvmlite is not installed", fix=INSTALL
                ),
            )
        return (DeviceInfo("cpu", "cpu", 0, name, "cpu"),)

    def __init__(self, device: DeviceInfo, *, store: Store) -> None:
        try:
            self.host = loader.host(store)
        except ImportError as error:
            raise no_llvmlite(error) from error
        self.device = device
        self.store = store
        self.target = Target.of(self.host.features)
        self.packs: int | None = None
        self.edit_text: Callable[[str], str] | None = None
        self._closed = False
        self._direct: DirectMaker | None = (
            None  # not before a call comes again: a process of few calls needs none of it
        )
        self._begin()
        here: weakref.ref[CpuBackend] = weakref.ref(self)
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=lambda: _forked(here))
        atexit.register(_at_exit, here)

    def _begin(self) -> None:
        """Threads and locks, new ones in a forked child."""
        self._pool = Pool(usable_cpus(), self.store)
        self._runner = Runner(self._pool)
        self._lock = threading.Lock()
        self._relay = Relay("vyre-cpu-submit")
        self._aside = Relay("vyre-cpu-aside")
        self._is_aside = False  # something runs there
        self._open: set[Work] = set()
        self._late: set[Work] = set()  # ran past a timeout, and run on
        self._former: list[threading.Thread] = []  # what late work holds
        self._ended = False

    # -- facts -------------------------------------------------------------------------------------
    def profile(self) -> DeviceProfile:
        return DeviceProfile(
            backend="cpu",
            device=f"{self.host.cpu}, {self._pool.threads} threads, vectors of {self.target.width}",
            kind="cpu",
            ops=frozenset(OPS),
            dtypes=_DTYPES,
            features=frozenset(
                (
                    "barrier shared atomics shared_atomics atomics64 float_atomics private tables records parted_return"
                ).split()
            ),
            honours=PERMISSIONS,
            host_slots=True,
            keeps_waits=True,
            max_invocations=MAX_INVOCATIONS,
            max_shared_bytes=MAX_SHARED_BYTES,
            compile_identity=(*self.host.identity, f"emitter {self.version}"),
            driver=self.host.identity[3],
        )

    def compile(self, plan: Plan, profile: DeviceProfile) -> CpuPipeline:
        refuse_unsupported(plan.program.program, profile)
        return CpuPipeline(plan, self.target, store=self.store, host=self.host, packs=self.packs, edit=self.edit_text)

    def allocate(self, nbytes: int, *, kind: Literal["device", "staging"] = "device") -> CpuMemory:
        return CpuMemory(self, nbytes, kind)

    # -- running -----------------------------------------------------------------------------------
    def run(self, steps: Sequence[Step], *, label: str | None = None, runner: Runner | None = None) -> Timing:
        """Run on the calling thread, with the pool's help, and come back when all is done. ``runner``: that of
        submitted work, which can be stopped by itself."""
        start = time.perf_counter_ns()
        for step in steps:
            if isinstance(step, Launch):
                if runner is None and self._endures(step):
                    self._wait_aside(step)
                else:
                    self._launch(step, runner or self._runner)
            elif isinstance(step, Fill):
                count = step.target.nbytes - step.offset if step.nbytes is None else step.nbytes
                ctypes.memset(_address(step.target) + step.offset, step.byte, count)
            else:
                source, target = _address(step.source), _address(step.target)
                for at, to, count in step.ranges:
                    ctypes.memmove(target + to, source + at, count)
        return Timing(wall=time.perf_counter_ns() - start)

    def host_launch(
        self, pipeline: CompiledPipeline, grid: Grid, nbytes: Sequence[int], blank: frozenset[int], name: str = ""
    ) -> HostLaunch | None:
        """A launch on the calling thread, with the pool's help, of a kernel that ends."""
        assert isinstance(pipeline, CpuPipeline)
        code, scratch = pipeline.code, pipeline.scratch_bytes
        if code is None or pipeline.may_not_end or max(nbytes, default=0) >= WIDE:
            return None
        pack, clock, groups = pipeline.packer.pack, time.perf_counter_ns, prod(grid)

        def launch(addresses: Sequence[int], params: bytes) -> int:
            speed = pipeline.speed_of(params)
            if self._keeps_signals(pipeline, speed, groups):
                return NotImplemented  # type: ignore[no-any-return]  # the contract's word for it
            begun = clock()
            self._runner.run(code, pack(*addresses, *grid), params, grid, speed, scratch)
            return clock() - begun

        return launch

    def direct(self, calls: Sequence[DirectCall], watch: DirectWatch) -> Direct | None:
        return self._maker().direct(calls, watch, self._crew_for(any(map(_is_long, calls))))

    def direct_bound(
        self, launch: Launch, watch: DirectWatch, result: object, begins: Sequence[tuple[int, int]] = ()
    ) -> Callable[[], Any] | None:
        crew = self._crew_for(sum(slot.nbytes for slot in launch.slots) >= _LARGE)
        return self._maker().direct_bound(launch, watch, result, crew, begins)

    def direct_entry(self, run: Direct, owner: object, otherwise: Callable[..., Any]) -> Callable[..., Any] | None:
        return self._maker().entry(run, owner, otherwise)

    def _maker(self) -> DirectMaker:
        """What makes calls in machine code."""
        with self._lock:
            if self._direct is None:
                from vyre.drivers.cpu.direct import DirectMaker

                self._direct = DirectMaker(self.store)
            return self._direct

    def _crew_for(self, long: bool) -> Crew | None:
        """The threads for calls in machine code; they are not started for short ones."""
        crew = self._pool.crew if long else self._pool.started_crew
        return crew if crew is not None and crew.wakes_in_code else None

    def _endures(self, step: Launch) -> bool:
        pipeline = step.pipeline
        assert isinstance(pipeline, CpuPipeline)
        return self._keeps_signals(pipeline, pipeline.speed_of(step.params), prod(step.grid))

    def _keeps_signals(self, pipeline: CpuPipeline, speed: Speed, groups: int) -> bool:
        """Whether a launch might keep Python's main thread, which alone takes Ctrl-C, from it for long. Between workgroups it is
        looked for; so the question is how long one takes, which earlier ones tell unless what is in the arrays decides."""
        return (
            pipeline.has_loops
            and (not pipeline.lengths.even or self._runner.endures(speed, groups))
            and threading.current_thread() is threading.main_thread()
        )

    def _wait_aside(self, step: Launch) -> None:
        """Run one launch on another thread and wait for it, so that what a signal's handler raises ends the wait. The launch is
        stopped then, between two workgroups; one that does not come to that keeps its arrays until it ends."""
        work = Work(self, (step,), None)
        nested, self._is_aside = self._is_aside, True  # a handler of a signal may call a kernel while one is waited for
        try:
            if nested:
                Worker(work.execute, name="vyre-cpu-aside")
            else:
                self._aside.put(work.execute)
            work.result()
        except BaseException as error:
            if not self._stopped_in_time(work):
                self._aside.pass_by(work.thread)
                leave_running(error, work)
                error.add_note("vyre: the kernel still runs, and its arrays belong to it until it ends")
            raise
        finally:
            self._is_aside = nested

    def _stopped_in_time(self, work: Work) -> bool:
        """Stop work and wait for a second at most, also where handlers of signals raise meanwhile."""
        until = time.monotonic() + 1.0
        while not work.ready() and (left := until - time.monotonic()) > 0:
            with contextlib.suppress(BaseException):
                self.late(work, left=True)
                work.wait_briefly(left)
        return work.ready()

    def _launch(self, step: Launch, runner: Runner) -> None:
        pipeline, grid = step.pipeline, step.grid
        assert isinstance(pipeline, CpuPipeline)
        code, scratch = pipeline.prepared(step)
        if 0 in grid:
            return
        # a HostView or memory of ours: the contract's rule
        slots = pipeline.packer.pack(*[slot.address for slot in step.slots], *grid)  # type: ignore[union-attr]
        for _ in range(step.repeat):
            runner.run(code, slots, step.params, grid, pipeline.speed_of(step.params), scratch)

    def submit(
        self,
        steps: Sequence[Step],
        *,
        after: Sequence[PendingDispatch] = (),
        stream: int | None = None,
        label: str | None = None,
    ) -> PendingDispatch:
        refuse_stream(self.id, stream)
        if self._closed:
            closed = DeviceClosed("the cpu backend is closed", code="A640", fix="open it again", actual="cpu")
            closed.backend_id = id(self)
            raise closed
        work = Work(self, tuple(steps), label)
        work.begin(after)  # from here on a thread has it, and its arrays
        self.begun(work)
        return work

    def enqueue(self, work: Work) -> None:
        with self._lock:
            if not self._ended:
                self._relay.put(work.execute)
                return
        work.execute()  # it says that the interpreter is ending

    def new_runner(self) -> Runner:
        """For one piece of work."""
        return self._runner.twin()

    def begun(self, work: Work) -> None:
        with self._lock:
            if not work.ready():
                self._open.add(work)

    def finished(self, work: Work) -> None:
        with self._lock:
            self._open.discard(work)
            self._late.discard(work)

    def late(self, pending: PendingDispatch, *, left: bool) -> bool:
        """Give what comes later threads that this work does not hold."""
        with self._lock:
            if not isinstance(pending, Work) or pending.ready():
                return True
            self._late.add(pending)
            if left:
                pending.stop("nobody waits for this dispatch any more")
                self._open.discard(pending)
            self._former = [thread for thread in self._former if thread.is_alive()]
            if pending.runner is not None and pending.runner.pool is self._pool:
                self._former += self._pool.retire()
                self._pool = Pool(usable_cpus(), self.store)
                self._runner = Runner(self._pool, self._runner.scratch)
            self._relay.pass_by(pending.thread)
            if pending.thread is not None and pending.thread not in self._former:
                self._former.append(pending.thread)
        return True

    def synchronize(self) -> None:
        with self._lock:
            waiting = list(self._open)
        for work in waiting:
            work.wait_quietly()

    def close(self) -> None:
        if self._closed or self._ended:
            return
        self.synchronize()
        self._closed = True
        self._stop()

    def abandon(self) -> None:
        """The process ends: end the threads after the chunks that they are in; what is submitted and has not run is
        dropped. A thread whose kernel does not end keeps its code and its arrays, and the process ends around it."""
        why = "the interpreter is ending"
        with self._lock:
            self._ended = True
            self._runner.stopped = why
            works = [*self._open, *self._late]
            for work in works:
                work.stop(why)
            threads = [*self._former, *self._pool.retire()]
            serving = (self._relay.drop(), self._aside.drop())
            threads += [thread for thread in serving if thread is not None]
        for thread in threads:
            thread.join(PATIENCE.left(late=True))
        if any(thread.is_alive() for thread in threads):
            keep_for_ever(self, *works)
        for work in works:
            work.finish(ended(why))  # dropped, or stuck: who waits need not wait any more

    def _stop(self) -> None:
        self._relay.stop()
        self._aside.stop()
        self._pool.close()


def _is_long(call: DirectCall) -> bool:
    """Whether a call may well be shared, by its arrays and by those before it."""
    pipeline = call.pipeline
    assert isinstance(pipeline, CpuPipeline)
    from vyre.drivers.cpu.direct_text import SHARE

    known = pipeline.speed_of(call.params).ns * prod(call.grid)
    return known >= SHARE / 2 or sum(call.nbytes) >= _LARGE


def _address(slot: Resource | HostView) -> int:
    address: int = slot.address  # type: ignore[union-attr]  # a HostView or memory of ours: the contract's rule
    return address


def _forked(here: weakref.ref[CpuBackend]) -> None:
    backend = here()
    if backend is not None:
        if backend._direct is not None:
            backend._direct.forked()
        backend._pool.forked()
        backend._begin()


def _at_exit(here: weakref.ref[CpuBackend]) -> None:
    backend = here()
    if backend is not None:
        with contextlib.suppress(Exception):
            backend.abandon()  # no thread may be inside a kernel when its code goes away
