"""LLVM text → an object, or words. The only page of vyre that talks to llvmlite, imported when something is compiled."""

from __future__ import annotations

import atexit
import os
import threading
from collections.abc import Callable
from functools import cache, wraps
from typing import Any, Final, ParamSpec, TypeVar

import llvmlite
import llvmlite.binding as llvm

from vyre.contract.ending import PATIENCE
from vyre.contract.signal_safe import Latch
from vyre.drivers.cpu.identity import Host
from vyre.drivers.cpu.loader import PASSES, Refused
from vyre.drivers.line import Line

__all__ = ["Linked", "ask_host", "assembly", "linked", "object_of"]

P = ParamSpec("P")
R = TypeVar("R")


class _Aside:
    """A thread for what the main thread compiles, one for each process."""

    def __init__(self) -> None:
        self._line: Line | None = None
        self._ended = False  # the process ends
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._forked)

    def _forked(self) -> None:
        self._line = None

    def put(self, job: Callable[[], None]) -> None:
        if self._ended:
            job()
            return
        if self._line is None:
            self._line = Line("vyre-cpu-compile")
            atexit.register(self._end, self._line)
        self._line.put(job)

    def _end(self, line: Line) -> None:
        if line is self._line:
            self._ended = True
            line.stop(PATIENCE.left())  # LLVM must not be taken down while a thread is in it


_ASIDE: Final = _Aside()


def _uninterrupted(function: Callable[P, R]) -> Callable[P, R]:
    """Run it on a thread in which no signal's handler runs. Where one raises in the middle, objects of llvmlite are freed in an
    order that LLVM does not bear: a module after its context."""

    @wraps(function)
    def run(*args: P.args, **keywords: P.kwargs) -> R:
        if threading.current_thread() is not threading.main_thread():
            return function(*args, **keywords)
        done, made, errors = Latch(), list[R](), list[BaseException]()

        def job() -> None:
            try:
                made.append(function(*args, **keywords))
            except BaseException as error:  # noqa: BLE001 - raised to the caller
                errors.append(error)
            done.open()

        _ASIDE.put(job)
        done.wait()
        if errors:
            raise errors.pop()  # not in a cycle with the frames that it names
        return made.pop()

    return run


@cache
def ask_host() -> Host:
    """This machine, as LLVM sees it."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return Host(
        llvm.get_process_triple(),
        llvm.get_host_cpu_name(),
        llvm.get_host_cpu_features().flatten(),
        ".".join(map(str, llvm.llvm_version_info)),
        llvmlite.__version__,
    )


@_uninterrupted
def object_of(text: str, *, level: int) -> bytes:
    """The object that LLVM makes of a text, position-independent. ``level``: of ``PASSES``. Raises Refused with LLVM's words."""
    machine, module = _compiled(text, level)
    with module:
        image: bytes = machine.emit_object(module)
    return image


@_uninterrupted
def assembly(text: str, *, level: int) -> str:
    """The machine code of a text, in words."""
    machine, module = _compiled(text, level)
    with module:
        return str(machine.emit_assembly(module))


class Linked:
    """An object in the memory of LLVM's own linker: where flat code is not possible. ``entries``: addresses of functions."""

    __slots__ = ("_engine", "_tracker", "entries")

    def __init__(self, engine: Any, tracker: Any, entries: dict[str, int]) -> None:
        self._engine = engine
        self._tracker = tracker
        self.entries = entries

    def __del__(self) -> None:
        # the library before the engine that it lives in
        self._tracker.close()
        self._engine.close()


@_uninterrupted
def linked(image: bytes, entries: tuple[str, ...]) -> Linked:
    """Link an object, in an engine of its own: what is linked into one engine is never given back whole. Raises Refused."""
    engine = llvm.create_lljit_compiler(_TOOLS.machine(0))
    try:
        builder = llvm.JITLibraryBuilder().add_object_img(image).add_current_process()
        for name in entries:
            builder.export_symbol(name)
        tracker = builder.link(engine, "kernel")
    except RuntimeError as error:
        engine.close()
        raise Refused(str(error)) from error
    return Linked(engine, tracker, {name: tracker[name] for name in entries})


class _Tools(threading.local):
    """One target machine and one pass manager a level and thread, kept for ever: making a machine takes as long as parsing a
    kernel, and what is added to a manager is never freed by llvmlite."""

    def __init__(self) -> None:
        self.managers: dict[int, Any] = {}
        self.machines: dict[int, Any] = {}

    def machine(self, level: int) -> Any:
        found = self.machines.get(level)
        if found is None:
            here = ask_host()
            found = self.machines[level] = llvm.Target.from_triple(here.triple).create_target_machine(
                cpu=here.cpu, features=here.features, opt=PASSES[level][1], reloc="pic", codemodel="small", jit=False
            )
        return found

    def passes(self, level: int) -> Any:
        found = self.managers.get(level)
        if found is None:
            found = llvm.create_new_function_pass_manager()
            for name in PASSES[level][0]:
                getattr(found, f"add_{name}_pass")()
            self.managers[level] = found
        return found


_TOOLS: Final = _Tools()


def _compiled(text: str, level: int) -> tuple[Any, Any]:
    """The target machine and the module after its passes. Everything is this call's own, so threads may compile."""
    machine, module = _TOOLS.machine(level), None
    try:
        # the parser alone accepts text whose uses are not dominated by their definitions
        module = llvm.parse_assembly(text, llvm.create_context())
        module.triple = ask_host().triple
        module.data_layout = str(machine.target_data)
        module.verify()
    except RuntimeError as error:
        if module is not None:
            module.close()  # before its context, in whatever order the collector of cycles takes them
        raise Refused(str(error)) from error
    passes = _TOOLS.passes(level)
    with llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options()) as builder:
        for function in module.functions:
            if not function.is_declaration:
                passes.run(function, builder)
    return machine, module
