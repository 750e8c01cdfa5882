"""Rule 4.3: constant tables in kernels, on every device."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import vyre as vy
from vyre.run.arrays import numpy_dtype
from vyre.run.engine import missing
from vyre.run.session import Session

HEAD = "@vy.kernel(domain='a')\ndef k(a: vy.In[vy.u32], out: vy.Out[vy.{}]):\n    i = vy.global_id()\n    if i < out.size:\n"
AT = np.random.default_rng(7).integers(0, 30, 300).astype(np.uint32)


def _run(session: Session, device: str, dtype: str, body: str, **names: Any) -> Any:
    lines = "".join(f"        {line}\n" for line in body.split("\n"))
    kernel = vy.kernel_from_source(HEAD.format(dtype) + lines, name="k", namespace={"np": np, **names})
    reason = missing(kernel.program, session.engine(device).profile)
    if reason is not None:
        with pytest.raises(vy.UnsupportedFeature):
            kernel(AT, backend=device)
        pytest.skip(f"{device} has no {reason} in this version")
    return kernel(AT, backend=device)


@pytest.mark.parametrize("name", ["bool_", "u8", "i16", "u32", "i64", "f16", "bf16", "f32", "f64"])
def test_rule_4_3_a_captured_array_of_three_axes(session: Session, device: str, name: str) -> None:
    dtype = getattr(vy, name)
    data = np.random.default_rng(1).integers(0, 2 if name == "bool_" else 99, (2, 3, 5)).astype(numpy_dtype(dtype))
    got = _run(session, device, name, "out[i] = T[a[i] & 1, a[i] % 4, a[i] % 7]", T=data)
    want = [data[k & 1, k % 4, k % 7] if k % 4 < 3 and k % 7 < 5 else data.dtype.type(0) for k in AT]
    assert got.tolist() == want


def test_rule_4_3_bytes_and_tuples(session: Session, device: str) -> None:
    body = "out[i] = vy.u32(B[a[i]]) * 1000 + P[a[i] % 4]\nfor k in range(len(B)):\n    out[i] += vy.u32(B[k])"
    got = _run(session, device, "u32", body, B=b"kernel", P=(5, 6, 7))
    text = b"kernel"
    want = [(text[k] if k < 6 else 0) * 1000 + (5, 6, 7, 0)[k % 4] + sum(text) for k in AT]
    assert got.tolist() == want


def test_rule_4_3_a_table_in_a_kernel_with_barriers(session: Session, device: str) -> None:
    text = (
        "@vy.kernel(domain='a', workgroup=64)\ndef k(a: vy.In[vy.u32], out: vy.Out[vy.u32]):\n    i = vy.global_id()\n    t = vy.local_id()\n"
        "    s = vy.shared(vy.u32, 64)\n    s[t] = T[a[i]]\n    vy.barrier()\n    if i < out.size:\n        out[i] = s[63 - t] + T[t]\n"
    )
    table = np.arange(100, 120, dtype=np.uint32)
    kernel = vy.kernel_from_source(text, name="k", namespace={"T": table})
    reason = missing(kernel.program, session.engine(device).profile)
    if reason is not None:
        pytest.skip(f"{device} has no {reason} in this version")
    padded = np.concatenate([AT, np.zeros(20, np.uint32)])
    first = np.array([table[k] if k < 20 else 0 for k in padded], np.uint32).reshape(5, 64)[:, ::-1]
    want = first + np.array([table[k] if k < 20 else 0 for k in range(64)], np.uint32)
    assert kernel(AT, backend=device).tolist() == want.reshape(-1)[:300].tolist()
