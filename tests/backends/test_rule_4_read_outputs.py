"""Rule 4.2: an output that is read before it is written starts as zero, whatever the caller's array holds."""

from __future__ import annotations

import numpy as np
import pytest

import vyre as vy


@vy.kernel
def mix(a: vy.In[vy.u32], z: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    z[i] = a[i] ^ z[i]


@pytest.mark.parametrize("backend", ["reference", "reference:lanes", "cpu"])
def test_an_output_that_is_read_starts_as_zero(backend: str) -> None:
    a = np.full(300, 16, np.uint32)
    for _ in range(2):  # the second call is the warm one
        z = np.full(300, 3, np.uint32)
        mix(a, out=z, backend=backend)
        assert (z == 16).all()
    with vy.resident(np.full(300, 3, np.uint32), backend=backend) as there:
        mix(a, out=there)
        assert (there.numpy() == 16).all()
