"""Warnings that come up while a program is built, shown at the line of the user's code that led there."""

from __future__ import annotations

import sys
import warnings

from vyre.errors import VyreWarning

__all__ = ["warn_user"]


def warn_user(text: str) -> None:
    """A VyreWarning at the nearest line outside of vyre; at the outermost one where there is none (a thread of vyre)."""
    level = 1
    frame = sys._getframe()
    while frame.f_back is not None and _is_ours(frame.f_globals.get("__name__", "")):
        frame = frame.f_back
        level += 1
    warnings.warn(VyreWarning(text), stacklevel=level)


def _is_ours(module: str) -> bool:
    """``contextlib``: what stands between two functions of vyre where one is decorated with a context manager."""
    return module in ("vyre", "contextlib") or module.startswith("vyre.")
