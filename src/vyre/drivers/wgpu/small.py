"""Small host arrays on WebGPU: one write of the queue, one pass, one copy to a buffer that is mapped.

What a launch reads lies in one buffer, behind its parameters, and what it writes in another: WebGPU lets no launch bind one buffer
for reading and for writing.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any, Final

import wgpu

from vyre.drivers.recycled import block_size
from vyre.drivers.small import Places, Spares
from vyre.drivers.wgpu.transfers import Mapping, write_from
from vyre.emit.tiles import blocks_of
from vyre.ir.program import Grid

if TYPE_CHECKING:
    from vyre.drivers.wgpu.backend import WgpuBackend
    from vyre.drivers.wgpu.submission import WgpuPipeline

__all__ = ["prepared"]

_READ: Final = wgpu.BufferUsage.STORAGE | wgpu.BufferUsage.UNIFORM | wgpu.BufferUsage.COPY_DST
_WRITTEN: Final = wgpu.BufferUsage.STORAGE | wgpu.BufferUsage.COPY_SRC | wgpu.BufferUsage.COPY_DST
_BACK: Final = wgpu.BufferUsage.MAP_READ | wgpu.BufferUsage.COPY_DST
_memmove = ctypes.memmove


def prepared(
    backend: WgpuBackend,
    spares: Spares,
    encoding: AbstractContextManager[object],
    pipeline: WgpuPipeline,
    grid: Grid,
    nbytes: Sequence[int],
    blank: frozenset[int],
) -> Callable[[Sequence[int], bytes], None] | None:
    """A launch over arrays at the addresses of each call; None for one that needs more than its arrays and parameters. ``encoding``:
    held while commands are recorded and submitted. Raises what wgpu raises."""
    bindings = pipeline.bindings
    blocks = blocks_of(grid, pipeline.tile)
    if bindings.read or bindings.written or bindings.watched or pipeline.pipeline is None:
        return None
    if max(blocks) > backend.limits["max-compute-workgroups-per-dimension"]:
        return None
    places = Places.of(pipeline.plan, nbytes, blank)
    if not places.written:
        return None
    params_nbytes = block_size(bindings.params_nbytes) if bindings.params_nbytes else 0
    read = [(p.slot, params_nbytes + p.at, p.nbytes) for p in places.read]
    sent = [(p.slot, p.at, p.nbytes) for p in places.sent]
    back = [(p.slot, p.at, p.nbytes) for p in places.written]
    read_bytes, written_bytes = params_nbytes + places.read_bytes, places.written_bytes
    device, queue = backend.device, backend.queue
    compute_pipeline, poll = pipeline.pipeline, backend.poll
    spare = spares.of_a_launch(2 * (read_bytes + written_bytes))

    def run(addresses: Sequence[int], params: bytes) -> None:
        try:
            memory = spare.pop()
        except IndexError:
            spares.make_room()
            memory = _Memory(device, pipeline, places, params_nbytes)
        if params_nbytes:
            _memmove(memory.to_read, params, len(params))
        for slot, at, size in read:
            _memmove(memory.to_read + at, addresses[slot], size)
        for slot, at, size in sent:
            _memmove(memory.to_written + at, addresses[slot], size)
        with encoding:
            if read_bytes:
                write_from(queue, memory.read, 0, memory.to_read, memory.read_nbytes)
            if sent:
                write_from(queue, memory.written, 0, memory.to_written, memory.sent_nbytes)
            encoder = device.create_command_encoder()
            compute = encoder.begin_compute_pass()
            compute.set_pipeline(compute_pipeline)
            compute.set_bind_group(0, memory.group)
            compute.dispatch_workgroups(*blocks)
            compute.end()
            encoder.copy_buffer_to_buffer(memory.written, 0, memory.back, 0, written_bytes)
            queue.submit([encoder.finish()])
            poll.brief = backend.is_idle()
            mapping = Mapping(device, memory.back, written_bytes, poll)
        mapped = mapping.mapped()
        for slot, at, size in back:
            _memmove(addresses[slot], mapped + at, size)
        mapping.end()
        spare.append(memory)

    return run


class _Memory:
    """The buffers of one launch, the host's side of them, and the group that binds them."""

    def __init__(self, device: Any, pipeline: WgpuPipeline, places: Places, params_nbytes: int) -> None:
        bindings = pipeline.bindings
        read_bytes = params_nbytes + places.read_bytes
        self.read = device.create_buffer(size=max(read_bytes, 256), usage=_READ)
        self.written = device.create_buffer(size=max(places.written_bytes, 256), usage=_WRITTEN)
        self.back = device.create_buffer(size=max(places.written_bytes, 256), usage=_BACK)
        self.read_nbytes = max(read_bytes, 256)
        self.sent_nbytes = max(places.sent_bytes, 256)
        self._read_host = ctypes.create_string_buffer(self.read_nbytes)
        self._sent_host = ctypes.create_string_buffer(self.sent_nbytes)
        self.to_read = ctypes.addressof(self._read_host)
        self.to_written = ctypes.addressof(self._sent_host)
        # As much of each as a resource of its own would have, so that a launch finds the same beside its arrays.
        where = {p.slot: (self.read, params_nbytes + p.at, block_size(p.nbytes)) for p in places.read}
        where |= {p.slot: (self.written, p.at, block_size(p.nbytes)) for p in places.written}
        bound: list[tuple[Any, int, int]] = [where[slot] for slot in bindings.own]
        if pipeline.constants is not None:
            bound.append((pipeline.constants, 0, pipeline.constants.size))
        numbered = list(enumerate(bound, 1))
        if bindings.params_nbytes:
            numbered.insert(0, (0, (self.read, 0, bindings.params_nbytes)))
        self.group = device.create_bind_group(
            layout=pipeline.layout,
            entries=[
                {"binding": n, "resource": {"buffer": buffer, "offset": at, "size": size}}
                for n, (buffer, at, size) in numbered
            ],
        )
