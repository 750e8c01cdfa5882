"""A failing case as a file: what it takes to run it again, on any device and on another machine.

The file is JSON. It holds the program in its binary form and as text for whoever reads it, the inputs and the expected bytes.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import msgspec
import numpy as np

from vyre.conform.case import Case, Expected
from vyre.errors import ArgumentValueError, VyreError
from vyre.ir.encode import SEMANTICS
from vyre.ir.literals import python_value
from vyre.ir.program import Buffer, Program
from vyre.run.arrays import element_dtype, numpy_dtype

__all__ = ["Saved", "load", "save"]

SCHEMA: Final = 1


class Bytes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An array argument or a scalar (of no axes)."""

    shape: tuple[int, ...]
    data: bytes


class Document(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The whole file."""

    schema: int
    semantics: int
    row: str
    backend: str
    what: str
    name: str
    text: str
    program: bytes
    inputs: dict[str, Bytes]
    outputs: dict[str, tuple[int, ...]]
    domain: tuple[int, ...] | None
    while_limit: int | None
    expected: dict[str, bytes]
    trap: tuple[int, int] | None


class Saved(msgspec.Struct, frozen=True):
    """A case as it was saved, with the row and the device that it failed on, and the difference in words."""

    case: Case
    expected: Expected
    row: str
    backend: str
    what: str


def save(path: Path, saved: Saved) -> str:
    """Write the file; a folder that isn't there is made. Gives the path; "" where it cannot be written, which is no reason
    to lose the verdict."""
    case = saved.case
    buffers = case.program.buffers
    document = Document(
        schema=SCHEMA,
        semantics=SEMANTICS,
        row=saved.row,
        backend=saved.backend,
        what=saved.what,
        name=case.name,
        text=case.program.to_text(),
        program=case.program.to_bytes(),
        inputs={b.name: _bytes(b, case.inputs[b.name]) for b in buffers if b.takes_input},
        outputs={b.name: case.outputs[b.name] for b in buffers if b.role == "out"},
        domain=case.domain,
        while_limit=case.while_limit,
        expected={buffers[k].name: data for k, data in saved.expected.outputs.items()},
        trap=saved.expected.trap,
    )
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(msgspec.json.format(msgspec.json.encode(document), indent=1))
    except OSError:
        return ""
    return str(path)


def _bytes(buffer: Buffer, value: Any) -> Bytes:
    dtype = numpy_dtype(buffer.dtype) if buffer.role == "uniform" else element_dtype(buffer)
    array = np.asarray(value, dtype)
    return Bytes(array.shape, array.tobytes())


def load(path: Path) -> Saved:
    """Read a file that :func:`save` wrote. Raises ArgumentValueError S918 for anything else."""
    try:
        document = msgspec.json.decode(path.read_bytes(), type=Document)
        if document.schema != SCHEMA or document.semantics != SEMANTICS:
            raise ValueError(f"schema {document.schema}, semantics {document.semantics}")
        program = Program.from_bytes(document.program)
        program.check()
        return _saved(document, program)
    except (OSError, ValueError, KeyError, VyreError) as error:  # a msgspec error is a ValueError
        raise ArgumentValueError(
            f"{path} is no case that this version of vyre can replay",
            code="S918",
            fix="pass a .vyre-case file that `vyre conform` wrote, with a version of the same semantics number",
            actual=str(error).splitlines()[0],
        ) from error


def _saved(document: Document, program: Program) -> Saved:
    numbers = {buffer.name: k for k, buffer in enumerate(program.buffers)}
    arrays = {b.name: b for b in program.buffers}
    inputs = {b.name: _value(b, document.inputs[b.name]) for b in program.buffers if b.takes_input}
    outputs = {b.name: document.outputs[b.name] for b in program.buffers if b.role == "out"}
    case = Case(document.name, program, inputs, outputs, document.domain, document.while_limit)
    expected = Expected({numbers[name]: data for name, data in document.expected.items()}, document.trap)
    for name, data in document.expected.items():
        if len(data) != int(np.prod(case.shape(arrays[name]))) * arrays[name].nbytes:
            raise ValueError(f"{name} has another size than its expected bytes")
    if document.trap is None and len(expected.outputs) != sum(b.is_output for b in program.buffers):
        raise ValueError("not every output has its expected bytes")
    if case.domain is None and program.grid is None:
        raise ValueError("neither a domain nor a grid")
    if case.domain == ():
        raise ValueError("a domain without axes")
    return Saved(case, expected, document.row, document.backend, document.what)


def _value(buffer: Buffer, given: Bytes) -> Any:
    if buffer.role == "uniform":
        return python_value(buffer.dtype, int.from_bytes(given.data, "little"))
    return np.frombuffer(given.data, element_dtype(buffer)).reshape(given.shape)
