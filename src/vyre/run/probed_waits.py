"""Whether a workgroup may wait for one of a smaller linear id on a device (rule 5.8): found by running one program that does.

Each workgroup waits for the one before it and then takes a lock, with a bound on every loop, so that the program ends on
any device. There are more workgroups than a GPU runs at a time.
"""

from __future__ import annotations

from typing import Final

from vyre.check.validate import check
from vyre.config import DispatchConfig
from vyre.contract.backend import Copy, Launch, Step, VyreBackend
from vyre.device import DeviceProfile
from vyre.dtypes import u32
from vyre.errors import DispatchFailed
from vyre.ir.builder import Builder
from vyre.ir.program import Program
from vyre.plan.plan import make_plan
from vyre.run.probe import host_view

__all__ = ["keeps_waits"]

_GROUPS: Final = 1 << 14
"""An H200 has room for 4,224 workgroups at a time."""
_TURNS: Final = 1 << 20
"""Of a wait at most, each of which is a memory access: seconds, where milliseconds are needed."""
_FEW: Final = 64
"""Workgroups on a device that ends loops itself; such a device is asked several times, since other work on the processor is in its way."""
_TRIES: Final = 3


def keeps_waits(backend: VyreBackend, profile: DeviceProfile) -> bool:
    """Run the program; whether every wait came to its end."""
    if profile.loop_limit is None:
        return _run(backend, profile, _GROUPS, _TURNS)
    return any(_run(backend, profile, _FEW, profile.loop_limit // 4) for _ in range(_TRIES))


def _waiting(turns: int) -> Program:
    """``out[g]`` is how many workgroups had the lock before, plus 1; 0 where a wait did not end within so many turns. In ``cells``: the
    lock, its count, and whether a wait was given up."""
    b = Builder("probe_waits", workgroup=1)
    done, cells, out = b.inout("done", u32), b.inout("cells", u32), b.output("out", u32)
    g = b.group_id()
    with b.if_(g > 0), b.for_(0, turns), b.if_((b.atomic_or(done, g - 1, 0) != 0) | (b.atomic_or(cells, 2, 0) != 0)):
        b.break_()
    taken = b.let("taken", 1, u32)
    with b.if_((g == 0) | (b.atomic_or(done, g - 1, 0) != 0)):
        b.atomic_exchange(done, g, 1)
        with b.for_(0, turns):
            taken.set(b.atomic_exchange(cells, 0, 1))
            with b.if_((taken == 0) | (b.atomic_or(cells, 2, 0) != 0)):
                b.break_()
    with b.if_(taken == 0):
        count = b.atomic_or(cells, 1, 0) + 1
        b.atomic_exchange(cells, 1, count)
        b.atomic_exchange(cells, 0, 0)
        out[g] = count
    with b.else_():
        b.atomic_exchange(cells, 2, 1)
    return b.build()


def _run(backend: VyreBackend, profile: DeviceProfile, groups: int, turns: int) -> bool:
    import numpy as np

    plan = make_plan(
        check(_waiting(turns)), config=DispatchConfig(), folds_grid=profile.folds_grid, features=profile.features
    )
    arrays = [np.zeros(n, np.uint32) for n in (groups, 3, groups)]
    sizes = {f"b{n}.size": array.size for n, array in enumerate(arrays)}
    grid = (groups, 1, 1)
    launched = {f"groups{axis}": count for axis, count in enumerate(grid)}
    params = plan.params.pack({name: {**sizes, **launched}[name] for name, _, _ in plan.params.fields})
    views = [host_view(array, writable=True) for array in arrays]
    pipeline = backend.compile(plan, profile)
    resources = [] if profile.host_slots else [backend.allocate(view.nbytes) for view in views]
    try:
        steps: list[Step] = [Copy(v, r, ((0, 0, v.nbytes),)) for v, r in zip(views, resources, strict=False)]
        steps.append(Launch(pipeline, tuple(resources or views), grid, params))
        steps += [Copy(r, v, ((0, 0, v.nbytes),)) for v, r in zip(views, resources, strict=False)]
        backend.submit(steps).result()
    except DispatchFailed:  # the device ended a loop, or itself
        return False
    finally:
        for resource in resources:
            resource.close()
        pipeline.close()
    return bool(np.array_equal(np.sort(arrays[2]), np.arange(1, groups + 1, dtype=np.uint32)))
