"""Resident arrays in a session: making them, moving their bytes, and what they must be as arguments."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from functools import partial
from math import prod
from typing import Any, Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from vyre.contract.backend import Copy, Resource, Step
from vyre.contract.ending import GATE
from vyre.doors import door
from vyre.dtypes import dtype_from_numpy_name, u8
from vyre.errors import ArgumentTypeError, ArgumentValueError, OutOfMemory, VyreError, shown
from vyre.ir.program import Buffer
from vyre.ir.structs import record_of
from vyre.memory.foreign import ForeignArray, is_on_cuda
from vyre.memory.resident import ResidentArray, span_of
from vyre.run import refusals
from vyre.run.addresses import address_of
from vyre.run.adopt import adopt
from vyre.run.arrays import Held, Prepared, Scattered, check_size, element_dtype, fits, view_of
from vyre.run.engine import Engine
from vyre.run.in_flight import MemoryUse, Spans
from vyre.run.order import Order, Work
from vyre.run.records import numpy_record, record_copy
from vyre.run.refusals import Direction
from vyre.run.waiting import refuse_in_callback

__all__ = ["Residence", "adopted", "home_among", "on_host", "prepare_resident", "refuse_dtype", "resident"]

Array = NDArray[Any]
T = TypeVar("T")
_ALIGNED: Final = 64
_NUMBERS: Final = itertools.count(1)  # of memory that has no address here
_ANY: Final = Buffer("array", u8, "in", rank=None)  # for refusals that name no dtype


class Residence:
    """The resident arrays of one opened device."""

    def __init__(self, engine: Engine, order: Order, check: Callable[[], None]) -> None:
        self.engine = engine
        self._order = order
        self._check = check  # raises where the session is closed

    @property
    def id(self) -> str:
        """The device's id."""
        return self.engine.id

    def gone(self) -> str | None:
        """Why nothing can lie there any more, with the Fix after a newline; None while it is open."""
        if not self.engine.closed:
            return None
        return f"{self.id} was closed\nmake it anew from its values in host memory: vy.resident(…), while the session is open"

    # -- making -----------------------------------------------------------------------------------------------------
    def empty(self, dtype: np.dtype[Any], shape: tuple[int, ...]) -> ResidentArray:
        """One whose bytes are of no meaning yet. Raises OutOfMemory R820 or R851."""
        nbytes = prod(shape) * dtype.itemsize
        if self.engine.profile.host_slots:
            memory = _host_memory(dtype, shape, nbytes)
            address = address_of(memory)
            return ResidentArray(self, dtype, shape, memory, (address, address + nbytes))
        with GATE:
            resource = self.engine.backend.allocate(nbytes)
        if self.engine.imports is None:
            span = span_of(next(_NUMBERS), nbytes)
        else:
            address = self.engine.imports.address_of(resource)
            span = (address, address + nbytes)
        return ResidentArray(self, dtype, shape, resource, span)

    def around(self, foreign: ForeignArray) -> ResidentArray:
        """One over memory of another library, C-contiguous there. Raises A640."""
        backend = self.engine.imports
        assert backend is not None
        address, nbytes = foreign.address, foreign.nbytes
        with GATE:
            resource = backend.adopt(address, nbytes, owner=foreign.owner, stream=foreign.stream)
        made = ResidentArray(self, foreign.dtype, foreign.shape, resource, (address, address + nbytes))
        made.lies_over(writable=foreign.writable)
        return made

    def interface(self, array: ResidentArray) -> dict[str, Any] | None:
        """What other libraries are told."""
        backend = self.engine.imports
        if backend is None:
            return None
        told: dict[str, Any] = {
            "shape": array.shape,
            "typestr": array.dtype.str,
            "data": (array.span[0] if array.nbytes else 0, not array.writable),
            "strides": None,
            "version": 3,
            "stream": backend.stream_handle,
        }
        return told if array.dtype.names is None else {**told, "descr": array.dtype.descr}

    def place(self, values: Array) -> ResidentArray:
        """One with these values, contiguous and native."""
        made = self.empty(values.dtype, values.shape)
        try:
            self._upload(made, values)
        except BaseException:
            made.close()
            raise
        return made

    def output(self, buffer: Buffer, shape: tuple[int, ...]) -> ResidentArray:
        """One for a left-out output. What it starts as is made before the launch."""
        check_size(buffer, shape)
        return self.empty(element_dtype(buffer), shape)

    # -- moving -----------------------------------------------------------------------------------------------------
    def read(self, array: ResidentArray) -> Array:
        """The values, in program order. R811 in a done callback."""
        refuse_in_callback("numpy() of a resident array")
        memory = array.memory
        if isinstance(memory, np.ndarray):
            return self._here(memory.copy, array)
        found = np.empty(array.shape, array.dtype)
        if array.nbytes:
            self._transfer([Copy(memory, view_of(found, True), ((0, 0, array.nbytes),))], array, found)
        return found

    def write(self, array: ResidentArray, values: Any) -> None:
        """Other values, in program order."""
        if not array.writable:
            raise _read_only(array)
        if self.engine.imports is not None and is_on_cuda(values):
            from vyre.run.foreign import foreign_copy

            with foreign_copy(self.engine, values) as copied:
                self.write(array, copied)
            return
        given = values if isinstance(values, ResidentArray) else adopted(values)
        if isinstance(given, ResidentArray):
            given.require_open()
        if given.dtype != array.dtype:
            raise ArgumentTypeError(
                f"upload takes values of {array.dtype}",
                code="A602",
                fix=f"pass x.astype(numpy.{array.dtype.name})"
                if array.dtype.names is None
                else "pass the array's own dtype",
                actual=f"dtype {given.dtype}",
            )
        if given.shape != array.shape:
            raise ArgumentValueError(
                f"upload takes values of the shape {array.shape}",
                code="A615",
                fix="pass x.reshape(r.shape) where it has as many elements, or make a new one with vy.resident(x)",
                actual=f"shape {given.shape}",
            )
        if isinstance(given, ResidentArray) and given.home is self:
            self.copy(given, array)
        else:
            self._upload(array, given.numpy() if isinstance(given, ResidentArray) else given)

    def gather(self, there: Scattered, target: ResidentArray) -> None:
        """The values of another library's array on this device."""
        source, memory = there.memory.memory, target.memory
        assert isinstance(source, Resource)
        assert isinstance(memory, Resource)
        refuse_in_callback("a copy into a resident array")
        if target.nbytes:
            self._transfer([Copy(source, memory, there.ranges)], there.memory, target)

    def copy(self, source: ResidentArray, target: ResidentArray) -> None:
        """The values of another one on this device, without the host."""
        if source is target or not source.nbytes:
            return
        refuse_in_callback("a copy of a resident array")
        a, b = source.memory, target.memory
        if isinstance(a, np.ndarray) and isinstance(b, np.ndarray):
            self._upload(target, a)
            return
        assert isinstance(a, Resource)
        assert isinstance(b, Resource)
        self._transfer([Copy(a, b, ((0, 0, source.nbytes),))], source, target)

    def _upload(self, target: ResidentArray, values: Array) -> None:
        refuse_in_callback("a copy into a resident array")
        memory = target.memory
        if isinstance(memory, np.ndarray):
            there = memory.reshape(-1).view(np.uint8)
            self._here(partial(np.copyto, there, values.reshape(-1).view(np.uint8)), values, target)
        elif target.nbytes:
            self._transfer([Copy(view_of(values, False), memory, ((0, 0, target.nbytes),))], values, target)

    def _here(self, act: Callable[[], T], source: Held, target: Held | None = None) -> T:
        """``act``, in its turn."""
        self._check()
        return self._order.run(MemoryUse(self.engine, *_spans(source, target)), act)

    def _transfer(self, steps: list[Step], source: Held, target: Held) -> None:
        self._order.submit(Work(self.engine, steps, _spans(source, target), lambda ok: None)).result()


def _spans(source: Held, target: Held | None) -> Spans:
    """Of a copy from one contiguous array to another."""
    every = [source] if target is None else [source, target]
    starts = [one.span[0] if isinstance(one, ResidentArray) else address_of(one) for one in every]
    return starts, [one.nbytes for one in every], [False, True][: len(every)]


def _host_memory(dtype: np.dtype[Any], shape: tuple[int, ...], nbytes: int) -> Array:
    try:
        raw = np.zeros(nbytes + _ALIGNED, np.uint8)
    except (MemoryError, ValueError) as error:
        raise refusals.no_memory(_ANY, shape) from error
    start = -address_of(raw) % _ALIGNED
    return raw[start : start + nbytes].view(dtype).reshape(shape)


def adopted(given: Any) -> Array:
    """Whatever holds elements in host memory, as a contiguous native array. Raises A602, A604 and R851."""
    return _native_or_no_memory(lying(given))


def fitting(engine: Engine, given: Any) -> Array:
    """``adopted``, of what one buffer of the device holds: else R820, before anything is copied."""
    array = lying(given)
    limit = engine.profile.max_buffer_bytes
    if limit is not None and array.nbytes > limit:
        raise OutOfMemory(
            f"the array is larger than a buffer of {engine.id} may be",
            code="R820",
            fix="split it and make the parts resident, or use backend='cpu'",
            actual=f"asked {array.nbytes} bytes, allowed {limit}",
        )
    return _native_or_no_memory(array)


def lying(given: Any) -> Array:
    """Whatever holds elements in host memory, as an array where it lies, of a type that kernels take. Raises A602 and A604."""
    if isinstance(given, ResidentArray):
        return given.numpy()
    if isinstance(given, (list, tuple, range, set, dict, str, int, float, complex)) or given is None:
        raise ArgumentTypeError(
            "what becomes resident is an array",
            code="A604",
            fix="pass numpy.array(x, dtype), with the dtype that the kernel takes, such as numpy.float32",
            actual=f"{type(given).__name__} {shown(given, 60)}",
        )
    array, _ = adopt(_ANY, given, "in")
    refuse_dtype(array.dtype.newbyteorder("="))
    return array


def _native_or_no_memory(array: Array) -> Array:
    try:
        return _native(array)
    except MemoryError as error:
        raise refusals.no_memory(_ANY, array.shape) from error


def refuse_dtype(dtype: np.dtype[Any]) -> None:
    """Raises ArgumentTypeError A602 for a type that no kernel takes."""
    if dtype.names is None and dtype_from_numpy_name(dtype.name) is None:
        raise ArgumentTypeError(
            "an array of a type that kernels do not have cannot become resident",
            code="A602",
            fix="convert it, for example x.astype(numpy.float32)",
            actual=f"dtype {dtype}",
        )


def _native(array: Array) -> Array:
    dtype = array.dtype.newbyteorder("=")
    if dtype.names is not None:
        try:
            record = record_of(array.dtype)
        except VyreError as error:
            raise ArgumentTypeError(
                f"records of this dtype cannot become resident: {error.message}",
                code="A602",
                fix=error.fix,
                actual=error.actual,
            ) from error
        return (
            record_copy(array, record) if not array.flags.c_contiguous or array.dtype != numpy_record(record) else array
        )
    return np.ascontiguousarray(array, dtype).reshape(array.shape)  # of no axes it would make one


def on_host(value: Any) -> Any:
    """An argument as it is, or a resident one's values."""
    return value.numpy() if isinstance(value, ResidentArray) else value


def home_among(arguments: Sequence[Any]) -> str | None:
    """The device of the first resident array among a call's arguments, and among lists of them."""
    for value in arguments:
        if type(value) is ResidentArray:
            return value.home.id
        if (type(value) is tuple or type(value) is list) and value and (found := home_among(value)) is not None:
            return found
    return None


def prepare_resident(engine: Engine, buffer: Buffer, given: ResidentArray, direction: Direction) -> Prepared:
    """A resident array as one argument of a call on ``engine``.

    Raises A602 (dtype), A603 (rank), A605 (read-only), A609 (too many elements), A615 (declared shape), A640 (closed, on
    another device, or of another session).
    """
    given.require_open()
    if given.home is not engine.home:
        raise _elsewhere(engine, buffer, given)
    wanted = element_dtype(buffer)
    if given.dtype != wanted and not fits(buffer, given.dtype):
        text = refusals.numpy_text(buffer)
        kind = wanted.name if wanted.names is None else f"records of {wanted}"
        raise ArgumentTypeError(
            f"{buffer.name!r} takes {kind}",
            code="A602",
            fix=f"pass x.astype({text}), or what its library calls that"
            if given.origin is not None
            else f"write x = vy.resident(x.numpy().astype({text}), backend={given.backend!r}), and pass x"
            if buffer.record is None and given.dtype.names is None
            else f"declare {buffer.name} with the array's own dtype, or make one of the declared dtype",
            place=buffer.place,
            actual=f"dtype {given.dtype}, {given!r}",
        )
    if buffer.rank is not None and given.ndim != buffer.rank:
        raise ArgumentValueError(
            f"{buffer.name!r} has {buffer.rank} axes in the kernel",
            code="A603",
            fix=f"pass x.reshape({'-1' if buffer.rank == 1 else 'shape'}), or subscript {buffer.name}.flat[k] in the kernel to take any rank"
            if given.origin is not None
            else f"write x = vy.resident(x.numpy().reshape({'-1' if buffer.rank == 1 else 'shape'}), backend={given.backend!r}), "
            f"and pass x; or subscript {buffer.name}.flat[k] in the kernel to take any rank",
            place=buffer.place,
            actual=repr(given),
        )
    if buffer.shape is not None and given.shape != buffer.shape:
        raise refusals.other_shape(buffer, given, direction)
    check_size(buffer, given.shape)
    if direction != "in" and not given.writable:
        raise _read_only(given, buffer)
    return Prepared(given.memory if isinstance(given.memory, np.ndarray) else given, resident=given)


def _read_only(given: ResidentArray, buffer: Buffer | None = None) -> ArgumentValueError:
    return ArgumentValueError(
        f"{'this resident array' if buffer is None else repr(buffer.name)} is written, and its memory may only be read",
        code="A605",
        fix="write x = x.copy(), and pass x"
        if given.origin is not None
        else f"write x = vy.resident(x.numpy(), backend={given.backend!r}), and pass x",
        place=None if buffer is None else buffer.place,
        actual=repr(given),
    )


def _elsewhere(engine: Engine, buffer: Buffer, given: ResidentArray) -> ArgumentValueError:
    if given.backend == engine.id:
        what, fix = "of another session", "use the session that made it, or pass session.resident(x.numpy())"
    else:
        what = f"on {given.backend}, and the call runs on {engine.id}"
        fix = f"write x = vy.resident(x.numpy(), backend={engine.id!r}), a copy there, and pass x"
    return ArgumentValueError(
        f"{buffer.name!r} is a resident array {what}", code="A640", fix=fix, place=buffer.place, actual=repr(given)
    )


@door
def resident(array: Any, *, backend: str | None = None) -> ResidentArray:
    """An array that stays in a device's memory, with the values of ``array``: what is passed again and again is not copied
    again and again. ``array``: any that a call takes. ``backend``: a device's id; by default the first device that takes its dtype.

    It belongs to the default session. A call over it runs on its device, unless another one is named, which is an error; a
    left-out ``Out`` is resident where every array argument is.

    >>> import numpy as np, vyre as vy
    >>> @vy.kernel
    ... def double(x: vy.In[vy.u32], y: vy.Out[vy.u32]):
    ...     i = vy.global_id()
    ...     y[i] = x[i] * 2
    >>> with vy.resident(np.array([1, 2], np.uint32), backend="reference") as x:
    ...     double(double(x)).numpy().tolist()
    [4, 8]

    Raises A601 (backend), A602 and A604 (array), BackendUnavailable S900 or S901, OutOfMemory R820 or R851.
    """
    from vyre.run.session import session

    return session().resident(array, backend=backend)
