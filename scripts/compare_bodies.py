"""Compare the two bodies of a function, in f64 and in fixed point, on all inputs that are not plain: translated to C and compiled.

    python scripts/compare_bodies.py exp sin              # all f32
    python scripts/compare_bodies.py log --step 7         # each 7th
    python scripts/compare_bodies.py exp --type f16       # all 65,536 inputs
    python scripts/compare_bodies.py pow --random 100000000

Where they differ, ``vyre.functions.exact`` decides which one is right. Functions of two numbers are compared on random pairs whose result is
neither 0 nor infinity for the most part. A function takes some minutes on one core.
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
    """The comparison as a text of C."""
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


def compared(name: str, t: DType, ranges: list[tuple[int, int]], step: int) -> int:
    """Print where the bodies differ; gives how many results of the body in fixed point are wrong."""
    begun, wrong, differ = time.monotonic(), 0, 0
    with tempfile.TemporaryDirectory() as folder:
        source, made = Path(folder, "compare.c"), str(Path(folder, "compare"))
        source.write_text(program(name, t))
        subprocess.run(["gcc", "-O2", "-ffp-contract=off", "-o", made, str(source), "-lm"], check=True)
        for first, after in ranges:
            done = subprocess.run([made, str(first), str(after), str(step)], check=True, capture_output=True, text=True)
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
    count = sum(-(-(after - first) // step) for first, after in ranges)
    print(
        f"{name}_{t}: {count} inputs, {differ} differ, {wrong} wrong in fixed point, {time.monotonic() - begun:.0f} s",
        flush=True,
    )
    return wrong


def main() -> int:
    """1 where a result in fixed point is wrong."""
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
        after = given.after or (given.random if name in BINARY_FUNCTIONS else 1 << t.bits)
        wrong += compared(name, t, [(given.first, after)], given.step)
    return min(wrong, 1)


if __name__ == "__main__":
    sys.exit(main())
