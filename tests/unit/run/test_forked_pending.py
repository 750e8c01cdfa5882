"""A submission that was under way at a fork, as the child sees it: it is told, and waits for nothing."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

FORKED = """
import asyncio, os, sys
import numpy as np
import vyre as vy

@vy.kernel(domain="x", workgroup=1)
def endless(x: vy.InOut[vy.u32]):
    while x[vy.global_id()] == 0:
        pass

held, other = np.zeros(1, np.uint32), np.ones(1, np.uint32)
pending = endless.submit(held, backend="reference")
done = endless.submit(other, backend="cpu")
assert done.result(60) is other

async def awaited():
    return await pending

def told(ask):
    try:
        ask()
    except vy.DispatchFailed as error:
        return error.code == "R801" and "in the child" in error.fix
    return False

pid = os.fork()
if pid == 0:
    asks = [
        pending.result, lambda: pending.result(5), pending.wait, lambda: pending.receipt, pending.cancel,
        lambda: pending.add_done_callback(print), lambda: asyncio.run(awaited()),
    ]
    right = [told(ask) for ask in asks] + [not pending.ready(), done.result() is other, done.wait()]
    right.append(endless(np.ones(3, np.uint32), backend="cpu").tolist() == [1, 1, 1])  # the Fix
    print(right, flush=True)
    os._exit(0 if all(right) else 1)
assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
held[0] = 1
assert pending.result(60) is held
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
def test_R801_a_child_asks_for_what_was_submitted_before_the_fork(tmp_path: Path) -> None:
    file = tmp_path / "forked.py"
    file.write_text(FORKED)
    done = subprocess.run([sys.executable, str(file)], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
