"""Long programs as OpenCL C and CUDA C++: functions of limited length (``vyre.emit.c.pieces``)."""

from __future__ import annotations

import re
from itertools import pairwise

import numpy as np
import pytest

import vyre as vy
from bench.long_programs import SHAPES, long_program
from tests.golden.text_targets import C_FAMILY, emitted, profile
from vyre.dtypes import u32
from vyre.emit.c.pieces import LONGEST_IN_SOFTWARE, LONGEST_ON_GPU
from vyre.ir.builder import Builder
from vyre.ir.nodes import VALUES
from vyre.ir.walk import statements, walk
from vyre.run.session import Session
from vyre.run.show import source_text

_FUNCTION = re.compile(r"^\S.*\bpiece(\d+)\(.*\{$")


def functions(text: str) -> dict[int, list[int]]:
    """Of each piece the lines of the text that it takes."""
    found: dict[int, list[int]] = {}
    inside = -1
    for n, line in enumerate(text.split("\n")):
        head = _FUNCTION.match(line)
        if head:
            inside = int(head[1])
            found[inside] = []
        elif line == "}":
            inside = -1
        elif inside >= 0:
            found[inside].append(n)
    return found


@pytest.mark.parametrize("target", C_FAMILY)
@pytest.mark.parametrize("shape", SHAPES)
def test_no_function_is_long(shape: str, target: str) -> None:
    longest = 100
    program = long_program(shape, 1000)
    made = emitted(program, target, longest_piece=longest)
    lengths = [len(lines) for lines in functions(made.text).values()]
    count = len(statements(program))
    assert len(lengths) >= count // longest
    assert max(lengths) <= 3 * longest  # a guarded access and a block have several lines
    entry = made.text[made.text.index("vyre_main(") :]
    assert entry.count("\n") <= len(lengths) * 50
    assert made.notes[-1] == f"{longest} statements a piece: cut into {len(lengths)}"
    assert "piece" not in emitted(program, target).text


@pytest.mark.parametrize("target", C_FAMILY)
def test_a_function_stands_before_those_that_call_it_and_is_called_once(target: str) -> None:
    text = emitted(long_program("source", 300), target, longest_piece=20).text
    seen = set()
    for line in text.split("\n"):
        head = _FUNCTION.match(line)
        if head:
            seen.add(head[1])
        else:
            called = re.search(r"\bpiece(\d+)\(", line)
            assert called is None or called[1] in seen
    assert all(text.count(f"piece{name}(") == 2 for name in seen)
    assert len(seen) > 10


@pytest.mark.parametrize("target", C_FAMILY)
def test_every_line_knows_its_statement(target: str) -> None:
    """A compiler's complaint about a line of a piece is told at the caller's line."""
    program = long_program("source", 300)
    made = emitted(program, target, longest_piece=40)
    lines = made.text.split("\n")[:-1]
    assert len(made.statements) == len(lines)
    results = {f"v{stmt.result}": n for n, stmt, _ in walk(program) if isinstance(stmt, VALUES)}
    defined = 0
    for line, at in zip(lines, made.statements, strict=True):
        found = re.match(r"\s+(?:const \w+|\w+) (v\d+) = ", line)
        if found:
            defined += 1
            assert results[found[1]] == at
    assert defined == len(results)
    pieces = functions(made.text)
    assert all({made.statements[n] for n in pieces[name]} >= {name} for name in pieces)


def test_source_shows_pieces_with_the_callers_lines() -> None:
    text = source_text(long_program("source", LONGEST_ON_GPU * 2), "cuda")
    assert "__noinline__" in text
    inner = functions(text)
    assert max(len(lines) for lines in inner.values()) <= 3 * LONGEST_ON_GPU
    lines = text.split("\n")
    assert any("y7 = b.let" in lines[n] or "b.let(f" in lines[n] for held in inner.values() for n in held)


def test_pieces_of_a_gpu_are_longer() -> None:
    """There a call costs time in every run; the compilers of software devices are the slow ones."""
    assert LONGEST_IN_SOFTWARE < LONGEST_ON_GPU
    assert profile("cuda").longest_piece is None


@pytest.mark.parametrize("statements_", [LONGEST_IN_SOFTWARE // 4, 4 * LONGEST_IN_SOFTWARE])
def test_a_device_is_given_pieces_of_what_is_long(session: Session, device: str, statements_: int) -> None:
    if device not in ("opencl", "cuda"):
        pytest.skip(f"{device} has no functions of pieces")
    program = long_program("memory", statements_)
    a = np.arange(100, dtype=np.uint32)
    (got,) = session.dispatch(program, [a], backend=device)
    (want,) = session.dispatch(program, [a], backend="reference")
    assert got.tobytes() == want.tobytes()
    found = functions(session.compile(program, backend=device).source)
    kind = next(row.kind for row in session.devices() if row.id == device)
    longest = LONGEST_IN_SOFTWARE if kind == "software" else LONGEST_ON_GPU
    count = len(statements(program))
    assert len(found) >= count // longest if count > longest else not found


def test_ids_are_found_at_the_head() -> None:
    """PoCL knows them in the kernel only."""
    b = Builder("ids", workgroup=(4, 8), domain="out")
    out = b.output("out", u32, rank=2)
    x = b.let("x", 0, u32)
    for k in range(20):
        x.set(x * 3 + b.local_id(0) + b.group_id(1) + b.global_id(0) + b.num_groups(0) + k)
    out[b.global_id(1), b.global_id(0)] = x + b.local_index()
    for target in C_FAMILY:
        text = emitted(b.build(), target, longest_piece=10).text
        heads = [text.index(name) for name in re.findall(r"get_\w+_id\(|threadIdx|blockIdx", text)]
        assert not heads or min(heads) > text.index("vyre_main(")
    with vy.Session("reference") as session:
        (want,) = session.dispatch(b.build(), [], domain=(16, 8), out=[np.zeros((16, 8), np.uint32)])
    assert len(set(want.ravel().tolist())) > 10


@pytest.mark.parametrize("target", C_FAMILY)
def test_text_grows_as_the_program_does(target: str) -> None:
    lengths = [len(emitted(long_program("hash", n), target, longest_piece=100).text) for n in (500, 1000, 2000, 4000)]
    assert all(large <= 2.3 * small for small, large in pairwise(lengths))
