"""Bound calls on CUDA: steps over resident memory as driver calls whose arguments are made once.

Each run is one driver call a step and a look at its status. There is no event and no bookkeeping: the stream keeps the order,
and memory that is given back is reused in the order of the stream.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cuda.bindings import driver as cu  # pyright: ignore[reportMissingImports]  # an extra, for machines with NVIDIA's driver

from vyre.contract.backend import Copy, Fill, HostView, Launch, Step
from vyre.drivers.cuda_calls import did
from vyre.drivers.cuda_imports import Event, foreign_streams
from vyre.errors import DeviceLost, DispatchFailed

if TYPE_CHECKING:
    from vyre.drivers.cuda import CudaBackend

__all__ = ["Prepared", "bound"]

DriverCall = tuple[Callable[..., Any], tuple[Any, ...]]


@dataclass(frozen=True, slots=True)
class Prepared:
    """The arguments of one ``cuLaunchKernel``. ``kept``: the memory that they point into."""

    arguments: tuple[Any, ...]
    kept: tuple[Any, ...]


def bound(backend: CudaBackend, steps: Sequence[Step]) -> Callable[[], None]:
    """The run. Raises A640 for memory that is closed or foreign, R822 for steps that need the host."""
    kept: list[Any] = [backend.hold(steps)]
    calls: list[DriverCall] = []
    for step in steps:
        calls += _calls(backend, step, kept)
    for stream in foreign_streams(steps):  # memory of other libraries: after their work, and before what they do next
        before, after = Event(backend), Event(backend)
        kept += before, after
        theirs = cu.CUstream(stream)
        calls = [*before.behind(theirs, backend.stream), *calls, *after.behind(backend.stream, theirs)]

    def again_after(call: DriverCall) -> None:
        """It failed: perhaps since another context is this thread's, so once more in ours. Raises what it says then."""
        try:
            backend.enter()
            function, arguments = call
            did(function(*arguments))
        except DeviceLost as error:
            raise backend.told(error, "a bound call, or before it") from error

    if len(calls) == 1:
        (only,) = calls
        launch, arguments = only

        def once(kept: Any = kept) -> None:
            if backend.queued:
                backend.flush()
            if launch(*arguments)[0]:
                again_after(only)

        return once

    def all_of_them(kept: Any = kept) -> None:
        if backend.queued:
            backend.flush()
        for call in calls:
            if call[0](*call[1])[0]:
                again_after(call)

    return all_of_them


def _calls(backend: CudaBackend, step: Step, kept: list[Any]) -> list[DriverCall]:
    stream = backend.stream
    match step:
        case Launch():
            prepared = backend.prepared(step)
            if prepared is None:
                return []
            kept.append(prepared)
            return [(cu.cuLaunchKernel, prepared.arguments)] * step.repeat
        case Fill() if not isinstance(step.target, HostView):
            nbytes = step.target.nbytes - step.offset if step.nbytes is None else step.nbytes
            address = backend.block_of(step.target) + step.offset
            return [(cu.cuMemsetD8Async, (address, step.byte, nbytes, stream))] if nbytes else []
        case Copy() if not isinstance(step.source, HostView) and not isinstance(step.target, HostView):
            source, target = backend.block_of(step.source), backend.block_of(step.target)
            return [
                (cu.cuMemcpyDtoDAsync, (target + to, source + at, nbytes, stream))
                for at, to, nbytes in step.ranges
                if nbytes
            ]
        case _:
            raise DispatchFailed(
                "a bound call uses memory of the device only",
                code="R822",
                fix="submit the steps instead, or make the arrays resident",
                actual=repr(step)[:200],
            )
