"""Whether a device keeps rule 5.8 is measured once, before the first program that waits; one that fails refuses such programs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, ClassVar

import numpy as np
import pytest

import vyre as vy
from vyre.config import DispatchConfig
from vyre.contract.backend import MemoryStore, PendingDispatch, Step
from vyre.device import DeviceProfile
from vyre.drivers.cpu.backend import CpuBackend
from vyre.drivers.reference import ReferenceBackend
from vyre.errors import DispatchFailed, UnsupportedFeature
from vyre.run.engine import Engine
from vyre.run.probed_waits import keeps_waits
from vyre.run.session import Session


@vy.kernel(workgroup=1)
def locked(cells: vy.InOut[vy.u32]) -> None:
    while vy.atomic_exchange(cells, 0, 1) != 0:
        pass
    vy.atomic_add(cells, 1, 1)
    vy.atomic_exchange(cells, 0, 0)


@vy.kernel(workgroup=1)
def counted(cells: vy.InOut[vy.u32]) -> None:
    vy.atomic_add(cells, 1, 1)


pytestmark = pytest.mark.filterwarnings(r"ignore:\[N100\]")  # the old values of a lock depend on the order


class Unsure(CpuBackend):
    """The CPU, of which it is not known."""

    submitted: ClassVar[int] = 0

    def profile(self) -> DeviceProfile:
        return replace(super().profile(), keeps_waits=None, compile_identity=("unsure",))

    def submit(self, steps: Sequence[Step], **keywords: Any) -> PendingDispatch:
        type(self).submitted += 1
        return super().submit(steps, **keywords)


class Ending(Unsure):
    """As a device that ends loops: every launch fails."""

    def profile(self) -> DeviceProfile:
        return replace(super().profile(), loop_limit=65535, compile_identity=("ending",))

    def submit(self, steps: Sequence[Step], **keywords: Any) -> PendingDispatch:
        type(self).submitted += 1
        raise DispatchFailed("the device ended a loop", code="R823", fix="none", actual="a test")


class Backwards(ReferenceBackend):
    """A device that runs its last workgroup first."""

    id: ClassVar[str] = "backwards"

    @classmethod
    def devices(cls) -> Any:
        found = next(row for row in ReferenceBackend.devices() if row.id == "reference:reversed")
        return (replace(found, backend="backwards"),)

    def profile(self) -> DeviceProfile:
        return replace(super().profile(), keeps_waits=None, compile_identity=("backwards",))


def test_it_is_measured_once_and_before_a_program_that_waits_only() -> None:
    store, backend = MemoryStore(), Unsure(CpuBackend.devices()[0], store=MemoryStore())
    engine = Engine(backend.devices()[0], backend, backend.profile(), store)
    before = Unsure.submitted
    assert engine.lacks(counted.program, DispatchConfig()) is None
    assert (Unsure.submitted, engine.profile.keeps_waits) == (before, None)
    for _ in range(2):
        assert engine.lacks(locked.program, DispatchConfig()) is None
        assert (Unsure.submitted, engine.profile.keeps_waits) == (before + 1, True)
    again = Engine(backend.devices()[0], backend, backend.profile(), store)  # as in a later process
    assert again.lacks(locked.program, DispatchConfig()) is None
    assert (Unsure.submitted, again.profile.keeps_waits) == (before + 1, True)
    backend.close()


def test_it_is_not_measured_where_the_device_lacks_something_else() -> None:
    backend = Unsure(CpuBackend.devices()[0], store=MemoryStore())
    profile = backend.profile()
    engine = Engine(
        backend.devices()[0], backend, replace(profile, features=profile.features - {"atomics"}), MemoryStore()
    )
    before = Unsure.submitted
    assert engine.lacks(locked.program, DispatchConfig()) == "atomics"
    assert (Unsure.submitted, engine.profile.keeps_waits) == (before, None)
    backend.close()


def test_a_device_in_another_order_fails_and_refuses_what_waits() -> None:
    store, backend = MemoryStore(), Backwards(Backwards.devices()[0], store=MemoryStore())
    engine = Engine(backend.devices()[0], backend, backend.profile(), store)
    assert engine.lacks(locked.program, DispatchConfig()) == "forward progress of workgroups that wait for others"
    assert engine.profile.keeps_waits is False
    assert engine.lacks(counted.program, DispatchConfig()) is None
    again = Engine(backend.devices()[0], backend, backend.profile(), store)
    assert again.lacks(locked.program, DispatchConfig()) is not None
    backend.close()


def test_a_device_that_ends_loops_is_tried_several_times() -> None:
    backend = Ending(CpuBackend.devices()[0], store=MemoryStore())
    before = Unsure.submitted, Ending.submitted
    assert not keeps_waits(backend, backend.profile())
    assert Ending.submitted == before[1] + 3
    backend.close()


def test_the_error_names_it_and_its_fix_works(monkeypatch: pytest.MonkeyPatch) -> None:
    cells = np.zeros(2, np.uint32)
    with Session("reference") as session:
        engine = session.engine("reference:reversed")
        monkeypatch.setattr(engine, "profile", replace(engine.profile, keeps_waits=False))
        with pytest.raises(UnsupportedFeature) as caught:
            session.dispatch(locked.program, [cells], domain=3, backend="reference:reversed")
        assert caught.value.code == "U702"
        assert "it has no forward progress of workgroups that wait for others" in caught.value.message
        assert caught.value.fix == "run it with backend='cpu'"
        (cells,) = session.dispatch(locked.program, [cells], domain=3, backend="cpu")
    assert cells.tolist() == [0, 3]
