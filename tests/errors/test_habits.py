"""Kernels as people write them who come from Numba, Taichi, Warp, Triton, CuPy and WGSL: each Fix is put where the error
points, until the kernel runs, and then it gives the right numbers."""

from __future__ import annotations

import contextlib
import re
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import vyre as vy
from tests.errors.applying import applied
from vyre.lang.device import __all__ as DEVICE_NAMES

A = np.array([3, 1, 4, 1, 5], np.uint32)
F = np.array([0.5, 1.5, 2.5, 9.75, 0.0], np.float32)
HEAD = "def k(a: vy.In[vy.u32], f: vy.In[vy.f32], out: vy.Out[vy.u32], n: vy.u32):\n    i = vy.global_id()\n"
SAME = [3, 1, 4, 1, 5]
ONES = [1] * 5


def read(text: str, **names: Any) -> vy.Kernel:
    return vy.kernel_from_source(text, name="k", namespace={"np": np, "BLOCK": 64, **names})


def settled(text: str, **names: Any) -> vy.Kernel:
    """The kernel after every Fix was applied. There is at least one."""
    for step in range(20):
        try:
            made = read(text, **names)
        except vy.VyreError as error:
            text = applied(text, error)
        else:
            assert step
            return made
    raise AssertionError(text)


def run(kernel: vy.Kernel) -> list[int]:
    given = {"a": A, "f": F, "n": 5}
    named: Any = {p.name: given[p.name] for p in kernel.program.buffers if p.takes_input}
    more: Any = {} if kernel.program.domain is not None else {"domain": 5}
    return [int(v) for v in np.ravel(kernel(**named, backend="reference", **more))]


BODIES: list[tuple[str, list[int]]] = [
    # namespaces
    ("vy.atomic.add(out, 0, a[i])", [14, 0, 0, 0, 0]),
    ("vy.atomic.max(out, 0, a[i])", [5, 0, 0, 0, 0]),
    ("vy.atomic.exchange(out, i, a[i])", SAME),
    ("out[i] = vy.u32(vy.math.sqrt(f[i] * f[i]))", [0, 1, 2, 9, 0]),
    ("out[i] = vy.libdevice.popc(a[i])", [2, 1, 1, 1, 2]),
    ("out[i] = vy.warp.sum(a[i])", [14] * 5),
    ("out[i] = vy.subgroup.max(a[i])", [5] * 5),
    ("out[i] = vy.workgroup.sum(a[i])", [14] * 5),
    ("out[i] = vy.types.u32(f[i])", [0, 1, 2, 9, 0]),
    ("s = vy.simt.block.SharedArray((64,), vy.u32)\ns[i] = a[i]\nvy.simt.block.sync()\nout[i] = s[i]", SAME),
    # Numba
    ("s = vy.shared.array(64, vy.u32)\ns[i] = a[i]\nvy.syncthreads()\nout[i] = s[i]", SAME),
    ("s = vy.shared.array(shape=64, dtype=np.uint32)\ns[i] = a[i]\nvy.syncthreads()\nout[i] = s[i]", SAME),
    ("s = vy.local.array(4, vy.u32)\ns[1] = a[i]\nout[i] = s[1]", SAME),
    ("k = cuda.grid(1)\nif k < n:\n    out[k] = a[k]", SAME),
    ("k = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x\nout[k] = a[k]", SAME),
    ("out[i] = vy.u32(vy.gridsize(1) >= n)", ONES),
    ("out[i] = vy.shfl_down_sync(0xFFFFFFFF, a[i], 1)", [1, 4, 1, 5, 0]),
    ("out[i] = vy.u32(vy.any_sync(0xFFFFFFFF, a[i] > 4))", ONES),
    ("out[i] = vy.subgroup_shuffle_xor(0xFFFFFFFF, a[i], 0)", SAME),
    ("out[i] = vy.selp(a[i] > 2, 7, 8)", [7, 8, 7, 8, 7]),
    # Triton
    ("x = vy.load(a + i, mask=i < n)\nout[i] = x", SAME),
    ("x = vy.load(a + i, mask=i < 2, other=9)\nout[i] = x", [3, 1, 9, 9, 9]),
    ("offs = vy.program_id(0) * BLOCK + vy.arange(0, BLOCK)\nx = vy.load(a + offs, mask=offs < n)\nvy.store(out + offs, x, mask=offs < n)", SAME),
    ("pid = vy.program_id(axis=0)\noffs = pid * BLOCK + vy.arange(0, BLOCK)\nvy.store(out + offs, vy.load(a + offs))", SAME),
    ("pid = tl.program_id(0)\nout[i] = pid + a[i]", SAME),
    ("out[i] = f[i].to(tl.uint32)", [0, 1, 2, 9, 0]),
    ("vy.atomic_add(out + i, a[i])", SAME),
    ("vy.device_assert(n > 0)\nout[i] = a[i]", SAME),
    ("vy.debug_barrier()\nout[i] = a[i]", SAME),
    ("out[i] = vy.cdiv(a[i], 2)", [2, 1, 2, 1, 3]),
    ("out[i] = vy.num_programs(0)", ONES),
    # Taichi
    ("for k in vy.static(range(3)):\n    out[i] += a[k]", [8] * 5),
    ("for k in vy.static(range(1, len((7, 8, 9)))):\n    out[i] += k", [3] * 5),
    ("for k in ti.static(range(3)):\n    out[i] += a[k]", [8] * 5),
    ("out[i] = ti.cast(f[i], ti.u32)", [0, 1, 2, 9, 0]),
    ("v = vy.Vector([a[i], 2])\nout[i] = v.x + v.y", [5, 3, 6, 3, 7]),
    ("for k in vy.ndrange(3):\n    out[i] += a[k]", [8] * 5),
    ("out[i] = ti.atomic_add(out, i, 3) + a[i]", SAME),
    # Warp
    ("k = wp.tid()\nout[k] = a[k]", SAME),
    ("k = vy.tid()\nout[k] = vy.u32(vy.lerp(f[k], f[k], 0.5))", [0, 1, 2, 9, 0]),
    ("v = vy.vec3(a[i], 1, 2)\nout[i] = v.x + v.z", [5, 3, 6, 3, 7]),
    ("vy.expect_eq(n, 5)\nout[i] = a[i]", SAME),
    # CUDA C and CuPy
    ("out[i] = vy.block_dim() * 0 + vy.block_idx(0) + a[i]", SAME),
    ("out[vy.thread_idx.x] = a[vy.thread_idx.x]", SAME),
    ("s = vy.shared_memory(vy.u32, 64)\ns[i] = a[i]\nvy.syncthreads()\nout[i] = s[i]", SAME),
    ("vy.atomic_inc(out, i)", ONES),
    ("out[i] = vy.ffs(a[i])", [1, 1, 3, 1, 1]),
    # WGSL and wgpu
    ("out[vy.global_invocation_id.x] = a[i]", SAME),
    ("out[vy.workgroup_id.x * 64 + vy.local_invocation_index()] = a[i]", SAME),
    ("vy.workgroupBarrier()\nout[i] = vy.countOneBits(a[i])", [2, 1, 1, 1, 2]),
    ("out[i] = vy.firstLeadingBit(a[i])", [1, 0, 2, 0, 2]),
    ("out[i] = vy.extractBits(a[i], 1, 2)", [1, 0, 2, 0, 2]),
    ("if i < vy.arrayLength(a):\n    out[i] = a[i]", SAME),
    ("vy.atomicStore(out, i, a[i])\nvy.atomicAdd(out, i, 1)", [4, 2, 5, 2, 6]),
    ("out[i] = a[i]\nout[i] = vy.atomicLoad(out, i)", SAME),
    ("out[i] = vy.select(a[i], n, a[i] > 3)", [3, 1, 5, 1, 5]),
    ("out[i] = vy.u32(vy.saturate(f[i]) * 4.0)", [2, 4, 4, 4, 0]),
    ("out[i] = vy.u32(vy.fract(f[i]) * 4.0)", [2, 2, 2, 3, 0]),
    ("out[i] = vy.u32(vy.step(f[i], 1.0))", [1, 0, 0, 0, 1]),
    ("out[i] = vy.u32(vy.mix(f[i], 1.0, 0.0))", [0, 1, 2, 9, 0]),
    ("out[i] = vy.u32(vy.inverseSqrt(f[2] - 2.25))", [2] * 5),
    ("out[i] = vy.u32(vy.ln(f[2] * 8.0))", [2] * 5),
    ("out[i] = vy.u32(vy.exp10(f[2]))", [316] * 5),
    ("out[i] = vy.u32(vy.asinh(f[2] * 4.0))", [2] * 5),
    ("out[i] = vy.u32(-vy.arcsinh(-f[2] * 12.0))", [4] * 5),
    ("out[i] = vy.u32(vy.acosh(f[2] * 4.0))", [2] * 5),
    ("out[i] = vy.u32(vy.atanh(f[2] * 0.399))", [3] * 5),
    ("out[i] = vy.u32(10.0 * vy.sigmoid(f[2]))", [9] * 5),
    # NumPy
    ("out[i] = f[i].astype(vy.u32)", [0, 1, 2, 9, 0]),
    ("out[i] = f[i].astype(np.uint32)", [0, 1, 2, 9, 0]),
    ("out[i] = f[i].view(vy.u32) >> 23", [126, 127, 128, 130, 0]),
    ("out[i] = vy.cast(f[i], vy.u32)", [0, 1, 2, 9, 0]),
    ("out[i] = vy.bit_cast(f[i], vy.u32) >> 23", [126, 127, 128, 130, 0]),
    ("out[i] = vy.bitcast(f[i], vy.u32) >> 23", [126, 127, 128, 130, 0]),
    ("s = vy.shared((64,), dtype=vy.u32)\ns[i] = a[i]\nvy.barrier()\nout[i] = s[i]", SAME),
    ("s = vy.shared('uint32', 64)\ns[i] = a[i]\nvy.barrier()\nout[i] = s[i]", SAME),
    ("s = vy.zeros(4, dtype=vy.u32)\ns[1] = a[i]\nout[i] = s[1] + s[0]", SAME),
    ("k = vy.global_id()[0]\nout[k] = a[k]", SAME),
    ("s = np.zeros(4, np.uint32)\ns[1] = a[i]\nout[i] = s[1] + s[0]", SAME),
    ("out[i] = a.load(i)", SAME),
    ("out.store(i, a[i])", SAME),
    ("out[i] = a(i)", SAME),
    ("out[i] = a.size() + a.shape(0)", [10] * 5),
    ("out[i] = a.data + a[i]", [6, 2, 8, 2, 10]),
    ("k = vy.global_id[0]\nout[k] = a[k]", SAME),
    ("s = vy.shared[vy.u32, 64]\ns[i] = a[i]\nvy.barrier()\nout[i] = s[i]", SAME),
    ("vy.atomic_add(out, a[i])", [14, 0, 0, 0, 0]),
    ("out[i] = vy.subgroupAdd(a[i])", [14] * 5),
    ("out[i] = vy.subgroup_size()", [32] * 5),
    ("out[i] = vy.u32(vy.get_global_size(0) >= n)", ONES),
    ("out[i] = vy.get_local_size(0) - 256 + a[i]", SAME),
    ("vy.mem_fence()\nout[i] = a[i]", SAME),
    ("out[i] = vy.insertBits(a[i], 5, 1, 2)", [3, 3, 2, 3, 3]),
    ("out[i] = vy.u32(vy.degrees(f[i] * 0.0 + 3.14159274))", [180] * 5),
    ("out[i] = vy.u32(vy.distance(vy.vec2(f[i], 0.0), vy.vec2(0.0, 0.0)))", [0, 1, 2, 9, 0]),
    # more arguments than there are, and floats where integers are needed
    ("out[i] = vy.select(True, 1, 2, 3)", ONES),
    ("out[i] = vy.select(c=n > 1, a=1, b=2)", ONES),
    ("out[i] = vy.select(1, cond=n > 1, b=2)", ONES),
    ("vy.atomic_add(out, 1.5, a[i])", [0, 14, 0, 0, 0]),
    ("vy.atomic_add(out, index=f[0] * 2.0, value=a[i])", [0, 14, 0, 0, 0]),
    ("out[i] = vy.u32(vy.abs_diff(1.5, 4))", [2] * 5),
    ("out[i] = vy.abs_diff(1.5, 4)", [2] * 5),
    ("out[i] = vy.u32(vy.abs_diff(f[i], f[i] - 3.0))", [3] * 5),
    ("out[i] = vy.rotl(1.5, 2)", [4] * 5),
    ("out[i] = vy.rotr(f[i], 1)", [0, 1 << 31, 1, (1 << 31) + 4, 0]),
    ("out[i] = 1.5 << a[i]", [8, 2, 16, 2, 32]),
    ("out[i] = vy.u32(vy.f32(i) << 2)", [0, 4, 8, 12, 16]),
    ("x = 9.5\nout[i] = x >> 1", [4] * 5),
    # the truth of numbers
    ("out[i] = a[i] and 7", [7] * 5),
    ("out[i] = vy.u32(f[i] and 7.0)", [7, 7, 7, 7, 0]),
    ("out[i] = vy.u32(f[i] or 7.0)", [0, 1, 2, 9, 7]),
    ("out[i] = a[i] > 3 and 5", [0, 0, 5, 0, 5]),
    ("out[i] = a[i] > 3 or 5", [5, 5, 1, 5, 1]),
    ("if a[i] - 1 and n:\n    out[i] = 1", [1, 0, 1, 0, 1]),
    ("out[i] = 1 if not (a[i] - 1 and n) else 2", [2, 1, 2, 1, 2]),
]  # fmt: skip


@pytest.mark.parametrize(("body", "gives"), BODIES, ids=[b[0].split("\n")[0] for b in BODIES])
def test_the_fixes_lead_to_a_kernel_that_runs(body: str, gives: list[int]) -> None:
    text = HEAD + "".join(f"    {line}\n" for line in body.split("\n"))
    assert run(settled(text)) == gives


def _language(name: str, **names: Any) -> ModuleType:
    made = ModuleType(name)
    vars(made).update(names)
    return made


def test_what_is_imported_from_another_language_is_told_as_ours() -> None:
    def program_id(axis: int) -> int:
        raise NotImplementedError

    tl = _language("triton.language", program_id=program_id, load=len, store=len, arange=len)
    body = "offs = tl.program_id(0) * 4 + tl.arange(0, 4)\ntl.store(out + offs, tl.load(a + offs))"
    text = HEAD + "".join(f"    {line}\n" for line in body.split("\n"))
    with pytest.raises(vy.VyreError, match=r"\[K153\] tl\.program_id is of another kernel language"):
        read(text, tl=tl)
    assert run(settled(text, tl=tl)) == SAME


def test_the_users_own_module_keeps_its_names() -> None:
    @vy.func
    def load(x: Any) -> Any:
        return x + 1

    own = _language("warp", load=load, STEP=2)
    assert run(read(HEAD + "    out[i] = own.load(a[i]) + own.STEP\n", own=own)) == [6, 4, 7, 4, 8]


def test_two_ids_stand_in_the_order_of_the_subscripts() -> None:
    kernel = "def k(m: vy.InOut[vy.u32]):\n    x, y = vy.grid(2)\n    m[{}] += x * 10 + y\n"
    for index, fix in (("x, y", "vy.global_id(0), vy.global_id(1)"), ("y, x", "vy.global_id(1), vy.global_id(0)")):
        text = kernel.format(index)
        with pytest.raises(vy.VyreError) as caught:
            read(text)
        assert caught.value.fix.startswith(f"write {fix};")
        m = np.zeros((2, 3), np.uint32)
        settled(text)(m, domain=m.shape, backend="reference")
        want = [[x * 10 + y for y in range(3)] for x in range(2)]
        assert m.tolist() == (want if index == "x, y" else [[x * 10 + y for x in range(3)] for y in range(2)])


def test_a_loop_per_axis() -> None:
    text = HEAD + "    for p, q in vy.ndrange(n, (1, 3)):\n        out[i] += p * q\n"
    with pytest.raises(vy.VyreError) as caught:
        read(text)
    loops = re.findall(r"`(.+?)`", caught.value.fix)
    assert loops == ["for p in range(n):", "for q in range(1, 3):"]
    assert caught.value.fix.endswith("p, q = vy.global_id(0), vy.global_id(1)")
    assert run(read(f"{HEAD}    {loops[0]}\n        {loops[1]}\n            out[i] += p * q\n")) == [30] * 5


def test_an_index_per_axis_of_an_atomic() -> None:
    text = "def k(m: vy.InOut[vy.u32]):\n    vy.atomic_add(m, vy.global_id(0), vy.global_id(1), 7)\n"
    m = np.zeros((2, 3), np.uint32)
    settled(text)(m, domain=m.shape, backend="reference")
    assert m.tolist() == [[7] * 3] * 2


@pytest.mark.parametrize(
    ("loop", "gives"),
    [
        ("for p, x in enumerate(a):\n    out[i] += x * p", 32),
        ("for k, x in enumerate(a):\n    out[i] += x", 14),
        ("for x, y in zip(a, f):\n    out[i] += x + vy.u32(y)", 26),
        ("for x in reversed(a):\n    out[i] = out[i] * 2 + x", 109),
    ],
)
def test_a_loop_over_arrays_has_the_callers_names(loop: str, gives: int) -> None:
    head, body = loop.split("\n")
    with pytest.raises(vy.VyreError) as caught:
        read(f"{HEAD}    {head}\n    {body}\n")
    assert caught.value.code == "K162"
    found = re.fullmatch(r"write (for .+:) and begin its body with (.+)", caught.value.fix)
    assert found is not None, caught.value.fix
    assert run(read(f"{HEAD}    {found[1]}\n        {found[2]}\n    {body}\n")) == [gives] * 5


def test_none_is_no_subscript() -> None:
    with pytest.raises(vy.VyreError, match=r"\[K145\] None is no subscript[\s\S]*Fix: write 0, as in out\[0\]"):
        read(HEAD + "    out[None] = a[i]\n")
    assert run(read(HEAD + "    out[0] = 9\n")) == [9, 0, 0, 0, 0]


@pytest.mark.parametrize(
    "loop",
    [
        "    for j in range(3):\n        pass\n    else:  # nothing left else\n        out[i] = 1\n",
        "    for j in range(3): pass\n    else: out[i] = 1\n",
        "    while i > n:\n        break\n    else:\n\n        out[i] = a[0] if n else 2\n",
    ],
)
def test_the_caret_of_a_loops_else_stands_under_it(loop: str) -> None:
    with pytest.raises(vy.VyreError, match=r"\[K140\]") as caught:
        read(HEAD + loop)
    place = caught.value.place
    assert place is not None
    assert place.text.lstrip().startswith("else:")
    assert place.text[place.column : place.end_column] == "else"
    assert place.line == 3 + loop.split("else:", maxsplit=1)[0].count("\n")


@pytest.mark.parametrize(
    ("wrong", "fix"),
    [
        ("out[i] = sum(a)", "write the loop: acc = 0, then for k in range(a.size): acc += a[k]"),
        ("vy.atomic_add(out, i, 1, sem='relaxed')", "leave sem= out"),
        ("out[vy.global_id] = 1", "call it: vy.global_id()"),
        ("out[i] = vy.u32(vy.pi)", "write math.pi, with `import math` above the kernel"),
        ("out[i] = vy.u32(vy.math.inf)", "write math.inf, with `import math` above the kernel"),
        ("out[i] = a[i].x", "a[i] is one number: vy.vec(x, y) makes a vec of several, an array of them has one more axis, a[i, 0], and one axis of an id is vy.global_id(axis)"),
    ],
)  # fmt: skip
def test_what_no_expression_replaces(wrong: str, fix: str) -> None:
    with pytest.raises(vy.VyreError) as caught:
        read(f"{HEAD}    {wrong}\n")
    assert caught.value.fix == fix


@pytest.mark.parametrize(
    ("wrong", "fix", "right"),
    [
        ("vy.select()", "write vy.select(condition, a, b)", "vy.select(n > 1, 1, 2)"),
        ("vy.select(True)", "write vy.select(True, a, b)", "vy.select(True, 1, 2)"),
        ("vy.select(n > 1, 1)", "write vy.select(n > 1, 1, b)", "vy.select(n > 1, 1, 2)"),
        ("vy.select(1, 2)", "write vy.select(condition, 1, 2), with a comparison such as i < n as the condition", "vy.select(i < n, 1, 2)"),
    ],
)  # fmt: skip
def test_a_select_without_all_its_arguments(wrong: str, fix: str, right: str) -> None:
    with pytest.raises(vy.VyreError, match=r"\[K155\]") as caught:
        read(f"{HEAD}    out[i] = {wrong}\n")
    assert caught.value.fix == fix
    assert run(read(f"{HEAD}    out[i] = {right}\n")) == ONES


@pytest.mark.parametrize("name", [*DEVICE_NAMES, "atomicStore", "ndrange", "grid", "load", "store", "selp", "Vector"])
def test_any_number_of_arguments_is_told_in_a_typed_error(name: str) -> None:
    for args in ("", "1", "a", "1, 2", "a, i", "1, 2, 3", "1, 2, 3, 4", "x=1", "1, b=2", "*(1, 2)"):
        for line in (f"out[i] = vy.{name}({args})", f"for x in vy.{name}({args}):\n        out[i] = 1"):
            with contextlib.suppress(vy.VyreError):
                assert isinstance(read(f"{HEAD}    {line}\n").program, vy.Program)


@pytest.mark.parametrize(
    ("wrong", "fix"),
    [
        (
            "s = vy.session()",
            "call it before the kernel is called, and pass what the kernel needs of it as a parameter",
        ),
        ("vy.devices()", "call it before the kernel is called, and pass what the kernel needs of it as a parameter"),
        (
            "vy.DispatchConfig()",
            "call it before the kernel is called, and pass what the kernel needs of it as a parameter",
        ),
        ("vy.resident(a)", "remove this line: call the kernel with vy.resident(a) in place of a"),
        ("vy.kernel(a)", "write @vy.kernel above a def at module level, and call a function that @vy.func made here"),
        ("g = vy.func(a)", "write @vy.func above a def at module level, and call a function that @vy.func made here"),
    ],
)
def test_what_is_for_the_host(wrong: str, fix: str) -> None:
    with pytest.raises(vy.VyreError, match=r"\[K153\] vy\.\w+ is for the host") as caught:
        read(f"{HEAD}    {wrong}\n    out[i] = a[i]\n")
    assert caught.value.fix == fix
    kernel = read(f"{HEAD}    out[i] = a[i]\n")
    with vy.resident(A, backend="reference") as held:
        given: Any = {"a": held, "f": F, "n": 5}
        out = kernel(**{p.name: given[p.name] for p in kernel.program.buffers if p.takes_input}, backend="reference")
        assert np.asarray(out.numpy() if isinstance(out, vy.ResidentArray) else out).tolist() == SAME
