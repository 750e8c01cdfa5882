"""f16 and bf16 at the host's door: arrays of NumPy and ml_dtypes, scalars, bytes, files, specs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import vyre as vy
from vyre.run.session import Session

bf16: Any = ml_dtypes.bfloat16
CLASSES: dict[str, Any] = {"f16": np.float16, "bf16": bf16}
HOSTS = {"f16": "numpy.float16", "bf16": "ml_dtypes.bfloat16"}
ON = pytest.mark.parametrize("backend", ["reference", "cpu"])
BOTH = pytest.mark.parametrize("name", CLASSES)


def scale(name: str) -> vy.Kernel:
    text = f"""import vyre as vy
@vy.kernel
def scale(flag: vy.bool_, a: vy.{name}, x: vy.In[vy.{name}], small: vy.u8, b: vy.{name}, wide: vy.f32, out: vy.Out[vy.{name}]):
    i = vy.global_id()
    if i < out.size:
        out[i] = a * x[i] + b + vy.{name}(small) + vy.{name}(wide) if flag else b
"""
    return vy.kernel_from_source(text, name="scale")


def number(name: str) -> vy.Kernel:
    text = f"import vyre as vy\n@vy.kernel(domain=1)\ndef number(a: vy.{name}, out: vy.Out[vy.{name}, 1]):\n    out[0] = a\n"
    return vy.kernel_from_source(text, name="number")


@ON
@BOTH
def test_arrays_and_scalars_of_every_kind(backend: str, name: str) -> None:
    kernel, kind = scale(name), CLASSES[name]
    x = np.arange(100).astype(kind)
    wanted = [kind(1.5) * v + kind(2) + kind(3) + kind(0.5) for v in x]
    for a, b in ((1.5, 2), (kind(1.5), kind(2)), (np.array(1.5, kind), 2.0), (kind(1.5).tobytes(), kind(2).tobytes())):
        out = kernel(True, a, x, 3, b, 0.5, backend=backend)
        assert out.dtype == np.dtype(kind)
        assert out.tolist() == [float(v) for v in wanted]
    assert kernel(False, 1.0, x, 0, -0.0, 0.0, backend=backend).view(np.uint16).tolist() == [0x8000] * 100


@ON
@BOTH
def test_a_python_number_is_rounded_once_or_refused(backend: str, name: str) -> None:
    """Rules 1.2 and 3.1: by way of f32 the first two would tie, and go down."""
    kernel = number(name)
    one = {"f16": 0x3C00, "bf16": 0x3F80}[name]
    digits = {"f16": 11, "bf16": 8}[name]
    given = {
        1 + 2.0**-digits + 2.0**-50: one + 1, 1 + 2.0**-digits: one, 1 + 3 * 2.0**-digits: one + 2, 1 << digits: None, np.inf: None, -np.inf: None,
        {"f16": 65519.99, "bf16": 3.3961775292304e38}[name]: {"f16": 0x7BFF, "bf16": 0x7F7F}[name],
    }  # fmt: skip
    for value, bits in given.items():
        found = kernel(value, backend=backend)
        assert found.tolist() == [value] if bits is None else found.view(np.uint16).tolist() == [bits]
    nan = kernel(np.nan, backend=backend)
    assert nan.view(np.uint16).tolist() == [{"f16": 0x7E00, "bf16": 0x7FC0}[name]]
    whole = (1 << digits) + 1
    with pytest.raises(vy.VyreError, match="does not hold this number") as caught:
        kernel(whole, backend=backend)
    assert (caught.value.code, caught.value.fix) == ("A608", "pass float(x), to round it")
    assert kernel(float(whole), backend=backend).tolist() == [whole - 1]  # its Fix
    with pytest.raises(vy.VyreError) as caught:
        kernel({"f16": 65520.0, "bf16": 3.39617752923047e38}[name], backend=backend)
    assert (caught.value.code, caught.value.fix) == ("A608", "pass a smaller number")


@BOTH
def test_another_type_is_refused_with_a_fix_that_works(name: str) -> None:
    kernel, kind = scale(name), CLASSES[name]
    x = np.arange(5, dtype=np.float32)
    with pytest.raises(vy.VyreError) as caught:
        kernel(True, 1.0, x, 0, 0.0, 0.0, backend="cpu")
    assert (caught.value.code, caught.value.fix) == ("A602", f"pass x.astype({HOSTS[name]})")
    assert kernel(True, 1.0, x.astype(kind), 0, 0.0, 0.0, backend="cpu").tolist() == [0, 1, 2, 3, 4]
    with pytest.raises(vy.VyreError) as caught:
        number(name)(np.float32(1.5), backend="cpu")
    assert (caught.value.code, caught.value.fix) == ("A602", f"pass {HOSTS[name]}(x)")
    assert number(name)(kind(1.5), backend="cpu").tolist() == [1.5]


@ON
def test_what_numpy_saves_of_a_bf16_array_needs_a_view(backend: str, tmp_path: Path) -> None:
    kernel = scale("bf16")
    np.save(tmp_path / "x.npy", np.arange(5).astype(bf16))
    x = np.load(tmp_path / "x.npy")  # NumPy forgets the name
    with pytest.raises(vy.VyreError) as caught:
        kernel(True, 1.0, x, 0, 0.0, 0.0, backend=backend)
    assert (caught.value.code, caught.value.fix) == ("A602", "pass x.view(ml_dtypes.bfloat16)")
    assert kernel(True, 1.0, x.view(bf16), 0, 0.0, 0.0, backend=backend).tolist() == [0, 1, 2, 3, 4]


@ON
@BOTH
def test_in_place_without_copies_strided_foreign_and_as_bytes(session: Session, backend: str, name: str) -> None:
    kind = CLASSES[name]
    text = f"import vyre as vy\n@vy.kernel\ndef twice(x: vy.InOut[vy.{name}]):\n    i = vy.global_id()\n    x[i] = x[i] + x[i]\n"
    twice = vy.kernel_from_source(text, name="twice")
    x = np.arange(50).astype(kind)
    forbid = vy.DispatchConfig(copies="forbid")
    for _ in range(3):  # the later ones are warm
        assert twice(x, backend=backend, config=forbid) is x
    assert x.tolist() == [8 * k for k in range(50)]
    strided = np.arange(100).astype(kind)
    twice(strided[::2], backend=backend)
    assert strided.tolist() == [2 * k if k % 2 == 0 else k for k in range(100)]
    foreign = np.arange(5).astype(kind).astype(np.dtype(kind).newbyteorder(">"))
    copy = vy.kernel_from_source(
        f"import vyre as vy\n@vy.kernel\ndef copy(a: vy.In[vy.{name}], out: vy.Out[vy.{name}]):\n    i = vy.global_id()\n    out[i] = a[i]\n",
        name="copy",
    )
    assert copy(foreign, backend=backend).tolist() == [0, 1, 2, 3, 4]
    (raw,) = session.dispatch(copy.program, [x.tobytes()], backend=backend, domain=50, out=[bytearray(100)])
    assert bytes(raw) == x.tobytes()
    assert copy(np.zeros(0, kind), backend=backend).tolist() == []


@BOTH
def test_specs_receipts_and_the_check(name: str) -> None:
    kind, kernel = CLASSES[name], scale(name)
    spec = vy.ArraySpec(getattr(vy, name), 1)
    x = np.arange(20).astype(kind)
    report = kernel.check(True, 1.5, x, 1, 0.25, 1.0)
    assert report.ok
    assert {row.backend: row.status for row in report.rows}["cpu"] == "equal"
    copy = vy.kernel_from_source(
        f"import vyre as vy\n@vy.kernel\ndef copy(a: vy.In[vy.{name}], out: vy.Out[vy.{name}]):\n    i = vy.global_id()\n    out[i] = a[i]\n",
        name="copy",
    )
    assert copy.compile(spec, backend="cpu")(x).tolist() == x.tolist()
    with pytest.raises(vy.VyreError) as caught:
        copy.compile(np.zeros(3, np.float32), backend="cpu")
    assert (caught.value.code, caught.value.fix) == ("A602", f"pass an array of vy.{name}")
