"""CUDA through cuda-bindings: the driver API and NVRTC. One stream per device, in its primary context.

Pageable host memory cannot be copied from the device without waiting, so results come through pinned blocks, which are
reused; the caller's array is written when the dispatch is waited for. What goes to the device is staged likewise as long as
it is small, and given to the driver as it is above that.
"""

from __future__ import annotations

import ctypes
import re
import threading
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Final

from cuda.bindings import driver as cu  # pyright: ignore[reportMissingImports]  # an extra, for machines with NVIDIA's driver
from cuda.bindings import nvrtc  # pyright: ignore[reportMissingImports]

from vyre.contract.backend import (
    CompiledPipeline,
    Copy,
    Fill,
    HostLaunch,
    Launch,
    PendingDispatch,
    Step,
    Store,
)
from vyre.device import PERMISSIONS, DeviceInfo, DeviceProfile
from vyre.drivers.cuda_bound import Prepared, bound
from vyre.drivers.cuda_calls import DRIVER_FIX as _FIX
from vyre.drivers.cuda_calls import LOST_FIX, Clock, did
from vyre.drivers.cuda_calls import compiled as _compiled
from vyre.drivers.cuda_calls import no_memory as _no_memory
from vyre.drivers.cuda_copies import Copies
from vyre.drivers.cuda_imports import Event, ImportedMemory, adopted, join
from vyre.drivers.cuda_modules import loaded
from vyre.drivers.cuda_small import MAPPED_BYTES, SmallCalls
from vyre.drivers.forked import FORKED, SPAWN, is_usable
from vyre.drivers.queued import NOT_ASKED, QueuedBackend
from vyre.drivers.refused_text import compile_failed
from vyre.dtypes import BY_NAME
from vyre.emit.base import Artifact
from vyre.emit.c.pieces import LONGEST_ON_GPU
from vyre.emit.cuda import FEATURES, OPTIONS, emit
from vyre.emit.tiles import blocks_of
from vyre.errors import BackendUnavailable, DeviceLost, DispatchFailed, OutOfMemory
from vyre.ir.ops import OPS
from vyre.ir.program import Grid
from vyre.plan.plan import Plan

__all__ = ["CudaBackend", "CudaPipeline"]

_PINNED: Final = 1 << 28  # bytes of pinned memory that are kept for reuse
_MOST_GROUPS: Final = ((1 << 31) - 1, 65535, 65535)


class CudaPipeline(CompiledPipeline):
    """A loaded module and its kernel. ``artifact``: the cubin."""

    def __init__(self, plan: Plan, artifact: Artifact, cubin: bytes, module: Any, function: Any) -> None:
        self.id = "cuda"
        self.key = plan.key
        self.source = artifact.text
        self.relaxed = artifact.relaxed
        self.plan = plan
        self.tile = artifact.tile
        self.over_host = artifact.tile > 1
        self.shared = artifact.dynamic_shared
        self.artifact = cubin
        self.module = module
        self.function = function

    def close(self) -> None:
        self.module = self.function = None


class CudaBackend(QueuedBackend):
    """One CUDA device."""

    id: ClassVar[str] = "cuda"
    version: ClassVar[str] = "1"
    rank: ClassVar[int | None] = 10
    untimed = NOT_ASKED
    lost_fix = LOST_FIX

    @classmethod
    def devices(cls) -> Sequence[DeviceInfo]:
        """One row per device that the driver shows; makes no context."""
        if not is_usable(cls.id):
            return (_absent(FORKED, fix=SPAWN),)
        try:
            did(cu.cuInit(0))
            count = did(cu.cuDeviceGetCount())
            rows = tuple(_row(n) for n in range(count))
        except (DispatchFailed, DeviceLost, OutOfMemory, RuntimeError) as error:
            return (_absent(f"no CUDA driver answers ({getattr(error, 'message', error)})"),)
        return rows or (_absent("the driver shows no CUDA device"),)

    def __init__(self, device: DeviceInfo, *, store: Store) -> None:
        super().__init__()
        self.device_info = device
        self.store = store
        try:
            did(cu.cuInit(0))
            self._device = did(cu.cuDeviceGet(device.index))
            self._context = did(cu.cuDevicePrimaryCtxRetain(self._device))
            did(cu.cuCtxSetCurrent(self._context))
            self._stream = did(cu.cuStreamCreate(cu.CUstream_flags.CU_STREAM_NON_BLOCKING))
        except (DispatchFailed, DeviceLost, OutOfMemory) as error:
            raise BackendUnavailable(
                f"{device.id} cannot be opened: {error.message}",
                code="S900",
                fix=error.fix if isinstance(error, DeviceLost) else _FIX,
                actual=device.name,
            ) from error
        self._pinned: dict[int, list[int]] = {}  # size -> addresses
        self._pinned_bytes = 0
        self._events: list[Any] = []
        self._small = SmallCalls(self)
        self._joining = threading.Lock()
        self._joined: Event | None = None  # recorded anew for each wait, which keeps what it saw
        ask = self._attribute
        name = cu.CUdevice_attribute
        major = ask(name.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR)
        minor = ask(name.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR)
        self._architecture = f"--gpu-architecture=sm_{major}{minor}"
        driver = did(cu.cuDriverGetVersion())
        compiler = ".".join(map(str, _compiled(nvrtc.nvrtcVersion())))
        self._profile = DeviceProfile(
            backend="cuda",
            device=device.name,
            honours=PERMISSIONS | {"profile"},
            wants_errors=True,
            keeps_waits=True,  # blocks begin in the order of their numbers, and threads of a warp run on by themselves
            kind="gpu",
            ops=frozenset(OPS),
            dtypes=frozenset(BY_NAME),
            features=FEATURES,
            host_slot_bytes=MAPPED_BYTES,
            folds_grid=True,
            longest_piece=LONGEST_ON_GPU,
            max_invocations=ask(name.CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK),
            max_workgroup=(
                ask(name.CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X),
                ask(name.CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y),
                ask(name.CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z),
            ),
            max_shared_bytes=ask(name.CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN),
            max_storage_buffers=128,  # 4,096 bytes of arguments: a pointer and at most 24 bytes of parameters for each
            max_buffer_bytes=device.memory_bytes,
            max_groups_per_axis=65535,
            compile_identity=("cuda", compiler, self._architecture, *OPTIONS),
            driver=f"{driver // 1000}.{driver % 1000 // 10}",
        )

    def _attribute(self, which: Any) -> int:
        return int(did(cu.cuDeviceGetAttribute(which, self._device)))

    def profile(self) -> DeviceProfile:
        return self._profile

    # -- compiling ----------------------------------------------------------------------------------------------
    def compile(self, plan: Plan, profile: DeviceProfile) -> CudaPipeline:
        with self.inside():
            return self.build(plan, emit(plan, profile))

    def build(self, plan: Plan, artifact: Artifact) -> CudaPipeline:
        """Compile emitted text. Raises CompileFailed R821."""
        program = _compiled(nvrtc.nvrtcCreateProgram(artifact.text.encode(), b"program.cu", 0, [], []))
        try:
            options = [option.encode() for option in (self._architecture, *(artifact.options or OPTIONS))]
            (status,) = nvrtc.nvrtcCompileProgram(program, len(options), options)
            if status != nvrtc.nvrtcResult.NVRTC_SUCCESS:
                log = b" " * _compiled(nvrtc.nvrtcGetProgramLogSize(program))
                _compiled(nvrtc.nvrtcGetProgramLog(program, log))
                text = log.decode(errors="replace").strip("\0 ")
                raise compile_failed("CUDA", plan, artifact, text, _line_of(text))
            cubin = b" " * _compiled(nvrtc.nvrtcGetCUBINSize(program))
            _compiled(nvrtc.nvrtcGetCUBIN(program, cubin))
        finally:
            nvrtc.nvrtcDestroyProgram(program)
        module, function = loaded(self, artifact, cubin)
        return CudaPipeline(plan, artifact, cubin, module, function)

    def enter(self) -> None:
        """The context is this thread's from here on."""
        did(cu.cuCtxSetCurrent(self._context))

    @property
    def stream(self) -> Any:
        """The stream that everything of this backend is on."""
        return self._stream

    # -- memory -------------------------------------------------------------------------------------------------
    def create_block(self, nbytes: int) -> int:
        self.enter()
        status, address = cu.cuMemAlloc(nbytes)
        if status == cu.CUresult.CUDA_ERROR_OUT_OF_MEMORY:
            self.trim()
            status, address = cu.cuMemAlloc(nbytes)
        if status == cu.CUresult.CUDA_ERROR_OUT_OF_MEMORY:
            free, total = did(cu.cuMemGetInfo())
            raise _no_memory(f"asked {nbytes} bytes, free {free} of {total}")
        did((status,))
        return int(address)

    def destroy_block(self, block: int) -> None:
        self.enter()
        did(cu.cuMemFree(block))

    def pinned_block(self, nbytes: int) -> tuple[int, int]:
        """(address, size) of a pinned block of at least so many bytes."""
        size = max(4096, 1 << (nbytes - 1).bit_length())
        with self._lock:
            waiting = self._pinned.get(size)
            if waiting:
                self._pinned_bytes -= size
                return waiting.pop(), size
        return int(did(cu.cuMemAllocHost(size))), size

    def give_pinned(self, address: int, size: int) -> None:
        with self._lock:
            if self._pinned_bytes + size <= _PINNED:
                self._pinned.setdefault(size, []).append(address)
                self._pinned_bytes += size
                return
        did(cu.cuMemFreeHost(address))

    # -- submissions --------------------------------------------------------------------------------------------
    def enqueue(self, steps: Sequence[Step], label: str | None) -> Callable[[], None]:
        self.enter()
        work, event = Copies(self), self.take_event()
        try:
            for step in steps:
                match step:
                    case Launch():
                        self.launch(step)
                    case Copy():
                        work.copy(step)
                    case Fill():
                        work.fill(step)
            did(cu.cuEventRecord(event, self._stream))
        except BaseException:
            cu.cuStreamSynchronize(self._stream)  # what is under way uses the staging blocks
            self._events.append(event)
            work.give_back()
            raise

        def wait() -> None:
            self.enter()
            try:
                did(cu.cuEventSynchronize(event))
                work.finish()
            finally:
                work.give_back()
            self._events.append(event)

        return wait

    def launch(self, step: Launch) -> None:
        prepared = self.prepared(step)
        if prepared is None:
            return
        clock = self.clock if isinstance(self.clock, Clock) else None
        for _ in range(step.repeat):
            if clock is not None:
                clock.mark()
            did(cu.cuLaunchKernel(*prepared.arguments))
            if clock is not None:
                clock.mark()

    def prepared(self, step: Launch) -> Prepared | None:
        """The arguments of ``cuLaunchKernel`` for a launch, and the memory that they point into; None where nothing runs."""
        pipeline = step.pipeline
        if not isinstance(pipeline, CudaPipeline) or pipeline.function is None:
            raise DispatchFailed(
                "a pipeline of another backend, or a closed one",
                code="R822",
                fix="compile it on this backend",
                actual=repr(pipeline),
            )
        if 0 in step.grid:
            return None
        return self.launch_over(step, [self.block_of(given) for given in step.slots])

    def launch_over(self, step: Launch, addresses: Sequence[int]) -> Prepared:
        """The same over arrays at these addresses. ``kept`` begins with them and with the parameter block."""
        pipeline = step.pipeline
        assert isinstance(pipeline, CudaPipeline)
        count = len(addresses)
        values = (ctypes.c_uint64 * count)(*addresses)
        block = ctypes.create_string_buffer(step.params, len(step.params))
        first = ctypes.addressof(values)
        pointers = (ctypes.c_void_p * (count + 1))(*(first + 8 * n for n in range(count)), ctypes.addressof(block))
        local, grid = pipeline.plan.workgroup, folded(blocks_of(step.grid, pipeline.tile))
        where = ctypes.addressof(pointers)
        return Prepared(
            (pipeline.function, *grid, *local, pipeline.shared, self._stream, where, 0), (values, block, pointers)
        )

    def host_launch(
        self, pipeline: CompiledPipeline, grid: Grid, nbytes: Sequence[int], blank: frozenset[int], name: str = ""
    ) -> HostLaunch | None:
        """A launch that uses small arrays of the host where they are, but for a copy to and from pinned memory."""
        if not isinstance(pipeline, CudaPipeline) or pipeline.function is None:
            return None
        self.guard()
        return self._small.prepared(pipeline, grid, nbytes, blank, name)

    def submit_timed(
        self, steps: Sequence[Step], *, after: Sequence[PendingDispatch] = (), label: str | None = None
    ) -> PendingDispatch:
        """Submit, with the time of the launches by the device's clock."""
        return self.put(steps, after, label, Clock(self._stream))

    def bind(self, steps: Sequence[Step]) -> Callable[[], None]:
        """Steps over resident memory to enqueue again and again."""
        self.guard()
        self.enter()
        return bound(self, steps)

    def take_event(self) -> Any:
        """An event without a time, of ``events`` or new."""
        return self._events.pop() if self._events else did(cu.cuEventCreate(_BLOCKING))

    @property
    def events(self) -> list[Any]:
        """Those that wait for use."""
        return self._events

    # -- memory of other libraries --------------------------------------------------------------------------------
    @property
    def stream_handle(self) -> int:
        """The stream that everything submitted so far is on."""
        if self.queued:
            self.flush()
        return int(self._stream)

    def adopt(self, address: int, nbytes: int, *, owner: object, stream: int | None) -> ImportedMemory:
        """Foreign memory as a resource. Raises A640 for that of another device."""
        self.guard()
        self.enter()
        return adopted(self, address, nbytes, owner, stream)

    def address_of(self, resource: object) -> int:
        """The address of memory of this backend."""
        return int(self.block_of(resource))

    def join(self, stream: int) -> None:
        """What comes to our stream waits for what is on a foreign one by now."""
        self.enter()
        with self._joining:
            if self._joined is None:
                self._joined = Event(self)
            join(self, self._joined, stream)

    def synchronize(self) -> None:
        """Wait for everything submitted, and for what bound calls enqueued. Raises DeviceLost or DispatchFailed R822."""
        super().synchronize()
        try:
            self.enter()
            did(cu.cuStreamSynchronize(self._stream))
        except DeviceLost as error:
            raise self.told(error, "what bound calls enqueued") from error

    def forsake(self) -> None:
        """A context that has met a fault gives this error to everybody, for all that it is asked: it is made anew."""
        cu.cuDevicePrimaryCtxReset(self._device)

    def drain(self) -> None:
        self.enter()
        did(cu.cuStreamSynchronize(self._stream))

    def release(self) -> None:
        self.enter()
        did(cu.cuStreamSynchronize(self._stream))
        self._joined = None
        self._small.close()
        for event in self._events:
            did(cu.cuEventDestroy(event))
        for addresses in self._pinned.values():
            for address in addresses:
                did(cu.cuMemFreeHost(address))
        self._pinned = {}
        did(cu.cuStreamDestroy(self._stream))
        did(cu.cuDevicePrimaryCtxRelease(self._device))


_BLOCKING: Final = int(cu.CUevent_flags.CU_EVENT_DISABLE_TIMING)


def folded(grid: Grid) -> Grid:
    """The grid to launch: itself where CUDA launches it, else one of at least as many workgroups along x and y.

    >>> folded((3, 70000, 1))
    (210000, 1, 1)
    """
    if all(n <= most for n, most in zip(grid, _MOST_GROUPS, strict=True)):
        return grid
    total = grid[0] * grid[1] * grid[2]
    rows = -(-total // _MOST_GROUPS[0])
    return (-(-total // rows), rows, 1)


def _line_of(log: str) -> int | None:
    found = re.search(r"program\.cu\((\d+)\): (?:catastrophic )?error", log)  # warnings stand before it
    return int(found.group(1)) if found else None


def _row(index: int) -> DeviceInfo:
    device = did(cu.cuDeviceGet(index))
    name = did(cu.cuDeviceGetName(128, device)).split(b"\0")[0].decode()
    version = did(cu.cuDriverGetVersion())
    return DeviceInfo(
        "cuda" if index == 0 else f"cuda:{index}",
        "cuda",
        index,
        name,
        "gpu",
        driver=f"{version // 1000}.{version % 1000 // 10}",
        memory_bytes=int(did(cu.cuDeviceTotalMem(device))),
    )


def _absent(reason: str, *, fix: str = _FIX) -> DeviceInfo:
    return DeviceInfo("cuda", "cuda", 0, "CUDA", "gpu", available=False, reason=reason, fix=fix)
