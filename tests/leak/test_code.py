"""Machine code that is compiled, loaded, run and let go leaves nothing behind."""

from __future__ import annotations

import ctypes
import gc
import sys
from pathlib import Path

import pytest

from tests.sizes import size
from vyre.contract.backend import MemoryStore, Store
from vyre.drivers.cpu import loader
from vyre.drivers.cpu.mapping import is_possible

PAGES_OF = Path("/proc/self/statm")
TEXT = """
define void @k(ptr %slots, ptr %params, i64 %lo, i64 %hi, i64 %row, ptr %scratch) {
  %p = load ptr, ptr %slots
  store i64 NUMBER, ptr %p
  ret void
}
"""


def _resident() -> int:
    gc.collect()
    return int(PAGES_OF.read_text().split()[1]) * 4096


def _mappings() -> int:
    return Path("/proc/self/maps").read_text().count("\n")


@pytest.mark.skipif(not is_possible(), reason="flat code is not loaded on this system")
@pytest.mark.parametrize("kept", [False, True], ids=["compiled", "from the store"])
def test_code_that_comes_and_goes(kept: bool) -> None:
    store: Store | None = MemoryStore() if kept else None

    def use(number: int) -> None:
        code = loader.load(TEXT.replace("NUMBER", str(number)), level=1, store=store)
        found = ctypes.c_int64(0)
        code.run(ctypes.addressof(found).to_bytes(8, sys.byteorder), b"", 0, 1, 0, None)
        assert found.value == number

    for n in range(50):
        use(n % 3 if kept else n)
    before, mappings = _resident(), _mappings()
    for n in range(size("codes_leak")):
        use(n % 3 if kept else n)
    assert _mappings() <= mappings + 2
    assert _resident() - before < 1_500_000  # a leak of 4 KB each would show
