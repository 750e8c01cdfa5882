"""Every error of the front end: what triggers it, that it shows the line and a Fix, and that the Fix gives right bytes."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import vyre as vy
from tests.errors.kernel_error_rows import ROWS as PLAIN_ROWS
from tests.errors.kernel_error_rows import Row
from tests.errors.reading_error_rows import READING_ROWS
from tests.errors.record_error_rows import RECORD_ROWS, records
from vyre.codes import CODES

ROWS = [*PLAIN_ROWS, *RECORD_ROWS, *READING_ROWS]
ELSEWHERE = {
    "K100", "K101", "K102", "K103", "K104", "K105", "K106", "K107", "K108",  # tests/unit/lang/test_source.py
    "K142",  # below
}  # fmt: skip


(LEN,) = vy.dims("LEN")
NAMES = {"math": math, "np": np, "LEN": LEN, "HALF": LEN // 2}


def _arguments() -> dict[str, Any]:
    return {
        "a": np.array([3, 1, 4, 1, 5], np.uint32),
        "f": np.array([0.5, 1.5, 2.5, -1.5, 0.0], np.float32),
        "b": np.array([1, 2, 3, 4, 5], np.uint8),
        "x": np.zeros(5, np.uint32),
        "m": np.array([[3], [1], [4], [1], [5]], np.uint32),
        "n": 5,
        "r": records(),
        "s": records(),
        "big": np.zeros(5, [("v", "u4", 300)]),
    }


def _run(text: str) -> list[int]:
    kernel = vy.kernel_from_source(text, name="k", namespace=NAMES)
    given = {p.name: _arguments()[p.name] for p in kernel.program.buffers if p.takes_input}
    keywords: dict[str, Any] = {"backend": "reference"}
    if kernel.program.domain is None:
        keywords["domain"] = 256 if "x" in given else 5
    result = kernel(**given, **keywords)
    return [int(v) for v in np.ravel(result)]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.code)
def test_the_error_shows_its_line_and_a_fix(row: Row) -> None:
    with pytest.raises(vy.VyreError) as caught:
        vy.kernel_from_source(row.wrong, name="k", namespace=NAMES).program.check()
    error = caught.value
    assert error.code == row.code, str(error)
    assert error.place is not None
    assert error.place.text.strip() in row.wrong
    assert error.place.text[error.place.column : error.place.end_column].strip()
    assert row.says in error.message + error.fix, str(error)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.code)
def test_the_fix_gives_the_right_result(row: Row) -> None:
    assert _run(row.right) == row.gives


def test_every_code_of_the_front_end_has_a_row() -> None:
    tested = {row.code for row in ROWS} | ELSEWHERE
    assert {code for code in CODES if code.startswith("K")} == {code for code in tested if code.startswith("K")}


def test_K142_an_expression_that_a_later_python_brings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every kind of expression of the present ones has a row of its own, so one is hidden."""
    from vyre.lang.refusals import EXPRESSIONS

    monkeypatch.delitem(EXPRESSIONS, "Lambda")
    with pytest.raises(vy.VyreError, match=r"\[K142\] Lambda is not in the language") as caught:
        vy.kernel_from_source("def k(x: vy.InOut[vy.u32]):\n    h = lambda a: a\n    x[vy.global_id()] = 1\n")
    assert caught.value.place is not None
    assert caught.value.place.line == 2
