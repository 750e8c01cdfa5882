"""The same xor through 1, 3 and 12 arrays, for the cost of a call."""

import vyre as vy


@vy.kernel
def xor1(x: vy.InOut[vy.u32]) -> None:
    i = vy.global_id()
    x[i] = x[i] ^ 0x5A5A5A5A


@vy.kernel
def xor3(a: vy.In[vy.u32], b: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    out[i] = a[i] ^ b[i]


@vy.kernel
def xor12(
    a: vy.In[vy.u32],
    b: vy.In[vy.u32],
    c: vy.In[vy.u32],
    d: vy.In[vy.u32],
    e: vy.In[vy.u32],
    f: vy.In[vy.u32],
    g: vy.In[vy.u32],
    h: vy.In[vy.u32],
    p: vy.In[vy.u32],
    q: vy.In[vy.u32],
    r: vy.In[vy.u32],
    out: vy.Out[vy.u32],
) -> None:
    i = vy.global_id()
    out[i] = a[i] ^ b[i] ^ c[i] ^ d[i] ^ e[i] ^ f[i] ^ g[i] ^ h[i] ^ p[i] ^ q[i] ^ r[i]
