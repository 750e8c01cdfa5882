"""What devices are and what they can do: plain data, read by the planner, the emitters and the user."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final, Literal

__all__ = ["FEATURES", "PERMISSIONS", "PORTABLE", "DeviceInfo", "DeviceProfile", "PortableProfile"]

DeviceKind = Literal["gpu", "cpu", "software", "reference", "null"]


FEATURES: Final = frozenset(
    (
        "barrier shared atomics shared_atomics atomics64 float_atomics private tables records subgroups traps "
        "parted_continue parted_return"
    ).split()
)
"""What a device may have besides types and operations. ``atomics`` are those on storage; ``atomics64`` and ``float_atomics``
(min and max) say which of them there are more; from ``subgroups`` on they are written with the others where they lack. ``parted_continue``: by some invocations only, in a loop around
a barrier; ``parted_return``: by some only, in a program with barriers."""


PERMISSIONS: Final = frozenset({"ulp_budget", "contract", "reorder", "flush"})
"""The fields of a config by which strictness is left (rule 3.7). A backend that knows them honours all four: none has to be used."""


@dataclass(frozen=True, slots=True)
class DeviceInfo:
    """One device of one backend, or an unavailable row for a backend that has none.

    ``id`` is the string that ``backend=`` takes: ``"cuda"``, ``"cuda:1"``. ``reason`` and ``fix`` are set where
    ``available`` is false. ``memory_bytes`` None = unknown.
    """

    id: str
    backend: str
    index: int
    name: str
    kind: DeviceKind
    available: bool = True
    reason: str | None = None
    fix: str | None = None
    driver: str | None = None
    memory_bytes: int | None = None


@dataclass(frozen=True, slots=True)
class DeviceProfile:
    """Capability facts of one device. A limit of None is unknown, never unlimited.

    ``ops``: names of the op table that the lowering keeps exactly. ``dtypes``: names of scalar
    types it takes in buffers and values. ``features``: among ``FEATURES``. ``refused``:
    (op or feature, reason) pairs shown to users. ``host_slots``: HostViews may stand in a launch's slots.
    ``host_slot_bytes``: ``host_launch`` takes arrays of no more bytes than that in all; 0 = none.
    ``folds_grid``: grids beyond ``max_groups_per_axis`` run by folding; the true grid comes in the parameters.
    ``loop_limit``: the device silently ends all loops of an invocation after so many iterations (lavapipe does); the
    lowering watches for it, and a dispatch that meets it fails. None = it ends none.
    ``extensions``: what the text may use of the device beyond the base of its language, in the words of its driver: for WebGPU
    features such as ``shader-int64``.
    ``max_storage_bindings``: how many storage buffers one launch binds; a lowering that packs takes programs of more, up to
    ``max_storage_buffers``.
    ``longest_piece``: statements that its compiler is given in one piece; longer programs are cut. None = any number.
    ``compile_identity``: every string that changes what ``compile`` makes (device, driver, compiler, versions).
    """

    backend: str
    device: str
    kind: DeviceKind
    ops: frozenset[str]
    dtypes: frozenset[str]
    features: frozenset[str] = frozenset()
    refused: tuple[tuple[str, str], ...] = ()
    host_slots: bool = False
    host_slot_bytes: int = 0
    folds_grid: bool = False
    loop_limit: int | None = None
    longest_piece: int | None = None
    max_invocations: int | None = None
    max_workgroup: tuple[int | None, int | None, int | None] = (None, None, None)
    max_shared_bytes: int | None = None
    max_storage_buffers: int | None = None
    max_storage_bindings: int | None = None
    max_buffer_bytes: int | None = None
    max_groups_per_axis: int | None = None
    extensions: frozenset[str] = frozenset()
    compile_identity: tuple[str, ...] = ()
    driver: str | None = None
    honours: frozenset[str] = field(default=frozenset())
    """DispatchConfig fields that this backend acts on; a set field that it does not honour is an error."""
    measured: frozenset[str] = frozenset()
    """Facts that a probe of this device found to hold: ``div_f32`` says that the device's own division is exact for all
    operands. An emitter whose compiler promises nothing takes the exact form of its own where a fact is missing."""
    forms: tuple[tuple[str, str, str], ...] = ()
    """What follows from it: (operation, type, ``native``, ``corrected``, ``integer`` or ``refused``) of every float operation that has
    a choice on such a device."""
    wants_probe: bool = False
    """The compiler promises nothing about floats, so a session measures before its first compile."""
    trusts_device: bool = False
    """Every operation in the device's own form, whatever was measured: what the probe itself compiles with."""
    errors: tuple[tuple[str, str, float, float], ...] = ()
    """(operation, type, ULP, ULP but for subnormals) of the device's own, fastest form, as measured: how many floats at most lie from the right
    result to its own, and the same where it may take subnormal operands and results for zero. Infinite: a NaN for a number, or
    a number for a NaN."""
    wants_errors: bool = False
    """Its compiler has faster divisions and roots than the exact ones, whose errors a session measures before the first dispatch with a ``ulp_budget``."""

    keeps_waits: bool | None = None
    """A workgroup may wait for what one of a smaller linear id does (rule 5.8). None: not known; a session measures it before the first
    program that waits."""

    def exact(self, fact: str) -> bool:
        """Whether the device's own form may be taken for ``OPERATION_DTYPE``.

        >>> profile = DeviceProfile("wgpu", "a GPU", "gpu", frozenset(), frozenset(), measured=frozenset({"div_f32"}))
        >>> profile.exact("div_f32"), profile.exact("sqrt_f32"), profile.as_native().exact("sqrt_f32")
        (True, False, True)
        """
        return self.trusts_device or fact in self.measured

    def error(self, op: str, dtype: str, *, flush: bool) -> float:
        """ULP that the device's own form is off by; infinite where nothing was measured. ``flush``: but for subnormals.

        >>> profile = DeviceProfile(
        ...     "wgpu", "a GPU", "gpu", frozenset(), frozenset(), errors=(("div", "f32", float("inf"), 2.0),)
        ... )
        >>> (
        ...     profile.error("div", "f32", flush=True),
        ...     profile.error("div", "f32", flush=False),
        ...     profile.error("sqrt", "f32", flush=True),
        ... )
        (2.0, inf, inf)
        """
        found = (flushed if flush else kept for name, t, kept, flushed in self.errors if (name, t) == (op, dtype))
        return next(found, float("inf"))

    def as_native(self) -> DeviceProfile:
        """The same device, all of whose operations are taken as it has them."""
        return replace(self, trusts_device=True)


@dataclass(frozen=True, slots=True)
class PortableProfile:
    """Limits that every target keeps; going beyond is a warning (rule 4.7)."""

    shared_bytes: int = 16 * 1024
    invocations: int = 256
    storage_buffers: int = 8
    buffer_bytes: int = 128 * 1024 * 1024


PORTABLE = PortableProfile()
