"""``DispatchConfig``: how one dispatch is to run. Frozen, keyword-only, every field with a default."""

from __future__ import annotations

import os
from dataclasses import dataclass, field, fields
from typing import Final, Literal

from vyre.doors import door_of_class
from vyre.errors import ArgumentValueError, shown

__all__ = ["COMPILED_FIELDS", "MAX_ULPS", "DispatchConfig", "environment"]

IntOrTuple = int | tuple[int, ...]

MAX_ULPS: Final = 1024
"""The largest ``ulp_budget``: so many floats lie between 1 and 2 in f16."""

COMPILED_FIELDS: Final = (
    "workgroup_override",
    "while_limit",
    "ulp_budget",
    "contract",
    "reorder",
    "flush",
    "persistent",
    "speculation",
    "checks_facts",
)
"""Fields that change what is compiled, and so are part of a pipeline's key. All others are launch-time."""


@door_of_class
@dataclass(frozen=True, slots=True, kw_only=True)
class DispatchConfig:
    """Options of a dispatch.

    ``workgroup_override``, ``grid_override``: in NumPy's order. ``dispatch_elements``: the domain of a flat program.
    ``max_output_bytes``: checked before launch. ``timeout``: seconds of waiting after which a call, or ``result()``
    of a submission, raises DispatchTimeout R810; they begin when the device has the dispatch, so that opening the
    device and compiling are not among them; the kernel may still run then. ``copies="forbid"`` refuses host copies.
    ``ulp_budget``, ``contract``, ``reorder``, ``flush``: permissions to leave strictness (rule 3.7). The first is a whole number of
    ULP from 0 to 1024, by which a single division or square root may be off; the others let ``a*b + c`` round once, sums and
    products be grouped otherwise, and subnormals become zero. What a device used of them is in the receipt.
    ``while_limit``: a ``while`` that would run more iterations traps (rule 5.6); U701 on a device without traps.
    ``assert_facts``: the emitted text checks what the compiler claims about the program, and WrongFact R861 is raised where a claim
    does not hold. None: as the environment variable ``VYRE_ASSERT_FACTS`` says.

    >>> DispatchConfig(workgroup_override=64).workgroup_override
    64
    """

    workgroup_override: IntOrTuple | None = None
    grid_override: IntOrTuple | None = None
    dispatch_elements: IntOrTuple | None = None
    while_limit: int | None = None
    fixpoint_iterations: int = 1
    until_unchanged: str | None = None
    ulp_budget: int | None = None
    contract: bool = False
    reorder: bool = False
    flush: bool = False
    max_output_bytes: int | None = None
    timeout: float | None = None
    label: str | None = None
    profile: bool = False
    persistent: Literal["auto", "on", "off"] = "auto"
    speculation: Literal["auto", "on", "off"] = "auto"
    tune: bool | None = None
    copies: Literal["allow", "forbid"] = "allow"
    backend: str | None = None
    strict_devices: bool = False
    assert_facts: bool | None = None
    compiled_key: tuple[object, ...] = field(init=False, repr=False, compare=False)
    """The values that are part of a pipeline's key, made once: every call asks for them."""
    asks: frozenset[str] = field(init=False, repr=False, compare=False)
    """The fields that differ from their defaults, made once: every call must refuse those that its device ignores."""

    def __post_init__(self) -> None:
        for name in ("workgroup_override", "grid_override", "dispatch_elements"):
            value = getattr(self, name)
            least = 1 if name == "workgroup_override" else 0
            axes = (value,) if isinstance(value, int) else value
            if value is not None and not (
                isinstance(axes, tuple) and 1 <= len(axes) <= 3 and all(type(n) is int and n >= least for n in axes)
            ):
                raise _bad(name, value, f"an int or a tuple of up to three ints >= {least}")
        if self.copies not in ("allow", "forbid"):
            raise _bad("copies", self.copies, '"allow" or "forbid"')
        if self.max_output_bytes is not None and (type(self.max_output_bytes) is not int or self.max_output_bytes < 0):
            raise _bad("max_output_bytes", self.max_output_bytes, "a number of bytes >= 0, or None")
        if self.timeout is not None and not (
            isinstance(self.timeout, (int, float)) and self.timeout > 0 and self.timeout is not True
        ):
            raise _bad("timeout", self.timeout, "seconds > 0, or None")
        if self.while_limit is not None and not (type(self.while_limit) is int and 0 <= self.while_limit < 1 << 63):
            raise _bad("while_limit", self.while_limit, "a number of iterations >= 0, or None")
        if type(self.fixpoint_iterations) is not int or self.fixpoint_iterations < 1:
            raise _bad("fixpoint_iterations", self.fixpoint_iterations, "an int >= 1")
        if self.ulp_budget is not None and not (type(self.ulp_budget) is int and 0 <= self.ulp_budget <= MAX_ULPS):
            raise _bad("ulp_budget", self.ulp_budget, f"a whole number of ulps from 0 to {MAX_ULPS}, or None")
        if self.until_unchanged is not None and not isinstance(self.until_unchanged, str):
            raise _bad("until_unchanged", self.until_unchanged, "the name of a buffer, or None")
        for name in ("contract", "reorder", "flush", "profile", "strict_devices", "tune", "assert_facts"):
            value = getattr(self, name)
            if not isinstance(value, bool) and not (name in ("tune", "assert_facts") and value is None):
                raise _bad(name, value, "True or False")
        for name in ("persistent", "speculation"):
            if getattr(self, name) not in ("auto", "on", "off"):
                raise _bad(name, getattr(self, name), '"auto", "on" or "off"')
        if self.label is not None and not isinstance(self.label, str):
            raise _bad("label", self.label, "a str, or None")
        if self.backend is not None and not (isinstance(self.backend, str) and self.backend):
            raise _bad("backend", self.backend, "a device's id as a str, or None")
        object.__setattr__(self, "compiled_key", tuple(getattr(self, name) for name in COMPILED_FIELDS))
        object.__setattr__(self, "asks", frozenset(self.changed()))

    @property
    def checks_facts(self) -> bool:
        """Whether the emitted text checks what the compiler claims."""
        return environment_assert_facts() if self.assert_facts is None else self.assert_facts

    def changed(self) -> tuple[str, ...]:
        """Names of the fields that differ from their defaults."""
        return tuple(f.name for f in fields(self) if f.init and getattr(self, f.name) != f.default)


def environment(name: str) -> str | None:
    """A variable of the environment. Nothing else in vyre reads it: it sets defaults, and is never the API."""
    return os.environ.get(name)


def environment_backend() -> str | None:
    """The device that the environment variable ``VYRE_BACKEND`` names, if any."""
    return os.environ.get("VYRE_BACKEND") or None


def environment_cache_dir() -> str | None:
    """The directory for what outlives a process that the environment variable ``VYRE_CACHE_DIR`` names, if any."""
    return os.environ.get("VYRE_CACHE_DIR") or None


def environment_assert_facts() -> bool:
    """Whether the environment variable ``VYRE_ASSERT_FACTS`` is 1: emitted text checks what the compiler claims."""
    return os.environ.get("VYRE_ASSERT_FACTS") == "1"


def _bad(name: str, value: object, wanted: str) -> ArgumentValueError:
    return ArgumentValueError(
        f"DispatchConfig.{name} cannot take this value", code="A600", fix=f"give it {wanted}", actual=shown(value)
    )
