"""Faults to plant into what only programs of the profile ``every`` reach: narrow types, records, tables, private arrays,
subgroup operations, traps, and atomics of 64 bits and of floats. Else as :mod:`tests.property.faults`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from tests.property.planting import Fault, Plant, attribute, both, edit, row
from vyre.dtypes import DType
from vyre.emit.llvm import atomics, barriers, gathers, kernel, memory, narrow, places, values
from vyre.emit.llvm.text import Form, element_type
from vyre.emit.llvm.writer import Value, Writer
from vyre.ir.nodes import Stmt, Trap
from vyre.opt import subgroups, traps
from vyre.opt.rewrite import Out

__all__ = ["LIMITS", "RICH"]


def _narrow(op: str, name: str) -> Plant:
    """An operation on integers of 8 and 16 bits as an intrinsic."""
    before = values._SIMPLE[op]

    def wrong(f: Form, t: DType, x: Sequence[str]) -> str:
        if t.is_float or t.bits > 16:
            return before(f, t, x)
        return f.intrinsic(f"{'s' if t.is_signed else 'u'}{name}", element_type(t), *x)

    return row(values._SIMPLE, op, wrong)


def _as_unsigned(form: Form, dtype: DType, x: str, bits: int) -> str:
    """An index, extended by zeros where it has less than 32 bits."""
    if dtype.bits < 32:
        return form.convert("zext", element_type(dtype), x, f"i{bits}")
    return values.resize(form, dtype, x, bits)


def _two_bytes(w: Writer, value: Value) -> Value:
    """One byte as two."""
    form = w.scalar_form if value.scalar is not None else w.vector_form
    if value.scalar is not None:
        return Value(value.dtype, form.convert("zext", "i8", value.scalar, "i16"))
    return Value(value.dtype, regs=[form.convert("zext", "i8", x, "i16") for x in w.vectors(value)])


def _zero_of(dtype: DType) -> bool | int | float:
    return False if dtype.is_bool else 0.0 if dtype.is_float else 0


def _turned(data: bytes, nbytes: int) -> bytes:
    return data[nbytes:] + data[:nbytes]


def _by_bits(form: Form, op: str, bits: str, now: str, value: str, n: str) -> str:
    return form.intrinsic(f"s{op}", bits, now, form.convert("bitcast", n, value, bits))


def _without_end(before: Callable[..., None]) -> Callable[..., None]:
    def statement(self: traps._Ending, stmt: Stmt, out: Out) -> None:
        if isinstance(stmt, Trap):
            self.record(stmt, out)
        else:
            before(self, stmt, out)

    return statement


def _low_word(form: Form, n: str, x: str) -> str:
    return form.convert("zext", "i32", form.convert("trunc", n, x, "i32"), n) if n == "i64" else x


_NARROW_TYPES = (
    Fault("3.1", "a narrow sum is not rounded", edit(values.lower_inline, ("op in _ROUNDS", 'op in _ROUNDS and op != "add"'))),
    Fault("3.1", "a half of a last digit goes up", edit(narrow.rounded, ("raised, last)", 'raised, form.literal("i32", 1))'))),
    Fault("3.1", "bf16 is cut", edit(narrow.rounded, ("(1 << (dropped - 1)) - 1", "0"), ("raised, last)", 'raised, form.literal("i32", 0))'))),
    Fault("3.1", "fma of narrow floats rounds twice", edit(narrow.fused, ("_to_odd(form, i, bits, beyond, inexact)", "bits"))),
    Fault("3.4", "a narrow NaN is stored as it is", edit(narrow.to_memory, (
        'return form.select(_is_nan(form, x), "i16", form.literal("i16", CANONICAL_NAN[dtype.name]), raw)', "return raw"))),
    Fault("3.6", "f64 to a narrow float rounds twice", edit(narrow.narrowed, (
        "_odd_float(form, x))\n    signed", 'form.convert("fptrunc", "double", x, "float"))\n    signed'))),
    Fault("3.6", "a long integer to a narrow float rounds twice", edit(narrow.narrowed, ("if exact:", "if source.bits <= 32:"))),
    Fault("3.6", "an integer of 64 bits to a narrow float rounds twice", edit(narrow.narrowed, ("form.select(short, n, x, odd)", "x"))),
    Fault("2.1", "narrow sums saturate", _narrow("add", "add.sat")),
    Fault("2.1", "narrow differences saturate", _narrow("sub", "sub.sat")),
    Fault("4.1", "a narrow index is extended by zeros", edit(places.in_bounds, ("resize(form", "planted(form"), planted=_as_unsigned)),
    Fault("4.1", "a gathered word gives its first element", edit(gathers.gather_words, (
        'f.op("lshr", "i32", gathered, shift)', "gathered"))),
    Fault("4.1", "words are gathered as if arrays began with one", edit(gathers.gather_words, (
        'f.op("add", "i32", index, t.splat(rest, "i32", w.width))', "index"))),
    Fault("4.1", "words of 16 bits count the bytes before them twice", edit(gathers.gather_words, ("if per_word == 2:", "if False:"))),
)  # fmt: skip

_RECORDS = (
    Fault("1.4", "a field lies one byte further", edit(places.locate, ("field.dtype, field.offset", "field.dtype, field.offset + (field.offset % 2)"))),
    Fault("1.4", "a field lies where its alignment asks for", edit(places.locate, (
        "field.dtype, field.offset", "field.dtype, field.offset // field.dtype.nbytes * field.dtype.nbytes"))),
    Fault("1.4", "a byte of a record is stored as two", edit(memory.store, (
        "    if place.one is not None:", ("    if place.field is not None and memory == 'i8':\n        value, memory = planted(w, value), 'i16'\n"
                                         "    if place.one is not None:")), planted=_two_bytes)),
    Fault("1.4", "the padding at a record's end is forgotten", edit(kernel._arguments, (
        "buffer.record.nbytes", "max(f.offset + f.nbytes for f in buffer.record.fields)"))),
    Fault("4.1", "a subscript in a field may be its length", edit(places.locate, ("map(str, lengths)", "map(str, (n + 1 for n in lengths))"))),
    Fault("1.4", "a field's rows are one longer", edit(places.locate, (
        "place.inner = _linear(w, indexes[len(outer) :], limits[len(outer) :])",
        "place.inner = _linear(w, indexes[len(outer) :], [str(int(n) + 1) for n in limits[len(outer) :]])"))),
    Fault("1.4", "subscripts in a field count bytes", both(
        edit(places.element, ("getelementptr {memory_type(place.dtype)}", "getelementptr i8")),
        edit(places.addresses, ("getelementptr {memory_type(place.dtype)}", "getelementptr i8")))),
)  # fmt: skip

_ARRAYS = (
    Fault("4.1", "the bound of a table is unchecked", edit(places.locate, (
        "trusted = number in", 'trusted = w.program.buffers[stmt.buffer].role == "table" or number in'))),
    Fault("4.3", "a table begins with its second element", edit(kernel._arguments, (
        "t.constant(buffer.data)", "t.constant(planted(buffer.data, buffer.dtype.nbytes))"), planted=_turned)),
    Fault("4.3", "a private array begins with what was there", edit(barriers._Groups.write, ("fill(w, pointer, nbytes, 0)", "fill(w, pointer, nbytes, 90)"))),
    Fault("4.3", "the last element of a private array is not cleared", edit(memory.clear, ("range(count)", "range(count - 1)"))),
    Fault("4.3", "lanes that are off clear their arrays", edit(memory.clear, ("w.mask, False)", "None, False)"), (
        "_with_fast_path(w, place.mask,", "_with_fast_path(w, None,"))),
    Fault("4.3", "all vectors share one private array", edit(places.own, ("if buffer.whole", "if False"))),
    Fault("4.3", "neighbouring invocations share elements of private arrays", edit(places.own, (
        "str(buffer.lanes)", "str(max(1, buffer.lanes - 1))"))),
)  # fmt: skip

_SUBGROUPS = (
    Fault("6.4", "a missing lane counts as zero", edit(subgroups._Operation.reduce, ("missing_lane(op, self.dtype)", "planted(self.dtype)"), planted=_zero_of), where="program"),
    Fault("6.4", "lanes that are missing are read", edit(subgroups._Operation.reduce, ("if self.rewrite.ragged:", "if False:")), where="program"),
    Fault("6.4", "a reduction takes its neighbour first", edit(subgroups._Operation.reduce, (
        "for stride in _STRIDES:", "for stride in (16, 8, 4, 1, 2):")), where="program"),
    Fault("6.4", "a scan adds from the widest stride on", edit(subgroups._Operation.scan, ("in reversed(_STRIDES)", "in _STRIDES")), where="program"),
    Fault("6.4", "an exclusive scan begins with the first value", edit(subgroups._Operation.scan, (
        "first, nothing,", "first, self.stmt.args[0],")), where="program"),
    Fault("6.4", "shuffle_up reaches into the subgroup before", edit(subgroups._Operation.source, (
        'out.op("gt", given, self.lane)', 'out.op("gt", given, self.index)')), where="program"),
    Fault("6.4", "shuffle_down reaches into the subgroup behind", edit(subgroups._Operation.source, (
        "SUBGROUP_SIZE - 1), self.lane)", "self.rewrite.count - 1), self.index)")), where="program"),
    Fault("6.4", "the second operand of a shuffle is taken as it is", edit(subgroups._Operation.source, (
        'out.op("and", self.stmt.args[1], out.const(u32, SUBGROUP_SIZE - 1))', "self.stmt.args[1]")), where="program"),
    Fault("6.4", "no barrier before the next subgroup operation", edit(subgroups._Operation.write, (
        "self.barrier()  # before the array is written again", "pass")), where="program"),
)  # fmt: skip

_WIDE_ATOMICS = (
    Fault("6.1", "a joined value of 64 bits is cut to 32", edit(atomics._joined, (
        "    assert place.offset.scalar is not None\n", "    assert place.offset.scalar is not None\n    result = planted(w.scalar_form, n, result)\n"),
        planted=_low_word)),
    Fault("6.1", "an atomic of 64 bits takes the low word of its operand", edit(atomics._Lanes.one, (
        "value = self.lane(self.values, self.n, at)", "value = planted(w.scalar_form, self.n, self.lane(self.values, self.n, at))"), planted=_low_word)),
    Fault("3.3", "atomic min and max of floats compare bits", edit(atomics._float_update, (
        "canonical(f, dtype, lower(f, op, (dtype, dtype), dtype, (old, value)))\n    pair", "planted(f, op, bits, now, value, n)\n    pair"), planted=_by_bits)),
    Fault("3.3", "atomic min and max of shared floats give a NaN", edit(atomics._float_update, (
        "{lower(f, op, (dtype, dtype), dtype, (old, value))}", "{f.intrinsic(op + 'imum', n, old, value)}"))),
    Fault("3.4", "atomic min and max leave a NaN as it is", edit(atomics._float_update, (
        "wanted = canonical(f, dtype, lower(f, op, (dtype, dtype), dtype, (old, value)))",
        'wanted = f.convert("bitcast", n, lower(f, op, (dtype, dtype), dtype, (old, value)), bits)'))),
)  # fmt: skip

_TRAPS = (
    Fault("5.6", "the last trap is told", edit(traps._Recording.least, ('"min"', '"max"')), where="program"),
    Fault("5.6", "traps count the last axis as the slowest", edit(traps._Recording.own_id, ("for axis in (2, 1, 0):", "for axis in (0, 1, 2):")), where="program"),
    Fault("5.6", "who traps goes on", attribute(traps._Ending, "statement", _without_end), where="program"),
    Fault("5.6", "who is inert traps again", edit(traps._Inert.trap, ("if self.guarding and not self.alone:", "if False:")), where="program"),
    Fault("5.6", "who is inert goes other ways than its workgroup", edit(traps._Inert.control, (
        "if self.guarding:\n", "if False:\n")), where="program"),
)  # fmt: skip

LIMITS: Final = (
    Fault("5.6", "a while goes round once more than its limit", edit(traps._Limits.statement, ('head.op("ge", now', 'head.op("gt", now')), where="program"),
    Fault("5.6", "all whiles have one count of trips", edit(traps._Limits.statement, (
        'self.local("trips", u64)', 'len(self.program.locals) if len(self.locals) > len(self.program.locals) else self.local("trips", u64)')), where="program"),
)  # fmt: skip
"""The limit on ``while`` is written into the program before any reading of it, so that not the CPU and the reference are compared,
but the reference and the interpreter of :mod:`tests.property.tracing`, which counts by itself."""

RICH: Final = tuple(
    replace(fault, profile="every")
    for fault in (*_NARROW_TYPES, *_RECORDS, *_ARRAYS, *_SUBGROUPS, *_WIDE_ATOMICS, *_TRAPS)
)
