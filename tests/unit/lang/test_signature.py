"""Parameters and decorator options."""

from __future__ import annotations

from typing import Any, Literal

import pytest

import vyre as vy
from tests.unit.lang.running import read_kernel
from vyre.dtypes import f32, u8, u32


def test_roles_types_ranks_and_shapes() -> None:
    def k(
        a: vy.In[vy.u8],
        b: vy.InOut[vy.f32, Literal[2], Literal[3]],
        n: vy.u32,
        c: vy.Out[vy.u32, Literal[256]],
        unused: vy.In[vy.u32],
    ) -> None:
        c[0] = vy.u32(a[0]) + n
        b[0, 1] = 1.0

    source = read_kernel(k, workgroup=64, grid=3)
    shown = [(p.name, p.role, p.dtype, p.rank, p.shape) for p in source.signature.parameters]
    assert shown == [
        ("a", "in", u8, 1, None),
        ("b", "inout", f32, 2, (2, 3)),
        ("n", "uniform", u32, 0, None),
        ("c", "out", u32, 1, (256,)),
        ("unused", "in", u32, None, None),
    ]
    assert source.program.workgroup == (64, 1, 1)
    assert source.program.grid == (3, 1, 1)
    assert source.program.name == "k"


def test_plain_numbers_are_sizes_too() -> None:
    source = vy.kernel_from_source("def k(c: vy.Out[vy.u32, 16, 4]):\n    c[0, 0] = 1\n")
    assert source.program.buffers[0].shape == (16, 4)


@pytest.mark.parametrize(("given", "wanted"), [(5, (5,)), ((7,), (7,)), ("a", 0), (None, None)])
def test_domains(given: Any, wanted: Any) -> None:
    def k(a: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
        out[a[0]] = 1

    source = read_kernel(k, domain=given)
    assert source.program.domain == wanted
    assert source.domain_function is None


def test_a_domain_may_be_a_function_of_the_arguments() -> None:
    def rule(a: Any, *_: Any) -> int:
        return int(a.size)

    def k(a: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
        out[a[0]] = 1

    source = read_kernel(k, domain=rule)
    assert source.domain_function is rule
    assert source.program.domain is None


def test_the_rank_comes_from_what_the_decorator_says_or_from_the_axes_that_are_asked_for() -> None:
    def flat(img: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
        out[img[0, 0]] = vy.global_id()

    def square(img: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
        out[img[0, 0]] = vy.global_id(1)

    assert [read_kernel(flat).rank, read_kernel(square).rank] == [1, 2]
    assert read_kernel(flat, domain="img").rank == 2
    assert read_kernel(flat, workgroup=(2, 2, 2)).rank == 3
    assert read_kernel(flat, domain=lambda img, *_: img.size).domain_function is not None
    for options in ({"domain": "out"}, {"workgroup": 64}, {"grid": 3}):
        with pytest.raises(vy.KernelSyntaxError) as caught:
            read_kernel(square, **options)
        assert caught.value.code == "K166"


@pytest.mark.parametrize("name", ["backend", "domain", "grid", "shapes", "config", "stream", "out"])
def test_keywords_of_every_call_are_no_parameters(name: str) -> None:
    with pytest.raises(vy.KernelSyntaxError) as caught:
        vy.kernel_from_source(f"def k({name}: vy.In[vy.u32]):\n    pass\n")
    assert caught.value.code == "K112"
    assert vy.kernel_from_source(f"def k({name}_: vy.In[vy.u32]):\n    pass\n").program.buffers[0].name == f"{name}_"


def test_an_output_may_be_called_out() -> None:
    assert vy.kernel_from_source("def k(out: vy.Out[vy.u32]):\n    pass\n").program.buffers[0].name == "out"


@pytest.mark.parametrize(
    "name",
    "storage type gid lid kernel new __local main array var fn true sizeof switch texture _ __x größe x_1 gr_e".split(),
)
def test_any_identifier_is_a_name(name: str) -> None:
    text = f"""
def k({name}: vy.In[vy.u32], result: vy.Out[vy.u32]):
    i = vy.global_id()
    result[i] = {name}[i]
"""
    local = f"""
def k(source: vy.In[vy.u32], result: vy.Out[vy.u32]):
    i = vy.global_id()
    for {name} in range(1):
        result[i] = source[i + {name}]
    {name} = 3
    while {name} > 1:
        {name} -= 1
"""
    assert vy.kernel_from_source(text).program.buffers[0].name == name
    assert name in {v.name for v in vy.kernel_from_source(local).program.locals}


def test_shared_arrays_are_named_by_their_variable() -> None:
    kernel = vy.kernel_from_source(
        "def k(s_2: vy.In[vy.u32]):\n    s = vy.shared(vy.u32, 4)\n    t = vy.shared(vy.u32, 4)\n    s[0] = t[0]\n"
    )
    assert [b.name for b in kernel.program.buffers] == ["s_2", "s", "t"]
