"""Python that is not in the language: for each kind of node its code, what to say, and a Fix that works."""

from __future__ import annotations

from typing import Final

__all__ = ["EXPRESSIONS", "STATEMENTS"]

Row = tuple[str, str, str]
_FUNC: Final = "write a module-level function with @vy.func and call it"
_LOOP: Final = "write a for loop over range(...) that stores into an array or adds to a variable"

STATEMENTS: Final[dict[str, Row]] = {
    "Try": ("K120", "there are no exceptions in a kernel", "test the condition with `if` before the operation"),
    "TryStar": ("K120", "there are no exceptions in a kernel", "test the condition with `if` before the operation"),
    "With": ("K121", "`with` is not in the language", "remove it; vy.barrier() orders memory between invocations"),
    "AsyncWith": ("K121", "`with` is not in the language", "remove it; vy.barrier() orders memory between invocations"),
    "FunctionDef": ("K124", "a function cannot be defined inside of a kernel", _FUNC),
    "AsyncFunctionDef": ("K124", "a function cannot be defined inside of a kernel", _FUNC),
    "ClassDef": ("K125", "a class cannot be defined inside of a kernel", "use one array or variable per field"),
    "Import": ("K126", "`import` is not in the language", "import at the top of the module; the kernel sees those names"),
    "ImportFrom": ("K126", "`import` is not in the language", "import at the top of the module; the kernel sees those names"),
    "Global": ("K127", "a kernel cannot assign names outside of it", "store into an Out array, and read outer names without `global`"),
    "Nonlocal": ("K127", "a kernel cannot assign names outside of it", "store into an Out array, and read outer names without `nonlocal`"),
    "Delete": ("K128", "`del` is not in the language", "remove it; a local costs nothing when it is no longer used"),
    "Match": ("K129", "`match` is not in the language", "write if / elif / else"),
    "Raise": ("K139", "a kernel raises nothing", "store a flag into an Out array and raise on the host"),
    "AsyncFor": ("K138", "`async` is not in the language", "write a plain `for`"),
    "TypeAlias": ("K124", "a type cannot be defined inside of a kernel", "define it at module level"),
}  # fmt: skip

EXPRESSIONS: Final[dict[str, Row]] = {
    "Yield": ("K122", "`yield` is not in the language", "store each value into an Out array at its own index"),
    "YieldFrom": ("K122", "`yield` is not in the language", "store each value into an Out array at its own index"),
    "Lambda": ("K123", "`lambda` is not in the language", _FUNC),
    "ListComp": ("K130", "comprehensions are not in the language", _LOOP),
    "SetComp": ("K130", "comprehensions are not in the language", _LOOP),
    "DictComp": ("K130", "comprehensions are not in the language", _LOOP),
    "GeneratorExp": ("K130", "comprehensions are not in the language", _LOOP),
    "Slice": ("K131", "slices are not in the language", "loop over the indices: for k in range(lo, hi), and use a[k]"),
    "JoinedStr": ("K132", "there are no strings in a kernel", "store numbers, and format on the host"),
    "FormattedValue": ("K132", "there are no strings in a kernel", "store numbers, and format on the host"),
    "Set": ("K135", "sets and dicts are not in the language", "use an array, or a tuple with literal subscripts"),
    "Dict": ("K135", "sets and dicts are not in the language", "use an array, or a tuple with literal subscripts"),
    "Starred": ("K136", "star arguments are not in the language", "write each argument out"),
    "NamedExpr": ("K137", "`:=` is not in the language", "assign in a statement of its own, before this one"),
    "Await": ("K138", "`await` is not in the language", "remove it; the call kernel.submit(...) is what is awaited"),
    "List": ("K141", "lists are not in the language", "use vy.private(T, n) for an array of this invocation, several variables, or a tuple"),
}  # fmt: skip
