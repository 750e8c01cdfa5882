"""Rules 5.2 and 5.3: order, conditions, effects inside of expressions, loops."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt
import pytest

import vyre as vy
from vyre.run.session import Session

from .exact import TYPES
from .table import need
from .writing import kernel, refused, run

ONE: Final = "domain=1, workgroup=1"
COUNTED: Final = "n: vy.InOut[vy.u32], out: vy.Out[vy.u32, 16]"


def words(*values: int) -> npt.NDArray[np.uint32]:
    return np.array(values, np.uint32)


def counted(device: str, body: str, *want: int, before: str = "", left: int | None = None) -> None:
    """One invocation: ``out`` begins with ``want``, and ``left`` is in the counter n[0] (which starts at 0)."""
    n = words(0, 0, 0, 0)
    out = kernel(body, COUNTED, options=ONE, before=before)(n, backend=device)
    assert out.tolist() == [*want, *[0] * (16 - len(want))], body
    assert left is None or n[0] == left


# -- 5.2 --------------------------------------------------------------------------------------------------------


def test_rule_5_2_statements_run_in_order_and_operands_from_left_to_right(device: str) -> None:
    next_ = "vy.atomic_add(n, 0, 1)"
    counted(device, f"out[0] = {next_} * 100 + {next_} * 10 + {next_}", 12, left=3)
    counted(device, f"out[{next_}] = {next_} + 5", 0, 5)  # the right side whole, then the target
    counted(device, f"x, y, z = {next_}, {next_}, {next_}\nout[0] = x\nout[1] = y\nout[2] = z", 0, 1, 2)
    counted(device, f"out[0] = vy.min({next_} + 9, vy.max({next_}, {next_} + 3))\nout[1] = {next_}", 5, 3)
    counted(device, f"out[0] = 1 if {next_} < {next_} < {next_} else 2", 1, left=3)
    counted(device, f"out[0] = 1 if {next_} > {next_} > {next_} else 2", 2, left=2)  # a chain stops
    counted(device, f"x = y = {next_} + 4\nout[0] = x\nout[1] = y", 4, 4, left=1)
    counted(device, f"out[{next_} + 1] += {next_} + 2\nout[3] = {next_}", 0, 3, 0, 2)


def test_rule_5_2_a_condition_is_a_bool_or_an_integer(session: Session, device: str) -> None:
    for name in ("bool", "u8", "u32", "i32", "u64", "i64"):
        if name not in session.engine(device).profile.dtypes:
            continue
        word = "bool_" if name == "bool" else name
        values = np.array([0, 1, 0, 2 if name != "bool" else 1, TYPES[name].high], TYPES[name].numpy)
        body = """
        r = vy.u32(0)
        if a[i]:
            r += 1
        k = a[i]
        while k:
            r += 2
            k = a[i] != a[i] if TEST else vy.CAST(0)
        r += 4 if a[i] else 8
        if not a[i]:
            r += 16
        if vy.select(a[i], 1, 0):
            r += 32
        out[i] = r
        """.replace("a[i] != a[i] if TEST else vy.CAST(0)", f"vy.{word}(0)")
        found = run(device, body, f"a: vy.In[vy.{word}], out: vy.Out[vy.u32]", values)
        assert found.tolist() == [1 + 2 + 4 + 32 if x else 8 + 16 for x in values.tolist()], name


@pytest.mark.parametrize(
    "body",
    [
        "if f[i]:\n    out[i] = 1",
        "while f[i]:\n    break\nout[i] = 1",
        "out[i] = 1 if f[i] else 2",
        "if not f[i]:\n    out[i] = 1",
        "out[i] = vy.select(f[i], 1, 2)",
    ],
)
def test_rule_5_2_a_float_is_no_condition(session: Session, device: str, body: str) -> None:
    signature = "f: vy.In[vy.f32], out: vy.Out[vy.u32]"
    refused("K205", body, signature, fix="0.0")
    need(session, device, "f32")
    given = np.array([0.0, 1.5], np.float32)
    want = {"if f": [0, 1], "whil": [1, 1], "out[": [2, 1], "if n": [1, 0]}[body[:4]]
    fixed = (
        body.replace("not f[i]", "f[i] == 0.0").replace("f[i]:", "f[i] != 0.0:")
        if "==" not in body and "not" not in body
        else body.replace("not f[i]", "f[i] == 0.0")
    )
    fixed = fixed.replace("if f[i] else", "if f[i] != 0.0 else").replace("(f[i],", "(f[i] != 0.0,")
    assert run(device, fixed, signature, given).tolist() == want


def test_rule_5_2_and_and_or_take_bools_only_and_the_fix_writes_the_comparison(device: str) -> None:
    for sign, want in (("and", [2, 2, 2, 1]), ("or", [2, 1, 1, 1])):
        body = f"out[i] = 1 if a[i] {sign} b[i] else 2"
        signature = "a: vy.In[vy.u32], b: vy.In[vy.u32], out: vy.Out[vy.u32]"
        refused("K206", body, signature, fix="a[i] != 0")
        fixed = body.replace("a[i]", "a[i] != 0").replace("b[i]", "b[i] != 0")
        assert run(device, fixed, signature, words(0, 0, 3, 3), words(0, 4, 0, 4)).tolist() == want
    refused("K206", "out[i] = 1 if f[i] and f[i] else 2", "f: vy.In[vy.f32], out: vy.Out[vy.u32]")


def test_rule_5_2_effects_in_conditional_operands_happen_as_in_python(device: str) -> None:
    bump = "vy.atomic_add(n, 0, 1)"
    counted(device, f"out[0] = {bump} if n[1] == 0 else vy.atomic_add(n, 0, 100)", 0, left=1)
    counted(device, f"out[0] = vy.atomic_add(n, 0, 100) if n[1] != 0 else {bump} + 6", 6, left=1)
    counted(device, f"if n[1] != 0 and {bump} == 0:\n    out[0] = 1", left=0)
    counted(device, f"if n[1] == 0 and {bump} == 0:\n    out[0] = 1", 1, left=1)
    counted(device, f"if n[1] == 0 or {bump} == 0:\n    out[0] = 1", 1, left=0)
    counted(device, f"if n[1] != 0 or {bump} == 0:\n    out[0] = 1", 1, left=1)
    counted(device, f"while {bump} < 5:\n    out[0] = out[0] + 2", 10, left=6)
    counted(device, f"x = (1 if {bump} == 0 else 2) + (10 if {bump} == 0 else 20) + n[0] * 100\nout[0] = x", 221)
    counted(device, f"out[0] = vy.select({bump} == 0, {bump} + 10, {bump} + 20)", 11, left=3)  # both are evaluated


def test_rule_5_2_helpers_that_store_are_hoisted_in_evaluation_order(device: str) -> None:
    before = """
    @vy.func
    def put(to, k, x):
        to[k] = x
        return x + 1
    @vy.func
    def first(to, x):
        if x > 5:
            return x
        to[15 - 15] = x
        return x * 2
    """
    counted(
        device, "out[3] = put(out, 0, 7) + put(out, 1, out[0]) + put(out, 0, 9)", 9, 7, 0, 8 + 8 + 10, before=before
    )
    counted(device, "out[2] = put(out, 0, 1) if n[0] != 0 else put(out, 1, 2)", 0, 2, 3, before=before)
    counted(device, "out[3] = first(out, 9) + first(out, 4)", 4, 0, 0, 17, before=before)


def test_rule_5_2_tuples_swap_and_assign_from_left_to_right(device: str) -> None:
    counted(device, "a, b, c = 1, 2, 3\na, b, c = c, a, b\nout[0] = a * 100 + b * 10 + c", 312)
    counted(device, "k = 0\nk, out[k] = 2, 5\nout[k + 1] = 7", 0, 0, 5, 7)
    counted(
        device,
        "x: vy.u32 = 3\nx **= 2\nx -= 1\nx //= 3\nx %= 5\nx <<= 3\nx |= 1\nx ^= 3\nx &= 30\nx >>= 1\nout[0] = x",
        9,
    )


# -- 5.3 --------------------------------------------------------------------------------------------------------


def test_rule_5_3_branches(device: str) -> None:
    body = "if a[i] < 2:\n    r = 10\nelif a[i] < 4:\n    r = 20\n    if a[i] == 3:\n        r += 1\nelse:\n    r = 30\nout[i] = vy.u32(r)"
    assert run(device, body, "a: vy.In[vy.u32], out: vy.Out[vy.u32]", np.arange(6, dtype=np.uint32)).tolist() == [
        10,
        10,
        20,
        21,
        30,
        30,
    ]


RANGES: Final = {
    "u8": [(0, 0), (0, 5), (250, 255), (255, 255), (9, 3), (0, 255)],
    "u32": [(0, 3), (2**32 - 4, 2**32 - 1), (5, 2), (2**31 - 2, 2**31 + 3)],
    "i32": [(-3, 3), (2**31 - 4, 2**31 - 1), (-(2**31), -(2**31) + 3), (4, -4), (2**31 - 1, -(2**31))],
    "u64": [(2**64 - 4, 2**64 - 1), (2**32 - 2, 2**32 + 2)],
    "i64": [(-(2**63), -(2**63) + 3), (2**63 - 5, 2**63 - 1), (-2, 2)],
}


@pytest.mark.parametrize("step", [1, 2, 3, 7, -1, -2, -7, 100, -100, 200])
@pytest.mark.parametrize("name", list(RANGES))
def test_rule_5_3_the_trip_count_is_computed_first_and_mathematically(
    session: Session, device: str, name: str, step: int
) -> None:
    need(session, device, name)
    t = TYPES[name]
    bounds = [(lo, hi) if step > 0 else (hi, lo) for lo, hi in RANGES[name]]
    bounds += [(t.low, t.high)] if abs(step) >= 100 and t.bits == 8 else []
    body = f"count = vy.u32(0)\nlast = vy.{name}(77)\nfor k in range(lo[i], hi[i], {step}):\n    count += 1\n    last = k\ntrips[i] = count\nout[i] = last"
    signature = f"lo: vy.In[vy.{name}], hi: vy.In[vy.{name}], trips: vy.Out[vy.u32], out: vy.Out[vy.{name}]"
    trips, out = run(
        device, body, signature, *(np.array([b[k] for b in bounds], t.numpy) for k in (0, 1)), options="domain='lo'"
    )
    assert trips.tolist() == [len(range(lo, hi, step)) for lo, hi in bounds]
    assert out.tolist() == [range(lo, hi, step)[-1] if range(lo, hi, step) else 77 for lo, hi in bounds]


def test_rule_5_3_a_whole_type_in_large_steps(device: str) -> None:
    for name in ("u32", "i32"):
        t = TYPES[name]
        for step in (2**29, 2**30 - 1, 2**31 - 1):
            for sign in (1, -1):
                lo, hi = (t.low, t.high)[::sign]
                want = range(lo, hi, sign * step)
                body = f"count = vy.u32(0)\nsum = vy.{name}(0)\nfor k in range(lo, hi, {sign * step}):\n    count += 1\n    sum += k\nout[0] = count\ntotal[0] = sum"
                out, total = kernel(
                    body,
                    f"lo: vy.{name}, hi: vy.{name}, out: vy.Out[vy.u32, 1], total: vy.Out[vy.{name}, 1]",
                    options=ONE,
                )(lo, hi, backend=device)
                assert (out[0], total[0]) == (len(want), t.wrap(sum(want))), (name, step, sign)


def test_rule_5_3_bounds_are_captured_once_and_the_variable_may_be_assigned(device: str) -> None:
    body = """
    n = a[i]
    r = vy.u32(0)
    k = 0
    for k in range(n):
        n = 0
        r += k + 1
        k = 100
        r += k
    for k in range(3):
        for k in range(2):
            r += 1000
        r += k * 100000
    out[i] = r + k * 1000000
    """
    want = [sum(k + 1 + 100 for k in range(n)) + 6000 + 3 * 100000 + 1000000 for n in (0, 1, 5)]
    assert run(device, body, "a: vy.In[vy.u32], out: vy.Out[vy.u32]", words(0, 1, 5)).tolist() == want
    refused("K156", "for k in range(0, a[i], 0):\n    out[i] = k")
    refused("K156", "for k in range(0, a[i], a[i]):\n    out[i] = k", fix="while")
    refused("K140", "for k in range(3):\n    pass\nelse:\n    out[i] = 1", fix="flag")


REUSED: Final = """vyre 1
program reused
workgroup 4 1 1
buffer a in u32 rank 1 shape [4]
buffer out out u32 rank 1
local k.0 u32
local turn.1 u32
body
  v0 = global_id 0
  v1 = const u32 2
  v2 = const u32 0
  v3 = const u32 9
  set k.0 v1
  for turn.1 v2 v1 step 1
    v4 = get k.0
    v5 = load a[v4]
    v6 = add v5 v4 : u32
    out[v0] = v6
    for k.0 v2 v3 step 1
    end
  end
end
"""


def test_rule_5_3_a_loop_sets_a_local_that_is_used_elsewhere_too(session: Session, device: str) -> None:
    given = np.full(16, 7, np.uint32)[:4]  # so that an unchecked read out of bounds is detected
    (out,) = session.dispatch(vy.Program.parse(REUSED), [given], backend=device)
    assert out.tolist() == [8] * 4  # in the second iteration the local is 8, which is out of bounds


def python(a: int) -> tuple[int, int]:
    """What the kernel of the next test does, by Python itself."""
    r = steps = 0
    for k in range(a):
        if k % 5 == 3:
            continue
        j = 0
        while True:
            j += 1
            steps += 1
            if j % 4 == 0:
                continue
            if j > k:
                break
            if k == 11 and j == 5:
                return r, steps
            r += j
        if r > 150:
            break
        for m in range(k, -1, -2):
            if m == 2:
                break
            r += 1
            if m % 3:
                continue
            r += 10
    return r, steps


def test_rule_5_3_break_continue_and_return_end_what_they_end(device: str) -> None:
    body = """
    r = vy.u32(0)
    steps = vy.u32(0)
    for k in range(vy.i32(a[i])):
        if k % 5 == 3:
            continue
        j = 0
        while True:
            j += 1
            steps += 1
            if j % 4 == 0:
                continue
            if j > k:
                break
            if k == 11 and j == 5:
                out[i] = r
                count[i] = steps
                return
            r += vy.u32(j)
        if r > 150:
            break
        for m in range(k, -1, -2):
            if m == 2:
                break
            r += 1
            if m % 3 != 0:
                continue
            r += 10
    out[i] = r
    count[i] = steps
    """
    a = np.arange(40, dtype=np.uint32)[::-1].copy()
    out, count = run(
        device, body, "a: vy.In[vy.u32], out: vy.Out[vy.u32], count: vy.Out[vy.u32]", a, options="domain='a'"
    )
    assert list(zip(out.tolist(), count.tolist(), strict=True)) == [python(int(x)) for x in a]


def test_rule_5_3_return_ends_this_invocation_only(device: str) -> None:
    body = "i = vy.global_id()\nif i >= out.size:\n    return\nout[i] = 1\nif a[i] % 2 == 1:\n    return\nout[i] = 2\nwhile True:\n    if out[i] > 4:\n        return\n    out[i] = out[i] + 1"
    assert kernel(body)(np.arange(9, dtype=np.uint32), backend=device).tolist() == [5, 1] * 4 + [5]


def test_rule_5_3_a_while_of_varying_length(device: str) -> None:
    def collatz(x: int) -> int:
        steps = 0
        while x > 1:
            x = x // 2 if x % 2 == 0 else 3 * x + 1
            steps += 1
        return steps

    body = "x = a[i]\nsteps = 0\nwhile x > 1:\n    x = x // 2 if x % 2 == 0 else 3 * x + 1\n    steps += 1\nout[i] = vy.u32(steps)"
    assert run(device, body, "a: vy.In[vy.u32], out: vy.Out[vy.u32]", np.arange(300, dtype=np.uint32)).tolist() == [
        collatz(x) for x in range(300)
    ]


def test_rule_5_3_a_limit_on_trips_traps_or_is_refused_by_name(session: Session, device: str) -> None:
    made = kernel("k = a[i]\nwhile k > 0:\n    k -= 1\nout[i] = k", guard=True)
    limited = vy.DispatchConfig(while_limit=100)
    if "u64" in session.engine(device).profile.dtypes:
        assert made(words(3, 100), backend=device, config=limited).tolist() == [0, 0]
        with pytest.raises(vy.Trapped, match="more than 100 iterations"):
            made(words(3, 101), backend=device, config=limited)
    else:
        with pytest.raises(vy.UnsupportedFeature, match="while_limit"):
            made(words(3), backend=device, config=limited)
    assert made(words(3), backend=device).tolist() == [0]


def test_rule_5_3_a_static_range_is_written_out(device: str) -> None:
    counted(device, "for k in vy.static_range(3, 11, 4):\n    out[k - 3] = k * 2", 6, 0, 0, 0, 14)
    counted(
        device,
        "t = (4, 7, 9)\nfor k in vy.static_range(len(t)):\n    if k == 2:\n        break\n    out[k] = t[k]",
        4,
        7,
    )
