"""From a plan to Python closures: each statement becomes one function of the invocation's registers."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Final

from vyre import driver
from vyre.ir import nodes

Registers = dict[int | tuple[str, int], int]
Action = Callable[[Registers], bool]
"""Runs one statement; True ends the invocation."""

_WORD: Final = 0xFFFFFFFF
_BINARY: Final[dict[str, Callable[[int, int], int]]] = {
    "add": lambda a, b: (a + b) & _WORD,
    "sub": lambda a, b: (a - b) & _WORD,
    "mul": lambda a, b: (a * b) & _WORD,
    "and": lambda a, b: a & b,
    "or": lambda a, b: a | b,
    "xor": lambda a, b: a ^ b,
    "shl": lambda a, b: (a << (b & 31)) & _WORD,
    "shr": lambda a, b: a >> (b & 31),
    "eq": lambda a, b: int(a == b),
    "ne": lambda a, b: int(a != b),
    "lt": lambda a, b: int(a < b),
    "le": lambda a, b: int(a <= b),
    "gt": lambda a, b: int(a > b),
    "ge": lambda a, b: int(a >= b),
}
OPS: Final = frozenset(_BINARY)
"""All that an abacus can do; the session refuses the rest before it comes here."""


class AbacusPipeline(driver.CompiledPipeline):
    """A program as a list of closures."""

    def __init__(self, plan: driver.Plan) -> None:
        self.id, self.key, self.plan = "abacus", plan.key, plan
        self._lock = threading.Lock()  # one launch at a time: the closures read these two
        self._memory: list[memoryview] = []
        self._slot = {slot.buffer: n for n, slot in enumerate(plan.slots)}
        self._values: dict[str, int] = {}
        self._actions = self._block(plan.program.program.body)

    def close(self) -> None:
        self._actions = []

    def run(self, memory: list[memoryview], grid: driver.Grid, params: bytes) -> None:
        with self._lock:
            layout = self.plan.params
            self._memory = memory
            self._values = dict(zip((name for name, _, _ in layout.fields), layout.packer.unpack(params), strict=True))
            size = self.plan.workgroup[0]
            for invocation in range(grid[0] * size):
                ids = {"global_id": invocation, "local_id": invocation % size, "group_id": invocation // size}
                ids |= {"local_index": invocation % size, "workgroup_size": size, "num_groups": grid[0]}
                _run(self._actions, {("id:" + name, 0): value for name, value in ids.items()})

    def _block(self, block: nodes.Block) -> list[Action]:
        return [self._action(stmt) for stmt in block]

    def _action(self, stmt: nodes.Stmt) -> Action:
        match stmt:
            case nodes.Const(result, _, bits):
                return _define(result, lambda _: bits)
            case nodes.Op(result, _, op, (a, b)):
                compute = _BINARY[op]
                return _define(result, lambda r: compute(r[a], r[b]))
            case nodes.Id(result, name, 0):
                return _define(result, lambda r: r["id:" + name, 0])
            case nodes.Size(result, buffer, axis):  # of a single axis only its size is a parameter
                extent = f"b{buffer}.shape{axis}"
                return _define(result, lambda _: self._values.get(extent, self._values[f"b{buffer}.size"]))
            case nodes.Param(result, buffer):
                return _define(result, lambda _: self._values[f"p{buffer}"])
            case nodes.Get(result, local):
                return _define(result, lambda r: r["local", local])
            case nodes.Set(local, value):
                return _define(("local", local), lambda r: r[value])
            case nodes.Load(result, buffer, (index,)):
                slot = self._slot[buffer]
                return _define(result, lambda r: self._load(slot, r[index]))
            case nodes.Store(buffer, (index,), value):
                slot = self._slot[buffer]
                return lambda r: self._store(slot, r[index], r[value])
            case nodes.If(cond, then, orelse):
                arms = (self._block(orelse), self._block(then))
                return lambda r: _run(arms[r[cond] != 0], r)
            case nodes.Return():
                return lambda _: True
            case _:
                raise driver.UnsupportedFeature(
                    f"an abacus has no {type(stmt).__name__}",
                    code="U702",
                    fix="run it with backend='cpu'",
                    place=stmt.place,
                )

    def _load(self, slot: int, index: int) -> int:
        memory = self._memory[slot]
        return int(memory[index]) if index < len(memory) else 0

    def _store(self, slot: int, index: int, value: int) -> bool:
        memory = self._memory[slot]
        if index < len(memory):
            memory[index] = value
        return False


def _define(key: int | tuple[str, int], value: Callable[[Registers], int]) -> Action:
    def action(registers: Registers) -> bool:
        registers[key] = value(registers)
        return False

    return action


def _run(actions: Sequence[Action], registers: Registers) -> bool:
    return any(action(registers) for action in actions)
