"""Wrong and hostile arguments: a typed error with a Fix, never an error from inside vyre and never a silent guess."""

from __future__ import annotations

import copy
import pickle
import threading
from typing import Any

import numpy as np
import pytest

import vyre as vy

BIG = 10**5000  # Python refuses to print an int of that many digits


@vy.kernel
def plus(a: vy.In[vy.u32], n: vy.u32, out: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    if i < out.size:
        out[i] = a[i] + n


@vy.kernel
def halved(a: vy.In[vy.f32], n: vy.f32, out: vy.Out[vy.f32]) -> None:
    i = vy.global_id()
    if i < out.size:
        out[i] = a[i] * n


def arange(n: int = 8) -> Any:
    return np.arange(n, dtype=np.uint32)


WANT = (arange() + 1).tolist()


@pytest.mark.parametrize(
    ("keywords", "code", "fixed"),
    [
        ({"domain": "n"}, "A601", {"domain": "a"}),
        ({"domain": lambda *_: None}, "A610", {"domain": lambda a, n: a.size}),
        ({"domain": True}, "A610", {"domain": 1}),
        ({"domain": b"a"}, "A610", {"domain": 97}),
        ({"domain": BIG}, "U710", {"domain": 8}),
        ({"grid": False}, "A610", {"grid": 1}),
        ({"grid": BIG}, "U710", {"grid": 1}),
        ({"shapes": {"zz": 8}}, "A601", {"shapes": {"out": 8}}),
        ({"shapes": {"a": 8}}, "A601", {"shapes": {"out": (8,)}}),
        ({"shapes": 3}, "A601", {"shapes": {}}),
        ({"shapes": [("out", 8)]}, "A601", {"shapes": {"out": [8]}}),
        ({"shapes": {"out": 1 << 33}}, "A609", {"shapes": {"out": 8}}),
        ({"shapes": {"out": 1 << 62}}, "A609", {"shapes": {"out": 8}}),
        ({"shapes": {"out": BIG}}, "A609", {"shapes": {"out": 8}}),
        ({"backend": 3}, "A601", {"backend": "reference"}),
        ({"backend": b"cpu"}, "A601", {"backend": "reference"}),
        ({"backend": ["cpu"]}, "A601", {"backend": "reference"}),
        ({"backend": ""}, "A601", {"backend": None}),
        ({"config": 3}, "A601", {"config": vy.DispatchConfig()}),
        ({"config": {}}, "A601", {"config": None}),
        ({"config": vy.DispatchConfig}, "A601", {"config": vy.DispatchConfig()}),
        ({"out": np.ma.masked_array(arange(), mask=[True] * 8)}, "A604", {"out": np.ma.masked_array(arange()).data}),
    ],
)
def test_a_keyword_that_cannot_be_meant(keywords: dict[str, Any], code: str, fixed: dict[str, Any]) -> None:
    with pytest.raises(vy.VyreError) as caught:
        plus(arange(), 1, **{"backend": "reference", **keywords})
    assert caught.value.code == code, str(caught.value)
    assert "Fix: " in str(caught.value)
    assert plus(arange(), 1, **{"backend": "reference", **fixed}).tolist() == WANT


def test_a_mask_is_not_lost() -> None:
    masked = np.ma.masked_array(arange(), mask=[False, True] * 4)
    with pytest.raises(vy.VyreError, match="A604"):
        plus(masked, 1, backend="reference")
    assert plus(masked.filled(0), 1, backend="reference").tolist() == [1, 1, 3, 1, 5, 1, 7, 1]


def test_a_number_too_long_to_print() -> None:
    with pytest.raises(vy.VyreError, match=r"A608.*\n.*an int of 16610 bits"):
        plus(arange(), BIG, backend="reference")
    with pytest.raises(vy.VyreError, match="A608"):
        halved(np.ones(3, np.float32), BIG, backend="reference")
    with pytest.raises(vy.VyreError, match="U710"):
        plus(arange(), 1, config=vy.DispatchConfig(dispatch_elements=BIG), backend="reference")
    with pytest.raises(vy.VyreError, match="an int of 16610 bits"):
        vy.DispatchConfig(max_output_bytes=-BIG)
    b = vy.Builder("p")
    with pytest.raises(vy.VyreError, match="V405"):
        b.const(vy.u32, BIG)
    assert plus(arange(), 1, backend="reference").tolist() == WANT


@pytest.mark.parametrize(("name", "value"), [("timeout", "x"), ("label", 3), ("backend", 3), ("backend", "")])
def test_a_config_field_of_another_kind(name: str, value: Any) -> None:
    with pytest.raises(vy.VyreError, match="A600"):
        vy.DispatchConfig(**{name: value})


def test_use_and_sessions_refuse_what_names_no_device() -> None:
    for wrong in (3, b"cpu", ""):
        with pytest.raises(vy.VyreError, match="A601"), vy.use(wrong):  # type: ignore[arg-type]
            pass
        with pytest.raises(vy.VyreError, match="A601"):
            vy.Session(wrong)  # type: ignore[arg-type]
    with vy.use(None):
        assert plus(arange(), 1).tolist() == WANT


@pytest.mark.parametrize("backend", ["cpu", "reference"])
@pytest.mark.parametrize("raised", [RuntimeError, SystemExit])
def test_a_callback_that_raises_ends_nothing(
    backend: str, raised: type[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[object] = []
    monkeypatch.setattr(threading, "excepthook", lambda args: seen.append(args.exc_type))
    after = threading.Event()

    def bad(_: object) -> None:
        raise raised("mine")

    pending = plus.submit(arange(1 << 16), 1, backend=backend)
    pending.add_done_callback(bad)
    pending.add_done_callback(lambda _: after.set())
    pending.result(60)
    assert after.wait(60)
    pending.add_done_callback(bad)
    assert seen == [raised, raised]
    assert plus.submit(arange(), 1, backend=backend).result(60).tolist() == WANT  # the device's thread lives


def test_kernels_pickle_by_reference() -> None:
    assert pickle.loads(pickle.dumps(plus)) is plus
    assert copy.deepcopy(plus) is plus


@pytest.mark.parametrize("backend", ["cpu", "reference"])
def test_a_session_may_be_closed_in_a_callback(backend: str, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[object] = []
    monkeypatch.setattr(threading, "excepthook", lambda args: seen.append(args.exc_value))
    session, closed = vy.Session(backend), threading.Event()
    pending = session.submit(plus.program, [arange(1 << 12), 1])

    def close(_: object) -> None:
        session.close()
        closed.set()

    pending.add_done_callback(close)
    assert pending.result(60)[0][:8].tolist() == WANT
    assert closed.wait(60)
    assert not seen
    with pytest.raises(vy.VyreError, match="R800"):
        session.dispatch(plus.program, [arange(), 1])


@pytest.mark.parametrize("timeout", ["1", True, -1, float("nan"), [1]])
def test_a_timeout_is_a_number_of_seconds(timeout: Any) -> None:
    pending = plus.submit(arange(), 1, backend="reference")
    for wait in (pending.result, pending.wait):
        with pytest.raises(vy.ArgumentTypeError, match="A601"):
            wait(timeout)
    assert pending.result(1e30).tolist() == WANT


def test_a_device_that_is_too_small_is_skipped_with_its_reason(target: str) -> None:
    with vy.Session("reference") as session:
        limit = session.engine(target).profile.max_shared_bytes
    if limit is None or limit > 1 << 24:
        pytest.skip(f"{target} has no limit of shared memory")
    kernel = vy.kernel_from_source(
        f"def much(x: vy.InOut[vy.u32]):\n    s = vy.shared(vy.u32, {limit // 4 + 1})\n"
        "    s[vy.local_id()] = 1\n    x[vy.global_id()] = s[vy.local_id()]\n"
    )
    report = kernel.check(np.zeros(4, np.uint32), backends=[target])
    assert [(row.status, row.error) for row in report.rows] == [("skipped", "")]
    assert "U730" in report.rows[0].reason
    assert not report.ok
