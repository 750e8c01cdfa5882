"""The shortest sequence of library calls for a small call, NumPy in and NumPy out, without vyre: a kernel that xors two arrays.

Buffers and the pipeline are made once, everything goes in one submission, and the public interface of the library is used.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

__all__ = ["BARE", "opencl", "wgpu"]

Array = NDArray[Any]
GROUP: Final = 256
_WGSL: Final = """
@group(0) @binding(0) var<storage, read> a: array<u32>;
@group(0) @binding(1) var<storage, read> b: array<u32>;
@group(0) @binding(2) var<storage, read_write> o: array<u32>;
@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let i = id.x;
    if (i < arrayLength(&o)) { o[i] = a[i] ^ b[i]; }
}
"""
_OPENCL: Final = """
kernel void k(global const uint* a, global const uint* b, global uint* o, uint n) {
    uint i = get_global_id(0);
    if (i < n) o[i] = a[i] ^ b[i];
}
"""


def wgpu(a: Array, b: Array, out: Array) -> Callable[[], object]:
    """Two writes of the queue, one pass, a copy to a buffer that is mapped; on a device of its own."""
    import wgpu as library

    from vyre.drivers.wgpu.backend import _adapters

    device: Any = _adapters()[0].request_device_sync()
    queue = device.queue
    use = library.BufferUsage
    inputs = [device.create_buffer(size=x.nbytes, usage=use.STORAGE | use.COPY_DST) for x in (a, b)]
    result = device.create_buffer(size=out.nbytes, usage=use.STORAGE | use.COPY_SRC)
    back = device.create_buffer(size=out.nbytes, usage=use.MAP_READ | use.COPY_DST)
    pipeline = device.create_compute_pipeline(
        layout="auto", compute={"module": device.create_shader_module(code=_WGSL), "entry_point": "main"}
    )
    entries = [
        {"binding": n, "resource": {"buffer": x, "offset": 0, "size": x.size}} for n, x in enumerate((*inputs, result))
    ]
    group = device.create_bind_group(layout=pipeline.get_bind_group_layout(0), entries=entries)
    groups = -(-out.size // GROUP)

    def call() -> None:
        queue.write_buffer(inputs[0], 0, a)
        queue.write_buffer(inputs[1], 0, b)
        encoder = device.create_command_encoder()
        compute = encoder.begin_compute_pass()
        compute.set_pipeline(pipeline)
        compute.set_bind_group(0, group)
        compute.dispatch_workgroups(groups)
        compute.end()
        encoder.copy_buffer_to_buffer(result, 0, back, 0, out.nbytes)
        queue.submit([encoder.finish()])
        back.map_sync("READ")
        out[:] = np.frombuffer(back.read_mapped(copy=False), out.dtype)
        back.unmap()

    return call


def opencl(a: Array, b: Array, out: Array) -> Callable[[], object]:
    """Two writes, the kernel, and a read that waits."""
    import pyopencl as cl

    from vyre.drivers.opencl import _devices

    context = cl.Context([_devices()[0]])
    queue = cl.CommandQueue(context)
    x, y, z = (cl.Buffer(context, cl.mem_flags.READ_WRITE, array.nbytes) for array in (a, b, out))
    kernel = cl.Kernel(cl.Program(context, _OPENCL).build(), "k")
    kernel.set_args(x, y, z, np.uint32(out.size))
    whole, local = (-(-out.size // GROUP) * GROUP,), (GROUP,)

    def call() -> None:
        cl.enqueue_copy(queue, x, a, is_blocking=False)
        cl.enqueue_copy(queue, y, b, is_blocking=False)
        cl.enqueue_nd_range_kernel(queue, kernel, whole, local)
        cl.enqueue_copy(queue, out, z)

    return call


BARE: Final = {"wgpu": wgpu, "opencl": opencl}
