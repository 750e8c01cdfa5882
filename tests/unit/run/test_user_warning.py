"""A warning of the runtime stands at the user's line, whichever way led there."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import vyre as vy

X = np.zeros(4, np.uint32)


def _kernel(name: str) -> vy.Kernel:
    return vy.kernel_from_source(
        f"def {name}(x: vy.InOut[vy.u32]):\n    s = vy.shared(vy.u32, 5000)\n    i = vy.global_id()\n    x[i] = s[i] + 1\n"
    )


WAYS: dict[str, Callable[[vy.Kernel], Any]] = {
    "call": lambda k: k(X, backend="reference"),
    "submit": lambda k: k.submit(X, backend="reference").result(),
    "check": lambda k: k.check(X, backends=["reference"]),
    "compile": lambda k: k.compile(backend="reference"),
    "session": lambda k: vy.Session("reference").dispatch(k.program, [X]),
}


@pytest.mark.parametrize("way", WAYS)
def test_the_warning_is_at_the_line_of_the_call(way: str) -> None:
    kernel = _kernel(f"wide_by_{way}")
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        WAYS[way](kernel)
    line = WAYS[way].__code__.co_firstlineno
    assert [(w.filename, w.lineno) for w in caught] == [(__file__, line)]
    assert "portable are 16384" in str(caught[0].message)


def test_where_no_line_of_the_user_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    from vyre.run import user_warning

    monkeypatch.setattr(user_warning, "user_frame", lambda: None)
    with pytest.warns(vy.VyreWarning, match="text"):
        user_warning.warn_user("text")
