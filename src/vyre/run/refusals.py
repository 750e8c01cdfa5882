"""The errors about one array argument, each with a Fix that works when it is applied.

A Fix depends on what the argument is for: what is read may be a temporary, what is written in place must have a name, or
its results are lost, and what is given as ``out=`` is best allocated with the right type and shape.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from vyre.errors import ArgumentTypeError, ArgumentValueError, OutOfMemory, shown
from vyre.ir.program import Buffer
from vyre.memory.foreign import ForeignArray, Unusable
from vyre.memory.resident import ResidentArray

__all__ = [
    "Direction",
    "allocation",
    "cannot_adopt",
    "cannot_take",
    "copy_forbidden",
    "has_a_mask",
    "has_nulls",
    "no_array",
    "no_memory",
    "not_done",
    "numpy_text",
    "on_a_device",
    "other_dtype",
    "other_rank",
    "other_shape",
    "read_only",
    "shares_its_elements",
    "released",
    "shares_memory",
    "too_many",
]

Array = NDArray[Any]
Direction = Literal["in", "out", "in and out"]
_IN_PLACE: Final = ", and pass x: the kernel writes into it"
_SIZES: Final = r"([\w.]*(?:In|Out|InOut))\[([^\[\],]+),.+\]"  # an annotation with sizes
_TO_HOST: Final = {  # by the first part of a type's module: to the host, and back
    "cupy": ("x.get()", "x.set(h)"),
    "torch": ("x.cpu()", "x.copy_(h)"),
    "numba": ("x.copy_to_host()", "x.copy_to_device(h)"),
    "jax": ("numpy.array(x)", "x = jax.device_put(h)"),
    "jaxlib": ("numpy.array(x)", "x = jax.device_put(h)"),
}


def numpy_text(buffer: Buffer) -> str:
    """The element type as a caller writes it for NumPy; of records the dtype that they were declared with."""
    return buffer.dtype.host_name if buffer.record is None else "dtype"


def allocation(buffer: Buffer, shape: Sequence[int] | None) -> str:
    """The Fix for what was given as ``out=``: a fresh array of the right type."""
    if shape is None or (buffer.rank is not None and len(shape) != buffer.rank):
        shape = None
    if buffer.shape is not None:
        shape = buffer.shape
    axes = "shape" if shape is None else str(shape[0]) if len(shape) == 1 else str(tuple(shape))
    name = buffer.name
    return f"allocate {name} = numpy.empty({axes}, {numpy_text(buffer)}), pass out={name}, and read the result from it"


def _named(code: str, direction: Direction) -> str:
    """The Fix that passes what ``code`` makes: under a name where the kernel writes into it."""
    return f"pass {code}" if direction == "in" else f"write x = {code}{_IN_PLACE}"


def _is_bytes(given: Any, array: Array) -> bool:
    return not isinstance(given, np.ndarray) and array.itemsize == 1 and array.ndim == 1 and array.dtype.kind in "iuS"


def _from_bytes(buffer: Buffer, array: Array, *, writable: bool) -> str:
    """Bytes as elements; padded with zeros to a whole number of them."""
    short = -array.nbytes % buffer.nbytes
    held = "bytearray(x)" if writable else "bytes(x)"
    source = f"{held} + bytes({short})" if short else held if writable or not array.flags.c_contiguous else "x"
    made = f"numpy.frombuffer({source}, {numpy_text(buffer)})"
    return made if buffer.rank in (None, 1) else f"{made}.reshape(shape)"


def _shape_of(buffer: Buffer, given: Any, array: Array) -> Sequence[int] | None:
    """The shape in elements, which bytes tell where they are a whole number of them."""
    if not _is_bytes(given, array):
        return array.shape
    return None if array.nbytes % buffer.nbytes else (array.nbytes // buffer.nbytes,)


def other_dtype(buffer: Buffer, given: Any, array: Array, wanted: np.dtype[Any], direction: Direction) -> Exception:
    """A602."""
    kind = wanted.name if wanted.names is None else f"records of {wanted}"
    return ArgumentTypeError(
        f"{buffer.name!r} takes {kind}",
        code="A602",
        fix=_dtype_fix(buffer, given, array, wanted, direction),
        place=buffer.place,
        actual=f"dtype {array.dtype}" + ("" if isinstance(given, np.ndarray) else f", a {type(given).__name__}"),
    )


def _dtype_fix(buffer: Buffer, given: Any, array: Array, wanted: np.dtype[Any], direction: Direction) -> str:
    have, text = array.dtype, numpy_text(buffer)
    if direction == "out":
        return allocation(buffer, _shape_of(buffer, given, array))
    x = "x" if isinstance(given, np.ndarray) else "numpy.asarray(x)"
    if buffer.record is not None and not _is_bytes(given, array):
        if have == np.uint8:
            return "pass x.view(dtype) with the declared dtype"
        return f"declare {buffer.name} with the array's own dtype, vy.struct(x.dtype), or pass an array of the declared one"
    if have.names:
        field = _named(f"{x}[{have.names[0]!r}].astype({text})", direction)
        return f"{field}; or another field; or declare {buffer.name} with vy.struct(x.dtype)"
    if have.itemsize == wanted.itemsize and have.kind in "iub" and wanted.kind in "iub":
        kept = _named(f"{x}.view({text})", direction)
        return f"{kept}, to keep the bits; or {x}.astype({text}) to convert"
    if _is_bytes(given, array):
        writable = direction == "in and out" and (bool(array.nbytes % wanted.itemsize) or not array.flags.c_contiguous)
        made = _named(_from_bytes(buffer, array, writable=writable), direction)
        if array.nbytes % wanted.itemsize:
            return (
                f"{made}: {array.nbytes} bytes are no whole number of elements of {wanted.itemsize}, so zeros are added"
            )
        return made
    if have.kind == "V" and have.itemsize == wanted.itemsize:  # how numpy.save writes what is not NumPy's own
        return _named(f"{x}.view({text})", direction)
    if have.kind == "c":
        return _named(f"{x}.real.astype({text})", direction)
    made = _named(f"{x}.astype({text})", direction)
    if have == np.uint8 and array.ndim == 1 and array.flags.c_contiguous and array.nbytes % wanted.itemsize == 0:
        return f"{made}, to convert; or numpy.frombuffer(x, {text}) where its bytes are those of {wanted.name} elements"
    return made


def shares_its_elements(buffer: Buffer, foreign: ForeignArray) -> ArgumentValueError:
    """A607 for an array of another library that is written and overlaps itself."""
    return ArgumentValueError(
        f"{buffer.name!r} is written and its elements share memory",
        code="A607",
        fix="write x = x.copy() (of PyTorch x.contiguous().clone()), and pass x",
        place=buffer.place,
        actual=f"shape {foreign.shape}, strides {foreign.strides}",
    )


def read_only(buffer: Buffer, given: Any, array: Array | None, direction: Direction) -> Exception:
    """A605. ``array``: the argument as NumPy sees it, where it does."""
    text = numpy_text(buffer)
    if direction == "out":
        fix = allocation(buffer, None if array is None else _shape_of(buffer, given, array))
    elif isinstance(given, np.ndarray):
        fix = f"write x = x.copy(){_IN_PLACE}"
    elif isinstance(given, np.generic):
        one = "x" if buffer.rank in (None, 0) else "[" * buffer.rank + "x" + "]" * buffer.rank
        fix = f"write x = numpy.array({one}, {text}){_IN_PLACE}"
    elif array is not None and _is_bytes(given, array):
        fix = f"write x = {_from_bytes(buffer, array, writable=True)}{_IN_PLACE}"
    else:
        fix = f"write x = numpy.array(x, {text}){_IN_PLACE}"
    return ArgumentValueError(
        f"{buffer.name!r} is written by the kernel and this argument cannot be written",
        code="A605",
        fix=fix,
        place=buffer.place,
        actual=f"a read-only {type(given).__name__}",
    )


def no_array(buffer: Buffer, given: Any, direction: Direction) -> Exception:
    """A604, for what holds no elements in memory."""
    text = numpy_text(buffer)
    sized = isinstance(given, (list, tuple, range))
    if direction == "out":
        fix = allocation(buffer, (len(given),) if sized else None)
    elif sized:
        fix = _named(f"numpy.array(x, {text})", direction)
    elif isinstance(given, str):
        fix = _named("numpy.frombuffer(bytearray(x.encode()), numpy.uint8)", direction)
        if buffer.dtype.name != "u8":
            fix = f"pass a NumPy array of dtype {buffer.dtype.numpy_name if buffer.record is None else text}"
    elif isinstance(given, (int, float)):
        fix = _named(f"numpy.array([x], {text})", direction)
    elif isinstance(given, Iterable):
        fix = _named(f"numpy.array(list(x), {text})", direction)
    else:
        fix = f"pass a NumPy array of dtype {buffer.dtype.numpy_name if buffer.record is None else text}, bytes, or any object with the buffer protocol"
    return ArgumentTypeError(
        f"{buffer.name!r} takes an array", code="A604", fix=fix, place=buffer.place, actual=type(given).__name__
    )


def not_done(buffer: Buffer, given: Any, direction: Direction) -> Exception:
    """A604, for a ``Pending`` where its results are meant."""
    if buffer.role == "uniform":
        what, fix = f"one {buffer.dtype.name}", "pass a number of its results, such as x.result()[0]"
    else:
        what = "an array"
        fix = allocation(buffer, None) if direction == "out" else _named("x.result()", direction)
    return ArgumentTypeError(
        f"{buffer.name!r} takes {what}, and a Pending is none: its results may not be there yet",
        code="A604",
        fix=fix,
        place=buffer.place,
        actual=shown(given),
    )


def released(buffer: Buffer, given: Any, error: Exception) -> Exception:
    """A604, for memory that is gone."""
    return ArgumentValueError(
        f"{buffer.name!r} cannot read this object's memory: {error}",
        code="A604",
        fix="pass an object whose memory has not been released",
        place=buffer.place,
        actual=type(given).__name__,
    )


def has_a_mask(buffer: Buffer, given: Any, direction: Direction) -> Exception:
    """A604: a mask has no meaning in a kernel, and must not be lost silently."""
    return ArgumentTypeError(
        f"{buffer.name!r} takes {'a number' if buffer.role == 'uniform' else 'an array'} without a mask",
        code="A604",
        fix="pass x.filled(value), or x.data to ignore the mask"
        if direction == "in"
        else "pass x.data, which is written without regard to the mask",
        place=buffer.place,
        actual=type(given).__name__,
    )


def has_nulls(buffer: Buffer, given: Any, direction: Direction) -> Exception:
    """A604: a missing value has no meaning in a kernel either."""
    return ArgumentTypeError(
        f"{buffer.name!r} takes an array without nulls",
        code="A604",
        fix=_named("x.fill_null(0)", direction),
        place=buffer.place,
        actual=f"{type(given).__name__} with {given.null_count} nulls",
    )


def on_a_device(buffer: Buffer, given: Any, found: str, direction: Direction) -> Exception:
    """A604, for memory that the host cannot read. ``found``: what says so."""
    name = type(given).__name__
    known = _TO_HOST.get(type(given).__module__.partition(".")[0])
    if known is None:
        host = "x.get() of CuPy, x.cpu() of PyTorch, x.copy_to_host() of Numba"
        fix = f"bring it to the host first: {host}"
        back = "x.set(h) of CuPy, x.copy_(h) of PyTorch, x.copy_to_device(h) of Numba"
    else:
        host, back = known
        fix = f"pass {host}"
    if direction != "in":
        fix = (
            f"bring it to the host under a name, pass that, and copy it back afterwards: h = {host}; then {back}"
            if known
            else f"{fix}; pass that under a name, and copy it back afterwards: {back}"
        )
    return ArgumentTypeError(
        f"{buffer.name!r} takes an array in host memory, and this one is on a device: it has {found}",
        code="A604",
        fix=fix,
        place=buffer.place,
        actual=f"{type(given).__module__}.{name}",
    )


def cannot_take(name: str, given: Any, error: Exception) -> Exception:
    """A604, for an array on a device of which its library says no."""
    return ArgumentTypeError(
        f"{name!r} is an array on a device that cannot be taken: {error}",
        code="A604",
        fix="pass x.detach()"
        if "grad" in str(error)
        else "pass x.filled(value)"
        if isinstance(error, Unusable) and "mask" in str(error)
        else "pass a plain array of its library, such as a copy of it",
        actual=f"{type(given).__module__}.{type(given).__name__}",
    )


def cannot_adopt(buffer: Buffer, given: Any, error: Exception, direction: Direction) -> Exception:
    """A604, for another library's host array that NumPy refuses."""
    grad = "grad" in str(error) and hasattr(given, "detach")
    code = "x.detach()" if grad else f"numpy.array(x.tolist(), {numpy_text(buffer)})"
    if not grad and not hasattr(given, "tolist"):
        code = "a NumPy array with its values"
    return ArgumentTypeError(
        f"{buffer.name!r} takes an array in host memory, and NumPy cannot adopt this one: {error}",
        code="A604",
        fix=allocation(buffer, getattr(given, "shape", None)) if direction == "out" else _named(code, direction),
        place=buffer.place,
        actual=type(given).__name__,
    )


def other_rank(buffer: Buffer, given: Any, array: Array, direction: Direction) -> Exception:
    """A603."""
    plain = isinstance(given, np.ndarray) and not isinstance(given, np.matrix)  # a matrix keeps its two axes
    x = "x" if plain else "numpy.asarray(x)"
    declared = _declared_axes(buffer)
    flat = f"{buffer.name}.flat[k]"
    if declared is None:
        other = f"subscript {flat} in the kernel to take any rank"
    elif buffer.shape is None:  # names, which others may take their axes from
        other = f"leave the sizes out of every annotation of the kernel, as in {buffer.name}: {declared}, and subscript {flat} to take any rank"
    else:
        other = f"declare it without its sizes, {buffer.name}: {declared}, and subscript {flat} to take any rank"
    if direction == "out":
        fix = f"{allocation(buffer, None)}; or {other}"
    elif buffer.rank == 1 and (direction == "in" or array.flags.c_contiguous):
        fix = f"pass {x}.reshape(-1), or {other}"
    elif (
        buffer.shape is not None
        and math.prod(buffer.shape) == array.size
        and (direction == "in" or array.flags.c_contiguous)
    ):
        fix = f"pass {x}.reshape({', '.join(map(str, buffer.shape))}), or {other}"
    else:
        fix = f"pass an array of {buffer.rank} axes, or {other}"
    return ArgumentValueError(
        f"{buffer.name!r} has {buffer.rank} axes in the kernel",
        code="A603",
        fix=fix,
        place=buffer.place,
        actual=f"an array of shape {array.shape}",
    )


def _declared_axes(buffer: Buffer) -> str | None:
    """The annotation without its sizes, where sizes (numbers or names) are what gives the array its axes."""
    text = "" if buffer.place is None else buffer.place.text[buffer.place.column : buffer.place.end_column]
    found = re.fullmatch(_SIZES, text.partition(":")[2].strip())
    if buffer.shape is None and found is None:
        return None
    role = {"in": "In", "out": "Out", "inout": "InOut"}.get(buffer.role, "In")
    return f"{found[1]}[{found[2]}]" if found else f"vy.{role}[{buffer.spelling}]"


def other_shape(buffer: Buffer, array: Array | ResidentArray, direction: Direction) -> Exception:
    """A615."""
    loose = "leave the numbers out of the annotation"
    return ArgumentValueError(
        f"{buffer.name!r} is declared with shape {buffer.shape}",
        code="A615",
        fix=f"{allocation(buffer, None)}; or {loose}"
        if direction == "out"
        else f"pass an array of that shape, or {loose}",
        place=buffer.place,
        actual=f"shape {array.shape}",
    )


def too_many(buffer: Buffer, shape: Sequence[int]) -> Exception:
    """A609. An axis may also be too long where another one is empty."""
    count = math.prod(shape)
    return ArgumentValueError(
        f"{buffer.name!r} has {'2**32 or more elements' if count else 'an axis of 2**32 or more'}: sizes are u32",
        code="A609",
        fix="split it and dispatch the parts" if count else "make the other axes of an empty array shorter",
        place=buffer.place,
        actual=f"{shown(count)} elements, {shown(max(shape))} along an axis",
    )


def no_memory(buffer: Buffer, shape: Sequence[int]) -> Exception:
    """R851, for an array that is copied or made anew."""
    return OutOfMemory(
        f"the host has no memory for {buffer.name!r}, which is copied or made anew",
        code="R851",
        fix="use smaller arrays, or pass a contiguous one in native byte order, which needs no copy",
        place=buffer.place,
        actual=f"shape {tuple(shape)} of {buffer.nbytes} bytes each",
    )


def copy_forbidden(buffer: Buffer, array: Array, reason: str, direction: Direction) -> Exception:
    """A606."""
    copy = f"numpy.array(x, {numpy_text(buffer)}, order='C')"
    return ArgumentValueError(
        f"{buffer.name!r} would have to be copied: {reason}",
        code="A606",
        fix=(allocation(buffer, array.shape) if direction == "out" else _named(copy, direction)) + "; or allow copies",
        place=buffer.place,
        actual=f"dtype {array.dtype}, strides {array.strides}",
    )


def shares_memory(buffer: Buffer, array: Array, direction: Direction) -> Exception:
    """A607, for elements of one array."""
    return ArgumentValueError(
        f"{buffer.name!r} is written and its elements share memory",
        code="A607",
        fix=allocation(buffer, array.shape) if direction == "out" else f"write x = x.copy(){_IN_PLACE}",
        place=buffer.place,
        actual=f"shape {array.shape}, strides {array.strides}",
    )
