"""An outside backend, written against ``vyre.driver`` alone. It knows u32, and little of that, and says so."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from vyre import driver
from vyre_abacus.emitter import OPS, AbacusPipeline


class Beads(driver.Resource):
    """Device memory: a bytearray of its own."""

    def __init__(self, owner: object, nbytes: int, kind: Literal["device", "staging"]) -> None:
        self.owner, self.nbytes, self.kind, self.generation = owner, nbytes, kind, 0
        self.data = bytearray(nbytes)

    def close(self) -> None:
        self.data = bytearray()


def _bytes(memory: driver.Resource | driver.HostView) -> memoryview:
    return memoryview(memory.data) if isinstance(memory, Beads) else memory.memory  # type: ignore[union-attr]


class AbacusBackend(driver.VyreBackend):
    """Runs each step at once."""

    id, version, rank = "abacus", "1.0", 90

    @classmethod
    def devices(cls) -> Sequence[driver.DeviceInfo]:
        return [driver.DeviceInfo("abacus", "abacus", 0, "ten beads", "software")]

    def __init__(self, device: driver.DeviceInfo, *, store: driver.Store) -> None:
        self.device = device

    def profile(self) -> driver.DeviceProfile:
        return driver.DeviceProfile("abacus", self.device.name, "software", ops=OPS, dtypes=frozenset({"u32"}))

    def compile(self, plan: driver.Plan, profile: driver.DeviceProfile) -> driver.CompiledPipeline:
        return AbacusPipeline(plan)

    def allocate(self, nbytes: int, *, kind: Literal["device", "staging"] = "device") -> driver.Resource:
        return Beads(self, nbytes, kind)

    def submit(
        self,
        steps: Sequence[driver.Step],
        *,
        after: Sequence[driver.PendingDispatch] = (),
        stream: int | None = None,
        label: str | None = None,
    ) -> driver.PendingDispatch:
        driver.refuse_stream(self.id, stream)
        for step in steps:
            if isinstance(step, driver.Copy):
                for source, target, nbytes in step.ranges:
                    _bytes(step.target)[target : target + nbytes] = _bytes(step.source)[source : source + nbytes]
            elif isinstance(step, driver.Fill):
                end = step.target.nbytes if step.nbytes is None else step.offset + step.nbytes
                _bytes(step.target)[step.offset : end] = bytes([step.byte]) * (end - step.offset)
            elif isinstance(step.pipeline, AbacusPipeline):
                for _ in range(step.repeat):
                    step.pipeline.run([_bytes(s).cast("I") for s in step.slots], step.grid, step.params)
        return driver.CompletedDispatch()

    def synchronize(self) -> None:
        """Nothing is ever under way."""

    def close(self) -> None:
        """Nothing is held."""
