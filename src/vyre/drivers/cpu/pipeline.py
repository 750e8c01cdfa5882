"""Machine code of one plan on the CPU."""

from __future__ import annotations

import ctypes
import struct
import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from vyre.contract.backend import CompiledPipeline, Launch, Store
from vyre.drivers.cpu import loader
from vyre.drivers.cpu.float_mode import with_float_mode
from vyre.drivers.cpu.fresh import Lone
from vyre.drivers.cpu.identity import Host
from vyre.drivers.cpu.launch import Speed
from vyre.drivers.cpu.loader import Code
from vyre.emit.llvm import LlvmArtifact, Target, emit
from vyre.errors import BackendUnavailable, DeviceClosed, UnsupportedFeature
from vyre.facts.lengths import loop_lengths
from vyre.ir.nodes import For, While
from vyre.ir.walk import walk
from vyre.plan.plan import Plan

__all__ = ["INSTALL", "WIDE", "CpuPipeline", "no_llvmlite"]

MAX_SCRATCH_BYTES: Final = 256 * 1024 * 1024
"""What a workgroup keeps: shared and private arrays, and values carried over barriers. Each thread has it once."""
INSTALL: Final = 'pip install "llvmlite>=0.47"'
_SPEEDS: Final = 64  # sets of parameters of which a pipeline knows how long they take
WIDE: Final = 1 << 31
"""Elements of an array that needs 64-bit indexes."""


def _check_scratch(plan: Plan, nbytes: int) -> None:
    """Raises U730."""
    if nbytes <= MAX_SCRATCH_BYTES:
        return
    x, y, z = plan.workgroup
    raise UnsupportedFeature(
        f"the private and shared arrays of a workgroup of {plan.program.program.name} need more memory than the CPU keeps for one",
        code="U730",
        fix="use a smaller workgroup, for example workgroup=256, or smaller private arrays",
        place=next((b.place for b in plan.program.program.buffers if b.role == "private"), None),
        actual=f"asked {nbytes} bytes for {x * y * z} invocations, allowed {MAX_SCRATCH_BYTES} bytes",
    )


def no_llvmlite(error: ImportError) -> BackendUnavailable:
    """S900."""
    return BackendUnavailable("the CPU backend needs llvmlite", code="S900", fix=INSTALL, actual=str(error))


class CpuPipeline(CompiledPipeline):
    """Machine code of one plan. The second text, for arrays of 2**31 elements and more, is compiled when one comes."""

    def __init__(
        self,
        plan: Plan,
        target: Target,
        *,
        store: Store,
        host: Host,
        packs: int | None = None,
        edit: Callable[[str], str] | None = None,
    ) -> None:
        self.id = "cpu"
        self.key = plan.key
        self.plan = plan
        self.target = target
        self.store = store
        self.host = host
        self.edit = edit
        self.lengths = loop_lengths(plan.program.program)
        self.speed = Speed(steady=self.lengths.constant)
        self._speeds: dict[bytes, Speed] = {}  # of a program whose loops are as long as its parameters say
        self.may_not_end = not self.lengths.ends
        self.has_loops = any(isinstance(stmt, (For, While)) for _, stmt, _ in walk(plan.program.program))
        self.lock = threading.Lock()
        self.packer = struct.Struct(f"={len(plan.slots)}Q3I")
        sizes = [plan.params.offsets[f"b{slot.buffer}.size"] for slot in plan.slots]
        self._sizes = [struct.Struct(f"<{at}xI") for at in sizes]
        self._least_bytes = min((slot.dtype.nbytes for slot in plan.slots), default=1)
        self._lone: Lone | None = None
        self._closed = ctypes.c_uint64(0)
        self.closed_word = ctypes.addressof(self._closed)  # which direct calls look at
        self.artifact_text = emit(plan, target, packs=packs)
        self.relaxed = self.artifact_text.relaxed
        _check_scratch(plan, self.artifact_text.receipt.scratch_bytes)
        self.code: Code | None = self._load(self.artifact_text)
        self.scratch_bytes = self.artifact_text.receipt.scratch_bytes
        self.wide: tuple[LlvmArtifact, Code] | None = None

    def _load(self, made: LlvmArtifact) -> Code:
        text = self._text(made)
        try:
            return loader.load(text, level=made.receipt.level, store=self.store, here=self.host)
        except loader.Refused as refusal:
            from vyre.drivers.refused_text import compile_failed

            raise compile_failed("cpu", self.plan, replace(made, text=text), str(refusal), refusal.line) from refusal
        except PermissionError as error:
            raise BackendUnavailable(
                "the system forbids this process to execute machine code that it makes: memory that was written cannot become "
                "executable (PR_SET_MDWE, MemoryDenyWriteExecute=, SELinux execmem), and neither can a file in memory (memfd_create)",
                code="S900",
                fix="allow one of the two for this process, or run with backend='reference'",
                actual=str(error),
            ) from error
        except ImportError as error:  # the host was remembered, and llvmlite is gone or broken meanwhile
            raise no_llvmlite(error) from error

    def _text(self, made: LlvmArtifact) -> str:
        """What LLVM compiles."""
        return with_float_mode(made.text if self.edit is None else self.edit(made.text), self.host.triple)

    def speed_of(self, params: bytes) -> Speed:
        """What is known of launches with these sizes and numbers."""
        if self.speed.steady:
            return self.speed
        found = self._speeds.get(params)
        if found is None:
            if len(self._speeds) >= _SPEEDS:
                self._speeds.clear()
            found = self._speeds.setdefault(bytes(params), Speed(steady=self.lengths.even))
        return found

    def lone_scratch(self, nbytes: int) -> Lone:
        """For calls in machine code, which share it: scratch memory of at least so many bytes. Raises MemoryError."""
        with self.lock:
            if self._lone is None or self._lone.memory.nbytes < nbytes:
                self._lone = Lone(nbytes)
            return self._lone

    @property
    def source(self) -> str:  # type: ignore[override]  # written when asked for
        return self.artifact_text.show()

    @property
    def asm(self) -> str:
        """The machine code in words."""
        return loader.assembly(self._text(self.artifact_text), level=self.artifact_text.receipt.level)

    def prepared(self, step: Launch) -> tuple[Code, int]:
        """The code for a launch's sizes, and the scratch bytes that it needs."""
        code = self.code
        if code is None:
            raise DeviceClosed("the pipeline is closed", code="A640", fix="compile it again", actual="cpu")
        for slot in step.slots:
            if slot.nbytes >= WIDE and self._has_wide(step.params):
                made, wide = self._wide_code()
                return wide, made.receipt.scratch_bytes
        return code, self.scratch_bytes

    def _has_wide(self, params: bytes) -> bool:
        return any(s.unpack_from(params)[0] >= WIDE for s in self._sizes)

    def _wide_code(self) -> tuple[LlvmArtifact, Code]:
        with self.lock:
            if self.wide is None:
                made = emit(self.plan, self.target, wide=True)
                self.wide = made, self._load(made)
            return self.wide

    def close(self) -> None:
        self._closed.value = 1
        self.code = self.wide = self._lone = None
