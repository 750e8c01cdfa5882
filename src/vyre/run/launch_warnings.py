"""Warnings at a kernel's first launch, of results that are permitted and probably not meant; each once per kernel, with a Fix.

* N100: an output depends on the order of invocations (rule 6.3);
* N101: updates in place that lose one another (rule 4.5);
* N102: an atomic minimum, or an atomic ``and``, into an output that starts as zero (rule 4.2);
* N103: an atomic that the invocations beyond the domain take part in (rule 5.1);
* N104: a loop that may wait for other invocations, of which it is not shown that they run on (rule 5.8).
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import prod
from typing import TYPE_CHECKING, Final

from vyre.errors import Place
from vyre.facts.awaited import awaited
from vyre.facts.lost_updates import LostUpdate, lost_updates
from vyre.facts.order import order_reaches
from vyre.facts.permissions import atomic_sums
from vyre.ir.nodes import Atomic, Stmt, Store
from vyre.ir.program import Buffer, Grid, Program
from vyre.ir.walk import operands, statements, used_buffer, walk
from vyre.run.padding import counted_beyond
from vyre.run.user_warning import warn_user

if TYPE_CHECKING:
    from vyre.run.device_program import DeviceProgram

__all__ = ["warn_of_launch"]

_SYMBOLS: Final = {ast.Add: "add", ast.Sub: "sub", ast.BitAnd: "and", ast.BitOr: "or", ast.BitXor: "xor"}
_ATOMIC: Final = ("u32", "i32", "u64", "i64")
Told = tuple[int, str, str]
"""The number of a statement, what is wrong with it, and the Fix."""


def warn_of_launch(
    pipeline: DeviceProgram,
    grid: Grid,
    shapes: Sequence[Sequence[int]],
    numbers: Mapping[int, bool | int | float],
    domain: Sequence[int] | None,
) -> None:
    """Issue what is to be said of this launch and was not yet. ``shapes`` in slot order; ``numbers``: the scalar arguments that are
    known; ``domain``: None where the call or the kernel gives the grid instead."""
    program, told = pipeline.program, pipeline.engine.told
    name = program.fingerprint + program.labels
    if 0 in grid:
        return
    known = {slot.buffer: shape for slot, shape in zip(pipeline.slots, shapes, strict=False)}
    single = prod(grid) * prod(pipeline.workgroup) == 1
    finders = {
        "N100": () if single else _order(pipeline, grid),
        "N101": () if single else _lost(program, grid),
        "N102": _starts(program),
        "N103": _beyond(pipeline, grid, known, numbers, domain),
        "N104": () if single else _waits(pipeline),
    }
    every = statements(program)
    for code, found in finders.items():
        if (name, code) in told:
            continue
        first = next(iter(found), None)
        if first is not None:
            told.add((name, code))
            at, message, fix = first
            place = every[at].place
            where = "" if place is None else f"\n  at {place.display().replace(chr(10), chr(10) + '  ')}"
            warn_user(f"[{code}] {program.name}: {message}{where}\nFix: {fix}")


def _silence(program: Program, code: str) -> str:
    return f'warnings.filterwarnings("ignore", r"\\[{code}\\] {program.name}:", vy.VyreWarning)'


# -- N100: the order of invocations -----------------------------------------------------------------


def _order(pipeline: DeviceProgram, grid: Grid) -> Iterator[Told]:
    program, verdict = pipeline.program, pipeline.verdict.for_grid(grid)
    if verdict.name != "order-dependent":
        return
    every = statements(program)
    repeated = () if verdict is pipeline.verdict else verdict.alone  # by a grid of more axes than the program has
    used = {value for stmt in every for value in operands(stmt)}
    permitted = {stmt for stmt in atomic_sums(program) if stmt.result not in used}  # by the config (rule 6.2)
    ordered = frozenset(n for n in verdict.statements if every[n] not in permitted)
    if not ordered:
        return
    buffers = order_reaches(program, ordered, frozenset(every[n].buffer for n in repeated))  # type: ignore[union-attr]
    reached = [b.name for n, b in enumerate(program.buffers) if n in buffers and b.is_output]
    if not reached:
        return
    at = min(ordered)
    stmt = every[at]
    assert isinstance(stmt, Atomic)
    why = "does not commute with others of its element" if at in verdict.mixed else "gives an old value that is used"
    names = ", ".join(reached)
    message = f"this atomic {why}, so what {names} holds may depend on the order of the invocations, which differs from run to run"
    fix = (
        f"for the same bytes on every run, let the invocation's own index say where it stores (a flag per element, and np.flatnonzero of "
        f"the flags), not an atomic's old value; where any order is right, or each gives the same (what is stored is sorted afterwards), put "
        f"{_silence(program, 'N100')} before the call"
    )
    yield at, message, fix


# -- N101: lost updates -----------------------------------------------------------------------------


def _lost(program: Program, grid: Grid) -> Iterator[Told]:
    every = statements(program)
    for update in lost_updates(program):
        store = every[update.at]
        if not isinstance(store, Store) or (update.groups and prod(grid) == 1):
            continue
        name = program.buffers[store.buffer].name
        message = f"invocations that update one element of {name} at the same time lose updates: each loads it before another one has stored it"
        yield update.at, message, _atomically(program, update, store)


def _atomically(program: Program, update: LostUpdate, store: Store) -> str:
    buffer = program.buffers[store.buffer]
    dtype = buffer.element(store.field)
    call = _atomic_call(store.place, update.op) or f"vy.atomic_{update.op}({buffer.name}, index, value)"
    if buffer.record is not None or not (dtype.name in _ATOMIC or (dtype.is_float and dtype.bits >= 32)):
        return f"declare an array of vy.u32 or vy.i32 for it, and write {call}"
    if dtype.is_float and update.op in ("add", "sub"):
        return (
            f"write {call} and call it with config=vy.DispatchConfig(reorder=True), where sums in any order will do; where they have to be "
            "the same on every run, scale to integers and add those, or let one invocation per element add its terms in their order"
        )
    return f"write {call}"


def _atomic_call(place: Place | None, op: str) -> str | None:
    """The atomic that does what the statement at a place does; None where that is not known."""
    try:
        (stmt,) = ast.parse("" if place is None else place.text.strip()).body
    except (SyntaxError, ValueError):  # over several lines, or none
        return None
    target: ast.expr | None = None
    value: ast.expr | None = None
    if isinstance(stmt, ast.AugAssign) and _SYMBOLS.get(type(stmt.op)) == op:
        target, value = stmt.target, stmt.value
    elif isinstance(stmt, ast.Assign) and len(stmt.targets) == 1:
        target, terms = stmt.targets[0], _terms(stmt.value, op)
        others = [term for term in terms if ast.unparse(term) != ast.unparse(target)]
        value = others[0] if len(terms) == 2 and len(others) == 1 else None
        if op == "sub" and value is terms[0]:
            return None
    if value is None or not isinstance(target, ast.Subscript):
        return None
    return f"vy.atomic_{op}({ast.unparse(target.value)}, {ast.unparse(target.slice)}, {ast.unparse(value)})"


def _terms(value: ast.expr, op: str) -> list[ast.expr]:
    """The two operands of an operation, as it is written."""
    if isinstance(value, ast.BinOp) and _SYMBOLS.get(type(value.op)) == op:
        return [value.left, value.right]
    if isinstance(value, ast.Call) and ast.unparse(value.func) in (op, f"vy.{op}") and len(value.args) == 2:
        return value.args
    return []


# -- N102: where an output starts -------------------------------------------------------------------


def _starts(program: Program) -> Iterator[Told]:
    writers: dict[int, list[tuple[int, Stmt]]] = {}
    for at, stmt, _ in walk(program):
        if isinstance(stmt, (Store, Atomic)):
            writers.setdefault(stmt.buffer, []).append((at, stmt))
    for n, found in writers.items():
        buffer = program.buffers[n]
        ops = {stmt.op if isinstance(stmt, Atomic) else "store" for _, stmt in found}
        if buffer.role != "out" or buffer.init is not None or ops not in ({"min"}, {"and"}):
            continue
        (op,) = ops
        stays = "at most 0" if op == "min" and (buffer.dtype.is_signed or buffer.dtype.is_float) else "0"
        message = (
            f"{buffer.name} starts as zeros and is changed by atomic_{op} alone, so every element of it stays {stays}"
        )
        start = _greatest(buffer, op)
        yield found[0][0], message, f'give it another start, @vy.kernel(init={{"{buffer.name}": {start}}})'


def _greatest(buffer: Buffer, op: str) -> str:
    """What changes nothing in an atomic minimum, or in an atomic ``and``."""
    if buffer.dtype.is_float:
        return 'float("inf")'
    return "-1" if op == "and" and buffer.dtype.is_signed else hex(buffer.dtype.max)


# -- N103: invocations beyond the domain ------------------------------------------------------------


def _beyond(
    pipeline: DeviceProgram,
    grid: Grid,
    shapes: Mapping[int, Sequence[int]],
    numbers: Mapping[int, bool | int | float],
    domain: Sequence[int] | None,
) -> Iterator[Told]:
    if domain is None:
        return
    program, workgroup = pipeline.program, pipeline.workgroup
    launched = [groups * size for groups, size in zip(grid, workgroup, strict=True)]
    extents = [*reversed(domain), 1, 1][:3]
    beyond = prod(launched) - prod(extents)
    if not beyond:
        return
    at = counted_beyond(program, workgroup, grid, shapes, numbers)
    if at is None:
        return
    message = f"the grid is rounded up to whole workgroups, and {beyond} invocations beyond the domain {tuple(domain)} take part in this atomic"
    yield at, message, f"put it under a guard: {_guard(pipeline, shapes, domain)}"


def _guard(pipeline: DeviceProgram, shapes: Mapping[int, Sequence[int]], domain: Sequence[int]) -> str:
    """The condition that holds inside of a domain."""
    program = pipeline.program
    named = program.domain if isinstance(program.domain, int) else None
    alike = [n for n, shape in shapes.items() if tuple(shape) == tuple(domain)]
    if len(domain) == 1:
        if named is not None and prod(shapes[named]) == domain[0]:
            return f"if vy.global_id() < {program.buffers[named].name}.size:"
        return f"if vy.global_id() < {f'{program.buffers[alike[0]].name}.size' if alike else domain[0]}:"
    which = named if named in alike else alike[0] if alike else None
    bounds = [str(n) if which is None else f"{program.buffers[which].name}.shape[{k}]" for k, n in enumerate(domain)]
    return f"if {' and '.join(f'vy.global_id({k}) < {bound}' for k, bound in enumerate(bounds))}:"


# -- N104: waits ------------------------------------------------------------------------------------


def _waits(pipeline: DeviceProgram) -> Iterator[Told]:
    program = replace(pipeline.program, workgroup=pipeline.workgroup)
    every = statements(program)
    for wait in awaited(program):
        buffer = used_buffer(every[wait.poll])
        if wait.whom == "unknown" and buffer is not None:
            message = (
                f"this loop may wait for other invocations through {program.buffers[buffer].name}, and it is not shown that it waits for"
                " workgroups of smaller linear ids, or for a lock that one invocation of each workgroup takes; otherwise it may never end"
            )
            fix = (
                "let one invocation of a workgroup wait (workgroup=1, or `if vy.local_index() == 0:`), for a lock or for"
                " vy.group_id() - k; or bound the turns, `for turn in range(limit):` with a break; where it surely ends, put"
                f" {_silence(program, 'N104')} before the call"
            )
            yield wait.loop, message, fix
