"""How much the corpus sees: every operation's emitter is broken in turn, and some row must fail.

``python -m tests.conform.mutation --backend cpu`` (or ``opencl``) tries all mutants and prints the score; ``--every N``
takes each N-th. A mutant changes what one operation on one combination of types gives, and often for few inputs only.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

from vyre.conform.case import Case, Expected
from vyre.conform.corpus import CI, select
from vyre.conform.rows.operations import COMPARISONS, types_of
from vyre.conform.running import first_difference, run_case
from vyre.dtypes import BY_NAME, DType
from vyre.emit.c.operations import COperations, held
from vyre.emit.llvm import values
from vyre.emit.llvm.text import Form, element_type
from vyre.errors import VyreError
from vyre.ir.ops import OPS, result_type
from vyre.run.session import Session

__all__ = ["Mutant", "Outcome", "mutants", "run"]

_ROUNDS_TO_SUBNORMALS: Final = ("add", "sub", "mul", "div", "fma", "recip", "copysign", "abs", "neg", "min", "max")
_KINDS: Final = {
    "cpu": (
        "lowest",
        "highest",
        "zero",
        "ones",
        "equal",
        "swapped",
        "some",
        "subnormal",
        "scalar",
        "vector",
        "literal",
    ),
    "opencl": ("lowest", "zero", "ones", "swapped", "some"),
}


@dataclass(frozen=True, slots=True)
class Mutant:
    """``kind``: where the result is wrong. ``lowest`` ``highest``: the first operand is the type's end. ``zero`` ``ones``: the
    last one is 0, or has all bits (a NaN). ``equal``: both operands are. ``swapped``: always the result of swapped operands.
    ``some``: an integer's low bits are 1011, a float is between 1 and 2. ``subnormal``: such results become 0. ``scalar``
    ``vector``: in this form of code only. ``literal``: where an operand is one."""

    row: str
    op: str
    types: tuple[DType, ...]
    result: DType
    kind: str

    def __str__(self) -> str:
        return f"{self.op}({', '.join(map(str, self.types))}) -> {self.result}: {self.kind}"


@dataclass(frozen=True, slots=True)
class Outcome:
    """``written``: whether the row's programs reached the mutant at all; ``found``: whether the row failed."""

    mutant: Mutant
    written: bool
    found: bool


def mutants(backend: str) -> Iterator[Mutant]:
    """All of them, row after row."""
    for name, op, types, result in _operations():
        for kind in _KINDS[backend]:
            if _makes_sense(op, types, result, kind):
                yield Mutant(name, op, types, result, kind)


def _operations() -> Iterator[tuple[str, str, tuple[DType, ...], DType]]:
    for row in select(["op"]):
        _, op, names = row.id.split("/")
        types = tuple(BY_NAME[n] for n in names.split("-"))
        if op in ("cast", "bitcast"):
            yield row.id, op, types[:1], types[1]
        elif len(types) == 2:
            yield row.id, op, types, result_type(op, types)
        else:
            yield from ((row.id, op, given, result) for given, result in types_of(op) if given[-1] is types[0])
    for row in select(["compare"]):
        types = tuple(BY_NAME[n] for n in row.id.split("/")[1].split("-"))
        yield from ((row.id, op, types, BY_NAME["bool"]) for op in COMPARISONS)


def _makes_sense(op: str, types: Sequence[DType], result: DType, kind: str) -> bool:
    """Whether it is another operation at all."""
    first = types[1] if op == "select" else types[0]
    same = len(types) == 2 and types[0] is types[1]
    match kind:
        case "equal":
            return same
        case "swapped":
            return same and "commutative" not in OPS[op].laws
        case "some":
            return first.is_float or first.bits >= 8
        case "subnormal":
            return result.is_float and op in _ROUNDS_TO_SUBNORMALS
        case "highest":
            return not first.is_bool
        case "literal":  # mixed types have literals in the full corpus only
            return same
        case "scalar" | "vector":
            return len(types) == 1 or same
        case _:
            return True


# -- planting -------------------------------------------------------------------------------------------------------


@contextmanager
def planted(backend: str, mutant: Mutant) -> Iterator[Counter[str]]:
    """The emitter with the mutant in it; what is given counts how often it was written."""
    owner, name, wrap = (values, "lower_inline", _llvm) if backend == "cpu" else (COperations, "expression", _c)
    right = getattr(owner, name)
    written: Counter[str] = Counter()
    setattr(owner, name, wrap(mutant, right, written))
    try:
        yield written
    finally:
        setattr(owner, name, right)


def _is_it(mutant: Mutant, op: str, types: Sequence[DType], result: DType) -> bool:
    return op == mutant.op and tuple(types) == mutant.types and result is mutant.result


def _llvm(mutant: Mutant, right: Callable[..., str], written: Counter[str]) -> Callable[..., str]:
    def lower(form: Form, op: str, types: Sequence[DType], result: DType, args: Sequence[str]) -> str:
        if not _is_it(mutant, op, types, result):
            return right(form, op, types, result, args)
        literal = any(x[0] not in "%<" for x in args)
        if (mutant.kind, form.width > 0) in (("scalar", True), ("vector", False)) or (
            mutant.kind == "literal" and not literal
        ):
            return right(form, op, types, result, args)
        written["times"] += 1
        if mutant.kind == "swapped":
            return right(form, op, types, result, args[::-1])
        good = right(form, op, types, result, args)
        return _llvm_wrong(form, mutant, result, list(args), good)

    return lower


def _llvm_wrong(form: Form, mutant: Mutant, result: DType, args: list[str], good: str) -> str:
    r = element_type(result)
    if mutant.kind == "subnormal":
        least = 2.0 ** (2 - (1 << (result.bits - result.mantissa - 2)))
        small = form.op("fcmp olt", r, form.intrinsic("fabs", r, good), form.literal(r, _double(least)))
        return form.select(small, r, form.literal(r, "0.0"), good)
    if result.is_float:
        bad = form.literal(r, "42.0")
    else:
        bad = form.op("xor", r, good, form.literal(r, "true" if result.is_bool else 1))
    condition = _llvm_condition(form, mutant, args)
    return bad if condition is None else form.select(condition, r, bad, good)


def _double(value: float) -> str:
    import struct

    return f"0x{struct.unpack('<Q', struct.pack('<d', value))[0]:016X}"


def _llvm_condition(form: Form, mutant: Mutant, args: list[str]) -> str | None:
    place = 1 if mutant.op == "select" else 0
    last = len(args) - 1
    at = last if mutant.kind in ("zero", "ones") else place
    t, x = mutant.types[at], args[at]
    n = element_type(t)
    if mutant.kind in ("scalar", "vector", "literal"):
        return None
    if mutant.kind == "equal":
        return form.op("fcmp oeq" if t.is_float else "icmp eq", n, args[0], args[1])
    if t.is_float:
        if mutant.kind == "ones":
            return form.op("fcmp uno", n, x, x)
        if mutant.kind == "some":
            above = form.op("fcmp ogt", n, x, form.literal(n, "1.0"))
            return form.op("and", "i1", above, form.op("fcmp olt", n, x, form.literal(n, "2.0")))
        value = {"zero": "0.0", "lowest": "0xFFF0000000000000", "highest": "0x7FF0000000000000"}[mutant.kind]
        return form.op("fcmp oeq", n, x, form.literal(n, value))
    if mutant.kind == "some":
        return form.op("icmp eq", n, form.op("and", n, x, form.literal(n, 15)), form.literal(n, 11))
    whole = {"zero": 0, "ones": -1, "lowest": t.min, "highest": t.max}[mutant.kind]
    return form.op("icmp eq", n, x, form.literal(n, ("true" if whole else "false") if t.is_bool else whole))


def _c(mutant: Mutant, right: Callable[..., str], written: Counter[str]) -> Callable[..., str]:
    def expression(self: COperations, op: str, result: DType, types: Sequence[DType], args: Sequence[str]) -> str:
        if not _is_it(mutant, op, types, result):
            return right(self, op, result, types, args)
        written["times"] += 1
        if mutant.kind == "swapped":
            return right(self, op, result, types, args[::-1])
        good = f"({right(self, op, result, types, args)})"
        place = len(args) - 1 if mutant.kind in ("zero", "ones") else int(op == "select")
        t, x = types[place], args[place]
        if t.is_float:
            h = held(t)
            condition = {
                "ones": f"{x} != {x}",
                "some": f"{x} > {self.float_literal(h, 1.0)} && {x} < {self.float_literal(h, 2.0)}",
                "zero": f"{x} == {self.float_literal(h, 0.0)}",
                "lowest": f"{x} == {self.float_literal(h, float('-inf'))}",
            }[mutant.kind]
        elif mutant.kind == "some":
            condition = f"({x} & 15) == 11"
        else:
            bits = {"zero": 0, "ones": (1 << t.bits) - 1, "lowest": t.min & ((1 << t.bits) - 1)}[mutant.kind]
            condition = f"{x} == {self.literal(t, bits)}"
        if result.is_float:
            bad = self.float_literal(held(result), 42.0)
        else:
            bad = f"!{good}" if result.is_bool else f"({result})({good} ^ 1)"
        return f"({condition}) ? {bad} : {good}"

    return expression


# -- looking ------------------------------------------------------------------------------------------------------------


class Looker:
    """Knows each row's cases and what is right for them."""

    def __init__(self, backend: str) -> None:
        self.backend = backend
        self._row = ""
        self._cases: list[tuple[Case, Expected]] = []

    def look(self, mutant: Mutant) -> Outcome:
        if mutant.row != self._row:
            self._row = mutant.row
            (row,) = [r for r in select([mutant.row]) if r.id == mutant.row]
            self._cases = [(case, case.expected()) for case in row.make(CI)]
        with planted(self.backend, mutant) as written, Session() as session:
            found = any(self._differs(session, case, want) for case, want in self._cases)
        return Outcome(mutant, written["times"] > 0, found)

    def _differs(self, session: Session, case: Case, want: Expected) -> bool:
        try:
            got = run_case(session, self.backend, case, timeout=60)
        except VyreError:
            return True
        return not isinstance(got, str) and first_difference(case, want, got) is not None


def run(backend: str, *, every: int = 1, say: Callable[[Outcome], Any] = lambda _: None) -> list[Outcome]:
    """Look for each ``every``-th mutant."""
    looker = Looker(backend)
    found: list[Outcome] = []
    for mutant in list(mutants(backend))[::every]:
        found.append(looker.look(mutant))
        say(found[-1])
    return found


def main() -> int:
    parser = argparse.ArgumentParser(prog="tests.conform.mutation", description=__doc__)
    parser.add_argument("--backend", choices=sorted(_KINDS), default="cpu")
    parser.add_argument("--every", type=int, default=1)
    given = parser.parse_args()

    def say(outcome: Outcome) -> None:
        if not outcome.found:
            print(f"{'not found' if outcome.written else 'never written'}: {outcome.mutant}", flush=True)

    found = run(given.backend, every=given.every, say=say)
    print(f"\n{'kind':<10} {'mutants':>8} {'written':>8} {'found':>8}")
    for kind in (*_KINDS[given.backend], "all"):
        rows = [o for o in found if kind in ("all", o.mutant.kind)]
        print(f"{kind:<10} {len(rows):>8} {sum(o.written for o in rows):>8} {sum(o.found for o in rows):>8}")
    return int(any(o.written and not o.found for o in found))


if __name__ == "__main__":
    sys.exit(main())
