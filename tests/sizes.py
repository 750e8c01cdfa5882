"""How much the tests do, in one place. VYRE_TEST_SIZE is ``ci`` (the default) or ``full``."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Final, TypeVar

A = TypeVar("A")
B = TypeVar("B")

SETTING: Final = os.environ.get("VYRE_TEST_SIZE", "ci")
FULL_TIMEOUT: Final = 3600  # seconds for one test in the full setting; pyproject.toml has that of ci

SIZES: Final[dict[str, tuple[int, int]]] = {  # name: (ci, full)
    "programs_wide": (200, 5000),
    "programs_every": (180, 20_000),
    "programs_nested": (100, 20_000),
    "exhaustive_step": (301, 1),  # no multiple of 2 or 3, by which the forms of loops take turns
    "programs_vectors": (10, 1000),
    "programs_wgpu": (30, 1000),
    "programs_opencl": (20, 1500),
    "programs_cuda": (100, 2000),
    "programs_reference": (20, 300),
    "programs_other": (40, 300),
    "hypothesis_programs": (25, 600),
    "law_examples": (60, 2000),
    "dispatches": (100_000, 1_000_000),
    "dispatches_slow": (160, 10_000),
    "compiles_leak": (100, 3_000),
    "codes_leak": (500, 10_000),
    "interrupts": (60, 4_000),
    "instants": (2, 200),
    "every_instant": (500, 1_000_000),
    "programs_pieces": (6, 400),
    "programs_split": (6, 1000),
    "programs_facts": (4, 500),
    "nested_facts": (20, 2500),
    "limited_loops": (60, 1500),
    "stored_wholly": (150, 10_000),
    "wholly_programs": (240, 20_000),
    "stack_programs": (4, 1200),
    "natural_programs": (2, 600),
    "caught_step": (12, 1),  # every so-manieth mutant
    "stream_programs": (30, 3000),
    "ways_out": (60, 6000),
    "ways_out_devices": (6, 1000),
    "unrolled_programs": (10, 500),
    "chain_terms": (200, 20_000),
    "program_statements": (5_000, 50_000),
    "corpus_step": (5, 1),  # 5: every fifth row
    "programs_checked": (20, 2_000),
    "programs_checked_devices": (3, 100),
    "checked_corpus_step": (60, 1),
    "checked_examples_step": (3, 1),
    "strata_of_functions": (1 << 16, 1 << 20),
    "blocks_of_functions": (2, 1 << 12),  # of 2**20 inputs
    "pairs_of_functions": (1 << 15, 1 << 20),
    "verdicts": (80, 3_000),
    "record_programs": (25, 1500),
    "forms_of_bits": (3, 11),
    "hostile_bytes": (200, 20_000),
    "hostile_programs": (60, 10_000),
    "hostile_texts": (100, 10_000),
    "hostile_sources": (40, 5_000),
    "hostile_calls": (300, 20_000),
    "order_steps": (60, 2_000),
    "order_schedules": (60, 5_000),
}


def size(name: str) -> int:
    """The number of that name in the present setting."""
    ci, full = SIZES[name]
    if SETTING not in ("ci", "full"):
        raise ValueError(f"VYRE_TEST_SIZE is {SETTING!r}; use ci or full")
    return full if SETTING == "full" else ci


def crossed(rows: Sequence[A], others: Sequence[B], *, each: int) -> list[tuple[A, B]]:
    """Every row with every one of the others in the full setting; in ci with ``each`` of them, which take turns from row to row."""
    if SETTING == "full":
        return [(row, other) for row in rows for other in others]
    return [
        (row, others[(n + k * (len(others) // each)) % len(others)]) for n, row in enumerate(rows) for k in range(each)
    ]
