"""``kernel.check``: the same call on every backend here, byte for byte against the reference interpreter."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Literal, TypeVar

import numpy as np

from vyre.config import DispatchConfig
from vyre.contract.backend import FutureDispatch, timed_out
from vyre.drivers.lane_oracle import LaneOracle
from vyre.drivers.line import Line
from vyre.drivers.oracle import HostOracle, Oracle, Stored, Trap
from vyre.errors import ArgumentTypeError, DispatchTimeout, Trapped, UnsupportedFeature, VyreError, shown
from vyre.facts.effects import effects
from vyre.facts.order import decided
from vyre.facts.waits import may_wait
from vyre.float_environment import default_floats
from vyre.ir.nodes import Atomic, Store
from vyre.ir.program import Buffer, Program
from vyre.ir.walk import walk
from vyre.lang.dims import DeclaredShapes
from vyre.memory.foreign import is_on_cuda
from vyre.run.adopt import adopt
from vyre.run.arrays import Array, assign, element_dtype, starting
from vyre.run.call import Call
from vyre.run.engine import check_name
from vyre.run.races import as_run, groups_to_watch, race_lines, watch
from vyre.run.receipt import Receipt
from vyre.run.report import CheckReport, CheckRow, Status
from vyre.run.residency import on_host
from vyre.run.session import Session
from vyre.run.submission import about_endless_loops
from vyre.run.ulps import ulps
from vyre.run.waiting import refuse_in_callback

__all__ = ["check_call", "sample_of_groups"]

SAMPLE = 64
LANE_WISE = 4096
"""From so many invocations on the lane-wise reference is asked. It is proved equal to the scalar one by the tests of every
rule and by random programs, except where bytes depend on the order (rule 6.3) or on a race (rule 4.5); there the scalar one is asked."""


def sample_of_groups(total: int) -> list[int]:
    """The first, the last and 62 spread linear workgroup ids."""
    return sorted({k * (total - 1) // (SAMPLE - 1) for k in range(SAMPLE)})


@default_floats()
def check_call(
    session: Session,
    program: Program,
    given: Sequence[Any],
    *,
    domain: Any = None,
    grid: Any = None,
    shapes: Mapping[str, Sequence[int]] | None = None,
    out: Sequence[Any] | None = None,
    config: DispatchConfig | None = None,
    backends: Iterable[str] | str | None = None,
    groups: Iterable[int] | Literal["all"] | None = None,
    dims: DeclaredShapes | None = None,
) -> CheckReport:
    """Run a call on the reference and on every backend here (or on ``backends``) over fresh copies, and compare.

    Of a large call the reference is the lane-wise one (``reference:lanes``), unless its bytes depend on the order or no
    proof is found that it has no race; then the scalar reference looks for one, use by use. The caller's arrays are never written. ``groups``: linear workgroup ids that the reference runs, or "all"; by
    default all of up to 64 (of 65,536 invocations, where a race may be), else 64 spread ones where no workgroup reads another's stores. An order-dependent program
    (rule 6.3) is "undecidable", whatever came out, and so is one with a race on these inputs (rule 4.5); ``lines``
    then tells what makes it so. Where races were looked for in a part of the call only, ``lines`` says of which.
    """
    refuse_in_callback("check")
    config = config or session.config
    given = [on_host(value) for value in given]
    out = None if out is None else [on_host(value) for value in out]
    names = _named(session, backends)
    outputs = [b for b in program.buffers if b.role == "out"]

    def bind(backend: str) -> tuple[Call, list[Array]]:
        pipeline = session.prepare(program, replace(config, backend=None), backend=backend)
        fresh = [_fresh(v, b) for v, b in zip(given, (b for b in program.buffers if b.takes_input), strict=True)]
        outs = None if out is None else [_begun(v, b) for v, b in zip(out, outputs, strict=True)]
        plan = pipeline.calls(dims)
        call, objects = plan.bind(
            (fresh, outs, domain, grid, shapes), config, warns=False
        )  # the report says more than a warning
        results = [objects[n] for n in plan.outputs]
        return call, [np.asarray(r) for r in results]

    expected_call, _ = bind("reference")
    total = expected_call.grid[0] * expected_call.grid[1] * expected_call.grid[2]
    found = expected_call.pipeline.verdict.for_grid(expected_call.grid)
    verdict = found.name
    races = watch(expected_call) if verdict == "bitwise-if-race-free" else None
    room = groups_to_watch(expected_call)
    chosen: list[int] | None = None
    if groups is not None and groups != "all":
        chosen = _chosen(groups, total)
    elif groups is None and effects(program).groups_independent and total > (SAMPLE if races is None else room):
        chosen = sample_of_groups(total)
    if may_wait(as_run(expected_call)):  # rule 5.8: a workgroup may need any of those before it
        chosen = None
    count = total if chosen is None else len(chosen)
    large = count * math.prod(expected_call.pipeline.workgroup) >= LANE_WISE and verdict == "bitwise"
    if races is not None and count > room:  # the reference runs more than can be watched
        _run_oracle(
            bind("reference")[0], list(range(total) if chosen is None else chosen)[:room], partial(Oracle, races=races)
        )
    watched = races if count <= room else None
    stored, trap = _run_oracle(expected_call, chosen, LaneOracle if large else partial(Oracle, races=watched))
    coverage = f"{count} of {total} groups"
    expected = _outputs(expected_call)

    def trap_by(invocation: int) -> Trap | None:
        """The reference's trap where its groups are joined by that of ``invocation``, in which a device trapped."""
        group = _group_of(expected_call, invocation)
        if chosen is None or group in chosen or (trap is not None and trap[0] < invocation):
            return trap
        return _run_oracle(bind("reference")[0], sorted([*chosen, group]), LaneOracle if large else Oracle)[1]

    ordered = verdict == "order-dependent"
    fixed = decided(as_run(expected_call)) if ordered and found is expected_call.pipeline.verdict else frozenset()
    rows: list[CheckRow] = []
    receipts: list[Receipt] = []
    for name in names:
        row, receipt = _one(
            session,
            program,
            name,
            config,
            partial(bind, name),
            expected,
            stored,
            trap,
            trap_by,
            fixed if ordered else None,
        )
        rows.append(row)
        if receipt is not None:
            receipts.append(receipt)
    status = _verdict(rows)
    lines: tuple[str, ...] = ()
    if verdict == "order-dependent":  # 6.3
        lines = (
            "its result depends on the order of invocations, which no device promises:",
            *expected_call.pipeline.verdict_lines(found),
        )
    elif races is not None:
        lines = race_lines(expected_call, races, watched=min(count, room), of=total)
    if status != "failed" and (verdict == "order-dependent" or (races is not None and races.found)):  # 4.5, 6.3
        wrong = any(r.outputs and r.status == "different" for r in rows)
        rows = [
            replace(r, status="undecidable") if r.status in ("equal", "different") and not r.outputs else r
            for r in rows
        ]
        status = "different" if wrong else "undecidable"
    reference = "reference:lanes" if large else "reference"
    return CheckReport(status, coverage, lines, tuple(rows), tuple(receipts), reference)


def _begun(given: Any, buffer: Buffer) -> Array | None:
    """An array like one of ``out=``, as it starts: the oracle runs no step that would fill it."""
    if given is None:
        return None
    found = adopt(buffer, given, "in" if is_on_cuda(given) else "out")[0]
    if buffer.init is None or found.dtype != element_dtype(buffer):
        return np.zeros(found.shape, found.dtype.newbyteorder("="))
    return starting(buffer, found.shape)


def _named(session: Session, backends: Iterable[str] | str | None) -> list[str]:
    """The devices to check. One name may stand without a list."""
    if backends is None:
        return _present(session)
    if isinstance(backends, str):
        backends = (backends,)
    elif not isinstance(backends, Iterable):
        raise ArgumentTypeError(
            "backends= is a list of devices",
            code="A601",
            fix='pass for example ["cpu", "wgpu"]',
            actual=shown(backends, 80),
        )
    names = list(backends)
    if not names:  # checking nothing would be "equal", or would say nothing
        raise ArgumentTypeError(
            "backends= names no device", code="A601", fix='pass for example ["cpu"], or leave it out', actual="none"
        )
    for name in names:
        check_name(name)
    return names


def _chosen(groups: object, total: int) -> list[int]:
    """Linear workgroup ids in their order, without those beyond the grid. Raises A601 for what are no ids, and where none is
    left: checking nothing would be "equal"."""
    found = list(groups) if isinstance(groups, Iterable) and not isinstance(groups, (str, bytes)) else []
    ids = {operator.index(g) for g in found if hasattr(g, "__index__") and not isinstance(g, bool)}
    inside = sorted(n for n in ids if 0 <= n < total)
    if not found or len(ids) != len(set(found)) or (total and not inside):
        raise ArgumentTypeError(
            f"groups= is a list of linear workgroup ids of this call, which has {total}",
            code="A601",
            fix=f'pass ids from 0 to {max(total - 1, 0)}, such as groups=[0], or groups="all"',
            actual=shown(groups, 80),
        )
    return inside


def _group_of(call: Call, invocation: int) -> int:
    """The linear workgroup id of a linear global id, both x fastest."""
    group, scale = 0, 1
    for groups, size in zip(call.grid, call.pipeline.workgroup, strict=True):
        invocation, at = divmod(invocation, groups * size)
        group += at // size * scale
        scale *= groups
    return group


def _verdict(rows: Sequence[CheckRow]) -> Status:
    found = {row.status for row in rows}
    if "different" in found:
        return "different"
    if "failed" in found:
        return "failed"
    return "equal" if found & {"equal", "undecidable"} else "failed"


def _present(session: Session) -> list[str]:
    return [d.id for d in session.devices() if d.available and d.kind not in ("reference", "null")]


def _one(
    session: Session,
    program: Program,
    name: str,
    config: DispatchConfig,
    bind: Callable[[], tuple[Call, list[Array]]],
    expected: list[tuple[int, str, Array]],
    stored: Stored | None,
    trap: Trap | None,
    trap_by: Callable[[int], Trap | None],
    fixed: frozenset[int] | None,
) -> tuple[CheckRow, Receipt | None]:
    try:
        lacks = session.engine(name).lacks(program, config)
        if lacks is not None:
            return CheckRow(name, "skipped", reason=f"it has no {lacks}"), None
        call, _ = bind()
        session.run(call)
        receipt = session.last_receipt()
    except Trapped as error:
        found = f"invocation {error.invocation} traps with code {error.trap_code}"
        trap = trap_by(error.invocation)
        if trap is not None and (error.invocation, error.trap_code) == trap[:2]:
            return CheckRow(name, "equal", reason=found), session.last_receipt()
        wanted = "none does" if trap is None else f"invocation {trap[0]} does with code {trap[1]}"
        return CheckRow(name, "different", error=f"{found}; on the reference {wanted}"), session.last_receipt()
    except UnsupportedFeature as error:  # said before anything ran, by a limit of this device
        return CheckRow(name, "skipped", reason=f"[{error.code}] {error.message}"), None
    except VyreError as error:
        return CheckRow(name, "failed", error=f"[{error.code}] {error.message}"), None
    if trap is not None:
        text = f"nothing traps; on the reference invocation {trap[0]} does with code {trap[1]}"
        return CheckRow(name, "different", error=text), receipt
    if fixed is not None:
        return replace(_output_by_output(program, expected, _outputs(call), stored, fixed), backend=name), receipt
    row = _first_difference(program, expected, _outputs(call), stored) or CheckRow(name, "equal")
    return replace(row, backend=name), receipt


def _output_by_output(
    program: Program,
    expected: Sequence[tuple[int, str, Array]],
    actual: Sequence[tuple[int, str, Array]],
    stored: Stored | None,
    fixed: frozenset[int],
) -> CheckRow:
    """The row of an order-dependent call: of the outputs in ``fixed``, which no order reaches, the law decides."""
    found: dict[str, CheckRow | None] = {}
    for want, got in zip(expected, actual, strict=True):
        if want[0] in fixed:
            found[want[1]] = _first_difference(program, [want], [got], stored)
    told: list[tuple[str, Status]] = [
        (label, "undecidable" if label not in found else "equal" if found[label] is None else "different")
        for _, label, _ in expected
    ]
    row = next((row for row in found.values() if row is not None), None) or CheckRow("", "undecidable")
    return replace(row, outputs=tuple(told))


def _first_difference(
    program: Program,
    expected: Sequence[tuple[int, str, Array]],
    actual: Sequence[tuple[int, str, Array]],
    stored: Stored | None,
) -> CheckRow | None:
    """The first element that the law fixes and that differs, as a row of no backend."""
    for (buffer, label, want), (_, _, got) in zip(expected, actual, strict=True):
        size = want.dtype.itemsize
        a, b = want.reshape(-1).view(np.uint8).reshape(-1, size), got.reshape(-1).view(np.uint8).reshape(-1, size)
        bytes_differ = a != b
        if stored is not None:
            marks = np.frombuffer(stored[buffer], np.uint8) != 0
            bytes_differ &= marks.reshape(-1, 1 if want.dtype.names is None else size)
        differs = bytes_differ.any(axis=1)
        limits = program.buffers[buffer].output_range
        if limits is not None:
            at = np.arange(len(differs)) * size
            differs &= (at + size > limits[0]) & (at < limits[1])
        if differs.any():
            k = int(differs.argmax())
            return CheckRow(
                backend="",
                status="different",
                output=label,
                index=k,
                expected=a[k].tobytes().hex(),
                actual=b[k].tobytes().hex(),
                source_line=_line_of(program, buffer),
                expected_value=str(want.reshape(-1)[k]),
                actual_value=str(got.reshape(-1)[k]),
                ulps=_off(want.reshape(-1)[differs], got.reshape(-1)[differs])
                if program.buffers[buffer].dtype.is_float and want.dtype.names is None
                else None,
            )
    return None


def _off(want: Array, got: Array) -> int | None:
    most = float(ulps(want, got).max())
    return int(most) if math.isfinite(most) else None


def _line_of(program: Program, buffer: int) -> str:
    for _, stmt, _ in walk(program):
        if isinstance(stmt, (Store, Atomic)) and stmt.buffer == buffer and stmt.place is not None:
            return f"{stmt.place}: {stmt.place.text.strip()}"
    return ""


def _fresh(value: Any, buffer: Buffer) -> Any:
    if buffer.role != "inout":
        return value
    given, _ = adopt(buffer, value, "in" if is_on_cuda(value) else "in and out")  # which is copied to the host
    made = np.empty(given.shape, given.dtype)
    assign(made, given)
    return made


def _outputs(call: Call) -> list[tuple[int, str, Array]]:
    buffers = call.pipeline.program.buffers
    return [
        (slot.buffer, buffers[slot.buffer].name, array)
        for slot, array in zip(call.pipeline.slots, call.arrays, strict=False)  # the trap record is none of them
        if buffers[slot.buffer].is_output and isinstance(array, np.ndarray)
    ]


def _run_oracle(
    call: Call, groups: list[int] | None, kind: Callable[[Program], HostOracle]
) -> tuple[Stored | None, Trap | None]:
    pipeline = call.pipeline
    program = as_run(call)
    layout = pipeline.params
    values = dict(zip(pipeline.param_names, layout.packer.unpack(call.params), strict=True))
    call.load()
    arrays = {s.buffer: view.memory for s, view in zip(pipeline.slots, call.views(), strict=False)}
    shapes = {s.buffer: array.shape for s, array in zip(pipeline.slots, call.arrays, strict=False)}
    params = {
        n: bool(values[f"p{n}"]) if b.dtype.is_bool else values[f"p{n}"]
        for n, b in enumerate(program.buffers)
        if b.role == "uniform"
    }
    oracle = kind(program)

    def run() -> tuple[Stored | None, Trap | None]:
        stored = oracle.run(arrays, shapes, params, call.grid, groups)
        return stored if groups is not None else None, oracle.trap

    return _within(pipeline.config.timeout, run, about_endless_loops(pipeline.engine))


_Found = TypeVar("_Found")


def _within(limit: float | None, run: Callable[[], _Found], advice: str) -> _Found:
    """What ``run`` gives, on a thread of its own where it has so many seconds. It works on copies, so where it never ends
    nobody is hurt but by the load."""
    if limit is None:
        return run()
    done, found = FutureDispatch(), list[_Found]()

    def job() -> None:
        try:
            found.append(run())
            done.finish()
        except BaseException as error:  # noqa: BLE001 - raised by who waits
            done.finish(error)

    line = Line("vyre-check")
    line.put(job)
    line.stop(0.0)  # it ends after that
    try:
        done.result(limit)
    except DispatchTimeout as error:
        raise error if done.ready() else timed_out(limit, advice=advice) from None
    return found[0]
