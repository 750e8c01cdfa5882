"""The picture of mandelbrot.py as a PNG file, written to the path that is given, if any."""

import struct
import sys
import zlib
from pathlib import Path

import numpy as np
from mandelbrot import HEIGHT, LEFT, LIMIT, PIXEL, TOP, WIDTH, in_numpy, mandelbrot


def png(rounds: np.ndarray) -> bytes:
    """The file: a signature, then parts with length and CRC-32. A line of pixels begins with 0, for no filter."""
    red, green, blue = (np.minimum(255, rounds * np.uint32(k)) for k in (11, 5, 3))
    colours = np.where(rounds[..., None] < LIMIT, np.stack([red, green, np.minimum(255, blue + 40)], 2), 0)
    lines = np.pad(colours.astype(np.uint8).reshape(HEIGHT, 3 * WIDTH), ((0, 0), (1, 0)))
    header = struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 2, 0, 0, 0)  # 8 bits each of red, green and blue
    file = b"\x89PNG\r\n\x1a\n"
    for kind, data in ((b"IHDR", header), (b"IDAT", zlib.compress(lines.tobytes())), (b"IEND", b"")):
        file += struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    return file


def arguments(files: list[bytes]) -> tuple[tuple, dict]:
    """Of a call of `mandelbrot`, which needs no files."""
    return (TOP, LEFT, PIXEL), {}


def answer(files: list[bytes], rounds: np.ndarray) -> bytes:
    return png(rounds)


def expected(files: list[bytes]) -> bytes:
    return png(in_numpy())


def main() -> None:
    picture = png(mandelbrot(TOP, LEFT, PIXEL))
    assert picture == png(in_numpy())
    print(f"{WIDTH} x {HEIGHT} pixels, {len(picture)} bytes, CRC-32 {zlib.crc32(picture):08x}")
    for path in sys.argv[1:]:
        Path(path).write_bytes(picture)


if __name__ == "__main__":
    main()
