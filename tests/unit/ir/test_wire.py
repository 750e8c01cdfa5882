"""The binary form: lossless, canonical, and safe whatever the bytes."""

from __future__ import annotations

import contextlib
import random
import tracemalloc
from collections.abc import Callable

import pytest
from blake3 import blake3
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.property.programs import random_program
from tests.sizes import size
from tests.unit.ir.samples import deep, everything
from vyre.errors import ValidationError, VyreError
from vyre.ir.nodes import Const, If
from vyre.ir.program import Program
from vyre.ir.walk import statements


def sealed(payload: bytes, head: bytes = b"VYRE\x01\x01") -> bytes:
    """Bytes with the right length and digest, so that the content itself is judged."""
    data = head + len(payload).to_bytes(8, "little") + payload
    return data + blake3(data).digest()


def payload(program: Program) -> bytes:
    return program.to_bytes()[14:-32]


def refused(data: bytes) -> str:
    with pytest.raises(ValidationError) as caught:
        Program.from_bytes(data)
    error = caught.value
    assert "at byte" in str(error.actual)
    assert error.fix
    return error.code


def test_everything_round_trips() -> None:
    program = everything()
    data = program.to_bytes()
    back = Program.from_bytes(data)
    assert back == program
    assert back.to_bytes() == data
    assert [s.place for s in statements(back)] == [None] * len(statements(back))


@pytest.mark.parametrize("seed", range(40))
def test_random_programs_round_trip(seed: int) -> None:
    program = random_program(seed).program
    assert Program.from_bytes(program.to_bytes()) == program


def test_equal_programs_have_equal_bytes() -> None:
    assert everything().to_bytes() == everything().to_bytes()
    assert everything("other").to_bytes() != everything().to_bytes()


def test_the_deepest_program_round_trips_and_a_deeper_one_is_refused() -> None:
    program = deep(64)
    assert Program.from_bytes(program.to_bytes()) == program
    block = deep(64).body
    deeper = Program(program.name, program.buffers, program.locals, (*block[:-1], If(0, block[-1:])))
    assert refused(deeper.to_bytes()) == "W513"


def test_values_out_of_order_are_refused_when_written() -> None:
    with pytest.raises(ValidationError) as caught:
        Program("k", (), (), (Const(3, everything().buffers[0].dtype, 1),)).to_bytes()
    assert caught.value.code == "V310"


def test_frame() -> None:
    data = everything().to_bytes()
    assert refused(b"") == "W510"
    assert refused(b"ELF" + data[3:]) == "W510"
    assert refused(data[:4] + b"\x02" + data[5:]) == "W511"
    assert refused(data[:5] + b"\x02" + data[6:]) == "W511"
    assert refused(data[:-1]) == "W512"
    assert refused(data + b"\0") == "W512"
    for k in (6, 13, 14, 40, len(data) - 1):
        assert refused(data[:k] + bytes([data[k] ^ 1]) + data[k + 1 :]) == "W512"


def test_every_truncation_is_refused() -> None:
    whole = payload(everything())
    for length in range(len(whole)):
        assert refused(sealed(whole[:length])) == "W513"
    assert refused(sealed(whole + b"\0")) == "W513"


@pytest.mark.parametrize(
    "grow",
    [
        lambda p: p[:2] + b"\xff\xff\xff\xff\xff\xff\xff\xff\x7f" + p[3:],  # a count beyond 64 bits
        lambda p: p[:4] + b"\xff\xff\xff\xff\x0f" + p[5:],  # four thousand million buffers
        lambda p: p[:4] + b"\x80\x00" + p[5:],  # a number in a longer form
        lambda p: b"\x03\xff\xfe\xfd" + p[4:],  # a name that is not UTF-8
        lambda p: b"\x03a b" + p[4:],  # a name that is no identifier
    ],
)
def test_hostile_declarations(grow: Callable[[bytes], bytes]) -> None:
    whole = payload(everything())
    assert whole[:4] == b"\x03all"
    assert refused(sealed(grow(whole))) == "W513"


def test_memory_stays_in_proportion() -> None:
    """Nested or wide, hostile bytes cost what they are long: a count is believed up to what is left."""
    empty = payload(Program("k", (), (), ()))[:-1]
    while_ = bytes([13])
    bombs = [
        empty + b"\xff\xff\xff\xff\xff\xff\xff\x7f",
        empty + b"\x01" + while_ + b"\xff\xff\x3f" + while_ * 100,
        empty + b"\x01" + (while_ + b"\x01") * 50_000,
    ]
    tracemalloc.start()
    for bomb in bombs:
        assert refused(sealed(bomb)) == "W513"
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 4 << 20


@given(st.integers(0, 2**32))
@settings(max_examples=size("hypothesis_programs"), deadline=None)
def test_any_bytes_give_a_program_or_an_error(seed: int) -> None:
    rng = random.Random(seed)
    whole = bytearray(payload(everything()))
    for _ in range(20):
        mutant = bytearray(whole)
        for _ in range(rng.choice((1, 1, 2, 8))):
            mutant[rng.randrange(len(mutant))] = rng.randrange(256)
        data = sealed(bytes(mutant))
        found = code = None
        try:
            found = Program.from_bytes(data)
        except ValidationError as error:
            code = error.code
        if found is None:
            assert code == "W513"
            continue
        assert found.to_bytes() == data, "one program, one byte string"
        with contextlib.suppress(VyreError):  # it may well be wrong, but it is told in our words
            assert found.check().program is found
