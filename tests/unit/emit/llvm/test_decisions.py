"""What the emitter decides: scalars, consecutive values, masks, packs, phases; and that its text is canonical."""

from __future__ import annotations

import re
from collections.abc import Callable

import numpy as np
import pytest

from vyre.config import DispatchConfig
from vyre.dtypes import DType, bool_, f32, i32, i64, u8, u32, u64
from vyre.emit.llvm import LlvmArtifact, Target, emit
from vyre.ir.builder import Builder
from vyre.ir.program import Program
from vyre.plan.plan import Assumption, make_plan
from vyre.run.session import Session

WIDE = Target(16, 32, True, True)
GENERAL: frozenset[Assumption] = frozenset()


def made(program: Program, target: Target = WIDE, *, packs: int | None = None, equal: bool = False) -> LlvmArtifact:
    assumptions: frozenset[Assumption] = frozenset({"equal_sizes"}) if equal else GENERAL
    return emit(make_plan(program.check(), config=DispatchConfig(), assumptions=assumptions), target, packs=packs)


def kinds(artifact: LlvmArtifact) -> list[str]:
    return [a.kind for a in artifact.receipt.accesses]


def guarded(body: Callable[[Builder], None], **options: object) -> Program:
    b = Builder("k", domain=1000, **options)  # type: ignore[arg-type]  # options of the Builder
    body(b)
    return b.build()


def mask(names: tuple[str, str, str] = ("a", "key", "out")) -> Program:
    b = Builder("mask")
    a, key, out = b.input(names[0], u32), b.input(names[1], u32), b.output(names[2], u32)
    i = b.global_id()
    with b.if_(i < out.size):
        out[i] = a[i] ^ key[i]
    return b.build()


def test_names_do_not_reach_the_text() -> None:
    assert made(mask()).text == made(mask(("first", "second", "third"))).text


def test_every_line_knows_its_statement() -> None:
    artifact = made(mask())
    lines = artifact.text.splitlines()
    assert len(artifact.statements) == len(lines)
    xor = next(n for n, line in enumerate(lines) if " = xor <16 x i32>" in line)
    assert artifact.statements[xor] == 6


def test_no_instruction_may_contract_or_reassociate() -> None:
    b = Builder("muladd")
    x, out = b.input("x", f32), b.output("out", f32)
    i = b.global_id()
    with b.if_(i < out.size):
        out[i] = x[i] * x[i] + x[i] / 3.0 - b.sqrt(x[i])
    text = made(b.build()).text
    assert re.search(r"\bfmul <16 x float>", text)
    assert not re.search(r"\b(fast|nnan|ninf|nsz|arcp|contract|afn|reassoc|fmuladd)\b", text)


def test_own_elements_are_vectors_and_guards_prove_the_store() -> None:
    accesses = made(mask()).receipt.accesses
    assert [(a.what, a.kind, a.proved) for a in accesses] == [
        ("load", "vector", False),
        ("load", "vector", False),
        ("store", "vector", True),
    ]


def test_equal_sizes_prove_the_loads() -> None:
    assert all(a.proved for a in made(mask(), equal=True).receipt.accesses)


def test_nothing_is_proved_for_another_workgroup() -> None:
    checked = ones(4).check()
    config = DispatchConfig(workgroup_override=8)
    assert [a.proved for a in emit(make_plan(checked, config=config), WIDE).receipt.accesses] == [False]
    with Session("cpu") as session:
        assert session.dispatch(ones(4), [], config, domain=8)[0].tolist() == [1, 1, 1, 1]


def ones(workgroup: int) -> Program:
    b = Builder("k", workgroup=workgroup)
    out = b.output("out", u32, count=4)
    out[b.local_id()] = 1
    return b.build()


def test_an_index_that_is_the_same_in_all_lanes_is_a_scalar_load() -> None:
    def body(b: Builder) -> None:
        a, out, n = b.input("a", f32), b.output("out", f32), b.uniform("n", u32)
        out[b.global_id()] = a[n + 1]

    artifact = made(guarded(body))
    assert kinds(artifact) == ["scalar", "vector"]
    assert "load float, ptr" in artifact.text


@pytest.mark.parametrize("how", ["plus", "minus", "cast", "local", "loop"])
def test_consecutive_values_stay_consecutive(how: str) -> None:
    def body(b: Builder) -> None:
        a, out, n = b.input("a", u32), b.output("out", u32), b.uniform("n", u32)
        i = b.global_id()
        if how == "plus":
            out[i] = a[n + i + 3]
        elif how == "minus":
            out[i] = a[i - n]
        elif how == "cast":
            out[i] = a[b.cast(i32, i) - 1]
        elif how == "local":
            j = b.let("j", i)
            with b.while_(lambda: j < a.size):  # lanes leave at different times, and none reads j afterwards
                out[j] = a[j]
                j.set(j + n)
        else:
            with b.for_(i, a.size, 64) as k:
                out[k] = a[k]

    assert set(kinds(made(guarded(body)))) == {"vector"}


def test_a_local_that_lanes_read_after_they_left_is_not_consecutive() -> None:
    def body(b: Builder) -> None:
        a, out, n = b.input("a", u32), b.output("out", u32), b.uniform("n", u32)
        j = b.let("j", b.global_id())
        with b.while_(lambda: a[j] > n):
            j.set(j + 1)
        out[b.global_id()] = j

    assert "gather" in kinds(made(guarded(body)))


def test_other_indexes_are_gathers_with_a_reason() -> None:
    def body(b: Builder) -> None:
        a, out = b.input("a", u8), b.output("out", u32)
        i = b.global_id()
        out[i * 2] = b.cast(u32, a[i * i])

    accesses = made(guarded(body)).receipt.accesses
    assert [(a.kind, a.reason) for a in accesses] == [("gather", "the index differs freely between lanes")] * 2


def test_a_loop_with_uniform_bounds_is_a_scalar_loop() -> None:
    def body(b: Builder) -> None:
        out, n = b.output("out", u32), b.uniform("n", u32)
        total = b.let("total", b.const(u32, 0))
        with b.for_(0, n) as k:
            total.set(total + k * b.global_id())
        out[b.global_id()] = total

    assert "bitcast <16 x i1>" not in made(guarded(body), packs=1).text  # nobody asks whether any lane is on


def test_a_divergent_loop_counts_in_a_scalar_where_no_lane_reads_it_later() -> None:
    def body(b: Builder) -> None:
        a, out = b.input("a", u32), b.output("out", u32)
        i = b.global_id()
        k, x = b.let("k", b.const(u32, 0)), b.let("x", a[i])
        with b.while_(lambda: x > k):
            k.set(k + 1)
            x.set(x - 3)
        out[i] = x

    text = made(guarded(body), packs=1).text
    assert "store i32 %" in text  # k, one for all lanes
    assert text.count("alloca <16 x i32>") == 2  # x alone, in each of the two texts


def test_state_of_a_divergent_loop_is_blended_only_where_it_is_read_later() -> None:
    b = Builder("escape")
    x, out = b.input("x", f32), b.output("out", u32)
    i = b.global_id()
    with b.if_(i < out.size):
        z, n = b.let("z", x[i]), b.let("n", b.const(u32, 0))
        with b.for_(0, 100):
            with b.if_(z > 4.0):
                b.break_()
            z.set(z * z + 0.25)
            n.set(n + 1)
        out[i] = n
    text = made(b.build(), packs=1).text
    assert len(re.findall(r"select <16 x i1> %v\d+, <16 x i32>", text)) == 2  # n, in each of the two texts
    assert "<16 x float> %v" not in "".join(re.findall(r"select <16 x i1>.*", text))  # z is not


@pytest.mark.parametrize(
    ("workgroup", "mode", "phases"), [(256, "group", 3), (20, "group", 3), (1, "group", 3), (1024, "group", 3)]
)
def test_barriers_make_phases(workgroup: int, mode: str, phases: int) -> None:
    def body(b: Builder) -> None:
        x, out = b.input("x", u32), b.output("out", u32)
        s = b.shared("s", u32, workgroup)
        i = b.local_id()
        s[i] = x[b.global_id()]
        b.barrier()
        y = s[workgroup - 1 - i]
        b.barrier()
        s[i] = y * 2
        out[b.global_id()] = s[i]

    receipt = made(guarded(body, workgroup=workgroup)).receipt
    assert (receipt.mode, receipt.phases, receipt.shared_bytes) == (mode, phases, -(-workgroup * 4 // 64) * 64)


def test_large_workgroup_memory_comes_from_scratch_memory() -> None:
    def program(count: int) -> Program:
        def body(b: Builder) -> None:
            out = b.output("out", u32)
            s = b.shared("s", u32, count)
            s[count - 1 - b.local_id()] = b.global_id()
            b.barrier()
            out[b.global_id()] = s[count - 1 - b.local_id()]

        return guarded(body)

    assert made(program(1000)).receipt.scratch_bytes == 0
    large = program(300_000)
    assert made(large).receipt.scratch_bytes == 1_200_000
    with Session("cpu") as session:
        out = session.dispatch(large, [], out=[np.zeros(1000, np.uint32)])[0]
    assert out.tolist() == list(range(1000))


def test_packs_fit_the_registers() -> None:
    def program(live: int) -> Program:
        def body(b: Builder) -> None:
            a, out = b.input("a", u32), b.output("out", u32)
            i = b.global_id()
            state = [b.let(f"s{k}", a[i + k]) for k in range(live)]
            with b.for_(0, 100):
                for s, t in zip(state, [*state[1:], state[0]], strict=True):
                    s.set(s * 3 + t)
            out[i] = b.max(*state)

        return guarded(body)

    wide = [made(program(live)).receipt.packs for live in (2, 6, 12, 40)]
    narrow = [made(program(live), Target(8, 16, True)).receipt.packs for live in (2, 6, 12, 40)]
    assert wide == sorted(wide, reverse=True)
    assert wide[-1] == 1
    assert all(a <= b for a, b in zip(narrow, wide, strict=True))


def test_a_huge_program_gets_the_cheapest_code_generation() -> None:
    b = Builder("chain")
    a, out = b.input("a", u32), b.output("out", u32)
    i = b.global_id()
    with b.if_(i < out.size):
        x = a[i]
        total = x
        for k in range(3000):
            total = (total ^ k) + x
        out[i] = total
    program = b.build()
    receipt = made(program).receipt
    assert (receipt.level, receipt.packs) == (0, 1)
    given = np.arange(40, dtype=np.uint32)
    expected = given.copy()
    for k in range(3000):
        expected = (expected ^ np.uint32(k)) + given
    with Session("cpu") as session:
        assert session.dispatch(program, [given])[0].tolist() == expected.tolist()


def test_the_header_tells_the_decisions() -> None:
    lines = made(mask()).show().splitlines()
    assert lines[0] == "; vector width: 16"
    assert lines[1].startswith("; packs: 4 (")
    assert lines[3] == "; whole stretches: 2 indexes and 1 guard are decided once a row"
    assert lines[5] == "; 3 accesses: 1 proved, 3 masked, 3 vector, 0 gathered, 0 scalar, 0 by lanes"
    assert lines[6] == "; calls in the text: 2 masked loads, 1 masked stores"
    assert lines[9] == (
        "; s7 store b2: vector, proved, masked; free inside (neighbouring lanes write neighbouring elements)"
    )


def test_features_decide_the_width() -> None:
    assert Target.of("+avx512f,+avx512bw,+avx512vl,+avx512dq") == Target(16, 32, True, True, streams=True)
    assert Target.of("+avx512f,+avx2") == Target(8, 16, True, streams=True)
    assert Target.of("+neon") == Target(4, 32)
    assert Target.of("") == Target(4, 16)


@pytest.mark.parametrize("dtype", [u8, i32, u64, i64])
@pytest.mark.parametrize("size", [0, 1, 5, 100])
def test_an_index_of_any_type_is_tested_in_its_own_width(dtype: DType, size: int) -> None:
    """4.1: negative, beyond 2**32, wrapped."""
    b = Builder("take", domain=64)
    a, at, out = b.input("a", u32), b.input("at", dtype), b.output("out", u32, count=64)
    i = b.global_id()
    with b.if_(i < at.size):
        out[i] = a[at[i]]
    odd = (0, 1, 4, 99, 100, 255, -1, -5, 2**31 - 1, 2**32, 2**32 + 1, 2**63 - 1, -(2**63), 2**64 - 1)
    values = [v for v in odd if dtype.min <= v <= dtype.max]
    given = np.arange(size, dtype=np.uint32) + 7
    with Session("cpu") as session:
        out = session.dispatch(b.build(), [given, np.array(values, dtype.numpy_name)])[0]
    assert out[: len(values)].tolist() == [int(given[v]) if 0 <= v < size else 0 for v in values]


def test_bool_buffers_hold_zero_and_one() -> None:
    b = Builder("flip")
    x, out = b.input("x", bool_), b.output("out", bool_)
    i = b.global_id()
    with b.if_(i < out.size):
        out[i] = ~x[i]
    given = np.array([0, 1, 2, 255, 128, 0], np.uint8).view(np.bool_)
    with Session("cpu") as session:
        assert session.dispatch(b.build(), [given])[0].view(np.uint8).tolist() == [1, 0, 0, 0, 0, 1]
