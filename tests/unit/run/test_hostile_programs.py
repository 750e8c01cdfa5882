"""Programs whose declarations ask for more than there is: refused before anything is made, and a smaller one runs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import vyre as vy
from vyre.dtypes import u32
from vyre.ir.program import Field, Program, Record
from vyre.run.session import Session

X = np.arange(3, dtype=np.uint32)


@pytest.fixture(scope="module")
def opened() -> Iterator[Session]:
    with Session("reference") as session:
        yield session


def with_private(workgroup: int, count: int) -> Program:
    b = vy.Builder("kept", workgroup=workgroup)
    out = b.output("out", vy.u32, shape=(3,))
    own = b.private("own", vy.u8, count)
    own[b.local_id()] = b.cast(vy.u8, b.local_id() + 1)
    b.barrier()
    out[b.global_id()] = b.cast(vy.u32, own[b.local_id()])
    return b.build()


def test_private_arrays_of_a_large_workgroup_U730_and_of_a_smaller_one(opened: Session) -> None:
    """Their places would be beyond 31 bits: this was a crash."""
    with pytest.raises(vy.VyreError, match=r"U730(.|\n)*smaller workgroup"):
        opened.dispatch(with_private(60_000, 65_536), [], backend="cpu")
    assert opened.dispatch(with_private(256, 65_536), [], backend="cpu")[0].tolist() == [1, 2, 3]


def with_shared(count: int) -> Program:
    b = vy.Builder("tile", workgroup=32)
    out = b.output("out", vy.u32, shape=(3,))
    tile = b.shared("tile", vy.u32, count)
    tile[b.local_id()] = b.local_id() + 1
    b.barrier()
    out[b.global_id()] = tile[b.local_id()]
    return b.build()


@pytest.mark.parametrize("device", ["reference", "cpu"])
def test_a_shared_array_of_gigabytes_U730_and_a_smaller_one(opened: Session, device: str) -> None:
    with pytest.raises(vy.VyreError, match="U730"):
        opened.dispatch(with_shared(1 << 31), [], backend=device)
    assert opened.dispatch(with_shared(64), [], backend=device)[0].tolist() == [1, 2, 3]


def test_no_memory_for_a_workgroup_R851_and_then_some(monkeypatch: pytest.MonkeyPatch) -> None:
    from vyre.drivers.cpu import launch
    from vyre.drivers.oracle import Oracle

    def none_left(*_: Any, **__: Any) -> Any:
        raise MemoryError

    program = with_private(256, 60_000)
    with Session("reference") as fresh:
        for device, where, name in (("cpu", launch, "Fresh"), ("reference", Oracle, "run")):
            with monkeypatch.context() as patch:
                patch.setattr(where, name, none_left)
                with pytest.raises(vy.VyreError, match="R851"):
                    fresh.dispatch(program, [], backend=device)
        assert fresh.dispatch(program, [], backend="cpu")[0].tolist() == [1, 2, 3]


def with_record(field: Field) -> Program:
    b = vy.Builder("records")
    x, out = b.input("x", vy.u32), b.output("out", Record(4, (field,)))
    i = b.global_id()
    b.store(out, (i, *[0] * len(field.shape)), x[i], field=field.name)
    return b.build()


@pytest.mark.parametrize(
    ("field", "fixed"),
    [
        (Field("x", u32, 0, (1,) * 65), Field("x", u32, 0, (1,) * 64)),
        (Field(".".join("x" * 3000), u32, 0), Field(".".join("x" * 64), u32, 0)),
    ],
    ids=["axes", "records in records"],
)
def test_a_record_deeper_than_numpy_has_them_V322_and_one_that_is_not(
    opened: Session, field: Field, fixed: Field
) -> None:
    with pytest.raises(vy.VyreError, match="V322"):
        opened.dispatch(with_record(field), [X])
    assert opened.dispatch(with_record(fixed), [X])[0].tobytes() == X.tobytes()
