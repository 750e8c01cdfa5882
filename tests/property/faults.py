"""Faults to plant into the CPU emitter, at least one for each thing that a rule of the semantics asks of it.

Each is a mistake that somebody could make. They say how much the generated programs see:
``python -m tests.property.find_faults`` counts how many it takes to find each.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tests.property.planting import Fault, Plant, attribute, both, edit, row
from tests.property.rich_faults import RICH
from vyre.drivers.cpu import launch
from vyre.dtypes import DType, i64
from vyre.emit import llvm
from vyre.emit.llvm import (
    atomics,
    barriers,
    control,
    flat,
    gathers,
    ids,
    kernel,
    kinds,
    liveness,
    memory,
    ops,
    phases,
    places,
    tree,
    trips,
    values,
)
from vyre.emit.llvm.text import Form, element_type
from vyre.emit.llvm.writer import Value, Writer
from vyre.ir.nodes import Barrier

__all__ = ["BY_NAME", "FAULTS"]


# -- operations -------------------------------------------------------------------------------------------------

_Write = Callable[[Form, DType, Sequence[str]], str]


def _integers(op: str, write: _Write) -> Plant:
    """Another lowering of an operation on integers."""
    before = values._SIMPLE[op]
    return row(values._SIMPLE, op, lambda f, t, x: before(f, t, x) if t.is_float else write(f, t, x))


def _floats(op: str, write: Callable[[Form, str, Sequence[str], str], str]) -> Plant:
    """Another lowering of an operation on floats; ``write`` gets the LLVM type and the right result too."""
    before = values._SIMPLE[op]

    def wrong(f: Form, t: DType, x: Sequence[str]) -> str:
        right = before(f, t, x)
        return write(f, element_type(t), x, right) if t.is_float else right

    return row(values._SIMPLE, op, wrong)


def _saturating(name: str) -> _Write:
    return lambda f, t, x: f.intrinsic(f"{'s' if t.is_signed else 'u'}{name}.sat", element_type(t), *x)


def _negative_saturating(f: Form, t: DType, x: Sequence[str]) -> str:
    return f.intrinsic("ssub.sat", element_type(t), f.literal(element_type(t), 0), x[0])


def _below_width(name: str) -> _Write:
    return lambda f, t, x: f.op(
        "and", element_type(t), f.intrinsic(name, element_type(t), x[0], flags=("false",)), _last_bit(f, t)
    )


def _last_bit(f: Form, t: DType) -> str:
    return f.literal(element_type(t), t.bits - 1)


def _bytes_reversed(f: Form, t: DType, x: Sequence[str]) -> str:
    return f.intrinsic("bswap", element_type(t), *x) if t.bits > 8 else x[0]


def _distance(f: Form, t: DType, x: Sequence[str]) -> str:
    n = element_type(t)
    return f.intrinsic("abs", n, f.op("sub", n, *x), flags=("false",))


def _flushed(f: Form, n: str, _: Sequence[str], right: str) -> str:
    least = "0x3810000000000000" if n == "float" else "0x0010000000000000"
    small = f.op("fcmp olt", n, f.intrinsic("fabs", n, right), f.literal(n, least))
    return f.select(small, n, f.intrinsic("copysign", n, f.literal(n, "0.0"), right), right)


def _in_single(f: Form, n: str, x: Sequence[str], right: str) -> str:
    if n == "float":
        return right
    single = [f.convert("fptrunc", n, a, "float") for a in x]
    return f.convert("fpext", "float", f.op("fadd", "float", *single), n)


def _rounded_twice(form: Form, source: DType, s: str, x: str, t: str) -> str:
    double = form.convert("sitofp" if source.is_signed else "uitofp", s, x, "double")
    return form.convert("fptrunc", "double", double, t) if t == "float" else double


def _wrapping(form: Form, s: str, t: str, _: DType, x: str) -> str:
    name = f"llvm.fptosi.sat.{form.suffix('i64')}.{form.suffix(s)}"
    wide = form.text.call(name, form.type("i64"), [(form.type(s), x)])
    return wide if t == "i64" else form.convert("trunc", "i64", wide, t)


def _saturated(form: Form, s: str, t: str, target: DType, x: str) -> str:
    name = f"llvm.{'fptosi' if target.is_signed else 'fptoui'}.sat.{form.suffix(t)}.{form.suffix(s)}"
    return form.text.call(name, form.type(t), [(form.type(s), x)])


def _nan_all_ones(form: Form, s: str, t: str, target: DType, x: str) -> str:
    nan = form.op("fcmp uno", s, x, x)
    return form.select(nan, t, form.literal(t, -1), _saturated(form, s, t, target, x))


def _to_nearest(form: Form, s: str, t: str, target: DType, x: str) -> str:
    return _saturated(form, s, t, target, form.intrinsic("roundeven", s, x))


def _float_to_integer(write: Callable[[Form, str, str, DType, str], str]) -> Plant:
    right = 'name = "fptosi" if target.is_signed else "fptoui"'
    return edit(values._cast, (right, f"return planted(form, s, t, target, x)\n        {right}"), planted=write)


_VALUES = (
    Fault("1.1", "a bool is the lowest bit of its byte",
          edit(memory.loaded, ('form.op("icmp ne", "i8", raw, form.literal("i8", 0))', 'form.convert("trunc", "i8", raw, "i1")'))),
    Fault("1.1", "true is stored as 255", edit(memory.stored, ('"zext", "i1", x, "i8"', '"sext", "i1", x, "i8"'))),
    Fault("1.3", "a mixed comparison is signed", edit(values._compare, ("mixed = ta.is_signed != tb.is_signed", "mixed = False"))),
    Fault("1.3", "a mixed comparison is unsigned", edit(values._compare, ("if not mixed:", "if True:"))),
    Fault("2.1", "add saturates", _integers("add", _saturating("add"))),
    Fault("2.1", "the negative of MIN is MAX", _integers("neg", _negative_saturating)),
    Fault("2.1", "abs(MIN) is MAX", _integers("abs", lambda f, t, x: (
        f.intrinsic("smax", element_type(t), x[0], _negative_saturating(f, t, x)) if t.is_signed else x[0]))),
    Fault("2.2", "div floors", edit(values.lower_inline, ("else _int_div(", "else _int_floordiv("))),
    Fault("2.2", "rem floors", row(values._SIMPLE, "rem", values._int_floormod)),
    Fault("2.2", "floordiv truncates", row(values._SIMPLE, "floordiv", values._int_div)),
    Fault("2.2", "floormod truncates", row(values._SIMPLE, "floormod", values._int_rem)),
    Fault("2.2", "an exact quotient is floored once more",
          edit(values._floor_parts, ('form.op("and", "i1", inexact, signs)', "signs"))),
    Fault("2.3", "x div 0 is 0", edit(values._int_div, ("form.literal(n, -1), quotient", "form.literal(n, 0), quotient"))),
    Fault("2.3", "x rem 0 is x", edit(values._int_rem, ("form.literal(n, 0), rest", "a, rest"))),
    Fault("2.3", "x // 0 is 0", edit(values._int_floordiv, ("form.literal(n, -1), floored", "form.literal(n, 0), floored"))),
    Fault("2.3", "x % 0 is x", edit(values._int_floormod, ("form.literal(n, 0), floored", "args[0], floored"))),
    Fault("2.3", "MIN div -1 is not MIN", edit(values._quotient, ("form.select(unsafe, n, form.literal(n, 1), b)",
                                                                    "form.select(unsafe, n, form.literal(n, 2), b)"))),
    Fault("2.4", "a shift count stops at the last bit", edit(values._shift, ('form.op("and", n, amount,', 'form.intrinsic("umin", n, amount,'))),
    Fault("2.4", "a signed right shift is logical", edit(values._shift, ('"ashr" if t.is_signed else "lshr"', '"lshr"'))),
    Fault("2.4", "a rotation is a shift", edit(values._shift, ("n, x, x, amount", ('n, *([x, form.literal(n, 0)] if op == "rotl" else '
                                                                 "[form.literal(n, 0), x]), amount")))),
    Fault("2.4", "rotr turns left", edit(values._shift, ('"fshl" if op == "rotl" else "fshr"', '"fshl"'))),
    Fault("2.5", "clz(0) is 0", row(values._SIMPLE, "clz", _below_width("ctlz"))),
    Fault("2.5", "ctz(0) is 0", row(values._SIMPLE, "ctz", _below_width("cttz"))),
    Fault("2.5", "reverse_bits reverses bytes", row(values._SIMPLE, "reverse_bits", _bytes_reversed)),
    Fault("2.5", "mulhi is unsigned", edit(values._mulhi, ('"sext" if t.is_signed else "zext"', '"zext"'))),
    Fault("2.5", "mulhi in halves is unsigned", edit(values._mulhi, ("if not t.is_signed:", "if True:"))),
    Fault("2.5", "mulhi in halves loses a carry", edit(values._mulhi, ('form.op("lshr", n, cross, half), form.op("lshr", n, other, half)',
                                                                         'form.op("lshr", n, cross, half), form.literal(n, 0)'))),
    Fault("2.5", "saturating_add wraps", row(values._SIMPLE, "saturating_add", values._plain("add"))),
    Fault("2.5", "saturating_sub is signed", row(values._SIMPLE, "saturating_sub",
                                                  lambda f, t, x: f.intrinsic("ssub.sat", element_type(t), *x))),
    Fault("2.5", "abs_diff is abs of the difference", row(values._SIMPLE, "abs_diff", _distance)),
    Fault("2.6", "a wider integer is extended by zeros", edit(values.resize, ('"sext" if source.is_signed else "zext"', '"zext"'))),
    Fault("2.6", "an integer as a bool is its lowest bit", edit(values._cast, (
        "return truth(form, source, x)", 'return truth(form, source, x) if source.is_float else form.convert("trunc", s, x, t)'))),
    Fault("2.6", "true as a number is -1", edit(values._cast, ('"uitofp" if target.is_float else "zext"', '"sitofp" if target.is_float else "sext"'))),
    Fault("2.6", "a NaN as a bool is false", edit(values.truth, ("fcmp une", "fcmp one"))),
    Fault("2.6", "bitcast from a float rounds to an integer", edit(values._bitcast, (
        "bits = canonical(form, source, x)", ('bits = form.convert("bitcast", element_type(source), form.intrinsic("rint", element_type(source), x), '
                                             'f"i{source.bits}")')))),
    Fault("3.1", "a product and a sum round once", both(*(
        row(values._SIMPLE, op, values._plain(op, f"f{op} contract")) for op in ("add", "sub", "mul")))),
    Fault("3.1", "sums are reassociated", both(*(
        row(values._SIMPLE, op, values._plain(op, f"f{op} reassoc nsz")) for op in ("add", "sub")))),
    Fault("3.1", "a quotient is a product with the reciprocal", edit(values.lower_inline, ('form.op("fdiv", element_type(t), *args)', (
        'form.op("fmul", element_type(t), args[0], planted(form, t, args[1:]))')), planted=values._recip)),
    Fault("3.1", "subnormal products are flushed", _floats("mul", _flushed)),
    Fault("3.1", "f64 sums round to f32", _floats("add", _in_single)),
    Fault("3.1", "fma rounds twice", _floats("fma", lambda f, n, x, _: f.op("fadd", n, f.op("fmul", n, x[0], x[1]), x[2]))),
    Fault("3.2", "round takes halves away from zero", _floats("round", lambda f, n, x, _: f.intrinsic("round", n, *x))),
    Fault("3.2", "trunc floors", _floats("trunc", lambda f, n, x, _: f.intrinsic("floor", n, *x))),
    Fault("3.2", "ceil of a negative fraction is +0", _floats("ceil", lambda f, n, x, right: f.op("fadd", n, right, f.literal(n, "0.0")))),
    Fault("3.2", "0 - x for the negative", _floats("neg", lambda f, n, x, _: f.op("fsub", n, f.literal(n, "0.0"), *x))),
    Fault("3.2", "recip of a subnormal is infinite", _floats("recip", lambda f, n, x, _: f.op(
        "fdiv", n, f.literal(n, "1.0"), _flushed(f, n, x, x[0])))),
    Fault("3.2", "sqrt(-0) is +0", _floats("sqrt", lambda f, n, x, right: f.op("fadd", n, right, f.literal(n, "0.0")))),
    Fault("3.2", "a NaN differs from nothing", row(values._FLOAT_PREDICATE, "ne", "one")),
    Fault("3.2", "a NaN is below everything", row(values._FLOAT_PREDICATE, "lt", "ult")),
    Fault("3.2", "a NaN is finite", row(values._SIMPLE, "isfinite", values._infinity("fcmp une"))),
    Fault("3.3", "max of a number and a NaN is the NaN",
          _floats("max", lambda f, n, x, right: f.select(f.op("fcmp uno", n, x[1], x[1]), n, x[1], right))),
    Fault("3.3", "min takes -0 and +0 as equal", _floats("min", lambda f, n, x, right: f.select(f.op("fcmp oeq", n, *x), n, x[1], right))),
    Fault("3.3", "sign(NaN) is 0", _floats("sign", lambda f, n, x, right: f.select(f.op("fcmp uno", n, x[0], x[0]), n, f.literal(n, "0.0"), right))),
    Fault("3.3", "sign(-0) is -0", _floats("sign", lambda f, n, x, right: f.select(
        f.op("fcmp oeq", n, x[0], f.literal(n, "0.0")), n, x[0], right))),
    Fault("3.4", "a NaN is stored as it is", edit(memory.stored, ("return canonical(form, dtype, x)",
                                                                   'return form.convert("bitcast", element_type(dtype), x, f"i{dtype.bits}")'))),
    Fault("3.4", "bitcast shows a NaN's bits", edit(values._bitcast, ("bits = canonical(form, source, x)",
                                                                      'bits = form.convert("bitcast", element_type(source), x, f"i{source.bits}")'))),
    Fault("3.4", "copysign takes a NaN's sign", _floats("copysign", lambda f, n, x, _: f.intrinsic("copysign", n, *x))),
    Fault("3.6", "float to integer wraps", _float_to_integer(_wrapping)),
    Fault("3.6", "a NaN as an integer is -1", _float_to_integer(_nan_all_ones)),
    Fault("3.6", "float to integer rounds to nearest", _float_to_integer(_to_nearest)),
    Fault("3.6", "unsigned to float is signed", edit(values._cast, ('"sitofp" if source.is_signed else "uitofp"', '"sitofp"'))),
    Fault("3.6", "integer to f32 rounds twice", edit(values._cast, (
        'form.convert("sitofp" if source.is_signed else "uitofp", s, x, t)', "planted(form, source, s, x, t)"), planted=_rounded_twice)),
)  # fmt: skip


# -- memory -----------------------------------------------------------------------------------------------------


def _each(w: Writer, index: Value, one: Callable[[Form, str], str], dtype: DType) -> Value:
    if index.scalar is not None:
        return Value(dtype, one(w.scalar_form, index.scalar))
    return Value(dtype, regs=[one(w.vector_form, x) for x in w.vectors(index)])


def _number(w: Writer, form: Form, extent: str) -> str:
    wide = w.scalar_form.convert("zext", "i32", extent, "i64")
    return w.text.splat(wide, "i64", form.width) if form.width else wide


def _from_the_end(w: Writer, index: Value, extent: str) -> Value:
    def one(form: Form, x: str) -> str:
        wide = values.resize(form, index.dtype, x, 64)
        moved = form.op("add", "i64", wide, _number(w, form, extent))
        return form.select(form.op("icmp slt", "i64", wide, form.literal("i64", 0)), "i64", moved, wide)

    return _each(w, index, one, i64) if index.dtype.is_signed else index


def _clamped(w: Writer, index: Value, extent: str) -> Value:
    def one(form: Form, x: str) -> str:
        wide = values.resize(form, index.dtype, x, 64)
        if index.dtype.is_signed:
            wide = form.intrinsic("smax", "i64", wide, form.literal("i64", 0))
        last = form.op("sub", "i64", _number(w, form, extent), form.literal("i64", 1))
        return form.intrinsic("umin", "i64", wide, last)

    return _each(w, index, one, i64)


def _clamp(kind: str) -> Plant:
    right = "[w.value(n) for n in (*outer, *within)]"
    wrong = f"[planted(w, w.value(n), e) if isinstance(stmt, {kind}) else w.value(n) for n, e in zip(outer, extents)]"
    return edit(places.locate, (right, wrong), planted=_clamped)


def _one_more(kind: str) -> Plant:
    more = f'w.scalar_form.op("add", "i32", extent, "1") if isinstance(stmt, {kind}) else extent'
    return edit(places.locate, ("in_bounds(w, index, extent)", f"in_bounds(w, index, {more})"))


def _all_lanes(kind: str) -> Plant:
    return edit(places.locate, ("mask = w.mask", f"mask = None if isinstance(stmt, {kind}) else w.mask"))


_ONE = "splat ({memory} {'1.0' if memory[0] in 'fd' else '1'})"

_MEMORY = (
    Fault("4.1", "the element past the end can be loaded", _one_more("Load")),
    Fault("4.1", "the element past the end can be stored", _one_more("Store")),
    Fault("4.1", "an atomic reaches past the end", _one_more("Atomic")),
    Fault("4.1", "a load beyond the end gives the last element", _clamp("Load")),
    Fault("4.1", "a store beyond the end hits the last element", _clamp("Store")),
    Fault("4.1", "an atomic beyond the end hits the last element", _clamp("Atomic")),
    Fault("4.1", "a negative index counts from the end", edit(places.locate, (
        "[w.value(n) for n in (*outer, *within)]", "[planted(w, w.value(n), e) for n, e in zip(outer, extents)]"), planted=_from_the_end)),
    Fault("4.1", "a 64-bit index is cut to 32 bits", edit(places.in_bounds, ("bits = max(32, dtype.bits)", "bits = 32"))),
    Fault("4.1", "the axes are checked together only", edit(
        places.locate, ("if trusted or (number, at)", "if trusted or len(indexes) > 1 or (number, at)"),
        ("    place = Place(", ("    if not trusted and len(indexes) > 1:\n"
                              "        test = in_bounds(w, offset, buffer.size)\n"
                              "        inside, mask = ([test.scalar] * w.packs, mask) if test.scalar else (inside, w.both(mask, w.vectors(test)))\n"
                              "    place = Place(")))),
    Fault("4.1", "a scalar load beyond the end gives the first element", edit(memory._load_one, ("ptr %zero", "ptr {place.buffer.pointer}"))),
    Fault("4.1", "a masked load gives ones", edit(memory._masked_load, ('"zeroinitializer"', f'f"{_ONE}"'))),
    Fault("4.1", "a masked gather gives ones", edit(gathers.gather, ('"zeroinitializer"', f'f"{_ONE}"'))),
    Fault("4.1", "the test of an axis with one index for all is lost", edit(memory._with_scalar_test, ("if place.inside is None:", "if True:"))),
    Fault("1.4", "rows are one longer", edit(places._linear, ("_scale(w, offset, extent)",
                                                              '_scale(w, offset, w.scalar_form.op("add", "i32", extent, "1"))'))),
    Fault("4.1", "bounds are proved as if all sizes were equal", edit(llvm.emit, ('"equal_sizes" in plan.assumptions', "True"))),
    Fault("4.3", "shared memory is not cleared", edit(barriers._Groups.write, ("_array_bytes(buffer), 0)", "_array_bytes(buffer), 90)"))),
    Fault("5.1", "elements at i - k are taken at i + k", edit(ops._linear, ('op(stmt.op + exact, "i32"', 'op("add", "i32"'))),
)  # fmt: skip

# -- execution --------------------------------------------------------------------------------------------------

_EXECUTION = (
    Fault("5.1", "num_groups is that of the next axis", edit(kernel._arguments, ("ptr {block_}, i64 {axis}", "ptr {block_}, i64 {(axis + 1) % 3}"))),
    Fault("5.1", "groups count from the first of a chunk", edit(barriers._Groups.group_ids, (
        "Value(u32, self.group)", 'Value(u32, t.let(f"sub i32 {self.group}, {t.let(\'trunc i64 %lo to i32\')}"))'))),
    Fault("5.1", "global ids count from the first of a chunk", edit(flat._stretch, (
        'f"trunc i64 {position} to i32"', 'f"trunc i64 {t.let(f\'sub i64 {position}, {first}\')} to i32"'))),
    Fault("5.1", "the second vector repeats lanes of the first", edit(ids.consecutive, ("k * w.width", "k"))),
    Fault("5.1", "the lanes after the last workgroup run", edit(flat._stretch, ("if masked:", "if False:"))),
    Fault("5.1", "the lanes after a workgroup's last run", edit(barriers._Groups.pack, ("if self.invocations % self.step:", "if False:"))),
    Fault("5.1", "a chunk begins one workgroup early", edit(launch.Runner._explore, ("span.run(done,", "span.run(max(0, done - 1),")), where="driver"),
    Fault("5.2", "a condition is an integer's lowest bit", edit(values.truth, (
        'form.op("icmp ne", t, x, form.literal(t, 0))', 'form.convert("trunc", t, x, "i1")'))),
    Fault("5.2", "a local that is set twice keeps the first", edit(tree._Builder.forward, (
        "known[stmt.local] = tree.value(stmt.value)", "known.setdefault(stmt.local, tree.value(stmt.value))"))),
    Fault("5.2", "a local set in a branch is as before it", edit(tree._Builder.forward, ("for local in node.sets if node.blocks else ():", "for local in ():"))),
    Fault("5.2", "select takes the other", edit(values.lower_inline, ("args[1], args[2]", "args[2], args[1]"))),
    Fault("5.3", "one iteration too few for a step", edit(trips.trip_count, ('form.op("add", n, quotient, form.literal(n, 1))', "quotient"))),
    Fault("5.3", "an empty range runs once", edit(trips.trip_count, ("distance, form.literal(n, 0)", "distance, form.literal(n, 1)"))),
    Fault("5.3", "a range downwards is empty", edit(trips.trip_count, ("if step < 0:", "if False:"))),
    Fault("5.3", "the bounds of a range are signed", edit(trips.trip_count, ("'s' if dtype.is_signed else 'u'", "'s'"))),
    Fault("5.3", "a range longer than half its type is cut", edit(trips.trip_count, ('"udiv"', '"sdiv"'))),
    Fault("5.3", "a step of -1 goes up", edit(trips.loop_variable, ("if step == 1:", "if step in (1, -1):"))),
    Fault("5.3", "assigning the variable moves the iteration", edit(control.counted, (
        'now, "1")', 'now, "2" if any(stmt.local in inner.sets for inner in node.blocks[-1]) else "1")'))),
    Fault("5.3", "break only continues", edit(control.jump, ("cells.append(loop.inside)", "pass"))),
    Fault("5.3", "continue breaks", edit(control.jump, ("if isinstance(stmt, Break):", "if True:"))),
    Fault("5.3", "a break of all lanes continues", edit(control.jump, ("loop.leave if isinstance(stmt, Break) else loop.again", "loop.again"))),
    Fault("5.3", "lanes that left run the rest of the body", edit(control._after, (
        "if (node.jumps or node.returns) and", "if node.returns and"))),
    Fault("5.3", "lanes that returned go on", edit(control._after, ("elif node.returns and w.alive is not None", "elif False"))),
    Fault("5.3", "a return inside a loop takes effect after it", edit(control.jump, ("for loop in w.loops:", "for loop in ():"))),
    Fault("5.3", "else runs for all lanes", edit(control._masked_branch, ("w.without(saved, on)", "w.full(saved)"))),
    Fault("5.3", "an inner branch forgets the outer", edit(control._masked_branch, ("w.both(saved, on) if", "list(on) if"))),
    Fault("5.3", "lanes come back when the condition holds again", edit(control.repeated, (
        "w.both(w.load_masks(state.inside), w.vectors(cond))", "w.vectors(cond)"))),
    Fault("5.3", "lanes that left a for come back", edit(control.counted, ("w.both(w.load_masks(state.inside), running)", "running"))),
    Fault("5.3", "a local is set in lanes that are off", edit(control.set_local, ("if blend and w.mask is not None:", "if False:"))),
    Fault("5.3", "a store is done by lanes that are off", _all_lanes("Store")),
    Fault("5.4", "barriers are dropped", attribute(phases._Splitter, "region", lambda before: lambda self, nodes, in_loop: before(
        self, [n for n in nodes if not isinstance(n.stmt, Barrier)], in_loop))),
    Fault("5.4", "a value is not carried over a barrier", edit(barriers._Groups.export_value, (
        "w.vectors(w.values[value])", '["zeroinitializer"] * w.packs'))),
    Fault("5.4", "a scalar is not carried over a barrier", edit(barriers._Groups.export_value, ('w.values[value].scalar or ""', '"zeroinitializer"'))),
    Fault("5.4", "a local is not carried over a barrier", edit(barriers._Groups.export_locals, (
        "if local not in written:", "if local not in written or local in self.local_frames:"))),
    Fault("5.4", "a uniform local changes once a vector", edit(barriers._Groups.import_locals, (
        'w.values[_entry(local)].scalar or ""', "w.load_cell(self.local_cells[local], n, vector=False)"))),
    Fault("5.4", "the last vectors of a phase do not run", edit(barriers._Groups.packs, ("self.padded)\n", "self.padded - self.step)\n"))),
    Fault("5.4", "a break of the workgroup continues", edit(barriers._Groups.jump, ("loop.leave if isinstance(stmt, Break) else loop.again", "loop.again"))),
    Fault("5.4", "a continue of the workgroup breaks", edit(barriers._Groups.jump, ("loop.leave if isinstance(stmt, Break) else loop.again", "loop.leave"))),
)  # fmt: skip

_SCALARS = tuple(
    Fault("5.3", name, plant, profile="nested")
    for name, plant in (
        ("a local is forgotten before the next round", edit(liveness._Walk.loop, ("node.blocks[-1], before, after, before)", "node.blocks[-1], after, after, after)"))),
        ("lanes that left a loop lose a local", edit(kinds._Walk.loop, ("_Context(self.live.after[node.number], node)", "_Context(0, node)"))),
    )
)  # fmt: skip

# -- atomics ----------------------------------------------------------------------------------------------------

_RIGHT_NAME = '("" if dtype.is_signed else "u") + op'

_UPDATE = "_update(w, self.op, self.place, pointer, value, expected)"

_ATOMICS = (
    Fault("6.1", "atomic sub adds", row(atomics._RMW, "sub", "add")),
    Fault("6.1", "atomic and is or", row(atomics._RMW, "and", "or")),
    Fault("6.1", "atomic or is xor", row(atomics._RMW, "or", "xor")),
    Fault("6.1", "atomic xor is or", row(atomics._RMW, "xor", "or")),
    Fault("6.1", "atomic exchange adds", row(atomics._RMW, "exchange", "add")),
    Fault("6.1", "atomic min and max are signed", edit(atomics._update, (_RIGHT_NAME, "op"))),
    Fault("6.1", "atomic max is min", edit(atomics._update, (_RIGHT_NAME, f'{_RIGHT_NAME}.replace("max", "min")'))),
    Fault("6.1", "compare_exchange does not compare", edit(atomics._update, (
        "pair = t.let(", 'return t.let(f"atomicrmw xchg ptr {pointer}, {n} {value} monotonic, align {align}")\n        pair = t.let('))),
    Fault("6.1", "an atomic gives the new value", edit(atomics._Lanes.one, (
        _UPDATE, f"_combine(w, self.op, self.place.buffer.dtype, {_UPDATE}, value, expected)"))),
    Fault("6.1", "an atomic that is not done gives 1", edit(atomics._Lanes.write, (
        "store {w.vector_type(self.n)} zeroinitializer", "store {w.vector_type(self.n)} splat ({self.n} 1)"))),
    Fault("6.1", "of some lanes only the first does its atomic", edit(atomics._Lanes.some_lanes, (", bits)", """, t.let(f"and i{self.w.width} {bits}, {t.let(f'sub i{self.w.width} 0, {bits}')}"))"""))),
    Fault("6.1", "of all lanes the last does no atomic", edit(atomics._Lanes.all_lanes, ("range(self.w.width)", "range(self.w.width - 1)"))),
    Fault("6.1", "an atomic is done by lanes that are off", _all_lanes("Atomic")),
    Fault("6.1", "a shared atomic stores its operand", edit(atomics._update, ("{_combine(w, op, dtype, old, value, expected)}", "{value}"))),
    Fault("6.1", "shared min and max are unsigned", edit(atomics._combine, ('("s" if dtype.is_signed else "u") + op', '"u" + op'))),
    Fault("6.1", "lanes that are off count as 0 in a joined min or max", edit(atomics._joined, ('dtype.max if op == "min" else dtype.min', "0"))),
    Fault("6.1", "lanes that are off count as 0 in a joined and", edit(atomics._joined, ('-1 if op == "and" else 0', "0"))),
    Fault("6.1", "a joined min or max is signed", edit(atomics._joined, ('("s" if dtype.is_signed else "u") + op', '"s" + op'))),
    Fault("6.1", "only the first vector is joined", edit(atomics._joined, ("enumerate(w.vectors(value))", "enumerate(w.vectors(value)[:1])"))),
)  # fmt: skip

FAULTS = (*_VALUES, *_MEMORY, *_EXECUTION, *_SCALARS, *_ATOMICS, *RICH)

BY_NAME = {fault.name: fault for fault in FAULTS}
