"""The backend author's door: the contract, the plans and the values that a backend sees. See ``docs/contract``."""

from __future__ import annotations

from vyre.check.validate import CheckedProgram as CheckedProgram
from vyre.config import DispatchConfig as DispatchConfig
from vyre.contract.backend import CONTRACT as CONTRACT
from vyre.contract.backend import CompiledPipeline as CompiledPipeline
from vyre.contract.backend import CompletedDispatch as CompletedDispatch
from vyre.contract.backend import Copy as Copy
from vyre.contract.backend import Fill as Fill
from vyre.contract.backend import FutureDispatch as FutureDispatch
from vyre.contract.backend import HostLaunch as HostLaunch
from vyre.contract.backend import HostView as HostView
from vyre.contract.backend import Launch as Launch
from vyre.contract.backend import MemoryStore as MemoryStore
from vyre.contract.backend import PendingDispatch as PendingDispatch
from vyre.contract.backend import Resource as Resource
from vyre.contract.backend import Step as Step
from vyre.contract.backend import Store as Store
from vyre.contract.backend import SupportsBind as SupportsBind
from vyre.contract.backend import SupportsDeviceTime as SupportsDeviceTime
from vyre.contract.backend import SupportsHostLaunch as SupportsHostLaunch
from vyre.contract.backend import SupportsImport as SupportsImport
from vyre.contract.backend import SupportsLate as SupportsLate
from vyre.contract.backend import SupportsRecovery as SupportsRecovery
from vyre.contract.backend import SupportsRun as SupportsRun
from vyre.contract.backend import Timing as Timing
from vyre.contract.backend import VyreBackend as VyreBackend
from vyre.contract.backend import refuse_stream as refuse_stream
from vyre.contract.backend import timed_out as timed_out
from vyre.contract.direct import DirectArray as DirectArray
from vyre.contract.direct import DirectCall as DirectCall
from vyre.contract.direct import DirectNumber as DirectNumber
from vyre.contract.direct import DirectWatch as DirectWatch
from vyre.contract.direct import SupportsDirectCall as SupportsDirectCall
from vyre.contract.direct import SupportsDirectEntry as SupportsDirectEntry
from vyre.contract.registry import Registration as Registration
from vyre.contract.registry import Registry as Registry
from vyre.device import DeviceInfo as DeviceInfo
from vyre.device import DeviceProfile as DeviceProfile
from vyre.errors import BackendUnavailable as BackendUnavailable
from vyre.errors import CompileFailed as CompileFailed
from vyre.errors import OutOfMemory as OutOfMemory
from vyre.errors import UnsupportedFeature as UnsupportedFeature
from vyre.ir.ops import OPS as OPS
from vyre.ir.program import Buffer as Buffer
from vyre.ir.program import Grid as Grid
from vyre.ir.program import Program as Program
from vyre.ir.walk import walk as walk
from vyre.plan.binding import BindingPlan as BindingPlan
from vyre.plan.binding import ParamLayout as ParamLayout
from vyre.plan.binding import Slot as Slot
from vyre.plan.binding import plans_share_layout as plans_share_layout
from vyre.plan.launch import grid_of_domain as grid_of_domain
from vyre.plan.plan import Numerics as Numerics
from vyre.plan.plan import Plan as Plan
from vyre.plan.plan import make_plan as make_plan


def registered_backends_by_precedence() -> tuple[Registration, ...]:
    """Every registered backend, lower rank first, ties by name; those that run only when named come last.

    >>> [r.id for r in registered_backends_by_precedence() if r.rank is not None][:3]
    ['wgpu', 'opencl', 'cpu']
    """
    return Registry().by_precedence()
