"""The state of one emission: values as registers, the mask of lanes that are on, and the small words all pages use."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from vyre.dtypes import DType, bool_
from vyre.emit.llvm.inside import Inside
from vyre.emit.llvm.kinds import Kinds
from vyre.emit.llvm.phases import Split
from vyre.emit.llvm.receipt import AccessDecision, AccessKind
from vyre.emit.llvm.strides import Run
from vyre.emit.llvm.target import Target
from vyre.emit.llvm.text import Form, Text, element_type, memory_type
from vyre.emit.llvm.tree import Tree
from vyre.emit.llvm.values import truth
from vyre.ir.program import Grid, Program

__all__ = ["BufferRef", "Facts", "LoopState", "Masks", "Staged", "Value", "Words", "Writer"]

Masks = list[str] | None
"""One register of lanes a pack; None: all lanes are on."""


@dataclass(slots=True)
class Value:
    """A value in registers: one ``scalar`` operand for all lanes; or ``same``, one scalar a pack; or ``regs``, one vector a
    pack. ``base``: the value is base + lane number (modulo 2**32), one scalar a pack; then ``regs`` holds the same as vectors."""

    dtype: DType
    scalar: str | None = None
    regs: list[str] | None = None
    base: list[str] | None = None
    same: list[str] | None = None

    @property
    def is_scalar(self) -> bool:
        """Whether all lanes of a pack hold the same."""
        return self.scalar is not None or self.same is not None


@dataclass(slots=True)
class BufferRef:
    """Where a buffer's elements are. ``size`` and ``extents`` are i32 operands. ``lanes``: of a private array, how many
    invocations' elements of one number lie side by side (0: it is none), in order of the local index where ``whole``, else
    of the lanes that are worked on together."""

    dtype: DType
    pointer: str
    size: str
    extents: tuple[str, ...]
    shared: bool
    align: int  # of the first element, in bytes
    lanes: int = 0
    whole: bool = False
    record_bytes: int = 0  # of one element, where it is a record
    copies: int = 1  # of a shared array, side by side
    copy_bytes: int = 0

    @property
    def step(self) -> str:
        """The LLVM type from one element to the next."""
        return f"[{self.record_bytes} x i8]" if self.record_bytes else memory_type(self.dtype)


@dataclass(slots=True)
class Words:
    """A load of small elements through words: ``cells`` hold one vector of words a pack, of which ``shift`` bits are used up."""

    buffer: int
    start: int
    count: int
    cells: list[str]
    shift: str = ""


@dataclass(slots=True)
class Staged:
    """A load whose elements of one iteration lie side by side on the stack, in ``rows``, for ``count`` iterations. ``starts``:
    memory for the element that each lane begins with. ``source``: where a lane that begins with element 0 is in this strip.
    ``at``: the address of this iteration's row."""

    buffer: int
    start: int
    count: int
    rows: str
    starts: str
    source: str = ""
    at: str = ""


@dataclass(slots=True)
class Facts:
    """What the checks of facts need. ``record``: the address of the trap record, whose words from ``first`` on tell of facts. ``intervals``: by value id, what the analysis says
    of values that it says something of; ``exact``: values that do not wrap. ``shadows``: cells with what each lane assigned to a
    local last. ``known``: values that are defined where the text is, None for all. ``by_lane``: lanes are invocations; ``there``: of a phase that is
    run once for all, the lanes that are. ``limit``:
    of the phase that is being written, whether the packs are among those that it leaves out. ``sides``: shared arrays of two
    phases that run as one, and on which side lanes read. ``alike``: shared arrays that another workgroup has filled, each element once.
    ``slots``: words of the record, by statement."""

    record: str
    first: int
    intervals: dict[int, tuple[int, int]]
    exact: frozenset[int]
    shadows: dict[int, list[str]] = field(default_factory=dict)
    known: set[int] | None = None
    by_lane: bool = True
    there: Masks = None
    limit: str = ""
    sides: dict[int, int] = field(default_factory=dict)
    alike: frozenset[int] = frozenset()
    slots: dict[int, int] = field(default_factory=dict)


@dataclass(slots=True)
class LoopState:
    """A loop being written. A uniform one has ``leave`` and ``again`` labels only. A divergent one keeps cells of masks:
    ``inside`` = lanes that are still in the loop, ``live`` = of those, lanes that are on in this iteration."""

    leave: str
    again: str
    inside: list[str] | None = None
    live: list[str] | None = None


@dataclass(slots=True)
class Writer:
    """Everything that the pages of the emitter share while one function is written."""

    program: Program
    workgroup: Grid
    tree: Tree
    kinds: Kinds
    split: Split | None
    target: Target
    packs: int
    wide: bool
    proved: frozenset[int]
    linear_locals: frozenset[int]
    facts: Facts | None = None  # where the text checks what it relies on
    text: Text = field(default_factory=Text)
    values: dict[int, Value] = field(default_factory=dict)
    buffers: dict[int, BufferRef] = field(default_factory=dict)
    params: dict[int, Value] = field(default_factory=dict)
    ids: dict[tuple[str, int], Value] = field(default_factory=dict)
    locals: dict[int, list[str]] = field(default_factory=dict)  # cells: one (scalar) or one a pack
    mask: Masks = None
    maybe_empty: bool = False  # the mask may have no lane at all
    loops: list[LoopState] = field(default_factory=list)
    alive: list[str] | None = None  # cells of the lanes that have not returned
    pack_end: str = ""
    hoisted: set[int] = field(default_factory=set)  # values of the loops around that were computed before them
    trusted: frozenset[int] = frozenset()  # statements that are in bounds in the form of a loop that is being written
    words: dict[int, Words] = field(default_factory=dict)  # of the form of a loop that is being written, by statement
    staged: dict[int, Staged] = field(default_factory=dict)  # likewise
    stages: dict[tuple[int, int], tuple[str, str]] = field(default_factory=dict)  # memory for them that loops share
    general: bool = False  # the form of a loop is being written that runs where the other one may not
    runs: dict[int, Run] = field(default_factory=dict)  # of strided accesses, by statement
    run_values: dict[int, Value] = field(
        default_factory=dict
    )  # what loads of a run give that were written with the first
    walks: frozenset[int] = frozenset()  # numbers of the If whose branch goes lane after lane
    alone: bool = False  # what is written runs for one lane
    across: frozenset[int] = frozenset()  # loops of a lane that is alone whose iterations are lanes
    settled: frozenset[int] = frozenset()  # numbers of atomics that a look and a plain store can do
    strips: dict[int, tuple[str, str]] = field(default_factory=dict)  # loop → iterations [begin, end) to run now
    accesses: list[AccessDecision] = field(default_factory=list)
    forms: dict[int, dict[AccessKind, None]] = field(
        default_factory=dict
    )  # by statement: the kinds of all of its texts, in order
    inside: Inside | None = None  # while the text is written for which these hold
    inside_streams: frozenset[int] = frozenset()  # Stores that go past the caches, while their text is written
    counters: list[int] = field(default_factory=list)  # variables of the scalar loops around, by value id
    sources: dict[int, tuple[str, int]] = field(
        default_factory=dict
    )  # of loads of all lanes: the first address, loops around
    versions: bool = False  # a body behind a guard may have a second text, for when all lanes pass
    streams: bool = False  # some text has such Stores
    read: frozenset[int] = frozenset()  # arrays that are read somewhere, of a program that runs group by group
    copies: int = 0  # of the shared arrays that have several
    stack: int = 1  # workgroups below each other that are worked on in step
    alike: int = 0  # shared arrays of which all of them have one
    left_out: frozenset[int] = frozenset()  # numbers of statements that the one that is being written doesn't need
    kept: int = 0  # outputs whose sums reach memory at the end of a call
    shared_bytes: int = 0
    frame_bytes: int = 0
    scratch_bytes: int = 0

    def forget_locals(self) -> None:
        """Another text begins, with cells of its own for locals."""
        self.locals.clear()
        if self.facts is not None:
            self.facts.shadows.clear()

    # -- forms -------------------------------------------------------------------------------------
    @property
    def width(self) -> int:
        return self.target.width

    @property
    def scalar_form(self) -> Form:
        return Form(self.text, 0, halves=self.target.halves)

    @property
    def vector_form(self) -> Form:
        return Form(self.text, self.target.width, halves=self.target.halves)

    @property
    def mask_type(self) -> str:
        return f"<{self.width} x i1>"

    def vector_type(self, element: str) -> str:
        return f"<{self.width} x {element}>"

    def vector_align(self, memory: str) -> int:
        """Bytes that a vector in memory of its own is aligned to."""
        nbytes = {"i8": 1, "i16": 2, "i32": 4, "float": 4, "i64": 8, "double": 8}[memory]
        return min(64, self.width * nbytes)

    # -- values ------------------------------------------------------------------------------------
    def value(self, number: int) -> Value:
        return self.values[self.tree.value(number)]

    def vectors(self, value: Value) -> list[str]:
        """One register a pack."""
        if value.regs is not None:
            return value.regs
        n = element_type(value.dtype)
        return [self.text.splat(x, n, self.width) for x in self.scalars(value)]

    def scalars(self, value: Value) -> list[str]:
        """One scalar a pack, of a value that is the same in all lanes of a pack."""
        if value.same is not None:
            return value.same
        assert value.scalar is not None
        return [value.scalar] * self.packs

    def each(self, make: Callable[..., str], *columns: Sequence[str]) -> list[str]:
        """``make`` of what stands in each column for a pack; packs of equal operands share the result."""
        made: dict[tuple[str, ...], str] = {}
        results: list[str] = []
        for operands in zip(*columns, strict=True):
            if operands not in made:
                made[operands] = make(*operands)
            results.append(made[operands])
        return results

    def conditions(self, value: Value) -> Value:
        """``!= 0``."""
        if value.dtype.is_bool:
            return value
        if value.scalar is not None:
            return Value(bool_, truth(self.scalar_form, value.dtype, value.scalar))
        if value.same is not None:
            return Value(bool_, same=self.each(lambda x: truth(self.scalar_form, value.dtype, x), value.same))
        form = self.vector_form
        return Value(bool_, regs=[truth(form, value.dtype, x) for x in self.vectors(value)])

    def id(self, name: str, axis: int) -> Value:
        return self.ids[name, axis]

    # -- masks -------------------------------------------------------------------------------------
    def both(self, mask: Masks, other: Sequence[str]) -> list[str]:
        if mask is None:
            return list(other)
        t = self.mask_type
        return self.each(lambda a, b: a if a == b else self.text.let(f"and {t} {a}, {b}"), mask, other)

    def without(self, mask: Masks, off: Sequence[str]) -> list[str]:
        t = self.mask_type
        inverted = self.each(lambda x: self.text.let(f"xor {t} {x}, splat (i1 true)"), off)
        return self.both(mask, inverted)

    def full(self, mask: Masks) -> list[str]:
        return ["splat (i1 true)"] * self.packs if mask is None else mask

    def any(self, mask: Sequence[str]) -> str:
        """Whether some lane is on, as an i1."""
        t, w = self.mask_type, self.width
        joined = mask[0]
        for x in mask[1:]:
            joined = self.text.let(f"or {t} {joined}, {x}")
        return self.text.let(f"icmp ne i{w} {self.text.let(f'bitcast {t} {joined} to i{w}')}, 0")

    def every(self, mask: Sequence[str]) -> str:
        """Whether all lanes are on, as an i1."""
        t, w = self.mask_type, self.width
        joined = mask[0]
        for x in mask[1:]:
            joined = self.text.let(f"and {t} {joined}, {x}")
        return self.text.let(f"icmp eq i{w} {self.text.let(f'bitcast {t} {joined} to i{w}')}, -1")

    # -- cells -------------------------------------------------------------------------------------
    def cell(self, element: str, *, vector: bool) -> str:
        """A stack cell that LLVM turns into registers."""
        type_ = self.vector_type(element) if vector else element
        return self.text.alloca(type_, 64 if vector and element != "i1" else 8)

    def load_cell(self, cell: str, element: str, *, vector: bool) -> str:
        type_ = self.vector_type(element) if vector else element
        return self.text.let(f"load {type_}, ptr {cell}")

    def store_cell(self, cell: str, element: str, register: str, *, vector: bool) -> None:
        type_ = self.vector_type(element) if vector else element
        self.text.do(f"store {type_} {register}, ptr {cell}")

    def load_masks(self, cells: Sequence[str]) -> list[str]:
        return [self.load_cell(c, "i1", vector=True) for c in cells]

    def store_masks(self, cells: Sequence[str], masks: Sequence[str]) -> None:
        for cell, mask in zip(cells, masks, strict=True):
            self.store_cell(cell, "i1", mask, vector=True)

    def mask_cells(self) -> list[str]:
        return [self.cell("i1", vector=True) for _ in range(self.packs)]
