"""How calls of one program are bound on one device: what was worked out once for all of them.

Each argument is taken by its parameter's ``Taker``: where it lies, as a number, or as what ``run/arrays.py`` and its neighbours make
of it (a copy, a resident array, one of another library), which is where errors are raised. What follows from the sizes alone is kept
(``Sizes``); numbers and addresses are packed and compared in each call. So every form of a call goes one way, and its combinations too.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, cast

from numpy import empty, ndarray, zeros

from vyre.config import DispatchConfig
from vyre.errors import ArgumentValueError
from vyre.float_environment import default_floats, is_default
from vyre.lang.dims import DeclaredShapes
from vyre.memory.resident import ResidentArray
from vyre.run.addresses import address_of, addresses_of
from vyre.run.arrays import Held, Load, Prepared, assign, new_output, reach
from vyre.run.call import Call
from vyre.run.direct import Armed
from vyre.run.in_flight import IN_FLIGHT, MemoryUse
from vyre.run.lent import CopyNote, LentNote
from vyre.run.shapes import Axes, launch_shape, wished_shapes
from vyre.run.sizes import Sized, Sizes
from vyre.run.taker import Number, Taker
from vyre.run.waiting import refuse_in_callback

if TYPE_CHECKING:
    from vyre.run.device_program import DeviceProgram
    from vyre.run.session import Session

__all__ = ["CallPlan", "Spoken"]

Spoken = tuple[Sequence[Any], Sequence[Any] | None, Axes | None, Axes | None, Mapping[str, Any] | None]
"""What a caller wrote: one entry per in, inout and uniform; one per out (None: left out), or None; ``domain``; ``grid``; ``shapes``."""
_SUBMITTED: Final = frozenset({"timeout", "profile"})  # of a config: only what is submitted has it
_NOTHING: Final = (None, None, None)
_LAUNCHED: Final = frozenset({"grid_override", "dispatch_elements"})


@dataclass(slots=True, eq=False)
class _Bound:
    """A call that is ready but for its steps. ``arrays``: by slot. ``moved``: of what does not stand in its slot itself. ``addresses``:
    of the arrays. ``is_moved``: some of it is to be copied, or told of."""

    arrays: list[Any]
    sized: Sized
    numbers: list[Number]
    moved: dict[int, Prepared]
    notes: list[CopyNote | LentNote]
    params: bytes = b""
    addresses: Sequence[int] = ()
    is_moved: bool = False

    def cleared(self) -> tuple[int, ...]:
        """The slots of outputs that a step makes what they start as: the others that are left out are so already."""
        if not self.moved:
            return self.sized.fills
        made = [n for n in self.sized.shows if n in self.moved and n not in self.sized.fills]  # resident ones
        return (*self.sized.fills, *made)

    def objects(self) -> list[Any]:
        """By slot the caller's own objects, and fresh outputs."""
        found = self.arrays[: len(self.sized.shapes)]
        for slot, one in self.moved.items():
            found[slot] = one.given
        return found


class CallPlan:
    """Binds calls of one prepared program whose kernel declares ``dims`` with named dimensions, and runs them."""

    def __init__(self, pipeline: DeviceProgram, dims: DeclaredShapes | None) -> None:
        # Weak: a cycle would keep machine code until the garbage collector comes, which counts Python's objects only.
        self._owner = cast("Callable[[], DeviceProgram]", weakref.ref(pipeline))
        self.dims = dims
        self.armed = Armed(calls=3, kept=8, is_spoken=True)
        self._find = pipeline.variants.find
        buffers, slot_of = pipeline.program.buffers, pipeline.slot_of
        self._slots = len(pipeline.slots)
        self._writable = pipeline.writable
        self._in_host = pipeline.engine.profile.host_slots  # where resident arrays are host memory
        self._plain = not pipeline.traps and not pipeline.plan.checks_facts  # nothing is looked at after a launch
        self._uses_direct = pipeline.engine.direct is not None
        takers = [Taker(n, b, slot_of.get(n, -1)) for n, b in enumerate(buffers) if b.takes_input]
        outs = [Taker(n, b, slot_of[n]) for n, b in enumerate(buffers) if b.role == "out"]
        self.takers, self.outs = tuple(takers), tuple(outs)
        self._looks = tuple((one, one.slot, one.dtype, one.mask, one.rank) for one in takers)
        self._left_out = [None] * len(outs)
        self._given = [one.slot for one in takers if one.slot >= 0]
        self._sizes = Sizes(pipeline, [one for one in takers if one.slot >= 0], outs, dims)
        # whether converting a number depends on the thread's mode of floats
        self._rounds = any(one.slot < 0 and one.dtype.kind not in "bui" for one in takers)
        self.outputs = tuple(slot_of[n] for n, b in enumerate(buffers) if b.is_output)
        """The slots of every output, in declaration order."""
        wanted = "out" if outs else "inout"
        self.results = tuple(slot_of[n] for n, b in enumerate(buffers) if b.role == wanted)
        """Of those that a kernel's caller gets."""
        self._only = self.results[0] if len(self.results) == 1 else -1

    def disarm(self) -> None:
        """What was compiled is closed."""
        self.armed.disarm()
        self._sizes.clear()

    # -- running ------------------------------------------------------------------------------------------------------------
    def call(self, session: Session, spoken: Spoken, config: DispatchConfig) -> Any:
        """Run and wait, and give what a kernel's caller gets. Raises what ``bind`` does, and what the device says."""
        found = self._taken(spoken, config)
        sized = found.sized
        is_submitted = bool(config.asks) and not _SUBMITTED.isdisjoint(config.asks)
        if sized.direct.run is not None and not is_submitted:
            result = self._by_code(session, found)
            if result is not NotImplemented:
                return result
        self._complete(found, config)
        taken: Any = NotImplemented
        if not (
            found.is_moved
            or sized.fills
            or sized.launch is None
            or not self._plain
            or is_submitted
            or (IN_FLIGHT and not self._in_host and session.order.is_busy(self._owner().engine))
            or session.timers.any
        ):
            refuse_in_callback("a plain call")
            session.require_open()
            use = MemoryUse(self._owner().engine, found.addresses, sized.nbytes, self._writable)
            taken = session.order.run(use, sized.launch, found.addresses, found.params)
        if taken is NotImplemented:  # there is more to do, or not this time
            session.run(self._call_of(found, config))
        else:
            session.remember((self._owner(), sized.variant, sized.grid, (), taken))
        if self._uses_direct and not is_submitted:
            self._met(found)
        if found.moved:
            return self.result_of(found.objects())
        return found.arrays[self._only] if self._only >= 0 else self.result_of(found.arrays)

    def _met(self, found: _Bound) -> None:
        """A call went through Python that may be one for machine code the next time."""
        if found.sized.said is not None and not found.moved:
            self.armed.met(self._owner(), found.sized, self)
        found.sized.direct.met(self._owner(), found.sized, self)

    def _by_code(self, session: Session, found: _Bound) -> Any:
        """The same in machine code, over what stands in the slots now; NotImplemented where that is not for this call."""
        sized, moved, arrays, numbers = found.sized, found.moved, found.arrays, iter(found.numbers)
        if moved and not self._copied_in(session, found):
            return NotImplemented
        given = tuple(
            [arrays[one.slot] if one.slot >= 0 else one.number_of_numpy(next(numbers)) for one in self.takers]
        )
        words = {"out": tuple([arrays[one.slot] for one in self.outs])} if sized.has_outs else {}
        assert sized.direct.run is not None
        result = sized.direct.run(self._owner(), given, words)
        if found.notes and result is not NotImplemented:
            session.remember_notes(tuple(found.notes))
        elif not moved and sized.said is not None:
            self.armed.met(self._owner(), sized, self)
        return result

    def _copied_in(self, session: Session, found: _Bound) -> bool:
        """Copy what is only read to where it stands contiguous, in its turn. False where more is to be done with what is moved."""
        loads: list[tuple[Any, Any]] = []
        for slot, one in found.moved.items():
            if self._writable[slot] or one.lent is not None or one.resident is not None:
                return False
            if one.original is not None:
                loads.append((one.array, one.original))
            if one.note is not None:
                found.notes.append(one.note)
        if loads:
            starts: list[int] = []
            sizes: list[int] = []
            for _, original in loads:
                low, high = reach(original)
                starts.append(low)
                sizes.append(high - low)
            refuse_in_callback("a plain call")
            use = MemoryUse(self._owner().engine, starts, sizes, [False] * len(loads))
            session.order.run(use, _assign_all, loads)
        return True

    def result_of(self, objects: Sequence[Any]) -> Any:
        """What a kernel's caller gets, of the objects in the slots: one as it is, several as a tuple."""
        return objects[self._only] if self._only >= 0 else tuple([objects[slot] for slot in self.results])

    # -- binding ------------------------------------------------------------------------------------------------------------
    def bind(
        self, spoken: Spoken, config: DispatchConfig, *, warns: bool = True, loads: Sequence[Load] = ()
    ) -> tuple[Call, list[Any]]:
        """The call, and by slot the caller's own objects and fresh outputs. ``warns``: of what is probably not meant. ``loads``:
        copies before the launch. No element is read or written here.

        Raises A601 to A617 and A640, OutOfMemory R851, UnsupportedFeature U700 and U710 to U713, and what compiling raises.
        """
        found = self._taken(spoken, config)
        self._complete(found, config, warns=warns)
        call = self._call_of(found, config)
        call.loads = tuple(loads)
        return call, found.objects()

    def _call_of(self, found: _Bound, config: DispatchConfig) -> Call:
        pipeline, sized, moved = self._owner(), found.sized, found.moved
        assert sized.compiled is not None
        held = found.arrays
        if pipeline.traps:
            held = [*held, empty(pipeline.record_shape, pipeline.plan.slots[-1].dtype.numpy_name)]
        fills = list(found.cleared())
        call = Call(
            pipeline, sized.compiled, sized.variant, sized.grid, found.params, held, fills, config, sized.launch
        )
        if moved:
            every = sorted(moved.items())
            call.notes = tuple(found.notes)
            call.copied = tuple([(n, p.original) for n, p in every if p.original is not None])
            call.lent = tuple([(n, p.lent) for n, p in every if p.lent is not None])
            call.residents = tuple([(n, p.resident) for n, p in every if p.resident is not None])
            call.scattered = tuple([(n, p.scattered) for n, p in every if p.scattered is not None])
            call.twins = tuple([n for n, p in every if p.twin])
        return call

    def _taken(self, spoken: Spoken, config: DispatchConfig) -> _Bound:
        """What a call gives, and what follows from its sizes."""
        if self._rounds and not is_default():
            with default_floats():
                return self._taken(spoken, config)
        given, outs, domain, grid, shapes = spoken
        wishes = None if shapes is None else wished_shapes([one.declared for one in self.outs], shapes)
        usual = wishes is None and domain is None and grid is None and not config.asks
        arrays: list[Any] = [None] * self._slots
        moved: dict[int, Prepared] = {}
        key: list[Any] = []
        numbers: list[Number] = []
        for value, (taker, slot, dtype, mask, rank) in zip(given, self._looks, strict=True):
            if slot < 0:
                numbers.append(taker.number(value))
                continue
            # what `lies` says of nearly all arrays, without a call
            if not (
                type(value) is ndarray
                and value.dtype is dtype
                and value.flags.num & mask == mask
                and value.ndim == rank
            ) and not taker.lies(value):
                value = self._moved(moved, taker, value, config)
            arrays[slot] = value
            key.append(value.shape)
        if outs is None:
            key += self._left_out
        else:
            for value, taker in zip(outs, self.outs, strict=True):
                if value is None:
                    key.append(None)
                    continue
                if not (
                    type(value) is ndarray
                    and value.dtype is taker.dtype
                    and value.flags.num & taker.mask == taker.mask
                    and value.ndim == taker.rank
                ) and not taker.lies(value):
                    value = self._moved(moved, taker, value, config)
                arrays[taker.slot] = value
                key.append(value.shape)
        sized = self._sizes.find(tuple(key)) if usual else None
        if sized is None:
            sized = self._sized(key, arrays, (domain, grid, wishes), config)
        return _Bound(arrays, sized, numbers, moved, [])

    def _complete(self, found: _Bound, config: DispatchConfig, *, warns: bool = True) -> None:
        """Make the outputs that are left out, let no two arrays share what is written, and pack the numbers."""
        sized, arrays, moved, numbers = found.sized, found.arrays, found.moved, found.numbers
        if sized.compiled is None or self._find(sized.variant) is not sized.compiled:
            self._compile(sized)
        if not moved and sized.zeroed:
            try:
                for taker, shape in sized.made:
                    arrays[taker.slot] = zeros(shape, taker.dtype)
            except (MemoryError, ValueError):  # said by what makes outputs of every kind
                self._make(sized, arrays, moved)
        elif sized.made:
            self._make(sized, arrays, moved)
        found.notes = []
        found.addresses = addresses_of(arrays) if self._in_host or not moved else list(map(_address, arrays))
        starts, sizes, apart = list(found.addresses), list(sized.nbytes), False
        for slot, one in moved.items():
            found.is_moved = found.is_moved or one.note is not None or one.resident is not None
            if one.note is not None:
                found.notes.append(one.note)
            if one.original is not None:  # where its elements are told from others
                starts[slot], end = reach(one.original)
                sizes[slot] = end - starts[slot]
            apart = apart or one.lent is not None or one.scattered is not None
        if apart or (sized.alone and _overlap(sized.alone, starts, sizes)):
            self._set_apart(found, config)
        if sized.params is not None:
            found.params = sized.params
        else:
            words = list(sized.words)
            for at, n in self._sizes.numbers:
                words[at] = numbers[n]
            if self._rounds and not is_default():  # a float is rounded to its type here
                with default_floats():
                    found.params = self._sizes.pack(*words)
            else:
                found.params = self._sizes.pack(*words)
        if warns and not sized.looked:
            from vyre.run.launch_warnings import warn_of_launch

            sized.looked = True
            scalars = dict(zip(self._sizes.uniforms, numbers, strict=True))
            warn_of_launch(self._owner(), sized.grid, sized.shapes, scalars, sized.domain)

    def _sized(
        self, shapes: list[Any], arrays: Sequence[Any], said: tuple[Any, Any, Any], config: DispatchConfig
    ) -> Sized:
        """``said``: the call's domain, grid and wishes."""
        key: Any = tuple(shapes)
        domain, grid, wishes = said
        numbers: tuple[int | None, int | None] | None = None
        if wishes is None and not (config.asks and not _LAUNCHED.isdisjoint(config.asks)):
            one, groups = type(domain), type(grid)
            if (one is int or domain is None) and (groups is int or grid is None):
                numbers = (domain, grid)
        if said != _NOTHING or numbers is None:
            domain, grid = launch_shape(domain, grid, config)
            key = (key, domain, grid, wishes, numbers is not None)
        sized = self._sizes.find(key)
        if sized is None:
            sized = self._sizes.work_out(key, arrays, wishes, domain, grid, numbers)
        if config.max_output_bytes is not None:
            self._check_budget(sized, config.max_output_bytes)
        return sized

    def _moved(self, moved: dict[int, Prepared], taker: Taker, value: Any, config: DispatchConfig) -> Held:
        """What stands in a slot for an argument that does not stand there itself."""
        ready = taker.ready(self._owner().engine, value, config.copies)
        ready.given = value
        moved[taker.slot] = ready
        return ready.array

    def _compile(self, sized: Sized) -> None:
        """What was not compiled yet, or has been forgotten."""
        pipeline = self._owner()
        sized.compiled = pipeline.compiled(sized.variant)
        if 0 in sized.grid:
            sized.launch = _nothing
            return
        blank = frozenset([one.slot for one in self.outs if one.slot not in sized.shows])
        name = pipeline.program.name
        sized.launch = pipeline.engine.host_launch(sized.compiled, sized.grid, sized.nbytes, blank, name)

    def _make(self, sized: Sized, arrays: list[Any], moved: dict[int, Prepared]) -> None:
        """The outputs that are left out: resident where every array argument is, else in the host's memory."""
        home = None
        if moved and self._given and all(n in moved and moved[n].resident is not None for n in self._given):
            home = self._owner().engine.home
        for taker, shape in sized.made:
            slot, buffer = taker.slot, taker.declared
            if home is not None and buffer.output_range is None:
                own = home.output(buffer, shape)
                memory = own.memory
                arrays[slot] = memory if isinstance(memory, ndarray) else own
                moved[slot] = Prepared(arrays[slot], resident=own, given=own)
            else:
                arrays[slot] = new_output(buffer, shape)

    def _set_apart(self, found: _Bound, config: DispatchConfig) -> None:
        """Let no array share memory that is written (rule 4.6)."""
        from vyre.run import overlaps

        moved, arrays = found.moved, found.arrays
        every = [moved.get(n) or Prepared(array, given=array) for n, array in enumerate(arrays)]
        found.notes += overlaps.part(self._owner(), every, config)
        for n, one in enumerate(every):
            if one.original is not None or one.twin:
                moved[n], arrays[n], found.is_moved = one, one.array, True

    def _check_budget(self, sized: Sized, limit: int) -> None:
        """Raises A614."""
        pipeline = self._owner()
        for slot, nbytes in zip(pipeline.slots, sized.nbytes, strict=False):  # without the trap record
            if slot.role in ("out", "inout") and nbytes > limit:
                raise ArgumentValueError(
                    f"{pipeline.program.buffers[slot.buffer].name!r} is larger than max_output_bytes",
                    code="A614",
                    fix="raise max_output_bytes, or pass smaller arrays",
                    actual=f"asked {nbytes} bytes, allowed {limit}",
                )


def _nothing(addresses: Sequence[int], params: bytes) -> int:
    """The launch of no workgroup."""
    return 0


def _assign_all(loads: Sequence[tuple[Any, Any]]) -> None:
    for target, source in loads:
        assign(target, source)


def _overlap(alone: Sequence[int], starts: Sequence[int], sizes: Sequence[int]) -> bool:
    """Whether an array that is written may share a byte with another one. Fresh ones cannot."""
    for n in alone:
        start = starts[n]
        end = start + sizes[n]
        for m, other in enumerate(starts):
            if other < end and start < other + sizes[m] and m != n:
                return True
    return False


def _address(given: Held) -> int:
    return given.span[0] if isinstance(given, ResidentArray) else address_of(given)
