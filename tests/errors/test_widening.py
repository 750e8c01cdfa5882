"""Sums of narrow numbers that are wanted wide: each Fix is applied until the kernel runs, and then nothing has wrapped."""

from __future__ import annotations

import re
import warnings
from typing import Any

import numpy as np
import pytest

import vyre as vy

BYTES = np.full(1000, 255, np.uint8)
SHORT = np.full(300, -3000, np.int16)
HALVES = np.full(5000, 1, np.float16)
FNV, PRIME = 0xCBF29CE484222325, 0x100000001B3
LINES = re.compile(r"`([^`]+)` in line (\d+)")


def read(text: str, **names: Any) -> vy.Kernel:
    return vy.kernel_from_source(text, name="k", namespace={"FNV": FNV, "PRIME": PRIME, **names})


def _statement(line: str, code: str) -> str:
    """The line with its last statement replaced."""
    begin = re.match(r"\s*(?:for [^:]*: )?", line)
    return (begin[0] if begin else "") + code


def applied(text: str, error: vy.VyreError) -> str:
    """The text with all lines of the Fix, or with its code where the error points, or with its cast."""
    lines, place = text.split("\n"), error.place
    assert place is not None
    found = LINES.findall(error.fix)
    for code, number in found:
        lines[int(number) - 1] = _statement(lines[int(number) - 1], code)
    if not found:
        line, there = lines[place.line - 1], slice(place.column, place.end_column)
        cast = re.fullmatch(r"cast one of them: (vy\.\w+\((.*)\))", error.fix)
        code = re.fullmatch(r"(?:write|cast the value:|cast it:) (.+?)(?:;.*)?", error.fix)
        assert cast or code, str(error)
        new = line[there].replace(cast[2], cast[1]) if cast else code[1] if code else ""
        lines[place.line - 1] = line[: place.column] + new + line[place.end_column :]
    return "\n".join(lines)


def settled(text: str, **names: Any) -> vy.Kernel:
    for step in range(9):
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                made = read(text, **names)
        except vy.VyreError as error:
            text = applied(text, error)
        else:
            assert step, "there was no error"
            return made
    raise AssertionError(text)


def kernel(element: str, result: str, *body: str) -> str:
    head = f"def k(a: vy.In[vy.{element}], out: vy.Out[vy.{result}, 1]):"
    return "\n".join((head, *(f"    {line}" for line in body)))


LOOP = "for j in range(a.size):"
SUMS: list[tuple[str, Any, float]] = [
    (kernel("u8", "u32", "acc = 0", LOOP, "    acc += a[j]", "out[0] = acc"), BYTES, 255000),
    (kernel("u8", "u32", "acc = 0", f"{LOOP} acc += a[j]", "out[0] = acc"), BYTES, 255000),
    (kernel("u8", "u64", "acc = 0", LOOP, "    acc = acc + a[j]", "out[0] = acc"), BYTES, 255000),
    (kernel("u8", "i32", "acc = 0", LOOP, "    acc -= a[j]", "out[0] = acc"), BYTES, -255000),
    (kernel("u8", "u32", "acc = 0", LOOP, "    acc += a[j] * a[j]", "out[0] = acc"), BYTES, 65025000),
    (kernel("u8", "u32", "acc = 0", LOOP, "    acc += a[j] if j > 9 else 0", "out[0] = acc"), BYTES, 252450),
    (kernel("u8", "u32", "acc = 0", LOOP, "    acc += a[j]", "out[0] = acc // 1000"), BYTES, 255),
    (kernel("u8", "u32", "acc = 0", LOOP, "    acc += a[j]", "if vy.global_id() == 0:", "    out[0] += acc"), BYTES, 255000),
    (kernel("u8", "u32", "acc = 0", LOOP, "    acc += a[j]", "vy.atomic_max(out, 0, acc)"), BYTES, 255000),
    (kernel("u8", "u32", "acc, n = 0, 0", LOOP, "    n = n + a[j]", "out[0] = n"), BYTES, 255000),
    (kernel("u8", "u32", "acc = 0", LOOP, "    v = a[j]", "    acc += v", "mean = acc // 2", "out[0] = mean"), BYTES, 127500),
    (kernel("u8", "u32", "s = 0", "t = 0", LOOP, "    s += a[j]", "    t += s", "out[0] = t"), BYTES[:10], 14025),
    (kernel("u8", "f32", "acc = 0", LOOP, "    acc += a[j]", "out[0] = acc"), BYTES, 255000),
    (kernel("u8", "f32", "acc = 0", LOOP, "    acc -= a[j]", "out[0] = acc"), BYTES, -255000),
    (kernel("i16", "i32", "acc = 0", LOOP, "    acc += a[j]", "out[0] = acc"), SHORT, -900000),
    (kernel("f16", "f32", "acc = 0.0", LOOP, "    acc += a[j]", "out[0] = acc"), HALVES, 5000),
    (kernel("u8", "u32", "out[0] = vy.workgroup_sum(a[vy.global_id()])"), BYTES[:256], 65280),
    (kernel("u8", "u32", "s = vy.workgroup_sum(a[vy.global_id()])", "out[0] = s"), BYTES[:256], 65280),
    (kernel("u8", "u32", "out[0] = a[0] + a[1]"), BYTES, 510),
    (kernel("u8", "i32", "out[0] = a[0] - a[1] * 2"), BYTES, -255),
    (kernel("u8", "f32", "out[0] = a[0] - a[1] * 2"), BYTES, -255),
    (kernel("u8", "u32", "v = a[0] + a[1]", "out[0] = v"), BYTES, 510),
    (kernel("u8", "u32", "out[0] = a[0] << 8"), BYTES, 65280),
]  # fmt: skip


@pytest.mark.parametrize(("text", "given", "wanted"), SUMS)
def test_a_narrow_sum_that_is_stored_wide_is_summed_wide(text: str, given: Any, wanted: float) -> None:
    out = settled(text)(given, backend="reference", grid=1)
    assert out.tolist() == [wanted]


def test_the_sum_may_be_in_a_function() -> None:
    name = "def total(a):\n    acc = 0\n    for j in range(a.size):\n        acc += a[j]\n    return acc\n\n\n"
    text = f"@vy.func\n{name}@vy.kernel\n" + kernel("u8", "u32", "out[0] = total(a)")
    assert settled(text)(BYTES, backend="reference", grid=1).tolist() == [255000]


@pytest.mark.parametrize("last", ["h", "vy.u64(h)"])
def test_a_hash_begins_with_a_typed_constant(last: str) -> None:
    text = kernel("u8", "u64", "h = FNV", LOOP, "    h = (h ^ a[j]) * PRIME", f"out[0] = {last}")
    wanted = FNV
    for byte in b"vyre":
        wanted = (wanted ^ byte) * PRIME % 2**64
    assert settled(text)(np.frombuffer(b"vyre", np.uint8), backend="reference", grid=1).tolist() == [wanted]


PLAIN = [
    (kernel("u8", "u32", "out[0] = a[0]"), "cast the value: vy.u32(a[0])"),
    (kernel("u8", "u32", "out[0] = a[0] & 15"), "cast the value: vy.u32(a[0] & 15)"),
    (kernel("u8", "u32", "m = 0", LOOP, "    m = max(m, a[j])", "out[0] = m"), "cast the value: vy.u32(m)"),
    (kernel("u32", "u8", "n = 0", LOOP, "    n += a[j]", "out[0] = n"), "cast the value: vy.u8(n)"),
    (kernel("u32", "f32", "n = 0", LOOP, "    n += a[j]", "out[0] = n"), "cast the value: vy.f32(n)"),
]


@pytest.mark.parametrize(("text", "fix"), PLAIN)
def test_what_cannot_wrap_is_cast_as_a_whole(text: str, fix: str) -> None:
    with pytest.raises(vy.KernelTypeError) as caught:
        read(text)
    assert caught.value.fix == fix


def test_an_expression_of_many_terms_is_not_written_out_again() -> None:
    with pytest.raises(vy.KernelTypeError, match="K200") as caught:
        read(kernel("u8", "u32", f"out[0] = {' + '.join(['a[0]'] * 900)}"))
    assert caught.value.fix.startswith("cast the value: ")


LATE = [
    (kernel("u8", "u32", "acc = 0", LOOP, "    acc += a[j]", "out[0] = vy.u32(acc)"), BYTES, 255000),
    (kernel("u8", "u32", "acc = 0", LOOP, "    acc = acc + a[j]", "out[0] = vy.u32(acc) // 1000"), BYTES, 255),
    (kernel("i16", "f32", "acc = 0", LOOP, "    acc += a[j]", "out[0] = vy.f32(acc)"), SHORT, -900000),
    (kernel("f16", "f32", "acc = 0.0", LOOP, "    acc += a[j]", "out[0] = vy.f32(acc)"), HALVES, 5000),
]


@pytest.mark.parametrize(("text", "given", "wanted"), LATE)
def test_a_sum_that_is_cast_after_its_loop_is_warned_of_once(text: str, given: Any, wanted: float) -> None:
    with pytest.warns(vy.VyreWarning, match="when it may have") as caught:
        read(text)
    (warning,) = caught
    assert warning.lineno == text.count("\n") + 1
    fix = re.search(r"Fix: begin with (.+?), and write (.+)$", str(warning.message))
    assert fix is not None
    lines = [_statement(line, fix[1]) if "acc = 0" in line else line for line in text.split("\n")]
    lines = [_statement(line, fix[2]) if line.startswith("        acc") else line for line in lines]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        made = read("\n".join(lines))
    assert made(given, backend="reference", grid=1).tolist() == [wanted]


@pytest.mark.parametrize(
    "body",
    [
        ("acc = vy.u8(0)", LOOP, "    acc += a[j]", "out[0] = vy.u32(acc)"),  # asked for
        ("acc = vy.u32(0)", LOOP, "    acc += vy.u32(a[j])", "out[0] = acc"),
        ("m = 0", LOOP, "    m = max(m, a[j])", "out[0] = vy.u32(m)"),
        ("acc = 0", LOOP, "    acc += a[j]", "    out[0] = vy.u32(acc)"),  # a running sum, seen in each round
    ],
)
def test_no_warning_where_the_width_is_asked_for(body: tuple[str, ...]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        made = read(kernel("u8", "u32", *body))
    assert made.program.name == "k"
