"""The two streams of a command: every way in which they can be lost is an exit code and at most one line, never a traceback."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from collections.abc import Iterator
from typing import Any, Final

from vyre.errors import ArgumentValueError, VyreError

__all__ = ["GONE", "OutputLost", "streams"]

GONE: Final = 141
"""The exit code where the reader went away, as of any tool that SIGPIPE ends."""


class OutputLost(BaseException):
    """What a command prints cannot be written. No Exception: only ``main`` may take it, and nobody takes it for a failure
    of what is tried."""

    def __init__(self, error: OSError) -> None:
        super().__init__(str(error))
        # Windows tells of a reader that went away with EINVAL
        self.reader_is_gone = isinstance(error, BrokenPipeError) or (os.name == "nt" and error.errno == errno.EINVAL)

    def told(self) -> VyreError:
        """S920."""
        return ArgumentValueError(
            "what the command prints cannot be written",
            code="S920",
            fix="send it to a place that has room and that you may write, or into a pipe: vyre … | less",
            actual=str(self),
        )


class _Stream:
    """A text stream whose writing may fail: loudly, or not, where there is nobody to tell."""

    def __init__(self, stream: Any, *, quiet: bool) -> None:
        self._stream = stream
        self._quiet = quiet

    def write(self, text: str) -> int:
        try:
            self._stream.write(text)
        except OSError as error:
            self._lost(error)
        except UnicodeEncodeError:  # an encoding of few characters
            encoding = self._stream.encoding
            self.write(text.encode(encoding, "backslashreplace").decode(encoding))
        return len(text)

    def flush(self) -> None:
        try:
            self._stream.flush()
        except OSError as error:
            self._lost(error)

    def _lost(self, error: OSError) -> None:
        # What the stream has kept would be written at the end of the process, which Python then complains of.
        with contextlib.suppress(OSError):
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, self._stream.fileno())
            os.close(nowhere)
        if not self._quiet:
            raise OutputLost(error) from None

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


@contextlib.contextmanager
def streams() -> Iterator[None]:
    """Let ``sys.stdout`` raise OutputLost where it cannot be written, and ``sys.stderr`` nothing. One that was closed before the
    command began is opened on nothing, so that no file gets its number."""
    before = sys.stdout, sys.stderr
    out, err = (stream or open(os.devnull, "w") for stream in before)  # noqa: SIM115 - as long as the process
    sys.stdout, sys.stderr = _Stream(out, quiet=False), _Stream(err, quiet=True)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before
