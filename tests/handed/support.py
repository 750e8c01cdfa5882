"""What the tests of known failures share: skipping by reason, child processes, counting compiles."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from vyre.dtypes import DType, ScalarType, i32, i64, u8, u32, u64
from vyre.ir.builder import Builder
from vyre.ir.program import Program
from vyre.ir.values import Val
from vyre.kernel import Kernel
from vyre.run.engine import missing
from vyre.run.session import Session

__all__ = ["INTEGERS", "array", "call", "child", "compiles", "elementwise", "lacks", "needs", "wrapped"]

ROOT = Path(__file__).resolve().parents[2]

_CHILD = """
import faulthandler, os, sys
faulthandler.enable()
import numpy as np
import vyre as vy
def watched(seconds):
    faulthandler.dump_traceback_later(seconds, exit=True)
"""


def lacks(session: Session, device: str, program: Program | Kernel) -> str | None:
    """What the device does not have for a program, in words."""
    return missing(program.program if isinstance(program, Kernel) else program, session.engine(device).profile)


def needs(session: Session, device: str, program: Program | Kernel) -> None:
    """Skip, with the reason, where the device has not what the program needs."""
    what = lacks(session, device, program)
    if what is not None:
        pytest.skip(f"{device} has no {what} in this version")


def call(session: Session, device: str, kernel: Kernel, *args: Any, **keywords: Any) -> Any:
    """A kernel's results on a device, or a skip with the reason."""
    needs(session, device, kernel)
    return kernel(*args, backend=device, **keywords)


def elementwise(*builds: Callable[..., Val], types: Sequence[ScalarType], result: ScalarType) -> Program:
    """``outK[i] = buildK(builder, a[i], b[i], …)`` for each build, guarded. One program compiles faster than many."""
    b = Builder("elementwise")
    inputs = [b.input(f"in{n}", dtype) for n, dtype in enumerate(types)]
    outs = [b.output(f"out{n}", result) for n in range(len(builds))]
    i = b.global_id()
    with b.if_(i < outs[0].size):
        for build, out in zip(builds, outs, strict=True):
            out[i] = build(b, *[array[i] for array in inputs])
    return b.build()


def child(code: str, *arguments: str, timeout: float = 110, variables: Mapping[str, str] | None = None) -> str:
    """Standard output of a Python process that ends with 0 and says nothing else. ``watched(seconds)`` in the code
    starts a watchdog that ends the process. ``variables``: of its environment."""
    paths = os.pathsep.join((str(ROOT / "src"), str(ROOT)))  # of this checkout, wherever vyre is installed from
    environment = dict(os.environ, PYTHONPATH=paths) | dict(variables or {})
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", _CHILD + code, *arguments],
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
        cwd=ROOT,
        env=environment,
    )
    assert done.returncode == 0, f"exit code {done.returncode}\n{done.stdout}\n{done.stderr}"
    assert done.stderr == ""
    return done.stdout.strip()


@contextmanager
def compiles(session: Session, device: str) -> Iterator[list[bytes]]:
    """The keys of the plans that the device compiles meanwhile."""
    backend = session.engine(device).backend
    real = backend.compile
    seen: list[bytes] = []

    def counting(plan: Any, profile: Any) -> Any:
        seen.append(plan.key)
        return real(plan, profile)

    backend.compile = counting  # type: ignore[method-assign]  # looks at what is asked for, changes nothing
    try:
        yield seen
    finally:
        del backend.compile  # the class's own is there again


def array(dtype: DType, values: Any) -> Any:
    """A NumPy array of a scalar type's own dtype."""
    return np.array(values, dtype.numpy_name)


def wrapped(dtype: DType, value: int) -> int:
    """A mathematical integer as the type holds it."""
    value &= (1 << dtype.bits) - 1
    return value - (1 << dtype.bits) if dtype.min < 0 and value > dtype.max else value


INTEGERS: tuple[DType, ...] = (u8, u32, i32, u64, i64)
"""The integer types of this version."""
