"""Calls that machine code takes: it takes the usual ones, leaves all others to Python, and answers as Python does."""

from __future__ import annotations

import os
import pickle
import sys
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import vyre as vy
from vyre.config import DispatchConfig
from vyre.errors import VyreError
from vyre.run.call_plan import CallPlan
from vyre.run.near import UNARMED
from vyre.run.pipeline import KernelPipeline
from vyre.run.session import Session

N = 300


@vy.kernel
def mix(a: vy.In[vy.u32], n: vy.u32, b: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    if i < out.size:
        out[i] = (a[i] ^ b[i]) + n


@vy.kernel
def two(a: vy.In[vy.f32], s: vy.f32, low: vy.Out[vy.f32], high: vy.Out[vy.f32]) -> None:
    i = vy.global_id()
    if i < low.size:
        low[i] = a[i] - s
        high[i] = a[i] + s


@vy.kernel
def bump(x: vy.InOut[vy.u32]) -> None:
    i = vy.global_id()
    x[i] = x[i] + 1


GRID2 = """
h, w = vy.dims("h w")

def grid2(x: vy.In[vy.i32, h, w], y: vy.Out[vy.i32, h, w]):
    i, j = vy.global_id(0), vy.global_id(1)
    if i < y.shape[0] and j < y.shape[1]:
        y[i, j] = x[i, j] * 3
"""


A = np.arange(N, dtype=np.uint32)
B = np.full(N, 7, np.uint32)


def armed(pipeline: KernelPipeline, *args: Any, **keywords: Any) -> Callable[..., Any]:
    """What takes calls like this one past Python. A busy machine must not make them look long."""
    for _ in range(5):
        pipeline(*args, **keywords)
    run, made = pipeline._armed.run, pipeline._made
    compiled: Any = made.compiled(made.variant_of([N, N, N]))

    def direct(*given: Any, **words: Any) -> Any:
        compiled.speed.ns = 100.0
        return NotImplemented if run is None else run(made, given, words)

    return direct


@pytest.fixture
def pipeline(session: Session) -> KernelPipeline:
    return mix.compile(backend="cpu")


def test_it_takes_usual_calls_and_gives_their_results(pipeline: KernelPipeline) -> None:
    out = np.zeros_like(A)
    direct = armed(pipeline, A, 5, B, out=out)
    for number in (5, 0, 2**32 - 1, np.uint32(9)):
        out[:] = 0
        assert direct(A, number, B, out=out) is out
        np.testing.assert_array_equal(out, (A ^ B) + np.uint32(number))
    assert direct(A, 5, B, out=(out,)) is out


def test_left_out_outputs_are_fresh_each_time(pipeline: KernelPipeline) -> None:
    direct = armed(pipeline, A, 5, B)
    first, second = direct(A, 5, B), direct(A, 6, B, out=None)
    np.testing.assert_array_equal(first, (A ^ B) + np.uint32(5))
    np.testing.assert_array_equal(second, (A ^ B) + np.uint32(6))
    assert not np.may_share_memory(first, second)
    assert sys.getrefcount(first) == 2


def test_several_outputs_come_as_a_tuple(session: Session) -> None:
    a = np.linspace(0, 1, N, dtype=np.float32)
    pipeline, half = two.compile(backend="cpu"), np.float32(0.5)
    own = np.zeros_like(a)
    direct = armed(pipeline, a, half, out=(own, None))
    low, high = direct(a, half, out=(own, None))
    assert low is own
    np.testing.assert_array_equal(low, a - half)
    np.testing.assert_array_equal(high, a + half)
    assert sys.getrefcount(high) == 2


def test_arrays_in_place_come_back(session: Session) -> None:
    x = A.copy()
    pipeline = bump.compile(backend="cpu")
    direct = armed(pipeline, x)
    before = x.copy()
    assert direct(x) is x
    np.testing.assert_array_equal(x, before + 1)


def test_grids_of_two_axes(session: Session) -> None:
    pipeline = vy.kernel_from_source(GRID2).compile(backend="cpu")
    for shape in ((35, 70), (1, 300), (300, 1), (17, 16)):
        x = np.arange(shape[0] * shape[1], dtype=np.int32).reshape(shape)
        direct = armed(pipeline, x)
        np.testing.assert_array_equal(direct(x), x * 3)
        receipt = pipeline._session.last_receipt()
        pipeline._armed = UNARMED
        np.testing.assert_array_equal(pipeline(x[:, :]), x * 3)
        pipeline._armed = pipeline._plan.armed
        full = pipeline._session.last_receipt()
        assert receipt is not None
        assert full is not None
        assert receipt.grid == full.grid


def test_several_shapes_are_known_at_once(pipeline: KernelPipeline) -> None:
    shorter = A[:7].copy(), B[:7].copy()
    armed(pipeline, A, 5, B)
    direct = armed(pipeline, shorter[0], 5, shorter[1])
    assert direct(A, 5, B).shape == (N,)
    assert direct(shorter[0], 5, shorter[1]).shape == (7,)


# -- what it leaves to Python -----------------------------------------------------------------------------------------
class Sub(np.ndarray):
    pass


class Holder:
    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        return A.astype(dtype or A.dtype)


class Whole(int):
    pass


def _read_only() -> Any:
    array = np.zeros_like(A)
    array.flags.writeable = False
    return array


_block = np.zeros(4 * N + 1, np.uint8)
# One argument is replaced: 0 a, 1 n, 2 b, 3 out.
UNUSUAL: dict[str, tuple[int, Any]] = {
    "wrong dtype": (0, A.astype(np.int32)),
    "wider dtype": (0, A.astype(np.uint64)),
    "foreign-endian": (0, A.astype(">u4")),
    "equal dtype of another identity": (0, A.view(pickle.loads(pickle.dumps(np.dtype(np.uint32))))),
    "strided": (0, np.arange(2 * N, dtype=np.uint32)[::2]),
    "reversed": (0, A[::-1]),
    "unaligned": (0, _block[1:].view(np.uint32)),
    "subclass": (0, A.view(Sub)),
    "masked": (0, np.ma.masked_array(A)),
    "object with __array__": (0, Holder()),
    "list": (0, A.tolist()),
    "None": (0, None),
    "wrong shape": (0, A[:-1].copy()),
    "wrong rank": (0, A.reshape(3, 100)),
    "empty": (0, A[:0].copy()),
    "bytes": (0, A.tobytes()),
    "number too large": (1, 2**32),
    "number far too large": (1, 2**80),
    "negative number": (1, -1),
    "bool for int": (1, True),
    "float for int": (1, 5.0),
    "NaN for int": (1, float("nan")),
    "a number of another type": (1, np.int64(5)),
    "subclass of int": (1, Whole(5)),
    "array of no axes": (1, np.array(5, np.uint32)),
    "text": (1, "5"),
    "read-only out": (3, _read_only()),
    "strided out": (3, np.zeros(2 * N, np.uint32)[::2]),
    "out of wrong dtype": (3, np.zeros(N, np.float32)),
    "out of wrong shape": (3, np.zeros(N + 1, np.uint32)),
    "out is a list": (3, [np.zeros(N, np.uint32)]),
    "two outs": (3, (np.zeros(N, np.uint32), np.zeros(N, np.uint32))),
    "out is a dict": (3, {"out": np.zeros(N, np.uint32)}),
}


def _outcome(call: Callable[[], Any]) -> tuple[Any, ...]:
    """What a caller sees: the bytes, or the error."""
    try:
        return ("gave", np.asarray(call()).tobytes())
    except VyreError as error:
        return ("raised", type(error), error.code, str(error))


@pytest.mark.parametrize("what", UNUSUAL)
def test_what_is_unusual_is_left_to_python_which_answers_as_ever(pipeline: KernelPipeline, what: str) -> None:
    out = np.zeros_like(A)
    direct = armed(pipeline, A, 5, B, out=out)
    where, value = UNUSUAL[what]
    given: list[Any] = [A, 5, B, out]
    given[where] = value
    *args, mine = given
    assert direct(*args, out=mine) is NotImplemented
    slow = mix.compile(backend="cpu")  # another one, that knows no shapes yet
    slow._armed = UNARMED
    first = _outcome(lambda: pipeline(*args, out=mine))
    assert first == _outcome(lambda: slow(*args, out=mine))


def test_aliases_of_what_is_written_are_left_to_python(session: Session) -> None:
    pipeline = mix.compile(backend="cpu")
    whole = np.arange(2 * N, dtype=np.uint32)
    out = np.zeros_like(A)
    direct = armed(pipeline, A, 5, B, out=out)
    a, over = whole[:N], whole[N // 2 : N // 2 + N]
    assert direct(a, 5, B, out=over) is NotImplemented
    assert direct(a, 5, B, out=a) is NotImplemented
    assert direct(A, 5, A, out=out) is out  # inputs may be the same
    expected = (a ^ B) + np.uint32(5)
    np.testing.assert_array_equal(pipeline(a, 5, B, out=over), expected)


@pytest.mark.parametrize(
    "call",
    [
        lambda d, out: d(A, 5),
        lambda d, out: d(A, 5, B, B),
        lambda d, out: d(A, 5, B, domain=N),
        lambda d, out: d(A, 5, B, out=out, domain=N),
        lambda d, out: d(A, 5, c=B),
        lambda d, out: d(A, 5, B, b=B),
        lambda d, out: d(A, 5, out=out),
        lambda d, out: d(A, n=5, a=B),
        lambda d, out: d(A, n=5, b=B, domain=N),
    ],
)
def test_other_counts_and_keywords_are_left_to_python(pipeline: KernelPipeline, call: Callable[..., Any]) -> None:
    out = np.zeros_like(A)
    assert call(armed(pipeline, A, 5, B, out=out), out) is NotImplemented


# -- the switches -----------------------------------------------------------------------------------------------------
def test_timed_blocks_see_every_call(session: Session, pipeline: KernelPipeline) -> None:
    out = np.zeros_like(A)
    direct, bound = armed(pipeline, A, 5, B, out=out), pipeline.bind(A, 5, B, out=out)
    bound()
    with pipeline._session.timed() as block:
        assert direct(A, 5, B, out=out) is NotImplemented
        assert bound._direct() is NotImplemented
        pipeline(A, 5, B, out=out)
        bound()
    assert len(block.dispatches) == 2
    assert direct(A, 5, B, out=out) is out
    assert bound._direct() is out


def test_submitted_work_is_waited_for(pipeline: KernelPipeline) -> None:
    out = np.zeros_like(A)
    direct = armed(pipeline, A, 5, B, out=out)
    pending = pipeline.submit(A, 6, B)
    assert direct(A, 5, B, out=out) is NotImplemented
    pending.result()
    assert direct(A, 5, B, out=out) is out


def test_done_callbacks_refuse_calls(pipeline: KernelPipeline) -> None:
    out = np.zeros_like(A)
    armed(pipeline, A, 5, B, out=out)
    bound = pipeline.bind(A, 5, B, out=out)
    found: list[Any] = []

    def callback(_: object) -> None:
        found.append(_outcome(lambda: pipeline(A, 5, B, out=out))[:3])
        found.append(_outcome(bound)[:3])

    pending = pipeline.submit(A, 5, B)
    pending.result()
    pending.add_done_callback(callback)
    assert [one[2] for one in found] == ["R811", "R811"]


def test_vy_use_and_configs_choose(session: Session) -> None:
    for _ in range(6):
        bump(A.copy())
    with vy.use("reference"):
        bump(A.copy())
        last = vy.session().last_receipt()
        assert last is not None
        assert last.backend == "reference"
    with vy.use(None, config=DispatchConfig(timeout=60.0)):
        bump(A.copy())
    bump(A.copy(), config=DispatchConfig(label="named"))
    x = A.copy()
    assert bump(x, backend="cpu") is x
    assert (x == A + 1).all()


def test_calls_in_use_go_past_python_too(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    python: list[int] = []
    usual = CallPlan.call

    def counted(self: CallPlan, *given: Any) -> Any:
        python.append(1)
        return usual(self, *given)

    monkeypatch.setattr(CallPlan, "call", counted)

    def calls() -> int:
        """How many of ten further ones go through Python."""
        for _ in range(6):
            bump(A.copy())
        python.clear()
        for _ in range(10):
            x = A.copy()
            _known(bump, 100.0)
            assert bump(x) is x
            assert (x == A + 1).all()
        return len(python)

    for use in (vy.use("cpu"), vy.use(None, config=DispatchConfig(backend="cpu", label="named"))):
        with use:
            assert calls() == 0
            receipt = vy.session().last_receipt()
            assert receipt is not None
            assert receipt.backend == "cpu"
            with vy.use("reference"):
                assert calls() == 10
            assert calls() == 0
    with vy.use("cpu", config=DispatchConfig(timeout=60.0)):
        assert calls() == 10


def _known(kernel: Any, ns: float) -> None:
    """What a workgroup takes. A busy machine must not make it look long."""
    for near in kernel._nears:
        compiled = near.prepared.compiled(near.prepared.variant_of([N]))
        if near.prepared.engine.id == "cpu":
            compiled.speed.ns = ns


def test_configs_that_each_call_must_look_at_take_the_full_path(session: Session) -> None:
    for config in (DispatchConfig(timeout=60.0), DispatchConfig(profile=True), DispatchConfig(max_output_bytes=8)):
        try:
            pipeline = mix.compile(backend="cpu", config=config)
            for _ in range(5):
                pipeline(A, 5, B)
        except VyreError:
            continue
        assert armed(pipeline, A, 5, B)(A, 5, B) is NotImplemented


def test_copies_that_are_forbidden_stay_so(session: Session) -> None:
    pipeline = mix.compile(backend="cpu", config=DispatchConfig(copies="forbid"))
    direct = armed(pipeline, A, 5, B)
    assert direct(A, 5, B) is not NotImplemented
    with pytest.raises(VyreError) as caught:
        pipeline(A[::-1], 5, B)
    assert caught.value.code == "A606"


def test_a_closed_session_refuses() -> None:
    with Session("cpu") as own:
        compiled = own.compile(mix.program)
        bound = compiled.bind([A, 5, B])
        bound()
    with pytest.raises(VyreError) as caught:
        bound()
    assert caught.value.code in ("R800", "A640")


def test_a_device_that_is_opened_again(session: Session) -> None:
    out = np.zeros_like(A)
    pipeline = mix.compile(backend="cpu")
    direct, bound = armed(pipeline, A, 5, B, out=out), pipeline.bind(A, 5, B, out=out)
    bound()
    pipeline._session.reopen("cpu")
    assert direct(A, 5, B, out=out) is NotImplemented
    assert bound._direct() is NotImplemented
    out[:] = 0
    np.testing.assert_array_equal(pipeline(A, 5, B, out=out), (A ^ B) + np.uint32(5))
    with pytest.raises(VyreError) as caught:
        bound()
    assert caught.value.code == "A640"
    assert armed(pipeline, A, 5, B, out=out)(A, 5, B, out=out) is out


def test_captured_values_are_looked_at(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    x = np.zeros(N, np.uint32)
    for step in (1, 2, 1, 3):
        monkeypatch.setitem(globals(), "STEP", step)
        for _ in range(5):
            x[:] = 0
            stepped(x)
            assert (x == step).all()


STEP = 1


@vy.kernel
def stepped(x: vy.InOut[vy.u32]) -> None:
    i = vy.global_id()
    x[i] = x[i] + STEP


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_forked_children_call_too(pipeline: KernelPipeline) -> None:
    out = np.zeros_like(A)
    direct = armed(pipeline, A, 5, B, out=out)
    child = os.fork()
    if child == 0:
        good = direct(A, 9, B, out=out) is out and (out == (A ^ B) + np.uint32(9)).all()
        os._exit(0 if good else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_threads_call_at_once(pipeline: KernelPipeline) -> None:
    armed(pipeline, A, 5, B)
    wrong: list[int] = []

    def work(number: int) -> None:
        expected = (A ^ B) + np.uint32(number)
        wrong.extend(number for _ in range(200) if not (pipeline(A, number, B) == expected).all())

    threads = [threading.Thread(target=work, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_long_launches_are_shared_without_python(session: Session) -> None:
    a = np.arange(1 << 19, dtype=np.uint32)
    b, out = a[::-1].copy(), np.zeros_like(a)
    pipeline = mix.compile(backend="cpu")
    for _ in range(6):
        pipeline(a, 5, b, out=out)
    made = pipeline._made
    compiled: Any = made.compiled(made.variant_of([a.size] * 3))
    bound = pipeline.bind(a, 5, b, out=out)
    taker: Any = pipeline._armed.run
    runs: list[Callable[[], Any]] = [lambda: taker(made, (a, 5, b), {"out": out}), bound._direct]
    for run in runs:
        for ns in (1.0, 200.0, 2_000.0):  # of a workgroup, as far as is known: alone, shared, shared in small chunks
            compiled.speed.ns = ns
            out[:] = 0
            assert run() is out
            np.testing.assert_array_equal(out, (a ^ b) + np.uint32(5))
    compiled.speed.ns = 1e6  # a second and more: signals are looked for
    assert bound._direct() is NotImplemented
    np.testing.assert_array_equal(bound(), (a ^ b) + np.uint32(5))
