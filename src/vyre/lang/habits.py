"""Calls as other kernel languages have them, written out as this one has them, in the caller's own words.

A Fix that can be put where the mistake stands begins with ``write`` and ends at ``;``; what follows is the reason.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from vyre.dtypes import BY_NAME, dtype_from_numpy_name
from vyre.lang import device
from vyre.lang.formulas import FORMULAS
from vyre.lang.spelling import AXIS_OF, device_hint

__all__ = [
    "Hint",
    "around",
    "formula",
    "misfit",
    "no_call",
    "of_array",
    "of_method",
    "of_path",
    "operand_fix",
    "pointer_fix",
    "type_text",
]

_NAMES: Final = frozenset((*device.__all__, *(dtype.__name__ for dtype in BY_NAME.values())))
_ROOMS: Final = {
    "warp": "subgroup",
    "wave": "subgroup",
    "simd": "subgroup",
    "subgroup": "subgroup",
    "block": "workgroup",
    "workgroup": "workgroup",
}
_TYPES: Final = {"int": "i32", "float": "f32", "bool": "bool_", "uint": "u32", "double": "f64", "half": "f16"}


@dataclass(frozen=True, slots=True)
class Hint:
    """What to write instead, and the node in whose place it stands."""

    at: ast.AST
    fix: str


@dataclass(frozen=True, slots=True)
class _Site:
    """A call, and what it stands in (innermost first)."""

    call: ast.Call
    around: tuple[ast.AST, ...]
    root: ast.AST

    def given(self, position: int, *names: str) -> ast.expr | None:
        """An argument, by position or by one of its names."""
        if position < len(self.call.args):
            return self.call.args[position]
        return next((k.value for k in self.call.keywords if k.arg in names), None)

    @property
    def texts(self) -> list[str]:
        return [ast.unparse(a) for a in self.call.args]


def around(root: ast.AST, node: ast.AST) -> tuple[ast.AST, ...]:
    """What ``node`` stands in, from the inside to ``root``."""
    parents: dict[ast.AST, ast.AST] = {}
    todo = [root]
    while todo:
        outer = todo.pop()
        for inner in ast.iter_child_nodes(outer):
            parents[inner] = outer
            todo.append(inner)
    found: list[ast.AST] = []
    while node in parents:
        node = parents[node]
        found.append(node)
    return tuple(found)


def type_text(node: ast.AST | None) -> str | None:
    """A type as it was written, whosever it is, as one of ours: ``vy.u32`` for ``np.uint32``; None for what is none."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        name = node.value
    elif isinstance(node, ast.Attribute):
        name = node.attr
    elif isinstance(node, ast.Name):
        name = node.id
    else:
        return None
    ours = _TYPES.get(name, name)
    if ours not in (dtype.__name__ for dtype in BY_NAME.values()):
        known = dtype_from_numpy_name(name)
        if known is None:
            return None
        ours = known.__name__
    return f"vy.{ours}"


def of_path(root: ast.AST, node: ast.expr, begun: tuple[str, ...]) -> Hint | None:
    """What to write for ``vy.x``, ``vy.x.y(…)`` and their like, which do not exist. ``begun``: the names up to ``node``."""
    words, whole, outer = list(begun), node, around(root, node)
    while outer and isinstance(outer[0], ast.Attribute):
        whole, outer = outer[0], outer[1:]
        words.append(whole.attr)
    site = None
    if outer and isinstance(outer[0], ast.Call) and outer[0].func is whole:
        site = _Site(outer[0], outer[1:], root)
    axis = AXIS_OF.get(words[-2]) if len(words) > 1 and words[-1] in ("x", "y", "z") else None
    if axis is not None:
        return Hint(whole, axis)
    for name in _spellings(words):
        if name in _NAMES:
            return Hint(whole, f"write vy.{name}")
        hint = _rewritten(name, site)
        if hint is not None:
            return hint
    for name in _spellings(words):
        found = device_hint(name, alike_too=len(words) == 1)
        if found is not None:
            return Hint(whole, found)
    return None


def _spellings(words: list[str]) -> Iterator[str]:
    """``x.y`` as one name: joined, joined with our word for the group, and the last part alone."""
    if len(words) > 1:
        yield "_".join(words[-2:])
        room = _ROOMS.get(words[-2])
        if room is not None:
            yield f"{room}_{words[-1]}"
    yield words[-1]


def _rewritten(name: str, site: _Site | None) -> Hint | None:
    make = _CALLS.get(name)
    if make is None or site is None:
        return None
    try:
        made = make(site)
    except (IndexError, AttributeError, ValueError):  # fewer arguments than such a call has
        return None
    return made if made is None or isinstance(made, Hint) else Hint(site.call, f"write {made}")


def of_method(root: ast.AST, node: ast.Attribute, text: str) -> Hint | None:
    """What to write for ``text.astype(T)`` and its like of a number."""
    outer = around(root, node)
    if not (outer and isinstance(outer[0], ast.Call) and outer[0].func is node):
        return None
    site = _Site(outer[0], outer[1:], root)
    first = site.given(0, "dtype")
    dtype = type_text(first)
    if node.attr in ("astype", "to", "cast") and dtype is not None:
        return Hint(site.call, f"write {dtype}({text})")
    if node.attr in ("view", "bitcast", "to_bits") and dtype is not None:
        return Hint(site.call, f"write vy.bitcast({dtype}, {text})")
    if node.attr in _NAMES:
        return Hint(site.call, f"write vy.{node.attr}({', '.join([text, *site.texts])})")
    return None


def misfit(name: str, call: ast.Call) -> str | None:
    """What to write where the arguments of ``vy.name`` are those of another language's function of that name."""
    site, texts = _Site(call, (), call), [ast.unparse(a) for a in call.args]
    path = ast.unparse(call.func)
    if name in ("shared", "private"):
        return _made_in(name)(site)
    if name == "bitcast":
        return _bits(site)
    if name == "select":
        return _chosen(site)
    if name == "log" and len(texts) == 2:
        base = {"2": "log2", "2.0": "log2", "10": "log10", "10.0": "log10"}.get(texts[1])
        return f"vy.{base}({texts[0]})" if base else f"vy.log({texts[0]}) / vy.log({texts[1]})"
    if name == "hypot" and len(texts) == 3:
        return f"vy.hypot(vy.hypot({texts[0]}, {texts[1]}), {texts[2]})"
    if name.startswith("atomic_") and len(texts) == 2 and name != "atomic_compare_exchange":
        return f"{path}({texts[0]}, 0, {texts[1]}); the index comes second"
    if name.startswith("atomic_") and len(texts) > 3 and name != "atomic_compare_exchange":  # an index per axis
        return f"{path}({texts[0]}, ({', '.join(texts[1:-1])}), {texts[-1]})"
    if (
        name.startswith("subgroup_") and len(texts) > 1 and isinstance(call.args[0], ast.Constant)
    ):  # after a mask of lanes
        return f"{path}({', '.join(texts[1:])})"
    return None


def _chosen(site: _Site) -> str:
    """A select that has more or fewer arguments than three, or names them otherwise."""
    path = ast.unparse(site.call.func)
    named = [k for k in site.call.keywords if k.arg is not None]
    first = [k for k in named if k.arg in ("c", "cond", "condition", "mask", "test", "where")]
    given = [*(k.value for k in first), *site.call.args, *(k.value for k in named if k not in first)][:3]
    if len(given) == 2 and not first and not isinstance(given[0], (ast.Compare, ast.BoolOp)):
        return (
            f"{path}(condition, {', '.join(map(ast.unparse, given))}), with a comparison such as i < n as the condition"
        )
    return f"{path}({', '.join([*map(ast.unparse, given), *('condition', 'a', 'b')[len(given) :]])})"


def pointer_fix(root: ast.AST, node: ast.BinOp) -> Hint | None:
    """``vy.atomic_add(a + i, x)``, where ``a + i`` is meant as a pointer."""
    outer = around(root, node)
    call = outer[0] if outer and isinstance(outer[0], ast.Call) else None
    if call is None or not ast.unparse(call.func).rpartition(".")[2].startswith("atomic_"):
        return None
    element = ast.parse(_element(node), mode="eval").body
    if not isinstance(element, ast.Subscript):
        return None
    rest = [element.value, element.slice, *call.args[1:]]
    return Hint(call, f"write {ast.unparse(call.func)}({', '.join(map(ast.unparse, rest))})")


def no_call(call: ast.Call) -> str | None:
    """What to write for ``a(i)``, ``a.size()`` and their like, which are no functions."""
    text, args = ast.unparse(call.func), ", ".join(map(ast.unparse, call.args))
    if isinstance(call.func, ast.Attribute) and call.func.attr in ("size", "ndim") and not call.args:
        return f"write {text}"
    if isinstance(call.func, ast.Attribute) and call.func.attr == "shape":
        return f"write {text}[{args or '0'}]"
    return f"write {text}[{args}]" if isinstance(call.func, ast.Name) and args else None


def of_array(root: ast.AST, node: ast.Attribute) -> Hint | None:
    """What to write for ``a.load(i)`` and ``a.store(i, x)``."""
    outer = around(root, node)
    if not (outer and isinstance(outer[0], ast.Call) and outer[0].func is node and outer[0].args):
        return None
    array, args = ast.unparse(node.value), [ast.unparse(a) for a in outer[0].args]
    if node.attr in ("load", "get", "at", "read", "__getitem__"):
        return Hint(outer[0], f"write {array}[{', '.join(args)}]")
    if node.attr in ("store", "set", "write", "put") and len(args) > 1:
        return Hint(outer[0], f"write {array}[{', '.join(args[:-1])}] = {args[-1]}")
    return None


# -- and / or of numbers -------------------------------------------------------------------------------
def operand_fix(root: ast.AST, node: ast.BoolOp, operand: ast.expr, text: str) -> Hint:
    """What to write for a number as an operand of ``and`` and ``or``: a comparison in a condition, a conditional
    expression where the number itself is wanted, as Python has it."""
    compared = f"{text} != 0"
    if len(node.values) > 2 or _is_tested(node, around(root, node)):
        return Hint(operand, f"write what is meant: {compared}")
    left, right = (_bracketed(v) for v in node.values)
    both = isinstance(node.op, ast.And)
    test = compared if operand is node.values[0] else left
    kept = left if operand is node.values[0] else "1"
    chosen = f"{right} if {test} else 0" if both else f"{kept} if {test} else {right}"
    return Hint(node, f"write ({chosen}) where the number is meant, and {compared} for the condition alone")


def _bracketed(node: ast.expr) -> str:
    text = ast.unparse(node)
    return (
        text
        if isinstance(node, (ast.Name, ast.Constant, ast.Subscript, ast.Call, ast.Attribute, ast.Compare))
        else f"({text})"
    )


def _is_tested(node: ast.AST, outer: tuple[ast.AST, ...]) -> bool:
    """Whether only the truth of an expression matters where it stands."""
    for parent in outer:
        if isinstance(parent, (ast.If, ast.While, ast.IfExp, ast.Assert)):
            return parent.test is node
        if not isinstance(parent, ast.BoolOp) and not (
            isinstance(parent, ast.UnaryOp) and isinstance(parent.op, ast.Not)
        ):
            return False
        if isinstance(parent, ast.UnaryOp):
            return True
        node = parent
    return False


# -- calls ---------------------------------------------------------------------------------------------
def _made_in(word: str) -> Callable[[_Site], str]:
    def make(site: _Site) -> str:
        """``array(shape, dtype)``, or the two the other way round."""
        shape, dtype = site.given(0, "shape"), type_text(site.given(1, "dtype"))
        if dtype is None and type_text(shape) is not None:
            shape, dtype = site.given(1, "shape", "size"), type_text(shape)
        size = "n" if shape is None else ast.unparse(shape)
        return f"vy.{word}({dtype or 'vy.f32'}, {size})"

    return make


def _cast(site: _Site) -> str:
    first, second = site.given(0), site.given(1, "dtype")
    value, dtype = (first, type_text(second)) if type_text(second) else (second, type_text(first))
    return f"{dtype or 'vy.f32'}({ast.unparse(value) if value is not None else 'x'})"


def _bits(site: _Site) -> str:
    first, second = site.given(0), site.given(1, "dtype")
    value, dtype = (first, type_text(second)) if type_text(second) else (second, type_text(first))
    return f"vy.bitcast({dtype or 'vy.u32'}, {ast.unparse(value) if value is not None else 'x'})"


def _element(pointer: ast.expr | None) -> str:
    """``a + i``, a pointer, as the element that it points to."""
    if isinstance(pointer, ast.BinOp) and isinstance(pointer.op, ast.Add):
        base, index = pointer.left, pointer.right
        while isinstance(base, ast.BinOp) and isinstance(base.op, ast.Add):  # a + i * n + j
            index = ast.BinOp(base.right, ast.Add(), index)
            base = base.left
        return f"{ast.unparse(base)}[{ast.unparse(index)}]"
    return (
        ast.unparse(pointer) if isinstance(pointer, ast.Subscript) else f"{ast.unparse(pointer) if pointer else 'a'}[i]"
    )


def _load(site: _Site) -> str:
    element, mask, other = _element(site.given(0)), site.given(1, "mask"), site.given(2, "other")
    if mask is not None and other is not None:
        return f"({element} if {ast.unparse(mask)} else {ast.unparse(other)})"
    return f"{element}; past the end of an array a load gives 0"


def _store(site: _Site) -> str:
    stored = f"{_element(site.given(0))} = {ast.unparse(site.call.args[1])}"
    mask = site.given(2, "mask")
    return (
        f"{stored}; past the end of an array nothing is stored" if mask is None else f"if {ast.unparse(mask)}: {stored}"
    )


def _read_atomically(site: _Site) -> str:
    return f"vy.atomic_add({', '.join(site.texts[:2] if len(site.texts) > 1 else [*site.texts, '0'])}, 0); after a barrier a plain load is enough"


def _store_atomically(site: _Site) -> str:
    array, *index, value = site.texts
    return f"vy.atomic_exchange({array}, {', '.join(index) or '0'}, {value})"


def _step_by(op: str) -> Callable[[_Site], str]:
    return lambda site: f"vy.atomic_{op}({', '.join(site.texts[:2] if len(site.texts) > 1 else [*site.texts, '0'])}, 1)"


def _per_axis(site: _Site) -> Hint | str | None:
    """``for i, j in ndrange(h, w)``: the invocations, or a loop per axis."""
    loop = site.around[0] if site.around else None
    if not isinstance(loop, ast.For):
        return None
    target = loop.target
    names = [ast.unparse(t) for t in target.elts] if isinstance(target, ast.Tuple) else [ast.unparse(target)]
    if len(names) != len(site.call.args):
        names = [f"i{k}" if k > 2 else "ijk"[k] for k in range(len(site.call.args))]
    ends = [", ".join(map(ast.unparse, a.elts)) if isinstance(a, ast.Tuple) else ast.unparse(a) for a in site.call.args]
    if len(names) == 1:
        return f"range({ends[0]})"
    loops = " and in it ".join(f"`for {name} in range({end}):`" for name, end in zip(names, ends, strict=True))
    ids = ", ".join(f"vy.global_id({k})" for k in range(len(names)))
    return Hint(site.call, f"write {loops}; or, for the loop that runs in parallel, {', '.join(names)} = {ids}")


def _ids(site: _Site) -> Hint | str | None:
    """``x, y = grid(2)``, in the order in which the names are subscripts."""
    first = site.given(0, "ndim")
    loop = site.around[0] if site.around else None
    if isinstance(loop, ast.For):
        return _per_axis(site)
    names: list[str] = []
    if isinstance(loop, ast.Assign) and isinstance(loop.targets[0], ast.Tuple):
        names = [ast.unparse(t) for t in loop.targets[0].elts]
    count = len(names) or _number(first)
    if count == 1:
        return "vy.global_id()"
    straight = _subscripts_are(site.root, names)
    order = range(count) if straight else range(count - 1, -1, -1)
    made = ", ".join(f"vy.global_id({k})" for k in order)
    return f"{made}; axis 0 is the first axis of an array, and the last axis runs fastest"


def _subscripts_are(root: ast.AST, names: list[str]) -> bool:
    """Whether an array has exactly these subscripts, in this order."""
    tuples = (n.slice for n in ast.walk(root) if isinstance(n, ast.Subscript) and isinstance(n.slice, ast.Tuple))
    return any([ast.unparse(e) for e in t.elts] == names for t in tuples)


def _number(node: ast.expr | None) -> int:
    """How many axes are asked for."""
    value = node.value if isinstance(node, ast.Constant) else 1
    return value if isinstance(value, int) and value in (1, 2, 3) else 1


def _whole_grid(site: _Site) -> str:
    k = _number(site.given(0)) - 1
    return f"vy.num_groups({k}) * vy.workgroup_size({k})"


def _global_size(site: _Site) -> str:
    axis = site.texts[0] if site.texts else "0"
    return f"vy.num_groups({axis}) * vy.workgroup_size({axis})"


def _program(site: _Site) -> Hint | str | None:
    """``program_id(k)``, alone or in ``program_id(k) * BLOCK + arange(0, BLOCK)``."""
    axis = site.given(0, "axis")
    text = "" if axis is None or ast.unparse(axis) == "0" else ast.unparse(axis)
    whole = next(
        (n for n in site.around if isinstance(n, ast.BinOp) and isinstance(n.op, ast.Add) and _has(n, "arange")), None
    )
    if whole is not None:
        return Hint(whole, f"write vy.global_id({text}); an invocation has one element, where a program has a block")
    return f"vy.group_id({text})"


def _arange(site: _Site) -> Hint | str | None:
    """``pid * BLOCK + arange(0, BLOCK)`` is one id per invocation; in a loop it is ``range``."""
    whole = next((n for n in site.around if isinstance(n, ast.BinOp) and isinstance(n.op, ast.Add)), None)
    if whole is not None:
        axis = _axis_of(whole, site.root)
        return Hint(whole, f"write vy.global_id({axis}); an invocation has one element, where a program has a block")
    if site.around and isinstance(site.around[0], ast.For):
        return f"range({', '.join(site.texts)})"
    return "vy.local_id(); an invocation has one element, where a program has a block"


def _axis_of(whole: ast.BinOp, root: ast.AST) -> str:
    """The axis of the group id that ``whole`` is made from; nothing for axis 0."""
    names = {n.id for n in ast.walk(whole) if isinstance(n, ast.Name)}
    for node in ast.walk(root):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id in names:
            call = node.value
            if isinstance(call, ast.Call) and call.args and ast.unparse(call.func).endswith(("group_id", "program_id")):
                axis = ast.unparse(call.args[0])
                return "" if axis == "0" else axis
    return ""


def _has(node: ast.AST, name: str) -> bool:
    return any(isinstance(n, ast.Call) and ast.unparse(n.func).endswith(name) for n in ast.walk(node))


def _vector(site: _Site) -> str | None:
    items = site.call.args
    if len(items) == 1 and isinstance(items[0], (ast.List, ast.Tuple)):
        items = items[0].elts
    return f"vy.vec({', '.join(map(ast.unparse, items))})" if len(items) > 1 else None


def _after_mask(ours: str) -> Callable[[_Site], str]:
    """A subgroup operation; those of CUDA have a mask of lanes first."""
    return lambda site: f"vy.subgroup_{ours}({', '.join(site.texts[1:] or ['x'])})"


def _asserted(site: _Site) -> str:
    return f"assert {site.texts[0]}"


def formula(name: str, call: ast.Call) -> str | None:
    """The formula that replaces a call of a function, with its arguments, in parentheses where they need them."""
    text = FORMULAS.get(name)
    try:
        return None if text is None else text.format(*map(_bracketed, call.args))
    except IndexError:  # fewer arguments than such a call has
        return None


def _by_formula(name: str) -> Callable[[_Site], str | None]:
    return lambda site: formula(name, site.call)


_LANES: Final = {
    "shfl": "shuffle", "shfl_up": "shuffle_up", "shfl_down": "shuffle_down", "shfl_xor": "shuffle_xor",
    "ballot": "ballot", "any": "any", "all": "all", "vote_any": "any", "vote_all": "all",
}  # fmt: skip
_CALLS: Final[dict[str, Callable[[_Site], Hint | str | None]]] = {
    **dict.fromkeys(("shared_array", "shared_zeros", "shared_empty", "shared_memory", "SharedArray"), _made_in("shared")),
    **dict.fromkeys(("local_array", "zeros", "empty", "local_zeros", "tile_zeros"), _made_in("private")),
    **dict.fromkeys(("cast", "astype", "convert"), _cast),
    **dict.fromkeys(("bit_cast", "reinterpret", "as_type", "view"), _bits),
    **{f"{theirs}_sync": _after_mask(ours) for theirs, ours in _LANES.items()}, "load": _load, "store": _store, "ldg": _load, **dict.fromkeys(("atomic_load", "atomicLoad"), _read_atomically), **dict.fromkeys(("atomic_store", "atomicStore"), _store_atomically),
    **dict.fromkeys(("atomic_inc", "atomicInc", "inc"), _step_by("add")), **dict.fromkeys(("atomic_dec", "atomicDec", "dec"), _step_by("sub")),
    "ndrange": _per_axis, "grid": _ids, "tid": _ids, "gridsize": _whole_grid, "get_global_size": _global_size, "program_id": _program, "arange": _arange,
    **dict.fromkeys(("Vector", "vector", "vec2", "vec3", "vec4", "float2", "float3", "float4", "vec2f", "vec3f", "vec4f"), _vector),
    **dict.fromkeys(("device_assert", "static_assert", "expect"), _asserted),
    **{name: _by_formula(name) for name in FORMULAS},
}  # fmt: skip
