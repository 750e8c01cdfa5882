"""Scalar types of the language (rule 1.1).

A dtype is a *class* whose metaclass is :class:`DType`, so that one object serves as an annotation
(``n: vy.u32``), as a subscript (``vy.In[vy.u32]``), as a cast inside a kernel (``vy.u32(x)``) and as
plain data for the IR (``u32.bits``). Dtypes are singletons: compare them with ``is``.

>>> from vyre.dtypes import u32, f32
>>> u32.bits, u32.nbytes, u32.max, f32.is_float
(32, 4, 4294967295, True)
"""

from __future__ import annotations

from typing import Any, Final, NoReturn

__all__ = [
    "BY_NAME",
    "NUMPY_MODULES",
    "DType",
    "ScalarType",
    "bf16",
    "bool_",
    "dtype_from_numpy_name",
    "f16",
    "f32",
    "f64",
    "i8",
    "i16",
    "i32",
    "i64",
    "u8",
    "u16",
    "u32",
    "u64",
]


class DType(type):
    """The metaclass of scalar types; ``isinstance(vy.u32, DType)`` is true."""

    name: str
    kind: str  # "bool" | "uint" | "int" | "float"
    bits: int  # value width; bool has 1
    nbytes: int  # bytes in a buffer; bool has 1 (rule 1.1)
    mantissa: int  # explicit mantissa bits of a float type, else 0

    def __new__(
        mcs,
        name: str,
        bases: tuple[type, ...],
        ns: dict[str, Any],
        *,
        kind: str = "",
        bits: int = 0,
        mantissa: int = 0,
    ) -> DType:
        cls = super().__new__(mcs, name, bases, ns)
        cls.name = name.rstrip("_")
        cls.kind = kind
        cls.bits = bits
        cls.nbytes = max(1, bits // 8)
        cls.mantissa = mantissa
        return cls

    def __init__(cls, name: str, bases: tuple[type, ...], ns: dict[str, Any], **_: Any) -> None:
        super().__init__(name, bases, ns)

    def __getitem__(cls, shape: Any) -> NoReturn:
        from vyre.errors import KernelSyntaxError, user_place

        axes = [str(n) for n in (shape if isinstance(shape, tuple) else (shape,)) if isinstance(n, int)]
        said = "" if axes else "; the brackets are left out: a[y, x] in the kernel makes two axes"
        raise KernelSyntaxError(
            f"vy.{cls.__name__} is a number, and an array says what it is for: In, Out or InOut", code="K110",
            fix=f"write vy.In[{', '.join([f'vy.{cls.__name__}', *axes])}]; or vy.Out or vy.InOut, where the kernel writes it{said}", place=user_place(),
        )  # fmt: skip

    @property
    def is_bool(cls) -> bool:
        return cls.kind == "bool"

    @property
    def is_integer(cls) -> bool:
        return cls.kind in ("uint", "int")

    @property
    def is_signed(cls) -> bool:
        return cls.kind == "int"

    @property
    def is_float(cls) -> bool:
        return cls.kind == "float"

    @property
    def min(cls) -> int:
        """Smallest value of an integer type (or of bool)."""
        return -(1 << (cls.bits - 1)) if cls.kind == "int" else 0

    @property
    def max(cls) -> int:
        """Largest value of an integer type (or of bool)."""
        return (1 << (cls.bits - 1)) - 1 if cls.kind == "int" else (1 << cls.bits) - 1

    @property
    def numpy_name(cls) -> str:
        """The name that ``numpy.dtype`` (or ml_dtypes for bf16) knows this type by."""
        if cls.kind == "bool":
            return "bool"
        if cls.name == "bf16":
            return "bfloat16"
        return {"uint": "uint", "int": "int", "float": "float"}[cls.kind] + str(cls.bits)

    @property
    def host_name(cls) -> str:
        """The class of its scalars on the host, as users write it."""
        return f"{'ml_dtypes' if cls.name == 'bf16' else 'numpy'}.{cls.numpy_name}"

    @property
    def unsigned(cls) -> DType:
        """The unsigned integer type of the same width."""
        return BY_NAME[f"u{cls.bits}"]

    def __repr__(cls) -> str:
        return f"vyre.{cls.__name__}"

    def __str__(cls) -> str:
        return cls.name


class Scalar(metaclass=DType):
    """Base of the scalar types. Calling one is a cast, and casts exist only inside kernels."""

    __slots__ = ()

    def __new__(cls, value: Any = 0, /) -> Any:
        from vyre.errors import KernelSyntaxError, shown

        raise KernelSyntaxError(
            f"vy.{cls.__name__}(...) is a cast and has a meaning only inside a kernel",
            code="K100",
            fix=f"on the host write {cls.host_name}(...) instead",
            actual=shown(value),
        )


class bool_(Scalar, kind="bool", bits=1):  # noqa: N801 - the language's own spelling
    """True or False; one byte in a buffer."""


class u8(Scalar, kind="uint", bits=8):  # noqa: N801
    """Unsigned integer of 8 bits."""


class u16(Scalar, kind="uint", bits=16):  # noqa: N801
    """Unsigned integer of 16 bits."""


class u32(Scalar, kind="uint", bits=32):  # noqa: N801
    """Unsigned integer of 32 bits."""


class u64(Scalar, kind="uint", bits=64):  # noqa: N801
    """Unsigned integer of 64 bits."""


class i8(Scalar, kind="int", bits=8):  # noqa: N801
    """Signed integer of 8 bits, two's complement."""


class i16(Scalar, kind="int", bits=16):  # noqa: N801
    """Signed integer of 16 bits, two's complement."""


class i32(Scalar, kind="int", bits=32):  # noqa: N801
    """Signed integer of 32 bits, two's complement."""


class i64(Scalar, kind="int", bits=64):  # noqa: N801
    """Signed integer of 64 bits, two's complement."""


class f16(Scalar, kind="float", bits=16, mantissa=10):  # noqa: N801
    """IEEE 754 float of 16 bits."""


class bf16(Scalar, kind="float", bits=16, mantissa=7):  # noqa: N801
    """Brain float: the upper 16 bits of an f32."""


class f32(Scalar, kind="float", bits=32, mantissa=23):  # noqa: N801
    """IEEE 754 float of 32 bits."""


class f64(Scalar, kind="float", bits=64, mantissa=52):  # noqa: N801
    """IEEE 754 float of 64 bits."""


BY_NAME: Final[dict[str, DType]] = {
    t.name: t for t in (bool_, u8, u16, u32, u64, i8, i16, i32, i64, f16, bf16, f32, f64)
}
"""Every scalar type by its name in text and wire form (``bool``, ``u8`` ... ``f64``)."""

NUMPY_MODULES: Final = ("numpy", "ml_dtypes")
"""Where the classes of typed scalars live; ml_dtypes has that of bf16."""

_FROM_NUMPY: Final[dict[str, DType]] = {t.numpy_name: t for t in BY_NAME.values()}


def dtype_from_numpy_name(name: str) -> DType | None:
    """The scalar type whose NumPy dtype is called ``name`` (``numpy.dtype(x).name``), or None."""
    return _FROM_NUMPY.get(name)


ScalarType = DType | type[int] | type[float]
"""What a public function takes where a scalar type is meant: always a DType at run time. To a type checker ``vy.u32``
is ``int`` and ``vy.f32`` is ``float``, since literals and typed values mix freely inside a kernel."""
