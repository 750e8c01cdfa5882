"""Signals at random moments of every way to call leave results right, and no thread that writes to memory that was given back."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from tests.sizes import SETTING, size

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="no /proc and no signals as on Linux")


def said(module: str, device: str, count: int, *more: str) -> str:
    """What :mod:`tests.leak.storm` or :mod:`tests.leak.instants` says."""
    environment = {**os.environ, "MALLOC_PERTURB_": "165", "PYTHONMALLOC": "malloc"}
    command = [sys.executable, "-m", f"tests.leak.{module}", device, str(count), str(7 + count), *more]
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        timeout=120 if SETTING == "ci" else 8000,
        check=False,
        cwd=ROOT,
        env=environment,
    )
    return done.stdout if done.returncode == 0 else f"{done.stdout}exit {done.returncode}\n{done.stderr[-6000:]}"


SECONDS: Final = 30 if SETTING == "ci" else 3600
LEAST: Final = 20  # rounds that also a slow device makes: each way to call is interrupted once


def storm(device: str, *without: str) -> None:
    asked = size("interrupts") // (1 if device == "cpu" else 2)
    found = said("storm", device, asked, str(SECONDS), *without)
    made = re.fullmatch(r"done: (\d+) rounds, True\n", found)
    assert made is not None, found
    assert LEAST <= int(made[1]) <= asked


@pytest.mark.timeout(130 if SETTING == "ci" else 9000)
def test_signals_at_random_moments(target: str) -> None:
    storm(target)


@pytest.mark.timeout(130 if SETTING == "ci" else 9000)
@pytest.mark.parametrize("part", ["futex", "crew"])
def test_signals_at_random_moments_where_the_pool_lacks(part: str) -> None:
    """Without a futex the pool's threads wait in Python; without its machine code there are none."""
    storm("cpu", part)


@pytest.mark.timeout(150 if SETTING == "ci" else 9000)
def test_exceptions_at_chosen_instants(target: str) -> None:
    assert said("instants", target, size("instants")) == "done: True\n"


@pytest.mark.timeout(150 if SETTING == "ci" else 9000)
def test_exceptions_at_every_instant_of_a_small_call(device: str) -> None:
    """Those kept in a cycle, with memoryviews in their frames: CPython reads through a null pointer where cffi exported one."""
    most = size("every_instant") // (25 if device == "reference" else 1)  # which is Python, with instants of its own
    assert said("instants", device, most, "every") == "done: True\n"
