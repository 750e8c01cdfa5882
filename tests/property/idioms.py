"""Small algorithms as people write them into kernels, put anywhere in a generated program and mixed with other statements:
moving pointers, state machines, decoders, lists, stacks, searches, sorts, ring buffers, helper functions, tiles.

Each keeps its state in locals that may be those of other pieces, so that it lives across whatever loops stand around.
"""

from __future__ import annotations

from collections.abc import Callable

from tests.property.nests import Nests
from vyre.dtypes import DType, bool_, i32, u32
from vyre.ir.builder import BufferVar
from vyre.ir.values import LocalVar, Operand, Val

__all__ = ["Idioms"]

_STACK = 8  # elements of the private arrays that stacks, rings and sorts use; a power of two
_SORTED = 4  # elements of the part of a shared array that each invocation sorts


class Idioms(Nests):
    """Nests with algorithms in them."""

    source: BufferVar  # u32 input
    own_words: BufferVar | None  # private
    parts: BufferVar | None  # shared: _SORTED elements per invocation

    def declare(self) -> None:
        super().declare()
        c, b = self.c, self.b
        self.word_input = self.array(b.input("words", u32), (c.pick((5, 16, self.n + 1, self.n + 1, 1200)),))
        self.inputs.append(self.word_input)
        self.own_words = b.private("stack", u32, _STACK) if c.chance(40) else None
        self.parts = b.shared("parts", u32, _SORTED * self.wg) if not self.plain and c.chance(20) else None

    def kinds(self) -> list[Callable[[], None]]:
        found = super().kinds()
        if self.rounds_left() >= 2:
            found += [self.c.pick(self.algorithms())] * 5
        if self.shared and self.synchronises:
            found += [self.reduce_in_steps, self.scan_in_steps, self.filled_by_one]
        return found

    def algorithms(self) -> list[Callable[[], None]]:
        found = [self.scan, self.machine, self.decode, self.follow_list, self.bisect, self.helper, self.divide, self.strip_bits, self.rows_and_columns]  # fmt: skip
        found += [self.list_of_own, self.row_of_own, self.in_long_steps, self.neighbours]
        found += [self.stack, self.ring, self.sort_own] if self.own_words is not None else []
        return found + ([self.sort_part] if self.parts is not None else [])

    # -- parts of them ------------------------------------------------------------------------------------
    def word(self, place: Operand) -> Val:
        """A loaded word, in bounds or (rarely) not; small numbers more often."""
        b, c = self.b, self.c
        place = place if c.chance(10) else b.op("rem", b.value(place, u32), self.word_input.size)
        loaded: Val = self.word_input.flat[place]
        return loaded & c.pick((3, 7, 15)) if c.chance(40) else loaded

    def more(self) -> None:
        """Something else in between."""
        if self.left > 0 and self.c.chance(35):
            self.item()

    def seen(self, value: Val) -> None:
        """Most often stored here and now."""
        if self.c.chance(60):
            self.show(value)
        elif self.c.chance(50):
            self.fold(value)

    def leave_if(self, cond: Val) -> None:
        b, c = self.b, self.c
        with self.divergent(b.if_(cond)):
            if c.chance(30):
                self.fold(self.value(u32))
            (b.continue_ if c.chance(20) else b.break_)()

    def place_in(self, local: LocalVar) -> Val:
        """A counter of stores, as an index into this invocation's own elements."""
        value = local.get()
        local.set(value + 1)
        return value

    # -- pointers and states --------------------------------------------------------------------------------
    def scan(self) -> None:
        """``p += 1`` until a word ends it; ``p`` stays where it was for the next round of the loop around."""
        b, c = self.b, self.c
        p, total = self.local_of(u32), self.local_of(u32)
        first = c.chance(50)
        with self.cycle(self.rounds_left()):
            if first:
                p.set(p + c.integer(1, 2))
            word = self.word(p)
            self.leave_if(word & c.pick((1, 3, 7)) == c.integer(0, 1))
            total.set(total * c.pick((1, 3, 10)) + word)
            self.more()
            if not first:
                p.set(p + 1)
            self.seen(total)
        if c.chance(30):
            self.seen(b.op("add", p, total))

    def machine(self) -> None:
        """A state and what each state does."""
        b, c = self.b, self.c
        state, p = self.local_of(u32), self.local_of(u32)
        states = c.integer(2, 4)
        with self.cycle(self.rounds_left()):
            word = self.word(p)
            p.set(p + 1)

            def arm(n: int) -> None:
                if n == states - 1:
                    act(n)
                    return
                with self.divergent(b.if_(state == n)):
                    act(n)
                with self.divergent(b.else_()):
                    arm(n + 1)

            def act(n: int) -> None:
                if c.chance(40):
                    self.seen(state * 16 + word)
                if c.chance(20):
                    self.leave()
                    self.assign()
                if c.chance(50):
                    with self.divergent(b.if_(word & 1 == n & 1)):
                        state.set(c.integer(0, states - 1))
                else:
                    state.set(c.integer(0, states - 1) if c.chance(70) else word % states)

            arm(0)
            self.more()
        if c.chance(30):
            self.seen(state.get())

    def decode(self) -> None:
        """Bits of one word after the other; code, bit position and output place are carried over both loops."""
        b, c = self.b, self.c
        code, bit, place = (self.local_of(u32) for _ in range(3))
        words = min(3, self.rounds_left())
        with self.cycle(words) as w:
            if c.chance(40):
                bit.set(0)
            word = self.word(b.cast(u32, w) + self.gid if c.chance(50) else place)
            bits = self.rounds_left()
            if bits < 2:
                return
            with self.cycle(bits):
                code.set(code * 2 + (b.op("shr", word, bit) & 1))
                bit.set(bit + 1)
                with self.divergent(b.if_(self.code_ends(code))):
                    self.show(code + (self.place_in(place) << 8))
                    code.set(0)
                    if c.chance(40):
                        (b.break_ if c.chance(60) else b.continue_)()
                self.more()

    def code_ends(self, code: LocalVar) -> Val:
        return code >= self.c.integer(2, 6) if self.c.chance(60) else code & 3 == self.c.integer(1, 3)

    def follow_list(self) -> None:
        """``p = next[p]``."""
        c = self.c
        p = self.local_of(u32)
        with self.cycle(self.rounds_left()):
            self.seen(p.get())
            self.more()
            p.set(self.word_input.flat[p % self.word_input.size])
            self.leave_if(p & c.pick((3, 7)) == 0)

    def helper(self) -> None:
        """What an inlined function with returns in loops becomes: a result, a flag, and breaks."""
        b, c = self.b, self.c
        t = c.pick(self.profile.values)
        done, result = b.let("done", False, bool_), self.local_of(t)
        with self.cycle(self.rounds_left()):
            inner = self.rounds_left()
            if inner >= 2 and c.chance(50):
                with self.cycle(inner):
                    self.returns(done, result)
                    self.more()
                with self.divergent(b.if_(done)):
                    b.break_()
            else:
                self.returns(done, result)
            self.assign()
            self.more()
        if c.chance(60):
            with self.divergent(b.if_(~done)):
                result.set(self.number(t))
        self.fold(result.get())

    def returns(self, done: LocalVar, result: LocalVar) -> None:
        with self.divergent(self.b.if_(self.condition())):
            result.set(self.number(result.dtype))
            done.set(True)
            self.b.break_()

    # -- numbers ----------------------------------------------------------------------------------------------
    def divide(self) -> None:
        """Euclid's algorithm, as far as the rounds go."""
        b, c = self.b, self.c
        x, y = self.local_of(u32), self.local_of(u32)
        with self.cycle(self.rounds_left()):
            self.leave_if(y == 0)
            old = x.get()
            x.set(y)
            y.set(b.op("rem", old, y))
            self.more()
        if c.chance(50):
            self.seen(x.get())

    def strip_bits(self) -> None:
        """``x &= x - 1`` while there is a bit."""
        x, count = self.local_of(u32), self.local_of(u32)
        with self.cycle(self.rounds_left()):
            self.leave_if(x == 0)
            x.set(x & (x - 1))
            count.set(count + 1)
            self.more()
            self.seen(count.get())

    def bisect(self) -> None:
        """A binary search."""
        b, c = self.b, self.c
        t: DType = c.pick((u32, i32))
        lo, hi = self.local_of(t), b.let("hi", c.integer(3, 16), t)
        key = self.number(u32)
        if c.chance(70):
            lo.set(0)
        with self.cycle(self.rounds_left()):
            self.leave_if(lo >= hi)
            middle = (lo + hi) >> 1
            with self.divergent(b.if_(self.word(b.cast(u32, middle)) < key)):
                lo.set(middle + 1)
            with self.divergent(b.else_()):
                hi.set(middle)
            self.more()
        self.seen(lo.get())

    def rows_and_columns(self) -> None:
        """Rows and columns: a sum over a two-dimensional array, stored for each row or at the end."""
        b, c = self.b, self.c
        planes = [a for a in self.inputs if a.rank == 2]
        total = self.local_of(u32)
        rows = self.rounds_left()
        with self.cycle(rows) as row:
            if c.chance(40):
                total.set(0)
            columns = self.rounds_left()
            if columns >= 2:
                with self.cycle(columns) as column:
                    plane = c.pick(planes) if planes else None
                    y, x = b.cast(u32, row), b.cast(u32, column)
                    total.set(
                        total + b.cast(u32, plane[y, x] if plane is not None else self.word_input.flat[y * 4 + x])
                    )
                    self.more()
            self.seen(total.get())

    # -- ways through arrays --------------------------------------------------------------------------------
    def list_of_own(self) -> None:
        """``for e in range(rows[i], rows[i + 1])``: a row of a sparse matrix, or the neighbours of a node, which are counted."""
        b, c = self.b, self.c
        arrays = [array for array in self.inputs if array.rank == 1 and not array.dtype.is_float]
        columns = c.pick([self.word_input, *arrays])
        counters = [one for one in self.counters if not one[0].dtype.is_float]
        total = self.local_of(u32)
        most = self.rounds_left()
        with self.within(most), self.divergent(b.if_(self.condition())):
            first = self.word_input.flat[self.gid] & 7
            last = b.op("min", self.word_input.flat[self.gid + 1] & 15, first + (most - 1))
            with self.divergent(b.for_(first, last)) as e:
                column = b.cast(u32, columns.flat[e])
                if not counters or c.chance(50):
                    total.set(total + column * (self.word_input.flat[column] if c.chance(60) else 3))
                    self.more()
                elif c.chance(70):
                    var, count, ops = c.pick(counters)
                    with self.divergent(b.if_(self.word_input.flat[column] & 3 != 0)):
                        b.atomic(c.pick(ops), var, column % count, b.cast(var.dtype, column & 7))
                else:
                    var, _, ops = c.pick(counters)
                    b.atomic(c.pick(ops), var, column, c.integer(0, 7))
            if c.chance(60):
                self.seen(total.get())

    def row_of_own(self) -> None:
        """``for k in range(width): total += a[i * width + k]``, which is long enough for strips."""
        b, c = self.b, self.c
        total = self.local_of(u32)
        width = c.pick((4, 16, 17, 20)) if self.trips == 1 else self.rounds_left()
        first = self.gid * width if c.chance(60) else self.value(u32) & 63
        end: Operand = width if c.chance(60) else b.op("min", b.cast(u32, self.uniform_value()), width)
        with self.within(width), self.divergent(b.for_(b.const(u32, 0), end)) as k:
            self.rounds_counted.append(k)
            total.set(total * c.pick((1, 1, 3)) + self.word_input.flat[first + k])
            if c.chance(30):
                self.more()
        self.seen(total.get())

    def in_long_steps(self) -> None:
        """``for k in range(m): total += a[k * stride + i]``."""
        b, c = self.b, self.c
        arrays = [array for array in self.inputs if array.rank == 1]
        array = self.word_input if c.chance(60) else c.pick([self.word_input, *arrays])
        total = self.local_of(u32)
        stride: Operand = c.pick((4, 64, 256, 300)) if c.chance(70) else b.cast(u32, self.uniform_value())
        with self.cycle(self.rounds_left()) as k:
            total.set(total + b.cast(u32, array.flat[b.cast(u32, k) * stride + self.gid]))
            self.more()
        self.seen(total.get())

    def neighbours(self) -> None:
        """What lies left and right, above and below, inside or with tests at the border."""
        b, c = self.b, self.c
        planes = [a for a in self.inputs if a.rank == 2]
        if planes and c.chance(60):
            plane = c.pick(planes)
            y, x = (b.global_id(1), b.global_id(0)) if self.plane is not None else (self.gid // 4, self.gid % 4)
            inner = (x >= 1) & (y >= 1) & (x + 1 < plane.shape[1]) & (y + 1 < plane.shape[0])
            around: list[tuple[Val, ...]] = [(y, x - 1), (y, x + 1), (y - 1, x), (y + 1, x)]
            values: list[Val] = [b.cast(u32, plane[at]) for at in around] if c.chance(30) else []
        else:
            arrays = [a for a in self.inputs if a.rank == 1]
            array, far = c.pick(arrays), c.integer(1, 3)
            inner = (self.gid >= far) & (self.gid + far < array.size)
            plane, around = array, [(self.gid - far,), (self.gid + far,)]
            values = []
        with self.divergent(b.if_(inner)):
            values = values or [b.cast(u32, plane[at]) for at in around]
            total = values[0]
            for value in values[1:]:
                total = total + value
            self.show(total)
            self.more()

    # -- private and shared arrays --------------------------------------------------------------------------
    def stack(self) -> None:
        """Push some, pop some."""
        b, c = self.b, self.c
        top = self.local_of(u32)
        stack = self.own_words
        assert stack is not None
        if c.chance(50):
            top.set(0)
        with self.cycle(self.rounds_left()):
            with self.divergent(b.if_((top < _STACK) & self.comparison())):
                stack[top & (_STACK - 1)] = self.number(u32)
                top.set(top + 1)
            with self.divergent(b.else_()):
                self.leave_if(top == 0)
                top.set(top - 1)
                self.seen(stack[top & (_STACK - 1)])
            self.more()

    def ring(self) -> None:
        """A queue in a ring."""
        b, c = self.b, self.c
        head, tail = self.local_of(u32), self.local_of(u32)
        ring = self.own_words
        assert ring is not None
        with self.cycle(self.rounds_left()):
            with self.divergent(b.if_(self.condition())):
                ring[tail & (_STACK - 1)] = self.number(u32)
                tail.set(tail + 1)
            if c.chance(50):
                self.leave_if(head == tail)
            with self.divergent(b.if_(head != tail)):
                self.seen(ring[head % _STACK])
                head.set(head + 1)
            self.more()

    def sort_own(self) -> None:
        assert self.own_words is not None
        self.sort(self.own_words, 0, _STACK)

    def sort_part(self) -> None:
        assert self.parts is not None
        self.sort(self.parts, self.lid * _SORTED, _SORTED)

    def sort(self, array: BufferVar, first: Operand, count: int) -> None:
        """An insertion sort of elements that belong to this invocation."""
        b, c = self.b, self.c
        most = min(count - 1, self.rounds_left())
        base = b.value(first, u32)
        j = b.let("j", 0, u32)
        if c.chance(60):
            for n in range(most + 1):
                array[base + n] = self.word(self.gid * 3 + n)
        with self.cycle(most) as k:
            key_at = b.op("min", b.cast(u32, k), count - 1)
            key = array[base + key_at]
            j.set(key_at)
            with self.within(most), self.divergent(b.while_(lambda: (j > 0) & (array[base + j - 1] > key))):
                array[base + j] = array[base + j - 1]
                j.set(j - 1)
                if c.chance(20):
                    self.seen(j.get())
            array[base + j] = key
        self.seen(array[base + c.integer(0, count - 1)])

    def reduce_in_steps(self) -> None:
        """Halves of a shared array are joined, with a barrier after each step."""
        b, c = self.b, self.c
        tiles = [tile for tile in self.shared if tile.base is None and tile.var.dtype.is_integer]
        if not tiles or self.rounds_left() < 4:
            return
        tile = c.pick(tiles)
        self.barrier()
        b.store(tile.var.flat, self.lid, self.number(tile.var.dtype))
        self.barrier()
        stride = b.let("stride", max(1, self.wg // 2), u32)
        with self.before_a_barrier(), self.within(6, whole=True), self.scope(b.while_(lambda: stride > 0)):
            with self.divergent(b.if_(self.lid < stride)):
                joined = b.op(
                    c.pick(("add", "min", "max", "xor")), tile.var.flat[self.lid], tile.var.flat[self.lid + stride]
                )
                b.store(tile.var.flat, self.lid, joined)
                self.more()
            self.barrier()
            stride.set(stride >> 1)
        tile.mode = "read"
        self.seen(tile.var.flat[0])

    def scan_in_steps(self) -> None:
        """Sums of all before: each step adds what lies twice as far to the left, with barriers around."""
        b, c = self.b, self.c
        tiles = [tile for tile in self.shared if tile.base is None and tile.var.dtype.is_integer]
        if not tiles or self.rounds_left() < 4:
            return
        tile = c.pick(tiles)
        self.barrier()
        b.store(tile.var.flat, self.lid, self.number(tile.var.dtype))
        self.barrier()
        left = b.let("left", 0, tile.var.dtype)
        for distance in (1, 2, 4, 8)[: c.integer(1, 4)]:
            if c.chance(50):
                left.set(0)
                with self.divergent(b.if_(self.lid >= distance)):
                    left.set(tile.var.flat[self.lid - distance])
            else:
                left.set(tile.var.flat[self.lid - distance])
            self.barrier()
            b.store(tile.var.flat, self.lid, tile.var.flat[self.lid] + left)
            self.barrier()
        tile.mode = "read"
        self.seen(tile.var.flat[self.lid])

    def filled_by_one(self) -> None:
        """One invocation fills a shared array for all, who read it in a loop."""
        b, c = self.b, self.c
        tiles = [tile for tile in self.shared if tile.base is None]
        if not tiles or self.rounds_left() < 2:
            return
        tile = c.pick(tiles)
        self.barrier()
        tile.mode = "locked"
        with self.before_a_barrier(), self.divergent(b.if_(self.lid == 0)), self.cycle(self.rounds_left()) as k:
            b.store(tile.var.flat, k, self.number(tile.var.dtype))
            self.more()
        self.barrier()
        tile.mode = "read"
        with self.cycle(self.rounds_left()) as k:
            self.fold(b.load(tile.var.flat, b.op("add", b.cast(u32, k), self.lid) if c.chance(60) else k))
            self.more()
