"""What the CPU emitter hands on: the text, and every decision that it took."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal

from vyre.emit.base import Artifact

__all__ = ["AccessDecision", "AccessKind", "LlvmArtifact", "Receipt"]

AccessKind = Literal["scalar", "vector", "strided", "staged", "gather", "lanes"]
"""scalar: one element for all lanes; vector: consecutive elements; strided: neighbours that each lane takes for itself, in
whole vectors; staged: what each lane reads next, turned around so that it is whole vectors; gather: an address per lane (a scatter for a store); lanes: lane after lane (atomics)."""

_WORDS: Final[dict[AccessKind, str]] = {
    "vector": "vector",
    "strided": "strided",
    "staged": "staged",
    "gather": "gathered",
    "scalar": "scalar",
    "lanes": "by lanes",
}
_CALLS: Final = {"gather": "gathers", "scatter": "scatters", "load": "masked loads", "store": "masked stores"}


@dataclass(frozen=True, slots=True)
class AccessDecision:
    """How one Load, Store or Atomic became machine memory operations. ``statement`` is its pre-order number."""

    statement: int
    what: Literal["load", "store", "atomic"]
    buffer: int
    kind: AccessKind
    proved: bool  # in bounds without a test
    masked: bool  # some lanes may be off
    reason: str
    inside: bool = False  # neither tested nor masked in the text for whole stretches
    also: tuple[AccessKind, ...] = ()  # what it is in other texts of the same statement

    def line(self) -> str:
        bound = "proved" if self.proved else "checked"
        mask = "masked" if self.masked else "unmasked"
        inside = "; free inside" if self.inside else ""
        also = f"; elsewhere {', '.join(self.also)}" if self.also else ""
        return (
            f"s{self.statement} {self.what} b{self.buffer}: {self.kind}, {bound}, {mask}{inside}{also} ({self.reason})"
        )


@dataclass(frozen=True, slots=True)
class Receipt:
    """Decisions of one emission.

    ``width``: lanes of a vector. ``packs``: vectors that are worked on side by side for each value. ``mode``:
    ``flat`` (lanes run over all invocations) or ``group`` (workgroup after workgroup). ``phases``: stretches
    between barriers. ``frame_bytes`` and ``shared_bytes``: memory of one workgroup; ``scratch_bytes`` of it is not
    on the stack. ``wide_index``: indexes are formed in 64 bits. ``level``: code generation level that suits the size.
    ``inside``: what the text for whole stretches goes without ("": there is none). ``walking``: loops of which a workgroup
    does one iteration after the other, since they walk through memory in long steps. ``copies``: of each shared array
    that has several, since lanes only add to it for a while (0: none has). ``kept``: small outputs that are only added to,
    so that the sums of a call's workgroups reach memory at its end. ``stack``: workgroups below each other that go phase by phase
    in step; ``alike``: shared arrays that they fill alike, and have in common. ``masked``: how many calls of gather, scatter, load
    and store under a mask the whole text has, counted as they were written.
    """

    width: int
    packs: int
    packs_reason: str
    mode: Literal["flat", "group"]
    phases: int
    statements: int
    wide_index: bool
    level: int
    shared_bytes: int
    frame_bytes: int
    scratch_bytes: int
    accesses: tuple[AccessDecision, ...]
    inside: str = ""
    walking: int = 0
    copies: int = 0
    kept: int = 0
    stack: int = 1
    alike: int = 0
    masked: dict[str, int] = field(default_factory=dict)

    def lines(self) -> tuple[str, ...]:
        """The header of ``vyre show --as llvm``: one decision a line. An access that has several texts counts as each of its kinds."""
        count = {
            "proved": sum(a.proved for a in self.accesses),
            "masked": sum(a.masked for a in self.accesses),
            **{word: sum(kind in (a.kind, *a.also) for a in self.accesses) for kind, word in _WORDS.items()},
        }
        calls = [f"{self.masked[name]} {word}" for name, word in _CALLS.items() if name in self.masked]
        return (
            f"vector width: {self.width}",
            f"packs: {self.packs} ({self.packs_reason})",
            f"mode: {self.mode}, {self.phases} phase{'s' if self.phases != 1 else ''}, {64 if self.wide_index else 32}-bit indexes",
            *([f"whole stretches: {self.inside}"] if self.inside else []),
            *([f"copies of arrays that are only added to: {self.copies}"] if self.copies else []),
            *([f"outputs that are added to at the end of a call: {self.kept}"] if self.kept else []),
            *([f"loops in step: {self.walking}, with prefetches"] if self.walking else []),
            *(
                [
                    f"workgroups in step: up to {self.stack}, one below the other, with {self.alike} shared arrays in common"
                ]
                if self.stack > 1
                else []
            ),
            f"memory of a workgroup: {self.shared_bytes} bytes shared, {self.frame_bytes} bytes of frames, {self.scratch_bytes} off the stack",
            f"{len(self.accesses)} accesses: "
            + ", ".join(f"{n} {word}" for word, n in count.items() if n or word not in ("strided", "staged")),
            *([f"calls in the text: {', '.join(calls)}"] if calls else []),
            *(a.line() for a in self.accesses),
        )


@dataclass(frozen=True, slots=True)
class LlvmArtifact(Artifact):
    """LLVM assembly with one function ``k``, its receipt in words (``notes``) and in full. The text holds no name and
    no place; ``statements`` tells for each line the statement that it was written for."""

    receipt: Receipt = field(kw_only=True)

    def show(self) -> str:
        """The text under a header of comments that tells the decisions."""
        return "".join(f"; {line}\n" for line in self.notes) + self.text
