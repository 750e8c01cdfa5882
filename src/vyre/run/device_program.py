"""A program compiled for one device: its variants, and the launch of one of them."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from math import prod
from typing import Final

from vyre.check.limits import check_limits
from vyre.check.validate import CheckedProgram, check
from vyre.collector import put_off
from vyre.config import DispatchConfig
from vyre.contract.backend import CompiledPipeline
from vyre.contract.ending import GATE
from vyre.errors import Place, Trapped, UnsupportedFeature, WrongFact, shown
from vyre.facts.claims import FACTS
from vyre.facts.coverage import covers, sure_stores
from vyre.facts.effects import effects
from vyre.facts.ranges import ranges
from vyre.facts.verdict import Verdict, verdict
from vyre.float_environment import default_floats
from vyre.ir.program import Grid, Program
from vyre.ir.walk import id_axes, walk
from vyre.lang.dims import DeclaredShapes
from vyre.opt.traps import WHILE_LIMIT_CODE
from vyre.plan.plan import Assumption, Plan, make_plan, workgroup_of
from vyre.run.call_plan import CallPlan
from vyre.run.engine import Engine
from vyre.run.kept import Variants

__all__ = ["DeviceProgram", "refuse_config"]

_SESSION_HONOURS = frozenset(
    {
        "workgroup_override",
        "grid_override",
        "dispatch_elements",
        "max_output_bytes",
        "while_limit",
        "timeout",
        "label",
        "copies",
        "backend",
        "strict_devices",
        "assert_facts",
    }
)
_GENERAL: frozenset[Assumption] = frozenset()
MAX_CODE: Final = (1 << 31) - 1  # of a program's own traps; assertions come above
_COVERS: Final = 64  # sets of shapes for which it is known which outputs are stored wholly, and what to warn of
_EQUAL: frozenset[Assumption] = frozenset({"equal_sizes"})


class DeviceProgram:
    """One program, with its names, on one device with one set of compiled options. What is compiled, a general and
    at most one specialised variant, it shares with every equal program."""

    def __init__(
        self,
        engine: Engine,
        program: Program,
        config: DispatchConfig,
        variants: Variants,
        passed_over: tuple[tuple[str, str], ...],
    ) -> None:
        self.engine = engine
        self.program = program
        self.config = config
        self.variants = variants
        self.passed_over = passed_over
        self.checked: CheckedProgram = check(program, reorder=config.reorder)
        self.workgroup: Grid = workgroup_of(self.checked, config)
        check_limits(self.checked, engine.profile, workgroup=self.workgroup)
        self.plan = self._planned()
        self.slots = tuple(slot for slot in self.plan.slots if slot.buffer < len(program.buffers))
        self.traps = len(self.slots) < len(self.plan.slots)
        self.record_shape = (self.plan.program.program.buffers[len(program.buffers)].shape or ()) if self.traps else ()
        self.params = self.plan.params
        self.param_names = tuple(name for name, _, _ in self.params.fields)
        self.effects = effects(program)
        self.may_warn = any(  # whether a warning at a launch could have anything to be about
            one.atomics or (one.reads and one.writes and not one.own_element)
            for buffer, one in zip(program.buffers, self.effects.buffers, strict=True)
            if buffer.role not in ("private", "table")
        )
        self.writable = tuple(slot.writable for slot in self.plan.slots)
        self.slot_of = {slot.buffer: n for n, slot in enumerate(self.slots)}
        self.axes = id_axes(program)
        self._calls: dict[int, CallPlan] = {}  # by what is declared, which the plans keep
        self._covers: dict[tuple[int, tuple[tuple[int, ...] | None, ...], Grid], bool] = {}
        found = ranges(program)
        self._equal_pays = engine.profile.host_slots and found.proved_if_equal_sizes > found.proved

    def calls(self, dims: DeclaredShapes | None = None) -> CallPlan:
        """How calls of kernels are bound that declare this with named dimensions."""
        found = self._calls.get(id(dims))
        if found is None:
            found = self._calls.setdefault(id(dims), CallPlan(self, dims))
        return found

    def disarm(self) -> None:
        """What was compiled is closed."""
        for plan in list(self._calls.values()):
            plan.disarm()

    @cached_property
    def verdict(self) -> Verdict:
        """Whether its bytes are the same on every run and device (rule 6.3), with the workgroup that runs."""
        return verdict(replace(self.program, workgroup=self.workgroup))

    def verdict_lines(self, verdict: Verdict) -> tuple[str, ...]:
        """The source lines behind a verdict on it, in program order."""
        at = frozenset(verdict.statements)
        found = (stmt for number, stmt, _ in walk(self.program) if number in at)
        return tuple(
            dict.fromkeys(
                f"{s.place.file}:{s.place.line}: {s.place.text.strip()}" for s in found if s.place is not None
            )
        )

    @property
    def key(self) -> bytes:
        """The general plan's key."""
        return self.plan.key

    def compiled(self, variant: frozenset[Assumption] = _GENERAL) -> CompiledPipeline:
        """A variant's machine form; compiled at the first call of any equal program."""
        found = self.variants.find(variant)
        if found is None:
            with GATE:
                found = self.variants.get(variant, lambda: self._compile(variant))
        return found

    def _compile(self, variant: frozenset[Assumption]) -> CompiledPipeline:
        with put_off(), default_floats():
            plan = self._planned(variant) if variant else self.plan
            return self.engine.backend.compile(plan, self.engine.profile)

    def _planned(self, assumptions: frozenset[Assumption] = _GENERAL) -> Plan:
        profile = self.engine.profile
        return make_plan(
            self.checked,
            config=self.config,
            folds_grid=profile.folds_grid,
            assumptions=assumptions,
            features=profile.features,
            longest_piece=profile.longest_piece,
        )

    def trapped(self, invocation: int, site: int, code: int) -> Trapped:
        """The error for what a trap record says."""
        if code == WHILE_LIMIT_CODE:
            what = f"a while loop of {self.program.name} ran more than {self.config.while_limit} iterations"
            fix = "find out why it does not end, or raise DispatchConfig.while_limit"
        elif code > MAX_CODE:
            what = f"an assertion of {self.program.name} failed{_said(dict(self.plan.sites).get(site))}"
            fix = "look at what that invocation reads"
        else:
            what = f"{self.program.name} trapped with code {code}"
            fix = "look at what that invocation reads"
        error = Trapped(
            what,
            code="R860",
            fix=f"{fix}; arrays given as InOut or out= hold unspecified values now",
            place=dict(self.plan.sites).get(site),
            actual=f"invocation {invocation} (linear global id, the last axis fastest), the first of those that trapped",
        )
        error.invocation, error.trap_code = invocation, code
        return error

    def wrong_fact(self, name: str, statement: int | None, actual: str) -> WrongFact:
        """The error for a fact that does not hold. ``statement``: of the program that the device runs."""
        found = (s for at, s, _ in walk(self.plan.program.program) if at == statement)
        stmt = next(found, None)
        error = WrongFact(
            f"a fact that the compiler relied on does not hold in {self.program.name} on {self.engine.id}: "
            f"{name} ({FACTS[name].claim})",
            code="R861",
            fix="this is a fault of vyre: report it with the kernel and this text, and use another backend meanwhile",
            place=None if stmt is None else stmt.place,
            actual=actual,
        )
        error.fact, error.statement = name, statement
        return error

    @property
    def source(self) -> str:
        """The emitted text of the general variant."""
        return self.compiled().source

    def variant_of(self, sizes: list[int]) -> frozenset[Assumption]:
        """The cheapest variant whose assumptions hold for arrays of these sizes, in slot order."""
        equal = self._equal_pays and not self.plan.sites and sizes.count(sizes[0]) == len(sizes)
        return _EQUAL if equal else _GENERAL

    def check_traps(self, grid: Grid) -> None:
        """Raises U713 where a trap could not tell its invocation."""
        count = prod(grid) * prod(self.workgroup)
        if count >= 1 << 32:
            raise UnsupportedFeature(
                f"{self.program.name} may trap, and a trap is told by its invocation's number of 32 bits",
                code="U713",
                fix="split the domain into several dispatches",
                actual=f"{count} invocations, allowed {(1 << 32) - 1}",
            )

    def overwritten(self, buffer: int, shapes: Sequence[tuple[int, ...]], grid: Grid) -> bool:
        """Whether every element of an output is stored where the slots have arrays of these shapes, so that clearing it first could
        not be seen (rule 4.2). The reference clears whatever is proved, so that others who are compared with it show where a proof
        is wrong."""
        effects = self.effects.buffers[buffer]
        shape = shapes[self.slot_of[buffer]]
        if self.engine.info.kind == "reference" or 0 in grid:
            return False
        reached = tuple(groups * size for groups, size in zip(grid, self.workgroup, strict=True))
        if effects.every_element:
            return reached[0] >= prod(shape)
        whole = len(shape) == self.program.buffers[buffer].rank and len(shape) <= len(reached)
        covered = all(size <= there for size, there in zip(reversed(shape), reached, strict=False))
        return (effects.every_place and whole and covered) or self._covered(buffer, shapes, grid)

    def _covered(self, buffer: int, shapes: Sequence[tuple[int, ...]], grid: Grid) -> bool:
        """The same where stores go elsewhere than to an invocation's own id; worked out once for each set of shapes."""
        if all(store.buffer != buffer for store in sure_stores(self.program)):
            return False
        key = (buffer, tuple(shapes), grid)
        found = self._covers.get(key)
        if found is None:
            known = {slot.buffer: shape for slot, shape in zip(self.slots, shapes, strict=False)}
            found = covers(self.program, buffer, workgroup=self.workgroup, grid=grid, shapes=known)
            for old in list(self._covers)[: len(self._covers) // _COVERS]:
                self._covers.pop(old, None)
            self._covers[key] = found
        return found

    def domain(self, shapes: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
        """The domain by the program or by the default rule (5.1). A611 where there is none."""
        if isinstance(self.program.domain, tuple):
            return self.program.domain
        declared = self.domain_buffer
        buffer = self.program.buffers[declared]
        shape = shapes[self.slot_of[declared]]
        # A program of one axis stores its elements through the flat view.
        flat = buffer.rank is None or (self.program.domain is None and self.axes == 1)
        return (prod(shape),) if flat else shape

    @cached_property
    def domain_buffer(self) -> int:
        """The buffer whose shape is the domain where the program gives no numbers (rule 5.1)."""
        declared = self.program.domain
        return declared if isinstance(declared, int) else default_domain(self.program)


def default_domain(program: Program) -> int:
    """The buffer whose shape is the default domain (rule 5.1), or A611 with the candidates."""
    outputs = [n for n, b in enumerate(program.buffers) if b.role == "out"] or [
        n for n, b in enumerate(program.buffers) if b.role == "inout"
    ]
    if outputs and effects(program).buffers[outputs[0]].own_element:
        return outputs[0]
    from vyre.run.no_domain import no_domain

    raise no_domain(program, outputs[0] if outputs else None)


def refuse_config(engine: Engine, config: DispatchConfig) -> None:
    """Refuse the fields that would be ignored, at every call: most are no part of a pipeline's key. Raises U701."""
    for name in sorted(config.asks - _SESSION_HONOURS):
        if name not in engine.profile.honours:
            raise UnsupportedFeature(
                f"{engine.id} does not honour DispatchConfig.{name} in this version",
                code="U701",
                fix=f"leave {name} at its default",
                actual=shown(getattr(config, name)),
            )


def _said(place: Place | None) -> str:
    """The message of the assertion that is written at a place."""
    text = "" if place is None else place.text[place.column : place.end_column]
    try:
        (found,) = ast.parse(text).body
    except (SyntaxError, ValueError):  # over several lines, or none
        return ""
    message = found.msg if isinstance(found, ast.Assert) else None
    if isinstance(message, ast.Constant) and isinstance(message.value, str):
        return f": {message.value}"
    return "" if message is None else f": {ast.unparse(message)}"
