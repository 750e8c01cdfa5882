"""Warnings that come up while a program is built, shown at the line of the user's code that led there."""

from __future__ import annotations

import sys
import warnings

from vyre.errors import VyreWarning, user_frame

__all__ = ["warn_user"]


def warn_user(text: str) -> None:
    """A VyreWarning at the nearest line outside of vyre; at the outermost one where there is none (a thread of vyre)."""
    level, frame, users = 1, sys._getframe(), user_frame()
    while frame.f_back is not None and frame is not users:
        frame = frame.f_back
        level += 1
    warnings.warn(VyreWarning(text), stacklevel=level)
