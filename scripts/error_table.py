"""The tables of docs/errors.md, which are made from vyre.codes, the one place where codes are.

Run by scripts/check, which holds that the page is what is made here; ``--write`` makes it so.
"""

from __future__ import annotations

import sys
from pathlib import Path

from vyre.codes import CODES, FAMILIES

PAGE = Path(__file__).resolve().parent.parent / "docs" / "errors.md"
MARK = "<!-- made by scripts/error_table.py --write -->\n"


def tables() -> str:
    """The families and the codes as Markdown tables, each rule a link into the law."""
    lines = ["| first letter | about |", "| --- | --- |"]
    lines += [f"| {family} | {about} |" for family, about in FAMILIES.items()]
    lines += ["", "| code | means | rule |", "| --- | --- | --- |"]
    for code in CODES.values():
        rule = f"[{code.rule}](semantics.md#r{code.rule.replace('.', '-')})" if code.rule else ""
        title = code.title.replace("|", "\\|")
        lines.append(f'| <a id="{code.id}"></a>`{code.id}` | {title} | {rule} |')
    return "\n".join(lines) + "\n"


def made(page: str) -> str:
    """The page with the tables of now after its mark."""
    return page[: page.index(MARK) + len(MARK)] + "\n" + tables()


def main() -> int:
    """Write the page, or say whether it is what it should be."""
    page = PAGE.read_text(encoding="utf-8")
    wanted = made(page)
    if "--write" in sys.argv[1:]:
        PAGE.write_text(wanted, encoding="utf-8")
    elif page != wanted:
        print("docs/errors.md is not what vyre.codes makes. Fix: .venv/bin/python scripts/error_table.py --write")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
