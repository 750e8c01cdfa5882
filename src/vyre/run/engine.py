"""One opened backend with its compiled pipelines, and the choice of which to open."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final
from weakref import WeakSet

from vyre.collector import put_off
from vyre.config import DispatchConfig
from vyre.contract.backend import (
    CompiledPipeline,
    HostLaunch,
    Store,
    SupportsBind,
    SupportsDeviceTime,
    SupportsHostLaunch,
    SupportsImport,
    SupportsRecovery,
    SupportsRetire,
    SupportsRun,
    Timing,
    VyreBackend,
)
from vyre.contract.direct import DirectWatch, SupportsDirectCall, SupportsDirectEntry
from vyre.contract.registry import Registry, require_known
from vyre.device import DeviceInfo, DeviceProfile
from vyre.doors import door
from vyre.drivers.forked import refuse_forked
from vyre.drivers.queued import NOT_ASKED
from vyre.dtypes import dtype_from_numpy_name
from vyre.errors import (
    ArgumentTypeError,
    ArgumentValueError,
    BackendUnavailable,
    DispatchFailed,
    UnsupportedFeature,
    VyreError,
    shown,
)
from vyre.facts.waits import may_wait
from vyre.float_environment import default_floats
from vyre.ir.program import Grid, Program
from vyre.ir.structs import record_of
from vyre.memory.resident import ResidentArray
from vyre.plan.plan import numerics_of
from vyre.run.kept import Kept, Variants
from vyre.run.missing import missing
from vyre.run.user_warning import warn_user

if TYPE_CHECKING:
    import numpy as np

    from vyre.emit.numerics import Form
    from vyre.run.device_program import DeviceProgram
    from vyre.run.pipeline import BoundCall
    from vyre.run.residency import Residence

__all__ = [
    "NO_CHOICE",
    "Choice",
    "Engine",
    "Engines",
    "SessionCache",
    "check_config",
    "check_inputs",
    "check_name",
    "check_program",
    "chosen_backend",
    "missing",
    "use",
]

NO_CHOICE: Final[tuple[str | None, DispatchConfig | None]] = (None, None)
"""What ``chosen_backend`` gives, this very object, outside of every ``vy.use``."""
_STRICT: Final = DispatchConfig()
_CHOICE: ContextVar[tuple[str | None, DispatchConfig | None]] = ContextVar("vyre_backend", default=NO_CHOICE)


def check_name(backend: object) -> None:
    """Refuse what can name no device: only None leaves the choice open. Raises ArgumentTypeError A601."""
    if not isinstance(backend, str) or not backend:
        raise ArgumentTypeError(
            "backend= is a device's id",
            code="A601",
            fix='pass one of vyre.devices() by its id, such as "cpu", or leave it out',
            actual=shown(backend),
        )


def check_config(config: object) -> None:
    """Raises ArgumentTypeError A601 for what is no DispatchConfig."""
    if not isinstance(config, DispatchConfig):
        raise ArgumentTypeError(
            "config= is a DispatchConfig",
            code="A601",
            fix="pass vyre.DispatchConfig(...), or leave it out",
            actual=shown(config),
        )


def check_program(program: object) -> None:
    """Raises ArgumentTypeError A601 for what is no program."""
    if not isinstance(program, Program):
        is_kernel = isinstance(getattr(type(program), "program", None), property)
        raise ArgumentTypeError(
            "a session runs programs" + (", and this is a kernel" if is_kernel else ""),
            code="A601",
            fix="call the kernel itself, or pass its kernel.program"
            if is_kernel
            else "pass a vy.Program: what Builder.build() gives, or kernel.program",
            actual=shown(program, 80),
        )


def check_inputs(inputs: object, out: object) -> None:
    """Raises ArgumentTypeError A601 where a list of arrays is something that has no length."""
    for name, given in (("inputs", inputs), ("out=", out)):
        if given is not None and (isinstance(given, ResidentArray) or not hasattr(given, "__len__")):
            raise ArgumentTypeError(
                f"{name} is a list", code="A601", fix="put the arrays and numbers into a list", actual=shown(given, 80)
            )
    if inputs is None:
        raise ArgumentTypeError("inputs is a list", code="A601", fix="pass [] where there are none", actual="None")


@door
def use(backend: str | None, *, config: DispatchConfig | None = None) -> AbstractContextManager[None]:
    """Choose the backend (and config) of the calls inside, for this thread or task. None gives the choice back.

    Raises ArgumentTypeError A601 for what is no name and no config, BackendUnavailable S901 for a backend that nobody
    knows; whether one that is known is here is asked at the first call.
    """
    if backend is not None:
        check_name(backend)
    if config is not None:
        check_config(config)
    for name in (backend, None if config is None else config.backend):
        if name is not None:
            require_known(name)
    return _using(backend, config)


@contextmanager
def _using(backend: str | None, config: DispatchConfig | None) -> Iterator[None]:
    token = _CHOICE.set((backend, config))
    try:
        yield
    finally:
        _CHOICE.reset(token)


chosen_backend: Final = _CHOICE.get
"""What ``vy.use`` says here: the device's id, and the config."""


@dataclass(frozen=True, slots=True)
class Choice:
    """An engine and how it was chosen."""

    engine: Engine
    passed_over: tuple[tuple[str, str], ...] = ()


class Engine:
    """An opened device."""

    def __init__(self, info: DeviceInfo, backend: VyreBackend, profile: DeviceProfile, store: Store) -> None:
        self.info = info
        self.backend = backend
        self.profile = profile
        self.store = store
        self._measuring = threading.Lock()
        # Names and places take no part in a fingerprint: equal programs share what is compiled, and each has its own
        # prepared program, so that receipts and errors speak of the names that the caller wrote.
        self.compiled: Kept[Variants] = Kept()
        self.programs: Kept[DeviceProgram] = Kept()
        self.pid = os.getpid()
        self.closed = False
        self.home: Residence | None = None  # the session's, once it is opened
        self.watch: DirectWatch | None = None  # the session's
        # Asked once: `isinstance` with a Protocol costs more than the rest of a small call.
        self.run_now = backend.run if self.profile.host_slots and isinstance(backend, SupportsRun) else None
        self._launches = backend if isinstance(backend, SupportsHostLaunch) else None
        self.bind = backend.bind if isinstance(backend, SupportsBind) else None
        self.direct = backend.direct if isinstance(backend, SupportsDirectCall) else None
        self.direct_entry = backend.direct_entry if isinstance(backend, SupportsDirectEntry) else None
        self.direct_bound = backend.direct_bound if isinstance(backend, SupportsDirectCall) else None
        self.submit_timed = backend.submit_timed if isinstance(backend, SupportsDeviceTime) else None
        self.imports = backend if isinstance(backend, SupportsImport) else None
        self.untimed = NOT_ASKED if self.submit_timed is not None else Timing().untimed
        self.told: set[tuple[bytes, str]] = set()  # the session's: kernels that were warned of
        self.bounds: WeakSet[BoundCall] = WeakSet()  # those that only enqueue

    @property
    def id(self) -> str:
        return self.info.id

    def profile_under(self, config: DispatchConfig) -> DeviceProfile:
        """What the device can do under the permissions of a config (rule 3.7), and nothing of it by their leave where there are none.
        A budget is compared with errors, which are measured now where they are not known."""
        numerics = numerics_of(config)
        if numerics.ulp_budget and self.profile.wants_errors and not self.profile.errors:
            from vyre.run.probe import with_errors

            with self._measuring:
                if not self.profile.errors:
                    self.profile = with_errors(self.backend, self.profile, self.store)
        profile = self.profile
        if numerics.strict or not profile.forms:
            return profile
        from vyre.emit.numerics import permitted, verdicts

        def allowed(op: str, dtype: str) -> Form | None:
            return (permitted(op, dtype, profile, numerics) or (None,))[0]

        forms = verdicts(profile.exact, profile.dtypes, allowed)
        return replace(profile, forms=forms)

    def lacks(self, program: Program, config: DispatchConfig) -> str | None:
        """The first thing that a program needs under a config and the device does not have, in words. Where that is not known
        for waits (rule 5.8), and the device has all else that the program needs, it is measured now."""
        lacks = missing(program, self.profile_under(config))
        if lacks is not None or self.profile.keeps_waits is not None or not may_wait(program):
            return lacks
        from vyre.run.probe import with_waits

        with self._measuring:
            if self.profile.keeps_waits is None:
                self.profile = with_waits(self.backend, self.profile, self.store)
        return missing(program, self.profile_under(config))

    def survives_fork(self) -> bool:
        return self.profile.host_slots

    def host_launch(
        self, compiled: CompiledPipeline, grid: Grid, nbytes: Sequence[int], blank: frozenset[int], name: str
    ) -> HostLaunch | None:
        """A launch over arrays of the host that is prepared but for them, where the device does that with so many bytes."""
        if self._launches is None or 0 in grid:
            return None
        if not self.profile.host_slots and not (compiled.over_host and sum(nbytes) <= self.profile.host_slot_bytes):
            return None
        return self._launches.host_launch(compiled, grid, nbytes, blank, name)

    def snapshot(self) -> dict[str, int]:
        """Compiled programs: how many are kept, were found, and had to be made."""
        return {
            "entries": len(self.compiled),
            "hits": self.programs.hits + self.compiled.hits,
            "misses": self.compiled.misses,
        }

    def forget(self) -> None:
        """Close everything compiled."""
        for program in self.programs.take_all():
            program.disarm()
        for variants in self.compiled.take_all():
            variants.close()

    def synchronize(self) -> None:
        """Wait for what bound calls have enqueued. Raises what the device reports."""
        if self.bounds:
            self.backend.synchronize()

    def forked(self) -> None:
        self._measuring = threading.Lock()
        self.programs.forked()
        self.compiled.forked()

    def close(self, *, wait: bool = True) -> None:
        """``wait``: False where the device is busy with what does not end."""
        self.closed = True
        for bound in list(self.bounds):
            bound.revoke()
        backend = self.backend
        if isinstance(backend, SupportsRecovery) and (not wait or backend.device_lost is not None):
            self.forget()
            backend.abandon()
            return
        if wait and isinstance(backend, SupportsRetire):  # whoever is inside needs the pipelines
            backend.retire()
        self.forget()
        if wait:
            backend.close()

    def require_here(self) -> None:
        """Raise DispatchFailed R801 in a forked child, where the device cannot be used."""
        if self.pid != os.getpid() and not self.survives_fork():
            raise DispatchFailed(
                f"{self.id} was started before fork: its device cannot be used in the child",
                code="R801",
                fix="start child processes with the 'spawn' method, or open no device before the fork",
                actual=f"opened in process {self.pid}, used in {os.getpid()}",
            )

    def require_open(self) -> None:
        """Raise ArgumentValueError A640 after ``close``."""
        if self.closed:
            raise ArgumentValueError(
                f"this was prepared for a {self.id} device that is closed, or was opened again since",
                code="A640",
                fix="compile and bind it again",
                actual=self.id,
            )


def _name_of(dtype: np.dtype[Any]) -> str:
    found = dtype_from_numpy_name(dtype.name)
    return dtype.name if found is None else found.name


class Engines:
    """The opened devices of one session."""

    def __init__(self, registry: Registry, settle: Callable[[Engine], None]) -> None:
        self.registry = registry
        self._settle = settle  # told of each device that is opened
        self._lock = threading.Lock()
        self._open: dict[str, Engine] = {}
        self._named: dict[str, Choice] = {}
        self._auto: tuple[tuple[str, DeviceInfo], ...] | None = None
        self._broken: dict[str, str] = {}
        self._store: Store | None = None
        self._told: set[tuple[bytes, str]] = set()  # kernels that were warned of: once is enough

    def opened(self) -> tuple[Engine, ...]:
        return tuple(self._open.values())

    def choose(self, name: str) -> Choice:
        """The device of that id, as a choice that nothing else was looked at for."""
        choice = self._named.get(name)
        if choice is None or choice.engine.closed:
            choice = self._named[name] = Choice(self.named(name))
        return choice

    def named(self, name: str) -> Engine:
        """Open ``name`` (``"cpu"``, ``"wgpu:1"``). Raises BackendUnavailable S900 or S901, R801 in a forked child."""
        engine = self._open.get(name)
        if engine is not None:
            return engine
        with self._lock, put_off(), default_floats():  # a driver's threads begin with the floats of this one
            if name in self._open:
                return self._open[name]
            base = name.partition(":")[0]
            cls = self.registry.load(base)
            refuse_forked(base)
            rows = cls.devices()
            row = next((r for r in rows if r.id == name and r.available), None)
            if row is None:
                why = next((r for r in rows if not r.available), None)
                raise BackendUnavailable(
                    f"the backend {name!r} is not available here" + (f": {why.reason}" if why else ""),
                    code="S900",
                    fix=(why.fix if why and why.fix else None) or f"use one of {', '.join(r.id for r in rows)}",
                    actual=name,
                )
            engine = self._opened(cls, row)
            self._settle(engine)
            self._open[name] = engine
            return engine

    def _opened(self, cls: type[VyreBackend], row: DeviceInfo) -> Engine:
        """Open a device, and measure what its compiler does not promise. Raises BackendUnavailable S900 or S904."""
        if self._store is None:
            from vyre.store.files import FileStore

            self._store = FileStore()
        backend = cls(row, store=self._store)
        profile = backend.profile()
        if profile.wants_probe:
            from vyre.run.probe import refined

            try:
                profile = refined(backend, self._store)
            except BaseException:
                backend.close()
                raise
        engine = Engine(row, backend, profile, self._store)
        engine.told = self._told
        return engine

    def leave(self, engine: Engine) -> None:
        """Know it no more: the next call opens its device anew."""
        with self._lock:
            self._open.pop(engine.id, None)
            self._named.pop(engine.id, None)
            engine.closed = True

    def auto(self, program: Program, *, strict: bool) -> Choice:
        """The first device by precedence that can run the program: hardware GPUs, then the CPU. Never software
        devices or the reference. Raises BackendUnavailable S905 where there is none."""
        return self._first(lambda engine: engine.lacks(program, _STRICT), "run this program", strict=strict)

    def first(self, dtype: np.dtype[Any]) -> Choice:
        """The first device that takes arrays of a dtype."""
        record = None if dtype.names is None else record_of(dtype)
        wanted = {f.dtype.name for f in record.fields} if record else {_name_of(dtype)}

        def lacks(engine: Engine) -> str | None:
            if record is not None and "records" not in engine.profile.features:
                return "records"
            return next((f"type {name}" for name in sorted(wanted - engine.profile.dtypes)), None)

        return self._first(lacks, f"hold an array of {dtype}", strict=False)

    def _first(self, asked: Callable[[Engine], str | None], what: str, *, strict: bool) -> Choice:
        passed: list[tuple[str, str]] = []
        for name, info in self._candidates():
            if info.id in self._broken:
                passed.append((info.id, self._broken[info.id]))
                continue
            if not info.available or info.kind not in ("gpu", "cpu"):
                passed.append((info.id, info.reason or f"{info.kind} devices run only when named"))
                continue
            try:
                engine = self.named(info.id)
            except VyreError as error:
                if strict:
                    raise
                self._broken[info.id] = error.message
                warn_user(f"{name}: {error.message}\nFix: {error.fix}")
                passed.append((info.id, error.message))
                continue
            lacks = asked(engine)
            if lacks is None:
                return Choice(engine, tuple(passed))
            passed.append((info.id, f"it has no {lacks}"))
        raise BackendUnavailable(
            f"no backend here can {what}",
            code="S905",
            fix="pip install llvmlite for the CPU backend; the reference interpreter runs only when named: backend='reference'",
            actual="; ".join(f"{name}: {why}" for name, why in passed) or "none registered",
        )

    def _candidates(self) -> tuple[tuple[str, DeviceInfo], ...]:
        if self._auto is None:
            rows = [r for r in self.registry.by_precedence() if r.rank is not None]
            self._auto = tuple((r.id, info) for r in rows for info in self.registry.devices(r.id))
        return self._auto

    def require(self, engine: Engine, program: Program, config: DispatchConfig) -> None:
        """Raise UnsupportedFeature U702 where a named device cannot run the program under a config."""
        lacks = engine.lacks(program, config)
        if lacks is not None:
            reason = dict(engine.profile.refused).get(lacks.split()[-1])
            raise UnsupportedFeature(
                f"{engine.id} does not run this program: it has no {lacks}" + (f" ({reason})" if reason else ""),
                code="U702",
                fix="run it with backend='cpu'"
                if engine.id != "cpu"
                else "write it without that, or use backend='reference'",
                actual=lacks,
            )

    def forked(self) -> None:
        self._lock = threading.Lock()
        for engine in self._open.values():
            engine.forked()

    def close(self, *, but: Sequence[Engine] = ()) -> None:
        """Close every device, but those that cannot be waited for."""
        with self._lock:
            engines, self._open, self._named = list(self._open.values()), {}, {}
        for engine in engines:
            if engine not in but:
                engine.close()


class SessionCache:
    """A view of a session's compiled pipelines."""

    def __init__(self, engines: Engines) -> None:
        self._engines = engines

    def snapshot(self) -> dict[str, dict[str, int]]:
        """Entries, hits and misses, per opened device."""
        return {engine.id: engine.snapshot() for engine in self._engines.opened()}

    def clear(self) -> None:
        """Forget every compiled pipeline. Do it while nothing runs."""
        for engine in self._engines.opened():
            engine.forget()
