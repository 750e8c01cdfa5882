"""What a receipt tells is in the caller's own terms."""

from __future__ import annotations

import numpy as np
import pytest

import vyre as vy
from vyre.contract.backend import Timing
from vyre.ir.builder import Builder


@vy.kernel(workgroup=(8, 32))
def doubled(x: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
    i, j = vy.global_id(0), vy.global_id(1)
    if i < x.shape[0] and j < x.shape[1]:
        out[i, j] = x[i, j] * 2


@vy.kernel
def line(x: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    if i < x.size:
        out[i] = x[i] * 2


@vy.kernel(workgroup=(1, 16), domain="x")
def columns(x: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
    j = vy.global_id(1)
    if j < x.shape[1]:
        out[0, j] = x[0, j] * 2


X = np.arange(512 * 700, dtype=np.uint32).reshape(512, 700)


def last() -> vy.Receipt:
    found = vy.session().last_receipt()
    assert found is not None
    return found


def test_rule_5_1_a_receipt_has_the_axes_of_the_kernel_in_numpys_order(device: str) -> None:
    doubled(X, backend=device)
    assert (last().workgroup, last().grid) == ((8, 32), (64, 22))
    assert "grid (64, 22), workgroup (8, 32)" in str(last())
    columns(X[:1], backend=device)
    assert (last().workgroup, last().grid) == ((1, 16), (1, 44))
    line(X[0], backend=device)
    assert (last().workgroup, last().grid) == ((256,), (3,))


def test_rule_5_1_the_grid_of_a_receipt_repeats_the_call(device: str) -> None:
    for kernel, x in ((doubled, X), (columns, X[:1]), (line, X[0])):
        kernel(x, backend=device)
        first = last()
        again = kernel(x, grid=first.grid, backend=device)
        assert (again == x * 2).all()
        assert (last().grid, last().workgroup) == (first.grid, first.workgroup)


def test_rule_5_1_submissions_and_reports_tell_the_same() -> None:
    pending = doubled.submit(X, backend="cpu")
    assert pending.receipt.grid == (64, 22)
    report = doubled.check(X[:9, :40], backends="cpu")
    assert {receipt.grid for receipt in report.receipts} == {(2, 2)}
    assert "workgroup (8, 32)" in doubled.source("wgsl").splitlines()[0]


def test_a_timing_is_measured_or_says_why_not() -> None:
    pending = line.submit(X[0], backend="cpu")
    timing = pending.receipt.timing
    assert timing.device is not None
    assert (timing.untimed, timing.why_no_device) == ("", None)
    assert Timing().why_no_device == Timing().untimed != ""


def test_rule_5_1_an_error_names_no_hardware_axis() -> None:
    b = Builder("wide", workgroup=(1, 256))
    b.output("out", vy.u32, rank=2)[b.global_id(0), b.global_id(1)] = 1
    with pytest.raises(vy.UnsupportedFeature, match="along the last axis but one: ids are u32") as caught:
        vy.session().dispatch(b.build(), [], out=[X[:4]], domain=(1 << 32, 1), backend="cpu")
    assert caught.value.code == "U710"
