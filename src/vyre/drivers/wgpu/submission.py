"""Steps of the contract as commands of a WebGPU queue.

A submission is one command buffer where its steps allow it: writes from the host go ahead of it through the
queue, reads to the host come after it through one mapped buffer, whose mapping is also how its end is known.
WebGPU copies whole words only; the edges of byte ranges are read, patched and written back.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from ctypes import memmove, string_at
from dataclasses import dataclass, replace
from math import prod
from typing import TYPE_CHECKING, Any, Final

import wgpu

from vyre.contract.backend import CompiledPipeline, Copy, Fill, HostView, Launch, Resource
from vyre.drivers.small import is_short
from vyre.drivers.wgpu.transfers import Mapping, write
from vyre.emit.tiles import blocks_of
from vyre.emit.wgsl.bindings import Bindings
from vyre.errors import DeviceLost, DispatchFailed, UnsupportedFeature
from vyre.ir.program import Grid
from vyre.plan.plan import Plan

if TYPE_CHECKING:
    from vyre.drivers.wgpu.backend import WgpuBackend

__all__ = ["LOOP_LIMIT", "STORAGE", "Submission", "WgpuParts", "WgpuPipeline", "failed", "fold"]

LOOP_LIMIT: Final = 65535
"""Iterations after which llvmpipe ends all loops of an invocation (its LP_MAX_TGSI_LOOP_ITERATIONS)."""

STORAGE: Final = wgpu.BufferUsage.STORAGE | wgpu.BufferUsage.COPY_SRC | wgpu.BufferUsage.COPY_DST
READBACK: Final = wgpu.BufferUsage.MAP_READ | wgpu.BufferUsage.COPY_DST
UNIFORM: Final = wgpu.BufferUsage.UNIFORM | wgpu.BufferUsage.COPY_DST


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

    def __init__(
        self,
        plan: Plan,
        source: str,
        bindings: Bindings,
        pipeline: Any,
        layout: Any,
        constants: Any = None,
        tile: int = 1,
        relaxed: tuple[str, ...] = (),
    ) -> None:
        self.id = "wgpu"
        self.key = plan.key
        self.source = source
        self.relaxed = relaxed
        self.plan = plan
        self.bindings = bindings
        self.pipeline = pipeline
        self.layout = layout
        self.constants = constants
        self.tile = tile
        self.over_host = is_short(plan.program.program)

    def close(self) -> None:
        self.pipeline = self.layout = self.constants = None  # their finalisers give them back


class WgpuParts(CompiledPipeline):
    """The pipelines of a program in parts (``vyre.opt.split``), and how many words each invocation carries from one to the next.
    ``whole`` makes the program in one, for launches of more invocations than one buffer has words for."""

    def __init__(
        self, plan: Plan, parts: Sequence[WgpuPipeline], words: int, whole: Callable[[], WgpuPipeline]
    ) -> None:
        self.id = "wgpu"
        self.key = plan.key
        self.source = "\n".join(part.source for part in parts)
        self.relaxed = tuple(dict.fromkeys(used for part in parts for used in part.relaxed))
        self.plan = plan
        self.parts = tuple(parts)
        self.words = words
        self._whole = whole
        self._made: WgpuPipeline | None = None

    def whole(self) -> WgpuPipeline:
        if self._made is None:
            self._made = self._whole()
        return self._made

    def close(self) -> None:
        for part in self.parts:
            part.close()
        if self._made is not None:
            self._made.close()

    def params_of(self, part: WgpuPipeline, params: bytes, carried: int) -> bytes:
        """The parameter block of a part. ``carried``: the number of words that all invocations carry."""
        layout = self.plan.params
        values = dict(zip((name for name, _, _ in layout.fields), layout.packer.unpack(params), strict=True))
        values[f"b{part.plan.slots[-1].buffer}.size"] = carried
        return part.plan.params.pack(values)


@dataclass(slots=True)
class Pack:
    """Arrays that lie in one buffer for a launch: (block, where in the buffer, bytes) of each."""

    parts: list[tuple[Any, int, int]]
    nbytes: int
    buffer: Any = None

    @staticmethod
    def of(sizes: Sequence[int], blocks: Sequence[Any], slots: Sequence[int]) -> Pack:
        parts, at = [], 0
        for slot in slots:
            nbytes = max(-(-sizes[slot] // 4) * 4, 4)
            parts.append((blocks[slot], at, nbytes))
            at += nbytes
        return Pack(parts, at)

    def bases(self) -> bytes:
        """The first word of each."""
        return b"".join((at // 4).to_bytes(4, "little") for _, at, _ in self.parts)


class Submission:
    """Encodes steps. Host writes are staged by the queue and run before the command buffer that is submitted
    next, so one that meets a resource which recorded commands touch first submits those."""

    def __init__(self, backend: WgpuBackend, label: str | None) -> None:
        self.backend = backend
        self.device = backend.device
        self.queue = backend.queue
        self.label = label or ""
        backend.poll.brief = False
        self.encoder: Any = None
        self.touched: set[int] = set()  # ids of blocks that recorded commands use
        self.recycled: list[tuple[dict[int, list[Any]], Any, int]] = []  # pool, buffer, size class
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
        for pool, buffer, size in self.recycled:  # later writes to them are ordered after what was submitted
            self.backend.give(pool, size, buffer)
        self.recycled.clear()

    # -- launches ---------------------------------------------------------------------------------------------
    def launch(self, step: Launch) -> None:
        pipeline = step.pipeline
        if isinstance(pipeline, WgpuParts):
            self.launch_parts(step, pipeline)
            return
        if not isinstance(pipeline, WgpuPipeline):
            raise self.not_ours(pipeline)
        blocks = [self.backend.block_of(given) for given in step.slots]
        sizes = [given.nbytes for given in step.slots]
        self.dispatch(step, pipeline, blocks, sizes, step.params, step.repeat)

    def launch_parts(self, step: Launch, pipeline: WgpuParts) -> None:
        """One part after the other over the whole grid, with a buffer of what they carry."""
        backend = self.backend
        carried = pipeline.words * prod(step.grid) * prod(pipeline.plan.workgroup)
        most = min(backend.limits["max-storage-buffer-binding-size"], backend.limits["max-buffer-size"] // 2)
        if 4 * carried > most or carried >= 1 << 32:
            self.launch(replace(step, pipeline=pipeline.whole()))
            return
        if 0 in step.grid:
            return
        buffer, size = backend.take(backend.packs, 4 * carried, STORAGE)
        blocks = [*(backend.block_of(given) for given in step.slots), buffer]
        sizes = [*(given.nbytes for given in step.slots), 4 * carried]
        for _ in range(step.repeat):
            for part in pipeline.parts:
                self.dispatch(step, part, blocks, sizes, pipeline.params_of(part, step.params, carried), 1)
        self.recycled.append((backend.packs, buffer, size))

    @staticmethod
    def not_ours(pipeline: CompiledPipeline) -> DispatchFailed:
        return DispatchFailed(
            "a pipeline of another backend, or a closed one",
            code="R822",
            fix="compile it on this backend",
            actual=repr(pipeline),
        )

    def dispatch(
        self,
        step: Launch,
        pipeline: WgpuPipeline,
        blocks: Sequence[Any],
        nbytes: Sequence[int],
        given: bytes,
        repeat: int,
    ) -> None:
        """Record a pipeline over the step's grid. ``blocks`` and ``nbytes`` of each slot, ``given`` the parameters."""
        if pipeline.pipeline is None:
            raise self.not_ours(pipeline)
        if 0 in step.grid:
            return
        backend = self.backend
        tiles = blocks_of(step.grid, pipeline.tile)
        grid = fold(tiles, backend.limits["max-compute-workgroups-per-dimension"])
        if grid != tiles and "groups0" not in pipeline.plan.params.offsets:
            raise UnsupportedFeature(
                "the grid needs folding, and the plan was made without it",
                code="U711",
                fix="make the plan with folds_grid=True",
                actual=str(step.grid),
            )
        self.drain_reads()
        bindings = pipeline.bindings
        self.touched.update(map(id, blocks))
        bound = [(block, block.size) for block in (blocks[k] for k in bindings.own)]
        packs = [Pack.of(nbytes, blocks, slots) for slots in (bindings.read, bindings.written) if slots]
        bound += [(self.packed(pack), pack.nbytes) for pack in packs]
        if bindings.watched:
            bound.append((self.watch(step, pipeline), 4))
        if pipeline.constants is not None:
            bound.append((pipeline.constants, pipeline.constants.size))
        numbered = list(enumerate(bound, 1))
        if bindings.params_nbytes:
            words = given[: 4 * bindings.bases_at].ljust(4 * bindings.bases_at, b"\0") + b"".join(
                pack.bases() for pack in packs
            )
            params = (words if packs else given).ljust(bindings.params_nbytes, b"\0")
            uniform, size = backend.take(backend.uniforms, len(params), UNIFORM)
            self.recycled.append((backend.uniforms, uniform, size))
            write(self.queue, uniform, 0, params)
            numbered.insert(0, (0, (uniform, len(params))))
        entries = [{"binding": n, "resource": {"buffer": b, "offset": 0, "size": size}} for n, (b, size) in numbered]
        group = self.device.create_bind_group(layout=pipeline.layout, entries=entries)
        compute = self.recording().begin_compute_pass()
        compute.set_pipeline(pipeline.pipeline)
        compute.set_bind_group(0, group)
        for _ in range(repeat):
            compute.dispatch_workgroups(*grid)
        compute.end()
        for pack in packs[bool(bindings.read) :]:
            for block, at, length in pack.parts:
                self.recording().copy_buffer_to_buffer(pack.buffer, at, block, 0, length)

    def packed(self, pack: Pack) -> Any:
        """A buffer with the bytes of all arrays of a pack."""
        limit = self.backend.limits["max-storage-buffer-binding-size"]
        if pack.nbytes > limit:
            raise UnsupportedFeature(
                "this program has more arrays than the device binds at once, and those that have to lie in one buffer are larger "
                "than one may be",
                code="U732",
                fix="use smaller arrays, join arrays of one type, or run it with backend='cpu'",
                actual=f"asked {pack.nbytes} bytes, allowed {limit}",
            )
        pack.buffer, size = self.backend.take(self.backend.packs, pack.nbytes, STORAGE)
        self.recycled.append((self.backend.packs, pack.buffer, size))
        for block, at, nbytes in pack.parts:
            self.recording().copy_buffer_to_buffer(block, 0, pack.buffer, at, nbytes)
        return pack.buffer

    def watch(self, step: Launch, pipeline: WgpuPipeline) -> Any:
        """The word that the launches of this submission report ended loops in."""
        if self.ended is None:
            self.ended, _ = self.backend.take(self.backend.words, 4, STORAGE)
            self.recording().clear_buffer(self.ended, 0, 4)
        self.watched.append(step.name or pipeline.plan.program.program.name)
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
                write(self.queue, block, end - tail, bytes(data[data.nbytes - tail :]) + bytes(4 - tail))
            else:
                self.patch(block, end - tail, data[data.nbytes - tail :])
        if head + tail < data.nbytes:
            write(self.queue, block, at + head, data[head : data.nbytes - tail])

    def patch(self, block: Any, at: int, data: memoryview) -> None:
        """Replace bytes inside one word. Waits for the device, since the word's other bytes are there."""
        word = bytearray(self.read_now(block, at - at % 4, 4))
        word[at % 4 : at % 4 + data.nbytes] = data
        write(self.queue, block, at - at % 4, word)

    def read_now(self, block: Any, at: int, nbytes: int) -> memoryview:
        backend = self.backend
        first = at - at % 4
        total = -(-(at + nbytes) // 4) * 4 - first
        buffer, size = backend.take(backend.readbacks, total, READBACK)
        self.recording().copy_buffer_to_buffer(block, first, buffer, 0, total)
        self.flush()
        mapping = Mapping(self.device, buffer, total, backend.poll)
        got = string_at(mapping.mapped() + at - first, nbytes)
        mapping.end()
        backend.give(backend.readbacks, size, buffer)
        return memoryview(got)

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
        buffer, size = backend.take(backend.readbacks, total, READBACK)
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
        mapping = Mapping(self.device, buffer, total, backend.poll)

        def wait() -> None:
            try:
                mapped = mapping.mapped()
                lost = any(string_at(mapped, 4))
                for at, nbytes, target, target_at in places:
                    memmove(target.address + target_at, mapped + at, nbytes)
                mapping.end()
            except (wgpu.GPUError, RuntimeError) as error:
                raise failed(error) from error
            backend.give(backend.readbacks, size, buffer)
            if lost:
                raise ended_early(names)

        return wait


def ended_early(names: Sequence[str]) -> DispatchFailed:
    return DispatchFailed(
        f"the device ended a loop of {', '.join(sorted(set(names)))} before its end; outputs are not what the program says",
        code="R823",
        fix="run it with backend='cpu' or 'opencl', or let more invocations share the loop: this software device ends all "
        f"loops of an invocation (of its vector of invocations, where they differ) after {LOOP_LIMIT} iterations. A `while` "
        "that would never end is found with backend='cpu' and DispatchConfig(while_limit=N)",
        actual=f"more than {LOOP_LIMIT} iterations",
    )


def failed(error: Exception) -> DispatchFailed | DeviceLost:
    """The typed error for what wgpu raised."""
    if "device is lost" in str(error).lower() or "device lost" in str(error).lower():
        return DeviceLost(
            f"WebGPU reported: {error}",
            code="R824",
            fix="open the device again with session.reopen('wgpu')",
            actual=type(error).__name__,
        )
    return DispatchFailed(
        f"WebGPU reported: {error}",
        code="R822",
        fix="open the device again; where it returns, run with backend='cpu' and report the text of this error",
        actual=type(error).__name__,
    )
