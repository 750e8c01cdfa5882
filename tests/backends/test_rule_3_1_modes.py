"""Rule 3.1 whatever the floating-point mode of the calling thread is: subnormals are kept, and results are rounded to nearest even."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import vyre as vy
from tests.float_modes import MODES, TRAPS_ON_ZERO, control, mode
from vyre.float_environment import default_floats, is_default
from vyre.run.session import Session

Array = NDArray[Any]


@vy.kernel
def halves(a: vy.In[vy.f16], b: vy.In[vy.f16], n: vy.f16, out: vy.Out[vy.f16]) -> None:
    i = vy.global_id()
    out[i] = a[i] * b[i] + a[i] / 3.0 + n


@vy.kernel
def singles(a: vy.In[vy.f32], b: vy.In[vy.f32], n: vy.f32, out: vy.Out[vy.f32]) -> None:
    i = vy.global_id()
    out[i] = a[i] * b[i] + a[i] / 3.0 + n


@vy.kernel
def doubles(a: vy.In[vy.f64], b: vy.In[vy.f64], n: vy.f64, out: vy.Out[vy.f64]) -> None:
    i = vy.global_id()
    out[i] = a[i] * b[i] + a[i] / 3.0 + n


KERNELS: dict[str, tuple[vy.Kernel, Any, Any]] = {
    "f16": (halves, np.float16, np.uint16),
    "f32": (singles, np.float32, np.uint32),
    "f64": (doubles, np.float64, np.uint64),
}


def _arguments(name: str) -> tuple[vy.Kernel, Array, Array, Any]:
    """Any bits, a third of them subnormal or small, and a subnormal number."""
    kernel, floats, words = KERNELS[name]
    rng = np.random.default_rng(31)

    def bits() -> Array:
        found = rng.integers(0, np.iinfo(words).max, 600, dtype=words)
        found[:200] >>= np.array({"f16": 6, "f32": 9, "f64": 12}[name], words)
        return found.view(floats)

    return kernel, bits(), bits(), np.array(5, words).view(floats)[()]


def _runs_on(device: str, session: Session, name: str) -> None:
    if name not in session.engine(device).profile.dtypes:
        pytest.skip(f"{device} has no {name}")


@pytest.mark.parametrize("what", MODES)
@pytest.mark.parametrize("name", KERNELS)
def test_rule_3_1_in_another_mode_of_the_thread(device: str, session: Session, name: str, what: str) -> None:
    _runs_on(device, session, name)
    kernel, a, b, n = _arguments(name)
    want = kernel(a, b, n, backend="reference").tobytes()
    compiled = kernel.compile(backend=device)
    out = np.zeros_like(a)
    bound = compiled.bind(a, b, n, out=out)
    ways: list[Callable[[], bytes]] = [
        lambda: kernel(a, b, n, backend=device).tobytes(),
        lambda: compiled(a, b, n).tobytes(),
        lambda: bound().tobytes(),
        lambda: kernel.submit(a, b, n, backend=device).result().tobytes(),
        lambda: bytes(session.dispatch(kernel.program, [a, b, n], backend=device)[0]),
    ]
    found: list[bytes] = []
    with mode(MODES[what]):
        before = control()
        for way in ways:
            found += [way() for _ in range(5)]  # the last ones go past Python
        after = control()
    assert found == [want] * 5 * len(ways)
    assert after == before == MODES[what]


@pytest.mark.parametrize("name", KERNELS)
def test_rule_3_1_where_all_is_made_in_another_mode(device: str, session: Session, name: str) -> None:
    """The kernel is read, the device opened and its threads started while subnormals are flushed and results rounded up."""
    _runs_on(device, session, name)
    _, a, b, _ = _arguments(name)
    text = f"""
def scaled(a: vy.In[vy.{name}], b: vy.In[vy.{name}], out: vy.Out[vy.{name}]):
    i = vy.global_id()
    out[i] = a[i] * 0.1 + b[i] * 2.3e-7 + 1e-7
"""
    want = vy.kernel_from_source(text)(a, b, backend="reference").tobytes()
    found: list[bytes] = []
    with mode(MODES["up"] | MODES["as -ffast-math"]):
        read = vy.kernel_from_source(text)
        with Session(device) as own:
            found.append(own.dispatch(read.program, [a, b])[0].tobytes())
            found.append(own.submit(read.program, [a, b]).result()[0].tobytes())
    assert found == [want, want]


def test_rule_3_1_in_threads_that_share_a_launch(session: Session) -> None:
    """The pool's threads begin with the mode of the thread that makes them."""
    if not any(row.available for row in session.registry.devices("cpu")):
        pytest.skip("cpu: not here")
    kernel, a, b, n = _arguments("f32")
    a, b = np.tile(a, 2000), np.tile(b, 2000)
    want = kernel(a, b, n, backend="cpu").tobytes()
    found: list[bytes] = []
    with mode(MODES["as -ffast-math"]), Session("cpu") as own:
        found += [own.dispatch(kernel.program, [a, b, n])[0].tobytes() for _ in range(5)]
    thread = threading.Thread(target=lambda: found.append(kernel(a, b, n, backend="cpu").tobytes()))
    with mode(MODES["as -ffast-math"]):
        thread.start()
    thread.join()
    assert found == [want] * 6


def test_rule_3_1_check_compares_right_results(session: Session) -> None:
    kernel, a, b, n = _arguments("f32")
    with mode(MODES["as -ffast-math"]):
        report = kernel.check(a, b, n)
    assert report.ok, str(report)


def test_a_kernel_divides_by_zero_where_the_thread_would_trap(session: Session) -> None:
    if not any(row.available for row in session.registry.devices("cpu")):
        pytest.skip("cpu: not here")
    zeros, ones = np.zeros(64, np.float32), np.ones(64, np.float32)

    @vy.kernel
    def divide(a: vy.In[vy.f32], b: vy.In[vy.f32], out: vy.Out[vy.f32]) -> None:
        i = vy.global_id()
        out[i] = a[i] / b[i]

    compiled = divide.compile(backend="cpu")
    compiled(ones, ones)
    with mode(TRAPS_ON_ZERO):
        found = compiled(ones, zeros)
    assert np.isposinf(found).all()


@pytest.mark.parametrize("what", MODES)
def test_the_default_environment_is_seen_and_set(what: str) -> None:
    seen: list[bool] = [is_default()]
    with mode(MODES[what]):
        seen.append(is_default())
        with default_floats():
            seen.append(is_default())
        seen.append(control() == MODES[what])
    assert seen == [True, False, True, True]
