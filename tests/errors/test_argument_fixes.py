"""Every error about an array argument: its Fix is taken out of the text, run as it stands, and the call gives the right bytes.

What is read, what is written in place and what is given as ``out=`` want different Fixes of the same mistake.
"""

from __future__ import annotations

import array
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

import vyre as vy


@vy.kernel
def more(given: vy.In[vy.u32], made: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    if i < made.size:
        made[i] = given[i] + 1


@vy.kernel
def bump(given: vy.InOut[vy.u32]) -> None:
    i = vy.global_id()
    if i < given.size:
        given[i] += 1


@vy.kernel
def bump_bytes(given: vy.InOut[vy.u8]) -> None:
    i = vy.global_id()
    if i < given.size:
        given[i] += 1


@vy.kernel
def fixed(given: vy.In[vy.u32], made: vy.Out[vy.u32, 3]) -> None:  # type: ignore[valid-type]  # a number is a shape here
    i = vy.global_id()
    if i < made.size:
        made[i] = given[i] + 1


@vy.kernel
def square(given: vy.In[vy.u32], made: vy.Out[vy.u32]) -> None:
    i, j = vy.global_id(0), vy.global_id(1)
    made[i, j] = given[i, j] + 1


CODE = re.compile(
    r"(?:bring it .*: h = |pass |write x = |allocate \w+ = )(?P<code>.+?)"
    r"(?:, and pass x: .*|, pass out=\w+.*|; or .*|, to (?:keep|convert).*|, or .*|: \d+ bytes.*|; then .*)?"
)
FORBID = vy.DispatchConfig(copies="forbid")
WORDS = np.array([3, 1, 4], np.uint32)


def applied(fix: str, given: Any) -> Any:
    """What the Fix's own code makes of the argument."""
    found = CODE.fullmatch(fix)
    assert found is not None, fix
    return eval(found["code"], {"numpy": np, "x": given})


def read_only(values: Any) -> Any:
    made = np.array(values)
    made.flags.writeable = False
    return made


def repeated(shape: tuple[int, ...], strides: tuple[int, ...]) -> Any:
    return np.lib.stride_tricks.as_strided(np.zeros(64, np.uint32), shape, strides)


@dataclass(frozen=True, slots=True)
class Row:
    """``gives``: the elements after one more was added; of ``out=`` always those of :data:`WORDS`."""

    name: str
    code: str
    make: Callable[[], Any]
    gives: list[int]
    kernel: vy.Kernel = more
    forbid: bool = False


IN = [
    Row("floats", "A602", lambda: np.array([3.0, 1.0, 4.0]), [4, 2, 5]),
    Row("complex numbers", "A602", lambda: np.array([3 + 1j, 1]), [4, 2]),
    Row("signed", "A602", lambda: np.array([-1, 5], np.int32), [0, 6]),
    Row("bools", "A602", lambda: np.array([True, False]), [2, 1]),
    Row("objects", "A602", lambda: np.array([3, 1], object), [4, 2]),
    Row("digits", "A602", lambda: np.array(["3", "1"]), [4, 2]),
    Row("records", "A602", lambda: np.array([(3, 1.0), (1, 2.0)], [("a", "u4"), ("b", "f8")]), [4, 2]),
    Row("records of other types", "A602", lambda: np.array([(3,), (1,)], [("a", "f8")]), [4, 2]),
    Row("pixels", "A602", lambda: np.array([3, 1, 4, 1], np.uint8), [4, 2, 5, 2]),
    Row("odd pixels", "A602", lambda: np.array([3, 1, 4], np.uint8), [4, 2, 5]),
    Row("strided pixels", "A602", lambda: np.array([3, 1, 4, 1], np.uint8)[::2], [4, 5]),
    Row("bytes", "A602", WORDS.tobytes, [4, 2, 5]),
    Row("bytearray", "A602", lambda: bytearray(WORDS.tobytes()), [4, 2, 5]),
    Row("five bytes", "A602", lambda: b"\3\0\0\0\1", [4, 2]),
    Row("seven bytes", "A602", lambda: bytearray(b"\3\0\0\0\1\0\0"), [4, 2]),
    Row("every second byte", "A602", lambda: memoryview(b"\3\3\0\3\0\3\0\3")[::2], [4]),
    Row("array.array of bytes", "A602", lambda: array.array("B", WORDS.tobytes()), [4, 2, 5]),
    Row("array.array of floats", "A602", lambda: array.array("d", [3, 1]), [4, 2]),
    Row("array.array of signed", "A602", lambda: array.array("i", [3, 1]), [4, 2]),
    Row("a NumPy float", "A602", lambda: np.float64(3), [4], kernel=vy.kernel_from_source(
        "def flat(given: vy.In[vy.u32], made: vy.Out[vy.u32]):\n    i = vy.global_id()\n    made.flat[i] = given.flat[i] + 1\n"
    )),
    Row("two axes", "A603", lambda: WORDS.reshape(1, 3), [4, 2, 5]),
    Row("two axes, transposed", "A603", lambda: np.array([[1, 2], [3, 4]], np.uint32).T, [2, 4, 3, 5]),
    Row("a matrix", "A603", lambda: WORDS.view(np.matrix), [4, 2, 5]),
    Row("two axes of a memoryview", "A603", lambda: memoryview(WORDS.tobytes()).cast("I", (1, 3)), [4, 2, 5]),
    Row("a list", "A604", lambda: [3, 1, 4], [4, 2, 5]),
    Row("a tuple", "A604", lambda: (3, 1, 4), [4, 2, 5]),
    Row("a range", "A604", lambda: range(3), [1, 2, 3]),
    Row("a set", "A604", lambda: {7}, [8]),
    Row("a generator's values", "A604", lambda: dict.fromkeys([3, 1]).keys(), [4, 2]),
    Row("a number", "A604", lambda: 7, [8]),
    Row("strided", "A606", lambda: np.arange(6, dtype=np.uint32)[::2], [1, 3, 5], forbid=True),
    Row("big-endian", "A606", lambda: np.array([3, 1], ">u4"), [4, 2], forbid=True),
    Row("unaligned", "A606", lambda: np.frombuffer(b"\0" + WORDS.tobytes(), np.uint8)[1:].view("<u4"), [4, 2, 5], forbid=True),
]  # fmt: skip

INOUT = [
    Row("floats", "A602", lambda: np.array([3.0, 1.0, 4.0]), [4, 2, 5]),
    Row("signed", "A602", lambda: np.array([-1, 5], np.int32), [0, 6]),
    Row("pixels", "A602", lambda: np.array([3, 1, 4, 1], np.uint8), [4, 2, 5, 2]),
    Row("bytearray", "A602", lambda: bytearray(WORDS.tobytes()), [4, 2, 5]),
    Row("five bytes", "A602", lambda: bytearray(b"\3\0\0\0\1"), [4, 2]),
    Row("every second byte", "A602", lambda: memoryview(bytearray(b"\3\3\0\3\0\3\0\3"))[::2], [4]),
    Row("records", "A602", lambda: np.array([(3, 1.0), (1, 2.0)], [("a", "u4"), ("b", "f8")]), [4, 2]),
    Row("array.array of signed", "A602", lambda: array.array("i", [3, 1]), [4, 2]),
    Row("two axes", "A603", lambda: WORDS.reshape(1, 3).copy(), [4, 2, 5]),
    Row("a matrix", "A603", lambda: WORDS.copy().view(np.matrix), [4, 2, 5]),
    Row("a list", "A604", lambda: [3, 1, 4], [4, 2, 5]),
    Row("a range", "A604", lambda: range(3), [1, 2, 3]),
    Row("a number", "A604", lambda: 7, [8]),
    Row("a text", "A604", lambda: "ab", [98, 99], kernel=bump_bytes),
    Row("a read-only array", "A605", lambda: read_only(WORDS), [4, 2, 5]),
    Row("a broadcast", "A605", lambda: np.broadcast_to(np.uint32(7), (2,)), [8, 8]),
    Row("a NumPy scalar", "A605", lambda: np.uint32(7), [8]),
    Row("bytes", "A605", lambda: b"ab", [98, 99], kernel=bump_bytes),
    Row("bytes for words", "A605", WORDS.tobytes, [4, 2, 5]),
    Row("five bytes for words", "A605", lambda: b"\3\0\0\0\1", [4, 2]),
    Row("a read-only memoryview", "A605", lambda: memoryview(WORDS.tobytes()).cast("I"), [4, 2, 5]),
    Row("strided", "A606", lambda: np.arange(6, dtype=np.uint32)[::2], [1, 3, 5], forbid=True),
    Row("one element, many times", "A607", lambda: repeated((3,), (0,)), [1, 1, 1]),
]

OUT = [
    Row("floats", "A602", lambda: np.zeros(3), []),
    Row("pixels", "A602", lambda: np.zeros(3, np.uint8), []),
    Row("bytearray", "A602", lambda: bytearray(3), []),
    Row("two axes", "A603", lambda: np.zeros((1, 3), np.uint32), []),
    Row("lists", "A604", lambda: ([0, 0, 0],), []),
    Row("a read-only array", "A605", lambda: read_only(np.zeros(3, np.uint32)), []),
    Row("a read-only array of floats", "A602", lambda: read_only(np.zeros(3)), []),
    Row("bytes", "A605", lambda: bytes(3), []),
    Row("bytes of three", "A605", lambda: bytes(12), []),
    Row("bytearray of three", "A602", lambda: bytearray(12), []),
    Row("a NumPy scalar", "A605", lambda: np.uint32(3), []),
    Row("strided", "A606", lambda: np.zeros(6, np.uint32)[::2], [], forbid=True),
    Row("one element, many times", "A607", lambda: repeated((3,), (0,)), []),
    Row("a mask", "A604", lambda: np.ma.masked_array(np.zeros(3, np.uint32), mask=True), []),
    Row("another shape", "A615", lambda: np.zeros(4, np.uint32), [], kernel=fixed),
]


def _ids(rows: list[Row]) -> list[str]:
    return [f"{row.code} {row.name}" for row in rows]


def _config(row: Row) -> vy.DispatchConfig:
    return FORBID if row.forbid else vy.DispatchConfig()


@pytest.mark.parametrize("backend", ["reference", "cpu"])
@pytest.mark.parametrize("row", IN, ids=_ids(IN))
def test_what_is_read(row: Row, backend: str) -> None:
    given = row.make()
    with pytest.raises(vy.ArgumentError) as caught:
        row.kernel(given, backend=backend, config=_config(row))
    assert caught.value.code == row.code, str(caught.value)
    got = row.kernel(applied(caught.value.fix, given), backend=backend, config=_config(row))
    assert got.ravel().tolist() == row.gives


@pytest.mark.parametrize("backend", ["reference", "cpu"])
@pytest.mark.parametrize("row", INOUT, ids=_ids(INOUT))
def test_what_is_written_in_place_keeps_its_results(row: Row, backend: str) -> None:
    kernel = bump if row.kernel is more else row.kernel
    given = row.make()
    with pytest.raises(vy.ArgumentError) as caught:
        kernel(given, backend=backend, config=_config(row))
    assert caught.value.code == row.code, str(caught.value)
    if row.code != "A603":  # which keeps the caller's own memory
        assert "write x = " in caught.value.fix
        assert "pass x" in caught.value.fix
    x = applied(caught.value.fix, given)
    kernel(x, backend=backend, config=_config(row))
    assert np.asarray(x).ravel().tolist() == row.gives


@pytest.mark.parametrize("backend", ["reference", "cpu"])
@pytest.mark.parametrize("row", OUT, ids=_ids(OUT))
def test_what_is_given_as_out_is_allocated(row: Row, backend: str) -> None:
    given = row.make()
    with pytest.raises(vy.ArgumentError) as caught:
        row.kernel(WORDS, out=given, backend=backend, config=_config(row))
    assert caught.value.code == row.code, str(caught.value)
    fix = caught.value.fix.replace("numpy.empty(shape,", "numpy.empty(3,")  # where the argument does not tell it
    made = applied(fix, given) if "x.data" not in fix else given.data
    assert row.kernel(WORDS, out=made, backend=backend, config=_config(row)) is made
    assert made.tolist() == [4, 2, 5]
    if row.code in ("A602", "A605"):
        assert caught.value.fix.endswith(", pass out=made, and read the result from it")


@pytest.mark.parametrize(
    ("given", "code", "gives"),
    [
        (np.int32(1), "A602", 1),
        (np.float32(2.5), "A602", 2),
        (np.array([5], np.uint32), "A602", 5),
        (np.array([[5.0]]), "A602", 5),
        (np.array([5, 6], np.uint32), "A602", 5),
        (2.0, "A604", 2),
        ("7", "A604", 7),
        (True, "A604", 1),
    ],
    ids=str,
)
def test_a_number(given: Any, code: str, gives: int) -> None:
    def run(n: Any) -> Any:
        return shifted(WORDS, n, backend="reference").tolist()

    with pytest.raises(vy.ArgumentError) as caught:
        run(given)
    assert caught.value.code == code
    found = re.search(r"(numpy\.uint32\(.*\)|int\(x\))(?:,.*)?$", caught.value.fix)
    assert found is not None, caught.value.fix
    assert run(eval(found[1], {"numpy": np, "x": given})) == (WORDS + gives).tolist()


@vy.kernel
def shifted(given: vy.In[vy.u32], n: vy.u32, made: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    if i < made.size:
        made[i] = given[i] + n


@vy.kernel
def scaled(given: vy.In[vy.f32], n: vy.f32, made: vy.Out[vy.f32]) -> None:
    i = vy.global_id()
    if i < made.size:
        made[i] = given[i] * n


def test_a_number_that_does_not_fit() -> None:
    ones = np.ones(2, np.float32)
    for given in (16777217, -16777219):
        with pytest.raises(vy.ArgumentError, match=r"A608[\s\S]*Fix: pass float\(x\), to round it"):
            scaled(ones, given, backend="reference")
        assert scaled(ones, float(given), backend="reference").tolist() == [float(np.float32(given))] * 2
    for given in (10**39, 10**400, 1e39):  # type: ignore[assignment]  # a float too
        with pytest.raises(vy.ArgumentError, match=r"A608[\s\S]*Fix: pass a smaller number"):
            scaled(ones, given, backend="reference")
    with pytest.raises(vy.ArgumentError, match=r"A608[\s\S]*Fix: pass a value in 0 \.\.\. 4294967295"):
        shifted(WORDS, -1, backend="reference")
    assert shifted(WORDS, 4294967295, backend="reference").tolist() == [2, 0, 3]


def test_out_of_several_entries_for_one_parameter() -> None:
    with pytest.raises(vy.ArgumentError, match=r"A601[\s\S]*Fix: pass one NumPy array per Out parameter: out=made"):
        more(WORDS, out=[0, 0, 0], backend="reference")
    made = np.zeros(3, np.uint32)
    assert more(WORDS, out=made, backend="reference").tolist() == [4, 2, 5]


# -- domains and shapes --------------------------------------------------------------------------------
@vy.kernel
def scattered(given: vy.InOut[vy.u32]) -> None:
    given[2 - vy.global_id()] += 1


@vy.kernel
def nothing(n: vy.u32) -> None:
    cell = vy.shared(vy.u32, 1)
    cell[0] = n


def of_rank_2(workgroup: str, index: str) -> vy.Kernel:
    return vy.kernel_from_source(
        f"@vy.kernel(workgroup={workgroup})\ndef k(given: vy.In[vy.u32], made: vy.Out[vy.u32]):\n"
        f"    i = vy.global_id()\n    if i < made.size:\n        made[{index}] = given[{index}] + 1\n"
    )


def test_no_domain_and_a_workgroup_of_two_axes() -> None:
    with pytest.raises(vy.ArgumentError) as caught:
        of_rank_2("(8, 8)", "i")(WORDS, backend="reference")
    assert caught.value.code == "A611"
    assert caught.value.fix.startswith("write workgroup=64; or")
    assert of_rank_2("64", "i")(WORDS, backend="reference").tolist() == [4, 2, 5]


def test_a_domain_of_two_axes_names_no_array_of_one() -> None:
    """An array of one axis would be refused as the domain, so it is no candidate."""
    kernel = of_rank_2("(1, 8)", "2 - i - vy.global_id(1)")
    with pytest.raises(vy.ArgumentError) as caught:
        kernel(WORDS, backend="reference")
    assert caught.value.code == "A611"
    assert "domain= (a tuple of 2 numbers)" in caught.value.fix
    assert kernel(WORDS, domain=(3, 1), backend="reference").tolist() == [4, 2, 5]


def test_no_domain_and_only_an_inout() -> None:
    with pytest.raises(vy.ArgumentError, match=r"A611[\s\S]*Fix: .*domain= \('given' or a number\)"):
        scattered(WORDS.copy(), backend="reference")
    for domain in ("given", 3):
        x = WORDS.copy()
        scattered(x, domain=domain, backend="reference")
        assert x.tolist() == [4, 2, 5]


def test_no_domain_and_no_array() -> None:
    with pytest.raises(vy.ArgumentError, match=r"A611[\s\S]*Fix: .*domain= \(a number\)"):
        nothing(3, backend="reference")
    assert nothing(3, domain=1, backend="reference") == ()


def test_no_shape_of_two_axes() -> None:
    kernel = vy.kernel_from_source(
        "def made_of(n: vy.u32, made: vy.Out[vy.u32]):\n    made[vy.global_id(0), vy.global_id(1)] = n\n"
    )
    with pytest.raises(vy.ArgumentError) as caught:
        kernel(3, backend="reference")
    assert caught.value.code == "A612"
    assert "vy.Out[vy.u32, 256, 256]" in caught.value.fix
    assert 'shapes={"made": (n, m)}' in caught.value.fix
    assert kernel(3, shapes={"made": (2, 1)}, backend="reference").tolist() == [[3], [3]]
    declared = vy.kernel_from_source(
        "def made_of(n: vy.u32, made: vy.Out[vy.u32, 2, 1]):\n    made[vy.global_id(0), vy.global_id(1)] = n\n"
    )
    assert declared(3, backend="reference").tolist() == [[3], [3]]


def test_the_domain_of_a_named_object_is_its_elements_and_not_its_bytes(device: str) -> None:
    kernel = vy.kernel_from_source(
        "def groups(x: vy.In[vy.u32], y: vy.Out[vy.u32]):\n    y[vy.global_id()] = vy.num_groups()\n"
    )
    for given in (array.array("I", range(300)), memoryview(np.arange(300, dtype=np.uint32).tobytes()).cast("I")):
        assert kernel(given, domain="x", backend=device)[0] == 2
    with pytest.raises(vy.ArgumentError, match=r"A604[\s\S]*Fix: pass numpy.array\(x, numpy.uint32\)"):
        kernel([1, 2], domain="x", backend=device)


def test_bytes_of_a_matrix_take_its_shape() -> None:
    with pytest.raises(vy.ArgumentError) as caught:
        square(WORDS.tobytes(), backend="reference")
    assert caught.value.code == "A602"
    found = CODE.fullmatch(caught.value.fix)
    assert found is not None
    x = eval(found["code"], {"numpy": np, "x": WORDS.tobytes(), "shape": (1, 3)})
    assert square(x, backend="reference").tolist() == [[4, 2, 5]]
