"""A CUDA without a GPU: the driver's and NVRTC's calls over host memory, which are written down, and the reference for kernels.

Streams run at once. What it holds true is what the driver file asks of CUDA: which calls, in which order, on which stream, and
that memory is not used after it was freed.
"""

from __future__ import annotations

import ctypes
import importlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from enum import IntEnum
from importlib.metadata import EntryPoint
from types import ModuleType
from typing import Any

from vyre.contract.backend import HostView, Launch
from vyre.contract.registry import Registry
from vyre.device import DeviceInfo
from vyre.drivers.reference import ReferencePipeline

__all__ = ["Fake", "fake_cuda"]


class CUresult(IntEnum):
    """Those that the driver file names."""

    CUDA_SUCCESS = 0
    CUDA_ERROR_INVALID_VALUE = 1
    CUDA_ERROR_OUT_OF_MEMORY = 2
    CUDA_ERROR_DEINITIALIZED = 4
    CUDA_ERROR_INVALID_CONTEXT = 201
    CUDA_ERROR_ECC_UNCORRECTABLE = 214
    CUDA_ERROR_ILLEGAL_ADDRESS = 700
    CUDA_ERROR_LAUNCH_TIMEOUT = 702
    CUDA_ERROR_CONTEXT_IS_DESTROYED = 709
    CUDA_ERROR_ASSERT = 710
    CUDA_ERROR_HARDWARE_STACK_ERROR = 714
    CUDA_ERROR_ILLEGAL_INSTRUCTION = 715
    CUDA_ERROR_MISALIGNED_ADDRESS = 716
    CUDA_ERROR_INVALID_ADDRESS_SPACE = 717
    CUDA_ERROR_INVALID_PC = 718
    CUDA_ERROR_LAUNCH_FAILED = 719


OK = (CUresult.CUDA_SUCCESS,)
ATTRIBUTES = {"MAJOR": 9, "MINOR": 0, "PER_BLOCK": 1024, "DIM_X": 1024, "DIM_Y": 1024, "DIM_Z": 64, "OPTIN": 232448}


class _Names:
    """An enumeration that has every name, each its own value."""

    def __getattr__(self, name: str) -> str:
        return name


class Flags(IntEnum):
    """Of streams and events."""

    CU_STREAM_NON_BLOCKING = 1
    CU_EVENT_DEFAULT = 0
    CU_EVENT_DISABLE_TIMING = 2


class Fake:
    """The fake device. ``calls``: the name and the arguments of each driver call since the last ``clear``. ``fault``: what every
    call gives from now on. ``room``: bytes of memory that are left."""

    def __init__(self) -> None:
        self.calls: list[tuple[Any, ...]] = []
        self.fault: CUresult | None = None
        self.room = 1 << 30
        self.memory: dict[int, Any] = {}
        self.plans: dict[Any, Any] = {}
        self.handles = 1000
        self.current: dict[int, int] = {}  # thread -> context
        self.backend: Any = None
        self.ordinal = 0  # of the device that memory is on
        self.clock = 0

    def names(self) -> list[str]:
        """The calls' names, without the one that every submission begins with."""
        return [name for name, *_ in self.calls if name != "cuCtxSetCurrent"]

    def clear(self) -> None:
        self.calls.clear()

    def handle(self) -> int:
        self.handles += 1
        return self.handles

    def allocated(self, nbytes: int) -> Any:
        if nbytes > self.room:
            return (CUresult.CUDA_ERROR_OUT_OF_MEMORY, 0)
        raw = ctypes.create_string_buffer(nbytes + 512)
        address = (ctypes.addressof(raw) + 255) // 256 * 256
        self.memory[address] = raw
        self.room -= nbytes
        return (CUresult.CUDA_SUCCESS, address)

    def freed(self, address: int) -> Any:
        raw = self.memory.pop(address)
        self.room += len(raw) - 512
        return OK

    def launched(self, function: int, *rest: Any) -> Any:
        pointers = rest[8]
        plan = self.plans[function]
        count = len(plan.slots)
        table = (ctypes.c_void_p * (count + 1)).from_address(pointers)
        addresses = [ctypes.c_uint64.from_address(table[n] or 0).value for n in range(count)]
        params = ctypes.string_at(table[count] or 0, plan.params.nbytes)
        names = [name for name, _, _ in plan.params.fields]
        values = dict(zip(names, plan.params.packer.unpack(params), strict=True))
        slots = []
        for slot, address in zip(plan.slots, addresses, strict=True):
            nbytes = values[f"b{slot.buffer}.size"] * slot.dtype.nbytes
            raw = (ctypes.c_char * nbytes).from_address(address) if nbytes else bytearray()
            slots.append(HostView(raw, address, nbytes, True))
        grid = tuple(values[f"groups{k}"] for k in range(3))
        launch = Launch(self.plans[function, "oracle"], tuple(slots), grid, params)
        self.plans[function, "oracle"].launch(launch)
        return OK

    # -- as modules ------------------------------------------------------------------------------------------------
    def call(self, name: str, *arguments: Any) -> Any:
        self.calls.append((name, *arguments))
        if self.fault is not None and name not in ("cuCtxSetCurrent", "cuInit"):
            return (self.fault, 0)
        made = getattr(self, name, None)
        if made is not None:
            return made(*arguments)
        if name.endswith(("Create", "Retain", "LoadData", "GetFunction")):
            return (CUresult.CUDA_SUCCESS, self.handle())
        return OK

    def cuDeviceGetCount(self) -> Any:
        return (CUresult.CUDA_SUCCESS, 1)

    def cuDeviceGet(self, index: int) -> Any:
        return (CUresult.CUDA_SUCCESS, index)

    def cuDeviceGetName(self, length: int, device: int) -> Any:
        return (CUresult.CUDA_SUCCESS, b"fake\0")

    def cuDriverGetVersion(self) -> Any:
        return (CUresult.CUDA_SUCCESS, 13000)

    def cuDeviceTotalMem(self, device: int) -> Any:
        return (CUresult.CUDA_SUCCESS, 1 << 30)

    def cuDeviceGetAttribute(self, which: str, device: int) -> Any:
        return (CUresult.CUDA_SUCCESS, next((v for k, v in ATTRIBUTES.items() if k in which), 0))

    def cuMemAlloc(self, nbytes: int) -> Any:
        return self.allocated(nbytes)

    def cuMemAllocHost(self, nbytes: int) -> Any:
        return self.allocated(nbytes)

    def cuMemAllocAsync(self, nbytes: int, stream: int) -> Any:
        return self.allocated(nbytes)

    def cuMemFree(self, address: int) -> Any:
        return self.freed(address)

    def cuMemFreeHost(self, address: int) -> Any:
        return self.freed(address)

    def cuMemFreeAsync(self, address: int, stream: int) -> Any:
        return self.freed(address)

    def cuPointerGetAttribute(self, which: str, address: int) -> Any:
        inside = [a for a, raw in self.memory.items() if a <= address < a + len(raw)]
        return (CUresult.CUDA_SUCCESS, self.ordinal) if inside else (CUresult.CUDA_ERROR_INVALID_VALUE, 0)

    def cuMemGetInfo(self) -> Any:
        return (CUresult.CUDA_SUCCESS, self.room, 1 << 30)

    def cuMemcpyHtoDAsync(self, to: int, source: int, nbytes: int, stream: int) -> Any:
        ctypes.memmove(to, source, nbytes)
        return OK

    def cuMemcpyDtoHAsync(self, to: int, source: int, nbytes: int, stream: int) -> Any:
        ctypes.memmove(to, source, nbytes)
        return OK

    def cuMemcpyDtoDAsync(self, to: int, source: int, nbytes: int, stream: int) -> Any:
        ctypes.memmove(to, source, nbytes)
        return OK

    def cuMemsetD8Async(self, to: int, byte: int, nbytes: int, stream: int) -> Any:
        ctypes.memset(to, byte, nbytes)
        return OK

    def cuLaunchKernel(self, function: int, *rest: Any) -> Any:
        return self.launched(function, *rest)

    def cuEventElapsedTime(self, start: Any, end: Any) -> Any:
        return (CUresult.CUDA_SUCCESS, 0.25)


class _Module(ModuleType):
    def __init__(self, name: str, fake: Fake) -> None:
        super().__init__(name)
        self.fake = fake
        self.CUresult = CUresult
        self.CUdevice_attribute = self.CUfunction_attribute = self.CUpointer_attribute = _Names()
        self.CUstream_flags = self.CUevent_flags = Flags
        for handle in ("CUstream", "CUevent", "CUdeviceptr"):
            setattr(self, handle, int)

    def __getattr__(self, name: str) -> Any:
        if not name.startswith("cu"):
            raise AttributeError(name)
        fake = self.fake
        return lambda *arguments: fake.call(name, *arguments)


class _Nvrtc(ModuleType):
    class nvrtcResult(IntEnum):
        NVRTC_SUCCESS = 0

    def __getattr__(self, name: str) -> Any:
        if not name.startswith("nvrtc"):
            raise AttributeError(name)
        fine = self.nvrtcResult.NVRTC_SUCCESS
        given = {"Version": (fine, 13, 0), "CreateProgram": (fine, 1), "LogSize": (fine, 1), "CUBINSize": (fine, 1)}
        return lambda *arguments: next((v for k, v in given.items() if name.endswith(k)), (fine,))


@contextmanager
def fake_cuda() -> Iterator[tuple[Fake, Registry]]:
    """The fake, and a registry whose ``cuda`` is the driver over it. Whatever CUDA is here comes back afterwards."""
    mine = ("cuda", "vyre.drivers.cuda")
    before = {name: module for name, module in sys.modules.items() if name.startswith(mine)}
    for name in before:
        del sys.modules[name]
    fake = Fake()
    package, bindings = ModuleType("cuda"), ModuleType("cuda.bindings")
    driver, nvrtc = _Module("cuda.bindings.driver", fake), _Nvrtc("cuda.bindings.nvrtc")
    package.bindings, bindings.driver, bindings.nvrtc = bindings, driver, nvrtc  # type: ignore[attr-defined]  # made here
    for module in (package, bindings, driver, nvrtc):
        sys.modules[module.__name__] = module
    try:
        loaded: Any = importlib.import_module("vyre.drivers.cuda")

        class Simulated(loaded.CudaBackend):  # type: ignore[misc]  # of a module that is made here
            def __init__(self, device: DeviceInfo, *, store: Any) -> None:
                super().__init__(device, store=store)
                fake.backend = self

            def build(self, plan: Any, artifact: Any) -> Any:
                made = super().build(plan, artifact)
                reference = DeviceInfo("reference", "reference", 0, "", "reference")
                fake.plans[made.function] = plan
                fake.plans[made.function, "oracle"] = ReferencePipeline(plan, reference)
                return made

        class Point:
            name, value = "cuda", "fake:cuda"

            def load(self) -> type[Any]:
                return Simulated

        points: list[EntryPoint] = [Point()]  # type: ignore[list-item]  # has what the registry reads
        yield fake, Registry(points)
    finally:
        for name in [name for name in sys.modules if name.startswith(mine)]:
            del sys.modules[name]
        sys.modules.update(before)
