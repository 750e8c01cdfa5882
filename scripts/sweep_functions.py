"""Compare mathematical functions of a backend with the right results, on all f32.

    python scripts/sweep_functions.py exp sin
    python scripts/sweep_functions.py --backend cuda all
    python scripts/sweep_functions.py log --first-block 1008 --blocks 16
    python scripts/sweep_functions.py --make all --jobs 16

A backend computes hashes of 4,096 blocks of 2**20 inputs, which are compared with those of ``tests/functions/blocks``.
Of a block whose hash differs, the wrong results are listed.

``--make`` writes those files again. The right results share no code with a backend: NumPy's function in f64 where both
ends of a band of 2**-44 around it round to the same f32, which is 256 units of its last place to either side, and exact
integer arithmetic for the other inputs, some ten thousand a function. That takes some minutes a function on one core.
"""

from __future__ import annotations

import argparse
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Final

import numpy as np

ROOT: Final = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "src"), str(ROOT)]

import vyre as vy  # noqa: E402
from tests.functions import blocks  # noqa: E402
from tests.functions.inputs import Bits  # noqa: E402
from vyre.dtypes import f32  # noqa: E402
from vyre.emit.vector_functions import in_doubles  # noqa: E402
from vyre.functions.exact import correct  # noqa: E402
from vyre.ir.literals import CANONICAL_NAN, float_bits  # noqa: E402
from vyre.ir.ops import UNARY_FUNCTIONS  # noqa: E402
from vyre.ir.program import Program  # noqa: E402
from vyre.run.session import Session  # noqa: E402

BAND: Final = 2.0**-44
CHUNK: Final = 1 << 17  # inputs that NumPy processes at a time, so that its temporaries fit in a core's cache
SHOWN: Final = 20


def program(name: str) -> Program:
    """``y[i] = name(x[i])``."""
    b = vy.Builder("sweep", domain="x")
    x, y = b.input("x", f32), b.output("y", f32)
    i = b.global_id()
    y[i] = b.op(name, x[i])
    return b.build()


def right(name: str, given: Bits) -> Bits:
    """The bits of the correctly rounded results."""
    x = given.view(np.float32)
    with np.errstate(all="ignore"):
        near = in_doubles(name, x.astype(np.float64))
        low, high = ((near * scale).astype(np.float32).view(np.uint32) for scale in (1 - BAND, 1 + BAND))
    nan = np.isnan(near)
    found = np.where(nan, np.uint32(CANONICAL_NAN["f32"]), low)
    for k in np.flatnonzero((low != high) & ~nan):
        found[k] = float_bits(f32, correct(name, f32, float(x[k])))
    return found


def right_hash(name: str, block: int) -> int:
    """The hash of a block of correctly rounded results."""
    total = np.zeros(2, np.uint32)
    for given in np.split(blocks.inputs(block), blocks.BLOCK // CHUNK):
        total += np.array([blocks.hashed(given, right(name, given))], "<u8").view("<u4")
    return int(total.view("<u8")[0])


def make(names: list[str], jobs: int) -> None:
    """Write the files of hashes."""
    with ProcessPoolExecutor(jobs) as pool:
        for name in names:
            begun = time.monotonic()
            found = list(pool.map(right_hash, [name] * blocks.COUNT, range(blocks.COUNT), chunksize=8))
            np.array(found, "<u8").tofile(blocks.path(name))
            print(f"{name}: made in {time.monotonic() - begun:.0f} s", flush=True)


def wrong_inputs(session: Session, backend: str, name: str, block: int) -> int:
    """List the wrong results of a block, and return their number."""
    given = blocks.inputs(block)
    (result,) = session.dispatch(program(name), [given.view(np.float32)], backend=backend)
    found, wanted = np.asarray(result).view(np.uint32), right(name, given)
    differing = np.flatnonzero(found != wanted)
    for k in differing[:SHOWN]:
        print(f"{name} of {given[k]:08x}: {found[k]:08x}, not {wanted[k]:08x}", flush=True)
    return len(differing)


def sweep(session: Session, backend: str, name: str, first: int, count: int) -> int:
    """The number of blocks whose hash differs."""
    begun = time.monotonic()
    found = blocks.computed(session, backend, name, first, count)
    seconds = time.monotonic() - begun
    differing = (np.flatnonzero(found != blocks.right(name)[first : first + count]) + first).tolist()
    wrong = sum(wrong_inputs(session, backend, name, block) for block in differing[:SHOWN])
    shown = f", {wrong} wrong results in the first {SHOWN} of them" if differing else ""
    print(f"{name} on {backend}: {len(differing)} of {count} blocks differ{shown}; {seconds:.2f} s", flush=True)
    return len(differing)


def main() -> int:
    """Return 1 if a block differs."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", nargs="+", choices=(*UNARY_FUNCTIONS, "all"), metavar="function")
    parser.add_argument("--backend", default="cpu")
    parser.add_argument("--first-block", type=int, default=0)
    parser.add_argument("--blocks", type=int, default=blocks.COUNT)
    parser.add_argument("--make", action="store_true", help="write the hashes of the right results")
    parser.add_argument("--jobs", type=int, default=1, help="processes that make them")
    given = parser.parse_args()
    names = sorted(UNARY_FUNCTIONS) if "all" in given.names else given.names
    if given.make:
        make(names, given.jobs)
        return 0
    with Session(given.backend) as session:
        return min(1, sum(sweep(session, given.backend, name, given.first_block, given.blocks) for name in names))


if __name__ == "__main__":
    sys.exit(main())
