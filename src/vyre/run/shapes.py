"""The shape of an output that the caller leaves out (rule 5.1), and the warning where it may be another than was meant."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from operator import index
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vyre.config import DispatchConfig
from vyre.doors import alike
from vyre.errors import ArgumentTypeError, ArgumentValueError, shown
from vyre.facts.effects import effects
from vyre.facts.memo import remembered
from vyre.ir.program import Buffer, Grid, Program
from vyre.memory.resident import ResidentArray
from vyre.run.user_warning import warn_user

__all__ = [
    "Axes",
    "integers",
    "launch_shape",
    "left_out_shape",
    "unlike",
    "warn_of_guess",
    "wished_shapes",
    "witnesses",
]

Shaped = NDArray[Any] | ResidentArray
Axes = int | Sequence[int]


def integers(given: Axes, what: str, example: str) -> tuple[int, ...]:
    """A domain, a grid or a shape as a tuple. Raises ArgumentValueError A610."""
    if type(given) is int and given >= 0:
        return (given,)
    if type(given) is tuple and len(given) == 1 and type(given[0]) is int and given[0] >= 0:
        return given
    axes = (given,) if isinstance(given, (int, np.integer)) else given
    try:
        found = tuple(-1 if isinstance(n, bool) else index(n) for n in itertools.islice(axes, 4))
    except Exception:  # noqa: BLE001 - whatever an object says that is no sequence of numbers
        found = (-1,)
    if isinstance(given, (bytes, bytearray)) or not 1 <= len(found) <= 3 or any(n < 0 for n in found):
        raise ArgumentValueError(
            f"{what} is a whole number of 0 or more, or a tuple of up to three",
            code="A610",
            fix=f"pass for example {example}",
            actual=shown(given),
        )
    return found


def wished_shapes(outs: Sequence[Buffer], shapes: Mapping[str, Any] | None) -> tuple[tuple[int, ...] | None, ...]:
    """What ``shapes=`` says of each output. Raises ArgumentTypeError A601, ArgumentValueError A610."""
    if shapes is None:
        return (None,) * len(outs)
    names = [buffer.name for buffer in outs]
    _check_names(names, shapes)
    found: list[tuple[int, ...] | None] = []
    for name in names:
        given = shapes.get(name)
        if given is not None and (type(given) is not tuple or given):
            given = integers(given, f"shapes[{name!r}]", f'shapes={{"{name}": 1000}}')
        found.append(given)
    return tuple(found)


def _check_names(outs: Sequence[str], shapes: Mapping[str, Any]) -> None:
    wrong = [name for name in shapes if name not in outs] if isinstance(shapes, Mapping) else [shapes]
    if wrong:
        named = isinstance(shapes, Mapping)
        meant = alike(str(wrong[0]), outs) if named and outs else None
        raise ArgumentTypeError(
            f"shapes=: {shown(wrong[0], 40)} is no output"
            if named
            else "shapes= is a dict from names of outputs to shapes",
            code="A601",
            fix="leave shapes= out"
            if not outs
            else f'pass shapes={{"{outs[0] if meant is None else meant}": (n,)}}; the outputs are {", ".join(outs)}',
            actual=shown(wrong[0]),
        )


def launch_shape(
    domain: Axes | None, grid: Axes | None, config: DispatchConfig
) -> tuple[tuple[int, ...] | None, Grid | None]:
    """What the call, else the config, says of what it runs over: its domain or its grid. A613 where several do."""
    wide, groups = config.dispatch_elements if grid is None else None, config.grid_override
    given = [one for one in (domain, grid, wide, groups) if one is not None]
    if len(given) > 1:
        words = zip(("domain", "grid", "dispatch_elements", "grid_override"), (domain, grid, wide, groups), strict=True)
        raise ArgumentValueError(
            "the grid is given in two ways",
            code="A613",
            fix="give one of domain=, grid=, dispatch_elements, grid_override",
            actual=", ".join(word for word, one in words if one is not None),
        )
    if not given:
        return None, None
    if grid is None and groups is None:
        return integers(given[0], "domain=", "domain=1000"), None
    padded = (*reversed(integers(given[0], "grid=", "grid=100")), 1, 1)
    return None, (padded[0], padded[1], padded[2])


def left_out_shape(
    buffer: Buffer, declared: tuple[int, ...] | None, wish: tuple[int, ...] | None, first: Shaped | None
) -> tuple[int, ...]:
    """The shape: from ``shapes=`` (``wish``), the annotation (``declared``: its numbers, or what its names come to), or the
    first array argument.

    Raises ArgumentValueError A603 (rank), A612 (nothing to take it from), A615 (declared shape).
    """
    if wish is not None:
        shape, source = wish, "shapes="
    elif declared is not None:
        shape = declared
        source = "its declaration"
    elif first is not None:
        shape = first.shape
        source = "the first array argument"
    else:
        rank = buffer.rank or 1
        raise ArgumentValueError(
            f"no shape can be inferred for the output {buffer.name!r}",
            code="A612",
            fix=f"put numbers into its annotation (vy.Out[{buffer.spelling}, {', '.join(['256'] * rank)}]), pass out=, "
            f'or pass shapes={{"{buffer.name}": ({"n," if rank == 1 else ", ".join("nmk"[:rank])})}}',
            place=buffer.place,
            actual="no array argument to take it from",
        )
    if buffer.rank is not None and len(shape) != buffer.rank:
        raise ArgumentValueError(
            f"the output {buffer.name!r} has {buffer.rank} axes in the kernel",
            code="A603",
            fix=f'pass shapes={{"{buffer.name}": …}} with {buffer.rank} numbers, or out=',
            place=buffer.place,
            actual=f"shape {shape} taken from {source}",
        )
    if declared is not None and shape != declared:
        raise ArgumentValueError(
            f"{buffer.name!r} is declared with shape {declared}",
            code="A615",
            fix="leave shapes= out",
            place=buffer.place,
            actual=str(shape),
        )
    return shape


@remembered
def witnesses(program: Program) -> tuple[int, ...]:
    """The array arguments whose shape must be the first one's for a left-out ``Out`` to be surely as long as was meant.

    All others, in general. None where the domain is the first one's by name. Where the kernel reads the first one and
    stores the ``Out`` at the invocation's own place, only those that it reads there too: a table beside it says nothing.
    """
    arrays = [n for n, b in enumerate(program.buffers) if b.role in ("in", "inout")]
    outs = [n for n, b in enumerate(program.buffers) if b.role == "out" and b.shape is None]
    if len(arrays) < 2 or not outs or program.domain == arrays[0]:
        return ()
    first, *others = arrays
    found = effects(program).buffers

    def own(n: int) -> bool:
        return found[n].reads_own or found[n].own_element

    if own(first) and all(found[n].own_element for n in outs):
        return tuple(n for n in others if own(n))
    return tuple(others)


def unlike(first: Shaped, other: Shaped) -> bool:
    """Whether another array's shape speaks against the first one's. A single element beside many is a number."""
    return other.shape != first.shape and (other.size != 1 or first.size == 0)


def warn_of_guess(
    program: Program,
    out: int,
    arrays: Mapping[int, Shaped],
    domain: tuple[int, ...] | None,
    told: set[tuple[bytes, str]],
) -> None:
    """Warn, once per kernel (those of before are ``told``), where the left-out output ``out`` got the shape of the first of several unlike arrays.

    ``arrays``: In and InOut arguments by buffer, in declaration order. ``domain``: that of the call, where it gave one.
    """
    if not arrays:
        return
    first = next(iter(arrays))
    others = [n for n in witnesses(program) if unlike(arrays[first], arrays[n])]
    if not others or domain == arrays[first].shape:
        return
    buffers = program.buffers
    buffer, taken = buffers[out], buffers[first]
    key = (program.fingerprint + program.labels, str(buffer.place))
    if key in told:
        return
    told.add(key)
    meant: tuple[int, ...] | None = None
    if effects(program).buffers[out].own_element:  # else nothing tells how long it has to be
        own = [n for n in others if effects(program).buffers[n].reads_own]
        if isinstance(program.domain, int) and program.domain in arrays:
            meant = arrays[program.domain].shape
        else:
            meant = domain or arrays[own[0] if own else max(others, key=lambda n: arrays[n].size)].shape
    example = str(meant) if meant is not None and buffer.rank in (None, len(meant)) else "…"
    had = ", ".join(f"{buffers[n].name!r} {arrays[n].shape}" for n in (first, *others))
    where = f"\n  at {buffer.place.display().replace(chr(10), chr(10) + '  ')}" if buffer.place is not None else ""
    right = f'shapes={{"{buffer.name}": {arrays[first].shape}}}'
    if program.domain is None and program.grid is None and domain is None:
        right = f'domain="{taken.name}" in the decorator'
    text = (
        f"{program.name}: {buffer.name!r} is left out and gets the shape of {taken.name!r}, the first array argument, "
        f"but the arrays have several shapes: {had}{where}\n"
        f'Fix: pass shapes={{"{buffer.name}": {example}}} or out=, or write its shape into its annotation, in numbers or names (vy.dims); '
        f"if the shape of {taken.name!r} is right, say so with {right}"
    )
    warn_user(text)
