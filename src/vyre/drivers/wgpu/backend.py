"""The WebGPU device: listing, opening, its profile, compiling, memory."""

from __future__ import annotations

import os
import re
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, ClassVar, Final

import wgpu
from wgpu.backends.wgpu_native import _api, extras

from vyre.contract.backend import CompiledPipeline, Copy, Fill, HostLaunch, Launch, Step, Store
from vyre.device import PERMISSIONS, DeviceInfo, DeviceKind, DeviceProfile
from vyre.drivers.forked import FORKED, SPAWN, is_usable, was_forked
from vyre.drivers.polling import Poll
from vyre.drivers.queued import QueuedBackend
from vyre.drivers.refused_text import compile_failed
from vyre.drivers.small import SMALL_BYTES, Spares, small_launch
from vyre.drivers.wgpu.modules import checks_of, shader_module
from vyre.drivers.wgpu.small import prepared
from vyre.drivers.wgpu.submission import LOOP_LIMIT, STORAGE, Submission, WgpuParts, WgpuPipeline, failed
from vyre.drivers.wgpu.transfers import ask_of, write
from vyre.emit.base import Artifact
from vyre.emit.wgsl import DTYPES, EXTENSIONS, FEATURES, OPS, WITH_F64, emit
from vyre.emit.wgsl.bindings import Bindings
from vyre.errors import BackendUnavailable, DeviceLost, OutOfMemory, UnsupportedFeature
from vyre.ir.program import Grid, Program
from vyre.opt.split import split
from vyre.plan.plan import Plan, plan_of_part

__all__ = ["WgpuBackend"]

_LIMITS: Final = (
    "max-buffer-size",
    "max-storage-buffer-binding-size",
    "max-storage-buffers-per-shader-stage",
    "max-uniform-buffer-binding-size",
    "max-compute-invocations-per-workgroup",
    "max-compute-workgroup-size-x",
    "max-compute-workgroup-size-y",
    "max-compute-workgroup-size-z",
    "max-compute-workgroup-storage-size",
    "max-compute-workgroups-per-dimension",
    "max-bindings-per-bind-group",
)
_LONG_ATOMICS: Final = "shader-int64-atomic-all-ops"
_NOTHING: Final = Bindings()
_LONGEST_IN_SOFTWARE: Final = 500
_LONGEST_ON_GPU: Final = 4000
_ORDER: Final = {"DiscreteGPU": 0, "IntegratedGPU": 1, "VirtualGPU": 2, "Unknown": 3, "CPU": 4}
_FIX: Final = (
    "install a Vulkan, Metal or D3D12 driver; in software on Debian: apt-get install mesa-vulkan-drivers libvulkan1"
)


@contextmanager
def _runtime_dir() -> Iterator[None]:
    """Vulkan's loaders write an error line per adapter where XDG_RUNTIME_DIR is unset, as on servers: set it meanwhile."""
    unset = sys.platform == "linux" and "XDG_RUNTIME_DIR" not in os.environ
    if unset:
        os.environ["XDG_RUNTIME_DIR"] = tempfile.gettempdir()
    try:
        yield
    finally:
        if unset:
            os.environ.pop("XDG_RUNTIME_DIR", None)


def _adapters() -> list[Any]:
    """Adapters that compute, hardware first. OpenGL ones are left out: they are the same devices, with less."""
    with suppress(RuntimeError):  # somebody else was first: everything is listed, and the rest dropped below
        # Asking OpenGL takes over a second where there is no display. Only the first user of wgpu in a process
        # may say what to ask.
        extras.set_instance_extras(backends=["Vulkan", "Metal", "DX12"])
    with _runtime_dir():
        every = wgpu.gpu.enumerate_adapters_sync()
    found = [a for a in every if a.info["backend_type"] in ("Vulkan", "Metal", "D3D12")]
    return sorted(found, key=lambda a: _ORDER.get(a.info["adapter_type"], 3))


class WgpuBackend(QueuedBackend):
    """One WebGPU device."""

    id: ClassVar[str] = "wgpu"
    version: ClassVar[str] = "1"
    rank: ClassVar[int | None] = 20

    @classmethod
    def devices(cls) -> Sequence[DeviceInfo]:
        """One row per adapter; lists without opening any."""
        if not is_usable(cls.id):
            return (_absent(FORKED, fix=SPAWN),)
        try:
            adapters = _adapters()
        except Exception as error:  # noqa: BLE001 - a broken driver is a row with its reason, not a crash of the listing
            return (_absent(f"wgpu cannot list adapters: {error}"),)
        if not adapters:
            return (_absent("no adapter found"),)
        return tuple(_row(n, a.info) for n, a in enumerate(adapters))

    def __init__(self, device: DeviceInfo, *, store: Store) -> None:
        super().__init__()
        self.device_info = device
        self.store = store
        try:
            adapter = _adapters()[device.index]
            limits = {name: adapter.limits[name] for name in _LIMITS}
            extensions = frozenset(EXTENSIONS).intersection(adapter.features)
            self.device = adapter.request_device_sync(required_limits=limits, required_features=sorted(extensions))
        except Exception as error:
            raise BackendUnavailable(
                f"{device.id} cannot be opened: {error}", code="S900", fix=_FIX, actual=device.name
            ) from error
        lacking = [name for name in WITH_F64 if name not in extensions]
        self.poll = Poll(ask_of(self.device))
        self.queue = self.device.queue
        self.limits = limits
        self._spares = Spares()
        self.readbacks: dict[int, list[Any]] = {}
        self.uniforms: dict[int, list[Any]] = {}
        self.words: dict[int, list[Any]] = {}
        self.packs: dict[int, list[Any]] = {}
        info = adapter.info
        self._profile = DeviceProfile(
            backend="wgpu",
            device=device.name,
            kind=device.kind,
            ops=OPS,
            dtypes=DTYPES if lacking else DTYPES | {"f64"},
            features=FEATURES.union(*(EXTENSIONS[name] for name in extensions)),
            extensions=extensions,
            refused=(() if not lacking else (("f64", f"this adapter has no {' and no '.join(lacking)}"),))
            + (() if _LONG_ATOMICS in extensions else (("atomics64", f"this adapter has no {_LONG_ATOMICS}"),)),
            host_slot_bytes=SMALL_BYTES,
            folds_grid=True,
            honours=PERMISSIONS,
            wants_probe=True,
            loop_limit=LOOP_LIMIT if "llvmpipe" in device.name else None,
            longest_piece=_LONGEST_IN_SOFTWARE if device.kind == "software" else _LONGEST_ON_GPU,
            max_invocations=limits["max-compute-invocations-per-workgroup"],
            max_workgroup=(
                limits["max-compute-workgroup-size-x"],
                limits["max-compute-workgroup-size-y"],
                limits["max-compute-workgroup-size-z"],
            ),
            max_shared_bytes=limits["max-compute-workgroup-storage-size"],
            # the parameter block has a size and at most 64 extents for each, and its place where several are packed
            max_storage_buffers=(limits["max-uniform-buffer-binding-size"] - 64) // 264,
            max_storage_bindings=limits["max-storage-buffers-per-shader-stage"],
            max_buffer_bytes=min(limits["max-storage-buffer-binding-size"], limits["max-buffer-size"]) // 256 * 256,
            max_groups_per_axis=limits["max-compute-workgroups-per-dimension"],
            compile_identity=(
                "wgpu",
                wgpu.__version__,
                str(info["device"]),
                str(info["description"]),
                str(info["backend_type"]),
            ),
            driver=str(info["description"]),
        )

    def profile(self) -> DeviceProfile:
        return self._profile

    def compile(self, plan: Plan, profile: DeviceProfile) -> WgpuPipeline | WgpuParts:
        with self.inside():
            return self._compiled(plan, profile)

    def _compiled(self, plan: Plan, profile: DeviceProfile) -> WgpuPipeline | WgpuParts:
        parts = None if plan.longest_piece is None else split(plan.program.program, plan.longest_piece)
        if parts is None:
            return self.compile_whole(plan, profile)
        try:
            made = [self.compile_whole(plan_of_part(plan, part), profile) for part in parts.programs]
        except UnsupportedFeature:  # what is carried is one array too many
            return self.compile_whole(plan, profile)
        return WgpuParts(plan, made, parts.words, lambda: self.compile_whole(plan, profile))

    def compile_whole(self, plan: Plan, profile: DeviceProfile) -> WgpuPipeline:
        """One pipeline."""
        artifact = emit(plan, profile)
        return self.build(plan, artifact, artifact.bindings)

    def build(self, plan: Plan, artifact: Artifact, bindings: Bindings = _NOTHING) -> WgpuPipeline:
        """Compile emitted text. Raises CompileFailed R821."""
        device = self.device
        kinds = ["storage" if plan.slots[k].writable else "read-only-storage" for k in bindings.own]
        kinds += ["read-only-storage"] * bool(bindings.read)
        kinds += ["storage"] * (bool(bindings.written) + bindings.watched)
        kinds += ["read-only-storage"] * bool(bindings.constants)
        numbered = enumerate(kinds, 1)
        bound = [(0, "uniform"), *numbered] if bindings.params_nbytes else [*numbered]
        entries = [
            {"binding": n, "visibility": wgpu.ShaderStage.COMPUTE, "buffer": {"type": kind}} for n, kind in bound
        ]
        try:
            module = shader_module(device, artifact.text, self.checks_of(plan.program.program))
            layout = device.create_bind_group_layout(entries=entries)
            whole = device.create_pipeline_layout(bind_group_layouts=[layout])
            pipeline = device.create_compute_pipeline(
                layout=whole, compute={"module": module, "entry_point": artifact.entry}
            )
        except (wgpu.GPUError, RuntimeError) as error:
            told = failed(error)
            if isinstance(told, DeviceLost):
                raise self.told(told, f"compiling {plan.program.program.name!r}") from error
            log = str(error)
            found = re.search(r"wgsl:(\d+):", log)
            raise compile_failed("WGSL", plan, artifact, log, int(found.group(1)) if found else None) from error
        constants = None
        if bindings.constants:
            constants = self.create_block(len(bindings.constants))
            write(self.queue, constants, 0, bindings.constants)
        return WgpuPipeline(plan, artifact.text, bindings, pipeline, layout, constants, artifact.tile, artifact.relaxed)

    def checks_of(self, program: Program) -> int:
        """Which of wgpu-native's own checks are in a program's module."""
        return checks_of(program)

    # -- memory -------------------------------------------------------------------------------------------------
    def create_block(self, nbytes: int) -> Any:
        limit = self.limits["max-buffer-size"]
        try:
            if nbytes > limit:
                raise MemoryError(f"the largest buffer of this device has {limit} bytes")
            return self.device.create_buffer(size=nbytes, usage=STORAGE)
        except (wgpu.GPUError, MemoryError, RuntimeError) as error:
            told = failed(error)
            if isinstance(told, DeviceLost):
                raise self.told(told, "allocating memory") from error
            raise OutOfMemory(
                f"the device has no memory for this array: {error}",
                code="R820",
                fix="use smaller arrays, split the dispatch, or close resident arrays first",
                actual=f"asked {nbytes} bytes, free bytes unknown",
            ) from error

    def destroy_block(self, block: Any) -> None:
        block.destroy()

    # -- submissions --------------------------------------------------------------------------------------------
    def enqueue(self, steps: Sequence[Step], label: str | None) -> Callable[[], None]:
        submission = Submission(self, label)
        try:
            for step in steps:
                match step:
                    case Launch():
                        submission.launch(step)
                    case Copy():
                        submission.copy(step)
                    case Fill():
                        submission.fill(step)
            return submission.finish()
        except (wgpu.GPUError, RuntimeError) as error:
            raise failed(error) from error

    def host_launch(
        self, pipeline: CompiledPipeline, grid: Grid, nbytes: Sequence[int], blank: frozenset[int], name: str = ""
    ) -> HostLaunch | None:
        """A launch over small host arrays, run by the thread that calls."""
        if not isinstance(pipeline, WgpuPipeline):
            return None
        run = prepared(self, self._spares, self._encoding, pipeline, grid, nbytes, blank)
        return None if run is None else small_launch(self, name, run, failed, wgpu.GPUError, RuntimeError)

    def take(self, pool: dict[int, list[Any]], nbytes: int, usage: int) -> tuple[Any, int]:
        """A recycled buffer of at least ``nbytes``, and its size class."""
        size = max(256, 1 << (nbytes - 1).bit_length())
        with self._lock:
            waiting = pool.get(size)
            if waiting:
                return waiting.pop(), size
        return self.device.create_buffer(size=size, usage=usage), size

    def give(self, pool: dict[int, list[Any]], size: int, buffer: Any) -> None:
        with self._lock:
            if size <= 1 << 24 and len(pool.setdefault(size, [])) < 8:
                pool[size].append(buffer)
                return
        buffer.destroy()

    def _stop(self, patience: Callable[[], float | None] = lambda: None) -> bool:
        return super()._stop(patience) and self.poll.stop(patience())

    def release(self) -> None:
        self._spares.clear()
        for pool in (self.readbacks, self.uniforms, self.words, self.packs):
            for waiting in pool.values():
                for buffer in waiting:
                    buffer.destroy()
            pool.clear()
        self.device.destroy()


def _forked() -> None:
    """In a forked child nothing is given back: wgpu-native may wait there for a lock or a thread of the parent's. wgpu-py gives
    nothing back where its library is gone."""
    if was_forked("wgpu"):
        _api.__dict__["libf"] = None


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forked)


def _row(index: int, info: Any) -> DeviceInfo:
    kind: DeviceKind = "software" if info["adapter_type"] == "CPU" else "gpu"
    name = f"{info['device']} ({info['backend_type']})"
    return DeviceInfo(
        "wgpu" if index == 0 else f"wgpu:{index}", "wgpu", index, name, kind, driver=str(info["description"])
    )


def _absent(reason: str, *, fix: str = _FIX) -> DeviceInfo:
    return DeviceInfo("wgpu", "wgpu", 0, "WebGPU", "gpu", available=False, reason=reason, fix=fix)
