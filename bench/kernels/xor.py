"""``out = a ^ b``."""

import vyre as vy


@vy.kernel
def xor(a: vy.In[vy.u32], b: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    if i < out.size:
        out[i] = a[i] ^ b[i]
