"""Small host arrays on CUDA: the kernel reads and writes pinned memory of the host by itself.

For 4 KB on an H200 three copies and a launch take 24.5 µs from Python, one staged copy in and one out 17.9, and a kernel over
mapped memory 14.6. It pays where each element is touched about once, so only programs take this way that run in tiles
(``vyre.emit.tiles``): those have no loops either, so nobody has to be able to interrupt them.
"""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from cuda.bindings import driver as cu  # pyright: ignore[reportMissingImports]  # an extra, for machines with NVIDIA's driver

from vyre.contract.backend import Copy, Fill, HostView, Launch, Step
from vyre.drivers.cuda_calls import did

if TYPE_CHECKING:
    from vyre.drivers.cuda import CudaBackend, CudaPipeline

__all__ = ["MAPPED_BYTES", "SmallCalls"]

MAPPED_BYTES: Final = 1 << 16
"""Bytes of all arrays of a call that goes this way: 64 KB take 16.1 µs so and 19.4 with copies, 256 KB 25.4 and 32.6."""

_ALIGN: Final = 256
_memmove = ctypes.memmove


class SmallCalls:
    """A block of mapped memory, and what launches over it are given. One call at a time."""

    def __init__(self, backend: CudaBackend) -> None:
        self._backend = backend
        self._lock = threading.Lock()
        self._block = 0

    def takes(self, steps: Sequence[Step]) -> bool:
        """Whether the steps are one launch over small host arrays, and what must be on them before."""
        last = steps[-1] if steps else None
        if not isinstance(last, Launch) or last.repeat != 1 or not last.pipeline.over_host:
            return False
        if not all(isinstance(slot, HostView) for slot in last.slots):
            return False
        return all(_of_host(step) for step in steps[:-1])

    def run(self, steps: Sequence[Step]) -> None:
        """Run them and wait."""
        for step in steps[:-1]:
            _on_host(step)
        launch = steps[-1]
        assert isinstance(launch, Launch)
        backend = self._backend
        with self._lock:
            if not self._block:
                self._block = int(did(cu.cuMemAllocHost(2 * MAPPED_BYTES + _ALIGN * 256)))
            layout = self._layout(launch)
            slots: Any = launch.slots
            for view, at in zip(slots, layout.places, strict=True):
                _memmove(at, view.address, view.nbytes)
            _memmove(layout.params, launch.params, len(launch.params))
            status = cu.cuLaunchKernel(*layout.arguments)
            if status[0]:
                backend.enter()  # perhaps another context is this thread's
                did(cu.cuLaunchKernel(*layout.arguments))
            did(cu.cuStreamSynchronize(backend.stream))
            for n in layout.written:
                view = slots[n]
                _memmove(view.address, layout.places[n], view.nbytes)

    def _layout(self, launch: Launch) -> _Layout:
        """Where the arrays of a launch lie, and the arguments of the driver call; made anew where sizes or the grid changed."""
        pipeline: Any = launch.pipeline
        key = (launch.grid, *[view.nbytes for view in launch.slots])
        kept = pipeline.small
        if kept is None or kept.key != key:
            kept = pipeline.small = _Layout(self._backend, pipeline, launch, self._block, key)
        found: _Layout = kept
        return found

    def close(self) -> None:
        if self._block:
            did(cu.cuMemFreeHost(self._block))
            self._block = 0


class _Layout:
    def __init__(
        self, backend: CudaBackend, pipeline: CudaPipeline, launch: Launch, block: int, key: tuple[Any, ...]
    ) -> None:
        self.key = key
        at = block
        places = []
        for view in launch.slots:
            places.append(at)
            at += -(-view.nbytes // _ALIGN) * _ALIGN
        self.places = tuple(places)
        self.written = tuple(n for n, slot in enumerate(pipeline.plan.slots) if slot.writable)
        prepared = backend.launch_over(launch, self.places)
        self.arguments = prepared.arguments
        self._kept = prepared.kept
        self.params = ctypes.addressof(prepared.kept[1])


def _of_host(step: Step) -> bool:
    if isinstance(step, Launch):
        return False
    return isinstance(step.target, HostView) and (isinstance(step, Fill) or isinstance(step.source, HostView))


def _on_host(step: Step) -> None:
    if isinstance(step, Fill):
        nbytes = step.target.nbytes - step.offset if step.nbytes is None else step.nbytes
        assert isinstance(step.target, HostView)
        step.target.memory[step.offset : step.offset + nbytes] = bytes((step.byte,)) * nbytes
    elif isinstance(step, Copy):
        assert isinstance(step.target, HostView)
        assert isinstance(step.source, HostView)
        for at, to, nbytes in step.ranges:
            step.target.memory[to : to + nbytes] = step.source.memory[at : at + nbytes]
