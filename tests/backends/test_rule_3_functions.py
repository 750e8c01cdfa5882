"""Rule 3.5: mathematical functions are rounded once, on every device."""

from __future__ import annotations

import math
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import vyre as vy
from tests.functions import blocks
from tests.functions.inputs import SPECIAL, Bits, expected, hard, strata
from tests.functions.mpfr import by_mpfr
from tests.sizes import size
from vyre.dtypes import DType, bf16, f16, f32
from vyre.functions.constants import EXCEPTIONS
from vyre.ir.ops import UNARY_FUNCTIONS
from vyre.ir.program import Program
from vyre.run.session import Session

_NUMPY: dict[DType, Any] = {f32: np.float32, f16: np.float16, bf16: ml_dtypes.bfloat16}


@cache
def _program(name: str, t: DType) -> Program:
    b = vy.Builder("function", domain="x")
    x, y = b.input("x", t), b.output("y", t)
    i = b.global_id()
    y[i] = b.op(name, x[i])
    return b.build()


def _computed(session: Session, device: str, name: str, bits: Bits, t: DType = f32) -> Bits:
    (found,) = session.dispatch(_program(name, t), [bits.view(_NUMPY[t])], backend=device)
    return np.asarray(found).view(bits.dtype)


def _same(name: str, given: Bits, found: Bits, wanted: Bits) -> None:
    wrong = np.flatnonzero(found != wanted)
    assert not len(wrong), (
        f"{len(wrong)} of {len(given)}, for example {name} of {given[wrong[0]]:08x}: {found[wrong[0]]:08x}, not {wanted[wrong[0]]:08x}"
    )


@pytest.mark.parametrize("name", UNARY_FUNCTIONS)
def test_rule_3_5_of_hard_inputs_as_mpfr_rounds_them(name: str, device: str, session: Session) -> None:
    given, wanted = hard(name)
    _same(name, given, _computed(session, device, name, given), wanted)


_OF_NUMPY = {"acos": "arccos", "asin": "arcsin", "atan": "arctan"}


def _validation_set(name: str) -> Bits:
    """The f32 inputs of NumPy's own validation set of a function; its results, which are wrong by some units, are not
    used."""
    folder = Path(np.__file__).parent / "_core" / "tests" / "data"
    text = (folder / f"umath-validation-set-{_OF_NUMPY.get(name, name)}.csv").read_text(encoding="utf-8")
    return np.array(
        [int(line.split(",")[1], 16) for line in text.splitlines() if line.startswith("np.float32")], np.uint32
    )


@pytest.mark.parametrize("name", [name for name in UNARY_FUNCTIONS if name not in ("erf", "erfc", "rsqrt")])
def test_rule_3_5_of_numpys_validation_set_as_mpfr_rounds_it(name: str, device: str, session: Session) -> None:
    given = _validation_set(name)
    assert len(given) > 100
    _same(name, given, _computed(session, device, name, given), by_mpfr(name, given))


@pytest.mark.parametrize("name", UNARY_FUNCTIONS)
def test_rule_3_5_of_special_inputs_exceptions_and_strata(name: str, device: str, session: Session) -> None:
    patched = np.array([x for x, _ in EXCEPTIONS.get(name, ())], np.uint32)
    count = 1 << 12 if device == "reference" else size("strata_of_functions")
    given = np.concatenate([SPECIAL, patched, strata(count)])
    _same(name, given, _computed(session, device, name, given), expected(name, given))


@pytest.mark.parametrize("name", UNARY_FUNCTIONS)
def test_rule_3_5_of_whole_blocks_of_inputs(name: str, target: str, session: Session) -> None:
    """Of other ones each day; of all in the full size."""
    count = size("blocks_of_functions")
    first = datetime.now(UTC).date().toordinal() * count % blocks.COUNT
    found = blocks.computed(session, target, name, first, count)
    differing = np.flatnonzero(found != blocks.right(name)[first : first + count]) + first
    assert not len(differing), (
        f"blocks {differing.tolist()[:8]} of {name}: scripts/sweep_functions.py lists the wrong results"
    )


@pytest.mark.parametrize("t", [f16, bf16], ids=str)
@pytest.mark.parametrize("name", UNARY_FUNCTIONS)
def test_rule_3_5_of_every_input_of_16_bits(name: str, t: DType, target: str, session: Session) -> None:
    given = np.arange(1 << 16, dtype=np.uint16)
    _same(name, given, _computed(session, target, name, given, t), _of_16_bits(name, t))


@cache
def _of_16_bits(name: str, t: DType) -> Bits:
    return expected(name, np.arange(1 << 16, dtype=np.uint16), t)


SPELLED = """
def spelled(x: vy.In[vy.f32], y: vy.Out[vy.f32], z: vy.Out[vy.f32]):
    i = vy.global_id()
    a = vy.exp(x[i]) + vy.exp2(x[i]) + vy.expm1(x[i]) + vy.sinh(x[i]) + vy.cosh(x[i]) + vy.tanh(x[i]) + vy.atan(x[i]) + vy.cbrt(x[i])
    b = vy.log(x[i]) + vy.log2(x[i]) + vy.log10(x[i]) + vy.log1p(x[i]) + vy.rsqrt(x[i]) + vy.erf(x[i]) + vy.erfc(x[i])
    y[i] = a + b + vy.sin(x[i]) + vy.cos(x[i]) + vy.tan(x[i]) + vy.asin(x[i]) + vy.acos(x[i])
    z[i] = np.exp(x[i]) + math.sin(x[i]) * np.arctan(x[i]) - np.log1p(x[i]) + math.acos(x[i]) - math.erf(x[i]) * math.erfc(x[i])
"""


def test_rule_3_5_in_a_kernel_under_all_names(target: str, session: Session) -> None:
    program = vy.kernel_from_source(SPELLED, namespace={"np": np, "math": math}).program
    x = np.linspace(0.01, 0.99, 100, dtype=np.float32)
    (y, z), wanted = (session.dispatch(program, [x], backend=name) for name in (target, "reference"))
    assert y.tobytes() == wanted[0].tobytes()
    assert z.tobytes() == wanted[1].tobytes()


@pytest.mark.parametrize(
    "permits", [{"contract": True}, {"flush": True}, {"contract": True, "reorder": True, "ulp_budget": 4}]
)
def test_rule_3_5_no_permission_changes_what_is_normal(permits: dict[str, Any], target: str, session: Session) -> None:
    config = vy.DispatchConfig(**permits)
    for name in ("exp", "log1p", "tan", "acos"):
        given, wanted = hard(name)
        kept = np.flatnonzero(np.abs(wanted.view(np.float32)) >= 2.0**-126)
        program = _program(name, f32)
        (found,) = session.dispatch(program, [given.view(np.float32)], backend=target, config=config)
        _same(name, given[kept], np.asarray(found).view(np.uint32)[kept], wanted[kept])
        small = np.concatenate([given, SPECIAL])  # the compiler's cache must not return permissive code
        _same(name, small, _computed(session, target, name, small), expected(name, small))


def test_rule_3_5_f64_is_refused_with_what_can_be_written(session: Session) -> None:
    source = "def k(x: vy.In[vy.f64], y: vy.Out[vy.f64]):\n    i = vy.global_id()\n    y[i] = vy.exp(x[i])\n"
    with pytest.raises(vy.KernelTypeError, match=r"vy\.exp takes an f32, f16 or bf16") as caught:
        _ = vy.kernel_from_source(source, name="k").program
    assert caught.value.fix == "compute it in f32: vy.f64(vy.exp(vy.f32(x[i]))), or on the host in f64"
    program = vy.kernel_from_source(source.replace("vy.exp(x[i])", "vy.f64(vy.exp(vy.f32(x[i])))"), name="k").program
    (found,) = session.dispatch(program, [np.array([1.0])], backend="reference")
    assert found.tolist() == [2.7182817459106445]
