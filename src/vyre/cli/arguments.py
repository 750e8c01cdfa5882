"""What users type: ``FILE.py:NAME`` or ``MODULE:NAME`` to a kernel, ``ARG`` to an array or a number."""

from __future__ import annotations

import importlib
import importlib.util
import math
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from typing import Any

import numpy as np

from vyre.dtypes import BY_NAME, DType
from vyre.errors import ArgumentValueError, OutOfMemory, VyreError, shown
from vyre.ir.program import Program
from vyre.kernel import Kernel
from vyre.run.arrays import numpy_dtype

__all__ = ["argument", "load_kernel", "load_named", "random_array", "searching_here"]

RANDOM = "random:DTYPE:SHAPE[:SEED], for example random:u32:1000000:7 or random:f32:512x512:7"


def load_kernel(text: str) -> Kernel | Program:
    """The kernel or program NAME of ``FILE.py:NAME`` or ``MODULE:NAME``. A file is run as a module that is not ``__main__``.

    Raises ArgumentError S910 (no such file or module, or no ``:NAME``), S912 (no kernel of that name); VyreError S911 where the
    file itself raises.
    """
    where, name, module = _loaded(text)
    found = getattr(module, name, None)
    if isinstance(found, (Kernel, Program)):
        return found
    names = sorted(n for n, v in vars(module).items() if isinstance(v, (Kernel, Program)))
    raise ArgumentValueError(
        f"{where} has no kernel {name!r}",
        code="S912",
        fix=f"name one of {', '.join(names)}" if names else "put @vy.kernel above the function",
        actual=f"{name} is {type(found).__name__}" if found is not None else f"no name {name} in the module",
    )


def load_named(text: str) -> Any:
    """Whatever ``FILE.py:NAME`` or ``MODULE:NAME`` is. Raises as ``load_kernel``."""
    where, name, module = _loaded(text)
    if not hasattr(module, name):
        raise ArgumentValueError(
            f"{where} has no {name!r}",
            code="S912",
            fix="name a function that the file defines",
            actual=f"no name {name} in the module",
        )
    return getattr(module, name)


def _loaded(text: str) -> tuple[str, str, Any]:
    """The file or module, the name in it, and the module itself."""
    where, colon, name = text.rpartition(":")
    path = Path(where)
    is_module = path.suffix != ".py" and all(part.isidentifier() for part in where.split("."))
    if not colon or not name.isidentifier() or not (is_module or path.suffix == ".py"):
        raise ArgumentValueError(
            "a kernel is named as FILE.py:NAME",
            code="S910",
            fix="write the file, a colon and the kernel's name: kernels.py:mask",
            actual=text,
        )
    if not is_module and not path.is_file():
        raise ArgumentValueError(
            f"there is no file {where}",
            code="S910",
            fix="give the path from the current directory",
            actual=str(Path.cwd()),
        )
    if is_module and not _is_there(where):
        raise ArgumentValueError(
            f"there is no module {where}",
            code="S910",
            fix="write FILE.py:NAME, or a module that Python finds from the current directory",
            actual=str(Path.cwd()),
        )
    with redirect_stdout(sys.stderr), _arguments(where):  # what the file prints is no part of the answer
        return where, name, _import(where if is_module else path)


@contextmanager
def searching_here() -> Iterator[None]:
    """Modules are found in the current directory too, as by ``python -m``."""
    sys.path.insert(0, str(Path.cwd()))
    try:
        yield
    finally:
        sys.path.remove(str(Path.cwd()))


def _is_there(module: str) -> bool:
    with searching_here():
        try:
            return importlib.util.find_spec(module) is not None
        except (ImportError, ValueError):  # of a package above it
            return False


@contextmanager
def _arguments(file: str) -> Iterator[None]:
    """``sys.argv`` as ``python FILE.py`` has it: a file that reads it finds none of the command's own."""
    before = sys.argv
    sys.argv = [file]
    try:
        yield
    finally:
        sys.argv = before


def _import(path: Path | str) -> Any:
    """A file's module, or that of a name."""
    try:
        if isinstance(path, str):
            with searching_here():
                return importlib.import_module(path)
        return _run(path)
    except VyreError as error:
        error.detail = "\n".join(filter(None, (error.detail, f"This came up while {path} was loaded.")))
        raise
    except SystemExit as error:
        raise VyreError(
            f"{path} ended the process while it was loaded, with {shown(error.code)}",
            code="S911",
            fix='put what is for a program alone below `if __name__ == "__main__":`',
        ) from error
    except Exception as error:
        frames = [
            f for f in traceback.extract_tb(error.__traceback__) if f.filename == str(path)
        ] or traceback.extract_tb(error.__traceback__)[-1:]
        raise VyreError(
            f"{path} cannot be run: {type(error).__name__}: {error}",
            code="S911",
            fix=f"make `{Path(sys.executable).name} {path}` run first",
            detail="".join(traceback.format_list(frames)).rstrip(),
        ) from error


def _run(path: Path) -> Any:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None  # noqa: PT018 - a .py file always has both
    module = importlib.util.module_from_spec(spec)
    sys.path.insert(0, str(path.resolve().parent))  # as `python FILE.py` does
    sys.modules[path.stem] = module  # dataclasses and pickles of the file look their module up
    spec.loader.exec_module(module)
    return module


def argument(text: str) -> Any:
    """An array of a ``.npy`` file, an array of random numbers, or a number. Raises ArgumentError S913 or S914.

    >>> argument("0x10"), argument("2.5"), argument("random:u8:4:1").dtype.name
    (16, 2.5, 'uint8')
    """
    if text.startswith("random:"):
        return _random(text)
    if text.endswith(".npy"):
        return _load(Path(text))
    if text in ("True", "False"):
        return text == "True"
    for read in (lambda: int(text.replace("_", ""), 0), lambda: float(text)):
        try:
            return read()
        except ValueError:
            continue
    raise ArgumentValueError(
        f"{text!r} is no argument for a kernel",
        code="S913",
        fix=f"give the path of a .npy file, a number, or {RANDOM}",
        actual=text,
    )


def _load(path: Path) -> Any:
    try:
        return np.load(path, allow_pickle=False)  # a pickle could run code
    except (OSError, ValueError, MemoryError, EOFError, OverflowError) as error:
        raise ArgumentValueError(
            f"{path} cannot be read as an array",
            code="S914",
            fix="write it with numpy.save(path, array), with a plain dtype",
            actual=str(error),
        ) from error


def _random(text: str) -> Any:
    parts = text.split(":")[1:]
    dtype = BY_NAME.get(parts[0]) if parts else None
    try:
        shape = tuple(int(n.replace("_", "")) for n in parts[1].split("x"))
        seed = int(parts[2]) if len(parts) > 2 else 0
        if dtype is None or len(parts) > 3 or any(n < 0 for n in shape):
            raise ValueError(text)
    except (IndexError, ValueError) as error:
        known = ", ".join(BY_NAME)
        raise ArgumentValueError(
            "random numbers are asked for in another form",
            code="S913",
            fix=f"write {RANDOM}; DTYPE is one of {known}",
            actual=text,
        ) from error
    fewer = f"ask for fewer: {RANDOM}"
    if math.prod(shape) >= 1 << 32:
        raise ArgumentValueError("an array has fewer than 2**32 elements", code="S913", fix=fewer, actual=text)
    try:
        return random_array(dtype, shape, seed)
    except MemoryError as error:
        raise OutOfMemory(
            "the host has no memory for so many random numbers", code="R851", fix=fewer, actual=text
        ) from error


def random_array(dtype: DType, shape: tuple[int, ...], seed: int) -> np.ndarray[Any, Any]:
    """Random elements: every value of an integer type or bool, floats in [0, 1). The same on every machine and with
    every version of NumPy: SplitMix64 of seed + index (Steele, Lea, Flood, "Fast splittable pseudorandom number
    generators", 2014).

    >>> from vyre.dtypes import u32
    >>> random_array(u32, (2,), 7).tolist() == random_array(u32, (3,), 7)[:2].tolist()
    True
    """
    count = int(np.prod(shape, dtype=np.int64))
    step, first, second = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
    with np.errstate(over="ignore"):  # the generator wraps on purpose
        z = np.uint64(seed % 2**64) + step * np.arange(1, count + 1, dtype=np.uint64)
        z = (z ^ (z >> np.uint64(30))) * first
        z = (z ^ (z >> np.uint64(27))) * second
        z ^= z >> np.uint64(31)
    made: np.ndarray[Any, Any]
    if dtype.is_float:
        bits = dtype.mantissa + 1
        made = (z >> np.uint64(64 - bits)).astype(np.float64) * 2.0**-bits
    elif dtype.is_bool:
        made = z >> np.uint64(63)
    else:
        made = z >> np.uint64(64 - dtype.bits)
    if dtype.is_signed:
        made = made.astype(f"uint{dtype.bits}").view(dtype.numpy_name)
    return made.astype(numpy_dtype(dtype)).reshape(shape)
