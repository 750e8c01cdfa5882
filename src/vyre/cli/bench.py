"""``vyre bench``: a kernel against itself on other backends, and against other functions that do the same."""

from __future__ import annotations

import importlib
import json
import platform
import traceback
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, replace
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import numpy as np

from vyre.cli.arguments import argument, load_kernel, load_named, searching_here
from vyre.cli.contest import Contestant, Measured, contest
from vyre.cli.display import Table, print_error, print_table, status
from vyre.cli.kernels import typed
from vyre.cli.machine import device_text, machine
from vyre.cli.writing import may_write, writing
from vyre.device import DeviceInfo
from vyre.errors import (
    ArgumentError,
    ArgumentValueError,
    BackendUnavailable,
    InvalidProgram,
    UnsupportedFeature,
    VyreError,
)
from vyre.kernel import Kernel
from vyre.plan.plan import SEMANTICS
from vyre.run.session import session

__all__ = ["bench"]

SCHEMA = 1
NOT_COMPUTING = ("reference", "null")
_OF_PEERS = ("S911", "S924")


def bench(
    name: str,
    texts: Sequence[str],
    *,
    backends: Sequence[str] | None,
    peers: Sequence[str] | None,
    domain: int | None,
    turns: int,
    budget_s: float,
    json_file: str | None,
    chart: str | None,
) -> int:
    """Measure, print a table, and write what was asked for. Without ``backends`` all are tried, and those that cannot are left
    out with a line that says why.

    Raises UnsupportedFeature S923 (no matplotlib), ArgumentValueError S914 (a file that cannot be written), VyreError S922 (other
    bytes), and what a call raises.
    """
    if chart is not None:
        from vyre.cli.chart import require

        require(chart)
    if json_file is not None:
        may_write(json_file)
    host = machine()
    wanted = list(backends or (d.id for d in _devices()))
    if ":" not in name:
        make = _ready_case(name, texts)
        made = [*(make(backend, ours=True) for backend in wanted), *(make(who, ours=False) for who in peers or ())]
        rows = _rows(name, made, turns, budget_s, optional=backends is None)
    else:
        kernel = load_kernel(name)
        if not isinstance(kernel, Kernel):
            raise ArgumentValueError(
                f"{name} is a program of the Builder",
                code="S912",
                fix="name a function with @vy.kernel above it",
                actual=repr(kernel),
            )
        args = [argument(text) for text in texts]
        keywords = {} if domain is None else {"domain": domain}
        changed = _changed(kernel, len(args))
        made = [_of_kernel(kernel, backend, args, keywords, changed) for backend in wanted]
        made += [_of_function(peer, args, changed) for peer in peers or ()]
        with typed(kernel, texts):
            rows = _rows(name, made, turns, budget_s, optional=backends is None)
    titled = " ".join([name, *texts])
    _print(titled, rows, turns)
    if json_file is not None:
        _write(json_file, titled, rows, turns=turns, budget_s=budget_s, host=host)
    if chart is not None:
        from vyre.cli.chart import draw

        draw(chart, titled, rows)
        print(f"wrote {chart}")
    return 0


def _devices() -> list[DeviceInfo]:
    """What a contest without ``--backend`` has: the first device of each backend that computes."""
    found: dict[str, DeviceInfo] = {}
    for device in session().devices():
        if device.available and device.backend not in NOT_COMPUTING:
            found.setdefault(device.backend, device)
    return sorted(found.values(), key=lambda d: d.backend != "cpu")


def _rows(
    name: str, made: Sequence[Contestant], turns: int, budget_s: float, *, optional: bool
) -> tuple[Measured, ...]:
    """``optional``: a backend that cannot run the kernel is left out, with a line that says why."""

    def left_out(one: Contestant, error: VyreError) -> bool:
        if not optional or isinstance(error, (ArgumentError, InvalidProgram)) or error.code in _OF_PEERS:
            return False
        print_error(f"{one.name} is left out: [{error.code}] {error.message}")
        return True

    with status(f"measuring {name}") as say:
        rows = contest(made, turns=turns, budget_s=budget_s, left_out=left_out, say=say)
    if not rows:
        raise BackendUnavailable(
            f"no backend here runs {name}", code="S905", fix="vyre doctor tells what is missing; give --backend cpu"
        )
    return rows


def _changed(kernel: Kernel, count: int) -> tuple[bool, tuple[int, ...]]:
    """Whether a call gives results of its own, and which arguments it writes in place."""
    parameters = kernel._signature.parameters
    given = [p for p in parameters if p.role != "out"][:count]
    return any(p.role == "out" for p in parameters), tuple(k for k, p in enumerate(given) if p.role == "inout")


def _copies(args: Sequence[Any]) -> list[Any]:
    return [a.copy() if isinstance(a, np.ndarray) else a for a in args]


def _of_kernel(
    kernel: Kernel,
    backend: str,
    args: Sequence[Any],
    keywords: Mapping[str, Any],
    changed: tuple[bool, tuple[int, ...]],
) -> Contestant:
    mine = _copies(args)
    made = _contestant(backend, lambda: kernel(*mine, backend=backend, **keywords), mine, args, changed)
    return replace(made, device=_device(backend))


def _device(backend: str) -> str:
    return device_text(next((d for d in session().devices() if d.id == backend and d.available), None))


def _of_function(name: str, args: Sequence[Any], changed: tuple[bool, tuple[int, ...]]) -> Contestant:
    """A function of Python that takes what the kernel takes, and gives its results or writes in place."""
    function = load_named(name)
    if not callable(function) or isinstance(function, Kernel):
        raise ArgumentValueError(
            f"{name} is no plain function",
            code="S912",
            fix="name a function that takes the kernel's arguments and returns its results, as --peer peers.py:with_numpy",
            actual=type(function).__name__,
        )
    mine = _copies(args)

    def run() -> Any:
        try:
            return function(*mine)
        except Exception as error:
            raise VyreError(
                f"{name} raises {type(error).__name__}: {error}",
                code="S911",
                fix="let it take what the kernel takes, as NumPy arrays and numbers in the order of the ARGs",
                detail="".join(traceback.format_tb(error.__traceback__)[1:]).rstrip(),
            ) from error

    return _contestant(name, run, mine, args, changed)


def _contestant(
    name: str, run: Callable[[], Any], mine: list[Any], args: Sequence[Any], changed: tuple[bool, tuple[int, ...]]
) -> Contestant:
    has_results, in_place = changed
    held: list[Any] = []

    def call() -> None:
        held[:] = [run()]

    def restore() -> None:
        for k in in_place:
            np.copyto(mine[k], args[k])

    def outputs() -> list[np.ndarray[Any, Any]]:
        given = held[0] if isinstance(held[0], (tuple, list)) else (held[0],)
        own = [np.asarray(one) for one in given] if has_results else []
        return [*own, *(np.asarray(mine[k]) for k in in_place)]

    return Contestant(name, call, restore, outputs)


def _ready_case(name: str, texts: Sequence[str]) -> Callable[..., Contestant]:
    """A case of the bench of a checkout: its inputs, its kernel on a backend, its competitors."""
    with searching_here():
        try:
            data = importlib.import_module("bench.data")
            worker = importlib.import_module("bench.worker")
            peer = importlib.import_module("bench.peers.vyre_peer")
        except ImportError as error:
            raise ArgumentValueError(
                f"{name!r} names no kernel, and no case of the bench is here",
                code="S910",
                fix="write FILE.py:NAME or MODULE:NAME; for a case such as 'xor 1M', go to a checkout of vyre first",
                actual=str(error),
            ) from error
    cases = {case.name: case for case in data.CASES}
    if name not in cases or texts:
        raise ArgumentValueError(
            f"a case of the bench takes no arguments: {name}" if name in cases else f"the bench has no case {name!r}",
            code="S912",
            fix="leave them out" if name in cases else f"name one of {', '.join(map(repr, cases))}",
            actual=" ".join([name, *texts]),
        )
    case = cases[name]
    given = case.inputs(0)

    def make(who: str, *, ours: bool) -> Contestant:
        out = np.zeros(case.out_shape, case.out_dtype)
        jobs: list[Any] = []

        def call() -> None:
            if not jobs:  # the first call opens, compiles and runs
                competitor = peer.VyrePeer(who) if ours else _competitor(worker, who)
                jobs.append(competitor.prepare(case, given, out))
            jobs[0].run()

        def outputs() -> list[np.ndarray[Any, Any]]:
            if jobs[0].fetch is not None:
                jobs[0].fetch()
            return [out]

        return Contestant(who, call, lambda: case.prime(given, out), outputs, _device(who) if ours else "")

    return make


def _competitor(worker: Any, who: str) -> Any:
    if who not in worker.PEERS or who == "vyre":
        raise ArgumentValueError(
            f"the bench has no competitor {who!r}",
            code="S924",
            fix=f"name one of {', '.join(p for p in worker.PEERS if p != 'vyre')}",
            actual=who,
        )
    try:
        with searching_here():
            return worker.open_peer(who)
    except ImportError as error:
        raise UnsupportedFeature(
            f"the competitor {who} is not installed",
            code="S924",
            fix=f"./scripts/bench --peers {who} installs it into an environment of its own and measures it there; or install its "
            "package beside vyre",
            actual=str(error),
        ) from error


def _print(title: str, rows: Sequence[Measured], turns: int) -> None:
    table = Table(
        ["", "median ms", "quartiles", "fastest", "first call", "× first", "device"],
        numbers=["median ms", "quartiles", "fastest", "first call", "× first"],
    )
    for row in rows:
        spread = f"{_ms(row.lower_ms)} – {_ms(row.upper_ms)}"
        cells = (_ms(row.median_ms), spread, _ms(row.best_ms), _ms(row.first_ms), f"{row.ratio:.2f}")
        table.add(row.name, *cells, row.device)
    how = "1 turn" if turns == 1 else f"{turns} interleaved turns" if len(rows) > 1 else f"{turns} turns"
    print(f"{title}: {how}, outputs equal byte for byte")
    print_table(table)


def _ms(value: float) -> str:
    return f"{value:.4f}" if value < 0.1 else f"{value:.3f}" if value < 10 else f"{value:.1f}"


def _write(
    path: str, title: str, rows: Sequence[Measured], *, turns: int, budget_s: float, host: Mapping[str, object]
) -> None:
    versions = {"vyre": version("vyre"), "numpy": np.__version__, "python": platform.python_version()}
    for package in ("llvmlite", "wgpu", "pyopencl", "numba"):
        with suppress(PackageNotFoundError):
            versions[package] = version(package)
    found = {
        "schema": SCHEMA,
        "semantics": SEMANTICS,
        "work": title,
        "system": f"{platform.system()} {platform.machine()}",
        "machine": dict(host),
        "versions": versions,
        "turns": turns,
        "budget_s": budget_s,
        "outputs": "equal",
        "contestants": [asdict(row) for row in rows],
    }
    with writing(path):
        Path(path).write_text(json.dumps(found, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    print(f"wrote {path}")
