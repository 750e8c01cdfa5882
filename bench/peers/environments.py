"""Competitors that need packages of their own get an environment of their own, made when they are first asked for."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from pathlib import Path
from typing import Final

from platformdirs import user_cache_path

__all__ = ["PACKAGES", "python_of"]

PACKAGES: Final = {
    "halide": ("halide",),
    "warp": ("warp-lang",),
    "jax": ("jax",),
    "taichi": ("taichi",),
    "pocl": ("pyopencl",),
}


def python_of(peer: str, folder: Path | None = None) -> Path:
    """The interpreter that runs ``peer``: this one, or that of its environment below ``folder`` (by default in the user's cache),
    which is made and filled by pip where it is missing."""
    if peer not in PACKAGES:
        return Path(sys.executable)
    home = (user_cache_path("vyre") / "bench-peers" if folder is None else folder) / peer
    python = home / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    ready = home / "ready"
    if not ready.exists():
        print(f"{peer}: installing {', '.join(PACKAGES[peer])} into {home}", file=sys.stderr, flush=True)
        venv.create(home, with_pip=True, clear=True)
        packages = [*PACKAGES[peer], "numpy"]
        subprocess.run([python, "-m", "pip", "install", "-q", "--disable-pip-version-check", *packages], check=True)
        ready.write_text(" ".join(packages) + "\n", encoding="utf-8")
    return python
