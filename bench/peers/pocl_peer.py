"""OpenCL on the processor through PoCL: portable kernels with workgroups and barriers, without contraction."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import numpy as np
import pyopencl
from numpy.typing import NDArray

from bench.data import Case, Inputs
from bench.peers import Job, Unable

__all__ = ["PoclPeer"]

Array = NDArray[Any]
cl: Any = pyopencl
OPTIONS: Final = ["-cl-fp32-correctly-rounded-divide-sqrt"]
_GROUPS: Final[dict[str, tuple[int, ...]]] = {
    "matmul": (64, 4),
    "tiled": (16, 16),
    "stencil": (64, 4),
    "nbody": (64,),
    "dfa": (32,),
    "mandelbrot": (16, 16),
}


class PoclPeer:
    """The first PoCL device; data stays in its buffers."""

    def __init__(self) -> None:
        found = [p for p in cl.get_platforms() if "Portable Computing Language" in p.name]
        if not found:
            raise Unable("no PoCL here: apt-get install pocl-opencl-icd")
        self._platform = found[0]
        self._device = found[0].get_devices()[0]
        self._context = cl.Context([self._device])
        self._queue = cl.CommandQueue(self._context)
        source = Path(__file__).with_name("kern.cl").read_text(encoding="utf-8")
        self._program = cl.Program(self._context, source).build(options=OPTIONS)

    def versions(self) -> dict[str, str]:
        return {
            "pocl": self._platform.version,
            "device": self._device.name,
            "pyopencl": cl.VERSION_TEXT,
            "options": " ".join(OPTIONS),
        }

    def prepare(self, case: Case, given: Inputs, out: Array) -> Job:
        flags = cl.mem_flags
        arguments: list[Any] = [np.uint32(case.n)]
        for name, value in given.items():
            if isinstance(value, np.ndarray):
                value = cl.Buffer(self._context, flags.READ_ONLY | flags.COPY_HOST_PTR, hostbuf=value)
            if name != "side":
                arguments.append(value)
        result = cl.Buffer(self._context, flags.READ_WRITE | flags.COPY_HOST_PTR, hostbuf=out)
        steps = self._steps(case, arguments, result)

        def run() -> None:
            for step in steps:
                step()
            self._queue.finish()

        return Job(run, lambda: cl.enqueue_copy(self._queue, out, result))

    def _steps(self, case: Case, arguments: list[Any], result: Any) -> list[Callable[[], object]]:
        n = case.n
        if case.kernel in ("histogram", "sum", "popcount"):
            zero = self._step("zero", (case.out_shape[0],), None, result)
            return [zero, self._step(case.kernel, (64 * 256,), (256,), *arguments, result)]
        if case.kernel == "scan":
            if n % 1024:
                raise Unable("whole tiles only")
            sums = cl.Buffer(self._context, cl.mem_flags.READ_WRITE, 4 * (n // 1024))
            return [
                self._step("scan_tiles", (n // 4,), (256,), arguments[1], result, sums),
                self._step("scan_sums", (256,), (256,), sums, np.uint32(n // 1024)),
                self._step("scan_add", (n // 4,), (256,), result, sums),
            ]
        whole = {"dfa": (n // 65536,)}.get(case.kernel, (n,) if case.kernel in _FLAT else (n, n))
        group = _GROUPS.get(case.kernel, (min(n, 256),))
        if any(have % want for have, want in zip(whole, group, strict=True)):
            raise Unable("whole workgroups only")
        return [self._step(case.kernel, whole, group, *arguments, result)]

    def _step(self, name: str, whole: tuple[int, ...], group: tuple[int, ...] | None, *arguments: Any) -> Any:
        kernel = cl.Kernel(self._program, f"k_{name}")
        kernel.set_args(*arguments)
        # the kernel doesn't keep its buffers
        return lambda _keep=arguments: cl.enqueue_nd_range_kernel(self._queue, kernel, whole, group)


_FLAT: Final = frozenset({"xor", "saxpy", "hash", "nbody", "bfs"})
