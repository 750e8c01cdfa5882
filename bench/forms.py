"""What a call of a kernel costs in each of its forms, over 64 elements: ``python -m bench.forms [--turns N] [--python] [--out FILE.json]``.

Microseconds of this thread's processor time, of the best of many short runs: the work itself is next to nothing.
"""

from __future__ import annotations

import argparse
import json
import mmap
import threading
import time
from array import array
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path
from typing import Any, Final

import numpy as np

import vyre as vy
from bench.machine import machine
from vyre.run.direct import Armed

__all__ = ["forms", "main"]

N: Final = 64
RECORD: Final = np.dtype([("x", np.float32), ("n", np.uint32)])
Record = vy.struct(RECORD)


@vy.kernel
def xor(a: vy.In[vy.u32], b: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    if i < out.size:
        out[i] = a[i] ^ b[i]


@vy.kernel
def saxpy(s: vy.f32, x: vy.In[vy.f32], y: vy.In[vy.f32], out: vy.Out[vy.f32]) -> None:
    i = vy.global_id()
    if i < out.size:
        out[i] = s * x[i] + y[i]


@vy.kernel
def add(a: vy.In[vy.u32], n: vy.u32, out: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    if i < out.size:
        out[i] = a[i] + n


@vy.kernel
def chosen(a: vy.In[vy.u32], on: vy.bool_, out: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    if i < out.size:
        out[i] = a[i] if on else vy.u32(0)


@vy.kernel
def flip(a: vy.In[vy.u8], b: vy.In[vy.u8], out: vy.Out[vy.u8]) -> None:
    i = vy.global_id()
    if i < out.size:
        out[i] = a[i] ^ b[i]


@vy.kernel
def flat(a: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    if i < out.size:
        out.flat[i] = a.flat[i] + 1


@vy.kernel
def bump(x: vy.InOut[vy.u32]) -> None:
    i = vy.global_id()
    x[i] = x[i] + 1


@vy.kernel
def moved(r: vy.In[Record], out: vy.Out[Record]) -> None:  # type: ignore[valid-type]
    i = vy.global_id()
    if i < out.size:
        out[i].x = r[i].x + 1.0  # type: ignore[attr-defined]
        out[i].n = r[i].n  # type: ignore[attr-defined]


@vy.kernel
def counted(n: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    if i < out.size:
        total = vy.u32(0)
        for k in range(n[0]):
            total += k
        out[i] = total


def forms() -> dict[str, Callable[[], Any]]:
    """A call of each form, by what is unusual about it."""
    a, b = np.arange(N, dtype=np.uint32), np.full(N, 7, np.uint32)
    x, y = np.linspace(0, 1, N, dtype=np.float32), np.ones(N, np.float32)
    out = np.zeros(N, np.uint32)
    wide = np.arange(2 * N, dtype=np.uint32)
    fixed = a.copy()
    fixed.flags.writeable = False
    octets = np.arange(N, dtype=np.uint8)
    mapped = mmap.mmap(-1, N)
    data, held, view, typed = octets.tobytes(), bytearray(octets), memoryview(a.data), array("I", a.tolist())
    records = np.zeros(N, RECORD)
    one, none, few = np.array(5, np.uint32), np.zeros(0, np.uint32), np.array([3], np.uint32)
    lengths = cycle([(np.arange(n, dtype=np.uint32), np.full(n, 7, np.uint32)) for n in range(1, 1001)])
    some = cycle([(np.arange(n, dtype=np.uint32), np.full(n, 7, np.uint32)) for n in range(1, 65)])
    labelled, limited = vy.DispatchConfig(label="mine"), vy.DispatchConfig(max_output_bytes=1 << 20)
    compiled = xor.compile(backend="cpu")
    bound = compiled.bind(a, b, out=out)
    foreign = a.astype(">u4")

    def lists() -> Any:
        return flip(data, held), xor(view, typed)

    def two() -> Any:
        return xor(a, b), add(a, 3)

    return {
        "bound()": bound,
        "pipeline(a, b, out=)": lambda: compiled(a, b, out=out),
        "kernel(a, b)": lambda: xor(a, b),
        "kernel(a, b, out=)": lambda: xor(a, b, out=out),
        "in place": lambda: bump(out),
        "int": lambda: add(a, 3),
        "float": lambda: saxpy(2.0, x, y),
        "int for a float": lambda: saxpy(2, x, y),
        "bool": lambda: chosen(a, True),
        "NumPy scalar": lambda: saxpy(np.float32(2.0), x, y),
        "keywords": lambda: xor(a=a, b=b),
        "a keyword": lambda: xor(a, b=b),
        "domain=": lambda: xor(a, b, domain=N),
        "domain= a name": lambda: xor(a, b, domain="a"),
        "domain= a function": lambda: xor(a, b, domain=lambda p, q: p.size),
        "shapes=": lambda: xor(a, b, shapes={"out": (N,)}),
        "grid=": lambda: xor(a, b, grid=1),
        "bytes": lambda: flip(data, octets),
        "bytearray": lambda: flip(held, octets),
        "memoryview": lambda: xor(view, b),
        "array.array": lambda: xor(typed, b),
        "mmap": lambda: flip(mapped, octets),
        "two calls of buffers": lists,
        "read-only": lambda: xor(fixed, b),
        "records": lambda: moved(records),
        "0-d number": lambda: add(a, one),
        "0-d array": lambda: flat(one),
        "empty": lambda: xor(none, none),
        "strided": lambda: xor(wide[::2], b),
        "reversed": lambda: xor(a[::-1], b),
        "foreign byte order": lambda: xor(foreign, b),
        "strided out=": lambda: xor(a, b, out=wide[::2]),
        "two kernels in turn": two,
        "64 lengths": lambda: xor(*next(some)),
        "1,000 lengths": lambda: xor(*next(lengths)),
        "config=label": lambda: xor(a, b, config=labelled),
        "config=max_output_bytes": lambda: xor(a, b, config=limited),
        "backend=": lambda: xor(a, b, backend="cpu"),
        "float, keywords": lambda: saxpy(s=2.0, x=x, y=y),
        "bytes, domain=": lambda: flip(data, octets, domain=N),
        "strided, float": lambda: saxpy(2.0, x[::-1], y),
        "submit().result()": lambda: xor.submit(a, b).result(),
        "a loop by data": lambda: counted(few, shapes={"out": (N,)}),
    }


def main(arguments: list[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m bench.forms")
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--only", default="", help="forms with this in their name")
    parser.add_argument("--python", action="store_true", help="without calls in machine code")
    parser.add_argument("--out", type=Path)
    given = parser.parse_args(arguments)
    if given.python:
        Armed.met = lambda *_: None  # type: ignore[method-assign]
    found: dict[str, float] = {}
    for _ in range(given.turns):
        for what, call in forms().items():
            if given.only in what:
                found[what] = min(found.get(what, 1e9), _best(call, warm=8000 if "lengths" in what else 64))
        if not given.only:
            for what, us in _around().items():
                found[what] = min(found.get(what, 1e9), us)
    for what, us in found.items():
        print(f"{what:28} {us:8.2f} µs")
    if given.out is not None:
        text = json.dumps({"machine": machine(), "us": found}, indent=1)
        given.out.write_text(text + "\n", encoding="utf-8")
    return 0


def _around() -> dict[str, float]:
    """Calls inside of ``vy.use``, and of four threads at a time."""
    call = forms()["kernel(a, b)"]
    with vy.use("cpu"):
        inside = _best(call)
    took: list[float] = []
    with _threads(3, call):
        took.append(_best(call))
    return {"inside of vy.use": inside, "four threads": took[0]}


@contextmanager
def _threads(count: int, call: Callable[[], Any]) -> Iterator[None]:
    """So many threads make the call as well."""
    ended = threading.Event()

    def again() -> None:
        while not ended.is_set():
            call()

    threads = [threading.Thread(target=again) for _ in range(count)]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        ended.set()
        for thread in threads:
            thread.join()


def _best(call: Callable[[], Any], *, warm: int = 64) -> float:
    """Microseconds of a call, in the best of several short runs after ``warm`` calls."""
    for _ in range(warm):
        call()
    best, count = 1e9, 100
    for _ in range(12):
        start = time.thread_time_ns()
        for _ in range(count):
            call()
        took = (time.thread_time_ns() - start) / 1e3 / count
        best = min(best, took)
        count = 300 if took < 20 else 40
    return best


if __name__ == "__main__":
    raise SystemExit(main())
