"""Every ordinary form of a call goes one way: few functions are entered for each, and for each two of them together.

What a form gives is compared with the reference's answer to the plainest form of the same call, and what is wrong in one argument is
refused alike whatever the others are.
"""

from __future__ import annotations

import mmap
from array import array
from collections.abc import Callable
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import vyre as vy
from tests.unit.run.test_call_counts import entered
from vyre.errors import VyreError
from vyre.run.direct import Armed

N = 48
PAIR = np.dtype([("x", np.float32), ("n", np.uint32)])
Pair = vy.struct(PAIR)


@vy.kernel
def joined(
    a: vy.In[vy.u8],
    s: vy.f32,
    n: vy.i16,
    on: vy.bool_,
    x: vy.In[vy.f32],
    r: vy.In[Pair],  # type: ignore[valid-type]
    out: vy.Out[vy.f32],
    last: vy.Out[vy.u32],
) -> None:
    i = vy.global_id()
    if i < out.size:
        out[i] = s * x[i] + vy.f32(n) + vy.f32(a[i]) + r[i].x  # type: ignore[attr-defined]
    if i < last.size and on:
        last[i] = r[i].n + vy.u32(i)  # type: ignore[attr-defined]


def _mapped(values: Any) -> mmap.mmap:
    memory = mmap.mmap(-1, values.nbytes)
    memory[:] = values.tobytes()
    return memory


def _read_only(values: Any) -> Any:
    found = values.copy()
    found.flags.writeable = False
    return found


def _apart(values: Any) -> Any:
    found = np.zeros(2 * values.size, values.dtype)[::2]
    found[:] = values
    return found


RNG = np.random.default_rng(5)
A = RNG.integers(0, 256, N, np.uint8)
X = RNG.normal(size=N).astype(np.float32)
R = np.zeros(N, PAIR)
R["x"], R["n"] = X * 2, np.arange(N)
PLAIN: dict[str, Any] = {"a": A, "s": np.float32(0.1), "n": -7, "on": np.bool_(True), "x": X, "r": R}
# What one argument, or one keyword, may be instead.
FORMS: dict[str, tuple[str, Callable[[], Any]]] = {
    "bytes": ("a", A.tobytes),
    "bytearray": ("a", lambda: bytearray(A)),
    "memoryview": ("a", lambda: memoryview(A.tobytes())),
    "array.array": ("a", lambda: array("B", A.tolist())),
    "mmap": ("a", lambda: _mapped(A)),
    "read-only": ("a", lambda: _read_only(A)),
    "strided": ("a", lambda: _apart(A)),
    "reversed": ("x", lambda: X[::-1].copy()[::-1]),
    "foreign byte order": ("x", lambda: X.astype(">f4")),
    "unaligned": ("x", lambda: np.frombuffer(b"." + X.tobytes(), np.uint8)[1:].view(np.float32)),
    "records apart": ("r", lambda: _apart(R)),
    "read-only records": ("r", lambda: _read_only(R)),
    "float": ("s", lambda: 0.1),
    "0-d": ("s", lambda: np.array(0.1, np.float32)),
    "NumPy int": ("n", lambda: np.int16(-7)),
    "bool": ("on", lambda: True),
    "domain=": ("domain", lambda: N),
    "domain= a name": ("domain", lambda: "x"),
    "domain= a function": ("domain", lambda: lambda a, *rest, **words: N),
    "grid=": ("grid", lambda: 1),
    "shapes=": ("shapes", lambda: {"last": (N,)}),
    "out=": ("out", lambda: (np.zeros(N, np.float32), None)),
    "strided out=": ("out", lambda: [None, _apart(np.zeros(N, np.uint32))]),
    "config": ("config", lambda: vy.DispatchConfig(label="mine")),
    "a limit": ("config", lambda: vy.DispatchConfig(max_output_bytes=1 << 20)),
}
COPIED = ["strided", "reversed", "foreign byte order", "unaligned", "records apart"]
# Functions that a form enters where machine code has the launch, and where Python has it.
ALLOWED = (
    dict.fromkeys(COPIED, 36) | {"strided out=": 125},
    dict.fromkeys([*COPIED, "bytes", "bytearray", "memoryview", "array.array", "mmap"], 84) | {"strided out=": 120},
)
WORDS = frozenset({"domain", "grid", "shapes", "out", "config"})
KEYWORD = "keywords"


def _spoken(changed: dict[str, Any], *, by_keyword: bool) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """Positional arguments and keywords."""
    given = {**PLAIN, **{name: value for name, value in changed.items() if name not in WORDS}}
    words = {name: value for name, value in changed.items() if name in WORDS}
    return ((), {**given, **words}) if by_keyword else (tuple(given.values()), words)


def _call(changed: dict[str, Any], *, by_keyword: bool = False, backend: str = "cpu") -> Any:
    args, words = _spoken(changed, by_keyword=by_keyword)
    return joined(*args, **words, backend=backend)


def _bytes(results: Any) -> list[bytes]:
    return [np.asarray(one).tobytes() for one in results]


@pytest.fixture(scope="module")
def expected() -> list[bytes]:
    return _bytes(_call({}, backend="reference"))


@pytest.mark.parametrize("form", [*FORMS, KEYWORD])
def test_each_form_enters_few_functions(form: str, expected: list[bytes]) -> None:
    changed = {} if form == KEYWORD else {FORMS[form][0]: FORMS[form][1]()}

    def call() -> Any:
        return _call(changed, by_keyword=form == KEYWORD)

    assert _bytes(call()) == expected
    found = entered(call)
    ours = sum(found.values())
    assert ours <= ALLOWED[0].get(form, 34), (ours, dict(found))


@pytest.mark.parametrize("form", [*FORMS, KEYWORD])
def test_each_form_enters_few_functions_without_machine_code(
    form: str, expected: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Armed, "met", lambda *_: None)
    changed = {} if form == KEYWORD else {FORMS[form][0]: FORMS[form][1]()}
    args, words = _spoken(changed, by_keyword=form == KEYWORD)
    with vy.Session("cpu") as session:
        plan = session.prepare(joined.program).calls()

        def call() -> Any:
            return plan.call(session, joined._spoken(args, words), words.get("config", session.config))

        assert _bytes(call()) == expected
        found = entered(call)
    ours = sum(found.values())
    assert ours <= ALLOWED[1].get(form, 52), (ours, dict(found))


@pytest.mark.parametrize("pair", list(combinations([*FORMS, KEYWORD], 2)), ids=" and ".join)
def test_two_forms_together_give_the_same_bytes(pair: tuple[str, str], expected: list[bytes]) -> None:
    changed = {FORMS[form][0]: FORMS[form][1]() for form in pair if form != KEYWORD}
    if {"domain", "grid"} <= set(changed):
        with pytest.raises(VyreError) as caught:
            _call(changed, by_keyword=KEYWORD in pair)
        assert caught.value.code == "A613"
        return
    for _ in range(2):
        assert _bytes(_call(changed, by_keyword=KEYWORD in pair)) == expected


# What is wrong in one argument, with the code of the error.
WRONG: dict[str, tuple[str, Callable[[], Any], str]] = {
    "dtype": ("x", lambda: X.astype(np.float64), "A602"),
    "rank": ("a", lambda: A.reshape(6, 8), "A603"),
    "no array": ("r", object, "A604"),
    "a float for an int": ("n", lambda: 1.5, "A604"),
    "out of range": ("n", lambda: 1 << 15, "A608"),
    "too large": ("s", lambda: 1e39, "A608"),
    "a number for a bool": ("on", lambda: 1, "A604"),
    "read-only out": ("out", lambda: (_read_only(X), None), "A605"),
    "too many outs": ("out", lambda: (X, X, X), "A601"),
    "a dict": ("out", lambda: {"out": X}, "A601"),
    "domain": ("domain", lambda: -1, "A610"),
    "axes": ("domain", lambda: (2, 3), "A610"),
    "name": ("domain", lambda: "b", "A601"),
    "shape": ("shapes", lambda: {"first": (N,)}, "A601"),
    "budget": ("config", lambda: vy.DispatchConfig(max_output_bytes=1), "A614"),
}


def _refusal(call: Callable[[], Any]) -> tuple[object, ...]:
    with pytest.raises(VyreError) as caught:
        call()
    error = caught.value
    return type(error), error.code, error.message, error.fix, error.actual


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(list(WRONG)), st.sampled_from([*FORMS, KEYWORD]))
def test_what_is_wrong_is_refused_alike_beside_any_form(wrong: str, form: str) -> None:
    where, value, code = WRONG[wrong]
    beside = {} if form == KEYWORD or FORMS[form][0] == where else {FORMS[form][0]: FORMS[form][1]()}
    if {"domain", "grid"} <= {where, *beside}:
        return
    plain = _refusal(lambda: _call({where: value()}, backend="reference"))
    assert plain[1] == code
    found = _refusal(lambda: _call({**beside, where: value()}, by_keyword=form == KEYWORD))
    if wrong == "name":  # the Fix names the arguments that have a shape
        plain, found = plain[:3], found[:3]
    assert found == plain


@pytest.mark.parametrize("form", ["empty", "another length"])
def test_new_lengths_are_no_new_plan(form: str) -> None:
    few = slice(0) if form == "empty" else slice(3, 40)
    changed = {"a": A[few], "x": X[few], "r": R[few]}
    assert _bytes(_call(changed)) == _bytes(_call(changed, backend="reference"))


def test_a_thousand_lengths_in_turn_enter_few_functions() -> None:
    def of(length: int) -> Callable[[], Any]:
        changed = {"a": A[:1].repeat(length), "x": X[:1].repeat(length), "r": R[:1].repeat(length)}
        return lambda: _call(changed)

    calls = [of(length) for length in range(1, 1001)]
    for call in calls * 7:
        call()
    turn = iter(calls * 2)
    for _ in range(200):
        next(turn)()

    def another() -> Any:
        return next(turn)()

    found = entered(another)
    assert sum(found.values()) <= 36, dict(found)
