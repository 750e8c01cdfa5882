"""Warnings about kernels that are right and probably not meant: each with a Fix."""

from __future__ import annotations

from collections.abc import Iterator

from vyre.dtypes import i32, u32
from vyre.errors import Place
from vyre.ir.axes import swapped_axes
from vyre.ir.program import Program
from vyre.lang.draft import Draft, DraftLocal, LitUse, Node, Operand
from vyre.lang.frame import Unit, segment
from vyre.lang.unsigned import wrapping
from vyre.lang.widening import widened_step, wraps

__all__ = ["warnings_of"]


def warnings_of(unit: Unit, program: Program) -> tuple[tuple[str, Place], ...]:
    """Texts with their places, in the order of the kernel's lines; each once. ``program``: what became of the unit."""
    found: dict[str, Place] = {}
    for node in _nodes(unit.block):
        for text in _about(node):
            found.setdefault(text, node.place)
    for message, fix, at in wrapping(unit.block):
        found.setdefault(_text(message, at, fix), at)
    for text, place in _late_casts(unit.block):
        found.setdefault(text, place)
    for text, place in _lost_results(unit.block, program):
        found.setdefault(text, place)
    swapped = swapped_axes(program)
    if swapped is not None and swapped.place is not None:
        message = f"in {swapped.text} neighbouring invocations differ in the first subscript, as in CUDA, where axis 0 is x: far apart in memory"
        turned = "; a domain= or grid= of numbers turns round with them"
        found.setdefault(_text(message, swapped.place, swapped.fix + turned), swapped.place)
    return tuple(found.items())


def _nodes(block: Draft) -> Iterator[Node]:
    for node in block.nodes:
        yield node
        for inner in node.blocks:
            yield from _nodes(inner)


def _lost_results(block: Draft, program: Program) -> Iterator[tuple[str, Place]]:
    """Scalar parameters that are assigned in a kernel that writes no array: its results may be meant."""
    if any(buffer.role in ("out", "inout") for buffer in program.buffers):
        return
    scalars = {buffer.name: buffer for buffer in program.buffers if buffer.role == "uniform"}
    for node in _nodes(block):
        name = node.local.name
        if (
            node.op == "set" and name in scalars and node.place != scalars[name].place
        ):  # there it gets what the call gives
            dtype = scalars.pop(name).dtype  # the first line of each
            message = f"{name} is a scalar parameter: to assign it stores nothing, and the kernel writes no array"
            fix = f"declare {name}: vy.Out[vy.{dtype.__name__}], and store its elements, as in {name}[i] = …"
            yield _text(message, node.place, fix), node.place


def _in_loops(block: Draft, loops: tuple[Node, ...] = ()) -> Iterator[tuple[Node, tuple[Node, ...]]]:
    """Each node with the loops around it, outermost first."""
    for node in block.nodes:
        yield node, loops
        inside = (*loops, node) if node.op in ("for", "while", "strided") else loops
        for inner in node.blocks:
            yield from _in_loops(inner, inside)


def _late_casts(block: Draft) -> Iterator[tuple[str, Place]]:
    """Sums of 8 or 16 bits that begin with a literal, and are cast to a wider type after their loop only."""
    starts: dict[DraftLocal, LitUse] = {}
    sums: dict[DraftLocal, tuple[Node, Node]] = {}  # the addition's line, and its loop
    typed: set[DraftLocal] = set()
    for node, loops in _in_loops(block):
        if node.op == "set" and node.type.known is None:
            value, local = node.args[0], node.local
            if isinstance(value, LitUse):
                starts.setdefault(local, value)
            elif loops and isinstance(value, Node) and value.op in ("add", "mul") and _reads(value, local):
                sums.setdefault(local, (node, loops[-1]))
            else:
                typed.add(local)
        if node.op != "cast" or not isinstance(node.args[0], Node):
            continue
        local, wide = node.args[0].local, node.type.solved
        if node.args[0].op != "get" or local in typed or local not in starts or local not in sums:
            continue
        have, (step, loop) = local.type.solved, sums[local]
        if have.bits < 32 and loop not in loops and wraps(have, wide):
            to = wide if wide.is_integer or have.is_float else i32 if have.kind == "int" else u32
            begin = f"{local.name} = vy.{to.__name__}({segment(starts[local].place) or starts[local].value})"
            line = widened_step(segment(step.place), local.name, to) or f"cast what is added in line {step.place.line}"
            message = f"{local.name} is summed in {have.name}, as its terms are, and cast to {wide.name} when it may have {'wrapped' if have.is_integer else 'been rounded'}"
            yield _text(message, node.place, f"begin with {begin}, and write {line}"), node.place


def _reads(value: Node, local: DraftLocal) -> bool:
    """Whether a sum or product has ``local`` among its terms."""
    todo: list[Operand] = [value]
    while todo:
        node = todo.pop()
        if isinstance(node, Node) and node.op == "get" and node.local is local:
            return True
        if isinstance(node, Node) and node.op in ("add", "sub", "mul", "xor", "shl"):
            todo.extend(node.args)
    return False


def _about(node: Node) -> Iterator[str]:
    if node.op in ("shl", "shr"):
        count, dtype = node.args[1], node.type.solved
        if isinstance(count, LitUse) and dtype.is_integer and count.value >= dtype.bits:
            message = f"a shift of {dtype.name} by {count.value} is a shift by {int(count.value) % dtype.bits}: counts are modulo the width"
            yield _text(
                message, node.place, f"use a count below {dtype.bits}, or cast to a wider type first: vy.u64(x)"
            )


def _text(message: str, place: Place, fix: str) -> str:
    return f"{message}\n  at {place.display().replace(chr(10), chr(10) + '  ')}\nFix: {fix}"
