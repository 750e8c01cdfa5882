"""The reference backend: the oracles behind the contract. Slow, exact, and never chosen unless named.

Its devices are ways to run a program. ``reference`` is the law's executable form: one invocation after the other.
``reference:reversed`` and ``reference:shuffled`` are the same in other orders, in which the bytes may differ only where
the law leaves them open. ``reference:lanes`` is the second reference, on NumPy arrays, for large calls.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, Final, Literal

from vyre.contract.backend import (
    CompiledPipeline,
    Copy,
    Fill,
    FutureDispatch,
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
from vyre.device import PERMISSIONS, DeviceInfo, DeviceProfile
from vyre.drivers.line import Relay
from vyre.drivers.oracle import HostOracle, Oracle, Order
from vyre.dtypes import BY_NAME
from vyre.errors import OutOfMemory
from vyre.float_environment import default_floats
from vyre.ir.ops import OPS
from vyre.plan.plan import Plan

if TYPE_CHECKING:
    pass

__all__ = ["ReferenceBackend", "ReferenceMemory", "ReferencePipeline"]

_DEVICES: Final = (
    DeviceInfo("reference", "reference", 0, "scalar reference interpreter", "reference"),
    DeviceInfo("reference:lanes", "reference", 1, "lane-wise reference on NumPy", "reference"),
    DeviceInfo("reference:reversed", "reference", 2, "scalar reference, last invocation first", "reference"),
    DeviceInfo(
        "reference:shuffled", "reference", 3, "scalar reference, invocations in a fixed random order", "reference"
    ),
)
_ORDERS: Final[dict[int, Order]] = {0: "forward", 2: "reversed", 3: "shuffled"}
_PROFILE: Final = DeviceProfile(
    backend="reference",
    device=_DEVICES[0].name,
    kind="reference",
    ops=frozenset(OPS),
    dtypes=frozenset(BY_NAME),
    features=frozenset(
        (
            "barrier shared atomics shared_atomics atomics64 float_atomics private tables records subgroups traps "
            "parted_continue parted_return"
        ).split()
    ),
    honours=PERMISSIONS,  # none is ever used
    max_shared_bytes=16 * 1024 * 1024,  # a cell of its memory is a Python object
    host_slots=True,
    keeps_waits=True,
)


class ReferenceMemory(Resource):
    """A bytearray."""

    def __init__(self, owner: object, nbytes: int, kind: Literal["device", "staging"]) -> None:
        self.owner = owner
        self.nbytes = nbytes
        self.kind = kind
        self.generation = 0
        try:
            self._bytes = bytearray(nbytes)
        except (MemoryError, OverflowError) as error:
            raise OutOfMemory(
                "the host has no memory for an array of this size",
                code="R851",
                fix="use smaller arrays, or split the dispatch",
                actual=f"asked {nbytes} bytes, free bytes unknown",
            ) from error

    @property
    def memory(self) -> memoryview:
        return memoryview(self._bytes)

    def close(self) -> None:
        self._bytes = bytearray()


class ReferencePipeline(CompiledPipeline):
    """A program as Python or NumPy text, with the places of its sizes and scalars in the parameter block."""

    def __init__(self, plan: Plan, device: DeviceInfo) -> None:
        self.id = device.id
        self.key = plan.key
        self.plan = plan
        program = replace(plan.program.program, workgroup=plan.workgroup)
        self.oracle: HostOracle
        if device.id == "reference:lanes":
            from vyre.drivers.lane_oracle import LaneOracle  # it imports NumPy, which the scalar reference does without

            self.oracle = LaneOracle(program)
        else:
            self.oracle = Oracle(program, order=_ORDERS[device.index])

    @property
    def source(self) -> str:  # type: ignore[override]  # written when asked for
        return self.oracle.text

    @default_floats()
    def launch(self, step: Launch) -> None:
        plan, program = self.plan, self.plan.program.program
        values = dict(
            zip((name for name, _, _ in plan.params.fields), plan.params.packer.unpack(step.params), strict=True)
        )
        arrays = {slot.buffer: _bytes(given) for slot, given in zip(plan.slots, step.slots, strict=True)}
        shapes: dict[int, tuple[int, ...]] = {}
        params: dict[int, Any] = {}
        for k, buffer in enumerate(program.buffers):
            if buffer.role == "uniform":
                value = values[f"p{k}"]
                params[k] = value != 0 if buffer.dtype.is_bool else value
            elif buffer.is_array:
                count = values[f"b{k}.size"]
                first = values.get(f"b{k}.shape0", count)
                if buffer.rank is None:  # only the size and shape[0] are known, and asked for
                    shapes[k] = (first, count // first) if first else (0,)
                elif buffer.rank >= 2:
                    shapes[k] = tuple(values[f"b{k}.shape{axis}"] for axis in range(buffer.rank))
                else:
                    shapes[k] = (count,) * buffer.rank
        for _ in range(step.repeat):
            try:
                self.oracle.run(arrays, shapes, params, step.grid)
            except MemoryError as error:
                raise OutOfMemory(
                    "the host has no memory for the arrays of a workgroup",
                    code="R851",
                    fix="use smaller shared or private arrays, or a smaller workgroup",
                    actual=f"{program.name} on the reference",
                ) from error
            if self.oracle.trap is not None:
                invocation, code, site = self.oracle.trap
                words = arrays[plan.slots[-1].buffer].cast("Q")
                words[0] = min(words[0], invocation << 32 | site)
                words[1] = min(words[1], invocation << 32 | code)

    def close(self) -> None:
        """Nothing is held."""


class ReferenceBackend(VyreBackend):
    """Runs steps on the calling thread, and submitted ones on one of its own, so that nobody must wait for their end."""

    id: ClassVar[str] = "reference"
    version: ClassVar[str] = "1"
    rank: ClassVar[int | None] = None

    @classmethod
    def devices(cls) -> Sequence[DeviceInfo]:
        return _DEVICES

    def __init__(self, device: DeviceInfo, *, store: Store) -> None:
        self.device = device
        self.store = store
        self._begin()

    def _begin(self) -> None:
        """Anew in a forked child, which threads do not come along into."""
        self._open: set[_Work] = set()
        self._relay = Relay("vyre-reference")
        self._pid = os.getpid()

    def profile(self) -> DeviceProfile:
        return replace(_PROFILE, device=self.device.name)

    def compile(self, plan: Plan, profile: DeviceProfile) -> ReferencePipeline:
        return ReferencePipeline(plan, self.device)

    def allocate(self, nbytes: int, *, kind: Literal["device", "staging"] = "device") -> ReferenceMemory:
        return ReferenceMemory(self, nbytes, kind)

    def submit(
        self,
        steps: Sequence[Step],
        *,
        after: Sequence[PendingDispatch] = (),
        stream: int | None = None,
        label: str | None = None,
    ) -> PendingDispatch:
        refuse_stream(self.id, stream)
        if os.getpid() != self._pid:
            self._begin()
        work = _Work(self, tuple(steps), tuple(after), label)
        self._open.add(work)
        self._relay.put(work.execute)
        return work

    def finished(self, work: _Work) -> None:
        self._open.discard(work)

    def late(self, pending: PendingDispatch, *, left: bool) -> bool:
        """It runs on, and what comes later has another thread."""
        if isinstance(pending, _Work):
            if not pending.ready():
                self._relay.pass_by(pending.thread)
            if left:
                self._open.discard(pending)
        return True

    def run(self, steps: Sequence[Step], *, label: str | None = None) -> Timing:
        start = time.perf_counter_ns()
        for step in steps:
            match step:
                case Launch():
                    step.pipeline.launch(step)  # type: ignore[attr-defined]  # a pipeline of ours: the contract's rule
                case Copy():
                    source, target = _bytes(step.source), _bytes(step.target)
                    for at, to, count in step.ranges:
                        target[to : to + count] = source[at : at + count]
                case Fill():
                    target = _bytes(step.target)
                    count = target.nbytes - step.offset if step.nbytes is None else step.nbytes
                    target[step.offset : step.offset + count] = bytes((step.byte,)) * count
        return Timing(wall=time.perf_counter_ns() - start)

    def synchronize(self) -> None:
        if os.getpid() == self._pid:
            for pending in list(self._open):
                pending.wait_quietly()

    def close(self) -> None:
        if os.getpid() == self._pid:
            self.synchronize()
            self._relay.drop()


class _Work(FutureDispatch):
    """Submitted steps."""

    def __init__(
        self, backend: ReferenceBackend, steps: tuple[Step, ...], after: tuple[PendingDispatch, ...], label: str | None
    ) -> None:
        super().__init__()
        self.backend = backend
        self.steps = steps
        self.after = after
        self.label = label
        self.thread: threading.Thread | None = None
        self._submitted = time.perf_counter_ns()

    def execute(self) -> None:
        self.thread = threading.current_thread()
        error: BaseException | None = None
        try:
            for earlier in self.after:
                earlier.wait_quietly()
            started = time.perf_counter_ns()
            self.backend.run(self.steps, label=self.label)
            self.timing = Timing(wall=time.perf_counter_ns() - self._submitted, wait=started - self._submitted)
        except BaseException as raised:  # noqa: BLE001 - a pending dispatch raises what its work raised
            error = raised
        self.steps, self.after = (), ()
        self.backend.finished(self)
        self.finish(error)


def _bytes(slot: Resource | HostView) -> memoryview:
    memory: memoryview = slot.memory  # type: ignore[union-attr]  # a HostView or memory of ours: the contract's rule
    return memory
