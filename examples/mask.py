"""A first kernel: xor two arrays, on every backend here, and compare each with the reference, byte for byte."""

import numpy as np

import vyre as vy


@vy.kernel
def mask(a: vy.In[vy.u32], key: vy.In[vy.u32], out: vy.Out[vy.u32]):
    i = vy.global_id()
    if i < out.size:
        out[i] = a[i] ^ key[i]


def main() -> None:
    a = np.arange(100_000, dtype=np.uint32)
    out = mask(a, a[::-1].copy())  # the best backend here; Out parameters are left out and come back
    assert np.array_equal(out, a ^ a[::-1])
    print(out[:5], "on", vy.session().last_receipt().backend)

    report = mask.check(a, a[::-1].copy())  # the same call everywhere
    print(report)
    assert report.ok


if __name__ == "__main__":
    main()
