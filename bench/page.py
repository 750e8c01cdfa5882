"""``docs/measured/cpu.md``: what people write about a run, and between two marks what the run itself fills in."""

from __future__ import annotations

from typing import Final

__all__ = ["BEGIN", "END", "renewed"]

BEGIN: Final = "<!-- measured: begin -->"
END: Final = "<!-- measured: end -->"

_NEW: Final = f"""# The CPU backend against its peers

The same kernels run unchanged on every backend; `bench/kernels` has them, `bench/peers` the competitors, `bench/bars.py` what is aimed at.
Every result is compared byte for byte with a NumPy reference in strict order (`bench/strict.py`).

{BEGIN}
{END}
"""


def renewed(before: str | None, measured: str) -> str:
    """The page with ``measured`` between its marks; a page without marks, or none, gets them.

    >>> renewed(f"before {BEGIN} old {END} after", "new").split()[-2:]
    ['-->', 'after']
    """
    text = _NEW if before is None else before
    if BEGIN not in text or END not in text:
        text = f"{text.rstrip()}\n\n{BEGIN}\n{END}\n"
    head, _, rest = text.partition(BEGIN)
    _, _, tail = rest.partition(END)
    return f"{head}{BEGIN}\n{measured.strip()}\n{END}{tail}"
