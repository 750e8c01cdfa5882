"""WebGPU where a device has little: 64-bit integers as pairs of words, traps by 32-bit atomics, arrays that share a binding."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import EntryPoint
from itertools import count, islice
from typing import Any

import numpy as np
import pytest

import vyre as vy
from tests.functions.inputs import SPECIAL, expected, hard, strata
from tests.functions.pairs import SPECIAL_PAIRS, expected_of_two, pairs
from tests.property.campaign import campaign
from tests.property.programs import PORTABLE, random_program
from tests.sizes import size
from vyre.contract.registry import Registry
from vyre.dtypes import BY_NAME, f32, i32, u8, u32, u64
from vyre.ir.builder import Builder
from vyre.ir.ops import BINARY_FUNCTIONS, UNARY_FUNCTIONS
from vyre.ir.program import Program
from vyre.run.engine import missing
from vyre.run.session import Session

from .plain_webgpu import PlainWgpu
from .table import FORMS, Form, cases, hold

_POINTS = [
    EntryPoint("plain", "tests.backends.plain_webgpu:PlainWgpu", "vyre.backends"),
    EntryPoint("few", "tests.backends.plain_webgpu:FewBindings", "vyre.backends"),
]
_NARROW_AND_WIDE = ("i8", "u16", "i16", "u64", "i64")


@pytest.fixture(scope="module")
def plain() -> Iterator[Session]:
    registry = Registry(_POINTS)
    row = registry.devices("plain")[0]
    if not row.available:
        pytest.skip(f"wgpu: {row.reason}")
    with Session("plain", registry=registry) as opened:
        assert not opened.engine("plain").profile.extensions
        yield opened


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(("op", "name"), [c for c in cases(kinds=("uint", "int")) if c[1] in _NARROW_AND_WIDE])
def test_rule_2_operations(plain: Session, op: str, name: str, form: Form) -> None:
    hold(plain, "plain", op, name, form)


@pytest.mark.parametrize("name", UNARY_FUNCTIONS)
def test_rule_3_5_functions_without_f64_and_u64(plain: Session, name: str) -> None:
    b = Builder("function", domain="x")
    x, y = b.input("x", f32), b.output("y", f32)
    i = b.global_id()
    y[i] = b.op(name, x[i])
    given, wanted = hard(name)
    more = np.concatenate([SPECIAL, strata(1 << 12)])
    (found,) = plain.dispatch(b.build(), [np.concatenate([given, more]).view(np.float32)], backend="plain")
    assert np.array_equal(np.asarray(found).view(np.uint32), np.concatenate([wanted, expected(name, more)]))


@pytest.mark.parametrize("name", BINARY_FUNCTIONS)
def test_rule_3_5_functions_of_two_without_f64_and_u64(plain: Session, name: str) -> None:
    b = Builder("function", domain="x")
    x, y, z = b.input("x", f32), b.input("y", f32), b.output("z", f32)
    i = b.global_id()
    z[i] = b.op(name, x[i], y[i])
    one, two = (np.concatenate(parts) for parts in zip(SPECIAL_PAIRS, pairs(name, 1 << 12), strict=True))
    (found,) = plain.dispatch(b.build(), [one.view(np.float32), two.view(np.float32)], backend="plain")
    assert np.array_equal(np.asarray(found).view(np.uint32), expected_of_two(name, one, two))


@pytest.mark.parametrize("part", range(5))
def test_random_programs_agree_with_the_reference(plain: Session, part: int) -> None:
    """With traps, whose record is written with 32-bit atomics here, records, tables and loops of 64-bit bounds."""
    engine, each = plain.engine("plain"), -(-size("programs_wgpu") // 5)
    fitting = (n for n in count(1000 * part) if missing(random_program(n, PORTABLE).program, engine.profile) is None)
    tally = campaign([engine.backend], islice(fitting, each), "portable")
    assert tally.programs == each
    assert not tally.failures, "\n".join(what for _, what in tally.failures[:3])


def summing(reading: int, written: int, *, atomics: int = 0) -> Program:
    """Each of the written arrays is a weighted sum of the read ones, of three types."""
    b = Builder("summing", workgroup=50, domain=100)
    types = (u8, u32, u64)
    reads = [b.input(f"x{k}", types[k % 3]) for k in range(reading)]
    outs = [b.inout(f"y{k}", types[k % 3]) for k in range(written)]
    counters = [b.inout(f"n{k}", u32) for k in range(atomics)]
    i = b.global_id()
    total = b.let("total", b.const(u64, 0))
    for k, x in enumerate(reads):
        total.set(total + b.cast(u64, x[i]) * (k + 1))
    for k, y in enumerate(outs):
        y[i] = y[i] + b.cast(types[k % 3], total + k)
    for n in counters:
        b.atomic_add(n, 0, b.cast(u32, i))
    return b.build()


def arguments(reading: int, written: int, atomics: int, sizes: tuple[int, ...]) -> list[np.ndarray[Any, Any]]:
    rng = np.random.default_rng(reading)
    types = ("u1", "u4", "u8")
    made = [rng.integers(0, 256, sizes[k % len(sizes)]).astype(types[k % 3]) for k in range(reading)]
    made += [rng.integers(0, 256, sizes[k % len(sizes)]).astype(types[k % 3]) for k in range(written)]
    return [*made, *(np.zeros(1, np.uint32) for _ in range(atomics))]


@pytest.mark.parametrize(
    ("reading", "written", "atomics"),
    [(7, 1, 0), (8, 1, 0), (9, 1, 0), (10, 1, 0), (31, 1, 0), (3, 9, 0), (12, 12, 2), (0, 20, 1), (1, 1, 6)],
)
def test_rule_4_7_more_arrays_than_are_bound_at_once(plain: Session, reading: int, written: int, atomics: int) -> None:
    program = summing(reading, written, atomics=atomics)
    for sizes in ((100,), (100, 37, 0, 99)):
        given = arguments(reading, written, atomics, sizes)
        want = plain_python(reading, written, atomics, given)
        found = plain.dispatch(program, [a.copy() for a in given])
        for got, right in zip(found, want, strict=True):
            np.testing.assert_array_equal(got, right)


def plain_python(
    reading: int, written: int, atomics: int, given: list[np.ndarray[Any, Any]]
) -> list[np.ndarray[Any, Any]]:
    total = np.zeros(100, np.uint64)
    for k, x in enumerate(given[:reading]):
        total[: x.size] += x.astype(np.uint64) * np.uint64(k + 1)
    outs = [
        (y.astype(np.uint64) + total[: y.size] + np.uint64(k)).astype(y.dtype)
        for k, y in enumerate(given[reading : reading + written])
    ]
    return [*outs, *(np.array([4950], np.uint32) for _ in range(atomics))]


def test_U732_more_arrays_under_atomics_than_are_bound_and_its_fix(plain: Session) -> None:
    given = arguments(2, 0, 8, (100,))
    with pytest.raises(vy.UnsupportedFeature, match=r"\[U732\]") as caught:
        plain.dispatch(summing(2, 0, atomics=8), given)
    assert "join arrays that atomics touch into one" in caught.value.fix
    b = Builder("joined", workgroup=50, domain=100)
    x, n = b.input("x", u32), b.inout("n", u32)
    for k in range(8):
        b.atomic_add(n, k, x[b.global_id()])
    (found,) = plain.dispatch(b.build(), [np.arange(100, dtype=np.uint32), np.zeros(8, np.uint32)])
    assert found.tolist() == [4950] * 8


def test_U702_64_bit_atomics_are_refused_by_name_and_its_fix(plain: Session) -> None:
    def counting(t: type) -> Program:
        b = Builder("counting", workgroup=50, domain=100)
        b.atomic_add(b.inout("n", t), 0, 1)
        return b.build()

    with pytest.raises(vy.UnsupportedFeature, match=r"\[U702\].*atomics64") as caught:
        plain.dispatch(counting(u64), [np.zeros(1, np.uint64)])
    assert "backend='cpu'" in caught.value.fix
    with Session("cpu") as cpu:
        assert cpu.dispatch(counting(u64), [np.zeros(1, np.uint64)])[0].tolist() == [100]
    assert plain.dispatch(counting(i32), [np.zeros(1, np.int32)])[0].tolist() == [100]


def test_rule_5_6_the_first_trap_is_told_among_many(plain: Session) -> None:
    """All codes have other bits set, and all invocations trap at once."""
    b = Builder("all", workgroup=50, domain=5000)
    x = b.input("x", u32)
    with b.if_(b.global_id() >= 123):
        b.trap(x[b.global_id()])
    codes = np.random.default_rng(1).integers(0, 1 << 31, 5000).astype(np.uint32)
    with pytest.raises(vy.Trapped) as caught:
        plain.dispatch(b.build(), [codes])
    assert (caught.value.invocation, caught.value.trap_code) == (123, codes[123])
    assert caught.value.place is not None
    assert "b.trap" in caught.value.place.text


def test_U732_packed_arrays_larger_than_a_binding_and_its_fix(plain: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    backend = plain.engine("plain").backend
    assert isinstance(backend, PlainWgpu)
    monkeypatch.setitem(backend.limits, "max-storage-buffer-binding-size", 1024)
    program = summing(20, 1)
    with pytest.raises(vy.UnsupportedFeature, match=r"\[U732\]") as caught:
        plain.dispatch(program, arguments(20, 1, 0, (100,)))
    assert "use smaller arrays" in caught.value.fix
    given = arguments(20, 1, 0, (9,))
    (found,) = plain.dispatch(program, given)
    np.testing.assert_array_equal(found, plain_python(20, 1, 0, given)[0])


@pytest.mark.parametrize("device", ["plain", "few"])
def test_rule_4_7_packed_arrays_of_every_type(plain: Session, device: str) -> None:
    """Twice as many arrays as there are types are read, and as many are written."""
    taken = plain.engine(device).profile.dtypes
    types = [t for t in BY_NAME.values() if t.name in taken] * 2
    b = Builder("moved", workgroup=50, domain=100)
    pairs = [(b.input(f"x{k}", t), b.inout(f"y{k}", t)) for k, t in enumerate(types)]
    i = b.global_id()
    for k, (x, y) in enumerate(pairs):
        y[(i + k) % 100] = x[i]
    rng = np.random.default_rng(7)
    given = [np.frombuffer(rng.bytes(100 * t.nbytes), np.uint8) for t in types]
    given = [(x & 1 if t.is_bool else x).view(t.numpy_name) for x, t in zip(given, types, strict=True)]
    start = [np.zeros(100, t.numpy_name) for t in types]
    inputs = [a for pair in zip(given, start, strict=True) for a in pair]
    found = plain.dispatch(b.build(), inputs, backend=device)
    with Session("cpu") as cpu:  # NaNs become the canonical ones
        want = cpu.dispatch(b.build(), inputs)
    for t, got, right in zip(types, found, want, strict=True):
        assert got.tobytes() == right.tobytes(), t.name
