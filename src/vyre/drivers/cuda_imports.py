"""Memory of other libraries on a CUDA device, and the order between their streams and ours."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from cuda.bindings import driver as cu  # pyright: ignore[reportMissingImports]  # an extra, for machines with NVIDIA's driver

from vyre.contract.backend import Launch, Step
from vyre.drivers.cuda_calls import did
from vyre.drivers.recycled import RecycledMemory
from vyre.errors import ArgumentValueError

if TYPE_CHECKING:
    from vyre.drivers.cuda import CudaBackend

__all__ = ["Event", "ImportedMemory", "adopted", "foreign_streams", "join"]

OTHERS = "pass an array of this device; of another one, name its device as backend=, or copy the array there first"


class ImportedMemory(RecycledMemory):
    """Memory that another library keeps. Nothing of ours is freed: ``kept`` is let go."""

    def __init__(self, owner: CudaBackend, nbytes: int, address: int, kept: object, stream: int | None) -> None:
        super().__init__(owner, nbytes, "device", address, 0)
        self.kept: object = kept
        self.stream = stream

    def hold(self) -> Any:
        """For a submission: what is on the library's stream by now comes first."""
        block = super().hold()
        if block is not None and self.stream is not None:
            backend: Any = self.owner
            backend.join(self.stream)
        return block

    def _recycle(self) -> None:
        self.block = self.kept = None


def adopted(backend: CudaBackend, address: int, nbytes: int, owner: object, stream: int | None) -> ImportedMemory:
    """Raises ArgumentValueError A640 for memory of another device, or of none."""
    if nbytes:
        ordinal = cu.CUpointer_attribute.CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL
        status, found = cu.cuPointerGetAttribute(ordinal, address)
        if status != cu.CUresult.CUDA_SUCCESS or int(found) != backend.device_info.index:
            where = (
                f"on CUDA device {found}" if status == cu.CUresult.CUDA_SUCCESS else f"no CUDA memory ({status.name})"
            )
            raise ArgumentValueError(
                f"this array is {where}, and the call runs on {backend.device_info.id}",
                code="A640",
                fix=OTHERS,
                actual=f"address {address:#x}",
            )
    return ImportedMemory(backend, nbytes, address, owner, stream)


def foreign_streams(steps: Sequence[Step]) -> list[int]:
    """The streams of other libraries whose memory the launches use."""
    slots = [slot for step in steps if isinstance(step, Launch) for slot in step.slots]
    found = (slot.stream for slot in slots if isinstance(slot, ImportedMemory))
    return list(dict.fromkeys(stream for stream in found if stream is not None))


class Event:
    """One of the backend's events, lent until this is dropped."""

    def __init__(self, backend: CudaBackend) -> None:
        self._pool = backend.events
        self.handle = backend.take_event()

    def __del__(self) -> None:
        self._pool.append(self.handle)

    def behind(self, first: Any, then: Any) -> list[tuple[Any, tuple[Any, ...]]]:
        """Driver calls after which what comes to the stream ``then`` waits for what is on ``first``."""
        return [(cu.cuEventRecord, (self.handle, first)), (cu.cuStreamWaitEvent, (then, self.handle, 0))]


def join(backend: CudaBackend, event: Event, stream: int) -> None:
    """What comes to our stream waits for what is on theirs."""
    for function, arguments in event.behind(cu.CUstream(stream), backend.stream):
        did(function(*arguments))
