"""CRC-32 of many files in one call, equal to zlib.crc32.

A file is cut into blocks, counted from its end, and each invocation takes the CRC of one block. The CRC of a whole is
the xor of its blocks' CRCs, each multiplied by x^(8 * bytes behind it) modulo the polynomial (Mark Adler, crc32_combine in
zlib). Xor does not care about order, so atomics give the same bytes always.
"""

import sysconfig
import zlib
from pathlib import Path

import numpy as np

import vyre as vy

POLYNOMIAL = 0xEDB88320  # reflected: bit 31 is x^0
BLOCK = 2080  # bytes an invocation takes


@vy.kernel(domain="start")
def checksum(
    data: vy.In[vy.u8],
    start: vy.In[vy.u32],
    length: vy.In[vy.u32],
    file: vy.In[vy.u32],
    shift: vy.In[vy.u32],
    table: vy.In[vy.u32],
    crc: vy.Out[vy.u32],
):
    block = vy.global_id()
    if block < start.size:
        value = vy.u32(0xFFFFFFFF)
        for i in range(start[block], start[block] + length[block]):
            value = table[(value ^ vy.u32(data[i])) & 0xFF] ^ (value >> 8)
        value = ~value
        factor = shift[block]
        product = vy.u32(0)
        for _ in range(32):  # product = value * factor, bit by bit
            if factor >> 31:
                product ^= value
            factor <<= 1
            value = (value >> 1) ^ (POLYNOMIAL if value & 1 else 0)
        vy.atomic_xor(crc, file[block], product)


def times(a: int, b: int) -> int:
    """Multiply a by b modulo the polynomial."""
    product = 0
    for _ in range(32):
        product ^= b if a >> 31 else 0
        a = a << 1 & 0xFFFFFFFF
        b = b >> 1 ^ (POLYNOMIAL if b & 1 else 0)
    return product


def powers(count: int) -> list[int]:
    """The powers x^(8 * BLOCK * k) for k = 0, 1, … below count."""
    step = 1 << 31
    for bit in f"{8 * BLOCK:b}":  # x to a power: square, and multiply by x where the bit is set
        step = times(step, step)
        step = times(step, 1 << 30) if bit == "1" else step
    found = [1 << 31]
    while len(found) < count:
        found.append(times(found[-1], step))
    return found


def arguments(files: list[bytes]) -> tuple[tuple, dict]:
    """Of a call of `checksum`."""
    sizes = np.array([len(f) for f in files])
    blocks = -(-sizes // BLOCK)
    file = np.repeat(np.arange(len(files)), blocks)
    behind = np.concatenate([np.arange(n)[::-1] for n in blocks])  # blocks between this one and its file's end
    ends = np.cumsum(sizes)[file] - behind * BLOCK
    start = np.maximum(ends - BLOCK, (np.cumsum(sizes) - sizes)[file])
    shift = np.array(powers(int(blocks.max())))[behind]
    table = np.array([zlib.crc32(bytes([n])) ^ zlib.crc32(b"\0") for n in range(256)])
    words = [a.astype(np.uint32) for a in (start, ends - start, file, shift, table)]
    return (np.frombuffer(b"".join(files), np.uint8), *words), {"shapes": {"crc": (len(files),)}}


def answer(files: list[bytes], crc: np.ndarray) -> list[int]:
    return crc.tolist()


def expected(files: list[bytes]) -> list[int]:
    return [zlib.crc32(f) for f in files]


def main() -> None:
    files = [p.read_bytes() for p in sorted(Path(sysconfig.get_path("stdlib")).glob("*.py"))]
    args, keywords = arguments(files)
    crc = checksum(*args, **keywords)
    assert answer(files, crc) == expected(files)
    print(f"{len(files)} files, {len(args[1])} blocks; the first is {crc[0]:08x}")


if __name__ == "__main__":
    main()
