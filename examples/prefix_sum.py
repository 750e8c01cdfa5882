"""An exclusive prefix sum, the tool behind sorting and filtering: by one workgroup, or here by many with a level more."""

import numpy as np

import vyre as vy

SPAN = 1 << 14  # numbers of a workgroup at the first level


@vy.kernel(workgroup=256)
def scan(numbers: vy.In[vy.u32], span: vy.u32, sums: vy.Out[vy.u32], totals: vy.Out[vy.u32]):
    """Sums within each span of numbers, a workgroup a span, and the total of each."""
    me, each = vy.local_id(), vy.ceil_div(span, 256)
    end = min(vy.group_id() * span + span, numbers.size)
    first = min(vy.group_id() * span + me * each, end)
    mine = vy.shared(vy.u32, 256)
    for i in range(first, min(first + each, end)):
        mine[me] += numbers.flat[i]
    vy.barrier()
    before = vy.u32(0)
    for k in range(me):
        before += mine[k]
    if me == 255:
        totals[vy.group_id()] = before + mine[me]
    for i in range(first, min(first + each, end)):
        sums.flat[i] = before
        before += numbers.flat[i]


@vy.kernel
def add(sums: vy.In[vy.u32], before: vy.In[vy.u32], span: vy.u32, out: vy.Out[vy.u32]):
    i = vy.global_id()
    if i < out.size:
        out[i] = sums[i] + before[i // span]


def main() -> None:
    numbers = np.random.default_rng(1).integers(0, 1000, 1_000_000).astype(np.uint32)
    spans = -(-numbers.size // SPAN)
    sums, totals = scan(numbers, SPAN, grid=spans, shapes={"totals": spans})
    before, _ = scan(totals, spans, grid=1, shapes={"totals": 1})
    sums = add(sums, before, SPAN)
    right = np.cumsum(numbers, dtype=np.uint32) - numbers
    assert np.array_equal(sums, right)
    print(f"the last of {sums.size} sums is {sums[-1]}, {spans} workgroups")


if __name__ == "__main__":
    main()
