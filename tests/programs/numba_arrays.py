"""What the tests of Numba for CUDA do with arrays: strides of grids, shared and local arrays, records, functions over
elements and over rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

import vyre as vy
from tests.programs.frame import Array, Inputs, Program, Results

F = np.float32

# ---------------------------------------------------------------- grids that stride over two and three axes


def grids_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    return {
        "plane": rng.integers(-99, 99, (size, size + 13)).astype(np.int32),
        "space": rng.integers(-99, 99, (5, size // 2, 11)).astype(np.int64),
    }


@vy.kernel(workgroup=(4, 8), domain=(8, 16))
def stride_plane(a: vy.In[vy.i32], b: vy.Out[vy.i32]) -> None:
    """A small grid over a plane: each invocation takes steps as wide as the grid."""
    sy, sx = vy.workgroup_size(0) * vy.num_groups(0), vy.workgroup_size(1) * vy.num_groups(1)
    y = vy.global_id(0)
    while y < a.shape[0]:
        x = vy.global_id(1)
        while x < a.shape[1]:
            if a[y, x] % 5 == 0:
                x += sx
                continue
            b[y, x] = a[y, x] * 2 + a[y - 1, x] - a[y, x + 1]
            x += sx
        y += sy


@vy.kernel(workgroup=(1, 2, 4), domain=(2, 2, 4))
def stride_space(a: vy.InOut[vy.i64], added: vy.i64) -> None:
    z = vy.global_id(0)
    while z < a.shape[0]:
        for y in range(vy.global_id(1), a.shape[1], 2):
            for x in range(vy.global_id(2), a.shape[2], 4):
                if a[z, y, x] < 0:
                    break
                a[z, y, x] += added * (vy.i64(z) * 100 + vy.i64(y) * 10 + vy.i64(x))
        z += 2


def grids_run(inputs: Inputs, **keywords: Any) -> Results:
    space = inputs["space"].copy()
    stride_space(space, 3, **keywords)
    return [stride_plane(inputs["plane"], **keywords), space]


def grids_expected(inputs: Inputs) -> Results:
    a, space = inputs["plane"], inputs["space"].copy()
    p = np.pad(a, 1)
    plane = np.where(a % 5 == 0, 0, 2 * a - p[:-2, 1:-1] * -1 - p[1:-1, 2:]).astype(np.int32)
    for x in range(4):
        part = space[:, :, x::4]
        on = np.logical_and.accumulate(part >= 0, 2)
        z, y, k = np.indices(part.shape)
        part += on * 3 * (z * 100 + y * 10 + x + 4 * k)
    return [plane, space]


# ---------------------------------------------------------------- one shared array that several parts lie in


def parts_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    return {"values": rng.integers(0, 2**16, (size, 48)).astype(np.uint16), "cut": rng.integers(1, 48, size, np.uint32)}


@vy.kernel(workgroup=16)
def parts_in_one(values: vy.In[vy.u16], cut: vy.In[vy.u32], result: vy.Out[vy.u16]) -> None:
    """Values below and from the cut lie one behind the other, each turned round; the cut is known only when it runs."""
    cells = vy.shared(vy.u16, 96)
    row, lane = vy.group_id(), vy.local_id()
    at = cut[row]
    first, second = vy.u32(0), at
    k = lane
    while k < 48:
        if k < at:
            cells[first + (at - 1 - k)] = values[row, k]
        else:
            cells[second + (47 - k)] = values[row, k]
        k += 16
    vy.barrier()
    if lane < 3:
        # each of three adds up a stretch of its own, with wrapping, into the upper half
        total = vy.u16(0)
        for j in range(lane * 16, lane * 16 + 16):
            total += cells[j]
            cells[48 + j] = total
    vy.barrier()
    for j in range(lane, 48, 16):
        result[row, j] = cells[48 + j]


def parts_run(inputs: Inputs, **keywords: Any) -> Results:
    values, cut = inputs["values"], inputs["cut"]
    return [parts_in_one(values, cut, grid=len(cut), shapes={"result": values.shape}, **keywords)]


def parts_expected(inputs: Inputs) -> Results:
    rows = [np.concatenate([v[:c][::-1], v[c:][::-1]]) for v, c in zip(inputs["values"], inputs["cut"], strict=True)]
    return [np.cumsum(np.reshape(rows, (-1, 3, 16)), 2, dtype=np.uint16).reshape(-1, 48)]


# ---------------------------------------------------------------- records: accounts and what is booked on them

ACCOUNT = np.dtype([("key", "u4"), ("open", "?"), ("sum", "i8"), ("last", "i2", 3), ("rate", "f4")], align=True)
BOOKING = np.dtype([("key", "u2"), ("amount", "i4"), ("kind", "u1")])

if TYPE_CHECKING:
    Account: TypeAlias = Any
    Booking: TypeAlias = Any
else:
    Account = vy.struct(ACCOUNT)
    Booking = vy.struct(BOOKING)


def records_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    accounts = np.zeros(size, ACCOUNT)
    accounts["key"] = rng.permutation(size)
    accounts["open"], accounts["rate"] = rng.random(size) < 0.8, rng.random(size)
    bookings = np.zeros(size * 8, BOOKING)
    bookings["key"] = rng.integers(0, size, size * 8)
    bookings["amount"], bookings["kind"] = rng.integers(-500, 900, size * 8), rng.integers(0, 4, size * 8)
    return {"accounts": accounts, "bookings": bookings}


@vy.func
def booked(amount: vy.i32, kind: vy.u8, rate: vy.f32) -> Any:
    """What is added, and whether the account stays open."""
    if kind == 0:
        return vy.i64(amount), True
    if kind == 1:
        return vy.i64(-amount), True
    if kind == 2:
        if amount < -450:
            return vy.i64(0), False
        return vy.i64(vy.f32(amount) * rate), True
    return vy.i64(amount // 3), True


@vy.kernel(workgroup=16, domain="accounts")
def book(accounts: vy.InOut[Account], bookings: vy.In[Booking]) -> None:
    i = vy.global_id()
    if i >= accounts.size or not accounts[i].open:
        return
    own = accounts[i]
    for k in range(bookings.size):
        b = bookings[k]
        if vy.u32(b.key) != own.key:
            continue
        change, goes_on = booked(b.amount, b.kind, own.rate)
        if not goes_on:
            accounts[i].open = False
            break
        accounts[i].sum += change
        for j in range(2):
            accounts[i].last[2 - j] = accounts[i].last[1 - j]
        accounts[i].last[0] = vy.i16(change)


def records_run(inputs: Inputs, **keywords: Any) -> Results:
    accounts = inputs["accounts"].copy()
    book(accounts, inputs["bookings"], **keywords)
    return [np.ascontiguousarray(accounts[name]) for name in ACCOUNT.names or ()]


def records_expected(inputs: Inputs) -> Results:
    accounts = inputs["accounts"].copy()
    for account in accounts:
        for booking in inputs["bookings"]:
            key, amount, kind = booking.tolist()
            if key != account["key"] or not account["open"]:
                continue
            if kind == 2 and amount < -450:
                account["open"] = False
                continue
            part = int(F(amount) * account["rate"])
            change = {0: amount, 1: -amount, 2: part, 3: amount // 3}[kind]
            account["sum"] += change
            account["last"] = (change, *account["last"][:2])
    return [np.ascontiguousarray(accounts[name]) for name in ACCOUNT.names or ()]


# ---------------------------------------------------------------- local arrays: polynomials that are multiplied and divided

TERMS = 12


def polynomials_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    numbers = rng.integers(0, 101, (size, TERMS)).astype(np.int32)
    numbers[:, TERMS // 2 :] *= rng.random((size, TERMS - TERMS // 2)) < 0.6
    divisors = rng.integers(0, 101, (size, 4)).astype(np.int32)
    divisors[:, 1:] *= rng.random((size, 3)) < 0.5
    divisors[:, 0] = np.maximum(divisors[:, 0], 1)
    return {"a": numbers, "b": divisors}


@vy.func
def inverse(x: vy.i32) -> vy.i32:
    """Modulo 101, by Euclid's algorithm."""
    r0, r1 = 101, x
    t0, t1 = 0, 1
    while r1 != 0:
        q = r0 // r1
        r0, r1 = r1, r0 - q * r1
        t0, t1 = t1, t0 - q * t1
    return t0 % 101


@vy.func
def degree(p: Any, limit: vy.i32) -> vy.i32:
    d = limit
    while d >= 0:
        if p[d] != 0:
            break
        d -= 1
    return d


@vy.kernel(workgroup=16, domain=lambda a, b: len(a))
def polynomials(a: vy.In[vy.i32], b: vy.In[vy.i32], quotients: vy.Out[vy.i32], rests: vy.Out[vy.i32]) -> None:
    """Long division modulo 101."""
    i = vy.global_id()
    if i >= a.shape[0]:
        return
    rest = vy.private(vy.i32, TERMS)
    divisor = vy.private(vy.i32, 4)
    for k in range(TERMS):
        rest[k] = a[i, k]
    for k in range(4):
        divisor[k] = b[i, k]
    db = degree(divisor, 3)
    lead = inverse(divisor[db])
    while True:
        dr = degree(rest, TERMS - 1)
        if dr < db:
            break
        factor = rest[dr] * lead % 101
        quotients[i, dr - db] = factor
        for k in range(db + 1):
            rest[dr - db + k] = (rest[dr - db + k] - factor * divisor[k]) % 101
    for k in range(TERMS):
        rests[i, k] = rest[k]


def polynomials_run(inputs: Inputs, **keywords: Any) -> Results:
    shape = inputs["a"].shape
    return list(polynomials(inputs["a"], inputs["b"], shapes={"quotients": shape, "rests": shape}, **keywords))


def polynomials_expected(inputs: Inputs) -> Results:
    """Quotients by schoolbook division with Python's powers as inverses; checked by multiplying out."""
    quotients, rests = np.zeros_like(inputs["a"]), np.zeros_like(inputs["a"])
    for i, (a, b) in enumerate(zip(inputs["a"].tolist(), inputs["b"].tolist(), strict=True)):
        while b[-1] == 0:
            b = b[:-1]
        rest = [x % 101 for x in a]
        for top in range(TERMS - 1, len(b) - 2, -1):
            factor = rest[top] * pow(b[-1], -1, 101) % 101
            quotients[i, top - len(b) + 1] = factor
            for k, x in enumerate(b):
                rest[top - len(b) + 1 + k] = (rest[top - len(b) + 1 + k] - factor * x) % 101
        rests[i] = rest
        product = np.convolve(quotients[i], b)[:TERMS] + rests[i]
        np.testing.assert_array_equal(product % 101, np.array(a) % 101)
    return [quotients, rests]


# ---------------------------------------------------------------- functions over elements, of several types

T = vy.TypeVar("T", vy.u8, vy.i32, vy.u64, vy.f32, vy.f64)


def elements_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    return {
        name: (rng.random(size) * 200 - (0 if name.startswith("u") else 100)).astype(name)
        for name in ("uint8", "int32", "uint64", "float32", "float64")
    }


@vy.func
def folded_value(x: Any, low: Any, high: Any) -> Any:
    """x reflected at the ends until it lies between them."""
    turns = 0
    while turns < 8:
        if x > high:
            x = high - (x - high)
        elif x < low:
            x = low + (low - x)
        else:
            break
        turns += 1
    return x


@vy.kernel(workgroup=32)
def reflect(x: vy.In[T], low: T, high: T, y: vy.Out[T]) -> None:
    i = vy.global_id()
    if i < x.size:
        if vy.static(x.dtype is vy.f32 or x.dtype is vy.f64):
            y[i] = folded_value(x[i], low, high) / 2
        else:
            y[i] = folded_value(x[i], low, high) // 2


def elements_run(inputs: Inputs, **keywords: Any) -> Results:
    return [reflect(x, 40, 90, **keywords) for x in inputs.values()]


def elements_expected(inputs: Inputs) -> Results:
    results = []
    for x in inputs.values():
        low, high, two = x.dtype.type(40), x.dtype.type(90), x.dtype.type(2)
        for _turn in range(8):
            x = np.where(x > high, high - (x - high), np.where(x < low, low + (low - x), x))
        results.append(x / two if x.dtype.kind == "f" else x // two)
    return results


# ---------------------------------------------------------------- functions over rows: means of what moves along


def rows_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    values = rng.integers(0, 1000, (size, 40)).astype(np.int32)
    values[rng.random(values.shape) < 0.2] = -1
    return {"values": values, "window": rng.integers(1, 9, size).astype(np.int32)}


@vy.kernel(workgroup=16, domain="window")
def moving_largest(values: vy.In[vy.i32], window: vy.In[vy.i32], result: vy.Out[vy.i32]) -> None:
    """The largest of the last few values, by a queue in a private ring; -1 ends what came before."""
    i = vy.global_id()
    if i >= window.size:
        return
    ring = vy.private(vy.i32, 16)
    head, tail = 0, 0
    for k in range(values.shape[1]):
        v = values[i, k]
        if v == -1:
            head = tail
            result[i, k] = -1
            continue
        while tail > head and values[i, ring[(tail - 1) % 16]] <= v:
            tail -= 1
        ring[tail % 16] = vy.i32(k)
        tail += 1
        if ring[head % 16] <= vy.i32(k) - window[i]:
            head += 1
        result[i, k] = values[i, ring[head % 16]]


def rows_run(inputs: Inputs, **keywords: Any) -> Results:
    shapes = {"result": inputs["values"].shape}
    return [moving_largest(inputs["values"], inputs["window"], shapes=shapes, **keywords)]


def rows_expected(inputs: Inputs) -> Results:
    result = np.empty_like(inputs["values"])
    for row, window, out in zip(inputs["values"].tolist(), inputs["window"].tolist(), result, strict=True):
        for k in range(len(row)):
            part = row[max(0, k - window + 1) : k + 1]
            while -1 in part:
                part = part[part.index(-1) + 1 :]
            out[k] = max(part, default=-1)
    return [result]


# ---------------------------------------------------------------- how a workgroup's lanes agree


def agree_inputs(size: int, seed: int) -> Inputs:
    return {"values": np.random.default_rng(seed).integers(0, 100, size * 64).astype(np.int32)}


@vy.kernel(workgroup=64)
def agreements(values: vy.In[vy.i32], found: vy.Out[vy.i32]) -> None:
    """Until all values are 1: even ones are halved, odd ones are tripled and get one, and the turns are counted."""
    v = values[vy.global_id()]
    low, high = vy.workgroup_min(v), vy.workgroup_max(v)
    turns = 0
    while vy.workgroup_any(v > 1) and turns < 40:
        if v > 1:
            if v % 2 == 0:
                v //= 2
            else:
                v = 3 * v + 1
        turns += 1
    left = vy.workgroup_sum(vy.i32(v > 1))
    if vy.local_id() == 0:
        g = vy.group_id()
        found[g, 0], found[g, 1], found[g, 2], found[g, 3] = low, high, turns, left


def agree_run(inputs: Inputs, **keywords: Any) -> Results:
    groups = inputs["values"].size // 64
    return [agreements(inputs["values"], grid=groups, shapes={"found": (groups, 4)}, **keywords)]


def agree_expected(inputs: Inputs) -> Results:
    rows: Array = inputs["values"].reshape(-1, 64)

    def turns(v: int) -> int:
        count = 0
        while v > 1 and count < 1000:
            v, count = (v // 2 if v % 2 == 0 else 3 * v + 1), count + 1
        return count

    counts = np.array([[turns(v) for v in row.tolist()] for row in rows])
    found = (rows.min(1), rows.max(1), np.minimum(counts.max(1), 40), (counts > 40).sum(1))
    return [np.stack(found, 1).astype(np.int32)]


PROGRAMS = (
    Program("numba_grids", grids_inputs, grids_run, grids_expected, 20),
    Program("numba_shared_parts", parts_inputs, parts_run, parts_expected, 5),
    Program("numba_records", records_inputs, records_run, records_expected, 20),
    Program("numba_polynomials", polynomials_inputs, polynomials_run, polynomials_expected, 40),
    Program("numba_elements", elements_inputs, elements_run, elements_expected, 100),
    Program("numba_rows", rows_inputs, rows_run, rows_expected, 20),
    Program("numba_agreements", agree_inputs, agree_run, agree_expected, 3),
)
