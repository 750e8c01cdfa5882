"""Calls of CUDA's driver and of NVRTC: what they gave, or our error with CUDA's own name for theirs."""

from __future__ import annotations

from typing import Any, Final

from cuda.bindings import driver as cu  # pyright: ignore[reportMissingImports]  # an extra, for machines with NVIDIA's driver
from cuda.bindings import nvrtc  # pyright: ignore[reportMissingImports]

from vyre.errors import DeviceLost, DispatchFailed, OutOfMemory

__all__ = ["DRIVER_FIX", "LOST_FIX", "STICKY", "Clock", "compiled", "did", "no_memory"]

DRIVER_FIX: Final = (
    "install NVIDIA's driver, until `nvidia-smi` shows the GPU, and the packages with: pip install 'vyre[cuda]'"
)
LOST_FIX: Final = (
    "start the process again: CUDA (driver 580) opens no device for one that met such a fault, so session.reopen('cuda') may fail; "
    "other devices, as backend='cpu', go on"
)
STICKY: Final = frozenset(
    {
        cu.CUresult.CUDA_ERROR_ILLEGAL_ADDRESS, cu.CUresult.CUDA_ERROR_LAUNCH_FAILED, cu.CUresult.CUDA_ERROR_LAUNCH_TIMEOUT,
        cu.CUresult.CUDA_ERROR_HARDWARE_STACK_ERROR, cu.CUresult.CUDA_ERROR_ILLEGAL_INSTRUCTION, cu.CUresult.CUDA_ERROR_MISALIGNED_ADDRESS,
        cu.CUresult.CUDA_ERROR_INVALID_ADDRESS_SPACE, cu.CUresult.CUDA_ERROR_INVALID_PC, cu.CUresult.CUDA_ERROR_ASSERT,
        cu.CUresult.CUDA_ERROR_ECC_UNCORRECTABLE, cu.CUresult.CUDA_ERROR_CONTEXT_IS_DESTROYED, cu.CUresult.CUDA_ERROR_DEINITIALIZED,
    }
)  # fmt: skip
"""What the context does not recover from."""


def did(result: tuple[Any, ...]) -> Any:
    """What a driver call gave. Raises our error with CUDA's own name for it."""
    status = result[0]
    if status == cu.CUresult.CUDA_SUCCESS:
        return result[1] if len(result) == 2 else result[1:]
    text = f"{status.name}"
    if status == cu.CUresult.CUDA_ERROR_OUT_OF_MEMORY:
        raise no_memory(text)
    if status in STICKY:
        raise DeviceLost(
            f"CUDA reported: {text}",
            code="R824",
            fix=LOST_FIX,
            actual=text,
        )
    raise DispatchFailed(
        f"CUDA reported: {text}",
        code="R822",
        fix="open the device again; where it returns, run with backend='cpu' and report the text of this error",
        actual=text,
    )


def compiled(result: tuple[Any, ...]) -> Any:
    """What a call of NVRTC gave."""
    status = result[0]
    if status != nvrtc.nvrtcResult.NVRTC_SUCCESS:
        raise DispatchFailed(f"NVRTC reported: {status.name}", code="R822", fix=DRIVER_FIX, actual=status.name)
    return result[1] if len(result) == 2 else result[1:]


def no_memory(actual: str) -> OutOfMemory:
    """R820."""
    return OutOfMemory(
        "the device has no memory for this array",
        code="R820",
        fix="use smaller arrays, split the dispatch, or close resident arrays first",
        actual=actual,
    )


class Clock:
    """The device's times of the launches of one submission: an event before each, and one after."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream
        self._marks: list[Any] = []

    def mark(self) -> None:
        """Note the time on the stream."""
        event = did(cu.cuEventCreate(0))
        self._marks.append(event)
        did(cu.cuEventRecord(event, self._stream))

    def total_ns(self) -> int:
        """From the event before each launch to the one after it."""
        marks, self._marks = self._marks, []
        try:
            pairs = zip(marks[::2], marks[1::2], strict=True)
            return sum(round(did(cu.cuEventElapsedTime(start, end)) * 1e6) for start, end in pairs)
        finally:
            for event in marks:
                cu.cuEventDestroy(event)
