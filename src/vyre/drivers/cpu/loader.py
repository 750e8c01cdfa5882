"""LLVM text → machine code in memory. The only page of vyre that talks to llvmlite.

:func:`load` is the one loader. Each kernel has an engine (LLJIT) of its own, which goes away with the last reference
to the :class:`Code`; so a thread that runs a kernel keeps it mapped, whoever closes the pipeline meanwhile.
"""

from __future__ import annotations

import ctypes
import re
import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import llvmlite
import llvmlite.binding as llvm

__all__ = ["Code", "Host", "Refused", "assembly", "host", "load"]

_ARGUMENTS: Final = (ctypes.c_char_p, ctypes.c_char_p, ctypes.c_int64, ctypes.c_int64, ctypes.c_int64, ctypes.c_void_p)
_RELEASES: Final = ctypes.CFUNCTYPE(None, *_ARGUMENTS)
_KEEPS: Final = ctypes.PYFUNCTYPE(None, *_ARGUMENTS)
_LINE: Final = re.compile(r":(\d+):\d+: error")

Kernel = Callable[[bytes, bytes, int, int, int, int | None], None]
"""k(slots and grid, parameters, first group, end of groups, groups along x, scratch memory)."""


class Refused(Exception):
    """LLVM refused a text. ``line``: where (from 1), if it said so."""

    def __init__(self, log: str) -> None:
        super().__init__(log)
        found = _LINE.search(log)
        self.line = int(found[1]) if found else None


@dataclass(frozen=True, slots=True)
class Host:
    """The processor that code is made for."""

    triple: str
    cpu: str
    features: str

    @property
    def identity(self) -> tuple[str, ...]:
        """Everything that decides what the compiler makes."""
        version = ".".join(map(str, llvm.llvm_version_info))
        return (self.triple, self.cpu, self.features, f"LLVM {version}", f"llvmlite {llvmlite.__version__}")


@cache
def host() -> Host:
    """This machine."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return Host(llvm.get_process_triple(), llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten())


class Code:
    """A loaded kernel. ``run`` releases the GIL while it works, ``run_briefly`` keeps it."""

    __slots__ = ("_engine", "_tracker", "address", "run", "run_briefly")

    def __init__(self, engine: Any, tracker: Any, address: int) -> None:
        self._engine = engine
        self._tracker = tracker
        self.address = address
        self.run: Kernel = _RELEASES(address)
        self.run_briefly: Kernel = _KEEPS(address)

    def __del__(self) -> None:
        # the library before the engine that it lives in
        self._tracker.close()
        self._engine.close()


def load(text: str, *, level: int) -> Code:
    """Compile and load. ``level``: 0 quickest, 2 best code. Raises Refused with LLVM's words."""
    machine, module = _compiled(text, level)
    with module:
        image = machine.emit_object(module)
    engine = llvm.create_lljit_compiler(machine)
    try:
        builder = llvm.JITLibraryBuilder().add_object_img(image).add_current_process().export_symbol("k")
        tracker = builder.link(engine, "kernel")
    except RuntimeError as error:
        engine.close()
        raise Refused(str(error)) from error
    return Code(engine, tracker, tracker["k"])


def assembly(text: str, *, level: int) -> str:
    """The machine code of a text, in words."""
    machine, module = _compiled(text, level)
    with module:
        return str(machine.emit_assembly(module))


class _Passes(threading.local):
    """One pass manager a level and thread, kept for ever: what is added to one is never freed by llvmlite."""

    def __init__(self) -> None:
        self.by_level: dict[int, Any] = {}

    def of(self, level: int) -> Any:
        found = self.by_level.get(level)
        if found is None:
            found = self.by_level[level] = llvm.create_new_function_pass_manager()
            found.add_sroa_pass()
            if level > 0:
                found.add_instruction_combine_pass()
                found.add_simplify_cfg_pass()
            if level > 1:
                found.add_new_gvn_pass()
                found.add_instruction_combine_pass()
            found.add_dead_code_elimination_pass()
        return found


_PASSES: Final = _Passes()


def _compiled(text: str, level: int) -> tuple[Any, Any]:
    """The target machine and the module after its passes. Everything is this call's own, so threads may compile."""
    here = host()
    machine = llvm.Target.from_triple(here.triple).create_target_machine(
        cpu=here.cpu, features=here.features, opt=level, jit=True
    )
    try:
        # the parser alone accepts text whose uses are not dominated by their definitions
        module = llvm.parse_assembly(text, llvm.create_context())
        module.triple = here.triple
        module.data_layout = str(machine.target_data)
        module.verify()
    except RuntimeError as error:
        raise Refused(str(error)) from error
    passes = _PASSES.of(level)
    with llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options()) as builder:
        for function in module.functions:
            if not function.is_declaration:
                passes.run(function, builder)
    return machine, module
