"""Plain calls over resident arrays, again and again."""

from __future__ import annotations

import numpy as np
import pytest

import vyre as vy
from vyre.run.session import Session

A = np.array([3, 1, 4, 1, 5], np.uint32)


@vy.kernel
def doubled(x: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    if i < x.size:
        out[i] = x[i] * 2


@vy.kernel
def scaled(x: vy.In[vy.u32], by: vy.u32, out: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    if i < x.size:
        out[i] = x[i] * by


@vy.kernel(domain="x", init={"least": 99})
def marked(x: vy.In[vy.u32], seen: vy.Out[vy.u32, 8], least: vy.Out[vy.u32, 8]) -> None:  # type: ignore[valid-type]
    i = vy.global_id()
    if i < x.size:
        vy.atomic_add(seen, x[i], 1)
        vy.atomic_min(least, x[i], i)


@vy.kernel
def bump(x: vy.InOut[vy.u32]) -> None:
    i = vy.global_id()
    if i < x.size:
        x[i] += 1


def values(result: object) -> list[int]:
    assert isinstance(result, vy.ResidentArray)
    found: list[int] = result.numpy().tolist()
    return found


def test_every_form_gives_the_right_bytes(device: str) -> None:
    with vy.resident(A, backend=device) as x, vy.resident(A, backend=device) as y:
        for _ in range(2):
            assert doubled(x, out=y) is y
            assert values(y) == (A * 2).tolist()
            assert values(doubled(x)) == (A * 2).tolist()
            assert values(doubled(x, backend=device)) == (A * 2).tolist()
            assert values(scaled(x, 5)) == (A * 5).tolist()
            seen, least = marked(x)
            assert values(seen) == [0, 2, 0, 1, 1, 1, 0, 0]
            assert values(least) == [99, 1, 99, 0, 2, 4, 99, 99]
        receipt = vy.session().last_receipt()
        assert receipt is not None
        assert (receipt.backend, receipt.copies) == (device, ())
        assert bump(y) is y
        assert values(y) == (A * 2 + 1).tolist()


def test_it_waits_for_what_was_submitted_before(device: str) -> None:
    with vy.resident(A, backend=device) as x:
        for _ in range(10):
            bump.submit(x)
        assert values(doubled(x)) == ((A + 10) * 2).tolist()


def test_the_choice_of_a_session_and_of_vy_use_goes_before_where_arrays_lie() -> None:
    with vy.resident(A, backend="cpu") as x:
        assert values(doubled(x)) == (A * 2).tolist()
        with vy.use("reference"), pytest.raises(vy.VyreError, match="A640"):
            doubled(x)
        assert values(doubled(x, backend="auto")) == (A * 2).tolist()
    with pytest.raises(vy.VyreError, match="A640"):
        doubled(x)
    with Session("cpu") as session, session.resident(A) as other, pytest.raises(vy.VyreError, match="A640"):
        doubled(other)  # of another session


def test_arrays_in_both_places_give_results_in_host_memory(device: str) -> None:
    with vy.resident(A, backend=device) as x:
        found = both(x, A, backend=device)
        assert isinstance(found, np.ndarray)
        assert found.tolist() == (A * 2).tolist()
        assert values(both(x, x)) == (A * 2).tolist()


@vy.kernel
def both(x: vy.In[vy.u32], y: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    if i < out.size:
        out[i] = x[i] + y[i]
