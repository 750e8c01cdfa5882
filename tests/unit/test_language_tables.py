"""The tables of ``docs/language.md`` that say what a backend takes, held against the backends."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import vyre as vy
from vyre.dtypes import BY_NAME
from vyre.ir.program import Program
from vyre.opt.expand import can_trap
from vyre.run.engine import missing
from vyre.run.session import Session

LANGUAGE = Path(__file__).resolve().parents[2] / "docs" / "language.md"
BACKENDS = ["cpu", "cuda", "opencl", "wgpu"]
WORDS = {"yes": True, "not yet": False, "planned": False}


def rows(heading: str) -> dict[str, list[str]]:
    """The first table below a heading's anchor: its first cell, and the cells of the backends."""
    text = LANGUAGE.read_text().partition(f"{{ #{heading} }}")[2]
    lines = [line for line in re.split(r"\n#", text)[0].splitlines() if line.startswith("|")]
    cells = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]
    assert [cell.strip(" |") for cell in cells[0][-4:]] == BACKENDS
    return {row[0].strip(): [cell.strip(" |") for cell in row[-4:]] for row in cells[2:]}


def program(parameters: str, *body: str) -> Program:
    lines = "".join(f"    {line}\n" for line in body)
    return vy.kernel_from_source(f"@vy.kernel(domain=1)\ndef k({parameters}):\n{lines}").program


def atomics(dtype: str, name: str = "add") -> Program:
    return program(f"x: vy.InOut[vy.{dtype}]", f"vy.atomic_{name}(x, 0, x[1])")


NEEDS: dict[str, list[Program]] = {
    "`vy.shared`, `vy.barrier`": [
        program("x: vy.InOut[vy.u32]", "s = vy.shared(vy.u32, 4)", "s[0] = x[0]", "vy.barrier()", "x[1] = s[0]")
    ],
    "atomics on `u32` and `i32`": [atomics("u32"), atomics("i32")],
    "atomics on `u64` and `i64`": [atomics("u64"), atomics("i64")],
    "`vy.atomic_min`, `vy.atomic_max` on floats": [atomics(t, n) for t in ("f32", "f64") for n in ("min", "max")],
    "the subgroup operations": [program("x: vy.InOut[vy.u32]", "x[0] = vy.subgroup_sum(x[1])")],
    "`vy.private`": [program("x: vy.InOut[vy.u32]", "p = vy.private(vy.u32, 4)", "p[x[0]] = 1", "x[1] = p[0]")],
    "`vy.trap`, `assert`, `DispatchConfig.while_limit`": [
        program("x: vy.InOut[vy.u32]", "if x[0] > 3:", "    vy.trap(1)"),
        program("x: vy.InOut[vy.u32]", 'assert x[0] < 3, "small"'),
    ],
}


@pytest.fixture(params=["reference", *BACKENDS])
def column(request: pytest.FixtureRequest, session: Session) -> tuple[str, int]:
    """A device's id, and its column (the reference has that of the cpu)."""
    found = next((d.id for d in session.registry.devices(request.param) if d.available), None)
    if found is None:
        pytest.skip(f"{request.param}: {session.registry.devices(request.param)[0].reason}")
    return found, max(BACKENDS.index(request.param), 0) if request.param in BACKENDS else 0


def test_every_scalar_type_has_one_row() -> None:
    names = [name for first in rows("types") for name in re.findall(r"`vy\.(\w+)`", first)]
    assert sorted(names) == sorted("bool_" if name == "bool" else name for name in BY_NAME)


def test_the_table_of_types_says_what_the_backends_take(session: Session, column: tuple[str, int]) -> None:
    device, at = column
    dtypes = session.engine(device).profile.dtypes
    found: dict[str, bool] = {}
    for first, cells in rows("types").items():
        for name in re.findall(r"`vy\.(\w+)`", first):
            if cells[at] != "planned":  # the reference has types that the language hasn't
                found[name.rstrip("_")] = WORDS[cells[at]]
            else:
                with pytest.raises(vy.UnsupportedFeature):
                    program(f"x: vy.InOut[vy.{name}]", "x[0] = x[1]")
    assert found == {name: name in dtypes for name in found}


def test_the_table_of_features_says_what_the_backends_have(session: Session, column: tuple[str, int]) -> None:
    device, at = column
    profile = session.engine(device).profile
    said = {first: WORDS[cells[at]] for first, cells in rows("lacking").items()}
    assert said.keys() == NEEDS.keys()
    has = {first: all(missing(p, profile) is None for p in programs) for first, programs in NEEDS.items()}
    assert said == has
    assert said["`vy.trap`, `assert`, `DispatchConfig.while_limit`"] == can_trap(profile.features, profile.dtypes)
