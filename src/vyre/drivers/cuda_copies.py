"""Copies and fills of one submission on CUDA, and the pinned blocks that they go through."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Final, NamedTuple

from cuda.bindings import driver as cu  # pyright: ignore[reportMissingImports]  # an extra, for machines with NVIDIA's driver

from vyre.contract.backend import Copy, Fill, HostView
from vyre.drivers.cuda_calls import did

if TYPE_CHECKING:
    from vyre.drivers.cuda import CudaBackend

__all__ = ["Copies"]

_STAGED: Final = 1 << 22  # bytes up to which an upload goes through pinned memory


class _Arrival(NamedTuple):
    """Bytes on their way to the host: the pinned block that they come through, and where they go."""

    staged: int
    target: int
    nbytes: int


class Copies:
    """The copies of one submission, and the pinned blocks that they use."""

    def __init__(self, backend: CudaBackend) -> None:
        self.backend = backend
        self.blocks: list[tuple[int, int]] = []
        self.arrivals: list[_Arrival] = []

    def staged(self, nbytes: int) -> int:
        block = self.backend.pinned_block(nbytes)
        self.blocks.append(block)
        return block[0]

    def copy(self, step: Copy) -> None:
        source, target, backend = step.source, step.target, self.backend
        stream = backend.stream
        for at, to, nbytes in step.ranges:
            if not nbytes:
                continue
            if isinstance(source, HostView):
                first = source.address + at
                if self._arriving(first, nbytes) or isinstance(target, HostView):
                    self._settle()
                if isinstance(target, HostView):
                    target.memory[to : to + nbytes] = source.memory[at : at + nbytes]
                    continue
                if nbytes <= _STAGED:
                    staged = self.staged(nbytes)
                    ctypes.memmove(staged, first, nbytes)
                    first = staged
                did(cu.cuMemcpyHtoDAsync(backend.block_of(target) + to, first, nbytes, stream))
            elif isinstance(target, HostView):
                staged = self.staged(nbytes)
                did(cu.cuMemcpyDtoHAsync(staged, backend.block_of(source) + at, nbytes, stream))
                self.arrivals.append(_Arrival(staged, target.address + to, nbytes))
            else:
                a, b = backend.block_of(source) + at, backend.block_of(target) + to
                if a < b + nbytes and b < a + nbytes:  # overlapping ranges go through a block of their own
                    spare = int(did(cu.cuMemAllocAsync(nbytes, stream)))
                    did(cu.cuMemcpyDtoDAsync(spare, a, nbytes, stream))
                    did(cu.cuMemcpyDtoDAsync(b, spare, nbytes, stream))
                    did(cu.cuMemFreeAsync(spare, stream))
                else:
                    did(cu.cuMemcpyDtoDAsync(b, a, nbytes, stream))

    def fill(self, step: Fill) -> None:
        target = step.target
        nbytes = target.nbytes - step.offset if step.nbytes is None else step.nbytes
        if not nbytes:
            return
        if isinstance(target, HostView):
            self._settle()
            target.memory[step.offset : step.offset + nbytes] = bytes((step.byte,)) * nbytes
        else:
            address = self.backend.block_of(target) + step.offset
            did(cu.cuMemsetD8Async(address, step.byte, nbytes, self.backend.stream))

    def _arriving(self, first: int, nbytes: int) -> bool:
        return any(first < a.target + a.nbytes and a.target < first + nbytes for a in self.arrivals)

    def _settle(self) -> None:
        """A step reads or writes host memory itself: what is under way to it comes first."""
        did(cu.cuStreamSynchronize(self.backend.stream))
        self.finish()

    def finish(self) -> None:
        """Write what has arrived into the caller's arrays, in the order of the steps."""
        for arrival in self.arrivals:
            ctypes.memmove(arrival.target, arrival.staged, arrival.nbytes)
        self.arrivals = []

    def give_back(self) -> None:
        for address, size in self.blocks:
            self.backend.give_pinned(address, size)
        self.blocks = []
