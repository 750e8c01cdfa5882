"""Arrays of every role in WGSL: rules 1.1, 1.4, 4 and 6.1.

Storage of u32, i32 and of native 64-bit integers is an array of that type, that of pairs an array of ``vec2<u32>``; everything else is
u32 words: 32-bit floats as their bits, elements of 8 and 16 bits several in a word, records at any byte of them. WebGPU has no
stores of less than a word, so an array that is stored to by parts of words consists of atomics, and a part is cleared and set
by an and/or pair, which leaves its neighbours alone; where several invocations store one value, that is what remains.

Arrays beyond what a device binds lie in ``packed`` and ``packed_out`` (:mod:`vyre.emit.wgsl.bindings`), constant tables behind one another in ``tables``, a read-only array of words of its own. Workgroup arrays follow the same rules; those of 8- and 16-bit elements share one array, ``bytes``, so that declared bytes are what
counts. Private arrays hold held values. Some arrays consist of vectors (:mod:`vyre.emit.wgsl.fours`).
"""

from __future__ import annotations

from math import gcd, prod
from typing import Final

from vyre.dtypes import DType, bool_, f64, i32, i64, u64
from vyre.emit.clike import CLikeEmitter
from vyre.emit.wgsl.bindings import bind
from vyre.emit.wgsl.floats import FloatExpressions
from vyre.emit.wgsl.fours import four_of, fours_of, runs_of
from vyre.emit.wgsl.functions import FunctionTexts, tables_of
from vyre.emit.wgsl.text import PAIR, operand
from vyre.emit.wgsl.wide import WideExpressions
from vyre.emit.wide import NOTHING_WIDE, Wide
from vyre.ir.nodes import Atomic, Clear, Load, Store
from vyre.ir.program import Field
from vyre.ir.walk import walk

__all__ = ["WgslMemory"]

_ATOMIC: Final = {
    "add": "atomicAdd", "sub": "atomicSub", "min": "atomicMin", "max": "atomicMax",
    "and": "atomicAnd", "or": "atomicOr", "xor": "atomicXor", "exchange": "atomicExchange",
}  # fmt: skip
_UNROLLED: Final = 16  # elements of a private array that are cleared one by one


def _scaled(index: str, size: int) -> str:
    """An index times a constant, as an operand."""
    if size == 1:
        return operand(index)
    return f"{operand(index)} * {size}u"


class WgslMemory(WideExpressions, FloatExpressions, FunctionTexts, CLikeEmitter):
    """Loads, stores and atomics. Stands in front of the emitter, which declares what this page names."""

    bases_at: int
    """The word of the parameter block from which on the first words of packed arrays stand."""

    @staticmethod
    def param_word(number: int) -> str:
        """A word of the parameter block."""
        return f"params[{number // 4}].{'xyzw'[number % 4]}"

    def lay_out(self) -> None:
        """Decide where the arrays of small elements in workgroup memory begin, and which arrays consist of atomics."""
        self.byte_base: dict[int, int] = {}  # buffer -> its first byte in `bytes`
        self.byte_count = 0
        small = [(n, t, count) for n, t, count in self.shared_buffers() if t.nbytes < 4]
        for buffer, t, count in sorted(small, key=lambda x: -x[1].nbytes):
            self.byte_base[buffer] = self.byte_count
            self.byte_count += count * t.nbytes
        self.homes: dict[int, tuple[str, str]] = {}
        """Arrays that lie in a larger one of words: its name, and their first word there."""
        constants = b""
        for n, declared in enumerate(self.program.buffers):
            if declared.role == "table":
                self.homes[n] = ("tables", f"{len(constants) // 4}u")
                constants += declared.data.ljust(-(-len(declared.data) // 4) * 4, b"\0")
        self.table_bases = {}
        for table in tables_of(self.program):
            self.table_bases[table.name] = len(constants) // 4
            constants += table.data
        self.bindings = bind(
            self.plan.slots,
            limit=self.profile.max_storage_bindings,
            watched=self.watched,
            constants=constants,
            atomic=frozenset(n for n, found in enumerate(self.effects) if found.atomics),
        )
        base = self.bases_at
        for name, slots in (("packed", self.bindings.read), ("packed_out", self.bindings.written)):
            for k, slot in enumerate(slots):
                self.homes[self.plan.slots[slot].buffer] = (name, self.param_word(base + k))
            base += len(slots)
        self.fours = fours_of(self.program, self.tile, native64=self.native64, elsewhere=self.homes)
        self.wide = self.runs() if self.profile.kind == "gpu" and not self.fours else NOTHING_WIDE
        of_runs = {run.buffer: self.program.buffers[run.buffer].dtype for run in self.wide.runs.values()}
        self.vectors = {**self.fours, **{n: four_of(t, native64=self.native64) for n, t in of_runs.items()}}
        """Arrays that consist of vectors."""
        self.parted = set(self.byte_base)
        """Arrays that are stored to by parts of words, or lie in one array with such."""
        for _, stmt, _ in walk(self.program):
            if isinstance(stmt, Store) and not self.is_alone(stmt.buffer):
                field = self.field(stmt)
                t = self.program.buffers[stmt.buffer].dtype if field is None else field.dtype
                if t.nbytes < 4 or (field is not None and self.alignment(stmt, field) % 4):
                    self.parted.add(stmt.buffer)
        written = {self.plan.slots[slot].buffer for slot in self.bindings.written}
        if written & self.parted:  # they are one array, so all of them consist of atomics or none
            self.parted |= written

    # -- layout ------------------------------------------------------------------------------------------------
    def runs(self) -> Wide:
        """Neighbours that are had at once."""
        return runs_of(self.program, elsewhere=self.homes)

    def is_alone(self, buffer: int) -> bool:
        """Whether one invocation at a time touches a word of the array."""
        return buffer in self.fours or self.program.buffers[buffer].role == "private"

    def is_atomic(self, buffer: int) -> bool:
        return buffer in self.parted or self.effects[buffer].atomics

    def cells(self, buffer: int) -> str:
        """The type of an element of the array that the text declares."""
        declared = self.program.buffers[buffer]
        if declared.role == "private":
            return self.type_name(declared.dtype)
        if buffer in self.vectors:
            return self.vectors[buffer].vector
        holder = self.cell(buffer)
        return f"atomic<{holder}>" if self.is_atomic(buffer) else holder

    def cell(self, buffer: int) -> str:
        declared = self.program.buffers[buffer]
        t = declared.dtype
        if buffer in self.homes:
            return "u32"
        if buffer in self.vectors:
            return self.vectors[buffer].type
        if declared.record is None and t.nbytes == 8:
            return PAIR if not self.native64 else "i64" if t is i64 else "u64"
        return "i32" if declared.record is None and t is i32 else "u32"

    def is_words(self, buffer: int) -> bool:
        """Whether an array of elements of 64 bits consists of words."""
        return buffer in self.homes or (buffer in self.fours and not self.native64)

    def field(self, stmt: Load | Store | Atomic) -> Field | None:
        record = self.program.buffers[stmt.buffer].record
        return None if record is None or isinstance(stmt, Atomic) or stmt.field is None else record.fields[stmt.field]

    def alignment(self, stmt: Load | Store | Atomic, field: Field) -> int:
        """What the byte address of a field's scalar is always a multiple of."""
        record = self.program.buffers[stmt.buffer].record
        assert record is not None
        return gcd(record.nbytes, field.offset, field.dtype.nbytes if field.shape else 0)

    def address(self, stmt: Load | Store | Atomic, field: Field, offset: str, inner: str, unit: int) -> str:
        """The address of a field's scalar, in units of so many bytes. An array has fewer than 2**32 bytes."""
        record = self.program.buffers[stmt.buffer].record
        assert record is not None
        parts = [_scaled(offset, record.nbytes // unit)]
        if field.offset:
            parts.append(f"{field.offset // unit}u")
        if inner:
            parts.append(_scaled(inner, field.dtype.nbytes // unit))
        return " + ".join(parts)

    # -- between values and words ------------------------------------------------------------------------------
    def from_raw(self, t: DType, raw: str) -> str:
        """A value from the bits in memory: a u32 operand whose bits above the width don't matter; of 64 bits the cell."""
        if t is bool_:
            return f"({raw} & 255u) != 0u"
        if t.is_float:
            return self.float_from_bits(t, f"{raw} & 65535u" if t.bits == 16 else raw)
        if t.bits < 32 and not t.is_signed:
            return f"{raw} & {t.max}u"
        return raw if t.bits == 64 else self.from_word(t, raw)

    def to_raw(self, t: DType, v: str) -> str:
        """The bits of a value as memory has them: a u32 expression without bits above the width; of 64 bits the cell."""
        if t is bool_:
            return f"u32({v})"
        if t.is_float:
            return self.float_to_bits(t, v)
        if t.bits < 32 and t.is_signed:
            return f"(bitcast<u32>({v}) & {(1 << t.bits) - 1}u)"
        return v if t.bits == 64 else self.word(t, v)

    def part(self, t: DType, buffer: int, offset: str) -> tuple[str, str]:
        """The word that holds a small element, and the shift of the element in it."""
        base = self.byte_base.get(buffer, 0) // t.nbytes
        at = f"({offset} + {base}u)" if base else operand(offset)
        if t.nbytes == 2:
            return self.word_of(buffer, f"{at} >> 1u"), f"(({at} & 1u) << 4u)"
        return self.word_of(buffer, f"{at} >> 2u"), f"(({at} & 3u) << 3u)"

    def part_at(self, buffer: int, at: str) -> tuple[str, str]:
        """The word that holds the byte at an address, and the shift of the byte in it."""
        return self.word_of(buffer, f"{operand(at)} >> 2u"), f"(({operand(at)} & 3u) << 3u)"

    def word_of(self, buffer: int, index: str) -> str:
        """An element of the array that holds a buffer: of the buffer's own, or a word of the larger one that it lies in."""
        if buffer in self.homes:
            name, first = self.homes[buffer]
            return f"{name}[{first} + {operand(index)}]"
        if buffer in self.vectors:
            return self.vectors[buffer].cell(f"b{buffer}", index)
        return f"bytes[{index}]" if buffer in self.byte_base else f"b{buffer}[{index}]"

    def read(self, buffer: int, cell: str) -> str:
        return f"atomicLoad(&{cell})" if self.is_atomic(buffer) else cell

    # -- loads ---------------------------------------------------------------------------------------------------
    def element(self, stmt: Load, offset: str, inner: str) -> str:
        field, buffer = self.field(stmt), stmt.buffer
        if field is not None:
            return self.record_element(stmt, field, offset, inner)
        declared = self.program.buffers[buffer]
        t = declared.dtype
        if declared.role == "private":
            return f"b{buffer}[{offset}]"
        if t.nbytes == 8 and self.is_words(buffer):
            return self.wide_value(t, self.call(f"pair_b{buffer}", _scaled(offset, 2)))
        if t.nbytes >= 4:
            cell = self.read(buffer, self.word_of(buffer, offset))
            return self.from_raw(t, cell) if t.is_float or buffer in self.homes else cell
        word, shift = self.part(t, buffer, offset)
        return self.from_raw(t, f"({self.read(buffer, word)} >> {shift})")

    def record_element(self, stmt: Load, field: Field, offset: str, inner: str) -> str:
        t, buffer = field.dtype, stmt.buffer
        aligned = self.alignment(stmt, field)
        if aligned % 4 == 0:
            at = self.address(stmt, field, offset, inner, 4)
            if t.nbytes == 8:
                return self.wide_value(t, self.call(f"pair_b{buffer}", at))
            return self.from_raw(t, self.read(buffer, self.word_of(buffer, at)))
        at = self.address(stmt, field, offset, inner, 1)
        if t.nbytes == 8:
            return self.wide_value(t, self.call(f"pair_at_b{buffer}", at))
        if aligned % t.nbytes == 0:
            word, shift = self.part_at(buffer, at)
            return self.from_raw(t, f"({self.read(buffer, word)} >> {shift})")
        return self.from_raw(t, self.call(f"word_at_b{buffer}", at))

    def wide_value(self, t: DType, pair: str) -> str:
        """A value of 64 bits from a pair of words."""
        return self.float_from_bits(t, self.wide_of_pair(u64, pair)) if t is f64 else self.wide_of_pair(t, pair)

    # -- stores ----------------------------------------------------------------------------------------------------
    def put(self, stmt: Store, offset: str, inner: str) -> None:
        add, buffer, v = self.body.add, stmt.buffer, f"v{stmt.value}"
        field = self.field(stmt)
        if field is not None:
            for line in self.record_store(stmt, field, offset, inner):
                add(line)
            return
        declared = self.program.buffers[buffer]
        t = declared.dtype
        if declared.role == "private":
            add(f"b{buffer}[{offset}] = {v};")
        elif t.nbytes == 8 and self.is_words(buffer):
            add(f"{self.call(f'put_pair_b{buffer}', _scaled(offset, 2), self.raw_pair(t, v))};")
        elif t.nbytes >= 4:
            value = v if self.cell(buffer) == "i32" else self.to_raw(t, v)
            cell = self.word_of(buffer, offset)
            add(f"atomicStore(&{cell}, {value});" if self.is_atomic(buffer) else f"{cell} = {value};")
        elif buffer in self.fours:
            word, shift = self.part(t, buffer, offset)
            mask = f"{(1 << 8 * t.nbytes) - 1}u"
            add(f"{word} = ({word} & ~({mask} << {shift})) | ({self.to_raw(t, v)} << {shift});")
        else:
            word, shift = self.part(t, buffer, offset)
            for line in self.set_part(t, v, word, shift):
                add(line)

    def set_part(self, t: DType, v: str, word: str, shift: str) -> list[str]:
        """The and/or pair."""
        return [
            f"atomicAnd(&{word}, ~({(1 << 8 * t.nbytes) - 1}u << {shift}));",
            f"atomicOr(&{word}, {self.to_raw(t, v)} << {shift});",
        ]

    def raw_pair(self, t: DType, v: str) -> str:
        """The bits of a value of 64 bits as a pair of words."""
        return self.pair_of(u64 if t.is_float else t, self.to_raw(t, v))

    def record_store(self, stmt: Store, field: Field, offset: str, inner: str) -> list[str]:
        t, buffer, v = field.dtype, stmt.buffer, f"v{stmt.value}"
        raw = self.raw_pair(t, v) if t.nbytes == 8 else self.to_raw(t, v)
        aligned = self.alignment(stmt, field)
        if t.nbytes >= 4 and aligned % 4 == 0:
            at = self.address(stmt, field, offset, inner, 4)
            if t.nbytes == 8:
                return [f"{self.call(f'put_pair_b{buffer}', at, raw)};"]
            cell = self.word_of(buffer, at)
            return [f"atomicStore(&{cell}, {raw});" if self.is_atomic(buffer) else f"{cell} = {raw};"]
        at = self.address(stmt, field, offset, inner, 1)
        if t.nbytes == 8:
            return [f"{self.call(f'put_pair_at_b{buffer}', at, raw)};"]
        if aligned % t.nbytes == 0:
            return self.set_part(t, v, *self.part_at(buffer, at))
        mask = f"{(1 << 8 * t.nbytes) - 1}u"
        return [f"{self.call(f'put_at_b{buffer}', at, raw, mask)};"]

    def clear(self, stmt: Clear) -> None:
        """A private array becomes zeros (rule 4.3)."""
        declared = self.program.buffers[stmt.buffer]
        count, none = prod(declared.shape or ()), self.literal(declared.dtype, 0)
        if count <= _UNROLLED:
            for k in range(count):
                self.body.add(f"b{stmt.buffer}[{k}] = {none};")
        else:
            self.body.add(f"b{stmt.buffer} = array<{self.cells(stmt.buffer)}, {count}>();")

    # -- functions on one array -------------------------------------------------------------------------------------
    def function_text(self, name: str) -> str | None:
        kind, _, number = name.rpartition("_b")
        if kind in _KINDS and number.isdigit():
            return self.array_function(name, kind, int(number))
        return super().function_text(name)

    def array_function(self, name: str, kind: str, buffer: int) -> str:
        """Reads and writes of an array of words by words (`pair`) and by bytes (`at`)."""
        b = f"b{buffer}"

        def word(at: str) -> str:
            return self.read(buffer, self.word_of(buffer, at))

        def store(at: str, value: str) -> str:
            cell = self.word_of(buffer, at)
            return f"atomicStore(&{cell}, {value});" if self.is_atomic(buffer) else f"{cell} = {value};"

        if kind == "pair":
            return f"fn {name}(at: u32) -> {PAIR} {{\n  return {PAIR}({word('at')}, {word('at + 1u')});\n}}"
        if kind == "put_pair":
            return f"fn {name}(at: u32, x: {PAIR}) {{\n  {store('at', 'x.x')}\n  {store('at + 1u', 'x.y')}\n}}"
        if kind == "word_at":  # four bytes from any byte on; a second word only where they reach into it
            return (
                f"fn {name}(at: u32) -> u32 {{\n"
                "  let s = (at & 3u) << 3u;\n"
                f"  return ({word('at >> 2u')} >> s) | (({word('(at + 3u) >> 2u')} << 1u) << (31u - s));\n}}"
            )
        if kind == "pair_at":
            inner = f"word_at_{b}"
            return f"fn {name}(at: u32) -> {PAIR} {{\n  return {PAIR}({inner}(at), {inner}(at + 4u));\n}}"
        if kind == "put_pair_at":
            inner = f"put_at_{b}"
            lines = f"  {inner}(at, x.x, 4294967295u);\n  {inner}(at + 4u, x.y, 4294967295u);\n"
            return f"fn {name}(at: u32, x: {PAIR}) {{\n{lines}}}"
        if kind == "put_at":
            return (
                f"fn {name}(at: u32, x: u32, mask: u32) {{\n"
                "  let s = (at & 3u) << 3u;\n"
                "  let at_word = at >> 2u;\n"
                f"  atomicAnd(&{self.word_of(buffer, 'at_word')}, ~(mask << s));\n"
                f"  atomicOr(&{self.word_of(buffer, 'at_word')}, x << s);\n"
                "  let above = (mask >> 1u) >> (31u - s);\n"
                "  if (above != 0u) {\n"
                f"    atomicAnd(&{self.word_of(buffer, 'at_word + 1u')}, ~above);\n"
                f"    atomicOr(&{self.word_of(buffer, 'at_word + 1u')}, (x >> 1u) >> (31u - s));\n"
                "  }\n}"
            )
        if kind == "exchange":
            return self.exchange(name, buffer)
        return self.float_atomic(name, kind.removeprefix("atomic_"), buffer)

    def exchange(self, name: str, buffer: int) -> str:
        """WGSL's own compare-exchange may fail without a reason; it is repeated until it fails for one (6.1: strong)."""
        holder = self.cell(buffer)
        return (
            f"fn {name}(at: u32, expected: {holder}, value: {holder}) -> {holder} {{\n"
            f"  var old = expected;\n"
            "  loop {\n"
            f"    let r = atomicCompareExchangeWeak(&b{buffer}[at], expected, value);\n"
            "    old = r.old_value;\n"
            "    if (r.exchanged || old != expected) { break; }\n"
            "  }\n"
            "  return old;\n}"
        )

    def float_atomic(self, name: str, op: str, buffer: int) -> str:
        """Minimum, maximum or sum by compare and exchange on the bits, until nobody came between."""
        t = self.program.buffers[buffer].dtype
        held = self.type_name(t)
        report = f"  if (!done) {{ {self.report()} }}\n" if self.watched else ""
        return (
            f"fn {name}(at: u32, x: {held}) -> {held} {{\n"
            f"  var old = atomicLoad(&b{buffer}[at]);\n"
            "  var done = false;\n"
            "  loop {\n"
            f"    let seen = {self.float_from_bits(t, 'old')};\n"
            f"    let joined = {self.float_expression(op, t, ('seen', 'x'))};\n"
            f"    let r = atomicCompareExchangeWeak(&b{buffer}[at], old, {self.float_to_bits(t, 'joined')});\n"
            "    if (r.exchanged) { done = true; break; }\n"
            "    old = r.old_value;\n"
            "  }\n"
            f"{report}  return {self.float_from_bits(t, 'old')};\n}}"
        )

    # -- facts ---------------------------------------------------------------------------------------------------------
    def wrong_fact(self, what: int, value: str, bound: str) -> str:
        assert self.record is not None
        record, first = f"b{self.record}", self.first_word
        cell = self.cell(self.record)
        none = f"{(1 << self.program.buffers[self.record].dtype.bits) - 1}{'lu' if cell == 'u64' else 'u'}"
        given = ((2, "at"), (3, "1u"), (4, "value"), (5, "bound"))
        words = [f"atomicStore(&{record}[{first + k}], {cell}({x}));" for k, x in given]
        self.functions.setdefault(
            "wrong_fact",
            "fn wrong_fact(what: u32, at: u32, value: u32, bound: u32) {\n  loop {\n"
            f"    let r = atomicCompareExchangeWeak(&{record}[{first}], {none}, {cell}(what));\n"
            f"    if (r.exchanged) {{ {' '.join(words)} break; }}\n"
            f"    if (r.old_value != {none}) {{ break; }}\n  }}\n}}",
        )
        return f"wrong_fact({what}u, {self.id_expression('global_id', 0)}, {value}, {bound});"

    def fact_word(self, value: int) -> str:
        t = self.types[value]
        return "0u" if t.is_float else f"u32(v{value})" if t is bool_ else self.low_word(t, f"v{value}")

    # -- atomics -------------------------------------------------------------------------------------------------------
    def atomic_expression(self, stmt: Atomic, offset: str) -> str:
        cell = f"&b{stmt.buffer}[{offset}]"
        if self.program.buffers[stmt.buffer].dtype.is_float:
            return self.call(f"atomic_{stmt.op}_b{stmt.buffer}", offset, f"v{stmt.value}")
        if stmt.op != "compare_exchange":
            return f"{_ATOMIC[stmt.op]}({cell}, v{stmt.value})"
        return self.call(f"exchange_b{stmt.buffer}", offset, f"v{stmt.expected}", f"v{stmt.value}")


_KINDS: Final = frozenset(
    {
        "pair",
        "put_pair",
        "word_at",
        "pair_at",
        "put_at",
        "put_pair_at",
        "exchange",
        "atomic_min",
        "atomic_max",
        "atomic_add",
        "atomic_sub",
    }
)
