"""Any Python text as a kernel: it is one, which compiles, or an error in our words that shows a line of it."""

from __future__ import annotations

import traceback
import warnings
from collections.abc import Iterator

import pytest

import vyre as vy
from tests.property.choices import Choices
from tests.property.hostile import hostile, judge, told
from tests.property.sources import source
from vyre.errors import VyreError
from vyre.lang.source import SOURCE_FILE
from vyre.run.session import Session


@pytest.fixture(scope="module")
def cpu() -> Iterator[Session]:
    with Session("cpu") as opened:
        yield opened


def test_any_python_is_a_kernel_or_refused(cpu: Session) -> None:
    def check(c: Choices) -> None:
        text = source(c)
        try:
            kernel = vy.kernel_from_source(text)
        except VyreError as error:
            told(error)
            return
        except Exception as error:
            # the text's own code runs while it is read; what that raises is not ours
            last = traceback.extract_tb(error.__traceback__)[-1]
            if not last.filename.startswith(SOURCE_FILE):
                raise
            return
        judge(kernel.program, cpu)

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Python's and ours, about the text
        hostile("hostile_sources", check)
