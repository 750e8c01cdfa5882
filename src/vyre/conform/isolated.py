"""Runs rows in a process of their own, and in another one after a crash."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from queue import Empty, Queue
from typing import Final, Self

import msgspec

from vyre.conform.case import Setting
from vyre.conform.corpus import CI, FULL, corpus, digest
from vyre.conform.replay import Saved, save
from vyre.conform.running import expected_for
from vyre.conform.suite import Verdict
from vyre.conform.worker import Began, Orders, case_path

__all__ = ["CRASHES", "isolated"]

CRASHES: Final = 16
"""After so many processes that ended, the rows that are left are skipped."""
_PATIENCE: Final = 600.0
"""Seconds for a row without a timeout of its own, for what runs on the host beside."""
_VERDICT: Final = msgspec.json.Decoder(Verdict)
_BEGAN: Final = msgspec.json.Decoder(Began)


def isolated(
    orders: Orders, *, begin: Callable[[str], object] = lambda _: None, command: Sequence[str] | None = None
) -> Iterator[Verdict]:
    """Run the rows in processes of their own, one verdict after the other. ``begin`` is told each row's id. ``command``: what
    runs instead of the worker, for tests of this."""
    left = list(orders.rows)
    crashes = 0
    while left:
        if crashes == CRASHES:
            for name in left:
                yield _lost(orders, name, "skipped", f"{CRASHES} processes have ended before it")
            return
        running = ""
        with _Worker(msgspec.structs.replace(orders, rows=tuple(left)), command) as worker:
            for line in worker.lines(_PATIENCE + 8 * (orders.timeout or 0)):
                if line.startswith(b'{"began"'):
                    running = _BEGAN.decode(line).began
                    begin(running)
                    continue
                verdict = _VERDICT.decode(line)
                left.remove(verdict.id)
                running = ""
                yield verdict
            why = worker.why()
        if left:
            crashes += 1
            name = running or left[0]
            left.remove(name)
            yield _lost(orders, name, "fail", why)


def _lost(orders: Orders, name: str, status: str, why: str) -> Verdict:
    """The verdict on a row that nobody could give. What it asked for is known all the same."""
    setting: Setting = FULL if orders.full else CI
    row = next(row for row in corpus() if row.id == name)
    path = ""
    cases = row.make(setting)
    if status == "fail" and orders.folder is not None:
        at = case_path(orders.folder, orders.device, name)
        path = save(at, Saved(cases[0], expected_for(orders.device)(cases[0]), name, orders.device, why))
    return Verdict(
        name,
        "fail" if status == "fail" else "skipped",
        row.rules,
        len(cases),
        reason=why,
        digest=digest(row, setting).hex(),
        replay=path,
    )


class _Worker:
    """One process. Its stderr goes to a file, of which the end is told where it crashes."""

    def __init__(self, orders: Orders, command: Sequence[str] | None) -> None:
        self._log = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the worker
        self._lines: Queue[bytes | None] = Queue()
        self._late = False
        self._process = subprocess.Popen(  # noqa: S603 - our own module
            list(command or (sys.executable, "-m", "vyre.conform.worker")),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._log,
        )
        self._orders = msgspec.json.encode(orders)
        self._reader = threading.Thread(target=self._read, name="vyre-conform", daemon=True)

    def __enter__(self) -> Self:
        stdin = self._process.stdin
        assert stdin is not None
        self._reader.start()
        try:
            stdin.write(self._orders)
            stdin.close()
        except BrokenPipeError:  # it ended before it read; lines() and why() tell
            pass
        return self

    def __exit__(self, *_: object) -> None:
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        self._reader.join()
        if self._process.stdout is not None:
            self._process.stdout.close()
        self._log.close()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._lines.put(line)
        self._lines.put(None)

    def lines(self, patience: float) -> Iterator[bytes]:
        """Its answers, until it ends or has said nothing for so many seconds."""
        while True:
            try:
                line = self._lines.get(timeout=patience)
            except Empty:
                self._late = True
                self._process.kill()
                return
            if line is None:
                return
            if line.endswith(b"\n"):  # half a line is one that it died over
                yield line

    def why(self) -> str:
        """Why it ended, with the last line that it wrote to stderr."""
        code = self._process.wait()
        ended = "it never came back" if self._late else f"signal {-code}" if code < 0 else f"exit code {code}"
        self._log.seek(0)
        said = self._log.read().decode(errors="replace").strip().splitlines()
        return f"the process that ran it ended: {ended}" + (f" ({said[-1]})" if said else "")
