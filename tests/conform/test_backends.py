"""The backends of this machine on the ci corpus: the CPU on a part of all families (all in the full setting), the others on whole
programs and what holds them together."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.sizes import size
from vyre.conform.corpus import corpus, select
from vyre.conform.suite import Verdict
from vyre.conform.worker import Orders, in_this_process
from vyre.run.session import Session

ALL = [row.id for row in corpus()][:: size("corpus_step")]
SIZE = 80
PARTS = [ALL[k : k + SIZE] for k in range(0, len(ALL), SIZE)]


def verdicts(device: str, rows: Sequence[str]) -> list[Verdict]:
    return list(in_this_process(Orders(device, tuple(rows), timeout=100)))


def wrong(found: Sequence[Verdict]) -> list[str]:
    return [f"{v.id}: {v.reason}" for v in found if v.status not in ("pass", "refused")]


@pytest.mark.parametrize("rows", PARTS, ids=lambda rows: f"{rows[0]}...")
@pytest.mark.timeout(300)
def test_the_cpu_gives_the_bytes_of_the_rows(rows: Sequence[str]) -> None:
    found = verdicts("cpu", rows)
    assert wrong(found) == []
    assert [v.id for v in found if v.refused] == []


@pytest.mark.parametrize("device", ["reference", "opencl", "wgpu", "cuda"])
@pytest.mark.parametrize("group", ["family", "barrier", "launch", "trap", "control"])
@pytest.mark.timeout(300)
def test_whole_programs_on_every_device_here(device: str, group: str) -> None:
    with Session() as session:
        row = next((d for d in session.devices() if d.id == device), None)
        if row is None or not row.available:
            pytest.skip(f"no {device} here")
    found = verdicts(device, [row.id for row in select([group])])
    assert wrong(found) == []
    assert any(v.status == "pass" for v in found)
