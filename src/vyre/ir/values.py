"""Values of a program under construction, with Python's operators, and the builder's device functions.

:class:`Val` is what a builder call gives; :class:`DeviceFunctions` holds every pure device name of the
language as a method and is a base of :class:`vyre.ir.builder.Builder`. Composite functions (``clamp``,
``ceil_div``, integer powers) are defined here once, as sequences of operations of the table.
"""

from __future__ import annotations

from vyre.dtypes import DType, ScalarType, bool_, u32
from vyre.errors import Place, ValidationError, shown
from vyre.ir.literals import bits_of
from vyre.ir.nodes import Const, Get, Id, Op, Set, Stmt, Subgroup, Value
from vyre.ir.ops import result_type, subgroup_type

__all__ = ["DeviceFunctions", "LocalVar", "Operand", "Val"]


class Val:
    """A typed value. Operators take values of the same type, or Python literals (rule 1.2)."""

    __slots__ = ("builder", "dtype", "id")

    def __init__(self, builder: DeviceFunctions, value_id: int, dtype: DType) -> None:
        self.builder = builder
        self.id = value_id
        self.dtype = dtype

    def __repr__(self) -> str:
        return f"<{self.dtype.name} v{self.id}>"

    def get(self) -> Val:
        """The value as it is now (locals and parameters are read by this)."""
        return self

    # fmt: off
    def __add__(self, other: Operand) -> Val: return self.builder.op("add", self, other)
    def __radd__(self, other: Operand) -> Val: return self.builder.op("add", other, self)
    def __sub__(self, other: Operand) -> Val: return self.builder.op("sub", self, other)
    def __rsub__(self, other: Operand) -> Val: return self.builder.op("sub", other, self)
    def __mul__(self, other: Operand) -> Val: return self.builder.op("mul", self, other)
    def __rmul__(self, other: Operand) -> Val: return self.builder.op("mul", other, self)
    def __floordiv__(self, other: Operand) -> Val: return self.builder.op("floordiv", self, other)
    def __rfloordiv__(self, other: Operand) -> Val: return self.builder.op("floordiv", other, self)
    def __mod__(self, other: Operand) -> Val: return self.builder.op("floormod", self, other)
    def __rmod__(self, other: Operand) -> Val: return self.builder.op("floormod", other, self)
    def __truediv__(self, other: Operand) -> Val: return self.builder.true_div(self, other)
    def __rtruediv__(self, other: Operand) -> Val: return self.builder.true_div(other, self)
    def __and__(self, other: Operand) -> Val: return self.builder.op("and", self, other)
    def __rand__(self, other: Operand) -> Val: return self.builder.op("and", other, self)
    def __or__(self, other: Operand) -> Val: return self.builder.op("or", self, other)
    def __ror__(self, other: Operand) -> Val: return self.builder.op("or", other, self)
    def __xor__(self, other: Operand) -> Val: return self.builder.op("xor", self, other)
    def __rxor__(self, other: Operand) -> Val: return self.builder.op("xor", other, self)
    def __lshift__(self, other: Operand) -> Val: return self.builder.op("shl", self, other)
    def __rshift__(self, other: Operand) -> Val: return self.builder.op("shr", self, other)
    def __pow__(self, exponent: Operand) -> Val: return self.builder.power(self, exponent)
    def __neg__(self) -> Val: return self.builder.op("neg", self)
    def __invert__(self) -> Val: return self.builder.op("not", self)
    def __abs__(self) -> Val: return self.builder.op("abs", self)
    def __lt__(self, other: Operand) -> Val: return self.builder.op("lt", self, other)
    def __le__(self, other: Operand) -> Val: return self.builder.op("le", self, other)
    def __gt__(self, other: Operand) -> Val: return self.builder.op("gt", self, other)
    def __ge__(self, other: Operand) -> Val: return self.builder.op("ge", self, other)
    def __eq__(self, other: object) -> Val: return self.builder.op("eq", self, other)  # type: ignore[override,arg-type]  # an expression, like NumPy's
    def __ne__(self, other: object) -> Val: return self.builder.op("ne", self, other)  # type: ignore[override,arg-type]  # an expression, like NumPy's
    # fmt: on

    __array_ufunc__ = None  # NumPy leaves `numpy.uint32(3) + x` to us, which takes no NumPy scalar on either side
    __hash__ = None  # type: ignore[assignment]  # == builds an expression, so a value is no key

    def __bool__(self) -> bool:
        raise ValidationError(
            "a value of a program has no truth while the program is built",
            code="V404",
            fix="use b.if_(cond), b.while_(lambda: cond) or b.select(cond, x, y); & | ~ for and, or, not",
            actual=repr(self),
        )


class LocalVar(Val):
    """A mutable local: used as a value it reads what the local holds at that point; ``set`` writes it."""

    __slots__ = ("index",)

    def __init__(self, builder: DeviceFunctions, index: int, dtype: DType) -> None:
        super().__init__(builder, -1, dtype)
        self.index = index

    def __repr__(self) -> str:
        return f"<{self.dtype.name} local {self.index}>"

    def get(self) -> Val:
        """A value that keeps what the local holds now."""
        return self.builder.define(Get(self.builder.next_id(), self.index, self.builder.here()), self.dtype)

    def set(self, value: Operand) -> None:
        self.builder.emit(Set(self.index, self.builder.value(value, self.dtype).id, self.builder.here()))


Operand = Val | bool | int | float


class DeviceFunctions:
    """The pure device names, as methods. Operands are values or literals; a literal takes its neighbour's type."""

    # what the builder gives
    def next_id(self) -> int:
        raise NotImplementedError

    def here(self) -> Place | None:
        raise NotImplementedError

    def define(self, stmt: Value, dtype: DType) -> Val:
        raise NotImplementedError

    def owned(self, value: Val) -> Val:
        raise NotImplementedError

    def emit(self, stmt: Stmt) -> None:
        raise NotImplementedError

    # literals and operands
    def const(self, dtype: ScalarType, value: bool | int | float) -> Val:
        """A typed literal."""
        place, held = self.here(), self.scalar_type(dtype)
        return self.define(Const(self.next_id(), held, bits_of(held, value, place=place), place), held)

    def scalar_type(self, dtype: ScalarType) -> DType:
        """``dtype`` itself. V404 where it is no scalar type of vyre (Python's ``int``, say)."""
        given: object = dtype  # mypy cannot tell a metaclass from the other members of the union
        if isinstance(given, DType):
            return given
        raise ValidationError(
            "a scalar type of vyre is needed here",
            code="V404",
            fix="pass one of vy.bool_, vy.u8 ... vy.f64",
            place=self.here(),
            actual=repr(dtype),
        )

    def value(self, operand: Operand, dtype: DType | None = None) -> Val:
        """``operand`` as a value, of ``dtype`` where it is given. V404 where it is none, V300 where types differ."""
        if isinstance(operand, Val):
            if dtype is not None and operand.dtype is not dtype:
                raise ValidationError(
                    f"a value of type {dtype.name} is needed here",
                    code="V300",
                    fix=f"cast it: b.cast({dtype.name}, x)",
                    place=self.here(),
                    actual=shown(operand),
                )
            return self.owned(operand.get())
        if isinstance(operand, (bool, int, float)):
            if dtype is None:
                dtype = bool_ if isinstance(operand, bool) else None
            if dtype is not None:
                return self.const(dtype, operand)
            raise ValidationError(
                "a literal beside no typed value has no type",
                code="V404",
                fix="give it one with b.const(T, value)",
                place=self.here(),
                actual=shown(operand),
            )
        raise ValidationError(
            "an operand must be a value of this builder or a Python number",
            code="V404",
            fix="for a NumPy scalar write b.const(T, x.item())",
            place=self.here(),
            actual=f"{type(operand).__name__} {shown(operand, 60)}",
        )

    def op(self, name: str, *operands: Operand) -> Val:
        """One operation of the table. A literal beside a value takes the value's type; a shift count u32; the
        condition of ``select`` bool."""
        typed = [x.dtype for x in operands if isinstance(x, Val)]
        if name in ("shl", "shr", "rotl", "rotr"):
            wants: list[DType | None] = [
                typed[0] if isinstance(operands[0], Val) else None,
                typed[-1] if isinstance(operands[1], Val) else u32,
            ]
        elif name == "select":
            inner = [x.dtype for x in operands[1:] if isinstance(x, Val)]
            wants = [None, *[inner[0] if inner else None] * 2]
        else:
            wants = [typed[0] if typed else None] * len(operands)
        values = [
            self.value(x) if isinstance(x, Val) else self.value(x, w) for x, w in zip(operands, wants, strict=True)
        ]
        place = self.here()
        dtype = result_type(name, [v.dtype for v in values], place=place)
        return self.define(Op(self.next_id(), dtype, name, tuple(v.id for v in values), place), dtype)

    def cast(self, dtype: ScalarType, x: Operand) -> Val:
        """Conversion by rules 2.6 and 3.6."""
        return self._convert("cast", self.scalar_type(dtype), x)

    def bitcast(self, dtype: ScalarType, x: Operand) -> Val:
        """The same bits as another type of the same width."""
        return self._convert("bitcast", self.scalar_type(dtype), x)

    def _convert(self, name: str, dtype: DType, x: Operand) -> Val:
        value = self.value(x)
        place = self.here()
        result_type(name, [value.dtype], dtype, place=place)
        if name == "cast" and value.dtype is dtype:
            return value
        return self.define(Op(self.next_id(), dtype, name, (value.id,), place), dtype)

    def true_div(self, a: Operand, b: Operand) -> Val:
        """``/``: floats only (rule 2.2)."""
        for x in (a, b):
            if isinstance(x, Val) and x.dtype.is_integer:
                raise ValidationError(
                    "/ divides floats",
                    code="V300",
                    fix="use // for integers (it floors), b.div to truncate, or cast to a float first",
                    place=self.here(),
                    actual=repr(x),
                )
        return self.op("div", a, b)

    # fmt: off
    # integers
    def div(self, a: Operand, b: Operand) -> Val: return self.op("div", a, b)
    def rem(self, a: Operand, b: Operand) -> Val: return self.op("rem", a, b)
    def mulhi(self, a: Operand, b: Operand) -> Val: return self.op("mulhi", a, b)
    def popcount(self, x: Operand) -> Val: return self.op("popcount", x)
    def clz(self, x: Operand) -> Val: return self.op("clz", x)
    def ctz(self, x: Operand) -> Val: return self.op("ctz", x)
    def reverse_bits(self, x: Operand) -> Val: return self.op("reverse_bits", x)
    def rotl(self, x: Operand, count: Operand) -> Val: return self.op("rotl", x, count)
    def rotr(self, x: Operand, count: Operand) -> Val: return self.op("rotr", x, count)
    def abs_diff(self, a: Operand, b: Operand) -> Val: return self.op("abs_diff", a, b)
    def saturating_add(self, a: Operand, b: Operand) -> Val: return self.op("saturating_add", a, b)
    def saturating_sub(self, a: Operand, b: Operand) -> Val: return self.op("saturating_sub", a, b)
    # any number
    def abs(self, x: Operand) -> Val: return self.op("abs", x)
    def sign(self, x: Operand) -> Val: return self.op("sign", x)
    def select(self, cond: Operand, a: Operand, b: Operand) -> Val: return self.op("select", cond, a, b)
    # floats
    def fma(self, a: Operand, b: Operand, c: Operand) -> Val: return self.op("fma", a, b, c)
    def sqrt(self, x: Operand) -> Val: return self.op("sqrt", x)
    def recip(self, x: Operand) -> Val: return self.op("recip", x)
    def floor(self, x: Operand) -> Val: return self.op("floor", x)
    def ceil(self, x: Operand) -> Val: return self.op("ceil", x)
    def trunc(self, x: Operand) -> Val: return self.op("trunc", x)
    def round(self, x: Operand) -> Val: return self.op("round", x)
    def copysign(self, a: Operand, b: Operand) -> Val: return self.op("copysign", a, b)
    def isnan(self, x: Operand) -> Val: return self.op("isnan", x)
    def isinf(self, x: Operand) -> Val: return self.op("isinf", x)
    def isfinite(self, x: Operand) -> Val: return self.op("isfinite", x)
    # fmt: on

    # composites
    def min(self, first: Operand, *rest: Operand) -> Val:
        """Folds from the left (rule 3.3)."""
        return self._fold("min", first, rest)

    def max(self, first: Operand, *rest: Operand) -> Val:
        """Folds from the left (rule 3.3)."""
        return self._fold("max", first, rest)

    def _fold(self, name: str, first: Operand, rest: tuple[Operand, ...]) -> Val:
        typed = next((x.dtype for x in (first, *rest) if isinstance(x, Val)), None)
        result = self.value(first) if isinstance(first, Val) else self.value(first, typed)
        for x in rest:
            result = self.op(name, result, x)
        return result

    def clamp(self, x: Operand, lo: Operand, hi: Operand) -> Val:
        """``min(max(x, lo), hi)`` (rule 3.3)."""
        typed = next((v.dtype for v in (x, lo, hi) if isinstance(v, Val)), None)
        return self.op(
            "min",
            self.op("max", self.value(x, typed), self.value(lo, typed)),
            self.value(hi, typed),
        )

    def ceil_div(self, a: Operand, b: Operand) -> Val:
        """The quotient rounded to plus infinity; x/0 is all ones as in rule 2.3."""
        quotient = self.op("floordiv", a, b)
        remainder = self.op("floormod", a, b)
        return self.op("add", quotient, self.cast(quotient.dtype, self.op("ne", remainder, 0)))

    def power(self, x: Operand, exponent: Operand) -> Val:
        """Of an integer 0 ... 64, repeated multiplication in left-to-right binary order (rule 2.7); else the function ``pow`` (3.5)."""
        base = self.value(x)
        if isinstance(exponent, (Val, float)):
            return self.op("pow", base, exponent)
        if type(exponent) is not int or not 0 <= exponent <= 64:
            raise ValidationError(
                "a literal integer power must be 0 ... 64",
                code="V404",
                fix="write a loop; for 2 ** k shift: one << k",
                place=self.here(),
                actual=repr(exponent),
            )
        if exponent == 0:
            return self.const(base.dtype, 1)
        result = base
        for bit in bin(exponent)[3:]:
            result = self.op("mul", result, result)
            if bit == "1":
                result = self.op("mul", result, base)
        return result

    # ids
    def _id(self, name: str, axis: int) -> Val:
        if axis not in (0, 1, 2):
            raise ValidationError(
                "an axis is 0, 1 or 2",
                code="V404",
                fix="use 0, 1 or 2",
                place=self.here(),
                actual=shown(axis),
            )
        return self.define(Id(self.next_id(), name, axis, self.here()), u32)

    # fmt: off
    def global_id(self, axis: int = 0) -> Val: return self._id("global_id", axis)
    def local_id(self, axis: int = 0) -> Val: return self._id("local_id", axis)
    def group_id(self, axis: int = 0) -> Val: return self._id("group_id", axis)
    def workgroup_size(self, axis: int = 0) -> Val: return self._id("workgroup_size", axis)
    def num_groups(self, axis: int = 0) -> Val: return self._id("num_groups", axis)
    def local_index(self) -> Val: return self._id("local_index", 0)
    def subgroup_lane(self) -> Val: return self._id("subgroup_lane", 0)
    def subgroup_id(self) -> Val: return self._id("subgroup_id", 0)
    # subgroups
    def subgroup_sum(self, x: Operand) -> Val: return self.subgroup("sum", x)
    def subgroup_min(self, x: Operand) -> Val: return self.subgroup("min", x)
    def subgroup_max(self, x: Operand) -> Val: return self.subgroup("max", x)
    def subgroup_and(self, x: Operand) -> Val: return self.subgroup("and", x)
    def subgroup_or(self, x: Operand) -> Val: return self.subgroup("or", x)
    def subgroup_xor(self, x: Operand) -> Val: return self.subgroup("xor", x)
    def subgroup_any(self, x: Operand) -> Val: return self.subgroup("any", x)
    def subgroup_all(self, x: Operand) -> Val: return self.subgroup("all", x)
    def subgroup_ballot(self, x: Operand) -> Val: return self.subgroup("ballot", x)
    def subgroup_broadcast(self, x: Operand, lane: Operand) -> Val: return self.subgroup("broadcast", x, lane)
    def subgroup_shuffle(self, x: Operand, lane: Operand) -> Val: return self.subgroup("shuffle", x, lane)
    def subgroup_shuffle_up(self, x: Operand, d: Operand) -> Val: return self.subgroup("shuffle_up", x, d)
    def subgroup_shuffle_down(self, x: Operand, d: Operand) -> Val: return self.subgroup("shuffle_down", x, d)
    def subgroup_shuffle_xor(self, x: Operand, mask: Operand) -> Val: return self.subgroup("shuffle_xor", x, mask)
    def subgroup_inclusive_scan(self, x: Operand) -> Val: return self.subgroup("inclusive_scan", x)
    def subgroup_exclusive_scan(self, x: Operand) -> Val: return self.subgroup("exclusive_scan", x)
    # fmt: on

    def subgroup(self, op: str, x: Operand, operand: Operand | None = None) -> Val:
        """One subgroup operation (rule 6.4). The second operand is a u32, or a literal."""
        values = [self.value(x)] + (
            [] if operand is None else [self.value(operand, None if isinstance(operand, Val) else u32)]
        )
        place = self.here()
        dtype = subgroup_type(op, [v.dtype for v in values], place=place)
        return self.define(Subgroup(self.next_id(), dtype, op, tuple(v.id for v in values), place), dtype)
