"""Rule 3.5: functions of two numbers are rounded once, on every device."""

from __future__ import annotations

import math
from functools import cache
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import vyre as vy
from tests.functions.inputs import Bits
from tests.functions.pairs import (
    SPECIAL_PAIRS,
    exact_powers,
    expected_of_two,
    hard_pairs_of,
    pairs,
    special_pairs,
    triples,
)
from tests.sizes import size
from vyre.dtypes import DType, bf16, f16, f32
from vyre.ir.nodes import Op
from vyre.ir.ops import BINARY_FUNCTIONS
from vyre.ir.program import Program
from vyre.ir.walk import walk
from vyre.run.session import Session

_NUMPY: dict[DType, Any] = {f32: np.float32, f16: np.float16, bf16: ml_dtypes.bfloat16}


@cache
def _program(name: str, t: DType) -> Program:
    b = vy.Builder("function", domain="x")
    x, y, z = b.input("x", t), b.input("y", t), b.output("z", t)
    i = b.global_id()
    z[i] = b.op(name, x[i], y[i])
    return b.build()


def _computed(session: Session, device: str, name: str, x: Bits, y: Bits, t: DType = f32, **options: Any) -> Bits:
    given = [bits.view(_NUMPY[t]) for bits in (x, y)]
    (found,) = session.dispatch(_program(name, t), given, backend=device, **options)
    return np.asarray(found).view(x.dtype)


def _same(name: str, x: Bits, y: Bits, found: Bits, wanted: Bits) -> None:
    wrong = np.flatnonzero(found != wanted)
    if len(wrong):
        k = wrong[0]
        raise AssertionError(
            f"{len(wrong)} of {len(x)}, for example {name} of {x[k]:08x} and {y[k]:08x}: {found[k]:08x}, not {wanted[k]:08x}"
        )


@pytest.mark.parametrize("name", ["atan2", "pow"])
def test_rule_3_5_of_hard_pairs_as_mpfr_rounds_them(name: str, device: str, session: Session) -> None:
    x, y, wanted = hard_pairs_of(name)
    _same(name, x, y, _computed(session, device, name, x, y), wanted)
    easy = np.arange(len(x)) % 7 != 3  # some lanes that f64 decides beside others
    x[easy], y[easy] = (bits[easy] for bits in pairs(name, len(x)))
    _same(name, x, y, _computed(session, device, name, x, y), expected_of_two(name, x, y))


@pytest.mark.parametrize("name", BINARY_FUNCTIONS)
def test_rule_3_5_of_special_pairs_and_random_ones(name: str, device: str, session: Session) -> None:
    count = 1 << 12 if device == "reference" else size("pairs_of_functions")
    x, y = (np.concatenate(parts) for parts in zip(SPECIAL_PAIRS, pairs(name, count), strict=True))
    _same(name, x, y, _computed(session, device, name, x, y), expected_of_two(name, x, y))


def test_rule_3_5_ties_of_hypot(device: str, session: Session) -> None:
    x, y = triples()
    wanted = expected_of_two("hypot", x, y)
    _same("hypot", x, y, _computed(session, device, "hypot", x, y), wanted)


def test_rule_3_5_exact_powers_and_ties(device: str, session: Session) -> None:
    x, y = exact_powers()
    _same("pow", x, y, _computed(session, device, "pow", x, y), expected_of_two("pow", x, y))


@pytest.mark.parametrize("t", [f16, bf16], ids=str)
@pytest.mark.parametrize("name", BINARY_FUNCTIONS)
def test_rule_3_5_of_16_bits(name: str, t: DType, target: str, session: Session) -> None:
    x, y = (bits.astype(np.uint16) for bits in np.random.default_rng(3).integers(0, 1 << 16, (2, 1 << 15)))
    ones = np.uint16(0x3C00 if t is f16 else 0x3F80)  # numbers near 1: powers that are finite, and ties
    x[::2] = ones + (x[::2] & np.uint16(0x1FF)) - np.uint16(0x100)
    x, y = (np.concatenate(parts) for parts in zip(special_pairs(t), (x, y), strict=True))
    _same(name, x, y, _computed(session, target, name, x, y, t), expected_of_two(name, x, y, t))


SPELLED = """
def spelled(x: vy.In[vy.f32], y: vy.In[vy.f32], z: vy.Out[vy.f32]):
    i = vy.global_id()
    z[i] = vy.atan2(y[i], x[i]) + vy.hypot(x[i], y[i]) - x[i] ** y[i]
"""


def test_rule_3_5_in_a_kernel(target: str, session: Session) -> None:
    program = vy.kernel_from_source(SPELLED).program
    x, y = np.linspace(0.01, 1.99, 100, dtype=np.float32), np.linspace(4, 0.25, 100, dtype=np.float32)
    (found,), (wanted,) = (session.dispatch(program, [x, y], backend=name) for name in (target, "reference"))
    assert found.tobytes() == wanted.tobytes()


@pytest.mark.parametrize(
    ("spelled", "op"),
    [
        *(("np.arctan2(x[i], y[i])", "atan2"), ("math.atan2(x[i], 1.0)", "atan2"), ("vy.atan2(0.5, y[i])", "atan2")),
        *(("np.hypot(x[i], y[i])", "hypot"), ("math.hypot(x[i], 1.0)", "hypot")),
        *(
            ("vy.pow(x[i], 2)", "pow"),
            ("math.pow(x[i], y[i])", "pow"),
            ("np.power(x[i], y[i])", "pow"),
            ("pow(x[i], 0.5)", "pow"),
        ),
        *(
            ("x[i] ** y[i]", "pow"),
            ("x[i] ** 0.5", "pow"),
            ("x[i] ** -1", "pow"),
            ("x[i] ** 100", "pow"),
            ("2 ** x[i]", "pow"),
        ),
        *(("x[i] ** 2", "mul"), ("np.power(x[i], 2)", "mul")),
    ],
)
def test_rule_3_5_under_all_names(spelled: str, op: str) -> None:
    source = SPELLED.replace("vy.atan2(y[i], x[i]) + vy.hypot(x[i], y[i]) - x[i] ** y[i]", spelled)
    program = vy.kernel_from_source(source, namespace={"np": np, "math": math}).program
    (found,) = (s for _, s, _ in walk(program) if isinstance(s, Op) and s.dtype is f32)
    assert found.op == op


def test_rule_3_5_a_power_in_place(session: Session) -> None:
    source = "def k(x: vy.In[vy.f32], z: vy.Out[vy.f32]):\n    i = vy.global_id()\n    p = x[i]\n    p **= x[i] + 0.5\n    z[i] = p\n"
    (found,) = session.dispatch(vy.kernel_from_source(source, name="k").program, [np.array([1.0, 4.0], np.float32)])
    assert found.tolist() == [1.0, 512.0]


def test_rule_3_5_a_builders_power_of_a_value(target: str, session: Session) -> None:
    b = vy.Builder("powers", domain="x")
    x, y, z = b.input("x", f32), b.input("y", f32), b.output("z", f32)
    i = b.global_id()
    z[i] = x[i] ** y[i] + x[i] ** 0.5
    given = [np.array([4.0, 9.0], np.float32), np.array([1.5, -1.0], np.float32)]
    (found,) = session.dispatch(b.build(), given, backend=target)
    assert found.tolist() == [10.0, float(np.float32(np.float32(1 / 9) + np.float32(3)))]


@pytest.mark.parametrize("permits", [{"contract": True}, {"flush": True}, {"contract": True, "reorder": True}])
def test_rule_3_5_no_permission_changes_what_is_normal(permits: dict[str, Any], target: str, session: Session) -> None:
    for name in ("atan2", "pow"):
        x, y, wanted = hard_pairs_of(name)
        found = _computed(session, target, name, x, y, config=vy.DispatchConfig(**permits))
        _same(name, x, y, found, wanted)


def test_rule_3_5_f64_is_refused_with_what_can_be_written(session: Session) -> None:
    source = "def k(x: vy.In[vy.f64], y: vy.Out[vy.f64]):\n    i = vy.global_id()\n    y[i] = x[i] ** 0.25\n"
    with pytest.raises(vy.KernelTypeError, match=r"vy\.pow takes two f32, f16 or bf16") as caught:
        _ = vy.kernel_from_source(source, name="k").program
    assert caught.value.fix == "compute it in f32: vy.f64(vy.pow(vy.f32(x[i]), vy.f32(0.25))), or on the host in f64"
    program = vy.kernel_from_source(
        source.replace("x[i] ** 0.25", "vy.f64(vy.pow(vy.f32(x[i]), vy.f32(0.25)))"), name="k"
    ).program
    (found,) = session.dispatch(program, [np.array([5.0625])], backend="reference")
    assert found.tolist() == [1.5]
