"""Reading the readable form. Whatever the text, the answer is a program or a ValidationError W500 … W502."""

from __future__ import annotations

import re
from typing import Final, NoReturn

from vyre.dtypes import BY_NAME, DType
from vyre.errors import Place, ValidationError
from vyre.ir.nodes import (
    Atomic,
    Barrier,
    Block,
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
    Stmt,
    Store,
    Subgroup,
    Trap,
    While,
)
from vyre.ir.ops import ATOMIC_OPS, ID_NAMES, OPS, SUBGROUP_OPS
from vyre.ir.program import ROLES, Buffer, Field, Hints, Local, Program, Record, Role, is_field_name

__all__ = ["parse"]

_TOKEN: Final = re.compile(r"[^\s\[\],:=]+|[\[\],:=]")
_NUMBER: Final = re.compile(r"-?(0|[1-9][0-9]{0,19})\Z")
_VALUE: Final = re.compile(r"v(0|[1-9][0-9]{0,9})\Z")
_HEX: Final = re.compile(r"0x[0-9A-Fa-f]{1,16}\Z")
_BYTES: Final = re.compile(r"([0-9a-f]{2})+\Z")
_DEEPEST: Final = 64
_ROLE: Final[dict[str, Role]] = {role: role for role in ROLES}
_SIMPLE: Final[dict[str, type[Break | Continue | Return | Barrier]]] = {
    "break": Break,
    "continue": Continue,
    "return": Return,
    "barrier": Barrier,
}


class _Line:
    """The tokens of one line, taken from the left."""

    __slots__ = ("at", "number", "starts", "text", "tokens")

    def __init__(self, number: int, text: str) -> None:
        self.number = number
        self.text = text
        code = text.partition("#")[0]
        found = list(_TOKEN.finditer(code))
        self.tokens = [m.group() for m in found]
        self.starts = [m.start() for m in found] + [len(code.rstrip())]
        self.at = 0

    def fail(self, message: str, fix: str, *, code: str = "W500", back: int = 0) -> NoReturn:
        at = max(0, min(self.at - back, len(self.tokens)))
        start = self.starts[at]
        end = start + (len(self.tokens[at]) if at < len(self.tokens) else 1)
        raise ValidationError(
            message,
            code=code,
            fix=fix,
            place=Place("<program text>", self.number, start, end, self.text),
            actual=repr(self.tokens[at])[:80] if at < len(self.tokens) else "the line's end",
        )

    def more(self) -> bool:
        return self.at < len(self.tokens)

    def take(self, what: str) -> str:
        if not self.more():
            self.fail(f"{what} is missing", f"write {what} here")
        self.at += 1
        return self.tokens[self.at - 1]

    def word(self, *words: str) -> str:
        found = self.take(" or ".join(words))
        if found not in words:
            self.fail(f"{' or '.join(words)} is expected", f"write {' or '.join(words)} here", back=1)
        return found

    def peek(self, word: str) -> bool:
        if self.more() and self.tokens[self.at] == word:
            self.at += 1
            return True
        return False

    def number_(self, *, signed: bool = False) -> int:
        found = self.take("a number")
        if not _NUMBER.match(found) or (found[0] == "-" and not signed):
            self.fail("a number is expected", "write a decimal number", back=1)
        return int(found)

    def value(self) -> int:
        found = _VALUE.match(self.take("a value"))
        if found is None:
            self.fail("a value is expected", "write v and its number, like v0", back=1)
        return int(found.group(1))

    def dtype(self) -> DType:
        found = BY_NAME.get(self.take("a type"))
        if found is None:
            self.fail("no scalar type has this name", f"use one of: {', '.join(BY_NAME)}", code="W501", back=1)
        return found

    def name(self) -> str:
        found = self.take("a name")
        if not found.isidentifier():
            self.fail("a name must be a Python identifier", "use letters, digits and _", back=1)
        return found

    def end(self) -> None:
        if self.more():
            self.fail("the line goes on where it should end", "begin a new line, or remove this")


class _Open:
    """A block that is being read: ``stmt`` makes its statement when all its blocks are there."""

    __slots__ = ("block", "done", "head", "kind", "line", "test")

    def __init__(self, kind: str, line: _Line, head: tuple[int, ...] = ()) -> None:
        self.kind = kind
        self.line = line
        self.head = head
        self.block: list[Stmt] = []
        self.done: Block = ()  # the then arm, or a while's condition block
        self.test = -1


class _Parser:
    def __init__(self, text: str) -> None:
        self.lines = [_Line(n, line) for n, line in enumerate(text.split("\n"), 1)]
        self.rest = iter([line for line in self.lines if line.tokens])
        self.buffers: list[Buffer] = []
        self.buffer_at: dict[str, int] = {}
        self.locals: list[Local] = []
        self.local_at: dict[str, int] = {}

    def line(self, what: str) -> _Line:
        found = next(self.rest, None)
        if found is None:
            last = self.lines[-1]
            last.at = len(last.tokens)
            last.fail(f"the text ends before {what}", f"add {what}", code="W502")
        return found

    def program(self) -> Program:
        line = self.line("the line 'vyre 1'")
        line.word("vyre")
        line.word("1")
        line.end()
        line = self.line("the line 'program NAME'")
        line.word("program")
        name = line.name()
        line.end()
        line = self.line("the line 'workgroup X Y Z'")
        line.word("workgroup")
        workgroup = (line.number_(), line.number_(), line.number_())
        line.end()
        domain: str | tuple[int, ...] | None = None
        domain_line: _Line | None = None
        grid: tuple[int, int, int] | None = None
        line = self.line("the line 'body'")
        if line.peek("domain"):
            domain_line = line
            if line.word("like", "shape") == "shape":
                shape: list[int] = []
                while line.more():
                    shape.append(line.number_())
                domain = tuple(shape)
            else:
                domain = line.name()
                line.end()
            line = self.line("the line 'body'")
        if line.peek("grid"):
            grid = (line.number_(), line.number_(), line.number_())
            line.end()
            line = self.line("the line 'body'")
        while not line.peek("body"):
            if line.word("buffer", "local", "body") == "buffer":
                self.buffer(line)
            else:
                self.local(line)
            line.end()
            line = self.line("the line 'body'")
        line.end()
        over: int | tuple[int, ...] | None = None
        if isinstance(domain, str) and domain_line is not None:
            found = self.buffer_at.get(domain)
            if found is None:
                domain_line.fail(
                    "no buffer has this name", "declare it, or write 'domain shape N'", code="W501", back=1
                )
            over = found
        elif domain is not None and not isinstance(domain, str):
            over = domain
        body = self.body(line)
        trailing = next(self.rest, None)
        if trailing is not None:
            trailing.fail("the text goes on after the program's end", "remove it, or an 'end' before", code="W502")
        return Program(name, tuple(self.buffers), tuple(self.locals), body, workgroup, over, grid)

    # -- declarations -----------------------------------------------------------------------------
    def buffer(self, line: _Line) -> None:
        name = line.name()
        if name in self.buffer_at:
            line.fail("two buffers have one name", "rename one of them", code="W501", back=1)
        role = _ROLE[line.word(*ROLES)]
        dtype = line.dtype()
        line.word("rank")
        rank = None if line.peek("any") else line.number_()
        shape: tuple[int, ...] | None = None
        axis: int | None = None
        alignment, locality = 0, ""
        if line.peek("shape"):
            shape = self.shape(line)
        if line.peek("coalesce"):
            axis = line.number_()
        if line.peek("align"):
            alignment = line.number_()
        if line.peek("locality"):
            locality = line.word("stream", "reuse")
        live_out = line.peek("live_out")
        output_range = (line.number_(), line.number_()) if line.peek("range") else None
        init = self.bits(line) if line.peek("init") else None
        record: Record | None = None
        if line.peek("record"):
            record = self.record(line)
        data = b""
        if line.peek("data"):
            data = self.data(line)
        hints = Hints(axis, alignment, "stream" if locality == "stream" else "reuse" if locality else "")
        self.buffer_at[name] = len(self.buffers)
        self.buffers.append(Buffer(name, dtype, role, rank, shape, hints, live_out, output_range, record, data, init))

    def record(self, line: _Line) -> Record:
        nbytes = line.number_()
        fields: list[Field] = []
        while line.more() and "@" in line.tokens[line.at]:
            name, _, offset = line.take("a field").partition("@")
            if not is_field_name(name) or not _NUMBER.match(offset) or offset[0] == "-":
                line.fail("a field is written NAME@OFFSET TYPE", "write for example x@0 f32", back=1)
            dtype = line.dtype()
            inner = self.shape(line) if line.more() and line.tokens[line.at] == "[" else ()
            fields.append(Field(name, dtype, int(offset), inner))
        return Record(nbytes, tuple(fields))

    def data(self, line: _Line) -> bytes:
        word = line.take("the bytes of a table")
        if not _BYTES.match(word):
            line.fail("bytes are written in hexadecimal", "write two lower-case digits a byte", back=1)
        return bytes.fromhex(word)

    def bits(self, line: _Line) -> int:
        word = line.take("bits")
        if not _HEX.match(word):
            line.fail("bits are written in hexadecimal", "write for example 0xFFFFFFFF", back=1)
        return int(word, 16)

    def shape(self, line: _Line) -> tuple[int, ...]:
        line.word("[")
        found: list[int] = []
        if line.peek("]"):
            return ()
        while True:
            found.append(line.number_())
            if line.word(",", "]") == "]":
                return tuple(found)

    def local(self, line: _Line) -> None:
        word = line.take("a local's name")
        name, _, number = word.rpartition(".")
        if not name.isidentifier() or number != str(len(self.locals)):
            line.fail(
                "locals are declared as name.N, N counting from 0", f"write {name or 'x'}.{len(self.locals)}", back=1
            )
        self.local_at[word] = len(self.locals)
        self.locals.append(Local(name, line.dtype()))

    # -- statements -------------------------------------------------------------------------------
    def body(self, first: _Line) -> Block:
        stack = [_Open("body", first)]
        while True:
            line = self.line(f"the 'end' of the block that line {stack[-1].line.number} opens")
            top = stack[-1]
            word = line.tokens[0]
            follower = line.tokens[1] if len(line.tokens) > 1 else ""
            if follower in ("=", "["):
                top.block.append(self.assignment(line))
            elif word in ("if", "for", "while"):
                if len(stack) > _DEEPEST:
                    line.fail(f"blocks nested deeper than {_DEEPEST}", "split the program", code="W502")
                stack.append(self.opened(line))
            elif word in ("else", "do", "end"):
                line.at = 1
                if self.closed(line, word, top):
                    stack.pop()
                    if not stack:
                        line.end()
                        return tuple(top.block)
                    stack[-1].block.append(self.finished(top))
            elif word in _SIMPLE:
                line.at = 1
                top.block.append(_SIMPLE[word]())
            elif word == "set":
                line.at = 1
                top.block.append(Set(self.local_ref(line), line.value()))
            elif word == "clear":
                line.at = 1
                top.block.append(Clear(self.buffer_ref(line)))
            elif word == "trap":
                line.at = 1
                top.block.append(Trap(line.value()))
            else:
                line.fail(
                    "no statement begins like this", "write vN = …, NAME[vN] = vN, set, if, for, while, end or a jump"
                )
            line.end()

    def opened(self, line: _Line) -> _Open:
        kind = line.take("a statement")
        if kind == "if":
            return _Open(kind, line, (line.value(),))
        if kind == "for":
            local, lo, hi = self.local_ref(line), line.value(), line.value()
            line.word("step")
            return _Open(kind, line, (local, lo, hi, line.number_(signed=True)))
        return _Open(kind, line)

    def closed(self, line: _Line, word: str, top: _Open) -> bool:
        """Whether the line ends its statement; else it turns to the statement's second block."""
        if word == "else" and top.kind == "if":
            top.kind, top.done, top.block = "else", tuple(top.block), []
            return False
        if word == "do" and top.kind == "while":
            top.test = line.value()
            top.kind, top.done, top.block = "do", tuple(top.block), []
            return False
        if word != "end" or top.kind == "while":
            fix = "write 'do vN' after a while's condition" if top.kind == "while" else "close each block once"
            line.fail(f"{word!r} does not match the block that line {top.line.number} opens", fix, code="W502", back=1)
        return True

    def finished(self, top: _Open) -> Stmt:
        block = tuple(top.block)
        if top.kind == "if":
            return If(top.head[0], block)
        if top.kind == "else":
            return If(top.head[0], top.done, block)
        if top.kind == "for":
            local, lo, hi, step = top.head
            return For(local, lo, hi, step, block)
        return While(top.done, top.test, block)

    def local_ref(self, line: _Line) -> int:
        found = self.local_at.get(line.take("a local"))
        if found is None:
            line.fail("no local has this name", "declare it above: local name.N TYPE", code="W501", back=1)
        return found

    def buffer_ref(self, line: _Line) -> int:
        found = self.buffer_at.get(line.take("a buffer"))
        if found is None:
            line.fail("no buffer has this name", "declare it above: buffer NAME ROLE TYPE rank N", code="W501", back=1)
        return found

    def field_of(self, line: _Line, buffer: int) -> tuple[int | None, tuple[int, ...]]:
        """``.NAME`` after a record's subscripts, and the subscripts of a field that is an array."""
        if not line.more() or not line.tokens[line.at].startswith("."):
            return None, ()
        name = line.take("a field")[1:]
        record = self.buffers[buffer].record
        names = [] if record is None else [field.name for field in record.fields]
        if name not in names:
            line.fail("the records of this buffer have no such field", "use a declared field", code="W501", back=1)
        inner = self.values(line) if line.more() and line.tokens[line.at] == "[" else ()
        return names.index(name), inner

    def element(self, line: _Line) -> tuple[int, tuple[int, ...], bool]:
        word = line.take("an element, like a[v0]")
        name, dot, view = word.partition(".")
        found = self.buffer_at.get(name)
        if found is None or (dot and view != "flat"):
            line.fail(
                "no buffer has this name", "write NAME[v0] or NAME.flat[v0] of a declared buffer", code="W501", back=1
            )
        return found, self.values(line), bool(dot)

    def values(self, line: _Line) -> tuple[int, ...]:
        line.word("[")
        found: list[int] = []
        if not line.peek("]"):
            while True:
                found.append(line.value())
                if line.word(",", "]") == "]":
                    break
        return tuple(found)

    def assignment(self, line: _Line) -> Stmt:
        if line.tokens[1:2] != ["="]:
            buffer, index, flat = self.element(line)
            field, inner = self.field_of(line, buffer)
            line.word("=")
            return Store(buffer, index + inner, line.value(), flat, field)
        result = line.value()
        line.word("=")
        what = line.take("an operation")
        if what == "const":
            return self.const(line, result)
        if what == "load":
            buffer, index, flat = self.element(line)
            field, inner = self.field_of(line, buffer)
            return Load(result, buffer, index + inner, flat, field)
        if what == "subgroup":
            op = line.word(*SUBGROUP_OPS)
            given: list[int] = []
            while not line.peek(":"):
                given.append(line.value())
            return Subgroup(result, line.dtype(), op, tuple(given))
        if what == "get":
            return Get(result, self.local_ref(line))
        if what == "size":
            return Size(result, self.buffer_ref(line), line.number_() if line.more() else None)
        if what == "param":
            return Param(result, self.buffer_ref(line))
        if what == "atomic":
            op = line.word(*ATOMIC_OPS)
            buffer, index, flat = self.element(line)
            value = line.value()
            return Atomic(result, op, buffer, index, value, line.value() if line.peek("expected") else None, flat)
        if what in ID_NAMES:
            return Id(result, what, line.number_())
        if what not in OPS:
            line.fail("no operation has this name", f"use one of: {', '.join(OPS)}", code="W501", back=1)
        args: list[int] = []
        while not line.peek(":"):
            args.append(line.value())
        return Op(result, line.dtype(), what, tuple(args))

    def const(self, line: _Line, result: int) -> Const:
        dtype = line.dtype()
        word = line.take("a literal")
        bits: int | None = None
        if dtype.is_bool:
            bits = {"False": 0, "True": 1}.get(word)
        elif dtype.is_integer and _NUMBER.match(word):
            value = int(word)
            bits = value & ((1 << dtype.bits) - 1) if dtype.min <= value <= dtype.max else None
        elif dtype.is_float and _HEX.match(word):
            value = int(word, 16)
            bits = value if value < 1 << dtype.bits else None
        if bits is None:
            fix = "write True or False, a decimal integer in range, or a float's bits as 0x3F800000"
            line.fail(f"this is no {dtype.name} literal", fix, back=1)
        return Const(result, dtype, bits)


def parse(text: str) -> Program:
    """Read the readable form (:mod:`vyre.ir.text`). The program is not validated: see ``check``.

    Raises ValidationError W500 (a line that cannot be read), W501 (a name that is not declared) or W502 (blocks
    that do not match), with line and column.
    """
    if not isinstance(text, str):
        raise ValidationError(
            "a program's readable form is a str",
            code="W500",
            fix="pass what Program.to_text() gave; Program.from_bytes reads the binary form",
            actual=type(text).__name__,
        )
    return _Parser(text).program()
