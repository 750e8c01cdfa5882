"""A kernel that never ends: the timeout comes in time, other work goes on, and the process ends. Each in a process of its own."""

from __future__ import annotations

import os
import signal

import numpy as np
import pytest

import vyre as vy
from tests.handed.support import child
from vyre.opt.expand import can_trap
from vyre.run.session import Session

ENDLESS = """
import asyncio, signal
from tests.handed.endless_kernels import plus, spins, takes_long
device = sys.argv[1]
watched(80)

ones = np.ones(int(sys.argv[2]), np.uint32)
other = np.arange(1000, dtype=np.uint32)
SHORT = vy.DispatchConfig(timeout=0.3)

def expect(code, run, error=vy.DispatchTimeout):
    try:
        run()
    except error as raised:
        assert raised.code == code, raised
        return str(raised)
    raise SystemExit("nothing was raised")

def goes_on(device, session=None):
    # what comes later has its right bytes, or is refused in words
    session = session or vy.session()
    gpu = not device.startswith(("cpu", "reference"))
    for run in (
        lambda: session.dispatch(plus.program, [other], backend=device)[0],
        lambda: session.submit(plus.program, [other], backend=device).result(60)[0],
    ):
        if gpu:
            text = expect("R810", run)
            assert "keeps the device busy" in text and f"session.reopen({device!r})" in text
        else:
            assert (run() == other + 1).all()
"""
# ``text``: what is special of the way; the process ends by itself with 0
WAYS = {
    "a call with a timeout": """
text = expect("R810", lambda: spins(ones, backend=device, config=SHORT))
assert "arrays belong to it" in text and "0.3 s" in text
ends = "DispatchConfig(while_limit=N) ends a `while`" in text
assert ends == (not device.startswith("wgpu"))
assert ends or "with backend='cpu' and DispatchConfig(while_limit=N)" in text
goes_on(device)
""",
    "a check with a timeout": """
text = expect("R810", lambda: spins.check(ones, backends=[device], config=SHORT))
assert "DispatchConfig(while_limit=N) ends a `while`" in text
assert plus.check(other, backends=[device], config=vy.DispatchConfig(timeout=60)).ok
""",
    "a bound call with a timeout": """
bound = spins.compile(backend=device, config=SHORT).bind(ones)
expect("R810", bound)
goes_on(device)
""",
    "a raw dispatch in a session of its own": """
with vy.Session(device) as session:
    expect("R810", lambda: session.dispatch(spins.program, [ones], SHORT))
    goes_on(device, session)
""",
    "a submission with a timeout of the config": """
pending = spins.submit(ones, backend=device, config=SHORT)
expect("R810", pending.result)
assert not pending.ready()
async def waits():
    await pending
expect("R810", lambda: asyncio.run(waits()))
""",
    "a result that is waited for": """
pending = spins.submit(ones, backend=device)
expect("R810", lambda: pending.result(0.3))
if device.startswith(("cpu", "reference")):
    goes_on(device)
""",
    "arrays that it holds": """
plus(other, backend=device)  # compiled: CUDA loads nothing while a kernel runs
expect("R810", lambda: spins(ones, backend=device, config=SHORT))
text = expect("R810", lambda: plus(other, out=ones[:1000], backend=device))
assert "holds arrays of this one" in text and "other arrays" in text
""",
}
# with few workgroups one thread has the loop, with many all have
COMMON = [(way, 100_000) for way in WAYS] + [("a call with a timeout", 100)]


def endless(session: Session, device: str) -> None:
    if device.startswith("wgpu"):
        kind = next(d.kind for d in session.devices() if d.id == device)
        if kind == "software":
            pytest.skip("this device ends every loop by itself (R823)")


@pytest.mark.parametrize(("way", "elements"), COMMON)
def test_a_loop_without_an_end(session: Session, device: str, way: str, elements: int) -> None:
    endless(session, device)
    assert child(ENDLESS + WAYS[way], device, str(elements)) == ""


def test_R810_a_device_that_is_kept_busy_is_opened_again(session: Session, device: str) -> None:
    """The Fix, applied, where one thread has the loop; where nothing keeps the device, reopening gives the same bytes."""
    endless(session, device)
    code = """
with vy.Session(device) as session:
    stuck = session.submit(spins.program, [ones], SHORT)
    expect("R810", stuck.result)
    kept = session.compile(plus.program)
    stuck.leave()
    goes_on(device, session)
    session.reopen(device)
    assert (session.dispatch(plus.program, [other])[0] == other + 1).all()
    assert (session.submit(plus.program, [other]).result(60)[0] == other + 1).all()
    assert (kept([other])[0] == other + 1).all()
"""
    assert child(ENDLESS + code, device, "100") == ""


INTERRUPTED = {
    "a call": "spins(ones, backend=device)",
    "a call with a timeout": "spins(ones, backend=device, config=vy.DispatchConfig(timeout=70))",
    "a submission": "spins.submit(ones, backend=device).result()",
}


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no interval timers on this system")
@pytest.mark.parametrize("how", INTERRUPTED)
def test_ctrl_c_in_a_loop_without_an_end(session: Session, device: str, how: str) -> None:
    endless(session, device)
    code = f"""
plus(other, backend=device)
signal.signal(signal.SIGALRM, signal.default_int_handler)
signal.setitimer(signal.ITIMER_REAL, 0.5)
try:
    {INTERRUPTED[how]}
except KeyboardInterrupt:
    print("interrupted")
if device.startswith(("cpu", "reference")):
    goes_on(device)
"""
    assert child(ENDLESS + code, device, "100000") == "interrupted"


def test_an_interrupted_call_stops_between_workgroups(session: Session) -> None:
    """What would end, but late, is stopped, and its arrays are the caller's again."""
    code = """
takes_long(np.zeros(10, np.uint32), 1, backend="cpu")  # compiled
many = np.zeros(1 << 24, np.uint32)
signal.signal(signal.SIGALRM, signal.default_int_handler)
signal.setitimer(signal.ITIMER_REAL, 0.5)
try:
    takes_long(many, 20_000, backend="cpu")
except KeyboardInterrupt as raised:
    print(getattr(raised, "__notes__", []))
assert (many == 0).any()
assert (plus(other, backend="cpu") == other + 1).all()
"""
    assert child(ENDLESS + code, "cpu", "1") == "[]"


def test_work_that_is_left_when_the_process_ends() -> None:
    """Nobody has waited for it, and the process ends all the same (elsewhere after half a minute)."""
    assert child(ENDLESS + "spins.submit(ones, backend=device)\n", "cpu", "100000") == ""


@vy.kernel(domain="a")
def counted(a: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    n = vy.u32(0)
    while n < a[i]:
        n += 1
    if i < out.size:
        out[i] = n


def test_a_timeout_that_is_kept_changes_nothing(session: Session, device: str) -> None:
    a = np.arange(300, dtype=np.uint32)
    config = vy.DispatchConfig(timeout=60)
    assert (counted(a, backend=device, config=config) == a).all()
    assert (session.dispatch(counted.program, [a], config, backend=device)[0] == a).all()
    into = np.full(300, 9, np.uint32)
    bound = counted.compile(backend=device, config=config).bind(a, out=into)
    for add in (0, 5):
        a += add
        assert bound() is into
        assert (into == a).all()
    assert (counted.submit(a, backend=device, config=config).result() == a).all()


def test_the_fix_of_R810_while_limit(session: Session, device: str) -> None:
    """The limit ends the loop, and a loop that stays below it gives its bytes; a device without traps says where."""
    a = np.arange(300, dtype=np.uint32)
    limited = vy.DispatchConfig(timeout=60, while_limit=300)
    profile = session.engine(device).profile
    if not can_trap(profile.features, profile.dtypes):
        with pytest.raises(vy.UnsupportedFeature, match=r"\[U701\].*while_limit") as caught:
            counted(a, backend=device, config=limited)
        assert "backend='cpu'" in caught.value.fix
        assert (counted(a, backend=device, config=vy.DispatchConfig(timeout=60)) == a).all()  # left at its default
        device = "cpu"
    with pytest.raises(vy.Trapped):
        counted(a, backend=device, config=vy.DispatchConfig(timeout=60, while_limit=100))
    assert (counted(a, backend=device, config=limited) == a).all()


def test_no_fork_harms_submitted_work_of_the_reference() -> None:
    if not hasattr(os, "fork"):
        pytest.skip("no fork on this system")
    code = """
import warnings
one = plus.submit(other, backend="reference")
with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)
    pid = os.fork()
if pid == 0:
    os._exit(0 if (plus.submit(other, backend="reference").result(60) == other + 1).all() else 3)
assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
assert (one.result(60) == other + 1).all()
"""
    assert child(ENDLESS + code, "reference", "1") == ""
