"""Programs of 50,000 statements and chains of 20,000 terms are ordinary input, under a small recursion limit."""

from __future__ import annotations

import copy
import itertools
import pickle
import sys
from collections.abc import Callable, Iterator

import pytest

from tests.unit.ir.samples import chain, deep, flat
from vyre.check.validate import check
from vyre.dtypes import bool_
from vyre.errors import ValidationError
from vyre.facts.effects import effects
from vyre.facts.ranges import ranges
from vyre.facts.types import value_types
from vyre.facts.uniformity import uniformity
from vyre.ir.builder import Builder
from vyre.ir.program import Program
from vyre.ir.walk import renumber, walk

OPERATIONS: dict[str, Callable[[Program], object]] = {
    "fingerprint": lambda p: p.fingerprint,
    "text": lambda p: Program.parse(p.to_text()),
    "wire": lambda p: Program.from_bytes(p.to_bytes()),
    "check": check,
    "types": value_types,
    "effects": effects,
    "uniformity": uniformity,
    "ranges": ranges,
    "renumber": renumber,
}


@pytest.fixture
def _small_stack() -> Iterator[None]:
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(1000)
    yield
    sys.setrecursionlimit(before)


@pytest.mark.usefixtures("_small_stack")
@pytest.mark.parametrize(
    "make", [lambda: chain(20_000), lambda: flat(50_000), lambda: deep(64)], ids=["chain", "flat", "deep"]
)
def test_nothing_recurses_over_statements(make: Callable[[], Program]) -> None:
    program, twin = make(), make()
    assert program == twin
    assert hash(program) == hash(twin)
    assert program.body == twin.body
    assert hash(program.body) == hash(twin.body)
    assert program.fingerprint.hex()[:12] in repr(program)
    assert len(repr(program.body)) > 1000
    assert pickle.loads(pickle.dumps(program)) == program
    assert copy.deepcopy(program) is program
    assert copy.copy(program) == program
    assert copy.deepcopy(program.body) == program.body
    assert Program.parse(program.to_text()) == program
    assert Program.from_bytes(program.to_bytes()) == program
    assert check(program).program is program
    assert len(value_types(program)) == sum(hasattr(s, "result") for _, s, _ in walk(program))
    assert len(uniformity(program).values) == len(ranges(program).intervals) == len(value_types(program))
    assert effects(program).buffers[-1].writes
    del program, twin  # and freeing it does not either


@pytest.mark.usefixtures("_small_stack")
def test_the_builder_refuses_too_deep_nesting() -> None:
    b = Builder("deep")
    with pytest.raises(ValidationError) as caught:
        _nest(b, 2000)
    assert caught.value.code == "V403"
    assert "Fix: " in str(caught.value)


def _nest(b: Builder, left: int) -> None:
    """Conditions inside conditions without Python's own stack in the way."""
    opened = []
    try:
        while left:
            block = b.if_(b.const(bool_, True))
            block.__enter__()
            opened.append(block)
            left -= 1
    finally:
        opened.clear()


def calls(run: Callable[[], object]) -> int:
    """How many Python functions and C functions a run calls: work without a clock."""
    count = 0

    def seen(_frame: object, event: str, _arg: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(seen)
    try:
        run()
    finally:
        sys.setprofile(before)
    return count


@pytest.mark.parametrize("make", [chain, flat], ids=["chain", "flat"])
@pytest.mark.parametrize("name", OPERATIONS)
def test_work_grows_with_the_size(name: str, make: Callable[[int], Program]) -> None:
    work = []
    for size in (500, 1000, 2000, 4000):
        program = make(size)
        run = OPERATIONS[name]
        work.append(calls(lambda program=program, run=run: run(program)))  # type: ignore[misc]  # bound now, called now
    for small, large in itertools.pairwise(work):
        assert large <= 2.2 * small, work


@pytest.mark.parametrize("make", [chain, flat], ids=["chain", "flat"])
def test_building_grows_with_the_size(make: Callable[[int], Program]) -> None:
    work = [calls(lambda size=size: make(size)) for size in (500, 1000, 2000, 4000)]  # type: ignore[misc]  # bound now
    for small, large in itertools.pairwise(work):
        assert large <= 2.2 * small, work
