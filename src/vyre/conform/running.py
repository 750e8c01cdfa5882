"""One case on one device, through the door that users come in by, and the first element that is not what the law says."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from vyre.config import DispatchConfig
from vyre.conform.case import Case, Expected
from vyre.conform.values import Array
from vyre.drivers.oracle import Oracle
from vyre.errors import Trapped, UnsupportedFeature
from vyre.run.arrays import element_dtype
from vyre.run.session import Session

__all__ = ["Difference", "expected_for", "first_difference", "refusal", "run_case"]

_DIRT: Final = 0xA5
"""What outputs hold before a dispatch, which begins by clearing them (rule 4.2)."""


@dataclass(frozen=True, slots=True)
class Difference:
    """The first element in which a device and the law disagree. ``index`` is flat. ``expected`` and ``actual``: the value, and
    its bytes as one hexadecimal number. ``inputs``: what the arrays of as many elements hold there."""

    case: str
    output: str
    index: int
    count: int
    of: int
    expected: str
    actual: str
    inputs: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        given = ", ".join(f"{name} = {value}" for name, value in self.inputs)
        where = f"{self.case}: {self.output}[{self.index}] is {self.actual}, the law says {self.expected}"
        return f"{where} ({self.count} of {self.of} differ){f', for {given}' if given else ''}"


def expected_for(device: str) -> Callable[[Case], Expected]:
    """What says the expected bytes of a device: never the device itself."""
    if device == "reference:lanes":
        return lambda case: case.expected(Oracle)
    return Case.judged


def refusal(session: Session, device: str, case: Case) -> str | None:
    """Why the device's profile doesn't take the case, in words, or None; nothing is compiled."""
    lacks = session.engine(device).lacks(case.program, DispatchConfig())
    return None if lacks is None else f"it has no {lacks}"


def run_case(session: Session, device: str, case: Case, *, timeout: float | None = None) -> Expected | str:
    """What the device makes of a case, or the reason why it refuses it. What else it raises comes through."""
    lacks = refusal(session, device, case)
    if lacks is not None:
        return lacks
    inputs: list[Any] = []
    outputs: dict[int, Array] = {}
    for k, buffer in enumerate(case.program.buffers):
        if buffer.takes_input:
            inputs.append(case.inputs[buffer.name])
        if buffer.is_output:
            outputs[k] = _dirty(case.shape(buffer), element_dtype(buffer))
    config = DispatchConfig(timeout=timeout, while_limit=case.while_limit)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that a program goes beyond the portable profile is no news here
        try:
            session.dispatch(
                case.program, inputs, config, out=list(outputs.values()), backend=device, domain=case.domain
            )
        except Trapped as error:
            return Expected({}, (error.invocation, error.trap_code))
        except UnsupportedFeature as error:
            return f"[{error.code}] {error.message}"
    return Expected({k: array.tobytes() for k, array in outputs.items()})


def _dirty(shape: tuple[int, ...], dtype: np.dtype[Any]) -> Array:
    made = np.empty(shape, dtype)
    made.view(np.uint8).reshape(-1)[...] = _DIRT
    return made


def first_difference(case: Case, want: Expected, got: Expected) -> Difference | None:
    """The first element that the law fixes and that differs."""
    if want.trap is not None or got.trap is not None:
        if want.trap == got.trap:
            return None
        return Difference(case.name, "trap", 0, 1, 1, _trap(want.trap), _trap(got.trap))
    for k, expected in want.outputs.items():
        buffer = case.program.buffers[k]
        size = buffer.nbytes
        a = np.frombuffer(expected, np.uint8).reshape(-1, size)
        b = np.frombuffer(got.outputs[k], np.uint8).reshape(-1, size)
        differs = (a != b).any(axis=1)
        if buffer.output_range is not None:  # of the others nothing is returned (rule 4.4)
            at = np.arange(len(differs)) * size
            differs &= (at + size > buffer.output_range[0]) & (at < buffer.output_range[1])
        if differs.any():
            at_first = int(differs.argmax())
            dtype = element_dtype(buffer)
            return Difference(
                case.name,
                buffer.name,
                at_first,
                int(differs.sum()),
                len(differs),
                _shown(a[at_first], dtype),
                _shown(b[at_first], dtype),
                _beside(case, at_first, len(differs)),
            )
    return None


def _trap(found: tuple[int, int] | None) -> str:
    return "no trap" if found is None else f"code {found[1]} of invocation {found[0]}"


def _shown(raw: Array, dtype: np.dtype[Any]) -> str:
    """A value and its bytes, the most significant first."""
    value = np.frombuffer(raw.tobytes(), dtype)[0]
    return f"{value} (0x{raw.tobytes()[::-1].hex()})"


def _beside(case: Case, index: int, count: int) -> tuple[tuple[str, str], ...]:
    """What the inputs hold at that place, where there are as many elements."""
    found: list[tuple[str, str]] = []
    for name, value in case.inputs.items():
        if isinstance(value, np.ndarray) and value.size == count:
            element = np.ascontiguousarray(value).reshape(-1)[index : index + 1]
            found.append((name, _shown(element.view(np.uint8), value.dtype)))
    return tuple(found)
