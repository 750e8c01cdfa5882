"""``Pipeline``: compiled ahead of its calls. ``BoundCall``: a call whose arguments are fixed too."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Never
from weakref import ref

from vyre.config import DispatchConfig
from vyre.contract.direct import Direct
from vyre.doors import door, planned
from vyre.errors import ArgumentTypeError, DeviceClosed
from vyre.ir.program import Program
from vyre.lang.dims import DeclaredShapes
from vyre.memory.resident import ResidentArray
from vyre.run.arguments import bind_inputs, results_as_given
from vyre.run.bound import declines, prepared_run
from vyre.run.call import Call
from vyre.run.call_plan import CallPlan, Spoken
from vyre.run.device_program import DeviceProgram
from vyre.run.engine import check_inputs
from vyre.run.near import UNARMED, is_quiet
from vyre.run.pending import Pending

if TYPE_CHECKING:
    from inspect import Signature

    from vyre.run.session import Session

__all__ = ["BoundCall", "DirectPipeline", "KernelPipeline", "Pipeline", "ProgramPipeline"]


class Pipeline(ABC):
    """A program compiled ahead of its calls, on one device, with one config."""

    def __init__(self, session: Session, prepared: DeviceProgram, config: DispatchConfig) -> None:
        self._session = session
        self._made = prepared
        self._config = config
        prepared.compiled()

    @property
    def config(self) -> DispatchConfig:
        """The config that it was compiled with."""
        return self._config

    @property
    def _prepared(self) -> DeviceProgram:
        """What was compiled; anew where its device was opened again."""
        made = self._made
        if made.engine.closed:
            made = self._made = self._session.prepare(made.program, self._config, backend=made.engine.id)
        return made

    @property
    def program(self) -> Program:
        return self._made.program

    @property
    def source(self) -> str:
        """The emitted text."""
        return self._prepared.source

    @property
    def key(self) -> bytes:
        """The key under which it is cached."""
        return self._prepared.key

    @abstractmethod
    def __call__(self, *args: Any, **keywords: Any) -> Any:
        """Run and wait."""

    @abstractmethod
    def submit(self, *args: Any, **keywords: Any) -> Pending[Any]:
        """Like a call, without waiting."""

    def batch(self, *args: Any, **keywords: Any) -> Never:
        """Planned: raises UnsupportedFeature U700."""
        raise planned("compiled.batch", "submit each call: compiled.submit(…), then wait for the results")

    @abstractmethod
    def bind(self, *args: Any, **keywords: Any) -> BoundCall:
        """Check everything once; the result runs again and again over the same arrays."""


class ProgramPipeline(Pipeline):
    """A program compiled for one device; made by ``Session.compile``. Calls take what ``Session.dispatch`` takes."""

    @door
    def __call__(
        self, inputs: Sequence[Any], *, out: Sequence[Any] | None = None, domain: Sequence[int] | int | None = None
    ) -> list[Any]:
        """Run and wait; one entry per out and inout."""
        check_inputs(inputs, out)
        try:
            call, results = bind_inputs(self._prepared, inputs, out=out, domain=domain, config=self._config)
            self._session.run(call)
        except DeviceClosed as closed:
            self._session.require_reopened(closed)
            return self(inputs, out=out, domain=domain)
        return results_as_given(self._prepared, inputs, results)

    @door
    def submit(
        self, inputs: Sequence[Any], *, out: Sequence[Any] | None = None, domain: Sequence[int] | int | None = None
    ) -> Pending[list[Any]]:
        """Like a call, without waiting."""
        check_inputs(inputs, out)
        call, results = bind_inputs(self._prepared, inputs, out=out, domain=domain, config=self._config)
        return self._session.submit_call(call, lambda: results_as_given(self._prepared, inputs, results))

    @door
    def bind(
        self, inputs: Sequence[Any], *, out: Sequence[Any] | None = None, domain: Sequence[int] | int | None = None
    ) -> BoundCall:
        """Check everything once; the result runs again and again over the same arrays."""
        check_inputs(inputs, out)
        call, results = bind_inputs(self._prepared, inputs, out=out, domain=domain, config=self._config)
        made = self._made
        if all(isinstance(result, ResidentArray) for result in results):
            return BoundCall(self._session, call, results.copy)
        return BoundCall(self._session, call, lambda: results_as_given(made, inputs, results))


Speak = Callable[[tuple[Any, ...], Mapping[str, Any]], Spoken]


class KernelPipeline(Pipeline):
    """A kernel compiled for one device; made by ``kernel.compile``. Calls take what the kernel takes, without
    ``backend=`` and ``config=``."""

    def __init__(
        self,
        session: Session,
        prepared: DeviceProgram,
        config: DispatchConfig,
        speak: Speak,
        dims: DeclaredShapes | None,
    ) -> None:
        """``speak``: what a call says. ``dims``: what the kernel declares with named dimensions."""
        super().__init__(session, prepared, config)
        self._speak, self._dims = speak, dims
        self._plan = prepared.calls(dims)
        self._armed = self._plan.armed if is_quiet(config) else UNARMED

    def _open_plan(self) -> CallPlan:
        """How calls are bound; anew where the device was opened again."""
        if self._made.engine.closed:
            self._plan = self._prepared.calls(self._dims)
            self._armed = self._plan.armed if is_quiet(self._config) else UNARMED
        return self._plan

    def __call__(self, *args: Any, **keywords: Any) -> Any:
        """Run and wait."""
        run = self._armed.run
        if run is not None:
            result = run(self._made, args, keywords)
            if result is not NotImplemented:
                return result
        plan = self._open_plan() if self._made.engine.closed else self._plan
        try:
            return plan.call(self._session, self._speak(args, keywords), self._config)
        except DeviceClosed as closed:
            self._session.require_reopened(closed)
            return self(*args, **keywords)

    def submit(self, *args: Any, **keywords: Any) -> Pending[Any]:
        """Like a call, without waiting."""
        plan = self._open_plan()
        call, objects = plan.bind(self._speak(args, keywords), self._config)
        return self._session.submit_call(call, lambda: plan.result_of(objects))

    def bind(self, *args: Any, **keywords: Any) -> BoundCall:
        """Check everything once; the result runs again and again over the same arrays."""
        plan = self._open_plan()
        call, objects = plan.bind(self._speak(args, keywords), self._config)
        return BoundCall(self._session, call, None, plan.result_of(objects))


class DirectPipeline(KernelPipeline):
    """One of a backend with entries in machine code: its own call is such an entry, so that a usual call has no Python function
    around it. A call that is left to Python goes the way of every pipeline."""

    __slots__ = ("__call__",)  # what Python finds by this name in an object's class is asked for the object's own

    def __init__(self, *args: Any, **keywords: Any) -> None:
        """As of KernelPipeline."""
        super().__init__(*args, **keywords)
        self.__signature__ = _signature()  # of a slot, `inspect` finds none
        self._entered: Direct | None = None  # what the entry was made of
        self._otherwise = _otherwise(ref(self))
        self._enter(self._otherwise)

    def _enter(self, entry: Callable[..., Any]) -> None:
        object.__setattr__(self, "__call__", entry)

    def by_python(self, args: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
        """A call that is no usual one, or the first that may go past Python from now on."""
        run, make = self._armed.run, self._made.engine.direct_entry
        if run is not self._entered:
            self._entered = run
            entry = None if run is None or make is None else make(run, self._made, self._otherwise)
            self._enter(entry or self._otherwise)
        return super().__call__(*args, **keywords)


@cache
def _signature() -> Signature:
    """Of a pipeline's call."""
    import inspect

    whole = inspect.signature(KernelPipeline.__call__)
    return whole.replace(parameters=list(whole.parameters.values())[1:])


def _otherwise(here: ref[DirectPipeline]) -> Callable[..., Any]:
    """Takes the calls of a pipeline that are left to Python, without keeping it."""

    def call(*args: Any, **keywords: Any) -> Any:
        pipeline = here()
        assert pipeline is not None  # who calls it holds it
        return pipeline.by_python(args, keywords)

    return call


class BoundCall:
    """A call whose arguments are fixed. Calling it runs it and gives the outputs, which it owns.

    It waits, unless all of its arrays are resident on a device with a queue: then it only enqueues, and ``numpy()`` of an
    output waits.
    """

    def __init__(self, session: Session, call: Call, value: Callable[[], Any] | None, result: Any = None) -> None:
        """``value``: makes what a run gives; None where it is ``result`` each time."""
        self._run, enqueues, direct = prepared_run(session, call, result)
        self._call = call
        self._value = value
        self._result = result
        self._direct = direct if value is None else declines
        if enqueues:
            call.pipeline.engine.bounds.add(self)
            for _, one in call.residents:
                one.told_when_closed(self)

    if TYPE_CHECKING:

        def __call__(self) -> Any:
            """Run, and wait where it does not only enqueue."""

    else:

        def __call__(self, *args: Any, **keywords: Any) -> Any:
            if args or keywords:
                raise ArgumentTypeError(
                    "a bound call takes no arguments: they were fixed when it was bound",
                    code="A601",
                    fix="call it as bound(), after writing into the arrays of bound.arrays(); or call what compile() gave",
                    actual=f"{len(args)} arguments, keywords {sorted(keywords) or 'none'}",
                )
            result = self._direct()
            if result is not NotImplemented:
                return result
            self._run()
            return self._result if self._value is None else self._value()

    def revoke(self) -> None:
        """An array of it, or its device, is closed: it runs no more."""
        self._run = self._call.require_open
        self._direct = declines

    @door
    def arrays(self) -> tuple[Any, ...]:
        """The caller's arrays, and fresh outputs, in declaration order."""
        originals: dict[int, Any] = dict(self._call.copied) | {n: lent.given for n, lent in self._call.lent}
        originals |= {n: one if one.origin is None else one.origin for n, one in self._call.residents}
        given = self._call.arrays[: len(self._call.pipeline.slots)]  # without the trap record
        return tuple(originals.get(n, array) for n, array in enumerate(given))
