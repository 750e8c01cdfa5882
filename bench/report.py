"""The measured numbers as Markdown."""

from __future__ import annotations

import statistics
from collections.abc import Mapping
from typing import Any

from bench.bars import BARS, BEST, Bar, call_verdicts
from bench.data import case_named

__all__ = ["best_peer", "paired", "report"]

Row = Mapping[str, Any]
LIMITS = frozenset({"vyre", "c"})  # ours, and what is a yardstick and no framework


def report(found: Mapping[str, Any]) -> str:
    """The whole page for one run (the dict that is written as JSON)."""
    parts = [_place(found)]
    if found["cases"]:
        parts += [_bars(found), _medians(found), _ratios(found), _memory(found), _noise(found), _first_calls(found)]
    if any(isinstance(rows, list) and rows for rows in found["overhead"].values()):
        parts.append(_overhead(found))
    return "\n\n".join(part for part in [*parts, _faults(found)] if part) + "\n"


def paired(mine: Row, theirs: Row) -> list[float]:
    """Our time over theirs, of the turns that both had.

    >>> paired({"turns_ms": {"0": 1.0, "1": 3.0}}, {"turns_ms": {"0": 2.0, "1": 2.0, "2": 9.0}})
    [0.5, 1.5]
    """
    ours, others = mine.get("turns_ms", {}), theirs.get("turns_ms", {})
    return [ours[turn] / others[turn] for turn in ours if turn in others]


def best_peer(row: Mapping[str, Row]) -> str | None:
    """The fastest framework of a case with the reference's bytes, by its median."""
    good = {p: m["median_ms"] for p, m in row.items() if p not in LIMITS and "median_ms" in m and not m["wrong"]}
    return min(good, key=lambda peer: good[peer]) if good else None


def _table(head: list[str], rows: list[list[str]]) -> str:
    lines = ["| " + " | ".join(head) + " |", "|---|" + "---:|" * (len(head) - 1)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows])


def _place(found: Mapping[str, Any]) -> str:
    lines = [f"- date: {found['date']}", f"- command: `{found['command']}`"]
    lines += [f"- {name}: {value}" for name, value in found["machine"].items()]
    for peer, versions in found.get("peers", {}).items():
        lines.append(f"- {peer}: " + ", ".join(f"{name} {value}" for name, value in versions.items()))
    if found["clock"] == "cpu":
        lines.append("- each competitor kept to one core; times are its processor time")
    else:
        lines.append(
            f"- each turn waited at most {found['wait_s']:.0f} s until others kept fewer than .3 cores busy; rows marked ¹ never "
            "had that, and are judged by processor time, each competitor on one core"
        )
    lines.append(f"- {found['turns']} interleaved turns of {found['budget_s'] * 1e3:.0f} ms each (at least one call)")
    return "\n".join(lines)


def _ms(value: float) -> str:
    digits = 4 if value < 0.1 else 3 if value < 10 else 1 if value < 1000 else 0
    return f"{value:.{digits}f}"


def _peers(found: Mapping[str, Any]) -> list[str]:
    return list(next(iter(found["cases"].values())))


def _marked(found: Mapping[str, Any], case: str) -> str:
    return f"{case} ¹" if found["clock"] == "wall" and found["clocks"].get(case) == "cpu" else case


def _bars(found: Mapping[str, Any]) -> str:
    rows = []
    for case, row in found["cases"].items():
        mine = row.get("vyre", {})
        for bar in BARS:
            if bar.kernel != case_named(case).kernel or case_named(case).size == "1K":
                continue
            peer = best_peer(row) if bar.against == BEST else bar.against
            ratios = paired(mine, row.get(peer, {})) if peer and not row.get(peer, {}).get("wrong") else []
            rows.append([_marked(found, case), f"≤ {bar.limit:g} × {bar.against}", peer or "-", *_verdict(bar, ratios)])
    if not rows:
        return ""
    calls = found["overhead"].get("vyre")
    for call, us, holds in call_verdicts(calls) if isinstance(calls, list) else []:
        limit = f"≤ {call.us:g} µs" + (f" or {call.or_times_three:g} × three arrays" if call.or_times_three else "")
        verdict = "met" if holds else "missed"
        rows.append([f"`{call.what}`, {call.arrays} arrays", limit, "-", f"{us:.2f} µs", "-", verdict])
    text = "### The bars\n\nTime of ours over theirs, paired by turn: median and lower quartile. Best: the fastest framework with equal bytes.\n\n"
    return text + _table(["case", "bar", "against", "median", "lower quartile", ""], rows)


def _verdict(bar: Bar, ratios: list[float]) -> list[str]:
    if not ratios:
        return ["-", "-", "not measured"]
    median = statistics.median(ratios)
    lower = statistics.quantiles(ratios, n=4, method="inclusive")[0] if len(ratios) > 1 else median
    return [f"{median:.2f}", f"{lower:.2f}", "met" if bar.holds(median, lower) else "missed"]


def _medians(found: Mapping[str, Any]) -> str:
    peers = _peers(found)
    rows = []
    for case, row in found["cases"].items():
        cells = [
            _ms(row[p]["median_ms"]) + (" ≠" if row[p]["wrong"] else "") if "median_ms" in row[p] else "-"
            for p in peers
        ]
        rows.append([_marked(found, case), *cells])
    text = "### Milliseconds per call\n\nThe median of the turns' medians; ≠: other bytes than the reference's.\n\n"
    return text + _table(["case", *peers], rows)


def _ratios(found: Mapping[str, Any]) -> str:
    others = [p for p in _peers(found) if p != "vyre"]
    if len(others) == len(_peers(found)) or not others:
        return ""
    rows = []
    for case, row in found["cases"].items():
        cells = [f"{_ratio(row, p)} ({_best_ratio(row, p)})" for p in others]
        rows.append([_marked(found, case), *cells])
    text = (
        "### Time of vyre divided by theirs\n\nThe median of the turns' ratios, and in parentheses that of the fastest calls. "
        "Below 1, vyre is faster.\n\n"
    )
    return text + _table(["case", *(f"vyre / {p}" for p in others)], rows)


def _ratio(row: Mapping[str, Row], peer: str) -> str:
    ratios = paired(row["vyre"], row[peer])
    return f"{statistics.median(ratios):.2f}" if ratios else "-"


def _best_ratio(row: Mapping[str, Row], peer: str) -> str:
    mine, theirs = row["vyre"].get("best_ms"), row[peer].get("best_ms")
    return f"{mine / theirs:.2f}" if mine and theirs else "-"


def _memory(found: Mapping[str, Any]) -> str:
    rows = []
    for case, row in found["cases"].items():
        mine, moved = row.get("vyre", {}), case_named(case).moved_bytes
        copies = mine.get("copied", {})
        rates = {turn: moved / ms * 1e3 for turn, ms in mine.get("turns_ms", {}).items() if turn in copies}
        if rates:
            share = statistics.median(rates[turn] / copies[turn] for turn in rates)
            middle, copied = statistics.median(rates.values()), statistics.median(copies.values())
            rows.append([_marked(found, case), f"{middle / 1e9:.1f}", f"{copied / 1e9:.1f}", f"{share:.2f}"])
    if not rows:
        return ""
    text = (
        "### Where memory is what bounds it\n\nGigabytes a second that vyre's kernel must read and write at least, beside a copy of as many "
        "bytes in the same turn.\n\n"
    )
    return text + _table(["case", "vyre", "copy", "share of the copy"], rows)


def _noise(found: Mapping[str, Any]) -> str:
    peers = _peers(found)
    rows = []
    for case, row in found["cases"].items():
        cells = [
            f"{_ms(row[p]['best_ms'])} ({100 * row[p]['spread']:.0f} %)" if "best_ms" in row[p] else "-" for p in peers
        ]
        rows.append([_marked(found, case), *cells])
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
    text = "### Milliseconds to the first result\n\nReading or typing the kernel, compiling it, and one call. No cache of Numba's.\n\n"
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
        return "### Failures, and other bytes\n\n" + "\n".join(lines)
    return "Every result of every turn had the bytes of the strict-order NumPy reference." if found["cases"] else ""
