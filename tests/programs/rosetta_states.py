"""Rosetta's tasks with a state that goes on: a tape, a ring of cells, trying, tables, filling."""

from __future__ import annotations

import itertools
from typing import Any, Literal

import numpy as np

import vyre as vy
from tests.programs.frame import Inputs, Program, Results

# ---------------------------------------------------------------- a machine with a tape


def tape_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    pieces = ["+", "-", ">", "<", "+++", ".", "[-]", "[>+<-]", "[->++<]", ">[<.>-]<", "+[>+[-]<-]", ",", "++[>+++<-]>."]
    texts = ["".join(rng.choice(pieces, 9)) + "." for _ in range(size)]
    texts[0] = "+[]."  # never ends
    return {"texts": np.frombuffer("".join(t.ljust(120) for t in texts).encode(), np.uint8).reshape(-1, 120)}


@vy.kernel(workgroup=16, domain=len)
def tape_machine(texts: vy.In[vy.u8], printed: vy.Out[vy.u8], ends: vy.Out[vy.u16]) -> None:
    """Eight cells of a byte in a ring; a jump looks for its bracket each time. ends: the steps, of 150 at most."""
    i = vy.global_id()
    if i >= texts.shape[0]:
        return
    tape = vy.private(vy.u8, 8)
    cell, written = 0, 0
    steps = vy.u16(0)
    at, width = 0, vy.i32(texts.shape[1])
    while 0 <= at < width:
        c = texts[i, at]
        if c == 32:
            break
        if steps == 150:
            break
        steps += 1
        if c == 62:
            cell = (cell + 1) % 8
        elif c == 60:
            cell = (cell - 1) % 8
        elif c == 43:
            tape[cell] += 1
        elif c == 45:
            tape[cell] -= 1
        elif c == 46:
            printed[i, written] = tape[cell]
            written = min(written + 1, 15)
        elif c == 44:
            tape[cell] = vy.u8(i)
        elif (c == 91 and tape[cell] == 0) or (c == 93 and tape[cell] != 0):
            way = 92 - vy.i32(c)
            depth = way
            while depth != 0:
                at += way
                if texts[i, at] == 91:
                    depth += 1
                elif texts[i, at] == 93:
                    depth -= 1
        at += 1
    ends[i] = steps


def tape_run(inputs: Inputs, **keywords: Any) -> Results:
    n = len(inputs["texts"])
    return list(tape_machine(inputs["texts"], shapes={"printed": (n, 16), "ends": n}, **keywords))


def tape_expected(inputs: Inputs) -> Results:
    n = len(inputs["texts"])
    printed, ends = np.zeros((n, 16), np.uint8), np.zeros(n, np.uint16)
    for i, row in enumerate(inputs["texts"]):
        text = row.tobytes().decode().rstrip()
        partner: dict[int, int] = {}
        opened: list[int] = []
        for k, c in enumerate(text):
            if c == "[":
                opened.append(k)
            elif c == "]":
                partner[k] = opened.pop()
                partner[partner[k]] = k
        tape, cell, at, written, steps = [0] * 8, 0, 0, 0, 0
        while at < len(text) and steps < 150:
            c = text[at]
            steps += 1
            cell = (cell + (c == ">") - (c == "<")) % 8
            tape[cell] = (tape[cell] + (c == "+") - (c == "-")) % 256
            if c == ".":
                printed[i, written] = tape[cell]
                written = min(written + 1, 15)
            elif c == ",":
                tape[cell] = i % 256
            elif (c == "[" and not tape[cell]) or (c == "]" and tape[cell]):
                at = partner[at]
            at += 1
        ends[i] = steps
    return [printed, ends]


# ---------------------------------------------------------------- a row of cells, 32 in a word, by any rule of three


def automaton_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    return {"cells": rng.integers(0, 2**32, (size, 3), np.uint32), "rules": rng.integers(0, 256, size).astype(np.uint8)}


@vy.kernel(workgroup=32, domain="rules")
def automaton(rules: vy.In[vy.u8], cells: vy.InOut[vy.u32], quiet: vy.Out[vy.i32]) -> None:
    """Twelve steps of a ring of 96 cells, in place; it ends early where nothing changes."""
    i = vy.global_id()
    if i >= rules.size:
        return
    for step in range(12):
        changed = False
        first, before = cells[i, 0], cells[i, 2]
        for w in range(3):
            now = cells[i, w]
            after = cells[i, w + 1] if w < 2 else first
            left, right = now << 1 | before >> 31, now >> 1 | after << 31
            new = vy.u32(0)
            rule = rules[i]
            case = 0
            while rule != 0:
                if rule & 1:
                    a = left if case & 1 else ~left
                    b = now if case & 2 else ~now
                    c = right if case & 4 else ~right
                    new |= a & b & c
                rule >>= 1
                case += 1
            if new != now:
                changed = True
                cells[i, w] = new
            before = now
        if not changed:
            quiet[i] = step + 1
            break


def automaton_run(inputs: Inputs, **keywords: Any) -> Results:
    cells = inputs["cells"].copy()
    quiet = automaton(inputs["rules"], cells, shapes={"quiet": len(cells)}, **keywords)
    return [cells, quiet]


def automaton_expected(inputs: Inputs) -> Results:
    bits = np.unpackbits(inputs["cells"].view(np.uint8), 1, bitorder="little")
    rules = np.unpackbits(inputs["rules"][:, None], 1, bitorder="little")
    quiet = np.zeros(len(bits), np.int32)
    for step in range(12):
        case = np.roll(bits, 1, 1) + 2 * bits + 4 * np.roll(bits, -1, 1)
        new = np.take_along_axis(rules, case.astype(int), 1)
        quiet[(new == bits).all(1) & (quiet == 0)] = step + 1
        bits = new
    return [np.packbits(bits, 1, bitorder="little").view(np.uint32), quiet]


# ---------------------------------------------------------------- squares of 4 × 4 that are filled by trying


def puzzle_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    solved = np.array([[0, 1, 2, 3], [2, 3, 0, 1], [1, 0, 3, 2], [3, 2, 1, 0]])
    puzzles = []
    for _ in range(size):
        puzzle = rng.permutation(4)[solved] + 1
        puzzle[rng.random((4, 4)) < 0.6] = 0
        if rng.random() < 0.2:
            puzzle[tuple(rng.integers(0, 4, 2))] = rng.integers(1, 5)
        puzzles.append(puzzle)
    return {"puzzles": np.array(puzzles, np.uint8).reshape(size, 16)}


@vy.func
def fits(board: Any, at: vy.i32, v: vy.u8) -> vy.bool_:
    y, x = at // 4, at % 4
    for k in range(4):
        if (k != x and board[4 * y + k] == v) or (k != y and board[4 * k + x] == v):
            return False
        other = (y // 2 * 2 + k // 2) * 4 + x // 2 * 2 + k % 2
        if other != at and board[other] == v:
            return False
    return True


@vy.kernel(workgroup=16, domain=len)
def puzzles_solved(puzzles: vy.In[vy.u8], first: vy.Out[vy.u8], counts: vy.Out[vy.i32]) -> None:
    """The first solution in the order of the digits, and how many there are, up to 20."""
    i = vy.global_id()
    if i >= puzzles.shape[0]:
        return
    board = vy.private(vy.u8, 16)
    holes = vy.private(vy.i32, 16)
    n = 0
    for k in range(16):
        board[k] = puzzles[i, k]
        if board[k] == 0:
            holes[n] = k
            n += 1
    for k in range(16):
        if board[k] != 0 and not fits(board, k, board[k]):
            counts[i] = -1
            return
    depth, found = 0, 0
    while depth >= 0:
        if depth == n:
            found += 1
            if found == 1:
                for k in range(16):
                    first[i, k] = board[k]
            if found == 20:
                break
            depth -= 1
            continue
        at = holes[depth]
        v = board[at] + 1
        while v <= 4:
            if fits(board, at, v):
                break
            v += 1
        if v > 4:
            board[at] = 0
            depth -= 1
            continue
        board[at] = v
        depth += 1
    counts[i] = found


def puzzle_run(inputs: Inputs, **keywords: Any) -> Results:
    puzzles = inputs["puzzles"]
    return list(puzzles_solved(puzzles, shapes={"first": puzzles.shape, "counts": len(puzzles)}, **keywords))


def puzzle_expected(inputs: Inputs) -> Results:
    """All 288 squares, compared with each puzzle."""
    rows = list(itertools.permutations(range(1, 5)))
    squares = []
    for ways in itertools.product(rows, repeat=4):
        a, b, c, d = ways
        if len({*a[:2], *b[:2]}) == 4 == len({*c[:2], *d[:2]}) and all(
            len(set(column)) == 4 for column in zip(a, b, c, d, strict=True)
        ):
            squares.append([*a, *b, *c, *d])
    every = np.array(squares, np.uint8)
    assert len(every) == 288
    first, counts = np.zeros_like(inputs["puzzles"]), np.zeros(len(inputs["puzzles"]), np.int32)
    for i, puzzle in enumerate(inputs["puzzles"]):
        lines = [puzzle.reshape(4, 4), puzzle.reshape(4, 4).T]
        lines.append(puzzle.reshape(2, 2, 2, 2).swapaxes(1, 2).reshape(4, 4))
        if any(len(set(line[line > 0])) < (line > 0).sum() for part in lines for line in part):
            counts[i] = -1
            continue
        solutions = every[((every == puzzle) | (puzzle == 0)).all(1)]
        counts[i] = min(len(solutions), 20)
        if len(solutions):
            first[i] = solutions[0]
    return [first, counts]


# ---------------------------------------------------------------- knapsacks, weight by weight, and chains of matrices


def knapsack_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    return {
        "weights": rng.integers(1, 20, 9).astype(np.int32),
        "values": rng.integers(1, 100, 9).astype(np.int32),
        "room": size,
        "sides": rng.integers(1, 30, (6, 9)).astype(np.int32),
    }


@vy.kernel(workgroup=64)
def knapsack_item(
    before: vy.In[vy.i32], weight: vy.i32, value: vy.i32, taken: vy.Out[vy.bool_], after: vy.Out[vy.i32]
) -> None:
    """With up to two of one item: the best value for each room."""
    room = vy.i32(vy.global_id())
    if room >= vy.i32(before.size):
        return
    best = before[room]
    count = 1
    while count <= 2 and count * weight <= room:
        other = before[room - count * weight] + count * value
        if other > best:
            best = other
            taken[room] = True
        count += 1
    after[room] = best


@vy.kernel(workgroup=32)
def matrix_chain(sides: vy.In[vy.i32], costs: vy.Out[vy.i32], cuts: vy.Out[vy.i8]) -> None:
    """A workgroup for each chain; all products of one length at once, in a shared table."""
    table = vy.shared(vy.i32, (8, 8))
    chain, lane = vy.group_id(), vy.i32(vy.local_id())
    n = vy.i32(sides.shape[1]) - 1
    for length in range(2, n + 1):
        i, j = lane, lane + length - 1
        if j < n:
            best, cut = 2147483647, 0
            for k in range(i, j):
                cost = table[i, k] + table[k + 1, j] + sides[chain, i] * sides[chain, k + 1] * sides[chain, j + 1]
                if cost < best:
                    best, cut = cost, k
            table[i, j] = best
            cuts[chain, i, j] = vy.i8(cut)
        vy.barrier()
    if lane == 0:
        costs[chain] = table[0, n - 1]


def knapsack_run(inputs: Inputs, **keywords: Any) -> Results:
    best, taken = np.zeros(inputs["room"] + 1, np.int32), []
    for weight, value in zip(inputs["weights"], inputs["values"], strict=True):
        took, best = knapsack_item(best, weight, value, domain=best.size, **keywords)
        taken.append(took)
    shapes = {"costs": len(inputs["sides"]), "cuts": (len(inputs["sides"]), 8, 8)}
    return [best, np.array(taken), *matrix_chain(inputs["sides"], grid=len(inputs["sides"]), shapes=shapes, **keywords)]


def knapsack_expected(inputs: Inputs) -> Results:
    room = inputs["room"]
    best = np.zeros(room + 1, np.int32)
    taken = []
    for weight, value in zip(inputs["weights"], inputs["values"], strict=True):
        ways = [best]
        for count in (1, 2):
            way = np.full(room + 1, -1, np.int32)
            if count * weight <= room:
                way[count * weight :] = best[: room + 1 - count * weight] + count * value
            ways.append(way)
        after = np.max(ways, 0)
        taken.append(after > best)
        best = after
    costs, cuts = [], np.zeros((len(inputs["sides"]), 8, 8), np.int8)
    for c, sides in enumerate(inputs["sides"].tolist()):
        found: dict[tuple[int, int], int] = {(i, i): 0 for i in range(8)}
        for i, j in sorted(itertools.combinations(range(8), 2), key=lambda pair: pair[1] - pair[0]):
            products = [found[i, k] + found[k + 1, j] + sides[i] * sides[k + 1] * sides[j + 1] for k in range(i, j)]
            found[i, j] = min(products)
            cuts[c, i, j] = i + products.index(min(products))
        costs.append(found[0, 7])
    return [best, np.array(taken), np.array(costs, np.int32), cuts]


# ---------------------------------------------------------------- fields that are filled from a point


def fill_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    return {"walls": rng.random((size, 9, 9)) < 0.35, "starts": rng.integers(0, 9, (size, 2)).astype(np.int32)}


@vy.kernel(workgroup=16, domain=lambda walls, starts, marks: len(walls))
def fill_fields(
    walls: vy.In[vy.bool_], starts: vy.In[vy.i32], marks: vy.InOut[vy.u8], areas: vy.Out[vy.i32, Literal[256]]
) -> None:
    """Line by line, with a stack of places; at most 40 lines."""
    f = vy.global_id()
    if f >= walls.shape[0]:
        return
    stack = vy.private(vy.i32, 128)
    stack[0] = starts[f, 0] * 9 + starts[f, 1]
    top, area, lines = 1, 0, 0
    while top > 0:
        top -= 1
        y, x = divmod(stack[top], 9)
        if walls[f, y, x] or marks[f, y, x] != 0:
            continue
        while x > 0 and not walls[f, y, x - 1]:
            x -= 1
        lines += 1
        above = below = False
        while x < 9:
            if walls[f, y, x]:
                break
            marks[f, y, x] = vy.u8(lines)
            area += 1
            for side in range(2):
                near = y - 1 if side == 0 else y + 1
                free = 0 <= near < 9 and not walls[f, near, x] and marks[f, near, x] == 0
                if free and not (above if side == 0 else below):
                    stack[top] = near * 9 + x
                    top += 1
                if side == 0:
                    above = free
                else:
                    below = free
            x += 1
    areas[f] = area


def fill_run(inputs: Inputs, **keywords: Any) -> Results:
    marks = np.zeros(inputs["walls"].shape, np.uint8)
    areas = fill_fields(inputs["walls"], inputs["starts"], marks, **keywords)
    return [marks > 0, areas]


def fill_expected(inputs: Inputs) -> Results:
    reached = np.zeros(inputs["walls"].shape, bool)
    areas = np.zeros(256, np.int32)
    for f, (walls, start) in enumerate(zip(inputs["walls"], inputs["starts"].tolist(), strict=True)):
        places = {tuple(start)} if not walls[tuple(start)] else set()
        while True:
            around = {(y + dy, x + dx) for y, x in places for dy, dx in ((0, 1), (1, 0), (0, -1), (-1, 0))}
            more = {(y, x) for y, x in around if 0 <= y < 9 and 0 <= x < 9 and not walls[y, x]} - places
            if not more:
                break
            places |= more
        for place in places:
            reached[f][place] = True
        areas[f] = len(places)
    return [reached, areas]


PROGRAMS = (
    Program("rosetta_tape", tape_inputs, tape_run, tape_expected, 16),
    Program("rosetta_automaton", automaton_inputs, automaton_run, automaton_expected, 40),
    Program("rosetta_puzzles", puzzle_inputs, puzzle_run, puzzle_expected, 20),
    Program("rosetta_knapsack", knapsack_inputs, knapsack_run, knapsack_expected, 100),
    Program("rosetta_fill", fill_inputs, fill_run, fill_expected, 24, largest=256),
)
