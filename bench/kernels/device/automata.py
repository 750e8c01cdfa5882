"""A 256-state automaton over a text cut into chunks; its table of 64 KiB lies in workgroup memory."""

import vyre as vy

CHUNK = 4096  # bytes
WORDS = 16  # of the text that an invocation has under way


@vy.kernel(workgroup=512)
def dfa(text: vy.In[vy.u32], table: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
    """``text`` and ``table`` in words of four bytes; ``out``: the last state of each chunk."""
    states = vy.shared(vy.u8, 65536)
    me = vy.local_id()
    for k in range(32):
        word = table[k * 512 + me]
        for byte in vy.static_range(4):
            states[4 * (k * 512 + me) + byte] = vy.u8((word >> (8 * byte)) & 255)
    vy.barrier()
    chunk = vy.global_id()
    if chunk < out.size:
        state = vy.u32(0)
        ahead = vy.private(vy.u32, WORDS)
        now = vy.private(vy.u32, WORDS)
        first = chunk * (CHUNK // 4)
        for k in vy.static_range(WORDS):
            ahead[k] = text[first + k]
        for n in range(1, CHUNK // (4 * WORDS) + 1):
            for k in vy.static_range(WORDS):
                now[k] = ahead[k]
            if n < CHUNK // (4 * WORDS):
                for k in vy.static_range(WORDS):
                    ahead[k] = text[first + n * WORDS + k]
            for k in vy.static_range(WORDS):
                for byte in vy.static_range(4):
                    state = vy.u32(states[(state << 8) | ((now[k] >> (8 * byte)) & 255)])
        out[chunk] = state
