"""Random programs that are cut into tiny pieces leave what they leave in one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from tests.property.campaign import campaign
from tests.property.running import open_backend, skip_reason
from tests.sizes import size
from vyre.contract.backend import VyreBackend
from vyre.dtypes import BY_NAME


@pytest.fixture(scope="module", params=["opencl", "cuda"])
def backend(request: pytest.FixtureRequest) -> Iterator[VyreBackend]:
    reason = skip_reason(request.param)
    if reason is not None:
        pytest.skip(f"{request.param}: {reason}")
    opened = open_backend(request.param)
    yield opened
    opened.close()


@pytest.mark.parametrize("longest", [6, 30])
def test_random_programs_in_pieces(backend: VyreBackend, longest: int, monkeypatch: pytest.MonkeyPatch) -> None:
    profile = backend.profile()
    monkeypatch.setattr(backend, "_profile", replace(profile, longest_piece=longest))
    assert backend.profile().longest_piece == longest
    every = "every" if profile.dtypes >= set(BY_NAME) else "narrow"
    tally = campaign([backend], range(20_000, 20_000 + size("programs_pieces")), every)
    assert tally.programs > 0
    assert not tally.failures, "\n".join(what for _, what in tally.failures[:3])
