"""Captured arrays, bytes and tuples as constant tables (rule 4.3)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import vyre as vy
from tests.unit.lang.running import read_source

HEAD = "@vy.kernel(domain=8)\ndef k(a: vy.In[vy.u32], out: vy.Out[vy.{}]):\n    i = vy.global_id()\n    if i < out.size:\n        "
A = np.array([3, 1, 4, 1, 5, 9, 2, 6], np.uint32)


def _kernel(line: str, names: dict[str, Any], dtype: str = "u32") -> vy.Kernel:
    return vy.kernel_from_source(HEAD.format(dtype) + line + "\n", namespace={"np": np, **names})


def _names(kernel: vy.Kernel) -> dict[str, Any]:
    names: dict[str, Any] = kernel.__wrapped__.__globals__  # type: ignore[attr-defined]
    return names


def _tables(kernel: vy.Kernel) -> list[tuple[str, str, tuple[int, ...] | None]]:
    return [(b.name, b.dtype.name, b.shape) for b in kernel.program.buffers if b.role == "table"]


def test_rule_4_3_an_index_beyond_a_table_gives_zero() -> None:
    kernel = _kernel("out[i] = T[a[i]] + T[7]", {"T": np.array([7, 8, 9, 10], np.uint32)})
    assert kernel(A, backend="reference").tolist() == [10, 8, 0, 8, 0, 0, 9, 0]


def test_a_literal_subscript_is_a_constant_and_declares_no_table() -> None:
    table = np.arange(6, dtype=">i2").reshape(2, 3)
    kernel = _kernel(
        "out[i] = vy.u32(T[1, 2] + T[1, 3] + T.flat[4]) + len(T) + T.size + T.shape[1] + T.ndim", {"T": table}
    )
    assert _tables(kernel) == []
    assert kernel(A, backend="reference").tolist() == [5 + 4 + 2 + 6 + 3 + 2] * 8


def test_an_empty_table_holds_nothing() -> None:
    kernel = _kernel("out[i] = T[i] + vy.u32(B[1]) + len(T)", {"T": np.zeros(0, np.uint32), "B": b""})
    assert _tables(kernel) == []
    assert kernel(A, backend="reference").tolist() == [0] * 8


def test_equal_tables_are_declared_once() -> None:
    kernel = _kernel(
        "out[i] = S[i] + T[i] + U[i] + T.flat[i] + vy.u32(b'abc'[i])",
        {"S": np.arange(3, dtype=np.uint32), "T": np.arange(3, dtype=np.uint32), "U": np.arange(1, 4, dtype=np.uint32)},
    )
    assert _tables(kernel) == [("S", "u32", (3,)), ("U", "u32", (3,)), ("table", "u8", (3,))]
    assert kernel(A, backend="reference").tolist() == [98, 103, 108, 0, 0, 0, 0, 0]


def test_a_tuple_takes_the_type_that_its_uses_demand() -> None:
    weights = (1, 2.5, -3)
    kernel = _kernel("out[i] = W[i % 3] + N[i % 2] * vy.f32(0)", {"W": weights, "N": (0, 1)}, "f32")
    assert _tables(kernel) == [("W", "f32", (3,)), ("N", "f32", (2,))]
    assert kernel(A, backend="reference").tolist() == [1, 2.5, -3, 1, 2.5, -3, 1, 2.5]
    alone = _kernel("out[i] = vy.u32(W[i % 2])", {"W": (1 << 40, 5)})
    assert _tables(alone) == [("W", "i64", (2,))]
    typed = _kernel("out[i] = vy.u32(W[i % 2])", {"W": (np.uint8(4), np.uint8(5))})
    assert _tables(typed) == [("W", "u8", (2,))]


def test_a_tuple_that_is_handed_to_a_function() -> None:
    text = (
        "@vy.func\ndef pick(t, k):\n    return t[k] if k < len(t) else 99\n"
        + HEAD.format("u32")
        + "out[i] = pick(T, i) + pick((4, 5), i & 1)\n"
    )
    kernel = vy.kernel_from_source(text, name="k", namespace={"T": (10, 20, 30)})
    assert kernel(A, backend="reference").tolist() == [14, 25, 34, 104, 103, 104, 103, 104]


def test_a_table_is_an_argument_and_a_name_of_its_own() -> None:
    text = (
        "@vy.func\ndef total(t: vy.In[vy.u32]):\n    s = 0\n    for k in range(len(t)):\n        s += t[k]\n    return s\n"
        + HEAD.format("u32")
        + "mine = T\n        out[i] = total(mine) + mine[i]\n"
    )
    kernel = vy.kernel_from_source(text, name="k", namespace={"T": np.array([1, 2, 3], np.uint32)})
    assert kernel(A, backend="reference").tolist() == [7, 8, 9, 6, 6, 6, 6, 6]


def test_another_array_is_another_specialisation() -> None:
    kernel = _kernel("out[i] = T[i % 2]", {"T": np.array([1, 2], np.uint32)})
    before = kernel.program
    assert kernel(A, backend="reference").tolist() == [1, 2] * 4
    _names(kernel)["T"] = np.array([1, 3], np.uint32)
    assert kernel(A, backend="reference").tolist() == [1, 3] * 4
    assert kernel.program.fingerprint != before.fingerprint
    _names(kernel)["T"] = np.array([1, 2], np.uint32)  # another object with the first one's content
    assert kernel.program.fingerprint == before.fingerprint


def test_writing_into_a_captured_array_changes_nothing() -> None:
    table = np.array([1, 2], np.uint32)
    kernel = _kernel("out[i] = T[i % 2] * N", {"T": table, "N": 1})
    table[:] = 7
    assert kernel(A, backend="reference").tolist() == [1, 2] * 4
    _names(kernel)["N"] = 10  # read again: the copy stays what it was
    assert kernel(A, backend="reference").tolist() == [10, 20] * 4


@pytest.mark.parametrize(
    ("name", "value"), [("B", b"ac"), ("B", bytearray(b"ab")), ("T", np.array([1, 2], np.uint32)), ("P", (1, 3))]
)
def test_a_change_of_a_table_is_seen(name: str, value: Any) -> None:
    names = {"B": b"ab", "T": np.array([1, 2], np.uint32), "P": (1, 2)}
    function, source = read_source(
        "def k(out: vy.Out[vy.u32]):\n    i = vy.global_id()\n    out[i] = vy.u32(B[i]) + T[i] + P[i]\n",
        namespace=names,
    )
    assert source.current_key() == source.capture_key
    function.__globals__["B"] = bytes(bytearray(b"ab"))  # equal bytes are the same bytes
    assert source.current_key() == source.capture_key
    function.__globals__[name] = value
    assert source.current_key() != source.capture_key


def test_what_is_unchanged_is_not_looked_into_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A warm call compares the objects only, however long a captured tuple is."""
    from vyre.lang import captures

    kernel = _kernel("out[i] = P[i]", {"P": tuple(range(1000))})
    want = kernel(A, backend="reference").tolist()
    monkeypatch.setattr(captures, "_compared", None)
    assert kernel(A, backend="reference").tolist() == want
