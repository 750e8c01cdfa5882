"""What a run of the suite says: a JSON document, and a line per group."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from vyre.conform.case import Setting
from vyre.conform.corpus import digest_of_rows
from vyre.conform.suite import Verdict
from vyre.device import DeviceInfo
from vyre.ir.encode import SEMANTICS

__all__ = ["SCHEMA", "Group", "Report"]

SCHEMA: Final = 1


@dataclass(frozen=True, slots=True)
class Group:
    """How the rows of one group went."""

    name: str
    rows: int
    passed: int
    refused: int
    failed: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Report:
    """A whole run. ``chosen``: the patterns that chose its rows, none for all of them."""

    device: DeviceInfo
    setting: Setting
    verdicts: tuple[Verdict, ...]
    versions: Mapping[str, str | None]
    chosen: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """Nothing failed, nothing was left out, and something ran: a device that refuses everything conforms to nothing."""
        statuses = {v.status for v in self.verdicts}
        return "pass" in statuses and not statuses & {"fail", "skipped"}

    @property
    def digest(self) -> str:
        """Of the corpus, or of the part of it that was chosen: of all programs and inputs, whatever the device refused."""
        return digest_of_rows((v.id, bytes.fromhex(v.digest)) for v in self.verdicts)

    def groups(self) -> list[Group]:
        """In the order of the corpus."""
        return [
            _group(name, [v for v in self.verdicts if v.group == name])
            for name in dict.fromkeys(v.group for v in self.verdicts)
        ]

    def refusals(self) -> dict[str, int]:
        """Why rows, or cases of them, were refused, and how many rows each reason has."""
        found: dict[str, int] = {}
        for verdict in self.verdicts:
            if verdict.refused and verdict.status in ("refused", "pass"):
                found[verdict.reason] = found.get(verdict.reason, 0) + 1
        return found

    def document(self) -> dict[str, Any]:
        """For ``--json``."""
        total = _group("all", self.verdicts)
        return {
            "schema": SCHEMA,
            "semantics": SEMANTICS,
            "backend": self.device.backend,
            "id": self.device.id,
            "device": self.device.name,
            "kind": self.device.kind,
            "driver": self.device.driver,
            "versions": dict(self.versions),
            "corpus": {"digest": self.digest, "setting": self.setting.name, "rows": list(self.chosen) or "all"},
            "verdict": "pass" if self.ok else "fail",
            "passed": total.passed,
            "refused": total.refused,
            "failed": total.failed,
            "seconds": round(total.seconds, 3),
            "rows": [_row(v) for v in self.verdicts],
        }


def _group(name: str, verdicts: Sequence[Verdict]) -> Group:
    def count(*statuses: str) -> int:
        return sum(v.status in statuses for v in verdicts)

    seconds = sum(v.seconds for v in verdicts)
    return Group(name, len(verdicts), count("pass"), count("refused"), count("fail", "skipped"), seconds)


def _row(verdict: Verdict) -> dict[str, Any]:
    _, op, kind, *_ = (*verdict.id.split("/"), "", "")
    return {
        "id": verdict.id,
        "op": op,
        "type": kind,
        "rules": list(verdict.rules),
        "cases": verdict.cases,
        "refused": verdict.refused,
        "verdict": verdict.status,
        "reason": verdict.reason,
        "digest": verdict.digest,
        "output_digest": verdict.output_digest,
        "seconds": round(verdict.seconds, 3),
        "replay": verdict.replay,
    }
