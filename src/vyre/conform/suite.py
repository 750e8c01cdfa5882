"""The suite: every row on one device, and a verdict for each."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import msgspec
from blake3 import blake3

from vyre.conform.case import Case, Expected, Row, Setting
from vyre.conform.running import Difference, expected_for, first_difference, run_case
from vyre.errors import VyreError
from vyre.run.session import Session

__all__ = ["Failure", "Status", "Verdict", "judge"]

Status = Literal["pass", "fail", "refused", "skipped"]


@dataclass(frozen=True, slots=True)
class Failure:
    """The first case of a row that went wrong: the case, what the law says, and how the device differs in words."""

    case: Case
    expected: Expected
    what: str
    difference: Difference | None = None


class Verdict(msgspec.Struct, frozen=True):
    """What came out of a row.

    ``refused`` and ``reason``: cases that the device's profile doesn't take, and why; a row is "refused" where that is all
    of them. ``reason`` of a row that fails says what differs first. ``digest`` is over what was asked, ``output_digest``
    over the bytes that came. ``replay``: the file of a failing case.
    """

    id: str
    status: Status
    rules: tuple[str, ...]
    cases: int = 0
    refused: int = 0
    reason: str = ""
    digest: str = ""
    output_digest: str = ""
    seconds: float = 0.0
    replay: str = ""

    @property
    def group(self) -> str:
        return self.id.partition("/")[0]


def judge(
    session: Session, device: str, row: Row, setting: Setting, *, timeout: float | None = None
) -> tuple[Verdict, Failure | None]:
    """One row. All its cases run, up to the first that goes wrong."""
    begun = time.perf_counter()
    asked, came = blake3(row.id.encode()), blake3()
    cases = row.make(setting)
    expected_of = expected_for(device)
    refused: list[str] = []
    failure: Failure | None = None
    for case in cases:
        asked.update(case.digest)
        if failure is not None:
            continue
        try:
            got = run_case(session, device, case, timeout=timeout)
            if isinstance(got, str):
                refused.append(got)
                continue
            for output in got.outputs.values():
                came.update(output)
            came.update(repr(got.trap).encode())
            failure = _held(case, got, expected_of)
        except Exception as error:  # noqa: BLE001 - whatever a driver raises is a verdict on this row, not the end of the suite
            failure = Failure(case, expected_of(case), f"{case.name}: {_said(error)}")
    status: Status = "fail" if failure else "refused" if len(refused) == len(cases) else "pass"
    reason = failure.what if failure else "; ".join(dict.fromkeys(refused))
    verdict = Verdict(
        row.id,
        status,
        row.rules,
        len(cases),
        len(refused),
        reason,
        asked.hexdigest(),
        came.hexdigest(),
        time.perf_counter() - begun,
    )
    return verdict, failure


def _held(case: Case, got: Expected, expected_of: Callable[[Case], Expected]) -> Failure | None:
    want = expected_of(case)
    found = first_difference(case, want, got)
    return None if found is None else Failure(case, want, str(found), found)


def _said(error: Exception) -> str:
    if isinstance(error, VyreError):
        return f"[{error.code}] {error.message}" + (f" ({error.actual})" if error.actual else "")
    return f"{type(error).__name__}: {error}"
