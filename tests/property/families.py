"""The families of small kernels in the shapes that people write, each from a seed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tests.property.covering import arithmetic, covering
from tests.property.guarded import guarded
from tests.property.histograms import histogram
from tests.property.programs import Case
from tests.property.rowwise import lists, stretches, strided
from tests.property.shared_steps import halves, shared_steps
from tests.property.stored import stored
from tests.property.told_values import told_values
from tests.property.turns import counting, shifting
from tests.property.walking import planes, pointers
from tests.property.without_barriers import without_barriers

__all__ = ["FAMILIES"]

FAMILIES: Final[dict[str, Callable[[int], Case]]] = {
    "counting": counting,
    "guarded": guarded,
    "shared steps": shared_steps,
    "halves": halves,
    "histogram": histogram,
    "lists": lists,
    "stretches": stretches,
    "strided": strided,
    "covering": covering,
    "arithmetic": arithmetic,
    "pointers": pointers,
    "planes": planes,
    "stored": stored,
    "told values": told_values,
    "without barriers": without_barriers,
    "shifting": shifting,
}
