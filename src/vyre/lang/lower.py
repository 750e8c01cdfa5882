"""From the draft to the Program: types are known now, each node becomes one builder call."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from vyre.dtypes import DType
from vyre.errors import KernelSyntaxError, KernelTypeError, ValidationError, VyreError
from vyre.ir.builder import BufferVar, Builder
from vyre.ir.composites import float_sum_fix
from vyre.ir.literals import bits_of
from vyre.ir.ops import FUNCTIONS, OPS, UNAXED_IDS, result_type
from vyre.ir.program import Program
from vyre.ir.values import LocalVar, Operand, Val
from vyre.lang.draft import Array, Draft, DraftLocal, LitUse, Node
from vyre.lang.draft import Operand as DraftOperand
from vyre.lang.flow import drop_spare, unassigned_locals
from vyre.lang.frame import Unit, segment
from vyre.lang.literals import is_written, literal_value
from vyre.lang.negative import SIGNS, negative_fix
from vyre.lang.widening import holding_type

__all__ = ["Lowering"]

_DIVISIONS: Final = ("div", "rem", "floordiv", "floormod")


class Lowering:
    """One kernel's way into a builder."""

    def __init__(self, unit: Unit, builder: Builder, rank: int) -> None:
        self.unit = unit
        self.rank = rank  # axes of the domain
        self.builder = builder
        self.arrays: dict[int, BufferVar] = {}
        self.scalars: dict[int, Val] = {}
        self.locals: dict[int, LocalVar] = {}
        self.node: Node | None = None  # being lowered
        self.tables: dict[tuple[DType, tuple[int, ...], bytes], BufferVar] = {}

    def run(self) -> Program:
        """Declare everything, then the statements in order."""
        builder = self.builder
        names: set[str] = set()
        for array in self.unit.arrays:
            builder.place = array.place
            if array.role == "uniform":
                names.add(array.name)
                self.scalars[id(array)] = builder.uniform(array.name, array.dtype)
            else:
                self.arrays[id(array)] = self._declare(array, names)
        drop_spare(self.unit)
        for local in unassigned_locals(self.unit):
            builder.place = None
            dtype = local.type.solved
            self._local(local).set(builder.const(dtype, False if dtype.is_bool else 0))
        self._block(self.unit.block)
        return builder.build()

    def _declare(self, array: Array, names: set[str]) -> BufferVar:
        b = self.builder
        name, n = array.name, 1
        while name in names:  # only what is no parameter can have another array's name
            n += 1
            name = f"{array.name}_{n}"
        names.add(name)
        if array.role == "shared":
            return b.shared(name, array.dtype, array.shape or ())
        if array.role == "private":
            return b.private(name, array.dtype, array.shape or (), clear=False)  # where its line stands
        if array.role == "table":
            return self._table(name, array)
        element = array.record or array.dtype
        if array.role == "out":
            return b.output(name, element, shape=array.shape, rank=array.rank, init=array.init)
        declare = {"in": b.input, "inout": b.inout}[array.role]
        return declare(name, element, shape=array.shape, rank=array.rank)

    def _table(self, name: str, array: Array) -> BufferVar:
        """A table is declared once, however many names or lines have its content."""
        dtype, data = array.dtype, array.data
        if array.numbers:
            dtype = array.numbers[0].type.solved
            for number in array.numbers:
                self._fits(number)
            values = (n.value if isinstance(n, LitUse) else n.data for n in array.numbers)
            data = b"".join(bits_of(dtype, v).to_bytes(dtype.nbytes, "little") for v in values)
        shape = array.shape or ()
        found = self.tables.get((dtype, shape, data))
        if found is None:
            found = self.tables[dtype, shape, data] = self.builder.table(name, dtype, shape, data)
        return found

    def _local(self, local: DraftLocal) -> LocalVar:
        found = self.locals.get(id(local))
        if found is None:
            found = self.locals[id(local)] = self.builder.local(local.name, local.type.solved)
        return found

    def _block(self, block: Draft) -> None:
        for node in block.nodes:
            self.builder.place = node.place
            self.node = node
            try:
                _LOWER.get(node.op, Lowering._operation)(self, node)
            except VyreError as error:
                if node.chain and not any(words == "called here" for words, _ in error.others):
                    error.others += tuple(("called here", p) for p in node.chain)
                error.place = error.place or node.place
                raise

    # -- operands -----------------------------------------------------------------------------------
    def _value(self, operand: DraftOperand) -> Operand:
        if isinstance(operand, Node):
            value: Val = operand.val
            return value
        self._fits(operand)
        return self.builder.const(operand.type.solved, operand.value)

    def _fits(self, operand: DraftOperand) -> None:
        """Whether a literal has a value of its type (rule 1.2). Raises K204, showing what demands the type."""
        if isinstance(operand, Node):
            return
        kind, wanted = operand.type.find(), operand.type.solved
        try:
            bits_of(wanted, operand.value)
        except ValidationError as error:
            others = (
                [(f"{wanted.name} is demanded here", kind.place)] if kind.place and kind.place != operand.place else []
            )
            negative = wanted.kind == "uint" and type(operand.value) is int and operand.value < 0
            fix = negative_fix(self.node, operand) if negative else _start_fix(self.node, operand) or error.fix
            raise KernelTypeError(
                error.message, code="K204", fix=fix, place=operand.place, actual=error.actual,
                others=(*others, *(("called here", p) for p in operand.chain)),
            ) from None  # fmt: skip

    def _values(self, node: Node) -> list[Operand]:
        return [self._value(a) for a in node.args]

    def _array(self, node: Node) -> BufferVar:
        found = self.arrays[id(node.array)]
        return found.flat if node.flat else found

    # -- nodes ----------------------------------------------------------------------------------------
    def _operation(self, node: Node) -> None:
        """A row of the op table."""
        op = "div" if node.op == "truediv" else node.op
        types = [a.type.solved for a in node.args]
        self._check(node, op, types)
        divisor = node.args[-1]
        if node.op in _DIVISIONS and types[1].is_integer and literal_value(divisor) == 0:
            if is_written(divisor):
                raise KernelTypeError(
                    "a literal zero divisor", code="K207", fix="divide by a number other than 0", place=divisor.place
                )
            # handed into a function as an argument: a value like any other, so it travels through a local
            zero = self.builder.local("divisor", types[1])
            zero.set(self._value(divisor))
            node.val = self.builder.op(op, self._value(node.args[0]), zero.get())
            return
        node.val = self.builder.op(op, *self._values(node))

    def _check(self, node: Node, op: str, types: list[DType]) -> None:
        if node.op in ("floordiv", "floormod") and types[0].is_float and types[1] is types[0]:
            return
        try:
            result_type(op, types)
        except ValidationError as error:
            given = ", ".join(t.name for t in types)
            name = SIGNS.get(node.op, f"vy.{node.op}" if node.data is None else str(node.data))
            raise KernelTypeError(
                f"{name} takes {OPS[op].takes}",
                code="K202",
                fix=_fix(node, op, types, error.fix),
                place=node.place,
                actual=f"{name} of {given}",
            ) from None

    def _const(self, node: Node) -> None:
        node.val = self.builder.const(node.type.solved, node.data)

    def _one(self, node: Node) -> None:
        dtype = node.type.solved
        node.val = self.builder.const(dtype, 1.0 if dtype.is_float else 1)

    def _same(self, node: Node) -> None:
        """A literal with a type of its own."""
        node.val = self._value(node.args[0])

    def _id(self, node: Node) -> None:
        name, axis = node.data
        method: Callable[..., Val] = getattr(self.builder, name)
        if name in UNAXED_IDS:
            node.val = method()
        else:  # the last axis is x (rule 5.1)
            node.val = method(self.rank - 1 - (axis or 0))

    def _size(self, node: Node) -> None:
        array = self._array(node)
        node.val = array.size if node.data is None else array.shape[node.data]

    def _param(self, node: Node) -> None:
        node.val = self.scalars[id(node.array)].get()

    def _get(self, node: Node) -> None:
        node.val = self._local(node.local).get()

    def _set(self, node: Node) -> None:
        if node.local.gets:
            self._local(node.local).set(self._value(node.args[0]))
        else:
            self._fits(node.args[0])  # nothing reads it, but its literal must still fit

    def _load(self, node: Node) -> None:
        self._subscripts(node, list(node.args))
        node.val = self.builder.load(self._array(node), tuple(self._values(node)), field=node.data)

    def _subscripts(self, node: Node, index: list[DraftOperand]) -> None:
        for entry in index:
            dtype = entry.type.solved
            if not dtype.is_integer:
                raise KernelTypeError(
                    f"a subscript is an integer, and this is {dtype.name}", code="K210",
                    fix=f"cast it: vy.u32({segment(entry.place) or 'x'})", place=entry.place,
                )  # fmt: skip

    def _store(self, node: Node) -> None:
        *index, value = node.args
        self._subscripts(node, index)
        at = tuple(self._value(i) for i in index)
        self.builder.store(self._array(node), at, self._value(value), field=node.data)

    def _atomic(self, node: Node) -> None:
        count = 2 if node.data == "compare_exchange" else 1
        index, rest = list(node.args[:-count]), node.args[-count:]
        self._subscripts(node, index)
        at = tuple(self._value(i) for i in index)
        values = [self._value(v) for v in rest]
        expected = values[0] if count == 2 else None
        node.val = self.builder.atomic(node.data, self._array(node), at, values[-1], expected)

    def _cast(self, node: Node) -> None:
        node.val = self.builder.cast(node.type.solved, self._value(node.args[0]))

    def _bitcast(self, node: Node) -> None:
        source, target = node.args[0].type.solved, node.type.solved
        if source.bits != target.bits or source.is_bool or target.is_bool:
            text = node.texts()[0]
            fix = (
                f"convert it: vy.bool_({text})"
                if target.is_bool
                else f"cast to a type of {target.bits} bits first: vy.u{target.bits}({text})"
            )
            raise KernelTypeError(
                "bitcast needs two types of the same width, no bool", code="K213",
                fix=fix,
                place=node.place, actual=f"{source.name} to {target.name}",
            )  # fmt: skip
        node.val = self.builder.bitcast(target, self._value(node.args[0]))

    def _subgroup(self, node: Node) -> None:
        values = self._values(node)
        try:
            node.val = self.builder.subgroup(node.data, *values)
        except ValidationError as error:
            raise KernelTypeError(
                error.message, code="K202", fix=error.fix, place=node.place, actual=error.actual
            ) from None

    def _clear(self, node: Node) -> None:
        self.builder.clear(self._array(node))

    def _trap(self, node: Node) -> None:
        self.builder.trap(self._value(node.args[0]))

    def _truth(self, node: Node) -> None:
        dtype = self._condition_type(node)
        value = self._value(node.args[0])
        node.val = value if dtype.is_bool else self.builder.op("ne", value, 0)

    def _lnot(self, node: Node) -> None:
        dtype = self._condition_type(node)
        value = self._value(node.args[0])
        node.val = self.builder.op("not", value) if dtype.is_bool else self.builder.op("eq", value, 0)

    def _condition_type(self, node: Node) -> DType:
        dtype = node.args[0].type.solved
        if dtype.is_float:
            text = node.texts()[0]
            raise KernelTypeError(
                "a float has no truth value", code="K205", fix=f"compare it: {text} != 0.0", place=node.place
            )
        return dtype

    def _if(self, node: Node) -> None:
        then, orelse = node.blocks
        cond = self._value(node.args[0])
        if not then.nodes and not orelse.nodes:
            return
        if not then.nodes:
            cond, then, orelse = self.builder.op("not", cond), orelse, then
        with self.builder.if_(cond):
            self._block(then)
        if orelse.nodes:
            self.builder.place = node.place
            with self.builder.else_():
                self._block(orelse)

    def _for(self, node: Node) -> None:
        lo, hi = self._values(node)
        dtype = node.local.type.solved
        if not dtype.is_integer:
            raise KernelTypeError(
                f"the bounds of a range are integers, and these are {dtype.name}", code="K202",
                fix="cast them: range(vy.u32(n))", place=node.place,
            )  # fmt: skip
        with self.builder.for_(lo, hi, node.data, name=node.local.name, dtype=dtype) as counter:
            self.locals[id(node.local)] = counter
            self._block(node.blocks[0])

    def _fmod(self, node: Node) -> None:
        x, y = self._values(node)
        node.val = self.builder.fmod(x, y)

    def _strided(self, node: Node) -> None:
        if self.rank != 1:
            raise KernelSyntaxError(
                "vy.grid_stride runs over one axis", code="K166",
                fix="give the kernel a domain of one axis, or write the strides of each axis out", place=node.place,
                actual=f"a domain of {self.rank} axes",
            )  # fmt: skip
        dtype = node.args[0].type.solved
        if not dtype.is_integer:
            raise KernelTypeError(
                f"vy.grid_stride counts to an integer, and this is {dtype.name}", code="K202",
                fix=f"cast it: vy.u32({node.texts()[0]})", place=node.place,
            )  # fmt: skip
        with self.builder.grid_stride(self._value(node.args[0])) as index:
            self._local(node.local).set(index)
            self._block(node.blocks[0])

    def _workgroup(self, node: Node) -> None:
        value = self._value(node.args[0])
        try:
            node.val = self.builder.over_workgroup(node.data, value)
        except ValidationError as error:
            term, dtype = node.texts()[0], node.args[0].type.solved
            fix = error.fix.replace("x != 0", f"{term} != 0").replace("by a cast to u32", f"first: vy.u32({term})")
            fix = float_sum_fix(term, dtype) if dtype.is_float and node.data == "sum" else fix
            raise KernelTypeError(
                f"vy.{error.message}", code="K202", fix=fix, place=node.place, actual=dtype.name
            ) from None

    def _load_le(self, node: Node) -> None:
        (offset,) = node.args
        self._subscripts(node, [offset])
        known = offset.value if isinstance(offset, LitUse) else None
        at = known if isinstance(known, int) else self._value(offset)
        node.val = self.builder.load_le(node.type.solved, self._array(node), at)

    def _while(self, node: Node) -> None:
        head, body = node.blocks

        def condition() -> Operand:
            self._block(head)
            return self._value(node.args[0])

        with self.builder.while_(condition):
            self._block(body)

    def _break(self, node: Node) -> None:
        self.builder.break_()

    def _continue(self, node: Node) -> None:
        self.builder.continue_()

    def _return(self, node: Node) -> None:
        self.builder.return_()

    def _barrier(self, node: Node) -> None:
        self.builder.barrier()


_LOWER: Final[dict[str, Callable[[Lowering, Node], None]]] = {
    "atomic": Lowering._atomic,
    "barrier": Lowering._barrier,
    "bitcast": Lowering._bitcast,
    "break": Lowering._break,
    "cast": Lowering._cast,
    "clear": Lowering._clear,
    "const": Lowering._const,
    "continue": Lowering._continue,
    "fmod": Lowering._fmod,
    "for": Lowering._for,
    "get": Lowering._get,
    "id": Lowering._id,
    "if": Lowering._if,
    "lnot": Lowering._lnot,
    "load": Lowering._load,
    "load_le": Lowering._load_le,
    "one": Lowering._one,
    "param": Lowering._param,
    "return": Lowering._return,
    "same": Lowering._same,
    "set": Lowering._set,
    "size": Lowering._size,
    "store": Lowering._store,
    "strided": Lowering._strided,
    "subgroup": Lowering._subgroup,
    "trap": Lowering._trap,
    "truth": Lowering._truth,
    "while": Lowering._while,
    "workgroup": Lowering._workgroup,
}


def _start_fix(node: Node | None, operand: LitUse) -> str | None:
    """What to write for a literal that a variable begins with, whose type comes from what it is combined with later."""
    if node is None or node.op != "set" or type(operand.value) is not int or not operand.type.solved.is_integer:
        return None
    wide = holding_type(operand.type.solved, operand.value)
    if wide is None:
        return None
    text = segment(operand.place) or str(operand.value)
    return f"write vy.{wide.__name__}({text}); what {node.local.name} is combined with is cast to {wide.name}, too"


def _fix(node: Node, op: str, types: list[DType], otherwise: str) -> str:
    """What to write instead of an operation on types that it does not take."""
    texts = node.texts()
    if op == "pow" and texts[1] == "0.5":
        return f"write vy.sqrt({texts[0]})"
    if op in FUNCTIONS and types[0].is_float:
        return f"compute it in f32: vy.f64(vy.{op}({', '.join(f'vy.f32({x})' for x in texts)})), or on the host in f64"
    if op in ("shl", "shr", "rotl", "rotr") and types[0].is_integer:
        return f"cast the count: vy.u32({texts[1]})"
    if op in ("shl", "shr", "rotl", "rotr") and types[0].is_float:
        return f"begin with an integer: vy.u32({texts[0]})"
    if types[0].is_bool and op not in ("and", "or", "xor", "not"):
        return f"turn the bool into 0 or 1: vy.u32({texts[0]})"
    if types[0].is_integer and op not in ("and", "or", "xor", "not"):
        return f"cast to a float first: vy.f32({texts[0]})"
    return otherwise
