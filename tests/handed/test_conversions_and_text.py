"""Conversions out of range, and names of the user in the text of a target."""

from __future__ import annotations

import itertools
import keyword
import math
from collections.abc import Callable

import numpy as np
import pytest

import vyre as vy
from tests.handed.support import INTEGERS, array, call, elementwise, needs
from vyre.dtypes import DType, f32, f64, u32
from vyre.ir.builder import Builder
from vyre.ir.program import Program
from vyre.run.session import Session


@vy.kernel
def to_i32(x: vy.In[vy.f32], out: vy.Out[vy.i32]) -> None:
    i = vy.global_id()
    if i < out.size:
        out[i] = vy.i32(x[i])


@vy.kernel
def from_i32(x: vy.In[vy.i32], out: vy.Out[vy.f32]) -> None:
    i = vy.global_id()
    if i < out.size:
        out[i] = vy.f32(x[i])


@vy.kernel
def from_u32(x: vy.In[vy.u32], out: vy.Out[vy.f32]) -> None:
    i = vy.global_id()
    if i < out.size:
        out[i] = vy.f32(x[i])


# triton #10658
def test_a_float_out_of_range_saturates(session: Session, device: str) -> None:
    x = np.array([np.inf, -np.inf, np.nan, 3e9, -3e9, 2147483648, 2147483520, -1.5, -0.0], np.float32)
    assert call(session, device, to_i32, x).tolist() == [
        2147483647,
        -2147483648,
        0,
        2147483647,
        -2147483648,
        2147483647,
        2147483520,
        -1,
        0,
    ]


def test_an_integer_becomes_the_nearest_float(session: Session, device: str) -> None:
    got = call(session, device, from_i32, np.array([16777217, 2147483647], np.int32))
    assert got.view(np.uint32).tolist() == [0x4B800000, 0x4F000000]
    assert call(session, device, from_u32, np.array([4294967295], np.uint32)).view(np.uint32).tolist() == [0x4F800000]


@pytest.mark.parametrize("source", [f32, f64], ids=lambda t: t.name)
@pytest.mark.parametrize("target_type", INTEGERS, ids=lambda t: t.name)
def test_every_edge_of_every_integer_type(session: Session, device: str, source: DType, target_type: DType) -> None:
    """The float at, next below and next above each end of the type's range, and around zero."""
    kind = np.dtype(source.numpy_name).type
    edges = [kind(v) for v in (target_type.min, target_type.max, target_type.max + 1, 0.0, 0.5, 1.0, -1.0, 1e30)]
    near = [np.nextafter(v, kind(way)) for v in edges for way in (-np.inf, np.inf)]
    x = np.array([*edges, *near, np.inf, -np.inf, np.nan, -0.0], kind)
    program = elementwise(lambda b, v: b.cast(target_type, v), types=(source,), result=target_type)
    needs(session, device, program)
    (got,) = session.dispatch(program, [x], backend=device)

    def meaning(v: float) -> int:
        if math.isnan(v):
            return 0
        if math.isinf(v):
            return target_type.max if v > 0 else target_type.min
        return min(max(math.trunc(v), target_type.min), target_type.max)

    assert got.tobytes() == array(target_type, [meaning(float(v)) for v in x]).tobytes()


NAMES = (
    "storage type gid lid out in if float kernel new __local main array var fn true sizeof switch texture _ __x größe "
    "x_1 x__1 a_b a_b_ gr_e "  # pairs that a careless mangling makes one
    "b0 v0 l0 p0 i32 u32 params groups group_id bitcast while return half vec4 uint __kernel discard private k workgroup "
    "select min barrier ℵ 名前"
).split()


def copies(names: tuple[str, str, str]) -> Program:
    """out[i] = in[i], with the names as buffers, as a local and as a loop variable."""
    b = Builder("copy")
    source, result = b.input(names[0], u32), b.output(names[1], u32)
    i = b.global_id()
    with b.if_(i < result.size):
        held = b.let(names[0], 0, u32)
        with b.for_(0, 1, name=names[2]) as k:
            held.set(source[i + k])
        result[i] = held
    return b.build()


# TVM PR #18960
def test_names_never_reach_a_target(session: Session, device: str) -> None:
    """Names that are words of a target, or that mangling would merge: equal programs have one text."""
    given = np.arange(5, dtype=np.uint32)
    sources = set()
    for one, two in itertools.pairwise([*NAMES, NAMES[0]]):
        program = copies((one, two, one))
        (got,) = session.dispatch(program, [given], backend=device)
        assert got.tolist() == given.tolist()
        sources.add(session.compile(program, backend=device).source)
    assert len(sources) == 1


def test_names_in_a_kernel_s_own_words(device: str) -> None:
    given = np.arange(5, dtype=np.uint32)
    taken = {"out", "kernel"}  # call words: `out` is an output's name only
    for name in NAMES:
        if keyword.iskeyword(name) or name in taken:
            continue
        text = (
            f"def k({name}: vy.In[vy.u32], result: vy.Out[vy.u32]):\n"
            f"    i__ = vy.global_id()\n"
            f"    if i__ < result.size:\n"
            f"        result[i__] = {name}[i__]\n"
        )
        assert vy.kernel_from_source(text)(given, backend=device).tolist() == given.tolist()


def test_a_kernel_may_have_any_name_and_an_output_named_out(device: str) -> None:
    given = np.arange(5, dtype=np.uint32)
    for name in ("main", "kernel", "void", "vyre_main", "größe", "_"):
        text = f"def {name}(storage: vy.In[vy.u32], out: vy.Out[vy.u32]):\n    fn = vy.global_id()\n    out[fn] = storage[fn]\n"
        assert vy.kernel_from_source(text)(given, backend=device).tolist() == given.tolist()


@pytest.mark.parametrize("name", ["a b", "a-b", "1a", "", "a\nb", "x;", "*/", "\u200bx"])
def test_what_is_no_identifier_is_refused(name: str) -> None:
    declares: tuple[Callable[[Builder], object], ...] = (
        lambda b: b.input(name, u32),
        lambda b: b.output(name, u32),
        lambda b: b.uniform(name, u32),
        lambda b: b.shared(name, u32, 4),
        lambda b: b.let(name, b.const(u32, 1)),
    )
    for declare in declares:
        with pytest.raises(vy.ValidationError) as caught:
            declare(Builder("named"))
        assert caught.value.code == "V400"
        assert "Fix: " in str(caught.value)
    with pytest.raises(vy.ValidationError):
        Builder(name)
