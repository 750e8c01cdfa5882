"""Reads kernel functions, and runs them on the reference, for tests that look at what they mean and compute."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import vyre as vy
from vyre.lang import read
from vyre.lang.read import KernelSource

__all__ = ["read_kernel", "read_source", "run"]


def read_kernel(function: Any, **options: Any) -> KernelSource:
    """The reading of a kernel that leaves no types open."""
    source = read.read_kernel(function, **options)
    assert isinstance(source, KernelSource)
    return source


def read_source(text: str, **options: Any) -> tuple[Callable[..., Any], KernelSource]:
    """A function from a text, and its reading."""
    function, source = read.read_source(text, **options)
    assert isinstance(source, KernelSource)
    return function, source


def run(function: Callable[..., Any], *args: Any, domain: Any = None, **options: Any) -> Any:
    """The kernel's results. ``domain``: elements, where the kernel does not say."""
    kernel = vy.kernel(**options)(function)
    return kernel(*args, backend="reference", domain=domain)
