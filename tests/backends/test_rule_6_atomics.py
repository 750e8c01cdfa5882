"""Rule 6: atomics."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from functools import reduce
from typing import Final

import numpy as np
import pytest

import vyre as vy
from vyre.ir.ops import ATOMIC_OPS
from vyre.run.session import Session

from .exact import TYPES, Type, bits_of, expected, float_of
from .table import need
from .values import array, columns
from .writing import kernel

pytestmark = pytest.mark.filterwarnings(r"ignore:\[N100\]:vyre.errors.VyreWarning")  # old values are what is tested

Meaning = Callable[[Type, int, int], int]
FOLDS: Final[dict[str, Meaning]] = {
    name: lambda t, old, value, name=name: int(expected(name, t, old, value))
    for name in ("add", "sub", "min", "max", "and", "or", "xor")
} | {"exchange": lambda _, old, value: value}  # fmt: skip
EACH: Final = pytest.mark.parametrize("op", list(FOLDS))
TAKEN: Final = pytest.mark.parametrize("name", ["u32", "i32", "u64", "i64"])
PLACES: Final = pytest.mark.parametrize("place", ["storage", "shared"])


def test_rule_6_1_these_are_all_atomics() -> None:
    assert {*FOLDS, "compare_exchange"} == set(ATOMIC_OPS)


@PLACES
@TAKEN
@EACH
def test_rule_6_1_one_after_the_other_each_gives_the_old_value(
    session: Session, device: str, op: str, name: str, place: str
) -> None:
    need(session, device, name)
    t = TYPES[name]
    values = list(columns(name, 60, wide=False)[0])
    target = "cells" if place == "shared" else "x"
    body = f"cells = vy.shared(vy.{name}, 3)\nfor k in range(a.size):\n    out[k] = vy.atomic_{op}({target}, k % 3, a[k])\nfor k in range(3):\n    end[k] = {target}[k]"
    made = kernel(
        body,
        f"a: vy.In[vy.{name}], x: vy.InOut[vy.{name}], end: vy.Out[vy.{name}, 3], out: vy.Out[vy.{name}]",
        options="domain=1, workgroup=1",
    )
    end, out = made(array(t, values), np.zeros(3, t.numpy), shapes={"out": (len(values),)}, backend=device)
    held = [0, 0, 0]
    for k, value in enumerate(values):
        assert out[k] == held[k % 3], k
        held[k % 3] = FOLDS[op](t, held[k % 3], value)
    assert end.tolist() == held


@PLACES
@TAKEN
@EACH
def test_rule_6_1_all_invocations_at_once_lose_nothing(
    session: Session, device: str, op: str, name: str, place: str
) -> None:
    need(session, device, name)
    t = TYPES[name]
    dice = random.Random(f"{op} {name}")
    values = [t.wrap(dice.getrandbits(32)) for _ in range(1000)]
    target = "cells" if place == "shared" else "x"
    body = f"""
    cells = vy.shared(vy.{name}, 7)
    i = vy.global_id()
    k = vy.local_id()
    if k < 7:
        cells[k] = x[k]
    vy.barrier()
    if i < a.size:
        old[i] = vy.atomic_{op}({target}, i % 7, a[i])
    vy.barrier()
    if k < 7:
        end[vy.group_id() * 7 + k] = {target}[k] if {place == "shared"} else 0
    """
    made = kernel(
        body,
        f"a: vy.In[vy.{name}], x: vy.InOut[vy.{name}], old: vy.Out[vy.{name}], end: vy.Out[vy.{name}]",
        options="domain='a', workgroup=128",
    )
    start = [t.wrap(dice.getrandbits(32)) for _ in range(7)]
    x = array(t, start)
    old, end = made(array(t, values), x, shapes={"old": (1000,), "end": (56,)}, backend=device)
    groups = [range(1000)] if place == "storage" else [range(g, min(g + 128, 1000)) for g in range(0, 1000, 128)]
    finals = x.reshape(1, 7) if place == "storage" else end.reshape(8, 7)
    for group, final in zip(groups, finals, strict=True):
        for cell in range(7):
            mine = [i for i in group if i % 7 == cell]
            if op == "exchange":  # a chain: what was put in comes out, but for one that stays
                assert sorted([*(int(old[i]) for i in mine), int(final[cell])]) == sorted(
                    [start[cell], *(values[i] for i in mine)]
                )
            else:
                assert final[cell] == reduce(lambda p, q: FOLDS[op](t, p, q), (values[i] for i in mine), start[cell])
    if place == "shared":
        assert x.tolist() == start


@TAKEN
def test_rule_6_1_old_values_number_the_invocations(session: Session, device: str, name: str) -> None:
    need(session, device, name)
    t = TYPES[name]
    made = kernel(
        "i = vy.global_id()\nout[i] = vy.atomic_add(n, 0, 1)",
        f"n: vy.InOut[vy.{name}], out: vy.Out[vy.{name}, 5120]",
        options="workgroup=64",
    )
    n = np.array([-3], np.int32).astype(t.numpy)
    start = int(n[0])
    found = made(n, backend=device)
    assert sorted(t.wrap(x - start) for x in found.tolist()) == list(range(5120))


@PLACES
@TAKEN
def test_rule_6_1_compare_exchange_is_strong(session: Session, device: str, name: str, place: str) -> None:
    need(session, device, name)
    t = TYPES[name]
    target = "cells" if place == "shared" else "x"
    body = f"cells = vy.shared(vy.{name}, 2)\nfor k in range(a.size):\n    out[k] = vy.atomic_compare_exchange({target}, 1, b[k], a[k])\nend[0] = {target}[1]"
    made = kernel(
        body,
        f"a: vy.In[vy.{name}], b: vy.In[vy.{name}], x: vy.InOut[vy.{name}], end: vy.Out[vy.{name}, 1], out: vy.Out[vy.{name}]",
        options="domain=1, workgroup=1",
    )
    dice = random.Random(61)
    a = [t.wrap(dice.randrange(3) - 1) for _ in range(200)]
    b = [t.wrap(dice.randrange(3) - 1) for _ in range(200)]
    end, out = made(array(t, a), array(t, b), np.zeros(2, t.numpy), shapes={"out": (200,)}, backend=device)
    held = 0
    for k in range(200):
        assert out[k] == held, k
        held = a[k] if held == b[k] else held
    assert end.tolist() == [held]


@PLACES
@TAKEN
def test_rule_6_1_one_invocation_wins_each_compare_exchange(
    session: Session, device: str, name: str, place: str
) -> None:
    need(session, device, name)
    # no spurious failure: exactly one of each 128 that expect 0 finds it
    target, cell = ("cells", "0") if place == "shared" else ("x", "vy.group_id()")
    body = f"""
    cells = vy.shared(vy.{name}, 1)
    i = vy.global_id()
    old = vy.atomic_compare_exchange({target}, {cell}, 0, vy.{name}(i) + 1)
    won[i] = old == 0
    vy.barrier()
    winner[i] = {target}[{cell}]
    """
    made = kernel(
        body,
        f"x: vy.InOut[vy.{name}], won: vy.Out[vy.bool_, 2048], winner: vy.Out[vy.{name}, 2048]",
        options="workgroup=128",
    )
    won, winner = made(np.zeros(16, TYPES[name].numpy), backend=device)
    for g in range(16):
        (who,) = np.flatnonzero(won[g * 128 : g * 128 + 128])
        assert winner[g * 128 : g * 128 + 128].tolist() == [g * 128 + who + 1] * 128


def test_rule_6_1_an_index_may_be_a_tuple(device: str) -> None:
    body = "i = vy.global_id()\nvy.atomic_add(x, (i % 2, i % 3), i)\nvy.atomic_max(x, (0, 3), i + 5)"
    x = np.zeros((2, 4), np.uint32)
    kernel(body, "x: vy.InOut[vy.u32]", options="grid=1, workgroup=30")(x, backend=device)
    want = np.zeros((2, 4), np.uint32)
    for i in range(30):
        want[i % 2, i % 3] += i
    want[0, 3] = 34
    assert np.array_equal(x, want)


@pytest.mark.parametrize("op", [*FOLDS, "compare_exchange"])
@pytest.mark.parametrize("name", ["u8", "bool_", "f32", "f64"])
def test_rule_6_1_atomics_on_other_types_are_refused_by_name(op: str, name: str) -> None:
    if name in ("f32", "f64") and op in ("min", "max"):
        pytest.skip("exists: see below")
    value = "1, 1" if op == "compare_exchange" else "1"
    body = (
        f"vy.atomic_{op}(x, 0, {value})"
        if not name.startswith(("f", "b"))
        else f"vy.atomic_{op}(x, 0, {', '.join(['x[0]'] * len(value.split(',')))})"
    )
    with pytest.raises(vy.VyreError) as caught:
        kernel(body, f"x: vy.InOut[vy.{name}]", options="domain=1").program.check()
    error = caught.value
    assert error.code in ("U700", "V323", "V324", "K202"), str(error)
    assert name.removesuffix("_") in str(error)
    twin = kernel(
        f"vy.atomic_{op}(x, 0, {value})", "x: vy.InOut[vy.u32]", options="domain=1, workgroup=1"
    )  # the Fix: u32 or i32
    x = np.zeros(1, np.uint32)
    twin(x, backend="cpu")
    assert x[0] == {"sub": 2**32 - 1, "min": 0, "and": 0, "compare_exchange": 0}.get(op, 1)


@pytest.mark.parametrize("name", ["f32", "f64"])
def test_rule_6_2_atomic_addition_of_floats_is_refused(name: str) -> None:
    adds = kernel(
        "i = vy.global_id()\nvy.atomic_add(x, 0, a[i])",
        f"a: vy.In[vy.{name}], x: vy.InOut[vy.{name}]",
        options="domain='a'",
    )
    a = np.ones(4, getattr(np, {"f32": "float32", "f64": "float64"}[name]))
    for call in (
        lambda: adds(a, a[:1].copy()),
        adds.program.check,
        adds.compile,
        lambda: adds.check(a, a[:1].copy()),
    ):
        with pytest.raises(vy.VyreError) as caught:
            call()
        error = caught.value
        assert error.code == "V324"
        assert f"atomic add on {name}" in error.message
        assert error.place is not None
        assert "vy.atomic_add" in error.place.text
        assert "DispatchConfig(reorder=True)" in error.fix
        assert "reproducible sum" in error.fix
        assert "s[vy.local_index()] = a[i]" in error.fix
    b = vy.Builder("sum")
    x = b.inout("x", getattr(vy, name))
    b.atomic_add(x, 0, 1.0)
    with pytest.raises(vy.VyreError) as caught:
        b.build().check()
    assert caught.value.code == "V324"
    assert b.build().check(reorder=True).storage_buffers == 1


_SUMS = {
    "storage": "vy.atomic_{op}(x, 0, a[i])",
    "workgroup memory": "s = vy.shared(vy.{t}, 1)\nif i < a.size:\n    vy.atomic_{op}(s, 0, a[i])\nvy.barrier()\n"
    "if vy.local_id() == 0:\n    vy.atomic_add(x, 0, s[0])",
}


@pytest.mark.parametrize("memory", sorted(_SUMS))
@pytest.mark.parametrize("op", ["add", "sub"])
@pytest.mark.parametrize("name", ["f32", "f64"])
def test_rule_6_2_under_reorder_atomics_add_floats(
    session: Session, device: str, name: str, op: str, memory: str
) -> None:
    need(session, device, name)
    wanted = {"float_atomics", *(["atomics64"] if name == "f64" else [])}
    missing = wanted - session.engine(device).profile.features
    if missing:
        pytest.skip(f"{device} has no {', '.join(sorted(missing))}")
    t = np.dtype({"f32": "float32", "f64": "float64"}[name])
    body = "i = vy.global_id()\n" + _SUMS[memory].format(op=op, t=name)
    sums = kernel(body, f"a: vy.In[vy.{name}], x: vy.InOut[vy.{name}]", options="domain='a', workgroup=256")
    config = vy.DispatchConfig(reorder=True)
    for a, want in (
        (np.ones(4096, t), 4096.0),  # whole numbers are exact in any order, and a lost one shows
        (np.arange(1000, dtype=t), 499500.0),
        (np.full(40, np.nan, t), np.nan),
        (np.array([np.inf, 1, 2], t), np.inf),
        (np.array([-0.0, -0.0], t), 0.0),
        (np.full(3, 2.0**-126 / 8, t), 3 * 2.0**-126 / 8),  # subnormal in f32
    ):
        x = np.zeros(1, t)
        sums(a, x, backend=device, config=config)
        expected = np.array([want if op == "add" else 0.0 - want], t)
        assert x.tobytes() == expected.tobytes() or (
            np.isnan(want) and x.tobytes() == np.array([np.nan], t).tobytes()
        ), x


def test_rule_6_2_the_receipt_and_the_verdict_say_so(session: Session, device: str) -> None:
    need(session, device, "f32")
    if "float_atomics" not in session.engine(device).profile.features:
        pytest.skip(f"{device} has no float_atomics")
    sums = kernel(
        "i = vy.global_id()\nvy.atomic_add(x, 0, a[i])", "a: vy.In[vy.f32], x: vy.InOut[vy.f32]", options="domain='a'"
    )
    with Session(device) as own:
        own.dispatch(sums.program, [np.ones(8, np.float32), np.zeros(1, np.float32)], vy.DispatchConfig(reorder=True))
        receipt = own.last_receipt()
    assert receipt is not None
    assert receipt.determinism == "device-dependent"
    assert receipt.permissions == (() if device.startswith("reference") else ("reorder",))
    assert receipt.verdict == "order-dependent"


def test_rule_6_2_a_sum_that_does_not_depend_on_order_works(session: Session, device: str) -> None:
    need(session, device, "f32")
    body = "k = vy.local_id()\ncells = vy.shared(vy.f32, 64)\ncells[k] = a[vy.global_id()]\nvy.barrier()\nif k == 0:\n    s = vy.f32(0.0)\n    for j in range(64):\n        s += cells[j]\n    out[vy.group_id()] = s"
    a = np.arange(128, dtype=np.float32) / 8
    out = kernel(body, "a: vy.In[vy.f32], out: vy.Out[vy.f32]", options="workgroup=64, domain='a'")(
        a, shapes={"out": (2,)}, backend=device
    )
    assert out.tolist() == [sum(a[:64].tolist()), sum(a[64:].tolist())]


@pytest.mark.parametrize(
    ("body", "verdict", "lines"),
    [
        ("out[i] = vy.atomic_add(out, i, 1)", "bitwise", 0),
        ("out[out[i]] = i", "bitwise-if-race-free", 1),
        ("out[i] = vy.atomic_add(out, 0, 1)", "order-dependent", 1),
    ],
)
def test_rule_6_3_the_receipt_tells_the_verdict(device: str, body: str, verdict: str, lines: int) -> None:
    kernel(body, guard=True, options="domain='a'")(np.zeros(3, np.uint32), backend=device)
    receipt = vy.session().last_receipt()
    assert receipt is not None
    assert receipt.verdict == verdict
    assert [line.endswith(body) for line in receipt.verdict_lines] == [True] * lines
    assert all(line in str(receipt) for line in (verdict, *receipt.verdict_lines))


@PLACES
@pytest.mark.parametrize("name", ["f32", "f64"])
@pytest.mark.parametrize("op", ["min", "max"])
def test_rule_6_1_floats_have_min_and_max(session: Session, device: str, op: str, name: str, place: str) -> None:
    """Order-free by rule 3.3: numbers beat NaNs, -0 < +0; what memory holds of a NaN is canonical."""
    need(session, device, name)
    t = TYPES[name]
    dice = random.Random(f"{op} {name}")
    pool = [0.0, -0.0, math.inf, -math.inf, math.nan, 1.5, -1.5, 5e-324 if name == "f64" else 1e-45]
    for kinds in ([math.nan], [0.0, -0.0], [-0.0, 0.0, math.nan], pool):
        given = np.array([dice.choice(kinds) for _ in range(1000)], t.numpy)
        body = f"""
        cells = vy.shared(vy.{name}, 5)
        i = vy.global_id()
        k = vy.local_id()
        if k < 5:
            cells[k] = x[k]
        vy.barrier()
        if i < a.size:
            old[i] = vy.atomic_{op}({"cells" if place == "shared" else "x"}, i % 5, a[i])
        vy.barrier()
        if k < 5:
            end[vy.group_id() * 5 + k] = cells[k]
        """
        made = kernel(
            body,
            f"a: vy.In[vy.{name}], x: vy.InOut[vy.{name}], old: vy.Out[vy.{name}], end: vy.Out[vy.{name}]",
            options="domain='a', workgroup=128",
        )
        start = np.full(5, math.nan, t.numpy)
        x = start.copy()
        _, end = made(given, x, shapes={"old": (1000,), "end": (40,)}, backend=device)
        groups = [range(1000)] if place == "storage" else [range(g, min(g + 128, 1000)) for g in range(0, 1000, 128)]
        finals = x.reshape(1, 5) if place == "storage" else end.reshape(8, 5)
        for group, final in zip(groups, finals, strict=True):
            for cell in range(5):
                mine = [float(given[i]) for i in group if i % 5 == cell]
                want = bits_of(reduce(lambda p, q: float_of(int(expected(op, t, p, q)), t), mine, math.nan), t)
                assert final[cell].tobytes() == array(t, [want])[0].tobytes(), (cell, want)
