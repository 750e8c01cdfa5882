"""State while a kernel is read: the unit (one kernel with everything inlined) and the frames (one per function).

A frame knows its function's names. What a variable holds is kept in a local of the draft; where the value that it
was last given is still visible, reads use that value directly, so that straight-line code has no locals at all.
"""

from __future__ import annotations

import ast
import math
import typing
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final

from vyre.dtypes import DType, u32
from vyre.errors import KernelSyntaxError, KernelTypeError, Place, UnsupportedFeature, VyreError
from vyre.ir.structs import Part, parts_of
from vyre.lang.draft import (
    NO_LOCAL,
    NO_TYPE,
    Arg,
    Array,
    Chain,
    Draft,
    DraftLocal,
    Lit,
    LitUse,
    Node,
    Obj,
    Operand,
    RecordRef,
    RecordValue,
    ShapeOf,
    Tup,
    Value,
    Vec,
)
from vyre.lang.inference import Mismatch, Types, TypeVar
from vyre.lang.literals import is_literal
from vyre.lang.names import Flow
from vyre.lang.source import FunctionText

__all__ = [
    "MAX_INLINE",
    "Copies",
    "Flow",
    "Frame",
    "Loop",
    "RankChanged",
    "Unit",
    "Var",
    "counted",
    "same_parts",
    "segment",
]

MAX_INLINE = 32
"""Inlined calls inside of inlined calls."""
_FLATTER: Final = "combine conditions with `and`, or move the inner part before the outer one"
_SPLIT: Final = (
    "split the chain: write found = True above it and found = False as its `else`, and the other branches as a chain of their own under `if not found:`; "
    "where the branches choose a number, read it from a tuple, T[k]"
)
MAX_NESTING = 64  # of the IR; the builder holds it too, this check comes first so that Python's own stack is safe


Copies = dict[int, tuple[Any, bytes]]
"""What captured arrays held when the kernel first read them, by their id; the array is kept so that its id stays its own."""


class RankChanged(Exception):
    """The rank of an array came out other than assumed: read the kernel again with what is known now."""


@dataclass(slots=True, eq=False)
class Unit:
    """One kernel under reading, with everything that is inlined into it."""

    types: Types = field(default_factory=Types)
    block: Draft = field(default_factory=Draft)
    locals: list[DraftLocal] = field(default_factory=list)
    arrays: list[Array] = field(default_factory=list)  # parameters, then shared arrays
    assumed_ranks: dict[str, int] = field(default_factory=dict)  # from an earlier reading
    asked: dict[str, set[int]] = field(default_factory=dict)  # ranks that were used before a subscript fixed them
    calls: list[object] = field(default_factory=list)  # functions being inlined, outermost first
    privates: dict[tuple[int, Chain], Array] = field(default_factory=dict)  # by the line and the calls that lead to it
    tables: dict[int, tuple[Any, Array]] = field(default_factory=dict)  # of captured arrays, by their id
    copies: Copies = field(default_factory=dict)
    type_of: dict[Any, DType] = field(default_factory=dict)  # what type variables stand for
    axes: dict[int, Place] = field(default_factory=dict)  # of ids, with the first place of each
    dims: dict[str, tuple[Array, int]] = field(default_factory=dict)  # the axis that binds each named dimension
    unrolled: int = 0
    asserts: int = 0
    depth: int = 0

    def bound(self, found: Any) -> Any:
        """A captured object; of a type variable the type that it stands for in this specialisation."""
        return self.type_of.get(found, found) if isinstance(found, typing.TypeVar) else found

    def emit(self, node: Node) -> Node:
        block = self.block
        block.nodes.append(node)
        if node.op in (
            "store",
            "atomic",
            "barrier",
            "return",
            "for",
            "while",
            "subgroup",
            "workgroup",
            "strided",
            "trap",
            "clear",
        ) or (node.blocks and any(b.effects for b in node.blocks)):
            block.effects = True
        return node

    def new_local(self, name: str, kind: TypeVar | None = None) -> DraftLocal:
        local = DraftLocal(name, kind or self.types.fresh())
        self.locals.append(local)
        return local

    @contextmanager
    def into(self, block: Draft) -> Iterator[Draft]:
        """Emit into ``block`` meanwhile."""
        outer, self.block = self.block, block
        try:
            yield block
        finally:
            self.block, block.open = outer, False


@dataclass(slots=True, eq=False)
class Var:
    """A name of one function."""

    name: str
    local: DraftLocal | None = None
    forward: Node | Lit | None = None  # what it holds now, if that is known
    forward_block: Draft | None = None
    fixed: Value | None = None  # an array, dtype, function … or an argument that is never reassigned
    items: list[Var] | None = None  # of a tuple or a record
    parts: tuple[Part, ...] | None = None  # of a record: what each item is
    vec: bool = False  # a vy.vec; the tuple's items are its components
    place: Place | None = None  # of the first assignment


@dataclass(slots=True, eq=False)
class Loop:
    """A loop being read. ``unrolled``: the loop of one iteration around unrolled code."""

    mark: int
    unrolled: bool = False
    breaks: list[set[str]] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class Frame:
    """One function under reading: the kernel, or one inlined call."""

    unit: Unit
    text: FunctionText
    kind: str  # "kernel" or "func"
    chain: Chain = ()
    assigned: frozenset[str] = frozenset()  # names that the function assigns anywhere
    variables: dict[str, Var] = field(default_factory=dict)
    flow: Flow = field(default_factory=Flow)
    loops: list[Loop] = field(default_factory=list)
    nesting: int = 0  # control flow of this function around the statement being read
    changed: list[list[Var]] = field(default_factory=list)  # variables set inside of each open branch or loop
    result: Any = None  # of an inlined function: what returns.py keeps about its returns

    # -- places and errors ------------------------------------------------------------------------
    def place(self, node: ast.AST | Place) -> Place:
        return node if isinstance(node, Place) else self.text.place(node)

    def _error(
        self, cls: type[VyreError], at: ast.AST | Place, code: str, message: str, fix: str, **more: Any
    ) -> VyreError:
        others = tuple(more.pop("others", ())) + tuple(("called here", p) for p in self.chain)
        return cls(message, code=code, fix=fix, place=self.place(at), others=others, **more)

    def syntax(self, at: ast.AST | Place, code: str, message: str, fix: str, **more: Any) -> VyreError:
        return self._error(KernelSyntaxError, at, code, message, fix, **more)

    def type_error(self, at: ast.AST | Place, code: str, message: str, fix: str, **more: Any) -> VyreError:
        return self._error(KernelTypeError, at, code, message, fix, **more)

    def later(self, at: ast.AST | Place, what: str, fix: str) -> VyreError:
        """A feature of the language that this version does not have (U700)."""
        return self._error(UnsupportedFeature, at, "U700", f"{what}: not in this version", fix)

    # -- nodes ------------------------------------------------------------------------------------
    def node(self, op: str, args: tuple[Operand, ...], kind: TypeVar | None, at: ast.AST | Place, **more: Any) -> Node:
        literal = is_literal(op, args)
        return self.unit.emit(Node(op, args, kind or NO_TYPE, self.place(at), self.chain, literal=literal, **more))

    def const(self, dtype: DType, value: bool | int | float, at: ast.AST | Place) -> Node:
        """A typed constant."""
        place = self.place(at)
        return self.node("const", (), self.unit.types.concrete(dtype, place), place, data=value)

    def typed(self, dtype: DType, at: ast.AST | Place) -> TypeVar:
        return self.unit.types.concrete(dtype, self.place(at))

    def use(self, value: Value | None, at: ast.AST | Place) -> Operand:
        """A value as an operand. Raises K151 where it is no number."""
        if isinstance(value, Node):
            return value
        if isinstance(value, Lit):
            kind = self.unit.types.literal(value.value, value.place)
            return LitUse(value.value, kind, value.place, self.chain, value.written)
        raise self.not_a_number(value, at)

    def arg(self, value: Value | None, at: ast.AST | Place) -> Arg:
        """A value as an operand, with the place where it is used."""
        return Arg(self.use(value, at), self.place(at))

    def not_a_number(self, value: Value | None, at: ast.AST | Place) -> VyreError:
        if value is None:
            return self.syntax(
                at, "K158", "this function returns nothing", "call it as a statement, or return a value in it"
            )
        if isinstance(value, Array):
            return self.type_error(
                at, "K151", f"{value.name} is an array, and a number is needed here",
                f"subscript it: {value.name}[i]; whole-array arithmetic is what the kernel does element by element",
            )  # fmt: skip
        if isinstance(value, (RecordRef, RecordValue)):
            text = segment(self.place(at)) or "a[i]"
            if isinstance(value, RecordRef) and value.field is not None:
                return self.type_error(
                    at, "K151", f"the field {value.path} is an array, and a number is needed here", f"take one element: {text}[k]"
                )  # fmt: skip
            first = value.parts[0].name if isinstance(value, RecordValue) else _first_field(value)
            return self.type_error(
                at, "K151", "this is a whole record, and a number is needed here", f"take a field of it: {text}.{first}"
            )
        if isinstance(value, Vec):
            return self.type_error(
                at, "K151", "a vec stands where a number is needed", "take a component, v.x, or a number of the whole: vy.length(v)"
            )  # fmt: skip
        if isinstance(value, (Tup, ShapeOf)):
            return self.type_error(at, "K151", "a tuple stands where a number is needed", "take one element: t[0]")
        if isinstance(value, Obj) and isinstance(value.value, DType):
            return self.type_error(
                at, "K151", f"{value.path} is a type, and a number is needed here", f"write {value.path}(x)"
            )
        path = value.path if isinstance(value, Obj) else "this"
        kind = type(value.value).__name__ if isinstance(value, Obj) else ""
        return self.type_error(
            at,
            "K151",
            f"{path} is no number",
            f"call it: {path}()" if kind == "function" else "use a number, a parameter or a local variable here",
            actual=kind or None,
        )

    # -- variables --------------------------------------------------------------------------------
    def variable(self, name: str) -> Var:
        var = self.variables.get(name)
        if var is None:
            var = self.variables[name] = Var(name)
        return var

    def assign(self, name: str, value: Value | None, at: ast.AST | Place) -> None:
        """Bind a name of the function."""
        var = self.variable(name)
        self._assign(var, value, at)
        self.flow.add(name)
        if var.place is None:
            var.place = self.place(at)

    def assign_part(self, name: str, k: int, value: Value | None, at: ast.AST) -> None:
        """Bind one component of a vec that the name holds."""
        self._assign((self.variables[name].items or [])[k], value, at)

    def _assign(self, var: Var, value: Value | None, at: ast.AST | Place) -> None:
        if isinstance(value, ShapeOf):
            rank = self.rank(value.array)
            value = Tup(tuple(self.size(value.array, k, at) for k in range(rank)), value.place)
        if isinstance(value, (Tup, RecordValue)):
            parts = value.parts if isinstance(value, RecordValue) else None
            other = var.items and (len(var.items) != len(value.items) or not same_parts(var.parts, parts))
            vec = isinstance(value, Vec)
            other = other or (var.items is not None and var.vec is not vec)
            if var.local is not None or var.fixed is not None or other:
                raise self._rebound(var, value, at)
            if var.items is None:
                names = [f"{var.name}_{'xyzw'[k] if vec else k}" for k in range(len(value.items))]
                if parts is not None:
                    names = [f"{var.name}_{'_'.join([p.name.replace('.', '_'), *map(str, p.inner)])}" for p in parts]
                var.items, var.parts, var.vec = list(map(Var, names)), parts, vec
            for item, part in zip(var.items, value.items, strict=True):
                self._assign(item, part, at)
            return
        if isinstance(value, (Array, Obj)):
            known = var.fixed
            same = known is not None and (
                known is value
                or (
                    isinstance(known, Array)
                    and isinstance(value, Array)
                    and known.root is value.root
                    and known.flat == value.flat
                )
                or (isinstance(known, Obj) and isinstance(value, Obj) and known.value is value.value)
            )
            if var.local is not None or var.items is not None or (known is not None and not same):
                raise self._rebound(var, value, at)
            if isinstance(value, Array) and value.role in ("shared", "private") and not value.named and not value.flat:
                value.name, value.named = var.name, True
            var.fixed = value
            return
        if var.fixed is not None or var.items is not None:
            raise self._rebound(var, value, at)
        if var.local is None:
            var.local = self.unit.new_local(var.name)
        operand = self.use(value, at)
        try:
            self.unit.types.unify(var.local.type, operand.type)
        except Mismatch as clash:
            raise self.two_types(var, clash, at) from None
        self.node("set", (operand,), None, at, local=var.local)
        # a literal that is held in a variable is a value like any other (a zero divisor of it is no compile error)
        self.remember(var, value if isinstance(value, Node) and not value.literal else None)

    def remember(self, var: Var, value: Node | Lit | None) -> None:
        """``value`` is what the variable holds from here on (None: read the local)."""
        var.forward, var.forward_block = value, self.unit.block
        if self.changed:
            self.changed[-1].append(var)

    def _rebound(self, var: Var, value: Value | None, at: ast.AST | Place) -> VyreError:
        others = [("first bound here", var.place)] if var.place else []
        fix = f"use another name than {var.name} for this"
        held = var.fixed
        if isinstance(held, Array) and held.role in ("shared", "private") and isinstance(value, Array):
            fix += (
                f"; to swap arrays, make them rows of one, for example both = vy.{held.role}(vy.{held.dtype.__name__}, (2, n)),"
                " and swap the numbers of the rows"
            )
        return self.syntax(
            at, "K160", f"{var.name} stands for another kind of thing already; a name holds numbers, or one array, or one tuple",
            fix, others=others,
        )  # fmt: skip

    def two_types(self, var: Var, clash: Mismatch, at: ast.AST | Place) -> VyreError:
        """The error K201 for a value that does not fit the variable's type."""
        was, now = clash.types
        text = segment(self.place(at)) or "..."
        if was is not None and now is not None and now.is_bool is was.is_bool:
            fix = f"cast it, {var.name} = vy.{was.__name__}({text}), or use another name for the new value"
        elif now is not None and now.is_bool:
            to = "u32" if was is None else was.__name__
            fix = f"turn the bool into a number, vy.{to}({text}), or begin with True or False"
        elif now is not None:
            fix = f"begin with a value of that type, {var.name} = vy.{now.__name__}(...), or cast this one: vy.f32({text})"
        else:
            fix = f"cast it, {var.name} = vy.{was.__name__ if was is not None else 'f32'}({text}), or use another name for the new value"
        return self.type_error(
            at,
            "K201",
            f"{var.name} is {clash.words[0]} and is given {clash.words[1]}; a variable has one type",
            fix,
            others=clash.others,
        )

    def read(self, name: str, at: ast.Name) -> Value:
        """The value of one of the function's own names. Raises K159 where it is not assigned on every path."""
        var = self.variables.get(name)
        if name not in self.flow.names or var is None:
            others = [("assigned here", var.place)] if var is not None and var.place is not None else []
            raise self.syntax(
                at, "K159", f"{name} is read here, and not every path to this line assigns it",
                f"give it a value before the branch or loop, for example {name} = 0", others=others,
            )  # fmt: skip
        return self._read(var, at)

    def _read(self, var: Var, at: ast.AST, *, spare: bool = False) -> Value:
        if var.items is not None:
            items = tuple(self._read(item, at, spare=var.parts is not None) for item in var.items)
            plain = Vec if var.vec else Tup
            return plain(items, self.place(at)) if var.parts is None else RecordValue(var.parts, items, self.place(at))
        if isinstance(var.fixed, Lit):
            return Lit(var.fixed.value, self.place(at), var.fixed.written)
        if var.fixed is not None:
            return var.fixed
        if var.forward is not None and var.forward_block is not None and var.forward_block.open:
            if isinstance(var.forward, Lit):
                return Lit(var.forward.value, self.place(at), var.forward.written)
            return var.forward
        node = self.get(var.local or NO_LOCAL, at)
        node.spare = spare
        return node

    def get(self, local: DraftLocal, at: ast.AST | Place) -> Node:
        local.gets += 1
        return self.node("get", (), local.type, at, local=local)

    # -- control flow -----------------------------------------------------------------------------
    @contextmanager
    def branch(self, at: ast.AST) -> Iterator[Draft]:
        """A nested block: variables set inside of it are read from their locals afterwards."""
        self.nesting += 1
        self.unit.depth += 1
        if self.unit.depth > MAX_NESTING:
            message, fix = f"blocks nested deeper than {MAX_NESTING}", _FLATTER
            if segment(self.place(at)).startswith("elif"):
                message, fix = f"{message}: each elif nests one deeper", _SPLIT
            raise self.syntax(at, "K168", message, fix)
        self.changed.append([])
        with self.unit.into(Draft()) as block:
            yield block
        inner = self.changed.pop()
        for var in inner:
            var.forward = None
        if self.changed:
            self.changed[-1].extend(inner)
        self.unit.depth -= 1
        self.nesting -= 1

    def forget(self, names: frozenset[str]) -> None:
        """A loop that assigns these names begins: what they hold is no longer known."""
        todo = [var for name in names if (var := self.variables.get(name)) is not None]
        while todo:
            var = todo.pop()
            var.forward = None
            todo.extend(var.items or ())

    # -- arrays -----------------------------------------------------------------------------------
    def rank(self, array: Array) -> int:
        """The rank of an array. Where no subscript has fixed it yet it is assumed, and the end of the reading checks."""
        root = array.root
        if array.flat:
            return 1
        if root.rank is not None:
            return root.rank
        assumed = self.unit.assumed_ranks.get(root.name, 1)
        self.unit.asked.setdefault(root.name, set()).add(assumed)
        return assumed

    def fix_rank(self, array: Array, rank: int, at: ast.AST | Place) -> None:
        """``array`` is used with ``rank`` subscripts here. Raises K165."""
        root = array.root
        if root.rank is None:
            root.rank, root.rank_place = rank, self.place(at)
        elif root.rank != rank:
            flat = f"{root.name}.flat[k] where one subscript runs over all elements"
            if root.rank_place is None:
                has = f"{root.name} is declared with {counted(root.rank, 'axis', 'axes')}"
                fix = f"write {root.name}[{_subscripts(root.rank)}]" + (
                    f", or {flat}" if rank == 1 else root.unsized(rank)
                )
            else:
                has = f"{root.name} has {counted(root.rank, 'subscript')} in another line"
                most = max(rank, root.rank)
                fix = f"write {counted(most, 'subscript')} everywhere, {root.name}[{_subscripts(most)}]"
                fix += f", or {flat}" if 1 in (rank, root.rank) else ""
            raise self.syntax(
                at, "K165", f"{has}, and {counted(rank, 'subscript')} here; an array has one number of axes", fix,
                others=[("declared here" if root.rank_place is None else "used here", root.rank_place or root.place)],
            )  # fmt: skip

    def size(self, array: Array, axis: int | None, at: ast.AST | Place) -> Node | Lit:
        """Number of elements, or the extent along an axis (u32); of a constant table a literal."""
        if array.role == "table":
            shape = array.root.shape or ()
            return Lit(math.prod(shape) if axis is None or array.flat else shape[axis], self.place(at))
        return self.node("size", (), self.typed(u32, at), at, array=array.root, data=None if array.flat else axis)


def counted(n: int, word: str, words: str = "") -> str:
    """A number with its noun: "1 axis", "2 axes"."""
    return f"{n} {word}" if n == 1 else f"{n} {words or word + 's'}"


def _subscripts(n: int) -> str:
    return ", ".join("ijklmnpq"[k] if k < 8 else f"i{k}" for k in range(n))


def same_parts(a: tuple[Part, ...] | None, b: tuple[Part, ...] | None) -> bool:
    """Whether two records have the same fields, wherever they lie (None: a tuple)."""
    if a is None or b is None:
        return a is b
    return [(p.name, p.dtype, p.inner) for p in a] == [(p.name, p.dtype, p.inner) for p in b]


def _first_field(ref: RecordRef) -> str:
    return parts_of(ref.array.root.record, ref.path)[0].name


def segment(place: Place) -> str:
    """The source text of a place."""
    return place.text[place.column : place.end_column]
