"""Checks of the facts that the text relies on (``vyre.facts.claims``): nothing is written where the mode is off.

A check that fails writes the record's words, unless another one did before, and leaves the function: nothing that the wrong
fact would allow is done. Locals have shadows: vectors into which each lane that is on writes what it assigns, whatever the
local is kept as, so that each read can be compared with them.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from vyre.dtypes import DType, bool_, u32, u64
from vyre.emit.llvm.failures import record_word, write_failure
from vyre.emit.llvm.ops import consecutive_from, define_op, iota
from vyre.emit.llvm.text import element_type, is_narrow
from vyre.emit.llvm.tree import Node
from vyre.emit.llvm.values import canonical
from vyre.emit.llvm.writer import Facts, Masks, Value, Writer
from vyre.facts.claims import FACT_WORDS, SLOTS
from vyre.facts.intervals import whole
from vyre.facts.numbering import value_numbers
from vyre.facts.ranges import ranges
from vyre.ir.nodes import Get, Id, Op
from vyre.ir.program import Grid, Program
from vyre.ir.walk import result

__all__ = [
    "begin_alone", "begin_facts", "check", "check_aligned", "check_always", "check_condition", "check_consecutive", "check_defined",
    "check_indexes", "check_last", "check_left_out", "check_one_number", "check_op", "check_run", "check_side", "check_some_on",
    "check_stretch", "check_strided", "check_under", "end_alone", "equal", "remember", "shadow_cells",
]  # fmt: skip

_OVERFLOW: Final = {"add": "add", "sub": "sub", "mul": "mul"}


def begin_facts(w: Writer) -> None:
    """From here on the text checks what it relies on; first, that arrays are aligned."""
    record = max(n for n, buffer in enumerate(w.program.buffers) if buffer.is_array)
    w.facts = _facts_of(w.program, w.workgroup, record, w.buffers[record].pointer)
    for n, buffer in enumerate(w.program.buffers):
        if buffer.is_array:
            check_aligned(w, w.buffers[n].pointer, w.buffers[n].align)


def _facts_of(program: Program, workgroup: Grid, record: int, pointer: str) -> Facts:
    """What is checked of a program. ``record``: the array with its trap record, whose last words tell of facts."""
    intervals: dict[int, tuple[int, int]] = {}
    exact: set[int] = set()
    if workgroup == program.workgroup:  # ranges speak of the program's own workgroup
        found, numbers = ranges(program), value_numbers(program).of
        intervals = {n: known for n, known in enumerate(found.intervals) if known is not None}
        exact = {n for n, number in enumerate(numbers) if number in found.exact}
    first = (program.buffers[record].shape or (0,))[0] - FACT_WORDS - SLOTS
    return Facts(pointer, first, intervals, frozenset(exact))


# -- failing ----------------------------------------------------------------------------------------------------


def check(w: Writer, fact: str, holds: Value, *, value: Value | None = None, bound: Value | None = None) -> None:
    """Check that a condition holds in each lane that is on."""
    mask = w.facts.there if w.facts is not None and w.mask is None else w.mask
    check_under(w, fact, holds, mask, value, bound)


def check_always(w: Writer, fact: str, holds: Value, *, value: Value | None = None, bound: Value | None = None) -> None:
    """Check that a condition holds in all lanes, on or not."""
    check_under(w, fact, holds, None, value, bound)


def check_under(w: Writer, fact: str, holds: Value, mask: Masks, value: Value | None, bound: Value | None) -> None:
    """Check that a condition holds in the lanes of a mask."""
    if w.facts is None:
        return
    t, n = w.text, f"i{w.width}"
    if holds.scalar == "true":
        return
    fails: list[str] = []  # bits of the lanes, one number a pack
    if holds.scalar is not None and mask is None:
        fails = [t.let(f"select i1 {holds.scalar}, {n} 0, {n} -1")]
    else:
        for held, on in zip(w.vectors(holds), w.full(mask), strict=True):
            off = t.let(f"xor {w.mask_type} {held}, splat (i1 true)")
            fails.append(t.let(f"bitcast {w.mask_type} {t.let(f'and {w.mask_type} {off}, {on}')} to {n}"))
    some = fails[0]
    for more in fails[1:]:
        some = t.let(f"or {n} {some}, {more}")
    fail, on = t.label(), t.label()
    t.branch(t.let(f"icmp ne {n} {some}, 0"), fail, on)
    t.start(fail)
    write_failure(w, fact, fails, value, bound)
    t.start(on)


def check_consecutive(w: Writer, offset: Value, mask: Masks) -> None:
    """That the lanes of a mask are at neighbouring elements, one after the other."""
    if w.facts is not None and offset.base is not None:
        line = Value(offset.dtype, regs=consecutive_from(w, offset.base))
        check_under(w, "consecutive", equal(w, offset, line), mask, offset, line)


def check_stretch(w: Writer, start: Value, more: tuple[str, ...], count: int, size: str) -> None:
    """That ``count`` elements of each lane, from ``start`` and what is added to it on, are elements of an array."""
    if w.facts is None:
        return
    t, form, limit = w.text, w.vector_form, w.text.splat(size, "i32", w.width)
    indexes, regs = w.vectors(start), list[str]()
    for x in more:
        indexes = [form.op("add", "i32", index, t.splat(x, "i32", w.width)) for index in indexes]
    for index in indexes:
        last = form.op("add", "i32", index, form.literal("i32", count - 1))
        both = [form.op("icmp ult", "i32", x, limit) for x in (index, last)]
        regs.append(form.op("and", "i1", *both))
    check_always(w, "in bounds", Value(bool_, regs=regs), value=Value(u32, regs=indexes), bound=Value(u32, size))


def check_run(w: Writer, base: str, count: int, size: str) -> None:
    """That ``count`` elements from one on are elements of an array, and that all lanes are on."""
    if w.facts is None:
        return
    form = w.scalar_form
    last = form.op("add", "i32", base, str(count - 1))
    both = [form.op("icmp ult", "i32", x, size) for x in (base, last)]
    holds = Value(bool_, form.op("and", "i1", *both))
    check_always(w, "in bounds", holds, value=Value(u32, base), bound=Value(u32, size))
    check_always(w, "guard", Value(bool_, regs=w.full(w.mask)))


def check_strided(w: Writer, index: Value, base: str, stride: int, q: int) -> None:
    """That lane k of all packs is at ``base + stride * k + q``."""
    if w.facts is None:
        return
    t, form = w.text, w.vector_form
    start = t.splat(w.scalar_form.op("add", "i32", base, str(q)), "i32", w.width)
    regs = [
        form.op("add", "i32", start, form.op("mul", "i32", iota(w, k * w.width), form.literal("i32", stride)))
        for k in range(w.packs)
    ]
    line = Value(index.dtype, regs=regs)
    check(w, "strided", equal(w, index, line), value=index, bound=line)


def check_op(w: Writer, stmt: Op, known: Value) -> None:
    """That an operation which is not written has the value that it is taken for."""
    if w.facts is not None:
        now = define_op(w, stmt)
        check(w, "guard", equal(w, now, known), value=now, bound=known)


def check_indexes(w: Writer, pointer: str, bits: str, offset: Value) -> None:
    """That the subscripts of all lanes are still where they were loaded from."""
    if w.facts is None:
        return
    t, vector, regs = w.text, w.vector_type("i32"), list[str]()
    for k in range(w.packs):
        place = t.let(f"getelementptr i32, ptr {pointer}, i64 {k * w.width}")
        now = t.let(f"load {vector}, ptr {place}, align 4")
        regs.append(w.vector_form.op("and", "i32", now, w.vector_form.literal("i32", bits)))
    there = Value(offset.dtype, regs=regs)
    check(w, "read ahead", equal(w, offset, there), value=offset, bound=there)


def check_side(w: Writer, buffer: int, index: Value, *, stores: bool) -> None:
    """Of two phases that run as one: that each lane stores its own element, and reads on one side of it or outside of the array."""
    side = None if w.facts is None else w.facts.sides.get(buffer)
    if side is None:
        return
    form, own, regs = w.vector_form, w.ids["local_index", 0], list[str]()
    size = form.literal("i32", w.buffers[buffer].size)
    for x, lane in zip(w.vectors(index), w.vectors(own), strict=True):
        if stores:
            regs.append(form.op("icmp eq", "i32", x, lane))
        else:
            near = form.op("icmp ule" if side < 0 else "icmp uge", "i32", x, lane)
            regs.append(form.op("or", "i1", near, form.op("icmp uge", "i32", x, size)))
    check(w, "one side", Value(bool_, regs=regs), value=index, bound=own)


def check_last(w: Writer, last: str) -> None:
    """That the ids of a stretch, all below ``last`` (i64), do not wrap."""
    if w.facts is not None:
        w.facts.by_lane = False  # no lane is there yet
        holds = Value(bool_, w.text.let(f"icmp sle i64 {last}, {(1 << 31) - 1}"))
        check_always(w, "no wrap", holds, value=Value(u64, last))
        w.facts.by_lane = True


def check_some_on(w: Writer) -> None:
    """That a lane is on, where the mask says that one is."""
    if w.facts is not None and w.mask is not None and not w.maybe_empty:
        check_always(w, "some lane on", Value(bool_, w.any(w.mask)))


def check_aligned(w: Writer, pointer: str, align: int) -> None:
    """That an address is a multiple of so many bytes."""
    if w.facts is None or align == 1:
        return
    address = Value(u64, w.text.let(f"ptrtoint ptr {pointer} to i64"))
    rest = w.text.let(f"and i64 {address.scalar}, {align - 1}")
    check_always(
        w, "aligned", Value(bool_, w.text.let(f"icmp eq i64 {rest}, 0")), value=address, bound=Value(u64, str(align))
    )


# -- conditions -------------------------------------------------------------------------------------------------


def _raw(w: Writer, dtype: DType, x: str) -> tuple[str, str]:
    """A vector as integers that are equal where the values are the same: all NaNs are one."""
    if not dtype.is_float:
        return element_type(dtype), x
    return f"i{16 if is_narrow(dtype) else dtype.bits}", canonical(w.vector_form, dtype, x)


def equal(w: Writer, a: Value, b: Value) -> Value:
    """Where two values are the same."""
    regs: list[str] = []
    for x, y in zip(w.vectors(a), w.vectors(b), strict=True):
        n, first = _raw(w, a.dtype, x)
        regs.append(w.vector_form.op("icmp eq", n, first, _raw(w, a.dtype, y)[1]))
    return Value(bool_, regs=regs)


# -- locals -----------------------------------------------------------------------------------------------------


def remember(w: Writer, local: int, value: Value) -> None:
    """A local is assigned in the lanes that are on."""
    if w.facts is None:
        return
    n = element_type(value.dtype)
    for k, (cell, x) in enumerate(zip(shadow_cells(w, local), w.vectors(value), strict=True)):
        if w.mask is not None:
            x = w.vector_form.select(w.mask[k], n, x, w.load_cell(cell, n, vector=True))
        w.store_cell(cell, n, x, vector=True)


def begin_alone(w: Writer) -> Facts | None:
    """Lanes are no longer the invocations of the text around: no local has a shadow. What ``end_alone`` brings back."""
    outer = w.facts
    if outer is not None:
        w.facts = replace(outer, shadows={}, by_lane=False, limit="")
    return outer


def end_alone(w: Writer, outer: Facts | None) -> None:
    """Lanes are the invocations of the text around again."""
    w.facts = outer


def shadow_cells(w: Writer, local: int) -> list[str]:
    """The cells of a local's shadow, one a pack."""
    assert w.facts is not None
    cells = w.facts.shadows.get(local)
    if cells is None:
        n = element_type(w.program.locals[local].dtype)
        cells = w.facts.shadows[local] = [w.cell(n, vector=True) for _ in range(w.packs)]
    return cells


def recall(w: Writer, stmt: Get) -> None:
    """What a read gives is compared with what each lane assigned last."""
    if w.facts is None:
        return
    cells, source = w.facts.shadows.get(stmt.local), w.tree.value(stmt.result)
    forwarded = stmt.result in w.tree.same
    if cells is None or (forwarded and w.facts.known is not None and source not in w.facts.known):
        return
    n, dtype = element_type(w.program.locals[stmt.local].dtype), w.program.locals[stmt.local].dtype
    if forwarded:
        fact = "forwarded"
    elif w.tree.where[stmt.result] in w.kinds.agreed:
        fact = "uniform"
    elif stmt.local in w.linear_locals:
        fact = "consecutive local"
    else:
        fact = "blended" if stmt.local in w.kinds.varying_locals else "uniform"
    shadow = Value(dtype, regs=[w.load_cell(cell, n, vector=True) for cell in cells])
    value = w.value(stmt.result)
    check(w, fact, equal(w, value, shadow), value=value, bound=shadow)


# -- values -----------------------------------------------------------------------------------------------------


def check_defined(w: Writer, node: Node) -> None:
    """What the analysis says of the value that a statement has just defined; and, of an operation that was computed before the
    loops around, that it is the same now."""
    if w.facts is None:
        return
    stmt, number = node.stmt, result(node.stmt)
    if isinstance(stmt, Get):
        recall(w, stmt)
    if number is None or number in w.tree.same:
        return
    value = w.values[number]
    if isinstance(stmt, Id):
        _check_id(w, stmt, value)
    if isinstance(stmt, Op) and number in w.hoisted:
        now = define_op(w, stmt)
        check(w, "loop-invariant", equal(w, value, now), value=value, bound=now)
    if isinstance(stmt, Op) and number in w.facts.exact:
        check_sum(w, stmt, signed=stmt.dtype.is_signed)
    if isinstance(stmt, Op) and w.inside is not None and number in w.inside.exact and stmt.op in _OVERFLOW:
        check_sum(w, stmt, signed=True)
    known = w.facts.intervals.get(number)
    if known is None or known == whole(value.dtype):
        return
    dtype, n = value.dtype, element_type(value.dtype)
    low, high = known
    if value.scalar is not None and value.scalar[0] != "%":
        return
    form = w.scalar_form if value.scalar is not None else w.vector_form
    # modulo 2**bits, the values from the lowest to the highest one are the least
    least = form.literal(n, ("true" if low else "false") if dtype.is_bool else low)
    most = form.literal(n, ("true" if high > low else "false") if dtype.is_bool else high - low)
    regs = [
        form.op("icmp ule", n, form.op("sub", n, x, least), most)
        for x in ([value.scalar] if value.scalar else w.vectors(value))
    ]
    holds = Value(bool_, regs[0]) if value.scalar is not None else Value(bool_, regs=regs)
    edge = Value(dtype, ("true" if high else "false") if dtype.is_bool else str(high))
    check(w, "range", holds, value=value, bound=edge)


def _check_id(w: Writer, stmt: Id, value: Value) -> None:
    """Of an id in a workgroup, that each lane has the one that its local index says."""
    line = w.ids.get(("local_index", 0))
    if w.facts is None or line is None or not w.facts.by_lane or stmt.name not in ("local_id", "global_id"):
        return
    x, y, _ = w.workgroup
    size, form = w.workgroup[stmt.axis], w.vector_form
    regs = w.vectors(line)
    for name, by in (("udiv", (1, x, x * y)[stmt.axis]), ("urem", size)):
        regs = [form.op(name, "i32", r, form.literal("i32", by)) for r in regs]
    if stmt.name == "global_id":
        start = w.scalar_form.op("mul", "i32", w.ids["group_id", stmt.axis].scalar or "0", str(size))
        regs = [form.op("add", "i32", r, w.text.splat(start, "i32", w.width)) for r in regs]
    own = Value(u32, regs=regs)
    check(w, "place in the workgroup", equal(w, value, own), value=value, bound=own)


def check_sum(w: Writer, stmt: Op, *, signed: bool) -> None:
    """That an operation is exact in its type, or in the signed one."""
    if w.facts is None:
        return
    t, dtype, form = w.text, stmt.dtype, w.vector_form
    n, first = element_type(dtype), w.value(stmt.args[0])
    vector, bits = w.vector_type(n), f"<{w.width} x i1>"
    sign = "s" if signed else "u"
    regs: list[str] = []
    for x, y in zip(w.vectors(first), w.vectors(w.value(stmt.args[1])), strict=True):
        if stmt.op == "shl":
            amount = _resized(w, w.value(stmt.args[1]).dtype, dtype, y)
            moved = form.op("shl", n, x, amount)
            back = form.op("ashr" if signed else "lshr", n, moved, amount)
            short = form.op("icmp ult", n, amount, form.literal(n, dtype.bits))
            regs.append(form.op("and", "i1", short, form.op("icmp eq", n, back, x)))
            continue
        name = f"llvm.{sign}{_OVERFLOW[stmt.op]}.with.overflow.{form.suffix(n)}"
        pair = t.call(name, f"{{ {vector}, {bits} }}", [(vector, x), (vector, y)])
        over = t.let(f"extractvalue {{ {vector}, {bits} }} {pair}, 1")
        regs.append(t.let(f"xor {bits} {over}, splat (i1 true)"))
    check(w, "no wrap", Value(bool_, regs=regs), value=first, bound=w.value(stmt.args[1]))


def _resized(w: Writer, source: DType, target: DType, x: str) -> str:
    if source.bits == target.bits:
        return x
    name = "trunc" if source.bits > target.bits else "sext" if source.is_signed else "zext"
    return w.vector_form.convert(name, element_type(source), x, element_type(target))


def check_condition(w: Writer, number: int, *, holds: bool) -> None:
    """That a condition which is not asked is what it is taken for, in each lane that is on."""
    if w.facts is None:
        return
    cond = w.conditions(w.value(number))
    check(w, "guard", equal(w, cond, Value(bool_, "true" if holds else "false")), value=cond)


def check_left_out(w: Writer, cond: Value) -> None:
    """In the packs that a phase leaves out, that no lane passes its condition."""
    if w.facts is None or not w.facts.limit:
        return
    left_out = Value(bool_, w.facts.limit)
    passes = w.both(w.vectors(left_out), w.vectors(cond))
    none = w.without(None, passes)
    check(w, "nothing to do", Value(bool_, regs=none), value=cond, bound=left_out)


def check_one_number(w: Writer, buffer: int, value: Value) -> None:
    """Check that all such atomics on an array have the same operand in a launch; a slot holds the first operand."""
    if w.facts is None or value.scalar is None or value.dtype.is_float:
        return
    slot = w.facts.slots.setdefault(buffer, len(w.facts.slots))
    if slot >= SLOTS:
        return
    t, n = w.text, element_type(value.dtype)
    word = value.scalar if n == "i64" else w.scalar_form.convert("zext", n, value.scalar, "i64")
    pair = t.let(f"cmpxchg ptr {record_word(w, slot)}, i64 -1, i64 {word} monotonic monotonic")
    seen = t.let(f"extractvalue {{ i64, i1 }} {pair}, 0")
    first = t.let(f"extractvalue {{ i64, i1 }} {pair}, 1")
    same = t.let(f"or i1 {first}, {t.let(f'icmp eq i64 {seen}, {word}')}")
    check_always(w, "one number", Value(bool_, same), value=value)
