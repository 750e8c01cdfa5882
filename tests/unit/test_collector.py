"""The collector is put off while much is made, and is as it was afterwards."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

import vyre as vy
from vyre.collector import put_off


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    before = gc.isenabled()
    yield
    (gc.enable if before else gc.disable)()


@pytest.mark.parametrize("on", [True, False])
def test_it_is_off_inside_and_as_before_outside(on: bool) -> None:
    (gc.enable if on else gc.disable)()
    with put_off():
        assert not gc.isenabled()
        with put_off():
            assert not gc.isenabled()
        assert not gc.isenabled()
    assert gc.isenabled() is on


def test_an_error_inside_leaves_it_on() -> None:
    gc.enable()
    with pytest.raises(KeyError), put_off():
        raise KeyError
    assert gc.isenabled()


def test_reading_a_kernel_begins_no_collection_and_leaves_it_on() -> None:
    gc.enable()
    begun: list[str] = []
    before, threshold = gc.callbacks[:], gc.get_threshold()

    def heard(phase: str, _: dict[str, int]) -> None:
        begun.append(phase)

    gc.set_threshold(1)
    gc.collect()
    gc.callbacks.append(heard)
    try:
        with put_off():
            inside = len(begun)

            @vy.kernel
            def double(x: vy.In[vy.u32], y: vy.Out[vy.u32]) -> None:
                i = vy.global_id()
                y[i] = x[i] * 2

            assert len(begun) == inside
    finally:
        gc.callbacks[:] = before
        gc.set_threshold(*threshold)
    assert double.program.name == "double"
    assert gc.isenabled()
