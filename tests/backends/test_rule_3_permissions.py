"""Rule 3.7: strictness is left by permission, per dispatch. What comes out then lies where the permission lets it, and the next
strict dispatch of the same kernel has the strict bytes."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Final

import ml_dtypes
import numpy as np
import pytest

import vyre as vy
from vyre.device import PERMISSIONS
from vyre.run.session import Session

from .table import need
from .writing import kernel

EVERY: Final = vy.DispatchConfig(ulp_budget=4, contract=True, reorder=True, flush=True)
ONE: Final = {
    "contract": vy.DispatchConfig(contract=True),
    "reorder": vy.DispatchConfig(reorder=True),
    "flush": vy.DispatchConfig(flush=True),
    "ulp_budget": vy.DispatchConfig(ulp_budget=4),
}
STRICT: Final = vy.DispatchConfig()
Array = np.ndarray[Any, np.dtype[Any]]


def called(made: vy.Kernel, device: str, config: vy.DispatchConfig, *args: Array) -> tuple[Array, vy.Receipt]:
    """What comes out, after a strict call and before another one, which give the same bytes; and the receipt."""
    before = made(*args, backend=device, config=STRICT)
    found = made(*args, backend=device, config=config)
    receipt = vy.session().last_receipt()
    assert receipt is not None
    after = made(*args, backend=device, config=STRICT)
    strict = vy.session().last_receipt()
    assert strict is not None
    assert (strict.permissions, strict.permitted, strict.determinism) == ((), (), "strict")
    assert before.tobytes() == after.tobytes() == made(*args, backend="reference").tobytes()
    return found, receipt


def given(t: str, count: int = 3, n: int = 2000) -> list[Array]:
    rng = np.random.Generator(np.random.PCG64(37))
    return [(rng.random(n) + 1).astype(f"f{int(t[1:]) // 8}") for _ in range(count)]


def test_every_field_is_a_permission() -> None:
    assert set(ONE) == PERMISSIONS


@pytest.mark.parametrize("name", ONE)
def test_rule_3_7_a_receipt_names_what_was_permitted(device: str, name: str) -> None:
    made = kernel("out[i] = a[i] + a[i]", "a: vy.In[vy.u32], out: vy.Out[vy.u32]", guard=True)
    found, receipt = called(made, device, ONE[name], np.arange(5, dtype=np.uint32))
    assert found.tolist() == [0, 2, 4, 6, 8]
    assert receipt.permitted == ("ulp_budget=4" if name == "ulp_budget" else name,)
    assert receipt.permissions == ()  # there is no float in it
    assert receipt.determinism == ("bounded" if name == "ulp_budget" else "device-dependent")
    assert f"{receipt.determinism}: permitted {receipt.permitted[0]}; used nothing" in str(receipt)


def has_own_sums(session: Session, device: str, t: str = "f32") -> bool:
    """Whether the device's own additions and products are used: of corrected ones nothing can be contracted or regrouped."""
    profile = session.engine(device).profile
    return not profile.wants_probe or {("add", t, "native"), ("mul", t, "native")} <= set(profile.forms)


@pytest.mark.parametrize("t", ["f32", "f64"])
@pytest.mark.parametrize("config", [ONE["contract"], EVERY], ids=["contract", "every"])
def test_rule_3_7_contracted_sums_round_once_or_twice(
    session: Session, device: str, t: str, config: vy.DispatchConfig
) -> None:
    need(session, device, t)
    made = kernel(
        "out[i] = a[i] * b[i] + c[i]",
        f"a: vy.In[vy.{t}], b: vy.In[vy.{t}], c: vy.In[vy.{t}], out: vy.Out[vy.{t}]",
        guard=True,
    )
    fused = kernel(
        "out[i] = vy.fma(a[i], b[i], c[i])",
        f"a: vy.In[vy.{t}], b: vy.In[vy.{t}], c: vy.In[vy.{t}], out: vy.Out[vy.{t}]",
        guard=True,
    )
    a, b, _ = given(t)
    c = -(a * b)  # what is left of the product is what was rounded off
    found, receipt = called(made, device, config, a, b, c)
    once, twice = fused(a, b, c, backend="reference"), a * b + c
    assert (once != twice).sum() > 1000
    assert ((found == once) | (found == twice)).all()
    assert receipt.determinism == "device-dependent"
    if device.startswith("reference") or (config == ONE["contract"] and not has_own_sums(session, device, t)):
        assert receipt.permissions == ()
        assert found.tobytes() == twice.tobytes()
    else:
        assert "contract" in receipt.permissions


def test_rule_3_7_a_product_that_is_summed_twice_and_stored(device: str) -> None:
    made = kernel(
        "p = a[i] * b[i]\nq = p + c[i]\nr = p - q\nout[i] = r\nalone[i] = p\nboth[i] = p + a[i] * c[i]",
        "a: vy.In[vy.f32], b: vy.In[vy.f32], c: vy.In[vy.f32], out: vy.Out[vy.f32], alone: vy.Out[vy.f32], both: vy.Out[vy.f32]",
        guard=True,
    )
    a, b, c = given("f32")
    first = made(a, b, c, backend=device, config=STRICT)
    out, alone, both = made(a, b, c, backend=device, config=ONE["contract"])
    assert alone.tobytes() == (a * b).tobytes()
    exact = [x.astype(np.float64) for x in (a, b, c)]
    assert np.abs(out + exact[2]).max() < 2.0**-20  # p - (p + c)
    assert np.abs(both - (exact[0] * exact[1] + exact[0] * exact[2])).max() <= 2.0**-20
    again = made(a, b, c, backend=device, config=STRICT)
    assert [x.tobytes() for x in first] == [x.tobytes() for x in again]
    assert [x.tobytes() for x in first] == [x.tobytes() for x in made(a, b, c, backend="reference")]


@pytest.mark.parametrize("config", [ONE["reorder"], EVERY], ids=["reorder", "every"])
def test_rule_3_7_regrouped_sums_are_near(session: Session, device: str, config: vy.DispatchConfig) -> None:
    made = kernel(
        "s = vy.f32(0.0)\nfor k in range(9):\n    s = s + a[i] * vy.f32(k)\nout[i] = s + b[i] - a[i] + (c[i] + b[i])",
        "a: vy.In[vy.f32], b: vy.In[vy.f32], c: vy.In[vy.f32], out: vy.Out[vy.f32]",
        guard=True,
    )
    a, b, c = given("f32")
    found, receipt = called(made, device, config, a, b, c)
    exact = 36.0 * a + b.astype(np.float64) - a + c + b
    assert np.abs(found - exact).max() < 2.0**-24 * 20 * 80
    closed = config == ONE["reorder"] and not has_own_sums(session, device)
    assert (device.startswith("reference") or closed) == (receipt.permissions == ()) or device in ("opencl", "cuda")


def test_rule_3_7_f16_and_remainders_are_exact_under_every_permission_but_flush(session: Session, device: str) -> None:
    """Between two operations on f16 stands a rounding, and a remainder is found in integers."""
    need(session, device, "f16")
    made = kernel(
        "out[i] = a[i] * b[i] + c[i]\nrest[i] = vy.fmod(x[i], y[i])\nonce[i] = vy.fma(a[i], b[i], c[i])",
        "a: vy.In[vy.f16], b: vy.In[vy.f16], c: vy.In[vy.f16], x: vy.In[vy.f32], y: vy.In[vy.f32], "
        "out: vy.Out[vy.f16], rest: vy.Out[vy.f32], once: vy.Out[vy.f16]",
        guard=True,
    )
    a, b, x = given("f32")
    halves = [v.astype(np.float16) for v in (a, b, x - 3)]
    config = vy.DispatchConfig(contract=True, reorder=True, ulp_budget=4)
    found = made(*halves, x * 1e6, b, backend=device, config=config)
    want = made(*halves, x * 1e6, b, backend="reference")
    assert [v.tobytes() for v in found] == [v.tobytes() for v in want]


def test_rule_3_7_permissions_share_no_pipeline(target: str) -> None:
    made = kernel(
        "out[i] = a[i] * b[i] + c[i]",
        "a: vy.In[vy.f32], b: vy.In[vy.f32], c: vy.In[vy.f32], out: vy.Out[vy.f32]",
        guard=True,
    )
    with Session(target) as one:
        keys = {one.prepare(made.program, config, backend=target).key for config in (STRICT, EVERY, *ONE.values())}
        assert len(keys) == 6
        two = vy.DispatchConfig(ulp_budget=2)
        assert one.prepare(made.program, two, backend=target).key not in keys
        assert one.prepare(made.program, vy.DispatchConfig(label="x"), backend=target).key in keys


def least(a: Array, b: Array) -> Array:
    """Rule 3.3, of numbers."""
    return np.where((a < b) | ((a == b) & np.signbit(a)), a, b)


def zeroed(x: Array) -> Array:
    """Subnormals as zeros of their sign; the smallest normal number may have been one before it was rounded."""
    return np.where(np.abs(x) <= 2.0**-126, np.copysign(np.float32(0), x), x)


_THREE: Final[tuple[Callable[[Array, Array], Array], ...]] = (
    lambda x, y: np.asarray(x * y),
    least,
    lambda x, y: -least(-x, -y),
)


def test_rule_3_7_a_flushed_subnormal_is_kept_or_zero(device: str) -> None:
    made = kernel(
        "out[i] = a[i] * b[i]\nless[i] = min(a[i], b[i])\nmore[i] = max(a[i], b[i])",
        "a: vy.In[vy.f32], b: vy.In[vy.f32], out: vy.Out[vy.f32], less: vy.Out[vy.f32], more: vy.Out[vy.f32]",
        guard=True,
    )
    rng = np.random.Generator(np.random.PCG64(5))
    a = rng.integers(0, 1 << 32, 4000, dtype=np.uint32).view(np.float32)
    a[::3] = -(rng.integers(0, 1 << 23, a[::3].size, dtype=np.uint32).view(np.float32))
    b = np.where(rng.random(4000) < 0.5, a[::-1], np.float32(0.5)).astype(np.float32)
    a, b = (np.where(np.isnan(x), np.float32(3), x) for x in (a, b))
    first = made(a, b, backend=device, config=STRICT)
    found = made(a, b, backend=device, config=ONE["flush"])
    receipt = vy.session().last_receipt()
    assert receipt is not None
    strict = made(a, b, backend=device, config=STRICT)
    assert [x.tobytes() for x in first] == [x.tobytes() for x in strict]
    assert [x.tobytes() for x in strict] == [x.tobytes() for x in made(a, b, backend="reference:lanes")]
    for native, op in zip(found, _THREE, strict=True):
        right = np.zeros(len(a), bool)
        for x in (a, zeroed(a)):
            for y in (b, zeroed(b)):
                with np.errstate(all="ignore"):
                    made_of = op(x, y)
                for one in (made_of, zeroed(made_of)):
                    right |= (native.view(np.uint32) == one.view(np.uint32)) | (np.isnan(native) & np.isnan(one))
        assert right.all()
    assert receipt.permitted == ("flush",)
    if device.startswith(("reference", "cpu")):
        assert receipt.permissions == ()
        assert [x.tobytes() for x in found] == [x.tobytes() for x in strict]
    elif device.startswith(("opencl", "cuda")):
        assert receipt.permissions == ("flush",)


@pytest.mark.parametrize("budget", [0, 1, 2, 4])
@pytest.mark.parametrize("t", ["f32", "f64", "f16", "bf16"])
def test_rule_3_7_divisions_and_roots_keep_to_the_budget(session: Session, device: str, t: str, budget: int) -> None:
    need(session, device, t)
    made = kernel(
        "out[i] = a[i] / b[i]\nroot[i] = vy.sqrt(a[i])\none[i] = vy.recip(b[i])",
        f"a: vy.In[vy.{t}], b: vy.In[vy.{t}], out: vy.Out[vy.{t}], root: vy.Out[vy.{t}], one: vy.Out[vy.{t}]",
        guard=True,
    )
    rng = np.random.Generator(np.random.PCG64(9))
    word = np.dtype({"f32": "u4", "f64": "u8"}.get(t, "u2"))
    kind: Any = ml_dtypes.bfloat16 if t == "bf16" else np.dtype(f"f{word.itemsize}")
    a, b = (rng.integers(0, 1 << 8 * word.itemsize, 6000, dtype=word).view(kind) for _ in range(2))
    strict = made(a, b, backend=device, config=STRICT)
    found = made(a, b, backend=device, config=vy.DispatchConfig(ulp_budget=budget))
    receipt = vy.session().last_receipt()
    assert receipt is not None
    again = made(a, b, backend=device, config=STRICT)
    assert [x.tobytes() for x in strict] == [x.tobytes() for x in again]
    if t == "f32":
        assert [x.tobytes() for x in strict] == [x.tobytes() for x in made(a, b, backend="reference:lanes")]
    for native, right in zip(found, strict, strict=True):
        nan = np.isnan(right.astype(np.float64))
        assert (np.isnan(native.astype(np.float64)) == nan).all()
        steps = ordered(native.view(word)) - ordered(right.view(word))
        assert np.abs(steps[~nan]).max() <= budget
    assert receipt.determinism == ("bounded" if budget else "strict")
    for used in receipt.permissions:
        op, of, error, unit = used.split()
        assert (op, of, unit) in {(op, of, "ULP") for op in ("div:", "sqrt", "recip", "div") for of in ("f32:", "f64:")}
        assert float(error) <= budget
    if budget == 0 or device.startswith(("reference", "cpu")):
        assert receipt.permissions == ()


def ordered(x: Array) -> Array:
    """Bit patterns of floats as integers of the same order."""
    bits = 8 * x.itemsize
    size = (x & x.dtype.type((1 << (bits - 1)) - 1)).astype(np.int64)
    found: Array = np.where(x >> x.dtype.type(bits - 1) != 0, -size - 1, size)
    return found


def test_rule_3_7_check_compares_with_strict_bytes_and_tells_the_distance(session: Session, target: str) -> None:
    made = kernel(
        "out[i] = a[i] * b[i] + c[i]",
        "a: vy.In[vy.f32], b: vy.In[vy.f32], c: vy.In[vy.f32], out: vy.Out[vy.f32]",
        guard=True,
    )
    a, b, c = given("f32", n=200)
    report = made.check(a, b, c, backends=[target], config=ONE["contract"])
    (row,) = report.rows
    (receipt,) = report.receipts
    assert receipt.permissions == ("contract",) * has_own_sums(session, target)
    found = made(a, b, c, backend=target, config=ONE["contract"])
    strict = a * b + c
    off = int(np.abs(ordered(found.view(np.uint32)) - ordered(strict.view(np.uint32))).max())
    assert (row.status, row.ulps) == (("different", off) if off else ("equal", None))
    assert (f"off by at most {off} ULP" in str(report)) == (off > 0)
    assert made.check(a, b, c, backends=[target]).ok


def test_rule_3_7_what_is_exact_in_any_order_keeps_its_bytes_under_every_permission(device: str) -> None:
    """Sums and products of small whole numbers, at random, through locals, choices and loops."""
    dice = random.Random(37)

    def term(depth: int) -> str:
        if not depth:
            return dice.choice(["x", "y", "z", "x", "y", "z", "2.0", "1.0", "u", "w"])
        a, b = term(depth - 1), term(depth - 1)
        if dice.random() < 0.2:
            return f"({a} if {dice.choice('xyz')} > 0.0 else {b})"
        return f"({a} {dice.choice('+-**')} {b})"

    lines = ["x = a[i]", "y = b[i]", "z = c[i]", "u = x * y + z", "w = vy.f32(0.0)"]
    lines += ["for k in range(3):", "    w = w * y + x * z", "    u = u + w * x", "out[i] = u"]
    lines += [f"out[i + {64 * n}] = {term(3)}" for n in range(1, 12)]
    made = kernel(
        "i = vy.global_id()\nif i < 64:\n" + "\n".join("    " + line for line in lines),
        "a: vy.In[vy.f32], b: vy.In[vy.f32], c: vy.In[vy.f32], out: vy.Out[vy.f32]",
        options="domain=64",
    )
    rng = np.random.Generator(np.random.PCG64(2))
    arrays = [rng.integers(-2, 3, 64).astype(np.float32) for _ in range(3)]
    wanted = made(*arrays, backend="reference", shapes={"out": (768,)})
    assert np.abs(wanted).max() < 2**24
    for config in (*ONE.values(), vy.DispatchConfig(contract=True, reorder=True), EVERY):
        found = made(*arrays, backend=device, config=config, shapes={"out": (768,)})
        assert np.array_equal(found, wanted), config  # but for the sign of a zero, which a grouping may change
