"""Annotations and type variables as other languages have them: typed errors at their line, whose Fixes run."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest

import vyre as vy
from tests.errors.applying import applied
from vyre.errors import UnknownName

V: Any = vy
WORDS = np.array([3, 1, 4], np.uint32)
FLOATS = np.array([3.5, 1.5, 4.5], np.float32)
PLAIN = "import vyre as vy\nimport numpy as np\ndef k({}, made: vy.InOut[vy.u32]):\n    i = vy.global_id()\n    made[i] = {}\n"
QUOTED = "from __future__ import annotations\n" + PLAIN


def refused(text: str) -> vy.VyreError:
    with pytest.raises(vy.VyreError) as caught:
        vy.kernel_from_source(text, name="k")
    return caught.value


def result(text: str, given: Any) -> list[int]:
    out = np.zeros(3, np.uint32)
    vy.kernel_from_source(text, name="k")(given, out, domain=3, backend="reference")
    return [int(v) for v in out]


def test_two_axes_are_two_subscripts_and_no_number_of_the_annotation() -> None:
    text = "import vyre as vy\ndef k(img: vy.In[{}], out: vy.Out[vy.f32]):\n    y = vy.global_id(0)\n    x = vy.global_id(1)\n"
    text += "    if y < img.shape[0] and x < img.shape[1]:\n        out[y, x] = img[y, x]\n"
    for wrong in ("vy.f32, 2", "vy.f32[:, :]"):
        error = refused(text.format(wrong))
        assert error.code in ("K156", "K110")
        assert "declare img: vy.In[vy.f32]" in error.fix or "the brackets are left out" in error.fix
    image = np.arange(6, dtype=np.float32).reshape(2, 3)
    made = vy.kernel_from_source(text.format("vy.f32"), name="k")(image, backend="reference")
    assert np.array_equal(made, image)


PARAMETERS: list[tuple[str, str, str, Any, list[int]]] = [
    ("n: vy.constexpr", "K114", "n + 1", 4, [5, 5, 5]),
    ("n: vy.uint32", "K114", "n + 1", 4, [5, 5, 5]),
    ("n: vy.float32", "K114", "vy.u32(n)", 4, [4, 4, 4]),
    ("x: vy.array(dtype=vy.u32)", "K114", "x[i]", WORDS, [3, 1, 4]),
    ("x: vy.array2d(dtype=float)", "K114", "vy.u32(x[i])", FLOATS, [3, 1, 4]),
    ("x: vy.types.ndarray(dtype=vy.f32, ndim=1)", "K114", "vy.u32(x[i])", FLOATS, [3, 1, 4]),
    ("x: vy.ndarray", "K114", "x[i]", WORDS, [3, 1, 4]),
    ("x: vy.Buffer[vy.f32]", "K114", "vy.u32(x[i])", FLOATS, [3, 1, 4]),
    ("x: vy.template()", "K114", "vy.u32(x[i])", FLOATS, [3, 1, 4]),
    ("x: vy.Input[vy.u32]", "K114", "x[i]", WORDS, [3, 1, 4]),
    ("x: vy.In[vy.float32]", "K114", "vy.u32(x[i])", FLOATS, [3, 1, 4]),
    ("x: vy.In[vy.uint32, 3]", "K114", "x[i]", WORDS, [3, 1, 4]),
    ("x: vy.In[vy.vec3]", "K114", "vy.u32(x[i, 1])", FLOATS.reshape(3, 1).repeat(2, 1), [3, 1, 4]),
    ("x: vy.u32[:]", "K110", "x[i]", WORDS, [3, 1, 4]),
    ("x: vy.f32[:, :]", "K110", "vy.u32(x[i, 0])", FLOATS.reshape(3, 1), [3, 1, 4]),
    ("x: vy.In[vy.u32][3]", "K110", "x[i]", WORDS, [3, 1, 4]),
]


@pytest.mark.parametrize("frame", [PLAIN, QUOTED], ids=["plain", "quoted"])
@pytest.mark.parametrize(("wrong", "code", "body", "given", "gives"), PARAMETERS, ids=[p[0] for p in PARAMETERS])
def test_an_annotation_of_another_language(
    frame: str, wrong: str, code: str, body: str, given: Any, gives: list[int]
) -> None:
    text = frame.format(wrong, body)
    error = refused(text)
    assert error.code == ("K114" if frame is QUOTED else code), str(error)
    assert error.place is not None
    assert wrong in error.place.text
    if frame is QUOTED and code == "K110":  # the Fix is of the annotation, and the place the parameter
        text = text.replace(wrong, f"{wrong.partition(':')[0]}: {error.fix.removeprefix('write ').partition(';')[0]}")
    else:
        text = applied(text, error)
    assert result(text, given) == gives


@pytest.mark.parametrize(
    ("wrong", "fix"),
    [
        ("x: vy.In['float32']", "write x: vy.In[vy.f32]"),
        ("x: vy.Out['u32']", "write x: vy.Out[vy.u32]"),
        ("x: vy.In[vy.u32, 'N']", 'name it above the kernel, (N,) = vy.dims("N"), and write N without quotes'),
        ("x: vy.In[vy.u32, ...]", "leave it out: an array that is declared without sizes takes any"),
        ("x: vy.In[vy.u32, :]", "leave it out: an array that is declared without sizes takes any"),
    ],
)
def test_what_stands_in_the_brackets(wrong: str, fix: str) -> None:
    error = refused(PLAIN.format(wrong, "1"))
    assert (error.code, error.fix) == ("K110", fix)
    assert error.place is not None


def test_a_marker_is_subscripted_with_the_type_that_was_written() -> None:
    error = refused(PLAIN.format("x: vy.In(vy.f32)", "1"))
    assert (error.code, error.fix) == ("K110", "write the type in square brackets: vy.In[vy.f32]")
    assert error.place is not None
    assert error.place.text[error.place.column : error.place.end_column] == "vy.In(vy.f32)"


def test_a_device_function_on_the_host_is_refused_at_its_line() -> None:
    with pytest.raises(vy.KernelSyntaxError, match=r"\[K100\]") as caught:
        V.global_id()
    assert caught.value.place is not None
    assert caught.value.place.text.strip() == "V.global_id()"


@pytest.mark.parametrize(
    ("make", "fix"),
    [
        (lambda: V.TypeVar("T", int), "vy.i32"),
        (lambda: V.TypeVar("T", vy.f32), "vy.f32"),
        (lambda: V.TypeVar("T", int, float), "vy.TypeVar('T', vy.i32, vy.f32)"),
        (lambda: V.TypeVar("T", np.float64, vy.f32), "vy.TypeVar('T', vy.f64, vy.f32)"),
        (lambda: V.TypeVar("T", np.dtype("u2"), vy.f32), "vy.TypeVar('T', vy.u16, vy.f32)"),
        (lambda: V.TypeVar("T", vy.f64, vy.f32, covariant=True), "vy.TypeVar('T', vy.f64, vy.f32)"),
        (lambda: V.TypeVar("T", bound=vy.f32), "vy.TypeVar('T')"),
        (lambda: V.TypeVar(vy.f64, vy.f32), "vy.TypeVar('T', vy.f64, vy.f32)"),
        (V.TypeVar, "vy.TypeVar('T')"),
    ],
)
def test_a_type_variable_that_cannot_be(make: Any, fix: str) -> None:
    with pytest.raises(vy.KernelSyntaxError, match=r"\[K116\]") as caught:
        make()
    error = caught.value
    code = error.fix.removeprefix("write ").partition(";")[0]
    assert code == fix
    assert error.place is not None
    text = f"import vyre as vy\nT = {code}\ndef k(x: vy.In[T], made: vy.InOut[vy.u32]):\n    made[vy.global_id()] = vy.u32(x[0])\n"
    dtype = np.int32 if code == "vy.i32" else np.float32
    assert result(text, np.array([7], dtype)) == [7] * 3


def test_names_of_dimensions_are_one_text() -> None:
    with pytest.raises(vy.KernelSyntaxError, match=r"\[K110\]") as caught:
        V.dims("M", "N")
    assert caught.value.fix == 'write vy.dims("M N")'
    assert len(vy.dims("M N")) == 2


# -- the host -------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("wrong", "fix"),
    [
        ("vy.jit", "use vy.kernel"),
        ("vy.cuda.jit", "use vy.kernel"),
        ("vy.atomic.add", "write vy.atomic_add"),
        ("vy.math.sqrt", "write vy.sqrt"),
        ("vy.float32", "use vy.f32"),
        ("vy.init(arch=1)", "leave it out: a device is opened at the first call"),
        ("vy.sessions()", "did you mean vy.session?"),
        ("vy.zzzz", "correct the name; dir(vyre) has those that there are"),
    ],
)
def test_a_name_that_vyre_does_not_have(wrong: str, fix: str) -> None:
    text = f"import vyre as vy\n\ndef f():\n    return [\n        {wrong},\n    ]\n\nf()\n"
    error = refused(text)
    assert isinstance(error, UnknownName)
    assert (error.code, error.fix) == ("K154", fix)
    assert error.place is not None
    assert (error.place.line, error.place.text) == (5, f"        {wrong},")


@pytest.mark.parametrize(
    "name",
    [
        "zeros",
        "to_device",
        "array",
        "field",
        "synchronize",
        "get_device",
        "select_device",
        "launch",
        "compile",
        "autotune",
    ],
)
def test_a_habit_of_the_host_says_what_the_host_does(name: str) -> None:
    with pytest.raises(UnknownName) as caught:
        getattr(vy, name)
    assert "vy.private" not in caught.value.fix
    assert re_words(caught.value.fix)


def re_words(fix: str) -> bool:
    """Whether each name of vy in a Fix exists."""
    import re

    return all(hasattr(vy, word) for word in re.findall(r"vy\.(\w+)", fix))


def test_a_missing_name_is_an_attribute_error_to_python() -> None:
    assert not hasattr(vy, "zzzz")
    assert getattr(vy, "zzzz", 3) == 3
    assert not hasattr(vy, "__wrapped__")
    with pytest.raises(ImportError):
        exec("from vyre import zzzz", {})
    with pytest.raises(UnknownName) as caught:
        _ = V.zzzz
    again = pickle.loads(pickle.dumps(caught.value))
    assert (type(again), str(again)) == (UnknownName, str(caught.value))
    assert str(copy.copy(caught.value)) == str(caught.value)
