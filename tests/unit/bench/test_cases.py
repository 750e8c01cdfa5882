"""The bench's cases: fixed inputs that vary between calls, and kernels that give the references' bytes."""

from __future__ import annotations

import math
import shutil
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from bench.data import CASES, DFA_CHUNK, VARIANTS, Case
from bench.peers.c_peer import CPeer
from bench.peers.vyre_peer import VyrePeer, kernels_named
from bench.strict import REFERENCES, matmul_fma
from bench.worker import Peer, difference
from vyre.errors import DispatchFailed
from vyre.run.session import Session

SMALL = [
    Case("xor", "small", 1000),
    Case("saxpy", "small", 777),
    Case("hash", "small", 1003),
    Case("histogram", "small", 20_000),
    Case("histogram", "small", 20_000, skewed=True),
    Case("sum", "small", 20_011),
    Case("scan", "small", 300_001),
    Case("popcount", "small", 20_011),
    Case("matmul", "small", 64),
    Case("matmul_fma", "small", 64),
    Case("tiled", "small", 64),
    Case("tiled_fma", "small", 64),
    Case("stencil", "small", 70),
    Case("nbody", "small", 208),
    Case("bfs", "small", 3000),
    Case("mandelbrot", "small", 32),
    Case("dfa", "small", 8 * DFA_CHUNK),
]
SMALLER = {  # for an interpreter: a few hundred thousand steps at most
    "sum": 3000,
    "popcount": 3000,
    "scan": 5000,
    "matmul": 16,
    "matmul_fma": 16,
    "tiled": 32,
    "tiled_fma": 32,
    "nbody": 80,
    "dfa": DFA_CHUNK,
}


def _same_everywhere(peer: Peer, case: Case) -> list[str | None]:
    expected, out = (np.zeros(case.out_shape, case.out_dtype) for _ in range(2))
    found = []
    for variant in range(VARIANTS):
        given = case.inputs(variant)
        case.prime(given, expected)
        REFERENCES[case.kernel](given, expected)
        case.prime(given, out)
        job = peer.prepare(case, given, out)
        job.run()
        if job.fetch is not None:
            job.fetch()
        found.append(difference(out, expected))
    return found


@pytest.mark.parametrize("case", SMALL, ids=lambda case: case.name)
def test_the_kernels_give_the_references_bytes(case: Case, device: str, session: Session) -> None:
    if device.startswith("reference"):
        case = replace(case, n=SMALLER.get(case.kernel, case.n))
    if device == "wgpu" and case.kernel == "dfa" and session.engine(device).profile.loop_limit:
        with pytest.raises(DispatchFailed, match="R823"):
            _same_everywhere(VyrePeer(device), case)
        return
    assert _same_everywhere(VyrePeer(device), case) == [None] * VARIANTS


@pytest.mark.skipif(shutil.which("gcc") is None, reason="no gcc here: the C baseline is built by it")
@pytest.mark.parametrize("case", [case for case in SMALL if case.against is case], ids=lambda case: case.name)
def test_the_c_baseline_gives_the_references_bytes(case: Case) -> None:
    assert _same_everywhere(CPeer(), case) == [None] * VARIANTS


def test_every_case_has_its_kernels_and_its_reference() -> None:
    names = [case.name for case in CASES]
    assert len(set(names)) == len(names)
    assert {case.kernel for case in CASES} == {case.kernel for case in SMALL} == set(REFERENCES)
    for kernel in REFERENCES:
        roles = [buffer.role for buffer in kernels_named(kernel)[-1].program.buffers]
        assert roles.count("out") + roles.count("inout") == 1


def test_the_fused_reference_rounds_once() -> None:
    """Chains of integers of 4,096 bits say what one rounding gives; the values meet halves, cancellation and subnormals."""
    dice = np.random.default_rng(5)
    a, b = (dice.integers(0, 1 << 32, 64 * 64, dtype=np.uint32).view(np.float32).reshape(64, 64) for _ in range(2))
    a, b = (np.where(np.isfinite(x) & (np.abs(x) < 1e15), x, np.float32(1 + 2**-23)) for x in (a, b))
    out = np.zeros((64, 64), np.float32)
    matmul_fma({"a": a, "b": b}, out)
    for i, j in ((0, 0), (1, 63), (40, 7), (63, 32)):
        total = Fraction(0)
        for k in range(64):
            total = _to_f32(Fraction(float(a[i, k])) * Fraction(float(b[k, j])) + total)
        assert float(out[i, j]) == float(total)


def _to_f32(exact: Fraction) -> Fraction:
    """To nearest, ties to even."""
    if exact == 0:
        return exact
    power = math.frexp(float(exact))[1]  # of a number whose f64 neighbours have the same, or the next, one
    for exponent in (power - 1, power, power + 1):
        unit = Fraction(2) ** max(exponent - 24, -149)
        whole = round(exact / unit)
        if abs(whole) <= 1 << 24:
            return whole * unit
    raise AssertionError(exact)


@pytest.mark.parametrize(
    "case", [case for case in CASES if case.n <= 4096 or case.kernel in ("hash", "bfs")], ids=lambda case: case.name
)
def test_inputs_are_fixed_and_differ_between_variants(case: Case) -> None:
    first, again, other = case.inputs(0), case.inputs(0), case.inputs(1)
    assert list(first) == list(again) == list(other)
    assert all(np.array_equal(first[name], again[name]) for name in first)
    assert any(not np.array_equal(first[name], other[name]) for name in first)


def test_a_difference_names_its_first_element() -> None:
    a = np.arange(5, dtype=np.uint32)
    b = a.copy()
    assert difference(a, b) is None
    b[3] = 9
    assert difference(a, b) == "1 of 5 elements differ; element 3 is np.uint32(3), expected np.uint32(9)"
    zeros = np.zeros(2, np.float32)
    assert difference(zeros, -zeros) is not None  # equal numbers, other bytes
