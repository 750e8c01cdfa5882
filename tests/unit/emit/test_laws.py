"""The laws that the op table states hold bit for bit on every type that they are stated for."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.property.choices import corner_bits
from tests.sizes import size
from vyre.dtypes import BY_NAME, DType
from vyre.emit.scalar import from_bits, meaning, to_bits
from vyre.errors import ValidationError
from vyre.ir.ops import OPS, result_type


def _stated() -> list[tuple[str, str, DType]]:
    rows = []
    for name, info in OPS.items():
        for law in sorted(info.laws):
            for t in BY_NAME.values():
                try:
                    result = result_type(name, [t] * info.arity)
                except ValidationError:
                    continue
                if t.kind in info.law_kinds and (law == "commutative" or result is t):
                    rows.append((name, law, t))
    return rows


def values(t: DType) -> st.SearchStrategy[Any]:
    bits = st.one_of(st.sampled_from(corner_bits(t)), st.integers(0, (1 << t.bits) - 1))
    return bits.map(lambda pattern: from_bits(t, pattern))


@pytest.mark.parametrize(("op", "law", "t"), _stated(), ids=str)
def test_laws(op: str, law: str, t: DType) -> None:
    result = result_type(op, [t] * OPS[op].arity)
    f = meaning(op, [t] * OPS[op].arity, result)

    @settings(max_examples=size("law_examples"), deadline=None, derandomize=True, database=None)
    @given(values(t), values(t), values(t))
    def holds(a: Any, b: Any, c: Any) -> None:
        pairs = {
            "commutative": lambda: (f(a, b), f(b, a)),
            "associative": lambda: (f(f(a, b), c), f(a, f(b, c))),
            "idempotent": lambda: (f(a, a), a),
            "idempotent-unary": lambda: (f(f(a)), f(a)),
            "involution": lambda: (f(f(a)), a),
        }
        one, other = pairs[law]()
        assert to_bits(result, one) == to_bits(result, other)

    holds()


def test_the_table_states_laws() -> None:
    assert ("add", "associative", BY_NAME["u32"]) in _stated()
    assert ("add", "commutative", BY_NAME["f32"]) not in _stated()
