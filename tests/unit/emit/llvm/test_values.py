"""Every operation of the table, on every type of the CPU backend, over corner values, against its meaning.

Each case runs twice: with values that differ between lanes (vector code), and with uniform ones (scalar code).
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

import numpy as np
import pytest

from vyre.dtypes import BY_NAME, DType, bool_
from vyre.emit.llvm.values import LOWERED
from vyre.emit.scalar import from_bits, meaning, to_bits
from vyre.errors import ValidationError
from vyre.ir.builder import Builder
from vyre.ir.literals import float_bits
from vyre.ir.ops import OPS, result_type
from vyre.ir.values import Val
from vyre.run.arrays import numpy_dtype
from vyre.run.session import Session

TYPES = list(BY_NAME.values())


@pytest.fixture(scope="module")
def session() -> Iterator[Session]:
    with Session("cpu") as opened:
        yield opened


def corners(t: DType) -> list[int]:
    """Bit patterns that break things."""
    if t.is_bool:
        return [0, 1]
    if t.is_integer:
        top = 1 << (t.bits - 1)
        picks = {
            0,
            1,
            2,
            3,
            7,
            t.bits - 1,
            t.bits,
            top - 2,
            top - 1,
            top,
            top + 1,
            2 * top - 2,
            2 * top - 1,
            0x5A5A5A5A5A5A5A5A % (2 * top),
        }
        return sorted(p % (2 * top) for p in picks)
    values = [
        0.0,
        -0.0,
        1.0,
        -1.0,
        0.5,
        -0.5,
        1.5,
        2.5,
        -2.5,
        3.7,
        -3.7,
        255.5,
        2147483647.5,
        2147483648.0,
        -2147483649.0,
        4294967295.0,
    ]
    values += [
        4294967296.0,
        9.3e18,
        -9.3e18,
        1.9e19,
        1e-30,
        8388609.0,
        16777217.0,
        float("inf"),
        float("-inf"),
        float("nan"),
    ]
    found = [float_bits(t, v) for v in values]
    if t.bits == 16:
        infinity = float_bits(t, float("inf"))
        return [*found, 1, 0x8001, infinity - 1, infinity + 1, 0xFFC5, 1 << t.mantissa]
    if t.bits == 32:
        return [*found, 1, 0x80000001, 0x007FFFFF, 0x7F7FFFFF, 0x7F800001, 0xFFC12345, 0x00800000]
    return [*found, 1, (1 << 63) | 1, 0x7FEFFFFFFFFFFFFF, 0x7FF0000000000001, 0xFFF8000000012345, 0x0010000000000000]


def signatures(op: str) -> Iterator[tuple[tuple[DType, ...], DType]]:
    """Operand types that the operation takes, and its result type."""
    arity = OPS[op].arity
    if op in ("cast", "bitcast"):
        for source, target in itertools.product(TYPES, TYPES):
            try:
                yield (source,), result_type(op, [source], target)
            except ValidationError:
                continue
        return
    for types in itertools.product(TYPES, repeat=arity):
        try:
            yield types, result_type(op, types)
        except ValidationError:
            continue


def array(t: DType, bits: Sequence[int]) -> np.ndarray:
    raw = np.array(bits, dtype=f"u{t.nbytes}")
    return raw.view(numpy_dtype(t))


def expected(op: str, types: tuple[DType, ...], result: DType, columns: Sequence[Sequence[int]]) -> list[int]:
    f = meaning(op, types, result)
    rows = zip(*columns, strict=True)
    return [to_bits(result, f(*[from_bits(t, b) for t, b in zip(types, row, strict=True)])) for row in rows]


CASES = [(op, types, result) for op in sorted(OPS) for types, result in signatures(op)]
GROUPS = {op: [c for c in CASES if c[0] == op] for op in sorted(OPS)}


def test_the_emitter_lowers_exactly_the_table() -> None:
    assert frozenset(OPS) == LOWERED


def columns_of(types: tuple[DType, ...]) -> list[tuple[int, ...]]:
    """All combinations of corner values, a column an operand; of three operands a part of them."""
    picks = [corners(t)[:: 3 if len(types) == 3 and t is not bool_ else 1] for t in types]
    return list(zip(*itertools.product(*picks), strict=True))


def check_op(session: Session, op: str, *, uniform: bool) -> None:
    """All signatures of an operation, twelve to a program."""
    group = GROUPS[op]
    for start in range(0, len(group), 12):
        part = group[start : start + 12]
        columns = [columns_of(types) for _, types, _ in part]
        b = Builder("op", domain=1 if uniform else max(len(c[0]) for c in columns))
        given: list[np.ndarray] = []
        for n, ((_, types, result), c) in enumerate(zip(part, columns, strict=True)):
            ins = [b.input(f"x{n}_{k}", t) for k, t in enumerate(types)]
            out = b.output(f"out{n}", result, count=len(c[0]))
            given += [array(t, bits) for t, bits in zip(types, c, strict=True)]
            if uniform:
                with b.for_(0, len(c[0])) as k:
                    out[k] = apply(b, op, result, [x[k] for x in ins])
            else:
                i = b.global_id()
                with b.if_(i < out.size):
                    out[i] = apply(b, op, result, [x[i] for x in ins])
        outs = session.dispatch(b.build(), given)
        for (_, types, result), c, made in zip(part, columns, outs, strict=True):
            wanted = expected(op, types, result, c)
            got = made.view(f"u{result.nbytes}").tolist()
            rows = zip(zip(*c, strict=True), got, wanted, strict=True)
            wrong = [(list(map(hex, row)), hex(g), hex(e)) for row, g, e in rows if g != e]
            assert not wrong, (op, types, result, wrong[:5])


def apply(b: Builder, op: str, result: DType, args: list[Val]) -> Val:
    if op == "cast":
        return b.cast(result, args[0])
    return b.bitcast(result, args[0]) if op == "bitcast" else b.op(op, *args)


@pytest.mark.parametrize("op", sorted(OPS))
def test_an_operation_on_vectors(session: Session, op: str) -> None:
    check_op(session, op, uniform=False)


@pytest.mark.parametrize("op", sorted(OPS))
def test_an_operation_on_scalars(session: Session, op: str) -> None:
    """The operands are loaded at one index for all lanes, so the operation is scalar code."""
    check_op(session, op, uniform=True)


@pytest.mark.parametrize("op", ["div", "rem", "floordiv", "floormod", "shl", "shr", "rotl", "rotr"])
def test_a_literal_right_operand(session: Session, op: str) -> None:
    for _, types, result in GROUPS[op]:
        if types[0] is not types[1] or not types[0].is_integer:
            continue
        t = types[0]
        for literal in (1, 2, 3, 7, 10, -1, -2, -7, t.max, t.min):
            if not t.min <= literal <= t.max or literal == 0:
                continue
            b = Builder("op")
            x, out = b.input("x", t), b.output("out", result)
            i = b.global_id()
            with b.if_(i < out.size):
                out[i] = b.op(op, x[i], b.const(t, literal))
            bits = corners(t)
            made = session.dispatch(b.build(), [array(t, bits)])[0]
            wanted = expected(op, types, result, [bits, [to_bits(t, literal)] * len(bits)])
            assert made.view(f"u{result.nbytes}").tolist() == wanted, (op, t, literal)
