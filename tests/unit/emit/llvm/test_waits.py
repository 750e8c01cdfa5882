"""Workgroups that may wait for each other share no vector (rule 5.8); what only looks as if it waited is not slowed."""

from __future__ import annotations

import pytest

from tests.backends import waiting
from vyre.config import DispatchConfig
from vyre.emit.llvm import Receipt, Target, emit
from vyre.kernel import Kernel
from vyre.plan.plan import make_plan


def receipt(kernel: Kernel) -> Receipt:
    return emit(make_plan(kernel.program.check(), config=DispatchConfig()), Target(16, 32, True, True)).receipt


@pytest.mark.parametrize("kernel", [waiting.exchanged, waiting.compared, waiting.ticketed, waiting.in_a_row])
def test_a_workgroup_that_waits_has_its_vectors_for_itself(kernel: Kernel) -> None:
    assert receipt(kernel).mode == "group"


@pytest.mark.parametrize("kernel", [waiting.retried, waiting.queued])
def test_an_update_that_is_tried_again_and_a_queue_share_them(kernel: Kernel) -> None:
    assert receipt(kernel).mode == "flat"
