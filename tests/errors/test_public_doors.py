"""The names of "Host side" in ``docs/language.md``, called wrongly: each a typed error with a Fix, and right when the Fix is applied."""

from __future__ import annotations

import dataclasses
import inspect
import pickle
import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import version
from typing import Any

import numpy as np
import pytest

import vyre as vy
from vyre.run.session import Session


@vy.kernel
def copied(a: vy.In[vy.u32], out: vy.Out[vy.u32]) -> None:
    i = vy.global_id()
    if i < out.size:
        out[i] = a[i]


A = np.arange(4, dtype=np.uint32)
P: Any = copied.program
REF: dict[str, Any] = {"backend": "reference"}
K: Any = copied  # wrong calls are what is tested here, so nothing of this is typed
V: Any = vy


def same(made: Any) -> bool:
    return bool((np.asarray(made) == A).all())


def compiled() -> Any:
    return copied.compile(**REF)


def entered(context: Any) -> bool:
    with context:
        return same(copied(A))


def equal(report: Any) -> bool:
    return bool(report.ok)


Call = Callable[[Any], Any]
# what is wrong, the code, words of the Fix, and the call with the Fix applied, where that is another call
CALLS: list[tuple[str, Call, str, str, Call | None]] = [
    ("launch brackets", lambda s: K[1, 256](A), "A601", "grid=1), and @vy.kernel(workgroup=256)", lambda s: same(K(A, grid=1, **REF))),
    ("grid brackets", lambda s: K[lambda meta: (1,)](A), "A601", "grid=n)", lambda s: same(K(A, grid=1, **REF))),
    ("a kernel dispatched", lambda s: s.dispatch(copied, [A]), "A601", "kernel.program", lambda s: same(s.dispatch(P, [A])[0])),
    ("a kernel submitted", lambda s: s.submit(copied, [A]), "A601", "kernel.program", lambda s: same(s.submit(P, [A]).result()[0])),
    ("a kernel compiled raw", lambda s: s.compile(copied), "A601", "kernel.program", lambda s: same(s.compile(P)([A])[0])),
    ("a number dispatched", lambda s: s.dispatch(5, [A]), "A601", "vy.Program", lambda s: same(s.dispatch(P, [A])[0])),
    ("inputs that are none", lambda s: s.dispatch(P, 5), "A601", "into a list", lambda s: same(s.dispatch(P, [A])[0])),
    ("no inputs", lambda s: s.dispatch(P), "A601", "it takes program, inputs", lambda s: same(s.dispatch(P, [A])[0])),
    ("inputs None", lambda s: s.dispatch(P, None), "A601", "[]", None),
    ("out no list", lambda s: s.dispatch(P, [A], out=5), "A601", "into a list", lambda s: same(s.dispatch(P, [A], out=[None])[0])),
    ("a misspelt keyword", lambda s: s.dispatch(P, [A], beckend="cpu"), "A601", "did you mean backend=?", lambda s: same(s.dispatch(P, [A], **REF)[0])),
    ("an unknown keyword", lambda s: s.submit(P, [A], zzz=1), "A601", "it takes program", None),
    ("a surplus argument", lambda s: s.compile(P, None, "cpu"), "A601", "backend=", lambda s: same(s.compile(P, None, **REF)([A])[0])),
    ("a name twice", lambda s: s.dispatch(P, [A], program=P), "A601", "give it once", None),
    ("config no config", lambda s: s.dispatch(P, [A], 5), "A601", "vyre.DispatchConfig", None),
    ("an engine's number", lambda s: s.engine(5), "A601", "id", None),
    ("a raw pipeline's input", lambda s: s.compile(P)(5), "A601", "into a list", lambda s: same(s.compile(P)([A])[0])),
    ("a raw pipeline's keyword", lambda s: s.compile(P)([A], zz=1), "A601", "it takes inputs", None),
    ("a raw pipeline's bind", lambda s: s.compile(P).bind(), "A601", "it takes inputs", lambda s: same(s.compile(P).bind([A])()[0])),
    ("a bound call's argument", lambda s: compiled().bind(A)(A), "A601", "bound()", lambda s: same(compiled().bind(A)())),
    ("a bound call's keyword", lambda s: compiled().bind(A)(a=A), "A601", "bound()", None),
    ("arrays of something", lambda s: compiled().bind(A).arrays(1), "A601", "it takes nothing", None),
    ("a compiled backend", lambda s: compiled()(A, backend="cpu"), "A601", "leave backend= out", lambda s: same(compiled()(A))),
    ("a field's name", lambda s: V.DispatchConfig(timeot=1), "A601", "did you mean timeout=?", lambda s: V.DispatchConfig(timeout=1).timeout == 1),
    ("a field of nobody", lambda s: V.DispatchConfig(foo=1), "A601", "while_limit=", None),
    ("a field without a name", lambda s: V.DispatchConfig(5), "A601", "timeout=", None),
    ("a replaced field", lambda s: dataclasses.replace(V.DispatchConfig(), foo=1), "A601", "it takes", None),
    *[
        (f"{field}={value!r}", lambda s, field=field, value=value: V.DispatchConfig(**{field: value}), "A600", "give it", None)
        for field, value in [
            ("profile", 5), ("contract", 1), ("reorder", None), ("flush", "yes"), ("strict_devices", 5), ("tune", 5), ("persistent", "x"),
            ("speculation", True), ("ulp_budget", "x"), ("ulp_budget", -1), ("ulp_budget", True),
            ("ulp_budget", float("nan")), ("ulp_budget", 0.5), ("ulp_budget", 1025), ("until_unchanged", 5), ("timeout", True), ("timeout", float("nan")), ("timeout", 0),
        ]
    ],
    ("a session's number", lambda s: V.Session(5), "A601", '"cpu"', None),
    ("a session's option", lambda s: V.Session(confg=None), "A601", "did you mean config=?", None),
    ("a session's second", lambda s: V.Session("cpu", "x"), "A601", "config=", None),
    ("use a number", lambda s: V.use(5), "A601", '"cpu"', lambda s: entered(vy.use("reference"))),
    ("use another config", lambda s: V.use("cpu", config=5), "A601", "DispatchConfig", None),
    ("use nothing", lambda s: V.use(), "A601", "it takes backend", lambda s: entered(vy.use("reference"))),
    ("use a keyword", lambda s: V.use("cpu", foo=1), "A601", "config=", None),
    ("a session's argument", lambda s: V.session(1), "A601", "it takes nothing", None),
    ("devices of", lambda s: V.devices("cpu"), "A601", "it takes nothing", lambda s: bool(vy.devices())),
    ("a receipt of", lambda s: s.last_receipt(1), "A601", "it takes nothing", None),
    ("synchronize what", lambda s: s.synchronize(1), "A601", "it takes nothing", None),
    ("close what", lambda s: s.close(1), "A601", "it takes nothing", None),
    ("check's groups a number", lambda s: K.check(A, groups=0, backends="cpu"), "A601", "groups=[0]", lambda s: equal(K.check(A, groups=[0], backends="cpu"))),
    ("check's groups a word", lambda s: K.check(A, groups="some"), "A601", 'groups="all"', lambda s: equal(K.check(A, groups="all", backends="cpu"))),
    ("check's groups words", lambda s: K.check(A, groups=["x"]), "A601", "groups=[0]", None),
    ("check's groups halves", lambda s: K.check(A, groups=[0.5]), "A601", "groups=[0]", None),
    ("check's groups beyond", lambda s: K.check(A, groups=[1]), "A601", "from 0 to 0", None),
    ("check's groups none", lambda s: K.check(A, groups=[]), "A601", "groups=[0]", None),
    ("check's backends a number", lambda s: K.check(A, backends=5), "A601", '["cpu", "wgpu"]', lambda s: equal(K.check(A, backends=["cpu"]))),
    ("check's backends numbers", lambda s: K.check(A, backends=[5]), "A601", "id", None),
    ("compile's keyword", lambda s: K.compile(backnd="cpu"), "A601", "did you mean backend=?", None),
    ("source of a list", lambda s: K.source([]), "S916", "text", lambda s: "copied" in K.source("text")),
    ("source's keyword", lambda s: K.source(foo=1), "A601", "target", None),
    ("a result in words", lambda s: copied.submit(A, **REF).result("soon"), "A601", "timeout=10.0", None),  # type: ignore[arg-type]
    ("a result's keyword", lambda s: K.submit(A, **REF).result(seconds=1), "A601", "timeout", None),
    ("a callback that is none", lambda s: K.submit(A, **REF).add_done_callback(5), "A601", "takes the Pending", None),
    ("a spec of nothing", lambda s: V.ArraySpec(), "A601", "dtype", lambda s: same(copied.compile(vy.ArraySpec(vy.u32), **REF)(A))),
    ("a spec of a word", lambda s: V.ArraySpec("u32"), "A601", "vy.u32", lambda s: vy.ArraySpec(np.uint32).ndim == 1),
    ("a spec's axes", lambda s: V.ArraySpec(vy.u32, "x"), "A601", "int", None),
    ("explain", lambda s: K.explain(A), "U700", "kernel.source", lambda s: bool(K.source("llvm"))),
    ("tune", lambda s: K.tune(A), "U700", "workgroup_override", lambda s: same(K(A, config=vy.DispatchConfig(workgroup_override=64), **REF))),
    ("sanitize", lambda s: K.sanitize(A), "U700", "kernel.check", lambda s: equal(K.check(A, backends="cpu"))),
    ("export", lambda s: K.export("k.vyre"), "U700", "to_bytes", lambda s: vy.Program.from_bytes(P.to_bytes()).fingerprint == P.fingerprint),
    ("a resident list", lambda s: V.resident([1, 2], **REF), "A604", "numpy.array(x, dtype)", lambda s: same(K(vy.resident(A, **REF)).numpy())),
    ("a resident array's backend", lambda s: V.resident(A, backend=1), "A601", "vyre.devices()", lambda s: same(vy.resident(A, **REF).numpy())),
    ("a resident array of nothing", lambda s: V.resident(), "A601", "array", None),
    ("a keyword of numpy", lambda s: V.resident(A, **REF).numpy(copy=True), "A601", "takes nothing", lambda s: same(vy.resident(A, **REF).numpy())),
    ("a session's resident word", lambda s: s.resident("abcd"), "A604", "numpy.array", lambda s: same(s.resident(A).numpy())),
    ("reopening a number", lambda s: s.reopen(5), "A601", "vyre.devices()", lambda s: s.reopen("reference") is None and same(s.dispatch(P, [A])[0])),
    ("a pickled resident array", lambda s: pickle.dumps(vy.resident(A, **REF)), "A604", "pickle x.numpy()", lambda s: same(pickle.loads(pickle.dumps(vy.resident(A, **REF).numpy())))),
    ("batch", lambda s: compiled().batch([A]), "U700", "submit", lambda s: same(compiled().submit(A).result())),
]  # fmt: skip


@pytest.fixture
def own() -> Any:
    with Session("reference") as session:
        yield session


@pytest.mark.parametrize(("wrong", "code", "words", "fixed"), [pytest.param(*row[1:], id=row[0]) for row in CALLS])
def test_a_wrong_call(own: Session, wrong: Call, code: str, words: str, fixed: Call | None) -> None:
    with pytest.raises(vy.VyreError) as caught:
        wrong(own)
    error = caught.value
    assert error.code == code, str(error)
    assert words in error.fix, str(error)
    assert error.actual is not None or code == "U700"
    if fixed is not None:
        assert fixed(own)


def test_a_type_error_from_inside_is_not_taken_for_a_wrong_call(own: Session) -> None:
    class Odd:
        def __len__(self) -> int:
            raise TypeError("of the argument's own")

    with pytest.raises(TypeError, match="of the argument's own"):
        own.dispatch(P, Odd())  # type: ignore[arg-type]


def test_one_backend_may_be_checked_without_a_list() -> None:
    assert [row.backend for row in copied.check(A, backends="cpu").rows] == ["cpu"]


def test_the_doors_keep_their_signatures_and_docs() -> None:
    assert list(inspect.signature(Session.dispatch).parameters)[:3] == ["self", "program", "inputs"]
    assert (vy.DispatchConfig.__init__.__doc__ or "") == "" or vy.DispatchConfig.__doc__
    assert "Run a program" in (Session.dispatch.__doc__ or "")
    with pytest.raises(dataclasses.FrozenInstanceError):
        vy.DispatchConfig().timeout = 3  # type: ignore[misc]


@pytest.mark.parametrize(
    ("habit", "words", "fixed"),
    [
        (lambda: K.launch(A), "kernel(x, y)", lambda: same(K(A, **REF))),
        (lambda: K.forall(4)(A), "kernel.submit(x, y)", lambda: same(K.submit(A, **REF).result())),
        (lambda: K.warmup(A), "kernel.compile(x, y)", lambda: same(K.compile(A, **REF)(A))),
        (lambda: K.inspect_llvm, "kernel.source('llvm')", lambda: "define" in K.source("llvm")),
        (lambda: K.py_func, "kernel.__wrapped__", lambda: K.__wrapped__.__name__ == "copied"),
    ],
)
def test_what_the_kernels_of_other_tools_have(habit: Callable[[], Any], words: str, fixed: Callable[[], bool]) -> None:
    with pytest.raises(vy.UnknownName, match=r"\[K154\] a kernel has no") as caught:
        habit()
    assert words in caught.value.fix
    assert caught.value.place is not None
    assert "K." in caught.value.place.text
    assert fixed()


def test_planned_names_are_there_and_a_kernel_is_no_sequence() -> None:
    assert all(hasattr(copied, name) for name in ("explain", "tune", "sanitize", "export"))
    assert not hasattr(copied, "nothing_of_the_kind")
    with pytest.raises(TypeError, match="not iterable"):
        list(K)


def test_the_version_is_that_of_the_package_and_costs_nothing_before() -> None:
    code = "import sys, vyre; print('importlib.metadata' in sys.modules, vyre.__version__)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", version("vyre")]
    assert vy.__version__ == version("vyre")


def test_K154_a_name_that_a_kernel_does_not_have() -> None:
    with pytest.raises(vy.UnknownName, match=r"\[K154\] a kernel has no submitt[\s\S]*did you mean kernel\.submit\?"):
        _ = K.submitt
    with pytest.raises(AttributeError, match=r"Fix: it has [\s\S]*compile") as caught:
        _ = K.foo
    assert isinstance(caught.value, vy.UnknownName)
    assert same(K.submit(A, **REF).result())
    assert not hasattr(K, "foo")
    with pytest.raises(AttributeError, match="a kernel has no __array_interface__") as plain:
        _ = K.__array_interface__
    assert not isinstance(plain.value, vy.VyreError)
