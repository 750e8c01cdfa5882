"""A 16-state automaton over a text cut into chunks, one invocation a chunk: each step waits for the one before."""

import vyre as vy

CHUNK = 65536
ACCEPT = 12


@vy.kernel(workgroup=64)
def dfa(text: vy.In[vy.u8], table: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
    chunk = vy.global_id()
    state = vy.u32(0)
    hits = vy.u32(0)
    for k in range(CHUNK):
        state = table[state * 256 + vy.u32(text[chunk * CHUNK + k])]
        if state >= ACCEPT:
            hits += 1
    if chunk < out.size:
        out[chunk] = hits * 16 + state
