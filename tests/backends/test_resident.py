"""Resident arrays on every device: every argument, every way of calling, program order, and what is refused."""

from __future__ import annotations

import gc
import re
from typing import Any

import numpy as np
import pytest

import vyre as vy
from tests.contract.recorder import recorded_registry
from vyre.ir.builder import Builder
from vyre.run.session import Session

A = np.arange(1, 1001, dtype=np.uint32)


@vy.kernel
def doubled(x: vy.In[vy.u32], y: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    if i < y.size:
        y.flat[i] = x.flat[i] * 2


@vy.kernel
def plus(x: vy.In[vy.u32], y: vy.In[vy.u32], z: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    if i < z.size:
        z[i] = x[i] + y[i]


@vy.kernel
def bumped(x: vy.InOut[vy.u32], by: vy.u32) -> None:
    i = vy.global_id()
    if i < x.size:
        x[i] += by


@vy.kernel(domain="x")
def every_second(x: vy.In[vy.u32], y: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    if i < y.size and i % 2 == 0:
        y[i] = x[i]


@vy.kernel(domain="x", init={"y": 0x01020304})
def begun(x: vy.In[vy.u32], y: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    if i < y.size and i % 2 == 0:
        y[i] = x[i]


@vy.kernel(domain="x")
def reversed_into(x: vy.In[vy.u32], y: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    if i < y.size:
        y[i] = x[y.size - 1 - i]


def on(device: str, values: Any = A) -> vy.ResidentArray:
    return vy.resident(values, backend=device)


def resident(value: object) -> vy.ResidentArray:
    assert isinstance(value, vy.ResidentArray)
    return value


def refused(code: str, call: Any) -> vy.VyreError:
    with pytest.raises(vy.VyreError) as caught:
        call()
    assert caught.value.code == code, caught.value
    return caught.value


# -- what it is ------------------------------------------------------------------------------------------------------


def test_a_resident_array_knows_itself_and_gives_its_values(device: str) -> None:
    values = np.arange(24, dtype=np.uint32).reshape(2, 3, 4)
    with on(device, values) as x:
        assert (x.dtype.type, x.shape, x.ndim, x.size, x.nbytes, len(x)) == (np.uint32, (2, 3, 4), 3, 24, 96, 2)
        assert x.backend == device
        assert repr(x) == f"<vyre resident array uint32 (2, 3, 4) on {device}>"
        assert not x.closed
        values[:] = 0  # it holds a copy
        first = x.numpy()
        first[:] = 7  # and gives one
        assert x.numpy().tolist() == np.arange(24).reshape(2, 3, 4).tolist()
    assert x.closed
    assert "closed" in repr(x)


@pytest.mark.parametrize("values", [np.zeros(0, np.uint32), np.zeros((3, 0), np.uint32), np.array(5, np.uint32)])
def test_empty_ones_and_ones_without_axes(device: str, values: Any) -> None:
    with on(device, values) as x:
        assert x.numpy().shape == values.shape
        assert x.numpy().tolist() == values.tolist()
        y = resident(doubled(x, shapes={"y": values.shape}) if values.ndim != 1 else doubled(x))
        assert y.numpy().tolist() == (values * 2).tolist()
        if not values.ndim:
            assert refused("A603", lambda: len(x)).fix == "use x.size"
            assert x.size == 1


def test_what_can_become_resident(device: str) -> None:
    for given in (A.tobytes(), memoryview(A), A[::-1][::-1], np.repeat(A, 2)[::2], A.astype(">u4")):  # type: ignore[arg-type]  # NumPy's stub
        with on(device, given) as x:
            assert x.numpy().tobytes() == A.tobytes()
            assert x.dtype.isnative
    for wrong, code, fixed in (
        ([1, 2], "A604", np.array([1, 2], np.float32)),
        (None, "A604", A),
        (np.array(["x"]), "A602", A.astype(np.float32)),
        (np.zeros(3, np.complex64), "A602", np.zeros(3, np.complex64).real.astype(np.float32)),
    ):
        refused(code, lambda wrong=wrong: on(device, wrong))
        with on(device, fixed) as x:
            assert x.numpy().tolist() == fixed.tolist()


def test_values_are_written_anew(device: str) -> None:
    with on(device) as x, on(device, A[::-1].copy()) as other:
        x.upload(A * 2)
        assert doubled(x).numpy().tolist() == (A * 4).tolist()
        x.upload(np.repeat(A, 2)[::2])
        assert x.numpy().tolist() == A.tolist()
        x.upload(other)
        assert x.numpy().tolist() == A[::-1].tolist()
        assert "astype(numpy.uint32)" in refused("A602", lambda: x.upload(A.astype(np.float32))).fix
        x.upload(A.astype(np.float32).astype(np.uint32))
        assert "reshape" in refused("A615", lambda: x.upload(A.reshape(10, 100))).fix
        x.upload(A.reshape(10, 100).reshape(x.shape))
        assert x.numpy().tolist() == A.tolist()


# -- as arguments ----------------------------------------------------------------------------------------------------


def test_what_comes_in_decides_what_comes_out(device: str) -> None:
    with on(device) as x, on(device, A * 3) as y:
        z = resident(plus(x, y))
        assert z.backend == device
        assert z.numpy().tolist() == (A * 4).tolist()
        assert resident(doubled(z)).numpy().tolist() == (A * 8).tolist()
        for mixed in (plus(x, A), plus(A, x, backend=device)):  # a host array among them
            assert isinstance(mixed, np.ndarray)
            assert mixed.tolist() == (A * 2).tolist()
        out = np.zeros(1000, np.uint32)
        assert plus(x, y, out=out) is out
        assert out.tolist() == (A * 4).tolist()
        assert plus(A, A, out=z, backend=device) is z
        assert z.numpy().tolist() == (A * 2).tolist()
        assert bumped(z, 5) is z
        assert z.numpy().tolist() == (A * 2 + 5).tolist()
        assert bumped(z, by=1) is z
        assert z.numpy().tolist() == (A * 2 + 6).tolist()


def test_outputs_start_as_they_must_and_keep_nothing_old(device: str) -> None:
    expected = np.where(np.arange(1000) % 2 == 0, A, 0)
    with on(device) as x, on(device, A * 9) as out:
        assert resident(every_second(x)).numpy().tolist() == expected.tolist()
        assert every_second(x, out=out) is out
        assert out.numpy().tolist() == expected.tolist()
        with_init = np.where(np.arange(1000) % 2 == 0, A, 0x01020304).tolist()
        assert resident(begun(x)).numpy().tolist() == with_init
        out.upload(A)
        assert begun(x, out=out).numpy().tolist() == with_init


def test_every_way_of_calling(device: str, session: Session) -> None:
    with on(device) as x, on(device, A) as out:
        assert doubled.submit(x).result().numpy().tolist() == (A * 2).tolist()
        assert doubled.submit(x, out=out).result() is out
        compiled = doubled.compile(x)
        assert resident(compiled(x)).numpy().tolist() == (A * 2).tolist()
        bound = compiled.bind(x)
        y = resident(bound())
        assert y.numpy().tolist() == (A * 2).tolist()
        x.upload(A + 1)
        assert bound() is y
        assert y.numpy().tolist() == (A * 2 + 2).tolist()
        assert [id(a) for a in bound.arrays()] == [id(x), id(y)]
        half = every_second.compile(x).bind(x, out=out)
        for _ in range(3):
            assert half() is out
            assert out.numpy()[1::2].tolist() == [0] * 500
            out.upload(A)
        report = doubled.check(x, backends=device)
        assert report.ok, report
        assert x.numpy().tolist() == (A + 1).tolist()
    with session.resident(A, backend=device) as mine, session.resident(A * 2, backend=device) as other:
        (got,) = session.dispatch(doubled.program, [mine], backend=device)
        assert resident(got).numpy().tolist() == (A * 2).tolist()
        (got,) = session.dispatch(bumped.program, [mine, 3], backend=device)  # inputs are never written
        assert got is not mine
        assert resident(got).numpy().tolist() == (A + 3).tolist()
        assert mine.numpy().tolist() == A.tolist()
        assert session.dispatch(bumped.program, [mine, 3], out=[other], backend=device)[0] is other
        assert other.numpy().tolist() == (A + 3).tolist()
        assert session.dispatch(bumped.program, [mine, 3], out=[mine], backend=device)[0] is mine
        assert mine.numpy().tolist() == (A + 3).tolist()
        host = np.zeros(1000, np.uint32)
        assert session.dispatch(bumped.program, [mine, 1], out=[host], backend=device)[0] is host
        assert host.tolist() == (A + 4).tolist()
        assert session.dispatch(bumped.program, [A, 1], out=[other], backend=device)[0] is other
        assert other.numpy().tolist() == (A + 1).tolist()
        assert (
            session.submit(doubled.program, [mine], backend=device).result()[0].numpy().tolist() == (A * 2 + 6).tolist()
        )


def test_the_other_element_types(device: str) -> None:
    for dtype in (np.uint8, np.bool_):
        values = (np.arange(37) % 2).astype(dtype)
        with on(device, values) as x:
            assert x.numpy().dtype == dtype
            assert x.numpy().tolist() == values.tolist()


def test_generic_kernels_and_named_dimensions(device: str) -> None:
    n, m = vy.dims("N M")
    kernel = vy.kernel_from_source(
        '@vy.kernel(domain="a")\n'
        "def sums(a: vy.In[vy.u32, N, M], out: vy.Out[vy.u32, M]):\n"
        "    i, j = vy.global_id(0), vy.global_id(1)\n"
        "    if i < N and j < M:\n"
        "        vy.atomic_add(out, j, a[i, j])\n",
        namespace={"N": n, "M": m},
    )
    with on(device, A[:12].reshape(3, 4).copy()) as x:
        assert resident(kernel(x)).numpy().tolist() == A[:12].reshape(3, 4).sum(0).tolist()
    t = vy.TypeVar("t")
    generic = vy.kernel_from_source(
        "@vy.kernel\ndef same(x: vy.In[t], y: vy.Out[t]):\n    i = vy.global_id()\n    y[i] = x[i]\n",
        namespace={"t": t},
    )
    for dtype in (np.uint32, np.int32):
        with on(device, A.astype(dtype)) as x:
            assert resident(generic(x)).numpy().tolist() == A.tolist()


def test_programs_that_trap_judge_each_call(device: str) -> None:
    b = Builder("picky", workgroup=32)
    x, y = b.input("x", vy.u32), b.output("y", vy.u32)
    i = b.global_id()
    with b.if_(i < y.size):
        with b.if_(x[i] == 0):
            b.trap(7)
        y[i] = x[i]
    program = b.build()
    with vy.Session(device) as own:
        try:
            own.compile(program)
        except vy.UnsupportedFeature as error:
            pytest.skip(error.message)
        with own.resident(A) as good, own.resident(np.zeros(3, np.uint32)) as bad:
            assert own.dispatch(program, [good])[0].numpy().tolist() == A.tolist()
            with pytest.raises(vy.Trapped):
                own.dispatch(program, [bad])
            assert own.dispatch(program, [good])[0].numpy().tolist() == A.tolist()


# -- rule 4.6 --------------------------------------------------------------------------------------------------------


def test_the_same_array_read_and_written(device: str) -> None:
    forbid = vy.DispatchConfig(copies="forbid")
    with on(device) as x:
        assert reversed_into(x, out=x) is x
        assert x.numpy().tolist() == A[::-1].tolist()
        receipt = vy.session().last_receipt()
        assert receipt is not None
        assert [(n.buffer, n.direction) for n in receipt.copies] == [("x", "in")]
        assert "copy of it" in refused("A606", lambda: reversed_into(x, out=x, config=forbid)).fix
        with on(device, x.numpy()) as copy:
            assert reversed_into(copy, out=x, config=forbid).numpy().tolist() == A.tolist()
        assert doubled.submit(x, out=x).result() is x
        assert x.numpy().tolist() == (A * 2).tolist()
        bound = reversed_into.compile(x).bind(x, out=x)
        bound()
        bound()
        assert x.numpy().tolist() == (A * 2).tolist()
        b = Builder("swap", domain="x")
        one, two = b.inout("x", vy.u32), b.inout("y", vy.u32)
        one[b.global_id()] = two[b.global_id()]
        own = vy.session().resident(A, backend=device)
        both = b.build()
        assert (
            "do not share"
            in refused("A607", lambda: vy.session().dispatch(both, [A, A], out=[own, own], backend=device)).fix
        )
        vy.session().dispatch(both, [A, A], out=[own, x], backend=device)


# -- program order ---------------------------------------------------------------------------------------------------


def test_submissions_over_the_same_memory_keep_their_order(device: str) -> None:
    with on(device, np.zeros(1000, np.uint32)) as x, on(device) as y:
        pending = []
        for n in range(1, 21):
            pending.append(bumped.submit(x, n))
            pending.append(plus.submit(x, y, out=y) if n % 5 == 0 else bumped.submit(x, 0))
        got = x.numpy()  # waits by itself
        assert got.tolist() == [210] * 1000
        expected, total = A.copy(), 0
        for n in range(1, 21):
            total += n
            if n % 5 == 0:
                expected += np.uint32(total)
        assert y.numpy().tolist() == expected.tolist()
        for one in pending:
            one.result()
        late = bumped.submit(x, 1)
        x.upload(A)  # after it
        assert x.numpy().tolist() == A.tolist()
        late.result()


def test_bound_calls_keep_their_place(device: str) -> None:
    with on(device, np.zeros(1000, np.uint32)) as x, on(device) as y:
        more = bumped.compile(x, 1).bind(x, 3)
        total = plus.compile(x, y).bind(x, y, out=y)
        pending = bumped.submit(x, 1)
        for _ in range(5):
            more()
            bumped.submit(x, 1)
        assert total() is y
        bumped(x, 1)
        more()
        assert y.numpy().tolist() == (A + 21).tolist()
        x.upload(A)  # after them
        more()
        vy.session().synchronize()
        assert x.numpy().tolist() == (A + 3).tolist()
        pending.result()
        host = A.copy()  # not all of it is resident, so it waits
        mixed = plus.compile(x, host).bind(x, host, out=host)
        mixed()
        assert host.tolist() == (A * 2 + 3).tolist()


def test_closing_comes_after_what_was_submitted(device: str) -> None:
    outs = []
    for n in range(30):
        x = on(device, A + n)
        outs.append((n, doubled.submit(x)))
        x.close()
        x.close()
    for n, pending in outs:
        assert pending.result().numpy().tolist() == ((A + n) * 2).tolist()


def test_two_devices_take_turns_over_host_memory(device: str) -> None:
    host = np.zeros(1000, np.uint32)
    with on(device) as x:
        for _ in range(3):
            pending = plus.submit(x, A, out=host)
            assert doubled(host, backend="cpu").tolist() == (A * 4).tolist()
            pending.result()


# -- what is refused -------------------------------------------------------------------------------------------------


def test_after_it_was_closed(device: str) -> None:
    x = on(device)
    compiled = doubled.compile(x)
    bound = compiled.bind(x)
    bound()
    x.close()
    for use in (
        bound,
        x.numpy,
        lambda: x.upload(A),
        lambda: doubled(x),
        lambda: compiled(x),
        lambda: doubled(A, out=x, backend=device),
    ):
        assert "vy.resident(" in refused("A640", use).fix
    with vy.resident(A, backend=device) as again:
        assert resident(compiled(again)).numpy().tolist() == (A * 2).tolist()


def neither_can_be_named(first: vy.ResidentArray, second: vy.ResidentArray) -> None:
    """They are on two devices, so that one of them must move."""
    (code,) = re.findall(r"write x = (.+), a copy there", refused("A640", lambda: plus(first, second)).fix)
    moved = eval(code, {"vy": vy, "x": second})
    assert resident(plus(first, moved)).numpy().tolist() == (A * 2).tolist()
    refused("A640", lambda: doubled(first, out=second))
    doubled(first, out=moved)
    assert moved.numpy().tolist() == (A * 2).tolist()


def test_on_another_device_or_in_another_session(device: str) -> None:
    other = "reference" if device != "reference" else "cpu"
    with on(device) as x, on(other) as y:
        (code,) = re.findall(r"write x = (.+), a copy there", refused("A640", lambda: doubled(x, backend=other)).fix)
        assert resident(doubled(eval(code, {"vy": vy, "x": x}), backend=other)).numpy().tolist() == (A * 2).tolist()
        assert resident(doubled(x, backend=device)).numpy().tolist() == (A * 2).tolist()
        assert resident(doubled(vy.resident(x.numpy(), backend=other))).backend == other
        neither_can_be_named(x, y)
        neither_can_be_named(y, x)
        refused("A640", lambda: doubled(A, out=x, backend=other))
        with vy.use(other):
            refused("A640", lambda: doubled(x))
        with vy.Session(device) as session:
            assert "session.resident" in refused("A640", lambda: session.dispatch(doubled.program, [x])).fix
            mine = session.resident(x.numpy())
            assert session.dispatch(doubled.program, [mine])[0].numpy().tolist() == (A * 2).tolist()
        assert mine.closed
        assert "while the session is open" in refused("A640", mine.numpy).fix


def test_dtypes_ranks_and_shapes(device: str) -> None:
    with on(device, A.astype(np.int32)) as x, on(device, A.reshape(10, 100)) as y, on(device, A[:5]) as z:
        error = refused("A602", lambda: doubled(x))
        fixed = error.fix.removeprefix("write x = ").partition(", and pass x")[0]
        made = eval(fixed, {"vy": vy, "numpy": np, "x": x})
        assert resident(doubled(made)).numpy().tolist() == (A * 2).tolist()
        error = refused("A603", lambda: bumped(y, 1))
        fixed = error.fix.removeprefix("write x = ").partition(", and pass x")[0]
        made = eval(fixed, {"vy": vy, "numpy": np, "x": y})
        assert resident(bumped(made, 1)).numpy().tolist() == (A + 1).tolist()
        fixed_shape = vy.kernel_from_source(
            "@vy.kernel\ndef four(x: vy.InOut[vy.u32, 4]):\n    x[vy.global_id()] += 1\n"
        )
        refused("A615", lambda: fixed_shape(z))
        assert fixed_shape(on(device, A[:4])).numpy().tolist() == (A[:4] + 1).tolist()


def test_names_of_devices(device: str) -> None:
    refused("A601", lambda: vy.resident(A, backend=5))  # type: ignore[arg-type]
    refused("S901", lambda: vy.resident(A, backend="gpu-of-dreams"))
    with vy.use(device), vy.resident(A) as x:
        assert x.backend == device
        assert resident(doubled(x)).backend == device
    with vy.resident(A) as x:
        assert resident(doubled(x)).backend == x.backend


# -- copies and memory -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["reference", "cpu", "wgpu", "opencl", "cuda"])
def test_nothing_is_copied_or_allocated_for_resident_arguments(name: str) -> None:
    try:
        registry, recorder = recorded_registry(name)
    except vy.BackendUnavailable as error:
        pytest.skip(f"{name}: {error.message}")
    if not any(row.available for row in recorder.devices()):
        pytest.skip(f"{name}: {recorder.devices()[0].reason}")
    with Session(name, registry=registry) as session:
        own_memory = not session.engine(name).profile.host_slots
        cleared = ["Fill"] * (name == "reference")  # it clears every output, whatever is proved
        x, out = session.resident(A), session.resident(A)
        run = session.compile(plus.program)
        run([x, x], out=[out])
        recorder.calls.clear()
        recorder.steps.clear()
        for _ in range(3):
            run([x, x], out=[out])
        assert (recorder.calls, recorder.steps) == (["submit"] * 3, [[*cleared, "Launch"]] * 3)
        recorder.calls.clear()
        recorder.steps.clear()
        run([x, A], out=[out])  # the host array alone is moved
        assert recorder.calls == (["allocate", "submit"] if own_memory else ["submit"])
        assert recorder.steps == [[*cleared, *(["Copy"] if own_memory else []), "Launch"]]
        assert out.numpy().tolist() == (A * 2).tolist()


def test_too_much_memory_leaves_everything_usable(device: str) -> None:
    with on(device) as x:
        huge = np.lib.stride_tricks.as_strided(A, (1 << 45,), (0,), writeable=False)
        limited = vy.session().engine(device).profile.max_buffer_bytes is not None
        error = refused("R820" if limited else "R851", lambda: vy.resident(huge, backend=device))  # before it is copied
        assert isinstance(error, vy.OutOfMemory)
        session = vy.session()
        with pytest.raises(vy.OutOfMemory) as caught:
            session.home(session.engine(device)).empty(np.dtype(np.uint64), (1 << 45,))
        assert caught.value.code in ("R820", "R851")
        assert caught.value.number == 1001
        assert resident(doubled(x)).numpy().tolist() == (A * 2).tolist()


def test_one_that_is_dropped_gives_its_memory_back(device: str) -> None:
    x = on(device)
    y = resident(doubled(x))
    memory = y.memory
    del y
    gc.collect()
    session = vy.session()
    session.synchronize()
    assert memory is not None
    assert not session.order.submissions()
    x.close()
