"""Which backends there are. Names come from entry points; a module is imported when its backend is asked for.

Nothing is opened or imported by listing names. A plug-in that fails to import is kept with its reason.
"""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from vyre.contract.backend import CONTRACT, VyreBackend
from vyre.device import DeviceInfo
from vyre.doors import alike
from vyre.errors import BackendUnavailable

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

__all__ = [
    "GROUP",
    "OURS",
    "OUR_RANKS",
    "Registration",
    "Registry",
    "installed",
    "require_known",
    "require_of_environment",
]

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
OURS: Final = {
    "cuda": "vyre.drivers.cuda:CudaBackend",
    "wgpu": "vyre.drivers.wgpu:WgpuBackend",
    "opencl": "vyre.drivers.opencl:OpenclBackend",
    "cpu": "vyre.drivers.cpu:CpuBackend",
    "reference": "vyre.drivers.reference:ReferenceBackend",
    "null": "vyre.drivers.null:NullBackend",
}
"""What the entry points of vyre itself say. Reading those of all installed packages takes as long as opening the CPU, so it is put
off until a backend is asked for that is none of these, or the list of all."""
_NOT_YET: Final = {
    "hip": "HIP",
    "rocm": "HIP",
    "amdgpu": "HIP",
    "sycl": "SYCL",
    "oneapi": "SYCL",
}
_MEANT: Final = {
    **dict.fromkeys(("webgpu", "vulkan", "metal", "dx12", "d3d12", "mps"), "wgpu"), **dict.fromkeys(("ocl", "cl", "pyopencl"), "opencl"),
    **dict.fromkeys(("nvidia", "ptx", "nvrtc", "cupy"), "cuda"),
    **dict.fromkeys(("llvm", "host", "x64", "x86", "arm64", "native", "numba"), "cpu"), **dict.fromkeys(("python", "numpy", "interpreter"), "reference"),
}  # fmt: skip
"""What other tools call a backend."""


@dataclass(frozen=True, slots=True)
class Registration:
    """One registered backend: its name and where its class is."""

    id: str
    target: str
    rank: int | None


# Names of backends that a registry of this process was made with. Of the process, not of a session: `vy.use` and
# DispatchConfig are made before the session that they are for, and the refusal of a misspelled name must not wait for it.
_given: set[str] = set()


def require_known(name: str) -> None:
    """Refuse a device's id whose backend no registry of this process has. Raises BackendUnavailable S901."""
    base = name.partition(":")[0]
    if base not in OURS and base not in _given:
        installed().require(name)


@functools.cache
def installed() -> Registry:
    """The backends that are installed, for who has no session. Opens no device."""
    return Registry()


def require_of_environment(registry: Registry, name: str) -> None:
    """``require``, of a name that the environment gives: the error says so. Raises BackendUnavailable S901."""
    try:
        registry.require(name)
    except BackendUnavailable as error:
        raise BackendUnavailable(
            error.message,
            code=error.code,
            fix=f"set the environment variable VYRE_BACKEND anew, or unset it: {error.fix}",
            actual=f"VYRE_BACKEND={name}",
        ) from None


class Registry:
    """The backends of one process, read from entry points once."""

    def __init__(self, points: Sequence[EntryPoint] | None = None) -> None:
        self._points = points
        _given.update(point.name for point in points or ())
        self._lock = threading.Lock()
        self._by_id: dict[str, EntryPoint] | None = None
        self._loaded: dict[str, type[VyreBackend]] = {}
        self._failed: dict[str, BackendUnavailable] = {}

    def _entries(self) -> dict[str, EntryPoint]:
        if self._by_id is not None:  # without the lock, which a fork could leave held
            return self._by_id
        with self._lock:
            if self._by_id is None:
                from importlib.metadata import entry_points

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

    def require(self, name: str) -> None:
        """Refuse a device's id whose backend is not registered; whether it is here is asked when it is opened.

        Raises BackendUnavailable S901. Imports nothing.
        """
        base = name.partition(":")[0]
        if base != "auto" and not self._is_ours(base) and base not in self._entries():
            raise _unknown(base, self._entries())

    def _is_ours(self, name: str) -> bool:
        return self._points is None and name in OURS

    def load(self, name: str) -> type[VyreBackend]:
        """The backend's class. Raises BackendUnavailable S901 (no such name), S900 (it fails to import) or S903."""
        loaded = self._loaded.get(name)
        if loaded is not None:
            return loaded
        if name in self._failed:
            raise self._failed[name]
        read: Callable[[], Any]
        if self._is_ours(name):
            where, read = OURS[name], functools.partial(_class, OURS[name])
        else:
            entries = self._entries()
            if name not in entries:
                raise _unknown(name, entries)
            where, read = entries[name].value, entries[name].load
        try:
            cls = read()
        except BackendUnavailable as error:
            self._failed[name] = error
            raise
        except Exception as error:
            self._failed[name] = BackendUnavailable(
                f"the backend {name!r} cannot be imported: {type(error).__name__}: {error}",
                code="S900",
                fix=_install_fix(name, error),
                actual=where,
            )
            raise self._failed[name] from error
        if not (isinstance(cls, type) and issubclass(cls, VyreBackend)) or cls.contract[0] != CONTRACT[0]:
            raise BackendUnavailable(
                f"the backend {name!r} does not keep this version's contract",
                code="S903",
                fix=f"install a version of it for contract {CONTRACT[0]}.x",
                actual=f"{where}, contract {getattr(cls, 'contract', None)}",
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

    def all_devices(self) -> tuple[DeviceInfo, ...]:
        """Each device of each backend by precedence; one unavailable row for a backend without one. Opens none."""
        return tuple(info for row in self.by_precedence() for info in self.devices(row.id))

    def devices(self, name: str) -> tuple[DeviceInfo, ...]:
        """The backend's devices, or one unavailable row with the reason. Opens none."""
        try:
            return tuple(self.load(name).devices())
        except BackendUnavailable as error:
            return (DeviceInfo(name, name, 0, name, "null", available=False, reason=error.message, fix=error.fix),)


def _class(where: str) -> Any:
    module, _, name = where.partition(":")
    return getattr(import_module(module), name)


def _unknown(name: str, entries: Iterable[str]) -> BackendUnavailable:
    """S901. The Fix names the backends that compute something, the fastest first."""
    ranks = {n: OUR_RANKS.get(n, 50) for n in entries if n != "null"}
    known = sorted(ranks, key=lambda n: (ranks[n] is None, ranks[n] or 0, n))
    listed = f"the backends of this installation are {', '.join(known)}"
    meant = _MEANT.get(name.lower()) or alike(name, known)
    if meant not in known:
        meant = None
    if name.lower() in _NOT_YET:
        what = f"{name!r}: this version has no {_NOT_YET[name.lower()]} backend"
        fix = f"use one of {', '.join(known)}, or leave backend= out for the first that can run the program"
    else:
        what = f"no backend is called {name!r}"
        if name.lower() in ("gpu", "default", "any", "device"):
            fix = f'use "auto", which takes a GPU that can run the program, else the CPU; {listed}'
        else:
            fix = f"use one of {', '.join(known)}" if meant is None else f'use "{meant}"; {listed}'
    return BackendUnavailable(what, code="S901", fix=fix, actual=repr(name))


def _install_fix(name: str, error: Exception) -> str:
    import shutil

    extra = {"wgpu": "wgpu", "opencl": "opencl", "cuda": "cuda"}.get(name)
    if name == "cuda" and shutil.which("nvidia-smi") is None:
        return f'install NVIDIA\'s driver first, if the machine has such a GPU: `nvidia-smi` then shows it; after that pip install "vyre[{extra}]"'
    if extra:
        return f'pip install "vyre[{extra}]"'
    if isinstance(error, ModuleNotFoundError) and error.name and not error.name.startswith("vyre"):
        return f"pip install {error.name.partition('.')[0]}"
    return "reinstall the package that brings it (pip install --force-reinstall)"
