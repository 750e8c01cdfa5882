"""Fixes for who types a command: what Python callers are told to pass, as files, numbers and options."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from vyre.errors import VyreError
from vyre.ir.program import Buffer

__all__ = ["for_arguments", "spelled", "warning_text"]

_BACKEND: Final = re.compile(r"""backend=(['"])([^'"]+)\1""")
_NAMED: Final = re.compile(r"'(\w+)'")
_PASS: Final = re.compile(
    r"(?:pass |write x = |convert it, for example )(\w+\.\w.*?|x\[.*?)(?:, and pass x.*|, or .*|; or .*|, to .*)?$"
)
_PLAIN: Final = re.compile(r"[\w./ :\\-]+")  # a path that needs no other quotes
_OTHERS: Final = {
    "A611": "give --domain N, the number of invocations; or domain= in the decorator",
    "A612": "put numbers into the annotation of that output, as in vy.Out[vy.u32, 256]",
    "R820": "use smaller arrays, or --backend cpu",
    "R824": "run the command again; where the device stays lost, use --backend cpu",
}
_LEFT_OUT: Final = re.compile(r"pass shapes=\{.*?\} or out=, or write")
_SAID: Final = re.compile(r"say so with shapes=\{.*?\}")


def spelled(text: str) -> str:
    """An error's text with the options of the command line in the place of keywords."""
    return _BACKEND.sub(r"--backend \2", text).replace("leave backend= out", "leave --backend out")


def warning_text(text: str) -> str:
    """A warning's text; the command line has no ``shapes=`` and no ``out=`` that gives one."""
    return spelled(_SAID.sub("write that one", _LEFT_OUT.sub("write", text)))


def for_arguments(
    error: VyreError, names: Sequence[str], buffers: Mapping[str, Buffer], texts: Sequence[str]
) -> VyreError:
    """The error of a call whose arguments were typed, with a Fix that can be typed too. ``names``: of the parameters that take one
    of ``texts`` each; ``buffers``: what is known of them, nothing in a generic kernel."""
    error.fix = _fix(error, names, buffers, texts) or error.fix
    return error


def _fix(error: VyreError, names: Sequence[str], buffers: Mapping[str, Buffer], texts: Sequence[str]) -> str | None:
    if error.code not in ("A601", "A602", "A603", "A604", "A615"):
        return _OTHERS.get(error.code)
    if error.code == "A601":
        each = "; ".join(_what(name, buffers.get(name)) for name in names)
        return None if len(texts) == len(names) else f"give {_count(len(names))}{f': {each}' if each else ''}"
    named = _NAMED.match(error.message)
    if named is None or named[1] not in names:
        return None
    buffer, text = buffers.get(named[1]), texts[names.index(named[1])]
    right = f"give {_what(named[1], buffer)}"
    made = _PASS.match(error.fix) if text.endswith(".npy") and (buffer is None or buffer.role != "uniform") else None
    if made is None or "shape)" in made[1] or not _PLAIN.fullmatch(text):
        return right
    changed = re.sub(r"^\w+(?=[.\[])(?<!numpy)", "x", made[1].replace("np.", "numpy."))
    changed = changed.replace("'", '"')
    target = f"{text.removesuffix('.npy')}-for-{named[1]}.npy"
    saved = f'import numpy; x = numpy.load("{text}"); numpy.save("{target}", {changed})'
    return f"save it as the kernel takes it, python -c '{saved}', and give {target}; or {right}"


def _count(wanted: int) -> str:
    return "one ARG" if wanted == 1 else f"{wanted or 'no'} ARGs in this order"


def _what(name: str, buffer: Buffer | None) -> str:
    """What is typed for a parameter."""
    if buffer is None:
        return f"a .npy file, or for example random:u32:8, or a number where it takes one, for {name}"
    kind = buffer.dtype
    if buffer.role == "uniform":
        example = "2.5" if kind.is_float else "True" if kind.is_bool else "3"
        return f"a {'bool' if kind.is_bool else f'{kind.name} number'}, such as {example}, for {name}"
    if buffer.record is not None:
        return f"a .npy file of the records that it is declared with, for {name}"
    axes = buffer.shape or (8,) * (buffer.rank or 1)
    asked = f"random:{kind.name}:{'x'.join(map(str, axes))}"
    if buffer.shape is not None:
        return f"a .npy file of {kind.name} of the shape {buffer.shape}, or {asked}, for {name}"
    rank = "" if buffer.rank is None else f" with {buffer.rank} {'axis' if buffer.rank == 1 else 'axes'}"
    return f"a .npy file of {kind.name}{rank}, or for example {asked}, for {name}"
