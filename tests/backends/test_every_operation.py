"""Every operation of the table on every type and device, in three forms, against exact arithmetic."""

from __future__ import annotations

import pytest

import vyre as vy
from tests.sizes import crossed
from vyre.ir.nodes import Op
from vyre.ir.ops import FUNCTIONS, OPS
from vyre.ir.walk import walk
from vyre.run.session import Session

from .exact import TYPES
from .table import FORMS, ROWS, Form, cases, hold, rows_of, source_of


@pytest.mark.parametrize(
    ("case", "form"), crossed(cases(), FORMS, each=1), ids=lambda p: p if isinstance(p, str) else "-".join(p)
)
def test_operation(session: Session, device: str, case: tuple[str, str], form: Form) -> None:
    hold(session, device, *case, form)


def test_the_table_holds_every_operation() -> None:
    assert {r.op for r in ROWS.values() if not r.composite} | {"cast", "bitcast", *FUNCTIONS} == set(
        OPS
    )  # rules 2.6, 3.5


@pytest.mark.parametrize("name", sorted(TYPES))
def test_the_kernels_contain_what_the_table_says(name: str) -> None:
    program = vy.kernel_from_source(source_of(TYPES[name], "varying"), name="table").program
    found = {s.op for _, s, _ in walk(program) if isinstance(s, Op)}
    assert {row.op for row in rows_of(TYPES[name]) if not row.composite} <= found
