"""Every error that vyre raises.

::

    VyreError
    ├── InvalidProgram (1006)          the program itself is wrong
    │   ├── KernelSyntaxError          Python that the kernel language does not have
    │   │   └── UnknownName            a name that vyre does not have (also an AttributeError)
    │   ├── KernelTypeError            types that do not fit (rules 1.2, 1.3)
    │   └── ValidationError            a rule of the IR is broken
    ├── ArgumentError                  a call's arguments (also a TypeError or a ValueError)
    │   ├── ArgumentTypeError          … also a TypeError
    │   └── ArgumentValueError         … also a ValueError
    │       └── DeviceClosed           a device was closed before anything of the call began
    ├── UnsupportedFeature (1002)      the program is right, this device or version cannot run it
    ├── OutOfMemory (1001)
    ├── PoisonedLock (1003)
    ├── CompileFailed (1004)
    ├── DispatchFailed (1005)
    │   ├── Trapped
    │   ├── WrongFact
    │   └── DispatchTimeout            (also a TimeoutError)
    ├── GridNotResident (1007)
    ├── DeviceLost (1008)
    └── BackendUnavailable

``fix`` is a required argument: an error that does not say what to do next cannot be built. ``code`` names
a row of :mod:`vyre.codes`.
"""

from __future__ import annotations

import linecache
import sys
from dataclasses import dataclass
from types import FrameType
from typing import Any, ClassVar

from vyre.codes import CODES

__all__ = [
    "ArgumentError",
    "ArgumentTypeError",
    "ArgumentValueError",
    "BackendUnavailable",
    "CompileFailed",
    "DeviceLost",
    "DispatchFailed",
    "DispatchTimeout",
    "GridNotResident",
    "InvalidProgram",
    "KernelSyntaxError",
    "KernelTypeError",
    "OutOfMemory",
    "Place",
    "PoisonedLock",
    "Trapped",
    "UnknownName",
    "UnsupportedFeature",
    "ValidationError",
    "VyreError",
    "VyreWarning",
    "WrongFact",
    "shown",
    "user_frame",
    "user_place",
]


def shown(value: object, limit: int = 200) -> str:
    """``repr(value)`` for an error's text: shortened, and never an error of its own (Python refuses to print an int of
    more than 4300 digits, and an object's own ``__repr__`` may raise).

    >>> shown(10**5000)
    'an int of 16610 bits'
    """
    try:
        text = repr(value)
    except Exception:  # noqa: BLE001 - the error that is being made matters more
        return f"an int of {value.bit_length()} bits" if isinstance(value, int) else f"a {type(value).__name__}"
    return text if len(text) <= limit else text[:limit] + "…"


@dataclass(frozen=True, slots=True)
class Place:
    """A spot in the user's source: ``line`` from 1, ``column`` and ``end_column`` from 0 (end exclusive)."""

    file: str
    line: int
    column: int
    end_column: int
    text: str  # the whole source line, without its newline
    function: str = ""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column + 1}"

    def display(self) -> str:
        """The source line with carets under the spot; of a text that Python has not kept, its name and the line's number."""
        if not self.text.strip():
            return f"{self.file}:{self.line}"
        width = max(1, min(self.end_column, len(self.text)) - self.column)
        pad = "".join("\t" if c == "\t" else " " for c in self.text[: self.column])
        return f"{self.file}:{self.line}\n    {self.text}\n    {pad}{'^' * width}"


def user_frame() -> FrameType | None:
    """The innermost running frame that is not vyre's own, nor one of contextlib's, which stand between functions of vyre that are
    decorated with a context manager."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and str(frame.f_globals.get("__name__", "")).partition(".")[0] in ("vyre", "contextlib"):
        frame = frame.f_back
    return frame


def user_place() -> Place | None:
    """Where the user's own code stands that led here; None where its text is not kept."""
    frame = user_frame()
    if frame is None:
        return None
    code = frame.f_code
    line, _, column, end = list(code.co_positions())[frame.f_lasti // 2]
    text = linecache.getline(code.co_filename, line or 0, frame.f_globals).rstrip("\r\n")
    if line is None or not text:
        return None
    raw = text.encode()  # columns count bytes
    start, stop = (len(raw[: n or 0].decode(errors="ignore")) for n in (column, end))
    return Place(code.co_filename, line, start, stop if stop > start else len(text), text, code.co_name)


class VyreError(Exception):
    """Base of all errors. Fields: ``code``, ``fix``, ``place``, ``actual``, ``notes_places``; ``number`` is the
    stable number of the error's family."""

    number: ClassVar[int] = 1999

    def __init__(
        self,
        message: str,
        *,
        code: str,
        fix: str,
        place: Place | None = None,
        actual: Any = None,
        others: tuple[tuple[str, Place], ...] = (),
        detail: str = "",
    ) -> None:
        if code not in CODES:
            raise KeyError(f"error code {code!r} is not in vyre.codes")
        if not fix:
            raise ValueError("an error needs a fix")
        self.message = message
        self.code = code
        self.fix = fix
        self.place = place
        self.actual = actual
        self.others = others  # further places that matter, each with a few words
        self.detail = detail  # long text, e.g. a compiler's log
        super().__init__(message)

    def __str__(self) -> str:
        parts = [f"[{self.code}] {self.message}"]
        if self.actual is not None:
            parts.append(f"  actual: {self.actual}")
        if self.place is not None:
            parts.append("  at " + self.place.display().replace("\n", "\n  "))
        for words, place in self.others:
            parts.append(f"  {words}: " + place.display().replace("\n", "\n  "))
        if self.detail:
            parts.append(self.detail)
        parts.append(f"Fix: {self.fix}")
        return "\n".join(parts)

    def __reduce__(self) -> tuple[Any, ...]:
        state = {k: v for k, v in self.__dict__.items() if k != "__notes__"}
        return (_rebuild, (type(self), state))


def _rebuild(cls: type[VyreError], state: dict[str, Any]) -> VyreError:
    error = cls.__new__(cls)
    Exception.__init__(error, state["message"])
    error.__dict__.update(state)
    return error


class InvalidProgram(VyreError):
    """The program breaks a rule of the language or of the IR."""

    number = 1006


class KernelSyntaxError(InvalidProgram):
    """A kernel uses Python that the language does not have."""


class UnknownName(KernelSyntaxError, AttributeError):
    """A name that vyre does not have. Also an AttributeError, so that ``hasattr`` and ``getattr`` work as on any module."""


class KernelTypeError(InvalidProgram):
    """Types that do not fit (rules 1.2 and 1.3)."""


class ValidationError(InvalidProgram):
    """A program breaks a rule that the validator checks."""


class ArgumentError(VyreError):
    """A call's arguments cannot be used. Raised as one of its two children."""


class ArgumentTypeError(ArgumentError, TypeError):
    """An argument of the wrong kind or dtype."""


class ArgumentValueError(ArgumentError, ValueError):
    """An argument of the right kind with a value that cannot be used."""


class DeviceClosed(ArgumentValueError):
    """A device was closed before anything of the call began: on one that was opened since, it can be made anew. ``backend_id``: Python's
    ``id`` of the backend, 0 where a pipeline alone is closed."""

    backend_id: int = 0


class UnsupportedFeature(VyreError):
    """A right program that this device, backend or version cannot run. Raised before anything runs."""

    number = 1002


class OutOfMemory(VyreError):
    """The device has not enough memory."""

    number = 1001


class PoisonedLock(VyreError):
    """A session broke while it held its lock; it must be reopened."""

    number = 1003


class CompileFailed(VyreError):
    """A target compiler refused text that vyre emitted. ``source`` is the whole text; ``detail`` shows the lines
    around the fault and the compiler's log."""

    number = 1004
    source: str = ""


class DispatchFailed(VyreError):
    """A dispatch began and did not finish."""

    number = 1005


class Trapped(DispatchFailed):
    """An invocation stopped the dispatch (rule 5.6): that of the smallest linear global id (the last axis fastest), ``invocation``, with
    ``trap_code``. Arrays that were given as InOut or out= hold unspecified values."""

    invocation: int = -1
    trap_code: int = -1


class WrongFact(DispatchFailed):
    """A fact that the compiler relied on does not hold: a fault of vyre, found where facts are checked. ``fact``: its name;
    ``statement``: the number of the statement that relies on it, None for the program's entry. Arrays that were given as InOut
    or out= hold unspecified values."""

    fact: str = ""
    statement: int | None = None


class DispatchTimeout(DispatchFailed, TimeoutError):
    """A dispatch did not finish within its timeout."""


class GridNotResident(VyreError):
    """A grid is too large to be resident at once."""

    number = 1007


class DeviceLost(VyreError):
    """The device no longer answers; reopen the session."""

    number = 1008


class BackendUnavailable(VyreError):
    """A backend was asked for by name and cannot be opened here."""


class VyreWarning(UserWarning):
    """Every warning of vyre. The text ends with a ``Fix:`` too."""
