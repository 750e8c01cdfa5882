"""Rule 3.5 on OpenCL devices without f64, where functions are computed in fixed point.

A device with f64 is used as if it had none."""

from __future__ import annotations

import numpy as np
import pytest

from tests.functions.inputs import SPECIAL, expected, hard, strata
from tests.functions.pairs import SPECIAL_PAIRS, expected_of_two, pairs
from vyre.contract.registry import Registry
from vyre.dtypes import f32
from vyre.emit.c.emitter import CEmitter
from vyre.ir.builder import Builder
from vyre.ir.ops import BINARY_FUNCTIONS, UNARY_FUNCTIONS
from vyre.run.session import Session


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> Session:
    row = next(iter(Registry().devices("opencl")), None)
    if row is None or not row.available:
        pytest.skip(f"opencl: {row.reason if row else 'no device'}")
    monkeypatch.setattr(CEmitter, "doubles", property(lambda _self: False))
    return Session("opencl")


def test_rule_3_5_functions_of_one_number(opened: Session) -> None:
    more = np.concatenate([SPECIAL, strata(1 << 10)])
    with opened as session:
        for name in UNARY_FUNCTIONS:
            b = Builder("function", domain="x")
            x, y = b.input("x", f32), b.output("y", f32)
            y[b.global_id()] = b.op(name, x[b.global_id()])
            given, wanted = hard(name)
            (found,) = session.dispatch(b.build(), [np.concatenate([given, more]).view(np.float32)], backend="opencl")
            right = np.concatenate([wanted, expected(name, more)])
            assert np.array_equal(np.asarray(found).view(np.uint32), right), name


def test_rule_3_5_functions_of_two_numbers(opened: Session) -> None:
    with opened as session:
        for name in BINARY_FUNCTIONS:
            b = Builder("function", domain="x")
            x, y, z = b.input("x", f32), b.input("y", f32), b.output("z", f32)
            i = b.global_id()
            z[i] = b.op(name, x[i], y[i])
            one, two = (np.concatenate(parts) for parts in zip(SPECIAL_PAIRS, pairs(name, 1 << 12), strict=True))
            (found,) = session.dispatch(b.build(), [one.view(np.float32), two.view(np.float32)], backend="opencl")
            assert np.array_equal(np.asarray(found).view(np.uint32), expected_of_two(name, one, two)), name
