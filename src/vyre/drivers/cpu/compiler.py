"""LLVM text → an object, or words. The only page of vyre that talks to llvmlite, imported when something is compiled."""

from __future__ import annotations

import threading
from functools import cache
from typing import Any, Final

import llvmlite
import llvmlite.binding as llvm

from vyre.drivers.cpu.identity import Host
from vyre.drivers.cpu.loader import PASSES, Refused

__all__ = ["Linked", "ask_host", "assembly", "linked", "object_of"]


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


def object_of(text: str, *, level: int) -> bytes:
    """The object that LLVM makes of a text, position-independent. ``level``: of ``PASSES``. Raises Refused with LLVM's words."""
    machine, module = _compiled(text, level)
    with module:
        image: bytes = machine.emit_object(module)
    return image


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
            found = self.managers[level] = llvm.create_new_function_pass_manager()
            for name in PASSES[level][0]:
                getattr(found, f"add_{name}_pass")()
        return found


_TOOLS: Final = _Tools()


def _compiled(text: str, level: int) -> tuple[Any, Any]:
    """The target machine and the module after its passes. Everything is this call's own, so threads may compile."""
    machine = _TOOLS.machine(level)
    try:
        # the parser alone accepts text whose uses are not dominated by their definitions
        module = llvm.parse_assembly(text, llvm.create_context())
        module.triple = ask_host().triple
        module.data_layout = str(machine.target_data)
        module.verify()
    except RuntimeError as error:
        raise Refused(str(error)) from error
    passes = _TOOLS.passes(level)
    with llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options()) as builder:
        for function in module.functions:
            if not function.is_declaration:
                passes.run(function, builder)
    return machine, module
