"""Files that a command writes where the user said."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from vyre.errors import ArgumentValueError

__all__ = ["may_write", "writing"]


@contextmanager
def writing(path: str) -> Iterator[None]:
    """Around what writes a file. Raises ArgumentValueError S914 where the system refuses it."""
    try:
        yield
    except OSError as error:
        raise ArgumentValueError(
            f"{path} cannot be written",
            code="S914",
            fix="give a path in a directory that you may write",
            actual=str(error),
        ) from error


def may_write(path: str) -> None:
    """Ask, before the work whose result goes there, whether a file can be written; nothing is. Raises ArgumentValueError S914."""
    target = Path(path)
    with writing(path):
        there = target.exists()
        at = target if there else target.parent
        wrong = (
            errno.EISDIR
            if target.is_dir()
            else errno.ENOENT
            if not at.exists()
            else errno.ENOTDIR
            if not there and not at.is_dir()
            else errno.EACCES
            if not os.access(at, os.W_OK)
            else 0
        )
        if wrong:
            raise OSError(wrong, os.strerror(wrong), str(at))
