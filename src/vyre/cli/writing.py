"""Files that a command writes where the user said."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from vyre.errors import ArgumentValueError

__all__ = ["writing"]


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
