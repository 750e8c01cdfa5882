"""Steps that were submitted to the CPU, on their way to a thread."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from vyre.contract.backend import FutureDispatch, PendingDispatch, Step, Timing
from vyre.drivers.cpu.launch import Runner, ended

if TYPE_CHECKING:
    from vyre.drivers.cpu.backend import CpuBackend

__all__ = ["Work"]


class Work(FutureDispatch):
    """Submitted steps. The arrays are kept by the steps, and these until the last thread is out of the kernel."""

    def __init__(self, backend: CpuBackend, steps: tuple[Step, ...], label: str | None) -> None:
        super().__init__()
        self.backend = backend
        self.steps = steps
        self.label = label
        self.runner: Runner | None = None  # while it runs
        self.thread: threading.Thread | None = None
        self._stopped = ""
        self._waits = 1
        self._submitted = time.perf_counter_ns()

    def begin(self, after: Sequence[PendingDispatch]) -> None:
        """Go to the queue when everything in ``after`` is done, however it ended."""
        for earlier in after:
            with self._lock:
                self._waits += 1
            earlier.add_done_callback(self._one_done)
        self._one_done(self)

    def _one_done(self, _: PendingDispatch) -> None:
        with self._lock:
            self._waits -= 1
            ready = self._waits == 0
        if ready:
            self.backend.enqueue(self)

    def stop(self, why: str) -> None:
        """Begin no further chunk; what has not begun fails."""
        self._stopped = why
        runner = self.runner
        if runner is not None:
            runner.stopped = why

    def execute(self) -> None:
        """Run on the calling thread."""
        error: BaseException | None = None
        started = time.perf_counter_ns()
        self.backend.begun(self)
        self.thread = threading.current_thread()
        self.runner = runner = self.backend.new_runner()
        runner.stopped = runner.stopped or self._stopped
        try:
            if runner.stopped:
                raise ended(runner.stopped)
            ran = self.backend.run(self.steps, label=self.label, runner=runner)
            self.timing = Timing(
                wall=time.perf_counter_ns() - self._submitted, device=ran.wall, wait=started - self._submitted
            )
        except BaseException as raised:  # noqa: BLE001 - who waits for it gets it
            error = raised
        self.steps = ()  # the arrays are the caller's again
        self.finish(error)
        self.backend.finished(self)

    def wait_briefly(self, seconds: float) -> bool:
        """Whether it is done after so many seconds."""
        return self._done.wait(seconds)

    def wait_quietly(self) -> None:
        self._done.wait()
