"""Kernels of the rule tests as text: one way to write, run and refuse them."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import Any

import pytest

import vyre as vy

from .exact import Type
from .values import array, bits

COPY = "a: vy.In[vy.u32], out: vy.Out[vy.u32]"


def kernel(body: str, signature: str = COPY, *, options: str = "", before: str = "", guard: bool = False) -> vy.Kernel:
    """A kernel with this body. ``guard``: the body runs for ``i < out.size`` only, with i the global id."""
    body = textwrap.dedent(body).strip("\n")
    if guard:
        body = "i = vy.global_id()\nif i < out.size:\n" + textwrap.indent(body, "    ")
    text = "\n".join(
        [
            "import math",
            "import numpy as np",
            "import vyre as vy",
            textwrap.dedent(before),
            f"@vy.kernel({options})",
            f"def k({signature}):",
            textwrap.indent(body, "    "),
            "",
        ]
    )
    return vy.kernel_from_source(text, name="k")


def run(
    device: str,
    body: str,
    signature: str,
    *args: Any,
    options: str = "",
    before: str = "",
    guard: bool = True,
    **keywords: Any,
) -> Any:
    """Make and call it."""
    return kernel(body, signature, options=options, before=before, guard=guard)(*args, backend=device, **keywords)


def refused(
    code: str,
    body: str,
    signature: str = COPY,
    *,
    fix: str = "",
    options: str = "",
    before: str = "",
    guard: bool = True,
) -> vy.VyreError:
    """Assert that the kernel is refused with ``code``, at a place, with ``fix`` in its Fix."""
    with pytest.raises(vy.VyreError) as caught:
        _ = kernel(body, signature, options=options, before=before, guard=guard).program.check()
    error = caught.value
    assert error.code == code, str(error)
    assert error.place is not None
    assert error.place.line > 0
    assert fix in error.fix, error.fix
    return error


def hold_rows(
    device: str, t: Type, *claims: tuple[str, Sequence[tuple[int, ...]], list[int]], gives: Type | None = None
) -> None:
    """Assert texts over x, y and z. A claim: the text, its rows of up to three operands (ints, or bit patterns of
    floats), and what each row gives. One kernel computes all texts on all rows: compilers are slow."""
    texts = list(dict.fromkeys(text for text, _, _ in claims))
    rows = [(*row, 0, 0)[:3] for _, given, _ in claims for row in given]
    body = "i = vy.global_id()\nn = a.size\nif i < n:\n    x = a[i]\n    y = b[i]\n    z = c[i]\n"
    body += "\n".join(f"    out[{k} * n + i] = {text}" for k, text in enumerate(texts))
    arrays = ", ".join(f"{name}: vy.In[vy.{t.name}]" for name in "abc")
    made = kernel(body, f"{arrays}, out: vy.Out[vy.{(gives or t).name}]", options="domain='a'")
    found = bits(
        made(
            *(array(t, [row[k] for row in rows]) for k in range(3)),
            shapes={"out": (len(texts) * len(rows),)},
            backend=device,
        )
    )
    start = 0
    for text, given, want in claims:
        at = texts.index(text) * len(rows) + start
        start += len(given)
        assert found[at : at + len(given)] == want, f"{text} on {t.name}, {device}, rows {given}"
