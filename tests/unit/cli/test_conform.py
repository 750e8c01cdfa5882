"""``vyre conform`` as a user runs it: what it prints, its report, its exit codes, and drivers that crash."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.unit.conform.test_suite import broken_xor
from vyre.cli.main import main
from vyre.conform.corpus import CI, corpus, digest, digest_of_rows, select
from vyre.conform.isolated import CRASHES, isolated
from vyre.conform.replay import load
from vyre.conform.suite import Verdict
from vyre.conform.worker import Orders, in_this_process

TWO = ("op/and/u32", "op/and/i32")


def run(*arguments: str) -> int:
    return main(["conform", *arguments])


def test_a_right_backend_passes_and_the_report_tells_all(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    assert run("--backend", "cpu", "--rows", "op/and", "--rows", "family/scan", "--json", str(report)) == 0
    text = capsys.readouterr().out
    rows = [row.id for row in select(["op/and", "family/scan"])]
    assert re.search(rf"^op +{len(rows) - 1} +{len(rows) - 1} +0 +0 ", text, re.MULTILINE)
    assert re.search(r"^family +1 +1 +0 +0 ", text, re.MULTILINE)
    assert "verdict: pass" in text
    found = json.loads(report.read_text())
    assert {
        "schema",
        "semantics",
        "backend",
        "device",
        "driver",
        "versions",
        "corpus",
        "verdict",
        "rows",
    } <= found.keys()
    assert [r["id"] for r in found["rows"]] == rows
    assert found["verdict"] == "pass"
    assert found["corpus"]["setting"] == "ci"
    assert found["corpus"]["rows"] == ["op/and", "family/scan"]
    assert found["corpus"]["digest"] == digest_of_rows((row.id, digest(row, CI)) for row in select(rows))
    assert found["rows"][0] | {"seconds": 0, "output_digest": ""} == {
        "id": rows[0], "op": "and", "type": rows[0].split("/")[2], "rules": ["2.1"], "cases": 3, "refused": 0, "verdict": "pass",
        "reason": "", "digest": digest(select(rows)[0], CI).hex(), "output_digest": "", "seconds": 0, "replay": "",
    }  # fmt: skip


def test_two_runs_say_the_same(tmp_path: Path) -> None:
    found: list[Any] = []
    for k, backend in enumerate(("cpu", "reference:lanes", "reference")):
        path = tmp_path / f"{k}.json"
        assert run("--backend", backend, "--rows", "op/mulhi/u*", "--json", str(path), "--in-process") == 0
        found.append([(r["id"], r["digest"], r["output_digest"]) for r in json.loads(path.read_text())["rows"]])
    assert found[0] == found[1] == found[2]


def test_a_wrong_backend_fails_and_its_case_replays(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    arguments = ["--backend", "cpu", "--rows", "op/xor/u32", "--folder", str(tmp_path / "cases"), "--in-process"]
    with broken_xor():
        assert run(*arguments) == 1
        text = capsys.readouterr().out
        assert "failed op/xor/u32 (rules 2.1)" in text
        assert re.search(r"varying: out\[\d+\] is \d+ \(0x[0-9a-f]{8}\), the law says \d+ .* differ\), for x = ", text)
        (line,) = [line for line in text.splitlines() if "--replay" in line]
        command = line.split()[1:]
        assert main(command) == 1
        assert "the law says" in capsys.readouterr().out.splitlines()[-1]
    assert main(command) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "cpu: right"


def test_the_list_shows_rows_and_rules(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--list", "--rows", "trap") == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == [row.id for row in select(["trap"])]
    assert "trap/smallest  5.6" in lines
    assert run("--list") == 0
    assert len(capsys.readouterr().out.splitlines()) == len(corpus())


def test_a_backend_that_computes_nothing_fails(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run("--backend", "null", "--rows", "op/and/u32", "--in-process", "--folder", str(tmp_path)) == 1
    assert "verdict: fail" in capsys.readouterr().out


def test_S919_no_such_row_and_its_fix(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--backend", "cpu", "--rows", "opp/and") == 2
    error = capsys.readouterr().err
    assert "[S919]" in error
    assert "op/add" in error
    assert run("--backend", "cpu", "--rows", "op/add/u8", "--in-process") == 0


def test_S918_no_such_case_and_its_fix(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "x.vyre-case"
    path.write_text("{}")
    assert run("--backend", "cpu", "--replay", str(path)) == 2
    assert "[S918]" in capsys.readouterr().err
    with broken_xor():
        assert run("--backend", "cpu", "--rows", "op/xor/u32", "--folder", str(tmp_path), "--in-process") == 1
    (written,) = [p for p in tmp_path.iterdir() if p != path]
    assert run("--backend", "cpu", "--replay", str(written)) == 0


def test_S918_a_case_whose_domain_has_no_axes(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run("--backend", "null", "--rows", "op/add/u32", "--folder", str(tmp_path), "--in-process") == 1
    (written,) = tmp_path.iterdir()
    case = json.loads(written.read_text())
    written.write_text(json.dumps(case | {"domain": []}))
    assert run("--backend", "cpu", "--replay", str(written)) == 2
    assert "[S918]" in capsys.readouterr().err
    written.write_text(json.dumps(case))
    assert run("--backend", "cpu", "--replay", str(written)) == 0


def test_S914_a_folder_that_is_none_and_its_fix(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    failing = ("--backend", "null", "--rows", "op/add/u32", "--in-process")
    assert run(*failing, "--folder", str(file / "cases")) == 2
    assert "[S914]" in capsys.readouterr().err
    assert run(*failing, "--folder", str(tmp_path / "new" / "cases")) == 1
    assert [*(tmp_path / "new" / "cases").iterdir()]


@pytest.mark.parametrize("in_process", [True, False])
def test_a_case_that_cannot_be_saved_costs_no_verdict(in_process: bool, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    orders = Orders("null", ("op/add/u32", "op/and/u32"), folder=str(file / "cases"))
    found = [*(in_this_process(orders, lambda name: None) if in_process else isolated(orders))]
    assert [(v.id, v.status, v.replay) for v in found] == [
        ("op/add/u32", "fail", ""),
        ("op/and/u32", "fail", ""),
    ]
    assert all("the law says" in v.reason for v in found)


def test_arguments_that_are_no_run(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run("--rows", "op/and") == 2
    assert "give --backend" in capsys.readouterr().err
    assert run("--backend", "no-such-backend") == 2
    assert "[S901]" in capsys.readouterr().err
    assert run("--backend", "cpu", "--rows", "op/and/u8", "--json", str(tmp_path / "a" / "b"), "--in-process") == 2
    assert "[S914]" in capsys.readouterr().err
    with pytest.raises(SystemExit) as caught:
        run("--backend", "cpu", "--timeout", "0")
    assert caught.value.code == 2


# -- processes ------------------------------------------------------------------------------------------------------

_WORKER = """
import json, os, sys
orders = json.loads(sys.stdin.read())
for name in orders["rows"]:
    print(json.dumps({"began": name}, separators=(",", ":")), flush=True)
    %s
    print(json.dumps({"id": name, "status": "pass", "rules": ["2.1"], "digest": "00"}), flush=True)
"""


def verdicts(body: str, rows: Sequence[str] = TWO, **orders: Any) -> list[Verdict]:
    command = [sys.executable, "-c", _WORKER % body]
    return list(isolated(Orders("cpu", tuple(rows), **orders), command=command))


def test_rows_run_in_a_process_of_their_own() -> None:
    began: list[str] = []
    found = list(isolated(Orders("cpu", TWO), begin=began.append))
    assert [(v.id, v.status, v.cases) for v in found] == [(name, "pass", 3) for name in TWO]
    assert began == list(TWO)


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("if name == 'op/and/u32': os.abort()", "signal 6"),
        ("if name == 'op/and/u32': sys.exit('the driver is gone')", "exit code 1 (the driver is gone)"),
    ],
)
def test_a_crash_fails_its_row_and_the_rest_goes_on(tmp_path: Path, body: str, why: str) -> None:
    first, second = verdicts(body, folder=str(tmp_path))
    assert (first.id, first.status) == ("op/and/u32", "fail")
    assert why in first.reason
    assert first.digest == digest(select(["op/and/u32"])[0], CI).hex()
    assert load(Path(first.replay)).row == "op/and/u32"
    assert (second.id, second.status) == ("op/and/i32", "pass")


def test_a_device_that_always_crashes_is_given_up() -> None:
    rows = [row.id for row in corpus()[: CRASHES + 3]]
    found = verdicts("os._exit(3)", rows)
    assert [v.status for v in found] == ["fail"] * CRASHES + ["skipped"] * 3
    assert [v.id for v in found] == rows


def test_a_row_that_never_comes_back_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    from vyre.conform import isolated as module

    monkeypatch.setattr(module, "_PATIENCE", 3.0)
    body = "import threading\n    if name == 'op/and/u32': threading.Event().wait()"
    first, second = verdicts(body)
    assert (first.status, second.status) == ("fail", "pass")
    assert "never came back" in first.reason


def test_a_verdict_survives_its_way_between_processes() -> None:
    verdict = Verdict("op/and/u8", "fail", ("2.1", "3.4"), 3, 1, "x", "00", "11", 0.5, "a/b")
    assert msgspec.json.decode(msgspec.json.encode(verdict), type=Verdict) == verdict


def test_help_names_every_option(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        run("--help")
    text = capsys.readouterr().out
    for option in (
        "--backend",
        "--full",
        "--rows",
        "--list",
        "--json",
        "--replay",
        "--folder",
        "--timeout",
        "--in-process",
    ):
        assert option in text
