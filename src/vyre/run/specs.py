"""What arguments say before they are bound: specs against a program's inputs, and the types that a generic kernel takes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from vyre.doors import door_of_class
from vyre.dtypes import DType, dtype_from_numpy_name
from vyre.errors import ArgumentTypeError, shown
from vyre.ir.program import Buffer, Program, Record
from vyre.ir.structs import record_of
from vyre.run.arrays import fits, numpy_dtype

if TYPE_CHECKING:
    from vyre.lang.signature import KernelSignature, Parameter

__all__ = ["ArraySpec", "check_specs", "element_types", "needs_types"]

Element = DType | Record


@door_of_class
@dataclass(frozen=True, slots=True)
class ArraySpec:
    """An array that is not there yet, for ``kernel.compile``: its dtype (a scalar type, ``vy.struct(dtype)`` or a NumPy
    dtype) and number of axes. Raises ArgumentTypeError A601."""

    dtype: Any
    ndim: int = 1

    def __post_init__(self) -> None:
        if not isinstance(self.dtype, (DType, Record)):
            try:
                known = self.dtype is not None and np.dtype(self.dtype) is not None
            except (TypeError, ValueError):
                known = False
            if not known:
                raise ArgumentTypeError(
                    "the dtype of an ArraySpec is a type of vyre or of NumPy",
                    code="A601",
                    fix="pass one such as vy.u32, np.uint32, or what vy.struct(…) gave",
                    actual=shown(self.dtype, 80),
                )
        if type(self.ndim) is not int or self.ndim < 0:
            raise ArgumentTypeError(
                "the ndim of an ArraySpec is a number of axes",
                code="A601",
                fix="pass an int, such as 2",
                actual=shown(self.ndim, 80),
            )


def check_specs(name: str, inputs: Sequence[str], program: Program, specs: Sequence[Any]) -> None:
    """Arrays, numbers or specs against what a program takes. Raises A601 and A602."""
    if not specs:
        return
    takers = [b for b in program.buffers if b.takes_input]
    if len(specs) > len(takers):
        raise ArgumentTypeError(
            f"{name} takes {len(takers)} arguments",
            code="A601",
            fix=f"pass ({', '.join(inputs)})",
            actual=f"{len(specs)} specs",
        )
    for buffer, spec in zip(takers, specs, strict=False):
        if isinstance(spec, ArraySpec) and (
            not _is_element(buffer, spec.dtype) or (buffer.rank is not None and spec.ndim != buffer.rank)
        ):
            raise ArgumentTypeError(
                f"{buffer.name!r} takes {buffer.element_name} of {buffer.rank} axes",
                code="A602",
                fix=f"pass vy.ArraySpec({buffer.spelling}, {buffer.rank})",
                place=buffer.place,
                actual=repr(spec),
            )
        dtype = getattr(spec, "dtype", None)
        if (
            buffer.role != "uniform"
            and dtype is not None
            and not isinstance(spec, ArraySpec)
            and not fits(buffer, dtype)
        ):
            raise ArgumentTypeError(
                f"{buffer.name!r} takes {buffer.element_name}",
                code="A602",
                fix=f"pass an array of {buffer.spelling}",
                actual=str(dtype),
            )


def _is_element(buffer: Buffer, dtype: Any) -> bool:
    """Whether an ArraySpec's type is that of the buffer's elements."""
    if isinstance(dtype, Record):
        return buffer.record is not None and (dtype.nbytes, {*dtype.fields}) == (
            buffer.record.nbytes,
            {*buffer.record.fields},
        )
    if isinstance(dtype, DType):
        return buffer.record is None and dtype is buffer.dtype
    return hasattr(dtype, "newbyteorder") and fits(buffer, dtype)


def needs_types(signature: KernelSignature, what: str, then: str = "") -> ArgumentTypeError:
    """The error A618: ``what`` of a generic kernel was asked for without a spec for each input."""
    inputs = [p for p in signature.parameters if p.role != "out"]
    example = ", ".join(
        "1" if p.role == "uniform" else f"vy.ArraySpec(vy.f32{f', {p.rank}' if p.rank else ''})" for p in inputs
    )
    return ArgumentTypeError(
        f"{signature.name} is generic, and {what} depends on its arguments' dtypes",
        code="A618",
        fix=f"give a spec for each input: {signature.name}.compile({example}){then}",
        actual=signature.name,
    )


def element_types(
    name: str, parameters: Sequence[Parameter], given: Sequence[Any]
) -> tuple[tuple[Any, ...], tuple[Element, ...]]:
    """The dtypes of the arguments whose type is left open, as they are and as types of the language; ``given`` has one
    entry for each input. Raises A602 and A604."""
    inputs = [p for p in parameters if p.role != "out"]
    key: list[Any] = []
    found: dict[Any, tuple[Element, Parameter]] = {}
    types: list[Element] = []
    for parameter, value in zip(inputs, given, strict=True):
        if parameter.variable is None or parameter.role == "uniform":
            continue
        dtype = _dtype_of(parameter, value)
        kind = _element(parameter, dtype)
        first, other = found.setdefault(parameter.variable, (kind, parameter))
        if kind != first:
            raise ArgumentTypeError(
                f"{name}: {parameter.variable.__name__} is {_word(first)} by {other.name!r} and {_word(kind)} by {parameter.name!r}",
                code="A602",
                fix=f"pass both with one dtype, for example {parameter.name}.astype({other.name}.dtype)",
                place=parameter.place,
                actual=str(dtype),
            )
        allowed = [t for t in parameter.variable.__constraints__ if isinstance(t, DType)]
        if allowed and kind not in allowed:
            raise ArgumentTypeError(
                f"{name}: {parameter.name!r} takes {' or '.join(t.name for t in allowed)}, and this is {_word(kind)}",
                code="A602",
                fix=f"pass {parameter.name}.astype(np.{numpy_dtype(allowed[0]).name})",
                place=parameter.place,
                actual=str(dtype),
            )
        key.append(dtype)
        types.append(kind)
    return tuple(key), tuple(types)


def _dtype_of(parameter: Parameter, value: Any) -> Any:
    dtype = getattr(value, "dtype", None)
    if isinstance(dtype, (np.dtype, DType, Record)):
        return dtype
    try:
        if hasattr(value, "__cuda_array_interface__"):
            return np.dtype(value.__cuda_array_interface__["typestr"])
        if hasattr(value, "__dlpack__"):
            return np.from_dlpack(value).dtype
        return np.asarray(memoryview(value)).dtype
    except (BufferError, RuntimeError, TypeError, ValueError):
        raise ArgumentTypeError(
            f"{parameter.name!r} takes an array",
            code="A604",
            fix="pass a NumPy array, bytes, or any object with the buffer protocol",
            place=parameter.place,
            actual=type(value).__name__,
        ) from None


def _element(parameter: Parameter, dtype: Any) -> Element:
    if isinstance(dtype, (DType, Record)):
        return dtype
    if dtype.names is not None:
        return record_of(dtype)
    found = dtype_from_numpy_name(dtype.name)
    if found is None:
        raise ArgumentTypeError(
            f"{parameter.name!r} has elements of a type that kernels do not have",
            code="A602",
            fix=f"convert it, for example {parameter.name}.astype(np.float32)",
            place=parameter.place,
            actual=str(dtype),
        )
    return found


def _word(kind: Element) -> str:
    return kind.name if isinstance(kind, DType) else "a record"
