"""Which backends there are. Names come from entry points; a module is imported when its backend is asked for.

Nothing is opened or imported by listing names. A plug-in that fails to import is kept with its reason.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points
from typing import Final

from vyre.contract.backend import CONTRACT, VyreBackend
from vyre.device import DeviceInfo
from vyre.errors import BackendUnavailable

__all__ = ["GROUP", "OUR_RANKS", "Registration", "Registry"]

GROUP: Final = "vyre.backends"
OUR_RANKS: Final[dict[str, int | None]] = {
    "cuda": 10,
    "wgpu": 20,
    "opencl": 30,
    "cpu": 40,
    "reference": None,
    "null": None,
}
"""Precedence of our own backends, known without importing them."""


@dataclass(frozen=True, slots=True)
class Registration:
    """One registered backend: its name and where its class is."""

    id: str
    target: str
    rank: int | None


class Registry:
    """The backends of one process, read from entry points once."""

    def __init__(self, points: Sequence[EntryPoint] | None = None) -> None:
        self._points = points
        self._lock = threading.Lock()
        self._by_id: dict[str, EntryPoint] | None = None
        self._loaded: dict[str, type[VyreBackend]] = {}
        self._failed: dict[str, BackendUnavailable] = {}

    def _entries(self) -> dict[str, EntryPoint]:
        with self._lock:
            if self._by_id is None:
                found: dict[str, EntryPoint] = {}
                for point in sorted(
                    self._points if self._points is not None else entry_points(group=GROUP),
                    key=lambda p: (p.name, p.value),
                ):
                    other = found.get(point.name)
                    if other is not None and other.value != point.value:
                        raise BackendUnavailable(
                            f"two plug-ins are called {point.name!r}",
                            code="S902",
                            fix="uninstall one of the two packages",
                            actual=f"{other.value} and {point.value}",
                        )
                    found[point.name] = point
                self._by_id = found
            return self._by_id

    def names(self) -> tuple[str, ...]:
        """Every registered name, sorted. Imports nothing."""
        return tuple(self._entries())

    def load(self, name: str) -> type[VyreBackend]:
        """The backend's class. Raises BackendUnavailable S901 (no such name), S900 (it fails to import) or S903."""
        loaded = self._loaded.get(name)
        if loaded is not None:
            return loaded
        entries = self._entries()
        if name not in entries:
            raise BackendUnavailable(
                f"no backend is called {name!r}",
                code="S901",
                fix=f"use one of {', '.join(entries)}, or install the package that brings it",
                actual=repr(name),
            )
        if name in self._failed:
            raise self._failed[name]
        try:
            cls = entries[name].load()
        except BackendUnavailable as error:
            self._failed[name] = error
            raise
        except Exception as error:
            self._failed[name] = BackendUnavailable(
                f"the backend {name!r} cannot be imported: {type(error).__name__}: {error}",
                code="S900",
                fix=_install_fix(name, error),
                actual=entries[name].value,
            )
            raise self._failed[name] from error
        if not (isinstance(cls, type) and issubclass(cls, VyreBackend)) or cls.contract[0] != CONTRACT[0]:
            raise BackendUnavailable(
                f"the backend {name!r} does not keep this version's contract",
                code="S903",
                fix=f"install a version of it for contract {CONTRACT[0]}.x",
                actual=f"{entries[name].value}, contract {getattr(cls, 'contract', None)}",
            )
        self._loaded[name] = cls
        return cls

    def by_precedence(self) -> tuple[Registration, ...]:
        """Registered backends, lower rank first, ties by name, those without a rank last."""
        rows: list[Registration] = []
        for name, point in self._entries().items():
            rank = OUR_RANKS.get(name, 50)
            if name not in OUR_RANKS:
                try:
                    rank = self.load(name).rank
                except BackendUnavailable:
                    rank = 50
            rows.append(Registration(name, point.value, rank))
        return tuple(sorted(rows, key=lambda r: (r.rank is None, r.rank or 0, r.id)))

    def devices(self, name: str) -> tuple[DeviceInfo, ...]:
        """The backend's devices, or one unavailable row with the reason. Opens none."""
        try:
            return tuple(self.load(name).devices())
        except BackendUnavailable as error:
            return (DeviceInfo(name, name, 0, name, "null", available=False, reason=error.message, fix=error.fix),)


def _install_fix(name: str, error: Exception) -> str:
    extra = {"wgpu": "wgpu", "opencl": "opencl", "cuda": "cuda"}.get(name)
    if extra:
        return f'pip install "vyre[{extra}]"'
    if isinstance(error, ModuleNotFoundError) and error.name and not error.name.startswith("vyre"):
        return f"pip install {error.name.partition('.')[0]}"
    return "reinstall the package that brings it (pip install --force-reinstall)"
