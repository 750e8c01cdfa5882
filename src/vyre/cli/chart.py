"""A bar chart of what was measured, as a PNG file; drawn by matplotlib, which is an extra."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module

from vyre.cli.contest import Measured
from vyre.cli.writing import writing
from vyre.errors import UnsupportedFeature

__all__ = ["draw", "require_matplotlib"]


def require_matplotlib() -> None:
    """Raises UnsupportedFeature S923 where matplotlib is not installed: before anything is measured."""
    try:
        import_module("matplotlib.figure")
    except ImportError as error:
        raise UnsupportedFeature(
            "a chart is drawn by matplotlib, which is not installed",
            code="S923",
            fix="pip install 'vyre[chart]', or leave --chart out",
            actual=str(error),
        ) from error


def draw(path: str, title: str, rows: Sequence[Measured]) -> None:
    """Write ``path``: a bar per contestant, its median, with the quartiles as whiskers. Raises ArgumentValueError S914 where that
    file cannot be written."""
    require_matplotlib()
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
    axes.set_yticks(places, [row.name for row in rows])
    axes.invert_yaxis()  # the first one on top
    axes.set_xlim(left=0)
    axes.set_xlabel("milliseconds a call: median, quartiles of the turns")
    axes.set_title(title)
    with writing(path):
        figure.savefig(path, format="png", dpi=120)
