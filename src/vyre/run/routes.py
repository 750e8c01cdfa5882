"""Where the plain calls of kernels go: to one program, prepared for the device that is chosen when a call names at most a device.

A session remembers that, so that such a call chooses, merges and looks up nothing but this. What it looks at again is what may
differ: the device and the config that the call or ``vy.use`` names, the session's config, whether the process was forked.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from vyre.config import DispatchConfig
from vyre.memory.resident import ResidentArray
from vyre.run.device_program import DeviceProgram
from vyre.run.direct import Armed
from vyre.run.engine import chosen_backend
from vyre.run.kept import Kept
from vyre.run.residency import home_among
from vyre.run.warm import is_quiet

if TYPE_CHECKING:
    from vyre.lang.read import KernelSource
    from vyre.run.session import Session

__all__ = ["Near", "Routes"]

_KEPT: Final = 256  # as many as an engine keeps programs


@dataclass(frozen=True, slots=True, eq=False)
class _Route:
    """``pid``: the only process that may take it, None where every one may."""

    prepared: DeviceProgram
    pid: int | None


@dataclass(frozen=True, slots=True, eq=False)
class Near:
    """Where plain calls of a kernel go that name the same device, or none, and no config, while ``chosen()`` is ``choice``: in the same
    ``vy.use``, or outside of every one."""

    source: KernelSource
    backend: str | None
    prepared: DeviceProgram
    armed: Armed
    programs: Kept[DeviceProgram]
    choice: object
    chosen: Callable[[], object] = chosen_backend


def _asked(config: DispatchConfig) -> tuple[Any, ...]:
    """What tells the routes of configs apart that ask for something."""
    return (config.compiled_key, config.backend, config.strict_devices)


class Routes:
    """Those of one session."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._found: dict[tuple[Any, ...], _Route] = {}

    def clear(self) -> None:
        """What they lead to is gone."""
        self._found.clear()

    def near(self, source: KernelSource, backend: str | None) -> Near | None:
        """What the next call of a kernel may begin with, after one that named this device, or none, and no config; None where
        each has to choose."""
        choice = chosen_backend()
        name, used = choice
        config, program = used or self._session.config, source.program
        if not is_quiet(config):
            return None
        key = (program.fingerprint, program.labels, backend, name)
        route = self._found.get((*key, *_asked(config)) if config.asks else key)
        if route is None or (route.pid is not None and route.prepared.engine.direct is not None):
            return None
        prepared = route.prepared
        return Near(
            source, backend, prepared, prepared.warm.armed(source.signature.dims), prepared.engine.programs, choice
        )

    def call(self, source: KernelSource, args: Sequence[Any], out: Any, backend: Any, config: Any) -> Any:
        """Run a kernel and wait: one argument for each input, and what ``out=``, ``backend=`` and ``config=`` said. None where the
        full path has to look at the call.

        Raises what choosing and compiling raises, as ``Session.prepare``, and what the device says.
        """
        session, program = self._session, source.program
        name, used = chosen_backend()
        if config is None:
            config = used or session.config
        elif type(config) is not DispatchConfig:
            return None
        if (
            backend is None
            and ResidentArray in map(type, args)
            and (config.backend or name or session.default) == "auto"
        ):
            backend = home_among(args)
        key: tuple[Any, ...] = (program.fingerprint, program.labels, backend, name)
        if config.asks:
            if not is_quiet(config):
                return None
            key = (*key, *_asked(config))
        try:
            route = self._found.get(key)
        except TypeError:  # what cannot be a device's name
            return None
        if route is None:
            if (backend is None or backend == "auto") and home_among((args, out)) is not None:
                return None
            prepared = session.prepare(program, config, backend=backend)
            engine = prepared.engine
            if len(self._found) >= _KEPT:
                self._found.clear()
            route = self._found[key] = _Route(prepared, None if engine.survives_fork() else engine.pid)
        elif route.pid is not None and route.pid != os.getpid():
            return None
        prepared = route.prepared
        prepared.engine.programs.hits += 1
        return prepared.warm.call(session, args, out, config, source.signature.dims)
