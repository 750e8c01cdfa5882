"""Random structured dtypes: the CPU gives the bytes of the reference, and of NumPy where NumPy can say it.

Types, padding, order, unaligned places, records in records and sub-arrays are drawn; so is a small program of loads and stores
of fields at consecutive, strided, equal and foreign elements, with lanes on and off and subscripts beyond the end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import vyre as vy
from tests.sizes import size
from vyre.dtypes import BY_NAME
from vyre.ir.arrays import BufferVar
from vyre.ir.program import Field, Program, Record
from vyre.ir.structs import record_of
from vyre.ir.values import Val
from vyre.run.records import numpy_dtype
from vyre.run.session import Session

Array = np.ndarray[Any, Any]
Draw = Callable[[Any], Any]
COUNTS = (0, 1, 7, 64, 257, 1000)


@pytest.fixture(scope="module")
def cpu() -> Iterator[Session]:
    with Session("cpu") as opened:
        yield opened


@dataclass(frozen=True, slots=True)
class Case:
    dtype: np.dtype[Any]
    program: Program
    count: int
    seed: int


@st.composite
def dtypes(draw: Draw, names: tuple[str, ...], depth: int = 0) -> np.dtype[Any]:
    """A structured dtype over the scalar types of these names."""
    formats: list[Any] = []
    for _ in range(draw(st.integers(1, 5 if depth == 0 else 3))):
        kind = draw(st.integers(0, 9))
        if kind == 0 and depth < 2:
            formats.append(draw(dtypes(names, depth + 1)))
            continue
        scalar = numpy_dtype(BY_NAME[draw(st.sampled_from(names))])
        shapes = st.lists(st.integers(1, 3), min_size=1, max_size=2)
        formats.append((scalar, tuple(draw(shapes))) if kind <= 2 else scalar)
    fields = [f"f{k}" for k in range(len(formats))]
    way = draw(st.sampled_from(("packed", "aligned", "free")))
    if way != "free":
        return np.dtype(list(zip(fields, formats, strict=True)), align=way == "aligned")
    offsets: list[int] = [0] * len(fields)
    at = draw(st.integers(0, 3))
    for k in draw(st.permutations(range(len(fields)))):
        offsets[k] = at
        at += np.dtype(formats[k]).itemsize + draw(st.integers(0, 5))
    return np.dtype({"names": fields, "formats": formats, "offsets": offsets, "itemsize": at + draw(st.integers(0, 3))})


def random_records(dtype: np.dtype[Any], count: int, seed: int) -> Array:
    """Random bytes; every third float of a field is a NaN or an infinity."""
    rng = np.random.default_rng(seed)
    made = rng.integers(0, 256, count * dtype.itemsize, np.uint8)
    made[rng.random(made.size) < 0.2] = 0xFF
    return made.view(dtype)


def canonical(array: Array, record: Record) -> Array:
    """What a copy of the fields is: no byte of padding, one NaN, bools of 0 and 1."""
    made = np.zeros(array.size * record.nbytes, np.uint8).view(array.dtype)
    for field in record.fields:
        source, target = array, made
        *path, last = field.name.split(".")
        for name in path:
            source, target = source[name], target[name]
        values = np.array(source[last], order="C")
        if field.dtype.is_bool:
            values = values.view(np.uint8) != 0
        elif field.dtype.is_float:
            with np.errstate(invalid="ignore"):  # ml_dtypes compares signalling NaNs aloud
                values[values != values] = numpy_dtype(field.dtype).type(np.nan)
        target[last] = values
    return made


def _index(draw: Draw, b: vy.Builder, i: Val, array: BufferVar) -> Any:
    """An element: neighbouring, strided, equal, far or beyond."""
    way = draw(st.integers(0, 5))
    k = draw(st.integers(0, 9))
    return (
        i,
        i + k,
        i - k,
        b.cast(vy.i64, i) * k - 3,
        k,
        (i * 7 + k) % b.max(array.size, 1),
    )[way]


def _inner(draw: Draw, i: Val, field: Field) -> tuple[Any, ...]:
    return tuple(
        draw(st.sampled_from((draw(st.integers(0, extent)), i % (extent + 1), i - 2))) for extent in field.shape
    )


@st.composite
def cases(draw: Draw, names: tuple[str, ...]) -> Case:
    dtype = draw(dtypes(names))
    record = record_of(dtype)
    b = vy.Builder("records", workgroup=draw(st.sampled_from((32, 64, 256))), domain="t")
    r, s, t = b.input("r", record), b.inout("s", record), b.output("t", record)
    i = b.global_id()
    t[i] = r[_index(draw, b, i, r)] if draw(st.booleans()) else r[i]
    for _ in range(draw(st.integers(1, 5))):
        field = draw(st.sampled_from(record.fields))
        same = [f for f in record.fields if f.dtype is field.dtype]
        other = draw(st.sampled_from(same))
        source = r if draw(st.booleans()) else s
        # only its own element of `s` is read or written, so that no two invocations race
        from_ = (i if source is s else _index(draw, b, i, source), *_inner(draw, i, other))
        with b.if_(i % draw(st.integers(1, 4)) == 0):
            b.store(s, (i, *_inner(draw, i, field)), b.load(source, from_, field=other.name), field=field.name)
    return Case(dtype, b.build(), draw(st.sampled_from(COUNTS)), draw(st.integers(0, 1 << 30)))


HEALTH = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example]


def test_random_records_agree(cpu: Session) -> None:
    names = tuple(sorted(cpu.engine("cpu").profile.dtypes))

    @settings(max_examples=size("record_programs"), deadline=None, database=None, suppress_health_check=HEALTH)
    @given(cases(names))
    def agree(case: Case) -> None:
        given_ = [
            random_records(case.dtype, case.count, case.seed),
            random_records(case.dtype, case.count, case.seed + 1),
        ]
        want = cpu.dispatch(case.program, given_, backend="reference")
        got = cpu.dispatch(case.program, given_, backend="cpu")
        assert [x.tobytes() for x in got] == [x.tobytes() for x in want], case.program.to_text()

    agree()


def test_copies_of_random_records_are_those_of_numpy(cpu: Session) -> None:
    names = tuple(sorted(cpu.engine("cpu").profile.dtypes))

    @settings(max_examples=size("record_programs"), deadline=None, database=None, suppress_health_check=HEALTH)
    @given(dtypes(names), st.sampled_from(COUNTS), st.integers(0, 12), st.integers(0, 1 << 30))
    def copies(dtype: np.dtype[Any], count: int, stride: int, seed: int) -> None:
        record = record_of(dtype)
        b = vy.Builder("copy")
        r, out = b.input("r", record), b.output("out", record)
        i = b.global_id()
        out[i] = r[i * stride]
        source = random_records(dtype, count, seed)
        (got,) = cpu.dispatch(b.build(), [source], backend="cpu")
        want = np.zeros((count, dtype.itemsize), np.uint8)
        at = np.arange(count) * stride
        inside = at < count
        want[inside] = canonical(source, record).view(np.uint8).reshape(want.shape)[at[inside]]
        assert got.tobytes() == want.tobytes(), (dtype, stride)

    copies()
