"""One visit to a machine with a GPU: what is right there, and how fast.

``python -m bench.gpu_report --out report.md``

Runs the contract suite, the rule and operation tests, random programs and the demo on the devices named, then times
a few kernels from host arrays to host arrays (copies included). Every part is a process of its own, so that one that
dies leaves the rest; each part's output ends in the report.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

import vyre as vy
from bench.machine import machine

__all__ = ["main"]

ROOT = Path(__file__).parents[1]
TAIL = 40  # lines of a part's output that are kept


def run_part(title: str, *command: str, limit: float) -> str:
    """One part as Markdown: how it ended, how long it took, the end of what it printed."""
    begin = time.perf_counter()
    try:
        done = subprocess.run(
            [sys.executable, *command], cwd=ROOT, capture_output=True, text=True, timeout=limit, check=False
        )
        lines, code = (done.stdout + done.stderr).splitlines(), str(done.returncode)
    except subprocess.TimeoutExpired as error:
        out = error.stdout or b""
        lines, code = (out.decode(errors="replace") if isinstance(out, bytes) else out).splitlines(), "timeout"
    seconds = time.perf_counter() - begin
    body = "\n".join(lines[-TAIL:])
    text = f"## {title}\n\nexit {code}, {seconds:.0f} s\n\n```text\n{body}\n```\n"
    print(text, flush=True)
    return text


@vy.kernel
def xor(a: vy.In[vy.u32], b: vy.In[vy.u32], out: vy.Out[vy.u32]):  # type: ignore[no-untyped-def]  # as a user writes it
    """Memory-bound."""
    i = vy.global_id()
    if i < out.size:
        out[i] = a[i] ^ b[i]


@vy.kernel
def hash64(a: vy.In[vy.u32], out: vy.Out[vy.u32]):  # type: ignore[no-untyped-def]  # as a user writes it
    """Compute-bound: 64 rounds of multiply, rotate, xor."""
    i = vy.global_id()
    if i < out.size:
        h = a[i]
        for k in range(64):
            h = vy.rotl(h * 0x9E3779B1, 13) ^ vy.u32(k)
        out[i] = h


def timings(devices: list[str]) -> str:
    """Median milliseconds of 20 calls from NumPy to NumPy, with the first call's apart; results compared."""
    rows = [
        "## Timings",
        "",
        "| kernel | device | first call ms | median ms | GB/s of array bytes |",
        "|---|---|---:|---:|---:|",
    ]
    rng = np.random.default_rng(0)
    for n in (1 << 10, 1 << 20, 1 << 24):
        a, b = rng.integers(0, 1 << 32, n, np.uint32), rng.integers(0, 1 << 32, n, np.uint32)
        want: dict[str, Any] = {}
        cases: list[tuple[str, Callable[..., Any], int]] = [
            (f"xor {n}", partial(xor, a, b), 12 * n),
            (f"hash64 {n}", partial(hash64, a), 8 * n),
        ]
        for name, call, nbytes in cases:
            for device in devices:
                begin = time.perf_counter()
                got = call(backend=device)
                first = time.perf_counter() - begin
                same = name not in want or got.tobytes() == want[name]
                want.setdefault(name, got.tobytes())
                times = []
                for _ in range(20):
                    begin = time.perf_counter()
                    call(backend=device)
                    times.append(time.perf_counter() - begin)
                median = statistics.median(times)
                rows.append(
                    f"| {name} | {device} | {first * 1e3:.1f} | {median * 1e3:.3f} | "
                    f"{nbytes / median / 1e9:.2f}{'' if same else ' **differs**'} |"
                )
    text = "\n".join(rows) + "\n"
    print(text, flush=True)
    return text


def main() -> int:
    """Run every part and write the report."""
    parser = argparse.ArgumentParser(prog="bench.gpu_report", description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--devices", nargs="+", default=["wgpu", "opencl"])
    parser.add_argument("--programs", type=int, default=500)
    given = parser.parse_args()
    parts = ["# GPU report\n", *(f"- {key}: {value}" for key, value in machine().items()), ""]
    parts += [f"- {d.id}: {d.name} ({d.kind}), driver {d.driver}, {d.reason or 'available'}" for d in vy.devices()]
    parts.append("")
    chosen = " or ".join(given.devices)
    parts.append(
        run_part("Contract", "-m", "pytest", "-q", "-p", "no:randomly", "tests/contract", "-k", chosen, limit=120)
    )
    parts.append(
        run_part(
            "Rules and operations",
            "-m",
            "pytest",
            "-q",
            "-n",
            "8",
            "-p",
            "no:randomly",
            "tests/backends",
            "-k",
            chosen,
            limit=200,
        )
    )
    for device in given.devices:
        campaign = ("-m", "tests.property.campaign", "--backend", device, "--count", str(given.programs), "--quiet")
        parts.append(run_part(f"Random programs on {device}", *campaign, limit=200))
    try:
        parts.append(timings(given.devices))
    except vy.VyreError as error:
        parts.append(f"## Timings\n\nfailed: {error}\n")
    arguments = [word for device in given.devices for word in ("--backend", device)]
    parts.append(run_part("Demo", "-m", "vyre", "demo", *arguments, limit=150))
    given.out.write_text("\n".join(parts), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
