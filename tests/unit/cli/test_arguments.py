"""What users type on the command line: FILE.py:NAME and ARG."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from vyre.cli.arguments import argument, load_kernel, random_array
from vyre.dtypes import BY_NAME, bf16, bool_, f16, f32, f64, i32, u8, u32, u64
from vyre.errors import ArgumentValueError, KernelSyntaxError, OutOfMemory, VyreError
from vyre.ir.program import Program
from vyre.kernel import Kernel

KERNELS = """
import vyre as vy

@vy.kernel
def double(x: vy.In[vy.u32], y: vy.Out[vy.u32]):
    i = vy.global_id()
    if i < y.size:
        y[i] = x[i] * 2

def build():
    b = vy.Builder("copy")
    x, y = b.input("x", vy.u32), b.output("y", vy.u32)
    y[b.global_id(0)] = x[b.global_id(0)]
    return b.build()

copy = build()
number = 3
"""


@pytest.fixture
def kernels(tmp_path: Path) -> Iterator[Path]:
    path = tmp_path / "some_kernels.py"
    path.write_text(KERNELS)
    before = list(sys.path)
    yield path
    sys.path[:] = before
    for name in ("some_kernels", "bad"):
        sys.modules.pop(name, None)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("7", 7),
        ("-7", -7),
        ("0x10", 16),
        ("1_000", 1000),
        ("2.5", 2.5),
        ("1e3", 1000.0),
        ("True", True),
        ("False", False),
    ],
)
def test_numbers(text: str, value: object) -> None:
    read = argument(text)
    assert read == value
    assert type(read) is type(value)


def test_npy_file(tmp_path: Path) -> None:
    path = tmp_path / "a.npy"
    np.save(path, np.arange(6, dtype=np.uint32).reshape(2, 3))
    read = argument(str(path))
    assert read.dtype == np.uint32
    assert read.tolist() == [[0, 1, 2], [3, 4, 5]]


def test_random_numbers_are_fixed_for_ever() -> None:
    # SplitMix64 with seed 0 begins E220A8397B1DCDAF 6E789E6AA1B965F4 06C45D188009454F.
    assert random_array(u64, (3,), 0).tolist() == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]
    assert random_array(u32, (2,), 0).tolist() == [0xE220A839, 0x6E789E6A]
    assert random_array(i32, (1,), 0).tolist() == [0xE220A839 - 2**32]
    assert random_array(u8, (3,), 0).tolist() == [0xE2, 0x6E, 0x06]
    assert random_array(bool_, (3,), 0).tolist() == [True, False, False]
    assert random_array(f32, (1,), 0).tolist() == [0xE220A8 / 2**24]
    assert random_array(f64, (1,), 0).tolist() == [(0xE220A8397B1DCDAF >> 11) / 2**53]
    assert random_array(f16, (1,), 0).view(np.uint16).tolist() == [0x3B11]  # 0xE220 >> 5 is 0x711, of 2**11
    assert random_array(bf16, (1,), 0).view(np.uint16).tolist() == [0x3F62]


@pytest.mark.parametrize("name", BY_NAME)
def test_random_of_every_type(name: str) -> None:
    read = argument(f"random:{name}:2x3:5")
    assert read.shape == (2, 3)
    assert read.dtype.name == BY_NAME[name].numpy_name
    assert read.tobytes() == argument(f"random:{name}:2x3:5").tobytes()


def test_random_seed_may_be_left_out() -> None:
    assert argument("random:u32:4").tolist() == argument("random:u32:4:0").tolist()
    assert argument("random:u32:4").tolist() != argument("random:u32:4:1").tolist()


@pytest.mark.parametrize(
    "text",
    [
        "random:",
        "random:u33:5",
        "random:u32",
        "random:u32:x",
        "random:u32:-1",
        "random:u32:1:2:3",
        "random:u32:1:x",
        "random:u8:4294967296",
        "random:u8:9999999999x9999999999",
        "foo",
        "1x",
    ],
)
def test_S913_with_its_fix(text: str) -> None:
    with pytest.raises(ArgumentValueError) as caught:
        argument(text)
    assert caught.value.code == "S913"
    assert argument("random:u32:1000000:7").shape == (1000000,)  # the form that the Fix names
    assert "random:u32:1000000:7" in caught.value.fix


def test_R851_with_its_fix(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_room(*_: object) -> None:
        raise MemoryError

    with monkeypatch.context() as context:
        context.setattr("vyre.cli.arguments.random_array", no_room)
        with pytest.raises(OutOfMemory) as caught:
            argument("random:u32:4000000000")
    assert caught.value.code == "R851"
    assert "random:u32:1000000:7" in caught.value.fix
    assert argument("random:u32:1000000:7").shape == (1000000,)


def test_S914_with_its_fix(tmp_path: Path) -> None:
    path = tmp_path / "a.npy"
    with pytest.raises(ArgumentValueError) as caught:
        argument(str(path))
    assert caught.value.code == "S914"
    path.write_bytes(b"no array")
    with pytest.raises(ArgumentValueError, match="S914"):
        argument(str(path))
    np.save(path, np.array([object()]), allow_pickle=True)
    with pytest.raises(ArgumentValueError, match="S914"):
        argument(str(path))
    np.save(path, np.ones(3))
    assert argument(str(path)).tolist() == [1, 1, 1]


def test_kernel_and_program_of_a_file(kernels: Path) -> None:
    assert isinstance(load_kernel(f"{kernels}:double"), Kernel)
    assert isinstance(load_kernel(f"{kernels}:copy"), Program)


@pytest.mark.parametrize("form", ["{path}", "{path}:", "{path}:a b", "nothing.py:double", "{dir}:double"])
def test_S910(form: str, kernels: Path) -> None:
    with pytest.raises(ArgumentValueError) as caught:
        load_kernel(form.format(path=kernels, dir=kernels.parent))
    assert caught.value.code == "S910"
    assert caught.value.fix


@pytest.mark.parametrize("name", ["triple", "number", "build"])
def test_S912_names_the_kernels(name: str, kernels: Path) -> None:
    with pytest.raises(ArgumentValueError) as caught:
        load_kernel(f"{kernels}:{name}")
    assert caught.value.code == "S912"
    assert "copy, double" in caught.value.fix


def test_S911_shows_the_line(kernels: Path) -> None:
    path = kernels.parent / "bad.py"
    path.write_text("x = 1\ny = x / 0\n")
    with pytest.raises(VyreError) as caught:
        load_kernel(f"{path}:k")
    assert caught.value.code == "S911"
    assert "ZeroDivisionError" in str(caught.value)
    assert "line 2" in str(caught.value)
    path.write_text("x = (\n")
    with pytest.raises(VyreError, match="SyntaxError"):
        load_kernel(f"{path}:k")


def test_a_file_sees_its_own_arguments(kernels: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = kernels.parent / "bad.py"
    path.write_text("import sys\nassert sys.argv == [__file__], sys.argv\n" + KERNELS)
    command = ["vyre", "run", f"{path}:double", "3"]
    monkeypatch.setattr(sys, "argv", command)
    assert isinstance(load_kernel(f"{path}:double"), Kernel)
    assert sys.argv is command
    path.write_text("raise ValueError\n")
    with pytest.raises(VyreError, match="S911"):
        load_kernel(f"{path}:double")
    assert sys.argv is command


def test_errors_of_vyre_in_a_file_say_that_they_are_the_files(kernels: Path) -> None:
    path = kernels.parent / "bad.py"
    path.write_text("import vyre as vy\nvy.Session('abacus')\n")
    with pytest.raises(VyreError, match="S901") as caught:
        load_kernel(f"{path}:k")
    assert f"This came up while {path} was loaded." in str(caught.value)
    path.write_text("import sys\nsys.exit('usage: ...')\n")
    with pytest.raises(VyreError, match="S911") as caught:
        load_kernel(f"{path}:k")
    assert '__name__ == "__main__"' in caught.value.fix
    path.write_text("import sys\nif __name__ == '__main__':\n    sys.exit('usage: ...')\n" + KERNELS)
    assert isinstance(load_kernel(f"{path}:double"), Kernel)


def test_an_error_of_a_kernel_stays_what_it_is(kernels: Path) -> None:
    path = kernels.parent / "bad.py"
    path.write_text("import vyre as vy\n@vy.kernel\ndef k(y: vy.Out[vy.u32]):\n    with open('x'):\n        y[0] = 1\n")
    with pytest.raises(KernelSyntaxError) as caught:
        load_kernel(f"{path}:k")
    assert caught.value.place is not None
    assert caught.value.place.line == 4


def test_S914_a_header_of_more_than_there_is_memory_for(tmp_path: Path) -> None:
    path = tmp_path / "huge.npy"
    with path.open("wb") as file:
        header = {"descr": "<u4", "fortran_order": False, "shape": (9_999_999_999_999,)}
        np.lib.format.write_array_header_1_0(file, header)
    with pytest.raises(ArgumentValueError) as caught:
        argument(str(path))
    assert caught.value.code == "S914"
    np.save(path, np.ones(3, np.uint32))  # its Fix applied
    assert argument(str(path)).tolist() == [1, 1, 1]


@pytest.mark.parametrize("code", ["7", "None", "'stopped'"])
def test_S911_a_file_that_ends_the_process_says_with_what(code: str, tmp_path: Path) -> None:
    path = tmp_path / "ends.py"
    path.write_text(f"raise SystemExit({code})\n")
    with pytest.raises(VyreError) as caught:
        load_kernel(f"{path}:f")
    assert caught.value.code == "S911"
    assert caught.value.message.endswith(f"ended the process while it was loaded, with {code}")
