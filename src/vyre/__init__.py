"""vyre: write a compute kernel once, in plain Python, and run it anywhere with the same bytes.

The names of this module, in six groups (``docs/language.md`` has them all):

* declaring: ``kernel func In Out InOut dims kernel_from_source`` and the scalar types ``bool_ u8 … f64``
* inside kernels: ids, integer and float functions, memory and synchronisation
* calling: ``Session session use devices resident DispatchConfig ArraySpec``
* reports: ``Receipt CheckReport``
* programs: ``Builder Program``
* errors: ``VyreError`` and its children

Importing it loads no NumPy, no compiler and opens no device; names are loaded when they are used.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

from vyre.collector import put_off
from vyre.doors import door

if TYPE_CHECKING:
    from typing import TypeVar as TypeVar

    from vyre.config import DispatchConfig as DispatchConfig
    from vyre.device import DeviceInfo as DeviceInfo
    from vyre.device import DeviceProfile as DeviceProfile
    from vyre.dtypes import DType as DType
    from vyre.errors import *  # noqa: F403 - the whole exception tree
    from vyre.ir.builder import Builder as Builder
    from vyre.ir.program import Hints as Hints
    from vyre.ir.program import Program as Program
    from vyre.kernel import Kernel as Kernel
    from vyre.kernel import kernel as kernel
    from vyre.kernel import kernel_from_source as kernel_from_source
    from vyre.lang.annotations import In as In
    from vyre.lang.annotations import InOut as InOut
    from vyre.lang.annotations import Out as Out
    from vyre.lang.annotations import bf16 as bf16
    from vyre.lang.annotations import bool_ as bool_
    from vyre.lang.annotations import f16 as f16
    from vyre.lang.annotations import f32 as f32
    from vyre.lang.annotations import f64 as f64
    from vyre.lang.annotations import i8 as i8
    from vyre.lang.annotations import i16 as i16
    from vyre.lang.annotations import i32 as i32
    from vyre.lang.annotations import i64 as i64
    from vyre.lang.annotations import struct as struct
    from vyre.lang.annotations import u8 as u8
    from vyre.lang.annotations import u16 as u16
    from vyre.lang.annotations import u32 as u32
    from vyre.lang.annotations import u64 as u64
    from vyre.lang.device import *  # noqa: F403 - the names that exist inside kernels
    from vyre.lang.dims import dims as dims
    from vyre.lang.functions import func as func
    from vyre.memory.resident import ResidentArray as ResidentArray
    from vyre.run.engine import use as use
    from vyre.run.pending import Pending as Pending
    from vyre.run.pipeline import BoundCall as BoundCall
    from vyre.run.pipeline import Pipeline as Pipeline
    from vyre.run.receipt import Receipt as Receipt
    from vyre.run.report import CheckReport as CheckReport
    from vyre.run.report import CheckRow as CheckRow
    from vyre.run.residency import resident as resident
    from vyre.run.session import Session as Session
    from vyre.run.session import session as session
    from vyre.run.specs import ArraySpec as ArraySpec
    from vyre.run.timed import TimedBlock as TimedBlock

    __version__: str

_HOME: dict[str, str] = {
    **dict.fromkeys(
        ("DType", "bf16", "bool_", "f16", "f32", "f64", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64"),
        "vyre.dtypes",
    ),
    **dict.fromkeys(("Kernel", "kernel", "kernel_from_source"), "vyre.kernel"),
    **dict.fromkeys(("In", "InOut", "Out", "TypeVar", "struct"), "vyre.lang.annotations"),
    **dict.fromkeys(("DeviceInfo", "DeviceProfile"), "vyre.device"),
    **dict.fromkeys(("Session", "session"), "vyre.run.session"),
    **dict.fromkeys(("CheckReport", "CheckRow"), "vyre.run.report"),
    **dict.fromkeys(("BoundCall", "Pipeline"), "vyre.run.pipeline"),
    **dict.fromkeys(("Hints", "Program"), "vyre.ir.program"),
    "ArraySpec": "vyre.run.specs",
    "DispatchConfig": "vyre.config",
    "ResidentArray": "vyre.memory.resident",
    "resident": "vyre.run.residency",
    "Builder": "vyre.ir.builder",
    "dims": "vyre.lang.dims",
    "func": "vyre.lang.functions",
    "TimedBlock": "vyre.run.timed",
    "use": "vyre.run.engine",
    "Pending": "vyre.run.pending",
    "Receipt": "vyre.run.receipt",
}


@door
def devices() -> tuple[DeviceInfo, ...]:
    """Each device of each registered backend, by precedence; one unavailable row (reason, fix) for a backend without
    any. Opens no device.

    >>> import vyre as vy
    >>> "cpu" in [d.id for d in vy.devices()]
    True
    """
    from vyre.contract.registry import installed

    return installed().all_devices()


class _Door(ModuleType):
    """This module's class: loading the module ``vyre.kernel`` makes Python store it here under ``kernel``, which is
    the decorator's name; the decorator is stored instead."""

    def __setattr__(self, name: str, value: Any) -> None:
        if name == "kernel" and isinstance(value, ModuleType):
            value = value.kernel
        super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Door


def __getattr__(name: str) -> Any:
    if name == "driver":
        return import_module("vyre.driver")
    if name == "__version__":
        return import_module("importlib.metadata").version("vyre")
    home = _HOME.get(name)
    if home is None and not name.startswith("_"):
        for place in ("vyre.errors", "vyre.lang.device"):
            module = import_module(place)
            if name in module.__all__:
                home = place
                break
    if home is None:
        asks = str(sys._getframe(1).f_globals.get("__name__", ""))
        if name.startswith("_") or asks.partition(".")[0] == "vyre":  # a question, whose answer is no
            raise AttributeError(f"module 'vyre' has no attribute {name!r}", name=name, obj=sys.modules[__name__])
        raise import_module("vyre.lang.unknown").unknown_name(name)
    with put_off():
        value = getattr(import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    names = {*_HOME, "__version__", "devices"}
    for place in ("vyre.errors", "vyre.lang.device"):
        names.update(import_module(place).__all__)
    return sorted(names)
