"""What the doors ``vy.kernel``, ``vy.func`` and ``vy.kernel_from_source`` refuse before a line is read."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Mapping
from typing import Any, Final

from vyre.errors import ArgumentTypeError, Place, VyreError, shown
from vyre.lang.functions import DeviceFunction
from vyre.lang.source import SOURCE_FILE
from vyre.lang.spelling import alike

__all__ = ["OPTIONS", "check_text", "meant_option", "no_function", "unknown_options"]

OPTIONS: Final = ("workgroup", "domain", "grid", "init")
_OTHER_NAMES: Final = {
    "block": "workgroup", "blocks": "grid", "blockdim": "workgroup", "block_size": "workgroup", "block_dim": "workgroup", "threads": "workgroup",
    "threads_per_block": "workgroup", "local_size": "workgroup", "workgroup_size": "workgroup", "group_size": "workgroup", "num_warps": "workgroup",
    "dim": "domain", "size": "domain", "n": "domain", "global_size": "domain", "shape": "domain", "num_groups": "grid", "griddim": "grid",
}  # fmt: skip
_CALL_OPTIONS: Final = ("backend", "config", "shapes", "out", "stream")


def unknown_options(given: Collection[str]) -> VyreError:
    """The error for options that ``@vy.kernel`` does not have."""
    name = next(iter(given))
    known = ", ".join(f"{option}=" for option in OPTIONS)
    if name in _CALL_OPTIONS:
        fix = f"give {name}= where the kernel is called; the decorator has {known}"
    else:
        meant = meant_option(name)
        fix = f"use one of {known}" if meant is None else f"did you mean {meant}=? The options are {known}"
    return ArgumentTypeError(f"@vy.kernel has no option {name}=", code="A601", fix=fix, actual=", ".join(given))


def meant_option(name: str) -> str | None:
    """The option of ``@vy.kernel`` that a name of another tool, or a misspelling, means."""
    return _OTHER_NAMES.get(name.lower()) or alike(name, OPTIONS)


def no_function(given: Any) -> VyreError:
    """The error for ``vy.kernel(given)`` where ``given`` is no plain function."""
    message = "vy.kernel decorates a Python function"
    many = isinstance(given, tuple) and given and all(isinstance(n, int) for n in given)
    if many or (isinstance(given, int) and not isinstance(given, bool)):
        message, fix = "the options of @vy.kernel have names", f"write @vy.kernel(workgroup={given!r})"
    elif isinstance(given, str):
        message, fix = "the options of @vy.kernel have names", f"write @vy.kernel(domain={given!r})"
    elif isinstance(given, (staticmethod, classmethod)):
        fix = "put @staticmethod above @vy.kernel"
        if isinstance(given, classmethod):
            fix = "remove @classmethod and the parameter cls: a kernel gets neither class nor object"
    elif isinstance(given, DeviceFunction):
        fix = "remove @vy.func below it: a vy.func is called by kernels, a kernel by the host"
    elif type(given).__name__ == "Kernel":
        fix = "remove one of the two @vy.kernel"
    elif callable(given) and hasattr(given, "__wrapped__"):
        fix = "put @vy.kernel directly above the def, below the other decorator"
    else:
        fix = "write @vy.kernel above a def"
    return ArgumentTypeError(message, code="A601", fix=fix, actual=type(given).__name__)


def check_text(text: Any, name: Any, namespace: Any) -> None:
    """Raises K108 where ``vy.kernel_from_source`` is given something else than a text, a name and a mapping."""
    if not isinstance(text, str):
        if isinstance(text, (bytes, bytearray)):
            fix = "decode it: vy.kernel_from_source(text.decode())"
        elif isinstance(text, os.PathLike):
            fix = "read the file: vy.kernel_from_source(path.read_text())"
        elif hasattr(text, "read"):
            fix = "read it: vy.kernel_from_source(file.read())"
        elif callable(text):
            fix = "decorate a function with @vy.kernel; vy.kernel_from_source takes its text"
        else:
            fix = "pass the text of a function: vy.kernel_from_source('def k(...): ...')"
        raise ArgumentTypeError("the source of a kernel is a str", code="K108", fix=fix, actual=type(text).__name__)
    if "\0" in text or not _is_unicode(text):
        raise ArgumentTypeError(
            "the source of a kernel holds a character that no Python text can hold (a NUL, or half of a surrogate pair)",
            code="K108", fix="remove it; within a string write an escape, such as '\\0'", actual=shown(text, 80), place=_no_text_at(text),
        )  # fmt: skip
    if name is not None and not isinstance(name, str):
        raise ArgumentTypeError(
            "name= is the name of a function of the text", code="K108", fix="pass a str, such as name='k'", actual=shown(name, 80)
        )  # fmt: skip
    if namespace is not None and not isinstance(namespace, Mapping):
        raise ArgumentTypeError(
            "namespace= maps names to values", code="K108", fix="pass a dict, such as namespace={'N': 256}",
            actual=type(namespace).__name__,
        )  # fmt: skip


def _no_text_at(text: str) -> Place:
    """Where the first character stands that no Python text can hold; the line is shown without such."""
    lines = text.split("\n")
    odd = re.compile("[\0\ud800-\udfff]")
    line, found = next((n, m) for n, m in enumerate(map(odd.search, lines)) if m is not None)
    return Place(f"{SOURCE_FILE.strip()}>", line + 1, found.start(), found.end(), odd.sub("\ufffd", lines[line]))


def _is_unicode(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
