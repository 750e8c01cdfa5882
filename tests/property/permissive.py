"""Mutants of the compiler's analyses: each answer "no", turned one at a time into the answer that permits more.

An analysis says "no" where it returns False or None, leaves an element out, or takes a claim back. A mutant removes one such
refusal: the test before it, one operand of an ``or`` that leads to it, one operand of an ``and`` that permits, or the call
that takes a claim back. What is mutated is the code of a function in place, so every importer runs it.

``watching`` notes, for all of them at once, which refusals a compilation comes to: only those can a mutant turn.
:mod:`tests.property.hunting` looks for the mutants with generated programs.
"""

from __future__ import annotations
import __future__

import ast
import importlib
import inspect
import re
import sys
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from types import CodeType, FunctionType
from typing import Any, Final

from vyre.facts import memo

__all__ = ["ANALYSES", "Mutant", "mutants", "planted", "watching"]

_LLVM: Final = "vyre.emit.llvm."
_FACTS: Final = "vyre.facts."
ANALYSES: Final[dict[str, tuple[str, ...]]] = {
    # module: functions that are no analysis (they write text, or only say what something costs)
    _LLVM + "kinds": (),
    _LLVM + "liveness": (),
    _LLVM + "linear": (),
    _LLVM + "lanes": ("walk", "_each_lane", "_alone", "_spilled", "_wanders"),
    _LLVM + "across": ("ask_for", "begins", "write_across"),
    _LLVM + "alike": ("stored_once",),
    _LLVM + "bounds": (),
    _LLVM + "copies": ("add_up", "copies_of"),
    _LLVM + "fused": (),
    _LLVM + "guards": (),
    _LLVM + "inside": ("Inside.line",),
    _LLVM + "kept": ("begin_kept", "end_kept"),
    _LLVM + "packs": ("choose_packs", "live_vectors", "_weight", "Live.of"),
    _LLVM + "phases": (),
    _LLVM + "reach": (),
    _LLVM + "settled": (),
    _LLVM + "shifted": (),
    _LLVM + "stacks": ("Stack.*",),
    _LLVM + "strides": (),
    _LLVM + "tree": ("_Builder.node",),
    _LLVM + "versions": ("hoist",),
    _LLVM + "words": ("begin", "refill", "taken"),
    _FACTS + "bounds": (),
    _FACTS + "coverage": (),
    _FACTS + "effects": (),
    _FACTS + "intervals": (),
    _FACTS + "launched": (),
    _FACTS + "lengths": (),
    _FACTS + "numbering": (),
    _FACTS + "phases": (),
    _FACTS + "ranges": (),
    _FACTS + "uniformity": (),
}
_REFUSES: Final = frozenset(
    {
        "kinds._Walk.varies", "kinds._Walk.blends", "coverage._is_left", "intervals.wraps",
        "phases.Phases.together", *(f"{module}._Walk.{name}" for module in ("ranges", "numbering", "uniformity") for name in ("block", "branch")),
        "uniformity._Walk.inside",
    }
)  # fmt: skip
"""Functions whose True is the answer that permits less."""
_TAKES_BACK: Final = frozenset({"mark", "strike", "discard", "remove", "forget", "clear", "pop", "difference_update"})
"""Methods that take a claim back where they are called for their effect."""

_NOTE: Final = "noted_by_permissive"
"""The name, among a module's own, of what notes refusals."""

_TYPE_GUARD: Final = re.compile(
    r"(not )?isinstance\([\w.\[\]]+, (int|str|DType|Op|Get|Set|For|Id)\)|[\w.\[\]]+ is (not )?None"
)
"""A test without which the next operation raises, or that mypy alone asks for."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """``name``: module, function, line within it and what is removed; the same for the same source. ``number``: among those of its
    function; ``place``: among all."""

    name: str
    module: str
    function: str
    number: int
    place: int

    @property
    def is_fact(self) -> bool:
        """Whether it is in what is known of programs, and not in the emitter."""
        return self.module.startswith(_FACTS)


class _Sites(ast.NodeTransformer):
    """Walks a function's tree in a fixed order and counts what can be turned. It turns the one with the number ``at``; where
    ``first`` is given, each notes instead when it refuses, as the number that follows it."""

    def __init__(self, *, refuses: bool, kind: str, at: int = -1, first: int | None = None) -> None:
        self.at = at
        self.first = first
        self.refuses = refuses
        self.kind = kind  # what the function gives: bool, optional, other
        self.names: list[str] = []

    def here(self, node: ast.AST, what: str) -> bool | None:
        """Count a place; whether it is the one to turn, None where it is no place: what only tells Python's types apart is no
        answer of the analysis."""
        text = " ".join(ast.unparse(node).split())
        if _TYPE_GUARD.fullmatch(text):
            return None
        self.names.append(f"{getattr(node, 'lineno', 0)} {what} {text[:90]}")
        return len(self.names) - 1 == self.at

    def noted(self, test: ast.expr, *, refusal: bool) -> ast.expr:
        """A test that notes when it comes out as a refusal."""
        if self.first is None:
            return test
        place = ast.Constant(self.first + len(self.names) - 1)
        return ast.Call(ast.Name(_NOTE, ast.Load()), [place, test, ast.Constant(refusal)], [])

    def operands(self, operator: type[ast.boolop], test: ast.BoolOp, what: str, *, refusal: bool) -> ast.expr:
        kept: list[ast.expr] = []
        for operand in test.values:
            turned = self.here(operand, what)
            if turned is not True:
                kept.append(operand if turned is None else self.noted(operand, refusal=refusal))
        return ast.BoolOp(operator(), kept) if len(kept) > 1 else kept[0]

    def one(self, test: ast.expr, what: str, *, refusal: bool) -> ast.expr:
        turned = self.here(test, what)
        if turned is None:
            return test
        return ast.Constant(not refusal) if turned else self.noted(test, refusal=refusal)

    def left_out(self, stmt: ast.stmt) -> ast.stmt:
        """A statement that takes a claim back."""
        turned = self.here(stmt, "no")
        noted = self.noted(ast.Constant(True), refusal=True)
        self.generic_visit(stmt)
        if turned:
            return ast.Pass()
        return stmt if self.first is None else ast.If(ast.Constant(True), [ast.Expr(noted), stmt], [])

    def is_no(self, stmt: ast.stmt) -> bool:
        """Whether a statement is a refusal by itself."""
        if isinstance(stmt, ast.Continue):
            return True
        if isinstance(stmt, ast.Expr) and isinstance(stmt.value, ast.Call):
            called = stmt.value.func
            name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
            return name in _TAKES_BACK
        if isinstance(stmt, ast.Return):
            value = stmt.value
            if isinstance(value, ast.Constant):
                return value.value is self.refuses if self.kind == "bool" else value.value is None
            call = isinstance(value, ast.Call) and not value.args and not value.keywords
            empty = (isinstance(value, (ast.Tuple, ast.List)) and not value.elts) or ast.unparse(stmt) == "return {}"
            return self.kind != "bool" and (call or empty)
        return False

    def permit(self, test: ast.expr) -> ast.expr:
        """A test that permits: each operand of its ``and`` can be left out."""
        if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And):
            return self.operands(ast.And, test, "without", refusal=False)
        return self.one(test, "always", refusal=False)

    def refuse(self, test: ast.expr) -> ast.expr:
        """A test that leads to a refusal: each operand of its ``or`` can be left out."""
        if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.Or):
            return self.operands(ast.Or, test, "never", refusal=True)
        return self.one(test, "never", refusal=True)

    def visit_If(self, node: ast.If) -> Any:
        if len(node.body) == 1 and self.is_no(node.body[0]):
            node.test = self.refuse(node.test)
        elif isinstance(node.test, ast.BoolOp) and isinstance(node.test.op, ast.And):
            node.test = self.permit(node.test)
        node.body = self.block(node.body)
        node.orelse = self.block(node.orelse)
        return node

    def block(self, body: list[ast.stmt]) -> list[ast.stmt]:
        return [self.visit(stmt) for stmt in body]

    def visit_Expr(self, node: ast.Expr) -> Any:
        return self.left_out(node) if self.is_no(node) else self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        if isinstance(node.op, (ast.Sub, ast.BitAnd)) and self.kind != "int":
            return self.left_out(node)
        return self.generic_visit(node)

    def visit_Return(self, node: ast.Return) -> Any:
        value = node.value
        if value is not None and self.kind == "bool" and not isinstance(value, ast.Constant):
            node.value = self.refuse(value) if self.refuses else self.permit(value)
            return node
        if isinstance(value, ast.IfExp) and isinstance(value.orelse, ast.Constant) and value.orelse.value is None:
            value.test = self.permit(value.test)
        elif isinstance(value, ast.IfExp) and isinstance(value.body, ast.Constant) and value.body.value is None:
            value.test = self.refuse(value.test)
        return self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> Any:
        if isinstance(node.value, ast.BoolOp) and isinstance(node.value.op, ast.And):
            node.value = self.permit(node.value)
            return node
        return self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> Any:
        node.ifs = [self.permit(test) for test in node.ifs]
        return self.generic_visit(node)


def _functions(module: Any, skipped: tuple[str, ...]) -> Iterator[tuple[str, FunctionType]]:
    short = module.__name__.rpartition(".")[2]
    for name, thing in vars(module).items():
        found: list[tuple[str, Any]] = []
        if inspect.isclass(thing) and thing.__module__ == module.__name__:
            found = [(f"{name}.{inner}", value) for inner, value in vars(thing).items()]
        elif getattr(thing, "__module__", None) == module.__name__:
            found = [(name, thing)]
        for path, value in found:
            function = inspect.unwrap(value) if callable(value) else None
            if not isinstance(function, FunctionType) or path in skipped or f"{path.partition('.')[0]}.*" in skipped:
                continue
            if function.__code__.co_filename == module.__file__ and not path.endswith("__"):
                yield f"{short}.{path}", function


def _kind(made: ast.FunctionDef) -> str:
    given = ast.unparse(made.returns) if made.returns is not None else ""
    return given if given in ("bool", "int") else "other"


def _made(function: FunctionType, path: str, *, at: int = -1, first: int | None = None) -> tuple[ast.Module, _Sites]:
    """The tree of a function with one place turned, or all noted."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    made = tree.body[0]
    assert isinstance(made, ast.FunctionDef)
    sites = _Sites(refuses=path in _REFUSES, kind=_kind(made), at=at, first=first)
    made.body = sites.block(made.body)
    made.decorator_list = []
    return ast.fix_missing_locations(tree), sites


@cache
def mutants() -> tuple[Mutant, ...]:
    """All of them, module after module."""
    found: list[Mutant] = []
    for name, skipped in ANALYSES.items():
        for path, function in _functions(importlib.import_module(name), skipped):
            for at, text in enumerate(_made(function, path)[1].names):
                found.append(Mutant(f"{path} {text}", name, path, at, len(found)))
    return tuple(found)


@cache
def _function(module: str, path: str) -> FunctionType:
    return dict(_functions(importlib.import_module(module), ANALYSES[module]))[path]


@cache
def _code(module: str, path: str, at: int, first: int | None) -> CodeType:
    """The code of a function with one place turned, or all noted, with the free names of the one that it replaces."""
    function = _function(module, path)
    tree, _ = _made(function, path, at=at, first=first)
    flags = __future__.annotations.compiler_flag
    closed = function.__code__.co_freevars
    if closed:  # of a class: `super` and the like
        raise LookupError(f"{function.__qualname__} closes over {closed}")
    scope: dict[str, Any] = {}
    made = compile(tree, f"<mutant of {function.__qualname__}>", "exec", flags=flags, dont_inherit=True)
    exec(made, function.__globals__, scope)
    code: CodeType = scope[function.__name__].__code__
    return code


@contextmanager
def planted(mutant: Mutant) -> Iterator[None]:
    """While it is entered, the analysis gives the mutant's answer. Facts that were found before are not seen meanwhile."""
    function = _function(mutant.module, mutant.function)
    before = function.__code__
    kept = [dict(table) for table in _tables()] if mutant.is_fact else []
    function.__code__ = _code(mutant.module, mutant.function, mutant.number, None)
    _forget(kept)
    try:
        yield
    finally:
        function.__code__ = before
        _forget(kept)
        for table, found in zip(_tables(), kept, strict=bool(kept)):
            table.update(found)


@contextmanager
def watching() -> Iterator[set[int]]:
    """Collects, while it is entered, the places of the mutants whose test refuses."""
    seen: set[int] = set()

    def note(place: int, value: object, refusal: bool) -> object:
        if bool(value) is refusal:
            seen.add(place)
        return value

    before: list[tuple[FunctionType, CodeType]] = []
    places = {(m.module, m.function): m.place - m.number for m in mutants()}
    for (module, path), first in places.items():
        function = _function(module, path)
        code = _code(module, path, -1, first)
        before.append((function, function.__code__))
        function.__globals__[_NOTE] = note
        function.__code__ = code
    kept = [dict(table) for table in _tables()]
    _forget(kept)
    try:
        yield seen
    finally:
        for function, code in before:
            function.__code__ = code
            function.__globals__.pop(_NOTE, None)
        _forget(kept)
        for table, found in zip(_tables(), kept, strict=True):
            table.update(found)


def _forget(kept: list[dict[Any, Any]]) -> None:
    """Empty the tables of facts: they were found by the other code."""
    for table in _tables() if kept else ():
        table.clear()


@cache
def _tables() -> tuple[dict[Any, Any], ...]:
    """What the functions that remember facts have found."""
    facts = [
        fact
        for name in sorted(sys.modules)
        if name.startswith("vyre.")
        for fact in vars(sys.modules[name]).values()
        if isinstance(fact, FunctionType) and fact.__code__.co_filename == memo.__file__
    ]
    found = [cell.cell_contents for fact in facts for cell in fact.__closure__ or ()]
    return tuple({id(table): table for table in found if isinstance(table, dict)}.values())
