"""Compiled kernels whose own call is machine code: when it is, what it leaves to Python, and how long it lives."""

from __future__ import annotations

import gc
import inspect
import sys
import weakref
from typing import Any

import numpy as np
import pytest

from tests.unit.run.test_direct_calls import A, B, armed, mix
from vyre.errors import VyreError
from vyre.run.session import Session


def test_usual_calls_of_a_pipeline_enter_no_python_function(session: Session) -> None:
    pipeline, out = mix.compile(backend="cpu"), np.zeros_like(A)
    for words in ({"out": out}, {}, {"out": out}):
        armed(pipeline, A, 5, B, **words)(A, 5, B, **words)  # which makes it known as short
    entered: list[str] = []

    def heard(frame: Any, event: str, _: object) -> None:
        if event == "call":
            entered.append(frame.f_code.co_qualname)

    before = sys.getprofile()
    sys.setprofile(heard)
    try:
        given, fresh = pipeline(A, 6, B, out=out), pipeline(A, 7, B)
    finally:
        sys.setprofile(before)
    assert entered == []
    assert given is out
    np.testing.assert_array_equal(out, (A ^ B) + np.uint32(6))
    np.testing.assert_array_equal(fresh, (A ^ B) + np.uint32(7))
    receipt = pipeline._session.last_receipt()
    assert receipt is not None
    assert receipt.program == "mix"


def test_a_pipeline_goes_with_its_last_reference(session: Session) -> None:
    pipeline = mix.compile(backend="cpu")
    before = weakref.ref(pipeline)
    armed(pipeline, A, 5, B, out=np.zeros_like(A))
    was = gc.isenabled()
    gc.disable()
    try:
        del pipeline
        assert before() is None
    finally:
        if was:
            gc.enable()


def test_a_pipeline_that_knows_no_shapes_yet_takes_every_call(session: Session) -> None:
    pipeline, out = mix.compile(backend="cpu"), np.zeros_like(A)
    for n in range(6):
        assert pipeline(A, n, B, out=out) is out
        np.testing.assert_array_equal(out, (A ^ B) + np.uint32(n))
        assert pipeline(A[:9].copy(), n, B[:9].copy()).shape == (9,)
        with pytest.raises(VyreError) as caught:
            pipeline(A, n, out=out)
        assert caught.value.code.startswith("A6")


def test_inspect_finds_the_signature_of_a_pipelines_call(session: Session) -> None:
    pipeline = mix.compile(backend="cpu")
    assert str(inspect.signature(pipeline)) == "(*args: 'Any', **keywords: 'Any') -> 'Any'"
