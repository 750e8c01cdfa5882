"""The literal search of literal_search.py with four bytes a load and a store: the same bytes, seen as u32 words.

A load of one byte costs a device as much as a load of four, so this is the faster form; it is longer by the unpacking.
"""

import sysconfig
from pathlib import Path

import literal_search
import numpy as np
from literal_search import LITERALS, TABLE, expected

import vyre as vy

CHUNK = 264  # words an invocation walks


@vy.kernel(domain=lambda words, table, chunk, overlap: -(-words.size // chunk))
def scan_words(words: vy.In[vy.u32], table: vy.In[vy.u32], chunk: vy.u32, overlap: vy.u32, hits: vy.Out[vy.u32]):
    first = vy.global_id() * chunk
    state = vy.u32(0)
    for i in range(first - min(first, overlap), min(first + chunk, words.size)):
        word = words[i]
        a = table[(state & 0xFFFFFF00) | (word & 0xFF)]
        b = table[(a & 0xFFFFFF00) | (word >> 8 & 0xFF)]
        c = table[(b & 0xFFFFFF00) | (word >> 16 & 0xFF)]
        state = table[(c & 0xFFFFFF00) | word >> 24]
        found = (a & 0xFF) | (b & 0xFF) << 8 | (c & 0xFF) << 16 | state << 24
        if found != 0 and i >= first:  # before it, the bytes are another invocation's
            hits[i] = found


def arguments(files: list[bytes]) -> tuple[tuple, dict]:
    """Of a call of `scan_words`; zero bytes fill the last word."""
    text = b"\0".join(files)
    words = np.frombuffer(text + bytes(-len(text) % 4), np.uint32)
    return (words, TABLE, CHUNK, -(-max(map(len, LITERALS)) // 4)), {"shapes": {"hits": words.shape}}


def answer(files: list[bytes], hits: np.ndarray) -> dict[bytes, list[int]]:
    return literal_search.answer(files, hits.view(np.uint8))


def main() -> None:
    files = [p.read_bytes() for p in sorted(Path(sysconfig.get_path("stdlib")).glob("*.py"))]
    args, keywords = arguments(files)
    found = answer(files, scan_words(*args, **keywords))
    assert found == expected(files)
    print(f"{sum(map(len, found.values()))} occurrences of {len(found)} literals in {sum(map(len, files))} bytes")


if __name__ == "__main__":
    main()
