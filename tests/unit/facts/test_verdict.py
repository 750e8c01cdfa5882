"""Rule 6.3: the determinism verdict, both ways."""

from __future__ import annotations

import pytest

import vyre as vy
from vyre.facts.verdict import verdict
from vyre.ir.walk import statements
from vyre.kernel import Kernel


def _name(kernel: Kernel) -> str:
    return kernel.__name__


# -- bitwise: every element has one owner, or one value ---------------------------------------------


@vy.kernel
def own(a: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    if i < out.size:
        out[i] = a[i] + a[0]


@vy.kernel
def read_back(data: vy.InOut[vy.u32]) -> None:
    i = vy.global_id()
    data[i] = data[i] * 2 + 1


@vy.kernel
def two_axes(a: vy.In[vy.f32], out: vy.Out[vy.f32]) -> None:
    y = vy.global_id(0)
    x = vy.global_id(1)
    out[y, x] = a[x, y]


@vy.kernel(domain="a")
def four_each(a: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    if i < out.size // 4:
        for j in range(4):
            out[i * 4 + j] = a[i]
        out[4 * i + 1] = 5


@vy.kernel(domain="a")
def chunks(a: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    if i < 1000:
        for k in range(i * 16, min(i * 16 + 16, out.size)):
            out[k] = a[i]


@vy.kernel(domain="a")
def one_a_group(a: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
    cell = vy.shared(vy.u32, 1)
    vy.atomic_add(cell, 0, a[vy.global_id()])
    vy.barrier()
    if vy.local_index() == 0:
        out[vy.group_id()] = cell[0]


@vy.kernel(domain="a")
def one_a_group_by_return(a: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
    if vy.local_id() != 3:
        return
    out[vy.group_id()] = a[vy.group_id()]


@vy.kernel(domain="a")
def a_flag(a: vy.In[vy.u32], found: vy.Out[vy.u32]) -> None:
    if a[vy.global_id()] == 7:
        found[0] = 1


@vy.kernel(domain="a")
def counts(a: vy.In[vy.u8], bins: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    if i < a.size:
        vy.atomic_add(bins, a[i], 1)
        vy.atomic_sub(bins, 0, 1)


@vy.kernel(domain="a")
def reversed_blocks(a: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
    tile = vy.shared(vy.u32, 256)
    i = vy.local_id()
    tile[i] = a[vy.global_id()]
    vy.barrier()
    out[vy.global_id()] = tile[255 - i]


@vy.kernel(domain="a")
def tree(a: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
    cell = vy.shared(vy.u32, 256)
    i = vy.local_id()
    cell[i] = a[vy.global_id()]
    vy.barrier()
    s = vy.u32(128)
    while s > 0:
        if i < s:
            cell[i] += cell[i + s]
        vy.barrier()
        s = s >> 1
    if i == 0:
        out[vy.group_id()] = cell[0]


@vy.kernel(workgroup=(16, 16))
def transpose(a: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
    tile = vy.shared(vy.u32, (16, 16))
    y = vy.local_id(0)
    x = vy.local_id(1)
    tile[y, x] = a[vy.global_id(0), vy.global_id(1)]
    vy.barrier()
    out[vy.global_id(0), vy.global_id(1)] = tile[x, y]


@vy.kernel(domain=lambda a: a.size)
def rows_by_division(a: vy.In[vy.u32], width: vy.u32, out: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    out[i // width, i % width] = a.flat[i]


@vy.kernel(domain="a")
def wider_and_odd(a: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    out[vy.i64(i) + 3] = a[i]


@vy.kernel(domain="a")
def scattered_by_an_odd_number(a: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
    out[vy.global_id() * 2654435761] = a[0]


@vy.kernel(domain="a")
def left_by_either(a: vy.In[vy.u32], flag: vy.u32, out: vy.Out[vy.u32]) -> None:
    others = vy.local_id() != 0
    switched = flag != 0
    if others or switched:
        return
    out[vy.group_id()] = a[vy.global_id()]


@vy.kernel(domain="a")
def one_rounding(a: vy.In[vy.u32], out: vy.Out[vy.i32]) -> None:
    i = vy.i32(vy.global_id())
    out[vy.div(i, 4), vy.rem(i, 4)] = i


PROVED: list[Kernel] = [
    left_by_either,
    one_rounding,
    own,
    read_back,
    two_axes,
    four_each,
    chunks,
    one_a_group,
    one_a_group_by_return,
    a_flag,
    counts,
    reversed_blocks,
    tree,
    transpose,
    rows_by_division,
    wider_and_odd,
    scattered_by_an_odd_number,
]


@pytest.mark.parametrize("kernel", PROVED, ids=_name)
def test_rule_6_3_proved(kernel: Kernel) -> None:
    found = verdict(kernel.program)
    assert (found.name, found.statements) == ("bitwise", ())


# -- bitwise-if-race-free ---------------------------------------------------------------------------


@vy.kernel(domain="a")
def scatter(a: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    out[a[i]] = i


@vy.kernel(domain="a")
def neighbour(a: vy.In[vy.u32], data: vy.InOut[vy.u32]) -> None:
    i = vy.global_id()
    data[i] = data[i + 1]


@vy.kernel(domain="a")
def may_wrap(a: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
    out[vy.global_id() * 4] = 1 + a[0]


@vy.kernel(domain="a")
def overlapping_chunks(a: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    if i < 1000:
        for k in range(i * 16, min(i * 16 + 17, out.size)):
            out[k] = a[i]


@vy.kernel(domain="a")
def everybody(a: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
    out[vy.group_id()] = a[vy.global_id()]


@vy.kernel(domain="a")
def a_flag_that_is_read(a: vy.In[vy.u32], found: vy.Out[vy.u32]) -> None:
    if found[0] == 0:
        found[0] = 1


@vy.kernel(domain="a")
def atomic_and_plain(a: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    out[i] = a[i]
    vy.atomic_add(out, 0, 1)


@vy.kernel(domain="a")
def a_count_that_is_read(a: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
    cell = vy.shared(vy.u32, 1)
    vy.atomic_add(cell, 0, a[vy.global_id()])
    out[vy.global_id()] = cell[0]


@vy.kernel(domain="a")
def no_barrier(a: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
    tile = vy.shared(vy.u32, 256)
    i = vy.local_id()
    tile[i] = a[vy.global_id()]
    out[vy.global_id()] = tile[255 - i]


@vy.kernel(domain="a")
def tree_without_its_barrier(a: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
    cell = vy.shared(vy.u32, 256)
    i = vy.local_id()
    cell[i] = a[vy.global_id()]
    vy.barrier()
    s = vy.u32(128)
    while s > 0:
        if i < s:
            cell[i] += cell[i + s]
        s = s >> 1
    vy.barrier()
    if i == 0:
        out[vy.group_id()] = cell[0]


@vy.kernel(domain="a")
def missing_barrier_in_a_loop(a: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
    tile = vy.shared(vy.u32, 256)
    i = vy.local_id()
    total = vy.u32(0)
    for k in range(4):
        tile[i] = a[vy.global_id() + k]
        vy.barrier()
        total += tile[255 - i]
    out[vy.global_id()] = total


@vy.kernel(domain=lambda a: a.size)
def mixed_division(a: vy.In[vy.u32], width: vy.u32, out: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    out[i // width, i % (width + 1)] = a.flat[i]


@vy.kernel(domain="a")
def narrowed(a: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
    out[vy.u8(vy.global_id())] = a[0]


@vy.kernel(domain="a")
def two_reasons_to_leave(a: vy.In[vy.u32], flag: vy.u32, out: vy.Out[vy.u32]) -> None:
    if vy.local_id() != 0 and flag != 0:
        return
    out[vy.group_id()] = a[vy.global_id()]


@vy.kernel(domain="a")
def two_reasons_to_stay(a: vy.In[vy.u32], flag: vy.u32, out: vy.Out[vy.u32]) -> None:
    first = vy.local_id() == 0
    switched = flag != 0
    if first or switched:
        out[vy.group_id()] = a[vy.global_id()]


@vy.kernel(domain="a")
def two_reasons_in_one_word(a: vy.In[vy.u32], flag: vy.u32, out: vy.Out[vy.u32]) -> None:
    first = vy.local_id() == 0
    switched = flag != 0
    both = not (first or switched)
    if both:
        pass
    else:
        out[vy.group_id()] = a[vy.global_id()]


@vy.kernel(domain="a")
def two_roundings(a: vy.In[vy.u32], out: vy.Out[vy.i32]) -> None:
    i = vy.i32(vy.global_id()) - 8
    out[vy.div(i, 4), i % 4] = i  # both -1 and 3 come to [0, 3]


UNPROVED: list[Kernel] = [
    two_reasons_to_leave,
    two_reasons_to_stay,
    two_reasons_in_one_word,
    two_roundings,
    scatter,
    neighbour,
    may_wrap,
    overlapping_chunks,
    everybody,
    a_flag_that_is_read,
    atomic_and_plain,
    a_count_that_is_read,
    no_barrier,
    tree_without_its_barrier,
    missing_barrier_in_a_loop,
    mixed_division,
    narrowed,
]


@pytest.mark.parametrize("kernel", UNPROVED, ids=_name)
def test_rule_6_3_unproved(kernel: Kernel) -> None:
    found = verdict(kernel.program)
    assert found.name == "bitwise-if-race-free"
    assert found.statements


# -- order-dependent --------------------------------------------------------------------------------


@vy.kernel(domain="a")
def append(a: vy.In[vy.u32], data: vy.InOut[vy.u32], count: vy.InOut[vy.u32]) -> None:
    i = vy.global_id()
    if a[i] > 7:
        at = vy.atomic_add(count, 0, 1)
        data[at] = i


@vy.kernel(domain="a")
def mixed(a: vy.In[vy.u32], data: vy.InOut[vy.u32]) -> None:
    vy.atomic_add(data, 0, a[vy.global_id()])
    vy.atomic_max(data, 0, 5)


@vy.kernel(domain="a")
def last_wins(a: vy.In[vy.u32], data: vy.InOut[vy.u32]) -> None:
    vy.atomic_exchange(data, 0, a[vy.global_id()])


@vy.kernel(domain="a")
def swap_in(a: vy.In[vy.u32], data: vy.InOut[vy.u32]) -> None:
    vy.atomic_compare_exchange(data, 0, 0, a[vy.global_id()])


@pytest.mark.parametrize(("kernel", "lines"), [(append, 1), (mixed, 2), (last_wins, 1), (swap_in, 1)])
def test_rule_6_3_order_dependent(kernel: Kernel, lines: int) -> None:
    found = verdict(kernel.program)
    assert found.name == "order-dependent"
    places = [statements(kernel.program)[at].place for at in found.statements]
    assert ["atomic" in place.text for place in places if place is not None] == [True] * lines


@vy.kernel(domain="a")
def apart_by_a_barrier(a: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
    cell = vy.shared(vy.u32, 1)
    vy.atomic_add(cell, 0, a[vy.global_id()])
    vy.barrier()
    vy.atomic_max(cell, 0, 100)
    vy.barrier()
    out[vy.global_id()] = cell[0]


@vy.kernel(domain="a")
def a_literal_is_exchanged(a: vy.In[vy.u32], found: vy.Out[vy.u32]) -> None:
    if a[vy.global_id()] == 7:
        vy.atomic_exchange(found, 0, 1)


@vy.kernel(domain="a")
def its_own_element(a: vy.InOut[vy.u32]) -> None:
    i = vy.global_id()
    a[i] = vy.atomic_add(a, i, 1)


@pytest.mark.parametrize("kernel", [apart_by_a_barrier, a_literal_is_exchanged, its_own_element], ids=_name)
def test_rule_6_3_atomics_that_commute(kernel: Kernel) -> None:
    assert verdict(kernel.program).name == "bitwise"


def test_rule_6_3_a_grid_of_more_axes_repeats_elements() -> None:
    found = verdict(own.program)
    assert found.for_grid((8, 1, 1)) == found
    assert found.for_grid((8, 2, 1)).name == "bitwise-if-race-free"
    assert found.for_grid((8, 2, 1)).statements == found.writes != ()


@vy.kernel(domain="a")
def its_own_sum_and_maximum(a: vy.InOut[vy.u32]) -> None:
    i = vy.global_id()
    vy.atomic_add(a, i, 1)
    vy.atomic_max(a, i, 5)


def test_rule_6_3_a_grid_of_more_axes_mixes_atomics_that_do_not_commute() -> None:
    """Two invocations on one element: 6 where one comes after the other, 5 where both add first."""
    found = verdict(its_own_sum_and_maximum.program)
    assert found.name == "bitwise"
    assert found.for_grid((8, 2, 1)).name == "order-dependent"
    assert found.for_grid((8, 2, 1)).statements == found.alone
    assert len(found.alone) == 2


# -- size -------------------------------------------------------------------------------------------


def many(stores: int, *, stride: int) -> vy.Program:
    b = vy.Builder("many")
    out = b.output("out", vy.u32)
    i = b.let("i", b.global_id())
    with b.if_(i < 1000):
        for k in range(stores):
            out[i * stride + k] = k
    return b.build()


@pytest.mark.parametrize(
    ("stride", "name"), [(64, "bitwise"), (63, "bitwise-if-race-free")], ids=["apart", "one too many"]
)
def test_rule_6_3_many_accesses(stride: int, name: str) -> None:
    assert verdict(many(64, stride=stride)).name == name


def test_rule_6_3_thousands_of_accesses_are_not_compared_pair_by_pair() -> None:
    assert verdict(many(3000, stride=3000)).name == "bitwise"


# -- records ----------------------------------------------------------------------------------------

UNION = vy.struct({"names": ["a", "b"], "formats": [("u1", 4), ("u2", 2)], "offsets": [0, 0]})


@pytest.mark.parametrize("field", ["a", "b"])
def test_rule_6_3_elements_of_a_field_tell_no_invocation(field: str) -> None:
    """``r[0].b[1]`` lies on ``r[0].a[2]``, whose subscript is another invocation's."""
    b = vy.Builder("union")
    r = b.inout("r", UNION)
    i = b.global_id()
    with b.if_(i < 2):
        r[0].a[i] = 1
        r[0][field][i] = 2
    assert verdict(b.build()).name == "bitwise-if-race-free"


def test_rule_6_3_an_own_record_is_bitwise_whatever_is_stored_in_it() -> None:
    b = vy.Builder("own_record")
    r = b.inout("r", UNION)
    i = b.global_id()
    r[i].a[i % 4] = 1
    r[i].b[1] = r[i].b[0] + 1
    assert verdict(b.build()).name == "bitwise"
    i = (b := vy.Builder("flag")).global_id()
    r = b.inout("r", UNION)
    r[0].b[i] = 1
    assert verdict(b.build()).name == "bitwise"  # 4.5: one value, which nobody reads
