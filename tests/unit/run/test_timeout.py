"""What the seconds of ``DispatchConfig.timeout`` count, and what the Fix of R810 names. No test here reads a clock: a wait of
a billionth of a second is always over, unless there is nothing to wait for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from importlib.metadata import EntryPoint
from typing import ClassVar

import numpy as np
import pytest

import vyre as vy
from tests.contract.recorder import recorded_registry
from vyre.contract.registry import Registry
from vyre.device import DeviceInfo, DeviceProfile
from vyre.driver import FutureDispatch, PendingDispatch, Step
from vyre.drivers.null import NullBackend
from vyre.run.in_flight import IN_FLIGHT
from vyre.run.session import Session

NOTHING = vy.DispatchConfig(timeout=1e-9)
WORDS = np.arange(8, dtype=np.uint32)


@vy.kernel
def copied(a: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    if i < out.size:
        out[i] = a[i]


class Waiting(NullBackend):
    """Runs nothing until it is told to. Without atomics there are no traps."""

    features: ClassVar[frozenset[str]] = frozenset({"barrier", "shared"})
    given: ClassVar[list[FutureDispatch]] = []

    def profile(self) -> DeviceProfile:
        return replace(super().profile(), features=self.features)

    def submit(
        self,
        steps: Sequence[Step],
        *,
        after: Sequence[PendingDispatch] = (),
        stream: int | None = None,
        label: str | None = None,
    ) -> PendingDispatch:
        self.given.append(FutureDispatch())
        return self.given[-1]


class Trapping(Waiting):
    """The same with traps."""

    features: ClassVar[frozenset[str]] = frozenset({"barrier", "shared", "traps", "subgroups"})
    given: ClassVar[list[FutureDispatch]] = []


@pytest.fixture(autouse=True)
def _ended() -> Iterator[None]:
    """What these devices never ended would be in flight for the tests that come later in this process."""
    yield
    for kind in (Waiting, Trapping):
        for dispatch in kind.given:
            dispatch.finish()
        kind.given.clear()
    assert not IN_FLIGHT


def registry() -> Registry:
    """One with the backends above under names of their own, and the null backend."""

    def point(name: str, base: type[NullBackend]) -> EntryPoint:
        class Named(base):  # type: ignore[misc, valid-type]  # one class per name
            id: ClassVar[str] = name

            @classmethod
            def devices(cls) -> Sequence[DeviceInfo]:
                return (DeviceInfo(name, name, 0, "a test", "null"),)

        class Point:
            """An entry point that gives the class."""

            value = f"test:{name}"

            def __init__(self) -> None:
                self.name = name

            def load(self) -> type[NullBackend]:
                return Named

        made: EntryPoint = Point()  # type: ignore[assignment]  # has the three names that the registry reads
        return made

    return Registry([point("waiting", Waiting), point("trapping", Trapping), point("null", NullBackend)])


def test_opening_and_compiling_are_not_among_the_seconds() -> None:
    rows, recorder = recorded_registry("null")
    with Session("null", registry=rows) as session:
        session.dispatch(copied.program, [WORDS], NOTHING)
        assert recorder.calls.index("compile") < recorder.calls.index("submit")
        bound = session.compile(copied.program, NOTHING).bind([WORDS])
        bound()


def test_a_dispatch_that_the_device_has_and_that_is_not_done_is() -> None:
    with Session("waiting", registry=registry()) as session:
        with pytest.raises(vy.DispatchTimeout, match="R810"):
            session.dispatch(copied.program, [WORDS], NOTHING)
        Waiting.given[-1].finish()


def test_the_seconds_of_a_submission_begin_with_each_wait_for_it() -> None:
    with Session("waiting", registry=registry()) as session:
        pending = session.submit(copied.program, [WORDS], NOTHING)
        with pytest.raises(vy.DispatchTimeout, match="R810"):
            pending.result()
        Waiting.given[-1].finish()
        pending.result()  # far more than a billionth of a second after its submission


def test_a_wait_for_another_device_that_has_the_arrays_is_among_the_seconds() -> None:
    ours = WORDS.copy()
    with Session("null", registry=registry()) as session:
        pending = session.submit(copied.program, [WORDS], out=[ours], backend="waiting")
        with pytest.raises(vy.DispatchTimeout, match="an earlier dispatch on waiting still holds arrays") as caught:
            session.dispatch(copied.program, [ours], NOTHING)
        assert "pass other arrays" in caught.value.fix
        session.dispatch(copied.program, [WORDS.copy()], NOTHING)
        Waiting.given[-1].finish()
        pending.result()
        session.dispatch(copied.program, [ours], NOTHING)


def test_R810_of_a_call_behind_one_that_was_left_names_what_opens_the_device_again() -> None:
    with Session("waiting", registry=registry()) as session:
        with pytest.raises(vy.DispatchTimeout) as first:
            session.dispatch(copied.program, [WORDS], NOTHING)
        assert "or without a timeout" in first.value.fix
        assert "reopen" not in first.value.fix
        with pytest.raises(vy.DispatchTimeout) as behind:
            session.dispatch(copied.program, [WORDS.copy()], NOTHING)
        assert behind.value.fix.startswith("open the device again with session.reopen('waiting')")
        assert "without a timeout" not in behind.value.fix
        session.reopen("waiting")
        with pytest.raises(vy.DispatchTimeout) as again:
            session.dispatch(copied.program, [WORDS.copy()], NOTHING)
        assert again.value.fix == first.value.fix


@pytest.mark.parametrize("name", ["waiting", "trapping"])
@pytest.mark.parametrize("held", [False, True], ids=["late", "held"])
def test_the_Fix_of_R810_names_what_works_on_that_device(name: str, held: bool) -> None:
    limited = vy.DispatchConfig(while_limit=1)
    with Session(name, registry=registry()) as session:
        with pytest.raises(vy.DispatchTimeout) as caught:
            session.dispatch(copied.program, [WORDS], NOTHING)
        if held:
            with pytest.raises(vy.DispatchTimeout) as caught:
                session.dispatch(copied.program, [WORDS], backend=name)
            assert f"session.reopen({name!r})" in caught.value.fix
            session.reopen(name)
            after = session.submit(copied.program, [WORDS])  # is refused no more
            kind = Waiting if name == "waiting" else Trapping
            kind.given[-1].finish()
            after.result()
        if name == "trapping":
            assert "DispatchConfig(while_limit=N) ends" in caught.value.fix
            session.compile(copied.program, limited)
        else:
            assert (
                "is found with backend='cpu' and DispatchConfig(while_limit=N), which waiting lacks" in caught.value.fix
            )
            with pytest.raises(vy.UnsupportedFeature, match="U701"):
                session.compile(copied.program, limited)
        for given in (*Waiting.given, *Trapping.given):
            given.finish()
