"""Fixtures for every test: devices, one session for all, and the skip of what is not here, with its reason."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator

import pytest

os.environ.setdefault("XDG_RUNTIME_DIR", tempfile.mkdtemp(prefix="vyre-tests-"))  # Vulkan loaders complain without one

from vyre.run.session import Session

COMPUTING = ("reference", "cpu", "wgpu", "opencl")
"""Backends that every rule is tested on; an unavailable one is skipped with its reason."""

TARGETS = ("cpu", "wgpu", "opencl")
"""The same without the reference."""


@pytest.fixture(scope="session")
def session() -> Iterator[Session]:
    """One session for all tests that need no session of their own."""
    with Session("reference") as opened:
        yield opened


def _usable(session: Session, name: str) -> str:
    rows = session.registry.devices(name)
    if not any(row.available for row in rows):
        pytest.skip(f"{name}: {rows[0].reason}")
    return next(row.id for row in rows if row.available)


@pytest.fixture(params=COMPUTING)
def device(request: pytest.FixtureRequest, session: Session) -> str:
    """The id of each computing device here, the reference among them."""
    return _usable(session, request.param)


@pytest.fixture(params=TARGETS)
def target(request: pytest.FixtureRequest, session: Session) -> str:
    """The id of each computing device here but the reference."""
    return _usable(session, request.param)
