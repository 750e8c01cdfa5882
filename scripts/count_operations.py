"""Count the u32 operations of a call of a function in fixed point.

A u64 is a pair of words, as in WGSL.


    python scripts/count_operations.py            # all functions of f32
    python scripts/count_operations.py exp sin --type f16

The operations of the WGSL text are counted, with calls expanded: 16 for the upper word of a product, 4 for a sum of
pairs, 3 for a sum of a pair and a word, and 0 for taking a word out of a pair. Rare calls are not counted.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "src"), str(ROOT)]

from vyre.dtypes import BY_NAME, DType  # noqa: E402
from vyre.functions.body import Apply, Body, Literal, Rarely, Statement, Step  # noqa: E402
from vyre.functions.fixed.definitions import body, body_of_two  # noqa: E402
from vyre.ir.ops import BINARY_FUNCTIONS, UNARY_FUNCTIONS  # noqa: E402

_PAIR: Final = {
    "add": 4, "sub": 4, "and": 2, "or": 2, "xor": 2, "not": 2, "lt": 5, "le": 6, "gt": 5, "ge": 6, "eq": 3, "ne": 3, "select": 2,
    "clz": 4, "shl": 11, "shr": 11, "mul": 21, "mulhi": 85, "min": 7, "max": 7, "abs": 7, "neg": 4,
}  # fmt: skip
_WORD: Final = {"mulhi": 16, "div": 4, "cast": 0, "bitcast": 0}


def _statement(b: Body, n: int) -> Statement | None:
    return b.statements[n - len(b.takes)] if n >= len(b.takes) else None


def _widened(b: Body, n: int, types: list[DType]) -> bool:
    """Whether the upper word of a value is 0."""
    s = _statement(b, n)
    if isinstance(s, Literal):
        return s.bits < 1 << 32
    return isinstance(s, Step) and s.op == "cast" and types[s.args[0]].bits <= 32 and not types[s.args[0]].is_signed


def _moved_up(b: Body, n: int) -> bool:
    s = _statement(b, n)
    return isinstance(s, Step) and s.op == "shl" and _count(b, s) == 32


def _count(b: Body, s: Step) -> int | None:
    by = _statement(b, s.args[1])
    return by.bits if isinstance(by, Literal) else None


def cost(b: Body, s: Step, types: list[DType]) -> int:
    """The number of u32 operations of one operation."""
    wide = max(types[s.args[-1]].bits, types[s.args[0]].bits if s.op not in ("cast", "bitcast") else 0) > 32
    if s.op in ("shl", "shr"):
        by, wide = _count(b, s), types[s.args[0]].bits > 32
        if by is None:
            return 11 if wide else 2
        return 1 if not wide or by > 32 else 0 if by == 32 else 4
    if s.op in ("cast", "bitcast"):
        source = types[s.args[0]]
        return 1 if source.is_bool or (source.is_signed and source.bits == 32 and s.dtype.bits == 64) else 0
    if not wide:
        return _WORD.get(s.op, 1)
    short = [_widened(b, a, types) for a in s.args]
    if s.op == "mul" and all(short):
        return 17
    if s.op == "or" and any(_moved_up(b, a) for a in s.args):
        return 0
    return 3 if s.op == "add" and any(short) else _PAIR[s.op]


def operations(b: Body) -> int:
    """The number of u32 operations of a call of a body."""
    types, total = b.types(), 0
    for s in b.statements:
        if isinstance(s, Step):
            total += cost(b, s, types)
        elif isinstance(s, Apply):
            total += operations(s.body)
        elif isinstance(s, Rarely):
            total += 1
    return total


def main() -> int:
    """Print a line for each function."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="function")
    parser.add_argument("--type", default="f32", choices=("f32", "f16", "bf16"))
    given = parser.parse_args()
    for name in given.names or (*UNARY_FUNCTIONS, *BINARY_FUNCTIONS):
        print(f"{name:8}{operations((body_of_two if name in BINARY_FUNCTIONS else body)(name, BY_NAME[given.type])):6}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
