"""The store on disk: whole entries or none, whatever happened to the files."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from vyre.store import files
from vyre.store.files import FileStore, cache_directory

WRITER = """
import sys
from pathlib import Path
from vyre.store.files import FileStore
store = FileStore(Path(sys.argv[1]))
for n in range(200):
    store.put("numbers", b"shared", sys.argv[2].encode() * 5000)
    found = store.get("numbers", b"shared")
    assert found in (b"a" * 5000, b"b" * 5000), found
"""


def test_an_entry_is_found_by_another_store(tmp_path: Path) -> None:
    FileStore(tmp_path).put("numbers", b"one", b"\0value")
    store = FileStore(tmp_path)
    assert store.get("numbers", b"one") == b"\0value"
    assert store.get("numbers", b"two") is None
    assert store.get("letters", b"one") is None
    store.put("numbers", b"one", b"")
    assert FileStore(tmp_path).get("numbers", b"one") == b""


def test_namespace_and_key_do_not_run_together(tmp_path: Path) -> None:
    store = FileStore(tmp_path)
    store.put("ab", b"c", b"1")
    store.put("a", b"bc", b"2")
    assert (store.get("ab", b"c"), store.get("a", b"bc")) == (b"1", b"2")


def test_a_file_that_is_cut_short_anywhere_is_none_and_is_written_anew(tmp_path: Path) -> None:
    store = FileStore(tmp_path)
    store.put("numbers", b"one", b"value")
    place = store.path("numbers", b"one")
    whole = place.read_bytes()
    for length in range(len(whole)):
        place.write_bytes(whole[:length])
        assert store.get("numbers", b"one") is None
    place.write_bytes(whole + b"x")
    assert store.get("numbers", b"one") is None
    store.put("numbers", b"one", b"value")
    assert place.read_bytes() == whole


def test_any_flipped_bit_is_noticed(tmp_path: Path) -> None:
    store = FileStore(tmp_path)
    store.put("numbers", b"one", b"value")
    place = store.path("numbers", b"one")
    whole = place.read_bytes()
    for bit in range(8 * len(whole)):
        damaged = bytearray(whole)
        damaged[bit // 8] ^= 1 << bit % 8
        place.write_bytes(damaged)
        assert store.get("numbers", b"one") is None


def test_the_file_of_another_key_is_none(tmp_path: Path) -> None:
    store = FileStore(tmp_path)
    store.put("numbers", b"one", b"value")
    store.path("numbers", b"one").rename(store.path("numbers", b"two"))
    assert store.get("numbers", b"two") is None


def test_a_directory_in_the_place_of_a_file_is_none(tmp_path: Path) -> None:
    store = FileStore(tmp_path)
    place = store.path("numbers", b"one")
    (place / "somebody's").mkdir(parents=True)
    assert store.get("numbers", b"one") is None
    store.put("numbers", b"one", b"value")  # cannot be moved there
    assert store.get("numbers", b"one") == b"value"
    assert FileStore(tmp_path).get("numbers", b"one") is None
    assert list((tmp_path / "numbers").iterdir()) == [place]
    (place / "somebody's").rmdir()
    store.put("numbers", b"one", b"value")  # an empty one gives way
    assert FileStore(tmp_path).get("numbers", b"one") == b"value"
    assert list((tmp_path / "numbers").iterdir()) == [place]


def test_where_nothing_can_be_written_entries_live_in_memory(tmp_path: Path) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.write_text("no directory")
    store = FileStore(in_the_way / "below")
    store.put("numbers", b"one", b"value")
    assert store.get("numbers", b"one") == b"value"
    assert FileStore(in_the_way / "below").get("numbers", b"one") is None
    assert in_the_way.read_text() == "no directory"


def test_nothing_is_made_before_the_first_entry(tmp_path: Path) -> None:
    assert FileStore(tmp_path / "new").get("numbers", b"one") is None
    assert not (tmp_path / "new").exists()


def test_two_processes_write_and_read_one_entry(tmp_path: Path) -> None:
    writers = [subprocess.Popen([sys.executable, "-c", WRITER, str(tmp_path), name]) for name in "ab"]
    assert [w.wait(60) for w in writers] == [0, 0]
    assert [p.name for p in (tmp_path / "numbers").iterdir()] == [FileStore(tmp_path).path("numbers", b"shared").name]


def test_the_environment_names_the_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VYRE_CACHE_DIR", str(tmp_path / "mine"))
    assert cache_directory() == FileStore().directory == tmp_path / "mine"
    monkeypatch.delenv("VYRE_CACHE_DIR")
    found = cache_directory()
    assert found is not None
    assert found.name == "vyre"


def test_a_namespace_does_not_grow_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The oldest quarter goes, and what is new stays."""
    monkeypatch.setattr(files, "_MOST", 40)
    store = FileStore(tmp_path)
    for n in range(40):
        store.put("numbers", bytes([n]), b"value")
        os.utime(store.path("numbers", bytes([n])), (1000 + n, 1000 + n))
    assert len(list((tmp_path / "numbers").iterdir())) == 40
    store.put("letters", b"a", b"value")
    store.put("numbers", b"new", b"value")
    assert store.get("numbers", b"new") == b"value"
    assert [n for n in range(40) if store.get("numbers", bytes([n])) is None] == list(range(10))
    assert store.get("letters", b"a") == b"value"
