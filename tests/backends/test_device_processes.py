"""WebGPU and OpenCL at the edges of a process: forks, ends, missing libraries and drivers."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from collections.abc import Mapping
from pathlib import Path

import pytest

from vyre.contract.backend import MemoryStore
from vyre.contract.registry import Registry
from vyre.errors import BackendUnavailable

BACKENDS = ("wgpu", "opencl", "cuda")


@pytest.fixture(params=BACKENDS)
def name(request: pytest.FixtureRequest) -> str:
    rows = Registry().devices(request.param)
    if not rows[0].available:
        pytest.skip(f"{request.param}: {rows[0].reason}")
    return str(request.param)


def _python(text: str, environment: Mapping[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", textwrap.dedent(text)],
        env={**os.environ, **(environment or {})},
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )


_OPEN = """
    import os, sys
    from tests.golden.text_targets import mask
    from vyre.contract.backend import Fill, MemoryStore
    from vyre.contract.registry import Registry
    from vyre.errors import BackendUnavailable
    cls = Registry().load({name!r})
    backend = cls(cls.devices()[0], store=MemoryStore())
    memory = backend.allocate(100)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_R801_D36_a_forked_child_is_told_and_the_parent_is_unharmed(name: str) -> None:
    run = _python(
        _OPEN.format(name=name)
        + """
    child = os.fork()
    if child == 0:
        told = 0
        for use in (lambda: backend.allocate(4), lambda: backend.submit([]), backend.synchronize):
            try:
                use()
            except BackendUnavailable as error:
                told += error.code == "R801" and "before fork" in error.message and "spawn" in error.fix
        memory.close()
        backend.close()
        os._exit(0 if told == 3 else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    backend.submit([Fill(memory)]).result(30)
    print("parent fine")
    """
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout == "parent fine\n"


@pytest.mark.parametrize("ending", ["", "backend.close()", "backend.submit([Fill(memory)])", "del memory, backend"])
def test_the_process_ends_cleanly(name: str, ending: str) -> None:
    run = _python(_OPEN.format(name=name) + f"    {ending}\n    print('end')\n")
    assert (run.returncode, run.stdout, run.stderr) == (0, "end\n", "")


_CALLS = """
    import os, threading
    import numpy as np
    import vyre as vy
    from tests.unit.run.test_call_counts import xor
    name = {name!r}
    a = np.arange(1024, dtype=np.uint32)
    compiled = xor.compile(backend=name)
    bound = compiled.bind(a, a + 1)
    calls = [lambda: xor(a, a + 1, backend=name), lambda: compiled(a, a + 1), bound]
    for call in calls:
        assert (call() == a ^ (a + 1)).all()
"""


def test_the_process_ends_cleanly_while_threads_make_small_calls(name: str) -> None:
    run = _python(
        _CALLS.format(name=name)
        + """
    made = threading.Semaphore(0)
    def for_ever(call):
        while True:
            call()
            made.release()
    for call in calls:
        threading.Thread(target=for_ever, args=(call,), daemon=True).start()
    for _ in range(30):
        made.acquire()
    print("end")
    """
    )
    assert (run.returncode, run.stdout, run.stderr) == (0, "end\n", "")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_R801_small_calls_are_refused_in_a_forked_child(name: str) -> None:
    run = _python(
        _CALLS.format(name=name)
        + """
    child = os.fork()
    if child == 0:
        told = []
        for call in calls:
            try:
                call()
            except vy.VyreError as error:
                told.append(error.code)
        os._exit(0 if told == ["R801"] * 3 else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    print(all((call() == a ^ (a + 1)).all() for call in calls))
    """
    )
    assert (run.returncode, run.stdout) == (0, "True\n"), run.stderr


def test_D40_a_missing_library_or_driver_is_a_row_with_its_reason() -> None:
    for name, module in (("wgpu", "wgpu"), ("opencl", "pyopencl")):
        run = _python(
            f"""
            import sys
            sys.modules[{module!r}] = None
            from vyre.contract.registry import Registry
            (row,) = Registry().devices({name!r})
            assert not row.available and row.reason and "pip install" in row.fix and {name!r} in row.fix, row
            """
        )
        assert run.returncode == 0, run.stderr


def test_D40_no_adapter_and_no_platform(monkeypatch: pytest.MonkeyPatch) -> None:
    wgpu_driver = pytest.importorskip("vyre.drivers.wgpu.backend")
    opencl_driver = pytest.importorskip("vyre.drivers.opencl")

    def broken() -> list[object]:
        raise RuntimeError("no driver")

    def no_platform() -> list[object]:
        raise opencl_driver.cl.LogicError("clGetPlatformIDs", -1001, "PLATFORM_NOT_FOUND_KHR")

    def none() -> list[object]:
        return []

    for module, attribute, cls, fakes in (
        (wgpu_driver, "_adapters", wgpu_driver.WgpuBackend, (none, broken)),
        (opencl_driver, "_devices", opencl_driver.OpenclBackend, (none, no_platform)),
    ):
        for fake in fakes:
            with monkeypatch.context() as patch:
                patch.setattr(module, attribute, fake)
                (row,) = cls.devices()
                assert not row.available
                assert row.reason
                assert "apt-get install" in row.fix
                with pytest.raises(BackendUnavailable, match=r"\[S900\]"):
                    cls(row, store=MemoryStore())


def test_devices_are_listed_with_their_kinds() -> None:
    for name in BACKENDS:
        rows = Registry().devices(name)
        if rows[0].available:
            assert [row.id for row in rows] == [name, *(f"{name}:{n}" for n in range(1, len(rows)))]
            for row in rows:
                assert row.kind == (
                    "software" if any(w in row.name for w in ("llvmpipe", "Portable Computing")) else "gpu"
                )


def test_opencl_needs_a_folder_that_can_be_written(tmp_path: Path) -> None:
    """S900 of PoCL that finds no device, R821 where a driver does and pyopencl can't keep its files; one Fix is for both."""
    if not Registry().devices("opencl")[0].available:
        pytest.skip("no OpenCL device here")
    text = """
        import sys
        import numpy as np
        import vyre as vy
        source = "def k(a: vy.In[vy.u32], out: vy.Out[vy.u32]):\\n    out[vy.global_id()] = a[vy.global_id()] + 7\\n"
        try:
            print(vy.kernel_from_source(source)(np.arange(3, dtype=np.uint32), backend="opencl").tolist())
        except vy.VyreError as error:
            print(error.code, error.fix)
    """
    nowhere = {"HOME": "/dev/null/x", "XDG_CACHE_HOME": "/dev/null/x"}
    elsewhere = {**nowhere, "POCL_CACHE_DIR": str(tmp_path / "pocl")}
    for more, code in ((nowhere, "S900"), (elsewhere, "R821")):
        told = _python(text, more).stdout
        assert told.startswith((f"{code} ", "R821 "))  # only PoCL finds no device
        assert "XDG_CACHE_HOME" in told
        assert _python(text, {**more, "XDG_CACHE_HOME": str(tmp_path)}).stdout == "[7, 8, 9]\n"
