"""A backend package from outside, installed for real: found, listed, run, refused, held to the contract suite."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.metadata import EntryPoint, distribution
from pathlib import Path

import pytest

from vyre.contract.registry import GROUP, OUR_RANKS, OURS, Registry
from vyre.errors import BackendUnavailable

HERE = Path(__file__).parent
ROOT = HERE.parents[1]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the plug-in installed into it."""
    target = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
    done = subprocess.run(
        [*command, "--disable-pip-version-check", "--target", str(target), str(HERE / "vyre_abacus")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return target


def run_with(installed: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PYTHONPATH": str(installed)}
    return subprocess.run([sys.executable, *arguments], env=env, cwd=ROOT, capture_output=True, text=True, check=False)


SCRIPT = """
import sys
import numpy as np
from vyre.contract.registry import Registry
from vyre.dtypes import i32, u32
from vyre.errors import UnsupportedFeature
from vyre.ir.builder import Builder
from vyre.run.session import Session

names = Registry().names()
assert "abacus" in names, names
assert "vyre_abacus" not in sys.modules          # listing names imports nothing

def mask(dtype):
    b = Builder("mask")
    a, key, out = b.input("a", dtype), b.input("key", dtype), b.output("out", dtype)
    i = b.global_id()
    with b.if_(i < out.size):
        out[i] = a[i] ^ key[i]
    return b.build()

with Session() as session:
    rows = [d for d in session.devices() if d.backend == "abacus"]
    assert [(r.id, r.kind, r.available) for r in rows] == [("abacus", "software", True)], rows
    a = np.arange(1000, dtype=np.uint32)
    out = session.dispatch(mask(u32), [a, a[::-1]], backend="abacus")[0]
    assert (out == a ^ a[::-1]).all()
    receipt = session.last_receipt()
    assert (receipt.backend, receipt.device) == ("abacus", "ten beads")
    try:
        session.dispatch(mask(i32), [a.view(np.int32)] * 2, backend="abacus")
    except UnsupportedFeature as error:
        assert error.code == "U702" and "i32" in str(error), error
    else:
        raise SystemExit("i32 was not refused")
    assert (session.dispatch(mask(u32), [a, a], backend="abacus")[0] == 0).all()
print("right")
"""


def test_it_is_found_run_and_refused(installed: Path) -> None:
    done = run_with(installed, "-c", SCRIPT)
    assert done.stdout.strip() == "right", done.stderr


def test_the_contract_suite_passes_on_it(installed: Path) -> None:
    done = run_with(
        installed, "-m", "pytest", "-q", "tests/contract", "-k", "abacus", "-p", "no:randomly", "-p", "no:cacheprovider"
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert " passed" in done.stdout


def test_the_conformance_suite_passes_on_it(installed: Path, tmp_path: Path) -> None:
    """What it takes is right, and what it doesn't take is refused by name."""
    report = tmp_path / "report.json"
    done = run_with(installed, "-m", "vyre", "conform", "--backend", "abacus", "--json", str(report))
    assert done.returncode == 0, done.stdout + done.stderr
    found = json.loads(report.read_text())
    assert (found["backend"], found["device"], found["verdict"], found["failed"]) == ("abacus", "ten beads", "pass", 0)
    passed = {row["id"] for row in found["rows"] if row["verdict"] == "pass"}
    assert passed >= {"op/add/u32", "op/xor/u32", "memory/copy/u32", "launch/ids-1"}
    reasons = {row["id"]: row["reason"] for row in found["rows"] if row["verdict"] == "refused"}
    assert reasons["op/add/f32"] == "it has no type f32"
    assert reasons["barrier/reverse"] == "it has no barrier"
    assert "an abacus has no For" in reasons["control/for-assigned"]


def test_the_backend_is_short() -> None:
    text = (HERE / "vyre_abacus/src/vyre_abacus/__init__.py").read_text()
    assert sum(bool(line.strip()) for line in text.splitlines()) < 60


def test_our_own_backends_are_those_of_our_entry_points() -> None:
    points = distribution("vyre").entry_points.select(group=GROUP)
    assert {point.name: point.value for point in points} == OURS
    assert set(OUR_RANKS) == set(OURS)


def test_naming_one_of_ours_reads_no_entry_points(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(**_: object) -> None:
        raise AssertionError

    monkeypatch.setattr("importlib.metadata.entry_points", fails)
    registry = Registry()
    registry.require("null")
    assert registry.load("null").id == "null"
    with pytest.raises(AssertionError):
        registry.names()


def test_a_registry_of_given_plug_ins_has_only_those() -> None:
    with pytest.raises(BackendUnavailable) as caught:
        Registry([EntryPoint("other", "package:Backend", "vyre.backends")]).load("null")
    assert caught.value.code == "S901"


def test_two_plug_ins_of_one_name_are_an_error() -> None:
    points = [EntryPoint("twin", f"package_{k}:Backend", "vyre.backends") for k in range(2)]
    with pytest.raises(BackendUnavailable) as caught:
        Registry(points).names()
    assert caught.value.code == "S902"
    assert Registry(points[:1]).names() == ("twin",)


def test_a_plug_in_that_fails_to_import_keeps_its_reason() -> None:
    registry = Registry([EntryPoint("broken", "no_such_package_of_ours:Backend", "vyre.backends")])
    assert registry.names() == ("broken",)
    row = registry.devices("broken")[0]
    assert not row.available
    assert row.reason is not None
    assert "no_such_package_of_ours" in row.reason
    with pytest.raises(BackendUnavailable) as caught:
        registry.load("broken")
    assert caught.value.code == "S900"


def test_something_that_is_no_backend_is_refused() -> None:
    registry = Registry([EntryPoint("wrong", "pathlib:Path", "vyre.backends")])
    with pytest.raises(BackendUnavailable) as caught:
        registry.load("wrong")
    assert caught.value.code == "S903"


def test_an_unknown_name_lists_the_known_ones() -> None:
    with pytest.raises(BackendUnavailable) as caught:
        Registry().load("abakus")
    assert caught.value.code == "S901"
    assert "cpu" in caught.value.fix
