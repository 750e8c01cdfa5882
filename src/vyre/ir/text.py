"""The readable form: one statement a line, printed and parsed without loss (places are not part of it).

See ``grammar.md``. Blocks end with ``end``; indentation is for the reader only, ``#`` begins a comment. Values
are ``v0``, ``v1`` …, locals ``name.N``, buffers stand by name, and ``name.flat[v1]`` is the flat view.

>>> from vyre.ir.builder import Builder
>>> from vyre.dtypes import u32
>>> b = Builder("double")
>>> out = b.output("out", u32)
>>> i = b.global_id()
>>> with b.if_(i < out.size):
...     out[i] = i + i
>>> print(b.build().to_text())
vyre 1
program double
workgroup 256 1 1
buffer out out u32 rank 1
body
  v0 = global_id 0
  v1 = size out
  v2 = lt v0 v1 : bool
  if v2
    v3 = add v0 v0 : u32
    out[v0] = v3
  end
end
<BLANKLINE>
"""

from __future__ import annotations

from collections.abc import Iterator

from vyre.ir.literals import python_value
from vyre.ir.nodes import (
    Atomic,
    Block,
    Break,
    Clear,
    Const,
    Continue,
    For,
    Get,
    Id,
    If,
    Load,
    Op,
    Param,
    Return,
    Set,
    Size,
    Stmt,
    Store,
    Subgroup,
    Trap,
    While,
)
from vyre.ir.parse import parse
from vyre.ir.program import Buffer, Program

__all__ = ["parse", "statement_line", "to_text"]


def to_text(program: Program) -> str:
    """The readable form of a program; :func:`vyre.ir.parse.parse` reads it back."""
    lines = ["vyre 1", f"program {program.name}", "workgroup " + _numbers(program.workgroup)]
    if isinstance(program.domain, int):
        lines.append(f"domain like {_buffer(program, program.domain)}")
    elif program.domain is not None:
        lines.append(("domain shape " + _numbers(program.domain)).rstrip())
    if program.grid is not None:
        lines.append("grid " + _numbers(program.grid))
    lines += [_declaration(buffer) for buffer in program.buffers]
    lines += [f"local {local.name}.{n} {local.dtype.name}" for n, local in enumerate(program.locals)]
    lines.append("body")
    stack: list[tuple[Iterator[tuple[str, Stmt | None]], str]] = [(_entries(program, program.body, "end"), "  ")]
    while stack:
        entries, pad = stack[-1]
        for line, stmt in entries:
            lines.append((pad if stmt is not None else pad[2:]) + line)
            if isinstance(stmt, If):
                arms = [(stmt.then, "else" if stmt.orelse else "end"), (stmt.orelse, "end")]
                stack += [
                    (_entries(program, arm, last), pad + "  ") for arm, last in reversed(arms[: 1 + bool(stmt.orelse)])
                ]
                break
            if isinstance(stmt, For):
                stack.append((_entries(program, stmt.body, "end"), pad + "  "))
                break
            if isinstance(stmt, While):
                stack.append((_entries(program, stmt.body, "end"), pad + "  "))
                stack.append((_entries(program, stmt.cond, f"do v{stmt.value}"), pad + "  "))
                break
        else:
            stack.pop()
    return "\n".join(lines) + "\n"


def _entries(program: Program, block: Block, last: str) -> Iterator[tuple[str, Stmt | None]]:
    for stmt in block:
        yield statement_line(program, stmt), stmt
    yield last, None


def _numbers(given: tuple[int, ...]) -> str:
    return " ".join(str(n) for n in given)


def _buffer(program: Program, index: int) -> str:
    return program.buffers[index].name if 0 <= index < len(program.buffers) else f"buffer?{index}"


def _local(program: Program, index: int) -> str:
    return f"{program.locals[index].name}.{index}" if 0 <= index < len(program.locals) else f"local?{index}"


def _declaration(buffer: Buffer) -> str:
    words = [
        "buffer",
        buffer.name,
        buffer.role,
        buffer.dtype.name,
        "rank",
        "any" if buffer.rank is None else str(buffer.rank),
    ]
    if buffer.shape is not None:
        words += ["shape", "[" + ", ".join(str(n) for n in buffer.shape) + "]"]
    hints = buffer.hints
    if hints.coalesce_axis is not None:
        words += ["coalesce", str(hints.coalesce_axis)]
    if hints.alignment:
        words += ["align", str(hints.alignment)]
    if hints.locality:
        words += ["locality", hints.locality]
    if buffer.live_out:
        words.append("live_out")
    if buffer.output_range is not None:
        words += ["range", *map(str, buffer.output_range)]
    if buffer.init is not None:
        words += ["init", f"0x{buffer.init:X}"]
    if buffer.record is not None:
        words += ["record", str(buffer.record.nbytes)]
        for field in buffer.record.fields:
            words += [f"{field.name}@{field.offset}", field.dtype.name]
            words += [f"[{', '.join(map(str, field.shape))}]"] if field.shape else []
    if buffer.data:
        words += ["data", buffer.data.hex()]
    return " ".join(words)


def statement_line(program: Program, stmt: Stmt) -> str:
    """The first line of a statement; also for programs with errors, whose numbers may name nothing."""
    if isinstance(stmt, Const):
        if stmt.bits >> stmt.dtype.bits:
            return f"v{stmt.result} = const {stmt.dtype.name} 0x{stmt.bits:X}"
        if stmt.dtype.is_float:
            digits = stmt.dtype.bits // 4
            return f"v{stmt.result} = const {stmt.dtype.name} 0x{stmt.bits:0{digits}X}  # {python_value(stmt.dtype, stmt.bits)!r}"
        return f"v{stmt.result} = const {stmt.dtype.name} {python_value(stmt.dtype, stmt.bits)!r}"
    if isinstance(stmt, Op):
        return f"v{stmt.result} = {stmt.op} {_values(stmt.args, ' ')} : {stmt.dtype.name}"
    if isinstance(stmt, Id):
        return f"v{stmt.result} = {stmt.name} {stmt.axis}"
    if isinstance(stmt, Size):
        axis = "" if stmt.axis is None else f" {stmt.axis}"
        return f"v{stmt.result} = size {_buffer(program, stmt.buffer)}{axis}"
    if isinstance(stmt, Param):
        return f"v{stmt.result} = param {_buffer(program, stmt.buffer)}"
    if isinstance(stmt, Get):
        return f"v{stmt.result} = get {_local(program, stmt.local)}"
    if isinstance(stmt, Set):
        return f"set {_local(program, stmt.local)} v{stmt.value}"
    if isinstance(stmt, Load):
        return f"v{stmt.result} = load {_element(program, stmt)}"
    if isinstance(stmt, Store):
        return f"{_element(program, stmt)} = v{stmt.value}"
    if isinstance(stmt, Atomic):
        expected = "" if stmt.expected is None else f" expected v{stmt.expected}"
        return f"v{stmt.result} = atomic {stmt.op} {_element(program, stmt)} v{stmt.value}{expected}"
    if isinstance(stmt, If):
        return f"if v{stmt.cond}"
    if isinstance(stmt, For):
        return f"for {_local(program, stmt.local)} v{stmt.lo} v{stmt.hi} step {stmt.step}"
    if isinstance(stmt, While):
        return "while"
    if isinstance(stmt, (Break, Continue, Return)):
        return type(stmt).__name__.lower()
    if isinstance(stmt, Subgroup):
        return f"v{stmt.result} = subgroup {stmt.op} {_values(stmt.args, ' ')} : {stmt.dtype.name}"
    if isinstance(stmt, Clear):
        return f"clear {_buffer(program, stmt.buffer)}"
    if isinstance(stmt, Trap):
        return f"trap v{stmt.code}"
    return "barrier"


def _values(values: tuple[int, ...], between: str) -> str:
    return between.join(f"v{v}" for v in values)


def _element(program: Program, stmt: Load | Store | Atomic) -> str:
    flat = ".flat" if stmt.flat else ""
    name = _buffer(program, stmt.buffer) + flat
    field = None if isinstance(stmt, Atomic) else stmt.field
    if field is None:
        return f"{name}[{_values(stmt.index, ', ')}]"
    record = program.buffers[stmt.buffer].record if 0 <= stmt.buffer < len(program.buffers) else None
    if record is None or not 0 <= field < len(record.fields):
        return f"{name}[{_values(stmt.index, ', ')}] .field?{field}"
    at = len(stmt.index) - len(record.fields[field].shape)
    inner = f"[{_values(stmt.index[max(0, at) :], ', ')}]" if record.fields[field].shape else ""
    return f"{name}[{_values(stmt.index[: max(0, at)], ', ')}] .{record.fields[field].name}{inner}"
