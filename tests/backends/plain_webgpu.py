"""WebGPU on a device that has little: eight storage buffers at once, and no numbers of 64 bits either."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

from vyre.device import DeviceInfo, DeviceProfile
from vyre.drivers.wgpu import WgpuBackend

__all__ = ["AsGpu", "FewBindings", "PlainWgpu"]


class FewBindings(WgpuBackend):
    """The first adapter here, used as though it bound eight arrays."""

    id: ClassVar[str] = "few"

    @classmethod
    def devices(cls) -> Sequence[DeviceInfo]:
        return [replace(row, id=cls.id, backend=cls.id) for row in super().devices()[:1]]

    def profile(self) -> DeviceProfile:
        return replace(super().profile(), max_storage_bindings=8)


class AsGpu(FewBindings):
    """The same, used as though it were a GPU."""

    id: ClassVar[str] = "as_gpu"

    def profile(self) -> DeviceProfile:
        return replace(super().profile(), kind="gpu")


class PlainWgpu(FewBindings):
    """The same with nothing but what every device has."""

    id: ClassVar[str] = "plain"

    def profile(self) -> DeviceProfile:
        found = super().profile()
        return replace(
            found,
            extensions=frozenset(),
            dtypes=found.dtypes - {"f64"},
            features=found.features - {"atomics64"},
        )
