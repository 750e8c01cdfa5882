"""Rule 1.1 and 1.2: scalar types, memory, conversions and literals."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import vyre as vy
from vyre.run.session import Session

from .exact import FLOATS, INTEGERS, TYPES, Type, bits_of, nearest
from .table import need
from .values import array, bits, columns, nan_bits
from .writing import kernel, refused, run

WORDS = {t.name: "bool_" if t.name == "bool" else t.name for t in TYPES.values()}
TAKEN = tuple(TYPES)


def canonical(t: Type, values: tuple[int, ...]) -> list[int]:
    """What a copy gives: the same, and of a NaN the one pattern."""
    if t.kind != "float":
        return list(values)
    top = ((1 << (t.bits - t.digits)) - 1) << (t.digits - 1)
    return [nan_bits(t) if x & ~(1 << (t.bits - 1)) > top else x for x in values]


# -- 1.1 --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", TAKEN)
def test_rule_1_1_every_type_is_loaded_held_and_stored(session: Session, device: str, name: str) -> None:
    need(session, device, name)
    t, word = TYPES[name], WORDS[name]
    values = columns(name, 100, wide=False)[0]
    body = "held = a[i]\ncells[vy.local_id()] = held\nvy.barrier()\nout[i] = cells[vy.local_id()]"
    made = kernel(
        "i = vy.global_id()\ncells = vy.shared(vy." + word + ", 256)\n" + body,
        f"a: vy.In[vy.{word}], out: vy.Out[vy.{word}]",
    )
    assert bits(made(array(t, values), backend=device)) == canonical(t, values)


@pytest.mark.parametrize("name", TAKEN)
def test_rule_1_1_memory_is_little_endian(session: Session, device: str, name: str) -> None:
    need(session, device, name)
    t = TYPES[name]
    values = canonical(t, columns(name, 60, wide=False)[0])
    raw = b"".join((x & ((1 << t.bits) - 1)).to_bytes(t.bits // 8, "little") for x in values)
    copy = kernel("out[i] = a[i]", f"a: vy.In[vy.{WORDS[name]}], out: vy.Out[vy.{WORDS[name]}]", guard=True)
    (out,) = session.dispatch(copy.program, [raw], backend=device, domain=len(values), out=[bytearray(len(raw))])
    assert bytes(out) == raw
    foreign = array(t, values).astype(array(t, values).dtype.newbyteorder(">"))
    assert copy(foreign, backend=device).tobytes() == raw


def test_rule_1_1_a_bool_is_one_byte_read_as_not_zero_and_written_as_0_or_1(device: str) -> None:
    given = np.arange(256, dtype=np.uint8)
    for body in ("out[i] = a[i]", "out[i] = ~~a[i]", "out[i] = a[i] == True", "out[i] = a[i] if i < 300 else False"):
        found = run(device, body, "a: vy.In[vy.bool_], out: vy.Out[vy.bool_]", given.view(np.bool_))
        assert found.dtype == np.bool_
        assert found.view(np.uint8).tolist() == [int(x != 0) for x in range(256)], body
    chosen = run(device, "out[i] = 7 if a[i] else 3", "a: vy.In[vy.bool_], out: vy.Out[vy.u32]", given.view(np.bool_))
    assert chosen.tolist() == [3] + [7] * 255
    cast = run(device, "out[i] = vy.u32(a[i]) + 1", "a: vy.In[vy.bool_], out: vy.Out[vy.u32]", given.view(np.bool_))
    assert cast.tolist() == [1] + [2] * 255
    written = np.full(256, 0xFF, np.uint8)
    run(device, "out[i] = a[i] < 100", "a: vy.In[vy.u8], out: vy.Out[vy.bool_]", given, out=written.view(np.bool_))
    assert written.tolist() == [1] * 100 + [0] * 156


def test_rule_1_1_a_numpy_bool_array_is_taken_without_a_copy() -> None:
    copy = kernel("out[i] = a[i]", "a: vy.In[vy.bool_], out: vy.Out[vy.bool_]", guard=True)
    given = np.array([True, False, True])
    assert copy(given, backend="cpu", config=vy.DispatchConfig(copies="forbid")).tolist() == [True, False, True]
    receipt = vy.session().last_receipt()
    assert receipt is not None
    assert receipt.copies == ()


@pytest.mark.parametrize("name", TAKEN)
def test_rule_1_1_a_device_without_a_type_refuses_it_by_name(session: Session, device: str, name: str) -> None:
    t, word = TYPES[name], WORDS[name]
    copy = kernel("out[i] = a[i]", f"a: vy.In[vy.{word}], out: vy.Out[vy.{word}]", guard=True)
    if name in session.engine(device).profile.dtypes:
        assert bits(copy(array(t, [1, 0, 1]), backend=device)) == [1, 0, 1]
        return
    with pytest.raises(vy.UnsupportedFeature, match=name) as caught:
        copy(array(t, [1, 0, 1]), backend=device)
    assert caught.value.code == "U702"
    assert bits(copy(array(t, [1, 0, 1]), backend="cpu")) == [1, 0, 1]  # the Fix: a backend that has it


# -- 1.2 --------------------------------------------------------------------------------------------------------

MIXED = [
    ("u8", "i32", "+"), ("u32", "u64", "-"), ("i32", "i64", "*"), ("u8", "u32", "&"), ("i64", "f64", "+"), ("u32", "f32", "*"),
    ("f32", "f64", "-"), ("bool", "u32", "+"), ("bool", "f32", "*"), ("f16", "f32", "+"), ("bf16", "f64", "*"), ("u16", "f16", "-"),
]  # fmt: skip


@pytest.mark.parametrize(("left", "right", "sign"), MIXED)
def test_rule_1_2_typed_values_are_never_converted_implicitly(
    session: Session, device: str, left: str, right: str, sign: str
) -> None:
    arrays = f"a: vy.In[vy.{WORDS[left]}], b: vy.In[vy.{WORDS[right]}], "
    refused(
        "K202" if left == "bool" else "K200",
        f"out[i] = a[i] {sign} b[i]",
        arrays + f"out: vy.Out[vy.{WORDS[right]}]",
        fix=f"vy.{WORDS[right]}(a[i])",
    )
    refused("K200", "out[i] = a[i]", arrays + f"out: vy.Out[vy.{WORDS[right]}]", fix=f"vy.{WORDS[right]}(a[i])")
    need(session, device, left, right)
    a, b = array(TYPES[left], [1, 0, 1]), np.array([3, 2, 5], TYPES[right].numpy)
    if TYPES[left].kind == "float":
        a = np.array([1, 0, 1], TYPES[left].numpy)
    found = run(
        device, f"out[i] = vy.{WORDS[right]}(a[i]) {sign} b[i]", arrays + f"out: vy.Out[vy.{WORDS[right]}]", a, b
    )
    whole = {"+": [4, 2, 6], "-": [-2, -2, -4], "*": [3, 0, 5], "&": [1, 0, 1]}[sign]
    want = [TYPES[right].wrap(x) for x in whole] if TYPES[right].kind != "float" else [float(x) for x in whole]
    assert found.tolist() == want


def test_rule_1_2_literals_fold_exactly_as_in_python_and_are_converted_once(session: Session, device: str) -> None:
    texts = [
        "(1 << 200) >> 190", "10**30 // 10**27 - 7", "-7 // 2 + 10", "-7 % 3", "2**64 - 2**64 + 5", "int(7.9)", "abs(-3)",
        "max(3, 9, 4)", "min(8, 2)", "(255 + 1) * 0 + 77", "~-5", "3 if 10**20 > 10**19 else 4", "int(0.1 + 0.2 == 0.3)", "5 ^ 3 | 8 & 12",
    ]  # fmt: skip
    body = "\n".join(f"out[{k}] = vy.u32(0) + ({text})" for k, text in enumerate(texts))
    found = run(device, body, "out: vy.Out[vy.u32, 64]", options="domain=1, workgroup=1", guard=False)
    want = [1024, 993, 6, 2, 5, 7, 3, 9, 2, 77, 4, 3, 0, 14]
    assert found.tolist()[: len(texts)] == want
    need(session, device, "f32", "f64")
    body = "out[0] = 0.1 + 0.2\nout[1] = 1 / 3\nout[2] = 2**0.5\nwide[0] = 0.1 + 0.2\nwide[1] = 1 / 3"
    out, wide = run(
        device, body, "out: vy.Out[vy.f32, 3], wide: vy.Out[vy.f64, 2]", options="domain=1, workgroup=1", guard=False
    )
    assert bits(out) == [bits_of(nearest(Fraction(x), TYPES["f32"]), TYPES["f32"]) for x in (0.1 + 0.2, 1 / 3, 2**0.5)]
    assert wide.tolist() == [0.1 + 0.2, 1 / 3]


@pytest.mark.parametrize("t", INTEGERS, ids=lambda t: t.name)
def test_rule_1_2_an_integer_literal_becomes_any_integer_type_that_holds_it(
    session: Session, device: str, t: Type
) -> None:
    need(session, device, t.name)
    signature = f"out: vy.Out[vy.{t.name}, 3], x: vy.{t.name}"
    found = run(
        device,
        f"out[0] = {t.low}\nout[1] = {t.high}\nout[2] = x + {t.high}",
        signature,
        0,
        options="domain=1",
        guard=False,
    )
    assert found.tolist() == [t.low, t.high, t.high]
    for beyond in (t.low - 1, t.high + 1):
        error = refused("K204", f"out[0] = {beyond}", signature, guard=False)
        assert str(beyond) in str(error)
        refused("K204", f"out[0] = x + ({beyond})", signature, guard=False)
    refused("K200", "out[0] = x + 1.0", signature, guard=False)  # a float literal never becomes an integer
    refused("K200", "out[0] = 2.0", signature, guard=False)


def test_rule_1_2_an_integer_literal_becomes_a_float_that_is_exactly_it(session: Session, device: str) -> None:
    refused("K204", "out[0] = 16777217", "out: vy.Out[vy.f32, 4]", guard=False)
    refused("K204", "out[0] = 2**53 + 1", "out: vy.Out[vy.f64, 4]", guard=False)
    refused("K204", "out[0] = 2**128", "out: vy.Out[vy.f32, 4]", guard=False)
    refused("K204", "out[0] = 2049", "out: vy.Out[vy.f16, 4]", guard=False)
    refused("K204", "out[0] = 257", "out: vy.Out[vy.bf16, 4]", guard=False)
    refused("K204", "out[0] = 2**16", "out: vy.Out[vy.f16, 4]", guard=False)
    need(session, device, "f32", "f64")
    body = "out[0] = 16777216\nout[1] = 2**127\nout[2] = -3\nwide[0] = 16777217\nwide[1] = 2**53\nwide[2] = 2**1023"
    out, wide = run(device, body, "out: vy.Out[vy.f32, 3], wide: vy.Out[vy.f64, 3]", options="domain=1", guard=False)
    assert out.tolist() == [16777216.0, 2.0**127, -3.0]
    assert wide.tolist() == [16777217.0, 2.0**53, 2.0**1023]
    need(session, device, "f16", "bf16")
    body = "out[0] = 2050\nout[1] = 65504\nout[2] = -3\nwide[0] = 258\nwide[1] = 2**127\nwide[2] = -255"
    half, brain = run(device, body, "out: vy.Out[vy.f16, 3], wide: vy.Out[vy.bf16, 3]", options="domain=1", guard=False)
    assert half.tolist() == [2050.0, 65504.0, -3.0]
    assert brain.tolist() == [258.0, 2.0**127, -255.0]


@pytest.mark.parametrize("t", FLOATS, ids=lambda t: t.name)
def test_rule_1_2_a_float_literal_is_rounded_once_to_nearest_even(session: Session, device: str, t: Type) -> None:
    refused("K204", "out[0] = 3.4028235677973366e+38", "out: vy.Out[vy.f32, 4]", guard=False)
    refused("K204", "out[0] = x * 1e39", "out: vy.Out[vy.f32, 4], x: vy.f32", guard=False)
    refused("K204", "out[0] = 65520.0", "out: vy.Out[vy.f16, 4]", guard=False)
    refused("K204", "out[0] = x * 3.3961775292304957e38", "out: vy.Out[vy.bf16, 4], x: vy.bf16", guard=False)
    need(session, device, t.name)
    dice = random.Random(12)
    values = [
        0.1,
        16777217.0,
        16777219.0,
        1e-45,
        7e-46,
        7.1e-46,
        1.1754943e-38,
        5e-324,
        -0.0,
        1 / 3,
        3.4028235677973362e38,
        3.3961775292304953e38,
        65519.99999999999,
        1 + 2**-11 + 2**-50,  # more than half-way between two neighbours, and by way of f32 just half-way
        1 + 2**-8 + 2**-50,
        2**-25 + 2**-60,
    ]
    values += [dice.uniform(-1, 1) * 2.0 ** dice.randint(-150, 120) for _ in range(60)]
    values = [x for x in values if np.isfinite(nearest(Fraction(x), t))]
    body = "\n".join(f"out[{k}] = {x!r}" for k, x in enumerate(values))
    found = run(device, body, f"out: vy.Out[vy.{t.name}, {len(values)}]", options="domain=1, workgroup=1", guard=False)
    assert bits(found) == [bits_of(nearest(Fraction(x), t, zero=x), t) for x in values]
    body = "out[0] = math.inf\nout[1] = -math.inf\nout[2] = math.nan"  # only a finite one can overflow
    found = run(device, body, f"out: vy.Out[vy.{t.name}, 3]", options="domain=1", guard=False)
    assert bits(found) == [bits_of(x, t) for x in (np.inf, -np.inf, np.nan)]


@pytest.mark.parametrize("t", TYPES.values(), ids=lambda t: t.name)
def test_rule_1_2_a_captured_numpy_scalar_is_typed(session: Session, device: str, t: Type) -> None:
    scalar = f"import ml_dtypes\nS = {'ml_dtypes' if t.name == 'bf16' else 'np'}.{t.numpy.replace('bool', 'bool_')}(1)"
    other = "i64" if t.name != "i64" else "u64"
    refused("K200", "out[i] = S", f"a: vy.In[vy.{other}], out: vy.Out[vy.{other}]", before=scalar)
    need(session, device, t.name)
    body = "x = S\nout[i] = x"
    found: Any = run(device, body, f"out: vy.Out[vy.{WORDS[t.name]}, 2]", before=scalar)
    assert found.tolist() == [1, 1]
    assert (
        run(device, "out[i] = S - S", f"out: vy.Out[vy.{WORDS[t.name]}, 2]", before=scalar).tolist() == [0, 0]
        if t.kind != "bool"
        else True
    )


def test_rule_1_2_a_python_bool_is_a_bool_and_no_number(device: str) -> None:
    refused("K202", "out[i] = a[i] + True", fix="vy.u32(True)")
    assert run(
        device, "out[i] = a[i] + vy.u32(True)", "a: vy.In[vy.u32], out: vy.Out[vy.u32]", np.arange(3, dtype=np.uint32)
    ).tolist() == [1, 2, 3]
