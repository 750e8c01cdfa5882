"""Runs a kernel function on the reference, for tests that look at what it computes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import vyre as vy

__all__ = ["run"]


def run(function: Callable[..., Any], *args: Any, domain: Any = None, **options: Any) -> Any:
    """The kernel's results. ``domain``: elements, where the kernel does not say."""
    kernel = vy.kernel(**options)(function)
    return kernel(*args, backend="reference", domain=domain)
