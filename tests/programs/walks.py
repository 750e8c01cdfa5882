"""Walks with state: a machine with a stack, patterns, queens, ants, queues of servers, lanes that vote."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np

import vyre as vy
from tests.programs.frame import Inputs, Program, Results

# ---------------------------------------------------------------- a machine with a stack, one program per invocation

PUSH, ADD, MUL, SUB, DUP, SWAP, JUMP, LESS, HALT = range(9)


def machine_inputs(size: int, seed: int) -> Inputs:
    """Each program counts down from its argument; what it does in each round differs."""
    rng = np.random.default_rng(seed)
    programs = []
    for _ in range(size):
        body: list[int] = []
        for _step in range(rng.integers(1, 5)):
            kind = rng.integers(0, 4)
            body += [[PUSH, int(rng.integers(1, 9)), ADD], [DUP, ADD], [PUSH, 3, MUL], [DUP, PUSH, 1, SUB, ADD]][kind]
        # stack: counter, value -> value, counter - 1 -> …; ends when the counter is below 1
        code = [PUSH, int(rng.integers(1, 12)), PUSH, int(rng.integers(0, 9)), *body, SWAP, PUSH, 1, SUB]
        code += [DUP, PUSH, 1, LESS, len(code) + 8, SWAP, JUMP, 4, SWAP, HALT]
        programs.append(code + [HALT] * (48 - len(code)))
    return {"code": np.array(programs, np.int32)}


@vy.kernel(workgroup=64, domain=lambda code: code.shape[0])
def machine(code: vy.In[vy.i32], result: vy.Out[vy.i32], steps: vy.Out[vy.u32]) -> None:
    p = vy.global_id()
    if p >= code.shape[0]:
        return
    stack = vy.private(vy.i32, 8)
    top, at = 0, 0
    count = vy.u32(0)
    while count < 2000:
        op = code[p, at]
        at += 1
        count += 1
        if op == PUSH:
            stack[top] = code[p, at]
            top += 1
            at += 1
        elif op == DUP:
            stack[top] = stack[top - 1]
            top += 1
        elif op == SWAP:
            stack[top - 1], stack[top - 2] = stack[top - 2], stack[top - 1]
        elif op == JUMP:
            at = code[p, at]
        elif op == LESS:
            top -= 2
            if stack[top] < stack[top + 1]:
                at = code[p, at]
            else:
                at += 1
        elif op == HALT:
            break
        else:
            top -= 1
            a, b = stack[top - 1], stack[top]
            stack[top - 1] = a + b if op == ADD else a * b if op == MUL else a - b
    result[p] = stack[top - 1]
    steps[p] = count


def machine_run(inputs: Inputs, **keywords: Any) -> Results:
    n = len(inputs["code"])
    return list(machine(inputs["code"], shapes={"result": n, "steps": n}, **keywords))


def machine_expected(inputs: Inputs) -> Results:
    results, counts = [], []
    for code in inputs["code"].tolist():
        stack: list[int] = []
        at = count = 0
        while True:
            op, at, count = code[at], at + 1, count + 1
            if op == PUSH:
                stack.append(code[at])
                at += 1
            elif op == DUP:
                stack.append(stack[-1])
            elif op == SWAP:
                stack[-2:] = reversed(stack[-2:])
            elif op in (ADD, MUL, SUB):
                b, a = stack.pop(), stack.pop()
                whole = {ADD: a + b, MUL: a * b, SUB: a - b}[op]
                stack.append((whole + 2**31) % 2**32 - 2**31)
            elif op == LESS:
                b, a = stack.pop(), stack.pop()
                at = code[at] if a < b else at + 1
            elif op == JUMP:
                at = code[at]
            else:
                break
        results.append(stack[-1])
        counts.append(count)
    return [np.array(results, np.int32), np.array(counts, np.uint32)]


# ---------------------------------------------------------------- patterns with * and ?


def patterns_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    texts = rng.choice(np.frombuffer(b"aab", np.uint8), (size, 14))
    patterns = rng.choice(np.frombuffer(b"ab?**", np.uint8), (size, 6))
    return {"texts": texts, "patterns": patterns, "lengths": rng.integers(0, 15, size).astype(np.int32)}


@vy.kernel(domain="lengths")
def patterns_match(
    texts: vy.In[vy.u8], patterns: vy.In[vy.u8], lengths: vy.In[vy.i32], matches: vy.Out[vy.bool_]
) -> None:
    """By going back to the last star, which takes one letter more."""
    i = vy.global_id()
    if i >= lengths.size:
        return
    n, m = lengths[i], vy.i32(patterns.shape[1])
    t, p = 0, 0
    star, mark = -1, 0
    while t < n:
        if p < m and (patterns[i, p] == 63 or patterns[i, p] == texts[i, t]):
            t += 1
            p += 1
        elif p < m and patterns[i, p] == 42:
            star = p
            mark = t
            p += 1
        elif star != -1:
            p = star + 1
            mark += 1
            t = mark
        else:
            return
    while p < m and patterns[i, p] == 42:
        p += 1
    matches[i] = p == m


def patterns_run(inputs: Inputs, **keywords: Any) -> Results:
    given = (inputs[k] for k in ("texts", "patterns", "lengths"))
    return [patterns_match(*given, shapes={"matches": inputs["lengths"].size}, **keywords)]


def patterns_expected(inputs: Inputs) -> Results:
    def fits(text: bytes, pattern: bytes) -> bool:
        if not pattern:
            return not text
        if pattern[:1] == b"*":
            return any(fits(text[k:], pattern[1:]) for k in range(len(text) + 1))
        return bool(text) and pattern[:1] in (b"?", text[:1]) and fits(text[1:], pattern[1:])

    rows = zip(inputs["texts"], inputs["lengths"], inputs["patterns"], strict=True)
    return [np.array([fits(t[:n].tobytes(), p.tobytes()) for t, n, p in rows])]


# ---------------------------------------------------------------- queens, counted from each pair of first rows


def queens_inputs(size: int, seed: int) -> Inputs:
    return {"size": size, "blocked": int(np.random.default_rng(seed).integers(0, size))}


@vy.kernel(workgroup=32)
def queens(n: vy.u32, blocked: vy.u32, counts: vy.Out[vy.u32]) -> None:
    """Without recursion: free columns of each row lie on a stack of masks; the corner (0, blocked) is not used."""
    g = vy.global_id()
    if g >= n * n:
        return
    full = (vy.u32(1) << n) - 1
    first, second = vy.u32(1) << (g // n), vy.u32(1) << (g % n)
    if g // n == blocked or first == second or first << 1 == second or first >> 1 == second:
        return
    columns = vy.private(vy.u32, 12)
    left = vy.private(vy.u32, 12)
    right = vy.private(vy.u32, 12)
    free = vy.private(vy.u32, 12)
    columns[2] = first | second
    left[2] = (first << 2 | second << 1) & full
    right[2] = first >> 2 | second >> 1
    free[2] = full & ~(columns[2] | left[2] | right[2])
    row = vy.u32(2)
    found = vy.u32(0)
    while row >= 2:
        if free[row] == 0:
            row -= 1
            continue
        bit = free[row] & -free[row]
        free[row] ^= bit
        if row == n - 1:
            found += 1
            continue
        columns[row + 1] = columns[row] | bit
        left[row + 1] = (left[row] | bit) << 1 & full
        right[row + 1] = (right[row] | bit) >> 1
        row += 1
        free[row] = full & ~(columns[row] | left[row] | right[row])
    counts[g] = found


def queens_run(inputs: Inputs, **keywords: Any) -> Results:
    n = inputs["size"]
    return [queens(n, inputs["blocked"], domain=n * n, shapes={"counts": n * n}, **keywords)]


def queens_expected(inputs: Inputs) -> Results:
    n = inputs["size"]
    counts = np.zeros(n * n, np.uint32)
    for way in itertools.permutations(range(n)):
        if len({c + r for r, c in enumerate(way)}) == n == len({c - r for r, c in enumerate(way)}):
            counts[way[0] * n + way[1]] += way[0] != inputs["blocked"]
    return [counts]


# ---------------------------------------------------------------- ants that turn


def ants_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    rules = rng.integers(1, 2**6, size).astype(np.uint8)
    return {"rules": rules, "steps": rng.integers(1, 160, size).astype(np.int32)}


@vy.kernel(workgroup=16, domain="rules")
def ants(rules: vy.In[vy.u8], steps: vy.In[vy.i32], fields: vy.InOut[vy.u8], ends: vy.Out[vy.i32]) -> None:
    """Each on a field of its own, of 11 × 11 on a torus; bit c of its rule says whether it turns right at colour c."""
    a = vy.global_id()
    if a >= rules.size:
        return
    y = x = 5
    dy, dx = -1, 0
    done = 0
    while done < steps[a]:
        colour = fields[a, y, x]
        if rules[a] >> colour & 1:
            dy, dx = dx, -dy
        else:
            dy, dx = -dx, dy
        fields[a, y, x] = (colour + 1) % 6
        y, x = (y + dy) % 11, (x + dx) % 11
        done += 1
        if fields[a, y, x] == 5 and done % 7 == 0:
            break
    ends[a, 0], ends[a, 1], ends[a, 2] = y, x, done


def ants_run(inputs: Inputs, **keywords: Any) -> Results:
    n = inputs["rules"].size
    fields = np.zeros((n, 11, 11), np.uint8)
    ends = ants(inputs["rules"], inputs["steps"], fields, shapes={"ends": (n, 3)}, **keywords)
    return [fields, ends]


def ants_expected(inputs: Inputs) -> Results:
    n = inputs["rules"].size
    fields, ends = np.zeros((n, 11, 11), np.uint8), np.zeros((n, 3), np.int32)
    for a, (rule, steps) in enumerate(zip(inputs["rules"].tolist(), inputs["steps"].tolist(), strict=True)):
        at, way, done = 5 + 5j, -1j, 0  # x + y j
        for done in range(1, steps + 1):
            cell = (a, int(at.imag), int(at.real))
            way *= 1j if rule >> int(fields[cell]) & 1 else -1j
            fields[cell] = (int(fields[cell]) + 1) % 6
            at += way
            at = complex(at.real % 11, at.imag % 11)
            if fields[a, int(at.imag), int(at.real)] == 5 and done % 7 == 0:
                break
        ends[a] = int(at.imag), int(at.real), done
    return [fields, ends]


# ---------------------------------------------------------------- first come, first served: queues of several servers


def servers_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    return {
        "arrivals": np.cumsum(rng.integers(0, 6, (size, 20)), 1).astype(np.int32),
        "needs": rng.integers(1, 15, (size, 20)).astype(np.int32),
        "servers": rng.integers(1, 4, size).astype(np.int32),
    }


@vy.kernel(workgroup=32, domain="servers")
def servers_run_queue(
    arrivals: vy.In[vy.i32], needs: vy.In[vy.i32], servers: vy.In[vy.i32], ends: vy.Out[vy.i32], idle: vy.Out[vy.i32]
) -> None:
    """Minute by minute, with the waiting ones in a ring; ends: when each one leaves; idle: minutes of free servers."""
    s = vy.global_id()
    if s >= servers.size:
        return
    ring = vy.private(vy.i32, 32)
    busy = vy.private(vy.i32, 4)
    who = vy.private(vy.i32, 4)
    head, tail, coming, gone, unused = 0, 0, 0, 0, 0
    minute = 0
    while gone < 20:
        while coming < 20 and arrivals[s, coming] <= minute:
            ring[tail & 31] = coming
            tail += 1
            coming += 1
        for k in range(servers[s]):
            if busy[k] > 0:
                busy[k] -= 1
                if busy[k] == 0:
                    ends[s, who[k]] = minute
                    gone += 1
            if busy[k] == 0:
                if head == tail:
                    unused += 1
                    continue
                who[k] = ring[head & 31]
                busy[k] = needs[s, who[k]]
                head += 1
        minute += 1
    idle[s] = unused


def servers_run(inputs: Inputs, **keywords: Any) -> Results:
    n = inputs["servers"].size
    given = (inputs[k] for k in ("arrivals", "needs", "servers"))
    return list(servers_run_queue(*given, shapes={"ends": (n, 20), "idle": n}, **keywords))


def servers_expected(inputs: Inputs) -> Results:
    """By events: each one goes to the server that is free first, the one of the lowest number among several."""
    ends, idles = [], []
    for arrivals, needs, count in zip(*(inputs[k].tolist() for k in ("arrivals", "needs", "servers")), strict=True):
        free, row, work = [0] * count, [], 0
        for arrival, need in zip(arrivals, needs, strict=True):
            begin = max(arrival, min(free))
            k = next(k for k in range(count) if free[k] <= begin)
            free[k] = begin + need
            work += need
            row.append(begin + need)
        ends.append(row)
        idles.append(count * (max(row) + 1) - work)
    return [np.array(ends, np.int32), np.array(idles, np.int32)]


# ---------------------------------------------------------------- groups of 32 that vote and hand on


def votes_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    return {"values": rng.integers(0, 12, size * 64).astype(np.uint32)}


@vy.kernel(workgroup=64)
def votes(values: vy.In[vy.u32], groups: vy.Out[vy.u32], ranks: vy.Out[vy.u32]) -> None:
    """For each value the lanes of its group of 32 that have the same one; one leader after another, until none is left."""
    i, lane = vy.global_id(), vy.subgroup_lane()
    mine = values[i]
    left = True
    same = vy.u32(0)
    for _round in range(12):
        waiting = vy.subgroup_ballot(left)
        leader = vy.ctz(waiting) % 32
        chosen = vy.subgroup_shuffle(mine, leader)
        hits = vy.subgroup_ballot(left and mine == chosen)
        if left and mine == chosen:
            same = hits
            left = False
    groups[i] = same
    ranks[i] = vy.popcount(same & ((vy.u32(1) << lane) - 1))


def votes_run(inputs: Inputs, **keywords: Any) -> Results:
    return list(votes(inputs["values"], **keywords))


def votes_expected(inputs: Inputs) -> Results:
    rows = inputs["values"].reshape(-1, 32)
    same = rows[:, :, None] == rows[:, None]
    groups = (same * (np.uint64(1) << np.arange(32, dtype=np.uint64))).sum(2)
    ranks = np.tril(np.ones((32, 32), bool), -1)[None] & same
    return [groups.astype(np.uint32).ravel(), ranks.sum(2).astype(np.uint32).ravel()]


PROGRAMS = (
    Program("walks_machine", machine_inputs, machine_run, machine_expected, 60),
    Program("walks_patterns", patterns_inputs, patterns_run, patterns_expected, 150),
    Program("walks_queens", queens_inputs, queens_run, queens_expected, 6, largest=10),
    Program("walks_ants", ants_inputs, ants_run, ants_expected, 20),
    Program("walks_servers", servers_inputs, servers_run, servers_expected, 30),
    Program("walks_votes", votes_inputs, votes_run, votes_expected, 3),
)
