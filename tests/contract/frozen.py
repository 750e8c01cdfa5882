"""What is frozen in version 1 of the contract, as plain data.

``python -m tests.contract.frozen`` writes ``v1.json`` anew; read the difference before committing it: only additions that the
test allows may stand in it.
"""

from __future__ import annotations

import dataclasses
import inspect
import json
from pathlib import Path
from typing import Any, Final

from vyre import driver

__all__ = ["SNAPSHOT", "snapshot"]

SNAPSHOT: Final = Path(__file__).parent / "v1.json"
CLASSES: Final = (driver.VyreBackend, driver.CompiledPipeline, driver.PendingDispatch, driver.Resource)
PROTOCOLS: Final = (
    driver.Store,
    driver.SupportsBind,
    driver.SupportsDeviceTime,
    driver.SupportsDirectCall,
    driver.SupportsHostLaunch,
    driver.SupportsImport,
    driver.SupportsLate,
    driver.SupportsRecovery,
    driver.SupportsRun,
)
VALUES: Final = (
    driver.DirectArray,
    driver.DirectCall,
    driver.DirectNumber,
    driver.DirectWatch,
    driver.Launch,
    driver.Copy,
    driver.Fill,
    driver.Timing,
    driver.DeviceInfo,
    driver.DeviceProfile,
    driver.Plan,
    driver.Slot,
    driver.ParamLayout,
    driver.Numerics,
)


def snapshot() -> dict[str, Any]:
    """Signatures of methods, names of what must be written by an author, fields of values."""
    return {
        "classes": {c.__name__: _methods(c) for c in CLASSES},
        "protocols": {c.__name__: _methods(c) for c in PROTOCOLS},
        "values": {c.__name__: _fields(c) for c in VALUES},
        "host view": str(inspect.signature(driver.HostView.__init__)),
    }


def _methods(owner: type) -> dict[str, Any]:
    found = {}
    for name, member in sorted(vars(owner).items()):
        public = not name.startswith("_") or name in ("__init__", "__await__", "__enter__", "__exit__")
        function = member.__func__ if isinstance(member, classmethod) else member
        if not public or not inspect.isfunction(function) or function.__module__ != owner.__module__:
            continue
        found[name] = {
            "signature": str(inspect.signature(function)),
            "abstract": bool(getattr(function, "__isabstractmethod__", False)),
            "classmethod": isinstance(member, classmethod),
        }
    return found


def _fields(value: type) -> list[list[Any]]:
    """Name, type and whether there is a default, in order."""
    return [[f.name, str(f.type), _has_default(f)] for f in dataclasses.fields(value)]


def _has_default(field: dataclasses.Field[Any]) -> bool:
    return field.default is not dataclasses.MISSING or field.default_factory is not dataclasses.MISSING


if __name__ == "__main__":
    SNAPSHOT.write_text(json.dumps(snapshot(), indent=1) + "\n", encoding="utf-8")
