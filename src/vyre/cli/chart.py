"""A bar chart of what was measured, as a PNG, SVG or PDF file; drawn by matplotlib, which is an extra."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Final

from vyre.cli.contest import Measured
from vyre.cli.writing import may_write, writing
from vyre.errors import ArgumentValueError, UnsupportedFeature

__all__ = ["draw", "require"]

FORMATS: Final = ("png", "svg", "pdf")


def require(path: str) -> None:
    """Whether a chart can be drawn, and to ``path``: before anything is measured. Raises UnsupportedFeature S923 where matplotlib
    is not installed, ArgumentValueError S914 for a name of another kind of file and where that file cannot be written."""
    try:
        import_module("matplotlib.figure")
    except ImportError as error:
        raise UnsupportedFeature(
            "a chart is drawn by matplotlib, which is not installed",
            code="S923",
            fix="pip install 'vyre[chart]', or leave --chart out",
            actual=str(error),
        ) from error
    if _format(path) not in FORMATS:
        raise ArgumentValueError(
            f"the name of a chart ends in {', '.join('.' + one for one in FORMATS[:-1])} or .{FORMATS[-1]}",
            code="S914",
            fix=f"write --chart {Path(path).stem or 'chart'}.png",
            actual=path,
        )
    may_write(path)


def _format(path: str) -> str:
    return Path(path).suffix[1:].lower()


def draw(path: str, title: str, rows: Sequence[Measured]) -> None:
    """Write ``path``: a bar per contestant, its median, with the quartiles as whiskers. Raises ArgumentValueError S914 where that
    file cannot be written."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 1.2 + 0.5 * len(rows)), layout="constrained")
    FigureCanvasAgg(figure)  # needs no screen
    axes = figure.add_subplot()
    middles = [row.median_ms for row in rows]
    whiskers = [
        [row.median_ms - row.lower_ms for row in rows],
        [row.upper_ms - row.median_ms for row in rows],
    ]
    places = list(range(len(rows)))
    axes.barh(places, middles, xerr=whiskers, capsize=3, color="#4c78a8")
    axes.set_yticks(places, [f"{row.name}\n{row.device}" if row.device else row.name for row in rows])
    axes.invert_yaxis()  # the first one on top
    axes.set_xlim(left=0)
    axes.set_xlabel("milliseconds a call: median, quartiles of the turns")
    axes.set_title(title)
    with writing(path):
        figure.savefig(path, format=_format(path), dpi=120)
