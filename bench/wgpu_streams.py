"""The kernels of :mod:`bench.device_backends` on a WebGPU device in other texts than vyre's.

Some are of vyre's emitter: with several vectors a thread and without any, with divisions where a launch is folded, without tiles, and
without the checks of wgpu-native (of subscripts, which it leaves to a device that checks buffers itself, and of loops). The others are
written by hand, for one number of elements and nothing else: what Vulkan can do.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from vyre.contract.backend import CompiledPipeline
from vyre.device import DeviceProfile
from vyre.drivers.wgpu.backend import WgpuBackend
from vyre.drivers.wgpu.modules import COUNTED, UNCHECKED
from vyre.emit.base import Artifact
from vyre.emit.tiles import Tile
from vyre.emit.wgsl.bindings import Bindings
from vyre.emit.wgsl.emitter import WgslEmitter
from vyre.emit.wide import NOTHING_WIDE, Wide
from vyre.ir.program import Grid, Program
from vyre.plan.plan import Plan

__all__ = ["CountedWgpu", "UncheckedWgpu", "Variant", "variants"]

_SCALE: Final = "1.7f"


@dataclass(frozen=True, slots=True)
class Variant:
    """A pipeline over the arrays of the kernel; ``grid`` where it is not that of the kernel's own, whose parameters it has no use for then.
    ``exact``: whether its bytes are the kernel's."""

    name: str
    pipeline: CompiledPipeline
    grid: Grid | None = None
    exact: bool = True


class InWords(WgslEmitter):
    """Loads and stores of words. A thread of a tile has an invocation of each workgroup."""

    def lay_out(self) -> None:
        if self.tile is not None:
            self.tile = replace(self.tile, together=False)
        super().lay_out()

    def runs(self) -> Wide:
        return NOTHING_WIDE


class WithDivisions(InWords):
    """Those in a launch whose one axis is found by divisions."""

    grid_words = replace(WgslEmitter.grid_words, one_axis=False)


class TwoFours(WgslEmitter):
    """Two vectors a thread."""

    workgroups_a_block = 8


class FourFours(WgslEmitter):
    """Four vectors a thread."""

    workgroups_a_block = 16


class OneByOne(InWords):
    """No tiles."""

    def lay_out(self) -> None:
        self.tile: Tile | None = None
        super().lay_out()


class UncheckedWgpu(WgpuBackend):
    """The device without the checks that wgpu-native writes into a shader."""

    def checks_of(self, program: Program) -> int:
        return UNCHECKED


class CountedWgpu(WgpuBackend):
    """The device with a counter in every loop, which wgpu-native writes where nothing else is asked for."""

    def checks_of(self, program: Program) -> int:
        return COUNTED


def variants(backend: WgpuBackend, profile: DeviceProfile, plan: Plan, case: str, elements: int) -> Iterator[Variant]:
    """What there is to compare the kernel with on its device. ``case``: "xor" and "saxpy" are written by hand, too."""
    as_gpu = replace(profile, kind="gpu")
    for name, emitter in (
        ("2 vectors", TwoFours),
        ("4 vectors", FourFours),
        ("words", InWords),
        ("words, divisions", WithDivisions),
        ("no tiles", OneByOne),
    ):
        artifact = emitter(plan, as_gpu).emit()
        yield Variant(name, backend.build(plan, artifact, artifact.bindings))
    if case == "hash64":
        for name, text in (
            ("loop", hash_by_hand(1)),
            ("16 rounds at a time", hash_by_hand(16)),
            ("no loop", hash_by_hand(64)),
        ):
            made = backend.build(plan, Artifact(text, "main"), Bindings(own=(0, 1)))
            across = min(1 << 14, elements // 256)
            yield Variant(f"by hand, {name}", made, (across, elements // 256 // across, 1))
    if case not in ("xor", "saxpy"):
        return
    for lanes, count, workgroup in ((1, 1, 256), (1, 4, 256), (4, 1, 256), (4, 1, 1024), (4, 2, 256), (4, 4, 256)):
        text, grid = by_hand(case, elements, lanes=lanes, count=count, workgroup=workgroup)
        made = backend.build(plan, Artifact(text, "main"), Bindings(own=(0, 1, 2)))
        name = f"by hand, {count} x {4 * lanes} B" + ("" if workgroup == 256 else f", {workgroup}")
        yield Variant(name, made, grid, exact=case == "xor")


def by_hand(case: str, elements: int, *, lanes: int, count: int, workgroup: int) -> tuple[str, Grid]:
    """A kernel that moves ``count`` vectors of ``lanes`` elements in each invocation, and its grid, which has no invocation too many."""
    scalar = "u32" if case == "xor" else "f32"
    t = scalar if lanes == 1 else f"vec{lanes}<{scalar}>"
    groups, rest = divmod(elements, lanes * count * workgroup)
    across = 1 << (min(groups, 1 << 15).bit_length() - 1)
    if rest or groups % across:
        raise ValueError(f"{elements} elements are no whole number of workgroups")
    loads = [f"  let {name}{k} = {name}[at + {k * workgroup}u];" for k in range(count) for name in "ab"]
    value = "a{k} ^ b{k}" if case == "xor" else f"{_SCALE} * a{{k}} + b{{k}}"
    stores = [f"  c[at + {k * workgroup}u] = {value.format(k=k)};" for k in range(count)]
    lines = [
        f"@group(0) @binding(1) var<storage, read> a: array<{t}>;",
        f"@group(0) @binding(2) var<storage, read> b: array<{t}>;",
        f"@group(0) @binding(3) var<storage, read_write> c: array<{t}>;",
        f"@compute @workgroup_size({workgroup})",
        "fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {",
        f"  let at = (group.x + group.y * {across}u) * {count * workgroup}u + local.x;",
        *loads,
        *stores,
        "}",
    ]
    return "\n".join(lines) + "\n", (across, groups // across, 1)


def hash_by_hand(unrolled: int) -> str:
    """murmur3's finaliser, 64 times, ``unrolled`` rounds in each of the loop's."""
    steps = ("h ^= h >> 16u;", "h *= 0x85EBCA6Bu;", "h ^= h >> 13u;", "h *= 0xC2B2AE35u;", "h ^= h >> 16u;")
    lines = [
        "@group(0) @binding(1) var<storage, read> a: array<u32>;",
        "@group(0) @binding(2) var<storage, read_write> b: array<u32>;",
        "@compute @workgroup_size(256)",
        "fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {",
        "  let at = (group.x + (group.y << 14u)) * 256u + local.x;",
        "  var h = a[at];",
        f"  for (var k = 0u; k < {64 // unrolled}u; k++) {{",
        *(f"    {step}" for step in steps * unrolled),
        "  }",
        "  b[at] = h;",
        "}",
    ]
    return "\n".join(lines) + "\n"
