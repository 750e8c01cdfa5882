"""Rule 4: memory: roles, races, overlap and limits."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt
import pytest

import vyre as vy
from vyre.ir.program import Hints
from vyre.run.session import Session

from .writing import kernel, refused, run

ONE: Final = "domain=1, workgroup=1"
U32 = npt.NDArray[np.uint32]


def words(*values: int) -> U32:
    return np.array(values, np.uint32)


# -- 4.4 --------------------------------------------------------------------------------------------------------


def test_rule_4_4_what_is_read_only_is_not_written(device: str) -> None:
    refused("K161", "a[i] = 1\nout[i] = 1", fix="vy.InOut[vy.u32]")
    refused("K161", "vy.atomic_add(a, i, 1)\nout[i] = 1", fix="vy.InOut[vy.u32]")
    b = vy.Builder("roles")
    x, out = b.input("x", vy.u32), b.output("out", vy.u32)
    out[b.global_id()] = 1
    x[b.global_id()] = 1
    with pytest.raises(vy.ValidationError) as caught:
        b.build().check()
    assert caught.value.code == "V314"
    a = words(1, 2)
    assert run(
        device, "a[i] = a[i] + n\nout[i] = a[i] * n", "a: vy.InOut[vy.u32], n: vy.u32, out: vy.Out[vy.u32]", a, 3
    ).tolist() == [12, 15]
    assert a.tolist() == [4, 5]


def _numbered(*, decorated: bool) -> vy.Program:
    """Roles in a mixed order; with hints, live-out marks, or without."""
    b = vy.Builder("numbered", workgroup=64, domain="second")
    hints = Hints(coalesce_axis=0, alignment=64, locality="stream") if decorated else None
    n = b.uniform("n", vy.u32)
    first = b.output("first", vy.u32, hints=hints, live_out=decorated)
    second = b.input("second", vy.u32, hints=hints)
    cells = b.shared("cells", vy.u32, 4)
    third = b.inout("third", vy.u32, hints=hints)
    fourth = b.output("fourth", vy.u32)
    fifth = b.input("fifth", vy.i32)
    i = b.global_id(0)
    with b.if_(i < second.size):
        cells[0] = n  # all store the same
        first[i] = second[i] + n
        third[i] = third[i] * 2
        fourth[i] = b.cast(vy.u32, fifth[i])
    return b.build()


def test_rule_4_4_inputs_and_outputs_are_numbered_in_declaration_order_and_hints_change_nothing(
    session: Session, device: str
) -> None:
    second, third, fifth = words(1, 2, 3), words(10, 20, 30), np.array([-1, 0, 7], np.int32)
    for decorated in (False, True):
        program = _numbered(decorated=decorated)
        results = session.dispatch(program, [5, second, third, fifth], backend=device)
        assert [r.tolist() for r in results] == [[6, 7, 8], [20, 40, 60], [2**32 - 1, 0, 7]]
        raw = session.dispatch(
            program, [(5).to_bytes(4, "little"), second.tobytes(), third.tobytes(), fifth.tobytes()], backend=device
        )
        assert raw == [r.tobytes() for r in results]
    assert third.tolist() == [10, 20, 30]  # the raw door never writes its inputs


def test_rule_4_4_an_output_range_limits_what_is_returned_and_nothing_else(session: Session, device: str) -> None:
    b = vy.Builder("ranged", workgroup=16, domain=16)
    out = b.output("out", vy.u32, count=16, output_range=(8, 24))
    seen = b.output("seen", vy.u32, count=16)
    i = b.global_id(0)
    out[i] = i + 1
    seen[i] = out[i]
    part, whole = session.dispatch(b.build(), [], backend=device)
    assert np.frombuffer(part, np.uint32).tolist() == [3, 4, 5, 6]
    assert np.frombuffer(whole, np.uint32).tolist() == list(range(1, 17))


def test_rule_4_4_persistent_buffers_are_declared_and_refused_in_this_version(session: Session, device: str) -> None:
    b = vy.Builder("kept", domain=4)
    kept, out = b.persistent("kept", vy.u32, count=4), b.output("out", vy.u32, count=4)
    out[b.global_id(0)] = kept[b.global_id(0)]
    program = b.build()
    assert [x.role for x in program.buffers] == ["persistent", "out"]
    with pytest.raises(vy.UnsupportedFeature) as caught:
        session.dispatch(program, [], backend=device)
    assert caught.value.code == "U700"
    assert "inout" in caught.value.fix


# -- 4.5 --------------------------------------------------------------------------------------------------------


def test_rule_4_5_writers_of_one_value_give_that_value(device: str) -> None:
    a = np.arange(5000, dtype=np.uint32)
    found = kernel(
        "i = vy.global_id()\nif a[i] % 7 == 3:\n    out[a[i] % 5] = 9\n    flag[0] = True",
        "a: vy.In[vy.u32], out: vy.Out[vy.u32, 8], flag: vy.Out[vy.bool_, 1]",
        options="domain='a'",
    )(a, backend=device)
    assert found[0].tolist() == [9, 9, 9, 9, 9, 0, 0, 0]
    assert found[1].tolist() == [True]


def test_rule_4_5_a_race_leaves_only_that_element_unspecified(device: str) -> None:
    made = kernel("i = vy.global_id()\nx[1] = i\nx[i + 3] = i", "x: vy.InOut[vy.u32]", options="domain=1000")
    x = np.full(1003, 77, np.uint32)
    made(x, backend=device)
    assert x[0] == x[2] == 77
    assert x[1] < 1024  # one of the stored values
    assert x[3:].tolist() == list(range(1000))


# -- 4.6 --------------------------------------------------------------------------------------------------------


def test_rule_4_6_read_only_arguments_may_overlap(device: str) -> None:
    x = np.arange(8, dtype=np.uint32)
    found = run(
        device, "out[i] = a[i] * 10 + b[i]", "a: vy.In[vy.u32], b: vy.In[vy.u32], out: vy.Out[vy.u32]", x[:6], x[2:]
    )
    assert found.tolist() == [k * 10 + k + 2 for k in range(6)]


def test_rule_4_6_a_read_only_overlap_with_a_written_one_is_copied_with_a_receipt(device: str) -> None:
    made = kernel(
        "i = vy.global_id()\nif i < b.size:\n    b[i] = a[b.size - 1 - i] + 1", "a: vy.In[vy.u32], b: vy.InOut[vy.u32]"
    )
    for start in (0, 2):
        x = np.arange(100, dtype=np.uint32)
        made(x[start : start + 90], x[5:95], backend=device)
        assert x[5:95].tolist() == [start + 89 - i + 1 for i in range(90)]
        receipt = vy.session().last_receipt()
        assert receipt is not None
        assert any("a" in str(copy) for copy in receipt.copies)
    x = np.arange(100, dtype=np.uint32)
    with pytest.raises(vy.ArgumentError) as caught:
        made(x[:90], x[5:95], backend=device, config=vy.DispatchConfig(copies="forbid"))
    assert caught.value.code == "A606"
    assert x.tolist() == list(range(100))


def test_rule_4_6_two_written_arguments_that_overlap_are_an_error(device: str) -> None:
    made = kernel(
        "i = vy.global_id()\nif i < a.size:\n    a[i] = 1\n    b[i] = 2", "a: vy.InOut[vy.u32], b: vy.InOut[vy.u32]"
    )
    x = np.zeros(10, np.uint32)
    with pytest.raises(vy.ArgumentError) as caught:
        made(x[:6], x[5:], backend=device)
    assert caught.value.code == "A607"
    made(x[:5], x[5:], backend=device)
    assert x.tolist() == [1] * 5 + [2] * 5


def test_rule_4_6_arrays_belong_to_the_dispatch_until_it_is_ready(device: str) -> None:
    made = kernel("i = vy.global_id()\nif i < x.size:\n    x[i] = x[i] * 2 + 1", "x: vy.InOut[vy.u32]")
    x = np.arange(3000, dtype=np.uint32)
    chain: list[Any] = [made.submit(x, backend=device) for _ in range(3)]  # in order, though nobody waits between
    assert chain[-1].result() is x
    assert all(p.ready() for p in chain)
    assert x.tolist() == [8 * k + 7 for k in range(3000)]


# -- 4.7 --------------------------------------------------------------------------------------------------------


def _shared(nbytes: int, workgroup: int = 64, buffers: int = 1) -> vy.Program:
    b = vy.Builder("large", workgroup=workgroup, domain=64)
    cells = b.shared("cells", vy.u8, nbytes)
    outs = [b.output(f"out{k}", vy.u32, count=64) for k in range(buffers)]
    cells[nbytes - 1] = 5
    b.barrier()
    for out in outs:
        out[b.global_id(0)] = b.cast(vy.u32, cells[nbytes - 1])
    return b.build()


def test_rule_4_7_beyond_the_portable_profile_is_a_warning() -> None:
    assert _shared(16 * 1024, 256, 8).check().warnings == ()
    for program, words_ in (
        (_shared(16 * 1024 + 1), "16385, portable are 16384"),
        (_shared(4, 257), "257, portable are 256"),
        (_shared(4, 64, 9), "9, portable are 8"),
    ):
        (warning,) = program.check().warnings
        assert words_ in warning
        assert "Fix:" in warning
    b = vy.Builder("wide", domain=1)
    b.output("out", vy.u8, count=(128 << 20) + 1)[0] = 1
    (warning,) = b.build().check().warnings
    assert f"{(128 << 20) + 1}, portable are {128 << 20}" in warning


def test_rule_4_7_the_limits_are_the_device_s_and_count_declared_bytes(session: Session, device: str) -> None:
    profile = session.engine(device).profile
    limit, threads = profile.max_shared_bytes, profile.max_invocations
    fits = _shared(20_000 if limit is None or limit > 20_000 else limit)
    (out,) = session.dispatch(fits, [], backend=device)
    assert np.frombuffer(out, np.uint32).tolist() == [5] * 64
    if limit is not None:
        with pytest.raises(vy.UnsupportedFeature) as caught:
            session.dispatch(_shared(limit + 1), [], backend=device)
        assert caught.value.code == "U730"
        assert str(limit + 1) in str(caught.value)
    if threads is not None:
        with pytest.raises(vy.UnsupportedFeature) as caught:
            session.dispatch(_shared(4, threads + 1), [], backend=device)
        assert caught.value.code == "U731"
    if profile.max_storage_buffers is not None:
        with pytest.raises(vy.UnsupportedFeature) as caught:
            session.dispatch(_shared(4, 64, profile.max_storage_buffers + 1), [], backend=device)
        assert caught.value.code == "U732"
