"""Writing LLVM assembly: canonical names (v0, b0, ...), declarations on demand, a statement number for each line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from vyre.dtypes import DType
from vyre.emit.llvm.sums import Sums

__all__ = ["Form", "Text", "element_type", "is_narrow", "memory_type", "register_bits"]

_LONG: Final = 300
"""Lines of a basic block beyond which it is cut: instruction selection grows faster than linearly with a block."""

_SUFFIX: Final = {"float": "f32", "double": "f64"}


def is_narrow(dtype: DType) -> bool:
    """f16 and bf16, which registers hold as f32."""
    return dtype.is_float and dtype.bits == 16


def register_bits(dtype: DType) -> int:
    """The width of a value in a register."""
    return 32 if is_narrow(dtype) else dtype.bits


def element_type(dtype: DType) -> str:
    """The LLVM type of a value."""
    if dtype.is_float:
        return "float" if register_bits(dtype) == 32 else "double"
    return f"i{dtype.bits}"


def memory_type(dtype: DType) -> str:
    """The LLVM type of an element in a buffer (a bool is one byte, a float of 16 bits those bits)."""
    return "i8" if dtype.is_bool else "i16" if is_narrow(dtype) else element_type(dtype)


@dataclass(frozen=True, slots=True)
class _Function:
    name: str
    lines: list[str]


class Text:
    """The text of one function under construction. Lines are only ever appended."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.statement_of_line: list[int] = []
        self.statement = -1  # what the next line is written for
        self.block = "entry"
        self.stack: list[str] = []  # allocas, put at the head of the function
        self.declared: dict[str, str] = {}
        self.constants: list[str] = []
        self.tables: dict[str, str] = {}  # of mathematical functions
        self.functions: dict[tuple[object, ...], _Function] = {}  # in order of first use
        self.fast = ""  # flags of sums and products, by permission (rule 3.7)
        self.huge = False  # the program is so large that it is compiled without optimisation
        self.cuts = 0
        self._block_begins = 0
        self._values = 0
        self._blocks = 0
        self._splats: dict[tuple[str, str], str] = {}
        self._entry_splats: dict[tuple[str, str], str] = {}
        self.in_entry = True
        self.sums = Sums()
        self.masked: Counter[str] = Counter()  # calls of gather, scatter, masked load and store

    def constant(self, data: bytes) -> str:
        """A constant array; whole lines of 64 bytes, so that whole words around any byte can be read."""
        name = f"@t{len(self.constants)}"
        whole = data + bytes(-len(data) % 64)
        text = "".join(f"\\{byte:02X}" for byte in whole)
        self.constants.append(f'{name} = private unnamed_addr constant [{len(whole)} x i8] c"{text}", align 64')
        return name

    def table(self, name: str, data: bytes) -> str:
        """A constant array that several functions of the module may read."""
        found = self.tables.get(name)
        if found is None:
            found = self.tables[name] = self.constant(data)
        return found

    # -- lines ------------------------------------------------------------------------------------
    def do(self, line: str) -> None:
        self.lines.append("  " + line)
        self.statement_of_line.append(self.statement)

    def name(self) -> str:
        self._values += 1
        return f"%v{self._values - 1}"

    def let(self, expression: str) -> str:
        register = self.name()
        self.do(f"{register} = {expression}")
        return register

    def label(self) -> str:
        self._blocks += 1
        return f"b{self._blocks - 1}"

    def start(self, label: str) -> None:
        """Begin a basic block."""
        self.lines.append(f"{label}:")
        self.statement_of_line.append(self.statement)
        self.block = label
        self._block_begins = len(self.lines)
        self._splats.clear()
        self.in_entry = False

    def goto(self, label: str) -> None:
        self.do(f"br label %{label}")

    def branch(self, condition: str, yes: str, no: str) -> None:
        self.do(f"br i1 {condition}, label %{yes}, label %{no}")

    @contextmanager
    def counting(self, end: int | str, *, step: int = 1, type_: str = "i64") -> Iterator[str]:
        """A loop of the machine code, whose body is written inside: the register that counts 0, step, ... below ``end`` (above 0)."""
        before, top, latch, done = self.block, self.label(), self.label(), self.label()
        self.goto(top)
        self.start(top)
        now, following = self.name(), self.name()
        self.do(f"{now} = phi {type_} [ 0, %{before} ], [ {following}, %{latch} ]")
        yield now
        self.goto(latch)
        self.start(latch)
        self.do(f"{following} = add {type_} {now}, {step}")
        self.branch(self.let(f"icmp ult {type_} {following}, {end}"), top, done)
        self.start(done)

    @contextmanager
    def each_bit(self, type_: str, bits: str) -> Iterator[str]:
        """A loop over the bits that are set, from the lowest on, whose body is written inside: the register (i64) with a bit's number."""
        statement = self.statement
        before, top, body, again, after = self.block, *(self.label() for _ in range(4))
        self.goto(top)
        self.start(top)
        left, rest = self.name(), self.name()
        self.do(f"{left} = phi {type_} [ {bits}, %{before} ], [ {rest}, %{again} ]")
        self.branch(self.let(f"icmp ne {type_} {left}, 0"), body, after)
        self.start(body)
        bit = self.call(f"llvm.cttz.{type_}", type_, [(type_, left), ("i1", "true")])
        yield self.let(f"zext {type_} {bit} to i64")
        self.goto(again)
        self.start(again)
        self.statement = statement
        self.do(f"{rest} = and {type_} {left}, {self.let(f'sub {type_} {left}, 1')}")
        self.goto(top)
        self.start(after)

    def prefetch(self, pointer: str) -> None:
        """Ask for the line of an address, which may be anywhere."""
        self.call("llvm.prefetch.p0", "void", [("ptr", pointer), ("i32", "0"), ("i32", "3"), ("i32", "1")])

    def cut(self) -> None:
        """Go on in a new basic block where the present one is long.

        No address is that small, but LLVM doesn't know, so that it doesn't join the blocks again.
        """
        if len(self.lines) - self._block_begins < _LONG:
            return
        self.cuts += 1
        following = self.label()
        self.branch(self.let(f"icmp ne ptr %slots, inttoptr (i64 {self.cuts} to ptr)"), following, "never")
        self.start(following)

    def alloca(self, type_: str, align: int) -> str:
        """A stack cell of the whole function."""
        register = self.name()
        self.stack.append(f"  {register} = alloca {type_}, align {align}")
        return register

    # -- calls ------------------------------------------------------------------------------------
    def call(self, name: str, result: str, arguments: list[tuple[str, str]], attributes: str = "") -> str:
        """Call an intrinsic; ``arguments`` are (type with parameter attributes, operand)."""
        types = ", ".join(t.split(" align ")[0] for t, _ in arguments)
        self.declared[name] = f"declare {result} @{name}({types})"
        if name.startswith("llvm.masked."):
            self.masked[name.split(".")[2]] += 1
        text = f"call {result} @{name}({', '.join(f'{t} {x}' for t, x in arguments)}){attributes}"
        if result == "void":
            self.do(text)
            return ""
        return self.let(text)

    def outlined(
        self,
        key: tuple[object, ...],
        result: str,
        arguments: list[tuple[str, str]],
        write: Callable[[Text, list[str]], str],
    ) -> str:
        """Call a function of the module that ``write`` makes when the key is first met: it writes the body for the given
        operands and gives the register to return. Literal operands are part of the function, and of the key."""
        registers = [x for _, x in arguments if x[0] == "%"]
        key = (*key, *(None if x[0] == "%" else x for _, x in arguments))
        made = self.functions.get(key)
        if made is None:
            inner = Text()
            inner.declared, inner.masked = self.declared, self.masked
            inner.constants, inner.tables = self.constants, self.tables
            names = iter(f"%a{k}" for k in range(len(registers)))
            returned = write(inner, [next(names) if x[0] == "%" else x for _, x in arguments])
            inner.do("ret void" if result == "void" else f"ret {result} {returned}")
            made = self.functions[key] = _Function(f"f{len(self.functions)}", inner.lines)
            typed = ", ".join(f"{t} %a{k}" for k, (t, _) in enumerate(a for a in arguments if a[1][0] == "%"))
            made.lines[:0] = [f"define internal {result} @{made.name}({typed}) noinline {{"]
            made.lines.append("}")
        given = ", ".join(f"{t} {x}" for t, x in arguments if x[0] == "%")
        text = f"call {result} @{made.name}({given})"
        if result == "void":
            self.do(text)
            return ""
        return self.let(text)

    def splat(self, register: str, type_: str, width: int) -> str:
        """A vector of equal elements. Literals stay literals; others are made once per basic block."""
        if register[0] != "%":
            return f"splat ({type_} {register})"
        key = (register, type_)
        known = self._entry_splats.get(key) or self._splats.get(key)
        if known is None:
            vector = f"<{width} x {type_}>"
            one = self.let(f"insertelement {vector} poison, {type_} {register}, i64 0")
            known = self.let(f"shufflevector {vector} {one}, {vector} poison, <{width} x i32> zeroinitializer")
            (self._entry_splats if self.in_entry else self._splats)[key] = known
        return known


class Form:
    """How an operation is written: on scalars (``width`` 0) or on vectors. The lowering of an operation is the same.
    ``halves``: the target converts f16 by instructions."""

    __slots__ = ("halves", "text", "width")

    def __init__(self, text: Text, width: int, *, halves: bool = False) -> None:
        self.text = text
        self.width = width
        self.halves = halves

    def type(self, element: str) -> str:
        return f"<{self.width} x {element}>" if self.width else element

    def literal(self, element: str, value: str | int) -> str:
        return f"splat ({element} {value})" if self.width else str(value)

    def op(self, name: str, element: str, *operands: str) -> str:
        """``name type a, b``: arithmetic, comparisons, shifts."""
        made = self.text.let(f"{name} {self.type(element)} {', '.join(operands)}")
        if name == "add" and element == "i32" and not self.width:
            self.text.sums.note(made, *operands)
        return made

    def convert(self, name: str, source: str, register: str, target: str) -> str:
        return self.text.let(f"{name} {self.type(source)} {register} to {self.type(target)}")

    def select(self, condition: str, element: str, yes: str, no: str) -> str:
        t = self.type(element)
        return self.text.let(f"select {self.type('i1')} {condition}, {t} {yes}, {t} {no}")

    def intrinsic(self, name: str, element: str, *operands: str, flags: tuple[str, ...] = ()) -> str:
        """``llvm.name`` overloaded on one type; ``flags`` are trailing i1 literals."""
        t = self.type(element)
        return self.text.call(
            f"llvm.{name}.{self.suffix(element)}", t, [(t, x) for x in operands] + [("i1", f) for f in flags]
        )

    def suffix(self, element: str) -> str:
        short = _SUFFIX.get(element, element)
        return f"v{self.width}{short}" if self.width else short
