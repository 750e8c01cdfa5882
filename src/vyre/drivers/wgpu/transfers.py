"""Bytes to and from buffers of WebGPU, by the functions of wgpu-native.

Not by those of wgpu-py. Its ``write_buffer`` holds a memoryview that cffi has exported: where a signal's handler raises in it and the
traceback becomes garbage in a cycle, CPython clears the memoryview first and reads through a null pointer afterwards. The callback of its
``map_async`` is Python code: what a signal's handler raises in it is swallowed by cffi, and the mapping is never reported.
And it tells the event loop that was running when a buffer was mapped, which may be closed by then.
"""

from __future__ import annotations

from typing import Any, Final, cast

import numpy as np
from wgpu.backends import wgpu_native
from wgpu.backends.wgpu_native import _api

from vyre.drivers.polling import Poll, Told

__all__ = ["Mapping", "ask_of", "write", "write_from"]

_native: Final[Any] = wgpu_native  # its types tell nothing of what cffi reads from the library
ffi, lib, libf = _native.ffi, _native.lib, cast(Any, _api).libf

_READ: Final = int(lib.WGPUMapMode_Read)
_SUCCESS: Final = int(lib.WGPUMapAsyncStatus_Success)


def write_from(queue: Any, buffer: Any, at: int, address: int, nbytes: int) -> None:
    """Write host memory to a buffer, ahead of what is submitted next. The bytes are taken at once. Raises wgpu's errors."""
    libf.wgpuQueueWriteBuffer(queue._internal, buffer._internal, at, ffi.cast("void *", address), nbytes)


def write(queue: Any, buffer: Any, at: int, data: bytes | bytearray | memoryview) -> None:
    """The same of an object's bytes."""
    held = np.frombuffer(data, np.uint8)
    write_from(queue, buffer, at, held.ctypes.data, held.nbytes)


def ask_of(device: Any) -> Any:
    """How a device is polled. Keeps the device."""

    def ask(block: bool) -> None:
        libf.wgpuDevicePoll(device._internal, block, ffi.NULL)

    return ask


class Mapping(Told):
    """The first ``nbytes`` of a buffer, which the host reads when all is done that was submitted before. Raises wgpu's errors.
    It has the function that wgpu-native calls, which must not end before it was called."""

    __slots__ = ("_buffer", "_callback", "_device", "_nbytes")

    def __init__(self, device: Any, buffer: Any, nbytes: int, poll: Poll) -> None:
        super().__init__()
        self._device = device
        self._buffer = buffer
        self._nbytes = nbytes
        # of the status alone: in every calling convention that wgpu-native has, the caller takes the other arguments away
        self._callback = ffi.callback("void(WGPUMapAsyncStatus)", self.tell)
        info = ffi.new("WGPUBufferMapCallbackInfo *")
        info.mode = lib.WGPUCallbackMode_AllowProcessEvents
        info.callback = ffi.cast("WGPUBufferMapCallback", self._callback)
        poll.keep(self)
        libf.wgpuBufferMapAsync(buffer._internal, _READ, 0, nbytes, info[0])
        poll.follow(self)

    def mapped(self) -> int:
        """Where its bytes are, until ``end``; waits. Raises wgpu's errors, and RuntimeError."""
        if not self.told:
            self.turn.acquire()
        (status,) = self.told[:1]
        if status != _SUCCESS:
            self._device.create_command_encoder()  # says it where the device is lost
            raise RuntimeError(f"a buffer was not mapped (status {status})")
        return int(ffi.cast("intptr_t", libf.wgpuBufferGetMappedRange(self._buffer._internal, 0, self._nbytes)))

    def end(self) -> None:
        libf.wgpuBufferUnmap(self._buffer._internal)
