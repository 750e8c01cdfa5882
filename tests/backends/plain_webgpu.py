"""WebGPU on a device that has nothing but what every device has: no numbers of 64 bits, eight storage buffers at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

from vyre.device import DeviceInfo, DeviceProfile
from vyre.drivers.wgpu import WgpuBackend

__all__ = ["PlainWgpu"]


class PlainWgpu(WgpuBackend):
    """The first adapter here, used as though it could do less."""

    id: ClassVar[str] = "plain"

    @classmethod
    def devices(cls) -> Sequence[DeviceInfo]:
        return [replace(row, id="plain", backend="plain") for row in super().devices()[:1]]

    def profile(self) -> DeviceProfile:
        found = super().profile()
        return replace(
            found,
            extensions=frozenset(),
            dtypes=found.dtypes - {"f64"},
            features=found.features - {"atomics64"},
            max_storage_bindings=8,
        )
