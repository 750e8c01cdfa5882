"""The measurement of streams on several backends compares bytes, and has a time for each text."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bench import device_backends
from tests.property.running import skip_reason


def test_every_text_for_webgpu_is_right_and_timed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reason = skip_reason("wgpu")
    if reason is not None:
        pytest.skip(f"wgpu: {reason}")
    monkeypatch.setattr(device_backends, "ROUNDS", 1)
    monkeypatch.setattr(device_backends, "REPEAT", 1)
    out = tmp_path / "times.json"
    assert device_backends.main(["--devices", "wgpu", "--elements", "8192", "--out", str(out)]) == 0
    found = json.loads(out.read_text())
    assert set(found) == {"xor", "saxpy", "rows", "hash64"}
    for case, times in found.items():
        assert {
            "wgpu",
            "wgpu, 2 vectors",
            "wgpu, 4 vectors",
            "wgpu, words",
            "wgpu, words, divisions",
            "wgpu, no tiles",
            "wgpu, unchecked",
        } <= set(times)
        assert sum("by hand" in name for name in times) == {"xor": 6, "saxpy": 6, "hash64": 3}.get(case, 0)
        assert ("wgpu, counted loops" in times) == (case == "hash64")
