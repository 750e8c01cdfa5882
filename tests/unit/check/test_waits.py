"""Rule 5.8 through ``check``: waits that surely never end are refused with a Fix that works; those that may are warned of once."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

import vyre as vy
from vyre.errors import ValidationError
from vyre.run.session import Session

pytestmark = pytest.mark.filterwarnings(r"ignore:\[N100\]")  # the old values of a lock depend on the order

HEAD = "def k(x: vy.InOut[vy.u32], o: vy.Out[vy.u32, 128]):\n"
TAKEN = "while vy.atomic_exchange(x, 0, 1) != 0:\n{0}    pass\n"
COUNTED = "vy.atomic_exchange(x, 1, vy.atomic_or(x, 1, 0) + 1)\n"
GIVEN = "vy.atomic_exchange(x, 0, 0)\n"

LED = (
    f"    if vy.local_index() == 0:\n        {TAKEN.format('        ')}    vy.barrier()\n"
    f"    if vy.local_index() == 5:\n        {COUNTED}    vy.barrier()\n    if vy.local_index() == 0:\n        {GIVEN}"
)

# (code, options, body, options and body when the Fix was followed, what x is then with grid=2)
REFUSED = {
    "a lock that every invocation takes": (
        "V340",
        "workgroup=64",
        f"    {TAKEN.format('    ')}    {COUNTED}    {GIVEN}",
        "workgroup=64",
        LED,
        [0, 2],
    ),
    "the same in workgroups of one": (
        "V340",
        "workgroup=64",
        f"    {TAKEN.format('    ')}    {COUNTED}    {GIVEN}",
        "workgroup=1",
        f"    {TAKEN.format('    ')}    {COUNTED}    {GIVEN}",
        [0, 2],
    ),
    "the next workgroup": (
        "V341",
        "workgroup=1",
        "    g = vy.group_id()\n    if g < 1:\n        while vy.atomic_or(x, g + 1, 0) == 0:\n            pass\n    vy.atomic_exchange(x, g, g + 1)\n",
        "workgroup=1",
        "    g = vy.group_id()\n    if g > 0:\n        while vy.atomic_or(x, g - 1, 0) == 0:\n            pass\n    vy.atomic_exchange(x, g, g + 1)\n",
        [1, 2],
    ),
    "a plain load": (
        "V342",
        "workgroup=1",
        "    g = vy.group_id()\n    if g > 0:\n        while x[g - 1] == 0:\n            pass\n    x[g] = g + 1\n",
        "workgroup=1",
        "    g = vy.group_id()\n    if g > 0:\n        while vy.atomic_or(x, g - 1, 0) == 0:\n            pass\n    vy.atomic_exchange(x, g, g + 1)\n",
        [1, 2],
    ),
}


def text(options: str, body: str) -> str:
    return f"@vy.kernel({options})\n{HEAD}{body}    o[vy.global_id()] = 1\n"


@pytest.mark.parametrize("name", REFUSED)
def test_it_is_refused_at_the_decorator_and_runs_with_the_fix(name: str) -> None:
    code, options, wrong, fixed, right, wanted = REFUSED[name]
    with pytest.raises(ValidationError) as caught:
        vy.kernel_from_source(text(options, wrong))
    error = caught.value
    assert error.code == code
    assert error.place is not None
    assert error.place.text.strip().startswith("while ")
    assert "it reads x until that changes" in (error.actual or "")
    assert {"V340": "`if vy.local_index() == 0:`", "V341": "vy.group_id() - 1", "V342": "vy.atomic_or(x, i, 0)"}[
        code
    ] in error.fix
    kernel = vy.kernel_from_source(text(fixed, right))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", r"\[N100\]", vy.VyreWarning)  # a lock's old values depend on the order
        for device in ("reference", "cpu"):
            for _ in range(3):
                x = np.zeros(2, np.uint32)
                kernel(x, grid=2, backend=device)
                assert x.tolist() == wanted


MAYBE = text(
    "workgroup=8",
    "    done = False\n    while not done:\n        if vy.atomic_exchange(x, 0, 1) == 0:\n            "
    + COUNTED
    + "            "
    + GIVEN
    + "            done = True\n",
)


@pytest.mark.parametrize("device", ["reference", "reference:lanes", "cpu"])
def test_one_of_which_nothing_is_shown_is_warned_of_once(device: str) -> None:
    """Each turn gives the lock back, so here it ends in step too."""
    kernel = vy.kernel_from_source(MAYBE)
    x = np.zeros(2, np.uint32)
    with Session("cpu") as session:
        with pytest.warns(
            vy.VyreWarning, match=r"(?s)\[N104\] k: this loop may wait .* through x, .*while not done:.*Fix: let one"
        ):
            x, _ = session.dispatch(kernel.program, [x], domain=16, backend=device)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            x, _ = session.dispatch(kernel.program, [x], domain=16, backend=device)
    assert x.tolist() == [0, 32]


def test_a_wait_for_smaller_ids_and_a_launch_of_one_invocation_are_not_warned_of() -> None:
    body = "    g = vy.group_id()\n    if g > 0:\n        while vy.atomic_or(x, g - 1, 0) == 0:\n            pass\n    vy.atomic_exchange(x, g, 1)\n"
    unknown = "    while vy.atomic_or(x, 1, 0) == 0:\n        vy.atomic_exchange(x, 1, 1)\n"
    with Session("cpu") as session, warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", r"\[N100\]", vy.VyreWarning)
        x, _ = session.dispatch(
            vy.kernel_from_source(text("workgroup=1", body)).program, [np.zeros(4, np.uint32)], domain=4
        )
        assert x.tolist() == [1] * 4
        x, _ = session.dispatch(
            vy.kernel_from_source(text("workgroup=1", unknown)).program, [np.zeros(2, np.uint32)], domain=1
        )
        assert x.tolist() == [0, 1]


def test_the_workgroup_that_runs_decides() -> None:
    """A lock that one invocation takes for each of its workgroups is taken by many in larger ones."""
    kernel = vy.kernel_from_source(text("workgroup=1", f"    {TAKEN.format('    ')}    {GIVEN}"))
    x = np.zeros(1, np.uint32)
    kernel(x, grid=2, backend="cpu")
    with pytest.raises(ValidationError) as caught:
        kernel(x, grid=2, backend="cpu", config=vy.DispatchConfig(workgroup_override=32))
    assert caught.value.code == "V340"


def test_check_runs_every_workgroup_of_a_program_that_waits() -> None:
    body = "    g = vy.group_id()\n    if g > 0:\n        while vy.atomic_or(x, g - 1, 0) == 0:\n            pass\n    vy.atomic_exchange(x, g, 1)\n"
    kernel = vy.kernel_from_source(text("workgroup=1", body))
    report = kernel.check(np.zeros(100, np.uint32), grid=100, backends=["cpu"], groups=[99])
    assert report.coverage == "100 of 100 groups"
