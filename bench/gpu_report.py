"""One visit to a machine with a GPU: what is right there, and how fast.

``python -m bench.gpu_report --out FOLDER [--full] [--programs N] [--jobs N] [--devices cuda wgpu opencl]
[--parts kernels calls floats corpus programs demo]``

Runs the conformance corpus and random programs on the devices named, many processes at a time, then alone what is timed. Every
part is a process of its own, so that one that dies leaves the rest. ``report.md`` has the end of each part's output,
``conform-DEVICE.json`` the verdict of every row.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import vyre as vy
from bench.machine import machine

__all__ = ["main"]

ROOT = Path(__file__).parents[1]
PARTS = ("kernels", "calls", "floats", "corpus", "programs", "demo")
TAIL = 60  # lines of a part's output that are kept
HANDS = 40  # processes among which the rows of the corpus are dealt out


def run(command: Sequence[str], limit: float) -> tuple[str, list[str], float]:
    """How a part ended, what it printed, and its seconds."""
    begin = time.perf_counter()
    try:
        done = subprocess.run(
            [sys.executable, *command], cwd=ROOT, capture_output=True, text=True, timeout=limit, check=False
        )
        lines, code = (done.stdout + done.stderr).splitlines(), str(done.returncode)
    except subprocess.TimeoutExpired as error:
        out = error.stdout or b""
        lines, code = (out.decode(errors="replace") if isinstance(out, bytes) else out).splitlines(), "timeout"
    return code, lines, time.perf_counter() - begin


def section(title: str, *command: str, limit: float) -> str:
    """One part alone, as Markdown."""
    code, lines, seconds = run(command, limit)
    body = "\n".join(lines[-TAIL:])
    text = f"## {title}\n\nexit {code}, {seconds:.0f} s\n\n```text\n{body}\n```\n"
    print(text, flush=True)
    return text


def corpus(devices: Sequence[str], folder: Path, pool: ThreadPoolExecutor, *, full: bool, limit: float) -> str:
    """The corpus on every device, its rows dealt out to many processes."""
    _, listed, _ = run(("-m", "vyre", "conform", "--list"), 120)
    rows = [line.split()[0] for line in listed if "/" in line.split(" ")[0]]
    hands = [rows[k::HANDS] for k in range(HANDS)]
    setting = ["--full"] if full else []

    def one(device: str, k: int) -> tuple[str, Path, str, list[str]]:
        found = folder / f"part-{device}-{k}.json"
        chosen = [word for row in hands[k] for word in ("--rows", row)]
        command = ["-m", "vyre", "conform", "--backend", device, *setting, "--json", str(found), *chosen]
        code, lines, _ = run([*command, "--folder", str(folder / "cases")], limit)
        return device, found, code, lines

    begin = time.perf_counter()
    done = list(pool.map(lambda given: one(*given), [(d, k) for k in range(HANDS) for d in devices]))
    lines = [f"## Corpus, {'full' if full else 'ci'}: {len(rows)} rows, {time.perf_counter() - begin:.0f} s", ""]
    for device in devices:
        whole: dict[str, Any] = {}
        broken = []
        for of, path, code, said in done:
            if of != device:
                continue
            if not path.exists():
                broken.append(f"a part ended with {code}: {' | '.join(said[-3:])[:400]}")
                continue
            part = json.loads(path.read_text())
            path.unlink()
            whole = whole or {**part, "rows": []}
            whole["rows"] += part["rows"]
        found = sorted(whole.get("rows", []), key=lambda row: row["id"])
        counts = {verdict: sum(row["verdict"] == verdict for row in found) for verdict in ("pass", "refused", "fail")}
        whole |= {"rows": found, "missing": len(rows) - len(found), **counts}
        (folder / f"conform-{device}.json").write_text(json.dumps(whole, indent=0) + "\n")
        lines.append(f"- {device}: {counts}, {len(rows) - len(found)} rows did not come to an end")
        lines += [f"  - {row['id']}: {row['reason'][:300]}" for row in found if row["verdict"] == "fail"][:40]
        lines += [f"  - {what}" for what in broken]
    text = "\n".join(lines) + "\n"
    print(text, flush=True)
    return text


def programs(devices: Sequence[str], count: int, pool: ThreadPoolExecutor, limit: float) -> str:
    """Random programs of all types, in parts."""
    each = max(1, -(-count // 16))
    jobs = [(device, first) for first in range(0, count, each) for device in devices]

    def one(device: str, first: int) -> tuple[str, str, list[str]]:
        words = ["-m", "tests.property.campaign", "--backend", device, "--profile", "every", "--quiet"]
        code, lines, _ = run([*words, "--count", str(each), "--seed", str(first)], limit)
        return device, code, lines

    begin = time.perf_counter()
    done = list(pool.map(lambda job: one(*job), jobs))
    lines = [f"## Random programs: {each * 16} of all types, {time.perf_counter() - begin:.0f} s", ""]
    for device in devices:
        parts = [(code, said) for of, code, said in done if of == device]
        right = sum(code == "0" for code, _ in parts)
        lines.append(f"- {device}: {right} of {len(parts)} parts of {each} programs without a difference")
        for code, said in parts:
            if code != "0":
                lines += [f"  - {line[:300]}" for line in said if line.startswith(("---", "random_program"))]
                lines.append(f"  - ended with {code}: {' | '.join(said[-2:])[:300]}")
    text = "\n".join(lines) + "\n"
    print(text, flush=True)
    return text


def main() -> int:
    """Run every part and write the report."""
    parser = argparse.ArgumentParser(prog="bench.gpu_report", description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--devices", nargs="+", default=["cuda", "wgpu", "opencl"])
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=list(PARTS))
    parser.add_argument("--programs", type=int, default=2000)
    parser.add_argument("--jobs", type=int, default=14)
    parser.add_argument("--full", action="store_true")
    parser.add_argument("--limit", type=float, default=300, help="seconds for a part")
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    parts = ["# GPU report\n", *(f"- {key}: {value}" for key, value in machine().items()), ""]
    parts += [f"- {d.id}: {d.name} ({d.kind}), driver {d.driver}, {d.reason or 'available'}" for d in vy.devices()]
    parts.append("")
    folder = given.out
    if "cuda" in given.devices and "kernels" in given.parts:
        parts.append(section("Kernels", "-m", "bench.device_table", "--out", str(folder / "table.json"), limit=200))
    calls = ("-m", "bench.device_calls", "--out", str(folder / "calls.json"), "--backend", *given.devices)
    if "calls" in given.parts:
        parts.append(section("Calls", *calls, limit=150))
    if "wgpu" in given.devices and "floats" in given.parts:
        parts.append(section("Exact floats on WebGPU", "-m", "bench.wgpu_strict", limit=120))
    with ThreadPoolExecutor(given.jobs) as pool:
        if "corpus" in given.parts:
            parts.append(corpus(given.devices, folder, pool, full=given.full, limit=given.limit))
        if "programs" in given.parts:
            parts.append(programs(given.devices, given.programs, pool, given.limit))
    arguments = [word for device in given.devices for word in ("--backend", device)]
    if "demo" in given.parts:
        parts.append(section("Demo", "-m", "vyre", "demo", *arguments, limit=150))
    (folder / "report.md").write_text("\n".join(parts), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
