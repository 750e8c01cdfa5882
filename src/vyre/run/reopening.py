"""Opening devices again."""

from __future__ import annotations

from vyre.run.engine import Engines, check_name
from vyre.run.order import GRACE, Order

__all__ = ["reopen"]


def reopen(engines: Engines, order: Order, backend: str | None) -> None:
    """Close a device, by default all that are open, and open it anew. Raises A601, S900 and S901."""
    if backend is not None:
        check_name(backend)
        engines.registry.require(backend)
    found = [one for one in engines.opened() if backend in (None, one.id)]
    if backend is not None and not found:
        engines.named(backend)
    for engine in found:
        ended = all(one.completion.wait(GRACE) for one in order.submissions() if one.engine is engine)
        engines.leave(engine)
        engine.close(wait=ended)
        engines.named(engine.id)
