"""The launch plan: grid, sizes and parameter words of one dispatch. The one place that turns a domain into a grid."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from vyre.device import DeviceProfile
from vyre.errors import ArgumentValueError, UnsupportedFeature, shown
from vyre.ir.program import Grid
from vyre.ir.written import AXES

__all__ = ["LaunchPlan", "check_grid", "grid_of_domain"]

_ID_LIMIT = 1 << 32


@dataclass(frozen=True, slots=True)
class LaunchPlan:
    """What one launch runs with. ``shapes`` per buffer index (arrays only), in NumPy's order."""

    grid: Grid
    params: bytes
    shapes: tuple[tuple[int, ...] | None, ...]


def grid_of_domain(domain: Sequence[int], workgroup: Grid) -> Grid:
    """ceil(domain / workgroup) per axis (rule 5.1). ``domain`` is in NumPy's order, the result x, y, z.

    Raises ArgumentValueError A610 for more axes than three, UnsupportedFeature U710 for an axis of 2**32 or more
    invocations.

    >>> grid_of_domain((1000,), (256, 1, 1))
    (4, 1, 1)
    """
    if len(domain) > 3:
        raise ArgumentValueError(
            "a domain has up to three axes", code="A610", fix="flatten it: domain=array.size", actual=str(tuple(domain))
        )
    axes = (*reversed(domain), 1, 1)
    groups = [-(-axes[k] // workgroup[k]) for k in range(3)]
    grid = (groups[0], groups[1], groups[2])
    check_grid(grid, workgroup)
    return grid


def check_grid(grid: Grid, workgroup: Grid, profile: DeviceProfile | None = None) -> None:
    """Refuse what ids cannot count (rule 5.1) and what the device cannot launch."""
    for axis, groups, size in zip(AXES, grid, workgroup, strict=True):
        if groups * size >= _ID_LIMIT:
            raise UnsupportedFeature(
                f"2**32 or more invocations along {axis}: ids are u32",
                code="U710",
                fix="split the domain into several dispatches, or let each invocation do several elements",
                actual=f"{shown(groups)} workgroups of {size} = {shown(groups * size)} invocations, allowed {_ID_LIMIT - 1}",
            )
    if profile is not None and not profile.folds_grid and profile.max_groups_per_axis is not None:
        for axis, groups in zip(AXES, grid, strict=True):
            if groups > profile.max_groups_per_axis:
                raise UnsupportedFeature(
                    f"more workgroups along {axis} than {profile.backend} launches",
                    code="U711",
                    fix="use a larger workgroup or split the domain",
                    actual=f"asked {groups}, allowed {profile.max_groups_per_axis}",
                )
