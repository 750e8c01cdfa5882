"""What a launch through the contract is given, by the names of a kernel's parameters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from vyre.ir.program import Grid
    from vyre.run.device_program import DeviceProgram

__all__ = ["packed"]


def packed(made: DeviceProgram, arrays: Mapping[str, Any], scalars: Mapping[str, Any], grid: Grid) -> bytes:
    """The parameter block of a launch over ``grid`` workgroups: sizes, extents, scalars."""
    values: dict[str, Any] = {f"groups{axis}": count for axis, count in enumerate(grid)}
    for n, buffer in enumerate(made.program.buffers):
        if buffer.role == "uniform":
            values[f"p{n}"] = scalars[buffer.name]
        elif buffer.name in arrays:
            array = arrays[buffer.name]
            values[f"b{n}.size"] = array.size
            values |= {f"b{n}.shape{axis}": extent for axis, extent in enumerate(array.shape)}
    return made.params.packer.pack(*[values[name] for name in made.param_names])
