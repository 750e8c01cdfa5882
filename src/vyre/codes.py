"""The one table of error codes. The documentation's error page is generated from it.

===== ===================================================================
K1xx  kernel syntax: Python that the language does not have
K2xx  kernel types
V3xx  the validator's rules
V4xx  the builder
W5xx  text and wire forms
A6xx  a call's arguments
U7xx  features that a device, a backend or this version does not have
R8xx  compiling, running, devices
S9xx  backends, sessions, settings, the command line
===== ===================================================================
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

__all__ = ["CODES", "Code"]


@dataclass(frozen=True, slots=True)
class Code:
    """One row: the code, what it means in one line, and the rule of ``docs/semantics.md`` behind it, if any."""

    id: str
    title: str
    rule: str = ""


_ROWS: Final[tuple[Code, ...]] = (
    # K1xx: kernel syntax
    Code("K100", "a kernel-only name was called on the host"),
    # K2xx: kernel types
    Code("K200", "operands of two types", "1.2"),
    # V3xx: the validator
    Code("V300", "an operation is applied to types that it does not take", "1.2"),
    # V4xx: the builder
    Code("V400", "a name is not a Python identifier or is used twice"),
    Code("V401", "a value is used outside of the block that defines it"),
    Code("V402", "a statement stands where it cannot", "5.3"),
    Code("V403", "nesting deeper than 64 blocks"),
    Code("V404", "a builder call has an argument that it cannot take"),
    Code("V405", "a literal does not fit its type", "1.2"),
    # W5xx: text and wire forms
    # A6xx: arguments
    # U7xx: features
    Code("U700", "a feature that this version does not have yet"),
    # R8xx: running
    # S9xx: backends and sessions
)

CODES: Final[dict[str, Code]] = {row.id: row for row in _ROWS}
