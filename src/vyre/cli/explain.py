"""``vyre explain``: what an error's code means."""

from __future__ import annotations

from vyre.cli.display import print_json, print_pairs
from vyre.codes import CODES, FAMILIES
from vyre.errors import ArgumentValueError, shown

__all__ = ["explain"]

SCHEMA = 1
_NEAR = 3  # codes that the Fix names
_PAGES = {
    "K1": "docs/language.md", "K2": "docs/language.md", "V3": "docs/semantics.md", "V4": "docs/language.md#builder",
    "W5": "docs/language.md#builder", "A6": "docs/language.md#host", "U7": "docs/language.md#lacking",
    "R8": "docs/language.md#errors", "N1": "docs/language.md#launch-warnings", "S9": "docs/cli.md",
}  # fmt: skip
"""Where a family's things are described."""


def explain(text: str, *, as_json: bool) -> int:
    """Print one code. Raises ArgumentError S921 where there is no such one."""
    wanted = text.strip().strip("[]").upper()
    code = CODES.get(wanted)
    if code is None:
        raise _unknown(text, wanted)
    family = code.id[:2]
    pages = [f"docs/errors.md#{code.id}", _PAGES[family]]
    pages += [f"docs/semantics.md#r{code.rule.replace('.', '-')}"] if code.rule else []
    if as_json:
        print_json(
            {
                "schema": SCHEMA,
                "code": code.id,
                "title": code.title,
                "family": family,
                "about": FAMILIES[family],
                "rule": code.rule or None,
                "docs": pages,
            }
        )
        return 0
    pairs = [("means", code.title), ("family", f"{family}: {FAMILIES[family]}")]
    pairs += [("rule", f"{code.rule} of docs/semantics.md")] if code.rule else []
    print_pairs(code.id, [*pairs, ("more", ", ".join(pages))])
    return 0


def _unknown(text: str, wanted: str) -> ArgumentValueError:
    alike = [code for code in CODES if code[0] == wanted[:1]]
    begins = [wanted[:k] for k in range(2, len(wanted) + 1)]
    near = sorted(alike, key=lambda code: (-sum(map(code.startswith, begins)), code))[:_NEAR] or [
        next(code for code in CODES if code[:2] == family) for family in FAMILIES
    ]
    return ArgumentValueError(
        "no error has such a code",
        code="S921",
        fix=f"give a letter and three digits, as errors show them; near are {', '.join(near)}",
        actual=shown(text, 80),
    )
