"""Rules 1.4, 3.4, 4.1, 4.2 and 4.5 for records: named scalars anywhere in an element, where a backend has them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

import numpy as np
import pytest

import vyre as vy
from tests.golden.text_targets import profile
from vyre.dtypes import BY_NAME
from vyre.emit import opencl
from vyre.ir.program import Field, Record
from vyre.plan.plan import make_plan
from vyre.run.records import numpy_dtype
from vyre.run.session import Session

from .writing import kernel

DTYPE: Final = np.dtype(
    {  # out of order, packed, with padding in front, between and behind
        "names": ["d", "a", "ok", "pos", "m", "h"],
        "formats": ["f8", "u1", "?", [("x", "f4"), ("y", "i2")], ("i2", (2, 3)), "i8"],
        "offsets": [3, 1, 2, 19, 26, 39],
        "itemsize": 50,
    }
)
PADDING: Final = [0, *range(11, 19), 25, 38, 47, 48, 49]
P: Final = "P = vy.struct(np.dtype({'names': ['d','a','ok','pos','m','h'], 'formats': ['f8','u1','?',[('x','f4'),('y','i2')],('i2',(2,3)),'i8'], 'offsets': [3,1,2,19,26,39], 'itemsize': 50}))"

Any1D = np.ndarray[Any, Any]


def some(n: int, seed: int = 0) -> Any1D:
    """Records of random bytes: NaNs with payloads, bools that are neither 0 nor 1, filled padding."""
    return np.random.default_rng(seed).integers(0, 256, n * DTYPE.itemsize, np.uint8).view(DTYPE)


def raw(array: Any1D) -> Any1D:
    return np.ascontiguousarray(array).view(np.uint8).reshape(-1, array.dtype.itemsize)


@pytest.fixture
def device(device: str, session: Session) -> str:
    """A device that has records of all types."""
    have = session.engine(device).profile
    if "records" not in have.features or not have.dtypes >= set(BY_NAME):
        pytest.skip(f"{device} has not all that stands in these records")
    return device


def made(body: str, signature: str, **more: Any) -> vy.Kernel:
    return kernel(body, signature, before=P, **more)


def test_rule_1_4_records_are_refused_by_name_where_there_are_none(session: Session) -> None:
    b = vy.Builder("records")
    r, out = b.input("r", Record(8, (Field("n", vy.u32, 4),))), b.output("out", vy.u32)  # type: ignore[arg-type]  # a DType at run time
    out[b.global_id()] = r[b.global_id()].n
    program = b.build()
    with pytest.raises(vy.UnsupportedFeature, match="records") as caught:
        session.dispatch(program, [np.zeros(3, np.uint64)], backend="null")
    assert caught.value.code == "U702"
    full = profile("opencl")
    plan = make_plan(program.check(), config=vy.DispatchConfig())
    assert opencl.emit(plan, full).text
    with pytest.raises(vy.UnsupportedFeature, match="does not have records") as shown:
        opencl.emit(plan, replace(full, features=full.features - {"records"}))
    assert shown.value.code == "U702"
    assert "one array per field" in shown.value.fix


# -- 1.1, 1.4: fields of every type, at any place -----------------------------------------------------------------


@pytest.mark.parametrize("offset", [0, 1, 5])
def test_rule_1_1_fields_of_every_type_are_loaded_and_stored(session: Session, device: str, offset: int) -> None:
    names = sorted(session.engine(device).profile.dtypes)
    for name in names:
        t = BY_NAME[name]
        record = Record(t.nbytes + offset + 1, (Field("x", t, offset),))
        b = vy.Builder("copy")
        r, s = b.input("r", record), b.output("s", record)
        i = b.global_id()
        s[i].x = r[i].x
        n = 300
        given = np.zeros(
            n, np.dtype({"names": ["x"], "formats": [numpy_dtype(t)], "offsets": [offset], "itemsize": record.nbytes})
        )
        raw(given)[:] = 0xEE  # padding that must not be copied
        given["x"] = np.arange(n).astype(given["x"].dtype)
        (got,) = session.dispatch(b.build(), [given], backend=device)
        assert got["x"].tobytes() == given["x"].tobytes(), name
        assert not np.delete(raw(got), range(offset, offset + t.nbytes), axis=1).any(), name


def test_rule_1_1_a_bool_field_is_any_byte_but_zero(device: str) -> None:
    k = made(
        "out[i] = vy.u32(r[i].ok)\ns[i].ok = r[i].ok", "r: vy.In[P], s: vy.InOut[P], out: vy.Out[vy.u32]", guard=True
    )
    given, s = some(600), some(600, 1)
    out = k(given, s, backend=device)
    want = raw(given)[:, 2] != 0
    assert np.array_equal(np.asarray(out) != 0, want)
    assert np.array_equal(raw(s)[:, 2], want.astype(np.uint8))


def test_rule_1_4_records_in_records_arrays_in_records_and_two_axes(device: str) -> None:
    body = """
    y, x = vy.global_id(0), vy.global_id(1)
    k = x % 4
    out[y, x].pos.x = r[y, x].pos.x + vy.f32(r[y, x]["pos"]["y"])
    out[y, x].m[1, k] = r[y, x].m[y % 2, k] + r.flat[y * r.shape[1] + x].m[0, 1]
    out[y, x].h = r[y, x].h - len(r[y, x].m)
    out[y, x].h -= 1
    """
    k = made(body, "r: vy.In[P], out: vy.Out[P]", options="workgroup=(4, 8)")
    given = some(21 * 13).reshape(21, 13)
    out = k(given, backend=device)
    rows, columns = np.indices(given.shape)
    with np.errstate(all="ignore"):
        want = given["pos"]["x"] + given["pos"]["y"].astype(np.float32)
    want[np.isnan(want)] = np.float32(np.nan)
    assert np.array_equal(out["pos"]["x"].view(np.uint32), want.view(np.uint32))
    column = columns % 4
    inside = column < 3
    m = np.zeros((*given.shape, 2, 3), np.int16)
    value = given["m"][rows, columns, rows % 2, np.where(inside, column, 0)] + given["m"][:, :, 0, 1]
    m[rows[inside], columns[inside], 1, column[inside]] = value[inside]
    assert np.array_equal(out["m"], m)
    assert np.array_equal(out["h"], given["h"] - 3)


# -- 3.4 -----------------------------------------------------------------------------------------------------------


def test_rule_3_4_copying_a_record_makes_its_nans_canonical(device: str) -> None:
    k = made("out[i] = r[i]", "r: vy.In[P], out: vy.Out[P]", guard=True)
    given = some(3000)
    given["d"].view(np.uint64)[::3] = 0xFFF0000000000001
    raw(given)[1::5, 22] = 0x7F
    raw(given)[1::5, 21] = 0x81
    out = k(given, backend=device)
    d = given["d"].copy()
    d[np.isnan(d)] = np.nan
    assert np.isnan(d).sum() > 500
    assert np.array_equal(out["d"].view(np.uint64), d.view(np.uint64))
    x = given["pos"]["x"].copy()
    x[np.isnan(x)] = np.nan
    assert np.array_equal(out["pos"]["x"].view(np.uint32), x.view(np.uint32))
    for name in ("a", "m", "h"):
        assert np.array_equal(out[name], given[name])


# -- 4.1, 4.2, 4.5 ---------------------------------------------------------------------------------------------------


def test_rule_4_1_fields_beyond_the_array_or_the_field_load_zero_and_store_nothing(device: str) -> None:
    body = """
    i = vy.i64(vy.global_id()) - 40
    out[vy.global_id()] = vy.i64(r[i].a) + r[i].h + vy.i64(r[0].m[1, i])
    s[i].a = 7
    s[i - 30].h = 9
    s[1].m[vy.i32(i), 2] = 5
    """
    k = made(body, "r: vy.In[P], s: vy.InOut[P], out: vy.Out[vy.i64]", options="domain=200")
    given, s = some(90), some(90, 3)
    before = raw(s).copy()
    out = np.zeros(200, np.int64)
    k(given, s, out=out, backend=device)
    at = np.arange(200) - 40
    inside = (at >= 0) & (at < 90)
    want = np.where(inside, given["a"][at % 90].astype(np.int64) + given["h"][at % 90], 0)
    want += np.where((at >= 0) & (at < 3), given["m"][0, 1, np.clip(at, 0, 2)], 0)
    assert np.array_equal(out, want)
    changed = raw(s) != before
    assert (s["a"] == 7).all()
    assert (s["h"] == 9).all()
    assert s["m"][1, :, 2].tolist() == [5, 5]
    allowed = np.zeros_like(changed)
    allowed[:, 1] = True
    allowed[:, 39:47] = True
    allowed[1, [30, 31, 36, 37]] = True
    assert not (changed & ~allowed).any()


@pytest.mark.parametrize("n", [0, 1, 255, 1 << 10, 4099])
def test_rule_4_2_padding_of_an_output_is_zero_and_of_an_inout_stays(device: str, n: int) -> None:
    k = made("s[i] = r[i]\nout[i] = r[i]", "r: vy.In[P], s: vy.InOut[P], out: vy.Out[P]", guard=True)
    given, s = some(n), some(n, 5)
    before = raw(s)[:, PADDING].copy()
    out = np.frombuffer(some(n, 6).tobytes(), DTYPE).copy()  # the caller's own, with old bytes
    k(given, s, out=out, backend=device)
    assert np.array_equal(raw(s)[:, PADDING], before)
    assert not raw(out)[:, PADDING].any()
    for name in ("a", "m", "h"):
        assert np.array_equal(s[name], given[name])
        assert np.array_equal(out[name], given[name])


def test_rule_4_5_two_invocations_may_store_two_fields_of_one_record(device: str) -> None:
    body = """
    i = vy.global_id()
    if i % 3 == 0:
        s[i // 3].a = vy.u8(i)
    elif i % 3 == 1:
        s[i // 3].h = vy.i64(i)
    else:
        s[i // 3].m[0, 0] = vy.i16(i)
    """
    k = made(body, "s: vy.InOut[P]", options="domain=9000")
    s = some(3000)
    k(s, backend=device)
    at = np.arange(3000) * 3
    assert np.array_equal(s["a"], at.astype(np.uint8))
    assert np.array_equal(s["h"], at + 1)
    assert np.array_equal(s["m"][:, 0, 0], (at + 2).astype(np.int16))


# -- whole records -------------------------------------------------------------------------------------------------


def test_rule_5_2_records_are_swapped_and_kept_in_locals(device: str) -> None:
    n = 1001
    s = some(n)
    h = s["h"].copy()
    swap = "j = s.size - 1 - i\nif i < j:\n    s[i], s[j] = s[j], s[i]"
    made("i = vy.global_id()\n" + swap, "s: vy.InOut[P]", options="domain='s'")(s, backend=device)
    assert np.array_equal(s["h"], h[::-1])
    largest = """
    best = s[i]
    for k in range(1, 5):
        if s[i + k].h > best.h:
            best = s[i + k]
    t = best
    best = s[0]
    out[i] = t
    out[i].a = t.a if best.ok else 3
    """
    out = made(largest, "s: vy.In[P], out: vy.Out[P]", guard=True)(s, backend=device)
    beyond = np.concatenate([s["h"], np.zeros(4, np.int64)])
    rows = np.lib.stride_tricks.sliding_window_view(beyond, 5)
    assert np.array_equal(out["h"], rows.max(axis=1))
    chosen = np.concatenate([s["a"], np.zeros(4, np.uint8)])[np.arange(n) + rows.argmax(axis=1)]
    assert np.array_equal(out["a"], chosen if s["ok"].view(np.uint8)[0] else np.full(n, 3, np.uint8))


def test_rule_5_2_a_local_holds_what_the_record_was(device: str) -> None:
    body = """
    old = s[i]
    s[i].h = 5
    s[i].pos = (1.5, 2)
    s[i].m = ((1, 2, 3), (4, 5, 6))
    x, y = s[i].pos
    out[i] = old.h + vy.i64(old.m[1][2]) + vy.i64(x * 2.0) + vy.i64(y) + s[i].h
    """
    k = made(body, "s: vy.InOut[P], out: vy.Out[vy.i64]", guard=True)
    s = some(500)
    before = s.copy()
    out = np.zeros(500, np.int64)
    k(s, out=out, backend=device)
    assert np.array_equal(out, before["h"] + before["m"][:, 1, 2] + 3 + 2 + 5)
    assert (s["pos"]["x"] == 1.5).all()
    assert s["m"][7].tolist() == [[1, 2, 3], [4, 5, 6]]


def test_rule_5_2_tuples_of_records_change_from_turn_to_turn(device: str) -> None:
    body = """
    t = (r[0], r[1])
    total = vy.i64(0)
    for j in range(3):
        total += t[0].h * 10 + t[1].h
        t = (t[1], r[j])
    p, q = t
    p, q = q, p
    out[i] = total + p.h * 1000 + q.h * 10000
    """
    k = made(body, "r: vy.In[P], out: vy.Out[vy.i64]", guard=True)
    given = some(5)
    given["h"] = [3, 4, 5, 6, 7]
    total, first, second = 0, 3, 4
    for j in range(3):
        total, first, second = total + first * 10 + second, second, int(given["h"][j])
    out = np.zeros(4, np.int64)
    k(given, out=out, backend=device)
    assert out.tolist() == [total + second * 1000 + first * 10000] * 4


def test_records_go_into_functions(device: str) -> None:
    before = (
        P
        + """

@vy.func
def score(p: P, weight: vy.i64):
    return p.h * weight + vy.i64(p.m[1][0])

@vy.func
def bump(q: vy.InOut[P], k: vy.u32):
    q[k].h += 1
"""
    )
    k = kernel("bump(s, i)\nout[i] = score(s[i], 3)", "s: vy.InOut[P], out: vy.Out[vy.i64]", before=before, guard=True)
    s = some(77)
    h = s["h"].copy()
    out = np.zeros(77, np.int64)
    k(s, out=out, backend=device)
    assert np.array_equal(out, (h + 1) * 3 + s["m"][:, 1, 0])


def test_what_is_not_used_of_a_record_is_not_read() -> None:
    k = made(
        "p = r[i]\nq = r[0]\nfor j in range(3):\n    q = r[j]\nout[i] = p.h + q.h",
        "r: vy.In[P], out: vy.Out[vy.i64]",
        guard=True,
    )
    text = k.program.to_text()
    assert text.count("load r") == 3
    assert [local.name for local in k.program.locals] == ["q_h", "j"]


def test_a_record_of_two_axes_of_barriers_and_divergence(session: Session, device: str) -> None:
    """Fields through shared memory, loops that lanes leave at different times, and masked stores."""
    body = """
    c = vy.shared(vy.i64, 64)
    i = vy.global_id()
    t = vy.local_id()
    c[t] = r[i].h
    vy.barrier()
    total = vy.i64(0)
    j = t
    while j < 64 and c[j] & 7 != 3:
        total += c[j]
        s[i].m[j & 1, j % 3] = r[i].m[0, j % 3]
        j += 1
    if total & 1 == 0:
        s[i].h = total
    """
    k = made(body, "r: vy.In[P], s: vy.InOut[P]", options="workgroup=64, domain='r'")
    report = k.check(some(700), some(700, 8), backends=[device])
    assert report.ok, str(report)
