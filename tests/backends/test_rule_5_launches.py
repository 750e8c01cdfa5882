"""Rule 5.1: grids, ids, domains and the shapes of outputs."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import vyre as vy
from vyre.ir.builder import BufferVar
from vyre.run.session import Session

from .writing import kernel, refused

# how many invocations there are is counted, also beyond the domain
pytestmark = pytest.mark.filterwarnings(r"ignore:\[N103\]:vyre.errors.VyreWarning")

U32 = npt.NDArray[np.uint32]
COUNT = "vy.atomic_add(n, 0, 1)\nvy.atomic_max(n, 1, vy.global_id())"


def words(*values: int) -> U32:
    return np.array(values, np.uint32)


def ran(device: str, made: vy.Kernel, **keywords: object) -> int:
    """How many invocations a kernel with the body COUNT runs; they are numbered from 0."""
    n = made(np.zeros(2, np.uint32), backend=device, **keywords)
    assert n[1] == max(int(n[0]) - 1, 0)
    return int(n[0])


@pytest.mark.parametrize(("workgroup", "groups"), [(1, 5), (32, 3), (64, 2), (100, 3), (256, 4)])
def test_rule_5_1_a_dispatch_runs_grid_times_workgroup_invocations_with_their_ids(
    device: str, workgroup: int, groups: int
) -> None:
    body = """
    i = vy.global_id()
    g = vy.group_id() * vy.workgroup_size() + vy.local_id()
    ids[i * 6] = i + 1
    ids[i * 6 + 1] = vy.local_id()
    ids[i * 6 + 2] = vy.group_id()
    ids[i * 6 + 3] = vy.local_index()
    ids[i * 6 + 4] = vy.workgroup_size()
    ids[i * 6 + 5] = vy.num_groups() if g == i else 0
    """
    total = workgroup * groups
    found = kernel(body, f"ids: vy.Out[vy.u32, {total * 6 + 6}]", options=f"workgroup={workgroup}, grid={groups}")(
        backend=device
    )
    want = [x for i in range(total) for x in (i + 1, i % workgroup, i // workgroup, i % workgroup, workgroup, groups)]
    assert found.tolist() == [*want, *[0] * 6]


def test_rule_5_1_the_default_workgroup_is_256(device: str) -> None:
    made = kernel("out[vy.global_id()] = vy.workgroup_size()", "out: vy.Out[vy.u32, 3]")
    assert made(backend=device).tolist() == [256] * 3
    assert made.program.workgroup == (256, 1, 1)


def test_rule_5_1_the_grid_is_the_domain_over_the_workgroup_rounded_up(device: str) -> None:
    made = kernel(COUNT, "n: vy.InOut[vy.u32]", options="domain=1, workgroup=48")
    for domain in (1, 47, 48, 49, 960, 961):
        assert ran(device, made, domain=domain) == -(-domain // 48) * 48, domain  # those past the domain run too
    for grid in (1, 3):
        assert ran(device, made, grid=grid) == grid * 48
    assert ran(device, made) == 48
    assert ran(device, made, domain=(100,)) == 144


def test_rule_5_1_the_workgroup_may_be_a_tuple_of_the_rank(device: str) -> None:
    assert ran(device, kernel(COUNT, "n: vy.InOut[vy.u32]", options="domain=(100,), workgroup=(64,)")) == 128
    refused("K113", "out[i] = 1", options="workgroup=(16, 16), domain=5", fix="same number of axes")
    refused("K113", "out[i] = 1", options="workgroup=0")
    refused("K113", "out[i] = 1", options="workgroup=(1, 2, 3, 4)")
    refused("K113", "out[i] = 1", options="domain=-1")
    made = kernel("vy.atomic_add(n, 0, 1)", "n: vy.InOut[vy.u32]", options="domain=(5, 33), workgroup=(4, 16)")
    assert made(words(0), backend=device).tolist() == [8 * 48]


AXES = "global_id local_id group_id workgroup_size num_groups".split()


@pytest.mark.parametrize("rank", [2, 3])
def test_rule_5_1_axes_are_in_numpys_order(device: str, rank: int) -> None:
    """Every id along every axis, over a domain that no workgroup divides; the last axis runs fastest in local_index."""
    domain, workgroup = (2, 5, 9)[-rank:], (2, 3, 4)[-rank:]
    groups = tuple(-(-n // w) for n, w in zip(domain, workgroup, strict=True))
    whole = tuple(g * w for g, w in zip(groups, workgroup, strict=True))
    width = 5 * rank + 1
    body = "\n".join(
        [
            "at = vy.u32(0)",
            *[f"at = at * {whole[k]} + vy.global_id({k})" for k in range(rank)],
            *[
                f"ids[at * {width} + {n * rank + k}] = vy.{name}({k})"
                for n, name in enumerate(AXES)
                for k in range(rank)
            ],
            f"ids[at * {width} + {width - 1}] = vy.local_index()",
        ]
    )
    size = int(np.prod(whole))
    made = kernel(body, f"ids: vy.Out[vy.u32, {size * width}]", options=f"workgroup={workgroup}, domain={domain}")
    found = made(backend=device).reshape(*whole, width)
    for place in np.ndindex(*whole):
        local = [p % w for p, w in zip(place, workgroup, strict=True)]
        group = [p // w for p, w in zip(place, workgroup, strict=True)]
        index = int(np.ravel_multi_index(local, workgroup))
        assert found[place].tolist() == [*place, *local, *group, *workgroup, *groups, index], place


def test_rule_5_1_default_workgroups_by_rank(device: str) -> None:
    for rank, workgroup in ((1, (256, 1, 1)), (2, (16, 16, 1)), (3, (8, 8, 4))):
        ids = ", ".join(f"vy.global_id({k})" for k in range(rank))
        made = kernel(
            f"out[{ids}] = {ids.replace(', ', ' * 10 + ')} + 1", f"out: vy.Out[vy.u32, {', '.join(['3'] * rank)}]"
        )
        assert made.program.workgroup == workgroup
        want = np.zeros((3,) * rank, np.uint32)
        for place in np.ndindex(*want.shape):
            want[place] = sum(p * (10 if k < rank - 1 else 1) for k, p in enumerate(place)) + 1
        assert made(backend=device).tolist() == want.tolist()  # its own element: the output's shape is the domain


def test_rule_5_1_calls_have_the_kernels_number_of_axes(device: str) -> None:
    made = kernel("y, x = vy.global_id(0), vy.global_id(1)\nvy.atomic_add(n, 0, y * 100 + x + 1)", "n: vy.InOut[vy.u32]", options="domain=(1, 1), workgroup=(2, 4)")  # fmt: skip

    def total(**keywords: Any) -> int:
        n = words(0)
        made(n, backend=device, **keywords)
        return int(n[0])

    def want(rows: int, columns: int) -> int:
        return sum(y * 100 + x + 1 for y in range(rows) for x in range(columns))

    assert total() == want(2, 4)
    assert total(domain=(3, 5)) == want(4, 8)
    assert total(grid=(2, 1)) == want(4, 4)
    assert total(config=vy.DispatchConfig(grid_override=(1, 3))) == want(2, 12)
    assert total(config=vy.DispatchConfig(workgroup_override=(1, 1))) == want(1, 1)
    for wrong in ({"domain": 5}, {"domain": (1, 2, 3)}, {"grid": 2}):
        with pytest.raises(vy.ArgumentValueError, match="2 axes"):
            total(**wrong)


def _axis(b: vy.Builder, out: BufferVar, name: str) -> vy.Program:
    out[0] = getattr(b, name)(1)
    return b.build()


@pytest.mark.parametrize("name", AXES)
def test_rule_5_1_an_axis_beyond_the_rank_is_refused(device: str, name: str) -> None:
    refused("K166", f"out[i] = vy.{name}(1)", options="workgroup=64", fix="axis 0")
    refused("K156", f"out[i] = vy.{name}(3)")
    b = vy.Builder("axes", domain=4)
    out = b.output("out", vy.u32, count=4)
    with pytest.raises(vy.VyreError) as caught:
        _axis(b, out, name).check()
    assert caught.value.code == "V316"
    assert (
        kernel(f"out[vy.global_id()] = vy.{name}(0) * 0 + 3", "out: vy.Out[vy.u32, 4]")(backend=device).tolist()
        == [3] * 4
    )


def test_rule_5_1_a_zero_launches_nothing_and_outputs_are_zero(device: str) -> None:
    made = kernel(
        "vy.atomic_add(n, 0, 1)\nout[vy.global_id()] = 7",
        "n: vy.InOut[vy.u32], out: vy.Out[vy.u32]",
        options="domain='n'",
    )
    for keywords in ({"domain": 0}, {"grid": 0}):
        n, out = words(0), np.full(5, 9, np.uint32)
        made(n, backend=device, out=out, **keywords)
        assert (n.tolist(), out.tolist()) == ([0], [0] * 5)
    empty = kernel("out[vy.global_id()] = a[vy.global_id()]")
    assert empty(words(), backend=device).shape == (0,)
    rows = kernel("out[vy.global_id(1)] = a[vy.global_id(1)]", options="workgroup=(2, 4)")
    for axes in ({"domain": (0, 4)}, {"grid": (0, 1)}):  # the other axis is empty
        out = np.full(4, 9, np.uint32)
        rows(words(1, 2, 3, 4), backend=device, out=out, **axes)
        assert out.tolist() == [0] * 4


@pytest.mark.parametrize("domain", [1 << 32, (1 << 32) - 1, 1 << 40])
def test_rule_5_1_a_domain_of_2_to_the_32_is_refused(device: str, domain: int) -> None:
    made = kernel(COUNT, "n: vy.InOut[vy.u32]", options="domain=1")
    with pytest.raises(vy.UnsupportedFeature) as caught:  # 2**32 - 1 rounds up to 2**32 invocations
        made(np.zeros(2, np.uint32), backend=device, domain=domain)
    assert caught.value.code == "U710"
    assert "split" in caught.value.fix
    assert ran(device, made, domain=2) == 256


def test_rule_5_1_more_than_65535_workgroups(device: str) -> None:
    groups = 70_001 if device != "reference" else 66_000
    made = kernel(
        "i = vy.global_id()\nif i + 3 >= vy.num_groups():\n    out[vy.num_groups() - 1 - i] = vy.group_id()",
        "out: vy.Out[vy.u32, 4]",
        options="workgroup=1, domain=1",
    )
    assert made(backend=device, grid=groups).tolist() == [groups - 1, groups - 2, groups - 3, 0]


def test_rule_5_1_the_default_domain_is_the_first_output_s_shape(device: str) -> None:
    made = kernel(
        "vy.atomic_add(n, 0, 1)\nout[vy.global_id()] = 1\nother[0] = 5",
        "n: vy.InOut[vy.u32], out: vy.Out[vy.u32], other: vy.Out[vy.u32, 9999]",
        options="workgroup=32",
    )
    n = words(0)
    out, other = made(n, backend=device, shapes={"out": (100,)})
    assert (out.tolist(), n[0], other[0], other[1:].any()) == ([1] * 100, 128, 5, False)
    first = kernel(
        "i = vy.global_id()\na[i] = b[i] + 1", "a: vy.InOut[vy.u32], b: vy.InOut[vy.u32]", options="workgroup=32"
    )
    a, b = np.zeros(70, np.uint32), np.arange(3, dtype=np.uint32)
    first(a, b, backend=device)  # no Out: the first InOut
    assert a.tolist() == [1, 2, 3, *[1] * 67]


@pytest.mark.parametrize("cast", ["vy.i32", "np.int32"])
def test_rule_5_1_a_signed_id_is_the_own_one_too(device: str, cast: str) -> None:
    made = kernel(
        f"i, j = {cast}(vy.global_id(0)), {cast}(vy.global_id(1))\nout[i, j] = a[i - 1, j + 1] + vy.u32(i)",
        "a: vy.In[vy.u32], out: vy.Out[vy.u32]",
    )
    a = np.arange(20 * 33, dtype=np.uint32).reshape(20, 33)
    want = np.pad(a, 1)[:-2, 2:] + np.arange(20, dtype=np.uint32)[:, None]
    assert np.array_equal(made(a, backend=device), want)


def test_rule_5_1_a_narrow_cast_of_the_id_is_another_one() -> None:
    made = kernel("out[vy.u8(vy.global_id())] = 1", "a: vy.In[vy.u32], out: vy.Out[vy.u32]")
    with pytest.raises(vy.ArgumentError, match="A611"):
        made(np.zeros(300, np.uint32), backend="reference")


@pytest.mark.parametrize(
    "body",
    [
        "out[i + 1] = 1",
        "out[0] = 1",
        "out[a[i]] = 1",
        "vy.atomic_add(out, 2, 1)",
        "out[i] = 1\nout[i * 2] = 1",
        "i = i + 1\nout[i] = 1",
    ],
)
def test_rule_5_1_without_stores_at_the_own_id_a_domain_must_be_said(device: str, body: str) -> None:
    made = kernel("i = vy.global_id()\n" + body, "a: vy.In[vy.u32], k: vy.u32, out: vy.Out[vy.u32]")
    a = words(2, 1, 0)
    with pytest.raises(vy.ArgumentError) as caught:
        made(a, 4, backend=device)
    assert caught.value.code == "A611"
    text = str(caught.value)
    assert "domain=" in text
    assert "'a'" in text or '"a"' in text  # the candidates
    by_name = made(a, 4, backend=device, domain="a")
    by_shape = made(a, 4, backend=device, domain=a.shape)
    decorated = kernel(
        "i = vy.global_id()\n" + body, "a: vy.In[vy.u32], k: vy.u32, out: vy.Out[vy.u32]", options="domain='a'"
    )(a, 4, backend=device)
    called = kernel(
        "i = vy.global_id()\n" + body,
        "a: vy.In[vy.u32], k: vy.u32, out: vy.Out[vy.u32]",
        options="domain=lambda a, k: a.size",
    )(a, 4, backend=device)
    assert by_name.tolist() == by_shape.tolist() == decorated.tolist() == called.tolist()
    assert by_name.any()


def test_rule_5_1_one_function_makes_grids_for_kernels_programs_and_compiled_kernels(
    session: Session, device: str
) -> None:
    made = kernel(COUNT, "n: vy.InOut[vy.u32]", options="domain=77, workgroup=10")
    compiled = made.compile(backend=device)
    n = np.zeros(2, np.uint32)
    compiled(n)
    (raw,) = session.dispatch(made.program, [np.zeros(2, np.uint32)], backend=device)
    (other,) = session.dispatch(made.program, [np.zeros(2, np.uint32)], backend=device, domain=81)
    config = vy.DispatchConfig(grid_override=2)
    (fixed,) = session.dispatch(made.program, [np.zeros(2, np.uint32)], config, backend=device)
    assert (n[0], raw[0], other[0], fixed[0], ran(device, made)) == (80, 80, 90, 20, 80)


@pytest.mark.filterwarnings("ignore:.*'out' is left out:vyre.errors.VyreWarning")  # it is what is asked here
def test_rule_5_1_an_out_takes_its_shape_from_annotation_input_out_or_shapes(device: str) -> None:
    body = "i = vy.global_id()\nif i < out.size:\n    out.flat[i] = out.size"
    assert (
        kernel(body, "a: vy.In[vy.u32], out: vy.Out[vy.u32, 6]", options="domain=6")(words(1), backend=device).tolist()
        == [6] * 6
    )
    inferred = kernel(body, "s: vy.u32, x: vy.InOut[vy.u8], a: vy.In[vy.u32], out: vy.Out[vy.u32]", options="domain=16")
    x, a = np.zeros((2, 3), np.uint8), np.zeros(9, np.uint32)
    assert (
        inferred(1, x.reshape(-1), a, backend=device).tolist() == [6] * 6
    )  # the first In or InOut in declaration order
    assert inferred(1, x.reshape(-1), a, backend=device, shapes={"out": (4,)}).tolist() == [4] * 4
    given = np.zeros(3, np.uint32)
    assert inferred(1, x.reshape(-1), a, backend=device, out=given) is given
    assert given.tolist() == [3] * 3
    nothing = kernel(body, "out: vy.Out[vy.u32]", options="domain=16")
    with pytest.raises(vy.ArgumentError) as caught:
        nothing(backend=device)
    assert caught.value.code == "A612"
    for way in ("annotation", "out=", "shapes="):
        assert way in caught.value.fix
    assert nothing(backend=device, shapes={"out": (2,)}).tolist() == [2, 2]
