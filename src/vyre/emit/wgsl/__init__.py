"""WGSL for WebGPU.

``emitter`` writes the text as a whole: declarations, parameters, ids, loops. ``memory`` reads and writes arrays of every
role, ``tiles`` and ``runs`` four elements at a time where a GPU gains by it and ``fours`` allows it, ``integers`` has the operations on bool and on integers of up to 32 bits, ``wide`` those of 64 bits, ``floats`` those on floats.

How values are held: bool in ``bool``; u8, u16 and u32 in ``u32``; i8, i16 and i32 in ``i32``; u64 and i64 in ``u64`` and
``i64`` where the device has ``shader-int64``, else in a ``vec2<u32>``, low word first; f16, bf16 and f32 in the ``f32`` that
they are; f64 in ``f64``. Held values are always of their type: a u8 has its high bits zero, an i16 has its sign extended.
"""

from typing import Final

from vyre.emit.wgsl.emitter import emit
from vyre.emit.wgsl.floats import FLOAT_OPS
from vyre.emit.wgsl.integers import INTEGER_OPS
from vyre.ir.ops import FUNCTIONS

__all__ = ["DTYPES", "EXTENSIONS", "FEATURES", "INTEGER_OPS", "OPS", "WITH_F64", "emit"]

OPS: Final = INTEGER_OPS | FLOAT_OPS | frozenset(FUNCTIONS)
"""The operations of the table that the text keeps exactly."""

DTYPES: Final = frozenset("bool u8 u16 u32 u64 i8 i16 i32 i64 f16 bf16 f32".split())
"""The types that this version takes on every device."""

FEATURES: Final = frozenset(
    "barrier shared atomics shared_atomics float_atomics private records tables parted_continue parted_return".split()
)
"""What the text can say on every device."""

EXTENSIONS: Final = {"shader-int64": (), "shader-int64-atomic-all-ops": ("atomics64",), "shader-f64": ()}
"""What the text uses of a device where it is there (``DeviceProfile.extensions``), and the features that it brings."""

WITH_F64: Final = ("shader-f64", "shader-int64")
"""What a device must have for f64: its bits are a u64."""
