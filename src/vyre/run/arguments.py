"""The driver's raw door: from inputs, which are never written, to a bound call, and from its results to what the caller gets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from vyre.config import DispatchConfig
from vyre.errors import ArgumentTypeError, ArgumentValueError
from vyre.float_environment import default_floats
from vyre.ir.program import Buffer
from vyre.memory.foreign import is_on_cuda
from vyre.memory.resident import ResidentArray
from vyre.run.arrays import HOLDERS, Array, Held, Load, element_dtype, prepare, prepare_bytes
from vyre.run.call import Call
from vyre.run.device_program import DeviceProgram
from vyre.run.foreign import foreign_copy
from vyre.run.lent import lend
from vyre.run.residency import prepare_resident
from vyre.run.shapes import Axes

__all__ = ["bind_inputs", "results_as_given"]


_ARRAYS: Final = (np.ndarray, np.generic, ResidentArray)


def _is_array(given: object) -> bool:
    return isinstance(given, _ARRAYS) or (not isinstance(given, HOLDERS) and is_on_cuda(given))


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
            buffer.role == "inout" and not isinstance(value, (*_ARRAYS, *HOLDERS)) and is_on_cuda(value)
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
    outs = [
        mine if mine is None or _is_array(mine) else prepare_bytes(buffers[n], mine, writable=True)
        for n, mine in own.items()
        if buffers[n].role == "out"
    ]
    plan = pipeline.calls()
    call, objects = plan.bind((given, outs if own else None, domain, None, None), config, loads=loads)
    call.starts = tuple((pipeline.slot_of[n], values) for n, values in starts.items())
    results = [objects[n] for n in plan.outputs]
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
