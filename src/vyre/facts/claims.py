"""The facts that emitted text relies on, and how each can be checked while a program runs.

An emitter leaves out a test, a mask, a copy or a clearing because of a fact. With ``VYRE_ASSERT_FACTS=1`` (or
``DispatchConfig(assert_facts=True)``) the text also checks the fact itself, so that a wrong one is found by the first
program that reaches it, whatever its output is. A check that fails writes into the words behind the trap record, of which
the first failure of a launch takes them all; the host then raises ``WrongFact``.

Every place of an emitter that relies on a fact names it by its row of ``FACTS``. A row that no text checks says why.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

__all__ = ["FACTS", "FACT_WORDS", "SLOTS", "Fact", "Failure", "fact_code", "first_failure"]

Checked = Literal["text", "dispatch", "not checked"]
"""``text``: by the emitted text, in each lane that is on. ``dispatch``: by the host, after the dispatch."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One kind of fact. ``claim``: what holds, as a sentence. ``reason``: of one that is not checked, why not."""

    name: str
    claim: str
    checked: Checked = "text"
    reason: str = ""


_ROWS: Final = (
    Fact("in bounds", "each subscript is below the extent of its axis"),
    Fact("uniform", "a local that is kept or read as one scalar holds what each lane assigned to it last"),
    Fact("forwarded", "a read that is replaced by a value gives what the lane assigned to the local last"),
    Fact("blended", "a local that is kept as vectors holds what each lane assigned to it last"),
    Fact(
        "consecutive local",
        "a local that is kept as its first lane's value holds, in each lane, what that lane assigned last",
    ),
    Fact("consecutive", "neighbouring lanes have neighbouring subscripts"),
    Fact("strided", "the subscripts of neighbouring lanes are a fixed distance apart"),
    Fact("aligned", "an address is a multiple of the alignment that is stated for it"),
    Fact("no wrap", "a sum, difference, product or shift is exact in its type"),
    Fact("range", "a value lies in the interval that the analysis gives for it"),
    Fact("loop-invariant", "an operation that is computed before a loop has the same value in each iteration"),
    Fact("place in the workgroup", "the ids of a vector of invocations, taken from its row, are those of each lane"),
    Fact("guard", "a condition that is decided for a whole stretch of invocations holds in each of them"),
    Fact("some lane on", "at least one lane is on where a scalar access has no test"),
    Fact("nothing to do", "no invocation that is left out of a phase passes the phase's condition"),
    Fact("one side", "where two phases run as one, each lane reads on one side of its own element and stores its own"),
    Fact("read ahead", "what is read before its statement, or for several lanes at once, is the lane's own element"),
    Fact("same stores", "all workgroups that share a copy of a shared array store the same into it"),
    Fact("one number", "the atomics on an array that plain stores replace have one operand in the whole launch"),
    Fact("stored wholly", "every element of an output that is not cleared is stored", "dispatch"),
    Fact(
        "only added to",
        "an array whose sums are kept elsewhere for a while is only added to meanwhile",
        "not checked",
        "it is read off the list of accesses alone; no value takes part",
    ),
    Fact(
        "never read",
        "an output that is stored past the caches is not read by the program",
        "not checked",
        "it is read off the list of accesses alone; a wrong one costs time and no byte",
    ),
    Fact(
        "disjoint",
        "no two invocations access one element, one of them by a store",
        "not checked",
        "it changes verdicts and no text; `check` compares with a reference that watches for races",
    ),
    Fact(
        "no overlap",
        "no array that is written shares memory with another argument",
        "not checked",
        "the host looks at the arguments of each call and refuses those (A607)",
    ),
    Fact(
        "reached together",
        "all invocations of a workgroup reach a barrier or a subgroup operation, or none does",
        "not checked",
        "a check would have to be reached by all of them itself; the reference raises R850 where it does not hold",
    ),
    Fact(
        "equal numbers",
        "values with one value number are equal",
        "not checked",
        "it takes part in no text by itself; what the analyses conclude from it is checked",
    ),
    Fact(
        "loop ends",
        "a loop ends, and how its length depends on the arguments",
        "not checked",
        "it chooses how a launch is cut into pieces, and no text",
    ),
)

FACTS: Final[dict[str, Fact]] = {fact.name: fact for fact in _ROWS}
_CODES: Final = {fact.name: number for number, fact in enumerate(_ROWS, 1)}

FACT_WORDS: Final = 6
"""Of the record: the fact and its statement, the workgroup, the invocation, the lanes, the value and what it is compared with."""
SLOTS: Final = 16
"""Further words, for facts about a whole launch: what the first invocation had."""
_STATEMENTS: Final = 24  # bits of a statement's number


def fact_code(name: str, statement: int) -> int:
    """The word for a fact that a statement relies on; -1 is a statement that the program does not have."""
    return _CODES[name] << _STATEMENTS | (statement & ((1 << _STATEMENTS) - 1))


@dataclass(frozen=True, slots=True)
class Failure:
    """A check that failed. ``group``: the linear workgroup, None in a text without workgroups. ``invocation``: the local index
    there, or the global id on the last axis; None where it is not known. ``lanes``: bits of the lanes of one vector."""

    fact: Fact
    statement: int | None
    group: int | None
    invocation: int | None
    lanes: int
    value: int
    bound: int

    def said(self) -> str:
        """What was found, and where."""
        return f"{self.value:#x}, checked against {self.bound:#x}, {self.where()}"

    def where(self) -> str:
        """Which invocations, in words."""
        if self.invocation is None:
            return "in an invocation that runs by itself"
        lanes = [lane for lane in range(self.lanes.bit_length()) if self.lanes >> lane & 1]
        many = f", lanes {lanes} of its vector" if len(lanes) > 1 else ""
        if self.group is None:
            return f"in the invocation with global id {self.invocation} on the last axis{many}"
        return f"in workgroup {self.group}, local index {self.invocation}{many}"


def first_failure(words: Sequence[int], bits: int) -> Failure | None:
    """What the fact words of a record say; None where no check failed. ``bits``: of a word.

    >>> first_failure([fact_code("range", 7), 0, 3, 8, 5, 4, *[(1 << 64) - 1] * SLOTS], 64).where()
    'in workgroup 0, local index 3'
    """
    none = (1 << bits) - 1
    what, group, invocation, lanes, value, bound = words[:FACT_WORDS]
    if what == none:
        return None
    number = what & ((1 << _STATEMENTS) - 1)
    return Failure(
        _ROWS[(what >> _STATEMENTS) - 1],
        None if number == (1 << _STATEMENTS) - 1 else number,
        None if group == none else group,
        None if invocation == none else invocation,
        0 if lanes == none else lanes,
        value,
        bound,
    )
