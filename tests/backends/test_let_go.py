"""What the public objects let go of, and what they let nobody change."""

from __future__ import annotations

import weakref

import numpy as np
import pytest

import vyre as vy
from vyre.run.session import Session

A = np.arange(1, 301, dtype=np.uint32)


@vy.kernel
def step(x: vy.In[vy.u32], y: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    if i < y.size:
        y[i] = x[i] * 3 + 1


@pytest.mark.parametrize("kept", [False, True])
def test_a_resident_array_is_free_when_the_result_of_its_submission_is_taken(device: str, kept: bool) -> None:
    with Session(device) as session:
        x = session.resident(A)
        gone = weakref.ref(x)
        pending = session.submit(step.program, [x])
        found = pending.result()[0]
        receipt = pending.receipt
        if not kept:
            del pending
        del x
        assert gone() is None
        assert receipt.backend == device
        assert found.numpy().tolist() == (A * 3 + 1).tolist()


@pytest.mark.parametrize("name", ["shape", "dtype", "size", "nbytes", "memory", "span", "home", "writable", "mine"])
def test_A604_what_a_resident_array_says_of_itself_cannot_be_set(device: str, name: str) -> None:
    with Session(device) as session:
        x = session.resident(A)
        with pytest.raises(vy.ArgumentError) as caught:
            setattr(x, name, (1_000_000,))
        assert caught.value.code == "A604"
        assert name in caught.value.message
        with pytest.raises(vy.ArgumentError, match="A604"):
            delattr(x, name)
        assert x.numpy().tolist() == A.tolist()


def test_A604_its_fixes_give_another_shape_and_dtype() -> None:
    x = vy.resident(A, backend="cpu")
    fixes = {}
    for name in ("shape", "dtype"):
        with pytest.raises(vy.ArgumentError) as caught:
            setattr(x, name, (30, 10))
        fixes[name] = caught.value.fix.removeprefix("write x = ").removesuffix(", a new array")
    shaped = eval(fixes["shape"], {"vy": vy, "x": x, "shape": (30, 10)})
    assert shaped.numpy().tolist() == A.reshape(30, 10).tolist()
    typed = eval(fixes["dtype"], {"vy": vy, "x": x, "dtype": np.uint8})
    assert typed.numpy().tolist() == A.astype(np.uint8).tolist()


def test_the_config_of_a_pipeline_cannot_be_set() -> None:
    compiled = step.compile(backend="cpu")
    with pytest.raises(AttributeError):
        compiled.config = None  # type: ignore[misc, assignment]  # that is what is tried
    assert compiled(A).tolist() == (A * 3 + 1).tolist()


def test_A601_a_check_of_no_device_says_so() -> None:
    with pytest.raises(vy.ArgumentError) as caught:
        step.check(A, backends=[])
    assert caught.value.code == "A601"
    assert "leave it out" in caught.value.fix
    assert step.check(A, backends=["cpu"]).status == "equal"


def test_A601_a_function_as_domain_takes_what_the_call_gives() -> None:
    with pytest.raises(vy.ArgumentError) as caught:
        step(A, domain=lambda: 3)
    assert caught.value.code == "A601"
    assert "function of (x)" in caught.value.fix
    assert step(A, domain=lambda x: x.size, backend="cpu").tolist() == (A * 3 + 1).tolist()
    with pytest.raises(TypeError, match="unsupported operand"):  # what is wrong inside is the caller's own
        step(A, domain=lambda x: x.size + "1")


def test_R820_a_device_with_a_limit_is_asked_before_anything_is_copied(
    device: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The copy of these 16 GiB would take minutes, or all memory."""
    with Session(device) as session:
        huge = np.broadcast_to(np.uint32(0), (2**32 - 1,))
        limit = session.engine(device).profile.max_buffer_bytes
        if limit is None or limit >= huge.nbytes:
            pytest.skip(f"its largest buffer has {limit} bytes, and the largest array of words {huge.nbytes}")
        with monkeypatch.context() as patch:
            patch.setattr("vyre.run.residency._native", lambda array: pytest.fail(f"a copy of {array.nbytes} bytes"))
            with pytest.raises(vy.OutOfMemory) as caught:
                session.resident(huge)
        assert caught.value.code == "R820"
        assert "split it" in caught.value.fix
        assert session.resident(huge[:5]).numpy().tolist() == [0] * 5
