"""Programs that use every node, role and field, and programs of any size."""

from __future__ import annotations

from vyre.dtypes import bool_, f32, f64, i16, i32, i64, u8, u32, u64
from vyre.ir.builder import Builder
from vyre.ir.program import Field, Hints, Program, Record


def everything(name: str = "all", rename: str = "") -> Program:
    """One program with every node, every role and every optional field. ``rename`` is added to every name."""
    r = rename
    b = Builder(name + r, workgroup=(2, 32), domain=f"out{r}")
    out = b.output(f"out{r}", u32, rank=2, live_out=True, output_range=(4, 8))
    a = b.input(f"a{r}", f32, hints=Hints(coalesce_axis=0, alignment=16, locality="stream"))
    n = b.uniform(f"n{r}", i64)
    tile = b.shared(f"if{r}", i32, (4, 8))
    words = b.inout(f"words{r}", u32, rank=None)
    b.persistent(f"kept{r}", u64, count=7, hints=Hints(locality="reuse"))
    b.input(f"bytes_{r}", u8, shape=(2, 0, 3))
    x = b.let(f"x{r}", b.global_id())
    y = b.let(f"y{r}", 0.1, f64)
    with b.if_(x < out.size):
        out.flat[x] = b.cast(u32, n)
        tile[1, x] = -3
    with b.else_(), b.for_(5, 0, -2, name=f"k{r}") as k:
        out[k, out.shape[1]] = 3
        with b.if_(k == 3):
            b.continue_()
        y.set(y + b.cast(f64, a[k]))
    with b.while_(lambda: x > 1):
        x.set(x // 2)
        b.atomic_compare_exchange(words.flat, x, 2, 3)
        b.atomic_add(words.flat, 0, x)
        with b.if_(b.const(bool_, True)):
            b.break_()
    b.barrier()
    own = b.private(f"own{r}", i16, (2, 3))
    table = b.table(f"table{r}", u8, 4, b"\x01\x02\x03\xff")
    inner = (Field("in.m", u8, 7, (2, 3)), Field("in.c", u8, 13))
    records = b.inout(f"records{r}", Record(23, (Field("w", f32, 3), Field("h", i16, 0), *inner)))
    b.store(records, x, b.load(records, b.subgroup_lane(), field="w"), field="w")
    b.store(records, (x, 1, x), b.load(records, (0, x, 2), field="in.m"), field="in.m")
    own[1, x] = b.load(records, 0, field="h")
    b.clear(own)
    x.set(b.subgroup_shuffle(x, 3) + b.subgroup_ballot(x == 1) + b.cast(u32, table[x]) + b.subgroup_id())
    with b.if_(x == 9):
        b.trap(x + 1)
    words.flat[0] = b.local_index() + tile.size
    b.return_()
    return b.build()


def chain(terms: int) -> Program:
    """``out[i] = a[i] + a[i] + …``: one flat block."""
    b = Builder("chain")
    a, out = b.input("a", u32), b.output("out", u32)
    i = b.global_id()
    total = a[i]
    for _ in range(terms):
        total = total + i
    out[i] = total
    return b.build()


def flat(statements: int) -> Program:
    """About so many statements of all common sorts, with locals, conditions and loops."""
    b = Builder("flat")
    a, out = b.input("a", u32), b.output("out", u32)
    i = b.global_id()
    x = b.let("x", i)
    for n in range(statements // 25):
        y = b.let("y", n & 255, u32)
        with b.if_(x < out.size):
            x.set(x + a[y & 255])
        with b.else_():
            y.set(y + 1)
        with b.for_(0, 3) as k:
            x.set(x ^ (k + y))
        out[i] = x
    return b.build()


def deep(depth: int) -> Program:
    """Conditions inside conditions."""
    b = Builder("deep")
    out = b.output("out", u32)
    i = b.global_id()

    def level(left: int) -> None:
        if left:
            with b.if_(i < out.size):
                level(left - 1)
        else:
            out[i] = i

    level(depth)
    return b.build()
