"""Residues of values: by value number, the ``(modulus, rest)`` with which the value is always ``rest`` modulo ``modulus``.

``2*i + 1`` is odd, ``4*i + k`` with k in ``range(0, 4, 2)`` is even. A modulus of 0 says that the value is ``rest`` itself, and one
of 1 says nothing. Arithmetic that may wrap keeps what holds modulo a power of two, since 2^width is one.
"""

from __future__ import annotations

from math import gcd
from typing import Final

from vyre.dtypes import DType
from vyre.facts.memo import remembered
from vyre.facts.numbering import value_numbers
from vyre.facts.ranges import ranges
from vyre.facts.types import value_types
from vyre.ir.literals import python_value
from vyre.ir.nodes import For
from vyre.ir.program import Program
from vyre.ir.walk import walk

__all__ = ["Residue", "differ", "joined", "residues"]

Residue = tuple[int, int]
ANY: Final[Residue] = (1, 0)
_BITWISE: Final = {"and": lambda x, y: x & y, "or": lambda x, y: x | y, "xor": lambda x, y: x ^ y}
_DECIDES: Final = {"and": 0, "or": 1}  # the bit that settles the result, whatever the other operand has


@remembered
def residues(program: Program) -> tuple[Residue, ...]:
    """The residues of a program's values, by value number."""
    return _Residues(program).found()


def differ(a: Residue, b: Residue) -> bool:
    """Whether two values with these residues are never equal.

    >>> differ((2, 0), (2, 1)), differ((4, 2), (6, 1)), differ((4, 2), (6, 4)), differ((0, 3), (0, 5))
    (True, True, False, True)
    """
    common = gcd(a[0], b[0])
    return (a[1] - b[1]) % common != 0 if common else a[1] != b[1]


def joined(a: Residue, b: Residue) -> Residue:
    """What holds of a value that has one residue or the other one.

    >>> joined((0, 3), (0, 7)), joined((4, 1), (6, 3)), joined((0, 5), (0, 5))
    ((4, 3), (2, 1), (0, 5))
    """
    return _made(gcd(a[0], b[0], a[1] - b[1]), a[1])


def _made(modulus: int, rest: int) -> Residue:
    return (modulus, rest % modulus if modulus else rest)


class _Residues:
    """Operands have smaller numbers than results, so one pass over the meanings is enough."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.numbers = value_numbers(program)
        self.types = dict(zip(self.numbers.of, value_types(program), strict=True))
        self.exact = ranges(program).exact
        self.loops = {self.numbers.loop_var[at]: stmt for at, stmt, _ in walk(program) if isinstance(stmt, For)}
        self.joins = {join.fresh: join for joins in self.numbers.joins.values() for join in joins}
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
                return (0, int(python_value(dtype, bits)))
        elif kind == "op" and isinstance(meaning[1], DType) and meaning[1].is_integer:
            args = [n for n in meaning[3:] if isinstance(n, int)]
            if all(n in self.types and self.types[n].is_integer for n in args[meaning[2] == "select" :]):
                return self.of_op(number, str(meaning[2]), meaning[1], args)
        elif number in self.loops:  # of a range: lo, lo + step, …, none of which wraps
            loop = self.loops[number]
            modulus, rest = self.known[self.numbers.of[loop.lo]]
            return _made(gcd(modulus, loop.step), rest)
        elif number in self.joins:
            join = self.joins[number]
            return joined(self.known[join.then], self.known[join.orelse])
        return ANY

    def of_op(self, number: int, op: str, dtype: DType, args: list[int]) -> Residue:
        a, b = self.known[args[0]], self.known[args[-1]]
        found = ANY
        match op:
            case "add":
                found = _made(gcd(a[0], b[0]), a[1] + b[1])
            case "sub":
                found = _made(gcd(a[0], b[0]), a[1] - b[1])
            case "mul":
                found = _made(gcd(a[0] * b[0], a[0] * b[1], b[0] * a[1]), a[1] * b[1])
            case "shl" if b[0] == 0 and 0 <= b[1] < dtype.bits:
                found = _made(a[0] << b[1], a[1] << b[1])
            case "neg":
                return self.within(_made(a[0], -a[1]), dtype)
            case "cast":
                return self.within(a, dtype)
            case "select":
                return joined(self.known[args[1]], self.known[args[2]])
            case "rem" | "floormod" if b[0] == 0 and b[1] != 0:
                return _made(gcd(a[0], b[1]), a[1])  # x - b * quotient
            case "and" | "or" | "xor":
                return self.bitwise(op, dtype, a, b)
        return found if number in self.exact else self.within(found, dtype)

    @staticmethod
    def within(found: Residue, dtype: DType) -> Residue:
        """The residue of what may have wrapped to the type; of a number by itself, that of the type's bits."""
        if found[0] == 0 and dtype.min <= found[1] <= dtype.max:
            return found
        return _made(gcd(found[0], 1 << dtype.bits), found[1])

    @staticmethod
    def bitwise(op: str, dtype: DType, a: Residue, b: Residue) -> Residue:
        """The low bits that are known of the result."""
        if a[0] == b[0] == 0:
            return (0, _BITWISE[op](a[1], b[1]))
        known = [(x[0] & -x[0] if x[0] else 1 << dtype.bits, x[1]) for x in (a, b)]  # the power of two in the modulus
        bit, rest = 1, 0
        while bit < 1 << dtype.bits:
            bits = [int(bool(value & bit)) if bit < power else None for power, value in known]
            if None in bits and _DECIDES.get(op, -1) not in bits:
                break
            settled = _DECIDES[op] if None in bits else _BITWISE[op](*bits)
            rest |= bit * settled
            bit <<= 1
        return _made(bit, rest)
