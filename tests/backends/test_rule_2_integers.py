"""Rule 2: integers. The operations run in the table's kernels; what the table does not say is written here."""

from __future__ import annotations

import itertools
from typing import Final

import numpy as np
import pytest

import vyre as vy
from vyre.run.session import Session

from .exact import INTEGERS, TYPES, Number, Type, converted, expected, reinterpreted
from .table import DIVISIONS, WHOLE, cases, hold, need
from .values import array, bits, columns, numbers
from .writing import hold_rows, kernel, refused, run

PAIRS: Final = [(s, t) for s in TYPES.values() for t in TYPES.values()]


def word(t: Type) -> str:
    return "bool_" if t.name == "bool" else t.name


def pairs(a: list[int], b: list[int]) -> list[tuple[int, ...]]:
    return list(zip(a, b, strict=True))


@pytest.mark.parametrize(
    ("op", "name"), cases("add", "sub", "mul", "neg", "abs", "sign", "and", "or", "xor", "not", kinds=WHOLE)
)
def test_rule_2_1_arithmetic_wraps_at_the_width(session: Session, device: str, op: str, name: str) -> None:
    hold(session, device, op, name)


@pytest.mark.parametrize("t", INTEGERS, ids=lambda t: t.name)
def test_rule_2_1_edges_of_the_width(session: Session, device: str, t: Type) -> None:
    need(session, device, t.name)
    low, high, minus = t.low, t.high, t.wrap(-1)
    hold_rows(
        device, t,
        ("x + y", [(high, 1), (low, minus), (high, high)], [low, t.wrap(low - 1), t.wrap(2 * high)]),
        ("x * y", [(high, high), (low, low), (high, low)], [t.wrap(high * high), t.wrap(low * low), t.wrap(high * low)]),
        ("-x", [(low,), (high,), (1,)], [t.wrap(-low), t.wrap(-high), minus]),
        ("vy.abs(x)", [(low,), (high,)], [low, high]),
        ("abs(x) + np.absolute(y)", [(low, 3), (3, 4)], [t.wrap(low + 3), 7]),
    )  # fmt: skip


@pytest.mark.parametrize(("op", "name"), cases(*DIVISIONS, kinds=WHOLE))
def test_rule_2_2_division_truncates_or_floors_as_it_is_spelled(
    session: Session, device: str, op: str, name: str
) -> None:
    hold(session, device, op, name)


def test_rule_2_2_the_signs_of_quotients_and_remainders(device: str) -> None:
    i32 = TYPES["i32"]
    a, b = [7, 7, -7, -7, 6, -6], [2, -2, 2, -2, -3, 3]
    hold_rows(
        device, i32,
        ("vy.div(x, y)", pairs(a, b), [3, -3, -3, 3, -2, -2]),
        ("vy.rem(x, y)", pairs(a, b), [1, 1, -1, -1, 0, 0]),
        ("x // y", pairs(a, b), [p // q for p, q in zip(a, b, strict=True)]),
        ("x % y", pairs(a, b), [p % q for p, q in zip(a, b, strict=True)]),
    )  # fmt: skip
    q, r = run(device, "q, r = divmod(a[i], b[i])\nout[i] = q\nrest[i] = r", "a: vy.In[vy.i32], b: vy.In[vy.i32], out: vy.Out[vy.i32], rest: vy.Out[vy.i32]",
               np.array(a, np.int32), np.array(b, np.int32))  # fmt: skip
    assert list(zip(q.tolist(), r.tolist(), strict=True)) == [divmod(p, q) for p, q in zip(a, b, strict=True)]


@pytest.mark.parametrize("t", INTEGERS, ids=lambda t: t.name)
def test_rule_2_2_a_slash_between_integers_is_an_error_that_names_floor_division_and_a_cast(t: Type) -> None:
    signature = f"a: vy.In[vy.{t.name}], b: vy.In[vy.{t.name}], out: vy.Out[vy.{t.name}]"
    error = refused("K203", "out[i] = a[i] / b[i]", signature, fix="//")
    assert "vy.f" in error.fix
    refused("K203", "x = a[i]\nx /= b[i]\nout[i] = x", signature, fix="//")
    hold_rows("cpu", t, ("x // y", [(7, 2), (9, 3)], [3, 3]))
    b = vy.Builder("slash")
    x = b.input("x", getattr(vy, t.name))
    with pytest.raises(vy.ValidationError) as caught:
        _ = x[0] / x[1]
    assert caught.value.code == "V300"
    assert "//" in caught.value.fix
    assert "cast" in caught.value.fix


@pytest.mark.parametrize("t", INTEGERS, ids=lambda t: t.name)
def test_rule_2_3_division_by_zero_has_a_value(session: Session, device: str, t: Type) -> None:
    need(session, device, t.name)
    a = [*columns(t.name, 20, wide=False)[0]]
    ones = -1 if t.kind == "int" else t.high
    values = {"vy.div(x, y)": ones, "x // y": ones, "vy.rem(x, y)": 0, "x % y": 0, "vy.ceil_div(x, y)": ones}
    hold_rows(device, t, *((text, [(x, 0) for x in a], [want] * len(a)) for text, want in values.items()))


@pytest.mark.parametrize("name", ["i32", "i64"])
def test_rule_2_3_min_by_minus_one(session: Session, device: str, name: str) -> None:
    need(session, device, name)
    t = TYPES[name]
    values = {"vy.div(x, y)": t.low, "x // y": t.low, "vy.rem(x, y)": 0, "x % y": 0}
    hold_rows(device, t, *((text, [(t.low, -1)] * 9, [want] * 9) for text, want in values.items()))


@pytest.mark.parametrize(
    "text",
    [
        "a[i] // 0",
        "a[i] % 0",
        "vy.div(a[i], 0)",
        "vy.rem(a[i], 0)",
        "a[i] // (3 - 3)",
        "divmod(a[i], 0)[0]",
        "7 // 0",
        "vy.ceil_div(a[i], 0)",
    ],
)
def test_rule_2_3_a_literal_zero_divisor_is_a_compile_error(text: str) -> None:
    refused("K207", f"out[i] = {text}")
    found = run(
        "cpu",
        f"out[i] = {text.replace('0)[', '2)[').replace(', 0)', ', 2)').replace('// 0', '// 2').replace('% 0', '% 2').replace('3 - 3', '3 - 1')}",
        "a: vy.In[vy.u32], out: vy.Out[vy.u32]",
        np.array([9], np.uint32),
    )
    assert found.tolist() == [
        {"a[i] % 0": 1, "vy.rem(a[i], 0)": 1, "7 // 0": 3, "vy.ceil_div(a[i], 0)": 5}.get(text, 4)
    ]


@pytest.mark.parametrize("op", ["div", "rem", "floordiv", "floormod"])
def test_rule_2_3_also_from_the_builder(op: str) -> None:
    b = vy.Builder("zero")
    x, out = b.input("x", vy.i32), b.output("out", vy.i32)
    out[b.global_id()] = b.op(op, x[b.global_id()], b.const(vy.i32, 0))
    with pytest.raises(vy.ValidationError) as caught:
        b.build().check()
    assert caught.value.code == "V320"


@pytest.mark.parametrize(("op", "name"), cases("shl", "shr", "rotl", "rotr", kinds=WHOLE))
def test_rule_2_4_counts_are_taken_modulo_the_width(session: Session, device: str, op: str, name: str) -> None:
    hold(session, device, op, name)


@pytest.mark.parametrize(("t", "count"), list(itertools.product(INTEGERS, INTEGERS)), ids=lambda t: t.name)
def test_rule_2_4_counts_of_any_type(session: Session, device: str, t: Type, count: Type) -> None:
    need(session, device, t.name, count.name)
    rows = list(itertools.product(columns(t.name, 2, wide=False)[0], columns(count.name, 2, wide=False)[0]))
    texts = {"shl": "a[i] << b[i]", "shr": "a[i] >> b[i]", "rotl": "vy.rotl(a[i], b[i])", "rotr": "vy.rotr(a[i], b[i])"}
    body = "i = vy.global_id()\nn = a.size\nif i < n:\n" + "\n".join(
        f"    out[{k} * n + i] = {text}" for k, text in enumerate(texts.values())
    )
    made = kernel(
        body, f"a: vy.In[vy.{t.name}], b: vy.In[vy.{count.name}], out: vy.Out[vy.{t.name}]", options="domain='a'"
    )
    found = made(
        array(t, [p for p, _ in rows]),
        array(count, [q for _, q in rows]),
        shapes={"out": (4 * len(rows),)},
        backend=device,
    )
    for row, op in zip(found.reshape(4, -1), texts, strict=True):
        # modulo the width is congruent for negative counts too, as Python's % has it
        assert bits(row) == [expected(op, t, p, q) for p, q in rows], op


def test_rule_2_4_a_shift_right_of_a_signed_type_is_arithmetic(device: str) -> None:
    hold_rows(
        device,
        TYPES["i32"],
        ("x >> y", pairs([-1, -8, -(2**31), -5, 2**31 - 1], [31, 1, 31, 0, 30]), [-1, -4, -1, -5, 1]),
    )
    hold_rows(device, TYPES["u32"], ("x >> y", [(2**32 - 1, 31), (2**31, 31)], [1, 1]))
    with pytest.warns(vy.VyreWarning, match="modulo the width"):
        found = run(device, "out[i] = a[i] << 33", "a: vy.In[vy.u32], out: vy.Out[vy.u32]", np.array([1, 5], np.uint32))
    assert found.tolist() == [2, 10]


@pytest.mark.parametrize(
    ("op", "name"),
    cases(
        "popcount", "clz", "ctz", "reverse_bits", "mulhi", "saturating_add", "saturating_sub", "abs_diff", kinds=WHOLE
    ),
)
def test_rule_2_5_bits_high_halves_clamps_and_distances(session: Session, device: str, op: str, name: str) -> None:
    hold(session, device, op, name)


@pytest.mark.parametrize("t", INTEGERS, ids=lambda t: t.name)
def test_rule_2_5_types_and_edges(session: Session, device: str, t: Type) -> None:
    need(session, device, t.name)
    full, low, high = t.wrap(-1), t.low, t.high
    ends: list[tuple[int, ...]] = [(0,), (full,), (1,)]
    hold_rows(
        device, t,
        ("vy.clz(x)", ends, [t.bits, 0, t.bits - 1]),
        ("vy.ctz(x)", ends, [t.bits, 0, 0]),
        ("vy.popcount(x)", ends, [0, t.bits, 1]),
        ("vy.reverse_bits(x)", ends, [0, full, t.wrap(1 << (t.bits - 1))]),
        ("vy.saturating_add(x, y)", [(high, 1), (low, full)], [high, t.clamp(low + full)]),
        ("vy.saturating_sub(x, y)", [(low, 1), (high, full)], [low, t.clamp(high - full)]),
        ("vy.mulhi(x, y)", [(low, low), (high, high), (full, full)], [t.wrap((p * p) >> t.bits) for p in (low, high, full)]),
    )  # fmt: skip
    hold_rows(device, t, ("vy.abs_diff(x, y)", [(low, high), (high, low)], [t.unsigned.high] * 2), gives=t.unsigned)
    for name in ("clz", "ctz", "popcount", "reverse_bits"):
        refused(
            "K200",
            f"out[i] = vy.{name}(a[i])",
            f"a: vy.In[vy.{t.name}], out: vy.Out[vy.{'u8' if t.name != 'u8' else 'u32'}]",
        )
    if t.kind == "int":
        refused("K200", "out[i] = vy.abs_diff(a[i], a[i])", f"a: vy.In[vy.{t.name}], out: vy.Out[vy.{t.name}]")


@pytest.mark.parametrize("op", ["popcount", "clz", "ctz", "reverse_bits"])
def test_rule_2_5_bits_of_other_types_are_refused(op: str) -> None:
    for name in ("f32", "bool_"):
        refused("K202", f"x = vy.{op}(a[i])\nout[i] = 0", f"a: vy.In[vy.{name}], out: vy.Out[vy.u32]")
    assert run(
        "cpu",
        f"out[i] = vy.{op}(vy.bitcast(vy.u32, a[i]))",
        "a: vy.In[vy.f32], out: vy.Out[vy.u32]",
        np.zeros(1, np.float32),
    ).tolist() == [{"clz": 32, "ctz": 32}.get(op, 0)]


@pytest.mark.parametrize(("source", "target"), PAIRS, ids=lambda t: t.name)
def test_rule_2_6_casts(session: Session, device: str, source: Type, target: Type) -> None:
    need(session, device, source.name, target.name)
    values = columns(source.name, 400, wide=False)[0]
    found = run(
        device,
        f"out[i] = vy.{word(target)}(a[i])",
        f"a: vy.In[vy.{word(source)}], out: vy.Out[vy.{word(target)}]",
        array(source, values),
    )
    want: list[Number] = [converted(x, source, target) for x in numbers(source, values)]
    assert bits(found) == [int(x) for x in want]


@pytest.mark.parametrize(
    ("source", "target"),
    [(s, t) for s, t in PAIRS if s.bits == t.bits and "bool" not in (s.name, t.name)],
    ids=lambda t: t.name,
)
def test_rule_2_6_bitcasts(session: Session, device: str, source: Type, target: Type) -> None:
    need(session, device, source.name, target.name)
    values = columns(source.name, 400, wide=False)[0]
    found = run(
        device,
        f"out[i] = vy.bitcast(vy.{target.name}, a[i])",
        f"a: vy.In[vy.{source.name}], out: vy.Out[vy.{target.name}]",
        array(source, values),
    )
    patterns = values
    if source.kind == "float":  # a NaN is the one NaN before its bits are seen
        patterns = tuple(reinterpreted(x, source) for x in values)
    assert bits(found) == [reinterpreted(x & ((1 << target.bits) - 1), target) for x in patterns]


@pytest.mark.parametrize(
    ("source", "target"),
    [(s, t) for s, t in PAIRS if s.bits != t.bits or "bool" in (s.name, t.name)],
    ids=lambda t: t.name,
)
def test_rule_2_6_a_bitcast_needs_equal_widths_and_no_bool(source: Type, target: Type) -> None:
    signature = f"a: vy.In[vy.{word(source)}], out: vy.Out[vy.{word(target)}]"
    error = refused("K213", f"out[i] = vy.bitcast(vy.{word(target)}, a[i])", signature)
    cast = error.fix.partition(": ")[2]
    applied = cast if target.name == "bool" else f"vy.bitcast(vy.{word(target)}, {cast})"
    assert kernel(f"out[i] = {applied}", signature, guard=True).program.check() is not None
    b = vy.Builder("cast")
    a = b.input("a", getattr(vy, word(source)))
    with pytest.raises(vy.ValidationError) as caught:
        b.bitcast(getattr(vy, word(target)), a[0])
    assert caught.value.code == "V300"
    assert (f"cast to a {target.bits}-bit" if target.name != "bool" else "cast it to bool") in caught.value.fix


def test_rule_2_6_python_s_bool_is_the_cast(device: str) -> None:
    found = run(
        device, "out[i] = bool(a[i])", "a: vy.In[vy.u32], out: vy.Out[vy.bool_]", np.array([0, 1, 2**31], np.uint32)
    )
    assert found.tolist() == [False, True, True]
    refused("K208", "out[i] = int(a[i])", fix="vy.i32(a[i])")


@pytest.mark.parametrize(("op", "name"), cases("cube"))
def test_rule_2_7_a_cube_multiplies_twice(session: Session, device: str, op: str, name: str) -> None:
    hold(session, device, op, name)


@pytest.mark.parametrize("name", ["u8", "u32", "i32", "u64", "i64", "f32", "f64"])
def test_rule_2_7_a_literal_power_is_repeated_multiplication_in_binary_order(
    session: Session, device: str, name: str
) -> None:
    need(session, device, name)
    t = TYPES[name]
    values = columns(name, 60, wide=False)[0]
    powers = [0, 1, 2, 3, 5, 7, 11, 15, 23, 31, 47, 63, 64]
    body = "i = vy.global_id()\nn = a.size\nif i < n:\n" + "\n".join(
        f"    out[{k} * n + i] = a[i] ** {p}" for k, p in enumerate(powers)
    )
    made = kernel(body, f"a: vy.In[vy.{name}], out: vy.Out[vy.{name}]", options="domain='a'")
    found = made(array(t, values), shapes={"out": (len(powers) * len(values),)}, backend=device).reshape(
        len(powers), -1
    )
    for row, power in zip(found, powers, strict=True):
        assert bits(row) == [_power(x, power, t) for x in values], power


def _power(x: int, k: int, t: Type) -> int:
    def times(a: int, b: int) -> int:
        if t.kind != "float":
            return t.wrap(a * b)
        p, q = numbers(t, (a, b))
        return int(expected("mul", t, p, q))

    if k == 0:
        return 1 if t.kind != "float" else {32: 0x3F800000, 64: 0x3FF0000000000000}[t.bits]
    result = x if t.kind != "float" else reinterpreted(x, t)
    for bit in bin(k)[3:]:
        result = times(result, result)
        if bit == "1":
            result = times(result, x)
    return result


def test_rule_2_7_other_powers_are_refused_with_a_fix(device: str) -> None:
    for text in ("a[i] ** a[i]", "2 ** a[i]", "a[i] ** 65", "a[i] ** -1", "pow(a[i], a[i])"):
        error = refused("K209", f"out[i] = {text}")
        assert "1 << k" in error.fix
    refused("K202", "out[i] = f[i] ** f[i]", "f: vy.In[vy.f64], out: vy.Out[vy.f64]", fix="vy.pow(vy.f32(f[i]), ")
    a = np.array([0, 3, 4], np.uint32)
    assert run(device, "out[i] = 1 << a[i]", "a: vy.In[vy.u32], out: vy.Out[vy.u32]", a).tolist() == [1, 8, 16]
    looped = "p = vy.u32(1)\nfor _ in range(a[i]):\n    p = p * a[i]\nout[i] = p + pow(a[i], 2)"
    assert run(device, looped, "a: vy.In[vy.u32], out: vy.Out[vy.u32]", a).tolist() == [1, 36, 272]


@pytest.mark.parametrize("name", ["i8", "i16", "i32"])
def test_rule_1_3_a_narrow_number_beside_a_constant_of_64_bits(session: Session, device: str, name: str) -> None:
    """Compilers turn this into comparisons of narrow numbers, rightly or not."""
    need(session, device, "i64", name)
    t = TYPES[name]
    constants = (
        0,
        3,
        -3,
        t.low,
        t.high,
        t.high + 1,
        t.low - 1,
        1 << 31,
        (1 << 31) - 1,
        -(1 << 31) - 1,
        1 << 40,
        -(1 << 40),
    )
    values = (0, 1, 3, -1, -3, t.low, t.high)
    b = vy.Builder("beside", workgroup=len(values), domain=len(values))
    x, out = b.input("x", getattr(vy, name)), b.output("out", vy.u32, count=len(values) * len(constants))
    i = b.global_id()
    for k, c in enumerate(constants):
        wide = b.const(vy.i64, c)
        ways = (x[i] < wide, x[i] <= wide, x[i] > wide, x[i] >= wide, x[i] == wide, wide < x[i])
        found = b.let(f"found{k}", b.const(vy.u32, 0))
        for n, way in enumerate(ways):
            found.set(found | b.cast(vy.u32, way) << n)
        out[i * len(constants) + k] = found
    (got,) = session.dispatch(b.build(), [np.array(values, t.numpy)], backend=device)
    want = [
        [(v < c) | (v <= c) << 1 | (v > c) << 2 | (v >= c) << 3 | (v == c) << 4 | (c < v) << 5 for c in constants]
        for v in values
    ]
    assert np.asarray(got).reshape(len(values), len(constants)).tolist() == want


@pytest.mark.parametrize("name", ["u64", "i64"])
def test_rule_2_4_constant_counts_of_64_bit_shifts(session: Session, device: str, name: str) -> None:
    need(session, device, name)
    t = TYPES[name]
    counts = (0, 1, 31, 32, 33, 63, 64, 96, 127, 0x7FFFFFE0, 0xFFFFFFE0, 0xFFFFFFC0, 0xFFFFFFFF)
    value = t.wrap(0x9566778811223344)
    b = vy.Builder("counts", workgroup=1, domain=1)
    x, out = b.input("x", getattr(vy, name)), b.output("out", getattr(vy, name), count=4 * len(counts))
    for k, c in enumerate(counts):
        n = b.const(vy.u32, c)
        for way, shifted in enumerate((x[0] << n, x[0] >> n, b.rotl(x[0], n), b.rotr(x[0], n))):
            out[4 * k + way] = shifted
    (got,) = session.dispatch(b.build(), [np.array([value], t.numpy)], backend=device)
    want = []
    for c in (c % 64 for c in counts):
        bits_ = value % (1 << 64)
        turned = (bits_ << c | bits_ >> (64 - c), bits_ >> c | bits_ << (64 - c))
        want += [t.wrap(value << c), value >> c, *(t.wrap(w) for w in turned)]
    assert np.asarray(got).tolist() == want
