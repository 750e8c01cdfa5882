"""The store on disk: one file per namespace and key.

A file is written beside its place and moved there in one step, so that a reader finds a whole one or none, whatever other
processes do. It is checked when it is read: a file that is cut short, damaged or somebody else's counts as none and is
written anew. Where nothing can be written, entries live in memory as long as the process.
"""

from __future__ import annotations

import os
import struct
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Final

from blake3 import blake3

from vyre.config import environment_cache_dir
from vyre.contract.backend import MemoryStore

__all__ = ["FileStore", "cache_directory"]

_MAGIC: Final = b"vyrestor"
_VERSION: Final = 1
_HEAD: Final = struct.Struct("<8sIQ32s32s")
"""Magic, version, bytes of the value, digest of namespace and key, digest of the value."""


def cache_directory() -> Path:
    """``VYRE_CACHE_DIR``, else the place that the system has for a user's caches."""
    named = environment_cache_dir()
    if named is not None:
        return Path(named)
    import platformdirs

    return Path(platformdirs.user_cache_dir("vyre", appauthor=False))


class FileStore:
    """A store in a directory, which comes into being with the first entry. Safe to use from any thread and process.

    >>> with tempfile.TemporaryDirectory() as place:
    ...     FileStore(Path(place)).put("numbers", b"one", b"1")
    ...     FileStore(Path(place)).get("numbers", b"one")
    b'1'
    """

    def __init__(self, directory: Path | None = None) -> None:
        self.directory = cache_directory() if directory is None else directory
        self._memory = MemoryStore()

    def path(self, namespace: str, key: bytes) -> Path:
        """Where an entry lies."""
        return self.directory / namespace / _address(namespace, key).hex()

    def get(self, namespace: str, key: bytes) -> bytes | None:
        """The value; None where there is none, or none that is whole."""
        found = self._memory.get(namespace, key)
        if found is not None:
            return found
        try:
            data = self.path(namespace, key).read_bytes()
        except OSError:
            return None
        return _value(data, _address(namespace, key))

    def put(self, namespace: str, key: bytes, value: bytes) -> None:
        """Keep a value. Never raises: where it cannot be written it is kept in memory."""
        place = self.path(namespace, key)
        address = _address(namespace, key)
        head = _HEAD.pack(_MAGIC, _VERSION, len(value), address, blake3(value).digest())
        try:
            place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(prefix="writing-", dir=place.parent)
        except OSError:
            self._memory.put(namespace, key, value)
            return
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(head + value)
            os.replace(name, place)
        except OSError:
            self._memory.put(namespace, key, value)
            with suppress(OSError):
                os.unlink(name)


def _address(namespace: str, key: bytes) -> bytes:
    return blake3(namespace.encode() + b"\0" + key).digest()


def _value(data: bytes, address: bytes) -> bytes | None:
    """What a file holds; None where it is not whole, or not the file of that address."""
    if len(data) < _HEAD.size:
        return None
    magic, version, nbytes, written_for, digest = _HEAD.unpack_from(data)
    value = data[_HEAD.size :]
    if (magic, version, nbytes, written_for) != (_MAGIC, _VERSION, len(value), address):
        return None
    return value if blake3(value).digest() == digest else None
