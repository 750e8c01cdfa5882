"""Install and start: libraries that are there without any device behind them. (Absent libraries have tests of their own.)"""

from __future__ import annotations

import ast
from importlib.util import find_spec

import pytest

import vyre as vy
from tests.handed.support import child

NO_DRIVERS = {
    "VK_ICD_FILENAMES": "/nonexistent",
    "VK_DRIVER_FILES": "/nonexistent",
    "OCL_ICD_VENDORS": "/nonexistent",
    "OCL_ICD_FILENAMES": "",
    "VYRE_BACKEND": "",
}

LOOK = """
rows = {d.id: (d.available, d.reason, d.fix) for d in vy.devices()}
from tests.handed.mixed_kernels import attempt, scaled
x = np.arange(10, dtype=np.uint32)
right = scaled(x, 3).tolist() == (x * 4).tolist()
chosen = vy.session().last_receipt().backend
asked = {}
for name in ("wgpu", "opencl", "cuda"):
    try:
        attempt(0, 1, 20, name)
    except vy.VyreError as error:
        asked[name] = (type(error).__name__, error.code, error.message, error.fix)
print((rows, right, chosen, asked, attempt(0, 1, 20, "reference")))
"""


# pyopencl #329, #283
@pytest.mark.skipif(
    find_spec("wgpu") is None or find_spec("pyopencl") is None, reason="needs both libraries, without drivers"
)
def test_libraries_without_a_driver_say_what_to_install() -> None:
    rows, right, chosen, asked, reference = ast.literal_eval(child(LOOK, variables=NO_DRIVERS))
    assert right
    assert reference
    assert chosen == "cpu"
    for name in ("wgpu", "opencl"):
        available, reason, fix = rows[name]
        assert not available
        assert reason
        assert "apt-get install" in fix
        kind, code, message, how = asked[name]
        assert (kind, code) == ("BackendUnavailable", "S900")
        assert name in message
        assert reason in message
        assert "apt-get install" in how
    assert rows["cpu"][0]
    if find_spec("cuda") is None:
        kind, code, message, how = asked["cuda"]
        assert (kind, code) == ("BackendUnavailable", "S900")
        assert "cuda" in message
        assert "vyre[cuda]" in how


QUIET = """
import io, contextlib
import logging
logging.basicConfig(level=logging.WARNING, handlers=[logging.StreamHandler(sys.stderr)])
vy.devices()
vy.devices()
print("quiet")
"""


def test_listing_devices_says_nothing_on_standard_error() -> None:
    """With and without drivers."""
    assert child(QUIET) == "quiet"
    assert child(QUIET, variables=NO_DRIVERS) == "quiet"


IMPORT = """
loaded = {name.partition(".")[0] for name in sys.modules}
print(sorted(loaded & {"wgpu", "pyopencl", "llvmlite", "cuda"}))
"""


def test_the_import_opens_no_driver() -> None:
    assert child(IMPORT) == "[]"


FORCED = """
from tests.handed.mixed_kernels import attempt, scaled
try:
    scaled(np.arange(20, dtype=np.uint32), 3)
except vy.VyreError as error:
    print(error.code, "Fix: " in str(error), os.environ["VYRE_BACKEND"] in str(error))
"""


@pytest.mark.parametrize("name", ["cuda", "nonsense", "wgpu:7"])
def test_a_backend_that_the_environment_names_and_is_not_there_is_no_silent_other(name: str) -> None:
    if any(d.id == name and d.available for d in vy.devices()):
        pytest.skip(f"{name} is there")
    code, fix, named = child(FORCED, variables={"VYRE_BACKEND": name}).split()
    assert code in ("S900", "S901")
    assert (fix, named) == ("True", "True")
