"""A Pending is no array, tells what it is, and a trap that nobody asked for is told."""

from __future__ import annotations

import gc
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import vyre as vy
from vyre.run.session import Session

A = np.array([3, 1, 4], np.uint32)


@vy.kernel
def doubled(x: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    if i < x.size:
        out[i] = x[i] * 2


@vy.kernel
def small(x: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    if i < x.size:
        assert x[i] < 4
        out[i] = x[i] * 2


USES: dict[str, tuple[Callable[[Any], Any], str, Callable[[Any], Any]]] = {
    "plus": (lambda p: p + 1, "write p.result() + y", lambda p: p.result() + 1),
    "turned": (lambda p: 1 + p, "write y + p.result()", lambda p: 1 + p.result()),
    "array's": (lambda p: A + p, "write y + p.result()", lambda p: A + p.result()),
    "less": (lambda p: p < 1, "write p.result() < y", lambda p: p.result() < 1),
    "index": (lambda p: p[0], "write p.result()[…]", lambda p: p.result()[0]),
    "iterate": (list, "write p.result(), and iterate over that", lambda p: list(p.result())),
    "length": (len, "write len(p.result())", lambda p: len(p.result())),
    "equal": (lambda p: p == A, "write y == p.result()", lambda p: p.result() == A),
    "array_equal": (lambda p: np.array_equal(p, A), "pass p.result()", lambda p: np.array_equal(p.result(), A)),
    "shape": (np.shape, "pass p.result()", lambda p: np.shape(p.result())),
    "negated": (np.negative, "pass p.result()", lambda p: np.negative(p.result())),
    "added": (lambda p: np.add(p, A), "write p.result() + y", lambda p: p.result() + A),
    "summed": (np.add.reduce, "pass p.result()", lambda p: np.add.reduce(p.result())),
    "in place": (lambda p: A.copy().__iadd__(p), "pass p.result()", lambda p: A.copy().__iadd__(p.result())),
    "array": (np.asarray, "pass p.result()", lambda p: np.asarray(p.result())),
}


@pytest.mark.parametrize("use", USES)
def test_A604_a_pending_is_no_array_and_its_fix(use: str) -> None:
    wrong, fix, right = USES[use]
    pending = doubled.submit(A, backend="cpu")
    with pytest.raises(vy.VyreError) as caught:
        wrong(pending)
    assert (caught.value.code, caught.value.fix) == ("A604", fix)
    assert caught.value.place is not None
    assert caught.value.place.file == __file__
    assert np.array_equal(right(pending), right(Done(A * 2)))


@vy.kernel
def raised(x: vy.InOut[vy.u32], n: vy.u32) -> None:
    i = vy.global_id()
    if i < x.size:
        x[i] += n


def test_A604_a_pending_is_no_argument_and_its_fixes() -> None:
    pending = doubled.submit(A, backend="cpu")
    wrong: dict[str, Callable[[], Any]] = {
        "pass x.result()": lambda: doubled(pending, backend="cpu"),
        "write x = x.result(), and pass x: the kernel writes into it": lambda: raised(pending, 1, backend="cpu"),
        "pass a number of its results, such as x.result()[0]": lambda: raised(A.copy(), pending, backend="cpu"),
        "allocate out = numpy.empty(shape, numpy.uint32), pass out=out, and read the result from it": lambda: doubled(
            A, out=pending, backend="cpu"
        ),
    }
    for fix, call in wrong.items():
        with pytest.raises(vy.ArgumentTypeError) as caught:
            call()
        assert (caught.value.code, caught.value.fix) == ("A604", fix)
        assert str(caught.value).count("A604") == 1
    x = pending.result()
    assert doubled(x, backend="cpu").tolist() == [12, 4, 16]
    given = A.copy()
    raised(given, x[0], backend="cpu")
    assert given.tolist() == [9, 7, 10]
    raised(x, 1, backend="cpu")
    assert x.tolist() == [7, 3, 9]
    with pytest.raises(vy.ArgumentTypeError, match="a Pending is none"):
        vy.resident(pending, backend="cpu")


class Done:
    """Stands for a submission whose result is known."""

    def __init__(self, values: Any) -> None:
        self._values = values

    def result(self) -> Any:
        return self._values


def test_K154_names_of_arrays_and_of_other_futures() -> None:
    pending = doubled.submit(A, backend="cpu")
    for name, fix in (("shape", "write p.result().shape"), ("block_until_ready", "use p.result(), which waits")):
        with pytest.raises(vy.VyreError, match="a Pending has no") as caught:
            getattr(pending, name)
        assert (caught.value.code, caught.value.fix) == ("K154", fix)
    assert not hasattr(pending, "nonsense")
    assert bool(pending) is True
    assert len({pending, doubled.submit(A, backend="cpu")}) == 2
    assert pending.result().tolist() == [6, 2, 8]


def test_its_repr_tells_kernel_device_and_state() -> None:
    pending = doubled.submit(A, backend="cpu")
    pending.wait()
    assert repr(pending) == "<vyre Pending of doubled on cpu, ready>"
    failed = small.submit(A, backend="cpu")
    with pytest.raises(vy.Trapped):
        failed.result()
    assert repr(failed) == "<vyre Pending of small on cpu, failed>"


def test_a_trap_that_nobody_asked_for_is_told(device: str) -> None:
    def drop() -> None:
        session.submit(small.program, [A])
        session.synchronize()
        gc.collect()

    with Session(device) as session:
        with pytest.warns(vy.VyreWarning, match="an assertion of small failed") as told:
            drop()
        assert len(told) == 1
        assert "[R860]" in str(told[0].message)
        assert "invocation 2" in str(told[0].message)


def test_what_was_asked_for_or_is_right_warns_of_nothing(device: str) -> None:  # warnings are errors here
    with Session(device) as session:
        with pytest.raises(vy.Trapped):
            session.submit(small.program, [A]).result()
        session.submit(small.program, [A[1:2]])
        session.synchronize()
        gc.collect()


def test_A601_a_dict_as_out_and_its_fix() -> None:
    o = {"out": np.zeros(3, np.uint32)}
    with pytest.raises(vy.VyreError) as caught:
        doubled(A, out=o, backend="cpu")
    assert caught.value.code == "A601"
    assert 'write out=o["out"]' in caught.value.fix
    doubled(A, out=o["out"], backend="cpu")
    assert o["out"].tolist() == [6, 2, 8]


def test_K154_bind_of_a_kernel_and_its_fix() -> None:
    with pytest.raises(vy.VyreError) as caught:
        _ = doubled.bind  # type: ignore[attr-defined]
    assert caught.value.code == "K154"
    assert "kernel.compile(backend=…).bind(x, y)" in caught.value.fix
    assert doubled.compile(backend="cpu").bind(A)().tolist() == [6, 2, 8]
