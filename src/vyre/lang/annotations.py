"""``vy.In``, ``vy.Out``, ``vy.InOut``: what a kernel's parameters are annotated with.

At run time ``vy.Out[vy.u32, 256]`` is a small frozen record that the signature reader checks. For type checkers the
same names are generic classes whose elements are Python numbers (``vy.In[vy.u32]`` gives ``int`` for ``a[i]``), since
inside a kernel literals and typed values mix freely: ``acc = 0`` and later ``acc += a[i]``. A type checker wants a number
spelled ``vy.Out[vy.u32, Literal[256]]`` and a named dimension ``Annotated[vy.In[vy.f32], M, N]``; both mean the same here.
"""

# ruff: noqa: PYI042 - the scalar types have the language's own spelling

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from vyre.dtypes import DType, dtype_from_numpy_name
from vyre.errors import KernelSyntaxError, shown, user_place

__all__ = ["ArraySpec", "In", "InOut", "Out", "TypeVar", "struct"]


@dataclass(frozen=True, slots=True)
class ArraySpec:
    """What ``vy.In[T, ...]`` evaluates to: the role, and the subscripts as they were written."""

    role: str
    args: tuple[Any, ...]

    def __repr__(self) -> str:
        name = {"in": "In", "out": "Out", "inout": "InOut"}[self.role]
        return f"vyre.{name}[{', '.join(map(repr, self.args))}]"

    def __getitem__(self, more: Any) -> Any:
        inner = ", ".join(
            _written(a)
            for a in (*self.args, *(more if isinstance(more, tuple) else (more,)))
            if not isinstance(a, slice)
        )
        name = {"in": "In", "out": "Out", "inout": "InOut"}[self.role]
        raise KernelSyntaxError(
            "the type and the shape of an array stand in one pair of brackets", code="K110", fix=f"write vy.{name}[{inner}]", place=user_place()
        )  # fmt: skip


def _written(part: Any) -> str:
    return f"vy.{part.__name__}" if isinstance(part, DType) else repr(part)


def _type_written(given: Any) -> str:
    """A type of the language, or the one that stands nearest to one of the host's."""
    if isinstance(given, DType):
        return _written(given)
    name = str(getattr(given, "__name__", getattr(given, "name", given)))
    found = dtype_from_numpy_name({"int": "int32", "float": "float32", "bool_": "bool"}.get(name, name))
    return "vy.u32" if found is None else _written(found)


if TYPE_CHECKING:
    from typing import Generic, TypeAlias

    from typing_extensions import TypeVar, TypeVarTuple, Unpack

    T = TypeVar("T", default=Any)
    Dims = TypeVarTuple("Dims", default=Unpack[tuple[Any, ...]])
    Index: TypeAlias = int | tuple[int, ...]

    # the scalar types: what a literal, a typed value and an element have in common for a type checker
    bool_: TypeAlias = bool
    i8: TypeAlias = int
    i16: TypeAlias = int
    i32: TypeAlias = int
    i64: TypeAlias = int
    u8: TypeAlias = int
    u16: TypeAlias = int
    u32: TypeAlias = int
    u64: TypeAlias = int
    f16: TypeAlias = float
    bf16: TypeAlias = float
    f32: TypeAlias = float
    f64: TypeAlias = float

    class _Readable(Generic[T, *Dims]):
        """An array parameter as type checkers see it."""

        @property
        def size(self) -> int: ...
        @property
        def shape(self) -> tuple[int, ...]: ...
        @property
        def ndim(self) -> int: ...
        @property
        def dtype(self) -> type[T]: ...
        def __getitem__(self, index: Index) -> T: ...
        def __len__(self) -> int: ...

    class _Writable(_Readable[T, *Dims]):
        @property
        def flat(self) -> _Writable[T]: ...
        def __setitem__(self, index: Index, value: T) -> None: ...

    class In(_Readable[T, *Dims]):
        """A read-only array."""

        @property
        def flat(self) -> _Readable[T]: ...

    class Out(_Writable[T, *Dims]):
        """An array that the kernel produces."""

    class InOut(_Writable[T, *Dims]):
        """An array that the kernel reads and writes in place."""

    class SharedArray(InOut[T, *Dims]):
        """What ``vy.shared(T, shape)`` gives; a ``vy.func`` takes it where its parameter is an InOut."""

else:

    class _Marker:
        """Base of the three markers; subscripting one gives an :class:`ArraySpec`."""

        __slots__ = ()
        role: str = ""

        def __new__(cls, *_args: Any) -> Any:
            raise KernelSyntaxError(
                f"vy.{cls.__name__} is no function", code="K110", fix=f"write the type in square brackets: vy.{cls.__name__}[{_written(_args[0]) if _args else 'vy.u32'}]",
                place=user_place(),
            )  # fmt: skip

        def __class_getitem__(cls, args: Any) -> ArraySpec:
            return ArraySpec(cls.role, args if isinstance(args, tuple) else (args,))

    def TypeVar(name: Any = None, *types: Any, **options: Any) -> Any:
        """A type that is left open: ``typing.TypeVar``, whose constraints are types of the language.

        Raises KernelSyntaxError K116 for a name that is none, for one type alone, and for types of the host.
        """
        import typing

        told = "".join(f", {_type_written(t)}" for t in types)
        fix = f"write vy.TypeVar({name if isinstance(name, str) else 'T'!r}{told})"
        if not isinstance(name, str) or not name.isidentifier():
            message = "a type variable has a name"
            given = [_written(t) for t in (name, *types) if isinstance(t, DType)]
            fix = f"write vy.TypeVar({', '.join([repr('T'), *given])})"
        elif options:
            message = "a type variable has no options: the types that it may be follow its name"
        elif len(types) == 1:
            message = "a type variable of one type is that type"
            fix = f"write {_type_written(types[0])}; or vy.TypeVar({name!r}) for any type"
        elif not all(isinstance(t, DType) for t in types):
            message = "a type variable stands for types of the language"
        else:
            return typing.TypeVar(name, *types)
        raise KernelSyntaxError(message, code="K116", fix=fix, place=user_place(), actual=shown((name, *types), 80))

    class In(_Marker):
        """A read-only array."""

        role = "in"

    class Out(_Marker):
        """An array that the kernel produces; it starts as zeros (rule 4.2) and is left out of calls."""

        role = "out"

    class InOut(_Marker):
        """An array that the kernel reads and writes in place."""

        role = "inout"


def struct(dtype: Any) -> Any:
    """A NumPy structured dtype (or what ``numpy.dtype`` makes one of) as the type of an array's elements.

    Padding, packed fields, any order of offsets, records in records and sub-arrays are taken as they are.

    >>> import numpy as np, vyre as vy
    >>> Point = vy.struct([("x", "f4"), ("y", "f4")])
    >>> @vy.kernel
    ... def mirror(p: vy.InOut[Point]):
    ...     i = vy.global_id()
    ...     p[i].x = -p[i].x
    >>> mirror(np.array([(1, 2), (3, 4)], [("x", "f4"), ("y", "f4")]), backend="reference").tolist()
    [(-1.0, 2.0), (-3.0, 4.0)]

    Raises KernelTypeError K171 where a field's type, name or byte order is none of the language's.
    """
    import numpy as np

    from vyre.errors import KernelTypeError, shown
    from vyre.ir.structs import record_of

    try:
        made = np.dtype(dtype)
    except (TypeError, ValueError) as error:
        raise KernelTypeError(
            f"NumPy makes no dtype of this: {error}",
            code="K171",
            fix='give a structured dtype, for example vy.struct([("x", "f4"), ("n", "u4")])',
            actual=shown(dtype, 80),
        ) from None
    return record_of(made)
