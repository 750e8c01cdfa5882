"""Compile errors with their context: whose program, which statement, the lines around it, the compiler's words."""

from __future__ import annotations

import pickle
import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import vyre as vy
from tests.handed.mixed_kernels import scaled
from vyre.config import DispatchConfig
from vyre.run.session import Session

X = np.arange(100, dtype=np.uint32)


def damaged(text: str) -> tuple[str, str]:
    """The text with one arithmetic line spoilt, and what was put in."""
    lines = text.split("\n")
    at = next(n for n, line in enumerate(lines) if re.search(r"= mul <|\bv\d+ \* ", line))
    lines[at] = (
        lines[at].replace("= mul ", "= nonsense_word ")
        if "= mul " in lines[at]
        else lines[at].replace(" * ", " * nonsense_word + ", 1)
    )
    return "\n".join(lines), "nonsense_word"


def break_compiles(session: Session, device: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every text that this device compiles is damaged on its way to the compiler."""
    backend: Any = session.engine(device).backend
    if device == "cpu":
        monkeypatch.setattr(backend, "edit_text", lambda text: damaged(text)[0])
    else:
        real = backend.build
        monkeypatch.setattr(
            backend,
            "build",
            lambda plan, artifact, *more: real(plan, replace(artifact, text=damaged(artifact.text)[0]), *more),
        )


# CuPy #5298, #190
def test_a_refused_text_is_shown_with_its_program_and_statement(target: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with vy.Session(target) as session:
        break_compiles(session, target, monkeypatch)
        with pytest.raises(vy.CompileFailed) as caught:
            session.dispatch(scaled.program, [X, 3])
        error = caught.value
        assert error.code == "R821"
        assert "'scaled'" in error.message
        number = re.search(r"statement (\d+) \((\w+)\)", error.message)
        assert number is not None, error.message
        assert error.place is not None
        assert "out[i] = x[i] * k + i" in error.place.text
        shown, _, log = error.detail.partition("compiler log:")
        lines = [line for line in shown.splitlines() if re.match(r"^[> ]\s*\d+ \| ", line)]
        assert 1 <= len(lines) <= 20
        (marked,) = (line for line in lines if line.startswith(">"))
        assert "nonsense_word" in marked
        assert "nonsense_word" in log
        assert int(marked[1:].split("|")[0]) == next(
            n for n, line in enumerate(error.source.splitlines(), 1) if "nonsense_word" in line
        )
        assert str(error).splitlines()[-1].startswith("Fix: ")
        again = pickle.loads(pickle.dumps(error))
        assert (str(again), again.source) == (str(error), error.source)

        other = scaled.program
        assert session.dispatch(other, [X, 3], backend="reference")[0].tolist() == (X * 4).tolist()
        monkeypatch.undo()  # the compiler is whole again: nothing remembers the failure
        assert session.dispatch(scaled.program, [X, 3])[0].tolist() == (X * 4).tolist()


def test_a_refusal_does_not_stop_other_programs(target: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with vy.Session(target) as session:
        warm = session.dispatch(scaled.program, [X, 3])
        break_compiles(session, target, monkeypatch)
        for size in (7, 8, 9):
            with pytest.raises(vy.CompileFailed):
                session.dispatch(scaled.program, [X, 3], DispatchConfig(workgroup_override=size))
        with pytest.raises(vy.CompileFailed):
            session.submit(scaled.program, [X, 3], DispatchConfig(workgroup_override=7)).result(60)
        assert session.dispatch(scaled.program, [X, 3])[0].tolist() == warm[0].tolist()


@pytest.mark.parametrize("target_text", ["text", "llvm", "asm", "wgsl", "opencl", "cuda"])
def test_generated_text_is_printed_without_a_run(target_text: str) -> None:
    text = scaled.source(target_text)
    assert len(text.splitlines()) > 5
    assert "scaled" in text
    if target_text != "asm":
        assert (
            "out[i] = x[i] * k + i" in text or target_text == "text"
        )  # the caller's line stands beside what it became
