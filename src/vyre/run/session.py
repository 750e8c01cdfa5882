"""``Session``: the corridor from a program and its arguments to its outputs.

Read :meth:`Session.dispatch` first: it is the whole walk.
"""

from __future__ import annotations

import os
import threading
import weakref
from collections.abc import Callable, Sequence
from time import perf_counter_ns
from typing import TYPE_CHECKING, Any, Final, Self

from vyre.collector import put_off
from vyre.config import DispatchConfig, environment_backend
from vyre.contract.backend import Resource, Timing
from vyre.contract.ending import GATE, PATIENCE
from vyre.contract.registry import Registry, require_of_environment
from vyre.device import DeviceInfo
from vyre.doors import door
from vyre.errors import DeviceClosed, DispatchFailed, Trapped, UnsupportedFeature, VyreError, WrongFact
from vyre.float_environment import default_floats
from vyre.ir.program import Program
from vyre.memory.foreign import is_on_cuda
from vyre.memory.resident import ResidentArray
from vyre.opt.expand import can_trap
from vyre.run.arguments import bind_inputs, results_as_given
from vyre.run.call import Call
from vyre.run.device_program import DeviceProgram, refuse_config
from vyre.run.engine import (
    Choice,
    Engine,
    Engines,
    SessionCache,
    check_config,
    check_inputs,
    check_name,
    check_program,
    chosen_backend,
)
from vyre.run.foreign import foreign_copy
from vyre.run.in_flight import MemoryUse, forked, watched
from vyre.run.kept import Variants
from vyre.run.lent import CopyNote, LentNote
from vyre.run.order import GRACE, Order, Work
from vyre.run.pending import Pending
from vyre.run.receipt import Ran, Receipt, receipt_maker, receipt_of
from vyre.run.residency import Residence, fitting, home_among, lying
from vyre.run.submission import SessionPending, Submission
from vyre.run.timed import TimedBlock, Timers
from vyre.run.user_warning import warn_user
from vyre.run.waiting import no_callbacks, refuse_in_callback

if TYPE_CHECKING:
    from vyre.run.pipeline import ProgramPipeline

__all__ = ["Session", "default_session", "session"]

_DEFAULT_CONFIG = DispatchConfig()
_CHOICES: Final = 4096  # remembered choices of "auto"; more programs than that choose anew
Outcome = list[Any]


class Session:
    """Opened devices, compiled pipelines and the order of dispatches. A context manager; safe under threads.

    ``backend``: "auto" or a device id; "auto" means the environment's ``VYRE_BACKEND`` where that is set when the
    session is made. ``config``: the config of calls that give none. Raises BackendUnavailable S901 for a backend that
    nobody knows, also for one that the environment names; whether one that is known is here is asked at the first call.
    """

    @door
    def __init__(
        self, backend: str = "auto", *, config: DispatchConfig | None = None, registry: Registry | None = None
    ) -> None:
        check_name(backend)
        if config is not None:
            check_config(config)
        self.backend = backend
        self.default = (environment_backend() or backend) if backend == "auto" else backend
        self.config = config or _DEFAULT_CONFIG
        self._engines = Engines(registry or Registry(), self._settled)
        for name in (backend, self.config.backend or backend):
            self._engines.registry.require(name)
        if self.default != backend:
            require_of_environment(self._engines.registry, self.default)
        self._choices: dict[tuple[bytes, bool], Choice] = {}
        self._last = threading.local()
        self.order = Order(self.require_open)
        self._warned: set[bytes] = set()
        self.timers = Timers(self.order.watch)
        self._closed = False
        self._pid = os.getpid()
        _Default.alive.add(self)

    # -- the corridor -----------------------------------------------------------------------------
    @door
    def dispatch(
        self,
        program: Program,
        inputs: Sequence[Any],
        config: DispatchConfig | None = None,
        *,
        out: Sequence[Any] | None = None,
        backend: str | None = None,
        domain: Sequence[int] | int | None = None,
    ) -> list[Any]:
        """Run a program. ``inputs``: one entry per in, inout and uniform in declaration order (arrays, or bytes; a
        uniform: a number or bytes); they are never written. ``out``: None, or one entry per out and inout (None =
        allocate). Gives a list with one entry per out and inout: bytes, unless every buffer input is an array.

        >>> import numpy as np
        >>> from vyre.ir.builder import Builder
        >>> from vyre.dtypes import u32
        >>> b = Builder("double")
        >>> x, y = b.input("x", u32), b.output("y", u32)
        >>> i = b.global_id()
        >>> y[i] = x[i] + x[i]
        >>> with Session("reference") as s:
        ...     s.dispatch(b.build(), [np.array([1, 2, 3], np.uint32)])[0].tolist()
        [2, 4, 6]
        """
        check_program(program)
        check_inputs(inputs, out)
        config = self.config_of(config)
        try:
            pipeline = self.prepare(program, config, backend=backend, arguments=(inputs, out))
            call, results = bind_inputs(pipeline, inputs, out=out, domain=domain, config=config)
            self.run(call)
        except DeviceClosed as closed:
            self.require_reopened(closed)
            return self.dispatch(program, inputs, config, out=out, backend=backend, domain=domain)
        return results_as_given(pipeline, inputs, results)

    def config_of(self, config: DispatchConfig | None) -> DispatchConfig:
        """The config of a call: its own, else that of ``vy.use``, else the session's."""
        if config is None:
            return chosen_backend()[1] or self.config
        check_config(config)
        return config

    def prepare(
        self,
        program: Program,
        config: DispatchConfig | None = None,
        *,
        backend: str | None = None,
        arguments: Sequence[Any] = (),
    ) -> DeviceProgram:
        """The program compiled for the chosen device: one dictionary look-up when warm. ``arguments``: where no device is
        named, the one that resident arrays among them are on is chosen."""
        config = config or self.config_of(None)
        choice = self._choose(program, config, backend, arguments)
        engine = choice.engine
        engine.require_here()
        if config.asks:
            refuse_config(engine, config)
        key = (program.fingerprint, program.labels, config.compiled_key)
        try:
            return engine.programs.get(key, lambda: self._build(choice, program, config))
        except VyreError:
            if not engine.closed:
                raise
        return self.prepare(program, config, backend=backend, arguments=arguments)  # opened again meanwhile

    def run(self, call: Call) -> None:
        """Run one bound call and wait. Raises DispatchFailed R811 in a done callback."""
        refuse_in_callback("a plain call")
        self.require_open()
        engine = call.pipeline.engine
        ran: tuple[Timing | int, Trapped | WrongFact | None] | None = None
        if call.config.timeout is None:
            # What is timed is timed by the device's clock, which small calls do without. They also cannot be interrupted
            # while they wait for what was submitted.
            timed = call.config.profile or self.timers.any or not (engine.run_now or not self.order.is_busy(engine))
            launch = None if timed else call.host_launch()
            if launch is not None or engine.run_now is not None:
                ran = self.order.run(MemoryUse(engine, *call.spans()), self._run_here, call, launch)
        if ran is None:
            begun = perf_counter_ns()
            pending = self._submit(call, lambda ok: call.finish() if ok else None)
            try:
                trapped = pending.result()
            except BaseException:  # a timeout, or of a signal's handler; the work's own finds it done
                pending.leave()
                raise
            ran = pending.timing, trapped
            if self.timers.any:
                self.timers.record(call, begun, pending.timing)
        timing, trapped = ran
        self.remember((call.pipeline, call.variant, call.grid, call.notes, timing))
        if trapped is not None:
            raise trapped

    def _run_here(
        self, call: Call, launch: Callable[[], int] | None
    ) -> tuple[Timing | int, Trapped | WrongFact | None] | None:
        """Run a call on this thread, in its turn. None where it has to be submitted."""
        call.load()
        taken = NotImplemented if launch is None else call.run_over_host(launch)
        if taken is not NotImplemented:
            return taken, call.finish()
        run_now = call.pipeline.engine.run_now
        if run_now is None:
            return None
        begun = perf_counter_ns() if self.timers.any else 0
        call.begin()
        timing = run_now(call.host_steps(), label=call.config.label)
        trapped = call.finish()
        if begun:
            self.timers.record(call, begun, timing)
        return timing, trapped

    def remember(self, ran: Ran) -> None:
        """What this thread's last call did."""
        self._last.call = ran

    def remember_notes(self, notes: tuple[CopyNote | LentNote, ...]) -> None:
        """What it copied, where machine code remembered the rest."""
        self._last.call = (*self._last.call[:3], notes, self._last.call[4])

    @door
    def compile(
        self, program: Program, config: DispatchConfig | None = None, *, backend: str | None = None
    ) -> ProgramPipeline:
        """Compile a program ahead of its first dispatch."""
        from vyre.run.pipeline import ProgramPipeline

        check_program(program)
        config = self.config_of(config)
        return ProgramPipeline(self, self.prepare(program, config, backend=backend), config)

    @door
    def resident(self, array: Any, *, backend: str | None = None) -> ResidentArray:
        """An array in a device's memory with the values of ``array``; see :func:`vyre.resident`."""
        if backend is not None:
            check_name(backend)
        self.require_open()
        name = backend or chosen_backend()[0] or self.default
        if backend is None and name == "auto":
            name = self.config_of(None).backend or name
        if name == "auto" and is_on_cuda(array):
            name = "cuda"
        if name == "auto":
            array = lying(array)
            engine = self._engines.first(array.dtype).engine
        else:
            engine = self._engines.choose(name).engine
        engine.require_here()
        if engine.imports is not None and is_on_cuda(array):
            return foreign_copy(engine, array)
        return self.home(engine).place(fitting(engine, array))

    def _settled(self, engine: Engine) -> None:
        engine.home = Residence(engine, self.order, self.require_open)
        engine.watch = watched(self.order.watch, self._last, engine)

    @staticmethod
    def home(engine: Engine) -> Residence:
        """Where resident arrays of an opened device are."""
        assert engine.home is not None
        return engine.home

    # -- asynchronous -----------------------------------------------------------------------------
    @door
    def submit(
        self,
        program: Program,
        inputs: Sequence[Any],
        config: DispatchConfig | None = None,
        *,
        out: Sequence[Any] | None = None,
        backend: str | None = None,
        domain: Sequence[int] | int | None = None,
    ) -> Pending[list[Any]]:
        """Like ``dispatch``, without waiting."""
        check_program(program)
        check_inputs(inputs, out)
        config = self.config_of(config)
        pipeline = self.prepare(program, config, backend=backend, arguments=(inputs, out))
        call, results = bind_inputs(pipeline, inputs, out=out, domain=domain, config=config)
        return self.submit_call(call, lambda: results_as_given(pipeline, inputs, results))

    def submit_call(self, call: Call, value: Callable[[], Any]) -> Pending[Any]:
        """Submit one bound call; ``value`` makes the result when it is done."""

        def finish(ok: bool) -> Any:
            trapped = call.finish() if ok else None
            if trapped is not None:
                raise trapped
            return value() if ok else None

        begun = perf_counter_ns()
        pending = self._submit(call, finish)
        if self.timers.any:
            self.timers.follow(call, begun, pending)
        self.remember((call.pipeline, call.variant, call.grid, call.notes, Timing()))
        return pending

    def _submit(self, call: Call, finish: Callable[[bool], Any]) -> SessionPending:
        engine = call.pipeline.engine
        resources: list[Resource] = []
        with GATE:
            if engine.profile.host_slots:
                steps = call.host_steps()
            else:
                steps, resources = call.device_steps()
        call.begin()
        config, name, receipt = call.config, call.pipeline.program.name, receipt_maker(call)
        prepare, timed = call.load if call.moved else None, config.profile or self.timers.any
        limit, label, spans = config.timeout, config.label, call.spans()
        work = Work(engine, steps, spans, finish, prepare, receipt, resources, limit, label, timed, name)
        return self.order.submit(work)

    # -- choosing and building --------------------------------------------------------------------
    def named(self, config: DispatchConfig, backend: str | None) -> str:
        """The device that a call names, or its config, or ``vy.use``, or the session; "auto" where none does."""
        return backend or config.backend or chosen_backend()[0] or self.default

    def _choose(
        self, program: Program, config: DispatchConfig, backend: str | None, arguments: Sequence[Any] = ()
    ) -> Choice:
        self.require_open()
        if backend is not None:
            check_name(backend)
        name = self.named(config, backend)
        if name == "auto" and arguments:
            name = home_among(arguments) or name
        if name != "auto":
            return self._engines.choose(name)
        key = (program.fingerprint, config.strict_devices)
        choice = self._choices.get(key)
        if choice is None or choice.engine.closed:
            if len(self._choices) >= _CHOICES:
                self._choices.clear()
            choice = self._choices[key] = self._engines.auto(program, strict=config.strict_devices)
        return choice

    def _build(self, choice: Choice, program: Program, config: DispatchConfig) -> DeviceProgram:
        self._engines.require(choice.engine, program, config)
        profile = choice.engine.profile
        if config.while_limit is not None and not can_trap(profile.features, profile.dtypes):
            raise UnsupportedFeature(
                f"{choice.engine.id} does not honour DispatchConfig.while_limit: it has no traps",
                code="U701",
                fix="leave while_limit at its default, or run it with backend='cpu'",
                actual=str(config.while_limit),
            )
        variants = choice.engine.compiled.get((program.fingerprint, config.compiled_key), Variants)
        with put_off(), default_floats():
            made = DeviceProgram(choice.engine, program, config, variants, choice.passed_over)
        if made.checked.warnings and program.fingerprint + program.labels not in self._warned:  # once per program
            self._warned.add(program.fingerprint + program.labels)
            for text in made.checked.warnings:
                warn_user(text)
        return made

    @door
    def engine(self, name: str) -> Engine:
        """The opened device of that id (opens it)."""
        self.require_open()
        check_name(name)
        return self._engines.named(name)

    @property
    def registry(self) -> Registry:
        return self._engines.registry

    @door
    def devices(self) -> tuple[DeviceInfo, ...]:
        """As ``vyre.devices``."""
        return self._engines.registry.all_devices()

    @property
    def cache(self) -> SessionCache:
        """The compiled pipelines of this session."""
        return SessionCache(self._engines)

    # -- receipts, the end ------------------------------------------------------------------------
    @door
    def timed(self) -> TimedBlock:
        """``with session.timed() as block:`` has the times of each dispatch that this thread makes of the session inside.

        >>> with Session("reference") as s, s.timed() as block:
        ...     pass
        >>> len(block.dispatches), block.wall_ns, block.device_ns
        (0, 0, 0)
        """
        return TimedBlock(self.timers)

    @door
    def last_receipt(self) -> Receipt | None:
        """What this thread's last call did; made now."""
        last = getattr(self._last, "call", None)
        return None if last is None else receipt_of(last)

    def require_open(self) -> None:
        """Raise DispatchFailed R800 after ``close``."""
        if self._closed:
            raise DispatchFailed(
                "the session is closed", code="R800", fix="make a new vy.Session(), or leave the with-block later"
            )

    def _forked(self) -> None:
        self.timers.forked()
        self._engines.forked()

    @door
    def synchronize(self) -> None:
        """Wait for everything submitted, and for what bound calls enqueued, whose errors it raises. R811 in a done callback."""
        refuse_in_callback("session.synchronize()")
        self.order.wait()
        for engine in self._engines.opened():
            engine.synchronize()

    @door
    def reopen(self, backend: str | None = None) -> None:
        """Close a device (by default all that are open) and open it anew, after it was lost, or while it is busy with a kernel that
        does not end: what runs gets a second. Its resident arrays and bound calls are gone (A640); kernels and pipelines are
        compiled again when they are used, and plain calls that other threads make meanwhile run before or after. A device that is
        named and was not open is opened. Raises BackendUnavailable S900 where it cannot be opened, S901 for an unknown name."""
        from vyre.run.reopening import reopen

        refuse_in_callback("session.reopen()")
        self.require_open()
        reopen(self._engines, self.order, backend)

    def require_reopened(self, closed: DeviceClosed) -> None:
        """After this, what met a closed device can be called anew; raises ``closed`` where the device was not opened again."""
        if any(id(engine.backend) == closed.backend_id for engine in self._engines.opened()):
            raise closed

    @door
    def close(self) -> None:
        """Wait for what runs, then give every device back; one that is held by a dispatch that ran past its
        ``DispatchConfig.timeout`` stays open. Calling it twice is harmless."""
        self._close(lambda one: one.completion.wait(GRACE if one.left else None))

    def _close(self, wait: Callable[[Submission], bool]) -> None:
        if self._closed:
            return
        if self.order.submissions():
            refuse_in_callback("session.close() while dispatches run")
        self._closed = True
        self.order.close()
        if self._pid == os.getpid():
            stuck = [
                one.engine for one in self.order.submissions() if not wait(one) and (one.holds_device or not one.left)
            ]
            self._engines.close(but=stuck)

    def _end(self) -> None:
        """At the end of the process nothing waits for ever."""
        self._close(lambda one: one.completion.wait(PATIENCE.left(late=one.late)))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()


class _Default:
    """Holds the default session, made at first use, and knows every session: the one place of process-wide state."""

    lock = threading.Lock()
    session: Session | None = None
    alive: Final[weakref.WeakSet[Session]] = weakref.WeakSet()


def _after_fork() -> None:
    _Default.lock = threading.Lock()
    no_callbacks()
    forked()
    for one in list(_Default.alive):
        one._forked()


if hasattr(os, "register_at_fork"):  # one hook for all sessions: a hook cannot be taken back
    os.register_at_fork(after_in_child=_after_fork)


def default_session() -> Session:
    """The default session."""
    if _Default.session is None or _Default.session._closed:
        with _Default.lock:
            if _Default.session is None or _Default.session._closed:
                import atexit

                made = Session()
                atexit.register(made._end)
                _Default.session = made
    return _Default.session


@door
def session() -> Session:
    """The default session."""
    return default_session()
