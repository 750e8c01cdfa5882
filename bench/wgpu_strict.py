"""What exact floats cost on a WebGPU device, and whether they are exact: ``python -m bench.wgpu_strict [--device wgpu]``.

First every operation over a million bit patterns against NumPy, in the forms that the probe chose and, for comparison, in the device's own.
Then the speed of three kernels on arrays that stay on the device, in four steps from the device's own operations to integers alone, so
that the share of each repair shows.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

import numpy as np

from vyre.check.validate import check
from vyre.config import DispatchConfig
from vyre.contract.backend import Copy, Launch, VyreBackend
from vyre.device import DeviceProfile
from vyre.dtypes import f32, f64
from vyre.emit.numerics import FACTS, verdicts
from vyre.ir.builder import Builder
from vyre.ir.program import Program
from vyre.plan.launch import grid_of_domain
from vyre.plan.plan import Plan, make_plan
from vyre.run.probe import host_view, outputs_of
from vyre.run.probed_numbers import bits, expected, numbers
from vyre.run.session import Session

CHECKED: Final = 1 << 20
STEPS: Final = ("native", "opaque", "strict", "integer")
"""The device's own operations; the same with opaque values between them; the forms that the probe chose; integers alone."""


def profile_of(step: str, profile: DeviceProfile) -> DeviceProfile:
    """The profile that a step compiles with."""
    if step == "native":
        return profile.as_native()
    if step == "opaque":
        return replace(profile, measured=frozenset(FACTS))
    return profile if step == "strict" else replace(profile, measured=frozenset())


# -- exactness ------------------------------------------------------------------------------------------------------


def checks(backend: VyreBackend, profile: DeviceProfile) -> list[dict[str, Any]]:
    """How many results differ, per operation."""
    rows: list[dict[str, Any]] = []
    for t in (f32, f64):
        if t.name not in profile.dtypes:
            continue
        given = [numbers(t, seed=k) for k in range(-(-CHECKED // len(numbers(t).operands[0])))]
        for op in ("add", "sub", "mul", "div", "recip", "sqrt", "fma", "floor", "ceil", "trunc", "round"):
            row: dict[str, Any] = {"op": op, "type": t.name, "values": 0, "strict": 0, "native": 0}
            for one in given:
                right, told = expected(op, one)
                for step in ("strict", "native"):
                    (found,) = outputs_of(backend, profile_of(step, profile), t, (op,), one)
                    row[step] += int(((bits(found) != bits(right)) & told).sum())
                row["values"] += int(np.broadcast_to(told, right.shape).sum())
            rows.append(row)
            print(f"  {op:6} {t.name}: {row['strict']} of {row['values']} differ (native: {row['native']})", flush=True)
    return rows


def chains(session: Session, device: str) -> list[dict[str, Any]]:
    """The same for expressions of several operations, which a compiler might rewrite, against the CPU."""
    rows: list[dict[str, Any]] = []
    for text, build in CHAINS.items():
        b = Builder("chain")
        inputs = [b.input(name, f32) for name in "abc"]
        out = b.output("out", f32)
        i = b.global_id()
        with b.if_(i < out.size):
            out[i] = build(b, *(x[i] for x in inputs))
        program = b.build()
        row: dict[str, Any] = {"expression": text, "values": 0, "strict": 0}
        for seed in range(4):
            given = list(numbers(f32, seed=100 + seed).operands)
            (right,) = session.dispatch(program, given, backend="cpu")
            (found,) = session.dispatch(program, given, backend=device)
            row["strict"] += int((bits(found) != bits(right)).sum())
            row["values"] += len(found)
        rows.append(row)
        print(f"  {text}: {row['strict']} of {row['values']} differ", flush=True)
    return rows


CHAINS: Final[dict[str, Callable[..., Any]]] = {
    "a * b + c": lambda b, x, y, z: x * y + z,
    "a * b - a * b": lambda b, x, y, z: x * y - x * y,
    "(a - b) + c": lambda b, x, y, z: (x - y) + z,
    "a + 0.0": lambda b, x, y, z: x + 0.0,
    "a * 0.0": lambda b, x, y, z: x * 0.0,
    "a - a": lambda b, x, y, z: x - x,
    "a / a": lambda b, x, y, z: x / x,
    "sqrt(a) * sqrt(a)": lambda b, x, y, z: b.op("sqrt", x) * b.op("sqrt", x),
    "1 / (1 / a)": lambda b, x, y, z: 1.0 / (1.0 / x),
    "(a * b) / b": lambda b, x, y, z: (x * y) / y,
    "a * b + a * c": lambda b, x, y, z: x * y + x * z,
    "a - floor(a)": lambda b, x, y, z: x - b.op("floor", x),
}

# -- speed ------------------------------------------------------------------------------------------------------------


def kernels() -> dict[str, tuple[Program, int]]:
    """Programs over arrays of f32, and the bytes that each element moves."""
    made: dict[str, tuple[Program, int]] = {}
    bodies: Mapping[str, tuple[str, Callable[..., Any]]] = {
        "saxpy": ("xy", lambda b, x, y: x * 3.25 + y),
        "a / b": ("xy", lambda b, x, y: x / y),
        "sqrt": ("x", lambda b, x: b.op("sqrt", x)),
        "a * b": ("xy", lambda b, x, y: x * y),
        "fma": ("xy", lambda b, x, y: b.op("fma", x, y, y)),
        "horner": ("xy", _horner),
    }
    for name, (names, body) in bodies.items():
        b = Builder("speed")
        inputs = [b.input(n, f32) for n in names]
        out = b.output("out", f32)
        i = b.global_id()
        with b.if_(i < out.size):
            out[i] = body(b, *(x[i] for x in inputs))
        made[name] = (b.build(), 4 * (len(names) + 1))
    return made


def _horner(b: Builder, x: Any, y: Any) -> Any:
    """A polynomial of 64 terms: much arithmetic, and much text in the corrected forms."""
    total = y
    for k in range(64):
        total = total * x + 1.0 / (k + 1)
    return total


def speeds(backend: VyreBackend, profile: DeviceProfile, n: int, launches: int) -> list[dict[str, Any]]:
    """GB/s of each kernel and step, the best of five, and the milliseconds until it has run for the first time."""
    rows: list[dict[str, Any]] = []
    values = np.linspace(0.5, 1.0, n, dtype=np.float32)
    arrays = [backend.allocate(4 * n) for _ in range(3)]
    view = host_view(values, writable=False)
    for array in arrays:
        backend.submit([Copy(view, array, ((0, 0, 4 * n),))]).result()
    for name, (program, moved) in kernels().items():
        row: dict[str, Any] = {"kernel": name}
        for step in STEPS:
            using = profile_of(step, profile)
            plan = make_plan(
                check(program), config=DispatchConfig(), folds_grid=using.folds_grid, features=using.features
            )
            begin = time.perf_counter()
            pipeline = backend.compile(plan, using)
            grid = grid_of_domain((n,), plan.workgroup)
            launch = Launch(pipeline, tuple(arrays[: len(plan.slots)]), grid, _params(plan, grid, n))
            backend.submit([launch]).result()  # some drivers compile now only
            compiled = time.perf_counter() - begin
            seconds = min(_timed(backend, [launch] * launches) for _ in range(5))
            row[step] = round(n * moved * launches / seconds / 1e9, 1)
            row[f"{step}_compile_ms"] = round(compiled * 1e3, 1)
            pipeline.close()
        rows.append(row)
        cells = (f"  {step} {row[step]:8.1f} ({row[f'{step}_compile_ms']:.0f} ms)" for step in STEPS)
        print("  " + f"{name:6}" + "".join(cells), flush=True)
    for array in arrays:
        array.close()
    return rows


def _params(plan: Plan, grid: tuple[int, int, int], n: int) -> bytes:
    names = (name for name, _, _ in plan.params.fields)
    return plan.params.pack({k: grid[int(k[-1])] if k.startswith("groups") else n for k in names})


def _timed(backend: VyreBackend, steps: Sequence[Any]) -> float:
    begin = time.perf_counter()
    backend.submit(steps).result()
    return time.perf_counter() - begin


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.wgpu_strict", description=__doc__)
    parser.add_argument("--device", default="wgpu")
    parser.add_argument("--elements", type=int, default=None, help="elements of the arrays whose speed is measured")
    parser.add_argument("--json", default=None, help="a file to write the numbers to")
    given = parser.parse_args(argv)
    with Session() as session:
        engine = session.engine(given.device)
        profile = engine.profile
        software = profile.kind == "software"
        print(f"{given.device}: {profile.device}, driver {profile.driver}")
        print("facts that do not hold:", ", ".join(sorted(set(FACTS) - profile.measured)) or "none")
        for op, t, form in verdicts(profile.exact, profile.dtypes):
            print(f"  {op:9} {t}: {form}")
        print("one operation, against NumPy:")
        single = checks(engine.backend, profile)
        print("several, against the CPU:")
        several = chains(session, given.device)
        n = given.elements or (1 << 20 if software else 1 << 26)
        print(f"GB/s (and milliseconds of compiling and the first launch), {n} elements:")
        speed = speeds(engine.backend, profile, n, 4 if software else 50)
        if given.json:
            found = {"device": profile.device, "driver": profile.driver, "facts": sorted(profile.measured)}
            with open(given.json, "w", encoding="utf-8") as file:
                json.dump({**found, "single": single, "several": several, "speed": speed}, file, indent=1)
        wrong = sum(row["strict"] for row in (*single, *several))
        print("all exact" if wrong == 0 else f"{wrong} results differ")
    return 0 if wrong == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
