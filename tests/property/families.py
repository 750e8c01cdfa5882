"""The families of small kernels in the shapes that people write, each from a seed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tests.property.covering import arithmetic, covering
from tests.property.exchanges import exchange
from tests.property.frontiers import frontier
from tests.property.guarded import guarded
from tests.property.histograms import histogram
from tests.property.leaving import leaving
from tests.property.panels import panels
from tests.property.programs import Case
from tests.property.rowwise import lists, stretches, strided
from tests.property.segments import segments
from tests.property.shared_steps import halves, shared_steps
from tests.property.short import band, mirrored, tally
from tests.property.stored import stored
from tests.property.tiled import tiled
from tests.property.told_values import told_values
from tests.property.turns import counting, shifting
from tests.property.walking import planes, pointers
from tests.property.windows import marks, windows
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
    "tiled": tiled,
    "segments": segments,
    "windows": windows,
    "marks": marks,
    "leaving": leaving,
    "frontier": frontier,
    "panels": panels,
    "exchange": exchange,
    "mirrored": mirrored,
    "band": band,
    "tally": tally,
    "stored": stored,
    "told values": told_values,
    "without barriers": without_barriers,
    "shifting": shifting,
}
