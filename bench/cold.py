"""Fourteen kernels from a cold start: processor seconds of a new process from its first instruction to the last right result.

``python -m bench.cold [--peers vyre,numba] [--turns 5]`` prints a table. Every number is of a process of its own that imports the
competitor (NumPy and its compiler included), compiles each kernel and runs it once over few elements; the results are compared
with the strict reference's. What is counted is the processor time of all of the process's threads and children; making inputs
and comparing results is not counted. The turns of the competitors alternate, and the table has their medians and least. vyre has three rows:

* *cold*: an empty cache directory; LLVM is imported and all is compiled;
* *kept*: the same once more, with the machine code in the cache directory;
* *ready*: only as far as an opened CPU backend, with NumPy and llvmlite imported.

``--stages`` tells where vyre's time goes, kernel by kernel.
"""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path
from typing import Any, Final

# What only the asking process needs is imported by its functions: an asked one would count it.

__all__ = ["KERNELS", "main"]

KERNELS: Final = {
    "xor": 4096, "saxpy": 4096, "hash": 4096, "histogram": 4096, "sum": 4096, "scan": 4096, "matmul": 64, "tiled": 64,
    "dfa": 65536, "stencil": 64, "nbody": 64, "mandelbrot": 32, "popcount": 4096, "bfs": 4096,
}  # fmt: skip
"""The kernels of the table, and a small size of each."""
_WHOLE: Final = {("numba", "dfa"): 256 * 65536}  # written for one size


def _spent() -> float:
    times = os.times()
    return time.process_time() + times.children_user + times.children_system


def _ready() -> dict[str, Any]:
    """As far as an opened backend."""
    import vyre as vy

    imported = _spent()
    import llvmlite.binding
    import numpy as np

    libraries = _spent()
    vy.session().engine("cpu")
    assert np.__version__, llvmlite.__version__
    return {"vyre": imported, "libraries": libraries - imported, "opened": _spent() - libraries, "all": _spent()}


def _kernels(peer: str, folder: Path) -> dict[str, Any]:
    """Every kernel, compiled and run once."""
    from importlib import import_module

    from bench.data import Case

    begun = _spent()
    from bench.worker import PEERS, difference

    uncounted = _spent() - begun
    opened = getattr(import_module(f"bench.peers.{peer}_peer"), PEERS[peer])()
    found: dict[str, Any] = {"imports": _spent() - uncounted}
    rows: dict[str, float] = {}
    for kernel, small in KERNELS.items():
        begun = _spent()
        case = Case(kernel, "cold", _WHOLE.get((peer, kernel), small))
        given, expected, out = _prepared(case, folder)
        uncounted += _spent() - begun
        begun = _spent()
        try:
            if peer == "vyre":
                _call(case, given, out)
            else:
                opened.prepare(case, given, out).run()
        except KeyError:
            found.setdefault("absent", []).append(kernel)
            continue
        rows[kernel] = _spent() - begun
        begun = _spent()
        wrong = None if expected is None else difference(out, expected)
        if wrong is not None:
            raise ValueError(f"{peer}, {kernel}: {wrong}")
        uncounted += _spent() - begun
    return found | {"kernels": rows, "all": _spent() - uncounted}


def _call(case: Any, given: Any, out: Any) -> None:
    """A kernel's first call, as a user writes it."""
    import numpy as np

    from bench.peers.vyre_peer import kernels_named

    *before, last = kernels_named(case.kernel)
    arguments = list(given.values())
    for kernel in before:  # of the scan: the sums of its stretches
        sums = np.zeros(256, np.uint32)
        kernel(*arguments, out=sums, backend="cpu")
        arguments.append(sums)
    if case.kernel == "bfs":  # brings an array up to date
        last(*arguments, out, backend="cpu")
    else:
        last(*arguments, out=out, backend="cpu")


def _prepared(case: Any, folder: Path) -> tuple[Any, Any, Any]:
    import numpy as np

    place = folder / f"{case.kernel}.npy"
    given, out = case.inputs(0), np.zeros(case.out_shape, case.out_dtype)
    case.prime(given, out)
    expected = np.load(place) if place.exists() and case.n == KERNELS[case.kernel] else None
    return given, expected, out


def _expect(folder: Path) -> None:
    """The strict references' results."""
    import numpy as np

    from bench.data import Case
    from bench.strict import REFERENCES

    for kernel, n in KERNELS.items():
        case = Case(kernel, "cold", n)
        given, out = case.inputs(0), np.zeros(case.out_shape, case.out_dtype)
        case.prime(given, out)
        REFERENCES[kernel](given, out)
        np.save(folder / f"{kernel}.npy", out)


def _stages() -> list[tuple[str, dict[str, float]]]:
    """For each kernel: milliseconds of reading it, of LLVM, and of all the rest of its first call (checks, plan, text, loading, run)."""
    import importlib

    from bench.data import Case
    from vyre.drivers.cpu import compiler
    from vyre.run.session import session

    session().engine("cpu")
    real, llvm = compiler.object_of, 0.0

    def timed(text: str, *, level: int) -> bytes:
        nonlocal llvm
        begun = time.process_time()
        made = real(text, level=level)
        llvm += time.process_time() - begun
        return made

    compiler.object_of = timed
    rows: list[tuple[str, dict[str, float]]] = []
    for kernel, n in KERNELS.items():
        given, _, out = _prepared(Case(kernel, "cold", n), Path())
        begun, llvm = time.process_time(), 0.0
        importlib.import_module(f"bench.kernels.{'matmul' if kernel == 'tiled' else kernel}")
        read = time.process_time() - begun
        begun = time.process_time()
        _call(Case(kernel, "cold", n), given, out)
        rest = time.process_time() - begun - llvm
        rows.append((kernel, {"read": 1e3 * read, "LLVM": 1e3 * llvm, "rest": 1e3 * rest}))
    return rows


def _ask(arguments: list[str], store: str) -> dict[str, Any]:
    """In a process of its own, with compiled Python files, as an installed package has."""
    import subprocess

    environment = {**os.environ, "VYRE_CACHE_DIR": store}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    done = subprocess.run(
        [sys.executable, "-m", "bench.cold", *arguments], capture_output=True, text=True, check=False, env=environment
    )
    if done.returncode:
        raise RuntimeError((done.stderr.strip().splitlines() or ["no word"])[-1])
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def _answer(what: str, folder: str) -> int:
    """What an asked process prints."""
    found = _ready() if what == "ready" else dict(_stages()) if what == "stages" else _kernels(what, Path(folder))
    print(json.dumps(found))
    return 0


def main(arguments: list[str] | None = None) -> int:
    if arguments is None and sys.argv[1:2] == ["--one"]:
        return _answer(*sys.argv[2:])
    import argparse
    import tempfile

    parser = argparse.ArgumentParser(prog="python -m bench.cold", description=__doc__)
    parser.add_argument("--peers", default="vyre,numba", help="competitors of bench/peers")
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--stages", action="store_true", help="where vyre's time goes, kernel by kernel")
    asked = parser.parse_args(arguments)
    from bench.machine import machine

    for key, value in machine().items():
        print(f"{key}: {value}")
    with tempfile.TemporaryDirectory() as folder:
        _expect(Path(folder))
        _table(asked.peers.split(","), asked.turns, folder)
        if asked.stages:
            _show_stages(asked.turns, folder)
    return 0


def _table(peers: list[str], turns: int, folder: str) -> None:
    import statistics
    import tempfile

    taken: dict[str, list[dict[str, Any]]] = {}
    for turn in range(turns + 1):  # the first one fills the system's caches, and is not counted
        for peer in peers:
            store = tempfile.mkdtemp(dir=folder)
            rows = [(peer, [peer, folder])]
            if peer == "vyre":
                rows = [
                    ("vyre, cold", [peer, folder]),
                    ("vyre, kept", [peer, folder]),
                    ("vyre, ready", ["ready", folder]),
                ]
            for name, what in rows:
                try:
                    found = _ask(["--one", *what], store)
                except RuntimeError as error:
                    print(f"{name}: {error}", file=sys.stderr)
                    continue
                if turn:
                    taken.setdefault(name, []).append(found)
    print("\n| | median, s | least, s | imports, s | not written for it |\n|---|---:|---:|---:|---|")
    for name, all_found in taken.items():
        spent = [found["all"] for found in all_found]
        imports = statistics.median(found.get("imports", found["all"]) for found in all_found)
        absent = ", ".join(all_found[0].get("absent", ()))
        print(f"| {name} | {statistics.median(spent):.2f} | {min(spent):.2f} | {imports:.2f} | {absent} |")


def _show_stages(turns: int, folder: str) -> None:
    import tempfile

    all_found = [_ask(["--one", "stages", folder], tempfile.mkdtemp(dir=folder)) for _ in range(turns)]
    print("\n| kernel | reading, ms | LLVM, ms | the rest of the first call, ms |\n|---|---:|---:|---:|")
    total = dict.fromkeys(("read", "LLVM", "rest"), 0.0)
    for kernel in KERNELS:
        least = {stage: min(found[kernel][stage] for found in all_found) for stage in total}
        total = {stage: total[stage] + least[stage] for stage in total}
        print(f"| {kernel} | {least['read']:.1f} | {least['LLVM']:.1f} | {least['rest']:.1f} |")
    print(f"| all | {total['read']:.1f} | {total['LLVM']:.1f} | {total['rest']:.1f} |")


if __name__ == "__main__":
    sys.exit(main())
