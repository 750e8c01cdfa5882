"""How a fault is put into the CPU emitter for a while: as a diff of one function, or as another row of a table."""

from __future__ import annotations
import __future__

import inspect
import textwrap
from collections.abc import Callable, Iterator, MutableMapping
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from types import CodeType, FunctionType
from typing import Any, Literal, TypeVar

__all__ = ["Fault", "Plant", "attribute", "both", "edit", "row"]

Plant = Callable[[], AbstractContextManager[None]]
"""Called and entered it changes the emitter; left, everything is as before."""


@dataclass(frozen=True, slots=True)
class Fault:
    """``where``: it shows in the LLVM text alone, in the program that the device is given already, or in the driver only.
    ``profile``: of the programs that look for it."""

    rule: str
    name: str
    plant: Plant
    where: Literal["text", "program", "driver"] = "text"
    profile: Literal["wide", "every", "nested"] = "wide"


K = TypeVar("K")
V = TypeVar("V")


def edit(function: Callable[..., Any], *changes: tuple[str, str], **names: object) -> Plant:
    """Replace text in a function's source, and the function's code by what that means. Whoever imported it runs the new
    code. ``names``: what the new text needs beside the names of its module. Each text must be there: a fault that can
    no longer be planted raises LookupError."""

    @contextmanager
    def plant() -> Iterator[None]:
        target = inspect.unwrap(function)
        assert isinstance(target, FunctionType)
        text = textwrap.dedent(inspect.getsource(target))
        for old, new in changes:
            if old not in text:
                raise LookupError(f"{target.__module__}.{target.__qualname__} holds no {old!r} any more: plant it anew")
            text = text.replace(old, new)
        before, known = target.__code__, set(target.__globals__)
        target.__globals__.update(names)
        target.__code__ = _code(text, target)
        try:
            yield
        finally:
            target.__code__ = before
            for name in names.keys() - known:
                del target.__globals__[name]

    return plant


def _code(text: str, target: FunctionType) -> CodeType:
    scope: dict[str, Any] = {}
    flags = __future__.annotations.compiler_flag
    code = compile(text, f"<fault in {target.__qualname__}>", "exec", flags=flags, dont_inherit=True)
    exec(code, target.__globals__, scope)
    made = scope[target.__name__]
    assert isinstance(made, FunctionType)
    return made.__code__


def row(table: MutableMapping[K, V], key: K, value: V) -> Plant:
    """Another value for a key of a table of the emitter."""

    @contextmanager
    def plant() -> Iterator[None]:
        before = table[key]
        table[key] = value
        try:
            yield
        finally:
            table[key] = before

    return plant


def attribute(owner: type, name: str, wrap: Callable[[Callable[..., Any]], Callable[..., Any]]) -> Plant:
    """Another method, made from the one that is there."""

    @contextmanager
    def plant() -> Iterator[None]:
        before = getattr(owner, name)
        setattr(owner, name, wrap(before))
        try:
            yield
        finally:
            setattr(owner, name, before)

    return plant


def both(*plants: Plant) -> Plant:
    """Several changes that are one fault."""

    @contextmanager
    def plant() -> Iterator[None]:
        with ExitStack() as stack:
            for one in plants:
                stack.enter_context(one())
            yield

    return plant
