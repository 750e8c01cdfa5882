"""The function ``k``: arguments, ids, and the loops around the packs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import prod
from typing import Final

from vyre.dtypes import u32
from vyre.emit.llvm import barriers, ids
from vyre.emit.llvm.across import find_across
from vyre.emit.llvm.ahead import walking_loops
from vyre.emit.llvm.claims import begin_facts
from vyre.emit.llvm.flat import rows
from vyre.emit.llvm.fused import Fuser
from vyre.emit.llvm.inside import LARGEST, find_inside
from vyre.emit.llvm.kept import begin_kept, end_kept, find_kept
from vyre.emit.llvm.kinds import agreed_reads, find_kinds
from vyre.emit.llvm.lanes import find_walks
from vyre.emit.llvm.linear import find_linear
from vyre.emit.llvm.memory import loaded
from vyre.emit.llvm.packs import choose_packs, find_same, live_vectors
from vyre.emit.llvm.phases import Phase, Split, split
from vyre.emit.llvm.receipt import AccessDecision, LlvmArtifact, Receipt
from vyre.emit.llvm.settled import find_settled
from vyre.emit.llvm.stacks import find_stack
from vyre.emit.llvm.strides import find_runs
from vyre.emit.llvm.target import Target
from vyre.emit.llvm.text import memory_type
from vyre.emit.llvm.tree import build_tree
from vyre.emit.llvm.writer import BufferRef, Value, Writer
from vyre.emit.numerics import named
from vyre.facts.permissions import atomic_sums, has_arithmetic, has_contractions
from vyre.facts.waits import may_wait
from vyre.ir.nodes import Atomic, For, Id, Load, While
from vyre.ir.program import Grid, Program
from vyre.plan.binding import ParamLayout
from vyre.plan.plan import STRICT, Numerics

__all__ = ["HUGE", "emit_program"]

HUGE = 4000
"""Statements beyond which only the cheapest code generation is near-linear."""

_FLAGS: Final = {"contract": "contract", "reorder": "reassoc"}
_FIELD_ALIGN: Final = {"i8": 1, "i16": 2}  # of a parameter; all others are at multiples of 4
_SIGNATURE = "define void @k(ptr %slots, ptr %params, i64 %first, i64 %end, i64 %x, ptr %scratch)"


def emit_program(
    program: Program,
    workgroup: Grid,
    params: ParamLayout,
    target: Target,
    *,
    proved: frozenset[int] = frozenset(),
    wide: bool = False,
    packs: int | None = None,
    numerics: Numerics = STRICT,
    checks_facts: bool = False,
) -> LlvmArtifact:
    """Write a checked program for workgroups of a size. ``packs`` overrides the choice. ``checks_facts``: the text checks what it
    relies on."""
    tree = build_tree(program)
    used_ids = {(n.stmt.name, n.stmt.axis) for n in tree.nodes if isinstance(n.stmt, Id)}
    invocations = workgroup[0] * workgroup[1] * workgroup[2]
    has_barrier = any(n.has_barrier for n in tree.body)
    shared = any(b.role == "shared" for b in program.buffers)
    uniform_ids = {("workgroup_size", k) for k in range(3)} | {("num_groups", k) for k in range(3)}
    row_ids = uniform_ids | {(name, k) for name in ("global_id", "local_id", "group_id") for k in (1, 2)}
    private = frozenset(n for n, b in enumerate(program.buffers) if b.role == "private")
    # several rows share in a loop what they read, so there they run side by side
    loops = any(isinstance(n.stmt, (For, While)) for n in tree.nodes)
    in_turn = may_wait(program)  # then no vector, and no step, is shared by two workgroups (rule 5.8)
    flat = (
        not has_barrier
        and not in_turn
        and not shared
        and not private
        and used_ids <= row_ids | {("global_id", 0)}
        and (workgroup[1:] == (1, 1) or (workgroup[0] >= target.width and not loops))
    )
    uniform_ids = row_ids if flat else uniform_ids | {("group_id", k) for k in range(3)}
    agreed = agreed_reads(program, tree) if has_barrier else frozenset[int]()
    kinds = find_kinds(tree, frozenset(used_ids - uniform_ids), private, agreed)
    arrays = frozenset(n for n, b in enumerate(program.buffers) if b.is_array)
    many = invocations > target.width and workgroup[1:] != (1, 1) and not private
    cut: Split | None = None
    walking = frozenset[int]()
    if has_barrier:
        walking = walking_loops(program, tree, kinds)
        row = workgroup[1:] == (1, 1) and not kinds.masked_returns
        fuser = Fuser(program, tree) if row else None
        cut = split(tree, kinds, walking, arrays if many else frozenset(), fuser)
    elif not flat and many:
        cut = split(tree, kinds, arrays=arrays)
    elif not flat:
        whole = Phase(0, tree.body)
        cut = Split([whole], [whole])
    lines = {("local_index", 0)}
    if flat or ids.rows_are_vectors(workgroup, target.width):
        lines |= {("global_id", 0), ("local_id", 0)}
    frames = frozenset(cut.frame_locals) if cut else frozenset[int]()
    carried = frozenset(cut.carried) if cut else frozenset[int]()
    linear = find_linear(tree, kinds, frozenset(lines), frames, carried)
    in_rows = frozenset(row_ids) if ids.rows_are_vectors(workgroup, target.width) else frozenset[tuple[str, int]]()
    scalars = linear.values | find_same(tree, kinds, in_rows, private)
    live = live_vectors(tree, kinds, scalars, linear.locals)
    chosen, reason = choose_packs(tree, kinds, live, target, invocations, barriers=not flat)
    if packs is not None:
        chosen, reason = packs, "given"
    w = Writer(program, workgroup, tree, kinds, cut, target, chosen, wide, proved, linear.locals)
    w.runs = find_runs(program, tree, kinds, linear.values, workgroup)
    w.walks = find_walks(tree, kinds, linear.values, private)
    w.settled = find_settled(tree)
    if target.scatters and not wide:
        w.across = find_across(program, tree, w.walks, w.settled)
    w.text.huge = tree.count > HUGE
    relaxed = _relaxed(program, numerics)
    w.text.fast = "".join(f" {_FLAGS[name]}" for name in relaxed)
    _arguments(w, params, used_ids)
    if checks_facts:
        begin_facts(w)
    inside = None
    if flat:
        tail = workgroup[0] % (w.width * w.packs) != 0
        if not wide:
            inside = find_inside(
                program, tree, kinds, proved, frozenset(row_ids), tail=tail, streaming=target.width * target.streams
            )
        _rows(w, lambda: rows(w, inside))
    else:
        w.versions = tree.count <= LARGEST
        # with 512-bit vectors goes a second cache of a mebibyte and more, which has room for what all of a stack read
        if (
            target.width >= 16
            and not in_turn
            and used_ids & {(name, axis) for name in ("group_id", "global_id") for axis in (1, 2)}
        ):
            w.stack = find_stack(program, tree, kinds, cut, invocations)
        w.read = frozenset(n.stmt.buffer for n in tree.nodes if isinstance(n.stmt, (Load, Atomic)))
        kept = begin_kept(w, find_kept(program, tree))
        _rows(w, lambda: barriers.groups(w, used_ids))
        end_kept(w, kept)
        if w.streams:
            w.text.call("llvm.x86.sse.sfence", "void", [])  # other threads may look once this one says that it is done
    w.text.do("ret void")
    used = named({*relaxed, *(["reorder"] if atomic_sums(program) else [])})
    text = _assemble(w)
    level = 0 if tree.count > HUGE or checks_facts else 1 if tree.count > 400 else 2
    receipt = Receipt(
        target.width,
        chosen,
        reason,
        "flat" if flat else "group",
        len(cut.phases) if cut else 1,
        tree.count,
        wide,
        level,
        w.shared_bytes,
        w.frame_bytes,
        w.scratch_bytes,
        tuple(_with_all_kinds(w, a) for a in sorted(w.accesses, key=lambda a: a.statement)),
        "" if inside is None else inside.line(),
        len(walking),
        w.copies,
        w.kept,
        w.stack,
        w.alike,
        dict(w.text.masked),
    )
    return LlvmArtifact("\n".join(text[0]) + "\n", "k", receipt.lines(), tuple(text[1]), relaxed=used, receipt=receipt)


def _with_all_kinds(w: Writer, access: AccessDecision) -> AccessDecision:
    """The decision with what the statement became in the other texts that were written for it."""
    return replace(access, also=tuple(kind for kind in w.forms[access.statement] if kind != access.kind))


def _relaxed(program: Program, numerics: Numerics) -> tuple[str, ...]:
    """The permissions that are of use: the processor's own division and square root are exact, and flushing
    is a mode of a thread."""
    return ("contract",) * (numerics.contract and has_contractions(program)) + ("reorder",) * (
        numerics.reorder and has_arithmetic(program)
    )


def _assemble(w: Writer) -> tuple[list[str], list[int]]:
    t = w.text
    head = [_SIGNATURE + " {", "entry:", *t.stack]
    never = ["never:", "  ret void"] if t.cuts else []
    functions = [line for function in t.functions.values() for line in ("", *function.lines)]
    declared = [t.declared[name] for name in sorted(t.declared)]
    metadata = ["!0 = !{i32 1}"] if w.streams else []
    lines = [*head, *t.lines, *never, "}", *functions, "", *t.constants, *declared, *metadata]
    numbers = [-1] * len(head) + t.statement_of_line
    return lines, numbers + [-1] * (len(lines) - len(numbers))


def _arguments(w: Writer, params: ParamLayout, used_ids: set[tuple[str, int]]) -> None:
    """Read pointers, sizes and scalars once."""
    t = w.text
    t.stack.append("  %zero = alloca i64, align 8")
    t.do("store i64 0, ptr %zero")
    offsets = params.offsets

    def field(name: str, type_: str) -> str:
        pointer = t.let(f"getelementptr i8, ptr %params, i64 {offsets[name]}")
        return t.let(f"load {type_}, ptr {pointer}, align {_FIELD_ALIGN.get(type_, 4)}")

    slot = 0
    for n, buffer in enumerate(w.program.buffers):
        if buffer.role == "uniform":
            raw = field(f"p{n}", memory_type(buffer.dtype))
            w.params[n] = Value(buffer.dtype, loaded(w.scalar_form, buffer.dtype, raw))
        elif buffer.role == "table":
            shape = buffer.shape or ()
            w.buffers[n] = BufferRef(
                buffer.dtype, t.constant(buffer.data), str(prod(shape)), tuple(map(str, shape)), False, 64
            )
        elif buffer.is_array:
            pointer = t.let(f"load ptr, ptr {t.let(f'getelementptr ptr, ptr %slots, i64 {slot}')}, align 8")
            slot += 1
            size = field(f"b{n}.size", "i32")
            names = [f"b{n}.shape{k}" for k in range(8)]
            extents = tuple(field(name, "i32") for name in names if name in offsets) or (size,)
            w.buffers[n] = BufferRef(buffer.dtype, pointer, size, extents, False, buffer.dtype.nbytes)
            w.buffers[n].record_bytes = 0 if buffer.record is None else buffer.record.nbytes
    if any(name == "num_groups" for name, _ in used_ids) or any(
        name in ("group_id", "global_id") and axis for name, axis in used_ids
    ):
        block_ = t.let(f"getelementptr ptr, ptr %slots, i64 {slot}")
        for axis in range(3):
            pointer = t.let(f"getelementptr i32, ptr {block_}, i64 {axis}")
            w.ids["num_groups", axis] = Value(u32, t.let(f"load i32, ptr {pointer}, align 4"))
    for axis in range(3):
        w.ids["workgroup_size", axis] = Value(u32, str(w.workgroup[axis]))


def _rows(w: Writer, row: Callable[[], None]) -> None:
    """The loop over the rows that the groups lie in: ``row`` writes the groups %lo <= x < %hi of row %row, which is
    y + z * grid.y, and leaves the text where all of them are done. Where groups are done in step, %rows is how many rows from
    there on are meant: several, if all of each is."""
    t = w.text
    before, head, done = t.block, t.label(), t.label()
    t.branch(t.let("icmp ult i64 %first, %end"), head, done)
    t.start(head)
    following, latch = t.name(), t.label()
    t.do(f"%group = phi i64 [ %first, %{before} ], [ {following}, %{latch} ]")
    t.do("%row = udiv i64 %group, %x")
    t.do("%lo = urem i64 %group, %x")
    stop = t.let(f"add i64 %lo, {t.let('sub i64 %end, %group')}")
    within = t.let(f"icmp ult i64 {stop}, %x")
    t.do(f"%hi = select i1 {within}, i64 {stop}, i64 %x")
    if w.stack > 1:
        whole = t.let(f"udiv i64 {t.let('sub i64 %end, %group')}, %x")
        begins = t.let("icmp eq i64 %lo, 0")
        most = t.call("llvm.umin.i64", "i64", [("i64", whole), ("i64", str(w.stack))])
        some = t.call("llvm.umax.i64", "i64", [("i64", most), ("i64", "1")])
        t.do(f"%rows = select i1 {begins}, i64 {some}, i64 1")
    row()
    t.statement = -1
    t.goto(latch)
    t.start(latch)
    done_now = t.let("sub i64 %hi, %lo")
    if w.stack > 1:
        done_now = t.let(f"mul i64 {done_now}, %rows")
    t.do(f"{following} = add i64 %group, {done_now}")
    t.branch(t.let(f"icmp ult i64 {following}, %end"), head, done)
    t.start(done)
