"""The probe: what it finds on devices that are exact, that flush, and that lie; and what a session does with it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import vyre as vy
from vyre.contract.backend import Launch, MemoryStore, PendingDispatch, Step, VyreBackend
from vyre.contract.registry import Registry
from vyre.device import DeviceProfile
from vyre.drivers.cpu.backend import CpuBackend
from vyre.dtypes import f32, f64
from vyre.emit.numerics import FACTS, NEAR, form_of, verdicts
from vyre.ir.builder import Builder
from vyre.run.probe import probe, refined
from vyre.run.probed_numbers import bits, expected, numbers
from vyre.run.session import Session

Change = Callable[[Any], None]


class Twisted(CpuBackend):
    """The CPU, whose results are changed after each launch: what the probe must notice."""

    change: Change
    launches = 0

    def profile(self) -> DeviceProfile:
        return replace(super().profile(), wants_probe=True, compile_identity=("twisted",))

    def submit(self, steps: Sequence[Step], **keywords: Any) -> PendingDispatch:
        done = super().submit(steps, **keywords)
        done.result()
        for step in steps:
            if isinstance(step, Launch):
                type(self).launches += 1
                for slot in step.slots:
                    if slot.writable:  # type: ignore[union-attr]  # the CPU's are views of the host
                        self.change(slot.owner)
        return done


def opened(change: Change) -> Twisted:
    backend = Twisted(CpuBackend.devices()[0], store=MemoryStore())
    backend.change = change
    return backend


def unchanged(result: Any) -> None:
    return


def flushed(result: Any) -> None:
    """As a device that flushes subnormals, which also keeps copies: those have every subnormal there is."""
    if not np.array_equal(bits(result), bits(numbers(f32 if result.dtype == np.float32 else f64).operands[0])):
        flush(result)


def flush(result: Any) -> None:
    small = np.abs(result) < np.finfo(result.dtype).smallest_normal
    result[small] = np.copysign(0, result[small])


def test_a_device_that_is_exact_keeps_every_fact() -> None:
    backend = opened(unchanged)
    assert probe(backend, backend.profile()).facts == frozenset(FACTS)
    backend.close()


def test_a_device_that_flushes_results_keeps_what_the_corrected_forms_need() -> None:
    backend = opened(flushed)
    found = probe(backend, backend.profile()).facts
    assert found >= NEAR
    assert not found & {"add_f32", "mul_f32", "div_f32", "fma_f32", "add_f64", "mul_f64"}
    assert found >= {"sqrt_f32", "floor_f32", "from_u32_f32"}
    forms = {(op, t): form for op, t, form in verdicts(found.__contains__, frozenset({"f32", "f64"}))}
    assert forms["mul", "f32"] == forms["div", "f32"] == forms["fma", "f32"] == "corrected"
    assert forms["sqrt", "f32"] == "native"
    assert forms["mul", "f64"] == "refused"
    assert forms["fma", "f64"] == "integer"
    backend.close()


def test_one_wrong_last_digit_among_all_is_noticed() -> None:
    def change(result: Any) -> None:
        if result.dtype == np.float32 and np.array_equal(bits(result), bits(expected("sqrt", numbers(f32))[0])):
            result[-5:-4] = np.nextafter(result[-5:-4], np.float32(9))

    backend = opened(change)
    assert probe(backend, backend.profile()).facts == frozenset(FACTS) - {"sqrt_f32"}
    backend.close()


def test_quotients_that_are_far_from_right_are_not_near() -> None:
    def change(result: Any) -> None:
        if result.dtype == np.float32 and np.array_equal(bits(result), bits(expected("div", numbers(f32))[0])):
            result.view(np.uint32)[-1] += 9

    backend = opened(change)
    assert probe(backend, backend.profile()).facts == frozenset(FACTS) - {"div_f32", "near_div_f32"}
    backend.close()


def test_S904_a_device_that_does_not_keep_what_it_copies() -> None:
    backend = opened(flush)
    with pytest.raises(vy.BackendUnavailable, match=r"\[S904\].*f32") as caught:
        refined(backend, MemoryStore())
    assert "backend='cpu'" in caught.value.fix
    backend.close()
    x = np.array([1e-45, 2.0], np.float32)
    copy = vy.kernel_from_source(  # the Fix, applied
        "@vy.kernel\ndef copy(x: vy.In[vy.f32], out: vy.Out[vy.f32]):\n    i = vy.global_id()\n    out[i] = x[i]\n"
    )
    assert copy(x, backend="cpu").tobytes() == x.tobytes()


def test_S904_a_device_that_does_not_run_the_probe() -> None:
    def change(result: Any) -> None:
        raise RuntimeError("out of order")

    backend = opened(change)
    store = MemoryStore()
    with pytest.raises(vy.BackendUnavailable, match=r"\[S904\].*out of order") as caught:
        refined(backend, store)
    assert "update the driver" in caught.value.fix
    backend.change = unchanged  # the Fix, applied
    assert refined(backend, store).measured == frozenset(FACTS)
    backend.close()


def test_U702_an_operation_that_was_measured_to_be_inexact_is_refused_before_it_is_compiled() -> None:
    b = Builder("root")
    x, out = b.input("x", f64), b.output("out", f64)
    out[b.global_id()] = b.op("sqrt", x[b.global_id()])
    program, four = b.build(), np.array([4.0])
    with Session("reference") as session:
        engine = session.engine("reference")
        engine.profile = replace(engine.profile, forms=(("add", "f64", "native"), ("sqrt", "f64", "refused")))
        with pytest.raises(vy.UnsupportedFeature, match=r"\[U702\].*no exact sqrt of f64") as caught:
            session.dispatch(program, [four])
        assert "backend='cpu'" in caught.value.fix
        (root,) = session.dispatch(program, [four], backend="cpu")  # the Fix, applied
    assert root.tolist() == [2.0]


def test_what_was_found_is_stored_and_not_asked_again() -> None:
    store = MemoryStore()
    first, second = opened(flushed), opened(unchanged)
    found = refined(first, store)
    assert found.measured >= NEAR
    assert ("mul", "f32", "corrected") in found.forms
    before = Twisted.launches
    assert refined(second, store) == found  # of the same device, driver and compiler, so this one isn't run
    assert Twisted.launches == before
    first.close()
    second.close()


@pytest.mark.parametrize("stored", [b"", b"{", b'["no_such_fact"]', b'"add_f32"', b"[1]", b"[[]]", b"\xff\xfe"])
def test_what_is_stored_and_makes_no_sense_is_measured_anew(stored: bytes) -> None:
    class Store(MemoryStore):
        def get(self, namespace: str, key: bytes) -> bytes | None:
            return stored

    store, backend = Store(), opened(unchanged)
    assert refined(backend, store).measured == frozenset(FACTS)
    (kept,) = store.entries.values()
    assert kept.startswith(b'{"facts": ["add_f32", ')
    backend.close()


def test_a_device_that_promises_exactness_is_not_probed() -> None:
    backend = CpuBackend(CpuBackend.devices()[0], store=MemoryStore())
    assert refined(backend, MemoryStore()) == backend.profile()
    backend.close()


def test_the_numbers_are_the_same_each_time_and_hold_what_is_odd() -> None:
    for t in (f32, f64):
        given = numbers(t)
        assert all(np.array_equal(bits(x), bits(y)) for x, y in zip(given.operands, numbers(t).operands, strict=True))
        a = given.operands[0]
        assert len(a) >= 1 << 18
        tiny = np.finfo(a.dtype).smallest_normal
        for kind in (np.isnan(a), np.isinf(a), (a == 0) & np.signbit(a), (a != 0) & (np.abs(a) < tiny)):
            assert kind.sum() > 50


def test_the_cheapest_exact_form_is_taken() -> None:
    assert form_of("div", "f32", frozenset({"div_f32"}).__contains__) == "native"
    assert form_of("recip", "f32", frozenset({"near_div_f32"}).__contains__) == "corrected"
    assert form_of("div", "f32", frozenset().__contains__) == "integer"
    assert form_of("div", "f64", frozenset({"near_div_f32"}).__contains__) is None


@pytest.fixture
def webgpu(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    if not any(row.available for row in Registry().devices("wgpu")):
        pytest.skip("no wgpu device here")
    monkeypatch.setenv("VYRE_CACHE_DIR", str(tmp_path))
    return "wgpu"


def test_a_session_measures_once_per_machine(webgpu: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Session() as session:
        found = session.engine(webgpu).profile
    assert found.measured
    assert len(list(tmp_path.glob("probe/*"))) == 1

    def never(backend: VyreBackend, profile: DeviceProfile) -> frozenset[str]:
        raise AssertionError("asked again")

    monkeypatch.setattr("vyre.run.probe.probe", never)
    with Session() as session:
        assert session.engine(webgpu).profile == found


def test_a_device_that_fails_its_probe_is_not_opened(webgpu: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(backend: VyreBackend, profile: DeviceProfile) -> frozenset[str]:
        raise vy.BackendUnavailable("it is not right", code="S904", fix="update the driver")

    monkeypatch.setattr("vyre.run.probe.probe", fails)
    with Session() as session:
        for _ in range(2):
            with pytest.raises(vy.BackendUnavailable, match=r"\[S904\]"):
                session.engine(webgpu)
        monkeypatch.undo()
        assert session.engine(webgpu).profile.measured
