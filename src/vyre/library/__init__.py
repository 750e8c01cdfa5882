"""Ready algorithms that give the same bytes on every device.

``vyre.library.sum``, ``dot``, ``mean`` and ``var`` of floats are the exact results rounded once, so they depend on
neither the order of the elements nor the device, the grid or the number of threads.

>>> import numpy as np
>>> import vyre.library
>>> vyre.library.sum(np.array([1e8, 1.0, -1e8], np.float32))
np.float32(1.0)
"""

from vyre.library.sums import dot, mean, sum, var

__all__ = ["dot", "mean", "sum", "var"]
