"""What permissions make of a text (``python -m tests.golden.relaxed_texts`` writes the kept ones anew)."""

from __future__ import annotations

import pytest

from vyre.config import MAX_ULPS, DispatchConfig
from vyre.plan.plan import make_plan

from .relaxed_texts import CONFIGS, HERE, PERMITTED, TARGETS, emitted, kept, path, weigh
from .text_targets import EMIT, profile


@pytest.mark.parametrize("target", TARGETS)
def test_strict_texts_use_nothing(target: str) -> None:
    made = emitted(target, "strict")
    assert (made.relaxed, made.options) == ((), ())


@pytest.mark.parametrize("name", PERMITTED)
@pytest.mark.parametrize("target", TARGETS)
def test_text(target: str, name: str) -> None:
    assert kept(target, name) == path(target, name).read_text(encoding="utf-8")


def test_every_kept_text_has_a_permission() -> None:
    assert {file.name for file in HERE.iterdir()} == {path(t, n).name for t in TARGETS for n in PERMITTED}


def test_a_program_that_is_cut_into_pieces_names_no_factors_in_its_sums() -> None:
    """They may be defined in another piece."""
    plan = make_plan(weigh().check(), config=CONFIGS["contract"], features=profile("opencl").features, longest_piece=4)
    made = EMIT["opencl"](plan, profile("opencl"))
    assert "piece" in made.text
    assert made.relaxed == ()
    assert made.text.startswith("#pragma OPENCL FP_CONTRACT OFF\n")
    assert " * v2 + " not in made.text


@pytest.mark.parametrize("flush", [False, True])
def test_what_measures_errors_is_compiled_with_the_fastest_forms(flush: bool) -> None:
    config = DispatchConfig(ulp_budget=MAX_ULPS, flush=flush)
    plan = make_plan(weigh().check(), config=config, features=profile("opencl").features)
    cuda = set(EMIT["cuda"](plan, profile("cuda").as_native()).options)
    assert {"--prec-div=false", "--prec-sqrt=false", f"--ftz={str(flush).lower()}", "--fmad=false"} <= cuda
    opencl = EMIT["opencl"](plan, profile("opencl").as_native()).options
    assert opencl == ("-cl-std=CL1.2", *(("-cl-denorms-are-zero",) * flush))
