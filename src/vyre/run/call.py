"""One bound launch: its steps, on a device with memory of its own or over host memory, and what to do when they are done."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from vyre.config import DispatchConfig
from vyre.contract.backend import CompiledPipeline, Copy, Fill, HostLaunch, HostView, Launch, Resource, Step
from vyre.errors import Trapped, WrongFact
from vyre.facts.claims import first_failure
from vyre.ir.program import Grid
from vyre.memory.resident import ResidentArray
from vyre.opt.traps import first_trap, trap_words
from vyre.plan.plan import Assumption
from vyre.run.addresses import address_of, addresses_of
from vyre.run.arrays import (
    Array,
    Held,
    Load,
    Scattered,
    assign,
    begin_output,
    reach,
    starting,
    starting_byte,
    view_of,
)
from vyre.run.in_flight import Spans
from vyre.run.lent import CopyNote, Lent, LentNote
from vyre.run.stored import check_stored

if TYPE_CHECKING:
    from vyre.run.device_program import DeviceProgram

__all__ = ["Call"]


@dataclass(slots=True)
class Call:
    """One bound launch: everything that its steps are made from, and what to do when they are done."""

    pipeline: DeviceProgram
    compiled: CompiledPipeline
    variant: frozenset[Assumption]
    grid: Grid
    params: bytes
    arrays: list[Held]  # slot order; contiguous, native
    fills: list[int]  # slots of outputs that a step must make what they start as
    config: DispatchConfig
    at_once: HostLaunch | None = None  # runs it over arrays of the host, where the device does that
    copied: tuple[tuple[int, Array], ...] = ()  # slots that hold a copy, with the caller's arrays
    notes: tuple[CopyNote | LentNote, ...] = ()
    residents: tuple[tuple[int, ResidentArray], ...] = ()  # slots that are given resident arrays
    twins: tuple[int, ...] = ()  # slots whose resident array the device copies first

    scattered: tuple[tuple[int, Scattered], ...] = ()  # slots whose resident array is a copy of what lies there
    lent: tuple[tuple[int, Lent], ...] = ()  # slots that hold a copy of what is in CUDA memory
    loads: tuple[Load, ...] = ()  # what is copied before everything else
    starts: tuple[
        tuple[int, Held], ...
    ] = ()  # slots that the device gives another array's values first, with that array

    @property
    def moved(self) -> bool:
        """Whether something is done in host memory before the launch or after it."""
        return bool(self.copied or self.lent or self.loads) or self.pipeline.plan.checks_facts

    @property
    def record(self) -> Array:
        """The trap record, where there is one."""
        found = self.arrays[-1]
        assert isinstance(found, np.ndarray)
        return found

    def host_launch(self) -> Callable[[], int] | None:
        """A run of the launch over these arrays where they lie, of outputs that have begun; it waits, and gives its nanoseconds.
        None where the device does not do that."""
        if self.residents or self.starts or self.at_once is None:
            return None
        return partial(self.at_once, addresses_of(self.arrays), self.params)  # type: ignore[arg-type]  # none is resident

    def run_over_host(self, launch: Callable[[], int]) -> int:
        """Run what ``host_launch`` gave; the nanoseconds, or ``NotImplemented`` where the device does not do that this time."""
        self.begin()
        self.begin_outputs()
        return launch()

    def spans(self) -> Spans:
        """The memory of arrays that it uses: host addresses, and spans of resident memory."""
        writable = self.pipeline.writable
        every = [*self.arrays, *[array for _, array in self.starts]]
        starts = [array.span[0] if isinstance(array, ResidentArray) else address_of(array) for array in every]
        sizes = [array.nbytes for array in every]
        written = [*writable, *[False] * len(self.starts)]
        spans = [(there.memory.span, writable[n]) for n, there in self.scattered]
        spans += [(lent.span, writable[n]) for n, lent in self.lent]
        spans += [(reach(original), writable[n]) for n, original in self.copied]
        for load in self.loads:
            spans += [(reach(load.target), True), (reach(load.source), False)]
            if load.lent is not None:
                spans.append((load.lent.span, True))
        for (low, high), is_written in spans:
            starts.append(low)
            sizes.append(high - low)
            written.append(is_written)
        return starts, sizes, written

    def begin(self) -> None:
        """Make the trap record ready, where there is one: nothing has trapped yet."""
        if self.pipeline.traps:
            self.record.view("u1").fill(255)

    def begin_outputs(self) -> None:
        """Make outputs in host memory what they start as, where that counts (rule 4.2)."""
        for n in self.fills:
            buffer = self.pipeline.program.buffers[self.pipeline.slots[n].buffer]
            begin_output(buffer, self._host(n))

    def finish(self) -> Trapped | WrongFact | None:
        """Give strided and foreign-endian outputs their bytes, and those in CUDA memory. The error R860 where an invocation
        trapped, R861 where a fact that is checked does not hold."""
        for n, original in self.copied:
            if self.pipeline.slots[n].writable:
                assign(original, self._host(n))
        for n, lent in self.lent:
            if self.pipeline.slots[n].writable:
                lent.write()
        if not self.pipeline.traps:
            return None
        record = self.record.tolist()
        count = trap_words(record)
        failure = first_failure(record[count:], 8 * self.record.itemsize) if self.pipeline.plan.checks_facts else None
        if failure is not None:
            return self.pipeline.wrong_fact(failure.fact.name, failure.statement, failure.said())
        found = first_trap(record[:count])
        return None if found is None else self.pipeline.trapped(*found)

    def load(self) -> None:
        """Copy what it runs on copies of: values of ``inputs``, strided and foreign-endian arrays, and those in CUDA memory."""
        self.load_inputs()
        for n, lent in self.lent:
            if self.pipeline.slots[n].role != "out":
                lent.read()
        for n, original in self.copied:
            if self.pipeline.slots[n].role != "out":
                assign(self._host(n), original)
        if self.pipeline.plan.checks_facts:
            check_stored(self)

    def load_inputs(self) -> None:
        """Copy the values of ``inputs`` to where they are changed."""
        for load in self.loads:
            assign(load.target, load.source)
            if load.lent is not None:
                load.lent.write()

    def views(self) -> list[HostView]:
        """The slots as host memory, for a device that takes it."""
        return list(map(view_of, self.arrays, self.pipeline.writable))  # type: ignore[arg-type]  # resident arrays are host memory there

    def _host(self, n: int) -> Array:
        """The host memory in a slot."""
        found = self.arrays[n]
        assert isinstance(found, np.ndarray)
        return found

    def launch(self, slots: tuple[Resource | HostView, ...]) -> Launch:
        return Launch(self.compiled, slots, self.grid, self.params, name=self.pipeline.program.name)

    def host_steps(self) -> list[Step]:
        """Steps for a device that takes host memory in its slots."""
        views = self.views()
        steps: list[Step] = [self._begun(n, views[n]) for n in self.fills if views[n].nbytes] if self.fills else []
        if 0 not in self.grid:
            steps.append(self.launch(tuple(views)))
        return steps

    def _begun(self, n: int, target: Resource | HostView) -> Step:
        """The step that makes an output what it starts as (rule 4.2)."""
        buffer = self.pipeline.program.buffers[self.pipeline.slots[n].buffer]
        byte = starting_byte(buffer)
        if byte is not None:
            return Fill(target, byte)
        begun = view_of(starting(buffer, self.arrays[n].shape), False)
        return Copy(begun, target, ((0, 0, begun.nbytes),))

    def require_open(self) -> None:
        """Raise A640 where the device, or a resident array, has been closed since."""
        self.pipeline.engine.require_open()
        for _, one in self.residents:
            one.require_open()

    def again(self) -> None:
        """Make it one that runs again and again: fresh outputs are cleared too."""
        outputs = [n for n, slot in enumerate(self.pipeline.slots) if slot.role == "out"]
        self.fills = [n for n in outputs if self._shows(n)]

    def _shows(self, n: int) -> bool:
        """Whether what an output held before the launch can be seen afterwards."""
        pipeline = self.pipeline
        shapes = [array.shape for array in self.arrays]
        return 0 in self.grid or not pipeline.overwritten(pipeline.slots[n].buffer, shapes, self.grid)

    def resident_steps(self) -> list[Step] | None:
        """Steps that need nothing but the resident arrays of this call; None where something lies in host memory."""
        slots = [held.memory for held in self.arrays if isinstance(held, ResidentArray)]
        if len(slots) < len(self.arrays) or self.twins or self.scattered or self.starts:
            return None
        resources = tuple(memory for memory in slots if isinstance(memory, Resource))
        begun = [self._begun(n, resources[n]) for n in self.fills if resources[n].nbytes]
        if any(isinstance(step, Copy) for step in begun):
            return None
        return begun if 0 in self.grid else [*begun, self.launch(resources)]

    def device_steps(self) -> tuple[list[Step], list[Resource]]:
        """Steps for a device with memory of its own, and the resources to give back afterwards."""
        backend, scattered, starts = self.pipeline.engine.backend, dict(self.scattered), dict(self.starts)
        resources: list[Resource] = []  # of this dispatch alone
        slots: list[Resource] = []
        first: list[Step] = []
        before: list[Step] = []
        after: list[Step] = []
        try:
            for n, slot in enumerate(self.pipeline.plan.slots):
                held = self.arrays[n]
                whole = ((0, 0, held.nbytes),)
                if isinstance(held, ResidentArray):
                    resource = held.memory
                    assert isinstance(resource, Resource)
                    if n in starts and held.nbytes:
                        first.append(Copy(_place(starts[n]), resource, whole))
                    if n in self.twins:
                        resources.append(backend.allocate(held.nbytes))
                        before.append(Copy(resource, resources[-1], whole))
                        resource = resources[-1]
                    elif n in self.fills and held.nbytes:
                        before.append(self._begun(n, resource))
                    there = scattered.get(n)
                    if there is not None:
                        foreign = there.memory.memory
                        assert isinstance(foreign, Resource)
                        if slot.role != "out":
                            before.append(Copy(foreign, resource, there.ranges))
                        if slot.writable:
                            back = tuple((to, at, nbytes) for at, to, nbytes in there.ranges)
                            after.append(Copy(resource, foreign, back))
                    slots.append(resource)
                    continue
                resource = backend.allocate(held.nbytes)
                resources.append(resource)
                slots.append(resource)
                if not held.nbytes:
                    continue
                view = view_of(held, slot.writable)
                if n in starts:
                    before.append(Copy(_place(starts[n]), resource, whole))
                elif slot.role != "out":
                    before.append(Copy(view, resource, whole))
                elif self._shows(n):
                    before.append(self._begun(n, resource))
                if slot.writable:
                    after.append(Copy(resource, view, whole))
        except BaseException:
            for resource in resources:
                resource.close()
            raise
        launch: list[Step] = [] if 0 in self.grid else [self.launch(tuple(slots))]
        return first + before + launch + after, resources


def _place(held: Held) -> Resource | HostView:
    """Where the values of an array are, for a device with memory of its own."""
    if not isinstance(held, ResidentArray):
        return view_of(held, False)
    assert isinstance(held.memory, Resource)
    return held.memory
