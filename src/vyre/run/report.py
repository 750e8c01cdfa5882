"""What ``kernel.check`` answers."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Literal

from vyre.run.receipt import Receipt

__all__ = ["CheckReport", "CheckRow", "Status"]

Status = Literal["equal", "different", "undecidable", "failed", "skipped"]


@dataclass(frozen=True, slots=True)
class CheckRow:
    """One backend's verdict. ``index`` is the first differing element, counted flat; ``expected`` and ``actual`` are its bytes as
    hex, in the order of memory, ``expected_value`` and ``actual_value`` what they mean. ``ulps``: of an output of floats, how many floats at
    most lie from an expected element to the one that came; None for other outputs, and where a NaN came for a number. ``outputs``: of an order-dependent call, each output's
    name with its own verdict: those that no order reaches are decided, and one that differs makes the row "different"."""

    backend: str
    status: Status
    reason: str = ""
    output: str = ""
    index: int = -1
    expected: str = ""
    actual: str = ""
    source_line: str = ""
    error: str = ""
    expected_value: str = ""
    actual_value: str = ""
    ulps: int | None = None
    outputs: tuple[tuple[str, Status], ...] = ()


@dataclass(frozen=True, slots=True)
class CheckReport:
    """The verdict over all backends. ``ok`` only for "equal", and true as a condition where ``ok`` is. ``str()`` is the table. ``reference``: the device that the
    bytes were compared with."""

    status: Status
    coverage: str
    lines: tuple[str, ...]
    rows: tuple[CheckRow, ...]
    receipts: tuple[Receipt, ...]
    reference: str = "reference"

    @property
    def ok(self) -> bool:
        return self.status == "equal"

    def __bool__(self) -> bool:
        return self.ok

    def to_dict(self) -> dict[str, object]:
        """Plain data for JSON."""
        return {
            "status": self.status,
            "coverage": self.coverage,
            "reference": self.reference,
            "lines": list(self.lines),
            "rows": [asdict(r) for r in self.rows],
        }

    def __str__(self) -> str:
        width = max((len(r.backend) for r in self.rows), default=7)
        by = "" if self.reference == "reference" else f", against {self.reference}"
        lines = [f"{self.status}: {self.coverage}{by}"]
        for row in self.rows:
            text = f"  {row.backend:<{width}}  {row.status}"
            if row.output:
                wanted, got = f"{row.expected_value} (0x{row.expected})", f"{row.actual_value} (0x{row.actual})"
                off = "" if row.ulps is None else f", off by at most {row.ulps} ULP"
                text += f"  {row.output}[{row.index}]: expected {wanted}, got {got}, as bytes in memory{off}  {row.source_line}"
            elif row.reason or row.error:
                text += f"  {row.reason or row.error}"
            elif row.outputs:
                text += "  " + ", ".join(f"{name} {status}" for name, status in row.outputs)
            lines.append(text.rstrip())
        return "\n".join([*lines, *self.lines])
