"""Where opaque values stand: what keeps a compiler from rewriting float expressions as a whole (rule 3.1).

A WGSL compiler may contract ``a*b + c``, reassociate ``(a - b) + c``, and fold ``x - x``, ``x + 0`` and ``x * 0``. No measurement of single
operations acquits it of that. It can do so only where it sees both operations, or what an operand is; and it sees nothing through an
exclusive or of the bits with a number from the parameters, which is always zero. So:

* what reaches the device's arithmetic and comes from such arithmetic itself, or from a literal that a compiler could do something with, is
  made opaque where it is defined, followed through selections, locals and memory;
* what reaches it and is put together from bits is made opaque where it is put together, whatever the operation. NVIDIA's compiler takes
  ``y * f``, with an ``f`` whose bits are chosen between zero and others, for a choice between zero and a product, whose sign is lost;
* where the two operands of an addition, a subtraction or a division might be the same number for all that a compiler can find out,
  the second one is made opaque once more, with another zero.

A permission of rule 3.7 takes some of it away. Under ``contract`` a product that nothing but sums take, and directly, stays as it is, if
what is added is opaque or comes from elsewhere than its factors, since a compiler that sees more might do more. Under ``reorder``
sums within sums and products within products do, and under both also products within sums.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from vyre.dtypes import DType, f64
from vyre.facts.permissions import SUMS, products
from vyre.ir.literals import python_value
from vyre.ir.nodes import Atomic, Const, Get, Load, Op, Param, Set, Store
from vyre.ir.program import Program
from vyre.ir.walk import result, value_dtype, walk
from vyre.plan.plan import STRICT, Numerics

__all__ = ["NOTHING_HIDDEN", "Hidden", "Use", "hidden_values"]

Use = Literal["raw", "closed", "none"]
"""How the text of an operation uses the device's float arithmetic: its result as it is; inside of a function whose result comes from
integers; or not at all."""

Reached = Literal["sum", "product", "other"]
_KIND: Final[dict[str, Reached]] = {"add": "sum", "sub": "sum", "mul": "product"}
_FOLDED: Final = frozenset({"add", "sub", "div"})
_KEPT: Final = frozenset({"add", "sub", "mul", "fma"})
_ORIGINS: Final = 8  # more than so many are as good as unknown

Origin = tuple[object, ...]
Origins = frozenset[Origin] | None
"""Where a value may come from; None: anywhere."""


@dataclass(frozen=True, slots=True)
class Hidden:
    """``values``: results of arithmetic, opaque where they are defined; ``anew``: values that are so too, literals or put together from bits,
    and may be what was made opaque before. ``loads``: loads whose 0 beyond the array (rule 4.1) must be opaque.
    ``seconds``: results of operations whose second operand is made opaque once more. ``open``: the permissions by which something is not."""

    values: frozenset[int]
    anew: frozenset[int]
    loads: frozenset[int]
    seconds: frozenset[int]
    open: frozenset[str] = frozenset()


NOTHING_HIDDEN: Final = Hidden(frozenset(), frozenset(), frozenset(), frozenset())


def hidden_values(program: Program, use: Callable[[Op, DType], Use], numerics: Numerics = STRICT) -> Hidden:
    """What to hide. ``use``: of an operation whose operands have this type."""
    return _Analysis(program, use, numerics).found()


class _Analysis:
    def __init__(self, program: Program, use: Callable[[Op, DType], Use], numerics: Numerics) -> None:
        self.program = program
        self.numerics = numerics
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
        origins = self.origins()
        seconds = frozenset(
            name for name, used in self.uses.items() if used != "none" and _may_be_equal(self.defined[name], origins)
        )
        fused: frozenset[tuple[int, int]] = frozenset()
        if self.numerics.contract and not self.numerics.reorder:
            fused, beside = self.fused(origins, seconds)
            seconds |= beside
        values, anew, loads, plain = self.reaching(fused)
        anew -= plain - self.folded_literals(plain, origins)
        raw = frozenset(v for v, used in self.uses.items() if used == "raw")
        return Hidden(values, anew, loads, seconds, self.left_open(raw - values))

    # -- what a permission leaves open ------------------------------------------------------------------------
    def fused(
        self, origins: dict[int, Origins], seconds: frozenset[int]
    ) -> tuple[frozenset[tuple[int, int]], frozenset[int]]:
        """(sum, product) where a compiler may make them one operation, and can do nothing else with them: what is added comes from
        elsewhere than the factors, or is made opaque once more, for which reason the sums in the second set are."""
        found, beside = set(), set()
        for name, at in products(self.program).items():
            stmt = self.defined[name]
            assert isinstance(stmt, Op)
            product, added = stmt.args[at], stmt.args[1 - at]
            if self.uses[name] != "raw" or self.uses[product] != "raw" or product == added:
                continue
            apart = not any(_meet(origins.get(added), origins.get(v)) for v in _args(self.defined[product]))
            if at == 0 or (apart and name not in seconds):
                found.add((name, product))
                if not apart:
                    beside.add(name)
        return frozenset(found), frozenset(beside)

    def stays(self, stmt: Op, reached: Reached) -> bool:
        """Whether a result may reach such an operation without being opaque."""
        if not self.numerics.reorder:
            return False
        if stmt.op == "mul":
            return reached == "product" or (reached == "sum" and self.numerics.contract)
        return stmt.op in SUMS and reached == "sum"

    def left_open(self, plain: frozenset[int]) -> frozenset[str]:
        """The permissions that are of use: results of sums and products, not opaque, that sums and products take."""
        taken = {
            (self.defined[v].op, _KIND[stmt.op])  # type: ignore[union-attr]  # what is in ``uses`` is an Op
            for name, used in self.uses.items()
            if used == "raw" and isinstance(stmt := self.defined[name], Op) and stmt.op in _KIND
            for v in self.sources(stmt.args)
            if v in plain
        }
        contracted = self.numerics.contract and ("mul", "sum") in taken
        regrouped = self.numerics.reorder and not taken.isdisjoint({("add", "sum"), ("sub", "sum"), ("mul", "product")})
        return frozenset(("contract",) * contracted + ("reorder",) * regrouped)

    def sources(self, values: Sequence[int]) -> set[int]:
        """The results of operations that these are, themselves or by way of locals and selections."""
        found: set[int] = set()
        waiting, seen = list(values), set(values)
        while waiting:
            v = waiting.pop()
            stmt = self.defined.get(v)
            more: Sequence[int] = ()
            if isinstance(stmt, Get):
                more = self.sets.get(stmt.local, [])
            elif isinstance(stmt, Op) and stmt.op == "select":
                more = stmt.args[1:]
            elif isinstance(stmt, Op):
                found.add(v)
            waiting += [w for w in more if w not in seen]
            seen.update(more)
        return found

    # -- what reaches arithmetic ------------------------------------------------------------------------------
    def reaching(
        self, fused: frozenset[tuple[int, int]]
    ) -> tuple[frozenset[int], frozenset[int], frozenset[int], frozenset[int]]:
        """Results, what is made opaque anew, loads; and of the second the literals that nothing is computed from on the way."""
        waiting: list[tuple[int, bool, Reached]] = [
            (v, False, self.reached(name, used))
            for name, used in self.uses.items()
            if used != "none"
            for v in _args(self.defined[name])
            if self.types[v].is_float and (name, v) not in fused
        ]
        hidden: set[int] = set()
        anew: set[int] = set()
        loads: set[int] = set()
        plain: set[int] = set()
        beyond: set[int] = set()
        seen = set(waiting)
        followed: set[tuple[str, int, bool, Reached]] = set()  # locals and buffers

        def follow(place: tuple[str, int, bool, Reached], found: list[int]) -> list[int]:
            if place in followed:
                return []
            followed.add(place)
            return found

        while waiting:
            v, changed, reached = waiting.pop()
            stmt = self.defined.get(v)
            more: list[int] = []
            if isinstance(stmt, Const):
                anew.add(v)
                (beyond if changed else plain).add(v)
            elif isinstance(stmt, Get):
                more = follow(("local", stmt.local, changed, reached), self.sets.get(stmt.local, []))
            elif isinstance(stmt, Load):
                loads.add(v)
                if self.program.buffers[stmt.buffer].role in ("private", "table") or self.types[v].bits == 16:
                    anew.add(v)
                changed = True
                more = follow(("buffer", stmt.buffer, changed, reached), self.stores.get(stmt.buffer, []))
            elif isinstance(stmt, Param):
                if self.types[v].bits == 16:
                    anew.add(v)
            elif isinstance(stmt, Op):
                if stmt.op == "select":
                    more = list(stmt.args[1:])
                elif self.uses[v] != "raw":  # put together from bits
                    anew.add(v)
                elif not self.stays(stmt, reached):
                    hidden.add(v)
            for w in more:
                if (w, changed, reached) not in seen and self.types[w].is_float:
                    seen.add((w, changed, reached))
                    waiting.append((w, changed, reached))
        return frozenset(hidden), frozenset(anew), frozenset(loads), frozenset(plain - beyond)

    def reached(self, name: int, used: Use) -> Reached:
        """What kind of operation a value comes to, as far as permissions look at it."""
        stmt = self.defined[name]
        assert isinstance(stmt, Op)
        return _KIND.get(stmt.op, "other") if used == "raw" and self.numerics.reorder else "other"

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
            case Op() if stmt.op == "select":
                return _union([found.get(w) for w in stmt.args[1:]])
            case Op():
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
    return _meet(*(origins.get(v) for v in stmt.args))


def _meet(a: Origins, b: Origins) -> bool:
    """Whether they may be one number."""
    return a is None or b is None or bool(a & b)
