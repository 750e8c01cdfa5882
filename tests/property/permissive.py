"""Mutants of the compiler's analyses: each answer "no", turned one at a time into the answer that permits more.

An analysis says "no" where it returns False or None, leaves an element out, or takes a claim back. A mutant removes one such
refusal: the test before it, one operand of an ``or`` that leads to it, one operand of an ``and`` that permits, or the call
that takes a claim back. What is mutated is the code of a function in place, so every importer runs it.

``python -m tests.property.permissive --list`` names the mutants; without ``--list`` the generated programs look for each, in
processes of their own, and the survivors are printed.
"""

from __future__ import annotations
import __future__

import argparse
import ast
import copy
import importlib
import inspect
import json
import multiprocessing
import random
import re
import sys
import textwrap
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, Final

from tests.property.branches import SOURCES
from tests.property.find_faults import Found, OneProgram, Programs, find
from tests.property.planting import Fault, Plant
from vyre.facts import memo

__all__ = ["ANALYSES", "EQUIVALENT", "Mutant", "fault_of", "mutants"]

_LLVM: Final = "vyre.emit.llvm."
_FACTS: Final = "vyre.facts."
ANALYSES: Final[dict[str, tuple[str, ...]]] = {
    # module: functions that are no analysis (they write text, or only say what something costs)
    _LLVM + "kinds": (),
    _LLVM + "liveness": (),
    _LLVM + "linear": (),
    _LLVM + "lanes": ("walk", "_each_lane", "_alone", "_spilled", "_wanders"),
    _LLVM + "across": ("ask_for", "begins", "write_across"),
    _LLVM + "alike": (),
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
    {"kinds._Walk.varies", "kinds._Walk.blends", "coverage._is_left", "phases._Splitter.masked_return"}
)
"""Functions whose True is the answer that permits less."""
_TAKES_BACK: Final = frozenset({"mark", "strike", "discard", "remove", "forget", "clear", "pop", "difference_update"})
"""Methods that take a claim back where they are called for their effect."""

_TYPE_GUARD: Final = re.compile(
    r"(not )?isinstance\([\w.\[\]]+, (int|str|DType|Op|Get|Set|For|Id)\)|[\w.\[\]]+ is (not )?None"
)
"""A test without which the next operation raises, or that mypy alone asks for."""

EQUIVALENT: Final[dict[str, str]] = {}
"""Mutants that change no program's meaning, or only what a text costs: name → why."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """``name``: module, function, line within it and what is removed; the same for the same source."""

    name: str
    module: str
    function: str
    number: int


class _Sites(ast.NodeTransformer):
    """Walks a function's tree in a fixed order, counts what can be turned, and turns the one with the number ``at``."""

    def __init__(self, at: int, *, refuses: bool, kind: str) -> None:
        self.at = at
        self.count = 0
        self.refuses = refuses
        self.kind = kind  # what the function gives: bool, optional, other
        self.names: list[str] = []

    def here(self, node: ast.AST, what: str) -> bool:
        """Count a place; whether it is the one to turn. What only tells Python's types apart is no answer of the analysis."""
        text = " ".join(ast.unparse(node).split())
        if _TYPE_GUARD.fullmatch(text):
            return False
        self.names.append(f"{getattr(node, 'lineno', 0)} {what} {text[:90]}")
        self.count += 1
        return self.count - 1 == self.at

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
            kept = [operand for operand in test.values if not self.here(operand, "without")]
            return ast.BoolOp(ast.And(), kept) if len(kept) > 1 else kept[0]
        return ast.Constant(True) if self.here(test, "always") else test

    def refuse(self, test: ast.expr) -> ast.expr:
        """A test that leads to a refusal: each operand of its ``or`` can be left out."""
        if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.Or):
            kept = [operand for operand in test.values if not self.here(operand, "never")]
            return ast.BoolOp(ast.Or(), kept) if len(kept) > 1 else kept[0]
        return ast.Constant(False) if self.here(test, "never") else test

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
        if self.is_no(node) and self.here(node, "no"):
            return ast.Pass()
        return self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        if isinstance(node.op, (ast.Sub, ast.BitAnd)) and self.kind != "int" and self.here(node, "no"):
            return ast.Pass()
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


def _tree(function: FunctionType) -> ast.Module:
    return ast.parse(textwrap.dedent(inspect.getsource(function)))


def _kind(tree: ast.Module) -> str:
    made = tree.body[0]
    assert isinstance(made, ast.FunctionDef)
    given = ast.unparse(made.returns) if made.returns is not None else ""
    return given if given in ("bool", "int") else "other"


def _turned(function: FunctionType, path: str, at: int) -> tuple[ast.Module, _Sites]:
    tree = copy.deepcopy(_tree(function))
    made = tree.body[0]
    assert isinstance(made, ast.FunctionDef)
    sites = _Sites(at, refuses=path in _REFUSES, kind=_kind(tree))
    made.body = sites.block(made.body)
    return ast.fix_missing_locations(tree), sites


def mutants() -> list[Mutant]:
    """All of them, module after module."""
    found: list[Mutant] = []
    for name, skipped in ANALYSES.items():
        for path, function in _functions(importlib.import_module(name), skipped):
            names = _turned(function, path, -1)[1].names
            found += [Mutant(f"{path} {text}", name, path, at) for at, text in enumerate(names)]
    return found


def _planted(mutant: Mutant) -> Plant:
    @contextmanager
    def plant() -> Iterator[None]:
        module = importlib.import_module(mutant.module)
        function = dict(_functions(module, ANALYSES[mutant.module]))[mutant.function]
        tree, _ = _turned(function, mutant.function, mutant.number)
        made = tree.body[0]
        assert isinstance(made, ast.FunctionDef)
        made.decorator_list = []
        before = function.__code__
        function.__code__ = _code(tree, function, made.name)
        _forget()
        try:
            yield
        finally:
            function.__code__ = before
            _forget()

    return plant


def _forget() -> None:
    """Empty the tables of facts: they were found by the other code."""
    for name in [name for name in sys.modules if name.startswith("vyre.")]:
        for fact in vars(sys.modules[name]).values():
            if isinstance(fact, FunctionType) and fact.__code__.co_filename == memo.__file__:
                for cell in fact.__closure__ or ():
                    if isinstance(cell.cell_contents, dict):
                        cell.cell_contents.clear()


def _code(tree: ast.Module, function: FunctionType, name: str) -> CodeType:
    """The code of a function that a tree defines, with the free names of the one that it replaces."""
    flags = __future__.annotations.compiler_flag
    closed = function.__code__.co_freevars
    if closed:  # of a class: `super` and the like
        raise LookupError(f"{function.__qualname__} closes over {closed}")
    scope: dict[str, Any] = {}
    exec(
        compile(tree, f"<mutant of {function.__qualname__}>", "exec", flags=flags, dont_inherit=True),
        function.__globals__,
        scope,
    )
    code: CodeType = scope[name].__code__
    return code


def fault_of(mutant: Mutant) -> Fault:
    """The mutant as a fault to plant: it shows in the program that the emitter is given, or in its text."""
    return Fault("", mutant.name, _planted(mutant), where="program", profile="every")


# -- looking for them -------------------------------------------------------------------------------------------

_SHARED: Final = 400
"""Programs that are made once, before the processes that look for mutants; more would take memory."""
PATIENCE: Final = 40  # seconds for one program, which a mutant may make endless


class _Mixed(Programs):
    """Programs of several generators by turns."""

    def __init__(self) -> None:
        super().__init__("every")

    def __getitem__(self, number: int) -> OneProgram:
        if number not in self._made:
            self._made[number] = OneProgram(SOURCES[_OF[number % len(_OF)]](number // len(_OF)))
        return self._made[number]


_OF: Final = ("every", "nested", "streams", "products", "stored wholly")
_MADE: Final = _Mixed()


def _look(given: tuple[Mutant, int, int]) -> tuple[str, int, str, float]:
    mutant, first, count = given
    begin = time.perf_counter()
    try:
        found = find(fault_of(mutant), _MADE, range(first, first + count), patience=PATIENCE)
    except RuntimeError as error:  # the mutated analysis fails by itself, loudly
        found = Found(-1, str(error)[:200])
    return mutant.name, found.program, found.how, time.perf_counter() - begin


def main() -> int:
    parser = argparse.ArgumentParser(prog="tests.property.permissive", description=__doc__)
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", default="", help="a part of the names")
    parser.add_argument("--names", default="", help="a file with one name a line")
    given = parser.parse_args()
    wanted = [m for m in mutants() if given.only in m.name and m.name not in EQUIVALENT]
    if given.names:
        names = set(Path(given.names).read_text(encoding="utf-8").splitlines())
        wanted = [m for m in wanted if m.name in names]
    if given.list:
        print("\n".join(m.name for m in wanted))
        print(len(wanted), file=sys.stderr)
        return 0
    for number in range(given.first, given.first + min(given.count, _SHARED)):
        _ = _MADE[number].texts, _MADE[number].expected, _MADE[number].covered
    random.Random(0).shuffle(wanted)  # what is cut by the clock says something of all modules
    missed = 0
    with multiprocessing.get_context("fork").Pool(given.jobs) as pool:
        for name, program, how, took in pool.imap_unordered(_look, [(m, given.first, given.count) for m in wanted]):
            print(json.dumps({"mutant": name, "program": program, "how": how, "s": round(took, 1)}), flush=True)
            missed += program == 0
    print(json.dumps({"mutants": len(wanted), "missed": missed}))
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
