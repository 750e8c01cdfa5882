"""Python's collector of cycles, put off while much is made that stays."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["put_off"]


@contextmanager
def put_off() -> Iterator[None]:
    """No collection of cycles inside, by any thread; afterwards the collector is on if it was on before.

    For what takes milliseconds and makes objects that nearly all stay, as importing, reading and compiling do: the collector would
    look through all of them again and again, a twentieth of the time, and find nothing. Objects without cycles are freed as ever.
    """
    if not gc.isenabled():  # the user's own choice, or another thread is inside and turns it on again
        yield
        return
    try:  # first, for a signal's handler may raise behind it
        gc.disable()
        yield
    finally:
        gc.enable()
