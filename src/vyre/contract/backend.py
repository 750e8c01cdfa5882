"""The contract: six methods and a few frozen values. Everything else is spelled once, above it.

A backend author subclasses :class:`VyreBackend`, :class:`CompiledPipeline` and (where work is asynchronous)
:class:`PendingDispatch`, and registers the backend by an entry point of the group ``vyre.backends``.
Every method may be called from any thread. Within one major version methods are never added; optional behaviours
are Protocols, asked for with ``isinstance``.
"""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final, Literal, Protocol, Self, TypeVar, runtime_checkable

from vyre.contract.signal_safe import Latch
from vyre.device import DeviceInfo, DeviceProfile
from vyre.errors import DispatchTimeout, UnsupportedFeature
from vyre.ir.program import Grid
from vyre.plan.plan import Plan

__all__ = [
    "CONTRACT",
    "CompiledPipeline",
    "CompletedDispatch",
    "Copy",
    "Fill",
    "FutureDispatch",
    "HostLaunch",
    "HostView",
    "Launch",
    "PendingDispatch",
    "Resource",
    "Step",
    "MemoryStore",
    "Store",
    "SupportsBind",
    "SupportsDeviceTime",
    "SupportsHostLaunch",
    "SupportsImport",
    "SupportsLate",
    "SupportsRecovery",
    "SupportsRetire",
    "SupportsRun",
    "Timing",
    "VyreBackend",
    "call_back",
    "refuse_stream",
    "timed_out",
]

CONTRACT: tuple[int, int] = (1, 0)
"""Version of the contract. Within 1.x Protocols and fields with defaults may be added, methods not."""


class HostView:
    """Contiguous host bytes. Keeps its owner alive. ``address`` saves asking the memory for it again."""

    __slots__ = ("_memory", "address", "nbytes", "owner", "writable")

    def __init__(self, owner: Any, address: int, nbytes: int, writable: bool, memory: memoryview | None = None) -> None:
        self.owner = owner
        self.address = address
        self.nbytes = nbytes
        self.writable = writable
        self._memory = memory

    @property
    def memory(self) -> memoryview:
        """The bytes, format ``B``."""
        if self._memory is None:
            view = memoryview(self.owner)
            self._memory = view.cast("B") if self.nbytes else memoryview(bytearray())
        return self._memory


class Resource(ABC):
    """Device memory. Knows the backend that owns it; freeing waits for all submissions made before."""

    nbytes: int
    kind: Literal["device", "staging"]
    owner: object
    generation: int

    @abstractmethod
    def close(self) -> None:
        """Give the memory back. Calling it twice is harmless."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()


@dataclass(frozen=True, slots=True)
class Launch:
    """Run a pipeline over ``grid`` workgroups (x, y, z). ``slots`` has one entry per ``plan.slots``. ``name``: what
    the caller calls the program, for errors: pipelines are shared by programs that differ in names."""

    pipeline: CompiledPipeline
    slots: tuple[Resource | HostView, ...]
    grid: Grid
    params: bytes
    repeat: int = 1
    name: str = ""


@dataclass(frozen=True, slots=True)
class Copy:
    """Copy byte ranges: (source offset, target offset, nbytes)."""

    source: Resource | HostView
    target: Resource | HostView
    ranges: tuple[tuple[int, int, int], ...]


@dataclass(frozen=True, slots=True)
class Fill:
    """Set bytes. ``nbytes`` None = to the end."""

    target: Resource | HostView
    byte: int = 0
    offset: int = 0
    nbytes: int | None = None


Step = Launch | Copy | Fill


@dataclass(frozen=True, slots=True)
class Timing:
    """Nanoseconds; None = unmeasured. ``device``: by a clock of the device itself; ``untimed``: why there is none, empty where there is one."""

    wall: int | None = None
    device: int | None = None
    enqueue: int | None = None
    wait: int | None = None
    untimed: str = "this backend reads no clock of its device in this version"

    def __post_init__(self) -> None:
        if self.device is not None:
            object.__setattr__(self, "untimed", "")

    @property
    def why_no_device(self) -> str | None:
        """Why ``device`` is None; None where it is a time."""
        return None if self.device is not None else self.untimed


class CompiledPipeline(ABC):
    """What ``compile`` made. ``artifact``: bytes that a later process could load, or None."""

    id: str
    key: bytes
    artifact: bytes | None = None
    source: str = ""  # the emitted text, for display
    relaxed: tuple[str, ...] = ()
    """What of ``plan.numerics`` the compiled form uses, as a receipt names it: ``contract``, ``reorder``, ``flush``, ``div f32: 2 ULP``."""
    over_host: bool = False  # ``host_launch`` may be asked for it, on a device with memory of its own

    @abstractmethod
    def close(self) -> None:
        """Give back what the pipeline holds. Calling it twice is harmless."""


_Done = TypeVar("_Done")


def call_back(callback: Callable[[_Done], object], done: _Done) -> None:
    """Call a done callback. What it raises goes to ``threading.excepthook``: it belongs to nobody who waits, and must
    not end a backend's thread or keep the next callback from its turn."""
    try:
        callback(done)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001 - shown to the user, as an error of a thread is
        threading.excepthook(
            threading.ExceptHookArgs((type(error), error, error.__traceback__, threading.current_thread()))
        )


class PendingDispatch(ABC):
    """Submitted work. ``result`` waits and raises; outputs are the session's business."""

    timing: Timing = Timing()

    @abstractmethod
    def ready(self) -> bool: ...

    @abstractmethod
    def result(self, timeout: float | None = None) -> None:
        """Wait. Raises what the work raised, or DispatchTimeout R810 after ``timeout`` seconds."""

    def wait_quietly(self) -> None:
        """Wait and raise nothing: an error belongs to who holds the dispatch, not to who comes after it."""
        done = Latch()
        self.add_done_callback(lambda _: done.open())
        done.wait()

    @abstractmethod
    def add_done_callback(self, callback: Callable[[PendingDispatch], object]) -> None:
        """Call once, when done (at once where it is done already), from any thread."""

    def cancel(self) -> bool:
        """Drop the work if it has not started."""
        return False

    def __await__(self) -> Generator[Any, None, None]:
        import asyncio

        loop = asyncio.get_running_loop()
        done = loop.create_future()

        def finish(_: PendingDispatch) -> None:
            loop.call_soon_threadsafe(lambda: None if done.done() else done.set_result(None))

        self.add_done_callback(finish)
        yield from done.__await__()
        self.result()


class FutureDispatch(PendingDispatch):
    """A pending dispatch that its backend finishes with ``finish(error)``. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._done = Latch()
        self._error: BaseException | None = None
        self._callbacks: list[Callable[[PendingDispatch], object]] = []

    def finish(self, error: BaseException | None = None) -> None:
        """Mark as done; only the first call counts."""
        with self._lock:
            if self._done.is_open:
                return
            self._error = error
            callbacks, self._callbacks = self._callbacks, []
            self._done.open()
        for callback in callbacks:
            call_back(callback, self)

    def ready(self) -> bool:
        return self._done.is_open

    def result(self, timeout: float | None = None) -> None:
        if not self._done.wait(timeout):
            raise timed_out(timeout)
        if self._error is not None:
            raise self._error

    def add_done_callback(self, callback: Callable[[PendingDispatch], object]) -> None:
        with self._lock:
            if not self._done.is_open:
                self._callbacks.append(callback)
                return
        call_back(callback, self)


class CompletedDispatch(PendingDispatch):
    """Work that was finished when it was submitted."""

    def __init__(self, timing: Timing = Timing()) -> None:
        self.timing = timing

    def ready(self) -> bool:
        return True

    def result(self, timeout: float | None = None) -> None:
        return None

    def add_done_callback(self, callback: Callable[[PendingDispatch], object]) -> None:
        call_back(callback, self)


class Store(Protocol):
    """A place for what outlives a compilation, and may outlive the process: bytes by namespace and key."""

    def get(self, namespace: str, key: bytes) -> bytes | None: ...
    def put(self, namespace: str, key: bytes, value: bytes) -> None: ...


@dataclass
class MemoryStore:
    """The in-memory store."""

    entries: dict[tuple[str, bytes], bytes] = field(default_factory=dict)

    def get(self, namespace: str, key: bytes) -> bytes | None:
        return self.entries.get((namespace, key))

    def put(self, namespace: str, key: bytes, value: bytes) -> None:
        self.entries[(namespace, key)] = value


class VyreBackend(ABC):
    """One device, opened. Constructing opens it and raises BackendUnavailable where it cannot be."""

    id: ClassVar[str]
    version: ClassVar[str]
    contract: ClassVar[tuple[int, int]] = CONTRACT
    rank: ClassVar[int | None] = 50
    """Precedence of ``auto`` (lower first); None = only when named."""

    @classmethod
    @abstractmethod
    def devices(cls) -> Sequence[DeviceInfo]:
        """The devices here, without opening one. One unavailable row (reason and fix) where there is none."""

    @abstractmethod
    def __init__(self, device: DeviceInfo, *, store: Store) -> None: ...

    @abstractmethod
    def profile(self) -> DeviceProfile:
        """Facts of the device."""

    @abstractmethod
    def compile(self, plan: Plan, profile: DeviceProfile) -> CompiledPipeline:
        """Raises CompileFailed (with emitted text and log), UnsupportedFeature for what it cannot keep exactly."""

    @abstractmethod
    def allocate(self, nbytes: int, *, kind: Literal["device", "staging"] = "device") -> Resource:
        """Zero bytes are legal. Raises OutOfMemory with asked and free bytes."""

    @abstractmethod
    def submit(
        self,
        steps: Sequence[Step],
        *,
        after: Sequence[PendingDispatch] = (),
        stream: int | None = None,
        label: str | None = None,
    ) -> PendingDispatch:
        """Run steps in order as one submission, after the ones named. Two submissions are else unordered."""

    @abstractmethod
    def synchronize(self) -> None:
        """Wait for everything submitted."""

    @abstractmethod
    def close(self) -> None:
        """Wait, then give everything back. Calling it twice is harmless."""


@runtime_checkable
class SupportsRun(Protocol):
    """Optional: run steps on the calling thread and come back when they are done, for a call that would wait anyway."""

    def run(self, steps: Sequence[Step], *, label: str | None = None) -> Timing: ...


@runtime_checkable
class SupportsBind(Protocol):
    """Optional: a prepared submission. Each call of the result runs the steps once more, and checks nothing: whoever asked for
    it keeps the pipelines open. Over host memory it waits; on a device with a queue it only enqueues, after everything that this
    thread submitted before, and an error comes with the next wait. The memory of the steps is kept as long as the result is.
    """

    def bind(self, steps: Sequence[Step]) -> Callable[[], None]: ...


HostLaunch = Callable[[Sequence[int], bytes], int]
"""A launch that is prepared but for its arrays and parameters: given the addresses of the slots and the parameter block it runs,
waits, and gives the nanoseconds that it took; or ``NotImplemented``, having done nothing, where it is better submitted this time."""


@runtime_checkable
class SupportsHostLaunch(Protocol):
    """Optional: launches over arrays of the host, prepared for their sizes and run for those of each call, for small calls whose
    steps would cost more to make than to run.

    ``nbytes``: of each slot. ``blank``: slots whose bytes mean nothing before the launch, since all are stored by it. ``name``: as
    of a ``Launch``. None where such a launch is better submitted. What it gives may be called by any thread, by several at a time, and in a forked child,
    where it raises as ``submit`` does; it is used no more once its pipeline is closed, and keeps no array of a call.
    """

    def host_launch(
        self, pipeline: CompiledPipeline, grid: Grid, nbytes: Sequence[int], blank: frozenset[int], name: str = ""
    ) -> HostLaunch | None: ...


@runtime_checkable
class SupportsImport(Protocol):
    """Optional: memory of other libraries on this device is used where it lies, and theirs may use ours. Addresses are those
    of CUDA's one address space, and streams its handles.

    ``stream_handle``: the stream that everything submitted so far is on. ``adopt`` gives foreign memory as a resource, which
    keeps ``owner`` as long as it is used; whatever is submitted over it comes after the work that is on ``stream`` by then
    (None: no work is waited for). It raises ArgumentValueError A640 for memory of another device.
    """

    @property
    def stream_handle(self) -> int: ...

    def adopt(self, address: int, nbytes: int, *, owner: object, stream: int | None) -> Resource: ...

    def address_of(self, resource: Resource) -> int: ...


@runtime_checkable
class SupportsLate(Protocol):
    """Optional: told that a dispatch was not done within a timeout.

    ``left``: nobody waits for it any more, so it may be stopped where that is possible; else it goes on. True where what
    is submitted later does not wait for it. At the end of the process a late dispatch gets a second, not half a minute.
    """

    def late(self, pending: PendingDispatch, *, left: bool) -> bool: ...


@runtime_checkable
class SupportsRecovery(Protocol):
    """Optional: a device may be lost, or may never come back from a kernel, and is then opened again as a new backend.

    ``device_lost``: why it answers no more, None while it does. ``abandon`` takes the place of ``close`` then: it gives up what
    can be given up without waiting for the device.
    """

    @property
    def device_lost(self) -> str | None: ...

    def abandon(self) -> None: ...


@runtime_checkable
class SupportsRetire(Protocol):
    """Optional: ``retire`` comes before the pipelines are closed, and ``close`` after that. It takes no more work, which raises
    ``vyre.errors.DeviceClosed`` from then on, and waits for the threads that are inside of the driver and for what was submitted."""

    def retire(self) -> None: ...


@runtime_checkable
class SupportsDeviceTime(Protocol):
    """Optional: ``submit``, with the time of the launches by the device's own clock in ``timing.device`` of what it gives.
    Asked for by ``session.timed()``, and by ``DispatchConfig(profile=True)`` where the profile honours that."""

    def submit_timed(
        self, steps: Sequence[Step], *, after: Sequence[PendingDispatch] = (), label: str | None = None
    ) -> PendingDispatch: ...


def timed_out(timeout: float | None, *, advice: str = "") -> DispatchTimeout:
    """R810 for a dispatch that is waited for no longer. ``advice``: what helps on that device, as the Fix's last sentence."""
    return DispatchTimeout(
        "the dispatch did not finish within the timeout",
        code="R810",
        fix="wait longer, or without a timeout. The kernel may still run, and its arrays belong to it until it ends"
        + (f". {advice}" if advice else ""),
        actual=f"{timeout} s",
    )


_STILL_RUNS: Final = "vyre_still_runs"


def leave_running(error: BaseException, work: PendingDispatch) -> None:
    """Say of an exception that ends ``run`` or a host launch that ``work`` still uses the arrays."""
    setattr(error, _STILL_RUNS, work)


def what_still_runs(error: BaseException) -> PendingDispatch | None:
    """What was said to ``leave_running`` of it."""
    work = getattr(error, _STILL_RUNS, None)
    return work if isinstance(work, PendingDispatch) else None


def refuse_stream(backend: str, stream: int | None) -> None:
    """For a backend without foreign streams: raise UnsupportedFeature U702 where one is given."""
    if stream is not None:
        raise UnsupportedFeature(
            f"{backend} takes no foreign stream", code="U702", fix="leave stream out", actual=f"stream={stream}"
        )
