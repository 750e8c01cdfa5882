"""The text of a function, and the proof that it is the text of *this* function.

The text is taken when the decorator runs, compiled again, and the code object compared with the function's own. What
is read is therefore what would run, or there is an error that says why not.
"""

from __future__ import annotations

import ast
import functools
import hashlib
import io
import linecache
import textwrap
import threading
import types
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from vyre.errors import KernelSyntaxError, Place

__all__ = ["SOURCE_FILE", "FunctionText", "function_text", "load_source"]

SOURCE_FILE: Final = "<vyre source "
"""How the file names of handed over texts begin."""
_LIMITS: Final = {
    "too many levels of indentation": "Python itself indents at most 100 levels: combine conditions with `and`, or move the inner part into a @vy.func",
    "too many nested parentheses": "Python itself nests at most 200 parentheses: give parts of the expression names in lines of their own",
    "too many statically nested blocks": "Python itself nests at most 20 loops: make one loop of several, over the product of their lengths, or move the inner ones into a @vy.func",
    "for integer string conversion": "Python itself reads at most 4300 digits, and a number of a kernel has at most 64 bits: write a smaller one",
}
_COMPILER_FLAGS = 0x1FF0000  # the __future__ bits of co_flags, which `compile` takes as its own


@dataclass(slots=True)
class FunctionText:
    """One function's source: its ``def`` node, and places for its nodes. ``shift``: line numbers of the file less
    those of the nodes."""

    function: Any  # a types.FunctionType, which pyright takes for a method of this class
    file: str
    lines: list[str]  # of the whole file
    node: ast.FunctionDef
    shift: int
    _places: dict[tuple[int, int, int, int], Place] = field(default_factory=dict)

    def place(self, node: ast.AST) -> Place:
        """Where ``node`` stands; a node over several lines is shown by its first."""
        line: int = getattr(node, "lineno", self.node.lineno)
        key = (
            line,
            getattr(node, "col_offset", 0),
            getattr(node, "end_lineno", line),
            getattr(node, "end_col_offset", None) or 0,
        )
        found = self._places.get(key)  # a node is asked for some ten times
        if found is None:
            found = self._places[key] = self._place(*key)
        return found

    def _place(self, first: int, column: int, last: int, end: int) -> Place:
        line = first + self.shift
        text = self.lines[line - 1].rstrip("\r\n") if line <= len(self.lines) else ""
        if last != first:
            end = len(text.encode())
        start, stop = column, end
        if not text.isascii():  # ast counts bytes
            raw = text.encode()
            start, stop = len(raw[:column].decode(errors="ignore")), len(raw[:end].decode(errors="ignore"))
        return Place(self.file, line, start, stop, text, self.node.name)

    def else_place(self, node: ast.For | ast.While) -> Place:
        """Where the ``else`` of a loop stands, which is no node of its own: the last one before its body."""
        body = self.place(node.orelse[0])
        first = (node.body[-1].end_lineno or node.lineno) + self.shift
        for line in range(body.line, first, -1):
            text = self.lines[line - 1].rstrip("\r\n")
            column = len(text) - len(text.lstrip())
            if text.startswith("else", column):
                return Place(self.file, line, column, column + len("else"), text, self.node.name)
        return body


def _refuse(message: str, code: str, fix: str, function: Any, actual: str | None = None) -> KernelSyntaxError:
    code_object = getattr(function, "__code__", None)
    place = None
    if code_object is not None:
        line = linecache.getline(code_object.co_filename, code_object.co_firstlineno).rstrip("\r\n")
        start = len(line) - len(line.lstrip())
        place = Place(
            code_object.co_filename,
            code_object.co_firstlineno,
            start,
            max(len(line), start + 1),
            line,
            function.__name__,
        )
    return KernelSyntaxError(message, code=code, fix=fix, place=place, actual=actual)


def function_text(function: Any, word: str = "kernel") -> FunctionText:
    """Read the source of ``function``. ``word`` ("kernel" or "func") names the decorator in errors.

    Raises KernelSyntaxError K101 ... K107.
    """
    _check_kind(function, word)
    code = function.__code__
    linecache.checkcache(code.co_filename)  # a module that was edited and imported again has new lines
    lines = linecache.getlines(code.co_filename, function.__globals__)
    if not lines:
        _no_source(function, code.co_filename)
    block = _block(function, lines, word)
    node = _parse(function, block, word)
    _compare(function, node, block, lines, word)
    return FunctionText(function, code.co_filename, lines, node, code.co_firstlineno - 1 - block.indented)


def _check_kind(function: Any, word: str) -> None:
    if not isinstance(function, types.FunctionType):
        raise _refuse(
            f"@vy.{word} takes a Python function",
            "K105",
            f"put @vy.{word} on a plain `def` (directly above it, below any other decorator)",
            function,
            type(function).__name__,
        )
    if hasattr(function, "__wrapped__"):
        raise _refuse(
            f"another decorator stands between @vy.{word} and the function",
            "K104",
            f"put @vy.{word} directly above `def`, or remove the other decorator",
            function,
            getattr(function, "__qualname__", None),
        )
    if function.__name__ == "<lambda>":
        raise _refuse(f"a lambda is no {word}", "K103", "write it with `def`", function)


def _no_source(function: types.FunctionType, file: str) -> None:
    if file.startswith("<"):
        raise _refuse(
            f"the source of {function.__name__} is not kept by Python (text from exec, eval or a prompt)",
            "K101",
            "save it in a file, or hand the text over: vy.kernel_from_source(text)",
            function,
            file,
        )
    raise _refuse(
        f"the source file of {function.__name__} is not there (a frozen or stripped application)",
        "K106",
        "ship the .py file beside the application, or hand the text over: vy.kernel_from_source(text)",
        function,
        file,
    )


def _edited(function: types.FunctionType, word: str) -> KernelSyntaxError:
    return _refuse(
        f"the text of {function.__name__} is not what Python has compiled: the file was edited after it was imported",
        "K102",
        f"import the module again (restart Python, or importlib.reload), then @vy.{word} reads the new text",
        function,
    )


@dataclass(frozen=True, slots=True)
class _Block:
    """The lines of one definition, and how to put it under a header without moving its columns."""

    text: str
    indented: bool
    flags: int


def _block(function: types.FunctionType, lines: list[str], word: str) -> _Block:
    first = function.__code__.co_firstlineno
    if first > len(lines):
        raise _edited(function, word)
    last = _outline("".join(lines)).ends.get(first)
    if last is not None:
        found = lines[first - 1 : last]
    else:  # not where it was
        import inspect  # its tokeniser takes longer than all the rest of this

        try:
            found = inspect.getblock(lines[first - 1 :])
        except (SyntaxError, IndentationError):  # tokenising a changed file
            raise _edited(function, word) from None
    return _Block("".join(found), found[0][:1].isspace(), function.__code__.co_flags & _COMPILER_FLAGS)


def _compiled(text: str, flags: int, function: types.FunctionType, word: str) -> Any:
    """The text of ``function`` compiled, or the error that says why not."""
    try:
        return compile_anywhere(text, function.__code__.co_filename, flags)
    except (RecursionError, MemoryError):
        raise _too_long(function) from None
    except (SyntaxError, ValueError):
        raise _edited(function, word) from None


def compile_anywhere(text: str, file: str, flags: int = 0) -> Any:
    """``compile``; where the caller's own stack leaves too little room, in a new thread, which has all of it."""
    try:
        return compile(text, file, "exec", flags, dont_inherit=True)
    except RecursionError:
        found: list[Any] = []
        failed: list[Exception] = []

        def work() -> None:
            try:
                found.append(compile(text, file, "exec", flags, dont_inherit=True))
            except Exception as error:  # noqa: BLE001 - handed to the caller's thread
                failed.append(error)

        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
        if failed:
            raise failed[0] from None
        return found[0]


def _parse(function: types.FunctionType, block: _Block, word: str) -> ast.FunctionDef:
    # An indented def stays where it is, under an `if`, so that its columns are the file's.
    module = _compiled(
        ("if 1:\n" if block.indented else "") + block.text, block.flags | ast.PyCF_ONLY_AST, function, word
    )
    node = module.body[0].body[0] if block.indented and isinstance(module.body[0], ast.If) else module.body[0]
    if isinstance(node, ast.AsyncFunctionDef):
        raise _refuse(
            f"a {word} is not async", "K138", "write a plain `def`; kernel.submit(...) is what can be awaited", function
        )
    if not isinstance(node, ast.FunctionDef) or node.name != function.__name__:
        if isinstance(node, ast.FunctionDef) or not isinstance(node, (ast.Expr, ast.Assign, ast.Return)):
            raise _edited(function, word)
        raise _refuse(f"a {word} is written with `def`", "K103", "write it with `def`", function)
    return node


def _too_long(function: types.FunctionType) -> KernelSyntaxError:
    return _refuse(
        "an expression is too long for Python's own compiler (it stops near 3,000 terms)",
        "K107",
        "accumulate in a loop or over several statements, or build the program with vy.Builder, which has no such limit",
        function,
    )


def _compare(function: types.FunctionType, node: ast.FunctionDef, block: _Block, lines: list[str], word: str) -> None:
    """Compile the text again, where it has the same closure and the module's imports around it, and compare."""
    code = function.__code__
    # CPython compiles a method call on an imported name differently from one on any other name.
    header = "".join(f"import {name}\n" for name in sorted(_outline("".join(lines)).imported & set(code.co_names)))
    text = block.text
    if code.co_freevars:
        header += f"def closure({', '.join(code.co_freevars)}):\n"
        text = text if block.indented else textwrap.indent(text, " ")
    elif block.indented:
        header += "if 1:\n"
    found = _compiled(header + text, block.flags, function, word)
    while found.co_name != code.co_name:
        inner = [c for c in found.co_consts if isinstance(c, types.CodeType) and c.co_name in ("closure", code.co_name)]
        if not inner:
            raise _edited(function, word)
        found = inner[0]
    has_assert = any(
        isinstance(n, ast.Assert) for n in ast.walk(node)
    )  # pytest rewrites it; it is refused by name later
    if not has_assert and _shape(found) != _shape(code):
        raise _edited(function, word)


@dataclass(frozen=True, slots=True)
class _Outline:
    """``imported``: names that a file imports at its own level. ``ends``: by the first line of each definition, its last one."""

    imported: frozenset[str] = frozenset()
    ends: dict[int, int] = field(default_factory=dict)


@functools.lru_cache(maxsize=32)
def _outline(text: str) -> _Outline:
    """Empty for a text that is no Python."""
    try:
        module = compile(text, "<file>", "exec", ast.PyCF_ONLY_AST, dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return _Outline()
    names: set[str] = set()
    ends: dict[int, int] = {}
    todo: list[tuple[ast.AST, bool]] = [(module, True)]
    while todo:
        node, outside = todo.pop()
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            if outside:
                names.update((alias.asname or alias.name).partition(".")[0] for alias in node.names)
            continue
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            ends[min(part.lineno for part in (node, *node.decorator_list))] = node.end_lineno or node.lineno
        outside = outside and not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))
        todo.extend((inner, outside) for inner in _inner(node))
    return _Outline(frozenset(names), ends)


def _inner(node: ast.AST) -> Iterator[ast.AST]:
    """The statements, handlers and cases in one."""
    for name in ("body", "orelse", "finalbody", "handlers", "cases"):
        inner = getattr(node, name, ())
        if isinstance(inner, list):  # of a lambda or a conditional expression it is none
            yield from inner


def _shape(code: types.CodeType) -> tuple[Any, ...]:
    """What makes two code objects the same program (lines and columns aside)."""
    consts = tuple(map(_const, code.co_consts))
    return (
        code.co_code, code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars, code.co_argcount,
        code.co_posonlyargcount, code.co_kwonlyargcount, consts,
    )  # fmt: skip


def _const(value: Any) -> Any:
    """A constant as something that compares by type and value: 0.0 is not -0.0, nor 1 True."""
    if isinstance(value, types.CodeType):
        return _shape(value)
    if type(value) is tuple:
        return tuple(map(_const, value))
    if type(value) is frozenset:
        return frozenset(map(_const, value))
    return (
        type(value).__name__,
        hex(value) if type(value) is int else repr(value),
    )  # Python prints no int of any length


def load_source(text: str, *, name: str | None = None, namespace: dict[str, Any] | None = None) -> Any:
    """Run ``text`` as a module of its own whose lines errors can show; gives the object called ``name``, or the
    last function that it defines.

    ``namespace`` holds the names that the text may use. Raises KernelSyntaxError K108 where the text is no Python
    or defines no such name.
    """
    file = f"{SOURCE_FILE}{hashlib.sha256(text.encode()).hexdigest()[:16]}>"
    lines = io.StringIO(text, newline=None).readlines()  # those of Python: str.splitlines knows more ends of lines
    linecache.cache[file] = (len(text), None, lines, file)
    try:
        code = compile_anywhere(text, file)
    except SyntaxError as error:
        line = (error.text or "").rstrip("\n")
        start = max(0, (error.offset or 1) - 1)
        indented = isinstance(error, IndentationError) and text.lstrip("\n")[:1].isspace()
        raise KernelSyntaxError(
            f"the text is not Python: {error.msg}",
            code="K108",
            fix="remove the indentation: vy.kernel_from_source(textwrap.dedent(text))"
            if indented
            else _LIMITS.get(_limit(error.msg), "correct the line shown"),
            place=Place(file, error.lineno or 1, start, start + 1, line),
        ) from None
    except (RecursionError, MemoryError):
        raise KernelSyntaxError(
            "an expression is too long for Python's own compiler (it stops near 3,000 terms)",
            code="K107",
            fix="accumulate in a loop or over several statements, or build the program with vy.Builder, which has no such limit",
        ) from None
    names: dict[str, Any] = dict(namespace or {})
    names.setdefault("__name__", "vyre_source")
    before = dict(names)
    try:
        exec(code, names)  # noqa: S102 - running the caller's own text is this function's purpose
    except NameError as error:
        place = _raised_in(error, file, lines)
        if place is None or not error.name:
            raise
        raise KernelSyntaxError(
            f"the name {error.name} is not defined",
            code="K150",
            fix=f"write vy.{error.name}"
            if error.name in dir(names.get("vy"))
            else f"hand it over: vy.kernel_from_source(text, namespace={{{error.name!r}: ...}})",
            place=place,
        ) from None
    made = [key for key, value in names.items() if before.get(key) is not value and _defines(value, file)]
    chosen = name or (made[-1] if made else None)
    if chosen is None or chosen not in names:
        raise KernelSyntaxError(
            "the text defines no function" if name is None else f"the text defines no {name}",
            code="K108",
            fix="write one `def` at the top level of the text"
            if name is None
            else f"define it, or ask for one of: {', '.join(made)}",
        )
    return names[chosen]


def _limit(message: str) -> str:
    """The limit of Python's own compiler that a SyntaxError speaks of; nothing where it speaks of another thing."""
    return next((words for words in _LIMITS if words in message), "")


def _raised_in(error: BaseException, file: str, lines: list[str]) -> Place | None:
    """The line of ``file`` whose own code raised the error; None where another's did."""
    step = error.__traceback__
    while step is not None and step.tb_next is not None:
        step = step.tb_next
    if step is None or step.tb_frame.f_code.co_filename != file:
        return None
    line = lines[step.tb_lineno - 1].rstrip("\n")
    start = len(line) - len(line.lstrip())
    return Place(file, step.tb_lineno, start, max(len(line), start + 1), line)


def _defines(value: Any, file: str) -> bool:
    function: Callable[..., Any] | None = (
        value if isinstance(value, types.FunctionType) else getattr(value, "__wrapped__", None)
    )
    return isinstance(function, types.FunctionType) and function.__code__.co_filename == file
