"""The mutants of the analyses: that they are what they say, that looking for them leaves no trace, and that programs find them."""

from __future__ import annotations

import pytest

from tests.property.caught import CAUGHT
from tests.property.equivalent import EQUIVALENT
from tests.property.hunting import TABLE, Compiled, judged, table, trial
from tests.property.permissive import mutants, planted, watching
from tests.property.running import skip_reason
from tests.sizes import FULL_TIMEOUT, SETTING, size

BY_NAME = {mutant.name: mutant for mutant in mutants()}


def test_names_are_those_of_mutants() -> None:
    """A name says where in its function the refusal is: whoever changes one looks at its reason again."""
    assert len(BY_NAME) == len(mutants())
    assert [name for name in (*EQUIVALENT, *CAUGHT) if name not in BY_NAME] == []
    assert EQUIVALENT.keys() & CAUGHT.keys() == set()
    assert all(EQUIVALENT.values())


def test_two_in_a_hundred_may_be_open() -> None:
    found, equal = len(CAUGHT), len(EQUIVALENT)
    assert found >= 0.98 * (len(BY_NAME) - equal)
    assert TABLE.read_text(encoding="utf-8") == table()


def test_watching_and_planting_leave_no_trace() -> None:
    one = trial("guarded", 3)
    before = one.texts(one.plans()), one.claims(frozenset({"trace", "covers"}))
    with watching() as seen:
        assert one.texts(one.plans()) == before[0]
    assert len(seen) > 20
    for mutant in mutants()[:: size("caught_step")]:
        with planted(mutant):
            pass
    assert (one.texts(one.plans()), one.claims(frozenset({"trace", "covers"}))) == before


@pytest.mark.timeout(FULL_TIMEOUT if SETTING == "full" else 120)
@pytest.mark.parametrize("name", list(CAUGHT)[:: size("caught_step")])
def test_programs_find_mutants(name: str) -> None:
    if skip_reason("cpu") is not None:
        pytest.skip(f"cpu: {skip_reason('cpu')}")
    mutant, compiled = BY_NAME[name], Compiled(trial(*CAUGHT[name]))
    assert mutant.place in compiled.seen
    try:
        judges = compiled.changed(mutant)
    except Exception:  # noqa: BLE001 - a compiler that fails loudly is found
        return
    if not compiled.trial.steady:
        judges -= {"text"}  # any order of the invocations is right
    assert judges
    assert judged(compiled.trial, None, judges) == ""  # the compiler as it is has no fault
    assert judged(compiled.trial, mutant, judges) != ""
