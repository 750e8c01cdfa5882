"""A store that somebody has broken: what is asked for is the right value or none, nothing is raised or waited for, and writing
repairs what can be repaired."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import vyre as vy
from vyre.contract.registry import Registry
from vyre.run.probe import _read as facts_of
from vyre.store import files
from vyre.store.files import FileStore, cache_directory

KEY = ("numbers", b"one")
VALUE = b"value" * 100

posix = pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")


def in_child(job: Callable[[], object]) -> int:
    """The exit code of a forked process that does ``job``: 0, 1 where it raises, or minus the signal that ends it."""
    child = os.fork()
    if child == 0:
        try:
            job()
        except BaseException as error:  # noqa: BLE001 - told by the exit code
            os.write(2, repr(error).encode())
            os._exit(1)
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def is_whole(place: Path) -> None:
    """An empty store that nothing is wrong with any more."""
    FileStore(place).put(*KEY, VALUE)
    assert FileStore(place).get(*KEY) == VALUE


def in_its_place(store: FileStore) -> Path:
    found = store.path(*KEY)
    found.parent.mkdir(parents=True, exist_ok=True)
    return found


def a_pipe(place: Path) -> None:
    os.mkfifo(place)


def a_device(place: Path) -> None:
    place.symlink_to("/dev/zero")


def a_loop(place: Path) -> None:
    place.symlink_to(place)


def nowhere(place: Path) -> None:
    place.symlink_to(place.parent / "nothing")


def an_empty_directory(place: Path) -> None:
    place.mkdir()


def more_than_memory(place: Path) -> None:
    place.write_bytes(b"vyrestor")
    os.truncate(place, 1 << 50 if sys.platform == "linux" and _holds(place, 1 << 50) else 1 << 34)


def _holds(place: Path, size: int) -> bool:
    try:
        os.truncate(place, size)
    except OSError:
        return False
    return True


def an_older_version(place: Path) -> None:
    place.write_bytes(files._HEAD.pack(b"vyrestor", 0, 1, files._address(*KEY), bytes(32)) + b"x")


def text(place: Path) -> None:
    place.write_text("{}" * 100)


@posix
@pytest.mark.parametrize(
    "what", [a_pipe, a_device, a_loop, nowhere, an_empty_directory, more_than_memory, an_older_version, text]
)
def test_what_stands_in_the_place_of_a_file_is_none_and_gives_way(tmp_path: Path, what: Callable[[Path], None]) -> None:
    store = FileStore(tmp_path)
    what(in_its_place(store))
    assert store.get(*KEY) is None
    store.put(*KEY, VALUE)
    assert FileStore(tmp_path).get(*KEY) == VALUE
    assert [p.name for p in store.path(*KEY).parent.iterdir()] == [store.path(*KEY).name]


@posix
def test_a_link_is_followed_to_read_and_replaced_to_write(tmp_path: Path) -> None:
    store = FileStore(tmp_path / "store")
    is_whole(tmp_path / "store")
    elsewhere = tmp_path / "elsewhere"
    store.path(*KEY).rename(elsewhere)
    store.path(*KEY).symlink_to(elsewhere)
    assert store.get(*KEY) == VALUE
    before = elsewhere.read_bytes()
    store.put(*KEY, b"new")
    assert not store.path(*KEY).is_symlink()
    assert (store.get(*KEY), elsewhere.read_bytes()) == (b"new", before)


@posix
def test_a_full_disk(tmp_path: Path) -> None:
    import resource

    def job() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))  # as no room after so many bytes
        store = FileStore(tmp_path)
        store.put(*KEY, VALUE)
        assert store.get(*KEY) == VALUE
        assert list((tmp_path / "numbers").iterdir()) == []

    assert in_child(job) == 0
    assert FileStore(tmp_path).get(*KEY) is None
    is_whole(tmp_path)


@posix
@pytest.mark.parametrize("mode", [0o000, 0o500, 0o300])
def test_folders_that_are_not_ours(tmp_path: Path, mode: int) -> None:
    is_whole(tmp_path / "store")
    for folder in (tmp_path / "store" / "numbers", tmp_path / "store"):
        folder.chmod(mode)

    def job() -> None:
        if os.geteuid() == 0:  # who is let in everywhere
            os.setgroups([])
            os.setgid(54321)
            os.setuid(54321)
        store = FileStore(tmp_path / "store")
        assert store.get(*KEY) in (None, VALUE)
        store.put("numbers", b"two", VALUE)
        assert store.get("numbers", b"two") == VALUE

    for above in (tmp_path, *tmp_path.parents[:-2]):
        if above.stat().st_uid == os.geteuid():
            above.chmod(above.stat().st_mode | 0o011)
    code = in_child(job)
    for folder in (tmp_path / "store", tmp_path / "store" / "numbers"):
        folder.chmod(0o700)
    assert code == 0
    is_whole(tmp_path / "store")


@posix
@pytest.mark.parametrize("where", ["fdopen", "replace"])
def test_a_process_that_is_killed_while_it_writes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str) -> None:
    def killed(*_: object) -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    is_whole(tmp_path)
    monkeypatch.setattr(os, where, killed)
    assert in_child(lambda: FileStore(tmp_path).put(*KEY, b"never")) == -signal.SIGKILL
    monkeypatch.undo()
    (left,) = (tmp_path / "numbers").glob("writing-*")
    store = FileStore(tmp_path)
    assert store.get(*KEY) == VALUE
    store.put("numbers", b"two", VALUE)
    assert left.exists()  # its writer may be alive
    os.utime(left, (2**31, 2**31))  # a clock that went back since
    store.put("numbers", b"two", VALUE)
    assert left.exists()
    os.utime(left, (1, 1))
    store.put("numbers", b"two", VALUE)
    assert not left.exists()
    assert (store.get(*KEY), store.get("numbers", b"two")) == (VALUE, VALUE)


def test_an_interrupt_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        FileStore(tmp_path).put(*KEY, VALUE)
    monkeypatch.undo()
    assert list((tmp_path / "numbers").iterdir()) == []
    is_whole(tmp_path)


# -- where it is -----------------------------------------------------------------------------------------------------


def test_a_relative_directory_stays_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("VYRE_CACHE_DIR", "mine")
    store = FileStore()
    monkeypatch.chdir(tmp_path / "elsewhere")
    store.put(*KEY, VALUE)
    assert store.get(*KEY) == VALUE
    assert (tmp_path / "mine" / "numbers").is_dir()
    assert list((tmp_path / "elsewhere").iterdir()) == []


@pytest.mark.parametrize("named", [b"\xff\xfe-no-text", "ü".encode(), b" ", b"a" * 255])
def test_odd_names_are_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, named: bytes) -> None:
    monkeypatch.setenv("VYRE_CACHE_DIR", os.fsdecode(os.fsencode(tmp_path) + b"/" + named))
    FileStore().put(*KEY, VALUE)
    assert FileStore().get(*KEY) == VALUE
    assert [os.fsencode(p.name) for p in tmp_path.iterdir()] == [named]


def test_names_that_cannot_be_and_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for named in (str(tmp_path / ("a" * 300)), "/proc/nowhere", "/dev/null/below"):
        monkeypatch.setenv("VYRE_CACHE_DIR", named)
        store = FileStore()
        store.put(*KEY, VALUE)
        assert store.get(*KEY) == VALUE
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("VYRE_CACHE_DIR", "~/mine")  # that no shell has seen
    assert cache_directory() == tmp_path / "home" / "mine"
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setenv("VYRE_CACHE_DIR", "")
    assert cache_directory() != tmp_path
    assert list(tmp_path.iterdir()) == []


@posix
def test_nobody_s_home_is_no_directory_called_tilde(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HOME", "XDG_CACHE_HOME", "VYRE_CACHE_DIR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("pwd.getpwuid", lambda uid: (_ for _ in ()).throw(KeyError(uid)))
    for named in ("", "~/mine"):
        monkeypatch.setenv("VYRE_CACHE_DIR", named)
        assert cache_directory() is None
        store = FileStore()
        store.put(*KEY, VALUE)
        assert store.get(*KEY) == VALUE
        assert FileStore().get(*KEY) is None
    assert list(tmp_path.iterdir()) == []


@posix
def test_a_current_directory_that_is_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    monkeypatch.setenv("VYRE_CACHE_DIR", "mine")
    store = FileStore()
    assert store.directory is None
    store.put(*KEY, VALUE)
    assert store.get(*KEY) == VALUE


# -- what is in it ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "stored",
    [
        b"[[1]]",
        b"[1]",
        b"null",
        b"{}",
        b"3",
        b"",
        b"\xff",
        b"[" * 100_000,
        b'{"facts": [[1]], "errors": []}',
        b'{"facts": ["no such fact"], "errors": []}',
        b'{"facts": 3, "errors": []}',
        b'{"facts": [], "errors": [1]}',
        b'{"facts": [], "errors": [["div", "f32", NaN, 1]]}',
        b'{"facts": [], "errors": [["div", "f32", 1, -1]]}',
        b'{"facts": [], "errors": [["div", "f32", ' + b"1" * 400 + b", 1]]}",
        b'{"facts": [], "errors": [["no", "f32", 1, 1]]}',
    ],
    ids=range(16),
)
def test_facts_that_are_none_are_measured_anew(stored: bytes) -> None:
    assert facts_of(stored) is None
    assert facts_of(b'{"facts": [], "errors": [["div", "f32", null, 1]]}') is not None


@posix
def test_a_device_opens_over_a_broken_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Right bytes, no warning (which would be an error here), and the next process finds what this one wrote."""
    if not any(row.available for row in Registry().devices("wgpu")):
        pytest.skip("no wgpu device here")
    monkeypatch.setenv("VYRE_CACHE_DIR", str(tmp_path))
    kernel = vy.kernel_from_source(
        "@vy.kernel\ndef f(x: vy.In[vy.f32], y: vy.Out[vy.f32]):\n    i = vy.global_id()\n    y[i] = x[i] / 3.0\n"
    )
    x = np.linspace(-5, 5, 100, dtype=np.float32)
    expected = (x / np.float32(3)).tobytes()
    with vy.Session("wgpu") as session:
        assert session.dispatch(kernel.program, [x])[0].tobytes() == expected
    (entry,) = tmp_path.glob("probe/*")
    whole = entry.read_bytes()
    for what in (a_pipe, text):
        entry.unlink()
        what(entry)
        with vy.Session("wgpu") as session:
            assert session.dispatch(kernel.program, [x])[0].tobytes() == expected
        assert entry.read_bytes() == whole
