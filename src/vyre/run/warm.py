"""The call that needs nothing done to its arguments: the right arrays, contiguous and native, the default domain.

It makes the same checks as the full path of ``run/arguments.py``, prepared once per pipeline. Whatever it does not
know, or would refuse, it leaves to the full path, whose errors are the ones that a caller sees.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from vyre.config import DispatchConfig
from vyre.errors import VyreError
from vyre.ir.program import Buffer, Grid
from vyre.lang.dims import DeclaredShapes
from vyre.memory.resident import ResidentArray
from vyre.plan.launch import check_grid, grid_of_domain
from vyre.run.addresses import address_of
from vyre.run.arrays import Array, Held, element_dtype, starting
from vyre.run.shapes import unlike, witnesses

if TYPE_CHECKING:
    from vyre.run.call import Call
    from vyre.run.device_program import DeviceProgram

__all__ = ["WarmBinder"]

_LIMIT: Final = 1 << 32
# Bits of `ndarray.flags.num`, as NumPy's C API numbers them.
_READABLE: Final = 0x0001 | 0x0100  # C-contiguous, aligned
_WRITABLE: Final = _READABLE | 0x0400
_SIZE, _SHAPE, _SCALAR, _GRID = range(4)

Number = int | float | bool


class WarmBinder:
    """Binds warm calls of one pipeline."""

    def __init__(self, pipeline: DeviceProgram) -> None:
        self._pipeline = pipeline
        buffers = pipeline.program.buffers
        profile = pipeline.engine.profile
        self._slots = len(pipeline.slots)
        # Per argument: the slot (-1 = a scalar), the buffer's index, and what the array must be.
        self._takers = tuple(
            (pipeline.slot_of.get(n, -1), n, _Wanted(n, b)) for n, b in enumerate(buffers) if b.takes_input
        )
        self._outs = tuple((pipeline.slot_of[n], _Wanted(n, b)) for n, b in enumerate(buffers) if b.role == "out")
        self._no_outs = (None,) * len(self._outs)
        self._writable = tuple(n for n, slot in enumerate(pipeline.slots) if slot.writable)
        self._written = sum(1 << n for n in self._writable)  # slots as bits
        self._out_bits = sum(1 << n for n, _ in self._outs)
        # A left-out output whose shape may be another than was meant is told of once, by the full path.
        self._witnesses = tuple(pipeline.slot_of[n] for n in witnesses(pipeline.program))
        self._whole = tuple(pipeline.effects.buffers[slot.buffer].every_element for slot in pipeline.slots)
        wanted = "out" if self._outs else "inout"
        self._results = tuple(pipeline.slot_of[n] for n, b in enumerate(buffers) if b.role == wanted)
        self._byte_limit = profile.max_buffer_bytes
        self._workgroup = pipeline.workgroup[0]
        self._group_limit = (_LIMIT - 1) // self._workgroup
        if profile.max_groups_per_axis is not None and not profile.folds_grid:
            self._group_limit = min(self._group_limit, profile.max_groups_per_axis)
        names = () if pipeline.traps else pipeline.param_names  # a program that traps takes the full path
        self._fields = tuple(self._field(name) for name in names)
        self._pack = pipeline.params.packer.pack
        self._only_sizes = self._fields == tuple((_SIZE, n, 0) for n in range(self._slots))
        self._grid: Grid | None = None
        self._domain_slot = -1
        self._usable = (
            not pipeline.traps and all(slot.role != "persistent" for slot in pipeline.slots) and self._find_domain()
        )

    def _field(self, name: str) -> tuple[int, int, int]:
        """A parameter field as (kind, slot or buffer, axis)."""
        if name.startswith("groups"):
            return (_GRID, 0, int(name[6:]))
        if name.startswith("p"):
            return (_SCALAR, int(name[1:]), 0)
        buffer, _, what = name[1:].partition(".")
        slot = self._pipeline.slot_of[int(buffer)]
        return (_SIZE, slot, 0) if what == "size" else (_SHAPE, slot, int(what[5:]))

    def _find_domain(self) -> bool:
        """The fixed grid, or the slot whose size is the domain. False where neither is known before a call."""
        program, profile = self._pipeline.program, self._pipeline.engine.profile
        try:
            if program.grid is not None:
                self._grid = program.grid
            elif isinstance(program.domain, tuple):
                self._grid = grid_of_domain(program.domain, self._pipeline.workgroup)
            else:
                buffer = self._pipeline.domain_buffer
                self._domain_slot = self._pipeline.slot_of[buffer]
                return program.buffers[buffer].rank in (None, 1)
            check_grid(self._grid, self._pipeline.workgroup, profile)
        except VyreError:  # the full path says it to the caller
            return False
        return True

    def bind(
        self, given: Sequence[Any], out: Any, config: DispatchConfig, dims: DeclaredShapes | None = None
    ) -> tuple[Call, list[Any]] | None:
        """The call and the arrays to give back (the ``out`` ones, or where there is none the ``inout`` ones).

        ``given``: one entry per in, inout and uniform. ``out``: as a caller writes it, None, an array or several.
        ``dims``: what the kernel declares with named dimensions.
        """
        if out is None:
            outs: Sequence[Any] = self._no_outs
        elif type(out) is tuple or type(out) is list:
            outs = out
        else:
            outs = (out,)
        if (
            not self._usable
            or len(outs) != len(self._outs)
            or config.max_output_bytes is not None
            or config.grid_override is not None
            or config.dispatch_elements is not None
        ):
            return None
        arrays: list[Any] = [None] * self._slots
        scalars: dict[int, Number] = {}
        residents: list[tuple[int, ResidentArray]] = []
        home = self._pipeline.engine.home
        first: Held | None = None
        for value, (slot, buffer, wanted) in zip(given, self._takers, strict=True):
            if slot >= 0:
                if not wanted.fits(value):
                    if type(value) is not ResidentArray or not wanted.takes(value, home):
                        return None
                    residents.append((slot, value))
                    value = self._standing(value)
                arrays[slot] = value
                if first is None:
                    first = value
            else:
                number = wanted.number(value)
                if number is None:
                    return None
                scalars[buffer] = number
        shapes: Mapping[int, tuple[int, ...]] = {}
        if dims is not None:
            slot_of = self._pipeline.slot_of
            try:
                shapes = dims.expected(
                    {n: arrays[slot].shape for n, slot in slot_of.items() if arrays[slot] is not None}
                )
            except VyreError:  # the full path says it to the caller
                return None
        fresh = 0
        guessed = False
        for mine, (slot, wanted) in zip(outs, self._outs, strict=True):
            declared = shapes.get(wanted.buffer) if shapes else None
            if mine is None:
                mine = None if residents else wanted.new(first, declared)
                if mine is None:
                    return None
                fresh |= 1 << slot
                guessed = guessed or (declared is None and wanted.shape is None)
            elif declared is not None and mine.shape != declared:
                return None
            elif not wanted.fits(mine):
                if type(mine) is not ResidentArray or not wanted.takes(mine, home):
                    return None
                residents.append((slot, mine))
                mine = self._standing(mine)
            arrays[slot] = mine
        if guessed and self._witnesses and any(unlike(first, arrays[n]) for n in self._witnesses):  # type: ignore[arg-type]  # a witness is an argument, so there is a first one
            self._witnesses = ()
            return None
        sizes = [array.size for array in arrays]
        if self._byte_limit is not None and max(array.nbytes for array in arrays) > self._byte_limit:
            return None
        if fresh != self._written and self._overlap(arrays, fresh):
            return None
        grid = self._grid
        if grid is None:
            groups = -(-sizes[self._domain_slot] // self._workgroup)
            if groups > self._group_limit:
                return None
            grid = (groups, 1, 1)
        if self._only_sizes:
            params = self._pack(*sizes)
        else:
            params = self._params(arrays, sizes, scalars, grid)
        fills: list[int] = []
        if fresh != self._out_bits:
            invocations = grid[0] * self._workgroup
            fills = [
                n for n, _ in self._outs if not fresh >> n & 1 and not (self._whole[n] and invocations >= sizes[n])
            ]
        call = self._pipeline.launch_of(sizes, grid, params, arrays, fills, config)
        if residents:
            call.residents = tuple(residents)
            own: dict[int, Any] = dict(residents)
            return call, [own.get(slot, arrays[slot]) for slot in self._results]
        return call, [arrays[slot] for slot in self._results]

    @staticmethod
    def _standing(given: ResidentArray) -> Held:
        """What stands in a slot for a resident array."""
        memory = given.memory
        return memory if isinstance(memory, np.ndarray) else given

    def _params(self, arrays: list[Array], sizes: list[int], scalars: Mapping[int, Number], grid: Grid) -> bytes:
        words: list[Number] = []
        for kind, where, axis in self._fields:
            if kind == _SIZE:
                words.append(sizes[where])
            elif kind == _SHAPE:
                words.append(arrays[where].shape[axis] if arrays[where].shape else 1)
            else:
                words.append(scalars[where] if kind == _SCALAR else grid[axis])
        return self._pack(*words)

    def _overlap(self, arrays: list[Held], fresh: int) -> bool:
        """Whether a written array shares a byte with another one. Fresh ones cannot."""
        written = [n for n in self._writable if not fresh >> n & 1]
        spans = [
            (array.span[0] if isinstance(array, ResidentArray) else address_of(array), array.nbytes) for array in arrays
        ]
        for n in written:
            start, nbytes = spans[n]
            end = start + nbytes
            for m, (other, length) in enumerate(spans):
                if other < end and start < other + length and m != n:
                    return True
        return False


class _Wanted:
    """What one argument must be for the warm path."""

    __slots__ = (
        "buffer",
        "declared",
        "dtype",
        "high",
        "is_record",
        "low",
        "mask",
        "rank",
        "scalar_type",
        "shape",
        "type",
    )

    def __init__(self, index: int, buffer: Buffer) -> None:
        self.buffer = index
        self.declared = buffer
        self.dtype = element_dtype(buffer)
        self.is_record = buffer.record is not None
        self.mask = _READABLE if buffer.role == "in" else _WRITABLE
        self.rank = buffer.rank
        self.shape = buffer.shape
        self.scalar_type: type[Any] = self.dtype.type
        self.type: type[int] | None = int if buffer.dtype.is_integer else None
        self.low, self.high = (buffer.dtype.min, buffer.dtype.max) if buffer.dtype.is_integer else (0, 0)

    def fits(self, value: Any) -> bool:
        """An array that may stand in the slot as it is. Empty ones take the full path."""
        return (
            type(value) is np.ndarray
            and (value.dtype is self.dtype or (self.is_record and value.dtype == self.dtype))
            and value.flags.num & self.mask == self.mask
            and (self.rank is None or value.ndim == self.rank)
            and (self.shape is None or value.shape == self.shape)
            and 0 < value.size < _LIMIT
        )

    def takes(self, value: ResidentArray, home: object) -> bool:
        """A resident array that may stand in the slot as it is."""
        return (
            value.home is home
            and not value.closed
            and value.dtype == self.dtype
            and (value.writable or self.mask == _READABLE)
            and (self.rank is None or len(value.shape) == self.rank)
            and (self.shape is None or value.shape == self.shape)
            and 0 < value.size < _LIMIT
        )

    def number(self, value: Any) -> Number | None:
        """A scalar's value where it needs no more thought: its own NumPy type, or an int in range."""
        kind = type(value)
        if kind is self.scalar_type:
            found: Number = value.item()
            return found
        return value if kind is self.type and self.low <= value <= self.high else None

    def new(self, first: Held | None, declared: tuple[int, ...] | None) -> Array | None:
        """A fresh output; its shape is the declared one (by names, or numbers), else that of the first array argument."""
        shape = self.shape if declared is None else declared
        if shape is None:
            if first is None or (self.rank is not None and first.ndim != self.rank):
                return None
            shape = first.shape
        elif not 0 < prod(shape) < _LIMIT:
            return None
        return np.zeros(shape, self.dtype) if self.declared.init is None else starting(self.declared, shape)
