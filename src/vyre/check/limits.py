"""Limits: warnings beyond the portable profile, refusals beyond a device (rule 4.7). They count declared bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vyre.device import PORTABLE, DeviceProfile
from vyre.errors import Place, UnsupportedFeature
from vyre.ir.program import Buffer, Grid, Program
from vyre.ir.walk import shared_bytes
from vyre.ir.written import AXES

if TYPE_CHECKING:
    from vyre.check.validate import CheckedProgram

__all__ = ["check_limits", "portable_warnings"]


def _declared_bytes(buffer: Buffer) -> int:
    size = buffer.nbytes if buffer.shape is not None else 0
    for extent in buffer.shape or ():
        size *= extent
    return size


def portable_warnings(program: Program) -> tuple[str, ...]:
    """What goes beyond the limits that every target keeps, one text each, with its Fix."""
    found: list[str] = []

    def warn(what: str, asked: int, allowed: int, fix: str) -> None:
        if asked > allowed:
            found.append(f"{program.name}: {what}: {asked}, portable are {allowed}; some devices refuse it. Fix: {fix}")

    x, y, z = program.workgroup
    warn("bytes of workgroup memory", shared_bytes(program), PORTABLE.shared_bytes, "use smaller shared arrays")
    warn("invocations in a workgroup", x * y * z, PORTABLE.invocations, "use a workgroup of 256 or less")
    arrays = sum(buffer.is_array for buffer in program.buffers)
    warn("storage buffers", arrays, PORTABLE.storage_buffers, "join arrays of one type, or split the kernel")
    for buffer in program.buffers:
        if buffer.is_array:
            size = _declared_bytes(buffer)
            warn(f"bytes of the buffer {buffer.name}", size, PORTABLE.buffer_bytes, "split the array")
    return tuple(found)


def check_limits(checked: CheckedProgram, profile: DeviceProfile, *, workgroup: Grid | None = None) -> None:
    """Refuse what the device cannot run, before anything is compiled. A limit of None is unknown and refuses nothing.

    ``workgroup``: x, y, z where it is not the program's own. Raises UnsupportedFeature: U730 workgroup memory;
    U731 workgroup size; U732 storage buffers; U733 the bytes of a declared buffer.
    """
    program = checked.program
    group = workgroup or program.workgroup

    def refuse(
        code: str, what: str, unit: str, asked: int, allowed: int | None, fix: str, place: Place | None = None
    ) -> None:
        if allowed is not None and asked > allowed:
            raise UnsupportedFeature(
                f"{program.name} asks for {what} than {profile.device} ({profile.backend}) has",
                code=code,
                fix=fix,
                place=place,
                actual=f"asked {asked} {unit}, allowed {allowed} {unit}",
            )

    shared = next((b.place for b in program.buffers if b.role == "shared"), None)
    fix = "make the shared arrays smaller, or use a device with more workgroup memory"
    refuse("U730", "more workgroup memory", "bytes", checked.shared_bytes, profile.max_shared_bytes, fix, shared)
    count = group[0] * group[1] * group[2]
    fix = "use a smaller workgroup, for example workgroup=256"
    refuse("U731", "more invocations in a workgroup", "invocations", count, profile.max_invocations, fix)
    for axis, size, most in zip(AXES, group, profile.max_workgroup, strict=True):
        refuse("U731", f"a longer workgroup along {axis}", "invocations", size, most, fix)
    fix = "join arrays of one type into one, or split the kernel"
    refuse("U732", "more storage buffers", "buffers", checked.storage_buffers, profile.max_storage_buffers, fix)
    for buffer in program.buffers:
        if buffer.is_array:
            size = _declared_bytes(buffer)
            refuse(
                "U733",
                f"more bytes of {buffer.name}",
                "bytes",
                size,
                profile.max_buffer_bytes,
                "split the array",
                buffer.place,
            )
