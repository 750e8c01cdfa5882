"""What an opened device keeps between calls: machine code by content, and prepared programs by content and names."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from vyre.contract.backend import CompiledPipeline
from vyre.plan.plan import Assumption

__all__ = ["Kept", "Variants"]

T = TypeVar("T")


@dataclass
class Kept(Generic[T]):
    """Things made once per key, also under threads; newest last, the oldest leave beyond ``limit``."""

    limit: int = 256
    hits: int = 0
    misses: int = 0
    _entries: OrderedDict[tuple[object, ...], T] = field(default_factory=OrderedDict)
    _building: dict[tuple[object, ...], threading.Lock] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def get(self, key: tuple[object, ...], build: Callable[[], T]) -> T:
        found = self._entries.get(key)
        if found is not None:
            self.hits += 1
            return found
        with self._lock:
            building = self._building.setdefault(key, threading.Lock())
        with building:
            found = self._entries.get(key)
            if found is not None:
                self.hits += 1
                return found
            made = build()
            with self._lock:
                self.misses += 1
                self._entries[key] = made
                self._building.pop(key, None)
                # A caller may still hold the one that leaves; its code is freed with it, outside of the lock.
                old = self._entries.popitem(last=False)[1] if len(self._entries) > self.limit else None
            del old
            return made

    def __len__(self) -> int:
        return len(self._entries)

    def take_all(self) -> list[T]:
        """Everything kept, which is then kept no more."""
        with self._lock:
            entries, self._entries = list(self._entries.values()), OrderedDict()
        return entries

    def forked(self) -> None:
        """A fork may have happened while another thread held a lock."""
        self._lock = threading.Lock()
        self._building = {}


class Variants:
    """The machine forms of one program, whatever its names: each is compiled when it is first wanted."""

    def __init__(self) -> None:
        self.compile_ns: dict[frozenset[Assumption], int] = {}  # of those made, also where they are closed again
        self.relaxed: dict[frozenset[Assumption], tuple[str, ...]] = {}  # the float permissions that each uses
        self.compiled_at: dict[frozenset[Assumption], int] = {}  # when that began, by the host's clock
        self._made: dict[frozenset[Assumption], CompiledPipeline] = {}
        self._lock = threading.Lock()
        self.find = self._made.get

    def get(self, variant: frozenset[Assumption], build: Callable[[], CompiledPipeline]) -> CompiledPipeline:
        found = self._made.get(variant)
        if found is None:
            with self._lock:
                found = self._made.get(variant)
                if found is None:
                    begun = time.perf_counter_ns()
                    made = build()
                    self.compile_ns[variant] = time.perf_counter_ns() - begun
                    self.relaxed[variant] = made.relaxed
                    self.compiled_at[variant] = begun
                    found = self._made[variant] = made
        return found

    def close(self) -> None:
        with self._lock:
            made = list(self._made.values())
            self._made.clear()
        for compiled in made:
            compiled.close()

    def __del__(self) -> None:
        for compiled in self._made.values():
            compiled.close()
