"""Calls, submissions, bound calls and resident arrays over arrays that overlap: one thread sees what a plain model says, in
whichever ways its calls are made, and whatever still runs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import hypothesis.strategies as st
import numpy as np
from hypothesis import HealthCheck, settings
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test

import vyre as vy
from tests.sizes import size
from vyre.run.in_flight import IN_FLIGHT
from vyre.run.session import Session

N = 24


@vy.kernel
def mix(a: vy.InOut[vy.u32], k: vy.u32) -> None:
    i = vy.global_id()
    a[i] = a[i] * 3 + k


@vy.kernel
def add(x: vy.In[vy.u32], a: vy.InOut[vy.u32]) -> None:
    i = vy.global_id()
    a[i] = a[i] * 5 + x[i]


@vy.kernel
def plus(x: vy.In[vy.u32], k: vy.u32, out: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    if i < out.size:
        out[i] = x[i] + k


VIEWS = (slice(0, 8), slice(4, 12), slice(8, 16), slice(16, 24), slice(0, 16, 2), slice(23, 7, -2))
views = st.sampled_from(VIEWS)
numbers = st.integers(1, 1 << 31)
ways = st.sampled_from(["call", "submit", "compiled", "bound", "dispatch"])


class Machine(RuleBasedStateMachine):
    """``array`` is what vyre works on, ``model`` what NumPy makes of the same calls at once."""

    device = "reference"

    def __init__(self) -> None:
        super().__init__()
        self.session = Session(self.device)
        self.array = np.arange(N, dtype=np.uint32)
        self.model = self.array.copy()
        self.pending: list[tuple[Any, Any]] = []
        self.bound: list[tuple[slice, int, Any]] = []
        self.resident: list[tuple[Any, Any]] = []
        self.pipelines = {kernel: self.session.compile(kernel.program) for kernel in (mix, add, plus)}

    def do(self, kernel: Any, way: str, inputs: list[Any], out: Any) -> Any:
        """One output of one kernel, or what gives it later."""
        pipeline = self.pipelines[kernel]

        def bound() -> Any:
            return pipeline.bind(inputs, out=[out])()

        calls: dict[str, Callable[[], Any]] = {
            "call": lambda: pipeline(inputs, out=[out]),
            "submit": lambda: pipeline.submit(inputs, out=[out]),
            "compiled": lambda: self.session.compile(kernel.program)(inputs, out=[out]),
            "bound": bound,
            "dispatch": lambda: self.session.dispatch(kernel.program, inputs, out=[out]),
        }
        return calls[way]()

    def keep(self, way: str, result: Any, wanted: Any) -> None:
        """Compare a result with the model, now or when it is taken."""
        if way == "submit":
            self.pending.append((result, wanted.copy()))
        else:
            self.compare(result[0], wanted)

    @staticmethod
    def compare(found: Any, wanted: Any) -> None:
        values = found.numpy() if isinstance(found, vy.ResidentArray) else found
        assert values.tolist() == wanted.tolist()

    @rule(view=views, k=numbers, way=ways)
    def change(self, view: slice, k: int, way: str) -> None:
        part = self.array[view]
        result = self.do(mix, way, [part, k], part)
        self.model[view] = self.model[view] * 3 + np.uint32(k)
        if way != "submit":
            self.compare(result[0], self.model[view])
        else:
            self.pending.append((result, None))

    @rule(view=views, other=views, way=ways)
    def change_by_another(self, view: slice, other: slice, way: str) -> None:
        part = self.array[view]
        result = self.do(add, way, [self.array[other], part], part)
        self.model[view] = self.model[view] * 5 + self.model[other].copy()
        self.pending += [(result, None)] if way == "submit" else []

    @rule(view=views, k=numbers, way=ways)
    def look(self, view: slice, k: int, way: str) -> None:
        wanted = self.model[view] + np.uint32(k)
        self.keep(way, self.do(plus, way, [self.array[view], k], None), wanted)

    @rule(data=st.data())
    @precondition(lambda self: self.pending)
    def take(self, data: st.DataObject) -> None:
        result, wanted = self.pending.pop(data.draw(st.integers(0, len(self.pending) - 1)))
        found = result.result()[0]
        if wanted is not None:
            self.compare(found, wanted)

    @rule(view=views, k=numbers)
    def bind(self, view: slice, k: int) -> None:
        part = self.array[view]
        self.bound.append((view, k, self.pipelines[mix].bind([part, k], out=[part])))

    @rule(data=st.data())
    @precondition(lambda self: self.bound)
    def run_bound(self, data: st.DataObject) -> None:
        view, k, bound = data.draw(st.sampled_from(self.bound))
        bound()
        self.model[view] = self.model[view] * 3 + np.uint32(k)

    @rule(view=views)
    @precondition(lambda self: len(self.resident) < 3)
    def make_resident(self, view: slice) -> None:
        """What was submitted may still write the array, so it is read by a kernel."""
        values = self.do(plus, "call", [self.array[view], 0], None)[0]
        self.resident.append((self.session.resident(values), self.model[view].copy()))

    @rule(data=st.data(), k=numbers, way=ways)
    @precondition(lambda self: self.resident)
    def change_resident(self, data: st.DataObject, k: int, way: str) -> None:
        there, values = data.draw(st.sampled_from(self.resident))
        result = self.do(mix, way, [there, k], there)
        values[:] = values * 3 + np.uint32(k)
        self.pending += [(result, None)] if way == "submit" else []

    @rule(data=st.data(), view=views, way=ways)
    @precondition(lambda self: self.resident)
    def change_by_resident(self, data: st.DataObject, view: slice, way: str) -> None:
        there, values = data.draw(st.sampled_from(self.resident))
        part = self.array[view]
        result = self.do(add, way, [there, part], part)
        self.model[view] = self.model[view] * 5 + values
        self.pending += [(result, None)] if way == "submit" else []

    @rule(data=st.data(), k=numbers)
    @precondition(lambda self: self.resident)
    def upload(self, data: st.DataObject, k: int) -> None:
        there, values = data.draw(st.sampled_from(self.resident))
        values[:] = np.arange(8, dtype=np.uint32) * np.uint32(k)
        there.upload(values)

    @rule(data=st.data())
    @precondition(lambda self: self.resident)
    def read_resident(self, data: st.DataObject) -> None:
        self.compare(*data.draw(st.sampled_from(self.resident)))

    @rule(data=st.data())
    @precondition(lambda self: self.resident)
    def close_resident(self, data: st.DataObject) -> None:
        self.resident.pop(data.draw(st.integers(0, len(self.resident) - 1)))[0].close()

    @rule()
    def reopen(self) -> None:
        """Resident arrays and bound calls are gone; what was submitted is done."""
        self.session.reopen(self.device)
        self.resident.clear()
        self.bound.clear()

    @rule()
    def synchronize(self) -> None:
        self.session.synchronize()
        assert self.array.tolist() == self.model.tolist()
        assert all(result.ready() for result, _ in self.pending)

    @invariant()
    def quiet_arrays_are_as_the_model_says(self) -> None:
        if not IN_FLIGHT:
            assert self.array.tolist() == self.model.tolist()

    def teardown(self) -> None:
        for result, wanted in self.pending:
            found = result.result()[0]
            if wanted is not None:
                self.compare(found, wanted)
        assert self.array.tolist() == self.model.tolist()
        for there, values in self.resident:
            self.compare(there, values)
        self.session.close()


def test_one_thread_sees_what_the_model_says(device: str) -> None:
    machine = type("MachineOfDevice", (Machine,), {"device": device})
    total = size("order_steps")
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=max(4, total // 15),
            stateful_step_count=min(total, 30),
            deadline=None,
            suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
        ),
    )
