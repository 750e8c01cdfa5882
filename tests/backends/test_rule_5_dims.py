"""Named dimensions: what calls bind them to, what outputs get, and how contradictions are told (rule 5.1)."""

from __future__ import annotations

from typing import Annotated, Any

import numpy as np
import pytest

import vyre as vy
from tests.unit.run.test_warm_calls import counting
from vyre.dtypes import u32

M, N, K = vy.dims("M N K")


@vy.kernel(workgroup=(4, 4))
def product(
    a: Annotated[vy.In[vy.u32], M, K], b: Annotated[vy.In[vy.u32], K, N], out: Annotated[vy.Out[vy.u32], M, N]
) -> None:
    i, j = vy.global_id(0), vy.global_id(1)
    total = 0
    for k in range(K):
        total += a[i, k] * b[k, j]
    out[i, j] = total


@vy.kernel
def halves(
    a: Annotated[vy.In[vy.u32], N],
    scale: vy.u32,
    out: Annotated[vy.Out[vy.u32], N // 2],
    rows: Annotated[vy.Out[vy.u32], N, 3],
) -> None:
    i = vy.global_id()
    out[i] = a[2 * i] * scale + N
    if i < N:
        rows[i, 2] = a[i]


@vy.kernel(domain="x")
def border(x: Annotated[vy.InOut[vy.i32], N], edges: Annotated[vy.In[vy.i32], N + 1]) -> None:
    i = vy.global_id()
    x[i] = edges[i + 1] - edges[i]


A = np.arange(6, dtype=np.uint32).reshape(2, 3)
B = np.arange(12, dtype=np.uint32).reshape(3, 4)


def test_rule_5_1_outputs_get_their_shape_and_the_domain_follows(device: str) -> None:
    assert np.array_equal(product(A, B, backend=device), A @ B)
    out = np.full((2, 4), 9, np.uint32)
    assert product(A, B, out=out, backend=device) is out
    assert np.array_equal(out, A @ B)
    a = np.arange(7, dtype=np.uint32)
    first, second = halves(a, 10, domain=7, backend=device)
    assert first.tolist() == [7, 27, 47]
    assert second.tolist() == [[0, 0, n] for n in range(7)]


def test_submit_bind_compile_and_check_know_them(device: str) -> None:
    assert np.array_equal(product.submit(A, B, backend=device).result(), A @ B)
    compiled = product.compile(vy.ArraySpec(u32, 2), vy.ArraySpec(u32, 2), backend=device)
    assert compiled(A, B).shape == (2, 4)
    assert np.array_equal(compiled.bind(A, B)(), A @ B)
    assert compiled(A[:1], B[:, :2]).shape == (1, 2)
    assert product.check(A, B, backends=[device] if device != "reference" else ["cpu"]).ok


def test_inout_arrays_bind_and_are_held_against_expressions(device: str) -> None:
    x = np.zeros(4, np.int32)
    assert border(x, np.array([1, 4, 9, 16, 25], np.int32), backend=device).tolist() == [3, 5, 7, 9]
    with pytest.raises(vy.ArgumentError) as caught:
        border(x, x.copy(), backend=device)
    assert caught.value.code == "A615"
    assert "N + 1 = 5 and has 4" in str(caught.value)


@pytest.mark.parametrize("warm", [False, True])
def test_a_contradiction_shows_both_arrays_and_both_values(warm: bool) -> None:
    if warm:
        product(A, B, backend="reference")
    with pytest.raises(vy.ArgumentError) as caught:
        product(A, B[:2], backend="reference")
    error = caught.value
    assert error.code == "A615"
    assert isinstance(error, ValueError)
    text = str(error)
    assert "axis 0 of 'b' is declared as K = 3 and has 2" in text
    assert "'b' has shape (2, 4)" in text
    assert "'a' has shape (2, 3), so K = 3" in text
    assert "pass an array with 3 elements along axis 0 of 'b', or another 'a'" in error.fix
    assert np.array_equal(product(A[:, :2].copy(), B[:2], backend="reference"), A[:, :2] @ B[:2])  # another 'a'


def test_out_and_shapes_are_held_against_the_names() -> None:
    with pytest.raises(vy.ArgumentError) as caught:
        product(A, B, out=np.zeros((4, 2), np.uint32), backend="reference")
    assert caught.value.code == "A615"
    assert "(2, 4)" in caught.value.fix
    with pytest.raises(vy.ArgumentError) as caught:
        product(A, B, shapes={"out": (4, 2)}, backend="reference")
    assert caught.value.code == "A615"
    assert product(A, B, shapes={"out": (2, 4)}, backend="reference").shape == (2, 4)


def _kernel(annotation: str, **names: Any) -> vy.Kernel:
    text = f"def k(a: vy.In[vy.u32, N], b: vy.In[vy.u32, M], out: vy.Out[vy.u32, {annotation}]):\n    out[vy.global_id()] = N\n"
    return vy.kernel_from_source(text, namespace={"M": M, "N": N, **names})


@pytest.mark.parametrize(
    ("annotation", "size"),
    [
        ("M + N", 10), ("M - N", 4), ("2 * N", 6), ("M * N", 21), ("M // N", 2), ("M % N", 1), ("-(-M // N)", 3),
        ("7 - N", 4), ("20 // M", 2), ("20 % M", 6), ("(M + N) * (M - N)", 40), ("M - (N - 1)", 5), ("1 + M", 8), ("M - 7", 0),
    ],
)  # fmt: skip
def test_expressions_are_python_s_own(annotation: str, size: int) -> None:
    made = _kernel(annotation)(np.zeros(3, np.uint32), np.zeros(7, np.uint32), backend="reference")
    assert made.tolist() == [3] * size
    assert repr(eval(annotation, {"M": M, "N": N})) == annotation.replace("-(-M", "0 - (0 - M)").removesuffix(
        ")" * ("-(-" in annotation)
    )


@pytest.mark.parametrize(
    ("annotation", "says"),
    [
        ("N - M", "is -4 here"), ("M // (N - 3)", "divides by zero"), ("M % (N - 3)", "divides by zero"),
        ("M * 4294967296", "is 30064771072 here"),
    ],
)  # fmt: skip
def test_an_expression_without_a_size_is_refused(annotation: str, says: str) -> None:
    for _ in range(2):
        with pytest.raises(vy.ArgumentError, match=says) as caught:
            _kernel(annotation)(np.zeros(3, np.uint32), np.zeros(7, np.uint32), backend="reference")
        assert caught.value.code == "A617"
        assert "M = 7" in str(caught.value)
    # the Fix: arrays for which it is one
    kernel = _kernel("M - N")
    assert kernel(np.zeros(1, np.uint32), np.zeros(3, np.uint32), backend="reference").tolist() == [1, 1]


def test_a_warm_call_stays_warm(monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(5):  # by then calls of the CPU are machine code, which is loaded once a process
        product(A, B, backend="cpu")
    with counting(monkeypatch) as heard:
        for _ in range(3):
            assert product(A, B, backend="cpu").shape == (2, 4)
        assert product(A[:1], B, backend="cpu").shape == (1, 4)  # another shape, the same program
    assert not heard


def test_names_are_the_same_dimension_wherever_they_are_made() -> None:
    (other,) = vy.dims("N")
    text = "def k(a: vy.In[vy.u32, N], b: vy.In[vy.u32, O], out: vy.Out[vy.u32]):\n    out[vy.global_id()] = O\n"
    kernel = vy.kernel_from_source(text, namespace={"N": N, "O": other})
    assert kernel(np.zeros(2, np.uint32), np.zeros(2, np.uint32), backend="reference").tolist() == [2, 2]
    with pytest.raises(vy.ArgumentError):
        kernel(np.zeros(2, np.uint32), np.zeros(3, np.uint32), backend="reference")


def test_a_function_reads_them_and_annotated_is_the_same() -> None:
    @vy.func
    def last(a: Annotated[vy.In[vy.u32], N]) -> vy.u32:
        return a[N - 1]

    @vy.kernel
    def k(a: Annotated[vy.In[vy.u32], N], n: Annotated[vy.u32, "how many"], out: Annotated[vy.Out[vy.u32], N]) -> None:
        out[vy.global_id()] = last(a) + n

    assert k(np.array([1, 2, 3], np.uint32), 4, backend="reference").tolist() == [7, 7, 7]


@pytest.mark.parametrize("names", ["", "M M", "1", 3])
def test_what_is_no_list_of_names_is_refused(names: Any) -> None:
    with pytest.raises(vy.KernelSyntaxError) as caught:
        vy.dims(names)
    assert caught.value.code == "K110"


def test_what_is_no_dimension_is_refused_with_what_is_meant() -> None:
    for size, fix in (("vy.dims('N')", '(N,) = vy.dims("N")'), ("1.5", 'M, N = vy.dims("M N")')):
        with pytest.raises(vy.KernelSyntaxError) as caught:
            vy.kernel_from_source(f"def k(a: vy.In[vy.u32, {size}]):\n    pass\n")
        assert caught.value.code == "K110"
        assert fix in caught.value.fix
