"""Find the hard inputs of a function: all f32 for which its f64 result is within 32 units of the last place of a midpoint between two f32.

    python scripts/hard_inputs.py erf 0 0x407c0000
    python scripts/hard_inputs.py erfc 0x32000000 0x41280000 0xb2000000 0xc0800000

The numbers are bits of f32, in pairs: of the first input, and of the one after the last. Prints lines as ``tests/functions/hard.txt`` has them,
with results by exact integer arithmetic, and how near the nearest one is.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import numpy as np

ROOT: Final = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "src"), str(ROOT)]

from vyre.dtypes import DType, f32, f64  # noqa: E402
from vyre.emit.vector import vector_meaning  # noqa: E402
from vyre.functions.body import Body, Table, evaluate  # noqa: E402
from vyre.functions.definitions import unpatched  # noqa: E402
from vyre.functions.exact import correct  # noqa: E402
from vyre.ir.literals import float_bits, python_value  # noqa: E402
from vyre.ir.ops import UNARY_FUNCTIONS  # noqa: E402

CHUNK: Final = 1 << 18
UNITS: Final = 32


def literal(t: DType, bits: int) -> Any:
    """A constant of a body."""
    kind = "?" if t.is_bool else f"{'f' if t.is_float else 'i' if t.is_signed else 'u'}{t.nbytes}"
    return np.array(bits, f"u{t.nbytes}").view(kind)[()]


def entry(table: Table, index: Any) -> Any:
    """Entries of a table."""
    return np.array(table.values, np.uint64)[index]


def in_f64(name: str) -> Body:
    """The function without its last conversion."""
    whole = unpatched(name, f32)
    last = whole.statements[whole.result - 1]
    (wide,) = last.args  # type: ignore[union-attr]
    assert whole.types()[wide] is f64
    return Body(f"{name}_wide", whole.takes, f64, whole.statements, wide)


def hard(name: str, first: int, after: int) -> Iterator[int]:
    """The bits of the hard inputs."""
    made = in_f64(name)
    for at in range(first, after, CHUNK):
        bits = np.arange(at, min(at + CHUNK, after), dtype=np.uint64).astype(np.uint32)
        with np.errstate(all="ignore"):
            found = evaluate(made, [bits.view(np.float32)], vector_meaning, literal, entry).view(np.uint64)
            low, high = (
                (found + np.uint64(by)).view(np.float64).astype(np.float32) for by in ((1 << 64) - UNITS, UNITS)
            )
        yield from bits[np.flatnonzero((low != high) & (found << np.uint64(1) != 0))].tolist()


def main() -> int:
    """Print what was found."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("name", choices=UNARY_FUNCTIONS)
    parser.add_argument("ranges", nargs="+", type=lambda text: int(text, 0))
    given = parser.parse_args()
    begun, count, pairs = time.monotonic(), 0, []
    for first, after in zip(given.ranges[::2], given.ranges[1::2], strict=True):
        count += after - first
        for x in hard(given.name, first, after):
            right = float_bits(f32, correct(given.name, f32, float(python_value(f32, x))))
            pairs.append(f"{x:08x}={right:08x}")
    print(f"# {given.name}: {count} inputs, {len(pairs)} hard ones, {time.monotonic() - begun:.0f} s")
    print(given.name, *pairs)
    return 0


if __name__ == "__main__":
    sys.exit(main())
