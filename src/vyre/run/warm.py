"""The call that needs nothing done to its arguments: the right arrays, contiguous and native, the default domain.

It makes the same checks as the full path of ``run/arguments.py``. What follows from the shapes of the arrays alone is worked
out once for each set of shapes (``Fit``); what is left for every call is to look at each argument, to pack numbers, to make
what is left out, and to compare addresses. Whatever it does not know, or would refuse, it leaves to the full path, whose
errors are the ones that a caller sees.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING, Any, Final, cast

import numpy as np
from numpy import ndarray, zeros

from vyre.config import COMPILED_FIELDS, DispatchConfig
from vyre.contract.backend import CompiledPipeline, HostLaunch
from vyre.errors import VyreError
from vyre.float_environment import is_default
from vyre.ir.program import Grid
from vyre.lang.dims import DeclaredShapes
from vyre.memory.resident import ResidentArray
from vyre.plan.launch import check_grid, grid_of_domain
from vyre.plan.plan import Assumption
from vyre.run.addresses import address_of, addresses_of
from vyre.run.arrays import Held, begin_output
from vyre.run.call import Call
from vyre.run.direct import Armed
from vyre.run.in_flight import IN_FLIGHT, MemoryUse
from vyre.run.shapes import warn_of_guess
from vyre.run.waiting import refuse_in_callback
from vyre.run.wanted import LIMIT, Number, Wanted

if TYPE_CHECKING:
    from vyre.run.device_program import DeviceProgram
    from vyre.run.session import Session

__all__ = ["WarmBinder", "is_quiet"]

_SIZE, _SHAPE, _SCALAR, _GRID = range(4)
_KEPT: Final = 32  # sets of shapes of one program
_UNUSUAL: Final = frozenset(
    {"max_output_bytes", "grid_override", "dispatch_elements"}
)  # of a config: for the full path

_QUIET: Final = frozenset({*COMPILED_FIELDS, "backend", "strict_devices", "copies", "label"})

Shape = tuple[int, ...]
Matched = tuple[list[Any], "Fit", bytes, list[tuple[int, ResidentArray]], list[int]]
"""Slots, what follows from their shapes, the parameters, the resident arrays with their slots, and the slots' addresses."""


def is_quiet(config: DispatchConfig) -> bool:
    """Whether a config asks for nothing that each call has to look at: what was compiled, and for which device, has it all."""
    return config.asks <= _QUIET


@dataclass(frozen=True, slots=True, eq=False)
class Fit:
    """What follows from the shapes of a call's arrays, and which outputs are left out.

    ``dims``: what the kernel declares with names. ``outs``: left-out outputs with their slots and shapes. ``params``: the
    parameter block, None where a call's numbers go into ``words`` first. ``fills``: slots that a step must make what they start
    as; ``begun``: left-out ones of them, of which a step does it on a device with memory of its own. ``alone``: slots that are written and the caller's own, which no other one may overlap. ``shapes``: of each slot's array. ``launch``: runs it over the
    host, where the device does that; ``compiled`` is what it was made of.
    """

    dims: DeclaredShapes | None
    outs: tuple[tuple[int, Wanted, Shape], ...]
    nbytes: tuple[int, ...]
    grid: Grid
    words: tuple[Number, ...]
    params: bytes | None
    fills: tuple[tuple[int, Wanted], ...]
    begun: tuple[int, ...]
    alone: tuple[int, ...]
    shapes: tuple[Shape, ...]
    variant: frozenset[Assumption]
    compiled: CompiledPipeline
    launch: HostLaunch | None


class WarmBinder:
    """Binds warm calls of one pipeline, and runs them."""

    def __init__(self, pipeline: DeviceProgram) -> None:
        # Weak: a cycle would keep machine code until the garbage collector comes, which counts Python's objects only.
        self._owner = cast("Callable[[], DeviceProgram]", weakref.ref(pipeline))
        self._fits: dict[tuple[Any, ...], Fit] = {}
        self._direct = pipeline.engine.direct is not None
        self._armed: dict[int, tuple[DeclaredShapes | None, Armed]] = {}  # by what is declared, which is kept
        self._find = pipeline.variants.find
        buffers = pipeline.program.buffers
        profile = pipeline.engine.profile
        self._slots = len(pipeline.slots)
        self._written = pipeline.writable[: self._slots]
        self._in_host = profile.host_slots  # where resident arrays are host memory
        # Per argument: the slot (-1 = a scalar), and what it must be.
        inputs = tuple((pipeline.slot_of.get(n, -1), Wanted(n, b)) for n, b in enumerate(buffers) if b.takes_input)
        self._inputs = inputs
        self._takers = tuple((slot, wanted, wanted.dtype, wanted.mask) for slot, wanted in inputs)
        self._arrays = tuple((slot, wanted) for slot, wanted in inputs if slot >= 0)
        self._first = self._arrays[0][0] if self._arrays else -1
        self._outs = tuple((pipeline.slot_of[n], Wanted(n, b)) for n, b in enumerate(buffers) if b.role == "out")
        self._inouts = tuple(n for n, slot in enumerate(pipeline.slots) if slot.writable and slot.role != "out")
        wanted = "out" if self._outs else "inout"
        self._results = tuple(pipeline.slot_of[n] for n, b in enumerate(buffers) if b.role == wanted)
        self._only = self._results[0] if len(self._results) == 1 else -1
        self._byte_limit = profile.max_buffer_bytes
        self._workgroup = pipeline.workgroup[0]
        self._group_limit = (LIMIT - 1) // self._workgroup
        if profile.max_groups_per_axis is not None and not profile.folds_grid:
            self._group_limit = min(self._group_limit, profile.max_groups_per_axis)
        names = () if pipeline.traps else pipeline.param_names  # a program that traps takes the full path
        self._fields = tuple(self._field(name) for name in names)
        self._pack = pipeline.params.packer.pack
        numbered = [wanted.buffer for slot, wanted in inputs if slot < 0]
        # whether converting a number depends on the thread's mode of floats
        self._rounds = any(slot < 0 and wanted.dtype.kind not in "bui" for slot, wanted in inputs)
        # Where a call's numbers stand among the parameters: (word, which of the numbers).
        self._numbers = tuple(
            (at, numbered.index(where)) for at, (kind, where, _) in enumerate(self._fields) if kind == _SCALAR
        )
        self._grid: Grid | None = None
        self._domain_slot = -1
        self._flat = True  # whether the domain is that slot's size, not its shape
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
        slot = self._owner().slot_of[int(buffer)]
        return (_SIZE, slot, 0) if what == "size" else (_SHAPE, slot, int(what[5:]))

    def _find_domain(self) -> bool:
        """The fixed grid, or the slot whose size or shape is the domain. False where neither is known before a call."""
        program, profile = self._owner().program, self._owner().engine.profile
        try:
            if program.grid is not None:
                self._grid = program.grid
            elif isinstance(program.domain, tuple):
                self._grid = grid_of_domain(program.domain, self._owner().workgroup)
            else:
                buffer = self._owner().domain_buffer
                self._domain_slot = self._owner().slot_of[buffer]
                rank = program.buffers[buffer].rank
                self._flat = rank in (None, 1) or (program.domain is None and self._owner().axes == 1)
                return True
            check_grid(self._grid, self._owner().workgroup, profile)
        except VyreError:  # the full path says it to the caller
            return False
        return True

    # -- calls that go past Python ----------------------------------------------------------------------------------
    def armed(self, dims: DeclaredShapes | None) -> Armed:
        """What takes the usual calls of kernels that declare this with named dimensions."""
        found = self._armed.get(id(dims))
        if found is None:
            found = self._armed[id(dims)] = (dims, Armed())
        return found[1]

    def disarm(self) -> None:
        """What was compiled is closed."""
        for _, armed in list(self._armed.values()):
            armed.disarm()

    # -- each call ------------------------------------------------------------------------------------------------
    def call(
        self, session: Session, given: Sequence[Any], out: Any, config: DispatchConfig, dims: DeclaredShapes | None
    ) -> Any:
        """Run and wait, and give what a kernel's caller gets: one array as it is, several as a tuple. None where the full path
        has to look at the arguments. ``config`` is quiet; the rest as of ``bind``."""
        found = self._matched(given, out, dims)
        if found is None:
            return None
        arrays, fit, params, residents, addresses = found
        variant, launch = fit.variant, fit.launch
        if (
            launch is None
            or (residents and not self._in_host)
            or (IN_FLIGHT and not self._in_host and session.order.is_busy(self._owner().engine))
            or session.timers.any
            or self._find(variant) is not fit.compiled
        ):
            call, results = self._bound(found, config)
            session.run(call)
            return results[0] if len(results) == 1 else tuple(results)
        refuse_in_callback("a plain call")
        session.require_open()
        use = MemoryUse(self._owner().engine, addresses, fit.nbytes, self._written)
        if fit.fills:
            taken = session.order.run(use, _begun, fit, arrays, addresses, params)
        else:
            taken = session.order.run(use, launch, addresses, params)
        if taken is NotImplemented:  # not this time
            call, results = self._bound(found, config)
            session.run(call)
            return results[0] if len(results) == 1 else tuple(results)
        session.remember((self._owner(), variant, fit.grid, (), taken))
        if residents:
            for slot, there in residents:
                arrays[slot] = there
        elif self._direct:
            armed = self._armed.get(id(dims))
            if armed is not None:
                armed[1].met(self._owner(), fit, self._inputs, self._results)
        return arrays[self._only] if self._only >= 0 else tuple([arrays[slot] for slot in self._results])

    def bind(
        self, given: Sequence[Any], out: Any, config: DispatchConfig, dims: DeclaredShapes | None = None
    ) -> tuple[Call, list[Any]] | None:
        """The call and the arrays to give back (the ``out`` ones, or where there is none the ``inout`` ones).

        ``given``: one entry per in, inout and uniform. ``out``: as a caller writes it, None, an array or several.
        ``dims``: what the kernel declares with named dimensions.
        """
        if config.asks and not _UNUSUAL.isdisjoint(config.asks):
            return None
        found = self._matched(given, out, dims)
        return None if found is None else self._bound(found, config)

    def _bound(self, found: Matched, config: DispatchConfig) -> tuple[Call, list[Any]]:
        arrays, fit, params, residents, _ = found
        compiled = self._find(fit.variant) or self._owner().compiled(fit.variant)
        if compiled is not fit.compiled:  # what was compiled has been forgotten
            self._fits.clear()
        fills = [n for n, _ in fit.fills]
        if residents and not self._in_host:
            fills += fit.begun
        call = Call(self._owner(), compiled, fit.variant, fit.grid, params, arrays, fills, config)
        if not residents:
            return call, [arrays[slot] for slot in self._results]
        call.residents = tuple(residents)
        own: dict[int, Any] = dict(residents)
        return call, [own.get(slot, arrays[slot]) for slot in self._results]

    def _matched(self, given: Sequence[Any], out: Any, dims: DeclaredShapes | None) -> Matched | None:
        if not self._usable or (self._rounds and not is_default()):  # the full path sets the mode of floats
            return None
        arrays: list[Any] = [None] * self._slots
        shapes: list[Any] = []
        numbers: list[Number] = []
        residents: list[tuple[int, ResidentArray]] = []
        for value, (slot, wanted, dtype, mask) in zip(given, self._takers, strict=True):
            if slot < 0:
                number = wanted.number(value)
                if number is None:
                    return None
                numbers.append(number)
                continue
            # what `fits` says of nearly all arrays, without a call
            fits = type(value) is ndarray and value.dtype is dtype and value.flags.num & mask == mask
            if not fits and not wanted.fits(value):
                if not wanted.takes(value, self._owner().engine.home):
                    return None
                residents.append((slot, value))
                value = _standing(value)
            arrays[slot] = value
            shapes.append(value.shape)
        if out is not None:
            outs = out if type(out) is tuple or type(out) is list else (out,)
            if len(outs) != len(self._outs):
                return None
            for mine, (slot, wanted) in zip(outs, self._outs, strict=True):
                if mine is None:
                    shapes.append(None)
                    continue
                if not wanted.fits(mine):
                    if not wanted.takes(mine, self._owner().engine.home):
                        return None
                    residents.append((slot, mine))
                    mine = _standing(mine)
                arrays[slot] = mine
                shapes.append(mine.shape)
        key = tuple(shapes) if dims is None else (id(dims), *shapes)
        fit = self._fits.get(key)
        if fit is None:
            fit = self._fitted(key, arrays, dims)
            if fit is None:
                return None
        if fit.outs:
            if residents and not self._made_there(fit, arrays, residents):
                return None
            try:
                for slot, wanted, shape in () if residents else fit.outs:
                    arrays[slot] = zeros(shape, wanted.dtype) if wanted.init is None else wanted.new(shape)
            except (MemoryError, ValueError):  # the full path says it to the caller
                return None
        addresses = list(map(_address, arrays)) if residents and not self._in_host else addresses_of(arrays)
        if fit.alone and self._overlap(fit, addresses):
            return None
        params = fit.params
        if params is None:
            words = list(fit.words)
            for at, n in self._numbers:
                words[at] = numbers[n]
            params = self._pack(*words)
        return arrays, fit, params, residents, addresses

    def _made_there(self, fit: Fit, arrays: list[Any], residents: list[tuple[int, ResidentArray]]) -> bool:
        """Make what is left out where the inputs lie: resident as every one of them is. False where the full path has to."""
        home, slots = self._owner().engine.home, {slot for slot, _ in residents}
        if home is None or not all(slot in slots for slot, _ in self._arrays):
            return False
        try:
            for slot, wanted, shape in fit.outs:
                made = home.output(wanted.declared, shape)
                if wanted.init is not None and self._in_host:  # whose memory is zero; elsewhere a step makes it begin
                    begin_output(wanted.declared, _standing(made))  # type: ignore[arg-type]  # host memory there
                residents.append((slot, made))
                arrays[slot] = _standing(made)
        except VyreError:  # the full path says it to the caller
            return False
        return True

    @staticmethod
    def _overlap(fit: Fit, addresses: Sequence[int]) -> bool:
        """Whether a written array shares a byte with another one. Fresh ones cannot."""
        nbytes = fit.nbytes
        for n in fit.alone:
            start = addresses[n]
            end = start + nbytes[n]
            for m, other in enumerate(addresses):
                if other < end and start < other + nbytes[m] and m != n:
                    return True
        return False

    # -- each set of shapes -----------------------------------------------------------------------------------------
    def _fitted(self, key: tuple[Any, ...], arrays: list[Any], dims: DeclaredShapes | None) -> Fit | None:
        """What follows from the shapes of these arrays, where None is an output that is left out; kept under ``key``. None
        where the full path has to look."""
        pipeline = self._owner()
        shapes: list[Shape | None] = [None if array is None else array.shape for array in arrays]
        every = [*self._arrays, *self._outs]
        for slot, wanted in every:
            given_shape = shapes[slot]
            if given_shape is not None and not wanted.has_shape(given_shape):
                return None
        declared: Mapping[int, Shape] = {}
        if dims is not None:
            given = {n: shapes[slot] for n, slot in pipeline.slot_of.items()}
            try:
                declared = dims.expected({n: shape for n, shape in given.items() if shape is not None})
            except VyreError:  # the full path says it to the caller
                return None
        first = shapes[self._first] if self._first >= 0 else None
        outs: list[tuple[int, Wanted, Shape]] = []
        guessed: list[int] = []
        for slot, wanted in self._outs:
            expected = declared.get(wanted.buffer)
            mine = shapes[slot]
            if mine is not None:
                if expected is not None and mine != expected:
                    return None
                continue
            mine = wanted.left_out(first, expected)
            if mine is None:
                return None
            shapes[slot] = mine
            outs.append((slot, wanted, mine))
            if expected is None and wanted.shape is None:
                guessed.append(wanted.buffer)
        whole = [shape for shape in shapes if shape is not None]
        sizes = [prod(shape) for shape in whole]
        nbytes = [0] * self._slots
        for slot, wanted in every:
            nbytes[slot] = sizes[slot] * wanted.dtype.itemsize
        if self._byte_limit is not None and max(nbytes) > self._byte_limit:
            return None
        grid = self._grid
        if grid is None and not self._flat:
            try:
                grid = grid_of_domain(whole[self._domain_slot], pipeline.workgroup)
                check_grid(grid, pipeline.workgroup, pipeline.engine.profile)
            except VyreError:  # the full path says it to the caller
                return None
        elif grid is None:
            groups = -(-sizes[self._domain_slot] // self._workgroup)
            if groups > self._group_limit:
                return None
            grid = (groups, 1, 1)
        for buffer in guessed:  # told of once
            inputs = {wanted.buffer: arrays[slot] for slot, wanted in self._arrays}
            warn_of_guess(pipeline.program, buffer, inputs, None, pipeline.engine.told)
        if pipeline.may_warn:
            pipeline.warn(grid, whole, {}, self._domain(whole))
        words = tuple(self._word(field, whole, sizes, grid) for field in self._fields)
        fresh = {slot for slot, _, _ in outs}
        theirs = [(slot, wanted) for slot, wanted in self._outs if slot not in fresh]
        variant = pipeline.variant_of(sizes)
        compiled = pipeline.compiled(variant)
        made = Fit(
            dims=dims,
            outs=tuple(outs),
            nbytes=tuple(nbytes),
            grid=grid,
            words=words,
            params=None if self._numbers else self._pack(*words),
            fills=tuple(
                (slot, wanted) for slot, wanted in theirs if not pipeline.overwritten(wanted.buffer, whole, grid)
            ),
            begun=tuple(slot for slot, wanted, _ in outs if not pipeline.overwritten(wanted.buffer, whole, grid)),
            shapes=tuple(whole),
            alone=tuple(sorted((*self._inouts, *[slot for slot, _ in theirs]))) if self._slots > 1 else (),
            variant=variant,
            compiled=compiled,
            launch=pipeline.host_launch(compiled, grid, tuple(nbytes)),
        )
        if len(self._fits) >= _KEPT:
            self._fits.clear()
        self._fits[key] = made
        return made

    def _domain(self, shapes: Sequence[Shape]) -> Shape | None:
        """The domain of arrays of these shapes; None where the program gives a grid instead."""
        if self._grid is None:
            shape = shapes[self._domain_slot]
            return (prod(shape),) if self._flat else shape
        domain = self._owner().program.domain
        return domain if isinstance(domain, tuple) else None

    def _word(self, field: tuple[int, int, int], shapes: list[Shape], sizes: list[int], grid: Grid) -> Number:
        kind, where, axis = field
        if kind == _SIZE:
            return sizes[where]
        if kind == _SHAPE:
            return shapes[where][axis] if shapes[where] else 1
        return grid[axis] if kind == _GRID else 0


def _begun(fit: Fit, arrays: Sequence[Any], addresses: Sequence[int], params: bytes) -> int:
    """Run over arrays of the host, after outputs of the caller's were made what they start as."""
    for slot, wanted in fit.fills:
        begin_output(wanted.declared, arrays[slot])
    assert fit.launch is not None
    return fit.launch(addresses, params)


def _standing(given: ResidentArray) -> Held:
    """What stands in a slot for a resident array."""
    memory = given.memory
    return memory if isinstance(memory, np.ndarray) else given


def _address(given: Held) -> int:
    return given.span[0] if isinstance(given, ResidentArray) else address_of(given)
