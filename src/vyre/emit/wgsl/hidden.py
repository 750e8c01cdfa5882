"""Where opaque values stand: what keeps a compiler from rewriting float expressions as a whole (rule 3.1).

A WGSL compiler may contract ``a*b + c``, reassociate ``(a - b) + c``, and fold ``x - x``, ``x + 0`` and ``x * 0``. No measurement of single
operations acquits it of that. It can do so only where it sees both operations, or what an operand is; and it sees nothing through an
exclusive or of the bits with a number from the parameters, which is always zero. So:

* what reaches the device's arithmetic and comes from such arithmetic itself, from a conversion, or from a literal that a compiler could do
  something with is made opaque where it is defined, followed through selections, locals and memory;
* where the two operands of an addition, a subtraction or a division might be the same number for all that a compiler can find out,
  the second one is made opaque once more, with another zero.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

from vyre.dtypes import DType, f64
from vyre.ir.literals import python_value
from vyre.ir.nodes import Atomic, Const, Get, Load, Op, Param, Set, Store
from vyre.ir.program import Program
from vyre.ir.walk import result, value_dtype, walk

__all__ = ["NOTHING_HIDDEN", "Hidden", "Use", "hidden_values"]

Use = Literal["raw", "closed", "none"]
"""How the text of an operation uses the device's float arithmetic: its result as it is; inside of a function whose result comes from
integers; or not at all."""

_THROUGH: Final[dict[str, slice]] = {
    "select": slice(1, 3),
    "min": slice(0, 2),
    "max": slice(0, 2),
    "neg": slice(0, 1),
    "abs": slice(0, 1),
    "copysign": slice(0, 1),
}
"""Operations that give one of these operands, or its magnitude with some sign."""
_FOLDED: Final = frozenset({"add", "sub", "div"})
_KEPT: Final = frozenset({"add", "sub", "mul", "fma"})
_ORIGINS: Final = 8  # more than so many are as good as unknown

Origin = tuple[object, ...]
Origins = frozenset[Origin] | None
"""Where a value may come from; None: anywhere."""


@dataclass(frozen=True, slots=True)
class Hidden:
    """``values``: results of arithmetic, opaque where they are defined; ``anew``: values that are so too, and may be what was made opaque before
    and went through memory or bits. ``loads``: loads whose 0 beyond the array (rule 4.1) must be opaque.
    ``seconds``: results of operations whose second operand is made opaque once more."""

    values: frozenset[int]
    anew: frozenset[int]
    loads: frozenset[int]
    seconds: frozenset[int]


NOTHING_HIDDEN: Final = Hidden(frozenset(), frozenset(), frozenset(), frozenset())


def hidden_values(program: Program, use: Callable[[Op, DType], Use]) -> Hidden:
    """What to hide. ``use``: of an operation whose operands have this type."""
    return _Analysis(program, use).found()


class _Analysis:
    def __init__(self, program: Program, use: Callable[[Op, DType], Use]) -> None:
        self.program = program
        self.defined: dict[int, Const | Op | Load | Get | Param | Atomic] = {}
        self.types: dict[int, DType] = {}
        self.sets: dict[int, list[int]] = {}
        self.stores: dict[int, list[int]] = {}
        self.uses: dict[int, Use] = {}
        for _, stmt, _ in walk(program):
            if isinstance(stmt, Set):
                self.sets.setdefault(stmt.local, []).append(stmt.value)
            elif isinstance(stmt, Store):
                self.stores.setdefault(stmt.buffer, []).append(stmt.value)
            name = result(stmt)
            dtype = value_dtype(program, stmt)
            if name is None or dtype is None:
                continue
            self.types[name] = dtype
            if isinstance(stmt, (Const, Op, Load, Get, Param, Atomic)):
                self.defined[name] = stmt
            if isinstance(stmt, Op):
                self.uses[name] = use(stmt, self.types[stmt.args[-1]])

    def found(self) -> Hidden:
        values, anew, loads, plain = self.reaching()
        origins = self.origins()
        anew -= plain - self.folded_literals(plain, origins)
        seconds = frozenset(
            name for name, used in self.uses.items() if used != "none" and _may_be_equal(self.defined[name], origins)
        )
        return Hidden(values, anew, loads, seconds)

    # -- what reaches arithmetic ------------------------------------------------------------------------------
    def reaching(self) -> tuple[frozenset[int], frozenset[int], frozenset[int], frozenset[int]]:
        """Results, what is made opaque anew, loads; and of the second the literals that nothing is computed from on the way."""
        waiting = [
            (v, False)
            for name, used in self.uses.items()
            if used != "none"
            for v in _args(self.defined[name])
            if self.types[v].is_float
        ]
        hidden: set[int] = set()
        anew: set[int] = set()
        loads: set[int] = set()
        plain: set[int] = set()
        beyond: set[int] = set()
        seen = set(waiting)
        followed: set[tuple[str, int, bool]] = set()  # locals and buffers

        def follow(kind: str, number: int, changed: bool, found: list[int]) -> list[int]:
            if (kind, number, changed) in followed:
                return []
            followed.add((kind, number, changed))
            return found

        while waiting:
            v, changed = waiting.pop()
            stmt = self.defined.get(v)
            more: list[int] = []
            if isinstance(stmt, Const):
                anew.add(v)
                (beyond if changed else plain).add(v)
            elif isinstance(stmt, Get):
                more = follow("local", stmt.local, changed, self.sets.get(stmt.local, []))
            elif isinstance(stmt, Load):
                loads.add(v)
                if self.program.buffers[stmt.buffer].role in ("private", "table"):
                    anew.add(v)
                changed = True
                more = follow("buffer", stmt.buffer, changed, self.stores.get(stmt.buffer, []))
            elif isinstance(stmt, Op):
                if stmt.op in _THROUGH:
                    more = list(stmt.args[_THROUGH[stmt.op]])
                elif self.uses[v] == "raw":
                    hidden.add(v)
                elif stmt.op in ("cast", "bitcast", "sign"):
                    anew.add(v)
                else:  # what is computed in integers is a literal where its operands are
                    changed = True
                    more = list(stmt.args)
            for w in more:
                if (w, changed) not in seen and self.types[w].is_float:
                    seen.add((w, changed))
                    waiting.append((w, changed))
        return frozenset(hidden), frozenset(anew), frozenset(loads), frozenset(plain - beyond)

    def folded_literals(self, plain: frozenset[int], origins: dict[int, Origins]) -> frozenset[int]:
        """Those that a compiler could do something with: zeros and ones, what is not finite or subnormal, divisors and what is divided, and
        two that may meet each other. A product with 0.3 or a sum with it is what it is."""
        meeting: set[Origin] = set()
        for name, used in self.uses.items():
            stmt = self.defined[name]
            if used == "none" or not isinstance(stmt, Op):
                continue
            given = [origins.get(v) for v in stmt.args]
            literals = [
                None if part is None else {o for o in part if o[0] == "literal" and not _folds(o)} for part in given
            ]
            if stmt.op not in _KEPT or sum(part is None or bool(part) for part in literals) > 1:
                meeting.update(*(part for part in literals if part))
        found = {v: _literal(self.defined[v]) for v in plain}
        return frozenset(v for v, literal in found.items() if _folds(literal) or literal in meeting)

    # -- what might be equal ----------------------------------------------------------------------------------
    def origins(self) -> dict[int, Origins]:
        """Of every float value. Locals are those of all that they take, so it goes round until nothing is new."""
        found: dict[int, Origins] = {}
        locals_: dict[int, Origins] = {}
        changed = True
        while changed:
            for v, stmt in self.defined.items():
                if self.types[v].is_float:
                    found[v] = self.origins_of(v, stmt, found, locals_)
            changed = False
            for local, values in self.sets.items():
                if self.program.locals[local].dtype.is_float:
                    now = _union([found.get(v) for v in values])
                    changed |= now != locals_.get(local, frozenset())
                    locals_[local] = now
        return found

    def origins_of(
        self,
        v: int,
        stmt: Const | Op | Load | Get | Param | Atomic,
        found: dict[int, Origins],
        locals_: dict[int, Origins],
    ) -> Origins:
        match stmt:
            case Const():
                return frozenset({_literal(stmt)})
            case Param():
                return frozenset({("parameter", stmt.buffer)})
            case Get():
                return locals_.get(stmt.local, frozenset())
            case Load():
                # What the program itself stores there may be known to the compiler.
                return None if stmt.buffer in self.stores else frozenset({("array", stmt.buffer)})
            case Op() if stmt.op in _THROUGH:
                return _union([found.get(w) for w in stmt.args[_THROUGH[stmt.op]]])
            case Op() if stmt.op != "bitcast":
                return frozenset({("result", stmt.op)})
            case _:
                return None


def _literal(stmt: object) -> Origin:
    assert isinstance(stmt, Const)
    return ("literal", stmt.dtype, stmt.bits)


def _folds(literal: Origin) -> bool:
    """Whether an operation with this literal may be another operation, or none."""
    _, dtype, bits = literal
    assert isinstance(dtype, DType)
    assert isinstance(bits, int)
    size = abs(float(python_value(dtype, bits)))
    return size == 1 or not (2.0**-1022 if dtype is f64 else 2.0**-126) <= size < float("inf")


def _args(stmt: object) -> tuple[int, ...]:
    assert isinstance(stmt, Op)
    return stmt.args


def _union(parts: list[Origins]) -> Origins:
    joined: set[Origin] = set()
    for part in parts:
        if part is None:
            return None
        joined |= part
    return frozenset(joined) if len(joined) <= _ORIGINS else None


def _may_be_equal(stmt: object, origins: dict[int, Origins]) -> bool:
    if not isinstance(stmt, Op) or stmt.op not in _FOLDED:
        return False
    a, b = (origins.get(v) for v in stmt.args)
    return a is None or b is None or bool(a & b)
