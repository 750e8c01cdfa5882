"""The binary form: versioned, canonical (one program, one byte string), safe to read from anywhere.

========  ==================================================================================
bytes     what
========  ==================================================================================
4         ``VYRE``
1         version of the form, 1
1         semantics number, 1
8         length of the payload, little-endian
n         payload: names and declarations, then the statements (:mod:`vyre.ir.encode`)
32        blake3 of everything before
========  ==================================================================================

Reading does no recursion, makes no more than a fixed number of objects per byte, and answers anything that
``to_bytes`` could not have written with a ValidationError W510 … W513 that names the offset. A program that
reads back is not validated yet: see ``check``.
"""

from __future__ import annotations

from typing import Final, NoReturn

from blake3 import blake3

from vyre.dtypes import BY_NAME, DType
from vyre.errors import ValidationError
from vyre.ir.encode import DTYPE_CODES, FLAT, OF_FIELD, SEMANTICS, TAGS, BodyEncoder, encode_buffer, varint
from vyre.ir.encode import LOCALITIES as _LOCALITY
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
from vyre.ir.ops import ATOMIC_OPS, ID_NAMES, SUBGROUP_OPS
from vyre.ir.program import ROLES, Buffer, Field, Hints, Local, Program, Record, is_field_name

__all__ = ["from_bytes", "to_bytes"]

MAGIC: Final = b"VYRE"
VERSION: Final = 1
_HEAD: Final = len(MAGIC) + 2 + 8
_DIGEST: Final = 32
_DEEPEST: Final = 64
_DTYPES: Final[tuple[DType, ...]] = tuple(BY_NAME[name] for name in DTYPE_CODES)
_NODES: Final[dict[int, type[Stmt]]] = {tag: node for node, tag in TAGS.items()}


def to_bytes(program: Program) -> bytes:
    """The binary form. Values must count up from 0 in textual order (else V310), as in every valid program."""
    out = bytearray()
    _text(out, program.name)
    varint(out, len(program.buffers))
    for buffer in program.buffers:
        _text(out, buffer.name)
        encode_buffer(out, buffer)
        for field in buffer.record.fields if buffer.record is not None else ():
            _text(out, field.name)
    varint(out, len(program.locals))
    for local in program.locals:
        _text(out, local.name)
        out.append(DTYPE_CODES[local.dtype.name])
    for extent in program.workgroup:
        varint(out, extent)
    domain = program.domain
    varint(out, 0 if domain is None else 1 if isinstance(domain, int) else len(domain) + 2)
    for extent in () if domain is None else (domain,) if isinstance(domain, int) else domain:
        varint(out, extent)
    out.append(0 if program.grid is None else 1)
    for extent in program.grid or ():
        varint(out, extent)
    BodyEncoder(rename=False).encode(program.body, out.extend)
    head = MAGIC + bytes((VERSION, SEMANTICS)) + len(out).to_bytes(8, "little")
    sealed = head + bytes(out)
    return sealed + blake3(sealed).digest()


def _text(out: bytearray, text: str) -> None:
    raw = text.encode()
    varint(out, len(raw))
    out += raw


def from_bytes(data: bytes) -> Program:
    """Read the binary form. Raises ValidationError: W510 not this form, W511 another version or semantics,
    W512 damaged, W513 content that cannot be."""
    if not isinstance(data, (bytes, bytearray, memoryview)):
        raise _error("W510", "a program's binary form is bytes", "pass what Program.to_bytes() gave", 0)
    data = bytes(data)
    if len(data) < _HEAD + _DIGEST or data[:4] != MAGIC:
        raise _error("W510", "these bytes are no vyre program", "pass what Program.to_bytes() gave", 0)
    if data[4] != VERSION or data[5] != SEMANTICS:
        raise _error(
            "W511",
            f"a program of form {data[4]}, semantics {data[5]}; this version reads form {VERSION}, semantics {SEMANTICS}",
            "build the program again with this version, or read it with the one that wrote it",
            4,
        )
    length = int.from_bytes(data[6:_HEAD], "little")
    if length != len(data) - _HEAD - _DIGEST:
        raise _error("W512", f"the payload should have {length} bytes", "fetch the whole file again", 6)
    if blake3(data[:-_DIGEST]).digest() != data[-_DIGEST:]:
        raise _error(
            "W512", "the digest does not match: some byte has changed", "fetch the file again", len(data) - _DIGEST
        )
    return _Reader(data, _HEAD, len(data) - _DIGEST).program()


def _error(code: str, message: str, fix: str, offset: int) -> ValidationError:
    return ValidationError(message, code=code, fix=fix, actual=f"at byte {offset}")


class _Open:
    """A statement whose blocks are being read: ``left`` statements of the block ``block`` are to come."""

    __slots__ = ("block", "done", "kind", "left", "numbers")

    def __init__(self, kind: type[Stmt] | None, left: int, numbers: tuple[int, ...] = ()) -> None:
        self.kind = kind
        self.left = left
        self.numbers = numbers
        self.block: list[Stmt] = []
        self.done: Block | None = None  # the first block of two


class _Reader:
    def __init__(self, data: bytes, start: int, end: int) -> None:
        self.data = data
        self.at = start
        self.end = end
        self.values = 0
        self.ops: list[str] = []

    def fail(self, message: str) -> NoReturn:
        raise _error("W513", message, "write programs with Program.to_bytes() only", self.at)

    # -- numbers and names --------------------------------------------------------------------------
    def byte(self) -> int:
        if self.at >= self.end:
            self.fail("the payload ends too early")
        self.at += 1
        return self.data[self.at - 1]

    def number(self) -> int:
        """A varint of at most 64 bits, in its shortest form."""
        found = shift = 0
        while True:
            byte = self.byte()
            found |= (byte & 0x7F) << shift
            if byte < 0x80:
                if (byte == 0 and shift) or found >> 64:
                    self.fail("a number is not in its shortest form or too large")
                return found
            shift += 7
            if shift > 63:
                self.fail("a number is too large")

    def count(self) -> int:
        """A number of things that take at least a byte each."""
        found = self.number()
        if found > self.end - self.at:
            self.fail("a count is larger than what is left")
        return found

    def choice(self, table: tuple[str, ...]) -> str:
        code = self.byte()
        if code >= len(table):
            self.fail(f"a code above {len(table) - 1}")
        return table[code]

    def text(self) -> str:
        length = self.count()
        raw = self.data[self.at : self.at + length]
        self.at += length
        try:
            return raw.decode()
        except UnicodeDecodeError:
            self.fail("a name is not UTF-8")

    def name(self) -> str:
        found = self.text()
        if not found.isidentifier():
            self.fail("a name is no Python identifier")
        return found

    def field_name(self) -> str:
        found = self.text()
        if not is_field_name(found):
            self.fail("a field's name is no Python identifier, nor several with dots")
        return found

    def dtype(self) -> DType:
        code = self.byte()
        if code >= len(_DTYPES):
            self.fail("no scalar type has this code")
        return _DTYPES[code]

    def flag(self) -> bool:
        found = self.byte()
        if found > 1:
            self.fail("a flag is 0 or 1")
        return bool(found)

    # -- declarations -------------------------------------------------------------------------------
    def program(self) -> Program:
        name = self.name()
        buffers = tuple(self.buffer() for _ in range(self.count()))
        locals_ = tuple(Local(self.name(), self.dtype()) for _ in range(self.count()))
        workgroup = (self.number(), self.number(), self.number())
        kind = self.number()
        domain: int | tuple[int, ...] | None = None
        if kind == 1:
            domain = self.number()
        elif kind > 1:
            if kind - 2 > self.end - self.at:
                self.fail("a count is larger than what is left")
            domain = tuple(self.number() for _ in range(kind - 2))
        grid = (self.number(), self.number(), self.number()) if self.flag() else None
        body = self.body()
        if self.at != self.end:
            self.fail("bytes are left after the program's end")
        return Program(name, buffers, locals_, body, workgroup, domain, grid)

    def buffer(self) -> Buffer:
        name, dtype = self.name(), self.dtype()
        code = self.byte()
        if code >= len(ROLES):
            self.fail("no role has this code")
        rank = self.number()
        shape: tuple[int, ...] | None = None
        axes = self.number()
        if axes:
            if axes - 1 > self.end - self.at:
                self.fail("a count is larger than what is left")
            shape = tuple(self.number() for _ in range(axes - 1))
        axis = self.number()
        alignment = self.number()
        locality = self.byte()
        if locality >= len(_LOCALITY):
            self.fail("no locality has this code")
        marks = self.byte()
        if marks > 31:
            self.fail("a mark that does not exist")
        output_range = (self.number(), self.number()) if marks & 2 else None
        fields: list[tuple[DType, int, tuple[int, ...]]] = []
        nbytes = self.number() if marks & 4 else 0
        if marks & 4:
            fields = [
                (self.dtype(), self.number(), tuple(self.number() for _ in range(self.count())))
                for _ in range(self.count())
            ]
        data = b""
        if marks & 8:
            length = self.count()
            data = self.data[self.at : self.at + length]
            self.at += length
            if not data:
                self.fail("a mark that does not hold")
        init = self.number() if marks & 16 else None
        record = Record(nbytes, tuple(Field(self.field_name(), *field) for field in fields)) if marks & 4 else None
        hints = Hints(axis - 1 if axis else None, alignment, _LOCALITY[locality])
        return Buffer(
            name,
            dtype,
            ROLES[code],
            rank - 1 if rank else None,
            shape,
            hints,
            bool(marks & 1),
            output_range,
            record,
            data,
            init,
        )

    # -- statements ---------------------------------------------------------------------------------
    def body(self) -> Block:
        stack = [_Open(None, self.count())]
        while True:
            top = stack[-1]
            if top.left:
                top.left -= 1
                made = self.statement()
                if isinstance(made, _Open):
                    if len(stack) > _DEEPEST:
                        self.fail(f"blocks nested deeper than {_DEEPEST}")
                    stack.append(made)
                else:
                    top.block.append(made)
                continue
            if top.kind is None:
                return tuple(top.block)
            if top.kind is not For and top.done is None:  # the first block of If and While
                if top.kind is While:
                    top.numbers = (self.value(),)
                top.done, top.block, top.left = tuple(top.block), [], self.count()
                continue
            stack.pop()
            stack[-1].block.append(self.closed(top))

    def closed(self, top: _Open) -> Stmt:
        block, first, numbers = tuple(top.block), top.done or (), top.numbers
        if top.kind is For:
            return For(numbers[0], numbers[1], numbers[2], numbers[3], block)
        return If(numbers[0], first, block) if top.kind is If else While(first, numbers[0], block)

    def value(self) -> int:
        found = self.number()
        if found >= self.values:
            self.fail("a value is used before it is defined")
        return found

    def result(self) -> int:
        self.values += 1
        return self.values - 1

    def index(self) -> tuple[int, ...]:
        return tuple(self.value() for _ in range(self.count()))

    def op(self) -> str:
        code = self.number()
        if code > len(self.ops):
            self.fail("an operation's number is ahead of its name")
        if code == len(self.ops):
            name = self.text()
            if name in self.ops or not name.isidentifier():
                self.fail("an operation is named twice, or by no name")
            self.ops.append(name)
        return self.ops[code]

    def statement(self) -> Stmt | _Open:
        tag = self.byte()
        node = _NODES.get(tag & ~FLAT & ~OF_FIELD)
        marked = (tag & FLAT and node not in (Load, Store, Atomic)) or (tag & OF_FIELD and node not in (Load, Store))
        if node is None or marked:
            self.at -= 1
            self.fail("no statement has this tag")
        flat, of_field = bool(tag & FLAT), bool(tag & OF_FIELD)
        if node is Op:
            op, dtype = self.op(), self.dtype()
            args = self.index()
            return Op(self.result(), dtype, op, args)
        if node is Const:
            dtype, bits = self.dtype(), self.number()
            if bits >> (1 if dtype.is_bool else dtype.bits):
                self.fail("a literal has more bits than its type")
            return Const(self.result(), dtype, bits)
        if node is Load:
            buffer, index = self.number(), self.index()
            field = self.number() if of_field else None
            return Load(self.result(), buffer, index, flat, field)
        if node is Store:
            buffer, index = self.number(), self.index()
            field = self.number() if of_field else None
            return Store(buffer, index, self.value(), flat, field)
        if node is Subgroup:
            op = self.choice(tuple(SUBGROUP_OPS))
            dtype = self.dtype()
            args = tuple(self.value() for _ in range(SUBGROUP_OPS[op][0]))
            return Subgroup(self.result(), dtype, op, args)
        if node is Clear:
            return Clear(self.number())
        if node is Trap:
            return Trap(self.value())
        if node is Get:
            local = self.number()
            return Get(self.result(), local)
        if node is Set:
            return Set(self.number(), self.value())
        if node is Id:
            name, axis = self.choice(ID_NAMES), self.number()
            return Id(self.result(), name, axis)
        if node is Size:
            buffer, axis = self.number(), self.number()
            return Size(self.result(), buffer, axis - 1 if axis else None)
        if node is Param:
            buffer = self.number()
            return Param(self.result(), buffer)
        if node is Atomic:
            op, buffer, index = self.choice(ATOMIC_OPS), self.number(), self.index()
            wanted = self.number()
            if wanted > self.values:
                self.fail("a value is used before it is defined")
            value = self.value()
            return Atomic(self.result(), op, buffer, index, value, wanted - 1 if wanted else None, flat)
        if node is If:
            cond = self.value()
            return _Open(If, self.count(), (cond,))
        if node is For:
            local, lo, hi, step = self.number(), self.value(), self.value(), self.number()
            return _Open(For, self.count(), (local, lo, hi, (step >> 1) ^ -(step & 1)))
        if node is While:
            return _Open(While, self.count())
        if node is Break:
            return Break()
        if node is Continue:
            return Continue()
        return Return() if node is Return else Barrier()
