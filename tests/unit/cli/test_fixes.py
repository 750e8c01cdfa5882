"""Fixes that ``vyre run`` prints can be typed: each is applied, and the command is right then."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import numpy as np
import pytest

from vyre.cli.main import main

KERNELS = """
import vyre as vy
M, N = vy.dims("M N")

@vy.kernel
def add(x: vy.In[vy.u32], n: vy.u32, y: vy.Out[vy.u32]):
    i = vy.global_id()
    if i < y.size:
        y[i] = x[i] + n

@vy.kernel
def table(x: vy.In[vy.u32, M, N], y: vy.Out[vy.u32, M, N]):
    i, j = vy.global_id(0), vy.global_id(1)
    y[i, j] = x[i, j]

@vy.kernel
def fixed(x: vy.In[vy.u32, 4], y: vy.Out[vy.u32, 4]):
    i = vy.global_id()
    y[i] = x[i]

@vy.kernel(domain="text")
def look_up(table: vy.In[vy.u32], text: vy.In[vy.u32], out: vy.Out[vy.u32]):
    i = vy.global_id()
    if i < out.size:
        out[i] = table[text[i]]

@vy.kernel
def everywhere(x: vy.In[vy.u32], y: vy.Out[vy.u32]):
    y[0] = x[vy.global_id()]

@vy.kernel
def no_input(n: vy.u32, y: vy.Out[vy.u32]):
    y[vy.global_id()] = n

@vy.kernel
def kept(flag: vy.bool_, y: vy.InOut[vy.f32]):
    i = vy.global_id()
    y[i] = y[i] if flag else 0.0

@vy.kernel
def generic(x: vy.In, y: vy.Out[vy.u32]):
    i = vy.global_id()
    y[i] = vy.u32(x[i])
"""
ROWS = [  # what is typed, the code, what is typed after the Fix
    ("add u.npy", "A601", "add u.npy 3"),
    ("add u.npy 3 4", "A601", "add u.npy 3"),
    ("add f.npy 3", "A602", "add f-for-x.npy 3"),
    ("add c.npy 3", "A602", "add c-for-x.npy 3"),
    ("add r.npy 3", "A602", "add r-for-x.npy 3"),
    ("add t.npy 3", "A603", "add t-for-x.npy 3"),
    ("add 3 3", "A604", "add random:u32:8 3"),
    ("add random:f32:8 3", "A602", "add random:u32:8 3"),
    ("add u.npy u.npy", "A602", "add u.npy 3"),
    ("add u.npy 2.5", "A604", "add u.npy 3"),
    ("table u.npy", "A603", "table random:u32:8x8"),
    ("fixed random:u32:5", "A615", "fixed random:u32:4"),
    ("everywhere u.npy", "A611", "everywhere u.npy --domain 4"),
    ("kept 2 f.npy", "A604", "kept True f.npy"),
    ("kept True u.npy", "A602", "kept True u-for-y.npy"),
    ("generic s.npy", "A602", "generic s-for-x.npy"),
    ("generic 5", "A604", "generic random:u32:8"),
    ("generic", "A601", "generic random:u32:8"),
]


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("k.py").write_text(KERNELS)
    np.save("u.npy", np.arange(4, dtype=np.uint32))
    np.save("f.npy", np.arange(4, dtype=np.float32))
    np.save("c.npy", np.arange(4).astype(np.complex64))
    np.save("s.npy", np.array(["1", "2"]))
    np.save("t.npy", np.arange(4, dtype=np.uint32).reshape(2, 2))
    np.save("r.npy", np.zeros(3, [("a", "u4"), ("b", "f4")]))


def run(words: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    code = main(["run", *f"k.py:{words} --backend reference".split()])
    return code, capsys.readouterr().err


@pytest.mark.parametrize(("typed", "code", "after"), ROWS, ids=[row[0] for row in ROWS])
def test_a_fix_of_run_can_be_typed(typed: str, code: str, after: str, capsys: pytest.CaptureFixture[str]) -> None:
    before = {path.name: path.read_bytes() for path in Path().glob("*.npy")}
    status, told = run(typed, capsys)
    assert status == 2
    assert f"[{code}]" in told
    fix = told.partition("Fix: ")[2]
    for word in ("pass ", "numpy.array", "vy.resident", "out=", "shapes=", "write x"):
        assert word not in fix
    script = re.search(r"python -c ('[^']*')", fix)
    if script is not None:
        exec(shlex.split(script[1])[0], {})
        assert f"give {after.split()[-1 if 'kept' in after else 1]}" in fix
    for word in after.split()[1:]:
        assert word in fix or word in typed or word == "4"  # a number of the user's own
    assert run(after, capsys) == (0, "")
    assert {name: Path(name).read_bytes() for name in before} == before  # nobody's file is written over


def test_A612_is_repaired_in_the_file(capsys: pytest.CaptureFixture[str]) -> None:
    status, told = run("no_input 3", capsys)
    assert status == 2
    assert told.endswith("Fix: put numbers into the annotation of that output, as in vy.Out[vy.u32, 256]\n")
    Path("k.py").write_text(
        KERNELS.replace("n: vy.u32, y: vy.Out[vy.u32]):\n    y[", "n: vy.u32, y: vy.Out[vy.u32, 256]):\n    y[")
    )
    assert run("no_input 3", capsys) == (0, "")


@pytest.mark.filterwarnings("default::vyre.errors.VyreWarning")
def test_a_warning_is_told_in_the_command_s_words(capsys: pytest.CaptureFixture[str]) -> None:
    status, told = run("look_up random:u32:256 u.npy", capsys)
    assert status == 0
    assert told.startswith("vyre: warning: look_up: 'out' is left out and gets the shape of 'table'")
    assert "shapes=" not in told
    assert "out=" not in told
    assert "Fix: write its shape into its annotation, in numbers or names (vy.dims)" in told
    Path("k.py").write_text(
        KERNELS.replace(
            "out: vy.Out[vy.u32]):\n    i = vy.global_id()\n    if i < out.size:\n        out[i] = table",
            "out: vy.Out[vy.u32, 4]):\n    i = vy.global_id()\n    if i < out.size:\n        out[i] = table",
        )
    )
    assert run("look_up random:u32:256 u.npy", capsys) == (0, "")


def test_a_path_with_quotes_is_not_put_into_a_script(capsys: pytest.CaptureFixture[str]) -> None:
    np.save("it's.npy", np.arange(4, dtype=np.float32))
    assert main(["run", "k.py:add", "it's.npy", "3", "--backend", "reference"]) == 2
    fix = capsys.readouterr().err.partition("Fix: ")[2]
    assert fix == "give a .npy file of u32 with 1 axis, or for example random:u32:8, for x\n"
