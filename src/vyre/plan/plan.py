"""``Plan``: all that a backend's ``compile`` may look at. It holds no sizes, so a new shape never recompiles."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Literal

from blake3 import blake3

from vyre.check.validate import CheckedProgram, check
from vyre.config import DispatchConfig
from vyre.errors import Place
from vyre.ir.encode import SEMANTICS
from vyre.ir.nodes import Trap
from vyre.ir.program import Grid, Program
from vyre.ir.walk import walk
from vyre.opt.expand import expand
from vyre.plan.binding import BindingPlan, ParamLayout, Slot, bind_program

__all__ = [
    "SEMANTICS",
    "STRICT",
    "Assumption",
    "Determinism",
    "Numerics",
    "Plan",
    "make_plan",
    "numerics_of",
    "plan_of_part",
]

Assumption = Literal["equal_sizes"]
"""``equal_sizes``: all slots' buffers have one number of elements. The general variant assumes nothing."""


Determinism = Literal["strict", "bounded", "device-dependent"]
"""``strict``: the verdict of rule 6.3 holds as it is. ``bounded``: devices differ, each operation by no more than the budget.
``device-dependent``: they differ without a bound."""


@dataclass(frozen=True, slots=True)
class Numerics:
    """The float permissions of a dispatch (rule 3.7). Strict is the default. They may be used or not: a backend that computes
    strictly under all of them is right, and says in ``CompiledPipeline.relaxed`` what it did use."""

    ulp_budget: int | None = None
    contract: bool = False
    reorder: bool = False
    flush: bool = False

    @property
    def strict(self) -> bool:
        return self == STRICT

    @property
    def asked(self) -> tuple[str, ...]:
        """What is permitted, as a receipt names it.

        >>> Numerics(ulp_budget=2, contract=True).asked
        ('ulp_budget=2', 'contract')
        """
        budget = () if self.ulp_budget is None else (f"ulp_budget={self.ulp_budget}",)
        return (*budget, *(name for name in ("contract", "reorder", "flush") if getattr(self, name)))

    @property
    def determinism(self) -> Determinism:
        """What is left of rule 7.2 under these permissions.

        >>> Numerics().determinism, Numerics(ulp_budget=2).determinism, Numerics(flush=True).determinism
        ('strict', 'bounded', 'device-dependent')
        """
        if self.contract or self.reorder or self.flush:
            return "device-dependent"
        return "bounded" if self.ulp_budget else "strict"


STRICT: Final = Numerics()


def numerics_of(config: DispatchConfig) -> Numerics:
    """The permissions of a config."""
    return Numerics(config.ulp_budget, config.contract, config.reorder, config.flush)


@dataclass(frozen=True, slots=True)
class Plan:
    """One variant of one program, ready to be compiled. ``program`` is what the device runs: what it lacks is written with
    what it has. ``longest_piece``: statements that a compiler is given in one piece; None = all of them. A program that traps
    has its trap record as the last slot, and ``sites`` the place of each trap, by number. ``checks_facts``: the text checks what it
    relies on, and tells of it in the record, which every such program has."""

    program: CheckedProgram
    workgroup: Grid
    binding: BindingPlan
    assumptions: frozenset[Assumption]
    numerics: Numerics
    key: bytes
    longest_piece: int | None = None
    sites: tuple[tuple[int, Place | None], ...] = ()
    checks_facts: bool = False

    @property
    def slots(self) -> tuple[Slot, ...]:
        return self.binding.slots

    @property
    def params(self) -> ParamLayout:
        return self.binding.params


def workgroup_of(checked: CheckedProgram, config: DispatchConfig) -> Grid:
    """The workgroup in x, y, z: the config's override, else the program's."""
    override = config.workgroup_override
    if override is None:
        return checked.program.workgroup
    axes = (override,) if isinstance(override, int) else override
    padded = (*reversed(axes), 1, 1)
    return (padded[0], padded[1], padded[2])


def make_plan(
    checked: CheckedProgram,
    *,
    config: DispatchConfig,
    folds_grid: bool = False,
    assumptions: frozenset[Assumption] = frozenset(),
    features: frozenset[str] = frozenset(),
    longest_piece: int | None = None,
) -> Plan:
    """Plan one variant of a checked program. ``features``: what the device has, so that it need not be written otherwise.
    ``longest_piece``: as in ``Plan``."""
    workgroup = workgroup_of(checked, config)
    if workgroup != checked.program.workgroup:  # facts hold for the program's own workgroup: local_id() < its size
        checked = check(replace(checked.program, workgroup=workgroup), reorder=True)
    limit = config.while_limit
    traps = checked if limit is None else expand(checked, features | {"traps", "subgroups"}, while_limit=limit)
    sites = tuple((at, s.place) for at, s, _ in walk(traps.program) if isinstance(s, Trap))
    checked = expand(checked, features, while_limit=limit, facts=config.checks_facts)
    if config.checks_facts:  # the record is one array of one text
        longest_piece = None
    numerics = numerics_of(config)
    binding = bind_program(checked.program, folds_grid=folds_grid)
    what = (
        SEMANTICS,
        workgroup,
        sorted(assumptions),
        repr(numerics),
        binding.params.fields,
        config.while_limit,
        longest_piece,
        *(["facts"] if config.checks_facts else []),
    )
    key = blake3(checked.program.fingerprint + repr(what).encode()).digest()
    return Plan(checked, workgroup, binding, assumptions, numerics, key, longest_piece, sites, config.checks_facts)


def plan_of_part(plan: Plan, part: Program) -> Plan:
    """The plan of a part that the plan's program was split into. It assumes nothing of sizes: what is carried has its own."""
    binding = bind_program(part, folds_grid="groups0" in plan.params.offsets)
    return replace(
        plan, program=check(part, reorder=True), binding=binding, assumptions=frozenset(), longest_piece=None
    )
