"""Rules 4.5 and 6.3 speak of elements: accesses of different ones have nothing to do with each other."""

from __future__ import annotations

import pytest

import vyre as vy
from vyre.facts.verdict import verdict
from vyre.kernel import Kernel

DIFFERENT = {
    "constants": "vy.atomic_add(o, 0, 1)\nvy.atomic_max(o, 1, a[i])",
    "rows": "vy.atomic_add(p, (0, a[i]), 1)\nvy.atomic_max(p, (1, a[i]), i)",
    "a part and the next": "k = a[i]\nif k < 256:\n    vy.atomic_add(o, k, 1)\n    vy.atomic_max(o, 256 + k, i)",
    "even and odd": "vy.atomic_add(o, 2 * a[i], 1)\nvy.atomic_max(o, 2 * a[i] + 1, i)",
    "of records of four": "for k in range(3):\n    vy.atomic_add(o, 4 * a[i] + k, 1)\nvy.atomic_min(o, 4 * a[i] + 3, i)",
    "an old value beside": "x = vy.atomic_add(o, i, 1)\nvy.atomic_max(p, (0, i), x)",
    "compared with one value": "vy.atomic_compare_exchange(o, a[i], 0, 7)",
    "read by an atomic": "vy.atomic_max(o, a[i], i)\nvy.atomic_add(o, a[i], 0)",
    "only read": "p[0, i] = vy.atomic_or(o, a[i], 0)",
    "shared": "c = vy.shared(vy.u32, 2)\nvy.atomic_add(c, 0, 1)\nvy.atomic_max(c, 1, a[i])\nvy.barrier()\nif vy.local_id() == 0:\n    o[vy.group_id()] = c[0] + c[1]",
}
SAME = {
    "constants": "vy.atomic_add(o, 1, 1)\nvy.atomic_max(o, 1, a[i])",
    "columns": "vy.atomic_add(p, (a[i], 0), 1)\nvy.atomic_max(p, (1, 0), i)",
    "a part and one too many": "k = a[i]\nif k < 257:\n    vy.atomic_add(o, k, 1)\n    vy.atomic_max(o, 256 + k, i)",
    "a sum that may wrap": "vy.atomic_add(o, 0, 1)\nvy.atomic_max(o, 256 + a[i], i)",
    "even and thirds": "vy.atomic_add(o, 2 * a[i], 1)\nvy.atomic_max(o, 3 * a[i] + 1, i)",
    "of records of four": "for k in range(4):\n    vy.atomic_add(o, 4 * a[i] + k, 1)\nvy.atomic_min(o, 4 * a[i] + 3, i)",
    "one view is flat": "vy.atomic_add(p, (0, 1), 1)\nvy.atomic_max(p.flat, 1, i)",
    "an old value": "p[0, i] = vy.atomic_add(o, 0, 1)",
    "read by an atomic": "vy.atomic_max(o, a[i], i)\np[0, i] = vy.atomic_add(o, a[i], 0)",
    "compared with two values": "vy.atomic_compare_exchange(o, a[i], 0, 7)\nvy.atomic_compare_exchange(o, a[i], 0, 8)",
    "shared": "c = vy.shared(vy.u32, 2)\nvy.atomic_add(c, 0, 1)\nvy.atomic_max(c, a[i], 3)\nvy.barrier()\nif vy.local_id() == 0:\n    o[vy.group_id()] = c[0] + c[1]",
}


def _atomics(body: str, workgroup: int = 64) -> Kernel:
    lines = "\n".join(f"    {line}" for line in body.split("\n"))
    signature = "a: vy.In[vy.u32], o: vy.InOut[vy.u32], p: vy.InOut[vy.u32]"
    return vy.kernel_from_source(
        f"@vy.kernel(domain='a', workgroup={workgroup})\ndef k({signature}):\n    i = vy.global_id()\n{lines}\n"
    )


@pytest.mark.parametrize("body", DIFFERENT.values(), ids=DIFFERENT)
def test_rule_6_3_different_elements_may_have_different_atomics(body: str) -> None:
    found = verdict(_atomics(body).program)
    assert (found.name, found.mixed) == ("bitwise", ())


@pytest.mark.parametrize("body", SAME.values(), ids=SAME)
def test_rule_6_3_atomics_that_may_meet_at_an_element(body: str) -> None:
    program = _atomics(body).program
    assert verdict(program).name == "order-dependent"
    assert verdict(program).for_grid((2, 1, 1)).name == "order-dependent"


def test_rule_6_3_one_invocation_keeps_its_own_order() -> None:
    for body in SAME.values():
        assert verdict(_atomics(body, workgroup=1).program).for_grid((1, 1, 1)).name == "bitwise"
        assert verdict(_atomics(body, workgroup=64).program).for_grid((1, 1, 1)).name == "order-dependent"


PARTS = vy.struct({"names": ["a", "b"], "formats": ["<u4", ("<u4", 3)], "offsets": [0, 4]})


@pytest.mark.parametrize(
    ("stored", "loaded", "name"),
    [(None, 0, "bitwise"), (1, 2, "bitwise"), (1, 1, "bitwise-if-race-free")],
    ids=["another field", "another element of the field", "the same one"],
)
def test_rule_4_5_parts_of_a_record_are_elements_of_their_own(stored: int | None, loaded: int, name: str) -> None:
    b = vy.Builder("parts")
    r = b.inout("r", PARTS)
    i = b.global_id()
    value = r[i + 1].b[loaded]
    if stored is None:
        r[i].a = value
    else:
        r[i].b[stored] = value
    assert verdict(b.build()).name == name
