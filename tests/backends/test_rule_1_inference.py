"""Rules 1.3 and 1.4: the types of locals, ids and sizes; buffers, shapes and subscripts."""

from __future__ import annotations

import itertools
import operator
import re
from collections.abc import Callable
from typing import Any, Final

import numpy as np
import pytest

import vyre as vy
from vyre.run.session import Session

from .exact import INTEGERS, TYPES, Type
from .table import need
from .values import array, columns, numbers
from .writing import kernel, refused, run

ONE: Final = "domain=1, workgroup=1"


def gives(device: str, body: str, name: str, want: Any, *, before: str = "", signature: str = "") -> None:
    """Run a body that stores into out[0], and check the value and, by a store to an array of it, the type."""
    word = "bool_" if name == "bool" else name
    found = run(
        device,
        body,
        f"{signature}out: vy.Out[vy.{word}, 1]",
        *([np.arange(1, 5, dtype=np.uint64)] if signature else []),
        options=ONE,
        before=before,
        guard=False,
    )
    assert found.tolist() == [want], body


# -- 1.3 --------------------------------------------------------------------------------------------------------


def test_rule_1_3_with_no_demand_an_integer_is_i32_else_i64_a_float_f32_a_truth_value_bool(
    session: Session, device: str
) -> None:
    gives(device, "x = 2147483647\nout[0] = x + 1", "i32", -(2**31))
    gives(device, "x = -2147483648\nout[0] = x - 1", "i32", 2**31 - 1)
    gives(device, "x = 1 < 2\nout[0] = x", "bool", True)
    gives(device, "x = True\nif x:\n    x = False\nout[0] = x", "bool", False)
    need(session, device, "i64")
    gives(device, "x = 2147483648\nout[0] = x + x", "i64", 2**32)
    gives(device, "x = 1\nx = 3000000000\nout[0] = x + x", "i64", 6_000_000_000)
    need(session, device, "f32")
    gives(device, "x = 16777216.0\nx = x + 1.0\nout[0] = x", "f32", 16777216.0)


@pytest.mark.parametrize(
    "body",
    [
        "x = 0\nx = a[0]\nout[0] = x + BIG",  # a non-literal assignment
        "x = 0\nfor i in range(3):\n    x = x + a[i]\nout[0] = x - 6 + 1 + BIG",  # a use beside a typed operand
        "x = 1\ny = x\nz = y * a[0]\nout[0] = z + BIG",  # through other locals
        "x = 1\nif x < a[1]:\n    x = x + BIG\nout[0] = x",  # through a comparison
        "x = vy.min(BIG + 1, a[3] + BIG)\nout[0] = x",  # through min
        "x = 1\ny = vy.max(x, a[0])\nout[0] = y + BIG",
        "x = 1\ny = vy.clamp(a[0], x, 4)\nout[0] = x + BIG",
        "x = 1\ny = vy.abs(x) + a[0]\nout[0] = x + BIG",
        "x = 1\ny = vy.select(a[0] == 1, x, a[1])\nout[0] = x + BIG",
        "x = 1\ny = x if a[0] == 1 else a[1]\nout[0] = x + BIG",  # a conditional expression
        "x, y = 1, 2\nx, y = y, a[0]\nx, y = y, x\nout[0] = x + BIG",  # tuple assignment
        "x = 1\nout[0] = x + BIG",  # what it is stored into
        "x = 1\nx += BIG\nout[0] = x",
        "x = 1\nx <<= 40\nout[0] = x + BIG + 1 - (1 << 40)",  # a shift's left operand, from the result
        "x = 1 << 40\nout[0] = (x >> 40) + BIG",
        "out[0] = helped(1, a[0])",  # a helper's arguments and result
        "x = 1\nout[0] = same(x)",
        "x = second(a[0])\nout[0] = x + BIG",
    ],
)
def test_rule_1_3_demand_passes_both_ways(session: Session, device: str, body: str) -> None:
    need(session, device, "u64")
    helpers = """
    BIG = 2**40
    @vy.func
    def helped(p, q):
        r = p
        if p > 5:
            return r
        return r * q + 2**40
    @vy.func
    def same(p):
        return p + 2**40
    @vy.func
    def second(q):
        r = 1
        if q == 1:
            r = q
        return r
    """
    gives(device, body, "u64", 2**40 + 1, before=helpers, signature="a: vy.In[vy.u64], ")


def test_rule_1_3_two_demands_are_an_error_that_shows_both_lines() -> None:
    error = refused("K201", "x = a[i]\nx = b[i]\nout[i] = 0", "a: vy.In[vy.u32], b: vy.In[vy.i32], out: vy.Out[vy.u32]")
    lines = {error.place.line if error.place else 0, *(place.line for _, place in error.others)}
    assert len(lines) >= 2
    text = str(error)
    assert "x = a[i]" in text
    assert "x = b[i]" in text
    refused(
        "K200",
        "x = 1\ny = x + a[i]\nz = x + b[i]\nout[i] = 0",
        "a: vy.In[vy.u32], b: vy.In[vy.i32], out: vy.Out[vy.u32]",
    )


def test_rule_1_3_two_demands_are_resolved_by_a_cast(device: str) -> None:
    body = "x = a[i]\nx = vy.u32(b[i])\nout[i] = x"
    found = run(
        device,
        body,
        "a: vy.In[vy.u32], b: vy.In[vy.i32], out: vy.Out[vy.u32]",
        np.zeros(3, np.uint32),
        np.array([1, -1, 5], np.int32),
    )
    assert found.tolist() == [1, 2**32 - 1, 5]


def test_rule_1_3_a_shift_count_gives_no_demand(session: Session, device: str) -> None:
    counts = [t for t in INTEGERS if t.name in session.engine(device).profile.dtypes]
    for t in counts:
        given = np.array([0, 1, 5, 31], t.numpy)
        for sign, want in (("<<", [1, 2, 32, 2**31]), (">>", [2**31, 2**30, 2**26, 1])):
            start = 1 if sign == "<<" else 2**31
            found = run(
                device, f"x = {start}\nout[i] = x {sign} a[i]", f"a: vy.In[vy.{t.name}], out: vy.Out[vy.u32]", given
            )
            assert found.tolist() == want, (t.name, sign)
        found = run(
            device,
            "x = 1\nx = vy.rotl(x, a[i])\nout[i] = vy.rotr(x, a[i]) + x",
            f"a: vy.In[vy.{t.name}], out: vy.Out[vy.u32]",
            given,
        )
        assert found.tolist() == [2, 3, 33, 2**31 + 1], t.name


def test_rule_1_3_a_subscript_may_have_any_integer_type(session: Session, device: str) -> None:
    for t in INTEGERS:
        if t.name in session.engine(device).profile.dtypes:
            found = run(device, "out[a[i]] = vy.u32(i) + x[a[i]]", f"a: vy.In[vy.{t.name}], x: vy.In[vy.u32], out: vy.Out[vy.u32]",
                        np.array([2, 0, 1], t.numpy), np.array([10, 20, 30], np.uint32), options="domain='a'")  # fmt: skip
            assert found.tolist() == [11, 22, 30], t.name
    refused("K210", "out[i] = a[f[i]]", "a: vy.In[vy.u32], f: vy.In[vy.f32], out: vy.Out[vy.u32]", fix="vy.u32(")
    refused("K210", "out[i] = a[i < 2]", fix="vy.u32(")


def test_rule_1_3_the_variable_of_a_range_has_the_type_of_its_bounds(session: Session, device: str) -> None:
    gives(device, "x = 0\nfor i in range(2147483646, 2147483647):\n    x = i + 2\nout[0] = x", "i32", -(2**31))
    found = run(device, "x = vy.u8(0)\nfor k in range(a[0], a[1]):\n    x = k + 1\nout[0] = x", "a: vy.In[vy.u8], out: vy.Out[vy.u8, 1]",
                np.array([253, 255], np.uint8), options=ONE, guard=False)  # fmt: skip
    assert found.tolist() == [255]
    found = run(device, "x = vy.u32(0)\nfor k in range(len(a)):\n    x = k - 2\nout[0] = x", "a: vy.In[vy.u8], out: vy.Out[vy.u32, 1]",
                np.zeros(2, np.uint8), options=ONE, guard=False)  # fmt: skip
    assert found.tolist() == [2**32 - 1]
    refused(
        "K200", "for k in range(a[0], b[0]):\n    out[i] = 1", "a: vy.In[vy.u32], b: vy.In[vy.i32], out: vy.Out[vy.u32]"
    )


def test_rule_1_3_ids_sizes_and_shapes_are_u32(device: str) -> None:
    parts = [
        "vy.global_id()",
        "vy.local_id()",
        "vy.group_id()",
        "vy.local_index()",
        "vy.workgroup_size()",
        "vy.num_groups()",
        "a.size",
        "len(a)",
        "a.shape[0]",
    ]
    body = "\n".join(f"out[{k}] = {p} - {p} - 1" for k, p in enumerate(parts))
    found = run(
        device, body, "a: vy.In[vy.u8], out: vy.Out[vy.u32, 9]", np.zeros(7, np.uint8), options=ONE, guard=False
    )
    assert found.tolist() == [2**32 - 1] * 9
    for part in parts:
        refused("K200", f"out[0] = {part} + s", "a: vy.In[vy.u8], s: vy.i32, out: vy.Out[vy.u32, 9]", guard=False)


_BOUNDS = [
    (t, n)
    for t in ("i8", "u8", "i32", "u32", "i64", "u64")
    for n in (-(1 << 31), -1, 0, 7, 40, (1 << 31) + 3, (1 << 32) + 5, (1 << 63) + 5)
    if 0 <= n + (t[0] == "i") * (1 << int(t[1:]) - 1) < 1 << int(t[1:])
]
_GUARDED = """
i = vy.global_id()
w = vy.WIDE(i) + 3
if COND:
    o[i] = a[i] + 1
    for k in range(i):
        o[i] += a[k]
"""


@pytest.mark.parametrize("cond", ["i < n", "n > w", "n <= w and i < o.size", "w != n"])
@pytest.mark.parametrize("wide", ["u32", "i32", "i64"])
def test_rule_1_3_bounds_of_another_integer_type_compare_by_value(
    session: Session, device: str, wide: str, cond: str
) -> None:
    need(session, device, "i64")
    a = np.arange(100, dtype=np.uint32)
    for t, n in _BOUNDS:
        made = kernel(
            _GUARDED.replace("WIDE", wide).replace("COND", cond), f"n: vy.{t}, a: vy.In[vy.u32], o: vy.Out[vy.u32]"
        )
        (found,) = session.dispatch(made.program, [n, a], out=[np.zeros(100, np.uint32)], backend=device, domain=100)
        holds = [eval(cond, {}, {"i": i, "w": i + 3, "n": n, "o": a}) for i in range(100)]
        assert found.tolist() == [(i + 1 + sum(range(i))) * holds[i] for i in range(100)], (t, n)


def test_rule_1_3_an_array_of_2_to_the_32_elements_is_refused_before_launch(device: str) -> None:
    first = kernel("out[0] = a[0]", "a: vy.In[vy.u8], out: vy.Out[vy.u8, 1]", options="domain=1")
    with pytest.raises(vy.ArgumentError) as caught:
        first(np.zeros(1 << 32, np.uint8), backend=device)  # pages that nobody touches
    assert caught.value.code == "A609"
    assert "split" in caught.value.fix
    assert first(np.full(1 << 10, 7, np.uint8), backend=device).tolist() == [7]


@pytest.mark.parametrize("backend", ["reference", "cpu"])  # the others copy whole arrays to a device
def test_rule_1_3_byte_offsets_are_formed_in_64_bits(backend: str) -> None:
    far = (1 << 29) + 3  # times 8 bytes: beyond 4 GiB
    x = np.zeros(far + 5, np.uint64)  # pages that nobody touches
    x[3] = 11
    poke = kernel(
        "x[at] = x[at] + 5\nx[at + 1] = x[3]", "x: vy.InOut[vy.u64], at: vy.u32", options="domain=1, workgroup=1"
    )
    poke(x, far, backend=backend)
    assert (x[far], x[far + 1], x[3], x[4]) == (5, 11, 11, 0)


COMPARISONS: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge
}  # fmt: skip


@pytest.mark.parametrize(("left", "right"), list(itertools.product(INTEGERS, repeat=2)), ids=lambda t: t.name)
def test_rule_1_3_a_comparison_of_two_integer_types_compares_the_mathematical_values(
    session: Session, device: str, left: Type, right: Type
) -> None:
    need(session, device, left.name, right.name)
    edges = [columns(t.name, 8, wide=False)[0] for t in (left, right)]
    pairs = list(itertools.product(*edges))
    body = "n = a.size\n" + "\n".join(f"out[{k} * n + i] = a[i] {sign} b[i]" for k, sign in enumerate(COMPARISONS))
    body += "\nout[6 * n + i] = a[i] < b[i] <= 7"
    made = kernel(
        "i = vy.global_id()\nif i < a.size:\n    " + body.replace("\n", "\n    "),
        f"a: vy.In[vy.{left.name}], b: vy.In[vy.{right.name}], out: vy.Out[vy.bool_]",
        options="domain='a'",
    )
    a, b = (array(t, [p[k] for p in pairs]) for k, t in enumerate((left, right)))
    found = made(a, b, shapes={"out": (7 * len(pairs),)}, backend=device).reshape(7, -1)
    for row, compare in zip(found, COMPARISONS.values(), strict=False):
        assert row.tolist() == [compare(x, y) for x, y in pairs]
    assert found[6].tolist() == [x < y <= 7 for x, y in pairs]
    literal = (
        run(device, "out[i] = a[i] < -1", f"a: vy.In[vy.{left.name}], out: vy.Out[vy.bool_]", a)
        if left.kind == "int"
        else None
    )
    assert literal is None or literal.tolist() == [x < -1 for x, _ in pairs]


@pytest.mark.parametrize(("left", "right"), list(itertools.permutations(INTEGERS, 2)), ids=lambda t: t.name)
@pytest.mark.parametrize("sign", ["+", "//", "|"])
def test_rule_1_3_mixed_integer_arithmetic_is_an_error_whose_fix_shows_the_cast(
    left: Type, right: Type, sign: str
) -> None:
    arrays = f"a: vy.In[vy.{left.name}], b: vy.In[vy.{right.name}], "
    error = refused("K200", f"x = a[i] {sign} b[i]\nout[i] = vy.u32(x)", arrays + "out: vy.Out[vy.u32]")
    cast = re.search(r"vy\.(\w+)\(([ab])\[i\]\)", error.fix)
    assert cast is not None, error.fix
    line = f"a[i] {sign} b[i]".replace(f"{cast[2]}[i]", cast[0])
    a, b = (numbers(t, columns(t.name, 8, wide=False)[0])[:9] for t in (left, right))
    to = TYPES[cast[1]]
    found = run(
        "cpu", f"x = {line}\nout[i] = x", arrays + f"out: vy.Out[vy.{to.name}]", array(left, a), array(right, b)
    )
    meaning: Callable[[int, int], int] = {"+": operator.add, "//": lambda p, q: p // q if q else -1, "|": operator.or_}[
        sign
    ]
    assert found.tolist() == [to.wrap(meaning(to.wrap(int(p)), to.wrap(int(q)))) for p, q in zip(a, b, strict=True)]


# -- 1.4 --------------------------------------------------------------------------------------------------------


def test_rule_1_4_a_new_shape_never_compiles_again(session: Session, device: str) -> None:
    made = kernel(
        "i = vy.global_id()\nif i < out.size:\n    out.flat[i] = a[i // a.shape[1], i % a.shape[1]] + a.shape[0]",
        "a: vy.In[vy.u32], out: vy.Out[vy.u32]",
        options="domain=lambda a, **_: a.size",
    )
    compiled = made.compile(backend=device)
    before = vy.session().cache.snapshot()[device]
    for shape in ((1, 1), (2, 3), (3, 2), (7, 5), (300, 4), (0, 3)):
        a = np.arange(np.prod(shape), dtype=np.uint32).reshape(shape)
        assert np.array_equal(made(a, backend=device, domain=a.size), a + np.uint32(shape[0])), shape
    after = vy.session().cache.snapshot()[device]
    assert compiled.program.buffers[0].shape is None
    assert {k: v for k, v in before.items() if k != "hits"} == {k: v for k, v in after.items() if k != "hits"}


def test_rule_1_4_each_subscript_is_checked_against_its_own_axis_without_wrap(device: str) -> None:
    a = np.arange(1, 13, dtype=np.uint32).reshape(3, 4)
    rows = [0, 2, 0, 0, 3, 2**31, 2**30, 0xFFFFFFFF, 1, 2**32 - 3]
    cols = [0, 3, 4, 7, 0, 0, 0, 0, 0xFFFFFFFF, 4]
    made = kernel(
        "k = vy.global_id()\nif k < r.size:\n    out[k] = a[r[k], c[k]]\n    b[r[k], c[k]] = k + 100",
        "a: vy.In[vy.u32], r: vy.In[vy.u32], c: vy.In[vy.u32], b: vy.Out[vy.u32], out: vy.Out[vy.u32]",
        options="domain='r'",
    )
    b, out = made(
        a, np.array(rows, np.uint32), np.array(cols, np.uint32), shapes={"b": (3, 4), "out": (10,)}, backend=device
    )
    inside = [(r, c) if r < 3 and c < 4 else None for r, c in zip(rows, cols, strict=True)]
    assert out.tolist() == [0 if p is None else int(a[p]) for p in inside]
    want = np.zeros((3, 4), np.uint32)
    for k, p in enumerate(inside):
        if p is not None:
            want[p] = k + 100
    assert np.array_equal(b, want)


def test_rule_1_4_three_axes_and_shared_arrays_of_any_rank(device: str) -> None:
    a = np.arange(24, dtype=np.uint32).reshape(2, 3, 4)
    body = """
    i = vy.local_id()
    cells = vy.shared(vy.u32, (2, 3, 4))
    if i < 24:
        cells[i // 12, i // 4 % 3, i % 4] = a[i // 12, i // 4 % 3, i % 4] * 2
    vy.barrier()
    h, w, d = a.shape
    if i < 24:
        out.flat[i] = cells[i // (w * d), i // d % w, i % d] + a.flat[23 - i] + h * 1000 + cells[0, 3, 0] + cells[1, 0, 4]
        n[0] = a.ndim
    """
    out, n = kernel(
        body, "a: vy.In[vy.u32], out: vy.Out[vy.u32], n: vy.Out[vy.u32, 1]", options="domain=64, workgroup=64"
    )(a, backend=device)
    assert out.shape == (2, 3, 4)
    assert np.array_equal(out, a * 2 + a.reshape(-1)[::-1].reshape(a.shape) + 2000)
    assert n.tolist() == [3]


def test_rule_1_4_the_number_of_subscripts_fixes_the_rank(device: str) -> None:
    refused("K165", "out[i] = a[i, 0] + a[i]", fix=".flat")
    made = kernel("out[i] = a[i, 0]", guard=True)
    for wrong in (np.zeros(3, np.uint32), np.zeros((3, 1, 1), np.uint32), np.uint32(1).reshape(())):
        with pytest.raises(vy.ArgumentError) as caught:
            made(wrong, backend=device, shapes={"out": (3,)})
        assert caught.value.code == "A603"
        assert ".flat" in caught.value.fix
    assert made(np.array([[4], [5]], np.uint32), backend=device, shapes={"out": (2,)}).tolist() == [4, 5]


def test_rule_1_4_flat_size_and_len_take_any_rank(device: str) -> None:
    made = kernel(
        "i = vy.global_id()\nif i < a.size:\n    out.flat[i] = a.flat[i] + len(a) * 100 + out.size * 1000 + a.flat[a.size]"
    )
    for shape in ((6,), (2, 3), (3, 2), (1, 2, 3), (3, 1, 1, 2)):
        a = np.arange(6, dtype=np.uint32).reshape(shape)
        found = made(a, backend=device, domain=6)
        assert found.shape == shape
        assert np.array_equal(found, a + np.uint32(shape[0] * 100 + 6000)), shape


@pytest.mark.filterwarnings(r"ignore:\[N103\]:vyre.errors.VyreWarning")  # all invocations are counted
def test_rule_1_4_as_default_domain_such_a_parameter_is_one_axis_of_its_size(device: str) -> None:
    made = kernel("i = vy.global_id()\nout.flat[i] = i + 1", "out: vy.Out[vy.u32]", options="workgroup=4")
    found = made(shapes={"out": (3, 5)}, backend=device)
    assert np.array_equal(found, np.arange(1, 16, dtype=np.uint32).reshape(3, 5))
    counted = kernel(
        "a.flat[vy.global_id()] += 1\nvy.atomic_add(n, 0, 1)",
        "a: vy.InOut[vy.u32], n: vy.InOut[vy.u32]",
        options="workgroup=4",
    )
    a, n = counted(np.zeros((3, 5), np.uint32), np.zeros(1, np.uint32), backend=device)
    assert a.tolist() == [[1] * 5] * 3
    assert n.tolist() == [16]  # ceil(15 / 4) workgroups of 4
