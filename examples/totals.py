"""Totals per row with subgroups: 32 invocations add up a row's part in one step, and an assertion guards the input."""

import numpy as np

import vyre as vy

LANES = 32


@vy.kernel(workgroup=64, domain=lambda rows: rows.shape[0] * LANES)
def totals(rows: vy.In[vy.u32], sums: vy.Out[vy.u32]):
    row = vy.global_id() // LANES
    lane = vy.subgroup_lane()
    mine = vy.u32(0)
    for k in range((rows.shape[1] + LANES - 1) // LANES):
        value = rows[row, k * LANES + lane]  # 0 past the end
        assert value < 1_000_000, "no row holds more than that"
        mine += value
    total = vy.subgroup_sum(mine)  # every invocation takes part, also those past the last row
    if lane == 0:
        sums[row] = total


def main() -> None:
    rows = np.random.default_rng(3).integers(0, 1000, (300, 77)).astype(np.uint32)
    found = totals(rows, shapes={"sums": 300}, backend="cpu")
    assert found.tolist() == rows.sum(axis=1).tolist()
    print(f"{len(found)} rows, the largest total is {found.max()}")
    rows[123, 45] = 2_000_000
    try:
        totals(rows, shapes={"sums": 300}, backend="cpu")
        raise SystemExit("the assertion did not hold the bad row up")
    except vy.Trapped as stopped:
        print(f"stopped as it should, in row {stopped.invocation // LANES}: {stopped.message}")


if __name__ == "__main__":
    main()
