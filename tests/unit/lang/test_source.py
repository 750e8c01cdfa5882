"""Where a kernel's text comes from, and the error with a Fix for each way that it cannot be read."""

from __future__ import annotations

import functools
import importlib
import importlib.util
import os
import sys
import textwrap
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import vyre as vy
from vyre.lang.read import KernelSource, read_kernel
from vyre.lang.source import compile_anywhere

A = np.array([3, 1, 4], np.uint32)
KERNEL = """
def k(a: vy.In[vy.u32], out: vy.Out[vy.u32]):
    i = vy.global_id()
    out[i] = a[i] + 1
"""


def _module(folder: Path, text: str, name: str = "kernels") -> ModuleType:
    path = folder / f"{name}.py"
    path.write_text(text, encoding="utf-8")
    spec = importlib.util.spec_from_file_location(f"made_{folder.name}_{name}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _refused(function: Any, code: str) -> vy.KernelSyntaxError:
    with pytest.raises(vy.KernelSyntaxError) as caught:
        read_kernel(function)
    assert caught.value.code == code, str(caught.value)
    assert caught.value.fix
    return caught.value


def _works(function: Any) -> None:
    assert vy.kernel(function)(A, backend="reference").tolist() == [4, 2, 5]


def test_text_from_exec_is_handed_over_instead() -> None:
    names: dict[str, Any] = {"vy": vy}
    exec(KERNEL, names)
    error = _refused(names["k"], "K101")
    assert "vy.kernel_from_source(text)" in error.fix
    assert vy.kernel_from_source(KERNEL)(A, backend="reference").tolist() == [4, 2, 5]


def test_an_edited_file_is_imported_again(tmp_path: Path) -> None:
    module = _module(tmp_path, "import vyre as vy\n" + KERNEL)
    _works(module.k)
    (tmp_path / "kernels.py").write_text("import vyre as vy\n" + KERNEL.replace("+ 1", "+ 2"), encoding="utf-8")
    error = _refused(module.k, "K102")
    assert "import the module again" in error.fix
    again = _module(tmp_path, "import vyre as vy\n" + KERNEL)
    _works(again.k)


@pytest.mark.parametrize(("text", "later"), [("a[i] + 2", 10), ("a[i] + 1 + 1", 0), ("a[i] + 1 + 1", 10)])
def test_an_edited_module_is_reloaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, later: int) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)  # Python takes a text of this size and time for compiled
    monkeypatch.syspath_prepend(tmp_path)
    name = f"edited_{'longer' if len(text) > 8 else 'same'}_{later}"
    path = tmp_path / f"{name}.py"
    path.write_text("import vyre as vy\n@vy.kernel" + KERNEL, encoding="utf-8")
    os.utime(path, (1_000_000, 1_000_000))
    module = importlib.import_module(name)
    try:
        assert module.k(A, backend="reference").tolist() == [4, 2, 5]
        path.write_text("import vyre as vy\n@vy.kernel" + KERNEL.replace("a[i] + 1", text), encoding="utf-8")
        os.utime(path, (1_000_000 + later, 1_000_000 + later))
        importlib.reload(module)
        assert module.k(A, backend="reference").tolist() == [5, 3, 6]
    finally:
        del sys.modules[name]


@pytest.mark.parametrize("edit", ["# one line more\n", "def other():\n    pass\n", "x = '''\n", "@\n"])
def test_lines_that_moved_are_noticed(tmp_path: Path, edit: str) -> None:
    module = _module(tmp_path, "import vyre as vy\n" + KERNEL)
    (tmp_path / "kernels.py").write_text(edit + "import vyre as vy\n" + KERNEL, encoding="utf-8")
    _refused(module.k, "K102")


def test_a_lambda_is_written_with_def() -> None:
    _refused(lambda a: a, "K103")


def test_another_decorator_is_moved() -> None:
    def other(function: Any) -> Any:
        @functools.wraps(function)
        def inner(*args: Any) -> Any:
            return function(*args)

        return inner

    @other
    def k(a: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
        out[vy.global_id()] = a[vy.global_id()] + 1

    _refused(k, "K104")
    _works(k.__wrapped__)


def test_what_is_no_function() -> None:
    class Callable:
        def __call__(self, a: vy.In[vy.u32]) -> None: ...

    for thing in (Callable(), Callable, len, 3):
        _refused(thing, "K105")


def test_a_missing_file_is_shipped_or_handed_over(tmp_path: Path) -> None:
    module = _module(tmp_path, "import vyre as vy\n" + KERNEL)
    (tmp_path / "kernels.py").unlink()
    error = _refused(module.k, "K106")
    assert "vy.kernel_from_source(text)" in error.fix


def test_a_text_that_is_no_python() -> None:
    with pytest.raises(vy.KernelSyntaxError) as caught:
        vy.kernel_from_source("def k(:\n    pass\n")
    assert caught.value.code == "K108"
    assert caught.value.place is not None
    assert caught.value.place.text == "def k(:"
    for text, name in (("x = 1\n", None), (KERNEL, "missing")):
        with pytest.raises(vy.KernelSyntaxError) as caught:
            vy.kernel_from_source(text, name=name)
        assert caught.value.code == "K108"


def test_a_device_name_on_the_host() -> None:
    calls: list[Any] = [vy.global_id, vy.u32, functools.partial(vy.popcount, 3)]
    for call in calls:
        with pytest.raises(vy.KernelSyntaxError) as caught:
            call()
        assert caught.value.code == "K100"


def test_errors_show_lines_of_a_handed_over_text() -> None:
    with pytest.raises(vy.KernelTypeError) as caught:
        vy.kernel_from_source(KERNEL.replace("+ 1", "+ 1.5"))
    assert caught.value.place is not None
    assert caught.value.place.text == "    out[i] = a[i] + 1.5"
    assert "\n          out[i] = a[i] + 1.5\n                   ^^^^^^^^^^\n" in str(caught.value)


def test_kernels_are_read_wherever_they_stand(tmp_path: Path) -> None:
    """Nested in functions and classes, decorated over several lines, beside tabs, umlauts and long strings."""
    module = _module(
        tmp_path,
        textwrap.dedent('''
            from __future__ import annotations
            import math, vyre as vy
            from vyre import kernel as kern

            class Box:
                @staticmethod
                @vy.kernel(
                    workgroup=64,
                )
                def k(
                    a: vy.In[vy.u32],
                    out: vy.Out[vy.u32],  # with a comment
                ):
                    """Ein Döckstring
            that is not indented."""
                    größe = 1; i = vy.global_id()
                    out[i] = (a[i]
                              + größe)

            def make(step):
            \tT = vy.u32
            \t@kern
            \tdef k(a: vy.In[T], out: vy.Out[T]):
            \t\ti = vy.global_id()
            \t\tout[i] = a[i] + step + T(math.floor(0.5))
            \treturn k

            one = make(1)
        '''),
    )
    assert module.Box.k(A, backend="reference").tolist() == [4, 2, 5]
    assert module.one(A, backend="reference").tolist() == [4, 2, 5]


def test_a_kernel_of_a_right_file_is_found_without_its_tokens(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python's tokeniser takes longer than reading the kernel."""

    def fails(_: object) -> None:
        raise AssertionError

    monkeypatch.setattr("inspect.getblock", fails)

    def first(x: vy.InOut[vy.u32]) -> None:
        i = vy.global_id()
        if i < 5:
            # a comment between
            x[i] = 1

    assert isinstance(read_kernel(first), KernelSource)


def test_columns_count_characters() -> None:
    with pytest.raises(vy.KernelSyntaxError) as caught:
        vy.kernel_from_source(KERNEL.replace("a[i] + 1", "a[i]; größe = a[i] + größenwahn"))
    place = caught.value.place
    assert place is not None
    assert place.text[place.column : place.end_column] == "größenwahn"


def test_string_annotations_see_the_enclosing_function() -> None:
    wanted = vy.u32

    def k(a: vy.In[wanted], out: vy.Out[wanted]) -> None:  # type: ignore[valid-type]
        out[vy.global_id()] = a[vy.global_id()] + 1

    _works(k)


def test_a_very_long_expression() -> None:
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(1000)
    try:
        for terms in (2900, 3100):
            text = KERNEL.replace("a[i] + 1", " + ".join(["a[i]"] * terms))
            if terms == 2900:
                kernel = vy.kernel_from_source(text)
                assert len(kernel.program.body) > 2 * terms
            else:
                with pytest.raises(vy.KernelSyntaxError) as caught:
                    vy.kernel_from_source(text)
                assert caught.value.code == "K107"
                assert "loop" in caught.value.fix
                assert "vy.Builder" in caught.value.fix
    finally:
        sys.setrecursionlimit(limit)


@pytest.mark.parametrize(
    "expression",
    [
        "(" * 90 + "a[i]" + " + 1)" * 90,
        "vy.min(9, " * 90 + "a[i]" + ")" * 90,
        "-" * 700 + "a[i]",
        "".join(f"{k} if a[i] == {k} else " for k in range(500)) + "7",
        " and ".join(["a[i] > 0"] * 500).join(["vy.u32(", ")"]),
    ],
    ids=["parentheses", "calls", "signs", "conditions", "ands"],
)
def test_deep_expressions_need_no_recursion(expression: str) -> None:
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(1000)
    try:
        kernel = vy.kernel_from_source(KERNEL.replace("a[i] + 1", expression))
    finally:
        sys.setrecursionlimit(limit)
    assert len(kernel.program.body) > 80


def test_reading_time_grows_with_the_text() -> None:
    """Python calls made, at 250 and at 500 statements: at most 2.2 times as many."""

    def calls(statements: int) -> int:
        text = KERNEL.replace("    out[i]", "    x = a[i]\n" + "    x = x * 3 + a[i]\n" * statements + "    out[i]")
        count = 0

        def profile(_frame: Any, event: str, _arg: Any) -> None:
            nonlocal count
            count += event == "call"

        sys.setprofile(profile)
        try:
            vy.kernel_from_source(text)
        finally:
            sys.setprofile(None)
        return count

    calls(10)
    assert calls(500) <= 2.2 * calls(250)


def test_compiling_far_down_the_stack() -> None:
    text = "x = " + " + ".join(["y"] * 2000) + "\n"

    def down(depth: int) -> Any:
        return down(depth - 1) if depth else compile_anywhere(text, "<text>")

    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(1000)
    try:
        assert down(700) is not None
    finally:
        sys.setrecursionlimit(limit)


def test_a_literal_too_long_to_print() -> None:
    text = "@vy.kernel\ndef k(out: vy.Out[vy.u32]):\n    out[0] = {}\n"
    with pytest.raises(vy.VyreError, match="K204"):
        vy.kernel_from_source(text.format("0x" + "f" * 6000))
    made = vy.kernel_from_source(text.format("0x" + "f" * 8))
    assert made(shapes={"out": 1}, domain=1, backend="reference").tolist() == [0xFFFFFFFF]
