"""What the doors refuse before a line is read, and the same call with the Fix applied."""

from __future__ import annotations

import functools
import os
import traceback
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import vyre as vy

A = np.array([3, 1, 4], np.uint32)
TEXT = "def k(a: vy.In[vy.u32], out: vy.Out[vy.u32]):\n    i = vy.global_id()\n    out[i] = a[i] + 1\n"
loose: Any = vy.kernel  # type checkers refuse these calls too
loose_func: Any = vy.func
loose_module: Any = vy
from_source: Any = vy.kernel_from_source
module = types.SimpleNamespace(step=1)


def plain(a: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    out[i] = a[i] + 1


def _works(kernel: Any, expected: tuple[int, ...] = (4, 2, 5)) -> None:
    assert tuple(kernel(A, backend="reference").tolist()) == expected


def _refused(call: Callable[[], Any], code: str, fix: str) -> None:
    with pytest.raises(vy.VyreError) as caught:
        call()
    assert caught.value.code == code
    assert fix in caught.value.fix, caught.value.fix


def test_a_workgroup_has_a_name() -> None:
    _refused(lambda: loose(64), "A601", "@vy.kernel(workgroup=64)")
    _refused(lambda: loose((64,)), "A601", "@vy.kernel(workgroup=(64,))")
    _refused(lambda: loose("out"), "A601", "@vy.kernel(domain='out')")
    with pytest.raises(TypeError):
        loose(64)
    _works(vy.kernel(workgroup=64)(plain))
    _works(vy.kernel(domain="out")(plain))


def test_an_option_that_does_not_exist() -> None:
    _refused(lambda: loose(foo=1), "A601", "use one of workgroup=, domain=, grid=")
    _refused(lambda: loose(workgruop=64), "A601", "did you mean workgroup=?")
    _refused(lambda: loose(plain, block=64), "A601", "did you mean workgroup=?")
    _refused(lambda: loose(backend="reference"), "A601", "where the kernel is called")
    with pytest.raises(TypeError):
        loose(foo=1)


def test_something_else_than_a_function() -> None:
    of_class: Any = classmethod
    twice = vy.kernel(plain)
    for given, fix in [
        (staticmethod(plain), "put @staticmethod above @vy.kernel"),
        (of_class(plain), "remove @classmethod"),
        (twice, "remove one of the two"),
        (loose_func(plain), "remove @vy.func"),
        (functools.lru_cache(plain), "directly above the def"),
        (3.5, "above a def"),
    ]:
        _refused(functools.partial(loose, given), "A601", fix)
        _refused(functools.partial(loose(workgroup=64), given), "A601", fix)
    _works(staticmethod(vy.kernel(plain)).__func__)


def test_a_func_has_no_options() -> None:
    _refused(lambda: loose_func(inline=True), "A601", "write @vy.func, without parentheses")
    _refused(loose_func, "A601", "write @vy.func, without parentheses")
    text = "@vy.func\ndef g(x):\n    return x + 1\n" + TEXT.replace("a[i] + 1", "g(a[i])")
    _works(vy.kernel_from_source(text))


def test_a_source_that_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "k.txt"
    path.write_text(TEXT, encoding="utf-8")
    _refused(lambda: from_source(5), "K108", "pass the text of a function")
    _refused(lambda: from_source(TEXT.encode()), "K108", "text.decode()")
    _refused(lambda: from_source(path), "K108", "path.read_text()")
    _refused(lambda: from_source(plain), "K108", "@vy.kernel")
    _refused(lambda: from_source(TEXT, name=5), "K108", "name='k'")
    _refused(lambda: from_source(TEXT, namespace=["N"]), "K108", "namespace={'N': 256}")
    with path.open(encoding="utf-8") as file:
        _refused(lambda: from_source(file), "K108", "file.read()")
    _works(vy.kernel_from_source(path.read_text(encoding="utf-8"), name="k", namespace={}))
    _works(vy.kernel_from_source(TEXT.encode().decode()))


def test_an_indented_text() -> None:
    _refused(lambda: from_source("    " + TEXT.replace("\n", "\n    ")), "K108", "textwrap.dedent(text)")
    _works(vy.kernel_from_source(TEXT))


def test_a_name_that_a_text_does_not_know() -> None:
    text = TEXT.replace("+ 1", "+ STEP")
    _refused(lambda: from_source(text), "K150", "vy.kernel_from_source(text, namespace={'STEP': ...})")
    _works(vy.kernel_from_source(text, namespace={"STEP": 1}))


def test_a_name_error_of_other_code_stays_what_it_is() -> None:
    def broken() -> None:
        raise NameError("of mine")

    with pytest.raises(NameError, match="of mine"):
        vy.kernel_from_source("broken()\n" + TEXT, namespace={"broken": broken})


def test_a_kernel_does_not_see_the_class_around_it() -> None:
    def by_name() -> type:
        class Box:
            STEP = 1

            @staticmethod
            @vy.kernel
            def k(a: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
                out[vy.global_id()] = a[vy.global_id()] + STEP  # type: ignore[name-defined]  # noqa: F821

        return Box

    def by_object() -> type:
        class Box:
            STEP = 1

            @staticmethod
            @vy.kernel
            def k(a: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
                out[vy.global_id()] = a[vy.global_id()] + self.STEP  # type: ignore[name-defined]  # noqa: F821

        return Box

    def by_class() -> type:
        class Box:
            STEP = 1

            @staticmethod
            @vy.kernel
            def k(a: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
                out[vy.global_id()] = a[vy.global_id()] + Box.STEP

        return Box

    _refused(by_name, "K150", "at module level, above the class Box")
    _refused(by_object, "K150", "a kernel is no method and gets no self")
    _refused(by_class, "K150", "at module level, above the class Box")

    step = 1

    class Good:
        @staticmethod
        @vy.kernel
        def k(a: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
            out[vy.global_id()] = a[vy.global_id()] + step

    _works(Good.k)
    _works(Good().k)


def test_an_attribute_of_an_object_is_looked_at_again() -> None:
    class Settings:
        step = 1

    @vy.kernel
    def k(a: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
        out[vy.global_id()] = a[vy.global_id()] + Settings.step + module.step

    _works(k, (5, 3, 6))
    Settings.step = 10
    _works(k, (14, 12, 15))
    module.step = 0
    try:
        _works(k, (13, 11, 14))
    finally:
        module.step = 1


def test_an_annotation_is_subscripted() -> None:
    called: Any = vy.In
    _refused(lambda: called(vy.u32), "K110", "vy.In[vy.u32]")
    with pytest.raises(AttributeError, match=r"\[K154\] vyre has no int32[\s\S]*Fix: use vy\.i32$"):
        _ = loose_module.int32
    with pytest.raises(AttributeError, match=r"\[K154\] vyre has no zzzz\n"):
        _ = loose_module.zzzz


DOORS: list[Callable[[], object]] = [
    lambda: vy.kernel(wrong_kernel),
    lambda: vy.kernel(workgroup=64)(wrong_kernel),
    lambda: vy.kernel_from_source("def k(a: vy.In[vy.u8], out: vy.Out[vy.u32]):\n    out[0] = a[0]"),
    lambda: loose_func(len),
]


def wrong_kernel(a: vy.In[vy.u8], out: vy.Out[vy.u32]) -> None:
    out[0] = a[0]


@pytest.mark.parametrize("door", DOORS)
def test_an_error_at_the_decorator_shows_the_users_frames(door: Callable[[], object]) -> None:
    with pytest.raises(vy.VyreError) as caught:
        door()
    frames = traceback.extract_tb(caught.value.__traceback__)
    ours = [f for f in frames if f"{os.sep}vyre{os.sep}" in f.filename]
    assert frames[0].filename == __file__
    assert len(ours) <= 2
    assert caught.value.__cause__ is None
    assert caught.value.__suppress_context__


def test_a_kernel_that_was_refused_is_read_when_its_fix_is_applied() -> None:
    text = "def k(a: vy.In[vy.u8], out: vy.Out[vy.u32]):\n    out[0] = a[0]"
    with pytest.raises(vy.KernelTypeError) as caught:
        vy.kernel_from_source(text)
    assert caught.value.fix == "cast the value: vy.u32(a[0])"
    made = vy.kernel_from_source(text.replace("= a[0]", "= vy.u32(a[0])"))
    assert made(np.array([7], np.uint8), domain=1, backend="reference").tolist() == [7]
