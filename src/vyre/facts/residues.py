"""Residues of values: by value number, the ``(modulus, low, high)`` with which the value is always a multiple of the modulus and
something from low to high.

``2*i + 1`` is odd, and ``4*i + k`` with k in ``range(2)`` is in the first half of a group of four. A modulus of 0 says that the value
is one number, and one of 1 says nothing. Arithmetic that may wrap keeps what holds modulo a power of two, since 2^width is one.
"""

from __future__ import annotations

from math import gcd
from typing import Final

from vyre.dtypes import DType
from vyre.facts.intervals import Interval, hull
from vyre.facts.memo import remembered
from vyre.facts.numbering import value_numbers
from vyre.facts.ranges import ranges
from vyre.facts.types import value_types
from vyre.ir.literals import python_value
from vyre.ir.nodes import For
from vyre.ir.program import Program
from vyre.ir.walk import walk

__all__ = ["Residue", "differ", "joined", "residues"]

Residue = tuple[int, int, int]
ANY: Final[Residue] = (1, 0, 0)
_BITWISE: Final = {"and": lambda x, y: x & y, "or": lambda x, y: x | y, "xor": lambda x, y: x ^ y}
_DECIDES: Final = {"and": 0, "or": 1}  # the bit that settles the result, whatever the other operand has


@remembered
def residues(program: Program) -> tuple[Residue, ...]:
    """The residues of a program's values, by value number."""
    return _Residues(program).found()


def differ(a: Residue, b: Residue) -> bool:
    """Whether two values with these residues are never equal.

    >>> (
    ...     differ((2, 0, 0), (2, 1, 1)),
    ...     differ((4, 2, 2), (6, 1, 1)),
    ...     differ((4, 2, 2), (6, 4, 4)),
    ...     differ((4, 0, 2), (4, 3, 3)),
    ... )
    (True, True, False, True)
    """
    common, low, high = gcd(a[0], b[0]), a[1] - b[2], a[2] - b[1]
    return high // common * common < low if common else not low <= 0 <= high


def joined(a: Residue, b: Residue) -> Residue:
    """What holds of a value that has one residue or the other one.

    >>> joined((0, 3, 3), (0, 7, 7)), joined((4, 1, 1), (6, 3, 3)), joined((8, 0, 1), (8, 7, 7))
    ((4, 3, 3), (2, 1, 1), (8, 7, 9))
    """
    if a[1] == a[2] and b[1] == b[2]:
        return _made(gcd(a[0], b[0], a[1] - b[1]), a[1], a[1])
    common = gcd(a[0], b[0])
    steps = [0] if not common else [(a[1] - b[1]) // common * common, -((b[1] - a[1]) // common) * common]
    hulls = [(min(a[1], b[1] + step), max(a[2], b[2] + step)) for step in steps]
    return _made(common, *min(hulls, key=lambda found: found[1] - found[0]))


def _made(modulus: int, low: int, high: int) -> Residue:
    if (high - low >= modulus - 1) if modulus else low != high:  # bounds alone are in the ranges
        return ANY
    start = low % modulus if modulus else low
    return (modulus, start, start + high - low)


class _Residues:
    """Operands have smaller numbers than results, so one pass over the meanings is enough."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.numbers = value_numbers(program)
        self.types = dict(zip(self.numbers.of, value_types(program), strict=True))
        self.exact = ranges(program).exact
        self.loops = {self.numbers.loop_var[at]: stmt for at, stmt, _ in walk(program) if isinstance(stmt, For)}
        self.joins = {join.fresh: join for joins in self.numbers.joins.values() for join in joins}
        self.spans: dict[int, Interval] = {}
        for number, interval in zip(self.numbers.of, ranges(program).intervals, strict=True):
            if interval is not None:
                self.spans[number] = hull(interval, self.spans.get(number, interval))
        self.known: list[Residue] = []

    def found(self) -> tuple[Residue, ...]:
        for number, meaning in enumerate(self.numbers.meaning):
            self.known.append(self.of(number, meaning))
        return tuple(self.known)

    def of(self, number: int, meaning: tuple[object, ...]) -> Residue:
        kind = meaning[0]
        if kind == "const":
            _, dtype, bits = meaning
            if isinstance(dtype, DType) and dtype.is_integer and isinstance(bits, int):
                value = int(python_value(dtype, bits))
                return (0, value, value)
        elif kind == "op" and isinstance(meaning[1], DType) and meaning[1].is_integer:
            args = [n for n in meaning[3:] if isinstance(n, int)]
            if all(n in self.types and self.types[n].is_integer for n in args[meaning[2] == "select" :]):
                return self.of_op(number, str(meaning[2]), meaning[1], args)
        elif number in self.loops:  # of a range: lo, lo + step, …, none of which wraps
            loop = self.loops[number]
            modulus, low, high = self.known[self.numbers.of[loop.lo]]
            return _made(gcd(modulus, loop.step), low, high)
        elif number in self.joins:
            join = self.joins[number]
            return joined(self.known[join.then], self.known[join.orelse])
        return ANY

    def best(self, number: int) -> Residue:
        """The residue of an operand, or its bounds where that says nothing."""
        known, span = self.known[number], self.spans.get(number)
        return (0, *span) if known == ANY and span is not None else known

    def of_op(self, number: int, op: str, dtype: DType, args: list[int]) -> Residue:
        a, b = self.known[args[0]], self.known[args[-1]]
        if op in ("add", "sub", "or", "xor"):
            a, b = self.best(args[0]), self.best(args[-1])
        constant = b[1] if b[0] == 0 and b[1] == b[2] else None
        found = ANY
        match op:
            case "add":
                found = _made(gcd(a[0], b[0]), a[1] + b[1], a[2] + b[2])
            case "sub":
                found = _made(gcd(a[0], b[0]), a[1] - b[2], a[2] - b[1])
            case "mul":
                found = _product(a, b)
            case "shl" if constant is not None and 0 <= constant < dtype.bits:
                found = _product(a, (0, 1 << constant, 1 << constant))
            case "neg":
                return self.within(_made(a[0], -a[2], -a[1]), dtype)
            case "cast":
                return self.within(a, dtype)
            case "select":
                return joined(self.known[args[1]], self.known[args[2]])
            case "rem" | "floormod" if constant:
                return _made(gcd(a[0], constant), a[1], a[2])  # x - constant * quotient
            case "and" | "or" | "xor":
                return self.bitwise(op, dtype, a, b)
            case _:
                pass
        return found if number in self.exact else self.within(found, dtype)

    @staticmethod
    def within(found: Residue, dtype: DType) -> Residue:
        """The residue of what may have wrapped to the type; of what surely fits, that of the type's bits."""
        if found[0] == 0 and dtype.min <= found[1] <= found[2] <= dtype.max:
            return found
        return _made(gcd(found[0], 1 << dtype.bits), found[1], found[2])

    @staticmethod
    def bitwise(op: str, dtype: DType, a: Residue, b: Residue) -> Residue:
        """The low bits that are known of the result."""
        powers = [x[0] & -x[0] if x[0] else 1 << dtype.bits for x in (a, b)]  # of two, in the moduli
        for power, x, y in ((powers[0], a, b), (powers[1], b, a)):
            if op != "and" and x[1] == x[2] == 0 and y[0] == 0 <= y[1] and y[2] < power:
                return _made(power, y[1], y[2])  # x has zeros where y has bits
        bit, rest = 1, 0
        while bit < 1 << dtype.bits:
            known = [
                int(bool(x[1] & bit)) if bit < power and x[1] == x[2] else None
                for power, x in zip(powers, (a, b), strict=True)
            ]
            if None in known and _DECIDES.get(op, -1) not in known:
                break
            rest |= bit * (_DECIDES[op] if None in known else _BITWISE[op](*known))
            bit <<= 1
        return _made(bit, rest, rest)


def _product(a: Residue, b: Residue) -> Residue:
    for x, y in ((a, b), (b, a)):
        if y[0] == 0 and y[1] == y[2]:
            low, high = sorted((x[1] * y[1], x[2] * y[1]))
            return _made(x[0] * abs(y[1]), low, high)
    if a[1] == a[2] and b[1] == b[2]:
        return _made(gcd(a[0] * b[0], a[0] * b[1], b[0] * a[1]), a[1] * b[1], a[1] * b[1])
    return ANY
