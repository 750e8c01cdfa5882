"""The measured numbers as Markdown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

__all__ = ["report"]

Row = Mapping[str, Any]


def report(found: Mapping[str, Any]) -> str:
    """The whole page for one run (the dict that is written as JSON)."""
    parts = [_place(found)]
    if found["cases"]:
        parts += [_medians(found), _ratios(found), _noise(found), _first_calls(found)]
    if any(isinstance(rows, list) and rows for rows in found["overhead"].values()):
        parts.append(_overhead(found))
    faults = _faults(found)
    return "\n\n".join(part for part in [*parts, faults] if part) + "\n"


def _table(head: list[str], rows: list[list[str]]) -> str:
    lines = ["| " + " | ".join(head) + " |", "|---|" + "---:|" * (len(head) - 1)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows])


def _place(found: Mapping[str, Any]) -> str:
    lines = [f"- {name}: {value}" for name, value in found["machine"].items()]
    for peer, versions in found.get("peers", {}).items():
        lines.append(f"- {peer}: " + ", ".join(f"{name} {value}" for name, value in versions.items()))
    if found["clock"] == "cpu":
        lines.append("- each competitor kept to one core; times are its processor time")
    lines.append(f"- {found['turns']} interleaved turns of {found['budget_s'] * 1e3:.0f} ms each (at least one call)")
    return "\n".join(lines)


def _ms(value: float) -> str:
    return (
        f"{value:.4f}"
        if value < 0.1
        else f"{value:.3f}"
        if value < 10
        else f"{value:.1f}"
        if value < 1000
        else f"{value:.0f}"
    )


def _peers(found: Mapping[str, Any]) -> list[str]:
    return list(next(iter(found["cases"].values())))


def _medians(found: Mapping[str, Any]) -> str:
    peers = _peers(found)
    rows = [
        [case] + [_ms(row[p]["median_ms"]) if "median_ms" in row[p] else "-" for p in peers]
        for case, row in found["cases"].items()
    ]
    return "### Milliseconds per call\n\nThe median of the turns' medians.\n\n" + _table(["case", *peers], rows)


def _ratios(found: Mapping[str, Any]) -> str:
    others = [p for p in _peers(found) if p != "vyre"]
    if len(others) == len(_peers(found)) or not others:
        return ""
    rows = []
    for case, row in found["cases"].items():
        cells = [f"{_ratio(row, p, 'median_ms')} ({_ratio(row, p, 'best_ms')})" for p in others]
        rows.append([case, *cells])
    text = "### Time of vyre divided by theirs\n\nOf the medians, and in parentheses of the fastest calls. Below 1, vyre is faster.\n\n"
    return text + _table(["case", *(f"vyre / {p}" for p in others)], rows)


def _ratio(row: Row, peer: str, what: str) -> str:
    mine, theirs = row["vyre"].get(what), row[peer].get(what)
    return f"{mine / theirs:.2f}" if mine and theirs else "-"


def _noise(found: Mapping[str, Any]) -> str:
    peers = _peers(found)
    rows = []
    for case, row in found["cases"].items():
        cells = [
            f"{_ms(row[p]['best_ms'])} ({100 * row[p]['spread']:.0f} %)" if "best_ms" in row[p] else "-" for p in peers
        ]
        rows.append([case, *cells])
    text = "### Fastest call, ms, and the spread of the turns: (slowest − fastest) / median\n\n"
    return text + _table(["case", *peers], rows)


def _first_calls(found: Mapping[str, Any]) -> str:
    peers = [p for p in _peers(found) if p in ("vyre", "numba")]
    if not peers:
        return ""
    seen: set[str] = set()
    rows = []
    for case, row in found["cases"].items():
        kernel = case.split()[0]
        if kernel not in seen:
            seen.add(kernel)
            rows.append([case] + [_ms(row[p]["first_ms"]) if "first_ms" in row[p] else "-" for p in peers])
    text = "### Milliseconds to the first result\n\nReading or typing the kernel, compiling it, and one call; making the inputs too. No cache.\n\n"
    return text + _table(["case", *peers], rows)


def _overhead(found: Mapping[str, Any]) -> str:
    counts = sorted({row["arrays"] for rows in found["overhead"].values() if isinstance(rows, list) for row in rows})
    table = []
    for peer, rows in found["overhead"].items():
        if not isinstance(rows, list):
            continue
        for what in dict.fromkeys(row["what"] for row in rows):
            cells = {row["arrays"]: f"{row['us']:.2f} ({row['middle_us']:.2f})" for row in rows if row["what"] == what}
            table.append([f"{peer} `{what}`", *(cells.get(count, "-") for count in counts)])
    head = ["microseconds per call", *(f"{count} array{'s' if count > 1 else ''}" for count in counts)]
    text = "### The cost of a call: xor of 1,024 u32\n\nThe best of many runs of 20 calls, and in parentheses the middle one.\n\n"
    return text + _table(head, table)


def _faults(found: Mapping[str, Any]) -> str:
    lines = []
    for case, row in found["cases"].items():
        for peer, mine in row.items():
            if mine["error"] or mine["wrong"]:
                lines.append(f"- {case}, {peer}: {mine['error'] or mine['wrong']}")
    lines += [
        f"- cost of a call, {peer}: {rows['error']}"
        for peer, rows in found["overhead"].items()
        if isinstance(rows, dict)
    ]
    if lines:
        return "### Failures\n\n" + "\n".join(lines)
    return "Every result of every turn had the bytes of the strict-order NumPy reference." if found["cases"] else ""
