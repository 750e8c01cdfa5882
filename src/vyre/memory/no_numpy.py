"""What NumPy's arrays do and resident ones don't: each is an error that says how it is done.

Values on a device are copied to the host where that is asked for by name, never by an operator.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, Never

import numpy as np

from vyre.errors import ArgumentTypeError, UnknownName, shown, user_place

__all__ = ["SIGNS", "NotNumpy"]

SIGNS: Final = {
    "add": "+", "sub": "-", "mul": "*", "truediv": "/", "floordiv": "//", "mod": "%", "pow": "**", "matmul": "@",
    "and": "&", "or": "|", "xor": "^", "lshift": "<<", "rshift": ">>",
}  # fmt: skip
"""Operators of two operands, by the names of their methods."""
_COPY: Final = "x.numpy() is a copy in host memory"
_OTHERS: Final = {
    **dict.fromkeys(("get", "cpu", "to_numpy", "copy_to_host", "to_host", "asnumpy", "to_array"), "use x.numpy()"),
    **dict.fromkeys(("set", "copy_", "copy_to_device", "write", "copy_from"), "use x.upload(array)"),
    **dict.fromkeys(("free", "release", "delete", "destroy"), "use x.close()"),
    **dict.fromkeys(("device", "device_id"), "use x.backend, the id of its device"),
    **dict.fromkeys(("copy", "clone"), "use vy.resident(x.numpy(), backend=x.backend)"),
    **dict.fromkeys(("fill", "fill_", "zero_"), "use x.upload(numpy.full(x.shape, value, x.dtype))"),
    **dict.fromkeys(("to", "cuda", "to_device"), "use vy.resident(x.numpy(), backend=…)"),
    "numel": "use x.size",
    "__cuda_array_interface__": "make it resident where others look for it: vy.resident(x.numpy(), backend='cuda'); or pass x.numpy()",
    "__dlpack__": "pass x.numpy(); of one on cuda other libraries take __cuda_array_interface__",
}
"""What the arrays of other libraries have."""


def _refused(x: object, what: str, fix: str) -> ArgumentTypeError:
    return ArgumentTypeError(
        f"a resident array is no NumPy array: {what}", code="A604", fix=fix, place=user_place(), actual=shown(x)
    )


def _number(what: str) -> Callable[[Any], Never]:
    def convert(self: Any) -> Never:
        raise _refused(self, f"it is not turned into {what} by itself", f"use {what}(x.numpy())")

    return convert


def _operator(sign: str, *, turned: bool = False) -> Callable[..., Never]:
    left, right = ("y", "x.numpy()") if turned else ("x.numpy()", "y")

    def operate(self: Any, other: object, *_: object) -> Never:
        raise _refused(
            self,
            f"it has no {sign}",
            f"write {left} {sign} {right}, on the host; or a kernel, which computes on the device",
        )

    return operate


def _unary(text: str) -> Callable[..., Never]:
    def operate(self: Any, *_: object) -> Never:
        raise _refused(
            self,
            f"it has no {text.format('x')}",
            f"write {text.format('x.numpy()')}, on the host; or a kernel, which computes on the device",
        )

    return operate


class NotNumpy:
    """The part of a resident array that refuses, with A604, what looks like work on the host; equality is among it, since
    ``x == y`` of NumPy compares elements. ``shape``, ``size`` and ``ndim`` of NumPy's functions are known."""

    __slots__ = ()

    if not TYPE_CHECKING:  # a checker knows that none of these is there

        def __iter__(self) -> Never:
            raise _refused(self, "it is not iterated over", "iterate over x.numpy()")

        def __contains__(self, item: object) -> Never:
            raise _refused(self, "it has no `in`", "write `y in x.numpy()`")

        def __getitem__(self, index: object) -> Never:
            raise _refused(
                self, "its elements are on a device", "write x.numpy()[…], or take a slice before it becomes resident"
            )

        def __setitem__(self, index: object, value: object) -> Never:
            raise _refused(
                self,
                "its elements are on a device, and are not set one by one",
                "write h = x.numpy(), change h, then x.upload(h); or let a kernel write it",
            )

        def __delitem__(self, index: object) -> Never:
            raise _refused(self, "nothing of it is deleted", "make another one: vy.resident(x.numpy()[…])")

        def __bool__(self) -> Never:
            raise _refused(self, "it is not true or false", "ask `x is not None`, x.size, or x.numpy().any()")

        def __eq__(self, other: object) -> bool:
            if not isinstance(other, (NotNumpy, np.ndarray, np.generic, int, float, complex, list, tuple)):
                return NotImplemented  # what NumPy would compare no elements with
            raise _refused(
                self,
                "it is not compared",
                "write x.numpy() == y, with y.numpy() where that is one too; `x is y` tells whether it is the same",
            )

        def __ne__(self, other: object) -> bool:
            return self.__eq__(other)

        __hash__ = object.__hash__  # by identity

        def __format__(self, spec: str) -> str:
            if spec:
                raise _refused(self, "it has no format", "format x.numpy()")
            return str(self)

        def __copy__(self) -> Never:
            error = _refused(self, "it is not copied by copy", "use vy.resident(x.numpy(), backend=x.backend)")
            error.place = None  # it would be a line of the copy module's
            raise error

        def __deepcopy__(self, memo: object) -> Never:
            self.__copy__()

        def __array__(self, dtype: Any = None, copy: bool | None = None) -> Never:
            raise _refused(self, "it is copied to the host when that is asked for", "pass x.numpy()")

        def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: Any, **keywords: Any) -> Never:
            raise _refused(
                self, f"numpy.{ufunc.__name__} works on the host", "pass x.numpy(), and x.upload(h) what was computed"
            )

        def __array_function__(self, function: Any, types: Any, args: Any, keywords: Any) -> Any:
            if len(args) == 1 and args[0] is self and not keywords:
                known = {np.shape: self.shape, np.ndim: self.ndim, np.size: self.size}
                if function in known:
                    return known[function]
            raise _refused(self, f"numpy.{function.__name__} works on the host", "pass x.numpy()")

        def __getattr__(self, name: str) -> Never:
            fix = _OTHERS.get(name)
            if fix is None and not name.startswith("_") and hasattr(np.ndarray, name):
                called = "(…)" if callable(getattr(np.ndarray, name)) else ""
                fix = f"write x.numpy().{name}{called}: {_COPY}"
            if fix is None:
                raise AttributeError(f"a resident array has no {name}", name=name, obj=self)
            raise UnknownName(f"a resident array has no {name}", code="K154", fix=fix, place=user_place())

        for _name, _sign in SIGNS.items():
            locals()[f"__{_name}__"] = _operator(_sign)
            locals()[f"__r{_name}__"] = _operator(_sign, turned=True)
        for _name, _sign in {"lt": "<", "le": "<=", "gt": ">", "ge": ">="}.items():
            locals()[f"__{_name}__"] = _operator(_sign)
        for _name, _text in {
            "neg": "-{}", "pos": "+{}", "invert": "~{}", "abs": "abs({})", "round": "{}.round()", "reversed": "reversed({})",
            "divmod": "divmod({}, y)", "rdivmod": "divmod(y, {})", "bytes": "{}.tobytes()",
        }.items():  # fmt: skip
            locals()[f"__{_name}__"] = _unary(_text)
        for _name in ("int", "float", "complex"):
            locals()[f"__{_name}__"] = _number(_name)
        __index__ = _number("int")
        del _name, _sign, _text
