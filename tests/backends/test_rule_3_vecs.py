"""Rules 3.1 and 3.2 for vecs: each step of ``vy.dot`` and ``vy.length`` is rounded on its own, from left to right."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import vyre as vy
from vyre.run.engine import missing
from vyre.run.session import Session

from .writing import run

TEXT = """
@vy.func
def halves(v, w):
    if vy.dot(v, v) < vy.dot(w, w):
        return v / 2, -w
    return w, v - 0.1


@vy.kernel(domain="a")
def k(a: vy.In[vy.{0}], b: vy.In[vy.{0}], out: vy.Out[vy.{0}, 4, 64]):
    i = vy.global_id()
    if i + 3 < a.size:
        v = vy.vec(a[i], a[i + 1], a[i + 2], a[i + 3])
        w = vy.vec(b[i], b[i + 1], b[i + 2], b[i + 3])
        out[0, i] = vy.dot(v, w)
        out[1, i] = vy.length(v)
        p, q = halves(v, w)
        out[2, i] = (p * q).z
        out[3, i] = vy.length(p - q / 3)
"""


def _dot(v: Any, w: Any) -> Any:
    total = v[0] * w[0]
    for k in range(1, 4):
        total = total + v[k] * w[k]
    return total


@pytest.mark.parametrize("name", ["f32", "f64"])
def test_rule_3_1_dot_and_length_round_at_each_step(session: Session, device: str, name: str) -> None:
    kernel = vy.kernel_from_source(TEXT.format(name), name="k")
    reason = missing(kernel.program, session.engine(device).profile)
    if reason is not None:
        pytest.skip(f"{device} has no {reason} in this version")
    dtype = np.dtype(getattr(vy, name).numpy_name)
    dice = np.random.default_rng(3)
    a, b = (dice.normal(size=64).astype(dtype) for _ in range(2))
    got = kernel(a, b, backend=device)
    v, w = (np.stack([x[k : 61 + k] for k in range(4)]) for x in (a, b))
    near = _dot(v, v) < _dot(w, w)
    p, q = np.where(near, v / dtype.type(2), w), np.where(near, -w, v - dtype.type(0.1))
    d = p - q / dtype.type(3)
    want = np.stack([_dot(v, w), np.sqrt(_dot(v, v)), p[2] * q[2], np.sqrt(_dot(d, d))])
    assert got[:, :61].tobytes() == want.astype(dtype).tobytes()
    assert not got[:, 61:].any()


def test_rule_2_1_vecs_of_integers_and_tuples_as_results(device: str) -> None:
    before = "@vy.func\ndef step(v, k):\n    if k > 1:\n        return v * 3, k\n    v.x += v.y\n    return -v, 7\n"
    body = "v = vy.vec(a[i], i)\nv, n = step(v, i % 4)\nout[i] = vy.dot(v, vy.vec(2, n))"
    a = np.random.default_rng(5).integers(0, 2**32, 300, dtype=np.uint64).astype(np.uint32)
    got = run(device, body, "a: vy.In[vy.u32], out: vy.Out[vy.u32]", a, before=before)
    i = np.arange(300, dtype=np.uint32)
    far = i % np.uint32(4) > 1
    x, y = np.where(far, a * np.uint32(3), -(a + i)), np.where(far, i * np.uint32(3), -i)
    assert got.tolist() == (x * np.uint32(2) + y * np.where(far, i % np.uint32(4), np.uint32(7))).tolist()
