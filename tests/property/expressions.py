"""Values of generated programs: operands, operations, loads, conditions, and the fold that makes them all count."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

from tests.property.choices import Choices, literal
from vyre.dtypes import DType, bf16, bool_, f16, f32, f64, i8, i16, i32, i64, u8, u16, u32, u64
from vyre.ir.builder import BufferVar, Builder
from vyre.ir.ops import BINARY_FUNCTIONS, FUNCTIONS, UNARY_FUNCTIONS
from vyre.ir.values import LocalVar, Operand, Val

__all__ = ["COMPARE", "EVERY", "NARROW", "NESTED", "PORTABLE", "WIDE", "Expressions", "Profile"]

_DIVIDE = ("div", "rem", "floordiv", "floormod")
_SHIFT = ("shl", "shr", "rotl", "rotr")
_INT2 = (
    "add",
    "sub",
    "mul",
    *_DIVIDE,
    "min",
    "max",
    "mulhi",
    "saturating_add",
    "saturating_sub",
    "abs_diff",
    "and",
    "or",
    "xor",
)
_INT1 = ("neg", "abs", "sign", "not", "popcount", "clz", "ctz", "reverse_bits")
_FLOAT2 = ("add", "sub", "mul", "div", "min", "max", "copysign")
_FLOAT1 = ("neg", "abs", "sign", "sqrt", "recip", "floor", "ceil", "trunc", "round", "isnan", "isinf", "isfinite")
COMPARE = ("eq", "ne", "lt", "le", "gt", "ge")


@dataclass(frozen=True, slots=True)
class Profile:
    """Which types a program may use in values and in buffers, and whether it may hold what :mod:`tests.property.strata` adds."""

    name: str
    values: tuple[DType, ...]
    buffers: tuple[DType, ...]
    rich: bool = False
    nested: bool = False  # programs of tests.property.idioms, in which nothing sums up all values

    @property
    def integers(self) -> tuple[DType, ...]:
        return tuple(t for t in self.values if t.is_integer)


WIDE = Profile("wide", (u32, i32, bool_, u8, f32, u64, i64, f64), (u32, i32, u8, bool_, f32, u64, i64, f64))
_EVERY = (u32, i32, bool_, f32, u64, i64, f64, u8, i8, u16, i16, f16, bf16)
EVERY = Profile("every", _EVERY, _EVERY, rich=True)
_PORTABLE = tuple(t for t in _EVERY if t is not f64)
PORTABLE = Profile("portable", _PORTABLE, _PORTABLE, rich=True)
NESTED = Profile(
    "nested",
    (u32, u32, u32, u32, i32, i32, bool_, u8, i16, f32, u64, i64),
    (u32, u32, u32, u32, i32, i32, bool_, u8, i16, f32, u64, i64),
    rich=True,
    nested=True,
)
NARROW = Profile("narrow", (u32, i32, bool_, u8), (u32, i32, u8))


@cache
def operations(t: DType) -> tuple[str, ...]:
    """The operations that take operands of ``t``; what is prone to errors stands twice, and all functions are one
    entry."""
    if t.is_bool:
        return ("and", "or", "xor", "not", "eq", "ne", "select", "cast")
    if t.is_float:
        every = (*_FLOAT2, *_FLOAT1, *COMPARE, "fma", "fma", "select", "select", "cast", "cast", "cast", "bitcast")
        return every if t.bits == 64 else (*every, "function", "function")
    return (
        *_INT2,
        *_INT1,
        *_DIVIDE,
        *_SHIFT,
        *_SHIFT,
        *COMPARE,
        *COMPARE,
        "select",
        "select",
        "cast",
        "cast",
        "bitcast",
    )


class Expressions:
    """The part of the maker that builds values. ``pool`` holds what is visible: (value, is it uniform)."""

    c: Choices
    b: Builder
    profile: Profile
    pool: list[tuple[Val, bool]]
    inputs: list[BufferVar]
    gid: Val
    lid: Val
    group: Val
    acc: LocalVar
    uniform: bool
    plane: tuple[int, int] | None  # the workgroup, where there are two axes

    # -- operands ---------------------------------------------------------------------------------
    def operand(self, t: DType, *, nonzero: bool = False) -> tuple[Operand, bool]:
        """A visible value, or a literal (which is not 0 where ``nonzero``)."""
        if self.c.chance(20):
            return literal(self.c, t, nonzero=nonzero), True
        return self.visible(t)

    def visible(self, t: DType) -> tuple[Val, bool]:
        """A visible value of type ``t``; where there is none, or now and then, a converted one."""
        c = self.c
        found = [x for x in self.pool if x[0].dtype is t]
        if found and not c.chance(15):
            return found[-1 - c.integer(0, min(3, len(found) - 1))] if c.chance(50) else c.pick(found)
        arrays = [a for a in self.inputs if a.dtype is t]
        if arrays and c.chance(70):
            made = self.load_from(c.pick(arrays))
        else:
            source, uniform = c.pick(self.pool)
            made = self.b.cast(t, source), uniform and self.uniform
        self.pool.append(made)
        return made

    def value(self, t: DType) -> Val:
        return self.visible(t)[0]

    def any_integer(self) -> Val:
        return self.value(self.c.pick(self.profile.integers))

    # -- operations ---------------------------------------------------------------------------------
    def operation(self, t: DType) -> str:
        """The name of an operation that takes operands of ``t``."""
        op = self.c.pick(operations(t))
        return self.c.pick(FUNCTIONS) if op == "function" else op

    def compute(self) -> tuple[Val, bool]:
        """One operation on visible values."""
        c, b = self.c, self.b
        t = c.pick(self.profile.values)
        op = self.operation(t)
        first, uniform = self.visible(t)
        operands: list[Operand] = [first]

        def more(t: DType, *, nonzero: bool = False) -> None:
            nonlocal uniform
            value, same = self.operand(t, nonzero=nonzero)
            if not isinstance(value, Val) and (t is not first.dtype or op in _SHIFT):
                value = b.const(t, value)  # a plain literal would take another type
            operands.append(value)
            uniform = uniform and same

        if op == "cast":
            return b.cast(c.pick(self.profile.values), first), uniform and self.uniform
        if op == "bitcast":
            twins = [x for x in self.profile.values if x.bits == t.bits and x is not t and not x.is_bool]
            return (b.bitcast(c.pick(twins), first) if twins else first), uniform and self.uniform
        if op == "select":
            cond, same = self.visible(bool_)
            more(t)
            return b.select(cond, first, operands[1]), uniform and same and self.uniform
        if op in _SHIFT:
            if c.chance(40):
                operands.append(c.pick((0, 1, 7, 8, 31, 32, 33, 63, 64, 65, 255)))
            else:
                more(c.pick(self.profile.integers))
        elif op in COMPARE and t.is_integer:
            more(t if c.chance(50) else c.pick(self.profile.integers))
        elif op in _DIVIDE:
            more(t, nonzero=True)
        elif op == "fma":
            more(t)
            more(t)
        elif op in _INT2 or op in _FLOAT2 or op in BINARY_FUNCTIONS or op in COMPARE:
            more(t)
        if (
            len(operands) == 2
            and op not in (*_SHIFT, *_DIVIDE)
            and isinstance(operands[1], (bool, int, float))
            and c.chance(30)
        ):
            operands.reverse()  # a literal on the left
        return b.op(op, *operands), uniform and self.uniform

    @property
    def floats(self) -> tuple[DType, ...]:
        return tuple(t for t in self.profile.values if t.is_float)

    def chain(self) -> tuple[Val, bool]:
        """Two float operations, the first for nothing but the second: what a compiler would like to contract (rule 3.1)."""
        c, b = self.c, self.b
        t = c.pick(self.floats)
        (x, one), (y, two), (z, three) = (self.visible(t) for _ in range(3))
        way = c.integer(0, 3)
        if way <= 1:
            made = b.op(c.pick(("add", "sub")), x * y, z)
        elif way == 2:
            made = z - x * y
        else:
            made = (x + y) - x
        return made, one and two and three and self.uniform

    def apply(self, op: str, x: Val, y: Val, z: Val, flag: Val) -> Val:
        """``op`` on these values of one type."""
        c, b, t = self.c, self.b, x.dtype
        if op in ("cast", "bitcast"):
            if op == "bitcast":
                twins = [u for u in self.profile.values if u.bits == t.bits and u is not t and not u.is_bool]
                return b.bitcast(c.pick(twins), x) if twins else x
            return b.cast(c.pick(self.profile.values), x)
        if op == "select":
            return b.select(flag, x, y)
        if op == "fma":
            return b.fma(x, y, z)
        if op in _INT1 or op in _FLOAT1 or op in UNARY_FUNCTIONS or op == "not":
            return b.op(op, x)
        return b.op(op, x, y)

    def condition(self) -> Val:
        """A bool, or an integer taken as != 0 (rule 5.2)."""
        c = self.c
        way = c.integer(0, 5)
        if way <= 1:
            return self.value(bool_)
        if way == 2:
            return (self.any_integer() & c.pick((1, 3))).get()
        t = c.pick(self.profile.integers)
        other: Operand = self.value(c.pick(self.profile.integers)) if c.chance(50) else c.integer(0, 40)
        return self.b.op(c.pick(COMPARE), self.lid if way == 3 else self.value(t), other)

    def uniform_value(self) -> Val:
        """An integer that is the same for the workgroup, from the sources of rule 5.4."""
        c = self.c
        found = [v for v, uniform in self.pool if uniform and v.dtype.is_integer]
        way = c.integer(0, 3)
        if way == 0:
            return c.pick(self.inputs).size
        arrays = [a for a in self.inputs if a.dtype.is_integer and a.rank == 1]
        if way == 1 and arrays:
            array = c.pick(arrays)
            return self.b.load(array, c.integer(0, 5) if c.chance(50) else self.group)
        return c.pick(found)

    def uniform_condition(self) -> Val:
        c = self.c
        value = self.uniform_value()
        if c.chance(30):
            return value
        return self.b.op(c.pick(COMPARE), value & 7 if c.chance(50) else value, c.integer(0, 7))

    # -- loads ------------------------------------------------------------------------------------------
    def load(self) -> tuple[Val, bool]:
        return self.load_from(self.c.pick(self.inputs))

    def load_from(self, array: BufferVar) -> tuple[Val, bool]:
        if array.rank == 2 and self.plane is not None and self.c.chance(30):
            return array[self.b.global_id(1), self.b.global_id(0)], False
        if array.rank == 2 and not self.c.chance(25):
            if self.c.chance(60):
                wide = array.shape[1] + self.c.integer(0, 1)
                return array[self.gid // wide, self.gid % wide], False
            row, column = self.index(array), self.index(array)
            return array[row[0], column[0]], row[1] and column[1] and self.uniform
        index, uniform = self.index(array)
        return array.flat[index], uniform and self.uniform

    def index(self, array: BufferVar) -> tuple[Operand, bool]:
        """All ways in which kernels index, in bounds and out, in every integer type (rule 4.1)."""
        b, c, gid = self.b, self.c, self.gid
        ways: list[Callable[[], Operand]] = [
            lambda: gid,
            lambda: gid,
            lambda: gid,
            lambda: gid + c.integer(1, 9),
            lambda: gid - c.integer(1, 9),
            lambda: gid * 2 + c.integer(0, 1),
            lambda: gid * 3,
            lambda: array.size - 1 - gid,
            lambda: self.lid,
            lambda: b.cast(i32, gid) - c.integer(1, 9),
            lambda: b.cast(u8, gid),
            lambda: b.op("rem", self.value(u32), array.size),
            lambda: b.op("rem", self.value(u32), array.size),
            self.any_integer,
            self.any_integer,
        ]
        if i64 in self.profile.values:
            ways += [lambda: b.cast(i64, gid) - 3, lambda: b.cast(u64, gid) + ((c.integer(0, 1) << 32) | 1)]
        way = c.integer(0, len(ways) + 1)
        if way < len(ways):
            return ways[way](), False
        if way == len(ways):
            return c.integer(0, 12), True
        return self.uniform_value(), True

    # -- the fold ---------------------------------------------------------------------------------------
    def fold(self, value: Val) -> None:
        """acc = acc * odd + bits: a bijection in acc, so nothing that was folded in is lost again."""
        for word in self.words(value):
            self.acc.set(self.acc * 0x01000193 + word)

    def words(self, value: Val) -> Sequence[Val]:
        b, t = self.b, value.dtype
        if t is f32:
            return (b.bitcast(u32, value),)
        if t.is_float and t.bits == 16:
            return (b.cast(u32, b.bitcast(u16, value)),)
        if t is f64:
            return self.words(b.bitcast(u64, value))
        if t.bits == 64:
            return b.cast(u32, value), b.cast(u32, value >> 32)
        return (b.cast(u32, value),)
