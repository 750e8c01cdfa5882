"""WebGPU through wgpu-py: Vulkan, Metal and D3D12 devices, and lavapipe in software.

A submission is one command buffer where its steps allow it: writes from the host go ahead of it through the
queue, reads to the host come after it through one mapped buffer, whose mapping is also how its end is known.
WebGPU copies whole words only; edges of byte ranges are read, patched and written back (rule: padding never shows).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Final

import wgpu

from vyre.contract.backend import CompiledPipeline, Copy, Fill, HostView, Launch, Resource, Step, Store
from vyre.device import DeviceInfo, DeviceKind, DeviceProfile
from vyre.drivers.polling import poll_without_blocking
from vyre.drivers.queued import QueuedBackend, compile_failed
from vyre.emit.base import Artifact
from vyre.emit.integers import INTEGER_OPS, TYPES
from vyre.emit.wgsl import emit
from vyre.errors import BackendUnavailable, DispatchFailed, OutOfMemory, UnsupportedFeature
from vyre.ir.program import Grid
from vyre.plan.plan import Plan

__all__ = ["WgpuBackend", "WgpuPipeline", "fold"]

_USAGE: Final = wgpu.BufferUsage.STORAGE | wgpu.BufferUsage.COPY_SRC | wgpu.BufferUsage.COPY_DST
_READBACK: Final = wgpu.BufferUsage.MAP_READ | wgpu.BufferUsage.COPY_DST
_LIMITS: Final = (
    "max-buffer-size",
    "max-storage-buffer-binding-size",
    "max-storage-buffers-per-shader-stage",
    "max-compute-invocations-per-workgroup",
    "max-compute-workgroup-size-x",
    "max-compute-workgroup-size-y",
    "max-compute-workgroup-size-z",
    "max-compute-workgroup-storage-size",
    "max-compute-workgroups-per-dimension",
    "max-bindings-per-bind-group",
)
_LOOP_LIMIT: Final = 65535  # of llvmpipe; its constant LP_MAX_TGSI_LOOP_ITERATIONS
_ORDER: Final = {"DiscreteGPU": 0, "IntegratedGPU": 1, "VirtualGPU": 2, "Unknown": 3, "CPU": 4}
_FIX: Final = (
    "install a Vulkan, Metal or D3D12 driver; in software on Debian: apt-get install mesa-vulkan-drivers libvulkan1"
)


def _adapters() -> list[Any]:
    """Adapters that compute, hardware first. OpenGL ones are left out: they are the same devices, with less."""
    try:
        # Asking OpenGL takes over a second where there is no display. Only the first user of wgpu in a process
        # may say this; where somebody else was first, everything is listed and the rest is dropped below.
        wgpu.backends.wgpu_native.extras.set_instance_extras(backends=["Vulkan", "Metal", "DX12"])
    except (RuntimeError, AttributeError, KeyError):
        pass
    found = [a for a in wgpu.gpu.enumerate_adapters_sync() if a.info["backend_type"] in ("Vulkan", "Metal", "D3D12")]
    return sorted(found, key=lambda a: _ORDER.get(a.info["adapter_type"], 3))


def fold(grid: Grid, limit: int) -> Grid:
    """The grid to launch for ``grid``: itself where every axis is within ``limit``, else one of at least as many
    workgroups whose linear numbers stay below 2**32.

    Raises UnsupportedFeature U711 where there are more workgroups than can be folded.

    >>> fold((65537, 1, 1), 65535)
    (32769, 2, 1)
    """
    if max(grid) <= limit:
        return grid
    total = grid[0] * grid[1] * grid[2]
    rows = -(-total // limit)
    if rows > limit:
        raise UnsupportedFeature(
            "more workgroups than WebGPU launches at once",
            code="U711",
            fix="use a larger workgroup, or split the domain",
            actual=f"asked {total}, allowed {limit * limit}",
        )
    return (-(-total // rows), rows, 1)


class WgpuPipeline(CompiledPipeline):
    """A compute pipeline with its explicit layout."""

    def __init__(self, plan: Plan, artifact: Artifact, pipeline: Any, layout: Any) -> None:
        self.id = "wgpu"
        self.key = plan.key
        self.source = artifact.text
        self.plan = plan
        self.pipeline = pipeline
        self.layout = layout
        self.watched = artifact.watched

    def close(self) -> None:
        self.pipeline = self.layout = None  # their finalisers give them back


class WgpuBackend(QueuedBackend):
    """One WebGPU device."""

    id: ClassVar[str] = "wgpu"
    version: ClassVar[str] = "1"
    rank: ClassVar[int | None] = 20

    @classmethod
    def devices(cls) -> Sequence[DeviceInfo]:
        """One row per adapter; lists without opening any."""
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
            self.device = adapter.request_device_sync(required_limits=limits)
        except Exception as error:
            raise BackendUnavailable(
                f"{device.id} cannot be opened: {error}", code="S900", fix=_FIX, actual=device.name
            ) from error
        poll_without_blocking(self.device)
        self.queue = self.device.queue
        self.limits = limits
        self.readbacks: dict[int, list[Any]] = {}
        self.uniforms: dict[int, list[Any]] = {}
        self.words: dict[int, list[Any]] = {}
        info = adapter.info
        self._profile = DeviceProfile(
            backend="wgpu",
            device=device.name,
            kind=device.kind,
            ops=INTEGER_OPS,
            dtypes=frozenset(t.name for t in TYPES),
            features=frozenset({"barrier", "shared", "atomics", "shared_atomics"}),
            refused=tuple(
                (t, "in this version WebGPU takes bool, u8, u32 and i32 only") for t in ("f32", "f64", "i64", "u64")
            ),
            folds_grid=True,
            loop_limit=_LOOP_LIMIT if "llvmpipe" in device.name else None,
            max_invocations=limits["max-compute-invocations-per-workgroup"],
            max_workgroup=(
                limits["max-compute-workgroup-size-x"],
                limits["max-compute-workgroup-size-y"],
                limits["max-compute-workgroup-size-z"],
            ),
            max_shared_bytes=limits["max-compute-workgroup-storage-size"],
            max_storage_buffers=limits["max-storage-buffers-per-shader-stage"],
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

    def compile(self, plan: Plan, profile: DeviceProfile) -> WgpuPipeline:
        self.guard()
        artifact = emit(plan, profile)
        return self.build(plan, artifact)

    def build(self, plan: Plan, artifact: Artifact) -> WgpuPipeline:
        """Compile emitted text. Raises CompileFailed R821."""
        device = self.device
        entries: list[dict[str, Any]] = []
        visible = wgpu.ShaderStage.COMPUTE
        if plan.params.nbytes:
            entries.append({"binding": 0, "visibility": visible, "buffer": {"type": "uniform"}})
        for n, slot in enumerate(plan.slots):
            kind = "storage" if slot.writable else "read-only-storage"
            entries.append({"binding": n + 1, "visibility": visible, "buffer": {"type": kind}})
        if artifact.watched:
            entries.append({"binding": len(plan.slots) + 1, "visibility": visible, "buffer": {"type": "storage"}})
            limit = self.limits["max-storage-buffers-per-shader-stage"]
            if len(plan.slots) >= limit:
                raise UnsupportedFeature(
                    f"a program with loops binds at most {limit - 1} arrays on this device, which needs one to watch its loops",
                    code="U732",
                    fix="join arrays, write it without loops, or run it with backend='cpu'",
                    actual=f"{len(plan.slots)} arrays",
                )
        try:
            module = device.create_shader_module(code=artifact.text)
            layout = device.create_bind_group_layout(entries=entries)
            whole = device.create_pipeline_layout(bind_group_layouts=[layout])
            pipeline = device.create_compute_pipeline(
                layout=whole, compute={"module": module, "entry_point": artifact.entry}
            )
        except (wgpu.GPUError, RuntimeError) as error:
            log = str(error)
            found = re.search(r"wgsl:(\d+):", log)
            raise compile_failed("WGSL", plan, artifact, log, int(found.group(1)) if found else None) from error
        return WgpuPipeline(plan, artifact, pipeline, layout)

    # -- memory -------------------------------------------------------------------------------------------------
    def create_block(self, nbytes: int) -> Any:
        limit = self.limits["max-buffer-size"]
        try:
            if nbytes > limit:
                raise MemoryError(f"the largest buffer of this device has {limit} bytes")
            return self.device.create_buffer(size=nbytes, usage=_USAGE)
        except (wgpu.GPUError, MemoryError, RuntimeError) as error:
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
        submission = _Submission(self, label)
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
            raise _failed(error) from error

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

    def release(self) -> None:
        for pool in (self.readbacks, self.uniforms, self.words):
            for waiting in pool.values():
                for buffer in waiting:
                    buffer.destroy()
            pool.clear()
        self.device.destroy()


class _Submission:
    """Encodes steps. Host writes are staged by the queue and run before the command buffer that is submitted
    next, so one that meets a resource which recorded commands touch first submits those."""

    def __init__(self, backend: WgpuBackend, label: str | None) -> None:
        self.backend = backend
        self.device = backend.device
        self.queue = backend.queue
        self.label = label or ""
        self.encoder: Any = None
        self.touched: set[int] = set()  # ids of blocks that recorded commands use
        self.uniforms: list[tuple[Any, int]] = []
        self.reads: list[tuple[Any, int, HostView, int, int]] = []  # block, offset, target, at, nbytes
        self.ended: Any = None  # the word of watched loops, where a launch has some
        self.watched: list[str] = []  # names of programs

    def recording(self) -> Any:
        if self.encoder is None:
            self.encoder = self.device.create_command_encoder(label=self.label)
        return self.encoder

    def flush(self) -> None:
        """Submit what is recorded."""
        if self.encoder is not None:
            encoder, self.encoder = self.encoder, None
            self.queue.submit([encoder.finish()])
        self.touched.clear()
        for buffer, size in self.uniforms:  # later writes to them are ordered after what was submitted
            self.backend.give(self.backend.uniforms, size, buffer)
        self.uniforms.clear()

    # -- launches ---------------------------------------------------------------------------------------------
    def launch(self, step: Launch) -> None:
        pipeline = step.pipeline
        if not isinstance(pipeline, WgpuPipeline) or pipeline.pipeline is None:
            raise DispatchFailed(
                "a pipeline of another backend, or a closed one",
                code="R822",
                fix="compile it on this backend",
                actual=repr(pipeline),
            )
        if 0 in step.grid:
            return
        backend = self.backend
        grid = fold(step.grid, backend.limits["max-compute-workgroups-per-dimension"])
        if grid != step.grid and "groups0" not in pipeline.plan.params.offsets:
            raise UnsupportedFeature(
                "the grid needs folding, and the plan was made without it",
                code="U711",
                fix="make the plan with folds_grid=True",
                actual=str(step.grid),
            )
        self.drain_reads()
        entries: list[dict[str, Any]] = []
        if step.params:
            uniform, size = backend.take(
                backend.uniforms, len(step.params), wgpu.BufferUsage.UNIFORM | wgpu.BufferUsage.COPY_DST
            )
            self.uniforms.append((uniform, size))
            self.queue.write_buffer(uniform, 0, step.params)
            entries.append({"binding": 0, "resource": {"buffer": uniform, "offset": 0, "size": len(step.params)}})
        for n, given in enumerate(step.slots):
            block = backend.block_of(given)
            self.touched.add(id(block))
            entries.append({"binding": n + 1, "resource": {"buffer": block, "offset": 0, "size": block.size}})
        if pipeline.watched:
            entries.append({"binding": len(step.slots) + 1, "resource": {"buffer": self.watch(pipeline), "offset": 0, "size": 4}})
        group = self.device.create_bind_group(layout=pipeline.layout, entries=entries)
        compute = self.recording().begin_compute_pass()
        compute.set_pipeline(pipeline.pipeline)
        compute.set_bind_group(0, group)
        for _ in range(step.repeat):
            compute.dispatch_workgroups(*grid)
        compute.end()

    def watch(self, pipeline: WgpuPipeline) -> Any:
        """The word that the launches of this submission report ended loops in."""
        if self.ended is None:
            self.ended, _ = self.backend.take(self.backend.words, 4, _USAGE)
            self.recording().clear_buffer(self.ended, 0, 4)
        self.watched.append(pipeline.plan.program.program.name)
        return self.ended

    # -- copies and fills -------------------------------------------------------------------------------------
    def copy(self, step: Copy) -> None:
        for source_at, target_at, nbytes in step.ranges:
            if not nbytes:
                continue
            source, target = step.source, step.target
            if isinstance(target, HostView):
                if isinstance(source, HostView):
                    self.complete()
                    target.memory[target_at : target_at + nbytes] = source.memory[source_at : source_at + nbytes]
                else:
                    self.reads.append((self.backend.block_of(source), source_at, target, target_at, nbytes))
            elif isinstance(source, HostView):
                self.drain_reads(complete=True)
                self.write(target, target_at, source.memory[source_at : source_at + nbytes])
            else:
                self.copy_on_device(source, source_at, target, target_at, nbytes)

    def copy_on_device(self, source: Resource, source_at: int, target: Resource, target_at: int, nbytes: int) -> None:
        a, b = self.backend.block_of(source), self.backend.block_of(target)
        whole_words = nbytes % 4 == 0 or target_at + nbytes == target.nbytes
        self.drain_reads()
        if a is b or source_at % 4 or target_at % 4 or not whole_words:
            self.write(target, target_at, self.read_now(a, source_at, nbytes))
            return
        self.recording().copy_buffer_to_buffer(a, source_at, b, target_at, -(-nbytes // 4) * 4)
        self.touched.update((id(a), id(b)))

    def fill(self, step: Fill) -> None:
        target = step.target
        nbytes = target.nbytes - step.offset if step.nbytes is None else step.nbytes
        if not nbytes:
            return
        if isinstance(target, HostView):
            self.complete()
            target.memory[step.offset : step.offset + nbytes] = bytes((step.byte,)) * nbytes
            return
        self.drain_reads()
        block = self.backend.block_of(target)
        if step.byte or step.offset % 4 or (nbytes % 4 and step.offset + nbytes != target.nbytes):
            self.write(target, step.offset, memoryview(bytes((step.byte,)) * nbytes))
            return
        self.recording().clear_buffer(block, step.offset, -(-nbytes // 4) * 4)
        self.touched.add(id(block))

    def write(self, target: Resource, at: int, data: memoryview) -> None:
        """Bytes to a resource: whole words straight from where they are, the edges patched."""
        block = self.backend.block_of(target)
        if id(block) in self.touched:
            self.flush()
        end = at + data.nbytes
        head = min(-at % 4, data.nbytes)
        tail = (end % 4) if end - at > head else 0
        if head:
            self.patch(block, at, data[:head])
        if tail:
            if end == target.nbytes:  # the rest of the word is padding
                self.queue.write_buffer(block, end - tail, bytes(data[data.nbytes - tail :]) + bytes(4 - tail))
            else:
                self.patch(block, end - tail, data[data.nbytes - tail :])
        if head + tail < data.nbytes:
            self.queue.write_buffer(block, at + head, data[head : data.nbytes - tail])

    def patch(self, block: Any, at: int, data: memoryview) -> None:
        """Replace bytes inside one word. Waits for the device, since the word's other bytes are there."""
        word = bytearray(self.read_now(block, at - at % 4, 4))
        word[at % 4 : at % 4 + data.nbytes] = data
        self.queue.write_buffer(block, at - at % 4, word)

    def read_now(self, block: Any, at: int, nbytes: int) -> memoryview:
        self.flush()
        first = at - at % 4
        got = self.queue.read_buffer(block, first, -(-(at + nbytes) // 4) * 4 - first)
        return memoryview(got)[at - first : at - first + nbytes]

    # -- reads to the host ------------------------------------------------------------------------------------
    def drain_reads(self, *, complete: bool = False) -> None:
        """Before a step that may change what is to be read, or read what is to be written."""
        if self.reads:
            self.complete()
        elif complete:
            return

    def complete(self) -> None:
        """Submit everything and wait."""
        self.finish()()

    def finish(self) -> Callable[[], None]:
        """Submit, and give the function that waits and copies to the host."""
        backend = self.backend
        reads, self.reads = self.reads, []
        ended, self.ended = self.ended, None
        names, self.watched = self.watched, []
        total = 8  # the first word is that of watched loops, and what a submission without reads is waited for by
        places: list[tuple[int, int, HostView, int]] = []  # offset in the readback, nbytes, target, target's offset
        spans: list[tuple[Any, int, int, int]] = []
        for block, at, target, target_at, nbytes in reads:
            first, end = at - at % 4, -(-(at + nbytes) // 4) * 4
            spans.append((block, first, total, end - first))
            places.append((total + at - first, nbytes, target, target_at))
            total += -(-(end - first) // 8) * 8
        buffer, size = backend.take(backend.readbacks, total, _READBACK)
        encoder = self.recording()
        if ended is None:
            encoder.clear_buffer(buffer, 0, 4)
        else:
            encoder.copy_buffer_to_buffer(ended, 0, buffer, 0, 4)
        for block, first, to, nbytes in spans:
            encoder.copy_buffer_to_buffer(block, first, buffer, to, nbytes)
        self.flush()
        if ended is not None:
            backend.give(backend.words, 256, ended)  # what comes later on the queue finds it read
        promise = buffer.map_async("READ_NOSYNC", 0, total)

        def wait() -> None:
            try:
                promise.sync_wait()
                mapped = buffer.read_mapped(0, total, copy=False)
                lost = any(mapped[:4])
                for at, nbytes, target, target_at in places:
                    target.memory[target_at : target_at + nbytes] = mapped[at : at + nbytes]
                buffer.unmap()
            except (wgpu.GPUError, RuntimeError) as error:
                raise _failed(error) from error
            backend.give(backend.readbacks, size, buffer)
            if lost:
                raise _ended(names)

        return wait


def _ended(names: Sequence[str]) -> DispatchFailed:
    return DispatchFailed(
        f"the device ended a loop of {', '.join(sorted(set(names)))} before its end; outputs are not what the program says",
        code="R823",
        fix="run it with backend='cpu' or 'opencl', or let more invocations share the loop: this software device ends all "
        f"loops of an invocation (of its vector of invocations, where they differ) after {_LOOP_LIMIT} iterations",
        actual=f"more than {_LOOP_LIMIT} iterations",
    )


def _failed(error: Exception) -> DispatchFailed:
    return DispatchFailed(
        f"WebGPU reported: {error}",
        code="R822",
        fix="open the device again; where it returns, run with backend='cpu' and report the text of this error",
        actual=type(error).__name__,
    )


def _row(index: int, info: Any) -> DeviceInfo:
    kind: DeviceKind = "software" if info["adapter_type"] == "CPU" else "gpu"
    name = f"{info['device']} ({info['backend_type']})"
    return DeviceInfo(
        "wgpu" if index == 0 else f"wgpu:{index}", "wgpu", index, name, kind, driver=str(info["description"])
    )


def _absent(reason: str) -> DeviceInfo:
    return DeviceInfo("wgpu", "wgpu", 0, "WebGPU", "gpu", available=False, reason=reason, fix=_FIX)
