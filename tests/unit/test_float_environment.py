"""What is said where a thread's floating-point mode cannot be changed, and that what the error advises helps."""

from __future__ import annotations

import threading

import numpy as np
import pytest

import vyre as vy
from tests.float_modes import MODES, mode


@vy.kernel
def halve(x: vy.In[vy.f32], y: vy.Out[vy.f32]) -> None:
    i = vy.global_id()
    y[i] = x[i] * 0.5


def test_r825_and_its_fix(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vyre.float_environment._library", lambda: (None, None))
    x = np.full(8, np.finfo(np.float32).smallest_normal)
    found: list[bytes] = []
    thread = threading.Thread(target=lambda: found.append(halve(x, backend="reference").tobytes()))
    started = threading.Event()

    def begin() -> None:
        started.wait(60)
        thread.start()

    begun = threading.Thread(target=begin)
    begun.start()
    with mode(MODES["as -ffast-math"]):
        with pytest.raises(vy.DispatchFailed, match=r"\[R825\].*another mode"):
            halve(x, backend="reference")
        started.set()
        begun.join()
        thread.join()
    assert found == [(x * np.float32(0.5)).tobytes()]
