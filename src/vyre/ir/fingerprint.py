"""The fingerprint: blake3 over canonical, alpha-renamed content.

Left out: the names of the program, its buffers and locals, places, locals that no statement mentions, and how
values and locals were numbered. Everything else takes part, also hints and live-out marks, which change no
meaning but what a lowering may read.
"""

from __future__ import annotations

from blake3 import blake3

from vyre.errors import ValidationError
from vyre.ir.encode import DTYPE_CODES, SEMANTICS, BodyEncoder, encode_buffer, varint
from vyre.ir.program import Program

__all__ = ["fingerprint", "identity"]


def fingerprint(program: Program) -> bytes:
    """32 bytes that equal programs share; see :attr:`vyre.ir.program.Program.fingerprint`."""
    return program.identity[0]


def identity(program: Program) -> tuple[bytes, bytes]:
    """The fingerprint, and a key that also tells how values and locals are numbered.

    Facts speak of values and locals by number, so they are remembered under the second one: programs that
    share it have the same numbers.
    """
    try:
        return _identity(program)
    except (ValueError, IndexError, KeyError, TypeError, AttributeError) as problem:
        raise ValidationError(
            "a field of the program holds what the grammar does not have",
            code="V313",
            fix="build programs with vy.Builder; program.check() tells which statement it is",
            actual=str(problem),
        ) from problem


def _identity(program: Program) -> tuple[bytes, bytes]:
    digest = blake3(b"vyre program 1 semantics %d\0" % SEMANTICS)
    head = bytearray()
    varint(head, len(program.buffers))
    for buffer in program.buffers:
        encode_buffer(head, buffer)
    for extent in program.workgroup:
        varint(head, extent)
    if program.domain is None:
        head.append(0)
    elif isinstance(program.domain, int):
        head.append(1)
        varint(head, program.domain)
    else:
        head.append(2)
        varint(head, len(program.domain))
        for extent in program.domain:
            varint(head, extent)
    head.append(0 if program.grid is None else 1)
    for extent in program.grid or ():
        varint(head, extent)
    digest.update(head)
    encoder = BodyEncoder(rename=True)
    encoder.encode(program.body, digest.update)
    types = bytearray(DTYPE_CODES[program.locals[local].dtype.name] for local in encoder.locals)
    digest.update(types)
    numbers = bytearray()
    plain = all(old == new for old, new in encoder.values.items())
    if not plain:
        for old in encoder.values:
            varint(numbers, old)
    numbers.append(0xFF)
    varint(numbers, len(program.locals))
    for old in encoder.locals:
        varint(numbers, old)
    result = digest.digest()
    return result, result + blake3(numbers).digest()[:16]
