"""Programs and byte strings that nobody would write: valid ones with something wrong in them."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from typing import Any, Final

from blake3 import blake3

from tests.property.choices import Choices
from vyre.dtypes import BY_NAME, DType
from vyre.ir.nodes import Block, Break, Clear, Continue, For, Get, If, Return, Set, Size, Stmt, Trap, While
from vyre.ir.ops import ATOMIC_OPS, ID_NAMES, OPS, SUBGROUP_OPS
from vyre.ir.program import ROLES, Buffer, Field, Hints, Local, Program, Record
from vyre.ir.walk import blocks, renumber, walk

__all__ = ["changed_bytes", "changed_program", "changed_text", "payload", "sealed"]

NUMBERS: Final = (0, 1, 2, 3, 7, 63, 64, 65, 255, 256, 65535, 65536, 65537, 2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**63 - 1, 2**63, 2**64 - 1)  # fmt: skip
NAMES: Final = ("k", "a", "out", "if", "None", "ſ", "K", "𝔵", "x" * 300, "self", "__class__", "e\u0301", "v0", "_")
WORDS: Final = (*OPS, *ATOMIC_OPS, *SUBGROUP_OPS, *ID_NAMES, *ROLES, *BY_NAME, "nope")


def sealed(payload: bytes, head: bytes = b"VYRE\x01\x01") -> bytes:
    """Bytes with the right length and digest, so that the content itself is judged."""
    data = head + len(payload).to_bytes(8, "little") + payload
    return data + blake3(data).digest()


def payload(data: bytes) -> bytes:
    """What :func:`sealed` seals."""
    return data[14:-32]


# -- bytes and text ---------------------------------------------------------------------------------------------


def changed_bytes(c: Choices, data: bytes, other: bytes) -> bytes:
    """``data`` with one to eight cuts, flips, insertions, repetitions and pieces of ``other``."""
    made = bytearray(data)
    for _ in range(c.pick((1, 1, 1, 2, 3, 8))):
        at = c.integer(0, max(0, len(made) - 1))
        end = min(len(made), at + c.pick((1, 1, 2, 4, 16, 200)))
        way = c.integer(0, 6)
        if way == 0:
            made[at : at + 1] = bytes((c.integer(0, 255),))
        elif way == 1:
            made[at : at + 1] = bytes((made[at] ^ (1 << c.integer(0, 7)),)) if made else b"\0"
        elif way == 2:
            made[at:at] = varint(c.pick(NUMBERS))
        elif way == 3:
            del made[at:end]
        elif way == 4:
            made[at:at] = made[at:end] * c.pick((1, 1, 2, 100))
        elif way == 5:
            start = c.integer(0, max(0, len(other) - 1))
            made[at:end] = other[start : start + c.pick((1, 2, 4, 16, 200))]
        else:
            del made[at:]
    return bytes(made)


def varint(n: int) -> bytes:
    found = bytearray()
    while n > 0x7F:
        found.append(n & 0x7F | 0x80)
        n >>= 7
    return bytes((*found, n))


_PIECES: Final = (
    "", " ", "\n", "\t", "#", "=", "[", "]", ",", ":", "-1", "-0", "00", "+1", "1_0", "1e9", "0x", "0xg", "²", "٣", "\r", "\x0b", "\x00",
    "\u2028", "\ufeff", "\ud800", "nan", "-inf", "1e999999", "9" * 19, "9" * 20, "9" * 5000, "v" + "9" * 9, "v" + "9" * 30, "v-1",
    *WORDS, "vyre", "program", "workgroup", "domain", "like", "shape", "grid", "buffer", "local", "rank", "any", "coalesce", "align",
    "locality", "live_out", "range", "init", "record", "data", "body", "end", "else", "do", "while", "if", "for", "set", "clear", "trap",
    "step", "break", "continue", "return", "barrier", "x@0", "x@-1", "x.@1", "ab", "a" * 10000, "flat", "field",
)  # fmt: skip


def changed_text(c: Choices, text: str, other: str) -> str:
    """``text`` with words, lines and characters exchanged, dropped, doubled, and taken from ``other``."""
    lines = text.split("\n")
    foreign = other.split("\n")
    for _ in range(c.pick((1, 1, 1, 2, 3, 8))):
        at = c.integer(0, max(0, len(lines) - 1))
        words = lines[at].split(" ") if lines else [""]
        k = c.integer(0, len(words) - 1)
        way = c.integer(0, 8)
        if way <= 2:
            words[k] = c.pick(_PIECES) if c.chance(60) else str(c.pick((*NUMBERS, *NAMES)))
        elif way == 3:
            words.insert(k, c.pick(_PIECES))
        elif way == 4:
            del words[k]
        if way <= 4:
            lines[at : at + 1] = [" ".join(words)]
        elif way == 5:
            lines[at:at] = [c.pick(foreign)]
        elif way == 6:
            del lines[at : at + c.pick((1, 1, 2, 20))]
        elif way == 7:
            lines[at:at] = lines[at : at + c.pick((1, 2, 5))] * c.pick((1, 1, 3, 70))
        else:
            line = lines[at] if lines else ""
            cut = c.integer(0, len(line))
            lines[at : at + 1] = [line[:cut] + c.pick(_PIECES) + line[cut + c.integer(0, 2) :]]
    return "\n".join(lines)


# -- structure --------------------------------------------------------------------------------------------------


def changed_program(c: Choices, program: Program, other: Program) -> Program:
    """``program`` with one to four of its numbers, types, names, declarations or statements changed, in canonical numbers where
    that is possible."""
    for _ in range(c.pick((1, 1, 1, 2, 4))):
        way = c.integer(0, 9)
        if way <= 1 and program.buffers:
            k = c.integer(0, len(program.buffers) - 1)
            made = _buffer(c, program.buffers[k])
            program = dataclasses.replace(program, buffers=(*program.buffers[:k], made, *program.buffers[k + 1 :]))
        elif way == 2:
            program = _declared(c, program, other)
        else:
            program = dataclasses.replace(program, body=_body(c, program, other))
    try:
        return renumber(program)
    except KeyError:  # a value without its definition
        return program


def _number(c: Choices, old: int) -> int:
    return c.pick((max(0, old - 1), old + 1, old * 2, c.integer(0, 9), c.pick(NUMBERS)))


def _dtype(c: Choices) -> DType:
    return c.pick(tuple(BY_NAME.values()))


def _shape(c: Choices, old: tuple[int, ...] | None) -> tuple[int, ...] | None:
    ways: tuple[tuple[int, ...] | None, ...] = (
        None, (), (1,) * 65, (0,), (2**16, 2**16), (2**31,), (2**32 - 1,), (1,), (3, 5), (2**64 - 1,) * 3,
        tuple(_number(c, n) for n in old or (4,)), (*(old or ()), c.pick(NUMBERS)), (old or ())[:-1],
    )  # fmt: skip
    return c.pick(ways)


def _buffer(c: Choices, buffer: Buffer) -> Buffer:
    changes: dict[str, Callable[[], Any]] = {
        "name": lambda: c.pick(NAMES),
        "dtype": lambda: _dtype(c),
        "role": lambda: c.pick(ROLES),
        "rank": lambda: c.pick((None, *NUMBERS[:10], 2**32)),
        "shape": lambda: _shape(c, buffer.shape),
        "hints": lambda: Hints(c.pick((None, *NUMBERS)), c.pick(NUMBERS), c.pick(("", "stream", "reuse"))),
        "live_out": lambda: not buffer.live_out,
        "output_range": lambda: c.pick((None, (0, 0), (c.pick(NUMBERS), c.pick(NUMBERS)))),
        "record": lambda: _record(c, buffer.record),
        "data": lambda: c.pick((b"", b"\0", buffer.data * 2, b"\xff" * 64, b"\1" * 65540)),
        "init": lambda: c.pick((None, *NUMBERS)),
    }
    made = buffer
    for _ in range(c.pick((1, 1, 2, 3))):
        name = c.pick(tuple(changes))
        made = dataclasses.replace(made, **{name: changes[name]()})
    return made


def _record(c: Choices, record: Record | None) -> Record | None:
    fields = list(record.fields if record is not None else (Field("x", _dtype(c), 0),))
    k = c.integer(0, len(fields) - 1)
    way = c.integer(0, 7)
    if way == 0:
        return None
    if way == 1:
        return Record(c.pick(NUMBERS), tuple(fields))
    if way == 2:
        fields *= 2
    elif way == 3:
        fields[k] = dataclasses.replace(fields[k], offset=c.pick(NUMBERS))
    elif way == 4:
        fields[k] = dataclasses.replace(fields[k], shape=_shape(c, fields[k].shape) or ())
    elif way == 5:
        fields[k] = dataclasses.replace(fields[k], name=c.pick((*NAMES, ".".join("x" * 200), "in", "in.m.x", "pos.x")))
    elif way == 6:
        fields[k] = dataclasses.replace(fields[k], dtype=_dtype(c))
    else:
        fields.append(Field("z", _dtype(c), c.integer(0, 30), (1,) * c.pick((1, 31, 32, 33, 63, 64, 65))))
    nbytes = max([1, *(min(f.offset + f.nbytes, 2**64 - 1) for f in fields)]) if c.chance(70) else 23
    return Record(nbytes, tuple(fields))


def _declared(c: Choices, program: Program, other: Program) -> Program:
    grid = tuple(c.pick(NUMBERS) for _ in range(3))
    changes: dict[str, Callable[[], Any]] = {
        "name": lambda: c.pick(NAMES),
        "buffers": lambda: c.pick((program.buffers[:-1], program.buffers * 2, (), program.buffers + other.buffers, program.buffers[::-1])),
        "locals": lambda: c.pick((program.locals[:-1], program.locals * 2, (*program.locals, Local("y", _dtype(c))))),
        "workgroup": lambda: grid if c.chance(50) else c.pick(((1, 1, 1), (1024, 1, 1), (65, 1, 1), (2**16, 2**16, 1))),
        "domain": lambda: c.pick((None, (), c.pick(NUMBERS), (1, 2, 3, 4), grid, grid[:2], grid[:1])),
        "grid": lambda: c.pick((None, grid, (1, 1, 1), (0, 1, 1))),
    }  # fmt: skip
    name = c.pick(tuple(changes))
    return dataclasses.replace(program, **{name: changes[name]()})


def _body(c: Choices, program: Program, other: Program) -> Block:
    """The body with one statement changed, dropped, doubled, moved away or put around."""
    count = sum(1 for _ in walk(program))
    if not count:
        return tuple(stmt for stmt in other.body[:3])
    chosen = c.integer(0, count - 1)
    foreign = tuple(stmt for _, stmt, _ in walk(other))
    numbers = iter(range(count))

    def edit(stmt: Stmt) -> Block:
        way = c.integer(0, 11)
        if way <= 4:
            return (_stmt(c, stmt),)
        if way == 5:
            return ()
        if way == 6:
            return (stmt, stmt)
        if way == 7:
            return (stmt, c.pick(foreign)) if foreign else (stmt,)
        if way == 8:
            jumps: tuple[Stmt, ...] = (Break(), Continue(), Return(), Clear(c.integer(0, 9)), Trap(c.integer(0, 40)))
            return (c.pick(jumps), stmt)
        if way == 9:
            inner: Block = (stmt,)
            for _ in range(c.pick((1, 2, 63, 64, 65))):
                inner = (If(c.integer(0, 9), inner),)
            return inner
        if way == 10:
            return (While((), c.integer(0, 40), (stmt,)),)
        return (Set(c.integer(0, 5), c.integer(0, 40)), Get(0, c.integer(0, 5)), stmt)

    def rebuilt(block: Block) -> Block:
        made: list[Stmt] = []
        for stmt in block:
            here = next(numbers) == chosen
            if isinstance(stmt, If):
                new: Stmt = dataclasses.replace(stmt, then=rebuilt(stmt.then), orelse=rebuilt(stmt.orelse))
            elif isinstance(stmt, For):
                new = dataclasses.replace(stmt, body=rebuilt(stmt.body))
            elif isinstance(stmt, While):
                new = dataclasses.replace(stmt, cond=rebuilt(stmt.cond), body=rebuilt(stmt.body))
            else:
                new = stmt
            made.extend(edit(new) if here else (new,))
        return tuple(made)

    return rebuilt(program.body)


def _stmt(c: Choices, stmt: Stmt) -> Stmt:
    """One field of the statement changed."""
    fields = [
        f.name for f in dataclasses.fields(stmt) if f.name != "place" and getattr(stmt, f.name) not in blocks(stmt)
    ]
    if not fields:
        return stmt
    name = c.pick(fields)
    old = getattr(stmt, name)
    new: Any = old
    if isinstance(old, bool):
        new = not old
    elif isinstance(old, int) or old is None:
        none = name in ("field", "expected") or isinstance(stmt, Size)  # what may be None
        new = None if none and name != "buffer" and c.chance(50) else _number(c, old or 0)
        if name == "step" and c.chance(50):
            new = -new
    elif isinstance(old, str):
        new = c.pick(tuple(_words(stmt)))
    elif isinstance(old, tuple):
        new = c.pick(((), old[:-1], (*old, c.integer(0, 40)), tuple(_number(c, v) for v in old), old[::-1], old * 40))
    elif isinstance(old, type):
        new = _dtype(c)
    return dataclasses.replace(stmt, **{name: new})


def _words(stmt: Stmt) -> Iterator[str]:
    kind = type(stmt).__name__
    yield from {"Op": tuple(OPS), "Atomic": ATOMIC_OPS, "Subgroup": tuple(SUBGROUP_OPS), "Id": ID_NAMES}.get(
        kind, ("x",)
    )
