"""Differences of ids, which are unsigned and wrap below zero, where that changes what is computed.

A subscript is none of these places: outside of an array a load gives 0 and a store is dropped (rule 4.1). Conditions
around a difference are followed as far as they show that it does not wrap.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from vyre.errors import Place
from vyre.lang.draft import Draft, DraftLocal, LitUse, Node, Operand
from vyre.lang.frame import segment

__all__ = ["wrapping"]

_IDS: Final = frozenset(("global_id", "local_id", "group_id", "local_index", "subgroup_lane", "subgroup_id"))
_LEAVES: Final = ("return", "break", "continue")
_TURNED: Final = {"lt": "gt", "gt": "lt", "le": "ge", "ge": "le", "eq": "eq", "ne": "ne"}
_NEGATED: Final = {"lt": "ge", "ge": "lt", "gt": "le", "le": "gt", "eq": "ne", "ne": "eq"}
_SIGNS: Final = {"lt": "<", "ge": ">=", "gt": ">", "le": "<="}
_ASKED: Final = frozenset((*_SIGNS, "floormod", "rem", "max", "min", "abs", "cast", "for"))
_DEEP: Final = 8
_MANY: Final = 64
"""Parts of a condition, and facts, that are looked at: what is normal input is far longer now and then."""
Key = tuple[object, ...]
Fact = tuple[Key, Key | int]
"""That the first is at least the second."""
Found = tuple[str, str, Place]


def wrapping(block: Draft) -> Iterator[Found]:
    """A message, its Fix and its place for each difference that wraps and is then compared, cast or ordered."""
    return _Walk().block(block, frozenset())


class _Walk:
    def __init__(self) -> None:
        self.least: dict[DraftLocal, Operand] = {}  # where the counter of a loop begins
        self.chosen: dict[int, frozenset[Fact]] = {}  # what holds where a value is used, by the node

    def block(self, block: Draft, facts: frozenset[Fact]) -> Iterator[Found]:
        for node in block.nodes:
            if node.op == "select":
                self._guard(node.args[1], _facts(node.args[0], holds=True))
                self._guard(node.args[2], _facts(node.args[0], holds=False))
            elif node.op in ("and", "or") and node.args[0].type.solved.is_bool:
                self._guard(node.args[1], _facts(node.args[0], holds=node.op == "and"))
        for node in block.nodes:
            if node.op in _ASKED:
                yield from self._about(node, facts | self.chosen.get(id(node), frozenset()))
            if node.op == "for" and node.data > 0:
                self.least[node.local] = node.args[0]
            if node.op == "if":
                then, other = node.blocks
                yield from self.block(then, facts | _facts(node.args[0], holds=True))
                yield from self.block(other, facts | _facts(node.args[0], holds=False))
                if then.nodes and then.nodes[-1].op in _LEAVES and len(facts) < _MANY:
                    facts |= _facts(node.args[0], holds=False)
                continue
            for k, inner in enumerate(node.blocks):
                more = _facts(node.args[0], holds=True) if node.op == "while" and k else frozenset()
                yield from self.block(inner, facts | more)

    def _guard(self, value: Operand, facts: frozenset[Fact]) -> None:
        """Note what holds where ``value`` and what it is made of is used."""
        todo: list[tuple[Operand, int]] = [(value, 0)] if facts else []
        while todo:
            node, depth = todo.pop()
            if isinstance(node, Node) and depth < _DEEP:
                self.chosen[id(node)] = self.chosen.get(id(node), frozenset()) | facts
                todo.extend((a, depth + 1) for a in node.args)

    # -- differences ------------------------------------------------------------------------------
    def _from_zero(self, operand: Operand, depth: int = 0) -> bool:
        """Whether a value counts from zero: an id, the counter of a loop, or made of these alone."""
        if not isinstance(operand, Node) or depth > _DEEP or not _unsigned(operand):
            return False
        if operand.op == "id":
            return bool(operand.data[0] in _IDS)
        if operand.op == "get" and operand.local in self.least:
            start = self.least[operand.local]
            return self._from_zero(start, depth + 1) or (isinstance(start, LitUse) and start.value == 0)
        if operand.op in ("floordiv", "floormod", "shr", "cast"):
            return self._from_zero(operand.args[0], depth + 1)
        if operand.op == "mul":
            return any(self._from_zero(a, depth + 1) for a in operand.args)
        return operand.op == "add" and all(self._from_zero(a, depth + 1) for a in operand.args)

    def _wraps(self, operand: Operand, facts: frozenset[Fact]) -> bool:
        """Whether an unsigned ``x - y`` of what counts from zero may be below zero here."""
        return self._may_be_negative(operand, facts) and self._from_zero(_node(operand).args[0])

    def _may_be_negative(self, operand: Operand, facts: frozenset[Fact]) -> bool:
        if not isinstance(operand, Node) or operand.op != "sub" or not _unsigned(operand):
            return False
        x, y = operand.args
        key = _key(x)
        if isinstance(y, LitUse):
            start = self.least.get(x.local) if isinstance(x, Node) and x.op == "get" else None
            if isinstance(start, LitUse) and start.value >= y.value:
                return False
            return not any(a == key and isinstance(b, int) and b >= y.value for a, b in facts)
        return (key, _key(y)) not in facts and not _is_part(y, key)

    # -- uses -------------------------------------------------------------------------------------
    def _about(self, node: Node, facts: frozenset[Fact]) -> Iterator[Found]:
        if node.op in _SIGNS:
            yield from self._compared(node, facts)
        elif node.op in ("floormod", "rem"):
            minus = node.args[0]
            if (
                self._may_be_negative(minus, facts)
                and isinstance(_node(minus).args[1], LitUse)
                and not _wraps_well(node)
            ):
                (left, right), size = _node(minus).texts(), node.texts()[1]
                message = f"{left} - {right} is unsigned, and below zero it wraps before % is applied"
                yield message, f"write ({left} + ({size} - {right})) % {size}", node.place
        elif node.op in ("max", "min"):
            yield from self._ordered(node, facts)
        elif node.op == "abs" and self._wraps(node.args[0], facts):
            left, right = _node(node.args[0]).texts()
            yield _message(left, right, "abs changes nothing"), f"write vy.abs_diff({left}, {right})", node.place
        elif node.op == "cast" and self._wraps(node.args[0], facts):
            yield from _cast(node)
        elif node.op == "for":
            yield from self._range(node, facts)

    def _compared(self, node: Node, facts: frozenset[Fact]) -> Iterator[Found]:
        value, bound, op = *node.args, node.op
        text, _ = node.texts()
        turned = isinstance(value, LitUse)  # `0 <= x < n` is said of signed and unsigned numbers alike
        if isinstance(value, LitUse):
            value, bound, op = bound, value, _TURNED[op]
            _, text = node.texts()
        if not (isinstance(bound, LitUse) and bound.value == 0 and _unsigned(value)):
            return
        minus = isinstance(value, Node) and value.op == "sub" and isinstance(value.args[1], LitUse)
        if minus and not self._may_be_negative(value, facts):
            return
        left, right = _node(value).texts() if minus else ("", "")
        if op in ("lt", "ge") and (minus or not turned):
            fix = f"make it signed: vy.i32({text})"
            if minus:
                fix = f"subtract in a signed type, vy.i32({left}) - {right}, or compare first: {left} {_SIGNS[op]} {right}"
            always = "never true" if op == "lt" else "always true"
            yield f"{text} is unsigned, so this comparison with 0 is {always}", fix, node.place
        elif minus and self._from_zero(_node(value).args[0]):
            yield (
                _message(left, right, "this comparison with 0 asks only whether it is 0"),
                f"write {left} {_SIGNS[op]} {right}",
                node.place,
            )

    def _ordered(self, node: Node, facts: frozenset[Fact]) -> Iterator[Found]:
        for k, operand in enumerate(node.args):
            if not self._wraps(operand, facts):
                continue
            left, right = _node(operand).texts()
            written, other = node.texts()[k], node.texts()[1 - k]
            call = segment(node.place)
            if node.op == "max":
                some = f"vy.saturating_sub({left}, {right})"
                zero = other == "0" and call in (
                    f"max({written}, 0)",
                    f"vy.max({written}, 0)",
                    f"max(0, {written})",
                    f"vy.max(0, {written})",
                )
                fix = some if zero else call.replace(written, some, 1)
                yield _message(left, right, "so large a number is the larger one"), f"write {fix}", node.place
            else:
                some = call.replace(written, _signed(_node(operand)), 1)
                if not isinstance(node.args[1 - k], LitUse) and other in some:
                    head, _, tail = some.rpartition(other) if k == 0 else some.partition(other)
                    some = f"{head}vy.i32({other}){tail}"
                yield (
                    _message(left, right, "so large a number is not the smaller one"),
                    f"write {some}; it is an i32",
                    node.place,
                )

    def _range(self, node: Node, facts: frozenset[Fact]) -> Iterator[Found]:
        low, high = node.args
        step = "" if node.data == 1 else f", {node.data}"
        if self._wraps(low, facts):
            left, right = _node(low).texts()
            end = _signed(_node(high)) if self._wraps(high, facts) else segment(high.place)
            end = end if isinstance(high, LitUse) or end.startswith("vy.i32(") else f"vy.i32({end})"
            fix = f"write range({_signed(_node(low))}, {end}{step})"
            yield (
                _message(left, right, "the range does not begin below zero"),
                f"{fix}, or begin at vy.saturating_sub({left}, {right})",
                node.place,
            )
        elif self._wraps(high, facts) and node.data > 0:
            left, right = _node(high).texts()
            begin = "" if isinstance(low, LitUse) and not step and low.value == 0 else f"{segment(low.place)}, "
            yield (
                _message(left, right, "the range ends far away"),
                f"write range({begin}vy.saturating_sub({left}, {right}){step})",
                node.place,
            )


def _node(operand: Operand) -> Node:
    assert isinstance(operand, Node)
    return operand


def _message(left: str, right: str, so: str) -> str:
    return f"{left} - {right} is unsigned, and below zero it wraps: {so}"


def _signed(minus: Node) -> str:
    """``x - y`` in a signed type."""
    left, right = minus.texts()
    return f"vy.i32({left}) - {right if isinstance(minus.args[1], LitUse) else f'vy.i32({right})'}"


def _cast(node: Node) -> Iterator[Found]:
    to, minus = node.type.solved, _node(node.args[0])
    left, right = minus.texts()
    if to.is_float:
        yield (
            _message(left, right, f"as {to.name} it is a large number"),
            f"write vy.{to.__name__}({_signed(minus)})",
            node.place,
        )
    elif to.is_integer and to.bits > minus.type.solved.bits:
        other = right if isinstance(minus.args[1], LitUse) else f"vy.{to.__name__}({right})"
        yield (
            _message(left, right, f"as {to.name} it is a large number"),
            f"write (vy.{to.__name__}({left}) - {other})",
            node.place,
        )


def _is_part(part: Operand, whole: Key) -> bool:
    """Whether a value is at most another by what it is made of: ``min(x, y)``, ``x % y``, ``x // y``, ``x >> y`` and ``x & y`` of x."""
    todo, count = [part], 0
    while todo and (count := count + 1) < _MANY:
        node = todo.pop()
        if _key(node) == whole:
            return True
        if isinstance(node, Node) and node.op in ("min", "and", "floormod", "floordiv", "shr"):
            todo.extend(node.args if node.op in ("min", "and") else node.args[:1])
    return False


def _unsigned(operand: Operand) -> bool:
    return operand.type.known is not None and operand.type.solved.kind == "uint"


def _wraps_well(node: Node) -> bool:
    """``(i + n - 1) % n``, and a literal power of two, come out right."""
    minus, size = node.args
    if (
        isinstance(size, LitUse)
        and isinstance(size.value, int)
        and size.value > 0
        and size.value & (size.value - 1) == 0
    ):
        return True
    return isinstance(minus, Node) and isinstance(minus.args[0], Node) and minus.args[0].op == "add"


# -- what conditions say -----------------------------------------------------------------------------
def _key(operand: Operand, depth: int = 0) -> Key:
    """Equal for what is written as the same value."""
    if isinstance(operand, LitUse):
        return ("literal", operand.value)
    if operand.op in ("load", "atomic") or depth > _DEEP:
        return (id(operand),)
    if operand.op == "get":
        return ("get", id(operand.local))
    of = (operand.op, id(operand.array), operand.data if isinstance(operand.data, (tuple, int, str)) else None)
    return (*of, *(_key(a, depth + 1) for a in operand.args))


def _facts(condition: Operand, *, holds: bool) -> frozenset[Fact]:
    """What is at least what where a condition holds, or does not."""
    found: set[Fact] = set()
    count = 0
    todo: list[tuple[Operand, bool]] = [(condition, holds)]
    while todo and (count := count + 1) < _MANY:
        node, true = todo.pop()
        if not isinstance(node, Node):
            continue
        if node.op == "lnot":
            todo.append((node.args[0], not true))
        elif node.op == ("and" if true else "or"):
            todo.extend((a, true) for a in node.args)
        elif node.op == "truth" and true:
            found.add((_key(node.args[0]), 1))
        elif node.op in _TURNED:
            op = node.op if true else _NEGATED[node.op]
            a, b = node.args
            found.update((*_at_least(op, a, b), *_at_least(_TURNED[op], b, a)))
    return frozenset(found)


def _at_least(op: str, a: Operand, b: Operand) -> Iterator[Fact]:
    """What ``a op b`` says that ``a`` is at least."""
    key, strict = _key(a), op == "gt"
    if isinstance(b, LitUse):
        if type(b.value) is not int:  # ids are compared with integers
            return
        if op in ("gt", "ge", "eq"):
            yield key, b.value + strict
        elif op == "ne" and b.value == 0:
            yield key, 1
    elif op in ("gt", "ge", "eq"):
        yield key, _key(b)
        if strict and _unsigned(b):
            yield key, 1
