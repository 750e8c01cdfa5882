"""Rule 3: floats, strict. The operations run in the table's kernels; what the table does not say is written here."""

from __future__ import annotations

import itertools
import random
from fractions import Fraction
from typing import Final

import numpy as np
import pytest

from vyre.run.session import Session

from .exact import FLOATS, TYPES, Type, bits_of, converted, expected, float_of, nearest
from .table import cases, hold, need
from .values import array, bits, columns, corners, nan_bits, numbers
from .writing import hold_rows, kernel, refused, run

BOTH: Final = pytest.mark.parametrize("t", FLOATS, ids=lambda t: t.name)
FLOAT: Final = ("float",)


@pytest.mark.parametrize(("op", "name"), cases("add", "sub", "mul", "div", "fma", kinds=FLOAT))
def test_rule_3_1_arithmetic_rounds_once_to_nearest_even(session: Session, device: str, op: str, name: str) -> None:
    hold(session, device, op, name)


@BOTH
def test_rule_3_1_subnormals_are_kept(session: Session, device: str, t: Type) -> None:
    need(session, device, t.name)
    least, normal = 1, 1 << (t.digits - 1)
    one, half, two = (bits_of(x, t) for x in (1.0, 0.5, 2.0))
    hold_rows(
        device, t,
        ("x * y", [(least, one), (normal, half), (least, half), (3, half), (normal - 1, two)], [least, normal >> 1, 0, 2, bits_of(2 * float_of(normal - 1, t), t)]),
        ("x - y", [(normal + 1, normal), (2, 1)], [1, 1]),
        ("x / y", [(normal, two), (least, two), (3, two)], [normal >> 1, 0, 2]),
        ("vy.fma(x, y, z)", [(normal, half, least), (least, half, 0)], [(normal >> 1) + 1, 0]),
    )  # fmt: skip


@BOTH
def test_rule_3_1_nothing_is_contracted_or_reassociated(session: Session, device: str, t: Type) -> None:
    need(session, device, t.name)
    dice = random.Random(31)
    ulp = Fraction(1, 1 << (t.digits - 1))
    rows: list[tuple[int, ...]] = []
    for _ in range(300):
        p, q = (nearest(1 + dice.randrange(1 << (t.digits - 1)) * ulp, t) for _ in range(2))
        rows.append((bits_of(p, t), bits_of(q, t), bits_of(-nearest(Fraction(p) * Fraction(q), t), t)))
    want: dict[str, list[int]] = {
        "x * y + z": [],
        "vy.fma(x, y, z)": [],
        "x * y - x * y": [],
        "x + y + z - z": [],
        "x + (y + z)": [],
        "x / y * y": [],
    }
    for row in rows:
        x, y, z = (float_of(b, t) for b in row)

        def op(name: str, *args: float) -> float:
            return float_of(int(expected(name, t, *args)), t)

        xy, plus = op("mul", x, y), op("add", x, y)
        for text, value in (
            ("x * y + z", op("add", xy, z)), ("vy.fma(x, y, z)", op("fma", x, y, z)), ("x * y - x * y", 0.0),
            ("x + y + z - z", op("sub", op("add", plus, z), z)), ("x + (y + z)", op("add", x, op("add", y, z))), ("x / y * y", op("mul", op("div", x, y), y)),
        ):  # fmt: skip
            want[text].append(bits_of(value, t))
    assert want["x * y + z"] != want["vy.fma(x, y, z)"]
    hold_rows(device, t, *((text, rows, right) for text, right in want.items()))


@BOTH
def test_rule_3_1_nan_and_infinity_are_always_possible(session: Session, device: str, t: Type) -> None:
    need(session, device, t.name)
    nan, inf, zero, minus = nan_bits(t), bits_of(np.inf, t), 0, bits_of(-0.0, t)
    rows: list[tuple[int, ...]] = [(nan, 0, 0), (inf, 0, 0), (zero, 0, 0), (minus, 0, 0)]
    hold_rows(
        device, t,
        ("x - x", rows, [nan, nan, 0, 0]),  # no x - x = 0
        ("x * 0.0", rows, [nan, nan, 0, minus]),  # no x * 0 = 0
        ("x + 0.0", rows, [nan, inf, 0, 0]),  # no x + 0 = x
        ("0.0 - x", rows, [nan, bits_of(-np.inf, t), 0, 0]),  # no 0 - x = -x
        ("x / x", rows, [nan] * 4),  # no x / x = 1
        ("1.0 if x == x else 2.0", rows, [bits_of(v, t) for v in (2.0, 1.0, 1.0, 1.0)]),
        ("1.0 if not (x < 1.0) else 2.0", rows, [bits_of(v, t) for v in (1.0, 1.0, 2.0, 2.0)]),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("op", "name"),
    cases(
        "sqrt",
        "recip",
        "floor",
        "ceil",
        "trunc",
        "round",
        "abs",
        "neg",
        "copysign",
        "isnan",
        "isinf",
        "isfinite",
        "eq",
        "ne",
        "lt",
        "le",
        "gt",
        "ge",
        "select",
        kinds=FLOAT,
    ),
)
def test_rule_3_2_exact_operations(session: Session, device: str, op: str, name: str) -> None:
    hold(session, device, op, name)


@BOTH
def test_rule_3_2_round_takes_halves_to_even_and_zeros_keep_their_sign(session: Session, device: str, t: Type) -> None:
    need(session, device, t.name)
    given = [0.5, 1.5, 2.5, -0.5, -1.5, 0.49999997, -0.2, 3.5, -2.5]
    rows: list[tuple[int, ...]] = [(bits_of(nearest(Fraction(x), t), t), 0, 0) for x in given]
    hold_rows(
        device, t,
        ("vy.round(x)", rows, [bits_of(x, t) for x in (0.0, 2.0, 2.0, -0.0, -2.0, 0.0, -0.0, 4.0, -2.0)]),
    )  # fmt: skip
    minus = bits_of(-0.0, t)
    hold_rows(
        device,
        t,
        ("vy.ceil(x)", [rows[3]], [minus]),
        ("vy.trunc(x)", [rows[3]], [minus]),
        ("vy.floor(-x)", [(0,)], [minus]),
    )


@BOTH
def test_rule_3_2_functions_of_math_and_numpy_with_our_meaning(session: Session, device: str, t: Type) -> None:
    need(session, device, t.name)
    rows: list[tuple[int, ...]] = [(x, y) for x, y in itertools.product(corners(t)[::5], repeat=2)]
    names = {
        "math.sqrt(x)": "sqrt", "np.sqrt(x)": "sqrt", "np.floor(x)": "floor", "np.ceil(x)": "ceil", "np.trunc(x)": "trunc", "np.round(x)": "round",
        "math.copysign(x, y)": "copysign", "np.copysign(x, y)": "copysign", "abs(x)": "abs", "np.abs(x)": "abs", "min(x, y)": "min", "max(x, y)": "max",
        "np.sign(x)": "sign", "math.isnan(x)": "isnan", "np.isnan(x)": "isnan", "math.isinf(x)": "isinf", "np.isfinite(x)": "isfinite",
    }  # fmt: skip
    claims: list[tuple[str, list[tuple[int, ...]], list[int]]] = []
    for text, op in names.items():
        values = [[float_of(v, t) for v in row[: 2 if "y" in text else 1]] for row in rows]
        want = [int(expected(op, t, *v)) for v in values]
        test = op.startswith("is")
        claims.append(
            (f"vy.{t.name}({text})" if test else text, rows, [bits_of(float(w), t) for w in want] if test else want)
        )
    hold_rows(device, t, *claims)
    for text in ("math.floor(a[i])", "round(a[i])", "math.ceil(a[i])", "math.trunc(a[i])", "float(a[i])"):
        refused("K208", f"out[i] = {text}", f"a: vy.In[vy.{t.name}], out: vy.Out[vy.{t.name}]", fix="vy.")


@pytest.mark.parametrize(("op", "name"), cases("min", "max", "clamp", "sign"))
def test_rule_3_3_min_max_clamp_and_sign(session: Session, device: str, op: str, name: str) -> None:
    hold(session, device, op, name)


@BOTH
def test_rule_3_3_a_number_beats_a_nan_zeros_are_ordered_and_folds_go_from_the_left(
    session: Session, device: str, t: Type
) -> None:
    need(session, device, t.name)
    nan, zero, minus, one, two = nan_bits(t), 0, bits_of(-0.0, t), bits_of(1.0, t), bits_of(2.0, t)
    pairs: list[tuple[int, ...]] = [
        (nan, one, two),
        (one, nan, two),
        (nan, nan, one),
        (zero, minus, zero),
        (minus, zero, minus),
        (nan, nan, nan),
        (two, nan, one),
    ]
    hold_rows(
        device, t,
        ("vy.min(x, y)", pairs, [one, one, nan, minus, minus, nan, two]),
        ("vy.max(x, y)", pairs, [one, one, nan, zero, zero, nan, two]),
        ("vy.min(x, y, z)", pairs, [one, one, one, minus, minus, nan, one]),
        ("vy.max(x, y, z)", pairs, [two, two, one, zero, zero, nan, two]),
        ("vy.clamp(x, y, z)", [(one, two, zero), (nan, one, two), (two, nan, one), (one, nan, nan)], [zero, one, one, one]),
    )  # fmt: skip
    signs = [nan, zero, minus, one, bits_of(-2.0, t), bits_of(np.inf, t), 1, 1 | 1 << (t.bits - 1)]
    hold_rows(
        device, t,
        ("vy.sign(x)", [(s, 0, 0) for s in signs], [nan, 0, 0, one, bits_of(-1.0, t), one, one, bits_of(-1.0, t)]),
    )  # fmt: skip


@BOTH
def test_rule_3_4_a_nan_has_one_pattern_where_bits_become_visible(session: Session, device: str, t: Type) -> None:
    need(session, device, t.name)
    one, unsigned = nan_bits(t), f"u{t.bits}"
    patterns = [x for x in corners(t) if np.isnan(float_of(x, t))] + [one + 1, one | 1 << (t.bits - 1) | 5]
    rows: list[tuple[int, ...]] = [(x, bits_of(2.0, t), 0) for x in patterns]
    texts = "x|-x|vy.abs(x)|x + y|x * 1.0|vy.copysign(x, -y)|vy.select(i < 99999, x, y)|x if i < 99999 else y|vy.fma(x, y, z)|vy.sqrt(-y)|vy.floor(x)"
    hold_rows(device, t, *((text, rows, [one] * len(rows)) for text in texts.split("|")))  # a copy makes it the one NaN
    body = "cells = vy.shared(vy.{0}, 256)\ni = vy.global_id()\ncells[vy.local_id()] = -a[i]\nvy.barrier()\nif i < out.size:\n    out[i] = vy.bitcast(vy.{1}, cells[vy.local_id()])\n    raw[i] = vy.bitcast(vy.{1}, a[i])\n    whole[i] = vy.bitcast(vy.{0}, b[i])"
    made = kernel(
        body.format(t.name, unsigned),
        f"a: vy.In[vy.{t.name}], b: vy.In[vy.{unsigned}], out: vy.Out[vy.{unsigned}], raw: vy.Out[vy.{unsigned}], whole: vy.Out[vy.{t.name}]",
    )
    results = made(array(t, patterns), np.array(patterns, unsigned.replace("u", "uint")), backend=device)
    assert [bits(r) for r in results] == [[one] * len(patterns)] * 3


@BOTH
def test_rule_3_4_a_signalling_nan_behaves_as_a_quiet_one(session: Session, device: str, t: Type) -> None:
    need(session, device, t.name)
    signalling, two = nan_bits(t) - (1 << (t.digits - 2)) + 1, bits_of(2.0, t)
    rows: list[tuple[int, ...]] = [(signalling, two, 0), (two, signalling, 0)]
    values = {
        "vy.min(x, y)": two,
        "vy.max(x, y)": two,
        "x + y": nan_bits(t),
        "vy.clamp(x, y, 3.0)": two,
        "1.0 if x < y or x > y or x == y else 2.0": two,
    }
    hold_rows(
        device,
        t,
        *((text, rows, [want] * 2) for text, want in values.items()),
        ("1.0 if vy.isnan(x) else 2.0", rows, [bits_of(1.0, t), two]),
    )


@BOTH
def test_rule_3_4_copysign_takes_a_nan_as_positive(session: Session, device: str, t: Type) -> None:
    need(session, device, t.name)
    nans = [x for x in corners(t) if np.isnan(float_of(x, t))]
    rows: list[tuple[int, ...]] = [(bits_of(v, t), n, 0) for n in nans for v in (-3.0, 3.0, -0.0)]
    hold_rows(
        device, t,
        ("vy.copysign(x, y)", rows, [bits_of(abs(float_of(x, t)), t) for x, _, _ in rows]),
        ("vy.copysign(x, -y)", rows, [bits_of(abs(float_of(x, t)), t) for x, _, _ in rows]),
    )  # fmt: skip


@BOTH
def test_rule_3_6_float_to_integer_truncates_and_saturates_and_nan_is_0(session: Session, device: str, t: Type) -> None:
    need(session, device, t.name)
    for name in ("u8", "u16", "u32", "u64", "i8", "i16", "i32", "i64"):
        target = TYPES[name]
        need(session, device, name)
        edges = [0.9, -0.9, 1.9, -1.9, np.inf, -np.inf, np.nan, 1e30, -1e30]
        for near in (target.low, target.high, target.high + 1):
            at = bits_of(nearest(Fraction(near), t), t)
            edges += [float_of(at + d, t) for d in (-1, 0, 1) if at + d > 0]
        patterns = [bits_of(nearest(Fraction(x), t), t) if np.isfinite(x) else bits_of(x, t) for x in edges]
        found = run(
            device, f"out[i] = vy.{name}(a[i])", f"a: vy.In[vy.{t.name}], out: vy.Out[vy.{name}]", array(t, patterns)
        )
        assert bits(found) == [converted(float_of(p, t), t, target) for p in patterns], name


@pytest.mark.parametrize("source", ["u8", "u16", "u32", "u64", "i8", "i16", "i32", "i64", "f16", "bf16", "f32", "f64"])
@BOTH
def test_rule_3_6_to_float_rounds_to_nearest_even(session: Session, device: str, source: str, t: Type) -> None:
    need(session, device, source, t.name)
    s = TYPES[source]
    values = [*columns(source, 100, wide=False)[0]]
    if s.kind != "float":
        around = [1 << k for k in range(7 if t.bits == 16 else 20, s.bits)]
        values += [
            s.wrap(x + d)
            for x in around
            for d in (-1, 1, x >> 24, (x >> 24) + 1, (x >> 24) * 3, x >> 53, (x >> 53) * 3)
        ]
        half = t.digits  # of the last digit
        values += [s.wrap(x + (x >> half) * k + d) for x in around for k in (1, 3) for d in (-1, 0, 1)]
    found = run(
        device, f"out[i] = vy.{t.name}(a[i])", f"a: vy.In[vy.{source}], out: vy.Out[vy.{t.name}]", array(s, values)
    )
    assert bits(found) == [converted(x, s, t) for x in numbers(s, tuple(values))]


@pytest.mark.parametrize("t", FLOATS[:2], ids=lambda t: t.name)
@pytest.mark.parametrize("source", ["f32", "f64"])
def test_rule_3_6_a_wider_float_is_rounded_once(session: Session, device: str, source: str, t: Type) -> None:
    """Midpoints of two neighbours, and the numbers next to them: f64 rounded by way of f32 ties where it must not."""
    need(session, device, source, t.name)
    s, dice = TYPES[source], random.Random(f"{source} to {t.name}")
    near: list[int] = []
    for k in [0, 1, 2, (1 << (t.digits - 1)) - 1, *(dice.randrange(nan_bits(t) - (1 << t.digits)) for _ in range(200))]:
        middle = (Fraction(float_of(k, t)) + Fraction(float_of(k + 1, t))) / 2
        at = bits_of(float(middle), s)
        near += [at + d | sign << (s.bits - 1) for d in (-1, 0, 1) for sign in (0, 1)]
    found = run(
        device, f"out[i] = vy.{t.name}(a[i])", f"a: vy.In[vy.{source}], out: vy.Out[vy.{t.name}]", array(s, near)
    )
    assert bits(found) == [converted(float_of(x, s), s, t) for x in near]
