"""Flat machine code as bytes that go to a store, and back. What was cut short, damaged or made for another key comes back as none.

An image is machine code that will be run, so it is looked at again after the store has: a digest over all of it, and its key, which is a digest of
the text, the compiler, the processor and its features.
"""

from __future__ import annotations

import struct
from typing import Final

from blake3 import blake3

from vyre.drivers.cpu.flat import Flat

__all__ = ["packed", "unpacked"]

_HEAD: Final = struct.Struct("<8sI32s32s")
"""Magic, version of this form, the key, digest of what follows."""
_COUNTS: Final = struct.Struct("<QII")
"""Bytes of code, entries, slots."""
_NAMED: Final = struct.Struct("<QB")
"""A place in the code, bytes of the name that follows."""
_MAGIC: Final = b"vyreflat"
_VERSION: Final = 1


def packed(flat: Flat, key: bytes) -> bytes:
    """The bytes of an image that was made for a key, a digest of 32 bytes."""
    names = b"".join(_NAMED.pack(at, len(name)) + name.encode() for name, at in (*flat.entries, *flat.slots))
    body = _COUNTS.pack(len(flat.code), len(flat.entries), len(flat.slots)) + names + flat.code
    return _HEAD.pack(_MAGIC, _VERSION, key, blake3(body).digest()) + body


def unpacked(image: bytes, key: bytes) -> Flat | None:
    """The machine code; None where the bytes are not a whole image that was made for this key."""
    if len(image) < _HEAD.size + _COUNTS.size:
        return None
    magic, version, made_for, digest = _HEAD.unpack_from(image)
    body = image[_HEAD.size :]
    if (magic, version, made_for) != (_MAGIC, _VERSION, key) or digest != blake3(body).digest():
        return None
    size, entries, slots = _COUNTS.unpack_from(body)
    at = _COUNTS.size
    named: list[tuple[str, int]] = []
    for _ in range(entries + slots):
        place, length = _NAMED.unpack_from(body, at)
        at += _NAMED.size + length
        named.append((body[at - length : at].decode(), place))
    return Flat(body[at : at + size], tuple(named[:entries]), tuple(named[entries:]))
