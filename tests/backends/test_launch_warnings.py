"""Warnings at a kernel's first launch (N100 to N104): each once per kernel, and each Fix does what it says."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, Final, TypeAlias

import numpy as np
import pytest

import vyre as vy
from vyre.run.session import Session

from .writing import kernel

Words: TypeAlias = np.ndarray[Any, np.dtype[np.uint32]]
HISTOGRAM = "a: vy.In[vy.u32], counts: vy.Out[vy.u32, 8]"
BINS = "cell: vy.In[vy.u32], next: vy.InOut[vy.u32], order: vy.Out[vy.u32]"


@pytest.fixture(autouse=True)
def _afresh() -> None:
    """Nothing was warned of: the kernels of this file are alike on all devices."""
    vy.session().engine("reference").told.clear()


def issued(run: Callable[[], Any]) -> list[str]:
    """The texts of the warnings of a run."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        run()
    assert {one.category for one in caught} <= {vy.VyreWarning}
    return [str(one.message) for one in caught]


def only(run: Callable[[], Any], code: str) -> str:
    (text,) = issued(run)
    assert text.startswith(f"[{code}] k: ")
    return text


def fix_of(text: str) -> str:
    return text.rpartition("\nFix: ")[2]


def values(count: int = 1000) -> Words:
    return (np.arange(count, dtype=np.uint32) * 7919 % 8).astype(np.uint32)


# -- N100 -------------------------------------------------------------------------------------------


def test_rule_6_3_an_old_value_that_says_where_is_warned_of_once(device: str) -> None:
    body = "i = vy.global_id()\nif i < cell.size:\n    order[vy.atomic_add(next, cell[i], 1)] = i"
    bins = kernel(body, BINS, options="domain='cell'")
    cell = values()
    first = np.concatenate([[0], np.cumsum(np.bincount(cell, minlength=8))[:-1]]).astype(np.uint32)
    text = only(lambda: bins(cell, first.copy(), backend=device), "N100")
    assert "what order holds may depend on the order" in text
    assert "order[vy.atomic_add(next, cell[i], 1)] = i\n" in text
    assert text.count("^" * len("vy.atomic_add(next, cell[i], 1)")) == 1
    assert issued(lambda: bins(cell, first.copy(), backend=device)) == []
    assert issued(lambda: bins(cell[:500].copy(), first.copy(), backend=device)) == []


WAYS = ("call", "compile", "bind", "submit", "dispatch", "session.submit", "session.compile")


@pytest.mark.parametrize("way", WAYS)
def test_rule_6_3_every_way_to_call_warns(session: Session, device: str, way: str) -> None:
    made = kernel(
        f"i = vy.global_id()\nif i < a.size:\n    out[vy.atomic_add(n, 0, 1)] = a[i] + {WAYS.index(way)}",
        "a: vy.In[vy.u32], n: vy.InOut[vy.u32], out: vy.Out[vy.u32, 100]",
        options="domain='a'",
    )
    a, n = values(100), np.zeros(1, np.uint32)
    with Session(device) as own:
        ways: dict[str, Callable[[], Any]] = {
            "call": lambda: made(a, n.copy(), backend=device),
            "compile": lambda: made.compile(backend=device)(a, n.copy()),
            "bind": lambda: [made.compile(backend=device).bind(a, n.copy())()],
            "submit": lambda: made.submit(a, n.copy(), backend=device).result(),
            "dispatch": lambda: own.dispatch(made.program, [a, n]),
            "session.submit": lambda: own.submit(made.program, [a, n]).result(),
            "session.compile": lambda: own.compile(made.program)([a, n]),
        }
        only(ways[way], "N100")
        assert issued(ways[way]) == []


def test_rule_6_3_the_fix_silences_this_kernel_alone(device: str) -> None:
    body = "i = vy.global_id()\nif i < a.size:\n    out[vy.atomic_add(n, 0, 1)] = a[i] + {}"
    signature = "a: vy.In[vy.u32], n: vy.InOut[vy.u32], out: vy.Out[vy.u32, 1000]"

    def run(added: int, name: str = "k") -> Any:
        made = kernel(body.format(added), signature, options="domain='a'")
        program = replace(made.program, name=name)
        with Session(device) as own:
            return own.dispatch(program, [values(), np.zeros(1, np.uint32)])

    line = re.search(r"put (warnings\.filterwarnings\(.*?\)) before", only(lambda: run(1), "N100"))
    assert line is not None
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        exec(line[1], {"warnings": warnings, "vy": vy})
        run(2)
        assert caught == []
        run(3, "another")
        assert len(caught) == 1


def test_rule_6_3_what_no_order_reaches_is_not_warned_of(device: str) -> None:
    """Old values that are not used, and used ones that reach no output."""
    quiet = (
        "vy.atomic_add(counts, a[i], 1)",
        "x = vy.atomic_add(counts, a[i], 1)\n    y = x + 1",
        "vy.atomic_add(counts, 0, 1)\n    vy.atomic_max(counts, 1, a[i])",
        "s[vy.local_id()] = vy.atomic_add(counts, a[i], 1)",
        "vy.atomic_compare_exchange(counts, a[i], 0, 1)",
        "if vy.atomic_add(counts, 0, 1) == a.size - 1:\n        last[0] = 1",
    )
    for body in quiet:
        text = f"s = vy.shared(vy.u32, 256)\ni = vy.global_id()\nif i < a.size:\n    {body}"
        made = kernel(text, HISTOGRAM + ", last: vy.Out[vy.u32, 1]", options="domain='a'")
        assert issued(partial(made, values(), backend=device)) == [], body


def test_rule_6_3_one_invocation_has_one_order(device: str) -> None:
    body = "for i in range(a.size):\n    out[vy.atomic_add(n, 0, 1)] = a[i]\n    n[1] += 1"
    signature = "a: vy.In[vy.u32], n: vy.InOut[vy.u32], out: vy.Out[vy.u32]"
    made = kernel(body, signature, options="domain=1, workgroup=1")
    n = np.zeros(2, np.uint32)
    assert issued(lambda: made(values(), n, shapes={"out": 1000}, backend=device)) == []
    assert n.tolist() == [1000, 1000]
    receipt = vy.session().last_receipt()
    assert receipt is not None
    assert receipt.verdict == "bitwise"


# -- decided by the elements (rule 6.3) ---------------------------------------------------------------

APART = {
    "constants": "vy.atomic_add(o, 0, 1)\nvy.atomic_max(o, 1, a[i])",
    "rows": "vy.atomic_add(p, (0, a[i]), 1)\nvy.atomic_max(p, (1, a[i]), i)",
    "even and odd": "vy.atomic_add(o, 2 * a[i], 1)\nvy.atomic_max(o, 2 * a[i] + 1, i)",
    "a part and the next": "vy.atomic_add(o, a[i] % 8, 1)\nvy.atomic_max(o, 8 + a[i] % 8, i)",
}


@pytest.mark.parametrize("body", APART.values(), ids=APART)
def test_rule_6_3_different_elements_with_different_atomics_are_decided(device: str, body: str) -> None:
    lines = "\n".join(f"    {line}" for line in body.split("\n"))
    made = kernel(
        f"i = vy.global_id()\nif i < a.size:\n{lines}",
        "a: vy.In[vy.u32], o: vy.InOut[vy.u32], p: vy.InOut[vy.u32]",
        options="domain='a'",
    )
    o, p = np.zeros(16, np.uint32), np.zeros((2, 8), np.uint32)
    report = made.check(values(), o, p, backends=[device])
    assert report.status == "equal", str(report)


def test_rule_6_3_different_cells_of_a_workgroup_are_decided(device: str) -> None:
    body = """
    c = vy.shared(vy.u32, 2)
    i = vy.global_id()
    vy.atomic_add(c, 0, a[i])
    vy.atomic_max(c, 1, a[i])
    vy.barrier()
    if vy.local_id() == 0:
        counts[vy.group_id()] = c[0] * 8 + c[1]
    """
    made = kernel(body, HISTOGRAM, options="domain='a'")
    assert made.check(values(), backends=[device]).status == "equal"


# -- N101 -------------------------------------------------------------------------------------------

UPDATES: Final[dict[str, Callable[[Words], Any]]] = {
    "counts[k] += 1": lambda a: np.bincount(a, minlength=8),
    "counts[a[i]] += i": lambda a: np.bincount(a, np.arange(a.size), 8).astype(np.uint32),
    "counts[k] = counts[k] + 1": lambda a: np.bincount(a, minlength=8),
    "counts[a[i]] = max(counts[a[i]], i)": lambda a: [np.flatnonzero(a == k).max() for k in range(8)],
    "counts[k] |= i": lambda a: [np.bitwise_or.reduce(np.flatnonzero(a == k)) for k in range(8)],
    "counts[0] += a[i]": lambda a: [a.sum(), 0, 0, 0, 0, 0, 0, 0],
}


@pytest.mark.parametrize("line", UPDATES)
def test_rule_4_5_an_update_in_place_that_may_be_lost_is_warned_of_and_its_fix_counts(device: str, line: str) -> None:
    body = "i = vy.global_id()\nif i < a.size:\n    k = a[i]\n    {}"
    a = values()
    made = kernel(body.format(line), HISTOGRAM, options="domain='a'")
    text = only(lambda: made(a, backend=device), "N101")
    assert issued(lambda: made(a, backend=device)) == []
    fix = fix_of(text)
    assert fix.startswith("write vy.atomic_")
    repaired = kernel(body.format(fix.removeprefix("write ")), HISTOGRAM, options="domain='a'")
    assert repaired(a, backend=device).tolist() == list(UPDATES[line](a))


@pytest.mark.parametrize(
    "body",
    [
        "x[i] += 1",
        "x[2 * i + 1] += a[i]",
        "if vy.local_id() == 0:\n        x[vy.group_id()] += 1",
        "if i == 0:\n        x[0] += 1",
        "x[i] = x[a[i]] + 1",
        "t = vy.private(vy.u32, 8)\n    t[a[i]] += 1\n    x[i] = t[0]",
    ],
)
def test_rule_4_5_updates_of_an_invocations_own_are_not_warned_of(session: Session, target: str, body: str) -> None:
    made = kernel(
        f"i = vy.global_id()\nif i < a.size:\n    {body}", "a: vy.In[vy.u32], x: vy.InOut[vy.u32]", options="domain='a'"
    )
    assert issued(lambda: made(values(), np.zeros(2001, np.uint32), backend=target)) == []


def test_rule_4_5_the_fix_for_floats_runs_as_it_is_written(session: Session, device: str) -> None:
    body = "i = vy.global_id()\nif i < a.size:\n    {}"
    signature = "a: vy.In[vy.u32], x: vy.InOut[vy.f32]"
    a = values()
    made = kernel(body.format("x[a[i]] += 1.0"), signature, options="domain='a'")
    fix = fix_of(only(lambda: made(a, np.zeros(8, np.float32), backend=device), "N101"))
    found = re.match(r"write (.*) and call it with config=(\S+), where", fix)
    assert found is not None
    if "float_atomics" not in session.engine(device).profile.features:
        pytest.skip(f"{device} has no float_atomics")
    x = np.zeros(8, np.float32)
    kernel(body.format(found[1]), signature, options="domain='a'")(
        a, x, backend=device, config=eval(found[2], {"vy": vy})
    )
    assert x.tolist() == np.bincount(a, minlength=8).tolist()


# -- N102 -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "op"), [("u32", "min"), ("i32", "min"), ("u32", "and"), ("i32", "and"), ("f32", "min")]
)
def test_rule_4_2_a_minimum_that_starts_at_zero_is_warned_of_and_its_fix_finds_it(
    session: Session, device: str, name: str, op: str
) -> None:
    if name == "f32" and "float_atomics" not in session.engine(device).profile.features:
        pytest.skip(f"{device} has no float_atomics")
    body = f"i = vy.global_id()\nif i < a.size:\n    vy.atomic_{op}(least, 0, a[i])"
    signature = f"a: vy.In[vy.{name}], least: vy.Out[vy.{name}, 1]"
    a = ((np.arange(1000) * 7919 % 1000 + 6) | 4).astype({"u32": "u4", "i32": "i4", "f32": "f4"}[name])
    made = kernel(body, signature, options="domain='a'")
    fix = fix_of(only(lambda: made(a, backend=device), "N102"))
    option = re.search(r"@vy\.kernel\((.*)\)$", fix)
    assert option is not None
    repaired = kernel(body, signature, options=f"domain='a', {option[1]}")
    found: list[Any] = []
    assert issued(lambda: found.append(repaired(a, backend=device))) == []
    assert found[0][0] == (a.min() if op == "min" else np.bitwise_and.reduce(a))


# -- N103 -------------------------------------------------------------------------------------------

UNGUARDED: Final[dict[str, Callable[[Words], Any] | None]] = {
    "vy.atomic_add(counts, 0, 1)": lambda a: [a.size, 0, 0, 0, 0, 0, 0, 0],
    "vy.atomic_add(counts, a[i], 1)": lambda a: np.bincount(a, minlength=8).tolist(),
    "vy.atomic_add(counts, 7, a[i] < 3)": None,
    "if a[i] < 3: vy.atomic_add(counts, 1, 1)": lambda a: [0, int((a < 3).sum()), 0, 0, 0, 0, 0, 0],
    "if a[i] == 0: vy.atomic_exchange(counts, 2, 1)": lambda a: [0, 0, int((a == 0).any()), 0, 0, 0, 0, 0],
}


@pytest.mark.parametrize("line", [line for line, wanted in UNGUARDED.items() if wanted is not None])
def test_rule_5_1_invocations_beyond_the_domain_that_count_are_warned_of_and_the_guard_leaves_them_out(
    device: str, line: str
) -> None:
    a = values() | np.uint32(1) if "exchange" in line else values()
    made = kernel(f"i = vy.global_id()\n{line}", HISTOGRAM, options="domain='a'")
    text = only(lambda: made(a, backend=device), "N103")
    assert "24 invocations beyond the domain (1000,)" in text
    guard = fix_of(text).removeprefix("put it under a guard: ")
    lines = "\n    ".join(["", *line.replace(": vy", ":\n        vy").split("\n")])
    repaired = kernel(f"i = vy.global_id()\n{guard}{lines}", HISTOGRAM, options="domain='a'")
    found: list[Any] = []
    assert issued(lambda: found.append(repaired(a, backend=device))) == []
    wanted = UNGUARDED[line]
    assert wanted is not None
    assert found[0].tolist() == list(wanted(a))


def test_rule_5_1_the_guard_of_two_axes(device: str) -> None:
    body = "y, x = vy.global_id(0), vy.global_id(1)\n{}vy.atomic_add(n, 0, 1 + a[y, x])"
    signature = "a: vy.In[vy.u32], n: vy.Out[vy.u32, 1]"
    a = np.zeros((20, 30), np.uint32)
    made = kernel(body.format(""), signature, options="domain='a'")
    text = only(lambda: made(a, backend=device), "N103")
    guard = fix_of(text).removeprefix("put it under a guard: ")
    repaired = kernel(body.format(f"{guard}\n    "), signature, options="domain='a'")
    assert repaired(a, backend=device).tolist() == [600]


@pytest.mark.parametrize(
    ("line", "count", "options"),
    [
        ("vy.atomic_add(counts, 0, a[i])", 1000, "domain='a'"),  # adds 0
        ("vy.atomic_max(counts, 0, a[i])", 1000, "domain='a'"),
        ("vy.atomic_add(counts, 0, 1)", 1024, "domain='a'"),  # whole workgroups
        ("if i < a.size: vy.atomic_add(counts, 0, 1)", 1000, "domain='a'"),
        ("if a[i] == 3: vy.atomic_add(counts, 0, 1)", 1000, "domain='a'"),
        ("vy.atomic_add(counts, i, 1)", 1000, "domain='a'"),  # outside of the array
        ("vy.atomic_or(counts, 0, 1)", 1000, "domain='a'"),  # as all do
        ("if vy.local_id() == 255: vy.atomic_add(counts, 0, 1)", 1000, "domain='a'"),
        ("vy.atomic_add(counts, 0, 1)", 1000, "grid=4"),  # no domain
        ("for j in vy.grid_stride(a.size):\n    vy.atomic_add(counts, a[j], 1)", 1000, "domain='a'"),
    ],
)
def test_rule_5_1_harmless_invocations_beyond_the_domain_are_not_warned_of(
    target: str, line: str, count: int, options: str
) -> None:
    made = kernel(f"i = vy.global_id()\n{line}", HISTOGRAM, options=options)
    assert issued(lambda: made(values(count), backend=target)) == []


def test_rule_5_1_a_later_call_that_rounds_up_is_warned_of(device: str) -> None:
    made = kernel("i = vy.global_id()\nvy.atomic_add(counts, 0, 1)", HISTOGRAM, options="domain='a'")
    assert issued(lambda: made(values(512), backend=device)) == []
    only(lambda: made(values(513), backend=device), "N103")
    assert issued(lambda: made(values(514), backend=device)) == []
