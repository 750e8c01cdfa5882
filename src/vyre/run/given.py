"""What a caller wrote between a kernel's brackets: its arguments in order, and the keywords of a call."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, Final

from vyre.config import DispatchConfig
from vyre.doors import alike
from vyre.errors import ArgumentTypeError, ArgumentValueError, UnsupportedFeature, shown
from vyre.lang.decorating import meant_option

if TYPE_CHECKING:
    from vyre.lang.read import KernelSource
    from vyre.run.call_plan import Spoken

__all__ = ["Given"]

_KEYWORDS: Final = frozenset({"out", "backend", "domain", "grid", "shapes", "config", "stream"})
_FORMS: Final = 64


@dataclass(frozen=True, slots=True)
class Given:
    """How one kernel is called. ``name``: the kernel's. ``inputs``: its parameters that a call gives, ``outs``: those that
    come back."""

    name: str
    inputs: tuple[str, ...]
    outs: tuple[str, ...]
    _named: dict[tuple[object, ...], tuple[str, ...]] = field(default_factory=dict, repr=False, compare=False)
    """For the forms of calls that are right, the inputs that are given by their names."""

    def launch_form(self, args: tuple[Any, ...]) -> ArgumentTypeError | None:
        """A601 for a call in CuPy's form, ``kernel((4,), (128,), (x, y))``; None of another."""
        if len(args) not in (3, 4) or not all(isinstance(one, tuple) for one in args[:3]):
            return None
        if not all(isinstance(n, int) and args[k] for k in (0, 1) for n in args[k]):
            return None
        grid, block = (shown(one[0] if len(one) == 1 else one[::-1], 40) for one in args[:2])
        return ArgumentTypeError(
            f"{self.name} takes its arguments, with no grid, block and tuple around them: how many invocations run follows from its arrays",
            code="A601",
            fix=f"write {self.name}({', '.join(self.inputs)}), or that with grid={grid}, and @vy.kernel(workgroup={block})",
            actual=shown(args[:2], 80),
        )

    def spoken(self, source: KernelSource, args: tuple[Any, ...], keywords: Mapping[str, Any]) -> Spoken:
        """What a call says, for the binding of it. Raises what ``arguments``, ``out_arrays`` and ``domain`` do."""
        given = self.arguments(args, keywords)
        word = keywords.get
        out, domain, grid = word("out"), word("domain"), word("grid")
        outs = None if out is None else self.out_arrays(out)
        if domain is None and grid is None:
            if source.domain_function is not None:
                domain = self.domain(source, args, keywords)
        elif type(domain) is not int or source.rank != 1 or grid is not None:
            domain = self.domain(source, args, keywords)
        return given, outs, domain, grid, word("shapes")

    def arguments(self, args: tuple[Any, ...], keywords: Mapping[str, Any]) -> Sequence[Any]:
        """One argument for each input, in order. Raises ArgumentTypeError A601, UnsupportedFeature U700."""
        form = (len(args), *keywords)
        named = self._named.get(form)
        if named is None:
            self._check_form(args, keywords)
            named = self.inputs[len(args) :]
            if len(self._named) < _FORMS and "stream" not in keywords:
                self._named[form] = named
        return (*args, *[keywords[name] for name in named]) if named else args

    def _check_form(self, args: tuple[Any, ...], keywords: Mapping[str, Any]) -> None:
        names = self.inputs
        if len(args) > len(names):
            hint = f"; {', '.join(self.outs)} is left out and comes back, or goes in as out=" if self.outs else ""
            raise self.launch_form(args) or ArgumentTypeError(
                f"{self.name} takes {len(names)} arguments",
                code="A601",
                fix=f"pass ({', '.join(names)}){hint}",
                actual=f"{len(args)} arguments",
            )
        found = set(names[: len(args)])
        for name, value in keywords.items():
            if name in _KEYWORDS:
                continue
            if name in names and name not in found:
                found.add(name)
            else:
                what = (
                    "is given twice"
                    if name in found
                    else "is an output: pass it as out="
                    if name in self.outs
                    else "is no parameter"
                )
                raise ArgumentTypeError(
                    f"{self.name}: {name!r} {what}",
                    code="A601",
                    fix=_elsewhere(name, value)
                    or _meant(name, [n for n in (*names, *sorted(_KEYWORDS)) if n not in keywords])
                    + f" arguments are ({', '.join(names)}) and the keywords {', '.join(sorted(_KEYWORDS))}",
                    actual=name,
                )
        missing = [n for n in names if n not in found]
        if missing:
            raise ArgumentTypeError(
                f"{self.name}: {', '.join(missing)} missing",
                code="A601",
                fix=f"pass ({', '.join(names)})",
                actual=f"{len(args)} arguments, keywords {sorted(keywords) or 'none'}",
            )
        if keywords.get("stream") is not None:
            raise UnsupportedFeature(
                "stream=: no backend of this version takes a foreign stream", code="U700", fix="leave stream= out"
            )

    def out_arrays(self, out: Any) -> Sequence[Any]:
        """What ``out=`` says of each output. Raises ArgumentTypeError A601."""
        if isinstance(out, Mapping):
            arrays = ", ".join(f'o["{name}"]' for name in self.outs)
            raise ArgumentTypeError(
                f"{self.name}: out= is an array, or a list of them in the order of the parameters, and no dict",
                code="A601",
                fix="leave out= out: InOut arrays are written in place"
                if not self.outs
                else f"where o is that dict, write out={arrays if len(self.outs) == 1 else f'({arrays})'}, with None for what is to be made",
                actual=shown(out, 80),
            )
        given = out if isinstance(out, (tuple, list)) else (out,)
        if len(given) != len(self.outs):
            names = ", ".join(self.outs)
            raise ArgumentTypeError(
                f"{self.name} has {len(self.outs)} Out parameters, and out= is a list of another length",
                code="A601",
                fix="leave out= out: InOut arrays are written in place"
                if not self.outs
                else f"pass one NumPy array per Out parameter: out={names if len(self.outs) == 1 else f'({names})'}",
                actual=f"{len(given)} entries in out=",
            )
        return given

    def domain(self, source: KernelSource, args: tuple[Any, ...], keywords: Mapping[str, Any]) -> Any:
        """What the call runs over, as it gives it or as the kernel's own function does; None where neither says it.

        Raises ArgumentTypeError A601 or A610, ArgumentValueError A610.
        """
        domain = self._wanted_domain(source, args, keywords)
        self._check_axes(source, domain, keywords.get("grid"))
        return domain

    def _wanted_domain(self, source: KernelSource, args: tuple[Any, ...], keywords: Mapping[str, Any]) -> Any:
        domain = keywords.get("domain")
        if domain is None and keywords.get("grid") is None and source.domain_function is not None:
            domain = source.domain_function
        if callable(domain):
            found = self._asked(domain, args, {k: v for k, v in keywords.items() if k not in _KEYWORDS})
            if found is None:
                raise ArgumentTypeError(
                    f"{self.name}: the function given as domain= returned None",
                    code="A610",
                    fix="return the number of elements from it",
                )
            return found
        if isinstance(domain, str):
            return self._shape_of(domain, args, keywords)
        return domain

    def _asked(self, domain: Callable[..., Any], args: tuple[Any, ...], keywords: Mapping[str, Any]) -> Any:
        """What the function given as ``domain=`` gives. What comes up inside of it is raised as it is."""
        try:
            return domain(*args, **keywords)
        except TypeError as error:
            if error.__traceback__ is None or error.__traceback__.tb_next is not None:
                raise
            raise ArgumentTypeError(
                f"{self.name}: the function given as domain= does not take what the call gives: {error}",
                code="A601",
                fix=f"write it as a function of ({', '.join(self.inputs)}), or give domain= a number",
                actual=shown(domain, 80),
            ) from None

    def _check_axes(self, source: KernelSource, domain: Any, grid: Any) -> None:
        """A domain has as many axes as the kernel, and so has a grid (rule 5.1)."""
        for what, given in (("domain", domain), ("grid", grid)):
            if given is None:
                continue
            count = len(given) if isinstance(given, (tuple, list)) else 1
            if count != source.rank and count <= 3:
                words = "one axis" if source.rank == 1 else f"{source.rank} axes"
                raise ArgumentValueError(
                    f"{self.name} runs over {words}, and this {what}= has {count}",
                    code="A610",
                    fix=f"give {what}= a number, such as the array's size"
                    if source.rank == 1
                    else f"give {what}= a tuple of {source.rank} numbers, such as an array's shape",
                    place=source.place,
                    actual=str(given)[:80],
                )

    def _shape_of(self, name: str, args: tuple[Any, ...], keywords: Mapping[str, Any]) -> Any:
        from vyre.run.adopt import shape_named

        found = dict(zip(self.inputs, args, strict=False))
        found.update(keywords)
        return shape_named(self.name, self.inputs, name, found)


def _meant(name: str, known: Sequence[str]) -> str:
    meant = alike(name, known)
    return "the" if meant is None else f"did you mean {meant}=? The"


def _elsewhere(name: str, value: Any) -> str | None:
    """Where to say what is an option, but not of a call."""
    text = shown(value, 40)
    if name in (f.name for f in fields(DispatchConfig) if f.init):
        return f"write config=vy.DispatchConfig({name}={text})"
    option = meant_option(name)
    if option == "workgroup":
        return f"write @vy.kernel(workgroup={text}) above the kernel, or config=vy.DispatchConfig(workgroup_override={text}) for this call"
    if option == "init":
        return f"write @vy.kernel(init={text}) above the kernel"
    return None if option is None else f"write {option}={text}"
