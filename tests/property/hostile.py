"""What a program from outside must go through: it is refused in our words, or it is sound in every form."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Final

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.property.choices import Choices, Drawn
from tests.property.programs import random_program
from tests.sizes import SETTING, size
from tests.unit.ir.samples import deep, everything
from vyre.errors import VyreError
from vyre.ir.program import Program
from vyre.run.session import Session

__all__ = ["BASES", "hostile", "judge", "told"]

BASES: Final = (everything(), everything(), deep(10), *(random_program(seed, size=3).program for seed in range(6)))
"""What is changed: the first ones have every node."""


def hostile(name: str, check: Callable[[Choices], None]) -> None:
    """Run ``check`` on as many examples as the size ``name`` says; one that fails shrinks."""

    @settings(
        max_examples=size(name),
        deadline=None,
        database=None,
        derandomize=SETTING != "full",
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example],
    )
    @given(st.data())
    def run(data: st.DataObject) -> None:
        check(Drawn(data.draw))

    run()


def told(error: VyreError) -> None:
    """An error that a caller can use."""
    assert error.code
    assert error.fix
    assert error.code in str(error)


def judge(program: Program, session: Session) -> None:
    """The program is refused by name, or it keeps every promise: forms without loss, a fingerprint, code for each device."""
    assert repr(program)
    try:
        assert program.check().program is program
    except VyreError as error:
        told(error)
        return
    data = program.to_bytes()
    back = Program.from_bytes(data)
    assert back == program
    assert back.to_bytes() == data
    assert back.fingerprint == program.fingerprint
    assert Program.parse(program.to_text()) == program
    for backend in ("reference", "cpu"):
        with contextlib.suppress(VyreError):  # limits of the device
            session.prepare(program, backend=backend)
