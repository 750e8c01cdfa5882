"""f16 and bf16 as vectors, for processors that convert halves and for those that don't: all values, all midpoints."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from tests.backends.exact import TYPES, Type, bits_of, expected, float_of, nearest
from tests.backends.halves import HALVES, ONE_NAN, PATTERNS, Doubles, doubles, held, midpoints, patterns
from vyre.config import DispatchConfig
from vyre.contract.backend import Launch, MemoryStore
from vyre.drivers.cpu import CpuBackend
from vyre.drivers.cpu.loader import assembly, host
from vyre.dtypes import BY_NAME, DType
from vyre.emit.llvm import Target, emit
from vyre.ir.builder import Builder
from vyre.ir.program import Program
from vyre.ir.values import Val
from vyre.plan.plan import make_plan
from vyre.run.arrays import view_of

Array = npt.NDArray[Any]
BOTH = pytest.mark.parametrize("t", HALVES, ids=lambda t: t.name)
HOST = Target.of(host().features)
TARGETS = {"host": HOST, "four lanes, integers": Target(4)}
if HOST.halves:
    TARGETS["eight lanes, halves"] = Target(8, 16, True, halves=True)


@pytest.fixture(params=list(TARGETS))
def backend(request: pytest.FixtureRequest) -> Iterator[CpuBackend]:
    opened = CpuBackend(CpuBackend.devices()[0], store=MemoryStore())
    opened.target = TARGETS[request.param]
    yield opened
    opened.close()


def run(backend: CpuBackend, program: Program, given: Sequence[Array], outs: Sequence[Array]) -> None:
    pipeline = backend.compile(make_plan(program.check(), config=DispatchConfig()), backend.profile())
    arrays = [*given, *outs]
    sizes = {f"b{slot.buffer}.size": a.size for slot, a in zip(pipeline.plan.slots, arrays, strict=True)}
    params = pipeline.plan.params.pack(sizes)
    groups = -(-arrays[-1].size // pipeline.plan.workgroup[0])
    views = tuple(view_of(a, writable=True) for a in arrays)
    backend.run([Launch(pipeline, views, (groups, 1, 1), params)])


def columns(
    backend: CpuBackend,
    inputs: Sequence[tuple[DType, Array]],
    results: Sequence[tuple[DType, Callable[[Builder, list[Val]], Val]]],
) -> list[list[int]]:
    """One element an invocation; each result as patterns."""
    b = Builder("columns")
    arrays = [b.input(f"x{n}", t) for n, (t, _) in enumerate(inputs)]
    outs = [b.output(f"out{n}", t) for n, (t, _) in enumerate(results)]
    i = b.global_id()
    with b.if_(i < arrays[0].size):
        values = [a[i] for a in arrays]
        for out, (_, make) in zip(outs, results, strict=True):
            out[i] = make(b, values)
    made = [np.zeros(len(inputs[0][1]), f"u{t.nbytes}") for t, _ in results]
    run(backend, b.build(), [a for _, a in inputs], made)
    return [m.tolist() for m in made]


def cast(target: DType) -> Callable[[Builder, list[Val]], Val]:
    return lambda b, x: b.cast(target, x[0])


def same_bits(target: DType, b: Builder, x: list[Val]) -> Val:
    return b.bitcast(target, x[0])


def op(name: str) -> Callable[[Builder, list[Val]], Val]:
    return lambda b, x: b.op(name, *x)


@BOTH
def test_every_value_under_every_operation_of_one_operand(backend: CpuBackend, t: Type) -> None:
    mine, x = BY_NAME[t.name], doubles(PATTERNS, t)
    with np.errstate(all="ignore"):
        sign = np.where(np.isnan(x), x, np.where(x == 0, 0.0, np.sign(x)))
        wanted = {
            "neg": -x, "abs": np.abs(x), "sqrt": np.sqrt(x), "recip": 1 / x, "floor": np.floor(x), "ceil": np.ceil(x),
            "trunc": np.trunc(x), "round": np.rint(x), "sign": sign,
        }  # fmt: skip
    tests = {"isnan": np.isnan(x), "isinf": np.isinf(x), "isfinite": np.isfinite(x)}
    results = [(mine, lambda _, v: v[0]), *((mine, op(n)) for n in wanted), *((BY_NAME["bool"], op(n)) for n in tests)]
    found = columns(backend, [(mine, held(PATTERNS, t))], results)
    assert found[0] == patterns(x, t).tolist()  # a copy: the same bits, and of every NaN the one
    for name, column in zip([*wanted, *tests], found[1:], strict=True):
        right = patterns(wanted[name], t) if name in wanted else tests[name].view(np.uint8)
        assert column == right.tolist(), name


@BOTH
def test_every_value_as_every_other_type_and_back(backend: CpuBackend, t: Type) -> None:
    mine, x = BY_NAME[t.name], doubles(PATTERNS, t)
    names = [n for n in BY_NAME if n != t.name]
    found = columns(backend, [(mine, held(PATTERNS, t))], [(BY_NAME[n], cast(BY_NAME[n])) for n in names])
    for name, column in zip(names, found, strict=True):
        target = TYPES[name]
        right: list[int]
        if name == "bool":
            right = (x != 0).astype(int).tolist()
        elif target.kind == "float" and target.bits == 16:
            right = patterns(x, target).tolist()
        elif target.kind == "float":
            right = [bits_of(float(v), target) for v in x]
        else:
            whole = [0 if v != v else target.high if v == np.inf else target.low if v == -np.inf else int(v) for v in x]
            right = [target.clamp(v) & ((1 << target.bits) - 1) for v in whole]
        assert column == right, name
    (same,) = columns(backend, [(BY_NAME["u16"], PATTERNS)], [(mine, partial(same_bits, mine))])
    assert same == patterns(x, t).tolist()
    raw, other = columns(
        backend,
        [(mine, held(PATTERNS, t))],
        [(BY_NAME[n], partial(same_bits, BY_NAME[n])) for n in ("i16", "f16" if t.name == "bf16" else "bf16")],
    )
    assert raw == patterns(x, t).tolist()
    target = next(h for h in HALVES if h is not t)
    assert other == patterns(doubles(patterns(x, t), target), target).tolist()


@BOTH
def test_wider_floats_are_rounded_once(backend: CpuBackend, t: Type) -> None:
    """Each value, each midpoint, and their neighbours in the wider type: where rounding by way of f32 goes wrong."""
    mine, middle = BY_NAME[t.name], midpoints(t)
    mixed = np.concatenate([middle, doubles(PATTERNS[: len(middle)], t)])
    for name, dtype in (("f32", np.float32), ("f64", np.float64)):
        wide = mixed.astype(dtype)
        near = [wide, np.nextafter(wide, dtype(np.inf)), np.nextafter(wide, dtype(-np.inf))]
        near.append(np.array([np.nan, -np.nan, np.inf, np.finfo(dtype).max, np.finfo(dtype).tiny / 2, 1e30], dtype))
        x = np.concatenate([*near, *(-v for v in near)])
        (found,) = columns(backend, [(BY_NAME[name], x)], [(mine, cast(mine))])
        assert found == patterns(x.astype(np.float64), t).tolist(), name
        if name == "f64":
            with np.errstate(over="ignore"):
                twice = patterns(x.astype(np.float32).astype(np.float64), t)
            assert (twice != np.array(found)).sum() > 10_000  # the rows tell one rounding from two


@BOTH
@pytest.mark.parametrize("name", ["u8", "i8", "u16", "i16", "u32", "i32", "u64", "i64", "bool"])
def test_integers_are_rounded_once(backend: CpuBackend, name: str, t: Type) -> None:
    mine, source = BY_NAME[t.name], TYPES[name]
    values = set(range(source.low, source.high + 1) if source.bits <= 16 else ())
    if source.bits > 16:
        for bits in range(1, source.bits + 1):
            top = 1 << bits
            for p in (t.digits - 1, t.digits, t.digits + 1, 24, 25, 53, 54):
                step = top >> p
                values |= {
                    source.wrap(s * (top + k * step + d)) for s in (1, -1) for k in range(-3, 4) for d in (-1, 0, 1)
                }
        dice = random.Random(f"{name} to {t.name}")
        values |= {source.wrap(dice.getrandbits(dice.randint(1, 65))) for _ in range(3000)}
    if name == "bool":
        values = {0, 1}
    x = sorted(values)
    (found,) = columns(backend, [(BY_NAME[name], np.array(x, source.numpy))], [(mine, cast(mine))])
    if source.bits <= 32:  # a double holds them
        assert found == patterns(np.array(x, np.float64), t).tolist()
    else:
        assert found == [bits_of(nearest(Fraction(v), t), t) for v in x]


def random_patterns(t: Type, count: int, seed: int) -> npt.NDArray[np.uint16]:
    """Half of any kind, half with exponents near that of 1, where sums cancel and round."""
    dice = np.random.default_rng(seed)
    anywhere = dice.integers(0, 1 << 16, count)
    near = bits_of(1.0, t) + dice.integers(-4 << (t.digits - 1), 4 << (t.digits - 1), count)
    return np.where(dice.random(count) < 0.5, anywhere, near | dice.integers(0, 2, count) << 15).astype(np.uint16)


@BOTH
def test_two_operands(backend: CpuBackend, t: Type) -> None:
    mine = BY_NAME[t.name]
    a, b = (random_patterns(t, 200_000, seed) for seed in (1, 2))
    x, y = doubles(a, t), doubles(b, t)
    with np.errstate(all="ignore"):  # a double has more than twice the digits and two: rounding it again is right
        wanted = {"add": x + y, "sub": x - y, "mul": x * y, "div": x / y}
    found = columns(backend, [(mine, held(a, t)), (mine, held(b, t))], [(mine, op(n)) for n in wanted])
    for name, column in zip(wanted, found, strict=True):
        assert column == patterns(wanted[name], t).tolist(), name


def fused_rows(t: Type) -> list[tuple[int, int, int]]:
    """Triples for fma: random ones; a product on a midpoint and a sum that is a little off it; a product far below the
    addend, at the half of its last digit; and cancellation."""
    dice = random.Random(f"fma {t.name}")
    infinity = bits_of(np.inf, t)
    rows = []
    for _ in range(1500):
        a, b, c = (dice.getrandbits(16) for _ in range(3))
        rows.append((a, b, c))
        x, y = (bits_of(1.0, t) + dice.randrange(-2 << (t.digits - 1), 2 << (t.digits - 1)) for _ in range(2))
        product = Fraction(float_of(x, t)) * Fraction(float_of(y, t))
        rows.append((x, y, bits_of(-nearest(product, t), t)))
        rows.append((x, y, dice.randrange(infinity) | dice.getrandbits(1) << 15))
        rows.append((x, y, dice.randrange(1, 1 << t.digits) | dice.getrandbits(1) << 15))  # tiny
        c = dice.randrange(infinity)
        size = nearest(Fraction(float_of(c, t)) / (1 << t.digits), t) or float_of(1, t)
        rows.append((bits_of(size, t), bits_of(1.0, t) + dice.randint(-1, 1) | dice.getrandbits(1) << 15, c))
    one = bits_of(1.0, t)
    for odd in range(1, (1 << (t.digits - 1)) // 3, 2):  # times 1.5, below 2: one digit more than the type has
        rows += [(one + odd, bits_of(1.5, t), least | sign) for least in (1, 2, 3, 5) for sign in (0, 0x8000)]
    return rows


@BOTH
def test_fma_rounds_once(backend: CpuBackend, t: Type) -> None:
    mine, rows = BY_NAME[t.name], fused_rows(t)
    given = [(mine, held(np.array(c, np.uint16), t)) for c in zip(*rows, strict=True)]
    values = [tuple(float_of(c, t) for c in row) for row in rows]
    (found,) = columns(backend, given, [(mine, op("fma"))])
    assert found == [expected("fma", t, *v) for v in values]
    with np.errstate(all="ignore"):
        x, y, z = (np.array(c, np.float64) for c in zip(*values, strict=True))
        short: Doubles = (x * y + z).astype(np.float32).astype(np.float64) if t.name == "f16" else x * y + z
    assert (patterns(short, t) != np.array(found)).sum() > 100  # the rows tell it from one more rounding on the way


@BOTH
def test_values_live_in_shared_and_private_arrays_in_frames_and_in_tables(backend: CpuBackend, t: Type) -> None:
    """Across barriers, in gathers at either half of a word, with every kind of NaN."""
    mine, count = BY_NAME[t.name], 300
    odd = np.array([0x7F81, 0x7C01, 0xFFFF, 0x7FFF, 0xFC01, 0x7FC1, 0xFF80, 0x8000, 1, 0x8001], np.uint16)
    words = np.concatenate([odd, PATTERNS[:: 65536 // count][: count - len(odd) + 1]])[
        1:
    ]  # not at a multiple of 4 bytes
    order = np.random.default_rng(5).permutation(count).astype(np.uint32)
    b = Builder("held", workgroup=count, domain=count)
    x, at, table = b.input("x", mine), b.input("at", BY_NAME["u32"]), b.table("table", mine, count, words.tobytes())
    outs = [b.output(name, mine) for name in ("shared", "private", "frame", "table_", "picked")]
    cells, own = b.shared("cells", mine, count), b.private("own", mine, 3)
    i = b.local_index()
    kept = b.let("kept", x[at[i]])
    cells[i] = kept
    own[1] = x[i]
    with b.if_((i & 1) == 0):
        own[i % 3] = -kept
    b.barrier()
    with b.if_(i < 150):
        kept.set(-kept)
    b.barrier()
    for out, value in zip(outs, (cells[count - 1 - i], own[1], kept, table[at[i]], x[at[i]]), strict=True):
        out[i] = value
    found = [np.zeros(count, np.uint16) for _ in outs]
    run(backend, b.build(), [held(words, t), order], found)
    w, k = doubles(words, t), np.arange(count)
    taken = w[order]
    private = np.where((k % 2 == 0) & (k % 3 == 1), -taken, w)
    wanted = [taken[::-1], private, np.where(k < 150, -taken, taken), taken, taken]
    assert [f.tolist() for f in found] == [patterns(v, t).tolist() for v in wanted]
    assert ONE_NAN[t.name] in found[0]


@BOTH
def test_a_kernel_has_neither_calls_nor_single_lanes(t: Type) -> None:
    mine = BY_NAME[t.name]
    b = Builder("saxpy", domain=1 << 20)
    a, x, y, out = b.uniform("a", mine), b.input("x", mine), b.input("y", mine), b.output("out", mine)
    i = b.global_id()
    with b.if_(i < out.size):
        out[i] = b.floor(a * x[i] + y[i])
    artifact = emit(make_plan(b.build().check(), config=DispatchConfig()), HOST)
    text = artifact.text
    assert set(re.findall(r"@llvm\.([a-z.]+)", text)) <= {
        "smax.i",  # where whole stretches begin and end
        "smin.i",
        "umin.i",
        "x",  # x86.sse.sfence, behind stores past the caches
        "masked.load.v",
        "masked.store.v",
        "floor.v",
        "arithmetic.fence.v",
    }
    assert [access.kind for access in artifact.receipt.accesses] == ["vector"] * 3
    asm = assembly(text, level=artifact.receipt.level)
    assert not re.search(r"\b(callq?|blr?)\s", asm)
    if HOST.width == 16:
        assert not re.search(r"\bv?pextrw\b", asm)
