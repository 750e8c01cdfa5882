"""Names from outside of a kernel: looked up while it is read, remembered so that a later change is seen."""

from __future__ import annotations

import builtins
import types
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from vyre.dtypes import DType

__all__ = ["CaptureReader", "fingerprint_of", "lookup"]

MISSING: Final = object()


def lookup(function: types.FunctionType, name: str) -> Any:
    """The object that a free name of ``function`` means now, or MISSING."""
    code = function.__code__
    if name in code.co_freevars:
        assert function.__closure__ is not None
        try:
            return function.__closure__[code.co_freevars.index(name)].cell_contents
        except ValueError:  # not assigned yet
            return MISSING
    found = function.__globals__.get(name, MISSING)
    return getattr(builtins, name, MISSING) if found is MISSING else found


def fingerprint_of(value: Any) -> Any:
    """What is compared on each call: equal numbers of two types differ, and so do 0.0 and -0.0."""
    if isinstance(value, tuple):
        return (tuple, *map(fingerprint_of, value))
    if isinstance(value, float):
        return (type(value), value.hex())
    if isinstance(value, (bool, int)) or type(value).__module__ == "numpy":
        return (type(value), value)
    return (DType, value) if isinstance(value, DType) else _ById(value)


class _ById:
    """Compares by identity, whatever ``==`` of the object would say, and keeps it alive."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _ById) and self.value is other.value

    def __hash__(self) -> int:
        return id(self.value)


@dataclass(frozen=True, slots=True)
class CaptureReader:
    """Reads again what a kernel has captured, in the order of ``KernelSource.captures``."""

    sources: tuple[tuple[types.FunctionType, tuple[str, ...]], ...]

    def read(self) -> tuple[Any, ...]:
        """The fingerprints now; a name that is gone counts as changed."""
        if not self.sources:
            return ()
        return tuple(fingerprint_of(_follow(function, path)) for function, path in self.sources)


def _follow(function: types.FunctionType, path: tuple[str, ...]) -> Any:
    value = lookup(function, path[0])
    step: Callable[..., Any] = getattr
    for name in path[1:]:
        value = step(value, name, MISSING)
    return value
