"""Find every occurrence of many literals at once, in all of Python's own library: an Aho-Corasick automaton.

The automaton is a table, state x byte -> next state, made by aho_corasick.py. On the device each invocation walks one
chunk of the text, a table look-up a byte. It starts `overlap` bytes early, so a literal that lies across the border
of two chunks is seen by the chunk in which it ends. Overlapping occurrences are all found."""

import sysconfig
from pathlib import Path

import numpy as np
from aho_corasick import LITERALS, automaton, occurrences

import vyre as vy

CHUNK = 1056  # bytes an invocation walks


@vy.kernel(domain=lambda text, table, chunk, overlap: -(-text.size // chunk))
def scan(text: vy.In[vy.u8], table: vy.In[vy.u32], chunk: vy.u32, overlap: vy.u32, hits: vy.Out[vy.u8]):
    first = vy.global_id() * chunk
    state = vy.u32(0)
    for i in range(first - min(first, overlap), min(first, text.size)):
        state = table[(state & 0xFFFFFF00) | vy.u32(text[i])]
    for i in range(first, min(first + chunk, text.size)):
        state = table[(state & 0xFFFFFF00) | vy.u32(text[i])]
        if state & 0xFF:
            hits[i] = vy.u8(state & 0xFF)


TABLE, SETS = automaton(LITERALS)


def arguments(files: list[bytes]) -> tuple[tuple, dict]:
    """Of a call of `scan`. A zero byte between files keeps literals from lying across them."""
    text = np.frombuffer(b"\0".join(files), np.uint8)
    return (text, TABLE, CHUNK, max(map(len, LITERALS)) - 1), {"shapes": {"hits": text.shape}}


def answer(files: list[bytes], hits: np.ndarray) -> dict[bytes, list[int]]:
    at = np.flatnonzero(hits)
    member = np.array([[n in s for s in SETS] for n in range(len(LITERALS))])  # literal x set
    return {p: (at[member[n][hits[at]]] - (len(p) - 1)).tolist() for n, p in enumerate(LITERALS)}


def expected(files: list[bytes]) -> dict[bytes, list[int]]:
    return occurrences(b"\0".join(files))


def main() -> None:
    files = [p.read_bytes() for p in sorted(Path(sysconfig.get_path("stdlib")).glob("*.py"))]
    args, keywords = arguments(files)
    found = answer(files, scan(*args, **keywords))
    assert found == expected(files)
    for literal in sorted(found, key=lambda p: -len(found[p]))[:5]:
        print(f"{len(found[literal]):7} x {literal.decode()!r}")


if __name__ == "__main__":
    main()
