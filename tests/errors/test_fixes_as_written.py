"""Fixes whose code is put where the error points, as it is written; then the kernel gives the right numbers."""

from __future__ import annotations

import math
import re
import warnings
from typing import Any

import numpy as np
import pytest

import vyre as vy
from tests.errors.applying import applied

X = np.array([1.5, -2.5, np.nan, 4.0], np.float32)
HEAD = "def k(x: vy.In[vy.f32], out: vy.Out[vy.f32]):\n    i = vy.global_id()\n    "
CFG = {"scale": 1.5, ("a", 1): 2}


def read(text: str, **names: Any) -> vy.Kernel:
    return vy.kernel_from_source(text, name="k", namespace={"np": np, "math": math, "CFG": CFG, **names})


def refused(text: str, code: str) -> vy.VyreError:
    with pytest.raises(vy.VyreError) as caught:
        read(text).program.check()
    assert caught.value.code == code
    return caught.value


def run(kernel: vy.Kernel) -> Any:
    return kernel(X, backend="reference")


# -- slices of arrays that the kernel makes ------------------------------------------------------------
SLICES = [
    ("t = vy.private(vy.f32, 3)\n    t[:] = x[i]\n    out[i] = t[2]", X),
    ("t = vy.private(vy.f32, 3)\n    t[1:] = x[i]\n    out[i] = t[2] + t[0]", X),
    ("t = vy.private(vy.f32, 3)\n    t[:2] += x[i]\n    out[i] = t[1] + t[2]", X),
    ("t = vy.private(vy.f32, (2, 3))\n    t[1, :] = x[i]\n    out[i] = t[1, 2] + t[0, 2]", X),
]


@pytest.mark.parametrize(("lines", "wanted"), SLICES)
def test_a_slice_of_a_private_array_is_a_loop_over_it(lines: str, wanted: Any) -> None:
    text = HEAD + lines
    error = refused(text, "K131")
    fix = re.fullmatch(r"write `(.+)`", error.fix)
    assert fix is not None
    assert error.place is not None
    rows = text.split("\n")
    rows[error.place.line - 1] = f"    {fix[1]}"
    assert np.array_equal(run(read("\n".join(rows))), wanted, equal_nan=True)


def test_a_slice_of_a_shared_array_is_stored_by_one_invocation() -> None:
    text = HEAD + "s = vy.shared(vy.f32, 4)\n    s[:] = 2.5\n    out[i] = s[3]"
    fix = refused(text, "K131").fix
    assert (
        fix == "write `for k in range(4): s[k] = 2.5`, under `if vy.local_index() == 0:` and with vy.barrier() after it"
    )
    lines = "if vy.local_index() == 0:\n        for k in range(4): s[k] = 2.5\n    vy.barrier()"
    assert run(read(text.replace("s[:] = 2.5", lines))).tolist() == [2.5] * 4


def test_both_axes_of_a_private_array_are_two_loops() -> None:
    text = HEAD + "t = vy.private(vy.f32, (2, 3))\n    t[:] = 2.0\n    out[i] = t[1, 2]"
    assert refused(text, "K131").fix.startswith("write `for k in range(2): for m in range(3): t[k, m] = 2.0`")
    lines = "for k in range(2):\n        for m in range(3): t[k, m] = 2.0"
    assert run(read(text.replace("t[:] = 2.0", lines))).tolist() == [2.0] * 4


def test_a_slice_of_a_private_array_that_is_read_is_read_by_element() -> None:
    text = HEAD + "t = vy.private(vy.f32, 3)\n    y = t[:]\n    out[i] = y"
    assert refused(text, "K131").fix == "read each element where it is used, t[k], in a loop over t"
    lines = "y = 0.0\n    for k in range(3):\n        y += t[k]"
    assert run(read(text.replace("y = t[:]", lines))).tolist() == [0.0] * 4


# -- names of the host -----------------------------------------------------------------------------------
INFINITE = [
    ("-float('inf')", -np.inf),
    ('float("inf")', np.inf),
    ("float('-Infinity')", -np.inf),
    ("float('nan')", np.nan),
    ("float('1.5')", 1.5),
]


@pytest.mark.parametrize(("written", "wanted"), INFINITE)
def test_float_of_a_string_is_a_number_of_math(written: str, wanted: float) -> None:
    text = f"{HEAD}best = {written}\n    out[i] = best"
    error = refused(text, "K132")
    assert np.array_equal(run(read(applied(text, error))), [np.float32(wanted)] * 4, equal_nan=True)


def test_without_math_infinity_is_numpys_or_math_is_imported() -> None:
    text = f"{HEAD}out[i] = float('inf')"
    with pytest.raises(vy.KernelSyntaxError) as caught:
        vy.kernel_from_source(text, name="k", namespace={"np": np})
    assert caught.value.fix == "write np.inf"
    with pytest.raises(vy.KernelSyntaxError) as caught:
        vy.kernel_from_source(text, name="k")
    assert caught.value.fix == "write math.inf; with `import math` above the kernel"
    made = vy.kernel_from_source(applied(text, caught.value), name="k", namespace={"math": math})
    assert run(made).tolist() == [math.inf] * 4


@pytest.mark.parametrize(("written", "wanted"), [('CFG["scale"]', 1.5), ("CFG['a', 1]", 2.0)])
def test_what_a_dict_holds_is_static(written: str, wanted: float) -> None:
    text = f"{HEAD}out[i] = {written}"
    assert run(read(applied(text, refused(text, "K151")))).tolist() == [wanted] * 4


TYPES = ["float32", "float64", "float16", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "bool_"]  # fmt: skip


@pytest.mark.parametrize("name", TYPES)
def test_each_type_of_numpy_in_an_annotation_is_named_as_ours(name: str) -> None:
    text = f"def k(x: vy.In[np.{name}, 4], out: vy.Out[np.{name}]):\n    i = vy.global_id()\n    out[i] = x[i]"
    for parameter in ("x", "out"):
        fix = re.fullmatch(rf"write {parameter}: (vy\.\w+\[.+\])", refused(text, "K110").fix)
        assert fix is not None
        text = re.sub(rf"{parameter}: vy\.\w+\[[^\]]+\]", f"{parameter}: {fix[1]}", text)
    given = np.array([0, 1, 1, 0], getattr(np, name))
    assert np.array_equal(read(text)(given, backend="reference"), given)


# -- NumPy's functions -----------------------------------------------------------------------------------
@pytest.mark.parametrize("name", ["maximum", "minimum", "fmax", "fmin"])
def test_numpys_maximum_is_told_apart_by_nan(name: str) -> None:
    text = f"{HEAD}out[i] = np.{name}(x[i], 0.5)"
    error = refused(text, "K214")
    plain = run(read(applied(text, error)))
    assert np.array_equal(
        plain, getattr(np, {"maximum": "fmax", "minimum": "fmin"}.get(name, name))(X, np.float32(0.5))
    )
    if name.startswith("f"):
        return
    as_numpy = error.fix.split("as in NumPy: ")[1]
    found = run(read(text.replace(f"np.{name}(x[i], 0.5)", as_numpy)))
    assert np.array_equal(found, getattr(np, name)(X, np.float32(0.5)), equal_nan=True)


def test_rint_is_round() -> None:
    assert np.array_equal(run(read(f"{HEAD}out[i] = np.rint(x[i])")), np.rint(X), equal_nan=True)


def test_clamp_of_two_types_is_said_of_clamp() -> None:
    head = "def k(x: vy.In[vy.f32], out: vy.Out[vy.i32], n: vy.u32):\n    i = vy.global_id()\n    "
    error = refused(f"{head}out[i] = vy.clamp(vy.i32(i) - 1, 0, n - 1)", "K200")
    assert error.message == "the operands of vy.clamp are of two types, i32 and u32"
    assert error.fix.startswith("cast one of them: vy.i32(n - 1), ")
    made = read(f"{head}out[i] = vy.clamp(vy.i32(i) - 1, 0, vy.i32(n - 1))")
    assert made(X, 3, backend="reference").tolist() == [0, 0, 1, 2]


# -- assertions ------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("message", "wanted"), [("'too big'", ": too big"), ("f'{i} is'", ": f'{i} is'"), (None, "")])
def test_a_failed_assertion_says_its_message(message: str | None, wanted: str) -> None:
    made = read(f"{HEAD}assert x[i] < 2.0{'' if message is None else f', {message}'}\n    out[i] = x[i]")
    with pytest.raises(vy.Trapped) as caught:
        run(made)
    assert caught.value.message == f"an assertion of k failed{wanted}"
    assert made(X[:2], backend="reference").tolist() == [1.5, -2.5]


# -- options of a call -----------------------------------------------------------------------------------
OPTIONS: list[tuple[str, Any]] = [
    ("timeout", 60),
    ("while_limit", 9),
    ("copies", "forbid"),
    ("profile", False),
    ("max_output_bytes", 64),
    ("label", "first"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "value"), OPTIONS)
def test_an_option_of_the_config_is_written_in_it(name: str, value: Any) -> None:
    made = read(f"{HEAD}out[i] = x[i]")
    with pytest.raises(vy.ArgumentTypeError) as caught:
        made(X, backend="reference", **{name: value})
    assert caught.value.fix == f"write config=vy.DispatchConfig({name}={value!r})"
    assert np.array_equal(made(X, backend="reference", config=vy.DispatchConfig(**{name: value})), X, equal_nan=True)


@pytest.mark.parametrize("name", ["workgroup", "block", "threads_per_block"])
def test_the_workgroup_is_of_the_decorator(name: str) -> None:
    text = f"{HEAD}out[i] = vy.f32(vy.workgroup_size())"
    with pytest.raises(vy.ArgumentTypeError) as caught:
        read(text)(X, backend="reference", **{name: 64})
    fix = "write @vy.kernel(workgroup=64) above the kernel, or config=vy.DispatchConfig(workgroup_override=64) for this call"
    assert caught.value.fix == fix
    assert run(read(f"@vy.kernel(workgroup=64)\n{text}")).tolist() == [64] * 4
    config = vy.DispatchConfig(workgroup_override=64)
    assert read(text)(X, backend="reference", config=config).tolist() == [64] * 4


def test_init_and_misspelled_keywords_of_a_call() -> None:
    made = read(f"{HEAD}out[i] += x[i]")
    with pytest.raises(vy.ArgumentTypeError, match="A601") as caught:
        made(X, backend="reference", init={"out": 1})
    assert caught.value.fix == "write @vy.kernel(init={'out': 1}) above the kernel"
    with pytest.raises(vy.ArgumentTypeError) as caught:
        made(X, backend="reference", griddim=1)
    assert caught.value.fix == "write grid=1"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert np.array_equal(made(X, backend="reference", grid=1), X, equal_nan=True)


# -- sums of floats --------------------------------------------------------------------------------------
def _tree(fix: str) -> str:
    """The lines of code of a Fix, as they stand in the body of a kernel."""
    return "\n".join(line for line in fix.split("\n") if line.startswith("    "))


FLOAT_SUMS = [
    ("total = vy.workgroup_sum(x[i] * 2.0)\n    out[vy.group_id()] = total", "K202", "total = ", 2.0),
    ("vy.atomic_add(out, vy.group_id(), x[i])", "V324", "vy.atomic_add", 1.0),
    ("vy.atomic_sub(out, vy.group_id(), x[i])", "V324", "vy.atomic_sub", -1.0),
]


@pytest.mark.parametrize(("lines", "code", "begins", "factor"), FLOAT_SUMS)
def test_a_sum_of_floats_is_a_tree_in_shared_memory(lines: str, code: str, begins: str, factor: float) -> None:
    head = '@vy.kernel(domain="x")\n' + HEAD
    error = refused(head + lines, code)
    assert "Sums of floats" in error.fix
    given = np.random.default_rng(7).random(1000, np.float32) - np.float32(0.5)
    assert lines.startswith(begins)
    made = read(f"{head.rstrip()}\n{_tree(error.fix)}")
    wanted = np.zeros(1024, np.float32)
    wanted[:1000] = given * np.float32(factor)
    tree = wanted.reshape(4, 256)
    while tree.shape[1] > 1:
        half = tree.shape[1] // 2
        tree = tree[:, :half] + tree[:, half:]
    assert made(given, shapes={"out": 4}, backend="reference").tolist() == tree[:, 0].tolist()
    assert made.check(given, shapes={"out": 4}).ok


def test_scattered_sums_of_floats_are_gathered_or_of_integers() -> None:
    text = f"{HEAD}vy.atomic_add(out, vy.u32(x[i]), x[i])"
    fix = refused(text, "V324").fix
    assert fix.endswith(
        "scale to integers and add those, or let one invocation per element of out add its terms in their order"
    )
    gathered = "for j in range(x.size):\n        if vy.u32(x[j]) == i:\n            out[i] += x[j]"
    given = np.array([0.5, 1.5, 1.25, 3.0], np.float32)
    assert read(HEAD + gathered)(given, backend="reference").tolist() == [0.5, 2.75, 0.0, 3.0]


def test_other_atomics_of_floats_have_an_element_each() -> None:
    assert "an element of its own" in refused(f"{HEAD}vy.atomic_exchange(out, 0, x[i])", "U700").fix
    assert np.array_equal(run(read(f"{HEAD}out[i] = x[i]")), X, equal_nan=True)
