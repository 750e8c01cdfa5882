"""All small programs of loops, branches and two locals leave what a plain interpreter works out (rules 5.2, 5.3)."""

from __future__ import annotations

import pytest

from tests.property.exhaustive import count, differing, program
from tests.property.running import open_backend, skip_reason
from tests.sizes import size

_PARTS = 10
_SLOWER = 40  # times, or about it: of the programs of the CPU others run one in so many
_OTHERS = ("reference", "reference:lanes", "opencl", "wgpu", "cuda")


def differing_on(name: str, numbers: range) -> list[str]:
    reason = skip_reason(name)
    if reason is not None:
        pytest.skip(f"{name}: {reason}")
    backend = open_backend(name)
    found = differing(backend, numbers)
    backend.close()
    return [str(program(number)) for number in found[:3]]


@pytest.mark.parametrize("part", range(_PARTS))
def test_small_programs_agree_on_the_cpu(part: int) -> None:
    assert differing_on("cpu", range(0, count(), size("exhaustive_step"))[part::_PARTS]) == []


@pytest.mark.parametrize("name", _OTHERS)
def test_small_programs_agree_elsewhere(name: str) -> None:
    assert differing_on(name, range(0, count(), size("exhaustive_step") * _SLOWER + 1)) == []


def test_each_number_is_another_program() -> None:
    made = [program(number) for number in range(0, count(), 211)]
    assert len(set(made)) == len({(each.forest, each.sets, each.copies, each.shows) for each in made}) == len(made)
    last, before = program(count() - 1), program(count() - 2)
    assert (last.forest, last.shows) == (before.forest, before.shows + 1)
    kinds = str([each.forest for each in made])
    for kind in ("loop", "divergent loop", "if", "divergent if", "if else", "break", "continue"):
        assert repr(kind) in kinds
