"""Type inference (rule 1.3): type variables in a union-find, over one whole kernel.

Equalities are solved as they are met; what is no equality (comparisons of integers of any two types, ``abs_diff``)
waits until everything else is known and then lets the demand through. Last come the defaults.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from vyre.dtypes import DType, bool_, f32, i32, i64
from vyre.errors import Place

__all__ = ["Mismatch", "TypeVar", "Types"]


class Mismatch(Exception):
    """Two demands that do not fit: of each its type (None: a literal), what to call it, and the place that made it."""

    def __init__(self, left: TypeVar, right: TypeVar) -> None:
        super().__init__("two types")
        self.types = (left.dtype, right.dtype)
        self.words = tuple(_words(v) for v in (left, right))
        self.places = tuple(v.place or v.float_place for v in (left, right))
        self.others = tuple((f"{w} comes from here", p) for w, p in zip(self.words, self.places, strict=True) if p)


@dataclass(slots=True, eq=False)
class TypeVar:
    """One unknown type. After ``find`` the root's ``dtype`` is the answer, ``place`` the line that demanded it."""

    parent: TypeVar | None = None
    dtype: DType | None = None
    place: Place | None = None
    ints: tuple[int, int] | None = None  # smallest and largest integer literal
    float_place: Place | None = None  # of a float literal, or of an operation that exists for floats only
    rank: int = 0
    waiting: list[Constraint] = field(default_factory=list)

    def find(self) -> TypeVar:
        root = self
        while root.parent is not None:
            if root.parent.parent is not None:
                root.parent = root.parent.parent
            root = root.parent
        return root

    @property
    def solved(self) -> DType:
        """The type, once it must be known."""
        dtype = self.find().dtype
        if dtype is None:
            raise RuntimeError("a type was asked for before the kernel's types were solved")
        return dtype

    @property
    def known(self) -> DType | None:
        """The type as far as it is known by now."""
        return self.find().dtype


@dataclass(slots=True, eq=False)
class Constraint:
    """A comparison (``relation`` "compare") or an ``abs_diff`` (``right`` is the unsigned type of ``left``)."""

    relation: str
    left: TypeVar
    right: TypeVar
    place: Place
    error: Callable[[Mismatch], Exception]
    done: bool = False


class Types:
    """The type variables of one kernel."""

    __slots__ = ("constraints", "variables")

    def __init__(self) -> None:
        self.variables: list[TypeVar] = []
        self.constraints: list[Constraint] = []

    def fresh(self) -> TypeVar:
        var = TypeVar()
        self.variables.append(var)
        return var

    def concrete(self, dtype: DType, place: Place | None) -> TypeVar:
        return TypeVar(dtype=dtype, place=place)

    def literal(self, value: bool | int | float, place: Place) -> TypeVar:
        """The variable of a literal: bool is a type, a number only a hint for the default."""
        if isinstance(value, bool):
            return self.concrete(bool_, place)
        var = self.fresh()
        if isinstance(value, int):
            var.ints = (value, value)
        else:
            var.float_place = place
        return var

    def demand(self, var: TypeVar, dtype: DType, place: Place | None) -> None:
        self.unify(var, self.concrete(dtype, place))

    def unify(self, left: TypeVar, right: TypeVar) -> None:
        """Make the two one. Raises Mismatch."""
        a, b = left.find(), right.find()
        if a is b:
            return
        if a.dtype is not None and b.dtype is not None:
            if a.dtype is not b.dtype:
                raise Mismatch(a, b)
        elif (a.dtype is not None and not _holds(a.dtype, b)) or (b.dtype is not None and not _holds(b.dtype, a)):
            raise Mismatch(a, b)
        if a.rank < b.rank:
            a, b = b, a
        a.rank += a.rank == b.rank
        if a.dtype is None:
            a.dtype, a.place = b.dtype, b.place
        if b.ints is not None:
            lo, hi = a.ints or b.ints
            a.ints = (min(lo, b.ints[0]), max(hi, b.ints[1]))
        a.float_place = a.float_place or b.float_place
        if len(a.waiting) < len(b.waiting):
            a.waiting, b.waiting = b.waiting, a.waiting
        a.waiting += b.waiting
        b.waiting = []
        b.parent = a

    def relate(
        self, relation: str, left: TypeVar, right: TypeVar, place: Place, error: Callable[[Mismatch], Exception]
    ) -> None:
        self.constraints.append(Constraint(relation, left, right, place, error))

    def solve(self) -> None:
        """Let demands through the waiting constraints, then give the defaults. Raises what their ``error`` builds."""
        for constraint in self.constraints:
            for var in (constraint.left, constraint.right):
                if var.find().dtype is None:
                    var.find().waiting.append(constraint)
        self._propagate(deque(self.constraints))
        for constraint in self.constraints:
            if not constraint.done and constraint.relation == "compare":
                self.unify(constraint.left, constraint.right)  # both untyped: nothing can clash
                constraint.done = True
        for var in self.variables:
            root = var.find()
            if root.dtype is None:
                root.dtype = _default(root)
                waiting, root.waiting = root.waiting, []
                self._propagate(deque(waiting))

    def _propagate(self, work: deque[Constraint]) -> None:
        while work:
            constraint = work.popleft()
            if constraint.done:
                continue
            for root in self._step(constraint):
                waiting, root.waiting = root.waiting, []
                work.extend(waiting)

    def _step(self, constraint: Constraint) -> tuple[TypeVar, ...]:
        """Try one constraint; gives the variables that it made known."""
        a, b = constraint.left.find(), constraint.right.find()
        try:
            if constraint.relation == "abs_diff":
                if a.dtype is None:
                    return ()
                constraint.done = True
                newly = b.dtype is None
                # a wrong kind of operand is reported where the operation is built
                self.demand(b, a.dtype.unsigned if a.dtype.is_integer else a.dtype, constraint.place)
                return (b.find(),) if newly else ()
            if a.dtype is None and b.dtype is None:
                return ()
            constraint.done = True
            if a.dtype is None or b.dtype is None:
                self.unify(a, b)
                return (a.find(),)
            if not (a.dtype.is_integer and b.dtype.is_integer) and a.dtype is not b.dtype:
                raise Mismatch(a, b)
        except Mismatch as clash:
            raise constraint.error(clash) from None
        return ()


def _holds(dtype: DType, literals: TypeVar) -> bool:
    """Whether literals of this kind may have the type (rule 1.2); their size is checked when they are written out."""
    if literals.float_place is not None:
        return dtype.is_float
    return literals.ints is None or not dtype.is_bool


def _words(root: TypeVar) -> str:
    if root.dtype is not None:
        return root.dtype.name
    return "an integer literal" if root.float_place is None else "a float"


def _default(root: TypeVar) -> DType:
    if root.float_place is not None or root.ints is None:
        return f32 if root.float_place is not None else i32
    lo, hi = root.ints
    return i32 if i32.min <= lo and hi <= i32.max else i64
