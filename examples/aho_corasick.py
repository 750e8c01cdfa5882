"""The automaton of literal_search.py, made on the host: it finds many literals at once, a table look-up a byte."""

import numpy as np

LITERALS = (
    b"import ", b"import numpy", b"from ", b"from __future__ import", b"def ", b"def __init__", b"__init__", b"__init__(self", b"class ",
    b"return", b"return None", b"raise ", b"raise ValueError", b"ValueError", b"Error", b"except", b"except Exception", b"TODO", b"FIXME", b"XXX",
    b"self.assert", b"self.assertEqual", b"assert", b"async def", b"await ", b"yield from", b"lambda", b"isinstance(", b"==", b"====", b"----------",
)  # fmt: skip


def automaton(literals: tuple[bytes, ...]) -> tuple[np.ndarray, list[tuple[int, ...]]]:
    """A table of next state * 256 + number of the set of literals that ends there (0: none), and these sets."""
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
    back, queue = [0] * len(tree), [0]  # back: to the state of the longest proper suffix that begins a literal
    for state in queue:  # breadth first: what `back` points to is finished
        table[state] = table[back[state]]
        for byte, after in tree[state].items():
            back[after] = int(table[state, byte])
            table[state, byte] = after
            ends[after] += ends[back[after]]
            queue.append(after)
    sets = sorted(set(ends))  # the empty set comes first: number 0
    return (table * 256 + np.array([sets.index(e) for e in ends], np.uint32)[table]).reshape(-1), sets


def occurrences(text: bytes) -> dict[bytes, list[int]]:
    """Where each literal begins, by Python alone."""
    found: dict[bytes, list[int]] = {literal: [] for literal in LITERALS}
    for literal, places in found.items():
        at = -1
        while (at := text.find(literal, at + 1)) >= 0:
            places.append(at)
    return found


def main() -> None:
    table, sets = automaton(LITERALS)
    text, state, ending = b"class ValueError: return None", 0, []
    for byte in text:
        state = table[state & 0xFFFFFF00 | byte]
        ending += [LITERALS[n] for n in sets[state & 0xFF]]
    assert sorted(ending) == sorted(p for p, places in occurrences(text).items() for _ in places)
    print(f"{table.size // 256} states for {len(LITERALS)} literals, of which {len(ending)} are in {text.decode()!r}")


if __name__ == "__main__":
    main()
