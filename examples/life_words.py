"""The game of life with 32 cells in a word, whose neighbours are counted all at once. Beyond the edges nothing lives."""

import numpy as np

import vyre as vy

GENERATIONS = 100


@vy.kernel
def step(cells: vy.In[vy.u32], following: vy.Out[vy.u32]):
    y, x = vy.global_id(0), vy.global_id(1)
    ones, twos, fours = vy.u32(0), vy.u32(0), vy.u32(0)  # bit k: of the neighbours of cell k; fours: 4 or more
    for dy in vy.static_range(3):
        row = y + dy - 1  # outside of the board, also at -1, a load gives 0
        middle = cells[row, x]
        west, east = middle << 1 | cells[row, x - 1] >> 31, middle >> 1 | cells[row, x + 1] << 31
        for dx in vy.static_range(3):
            if dy != 1 or dx != 1:
                more = west if dx == 0 else middle if dx == 1 else east
                carry = ones & more
                ones, twos, fours = ones ^ more, twos ^ carry, fours | twos & carry
    following[y, x] = twos & ~fours & (ones | cells[y, x])


def board(files: list[bytes]) -> np.ndarray:
    """Of 1024 columns and up to as many rows; the bits of the text are the cells."""
    text = b"\0".join(files).ljust(4096)
    return np.frombuffer(text, np.uint32, min(len(text) // 1024, 1024) * 32).reshape(-1, 32)


def calls(files: list[bytes]) -> list[tuple]:
    """Kernel, arguments and keywords of each generation. The first board is only read."""
    boards = [board(files), *(np.zeros_like(board(files)) for _ in range(2))]
    return [(step, (boards[n and 2 - n % 2],), {"out": boards[1 + n % 2]}) for n in range(GENERATIONS)]


def expected(files: list[bytes]) -> bytes:
    """In NumPy, a byte a cell."""
    cells = np.unpackbits(board(files).view(np.uint8), axis=1, bitorder="little")
    for _ in range(GENERATIONS):
        rows = (padded := np.pad(cells, 1))[:-2] + padded[1:-1] + padded[2:]
        around = rows[:, :-2] + rows[:, 1:-1] + rows[:, 2:] - cells
        cells = ((around == 3) | ((around == 2) & (cells == 1))).astype(np.uint8)
    return np.packbits(cells, axis=1, bitorder="little").tobytes()


def main() -> None:
    files = [(__doc__ or "").encode() * 1000]
    for kernel, args, keywords in calls(files):
        words = kernel(*args, **keywords)
    assert words.tobytes() == expected(files)
    print(
        f"{np.unpackbits(words.view(np.uint8)).sum()} of {words.size * 32} cells live after {GENERATIONS} generations"
    )


if __name__ == "__main__":
    main()
