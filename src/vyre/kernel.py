"""``@vy.kernel``: a Python function that runs on a device."""

from __future__ import annotations

import functools
import inspect
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, overload

from vyre.collector import put_off
from vyre.doors import PlannedMethods, brief, door
from vyre.errors import ArgumentTypeError, DeviceClosed
from vyre.ir.nodes import Barrier, Subgroup, While
from vyre.ir.program import Program
from vyre.ir.walk import walk
from vyre.run.given import Given

if TYPE_CHECKING:
    from vyre.config import DispatchConfig
    from vyre.lang.read import GenericSource, KernelSource
    from vyre.lang.signature import KernelSignature
    from vyre.run.call_plan import Spoken
    from vyre.run.near import Near
    from vyre.run.pending import Pending
    from vyre.run.pipeline import KernelPipeline
    from vyre.run.report import CheckReport
    from vyre.run.session import Session

__all__ = ["Kernel", "kernel", "kernel_from_source"]

Axes = int | tuple[int, ...]
Domain = Axes | str | Callable[..., Axes]
_DEVICE = frozenset({"backend", "config"})  # keywords that choose where a call goes
_USUAL_COMPILED = frozenset({"out"})
_USUAL = _DEVICE | _USUAL_COMPILED
_NEARS = 4  # such choices that a kernel remembers


class Kernel(PlannedMethods):
    """A kernel: call it with arrays and numbers; ``Out`` arrays are left out and come back.

    Made by :func:`kernel`. Keywords of every call: ``out backend domain grid shapes config``.
    """

    def __init__(self, function: Callable[..., Any], source: KernelSource) -> None:
        self._describe(function, source.signature)
        self._source = source
        self._specialised: dict[tuple[Any, ...], KernelSource] = {source.capture_key: source}
        self._nears: tuple[Near, ...] = ()  # where the calls before this one went

    def _describe(self, function: Callable[..., Any], signature: KernelSignature) -> None:
        functools.update_wrapper(self, function)
        self.__name__: str = function.__name__
        self.__qualname__: str = function.__qualname__
        self._signature = signature
        self._lock = threading.Lock()
        inputs = tuple(p.name for p in signature.parameters if p.role != "out")
        outs = tuple(p.name for p in signature.parameters if p.role == "out")
        # of calls that give arrays and numbers only: what they run over follows from these
        self._count = -1 if callable(signature.domain) else len(inputs)
        self._has_one_out = len(outs) == 1
        self._given = Given(self.__name__, inputs, outs)

    # -- calling ----------------------------------------------------------------------------------
    def __call__(self, *args: Any, **keywords: Any) -> Any:
        """Run and wait. One ``Out`` comes back as an array, several as a tuple; without any, the ``InOut`` arrays.

        Raises ArgumentError A6xx, UnsupportedFeature U7xx, CompileFailed R8xx, DispatchFailed R8xx.
        """
        source = self._current() if self._source.outer else self._source
        for near in self._nears:
            if near.leads(source, keywords):
                run = near.armed.run
                if run is not None:
                    words = keywords
                    if "backend" in keywords or "config" in keywords:
                        words = {name: value for name, value in keywords.items() if name not in _DEVICE}
                    result = run(near.prepared, args, words)
                    if result is not NotImplemented:
                        near.prepared.engine.programs.hits += 1
                        return result
                if not near.is_open or near.takes(args, keywords):
                    break
        else:
            near = None
        try:
            if near is None:
                near = self._come_near(source, args, keywords)
            else:
                near.prepared.engine.programs.hits += 1
            return near.plan.call(near.session, self._spoken(args, keywords), near.config)
        except ArgumentTypeError as error:
            launch = self._given.launch_form(args)
            if launch is None:
                raise
            raise launch from error
        except DeviceClosed as closed:
            _session().require_reopened(closed)
            return self(*args, **keywords)

    def _come_near(self, source: KernelSource, args: tuple[Any, ...], keywords: Mapping[str, Any]) -> Near:
        """Where a call goes, which is remembered."""
        near = _near_of()(_session(), source, args, keywords)
        others = [one for one in self._nears if not one.prepared.engine.closed]
        self._nears = (near, *others[: _NEARS - 1])
        return near

    def _spoken(self, args: tuple[Any, ...], keywords: Mapping[str, Any], is_compiled: bool = False) -> Spoken:
        """What a call says. ``is_compiled``: it is one over a pipeline that is there already."""
        usual = _USUAL_COMPILED if is_compiled else _USUAL
        if len(args) == self._count and (not keywords or usual.issuperset(keywords)):
            out = keywords.get("out")
            if out is None:
                return args, None, None, None, None
            if self._has_one_out and hasattr(out, "dtype"):  # an array, not a list of them
                return args, (out,), None, None, None
        for word in ("backend", "config") if is_compiled else ():
            if word in keywords:
                raise ArgumentTypeError(
                    f"{word}= was fixed when the kernel was compiled",
                    code="A601",
                    fix=f"leave {word}= out, or compile again with it",
                    actual=word,
                )
        return self._given.spoken(self._current(), args, keywords)

    def submit(self, *args: Any, **keywords: Any) -> Pending[Any]:
        """Like a call, without waiting. The arrays belong to the dispatch until it is ready."""
        source = self._current()
        near = next((one for one in self._nears if one.leads(source, keywords) and one.takes(args, keywords)), None)
        if near is None:
            near = self._come_near(source, args, keywords)
        plan, session = near.plan, near.session
        call, objects = plan.bind(self._spoken(args, keywords), near.config)
        return session.submit_call(call, lambda: plan.result_of(objects))

    def check(
        self,
        *args: Any,
        backends: Iterable[str] | str | None = None,
        groups: Iterable[int] | Literal["all"] | None = None,
        **keywords: Any,
    ) -> CheckReport:
        """The same call on every backend here, byte for byte against the reference, over fresh copies.

        ``groups``: linear workgroup ids that the reference runs, or "all"; by default all of up to 64, else 64
        spread ones where no workgroup reads another's stores.
        """
        from vyre.run.verify import check_call

        session = _session()
        source = self._current()
        given, outs, domain, grid, shapes = self._given.spoken(source, args, keywords)
        return check_call(
            session,
            source.program,
            given,
            domain=domain,
            grid=grid,
            shapes=shapes,
            out=outs,
            config=keywords.get("config"),
            backends=backends,
            groups=groups,
            dims=source.signature.dims,
        )

    @door
    def compile(self, *specs: Any, backend: str | None = None, config: DispatchConfig | None = None) -> KernelPipeline:
        """Compile ahead of the first call. ``specs``: arrays, numbers or :class:`vyre.ArraySpec`, checked where given."""
        session = _session()
        source = self._current()
        from vyre.run.specs import check_specs

        check_specs(self.__name__, self._given.inputs, source.program, specs)
        config = session.config_of(config)
        from vyre.run.pipeline import DirectPipeline, KernelPipeline

        prepared = session.prepare(source.program, config, backend=backend, arguments=specs)
        kind = KernelPipeline if prepared.engine.direct_entry is None else DirectPipeline
        return kind(session, prepared, config, functools.partial(self._spoken, is_compiled=True), source.signature.dims)

    # -- looking ----------------------------------------------------------------------------------
    @property
    def program(self) -> Program:
        """The program for the captured values of now."""
        return self._current().program

    @door
    def source(
        self, target: str = "text", *specs: Any, backend: str | None = None, config: DispatchConfig | None = None
    ) -> str:
        """What the kernel becomes: "text" (the IR), "reference", "reference:lanes", "llvm", "asm", "wgsl", "opencl" or "cuda".
        ``specs``: as of ``compile``; a generic kernel needs them. ``config``: as of a call; what it permits (rule 3.7) changes the text."""
        from vyre.run.show import source_text
        from vyre.run.specs import check_specs

        check_specs(self.__name__, self._given.inputs, self.program, specs)
        return source_text(self.program, target, config)

    def __repr__(self) -> str:
        return f"<vyre kernel {self._signature.name}({', '.join(p.name for p in self._signature.parameters)})>"

    def __reduce__(self) -> str:
        return self.__qualname__  # by reference, as a function: what it captures belongs to its module

    def __get__(self, instance: object, owner: type | None = None) -> Kernel:
        return self  # a kernel is no method: it never takes self

    # -- binding ----------------------------------------------------------------------------------
    def _current(self) -> KernelSource:
        """The reading for the captured values of now; a change is a new specialisation."""
        if not self._source.outer:
            return self._source
        key = self._source.current_key()
        found = self._specialised.get(key)
        if found is None:
            with self._lock:
                found = self._specialised.get(key) or self._source.read_again()
                self._specialised[key] = self._specialised[found.capture_key] = found
        self._source = found  # what it captures is what is looked at next
        return found


class GenericKernel(Kernel):
    """A kernel with element types left open: each combination of the arguments' dtypes is a kernel of its own, read
    when it is first wanted.

    Raises A602 where one type variable would be two types, or a type outside of its constraints.
    """

    def __init__(self, function: Callable[..., Any], source: GenericSource) -> None:
        self._describe(function, source.signature)
        self._generic = source
        self._kernels: dict[tuple[Any, ...], Kernel] = {}  # by the arguments' dtypes, and by what they mean
        self._open = source.open_inputs
        self._function = function

    def __call__(self, *args: Any, **keywords: Any) -> Any:
        """Run and wait, with the kernel of these dtypes."""
        return self._chosen(args, keywords)(*args, **keywords)

    def submit(self, *args: Any, **keywords: Any) -> Pending[Any]:
        """Like a call, without waiting."""
        return self._chosen(args, keywords).submit(*args, **keywords)

    def check(self, *args: Any, backends: Any = None, groups: Any = None, **keywords: Any) -> CheckReport:
        """The same call on every backend here, byte for byte against the reference."""
        return self._chosen(args, keywords).check(*args, backends=backends, groups=groups, **keywords)

    def compile(self, *specs: Any, backend: str | None = None, config: DispatchConfig | None = None) -> KernelPipeline:
        """Compile for the dtypes of ``specs``: arrays, numbers or :class:`vyre.ArraySpec`, one for each input."""
        return self._of_specs(specs).compile(*specs, backend=backend, config=config)

    @property
    def program(self) -> Program:
        """Raises A618: each combination of dtypes has a program of its own."""
        from vyre.run.specs import needs_types

        raise needs_types(self._signature, "its program", ".program")

    def source(
        self, target: str = "text", *specs: Any, backend: str | None = None, config: DispatchConfig | None = None
    ) -> str:
        """What the kernel becomes for the dtypes of ``specs``."""
        return self._of_specs(specs).source(target, *specs, backend=backend, config=config)

    def _chosen(self, args: tuple[Any, ...], keywords: Mapping[str, Any]) -> Kernel:
        try:
            return self._kernels[tuple([args[k].dtype for k in self._open])]
        except (IndexError, AttributeError, KeyError, TypeError):  # by keyword, bytes, or not seen yet
            return self._of(self._given.arguments(args, keywords))

    def _of_specs(self, specs: Sequence[Any]) -> Kernel:
        if len(specs) != len(self._given.inputs):
            from vyre.run.specs import needs_types

            raise needs_types(self._signature, "what is compiled")
        return self._of(specs)

    @brief
    def _of(self, given: Sequence[Any]) -> Kernel:
        from vyre.run.specs import element_types

        key, types = element_types(self.__name__, self._generic.signature.parameters, given)
        with self._lock:
            found = self._kernels.get(types) or Kernel(self._function, self._generic.specialise(types))
            self._kernels[types] = self._kernels[key] = found
        return found


def _made(function: Callable[..., Any], source: KernelSource | GenericSource) -> Kernel:
    from vyre.lang.read import GenericSource

    if isinstance(source, GenericSource):
        return GenericKernel(function, source)
    if any(isinstance(stmt, (Barrier, Subgroup, While)) for _, stmt, _ in walk(source.program)):
        source.program.check(
            reorder=True
        )  # says at the decorator that only some invocations may come by, or that a wait never ends; remembered for the calls
    return Kernel(function, source)


# NumPy and the runtime are imported at the first call, and looked up once: an import statement costs each call 1 µs.
@functools.cache
def _default_session() -> Callable[[], Session]:
    from vyre.run.session import default_session

    return default_session


@functools.cache
def _near_of() -> Callable[..., Near]:
    from vyre.run.near import near_of

    return near_of


def _session() -> Session:
    return _default_session()()


@overload
def kernel(function: Callable[..., Any], /) -> Kernel: ...
@overload
def kernel(
    *,
    workgroup: Axes | None = None,
    domain: Domain | None = None,
    grid: Axes | None = None,
    init: Mapping[str, bool | int | float] | None = None,
) -> Callable[[Callable[..., Any]], Kernel]: ...
def kernel(
    function: Callable[..., Any] | None = None,
    /,
    *,
    workgroup: Axes | None = None,
    domain: Domain | None = None,
    grid: Axes | None = None,
    init: Mapping[str, bool | int | float] | None = None,
    **unknown: Any,
) -> Any:
    """Make a kernel of a Python function. The text is read now; errors show its lines.

    ``workgroup``: invocations of a workgroup (default 256). ``domain``: a parameter's name, a number of invocations,
    or a function of the call's arguments. ``grid``: a number of workgroups instead. ``init``: what the elements of an
    ``Out`` start as instead of zero, by its name.

    >>> import numpy as np, vyre as vy
    >>> @vy.kernel
    ... def double(x: vy.In[vy.u32], y: vy.Out[vy.u32]):
    ...     i = vy.global_id()
    ...     y[i] = x[i] * 2
    >>> double(np.array([1, 2], np.uint32), backend="reference").tolist()
    [2, 4]

    Raises KernelSyntaxError K1xx and KernelTypeError K2xx; ValidationError V325 and V331 for a barrier or a subgroup operation
    that only some invocations may reach; ArgumentTypeError A601 for an option that does not exist.
    """
    from vyre.lang.decorating import no_function, unknown_options
    from vyre.lang.read import read_kernel

    if unknown:
        raise unknown_options(unknown)

    @brief
    def make(target: Callable[..., Any]) -> Kernel:
        if not inspect.isfunction(target):
            raise no_function(target)
        with put_off():
            return _made(target, read_kernel(target, workgroup=workgroup, domain=domain, grid=grid, init=init))

    if function is None:
        return make
    return make(function)


@brief
def kernel_from_source(text: str, *, name: str | None = None, namespace: Mapping[str, Any] | None = None) -> Kernel:
    """A kernel from a text that holds one decorated or plain ``def`` (for generators, and where Python keeps no source).

    ``name``: which function, where the text has several. ``namespace``: names that the text may use besides ``vy``.
    Raises K108 for what is no text or no Python, K150 for a name that the text does not know, and what :func:`kernel` raises.
    """
    from vyre.lang.decorating import check_text
    from vyre.lang.read import read_source

    check_text(text, name, namespace)
    with put_off():
        return _made(*read_source(text, name=name, namespace=namespace))
