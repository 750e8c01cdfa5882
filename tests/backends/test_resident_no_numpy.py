"""A resident array is no NumPy array: what looks like one's work on the host is refused, and each Fix does it."""

from __future__ import annotations

import copy
import math
import operator
from collections.abc import Callable, Iterator
from typing import Any, Final

import numpy as np
import pytest

import vyre as vy

GRID: Final = np.arange(1, 7, dtype=np.uint32).reshape(2, 3)
ONE: Final = np.array([5], np.uint32)
Use = Callable[[Any], Any]


def changed(x: Any) -> Any:
    x[0] = 7


def changed_on_the_host(x: Any) -> Any:
    h = x.numpy()
    h[0] = 7
    x.upload(h)
    return x.numpy()


def added(x: Any) -> Any:
    x += 1
    return x


ROWS: Final[dict[str, tuple[Use, str, Use, Any]]] = {
    "list": (list, "iterate over x.numpy()", lambda x: [row.tolist() for row in x.numpy()], GRID.tolist()),
    "sum": (sum, "iterate over x.numpy()", lambda x: np.array(sum(x.numpy())).tolist(), [5, 7, 9]),
    "a star": (lambda x: max(*x), "iterate over x.numpy()", lambda x: max(*x.numpy()[0]), 3),
    "an element": (lambda x: x[1, 2], "x.numpy()[…]", lambda x: x.numpy()[1, 2], 6),
    "a slice": (lambda x: x[:, 1:], "a slice before", lambda x: x.numpy()[:, 1:].tolist(), [[2, 3], [5, 6]]),
    "setting": (changed, "x.upload(h)", lambda x: changed_on_the_host(x).tolist(), [[7, 7, 7], [4, 5, 6]]),
    "deleting": (lambda x: operator.delitem(x, 0), "vy.resident(x.numpy()[…])", lambda x: vy.resident(x.numpy()[1:], backend=x.backend).numpy().tolist(), [[4, 5, 6]]),
    "plus": (lambda x: x + 1, "write x.numpy() + y", lambda x: (x.numpy() + 1).tolist(), (GRID + 1).tolist()),
    "minus from": (lambda x: 9 - x, "write y - x.numpy()", lambda x: (9 - x.numpy()).tolist(), (9 - GRID).tolist()),
    "in place": (added, "write x.numpy() + y", lambda x: (x.numpy() + 1).tolist(), (GRID + 1).tolist()),
    "times NumPy's": (lambda x: GRID * x, "pass x.numpy()", lambda x: (GRID * x.numpy()).tolist(), (GRID * GRID).tolist()),
    "a NumPy scalar": (lambda x: np.uint32(2) * x, "x.numpy()", lambda x: (np.uint32(2) * x.numpy()).tolist(), (GRID * 2).tolist()),
    "matmul": (lambda x: x @ x, "x.numpy() @ y", lambda x: (x.numpy() @ x.numpy().T).tolist(), (GRID @ GRID.T).tolist()),
    "minus": (lambda x: -x, "write -x.numpy()", lambda x: (-x.numpy()).tolist(), (-GRID).tolist()),
    "abs": (abs, "abs(x.numpy())", lambda x: abs(x.numpy()).tolist(), GRID.tolist()),
    "divmod": (lambda x: divmod(x, 4), "divmod(x.numpy(), y)", lambda x: divmod(x.numpy(), 4)[1].tolist(), (GRID % 4).tolist()),
    "reversed": (lambda x: list(reversed(x)), "reversed(x.numpy())", lambda x: [r.tolist() for r in reversed(x.numpy())], GRID[::-1].tolist()),
    "bytes": (bytes, "x.numpy().tobytes()", lambda x: x.numpy().tobytes(), GRID.tobytes()),
    "equal": (lambda x: x == GRID, "x.numpy() == y", lambda x: bool((x.numpy() == GRID).all()), True),
    "equal to itself": (lambda x: x == x, "y.numpy()", lambda x: bool((x.numpy() == x.numpy()).all()), True),
    "not equal": (lambda x: x != 3, "x.numpy() == y", lambda x: int((x.numpy() != 3).sum()), 5),
    "equal on the other side": (lambda x: np.arange(3) == x, "pass x.numpy()", lambda x: bool((x.numpy() == GRID).all()), True),
    "less": (lambda x: x < 3, "x.numpy() < y", lambda x: int((x.numpy() < 3).sum()), 2),
    "in": (lambda x: 3 in x, "`y in x.numpy()`", lambda x: 3 in x.numpy(), True),
    "if": (lambda x: 1 if x else 0, "x.numpy().any()", lambda x: (x is not None, bool(x.size), bool(x.numpy().any())), (True, True, True)),
    "a format": (lambda x: f"{x:d}", "format x.numpy()", lambda x: f"{x.numpy()[0, 0]:d}", "1"),
    "copy": (copy.copy, "vy.resident(x.numpy()", lambda x: vy.resident(x.numpy(), backend=x.backend).numpy().tolist(), GRID.tolist()),
    "deepcopy": (copy.deepcopy, "vy.resident(x.numpy()", lambda x: vy.resident(x.numpy(), backend=x.backend).numpy().tolist(), GRID.tolist()),
    "asarray": (np.asarray, "pass x.numpy()", lambda x: np.asarray(x.numpy()).tolist(), GRID.tolist()),
    "a ufunc": (lambda x: np.add(x, 1), "pass x.numpy()", lambda x: np.add(x.numpy(), 1).tolist(), (GRID + 1).tolist()),
    "out= of NumPy": (lambda x: np.add(GRID, 1, out=x), "x.upload(h)", lambda x: (x.upload(np.add(GRID, np.uint32(1))), x.numpy().tolist())[1], (GRID + 1).tolist()),
    "a function of NumPy": (lambda x: np.concatenate([x, x]), "pass x.numpy()", lambda x: np.concatenate([x.numpy()] * 2).shape, (4, 3)),
    "array_equal": (lambda x: np.array_equal(x, GRID), "pass x.numpy()", lambda x: np.array_equal(x.numpy(), GRID), True),
    "assigned to a NumPy array": (lambda x: np.zeros((2, 3)).__setitem__(slice(None), x), "pass x.numpy()", lambda x: np.array(x.numpy()).tolist(), GRID.tolist()),
}  # fmt: skip
NUMBERS: Final[dict[str, tuple[Use, str, Use]]] = {
    "int": (int, "int(x.numpy())", lambda x: int(x.numpy()[0])),
    "float": (float, "float(x.numpy())", lambda x: float(x.numpy()[0])),
    "complex": (complex, "complex(x.numpy())", lambda x: complex(x.numpy()[0])),
    "range": (range, "int(x.numpy())", lambda x: len(range(int(x.numpy()[0])))),
    "math": (math.sqrt, "float(x.numpy())", lambda x: math.sqrt(float(x.numpy()[0])) ** 2),
}
NAMES: Final[dict[str, tuple[str, Use, Any]]] = {
    "sum": ("x.numpy().sum(…)", lambda x: int(x.numpy().sum()), 21),
    "tolist": ("x.numpy().tolist(…)", lambda x: x.numpy().tolist(), GRID.tolist()),
    "T": ("x.numpy().T", lambda x: x.numpy().T.shape, (3, 2)),
    "cpu": ("x.numpy()", lambda x: x.numpy().tolist(), GRID.tolist()),
    "get": ("x.numpy()", lambda x: x.numpy().tolist(), GRID.tolist()),
    "set": ("x.upload(array)", lambda x: (x.upload(GRID[::-1]), x.numpy()[0, 0])[1], 4),
    "fill": ("numpy.full(x.shape, value, x.dtype)", lambda x: (x.upload(np.full(x.shape, 3, x.dtype)), x.numpy().sum())[1], 18),
    "copy": ("vy.resident(x.numpy(), backend=x.backend)", lambda x: vy.resident(x.numpy(), backend=x.backend).shape, (2, 3)),
    "numel": ("x.size", lambda x: x.size, 6),
    "device": ("x.backend", lambda x: x.backend, None),
    "free": ("x.close()", lambda x: (x.close(), x.closed)[1], True),
    "__dlpack__": ("pass x.numpy()", lambda x: np.from_dlpack(x.numpy()).tolist(), GRID.tolist()),
}  # fmt: skip


@pytest.fixture
def x(device: str) -> Iterator[vy.ResidentArray]:
    with vy.resident(GRID, backend=device) as made:
        yield made


@pytest.mark.parametrize("row", ROWS)
def test_A604_what_only_numpy_arrays_do(x: vy.ResidentArray, row: str) -> None:
    use, fix, applied, wanted = ROWS[row]
    with pytest.raises(vy.ArgumentTypeError) as caught:
        use(x)
    assert caught.value.code == "A604"
    assert fix in caught.value.fix
    if use not in (copy.copy, copy.deepcopy):  # their place would be in the standard library
        assert caught.value.place is not None
        assert caught.value.place.file == __file__
    assert x.numpy().tolist() == GRID.tolist()
    assert applied(x) == wanted


@pytest.mark.parametrize("row", NUMBERS)
def test_A604_it_is_no_number(device: str, row: str) -> None:
    use, fix, applied = NUMBERS[row]
    with vy.resident(ONE, backend=device) as one:
        with pytest.raises(vy.ArgumentTypeError) as caught:
            use(one)
        assert (caught.value.code, fix in caught.value.fix) == ("A604", True)
        assert round(abs(applied(one)), 9) == 5


@pytest.mark.parametrize("name", NAMES)
def test_K154_names_of_other_arrays(x: vy.ResidentArray, device: str, name: str) -> None:
    fix, applied, wanted = NAMES[name]
    with pytest.raises(AttributeError) as caught:
        getattr(x, name)
    assert isinstance(caught.value, vy.VyreError)
    assert (caught.value.code, fix in caught.value.fix) == ("K154", True)
    assert not hasattr(x, name)
    assert applied(x) == (wanted if name != "device" else device)


def test_what_it_does_have(x: Any) -> None:
    assert (len(x), np.shape(x), np.ndim(x), np.size(x)) == (2, (2, 3), 2, 6)
    assert x in [x, None]
    assert x in {x: 1}
    assert {x, x} == {x}
    assert x != None  # noqa: E711 - how some ask
    assert x != "x"
    assert f"{x}" == repr(x)
    assert not hasattr(x, "no_such_name")
    with pytest.raises(AttributeError, match="a resident array has no no_such_name"):
        x.no_such_name  # noqa: B018


def test_A601_a_list_of_arrays_is_no_resident_array(x: Any) -> None:
    b = vy.Builder("plus")
    first, second = b.input("first", vy.u32), b.output("second", vy.u32)
    i = b.global_id(0)
    second[i] = first[i] + 1
    program = b.build()
    flat: Any = vy.resident(ONE, backend=x.backend)
    for inputs, out in ((flat, None), ([flat], flat)):
        with pytest.raises(vy.ArgumentTypeError) as caught:
            vy.session().dispatch(program, inputs, out=out)
        assert (caught.value.code, caught.value.fix) == ("A601", "put the arrays and numbers into a list")
    assert vy.session().dispatch(program, [flat], out=[flat])[0].numpy().tolist() == [6]
