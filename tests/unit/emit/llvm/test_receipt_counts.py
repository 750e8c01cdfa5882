"""The receipt's counts are those of the text: gathers, scatters and masked accesses, in all of the texts of a statement."""

from __future__ import annotations

import re
from collections import Counter

import pytest

import vyre as vy
from vyre.config import DispatchConfig
from vyre.conform.case import Setting
from vyre.conform.corpus import corpus
from vyre.emit.llvm import LlvmArtifact, Target, emit
from vyre.ir.nodes import Atomic, Load, Store
from vyre.ir.program import Program
from vyre.ir.walk import statements
from vyre.plan.plan import make_plan

TARGETS = {4: Target(), 8: Target(8, 16, True), 16: Target(16, 32, True, True, True, True)}
EVERY = 9  # of the corpus, all of which takes minutes
FEW = Setting("few", unary=8, pairs=8, full=False)
CALL = re.compile(r"call .*@llvm\.masked\.(\w+)\.")
ACCESSES = (Load, Store, Atomic)


@vy.kernel
def rows(first: vy.In[vy.u32], at: vy.In[vy.u32], weight: vy.In[vy.f32], x: vy.In[vy.f32], out: vy.Out[vy.f32]) -> None:
    i = vy.global_id()
    if i < out.size:
        total = vy.f32(0)
        for k in range(first[i], first[i + 1]):
            total += weight[k] * x[at[k]]
        out[i] = total


@vy.kernel
def permuted(at: vy.In[vy.u32], x: vy.In[vy.u8], y: vy.In[vy.u64], to: vy.InOut[vy.u32]) -> None:
    i = vy.global_id()
    if i < at.size and at[i] % 2 == 0:
        to[at[i]] = vy.u32(x[at[i]]) + vy.u32(y[at[i] // 2])


@vy.kernel(workgroup=64)
def turned(x: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
    held = vy.shared(vy.u32, 64)
    mine = vy.private(vy.u32, 12)
    k, i = vy.local_id(), vy.global_id()
    held[k * 7 % 64] = x[i]
    vy.barrier()
    for n in range(12):
        mine[(n + k) % 12] = held[(k + n) % 64]
    if i < out.size:
        out[i] = mine[k % 12]


@vy.kernel
def strided(x: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    if i * 3 + 2 < x.size:
        for n in range(3):
            out[i * 3 + n] = x[i * 3 + 2 - n]


KERNELS = {"rows": rows, "permuted": permuted, "turned": turned, "strided": strided}


def agree(program: Program, width: int) -> LlvmArtifact:
    """Holds the receipt to the text, in sum and statement by statement."""
    plan = make_plan(program.check(reorder=True), config=DispatchConfig(reorder=True))
    artifact = emit(plan, TARGETS[width])
    receipt, lines = artifact.receipt, artifact.text.splitlines()
    written = Counter(found[1] for line in lines if (found := CALL.search(line)))
    assert receipt.masked == written
    body = statements(plan.program.program)
    where = {
        at
        for line, at in zip(lines, artifact.statements, strict=False)
        if at >= 0
        and (found := CALL.search(line))
        and found[1] in ("gather", "scatter")
        and isinstance(body[at], ACCESSES)
    }
    told = {a.statement for a in receipt.accesses if "gather" in (a.kind, *a.also)}
    assert told == where
    text = "\n".join(artifact.notes)
    assert f" {sum('gather' in (a.kind, *a.also) for a in receipt.accesses)} gathered, " in text
    assert (f"{written['gather']} gathers" in text) == bool(written["gather"])
    return artifact


@pytest.mark.parametrize("width", TARGETS)
@pytest.mark.parametrize("name", KERNELS)
def test_of_kernels_with_several_texts(name: str, width: int) -> None:
    assert agree(KERNELS[name].program, width).receipt.masked["gather"]


@pytest.mark.parametrize("width", TARGETS)
def test_of_the_corpus(width: int) -> None:
    seen: Counter[str] = Counter()
    for row in corpus()[::EVERY]:
        for case in row.make(FEW):
            seen.update(agree(case.program, width).receipt.masked)
    assert all(seen[name] for name in ("gather", "scatter", "load", "store")), seen


def test_a_loop_over_rows_behind_a_guard_says_that_it_gathers() -> None:
    """The text for whole stretches gathers; that of the ends goes lane after lane."""
    artifact = agree(rows.program, 8)
    found = {a.buffer: (a.kind, a.also) for a in artifact.receipt.accesses}
    assert found[1] == found[2] == found[3] == ("gather", ("lanes",))
    assert found[0] == found[4] == ("vector", ("lanes",))
    assert "6 accesses: 1 proved, 3 masked, 3 vector, 3 gathered, 0 scalar, 6 by lanes" in "\n".join(artifact.notes)
