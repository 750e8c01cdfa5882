"""JAX on the processor: whole-array formulations that XLA compiles, by default with contraction of floats."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, Final

os.environ.setdefault("JAX_PLATFORMS", "cpu")

import jax  # type: ignore[import-not-found,unused-ignore]  # in an environment of its own
import numpy as np
from jax import lax  # type: ignore[import-not-found,unused-ignore]
from numpy.typing import NDArray

from bench.data import DFA_ACCEPT, DFA_CHUNK, HASH_ROUNDS, MANDELBROT_LIMIT, SOFTENING, UNREACHED, Case, Inputs
from bench.peers import Job, Unable

__all__ = ["JaxPeer"]

Array = NDArray[Any]
_jax: Any = jax
_lax: Any = lax
jnp: Any = _jax.numpy
U: Any = jnp.uint32
F: Any = jnp.float32


def _hash(n: int) -> Callable[..., Any]:
    def made(seed: Any) -> Any:
        h = _lax.iota(U, n) ^ seed
        for _ in range(HASH_ROUNDS):
            h = h ^ (h >> 16)
            h = h * U(0x85EBCA6B)
            h = h ^ (h >> 13)
            h = h * U(0xC2B2AE35)
            h = h ^ (h >> 16)
            h = h + U(0x9E3779B9)
            h = (h << 5) | (h >> 27)
        return h

    return made


def _matmul(a: Any, b: Any) -> Any:
    n = a.shape[0]

    def step(k: Any, total: Any) -> Any:
        return total + _lax.dynamic_slice(a, (0, k), (n, 1)) * _lax.dynamic_slice(b, (k, 0), (1, n))

    return _lax.fori_loop(0, n, step, jnp.zeros((n, n), F))


def _dfa(text: Any, table: Any) -> Any:
    def step(carry: Any, row: Any) -> Any:
        state, hits = carry
        state = table[state * 256 + row.astype(U)]
        return (state, hits + (state >= DFA_ACCEPT).astype(U)), None

    rows = text.reshape(-1, DFA_CHUNK).T
    none = jnp.zeros(rows.shape[1], U)
    (state, hits), _ = _lax.scan(step, (none, none), rows)
    return hits * 16 + state


def _stencil(x: Any) -> Any:
    inside = ((((x[1:-1, 1:-1] + x[1:-1, :-2]) + x[1:-1, 2:]) + x[:-2, 1:-1]) + x[2:, 1:-1]) * np.float32(0.2)
    return x.at[1:-1, 1:-1].set(inside)


def _nbody(px: Any, py: Any, pz: Any, mass: Any) -> Any:
    def step(j: Any, sums: Any) -> Any:
        dx, dy, dz = px[j] - px, py[j] - py, pz[j] - pz
        inv = F(1) / jnp.sqrt(((dx * dx + dy * dy) + dz * dz) + SOFTENING)
        s = mass[j] * ((inv * inv) * inv)
        return sums[0] + dx * s, sums[1] + dy * s, sums[2] + dz * s

    return jnp.stack(_lax.fori_loop(0, px.shape[0], step, (jnp.zeros_like(px),) * 3))


def _mandelbrot(n: int) -> Callable[..., Any]:
    def made(left: Any, top: Any, step: Any) -> Any:
        steps = _lax.iota(F, n) * step
        cx, cy = jnp.broadcast_to(left + steps, (n, n)), jnp.broadcast_to((top + steps)[:, None], (n, n))

        def turn(now: Any) -> Any:
            k, zx, zy, count, live = now
            x2, y2 = zx * zx, zy * zy
            live = live & ~(x2 + y2 > 4)
            return k + 1, (x2 - y2) + cx, (F(2) * zx) * zy + cy, count + live.astype(U), live

        start = (0, jnp.zeros((n, n), F), jnp.zeros((n, n), F), jnp.zeros((n, n), U), jnp.ones((n, n), bool))
        ended = _lax.while_loop(lambda now: (now[0] < MANDELBROT_LIMIT) & now[4].any(), turn, start)
        return ended[3].ravel()

    return made


def _bfs(depth: Any, sources: Any, to: Any, level: Any) -> Any:
    hit = (level[sources] == depth) & (level[to] == U(UNREACHED))
    return level.at[jnp.where(hit, to, U(UNREACHED))].set(depth + U(1), mode="drop")


_KERNELS: Final[dict[str, Callable[[int], Callable[..., Any]]]] = {
    "xor": lambda n: lambda a, b: a ^ b,
    "saxpy": lambda n: lambda s, x, y: s * x + y,
    "hash": _hash,
    "histogram": lambda n: lambda x: jnp.zeros(256, U).at[x & 255].add(U(1)),
    "sum": lambda n: lambda x: jnp.sum(x, dtype=U)[None],
    "popcount": lambda n: lambda x: jnp.sum(_lax.population_count(x), dtype=U)[None],
    "scan": lambda n: lambda x: jnp.cumsum(x, dtype=U),
    "matmul": lambda n: _matmul,
    "dfa": lambda n: _dfa,
    "stencil": lambda n: _stencil,
    "nbody": lambda n: _nbody,
    "mandelbrot": _mandelbrot,
    "bfs": lambda n: _bfs,
}


class JaxPeer:
    """JAX; arrays stay with it, and each call makes a new result."""

    def versions(self) -> dict[str, str]:
        return {"jax": _jax.__version__, "device": str(_jax.devices()[0])}

    def prepare(self, case: Case, given: Inputs, out: Array) -> Job:
        if case.kernel not in _KERNELS:
            raise Unable("its product of tiles is a library's, in another order")
        run_it = _jax.jit(_KERNELS[case.kernel](case.n))
        values = {name: value for name, value in given.items() if name != "side"}
        if case.kernel == "bfs":
            edges = np.diff(values.pop("first").astype(np.int64))
            sources = np.repeat(np.arange(case.n, dtype=np.uint32), edges)
            values = {"depth": values["depth"], "sources": sources, "to": values["to"], "level": values["level"]}
        arguments = [_jax.device_put(value) for value in values.values()]
        held: list[Any] = [None]

        def run() -> None:
            held[0] = run_it(*arguments)
            held[0].block_until_ready()

        def fetch() -> None:
            out[...] = np.asarray(held[0])

        return Job(run, fetch)
