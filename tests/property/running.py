"""Runs a generated case on a backend through nothing but the contract, between guard bytes where it can."""

from __future__ import annotations

import ctypes
import math
import struct
from dataclasses import dataclass
from typing import Final

from tests.property.programs import NO_TRAP, TRAP, Case
from vyre.config import DispatchConfig
from vyre.contract.backend import Copy, Fill, HostView, Launch, MemoryStore, Resource, Step, VyreBackend
from vyre.contract.registry import Registry
from vyre.device import DeviceInfo
from vyre.errors import BackendUnavailable
from vyre.facts.claims import first_failure
from vyre.facts.ranges import ranges
from vyre.opt.traps import first_trap, trap_words
from vyre.plan.plan import Assumption, Plan, make_plan
from vyre.run.probe import refined

__all__ = [
    "Block", "Difference", "compare", "differs", "open_backend", "plan_of", "run", "skip_reason", "told", "variants", "words_of",
]  # fmt: skip

_ALIGN = 64
_GUARD = 4096  # bytes before and after every array: more than a workgroup's elements
_FILL = 0xA5


@dataclass(frozen=True, slots=True)
class Difference:
    """The first byte in which a backend and the reference disagree."""

    case: Case
    backend: str
    what: str

    def __str__(self) -> str:
        return f"{self.case.origin} on {self.backend}: {self.what}\n{self.case.program.to_text()}"


def _devices(registry: Registry, name: str) -> list[DeviceInfo]:
    """Of a backend all, or the one whose id is named."""
    return [d for d in registry.devices(name.partition(":")[0]) if ":" not in name or d.id == name]


def skip_reason(name: str) -> str | None:
    """Why the backend (or device) cannot run here, or None."""
    registry = Registry()
    if name.partition(":")[0] not in registry.names():
        return f"no backend {name!r} is registered"
    rows = _devices(registry, name)
    return None if any(d.available for d in rows) else "; ".join(f"{d.reason} Fix: {d.fix}" for d in rows)


MEASURED: Final = MemoryStore()
"""What probes found."""


def open_backend(name: str) -> VyreBackend:
    """The first available device of a backend, or the one that is named. Raises BackendUnavailable with the reason."""
    registry = Registry()
    for device in _devices(registry, name):
        if device.available:
            return registry.load(device.backend)(device, store=MemoryStore())
    raise BackendUnavailable(f"{name}: {skip_reason(name)}", code="S900", fix="see the reason")


def plan_of(
    case: Case,
    assumptions: frozenset[Assumption] = frozenset(),
    *,
    folds_grid: bool = False,
    features: frozenset[str] = frozenset(),
    longest_piece: int | None = None,
) -> Plan:
    return make_plan(
        case.program.check(reorder=case.exact),
        config=DispatchConfig(while_limit=case.while_limit, reorder=case.exact),
        folds_grid=folds_grid,
        assumptions=assumptions,
        features=features,
        longest_piece=longest_piece,
    )


def variants(case: Case) -> list[frozenset[Assumption]]:
    """The assumptions under which a case runs: none, and equal sizes where they are and something follows from it."""
    equal = not case.may_trap and len({math.prod(shape) for shape in case.shapes.values()}) == 1
    facts = ranges(case.program)
    tells = equal and facts.proved != facts.proved_if_equal_sizes
    return [frozenset(), *([frozenset[Assumption]({"equal_sizes"})] if tells else [])]


def run(
    backend: VyreBackend, case: Case, assumptions: frozenset[Assumption] = frozenset()
) -> tuple[dict[int, bytes], str]:
    """The bytes of every output, and what was written beside the arrays ("" = nothing)."""
    profile = refined(backend, MEASURED)
    plan = plan_of(
        case,
        assumptions,
        folds_grid=profile.folds_grid,
        features=profile.features,
        longest_piece=profile.longest_piece,
    )
    pipeline = backend.compile(plan, profile)
    try:
        widths = {k: buffer.nbytes for k, buffer in enumerate(case.program.buffers)}
        record = next(iter(plan.program.program.buffers[len(case.program.buffers) :]), None)  # the trap record
        untold = b"\xff" * (record.nbytes * math.prod(record.shape or ()) if record is not None else 0)
        blocks = {
            k: Block(
                case.start.get(k, untold), k % 4 * widths.get(k, 0)
            )  # only the element's own alignment is promised
            for k in (slot.buffer for slot in plan.slots)
        }
        views = [blocks[slot.buffer].view for slot in plan.slots]
        params = plan.params.pack(words_of(plan, case))
        if profile.host_slots:
            steps: list[Step] = [] if 0 in case.grid else [Launch(pipeline, tuple(views), case.grid, params)]
            backend.submit(steps).result(60)
        else:
            _run_with_copies(
                backend,
                plan,
                views,
                lambda slots: Launch(pipeline, slots, case.grid, params),
                launch=0 not in case.grid,
            )
        damage = "; ".join(f"b{k}: {block.damage}" for k, block in blocks.items() if block.damage)
        found = {k: blocks[k].data for k, buffer in enumerate(case.program.buffers) if buffer.is_output}
        if len(case.program.buffers) in blocks:
            record_data = blocks[len(case.program.buffers)].data
            found[TRAP] = told(record_data, plan)
            damage = wrong_fact(record_data, plan) or damage
        return found, damage
    finally:
        pipeline.close()


def told(data: bytes, plan: Plan) -> bytes:
    """What a trap record says, in the form of two u64."""
    words = _words(data, plan)
    told = first_trap(words[: trap_words(words)])
    if told is None:
        return NO_TRAP
    invocation, site, code = told
    return struct.pack("<QQ", invocation << 32 | site, invocation << 32 | code)


def wrong_fact(data: bytes, plan: Plan) -> str:
    """What a trap record says of facts that are checked; "" where all of them hold."""
    words = _words(data, plan)
    failure = first_failure(words[trap_words(words) :], 8 * plan.slots[-1].dtype.nbytes) if plan.checks_facts else None
    return "" if failure is None else f"the fact {failure.fact.name!r} does not hold at {failure.statement}: {failure}"


def _words(data: bytes, plan: Plan) -> list[int]:
    return memoryview(data).cast("Q" if plan.slots[-1].dtype.nbytes == 8 else "I").tolist()


def _run_with_copies(backend, plan: Plan, views: list[HostView], launch_on, *, launch: bool) -> None:  # type: ignore[no-untyped-def]
    resources: list[Resource] = [backend.allocate(view.nbytes) for view in views]
    try:
        before: list[Step] = []
        after: list[Step] = []
        for slot, view, resource in zip(plan.slots, views, resources, strict=True):
            if view.nbytes:
                whole = ((0, 0, view.nbytes),)
                before.append(Fill(resource) if slot.role == "out" else Copy(view, resource, whole))
                if slot.writable:
                    after.append(Copy(resource, view, whole))
        backend.submit([*before, *([launch_on(tuple(resources))] if launch else []), *after]).result(60)
    finally:
        for resource in resources:
            resource.close()


class Block:
    """Bytes between two guards, ``shift`` bytes after an aligned address."""

    def __init__(self, start: bytes, shift: int) -> None:
        self._raw = bytearray([_FILL]) * (len(start) + 2 * _GUARD + _ALIGN + shift)
        address = ctypes.addressof(ctypes.c_char.from_buffer(self._raw))
        self._at = _GUARD + -address % _ALIGN + shift
        self._end = self._at + len(start)
        self._raw[self._at : self._end] = start
        memory = memoryview(self._raw)[self._at : self._end]
        self.view = HostView(self._raw, address=address + self._at, nbytes=len(start), writable=True, memory=memory)

    @property
    def data(self) -> bytes:
        return bytes(self._raw[self._at : self._end])

    @property
    def damage(self) -> str:
        before, after = self._raw[: self._at], self._raw[self._end :]
        if before.count(_FILL) == len(before) and after.count(_FILL) == len(after):
            return ""
        hits = [n - self._at for n, b in enumerate(before) if b != _FILL]
        hits += [len(self.data) + n for n, b in enumerate(after) if b != _FILL]
        return f"bytes outside of it were written, first at {hits[0]}"


def words_of(plan: Plan, case: Case) -> dict[str, int | float | bool]:
    words: dict[str, int | float | bool] = {}
    for name, _, _ in plan.params.fields:
        head, _, field = name.partition(".")
        if head.startswith("groups"):
            words[name] = case.grid[int(head[-1])]
        elif head.startswith("p"):
            words[name] = case.params[int(head[1:])]
        else:
            record = plan.program.program.buffers[int(head[1:])].shape
            shape = case.shapes.get(int(head[1:]), record or ())
            words[name] = math.prod(shape) if field == "size" else shape[int(field.removeprefix("shape"))]
    return words


def compare(case: Case, backend: VyreBackend, expected: dict[int, bytes] | None = None) -> Difference | None:
    """Run the case and compare it with the reference, byte for byte; also as the variant that assumes equal sizes,
    where they are."""
    wanted = case.expected() if expected is None else expected
    for assumptions in variants(case):
        got, damage = run(backend, case, assumptions)
        what = damage or differs(case, wanted, got)
        if what:
            return Difference(case, backend.id, " ".join([*sorted(assumptions), what]))
    return None


def differs(case: Case, wanted: dict[int, bytes], got: dict[int, bytes]) -> str:
    """Where two results differ first, in words; "" where they do not."""
    for k, want in wanted.items():
        if got[k] != want:
            if k == TRAP:
                return f"the trap record is {got[k].hex()}, the reference's {want.hex()}"
            buffer = case.program.buffers[k]
            width = buffer.nbytes
            at = next(n for n in range(0, len(want), width) if got[k][n : n + width] != want[n : n + width])
            wrong = sum(got[k][n : n + width] != want[n : n + width] for n in range(0, len(want), width))
            pair = f"{got[k][at : at + width][::-1].hex()}, the reference {want[at : at + width][::-1].hex()}"
            return f"{buffer.name}[{at // width}] ({buffer.element_name}, {wrong} of {len(want) // width} differ) is {pair}"
    return ""
