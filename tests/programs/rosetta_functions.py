"""Tasks of Rosetta Code with mathematical functions, and Numba-CUDA's tests of them."""

from __future__ import annotations

import math
from typing import Any, Literal

import numpy as np

import vyre as vy
from tests.backends.exact_arrays import rounded
from tests.programs.frame import Array, Inputs, Program, Results

F = np.float32
PI, TAU = math.pi, 2 * math.pi

# ---------------------------------------------------------------- distances on the globe, and its map


def places_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    return {"place": np.stack([rng.uniform(-80, 80, size), rng.uniform(-180, 180, size)], 1).astype(F)}


@vy.func
def radians(x: vy.f32) -> vy.f32:
    return x * (PI / 180)


@vy.kernel(domain=lambda place: place.shape[0])
def haversine(place: vy.In[vy.f32], km: vy.Out[vy.f32], on_map: vy.Out[vy.f32]) -> None:
    """From each place to the next, and where Mercator puts it: by its latitude, and back."""
    i = vy.global_id()
    n = place.shape[0]
    if i >= n:
        return
    k = (i + 1) % n
    a, b = radians(place[i, 0]), radians(place[k, 0])
    up, along = vy.sin((b - a) / 2), vy.sin(radians(place[k, 1] - place[i, 1]) / 2)
    km[i] = 2 * 6372.8 * vy.asin(vy.sqrt(up * up + vy.cos(a) * vy.cos(b) * along * along))
    y = vy.log(vy.tan(0.25 * PI + 0.5 * a))
    on_map[i, 0], on_map[i, 1] = y, vy.atan(vy.sinh(y)) * (180 / PI)


def haversine_run(inputs: Inputs, **keywords: Any) -> Results:
    place = inputs["place"]
    return list(haversine(place, shapes={"km": len(place), "on_map": (len(place), 2)}, **keywords))


def haversine_expected(inputs: Inputs) -> Results:
    def arc(x: Array) -> Array:
        return np.asarray(x * F(PI / 180))

    latitude, longitude = inputs["place"].T
    a = arc(latitude)
    b = np.roll(a, -1)
    up = rounded("sin", (b - a) / F(2))
    along = rounded("sin", arc(np.roll(longitude, -1) - longitude) / F(2))
    chord = up * up + rounded("cos", a) * rounded("cos", b) * along * along
    y = rounded("log", rounded("tan", F(0.25 * PI) + F(0.5) * a))
    back = rounded("atan", rounded("sinh", y)) * F(180 / PI)
    return [F(2 * 6372.8) * rounded("asin", np.sqrt(chord)), np.stack([y, back], 1)]


# ---------------------------------------------------------------- the roots of cubic equations, all three where they are real


def cubics_inputs(size: int, seed: int) -> Inputs:
    return {"cubic": np.random.default_rng(seed).normal(0, 3, (size, 3)).astype(F)}


@vy.kernel(domain=lambda cubic: cubic.shape[0])
def cubics(cubic: vy.In[vy.f32], root: vy.Out[vy.f32], count: vy.Out[vy.u8]) -> None:
    """Of x³ + a x² + b x + c: by cube roots, or by a third of an angle."""
    i = vy.global_id()
    if i >= cubic.shape[0]:
        return
    a, b, c = cubic[i, 0], cubic[i, 1], cubic[i, 2]
    q, r = (a * a - 3 * b) / 9, (2 * a**3 - 9 * a * b + 27 * c) / 54
    if r * r < q**3:
        theta = vy.acos(vy.clamp(r * vy.rsqrt(q**3), -1.0, 1.0))
        for k in range(3):
            root[i, k] = -2 * vy.sqrt(q) * vy.cos((theta + TAU * vy.f32(k)) / 3) - a / 3
        count[i] = 3
    else:
        s = vy.copysign(vy.cbrt(abs(r) + vy.sqrt(r * r - q**3)), -r)
        root[i, 0] = s + (q / s if s != 0 else 0.0) - a / 3
        count[i] = 1


def cubics_run(inputs: Inputs, **keywords: Any) -> Results:
    n = len(inputs["cubic"])
    return list(cubics(inputs["cubic"], shapes={"root": (n, 3), "count": n}, **keywords))


def cubics_expected(inputs: Inputs) -> Results:
    roots, counts = [], []
    for a, b, c in inputs["cubic"]:
        q = (a * a - F(3) * b) / F(9)
        r = (F(2) * (a * (a * a)) - F(9) * a * b + F(27) * c) / F(54)
        cube, shift = q * (q * q), a / F(3)
        if r * r < cube:
            theta = rounded("acos", np.clip(r * rounded("rsqrt", cube), F(-1), F(1)))
            angles = [(theta + F(TAU) * F(k)) / F(3) for k in range(3)]
            roots.append([F(-2) * np.sqrt(q) * rounded("cos", angle) - shift for angle in angles])
        else:
            s = np.copysign(rounded("cbrt", np.abs(r) + np.sqrt(r * r - cube)), -r)
            roots.append([s + (q / s if s else F(0)) - shift, F(0), F(0)])
        counts.append(3 if r * r < cube else 1)
    return [np.array(roots, F), np.array(counts, np.uint8)]


# ---------------------------------------------------------------- the gamma function, and what is made of it


def gammas_inputs(size: int, seed: int) -> Inputs:
    return {"x": np.random.default_rng(seed).uniform(0.2, 20, size).astype(F)}


LANCZOS = (0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059, 12.507343278686905)  # fmt: skip


@vy.kernel
def gammas(x: vy.In[vy.f32], logarithm: vy.Out[vy.f32], gamma: vy.Out[vy.f32]) -> None:
    """By Lanczos' series, mirrored below 1/2."""
    i = vy.global_id()
    if i >= x.size:
        return
    mirrored = x[i] < 0.5
    z = (1.0 - x[i] if mirrored else x[i]) - 1.0
    series = LANCZOS[0] + 0.0 * z
    for k in vy.static_range(1, 6):
        series += LANCZOS[k] / (z + k)
    t = z + 5.5
    value = 0.5 * vy.static(math.log(2 * math.pi)) + (z + 0.5) * vy.log(t) - t + vy.log(series)
    if mirrored:
        value = vy.log(PI / vy.sin(PI * x[i])) - value
    logarithm[i], gamma[i] = value, vy.exp(value)


def gammas_run(inputs: Inputs, **keywords: Any) -> Results:
    return list(gammas(inputs["x"], **keywords))


def gammas_expected(inputs: Inputs) -> Results:
    x = inputs["x"]
    mirrored = x < F(0.5)
    z = np.where(mirrored, F(1) - x, x) - F(1)
    series = np.full_like(x, LANCZOS[0])
    for k in range(1, 6):
        series = series + F(LANCZOS[k]) / (z + F(k))
    t = z + F(5.5)
    value = F(0.5 * math.log(2 * math.pi)) + (z + F(0.5)) * rounded("log", t) - t + rounded("log", series)
    other = rounded("log", F(PI) / rounded("sin", F(PI) * np.where(mirrored, x, F(0.3)))) - value
    value = np.where(mirrored, other, value)
    return [value, rounded("exp", value)]


# ---------------------------------------------------------------- entropy of texts, and Benford's law of first digits


def texts_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    texts = [rng.integers(97, 97 + rng.integers(1, 12), 50) for _ in range(size)]
    return {"text": np.array(texts, np.uint8), "number": (2.0 ** rng.uniform(-30, 60, 150)).astype(F)}


@vy.kernel(domain=lambda text: text.shape[0])
def entropy(text: vy.In[vy.u8], bits: vy.Out[vy.f32]) -> None:
    i = vy.global_id()
    if i >= text.shape[0]:
        return
    counts = vy.private(vy.u32, 256)
    for k in range(text.shape[1]):
        counts[text[i, k]] += 1
    total = 0.0
    for c in range(97, 110):
        if counts[c] > 0:
            p = vy.f32(counts[c]) / vy.f32(text.shape[1])
            total -= p * vy.log2(p)
    bits[i] = total


LOG2_10 = math.log2(10)


@vy.kernel(domain="number")
def benford(number: vy.In[vy.f32], seen: vy.Out[vy.u32, Literal[9]], law: vy.Out[vy.f32, Literal[9]]) -> None:
    i = vy.global_id()
    if i < 9:
        law[i] = vy.log10(1.0 + 1.0 / vy.f32(i + 1))
    if i < number.size:
        x = vy.log10(number[i])
        lead = vy.exp2((x - vy.floor(x)) * LOG2_10)
        vy.atomic_add(seen, vy.clamp(vy.i32(lead), 1, 9) - 1, 1)


def texts_run(inputs: Inputs, **keywords: Any) -> Results:
    text = inputs["text"]
    return [entropy(text, shapes={"bits": len(text)}, **keywords), *benford(inputs["number"], **keywords)]


def texts_expected(inputs: Inputs) -> Results:
    text = inputs["text"]
    total = np.zeros(len(text), F)
    for c in range(97, 110):
        p = (text == c).sum(1).astype(F) / F(text.shape[1])
        total = total - np.where(p > 0, p * rounded("log2", np.where(p > 0, p, F(1))), F(0))
    x = rounded("log10", inputs["number"])
    lead = rounded("exp2", (x - np.floor(x)) * F(LOG2_10))
    seen = np.bincount(np.clip(lead.astype(int), 1, 9) - 1, minlength=9).astype(np.uint32)
    return [total, seen, rounded("log10", F(1) + F(1) / np.arange(1, 10).astype(F))]


# ---------------------------------------------------------------- a Fourier transform as it is defined, and spherical harmonics


def series_inputs(size: int, seed: int) -> Inputs:
    return {"series": np.random.default_rng(seed).normal(0, 1, size).astype(F)}


@vy.kernel(domain="series")
def fourier(series: vy.In[vy.f32], spectrum: vy.Out[vy.f32]) -> None:
    k = vy.global_id()
    n = series.size
    if k >= n:
        return
    re, im = 0.0, 0.0
    for t in range(n):
        angle = -TAU * vy.f32(k * t % n) / vy.f32(n)
        re += series[t] * vy.cos(angle)
        im += series[t] * vy.sin(angle)
    spectrum[k, 0], spectrum[k, 1] = re, im


def fourier_run(inputs: Inputs, **keywords: Any) -> Results:
    return [fourier(inputs["series"], shapes={"spectrum": (inputs["series"].size, 2)}, **keywords)]


def fourier_expected(inputs: Inputs) -> Results:
    series = inputs["series"]
    n = series.size
    turns = np.outer(np.arange(n), np.arange(n)) % n
    angle = F(-TAU) * turns.astype(F) / F(n)
    return [np.stack([np.add.accumulate(series * rounded(f, angle), 1)[:, -1] for f in ("cos", "sin")], 1)]


DEGREE = 4


def sphere_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    return {"theta": rng.uniform(0, PI, size).astype(F), "phi": rng.uniform(-PI, PI, size).astype(F)}


@vy.kernel
def harmonics(theta: vy.In[vy.f32], phi: vy.In[vy.f32], value: vy.Out[vy.f32]) -> None:
    """Associated Legendre functions by their recursion, times cosines and sines of the multiples of the longitude."""
    i = vy.global_id()
    if i >= theta.size:
        return
    x, s = vy.cos(theta[i]), vy.sin(theta[i])
    start, at = 1.0, 0
    for m in range(DEGREE + 1):
        c, w = vy.cos(vy.f32(m) * phi[i]), vy.sin(vy.f32(m) * phi[i])
        before, now = 0.0, start
        for l in range(m, DEGREE + 1):
            value[i, at], value[i, at + 1] = now * c, now * w
            at += 2
            before, now = now, (vy.f32(2 * l + 1) * x * now - vy.f32(l + m) * before) / vy.f32(l + 1 - m)
        start *= -vy.f32(2 * m + 1) * s


def harmonics_run(inputs: Inputs, **keywords: Any) -> Results:
    theta = inputs["theta"]
    shape = (theta.size, (DEGREE + 1) * (DEGREE + 2))
    return [harmonics(theta, inputs["phi"], domain=theta.size, shapes={"value": shape}, **keywords)]


def harmonics_expected(inputs: Inputs) -> Results:
    theta, phi = inputs["theta"], inputs["phi"]
    x, s = rounded("cos", theta), rounded("sin", theta)
    columns: list[Array] = []
    start = np.ones_like(x)
    for m in range(DEGREE + 1):
        parts = [rounded(f, F(m) * phi) for f in ("cos", "sin")]
        legendre = [np.zeros_like(x), start]
        for l in range(m, DEGREE + 1):
            columns += [legendre[-1] * part for part in parts]
            legendre.append((F(2 * l + 1) * x * legendre[-1] - F(l + m) * legendre[-2]) / F(l + 1 - m))
        start = start * (F(-(2 * m + 1)) * s)
    return [np.stack(columns, 1)]


# ---------------------------------------------------------------- integrals by rules of sums, of several functions

RULES = 3


def spans_inputs(size: int, seed: int) -> Inputs:
    rng = np.random.default_rng(seed)
    low = rng.uniform(0.1, 1, size)
    return {"low": low.astype(F), "high": (low + rng.uniform(0.5, 2, size)).astype(F), "parts": 6}


@vy.func
def integrand(which: vy.u32, x: vy.f32) -> vy.f32:
    if which == 0:
        return vy.exp(-x * x)
    if which == 1:
        return vy.sin(x) / x
    return vy.sqrt(x) * vy.log(x)


@vy.kernel(workgroup=(8, RULES), domain=lambda low, high, parts: (low.size, RULES))
def integrals(low: vy.In[vy.f32], high: vy.In[vy.f32], parts: vy.u32, area: vy.Out[vy.f32]) -> None:
    """Of each function, the sums of the middles, of trapeziums, and Simpson's."""
    i, which = vy.global_id(0), vy.global_id(1)
    if i >= low.size:
        return
    step = (high[i] - low[i]) / vy.f32(parts)
    middles, ends = 0.0, 0.0
    for k in range(2 * parts + 1):
        y = integrand(which, low[i] + vy.f32(k) * (0.5 * step))
        if k % 2 == 1:
            middles += y
        else:
            ends += 0.5 * y if k == 0 or k == 2 * parts else y
    area[i, which, 0], area[i, which, 1] = middles * step, ends * step
    area[i, which, 2] = (2 * middles + ends) * step / 3


def integrals_run(inputs: Inputs, **keywords: Any) -> Results:
    low = inputs["low"]
    return [integrals(low, inputs["high"], inputs["parts"], shapes={"area": (low.size, RULES, 3)}, **keywords)]


def integrals_expected(inputs: Inputs) -> Results:
    low, high, parts = inputs["low"], inputs["high"], inputs["parts"]
    step = (high - low) / F(parts)

    def values(x: Array) -> Array:
        return np.stack(
            [rounded("exp", -x * x), rounded("sin", x) / x, np.sqrt(x) * rounded("log", x)], 1
        )  # fmt: skip

    middles, ends = np.zeros((low.size, RULES), F), np.zeros((low.size, RULES), F)
    for k in range(2 * parts + 1):
        y = values(low + F(k) * (F(0.5) * step))
        if k % 2:
            middles = middles + y
        else:
            ends = ends + y * F(0.5 if k in (0, 2 * parts) else 1)
    step = step[:, None]
    return [np.stack([middles * step, ends * step, (F(2) * middles + ends) * step / F(3)], -1)]


# ---------------------------------------------------------------- Numba: functions of math, of arrays


def elements_inputs(size: int, seed: int) -> Inputs:
    return {"x": np.random.default_rng(seed).uniform(0.01, 0.99, size).astype(F)}


ROUND = "exp expm1 log log1p".split()
TURNS = "tan asin atan sinh cosh".split()


@vy.kernel
def powers(x: vy.In[vy.f32], y: vy.InOut[vy.f32]) -> None:
    i = vy.global_id()
    if i < x.size:
        y[0, i] = math.exp(x[i])
        y[1, i] = math.expm1(x[i])
        y[2, i] = math.log(x[i])
        y[3, i] = math.log1p(x[i])


@vy.kernel
def circles(x: vy.In[vy.f32], y: vy.InOut[vy.f32]) -> None:
    i = vy.global_id()
    if i < x.size:
        y[0, i], y[1, i], y[2, i] = math.tan(x[i]), math.asin(x[i]), math.atan(x[i])
        y[3, i], y[4, i] = math.sinh(x[i]), math.cosh(x[i])


def elements_run(inputs: Inputs, **keywords: Any) -> Results:
    x = inputs["x"]
    y, z = np.zeros((len(ROUND), x.size), F), np.zeros((len(TURNS), x.size), F)
    powers(x, y, domain=x.size, **keywords)
    circles(x, z, domain=x.size, **keywords)
    return [y, z]


def elements_expected(inputs: Inputs) -> Results:
    return [np.stack([rounded(name, inputs["x"]) for name in names]) for names in (ROUND, TURNS)]


PROGRAMS = (
    Program("rosetta_haversine", places_inputs, haversine_run, haversine_expected, 40),
    Program("rosetta_cubics", cubics_inputs, cubics_run, cubics_expected, 40),
    Program("rosetta_gamma", gammas_inputs, gammas_run, gammas_expected, 40),
    Program("rosetta_entropy", texts_inputs, texts_run, texts_expected, 20),
    Program("rosetta_fourier", series_inputs, fourier_run, fourier_expected, 20),
    Program("rosetta_harmonics", sphere_inputs, harmonics_run, harmonics_expected, 12),
    Program("rosetta_integrals", spans_inputs, integrals_run, integrals_expected, 10),
    Program("numba_math", elements_inputs, elements_run, elements_expected, 60),
)
