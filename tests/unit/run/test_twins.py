"""Programs that differ in names only share what is compiled, and nothing that a caller is shown."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

import vyre as vy
from vyre.errors import ArgumentTypeError, ArgumentValueError, VyreError
from vyre.kernel import Kernel
from vyre.run.session import Session


def named(kernel: str, x: str, y: str) -> Kernel:
    """y[i] = x[i] * 5 + 1 under the given names."""
    text = (
        f"def {kernel}({x}: vy.In[vy.u32], {y}: vy.InOut[vy.u32]):\n"
        f"    i = vy.global_id()\n"
        f"    if i < {y}.size:\n"
        f"        {y}[i] = {x}[i] * 5 + 1\n"
    )
    return vy.kernel_from_source(text)


FIRST = named("first", "red", "green")
SECOND = named("second", "blue", "white")
X = np.arange(64, dtype=np.uint32)


def test_twins_share_what_is_compiled(session: Session, device: str) -> None:
    assert FIRST.program.fingerprint == SECOND.program.fingerprint
    assert FIRST.program.labels != SECOND.program.labels
    before = session.cache.snapshot().get(device, {"misses": 0, "hits": 0})
    for twin in (FIRST, SECOND, named("first", "red", "green")):
        assert session.dispatch(twin.program, [X, X], backend=device)[0].tolist() == (X * 5 + 1).tolist()
    after = session.cache.snapshot()[device]
    assert after["misses"] - before["misses"] <= 1
    assert after["hits"] - before["hits"] >= 2


def test_a_twins_receipt_has_its_own_names(session: Session, device: str) -> None:
    strided = np.arange(128, dtype=np.uint32)[::2]
    for twin, name, buffer in ((FIRST, "first", "red"), (SECOND, "second", "blue"), (FIRST, "first", "red")):
        session.dispatch(twin.program, [strided, X], backend=device)
        receipt = session.last_receipt()
        assert receipt is not None
        assert receipt.program == name
        assert [note.buffer for note in receipt.copies] == [buffer]


def test_a_twins_errors_have_its_own_names_and_places(session: Session, device: str) -> None:
    for twin, name, x, y in ((FIRST, "first", "red", "green"), (SECOND, "second", "blue", "white")):
        with pytest.raises(ArgumentTypeError, match=f"{name} takes 2 inputs") as few:
            session.dispatch(twin.program, [X], backend=device)
        assert f"{x}, {y}" in few.value.fix
        with pytest.raises(ArgumentTypeError) as wrong:
            session.dispatch(twin.program, [X.astype(np.float32), X], backend=device)
        assert x in wrong.value.message
        assert wrong.value.place is not None
        assert x in wrong.value.place.text
        with vy.use(device), pytest.raises(ArgumentValueError, match=f"'{x}' is read, overlaps the written '{y}'"):
            twin(X, X, config=vy.DispatchConfig(copies="forbid"))


def test_a_twins_report_has_its_own_names() -> None:
    """A planted difference: the report names the caller's output and shows the caller's line."""
    from vyre.run.verify import check_call

    with Session("reference") as session:
        session.dispatch(FIRST.program, [X, X])

        def run_wrong(call: object) -> None:
            for array in call.arrays:  # type: ignore[attr-defined]  # the session's Call
                array[...] = 7

        session.run = run_wrong  # type: ignore[method-assign]  # the fault that the report must show
        row = check_call(session, SECOND.program, [X, X.copy()], backends=["reference"]).rows[0]
    assert (row.status, row.output) == ("different", "white")
    assert "white[i] = blue[i]" in row.source_line


def test_each_twin_is_warned_of_by_its_name_once() -> None:
    def wide(name: str) -> Kernel:
        return vy.kernel_from_source(
            f"@vy.kernel(workgroup=512)\ndef {name}(x: vy.InOut[vy.u32]):\n    x[vy.global_id()] = 1\n"
        )

    with Session("reference") as session, warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        for name in ("wide_a", "wide_b", "wide_a"):
            session.dispatch(wide(name).program, [X])
    assert [str(w.message).partition(":")[0] for w in seen] == ["wide_a", "wide_b"]


def test_a_device_that_gives_up_names_the_twin(session: Session, device: str) -> None:
    """Whatever a device raises while a twin runs speaks of that twin. Only a device with such a limit can show it."""

    def counting(name: str) -> Kernel:
        return vy.kernel_from_source(
            f"def {name}(n: vy.u32, x: vy.InOut[vy.u32]):\n"
            "    i = vy.global_id()\n"
            "    k = vy.u32(0)\n"
            "    while k < n:\n"
            "        k += 1\n"
            "    if i < x.size:\n"
            "        x[i] = k\n"
        )

    raised = []
    for name in ("counting_a", "counting_b"):
        try:
            session.dispatch(counting(name).program, [np.uint32(70_000), X[:1]], backend=device)
        except VyreError as error:
            raised.append((name, error.message))
    if not raised:
        pytest.skip(f"{device} has no limit that this kernel meets")
    for name, message in raised:
        assert name in message
