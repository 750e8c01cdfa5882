"""The bench's cases: fixed inputs that vary between calls, and kernels that give the references' bytes."""

from __future__ import annotations

import shutil

import numpy as np
import pytest

from bench.data import CASES, DFA_CHUNK, VARIANTS, Case
from bench.peers.c_peer import CPeer
from bench.peers.numpy_peer import REFERENCES
from bench.peers.vyre_peer import VyrePeer, kernel_named
from bench.worker import Peer, difference
from vyre.run.session import Session

SMALL = [
    Case("xor", "small", 1000),
    Case("saxpy", "small", 777),
    Case("hash", "small", 1003),
    Case("histogram", "small", 20_000),
    Case("sum", "small", 20_011),
    Case("mandelbrot", "small", 32),
]


def _same_everywhere(peer: Peer, case: Case) -> list[str | None]:
    expected, out = (np.zeros(case.out_shape, case.out_dtype) for _ in range(2))
    found = []
    for variant in range(VARIANTS):
        given = case.inputs(variant)
        REFERENCES[case.kernel](given, expected)
        out.view(np.uint8)[...] = 0xAB
        peer.prepare(case, given, out)()
        found.append(difference(out, expected))
    return found


@pytest.mark.parametrize("case", SMALL, ids=lambda case: case.kernel)
def test_the_kernels_give_the_references_bytes(case: Case, device: str, session: Session) -> None:
    if device == "reference" and case.kernel == "sum":
        case = Case("sum", "small", 3000)
    assert _same_everywhere(VyrePeer(device), case) == [None] * VARIANTS


def test_the_automaton_gives_the_references_bytes() -> None:
    case = next(case for case in CASES if case.kernel == "dfa")
    assert case.n % DFA_CHUNK == 0
    assert _same_everywhere(VyrePeer("cpu"), case) == [None] * VARIANTS


@pytest.mark.skipif(shutil.which("gcc") is None, reason="no gcc here: the C baseline is built by it")
@pytest.mark.parametrize("case", SMALL, ids=lambda case: case.kernel)
def test_the_c_baseline_gives_the_references_bytes(case: Case) -> None:
    assert _same_everywhere(CPeer(), case) == [None] * VARIANTS


def test_every_case_has_its_kernel_and_its_reference() -> None:
    names = [case.name for case in CASES]
    assert len(set(names)) == len(names)
    assert {case.kernel for case in CASES} == set(REFERENCES)
    for kernel in REFERENCES:
        assert [b.role for b in kernel_named(kernel).program.buffers].count("out") == 1


@pytest.mark.parametrize(
    "case", [case for case in CASES if case.n <= 1024 or case.kernel == "hash"], ids=lambda case: case.name
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
