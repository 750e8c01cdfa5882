"""xor and saxpy over arrays that stay on the device, on every GPU backend of one machine.

``python -m bench.device_backends [--devices cuda wgpu opencl] [--out FILE.json]``

One submission runs a launch many times, so that what a submission costs is shared; the time of one with a single launch is taken
away. Medians of interleaved rounds. The bytes of all devices are compared with NumPy's first.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from bench.kernels.device.streams import saxpy, xor
from bench.launching import packed
from vyre.config import DispatchConfig
from vyre.contract.backend import Copy, HostView, Launch
from vyre.plan.launch import grid_of_domain
from vyre.run.session import Session

__all__ = ["main"]

ELEMENTS = 1 << 26
REPEAT = 40
ROUNDS = 11


def view(array: Any) -> HostView:
    return HostView(array, array.ctypes.data, array.nbytes, True, memoryview(array).cast("B"))


def prepared(session: Session, device: str, kernel: Any, arrays: Sequence[Any], scalars: dict[str, float]) -> Any:
    """(submit ``repeat`` launches and wait, the output's bytes)."""
    program = kernel.program
    made = session.prepare(program, DispatchConfig(), backend=device)
    backend: Any = made.engine.backend
    grid = grid_of_domain((arrays[0].size,), made.workgroup)
    named = dict(zip((b.name for b in program.buffers if b.role != "uniform"), arrays, strict=True))
    params = packed(made, named, scalars, grid)
    memory = [backend.allocate(array.nbytes) for array in arrays]
    whole = ((0, 0, arrays[0].nbytes),)
    backend.submit([Copy(view(a), m, whole) for a, m in zip(arrays, memory, strict=True)]).result()
    compiled = made.compiled()

    def run(repeat: int) -> None:
        backend.submit([Launch(compiled, tuple(memory), grid, params, repeat)]).result()

    run(1)
    out = np.empty_like(arrays[-1])
    backend.submit([Copy(memory[-1], view(out), whole)]).result()
    return run, out


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--devices", nargs="+", default=["cuda", "wgpu", "opencl"])
    parser.add_argument("--out")
    given = parser.parse_args(argv)
    rng = np.random.default_rng(1)
    found: dict[str, dict[str, float]] = {}
    with Session() as session:
        for case, kernel in (("xor", xor), ("saxpy", saxpy)):
            if case == "xor":
                a, b = (rng.integers(0, 1 << 32, ELEMENTS, dtype=np.uint32) for _ in range(2))
                want = a ^ b
            else:
                a, b = (rng.standard_normal(ELEMENTS, dtype=np.float32) for _ in range(2))
                want = np.float32(1.7) * a + b
            runs: dict[str, Callable[[int], None]] = {}
            for device in given.devices:
                run, out = prepared(session, device, kernel, (a, b, np.zeros_like(a)), {"s": float(np.float32(1.7))})
                if not np.array_equal(out.view(np.uint32), want.view(np.uint32)):
                    print(f"{case} on {device} differs")
                    return 1
                runs[device] = run
            times: dict[str, list[float]] = {device: [] for device in runs}
            for turn in range(ROUNDS + 2):
                for device, run in runs.items():
                    marks = [time.perf_counter()]
                    for repeat in (1, REPEAT + 1):
                        run(repeat)
                        marks.append(time.perf_counter())
                    if turn >= 2:
                        times[device].append((marks[2] - 2 * marks[1] + marks[0]) / REPEAT)
            found[case] = {device: statistics.median(values) * 1e3 for device, values in times.items()}
            for device, ms in found[case].items():
                rate = 12 * ELEMENTS / ms / 1e6
                print(
                    f"{case:<6} {device:<8} {ms:8.4f} ms {rate:8.0f} GB/s {found[case][given.devices[0]] / ms:6.3f} x",
                    flush=True,
                )
    if given.out:
        Path(given.out).write_text(json.dumps(found, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
