"""``vyre conform``: a backend against the law, row by row."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from vyre.cli.display import Table, print_pairs, print_table, status
from vyre.cli.doctor import versions
from vyre.cli.writing import writing
from vyre.device import DeviceInfo
from vyre.errors import ArgumentValueError

__all__ = ["conform", "list_rows", "replay"]

_REASONS = 12  # reasons of refusals that are printed


def list_rows(patterns: Sequence[str] | None) -> int:
    """Print the rows: id and rules."""
    for row in _chosen(patterns):
        print(f"{row.id}  {', '.join(row.rules)}")
    return 0


def conform(
    backend: str,
    *,
    full: bool,
    patterns: Sequence[str] | None,
    json_file: str | None,
    timeout: float,
    folder: str,
    in_process: bool,
) -> int:
    """Run the suite on one device. 1 where a row fails, or none ran."""
    from vyre.conform.corpus import CI, FULL
    from vyre.conform.isolated import isolated
    from vyre.conform.report import Report
    from vyre.conform.suite import Verdict
    from vyre.conform.worker import Orders, in_this_process

    device = _device(backend)
    rows = _chosen(patterns)
    _require_folder(Path(folder).absolute())
    orders = Orders(
        device.id, tuple(row.id for row in rows), full=full, timeout=timeout, folder=str(Path(folder).absolute())
    )
    verdicts: list[Verdict] = []
    table = Table(("group", "rows", "passed", "refused", "failed", "seconds"), numbers=("rows", "passed", "refused", "failed", "seconds"), widths=(12, 5, 6, 7, 6, 8))  # fmt: skip
    setting = FULL if full else CI

    def finished() -> None:
        """Print a group when it has run."""
        name = verdicts[-1].group
        (group,) = Report(device, setting, tuple(v for v in verdicts if v.group == name), {}).groups()
        table.add(
            group.name,
            str(group.rows),
            str(group.passed),
            str(group.refused),
            str(group.failed),
            f"{group.seconds:.1f}",
        )

    print(f"{device.id} ({device.name}), corpus {setting.name}, {len(rows)} rows")
    table.begin()
    with status(f"{device.id}: starting") as say:

        def begin(name: str) -> None:
            say(f"{device.id}: {name} ({len(verdicts) + 1} of {len(rows)})")

        for verdict in in_this_process(orders, begin) if in_process else isolated(orders, begin=begin):
            if verdicts and verdicts[-1].group != verdict.group:
                finished()
            verdicts.append(verdict)
        finished()
    table.end()
    report = Report(device, setting, tuple(verdicts), dict(versions()), tuple(patterns or ()))
    _print_failures([v for v in verdicts if v.status in ("fail", "skipped")], backend)
    _print_refusals(report.refusals())
    total = report.document()
    print_pairs(
        "result",
        [
            ("verdict", total["verdict"]),
            ("passed", str(total["passed"])),
            ("refused", str(total["refused"])),
            ("failed", str(total["failed"])),
            ("seconds", f"{total['seconds']:.1f}"),
            ("corpus", report.digest),
        ],
    )
    if json_file is not None:
        _write(json_file, total)
    return 0 if report.ok else 1


def replay(path: str, backend: str, *, timeout: float) -> int:
    """Run a saved case again. 1 where it still differs."""
    from vyre.conform.replay import load
    from vyre.conform.running import first_difference, run_case
    from vyre.run.session import Session

    device = _device(backend)
    saved = load(Path(path))
    print(f"{saved.row} of {saved.backend}, {saved.case.invocations} invocations: {saved.what}")
    print(saved.case.program.to_text())
    with Session(device.id) as session:
        got = run_case(session, device.id, saved.case, timeout=timeout)
    if isinstance(got, str):
        print(f"{device.id} refuses it: {got}")
        return 2
    found = first_difference(saved.case, saved.expected, got)
    print(f"{device.id}: {found or 'right'}")
    return 1 if found else 0


def _device(name: str) -> DeviceInfo:
    """The device of that id. Raises BackendUnavailable S900 or S901 where it isn't here."""
    from vyre.run.session import Session

    with Session(name) as session:
        driver = session.engine(name).profile.driver
        found = next(d for d in session.devices() if d.id == name)
        return replace(found, driver=found.driver or driver)


def _chosen(patterns: Sequence[str] | None) -> tuple[Any, ...]:
    from vyre.conform.corpus import select

    found = select(patterns)
    if not found:
        raise ArgumentValueError(
            "no row of the corpus has such an id",
            code="S919",
            fix="give --rows a group such as op, a part of an id such as op/add, or a pattern such as 'op/*/f32'; vyre conform --list prints them all",
            actual=", ".join(patterns or ()),
        )
    return found


def _require_folder(folder: Path) -> None:
    """Raises S914 where no case could be saved: told before a long run, not at its first failure."""
    there = next(place for place in (folder, *folder.parents) if place.exists())
    if not there.is_dir() or not os.access(there, os.W_OK | os.X_OK):
        raise ArgumentValueError(
            f"failing cases cannot be saved in {folder}",
            code="S914",
            fix="give --folder, a directory that you may write",
            actual=f"{there} is {'not writable' if there.is_dir() else 'no directory'}",
        )


def _print_failures(failed: Sequence[Any], backend: str) -> None:
    for verdict in failed:
        print(f"failed {verdict.id} (rules {', '.join(verdict.rules)})")
        print(f"  {verdict.reason}")
        if verdict.replay:
            print(f"  vyre conform --backend {backend} --replay {verdict.replay}")


def _print_refusals(reasons: dict[str, int]) -> None:
    if not reasons:
        return
    table = Table(("rows", "refused, wholly or in part, because"), numbers=("rows",))
    most = sorted(reasons.items(), key=lambda item: (-item[1], item[0]))
    table.rows = [(str(count), reason) for reason, count in most[:_REASONS]]
    if len(most) > _REASONS:
        table.rows.append(
            (str(sum(count for _, count in most[_REASONS:])), f"{len(most) - _REASONS} other reasons: see --json")
        )
    print_table(table)


def _write(path: str, document: dict[str, Any]) -> None:
    with writing(path):
        Path(path).write_text(json.dumps(document, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
