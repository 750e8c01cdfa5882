"""Where the calls of a kernel go that say the same of the device and the config: to one program, prepared for the device chosen then."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from vyre.config import COMPILED_FIELDS, DispatchConfig
from vyre.memory.resident import ResidentArray
from vyre.run.call_plan import CallPlan
from vyre.run.device_program import DeviceProgram
from vyre.run.direct import Armed
from vyre.run.engine import chosen_backend
from vyre.run.residency import home_among

if TYPE_CHECKING:
    from vyre.lang.read import KernelSource
    from vyre.run.session import Session

__all__ = ["UNARMED", "Near", "is_quiet", "near_of"]

UNARMED: Final = Armed(calls=0, kept=0, is_spoken=True)
"""Of calls that no machine code takes."""
_MAY_HOLD: Final = frozenset({ResidentArray, tuple, list})  # a resident array, or some
_QUIET: Final = frozenset({*COMPILED_FIELDS, "backend", "strict_devices", "copies", "label"})


def is_quiet(config: DispatchConfig) -> bool:
    """Whether a config asks for nothing that each call has to look at: what was compiled, and for which device, has it all."""
    return config.asks <= _QUIET


@dataclass(frozen=True, slots=True, eq=False)
class Near:
    """``backend`` and ``given``: what a call says by ``backend=`` and ``config=``; ``choice``: what ``vy.use`` does. ``config``: what
    follows from them. ``is_open``: none of them names a device, so that resident arrays choose it, which lie on ``home`` (None:
    there are none). ``pid``: the only process that may go there, None where every one may. ``armed``: takes the usual calls."""

    session: Session
    source: KernelSource
    backend: str | None
    given: DispatchConfig | None
    choice: object
    config: DispatchConfig
    is_open: bool
    home: str | None
    prepared: DeviceProgram
    plan: CallPlan
    armed: Armed
    pid: int | None

    def leads(self, source: KernelSource, keywords: Mapping[str, Any]) -> bool:
        """Whether a call goes there whose arrays are where those of the first one were."""
        backend = keywords.get("backend")
        return (
            self.source is source
            and (backend is self.backend or (type(backend) is str and backend == self.backend))
            and self.given is keywords.get("config")
            and self.choice == chosen_backend()
            and not self.prepared.engine.closed
            and (self.pid is None or self.pid == os.getpid())
        )

    def takes(self, args: tuple[Any, ...], keywords: Mapping[str, Any]) -> bool:
        """Whether its arrays are there."""
        return not self.is_open or self.home == _home(args, keywords)


def _home(args: tuple[Any, ...], keywords: Mapping[str, Any]) -> str | None:
    every = (*args, *keywords.values()) if keywords else args
    return None if _MAY_HOLD.isdisjoint(map(type, every)) else home_among(every)


def near_of(session: Session, source: KernelSource, args: tuple[Any, ...], keywords: Mapping[str, Any]) -> Near:
    """Where a call goes. Raises what choosing and preparing raises, as ``Session.prepare``."""
    backend, given, choice = keywords.get("backend"), keywords.get("config"), chosen_backend()
    config = session.config_of(given)
    prepared = session.prepare(source.program, config, backend=backend, arguments=(*args, *keywords.values()))
    engine, plan = prepared.engine, prepared.calls(source.signature.dims)
    is_open = session.named(config, backend) == "auto"
    home = _home(args, keywords) if is_open else None
    pid = None if engine.survives_fork() else engine.pid
    # machine code looks at no process, and does not know resident arrays
    armed = plan.armed if is_quiet(config) and pid is None and home is None else UNARMED
    return Near(session, source, backend, given, choice, config, is_open, home, prepared, plan, armed, pid)
