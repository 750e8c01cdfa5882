"""Where OpenCL C and CUDA C++ extend integers of 8 and 16 bits: once per value of which more than the low bits are read."""

from __future__ import annotations

import re

import pytest

import vyre as vy
from tests.backends.narrow_chains import SPELLINGS, spellings_of
from tests.golden.text_targets import C_FAMILY, emitted

_HEAD = "def k(a: vy.In[vy.{t}], b: vy.In[vy.{t}], h: vy.In[vy.f16], p: vy.i16, kept: vy.InOut[vy.{t}], out: vy.Out[vy.i64]):\n"


def extensions(target: str, lines: str, t: str = "i16") -> list[str]:
    """The statements of a kernel's body that extend something."""
    body = [
        "i = vy.global_id()",
        "if i < a.size:",
        *(f"    {line}" for line in ("x = a[i]", "y = b[i]", *lines.splitlines())),
    ]
    text = _HEAD.format(t=t) + "".join(f"    {line}\n" for line in body)
    made = emitted(vy.kernel_from_source(text).program, target).text
    statements = made[made.index("vyre_main") :].split("else {\n    for (u32 k")[-1]  # of a tile: one invocation's
    return re.findall(r"(\w+) = extended_\w+\(", statements)


@pytest.mark.parametrize("target", C_FAMILY)
@pytest.mark.parametrize(
    ("lines", "count"),
    [
        ("out[i] = vy.i64(x)", 0),  # a load
        ("out[i] = vy.i64(x * y)", 1),
        ("out[i] = vy.i64((x * y + 3) * x - y ^ 5)", 1),  # a chain is extended at its end
        ("kept[i] = (x * y + 3) * x - y ^ 5", 0),  # and not where its low bits are stored
        ("v = x * y\nout[i] = vy.i64(v) + vy.i64(vy.i32(v) < i)", 1),  # once, however often it is read
        ("v = x * y\nout[i] = vy.i64(v) + vy.i64(v + 1)", 2),
        ("out[i] = vy.i64(max(x * y, x + y))", 2),
        ("out[i] = vy.i64(max(x, y))", 0),
        ("out[i] = vy.i64(vy.select(x < y, x * y, x + y))", 1),
        ("out[i] = vy.i64(vy.select(x < y, x, y) & ~x | y)", 0),
        ("out[i] = vy.i64(x * y < y)", 1),
        ("out[i] = vy.i64(vy.i16(i))", 1),
        ("out[i] = vy.i64(vy.u8(x))", 1),
        ("out[i] = vy.i64(vy.bitcast(vy.u16, x))", 1),
        ("out[i] = vy.i64(vy.i16(vy.f32(x)))", 0),  # which is within the type
        ("out[i] = vy.i64(vy.bitcast(vy.i16, h[i]))", 1),
        ("out[i] = vy.i64(kept[i])", 0),
        ("kept[i] = x\nout[i] = vy.i64(kept[i])", 1),  # a compiler may know what is there
        ("v = x\nfor _ in range(3):\n    v = v * y\nout[i] = vy.i64(v)", 1),
        ("v = x\nfor _ in range(3):\n    v = v * y\nkept[i] = v", 0),
        ("v = x\nfor _ in range(3):\n    v = v * y\nw = v\nout[i] = vy.i64(w)", 1),
        ("for k in range(vy.i16(3)):\n    out[k] = vy.i64(k)", 0),
        ("if x * y:\n    out[i] = 1", 1),
        ("out[vy.u32(x * y)] = 1", 1),
        ("out[i] = vy.i64(vy.i32(x) * vy.i32(y))", 0),
    ],
)
def test_each_value_is_extended_once_where_more_than_its_low_bits_is_read(target: str, lines: str, count: int) -> None:
    assert len(set(extensions(target, lines)) - {"p3"}) == count


@pytest.mark.parametrize("t", ["i8", "u8", "u16"])
def test_so_for_every_narrow_type(t: str) -> None:
    assert len(extensions("cuda", "out[i] = vy.i64((x + y) * x)", t)) == 1
    assert len(extensions("cuda", "kept[i] = (x + y) * x", t)) == 0
    assert len(extensions("cuda", "out[i] = vy.i64(~x)", t)) == (t[0] == "u")


@pytest.mark.parametrize("target", C_FAMILY)
@pytest.mark.parametrize("narrow", ["i16", "u16", "i8", "u8"])
def test_nothing_has_fewer_than_32_bits_but_memory(target: str, narrow: str) -> None:
    """So that no compiler finds a negation of 16 bits after which it could leave out an extension."""
    text = emitted(spellings_of(narrow, "u32").program(), target).text
    text = text[text.index("FUNCTION", text.index("#define FUNCTION") + 20) :]
    outside = re.sub(
        r"(const )?(STORAGE |__global )?(const )?[ui](8|16)\s?\*|[ui](8|16) b\d+\[|\(i16\)\(a \^ HIDDEN_ZERO\)|\([ui]\d+\)\(a \^ HIDDEN_ZERO\)",
        "",
        text,
    )
    assert not re.search(r"\b[ui](8|16)\b", outside)
    assert text.count("= extended_") >= len(SPELLINGS) // 2


def test_opencl_of_other_vendors_has_a_form_of_its_own() -> None:
    text = emitted(spellings_of("i16", "u32").program(), "opencl").text
    start = text.index("FUNCTION i32 extended_i16")
    assert text[start : text.index("}", start)].splitlines() == [
        "FUNCTION i32 extended_i16(const u32 a) {",
        "  #ifdef __NV_CL_C_VERSION",
        "  i32 x;",
        '  asm("prmt.b32 %0, %1, 0, %2;" : "=r"(x) : "r"(a), "r"(0x9910u ^ HIDDEN_ZERO));',
        "  return x;",
        "  #endif",
        "  return (i16)(a ^ HIDDEN_ZERO);",
    ]
