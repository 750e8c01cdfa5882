"""Kernels that are written as text, and one launch of each: what the families of natural kernels share."""

from __future__ import annotations

import random
import warnings
from collections.abc import Callable
from dataclasses import dataclass, field
from math import prod
from typing import Final

import vyre as vy
from tests.property.choices import contents
from tests.property.programs import Case
from vyre.errors import VyreError
from vyre.ir.program import Buffer

__all__ = ["Draft", "first_valid"]

_DIMS: Final = {name: dim for name in ("D20", "D21", "D30", "D31", "D32") for dim in vy.dims(name)}
_ATTEMPTS: Final = 40


@dataclass(slots=True)
class Draft:
    """A kernel that is being written. ``arguments``: by name the annotation; the shape of an array, or the value of a number; and
    below what the elements of an integer array are (0: anything)."""

    rng: random.Random
    workgroup: tuple[int, ...] = (32,)
    lines: list[str] = field(default_factory=list)
    arguments: dict[str, tuple[str, tuple[int, ...] | bool | int | float, int]] = field(default_factory=dict)

    def say(self, depth: int, *texts: str) -> None:
        self.lines += ["    " * depth + text for text in texts]

    def array(self, name: str, role: str, dtype: str, *shape: int, below: int = 0, fixed: bool = False) -> str:
        """``fixed``: the kernel names the lengths."""
        lengths = [str(n) if fixed else f"D{len(shape)}{k}" for k, n in enumerate(shape)]  # names that nothing asks for
        kind = ", ".join([f"vy.{dtype}", *(lengths if fixed or len(shape) > 1 else [])])
        self.arguments[name] = (f"vy.{role}[{kind}]", shape, below)
        return name

    def number(self, name: str, dtype: str, value: bool | int | float) -> str:
        self.arguments[name] = (f"vy.{dtype}", value, 0)
        return name

    def chance(self, percent: float) -> bool:
        return self.rng.random() * 100 < percent

    def pick(self, *texts: str) -> str:
        return self.rng.choice(texts)

    def text(self) -> str:
        sizes = ", ".join(map(str, self.workgroup))
        given = ", ".join(f"{name}: {annotation}" for name, (annotation, _, _) in self.arguments.items())
        return "\n".join([f"@vy.kernel(workgroup=({sizes},))", f"def k({given}) -> None:", *self.lines, ""])

    def case(self, groups: tuple[int, ...], origin: str, *, exact: bool = False) -> Case:
        """``groups``: in NumPy's order, as ``workgroup``. ``exact``: as in ``Case``. Raises VyreError where the kernel
        is not valid."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what a person would be told of a kernel that was made by chance
            made = vy.kernel_from_source(self.text(), name="k", namespace=dict(_DIMS)).program
            program = made.check(reorder=exact).program
        shapes: dict[int, tuple[int, ...]] = {}
        start: dict[int, bytes] = {}
        params: dict[int, bool | int | float] = {}
        for k, (buffer, (_, given, below)) in enumerate(zip(program.buffers, self.arguments.values(), strict=False)):
            if isinstance(given, tuple):
                shapes[k], start[k] = given, self._data(buffer, prod(given), below)
            else:
                params[k] = given
        x, y, z = (*groups[::-1], 1, 1)[:3]
        return Case(program, shapes, start, params, (x, y, z), origin, exact=exact)

    def _data(self, buffer: Buffer, count: int, below: int) -> bytes:
        size = buffer.nbytes
        if buffer.role == "out":
            return bytes(count * size)
        if not below:
            return contents(buffer.dtype, count, self.rng.randrange(1 << 30))
        return b"".join(self.rng.randrange(below).to_bytes(size, "little") for _ in range(count))


def first_valid(make: Callable[[random.Random, str], Case], name: str, seed: int) -> Case:
    """The first kernel that the compiler takes, of those that belong to a seed."""
    for attempt in range(_ATTEMPTS):
        try:
            return make(random.Random(f"{name} {seed} {attempt}"), f"{name} {seed}")
        except VyreError:
            continue
    raise LookupError(f"{name} {seed}: none of {_ATTEMPTS} kernels is valid")
