"""The readable form: lossless, and every wrong text is told with its line and column."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.property.programs import programs, random_program
from tests.sizes import size
from tests.unit.ir.samples import everything
from vyre.dtypes import DType, bf16, f16, u16
from vyre.errors import ValidationError
from vyre.ir.builder import Builder
from vyre.ir.program import Program

HEAD = "vyre 1\nprogram k\nworkgroup 256 1 1\nbuffer a in u32 rank 1\nbuffer out out u32 rank 1\nlocal i.0 u32\nbody\n"


def test_everything_round_trips() -> None:
    program = everything()
    text = program.to_text()
    back = Program.parse(text)
    assert back == program
    assert back.to_text() == text
    assert back.fingerprint == program.fingerprint


@pytest.mark.parametrize("t", [f16, bf16], ids=str)
def test_narrow_floats_round_trip_in_text_and_bytes(t: DType) -> None:
    b = Builder("halves", domain=1, workgroup=1)
    a, x, out = b.uniform("a", t), b.input("x", t), b.output("out", t)
    cells, own = b.shared("cells", t, 4), b.private("own", t, 2)
    table = b.table("table", t, 3, bytes(range(6)))
    held = b.let("held", b.const(t, float("nan")))
    for value in (0.1, -0.0, 1e-7, 6e4, float("inf"), -float("inf"), 3, 256):
        held.set(held * a + b.const(t, value))
    cells[0] = b.cast(t, b.bitcast(u16, held))
    own[1] = b.bitcast(t, b.cast(u16, x[0]))
    out[0] = b.fma(cells[0], own[1], table[2])
    program = b.build()
    program.check()
    text = program.to_text()
    assert f"const {t} " in text
    for back in (Program.parse(text), Program.from_bytes(program.to_bytes())):
        assert back == program
        assert back.fingerprint == program.fingerprint
        assert back.to_text() == text
    other = text.replace(f" {t} ", f" {'bf16' if t is f16 else 'f16'} ").replace(
        f" {t}\n", f" {'bf16' if t is f16 else 'f16'}\n"
    )
    assert Program.parse(other).fingerprint != program.fingerprint


@pytest.mark.parametrize("seed", range(40))
def test_random_programs_round_trip(seed: int) -> None:
    program = random_program(seed).program
    assert Program.parse(program.to_text()) == program


@given(programs())
@settings(max_examples=size("hypothesis_programs"), deadline=None)
def test_drawn_programs_round_trip(case) -> None:  # type: ignore[no-untyped-def]  # a Case; the strategy is untyped
    program = case.program
    assert Program.parse(program.to_text()) == program
    assert Program.from_bytes(program.to_bytes()) == program


def test_indentation_blank_lines_and_comments_are_free() -> None:
    text = everything().to_text()
    loose = "\n\n".join("\t" + line.strip() + "   # why" for line in text.split("\n"))
    assert Program.parse(loose) == everything()


# code, the lines after HEAD, (line, column from 0), the lines with the fix applied
WRONG = [
    ("W500", "frobnicate\nend\n", (8, 0), "barrier\nend\n"),
    ("W500", "  v0 = const u32 -1\nend\n", (8, 17), "  v0 = const u32 1\nend\n"),
    ("W500", "v0 = const bool 1\nend\n", (8, 16), "v0 = const bool True\nend\n"),
    ("W500", "v0 = const f32 1.0\nend\n", (8, 15), "v0 = const f32 0x3F800000\nend\n"),
    ("W500", "v0 = const f32 0x100000000\nend\n", (8, 15), "v0 = const f32 0x10000000\nend\n"),
    ("W500", "v0 = global_id\nend\n", (8, 14), "v0 = global_id 0\nend\n"),
    ("W500", "v0 = global_id 0 0\nend\n", (8, 17), "v0 = global_id 0\nend\n"),
    ("W500", "v01 = global_id 0\nend\n", (8, 0), "v1 = global_id 0\nend\n"),
    ("W500", "barrier now\nend\n", (8, 8), "barrier\nend\n"),
    ("W501", "v0 = sine v1 : f32\nend\n", (8, 5), "v0 = sqrt v1 : f32\nend\n"),
    ("W501", "v0 = const u128 1\nend\n", (8, 11), "v0 = const u64 1\nend\n"),
    ("W501", "v0 = get j.0\nend\n", (8, 9), "v0 = get i.0\nend\n"),
    ("W501", "v0 = size b\nend\n", (8, 10), "v0 = size a\nend\n"),
    ("W501", "v0 = load b[v1]\nend\n", (8, 10), "v0 = load a[v1]\nend\n"),
    ("W501", "v0 = load a.first[v1]\nend\n", (8, 10), "v0 = load a.flat[v1]\nend\n"),
    ("W502", "if v0\n", (9, 0), "if v0\nend\nend\n"),
    ("W502", "end\nend\n", (9, 0), "end\n"),
    ("W502", "if v0\nelse\nelse\nend\nend\n", (10, 0), "if v0\nelse\nend\nend\n"),
    ("W502", "while\nend\nend\n", (9, 0), "while\ndo v0\nend\nend\n"),
    ("W502", "do v0\nend\n", (8, 0), "end\n"),
    ("W502", "if v0\n" * 65 + "end\n" * 66, (72, 0), "if v0\n" * 64 + "end\n" * 65),
]


@pytest.mark.parametrize("row", range(len(WRONG)))
def test_wrong_text_is_told_where(row: int) -> None:
    code, lines, (line, column), fixed = WRONG[row]
    with pytest.raises(ValidationError) as caught:
        Program.parse(HEAD + lines)
    error = caught.value
    assert (error.code, error.place and (error.place.line, error.place.column)) == (code, (line, column))
    assert "Fix: " in str(error)
    assert Program.parse(HEAD + fixed).name == "k"


HEADS = [
    ("W502", "", 1),
    ("W500", "vyre 2", 1),
    ("W500", "vyre 1\nprogram 1a", 2),
    ("W500", "vyre 1\nprogram k\nworkgroup 1 1", 3),
    ("W500", "vyre 1\nprogram k\nworkgroup 1 1 1\nbuffer a middle u32 rank 1", 4),
    ("W500", "vyre 1\nprogram k\nworkgroup 1 1 1\nbuffer a in u32 rank 1 shape [1 2]", 4),
    ("W501", "vyre 1\nprogram k\nworkgroup 1 1 1\nbuffer a in u32 rank 1\nbuffer a in u32 rank 1", 5),
    ("W500", "vyre 1\nprogram k\nworkgroup 1 1 1\nlocal i.1 u32", 4),
    ("W501", "vyre 1\nprogram k\nworkgroup 1 1 1\ndomain like b\nbody\nend", 4),
    ("W500", "vyre 1\nprogram k\nworkgroup 1 1 1\nbody now\nend", 4),
]


@pytest.mark.parametrize(("code", "text", "line"), HEADS)
def test_wrong_heads_are_told_where(code: str, text: str, line: int) -> None:
    with pytest.raises(ValidationError) as caught:
        Program.parse(text)
    assert (caught.value.code, caught.value.place and caught.value.place.line) == (code, line)


@given(st.data())
@settings(max_examples=size("hypothesis_programs"), deadline=None)
def test_no_text_does_anything_else(data: st.DataObject) -> None:
    words = sorted(set(everything().to_text().split()))
    text = everything().to_text().split("\n")
    at = data.draw(st.integers(0, len(text) - 1))
    kind = data.draw(st.integers(0, 2))
    if kind == 0:
        text[at] = " ".join(data.draw(st.lists(st.sampled_from(words), max_size=6)))
    elif kind == 1:
        text[at] = data.draw(st.text(max_size=40))
    else:
        del text[at]
    found = told = None
    try:
        found = Program.parse("\n".join(text))
    except ValidationError as error:
        told = error
    if found is None:
        assert told is not None
        assert told.code in ("W500", "W501", "W502")
        assert told.place is not None
    else:
        assert Program.parse(found.to_text()) == found
