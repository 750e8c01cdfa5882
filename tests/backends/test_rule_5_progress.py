"""Rule 5.8: what workgroups may wait for ends, on every backend. Each device runs all cases in one process, which may hang."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from vyre.run.session import Session

from .waiting import CASES

ROOT = Path(__file__).resolve().parents[2]
LIMIT = 150  # seconds for all cases of a device; they take a few


NEVER = """
import faulthandler, signal
import numpy as np
import vyre as vy
from tests.backends.waiting import exchanged, queued
faulthandler.dump_traceback_later(100, exit=True)
exchanged(np.zeros(4, np.uint32), grid=500, backend="cpu")  # known, and shared by threads
held = np.array([1, 0, 0, 0], np.uint32)
try:
    {way}
except {error} as raised:
    print(type(raised).__name__)
assert queued(np.zeros(4, np.uint32), grid=4, backend="cpu").tolist() == [3 * k for k in range(1000)]
"""
SOON = "signal.signal(signal.SIGALRM, signal.default_int_handler); signal.setitimer(signal.ITIMER_REAL, 0.5)"
WAYS = {
    "a timeout": (
        'exchanged(held, grid=500, backend="cpu", config=vy.DispatchConfig(timeout=0.3))',
        "vy.DispatchTimeout",
        "DispatchTimeout",
    ),
    "Ctrl-C": (
        f"{SOON}; exchanged(held, grid=500, backend='cpu')",
        "KeyboardInterrupt",
        "KeyboardInterrupt",
    ),
}


def started(*arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, *arguments],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@cache
def outcome(device: str) -> dict[str, dict[str, Any]]:
    """By case: what the child printed of it when it had ended."""
    found: dict[str, dict[str, Any]] = {}
    child = started("-m", "tests.backends.waiting", device)
    try:
        printed, errors = child.communicate(timeout=LIMIT)
    except subprocess.TimeoutExpired:
        child.kill()
        printed, errors = child.communicate()
    for line in printed.splitlines():
        row = json.loads(line)
        if "begins" in row:
            found[row["begins"]] = {"hung": True, "stderr": errors[-2000:]}
        else:
            found[row["case"]] = row
    return found


@pytest.mark.timeout(LIMIT + 60)
@pytest.mark.parametrize("case", CASES)
def test_rule_5_8_what_waits_for_smaller_ids_or_a_lock_ends(session: Session, device: str, case: str) -> None:
    profile = session.engine(device).profile
    found = outcome(device).get(case)
    assert found is not None, f"{device} did not come to it: {outcome(device)}"
    if found.get("code") == "R823" and profile.loop_limit is not None:
        pytest.skip(f"{device} ends loops after {profile.loop_limit} turns, and a wait took longer")
    if found.get("code") == "U702":
        pytest.skip(f"{device} does not keep the rule, and refuses the program: {found['error']}")
    assert found.get("found") == CASES[case][1], found


def test_rule_5_8_devices_that_promise_it_run_every_case(session: Session) -> None:
    """The references and the CPU refuse none of them."""
    for name in ("reference", "reference:lanes", "cpu"):
        if any(row.id == name and row.available for row in session.devices()):
            assert session.engine(name).profile.keeps_waits is True


@pytest.mark.timeout(150)
@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no interval timers on this system")
@pytest.mark.parametrize("name", WAYS)
def test_rule_5_8_a_wait_for_what_never_comes_can_be_ended(name: str) -> None:
    """A lock that nobody gives back: the call ends, later calls run, and so does the process end."""
    way, error, wanted = WAYS[name]
    child = started("-c", NEVER.format(way=way, error=error))
    try:
        printed, errors = child.communicate(timeout=120)
    finally:
        child.kill()
    assert (child.returncode, printed.strip()) == (0, wanted), errors
