"""Where facts are checked: that outputs which are not cleared, because a launch stores every element of them, are stored wholly.

The launch runs twice over copies of its arrays, whose outputs of that kind hold other bytes each time. An element that has the
first time what it held then, and the second time what it held then, was not stored.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np

from vyre.contract.backend import Fill, Resource
from vyre.errors import Trapped

if TYPE_CHECKING:
    from vyre.run.arrays import Array, Held
    from vyre.run.call import Call

__all__ = ["check_stored"]

_HELD: Final = (0xA5, 0x5A)  # no bit is the same
_SECONDS: Final = 120.0


def check_stored(call: Call) -> None:
    """Raises WrongFact R861. A launch over resident arrays, or one that traps, is not checked."""
    pipeline = call.pipeline
    arrays = [array for array in call.arrays if isinstance(array, np.ndarray)]
    if 0 in call.grid or len(arrays) < len(call.arrays):
        return
    shapes = [array.shape for array in arrays[: len(pipeline.slots)]]
    claimed = [
        n
        for n, slot in enumerate(pipeline.slots)
        if slot.role == "out" and arrays[n].size and pipeline.overwritten(slot.buffer, shapes, call.grid)
    ]
    if not claimed:
        return
    rest: dict[int, Array] = {}
    for held in _HELD:
        made = _ran(call, arrays, claimed, held)
        if made is None:
            return
        for n in claimed:
            kept = (_bytes(made[n]) == held).all(axis=1)
            rest[n] = rest[n] & kept if n in rest else kept
    for n in claimed:
        if rest[n].any():
            name, at = pipeline.program.buffers[pipeline.slots[n].buffer].name, int(rest[n].argmax())
            raise pipeline.wrong_fact(
                "stored wholly",
                None,
                f"element {at} of {name!r} is not stored ({int(rest[n].sum())} of {len(rest[n])} are not)",
            )


def _ran(call: Call, arrays: list[Array], claimed: list[int], held: int) -> list[Array] | None:
    """Copies of the arrays after a launch; None where it trapped."""
    pipeline, copies = call.pipeline, [array.copy() for array in arrays]
    for n in claimed:
        copies[n].view(np.uint8).reshape(-1)[...] = held
    fills = [n for n, slot in enumerate(pipeline.slots) if slot.role == "out" and n not in claimed]
    there: list[Held] = [*copies]
    trial = replace(call, arrays=there, fills=fills, at_once=None, copied=(), lent=(), loads=(), notes=())
    resources: list[Resource] = []
    if pipeline.engine.profile.host_slots:
        steps = trial.host_steps()
    else:
        steps, resources = trial.device_steps()
        steps = [*(Fill(resources[n], held) for n in claimed), *steps]
    trial.begin()
    try:
        pipeline.engine.backend.submit(steps).result(_SECONDS)
    finally:
        for resource in resources:
            resource.close()
    failed = trial.finish()
    if isinstance(failed, Trapped):
        return None
    if failed is not None:
        raise failed
    return copies


def _bytes(array: Array) -> Array:
    """The bytes of each element."""
    return np.ascontiguousarray(array).view(np.uint8).reshape(-1, array.itemsize)
