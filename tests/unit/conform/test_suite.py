"""The suite finds what is wrong, says where, and counts what a device doesn't take."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.property.planting import row as table_row
from vyre.conform.case import Case, Expected, Setting
from vyre.conform.corpus import CI, corpus, digest, select
from vyre.conform.replay import Saved, load, save
from vyre.conform.report import Report
from vyre.conform.running import first_difference, run_case
from vyre.conform.shrink import smallest_case
from vyre.conform.suite import Verdict, judge
from vyre.conform.worker import Orders, in_this_process
from vyre.contract.registry import Registry
from vyre.device import DeviceInfo, DeviceProfile
from vyre.drivers.cpu import CpuBackend
from vyre.dtypes import DType, u32
from vyre.emit.llvm import values
from vyre.errors import ArgumentValueError
from vyre.ir.builder import Builder
from vyre.run.session import Session

ROW = select(["op/xor/u32"])[0]
DEVICE = DeviceInfo("cpu", "cpu", 0, "a CPU", "cpu")


@pytest.fixture
def session() -> Any:
    with Session() as made:
        yield made


def broken_xor() -> Any:
    """The CPU's xor of u32 forgets a bit where both operands are odd."""
    before = values._SIMPLE["xor"]

    def wrong(form: Any, t: DType, args: Sequence[str]) -> str:
        right: str = before(form, t, args)
        if t is not u32:
            return right
        both = form.op("and", "i32", form.op("and", "i32", *args), form.literal("i32", 1))
        return str(form.op("xor", "i32", right, form.op("shl", "i32", both, form.literal("i32", 7))))

    return table_row(values._SIMPLE, "xor", wrong)()


def test_a_right_row_passes_and_names_its_rules(session: Session) -> None:
    verdict, failure = judge(session, "cpu", ROW, CI)
    assert failure is None
    assert (verdict.status, verdict.cases, verdict.refused, verdict.reason) == ("pass", 3, 0, "")
    assert verdict.digest == digest(ROW, CI).hex()


def test_a_wrong_emitter_fails_the_row_with_place_inputs_and_both_values(session: Session) -> None:
    with broken_xor():
        verdict, failure = judge(session, "cpu", ROW, CI)
    assert failure is not None
    assert failure.difference is not None
    assert verdict.status == "fail"
    found = failure.difference
    inputs = [int(text.split()[0]) for _, text in found.inputs]
    assert found.output == "out"
    assert int(found.expected.split()[0]) == inputs[0] ^ inputs[1]
    assert int(found.actual.split()[0]) == inputs[0] ^ inputs[1] ^ 0x80
    assert f"out[{found.index}]" in verdict.reason


def test_a_failing_case_is_saved_small_and_replays(tmp_path: Path, session: Session) -> None:
    orders = Orders("cpu", (ROW.id,), folder=str(tmp_path))
    with broken_xor():
        (verdict,) = in_this_process(orders)
        saved = load(Path(verdict.replay))
        assert saved.case.invocations <= 256
        assert saved.case.outputs == {"out": (1,)}
        got = run_case(session, "cpu", saved.case)
        assert isinstance(got, Expected)
        assert first_difference(saved.case, saved.expected, got) is not None
    with Session() as right:
        got = run_case(right, "cpu", saved.case)
        assert isinstance(got, Expected)
        assert first_difference(saved.case, saved.expected, got) is None
    assert (saved.row, saved.backend) == (ROW.id, "cpu")


def test_a_case_loses_the_statements_that_nothing_needs() -> None:
    b = Builder("long")
    x, out = b.input("x", u32), b.output("out", u32)
    i = b.global_id()
    with b.if_(i < out.size):
        out[i] = (x[i] * 3 ^ 5) + b.popcount(x[i])
    with b.if_(i < 7):
        out[i] = out[i] * 9
    case = Case("long", b.build(), {"x": np.arange(600, dtype=np.uint32)}, {"out": (600,)}, domain=(600,))

    def fails(made: Case) -> bool:
        return "popcount" in made.program.to_text()

    found = smallest_case(case, fails, index=500)
    assert found.outputs == {"out": (1,)}
    assert "popcount" in found.program.to_text()
    assert len(found.program.to_text().splitlines()) < len(case.program.to_text().splitlines())
    assert found.expected().outputs[1] != b""


class Narrow(CpuBackend):
    """A CPU that owns up to u32 alone."""

    id = "narrow"

    @classmethod
    def devices(cls) -> Sequence[DeviceInfo]:
        return [DeviceInfo("narrow", "narrow", 0, "a narrow CPU", "software")]

    def profile(self) -> DeviceProfile:
        return replace(super().profile(), dtypes=frozenset({"u32"}))


def test_what_a_profile_does_not_take_is_refused_by_name() -> None:
    registry = Registry([EntryPoint("narrow", f"{__name__}:Narrow", "vyre.backends")])
    with Session(registry=registry) as session:
        verdict, failure = judge(session, "narrow", select(["op/add/f32"])[0], CI)
        assert (verdict.status, verdict.refused, failure) == ("refused", 3, None)
        assert verdict.reason == "it has no type f32"
        assert judge(session, "narrow", ROW, CI)[0].status == "pass"


def verdict_of(status: Any, *, name: str = "op/a/u32") -> Verdict:
    return Verdict(name, status, ("2.1",), 1, int(status == "refused"), "why" * (status != "pass"), "00" * 32)


@pytest.mark.parametrize(
    ("statuses", "ok"),
    [
        (["pass"], True),
        (["pass", "refused"], True),
        (["refused"], False),
        (["pass", "fail"], False),
        (["pass", "skipped"], False),
    ],
)
def test_a_report_passes_only_where_something_ran_and_nothing_failed(statuses: Sequence[str], ok: bool) -> None:
    verdicts = tuple(verdict_of(s, name=f"op/a/{k}") for k, s in enumerate(statuses))
    report = Report(DEVICE, CI, verdicts, {"vyre": "1"})
    assert report.ok is ok
    assert report.document()["verdict"] == ("pass" if ok else "fail")
    assert report.document()["corpus"]["rows"] == "all"


def test_a_case_comes_back_from_its_file_as_it_was(tmp_path: Path) -> None:
    case = ROW.make(CI)[0]
    expected = case.judged()
    save(tmp_path / "a" / "b.vyre-case", Saved(case, expected, ROW.id, "cpu", "a reason"))
    found = load(tmp_path / "a" / "b.vyre-case")
    assert found.case.program == case.program
    assert found.case.digest == case.digest
    assert found.expected == expected


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: text[:-9],
        lambda text: text.replace('"schema": 1', '"schema": 2'),
        lambda text: text.replace('"semantics": 1', '"semantics": 7'),
        lambda text: text.replace('"domain"', '"realm"'),
        lambda text: text.replace('"program": "', '"program": "AAAA'),
        lambda text: text.replace('"out": "', '"out": "AAAA'),
    ],
)
def test_S918_a_file_that_is_no_case(tmp_path: Path, damage: Callable[[str], str]) -> None:
    path = tmp_path / "x.vyre-case"
    case = select(["op/not/u32"])[0].make(CI)[0]
    save(path, Saved(case, case.judged(), "op/not/u32", "cpu", ""))
    text = path.read_text()
    assert damage(text) != text
    path.write_text(damage(text))
    with pytest.raises(ArgumentValueError) as caught:
        load(path)
    assert caught.value.code == "S918"


def test_rows_are_chosen_by_group_by_name_and_by_pattern() -> None:
    assert {r.group for r in select(["op"])} == {"op"}
    assert [r.id for r in select(["op/fma"])] == [f"op/fma/{t}" for t in ("f16", "bf16", "f32", "f64")]
    assert [r.id for r in select(["op/xor/u32", "nothing"])] == ["op/xor/u32"]
    assert select(None) == corpus()


def test_rows_say_which_rules_they_hold() -> None:
    assert all(row.rules for row in corpus())


def test_a_setting_is_plain_data() -> None:
    assert Setting("x", 1, 2, False) == Setting("x", 1, 2, False)
