"""Small kernels in the shapes that people write: on the CPU, in several forms of its text, against the reference, and with the facts
checked that the compiler relies on; and what is claimed of them, held against what a run shows."""

from __future__ import annotations

import pytest

from tests.property.families import FAMILIES
from tests.property.hunting import ASKED, judged, trial
from tests.property.running import skip_reason
from tests.sizes import FULL_TIMEOUT, SETTING, size

CLAIMS = frozenset[str]().union(*ASKED.values())


@pytest.mark.timeout(FULL_TIMEOUT if SETTING == "full" else 120)
@pytest.mark.parametrize("family", FAMILIES)
def test_what_is_compiled_and_claimed_is_right(family: str) -> None:
    if skip_reason("cpu") is not None:
        pytest.skip(f"cpu: {skip_reason('cpu')}")
    for seed in range(size("natural_programs")):
        one = trial(family, seed)
        judges = CLAIMS | {"text"} if one.steady else CLAIMS
        assert judged(one, None, judges) == "", f"{family} {seed}\n{one.case.program.to_text()}"
