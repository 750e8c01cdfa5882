"""CheckedProgram → LLVM assembly with explicit vectors. Needs no device and no llvmlite.

How a program becomes one function ``k``:

* :mod:`tree` numbers the statements and sees which reads of locals are plain names of values;
* :mod:`kinds` decides what is one scalar for all lanes and which loops lanes leave at different times;
* :mod:`packs` chooses P, the number of vectors that each value has side by side;
* :mod:`phases` cuts a program with barriers into phases, and says what must be carried from one to the next;
* :mod:`kernel` writes the function around them: arguments, ids, the loop over packs (``flat``), or, through
  :mod:`barriers`, over workgroups, phases and packs (``group``);
* :mod:`control` writes statements, masks and loops, with :mod:`memory`, :mod:`atomics` and :mod:`values` (the pure
  operations) for what they contain; :mod:`text` and :mod:`writer` hold the state.

``k(slots, params, first, end, x, scratch)`` runs the workgroups first <= g < end, counted along x first, then y, then z.
``slots``: the address of each slot, then the grid as three u32. ``x``: how many there are along x.
``scratch``: ``receipt.scratch_bytes`` bytes, 64-aligned.
"""

from __future__ import annotations

from vyre.emit.llvm.receipt import AccessDecision, LlvmArtifact, Receipt
from vyre.emit.llvm.target import Target
from vyre.plan.plan import Plan

__all__ = ["AccessDecision", "LlvmArtifact", "Receipt", "Target", "emit"]


def emit(plan: Plan, target: Target, *, wide: bool = False, packs: int | None = None) -> LlvmArtifact:
    """Write a plan's program. ``wide``: for arrays of 2**31 elements and more. ``packs``: instead of the choice."""
    from vyre.emit.llvm.kernel import emit_program  # a backend that is opened and compiles nothing needs none of it
    from vyre.facts.ranges import ranges

    program = plan.program.program
    proved: frozenset[int] = frozenset()
    if plan.workgroup == program.workgroup:  # ranges speak of the program's own workgroup
        found = ranges(program)
        proved = found.proved_if_equal_sizes if "equal_sizes" in plan.assumptions else found.proved
    return emit_program(
        program,
        plan.workgroup,
        plan.params,
        target,
        proved=proved,
        wide=wide,
        packs=packs,
        numerics=plan.numerics,
        checks_facts=plan.checks_facts,
    )
