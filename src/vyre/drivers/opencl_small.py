"""Small host arrays on OpenCL: one copy to the device, the kernel, and one copy back that waits."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import pyopencl as cl

from vyre.device import DeviceKind
from vyre.drivers.recycled import block_size
from vyre.drivers.small import Places, Spares
from vyre.emit.opencl import launched_workgroup
from vyre.emit.tiles import blocks_of
from vyre.ir.program import Grid

if TYPE_CHECKING:
    from vyre.drivers.opencl import OpenclPipeline

__all__ = ["prepared"]

_memmove = ctypes.memmove


def prepared(
    queue: Any,
    kind: DeviceKind,
    spares: Spares,
    pipeline: OpenclPipeline,
    grid: Grid,
    nbytes: Sequence[int],
    blank: frozenset[int],
    *,
    align: int,
) -> Callable[[Sequence[int], bytes], None]:
    """A launch over arrays at the addresses of each call. ``align``: bytes at whose multiples the device lets a part of a buffer begin.
    Raises what pyopencl raises."""
    kernel: Any = pipeline.kernel
    program, entry = kernel.program, kernel.function_name
    local = launched_workgroup(pipeline.plan.workgroup, kind)
    whole = tuple(groups * size for groups, size in zip(blocks_of(grid, pipeline.tile), local, strict=True))
    places = Places.of(pipeline.plan, nbytes, blank, align=align)
    there = places.read_bytes
    sent = [(p.slot, p.at, p.nbytes) for p in places.read]
    sent += [(p.slot, there + p.at, p.nbytes) for p in places.sent]
    back = [(p.slot, there + p.at, p.nbytes) for p in places.written]
    nbytes_sent, total = there + places.sent_bytes, there + places.written_bytes
    slots = len(nbytes)
    spare = spares.of_a_launch(2 * total)
    # A device in software has threads that fall asleep between calls, and waking one takes longer than this copy: who waits for the
    # copy wakes it while nobody waits for more (10 of 50 µs with PoCL, where calls come 15 µs apart).
    blocking = kind == "software"
    enqueue_copy, enqueue_kernel = cl.enqueue_copy, cl.enqueue_nd_range_kernel

    def run(addresses: Sequence[int], params: bytes) -> None:
        try:
            memory = spare.pop()
        except IndexError:
            spares.make_room()
            memory = _Memory(queue.context, program, entry, total, nbytes_sent, there)
            for slot, at, size in {*sent, *back}:
                memory.kernel.set_arg(slot, memory.part(at, size))
        first = memory.address
        for slot, at, size in sent:
            _memmove(first + at, addresses[slot], size)
        if memory.params != params:
            memory.kernel.set_arg(slots, params)
            memory.params = params
        # The event of a copy waits for it when it is dropped, so it is held until all is done.
        sent_by = enqueue_copy(queue, memory.block, memory.to, is_blocking=blocking) if nbytes_sent else None
        enqueue_kernel(queue, memory.kernel, whole, local)
        if back:
            enqueue_copy(queue, memory.back, memory.block, src_offset=there)
            for slot, at, size in back:
                _memmove(addresses[slot], first + at, size)
        else:
            queue.finish()
        del sent_by
        spare.append(memory)

    return run


class _Memory:
    """A block of the device with the arrays side by side, the host's side of it, and a kernel whose arguments lie there."""

    def __init__(self, context: Any, program: Any, entry: str, total: int, sent: int, there: int) -> None:
        self.block = cl.Buffer(context, cl.mem_flags.READ_WRITE, max(total, 256))
        self.kernel = cl.Kernel(program, entry)
        self.params = b""
        host = ctypes.create_string_buffer(max(total, 256))
        self.address = ctypes.addressof(host)
        view = memoryview(host).cast("B")  # keeps it
        self.to, self.back = view[:sent], view[there:total]
        self._parts: list[Any] = []

    def part(self, at: int, nbytes: int) -> Any:
        """The part of the block that holds one array."""
        made = self.block.get_sub_region(at, block_size(nbytes))
        self._parts.append(made)
        return made
