"""A kernel's parameters and decorator options, from its annotations."""

from __future__ import annotations

import ast
import dataclasses
import sys
import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from vyre.dtypes import DType, u8
from vyre.errors import (
    InvalidProgram,
    KernelSyntaxError,
    KernelTypeError,
    Place,
    UnknownName,
    ValidationError,
    VyreError,
    shown,
)
from vyre.ir.literals import bits_of
from vyre.ir.program import Record
from vyre.ir.structs import record_of
from vyre.lang import annotations as marks
from vyre.lang.dims import DeclaredShapes, Dim, Extent
from vyre.lang.habits import type_text
from vyre.lang.source import FunctionText
from vyre.lang.spelling import device_hint
from vyre.lang.unknown import annotation_fix

__all__ = ["KernelSignature", "Parameter", "check_init", "read_record", "read_signature"]

RESERVED: Final = ("backend", "domain", "grid", "shapes", "config", "stream")

Domain = None | int | str | tuple[int, ...] | Callable[..., Any]


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter. ``rank``: number of subscripts; None = any (used flat only), 0 = a scalar. ``extents``: its axes, where
    some have names; then ``shape`` is None. ``init``: what the elements of an output start as (None: zero)."""

    name: str
    role: Literal["in", "out", "inout", "uniform"]
    dtype: DType
    rank: int | None
    shape: tuple[int, ...] | None
    place: Place = field(compare=False)
    record: Record | None = None  # of an array of records
    extents: tuple[Extent, ...] | None = None
    init: bool | int | float | None = None
    variable: Any = None  # the TypeVar that stands for the type of a generic kernel's parameter


@dataclass(frozen=True, slots=True)
class KernelSignature:
    """Name, parameters in declaration order, and what the decorator was given (``domain`` as it was written). ``dims``: the
    shapes that are declared with names."""

    name: str
    parameters: tuple[Parameter, ...]
    workgroup: tuple[int, ...] | None  # None: the default of the rank
    domain: Domain
    grid: tuple[int, ...] | None
    dims: DeclaredShapes | None = None
    types: tuple[tuple[Any, DType], ...] = ()  # what the type variables of a generic kernel stand for here


def read_signature(
    text: FunctionText, *, workgroup: Any = None, domain: Any = None, grid: Any = None, init: Any = None
) -> KernelSignature:
    """Read annotations and options. Raises KernelSyntaxError K110 ... K114, UnsupportedFeature U700."""
    given = resolved_annotations(text)
    parameters = tuple(_parameter(text, arg, given) for arg in plain_arguments(text, "kernel"))
    _check_variables(parameters)
    if init is not None:
        parameters = _begun(parameters, init, text.place(text.node))
    returns = text.node.returns
    if returns is not None and not (isinstance(returns, ast.Constant) and returns.value in (None, "None")):
        raise KernelSyntaxError(
            "a kernel returns nothing; its results are its Out parameters",
            code="K110",
            fix="write `-> None`, or leave the return annotation out",
            place=text.place(returns),
        )
    whole = text.place(text.node)
    group = None if workgroup is None else _axes(workgroup, "workgroup", 1, whole)
    return KernelSignature(
        text.node.name,
        parameters,
        group,
        _domain(domain, parameters, whole),
        None if grid is None else _axes(grid, "grid", 0, whole),
        _declared_shapes(parameters),
    )


def _declared_shapes(parameters: tuple[Parameter, ...]) -> DeclaredShapes | None:
    """The shapes with names. Raises K115 for a name that no input binds."""
    named = [(n, p, p.extents) for n, p in enumerate(parameters) if p.extents is not None]
    if not named:
        return None
    home: dict[str, tuple[int, int]] = {}
    for n, parameter, extents in named:
        for axis, extent in enumerate(extents):
            if parameter.role != "out" and isinstance(extent, Dim) and extent.name is not None:
                home.setdefault(extent.name, (n, axis))
    for _, parameter, extents in named:
        for name in (name for extent in extents if isinstance(extent, Dim) for name in extent.names):
            if name not in home:
                raise KernelSyntaxError(
                    f"no input of the kernel has an axis {name}, so no call can tell it",
                    code="K115",
                    fix=f"give an In or InOut parameter the axis {name} by itself, or leave the dimensions of {parameter.name} "
                    "out and pass shapes=",
                    place=parameter.place,
                    actual=f"{parameter.name} has {name}",
                )
    inputs, outputs = (
        tuple((n, p.name, e, p.place) for n, p, e in named if (p.role == "out") is out) for out in (False, True)
    )
    return DeclaredShapes(inputs, outputs, tuple((name, *at) for name, at in home.items()))


def _check_variables(parameters: tuple[Parameter, ...]) -> None:
    """Each type variable is the type of an array that goes in. Raises K116."""
    told = {p.variable for p in parameters if p.role in ("in", "inout")}
    for p in parameters:
        if p.variable is not None and p.variable not in told:
            variable = p.variable.__name__
            raise KernelSyntaxError(
                f"nothing tells what {variable} is: it is the type of no array that goes in", code="K116",
                fix=f"name the type of {p.name}, or write vy.In[{variable}] for one of the arrays", place=p.place,
            )  # fmt: skip


def plain_arguments(text: FunctionText, word: str) -> list[ast.arg]:
    """The parameters, all of them ordinary. Raises K111."""
    args = text.node.args
    for arg, what in ((args.vararg, "*"), (args.kwarg, "**")):
        if arg is not None:
            raise KernelSyntaxError(
                f"a {word} has a fixed list of parameters",
                code="K111",
                fix=f"name each parameter instead of {what}{arg.arg}",
                place=text.place(arg),
            )
    for group, what in ((args.kwonlyargs, "keyword-only"), (args.posonlyargs, "positional-only")):
        if group:
            raise KernelSyntaxError(
                f"{what} parameters are not in the language",
                code="K111",
                fix=f"remove the `{'*' if what == 'keyword-only' else '/'}` from the parameter list",
                place=text.place(group[0]),
            )
    if args.defaults:
        raise KernelSyntaxError(
            f"parameters of a {word} have no default values",
            code="K111",
            fix="remove the default; a constant is best written as a name outside of the function",
            place=text.place(args.defaults[0]),
        )
    return args.args


def _enclosing_names(text: FunctionText) -> dict[str, Any]:
    """Names that annotations may use: the closure, and the locals of the function that is defining this one."""
    code = text.function.__code__
    names: dict[str, Any] = {}
    frame = sys._getframe(1)
    while frame is not None:
        if code in frame.f_code.co_consts and frame.f_code.co_name != "<module>":
            names.update(frame.f_locals)
            break
        frame = frame.f_back  # type: ignore[assignment]  # None ends the loop
    for name, cell in zip(code.co_freevars, text.function.__closure__ or (), strict=True):
        try:
            names[name] = cell.cell_contents
        except ValueError:  # not assigned yet
            continue
    return names


def resolved_annotations(text: FunctionText) -> dict[str, Any]:
    try:
        given = dict(text.function.__annotations__)
    except NameError as error:  # evaluated late, from Python 3.14 on
        raise _unresolved(text, text.node, error) from None
    arguments = {arg.arg: arg for arg in text.node.args.args}
    names: dict[str, Any] | None = None
    for name, value in given.items():
        if isinstance(value, str):
            if names is None:
                names = _enclosing_names(text)
            try:
                given[name] = eval(value, dict(text.function.__globals__), names)  # noqa: S307 - Python's own meaning of a string annotation
            except Exception as error:  # noqa: BLE001 - whatever the user's expression raises
                raise _unresolved(text, arguments.get(name, text.node), error) from None
        given[name] = _plain(given[name])
    return given


def _plain(annotation: Any) -> Any:
    """``Annotated[vy.In[T], M, N]``, which type checkers accept, as ``vy.In[T, M, N]``; of a scalar the scalar."""
    if typing.get_origin(annotation) is not typing.Annotated:
        return annotation
    inner, more = annotation.__origin__, annotation.__metadata__
    return marks.ArraySpec(inner.role, (*inner.args, *more)) if isinstance(inner, marks.ArraySpec) else inner


def _unresolved(text: FunctionText, node: ast.AST, error: Exception) -> InvalidProgram:
    fix = "import or define its names at module level, above the kernel and not under `if TYPE_CHECKING:`"
    if isinstance(error, UnknownName) and isinstance(node, ast.arg):
        fix = annotation_fix(node.arg, _expression(node), error.message.rpartition(" ")[2])
    elif isinstance(error, VyreError):
        fix = error.fix
    elif isinstance(error, AttributeError):
        fix = device_hint(error.name or "") or "correct the name behind the point"
    elif isinstance(error, TypeError):
        fix = "write name: vy.In[vy.u32] (or Out, InOut) for an array, name: vy.u32 for a number"
    return KernelSyntaxError(
        "this annotation cannot be evaluated",
        code="K114",
        fix=fix,
        place=text.place(node),
        actual=f"{type(error).__name__}: {error.message if isinstance(error, VyreError) else error}",
    )


def _expression(argument: ast.arg) -> ast.expr:
    """What an annotation says, also within a string."""
    given = argument.annotation
    if isinstance(given, ast.Constant) and isinstance(given.value, str):
        return ast.parse(given.value, mode="eval").body
    return given or ast.Constant(None)


def _parameter(text: FunctionText, arg: ast.arg, given: Mapping[str, Any]) -> Parameter:
    place = text.place(arg)
    name = arg.arg
    if name in ("self", "cls") and name not in given:
        raise KernelSyntaxError(
            f"a kernel is no method: it gets no {name}",
            code="K110",
            fix=f"remove {name} from the parameters, and make what it held a parameter of its own",
            place=place,
        )
    if name not in given:
        raise KernelSyntaxError(
            f"the parameter {name} has no annotation",
            code="K110",
            fix=f"write {name}: vy.In[vy.u32] (or Out, InOut) for an array, {name}: vy.u32 for a number",
            place=place,
        )
    value = given[name]
    if isinstance(value, DType):
        _check_name(name, "uniform", place)
        return Parameter(name, "uniform", value, 0, None, place)
    if isinstance(value, Record) or getattr(value, "names", None) is not None:
        raise KernelSyntaxError(
            f"a parameter that is one record ({name})",
            code="K110",
            fix=f"pass an array of one record, {name}: vy.In[...], and read {name}[0].x",
            place=place,
        )
    if isinstance(value, typing.TypeVar):
        _check_name(name, "uniform", place)
        return Parameter(name, "uniform", u8, 0, None, place, variable=value)
    if value is marks.In or value is marks.InOut:
        make: Any = typing.TypeVar  # of a name that is known only now, which type checkers do not like
        value = marks.ArraySpec("in" if value is marks.In else "inout", (make(name),))
    if value is marks.Out:
        raise KernelSyntaxError(
            f"nothing tells the element type of {name}",
            code="K116",
            fix=f"name it, {name}: vy.Out[vy.u32], or write a type variable that an In has too: T = vy.TypeVar('T'), vy.In[T], {name}: vy.Out[T]",
            place=place,
        )
    if not isinstance(value, marks.ArraySpec):
        raise KernelSyntaxError(
            f"this is no annotation of a kernel's parameter {name}",
            code="K110",
            fix=_annotation_fix(name, value),
            place=place,
            actual=shown(value, 80),
        )
    _check_name(name, value.role, place)
    dtype, *sizes = value.args or (None,)
    record = read_record(dtype, place)
    if record is not None:
        dtype = u8
    variable = dtype if isinstance(dtype, typing.TypeVar) else None
    if variable is not None:
        dtype = u8
    if not isinstance(dtype, DType):
        told = dtype if isinstance(dtype, str) else getattr(dtype, "__name__", getattr(dtype, "name", None))
        ours = type_text(ast.Constant(told)) if isinstance(told, str) else None
        more = "".join(f", {shown(size, 40)}" for size in sizes)
        word = {"in": "In", "out": "Out", "inout": "InOut"}[value.role]
        raise KernelSyntaxError(
            "the first subscript of an array annotation is its element type",
            code="K110",
            fix=f"write for example {name}: vy.In[vy.u32]{_dtype_hint(dtype)}"
            if ours is None
            else f"write {name}: vy.{word}[{ours}{more}]",
            place=place,
            actual=shown(dtype, 80),
        )
    extents = tuple(_size(size, place) for size in sizes) or None
    shape = None if extents is None else tuple(n for n in extents if isinstance(n, int))
    role = typing.cast('Literal["in", "out", "inout"]', value.role)
    named = extents is not None and shape is not None and len(shape) < len(extents)
    rank = None if extents is None else len(extents)
    return Parameter(
        name, role, dtype, rank, None if named else shape, place, record, extents if named else None, variable=variable
    )


def read_record(dtype: Any, place: Place) -> Record | None:
    """What ``vy.struct(dtype)`` gave, or a structured dtype as it is; None for anything else."""
    if getattr(dtype, "names", None) is not None:
        try:
            dtype = record_of(dtype)
        except KernelTypeError as error:
            error.place = place
            raise
    return dtype if isinstance(dtype, Record) else None


def _size(size: Any, place: Place) -> Extent:
    if isinstance(size, Dim):
        return size
    if typing.get_origin(size) is Literal and len(typing.get_args(size)) == 1:
        size = typing.get_args(size)[0]  # the spelling that type checkers accept
    if isinstance(size, int) and not isinstance(size, bool):
        if 0 <= size < 1 << 32:
            return size
        raise KernelSyntaxError(
            "a dimension is 0 ... 2**32 - 1",
            code="K110",
            fix="use a size in that range",
            place=place,
            actual=shown(size),
        )
    lone = len(size) == 1 if isinstance(size, tuple) else False
    if isinstance(size, str) and size.isidentifier():
        fix = f'name it above the kernel, ({size},) = vy.dims("{size}"), and write {size} without quotes'
    elif size is Ellipsis or isinstance(size, slice):
        fix = "leave it out: an array that is declared without sizes takes any"
    else:
        fix = (
            'unpack it: (N,) = vy.dims("N")'
            if lone
            else 'write a number, or name it above the kernel: M, N = vy.dims("M N")'
        )
    raise KernelSyntaxError(
        "a dimension is a number, or a name of vy.dims",
        code="K110",
        fix=fix,
        place=place,
        actual=shown(size, 80),
    )


def _dtype_hint(value: Any) -> str:
    name = getattr(value, "__name__", getattr(value, "name", ""))  # of a type, or of a numpy.dtype
    hints = {"int": "vy.i64 or vy.i32", "float": "vy.f64 or vy.f32", "bool": "vy.bool_"}
    hints |= {f"{k}{b}": f"vy.{k[0]}{b}" for k in ("int", "uint", "float") for b in (8, 16, 32, 64)} | {
        "bfloat16": "vy.bf16"
    }
    return f", with {hints[name]} for {name}" if name in hints else ""


def _annotation_fix(name: str, value: Any) -> str:
    hint = _dtype_hint(value)
    if hint:
        return f"a number is annotated with its width{hint}: {name}: {hint.removeprefix(', with ').split()[-3]}"
    return f"write {name}: vy.In[vy.u32] (or Out, InOut) for an array, {name}: vy.u32 for a number"


def _check_name(name: str, role: str, place: Place) -> None:
    if name in RESERVED or (name == "out" and role != "out"):
        raise KernelSyntaxError(
            f"{name}= is a keyword of every kernel call, so no {'such ' if name == 'out' else ''}parameter can have this name",
            code="K112",
            fix=f"rename it, for example to {name}_",
            place=place,
            actual=f"{name} ({role})",
        )


def _option(what: str, value: Any, fix: str, place: Place) -> KernelSyntaxError:
    return KernelSyntaxError(f"{what}= cannot be this", code="K113", fix=fix, place=place, actual=shown(value, 80))


def _axes(value: Any, what: str, least: int, place: Place) -> tuple[int, ...]:
    """An int (one axis), or a tuple of up to three in NumPy's order."""
    axes: list[Any] = list(value) if isinstance(value, tuple) else [value]
    if isinstance(value, list) and value:
        raise _option(what, value, f"write a tuple: {what}={tuple(value)}", place)
    if (
        not axes
        or len(axes) > 3
        or not all(isinstance(n, int) and not isinstance(n, bool) and n >= least for n in axes)
    ):
        raise _option(
            what, value, f"use an int of at least {least}, or a tuple of up to three, for example {what}=256", place
        )
    return tuple(int(n) for n in axes)


def check_init(name: str, dtype: DType, value: bool | int | float, place: Place) -> None:
    """Whether an output's type holds what it starts as. Raises K113."""
    try:
        bits_of(dtype, value)
    except ValidationError as error:
        raise KernelSyntaxError(
            f"init= of {name}: {error.message}", code="K113", fix=error.fix, place=place, actual=shown(value)
        ) from None


def _begun(parameters: tuple[Parameter, ...], init: Any, place: Place) -> tuple[Parameter, ...]:
    """The parameters with what their elements start as (rule 4.2). Raises K113."""
    outs = {p.name: p for p in parameters if p.role == "out"}
    if not isinstance(init, Mapping) or not outs.keys() >= init.keys():
        fix = (
            f"use a dict from Out parameters ({', '.join(outs)}) to numbers"
            if outs
            else "leave it out: there is no Out"
        )
        raise _option("init", init, fix, place)
    made: dict[str, Parameter] = {}
    for name, given in init.items():
        dtype = outs[name].dtype
        if outs[name].record is not None:
            raise _option("init", init, f"leave {name} out: an array of records starts as zeros", place)
        item = getattr(given, "item", None)
        value = item() if item is not None and getattr(given, "shape", None) == () else given
        if not isinstance(value, (bool, int, float)):
            raise _option("init", given, f"give {name} a number", place)
        if outs[name].variable is None:
            check_init(name, dtype, value, place)
        made[name] = dataclasses.replace(outs[name], init=value)
    return tuple(made.get(p.name, p) for p in parameters)


def _domain(value: Any, parameters: tuple[Parameter, ...], place: Place) -> Domain:
    arrays = [p.name for p in parameters if p.role != "uniform"]
    if isinstance(value, str):
        if value not in arrays:
            raise _option("domain", value, f"name one of the arrays ({', '.join(arrays)}), or give a number", place)
        return value
    if value is None or (callable(value) and not isinstance(value, type)):
        return typing.cast(Domain, value)
    axes = value if isinstance(value, (tuple, list)) else (value,)
    if not axes or not all(isinstance(n, int) and not isinstance(n, bool) and n >= 0 for n in axes):
        raise _option(
            "domain", value, "use an int, the name of an array parameter, or a function of the call's arguments", place
        )
    return _axes(value, "domain", 0, place)
