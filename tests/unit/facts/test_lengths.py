"""Which loops surely end, and what decides how often they run."""

from __future__ import annotations

import pytest

import vyre as vy
from vyre.facts.lengths import Lengths, loop_lengths

_HEAD = "def k(x: vy.In[vy.u32], n: vy.u32, out: vy.Out[vy.u32]):\n    i = vy.global_id()\n    c = vy.u32(0)\n"
_TAIL = "    out[i] = c\n"


def lengths(*lines: str) -> Lengths:
    return loop_lengths(vy.kernel_from_source(_HEAD + "".join(f"    {line}\n" for line in lines) + _TAIL).program)


ENDS = {
    "halved": ("h = vy.u32(128)", "while h > 0:", "    c += h", "    h >>= 1"),
    "halved, from what is not known": ("h = x[0]", "while h != 0:", "    h = h >> 3"),
    "divided": ("h = n", "while h > 1:", "    h = h // 2"),
    "doubled": ("s = vy.u32(1)", "while s < 256:", "    c += s", "    s <<= 1"),
    "counted": ("while c < 256:", "    c += 1"),
    "counted to the other side": ("while 256 > c:", "    c += 3"),
    "counted to a size": ("while c < x.size:", "    c += 1"),
    "counted to a number": ("while c < n:", "    c += 1"),
    "counted down": ("c = n", "while c >= 2:", "    c -= 2"),
    "with a further condition": ("while c < 10 and x[c] != 7:", "    c += 1"),
    "with a further condition first": ("while x[c] != 7 and c < 10:", "    c += 1"),
    "left before": ("while c < 10:", "    if x[c] == 3:", "        break", "    c += 1"),
    "signed": ("h = vy.i32(n)", "while h > 0:", "    h >>= 1"),
}
MAY_NOT = {
    "never counts": ("while c < 10:", "    out[i] = 1"),
    "counts at times": ("while c < 10:", "    if x[i] > 3:", "        c += 1"),
    "skips the count": ("while c < 10:", "    if x[i] > 3:", "        continue", "    c += 1"),
    "wraps before the bound": ("while c <= 4294967295:", "    c += 1"),
    "jumps over the bound": ("while c < 4294967295:", "    c += 2"),
    "a bound that moves": ("while c < x[c]:", "    c += 1"),
    "a bound that a local moves": ("m = n", "while c < m:", "    c += 1", "    m += 1"),
    "jumps over a number": ("while c < n:", "    c += 2"),
    "doubled from what may be 0": ("s = x[0]", "while s < 256:", "    s <<= 1"),
    "doubled past the end": ("s = vy.u32(1)", "while s < 4294967295:", "    s <<= 1"),
    "signed and not 0": ("h = vy.i32(n)", "while h != 0:", "    h >>= 1"),
    "halved, and 0 is allowed": ("h = vy.i32(n)", "while h >= 0:", "    h >>= 1"),
    "counts away from the bound": ("while c < 10:", "    c -= 1"),
    "either condition": ("while c < 10 or x[i] == 0:", "    c += 1"),
    "set back": ("while c < 10:", "    c += 1", "    if x[c] == 0:", "        c = vy.u32(0)"),
    "another one is counted": ("d = c", "while d < 10:", "    if x[c] == 0:", "        d = c + 1", "    c = c + 1"),
}


@pytest.mark.parametrize("name", ENDS)
def test_loops_that_count_end(name: str) -> None:
    assert lengths(*ENDS[name]).ends


@pytest.mark.parametrize("name", MAY_NOT)
def test_loops_that_may_not_end(name: str) -> None:
    found = lengths(*MAY_NOT[name])
    assert not found.ends
    assert not found.even
    assert found.by_numbers


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ((), (True, True, False)),
        (("for k in range(8):", "    c += k"), (True, True, False)),
        (ENDS["halved"], (True, True, False)),
        (ENDS["counted"], (True, True, False)),
        (("for k in range(vy.ceil_div(x.size, vy.num_groups() * vy.workgroup_size())):", "    c += k"), (False, True, False)),
        (ENDS["counted to a size"], (False, True, False)),
        (("for k in range(n + 1):", "    c += k"), (False, True, True)),
        (("for k in range(x[i], x[i + 1]):", "    c += k"), (False, False, False)),
        (("for k in range(i):", "    c += k"), (False, False, False)),
        (("m = n", "if x[0] > 2:", "    m = vy.u32(2)", "for k in range(m):", "    c += k"), (False, False, True)),
    ],
)  # fmt: skip
def test_what_decides_how_often(lines: tuple[str, ...], expected: tuple[bool, bool, bool]) -> None:
    found = lengths(*lines)
    assert found.ends
    assert (found.constant, found.even, found.by_numbers) == expected


REUSED = """vyre 1
program reused
workgroup 1 1 1
buffer out out u32 rank 1
local c.0 u32
body
  v0 = const u32 0
  v1 = const u32 3
  v2 = const u32 10
  v3 = const u32 1
  set c.0 v0
  while
    v4 = get c.0
    v5 = lt v4 v2 : bool
  do v5
    v6 = get c.0
    v7 = add v6 v3 : u32
    set c.0 v7
    for c.0 v0 v1 step 1
    end
  end
end
"""


def test_a_counter_that_is_a_loop_s_variable_too_may_never_get_there() -> None:
    assert not loop_lengths(vy.Program.parse(REUSED).check().program).ends
