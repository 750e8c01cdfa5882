"""The matches that literal_search.py finds, literal by literal, put in the order of the text by the radix sort."""

import sysconfig
from operator import itemgetter
from pathlib import Path

import literal_search
import numpy as np
import radix_sort
from literal_search import LITERALS


def matches(files: list[bytes]) -> np.ndarray:
    """Where each lies, and which literal it is, as the kernel finds them."""
    args, keywords = literal_search.arguments(files)
    found = literal_search.answer(files, literal_search.scan(*args, backend="cpu", **keywords))
    return np.array([(at, n) for n, p in enumerate(LITERALS) for at in found[p]], np.uint32).reshape(-1, 2)


def calls(files: list[bytes]) -> list[tuple]:
    return radix_sort.calls(matches(files))


def expected(files: list[bytes]) -> bytes:
    """Sorted by place only: where two literals begin at one place, a stable sort leaves the first of them first."""
    found = literal_search.expected(files)
    pairs = sorted(((at, n) for n, p in enumerate(LITERALS) for at in found[p]), key=itemgetter(0))
    return np.array(pairs, np.uint32).tobytes()


def main() -> None:
    files = [p.read_bytes() for p in sorted(Path(sysconfig.get_path("stdlib")).glob("*.py"))]
    for kernel, args, keywords in calls(files):
        pairs = kernel(*args, **keywords)
    assert pairs.tobytes() == expected(files)
    print(f"{len(pairs)} matches; the first are", *(f"{LITERALS[n].decode()!r} at {at}" for at, n in pairs[:4]))


if __name__ == "__main__":
    main()
