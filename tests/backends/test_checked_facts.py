"""Wrong facts planted into each target's text: a run with the facts checked names the fact and the line."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import vyre as vy
import vyre.emit.c.emitter
import vyre.emit.checks
import vyre.emit.clike
import vyre.emit.llvm.claims
import vyre.emit.llvm.kernel
import vyre.emit.wgsl.fours
from vyre.config import DispatchConfig
from vyre.emit import cuda, opencl
from vyre.emit.wide import Wide
from vyre.facts.numbering import value_numbers
from vyre.plan.plan import make_plan
from vyre.run.device_program import DeviceProgram
from vyre.run.session import Session

Patch = pytest.MonkeyPatch
CHECKED = DispatchConfig(assert_facts=True)
X = np.arange(1024, dtype=np.uint32)


@vy.kernel
def plain(x: vy.In[vy.u32], o: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    if i < o.size:
        o[i] = x[i] * 0x1000001


@vy.kernel
def beyond(x: vy.In[vy.u32], o: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    if i < o.size:
        o[i] = x[i + 7]


@vy.kernel
def in_words(x: vy.In[vy.u32], o: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    if i < o.size:
        o[i] = (x[4 * i] ^ x[4 * i + 1]) + (x[4 * i + 2] ^ x[4 * i + 3])


@vy.kernel
def some(x: vy.In[vy.u32], o: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    if i % 2 == 0:
        o[i] = x[i]


def wrap(patch: Patch, where: Any, name: str, change: Callable[..., Any]) -> None:
    real = getattr(where, name)
    patch.setattr(where, name, lambda *args, **keywords: change(real(*args, **keywords)))


def narrow(patch: Patch) -> None:
    for page in (vyre.emit.checks, vyre.emit.llvm.claims):
        wrap(
            patch,
            page,
            "ranges",
            lambda found: replace(found, intervals=tuple(known and (0, 0) for known in found.intervals)),
        )


def exact(patch: Patch) -> None:
    numbers = value_numbers(plain.program.check().program).meaning
    products = frozenset(n for n, meaning in enumerate(numbers) if meaning[0] == "op" and meaning[2] == "mul")
    for page in (vyre.emit.checks, vyre.emit.llvm.claims):
        wrap(patch, page, "ranges", lambda found: replace(found, exact=products))


def proved(patch: Patch) -> None:
    everything = frozenset(range(1000))
    wrap(patch, vyre.emit.clike, "ranges", lambda found: replace(found, proved=everything))
    real = vyre.emit.llvm.kernel.emit_program
    patch.setattr(
        vyre.emit.llvm.kernel, "emit_program", lambda *args, **given: real(*args, **{**given, "proved": everything})
    )


def covered(patch: Patch) -> None:
    patch.setattr(DeviceProgram, "overwritten", lambda *_: True)


def turned_guards(patch: Patch) -> None:
    def change(found: Any) -> Any:
        return found and replace(found, known={value: not holds for value, holds in found.known.items()})

    wrap(patch, vyre.emit.clike, "tile_of", change)


def turned_words(patch: Patch) -> None:
    """In a run of neighbours, each element is taken for another one."""

    def change(found: Wide) -> Wide:
        turned = {
            at: replace(run, elements=tuple(((k + 1) % run.length, value) for k, value in run.elements))
            for at, run in found.runs.items()
        }
        return Wide(turned, found.covered)

    for page in (vyre.emit.c.emitter, vyre.emit.wgsl.fours):
        wrap(patch, page, "wide_accesses", change)


PLANTED: list[tuple[str, Callable[[Patch], None], Any, int, str]] = [
    ("range", narrow, plain, 1024, "*"),
    ("no wrap", exact, plain, 1024, "o[i] = x[i] * 0x1000001"),
    ("in bounds", proved, beyond, 1024, "o[i] = x[i + 7]"),
    ("stored wholly", covered, some, 1024, ""),
]
ON_GPUS: list[tuple[str, Callable[[Patch], None], Any, int, str]] = [
    ("guard", turned_guards, plain, 1 << 20, "if i < o.size:"),
    ("strided", turned_words, in_words, 256, "o[i] = (x[4 * i] ^ x[4 * i + 1]) + (x[4 * i + 2] ^ x[4 * i + 3])"),
]


@pytest.fixture
def opened(target: str) -> Iterator[tuple[Session, str]]:
    with Session("reference") as session:
        yield session, target


def run(session: Session, target: str, made: Any, size: int) -> None:
    x = X if size <= len(X) else np.arange(size, dtype=np.uint32)
    session.dispatch(made.program, [x], CHECKED, out=[np.zeros(size, np.uint32)], backend=target)


@pytest.mark.parametrize(("fact", "plant", "made", "size", "line"), [*PLANTED, *ON_GPUS], ids=[p[0] for p in [*PLANTED, *ON_GPUS]])  # fmt: skip
def test_a_wrong_fact_is_told_with_its_line(
    fact: str,
    plant: Callable[[Patch], None],
    made: Any,
    size: int,
    line: str,
    opened: tuple[Session, str],
    monkeypatch: Patch,
) -> None:
    session, target = opened
    gpu = session.engine(target).profile.kind == "gpu"
    if (fact, plant, made, size, line) in ON_GPUS and not gpu:
        pytest.skip(f"{target}: it is no GPU, and its text relies on no such fact")
    plant(monkeypatch)
    with pytest.raises(vy.WrongFact, match=r"\[R861\]") as caught:
        run(session, target, made, size)
    assert caught.value.fact == fact
    if line == "*":  # whichever invocation comes first
        assert caught.value.place is not None
    else:
        assert (caught.value.place.text.strip() if caught.value.place else "") == line


@pytest.mark.parametrize("made", [plain, beyond, in_words, some], ids=lambda made: made.__name__)
def test_right_facts_are_not_told(made: Any, opened: tuple[Session, str]) -> None:
    run(*opened, made, 256)


@pytest.mark.parametrize("emit", [cuda.emit, opencl.emit])
@pytest.mark.parametrize("made", [plain, in_words], ids=lambda made: made.__name__)
def test_texts_of_gpus_have_checks_where_they_are_wanted_only(emit: Any, made: Any, session: Session) -> None:
    whole = session.engine("reference").profile
    profile = replace(whole, kind="gpu", features=whole.features - {"traps"} | {"atomics64"})
    texts = {
        config.checks_facts: emit(
            make_plan(made.program.check(), config=config, features=profile.features, folds_grid=True), profile
        ).text
        for config in (CHECKED, DispatchConfig(assert_facts=False))
    }
    assert texts[True].count("wrong_fact(") > 3
    assert "wrong_fact" not in texts[False]
