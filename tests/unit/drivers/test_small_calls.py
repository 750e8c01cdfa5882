"""Small launches over the host: where arrays lie, what waits for the next call, and on CUDA which driver calls are made."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import vyre as vy
from vyre.drivers.polling import Poll
from vyre.drivers.small import Places, Spares, is_short
from vyre.run.session import Session

from .fake_cuda import CUresult, Fake, fake_cuda

A = np.arange(1, 301, dtype=np.uint32)


@vy.kernel
def mix(a: vy.In[vy.u32], n: vy.u32, out: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    if i < out.size:
        out[i] = a[i] + n


@vy.kernel
def bump(x: vy.InOut[vy.u32]) -> None:
    i = vy.global_id()
    x[i] = x[i] + 1


@vy.kernel
def some(a: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    if a[i] > 100:
        out[i] = a[i]


@pytest.fixture
def cuda() -> Iterator[tuple[Fake, Session]]:
    with fake_cuda() as (fake, registry), Session("cuda", registry=registry) as session:
        yield fake, session


def test_a_small_call_on_cuda_is_a_launch_and_a_wait(cuda: tuple[Fake, Session]) -> None:
    fake, session = cuda
    assert session.dispatch(mix.program, [A, 1])[0].tolist() == (A + 1).tolist()
    fake.clear()
    assert session.dispatch(mix.program, [A, 2])[0].tolist() == (A + 2).tolist()
    assert fake.names() == ["cuLaunchKernel", "cuStreamSynchronize"]
    bound = session.compile(bump.program).bind([A], out=[A.copy()])
    bound()
    fake.clear()
    assert bound()[0].tolist() == (A + 2).tolist()
    assert fake.names() == ["cuLaunchKernel", "cuStreamSynchronize"]


def test_an_output_that_is_not_wholly_stored_begins_as_zeros(cuda: tuple[Fake, Session]) -> None:
    _, session = cuda
    wanted = np.where(A > 100, A, 0).tolist()
    pipeline = session.compile(some.program)
    for _ in range(2):
        assert session.dispatch(some.program, [A])[0].tolist() == wanted
        out = np.full(300, 7, np.uint32)
        assert pipeline([A], out=[out])[0] is out
        assert out.tolist() == wanted


def test_a_bound_small_call_on_cuda_uses_what_its_arrays_hold_now(cuda: tuple[Fake, Session]) -> None:
    fake, session = cuda
    a, out = A.copy(), np.zeros_like(A)
    bound = session.compile(mix.program).bind([a, 5], out=[out])
    bound()
    a += 1
    fake.clear()
    assert bound()[0] is out
    assert out.tolist() == (A + 6).tolist()
    assert fake.names() == ["cuLaunchKernel", "cuStreamSynchronize"]
    receipt = session.last_receipt()
    assert receipt is not None
    assert receipt.timing.wall is not None
    assert "not asked for" in str(receipt.timing.why_no_device)


def test_a_device_that_is_lost_in_a_small_call_names_it(cuda: tuple[Fake, Session]) -> None:
    fake, session = cuda
    session.dispatch(mix.program, [A, 1])
    fake.fault = CUresult.CUDA_ERROR_ILLEGAL_ADDRESS
    for _ in range(2):
        with pytest.raises(vy.DeviceLost) as caught:
            session.dispatch(mix.program, [A, 1])
        assert caught.value.code == "R824"
        assert "dispatch #2 ('mix')" in caught.value.message


def test_a_device_is_closed_after_the_small_call_that_is_in_it(cuda: tuple[Fake, Session]) -> None:
    fake, session = cuda
    session.dispatch(mix.program, [A, 1])
    backend, launched = fake.backend, fake.launched
    closing = threading.Thread(target=backend.close)

    def launch_while_it_is_closed(*arguments: Any) -> Any:
        closing.start()
        while not backend._closed:
            pass
        return launched(*arguments)

    fake.launched = launch_while_it_is_closed  # type: ignore[assignment]  # of this fake alone
    fake.clear()
    assert session.dispatch(mix.program, [A, 2])[0].tolist() == (A + 2).tolist()
    closing.join()
    assert fake.names()[:2] == ["cuLaunchKernel", "cuStreamSynchronize"]
    assert "cuStreamDestroy" in fake.names()[2:]
    with pytest.raises(vy.VyreError) as caught:
        session.dispatch(mix.program, [A, 3])
    assert caught.value.code == "A640"


@pytest.mark.parametrize(
    ("loops", "short"),
    [
        ("for k in range(256):\n        v += k", True),
        ("for k in range(257):\n        v += k", False),
        ("for k in range(300, 44, -2):\n        v += k", True),
        ("for k in range(10, 3):\n        v += k", True),
        ("for k in range(15):\n        for j in range(16):\n            v += k", True),  # 15 + 240 turns
        ("for k in range(16):\n        for j in range(16):\n            v += k", False),
        ("for k in range(200):\n        v += k\n    for k in range(57):\n        v += k", False),
        ("if v > 3:\n        for k in range(16):\n            v += k\n    for k in range(240):\n        v += k", True),
        ("for k in range(-9223372036854775808, 9223372036854775807):\n        v += 1", False),
        ("for k in range(a[i]):\n        v += 1", False),
        ("while v < 100:\n        v += 1", False),
        ("v += 1", True),
    ],
)
def test_only_programs_with_few_turns_of_loops_are_short(loops: str, short: bool) -> None:
    head = "@vy.kernel\ndef k(a: vy.In[vy.u32], out: vy.Out[vy.u32]):\n    i = vy.global_id()\n    v = vy.u32(i)\n    "
    made = vy.kernel_from_source(head + loops + "\n    out[i] = v\n")
    assert is_short(made.program) is short


def test_arrays_lie_side_by_side_and_those_that_are_sent_come_first() -> None:
    b = vy.Builder("four")
    first, _, second = b.input("a", vy.u32), b.output("blank", vy.u32), b.input("b", vy.u8)
    rest = b.inout("x", vy.u32)
    rest[b.global_id()] = first[b.global_id()] + b.cast(vy.u32, second[b.global_id()])
    plan: Any = Session("reference").prepare(b.build()).plan
    names = [plan.program.program.buffers[slot.buffer].name for slot in plan.slots]
    found = Places.of(plan, [300, 260, 10, 1000], frozenset({names.index("blank")}))

    def where(places: Any) -> list[tuple[str, int, int]]:
        return [(names[p.slot], p.at, p.nbytes) for p in places]

    assert where(found.read) == [("a", 0, 300), ("b", 512, 10)]
    assert where(found.sent) == [("x", 0, 1000)]
    assert where(found.written) == [("x", 0, 1000), ("blank", 1024, 260)]
    assert (found.read_bytes, found.sent_bytes, found.written_bytes) == (768, 1024, 1536)


def test_what_waits_for_a_call_is_bounded_and_that_of_the_first_launches_goes_first() -> None:
    spares = Spares()
    first, second, third = (spares.of_a_launch(1 << 24) for _ in range(3))
    second.append("memory")
    spares.make_room()
    assert second == ["memory"]
    first.append("memory")
    third.append("memory")
    spares.make_room()
    assert (len(first), len(second), len(third)) == (0, 1, 1)
    del second  # a launch that is gone keeps nothing
    first.append("memory")
    spares.make_room()
    assert (len(first), len(third)) == (1, 1)
    spares.clear()
    assert (len(first), len(third)) == (0, 0)


def test_the_poll_blocks_while_all_that_runs_is_short() -> None:
    asked = list[bool]()
    poll = Poll(asked.append, clock=lambda: 0, sleep=lambda _: None)
    poll.brief = True
    poll.once(block=False)
    poll.once(block=True)
    poll.brief = False
    poll.once(block=True)
    assert asked == [False, True, False]


def test_threads_that_make_small_calls_get_their_own_results(session: Session, device: str) -> None:
    wrong = list[tuple[int, int]]()

    def many(seed: int) -> None:
        a = np.arange(seed, seed + 500, dtype=np.uint32)
        for n in range(40):
            if not np.array_equal(mix(a, n, backend=device), a + np.uint32(n)):
                wrong.append((seed, n))

    threads = [threading.Thread(target=many, args=(1000 * k,)) for k in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
