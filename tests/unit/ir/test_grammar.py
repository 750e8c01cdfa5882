"""``grammar.md`` names exactly what the code has."""

from __future__ import annotations

import dataclasses
import importlib.resources
import re
from typing import get_args

from vyre.dtypes import BY_NAME
from vyre.ir import nodes, program
from vyre.ir.encode import TAGS
from vyre.ir.ops import ATOMIC_OPS, ID_NAMES, OPS

PAGE = (importlib.resources.files("vyre.ir") / "grammar.md").read_text(encoding="utf-8")


def fields(cls: type) -> list[str]:
    assert dataclasses.is_dataclass(cls)
    return [f.name for f in dataclasses.fields(cls)]


def test_every_node_and_its_fields() -> None:
    rows = {m[1]: m[2].split() for m in re.finditer(r"^\| (\w+) +\| ([^|]*) \|", PAGE, re.MULTILINE) if m[1] != "node"}
    assert rows == {node.__name__: [f for f in fields(node) if f != "place"] for node in get_args(nodes.Stmt)}


def test_the_program_and_its_parts() -> None:
    for cls in (program.Program, program.Buffer, program.Hints, program.Local):
        text = re.search(rf"^    {cls.__name__} +=(.*?)(?=^    \w+ +=)", PAGE, re.MULTILINE | re.DOTALL)
        assert text is not None
        named = [part.split(":")[0].strip() for part in re.sub(r"\([^)]*\)", "", text[1]).split(",")]
        assert named == fields(cls)


def test_roles_types_ids_and_atomics() -> None:
    roles = re.search(r"^    role +=(.*)$", PAGE, re.MULTILINE)
    dtypes = re.search(r"^    dtype +=(.*)$", PAGE, re.MULTILINE)
    ids = re.search(r"^Ids: `([^`]*)`", PAGE, re.MULTILINE)
    atomics = re.search(r"^Atomics: `([^`]*)`", PAGE, re.MULTILINE)
    assert roles is not None
    assert [w.strip() for w in roles[1].split("|")] == list(program.ROLES)
    assert dtypes is not None
    assert [w.strip() for w in dtypes[1].split("|")] == list(BY_NAME)
    assert ids is not None
    assert ids[1].split() == list(ID_NAMES)
    assert atomics is not None
    assert atomics[1].split() == list(ATOMIC_OPS)


def test_every_operation_and_its_operands() -> None:
    found = {m[1]: int(m[2]) for m in re.finditer(r"(\w+)/(\d)\b", PAGE)}
    assert found == {name: info.arity for name, info in OPS.items()}


def test_every_node_has_a_tag_of_its_own() -> None:
    assert set(TAGS) == set(get_args(nodes.Stmt))
    assert sorted(TAGS.values()) == list(range(1, len(TAGS) + 1))
