"""The table of kernels on one NVIDIA GPU: vyre on CUDA beside hand-written CUDA, Triton, PyTorch and CuPy.

``python -m bench.device_table --out FILE.json [--only REGEX] [--reps N]``

Data stays on the device. All run on vyre's stream, one after the other in each round, so that the medians are of one run; a
time is between two CUDA events, while a spinning kernel lets the host queue ahead. Every result is checked before it is timed:
that of vyre byte for byte against the hand-written kernel's, and that against NumPy.
"""

from __future__ import annotations

import argparse
import json
import re
import statistics
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from bench.kernels.device import automata, bodies, matmul, scans, streams
from bench.launching import packed
from vyre.config import DispatchConfig
from vyre.contract.backend import Launch
from vyre.drivers.queued import RecycledMemory
from vyre.plan.launch import grid_of_domain
from vyre.run.session import Session

__all__ = ["main"]

MI = 1 << 20
SPIN_NS = 100_000
WARM = 3
Run = Callable[[], object]


@dataclass
class Row:
    """One contender: what it runs (several argument sets in turn, where inputs would fit the cache), and its check."""

    case: str
    name: str
    runs: Sequence[Run]
    check: Callable[[], bool]
    nbytes: int = 0
    times: list[float] = field(default_factory=list)
    exact: bool = False

    @property
    def ms(self) -> float:
        return statistics.median(self.times)


class Borrowed(RecycledMemory):
    """An array of CuPy's, which frees it itself."""

    def close(self) -> None:
        pass


class Bench:
    """vyre's CUDA device and its stream, shared with CuPy and PyTorch."""

    def __init__(self, reps: int, only: str) -> None:
        import cupy  # type: ignore[import-not-found]  # only on machines with an NVIDIA GPU

        self.cp = cupy
        self.reps, self.only = reps, only
        self.session = Session("cuda")
        self.backend: Any = self.session.engine("cuda").backend
        self.stream = cupy.cuda.ExternalStream(int(self.backend._stream))
        self.stream.use()
        text = (Path(__file__).parent / "peers" / "cuda" / "kernels.cu").read_text()
        self.module = cupy.RawModule(code=text, options=("-std=c++17", "--fmad=false"), backend="nvrtc")
        self.sms = cupy.cuda.Device().attributes["MultiProcessorCount"]
        self.spin = self.module.get_function("spin")
        self.rows: list[Row] = []

    # -- contenders -----------------------------------------------------------------------------------------
    def baseline(self, name: str, grid: Any, block: int, args: tuple[Any, ...], shared: int = 0) -> Run:
        function = self.module.get_function(name)
        if shared:
            function.max_dynamic_shared_size_bytes = shared
        whole = grid if isinstance(grid, tuple) else (grid,)
        return lambda: function(whole, (block,), args, shared_mem=shared)

    def vyre(
        self, kernel: Any, arrays: Mapping[str, Any], scalars: Mapping[str, Any] | None = None, *, domain: Any = None
    ) -> Run:
        """The launch of a kernel over CuPy arrays, by the names of its parameters; outputs are not cleared."""
        program = kernel.program
        made = self.session.prepare(program, DispatchConfig(), backend="cuda")
        grid = program.grid or grid_of_domain((domain,) if isinstance(domain, int) else domain, made.workgroup)
        params = packed(made, arrays, scalars or {}, grid)
        names = [program.buffers[slot.buffer].name for slot in made.slots]
        slots = tuple(Borrowed(self.backend, arrays[name].nbytes, "device", arrays[name].data.ptr, 0) for name in names)
        step = Launch(made.compiled(), slots, grid, params)
        return lambda: self.backend.launch(step)

    # -- measuring ------------------------------------------------------------------------------------------
    def wants(self, case: str) -> bool:
        return re.search(self.only, case) is not None

    def compare(self, case: str, contenders: Mapping[str, Any], check: Callable[[], bool], nbytes: int = 0) -> None:
        """Check each, then time all of them in turn."""
        rows = []
        for name, runs in contenders.items():
            each = [runs] if callable(runs) else list(runs)
            row = Row(case, name, each, check, nbytes)
            try:
                each[0]()
                self.cp.cuda.runtime.deviceSynchronize()
                row.exact = check()
                rows.append(row)
            except Exception as error:  # noqa: BLE001 - a contender that cannot run is a line of the report
                print(f"{case:<12} {name:<34} cannot run: {type(error).__name__}: {str(error)[:300]}", flush=True)
        for turn in range(WARM + self.reps):
            for row in rows:
                begin, end = self.cp.cuda.Event(), self.cp.cuda.Event()
                self.spin((1,), (1,), (np.uint64(SPIN_NS),))
                begin.record(self.stream)
                row.runs[turn % len(row.runs)]()
                end.record(self.stream)
                end.synchronize()
                if turn >= WARM:
                    row.times.append(self.cp.cuda.get_elapsed_time(begin, end))
        self.rows += rows
        best = min((r.ms for r in rows if not r.name.startswith("vyre") and r.exact), default=float("nan"))
        for row in rows:
            rate = f"{row.nbytes / row.ms / 1e6:8.0f} GB/s" if row.nbytes else " " * 13
            ratio = f"{best / row.ms:6.3f} x" if row.name.startswith("vyre") else " " * 8
            verdict = "exact" if row.exact else "DIFFERS"
            print(f"{case:<12} {row.name:<34} {row.ms:9.4f} ms {rate} {ratio} {verdict}", flush=True)


def same(a: Any, b: Any) -> bool:
    return bool(a.shape == b.shape and (a.view(np.uint8) == b.view(np.uint8)).all())


def up(a: int, b: int) -> int:
    return -(-a // b)


# -- the cases ------------------------------------------------------------------------------------------------


def elementwise(bench: Bench) -> None:
    cp, n, rng = bench.cp, 64 * MI, np.random.default_rng(1)
    for case in ("xor", "saxpy"):
        if not bench.wants(case):
            continue
        if case == "xor":
            ha, hb = (rng.integers(0, 1 << 32, n, dtype=np.uint32) for _ in range(2))
            expected, first, scalars = ha ^ hb, (), {}
            names = ("a", "b")
        else:
            ha, hb = (rng.standard_normal(n, dtype=np.float32) for _ in range(2))
            s = np.float32(1.7)
            expected, first, scalars, names = s * ha + hb, (s,), {"s": float(s)}, ("x", "y")
        a, b, o = cp.asarray(ha), cp.asarray(hb), cp.empty(n, ha.dtype)
        want = cp.asarray(expected)

        def check(o: Any = o, want: Any = want) -> bool:
            right = same(o, want)
            o.view(cp.uint8).fill(0xA5)
            return right

        kernel = getattr(streams, case)
        args = (*first, a, b, o, np.uint32(n))
        contenders: dict[str, Any] = {
            "vyre": bench.vyre(kernel, {names[0]: a, names[1]: b, "out": o}, scalars, domain=n),
            "CUDA, 4-byte": bench.baseline(f"{case}_c4", up(n, 1024), 256, args),
            "CUDA, 16-byte": bench.baseline(f"{case}_v4", up(up(n, 4), 1024), 256, args),
        }
        contenders |= _libraries(bench, case, a, b, o, first)
        bench.compare(case, contenders, check, 12 * n)
        del a, b, o, want
        cp.get_default_memory_pool().free_all_blocks()


def _libraries(bench: Bench, case: str, a: Any, b: Any, o: Any, first: tuple[Any, ...]) -> dict[str, Any]:
    """PyTorch and Triton on the same arrays and the same stream."""
    found: dict[str, Any] = {}
    try:
        import torch  # type: ignore[import-not-found]  # only on machines with an NVIDIA GPU

        from bench.peers.cuda import triton_peer

        torch.cuda.set_stream(torch.cuda.ExternalStream(int(bench.backend._stream)))
        ta, tb, to = (torch.from_dlpack(x.view(bench.cp.int32) if case == "xor" else x) for x in (a, b, o))
    except Exception as error:  # noqa: BLE001 - a library that is absent is a line of the report
        print(f"{case}: {type(error).__name__}: {error}")
        return found
    if case == "xor":
        found["PyTorch"] = lambda: torch.bitwise_xor(ta, tb, out=to)
    found["Triton"] = triton_peer.run(case, ta, tb, to, *first)
    return found


def hashing(bench: Bench) -> None:
    if not bench.wants("hash"):
        return
    cp, n = bench.cp, 16 * MI
    h = np.random.default_rng(2).integers(0, 1 << 32, n, dtype=np.uint32)
    sets = [(cp.asarray(h), cp.empty(n, cp.uint32)) for _ in range(2)]
    part = h[:MI].copy()
    for _ in range(64):
        part ^= part >> np.uint32(16)
        part *= np.uint32(0x85EBCA6B)
        part ^= part >> np.uint32(13)
        part *= np.uint32(0xC2B2AE35)
        part ^= part >> np.uint32(16)
    bench.baseline("hash64_raw", up(n, 1024), 256, (*sets[0], np.uint32(n)))()
    whole = sets[0][1].copy()
    right = same(whole[:MI].get(), part)

    def check() -> bool:
        good = right and same(sets[0][1], whole)
        sets[0][1].fill(0)
        return good

    contenders: dict[str, Any] = {
        "vyre": [bench.vyre(streams.hash64, {"a": x, "out": o}, domain=n) for x, o in sets],
        **{
            f"CUDA {name}": [bench.baseline(name, up(n, 1024), 256, (x, o, np.uint32(n))) for x, o in sets]
            for name in ("hash64_raw", "hash64", "hash64_folded")
        },
    }
    bench.compare("hash", contenders, check, 8 * n)


def reductions(bench: Bench) -> None:
    cp, rng = bench.cp, np.random.default_rng(3)
    if bench.wants("histogram"):
        n = 256 * MI
        for label in ("random", "skewed"):
            h = rng.integers(0, 256, n, dtype=np.uint8)
            if label == "skewed":
                h[rng.integers(0, 16, n, dtype=np.uint8) != 0] = 65
            x, g = cp.asarray(h), cp.empty(256, cp.uint32)
            want = sum(np.bincount(c, minlength=256) for c in np.split(h, 32)).astype(np.uint32)  # type: ignore[attr-defined]

            def clear(g: Any = g) -> None:
                cp.cuda.runtime.memsetAsync(g.data.ptr, 0, 1024, bench.stream.ptr)

            ours = bench.vyre(streams.histogram, {"words": x.view(cp.uint32), "out": g})
            contenders = {"vyre": lambda c=clear, f=ours: (c(), f())}
            for name in ("hist_lane", "hist_warp"):
                f = bench.baseline(name, bench.sms * 2, 1024, (x, g, np.uint64(n)))
                contenders[f"CUDA {name}"] = lambda c=clear, f=f: (c(), f())
            bench.compare(f"histogram {label}", contenders, lambda g=g, w=want: same(g.get(), w), n)
            del x, g
    if bench.wants("sum"):
        n = 128 * MI
        h = rng.integers(0, 1 << 32, n, dtype=np.uint32)
        x, part, out = cp.asarray(h), cp.empty(bench.sms * 8, cp.uint32), cp.empty(1, cp.uint32)
        want = int(h.sum(dtype=np.uint64)) & 0xFFFFFFFF
        one = bench.baseline("sum_stage1", bench.sms * 8, 256, (x, part, np.uint64(n)))
        two = bench.baseline("sum_stage2", 1, 1024, (part, out, np.uint32(bench.sms * 8)))
        ours = bench.vyre(streams.total, {"x": x, "out": out})

        def fresh() -> None:
            cp.cuda.runtime.memsetAsync(out.data.ptr, 0, 4, bench.stream.ptr)

        bench.compare(
            "sum",
            {"vyre": lambda: (fresh(), ours()), "CUDA, two stages": lambda: (one(), two())},
            lambda: int(out.get()[0]) == want,
            4 * n,
        )
        del x
        cp.get_default_memory_pool().free_all_blocks()


def scanning(bench: Bench) -> None:
    if not bench.wants("scan"):
        return
    cp, n = bench.cp, 64 * MI
    h = np.random.default_rng(4).integers(0, 1 << 32, n, dtype=np.uint32)
    x, o = cp.asarray(h), cp.empty(n, cp.uint32)
    want = cp.asarray(np.add.accumulate(h, dtype=np.uint32))
    tiles = up(n, scans.TILE)
    part = cp.empty(tiles, cp.uint32)
    ours = [
        bench.vyre(scans.scan_reduce, {"x": x, "sums": part}, domain=tiles * 256),
        bench.vyre(scans.scan_middle, {"sums": part}),
        bench.vyre(scans.scan_tiles, {"x": x, "sums": part, "out": o}, domain=tiles * 256),
    ]
    theirs = [
        bench.baseline("scan_reduce", tiles, 256, (x, part, np.uint64(n))),
        bench.baseline("scan_mid", 1, 1024, (part, np.uint32(tiles))),
        bench.baseline("scan_tiles", tiles, 256, (x, part, o, np.uint64(n))),
    ]

    def check() -> bool:
        right = same(o, want)
        o.fill(0)
        return right

    bench.compare(
        "scan",
        {"vyre": lambda: [f() for f in ours], "CUDA, three kernels": lambda: [f() for f in theirs]},
        check,
        8 * n,
    )
    for k, name in enumerate(("reduce", "middle", "tiles")):  # no check: each needs the one before
        bench.compare(f"scan {name}", {"vyre": ours[k], "CUDA": theirs[k]}, lambda: True)


def grids(bench: Bench) -> None:
    if not bench.wants("stencil"):
        return
    cp, n = bench.cp, 8192
    h = np.random.default_rng(5).standard_normal((n, n), dtype=np.float32)
    want = h.copy()
    inner = ((((h[1:-1, 1:-1] + h[1:-1, :-2]) + h[1:-1, 2:]) + h[:-2, 1:-1]) + h[2:, 1:-1]) * np.float32(0.2)
    want[1:-1, 1:-1] = inner
    x, o, w = cp.asarray(h), cp.empty((n, n), cp.float32), cp.asarray(want)

    def check() -> bool:
        right = same(o, w)
        o.fill(0)
        return right

    flat = {"x": x.ravel(), "out": o.ravel()}
    bench.compare(
        "stencil",
        {
            "vyre": bench.vyre(streams.stencil, flat, {"side": n}, domain=n // 4 * (n // streams.ROWS)),
            "CUDA": bench.baseline("stencil5", up((n // 128) * (n // 16), 8), 256, (x, o, np.int32(n))),
        },
        check,
        8 * n * n,
    )


def n_body(bench: Bench) -> None:
    if not bench.wants("nbody"):
        return
    cp, n = bench.cp, 65536
    h = np.random.default_rng(6).standard_normal((n, 4), dtype=np.float32)
    h[:, 3] = np.abs(h[:, 3])
    p, o = cp.asarray(h), cp.empty((n, 4), cp.float32)
    bench.baseline("nbody_simple", n // 256, 256, (p, o, np.int32(n)))()
    want = o.copy()

    def check() -> bool:
        right = same(o, want)
        o.fill(0)
        return right

    flat = {"bodies": p.ravel(), "out": o.ravel()}
    bench.compare(
        "nbody",
        {
            "vyre": bench.vyre(bodies.nbody, flat, domain=n),
            "CUDA, strict": bench.baseline("nbody_strict", n // 128, 128, (p, o, np.int32(n))),
        },
        check,
    )


def automaton(bench: Bench) -> None:
    if not bench.wants("dfa"):
        return
    cp, n, rng = bench.cp, 256 * MI, np.random.default_rng(7)
    m = n // automata.CHUNK
    x = cp.asarray(rng.integers(0, 256, n, dtype=np.uint8))
    t = cp.asarray(rng.integers(0, 256, 65536, dtype=np.uint8))
    o = cp.empty(m, cp.uint32)
    size = np.uint32(automata.CHUNK)
    bench.baseline("dfa_simple", up(m, 128), 128, (x, t, o, np.uint32(m), size))()
    want = o.copy()

    def check() -> bool:
        right = same(o, want)
        o.fill(0)
        return right

    words = {"text": x.view(cp.uint32), "table": t.view(cp.uint32), "out": o}
    contenders = {"vyre": bench.vyre(automata.dfa, words, domain=m)}
    for name in ("dfa_64", "dfa_128"):
        contenders[f"CUDA {name}"] = bench.baseline(name, up(m, 512), 512, (x, t, o, np.uint32(m), size), 65536)
    bench.compare("dfa", contenders, check, n)


def products(bench: Bench) -> None:
    if not bench.wants("matmul"):
        return
    cp, n, rng = bench.cp, 2048, np.random.default_rng(8)
    sets = [
        (
            cp.asarray(rng.standard_normal((n, n), dtype=np.float32)),
            cp.asarray(rng.standard_normal((n, n), dtype=np.float32)),
            cp.empty((n, n), cp.float32),
        )
        for _ in range(4)
    ]
    bench.baseline("mm_simple", (n // 256, n), 256, (*sets[0], np.int32(n)))()
    want = sets[0][2].copy()

    def check() -> bool:
        right = same(sets[0][2], want)
        sets[0][2].fill(0)
        return right

    tiled = [bench.vyre(matmul.tile16, {"a": a, "b": b, "c": c}, domain=(n, n)) for a, b, c in sets]
    bench.compare(
        "matmul tile",
        {
            "vyre": tiled,
            "CUDA mm_tile16": [bench.baseline("mm_tile16", (n // 16, n // 16), 256, (*s, np.int32(n))) for s in sets],
        },
        check,
    )
    blocks = (n // 128) ** 2
    registers = [
        bench.vyre(matmul.registers, {"a": a.ravel(), "b": b.ravel(), "c": c.ravel()}, {"n": n}, domain=blocks * 256)
        for a, b, c in sets
    ]
    contenders: dict[str, Any] = {"vyre": registers}
    for name, wide in (("mm_128x128x8", 128), ("mm_128x128x16", 128), ("mm_128x256x8", 256)):
        contenders[f"CUDA {name}"] = [bench.baseline(name, (n // wide, n // 128), 256, (*s, np.int32(n))) for s in sets]
    bench.compare("matmul regs", contenders, check)


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--out")
    parser.add_argument("--only", default="")
    parser.add_argument("--reps", type=int, default=25)
    given = parser.parse_args(argv)
    bench = Bench(given.reps, given.only)
    name = bench.cp.cuda.runtime.getDeviceProperties(0)["name"].decode()
    print(f"{name}, driver {bench.backend.profile().driver}, medians of {given.reps}")
    for case in (elementwise, hashing, reductions, scanning, grids, n_body, automaton, products):
        try:
            case(bench)
        except Exception as error:  # noqa: BLE001 - the other cases are worth having
            print(f"{case.__name__} failed: {type(error).__name__}: {str(error)[:600]}", flush=True)
    if given.out:
        rows = [
            {"case": r.case, "name": r.name, "ms": r.ms, "least": min(r.times), "bytes": r.nbytes, "exact": r.exact}
            for r in bench.rows
        ]
        Path(given.out).write_text(json.dumps({"device": name, "reps": given.reps, "rows": rows}, indent=1) + "\n")
    return 0 if all(row.exact for row in bench.rows) else 1


if __name__ == "__main__":
    sys.exit(main())
