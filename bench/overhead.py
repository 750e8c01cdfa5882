"""What a call itself costs: an xor of 1,024 words through 1, 3 and 12 arrays, so that the work is next to nothing."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from functools import partial
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

__all__ = ["ARRAYS", "measure"]

Array = NDArray[Any]
ARRAYS: Final = (1, 3, 12)
N: Final = 1024
KEY: Final = 0x5A5A5A5A


def measure(peer: str, *, turns: int) -> list[dict[str, object]]:
    """Rows ``{"what", "arrays", "us", "middle_us"}``: microseconds of a call, in the best and in the middle of many
    short runs, of this thread's processor time, since waiting for the core is not the call's. Every result is compared first."""
    ways: list[tuple[str, int, Callable[[], object]]] = []
    for count in ARRAYS:
        ways += [(what, count, call) for what, call in _ways(peer, count)]
    samples: list[list[float]] = [[] for _ in ways]
    for _ in range(turns):
        for mine, (_, _, call) in zip(samples, ways, strict=True):
            mine += _runs(call)
    return [
        {"what": what, "arrays": count, "us": min(mine) * 1e6, "middle_us": statistics.median(mine) * 1e6}
        for mine, (what, count, _) in zip(samples, ways, strict=True)
    ]


def _runs(call: Callable[[], object]) -> list[float]:
    """Seconds per call of 20 runs of 200 calls."""
    for _ in range(50):
        call()
    found = []
    for _ in range(20):
        start = time.thread_time_ns()
        for _ in range(200):
            call()
        found.append((time.thread_time_ns() - start) * 1e-9 / 200)
    return found


def _inputs(count: int) -> list[Array]:
    draw = np.random.default_rng(count)
    return [draw.integers(0, 1 << 32, size=N, dtype=np.uint32) for _ in range(max(1, count - 1))]


def _expected(arrays: list[Array]) -> Array:
    if len(arrays) == 1:
        return arrays[0] ^ np.uint32(KEY)
    result: Array = np.bitwise_xor.reduce(arrays)
    return result


def _compare(what: str, got: object, expected: Array) -> None:
    if not isinstance(got, np.ndarray) or got.tobytes() != expected.tobytes():
        raise ValueError(f"{what}: wrong result")


def _ways(peer: str, count: int) -> list[tuple[str, Callable[[], object]]]:
    match peer:
        case "vyre":
            return _vyre(count)
        case "numpy":
            return _numpy(count)
        case "numba":
            return _numba(count)
    return []


def _vyre(count: int) -> list[tuple[str, Callable[[], object]]]:
    from bench.kernels import arrays as kernels

    kernel = {1: kernels.xor1, 3: kernels.xor3, 12: kernels.xor12}[count]
    arrays = _inputs(count)
    expected = _expected(arrays)
    compiled = kernel.compile(backend="cpu")
    _compare("compiled(…)", compiled(*(a.copy() for a in arrays)), expected)
    _compare("kernel(…)", kernel(*(a.copy() for a in arrays)), expected)
    if count == 1:  # written in place: there is no out=
        x = arrays[0]
        return [("bound()", compiled.bind(x)), ("compiled(…)", lambda: compiled(x)), ("kernel(…)", lambda: kernel(x))]
    out = np.zeros(N, np.uint32)
    bound = compiled.bind(*arrays, out=out)
    _compare("bound()", bound(), expected)
    return [
        ("bound()", bound),
        ("compiled(…, out=)", lambda: compiled(*arrays, out=out)),
        ("compiled(…)", lambda: compiled(*arrays)),
        ("kernel(…, out=)", lambda: kernel(*arrays, out=out)),
        ("kernel(…)", lambda: kernel(*arrays)),
    ]


def _numpy(count: int) -> list[tuple[str, Callable[[], object]]]:
    arrays = _inputs(count)
    out = np.zeros(N, np.uint32)
    if count == 1:
        x, key = arrays[0], np.uint32(KEY)
        return [("ufunc(…, out=)", lambda: np.bitwise_xor(x, key, out=x))]
    if count == 3:
        a, b = arrays
        return [("ufunc(…, out=)", lambda: np.bitwise_xor(a, b, out=out)), ("ufunc(…)", lambda: np.bitwise_xor(a, b))]

    def chain() -> Array:  # ten ufunc calls: NumPy has no fused one
        np.bitwise_xor(arrays[0], arrays[1], out=out)
        for array in arrays[2:]:
            np.bitwise_xor(out, array, out=out)
        return out

    _compare("ufunc chain", chain(), _expected(arrays))
    return [("ufunc(…, out=)", chain)]


def _numba(count: int) -> list[tuple[str, Callable[[], object]]]:
    from bench.peers.numba_overhead import KERNELS

    arrays = _inputs(count)
    ways: list[tuple[str, Callable[[], object]]] = []
    for what, functions in KERNELS.items():
        function = functions[count]
        if count == 1:
            given: tuple[object, ...] = (arrays[0].copy(), np.uint32(KEY))
            function(*given)
            _compare(what, given[0], _expected(arrays))
        else:
            given = (*arrays, np.zeros(N, np.uint32))
            function(*given)
            _compare(what, given[-1], _expected(arrays))
        ways.append((what, partial(function, *given)))
    return ways
