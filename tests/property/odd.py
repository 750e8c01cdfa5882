"""Arguments that are odd in every way NumPy and Python know, each with what a kernel must make of it."""

from __future__ import annotations

import mmap
from collections import deque
from collections.abc import Callable
from typing import Any, Final

import numpy as np
from numpy.lib.stride_tricks import as_strided

from tests.property.choices import Choices

__all__ = ["DTYPES", "odd_argument", "odd_array", "odd_number"]

DTYPES: Final = ("u4", "i4", "f4", "u1", "?", "u8", "i8", "f8", "u2", "i1", "i2", "f2")
_FOREIGN: Final = ("O", "M8[s]", "m8[ns]", "S4", "U3", "V4", "c8", "c16", "g", "G", "S0", "V0", "M8", "T")
_SHAPES: Final = ((8,), (1,), (0,), (), (2, 4), (0, 3), (3, 0), (1, 1, 1), (2, 2, 2), (8, 1), (1, 8), (5,), (1,) * 20)


class Named(np.ndarray[Any, Any]):
    """A subclass that adds nothing."""


class Liar(np.ndarray[Any, Any]):
    """A subclass whose attributes are not to be trusted."""

    @property
    def size(self) -> Any:
        return 10**9

    def __array__(self, *_: Any, **__: Any) -> Any:
        raise RuntimeError("no")

    def __array_finalize__(self, _: Any) -> None:
        pass


class Raises:
    """What every protocol asks, it refuses in its own way."""

    def __getattr__(self, name: str) -> Any:
        raise RuntimeError(name)

    def __len__(self) -> int:
        raise RuntimeError("len")


class Interface:
    """An array only by its ``__array_interface__``."""

    def __init__(self, shape: tuple[int, ...]) -> None:
        self.__array_interface__ = {"shape": shape, "typestr": "<u4", "version": 3, "data": (16, False)}


class Tensor:
    """Claims to speak DLPack."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def __dlpack__(self, **_: Any) -> Any:
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer

    def __dlpack_device__(self) -> Any:
        return (1, 0)


class Index:
    def __index__(self) -> int:
        return 3


def _of(c: Choices, code: str, shape: tuple[int, ...]) -> Any:
    count = int(np.prod(shape))
    return (np.arange(count) % (2 if code == "?" else 100)).astype(code).reshape(shape)


def odd_array(c: Choices, code: str | None = None) -> Any:
    """An array of a plain or foreign dtype, laid out in some odd way."""
    if code is None:
        code = c.pick(DTYPES) if c.chance(85) else c.pick(_FOREIGN)
    shape = c.pick(_SHAPES)
    try:
        if np.dtype(code).kind not in "biuf":
            return np.zeros(shape, code)
    except TypeError:  # a dtype that this NumPy does not have
        return np.zeros(shape, "O")
    array = _of(c, code, shape)
    ways: tuple[Callable[[Any], Any], ...] = (
        lambda a: a,
        lambda a: a[::-1] if a.ndim else a,
        lambda a: np.repeat(a, 2)[::2].reshape(-1) if a.ndim else a,
        lambda a: a.T,
        np.asfortranarray,
        lambda a: np.broadcast_to(a.reshape(-1)[0], shape) if a.size else a,
        lambda a: as_strided(a, (8,), (0,)) if a.size else a,
        lambda a: as_strided(a, (4,), (a.itemsize // 2,)) if a.nbytes >= 3 * a.itemsize else a,
        lambda a: as_strided(a, (0, 2**40), (0, 0)),
        lambda a: as_strided(a, (2**33,), (0,)) if a.size else a,
        lambda a: as_strided(a, (2**22,), (0,)) if a.size else a,
        lambda a: as_strided(a, (2**20, 2**20), (0, 0)) if a.size else a,
        lambda a: a.astype(a.dtype.newbyteorder(">")),
        _read_only,
        _unaligned,
        lambda a: np.ma.masked_array(a, mask=False),
        lambda a: a.view(Named),
        lambda a: a.view(Liar),
        lambda a: a.reshape(1, -1).view(np.matrix),
        lambda a: a.view(np.recarray),
        lambda a: np.frombuffer(mmap.mmap(-1, 16 + a.nbytes // 16 * 16), a.dtype)[: a.size],
        lambda a: np.zeros(shape, [("x", code), ("y", "u1")])["x"],
        lambda a: np.zeros(shape, [("x", code)]),
        lambda a: a[..., None],
        lambda a: a[None, ...][:, ...],
        lambda a: a[()],
        lambda a: a.astype("O"),
        lambda a: a.flat,
        lambda a: a.data if a.flags.c_contiguous else a,
    )
    return c.pick(ways)(array)


def _read_only(a: Any) -> Any:
    a.flags.writeable = False
    return a


def _unaligned(a: Any) -> Any:
    raw = np.zeros(a.nbytes + 1, np.uint8)
    made = raw[1:].view(a.dtype).reshape(a.shape) if a.size else a
    made[...] = a
    return made


def odd_number(c: Choices) -> Any:
    """What may stand for a number, or not."""
    return c.pick((
        0, 1, -1, 3, 200, 2**32, -(2**31), 2**64, -(2**70), 10**400, 0.5, -0.0, float("nan"), float("inf"), 1e300, True, False, None, "3", b"3",
        b"\1\0\0\0", bytearray(4), memoryview(bytes(4)), memoryview(bytes(16))[::4], 1j, Index(), [], (), [1], {}, object(), type, ..., NotImplemented,
        np.uint32(3), np.int64(3), np.float32(0.5), np.float64(3), np.bool_(True), np.float16(1), np.datetime64("now"), np.str_("x"), np.array(3, np.uint32),
        np.array(3, ">u4"), np.array([3], np.uint32), np.array(None), np.void(b"abcd"), np.ma.masked, Raises(), lambda: 3, iter([3]), np.longdouble(3),
    ))  # fmt: skip


def odd_argument(c: Choices) -> Any:
    """Anything that somebody might pass for an array."""
    if c.chance(70):
        return odd_array(c)
    ways: tuple[Callable[[], Any], ...] = (
        lambda: odd_number(c), lambda: [1, 2, 3], lambda: [[1, 2], [3]], lambda: (k for k in range(3)), lambda: range(8), lambda: deque([1]), lambda: {1, 2},
        lambda: "text", lambda: bytes(32), lambda: bytes(33), lambda: bytearray(32), lambda: memoryview(bytes(32))[::2],
        lambda: memoryview(bytes(32)).cast("I"), lambda: memoryview(bytearray(64)).cast("I", (4, 4)), lambda: memoryview(bytes(32)).cast("c"),
        _released, lambda: Interface((8,)), lambda: Interface((10**9,)), lambda: Tensor(None), lambda: Tensor(RuntimeError("device")),
        lambda: Tensor(BufferError("layout")), lambda: Tensor(ZeroDivisionError()), Raises, lambda: np.zeros, lambda: np.uint32,
        lambda: mmap.mmap(-1, 32), lambda: np.nditer(np.zeros(3)), lambda: np.random.default_rng(0), lambda: np.dtype("u4"),
    )  # fmt: skip
    return c.pick(ways)()


def _released() -> memoryview:
    view = memoryview(bytes(32))
    view.release()
    return view
