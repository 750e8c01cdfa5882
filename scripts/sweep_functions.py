"""Compare mathematical functions of a backend with NumPy's in f64 on all f32, or on a part of them.

    python scripts/sweep_functions.py exp sin
    python scripts/sweep_functions.py log --backend opencl --first 0x3f000000 --count 0x1000000

What is right shares nothing with what a backend computes: NumPy's function in f64 where both ends of a band of 2**-44 around it round to
the same f32, which is 256 units of its last place to either side, and exact integer arithmetic for the other inputs, some ten
thousand a function. All 2**32 inputs of a function take some minutes on one core.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

ROOT: Final = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "src"), str(ROOT)]

import vyre as vy  # noqa: E402
from vyre.dtypes import f32  # noqa: E402
from vyre.emit.vector_functions import in_doubles  # noqa: E402
from vyre.functions.exact import correct  # noqa: E402
from vyre.ir.literals import CANONICAL_NAN, float_bits  # noqa: E402
from vyre.ir.ops import UNARY_FUNCTIONS  # noqa: E402
from vyre.ir.program import Program  # noqa: E402
from vyre.run.session import Session  # noqa: E402

CHUNK: Final = 1 << 18
BAND: Final = 2.0**-44


def program(name: str) -> Program:
    """``y[i] = name(x[i])``."""
    b = vy.Builder("sweep", domain="x")
    x, y = b.input("x", f32), b.output("y", f32)
    i = b.global_id()
    y[i] = b.op(name, x[i])
    return b.build()


def differing(name: str, x: npt.NDArray[np.float32], found: npt.NDArray[np.float32]) -> tuple[list[int], int]:
    """Where ``found`` is wrong, and how many inputs were decided exactly."""
    with np.errstate(all="ignore"):
        near = in_doubles(name, x.astype(np.float64))
        low, high = ((near * scale).astype(np.float32).view(np.uint32) for scale in (1 - BAND, 1 + BAND))
    bits, nan = found.view(np.uint32), np.isnan(near)
    open_ = np.flatnonzero((low != high) & ~nan)
    right = np.where(nan, np.uint32(CANONICAL_NAN["f32"]), low)
    for k in open_:
        right[k] = float_bits(f32, correct(name, f32, float(x[k])))
    return np.flatnonzero(bits != right).tolist(), len(open_)


def sweep(session: Session, backend: str, name: str, first: int, count: int) -> int:
    """Compare them one chunk after the other; gives how many results differ."""
    made, wrong, decided, begun = program(name), 0, 0, time.monotonic()
    for at in range(first, first + count, CHUNK):
        given = np.arange(at, min(at + CHUNK, first + count), dtype=np.uint64).astype(np.uint32)
        (result,) = session.dispatch(made, [given.view(np.float32)], backend=backend)
        found = np.asarray(result)
        differ, exactly = differing(name, given.view(np.float32), found)
        decided += exactly
        for k in differ:
            wrong += 1
            if wrong <= 20:
                print(f"{name} of {given[k]:08x}: {found.view(np.uint32)[k]:08x}", flush=True)
    seconds = time.monotonic() - begun
    print(
        f"{name} on {backend}: {count} inputs from {first:08x} on, {wrong} wrong, {decided} decided exactly, {seconds:.0f} s",
        flush=True,
    )
    return wrong


def main() -> int:
    """The number of wrong results, cut to an exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", nargs="+", choices=UNARY_FUNCTIONS, metavar="function")
    parser.add_argument("--backend", default="cpu")
    parser.add_argument("--first", type=lambda text: int(text, 0), default=0)
    parser.add_argument("--count", type=lambda text: int(text, 0), default=1 << 32)
    given = parser.parse_args()
    with Session(given.backend) as session:
        wrong = sum(sweep(session, given.backend, name, given.first, given.count) for name in given.names)
    return min(wrong, 1)


if __name__ == "__main__":
    sys.exit(main())
