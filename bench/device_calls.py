"""What a call costs on a device, on the host's clock: small host arrays, and on CUDA bound launches over resident arrays.

``python -m bench.device_calls [--backend cuda wgpu opencl] [--out FILE.json]``

Medians of interleaved rounds, in microseconds; the outputs of all contenders are compared first.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import statistics
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

import vyre as vy
from bench.bare_calls import BARE
from bench.kernels.device.streams import xor

__all__ = ["main"]

ROUNDS = 25
SMALL = 1024  # elements of 4 bytes


def measured(
    contenders: Mapping[str, Callable[[], object]], settle: Callable[[], object], calls: int
) -> dict[str, float]:
    """Microseconds a call: ``calls`` of each in a row, round after round."""
    times: dict[str, list[float]] = {name: [] for name in contenders}
    for turn in range(ROUNDS + 3):
        for name, call in contenders.items():
            settle()
            begin = time.perf_counter()
            for _ in range(calls):
                call()
            if turn >= 3:
                times[name].append((time.perf_counter() - begin) / calls * 1e6)
    return {name: statistics.median(values) for name, values in times.items()}


def one_by_one(contenders: Mapping[str, Callable[[], object]], calls: int) -> dict[str, float]:
    """Microseconds of a call, each timed by itself: in software devices some take a thousand times as long as the others, when the
    operating system gives the core to somebody else."""
    times: dict[str, list[float]] = {name: [] for name in contenders}
    for turn in range(ROUNDS + 3):
        for name, call in contenders.items():
            for _ in range(calls):
                begin = time.perf_counter()
                call()
                if turn >= 3:
                    times[name].append((time.perf_counter() - begin) * 1e6)
    return {name: statistics.median(values) for name, values in times.items()}


def launches(cp: Any, cu: Any) -> dict[str, float]:
    """A launch of a bound call whose arrays are on the device."""
    a = np.arange(SMALL, dtype=np.uint32)
    key = a[::-1].copy()
    ra, rk, ro = (vy.resident(x, backend="cuda") for x in (a, key, np.zeros_like(a)))
    bound = xor.compile(backend="cuda").bind(ra, rk, out=ro)
    bound()
    assert (ro.numpy() == a ^ key).all()
    session = vy.session()
    backend: Any = session.engine("cuda").backend
    ca, ck, co = cp.asarray(a), cp.asarray(key), cp.zeros(SMALL, cp.uint32)
    text = 'extern "C" __global__ void k(const unsigned* a, const unsigned* b, unsigned* o, unsigned n)'
    text += "{ unsigned i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) o[i] = a[i] ^ b[i]; }"
    raw = cp.RawKernel(text, "k", backend="nvrtc")
    args = (ca, ck, co, np.uint32(SMALL))
    raw((4,), (256,), args)
    assert (co.get() == a ^ key).all()
    function = raw.kernel.ptr
    values = (ctypes.c_uint64 * 4)(ca.data.ptr, ck.data.ptr, co.data.ptr, SMALL)
    pointers = (ctypes.c_void_p * 4)(*(ctypes.addressof(values) + 8 * n for n in range(4)))
    where, stream, launch = ctypes.addressof(pointers), cu.CUstream(int(backend._stream)), cu.cuLaunchKernel
    handle = cu.CUfunction(int(function))

    def bare() -> None:
        launch(handle, 4, 1, 1, 256, 1, 1, 0, stream, where, 0)

    bare()

    def settle() -> None:
        cp.cuda.runtime.deviceSynchronize()

    contenders = {
        "vyre, bound": bound,
        "bare cuLaunchKernel": bare,
        "CuPy RawKernel": lambda: raw((4,), (256,), args),
    }
    return measured(contenders, settle, 200)


def small_arrays(cp: Any, cu: Any) -> dict[str, float]:
    """NumPy in, NumPy out, 4 KB each."""
    a = np.arange(SMALL, dtype=np.uint32)
    key = a[::-1].copy()
    out = np.zeros_like(a)
    pipeline = xor.compile(backend="cuda")
    raw = cp.RawKernel(
        'extern "C" __global__ void k(const unsigned* a, const unsigned* b, unsigned* o, unsigned n)'
        "{ unsigned i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) o[i] = a[i] ^ b[i]; }",
        "k",
        backend="nvrtc",
    )
    da, dk, do = (cp.empty(SMALL, cp.uint32) for _ in range(3))
    raw((4,), (256,), (da, dk, do, np.uint32(SMALL)))
    handle, stream = cu.CUfunction(int(raw.kernel.ptr)), cu.CUstream(0)
    values = (ctypes.c_uint64 * 4)(da.data.ptr, dk.data.ptr, do.data.ptr, SMALL)
    pointers = (ctypes.c_void_p * 4)(*(ctypes.addressof(values) + 8 * n for n in range(4)))
    where = ctypes.addressof(pointers)

    def bare() -> None:
        cu.cuMemcpyHtoD(da.data.ptr, a.ctypes.data, a.nbytes)
        cu.cuMemcpyHtoD(dk.data.ptr, key.ctypes.data, a.nbytes)
        cu.cuLaunchKernel(handle, 4, 1, 1, 256, 1, 1, 0, stream, where, 0)
        cu.cuMemcpyDtoH(out.ctypes.data, do.data.ptr, a.nbytes)

    def cupy() -> Any:
        x, y, z = cp.asarray(a), cp.asarray(key), cp.empty(SMALL, cp.uint32)
        raw((4,), (256,), (x, y, z, np.uint32(SMALL)))
        return z.get()

    assert (xor(a, key, backend="cuda") == a ^ key).all()
    assert (cupy() == a ^ key).all()
    bare()
    assert (out == a ^ key).all()
    contenders = {
        "vyre, kernel(a, b)": lambda: xor(a, key, backend="cuda"),
        "vyre, pipeline(a, b, out=o)": lambda: pipeline(a, key, out=out),
        "vyre, bound": xor.compile(backend="cuda").bind(a, key, out=out),
        "three copies and a launch": bare,
        "CuPy": cupy,
    }
    return measured(contenders, cp.cuda.runtime.deviceSynchronize, 100)


def without_cuda(backend: str) -> dict[str, float]:
    """NumPy in, NumPy out, 4 KB each, beside the bare sequence of the library's own calls."""
    a = np.arange(SMALL, dtype=np.uint32)
    key = a[::-1].copy()
    out, bare_out = np.zeros_like(a), np.zeros_like(a)
    bare = BARE[backend](a, key, bare_out)
    pipeline = xor.compile(backend=backend)
    bound = pipeline.bind(a, key, out=np.zeros_like(a))
    bare()
    for got in (xor(a, key, backend=backend), pipeline(a, key, out=out), bound(), bare_out):
        assert (got == a ^ key).all()
    contenders = {
        "vyre, kernel(a, b)": lambda: xor(a, key, backend=backend),
        "vyre, pipeline(a, b, out=o)": lambda: pipeline(a, key, out=out),
        "vyre, bound": bound,
        "bare": bare,
    }
    found = one_by_one(contenders, 20)
    return found | {f"{name} / bare": us / found["bare"] for name, us in found.items() if name != "bare"}


def cuda_parts() -> dict[str, Callable[[], dict[str, float]]]:
    import cupy  # type: ignore[import-not-found]  # only on machines with an NVIDIA GPU
    from cuda.bindings import driver  # type: ignore[import-not-found]

    return {
        "cuda launches": lambda: launches(cupy, driver),
        "cuda small arrays": lambda: small_arrays(cupy, driver),
    }


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--backend", nargs="+", default=["cuda"], choices=["cuda", *BARE])
    parser.add_argument("--out")
    given = parser.parse_args(argv)
    parts: dict[str, Callable[[], dict[str, float]]] = {}
    for backend in given.backend:
        parts |= cuda_parts() if backend == "cuda" else {f"{backend} small arrays": lambda b=backend: without_cuda(b)}
    found = {}
    for part, run in parts.items():
        try:
            found[part] = run()
        except Exception as error:  # noqa: BLE001 - the other parts are worth having
            print(f"{part} failed: {type(error).__name__}: {str(error)[:800]}", flush=True)
            continue
        for name, value in found[part].items():
            print(f"{part:<20} {name:<36} {value:8.2f} {'x' if '/' in name else 'us'}", flush=True)
    if given.out:
        Path(given.out).write_text(json.dumps(found, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
