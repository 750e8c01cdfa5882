"""From a caller's arguments to a bound call: the driver's raw door and the kernel's call."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np

from vyre.config import DispatchConfig
from vyre.doors import alike
from vyre.errors import ArgumentTypeError, ArgumentValueError, UnsupportedFeature, shown
from vyre.float_environment import default_floats
from vyre.ir.program import Buffer, Grid
from vyre.lang.dims import DeclaredShapes
from vyre.memory.foreign import is_on_cuda
from vyre.memory.resident import ResidentArray
from vyre.run.arrays import (
    Array,
    Held,
    Load,
    Prepared,
    element_dtype,
    new_output,
    prepare,
    prepare_bytes,
    prepare_lent,
    scalar,
)
from vyre.run.call import Call
from vyre.run.device_program import DeviceProgram
from vyre.run.foreign import foreign_copy, prepare_foreign
from vyre.run.lent import lend
from vyre.run.refusals import Direction
from vyre.run.residency import Residence, prepare_resident
from vyre.run.shapes import Axes, integers, left_out_shape, warn_of_guess

__all__ = ["bind_arguments", "bind_inputs", "launch_shape", "results_as_given"]


_ARRAYS: Final = (np.ndarray, np.generic, ResidentArray)
_HOLDERS: Final = (bytes, bytearray, memoryview)


def _is_array(given: object) -> bool:
    return isinstance(given, _ARRAYS) or (not isinstance(given, _HOLDERS) and is_on_cuda(given))


def _xyz(given: Axes) -> Grid:
    axes = (given,) if isinstance(given, int) else tuple(given)
    padded = (*reversed(axes), 1, 1)
    return (padded[0], padded[1], padded[2])


def launch_shape(
    pipeline: DeviceProgram, *, domain: Axes | None, grid: Axes | None, config: DispatchConfig
) -> tuple[tuple[int, ...] | None, Grid | None]:
    """The call's domain or grid, by precedence: the call, the config, the program. A613 where both are given."""
    given = [n for n, v in (("domain", domain), ("grid", grid)) if v is not None]
    given += [
        n
        for n in ("dispatch_elements", "grid_override")
        if getattr(config, n) is not None and not (n == "dispatch_elements" and grid is not None)
    ]
    if len(given) > 1:
        raise ArgumentValueError(
            "the grid is given in two ways",
            code="A613",
            fix="give one of domain=, grid=, dispatch_elements, grid_override",
            actual=", ".join(given),
        )
    grid = config.grid_override if grid is None else grid
    domain = config.dispatch_elements if domain is None else domain
    if grid is not None:
        return None, _xyz(integers(grid, "grid=", "grid=100"))
    if domain is not None:
        return integers(domain, "domain=", "domain=1000"), None
    return None, pipeline.program.grid


def _check_names(pipeline: DeviceProgram, shapes: Mapping[str, Sequence[int]]) -> None:
    outs = [b.name for b in pipeline.program.buffers if b.role == "out"]
    wrong = [name for name in shapes if name not in outs] if isinstance(shapes, Mapping) else [shapes]
    if wrong:
        named = isinstance(shapes, Mapping)
        meant = alike(str(wrong[0]), outs) if named and outs else None
        raise ArgumentTypeError(
            f"shapes=: {shown(wrong[0], 40)} is no output"
            if named
            else "shapes= is a dict from names of outputs to shapes",
            code="A601",
            fix="leave shapes= out"
            if not outs
            else f'pass shapes={{"{outs[0] if meant is None else meant}": (n,)}}; the outputs are {", ".join(outs)}',
            actual=shown(wrong[0]),
        )


@default_floats()
def bind_arguments(
    pipeline: DeviceProgram,
    given: Sequence[Any],
    *,
    out: Mapping[int, Any],
    domain: Axes | None,
    grid: Axes | None,
    shapes: Mapping[str, Sequence[int]] | None,
    config: DispatchConfig,
    dims: DeclaredShapes | None = None,
    warns: bool = True,
    loads: Sequence[Load] = (),
    starts: Mapping[int, Held] | None = None,
) -> tuple[Call, list[Any]]:
    """Bind a call. ``given``: one entry per in, inout and uniform. ``out``: buffer index → the caller's array. ``dims``: what
    a kernel declares with named dimensions. ``warns``: of what is probably not meant. ``loads``: copies before the launch.
    ``starts``: buffer index → what the device copies there before the launch. No element is read or written here.

    Gives the call, and one object per out and inout in declaration order: the caller's own, or a fresh array, which is
    resident where every array argument is.
    """
    if shapes is not None:
        _check_names(pipeline, shapes)
    buffers = pipeline.program.buffers
    arrays: dict[int, Prepared] = {}
    scalars: dict[int, int | float | bool] = {}
    results: dict[int, Any] = {}
    position = 0
    inputs: dict[int, Held] = {}
    homes: list[Residence | None] = []
    imports = pipeline.engine.imports is not None

    def prepared_for(buffer: Buffer, value: Any, direction: Direction) -> Prepared:
        if type(value) is ResidentArray:
            return prepare_resident(pipeline.engine, buffer, value, direction)
        if type(value) is not np.ndarray and not isinstance(value, _HOLDERS) and is_on_cuda(value):
            if imports:
                return prepare_foreign(pipeline.engine, buffer, value, direction, config.copies)
            return prepare_lent(buffer, value, direction, config.copies)
        return prepare(buffer, value, copies=config.copies, direction=direction)

    for n, buffer in enumerate(buffers):
        if not buffer.takes_input:
            continue
        value = given[position]
        position += 1
        if buffer.role == "uniform":
            scalars[n] = scalar(buffer, value)
            continue
        prepared = prepared_for(buffer, value, "in" if buffer.role == "in" else "in and out")
        homes.append(None if prepared.resident is None else pipeline.engine.home)
        arrays[n] = prepared
        inputs[n] = prepared.array
        if buffer.role == "inout":
            results[n] = value
    expected = {} if dims is None else dims.expected({n: p.array.shape for n, p in arrays.items()})
    size, groups = launch_shape(pipeline, domain=domain, grid=grid, config=config)
    shapes = shapes or {}
    first = next(iter(inputs.values()), None)
    home = homes[0] if homes and None not in homes else None
    fresh: set[int] = set()
    for slot in pipeline.slots:
        n = slot.buffer
        if slot.role == "persistent":
            raise UnsupportedFeature(
                "persistent buffers: this version has none",
                code="U700",
                fix="use an inout buffer",
                place=buffers[n].place,
                actual=buffers[n].name,
            )
        if slot.role != "out":
            continue
        mine = out.get(n)
        if mine is None:
            declared = expected.get(n, buffers[n].shape)
            shape = left_out_shape(buffers[n], declared, shapes, first)
            if home is None or buffers[n].output_range is not None:
                results[n] = made = new_output(buffers[n], shape)
                arrays[n] = Prepared(made)
                fresh.add(pipeline.slot_of[n])
            else:
                results[n] = own = home.output(buffers[n], shape)
                arrays[n] = prepare_resident(pipeline.engine, buffers[n], own, "out")
            if declared is None and buffers[n].name not in shapes:
                warn_of_guess(pipeline.program, n, inputs, size, pipeline.engine.told)
        else:
            arrays[n] = prepared_for(buffers[n], mine, "out")
            if arrays[n].array.shape != expected.get(n, arrays[n].array.shape):
                raise ArgumentValueError(
                    f"{buffers[n].name!r} is declared with names that make its shape {expected[n]} here",
                    code="A615",
                    fix=f"leave out= out, or pass an array of shape {expected[n]}",
                    place=buffers[n].place,
                    actual=f"shape {arrays[n].array.shape}",
                )
            results[n] = mine
    call = pipeline.bind(
        [arrays[slot.buffer] for slot in pipeline.slots],
        frozenset(fresh),
        scalars,
        domain=size,
        grid=groups,
        config=config,
        warns=warns,
        loads=loads,
        starts=starts or {},
    )
    return call, [results[n] for n, buffer in enumerate(buffers) if buffer.is_output]


@default_floats()
def bind_inputs(
    pipeline: DeviceProgram,
    inputs: Sequence[Any],
    *,
    out: Sequence[Any] | None,
    domain: Axes | None,
    config: DispatchConfig,
) -> tuple[Call, list[Any]]:
    """The raw door: inputs are never written, so each inout runs on a copy (or on its entry of ``out``)."""
    buffers = pipeline.program.buffers
    takers = [(n, b) for n, b in enumerate(buffers) if b.takes_input]
    if len(inputs) != len(takers):
        raise ArgumentTypeError(
            f"{pipeline.program.name} takes {len(takers)} inputs",
            code="A601",
            fix=f"pass one entry for each of: {', '.join(b.name for _, b in takers) or 'nothing'}",
            actual=f"{len(inputs)} inputs",
        )
    outputs = [n for n, b in enumerate(buffers) if b.is_output]
    if out is not None and len(out) != len(outputs):
        raise ArgumentTypeError(
            f"{pipeline.program.name} has {len(outputs)} outputs",
            code="A601",
            fix=f"pass one entry (or None) for each of: {', '.join(buffers[n].name for n in outputs)}",
            actual=f"{len(out)} entries in out",
        )
    own = dict(zip(outputs, out, strict=True)) if out is not None else {}
    imports = pipeline.engine.imports is not None
    given: list[Any] = []
    loads: list[Load] = []
    starts: dict[int, Held] = {}
    for (n, buffer), value in zip(takers, inputs, strict=True):
        if buffer.role == "uniform":
            given.append(value)
            continue
        if (
            buffer.role == "inout" and not isinstance(value, (*_ARRAYS, *_HOLDERS)) and is_on_cuda(value)
        ):  # never written
            value = (
                foreign_copy(pipeline.engine, value)
                if imports
                else lend(buffer, value, "in", config.copies).read().host
            )
        array = value if _is_array(value) else prepare_bytes(buffer, value, writable=False)
        if buffer.role == "inout" and (isinstance(value, ResidentArray) or isinstance(own.get(n), ResidentArray)):
            array, values = _resident_inout(pipeline, buffer, array, own.get(n), loads)
            if values is array:
                pass
            elif pipeline.engine.profile.host_slots:
                loads.append(Load(_host(array), _host(values)))
            else:
                starts[n] = values
        elif buffer.role == "inout":
            source = np.asarray(array)
            prepare(buffer, source, copies="allow", direction="in")
            mine = own.get(n)
            if mine is None:
                array = np.empty(source.shape, element_dtype(buffer))
                loads.append(Load(array, source))
            elif not isinstance(mine, np.ndarray) and _is_array(mine) and not imports:
                there = lend(buffer, mine, "out", config.copies)
                prepare(buffer, there.host, direction="in and out")
                _same_shape(buffer, there.host, source)
                loads.append(Load(there.host, source, there))
                array = mine
            else:
                array = mine if isinstance(mine, np.ndarray) else prepare_bytes(buffer, mine, writable=True)
                prepare(buffer, array, copies=config.copies, direction="in and out")
                _same_shape(buffer, array, source)
                loads.append(Load(array, source))
        given.append(array)
    outs = {
        n: mine if _is_array(mine) else prepare_bytes(buffers[n], mine, writable=True)
        for n, mine in own.items()
        if mine is not None and buffers[n].role == "out"
    }
    call, results = bind_arguments(
        pipeline,
        given,
        out=outs,
        domain=domain,
        grid=None,
        shapes=None,
        config=config,
        loads=loads,
        starts=starts,
    )
    return call, [own[n] if own.get(n) is not None else r for n, r in zip(outputs, results, strict=True)]


def _resident_inout(
    pipeline: DeviceProgram, buffer: Buffer, source: Any, target: Any, loads: list[Load]
) -> tuple[Held, Held]:
    """What an inout of the raw door runs on, where its entry of ``inputs`` or of ``out`` is resident, and whose values it has then."""
    engine = pipeline.engine
    values: Held
    if isinstance(source, ResidentArray):
        prepare_resident(engine, buffer, source, "in")
        if target is None:
            assert engine.home is not None
            return engine.home.empty(source.dtype, source.shape), source
        values = source
    else:
        prepared = prepare(buffer, np.asarray(source), copies="allow", direction="in")
        values = prepared.host
        if prepared.original is not None:
            loads.append(Load(values, prepared.original))
    if isinstance(target, ResidentArray):
        prepare_resident(engine, buffer, target, "in and out")
        array: Held = target
    else:
        array = target if isinstance(target, np.ndarray) else prepare_bytes(buffer, target, writable=True)
    _same_shape(buffer, array, values)
    return array, values


def _host(held: Held) -> Array:
    """Where it lies, on a device whose memory is the host's."""
    memory = held.memory if isinstance(held, ResidentArray) else held
    assert isinstance(memory, np.ndarray)
    return memory


def _same_shape(buffer: Buffer, target: Held, source: Held) -> None:
    if target.shape != source.shape:
        raise ArgumentValueError(
            f"the output for {buffer.name!r} has another shape than its input",
            code="A615",
            fix="pass an output of the input's shape",
            place=buffer.place,
            actual=f"{target.shape} and {source.shape}",
        )


def results_as_given(pipeline: DeviceProgram, inputs: Sequence[Any], results: list[Any]) -> list[Any]:
    """Bytes, unless every buffer input is an array; limited to each output's byte range (rule 4.4)."""
    buffers = pipeline.program.buffers
    array_inputs = [
        v for v, b in zip(inputs, (b for b in buffers if b.takes_input), strict=True) if b.role != "uniform"
    ]
    as_arrays = all(map(_is_array, array_inputs))
    made: list[Any] = []
    for value, buffer in zip(results, (b for b in buffers if b.is_output), strict=True):
        if isinstance(value, np.ndarray):
            if buffer.output_range is not None:
                start, stop = buffer.output_range
                value = np.ascontiguousarray(value).reshape(-1).view(np.uint8)[start:stop]
                if as_arrays and value.size % buffer.nbytes == 0 and start % buffer.nbytes == 0:
                    value = value.view(element_dtype(buffer))
            made.append(value if as_arrays else value.tobytes())
        else:
            made.append(value)
    return made
