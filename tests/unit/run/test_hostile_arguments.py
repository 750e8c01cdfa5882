"""Arguments that lie, refuse or are too large: what is behind them is looked at, and the error is ours."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest
from numpy.lib.stride_tricks import as_strided

import vyre as vy
from tests.property.odd import Liar, Raises, Tensor
from vyre.run import arrays

DEVICES = ("reference", "cpu")


@vy.kernel
def plus(a: vy.In[vy.u32], n: vy.u32, out: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    out[i] = a[i] + n


@vy.kernel
def bumped(a: vy.InOut[vy.u32]) -> None:
    i = vy.global_id()
    a[i] += 1


@vy.kernel
def scaled(a: vy.In[vy.f64], n: vy.f64, out: vy.Out[vy.f64]) -> None:
    i = vy.global_id()
    out[i] = a[i] * n


@vy.kernel(domain=1)
def width(a: vy.In[vy.u32], out: vy.Out[vy.u32, 1]) -> None:  # type: ignore[valid-type]  # a number is a shape here
    out[0] = a.shape[1] + a[0, 0]


A = np.arange(8, dtype=np.uint32)


@pytest.mark.parametrize("device", DEVICES)
def test_a_subclass_that_lies_about_its_size_is_taken_for_what_it_is(device: str) -> None:
    """Else code that counts on the size writes far beyond the memory."""
    given = A.copy().view(Liar)
    assert plus(given, 1, backend=device).tolist() == (A + 1).tolist()
    assert bumped(given, backend=device) is given
    assert np.asarray(given).tolist() == (A + 1).tolist()


@pytest.mark.parametrize("answer", [ZeroDivisionError("no"), KeyError("no"), MemoryError(), RuntimeError("no")])
def test_whatever_a_dlpack_object_raises_is_told_as_ours_A604(answer: Exception) -> None:
    with pytest.raises(vy.VyreError, match="A604"):
        plus(Tensor(answer), 1, backend="reference")
    assert plus(np.asarray(A), 1, backend="reference").tolist() == (A + 1).tolist()


def test_an_object_that_raises_on_every_question_A604() -> None:
    with pytest.raises(vy.VyreError, match="A604"):
        plus(Raises(), 1, backend="reference")
    with pytest.raises(vy.VyreError, match="A604"):
        plus(A, Raises(), backend="reference")


@pytest.mark.parametrize("dtype", ["T", "O", "M8[s]", "S4", "c8", "V4"])
def test_foreign_dtypes_as_arrays_and_numbers_A602(dtype: str) -> None:
    try:
        foreign = np.zeros(8, dtype)
    except TypeError:
        pytest.skip(f"this NumPy has no dtype {dtype}")
    for given in ((foreign, 1), (A, foreign[:1].reshape(()))):
        with pytest.raises(vy.VyreError, match="A602"):
            plus(*given, backend="reference")


def test_a_masked_number_is_refused_A604_and_a_filled_one_taken() -> None:
    x = np.ones(3)
    masked: Any = np.ma.masked_array([2.0], mask=[True])[0]
    with pytest.raises(vy.VyreError, match=r"A604(.|\n)*without a mask"):
        scaled(x, masked, backend="reference")
    assert scaled(x, np.ma.masked_array([2.0], mask=[True]).filled(3.0)[0], backend="reference").tolist() == [3.0] * 3


def test_an_axis_beyond_u32_of_an_empty_array_A609_and_a_shorter_one() -> None:
    def empty(columns: int) -> Any:
        return as_strided(A, (0, columns), (0, 0))

    with pytest.raises(vy.VyreError, match="A609"):
        width(empty(1 << 40), backend="reference")
    assert width(empty((1 << 32) - 1), backend="reference").tolist() == [(1 << 32) - 1]


@pytest.mark.parametrize("keyword", ["domain", "grid", "shapes"])
def test_an_endless_sequence_is_not_read_to_its_end_A610(keyword: str) -> None:
    given: Any = {"out": itertools.count(1)} if keyword == "shapes" else itertools.count(1)
    with pytest.raises(vy.VyreError, match="A610"):
        plus(A, 1, backend="reference", **{keyword: given})


@pytest.mark.parametrize(
    "given",
    [Raises(), memoryview(bytes(8)).cast("B", (2, 4)), np.array(3.0), object()],
    ids=["raises", "view", "float", "object"],
)
def test_a_domain_that_is_no_sequence_of_numbers_A610(given: Any) -> None:
    with pytest.raises(vy.VyreError, match="A610"):
        plus(A, 1, backend="reference", domain=given)
    assert plus(A, 1, backend="reference", domain=8).tolist() == (A + 1).tolist()


@pytest.mark.parametrize(
    "shape",
    [np.zeros(0, np.uint32), np.zeros(2, [("x", "u4")]), Raises(), "ab"],
    ids=["none", "record", "raises", "text"],
)
def test_a_shape_that_is_none_A610(shape: Any) -> None:
    with pytest.raises(vy.VyreError, match="A610"):
        plus(A, 1, backend="reference", shapes={"out": shape})
    assert plus(A, 1, backend="reference", shapes={"out": np.array([8])}).tolist() == (A + 1).tolist()


def test_shapes_that_has_no_length_A601() -> None:
    shapes: Any = Raises()
    with pytest.raises(vy.VyreError, match="A601"):
        plus(A, 1, backend="reference", shapes=shapes)


def test_a_domain_named_after_released_memory_A601() -> None:
    released = memoryview(bytearray(32))
    released.release()
    with pytest.raises(vy.VyreError, match="A601"):
        plus(released, 1, backend="reference", domain="a")


def test_a_copy_that_the_host_has_no_memory_for_R851(monkeypatch: pytest.MonkeyPatch) -> None:
    def none_left(*_: Any) -> Any:
        raise MemoryError

    strided = np.arange(16, dtype=np.uint32)[::2]
    with monkeypatch.context() as patch:
        patch.setattr(np, "empty", none_left)
        with pytest.raises(vy.VyreError, match=r"R851(.|\n)*contiguous"):
            plus(strided, 1, backend="reference")
        assert plus(np.ascontiguousarray(strided), 1, backend="reference").tolist() == (strided + 1).tolist()
    with monkeypatch.context() as patch:
        patch.setattr(arrays, "starting", none_left)
        with pytest.raises(vy.VyreError, match="R851"):
            plus(strided, 1, backend="reference", shapes={"out": 9})
    assert plus(strided, 1, backend="reference").tolist() == (strided + 1).tolist()
