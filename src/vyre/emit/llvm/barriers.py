"""Workgroup after workgroup, phase after phase, pack after pack; shared memory, cells and frames.

With as many packs as the workgroup has vectors, the pack loops vanish, the frames are at constant places, and LLVM
keeps them in registers.
"""

from __future__ import annotations

from functools import partial
from math import prod
from typing import Final

from vyre.dtypes import DType, u32
from vyre.emit.llvm import control
from vyre.emit.llvm.copies import add_up, copies_of, find_copied
from vyre.emit.llvm.fills import fill
from vyre.emit.llvm.frames import load_frame, store_frame
from vyre.emit.llvm.ids import lane_ids
from vyre.emit.llvm.phases import Branch, Jump, Loop, Phase, Region, Split
from vyre.emit.llvm.reach import reach
from vyre.emit.llvm.shadows import Shadows
from vyre.emit.llvm.shifted import in_two_texts
from vyre.emit.llvm.stacks import Stack
from vyre.emit.llvm.text import element_type, register_bits
from vyre.emit.llvm.tree import Node, loop_value
from vyre.emit.llvm.trips import loop_variable, trip_count
from vyre.emit.llvm.writer import BufferRef, LoopState, Value, Writer
from vyre.errors import CompileFailed
from vyre.ir.nodes import Break, Clear, Const, Continue, For, Id, Param, Set, Size
from vyre.ir.program import Buffer
from vyre.ir.walk import operands, result, used_buffer

__all__ = ["STACK_LIMIT", "groups"]

STACK_LIMIT = 32 * 1024
"""Bytes of shared memory and frames that stay on the stack of a thread; more comes from its scratch memory."""


_STRIP: Final = 64
"""Iterations of a strip: what they read should stay in the second cache, and in the first one if rows are short."""


class _Groups:
    def __init__(self, w: Writer, used_ids: set[tuple[str, int]]) -> None:
        assert w.split is not None
        self.w = w
        self.t = w.text
        self.split: Split = w.split
        self.used = used_ids
        x, y, z = w.workgroup
        self.invocations = x * y * z
        self.step = w.width * w.packs
        self.padded = -(-self.invocations // self.step) * self.step
        self.cells: dict[int, str] = {}  # carried scalars
        self.frames: dict[int, str] = {}  # carried vectors
        self.local_cells: dict[int, str] = {}
        self.local_frames: dict[int, str] = {}
        self.alive_frame = ""
        self.group_end = ""
        self.masked_phases = w.kinds.masked_returns and len(self.split.phases) > 1
        self.loops: list[LoopState] = []
        self.group = ""
        self.copied = find_copied(w.program, w.tree, self.split)
        self.every = range(0, self.padded, self.step)
        self.shadows = Shadows(w, self.split)
        self.start_zero: list[tuple[str, int]] = []  # private arrays that begin with zeros

    # -- memory ------------------------------------------------------------------------------------
    def memory(self) -> None:
        w, t = self.w, self.t
        wanted: list[tuple[str, int]] = []  # (what for, bytes)
        shared = [(n, b) for n, b in enumerate(w.program.buffers) if b.role == "shared"]
        for n, buffer in shared:
            wanted.append((f"shared {n}", _array_bytes(buffer) * self.copies(n)))
        w.shared_bytes = sum(nbytes for _, nbytes in wanted)
        private = [(n, b, self.private_lanes(n)) for n, b in enumerate(w.program.buffers) if b.role == "private"]
        for n, buffer, lanes in private:
            wanted.append((f"private {n}", _array_bytes(buffer, lanes)))
        for value in sorted(self.split.carried):
            if value in w.kinds.varying:
                wanted.append((f"value {value}", self.frame_bytes(w.tree.dtypes[value])))
            else:
                self.cells[value] = w.cell(element_type(w.tree.dtypes[value]), vector=False)
        for local in sorted(self.split.frame_locals):
            dtype = w.program.locals[local].dtype
            if local in w.kinds.varying_locals:
                wanted.append((f"local {local}", self.frame_bytes(dtype)))
            else:
                self.local_cells[local] = w.cell(element_type(dtype), vector=False)
        shadows = sorted(self.shadows.locals)
        wanted += [(f"shadow {local}", self.frame_bytes(w.program.locals[local].dtype)) for local in shadows]
        if self.masked_phases:
            wanted.append(("alive", _round(self.padded)))
        w.frame_bytes = sum(nbytes for _, nbytes in wanted) - w.shared_bytes
        places: dict[str, str] = {}
        off_stack = w.shared_bytes + w.frame_bytes > STACK_LIMIT
        at = 0
        for name, nbytes in wanted:
            if off_stack:
                places[name] = t.let(f"getelementptr i8, ptr %scratch, i64 {at}")
                at += nbytes
            else:
                places[name] = t.alloca(f"[{nbytes * w.stack} x i8]", 64)
        w.scratch_bytes = at
        for n, buffer in shared:
            extents = tuple(str(e) for e in buffer.shape or ())
            w.buffers[n] = BufferRef(
                buffer.dtype, places[f"shared {n}"], str(prod(buffer.shape or ())), extents or ("1",), True, 64
            )
            if n in self.copied.buffers:
                w.buffers[n].copies, w.buffers[n].copy_bytes = self.copies(n), _array_bytes(buffer)
                w.copies = max(w.copies, self.copies(n))
        for n, buffer, lanes in private:
            extents = tuple(str(e) for e in buffer.shape or ())
            size = str(prod(buffer.shape or ()))
            whole = lanes == self.padded
            w.buffers[n] = BufferRef(buffer.dtype, places[f"private {n}"], size, extents, True, 64, lanes, whole)
            if not self.cleared_first(n):
                self.start_zero.append((places[f"private {n}"], _array_bytes(buffer, lanes)))
        self.point(places)
        self.stack = Stack(w, places, dict(wanted))
        self.alive_frame = places.get("alive", "")

    def point(self, places: dict[str, str]) -> None:
        """Where the workgroup's memory is."""
        for name, place in places.items():
            kind, _, number = name.partition(" ")
            if kind == "shared":
                self.w.buffers[int(number)].pointer = place
            elif kind in ("value", "local", "shadow"):
                frames = {"value": self.frames, "local": self.local_frames, "shadow": self.shadows.frames}[kind]
                frames[int(number)] = place

    def copies(self, buffer: int) -> int:
        return copies_of(prod(self.w.program.buffers[buffer].shape or ())) if buffer in self.copied.buffers else 1

    def private_lanes(self, buffer: int) -> int:
        """Of how many invocations a private array is kept: all, where another phase may read it or nothing clears it first."""
        return self.step if len(self.split.phases) == 1 and self.cleared_first(buffer) else self.padded

    def cleared_first(self, buffer: int) -> bool:
        """Whether the program's first word of a private array is that it is cleared, in every invocation."""
        for node in self.w.tree.body:
            if isinstance(node.stmt, Clear) and node.stmt.buffer == buffer:
                return True
            inside = self.w.tree.nodes[node.number : node.end]
            if any(used_buffer(n.stmt) == buffer for n in inside) or node.returns:
                return False
        return False

    def frame_bytes(self, dtype: DType) -> int:
        return _round(self.padded * max(1, register_bits(dtype) // 8))

    # -- groups ------------------------------------------------------------------------------------
    def write(self) -> None:
        w, t = self.w, self.t
        self.memory()
        head, end, done = t.label(), t.label(), t.label()
        self.group_end = end
        before = t.block
        t.goto(head)
        t.start(head)
        group, following = t.name(), t.name()
        t.do(f"{group} = phi i64 [ %lo, %{before} ], [ {following}, %{end} ]")
        self.group = t.let(f"trunc i64 {group} to i32")
        self.group_ids()
        for n, buffer in enumerate(w.program.buffers):
            if buffer.role == "shared":
                fill(w, w.buffers[n].pointer, w.stack * w.buffers[n].copies * _array_bytes(buffer), 0)
        for pointer, nbytes in self.start_zero:
            fill(w, pointer, nbytes, 0)
        if self.alive_frame:
            fill(w, self.alive_frame, _round(self.padded), 1)
        if self.region(self.split.region):
            t.goto(end)
        t.start(end)
        t.statement = -1
        t.do(f"{following} = add i64 {group}, 1")
        t.branch(t.let(f"icmp ult i64 {following}, %hi"), head, done)
        t.start(done)

    def group_ids(self) -> None:
        w, t = self.w, self.t
        self.stack.begin()
        w.ids["group_id", 0] = Value(u32, self.group)
        if any(axis and name in ("group_id", "global_id") for name, axis in self.used):
            height = t.let(f"zext i32 {w.ids['num_groups', 1].scalar} to i64")
            w.ids["group_id", 1] = Value(u32, t.let(f"trunc i64 {t.let(f'urem i64 %row, {height}')} to i32"))
            w.ids["group_id", 2] = Value(u32, t.let(f"trunc i64 {t.let(f'udiv i64 %row, {height}')} to i32"))

    # -- regions -----------------------------------------------------------------------------------
    def region(self, items: Region) -> bool:
        """False where the text has branched away."""
        for item in items:
            if isinstance(item, Phase):
                self.phase(item)
            elif isinstance(item, Branch):
                if not self.branch(item):
                    return False
            elif isinstance(item, Loop):
                self.loop(item)
            elif isinstance(item, Jump):
                self.jump(item)
                return False
        return True

    def scalar(self, value: int) -> Value:
        """A value that control flow of the workgroup reads."""
        w = self.w
        number = w.tree.value(value)
        if number < 0:
            return w.values[number]
        if number in self.cells:
            dtype = w.tree.dtypes[number]
            return Value(dtype, w.load_cell(self.cells[number], element_type(dtype), vector=False))
        node = w.tree.nodes[w.tree.where[number]]
        if isinstance(node.stmt, (Const, Id, Size, Param)) and number not in w.kinds.varying:
            control.elsewhere(w, [node])
            return w.values[number]
        raise CompileFailed(
            "the condition of control flow around a barrier differs inside the workgroup",
            code="R821",
            fix="make it the same in the whole workgroup (a parameter, a size, a group id)",
            place=node.stmt.place,
        )

    def branch(self, item: Branch) -> bool:
        t, w = self.t, self.w
        t.statement = item.node.number
        cond = w.conditions(self.scalar(operands(item.node.stmt)[0]))
        after = t.label()
        yes, no = t.label() if item.then else after, t.label() if item.orelse else after
        t.branch(cond.scalar or "", yes, no)
        reached = not item.then or not item.orelse
        for items, label in ((item.then, yes), (item.orelse, no)):
            if items:
                t.start(label)
                if self.region(items):
                    reached = True
                    t.goto(after)
        if reached:
            t.start(after)
        return reached

    def jump(self, item: Jump) -> None:
        stmt = item.node.stmt
        if isinstance(stmt, (Break, Continue)):
            loop = self.loops[-1]
            self.t.goto(loop.leave if isinstance(stmt, Break) else loop.again)
        else:
            self.t.goto(self.group_end)

    def loop(self, item: Loop) -> None:
        t, w = self.t, self.w
        node, stmt = item.node, item.node.stmt
        t.statement = node.number
        top, body, again, leave = (t.label() for _ in range(4))
        counter = ""
        if isinstance(stmt, For):
            dtype = w.program.locals[stmt.local].dtype
            n = element_type(dtype)
            lo, hi = self.scalar(stmt.lo), self.scalar(stmt.hi)
            trips = trip_count(w, dtype, lo, hi, stmt.step)
            counter = w.cell(n, vector=False)
            t.do(f"store {n} 0, ptr {counter}")
            t.goto(top)
            t.start(top)
            now = w.load_cell(counter, n, vector=False)
            t.branch(w.scalar_form.op("icmp ult", n, now, trips.scalar or ""), body, leave)
            t.start(body)
            variable = loop_variable(w, dtype, lo, now, stmt.step)
            w.values[loop_value(node.number)] = variable
            if stmt.local in self.local_cells:
                w.store_cell(self.local_cells[stmt.local], n, variable.scalar or "", vector=False)
            elif stmt.local in w.tree.reads:
                self.set_frame(stmt.local, variable)
            self.shadows.assign(stmt.local, variable, self.every)
        else:
            t.goto(top)
            t.start(top)
            self.region(item.head)
            cond = w.conditions(self.scalar(operands(stmt)[0]))
            t.branch(cond.scalar or "", body, leave)
            t.start(body)
        self.loops.append(LoopState(leave, again))
        if isinstance(stmt, For):
            w.counters.append(loop_value(node.number))
        if self.region(item.body):
            t.goto(again)
        if isinstance(stmt, For):
            w.counters.pop()
        self.loops.pop()
        t.start(again)
        t.statement = node.number
        if isinstance(stmt, For):
            n = element_type(w.program.locals[stmt.local].dtype)
            w.store_cell(
                counter, n, w.scalar_form.op("add", n, w.load_cell(counter, n, vector=False), "1"), vector=False
            )
        t.goto(top)
        t.start(leave)

    # -- phases ------------------------------------------------------------------------------------
    def phase(self, phase: Phase) -> None:
        w, t = self.w, self.t
        t.statement = phase.nodes[0].number
        w.mask, w.maybe_empty, w.alive = None, False, None
        for number in self.copied.readers[phase.index]:
            add_up(w, w.buffers[number])
        if phase.strip and (self.padded > self.step or w.stack > 1):
            self.strips(phase)
        else:
            self.stack.each(self.point, partial(self.packs, phase), phase)

    def packs(self, phase: Phase) -> None:
        w, t = self.w, self.t
        for local in phase.locals:
            if local in self.local_cells:
                n = element_type(w.program.locals[local].dtype)
                # each pack begins with what the phase, or this strip of it, began with
                now = w.load_cell(self.local_cells[local], n, vector=False)
                w.values[_entry(local)] = Value(w.program.locals[local].dtype, now)
        if phase.once or self.padded == self.step:
            self.pack(phase, "0")
            return
        before, top, done = t.block, t.label(), t.label()
        end = t.label()
        limit = reach(self.w, phase, self.cells, self.local_cells, self.padded)
        t.goto(top)
        t.start(top)
        first, following = t.name(), t.name()
        start = self.padded - self.step if phase.falling else 0
        t.do(f"{first} = phi i32 [ {start}, %{before} ], [ {following}, %{end} ]")
        limit = self.left_out(first, limit)
        self.pack(phase, first)
        t.goto(end)
        t.start(end)
        t.do(f"{following} = {'sub' if phase.falling else 'add nuw'} i32 {first}, {self.step}")
        t.branch(t.let(f"icmp ne i32 {first}, 0" if phase.falling else f"icmp ult i32 {following}, {limit}"), top, done)
        t.start(done)

    def left_out(self, first: str, limit: str) -> str:
        """Where facts are checked, packs beyond the limit are run too: they find nothing to do. What the limit is then."""
        facts = self.w.facts
        if facts is None:
            return limit
        facts.limit = "" if limit == str(self.padded) else self.t.let(f"icmp uge i32 {first}, {limit}")
        return str(self.padded)

    def strips(self, phase: Phase) -> None:
        """A loop that all packs run some iterations of, then some more."""
        w, t = self.w, self.t
        node = phase.nodes[0]
        stmt = node.stmt
        assert isinstance(stmt, For)
        dtype = w.program.locals[stmt.local].dtype
        n = element_type(dtype)
        trips = trip_count(w, dtype, self.scalar(stmt.lo), self.scalar(stmt.hi), stmt.step).scalar or ""
        before, top, again, done = t.block, t.label(), t.label(), t.label()
        t.branch(t.let(f"icmp ne {n} {trips}, 0"), top, done)
        t.start(top)
        begin, end = t.name(), t.name()
        t.do(f"{begin} = phi {n} [ 0, %{before} ], [ {end}, %{again} ]")
        left = t.let(f"sub {n} {trips}, {begin}")
        size = t.call(f"llvm.umin.{n}", n, [(n, left), (n, str(_STRIP))])
        t.do(f"{end} = add {n} {begin}, {size}")
        w.strips[node.number] = (begin, end)
        self.stack.each(self.point, partial(self.packs, phase), phase)
        del w.strips[node.number]
        t.goto(again)
        t.start(again)
        t.statement = node.number
        t.branch(t.let(f"icmp ult {n} {end}, {trips}"), top, done)
        t.start(done)

    def pack(self, phase: Phase, first: str) -> None:
        w, t = self.w, self.t
        end = t.label()
        if not phase.once:
            lane_ids(w, first, self.used)
            if self.invocations % self.step:
                limit = w.vector_form.literal("i32", self.invocations)
                regs = w.vectors(w.ids["local_index", 0])
                w.mask = [w.vector_form.op("icmp ult", "i32", r, limit) for r in regs]
            if w.kinds.masked_returns:
                w.alive = w.mask_cells()
                if self.alive_frame:
                    w.mask = w.both(w.mask, load_frame(w, self.alive_frame, "i1", first))
                    w.maybe_empty = True
                w.store_masks(w.alive, w.full(w.mask))
        w.pack_end = end
        for value in phase.imports:
            if value in self.split.again:
                control.elsewhere(w, [w.tree.nodes[w.tree.where[value]]])
            elif value in self.cells:
                w.values[value] = self.scalar(value)
            else:
                dtype = w.tree.dtypes[value]
                w.values[value] = Value(dtype, regs=load_frame(w, self.frames[value], element_type(dtype), first))
        self.import_locals(phase, first)
        self.shadows.begin(phase, first)
        if in_two_texts(w, phase, first, lambda nodes: self.statements(nodes, first)) or self.statements(
            phase.nodes, first
        ):
            t.goto(end)
        t.start(end)
        t.statement = -1
        self.export_locals(phase, first)
        self.shadows.end(phase, first, self.every)

    def statements(self, nodes: list[Node], first: str) -> bool:
        """Write statements of a phase. False where the text has branched away."""
        w = self.w
        for node in nodes:
            if not control.block(w, [node]):
                return False
            number = result(node.stmt)
            if number in self.split.carried and number not in w.tree.same:
                self.export_value(number, first)
        return True

    def import_locals(self, phase: Phase, first: str) -> None:
        w = self.w
        for local in phase.locals:
            n = element_type(w.program.locals[local].dtype)
            cells = control.local_cells(w, local)
            if local in self.local_cells:
                w.store_cell(cells[0], n, w.values[_entry(local)].scalar or "", vector=False)
            else:
                for cell, x in zip(cells, load_frame(w, self.local_frames[local], n, first), strict=True):
                    w.store_cell(cell, n, x, vector=True)

    def export_locals(self, phase: Phase, first: str) -> None:
        w = self.w
        written = {local for node in phase.nodes for local in _sets(node)}
        for local in phase.locals:
            if local not in written:
                continue
            n = element_type(w.program.locals[local].dtype)
            cells = control.local_cells(w, local)
            if local in self.local_cells:
                w.store_cell(self.local_cells[local], n, w.load_cell(cells[0], n, vector=False), vector=False)
            else:
                store_frame(w, self.local_frames[local], n, [w.load_cell(c, n, vector=True) for c in cells], first)
        if w.alive is not None and self.alive_frame:
            store_frame(w, self.alive_frame, "i1", w.load_masks(w.alive), first)

    def export_value(self, value: int, first: str) -> None:
        w = self.w
        n = element_type(w.tree.dtypes[value])
        if value in self.cells:
            w.store_cell(self.cells[value], n, w.values[value].scalar or "", vector=False)
        else:
            store_frame(w, self.frames[value], n, w.vectors(w.values[value]), first)

    def set_frame(self, local: int, value: Value) -> None:
        """A loop's variable into a frame, for the whole workgroup."""
        w = self.w
        n = element_type(value.dtype)
        for first in self.every:
            store_frame(w, self.local_frames[local], n, w.vectors(value), str(first))


def _entry(local: int) -> int:
    """A key of Writer.values that no value id has."""
    return -(1 << 40) - local


def _sets(node: Node) -> set[int]:
    found = set(node.sets)
    if isinstance(node.stmt, Set):
        found.add(node.stmt.local)
    return found


def _round(nbytes: int) -> int:
    return -(-nbytes // 64) * 64


def _array_bytes(buffer: Buffer, lanes: int = 1) -> int:
    return _round(prod(buffer.shape or ()) * lanes * buffer.dtype.nbytes)


def groups(w: Writer, used_ids: set[tuple[str, int]]) -> None:
    """Write the loop over workgroups."""
    _Groups(w, used_ids).write()
