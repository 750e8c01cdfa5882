"""``vyre doctor`` and ``vyre devices``: what is here, what runs, and what to do about the rest."""

from __future__ import annotations

import platform
import sys
import warnings
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version
from math import inf
from typing import Any

from vyre.cli.display import Table, print_json, print_pairs, print_table, status
from vyre.cli.machine import usable_cores
from vyre.config import DispatchConfig, environment_backend
from vyre.device import DeviceInfo, DeviceProfile
from vyre.emit.numerics import BUDGETED, GUARDED, verdicts
from vyre.errors import VyreError
from vyre.ir.program import Program
from vyre.plan.plan import SEMANTICS

__all__ = ["Finding", "devices", "doctor", "findings"]

SCHEMA = 1
_NONE_WORKS = "none: no device that a call may take by itself works here"
PACKAGES = (
    "vyre",
    "numpy",
    "llvmlite",
    "wgpu",
    "pyopencl",
    "blake3",
    "ml-dtypes",
    "msgspec",
    "filelock",
    "platformdirs",
    "rich",
)


@dataclass(frozen=True, slots=True)
class Finding:
    """One device and how it went: ``state`` is "works", "fails" (it is there, but the trial run is not right) or
    "absent"; ``auto`` says whether a call that names no backend may come to it."""

    device: DeviceInfo
    state: str
    auto: bool
    reason: str | None = None
    fix: str | None = None
    numerics: tuple[tuple[str, str, str], ...] = ()
    """(operation, type, form) of floats: ``native``, ``corrected``, ``integer``, ``refused``, or ``inexact`` where a device that promises
    exactness does not keep it."""
    errors: tuple[tuple[str, str, float, float], ...] = ()
    """What a ``ulp_budget`` is compared with, as ``DeviceProfile.errors``: the device's own, fastest forms."""


def devices(*, as_json: bool) -> int:
    """Print every device; opens none."""
    from vyre.contract.registry import installed

    rows = installed().all_devices()
    if as_json:
        print_json(
            {"schema": SCHEMA, "semantics": SEMANTICS, "version": version("vyre"), "devices": [asdict(d) for d in rows]}
        )
        return 0
    table = Table(("id", "kind", "available", "name", "driver", "memory"), numbers=("memory",))
    for row in rows:
        # The name of an absent backend's row says nothing that its id does not.
        name = row.name if row.available else (row.reason or "")
        table.rows.append(
            (
                row.id,
                row.kind if row.available else "",
                "yes" if row.available else "no",
                name,
                row.driver or "",
                _memory(row),
            )
        )
    print_table(table)
    _print_fixes([(row.id, row.fix) for row in rows if row.fix])
    return 0


def doctor(*, as_json: bool) -> int:
    """Print system, versions and backends, each device with a trial run. 1 if no call without ``backend=`` could run."""
    with status("looking for devices") as say:
        found = findings(say)
    wanted = environment_backend()
    named = wanted is not None and wanted != "auto"
    chosen = next(
        (f.device.id for f in found if (f.device.id == wanted if named else f.auto) and f.state == "works"), None
    )
    if as_json:
        rows = [
            {
                **asdict(f.device),
                "state": f.state,
                "auto": f.auto,
                "reason": f.reason,
                "fix": f.fix,
                "numerics": [{"op": op, "type": t, "form": form} for op, t, form in f.numerics],
                "errors": [
                    {"op": op, "type": t, "ulp": _finite(kept), "ulp_but_for_subnormals": _finite(flushed)}
                    for op, t, kept, flushed in f.errors
                ],
            }
            for f in found
        ]
        print_json(
            {
                "schema": SCHEMA,
                "semantics": SEMANTICS,
                "system": dict(system()),
                "versions": dict(versions()),
                "default": chosen,
                "VYRE_BACKEND": wanted,
                "backends": rows,
            }
        )
        return 0 if chosen else 1
    print_pairs("system", system())
    print_pairs("versions", [(name, found or "not installed") for name, found in versions()])
    lacking = f"none: VYRE_BACKEND is {wanted}, which does not work here" if named else _NONE_WORKS
    why = f" (VYRE_BACKEND is {wanted})" if named else ""
    print_pairs("backends", [("default", f"{chosen}{why}" if chosen else lacking)])
    table = Table(("id", "state", "kind", "taken by", "name or reason"))
    for f in found:
        taken = (
            ""
            if f.state != "works"
            else "default"
            if f.device.id == chosen
            else "default, later"
            if f.auto
            else "name only"
        )
        table.rows.append(
            (f.device.id, f.state, f.device.kind if f.state != "absent" else "", taken, f.reason or f.device.name)
        )
    print_table(table)
    _print_fixes([(f.device.id, f.fix) for f in found if f.fix])
    _print_numerics(found)
    _print_errors(found)
    return 0 if chosen else 1


def _print_numerics(found: Sequence[Finding]) -> None:
    """A row per device, type and form, with the operations that take it there."""
    table = Table(("floats", "type", "form", "operations"))
    for f in found:
        groups: dict[tuple[str, str], list[str]] = {}
        for op, t, form in f.numerics:
            groups.setdefault((t, form), []).append(op)
        for (t, form), ops in groups.items():
            table.rows.append((f.device.id, t, form, " ".join(ops)))
    if table.rows:
        print_table(table)


def _print_errors(found: Sequence[Finding]) -> None:
    """A row per device and type, with what each operation that a budget speaks of is off by in the device's own form."""
    table = Table(("own floats", "type", "ULP at most"))
    for f in found:
        types: dict[str, list[str]] = {}
        middle = {(op.removeprefix(GUARDED), t): [kept] for op, t, kept, _ in f.errors if op.startswith(GUARDED)}
        for op, t, kept, flushed in f.errors:
            if op in BUDGETED:
                notes = [] if kept == flushed else [f"{_ulp(flushed)} but for subnormals"]
                notes += [f"{_ulp(x)} in the middle of the range" for x in middle.get((op, t), []) if x != kept]
                types.setdefault(t, []).append(f"{op} {_ulp(kept)}" + (f" ({', '.join(notes)})" if notes else ""))
        for t, ops in types.items():
            table.rows.append((f.device.id, t, ", ".join(ops)))
    if table.rows:
        print_table(table)


def _finite(ulp: float) -> float | None:
    return None if ulp == inf else ulp


def _ulp(ulp: float) -> str:
    return "any" if ulp == inf else f"{ulp:g}"


def findings(say: Any = lambda _: None) -> list[Finding]:
    """Every device of every backend, each that is available tried with a small program."""
    from vyre.run.session import Session

    program = _trial()
    found: list[Finding] = []
    with Session("reference") as session, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what a driver's library warns about is not what is asked here
        ranks = {row.id: row.rank for row in session.registry.by_precedence()}
        for device in session.devices():
            auto = ranks.get(device.backend) is not None and device.kind in ("gpu", "cpu")
            if not device.available:
                found.append(Finding(device, "absent", False, device.reason, device.fix))
                continue
            say(f"trying {device.id}")
            reason, fix = _try(session, device, program)
            floats: Floats = ((), ())
            if reason is None and device.kind not in ("null", "reference"):
                say(f"measuring the floats of {device.id}")
                floats, reason, fix = _floats(session, device)
            found.append(Finding(device, "fails" if reason else "works", auto, reason, fix, *floats))
    return found


Floats = tuple[tuple[tuple[str, str, str], ...], tuple[tuple[str, str, float, float], ...]]
"""``Finding.numerics`` and ``Finding.errors``."""


def _floats(session: Any, device: DeviceInfo) -> tuple[Floats, str | None, str | None]:
    """How each float operation is done, and how far the device's own forms are off: as a session measured it, or now where the device
    promises exactness; and what is wrong."""
    from vyre.run.probe import probe

    engine = session.engine(device.id)
    profile: DeviceProfile = engine.profile
    if profile.wants_probe:
        return (profile.forms, profile.errors), None, None
    try:
        measured = probe(engine.backend, profile)
        profile = engine.profile_under(DispatchConfig(ulp_budget=1))
    except VyreError as error:
        return ((), ()), error.message, error.fix
    rows = verdicts(measured.facts.__contains__, profile.dtypes)
    kept = tuple((op, t, "native" if f"{op}_{t}" in measured.facts else "inexact") for op, t, _ in rows)
    floats = kept, profile.errors if profile.wants_errors else measured.errors
    wrong = [f"{op} of {t}" for op, t, form in kept if form == "inexact"]
    if not wrong:
        return floats, None, None
    return (
        floats,
        f"it promises exact floats and is inexact in {', '.join(wrong)}",
        f"update the driver of {device.name!r}, and leave this device alone until then",
    )


def _try(session: Any, device: DeviceInfo, program: Program) -> tuple[str | None, str | None]:
    """Why the trial run is not right, and what to do; (None, None) where it is."""
    import numpy as np

    given = np.arange(1000, dtype=np.uint32)
    try:
        (made,) = session.dispatch(program, [given], backend=device.id)
    except VyreError as error:
        return error.message, error.fix
    except Exception as error:  # noqa: BLE001 - what a driver's library raises is a finding, not the end of the search
        return (
            f"{type(error).__name__}: {error}",
            f"update the driver of {device.name!r} and the package behind {device.backend!r}",
        )
    if device.kind != "null" and not np.array_equal(made, given * 3 + 1):
        return "it gives wrong results", f"update the driver of {device.name!r}, and leave this device alone until then"
    return None, None


def _trial() -> Program:
    """y[i] = x[i] * 3 + 1."""
    from vyre.dtypes import u32
    from vyre.ir.builder import Builder

    b = Builder("trial")
    x, y = b.input("x", u32), b.output("y", u32)
    i = b.global_id(0)
    with b.if_(i < y.size):
        y[i] = x[i] * 3 + 1
    return b.build()


def system() -> list[tuple[str, str]]:
    """The machine, as far as it matters here."""
    pairs = [
        ("platform", platform.platform()),
        ("machine", platform.machine()),
        ("cpus", str(usable_cores())),
        ("python", sys.version.split()[0]),
    ]
    return [*pairs, ("executable", sys.executable)]


def versions() -> list[tuple[str, str | None]]:
    """Installed packages that vyre uses; None = not installed."""
    found: list[tuple[str, str | None]] = []
    for name in PACKAGES:
        try:
            found.append((name, version(name)))
        except PackageNotFoundError:
            found.append((name, None))
    return found


def _memory(row: DeviceInfo) -> str:
    return "" if row.memory_bytes is None else f"{row.memory_bytes / 2**30:.1f} GiB"


def _print_fixes(fixes: Sequence[tuple[str, str | None]]) -> None:
    for name, fix in fixes:
        print(f"{name}: Fix: {fix}")
