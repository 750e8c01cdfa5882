"""Rule 3.1: floats that a device puts together from bits are no numbers that its compiler reckons with."""

from __future__ import annotations

import numpy as np
import pytest

from tests.sizes import size
from vyre.run.session import Session

from .made_of_bits import FLOATS, FORMS, MADE, bits_of, given, program
from .table import need


@pytest.mark.parametrize("name", FLOATS)
def test_rule_3_1_numbers_made_of_bits_in_arithmetic(session: Session, target: str, name: str) -> None:
    """In ``(z - ONE[i]) * trunc(z) - z`` NVIDIA's compiler for WebGPU lost the sign of a zero."""
    need(session, target, name)
    forms = FORMS[: size("forms_of_bits")]
    a, b = given(name)
    for made in (tuple(MADE)[:11], tuple(MADE)[11:]):
        out = np.zeros(len(made) * len(forms) * len(a), a.dtype)
        found = [
            session.dispatch(
                program(name, made, forms), [a, b, a.dtype.type(1.5)], out=[out.copy()], backend=device, domain=len(a)
            )[0]
            for device in (target, "reference:lanes")
        ]
        wrong = (bits_of(found[0]) != bits_of(found[1])).reshape(-1, len(a)).any(axis=1)
        assert [(made[k // len(forms)], forms[k % len(forms)]) for k in np.flatnonzero(wrong)] == []
