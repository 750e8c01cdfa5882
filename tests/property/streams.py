"""Random programs that stream memory: elementwise ones, guarded in one of the usual ways or not at all, and ones whose
invocations take some neighbours each."""

from __future__ import annotations

import random
from math import prod

from tests.property.programs import Case
from vyre.dtypes import DType, f16, f32, i32, u8, u32, u64
from vyre.ir.builder import BufferVar, Builder
from vyre.ir.program import Program
from vyre.ir.values import Val

__all__ = ["TYPES", "stream"]

TYPES = (u32, u32, f32, i32, u8, u64, f16)
_WORKGROUP = 8


class _Maker:
    """One program: guarded in one of the usual ways, or not at all."""

    def __init__(self, seed: int) -> None:
        self.r = random.Random(seed)
        self.seed = seed
        self.b = Builder(f"stream{seed}", workgroup=_WORKGROUP)
        self.own = self.r.random() < 0.4  # whether an invocation touches nothing but its own elements
        self.n = self.r.choice((0, 1, 7, 31, 32, 33, 63, 64, 65, 100, 127, 128, 130))
        if seed % 10 in (1, 4):
            self.n = 320
        self.shapes: dict[int, tuple[int, ...]] = {}
        self.t: DType = self.r.choice(TYPES)

    def array(self, var: BufferVar) -> BufferVar:
        near = self.n if self.r.random() < 0.6 else max(0, self.n + self.r.randint(-40, 40))
        self.shapes[len(self.shapes)] = (near,)
        return var

    def case(self) -> Case:
        r, b = self.r, self.b
        self.inputs = [self.array(b.input(f"a{k}", self.t)) for k in range(r.randint(1, 3))]
        self.out = self.array(b.output("out", self.t))
        self.kept = self.array(b.inout("kept", self.t)) if r.random() < 0.4 else None
        count = b.uniform("count", u32)
        self.params: dict[int, bool | int | float] = {len(self.shapes): max(0, self.n + r.randint(-20, 20))}
        self.i = b.global_id()
        end = r.choice((self.out.size, count.get()))
        match r.randrange(5):
            case 0:
                with b.if_(self.i < end):
                    self.body()
            case 1:
                with b.if_(self.i >= end):
                    b.return_()
                self.body()
            case 2:
                with b.if_(end > self.i):
                    self.body()
                with b.else_():
                    self.out[self.i] = self.value()
            case 3:
                with b.if_(end <= self.i):
                    b.return_()
                with b.if_(self.i < self.inputs[0].size):
                    self.body()
            case _:
                self.body()
        program = b.build()
        start = {k: self.bytes_of(program, k) for k in self.shapes}
        groups = -(-self.n // _WORKGROUP) + r.choice((0, 0, 0, 1, 5, -1))
        grid = (min(max(0, groups), 40), 1 + self.seed % 2, 1)
        return Case(program, self.shapes, start, self.params, grid, f"stream {self.seed}")

    def bytes_of(self, program: Program, k: int) -> bytes:
        buffer = program.buffers[k]
        nbytes = prod(self.shapes[k]) * buffer.nbytes
        return bytes(nbytes) if buffer.role == "out" else self.r.randbytes(nbytes)

    def body(self) -> None:
        r, b = self.r, self.b
        total = b.let("total", self.value())
        for _ in range(r.randint(0, 3)):
            if r.random() < 0.4 and not self.own:
                with b.if_(self.value() < self.value()):
                    total.set(total + self.value())
                with b.else_():
                    total.set(self.value())
            else:
                total.set(total * self.value())
        if self.kept is not None:
            self.kept[self.i] = total.get()
        self.out[self.i] = total - self.value()

    def neighbours(self) -> Case:
        """Each invocation takes some neighbours and leaves some, not always in order, at any distance from a multiple of four."""
        r, b = self.r, self.b
        self.t = r.choice((u32, i32, f32))
        self.inputs = [self.array(b.input(f"a{k}", self.t)) for k in range(r.randint(1, 2))]
        self.out = self.array(b.output("out", self.t))
        self.i = b.global_id()
        width = r.choice((4, 4, 5, 8, 9))
        base = self.i * width + r.randint(0, 5)
        loaded = [[source[base + k - 1] for k in range(width)] for source in self.inputs]
        if r.random() < 0.4:  # through workgroup memory, where the subscripts themselves must say that they are aligned
            tile = b.shared("tile", self.t, _WORKGROUP * width)
            mine = b.local_id() * width
            for k in range(width):
                tile[mine + k] = loaded[0][k]
            b.barrier()
            theirs = ((b.local_id() + 1) % _WORKGROUP) * width
            loaded[0] = [tile[theirs + k] for k in range(width)]
            if r.random() < 0.5:
                b.barrier()
                tile[mine + 1] = loaded[0][0]
                loaded[0][1] = tile[mine + 1]
        order = list(range(width))
        if r.random() < 0.3:
            r.shuffle(order)
        for k in order:
            value = loaded[0][k]
            for other in loaded[1:]:
                value = value + other[(k + 1) % width]
            self.out[base + k] = value
            if r.random() < 0.1:
                self.out[base + k] = value + value
        program = b.build()
        start = {k: self.bytes_of(program, k) for k in self.shapes}
        groups = -(-self.n // (_WORKGROUP * width)) + r.randint(0, 1)
        return Case(program, self.shapes, start, {}, (groups, 1, 1), f"neighbours {self.seed}")

    def value(self) -> Val:
        r = self.r
        source = r.choice(self.inputs)
        others = () if self.own else (self.i + 1, self.b.local_id(), self.b.group_id() * 3)
        index = r.choice((self.i, self.i, self.i, *others))
        found: Val = source[index]
        return found


def stream(seed: int) -> Case:
    """The case of a seed."""
    return _Maker(seed).case() if seed % 3 else _Maker(seed).neighbours()
