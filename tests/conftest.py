"""Fixtures for every test: devices, one session for all, and the skip of what is not here, with its reason."""

from __future__ import annotations

import functools
import gc
import os
import tempfile
from collections.abc import Generator, Iterator

import pytest

os.environ.setdefault("XDG_RUNTIME_DIR", tempfile.mkdtemp(prefix="vyre-tests-"))  # Vulkan loaders complain without one

os.environ.setdefault("VYRE_CACHE_DIR", tempfile.mkdtemp(prefix="vyre-tests-"))  # nobody's own, and empty

from tests.sizes import FULL_TIMEOUT, SETTING
from vyre.run.in_flight import IN_FLIGHT
from vyre.run.session import Session

COMPUTING = ("reference", "reference:lanes", "cpu", "wgpu", "opencl", "cuda")
"""Backends (or devices) that every rule is tested on; an unavailable one is skipped with its reason."""

TARGETS = ("cpu", "wgpu", "opencl", "cuda")
"""The same without the reference."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if SETTING == "full":
        for item in items:
            item.add_marker(pytest.mark.timeout(FULL_TIMEOUT))


def pytest_collection_finish() -> None:
    """The items of tens of thousands of tests stay until the end: the collector of cycles need not visit them again and again."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown() -> Generator[None, None, None]:
    """A test ends what it began: work that is left in flight makes each later call of this process slower, or wait."""
    yield
    if IN_FLIGHT:
        gc.collect()
        left = [use for use in IN_FLIGHT.copy() if not use.wait(20)]
        IN_FLIGHT.clear()
        assert not left, f"{len(left)} uses of memory are still in flight 20 s after the test"


@pytest.fixture(scope="session")
def session() -> Iterator[Session]:
    """One session for all tests that need no session of their own."""
    with Session("reference") as opened:
        yield opened


@functools.cache  # listing asks the drivers each time, and thousands of tests want to know
def _listed(session: Session, name: str) -> tuple[str | None, str | None]:
    """The first usable device of a backend, or of the one that is named, or why there is none."""
    rows = [row for row in session.registry.devices(name.partition(":")[0]) if ":" not in name or row.id == name]
    return next((row.id for row in rows if row.available), None), rows[0].reason


def _usable(session: Session, name: str) -> str:
    found, reason = _listed(session, name)
    if found is None:
        pytest.skip(f"{name}: {reason}")
    return found


@pytest.fixture(params=COMPUTING)
def device(request: pytest.FixtureRequest, session: Session) -> str:
    """The id of each computing device here, the reference among them."""
    return _usable(session, request.param)


@pytest.fixture(params=TARGETS)
def target(request: pytest.FixtureRequest, session: Session) -> str:
    """The id of each computing device here but the reference."""
    return _usable(session, request.param)
