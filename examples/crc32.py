"""CRC-32 of many files in one call, equal to zlib.crc32: each invocation takes one block of a file, counted from its end.

The CRC of a whole is the xor of its blocks' CRCs, each multiplied by x^(8 * bytes behind it) modulo the polynomial (Mark
Adler, crc32_combine in zlib). Xor does not care about order, so atomics give the same bytes always."""

import sysconfig
import zlib
from pathlib import Path

import numpy as np

import vyre as vy

BLOCK = 2080  # bytes an invocation takes


@vy.kernel(domain=lambda data, blocks, table: len(blocks))
def checksum(data: vy.In[vy.u8], blocks: vy.In[vy.u32], table: vy.In[vy.u32], crc: vy.Out[vy.u32]):
    n = vy.global_id()
    start, length, file, factor = blocks[n, 0], blocks[n, 1], blocks[n, 2], blocks[n, 3]  # past the end all 0
    value = vy.u32(0xFFFFFFFF)
    for i in range(start, start + length):
        value = table[(value ^ vy.u32(data[i])) & 0xFF] ^ (value >> 8)
    value, product = ~value, vy.u32(0)
    for _ in range(32):  # product = value * factor, bit by bit; bit 31 is x^0
        product ^= value if factor >> 31 else 0
        factor, value = factor << 1, (value >> 1) ^ (0xEDB88320 if value & 1 else 0)
    vy.atomic_xor(crc, file, product)


def arguments(files: list[bytes]) -> tuple[tuple, dict]:
    """Of a call of `checksum`."""
    sizes = np.array([len(f) for f in files])
    file = np.repeat(np.arange(len(files)), -(-sizes // BLOCK))
    behind = np.concatenate([np.arange(0, n, BLOCK)[::-1] for n in sizes])  # bytes between a block and its file's end
    ends = np.cumsum(sizes)[file] - behind
    start = np.maximum(ends - BLOCK, (np.cumsum(sizes) - sizes)[file])
    powers = [1 << 31]
    for _ in range(max(sizes) // BLOCK):  # a zero byte multiplies zlib's register by x^8
        powers.append(zlib.crc32(bytes(BLOCK), powers[-1] ^ 0xFFFFFFFF) ^ 0xFFFFFFFF)
    blocks = np.stack([start, ends - start, file, np.array(powers)[behind // BLOCK]], 1).astype(np.uint32)
    table = np.array([zlib.crc32(bytes([n])) ^ zlib.crc32(b"\0") for n in range(256)], np.uint32)
    return (np.frombuffer(b"".join(files), np.uint8), blocks, table), {"shapes": {"crc": len(files)}}


def expected(files: list[bytes]) -> bytes:
    return np.array([zlib.crc32(f) for f in files], np.uint32).tobytes()


def main() -> None:
    files = [p.read_bytes() for p in sorted(Path(sysconfig.get_path("stdlib")).glob("*.py"))]
    args, keywords = arguments(files)
    crc = checksum(*args, **keywords)
    assert crc.tobytes() == expected(files)
    print(f"{len(files)} files, {len(args[1])} blocks; the first is {crc[0]:08x}")


if __name__ == "__main__":
    main()
