"""The error of a call whose domain nothing tells (rule 5.1), with the Fix that this program needs."""

from __future__ import annotations

from math import prod

from vyre.errors import ArgumentValueError
from vyre.facts.owners import axes_of
from vyre.ir.axes import swapped_axes
from vyre.ir.nodes import Atomic, Id, Store
from vyre.ir.program import Program
from vyre.ir.walk import walk

__all__ = ["no_domain"]


def no_domain(program: Program, output: int | None) -> ArgumentValueError:
    """A611. ``output``: the buffer whose shape the domain would have been, if the program has one."""
    rank = axes_of(program)
    names = [
        b.name for b in program.buffers if b.is_array and (b.rank or 1) == rank
    ]  # the others are refused as a domain
    actual = f"candidates: {', '.join(names) or 'none'}"
    numbers = "a number" if rank == 1 else f"a tuple of {rank} numbers"
    ways = [*map(repr, names), numbers] if names else [*_first_axes(program, rank), numbers]
    fix = f"say how many invocations to run: domain= ({' or '.join(ways)}) in the decorator or the call, or grid="
    if output is None:
        return ArgumentValueError(
            "no domain can be inferred: the program has no output", code="A611", fix=fix, actual=actual
        )
    buffer = program.buffers[output]
    why = f"{buffer.name!r} is not stored at the invocation's own global_id only"
    swapped = swapped_axes(program)
    group = _idle_axes(program, output)
    if swapped is not None:
        at = f" in {swapped.text}" if swapped.text else ""
        why = f"the subscripts{at} have the axes of the ids the other way round (axis 0 is the first axis of an array, not x)"
        fix = swapped.fix + ("; no domain= is needed then" if swapped.exact else "")
        return ArgumentValueError(f"no domain can be inferred: {why}", code="A611", fix=fix, place=swapped.place)
    if group is not None:
        why = f"workgroup={group} has {len(group)} axes, so the domain has {len(group)} (rule 5.1), and {buffer.name!r} is stored with one subscript"
        fix = f"write workgroup={prod(group)}; or, for {len(group)} axes, subscript with the ids of all of them"
    return ArgumentValueError(
        f"no domain can be inferred: {why}", code="A611", fix=fix, place=buffer.place, actual=actual
    )


def _first_axes(program: Program, rank: int) -> list[str]:
    """A domain of the first axes of an array, for a program none of whose arrays has as few axes as its ids."""
    longer = [b for b in program.buffers if b.is_array and (b.rank or 1) > rank and b.takes_input]
    if not longer:
        return []
    like = max(longer, key=lambda b: b.role == "inout")  # what is written, if there is such an input
    extents = ", ".join(f"{like.name}.shape[{k}]" for k in range(rank))
    arguments = ", ".join(b.name for b in program.buffers if b.takes_input)
    return [f"lambda {arguments}: {f'({extents})' if rank > 1 else extents}"]


def _idle_axes(program: Program, output: int) -> tuple[int, ...] | None:
    """The workgroup in NumPy's order, where it has more axes than the ids and the output: an id of its first axis only,
    and stores of one subscript."""
    statements = [stmt for _, stmt, _ in walk(program)]
    axes = {stmt.axis for stmt in statements if isinstance(stmt, Id) and stmt.name == "global_id"}
    stores = [stmt for stmt in statements if isinstance(stmt, (Store, Atomic)) and stmt.buffer == output]
    if len(axes) != 1 or any(len(stmt.index) != 1 for stmt in stores):
        return None
    (axis,) = axes
    group = tuple(reversed(program.workgroup[: axis + 1]))
    return group if axis and prod(group) == prod(program.workgroup) else None
