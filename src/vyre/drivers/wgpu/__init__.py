"""WebGPU through wgpu-py: Vulkan, Metal and D3D12 devices, and lavapipe in software."""

from vyre.drivers.wgpu.backend import WgpuBackend

__all__ = ["WgpuBackend"]
