"""What a call is given in the wrong words: each error names the word that was meant, and its Fix works."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import vyre as vy

D = np.arange(4, dtype=np.float32)


@vy.kernel
def scaled(data: vy.In[vy.f32], a: vy.f32, out: vy.Out[vy.f32]) -> None:
    i = vy.global_id()
    if i < data.size:
        out[i] = data[i] * a


@vy.kernel
def between(data: vy.In[vy.f32], low: vy.f32, high: vy.f32, out: vy.Out[vy.f32]) -> None:
    i = vy.global_id()
    if i < data.size:
        out[i] = min(max(data[i], low), high)


WRONG: dict[str, tuple[Callable[..., Any], str, str, str, dict[str, Any]]] = {
    "float domain": (scaled, "A610", "a whole number of 0 or more", "domain=1000", {"domain": 500.0}),
    "negative domain": (scaled, "A610", "a whole number of 0 or more", "domain=1000", {"domain": -1}),
    "domain": (scaled, "A601", "names no input", 'write domain="data", or pass a number', {"domain": "dta"}),
    "far domain": (scaled, "A601", "names no input", "name one of data, or pass a number", {"domain": "zzz"}),
    "scalar domain": (scaled, "A601", "names no array", "name one of data, or pass a number or", {"domain": "a"}),
    "shapes": (scaled, "A601", "'ouy' is no output", 'pass shapes={"out": (n,)}', {"shapes": {"ouy": (4,)}}),
    "shapes of no dict": (scaled, "A601", "is a dict from names", 'pass shapes={"out": (n,)}', {"shapes": (4,)}),
    "keyword": (scaled, "A601", "'backed' is no parameter", "did you mean backend=? The arguments are (data, a)", {"backed": "cpu"}),
    "far keyword": (scaled, "A601", "'quick' is no parameter", "the arguments are (data, a) and the keywords", {"quick": 1}),
    "device": (scaled, "S901", "no backend is called 'cup'", 'use "cpu"', {"backend": "cup"}),
}  # fmt: skip


@pytest.mark.parametrize("case", WRONG)
def test_the_error_names_what_was_meant(case: str) -> None:
    kernel, code, says, fix, keywords = WRONG[case]
    with pytest.raises(vy.VyreError) as caught:
        kernel(D, 2.0, **keywords)
    assert caught.value.code == code
    assert says in caught.value.message
    assert fix in caught.value.fix


@pytest.mark.parametrize("right", [{"domain": 1000}, {"domain": "data"}, {"shapes": {"out": (4,)}}, {}])
def test_the_fix_gives_the_right_result(right: dict[str, Any]) -> None:
    assert scaled(D, 2.0, backend="cpu", **right).tolist() == [0, 2, 4, 6]


@pytest.mark.parametrize(
    ("kernel", "sizes", "args", "fix"),
    [
        (scaled, ((4,), (128,)), (D, 2.0), "write scaled(data, a), or that with grid=4, and @vy.kernel(workgroup=128)"),
        (
            between,
            ((4,), (128,)),
            (D, 0.0, 1.0),
            "write between(data, low, high), or that with grid=4, and @vy.kernel(workgroup=128)",
        ),
        (
            between,
            ((4, 2), (16, 8)),
            (D, 0.0, 1.0),
            "write between(data, low, high), or that with grid=(2, 4), and @vy.kernel(workgroup=(8, 16))",
        ),
    ],
)
def test_A601_the_launch_of_cupy_and_its_fix(kernel: Any, sizes: Any, args: Any, fix: str) -> None:
    with pytest.raises(vy.ArgumentTypeError) as caught:
        kernel(*sizes, args)
    assert (caught.value.code, caught.value.fix) == ("A601", fix)
    wanted = D * 2 if kernel is scaled else np.minimum(D, 1)
    assert kernel(*args, backend="cpu").tolist() == wanted.tolist()
