"""How often each byte occurs, equal to collections.Counter: a histogram in workgroup memory, added up at the end."""

import sysconfig
from collections import Counter
from pathlib import Path

import numpy as np

import vyre as vy

SPAN = 256  # bytes an invocation counts


@vy.kernel(workgroup=256)
def histogram(data: vy.In[vy.u8], counts: vy.Out[vy.u32, 256]):
    mine = vy.shared(vy.u32, 256)
    first = vy.group_id() * (256 * SPAN) + vy.local_id()
    for k in range(SPAN):
        i = first + k * 256  # neighbours read neighbouring bytes
        if i < data.size:
            vy.atomic_add(mine, data[i], 1)
    vy.barrier()
    vy.atomic_add(counts, vy.local_id(), mine[vy.local_id()])


def arguments(files: list[bytes]) -> tuple[tuple, dict]:
    """Of a call of `histogram`."""
    data = np.frombuffer(b"".join(files), np.uint8)
    return (data,), {"grid": -(-data.size // (256 * SPAN))}


def answer(files: list[bytes], counts: np.ndarray) -> dict[int, int]:
    return {byte: n for byte, n in enumerate(counts.tolist()) if n}


def expected(files: list[bytes]) -> dict[int, int]:
    return dict(Counter(b"".join(files)))


def main() -> None:
    files = [p.read_bytes() for p in sorted(Path(sysconfig.get_path("stdlib")).glob("*.py"))]
    args, keywords = arguments(files)
    found = answer(files, histogram(*args, **keywords))
    assert found == expected(files)
    for byte, count in sorted(found.items(), key=lambda pair: -pair[1])[:5]:
        print(f"{count:9} x {chr(byte)!r}")


if __name__ == "__main__":
    main()
