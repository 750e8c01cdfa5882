"""The grammar of generated programs: valid, always ending, race-free by construction, and full of corners.

Every computed value is folded into an accumulator that is stored, so a wrong value anywhere is a wrong byte.
What keeps a program race-free:

* An output belongs element by element to invocations: its ``own`` index is one injective function of the global
  id, fixed per buffer, and all accesses to the buffer use it.
* A shared array has one mode in each phase (barrier to barrier): *own* (each invocation its own cell), *read*
  (any cell, no store), or *atomic* (one commuting operation). A loop with barriers begins and ends with one.
* A counter takes one commuting atomic operation, and its old value is not used.

What keeps barriers legal: values carry "uniform", and barriers stand only where control flow depends on nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from tests.property.choices import Choices
from tests.property.expressions import COMPARE, Profile
from tests.property.memory import Output, Shared, atomic_types, counter_ops
from tests.property.strata import Strata
from vyre.dtypes import DType, i32, i64, u32, u64
from vyre.errors import Place
from vyre.ir.builder import BufferVar
from vyre.ir.program import Program
from vyre.ir.values import LocalVar, Operand, Val

WORKGROUPS = (1, 3, 8, 17, 32, 64, 100, 256)
DOMAINS = (0, 1, 2, 7, 15, 31, 33, 63, 64, 65, 100, 100, 127, 129, 150, 200, 255, 257, 300, 300)


@dataclass(slots=True)
class Made:
    """A program and the launch that it was made for. ``shapes`` by buffer number."""

    program: Program
    shapes: dict[int, tuple[int, ...]]
    grid: tuple[int, int, int]
    cycles: dict[int, int]  # how an input is filled, where not at random
    while_limit: int | None


class Maker(Strata):
    workgroups: Sequence[int] = WORKGROUPS
    domains: Sequence[int] = DOMAINS

    def __init__(self, c: Choices, profile: Profile, size: int) -> None:
        self.c = c
        self.profile = profile
        self.left = size
        self.wg = c.pick(self.workgroups)
        self.n = c.pick(self.domains)
        self.b = self.builder()
        self.b.place = Place("generated", 1, 0, 1, "generated")
        self.shapes: dict[int, tuple[int, ...]] = {}
        self.pool: list[tuple[Val, bool]] = []  # value, uniform
        self.locals: list[tuple[LocalVar, bool]] = []
        self.inputs: list[BufferVar] = []
        self.tables: dict[DType, tuple[BufferVar, ...]] = {}
        self.cycles: dict[int, int] = {}
        self.outputs: list[Output] = []
        self.atomics: list[Output] = []
        self.counters: list[tuple[BufferVar, int, tuple[str, ...]]] = []
        self.shared: list[Shared] = []
        self.stage: BufferVar | None = None
        self.sweeps = c.integer(1, 3)
        self.equal = c.chance(20)  # all arrays of one size, for the variant that assumes it
        self.plain = c.chance(30)  # only global ids and storage: backends may forget the borders of workgroups
        self.uniform = True  # control here is the same for the whole workgroup
        self.barriers = True  # barriers may stand here
        self.plain_loop = False  # inside of a loop that has no barrier
        self.loops = 0
        self.trips = 1  # product of the largest trip counts around
        self.depth = 0

    # -- the whole ----------------------------------------------------------------------------------
    def make(self) -> Made:
        c, b = self.c, self.b
        self.declare()
        self.declare_rich()
        self.gid = self.lid = b.global_id() if self.plane is None else self.ids()[0]
        self.group = groups = b.num_groups()
        self.pool += [(self.gid, False), (groups, True)]
        if not self.plain:
            self.lid, self.group = (b.local_id(), b.group_id()) if self.plane is None else self.ids()[1:]
            self.pool += [(self.lid, False), (self.group, True)]
        self.pool += [(p.get(), True) for p in self.params]
        if self.stage is not None:
            self.shared.append(Shared(self.stage, self.wg, c.chance(30), self.group * self.wg))
        self.begin()
        guarded = c.chance(70 if self.equal else 35)
        if guarded:  # the usual way to write a kernel; no barrier can stand inside
            with self.divergent(b.if_(self.gid < self.outputs[0].var.size)):
                self.body()
                self.finish()
        else:
            self.body()
            if c.chance(25):
                self.early_return()
            self.straight(2)
            self.finish()
        grid = -(-self.n // self.wg) + (c.integer(1, 2) if self.n and c.chance(15) else 0)
        launch = (grid, 1, 1) if self.plane is None else self.grid
        return Made(b.build(), self.shapes, launch, self.cycles, self.limit)

    def begin(self) -> None:
        self.acc = self.b.let("acc", self.gid)

    def declare(self) -> None:
        c, b, n = self.c, self.b, self.n
        sizes = (n, n, n, n, n + 1, max(0, n - 1), n // 2, 1, 2 * n + 3, 0, 7)
        kinds = self.profile.buffers
        for k in range(c.integer(1, 4)):
            t = c.pick(kinds)
            if c.chance(12):
                self.inputs.append(self.array(b.input(f"in{k}", t, rank=2), (c.integer(0, 9), c.integer(1, 9))))
            elif c.chance(8):
                self.inputs.append(self.array(b.input(f"in{k}", t, rank=None), (3, n // 3)))
            else:
                self.inputs.append(self.array(b.input(f"in{k}", t), (c.pick(sizes),)))
        self.params = [b.uniform("p0", u32)] + ([b.uniform("p1", c.pick(kinds))] if c.chance(50) else [])
        for k in range(1 + c.integer(0, 2)):
            t = u32 if k == 0 else c.pick(kinds)
            declare = b.inout if k and c.chance(40) else b.output
            if k and c.chance(20):
                width = c.integer(1, 9)
                var = self.array(declare(f"out{k}", t, rank=2), (n // width, width))
                # one column more than there is: those elements are dropped, and must not land in the next row
                self.outputs.append(Output(var, partial(self.row_and_column, width + 1)))
            else:
                var = self.array(declare(f"out{k}", t), (n if k == 0 or c.chance(60) else c.pick(sizes),))
                self.outputs.append(Output(var, self.own_index(var, simple=k == 0 and c.chance(70))))
        words = atomic_types(self.profile)
        if c.chance(50):
            var = self.array(b.inout("own", c.pick(words)), (c.pick((n, n, n + 1, max(0, n - 1))),))
            self.atomics.append(Output(var, self.own_index(var, simple=c.chance(50))))
        for k in range(c.integer(0, 3)):
            count = c.pick((1, 2, 5, 8, 64))
            var = self.array((b.inout if c.chance(60) else b.output)(f"count{k}", c.pick(words)), (count,))
            self.counters.append((var, count, c.pick(counter_ops(var.dtype))))
        if self.plain:
            return
        if c.chance(25):
            self.stage = self.array(b.inout("stage", c.pick(kinds)), (n,))
        for k in range(c.pick((0, 1, 1, 1, 2))):
            t = c.pick(words) if c.chance(65) else c.pick(kinds)
            count = self.wg if c.chance(60) else c.pick((1, 5, self.wg + 3, 2 * self.wg, max(1, self.wg // 2)))
            shape = (2, -(-count // 2)) if c.chance(15) else (count,)
            self.shared.append(Shared(b.shared(f"tile{k}", t, shape), count, c.chance(30)))

    def array(self, var: BufferVar, shape: tuple[int, ...]) -> BufferVar:
        if self.equal:
            shape = (self.n, 1) if len(shape) == 2 and var.rank == 2 else (self.n,)
        self.shapes[var.index] = shape
        return var

    def row_and_column(self, width: int) -> tuple[Operand, ...]:
        return self.gid // width, self.gid % width

    def own_index(self, var: BufferVar, *, simple: bool) -> Callable[[], tuple[Operand, ...]]:
        """An injective function of the global id."""
        b = self.b
        ways: list[Callable[[], Operand]] = [
            lambda: self.gid,
            lambda: var.size - 1 - self.gid,  # wraps beyond the size: dropped
            lambda: self.gid ^ 1,
            lambda: self.gid + 3,
            lambda: self.gid * 0x9E3779B1,
            lambda: b.cast(i32, self.gid) - 2,
        ]
        if i64 in self.profile.values:
            ways += [lambda: b.cast(i64, self.gid) - 5, lambda: b.cast(u64, self.gid) * 0x100000001]
        way = ways[0] if simple else self.c.pick(ways)
        return lambda: (way(),)

    def finish(self) -> None:
        b, c = self.b, self.c
        if self.shared and self.barriers and not self.parted:  # what the last phase left
            self.barrier()
            for tile in self.shared:
                self.fold(self.shared_load(tile)[0])
        for out in self.outputs[1:]:
            if c.chance(60):
                with self.maybe_if():
                    self.store(out)
        for local, _ in self.locals:
            self.fold(local.get())
        b.store(self.outputs[0].var, self.outputs[0].own(), self.acc)

    # -- statements -------------------------------------------------------------------------------------
    def body(self) -> None:
        if self.c.chance(60):
            self.sweep()
        while self.left > 0:
            self.item()

    def items(self, most: int) -> None:
        for _ in range(self.c.integer(1, most)):
            if self.left > 0:
                self.item()
        self.straight(1)

    def item(self) -> None:
        self.left -= 1
        self.c.pick(self.kinds())()

    def kinds(self) -> list[Callable[[], None]]:
        """What may stand here, as often as it is to be chosen."""
        c, deep = self.c, self.depth >= 4
        many = (4, 12) if self.trips == 1 else (1, 4)
        kinds: list[Callable[[], None]] = (
            [lambda: self.straight(c.integer(*many))] * 4 + [self.assign] * 2 + [self.output] * 2
        )
        if self.trips == 1 and len(self.tables) < self.sweeps:
            kinds += [self.sweep] * 5
        if not deep:
            kinds += [self.branch] * 3 + [self.loop] * 2
        if self.atomics:
            kinds += [self.own_atomic] * 2
        if self.counters:
            kinds += [self.count] * 2
        if self.shared:
            kinds += [self.touch_shared] * 3
            if self.barriers and not self.parted:
                kinds += [self.round] * 4 + ([self.uniform_loop, self.uniform_branch] * 2 if not deep else [])
        kinds += self.rich_items()
        if self.loops and self.plain_loop:
            kinds += [self.leave] * 2
        if self.uniform and not deep:
            kinds += [self.uniform_branch]
        return kinds

    def straight(self, count: int) -> None:
        for _ in range(count):
            way = self.c.integer(0, 99)
            if way >= 75:
                value = self.load()
            elif way >= 68 and self.floats:
                value = self.chain()
            else:
                value = self.compute()
            self.pool.append(value)
            if self.c.chance(80):
                self.fold(value[0])

    def sweep(self) -> None:
        """Many operations of one type on corner values: every lane has another pair."""
        c, b = self.c, self.b
        left = [t for t in self.profile.buffers if t not in self.tables]
        if not left:
            return
        t = c.pick(left)
        fast, slow = (self.array(b.input(f"{t}{k}", t), (self.n + 2,)) for k in (1, 2))
        self.cycles |= {fast.index: 1, slow.index: 2}
        self.tables[t] = (fast, slow)
        x, y, z = fast[self.gid], slow[self.gid], slow[self.gid + 2]
        if c.chance(50):
            x, y = y, x
        self.pool += [(x, False), (y, False)]
        flag = b.op("lt" if not t.is_bool else "ne", x, z)
        self.fold(x)
        for _ in range(c.integer(8, 16)):
            op = self.operation(t)
            self.fold(self.apply(op, x, y, z, flag))

    def assign(self) -> None:
        """A new local, or a new value for one that is there."""
        c = self.c
        if not self.locals or c.chance(40):
            uniform = self.uniform and c.chance(30)
            first = self.uniform_value() if uniform else self.value(c.pick(self.profile.values))
            self.locals.append((self.b.let("x", first), uniform))
            return
        local, uniform = c.pick(self.locals)
        if not uniform or self.uniform:
            new = self.b.cast(local.dtype, self.uniform_value()) if uniform else self.operand(local.dtype)[0]
            # as often from what it was: loops sum up, and what runs twice shows
            local.set(self.b.op("xor" if local.dtype.is_bool else "add", local, new) if c.chance(50) else new)
        value = local.get()
        self.pool.append((value, uniform and self.uniform))
        self.fold(value)

    def output(self) -> None:
        with self.maybe_if():
            out = self.c.pick(self.outputs)
            if self.c.chance(30):
                value = self.b.load(out.var, out.own())
                self.pool.append((value, False))
                self.fold(value)
            self.store(out)

    def store(self, out: Output) -> None:
        self.b.store(out.var, out.own(), self.operand(out.var.dtype)[0])

    def branch(self) -> None:
        cond = self.condition()
        with self.divergent(self.b.if_(cond)):
            self.items(3)
        if self.c.chance(50):
            with self.divergent(self.b.else_()):
                self.items(3)

    def uniform_branch(self) -> None:
        cond = self.uniform_condition()
        before = [tile.mode for tile in self.shared]
        with self.scope(self.b.if_(cond)):
            self.items(3)
        after = [tile.mode for tile in self.shared]
        if self.c.chance(50):
            for tile, mode in zip(self.shared, before, strict=True):
                tile.mode = mode
            with self.scope(self.b.else_()):
                self.items(3)
            before = [tile.mode for tile in self.shared]
        for tile, one, other in zip(self.shared, after, before, strict=True):
            tile.mode = one if one == other else "locked"

    # -- loops --------------------------------------------------------------------------------------------
    def loop(self) -> None:
        """A loop without barriers; its trip count may differ between invocations."""
        most = min(6, 24 // self.trips)
        if most < 2:
            return self.straight(1)
        saved = self.plain_loop, self.trips
        self.plain_loop, self.trips, self.loops = True, self.trips * most, self.loops + 1
        if self.c.chance(60):
            self.for_loop(most)
        else:
            self.while_loop(most)
        (self.plain_loop, self.trips), self.loops = saved, self.loops - 1
        return None

    def for_loop(self, most: int) -> None:
        c, b = self.c, self.b
        t = c.pick(self.profile.integers)
        step = c.pick((1, 1, 2, 3, -1, -2))
        small = b.cast(t, b.op("rem", self.value(u32), most)) if c.chance(70) else b.cast(t, self.value(u32) & 3)
        lo: Operand
        hi: Operand
        if c.chance(25):  # at the end of the type, where lo + k * step would wrap (rule 5.3)
            lo, hi = (t.max - most, t.max) if step > 0 else (t.min + most, t.min)
        elif c.chance(20) and t.bits >= 32:  # the whole range of the type
            step = (1 << (t.bits - 3)) * (1 if step > 0 else -1)
            lo, hi = (t.min, t.max) if step > 0 else (t.max, t.min)
        else:
            lo, hi = (0, small) if step > 0 else (small, 0)
            if c.chance(30):
                lo, hi = (lo, c.integer(0, most)) if step > 0 else (c.integer(0, most), hi)
        if not t.is_signed and step < 0 and not isinstance(hi, Val):
            hi = t.min
        lo = lo if isinstance(lo, Val) else b.const(t, lo)
        with self.divergent(b.for_(lo, hi, step, name="k")) as k:
            self.pool.append((k.get(), False))
            self.fold(self.pool[-1][0])
            if c.chance(25):  # the iteration does not see this (rule 5.3)
                k.set(self.operand(t)[0])
                self.pool.append((k.get(), False))
            self.loop_body()

    def while_loop(self, most: int) -> None:
        c, b = self.c, self.b
        counter = b.let("n", b.const(u32, 0))
        bound = b.op("rem", self.value(u32), most)
        extra = c.chance(50)

        def cond() -> Val:
            go = counter < bound
            if extra:
                go = go & b.op(c.pick(COMPARE), self.acc & 7, c.integer(0, 7))
            return go if c.chance(70) else b.cast(u32, go)

        with self.divergent(b.while_(cond)):
            counter.set(counter + 1)  # first, so that `continue` cannot skip it
            self.pool.append((counter.get(), False))
            self.loop_body()

    def loop_body(self) -> None:
        self.items(2)
        if self.c.chance(40):
            self.leave()
            self.items(2)

    def leave(self) -> None:
        """break, continue or return under a condition."""
        c, b = self.c, self.b
        with self.divergent(b.if_(self.condition())):
            self.straight(1)
            way = c.integer(0, 4)
            if way <= 1:
                b.break_()
            elif way <= 3:
                b.continue_()
            elif self.never_again():
                b.store(self.outputs[0].var, self.outputs[0].own(), self.acc)
                b.return_()

    def never_again(self) -> bool:
        """After a return that some invocations take no barrier may follow. Decided rarely where barriers matter."""
        if self.shared:
            return False
        self.no_barriers_anymore()
        return True

    def no_barriers_anymore(self) -> None:
        self.barriers = False
        self.parted = True

    def early_return(self) -> None:
        b = self.b
        self.no_barriers_anymore()
        with self.divergent(b.if_(self.condition())):
            b.store(self.outputs[0].var, self.outputs[0].own(), self.acc)
            b.return_()

    def uniform_loop(self) -> None:
        """A loop with barriers inside; only uniform values decide about it."""
        c, b = self.c, self.b
        most = min(4, 24 // self.trips)
        if most < 2:
            return self.straight(1)
        saved = self.plain_loop, self.trips, self.loops
        self.plain_loop, self.trips, self.loops = False, self.trips * most, self.loops + 1
        self.barrier()
        if c.chance(60):  # as kernels keep the place of the tile that they are at
            self.locals.append((b.let("x", self.uniform_value()), True))
        bound: Operand = (
            b.op("rem", b.cast(u32, self.uniform_value()), most) if c.chance(70) else b.const(u32, c.integer(1, most))
        )
        if c.chance(50):
            with self.scope(b.for_(b.const(u32, 0), bound)) as k:
                self.pool.append((k.get(), True))
                self.rounds()
        else:
            counter = b.let("n", b.const(u32, 0))
            with self.scope(b.while_(lambda: counter < bound)):
                counter.set(counter + 1)
                self.pool.append((counter.get(), True))
                self.rounds()
        self.plain_loop, self.trips, self.loops = saved
        return None

    def rounds(self) -> None:
        c, b = self.c, self.b
        moving = [local for local, uniform in self.locals if uniform and not local.dtype.is_bool]
        if moving and c.chance(60):
            local = c.pick(moving)
            local.set(local + b.cast(local.dtype, self.uniform_value()))
        self.items(2)
        self.round()
        if c.chance(25):
            cond = self.uniform_condition()
            modes = [tile.mode for tile in self.shared]
            with self.scope(b.if_(cond)):
                self.barrier()  # the next iteration begins a new phase on this way too
                (b.break_ if c.chance(50) else b.continue_)()
            for tile, mode in zip(self.shared, modes, strict=True):
                tile.mode = mode  # where the condition is false, no barrier was passed
        if c.chance(40):
            self.items(1)
        self.barrier()
