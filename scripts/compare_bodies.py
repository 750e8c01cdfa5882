"""Compare the two bodies of a function, in f64 and in fixed point, on all inputs with a nontrivial result.

The bodies are translated to C and compiled.


    python scripts/compare_bodies.py exp sin              # all f32 with nontrivial results, each 1009th of the others
    python scripts/compare_bodies.py exp --first 0 --after 0x100000000
    python scripts/compare_bodies.py log --step 7         # each 7th of them
    python scripts/compare_bodies.py exp --type f16       # all 65,536 inputs
    python scripts/compare_bodies.py pow --random 100000000

Where they differ, ``vyre.functions.exact`` decides which one is right. Functions of two numbers are compared on random
pairs, most of which have a result other than 0 and infinity. A function takes some minutes on one core.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "src"), str(ROOT)]

from scripts.bodies_in_c import HEAD, c_function  # noqa: E402
from vyre.dtypes import BY_NAME, DType, f32  # noqa: E402
from vyre.functions.chosen import body_of  # noqa: E402
from vyre.functions.exact import correct  # noqa: E402
from vyre.functions.exact_of_two import correct_of_two  # noqa: E402
from vyre.ir.literals import float_bits, python_value  # noqa: E402
from vyre.ir.ops import BINARY_FUNCTIONS, UNARY_FUNCTIONS  # noqa: E402

SPARSE: Final = 1009
_TURNING: Final = ((0x38000000, 0x7F800001),)
_SIGNED: Final = ((0x2F800000, 0x42D80000), (0xAF800000, 0xC2D80000))
_LOG: Final = ((0, 0x7F800001),)
RANGES: Final[dict[str, tuple[tuple[int, int], ...]]] = {
    "exp": _SIGNED,
    "exp2": ((0x2F800000, 0x43180000), (0xAF800000, 0xC3180000)),
    "expm1": ((0x2F800000, 0x42D80000), (0xAF800000, 0xC1C00000)),
    "sinh": ((0x2F800000, 0x42D80000),),
    "cosh": ((0x2F800000, 0x42D80000),),
    "tanh": ((0x2F800000, 0x41400000),),
    "log": _LOG,
    "log2": _LOG,
    "log10": _LOG,
    "log1p": ((0x2F800000, 0x7F800001), (0xAF800000, 0xBF800001)),
    "sin": _TURNING,
    "cos": _TURNING,
    "tan": _TURNING,
    "atan": ((0x38000000, 0x61000000),),
    "asin": ((0x38000000, 0x3F800001),),
    "acos": ((0x2F800000, 0x3F800001), (0xAF800000, 0xBF800001)),
    "cbrt": ((0x3F800000, 0x41000000),),
    "rsqrt": ((0x3F800000, 0x40800000),),
    "erf": ((0x2F000000, 0x40800000),),
    "erfc": ((0x2F800000, 0x41300000), (0xAF800000, 0xC0900000)),
}
"""Bits of the first input and of the one after the last. Elsewhere the result is the argument, a multiple of it, a
constant, 0 or infinity, or follows from the result without the sign. ``cbrt`` and ``rsqrt`` repeat in intervals of a
factor of 8 and 4."""
SHOWN: Final = 12
MAIN: Final = """
#include <stdio.h>
#include <stdlib.h>
static uint64_t state = 88172645463325252u;
static uint32_t next(void) { state ^= state << 13; state ^= state >> 7; state ^= state << 17; return (uint32_t)(state >> 21); }
int main(int count, char** given) {
  uint64_t first = strtoull(given[1], 0, 0), after = strtoull(given[2], 0, 0), step = strtoull(given[3], 0, 0), shown = 0;
  for (uint64_t n = first; n < after; n += step) {
    LOOP
    if (a != b && shown++ < 1000) printf(FORMAT);
  }
  fprintf(stderr, "%llu differ\\n", (unsigned long long)shown);
  return 0;
}
"""


def program(name: str, t: DType) -> str:
    """The C source of the comparison."""
    parts: dict[str, str] = {}
    wide, fixed = (
        c_function(body_of(name, t, doubles=d), parts, prefix) for d, prefix in ((True, "w_"), (False, "f_"))
    )
    if name in BINARY_FUNCTIONS:
        near = "x = (x & 0x80ffffff) | (0x3d + x % 5) << 24;" if name == "pow" else ""
        near = f"if (n & 1) {{ {near} y = (y & 0x80ffffff) | 0x3d000000 + (y % 7 << 24); }}" if t is f32 else ""
        mask = (1 << t.bits) - 1
        loop = f"uint32_t x = next() & {mask}, y = next() & {mask}; {near}"
        call, form = "(x, y)", '"%08x %08x %08x %08x\\n", x, y, a, b'
    else:
        loop, call, form = "uint32_t x = (uint32_t)n;", "(x)", '"%08x %08x %08x\\n", x, a, b'
    loop += f" uint32_t a = {wide}{call}, b = {fixed}{call};"
    return HEAD + "".join(parts.values()) + MAIN.replace("LOOP", loop).replace("FORMAT", form)


def compared(name: str, t: DType, ranges: list[tuple[int, int, int]]) -> int:
    """Print where the bodies differ, and return the number of wrong results of the body in fixed point."""
    begun, wrong, differ = time.monotonic(), 0, 0
    with tempfile.TemporaryDirectory() as folder:
        source, made = Path(folder, "compare.c"), str(Path(folder, "compare"))
        source.write_text(program(name, t))
        subprocess.run(["gcc", "-O2", "-ffp-contract=off", "-o", made, str(source), "-lm"], check=True)
        for first, after, by in ranges:
            done = subprocess.run([made, str(first), str(after), str(by)], check=True, capture_output=True, text=True)
            differ += int(done.stderr.split()[0])
            for line in done.stdout.splitlines():
                *given, in_f64, fixed = (int(word, 16) for word in line.split())
                values = [python_value(t, x) for x in given]
                right = float_bits(t, (correct_of_two if len(given) > 1 else correct)(name, t, *values))
                wrong += fixed != right
                if (wrong if fixed != right else differ) <= SHOWN:
                    verdict = "right" if fixed == right else "WRONG"
                    print(
                        f"{name} {line}: fixed point is {verdict}, f64 {'right' if in_f64 == right else 'WRONG'}",
                        flush=True,
                    )
    count = sum(-(-(after - first) // by) for first, after, by in ranges)
    print(
        f"{name}_{t}: {count} inputs, {differ} differ, {wrong} wrong in fixed point, {time.monotonic() - begun:.0f} s",
        flush=True,
    )
    return wrong


def main() -> int:
    """Return 1 if a result in fixed point is wrong."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", nargs="+", choices=(*UNARY_FUNCTIONS, *BINARY_FUNCTIONS), metavar="function")
    parser.add_argument("--type", default="f32", choices=("f32", "f16", "bf16"))
    parser.add_argument("--first", type=lambda text: int(text, 0), default=0)
    parser.add_argument("--after", type=lambda text: int(text, 0))
    parser.add_argument("--step", type=int, default=1)
    parser.add_argument("--random", type=int, default=10_000_000)
    given = parser.parse_args()
    t = BY_NAME[given.type]
    wrong = 0
    for name in given.names:
        if name in BINARY_FUNCTIONS:
            ranges = [(0, given.random, 1)]
        elif t is not f32 or given.after:
            ranges = [(given.first, given.after or 1 << t.bits, given.step)]
        else:
            ranges = [*((first, after, given.step) for first, after in RANGES[name]), (0, 1 << 32, SPARSE)]
        wrong += compared(name, t, ranges)
    return min(wrong, 1)


if __name__ == "__main__":
    sys.exit(main())
