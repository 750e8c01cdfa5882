"""Kernels of the rule tests as text: one way to write, run and refuse them."""

from __future__ import annotations

import textwrap
from typing import Any

import pytest

import vyre as vy

COPY = "a: vy.In[vy.u32], out: vy.Out[vy.u32]"


def kernel(body: str, signature: str = COPY, *, options: str = "", before: str = "", guard: bool = False) -> vy.Kernel:
    """A kernel with this body. ``guard``: the body runs for ``i < out.size`` only, with i the global id."""
    body = textwrap.dedent(body).strip("\n")
    if guard:
        body = "i = vy.global_id()\nif i < out.size:\n" + textwrap.indent(body, "    ")
    text = "\n".join(
        ["import math", "import numpy as np", "import vyre as vy", textwrap.dedent(before), f"@vy.kernel({options})", f"def k({signature}):", textwrap.indent(body, "    "), ""]
    )
    return vy.kernel_from_source(text, name="k")


def run(device: str, body: str, signature: str, *args: Any, options: str = "", before: str = "", guard: bool = True, **keywords: Any) -> Any:
    """Make and call it."""
    return kernel(body, signature, options=options, before=before, guard=guard)(*args, backend=device, **keywords)


def refused(code: str, body: str, signature: str = COPY, *, fix: str = "", options: str = "", before: str = "", guard: bool = True) -> vy.VyreError:
    """Assert that the kernel is refused with ``code``, at a place, with ``fix`` in its Fix."""
    with pytest.raises(vy.VyreError) as caught:
        _ = kernel(body, signature, options=options, before=before, guard=guard).program.check()
    error = caught.value
    assert error.code == code, str(error)
    assert error.place is not None
    assert error.place.line > 0
    assert fix in error.fix, error.fix
    return error
