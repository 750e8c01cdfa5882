"""The process that runs rows: a driver that crashes or never comes back takes this one along, not the suite.

``python -m vyre.conform.worker`` reads one :class:`Orders` as JSON from its input and writes one JSON document a line: the id
of a row when it begins, its verdict when it ends.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import msgspec

from vyre.conform.case import Case, Row
from vyre.conform.corpus import CI, FULL, corpus
from vyre.conform.replay import Saved, save
from vyre.conform.running import expected_for, first_difference, run_case
from vyre.conform.shrink import smallest_case
from vyre.conform.suite import Failure, Verdict, judge
from vyre.errors import VyreError
from vyre.run.session import Session

__all__ = ["Began", "Orders", "case_path", "in_this_process", "main", "saver"]

_ANSWER = msgspec.json.Encoder()


class Orders(msgspec.Struct, frozen=True):
    """What to run: rows by id, on a device. ``folder``: where failing cases go, None = nowhere."""

    device: str
    rows: tuple[str, ...]
    full: bool = False
    timeout: float | None = None
    folder: str | None = None
    shrink_seconds: float = 20


class Began(msgspec.Struct, frozen=True):
    """A row begins."""

    began: str


def in_this_process(orders: Orders, begin: Callable[[str], object] = lambda _: None) -> Iterator[Verdict]:
    """Run the rows here, one verdict after the other."""
    known = {row.id: row for row in corpus()}
    setting = FULL if orders.full else CI
    with Session(orders.device) as session:
        keep = None if orders.folder is None else saver(session, orders)
        for name in orders.rows:
            begin(name)
            verdict, failure = judge(session, orders.device, known[name], setting, timeout=orders.timeout)
            if failure is not None and keep is not None:
                verdict = msgspec.structs.replace(verdict, replay=keep(known[name], failure))
            yield verdict


def case_path(folder: str, device: str, row: str) -> Path:
    """Where the failing case of a row goes."""
    return Path(folder) / (re.sub(r"[^\w.-]", "-", f"{row}-on-{device}") + ".vyre-case")


def saver(session: Session, orders: Orders) -> Callable[[Row, Failure], str]:
    """What makes the replay file of a failure, as small as it gets, and gives its path."""
    assert orders.folder is not None
    folder = orders.folder
    expected_of = expected_for(orders.device)

    def differs(case: Case) -> str:
        try:
            got = run_case(session, orders.device, case, timeout=orders.timeout)
            found = None if isinstance(got, str) else first_difference(case, expected_of(case), got)
        except (AssertionError, VyreError):  # another kind of failure than the one that is looked at
            return ""
        return "" if found is None else str(found)

    def keep(row: Row, failure: Failure) -> str:
        case, expected, what = failure.case, failure.expected, failure.what
        if failure.difference is not None:
            index = failure.difference.index if failure.difference.output != "trap" else None
            case = smallest_case(case, lambda c: differs(c) != "", index=index, seconds=orders.shrink_seconds)
            if case is not failure.case:
                expected, what = expected_of(case), differs(case) or what
        path = case_path(folder, orders.device, row.id)
        return save(path, Saved(case, expected, row.id, orders.device, what))

    return keep


def main(argv: Sequence[str] | None = None) -> int:
    """Answer the orders. What libraries print goes to stderr, so that the answers stay alone."""
    del argv
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    orders = msgspec.json.decode(sys.stdin.buffer.read(), type=Orders)

    def say(answer: Began | Verdict) -> None:
        answers.write(_ANSWER.encode(answer) + b"\n")
        answers.flush()

    for verdict in in_this_process(orders, lambda name: say(Began(name))):
        say(verdict)
    return 0


if __name__ == "__main__":
    sys.exit(main())
