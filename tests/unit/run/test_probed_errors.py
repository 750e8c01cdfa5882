"""How far off a device's operations are: what a ``ulp_budget`` is compared with (rule 3.7)."""

from __future__ import annotations

import json
from dataclasses import replace
from math import inf, nan
from typing import Any

import numpy as np
import pytest

import vyre as vy
from vyre.contract.backend import MemoryStore
from vyre.device import DeviceProfile
from vyre.dtypes import f32, f64
from vyre.emit.numerics import BUDGETED, FORMS, GUARDED
from vyre.run.engine import Engine
from vyre.run.probe import refined, with_errors
from vyre.run.probed_errors import errors
from vyre.run.probed_numbers import bits, expected, numbers
from vyre.run.ulps import ulps

from .test_probe import Twisted, flushed, opened, unchanged


def is_result(result: Any, op: str) -> bool:
    return result.dtype == np.float32 and np.array_equal(bits(result), bits(expected(op, numbers(f32))[0]))


def near_quotients(result: Any) -> None:
    """Some quotients are three floats away."""
    if is_result(result, "div"):
        normal = np.isfinite(result) & (np.abs(result) > 1e-30)
        result.view(np.uint32)[np.flatnonzero(normal)[::7]] += 3


@pytest.mark.parametrize("t", [np.float32, np.float64])
def test_steps_between_floats(t: type) -> None:
    one, least = t(1), np.nextafter(t(0), t(1))
    most = np.finfo(t).max
    cases = [
        (one, one, 0), (one, np.nextafter(one, t(2)), 1), (np.nextafter(one, t(0)), one, 1), (t(0), -t(0.0), 1), (least, -least, 3),
        (t(0), least, 1), (most, t(inf), 1), (t(nan), t(nan), 0), (t(nan), one, inf), (one, t(nan), inf), (-one, np.nextafter(-one, t(0)), 1),
    ]  # fmt: skip
    for a, b, steps in cases:
        assert ulps(np.array([a], t), np.array([b], t)).tolist() == [steps], (a, b)
    assert ulps(np.array([most], t), np.array([-most], t))[0] > 1e9


@pytest.mark.parametrize("t", [f32, f64])
def test_what_is_flushed_is_wrong_by_much_and_by_nothing_but_for_subnormals(t: Any) -> None:
    given = numbers(t)
    tiny = np.finfo(given.operands[0].dtype).smallest_normal
    for op in ("add", "mul", "div", "fma", "sqrt", "recip", "floor"):
        right, _ = expected(op, given)
        inputs = [np.where(np.abs(x) < tiny, np.copysign(x.dtype.type(0), x), x) for x in given.operands]
        both = replace(given, operands=(inputs[0], inputs[1], inputs[2]))
        with np.errstate(all="ignore"):
            native, _ = expected(op, both)
        native = np.where(np.abs(native) < tiny, np.copysign(native.dtype.type(0), native), native)
        (kept, but) = errors(given, {op: native})[op]
        assert but == 0
        assert kept > 1000 or op == "sqrt", op
        assert errors(given, {op: right})[op] == (0, 0)


def test_wrong_zeros_and_nans_are_told() -> None:
    given = numbers(f32)
    right, _ = expected("sqrt", given)
    zeros = np.where(right == 0, np.float32(0), right)  # the root of -0 is -0
    assert errors(given, {"sqrt": zeros})["sqrt"] == (1, 1)
    assert errors(given, {"sqrt": np.where(np.isnan(right), np.float32(0), right)})["sqrt"] == (inf, inf)


def test_a_session_measures_how_far_off_a_device_is_and_keeps_it() -> None:
    store = MemoryStore()
    first, second = opened(near_quotients), opened(unchanged)
    found = refined(first, store)
    assert (found.error("div", "f32", flush=False), found.error("div", "f32", flush=True)) == (3, 3)
    assert {(op, t) for op, t, _, _ in found.errors} == set(FORMS) | {(GUARDED + op, "f32") for op in BUDGETED}
    assert {kept for op, t, kept, _ in found.errors if (op.removeprefix(GUARDED), t) != ("div", "f32")} == {0}
    launches = Twisted.launches
    assert refined(second, store) == found
    assert Twisted.launches == launches
    first.close()
    second.close()


def test_infinite_errors_are_kept_too() -> None:
    def no_numbers(result: Any) -> None:
        if is_result(result, "sqrt"):
            result[7] = 1 if np.isnan(result[7]) else np.nan

    store, backend = MemoryStore(), opened(no_numbers)
    found = refined(backend, store)
    assert found.error("sqrt", "f32", flush=True) == inf
    (kept,) = store.entries.values()
    assert ["sqrt", "f32", None, None] in json.loads(kept)["errors"]
    assert refined(backend, store) == found
    backend.close()


@pytest.mark.parametrize(
    "stored",
    [
        b'["add_f32", "div_f32"]',  # of a version that knew facts alone
        b'{"facts": ["add_f32"]}', b'{"facts": [], "errors": [["div", "f32", 1]]}', b'{"facts": [], "errors": [["pow", "f32", 1, 1]]}',
        b'{"facts": [], "errors": [["div", "f32", "x", 1]]}', b'{"facts": [], "errors": 5}', b'{"facts": [], "errors": [[[], "f32", 1, 1]]}',
    ],
)  # fmt: skip
def test_a_finding_without_errors_is_measured_anew(stored: bytes) -> None:
    class Store(MemoryStore):
        def get(self, namespace: str, key: bytes) -> bytes | None:
            return stored

    store, backend = Store(), opened(near_quotients)
    assert refined(backend, store).error("div", "f32", flush=False) == 3
    (kept,) = store.entries.values()
    assert ["div", "f32", 3.0, 3.0] in json.loads(kept)["errors"]
    backend.close()


def fast(backend: Twisted) -> DeviceProfile:
    """As of a compiler with faster divisions than the exact ones."""
    return replace(backend.profile(), wants_probe=False, wants_errors=True)


def test_a_budget_has_the_fastest_forms_measured_once() -> None:
    store, backend = MemoryStore(), opened(near_quotients)
    engine = Engine(backend.devices()[0], backend, fast(backend), store)
    launches = Twisted.launches
    assert engine.profile_under(vy.DispatchConfig(contract=True, ulp_budget=0)).errors == ()
    assert Twisted.launches == launches
    found = engine.profile_under(vy.DispatchConfig(ulp_budget=1))
    assert Twisted.launches == launches + 2  # with subnormals and without
    assert {(op, t) for op, t, _, _ in found.errors} == {(op, "f32") for op in BUDGETED}
    assert found.error("div", "f32", flush=False) == 3
    assert engine.profile_under(vy.DispatchConfig(ulp_budget=2)) == found == engine.profile
    other = opened(flushed)
    assert with_errors(other, fast(other), store) == found
    assert Twisted.launches == launches + 2
    backend.close()
    other.close()


def test_a_refused_operation_is_there_within_a_budget() -> None:
    backend = opened(unchanged)
    profile = replace(
        backend.profile(), forms=(("sqrt", "f64", "refused"),), errors=(("sqrt", "f64", 1.0, 1.0),), dtypes=frozenset({"f64"})
    )  # fmt: skip
    engine = Engine(backend.devices()[0], backend, profile, MemoryStore())
    forms = {op: form for op, _, form in engine.profile_under(vy.DispatchConfig(ulp_budget=1)).forms}
    assert (forms["sqrt"], forms["div"]) == ("native", "refused")
    assert engine.profile_under(vy.DispatchConfig()).forms == (("sqrt", "f64", "refused"),)
    backend.close()
