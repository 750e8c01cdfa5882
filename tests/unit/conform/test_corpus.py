"""The corpus is complete, holds still, and asks nothing that the law leaves open."""

from __future__ import annotations

import itertools
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from tests.backends import exact
from tests.backends.values import numbers
from vyre.conform.case import Case, Row
from vyre.conform.corpus import CI, corpus, digest, digest_of_rows, select
from vyre.conform.rows.operations import types_of
from vyre.drivers.oracle import Oracle
from vyre.dtypes import BY_NAME
from vyre.errors import ValidationError
from vyre.ir.nodes import Op, Subgroup
from vyre.ir.ops import ATOMIC_OPS, OPS, SUBGROUP_OPS, result_type, subgroup_type
from vyre.ir.walk import walk

DIGEST = "e19ef5542d39f698ef9f26cb7c0379bb83714378908e78e8b279506dabda7ad6"
"""Of the ci corpus. It changes where a row does, on purpose only: reports with two digests can't be compared."""
PLANNED = {"3.7", "5.5", "5.7"}
ELSEWHERE = {
    "1.2": "literals are the front end's and the Builder's",
    "4.6": "overlapping arguments are the session's, above any backend",
    "4.7": "limits are warnings and refusals",
    "6.2": "a refusal",
    "7.1": "what comparing means",
    "7.2": "what the whole corpus means",
}


def ids() -> set[str]:
    return {row.id for row in corpus()}


@cache
def cases(row: Row) -> list[Case]:
    return row.make(CI)


def small_rows() -> list[Row]:
    return [row for row in corpus() if row.group not in ("op", "compare", "composite")]


def test_the_digest_is_pinned() -> None:
    assert digest_of_rows((row.id, digest(row, CI)) for row in corpus()) == DIGEST


def test_every_operation_has_a_row_for_every_type_that_it_takes() -> None:
    wanted = {f"op/{op}/{types[-1]}" for op in OPS if op not in ("cast", "bitcast") for types, _ in types_of(op)}
    wanted |= {f"op/cast/{s}-{t}" for s in BY_NAME for t in BY_NAME if s != t}
    for s in BY_NAME.values():
        for t in BY_NAME.values():
            try:
                result_type("bitcast", [s], t)
            except ValidationError:
                continue
            wanted |= {f"op/bitcast/{s}-{t}"} if s is not t else set()
    integers = [t for t in BY_NAME.values() if t.is_integer]
    wanted |= {f"compare/{s}-{t}" for s in integers for t in integers if s is not t}
    assert wanted <= ids()
    assert {row.id.split("/")[1] for row in select(["op"])} == set(OPS)


def test_every_atomic_and_every_subgroup_operation_has_its_rows() -> None:
    for op in ATOMIC_OPS:
        for name in ("u32", "i32", "u64", "i64", *(("f32", "f64") if op in ("min", "max") else ())):
            assert {f"atomic/{op}/{name}", f"atomic/{op}-shared/{name}"} <= ids()
    for op, (arity, _) in SUBGROUP_OPS.items():
        for t in BY_NAME.values():
            try:
                subgroup_type(op, [t, BY_NAME["u32"]][:arity])
            except ValidationError:
                continue
            assert f"subgroup/{op}/{t}" in ids()


def test_an_operation_row_holds_its_operation_in_every_case() -> None:
    for row in select(["op"]):
        _, op, _ = row.id.split("/")
        for case in cases(row):
            assert any(isinstance(s, Op) and s.op == op for _, s, _ in walk(case.program)), f"{row.id} {case.name}"
    for row in select([f"subgroup/{op}" for op in SUBGROUP_OPS]):
        _, op, _ = row.id.split("/")
        for case in cases(row):
            assert any(isinstance(s, Subgroup) and s.op == op for _, s, _ in walk(case.program)), row.id


def test_every_rule_of_the_law_has_a_row_or_a_reason() -> None:
    law = Path(__file__).parents[3] / "docs/semantics.md"
    every = set(re.findall(r"^\*\*(\d\.\d)\*\*", law.read_text(), re.MULTILINE))
    held = {rule for row in corpus() for rule in row.rules}
    assert held <= every
    assert every - held - PLANNED - ELSEWHERE.keys() == set()
    assert not held & PLANNED


def test_the_rows_of_a_group_stand_together() -> None:
    groups = [group for group, _ in itertools.groupby(row.group for row in corpus())]
    assert len(set(groups)) == len(groups)


def test_ids_have_a_group_and_nothing_that_a_shell_would_take() -> None:
    for name in ids():
        assert re.fullmatch(r"(op|compare|composite|memory|control|launch|trap|subgroup|workgroup|barrier|atomic|ties|family)(/[\w.-]+){1,2}", name), name  # fmt: skip
    assert len([n for n in ids() if n.startswith("family/")]) >= 20


@pytest.mark.parametrize("row", small_rows(), ids=lambda row: row.id)
def test_no_row_depends_on_an_order_and_all_references_agree(row: Row) -> None:
    for case in cases(row):
        want = case.judged()
        if case.invocations > 20_000:
            continue
        assert case.expected(Oracle) == want, case.name
        assert case.expected(lambda program: Oracle(program, order="reversed")) == want, case.name


def test_the_full_corpus_has_more_of_the_same_programs() -> None:
    from vyre.conform.corpus import FULL

    for name in ("op/add/f32", "op/popcount/u16", "family/histogram", "launch/many-groups"):
        (row,) = select([name])
        small, large = row.make(CI), row.make(FULL)
        assert [c.name for c in small] == [c.name for c in large]
        assert sum(c.invocations for c in large) > 10 * sum(c.invocations for c in small)
    grid = select(["launch/many-groups"])[0].make(FULL)[0].grid
    assert grid[0] > 65_535


def operations() -> Iterator[tuple[str, str, str]]:
    for row in select(["op"]):
        _, op, types = row.id.split("/")
        if "-" not in types:
            yield row.id, op, types


@pytest.mark.parametrize(("name", "op", "type_"), list(operations()))
def test_the_reference_is_exact_on_the_rows_of_operations(name: str, op: str, type_: str) -> None:
    """Against exact arithmetic, at elements from all over the row."""
    (row,) = select([name])
    case = cases(row)[0]
    t = exact.TYPES[type_]
    count = case.outputs["out"][0]
    picked = np.unique(np.concatenate([np.arange(0, count, max(1, count // 150)), np.arange(count - 20, count)]))
    columns: list[list[exact.Number]] = []
    for position, column in enumerate("xyz"):
        if column in case.inputs:
            own = exact.TYPES["bool"] if op == "select" and position == 0 else t
            array = case.inputs[column][picked]
            raw = array.view(f"u{array.dtype.itemsize}") if own.kind == "float" else array
            columns.append(numbers(own, tuple(int(v) for v in (raw != 0 if own.kind == "bool" else raw))))
    out = np.frombuffer(case.expected().outputs[len(case.inputs)], np.uint8)
    size = case.program.buffers[len(case.inputs)].nbytes
    for k, given in zip(picked.tolist(), zip(*columns, strict=True), strict=True):
        want = int(exact.expected(op, t, *given))
        got = int.from_bytes(out[k * size : (k + 1) * size].tobytes(), "little")
        assert got == want % (1 << 8 * size), f"{name}{given}"


def test_it_needs_nothing_that_only_tests_have() -> None:
    script = "import sys, vyre.conform.isolated, vyre.conform.report, vyre.cli.conform; from vyre.conform.corpus import corpus; corpus(); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    loaded = {name.partition(".")[0] for name in done.stdout.split()}
    assert "numpy" in loaded
    assert not loaded & {"pytest", "_pytest", "hypothesis", "tests"}


def test_a_case_knows_its_start_and_its_formula() -> None:
    case = cases(select(["family/histogram"])[0])[0]
    broken = replace(case, formula=lambda _: {"bins": np.zeros(256, np.uint32)})
    with pytest.raises(AssertionError, match="formula disagree"):
        broken.judged()
