"""MkDocs hook: fills the table of error codes into docs/errors.md from vyre.codes, the one place where they are."""

from __future__ import annotations

from vyre.codes import CODES

MARK = "<!-- table of codes -->"


def table() -> str:
    """The codes as a Markdown table, each rule a link into the law."""
    lines = ["| code | means | rule |", "| --- | --- | --- |"]
    for code in CODES.values():
        rule = f"[{code.rule}](semantics.md#r{code.rule.replace('.', '-')})" if code.rule else ""
        title = code.title.replace("|", "\\|")
        lines.append(f'| <a id="{code.id}"></a>`{code.id}` | {title} | {rule} |')
    return "\n".join(lines)


def on_page_markdown(markdown: str, **_: object) -> str:
    """Put the table where the mark is."""
    return markdown.replace(MARK, table())
