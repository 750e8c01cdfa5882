"""Float meaning: two roundings stay two, NaN stays NaN, and no switch of a compiler says otherwise."""

from __future__ import annotations

import itertools
import re

import numpy as np
import pytest

import vyre as vy
from tests.handed.support import call, needs
from vyre.drivers.cpu import loader
from vyre.ir.builder import Builder
from vyre.run.session import Session

f32, u32 = np.float32, np.uint32
A = np.array([0x3F800800], u32).view(f32)  # 1 + 2**-12
C = np.array([0xBF801000], u32).view(f32)  # -(1 + 2**-11): the product is 2**-24 more than its rounding


@vy.kernel
def fused_or_not(
    a: vy.In[vy.f32],
    c: vy.In[vy.f32],
    two: vy.Out[vy.f32],
    held: vy.Out[vy.f32],
    less: vy.Out[vy.f32],
    one: vy.Out[vy.f32],
) -> None:
    i = vy.global_id()
    if i < two.size:
        two[i] = a[i] * a[i] + c[i]
        product = a[i] * a[i]
        held[i] = c[i] + product
        less[i] = a[i] * a[i] - (-c[i])
        one[i] = vy.fma(a[i], a[i], c[i])


def _words(arrays: tuple[np.ndarray[tuple[int, ...], np.dtype[np.float32]], ...]) -> list[list[int]]:
    return [x.view(u32).tolist() for x in arrays]


# numba #2834, numba-cuda #118
@pytest.mark.parametrize("count", [1, 3, 1000])
def test_a_multiply_and_an_add_are_not_fused(session: Session, device: str, count: int) -> None:
    """One element, a part of a vector, and many."""
    got = call(session, device, fused_or_not, np.repeat(A, count), np.repeat(C, count))
    assert _words(got) == [[0x00000000] * count] * 3 + [[0x33800000] * count]


@pytest.mark.parametrize("level", [0, 1, 2])
def test_nothing_is_fused_at_any_level_of_the_compiler(monkeypatch: pytest.MonkeyPatch, level: int) -> None:
    real = loader.load
    monkeypatch.setattr(loader, "load", lambda text, **_: real(text, level=level))
    with vy.Session("cpu") as session:
        got = session.dispatch(fused_or_not.program, [np.repeat(A, 40), np.repeat(C, 40)])
    assert _words(tuple(got)) == [[0x00000000] * 40] * 3 + [[0x33800000] * 40]


def test_nothing_is_fused_in_f64(session: Session, device: str) -> None:
    b = Builder("wide")
    a, c = b.input("a", vy.f64), b.input("c", vy.f64)
    two, one = b.output("two", vy.f64), b.output("one", vy.f64)
    i = b.global_id()
    with b.if_(i < two.size):
        two[i] = a[i] * a[i] + c[i]
        one[i] = b.fma(a[i], a[i], c[i])
    needs(session, device, b.build())
    x = 1 + 2.0**-27
    got = session.dispatch(b.build(), [np.array([x]), np.array([-(1 + 2.0**-26)])], backend=device)
    assert [g.tolist() for g in got] == [[0.0], [2.0**-54]]


SPECIAL = np.array(
    [0x7FC00000, 0xFF800001, 0xFF800000, 0xBF800000, 0x80000000, 0x00000000, 0x3F800000, 0x7F800000], u32
)


@vy.kernel
def smaller_and_larger(a: vy.In[vy.f32], b: vy.In[vy.f32], low: vy.Out[vy.f32], high: vy.Out[vy.f32]) -> None:
    i = vy.global_id()
    if i < low.size:
        low[i] = vy.min(a[i], b[i])
        high[i] = vy.max(a[i], b[i])


# triton #1566
def test_min_and_max_do_not_depend_on_the_order_of_operands(session: Session, device: str) -> None:
    pairs = list(itertools.product(SPECIAL.tolist(), repeat=2))
    a, b = (np.array([p[k] for p in pairs], u32).view(f32) for k in (0, 1))
    low, high = call(session, device, smaller_and_larger, a, b)
    found = dict(zip(pairs, zip(low.view(u32).tolist(), high.view(u32).tolist(), strict=True), strict=True))
    order = [0xFF800000, 0xBF800000, 0x80000000, 0x00000000, 0x3F800000, 0x7F800000]
    for (x, y), got in found.items():
        numbers = sorted({x, y} & set(order), key=order.index)
        want = (numbers[0], numbers[-1]) if numbers else (0x7FC00000, 0x7FC00000)
        assert got == want, (hex(x), hex(y))


@vy.kernel
def questions(x: vy.In[vy.f32], out: vy.Out[vy.u32], same: vy.Out[vy.f32]) -> None:
    i = vy.global_id()
    if i < out.size:
        v = x[i]
        bits = vy.select(v == v, 1, 0) + vy.select(v != v, 2, 0) + vy.select(v < 1.0, 4, 0)
        out[i] = bits + vy.select(v >= 1.0, 8, 0) + vy.select(vy.isnan(v), 16, 0)
        same[i] = v - v


# tinygrad PR #1260
def test_questions_about_nan_are_asked(session: Session, device: str) -> None:
    x = np.array([np.nan, 1.0, np.inf], f32)
    out, same = call(session, device, questions, x)
    assert out.tolist() == [18, 9, 9]
    assert same.view(u32).tolist() == [0x7FC00000, 0, 0x7FC00000]


FAST = re.compile(
    r"\b(fast|nnan|ninf|nsz|arcp|contract|afn|reassoc)\b|unsafe-math|fast-relaxed|finite-math|mad-enable|no-signed-zeros|fp_contract\s+on",
    re.IGNORECASE,
)


def test_no_emitted_text_or_option_asks_for_fast_floats(session: Session) -> None:
    for kernel in (questions, fused_or_not, smaller_and_larger):
        for target in ("llvm", "asm"):
            code = "\n".join(
                line for line in kernel.source(target).splitlines() if not line.lstrip().startswith((";", "#"))
            )
            assert FAST.search(code) is None
    assert FAST.search("%x = fadd fast float %a, %b") is not None  # the pattern finds one
    from vyre.emit import cuda, opencl

    assert FAST.search(" ".join((*opencl.OPTIONS, *cuda.OPTIONS))) is None
    for backend in ("wgpu", "opencl", "cuda"):
        for row in session.registry.devices(backend):
            if row.available:
                identity = " ".join(session.engine(row.id).profile.compile_identity)
                assert FAST.search(identity.replace(row.name, "")) is None
