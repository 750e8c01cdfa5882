"""Ctrl-C comes through while a loop runs whose one workgroup is as long as a morning, or never ends, whatever earlier calls took."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

PRELUDE = """
import os, signal, sys, threading
import numpy as np
import vyre as vy

signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs ignore it

@vy.kernel(workgroup=1)
def count(n: vy.u32, x: vy.In[vy.u32], out: vy.Out[vy.u32]):
    i = vy.global_id()
    h = x[i]
    for k in range(n):
        h = h * 747796405 + (h >> 3)
    out[i] = h

@vy.kernel(workgroup=1)
def steady(x: vy.In[vy.u32], out: vy.Out[vy.u32]):
    i = vy.global_id()
    h = x[i]
    for k in range(4000000000):
        h = h * 747796405 + (h >> 3)
    out[i] = h

@vy.kernel(domain="n")
def endless(n: vy.In[vy.u32], out: vy.Out[vy.u32]):
    i = vy.global_id()
    h = n[i]
    while h != 3:
        h = h * 2 + 2
    out[i] = h

@vy.kernel(domain="x")
def by_data(x: vy.In[vy.u32], out: vy.Out[vy.u32]):
    i = vy.global_id()
    h = i
    for k in range(x[0]):
        h = h * 747796405 + (h >> 3)
    out[i] = h

threes, zeros, long = np.full(256, 3, np.uint32), np.zeros(256, np.uint32), np.full(256, 4_000_000_000, np.uint32)
x = np.arange(1, dtype=np.uint32)
n = np.uint32(4_000_000_000)
interrupt = threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT))

def caught(call):
    interrupt.start()
    try:
        call()
    except KeyboardInterrupt:
        print("interrupted", flush=True)
        os._exit(0)
    print("not interrupted")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no signals to send oneself")
@pytest.mark.parametrize(
    "way",
    [
        "caught(lambda: count(n, x, backend='cpu'))",
        "p = count.compile(backend='cpu'); caught(lambda: p(n, x))",
        "p = steady.compile(backend='cpu'); caught(lambda: p(x, out=np.zeros_like(x)))",
        "b = count.compile(backend='cpu').bind(n, x); caught(b)",
        # what was short before, with other numbers
        "p = count.compile(backend='cpu'); [p(np.uint32(3), x) for _ in range(20)]; caught(lambda: p(n, x))",
        "[count(np.uint32(3), x, backend='cpu') for _ in range(20)]; caught(lambda: count(n, x, backend='cpu'))",
        # with other data
        "[endless(threes, backend='cpu') for _ in range(20)]; caught(lambda: endless(zeros, backend='cpu'))",
        "p = endless.compile(backend='cpu'); [p(threes) for _ in range(20)]; caught(lambda: p(zeros))",
        "a = threes.copy(); b = endless.compile(backend='cpu').bind(a); [b() for _ in range(20)]; a[:] = 0; caught(b)",
        "[by_data(threes, backend='cpu') for _ in range(20)]; caught(lambda: by_data(long, backend='cpu'))",
        "p = by_data.compile(backend='cpu'); [p(threes) for _ in range(20)]; caught(lambda: p(long, out=zeros))",
    ],
)
def test_an_interrupt_does_not_wait_for_the_end_of_a_workgroup(way: str, tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(PRELUDE + way, encoding="utf-8")
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=50, check=False)
    assert done.stdout == "interrupted\n", done.stderr
