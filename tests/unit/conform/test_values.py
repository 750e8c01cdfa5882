"""The inputs of the corpus: complete, and the same everywhere."""

from __future__ import annotations

import numpy as np
import pytest
from blake3 import blake3

from vyre.conform.corpus import CI, FULL
from vyre.conform.values import as_type, corners, operands, random_patterns, values, words
from vyre.dtypes import BY_NAME, bool_, f16, f32, i8, i32, u8, u16, u32
from vyre.ir.literals import python_value


def test_the_random_words_are_what_they_were() -> None:
    start = int.from_bytes(blake3(b"a stream").digest()[:8], "little")
    assert [int(x) for x in words("a stream", 5)] == [split_mix(start, k) for k in range(1, 6)]


def split_mix(start: int, k: int) -> int:
    """SplitMix64 as its authors publish it, on Python's integers."""
    mask = 2**64 - 1
    z = (start + k * 0x9E3779B97F4A7C15) & mask
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
    return z ^ (z >> 31)


def test_a_longer_stream_begins_as_a_shorter_one() -> None:
    assert (words("s", 10) == words("s", 1000)[:10]).all()
    assert not (words("s", 10) == words("t", 10)).any()


@pytest.mark.parametrize("dtype", BY_NAME.values(), ids=str)
def test_every_corner_is_a_pattern_of_its_type(dtype: type) -> None:
    found = corners(BY_NAME[str(dtype)])
    assert len(set(found)) == len(found)
    assert all(0 <= x < 1 << (8 if dtype is bool_ else BY_NAME[str(dtype)].bits) for x in found)


def test_the_corners_hold_what_goes_wrong() -> None:
    assert {python_value(i32, x) for x in corners(i32)} >= {-(2**31), -1, 0, 1, 31, 32, 33, 2**31 - 1}
    assert {0x80000000, 1, 0x7F800000, 0x7F800001, 0xFFC00000} <= set(corners(f32))


def test_narrow_types_are_whole_where_there_is_room() -> None:
    for dtype in (u16, f16):
        assert set(values(dtype, FULL.unary).view(np.uint16).tolist()) == set(range(1 << 16))
    x, y = operands((u8, i8), FULL.pairs)
    assert len(set(zip(x.tolist(), y.tolist(), strict=True))) == 1 << 16


def test_every_corner_meets_every_corner() -> None:
    for setting in (CI, FULL):
        x, y = operands((i32, u32), setting.pairs)
        assert len(x) >= setting.pairs
        met = set(zip(x.view(np.uint32).tolist(), y.tolist(), strict=True))
        assert met >= {(a, b) for a in corners(i32) for b in corners(u32)}


def test_some_third_operands_cancel_the_product() -> None:
    x, y, z = operands((f32, f32, f32), CI.pairs)
    with np.errstate(all="ignore"):
        assert np.count_nonzero(x * y + z == 0) > len(x) // 8


def test_the_sizes_that_the_full_setting_promises() -> None:
    assert (FULL.unary, FULL.pairs) == (65_536, 1_048_576)
    assert len(values(f32, FULL.unary)) == 65_536
    assert len(operands((f32, f32), FULL.pairs)[0]) == 1_048_576


def test_random_floats_are_near_each_other_often_enough() -> None:
    x = as_type(random_patterns(f32, 1000, "q"), f32)
    with np.errstate(all="ignore"):
        near = (np.abs(x) > 1e-8) & (np.abs(x) < 1e8)
    assert near.sum() > 450
