"""Guards that all lanes pass: asked once in scalars, so that the body behind one has a text without masks.

``if i < x.size:`` with neighbouring ids in neighbouring lanes holds for all of them where it holds for the last one, and the
numbers don't wrap in between. That is one comparison for all vectors, and in a loop over a large array it holds in all
iterations but the last.
"""

from __future__ import annotations

from typing import Final

from vyre.dtypes import u32
from vyre.emit.llvm.tree import Node
from vyre.emit.llvm.writer import Value, Writer
from vyre.ir.nodes import Atomic, Clear, If, Load, Op, Store

__all__ = ["all_in_bounds", "all_lanes_pass"]

_MOST: Final = 40
"""Statements of a body beyond which a second text costs more time to compile than it brings."""
_TURNED: Final = {"lt": "gt", "le": "ge", "gt": "lt", "ge": "le"}


def all_lanes_pass(w: Writer, node: Node, stmt: If) -> str | None:
    """An i1 that is true only where the condition of an If is in every lane; None where there is no such test or where a
    second text of the body isn't worth it."""
    if w.inside is not None or not w.versions or node.jumps or node.returns or node.end - node.number > _MOST:
        return None
    if not any(isinstance(n.stmt, (Load, Store, Atomic, Clear)) for n in w.tree.nodes[node.number : node.end]):
        return None
    todo, tests = [w.tree.value(stmt.cond)], list[tuple[str, Value, Value]]()
    scalars: list[str] = []
    while todo:
        number = todo.pop()
        value = w.values[number]
        if value.scalar is not None:
            scalars.append(value.scalar)
            continue
        made = w.tree.nodes[w.tree.where[number]].stmt if number >= 0 else None
        if not isinstance(made, Op):
            return None
        if made.op == "and" and made.dtype.is_bool:
            todo += [w.tree.value(a) for a in made.args]
            continue
        if made.op not in _TURNED:
            return None
        op, first, second = made.op, *(w.value(a) for a in made.args)
        if second.base is not None:
            op, first, second = _TURNED[op], second, first
        if first.base is None or not second.is_scalar or first.base[0][0] != "%" or first.dtype is not second.dtype:
            return None  # operands of two types compare by their values (rule 1.3)
        tests.append((op, first, second))
    for op, value, bound in tests:
        scalars += _holds(w, op, value, bound)
    return _all(w, scalars)


def all_in_bounds(w: Writer, index: Value, extent: str) -> str | None:
    """An i1 that is true only where every lane's index is in bounds; None where masks are as cheap, or there is no such test."""
    cheap = w.target.byte_masks and not w.counters
    if w.inside is not None or not w.versions or w.wide or w.mask is not None or cheap:
        return None
    if index.base is None or index.base[0][0] != "%":
        return None
    return _all(w, _holds(w, "lt", Value(u32, base=index.base), Value(u32, extent)))


def _all(w: Writer, scalars: list[str]) -> str:
    whole = scalars[0]
    for scalar in scalars[1:]:
        whole = w.scalar_form.op("and", "i1", whole, scalar)
    return whole


def _holds(w: Writer, op: str, value: Value, bound: Value) -> list[str]:
    """Scalars that are all true only where consecutive values compare so in every lane."""
    form, scalars = w.scalar_form, list[str]()
    kind = "s" if value.dtype.is_signed else "u"
    for first_lane, last_pack, limit in _runs(w, value, bound):
        last = form.op("add", "i32", last_pack, str(w.width - 1))
        scalars.append(form.op(f"icmp {kind}le", "i32", first_lane, last))
        scalars.append(form.op(f"icmp {kind}{op}", "i32", last if op in ("lt", "le") else first_lane, limit))
    return scalars


def _runs(w: Writer, value: Value, bound: Value) -> list[tuple[str, str, str]]:
    """Runs of consecutive lanes: the base of the first pack and of the last, and what they are compared with."""
    bases = value.base or []
    if bound.scalar is not None and w.workgroup[1:] == (1, 1):
        return [(bases[0], bases[-1], bound.scalar)]  # pack after pack
    return list(dict.fromkeys(zip(bases, bases, w.scalars(bound), strict=True)))
