"""The corpus: every row, the two settings, and its digest."""

from __future__ import annotations

import fnmatch
from collections.abc import Iterable
from functools import cache
from typing import Final

from blake3 import blake3

from vyre.conform.case import Row, Setting
from vyre.conform.rows import (
    atomics,
    control,
    graphs,
    kernels,
    memory,
    numbers,
    operations,
    subscripts,
    texts,
    ties,
    workgroups,
)

__all__ = ["CI", "FULL", "corpus", "digest", "digest_of_rows", "select"]

CI: Final = Setting("ci", unary=1024, pairs=4608, full=False)
"""Corners, all pairs of corners, and some random patterns: seconds on a CPU."""
FULL: Final = Setting("full", unary=1 << 16, pairs=1 << 20, full=True)
"""All patterns of the types of up to 16 bits, all pairs of those of 8, else 65,536 values and 1,048,576 pairs."""


@cache
def corpus() -> tuple[Row, ...]:
    """Every row, in the order in which they run."""
    found: list[Row] = []
    for module in (operations, memory, subscripts, control, workgroups, atomics, ties, numbers, texts, kernels, graphs):
        found += module.rows()
    assert len({row.id for row in found}) == len(found), "two rows have one id"
    return tuple(found)


def select(patterns: Iterable[str] | None) -> tuple[Row, ...]:
    """The rows whose id matches any of the patterns (shell style), or begins with it and a slash; all without patterns.

    >>> [row.id for row in select(["op/popcount/i*"])]
    ['op/popcount/i8', 'op/popcount/i16', 'op/popcount/i32', 'op/popcount/i64']
    """
    if patterns is None:
        return corpus()
    wanted = [p.rstrip("/") for p in patterns]
    return tuple(
        row for row in corpus() if any(fnmatch.fnmatchcase(row.id, p) or row.id.startswith(f"{p}/") for p in wanted)
    )


def digest(row: Row, setting: Setting) -> bytes:
    """32 bytes over a row's id, programs and inputs."""
    made = blake3(row.id.encode())
    for case in row.make(setting):
        made.update(case.digest)
    return made.digest()


def digest_of_rows(found: Iterable[tuple[str, bytes]]) -> str:
    """The digest of a corpus, or of a part of it, from those of its rows in any order."""
    made = blake3(b"vyre conformance corpus 1\0")
    for name, each in sorted(found):
        made.update(name.encode() + b"\0" + each)
    return made.hexdigest()
