"""The null backend: everything is checked, nothing runs, outputs are zeros."""

from __future__ import annotations

import numpy as np
import pytest

from tests.golden.text_targets import mask
from vyre.contract.registry import Registry
from vyre.dtypes import f64
from vyre.errors import ArgumentError
from vyre.ir.builder import Builder
from vyre.run.session import Session


def test_outputs_are_zeros_and_arguments_are_checked() -> None:
    x = np.arange(10, dtype=np.uint32)
    with Session("null") as session:
        (got,) = session.dispatch(mask(), [x, x], out=[np.ones(10, np.uint32)])
        assert not got.any()
        with pytest.raises(ArgumentError):
            session.dispatch(mask(), [x])


def test_it_takes_every_type_and_is_never_chosen_by_itself() -> None:
    b = Builder("k")
    x, out = b.input("x", f64), b.output("out", f64)
    out[b.global_id()] = x[b.global_id()] * 2.0
    with Session("null") as session:
        (got,) = session.dispatch(b.build(), [np.ones(3)], out=[np.ones(3)])
    assert got.tolist() == [0.0, 0.0, 0.0]
    assert {r.id: r.rank for r in Registry().by_precedence()}["null"] is None
