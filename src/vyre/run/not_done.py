"""What is done with results and not with a ``Pending``: each is an error that says to take ``result()`` first."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, Never

import numpy as np

from vyre.errors import ArgumentTypeError, UnknownName, shown, user_place
from vyre.memory.no_numpy import SIGNS

__all__ = ["NotDone"]

_LIKE: Final = frozenset({"shape", "dtype", "ndim", "size", "nbytes", "numpy", "tolist", "sum", "mean", "copy", "astype", "reshape"})  # fmt: skip
_OTHERS: Final = {
    **dict.fromkeys(("get", "join", "block", "block_until_ready", "numpy_result", "value"), "use p.result(), which waits"),
    **dict.fromkeys(("done", "is_ready", "poll", "query"), "use p.ready()"),
    **dict.fromkeys(("synchronize", "wait_for"), "use p.wait()"),
    "exception": "use p.result(), which raises it",
}  # fmt: skip
"""What the futures of other libraries have."""
_SIGNS: Final = {
    "add": "+", "subtract": "-", "multiply": "*", "divide": "/", "floor_divide": "//", "remainder": "%", "power": "**",
    "matmul": "@", "bitwise_and": "&", "bitwise_or": "|", "bitwise_xor": "^", "left_shift": "<<", "right_shift": ">>",
    "less": "<", "less_equal": "<=", "greater": ">", "greater_equal": ">=", "equal": "==", "not_equal": "!=",
}  # fmt: skip
"""Operators of NumPy's arrays, by the names of the functions that they call."""


def _refused(pending: object, what: str, fix: str) -> ArgumentTypeError:
    return ArgumentTypeError(
        f"a Pending is no array: {what}", code="A604", fix=fix, place=user_place(), actual=shown(pending)
    )


def _operator(sign: str, *, turned: bool) -> Callable[..., Never]:
    text = f"y {sign} p.result()" if turned else f"p.result() {sign} y"

    def operate(self: Any, other: object, *_: object) -> Never:
        raise _refused(self, f"it has no {sign}", f"write {text}")

    return operate


class NotDone:
    """The part of a ``Pending`` that refuses, with A604, what its results can do. It is hashed by identity, and compared so with
    all but NumPy's arrays."""

    if not TYPE_CHECKING:  # a checker knows that none of these is there

        def __iter__(self) -> Never:
            raise _refused(self, "it is not iterated over", "write p.result(), and iterate over that")

        def __len__(self) -> Never:
            raise _refused(self, "it has no length", "write len(p.result())")

        def __bool__(self) -> bool:
            return True  # as of any object: a length would be asked for else

        def __getitem__(self, index: object) -> Never:
            raise _refused(self, "its results may not be there yet", "write p.result()[…]")

        def __setitem__(self, index: object, value: object) -> Never:
            raise _refused(self, "its results may not be there yet", "write y = p.result(), and change y")

        def __array__(self, dtype: Any = None, copy: bool | None = None) -> Never:
            raise _refused(self, "its results may not be there yet", "pass p.result()")

        def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: Any, **keywords: Any) -> Never:
            sign = _SIGNS.get(ufunc.__name__)
            if sign is None or method != "__call__" or len(inputs) != 2 or keywords:
                raise _refused(self, f"numpy.{ufunc.__name__} needs its results", "pass p.result()")
            _operator(sign, turned=inputs[0] is not self)(self, None)

        def __array_function__(self, function: Any, types: Any, args: Any, keywords: Any) -> Never:
            raise _refused(self, f"numpy.{function.__name__} needs its results", "pass p.result()")

        def __getattr__(self, name: str) -> Never:
            fix = f"write p.result().{name}" if name in _LIKE else _OTHERS.get(name)
            if fix is None:
                raise AttributeError(f"a Pending has no {name}", name=name, obj=self)
            raise UnknownName(f"a Pending has no {name}", code="K154", fix=fix, place=user_place())

        for _name, _sign in SIGNS.items():
            locals()[f"__{_name}__"] = _operator(_sign, turned=False)
            locals()[f"__r{_name}__"] = _operator(_sign, turned=True)
        for _name, _sign in {"lt": "<", "le": "<=", "gt": ">", "ge": ">="}.items():
            locals()[f"__{_name}__"] = _operator(_sign, turned=False)
        del _name, _sign
