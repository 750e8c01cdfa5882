"""The functions of arrays round as MPFR does where it is hardest, and don't change what is no number."""

from __future__ import annotations

import numpy as np
import pytest

from tests.functions.inputs import hard

from .exact_arrays import DOUBLES, rounded


@pytest.mark.parametrize("name", sorted(DOUBLES))
def test_hard_inputs_as_mpfr_rounds_them(name: str) -> None:
    given, wanted = hard(name)
    assert rounded(name, given.view(np.float32)).tobytes() == wanted.tobytes()


def test_one_number_in_its_type() -> None:
    assert rounded("cosh", np.float16(1 / 32)) == np.float16(1 + 2**-10)
    assert rounded("log", np.float32(-1)).tobytes() == np.float32(np.nan).tobytes()
    assert rounded("exp", np.float32(1)).dtype == np.float32
