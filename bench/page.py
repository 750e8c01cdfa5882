"""``docs/measured/cpu.md``: what people write about a run, and between marks what the runs themselves fill in."""

from __future__ import annotations

from typing import Final

__all__ = ["PARTS", "begin", "end", "renewed"]

PARTS: Final = {
    "table": "./scripts/bench --peers all --page docs/measured/cpu.md",
    "tails": "python -m bench.tails --page docs/measured/cpu.md",
}
"""What fills each part."""

_HEAD: Final = """# The CPU backend against its peers

The same kernels run unchanged on every backend; `bench/kernels` has them, `bench/peers` the competitors, `bench/bars.py` what is aimed at.
Every result is compared byte for byte with a NumPy reference in strict order (`bench/strict.py`).
"""
_TITLES: Final = {"table": "Kernels", "tails": "Slow calls, cores, memory"}


def begin(part: str) -> str:
    """The mark where a part begins."""
    return f"<!-- measured: {part}: begin -->"


def end(part: str) -> str:
    """The mark where it ends."""
    return f"<!-- measured: {part}: end -->"


def renewed(before: str | None, part: str, measured: str) -> str:
    """The page with ``measured`` in its part; what lacks marks gets them at its end, and no page becomes one with all parts.

    >>> renewed(f"before {begin('table')} old {end('table')} after", "table", "new").split()[-1]
    'after'
    """
    text = before
    if text is None:
        text = _HEAD
        for one, command in PARTS.items():
            text = f"{text}\n{_part(one, f'Nothing is written down here yet: `{command}` fills this part.')}"
    if begin(part) not in text or end(part) not in text:
        text = f"{text.rstrip()}\n\n{_part(part, '')}"
    head, _, rest = text.partition(begin(part))
    _, _, tail = rest.partition(end(part))
    return f"{head}{begin(part)}\n{measured.strip()}\n{end(part)}{tail}"


def _part(part: str, text: str) -> str:
    return f"## {_TITLES[part]}\n\n{begin(part)}\n{text}\n{end(part)}\n"
