"""Machine code that outlives its process: who finds it loads no LLVM, and what is not whole and ours is never run."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from vyre.contract.backend import MemoryStore
from vyre.drivers.cpu import compiler, identity, loader
from vyre.drivers.cpu.flat import flatten
from vyre.drivers.cpu.image import packed
from vyre.drivers.cpu.mapping import is_possible
from vyre.store.files import FileStore

pytestmark = pytest.mark.skipif(not is_possible(), reason="flat code is not loaded on this system")

TEXT = """
define void @k(ptr %slots, ptr %params, i64 %lo, i64 %hi, i64 %row, ptr %scratch) {
  %p = load ptr, ptr %slots
  %v = load i64, ptr %p
  %w = add i64 %v, NUMBER
  store i64 %w, ptr %p
  ret void
}
"""
USER = """
    import sys
    import numpy as np
    import vyre as vy

    f = vy.kernel_from_source('''
    @vy.kernel
    def f(a: vy.In[vy.u32], out: vy.Out[vy.u32]):
        i = vy.global_id()
        out[i] = a[i] * 3 + 1
    ''')
    out = f(np.arange(1000, dtype=np.uint32), backend="cpu")
    assert (out == np.arange(1000) * 3 + 1).all()
    print(sum(name.partition(".")[0] == "llvmlite" for name in sys.modules))
"""


def added(code: loader.Code) -> int:
    """What the code adds to a number."""
    import ctypes

    number = ctypes.c_int64(0)
    code.run(ctypes.addressof(number).to_bytes(8, sys.byteorder), b"", 0, 1, 0, None)
    return number.value


def text(number: int = 5) -> str:
    return TEXT.replace("NUMBER", str(number))


class Compilations:
    """Counts what LLVM compiles."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, text: str, *, level: int) -> bytes:
        self.count += 1
        return REAL(text, level=level)


REAL = compiler.object_of


@pytest.fixture
def compilations(monkeypatch: pytest.MonkeyPatch) -> Compilations:
    counted = Compilations()
    monkeypatch.setattr(compiler, "object_of", counted)
    return counted


def use(store: Path, **environment: str) -> int:
    """How many modules of llvmlite a new process loads to run a kernel."""
    body = textwrap.dedent(USER)
    done = subprocess.run(
        [sys.executable, "-c", body],
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
        env={**os.environ, "VYRE_CACHE_DIR": str(store), **environment},
    )
    assert done.returncode == 0, done.stderr
    return int(done.stdout)


def test_a_second_process_loads_no_llvm(tmp_path: Path) -> None:
    assert use(tmp_path) > 0
    assert use(tmp_path) == 0
    for entry in tmp_path.glob("cpu-code/*"):  # damaged in the middle of the code
        whole = entry.read_bytes()
        entry.write_bytes(whole[:-100] + b"\xcc" + whole[-99:])
    assert use(tmp_path) > 0
    assert use(tmp_path) == 0
    for entry in tmp_path.glob("cpu-host/*"):
        entry.unlink()
    assert use(tmp_path) > 0  # LLVM is asked what this machine is
    assert use(tmp_path) == 0


def test_two_processes_at_once(tmp_path: Path) -> None:
    """Both compile, both write, and whatever stands is right."""
    environment = {**os.environ, "VYRE_CACHE_DIR": str(tmp_path)}
    body = textwrap.dedent(USER)
    both = [subprocess.Popen([sys.executable, "-c", body], env=environment, stdout=subprocess.DEVNULL) for _ in "ab"]
    assert [one.wait(100) for one in both] == [0, 0]
    assert use(tmp_path) == 0
    assert not list(tmp_path.glob("*/writing-*"))


def test_a_text_is_compiled_once_for_a_level_and_a_processor(
    tmp_path: Path, compilations: Compilations, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(3):
        assert added(loader.load(text(), level=1, store=FileStore(tmp_path))) == 5
    assert compilations.count == 1
    assert added(loader.load(text(), level=0, store=FileStore(tmp_path))) == 5
    assert added(loader.load(text(6), level=1, store=FileStore(tmp_path))) == 6
    assert compilations.count == 3
    here = loader.host()
    for other in (
        replace(here, cpu="other"),
        replace(here, features=here.features + ",+new"),
        replace(here, llvm="1.0.0"),
        replace(here, llvmlite="1.0"),
        replace(here, triple="other"),
    ):
        monkeypatch.setattr(loader, "remembered", lambda store, other=other: other)
        assert added(loader.load(text(), level=1, store=FileStore(tmp_path))) == 5
    assert compilations.count == 8


def test_the_image_of_another_text_is_not_run(compilations: Compilations) -> None:
    """Also where a store confuses its keys."""
    good, bad = MemoryStore(), MemoryStore()
    loader.load(text(5), level=1, store=good)
    loader.load(text(6), level=1, store=bad)
    (key,) = (k for k in good.entries if k[0] == loader.NAMESPACE)
    (wrong,) = (v for k, v in bad.entries.items() if k[0] == loader.NAMESPACE)
    good.entries[key] = wrong
    assert added(loader.load(text(5), level=1, store=good)) == 5
    assert compilations.count == 3
    assert good.entries[key] != wrong  # written anew


def test_an_image_that_is_damaged_anywhere_is_compiled_anew(compilations: Compilations) -> None:
    store = MemoryStore()
    loader.load(text(), level=1, store=store)
    ((key, whole),) = ((k, v) for k, v in store.entries.items() if k[0] == loader.NAMESPACE)
    places = range(0, len(whole), 5)
    for at in places:
        store.entries[key] = whole[:at] + bytes([whole[at] ^ 0x10]) + whole[at + 1 :]
        assert added(loader.load(text(), level=1, store=store)) == 5
        assert store.entries[key] == whole
    assert compilations.count == 1 + len(places)


def test_an_image_that_calls_what_is_not_here_is_compiled_anew(compilations: Compilations) -> None:
    """A store that came from a machine with another C library."""
    store = MemoryStore()
    loader.load(text(), level=1, store=store)
    (key,) = (k for k in store.entries if k[0] == loader.NAMESPACE)
    flat = flatten(REAL(text(), level=1), ("k",))
    store.entries[key] = packed(replace(flat, slots=(("no_such_function", 0),)), key[1])
    assert added(loader.load(text(), level=1, store=store)) == 5
    assert compilations.count == 2


def test_the_system_refuses_memory_that_is_executed(
    compilations: Compilations, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Then LLVM's own linker has its turn, and nothing is kept."""

    def refused(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    store = MemoryStore()
    monkeypatch.setattr(loader, "Mapping", refused)
    assert added(loader.load(text(), level=1, store=store)) == 5
    assert loader.NAMESPACE not in {namespace for namespace, _ in store.entries}
    assert compilations.count == 1


# -- which processor ---------------------------------------------------------------------------------------------------


def test_what_llvm_said_is_remembered_as_long_as_nothing_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, here = FileStore(tmp_path), loader.host()
    assert identity.remembered(store) is None
    identity.remember(store, here)
    assert identity.remembered(store) == here
    told = identity._CPUINFO.read_text(encoding="utf-8")
    name = "flags" if "flags\t" in told else "Features"
    changes: list[Callable[[str], str]] = [
        lambda t: t.replace(name, name + "\t: new_flag", 1).replace(": new_flag\t\t:", ": new_flag"),
        lambda t: t.replace(name, "hidden"),
        lambda t: "",
    ]
    for change in changes:
        other = tmp_path / "cpuinfo"
        other.write_text(change(told), encoding="utf-8")
        monkeypatch.setattr(identity, "_CPUINFO", other)
        assert identity.remembered(store) is None
    monkeypatch.setattr(identity, "_CPUINFO", tmp_path / "none")
    assert identity.remembered(store) is None
    identity.remember(store, here)  # to no effect
    assert identity.remembered(store) is None


def test_another_llvmlite_is_another_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = FileStore(tmp_path)
    identity.remember(store, loader.host())
    real = os.stat

    def newer(path: object, *more: object, **named: object) -> os.stat_result:
        found = real(path, *more, **named)  # type: ignore[arg-type]  # as it is called
        fields = list(found)
        fields[6] += str(path).endswith("libllvmlite.so")  # one byte more
        return os.stat_result(fields, {"st_mtime_ns": found.st_mtime_ns})

    monkeypatch.setattr(os, "stat", newer)
    assert identity.remembered(store) is None
    monkeypatch.undo()
    assert identity.remembered(store) == loader.host()


@pytest.mark.parametrize("stored", [b"", b"vyre cpu host 1", b"vyre cpu host 0\na\nb\nc\nd\ne", b"\xff" * 99])
def test_what_is_no_answer_is_none(stored: bytes) -> None:
    store = MemoryStore()
    identity.remember(store, loader.host())
    ((key, _),) = store.entries.items()
    store.entries[key] = stored
    assert identity.remembered(store) is None
    assert loader.host(store) == loader.host()
    assert store.entries[key] != stored


# -- stores that are not as they should be -----------------------------------------------------------------------------


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root gives files away")
def test_somebody_else_s_image_is_not_run(tmp_path: Path, compilations: Compilations) -> None:
    store = FileStore(tmp_path)
    loader.load(text(), level=1, store=store)
    for entry in tmp_path.glob(f"{loader.NAMESPACE}/*"):
        os.chown(entry, 54321, 54321)
    assert added(loader.load(text(), level=1, store=FileStore(tmp_path))) == 5
    assert compilations.count == 2
    assert {entry.stat().st_uid for entry in tmp_path.glob(f"{loader.NAMESPACE}/*")} == {os.geteuid()}


def test_an_image_that_others_may_write_is_not_run(tmp_path: Path, compilations: Compilations) -> None:
    loader.load(text(), level=1, store=FileStore(tmp_path))
    (entry,) = tmp_path.glob(f"{loader.NAMESPACE}/*")
    for mode in (0o620, 0o602, 0o666):
        entry.chmod(mode)
        before = compilations.count
        assert added(loader.load(text(), level=1, store=FileStore(tmp_path))) == 5
        assert compilations.count == before + 1
        (entry,) = tmp_path.glob(f"{loader.NAMESPACE}/*")
        assert entry.stat().st_mode & 0o777 == 0o600


def test_a_store_that_cannot_be_written_costs_a_compilation_a_process(
    tmp_path: Path, compilations: Compilations
) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.write_text("no directory")
    store = FileStore(in_the_way / "below")
    for _ in range(3):
        assert added(loader.load(text(), level=1, store=store)) == 5
    assert compilations.count == 1
    assert added(loader.load(text(), level=1, store=FileStore(in_the_way / "below"))) == 5
    assert compilations.count == 2


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_process_that_is_killed_while_it_writes_an_image(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    loader.host()
    child = os.fork()
    if child == 0:
        monkeypatch.setattr(os, "replace", lambda *_: os.kill(os.getpid(), signal.SIGKILL))
        loader.load(text(), level=1, store=FileStore(tmp_path))
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL
    store = FileStore(tmp_path)
    assert added(loader.load(text(), level=1, store=store)) == 5
    (entry,) = (e for e in tmp_path.glob(f"{loader.NAMESPACE}/*") if not e.name.startswith("writing-"))
    assert entry.stat().st_size > 100
