"""How compile time grows with a program: CPU seconds for programs of 500 to 4,000 statements on every device.

``python -m bench.compile_time [DEVICE …] [--shapes chain,wide] [--sizes 500,1000] [--turns 3]`` prints a table. Every number is the
least of some processes of their own, in which no cache of a driver or of ours is on: what it spends (all threads and its children) on

* *own*: checking, planning and emitting, which is ours;
* *device*: the first call after that, over 64 elements, which is the vendor's compiler for the most part.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from typing import Final

from bench.long_programs import SHAPES, long_program
from bench.machine import machine

__all__ = ["main", "measure"]

_DEVICES: Final = ("cpu", "opencl", "wgpu", "cuda")
_UNCACHED: Final = {"POCL_KERNEL_CACHE": "0", "MESA_SHADER_CACHE_DISABLE": "true", "CUDA_CACHE_DISABLE": "1"}
_LIMIT: Final = 600  # seconds


def _spent() -> float:
    """CPU seconds of this process, all of its threads, and its children that ended."""
    times = os.times()
    return time.process_time() + times.children_user + times.children_system


def measure(device: str, shape: str, statements: int) -> dict[str, float | str]:
    """``own`` and ``device`` in CPU seconds, ``wall`` seconds of the latter; or ``refused``: why the device cannot."""
    import numpy as np

    import vyre as vy
    from vyre.run.show import source_text

    text = {"cpu": "llvm", "opencl": "opencl", "wgpu": "wgsl", "cuda": "cuda"}[device.partition(":")[0]]
    program = long_program(shape, statements)
    a = np.arange(64).astype(program.buffers[0].dtype.numpy_name)
    with vy.Session(device) as session:
        small = long_program(shape, 8)
        try:
            session.dispatch(small, [a])  # opens the device and loads what is loaded once
        except vy.VyreError as error:
            return {"refused": str(error).splitlines()[0]}
        source_text(small, text)
        begun = _spent()
        source_text(program, text)
        own = _spent() - begun
        wall, begun = time.perf_counter(), _spent()
        (got,) = session.dispatch(program, [a])
        spent, wall = _spent() - begun, time.perf_counter() - wall
    with vy.Session("reference") as session:
        if got.tobytes() != session.dispatch(program, [a])[0].tobytes():
            raise ValueError(f"{device}, {shape}, {statements} statements: wrong bytes")
    return {"own": own, "device": spent, "wall": wall}


def _least(device: str, shape: str, statements: int, turns: int) -> dict[str, float | str]:
    """Of so many processes."""
    found = [_measured(device, shape, statements) for _ in range(turns)]
    refused = next((one for one in found if "refused" in one), None)
    return refused or min(found, key=lambda one: float(one["device"]))


def _measured(device: str, shape: str, statements: int) -> dict[str, float | str]:
    """The same in a process of its own."""
    ask = [sys.executable, "-m", "bench.compile_time", "--one", device, shape, str(statements)]
    with tempfile.TemporaryDirectory() as empty:
        environment = {**os.environ, **_UNCACHED, "VYRE_CACHE_DIR": empty}
        try:
            done = subprocess.run(ask, capture_output=True, text=True, check=False, timeout=_LIMIT, env=environment)
        except subprocess.TimeoutExpired:
            return {"refused": f"more than {_LIMIT} s"}
    if done.returncode:
        return {"refused": (done.stderr.strip().splitlines() or ["no word"])[-1]}
    found: dict[str, float | str] = json.loads(done.stdout.splitlines()[-1])
    return found


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.compile_time", description=__doc__)
    parser.add_argument(
        "devices", nargs="*", default=None, help="device ids; without: cpu opencl wgpu cuda, where present"
    )
    parser.add_argument("--shapes", default=",".join(SHAPES))
    parser.add_argument("--sizes", default="500,1000,2000,4000")
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--one", nargs=3, metavar=("DEVICE", "SHAPE", "STATEMENTS"), help=argparse.SUPPRESS)
    asked = parser.parse_args(arguments)
    if asked.one:
        device, shape, statements = asked.one
        print(json.dumps(measure(device, shape, int(statements))))
        return 0
    import vyre as vy

    present = {row.id: row for row in vy.devices() if row.available}
    devices = asked.devices or [name for name in _DEVICES if name in present]
    sizes = [int(n) for n in asked.sizes.split(",")]
    for key, value in machine().items():
        print(f"{key}: {value}")
    for device in devices:
        row = present.get(device)
        print(f"\n{device}: {row.name if row else 'absent'}; {row.driver or 'no driver named' if row else ''}\n")
        print(f"| shape | {' | '.join(f'{n:,}' for n in sizes)} | own, {sizes[-1]:,} |")
        print(f"|---|{'---:|' * (len(sizes) + 1)}", flush=True)
        for shape in asked.shapes.split(","):
            cells, own = [], ""
            for statements in sizes:
                found = _least(device, shape, statements, asked.turns)
                if "refused" in found:
                    cells.append(str(found["refused"]))
                    break
                cells.append(f"{found['device']:.3f}")
                own = f"{found['own']:.2f}"
            print(f"| {shape} | {' | '.join(cells)} | {own} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
