"""The shape of a left-out ``Out`` (rule 5.1), and the warning where it may be another than was meant."""

from __future__ import annotations

import itertools
import sys
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import vyre as vy
from vyre.errors import VyreWarning
from vyre.kernel import Kernel
from vyre.run.session import Session

NUMBERS = itertools.count()
LOOKUP = "if i < out.size:\n        out[i] = table[text[i]]"
SUMS = "if i < out.size:\n        out[i] = a[i] + b[i]"
TABLE = np.arange(256, dtype=np.uint32)[::-1].copy()
TEXT = np.arange(1000, dtype=np.uint32) % 256


def made(parameters: str, body: str, options: str = "") -> Kernel:
    """A kernel with a name of its own, so that nobody was warned of it before."""
    return vy.kernel_from_source(
        f"@vy.kernel({options})\ndef k{next(NUMBERS)}({parameters}):\n    i = vy.global_id()\n    {body}\n"
    )


def ins(*names: str, out: str = "vy.Out[vy.u32]") -> str:
    return ", ".join([*(f"{name}: vy.In[vy.u32]" for name in names), f"out: {out}"])


def told(run: Callable[[], Any]) -> list[Any]:
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        run()
    return [w for w in seen if w.category is VyreWarning]


def test_a_table_before_the_text_is_told_of_once_at_the_caller_s_line(device: str) -> None:
    kernel = made(ins("table", "text"), LOOKUP, 'domain="text"')
    line = sys._getframe().f_lineno + 1
    seen = told(lambda: [kernel(TABLE, TEXT, backend=device).shape for _ in range(3)])
    assert [(w.filename, w.lineno) for w in seen] == [(__file__, line)]
    text = str(seen[0].message)
    assert "'out' is left out and gets the shape of 'table'" in text
    assert "'table' (256,), 'text' (1000,)" in text
    assert "out: vy.Out[vy.u32]" in text  # the declaration, with carets
    assert 'Fix: pass shapes={"out": (1000,)} or out=' in text
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        again = made(ins("table", "text"), LOOKUP, 'domain="text"')
        want = TABLE[TEXT].tolist()
        assert again(TABLE, TEXT, backend=device, shapes={"out": (1000,)}).tolist() == want
        assert again(TABLE, TEXT, backend=device, out=np.empty(1000, np.uint32)).tolist() == want
        declared = made(ins("table", "text", out="vy.Out[vy.u32, 1000]"), LOOKUP, 'domain="text"')
        assert declared(TABLE, TEXT, backend=device).tolist() == want


def test_the_law_stays() -> None:
    """Rule 5.1: the result is still as long as the first array argument."""
    kernel = made(ins("table", "text"), LOOKUP)
    with pytest.warns(VyreWarning, match="left out"):
        assert kernel(TABLE, TEXT, backend="reference").tolist() == TABLE[TEXT[:256]].tolist()


DOUBTFUL: dict[str, tuple[str, str, str, Callable[[], tuple[Any, ...]]]] = {
    "a table first": (ins("table", "text"), LOOKUP, "", lambda: (TABLE, TEXT)),
    "two of unlike length": (ins("a", "b"), SUMS, "", lambda: (TEXT, TEXT[:9])),
    "a longer one second": (ins("a", "b"), SUMS, "", lambda: (TEXT[:9], TEXT)),
    "one element first": (ins("a", "b"), SUMS.replace("a[i]", "a[0]"), "", lambda: (TEXT[:1], TEXT)),
    "an InOut second": ("a: vy.In[vy.u32], b: vy.InOut[vy.u32], out: vy.Out[vy.u32]", SUMS, "", lambda: (TEXT[:9], TEXT.copy())),
    "results elsewhere": (ins("a", "b"), "out[i // 2] = a[i] + b[0]", 'domain="b"', lambda: (TEXT[:9], TEXT[:99])),
}  # fmt: skip

CLEAR: dict[str, tuple[str, str, str, Callable[[], tuple[Any, ...]]]] = {
    "all of one shape": (ins("a", "b"), SUMS, "", lambda: (TEXT, TEXT)),
    "one array": (ins("a"), "out[i] = a[i]", "", lambda: (TEXT,)),
    "one element beside many": (ins("a", "b"), SUMS.replace("b[i]", "b[0]"), "", lambda: (TEXT, TEXT[:1])),
    "a table beside what is walked": (ins("text", "table"), LOOKUP, "", lambda: (TEXT, TABLE)),
    "the first as the domain": (ins("a", "b"), SUMS, 'domain="a"', lambda: (TEXT, TEXT[:9])),
    "a declared shape": (ins("a", "b", out="vy.Out[vy.u32, 5]"), SUMS, "", lambda: (TEXT, TEXT[:9])),
}


@pytest.mark.parametrize("warm", [False, True])
@pytest.mark.parametrize(("parameters", "body", "options", "arguments"), DOUBTFUL.values(), ids=DOUBTFUL)
def test_a_doubtful_shape_is_told_of(
    parameters: str, body: str, options: str, arguments: Callable[[], tuple[Any, ...]], warm: bool
) -> None:
    kernel = made(parameters, body, options)
    if warm:  # the path of calls that need nothing done to their arguments
        alike = tuple(TEXT.copy() for _ in arguments())
        assert told(lambda: kernel(*alike, backend="reference")) == []
    seen = told(lambda: kernel(*arguments(), backend="reference"))
    assert len(seen) == 1
    assert "Fix: " in str(seen[0].message)
    assert told(lambda: kernel(*arguments(), backend="reference")) == []


@pytest.mark.parametrize(("parameters", "body", "options", "arguments"), CLEAR.values(), ids=CLEAR)
def test_a_clear_shape_is_not_told_of(
    parameters: str, body: str, options: str, arguments: Callable[[], tuple[Any, ...]]
) -> None:
    kernel = made(parameters, body, options)
    got: list[Any] = []
    assert told(lambda: got.append(kernel(*arguments(), backend="reference"))) == []
    assert got[0].shape == ((5,) if "5]" in parameters else arguments()[0].shape)


def test_the_fix_that_keeps_the_first_ones_shape() -> None:
    kernel = made(ins("a", "b"), SUMS)
    seen = told(lambda: kernel(TEXT[:9], TEXT[:3], backend="reference"))
    assert "if the shape of 'a' is right, say so with domain=\"a\" in the decorator" in str(seen[0].message)
    same = made(ins("a", "b"), SUMS, 'domain="a"')
    got: list[Any] = []
    assert told(lambda: got.append(same(TEXT[:9], TEXT[:3], backend="reference"))) == []
    assert got[0].tolist() == [0, 2, 4, 3, 4, 5, 6, 7, 8]


def test_the_driver_s_door_submissions_and_checks_tell_it_too() -> None:
    with Session("reference") as session:
        kernel = made(ins("table", "text"), LOOKUP)
        assert len(told(lambda: session.dispatch(kernel.program, [TABLE.tobytes(), TEXT.tobytes()]))) == 1
    for run in (
        lambda k: k.submit(TABLE, TEXT, backend="reference").result(60),
        lambda k: k.check(TABLE, TEXT, backends=["cpu"]),
        lambda k: k.compile(backend="reference").bind(TABLE, TEXT)(),
    ):
        kernel = made(ins("table", "text"), LOOKUP)
        assert len(told(lambda run=run, kernel=kernel: run(kernel))) == 1  # type: ignore[misc]  # mypy has no type for a default in a lambda


def test_each_kernel_is_told_of_by_its_own_name() -> None:
    kernels = [made(ins("table", "text"), LOOKUP) for _ in range(2)]
    seen = told(lambda: [k(TABLE, TEXT, backend="reference") for k in (*kernels, *kernels)])
    assert [str(w.message).partition(":")[0] for w in seen] == [k.__name__ for k in kernels]


def test_named_dimensions_leave_no_doubt() -> None:
    kernel = vy.kernel_from_source(
        f"def k{next(NUMBERS)}(table: vy.In[vy.u32, M], text: vy.In[vy.u32, N], out: vy.Out[vy.u32, N]):\n"
        f"    i = vy.global_id()\n    {LOOKUP}\n",
        namespace=dict(zip("MN", vy.dims("M N"), strict=True)),
    )
    got: list[Any] = []

    def twice(backend: str) -> None:
        got.extend(kernel(TABLE, TEXT, backend=backend) for _ in range(2))

    for backend in ("reference", "cpu"):
        assert told(lambda backend=backend: twice(backend)) == []  # type: ignore[misc]  # mypy has no type for a default in a lambda
    assert [g.tolist() for g in got] == [TABLE[TEXT].tolist()] * 4


def test_each_session_tells_it_once(device: str) -> None:
    program = made(ins("table", "text"), LOOKUP, 'domain="text"').program
    for _ in range(2):
        with Session(device) as session:

            def run(session: Session = session) -> list[Any]:
                return session.dispatch(program, [TABLE, TEXT])

            assert [len(told(run)), len(told(run))] == [1, 0]
