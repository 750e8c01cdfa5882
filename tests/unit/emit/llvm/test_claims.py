"""Each kind of fact that the CPU's text relies on, planted wrong: the text that checks facts says which one and at which line."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Annotated, Any

import numpy as np
import pytest

import vyre as vy
from vyre.config import DispatchConfig
from vyre.drivers.cpu import CpuBackend
from vyre.drivers.cpu.launch import Runner
from vyre.emit.llvm import Target, barriers, claims, control, emit, flat, ids, kernel, ops, stacks
from vyre.emit.llvm.fused import Fuser
from vyre.emit.llvm.strides import Run
from vyre.emit.llvm.writer import Value
from vyre.facts.claims import FACTS
from vyre.ir.nodes import Get, Op, Set
from vyre.plan.plan import make_plan
from vyre.run.device_program import DeviceProgram
from vyre.run.session import Session

Patch = pytest.MonkeyPatch
CHECKED = DispatchConfig(assert_facts=True)
AVX2, AVX512 = Target(8, 16, True, False, True, True), Target(16, 32, True, True, True, True)
X = np.arange(1000, dtype=np.uint32)
TWO = np.array([5, 6], np.uint32)


@vy.kernel
def reads_on(x: vy.In[vy.u32], o: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    if i < o.size:
        o[i] = x[i + 7]


@vy.kernel
def rounds(o: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    c = vy.u32(0)
    for _ in range(i % 5):
        c += 1
    o[i] = c


@vy.kernel
def chosen(x: vy.In[vy.u32], o: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    c = x[i]
    if c % 3 == 1:
        c = c * 2
    o[i] = c


@vy.kernel
def moved(x: vy.In[vy.u32], o: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    j = i
    if x[i] % 3 == 1:
        j = i + 1
    o[i] = j


@vy.kernel
def doubled(x: vy.In[vy.u32], o: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    o[i] = x[i * 2]


@vy.kernel
def pairs(x: vy.In[vy.u32], o: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    o[i] = x[2 * i] - x[2 * i + 1]


@vy.kernel
def to_pairs(x: vy.In[vy.u32], o: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    o[2 * i] = x[i]
    o[2 * i + 1] = 7


@vy.kernel
def plain(x: vy.In[vy.u32], o: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    if i < o.size:
        o[i] = x[i] + 1


@vy.kernel
def below(x: vy.In[vy.u32], n: vy.u32, o: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    if i < n:
        o[i] = x[i] + 1


@vy.kernel
def grown(x: vy.In[vy.u32], o: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    o[i] = x[i] * 0x1000001


@vy.kernel
def looped(x: vy.In[vy.u32], o: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    c = vy.u32(0)
    for k in range(3):
        c += x[i] ^ (k * 5)
    o[i] = c


@vy.kernel
def rare(x: vy.In[vy.u32], n: vy.u32, o: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    if x[i] > 5000:
        o[i] = TWO[n & 1]


@vy.kernel(workgroup=1024)
def tree(x: vy.In[vy.u32], o: vy.Out[vy.u32]) -> None:
    parts = vy.shared(vy.u32, 1024)
    lane = vy.local_id()
    parts[lane] = x[lane]
    vy.barrier()
    half = vy.u32(512)
    while half > 0:
        if lane < half:
            parts[lane] += parts[lane + half]
        vy.barrier()
        half = half // 2
    if lane == 0:
        o[0] = parts[0]


@vy.kernel(workgroup=1024)
def scan(x: vy.In[vy.u32], o: vy.Out[vy.u32]) -> None:
    parts = vy.shared(vy.u32, 1024)
    lane = vy.local_id()
    parts[lane] = x[lane]
    vy.barrier()
    for step in range(1, 4):
        left = parts[lane + step]
        vy.barrier()
        parts[lane] += left
        vy.barrier()
    o[lane] = parts[lane]


@vy.kernel(workgroup=256)
def lowest(o: vy.Out[vy.u32]) -> None:
    vy.atomic_max(o, vy.global_id() % 7, vy.group_id())


@vy.kernel
def some(x: vy.In[vy.u32], o: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    if i % 2 == 0:
        o[i] = x[i]


@vy.kernel(workgroup=(4, 12))
def rows(x: vy.In[vy.u32], o: vy.Out[vy.u32]) -> None:
    lanes = vy.shared(vy.u32, 48)
    lanes[vy.local_index()] = x[vy.local_index()] + vy.local_id(0)
    vy.barrier()
    o[vy.global_id()] = lanes[vy.local_index()]


M, K = vy.dims("M K")


@vy.kernel(workgroup=(8, 16))
def product(
    a: Annotated[vy.In[vy.i32], K, M], b: Annotated[vy.In[vy.i32], M, K], o: Annotated[vy.Out[vy.i32], K, K]
) -> None:
    left = vy.shared(vy.i32, (8, 16))
    right = vy.shared(vy.i32, (8, 16))
    i = vy.global_id(0)
    j = vy.global_id(1)
    row = vy.local_id(0)
    column = vy.local_id(1)
    total = vy.i32(0)
    for k0 in range(0, M, 8):
        left[row, column] = a[i, k0 + column % 8]
        right[row, column] = b[k0 + row, j]
        vy.barrier()
        for k in range(8):
            total += left[row, k] * right[k, column]
        vy.barrier()
    if i < K and j < K:
        o[i, j] = total


# -- planting ---------------------------------------------------------------------------------------------------


def wrap(patch: Patch, where: Any, name: str, change: Callable[..., Any]) -> None:
    """``where.name`` gives what ``change`` makes of its answer, and of what it was given."""
    real = getattr(where, name)
    patch.setattr(where, name, lambda *args, **keywords: change(real(*args, **keywords), *args))


def proves_all(patch: Patch) -> None:
    real = kernel.emit_program
    patch.setattr(
        kernel,
        "emit_program",
        lambda *args, **keywords: real(*args, **{**keywords, "proved": frozenset(range(10_000))}),
    )


def one_scalar(patch: Patch) -> None:
    """The local that a divergent loop sets is taken for one scalar."""

    def change(found: Any, tree: Any, *_: Any) -> Any:
        found.varying_locals.clear()
        found.blends.clear()
        found.varying -= {n.stmt.result for n in tree.nodes if isinstance(n.stmt, Get)}
        return found

    wrap(patch, kernel, "find_kinds", change)


def no_blend(patch: Patch) -> None:
    wrap(patch, kernel, "find_kinds", lambda found, *_: replace(found, blends=set()))


def first_value(patch: Patch) -> None:
    """Each read of a local is taken for what it was set to first."""

    def change(tree: Any, *_: Any) -> Any:
        sets: dict[int, int] = {}
        for node in tree.nodes:
            if isinstance(node.stmt, Set):
                sets.setdefault(node.stmt.local, tree.value(node.stmt.value))
            if isinstance(node.stmt, Get) and node.stmt.result not in tree.same:
                tree.same[node.stmt.result] = sets[node.stmt.local]
        return tree

    wrap(patch, kernel, "build_tree", change)


def as_bases(patch: Patch) -> None:
    """A local that some lanes set to something else is kept as the first lane's value."""

    def change(found: Any, tree: Any, kinds: Any, *_: Any) -> Any:
        kinds.blends.clear()
        return replace(found, locals=frozenset(kinds.varying_locals & tree.reads.keys()))

    wrap(patch, kernel, "find_linear", change)


def all_consecutive(patch: Patch) -> None:
    wrap(patch, ops, "_linear", lambda found, w, stmt, args: args[0].base if stmt.op == "mul" else found)


def turned_runs(patch: Patch) -> None:
    def change(found: dict[int, Run], *_: Any) -> dict[int, Run]:
        turned = {id(run): Run(run.stride, tuple((n, 1 - q) for n, q in run.members)) for run in found.values()}
        return {number: turned[id(run)] for number, run in found.items()}

    wrap(patch, kernel, "find_runs", change)


def not_aligned(patch: Patch) -> None:
    patch.setattr(flat, "_aligned", lambda w, inside, low: (low, "true"))


def exact(patch: Patch) -> None:
    wrap(patch, claims, "value_numbers", lambda found, *_: found)
    wrap(patch, claims, "ranges", lambda found, *_: replace(found, exact=frozenset(range(1000))))


def narrow(patch: Patch) -> None:
    wrap(patch, claims, "ranges", lambda found, *_: replace(found, intervals=((0, 3),) * len(found.intervals)))


def hoists(patch: Patch) -> None:
    """A product with the loop's variable is taken for the same in each iteration."""

    def change(_: None, w: Any, node: Any) -> None:
        for inner in w.tree.nodes[node.number : node.end]:
            if isinstance(inner.stmt, Op) and inner.stmt.op == "mul":
                w.values[inner.stmt.result] = Value(inner.stmt.dtype, "0")
                w.hoisted.add(inner.stmt.result)

    wrap(patch, control, "hoist", change)


def untested(patch: Patch) -> None:
    wrap(patch, kernel, "find_inside", lambda found, *_: replace(found, tests=()))


def never_skipped(patch: Patch) -> None:
    def write(w: Any, nodes: Any) -> None:
        w.maybe_empty = False
        control.block(w, nodes)

    patch.setattr(control, "_under_mask", write)


def short(patch: Patch) -> None:
    wrap(patch, barriers, "reach", lambda _, w, *__: str(w.width * w.packs))


def other_side(patch: Patch) -> None:
    wrap(patch, Fuser, "order", lambda found, *_: -found)


def whole_rows(patch: Patch) -> None:
    patch.setattr(ids, "rows_are_vectors", lambda *_: True)


def all_settled(patch: Patch) -> None:
    wrap(patch, kernel, "find_settled", lambda _, tree: frozenset(range(tree.count)))


def all_alike(patch: Patch) -> None:
    wrap(patch, stacks, "filled_alike", lambda _, program, *__: frozenset(
        n for n, buffer in enumerate(program.buffers) if buffer.role == "shared"
    ))  # fmt: skip


def all_covered(patch: Patch) -> None:
    patch.setattr(DeviceProgram, "overwritten", lambda *_: True)


def out(*shape: int) -> Any:
    return np.zeros(shape, np.uint32)


SQUARE = np.arange(64 * 64, dtype=np.int32).reshape(64, 64)
BIG = np.arange(1 << 22, dtype=np.uint32)
# fact, what is planted, kernel, inputs, output, the line
PLANTED: list[tuple[str, Callable[[Patch], None], Any, list[Any], Any, str]] = [
    ("in bounds", proves_all, reads_on, [X], out(1000), "o[i] = x[i + 7]"),
    ("uniform", one_scalar, rounds, [], out(100), "o[i] = c"),
    ("forwarded", first_value, chosen, [X], out(1000), "o[i] = c"),
    ("blended", no_blend, chosen, [X], out(1000), "o[i] = c"),
    ("consecutive local", as_bases, moved, [X], out(1000), "o[i] = j"),
    ("consecutive", all_consecutive, doubled, [X], out(500), "o[i] = x[i * 2]"),
    ("strided", turned_runs, to_pairs, [X], out(2000), "o[2 * i + 1] = 7"),
    ("read ahead", turned_runs, pairs, [X], out(500), "o[i] = x[2 * i] - x[2 * i + 1]"),
    ("aligned", not_aligned, plain, [BIG], out((1 << 22) + 1)[1:], "o[i] = x[i] + 1"),
    ("no wrap", exact, grown, [X], out(1000), "o[i] = x[i] * 0x1000001"),
    ("range", narrow, grown, [X], out(1000), "i = vy.global_id()"),
    ("loop-invariant", hoists, looped, [X], out(1000), "c += x[i] ^ (k * 5)"),
    ("guard", untested, below, [X, 900], out(1000), "if i < n:"),
    ("some lane on", never_skipped, rare, [X, 1], out(1000), "o[i] = TWO[n & 1]"),
    ("nothing to do", short, tree, [X[:1].repeat(1024)], out(1), "if lane < half:"),
    ("one side", other_side, scan, [X[:1].repeat(1024)], out(1024), "left = parts[lane + step]"),
    ("place in the workgroup", whole_rows, rows, [X], out(48), "lanes[vy.local_index()] = x[vy.local_index()] + vy.local_id(0)"),
    ("one number", all_settled, lowest, [], out(7), "vy.atomic_max(o, vy.global_id() % 7, vy.group_id())"),
    ("stored wholly", all_covered, some, [X], out(1000), ""),
    ("same stores", all_alike, product, [SQUARE, SQUARE], out(64, 64).view(np.int32), "left[row, column] = a[i, k0 + column % 8]"),
]  # fmt: skip
GRIDS: dict[str, Any] = {
    "tree": 1024,
    "scan": 1024,
    "lowest": 256 * 40,
    "rows": (4, 12),
    "pairs": 500,
    "to_pairs": 1000,
}


@pytest.fixture(autouse=True)
def at_once(monkeypatch: Patch) -> None:
    """All workgroups of a launch in one call of the machine code, whatever the time that they take."""

    def explore(_: Runner, span: Any, total: int, __: Any) -> int:
        span.run(0, total)
        return total

    monkeypatch.setattr(Runner, "_explore", explore)


def run(session: Session, program: vy.Program, inputs: list[Any], output: Any, target: Target | None) -> None:
    backend = session.engine("cpu").backend
    assert isinstance(backend, CpuBackend)
    if target is not None:
        backend.target = target
    session.dispatch(program, inputs, CHECKED, out=[output], backend="cpu", domain=GRIDS.get(program.name))


@pytest.mark.parametrize(("fact", "plant", "made", "inputs", "output", "line"), PLANTED, ids=[p[0] for p in PLANTED])
def test_a_wrong_fact_is_told_with_its_line(
    fact: str, plant: Callable[[Patch], None], made: Any, inputs: list[Any], output: Any, line: str, monkeypatch: Patch
) -> None:
    program = made.program
    target = AVX512 if fact == "same stores" else AVX2
    with Session("cpu") as session:
        run(session, program, inputs, output.copy() if fact != "aligned" else output, target)
    plant(monkeypatch)
    with Session("cpu") as session, pytest.raises(vy.WrongFact, match=r"\[R861\]") as caught:
        run(session, program, inputs, output, target)
    assert caught.value.fact == fact
    assert (caught.value.place.text.strip() if caught.value.place else "") == line


def test_every_fact_that_is_checked_is_planted() -> None:
    assert {p[0] for p in PLANTED} == {fact.name for fact in FACTS.values() if fact.checked != "not checked"}


def test_nothing_is_checked_without_the_option() -> None:
    checked, plain_text = (
        emit(make_plan(tree.program.check(), config=config), AVX2).text for config in (CHECKED, DispatchConfig())
    )
    assert "cmpxchg" in checked
    assert "cmpxchg" not in plain_text
