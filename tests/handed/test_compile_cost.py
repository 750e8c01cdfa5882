"""Compile and launch cost: no recursion anywhere, and work that grows with the size of a program."""

from __future__ import annotations

import copy
import gc
import itertools
import pickle
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache, partial
from typing import Any

import numpy as np
import pytest

import vyre as vy
from tests.handed.support import needs
from tests.sizes import SETTING
from vyre.check.validate import check
from vyre.dtypes import bool_, u32
from vyre.ir.builder import Builder
from vyre.ir.program import Program
from vyre.run.session import Session
from vyre.run.show import source_text


@pytest.fixture
def _small_stack() -> Iterator[None]:
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(1000)
    yield
    sys.setrecursionlimit(before)


def terms(count: int) -> Program:
    """out[i] = a[i] + 1 + 2 + … + count."""
    b = Builder("terms")
    a, out = b.input("a", u32), b.output("out", u32)
    i = b.global_id()
    with b.if_(i < out.size):
        total = a[i]
        for k in range(1, count + 1):
            total = total + k
        out[i] = total
    return b.build()


@cache
def long_one() -> Program:
    return terms(20_000)


# tinygrad #8617
@pytest.mark.usefixtures("_small_stack")
def test_a_chain_of_20000_terms_runs(session: Session, device: str) -> None:
    count = 20_000 if device in ("reference", "cpu") else 4_000  # what a vendor's compiler does in seconds, cut
    a = np.arange(9, dtype=np.uint32)
    (got,) = session.dispatch(long_one() if count == 20_000 else terms(count), [a], backend=device)
    assert got.tolist() == (a + np.uint32(count * (count + 1) // 2)).tolist()


@pytest.mark.usefixtures("_small_stack")
def test_an_expression_that_python_itself_refuses_names_a_loop_or_the_builder() -> None:
    def text(count: int) -> str:
        return f"def k(a: vy.In[vy.u32], out: vy.Out[vy.u32]):\n    i = vy.global_id()\n    out[i] = {' + '.join(['a[i]'] * count)}\n"

    with pytest.raises(vy.KernelSyntaxError) as caught:
        vy.kernel_from_source(text(200_000))
    assert caught.value.code == "K107"
    assert "loop" in caught.value.fix
    assert "Builder" in caught.value.fix
    short = vy.kernel_from_source(text(700))
    assert short(np.array([3], np.uint32), backend="reference").tolist() == [2100]


def nested(depth: int, kinds: str = "if") -> Program:
    """Blocks inside blocks without Python's own stack in the way; each level adds 1 where it is entered."""
    b = Builder("nested")
    a, out = b.input("a", u32), b.output("out", u32)
    i = b.global_id()
    count = b.let("count", 0, u32)
    open_blocks: list[Any] = []
    try:
        for level in range(depth):
            kind = kinds if kinds != "mixed" else ("if", "for", "while")[level % 3]
            if kind == "for":
                block: Any = b.for_(0, 1)
            elif kind == "while":
                before = b.let("before", count)
                block = b.while_(lambda before=before: count == before)  # type: ignore[misc]  # bound now
            else:
                block = b.if_(a[i] > level)
            block.__enter__()
            open_blocks.append(block)
            count.set(count + 1)
    finally:
        failed = sys.exc_info()[0] is not None
        while open_blocks:
            block = open_blocks.pop()
            if not failed:
                block.__exit__(None, None, None)
    out[i] = count
    return b.build()


@pytest.mark.usefixtures("_small_stack")
@pytest.mark.parametrize("kinds", ["if", "for", "mixed"] if SETTING == "full" else ["if", "mixed"])
def test_programs_at_the_nesting_limit_run_and_travel(session: Session, device: str, kinds: str) -> None:
    program = nested(64, kinds)
    needs(session, device, program)
    a = np.array([100, 0, 1, 63, 64], np.uint32)
    want = {"if": [64, 0, 1, 63, 64], "for": [64] * 5}.get(kinds)
    if want is None:
        want = session.dispatch(program, [a], backend="reference")[0].tolist()
        assert want[0] == 64
    for form in (program, Program.from_bytes(program.to_bytes()), Program.parse(program.to_text())):
        assert form == program
    assert session.dispatch(Program.from_bytes(program.to_bytes()), [a], backend=device)[0].tolist() == want


# taichi #7343, triton #1763
@pytest.mark.usefixtures("_small_stack")
@pytest.mark.parametrize("kinds", ["if", "for", "while", "mixed"])
@pytest.mark.parametrize("depth", [65, 2000])
def test_deeper_nesting_is_refused_with_a_fix(kinds: str, depth: int) -> None:
    with pytest.raises(vy.ValidationError) as caught:
        nested(depth, kinds)
    assert caught.value.code == "V403"
    assert "Fix: " in str(caught.value)
    assert nested(64, kinds).fingerprint


@pytest.mark.usefixtures("_small_stack")
def test_deeper_nesting_in_a_kernel_is_refused_with_a_fix() -> None:
    def text(depth: int) -> str:
        lines = ["def k(out: vy.Out[vy.u32]):", " i = vy.global_id()"]
        lines += [f"{' ' * (n + 1)}if i < {1000 - n}:" for n in range(depth)]
        return "\n".join([*lines, f"{' ' * (depth + 1)}out[i] = 1"]) + "\n"

    with pytest.raises(vy.InvalidProgram) as caught:
        vy.kernel_from_source(text(65))
    assert "Fix: " in str(caught.value)
    assert vy.kernel_from_source(text(64))(out=np.zeros(2, np.uint32), backend="reference").tolist() == [1, 1]


OPERATIONS: dict[str, Callable[[Program], object]] = {
    "check": check,
    "equality": lambda p: p == replace(p, grid=p.grid, body=(*p.body,)),  # a body of its own, equal to the end
    "hash": hash,
    "repr": lambda p: (repr(p), repr(p.body)),
    "pickle": lambda p: pickle.loads(pickle.dumps(p)) == p,
    "deepcopy": copy.deepcopy,
    "wire": lambda p: Program.from_bytes(p.to_bytes()) == p,
    "text": lambda p: Program.parse(p.to_text()) == p,
    "llvm": lambda p: source_text(p, "llvm"),
    "wgsl": lambda p: source_text(p, "wgsl"),
    "opencl": lambda p: source_text(p, "opencl"),
    "cuda": lambda p: source_text(p, "cuda"),
}


@pytest.mark.usefixtures("_small_stack")
@pytest.mark.parametrize("name", OPERATIONS)
@pytest.mark.parametrize("make", [long_one, lambda: nested(64, "mixed")], ids=["long", "deep"])
def test_no_operation_recurses(name: str, make: Callable[[], Program]) -> None:
    assert OPERATIONS[name](make()) is not None


@pytest.mark.usefixtures("_small_stack")
def test_freeing_a_long_program_does_not_recurse() -> None:
    program = terms(20_000)
    del program
    gc.collect()


@pytest.mark.usefixtures("_small_stack")
def test_a_pickled_error_and_a_submitted_chain_do_not_recurse_either(session: Session) -> None:
    a = np.arange(3, dtype=np.uint32)
    assert (
        session.submit(long_one(), [a], backend="cpu").result(100)[0].tolist()
        == (a + np.uint32(20_000 * 20_001 // 2)).tolist()
    )
    deep = vy.ValidationError("x", code="V403", fix="y", detail="z" * 100_000)
    assert str(pickle.loads(pickle.dumps(deep))) == str(deep)


def kernel_text(statements: int) -> str:
    """A kernel of so many flat statements of several sorts."""
    lines = ["def k(a: vy.In[vy.u32], out: vy.Out[vy.u32]):", "    i = vy.global_id()", "    x = a[i]"]
    for n in range(statements // 4):
        lines += [f"    y{n} = x * {n + 1} + a[{n}]", f"    x = (x ^ y{n}) >> 1", f"    if x > {n}:", "        x += 3"]
    return "\n".join([*lines, "    out[i] = x"]) + "\n"


def calls(run: Callable[[], object]) -> int:
    """How many functions a run calls: work without a clock."""
    count = 0

    def seen(_frame: object, event: str, _arg: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(seen)
    try:
        run()
    finally:
        sys.setprofile(before)
    return count


SIZES = (500, 1000, 2000, 4000) if SETTING == "full" else (200, 400, 800, 1600)


def test_the_way_from_the_kernel_to_the_text_grows_with_its_size() -> None:
    work: dict[str, list[int]] = {}
    for statements in SIZES:
        read = partial(vy.kernel_from_source, kernel_text(statements))
        work.setdefault("front end", []).append(calls(read))
        program = read().program
        for target in ("text", "llvm", "wgsl", "opencl", "cuda"):
            work.setdefault(target, []).append(calls(partial(source_text, program, target)))
    for name, counts in work.items():
        for small, large in itertools.pairwise(counts):
            assert large <= 2.2 * small, (name, counts)


def test_a_flat_condition_of_many_parts_is_no_nesting() -> None:
    b = Builder("wide")
    a, out = b.input("a", u32), b.output("out", u32)
    i = b.global_id()
    held = b.const(bool_, True)
    for k in range(2000):
        held = held & (a[i] != k + 10)
    with b.if_(held):
        out[i] = 1
    with vy.Session("reference") as session:
        assert session.dispatch(b.build(), [np.array([1, 2009, 2010], np.uint32)])[0].tolist() == [1, 0, 1]
