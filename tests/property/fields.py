"""Arrays of records in generated programs: fields of any type, padded, unaligned, in any order, and arrays of numbers.

An array of records that is written belongs record by record to invocations, as an output does.
"""

from __future__ import annotations

from collections.abc import Callable

from tests.property.choices import Choices
from tests.property.expressions import Profile
from tests.property.memory import Memory, Output
from vyre.dtypes import DType, u32
from vyre.ir.builder import BufferVar
from vyre.ir.program import Field, Record
from vyre.ir.values import Operand

__all__ = ["Fields", "random_record"]


def random_record(c: Choices, types: tuple[DType, ...]) -> Record:
    """One to five fields that share no byte."""
    fields: list[Field] = []
    at = c.pick((0, 0, 0, 1, 3))
    for k in range(c.integer(1, 5)):
        t, shape = c.pick(types), c.pick(((), (), (), (2,), (3,), (2, 3)))
        if c.chance(40):
            at = -(-at // t.nbytes) * t.nbytes
        fields.append(Field(f"f{k}", t, at, shape))
        at += fields[-1].nbytes + c.pick((0, 0, 0, 1, 4))
    if c.chance(30):
        fields.reverse()
    return Record(at + c.pick((0, 0, 1, 3)), tuple(fields))


class Fields(Memory):
    """The part of the maker that deals with records."""

    profile: Profile
    n: int
    read_records: list[BufferVar]
    own_records: list[Output]

    def array(self, var: BufferVar, shape: tuple[int, ...]) -> BufferVar:
        raise NotImplementedError

    def own_index(self, var: BufferVar, *, simple: bool) -> Callable[[], tuple[Operand, ...]]:
        raise NotImplementedError

    def declare_records(self) -> None:
        c, b = self.c, self.b
        self.read_records, self.own_records = [], []
        if not c.chance(30):
            return
        record = random_record(c, self.profile.buffers)
        other = record if c.chance(50) else random_record(c, self.profile.buffers)
        count = c.pick((self.n, self.n, self.n + 1, 7, 0))
        self.read_records.append(self.array(b.input("rows", other), (count,)))
        declare = b.output if c.chance(30) else b.inout
        var = self.array(declare("own_rows", record), (c.pick((self.n, self.n, max(0, self.n - 1))),))
        self.own_records.append(Output(var, self.own_index(var, simple=c.chance(60))))

    def touch_record(self) -> None:
        c, b = self.c, self.b
        own, (rows,) = self.own_records[0], self.read_records
        with self.maybe_if():
            way = c.integer(0, 9)
            if way <= 2:
                var = rows
                index: tuple[Operand, ...] = (self.index(rows)[0],)
            else:
                var, index = own.var, own.own()
            if way == 9 and rows.record == var.record:
                var[index] = rows[self.index(rows)[0]]
            elif way >= 5:
                field = self.field(var)
                at = (*index, *self.places(field))
                b.store(var, at, self.operand(field.dtype)[0], field=field.name)
            field = self.field(var)
            value = b.load(var, (*index, *self.places(field)), field=field.name)
            self.pool.append((value, False))
            self.fold(value)

    def field(self, var: BufferVar) -> Field:
        assert var.record is not None
        return self.c.pick(var.record.fields)

    def places(self, field: Field) -> tuple[Operand, ...]:
        """Subscripts in a field that is an array, now and then beyond its end."""
        return tuple(self.place(extent) for extent in field.shape)

    def place(self, extent: int) -> Operand:
        c, b = self.c, self.b
        way = c.integer(0, 4)
        if way <= 1:
            return c.integer(0, extent)
        if way <= 3:
            return b.op("rem", self.value(u32), extent + way - 2)
        return self.any_integer()
