"""Structured arrays at the host: which are taken, which are copied, and that no byte of them is lost."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import pytest

import vyre as vy
from vyre.run.records import assign
from vyre.run.session import Session

DTYPE = np.dtype({"names": ["n", "x"], "formats": ["<u4", "<f4"], "offsets": [1, 7], "itemsize": 13})
if TYPE_CHECKING:
    P: TypeAlias = Any
else:
    P = vy.struct(DTYPE)
FORBID = vy.DispatchConfig(copies="forbid")
Array = np.ndarray[Any, Any]


@vy.kernel
def copy(r: vy.In[P], out: vy.Out[P]) -> None:
    i = vy.global_id()
    out[i] = r[i]


@vy.kernel(domain="s")
def bump(s: vy.InOut[P]) -> None:
    i = vy.global_id()
    s[i].n += 1


@vy.kernel
def shifted(r: vy.In[P], s: vy.InOut[P]) -> None:
    i = vy.global_id()
    if i < s.size:
        s[i].n = r[i + 1].n


def some(n: int, fill: int = 0xAB) -> Array:
    made = np.full((n, DTYPE.itemsize), fill, np.uint8).view(DTYPE).reshape(n)
    made["n"] = range(n)
    made["x"] = np.arange(n) / 2
    return made


def raw(array: Array) -> Array:
    """The bytes, a row per element. NumPy's own copies leave padding out."""
    size = array.dtype.itemsize
    return array.view(np.ndarray).view(f"V{size}").copy().view(np.uint8).reshape(array.size, size)


def own_kernel(body: str, dtype: Any) -> vy.Kernel:
    """A kernel over an array of ``dtype`` that gives a u32 per record."""
    text = f"def k(r: vy.In[dtype], out: vy.Out[vy.u32]):\n    i = vy.global_id()\n    {body}\n"
    return vy.kernel_from_source(text, namespace={"dtype": dtype})


PADDING = [0, 5, 6, 11, 12]
both = pytest.mark.parametrize("device", ["reference", "cpu"])


@both
@pytest.mark.parametrize("n", [0, 1, 3, (1 << 20) + 3])
def test_sizes(device: str, n: int) -> None:
    if device == "reference" and n > 1000:
        n = 5000
    given = some(n)
    out = copy(given, backend=device)
    assert out.dtype == DTYPE
    assert np.array_equal(out["n"], given["n"])
    assert np.array_equal(out["x"], given["x"])
    assert not raw(out)[:, PADDING].any()


LAYOUTS: dict[str, tuple[Callable[[Array], Array], str]] = {
    "every second": (lambda a: a[::2], "not C-contiguous"),
    "reversed": (lambda a: a[::-1], "not C-contiguous"),
    "big-endian": (lambda a: a.astype(DTYPE.newbyteorder(">")), "foreign byte order"),
    "half big-endian": (
        lambda a: a.astype(
            np.dtype({"names": ["n", "x"], "formats": [">u4", "<f4"], "offsets": [1, 7], "itemsize": 13})
        ),
        "foreign byte order",
    ),
    "broadcast": (lambda a: np.broadcast_to(a[3:4], (5,)), "not C-contiguous"),
}


@both
@pytest.mark.parametrize("name", LAYOUTS)
def test_odd_inputs_are_copied_with_a_receipt(device: str, name: str) -> None:
    lay, reason = LAYOUTS[name]
    given = lay(some(20))
    out = copy(given, backend=device)
    assert np.array_equal(out["n"], given["n"])
    assert np.array_equal(out["x"], given["x"])
    receipt = vy.session().last_receipt()
    assert receipt is not None
    assert [(c.buffer, c.reason, c.nbytes) for c in receipt.copies] == [("r", reason, 13 * given.size)]
    with pytest.raises(vy.ArgumentError) as caught:
        copy(given, backend=device, config=FORBID)
    assert caught.value.code == "A606"


@both
@pytest.mark.parametrize("name", ["every second", "reversed", "big-endian", "half big-endian"])
def test_odd_inouts_are_written_back_and_keep_their_padding(device: str, name: str) -> None:
    given = LAYOUTS[name][0](some(20))
    padding, n, x = raw(given)[:, PADDING], given["n"].copy(), given["x"].copy()
    assert bump(given, backend=device) is given
    assert np.array_equal(given["n"], n + 1)
    assert np.array_equal(given["x"], x)
    assert np.array_equal(raw(given)[:, PADDING], padding)


@both
@pytest.mark.parametrize("name", ["every second", "big-endian"])
def test_an_odd_out_has_zeros_as_padding(device: str, name: str) -> None:
    mine = LAYOUTS[name][0](some(20))
    given = some(mine.size, 0x11)
    assert copy(given, out=mine, backend=device) is mine
    assert np.array_equal(mine["n"], given["n"])
    assert not raw(mine)[:, PADDING].any()


@both
def test_an_array_with_its_fields_in_another_order_keeps_them(device: str) -> None:
    other = np.dtype({"names": ["x", "n"], "formats": ["<f4", "<u4"], "offsets": [7, 1], "itemsize": 13})
    for dtype in (other, other.newbyteorder(">")):
        given = np.zeros(40, dtype)[::2]
        given["n"] = range(20)
        given["x"] = 0.5
        bump(given, backend=device)
        assert given["n"].tolist() == list(range(1, 21))
        assert (given["x"] == 0.5).all()


@both
def test_record_arrays_as_pandas_makes_them(device: str) -> None:
    given = some(9).view(np.recarray)
    assert bump(given, backend=device) is given
    assert given.n.tolist() == list(range(1, 10))
    columns = np.array([(k, 1) for k in range(4)], [("n", "u4"), ("x", "f4")]).view(np.recarray)
    total = own_kernel("out[i] = r[i].n + vy.u32(r[i].x)", columns.dtype)
    assert total(columns, backend=device).tolist() == [1, 2, 3, 4]


@both
def test_a_warm_call_takes_the_callers_own_dtype(session: Session, device: str) -> None:
    with Session(device) as own:
        for k in range(4):
            given = np.frombuffer(raw(some(5 + k)).tobytes(), np.dtype(DTYPE.descr)).view(DTYPE)
            (out,) = own.dispatch(copy.program, [given])
            assert out["n"].tolist() == list(range(5 + k))


@both
def test_bytes_are_records_and_come_back_as_bytes(session: Session, device: str) -> None:
    given = some(6)
    before = raw(given)
    out = session.dispatch(bump.program, [before.tobytes()], backend=device)[0]
    assert isinstance(out, bytes)
    got = np.frombuffer(out, np.uint8).reshape(6, -1)
    assert np.array_equal(got[:, 1], before[:, 1] + 1)
    assert np.array_equal(np.delete(got, 1, axis=1), np.delete(before, 1, axis=1))
    (inout,) = session.dispatch(bump.program, [given], backend=device)
    assert np.array_equal(raw(inout)[:, PADDING], before[:, PADDING])
    assert np.array_equal(raw(given), before)
    with pytest.raises(vy.ArgumentError) as caught:
        session.dispatch(bump.program, [bytes(14)], backend=device)
    assert caught.value.code == "A616"
    assert "13 bytes" in caught.value.message


@both
def test_overlapping_arguments(device: str) -> None:
    s = some(8)
    shifted(s, s, backend=device)  # the read one is copied
    assert s["n"].tolist() == [1, 2, 3, 4, 5, 6, 7, 0]
    receipt = vy.session().last_receipt()
    assert receipt is not None
    assert [c.reason for c in receipt.copies] == ["overlaps the written s"]

    @vy.kernel(domain="s")
    def two(s: vy.InOut[P], t: vy.InOut[P]) -> None:
        i = vy.global_id()
        s[i].n = t[i].n

    with pytest.raises(vy.ArgumentError) as caught:
        two(s, s[2:], backend=device)
    assert caught.value.code == "A607"
    two(s, s[2:].view("V13").copy().view(DTYPE), backend=device, domain=6)
    assert s["n"].tolist() == [3, 4, 5, 6, 7, 0, 0, 0]


MISMATCHES: list[tuple[Any, str, Any]] = [
    (np.zeros(3, "u4"), "vy.struct(x.dtype)", None),
    (np.zeros(26, "u1"), "x.view(dtype)", lambda a: a.view(DTYPE)),
    (np.zeros(3, [("n", "u4"), ("x", "f4")]), "declared one", lambda a: a.astype(DTYPE)),
    (np.zeros(3, [("n", "i4"), ("x", "f4")]), "declared one", lambda a: a.astype(DTYPE)),
]


@pytest.mark.parametrize(("given", "says", "fixed"), MISMATCHES, ids=range(len(MISMATCHES)))
def test_A602_shows_both_dtypes_and_the_fix_works(given: Array, says: str, fixed: Any) -> None:
    with pytest.raises(vy.ArgumentError) as caught:
        copy(given, backend="cpu")
    error = caught.value
    assert error.code == "A602"
    assert "'offsets': [1, 7]" in error.message
    assert str(given.dtype) in str(error.actual)
    assert says in error.fix
    if fixed is not None:
        assert copy(fixed(given), backend="cpu")["n"].tolist() == [0] * fixed(given).size


def test_A602_records_where_scalars_are_taken() -> None:
    @vy.kernel
    def double(a: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
        i = vy.global_id()
        out[i] = a[i] * 2

    with pytest.raises(vy.ArgumentError) as caught:
        double(some(3), backend="cpu")
    assert caught.value.code == "A602"
    assert "x['n']" in caught.value.fix
    assert double(np.ascontiguousarray(some(3)["n"]), backend="cpu").tolist() == [0, 2, 4]


def test_K110_the_arrays_own_dtype_is_the_fix_too() -> None:
    given = np.array([(2, 0.5), (3, 0.5)], [("n", "u4"), ("x", "f4")])
    for dtype in (given.dtype, vy.struct(given.dtype)):
        assert own_kernel("out[i] = r[i].n", dtype)(given, backend="cpu").tolist() == [2, 3]


def test_compiling_ahead_knows_records() -> None:
    for spec in (vy.ArraySpec(P), vy.ArraySpec(DTYPE), some(1)):
        assert copy.compile(spec, backend="cpu")(some(2))["n"].tolist() == [0, 1]
    for wrong in (vy.ArraySpec(vy.u8), vy.ArraySpec(vy.struct([("n", "u4")])), np.zeros(3, "u1")):
        with pytest.raises(vy.ArgumentError) as caught:
            copy.compile(wrong, backend="cpu")
        assert caught.value.code == "A602"
        assert "n u32, x f32" in caught.value.message


@both
def test_check_and_bound_calls(device: str) -> None:
    given = some(300)
    report = shifted.check(given, some(300, 0x77), backends=[device])
    assert report.ok, str(report)
    strided = some(40)[::2]
    bound = bump.compile(backend=device).bind(strided)
    for k in range(1, 4):
        bound()
        assert strided["n"][0] == k


@vy.kernel(workgroup=64, domain=75_000)
def apart(s: vy.InOut[P]) -> None:
    i = vy.global_id()
    if i % 3 == 0:
        s[i // 3].n = i
    elif i % 3 == 1:
        s[i // 3].x = vy.f32(i)


def test_a_check_of_some_groups_judges_what_they_stored() -> None:
    """A record on the border of two groups is stored by both, each a field of it; only 64 of 1172 groups run on the reference."""
    report = apart.check(some(25_000), backends=["cpu"])
    assert report.coverage == "64 of 1172 groups"
    assert report.ok, str(report)


def test_an_output_range_of_records(session: Session) -> None:
    b = vy.Builder("part")
    out = b.output("out", vy.struct(DTYPE), output_range=(13, 39))
    i = b.global_id()
    out[i].n = i
    (part,) = session.dispatch(b.build(), [], out=[np.zeros(5, DTYPE)], backend="cpu")
    assert part.dtype == DTYPE
    assert part["n"].tolist() == [1, 2]


def test_source_texts_name_the_record() -> None:
    for target in ("llvm", "asm"):
        assert "records of 13 bytes (n u32, x f32)" in copy.source(target)
    assert "record 13 n@1 u32 x@7 f32" in copy.source("text")


def test_assignment_between_byte_orders_moves_padding() -> None:
    source = some(4)
    target = np.zeros(4, DTYPE.newbyteorder(">"))
    assign(target, source)
    assert np.array_equal(target["n"], source["n"])
    assert np.array_equal(raw(target)[:, PADDING], raw(source)[:, PADDING])
    again = np.zeros(4, DTYPE)
    assign(again, target)
    assert np.array_equal(raw(again), raw(source))


def test_A612_an_output_of_records_without_a_shape() -> None:
    text = "def k(out: vy.Out[dtype]):\n    out[vy.global_id()].n = 1\n"
    with pytest.raises(vy.ArgumentError) as caught:
        vy.kernel_from_source(text, namespace={"dtype": DTYPE})(backend="cpu")
    assert caught.value.code == "A612"
    assert "vy.Out[vy.struct(dtype), 256]" in caught.value.fix
    fixed = vy.kernel_from_source(text.replace("[dtype]", "[vy.struct(dtype), 256]"), namespace={"dtype": DTYPE})
    assert fixed(backend="cpu")["n"].tolist() == [1] * 256
