"""Structured dtypes as records: layout, names, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import vyre as vy
from vyre.dtypes import bool_, f32, i16, u8, u32
from vyre.errors import KernelTypeError, ValidationError
from vyre.ir.builder import Builder
from vyre.ir.program import Field, Program, Record
from vyre.ir.structs import parts_of, record_of
from vyre.run.records import fits_record, numpy_record

NESTED = np.dtype([("a", "u1"), ("p", [("x", "f4"), ("q", [("y", "i2", (2,))])]), ("n", "u4")], align=True)


def test_a_record_has_every_scalar_with_its_place() -> None:
    assert record_of(NESTED) == Record(
        16, (Field("a", u8, 0), Field("p.x", f32, 4), Field("p.q.y", i16, 8, (2,)), Field("n", u32, 12))
    )


def test_titles_overlaps_and_holes_are_taken_as_they_are() -> None:
    titled = np.dtype([(("a title", "a"), "?"), ("b", "u4")])
    assert [f.name for f in record_of(titled).fields] == ["a", "b"]
    union = np.dtype({"names": ["n", "b"], "formats": ["u4", "u1"], "offsets": [2, 3], "itemsize": 9})
    assert record_of(union) == Record(9, (Field("n", u32, 2), Field("b", u8, 3)))


@pytest.mark.parametrize("dtype", [NESTED, np.dtype([("b", "?"), ("v", "f8", (2, 3))]), np.dtype([("x", "f4")])])
def test_a_record_gives_its_dtype_again(dtype: np.dtype[Any]) -> None:
    record = record_of(dtype)
    again = numpy_record(record)
    assert record_of(again) == record
    assert fits_record(record, dtype)
    assert fits_record(record, dtype.newbyteorder(">"))


def test_what_does_not_fit() -> None:
    record = vy.struct([("x", "f4"), ("n", "u4")])
    for other in (
        "u8",
        [("x", "f4"), ("m", "u4")],
        [("n", "u4"), ("x", "f4")],
        [("x", "f4"), ("n", "i4")],
        [("x", "f4"), ("n", "u4"), ("z", "u1")],
        [("x", "f4"), ("n", "S4")],
    ):
        assert not fits_record(record, np.dtype(other)), other
    reordered = np.dtype({"names": ["n", "x"], "formats": ["u4", "f4"], "offsets": [4, 0]})
    assert fits_record(record, reordered)  # the same bytes mean the same


def test_parts_are_every_scalar_in_order() -> None:
    found = [(p.name, p.field, p.inner) for p in parts_of(record_of(NESTED), "p")]
    assert found == [("x", "p.x", ()), ("q.y", "p.q.y", (0,)), ("q.y", "p.q.y", (1,))]


@pytest.mark.parametrize(
    "given", ["u4", "nonsense", [("x", ">u4")], [("x", "S3")], [("x", "O")], [("a b", "u1")], 3, []]
)
def test_K171_what_is_no_record(given: Any) -> None:
    with pytest.raises(KernelTypeError) as caught:
        vy.struct(given)
    assert caught.value.code == "K171"
    assert caught.value.fix


def test_K171_the_fix_for_bytes_and_dates_keeps_the_memory() -> None:
    given = np.array([(b"abc", "2024-01-01T00:00:05", 7)], [("s", "S3"), ("t", "M8[s]"), ("n", "u2")])
    with pytest.raises(KernelTypeError, match=r"'s', 'u1', 3"):
        vy.struct(given.dtype)
    seen = given.view([("s", "u1", 3), ("t", "i8"), ("n", "u2")])

    text = "def k(r: vy.In[dtype], out: vy.Out[vy.i64]):\n    i = vy.global_id()\n    out[i] = r[i].t + vy.i64(r[i].s[1])\n"
    k = vy.kernel_from_source(text, namespace={"dtype": seen.dtype})
    for backend in ("reference", "cpu"):
        assert k(seen, backend=backend).tolist() == [given["t"].astype("i8")[0] + ord("b")]


# -- the builder ---------------------------------------------------------------------------------------------------


def built() -> tuple[Builder, Any, Any]:
    b = Builder("k", domain="s")
    return b, b.input("r", vy.struct(NESTED)), b.inout("s", vy.struct(NESTED))


def test_the_builder_reads_and_stores_fields() -> None:
    b, r, s = built()
    i = b.global_id()
    s[i].n = r[i].n + 1
    s[i].p.x = r[i + 1].p.x
    s[i]["a"] = 7
    s[i].p.q.y[i % 2] = r[i].p.q.y[1]
    s.flat[3].p = r.flat[4].p
    program = b.build()
    assert Program.parse(program.to_text()) == program
    assert Program.from_bytes(program.to_bytes()) == program
    text = program.to_text()
    assert "s[v0] .p.q.y[" in text
    given = np.zeros(6, NESTED)
    given["n"] = range(6)
    given["p"]["x"] = range(6)
    given["p"]["q"]["y"][:, 1] = range(10, 16)
    for backend in ("reference", "cpu"):
        with vy.Session(backend) as session:
            (got,) = session.dispatch(program, [given, np.zeros(6, NESTED)], backend=backend)
        assert got["n"].tolist() == [1, 2, 3, 4, 5, 6]
        assert got["p"]["x"].tolist() == [1, 2, 3, 4, 5, 0]
        assert got["a"].tolist() == [7] * 6
        assert got["p"]["q"]["y"].tolist()[:3] == [[10, 0], [0, 11], [12, 0]]
        assert got["p"]["q"]["y"][3].tolist() == [0, 14]


def test_a_local_in_a_subscript_is_read_when_the_element_is_named() -> None:
    b = Builder("k")
    s = b.inout("s", vy.struct([("n", "u4")]))
    x = b.let("x", 1, u32)
    element = s[x]
    x.set(2)
    element.n = 9
    program = b.build()
    with vy.Session("reference") as session:
        (got,) = session.dispatch(program, [np.zeros(3, [("n", "u4")])], config=vy.DispatchConfig(dispatch_elements=1))
    assert got["n"].tolist() == [0, 9, 0]


def _store(target: Any, name: str, value: Any) -> Callable[[], None]:
    return lambda: setattr(target, name, value)


def test_V404_what_the_builder_refuses() -> None:
    b, r, s = built()
    out = b.output("out", vy.u32)
    i = b.global_id()
    wrong: list[Callable[[], None]] = [
        _store(s[i], "m", 1),
        _store(s[i], "p", r[i]),
        _store(s[i], "p", 1),
        lambda: s.__setitem__(i, 1),
        lambda: s[i].p.q.y.__setitem__((0, 0), 1),
        lambda: out.__setitem__(i, r[i]),
    ]
    for store in wrong:
        with pytest.raises(ValidationError) as caught:
            store()
        assert caught.value.code == "V404"
        assert caught.value.place is not None
        assert caught.value.fix


def test_names_of_fields_are_no_part_of_the_fingerprint_but_of_the_labels() -> None:
    def program(name: str) -> Program:
        b = Builder("k")
        s = b.inout("s", Record(5, (Field(name, u32, 1), Field("b", bool_, 0))))
        b.store(s, b.global_id(), 3, field=name)
        return b.build()

    one, two = program("x"), program("y")
    assert one.fingerprint == two.fingerprint
    assert one.labels != two.labels
    with vy.Session("cpu") as session:
        for p, name in ((one, "x"), (two, "y"), (one, "x")):
            given = np.zeros(2, np.dtype({"names": [name, "b"], "formats": ["u4", "?"], "offsets": [1, 0]}))
            assert session.dispatch(p, [given])[0][name].tolist() == [3, 3]
