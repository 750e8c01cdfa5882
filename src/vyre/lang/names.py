"""Which names a function assigns: found before it is read, since in Python that makes them local everywhere; and which
of them are assigned at a point of the reading."""

from __future__ import annotations

import ast
from collections.abc import Iterable

__all__ = ["Flow", "assigned_in", "assigned_names", "contains"]


class Flow:
    """Which names are assigned here on every path, with an undo log so that a branch costs only what it adds."""

    __slots__ = ("dead", "log", "names")

    def __init__(self) -> None:
        self.names: set[str] = set()
        self.log: list[str] = []
        self.dead = False  # this point cannot be reached

    def add(self, name: str) -> None:
        if name not in self.names:
            self.names.add(name)
            self.log.append(name)

    def rollback(self, mark: int) -> set[str]:
        """Forget what was added since ``mark``, and give it."""
        added = set(self.log[mark:])
        del self.log[mark:]
        self.names -= added
        return added

    def added(self, mark: int) -> set[str]:
        return set(self.log[mark:])


def assigned_names(node: ast.FunctionDef, *, parts: bool = False) -> frozenset[str]:
    """Names that the body of ``node`` assigns anywhere; with ``parts`` also those of which it assigns a component."""
    return assigned_in(node.body, parts=parts)


def assigned_in(statements: Iterable[ast.stmt], *, parts: bool = False) -> frozenset[str]:
    """Names that these statements assign; with ``parts`` also ``v`` of ``v.x = 1``."""
    names: set[str] = set()
    todo: list[ast.AST] = list(statements)
    while todo:
        node = todo.pop()
        if isinstance(node, (ast.Assign, ast.AugAssign, ast.AnnAssign, ast.For)):
            targets: list[ast.expr] = node.targets if isinstance(node, ast.Assign) else [node.target]
            while targets:
                target = targets[-1]
                targets = targets[:-1]
                if isinstance(target, ast.Name):
                    names.add(target.id)
                elif parts and isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name):
                    names.add(target.value.id)
                elif isinstance(target, (ast.Tuple, ast.List)):
                    targets = [*targets, *target.elts]
        if isinstance(node, ast.stmt):
            todo.extend(child for child in ast.iter_child_nodes(node) if isinstance(child, ast.stmt))
    return frozenset(names)


def contains(statements: Iterable[ast.stmt], kinds: tuple[type[ast.stmt], ...], *, into_loops: bool = True) -> bool:
    """Whether one of ``kinds`` stands in these statements (``into_loops``: also in loops inside)."""
    todo: list[ast.AST] = list(statements)
    while todo:
        node = todo.pop()
        if isinstance(node, kinds):
            return True
        if isinstance(node, (ast.For, ast.While)) and not into_loops:
            continue
        if isinstance(node, ast.stmt):
            todo.extend(child for child in ast.iter_child_nodes(node) if isinstance(child, ast.stmt))
    return False
