"""What was said late, in the wrong place or not at all: barriers at the decorator, names of backends where they are given,
the ranks of declared arrays, and places without a text."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import vyre as vy
from vyre.contract.registry import Registry
from vyre.run.session import Session

A = np.array([3, 1, 4, 1], np.uint32)


@vy.kernel
def more(a: vy.In[vy.u32], made: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    if i < made.size:
        made[i] = a[i] + 1


# -- barriers -------------------------------------------------------------------------------------------
HEAD = "def k(a: vy.In[vy.u32], made: vy.Out[vy.u32]):\n    s = vy.shared(vy.u32, 256)\n    i = vy.global_id()\n"


@pytest.mark.parametrize(
    ("code", "wrong", "right"),
    [
        ("V325", "    if i < a.size:\n        s[i] = a[i]\n        vy.barrier()\n    made[i] = s[i]\n", "    if i < a.size:\n        s[i] = a[i]\n    vy.barrier()\n    made[i] = s[i]\n"),
        ("V325", "    if i >= a.size:\n        return\n    s[i] = a[i]\n    vy.barrier()\n    made[i] = s[i]\n", "    s[i] = a[i]\n    vy.barrier()\n    made[i] = s[i]\n"),
        ("V331", "    if a[i] > 2:\n        made[i] = vy.subgroup_sum(0) + a[i]\n", "    zero = vy.subgroup_sum(0)\n    made[i] = zero + a[i]\n"),
    ],
)  # fmt: skip
def test_a_barrier_that_only_some_reach_is_refused_at_the_decorator(code: str, wrong: str, right: str) -> None:
    with pytest.raises(vy.ValidationError) as caught:
        vy.kernel_from_source(HEAD + wrong)
    assert caught.value.code == code
    assert caught.value.place is not None
    assert "barrier()" in caught.value.place.text or "subgroup_sum" in caught.value.place.text
    kernel = vy.kernel_from_source("@vy.kernel(domain='a')\n" + HEAD + right)
    assert kernel(A, backend="reference").tolist() == A.tolist()


def test_of_a_generic_kernel_it_is_refused_with_its_types() -> None:
    kernel = vy.kernel_from_source(
        "def k(a: vy.InOut):\n    if a[vy.global_id()] > 1:\n        vy.barrier()\n    a[vy.global_id()] += 1\n"
    )
    with pytest.raises(vy.ValidationError, match=r"\[V325\]"):
        kernel(A.copy(), backend="reference")


# -- names of backends ----------------------------------------------------------------------------------
def entered(context: Any) -> None:
    with context:
        pass


DOORS: list[Callable[[str], Any]] = [
    lambda name: more(A, backend=name),
    lambda name: more(A, config=vy.DispatchConfig(backend=name)),
    Session,
    lambda name: Session(config=vy.DispatchConfig(backend=name)),
    lambda name: entered(vy.use(name)),
    lambda name: entered(vy.use("cpu", config=vy.DispatchConfig(backend=name))),
]


@pytest.mark.parametrize(
    "door", DOORS, ids=["call", "call's config", "Session", "Session's config", "use", "use's config"]
)
@pytest.mark.parametrize("name", ["gpu", "vulkan", "CPU", "cpuu", "gpu:1", "abacus", "hip", "hip:0"])
def test_an_unknown_backend_is_refused_by_every_door(door: Callable[[str], Any], name: str) -> None:
    with pytest.raises(vy.BackendUnavailable) as caught:
        door(name)
    error = caught.value
    assert error.code == "S901"
    assert "install" not in error.fix.replace("installation", "")
    assert "null" not in error.fix
    said = re.search(r'use "(\w+)"|use one of ([\w, ]+?)(?:, or leave.*)?$', error.fix)
    assert said is not None, error.fix
    names = [said[1]] if said[1] else said[2].split(", ")
    assert {"gpu": "auto", "vulkan": "wgpu", "CPU": "cpu", "cpuu": "cpu"}.get(name, names[0]) == names[0]
    assert set(names) <= {*Registry().names(), "auto"}
    if name.startswith("hip"):
        assert error.message == "'hip': this version has no HIP backend"
        assert names == [row.id for row in Registry().by_precedence() if row.id != "null"]
    for right in set(names) - {"wgpu", "opencl", "cuda"}:  # which may be absent here
        assert more(A, backend=right).tolist() == [4, 2, 5, 2]
        entered(vy.use(right))
        Session(right).close()


@pytest.mark.parametrize("name", ["gpu", "vulkan", "cpuu", "hip"])
def test_S901_an_unknown_backend_of_the_environment_is_refused_when_a_session_opens(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv("VYRE_BACKEND", name)
    with pytest.raises(vy.BackendUnavailable) as caught:
        Session()
    error = caught.value
    assert (error.code, error.actual) == ("S901", f"VYRE_BACKEND={name}")
    assert error.fix.startswith("set the environment variable VYRE_BACKEND anew, or unset it: ")
    assert vy.devices()  # which opens none
    Session("reference").close()  # named, it asks the environment for nothing
    said = re.search(r'use "(\w+)"|use one of (\w+)', error.fix)
    assert said is not None
    for right in ({said[1] or said[2]} - {"wgpu", "cuda"}) | {"reference"}:
        monkeypatch.setenv("VYRE_BACKEND", right)
        with Session() as session:
            assert session.dispatch(more.program, [A])[0].tolist() == [4, 2, 5, 2]
    monkeypatch.delenv("VYRE_BACKEND")
    with Session() as session:
        assert session.dispatch(more.program, [A])[0].tolist() == [4, 2, 5, 2]


def test_a_known_backend_that_is_absent_is_accepted_until_it_is_used() -> None:
    with Session("wgpu:99"), vy.use("opencl:99"), pytest.raises(vy.BackendUnavailable, match=r"\[S900\]"):
        more(A)


def test_what_a_registry_was_given_is_known() -> None:
    from importlib.metadata import EntryPoint

    registry = Registry([EntryPoint("abacus_of_test", "vyre.drivers.reference:Reference", "vyre.backends")])
    Session("abacus_of_test", registry=registry).close()
    entered(vy.use("abacus_of_test"))
    with pytest.raises(vy.BackendUnavailable, match=r"\[S901\]"):
        Session("cpu", registry=registry)


# -- ranks ----------------------------------------------------------------------------------------------
NUMBERS = (
    "def k(a: vy.In[vy.u32, 2, 2], made: vy.Out[vy.u32]):\n    i = vy.global_id()\n    made.flat[i] = a.flat[i] + 1\n"
)
NAMES = "M, N = vy.dims('M N')\n@vy.kernel(domain=4)\ndef k(a: vy.In[vy.u32, M, N], made: vy.Out[vy.u32, M, N]):\n    i = vy.global_id()\n    made.flat[i] = a.flat[i] + 1\n"


@pytest.mark.parametrize("text", [NUMBERS, NAMES], ids=["numbers", "names"])
def test_of_declared_sizes_the_annotation_is_what_changes(text: str) -> None:
    with pytest.raises(vy.ArgumentError, match=r"\[A603\]") as caught:
        vy.kernel_from_source(text)(A, backend="reference")
    found = re.search(r"a: (vy\.In\[vy\.u32\]), and subscript a\.flat\[k\]", caught.value.fix)
    assert found is not None, caught.value.fix
    right = re.sub(r"a: vy\.In\[[^\]]*\]", f"a: {found[1]}", text)
    if text is NAMES:
        assert "every annotation" in caught.value.fix
        right = right.replace("[vy.u32, M, N]", "[vy.u32]")
    assert vy.kernel_from_source(right)(A, backend="reference").tolist() == [4, 2, 5, 2]
    if text is NUMBERS:
        reshaped = re.match(r"pass (x\.reshape\(.*?\)),", caught.value.fix)
        assert reshaped is not None
        got = vy.kernel_from_source(text)(eval(reshaped[1], {"x": A}), backend="reference")
        assert got.tolist() == [[4, 2], [5, 2]]


# -- places ---------------------------------------------------------------------------------------------
def test_a_source_that_is_not_kept_shows_no_empty_line() -> None:
    text = "@vy.kernel\ndef k(a: vy.In[vy.u32], made: vy.Out[vy.u32]):\n    made[vy.global_id()] = a[0]\n"
    with pytest.raises(vy.KernelSyntaxError, match=r"\[K101\]") as caught:
        exec(text, {"vy": vy})
    lines = str(caught.value).split("\n")
    assert lines[2:] == ["  at <string>:1", f"Fix: {caught.value.fix}"]
    assert vy.kernel_from_source(text)(A, backend="reference").tolist() == [3] * 4
