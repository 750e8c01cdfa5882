"""A few daemon threads that share the chunks of one job with the thread that has it.

The owner of a job works too, and waits only for workers that took part; so a busy machine costs no wait for threads
that never came. Chunk numbers are counted out by ``next``, which is atomic under the GIL.
"""

from __future__ import annotations

import itertools
import os
import threading
from collections.abc import Callable
from queue import SimpleQueue

from vyre.contract.backend import Store
from vyre.drivers.cpu.crew import Crew

__all__ = ["Pool", "usable_cpus"]


def usable_cpus() -> int:
    """Processors that this process may run on."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class _Job:
    def __init__(self, run: Callable[[int], None], chunks: int) -> None:
        self.run = run
        self.chunks = chunks
        self.numbers = itertools.count()
        self.lock = threading.Lock()
        self.workers = 0  # taking part now
        self.closed = False
        self.stopped = False
        self.done: threading.Event | None = None
        self.error: BaseException | None = None

    def drain(self) -> None:
        while not self.stopped and (number := next(self.numbers)) < self.chunks:
            self.run(number)

    def help(self) -> None:
        """A worker's part."""
        with self.lock:
            if self.closed:
                return
            self.workers += 1
        try:
            self.drain()
        except BaseException as error:  # noqa: BLE001 - the owner raises it
            self.error = error
            self.stop()
        finally:
            with self.lock:
                self.workers -= 1
                if self.workers == 0 and self.done is not None:
                    self.done.set()

    def stop(self) -> None:
        """Begin no further chunk, in any thread."""
        self.stopped = True

    def close(self) -> None:
        """Let no more workers in, and wait for those inside: the arrays are theirs till then, also after Ctrl-C."""
        with self.lock:
            self.closed = True
            if self.workers == 0:
                return
            self.done = threading.Event()
        interrupt: KeyboardInterrupt | None = None
        while not self.done.is_set():
            try:
                self.done.wait()
            except KeyboardInterrupt as raised:
                self.stop()
                interrupt = raised
        if interrupt is not None:
            raise interrupt


class Pool:
    """``threads``: with the owner of a job; workers start when they are first wanted. ``store``: where the code of those that share
    launches in machine code is kept; without one there are none."""

    def __init__(self, threads: int, store: Store | None = None) -> None:
        self.threads = max(1, threads)
        self._store = store
        self._crew: Crew | None = None
        self._queue: SimpleQueue[_Job | None] = SimpleQueue()
        self._workers: list[threading.Thread] = []
        self._lock = threading.Lock()
        self._closed = False

    def share(self, run: Callable[[int], None], chunks: int) -> None:
        """run(0) ... run(chunks - 1), in any order, on this thread and the workers. Raises what a chunk raised."""
        job = _Job(run, chunks)
        if not self._workers:
            self._start()
        if not self._closed:
            for _ in range(min(self.threads, chunks) - 1):
                self._queue.put(job)
        try:
            job.drain()
        except BaseException:
            job.stop()
            raise
        finally:
            job.close()
        if job.error is not None:
            raise job.error

    def _start(self) -> None:
        with self._lock:
            if self._workers or self._closed:  # a worker that starts now would take the word that ends another one
                return
            self._workers = [
                threading.Thread(target=_work, args=(self._queue,), name=f"vyre-cpu-{n}", daemon=True)
                for n in range(self.threads - 1)
            ]
            for worker in self._workers:
                worker.start()

    @property
    def started_crew(self) -> Crew | None:
        """``crew``, where a launch has been shared already."""
        return self._crew

    @property
    def crew(self) -> Crew | None:
        """The threads that share launches in machine code; None where the system has no such thing."""
        if self._store is not None:
            with self._lock:
                store, self._store = self._store, None
                if store is not None and not self._closed:
                    self._crew = Crew.made(self.threads - 1, store)
        return self._crew

    def forked(self) -> None:
        """In a forked child, where the threads are not."""
        if self._crew is not None:
            self._crew.disown()

    def retire(self) -> list[threading.Thread]:
        """Let the workers end after the job that they are in. Jobs that come later run on their owner's thread alone."""
        with self._lock:
            self._closed = True
            workers, self._workers = self._workers, []
            crew = self._crew
        for _ in workers:
            self._queue.put(None)
        return workers if crew is None else [*workers, *crew.retire()]

    def close(self) -> None:
        """Retire, and wait for the workers."""
        for worker in self.retire():
            worker.join()


def _work(queue: SimpleQueue[_Job | None]) -> None:
    while (job := queue.get()) is not None:
        job.help()
        del job  # the job's memory must not wait for the next one
