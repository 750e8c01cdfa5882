"""``ResidentArray``: an array in the memory of one device, which no dispatch moves."""

from __future__ import annotations

from math import prod
from typing import Any, Final, Never, Protocol, Self
from weakref import WeakSet

import numpy as np
from numpy.typing import NDArray

from vyre.contract.backend import Resource
from vyre.doors import door
from vyre.errors import ArgumentTypeError, ArgumentValueError, shown
from vyre.memory.no_numpy import NotNumpy

__all__ = ["Home", "ResidentArray", "Span", "span_of"]

Array = NDArray[Any]
Span = tuple[int, int]
_set: Final = object.__setattr__


class Home(Protocol):
    """The opened device of a session that a resident array lies on; ``id`` is the device's."""

    @property
    def id(self) -> str: ...

    def gone(self) -> str | None:
        """Why nothing can lie there any more, with the Fix after a newline; None while it is open."""

    def read(self, array: ResidentArray) -> Array: ...

    def write(self, array: ResidentArray, values: Any) -> None: ...

    def interface(self, array: ResidentArray) -> dict[str, Any] | None: ...


class Revocable(Protocol):
    """Work that was prepared over an array's memory."""

    def revoke(self) -> None: ...


class ResidentArray(NotNumpy):
    """An array in the memory of one device; made by :func:`vyre.resident`, and by calls over such arrays.

    ``dtype`` (NumPy's), ``shape``, ``ndim``, ``size`` (elements), ``nbytes``, ``backend`` (the device's id). It is passed as any
    argument of a kernel, and as ``out=``. A context manager: leaving it closes it. It is no NumPy array: indexing, iterating, arithmetic,
    comparing and NumPy's functions raise ArgumentTypeError A604, whose Fix says what to write.
    """

    home: Home
    dtype: np.dtype[Any]
    shape: tuple[int, ...]
    size: int
    nbytes: int
    memory: Resource | Array
    span: Span
    """What program order and overlaps are told by."""
    writable: bool
    origin: object
    """The caller's array of another library that this one lies over."""

    __slots__ = (
        "__weakref__",
        "_closed",
        "_users",
        "dtype",
        "home",
        "memory",
        "nbytes",
        "origin",
        "shape",
        "size",
        "span",
        "writable",
    )

    def __init__(
        self, home: Home, dtype: np.dtype[Any], shape: tuple[int, ...], memory: Resource | Array, span: Span
    ) -> None:
        size = prod(shape)
        _set(self, "home", home)
        _set(self, "dtype", dtype)
        _set(self, "shape", shape)
        _set(self, "size", size)
        _set(self, "nbytes", size * dtype.itemsize)
        _set(self, "memory", memory)
        _set(self, "span", span)
        _set(self, "writable", True)
        _set(self, "origin", None)
        self._closed = False
        self._users: WeakSet[Revocable] | tuple[()] = ()  # a set is made when it is wanted

    def lies_over(self, *, writable: bool, origin: object = None) -> None:
        """It is memory of another library, that of ``origin`` where that is a caller's array."""
        _set(self, "writable", writable)
        _set(self, "origin", origin)

    # Devices believe what it says of its memory.
    def __setattr__(self, name: str, value: object) -> None:
        if name not in ("_closed", "_users"):
            raise self._read_only(name)
        _set(self, name, value)

    def __delattr__(self, name: str) -> Never:
        raise self._read_only(name)

    def _read_only(self, name: str) -> ArgumentTypeError:
        what = {"shape": ".reshape(shape)", "dtype": ".astype(dtype)"}.get(name, "")
        return ArgumentTypeError(
            f"the {name} of a resident array cannot be set or deleted",
            code="A604",
            fix=f"write x = vy.resident(x.numpy(){what}, backend={self.home.id!r}), a new array"
            if what
            else "make another array with vy.resident(…); x.upload(array) writes other values into this one",
            actual=repr(self),
        )

    @property
    def backend(self) -> str:
        """The id of its device."""
        return self.home.id

    @property
    def ndim(self) -> int:
        """The number of axes."""
        return len(self.shape)

    @door
    def numpy(self) -> Array:
        """A copy in host memory. Waits for the dispatches that write it. Raises ArgumentValueError A640 after ``close``, and
        what the device raised."""
        self.require_open()
        return self.home.read(self)

    @door
    def upload(self, array: Any) -> None:
        """Write other values of the same dtype and shape. Waits for the dispatches that use it.

        Raises A602 (dtype), A604 (no array), A605 (read-only memory of another library), A615 (shape), A640 after ``close``.
        """
        self.require_open()
        self.home.write(self, array)

    @door
    def close(self) -> None:
        """Give the memory back, after all dispatches that were submitted before. Calling it twice is harmless."""
        if not self._closed:
            self._closed = True
            for user in list(self._users):
                user.revoke()
            if isinstance(self.memory, Resource):
                self.memory.close()
            else:
                _set(self, "memory", np.empty(0, np.uint8))  # what still runs keeps its view of the old one

    def told_when_closed(self, user: Revocable) -> None:
        """``user`` has prepared work over this memory, which must not run after ``close``."""
        if not isinstance(self._users, WeakSet):
            self._users = WeakSet()
        self._users.add(user)

    @property
    def closed(self) -> bool:
        """Whether it has no memory any more: closed, or its device is."""
        return self._closed or self.home.gone() is not None

    def require_open(self) -> None:
        """Raises ArgumentValueError A640."""
        why = "it is closed\nmake it anew with vy.resident(…), and close it after its last use"
        gone = why if self._closed else self.home.gone()
        if gone is not None:
            what, _, fix = gone.partition("\n")
            raise ArgumentValueError(
                f"this resident array has no memory any more: {what}", code="A640", fix=fix, actual=repr(self)
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def __del__(self) -> None:
        if not getattr(self, "_closed", True):
            self.close()

    def __len__(self) -> int:
        if not self.shape:
            raise ArgumentTypeError(
                "a resident array without axes has no length", code="A603", fix="use x.size", actual=repr(self)
            )
        return self.shape[0]

    def __repr__(self) -> str:
        state = ", closed" if self.closed else ""
        return f"<vyre resident array {self.dtype} {self.shape} on {self.home.id}{state}>"

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        """On CUDA: where it lies, for other libraries, with the stream that they must wait for (version 3). Their later work is
        not waited for, unless their array is passed to a call."""
        self.require_open()
        found = self.home.interface(self)
        if found is None:
            raise AttributeError(f"{self!r} is not in CUDA memory", name="__cuda_array_interface__", obj=self)
        return found

    def __reduce__(self) -> Never:
        raise ArgumentTypeError(
            "a resident array cannot be pickled: it is memory of a device",
            code="A604",
            fix="pickle x.numpy(), and make it resident again with vy.resident(…)",
            actual=shown(self),
        )


def span_of(number: int, nbytes: int) -> Span:
    """The span of memory that has no address here: one of its own, beyond all addresses."""
    start = number << 64
    return (start, start + nbytes)
