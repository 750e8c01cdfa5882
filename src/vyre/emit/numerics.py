"""Which form an operation of floats takes on a device whose compiler promises nothing (rule 3; all of WGSL).

Three forms: *native*, the device's own operation; *corrected*, its own where that can be seen to be right, and integers where it can't;
*integer*, which asks nothing of the device. The first one whose facts a probe has found to hold (``DeviceProfile.exact``) is taken, they are in order of cost.

A fact ``mul_f32`` says that the device's own multiplication is exact for all operands. ``near_mul_f32`` says less: that it is wherever the
corrected form takes its result. Facts are about one operation alone. That several in a row are not contracted, reassociated or folded is no
fact that could be measured, so opaque values stand between them (``emit/wgsl/hidden.py``), whatever was measured.

>>> form_of("div", "f32", lambda fact: fact == "near_div_f32")
'corrected'
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

__all__ = ["FACTS", "FORMS", "NEAR", "Form", "Row", "form_of", "verdicts"]

Form = Literal["native", "corrected", "integer"]


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


def form_of(op: str, dtype: str, exact: Callable[[str], bool]) -> Form | None:
    """The cheapest exact form; None where the device has none, and the operation is refused."""
    for form, fact in FORMS[op, dtype].forms:
        if fact is None or exact(fact):
            return form
    return None


def verdicts(exact: Callable[[str], bool], dtypes: frozenset[str]) -> tuple[tuple[str, str, str], ...]:
    """(operation, type, form or ``refused``) of every row whose type the device takes."""
    return tuple(
        (row.op, row.dtype, form_of(row.op, row.dtype, exact) or "refused") for row in _ROWS if row.dtype in dtypes
    )
