"""Ten kernels as users of other kernel languages port them: the same bytes as NumPy in the same order, on every backend.

No tolerance is needed: arithmetic and square roots of floats are exact, and each sum has one order.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

import vyre as vy
from tests.conftest import COMPUTING
from tests.handed.support import lacks, needs
from tests.ported import expected, grids, particles
from vyre.run.session import Session

Array = np.ndarray[Any, Any]


@dataclass(frozen=True, slots=True)
class Port:
    """``run(**keywords)`` gives what ``want`` holds. ``calls``: kernels with the arguments of one call each."""

    run: Callable[..., Sequence[Any]]
    want: Sequence[Array]
    calls: Sequence[tuple[vy.Kernel, Sequence[Any], dict[str, Any]]]


def _rng() -> np.random.Generator:
    return np.random.default_rng(20)


def n_body() -> Port:
    p, v = _rng().random((150, 3), np.float32), _rng().random((150, 3), np.float32)  # the last tile is not full
    return Port(
        lambda **k: [particles.body_force(p, v.copy(), 0.01, **k)],
        [expected.body_force(p, v, 0.01)],
        [(particles.body_force, (p, v, 0.01), {})],
    )


def sph_density() -> Port:
    side = 10
    x, first = expected.cells(_rng().random((300, 3), np.float32) * np.float32(0.4), side)
    given = (x, first, side, 0.5)
    return Port(
        lambda **k: [particles.density(*given, out=np.empty(len(x), np.float32), **k)],
        [expected.density(*given)],
        [(particles.density, given, {"shapes": {"rho": (len(x),)}})],
    )


def tiled_matmul() -> Port:
    a, b = _rng().random((37, 50), np.float32), _rng().random((50, 21), np.float32)
    return Port(lambda **k: [grids.matmul(a, b, **k)], [expected.matmul(a, b)], [(grids.matmul, (a, b), {})])


def convolution() -> Port:
    image, mask = _rng().random((33, 47), np.float32), _rng().random((5, 3), np.float32)
    return Port(
        lambda **k: [grids.convolve(image, mask, **k)],
        [expected.convolve(image, mask)],
        [(grids.convolve, (image, mask), {})],
    )


def histogram_equalisation() -> Port:
    image = (_rng().random((61, 83)) ** 2 * 200 + 20).astype(np.uint8)
    bins = np.bincount(image.ravel(), minlength=grids.BINS).astype(np.uint32)
    table = np.arange(grids.BINS, dtype=np.uint8)[::-1].copy()
    return Port(
        lambda **k: [grids.equalise(image.copy(), **k)],
        [expected.equalise(image)],
        [
            (grids.count, (image,), {}),
            (grids.levels, (bins, image.size), {}),
            (grids.look_up, (table, image), {}),
        ],
    )


def bitonic_sort() -> Port:
    values = _rng().integers(-(2**31), 2**31, 2048, np.int32)
    return Port(
        lambda **k: [grids.sort(values.copy(), **k)],
        [np.sort(values)],
        [(grids.bitonic_block, (values,), {}), (grids.bitonic_step, (values, 4, 16), {})],
    )


def prefix_sum() -> Port:
    data = _rng().integers(-(2**31), 2**31, 3000, np.int32)  # sums wrap
    shapes = {"out": data.shape, "sums": (6,)}
    return Port(
        lambda **k: [grids.scan(data, **k)],
        [expected.scan(data)],
        [
            (grids.scan_block, (data,), {"grid": 6, "shapes": shapes}),
            (grids.add_sums, (data, data[:6].copy()), {}),
        ],
    )


def k_means_step() -> Port:
    points = _rng().random((700, particles.DIM), np.float32)
    centroids = points[:6].copy()
    sums, counts = np.zeros(centroids.shape, np.int32), np.zeros(6, np.int32)
    shapes = {"labels": (len(points),)}

    def run(**keywords: Any) -> Sequence[Any]:
        added, counted = sums.copy(), counts.copy()
        labels = particles.assign(points, centroids, added, counted, shapes=shapes, **keywords)
        return labels, particles.update(added, counted, **keywords)

    filled = (_rng().integers(-1000, 1000, centroids.shape, np.int32), np.arange(6, dtype=np.int32))
    return Port(
        run,
        expected.k_means(points, centroids),
        [
            (particles.assign, (points, centroids, sums, counts), {"shapes": shapes}),
            (particles.update, filled, {}),
        ],
    )


def ray_sphere() -> Port:
    spheres = np.array([[0, 0, -3, 1], [1, 0, -4, 1], [-1.5, 0.5, -5, 1.2], [0, 0, 9, 1]], np.float32)
    shape = (40, 52)
    want = expected.render(spheres, shape)
    assert 0 < np.count_nonzero(want) < want.size
    shapes = {"shapes": {"image": shape}}
    return Port(
        lambda **k: [particles.render(spheres, **shapes, **k)], [want], [(particles.render, (spheres,), shapes)]
    )


def levenshtein() -> Port:
    a = bytes(_rng().integers(97, 101, 90, np.uint8))
    b = a[:30] + b"xyz" + a[33:70] + bytes(_rng().integers(97, 101, 60, np.uint8))
    texts = [(a, b), (b, a), (a, a), (a, b""), (b"", a), (b"", b"")]

    def arrays(pair: tuple[bytes, bytes]) -> list[Array]:
        return [np.frombuffer(text, np.uint8) for text in pair]

    return Port(
        lambda **k: [grids.distance(*arrays(pair), **k) for pair in texts],
        [np.array([expected.distance(*pair)], np.int32) for pair in texts],
        [(grids.distance, arrays((a[:20], b[:17])), {})],
    )


PORTS = [
    n_body, sph_density, tiled_matmul, convolution, histogram_equalisation, bitonic_sort, prefix_sum, k_means_step,
    ray_sphere, levenshtein,
]  # fmt: skip


@pytest.mark.parametrize("port", PORTS, ids=lambda port: port.__name__)
def test_a_ported_kernel_gives_the_bytes_of_numpy(session: Session, port: Callable[[], Port], device: str) -> None:
    made = port()
    for kernel, _, _ in made.calls:
        needs(session, device, kernel)
    got = made.run(backend=device)
    for mine, want in zip(got, made.want, strict=True):
        assert (mine.dtype, mine.shape) == (want.dtype, want.shape)
        assert mine.tobytes() == want.tobytes()


@pytest.mark.parametrize("port", PORTS, ids=lambda port: port.__name__)
def test_check_finds_a_ported_kernel_the_same_everywhere(session: Session, port: Callable[[], Port]) -> None:
    for kernel, given, keywords in port().calls:
        before = [np.copy(value) for value in given]
        here = [d.id for d in vy.devices() if d.available and d.id in COMPUTING]
        able = [device for device in here if lacks(session, device, kernel) is None]
        report = kernel.check(*given, backends=able, groups="all", **keywords)
        assert report.ok, str(report)
        assert sorted(row.backend for row in report.rows if row.status == "equal") == sorted(able)
        assert all(np.array_equal(a, b) for a, b in zip(given, before, strict=True))
