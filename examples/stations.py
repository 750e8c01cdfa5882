"""Lowest, highest and mean temperature of each weather station: outputs that start elsewhere than at zero, and atomics."""

import numpy as np

import vyre as vy

STATIONS = 400


@vy.kernel(init={"low": 2**31 - 1, "high": -(2**31)})
def summary(
    station: vy.In[vy.u32],
    tenths: vy.In[vy.i32],
    low: vy.Out[vy.i32, STATIONS],
    high: vy.Out[vy.i32, STATIONS],
    total: vy.Out[vy.i32, STATIONS],
    count: vy.Out[vy.u32, STATIONS],
):
    for i in vy.grid_stride(station.size):  # so few invocations are enough, and any number is right
        vy.atomic_min(low, station[i], tenths[i])
        vy.atomic_max(high, station[i], tenths[i])
        vy.atomic_add(total, station[i], tenths[i])
        vy.atomic_add(count, station[i], 1)


def main() -> None:
    rng = np.random.default_rng(10)
    station = rng.integers(0, STATIONS, 500_000).astype(np.uint32)
    tenths = (rng.normal(0, 100, station.size) + station % 40 * 10 - 50).astype(np.int32)
    low, high, total, count = summary(station, tenths, grid=64)

    order = np.argsort(station, kind="stable")
    groups = np.split(tenths[order], np.cumsum(np.bincount(station, minlength=STATIONS))[:-1])
    assert low.tolist() == [g.min() for g in groups]
    assert high.tolist() == [g.max() for g in groups]
    assert total.tolist() == [g.sum() for g in groups]
    assert count.tolist() == [g.size for g in groups]
    for n in np.argsort(-total / count)[:3]:
        print(f"station {n}: {low[n] / 10:.1f} to {high[n] / 10:.1f}, mean {total[n] / count[n] / 10:.2f}")


if __name__ == "__main__":
    main()
