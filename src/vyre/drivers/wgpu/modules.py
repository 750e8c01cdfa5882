"""Shader modules, with those of wgpu-native's run-time checks that a program needs."""

from __future__ import annotations

from typing import Any, Final, cast

import wgpu
from wgpu.backends import wgpu_native
from wgpu.backends.wgpu_native import _api  # no public call takes a module's checks

from vyre.ir.nodes import While
from vyre.ir.program import Program
from vyre.ir.walk import walk

__all__ = ["BOUNDS", "COUNTED", "UNCHECKED", "checks_of", "shader_module"]

_native: Final[Any] = wgpu_native  # its types tell nothing of what cffi reads from the library
ffi, lib, libf = _native.ffi, _native.lib, cast(Any, _api).libf

UNCHECKED: Final = int(lib.WGPUShaderRuntimeChecks_None)
BOUNDS: Final = int(lib.WGPUShaderRuntimeChecks_BoundsChecks)
"""Each subscript is held within its array."""
COUNTED: Final = BOUNDS | int(lib.WGPUShaderRuntimeChecks_ForceLoopBounding)
"""And each loop has a counter of 64 bits that ends it, so that no compiler takes an endless one for what can't be."""


def checks_of(program: Program) -> int:
    """The checks that a program's module needs. Only `while` can run for ever: `for` runs a counted range, and the loops that
    the emitter adds wait for nobody."""
    return COUNTED if any(isinstance(stmt, While) for _, stmt, _ in walk(program)) else BOUNDS


def shader_module(device: Any, text: str, checks: int) -> Any:
    """A module of WGSL. Raises wgpu's errors."""
    code = text.encode()
    held = ffi.new("char[]", code)  # cffi frees what nothing here refers to: all three stay until the call is over
    source = ffi.new("WGPUShaderSourceWGSL *")
    source.chain.sType = lib.WGPUSType_ShaderSourceWGSL
    source.code.data, source.code.length = held, len(code)
    asked = ffi.new("WGPUShaderModuleDescriptor *")
    asked.nextInChain = ffi.cast("WGPUChainedStruct *", source)
    made = libf.wgpuDeviceCreateShaderModuleTrusted(device._internal, asked, checks)
    if made == ffi.NULL:
        raise wgpu.GPUError("wgpu-native made no shader module and gave no reason")
    return _api.GPUShaderModule("", made, device)
