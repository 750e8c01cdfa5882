"""``vyre demo``: search, checksum, count, sort and more, over all of the running Python's library, on every backend here.

The steps are files of ``examples/``. Each has ``expected(files)``, which is the right answer by Python alone, and
``answer(files, result)``, which is the result in those terms (without it, the result's bytes). A step of one call has
``arguments(files)``, of its kernel; one of several has ``calls(files)``: kernel, arguments and keywords of each, in order.
The last call gives the result, and all of them together may run again and again.
"""

from __future__ import annotations

import importlib
import sys
import sysconfig
import time
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal

import numpy as np

import vyre
from vyre.cli.display import Table, print_error, status
from vyre.device import DeviceInfo
from vyre.errors import BackendUnavailable, VyreError
from vyre.facts.effects import effects
from vyre.kernel import Kernel
from vyre.run.session import session

__all__ = ["STEPS", "Outcome", "Step", "demo", "example", "first_files", "library_files", "run_step"]

STEPS: Final = (
    ("literal search", "literal_search", "scan", "bytes.find"),
    ("… by words", "literal_search_words", "scan_words", "bytes.find"),
    ("CRC-32", "crc32", "checksum", "zlib.crc32"),
    ("byte histogram", "histogram", "histogram", "Counter"),
    ("radix sort", "sorted_matches", None, "sorted"),
    ("mandelbrot PNG", "mandelbrot_png", "mandelbrot", "NumPy"),
    ("game of life", "life_words", None, "NumPy"),
)
"""Title, file of ``examples/``, its kernel (None: it has ``calls``), and what of Python gives the right answer."""

MIB: Final = 1 << 20
QUICK_BYTES: Final = MIB
SLOW_BYTES: Final = 4 * MIB  # for software devices, which emulate a GPU on the CPU
SAMPLE_BYTES: Final = MIB // 8  # for the reference, where it has to run a whole call
SAMPLE_GROUPS: Final = (0, 10)  # workgroups that the reference runs; one that is not there is left out
REPEATS: Final = 5
HEADINGS: Final = ("step", "backend", "MiB", "compile", "time", "GB/s", "sample vs reference", "whole vs Python")
WIDTHS: Final = (14, 10, 5, 8, 9, 6, 23, 0)


@dataclass(frozen=True, slots=True)
class Step:
    """One step over one set of files. ``expected`` is Python's answer; ``kernel`` is None where there are several calls."""

    title: str
    module: Any
    kernel: str | None
    files: list[bytes]
    expected: object

    def calls(self, files: list[bytes]) -> list[_Call]:
        """The calls over these files."""
        if self.kernel is None:
            return [_Call(*call) for call in self.module.calls(files)]
        return [_Call(getattr(self.module, self.kernel), *self.module.arguments(files))]

    def is_right(self, result: Any) -> bool:
        """Whether the last call's result is Python's answer."""
        found = self.module.answer(self.files, result) if hasattr(self.module, "answer") else result.tobytes()
        return bool(found == self.expected)


@dataclass(frozen=True, slots=True)
class _Call:
    kernel: Kernel
    args: tuple[Any, ...]
    keywords: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Outcome:
    """One step on one device: times in seconds, the sample's and the whole's verdict, and the bytes of the arrays that
    its calls read."""

    compile: float
    best: float
    sample: str
    right: bool
    nbytes: int = 0
    note: str = ""

    @property
    def ok(self) -> bool:
        return self.right and self.sample.startswith("equal")


def demo(*, quick: bool, backends: Sequence[str] | None) -> int:
    """Run every step on every device (or on ``backends``) and print the table. 1 if any verdict is not right."""
    devices, absent = _devices(backends)
    with status("reading Python's library"):
        every = library_files()
    files = first_files(every, QUICK_BYTES) if quick else every
    slow = files if quick else first_files(every, SLOW_BYTES)
    print(
        f"{len(files)} files of {sysconfig.get_path('stdlib')}, {_size(files) / MIB:.1f} MiB"
        + (" (--quick: not all)" if quick else "")
    )
    if any(d.kind == "software" for d in devices) and not quick:
        print(f"software devices take the first {len(slow)} of them, {_size(slow) / MIB:.1f} MiB")
    table = Table(HEADINGS, numbers=("MiB", "compile", "time", "GB/s"), widths=WIDTHS)
    table.begin()
    notes: list[str] = []
    with status("starting") as say:
        for title, file, kernel, oracle in STEPS:
            module = example(file)
            steps: dict[bool, Step] = {}
            for device in devices:
                software = device.kind == "software" and slow is not files
                if software not in steps:
                    say(f"{title}: Python's own answer, by {oracle}")
                    part = slow if software else files
                    steps[software] = Step(title, module, kernel, part, module.expected(part))
                say(f"{title} on {device.id}")
                outcome = run_step(steps[software], device.id, repeats=1 if quick else REPEATS)
                table.add(*_cells(steps[software], device, outcome, oracle))
                if not outcome.ok:
                    why = outcome.note or (outcome.sample if outcome.right else f"it is not what {oracle} gives")
                    notes.append(f"{title} on {device.id}: {why}")
    table.end()
    print(
        "time: the best of several runs, from host arrays to host arrays; compile: what came before the first of them"
    )
    for row in absent:
        print(f"{row.id}: absent: {row.reason}\n  Fix: {row.fix}")
    for note in notes:
        print_error(note)
    print("every result is right" if not notes else f"{len(notes)} of {len(table.rows)} results are not right")
    return 1 if notes else 0


def _cells(step: Step, device: DeviceInfo, outcome: Outcome, oracle: str) -> tuple[str, ...]:
    verdict = ("right" if outcome.right else "wrong") + f" ({oracle})"
    if not outcome.best:
        return (step.title, device.id, "", "", "", "", outcome.sample, "failed")
    speed = outcome.nbytes / outcome.best / 1e9
    return (
        step.title,
        device.id,
        f"{outcome.nbytes / MIB:.1f}" if speed else "",
        f"{outcome.compile:.2f} s",
        f"{outcome.best * 1000:.1f} ms",
        (f"{speed:.2f}" if speed >= 0.1 else f"{speed:.3f}") if speed else "",
        outcome.sample,
        verdict,
    )


def run_step(step: Step, backend: str, *, repeats: int) -> Outcome:
    """Compile, warm up, time, compare with Python, and compare a sample with the reference."""
    try:
        calls = step.calls(step.files)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # limits of the portable profile do not matter here
            session().engine(backend)  # opening the device is not compiling
            start = time.perf_counter()
            compiled = {c.kernel: c.kernel.compile(backend=backend) for c in calls}
            compiling = time.perf_counter() - start
            bound = [compiled[c.kernel].bind(*c.args, **c.keywords) for c in calls]
            start = time.perf_counter()
            result = _run(bound)  # a second variant may be compiled in here
            compiling += max(0.0, time.perf_counter() - start - (best := _best(lambda: _run(bound), repeats)))
            right = step.is_right(result)
            sample = _sample(step, calls, backend)
    except VyreError as error:
        return Outcome(0.0, 0.0, f"failed: {error.code}", False, note=str(error))
    except Exception as error:  # noqa: BLE001 - a driver that breaks is one row of the table, not its end
        return Outcome(0.0, 0.0, f"failed: {type(error).__name__}", False, note=f"{type(error).__name__}: {error}")
    read = sum(a.nbytes for c in calls for a in c.args if isinstance(a, np.ndarray))
    return Outcome(compiling, best, sample, right, read)


def _run(calls: Sequence[Callable[[], Any]]) -> Any:
    """All calls in order; the result of the last."""
    result = None
    for call in calls:
        result = call()
    return result


def _best(call: Callable[[], object], repeats: int) -> float:
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return min(times)


def _sample(step: Step, calls: list[_Call], backend: str) -> str:
    """The reference's verdict: a few workgroups of the very call where workgroups do not meet, else a small call whole.

    Of several calls, the last of each kernel: when all have run, what it reads is still there.
    """
    groups: Sequence[int] | Literal["all"] = SAMPLE_GROUPS
    if not all(effects(c.kernel.program).groups_independent for c in calls):
        groups = "all"
        calls = step.calls(first_files(step.files, SAMPLE_BYTES))
        for call in calls[:-1]:
            call.kernel(*call.args, backend=backend, **call.keywords)
    reports = [
        c.kernel.check(*c.args, backends=[backend], groups=groups, **c.keywords)
        for c in {c.kernel: c for c in calls}.values()
    ]
    report = next((r for r in reports if not r.ok), reports[-1])
    return f"{report.status} ({report.coverage})"


def _devices(backends: Sequence[str] | None) -> tuple[list[DeviceInfo], list[DeviceInfo]]:
    """Devices to run on and absent ones. Raises BackendUnavailable S900 for a named one that is not here."""
    rows = [d for d in session().devices() if d.backend not in ("reference", "null")]
    here = [d for d in rows if d.available]
    if not here:
        raise BackendUnavailable(
            "no backend here can run the demo",
            code="S905",
            fix=next((d.fix for d in rows if d.backend == "cpu" and d.fix), "install vyre again: pip install vyre"),
            actual="; ".join(f"{d.id}: {d.reason}" for d in rows),
        )
    if backends is None:
        return here, [d for d in rows if not d.available]
    found = []
    for name in backends:
        row = next((d for d in rows if d.id == name), None)
        if row is None or not row.available:
            raise BackendUnavailable(
                f"the backend {name!r} is not available here" + (f": {row.reason}" if row is not None else ""),
                code="S900",
                fix=(row.fix if row is not None else None) or f"use one of {', '.join(d.id for d in here)}",
                actual=name,
            )
        found.append(row)
    return found, []


def _size(files: list[bytes]) -> int:
    return sum(map(len, files))


def library_files() -> list[bytes]:
    """Every ``.py`` file of the running Python's standard library, in the order of its path."""
    root = Path(sysconfig.get_path("stdlib"))
    paths = [p for p in root.rglob("*.py") if not {"site-packages", "dist-packages"} & set(p.relative_to(root).parts)]
    return [p.read_bytes() for p in sorted(paths) if p.is_file()]


def first_files(files: list[bytes], nbytes: int) -> list[bytes]:
    """The first files, up to ``nbytes`` in all, one at least."""
    ends = np.cumsum([len(f) for f in files])
    return files[: max(1, int(np.searchsorted(ends, nbytes, "right")))]


def example(name: str) -> Any:
    """A module of ``examples/``: beside this package in an installed wheel, at the root of a checkout."""
    package = Path(vyre.__file__).parent
    places = [package / "examples", package.parents[1] / "examples"]
    path = next((p / f"{name}.py" for p in places if (p / f"{name}.py").is_file()), None)
    if path is None:
        raise BackendUnavailable(
            "the files of the demo are not installed",
            code="S917",
            fix="reinstall vyre, or run ./scripts/demo in a checkout",
            actual=str(places[0]),
        )
    sys.path.insert(0, str(path.parent))  # as `python examples/x.py` does
    try:
        return importlib.import_module(name)
    finally:
        sys.path.remove(str(path.parent))
