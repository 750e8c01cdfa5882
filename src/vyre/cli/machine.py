"""The host that a command runs on, as what was measured there must tell."""

from __future__ import annotations

import os
import platform
from pathlib import Path

from vyre.device import DeviceInfo

__all__ = ["device_text", "machine", "usable_cores"]


def usable_cores() -> int:
    """Cores that this process may run on."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def machine() -> dict[str, str | int | float | None]:
    """Processor, usable cores, and the load now: the mean of one minute, None where the system has none."""
    load = round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None
    return {"processor": _processor(), "usable_cores": usable_cores(), "load": load}


def device_text(device: DeviceInfo | None) -> str:
    """A device for a person: its name, of the host's processor its model; and whether it is a GPU or software that stands for one."""
    if device is None:
        return ""
    name = " ".join((_processor() if device.kind == "cpu" else device.name).split())
    return f"{name}, {device.kind}" if device.kind in ("software", "gpu") else name


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    named = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(named, "") or platform.processor() or platform.machine()
