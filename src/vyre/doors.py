"""What the public doors refuse before they begin: unknown keywords, missing and surplus arguments, and names that are
planned."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Never, ParamSpec, TypeVar

from vyre.errors import ArgumentTypeError, UnknownName, UnsupportedFeature, VyreError, shown, user_place

__all__ = ["alike", "brief", "door", "door_of_class", "planned"]

P = ParamSpec("P")
R = TypeVar("R")
C = TypeVar("C")


def alike(name: str, among: Iterable[str]) -> str | None:
    """The one of ``among`` that is spelled most like ``name``, if any is; the same letters in another order are."""
    import difflib

    lower = {word.lower().replace("_", ""): word for word in among}
    plain = name.lower().replace("_", "")
    found = difflib.get_close_matches(plain, lower, 1, 0.78) or [w for w in lower if sorted(w) == sorted(plain)]
    return lower[found[0]] if found else None


def door(function: Callable[P, R]) -> Callable[P, R]:
    """Give arguments that do not fit the signature a typed error, A601 with a Fix, instead of Python's own."""

    @functools.wraps(function)
    def through(*args: P.args, **keywords: P.kwargs) -> R:
        try:
            return function(*args, **keywords)
        except TypeError as error:
            if error.__traceback__ is None or error.__traceback__.tb_next is not None:
                raise  # from inside the function
            raise _refused(function, args, keywords) from None

    return through


def brief(function: Callable[P, R]) -> Callable[P, R]:
    """Raise what vyre finds wrong here, at the door: the lines that matter are in the error, not in the frames of the reading."""

    @functools.wraps(function)
    def through(*args: P.args, **keywords: P.kwargs) -> R:
        try:
            return function(*args, **keywords)
        except VyreError as error:
            raise error.with_traceback(None) from error.__cause__

    return through


def door_of_class(cls: type[C]) -> type[C]:
    """The same for making an object of a class."""
    cls.__init__ = door(cls.__init__)  # type: ignore[method-assign]  # the class itself is changed
    return cls


def _refused(function: Callable[..., Any], args: Sequence[Any], keywords: Mapping[str, Any]) -> ArgumentTypeError:
    import inspect

    parameters = [p for p in inspect.signature(function).parameters.values() if p.name != "self"]
    args = args[len(inspect.signature(function).parameters) - len(parameters) :]
    name = function.__qualname__.removesuffix(".__init__").removesuffix(".__call__")
    takes = ", ".join(f"{p.name}=" if p.kind is p.KEYWORD_ONLY else p.name for p in parameters) or "nothing"
    known = [p.name for p in parameters]
    unknown = [word for word in keywords if word not in known]
    by_position = [p.name for p in parameters if p.kind is not p.KEYWORD_ONLY]
    if unknown:
        meant = alike(unknown[0], known)
        what = f"{name} has no {unknown[0]}="
        fix = f"it takes {takes}" if meant is None else f"did you mean {meant}=? It takes {takes}"
        return ArgumentTypeError(what, code="A601", fix=fix, actual=", ".join(unknown))
    if len(args) > len(by_position):
        what = f"{name} takes {len(by_position) or 'no'} arguments by position"
        return ArgumentTypeError(what, code="A601", fix=f"it takes {takes}", actual=f"{len(args)}: {shown(args, 80)}")
    twice = [word for word in by_position[: len(args)] if word in keywords]
    if twice:
        what = f"{name} is given {twice[0]} twice"
        return ArgumentTypeError(what, code="A601", fix="give it once", actual=shown(keywords[twice[0]], 80))
    missing = [
        p.name for p in parameters if p.default is p.empty and p.name not in (*keywords, *by_position[: len(args)])
    ]
    what = f"{name} needs {', '.join(missing)}"
    return ArgumentTypeError(what, code="A601", fix=f"it takes {takes}", actual=f"{len(args)} arguments")


def planned(what: str, fix: str) -> UnsupportedFeature:
    """The refusal of a name that a later version has."""
    return UnsupportedFeature(f"{what}: not in this version", code="U700", fix=fix)


_OF_A_KERNEL: Final = {
    "bind": "use kernel.compile(backend=…).bind(x, y), with the id of a device, or kernel.compile().bind(x, y)",
    **dict.fromkeys(("launch", "run", "dispatch", "forall", "apply"), "call it with its arrays: kernel(x, y), or kernel.submit(x, y), which does not wait"),
    **dict.fromkeys(("warmup", "precompile", "lower", "build"), "use kernel.compile(x, y)"),
    **dict.fromkeys(("inspect_asm", "asm", "ptx", "inspect_sass"), "use kernel.source('asm')"),
    **dict.fromkeys(("inspect_llvm", "llvm", "ir", "code"), "use kernel.source('llvm'), or kernel.source('text') for the program"),
    **dict.fromkeys(("py_func", "fn", "func"), "use kernel.__wrapped__"),
}  # fmt: skip
"""What the kernels of other tools have."""


class PlannedMethods:
    """What a kernel will be able to do, and what it is taken for by habit. Each says what to do meanwhile."""

    __iter__: None = None  # what can be subscripted is no sequence

    if not TYPE_CHECKING:  # a checker knows which attributes there are

        def __getattr__(self, name: str) -> Never:
            fix = _OF_A_KERNEL.get(name)
            if fix is None and name.startswith("_"):  # a protocol that is asked for
                raise AttributeError(f"a kernel has no {name}", name=name, obj=self)
            if fix is None:
                known = [own for own in dir(type(self)) if not own.startswith("_") and own not in vars(PlannedMethods)]
                meant = alike(name, known)
                fix = f"did you mean kernel.{meant}?" if meant is not None else f"it has {', '.join(known)}"
            raise UnknownName(f"a kernel has no {name}", code="K154", fix=fix, place=user_place())

    def explain(self, *args: Any, **keywords: Any) -> Never:
        """Planned: raises UnsupportedFeature U700."""
        raise planned("kernel.explain", "read kernel.source('llvm'), and vy.session().last_receipt() after a call")

    def tune(self, *args: Any, **keywords: Any) -> Never:
        """Planned: raises UnsupportedFeature U700."""
        raise planned("kernel.tune", "time calls with vy.DispatchConfig(workgroup_override=…) of several sizes")

    def sanitize(self, *args: Any, **keywords: Any) -> Never:
        """Planned: raises UnsupportedFeature U700."""
        raise planned("kernel.sanitize", "kernel.check(…) compares every backend here with the reference")

    def export(self, *args: Any, **keywords: Any) -> Never:
        """Planned: raises UnsupportedFeature U700."""
        raise planned("kernel.export", "keep kernel.program.to_bytes(), and vy.Program.from_bytes(…) reads it")

    def __getitem__(self, launch: Any) -> Never:
        grid, *more = launch if isinstance(launch, tuple) else (launch,)
        size = f", and @vy.kernel(workgroup={shown(more[0], 40)})" if more else ""
        raise ArgumentTypeError(
            "a kernel is called without brackets: how many invocations run follows from its arrays",
            code="A601",
            fix=f"leave the brackets out, or write kernel(…, grid={'n' if callable(grid) else shown(grid, 40)}){size}",
            actual=f"[{shown(launch, 80)}]",
        )
