"""What a check of a fact does that fails: it writes the record's words, unless another one did before, and leaves the function."""

from __future__ import annotations

from collections.abc import Iterator

from vyre.dtypes import DType
from vyre.emit.llvm.text import Text, element_type, register_bits
from vyre.emit.llvm.writer import Value, Writer
from vyre.facts.claims import FACT_WORDS, fact_code

__all__ = ["record_word", "write_failure"]


def write_failure(w: Writer, fact: str, fails: list[str], value: Value | None, bound: Value | None) -> None:
    """Write the record, if no other failure has, and leave. All but the operands is in a function that such checks share."""
    t, n = w.text, f"i{w.width}"
    group, base = _invocation(w)
    words = [str(fact_code(fact, t.statement)), group, base]
    given = [("ptr", record_word(w)), *(("i64", x if x[0] == "%" else t.let(f"add i64 0, {x}")) for x in words)]
    given += [(n, x) for x in fails]
    shapes: list[tuple[DType, bool] | None] = []
    for one in (value, bound):
        many = one is not None and one.scalar is None
        shapes.append(None if one is None else (one.dtype, many))
        if one is not None:
            element = element_type(one.dtype)
            type_ = w.vector_type(element) if many else element
            operands = w.vectors(one) if many else [one.scalar or ""]
            given += [(type_, x if x[0] == "%" else t.let(f"freeze {type_} {x}")) for x in operands]
    packs, width = len(fails), w.width

    def body(inner: Text, args: list[str]) -> str:
        record, what, group, base, *rest = args
        _write_body(inner, width, (record, what, group, base), rest[:packs], shapes, rest[packs:])
        return ""

    t.outlined(("fact", packs, tuple(shapes)), "void", given, body)
    t.do("ret void")


def _write_body(
    t: Text,
    width: int,
    head: tuple[str, str, str, str],
    fails: list[str],
    shapes: list[tuple[DType, bool] | None],
    operands: list[str],
) -> None:
    """The body of that function. ``head``: where the words are, the fact, the workgroup, and the invocation of the first lane;
    ``shapes``: of the value and of what it is compared with, the type, and whether it is a vector a pack."""
    n, (record, what, group, base) = f"i{width}", head
    bits, pack = fails[-1], str(len(fails) - 1)
    for k in reversed(range(len(fails) - 1)):
        here = t.let(f"icmp ne {n} {fails[k]}, 0")
        bits = t.let(f"select i1 {here}, {n} {fails[k]}, {n} {bits}")
        pack = t.let(f"select i1 {here}, i64 {k}, i64 {pack}")
    lane = t.let(f"zext {n} {t.call(f'llvm.cttz.{n}', n, [(n, bits), ('i1', 'false')])} to i64")
    lane = t.let(f"urem i64 {lane}, {width}")
    own = t.let(f"add i64 {t.let(f'add i64 {base}, {lane}')}, {t.let(f'mul i64 {pack}, {width}')}")
    own = t.let(f"select i1 {t.let(f'icmp eq i64 {base}, -1')}, i64 -1, i64 {own}")
    words = [group, own, t.let(f"zext {n} {bits} to i64")]
    rest = iter(operands)
    words += [_word(t, width, len(fails), shape, rest, pack, lane) for shape in shapes]
    first, done = t.label(), t.label()
    pair = t.let(f"cmpxchg ptr {record}, i64 -1, i64 {what} monotonic monotonic")
    t.branch(t.let(f"extractvalue {{ i64, i1 }} {pair}, 1"), first, done)
    t.start(first)
    for k, word in enumerate(words, 1):
        t.do(f"store i64 {word}, ptr {t.let(f'getelementptr i64, ptr {record}, i64 {k}')}, align 8")
    t.goto(done)
    t.start(done)


def _word(
    t: Text, width: int, packs: int, shape: tuple[DType, bool] | None, operands: Iterator[str], pack: str, lane: str
) -> str:
    """A lane's value as an i64."""
    if shape is None:
        return "0"
    dtype, many = shape
    n = element_type(dtype)
    one = next(operands)
    if many:
        vector = f"<{width} x {n}>"
        for k in range(1, packs):
            here = t.let(f"icmp eq i64 {pack}, {k}")
            one = t.let(f"select i1 {here}, {vector} {next(operands)}, {vector} {one}")
        one = t.let(f"extractelement {vector} {one}, i64 {lane}")
    if dtype.is_float:
        one, n = t.let(f"bitcast {n} {one} to i{register_bits(dtype)}"), f"i{register_bits(dtype)}"
    return one if n == "i64" else t.let(f"{'sext' if dtype.is_signed else 'zext'} {n} {one} to i64")


def record_word(w: Writer, slot: int = -FACT_WORDS) -> str:
    """Of the first word of the record that tells of facts, or of a slot behind them."""
    assert w.facts is not None
    at = w.facts.first + FACT_WORDS + slot
    return w.text.let(f"getelementptr i64, ptr {w.facts.record}, i64 {at}")


def _invocation(w: Writer) -> tuple[str, str]:
    """The workgroup, and the invocation of the first lane, as i64; -1 where there is none."""
    assert w.facts is not None
    t, form = w.text, w.scalar_form
    in_group = w.ids.get(("local_index", 0))
    line = in_group or w.ids.get(("global_id", 0))
    group = "-1"
    if in_group is not None:
        first = form.convert("zext", "i32", w.ids["group_id", 0].scalar or "0", "i64")
        group = t.let(f"add i64 {t.let('mul i64 %row, %x')}, {first}")
    if line is None or line.base is None or not w.facts.by_lane:
        return group, "-1"
    return group, form.convert("zext", "i32", line.base[0], "i64")
