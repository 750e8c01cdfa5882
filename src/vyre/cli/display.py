"""What the command line prints: rich on a terminal, plain text into pipes, files and under NO_COLOR."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TextIO

from vyre.config import environment

__all__ = ["Table", "is_plain", "print_error", "print_json", "print_pairs", "print_table", "status"]

GOOD = frozenset({"equal", "right", "works", "yes"})
BAD = frozenset({"different", "failed", "wrong", "fails", "no"})


def is_plain(stream: TextIO) -> bool:
    """Whether ``stream`` gets plain text: it is no terminal, a dumb one, or NO_COLOR is set and not empty."""
    return not stream.isatty() or bool(environment("NO_COLOR")) or environment("TERM") == "dumb"


class Table:
    """Rows under headings. ``numbers``: headings whose cells stand to the right.

    In plain text a row is printed when it is added, so that a long run shows where it is; the columns then have the
    widths that ``widths`` gives (or those of the headings).
    """

    def __init__(
        self, headings: Sequence[str], *, numbers: Sequence[str] = (), widths: Sequence[int] | None = None
    ) -> None:
        self.headings = tuple(headings)
        self.numbers = frozenset(numbers)
        self.widths = [max(len(h), w) for h, w in zip(headings, widths or [0] * len(headings), strict=True)]
        self.rows: list[tuple[str, ...]] = []
        self._live = False

    def fit(self) -> None:
        """Make every column as wide as its widest cell."""
        for row in self.rows:
            self.widths = [max(w, len(cell)) for w, cell in zip(self.widths, row, strict=True)]

    def line(self, cells: Sequence[str]) -> str:
        """One row of plain text."""
        made = [
            c.rjust(w) if h in self.numbers else c.ljust(w)
            for h, c, w in zip(self.headings, cells, self.widths, strict=True)
        ]
        return "  ".join(made).rstrip()

    def begin(self) -> None:
        """Print rows as they come (plain text only; on a terminal the whole is drawn by ``end``)."""
        self._live = is_plain(sys.stdout)
        if self._live:
            print(self.line(self.headings), flush=True)

    def add(self, *cells: str) -> None:
        self.rows.append(cells)
        if self._live:
            print(self.line(cells), flush=True)

    def end(self) -> None:
        """Draw what ``begin`` has not printed yet."""
        if not self._live:
            print_table(self)


def print_table(table: Table) -> None:
    """Print a table at once."""
    table.fit()
    if is_plain(sys.stdout):
        print(table.line(table.headings))
        for row in table.rows:
            print(table.line(row))
        return
    from rich import box
    from rich.console import Console
    from rich.table import Table as RichTable
    from rich.text import Text

    drawn = RichTable(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in table.headings:
        drawn.add_column(heading, justify="right" if heading in table.numbers else "left", overflow="fold")
    for row in table.rows:
        drawn.add_row(*(Text(cell, style=_style(cell)) for cell in row))
    Console().print(drawn)


def _style(cell: str) -> str:
    first = cell.split(" ", 1)[0].rstrip(":,")
    return "green" if first in GOOD else "red" if first in BAD else ""


def print_pairs(title: str, pairs: Sequence[tuple[str, str]]) -> None:
    """A titled list of ``key: value`` lines."""
    width = max(len(key) for key, _ in pairs) + 1
    if is_plain(sys.stdout):
        print(title)
        for key, value in pairs:
            print(f"  {key + ':':<{width}} {value}")
        return
    from rich.console import Console
    from rich.text import Text

    console = Console()
    console.print(Text(title, style="bold"))
    for key, value in pairs:
        console.print(Text.assemble((f"  {key + ':':<{width}} ", "cyan"), value), soft_wrap=True)


def print_json(value: object) -> None:
    """One JSON document, keys in the order given."""
    print(json.dumps(value, indent=2, ensure_ascii=False))


def print_error(text: str) -> None:
    """An error's text on stderr; on a terminal the first line is red and the Fix green."""
    text = f"vyre: {text}"
    if is_plain(sys.stderr):
        print(text, file=sys.stderr)
        return
    from rich.console import Console
    from rich.text import Text

    console = Console(stderr=True)
    for n, line in enumerate(text.split("\n")):
        console.print(
            Text(line, style="bold red" if n == 0 else "green" if line.startswith("Fix:") else ""), soft_wrap=True
        )


@contextmanager
def status(text: str) -> Iterator[Callable[[str], None]]:
    """Say on a terminal (stderr) what is being done; the function that it gives changes the words."""
    if is_plain(sys.stderr):
        yield lambda _: None
        return
    from rich.console import Console
    from rich.live import Live
    from rich.spinner import Spinner

    shown = Spinner("dots", text)
    # Not Console.status: it would send to stderr what is printed meanwhile, also where stdout is a pipe.
    with Live(shown, console=Console(stderr=True), transient=True, redirect_stdout=False, redirect_stderr=False):
        yield lambda words: shown.update(text=words)
