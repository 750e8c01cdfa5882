"""A backend wrapper that has the contract's methods and nothing else, and writes down which were called."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import EntryPoint
from typing import ClassVar, Literal

from vyre.contract.registry import Registry
from vyre.driver import (
    CompiledPipeline,
    DeviceInfo,
    DeviceProfile,
    PendingDispatch,
    Plan,
    Resource,
    Step,
    Store,
    VyreBackend,
)

__all__ = ["Recorder", "recorded_registry"]


class Recorder(VyreBackend):
    """Hides every optional behaviour and every private name of the backend behind it.

    Reading any attribute that the contract does not have raises AttributeError, as for any object; ``calls`` has the
    contract's methods in the order in which they were called.
    """

    inner: ClassVar[type[VyreBackend]]
    calls: ClassVar[list[str]]
    steps: ClassVar[list[list[str]]]  # the kinds of the steps of each submission

    @classmethod
    def devices(cls) -> Sequence[DeviceInfo]:
        return cls.inner.devices()

    def __init__(self, device: DeviceInfo, *, store: Store) -> None:
        self._backend = self.inner(device, store=store)

    def profile(self) -> DeviceProfile:
        self.calls.append("profile")
        return self._backend.profile()

    def compile(self, plan: Plan, profile: DeviceProfile) -> CompiledPipeline:
        self.calls.append("compile")
        return self._backend.compile(plan, profile)

    def allocate(self, nbytes: int, *, kind: Literal["device", "staging"] = "device") -> Resource:
        self.calls.append("allocate")
        return self._backend.allocate(nbytes, kind=kind)

    def submit(
        self,
        steps: Sequence[Step],
        *,
        after: Sequence[PendingDispatch] = (),
        stream: int | None = None,
        label: str | None = None,
    ) -> PendingDispatch:
        self.calls.append("submit")
        self.steps.append([type(step).__name__ for step in steps])
        return self._backend.submit(steps, after=after, stream=stream, label=label)

    def synchronize(self) -> None:
        self.calls.append("synchronize")
        self._backend.synchronize()

    def close(self) -> None:
        self.calls.append("close")
        self._backend.close()


def recorded_registry(name: str) -> tuple[Registry, type[Recorder]]:
    """A registry in which ``name`` is the recorded form of the real backend, found through its entry point."""
    real = Registry().load(name)
    kept = {"id": real.id, "version": real.version, "inner": real, "calls": [], "steps": []}
    made = type(f"Recorded_{name}", (Recorder,), kept)

    class Point:
        """An entry point that gives the recorder."""

        value = f"recorder:{name}"

        def __init__(self) -> None:
            self.name = name

        def load(self) -> type[Recorder]:
            return made

    points: list[EntryPoint] = [Point()]  # type: ignore[list-item]  # has the three names of EntryPoint that the registry reads
    return Registry(points), made
