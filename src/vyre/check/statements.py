"""Rules of the body, statement by statement: numbering, scopes, types, roles, subscripts, jumps, atomics."""

from __future__ import annotations

from typing import Final, NoReturn

from vyre.check.declarations import check_dtype
from vyre.check.literals import literal_of
from vyre.check.report import broken, not_yet
from vyre.dtypes import DType, u32
from vyre.errors import ValidationError
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
from vyre.ir.ops import ATOMIC_OPS, ID_NAMES, OPS, UNAXED_IDS, result_type, subgroup_type
from vyre.ir.program import Buffer, Program

__all__ = ["MAX_NESTING", "check_statements"]

MAX_NESTING: Final = 64
"""Blocks inside blocks."""

_DIVISIONS: Final = frozenset({"div", "rem", "floordiv", "floormod"})


def check_statements(program: Program) -> None:
    """Check every statement of the body against the rules that need no further analysis."""
    _Check(program).block(program.body, 0, loop=False)


class _Check:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.types: list[DType] = []
        self.home: list[int] = []  # the serial number of the block that defines the value
        self.open: set[int] = set()
        self.serial = 0
        self.at = -1
        self.stmt: Stmt = Return()
        self.literal: dict[int, int] = {}

    def no(self, code: str, message: str, fix: str, actual: str | None = None) -> NoReturn:
        raise broken(self.program, self.at, self.stmt, code, message, fix, actual=actual)

    # -- blocks -------------------------------------------------------------------------------------
    def block(self, block: Block, depth: int, *, loop: bool) -> int:
        """Check a block; gives its serial number, by which its values may stay visible a little longer."""
        self.serial += 1
        serial = self.serial
        self.open.add(serial)
        for stmt in block:
            self.at += 1
            self.stmt = stmt
            if isinstance(stmt, (If, For, While)):
                self.nested(stmt, depth + 1, loop=loop)
            elif isinstance(stmt, (Break, Continue)):
                if not loop:
                    self.no(
                        "V317",
                        f"{type(stmt).__name__.lower()} outside of a loop's body",
                        "put it inside the body of a for or while",
                    )
            elif not isinstance(stmt, (Return, Barrier)):
                self.plain(stmt, serial)
        self.open.discard(serial)
        return serial

    def nested(self, stmt: If | For | While, depth: int, *, loop: bool) -> None:
        if depth > MAX_NESTING:
            self.no(
                "V328", f"blocks nested deeper than {MAX_NESTING}", "split the program, or combine conditions with &"
            )
        at = self.at
        if isinstance(stmt, If):
            self.condition(self.use(stmt.cond))
            self.block(stmt.then, depth, loop=loop)
            self.block(stmt.orelse, depth, loop=loop)
        elif isinstance(stmt, For):
            self.bounds(stmt)
            self.block(stmt.body, depth, loop=True)
        else:
            serial = self.block(stmt.cond, depth, loop=False)
            here, self.at, self.stmt = self.at, at, stmt
            self.open.add(serial)
            self.condition(self.use(stmt.value))
            self.open.discard(serial)
            self.at = here
            self.block(stmt.body, depth, loop=True)

    def condition(self, dtype: DType) -> None:
        if dtype.is_float:
            self.no("V312", "a condition is a bool or an integer", "compare it: x != 0.0", dtype.name)

    def bounds(self, stmt: For) -> None:
        local = self.local(stmt.local)
        for value in (stmt.lo, stmt.hi):
            dtype = self.use(value)
            if dtype is not local or not dtype.is_integer:
                fix = "cast the bounds to the loop variable's integer type"
                self.no(
                    "V312", "a loop's bounds have its variable's integer type", fix, f"{dtype.name} for {local.name}"
                )
        step: object = stmt.step
        if not isinstance(step, int) or isinstance(step, bool) or step == 0 or not -(1 << 63) <= step < 1 << 63:
            self.no(
                "V319",
                "a loop's step is a literal other than 0, of 64 bits at most",
                "use for example 1 or -1",
                repr(step),
            )

    # -- operands -----------------------------------------------------------------------------------
    def use(self, value: int) -> DType:
        """The type of an operand, which must be visible here."""
        if not isinstance(value, int) or not 0 <= value < len(self.types):
            self.no(
                "V311", "a value is used before it is defined", "define it by a statement before this one", f"v{value}"
            )
        if self.home[value] not in self.open:
            fix = "carry it out in a local: set it inside the block, get it here"
            self.no("V311", "a value is used outside of the block that defines it", fix, f"v{value}")
        return self.types[value]

    def local(self, local: int) -> DType:
        if not isinstance(local, int) or not 0 <= local < len(self.program.locals):
            self.no("V313", "the program declares no such local", "declare it in Program.locals", str(local))
        return self.program.locals[local].dtype

    def buffer(self, index: int) -> Buffer:
        if not isinstance(index, int) or not 0 <= index < len(self.program.buffers):
            self.no("V313", "the program declares no such buffer", "declare it in Program.buffers", str(index))
        return self.program.buffers[index]

    def needs(self, dtype: DType, wanted: DType, what: str) -> None:
        if dtype is not wanted:
            self.no(
                "V312",
                f"{what} has another type",
                f"cast it: {wanted.name}(x)",
                f"{dtype.name} where {wanted.name} is needed",
            )

    # -- values -------------------------------------------------------------------------------------
    def plain(self, stmt: Stmt, serial: int) -> None:
        dtype = self.statement(stmt)
        if dtype is None:
            return
        result = getattr(stmt, "result", None)
        if result != len(self.types) or isinstance(result, bool):
            fix = "number them with vyre.ir.walk.renumber(program)"
            self.no(
                "V310",
                "values do not count up from 0 in textual order",
                fix,
                f"v{result} where v{len(self.types)} is next",
            )
        if isinstance(stmt, (Const, Op)):
            literal = literal_of(stmt, self.literal)
            if literal is not None:
                self.literal[len(self.types)] = literal
        self.types.append(dtype)
        self.home.append(serial)

    def statement(self, stmt: Stmt) -> DType | None:
        """Check one statement without blocks; the type of the value that it defines."""
        match stmt:
            case Op():
                return self.operation(stmt)
            case Const():
                check_dtype(stmt.dtype, stmt.place, "a literal")
                width = 1 if stmt.dtype.is_bool else stmt.dtype.bits
                if not isinstance(stmt.bits, int) or not 0 <= stmt.bits < 1 << width:
                    self.no(
                        "V326",
                        f"a literal's bits do not fit {stmt.dtype.name}",
                        "use vyre.ir.literals.bits_of",
                        hex(stmt.bits),
                    )
                return stmt.dtype
            case Id():
                return self.id(stmt)
            case Size():
                return self.size(stmt)
            case Param():
                buffer = self.buffer(stmt.buffer)
                if buffer.role != "uniform":
                    self.no(
                        "V313",
                        "only a uniform scalar is a parameter",
                        "load an element: a[i]",
                        f"{buffer.name} is {buffer.role}",
                    )
                return buffer.dtype
            case Get():
                return self.local(stmt.local)
            case Set():
                self.needs(self.use(stmt.value), self.local(stmt.local), "what the local takes")
                return None
            case Load():
                return self.element(self.access(stmt), stmt.field)
            case Store():
                buffer = self.access(stmt)
                self.needs(self.use(stmt.value), self.element(buffer, stmt.field), "what is stored")
                return None
            case Subgroup():
                found = subgroup_type(stmt.op, [self.use(arg) for arg in stmt.args], place=stmt.place)
                self.needs(stmt.dtype, found, f"subgroup_{stmt.op}")
                return found
            case Clear():
                if self.buffer(stmt.buffer).role != "private":
                    self.no(
                        "V313",
                        "only a private array is cleared by a statement",
                        "store zeros in a loop",
                        f"{self.buffer(stmt.buffer).name} is {self.buffer(stmt.buffer).role}",
                    )
                return None
            case Trap():
                self.needs(self.use(stmt.code), u32, "a trap's code")
                return None
            case Atomic():
                return self.atomic(stmt)
            case _:
                raise ValidationError(
                    "what stands in the body is no statement",
                    code="V313",
                    fix="use the nodes of vyre.ir.nodes, each itself and not a subclass",
                    actual=f"statement {self.at}: {stmt!r}"[:200],
                )

    def operation(self, stmt: Op) -> DType:
        info = OPS.get(stmt.op)
        if info is not None and info.since:
            raise not_yet(f"the operation {stmt.op}", "U700", info.since, place=stmt.place, actual=stmt.op)
        check_dtype(stmt.dtype, stmt.place, "a value")
        types = [self.use(arg) for arg in stmt.args]
        target = stmt.dtype if stmt.op in ("cast", "bitcast") else None
        found = result_type(stmt.op, types, target, place=stmt.place)
        if found is not stmt.dtype:
            self.no("V312", f"{stmt.op} gives {found.name} here", f"write {found.name} as its type", stmt.dtype.name)
        if stmt.op in _DIVISIONS and found.is_integer and self.literal.get(stmt.args[1]) == 0:
            fix = "divide by another number; a divisor that comes at run time may be zero (x/0 is all ones, x % 0 is 0)"
            self.no("V320", "the divisor is a literal zero", fix)
        return found

    def id(self, stmt: Id) -> DType:
        if stmt.name not in ID_NAMES:
            self.no("V313", "no id has this name", f"use one of: {', '.join(ID_NAMES)}", repr(stmt.name))
        if stmt.axis not in (0, 1, 2) or (stmt.name in UNAXED_IDS and stmt.axis):
            self.no("V316", f"an id's axis is 0, 1 or 2, and {stmt.name} has it not", "use axis 0", str(stmt.axis))
        domain = self.program.domain
        rank = len(domain) if isinstance(domain, tuple) else 0
        if isinstance(domain, int) and 0 <= domain < len(self.program.buffers):
            rank = self.program.buffers[domain].rank or 1
        if rank and stmt.axis >= rank:
            self.no(
                "V316",
                f"the domain has {rank} {'axes' if rank > 1 else 'axis'}, and x is the last one",
                f"use an axis below {rank}",
                f"axis {stmt.axis}",
            )
        return u32

    def size(self, stmt: Size) -> DType:
        buffer = self.buffer(stmt.buffer)
        if buffer.role == "uniform":
            self.no("V313", "a uniform scalar has no size", "use its value", buffer.name)
        rank = 1 if buffer.rank is None else buffer.rank
        if stmt.axis is not None and not 0 <= stmt.axis < rank:
            self.no("V316", f"{buffer.name} has no such axis", f"use an axis below {rank}", f"axis {stmt.axis}")
        return u32

    # -- memory -------------------------------------------------------------------------------------
    def access(self, stmt: Load | Store | Atomic) -> Buffer:
        buffer = self.buffer(stmt.buffer)
        if buffer.role == "uniform":
            self.no("V313", "a uniform scalar has no elements", "use its value", buffer.name)
        if not isinstance(stmt, Load) and buffer.role in ("in", "table"):
            self.no(
                "V314",
                f"{buffer.name} is {'an input' if buffer.role == 'in' else 'a constant table'} and only read",
                "declare it inout, or store to an output",
                buffer.role,
            )
        field = None if isinstance(stmt, Atomic) else stmt.field
        if not isinstance(stmt, Atomic):
            self.element(buffer, field)
        inner = () if field is None or buffer.record is None else buffer.record.fields[field].shape
        rank = 1 if stmt.flat else buffer.rank
        if rank is None or len(stmt.index) != rank + len(inner) or (stmt.flat and buffer.rank == 1):
            has = "any number of axes" if buffer.rank is None else f"{buffer.rank} axes"
            has += f", and the field {len(inner)} more" if inner else ""
            fix = "give one subscript per axis, or one with flat (a buffer of one axis is never flat, one of any rank always)"
            given = f"{len(stmt.index)} subscripts" + (", flat" if stmt.flat else "")
            self.no("V315", f"{buffer.name} has {has}", fix, given)
        for value in stmt.index:
            dtype = self.use(value)
            if not dtype.is_integer:
                self.no("V312", "a subscript is an integer", "cast it: u32(x)", dtype.name)
            if self.literal.get(value, 0) < 0:
                fix = f"count from the start: {buffer.name}[{buffer.name}.size - {-self.literal[value]}]"
                self.no("V329", "a negative literal subscript", fix, str(self.literal[value]))
        return buffer

    def element(self, buffer: Buffer, field: int | None) -> DType:
        """The type that an access has."""
        if buffer.record is None:
            if field is not None:
                self.no("V330", f"the elements of {buffer.name} have no fields", "leave the field out", str(field))
            return buffer.dtype
        if not isinstance(field, int) or not 0 <= field < len(buffer.record.fields):
            fix = f"give the number of one of its fields: {', '.join(f.name for f in buffer.record.fields)}"
            self.no("V330", f"an access of {buffer.name} names a field of its records", fix, str(field))
        return buffer.record.fields[field].dtype

    def atomic(self, stmt: Atomic) -> DType:
        buffer = self.access(stmt)
        if buffer.role == "private" or buffer.record is not None:
            what = "a private array" if buffer.role == "private" else "an array of records"
            self.no("V323", f"no atomic exists on {what}", "use a u32 or i32 buffer", buffer.name)
        dtype, op = buffer.dtype, stmt.op
        if op not in ATOMIC_OPS:
            self.no("V323", "no atomic has this name", f"use one of: {', '.join(ATOMIC_OPS)}", repr(op))
        floats = dtype.is_float and dtype.bits >= 32 and op in ("add", "sub", "min", "max")
        if not floats and (not dtype.is_integer or dtype.bits < 32):
            self.no(
                "V323",
                f"no atomic {op} exists on {dtype.name}",
                "use a u32 or i32 buffer",
                f"{buffer.name} is {dtype.name}",
            )
        if (op == "compare_exchange") != (stmt.expected is not None):
            self.no(
                "V323", "compare_exchange alone has an expected value", "give expected to compare_exchange, to no other"
            )
        if stmt.expected is not None:
            self.needs(self.use(stmt.expected), dtype, "the expected value")
        self.needs(self.use(stmt.value), dtype, "the atomic's operand")
        return dtype
