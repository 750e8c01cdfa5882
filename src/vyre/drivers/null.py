"""The null backend: takes every program, compiles it to nothing and runs nothing. Outputs are zero.

For dry runs (validation, planning, limits and arguments are checked as everywhere) and for measuring what a
dispatch costs apart from any device. Never chosen unless named.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final, Literal

from vyre.contract.backend import (
    CompiledPipeline,
    CompletedDispatch,
    Copy,
    Fill,
    HostView,
    Launch,
    PendingDispatch,
    Resource,
    Step,
    Store,
    Timing,
    VyreBackend,
    refuse_stream,
)
from vyre.device import DeviceInfo, DeviceProfile
from vyre.dtypes import BY_NAME
from vyre.ir.ops import OPS
from vyre.plan.plan import Plan

__all__ = ["NullBackend"]

_DEVICE: Final = DeviceInfo("null", "null", 0, "nothing", "null")
_PROFILE: Final = DeviceProfile(
    backend="null",
    device=_DEVICE.name,
    kind="null",
    ops=frozenset(OPS),
    dtypes=frozenset(BY_NAME),
    features=frozenset({"barrier", "shared", "atomics", "shared_atomics"}),
    compile_identity=("null", "1"),
    keeps_waits=True,
)


class NullPipeline(CompiledPipeline):
    """Nothing, with its key."""

    def __init__(self, plan: Plan) -> None:
        self.id = "null"
        self.key = plan.key

    def close(self) -> None:
        """Nothing is held."""


class NullMemory(Resource):
    """Memory that is only a number: it reads as zeros."""

    def __init__(self, owner: object, nbytes: int, kind: Literal["device", "staging"]) -> None:
        self.owner = owner
        self.nbytes = nbytes
        self.kind = kind
        self.generation = 0

    def close(self) -> None:
        """Nothing is held."""


class NullBackend(VyreBackend):
    """Everything that reaches the host is zero."""

    id: ClassVar[str] = "null"
    version: ClassVar[str] = "1"
    rank: ClassVar[int | None] = None

    @classmethod
    def devices(cls) -> Sequence[DeviceInfo]:
        return (_DEVICE,)

    def __init__(self, device: DeviceInfo, *, store: Store) -> None:
        self.device = device
        self.store = store

    def profile(self) -> DeviceProfile:
        return _PROFILE

    def compile(self, plan: Plan, profile: DeviceProfile) -> NullPipeline:
        return NullPipeline(plan)

    def allocate(self, nbytes: int, *, kind: Literal["device", "staging"] = "device") -> NullMemory:
        return NullMemory(self, nbytes, kind)

    def submit(
        self,
        steps: Sequence[Step],
        *,
        after: Sequence[PendingDispatch] = (),
        stream: int | None = None,
        label: str | None = None,
    ) -> PendingDispatch:
        refuse_stream(self.id, stream)
        for step in steps:
            match step:
                case Copy():
                    if isinstance(step.target, HostView):
                        for _, at, nbytes in step.ranges:
                            step.target.memory[at : at + nbytes] = bytes(nbytes)
                case Fill():
                    if isinstance(step.target, HostView):
                        end = step.target.nbytes if step.nbytes is None else step.offset + step.nbytes
                        step.target.memory[step.offset : end] = bytes(end - step.offset)
                case Launch():
                    pass
        return CompletedDispatch(Timing())

    def synchronize(self) -> None:
        """Nothing runs."""

    def close(self) -> None:
        """Nothing is held."""
