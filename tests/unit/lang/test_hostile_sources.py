"""Texts that nobody would write: an error with a place and a Fix, and the kernel that the Fix makes of it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import vyre as vy

X = np.arange(8, dtype=np.uint32)


def kernel(body: str, annotation: str = "vy.In[vy.u32]", before: str = "", **names: Any) -> vy.Kernel:
    lines = "\n".join(f"    {line}" for line in ["i = vy.global_id()", *body.split("\n")])
    text = f"{before}@vy.kernel(domain='a')\ndef k(a: {annotation}, out: vy.Out[vy.u32]):\n{lines}\n"
    return vy.kernel_from_source(text, namespace=names)


def run(body: str, **more: Any) -> list[int]:
    result: list[int] = kernel(body, **more)(X, backend="reference").tolist()
    return result


@pytest.mark.parametrize(
    ("body", "code", "fixed", "want"),
    [
        ("out[i] = vy.ceil_div(a[i] > 3, a[i] > 5)", "K202", "out[i] = vy.ceil_div(vy.u32(a[i] > 3), 1)", [0] * 4 + [1] * 4),
        ("for k in vy.grid_stride(2.5):\n    out[k] = 1", "K202", "for k in vy.grid_stride(2):\n    out[k] = 1", [1, 1] + [0] * 6),
        ("for k in vy.grid_stride(True):\n    out[k] = 1", "K202", "for k in vy.grid_stride(1):\n    out[k] = 1", [1] + [0] * 7),
        ("for k in vy.static_range(10**30):\n    out[i] = k", "K156", "for k in vy.static_range(3):\n    out[i] = k", [2] * 8),
        ("for k in vy.static_range(0, -(10**30), -1):\n    out[i] = 1", "K156", "for k in vy.static_range(0, -3, -1):\n    out[i] = 1", [1] * 8),
    ],
    ids=["ceil_div of bools", "grid_stride of a float", "grid_stride of a bool", "static_range beyond 63 bits", "static_range far down"],
)  # fmt: skip
def test_refused_and_fixed(body: str, code: str, fixed: str, want: list[int]) -> None:
    with pytest.raises(vy.VyreError, match=code) as caught:
        kernel(body)
    assert caught.value.place is not None
    assert "Fix: " in str(caught.value)
    assert run(fixed) == want


@pytest.mark.parametrize("annotation", ["vy.In[()]", "ARRAY", "vy.In[ARRAY]"])
def test_an_annotation_that_is_none_K110_and_a_right_one(annotation: str) -> None:
    with pytest.raises(vy.VyreError, match="K110"):
        kernel("out[i] = 1", annotation=annotation, ARRAY=np.zeros(3))
    assert run("out[i] = a[i]", annotation="vy.In[vy.u32]") == X.tolist()


@pytest.mark.parametrize("character", ["\0", "\ud800"])
def test_a_character_that_no_text_holds_K108(character: str) -> None:
    with pytest.raises(vy.VyreError, match="K108"):
        kernel(f"out[i] = 1  # {character}")
    assert run(f"out[i] = 1  # {character!a}") == [1] * 8


@pytest.mark.parametrize("end", ["\x0b", "\x0c", "\x1c", "\x1d", "\x85", "\u2028", "\u2029"])
def test_characters_that_end_no_line_of_python(end: str) -> None:
    """``str.splitlines`` takes them for ends of lines; the text that errors show has the lines of Python."""
    before = f"TEXT = '''a{end}b'''  # {end}\n"
    assert run("out[i] = a[i] + 1", before=before) == (X + 1).tolist()
    with pytest.raises(vy.VyreError, match="K150") as caught:
        kernel("out[i] = missing", before=before)
    assert caught.value.place is not None
    assert "out[i] = missing" in caught.value.place.text


def test_other_ends_of_lines() -> None:
    text = "def k(a: vy.In[vy.u32], out: vy.Out[vy.u32]):\r\n    i = vy.global_id()\r\n    out[i] = a[i] + 2\r\n"
    for end in ("\r\n", "\r", "\n"):
        assert vy.kernel_from_source(text.replace("\r\n", end))(X, backend="reference").tolist() == (X + 2).tolist()


def test_an_int_in_a_tuple_that_python_does_not_print_K204_and_a_shorter_one() -> None:
    """The proof that the text is the function's own compares constants, and Python refuses to print this one."""
    with pytest.raises(vy.VyreError, match="K204"):
        kernel(f"x = (1, 0x{'f' * 5000})\nout[i] = x[0]")
    assert run("x = (1, 0xffff)\nout[i] = x[0]") == [1] * 8
