"""Generic kernels: types that the arguments of a call tell."""

from __future__ import annotations

import array
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import vyre as vy
from vyre.kernel import Kernel

T = vy.TypeVar("T", vy.u32, vy.f32, vy.f64)


@vy.kernel
def scale(x: vy.In[T], n: T, out: vy.Out[T]) -> None:
    i = vy.global_id()
    if i < out.size:
        out[i] = x[i] * n


@vy.kernel
def add(x: vy.In, y: vy.InOut) -> None:
    i = vy.global_id()
    y[i] += y.dtype(x[i])


@pytest.mark.parametrize("dtype", [np.uint32, np.float32, np.float64, ">f4"])
def test_a_call_takes_the_arrays_types(device: str, dtype: npt.DTypeLike) -> None:
    x = np.arange(5, dtype=dtype)
    out = scale(x, 3, backend=device)
    assert out.dtype == x.dtype.newbyteorder("=")
    assert out.tolist() == [0, 3, 6, 9, 12]


def test_arrays_without_a_type_have_one_each() -> None:
    assert add(np.arange(3, dtype=np.uint8), np.ones(3), backend="reference").tolist() == [1, 2, 3]
    assert add(np.arange(3, dtype=np.float32), np.ones(3, np.int64), backend="reference").tolist() == [1, 2, 3]
    assert add(b"abc", np.zeros(3, np.uint16), backend="reference").tolist() == [97, 98, 99]
    assert add(array.array("I", [1, 2]), np.zeros(2, np.uint32), backend="reference").tolist() == [1, 2]


def test_each_combination_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[Any] = []
    kernel = vy.kernel(scale.__wrapped__)  # type: ignore[attr-defined]
    source = type(kernel._generic)  # type: ignore[attr-defined]
    first = source.specialise

    def counted(self: Any, types: Any) -> Any:
        read.append(types)
        return first(self, types)

    monkeypatch.setattr(source, "specialise", counted)
    for dtype in (np.uint32, np.float32, np.uint32, ">f4", np.float32):
        kernel(np.arange(3, dtype=dtype), 2, backend="reference")
        kernel(n=2, x=np.arange(3, dtype=dtype), backend="reference")
    assert read == [(vy.u32,), (vy.f32,)]


def test_a_warm_call_looks_the_dtypes_up(monkeypatch: pytest.MonkeyPatch) -> None:
    from vyre.run import specs

    x = np.arange(3, dtype=np.uint32)
    scale(x, 2, backend="cpu")
    monkeypatch.setattr(specs, "element_types", None)
    assert scale(x, 2, backend="cpu").tolist() == [0, 2, 4]


def test_the_type_is_a_name_of_the_body() -> None:
    text = (
        "@vy.func\ndef half(v: vy.In[T], k, one: T):\n    return v[k] / 2 + one\n"
        "@vy.kernel(workgroup=4)\ndef k(x: vy.In[T], out: vy.Out[T]):\n    i = vy.global_id()\n    s = vy.shared(T, 4)\n    s[i] = x[i] + T(1)\n"
        "    if vy.static(T is vy.f32):\n        s[i] = half(x, i, 1)\n    if vy.static(x.dtype is vy.u32 and x.ndim == 1):\n        s[i] += 100\n    out[i] = s[i]\n"
    )
    kernel = vy.kernel_from_source(text, name="k", namespace={"T": T})
    assert kernel(np.arange(4, dtype=np.float32), backend="reference").tolist() == [1, 1.5, 2, 2.5]
    assert kernel(np.arange(4, dtype=np.uint32), backend="reference").tolist() == [101, 102, 103, 104]
    assert kernel(np.arange(4, dtype=np.float64), backend="reference").tolist() == [1, 2, 3, 4]


def test_captures_are_followed_in_each() -> None:
    text = "def k(x: vy.In, out: vy.Out[vy.u32]):\n    i = vy.global_id()\n    out[i] = vy.u32(x[i]) * N + TABLE[i]\n"
    table = np.array([1, 2], np.uint32)
    kernel = vy.kernel_from_source(text, namespace={"N": 2, "TABLE": table})
    names: dict[str, Any] = kernel.__wrapped__.__globals__  # type: ignore[attr-defined]
    x, y = np.array([5, 6], np.uint8), np.array([7, 8], np.float32)
    assert kernel(x, backend="reference").tolist() == [11, 14]
    table[:] = 9  # copied when the kernel first read it, for all of its types
    assert kernel(y, backend="reference").tolist() == [15, 18]
    names["N"] = 3
    assert [kernel(a, backend="reference").tolist() for a in (x, y)] == [[16, 20], [22, 26]]


def test_records_and_ranks() -> None:
    text = "def k(p: vy.In, out: vy.Out[vy.u32]):\n    i = vy.global_id()\n    if i < out.size:\n        out[i] = vy.u32(p[i].x)\n"
    kernel = vy.kernel_from_source(text)
    for kind in ("u4", "i2"):
        points = np.array([(1, 2), (3, 4)], [("x", kind), ("y", "f4")])
        assert kernel(points, backend="reference").tolist() == [1, 3]
    two = vy.kernel_from_source(
        "def k(a: vy.In, out: vy.Out[vy.u32]):\n    i = vy.global_id()\n    if i < 4:\n        out.flat[i] = vy.u32(a[i // 2, i % 2])\n"
    )
    assert two(np.arange(4, dtype=np.uint8).reshape(2, 2), backend="reference", domain=4).tolist() == [[0, 1], [2, 3]]
    with pytest.raises(vy.ArgumentError, match="A603"):
        two(np.arange(4, dtype=np.uint8), backend="reference", domain=4)


def test_every_way_of_running_it() -> None:
    x = np.arange(3, dtype=np.uint32)
    assert isinstance(scale, Kernel)
    assert scale.submit(x, 2, backend="cpu").result().tolist() == [0, 2, 4]
    assert scale.check(x, 2, backends=["cpu"]).ok
    out = np.zeros(3, np.uint32)
    assert scale(x, 2, out=out, backend="cpu") is out
    for specs in ((vy.ArraySpec(vy.u32), 1), (x, 5), (vy.ArraySpec(np.dtype("u4")), 1)):
        made = scale.compile(*specs, backend="cpu")
        assert made(x, 2).tolist() == [0, 2, 4]
        assert [b.dtype.name for b in made.program.buffers] == ["u32"] * 3
    pipeline = scale.compile(x, 1, backend="cpu")
    with pytest.raises(vy.ArgumentError, match="A602"):
        pipeline(np.zeros(3, np.float32), 2)
    assert "f64" in scale.source("text", vy.ArraySpec(vy.f64), 1)
    assert repr(scale) == "<vyre kernel scale(x, n, out)>"


def test_A618_what_depends_on_the_types_needs_them() -> None:
    with pytest.raises(vy.ArgumentError, match="A618") as caught:
        _ = scale.program
    fix = "scale.compile(vy.ArraySpec(vy.f32), 1).program"
    assert fix in caught.value.fix
    assert eval(fix, {"scale": scale, "vy": vy}).name == "scale"
    for call in (scale.compile, scale.source, lambda: scale.compile(vy.ArraySpec(vy.f32))):
        with pytest.raises(vy.ArgumentError, match="A618") as caught:
            call()
        assert "(vy.ArraySpec(vy.f32), 1)" in caught.value.fix
    assert scale.compile(vy.ArraySpec(vy.f32), 1, backend="cpu")(np.ones(1, np.float32), 2).tolist() == [2]


def test_A602_one_variable_is_one_type() -> None:
    kernel = vy.kernel_from_source(
        "def k(a: vy.In[T], b: vy.In[T], out: vy.Out[T]):\n    i = vy.global_id()\n    out[i] = a[i] + b[i]\n",
        namespace={"T": T},
    )
    a, b = np.ones(2, np.float32), np.ones(2, np.uint32)
    with pytest.raises(vy.ArgumentError, match=r"A602.*T is f32 by 'a' and u32 by 'b'") as caught:
        kernel(a, b, backend="reference")
    assert "b.astype(a.dtype)" in caught.value.fix
    assert kernel(a, b.astype(a.dtype), backend="reference").tolist() == [2, 2]


def test_A602_a_type_outside_of_the_constraints() -> None:
    x = np.ones(2, np.int64)
    with pytest.raises(vy.ArgumentError, match=r"A602.*u32 or f32 or f64.*i64") as caught:
        scale(x, 2, backend="reference")
    assert "x.astype(np.uint32)" in caught.value.fix
    assert scale(x.astype(np.uint32), 2, backend="reference").tolist() == [2, 2]
    with pytest.raises(vy.ArgumentError, match=r"A602.*kernels do not have"):
        scale(np.ones(2, np.complex64), 2, backend="reference")


def test_A604_and_A601_are_those_of_any_kernel() -> None:
    with pytest.raises(vy.ArgumentError, match="A604"):
        scale([1, 2], 2, backend="reference")
    with pytest.raises(vy.ArgumentError, match=r"A601.*missing"):
        scale(np.ones(2, np.uint32), backend="reference")
    with pytest.raises(vy.ArgumentError, match="A604"):
        scale(np.ones(2, np.uint32), 1.5, backend="reference")


def test_errors_of_the_body_name_the_types() -> None:
    kernel = vy.kernel_from_source("def k(x: vy.In, y: vy.InOut):\n    y[vy.global_id()] += x[0]\n")
    assert kernel(np.ones(1, np.uint32), np.ones(2, np.uint32), backend="reference").tolist() == [2, 2]
    with pytest.raises(vy.KernelTypeError, match=r"K200[\s\S]*f32 in this call[\s\S]*u32 in this call"):
        kernel(np.ones(1, np.float32), np.ones(1, np.uint32), backend="reference")


def test_a_warning_comes_once() -> None:
    text = "def k(x: vy.In, out: vy.Out[vy.u32]):\n    i = vy.global_id()\n    out[i] = vy.u32(x[i]) << 40\n"
    kernel = vy.kernel_from_source(text)
    with pytest.warns(UserWarning, match="shift"):
        kernel(np.ones(1, np.uint8), backend="reference")
    assert kernel(np.ones(1, np.uint16), backend="reference").tolist() == [1 << 8]  # a second one would be an error


def test_init_is_checked_against_the_type_of_the_call() -> None:
    text = "@vy.kernel(init={'out': 300})\ndef k(x: vy.In[T], out: vy.Out[T]):\n    i = vy.global_id()\n    if i == 0:\n        out[i] = x[i]\n"
    kernel = vy.kernel_from_source(text, namespace={"T": vy.TypeVar("T")}, name="k")
    assert kernel(np.ones(2, np.float32), backend="reference", domain=2).tolist() == [1, 300]
    assert kernel(np.ones(2, np.int16), backend="reference", domain=2).tolist() == [1, 300]
    with pytest.raises(vy.KernelSyntaxError, match=r"K113[\s\S]*u8 in this call"):
        kernel(np.ones(2, np.uint8), backend="reference", domain=2)


def test_named_dimensions_of_open_types() -> None:
    text = "N, = vy.dims('N')\n@vy.kernel\ndef k(x: vy.In[T, N], out: vy.Out[T, N + 1]):\n    i = vy.global_id()\n    out[i] = x[i]\n"
    kernel = vy.kernel_from_source(text, namespace={"T": vy.TypeVar("T")}, name="k")
    for dtype in (np.uint8, np.float32):
        assert kernel(np.arange(3, dtype=dtype), backend="reference").tolist() == [0, 1, 2, 0]
