"""Programs whose subject is control flow: loops in loops with bounds of any kind, locals that live across some of them
and are read only inside, and ways out at every depth.

Nothing sums up all values and nothing reads every local at the end: a value counts where a store at some place
shows it, in one of the invocation's own elements.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import TypeVar

from tests.property.choices import literal
from tests.property.expressions import COMPARE
from tests.property.maker import Maker
from tests.property.memory import Output
from vyre.dtypes import DType, bool_, u32
from vyre.ir.builder import Builder
from vyre.ir.values import LocalVar, Operand, Val

__all__ = ["Nests"]

T = TypeVar("T")

_MOST_ROUNDS = 96  # of the innermost loop, all rounds of the loops around it counted
_DEEPEST = 6
_ROWS = (1, 2, 4, 8)
_TOP = 1 << 12  # more than the invocations of a launch


class Nests(Maker):
    """The maker of the profiles with ``nested``."""

    workgroups = (1, 2, 3, 4, 5, 8, 8, 16, 17, 32, 64)
    domains = (1, 7, 16, 16, 17, 31, 33, 40, 64)

    def builder(self) -> Builder:
        made = super().builder()
        self.traps = self.traps and self.c.chance(20)
        self.limit = self.limit if self.c.chance(20) else None
        self.logs: list[Output] = []
        self.rounds_counted: list[LocalVar] = []  # the counters of the open loops, which are only read
        self.hidden: list[LocalVar] = []  # locals that only some block further inside may use
        self.counts: list[LocalVar] = []  # those of them that are used here: set to literals and moved by them alone
        self.whole_loop = False  # in a loop that the workgroup leaves together, without barriers
        self.barriers_follow = 0  # the number of open constructs that end with a barrier
        return made

    # -- what is stored ---------------------------------------------------------------------------------
    def declare(self) -> None:
        super().declare()
        c, b = self.c, self.b
        for k in range(c.integer(1, 2)):
            rows, across = c.pick(_ROWS), c.chance(50)
            t = c.pick(self.profile.buffers)
            var = self.array(
                (b.inout if c.chance(30) else b.output)(f"log{k}", t), (rows * (_TOP if across else self.n),)
            )
            self.logs.append(Output(var, self.own_row(rows, across=across)))
        self.outputs += self.logs

    def own_row(self, rows: int, *, across: bool) -> Callable[[], tuple[Operand, ...]]:
        """One of the elements of this invocation, of which each has ``rows``: in a row, or ``_TOP`` apart."""

        def own() -> tuple[Operand, ...]:
            row: Operand = self.value(u32) & (rows - 1) if self.c.chance(60) else self.c.integer(0, rows - 1)
            return (row * _TOP + self.gid if across else self.gid * rows + row,)

        return own

    def begin(self) -> None:
        for _ in range(self.c.integer(1, 4)):
            self.new_local()

    def finish(self) -> None:
        for local, _ in self.locals:
            if self.c.chance(25):
                self.show(local)

    def show(self, value: Val) -> None:
        """Store a value in an element of this invocation."""
        out = self.c.pick(self.outputs if self.c.chance(30) else self.logs)
        self.b.store(out.var, out.own(), self.b.cast(out.var.dtype, value))

    def fold(self, value: Val) -> None:
        """Values are stored, kept or dropped."""
        c, b = self.c, self.b
        way = c.integer(0, 9)
        free = [local for local, uniform in self.locals if not uniform]
        if way <= 3:
            self.show(value)
        elif way <= 7 and free:
            local = c.pick(free)
            new = b.cast(local.dtype, value)
            local.set(new if c.chance(40) else b.op("xor" if local.dtype.is_bool else "add", local, new))

    # -- locals and values --------------------------------------------------------------------------------
    @contextmanager
    def scope(self, block: AbstractContextManager[T]) -> Iterator[T]:
        marks = len(self.rounds_counted), len(self.hidden), len(self.counts)
        with super().scope(block) as inner:
            if self.hidden and self.c.chance(60):
                self.counts.append(self.c.pick(self.hidden))
                if self.c.chance(60):
                    self.step()
            yield inner
        del self.rounds_counted[marks[0] :], self.hidden[marks[1] :], self.counts[marks[2] :]

    def first_value(self) -> tuple[Operand, DType]:
        c, t = self.c, self.c.pick(self.profile.values)
        way = c.integer(0, 9)
        return (literal(c, t) if way <= 3 else self.value(t) if way <= 5 else self.b.cast(t, self.load()[0])), t

    def new_local(self) -> LocalVar:
        c = self.c
        if self.uniform and c.chance(25):
            local = self.b.let("x", self.uniform_value())
            self.locals.append((local, True))
            return local
        local = self.b.let("x", *self.first_value())
        self.locals.append((local, False))
        return local

    def hide(self) -> None:
        """A count from here on, for a block further inside: how many, which state, where."""
        c = self.c
        if c.chance(60):
            t = u32 if c.chance(70) else c.pick(self.profile.integers)
            self.hidden.append(self.b.let("h", c.integer(0, 3), t))

    def step(self) -> None:
        """Show a count that is used here, or move it by a literal or to one."""
        c = self.c
        local = c.pick(self.counts)
        if c.chance(50):
            self.show(local)
        way = c.integer(0, 9)
        if way <= 5:
            local.set(local + c.integer(1, 3))
        elif way <= 7:
            local.set(c.integer(0, 3))

    def local_of(self, t: DType) -> LocalVar:
        """A local of type ``t`` that may be set here: one that is there, or a new one."""
        found = [local for local, uniform in self.locals if local.dtype is t and not uniform]
        if found and self.c.chance(70):
            return self.c.pick(found)
        return self.b.let("x", literal(self.c, t) if self.c.chance(60) else self.value(t), t)

    def visible(self, t: DType) -> tuple[Val, bool]:
        c = self.c
        if c.chance(60):
            found = [(x, uniform and self.uniform) for x, uniform in self.locals if x.dtype is t]
            found += [(x, False) for x in (*self.rounds_counted, *self.counts) if x.dtype is t] * 2
            if found:
                local, uniform = c.pick(found)
                return local.get(), uniform
        return super().visible(t)

    def number(self, t: DType) -> Val:
        """A value, or a short expression as people write them."""
        c, b = self.c, self.b
        x, way = self.value(t), c.integer(0, 9)
        if way <= 1:
            return x
        if way == 2:
            return b.cast(t, self.load()[0])
        if t.is_bool:
            return b.op(c.pick(("and", "or", "xor")), x, self.value(t)) if way <= 6 else ~x
        if t.is_float:
            return b.op(c.pick(("add", "sub", "mul")), x, 0.5 if way <= 6 else self.value(t))
        if way <= 6:
            op = c.pick(("add", "add", "add", "sub", "mul", "xor", "and", "shr", "shl", "rem"))
            return b.op(op, x, c.integer(1, 7))
        if way <= 8:
            return b.op(c.pick(("add", "add", "sub", "mul", "xor", "and", "or", "min", "max")), x, self.value(t))
        return self.apply("select", x, self.value(t), x, self.comparison())

    def assign(self) -> None:
        """Set a local: most often from what it was."""
        c, b = self.c, self.b
        if not self.locals or c.chance(15):
            self.new_local()
            return
        local, uniform = c.pick(self.locals)
        t = local.dtype
        if uniform:
            if self.uniform:
                step = c.integer(1, 3) if c.chance(60) else b.cast(t, self.uniform_value())
                local.set(local + step)
            return
        way = c.integer(0, 9)
        if way <= 3 and t.is_integer:
            local.set(b.op(c.pick(("add", "add", "add", "sub", "mul", "xor", "shr")), local, c.integer(1, 5)))
        elif way <= 5:
            local.set(b.op("xor" if t.is_bool else "add", local, self.number(t)))
        elif way <= 6:
            local.set(literal(c, t))
        else:
            local.set(self.number(t))

    def swap(self) -> None:
        """``a, b = b, a + b``, or two or three locals exchanged."""
        c = self.c
        t = c.pick(self.profile.values)
        first, second = self.local_of(t), self.local_of(t)
        x, y = first.get(), second.get()
        if c.chance(30):
            third = self.local_of(t)
            z = third.get()
            first.set(y)
            second.set(z)
            third.set(x)
        else:
            first.set(y)
            second.set(x if t.is_bool or c.chance(40) else self.b.op(c.pick(("add", "sub")), x, y))
        if c.chance(30):
            self.show(first)

    def output(self) -> None:
        if self.c.chance(30):
            super().output()
        elif self.c.chance(50) and (self.counts or self.locals):
            self.show(self.c.pick([*self.counts, *(local for local, _ in self.locals)]))
        else:
            self.show(self.number(self.c.pick(self.profile.values)))

    def condition(self) -> Val:
        c, b = self.c, self.b
        way = c.integer(0, 11)
        if way <= 1:
            return super().condition()
        if way == 2:
            return b.op(c.pick(("and", "or")), self.comparison(), self.comparison())
        if way == 3:
            return self.value(bool_)
        return self.comparison()

    def comparison(self) -> Val:
        c, b = self.c, self.b
        t = u32 if c.chance(70) else c.pick(self.profile.integers)
        x = self.value(t) if c.chance(80) else b.cast(t, self.lid)
        way = c.integer(0, 5)
        if way <= 1:
            return b.op(c.pick(("eq", "eq", "ne", "lt")), x & c.pick((1, 3, 3, 7)), c.integer(0, 3))
        if way == 2:
            return b.op(c.pick(("eq", "ne")), b.op("rem", x, c.pick((3, 5))), c.integer(0, 2))
        if way == 3:
            return b.op(c.pick(COMPARE), x, self.value(t))
        return b.op(c.pick(COMPARE), x, c.integer(0, 9))

    # -- loops ----------------------------------------------------------------------------------------------
    def rounds_left(self) -> int:
        """How many rounds a loop may have here; below 2 none is worth it."""
        return 0 if self.depth >= _DEEPEST else min(6, _MOST_ROUNDS // self.trips)

    def below(self, most: int) -> Val:
        """A u32 of at most ``most``: the same for all, from a counter around, loaded, or of the invocation."""
        c, b = self.c, self.b
        way = c.integer(0, 7)
        if way <= 1:
            return b.const(u32, c.integer(1, most))
        if way == 2:
            value: Val = b.cast(u32, self.uniform_value())
        elif way == 3 and self.rounds_counted:
            value = b.cast(u32, c.pick(self.rounds_counted)) + c.integer(0, 1)
        elif way == 4:
            value = b.cast(u32, self.load()[0])
        elif way == 5:
            value = self.value(u32)
        else:
            value = self.lid if c.chance(50) else self.gid
        return b.op("min", value, most) if c.chance(30) else b.op("rem", value, most + 1)

    @contextmanager
    def within(self, most: int, *, whole: bool = False) -> Iterator[None]:
        saved = self.plain_loop, self.whole_loop, self.trips, self.loops
        self.plain_loop, self.whole_loop, self.trips, self.loops = not whole, whole, self.trips * most, self.loops + 1
        yield
        self.plain_loop, self.whole_loop, self.trips, self.loops = saved

    @contextmanager
    def cycle(self, most: int) -> Iterator[Val]:
        """A loop of at most ``most`` rounds, in one of the forms that people write; gives the number of the round, or about it."""
        c, b = self.c, self.b
        self.hide()
        most = c.integer(2, most)
        bound = self.below(most)
        form = c.integer(0, 9)
        with self.within(most):
            if form <= 5:
                if c.chance(50):
                    bound = b.cast(c.pick((u32, *self.profile.integers)), bound)
                t = bound.dtype
                lo, hi, step = b.const(t, 0), bound, c.pick((1, 1, 1, 1, 2))
                if c.chance(15) and t.is_signed:
                    lo, hi, step = hi, lo, -step
                elif c.chance(20):
                    lo = b.cast(t, self.below(most))
                with self.divergent(b.for_(lo, hi, step, name="k")) as k:
                    self.rounds_counted.append(k)
                    yield k.get()
                return
            rounds = b.let("n", b.const(u32, 0))
            extra, endless = c.chance(40), form >= 8

            def cond() -> Val:
                marks = len(self.pool)
                go = b.const(bool_, True) if endless else rounds < bound
                if extra and not endless:
                    go = go & self.comparison()
                del self.pool[marks:]
                return go

            with self.divergent(b.while_(cond)):
                if endless:
                    with b.if_(rounds >= bound):
                        b.break_()
                rounds.set(rounds + 1)  # before what may continue
                self.rounds_counted.append(rounds)
                yield rounds.get()

    def loop(self) -> None:
        most = self.rounds_left()
        if most < 2:
            return self.straight(1)
        if self.uniform and self.c.chance(35):
            return self.loop_together(most)
        if self.c.chance(12):  # bounds of all types, at their ends
            with self.within(most):
                self.for_loop(most)
            return None
        with self.cycle(most):
            self.loop_body()
        return None

    def loop_body(self) -> None:
        if self.c.chance(25):
            self.leave()
        self.items(3)
        if self.c.chance(40):
            self.leave()
            self.items(2)

    def loop_together(self, most: int) -> None:
        """The same number of rounds for the workgroup, without barriers, so that uniform locals change in it."""
        c, b = self.c, self.b
        self.hide()
        most = c.integer(2, most)
        bound: Operand = (
            c.integer(1, most) if c.chance(60) else b.op("rem", b.cast(u32, self.uniform_value()), most + 1)
        )
        barriers, self.barriers = self.barriers, False
        with self.within(most, whole=True), self.scope(b.for_(b.const(u32, 0), bound)) as k:
            self.pool.append((k.get(), True))
            self.rounds_counted.append(k)
            self.items(3)
            if c.chance(30):
                self.leave()
                self.items(2)
        self.barriers = barriers

    def branch(self) -> None:
        """Both sides may use a count that nothing else uses."""
        marks = len(self.hidden), len(self.counts)
        self.hide()
        if len(self.hidden) > marks[0] and self.c.chance(60):
            self.counts.append(self.hidden[-1])
        super().branch()
        del self.hidden[marks[0] :], self.counts[marks[1] :]

    def uniform_loop(self) -> None:
        with self.before_a_barrier():
            super().uniform_loop()

    @contextmanager
    def before_a_barrier(self) -> Iterator[None]:
        """A barrier follows, so no invocation may return alone."""
        self.barriers_follow += 1
        yield
        self.barriers_follow -= 1

    def leave(self) -> None:
        c, b = self.c, self.b
        if not self.plain_loop:
            if self.whole_loop and self.uniform:
                with self.scope(b.if_(self.uniform_condition())):
                    self.straight(1)
                    (b.break_ if c.chance(50) else b.continue_)()
            return
        with self.divergent(b.if_(self.condition())):
            for _ in range(c.integer(0, 2)):
                c.pick((self.assign, self.output, self.swap))()
            way = c.integer(0, 9)
            if way <= 3 or (way >= 8 and not self.never_again()):
                b.break_()
            elif way <= 7:
                b.continue_()
            else:
                b.return_()

    def never_again(self) -> bool:
        """After a return that some invocations take no barrier may follow."""
        if self.barriers_follow or (self.shared and not self.c.chance(30)):
            return False
        self.no_barriers_anymore()
        return True

    def early_return(self) -> None:
        """At once, or after a store."""
        if self.uniform and self.c.chance(30):
            with self.scope(self.b.if_(self.uniform_condition())):  # the workgroup as a whole
                self.output()
                self.b.return_()
            return
        if not self.barriers_follow and (not self.shared or self.c.chance(40)):
            self.no_barriers_anymore()
            with self.divergent(self.b.if_(self.condition())):
                self.output()
                self.b.return_()

    # -- what stands where ----------------------------------------------------------------------------------
    @property
    def synchronises(self) -> bool:
        """Barriers may stand here."""
        return self.barriers and not self.parted

    def kinds(self) -> list[Callable[[], None]]:
        c = self.c
        found: list[Callable[[], None]] = [lambda: self.straight(c.integer(1, 3))]
        found += [self.assign] * 4 + ([self.step] * 5 if self.counts else []) + [self.swap] + [self.output] * 5
        if self.depth < _DEEPEST:
            found += [self.branch] * 3 + ([self.loop] * 8 if self.rounds_left() >= 2 else [])
            found += [self.uniform_branch] if self.uniform else []
        found += [self.own_atomic] * 2 if self.atomics else []
        found += [self.count] * 2 if self.counters else []
        if self.shared:
            found += [self.touch_shared]
            if self.synchronises:
                found += [self.round] * 2 + ([self.uniform_loop] * 3 if self.depth < _DEEPEST else [])
        found += self.rich_items()[:: 2 if c.chance(50) else 1]
        if self.loops:
            found += [self.leave] * 3
        elif self.depth <= 1:
            found += [self.early_return]
        return found
