"""``@vy.func``: functions that kernels call; inlined at each call, with that call's types."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from vyre.doors import brief
from vyre.errors import ArgumentTypeError, KernelSyntaxError
from vyre.lang.source import FunctionText, function_text

__all__ = ["DeviceFunction", "func"]

F = TypeVar("F", bound=Callable[..., Any])


class DeviceFunction:
    """What ``@vy.func`` makes: the function with its text, read when the decorator ran."""

    __wrapped__: Callable[..., Any]

    def __init__(self, function: Callable[..., Any]) -> None:
        self.text: FunctionText = function_text(function, "func")
        functools.update_wrapper(self, function)

    def __call__(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Raises K100: a vy.func has a meaning only inside of a kernel."""
        name = self.text.node.name
        raise KernelSyntaxError(
            f"{name} is a vy.func, and has a meaning only inside a kernel",
            code="K100",
            fix=f"call it from a kernel; {name}.__wrapped__ is the plain Python function",
        )

    def __repr__(self) -> str:
        return f"<vy.func {self.text.node.name}>"


if TYPE_CHECKING:

    def func(function: F, /) -> F:
        """Make a function that kernels can call."""
        ...

else:

    @brief
    def func(function: Any = None, /, **options: Any) -> DeviceFunction:
        """Make a function that kernels can call: inlined, generic per call, annotations optional.

        Raises KernelSyntaxError K101 ... K107 where its text cannot be read, ArgumentTypeError A601 for options.
        """
        if function is None or options:
            raise ArgumentTypeError(
                "@vy.func has no options", code="A601", fix="write @vy.func, without parentheses", actual=", ".join(options) or "()"
            )  # fmt: skip
        return DeviceFunction(function)
