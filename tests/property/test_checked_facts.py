"""With the facts checked that the compiler relies on, nothing fails: random programs, the corpus, the examples."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.property.campaign import campaign
from tests.property.running import open_backend, skip_reason
from tests.sizes import size
from vyre.conform.corpus import corpus
from vyre.conform.suite import Verdict
from vyre.conform.worker import Orders, in_this_process

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))
ROWS = [row.id for row in corpus()]
PARTS = 5


@pytest.fixture(autouse=True)
def checked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VYRE_ASSERT_FACTS", "1")


@pytest.mark.timeout(600)
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("profile", ["wide", "every"])
def test_random_programs_on_the_cpu(profile: str, part: int) -> None:
    if skip_reason("cpu") is not None:
        pytest.skip(f"cpu: {skip_reason('cpu')}")
    backend = open_backend("cpu")
    each = -(-size("programs_checked") // PARTS)
    first = 50_000 + part * each
    tally = campaign([backend], range(first, first + each), profile)
    backend.close()
    assert tally.programs == each
    assert not tally.failures, "\n".join(what for _, what in tally.failures[:3])


@pytest.mark.timeout(600)
@pytest.mark.parametrize("name", ["opencl", "wgpu", "cuda"])
def test_random_programs_on_other_devices(name: str) -> None:
    if skip_reason(name) is not None:
        pytest.skip(f"{name}: {skip_reason(name)}")
    backend = open_backend(name)
    tally = campaign([backend], range(60_000, 60_000 + size("programs_checked_devices")), "narrow")
    backend.close()
    assert not tally.failures, "\n".join(what for _, what in tally.failures[:3])


@pytest.mark.timeout(900)
def test_rows_of_the_corpus() -> None:
    rows = tuple(ROWS[5 :: size("checked_corpus_step")])
    found: list[Verdict] = list(in_this_process(Orders("cpu", rows, timeout=100)))
    assert [f"{v.id}: {v.reason}" for v in found if v.status not in ("pass", "refused")] == []


@pytest.mark.timeout(300)
@pytest.mark.parametrize("path", EXAMPLES[:: size("checked_examples_step")], ids=lambda path: path.stem)
def test_examples(path: Path) -> None:
    environment = {**os.environ, "VYRE_BACKEND": "cpu"}
    command = [sys.executable, str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT, env=environment)
    assert done.returncode == 0, done.stderr
