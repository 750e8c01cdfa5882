"""xor, saxpy, rows of eight words and a hash over arrays that stay on the device, on every GPU backend of one machine.

``python -m bench.device_backends [--devices cuda wgpu opencl] [--elements N] [--out FILE.json]``

One submission runs a launch many times, so that what a submission costs is shared; the time of one with a single launch is taken
away. Medians of interleaved rounds. The bytes of all devices are compared with NumPy's first.

With ``wgpu`` come the texts of :mod:`bench.wgpu_streams`, on the same arrays: vyre's with several vectors a thread and without any, with
divisions in a folded launch, without tiles, without the checks of wgpu-native, and kernels written by hand. The hash, which is all
arithmetic in a loop, is there for the counter that wgpu-native adds to every loop: "free loops" have none.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from bench.kernels.device.streams import ROUNDS as ROUNDS_OF_HASH
from bench.kernels.device.streams import hash64, rows, saxpy, xor
from bench.launching import packed
from vyre.config import DispatchConfig
from vyre.contract.backend import CompiledPipeline, Copy, Fill, HostView, Launch, MemoryStore, Resource
from vyre.ir.program import Grid
from vyre.plan.launch import grid_of_domain
from vyre.run.device_program import DeviceProgram
from vyre.run.session import Session

__all__ = ["main"]

ELEMENTS = 1 << 26
REPEAT = 40
ROUNDS = 11
SCALE = float(np.float32(1.7))


def view(array: Any) -> HostView:
    return HostView(array, array.ctypes.data, array.nbytes, True, memoryview(array).cast("B"))


Run = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class Prepared:
    """A kernel over arrays on a device."""

    backend: Any
    program: DeviceProgram
    memory: tuple[Resource, ...]
    grid: Grid
    params: bytes

    @staticmethod
    def of(backend: Any, made: DeviceProgram, arrays: Sequence[Any], scalars: dict[str, float]) -> Prepared:
        grid = grid_of_domain((arrays[-1].size,), made.workgroup)
        named = dict(zip((b.name for b in made.program.buffers if b.role != "uniform"), arrays, strict=True))
        memory = tuple(backend.allocate(array.nbytes) for array in arrays)
        pairs = zip(arrays, memory, strict=True)
        backend.submit([Copy(view(a), m, ((0, 0, a.nbytes),)) for a, m in pairs]).result()
        return Prepared(backend, made, memory, grid, packed(made, named, scalars, grid))

    def run(self, pipeline: CompiledPipeline, grid: Grid | None = None) -> Run:
        """What submits ``repeat`` launches and waits."""
        launch = Launch(pipeline, self.memory, grid or self.grid, b"" if grid else self.params)

        def run(repeat: int) -> None:
            self.backend.submit([replace(launch, repeat=repeat)]).result()

        return run

    def differs(self, run: Run, want: Any) -> bool:
        """Whether a run leaves something else in the last array, which is all ones before."""
        self.backend.submit([Fill(self.memory[-1], byte=255)]).result()
        run(1)
        out = np.empty_like(want)
        self.backend.submit([Copy(self.memory[-1], view(out), ((0, 0, out.nbytes),))]).result()
        return not np.array_equal(out.view(np.uint32), want.view(np.uint32))

    def close(self) -> None:
        for resource in self.memory:
            resource.close()


def beside(
    session: Session, device: str, case: str, own: Prepared, arrays: Sequence[Any]
) -> Iterator[tuple[str, Prepared, Run, bool]]:
    """(name, where it runs, what runs, whether its bytes are to be right) of the other texts for a WebGPU device."""
    from bench.wgpu_streams import CountedWgpu, UncheckedWgpu, variants
    from vyre.drivers.wgpu.backend import WgpuBackend

    engine = session.engine(device)
    assert isinstance(engine.backend, WgpuBackend)
    for variant in variants(engine.backend, engine.profile, own.program.plan, case, arrays[0].size):
        yield f"{device}, {variant.name}", own, own.run(variant.pipeline, variant.grid), variant.exact
    for name, kind in (("unchecked", UncheckedWgpu), ("counted loops", CountedWgpu)):
        if kind is UncheckedWgpu or case == "hash64":
            backend = kind(engine.backend.device_info, store=MemoryStore())
            other = Prepared.of(backend, own.program, arrays, {"s": SCALE})
            yield f"{device}, {name}", other, other.run(backend.compile(own.program.plan, engine.profile)), True


def data(case: str, elements: int) -> tuple[tuple[Any, ...], Any]:
    """A kernel's arrays, the last of which is its output, and what it is to leave there."""
    rng = np.random.default_rng(1)
    if case == "saxpy":
        x, y = (rng.standard_normal(elements, dtype=np.float32) for _ in range(2))
        want = np.float32(SCALE) * x + y
        return (x, y, np.zeros_like(want)), want
    a, b = (rng.integers(0, 1 << 32, elements, dtype=np.uint32) for _ in range(2))
    if case == "xor":
        return (a, b, np.zeros_like(a)), a ^ b
    if case == "rows":
        want = np.bitwise_xor.reduce(a.reshape(-1, 8), axis=1)
        return (a, np.zeros_like(want)), want
    h = a[: elements // 4].copy()
    for _ in range(ROUNDS_OF_HASH):
        for shift, factor in ((16, 0x85EBCA6B), (13, 0xC2B2AE35)):
            h ^= h >> np.uint32(shift)
            h *= np.uint32(factor)
        h ^= h >> np.uint32(16)
    return (a[: h.size].copy(), np.zeros_like(h)), h


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--devices", nargs="+", default=["cuda", "wgpu", "opencl"])
    parser.add_argument("--elements", type=int, default=ELEMENTS, help="of each array, a power of two")
    parser.add_argument("--out")
    given = parser.parse_args(argv)
    found: dict[str, dict[str, float]] = {}
    with Session() as session:
        for case, kernel in (("xor", xor), ("saxpy", saxpy), ("rows", rows), ("hash64", hash64)):
            arrays, want = data(case, given.elements)
            moved = sum(array.nbytes for array in arrays)
            runs: dict[str, Run] = {}
            places: list[Prepared] = []
            for device in given.devices:
                made = session.prepare(kernel.program, DispatchConfig(), backend=device)
                own = Prepared.of(made.engine.backend, made, arrays, {"s": SCALE})
                named = [(device, own, own.run(made.compiled()), True)]
                if made.engine.profile.backend == "wgpu":
                    named += beside(session, device, case, own, arrays)
                for name, where, run, exact in named:
                    if where.differs(run, want):
                        print(f"{case} on {name} differs")
                        if exact:
                            return 1
                    runs[name] = run
                    places.append(where)
            times: dict[str, list[float]] = {name: [] for name in runs}
            for turn in range(ROUNDS + 2):
                for name, run in runs.items():
                    marks = [time.perf_counter()]
                    for repeat in (1, REPEAT + 1):
                        run(repeat)
                        marks.append(time.perf_counter())
                    if turn >= 2:
                        times[name].append((marks[2] - 2 * marks[1] + marks[0]) / REPEAT)
            found[case] = {name: statistics.median(values) * 1e3 for name, values in times.items()}
            for name, ms in found[case].items():
                rate = moved / ms / 1e6
                print(
                    f"{case:<6} {name:<24} {ms:8.4f} ms {rate:8.0f} GB/s {found[case][given.devices[0]] / ms:6.3f} x",
                    flush=True,
                )
            for where in places:
                where.close()
    if given.out:
        Path(given.out).write_text(json.dumps(found, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
