"""What a table must say about where it was made."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from pathlib import Path

__all__ = ["machine", "usable_cores"]


def usable_cores() -> int:
    """Cores that this process may run on."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def machine() -> dict[str, str]:
    """Processor, cores, memory, system, Python and the load at this moment."""
    found = {
        "processor": _first_line(Path("/proc/cpuinfo"), "model name") or platform.processor() or platform.machine(),
        "usable cores": str(usable_cores()),
        "system": f"{platform.system()} {platform.machine()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
    }
    commit = _commit()
    if commit:
        found["commit"] = commit
    memory = _first_line(Path("/proc/meminfo"), "MemTotal")
    if memory:
        found["memory"] = f"{int(memory.split()[0]) / (1 << 20):.0f} GiB"
    vectors = [
        name
        for name in ("avx512f", "avx2", "asimd")
        if name in (_first_line(Path("/proc/cpuinfo"), "flags") or "").split()
    ]
    if vectors:
        found["vectors"] = vectors[0]
    if sys.platform != "win32":
        found["load at start"] = f"{os.getloadavg()[0]:.2f} (1 minute)"
    return found


def _commit() -> str | None:
    root = Path(__file__).resolve().parent.parent
    try:
        done = subprocess.run(
            ["git", "describe", "--always", "--dirty"], cwd=root, capture_output=True, text=True, check=True
        )
    except (OSError, subprocess.CalledProcessError):
        return None
    return done.stdout.strip()


def _first_line(path: Path, key: str) -> str | None:
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError:
        return None
    return next((line.split(":", 1)[1].strip() for line in lines if line.startswith(key) and ":" in line), None)
