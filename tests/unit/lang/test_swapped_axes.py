"""Kernels whose ids have CUDA's order of axes: a warning and an A611 whose Fix gives the whole output."""

from __future__ import annotations

import re
import warnings

import numpy as np
import pytest

import vyre as vy
from vyre.ir.axes import swapped_axes

HEAD = "def k(a: vy.In[vy.u32], out: vy.Out[vy.u32]):\n"
PLAIN = """\
    x = vy.global_id(0)
    y = vy.global_id(1)
    if y < out.shape[0] and x < out.shape[1]:
        out[y, x] = a[y, x] + 1
"""
A = np.arange(20 * 30, dtype=np.uint32).reshape(20, 30)


def _swapped(body: str) -> tuple[vy.Kernel, str]:
    """The kernel, and the text of the one warning about it."""
    with pytest.warns(vy.VyreWarning) as caught:
        made = vy.kernel_from_source(body if "def k" in body else HEAD + body)
    (text,) = [str(w.message) for w in caught]
    return made, text


def _applied(body: str, text: str) -> str:
    """``body`` with the lines that the Fix gives."""
    for name, new in re.findall(r"(\w+) = (vy\.global_id\(\d\))", text.split("Fix: ")[1]):
        body, count = re.subn(rf"\b{name} = vy\.global_id\(\d\)", f"{name} = {new}", body)
        assert count == 1
    return body


def _quiet(body: str) -> vy.Kernel:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return vy.kernel_from_source(body if "def k" in body else HEAD + body)


def test_the_warning_has_the_line_and_its_fix_gives_the_whole_output() -> None:
    with pytest.warns(vy.VyreWarning) as caught:
        made = vy.kernel_from_source(HEAD + PLAIN)
    (warning,) = caught
    assert (warning.filename.startswith("<vyre source"), warning.lineno) == (True, 5)
    assert "out[y, x]" in str(warning.message)
    with pytest.raises(vy.ArgumentError) as refused:
        made(A, backend="reference")
    assert refused.value.code == "A611"
    assert refused.value.place is not None
    assert refused.value.place.line == 5
    for text in (str(warning.message), str(refused.value)):
        assert "y = vy.global_id(0), x = vy.global_id(1)" in text.split("Fix: ")[1]
    assert "domain='out'" not in str(refused.value)
    assert "no domain= is needed then" in refused.value.fix
    fixed = _quiet(_applied(HEAD + PLAIN, str(refused.value)))
    assert np.array_equal(fixed(A, backend="reference"), A + 1)


def test_a_warning_stands_at_the_line_of_a_file() -> None:
    with pytest.warns(vy.VyreWarning) as caught:

        @vy.kernel
        def k(a: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
            x = vy.global_id(0)
            y = vy.global_id(1)
            out[y, x] = a[y, x]

    first = k.__wrapped__.__code__.co_firstlineno  # type: ignore[attr-defined]
    assert [(w.filename, w.lineno) for w in caught] == [(__file__, first + 4)]


def test_three_axes() -> None:
    body = HEAD + (
        "    x = vy.global_id(0)\n    y = vy.global_id(1)\n    z = vy.global_id(2)\n"
        "    if z < out.shape[0] and y < out.shape[1] and x < out.shape[2]:\n        out[z, y, x] = a[z, y, x] + 1\n"
    )
    made, text = _swapped(body)
    with pytest.raises(vy.ArgumentError) as refused:
        made(A.reshape(4, 5, 30), backend="reference")
    assert "z = vy.global_id(0), y = vy.global_id(1), x = vy.global_id(2)" in refused.value.fix
    cube = A.reshape(4, 5, 30)
    assert np.array_equal(_quiet(_applied(body, text))(cube, backend="reference"), cube + 1)


@pytest.mark.parametrize(
    "body",
    [
        "    x = vy.global_id(0)\n    y = vy.global_id(1)\n    out[y + 1, x + 1] = a[y, x]\n",
        "    x = vy.group_id(0) * 16 + vy.local_id(0)\n    y = vy.group_id(1) * 16 + vy.local_id(1)\n    out[y, x] = a[y, x]\n",
        "    x = vy.global_id(0)\n    y = vy.global_id(1)\n    if x > 5:\n        x = x - 1\n    out[y, x] = a[y, x]\n",
        "    out[vy.global_id(1), vy.global_id(0)] = a[0, 0]\n",
        "    x = vy.global_id(0)\n    y = vy.global_id(1)\n    for k in range(x, 30, 64):\n        out[y, k] = a[y, k]\n",
        "    col = vy.global_id(0)\n    row = vy.global_id(1)\n    s = vy.u32(0)\n    for k in range(a.shape[1]):\n        s += a[row, k] * a[k, col]\n    out[row, col] = s\n",
    ],
)
def test_swapped_axes_are_seen_through_arithmetic(body: str) -> None:
    _, text = _swapped(body)
    assert "swap the axes of the ids" in text


@pytest.mark.parametrize(
    "body",
    [
        PLAIN.replace("global_id(0)", "global_id(2)").replace("global_id(1)", "global_id(0)").replace("global_id(2)", "global_id(1)"),
        "    y = vy.global_id(0)\n    x = vy.global_id(1)\n    out[x, y] = a[y, x]\n",
        "    y = vy.global_id(0)\n    x = vy.global_id(1)\n    out[y, x] = a[x, y]\n",
        "    i = vy.global_id(0)\n    out[i // 30, i % 30] = a[i // 30, i % 30]\n",
        "    i = vy.global_id(0)\n    for j in range(a.shape[1]):\n        out[i, j] = a[i, j]\n",
        "    i = vy.global_id(0)\n    for j in range(a.shape[0]):\n        out[j, i] = a[j, i]\n",
        "    y = vy.global_id(0)\n    x = vy.global_id(1)\n    out[a[0, y], x] = a[y, a[x, 0]]\n",
    ],
)  # fmt: skip
def test_other_orders_are_not_warned_about(body: str) -> None:
    _quiet(body)


def test_a_domain_of_numbers_turns_round_too() -> None:
    body = "@vy.kernel(domain=(30, 20))\n" + HEAD + PLAIN
    made, text = _swapped(body)
    assert "a domain= or grid= of numbers turns round with them" in text
    assert np.array_equal(made(A, backend="reference"), A + 1)
    fixed = _quiet(_applied(body, text).replace("(30, 20)", "(20, 30)"))
    assert np.array_equal(fixed(A, backend="reference"), A + 1)


def test_A611_of_a_program_that_has_no_text() -> None:
    b = vy.Builder("k")
    out = b.output("out", vy.u32, shape=(20, 30))
    out[b.global_id(0), b.global_id(1)] = 1
    with vy.Session("reference") as session, pytest.raises(vy.ArgumentError, match="A611") as refused:
        session.dispatch(b.build(), [])
    assert "y = vy.global_id(0), x = vy.global_id(1)" in refused.value.fix


def test_a_workgroup_of_more_axes_than_the_kernel() -> None:
    body = HEAD + "    i = vy.global_id()\n    if i < out.size:\n        out[i] = a[i] + 1\n"
    wrong = vy.kernel_from_source("@vy.kernel(workgroup=(8, 8))\n" + body)
    with pytest.raises(vy.ArgumentError) as refused:
        wrong(A[0], backend="reference")
    assert refused.value.code == "A611"
    assert "workgroup=(8, 8) has 2 axes, so the domain has 2" in refused.value.message
    assert refused.value.fix.startswith("write workgroup=64;")
    fixed = vy.kernel_from_source("@vy.kernel(workgroup=64)\n" + body)
    assert np.array_equal(fixed(A[0], backend="reference"), A[0] + 1)
    with pytest.raises(vy.KernelSyntaxError, match="K113") as said:
        vy.kernel_from_source("@vy.kernel(workgroup=(8, 8), domain='out')\n" + body)
    assert "workgroup=64, since domain= has 1 axis" in said.value.fix
    with pytest.raises(vy.KernelSyntaxError, match="K113") as said:
        vy.kernel_from_source("@vy.kernel(workgroup=64, domain='out')\n" + HEAD + PLAIN)
    assert "workgroup=(16, 16), since domain= has 2 axes" in said.value.fix
    with pytest.raises(vy.KernelSyntaxError, match="K113") as said:
        vy.kernel_from_source("@vy.kernel(grid=(2, 2), domain='out')\n" + body)
    assert "grid= has 2 axes, domain= 1 axis" in said.value.fix


def test_the_subscripts_of_a_field_are_no_axes_of_its_array() -> None:
    b = vy.Builder("k")
    out = b.output("out", vy.struct([("v", "u4", 4)]))
    out[b.global_id(0)].v[b.global_id(1)] = 1
    assert swapped_axes(b.build()) is None
    b = vy.Builder("k")
    out = b.output("out", vy.struct([("v", "u4", 4)]), rank=2)
    out[b.global_id(0), b.global_id(1)].v[b.global_id(0)] = 1
    found = swapped_axes(b.build())
    assert found is not None
    assert found.subscripts == (0, 1)
    assert found.exact


TILED = """    s = vy.shared(vy.u32, (16, 16))
    x, y = vy.global_id(0), vy.global_id(1)
    s[vy.local_id(1), vy.local_id(0)] = a[y, x]
    vy.barrier()
    out[y, x] = s[vy.local_id(1), vy.local_id(0)] + 1
"""


def test_a_kernel_with_ids_inside_of_the_workgroup_turns_those_round_too() -> None:
    _, text = _swapped(HEAD + TILED)
    assert "y = vy.global_id(0), x = vy.global_id(1), and those of vy.local_id and vy.group_id with them" in text
    one_line = "    x, y = vy.global_id(0), vy.global_id(1)\n"
    fixed = TILED.replace(one_line, "    x, y = vy.global_id(1), vy.global_id(0)\n")
    fixed = fixed.replace("vy.local_id(1), vy.local_id(0)", "vy.local_id(0), vy.local_id(1)")
    assert np.array_equal(_quiet(HEAD + fixed)(A, backend="reference"), A + 1)
    assert "vy.local_id" not in _swapped(HEAD + PLAIN)[1]


BY_ROWS = """def k(a: vy.In[vy.u32], sums: vy.InOut[vy.u32], n: vy.u32):
    i = vy.global_id()
    for j in range(a.shape[1]):
        sums[i, 0] += a[i, j] * n
"""


def test_A611_names_the_axes_of_the_ids_where_the_arrays_have_more() -> None:
    sums = np.zeros((20, 1), np.uint32)
    with pytest.raises(vy.ArgumentError) as refused:
        _quiet(BY_ROWS)(A, sums, 2, backend="reference")
    assert refused.value.code == "A611"
    said = re.search(r"lambda a, sums, n: sums\.shape\[0\]", refused.value.fix)
    assert said is not None
    assert "'a'" not in refused.value.fix  # a domain of two axes, in which each row would be summed many times
    fixed = _quiet(f"@vy.kernel(domain={said[0]})\n" + BY_ROWS)
    assert np.array_equal(fixed(A, sums, 2, backend="reference")[:, 0], A.sum(1) * 2)


def test_K113_of_a_named_array_with_more_axes_than_the_workgroup() -> None:
    with pytest.raises(vy.KernelSyntaxError, match=r"\[K113\]") as refused:
        vy.kernel_from_source("@vy.kernel(workgroup=64, domain='a')\n" + BY_ROWS)
    said = re.search(r"domain=(lambda a, sums, n: a\.shape\[0\])", refused.value.fix)
    assert said is not None
    fixed = _quiet(f"@vy.kernel(workgroup=64, {said[0]})\n" + BY_ROWS)
    sums = fixed(A, np.zeros((20, 1), np.uint32), 1, backend="reference")
    assert np.array_equal(sums[:, 0], A.sum(1))
