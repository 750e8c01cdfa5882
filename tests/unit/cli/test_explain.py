"""``vyre explain``, and the page that has all codes."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from vyre.cli.main import main
from vyre.codes import CODES, FAMILIES

ROOT = Path(__file__).resolve().parents[3]


def test_a_code_is_explained_in_the_words_of_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "K200"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "K200"
    assert [line.split(": ", 1)[1].strip() for line in lines[1:3]] == [CODES["K200"].title, "K2: types in a kernel"]
    assert "docs/errors.md#K200" in lines[-1]
    assert main(["explain", "[k200]"]) == 0  # as it is copied, or typed


def test_every_code_is_explained_and_its_pages_have_the_anchor(capsys: pytest.CaptureFixture[str]) -> None:
    for code in CODES.values():
        assert main(["explain", code.id, "--json"]) == 0
        made = json.loads(capsys.readouterr().out)
        assert list(made) == ["schema", "code", "title", "family", "about", "rule", "docs"]
        assert (made["code"], made["title"], made["about"]) == (code.id, code.title, FAMILIES[code.id[:2]])
        for page in made["docs"]:
            name, _, anchor = page.partition("#")
            text = (ROOT / name).read_text(encoding="utf-8")
            assert not anchor or f'id="{anchor}"' in text or re.search(rf"\{{ #{anchor} \}}", text), page


def test_S921_no_such_code_and_its_fix(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "K20"]) == 2
    error = capsys.readouterr().err
    assert "[S921]" in error
    near = error.rsplit("near are ", 1)[1].strip().split(", ")
    assert near == ["K200", "K201", "K202"]
    assert main(["explain", near[0]]) == 0
    assert main(["explain", "?"]) == 2
    assert "K100, K200, V300" in capsys.readouterr().err


def test_the_page_of_codes_is_what_the_table_makes() -> None:
    script = ROOT / "scripts" / "error_table.py"
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    page = (ROOT / "docs" / "errors.md").read_text(encoding="utf-8")
    assert all(f"`{code.id}` | {code.title}" in page for code in CODES.values())
