"""Named dimensions: ``M, N = vy.dims("M N")``, whole-number expressions of them, and what a call binds them to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Never

from vyre.errors import ArgumentValueError, KernelSyntaxError, Place, shown, user_place

__all__ = ["DeclaredShapes", "Dim", "Extent", "dims"]

_PRECEDENCE: Final = {"+": 1, "-": 1, "*": 2, "//": 2, "%": 2}
_LIMIT: Final = 1 << 32


@dataclass(frozen=True, slots=True)
class Dim:
    """A named dimension, or an expression of some, in postfix order: names, numbers and operators.

    Dimensions of one name are one dimension, wherever they were made. Arithmetic is Python's own, on whole numbers.
    """

    code: tuple[int | str, ...]

    @property
    def name(self) -> str | None:
        """The name, where this is no expression."""
        return self.code[0] if len(self.code) == 1 and isinstance(self.code[0], str) else None

    @property
    def names(self) -> tuple[str, ...]:
        """The names in it, each once, in the order of the text."""
        return tuple(dict.fromkeys(part for part in self.code if isinstance(part, str) and part not in _PRECEDENCE))

    def value(self, known: Mapping[str, int]) -> int:
        """Its value. Raises ZeroDivisionError as Python does."""
        stack: list[int] = []
        for part in self.code:
            if isinstance(part, int):
                stack.append(part)
            elif part not in _PRECEDENCE:
                stack.append(known[part])
            else:
                right, left = stack.pop(), stack.pop()
                if part == "+":
                    left += right
                elif part == "-":
                    left -= right
                elif part == "*":
                    left *= right
                elif part == "//":
                    left //= right
                else:
                    left %= right
                stack.append(left)
        return stack[0]

    def __repr__(self) -> str:
        stack: list[tuple[str, int]] = []
        for part in self.code:
            weight = _PRECEDENCE.get(part, 3) if isinstance(part, str) else 3
            if weight == 3:
                stack.append((str(part), 3 if not isinstance(part, int) or part >= 0 else 0))
                continue
            (right, inner), (left, outer) = stack.pop(), stack.pop()
            left = f"({left})" if outer < weight else left
            right = f"({right})" if inner <= weight else right
            stack.append((f"{left} {part} {right}", weight))
        return stack[0][0]

    def _joined(self, other: object, sign: str, *, turned: bool = False) -> Dim:
        if isinstance(other, Dim):
            parts = other.code
        elif isinstance(other, int) and not isinstance(other, bool):
            parts = (int(other),)
        else:
            return NotImplemented  # type: ignore[no-any-return]  # what Python asks of operators
        return Dim((*parts, *self.code, sign) if turned else (*self.code, *parts, sign))

    # fmt: off
    def __add__(self, other: object) -> Dim: return self._joined(other, "+")
    def __radd__(self, other: object) -> Dim: return self._joined(other, "+", turned=True)
    def __sub__(self, other: object) -> Dim: return self._joined(other, "-")
    def __rsub__(self, other: object) -> Dim: return self._joined(other, "-", turned=True)
    def __mul__(self, other: object) -> Dim: return self._joined(other, "*")
    def __rmul__(self, other: object) -> Dim: return self._joined(other, "*", turned=True)
    def __floordiv__(self, other: object) -> Dim: return self._joined(other, "//")
    def __rfloordiv__(self, other: object) -> Dim: return self._joined(other, "//", turned=True)
    def __mod__(self, other: object) -> Dim: return self._joined(other, "%")
    def __rmod__(self, other: object) -> Dim: return self._joined(other, "%", turned=True)
    def __neg__(self) -> Dim: return self._joined(0, "-", turned=True)
    # fmt: on


Extent = int | Dim
"""One axis of a declared shape."""


def dims(names: str, *more: Never) -> tuple[Any, ...]:
    """Named dimensions: ``M, N = vy.dims("M N")``; one alone is ``(K,) = vy.dims("K")``.

    In an annotation they name axes, and ``+ - * // %`` with each other and with numbers give further ones; inside of a
    kernel each is the extent as a u32. Raises KernelSyntaxError K110 for what is no list of names.

    >>> import numpy as np, vyre as vy
    >>> (N,) = vy.dims("N")
    >>> @vy.kernel
    ... def pairs(x: vy.In[vy.u32, N], y: vy.Out[vy.u32, N // 2]):
    ...     i = vy.global_id()
    ...     y[i] = x[2 * i] + x[2 * i + 1]
    >>> pairs(np.array([1, 2, 3, 4, 5], np.uint32), backend="reference").tolist()
    [3, 7]
    """
    found = names.replace(",", " ").split() if isinstance(names, str) else []
    if more or not found or not all(name.isidentifier() for name in found) or len(set(found)) != len(found):
        raise KernelSyntaxError(
            "vy.dims takes names, each once",
            code="K110",
            fix=f'write vy.dims("{" ".join(map(str, (names, *more)))}")'
            if more
            else 'write for example M, N = vy.dims("M N")',
            place=user_place(),
            actual=shown((names, *more) if more else names),
        )
    return tuple(Dim((name,)) for name in found)


@dataclass(frozen=True, slots=True)
class DeclaredShapes:
    """The shapes that a kernel declares with names, by parameter.

    ``inputs`` and ``outputs``: the parameter's index, name, shape and place. ``home``: for each name the first axis of an
    input that is that name alone, as (parameter's index, axis). A call binds the names there.
    """

    inputs: tuple[tuple[int, str, tuple[Extent, ...], Place], ...]
    outputs: tuple[tuple[int, str, tuple[Extent, ...], Place], ...]
    home: tuple[tuple[str, int, int], ...]

    def expected(self, given: Mapping[int, tuple[int, ...]]) -> dict[int, tuple[int, ...]]:
        """The shape of every output with names. ``given``: the shapes of the inputs, of the declared rank.

        Raises ArgumentValueError A615 where two arrays contradict each other, A617 where an expression has no value that
        is a size.
        """
        known = {name: given[index][axis] for name, index, axis in self.home}
        for index, name, shape, place in self.inputs:
            for axis, extent in enumerate(shape):
                have = given[index][axis]
                wanted = extent if isinstance(extent, int) else self._size(extent, known, name, place)
                if have != wanted:
                    raise self._clash(name, index, axis, extent, have, wanted, given, place)
        return {
            index: tuple(n if isinstance(n, int) else self._size(n, known, name, place) for n in shape)
            for index, name, shape, place in self.outputs
        }

    def _size(self, extent: Dim, known: Mapping[str, int], array: str, place: Place) -> int:
        try:
            found = extent.value(known)
        except ZeroDivisionError:
            found = None
        if found is not None and 0 <= found < _LIMIT:
            return found
        values = ", ".join(f"{name} = {known[name]}" for name in extent.names)
        raise ArgumentValueError(
            f"{array!r} has an axis {extent}, which "
            + ("divides by zero here" if found is None else f"is {shown(found)} here, and a size is 0 ... 2**32 - 1"),
            code="A617",
            fix=f"pass arrays for which {extent} is a size, or change the annotation of {array}",
            place=place,
            actual=values or "no names",
        )

    def _clash(
        self,
        array: str,
        index: int,
        axis: int,
        extent: Extent,
        have: int,
        wanted: int,
        given: Mapping[int, tuple[int, ...]],
        place: Place,
    ) -> ArgumentValueError:
        names = extent.names if isinstance(extent, Dim) else ()
        arrays = {i: (name, where) for i, name, _, where in self.inputs}
        sources = [(name, *arrays[i], i, a) for name, i, a in self.home if name in names and i != index]
        told = "".join(
            f"; {source!r} has shape {given[i]}, so {name} = {given[i][a]}" for name, source, _, i, a in sources
        ) or "".join(f"; {name} = {given[i][a]} by its axis {a}" for name, i, a in self.home if name in names)
        return ArgumentValueError(
            f"axis {axis} of {array!r} is declared as {extent} = {wanted} and has {have}"
            if isinstance(extent, Dim)
            else f"axis {axis} of {array!r} is declared as {wanted} and has {have}",
            code="A615",
            fix=f"pass an array with {wanted} elements along axis {axis} of {array!r}"
            + "".join(f", or another {source!r}" for source in dict.fromkeys(s[1] for s in sources)),
            place=place,
            actual=f"{array!r} has shape {given[index]}{told}",
            others=tuple((f"{name} is bound here", where) for name, _, where, _, _ in sources),
        )
