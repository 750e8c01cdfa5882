"""The probe: which of its own float operations a device computes exactly (``vyre.emit.numerics``), found by running them.

A handful of ordinary programs goes through the contract, compiled with every operation in the device's own form
(``DeviceProfile.as_native``), over chosen and random bit patterns; what comes out is compared bit for bit. The finding is stored per device,
driver and compiler, so that a machine pays for it once. The same programs tell how far each operation is from right, for ``ulp_budget``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import TYPE_CHECKING, Any, Final

from vyre.check.validate import check
from vyre.config import MAX_ULPS, DispatchConfig
from vyre.contract.backend import Copy, HostView, Launch, Step, Store, VyreBackend
from vyre.device import DeviceProfile
from vyre.dtypes import DType, f32, f64, i32, u32
from vyre.emit.numerics import BUDGETED, FACTS, FORMS, GUARDED, verdicts
from vyre.errors import BackendUnavailable
from vyre.ir.builder import Builder
from vyre.plan.launch import grid_of_domain
from vyre.plan.plan import SEMANTICS, make_plan
from vyre.run.probed_errors import errors
from vyre.run.probed_numbers import OPERANDS, Numbers, findings, numbers

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, np.dtype[Any]]

__all__ = ["PROBE", "Errors", "Measured", "host_view", "outputs_of", "probe", "refined", "with_errors", "with_waits"]

Errors = tuple[tuple[str, str, float, float], ...]
"""As ``DeviceProfile.errors``."""


@dataclass(frozen=True, slots=True)
class Measured:
    """The facts that hold, and the errors of all operations."""

    facts: frozenset[str]
    errors: Errors


PROBE: Final = 2
"""Goes up when what is run or how it is judged changes: older findings are then no longer asked for."""

_NAMESPACE: Final = "probe"
_STRICT: Final = DispatchConfig(assert_facts=False)


def refined(backend: VyreBackend, store: Store) -> DeviceProfile:
    """The backend's profile with what is measured, from the store or by probing now.

    Raises BackendUnavailable S904 where the device does not run the probe, or does not even keep what it copies.
    """
    profile = backend.profile()
    if not profile.wants_probe or profile.dtypes.isdisjoint({"f32", "f64"}):
        return profile
    types = sorted(profile.dtypes & {"f32", "f64"})
    what = (PROBE, SEMANTICS, FACTS, types, sorted(profile.extensions))
    key = repr((what, profile.compile_identity, profile.device, profile.driver)).encode()
    known = _read(store.get(_NAMESPACE, key))
    if known is None:
        try:
            known = probe(backend, profile)
        except BackendUnavailable:
            raise
        except Exception as error:
            raise BackendUnavailable(
                f"{profile.device} does not run the programs that measure its floats: {getattr(error, 'message', error)}",
                code="S904",
                fix=f"update the driver of {profile.device!r}; until then run with backend='cpu'",
                actual=profile.driver,
            ) from error
        store.put(_NAMESPACE, key, _written(known))
    return replace(
        profile, measured=known.facts, errors=known.errors, forms=verdicts(known.facts.__contains__, profile.dtypes)
    )


def with_errors(backend: VyreBackend, profile: DeviceProfile, store: Store) -> DeviceProfile:
    """The profile with the errors of the fastest divisions and roots that its compiler has, from the store or by measuring now."""
    key = repr(
        ("errors", PROBE, SEMANTICS, BUDGETED, profile.compile_identity, profile.device, profile.driver)
    ).encode()
    known = _read(store.get(_NAMESPACE, key))
    if known is None:
        known = Measured(frozenset(), _fastest(backend, profile))
        store.put(_NAMESPACE, key, _written(known))
    return replace(profile, errors=known.errors)


def with_waits(backend: VyreBackend, profile: DeviceProfile, store: Store) -> DeviceProfile:
    """The profile with whether workgroups may wait for each other, from the store or by measuring now."""
    from vyre.run.probed_waits import keeps_waits

    key = repr(("waits", PROBE, SEMANTICS, profile.compile_identity, profile.device, profile.driver)).encode()
    found = {b"kept": True, b"not kept": False}.get(store.get(_NAMESPACE, key) or b"")
    if found is None:
        found = keeps_waits(backend, profile)
        store.put(_NAMESPACE, key, b"kept" if found else b"not kept")
    return replace(profile, keeps_waits=found)


def _fastest(backend: VyreBackend, profile: DeviceProfile) -> Errors:
    native, given = profile.as_native(), numbers(f32)

    def measured(flush: bool) -> dict[str, tuple[float, float]]:
        config = DispatchConfig(ulp_budget=MAX_ULPS, flush=flush)
        found = outputs_of(backend, native, f32, BUDGETED, given, config)
        return errors(given, dict(zip(BUDGETED, found, strict=True)))

    kept, flushed = measured(False), measured(True)
    return tuple((op, "f32", kept[op][0], flushed[op][1]) for op in BUDGETED)


def _written(known: Measured) -> bytes:
    """JSON, in which an infinite error is null."""
    rows = [[op, t, *(None if x == inf else x for x in both)] for op, t, *both in known.errors]
    return json.dumps({"facts": sorted(known.facts), "errors": rows}).encode()


def _read(stored: bytes | None) -> Measured | None:
    """What the store has; None for what is no finding of this version."""
    if stored is None:
        return None
    try:
        found = json.loads(stored)
        facts = frozenset(found["facts"])
        rows = tuple((op, t, _ulp(kept), _ulp(flushed)) for op, t, kept, flushed in found["errors"])
        known = facts.issubset(FACTS) and all(
            (op.removeprefix(GUARDED), t) in FORMS and kept >= 0 and flushed >= 0 for op, t, kept, flushed in rows
        )
    except (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError):
        return None
    return Measured(facts, rows) if known else None


def _ulp(x: float | None) -> float:
    return inf if x is None else float(x)


def probe(backend: VyreBackend, profile: DeviceProfile) -> Measured:
    """What holds. Takes tenths of a second."""
    native = profile.as_native()
    facts: set[str] = set()
    rows: list[tuple[str, str, float, float]] = []
    for t in (f32, f64):
        if t.name in profile.dtypes:
            given = numbers(t)
            found: dict[str, Array] = {}
            for group in _GROUPS[t]:
                found.update(zip(group, outputs_of(backend, native, t, group, given), strict=True))
            if not given.kept(found.pop("copy")):
                raise BackendUnavailable(
                    f"{profile.device} does not keep the {t} values that a program copies",
                    code="S904",
                    fix=f"update the driver of {profile.device!r}; until then run with backend='cpu'",
                    actual=profile.driver,
                )
            facts |= findings(given, found)
            rows += [(op, t.name, kept, flushed) for op, (kept, flushed) in errors(given, found).items()]
    return Measured(frozenset(facts), tuple(rows))


_GROUPS: Final[dict[DType, tuple[tuple[str, ...], ...]]] = {
    f32: (
        ("add", "sub", "mul", "div"),
        ("copy", "sqrt", "recip"),
        ("floor", "ceil", "trunc", "round"),
        ("fma",),
        ("from_u32", "from_i32"),
    ),
    f64: (("add", "sub", "mul", "div"), ("copy", "sqrt", "recip"), ("fma",)),
}
"""Operations that are run by one program each. WebGPU promises eight arrays."""


def outputs_of(
    backend: VyreBackend,
    profile: DeviceProfile,
    t: DType,
    group: Sequence[str],
    given: Numbers,
    config: DispatchConfig = _STRICT,
) -> list[Array]:
    """What each operation of a program gives, on one device, compiled with this profile and config."""
    b = Builder("probe_" + "_".join(group))
    inputs = [b.input(name, t) for name in "abc"[: max(OPERANDS.get(op, 1) for op in group)]]
    outputs = [b.output(op, t) for op in group]
    i = b.global_id()
    with b.if_(i < outputs[0].size):
        args = [array[i] for array in inputs]
        for op, out in zip(group, outputs, strict=True):
            out[i] = _OPERATIONS[op](b, args)
    return _dispatch(backend, profile, b, given.operands[: len(inputs)], len(group), config)


_OPERATIONS: Final[dict[str, Callable[[Builder, Sequence[Any]], Any]]] = {
    "add": lambda b, x: x[0] + x[1],
    "sub": lambda b, x: x[0] - x[1],
    "mul": lambda b, x: x[0] * x[1],
    "div": lambda b, x: x[0] / x[1],
    "copy": lambda b, x: x[0],
    **{
        op: lambda b, x, op=op: b.op(op, x[0])  # type: ignore[misc]
        for op in ("sqrt", "recip", "floor", "ceil", "trunc", "round")
    },
    "fma": lambda b, x: b.op("fma", *x),
    "from_u32": lambda b, x: b.cast(f32, b.bitcast(u32, x[0])),
    "from_i32": lambda b, x: b.cast(f32, b.bitcast(i32, x[0])),
}


def host_view(array: Array, *, writable: bool) -> HostView:
    """A contiguous array's bytes."""
    return HostView(array, array.ctypes.data, array.nbytes, writable)


def _dispatch(
    backend: VyreBackend,
    profile: DeviceProfile,
    builder: Builder,
    operands: Sequence[Array],
    count: int,
    config: DispatchConfig,
) -> list[Array]:
    import numpy as np

    plan = make_plan(check(builder.build()), config=config, folds_grid=profile.folds_grid, features=profile.features)
    n = len(operands[0])
    results = [np.zeros_like(operands[0]) for _ in range(count)]
    views = [host_view(a, writable=k >= len(operands)) for k, a in enumerate((*operands, *results))]
    grid = grid_of_domain((n,), plan.workgroup)
    params = plan.params.pack(
        {name: grid[int(name[-1])] if name.startswith("groups") else n for name, _, _ in plan.params.fields}
    )
    pipeline = backend.compile(plan, profile)
    resources = [] if profile.host_slots else [backend.allocate(view.nbytes) for view in views]
    try:
        whole = ((0, 0, views[0].nbytes),)
        steps: list[Step] = [Copy(v, r, whole) for v, r in zip(views[: len(operands)], resources, strict=False)]
        steps.append(Launch(pipeline, tuple(resources or views), grid, params))
        steps += [Copy(r, v, whole) for v, r in zip(views[len(operands) :], resources[len(operands) :], strict=False)]
        backend.submit(steps).result()
    finally:
        for resource in resources:
            resource.close()
        pipeline.close()
    return results
