"""Integer operations on operands of two types, on literals, and on bools: rules 1.3, 2.4 and 2.6 on every device."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence

import numpy as np
import pytest

import vyre as vy
from vyre.dtypes import DType, bool_, i32, u8, u32
from vyre.emit.scalar import meaning
from vyre.emit.wgsl.integers import INTEGER_OPS
from vyre.errors import ValidationError
from vyre.ir.builder import Builder
from vyre.ir.ops import OPS, result_type
from vyre.ir.program import Program
from vyre.ir.values import Val
from vyre.run.session import Session

_TYPES = (u8, u32, i32)
_CORNERS: dict[DType, tuple[int, ...]] = {
    u8: (0, 1, 2, 3, 7, 8, 31, 100, 127, 128, 200, 254, 255),
    u32: (0, 1, 2, 3, 31, 32, 33, 65535, 65537, 299999, 16777217, 2**31 - 1, 2**31, 2**32 - 2, 2**32 - 1),
    i32: (0, 1, 2, 3, 7, 31, 32, 100000, 299999, 2**31 - 1, -1, -2, -3, -7, -33, -65536, 1 - 2**31, -(2**31)),
}
_LITERAL_PAIRS: dict[DType, tuple[tuple[int, int], ...]] = {
    u8: ((200, 100), (255, 255), (0, 1), (7, 9)),
    u32: ((2**32 - 1, 2**32 - 1), (1, 33), (0, 1), (2**31, 3), (5, 2**32 - 1)),
    i32: ((-(2**31), -1), (2**31 - 1, 1), (-7, 3), (7, -3), (1, -31), (-1, 65537)),
}


def _operations(types: Sequence[DType]) -> Iterator[tuple[str, DType]]:
    """(operation, result type) of those that take these types."""
    for op in sorted(INTEGER_OPS - {"select", "cast", "bitcast"}):
        if OPS[op].arity == len(types):
            try:
                yield op, result_type(op, types)
            except ValidationError:
                continue


def _as_u32(b: Builder, x: Val) -> Val:
    return b.cast(u32, x)


def _program(
    types: Sequence[DType], literals: Sequence[Sequence[int]] | None = None
) -> tuple[Program, list[tuple[str, DType]]]:
    """Every operation on the operands of invocation i, or on literal operands, one u32 a result."""
    ops = list(_operations(types))
    b = Builder("operations", domain="a0")
    inputs = [b.input(f"a{k}", t) for k, t in enumerate(types)]
    out = b.output("out", u32)
    i = b.global_id()
    with b.if_(i < inputs[0].size):
        if literals is None:
            values = [a[i] for a in inputs]
            for n, (op, _) in enumerate(ops):
                out[i * len(ops) + n] = _as_u32(b, b.op(op, *values))
        else:
            for k, row in enumerate(literals):
                consts = [b.const(t, x) for t, x in zip(types, row, strict=True)]
                for n, (op, _) in enumerate(ops):
                    out[k * len(ops) + n] = _as_u32(b, b.op(op, *consts))
    return b.build(), ops


def _expected(types: Sequence[DType], ops: Sequence[tuple[str, DType]], rows: Sequence[Sequence[int]]) -> list[int]:
    return [int(meaning(op, types, result)(*row)) & 0xFFFFFFFF for row in rows for op, result in ops]


def _arrays(types: Sequence[DType], rows: Sequence[Sequence[int]]) -> list[np.ndarray]:
    return [np.array([row[k] for row in rows], dtype=t.numpy_name) for k, t in enumerate(types)]


def _check(
    session: Session, device: str, types: Sequence[DType], rows: Sequence[Sequence[int]], *, literal: bool
) -> None:
    program, ops = _program(types, rows if literal else None)
    out = np.zeros(len(rows) * len(ops), np.uint32)
    inputs = _arrays(types, rows[:1] if literal else rows)
    (got,) = session.dispatch(program, inputs, out=[out], backend=device)
    want = _expected(types, ops, rows)
    wrong = [
        (ops[n % len(ops)][0], rows[n // len(ops)], hex(got[n]), hex(x)) for n, x in enumerate(want) if got[n] != x
    ]
    assert not wrong, f"{len(wrong)} of {len(want)} wrong, first {wrong[:5]}"


@pytest.mark.parametrize("types", list(itertools.permutations(_TYPES, 2)), ids=lambda p: "-".join(t.name for t in p))
def test_operands_of_two_types(session: Session, device: str, types: tuple[DType, DType]) -> None:
    """Comparisons are mathematical (1.3); a shift's count may have any integer type (2.4)."""
    _check(session, device, types, list(itertools.product(_CORNERS[types[0]], _CORNERS[types[1]])), literal=False)


@pytest.mark.parametrize("t", _TYPES, ids=lambda t: t.name)
def test_literal_operands_mean_the_same(session: Session, device: str, t: DType) -> None:
    """Target compilers fold literals and refuse what overflows in them: nothing of that may show."""
    _check(session, device, (t, t), _LITERAL_PAIRS[t], literal=True)


def test_bools(session: Session, device: str) -> None:
    """Bool values, literals, locals, operations and casts (rule 2.6)."""
    b = Builder("bools", domain="a")
    a, c, out = b.input("a", bool_), b.input("c", bool_), b.output("out", u32)
    i = b.global_id()
    with b.if_(i < a.size):
        x, y = a[i], c[i]
        kept = b.let("kept", x)
        kept.set(b.op("xor", kept, True))
        parts = [
            x,
            y,
            b.op("and", x, y),
            b.op("or", x, y),
            b.op("xor", x, y),
            b.op("not", x),
            b.op("eq", x, y),
            b.op("ne", x, y),
        ]
        parts += [kept.get(), b.select(x, y, b.const(bool_, value=True))]
        word = b.cast(u32, b.const(bool_, value=False))
        for n, part in enumerate(parts):
            word = word | (b.cast(u32, part) << n)
        out[i] = word
    pairs = list(itertools.product((False, True), repeat=2))
    arrays = [np.array([p[k] for p in pairs]) for k in (0, 1)]
    (got,) = session.dispatch(b.build(), arrays, out=[np.zeros(4, np.uint32)], backend=device)
    want = [[x, y, x and y, x or y, x != y, not x, x == y, x != y, not x, y if x else True] for x, y in pairs]
    assert got.tolist() == [sum(bit << n for n, bit in enumerate(row)) for row in want]


_MAGNITUDES = {
    "abs": "abs(x)",
    "negated": "vy.select(x < 0, -x, x)",
    "from zero": "vy.select(x < 0, 0 - x, x)",
    "the larger": "max(x, -x)",
    "of the bits": "vy.i32(vy.select(x < 0, 0 - vy.u32(x), vy.u32(x)))",
    "by a branch": "y",
    "from a variable": "vy.select(x < 0, zero - x, x)",
}
_READERS: dict[str, Callable[[int], int]] = {
    "vy.rem({m}, 7)": lambda m: abs(m) % 7 * (-1 if m < 0 else 1),
    "vy.div({m}, 3)": lambda m: abs(m) // 3 * (-1 if m < 0 else 1),
    "{m} % 7": lambda m: m % 7,
    "{m} // 5": lambda m: m // 5,
    "{m} >> 31": lambda m: m >> 31,
    "vy.i32({m} < 0)": lambda m: int(m < 0),
    "vy.sign({m})": lambda m: (m > 0) - (m < 0),
    "vy.i32(vy.clz({m}))": lambda m: 32 - (m % 2**32).bit_length(),
    "vy.i32(vy.u32({m}) % 10)": lambda m: m % 2**32 % 10,
    "vy.i32({m} < vy.i32(7))": lambda m: int(m < 7),
}


@pytest.mark.parametrize("reader", _READERS)
@pytest.mark.parametrize("magnitude", _MAGNITUDES)
def test_rule_2_1_a_magnitude_of_MIN_stays_negative_to_who_reads_it(
    session: Session, device: str, magnitude: str, reader: str
) -> None:
    """abs(MIN) = MIN, and no compiler may take it for non-negative, however the magnitude was written. One that does
    (an OpenCL compiler for GPUs did) turns the signed remainder after it into an unsigned one."""
    kernel = vy.kernel_from_source(
        "def magnitudes(a: vy.In[vy.i32], out: vy.Out[vy.i32]):\n"
        "    i = vy.global_id()\n"
        "    if i < out.size:\n"
        "        x = a[i]\n"
        "        zero = 0\n"
        "        y = x\n"
        "        if x < 0:\n"
        "            y = -x\n"
        f"        m = {_MAGNITUDES[magnitude]}\n"
        f"        out[i] = {reader.format(m='m')}\n"
    )
    given = np.array(_CORNERS[i32], np.int32)
    want = [_READERS[reader](-(2**31) if x == -(2**31) else abs(x)) for x in _CORNERS[i32]]
    got = session.dispatch(kernel.program, [given], backend=device)[0]
    assert got.tolist() == want


def test_rule_2_7_a_builders_power_is_repeated_multiplication(session: Session, device: str) -> None:
    exponents = (0, 1, 2, 3, 7, 13, 32, 64)
    b = Builder("powers", domain="x")
    x, out = b.input("x", i32), b.output("out", i32)
    i = b.global_id()
    for n, k in enumerate(exponents):
        with b.if_(i < x.size):
            out[i * len(exponents) + n] = x[i] ** k
    given = np.array(_CORNERS[i32], np.int32)
    got = session.dispatch(
        b.build(), [given], out=[np.zeros(len(given) * len(exponents), np.int32)], backend=device, domain=len(given)
    )[0]
    want = [(int(v) ** k + 2**31) % 2**32 - 2**31 for v in given for k in exponents]
    assert got.tolist() == want
    other = Builder("wrong")
    for wrong, code in ((-1, "V404"), (65, "V404"), (True, "V404"), (2.0, "V405")):
        with pytest.raises(ValidationError, match=code):
            _ = other.const(u32, 2) ** wrong
