"""Version 1 of the contract is frozen: a backend that was written for 1.0 goes on working through every 1.x."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.contract.frozen import SNAPSHOT, snapshot
from vyre import driver

FROZEN: dict[str, Any] = json.loads(SNAPSHOT.read_text(encoding="utf-8"))
NOW = snapshot()


def test_the_version() -> None:
    assert driver.CONTRACT[0] == 1


@pytest.mark.parametrize("name", sorted(FROZEN["classes"]))
def test_classes_keep_their_methods_and_get_no_more(name: str) -> None:
    assert NOW["classes"][name] == FROZEN["classes"][name]


@pytest.mark.parametrize("name", sorted(FROZEN["protocols"]))
def test_protocols_keep_theirs_and_others_may_come(name: str) -> None:
    assert NOW["protocols"][name] == FROZEN["protocols"][name]


@pytest.mark.parametrize("name", sorted(FROZEN["values"]))
def test_values_keep_their_fields_and_new_ones_have_defaults(name: str) -> None:
    frozen, now = FROZEN["values"][name], NOW["values"][name]
    assert now[: len(frozen)] == frozen
    assert all(has_default for _, _, has_default in now[len(frozen) :])


def test_host_memory_is_made_as_it_was() -> None:
    assert NOW["host view"] == FROZEN["host view"]


def test_the_tests_see_what_they_hold() -> None:
    assert [name for name, m in FROZEN["classes"]["VyreBackend"].items() if m["abstract"]] == [
        "__init__", "allocate", "close", "compile", "devices", "profile", "submit", "synchronize",
    ]  # fmt: skip
    assert [field for field, _, default in FROZEN["values"]["Launch"] if not default] == [
        "pipeline", "slots", "grid", "params",
    ]  # fmt: skip
