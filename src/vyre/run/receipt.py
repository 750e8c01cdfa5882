"""``Receipt``: what happened in one dispatch."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from vyre.contract.backend import Timing
from vyre.facts.verdict import VerdictName
from vyre.ir.program import Grid
from vyre.ir.written import as_written
from vyre.plan.plan import Assumption, Determinism
from vyre.run.lent import CopyNote, LentNote

if TYPE_CHECKING:
    from vyre.run.call import Call
    from vyre.run.device_program import DeviceProgram

__all__ = ["Ran", "Receipt", "receipt_maker", "receipt_of"]


@dataclass(frozen=True, slots=True)
class Receipt:
    """What one dispatch did.

    ``verdict``: "bitwise" (proved to give the same bytes everywhere), "bitwise-if-race-free" (proved but for races at
    computed indexes) or "order-dependent" (rule 6.3); ``verdict_lines``: the source lines that make it so, none for
    "bitwise". ``permitted``: the float permissions that the config gave (rule 3.7), none by default, such as "contract" and
    "ulp_budget=2"; ``permissions``: those that this device used: "contract", "reorder", "flush", and "div f32: 2 ULP" for an
    operation that it does in its own way, with the error measured there. ``determinism``: "strict" where the verdict holds as it
    is; "bounded" under ``ulp_budget``, when devices differ by as much in an operation; "device-dependent" under the others.
    ``variant``: the plan's assumptions, empty for the general one. ``grid``, ``workgroup``: in NumPy's order (rule 5.1), with as
    many axes as the domain, so that ``grid=receipt.grid`` repeats the call.
    ``passed_over``: (backend, reason) of backends that ``auto`` looked at and did not take. ``timing``: of the run.
    ``compile_ns``: nanoseconds that compiling this variant took, once, before its first run; no part of ``timing``.
    """

    backend: str
    device: str
    program: str
    fingerprint: str
    verdict: VerdictName
    verdict_lines: tuple[str, ...]
    permissions: tuple[str, ...]
    copies: tuple[CopyNote, ...]
    variant: tuple[str, ...]
    grid: tuple[int, ...]
    workgroup: tuple[int, ...]
    passed_over: tuple[tuple[str, str], ...]
    timing: Timing
    compile_ns: int
    permitted: tuple[str, ...] = ()
    determinism: Determinism = "strict"

    def to_dict(self) -> dict[str, object]:
        """Plain data for JSON."""
        from dataclasses import asdict

        return asdict(self)

    def __str__(self) -> str:
        lines = [
            f"{self.program} on {self.backend} ({self.device}): grid {self.grid}, workgroup {self.workgroup}, verdict {self.verdict}"
        ]
        lines += [f"  {line}" for line in self.verdict_lines]
        if self.permitted:
            used = "; ".join(self.permissions) or "nothing, it computes strictly"
            lines.append(f"  {self.determinism}: permitted {', '.join(self.permitted)}; used {used}")
        lines += [f"  copied {n.buffer} {n.direction}: {n.reason} ({n.nbytes} bytes)" for n in self.copies]
        lines += [f"  passed over {name}: {why}" for name, why in self.passed_over]
        return "\n".join(lines)


Ran = tuple["DeviceProgram", frozenset[Assumption], Grid, tuple[CopyNote | LentNote, ...], Timing | int]
"""What a call did, without its arrays; as timing, nanoseconds on the host's clock where nothing else was measured."""


def receipt_maker(call: Call) -> Callable[[Timing], Receipt]:
    """What makes a call's receipt when its timing is known, without the call, which has the arrays."""
    told = (call.pipeline, call.variant, call.grid, call.notes)
    return lambda timing: receipt_of((*told, timing))


def receipt_of(ran: Ran) -> Receipt:
    """What is told of it, made when somebody asks."""
    prepared, variant, grid, notes, timing = ran
    verdict, numerics = prepared.verdict.for_grid(grid), prepared.plan.numerics
    workgroup, groups = as_written(prepared.program, prepared.workgroup, grid)
    return Receipt(
        backend=prepared.engine.id,
        device=prepared.engine.profile.device,
        program=prepared.program.name,
        fingerprint=prepared.program.fingerprint.hex(),
        verdict=verdict.name,
        verdict_lines=prepared.verdict_lines(verdict),
        permissions=prepared.variants.relaxed[variant],
        copies=tuple(note.made() for note in notes),
        variant=tuple(sorted(variant)),
        grid=groups,
        workgroup=workgroup,
        passed_over=prepared.passed_over,
        timing=timing if isinstance(timing, Timing) else Timing(wall=timing, untimed=prepared.engine.untimed),
        compile_ns=prepared.variants.compile_ns[variant],
        permitted=numerics.asked,
        determinism=numerics.determinism,
    )
