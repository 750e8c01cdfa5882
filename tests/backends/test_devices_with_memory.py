"""WebGPU and OpenCL: what goes wrong on devices with compilers, memory and limits of their own."""

from __future__ import annotations

import warnings
from collections.abc import Iterator

import numpy as np
import pytest

from vyre.dtypes import bool_, i32, u8, u32
from vyre.errors import UnsupportedFeature, VyreWarning
from vyre.ir.builder import Builder
from vyre.ir.program import Program
from vyre.run.session import Session

BACKENDS = ("wgpu", "opencl", "cuda")


@pytest.fixture(params=BACKENDS)
def gpu(request: pytest.FixtureRequest, session: Session) -> Iterator[str]:
    """The id of a device of each, or a skip with the reason."""
    rows = session.registry.devices(request.param)
    usable = [row.id for row in rows if row.available]
    if not usable:
        pytest.skip(f"{request.param}: {rows[0].reason}")
    with warnings.catch_warnings():  # going beyond the portable profile is what some of these tests are about
        warnings.simplefilter("ignore", VyreWarning)
        yield usable[0]


def words(*values: int) -> np.ndarray:
    return np.array(values, np.uint32)


# -- bounds: rule 4.1 ------------------------------------------------------------------------------------------


def test_D11_literal_and_variable_indexes_are_checked_alike(session: Session, gpu: str) -> None:
    b = Builder("bounds", workgroup=1, domain=1)
    a, n, out, o = b.input("a", u32), b.input("n", u32), b.inout("out", u32), b.output("o", u32)
    o[0] = a[3]
    o[1] = a[n[0]]
    out[3] = 7
    out[n[0]] = 7
    out[n[1]] = 9
    host = np.full(16, 0xDEADBEEF, np.uint32)
    host[4:7] = (1, 2, 3)
    big = np.full(16, 0xDEADBEEF, np.uint32)
    kept, got = session.dispatch(
        b.build(), [host[4:7], words(3, 2), big[4:7]], out=[None, np.ones(2, np.uint32)], backend=gpu
    )
    assert got.tolist() == [0, 0]
    assert kept.tolist() == [0xDEADBEEF, 0xDEADBEEF, 9]
    assert (big == 0xDEADBEEF).all()


def test_D12_and_signed_indexes(session: Session, gpu: str) -> None:
    """An index is compared in its own type: -1 is outside, also where the unselected arm loads with it."""
    b = Builder("select", workgroup=64, domain="index")
    a, index, out = b.input("a", u32), b.input("index", i32), b.output("out", u32)
    i = b.global_id()
    with b.if_(i < index.size):
        k = index[i]
        out[i] = b.select((k < 5) & (k >= 0), a[k], b.const(u32, 7)) + a[k]
    indexes = np.array([0, 4, 5, 4096, -1, -(2**31), 2**31 - 1, 2**30, 2**30 + 1, -5], np.int32)
    (got,) = session.dispatch(
        b.build(), [words(10, 11, 12, 13, 14), indexes], out=[np.zeros(10, np.uint32)], backend=gpu
    )
    assert got.tolist() == [20, 28] + [7] * 8


def test_rule_1_4_each_subscript_against_its_own_axis(session: Session, gpu: str) -> None:
    b = Builder("axes", workgroup=64, domain="rows")
    a, rows, cols = b.input("a", u32, rank=2), b.input("rows", u32), b.input("cols", i32)
    out = b.output("out", u32)
    i = b.global_id()
    with b.if_(i < rows.size):
        out[i] = a[rows[i], cols[i]] + (a.flat[rows[i] * 4 + b.cast(u32, cols[i])] << 8) + (a.shape[1] << 16)
    a_ = np.arange(1, 13, dtype=np.uint32).reshape(3, 4)
    r, c = words(0, 2, 3, 0, 2**30, 1, 2), np.array([0, 3, 0, 4, 0, -1, 4], np.int32)
    (got,) = session.dispatch(b.build(), [a_, r, c], out=[np.zeros(7, np.uint32)], backend=gpu)
    flat = [1, 12, 0, 5, 1, 4, 0]  # 2**30 * 4 wraps to 0 in the user's own arithmetic
    inside = [1, 12, 0, 0, 0, 0, 0]
    assert got.tolist() == [x + (f << 8) + (4 << 16) for x, f in zip(inside, flat, strict=True)]


# -- memory: rules 1.1, 4.2, 4.3 -------------------------------------------------------------------------------


def filling(value: int, *, half: bool = False) -> Program:
    """Fills all of 16 KiB of workgroup memory, then writes an output."""
    b = Builder("dirty", workgroup=64, domain="out")
    s, out = b.shared("s", u32, 4096), b.output("out", u32)
    with b.for_(b.local_id(), b.const(u32, 4096), 64) as k:
        s[k] = b.const(u32, value)
    b.barrier()
    i = b.global_id()
    with b.if_((i & 1) == 0) if half else b.if_(i < out.size):
        out[i] = s[b.local_id()]
    return b.build()


def test_D15_workgroup_memory_and_outputs_start_as_zeros(session: Session, gpu: str) -> None:
    b = Builder("reader", workgroup=64, domain="out")
    s, t, f = b.shared("s", u32, 3000), b.shared("t", u8, 4001), b.shared("f", i32, 33)
    out = b.output("out", u32)
    total = b.let("total", b.const(u32, 0))
    with b.for_(b.local_id(), b.const(u32, 4096), 64) as k:
        total.set(total | s[k] | b.cast(u32, t[k]) | b.cast(u32, f[k]))
    out[b.global_id()] = total + 1
    reader, dirty = b.build(), filling(0xCAFEF00D)
    half = filling(0xCAFEF00D, half=True)
    for _ in range(10):
        (full,) = session.dispatch(dirty, [], out=[np.zeros(512, np.uint32)], backend=gpu)
        assert (full == 0xCAFEF00D).all()
        (got,) = session.dispatch(reader, [], out=[np.zeros(512, np.uint32)], backend=gpu)
        assert (got == 1).all()
        (part,) = session.dispatch(half, [], out=[np.ones(512, np.uint32)], backend=gpu)
        assert (part[::2] == 0xCAFEF00D).all()
        assert not part[1::2].any()


@pytest.mark.parametrize("count", [0, 1, 2, 3, 5, 25])
def test_D24_lengths_that_are_no_multiple_of_four(session: Session, gpu: str, count: int) -> None:
    b = Builder("bytes", workgroup=32, domain=32)
    x, out, n = b.input("x", u8), b.output("out", u8), b.output("n", u32)
    i = b.global_id()
    out[i] = x[i] + 1  # unguarded: what lies beyond is dropped
    with b.if_(i == 0):
        n[0] = x.size
    data = np.arange(250, 250 + count).astype(np.uint8)
    got, size = session.dispatch(
        b.build(), [data], out=[np.zeros(count, np.uint8), np.zeros(1, np.uint32)], backend=gpu
    )
    assert got.tolist() == (data + np.uint8(1)).tolist()
    assert size.tolist() == [count]


def test_bytes_beside_one_another_are_kept(session: Session, gpu: str) -> None:
    """Invocations that write the bytes of one word do not undo one another, in storage and in workgroup memory."""
    b = Builder("neighbours", workgroup=64, domain="out")
    s, x, out = b.shared("s", u8, 64), b.input("x", u8), b.output("out", u8)
    i, lane = b.global_id(), b.local_id()
    s[lane] = x[i] + 3
    b.barrier()
    out[i] = s[63 - lane]
    data = np.random.default_rng(7).integers(0, 256, 1024, dtype=np.uint8)
    (got,) = session.dispatch(b.build(), [data], out=[np.zeros(1024, np.uint8)], backend=gpu)
    assert (got == (data + np.uint8(3)).reshape(-1, 64)[:, ::-1].reshape(-1)).all()


def test_D25_a_bool_is_one_byte(session: Session, gpu: str) -> None:
    b = Builder("bools", domain="x")
    x, y, out, number = b.input("x", bool_), b.input("y", bool_), b.output("out", bool_), b.output("number", u32)
    i = b.global_id()
    with b.if_(i < x.size):
        out[i] = b.op("or", x[i], y[i])
        number[i] = b.cast(u32, x[i])
    raw = np.array([2, 0, 1, 255, 0], np.uint8).view(np.bool_)
    none = np.zeros(5, np.bool_)
    got, number_ = session.dispatch(
        b.build(), [raw, none], out=[np.ones(5, np.bool_), np.zeros(5, np.uint32)], backend=gpu
    )
    assert got.view(np.uint8).tolist() == [1, 0, 1, 1, 0]
    assert number_.tolist() == [1, 0, 1, 1, 0]


def test_uniform_scalars_of_every_type(session: Session, gpu: str) -> None:
    b = Builder("scalars", workgroup=1, domain=1)
    p, q, r, t, u = (
        b.uniform("p", u8),
        b.uniform("q", i32),
        b.uniform("r", bool_),
        b.uniform("t", u8),
        b.uniform("u", u32),
    )
    out = b.output("out", i32)
    for n, value in enumerate((p, q, r, t, u)):
        out[n] = b.cast(i32, value) if value is not q else value
    (got,) = session.dispatch(b.build(), [200, -5, True, 7, 2**32 - 2], out=[np.zeros(5, np.int32)], backend=gpu)
    assert got.tolist() == [200, -5, 1, 7, -2]


def test_D21_zero_elements(session: Session, gpu: str) -> None:
    b = Builder("empty", domain="out")
    x, out = b.input("x", u32), b.output("out", u32)
    i = b.global_id()
    with b.if_(i < out.size):
        out[i] = x[i] + x.size
    program = b.build()
    none = np.zeros(0, np.uint32)
    (got,) = session.dispatch(program, [none], out=[np.zeros(0, np.uint32)], backend=gpu)
    assert got.shape == (0,)
    (got,) = session.dispatch(program, [none], out=[np.ones(3, np.uint32)], backend=gpu)
    assert got.tolist() == [0, 0, 0]
    (got,) = session.dispatch(program, [words(5)], out=[np.ones(1, np.uint32)], backend=gpu)
    assert got.tolist() == [6]


# -- control flow and barriers: rules 5.3, 5.4 -----------------------------------------------------------------


@pytest.mark.parametrize("second", [False, True])
def test_D13_a_guarded_step_before_a_barrier_in_a_loop(session: Session, gpu: str, second: bool) -> None:
    b = Builder("tree", workgroup=64, domain=256)
    s, out = b.shared("s", u32, 64), b.output("out", u32)
    lane = b.local_id()
    s[lane] = lane
    b.barrier()
    with b.for_(b.const(u32, 0), 6) as r:
        reach = b.const(u32, 32) >> r
        with b.if_(lane < reach):
            s[lane] = s[lane] + s[lane + reach]
        b.barrier()
        if second:
            b.barrier()
    with b.if_(lane == 0):
        out[b.group_id()] = s[0]
    (got,) = session.dispatch(b.build(), [], out=[np.zeros(4, np.uint32)], backend=gpu)
    assert got.tolist() == [2016] * 4


def test_a_barrier_under_a_uniform_condition_and_in_a_while(session: Session, gpu: str) -> None:
    b = Builder("uniform", workgroup=32, domain=64)
    steps, s, out = b.input("steps", u32), b.shared("s", u32, 32), b.output("out", u32)
    lane, i = b.local_id(), b.global_id()
    n = b.let("n", steps[b.group_id()])
    s[lane] = i
    with b.if_(n > 1):
        b.barrier()
        kept = s[31 - lane]
        b.barrier()
        s[lane] = kept
    with b.while_(lambda: n > 0):
        b.barrier()
        next_ = s[(lane + 1) & 31]
        b.barrier()
        s[lane] = next_
        n.set(n - 1)
    out[i] = s[lane]
    (got,) = session.dispatch(b.build(), [words(1, 5)], out=[np.zeros(64, np.uint32)], backend=gpu)
    want = [(lane + 1) & 31 for lane in range(32)] + [32 + 31 - ((lane + 5) & 31) for lane in range(32)]
    assert got.tolist() == want


@pytest.mark.parametrize(
    ("t", "lo", "hi", "step"),
    [
        (u32, 2**32 - 3, 2**32 - 1, 1),
        (u32, 2**32 - 1, 2**32 - 4, -2),
        (u32, 5, 2**32 - 1, 2**31),
        (u32, 0, 10, 2**40),
        (i32, -(2**31), -(2**31) + 3, 2),
        (i32, 2**31 - 2, 2**31 - 1, 5),
        (i32, -(2**31) + 1, -(2**31), -7),
        (i32, 2**31 - 1, -(2**31), -(2**30)),
        (u8, 250, 255, 4),
        (u8, 9, 3, -1),
        (u8, 3, 9, -1),
    ],
)
def test_rule_5_3_trip_counts_at_the_limits_of_a_type(
    session: Session, gpu: str, t: type, lo: int, hi: int, step: int
) -> None:
    b = Builder("range", workgroup=1, domain=1)
    bounds, out = b.input("bounds", t), b.output("out", u32)
    n = b.let("n", b.const(u32, 0))
    with b.for_(bounds[0], bounds[1], step) as k:
        out[n + 1] = b.cast(u32, k) if t is not u32 else k
        k.set(0)  # changes nothing about the iteration
        n.set(n + 1)
    out[0] = n
    inputs = [np.array([lo, hi], t.numpy_name)]  # type: ignore[attr-defined]  # a DType
    (got,) = session.dispatch(b.build(), inputs, out=[np.zeros(8, np.uint32)], backend=gpu)
    want = [k & 0xFFFFFFFF for k in range(lo, hi, step)]
    assert got.tolist() == ([len(want), *want] + [0] * 8)[:8]


def test_break_continue_and_return_in_nested_loops(session: Session, gpu: str) -> None:
    b = Builder("jumps", workgroup=32, domain=32)
    out = b.output("out", u32)
    i = b.global_id()
    total = b.let("total", b.const(u32, 0))
    with b.for_(b.const(u32, 0), 8) as x:
        with b.if_(x == 3):
            b.continue_()
        y = b.let("y", b.const(u32, 0))
        with b.while_(lambda: y < 10):
            y.set(y + 1)
            with b.if_(y > i):
                b.break_()
            with b.if_(y == 2):
                b.continue_()
            total.set(total + y)
        with b.if_((x == 6) & (i == 5)):
            b.return_()
        out[i] = total
    (got,) = session.dispatch(b.build(), [], out=[np.zeros(32, np.uint32)], backend=gpu)
    want = []
    for i_ in range(32):
        once = sum(y for y in range(1, min(10, i_) + 1) if y != 2)
        want.append(once * (5 if i_ == 5 else 7))
    assert got.tolist() == want


# -- atomics: rule 6.1 -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("shared", [False, True])
def test_atomics_on_both_memories(session: Session, gpu: str, shared: bool) -> None:
    for t in (u32, i32):
        b = Builder("atomics", workgroup=64, domain=64)
        cells, out, old = b.inout("cells", t), b.output("out", t), b.output("old", t)
        s = b.shared("s", t, 12) if shared else cells
        lane = b.local_id()
        if shared:
            with b.if_(lane < 12):
                s[lane] = cells[lane]
            b.barrier()
        mine = b.cast(t, lane) if t is i32 else lane
        for n, op in enumerate(("add", "sub", "min", "max", "and", "or", "xor", "exchange")):
            was = b.atomic(op, s, n, b.const(t, 3) if op == "exchange" else mine - 20 if op in ("min", "max") else mine)
            if op == "exchange":
                with b.if_(lane == 0):
                    old[1] = was  # either the first value or the 3 of another one
        won = b.atomic_compare_exchange(s, 8, 5, mine + 100)
        with b.if_(won == 5):
            b.atomic_add(s, 9, 1)
        old[0] = b.atomic_add(s, 4096, 1)  # outside: nothing, and gives 0
        b.barrier()
        with b.if_(lane < 12):
            out[lane] = s[lane]
        start = np.array([1, 1, 500, -500, 0x7F, 0, 0, 9, 5, 0, 0, 0], np.int64).astype(t.numpy_name)
        inputs = [start.copy()]
        _, got, old_ = session.dispatch(
            b.build(), inputs, out=[None, np.zeros(12, start.dtype), np.ones(2, start.dtype)], backend=gpu
        )
        values = [k - 20 for k in range(64)]
        if t is u32:
            values = [v & 0xFFFFFFFF for v in values]
        expected = [
            1 + 2016,
            1 - 2016,
            min([500, *values]),
            max([*values, -500 if t is i32 else 2**32 - 500]),
            0,
            63,
            0,
            3,
        ]
        assert got[:8].tolist() == [v & 0xFFFFFFFF if t is u32 else v for v in expected]
        assert 100 <= int(got[8]) < 164
        assert got[9] == 1  # strong: exactly one of them
        assert old_[0] == 0
        assert int(old_[1]) in (3, 9)


# -- limits: rule 4.7 ------------------------------------------------------------------------------------------


def test_D18_workgroup_memory_up_to_the_limit(session: Session, gpu: str) -> None:
    limit = session.engine(gpu).profile.max_shared_bytes
    assert limit is not None

    def program(nbytes: int, odd: int = 0) -> Program:
        b = Builder("limit", workgroup=64, domain="out")
        s, out = b.shared("s", u32, nbytes // 4), b.output("out", u32)
        if odd:
            b.shared("t", u8, odd)
        lane = b.local_id()
        with b.for_(lane, b.const(u32, nbytes // 4), 64) as k:
            s[k] = k
        b.barrier()
        total = b.let("total", b.const(u32, 0))
        with b.for_(lane, b.const(u32, nbytes // 4), 64) as k:
            total.set(total + s[k])
        out[b.global_id()] = total
        return b.build()

    for nbytes in sorted({min(n, limit) for n in (49148, 49152, 49156, limit)}):
        if nbytes > 1 << 19:
            continue  # the clearing of megabytes by 64 invocations takes its time, and shows no more
        (got,) = session.dispatch(program(nbytes), [], out=[np.zeros(64, np.uint32)], backend=gpu)
        assert got.tolist() == [sum(range(lane, nbytes // 4, 64)) & 0xFFFFFFFF for lane in range(64)]
    for nbytes, odd in ((limit + 4, 0), (limit, 1)):
        with pytest.raises(
            UnsupportedFeature, match=f"asked.*{nbytes + odd}.*allowed.*{limit}|{nbytes + odd}"
        ) as caught:
            session.dispatch(program(nbytes, odd), [], out=[np.zeros(64, np.uint32)], backend=gpu)
        assert caught.value.fix


def test_D19_more_than_65535_workgroups(session: Session, gpu: str) -> None:
    b = Builder("many", workgroup=64, domain="out")
    out, ids = b.output("out", u32), b.output("ids", u32)
    i = b.global_id()
    with b.if_(i < out.size):
        out[i] = i * 2654435761
        with b.if_(b.local_id() == 0):
            ids[b.group_id()] = b.num_groups() ^ b.group_id()
    n = 4_194_305
    got, ids_ = session.dispatch(b.build(), [], out=[np.zeros(n, np.uint32), np.zeros(65537, np.uint32)], backend=gpu)
    with np.errstate(over="ignore"):
        assert (got == np.arange(n, dtype=np.uint32) * np.uint32(2654435761)).all()
    assert (ids_ == (np.arange(65537, dtype=np.uint32) ^ np.uint32(65537))).all()


@pytest.mark.parametrize("count", [8, 9, 12, 31])
def test_D20_many_buffers(session: Session, gpu: str, count: int) -> None:
    b = Builder("wide", domain="o")
    inputs = [b.input(f"x{k}", u32) for k in range(count)]
    o = b.output("o", u32)
    i = b.global_id()
    with b.if_(i < o.size):
        total = b.let("total", b.const(u32, 0))
        for k, x in enumerate(inputs):
            total.set(total + x[i] * (k + 1))
        o[i] = total
    limit = session.engine(gpu).profile.max_storage_buffers
    if limit is not None and count + 1 > limit:
        pytest.skip(f"this device binds {limit} buffers")
    data = np.arange(100, dtype=np.uint32)
    (got,) = session.dispatch(b.build(), [data] * count, out=[np.zeros(100, np.uint32)], backend=gpu)
    assert got.tolist() == [i * count * (count + 1) // 2 for i in range(100)]


def test_D27_a_program_of_500_terms(session: Session, gpu: str) -> None:
    b = Builder("chain", domain="x")
    x, out = b.input("x", u32), b.output("out", u32)
    i = b.global_id()
    with b.if_(i < x.size):
        total = x[i]
        for k in range(500):
            total = (total + k) ^ x[i]
        out[i] = total
    data = np.arange(70, dtype=np.uint32) * np.uint32(2654435)
    (got,) = session.dispatch(b.build(), [data], out=[np.zeros(70, np.uint32)], backend=gpu)
    want = data.copy()
    for k in range(500):
        want = (want + np.uint32(k)) ^ data
    assert (got == want).all()


def test_nesting_at_the_limit(session: Session, gpu: str) -> None:
    b = Builder("deep", workgroup=1, domain=1)
    x, out = b.input("x", u32), b.output("out", u32)
    depth = 64

    def nest(level: int) -> None:
        if level == depth:
            out[0] = x[0] + level
            return
        with b.if_(x[0] > level):
            nest(level + 1)

    nest(0)
    (got,) = session.dispatch(b.build(), [words(64)], out=[np.zeros(1, np.uint32)], backend=gpu)
    assert got.tolist() == [128]


# -- names: no user's name reaches a target -------------------------------------------------------------------

_NAMES = (
    "storage type gid lid out if float kernel new __local main array var fn true sizeof switch texture _ __x größe "
    "x_1 x__1 a_b a_b_ gr_e vyre_main params bytes global local group barrier uint"
).split()


def test_D10_any_identifier_is_a_name(session: Session, gpu: str) -> None:
    from vyre.ir.builder import BufferVar

    b = Builder("kernel", workgroup=32, domain=32)
    arrays: list[BufferVar] = [b.input(name, u32) for name in _NAMES[:20]]
    out = b.output("in", u32)
    i = b.global_id()
    for n, (array, name) in enumerate(zip(arrays, reversed(_NAMES), strict=False)):
        kept = b.let(name, array[i])
        with b.for_(b.const(u32, 0), 2, name=name) as k:
            out[i * 20 + n] = kept + k
    data = [np.arange(32, dtype=np.uint32) + n for n in range(20)]
    (got,) = session.dispatch(b.build(), data, out=[np.zeros(640, np.uint32)], backend=gpu)
    assert got.tolist() == [i + n + 1 for i in range(32) for n in range(20)]
