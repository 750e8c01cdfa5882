"""What follows from the sizes of a call's arrays: grid, parameters, the shapes of left-out outputs, what must be cleared."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING, Any, Final, cast

from vyre.contract.backend import CompiledPipeline, HostLaunch
from vyre.errors import ArgumentValueError, UnsupportedFeature
from vyre.ir.program import Grid
from vyre.lang.dims import DeclaredShapes
from vyre.plan.launch import check_grid, grid_of_domain
from vyre.plan.plan import Assumption
from vyre.run.arrays import check_size
from vyre.run.direct import Armed
from vyre.run.shapes import left_out_shape, warn_of_guess
from vyre.run.taker import Number, Taker

if TYPE_CHECKING:
    from vyre.run.device_program import DeviceProgram

__all__ = ["Shape", "Sized", "Sizes"]

Shape = tuple[int, ...]
_SIZE, _SHAPE, _SCALAR, _GRID = range(4)
_KEPT: Final = 2048  # sets of sizes of one program
_PREPARED: Final = 32  # where a device has memory of its own, which is prepared for each


@dataclass(slots=True, eq=False)
class Sized:
    """``shapes``: of each slot's array. ``made``: left-out outputs with their shapes. ``params``: the parameter
    block, None where a call's numbers go into ``words`` first. ``shows``: slots of outputs of which it can be seen afterwards what
    they held before; ``fills``: those of them that the caller gives. ``alone``: slots that are written and the caller's own, which no
    other one may overlap. ``said``: the numbers that the call
    gives as its domain and as its grid, where it says nothing else of sizes. ``zeroed``: the left-out ones begin as zeros. ``has_outs``: others are
    given. ``direct``: takes calls over what stands in the slots. ``compiled`` is the machine form for them, once it is wanted,
    and ``launch`` runs it over the host, where the device does that. ``domain``: None where the call or the program gives a grid."""

    shapes: tuple[Shape, ...]
    nbytes: tuple[int, ...]
    made: tuple[tuple[Taker, Shape], ...]
    domain: Shape | None
    grid: Grid
    words: tuple[Number, ...]
    params: bytes | None
    shows: tuple[int, ...]
    fills: tuple[int, ...]
    alone: tuple[int, ...]
    variant: frozenset[Assumption]
    said: tuple[int | None, int | None] | None
    zeroed: bool
    looked: bool  # for what is to be warned of
    has_outs: bool
    direct: Armed
    compiled: CompiledPipeline | None = None
    launch: HostLaunch | None = None


class Sizes:
    """Those of calls of one program that declare the same with named dimensions. As many as come are kept, up to a limit."""

    def __init__(
        self, pipeline: DeviceProgram, inputs: Sequence[Taker], outs: Sequence[Taker], dims: DeclaredShapes | None
    ) -> None:
        """``inputs``: of the arrays that a call gives, ``outs``: of the others, both in declaration order."""
        # Weak: a cycle would keep machine code until the garbage collector comes, which counts Python's objects only.
        self._owner = cast("Callable[[], DeviceProgram]", weakref.ref(pipeline))
        self._dims = dims
        self._inputs, self._outs = tuple(inputs), tuple(outs)
        self._kept: dict[Any, Sized] = {}
        self._limit = _KEPT if pipeline.engine.profile.host_slots else _PREPARED
        self.find = self._kept.get
        self._record = (pipeline.record_shape,) if pipeline.traps else ()
        elements = [pipeline.program.buffers[slot.buffer].nbytes for slot in pipeline.slots]
        self._element_bytes = (*elements, *[slot.dtype.nbytes for slot in pipeline.plan.slots[len(elements) :]])
        self._inouts = tuple(n for n, slot in enumerate(pipeline.slots) if slot.writable and slot.role != "out")
        self._fields = tuple(self._field(pipeline, name) for name in pipeline.param_names)
        self.pack = pipeline.params.packer.pack
        uniforms = [n for n, b in enumerate(pipeline.program.buffers) if b.takes_input and b.role == "uniform"]
        self.numbers = tuple(
            (at, uniforms.index(where)) for at, (kind, where, _) in enumerate(self._fields) if kind == _SCALAR
        )
        """Where a call's numbers stand among the parameters: (word, which of the numbers)."""
        self.uniforms = tuple(uniforms)

    @staticmethod
    def _field(pipeline: DeviceProgram, name: str) -> tuple[int, int, int]:
        """A parameter field as (kind, slot or buffer, axis)."""
        if name.startswith("groups"):
            return (_GRID, 0, int(name[6:]))
        if name.startswith("p"):
            return (_SCALAR, int(name[1:]), 0)
        buffer, _, what = name[1:].partition(".")
        slot = pipeline.slot_of.get(int(buffer), len(pipeline.slots))  # else the trap record's
        return (_SIZE, slot, 0) if what == "size" else (_SHAPE, slot, int(what[5:]))

    def clear(self) -> None:
        """What was compiled is closed."""
        self._kept.clear()

    def work_out(
        self,
        key: Any,
        arrays: Sequence[Any],
        wishes: Sequence[Shape | None] | None,
        domain: Shape | None,
        grid: Grid | None,
        said: tuple[int | None, int | None] | None = (None, None),
    ) -> Sized:
        """``arrays``: by slot, None where one is left out. ``wishes``: of each output, what ``shapes=`` says, where that is given.
        ``said``: as of ``Sized``.

        Raises A603, A609, A610, A611, A612, A615, A617, U710 to U713.
        """
        pipeline = self._owner()
        buffers, slots, profile = pipeline.program.buffers, pipeline.slots, pipeline.engine.profile
        for one in slots:
            if one.role == "persistent":
                raise UnsupportedFeature(
                    "persistent buffers: this version has none",
                    code="U700",
                    fix="use an inout buffer",
                    place=buffers[one.buffer].place,
                    actual=buffers[one.buffer].name,
                )
        shapes: list[Any] = [None if array is None else array.shape for array in arrays]
        for taker in (*self._inputs, *self._outs):
            if shapes[taker.slot] is not None:
                check_size(taker.declared, shapes[taker.slot])
        inputs = {one.buffer: arrays[one.slot] for one in self._inputs}
        expected: Mapping[int, Shape] = {}
        if self._dims is not None:
            expected = self._dims.expected({n: array.shape for n, array in inputs.items()})
        first = next(iter(inputs.values()), None)
        made: list[tuple[Taker, Shape]] = []
        for taker, wish in zip(self._outs, wishes or (None,) * len(self._outs), strict=True):
            n, slot, buffer = taker.buffer, taker.slot, taker.declared
            mine = shapes[slot]
            if mine is None:
                declared = expected.get(n, buffer.shape)
                shapes[slot] = left_out_shape(buffer, declared, wish, first)
                check_size(buffer, shapes[slot])
                made.append((taker, shapes[slot]))
                if declared is None and wish is None:
                    warn_of_guess(pipeline.program, n, inputs, domain, pipeline.engine.told)
            elif mine != expected.get(n, mine):
                raise ArgumentValueError(
                    f"{buffer.name!r} is declared with names that make its shape {expected[n]} here",
                    code="A615",
                    fix=f"leave out= out, or pass an array of shape {expected[n]}",
                    place=buffer.place,
                    actual=f"shape {mine}",
                )
        if grid is None:
            grid = pipeline.program.grid
        if grid is None:
            domain = pipeline.domain(shapes) if domain is None else domain
            grid = grid_of_domain(domain, pipeline.workgroup)
        check_grid(grid, pipeline.workgroup, profile)
        every = [*shapes, *self._record]
        sizes = [prod(shape) for shape in every]
        nbytes = tuple([size * each for size, each in zip(sizes, self._element_bytes, strict=True)])
        limit = profile.max_buffer_bytes
        for one, size in zip(slots, nbytes, strict=False):  # without the trap record
            if limit is not None and size > limit:
                raise UnsupportedFeature(
                    f"{buffers[one.buffer].name!r} is larger than a buffer of {pipeline.engine.id} may be",
                    code="U712",
                    fix="split it and dispatch the parts, or use backend='cpu'",
                    actual=f"asked {size} bytes, allowed {limit}",
                )
        if pipeline.traps and pipeline.plan.sites:
            pipeline.check_traps(grid)
        words = tuple([self._word(field, every, sizes, grid) for field in self._fields])
        shows = tuple(one.slot for one in self._outs if not pipeline.overwritten(one.buffer, shapes, grid))
        fresh = {taker.slot for taker, _ in made}
        theirs = [one.slot for one in self._outs if one.slot not in fresh]
        found = Sized(
            shapes=tuple(shapes),
            nbytes=nbytes,
            made=tuple(made),
            domain=domain,
            grid=grid,
            words=words,
            params=None if self.numbers else self.pack(*words),
            shows=shows,
            fills=tuple(slot for slot in shows if slot not in fresh),
            alone=tuple(sorted((*self._inouts, *theirs))) if len(slots) > 1 else (),
            variant=pipeline.variant_of(sizes[: len(slots)]),
            said=said,
            has_outs=bool(theirs),
            direct=Armed(calls=6, kept=1, is_spoken=False),
            zeroed=bool(made) and all(one.declared.init is None for one, _ in made),
            looked=not pipeline.may_warn,
        )
        if len(self._kept) >= self._limit:
            for old in list(self._kept)[: self._limit // 4]:
                self._kept.pop(old, None)
        self._kept[key] = found
        return found

    @staticmethod
    def _word(field: tuple[int, int, int], shapes: Sequence[Shape], sizes: Sequence[int], grid: Grid) -> Number:
        kind, where, axis = field
        if kind == _SIZE:
            return sizes[where]
        if kind == _SHAPE:
            return shapes[where][axis] if shapes[where] else 1
        return grid[axis] if kind == _GRID else 0
