"""Hashes of blocks of results: they are of the right results, and one wrong result changes them."""

from __future__ import annotations

import numpy as np
import pytest

from tests.functions import blocks
from tests.functions.inputs import expected
from vyre.ir.ops import UNARY_FUNCTIONS


@pytest.mark.parametrize("name", UNARY_FUNCTIONS)
def test_the_hashes_are_those_of_the_lanes_reference(name: str) -> None:
    block = {"acos": 1016, "asin": 1000}.get(name, 1030)  # from 0.5, 2**-3 and 4 on
    x = blocks.inputs(block)
    assert blocks.hashed(x, expected(name, x)) == blocks.right(name)[block]
    assert len(blocks.right(name)) == blocks.COUNT


def test_one_wrong_result_changes_the_hash() -> None:
    x = blocks.inputs(1030)[:4096]
    y = expected("exp", x)
    found = blocks.hashed(x, y)
    for k in (0, 1, 77, 4095):
        for bit in (0, 13, 31):
            wrong = y.copy()
            wrong[k] ^= np.uint32(1 << bit)
            assert blocks.hashed(x, wrong) != found
