"""Limits of Python's compiler, of shapes, of chains and of loops, each told with a Fix that leads to a kernel that runs."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import vyre as vy
from tests.errors.applying import applied

A = np.array([3, 1, 4, 1, 5], np.uint32)
HEAD = "def k(a: vy.In[vy.u32], out: vy.Out[vy.u32], n: vy.u32):\n    i = vy.global_id()\n"
T = ((1, 2), (3, 4))


def read(body: str) -> vy.Kernel:
    lines = "".join(f"    {line}\n" for line in body.split("\n"))
    return vy.kernel_from_source(HEAD + lines, name="k", namespace={"T": T})


def run(kernel: vy.Kernel) -> list[int]:
    given: dict[str, Any] = {"a": A, "n": 5}
    named: Any = {p.name: given[p.name] for p in kernel.program.buffers if p.takes_input}
    return [int(v) for v in kernel(**named, domain=5, backend="reference")]


def error_of(body: str) -> vy.VyreError:
    with pytest.raises(vy.VyreError) as caught:
        read(body)
    return caught.value


@pytest.mark.parametrize(
    ("wrong", "says", "right", "gives"),
    [
        ("\n".join(" " * n + "if n:" for n in range(102)), "100 levels: combine conditions with `and`", "if n != 0 and a[i] > 3:\n    out[i] = 1", [0, 0, 1, 0, 1]),
        ("out[i] = " + "(" * 201 + "1" + ")" * 201, "200 parentheses: give parts", "x = ((1))\nout[i] = ((x))", [1] * 5),
        ("\n".join(" " * n + f"for j{n} in range(1):" for n in range(22)) + "\n" + " " * 22 + "out[i] = 1", "20 loops: make one loop", "for j in range(1 * 1):\n    out[i] = 1", [1] * 5),
        ("out[i] = " + "1" * 5000, "4300 digits", "out[i] = 11", [11] * 5),
    ],
    ids=["indentation", "parentheses", "loops", "digits"],
)  # fmt: skip
def test_K108_a_limit_of_python_itself(wrong: str, says: str, right: str, gives: list[int]) -> None:
    error = error_of(wrong)
    assert error.code == "K108"
    assert says in error.fix
    assert run(read(right)) == gives


@pytest.mark.parametrize("odd", ["\0", "\ud800"])
def test_K108_a_character_that_no_text_holds_has_a_place(odd: str) -> None:
    text = "def k(out: vy.Out[vy.u32]):\n    out[0] = 7{}\n"
    with pytest.raises(vy.ArgumentTypeError, match=r"\[K108\]") as caught:
        vy.kernel_from_source(text.format(odd))
    place = caught.value.place
    assert place is not None
    assert (place.line, place.column, place.end_column) == (2, 14, 15)
    assert place.text == "    out[0] = 7\ufffd"
    assert vy.kernel_from_source(text.format(""))(shapes={"out": 1}, domain=1, backend="reference").tolist() == [7]


@pytest.mark.parametrize("word", ["shared", "private"])
def test_K156_a_size_beyond_every_array(word: str) -> None:
    error = error_of(f"s = vy.{word}(vy.u32, 2**40)\ns[0] = 7\nout[i] = s[0]")
    assert (error.code, error.actual) == ("K156", str(2**40))
    assert error.fix.startswith("make it smaller: ")
    size = 4096 if word == "shared" else 4
    assert run(read(f"s = vy.{word}(vy.u32, {size})\ns[0] = 7\nvy.barrier()\nout[i] = s[0]")) == [7] * 5


def test_V404_a_size_of_the_builder_says_its_limit() -> None:
    b = vy.Builder("p")
    with pytest.raises(vy.VyreError, match=r"\[V404\][\s\S]*0 \.\.\. 4294967295"):
        b.inout("x", vy.u32, shape=(2**40,))
    assert b.inout("x", vy.u32, shape=(4,)) is not None


def test_K156_pairs_of_subscripts_of_a_tuple_of_tuples() -> None:
    error = error_of("out[i] = T[1, 0]")
    assert error.code == "K156"
    assert run(vy.kernel_from_source(applied(HEAD + "    out[i] = T[1, 0]\n", error), namespace={"T": T})) == [3] * 5


def test_K151_a_field_of_a_plain_array() -> None:
    error = error_of("out[i]['x'] = 1")
    assert error.fix.startswith("write out[i];")
    assert run(vy.kernel_from_source(applied(HEAD + "    out[i]['x'] = 1\n", error))) == [1] * 5


def test_K168_a_long_chain_of_branches_is_split() -> None:
    def chain(first: int, last: int, indent: str = "") -> str:
        return "\n".join(
            f"{indent}{'if' if k == first else 'elif'} i + 1 == {k}:\n{indent}    out[i] = {k * 10}"
            for k in range(first, last)
        )

    error = error_of(chain(0, 70))
    assert error.code == "K168"
    assert "found = True above it and found = False as its `else`" in error.fix
    assert "`if not found:`" in error.fix
    split = f"found = True\n{chain(40, 75)}\nelse:\n    found = False\nif not found:\n{chain(0, 35, '    ')}"
    assert run(read(split)) == [10, 20, 30, 40, 50]


def test_K201_the_bounds_of_a_loop_whose_variable_has_another_type() -> None:
    body = "j = vy.i64(3)\nfor {} in {}:\n    out[i] += vy.u32({})"
    error = error_of(body.format("j", "range(vy.u8(n), 9)", "j"))
    assert error.fix == (
        "take another name for the loop's variable, such as j2, or cast the bounds: range(vy.i64(vy.u8(n)), 9)"
    )
    for name, bounds in (("j2", "range(vy.u8(n), 9)"), ("j", "range(vy.i64(vy.u8(n)), 9)")):
        assert run(read(body.format(name, bounds, name))) == [26] * 5


def test_A605_bytes_as_out_are_counted_in_elements() -> None:
    kernel: Any = vy.kernel_from_source(
        "def k(f: vy.In[vy.f32], out: vy.Out[vy.f32]):\n    i = vy.global_id()\n    out[i] = f[i]\n"
    )
    f = np.arange(10, dtype=np.float32)
    with pytest.raises(vy.VyreError, match=r"numpy\.empty\(10, numpy\.float32\)"):
        kernel(f, out=b"x" * 40, backend="reference")
    out = np.empty(10, np.float32)
    kernel(f, out=out, backend="reference")
    assert out.tolist() == f.tolist()


def test_A610_a_domain_of_other_axes_has_the_place_of_the_kernel() -> None:
    kernel = read("out[i] = a[i]")
    with pytest.raises(vy.ArgumentValueError, match=r"\[A610\]") as caught:
        kernel(A, n=5, domain=(5, 1), backend="reference")
    assert caught.value.place is not None
    assert caught.value.place.text.startswith("def k(")
    assert run(kernel) == A.tolist()
