"""Rules 2.1 and 2.6: integers of 8 and 16 bits wrap, and a wider type reads the value that they wrapped to, however the kernel spells it."""

from __future__ import annotations

import numpy as np
import pytest

from vyre.run.session import Session

from .narrow_chains import NARROW, WIDER, Rows, inputs, random_chains, some, spellings_of
from .table import need


def hold(session: Session, device: str, rows: Rows) -> None:
    need(session, device, rows.narrow)
    need(session, device, rows.wider)
    x, c = (some(values) for values in inputs(rows.narrow))
    want = rows.expected(x, c)
    (got,) = session.dispatch(rows.program(), [x, c], out=[np.zeros_like(want)], backend=device, domain=len(x))
    bits = f"u{want.dtype.itemsize}"
    wrong = (got.view(bits) != want.view(bits)).reshape(len(rows.texts), -1)
    assert {rows.written(text): x[row].tolist() for text, row in zip(rows.texts, wrong, strict=True) if row.any()} == {}


@pytest.mark.parametrize("wider", ["u32", "i64", "f32"])
@pytest.mark.parametrize("narrow", NARROW)
def test_rule_2_1_a_negation_in_any_spelling_reaches_a_wider_type_as_its_value(
    session: Session, device: str, narrow: str, wider: str
) -> None:
    """NVIDIA's compiler left out the sign extension after one of 16 bits."""
    hold(session, device, spellings_of(narrow, wider))


@pytest.mark.parametrize("narrow", NARROW)
def test_rule_2_6_random_expressions_of_narrow_integers_reach_wider_types(
    session: Session, device: str, narrow: str
) -> None:
    wider = WIDER[NARROW.index(narrow)]
    hold(session, device, random_chains(narrow, wider, 24, seed=8))
