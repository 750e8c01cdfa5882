"""Names from outside are constants, compared on each call."""

from __future__ import annotations

import enum
import math
from types import ModuleType, SimpleNamespace
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import vyre as vy
from tests.unit.lang.running import read_kernel, read_source
from vyre.lang.read import KernelSource

A = np.array([3, 1, 4], np.uint32)
TEXT = """
@vy.func
def g(x):
    return x * FACTOR

def k(a: vy.In[vy.u32], out: vy.Out[vy.u32]):
    i = vy.global_id()
    if FAST:
        out[i] = g(a[i]) + N
    else:
        out[i] = T(a[i]) + pair[1] + settings.offset
"""


def _source() -> tuple[dict[str, Any], KernelSource]:
    settings = ModuleType("settings")
    settings.offset = 100  # type: ignore[attr-defined]
    names: dict[str, Any] = {"FACTOR": 2, "FAST": True, "N": 10, "T": vy.u32, "pair": (5, 6), "settings": settings}
    function, source = read_source(TEXT, namespace=names)
    return function.__globals__, source


def test_every_name_is_listed_with_its_value() -> None:
    names, source = _source()
    shown = dict(source.captures)
    assert {name: shown[name] for name in ("FAST", "N", "pair", "settings.offset", "g.FACTOR")} == {
        "FAST": True,
        "N": 10,
        "pair": (5, 6),
        "settings.offset": 100,
        "g.FACTOR": 2,
    }
    assert shown["g"] is names["g"]
    assert shown["T"] is vy.u32
    assert source.current_key() == source.capture_key


@pytest.mark.parametrize(
    ("name", "value"),
    [("FACTOR", 3), ("FAST", False), ("FAST", 1), ("N", 10.0), ("T", vy.u64), ("pair", (5, 7)), ("pair", (5, 6.0))],
)
def test_a_change_is_seen_and_read_again(name: str, value: Any) -> None:
    names, source = _source()
    names[name] = value
    assert source.current_key() != source.capture_key
    try:
        assert source.read_again().capture_key == source.current_key()
    except vy.KernelTypeError:  # 10.0 beside u32, u64 into u32: right to refuse, and seen
        assert name in ("N", "T")


def test_a_change_in_a_module_is_seen() -> None:
    names, source = _source()
    names["settings"].offset = 101
    assert source.current_key() != source.capture_key


def test_a_call_uses_what_the_names_hold_now() -> None:
    kernel = vy.kernel_from_source(
        TEXT.replace("@vy.func", "FACTOR, FAST, N = 2, True, 1\n@vy.func"), namespace={"pair": 0, "settings": 0, "T": 0}
    )
    names = kernel.__wrapped__.__globals__  # type: ignore[attr-defined]
    assert kernel(A, backend="reference").tolist() == [7, 3, 9]
    names["FACTOR"] = 5
    assert kernel(A, backend="reference").tolist() == [16, 6, 21]
    names["FACTOR"] = 2
    assert kernel(A, backend="reference").tolist() == [7, 3, 9]


def test_minus_zero_is_another_value() -> None:
    names: dict[str, Any] = {"Z": 0.0}
    function, source = read_source("def k(out: vy.Out[vy.f32]):\n    out[0] = Z\n", namespace=names)
    function.__globals__["Z"] = -0.0
    assert source.current_key() != source.capture_key


def test_kinds_of_captured_values() -> None:
    class Mode(enum.IntEnum):
        FAST = 3

    limits = SimpleNamespace(low=2)
    table = ((1, 2), (3, 4))
    half: Any = np.float32(0.5)
    yes = True

    def k(out: vy.Out[vy.f32]) -> None:
        out[0] = Mode.FAST + table[1][0] + limits.low + math.pi - math.pi
        out[1] = half * 3
        out[2] = 1 if yes else 0

    def values(out: vy.Out[vy.f32]) -> None:
        k(out)

    kernel = vy.kernel(domain=1)(k)
    assert kernel(backend="reference", shapes={"out": (3,)}).tolist() == [8.0, 1.5, 1.0]
    with pytest.raises(vy.KernelSyntaxError) as caught:
        read_kernel(values)
    assert caught.value.code == "K152"


def test_a_captured_bf16_is_typed_and_seen_to_change() -> None:
    names: dict[str, Any] = {"Z": ml_dtypes.bfloat16(1.5)}
    function, source = read_source("def k(out: vy.Out[vy.bf16]):\n    out[0] = Z * 2\n", namespace=names)
    assert vy.kernel(domain=1)(function)(backend="reference", shapes={"out": (1,)}).tolist() == [3.0]
    assert source.current_key() == source.capture_key
    function.__globals__["Z"] = ml_dtypes.bfloat16(2.5)
    assert source.current_key() != source.capture_key
    with pytest.raises(vy.KernelTypeError) as caught:
        read_source("def k(out: vy.Out[vy.f32]):\n    out[0] = Z\n", namespace=names)
    assert caught.value.code == "K200"


def test_numpys_scalar_types_are_ours() -> None:
    names: dict[str, Any] = {"ml_dtypes": ml_dtypes, "np": np, "T": np.int8}
    text = """
def k(f: vy.In[vy.f32], out: vy.Out[vy.f32]):
    held = vy.private(shape=1, dtype=np.float32)
    held[0] = np.float32(ml_dtypes.bfloat16(f[0]))
    i: np.uint8 = np.uint8(f[1])
    out[0] = held[0]
    out[1] = np.float32(T(i))
    out[2] = vy.bitcast(np.float32, np.uint32(0x40000000))
    out[3] = np.float32(np.bool_(f[0]))
"""
    function, source = read_source(text, namespace=names)
    given = np.array([1.00390625, 200], np.float32)
    run = vy.kernel(domain=1)(function)
    assert run(given, backend="reference", shapes={"out": (4,)}).tolist() == [1.0, -56.0, 2.0, 1.0]
    function.__globals__["T"] = np.int16
    assert source.current_key() != source.capture_key


def test_classes_of_the_host_are_no_types_of_parameters() -> None:
    names: dict[str, Any] = {"ml_dtypes": ml_dtypes}
    for given in ("ml_dtypes.bfloat16", "vy.In[ml_dtypes.bfloat16]"):
        with pytest.raises(vy.KernelSyntaxError, match=r"K110") as caught:
            read_source(f"def k(x: {given}, out: vy.Out[vy.bf16]):\n    out[0] = x\n", namespace=names)
        assert "vy.bf16" in caught.value.fix
