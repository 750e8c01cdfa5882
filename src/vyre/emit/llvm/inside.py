"""What can be decided once for a whole stretch of consecutive invocations.

Where lanes run over global ids p, p + 1, …, an index ``p + u`` with a u that is fixed for the row is in bounds for one
stretch of p, and a guard ``p + u < n`` holds for one. On the stretch where all of these hold, the program is run by a text of
its own, with no test and no mask for them; the general text runs the rest, which is a few lanes at the ends in most
launches. Decided in 64 bits: where 0 <= p + u < 2**31 holds for the exact sum, it is the number that wraps to it too.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from vyre.emit.llvm.kinds import Kinds
from vyre.emit.llvm.tree import Node, Tree
from vyre.ir.nodes import Atomic, Break, Const, Continue, For, Id, If, Load, Op, Param, Return, Size, Store, While
from vyre.ir.program import Program
from vyre.ir.walk import operands, result, subscripts

__all__ = ["LARGEST", "Extent", "Inside", "Stream", "Sum", "Test", "find_inside"]

LARGEST: Final = 150
"""Statements beyond which a second text costs more time to compile than it brings."""

Sum = tuple[tuple[int, int], ...]
"""(sign, value id) of what is added to the global id."""
Extent = tuple[int, int | None] | int
"""(buffer, axis) for an extent, or its size where the axis is None; or a literal length."""

_TURNED: Final = {"lt": "gt", "le": "ge", "gt": "lt", "ge": "le"}
_NEGATED: Final = {"lt": "ge", "le": "gt", "gt": "le", "ge": "lt"}


@dataclass(frozen=True, slots=True)
class Test:
    """One condition of the stretch. ``index``: the sum (or the fixed value ``other``, where there is no sum) is inside of
    ``extent``; ``lt`` … ``ge``: the sum compares so with the fixed value ``other``; ``is`` and ``not``: ``other`` is
    true, or false."""

    how: Literal["index", "lt", "le", "gt", "ge", "is", "not"]
    sum: Sum | None = None
    other: int | None = None
    extent: Extent | None = None


@dataclass(frozen=True, slots=True)
class Stream:
    """A store; its last subscript is a sum, the ``outer`` ones are fixed values."""

    statement: int
    buffer: int
    outer: tuple[int, ...]
    sum: Sum


@dataclass(frozen=True, slots=True)
class Inside:
    """``indexes``: (statement, which of its subscripts) that are in bounds; ``guards``: number of an If → what its condition
    is; ``tests``: what has to hold; ``fixed``: numbers of the statements that compute what the tests read. ``streams``:
    Stores of all lanes to neighbouring elements of outputs that are never read. ``exact``: sums and differences of 32 bits
    that do not wrap there, by value id."""

    indexes: frozenset[tuple[int, int]]
    guards: dict[int, bool]
    tests: tuple[Test, ...]
    fixed: tuple[int, ...]
    streams: tuple[Stream, ...]
    exact: frozenset[int]

    def line(self) -> str:
        """For the receipt."""
        guards = len(self.guards)
        return (
            f"{len(self.indexes)} index{'es' if len(self.indexes) != 1 else ''} and "
            f"{guards} guard{'s' if guards != 1 else ''} are decided once a row"
            + (f", {len(self.streams)} past the caches where large" if self.streams else "")
        )


class _Finder:
    def __init__(
        self,
        program: Program,
        tree: Tree,
        kinds: Kinds,
        proved: frozenset[int],
        fixed_ids: frozenset[tuple[str, int]],
        width: int,
    ) -> None:
        self.program = program
        self.tree = tree
        self.kinds = kinds
        self.proved = proved
        self.width = width
        self.fixed: set[int] = set()
        self.sums: dict[int, Sum] = {}
        self.indexes: set[tuple[int, int]] = set()
        self.guards: dict[int, bool] = {}
        self.tests: dict[Test, None] = {}  # in order
        self.streams: list[Stream] = []
        self.read = {n.stmt.buffer for n in tree.nodes if isinstance(n.stmt, (Load, Atomic))}
        for node in tree.nodes:
            self.sort(node, fixed_ids)

    def sort(self, node: Node, fixed_ids: frozenset[tuple[str, int]]) -> None:
        """Whether a value is fixed, or the global id and something fixed."""
        stmt, tree = node.stmt, self.tree
        number = result(stmt)
        if number is None or number in tree.same:
            return
        if isinstance(stmt, (Const, Size, Param)) or (isinstance(stmt, Id) and (stmt.name, stmt.axis) in fixed_ids):
            self.fixed.add(number)
        elif isinstance(stmt, Id):
            if (stmt.name, stmt.axis) == ("global_id", 0):
                self.sums[number] = ()
        elif isinstance(stmt, Op):
            args = [tree.value(a) for a in stmt.args]
            if all(a in self.fixed for a in args):
                self.fixed.add(number)
            elif stmt.dtype.is_integer and stmt.dtype.bits == 32:
                found = self.sum_of(stmt.op, args)
                if found is not None:
                    self.sums[number] = found

    def sum_of(self, op: str, args: list[int]) -> Sum | None:
        first = self.sums.get(args[0])
        if op in ("cast", "bitcast"):
            return first
        if op not in ("add", "sub"):
            return None
        if first is not None and args[1] in self.fixed:
            return (*first, (1 if op == "add" else -1, args[1]))
        second = self.sums.get(args[1])
        if op == "add" and second is not None and args[0] in self.fixed:
            return (*second, (1, args[0]))
        return None

    # -- what has to hold --------------------------------------------------------------------------
    def block(self, nodes: list[Node], last: bool, all_lanes: bool) -> None:
        """``last``: nothing is done after the block. ``all_lanes``: it runs once, and in all lanes."""
        for at, node in enumerate(nodes):
            stmt = node.stmt
            if isinstance(stmt, (Load, Store, Atomic)):
                self.access(node, stmt)
                if isinstance(stmt, Store) and all_lanes:
                    self.stream(node, stmt)
            elif isinstance(stmt, If):
                self.branch(node, stmt, last and at == len(nodes) - 1, all_lanes)
            else:
                for inner in node.blocks:
                    self.block(inner, True, False)

    def branch(self, node: Node, stmt: If, last: bool, all_lanes: bool) -> None:
        then, orelse = node.blocks
        wanted: bool | None = None
        if node.number in self.kinds.divergent:
            if then and not orelse and isinstance(then[-1].stmt, (Return, Break, Continue)):
                wanted = False
            elif last and then:
                wanted = True
        tests = None if wanted is None else self.decide(stmt.cond, wanted)
        if wanted is None or tests is None:
            for inner in node.blocks:
                self.block(inner, last, False)
            return
        self.guards[node.number] = wanted
        self.tests.update(dict.fromkeys(tests))
        self.block(then if wanted else orelse, last, all_lanes)

    def decide(self, condition: int, wanted: bool) -> list[Test] | None:
        """Tests that make a condition be what is wanted."""
        todo, found = [(self.tree.value(condition), wanted)], list[Test]()
        while todo:
            value, want = todo.pop()
            if value in self.fixed:
                found.append(Test("is" if want else "not", other=value))
                continue
            stmt = self.tree.nodes[self.tree.where[value]].stmt if value >= 0 else None
            if not isinstance(stmt, Op):
                return None
            args = [self.tree.value(a) for a in stmt.args]
            if stmt.dtype.is_bool and stmt.op == ("and" if want else "or"):
                todo += [(a, want) for a in args]
            elif stmt.dtype.is_bool and stmt.op == "not":
                todo.append((args[0], not want))
            elif stmt.op in _TURNED:
                test = self.compared(stmt.op if want else _NEGATED[stmt.op], *args)
                if test is None:
                    return None
                found.append(test)
            else:
                return None
        return found

    def compared(self, op: str, a: int, b: int) -> Test | None:
        if a in self.fixed:
            op, a, b = _TURNED[op], b, a
        if a not in self.sums or b not in self.fixed or self.tree.dtypes[b].bits > 32:
            return None  # the tests are of numbers of 64 bits, which hold those of 32 bits of either sign
        match op:
            case "lt" | "le" | "gt" | "ge":
                return Test(op, self.sums[a], b)
            case _:
                return None

    def access(self, node: Node, stmt: Load | Store | Atomic) -> None:
        buffer = self.program.buffers[stmt.buffer]
        if node.number in self.proved or not (buffer.is_array or buffer.role == "table"):
            return
        outer, within, lengths = subscripts(self.program, stmt)
        one = stmt.flat or len(outer) == 1
        extents: list[Extent] = [(stmt.buffer, None if one else axis) for axis in range(len(outer))]
        for at, (index, extent) in enumerate(zip((*outer, *within), [*extents, *lengths], strict=True)):
            value = self.tree.value(index)
            if value in self.sums:
                self.tests[Test("index", self.sums[value], None, extent)] = None
            elif value in self.fixed:
                self.tests[Test("index", None, value, extent)] = None
            else:
                continue
            self.indexes.add((node.number, at))

    def stream(self, node: Node, stmt: Store) -> None:
        """Note a store of neighbouring elements of an output that is never read."""
        buffer = self.program.buffers[stmt.buffer]
        *outer, value = (self.tree.value(index) for index in stmt.index)
        if buffer.role != "out" or stmt.buffer in self.read or buffer.record is not None:
            return
        if buffer.dtype.nbytes * self.width < 16:  # no store of so few bytes goes past the caches
            return
        if value in self.sums and all(index in self.fixed for index in outer):
            self.streams.append(Stream(node.number, stmt.buffer, tuple(outer), self.sums[value]))

    def needed(self) -> tuple[int, ...]:
        """Statements that compute what the tests read."""
        wanted: set[int] = set()
        for added in (*(test.sum or () for test in self.tests), *(stream.sum for stream in self.streams)):
            wanted |= {value for _, value in added}
        for stream in self.streams:
            wanted.update(stream.outer)
        for test in self.tests:
            if test.other is not None:
                wanted.add(test.other)
        found: list[int] = []
        for node in reversed(self.tree.nodes):
            number = result(node.stmt)
            if number in wanted:
                found.append(node.number)
                wanted |= {self.tree.value(a) for a in operands(node.stmt)}
        return tuple(reversed(found))


def find_inside(
    program: Program,
    tree: Tree,
    kinds: Kinds,
    proved: frozenset[int],
    fixed_ids: frozenset[tuple[str, int]],
    *,
    tail: bool,
    streaming: int = 0,
) -> Inside | None:
    """What is decided once a row; None where that is not worth a text. ``fixed_ids``: ids that are fixed for a row. ``tail``:
    without it a mask would be needed for the last lanes anyway. ``streaming``: elements that a store past the
    caches has; 0 where there is none."""
    if tree.count > LARGEST:
        return None
    finder = _Finder(program, tree, kinds, proved, fixed_ids, streaming)
    finder.block(tree.body, True, True)
    loops = any(isinstance(node.stmt, (For, While)) for node in tree.nodes)
    if loops:  # with a loop it is not memory that the time goes to
        finder.streams.clear()
    if not finder.tests and not tail:
        return None
    tested = {test.sum for test in finder.tests}
    return Inside(
        frozenset(finder.indexes),
        finder.guards,
        tuple(finder.tests),
        finder.needed(),
        tuple(finder.streams),
        frozenset(value for value, added in finder.sums.items() if added in tested),
    )
