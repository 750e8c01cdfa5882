"""Statements and control flow under masks (rule 5.3).

An ``if`` whose condition is one scalar is a branch. A divergent one narrows the mask; a branch around it skips it where
no lane is on, unless it is so small that running it is cheaper. Loops whose bounds and exits are the same in all lanes
are scalar loops. In a divergent loop a lane that leaves drops out of two masks, ``inside`` and ``live``; the loop ends
when no lane is inside.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal

from vyre.emit.llvm import atomics, memory
from vyre.emit.llvm.across import write_across
from vyre.emit.llvm.claims import check, check_condition, check_defined, check_left_out, remember
from vyre.emit.llvm.guards import all_lanes_pass
from vyre.emit.llvm.lanes import walk
from vyre.emit.llvm.ops import consecutive_from, define_op
from vyre.emit.llvm.runs import in_run, load_run, store_run
from vyre.emit.llvm.staged import find_row, row
from vyre.emit.llvm.text import element_type
from vyre.emit.llvm.tree import Node, loop_value
from vyre.emit.llvm.trips import loop_variable, trip_count
from vyre.emit.llvm.versions import hoist, in_strips, in_two_forms, outer_value, version
from vyre.emit.llvm.words import refill, taken
from vyre.emit.llvm.writer import LoopState, Value, Writer
from vyre.ir.nodes import (
    Atomic,
    Break,
    Clear,
    Const,
    Continue,
    For,
    Get,
    Id,
    If,
    Load,
    Op,
    Param,
    Return,
    Set,
    Size,
    Store,
    While,
)

__all__ = ["block", "elsewhere", "local_cells"]

_SMALL: Final = 6
"""A branch with at most this many cheap statements is run under its mask without asking whether any lane is on."""
_COSTLY: Final = frozenset({"div", "rem", "floordiv", "floormod", "sqrt", "recip"})


Flow = Literal["on", "off", "gone"]
"""After a statement: the next one runs; no lane is on for the rest of the block; the text has branched away."""


def block(w: Writer, nodes: list[Node]) -> bool:
    """Write a block. False where the text has branched away from its end."""
    for node in nodes:
        if node.number in w.left_out:
            continue
        w.text.statement = node.number
        w.text.cut()
        flow = statement(w, node)
        check_defined(w, node)
        if flow != "on":
            return flow == "off"
    return True


def elsewhere(w: Writer, nodes: list[Node]) -> None:
    """Write statements that compute values away from their place, where what is known of them need not hold."""
    facts, w.facts = w.facts, None
    block(w, nodes)
    w.facts = facts


def statement(w: Writer, node: Node) -> Flow:
    stmt = node.stmt
    if isinstance(stmt, Op):
        if stmt.result not in w.hoisted:
            w.values[stmt.result] = define_op(w, stmt)
    elif isinstance(stmt, (Const, Size, Param)):
        w.values[stmt.result] = outer_value(w, stmt)
    elif isinstance(stmt, Load) and node.number in w.words:
        w.values[stmt.result] = taken(w, w.words[node.number])
        memory.check_read(w, stmt, node.number)
    elif isinstance(stmt, Load) and node.number in w.staged:
        w.values[stmt.result] = row(w, w.staged[node.number])
        memory.check_read(w, stmt, node.number)
    elif isinstance(stmt, Load) and in_run(w, node.number):
        w.values[stmt.result] = load_run(w, stmt, node.number)
        memory.check_read(w, stmt, node.number)
    elif isinstance(stmt, Load):
        w.values[stmt.result] = memory.load(w, stmt, node.number)
    elif isinstance(stmt, Store) and in_run(w, node.number):
        store_run(w, stmt, node.number)
    elif isinstance(stmt, Store):
        memory.store(w, stmt, node.number)
    elif isinstance(stmt, Atomic):
        w.values[stmt.result] = atomics.atomic(w, stmt, node.number)
    elif isinstance(stmt, Clear):
        memory.clear(w, stmt)
    elif isinstance(stmt, Get):
        if stmt.result not in w.tree.same:
            w.values[stmt.result] = read_local(w, stmt.local, agreed=node.number in w.kinds.agreed)
    elif isinstance(stmt, Set):
        set_local(w, stmt.local, w.value(stmt.value), blend=node.number in w.kinds.blends)
    elif isinstance(stmt, Id):
        w.values[stmt.result] = w.id(stmt.name, stmt.axis)
    elif isinstance(stmt, If):
        return branch(w, node, stmt)
    elif isinstance(stmt, For) and w.alone and node.number in w.across:
        write_across(w, node, stmt, lambda nodes: block(w, nodes))
    elif isinstance(stmt, For):
        counted(w, node, stmt)
    elif isinstance(stmt, While):
        repeated(w, node, stmt)
    elif isinstance(stmt, (Break, Continue, Return)):
        return jump(w, node, stmt)
    return "on"


# -- locals -----------------------------------------------------------------------------------------------------


def local_cells(w: Writer, local: int) -> list[str]:
    """The cells of a local: one scalar, or one vector a pack."""
    cells = w.locals.get(local)
    if cells is None:
        n = element_type(w.program.locals[local].dtype)
        varying = local in w.kinds.varying_locals
        vector = varying and local not in w.linear_locals
        cells = [w.cell(n, vector=vector) for _ in range(w.packs if varying else 1)]
        w.locals[local] = cells
    return cells


def read_local(w: Writer, local: int, *, agreed: bool = False) -> Value:
    """``agreed``: all lanes are on and hold one value, which is that of the first."""
    dtype = w.program.locals[local].dtype
    n = element_type(dtype)
    cells = local_cells(w, local)
    if agreed and local in w.linear_locals:
        return Value(dtype, w.load_cell(cells[0], n, vector=False))
    if agreed and local in w.kinds.varying_locals:
        first = w.load_cell(cells[0], n, vector=True)
        return Value(dtype, w.text.let(f"extractelement {w.vector_type(n)} {first}, i64 0"))
    if local in w.linear_locals:
        bases = [w.load_cell(c, n, vector=False) for c in cells]
        return Value(dtype, None, consecutive_from(w, bases), bases)
    if local in w.kinds.varying_locals:
        return Value(dtype, regs=[w.load_cell(c, n, vector=True) for c in cells])
    return Value(dtype, w.load_cell(cells[0], n, vector=False))


def set_local(w: Writer, local: int, value: Value, *, blend: bool) -> None:
    remember(w, local, value)
    if local not in w.tree.reads:
        return
    n = element_type(value.dtype)
    cells = local_cells(w, local)
    if local not in w.kinds.varying_locals:
        assert value.scalar is not None
        w.store_cell(cells[0], n, value.scalar, vector=False)
        return
    if local in w.linear_locals:
        assert value.base is not None
        for cell, base in zip(cells, value.base, strict=True):
            w.store_cell(cell, n, base, vector=False)
        return
    for k, (cell, x) in enumerate(zip(cells, w.vectors(value), strict=True)):
        if blend and w.mask is not None:
            x = w.vector_form.select(w.mask[k], n, x, w.load_cell(cell, n, vector=True))
        w.store_cell(cell, n, x, vector=True)


# -- if ---------------------------------------------------------------------------------------------------------


def branch(w: Writer, node: Node, stmt: If) -> Flow:
    if w.inside is not None and node.number in w.inside.guards:
        return _decided_branch(w, node, stmt, w.inside.guards[node.number])
    cond = w.conditions(w.value(stmt.cond))
    check_left_out(w, cond)
    if cond.scalar is not None:
        return _scalar_branch(w, node, cond.scalar)
    if node.number in w.walks:
        walk(w, node, w.both(w.mask, w.vectors(cond)), lambda nodes: block(w, nodes))
        return "on"
    whole = all_lanes_pass(w, node, stmt) if node.blocks[0] else None
    if whole is None:
        _masked_branch(w, node, cond)
        return "on"
    t = w.text
    free, masked, after = t.label(), t.label(), t.label()
    t.branch(whole, free, masked)
    t.start(free)
    check(w, "guard", cond)
    block(w, node.blocks[0])
    t.goto(after)
    t.start(masked)
    accesses = len(w.accesses)
    _masked_branch(w, node, cond)
    del w.accesses[accesses:]  # the receipt speaks of the text that runs most
    t.goto(after)
    t.start(after)
    return "on"


def _masked_branch(w: Writer, node: Node, cond: Value) -> None:
    saved, empty = w.mask, w.maybe_empty
    on = w.vectors(cond)
    for nodes, masks in zip(node.blocks, (on, None), strict=True):
        if not nodes:
            continue
        w.mask = w.both(saved, on) if masks is not None else w.without(saved, on)
        _under_mask(w, nodes)
    _after(w, node, saved, empty)


def _decided_branch(w: Writer, node: Node, stmt: If, holds: bool) -> Flow:
    """A branch whose condition is known, and the same in all lanes."""
    check_condition(w, stmt.cond, holds=holds)
    nodes = node.blocks[0 if holds else 1]
    saved, empty = w.mask, w.maybe_empty
    if not block(w, nodes):
        return "gone"
    if any(n.jumps or n.returns for n in nodes):
        _after(w, node, saved, empty)
    return "on"


def _scalar_branch(w: Writer, node: Node, cond: str) -> Flow:
    t = w.text
    then, orelse = node.blocks
    after = t.label()
    labels = [t.label() if nodes else after for nodes in (then, orelse)]
    t.branch(cond, *labels)
    saved, empty = w.mask, w.maybe_empty
    reached = not then or not orelse
    for nodes, label in zip((then, orelse), labels, strict=True):
        if nodes:
            t.start(label)
            w.mask, w.maybe_empty = saved, empty
            if block(w, nodes):
                reached = True
                t.goto(after)
    if not reached:
        return "gone"
    t.start(after)
    _after(w, node, saved, empty)
    return "on"


def _under_mask(w: Writer, nodes: list[Node]) -> None:
    """Write a branch under the mask that is set; skip it where no lane is on, if it is worth asking."""
    t = w.text
    if _is_small(nodes):
        was = w.maybe_empty
        w.maybe_empty = True
        block(w, nodes)
        w.maybe_empty = was
        return
    inside, after = t.label(), t.label()
    assert w.mask is not None
    t.branch(w.any(w.mask), inside, after)
    t.start(inside)
    w.maybe_empty = False
    block(w, nodes)
    t.goto(after)
    t.start(after)


def _is_small(nodes: list[Node]) -> bool:
    if len(nodes) > _SMALL:
        return False
    for node in nodes:
        stmt = node.stmt
        if isinstance(stmt, Op) and stmt.op in _COSTLY:
            return False
        if not isinstance(stmt, (Op, Const, Get, Set, Id, Size, Param, Break, Continue, Return)):
            return False
    return True


def _after(w: Writer, node: Node, mask: list[str] | None, empty: bool) -> None:
    """Restore the mask after a statement; lanes that jumped inside stay off."""
    w.mask, w.maybe_empty = mask, empty
    w.text.statement = node.number
    live = w.loops[-1].live if w.loops else None
    if (node.jumps or node.returns) and live is not None:
        pass  # a jump out of the innermost loop, or a return through it: its mask knows both
    elif node.returns and w.alive is not None and not any(loop.inside is not None for loop in w.loops):
        live = w.alive
    else:
        return
    w.mask = w.both(mask, w.load_masks(live))
    w.maybe_empty = True


# -- jumps ------------------------------------------------------------------------------------------------------


def jump(w: Writer, node: Node, stmt: Break | Continue | Return) -> Flow:
    """Take the lanes that are on out of the loop, the iteration or the program."""
    if isinstance(stmt, Return):
        if node.number in w.kinds.whole_returns:
            if w.alive is not None:
                w.store_masks(w.alive, ["zeroinitializer"] * w.packs)
            w.text.goto(w.pack_end)
            return "gone"
        assert w.alive is not None
        cells = [w.alive]
        for loop in w.loops:
            cells += [c for c in (loop.inside, loop.live) if c is not None]
    else:
        loop = w.loops[-1]
        if loop.live is None:
            w.text.goto(loop.leave if isinstance(stmt, Break) else loop.again)
            return "gone"
        cells = [loop.live]
        if isinstance(stmt, Break):
            assert loop.inside is not None
            cells.append(loop.inside)
    off = w.full(w.mask)
    for masks in cells:
        w.store_masks(masks, w.without(w.load_masks(masks), off))
    return "off"


# -- loops ------------------------------------------------------------------------------------------------------


def counted(w: Writer, node: Node, stmt: For) -> None:
    dtype = w.program.locals[stmt.local].dtype
    n = element_type(dtype)
    lo, hi = w.value(stmt.lo), w.value(stmt.hi)
    begin = "0"
    if node.number in w.strips:
        begin, end = w.strips[node.number]
        trips = Value(dtype.unsigned, end)
    else:
        trips = trip_count(w, dtype, lo, hi, stmt.step)
    counter = w.cell(n, vector=False)
    t = w.text
    t.do(f"store {n} {begin}, ptr {counter}")

    def head(state: LoopState, body: str, trips: Value) -> None:
        now = w.load_cell(counter, n, vector=False)
        if trips.scalar is not None:
            more = w.scalar_form.op("icmp ult", n, now, trips.scalar)
            if state.inside is not None:
                more = w.scalar_form.op("and", "i1", more, w.any(w.load_masks(state.inside)))
            t.branch(more, body, state.leave)
        else:
            assert state.inside is not None
            position = t.splat(now, n, w.width)
            running = [w.vector_form.op("icmp ult", n, position, x) for x in w.vectors(trips)]
            running = w.both(w.load_masks(state.inside), running)
            w.store_masks(state.inside, running)
            t.branch(w.any(running), body, state.leave)

    def enter() -> None:
        now = w.load_cell(counter, n, vector=False)
        variable = loop_variable(w, dtype, lo, now, stmt.step)
        w.values[loop_value(node.number)] = variable
        set_local(w, stmt.local, variable, blend=node.number in w.kinds.blends)
        for words in w.words.values():
            refill(w, words, now, variable)
        find_row(w, now)

    def latch() -> None:
        now = w.load_cell(counter, n, vector=False)
        w.store_cell(counter, n, w.scalar_form.op("add", n, now, "1"), vector=False)

    def write(trips: Value, start: str = "") -> None:
        if start:
            t.do(f"store {n} {start}, ptr {counter}")
        if not divergent:
            w.counters.append(loop_value(node.number))
        _loop(w, node, lambda state, body: head(state, body, trips), enter, latch)
        if not divergent:
            w.counters.pop()

    divergent = node.number in w.kinds.divergent
    hoisted = set(w.hoisted)
    hoist(w, node)
    found = None if divergent else version(w, node, stmt, hi)
    if found is None:
        write(trips)
    elif found.staged:
        in_strips(w, found, lo, trips, write)
    else:
        in_two_forms(w, found, lambda: write(trips))
    w.hoisted = hoisted


def repeated(w: Writer, node: Node, stmt: While) -> None:
    def head(state: LoopState, body: str) -> None:
        block(w, node.blocks[0])
        cond = w.conditions(w.value(stmt.value))
        if state.inside is None:
            assert cond.scalar is not None
            w.text.branch(cond.scalar, body, state.leave)
            return
        running = w.both(w.load_masks(state.inside), w.vectors(cond))
        w.store_masks(state.inside, running)
        w.text.branch(w.any(running), body, state.leave)

    _loop(w, node, head, lambda: None, lambda: None)


def _loop(
    w: Writer, node: Node, head: Callable[[LoopState, str], None], enter: Callable[[], None], latch: Callable[[], None]
) -> None:
    t = w.text
    saved, empty = w.mask, w.maybe_empty
    around = None
    if empty and w.mask is not None:  # a loop that no lane is in might never end
        start, around = t.label(), t.label()
        t.branch(w.any(w.mask), start, around)
        t.start(start)
        w.maybe_empty = False
    divergent = node.number in w.kinds.divergent
    top, body, again, leave = (t.label() for _ in range(4))
    state = LoopState(leave, again)
    if divergent:
        state.inside, state.live = w.mask_cells(), w.mask_cells()
        w.store_masks(state.inside, w.full(saved))
    t.goto(top)
    t.start(top)
    t.statement = node.number
    w.loops.append(state)
    if state.inside is not None:
        w.mask = w.load_masks(state.inside)
    w.maybe_empty = False
    head(state, body)
    t.start(body)
    t.statement = node.number
    if state.inside is not None and state.live is not None:
        w.mask = w.load_masks(state.inside)
        w.store_masks(state.live, w.mask)
    w.maybe_empty = False
    enter()
    if block(w, node.blocks[-1]):
        t.goto(again)
    t.start(again)
    t.statement = node.number
    latch()
    if state.inside is not None and isinstance(node.stmt, While) and _can_leave(node.blocks[-1]):
        t.branch(w.any(w.load_masks(state.inside)), top, leave)
    else:
        t.goto(top)
    w.loops.pop()
    t.start(leave)
    if around is not None:
        t.goto(around)
        t.start(around)
    _after(w, node, saved, empty)


def _can_leave(nodes: list[Node]) -> bool:
    return any(n.jumps or n.returns for n in nodes)
