"""Find every occurrence of many literals at once, in all of Python's own library: an Aho-Corasick automaton.

The automaton is a table, state x byte -> next state, made here on the host. On the device each invocation walks one
chunk of the text, a table look-up a byte. It starts `overlap` bytes early, so a literal that lies across the border
of two chunks is seen by the chunk in which it ends. Overlapping occurrences are all found.
"""

import sysconfig
from pathlib import Path

import numpy as np

import vyre as vy

LITERALS = (
    b"import ", b"import numpy", b"from ", b"from __future__ import", b"def ", b"def __init__", b"__init__", b"__init__(self", b"class ",
    b"return", b"return None", b"raise ", b"raise ValueError", b"ValueError", b"Error", b"except", b"except Exception", b"TODO", b"FIXME", b"XXX",
    b"self.assert", b"self.assertEqual", b"assert", b"async def", b"await ", b"yield from", b"lambda", b"isinstance(", b"==", b"====", b"----------",
)  # fmt: skip
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


def automaton(literals: tuple[bytes, ...]) -> tuple[np.ndarray, list[tuple[int, ...]]]:
    """The table, and the sets of literals that can end at one place. An entry is next state * 256 + number of the set
    that ends there (0: none), so one look-up gives both, and where the state's row begins."""
    tree: list[dict[int, int]] = [{}]
    ends: list[tuple[int, ...]] = [()]
    for number, literal in enumerate(literals):
        state = 0
        for byte in literal:
            if byte not in tree[state]:
                tree[state][byte] = len(tree)
                tree.append({})
                ends.append(())
            state = tree[state][byte]
        ends[state] += (number,)
    table = np.zeros((len(tree), 256), np.uint32)
    back = [0] * len(tree)  # the state of the longest proper suffix that begins a literal
    queue = [0]
    for state in queue:  # breadth first: what `back` points to is finished
        table[state] = table[back[state]]
        for byte, after in tree[state].items():
            back[after] = int(table[state, byte])
            table[state, byte] = after
            ends[after] += ends[back[after]]
            queue.append(after)
    sets = sorted(set(ends))  # the empty set comes first: number 0
    return (table * 256 + np.array([sets.index(e) for e in ends], np.uint32)[table]).reshape(-1), sets


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
    text, found = b"\0".join(files), {}
    for literal in LITERALS:
        places = found[literal] = []
        at = text.find(literal)
        while at >= 0:
            places.append(at)
            at = text.find(literal, at + 1)
    return found


def main() -> None:
    files = [p.read_bytes() for p in sorted(Path(sysconfig.get_path("stdlib")).glob("*.py"))]
    args, keywords = arguments(files)
    found = answer(files, scan(*args, **keywords))
    assert found == expected(files)
    for literal in sorted(found, key=lambda p: -len(found[p]))[:5]:
        print(f"{len(found[literal]):7} x {literal.decode()!r}")


if __name__ == "__main__":
    main()
