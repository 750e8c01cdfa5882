"""Random kernels whose invocations leave loops at different times: ``break``, ``continue`` and ``return`` under uniform
and divergent conditions, with locals that are read after the loops. In some, a loop counts in the variable that the
kernel assigns."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Final

from tests.property.drafts import Draft, first_valid
from tests.property.programs import Case
from vyre.ir.nodes import Block, For, Get, If, Set, Stmt, While
from vyre.ir.program import Program

__all__ = ["leaving", "on_own_variables"]

_GROUPS: Final = ((16,), (32,), (20,), (4, 8), (2, 16))
_DEEPEST: Final = 2  # nested loops


class _Leaving:
    """``at``: an index that several formulas change; ``level``: mostly uniform; ``total`` and ``real``: the results."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.d = d = Draft(rng, rng.choice(_GROUPS))
        d.array("x", "In", "u32", 48, below=6)
        d.array("big", "In", "u32", 48, below=40)
        d.number("n", "u32", rng.choice((0, 1, 2, 3, 5)))
        d.number("flag", "bool_", rng.random() < 0.5)
        d.array("log", "InOut", "u32", 64, below=9)
        d.array("out", "Out", "u32", 64)
        self.places = rng.sample(
            ("i", "lane", "vy.local_id(0)", "i + n", "n + i", "x[i] + n", "n + x[i]", "x[i] + i", "i + x[i]", "n - i", "at + 8", "at + n"), 2
        )  # fmt: skip
        self.reals = rng.sample(("vy.f32(i)", "real + 1.0", "vy.f32(n) + real", "vy.f32(x[i])"), 2)
        self.variables = ["n"]
        self.after = rng.random() < 0.5  # loop variables are read after their loops
        self.depth = 0
        self.counted = set[str]()  # loop variables whose count does not depend on assignments to them

    def same(self) -> str:
        """A condition that is mostly uniform."""
        k = self.variables[-1]
        return self.d.pick("flag", "n > 2", f"{k} == 1", f"{k} == 2", f"{k} == n", "level > 3", "x[0] > 2")

    def test(self) -> str:
        k = self.variables[-1]
        if self.d.chance(45):
            return self.same()
        return self.d.pick(
            f"x[i] > {k}", f"x[i] == {k}", "lane < 3", "total & 1 == 0", "i < n", "x[at & 31] > 2", f"big[i] > {k} * 8"
        )

    def body(self, depth: int) -> None:
        for _ in range(self.rng.choice((1, 2, 2, 3))):
            self.statement(depth)

    def statement(self, depth: int) -> None:
        d, kind, k = self.d, self.rng.random(), self.variables[-1]
        if kind < 0.22:
            d.say(depth, f"total = total * 3 + {d.pick('x[at & 31]', 'big[at]', k, 'level', 'vy.u32(real)', 'x[i]')}")
        elif kind < 0.32:
            d.say(depth, f"at = {d.pick(*self.places)}")
        elif kind < 0.42:
            d.say(depth, f"level = {d.pick('n', k, 'level + 1', '3', 'level + n')}")
        elif kind < 0.47:
            d.say(depth, f"real = {d.pick(*self.reals)}")
        elif kind < 0.53:
            d.say(
                depth,
                f"total += vy.atomic_{d.pick('add', 'max', 'exchange')}(log, me, {d.pick('1', 'level', 'total')})",
            )
        elif kind < 0.6 and self.depth:
            d.say(
                depth,
                f"{k} = {d.pick(f'{k} + 1', f'{k} + (level & 1)', *(['i', 'i + n'] if k in self.counted else []))}",
            )
        elif kind < 0.75:
            d.say(depth, f"if {self.test()}:")
            words = ("break", "continue", "return", "return") if self.depth else ("return",)
            if d.chance(25):
                self.statement(depth + 1)
            d.say(depth + 1, d.pick(*words))
        elif kind < 0.88 or self.depth == _DEEPEST:
            d.say(depth, f"if {self.test()}:")
            self.body(depth + 1)
            if d.chance(30):
                d.say(depth, "else:")
                self.statement(depth + 1)
        else:
            self.loop(depth)

    def loop(self, depth: int) -> None:
        d = self.d
        k = f"k{self.depth}" if self.after else f"k{len(d.lines)}"
        first = d.pick("0", "0", "0", "x[i]", "i & 3", "n & 1")
        last = d.pick("3", "4", "n & 3", "x[i]", "x[0] & 3", f"{first} + n", f"{first} + 3", "(i & 3) + 2")
        self.variables.append(k)
        self.depth += 1
        self.counted.discard(k)
        if d.chance(70):
            self.counted.add(k)
            d.say(depth, f"for {k} in range(vy.u32({first}), vy.u32({last})):")
            if d.chance(20):
                d.say(depth + 1, f"if {self.same()}:", f"    {k} = {d.pick('i', 'i + n', f'{k} + 1')}", f"total += {k}")
        else:
            d.say(depth, f"{k} = vy.u32({first})", f"while {k} < {last}:", f"    {k} += 1")
        self.body(depth + 1)
        self.depth -= 1
        self.variables.pop()
        if self.after and d.chance(30):
            d.say(depth, f"total += {k}")

    def whole(self, origin: str) -> Case:
        d = self.d
        last = len(d.workgroup) - 1
        d.say(
            1, f"i = vy.global_id({last})", f"lane = vy.local_id({last})", f"me = {'vy.local_index()' if last else 'i'}"
        )
        d.say(1, "total = vy.u32(1)", f"level = vy.u32({d.pick('0', 'n')})", "real = vy.f32(i)")
        d.say(1, "k0 = vy.u32(0)", "k1 = vy.u32(0)") if self.after else None
        d.say(1, f"at = {self.places[0] if 'at' not in self.places[0] else 'i'}")
        barrier = d.chance(40)
        if barrier:
            d.say(1, "tile = vy.shared(vy.u32, 64)", "tile[vy.local_index()] = big[i]", "vy.barrier()")
        if d.chance(25):
            d.say(1, f"if {self.test()}:")
            self.body(2)
        self.loop(1)
        if d.chance(40):
            self.loop(1) if d.chance(50) else self.statement(1)
        more = " + tile[(at + 1) & 63]" if barrier and d.chance(60) else ""
        more += " + k0" if self.after else ""
        d.say(1, f"out[me] = total * 3 + at + level * 7 + vy.u32(real){more}")
        return d.case((1,) * last + (1,) if last else (2,), origin)


def _on_own(block: Block) -> Block:
    """Use the local as the loop variable where the loop's body begins by copying its variable to a local."""
    made: list[Stmt] = []
    for stmt in block:
        if isinstance(stmt, If):
            made.append(replace(stmt, then=_on_own(stmt.then), orelse=_on_own(stmt.orelse)))
        elif isinstance(stmt, While):
            made.append(replace(stmt, cond=_on_own(stmt.cond), body=_on_own(stmt.body)))
        elif isinstance(stmt, For):
            local, body = stmt.local, _on_own(stmt.body)
            copied, kept = body[:2] if len(body) > 1 else (None, None)
            if (
                isinstance(copied, Get)
                and isinstance(kept, Set)
                and (copied.local, copied.result) == (local, kept.value)
            ):
                local, body = kept.local, (replace(copied, local=kept.local), *body[2:])
            made.append(replace(stmt, local=local, body=body))
        else:
            made.append(stmt)
    return tuple(made)


def on_own_variables(program: Program) -> Program:
    """The program with loops that count in the variable that the kernel assigns and reads, as :class:`vyre.Builder`
    makes them."""
    return replace(program, body=_on_own(program.body)).check().program


def _left(rng: random.Random, origin: str) -> Case:
    case = _Leaving(rng).whole(origin)
    return replace(case, program=on_own_variables(case.program)) if rng.random() < 0.5 else case


def leaving(seed: int) -> Case:
    """The kernel of a seed."""
    return first_valid(_left, "leaving", seed)
