"""Which form an operation of floats takes on a device whose compiler promises nothing (rule 3; all of WGSL).

Three forms: *native*, the device's own operation; *corrected*, its own where that can be seen to be right, and integers where it can't;
*integer*, which asks nothing of the device. The first one whose facts a probe has found to hold (``DeviceProfile.exact``) is taken, they are in order of cost.

A fact ``mul_f32`` says that the device's own multiplication is exact for all operands. ``near_mul_f32`` says less: that it is wherever the
corrected form takes its result. Facts are about one operation alone. That several in a row are not contracted, reassociated or folded is no
fact that could be measured, so opaque values stand between them (``emit/wgsl/hidden.py``), whatever was measured.

Permissions of rule 3.7 let the device's own form in where its error, as measured, is small enough: :func:`permitted`. There is then a fourth one:
*guarded*, its own in the middle of the range of f32, and integers at its ends.

>>> form_of("div", "f32", lambda fact: fact == "near_div_f32")
'corrected'
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from vyre.device import DeviceProfile
from vyre.dtypes import f64
from vyre.facts.permissions import computed
from vyre.ir.program import Program
from vyre.plan.plan import Numerics

__all__ = [
    "BUDGETED",
    "FACTS",
    "FORMS",
    "GUARDED",
    "NEAR",
    "Form",
    "Row",
    "form_of",
    "named",
    "permitted",
    "verdicts",
    "within_budget",
]

Form = Literal["native", "guarded", "corrected", "integer"]


@dataclass(frozen=True, slots=True)
class Row:
    """The forms of one operation on one type, cheapest first, each with the fact that it needs (None = nothing)."""

    op: str
    dtype: str
    forms: tuple[tuple[Form, str | None], ...]


def _row(op: str, dtype: str, *, corrected: str | None = None, integer: bool = True) -> Row:
    forms: list[tuple[Form, str | None]] = [("native", f"{op}_{dtype}")]
    if corrected is not None:
        forms.append(("corrected", f"near_{corrected}_{dtype}"))
    if integer:
        forms.append(("integer", None))
    return Row(op, dtype, tuple(forms))


_ROWS: Final = (
    _row("add", "f32", corrected="add"),
    _row("sub", "f32", corrected="add"),
    _row("mul", "f32", corrected="mul"),
    _row("div", "f32", corrected="div"),
    _row("recip", "f32", corrected="div"),
    _row("sqrt", "f32", corrected="sqrt"),
    _row("fma", "f32", corrected="fma"),
    _row("floor", "f32"),
    _row("ceil", "f32"),
    _row("trunc", "f32"),
    _row("round", "f32"),
    _row("from_u32", "f32"),
    _row("from_i32", "f32"),
    _row("add", "f64", integer=False),
    _row("sub", "f64", integer=False),
    _row("mul", "f64", integer=False),
    _row("div", "f64", integer=False),
    _row("recip", "f64", integer=False),
    _row("sqrt", "f64", integer=False),
    _row("fma", "f64"),
)

FORMS: Final[dict[tuple[str, str], Row]] = {(row.op, row.dtype): row for row in _ROWS}
"""The operations that have a choice. ``from_u32`` and ``from_i32``: casts from integers of up to 32 bits. Those of f16 and bf16 take
the forms of f32 and round in integers; what is in no row is written with integers always: comparisons, signs, minima, all other casts."""

FACTS: Final = tuple(dict.fromkeys(fact for row in _ROWS for _, fact in row.forms if fact is not None))
"""What a probe measures."""

NEAR: Final = frozenset(fact for fact in FACTS if fact.startswith("near_"))
"""What holds on a device that is right but for subnormals and last digits: the forms that a text shows where no device is asked."""


BUDGETED: Final = ("div", "recip", "sqrt")
"""The operations that ``ulp_budget`` speaks of. The others are exact, or wrong beyond any budget: an ``fma`` that rounds twice."""

GUARDED: Final = "guarded_"
"""What the name of one of these begins with in ``DeviceProfile.errors`` where its error is that in the middle of the range of f32: many devices
divide by way of a reciprocal, and wrongly where that is no normal number."""


def permitted(op: str, dtype: str, profile: DeviceProfile, numerics: Numerics) -> tuple[Form, tuple[str, ...]] | None:
    """The form that permissions allow instead of an exact one, and these permissions, as a receipt names them; None where there is none.

    >>> errors = (("div", "f32", float("inf"), 4.0), ("guarded_div", "f32", 1.0, 1.0))
    >>> profile = DeviceProfile("wgpu", "a GPU", "gpu", frozenset(), frozenset(), errors=errors)
    >>> permitted("div", "f32", profile, Numerics(flush=True))
    >>> permitted("div", "f32", profile, Numerics(ulp_budget=4, flush=True))
    ('native', ('flush', 'div f32: 4 ULP'))
    >>> permitted("div", "f32", profile, Numerics(ulp_budget=4))
    ('guarded', ('div f32: 1 ULP',))
    """
    budget = numerics.ulp_budget if numerics.ulp_budget is not None and op in BUDGETED else 0
    for flush in (False, True)[: 1 + numerics.flush]:
        error = profile.error(op, dtype, flush=flush)
        if error <= budget:
            return "native", ("flush",) * flush + (f"{op} {dtype}: {error:g} ULP",) * (error > 0)
    error = profile.error(GUARDED + op, dtype, flush=False)
    return ("guarded", (f"{op} {dtype}: {error:g} ULP",)) if budget and error <= budget else None


def within_budget(program: Program, ops: Sequence[str], profile: DeviceProfile, numerics: Numerics) -> tuple[str, ...]:
    """For a compiler with a faster form of all of ``ops`` on f32 or of none: the permissions by which it may use them in a program, as a
    receipt names them. None where one of the operations that are there is off by more, or none is there."""
    if numerics.ulp_budget is None or (not numerics.ulp_budget and not profile.trusts_device):
        return ()
    there = sorted({op for op, t in computed(program) if op in ops and t is not f64})  # f16 and bf16 are held in f32
    found = [(op, 0.0 if profile.trusts_device else profile.error(op, "f32", flush=numerics.flush)) for op in there]
    if any(error > numerics.ulp_budget for _, error in found):
        return ()
    return tuple(f"{op} f32: {error:g} ULP" for op, error in found)


def named(used: Collection[str]) -> tuple[str, ...]:
    """Permissions in the order of a receipt.

    >>> named({"div f32: 2 ULP", "flush", "contract"})
    ('contract', 'flush', 'div f32: 2 ULP')
    """
    order = ("contract", "reorder", "flush")
    return (*(name for name in order if name in used), *sorted(set(used).difference(order)))


Allowed = Callable[[str, str], Form | None]
"""Of an operation and a type, the form that permissions allow instead of an exact one."""


def _nothing(op: str, dtype: str) -> Form | None:
    return None


def form_of(op: str, dtype: str, exact: Callable[[str], bool], allowed: Allowed = _nothing) -> Form | None:
    """The form that is ``allowed``, else the cheapest exact one; None where the device has none, and the operation is refused."""
    found = allowed(op, dtype)
    if found is not None:
        return found
    for form, fact in FORMS[op, dtype].forms:
        if fact is None or exact(fact):
            return form
    return None


def verdicts(
    exact: Callable[[str], bool], dtypes: frozenset[str], allowed: Allowed = _nothing
) -> tuple[tuple[str, str, str], ...]:
    """(operation, type, form or ``refused``) of every row whose type the device takes."""
    return tuple(
        (row.op, row.dtype, form_of(row.op, row.dtype, exact, allowed) or "refused")
        for row in _ROWS
        if row.dtype in dtypes
    )
