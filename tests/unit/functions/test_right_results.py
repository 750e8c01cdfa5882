"""The expected results are right: the hashes of blocks match right results, and MPFR agrees with the lanes
reference."""

from __future__ import annotations

import numpy as np
import pytest

from tests.functions import blocks
from tests.functions.inputs import SPECIAL, expected, hard, strata
from tests.functions.mpfr import by_mpfr
from vyre.ir.ops import UNARY_FUNCTIONS


@pytest.mark.parametrize("name", UNARY_FUNCTIONS)
def test_the_hashes_are_those_of_the_lanes_reference(name: str) -> None:
    block = {"acos": 1016, "asin": 1000}.get(name, 1030)  # from 0.5, 2**-3 and 4 on
    x = blocks.inputs(block)
    assert blocks.hashed(x, expected(name, x)) == blocks.right(name)[block]
    assert len(blocks.right(name)) == blocks.COUNT


@pytest.mark.parametrize("name", UNARY_FUNCTIONS)
def test_the_hard_inputs_are_as_this_mpfr_rounds_them(name: str) -> None:
    """This MPFR agrees with the one that made the file, and with the lanes reference on strata, special values and
    subnormals."""
    given, wanted = hard(name)
    assert np.array_equal(by_mpfr(name, given), wanted)
    more = np.concatenate([SPECIAL, strata(1 << 12)])
    more = more[np.abs(more.view(np.float32)) < 2.0**40]  # MPFR's own reduction of a large angle is slow
    assert np.array_equal(by_mpfr(name, more), expected(name, more))


def test_one_wrong_result_changes_the_hash() -> None:
    x = blocks.inputs(1030)[:4096]
    y = expected("exp", x)
    found = blocks.hashed(x, y)
    for k in (0, 1, 77, 4095):
        for bit in (0, 13, 31):
            wrong = y.copy()
            wrong[k] ^= np.uint32(1 << bit)
            assert blocks.hashed(x, wrong) != found
