"""Threads, fork and the end of the process, each in a process of its own."""

from __future__ import annotations

import os
import sys

import pytest

from tests.handed.support import child
from vyre.run.session import Session

needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")

KERNELS = """
import threading
from tests.handed.mixed_kernels import attempt, scaled
device = sys.argv[1]
"""

COLD = """
session = vy.session()
real = type(session.registry).load
compiled, guard = [], threading.Lock()

def counting(registry, name):
    cls = real(registry, name)
    if not hasattr(cls, "counted"):
        inner = cls.compile
        def compile(self, plan, profile):
            with guard:
                compiled.append((plan.program.program.name, plan.key))
            return inner(self, plan, profile)
        cls.compile, cls.counted = compile, True
    return cls

type(session.registry).load = counting
start, wrong = threading.Barrier(16), []

def work(seed):
    try:
        start.wait(60)
        for n in range(200):
            if not attempt((seed + n) % 5, 1000 * seed + n, 20 + (seed * 7 + n) % 90, device):
                wrong.append((seed, n))
    except BaseException as error:
        wrong.append(repr(error))

threads = [threading.Thread(target=work, args=(seed,)) for seed in range(16)]
[t.start() for t in threads]
[t.join() for t in threads]
assert wrong == [], wrong[:5]
assert len(compiled) == len(set(compiled)), compiled
# beside what measures a device that nobody has measured yet
print(*sorted({name for name, _ in compiled if not name.startswith("probe_")}))
"""


# Warp #224, taichi #2022
def test_sixteen_threads_two_hundred_dispatches_each_from_cold(device: str) -> None:
    """The first use of everything is inside the threads; each plan is compiled once."""
    assert child(KERNELS + COLD, device) == "bumped bytewise counted mirrored scaled"


FORKED = """
import warnings
assert all(attempt(kind, kind, 100, device) for kind in range(5))
big = np.arange(1 << 20, dtype=np.uint32)
under_way = [scaled.submit(big, 3, backend=device) for _ in range(3)]
gpu = device.partition(":")[0] in ("wgpu", "opencl", "cuda")

def in_child():
    try:
        right = all(attempt(kind, 50 + kind, 100, device) for kind in range(5))
        right = right and bool((scaled(big, 5, backend=device) == big * 6).all())
        right = right and bool((scaled.submit(big, 5, backend=device).result(30) == big * 6).all())
        return 0 if right and not gpu else 2
    except vy.VyreError as error:
        text = str(error)
        return 0 if gpu and error.code == "R801" and "before fork" in text and "spawn" in text.split("Fix: ")[1] else 3

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # newer Pythons warn of forking with threads
    for end in (os._exit, sys.exit):
        pid = os.fork()
        if pid == 0:
            watched(60)
            code = in_child()
            if end is sys.exit and gpu is False:
                scaled.submit(big, 7, backend=device)  # and the child ends with work under way
            end(code)
        code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        assert code == 0, (end, code)
for one in under_way:
    assert bool((one.result(60) == big * 4).all())
assert all(attempt(kind, 90 + kind, 100, device) for kind in range(5))
print("unaffected")
"""


# pycuda #137, numba #2673
@needs_fork
def test_a_fork_after_the_first_use(device: str) -> None:
    assert child(KERNELS + FORKED, device) == "unaffected"


GIVEN_BACK = """
import gc, warnings
from wgpu.backends.wgpu_native import _api
given_back = []
for cls in vars(_api).values():
    if isinstance(cls, type) and hasattr(cls, "_release_function"):
        def release(internal, real=cls._release_function):
            given_back.append(internal)
            real(internal)
        cls._release_function = staticmethod(release)

def hold():
    x = vy.resident(np.arange(5000, dtype=np.uint32), backend=device)
    compiled = scaled.compile(backend=device)
    return [compiled, x, compiled(x, 3), compiled.bind(x, 4)]

held = hold()
vy.session().synchronize()
gc.collect()
with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)
    pid = os.fork()
if pid == 0:
    watched(60)
    given_back.clear()
    held.clear()
    vy.session().cache.clear()
    gc.collect()
    os._exit(len(given_back) > 0)
assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
held.clear()
gc.collect()
assert given_back
print("in the parent")
"""


@needs_fork
def test_a_forked_child_gives_nothing_back_to_webgpu(session: Session) -> None:
    if not session.registry.devices("wgpu")[0].available:
        pytest.skip("no wgpu")
    assert child(KERNELS + GIVEN_BACK, "wgpu") == "in the parent"


ENDED_FORKED = """
import atexit, ctypes, warnings
assert attempt(0, 1, 100, device)
libc = ctypes.CDLL(None)
ended = ctypes.CFUNCTYPE(None, ctypes.c_int, ctypes.c_void_p)(lambda status, _: os.write(1, b"an exit handler "))
libc.on_exit(ended, None)
atexit.register(lambda: print("Python's", flush=True))
with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)
    pid = os.fork()
if pid == 0:
    libc.printf(b"text that C holds back ")
    sys.exit(7)
assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 7
os._exit(0)
"""


@needs_fork
@pytest.mark.skipif(sys.platform != "linux", reason="no on_exit in this C library")
@pytest.mark.parametrize("name", ["wgpu", "opencl"])
def test_a_forked_child_ends_without_the_driver_s_exit_handlers(session: Session, name: str) -> None:
    """Mesa's wait for threads that the child has not."""
    if not session.registry.devices(name)[0].available:
        pytest.skip(f"no {name}")
    said = child(KERNELS + ENDED_FORKED, name)
    assert sorted(said.split()) == sorted("Python's text that C holds back".split())


FORKED_NEW_SESSION = """
import warnings
assert attempt(0, 1, 100, device)
with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)
    pid = os.fork()
if pid == 0:
    watched(60)
    a = np.arange(4, dtype=np.uint32)
    try:
        with vy.Session(device) as own:
            right = own.dispatch(scaled.program, [a, 3])[0].tolist() == (a * 3 + a).tolist()
    except vy.VyreError as error:
        right = "fork" in str(error) and "spawn" in error.fix
    os._exit(0 if right else 1)
assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
assert attempt(0, 1, 100, device)
print("right or refused")
"""


@needs_fork
def test_a_new_session_in_a_forked_child_works_or_says_why_not(device: str) -> None:
    assert child(KERNELS + FORKED_NEW_SESSION, device) == "right or refused"


FORKED_RESIDENT = """
import warnings
a = np.arange(4, dtype=np.uint32)
gpu = device in ("wgpu", "opencl", "cuda")
kept = vy.resident(a, backend=device)
closed = vy.resident(a, backend=device)
with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)
    pid = os.fork()
if pid == 0:
    watched(60)
    wrong = 0
    for use in (kept.numpy, lambda: scaled(kept, 3).numpy(), lambda: vy.resident(a, backend=device).numpy()):
        try:
            found = use().tolist()
            wrong += gpu or found not in (a.tolist(), (a * 3 + a).tolist())
        except vy.VyreError as error:
            wrong += not gpu or error.code != "R801" or "spawn" not in error.fix
    closed.close()  # the memory is the parent's
    os._exit(wrong)
assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
assert kept.numpy().tolist() == closed.numpy().tolist() == a.tolist()
assert scaled(kept, 3).numpy().tolist() == (a * 3 + a).tolist()
print("kept")
"""


@needs_fork
def test_resident_arrays_in_a_forked_child(device: str) -> None:
    assert child(KERNELS + FORKED_RESIDENT, device) == "kept"


FORKED_BEFORE = """
import warnings
with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)
    pid = os.fork()
if pid == 0:
    watched(60)
    os._exit(0 if all(attempt(kind, kind, 100, device) for kind in range(5)) else 1)
assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
assert all(attempt(kind, kind, 100, device) for kind in range(5))
print("both")
"""


@needs_fork
def test_a_fork_before_the_first_use_harms_nobody(device: str) -> None:
    assert child(KERNELS + FORKED_BEFORE, device) == "both"


NO_FORK = """
class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("wgpu", "pyopencl"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Absent())
for name in ("wgpu", "opencl", "nonsense"):
    try:
        attempt(0, 1, 10, name)
    except vy.VyreError as error:
        print(error.code, "fork" in str(error).lower())
"""


def test_without_a_fork_nothing_speaks_of_one() -> None:
    assert child(KERNELS + NO_FORK, "none").split() == ["S900", "False", "S900", "False", "S901", "False"]


ENDS = {
    "work under way": """
big = np.zeros(1 << 21, np.uint32)
kept = [scaled.submit(big, 5, backend=device) for _ in range(4)]
""",
    "a thread that goes on": """
import time
assert attempt(0, 1, 100, device)
def late():
    time.sleep(0.3)  # the main thread has ended by then
    print("late", all(attempt(kind, kind, 100, device) for kind in range(5)))
threading.Thread(target=late).start()
""",
    "daemon threads in the middle of calls": """
assert all(attempt(kind, kind, 100, device) for kind in range(5))
going = threading.Semaphore(0)
def busy(seed):
    try:
        while True:
            assert attempt(seed % 5, seed, 3000, device)
            going.release()
    except vy.VyreError as error:  # the default session is closed when the process ends
        assert error.code in ("R800", "R822"), error
[threading.Thread(target=busy, args=(seed,), daemon=True).start() for seed in range(3)]
[going.acquire() for _ in range(12)]
""",
    "a call in an exit handler": """
import atexit
atexit.register(lambda: print("late", attempt(0, 3, 100, device)))
assert attempt(1, 1, 100, device)
""",
    "objects that outlive their session": """
x = np.arange(100, dtype=np.uint32)
session = vy.Session(device)
with vy.use(device):
    bound = scaled.compile().bind(x, 3)
    bound()
program = scaled.program
pending = session.submit(program, [x, 3])
other = vy.Session(device)
other.submit(program, [x, 4])
""",
    "sys.exit in a with-block": """
with vy.Session(device) as session:
    session.submit(scaled.program, [np.zeros(1 << 20, np.uint32), 3])
    sys.exit(0)
""",
}


@pytest.mark.parametrize("how", ENDS)
def test_the_process_ends_cleanly(device: str, how: str) -> None:
    """Exit code 0, nothing on standard error, within the time."""
    said = child(KERNELS + "watched(60)\n" + ENDS[how], device)
    assert said == ("late True" if "late" in ENDS[how] else "")
