"""Rule 5.6: a trap makes its invocation inert, the others finish, and the dispatch fails with the smallest one."""

from __future__ import annotations

import functools
import operator

import numpy as np
import pytest

import vyre as vy
from tests.backends.writing import kernel
from tests.handed.support import needs
from vyre.config import DispatchConfig
from vyre.dtypes import u32
from vyre.errors import ArgumentValueError, Trapped
from vyre.ir.builder import Builder
from vyre.ir.ops import SUBGROUP_OPS
from vyre.ir.program import Program
from vyre.run.session import Session

N = 256


def marked(*, barriers: bool, loop: bool) -> Program:
    """Invocation i traps in round k where x[i] is k + 7; all others store, and read what their neighbours stored."""
    b = Builder("marked", workgroup=64, domain="x")
    x, out, seen = b.input("x", u32), b.output("out", u32), b.inout("seen", u32)
    tile = b.shared("tile", u32, 64)
    i, lid = b.global_id(), b.local_id()
    k = b.let("k", 0, u32)

    def body() -> None:
        with b.if_(x[i] == k + 7):
            b.trap(k * 10 + 100)
        tile[lid] = i + k
        if barriers:
            b.barrier()
        with b.if_(i < out.size):
            out[i] = out[i] + (tile[63 - lid] if barriers else tile[lid])
            b.atomic_add(seen, 0, 1)
        if barriers:
            b.barrier()
        k.set(k + 1)

    if loop:
        with b.while_(lambda: k < 3):
            body()
    else:
        body()
    return b.build()


@pytest.mark.parametrize("loop", [False, True])
@pytest.mark.parametrize("barriers", [False, True])
def test_rule_5_6_the_smallest_invocation_is_named(session: Session, device: str, barriers: bool, loop: bool) -> None:
    program = marked(barriers=barriers, loop=loop)
    needs(session, device, program)
    cases = [({}, None), ({5: 0}, (5, 100)), ({200: 0, 130: 0}, (130, 100)), ({70: 0, 10: 1}, (10, 110) if loop else (70, 100))]  # fmt: skip
    for at, want in cases:
        x = np.zeros(N, np.uint32)
        for where, when in at.items():
            x[where] = 7 + when
        seen = np.zeros(1, np.uint32)
        if want is None:
            out, count = session.dispatch(program, [x, seen], backend=device)
            rounds = 3 if loop else 1
            assert count.tolist() == [N * rounds]
            base = np.arange(N) // 64 * 64 + 63 - np.arange(N) % 64 if barriers else np.arange(N)
            assert out.tolist() == (base * rounds + sum(range(rounds))).tolist()
            continue
        with pytest.raises(Trapped, match=r"\[R860\] marked trapped with code") as caught:
            session.dispatch(program, [x, seen], backend=device)
        assert (caught.value.invocation, caught.value.trap_code) == want
        assert caught.value.place is not None
        assert "b.trap" in caught.value.place.text
        assert "unspecified" in caught.value.fix
    x = np.zeros(N, np.uint32)  # the device still works
    assert session.dispatch(program, [x, np.zeros(1, np.uint32)], backend=device)[1].tolist() == [
        N * (3 if loop else 1)
    ]


@pytest.mark.parametrize("barriers", [False, True])
def test_rule_5_6_all_others_finish(session: Session, device: str, barriers: bool) -> None:
    program = marked(barriers=barriers, loop=True)
    needs(session, device, program)
    x, seen, out = np.zeros(N, np.uint32), np.zeros(1, np.uint32), np.zeros(N, np.uint32)
    x[[3, 77]] = (8, 9)
    with pytest.raises(Trapped):
        session.dispatch(program, [x, seen], out=[out, seen], backend=device)
    # two invocations stored in one round and in two rounds, all others in three; nobody else is held up
    assert seen.tolist() == [(N - 2) * 3 + 1 + 2]


def test_rule_5_6_submitted_and_bound_calls_trap_too(session: Session, device: str) -> None:
    program = marked(barriers=False, loop=False)
    needs(session, device, program)
    x, seen = np.zeros(N, np.uint32), np.zeros(1, np.uint32)
    bound = session.compile(program, backend=device).bind([x, seen])
    bound()
    x[9] = 7
    for _ in range(2):
        with pytest.raises(Trapped):
            bound()
    with pytest.raises(Trapped) as caught:
        session.submit(program, [x, seen], backend=device).result(60)
    assert caught.value.invocation == 9
    x[9] = 0
    bound()  # the record is new in every run


@pytest.mark.parametrize("limit", [0, 10, 99, 100, 1000])
def test_rule_5_6_while_limit(session: Session, device: str, limit: int) -> None:
    b = Builder("counting", domain=100)
    out = b.output("out", u32)
    i = b.global_id()
    k = b.let("k", 0, u32)
    with b.while_(lambda: k < i):
        k.set(k + 1)
    with b.if_(i < out.size):
        out[i] = k
    program = b.build()
    config = DispatchConfig(while_limit=limit)
    trapping = marked(barriers=False, loop=False)
    needs(session, device, trapping)
    if limit >= 255:  # the invocations past the domain count too
        out_ = session.dispatch(program, [], config, out=[np.zeros(100, np.uint32)], backend=device)[0]
        assert out_.tolist() == list(range(100))
        return
    with pytest.raises(Trapped, match=f"more than {limit} iterations") as caught:
        session.dispatch(program, [], config, out=[np.zeros(100, np.uint32)], backend=device)
    assert (caught.value.invocation, caught.value.trap_code) == (limit + 1, 2**32 - 1)


def test_check_compares_traps(session: Session) -> None:
    from vyre.run.verify import check_call

    x, seen = np.zeros(N, np.uint32), np.zeros(1, np.uint32)
    x[[40, 30]] = 7
    report = check_call(session, marked(barriers=True, loop=False), [x, seen], backends=["cpu"])
    assert [(r.status, r.reason) for r in report.rows] == [("equal", "invocation 30 traps with code 100")]


def test_a_while_limit_is_a_number(session: Session) -> None:
    for wrong in (-1, 1.5, True, "9"):
        with pytest.raises(ArgumentValueError, match="A600"):
            vy.DispatchConfig(while_limit=wrong)  # type: ignore[arg-type]  # on purpose


def test_rule_5_6_traps_and_assertions_of_kernels(session: Session, device: str) -> None:
    made = kernel(
        """
        x = a[i]
        assert x != 5, "five"
        if x == 7:
            vy.trap(x + 100)
        y = 1 if x > 2 else 0
        assert x < 90 and y < 2
        out[i] = x + y
        """,
        guard=True,
        options="domain='a'",
    )
    needs(session, device, made)
    good = np.arange(300, dtype=np.uint32) % 4
    assert made(good, backend=device).tolist() == (good + (good > 2)).tolist()
    cases = {
        5: (2**31 + 1, 'assert x != 5, "five"'),
        7: (107, "vy.trap(x + 100)"),
        90: (2**31 + 2, "assert x < 90 and y < 2"),
    }
    for value, (code, line) in cases.items():
        bad = good.copy()
        bad[[250, 111]] = value
        with pytest.raises(vy.Trapped) as caught:
            made(bad, backend=device)
        assert (caught.value.invocation, caught.value.trap_code) == (111, code)
        assert caught.value.place is not None
        assert caught.value.place.text.strip() == line
        assert ("assertion" in caught.value.message) == (value != 7)
    assert made(good, backend=device).tolist() == (good + (good > 2)).tolist()


def test_rule_5_6_a_trap_leaves_as_a_return_does(session: Session, device: str) -> None:
    """What a trap's branch does not assign need not be assigned."""
    made = kernel(
        "x = a[i]\nif x > 8:\n    vy.trap(1)\nelse:\n    y = x * 2\nassert True\nout[i] = y",
        guard=True,
        options="domain='a'",
    )
    needs(session, device, made)
    assert made(np.arange(8, dtype=np.uint32), backend=device).tolist() == [2 * k for k in range(8)]
    helper = vy.kernel_from_source(
        "@vy.func\ndef checked(x):\n    assert x < 3\n    return x + 1\n"
        "@vy.kernel(domain='a')\ndef k(a: vy.In[vy.u32], out: vy.Out[vy.u32]):\n    i = vy.global_id()\n"
        "    if i < a.size:\n        out[i] = checked(a[i]) + checked(0)\n"
    )
    assert helper(np.array([1, 2], np.uint32), backend=device).tolist() == [3, 4]
    with pytest.raises(vy.Trapped, match="assertion"):
        helper(np.array([1, 3], np.uint32), backend=device)


def told_by_lane_five(op: str) -> Program:
    """Invocation 30 traps; then a subgroup operation over values of all, and invocation 5 traps with what it gave."""
    b = Builder("missing", workgroup=64, domain=64)
    x = b.input("x", u32)
    i = b.global_id()
    with b.if_(i == 30):
        b.trap(1)
    boolean = op in ("any", "all", "ballot")
    value = x[i] != (0 if op == "all" else 30) if boolean else x[i]
    if op in ("any", "ballot"):
        value = b.op("not", value)  # true in invocation 30 alone
    arguments = [value]
    if SUBGROUP_OPS[op][0] == 2:  # each from lane 30, as seen from lane 5
        arguments.append(b.const(u32, {"shuffle_up": 7, "shuffle_down": 25, "shuffle_xor": 27}.get(op, 30)))
    found = b.subgroup(op, *arguments)
    if op == "inclusive_scan":
        found = b.subgroup("shuffle", found, b.const(u32, 31))
    with b.if_(i == 5):
        b.trap(b.cast(u32, found) & 0x7FFFFFFF)
    return b.build()


@pytest.mark.parametrize("op", SUBGROUP_OPS)
def test_rule_5_6_an_inert_invocation_is_a_missing_lane(session: Session, device: str, op: str) -> None:
    program = told_by_lane_five(op)
    needs(session, device, program)
    x = np.arange(1, 65, dtype=np.uint32)
    x[30] = 0 if op == "min" else 64
    if op in ("any", "ballot", "all"):
        x = np.arange(64, dtype=np.uint32)
        x[0] = 99
        x[30] = 0 if op == "all" else 30
    live = [int(v) for n, v in enumerate(x[:32]) if n != 30]
    want = {
        "sum": sum(live),
        "inclusive_scan": sum(live),
        "exclusive_scan": sum(live[:5]),
        "min": min(live),
        "max": max(live),
        "and": functools.reduce(operator.and_, live),
        "or": functools.reduce(operator.or_, live),
        "xor": functools.reduce(operator.xor, live),
        "all": 1,
        "shuffle_up": 0 if 5 - 7 < 0 else None,
    }.get(op, 0)
    with pytest.raises(Trapped) as caught:
        session.dispatch(program, [x], backend=device)
    assert (caught.value.invocation, caught.value.trap_code) == (5, want)
