"""Rule 4.7: beyond the portable profile is a warning, beyond the device a refusal with asked and allowed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from vyre.check.limits import check_limits
from vyre.check.validate import check
from vyre.device import DeviceProfile
from vyre.dtypes import u32
from vyre.errors import UnsupportedFeature
from vyre.ir.builder import Builder
from vyre.ir.program import Program

DEVICE = DeviceProfile("test", "test", "cpu", frozenset(), frozenset())


def shared_words(words: int) -> Program:
    b = Builder("k", workgroup=64)
    out, s = b.output("out", u32), b.shared("s", u32, words)
    lid = b.local_id()
    s[lid] = lid
    b.barrier()
    out[b.global_id()] = s[lid]
    return b.build()


@pytest.mark.parametrize("words", [12287, 12288, 12289])
def test_a_device_has_one_limit_of_declared_bytes(words: int) -> None:
    checked = check(shared_words(words))
    assert checked.shared_bytes == 4 * words
    check_limits(checked, replace(DEVICE, max_shared_bytes=4 * words))
    check_limits(checked, DEVICE)
    with pytest.raises(UnsupportedFeature) as caught:
        check_limits(checked, replace(DEVICE, max_shared_bytes=4 * words - 4))
    error = caught.value
    assert error.code == "U730"
    assert error.actual == f"asked {4 * words} bytes, allowed {4 * words - 4} bytes"
    assert error.place is not None
    assert "shared" in error.place.text


def test_the_portable_profile_warns_and_refuses_nothing() -> None:
    assert check(shared_words(4096)).warnings == ()
    (warning,) = check(shared_words(4097)).warnings
    assert "16388" in warning
    assert "Fix: " in warning


def test_many_buffers_warn() -> None:
    def inputs(count: int) -> Program:
        b = Builder("k")
        for n in range(count):
            b.input(f"a{n}", u32)
        b.output("out", u32)
        return b.build()

    assert check(inputs(7)).warnings == ()
    (warning,) = check(inputs(8)).warnings
    assert "storage buffers: 9" in warning
    with pytest.raises(UnsupportedFeature) as caught:
        check_limits(check(inputs(8)), replace(DEVICE, max_storage_buffers=8))
    assert caught.value.code == "U732"
    check_limits(check(inputs(7)), replace(DEVICE, max_storage_buffers=8))


def test_a_workgroup_has_a_size_and_axes() -> None:
    checked = check(Builder("k", workgroup=(2, 256)).build())
    assert "invocations in a workgroup: 512" in checked.warnings[0]
    with pytest.raises(UnsupportedFeature) as caught:
        check_limits(checked, replace(DEVICE, max_invocations=256))
    assert (caught.value.code, caught.value.actual) == ("U731", "asked 512 invocations, allowed 256 invocations")
    with pytest.raises(UnsupportedFeature) as caught:
        check_limits(checked, replace(DEVICE, max_workgroup=(None, 1, None)))
    assert "along the last axis but one" in str(caught.value)
    check_limits(checked, replace(DEVICE, max_invocations=256), workgroup=(256, 1, 1))


def test_declared_bytes_of_a_buffer() -> None:
    b = Builder("k")
    b.output("out", u32, count=1 << 26)
    checked = check(b.build())
    assert "134217728" in checked.warnings[0]
    with pytest.raises(UnsupportedFeature) as caught:
        check_limits(checked, replace(DEVICE, max_buffer_bytes=1 << 27))
    assert (caught.value.code, caught.value.actual) == ("U733", "asked 268435456 bytes, allowed 134217728 bytes")
    check_limits(checked, replace(DEVICE, max_buffer_bytes=1 << 28))
