"""Records at the host: the structured dtype of a buffer, which arrays fit it, and copies that keep every byte."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vyre.dtypes import DType
from vyre.errors import VyreError
from vyre.ir.program import Field, Record
from vyre.ir.structs import record_of

__all__ = ["assign", "fits_record", "numpy_dtype", "numpy_record", "record_copy"]

Array = NDArray[Any]


@cache
def numpy_dtype(dtype: DType) -> np.dtype[Any]:
    """The NumPy dtype of a scalar type."""
    if dtype.name == "bf16":
        import ml_dtypes

        bf16: np.dtype[Any] = np.dtype(ml_dtypes.bfloat16)
        return bf16
    return np.dtype(dtype.numpy_name)


@lru_cache(maxsize=256)
def numpy_record(record: Record) -> np.dtype[Any]:
    """The structured dtype of a record.

    >>> from vyre.dtypes import u8, u32
    >>> numpy_record(Record(8, (Field("n", u32, 4), Field("pos.x", u8, 0), Field("pos.y", u8, 1)))).itemsize
    8
    """
    return _built(record.fields, 0, record.nbytes, 0)


def _built(fields: tuple[Field, ...], depth: int, nbytes: int, base: int) -> np.dtype[Any]:
    """``fields`` have ``depth`` parts of their names, and ``base`` bytes, in common."""
    groups: dict[str, list[Field]] = {}
    for field in fields:
        groups.setdefault(field.name.split(".")[depth], []).append(field)
    formats: list[Any] = []
    offsets: list[int] = []
    for group in groups.values():
        start = min(field.offset for field in group)
        if group[0].name.count(".") == depth:
            formats.append(
                (numpy_dtype(group[0].dtype), group[0].shape) if group[0].shape else numpy_dtype(group[0].dtype)
            )
        else:
            end = max(field.offset + field.nbytes for field in group)
            formats.append(_built(tuple(group), depth + 1, end - start, start))
        offsets.append(start - base)
    return np.dtype({"names": list(groups), "formats": formats, "offsets": offsets, "itemsize": nbytes})


@lru_cache(maxsize=256)
def fits_record(record: Record, dtype: np.dtype[Any]) -> bool:
    """Whether arrays of ``dtype`` hold these records: the same names, types, places and size, in either byte order."""
    if dtype.names is None or dtype.itemsize != record.nbytes:
        return False
    try:
        found = record_of(dtype.newbyteorder("<"))
    except VyreError:
        return False
    return set(found.fields) == set(record.fields)


def record_copy(array: Array, record: Record) -> Array:
    """A contiguous array of native records with the bytes of ``array``, padding included."""
    made = np.empty(array.shape, numpy_record(record))
    assign(made, array)
    return made


def assign(target: Array, source: Array) -> None:
    """``target[...] = source`` between arrays of one element type; of records every byte, where NumPy's own assignment goes
    by the order of the fields and may leave padding alone."""
    if source.dtype.names is None:
        target[...] = source
        return
    _bytes_of(target)[...] = _bytes_of(source)
    if target.dtype == source.dtype:
        return
    if not target.dtype.isnative:
        target.view(np.ndarray)[...] = source.view(np.ndarray).view(target.dtype.newbyteorder("="))
    elif not source.dtype.isnative:
        target.view(np.ndarray).view(source.dtype.newbyteorder("="))[...] = source.view(np.ndarray)


def _bytes_of(array: Array) -> Array:
    """The elements as plain bytes."""
    return array.view(np.ndarray).view(f"V{array.dtype.itemsize}")
