"""The generator: valid programs, the same for a seed, with everything in them that a backend can get wrong."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace

import pytest

from tests.property.memory import atomic_types
from tests.property.programs import NARROW, PROFILES, Case, features, random_program
from tests.property.running import differs
from vyre.conform.shrink import smallest_program
from vyre.dtypes import bool_
from vyre.errors import ValidationError
from vyre.ir.nodes import Op
from vyre.ir.ops import ATOMIC_OPS, FUNCTIONS, OPS, SUBGROUP_OPS, result_type
from vyre.ir.program import Program
from vyre.ir.walk import renumber, walk

_COUNT = 300


@pytest.fixture(scope="module", params=sorted(PROFILES))
def cases(request: pytest.FixtureRequest) -> list[Case]:
    return [random_program(seed, PROFILES[request.param]) for seed in range(_COUNT)]


def test_every_program_is_valid(cases: list[Case]) -> None:
    assert all(case.program.check().program is case.program for case in cases)


def test_a_seed_gives_one_program() -> None:
    one, other = random_program(11), random_program(11)
    assert one.program == other.program
    assert (one.shapes, one.start, one.params, one.grid) == (other.shapes, other.start, other.params, other.grid)
    assert random_program(12).program != one.program


_OCCURS = {"if": 200, "for": 100, "while": 80, "nested-loops": 40, "divergence": 200, "divergent-loop": 80, "break": 50, "continue": 50,
           "return": 30, "barrier": 40, "barrier-in-loop": 30, "shared": 80, "shared-atomics": 15, "atomics": 100, "2d": 60}  # fmt: skip
_OCCURS_IN_RICH = {"private": 100, "table": 100, "record": 50, "trap": 20, "axes": 60}
_OCCURS_IN_NESTED = {"nested-loops": 180, "3-loops": 90, "break-in-2": 100, "continue-in-2": 60, "return-in-2": 12, "store-in-2": 140,
                     "inner-local": 200, "trap": 4, "barrier-in-loop": 20, "shared-atomics": 10, "record": 30, "atomics": 60, "shared": 60}  # fmt: skip


def test_everything_occurs(cases: list[Case], request: pytest.FixtureRequest) -> None:
    found = Counter(name for case in cases for name in features(case.program))
    profile = PROFILES[request.node.callspec.params["cases"]]
    least = _OCCURS | (_OCCURS_IN_RICH if profile.rich else {}) | (_OCCURS_IN_NESTED if profile.nested else {})
    least |= {f"atomic:{t}": 20 for t in set(atomic_types(profile)) if not profile.nested}
    assert {name: found[name] for name, n in least.items() if found[name] < n} == {}
    assert [op for op in ATOMIC_OPS if found[f"atomic-{op}"] < (5 if profile.nested else 10)] == []
    assert (
        not profile.rich or [op for op in SUBGROUP_OPS if found[f"subgroup-{op}"] < (1 if profile.nested else 6)] == []
    )
    if profile.nested:
        return
    assert not profile.rich or sum(case.may_trap and case.while_limit is not None for case in cases) >= 15
    for op in OPS:
        for t in profile.values:
            if _takes(op, t) and op not in FUNCTIONS and not (op == "bitcast" and t.bits == 8):
                assert found[f"{op}:{t}"] >= 2, f"{op} on {t}"
    if any(t.is_float for t in profile.values):  # of functions, each on some type and some on each type
        assert [op for op in FUNCTIONS if not any(found[f"{op}:{t}"] for t in profile.values)] == []
        narrow = [t for t in profile.values if t.is_float and t.bits < 64]
        assert [t for t in narrow if sum(found[f"{op}:{t}"] for op in FUNCTIONS) < 20] == []


def _takes(op: str, t: type) -> bool:
    types = [bool_, t, t] if op == "select" else [t] * OPS[op].arity
    try:
        if op in ("cast", "bitcast"):
            return op == "cast" or t is not bool_
        return result_type(op, types) is not None  # type: ignore[arg-type]
    except ValidationError:
        return False


def test_values_flow_into_outputs(cases: list[Case]) -> None:
    """Most programs change when an input does; of those that do not sum up all values, fewer."""
    changed = runs = 0
    for case in cases[:30]:
        wanted = case.expected()
        inputs = [k for k, b in enumerate(case.program.buffers) if b.role == "in" and case.start[k]]
        if not inputs or 0 in case.grid or not case.start.get(next(iter(wanted))):
            continue
        runs += 1
        start = {k: bytes(b ^ 0x11 for b in data) if k in inputs else data for k, data in case.start.items()}
        found = replace(case, start=start).expected()
        changed += found.keys() != wanted.keys() or differs(case, wanted, found) != ""  # it may trap now
    assert changed >= runs * (0.6 if cases[0].origin.endswith("NESTED)") else 0.8)


def test_programs_are_free_of_races_between_invocations(cases: list[Case]) -> None:
    """Workgroups in another order give the same bytes."""
    for case in cases[:30]:
        order = list(range(math.prod(case.grid)))[::-1]
        assert differs(case, case.expected(), case.expected(order)) == "", case.origin


def test_a_failing_program_shrinks_to_what_makes_it_fail() -> None:
    """The shrinker keeps a program valid and failing, and leaves nothing out of place in it."""
    case = next(c for c in (random_program(n, NARROW) for n in range(100)) if "mul:u32" in features(c.program))

    def multiplies(program: Program) -> bool:
        return any(isinstance(s, Op) and s.op == "mul" for _, s, _ in walk(program))

    found = smallest_program(case.program, multiplies, seconds=20)
    found.check()
    kinds = [type(s).__name__ for _, s, _ in walk(found)]
    assert kinds.count("Op") <= 2
    assert len(kinds) <= 8 < len(list(walk(case.program)))
    assert found == renumber(found)
