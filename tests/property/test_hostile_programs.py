"""Programs from outside, as bytes, as text and as objects: a sound program or an error in our words, in proportion to what came in."""

from __future__ import annotations

import contextlib
import tracemalloc
import warnings
from collections.abc import Iterator

import pytest

from tests.property.choices import Choices
from tests.property.hostile import BASES, hostile, judge, told
from tests.property.mutants import changed_bytes, changed_program, changed_text, payload, sealed
from vyre.errors import ValidationError, VyreError
from vyre.ir.program import Program
from vyre.run.session import Session

BYTES = tuple(program.to_bytes() for program in BASES)
TEXTS = tuple(program.to_text() for program in BASES)


@pytest.fixture(scope="module")
def cpu() -> Iterator[Session]:
    with Session("cpu") as opened, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of what goes beyond the portable profile
        yield opened


def decoded(data: bytes) -> Program | None:
    """The program of these bytes, if they are one; decoding takes memory in proportion."""
    tracemalloc.start()
    try:
        return Program.from_bytes(data)
    except ValidationError as error:
        told(error)
        return None
    finally:
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert peak < (1 << 20) + 500 * len(data)


def test_changed_bytes_are_a_sound_program_or_refused(cpu: Session) -> None:
    def check(c: Choices) -> None:
        data = sealed(changed_bytes(c, payload(c.pick(BYTES)), payload(c.pick(BYTES))))
        program = decoded(data)
        if program is not None:
            assert program.to_bytes() == data, "one program, one byte string"
            judge(program, cpu)

    hostile("hostile_bytes", check)


def test_bytes_that_nobody_sealed_are_refused() -> None:
    def check(c: Choices) -> None:
        before = c.pick(BYTES)
        data = changed_bytes(c, before, c.pick(BYTES))
        assert data in BYTES or decoded(data) is None

    hostile("hostile_bytes", check)


def test_changed_programs_are_sound_or_refused(cpu: Session) -> None:
    def check(c: Choices) -> None:
        program = changed_program(c, c.pick(BASES), c.pick(BASES))
        data = None
        with contextlib.suppress(VyreError):
            data = program.to_bytes()
        if data is not None:
            back = decoded(data)
            assert back is None or back == program
        with contextlib.suppress(VyreError):
            assert Program.parse(program.to_text()) == program
        judge(program, cpu)

    hostile("hostile_programs", check)


def test_changed_text_is_a_sound_program_or_refused(cpu: Session) -> None:
    def check(c: Choices) -> None:
        text = changed_text(c, c.pick(TEXTS), c.pick(TEXTS))
        try:
            program = Program.parse(text)
        except ValidationError as error:
            told(error)
            return
        judge(program, cpu)

    hostile("hostile_texts", check)
