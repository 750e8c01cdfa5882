"""Rule 4: memory: indices, clearing, shared arrays."""

from __future__ import annotations

import itertools
import random
from typing import Final

import numpy as np
import numpy.typing as npt
import pytest

import vyre as vy
from vyre.dtypes import DType
from vyre.run.engine import missing
from vyre.run.session import Session

from .exact import INTEGERS, TYPES, Type, bits_of
from .table import need
from .values import array
from .writing import kernel, refused, run

ONE: Final = "domain=1, workgroup=1"
U32 = npt.NDArray[np.uint32]


def words(*values: int) -> U32:
    return np.array(values, np.uint32)


# -- 4.1 --------------------------------------------------------------------------------------------------------


def test_rule_4_1_an_index_has_its_own_typed_arithmetic(device: str) -> None:
    body = "b[i] = i - 1\nout[i] = a[i - 1]\nc[i] = a[vy.i32(i) - 1] + a[i - 1 + 4294967295]"
    a = words(10, 20, 30, 40)
    b, out, c = run(device, body, "a: vy.In[vy.u32], b: vy.Out[vy.u32], out: vy.Out[vy.u32], c: vy.Out[vy.u32]", a)
    assert b.tolist() == [2**32 - 1, 0, 1, 2]
    assert out.tolist() == [0, 10, 20, 30]
    assert c.tolist() == [0, 10, 20 + 10, 30 + 20]


def outside(t: Type, size: int) -> list[int]:
    """Indices of a type around and far beyond an array, those among them that wrap to an element in 32 bits."""
    dice = random.Random(41)
    given = [
        0,
        1,
        size - 1,
        size,
        size + 1,
        -1,
        -size,
        t.low,
        t.high,
        t.high - 1,
        2**31,
        2**31 - 1,
        2**32 - 1,
        2**32,
        2**32 + 1,
        -(2**32),
        -(2**32) + 2,
        2**63,
    ]
    given += [dice.getrandbits(t.bits) + t.low for _ in range(20)] + [dice.randrange(size) for _ in range(5)]
    return [x for x in given if t.low <= x <= t.high]


@pytest.mark.parametrize("t", INTEGERS, ids=lambda t: t.name)
def test_rule_4_1_outside_a_load_gives_0_a_store_is_dropped_and_an_atomic_does_nothing(
    session: Session, device: str, t: Type
) -> None:
    need(session, device, t.name)
    at = outside(t, 7)
    n = len(at)
    inside = [0 <= x < 7 for x in at]
    a = words(*range(100, 107))
    body = f"""
    k = vy.global_id()
    if k < {n}:
        seen[k] = a[p[k]]
        if k == one:
            old[k] = vy.atomic_add(x, p[k], 1000)
            x[p[k]] = x[p[k]] + 5
            again[k] = x[p[k]]
    """
    outs = f"seen: vy.Out[vy.u32, {n}], old: vy.Out[vy.u32, {n}], again: vy.Out[vy.u32, {n}]"
    made = kernel(
        body,
        f"a: vy.In[vy.u32], p: vy.In[vy.{t.name}], x: vy.InOut[vy.u32], one: vy.u32, {outs}",
        options=f"domain={n}, workgroup=64",
    )
    for k in range(0, n, 3):
        x = a.copy()
        seen, old, again = made(a, array(t, at), x, k, backend=device)
        assert seen.tolist() == [100 + i if ok else 0 for i, ok in zip(at, inside, strict=True)]
        value = a[at[k]] if inside[k] else 0
        assert (old[k], again[k]) == (value, value + 1005 if inside[k] else 0), at[k]
        assert x.tolist() == [100 + i + (1005 if i == at[k] else 0) for i in range(7)]


@pytest.mark.parametrize("place", ["shared", "flat", "uniform"])
@pytest.mark.parametrize("t", INTEGERS, ids=lambda t: t.name)
def test_rule_4_1_the_same_in_shared_arrays_flat_views_and_at_uniform_indices(
    session: Session, device: str, t: Type, place: str
) -> None:
    need(session, device, t.name)
    at = outside(t, 7)
    n = len(at)
    name = {"uniform": "x", "flat": "x.flat", "shared": "cells"}[place]
    array_, index = ("x", "(p[k] // 7, p[k] % 7)") if place == "flat" else (name, "p[k]")
    body = f"""
    cells = vy.shared(vy.u32, 7)
    for k in range(7):
        cells[k] = a[k]
    vy.barrier()
    for k in range({n}):
        seen[k] = {name}[p[k]]
        old[k] = vy.atomic_add({array_}, {index}, 1000)
        {name}[p[k]] = {name}[p[k]] + 5
        again[k] = {name}[p[k]]
    """
    if place == "shared":
        body += "for k in range(7):\n        x[k] = cells[k]\n"
    outs = f"seen: vy.Out[vy.u32, {n}], old: vy.Out[vy.u32, {n}], again: vy.Out[vy.u32, {n}]"
    made = kernel(body, f"a: vy.In[vy.u32], p: vy.In[vy.{t.name}], x: vy.InOut[vy.u32], {outs}", options=ONE)
    a = words(*range(100, 107))
    x = a.copy().reshape(1, 7) if place == "flat" else a.copy()
    seen, old, again = made(a, array(t, at), x, backend=device)
    held = {i: 100 + i for i in range(7)}
    for k, i in enumerate(at):
        value = held.get(i, 0)
        assert (seen[k], old[k]) == (value, value), i
        if i in held:
            held[i] = value + 1005
        assert again[k] == held.get(i, 0), i
    assert x.reshape(-1).tolist() == list(held.values())


@pytest.mark.parametrize("name", list(TYPES))
def test_rule_4_1_every_type_loads_its_zero_and_drops_its_store(session: Session, device: str, name: str) -> None:
    need(session, device, name)
    word = "bool_" if name == "bool" else name
    made = kernel(
        "i = vy.global_id()\nout[i] = a[i + shift]\nx[i + shift] = a[i]",
        f"a: vy.In[vy.{word}], shift: vy.u32, x: vy.InOut[vy.{word}], out: vy.Out[vy.{word}]",
        options="domain=300",
    )
    a, x = (
        array(TYPES[name], [1] * 100 if TYPES[name].kind != "float" else [bits_of(8.0, TYPES[name])] * 100),
        array(TYPES[name], [0] * 100),
    )
    out = made(a, 60, x, backend=device)
    assert np.array_equal(out, [*a[60:], *x[:60] * 0])
    assert np.array_equal(x, [*x[:60] * 0, *a[:40]])


@pytest.mark.parametrize("name", ["u8", "u16", "u32", "u64"])
@pytest.mark.parametrize("stride", [2, 4, 8])
def test_rule_4_1_neighbours_of_each_invocation_in_a_loop(
    session: Session, device: str, name: str, stride: int
) -> None:
    """Elements that are adjacent within an iteration, and consecutive from one iteration to the next."""
    need(session, device, name)
    made = kernel(
        f"""
        i = vy.global_id()
        total = vy.u32(0)
        for k in range(n):
            total = total * 3 + vy.u32(x[i * {stride} + k]) * 7 + vy.u32(x[i * {stride} + k + 1])
        out[i] = total
        """,
        f"x: vy.In[vy.{name}], n: vy.u32, out: vy.Out[vy.u32, 40]",
        options="domain=40",
    )
    x = np.arange(40 * stride + 60, dtype=np.uint32) * 37 % 251
    expected = np.zeros(40, np.uint32)
    for k in range(70):
        at = np.arange(40) * stride + k
        pair = [np.append(x, np.zeros(200, np.uint32))[at + q] for q in (0, 1)]
        expected = expected * 3 + pair[0] * 7 + pair[1]
    assert np.array_equal(made(x.astype(name.replace("u", "uint")), 70, backend=device), expected)


def test_rule_4_1_an_empty_array_has_no_element(device: str) -> None:
    x, out = words(), words(5, 6)
    run(
        device,
        "out[i] = x[0] + x[i] + vy.atomic_add(x, i, 1)\nx[i] = 3",
        "x: vy.InOut[vy.u32], out: vy.Out[vy.u32]",
        x,
        out=out,
        options="domain=2",
    )
    assert out.tolist() == [0, 0]
    assert x.size == 0


@pytest.mark.parametrize(
    "text", ["out[i] = a[-1]", "out[-1] = 1", "out[i] = a[2 - 3]", "vy.atomic_add(out, -1, 1)", "out[i] = cells[-2]"]
)
def test_rule_4_1_a_negative_literal_subscript_is_a_compile_error(text: str) -> None:
    error = refused("K211", "i = vy.global_id()\ncells = vy.shared(vy.u32, 4)\n" + text, guard=False, fix="size - ")
    assert error.place is not None


def test_rule_4_1_from_the_end_one_counts_with_the_size(device: str) -> None:
    assert run(
        device, "out[i] = a[a.size - 1 - i]", "a: vy.In[vy.u32], out: vy.Out[vy.u32]", words(1, 2, 3)
    ).tolist() == [3, 2, 1]
    b = vy.Builder("negative")
    x = b.input("x", vy.u32)
    with pytest.raises(vy.ValidationError) as caught:
        _ = x[-1]
    assert (caught.value.code, "a.size - 1" in caught.value.fix) == ("V404", True)
    _ = x[b.const(vy.i32, -1)]  # the same by hand
    with pytest.raises(vy.ValidationError) as caught:
        b.build().check()
    assert caught.value.code == "V329"


# -- 4.2 --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", list(TYPES))
def test_rule_4_2_outputs_start_as_zero_once_per_dispatch(session: Session, device: str, name: str) -> None:
    need(session, device, name)
    word = "bool_" if name == "bool" else name
    made = kernel(
        "i = vy.global_id()\nif i % 3 == 1:\n    out[i] = a[i]\nseen[i] = out[i + 1 - 1]",
        f"a: vy.In[vy.{word}], out: vy.Out[vy.{word}], seen: vy.Out[vy.{word}]",
    )
    a = array(TYPES[name], [1] * 200 if TYPES[name].kind != "float" else [bits_of(8.0, TYPES[name])] * 200)
    want = [x if k % 3 == 1 else x * 0 for k, x in enumerate(a)]
    dirty = (a.copy(), a.copy())
    for _ in range(2):
        out, seen = made(a, backend=device, out=dirty, domain=200)
        assert np.array_equal(out, want)
        assert np.array_equal(seen, want)
        assert out is dirty[0]
    kept = kernel("i = vy.global_id()\nif i % 3 == 1:\n    x[i] = a[0]", f"a: vy.In[vy.{word}], x: vy.InOut[vy.{word}]")
    held = a.copy()
    held[1] = a[0] * 0
    assert np.array_equal(kept(a, held, backend=device), a)  # an inout is not cleared


def test_rule_4_2_workgroup_memory_starts_as_zero_in_each_workgroup(device: str) -> None:
    body = """
    cells = vy.shared(vy.u32, 64)
    flags = vy.shared(vy.bool_, 64)
    i = vy.global_id()
    k = vy.local_id()
    seen = cells[63 - k] + (1 if flags[k] else 0)
    vy.barrier()
    cells[k] = i + 1
    flags[k] = True
    vy.barrier()
    out[i] = seen + cells[63 - k] * 1000
    """
    out = kernel(body, "out: vy.Out[vy.u32, 4096]", options="workgroup=64")(backend=device)
    assert out.tolist() == [(i - i % 64 + 63 - i % 64 + 1) * 1000 for i in range(4096)]


@pytest.mark.parametrize(
    ("body", "want"),
    [
        ("if a[i] > 2:\n    x = 1\nout[i] = x", [7, 7, 1]),
        ("for k in range(a[i]):\n    x = k\nout[i] = x", [7, 1, 2]),
        ("while a[i] > 9:\n    x = 1\n    break\nout[i] = x", [7, 7, 7]),
        ("x += 1\nout[i] = x", [8, 8, 8]),
        ("if a[i] > 2:\n    x = 1\nelif a[i] > 1:\n    x = 2\nout[i] = x", [7, 2, 1]),
    ],
)
def test_rule_4_2_a_local_is_assigned_on_every_path_before_it_is_used(device: str, body: str, want: list[int]) -> None:
    refused("K159", body)
    found = run(device, "x = vy.u32(7)\n" + body, "a: vy.In[vy.u32], out: vy.Out[vy.u32]", words(0, 2, 3))
    assert found.tolist() == want


def test_rule_4_2_a_path_that_ends_needs_no_assignment(device: str) -> None:
    found = run(
        device,
        "if a[i] > 2:\n    x = vy.u32(1)\nelse:\n    return\nout[i] = x",
        "a: vy.In[vy.u32], out: vy.Out[vy.u32]",
        words(1, 3),
    )
    assert found.tolist() == [0, 1]
    b = vy.Builder("unset")
    x, out = b.local("x", vy.u32), b.output("out", vy.u32)
    with b.if_(out.size > 4):
        x.set(1)
    out[b.global_id()] = x
    with pytest.raises(vy.ValidationError) as caught:
        b.build().check()
    assert caught.value.code == "V318"


# -- 4.3 --------------------------------------------------------------------------------------------------------


def test_rule_4_3_a_shared_array_belongs_to_the_workgroup_and_is_cleared_once(device: str) -> None:
    body = """
    cells = vy.shared(vy.u32, (2, 32))
    i = vy.global_id()
    k = vy.local_id()
    for turn in range(3):
        cells[turn % 2, k] += i
        vy.barrier()
    out[i] = cells[0, 31 - k] * 100 + cells[1, k]
    """
    out = kernel(body, "out: vy.Out[vy.u32, 128]", options="workgroup=32")(backend=device)
    assert out.tolist() == [2 * (i - i % 32 + 31 - i % 32) * 100 + i for i in range(128)]


def test_rule_4_3_each_inlined_call_has_an_array_of_its_own(device: str) -> None:
    before = """
    @vy.func
    def turned(x):
        cells = vy.shared(vy.u32, 32)
        seen = cells[vy.local_id()]
        vy.barrier()
        cells[vy.local_id()] = x
        vy.barrier()
        return cells[31 - vy.local_id()] + seen * 1000
    """
    body = "i = vy.global_id()\nout[i] = turned(i) * 10000 + turned(i + 1)"
    out = kernel(body, "out: vy.Out[vy.u32, 32]", options="workgroup=32", before=before)(backend=device)
    assert out.tolist() == [(31 - i) * 10000 + 32 - i for i in range(32)]


@pytest.mark.parametrize("name", list(TYPES))
def test_rule_4_3_a_shared_array_of_every_type_and_rank_obeys_4_1(session: Session, device: str, name: str) -> None:
    need(session, device, name)
    word = "bool_" if name == "bool" else name
    body = f"cells = vy.shared(vy.{word}, (3, 5))\nk = vy.local_id()\ncells[k // 5, k % 5] = a[k]\nvy.barrier()\nout[k] = cells[k // 5, k % 5 + 1]"
    a = array(TYPES[name], [1, 0, 1, 1, 0, 0, 1, 1, 1, 0, 1, 0, 1, 0, 1, 1, 1])
    out = kernel(body, f"a: vy.In[vy.{word}], out: vy.Out[vy.{word}]", options="workgroup=32, domain='a'")(
        a, backend=device
    )
    want = [a[k + 1] if k < 15 and k % 5 < 4 else a[0] * 0 for k in range(17)]
    assert np.array_equal(out, want)


def test_rule_4_3_shared_arrays_stand_at_top_level_and_have_constant_shapes(device: str) -> None:
    refused("K163", "i = vy.global_id()\nif i < 3:\n    cells = vy.shared(vy.u32, 4)\nout[i] = 1", guard=False)
    refused("K163", "i = vy.global_id()\nfor k in range(3):\n    cells = vy.shared(vy.u32, 4)\nout[i] = 1", guard=False)
    refused("K156", "cells = vy.shared(vy.u32, a.size)\nout[vy.global_id()] = 1", guard=False)
    size = kernel("cells = vy.shared(vy.u32, SIZE // 2)\nout[vy.global_id()] = cells.size", before="SIZE = 10")
    assert size(words(1, 2), backend=device).tolist() == [5, 5]


@pytest.mark.parametrize("name", ["u32", "u8", "bool_", "i64", "f32"])
def test_rule_4_3_private_arrays_belong_to_the_invocation(session: Session, device: str, name: str) -> None:
    """Zero each time their line runs, bounds as anywhere, kept over barriers, by runtime and by constant subscripts."""
    dtype = f"vy.{name}"
    other = "i" if name == "u32" else f"vy.{name.removesuffix('_')}(i)" if name != "bool_" else "(i % 2 == 1)"
    body = f"""
    i = vy.global_id()
    total = vy.u32(0)
    for turn in range(3):
        p = vy.private({dtype}, (3, 5))
        for k in range(15):
            total += vy.u32(p.flat[k] != {"False" if name == "bool_" else 0})  # new zeros in each turn
        p[turn, i % 5] = {other}
        p[i, 7] = {other}
        if i % 3 == 0:
            p[2, 4] = p[turn, i % 5]
        vy.barrier()
        for k in range(15):
            if p.flat[k] == {other} and p.flat[k] != {"False" if name == "bool_" else 0}:
                total += 10
        total += vy.u32(p[3, 0] != {"False" if name == "bool_" else 0}) * 1000 + p.size * 0
    if i < out.size:
        out[i] = total
    """
    made = kernel(body, "out: vy.Out[vy.u32, 200]", options="workgroup=64, domain='out'")
    reason = missing(made.program, session.engine(device).profile)
    if reason is not None:
        pytest.skip(f"{device} has no {reason} in this version")
    want = []
    for i in range(200):
        value = i % 256 if name == "u8" else i % 2 if name == "bool_" else i
        total = 0
        for turn in range(3):
            cells = {(turn, i % 5)} if value else set()
            if i % 3 == 0 and value:
                cells.add((2, 4))
            total += 10 * len(cells)
        want.append(total)
    assert made(backend=device).tolist() == want


def test_rule_4_3_private_arrays_in_helpers_and_unrolled_loops(session: Session, device: str) -> None:
    text = """
@vy.func
def reversed_sum(x, n):
    p = vy.private(vy.u32, 8)
    for k in range(8):
        p[k] = x * k
    s = vy.u32(0)
    for k in range(n):
        s = s * 3 + p[7 - k]
    return s

@vy.kernel(domain='a')
def k(a: vy.In[vy.u32], out: vy.Out[vy.u32]):
    i = vy.global_id()
    s = reversed_sum(i, 3) + reversed_sum(i + 1, 8)
    for j in vy.static_range(3):
        q = vy.private(vy.u32, 2)
        s += q[0] * 1000000
        q[0] = i + j
        s += q[0]
    if i < a.size:
        out[i] = s
"""
    made = vy.kernel_from_source(text, name="k")
    reason = missing(made.program, session.engine(device).profile)
    if reason is not None:
        pytest.skip(f"{device} has no {reason} in this version")

    def helper(x: int, n: int) -> int:
        s = 0
        for k in range(n):
            s = s * 3 + x * (7 - k)
        return s

    a = np.zeros(100, np.uint32)
    assert made(a, backend=device).tolist() == [helper(i, 3) + helper(i + 1, 8) + 3 * i + 3 for i in range(100)]


def _private_program(
    dtype: DType, count: int, *, barrier: bool, workgroup: int, cleared: bool, parted: bool
) -> vy.Program:
    """Stores and loads of all sorts in a private array; what is left in it goes out."""
    b = vy.Builder("own", workgroup=workgroup, domain="x")
    x, out = b.input("x", dtype), b.output("out", dtype)
    i = b.global_id()
    nothing = 0.0 if dtype.is_float else 0
    p = b.private("p", dtype, count, clear=cleared)
    p[i % count] = x[i]
    p[1] = x[i]
    with b.for_(0, count) as j:
        p[j] = b.select(j % 2 == 0, p[j], p[count - 1 - j])
    if parted:
        with b.if_(i % 3 == 1):
            p[(i + 1) % count] = x[i + 1]
            with b.if_(i % 2 == 0):
                b.clear(p)
            p[2 % count] = x[0]
    if barrier:
        b.barrier()
    last = b.let("last", p[0])
    with b.for_(0, count + 2) as j, b.if_(p[j] != nothing):
        last.set(p[j])
    with b.if_(i < out.size):
        out[i] = last
    return b.build()


@pytest.mark.parametrize(
    ("dtype", "count"),
    [(vy.u32, 1), (vy.u32, 9), (vy.u8, 3), (vy.u8, 33), (vy.i64, 9), (vy.f32, 33), (vy.f64, 1), (vy.f64, 9)],
    ids=str,
)
def test_rule_4_3_private_arrays_are_those_of_the_reference(
    session: Session, target: str, dtype: DType, count: int
) -> None:
    x = np.random.default_rng(count).integers(0, 200, 150).astype(dtype.numpy_name)
    for barrier, workgroup, cleared, parted in itertools.product((False, True), (64, 7), (False, True), (False, True)):
        made = _private_program(dtype, count, barrier=barrier, workgroup=workgroup, cleared=cleared, parted=parted)
        reason = missing(made, session.engine(target).profile)
        if reason is not None:
            pytest.skip(f"{target} has no {reason} in this version")
        want, got = (session.dispatch(made, [x], backend=backend)[0] for backend in ("reference", target))
        assert got.tobytes() == want.tobytes(), (barrier, workgroup, cleared, parted)


@pytest.mark.parametrize("name", ["u8", "u32", "i64", "f32", "bool_"])
def test_rule_4_3_constant_tables_are_read_as_arrays_are(session: Session, device: str, name: str) -> None:
    dtype: DType = getattr(vy, name)
    raw = np.random.default_rng(1).integers(0, 2 if name == "bool_" else 250, 37)
    data = raw.astype(dtype.numpy_name)
    b = vy.Builder("looked_up", domain="x")
    x, out = b.input("x", vy.u32), b.output("out", dtype)
    table = b.table("table", dtype, 37, data.tobytes())
    i = b.global_id()
    with b.if_(i < out.size):
        out[i] = table[x[i]]
    made = b.build()
    reason = missing(made, session.engine(device).profile)
    if reason is not None:
        pytest.skip(f"{device} has no {reason} in this version")
    at = np.random.default_rng(2).integers(0, 45, 300).astype(np.uint32)
    got = session.dispatch(made, [at], backend=device)[0]
    assert got.tolist() == [data[k] if k < 37 else data.dtype.type(0) for k in at]
