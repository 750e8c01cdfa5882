"""What NVRTC is told under permissions to leave strictness (rule 3.7): over a fake driver, which computes strictly."""

from __future__ import annotations

import sys
from dataclasses import replace
from math import inf
from typing import Any

import numpy as np
import pytest

import vyre as vy
from vyre.emit.cuda import OPTIONS
from vyre.ir.builder import Builder
from vyre.ir.program import Program
from vyre.run.session import Session

from .fake_cuda import fake_cuda

X = np.array([1.5, 2.5, 3.5], np.float32)
ERRORS = (("div", "f32", 2.0, 2.0), ("recip", "f32", 1.0, 1.0), ("sqrt", "f32", inf, 1.0))


def program(*ops: str) -> Program:
    b = Builder("_".join(ops), domain="x")
    x, y = b.input("x", vy.f32), b.output("y", vy.f32)
    i = b.global_id()
    found = x[i] * x[i] + x[i]
    for op in ops:
        found = b.op(op, found, x[i]) if op == "div" else b.op(op, found)
    y[i] = found
    return b.build()


@pytest.mark.parametrize(
    ("config", "ops", "used", "changed"),
    [
        ({}, ("div", "sqrt"), (), set()),
        ({"contract": True}, ("div",), ("contract",), {"--fmad=true"}),
        ({"reorder": True}, ("div",), (), set()),
        ({"flush": True}, ("div",), ("flush",), {"--ftz=true"}),
        ({"ulp_budget": 0}, ("div",), (), set()),
        ({"ulp_budget": 1}, ("div",), (), set()),
        ({"ulp_budget": 2}, ("div",), ("div f32: 2 ULP",), {"--prec-div=false"}),
        ({"ulp_budget": 1}, ("recip",), ("recip f32: 1 ULP",), {"--prec-div=false"}),
        ({"ulp_budget": 1}, ("recip", "div"), (), set()),  # one option for both
        ({"ulp_budget": 2}, ("sqrt",), (), set()),
        ({"ulp_budget": 2, "flush": True}, ("sqrt",), ("flush", "sqrt f32: 1 ULP"), {"--prec-sqrt=false", "--ftz=true"}),
        ({"ulp_budget": 2}, ("div", "sqrt"), ("div f32: 2 ULP",), {"--prec-div=false"}),
    ],
)  # fmt: skip
def test_the_options_of_a_build(
    config: dict[str, Any], ops: tuple[str, ...], used: tuple[str, ...], changed: set[str]
) -> None:
    with fake_cuda() as (_, registry), Session("cuda", registry=registry) as session:
        engine = session.engine("cuda")
        assert engine.profile.wants_errors
        engine.profile = replace(engine.profile, errors=ERRORS)
        told: list[list[str]] = []
        nvrtc: Any = sys.modules["cuda.bindings.nvrtc"]

        def compiles(program: Any, count: int, options: list[bytes]) -> Any:
            assert count == len(options)
            told.append([option.decode() for option in options])
            return (nvrtc.nvrtcResult.NVRTC_SUCCESS,)

        nvrtc.nvrtcCompileProgram = compiles
        made = program(*ops)
        for given in (vy.DispatchConfig(**config), vy.DispatchConfig()):
            session.dispatch(made, [X], given)
            receipt = session.last_receipt()
            assert receipt is not None
            assert receipt.permissions == (used if given.asks else ())
        first, last = told[0], told[-1]
        assert first[0].startswith("--gpu-architecture=")
        assert set(first[1:]) - set(OPTIONS) == (changed | {"--no-cache"} if changed else set())
        assert {option.partition("=")[0] for option in first} - {"--no-cache"} == {
            option.partition("=")[0] for option in last
        }
        assert tuple(last[1:]) == OPTIONS
        assert len(told) == (2 if config else 1)  # no machine code is shared
