"""The floating-point environment of the calling thread, made the default one around work whose floats must be exact.

Another library may have changed it: any shared object linked with ``-ffast-math`` makes the thread that loads it flush subnormals,
and ``fesetround`` chooses another direction. Python's floats and NumPy's arrays then round otherwise, without a word.
Machine code of kernels sets its own on entry (:mod:`vyre.drivers.cpu.float_mode`).
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, Final

from vyre.errors import DispatchFailed

__all__ = ["default_floats", "is_default"]

# not literals, whose products Python computes when it reads this file
_ONE: Final = float("1")
_HALF: Final = float("0.5")
_LEAST_NORMAL: Final = sys.float_info.min
_QUARTER_ULP: Final = sys.float_info.epsilon / 4
_ENVIRONMENT_BYTES: Final = 64  # more than any ``fenv_t`` has: 32 on x86-64, 8 on AArch64


def is_default() -> bool:
    """Whether this thread keeps subnormals and rounds to nearest even."""
    return (
        _LEAST_NORMAL * _HALF > 0.0  # subnormal results, and operands of the comparison
        and _ONE + _QUARTER_ULP == _ONE  # else it rounds up
        and _ONE + 3 * _QUARTER_ULP > _ONE  # else down, or toward zero
    )


@contextmanager
def default_floats() -> Iterator[None]:
    """The default environment inside; afterwards the thread has the one that it had. Raises DispatchFailed R825 where it cannot be set."""
    if is_default():
        yield
        return
    before = ctypes.create_string_buffer(_ENVIRONMENT_BYTES)
    library, default = _library()
    if library is None or library.fegetenv(before):
        raise _not_default()
    try:
        library.fesetenv(default)
        if not is_default():
            raise _not_default()
        yield
    finally:
        library.fesetenv(before)


@cache
def _library() -> tuple[Any, Any]:
    """The library with ``fesetenv``, and the default environment as it takes it; None where there is none."""
    try:
        library = ctypes.CDLL(None)
        # a constant of <fenv.h>: -1 with glibc and musl, an object on macOS
        default: Any = ctypes.c_void_p(-1)
        if sys.platform == "darwin":
            default = ctypes.byref(ctypes.c_char.in_dll(library, "_FE_DFL_ENV"))
        for name in ("fegetenv", "fesetenv"):
            getattr(library, name)  # raises AttributeError
    except (AttributeError, OSError, TypeError, ValueError):
        return None, None
    return library, default


def _not_default() -> DispatchFailed:
    return DispatchFailed(
        "this thread computes floats in another mode than IEEE 754's default, and it cannot be changed here",
        code="R825",
        fix="make the call on a thread started before the library that changed the mode was loaded, or reset the mode with that library",
        actual="subnormals are flushed" if not _LEAST_NORMAL * _HALF > 0.0 else "another rounding direction",
    )
