"""C with OpenMP, compiled here by gcc: what a careful programmer gets without a framework."""

from __future__ import annotations

import ctypes
import os
import platform
import subprocess
import tempfile
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from bench.data import Case, Inputs
from bench.machine import usable_cores
from bench.peers import Job

__all__ = ["FLAGS", "CPeer"]

Array = NDArray[Any]
FLAGS: Final = ("-O3", "-march=native", "-ffp-contract=off", "-fno-math-errno", "-fopenmp", "-shared", "-fPIC")
_SYMBOLS: Final = {"xor": "xor_words", "hash": "hash_words"}


class CPeer:
    """``kern.c`` as a shared library, called through ctypes."""

    def __init__(self) -> None:
        flags = list(FLAGS)
        if platform.machine() in ("x86_64", "AMD64"):
            flags.append("-mprefer-vector-width=512")
        source = Path(__file__).with_name("kern.c")
        with tempfile.TemporaryDirectory() as folder:
            library = Path(folder) / "kern.so"
            subprocess.run(["gcc", *flags, str(source), "-o", str(library)], check=True)
            self._library = ctypes.CDLL(str(library))
        self._flags = flags

    def versions(self) -> dict[str, str]:
        version = subprocess.run(["gcc", "-dumpfullversion"], check=True, capture_output=True, text=True).stdout.strip()
        return {
            "gcc": version,
            "flags": " ".join(self._flags),
            "threads": os.environ.get("OMP_NUM_THREADS", str(usable_cores())),
        }

    def prepare(self, case: Case, given: Inputs, out: Array) -> Job:
        function = getattr(self._library, _SYMBOLS.get(case.kernel, case.kernel))
        function.restype = None
        arguments: list[Any] = [ctypes.c_long(case.n)]
        for name, value in (*given.items(), ("out", out)):
            if name == "side":
                continue  # it is n
            if isinstance(value, np.ndarray):
                arguments.append(ctypes.c_void_p(value.ctypes.data))
            elif isinstance(value, np.float32):
                arguments.append(ctypes.c_float(float(value)))
            else:
                arguments.append(ctypes.c_uint32(int(value)))

        def call(_keep: object = given) -> None:  # the addresses are good as long as the arrays live
            function(*arguments)

        return Job(call)
