"""The store on disk: one file per namespace and key.

A file is written beside its place and moved there in one step, so that a reader finds a whole one or none, whatever other
processes do. It is checked when it is read: a file that is cut short, damaged or somebody else's counts as none and is
written anew, and so does what is no file. Where nothing can be written, entries live in memory as long as the process.
"""

from __future__ import annotations

import math
import os
import stat
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


_BESIDE: Final = "writing-"  # how the names of files begin that are being written
_LEFT: Final = 86_400  # seconds after which such a file is what a process left that was ended
_MOST: Final = 4096
"""Files that a namespace has, more or less: beyond it the oldest quarter goes. Most are of some kilobytes."""


def cache_directory() -> Path | None:
    """``VYRE_CACHE_DIR``, else the place that the system has for a user's caches. Absolute, so that it stays when the process goes
    to another directory; None where there is none: no home, or a current directory that is gone."""
    named = environment_cache_dir()
    try:
        if named is not None:
            found = os.path.expanduser(named)
            return None if found.startswith("~") else Path(os.path.abspath(found))
        import platformdirs

        place = Path(platformdirs.user_cache_dir("vyre", appauthor=False))
    except (OSError, RuntimeError):  # what these raise where there is none
        return None
    return place if place.is_absolute() else None


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
        """Where an entry lies, in a store that has a directory."""
        assert self.directory is not None
        return self.directory / namespace / _address(namespace, key).hex()

    def get(self, namespace: str, key: bytes) -> bytes | None:
        """The value; None where there is none, or none that is whole."""
        found = self._memory.get(namespace, key)
        if found is not None or self.directory is None:
            return found
        try:
            return _read(self.path(namespace, key), _address(namespace, key))
        except (OSError, MemoryError):
            return None

    def put(self, namespace: str, key: bytes, value: bytes) -> None:
        """Keep a value. Never raises: where it cannot be written it is kept in memory."""
        try:
            if self.directory is not None:
                _write(self.path(namespace, key), _address(namespace, key), value)
                return
        except (OSError, MemoryError):
            pass
        self._memory.put(namespace, key, value)


def _write(place: Path, address: bytes, value: bytes) -> None:
    place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=_BESIDE, dir=place.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(_HEAD.pack(_MAGIC, _VERSION, len(value), address, blake3(value).digest()) + value)
        try:
            os.replace(name, place)
        except OSError:
            os.rmdir(place)  # an empty directory in its place gives way
            os.replace(name, place)
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise
    _sweep(place)


def _sweep(written: Path) -> None:
    """Remove what processes left that were ended while they wrote, and the oldest files where there are too many. Told by the file
    system's own clock; what a wrong one makes of it costs a file that is written anew."""
    with suppress(OSError):
        now = written.stat().st_mtime
        names = os.listdir(written.parent)
        for name in names:
            if name.startswith(_BESIDE):
                _remove(written.parent / name, now - _LEFT)
        if len(names) > _MOST:
            oldest = sorted(_age(written.parent / name) for name in names)[_MOST // 4]
            for name in names:
                _remove(written.parent / name, min(oldest, now))


def _age(place: Path) -> float:
    """When a file was written; one that is gone meanwhile counts as new."""
    try:
        return place.stat().st_mtime
    except OSError:
        return math.inf


def _remove(place: Path, before: float) -> None:
    with suppress(OSError):
        if place.stat().st_mtime < before:
            place.unlink()


def _address(namespace: str, key: bytes) -> bytes:
    return blake3(namespace.encode() + b"\0" + key).digest()


def _is_ours(found: os.stat_result) -> bool:
    """Whether only this user can have written a file: what is in the store is trusted, and some of it is run."""
    return not hasattr(os, "geteuid") or (found.st_uid == os.geteuid() and not found.st_mode & 0o022)


def _read(place: Path, address: bytes) -> bytes | None:
    """What a file holds; None where it is not whole, not the file of that address, or no file: a pipe would be waited for,
    and a device may have no end."""
    handle = os.open(place, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    try:
        found = os.fstat(handle)
        if not stat.S_ISREG(found.st_mode) or not _is_ours(found) or found.st_size < _HEAD.size:
            return None
        with os.fdopen(handle, "rb", closefd=False) as file:
            head = file.read(_HEAD.size)
            if len(head) < _HEAD.size:
                return None
            magic, version, nbytes, written_for, digest = _HEAD.unpack(head)
            # before the rest is read, which may be more than memory holds
            if (magic, version, nbytes, written_for) != (_MAGIC, _VERSION, found.st_size - _HEAD.size, address):
                return None
            value = file.read(nbytes)
    finally:
        os.close(handle)
    return value if len(value) == nbytes and blake3(value).digest() == digest else None
