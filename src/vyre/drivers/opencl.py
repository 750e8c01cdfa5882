"""OpenCL through pyopencl: GPUs' OpenCL drivers, and PoCL in software. One in-order queue per device."""

from __future__ import annotations

import re
import threading
import warnings
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Final, NamedTuple

import pyopencl as cl

from vyre.contract.backend import (
    CompiledPipeline,
    Copy,
    Fill,
    HostLaunch,
    HostView,
    Launch,
    PendingDispatch,
    Step,
    Store,
)
from vyre.device import PERMISSIONS, DeviceInfo, DeviceKind, DeviceProfile
from vyre.drivers.forked import FORKED, SPAWN, is_usable
from vyre.drivers.opencl_small import prepared
from vyre.drivers.queued import NOT_ASKED, QueuedBackend
from vyre.drivers.refused_text import compile_failed
from vyre.drivers.small import SMALL_BYTES, Spares, is_short, small_launch
from vyre.dtypes import BY_NAME
from vyre.emit.base import Artifact
from vyre.emit.c.emitter import FEATURES
from vyre.emit.c.pieces import LONGEST_IN_SOFTWARE, LONGEST_ON_GPU
from vyre.emit.opencl import LACKING_IN_SOFTWARE, OPTIONS, emit, launched_workgroup
from vyre.emit.tiles import blocks_of
from vyre.errors import BackendUnavailable, DeviceLost, DispatchFailed, OutOfMemory
from vyre.ir.ops import OPS
from vyre.ir.program import Grid
from vyre.plan.plan import Plan

__all__ = ["OpenclBackend", "OpenclPipeline"]

_FIX: Final = (
    "install your device's OpenCL driver; in software on Debian: apt-get install pocl-opencl-icd ocl-icd-libopencl1. "
    "Where PoCL is installed, it needs a folder that it can write: set XDG_CACHE_HOME to one"
)

_ROOM: Final = "look whether the disk is full, or the cache folder cannot be written that PoCL and pyopencl compile in (XDG_CACHE_HOME names another); otherwise "
"""What else the compiler may have failed for."""


def _devices() -> list[Any]:
    """Devices of all platforms, GPUs first."""
    found = [device for platform in cl.get_platforms() for device in platform.get_devices()]
    return sorted(found, key=lambda d: 0 if d.type & cl.device_type.GPU else 1)


class OpenclPipeline(CompiledPipeline):
    """A built kernel."""

    def __init__(self, plan: Plan, artifact: Artifact, kernel: Any) -> None:
        self.id = "opencl"
        self.key = plan.key
        self.source = artifact.text
        self.relaxed = artifact.relaxed
        self.plan = plan
        self.tile = artifact.tile
        self.kernel = kernel
        self.over_host = is_short(plan.program.program)

    def close(self) -> None:
        self.kernel = None


_FILTERS: Final = threading.Lock()
_LOST: Final = (
    cl.status_code.DEVICE_NOT_AVAILABLE,
    cl.status_code.INVALID_COMMAND_QUEUE,
    cl.status_code.INVALID_CONTEXT,
)
"""What drivers say to everything after a fault of a kernel, or when the device is gone."""
_NO_MEMORY: Final = (cl.status_code.MEM_OBJECT_ALLOCATION_FAILURE, cl.status_code.OUT_OF_HOST_MEMORY)


class OpenclBackend(QueuedBackend):
    """One OpenCL device."""

    id: ClassVar[str] = "opencl"
    version: ClassVar[str] = "1"
    rank: ClassVar[int | None] = 30
    untimed = NOT_ASKED

    @classmethod
    def devices(cls) -> Sequence[DeviceInfo]:
        """One row per device of every platform; opens none."""
        if not is_usable(cls.id):
            return (_absent(FORKED, fix=SPAWN),)
        try:
            found = _devices()
        except cl.Error as error:
            return (_absent(f"no OpenCL platform found ({error})"),)
        if not found:
            return (_absent("no OpenCL device found"),)
        return tuple(_row(n, device) for n, device in enumerate(found))

    def __init__(self, device: DeviceInfo, *, store: Store) -> None:
        super().__init__()
        self.device_info = device
        self.store = store
        try:
            self._device = _devices()[device.index]
            self._context = cl.Context([self._device])
            self._queue = cl.CommandQueue(self._context, properties=cl.command_queue_properties.PROFILING_ENABLE)
            self._untimed = cl.CommandQueue(self._context)  # small calls: on an H200 times cost a third of one
        except (cl.Error, IndexError) as error:
            raise BackendUnavailable(
                f"{device.id} cannot be opened: {error}", code="S900", fix=_FIX, actual=device.name
            ) from error
        self._spares = Spares()
        d = self._device
        self._align = max(256, int(d.mem_base_addr_align) // 8)  # arrays that lie side by side begin at its multiples
        sizes = [*d.max_work_item_sizes, 1, 1]
        dtypes, features, refused = _abilities(d)
        self._profile = DeviceProfile(
            backend="opencl",
            device=device.name,
            honours=PERMISSIONS | {"profile"},
            wants_errors=True,
            kind=device.kind,
            ops=frozenset(OPS),
            dtypes=dtypes,
            features=features,
            refused=refused,
            host_slot_bytes=SMALL_BYTES,
            folds_grid=device.kind
            == "gpu",  # the true grid comes in the parameters, for tiles; it is launched as it is
            longest_piece=LONGEST_ON_GPU if device.kind == "gpu" else LONGEST_IN_SOFTWARE,
            max_invocations=d.max_work_group_size,
            max_workgroup=(sizes[0], sizes[1], sizes[2]),
            max_shared_bytes=d.local_mem_size,
            # a pointer argument has 8 bytes, and the parameter block at most 16 a buffer and its own padding
            max_storage_buffers=(d.max_parameter_size - 64) // 24,
            max_buffer_bytes=d.max_mem_alloc_size // 256 * 256,
            max_groups_per_axis=(1 << 31) - 1,
            compile_identity=("opencl", cl.VERSION_TEXT, d.platform.version, d.name, d.driver_version, *OPTIONS),
            driver=str(d.driver_version),
        )

    def profile(self) -> DeviceProfile:
        return self._profile

    def compile(self, plan: Plan, profile: DeviceProfile) -> OpenclPipeline:
        with self.inside():
            return self.build(plan, emit(plan, profile))

    def build(self, plan: Plan, artifact: Artifact) -> OpenclPipeline:
        """Compile emitted text. Raises CompileFailed R821."""
        try:
            # A compiler's remark is no Python warning at the user's call. The filters are the process's: one at a time.
            with _FILTERS, warnings.catch_warnings():
                warnings.simplefilter("ignore", cl.CompilerWarning)
                program = cl.Program(self._context, artifact.text).build(options=[*(artifact.options or OPTIONS), "-w"])
            kernel = cl.Kernel(program, artifact.entry)
        except (cl.Error, OSError) as error:  # pyopencl and PoCL keep files in a cache folder
            log = str(error)
            found = re.search(r":(\d+):\d+: ", log)
            failed = compile_failed("OpenCL", plan, artifact, log, int(found.group(1)) if found else None)
            failed.fix = _ROOM + failed.fix
            raise failed from error
        return OpenclPipeline(plan, artifact, kernel)

    # -- memory -------------------------------------------------------------------------------------------------
    def create_block(self, nbytes: int) -> Any:
        actual = f"asked {nbytes} bytes, at most {self._device.max_mem_alloc_size} in one array, free bytes unknown"
        if nbytes > self._device.max_mem_alloc_size:  # some drivers say yes, and fail where the memory is first used
            raise _no_memory("larger than one array may be", actual)
        try:
            return cl.Buffer(self._context, cl.mem_flags.READ_WRITE, nbytes)
        except cl.Error as error:
            raise _no_memory(error, actual) from error

    def destroy_block(self, block: Any) -> None:
        block.release()

    # -- submissions --------------------------------------------------------------------------------------------
    def enqueue(self, steps: Sequence[Step], label: str | None) -> Callable[[], None]:
        kept: list[_HostCopy] = []
        try:
            for step in steps:
                match step:
                    case Launch():
                        self.launch(step)
                    case Copy():
                        self.copy(step, kept)
                    case Fill():
                        self.fill(step)
            event = cl.enqueue_marker(self._queue)
            self._queue.flush()
        except cl.Error as error:
            raise _failed(error) from error

        def wait() -> None:
            try:
                event.wait()
                for copy in kept:
                    copy.event.wait()
            except cl.Error as error:
                raise _failed(error) from error
            kept.clear()

        return wait

    def submit_timed(
        self, steps: Sequence[Step], *, after: Sequence[PendingDispatch] = (), label: str | None = None
    ) -> PendingDispatch:
        """Submit, with the time of the launches by the device's clock."""
        return self.put(steps, after, label, _Clock())

    def host_launch(
        self, pipeline: CompiledPipeline, grid: Grid, nbytes: Sequence[int], blank: frozenset[int], name: str = ""
    ) -> HostLaunch | None:
        """A launch over small host arrays, run by the thread that calls."""
        if not isinstance(pipeline, OpenclPipeline) or pipeline.kernel is None:
            return None
        kind, spares = self._profile.kind, self._spares
        run = prepared(self._untimed, kind, spares, pipeline, grid, nbytes, blank, align=self._align)
        return small_launch(self, name, run, _failed, cl.Error)

    def launch(self, step: Launch) -> None:
        pipeline = step.pipeline
        if not isinstance(pipeline, OpenclPipeline) or pipeline.kernel is None:
            raise DispatchFailed(
                "a pipeline of another backend, or a closed one",
                code="R822",
                fix="compile it on this backend",
                actual=repr(pipeline),
            )
        if 0 in step.grid:
            return
        # Arguments are set and taken under the backend's lock. The driver holds what a queued launch uses.
        for n, given in enumerate(step.slots):
            pipeline.kernel.set_arg(n, self.block_of(given))
        if step.params:
            pipeline.kernel.set_arg(len(step.slots), step.params)
        local = launched_workgroup(pipeline.plan.workgroup, self._profile.kind)
        whole = tuple(groups * size for groups, size in zip(blocks_of(step.grid, pipeline.tile), local, strict=True))
        for _ in range(step.repeat):
            event = cl.enqueue_nd_range_kernel(self._queue, pipeline.kernel, whole, local)
            if isinstance(self.clock, _Clock):
                self.clock.launches.append(event)

    def copy(self, step: Copy, kept: list[_HostCopy]) -> None:
        source, target = step.source, step.target
        for at, to, nbytes in step.ranges:
            if not nbytes:
                continue
            if isinstance(source, HostView) and isinstance(target, HostView):
                self._queue.finish()
                target.memory[to : to + nbytes] = source.memory[at : at + nbytes]
            elif isinstance(target, HostView):
                view = target.memory[to : to + nbytes]
                event = cl.enqueue_copy(self._queue, view, self.block_of(source), src_offset=at, is_blocking=False)
                kept.append(_HostCopy(event, target.address + to, target.address + to + nbytes))
            elif isinstance(source, HostView):
                # A driver may take the bytes at once (NVIDIA's does with few), so who writes them must be done.
                first, end = source.address + at, source.address + at + nbytes
                for earlier in kept:
                    if first < earlier.written_to and earlier.written_from < end:
                        earlier.event.wait()
                view = source.memory[at : at + nbytes]
                event = cl.enqueue_copy(self._queue, self.block_of(target), view, dst_offset=to, is_blocking=False)
                kept.append(_HostCopy(event))
            else:
                a, b = self.block_of(source), self.block_of(target)
                if a is b and at < to + nbytes and to < at + nbytes:  # OpenCL copies no overlapping ranges
                    spare = cl.Buffer(self._context, cl.mem_flags.READ_WRITE, nbytes)
                    cl.enqueue_copy(self._queue, spare, a, src_offset=at, byte_count=nbytes)
                    cl.enqueue_copy(self._queue, b, spare, dst_offset=to, byte_count=nbytes)
                else:
                    cl.enqueue_copy(self._queue, b, a, src_offset=at, dst_offset=to, byte_count=nbytes)

    def fill(self, step: Fill) -> None:
        target = step.target
        nbytes = target.nbytes - step.offset if step.nbytes is None else step.nbytes
        if not nbytes:
            return
        if isinstance(target, HostView):
            self._queue.finish()
            target.memory[step.offset : step.offset + nbytes] = bytes((step.byte,)) * nbytes
        else:
            cl.enqueue_fill_buffer(self._queue, self.block_of(target), bytes((step.byte,)), step.offset, nbytes)

    def drain(self) -> None:
        self._queue.finish()

    def release(self) -> None:
        self._queue.finish()
        self._untimed.finish()
        self._spares.clear()
        del self._queue, self._untimed, self._context, self._device


def _abilities(device: Any) -> tuple[frozenset[str], frozenset[str], tuple[tuple[str, str], ...]]:
    """(types, features, what is refused and why) of a device. Floats are taken only where it says that they are exact."""
    extensions = set(device.extensions.split())
    config = cl.device_fp_config
    exact = config.DENORM | config.INF_NAN | config.ROUND_TO_NEAREST | config.FMA
    single = exact | config.CORRECTLY_ROUNDED_DIVIDE_SQRT
    dtypes = {t.name for t in BY_NAME.values() if not t.is_float}
    features = set(FEATURES)
    refused = []
    if device.single_fp_config & single == single:
        dtypes.add("f32")
    else:
        features.discard("float_atomics")
        refused.append(
            ("f32", "this device does not say that its f32 is exact: subnormals, division, square root, fma")
        )
    if "cl_khr_fp64" in extensions and device.double_fp_config & exact == exact:
        dtypes.add("f64")
        if "f32" in dtypes:
            dtypes |= {"f16", "bf16"}
    else:
        refused.append(("f64", "this device has no f64 that is exact (cl_khr_fp64)"))
    if "f16" not in dtypes:
        refused += [
            (t, "f16 and bf16 are computed through f32 and f64, which this device lacks") for t in ("bf16", "f16")
        ]
    if not {"cl_khr_int64_base_atomics", "cl_khr_int64_extended_atomics"} <= extensions:
        features.discard("atomics64")
        refused.append(("atomics64", "this device has no atomics of 64 bits (cl_khr_int64_extended_atomics)"))
    if _kind(device) == "software":
        features -= LACKING_IN_SOFTWARE
    return frozenset(dtypes), frozenset(features), tuple(sorted(refused))


class _Clock:
    """The launches of one submission."""

    def __init__(self) -> None:
        self.launches: list[Any] = []

    def total_ns(self) -> int:
        """From the start to the end of each, by OpenCL's profiling."""
        total = 0
        for event in self.launches:
            event.wait()
            total += max(0, int(event.profile.end - event.profile.start))
        return total


class _HostCopy(NamedTuple):
    """A copy under way: its event, which keeps its host memory, and the host addresses that it writes."""

    event: Any
    written_from: int = 0
    written_to: int = 0


def _no_memory(why: object, actual: str) -> OutOfMemory:
    return OutOfMemory(
        f"the device has no memory for this array: {why}",
        code="R820",
        fix="use smaller arrays, split the dispatch, or close resident arrays first",
        actual=actual,
    )


def _failed(error: Any) -> DeviceLost | DispatchFailed | OutOfMemory:
    if error.code in _NO_MEMORY:
        return _no_memory(error, "asked bytes unknown: the driver took them when the arrays were made")
    if error.code in _LOST:
        return DeviceLost(
            f"OpenCL reported: {error}",
            code="R824",
            fix="open the device again with session.reopen('opencl')",
            actual=type(error).__name__,
        )
    return DispatchFailed(
        f"OpenCL reported: {error}",
        code="R822",
        fix="open the device again; where it returns, run with backend='cpu' and report the text of this error",
        actual=type(error).__name__,
    )


def _kind(device: Any) -> DeviceKind:
    return "software" if device.type & cl.device_type.CPU else "gpu"


def _row(index: int, device: Any) -> DeviceInfo:
    name = f"{device.name} ({device.platform.name})"
    return DeviceInfo(
        "opencl" if index == 0 else f"opencl:{index}",
        "opencl",
        index,
        name,
        _kind(device),
        driver=str(device.driver_version),
        memory_bytes=int(device.global_mem_size),
    )


def _absent(reason: str, *, fix: str = _FIX) -> DeviceInfo:
    return DeviceInfo("opencl", "opencl", 0, "OpenCL", "gpu", available=False, reason=reason, fix=fix)
