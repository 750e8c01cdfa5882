"""Rules of what stands before the body: names, buffers, locals, workgroup, domain and grid."""

from __future__ import annotations

from functools import partial
from typing import Final

from vyre.dtypes import DType
from vyre.errors import Place, ValidationError, shown
from vyre.ir.literals import bits_of, python_value
from vyre.ir.program import ROLES, Buffer, Program

__all__ = ["check_declarations", "check_dtype", "check_names"]

TABLE_BYTES: Final = 64 * 1024
"""Of a constant table, and of a private array."""

RECORD_BYTES: Final = 1 << 31
"""Of one record; NumPy has no larger ones."""

RECORD_DEPTH: Final = 64
"""Of the axes of a field, and of records in records; NumPy has no more axes."""

_LIMIT: Final = 1 << 32
_INSIDE: Final = {"shared": "workgroup memory", "private": "a private array", "table": "a constant table"}


def _no(code: str, message: str, fix: str, actual: object, place: Place | None = None) -> ValidationError:
    return ValidationError(
        message, code=code, fix=fix, actual=actual if isinstance(actual, str) else shown(actual), place=place
    )


def check_names(program: Program) -> None:
    """Names are Python identifiers, and those of buffers and of a record's fields differ (V327). They are no part of the fingerprint."""
    seen: dict[str, Buffer] = {}
    names: list[tuple[str, str, Place | None]] = [("the program", program.name, None)]
    names += [("a local", x.name, None) for x in program.locals]
    names += [("a buffer", x.name, x.place) for x in program.buffers]
    records = [(x.record, x.place) for x in program.buffers if x.record is not None]
    names += [("a field", part, place) for record, place in records for f in record.fields for part in _parts(f.name)]
    for what, name, place in names:
        if not isinstance(name, str) or not name.isidentifier():
            fix = "use letters, digits and _, not starting with a digit"
            raise _no("V327", f"the name of {what} is no Python identifier", fix, repr(name), place)
    for buffer in program.buffers:
        if buffer.name in seen:
            raise _no("V327", "two buffers have one name", "rename one of them", buffer.name, buffer.place)
        seen[buffer.name] = buffer
        fields = [field.name for field in buffer.record.fields] if buffer.record is not None else []
        outer = {".".join(f.split(".")[:k]) for f in fields for k in range(1, f.count(".") + 1)}
        if len(set(fields)) < len(fields) or outer & set(fields):
            raise _no("V327", "two fields of a record have one name", "rename one", ", ".join(fields), buffer.place)


def _parts(name: object) -> list[str]:
    """The parts of a dotted name; what is no name stays as it is, to be refused."""
    return name.split(".") if isinstance(name, str) else [repr(name)]


def check_dtype(dtype: object, place: Place | None, what: str) -> None:
    """V322 for what is no scalar type."""
    if not isinstance(dtype, DType) or not dtype.kind:
        raise _no("V322", f"{what} has no scalar type", "use one of vy.bool_, vy.u8 ... vy.f64", repr(dtype), place)


def check_declarations(program: Program) -> None:
    """V321 and V322."""
    for buffer in program.buffers:
        check_dtype(buffer.dtype, buffer.place, f"the buffer {buffer.name}")
        _check_buffer(buffer)
    for local in program.locals:
        check_dtype(local.dtype, None, f"the local {local.name}")
    _check_launch(program)


def _whole_number(n: object, least: int = 0) -> bool:
    return isinstance(n, int) and not isinstance(n, bool) and least <= n < _LIMIT


def _no_buffer(buffer: Buffer, message: str, fix: str, actual: object) -> ValidationError:
    return _no("V322", f"the buffer {buffer.name} {message}", fix, actual, buffer.place)


def _check_buffer(buffer: Buffer) -> None:
    no = partial(_no_buffer, buffer)
    shape, rank, hints = buffer.shape, buffer.rank, buffer.hints
    if buffer.role not in ROLES:
        raise no("has no role that exists", f"use one of {', '.join(ROLES)}", repr(buffer.role))
    if buffer.role == "uniform":
        if rank != 0 or shape is not None:
            raise no(
                "is a uniform scalar and has no shape",
                "declare it by b.uniform(name, T)",
                f"rank {rank}, shape {shape}",
            )
    elif rank is not None and not (isinstance(rank, int) and 1 <= rank <= 64):
        raise no(
            "needs a rank of 1 ... 64", "use rank=1 and flat subscripts, or rank=None for any rank", f"rank {rank}"
        )
    if shape is not None:
        if not isinstance(shape, tuple) or not all(_whole_number(n) for n in shape):
            raise no("has a shape that is none", "use a tuple of sizes below 2**32", repr(shape))
        if rank is not None and len(shape) != rank:
            raise no("has a shape of another rank", "give one number per axis", f"rank {rank}, shape {shape}")
        count = 1
        for extent in shape:
            count *= extent
        if count >= _LIMIT:
            raise no("would have 2**32 elements or more", "split it into several buffers", f"shape {shape}")
        if buffer.role in ("shared", "private", "table") and count == 0:
            raise no(f"is {_INSIDE[buffer.role]} of no element", "give it a size of at least 1", f"shape {shape}")
        if buffer.role in ("private", "table") and count * buffer.dtype.nbytes > TABLE_BYTES:
            fix = "make it smaller, or pass an array"
            raise no(
                f"is {_INSIDE[buffer.role]} of more than {TABLE_BYTES} bytes",
                fix,
                f"{count * buffer.dtype.nbytes} bytes",
            )
        if buffer.role == "table" and len(buffer.data) != count * buffer.dtype.nbytes:
            fix = f"give {count * buffer.dtype.nbytes} bytes"
            raise no("has other bytes than its shape says", fix, f"{len(buffer.data)} bytes for shape {shape}")
    elif buffer.role in _INSIDE:
        raise no(f"is {_INSIDE[buffer.role]} without a shape", "give it a constant shape, for example 256", "no shape")
    if buffer.data and buffer.role != "table":
        raise no("has data, and only a table is part of its program", "declare it by b.table", buffer.role)
    _check_record(buffer)
    if hints.alignment < 0 or hints.alignment & (hints.alignment - 1):
        raise no("has an alignment that is none", "use 0 or a power of two", hints.alignment)
    if hints.coalesce_axis is not None and not 0 <= hints.coalesce_axis < (1 if rank is None else rank):
        raise no("has a coalesce axis beyond its rank", "use an axis below its rank", hints.coalesce_axis)
    if hints.locality not in ("", "stream", "reuse"):
        raise no("has a locality that is none", "use '', 'stream' or 'reuse'", repr(hints.locality))
    if buffer.live_out and not (buffer.is_output or buffer.role == "persistent"):
        raise no("is live-out, but the program cannot write it", "mark outputs only", buffer.role)
    _check_output_range(buffer)
    _check_init(buffer)


def _check_record(buffer: Buffer) -> None:
    record = buffer.record
    if record is None:
        return
    no = partial(_no_buffer, buffer)
    if buffer.role not in ("in", "out", "inout", "persistent"):
        raise no("has records, which only array arguments have", "use one array per field", buffer.role)
    if not _whole_number(record.nbytes, 1) or record.nbytes >= RECORD_BYTES or not record.fields:
        fix = f"give Record(nbytes, fields), of less than {RECORD_BYTES} bytes"
        raise no("has records of no byte or field, or of too many", fix, repr(record))
    for field in record.fields:
        if len(field.shape) > RECORD_DEPTH or field.name.count(".") >= RECORD_DEPTH:
            fix = f"use at most {RECORD_DEPTH} axes, and names of at most {RECORD_DEPTH} parts"
            raise no("has a field of too many axes, or in too many records", fix, shown(field.name, 80))
        check_dtype(field.dtype, buffer.place, f"the field {field.name} of {buffer.name}")
        if not isinstance(field.shape, tuple) or not all(_whole_number(n, 1) for n in field.shape):
            raise no(f"has a field {field.name} of a shape that is none", "use sizes of at least 1", repr(field.shape))
        if not _whole_number(field.offset) or field.offset + field.nbytes > record.nbytes:
            fix = f"place it within the {record.nbytes} bytes of the record"
            raise no(f"has a field {field.name} outside of its record", fix, f"offset {field.offset}")


def _check_init(buffer: Buffer) -> None:
    if buffer.init is None:
        return
    no = partial(_no_buffer, buffer)
    if buffer.role != "out" or buffer.record is not None:
        raise no("has an init, and only an output of scalars begins with one", "leave the init out", buffer.role)
    bits = 1 if buffer.dtype.is_bool else buffer.dtype.bits
    if type(buffer.init) is not int or not 0 < buffer.init < 1 << bits:
        raise no(f"has an init that is no {buffer.dtype.name}", "use None for zero, else its bits", shown(buffer.init))
    if buffer.dtype.is_float and buffer.init != bits_of(buffer.dtype, python_value(buffer.dtype, buffer.init)):
        raise no("begins with a NaN of another pattern", "use the one of rule 3.4", hex(buffer.init))


def _check_output_range(buffer: Buffer) -> None:
    if buffer.output_range is None:
        return
    start, stop = buffer.output_range
    problem = ""
    if not buffer.is_output:
        problem = "has an output range, but is no output"
    elif not 0 <= start <= stop:
        problem = "has an output range that runs backwards"
    elif buffer.shape is not None:
        size = buffer.nbytes
        for extent in buffer.shape:
            size *= extent
        if stop > size:
            problem = f"has an output range beyond its {size} bytes"
    if problem:
        fix = "give (start, stop) in bytes, 0 <= start <= stop <= the output's bytes"
        raise _no_buffer(buffer, problem, fix, buffer.output_range)


def _check_launch(program: Program) -> None:
    group, domain, grid = program.workgroup, program.domain, program.grid
    if len(group) != 3 or not all(_whole_number(n, 1) for n in group) or group[0] * group[1] * group[2] >= _LIMIT:
        raise _no("V321", "a workgroup is three sizes of at least 1", "use for example workgroup=256", group)
    if domain is not None and grid is not None:
        raise _no(
            "V321", "a program has a domain or a grid, not both", "leave one out", f"domain {domain}, grid {grid}"
        )
    if grid is not None and (len(grid) != 3 or not all(_whole_number(n) for n in grid)):
        raise _no("V321", "a grid is up to three numbers of workgroups", "use for example grid=64", grid)
    if isinstance(domain, tuple):
        if not 1 <= len(domain) <= 3 or not all(_whole_number(n) for n in domain):
            raise _no(
                "V321",
                "a domain is a shape of one to three axes, each below 2**32",
                "use domain=(rows, columns)",
                domain,
            )
    elif domain is not None and not (
        isinstance(domain, int) and 0 <= domain < len(program.buffers) and program.buffers[domain].is_array
    ):
        raise _no("V321", "the domain names no array", "name one of the arrays, or give a shape", domain)
