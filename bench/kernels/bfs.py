"""One step of a breadth-first search: the neighbours of a level that no level has reached yet get the next one.

The graph is in compressed rows: the edges of v go to ``to[first[v]] … to[first[v + 1] - 1]``.
"""

import vyre as vy

UNREACHED = 0xFFFFFFFF


@vy.kernel(domain="level")
def bfs(depth: vy.u32, first: vy.In[vy.u32], to: vy.In[vy.u32], level: vy.In[vy.u32], found: vy.InOut[vy.u32]) -> None:
    """``found``: a copy of ``level`` that is brought up to date."""
    v = vy.global_id()
    if v < level.size and level[v] == depth:
        for e in range(first[v], first[v + 1]):
            w = to[e]
            if level[w] == UNREACHED:
                vy.atomic_min(found, w, depth + 1)
