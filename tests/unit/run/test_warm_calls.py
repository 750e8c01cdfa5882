"""What a warm dispatch does not do, counted; and that the warm path refuses and answers as the full one does."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import numpy as np
import pytest

import vyre as vy
from vyre.contract.backend import Fill
from vyre.errors import VyreError
from vyre.run.addresses import address_of
from vyre.run.arguments import bind_inputs
from vyre.run.session import Session

WATCHED = ("open", "compile", "exec", "import", "ctypes.dlopen", "os.", "subprocess.", "socket.", "shutil.", "mmap.")
COUNTED = (
    "blake3",
    "make_plan",
    "bind_program",
    "check",
    "check_limits",
    "walk",
    "effects",
    "ranges",
    "emit",
    "identity",
)


@vy.kernel
def mix(a: vy.In[vy.u32], n: vy.u32, b: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    if i < out.size:
        out[i] = (a[i] ^ b[i]) + n


@vy.kernel
def bump(x: vy.InOut[vy.u32]) -> None:
    i = vy.global_id()
    x[i] = x[i] + 1


class _Listener:
    """An audit hook cannot be taken out again, so it is put in once and told when to listen."""

    def __init__(self) -> None:
        self.heard: Counter[str] | None = None
        sys.addaudithook(self)

    def __call__(self, event: str, arguments: tuple[Any, ...]) -> None:
        if self.heard is not None and event.startswith(WATCHED):
            self.heard[event] += 1


_LISTENER: list[_Listener] = []


@contextmanager
def counting(monkeypatch: pytest.MonkeyPatch) -> Iterator[Counter[str]]:
    """Counts audit events, and calls of the functions of ``COUNTED`` wherever a module of vyre knows them."""
    if not _LISTENER:
        _LISTENER.append(_Listener())
    heard: Counter[str] = Counter()

    def counted(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **keywords: Any) -> Any:
            heard[name] += 1
            return function(*args, **keywords)

        return call

    with monkeypatch.context() as patched:
        for module in [m for name, m in sorted(sys.modules.items()) if name.split(".")[0] == "vyre"]:
            for name in COUNTED:
                function = vars(module).get(name)
                if callable(function):
                    patched.setattr(module, name, counted(name, function))
        _LISTENER[0].heard = heard
        try:
            yield heard
        finally:
            _LISTENER[0].heard = None


def _ways(device: str, session: Session) -> dict[str, Callable[[], object]]:
    a, b = np.arange(300, dtype=np.uint32), np.full(300, 7, np.uint32)
    x, out = a.copy(), np.zeros(300, np.uint32)
    compiled = mix.compile(backend=device)
    bound = compiled.bind(a, 5, b, out=out)
    strided = np.arange(600, dtype=np.uint32)[::2]
    return {
        "plain": lambda: mix(a, 5, b, backend=device),
        "plain, out=": lambda: mix(a, 5, b, out=out, backend=device),
        "in place": lambda: bump(x, backend=device),
        "compiled": lambda: compiled(a, 5, b),
        "compiled, out=": lambda: compiled(a, np.uint32(5), b, out=out),
        "bound": bound,
        "with a copy": lambda: compiled(strided, 5, b),
        "raw arrays": lambda: session.dispatch(mix.program, [a, 5, b], backend=device),
        "raw bytes": lambda: session.dispatch(mix.program, [a.tobytes(), 5, b.tobytes()], backend=device),
        "submitted": lambda: mix.submit(a, 5, b, backend=device).result(),
    }


def test_a_warm_dispatch_opens_no_file_hashes_no_program_and_makes_no_plan(
    device: str, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    for way, call in _ways(device, session).items():
        for _ in range(4):  # the third makes machine code for the next ones
            call()
        with counting(monkeypatch) as heard:
            for _ in range(3):
                call()
        assert not heard, f"{way} on {device}: {dict(heard)}"


def test_the_counters_do_count(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "@vy.kernel\ndef k(x: vy.InOut[vy.u32]) -> None:\n    i = vy.global_id()\n    x[i] = x[i] * 77777\n"
    kernel = vy.kernel_from_source(text)
    with counting(monkeypatch) as heard, Session("reference") as cold:
        cold.dispatch(kernel.program, [np.arange(4, dtype=np.uint32)])
    assert heard["make_plan"] == 1
    assert heard["blake3"] >= 1
    assert heard["compile"] + heard["exec"] >= 1


A = np.arange(64, dtype=np.uint32)


@pytest.mark.parametrize(
    ("code", "args", "out"),
    [
        ("A602", (A.astype(np.int64), 1, A), None),
        ("A602", (A, np.int32(1), A), None),
        ("A603", (A.reshape(8, 8), 1, A), None),
        ("A604", (object(), 1, A), None),
        ("A604", (A, "1", A), None),
        ("A608", (A, -1, A), None),
        ("A608", (A, 1 << 32, A), None),
        ("A602", (A, 1, A), np.zeros(64, np.float32)),
        ("A605", (A, 1, A), np.frombuffer(bytes(256), np.uint32)),
        ("A601", (A, 1, A), (A.copy(), A.copy())),
        ("A601", (A, 1), None),
    ],
)
def test_the_warm_path_leaves_refusals_to_the_full_one(code: str, args: tuple[Any, ...], out: Any) -> None:
    assert mix(A, 1, A, backend="reference").tolist() == [1] * 64  # warm now
    compiled = mix.compile(backend="reference")
    keywords = {} if out is None else {"out": out}
    for call in (partial(mix, *args, backend="reference"), partial(compiled, *args)):
        with pytest.raises(VyreError) as caught:
            call(**keywords)
        assert caught.value.code == code


def test_the_warm_path_copies_a_read_array_that_overlaps_a_written_one() -> None:
    compiled = mix.compile(backend="reference")
    memory = np.arange(128, dtype=np.uint32)
    a, out = memory[:64], memory[1:65]
    expected = (a ^ A) + 3
    got = compiled(a, 3, A, out=out)
    assert got is out
    assert out.tolist() == expected.tolist()


def test_R811_a_warm_call_is_refused_in_a_done_callback(device: str, session: Session) -> None:
    compiled = mix.compile(backend=device)
    compiled(A, 1, A)
    pending = mix.submit(A, 1, A, backend=device)
    pending.result()
    vy.session().synchronize()
    compiled(A, 1, A)  # forgets what is done, so that nothing is under way
    refused = list[str]()

    def call(_: object) -> None:
        for made in (partial(compiled, A, 2, A), partial(mix, A, 2, A, backend=device)):
            with pytest.raises(VyreError) as caught:
                made()
            refused.append(caught.value.code)

    pending.add_done_callback(call)
    assert refused == ["R811", "R811"]


def test_a_bound_call_reads_copied_inputs_anew(device: str) -> None:
    wide = np.arange(40, dtype=np.uint32)
    b = np.zeros(20, np.uint32)
    bound = mix.compile(backend=device).bind(wide[::2], 0, b)
    assert bound().tolist() == list(range(0, 40, 2))
    wide += 100
    assert bound().tolist() == list(range(100, 140, 2))


def test_a_bound_in_place_call_goes_on_from_what_the_caller_left(device: str) -> None:
    x = np.zeros(6, np.uint32)
    view = x[::2]
    bound = bump.compile(backend=device).bind(view)
    bound()
    bound()
    assert x.tolist() == [2, 0, 2, 0, 2, 0]
    x[0] = 40
    bound()
    assert x.tolist() == [41, 0, 3, 0, 3, 0]
    assert bound.arrays()[0] is view


def test_a_config_of_one_call_stays_with_that_call() -> None:
    x = np.zeros(8, np.uint32)
    bump(x, backend="reference", config=vy.DispatchConfig(dispatch_elements=0))
    assert x.tolist() == [0] * 8
    bump(x, backend="reference")
    assert x.tolist() == [1] * 8


def test_a_warm_call_with_a_config_uses_that_config_and_no_other(device: str, session: Session) -> None:
    narrow, labelled = vy.DispatchConfig(workgroup_override=32), vy.DispatchConfig(label="mine")
    default = (256,)
    for _ in range(2):
        for config, workgroup in ((narrow, (32,)), (None, default), (labelled, default), (narrow, (32,))):
            for within in (None, config):
                with vy.use(device, config=within):
                    assert mix(A, 1, A, config=config).tolist() == [1] * 64
                receipt = vy.session().last_receipt()
                assert receipt is not None
                assert receipt.workgroup == workgroup
                assert receipt.backend == device
    with pytest.raises(VyreError) as caught:
        mix(A, 1, A, backend=device, config={"label": "mine"})
    assert caught.value.code == "A601"
    with pytest.raises(VyreError) as caught:
        mix(A, 1, A, backend=device, config=vy.DispatchConfig(max_output_bytes=1))
    assert caught.value.code == "A614"


def test_addresses_are_numpys() -> None:
    block = np.arange(60, dtype=np.uint16).reshape(3, 4, 5)
    for array in (
        block,
        block[1:, ::2],
        block.T,
        np.array(3.0),
        np.frombuffer(b"12345678", np.uint32),
        np.empty(0, np.uint8),
    ):
        assert address_of(array) == array.ctypes.data


@vy.kernel
def large(a: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    if a[i] > 100:
        out[i] = a[i]


def test_rule_4_2_only_outputs_that_are_not_wholly_stored_are_cleared_on_a_device(session: Session) -> None:
    for kernel, args, fills in ((mix, [A, 1, A], 0), (large, [A], 1)):
        prepared = session.prepare(kernel.program, backend="null")
        for elements in (64, 0):
            out = np.zeros(64, np.uint32)
            config = vy.DispatchConfig(dispatch_elements=elements)
            call, _ = bind_inputs(prepared, args, out=[out], domain=None, config=config)
            steps, _ = call.device_steps()
            cleared = sum(isinstance(step, Fill) for step in steps)
            assert cleared == (fills if elements else 1), (kernel, elements)
