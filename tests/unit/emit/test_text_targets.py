"""WGSL, OpenCL C and CUDA C++: canonical, strict, honest about what they lack. Needs no device."""

from __future__ import annotations

import dataclasses
import re
import sys

import pytest

from tests.golden.text_targets import EMIT, PROGRAMS, TARGETS, emitted, profile, programs_of
from vyre.config import DispatchConfig
from vyre.dtypes import BY_NAME, DType, bool_, f32, f64, i32, u8, u32
from vyre.emit import cuda, opencl
from vyre.emit.wgsl import DTYPES
from vyre.emit.wgsl.integers import INTEGER_OPS
from vyre.errors import UnsupportedFeature
from vyre.ir.builder import Builder
from vyre.ir.nodes import Barrier, Load, Store
from vyre.ir.ops import OPS
from vyre.ir.program import Program
from vyre.ir.walk import statements
from vyre.plan.plan import make_plan


def copying(names: tuple[str, str, str], t: DType = u32) -> Program:
    b = Builder(names[0])
    x, out = b.input(names[1], t), b.output(names[2], t)
    i = b.global_id()
    with b.if_(i < out.size):
        kept = b.let(names[1], x[i])
        out[i] = kept
    return b.build()


@pytest.mark.parametrize("target", TARGETS)
def test_no_name_of_the_user_reaches_the_text(target: str) -> None:
    first = emitted(copying(("kernel", "while_", "größe")), target)
    second = emitted(copying(("copy", "x", "y")), target)
    assert first == second
    assert first.text.isascii()


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("name", PROGRAMS)
def test_emission_is_deterministic_and_every_line_has_its_statement(target: str, name: str) -> None:
    program = PROGRAMS[name]()
    one, two = emitted(program, target), emitted(PROGRAMS[name](), target)
    assert one == two
    lines, numbered = one.text.splitlines(), statements(program)
    assert len(lines) == len(one.statements)
    words = {
        "wgsl": "workgroupBarrier()",
        "wgsl64": "workgroupBarrier()",
        "wgsl_gpu": "workgroupBarrier()",
        "opencl": "CLK_GLOBAL_MEM_FENCE",
        "cuda": "  __syncthreads();",
    }[target]
    at = [n for n in one.statements if n >= 0]
    assert at == sorted(at) or any(kind in str(numbered) for kind in ("If", "For", "While"))
    for line, number in zip(lines, one.statements, strict=True):
        if number >= 0 and words in line:
            assert isinstance(numbered[number], Barrier)
        if re.search(r"b\d+\[v\d+\] = v\d+;", line):
            assert isinstance(numbered[number], Store)


@pytest.mark.parametrize("target", TARGETS)
def test_nothing_in_text_or_options_relaxes_floats(target: str) -> None:
    forbidden = re.compile(r"fast|relaxed|mad-enable|unsafe|no-signed-zeros|finite-math|denorms|=approx", re.IGNORECASE)
    for make in programs_of(target).values():
        assert not forbidden.search(emitted(make(), target).text)
    assert not forbidden.search(" ".join((*opencl.OPTIONS, *cuda.OPTIONS)))
    assert {"--fmad=false", "--ftz=false", "--prec-div=true", "--prec-sqrt=true"} <= set(cuda.OPTIONS)
    assert "-cl-fp32-correctly-rounded-divide-sqrt" in opencl.OPTIONS
    assert emitted(PROGRAMS["mask"](), "opencl").text.startswith("#pragma OPENCL FP_CONTRACT OFF\n")


@pytest.mark.parametrize("target", ["wgsl"])
@pytest.mark.parametrize(
    "t",
    [t for t in BY_NAME.values() if t.name not in DTYPES],
    ids=lambda t: t.name,
)
def test_U702_types_are_refused_by_name(target: str, t: DType) -> None:
    with pytest.raises(UnsupportedFeature, match=rf"\[U702\].*{t.name}") as caught:
        emitted(copying(("k", "x", "y"), t), target)
    assert "u32" in caught.value.fix
    assert caught.value.place is not None
    for taken in (u8, u32, i32, bool_):  # the Fix applied
        assert emitted(copying(("k", "x", "y"), taken), target).entry == "vyre_main"


@pytest.mark.parametrize("target", ["wgsl"])
def test_U702_a_value_of_a_refused_type_is_refused_where_it_stands(target: str) -> None:
    b = Builder("k")
    x, out = b.input("x", u32), b.output("out", u32)
    out[b.global_id()] = b.cast(u32, b.cast(f64, x[b.global_id()]))
    with pytest.raises(UnsupportedFeature, match="f64 values") as caught:
        emitted(b.build(), target)
    assert caught.value.place is not None
    assert "b.cast(f64" in caught.value.place.text


@pytest.mark.parametrize("target", TARGETS)
def test_U702_operations_and_features_that_a_profile_lacks(target: str) -> None:
    emit, full = EMIT[target], profile(target)
    histogram = make_plan(PROGRAMS["histogram"]().check(), config=DispatchConfig(), folds_grid=full.folds_grid)
    mask = make_plan(PROGRAMS["mask"]().check(), config=DispatchConfig(), folds_grid=full.folds_grid)
    lacking = [(mask, dataclasses.replace(full, ops=full.ops - {"xor"}), "the operation xor")]
    lacking += [
        (histogram, dataclasses.replace(full, features=full.features - {feature}), feature.replace("_", " "))
        for feature in ("barrier", "atomics", "shared_atomics")
    ]
    for plan, profile_, words in lacking:
        with pytest.raises(UnsupportedFeature, match=rf"\[U702\].*{words}"):
            emit(plan, profile_)
        assert emit(plan, full).text


def test_the_operations_are_those_of_the_table_that_take_integers() -> None:
    floats_only = {
        name
        for name, info in OPS.items()
        if "float" in info.takes and "integer" not in info.takes and "number" not in info.takes
    }
    assert set(OPS) - floats_only >= INTEGER_OPS
    assert {"add", "floormod", "reverse_bits", "select", "cast"} <= INTEGER_OPS
    assert not INTEGER_OPS & {"fma", "sqrt", "floor", "isnan"}


@pytest.mark.parametrize("target", TARGETS)
def test_proved_accesses_carry_no_guard(target: str) -> None:
    b = Builder("proved", domain="x")
    x, out = b.input("x", u32), b.output("out", u32)
    i = b.global_id()
    with b.if_(i < x.size):
        out[i] = x[i]
    program = b.build()
    general, equal = emitted(program, target), emitted(program, target, frozenset({"equal_sizes"}))
    count = sum(isinstance(s, (Load, Store)) for s in statements(program))
    assert general.notes[0] == f"{count} accesses, 1 proved in bounds, 1 guarded"
    assert equal.notes[0] == f"{count} accesses, 2 proved in bounds, 0 guarded"
    assert equal.text.count("if (") == general.text.count("if (") - 1


@pytest.mark.parametrize("target", TARGETS)
def test_D27_the_work_grows_with_the_program(target: str) -> None:
    """Python calls at most 2.2 times as many per doubling, and no recursion over a chain."""

    def chain(n: int) -> Program:
        b = Builder("chain")
        x, out = b.input("x", u32), b.output("out", u32)
        total = x[0]
        for _ in range(n):
            total = total + x[0]
        out[0] = total
        return b.build()

    def calls(n: int) -> int:
        program = chain(n)
        count = 0

        def seen(*_: object) -> None:
            nonlocal count
            count += 1

        sys.setprofile(seen)
        try:
            emitted(program, target)
        finally:
            sys.setprofile(None)
        return count

    emitted(chain(10), target)  # tables are filled
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(400)
    try:
        small, large = calls(1000), calls(2000)
    finally:
        sys.setrecursionlimit(limit)
    assert large <= 2.2 * small


def test_opencl_shows_no_choice_between_ones_and_zeros() -> None:
    """NVIDIA's compiler makes one between -1 and -0 a conversion, whose zero is +0 (driver 580.159.04)."""
    b = Builder("choice", domain="flag")
    flag, out, number = b.input("flag", bool_), b.output("out", f32), b.output("number", i32)
    i = b.global_id()
    minus = b.const(f32, -1.0)
    out[i] = b.select(flag[i], minus, b.const(f32, -0.0)) - b.cast(f32, flag[i]) * b.const(f32, 3.0)
    number[i] = b.select(flag[i], b.const(i32, 1), b.const(i32, 7))
    text = emitted(b.build(), "opencl").text
    assert text.count("float_of(3212836864u ^ HIDDEN_ZERO)") == 1
    assert text.count("float_of(2147483648u ^ HIDDEN_ZERO)") == 1
    assert text.count("? 1065353216u : 0) ^ HIDDEN_ZERO)") == 1
    assert "3.0f" in text
    assert text.count("HIDDEN_ZERO)") == 3
