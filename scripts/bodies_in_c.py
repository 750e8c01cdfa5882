"""Translate bodies of functions to functions of C on bits, for ``scripts/compare_bodies.py``."""

from __future__ import annotations

from typing import Final

from vyre.dtypes import DType
from vyre.functions.body import Apply, Body, Entry, Literal, Rarely, Statement, Step

HEAD: Final = """
#include <stdint.h>
#include <string.h>
#include <math.h>
typedef _Float16 f16; typedef uint16_t bf16; typedef float f32; typedef double f64;
typedef uint16_t u16; typedef uint32_t u32; typedef int32_t i32; typedef uint64_t u64; typedef int64_t i64;
static inline u32 mulhi_u32(u32 a, u32 b) { return (u32)(((u64)a * b) >> 32); }
static inline u64 mulhi_u64(u64 a, u64 b) { return (u64)(((unsigned __int128)a * b) >> 64); }
static inline i64 mulhi_i64(i64 a, i64 b) { return (i64)(((__int128)a * b) >> 64); }
static inline u32 clz_u32(u32 a) { return a ? (u32)__builtin_clz(a) : 32; }
static inline u64 clz_u64(u64 a) { return a ? (u64)__builtin_clzll(a) : 64; }
static inline f64 f64_of_bf16(bf16 a) { u32 b = (u32)a << 16; f32 f; memcpy(&f, &b, 4); return f; }
static inline bf16 bf16_of_f64(f64 a) {
  f32 f = (f32)a; if (f != f) return 0x7fc0;
  u32 b; memcpy(&b, &f, 4); f64 back = f;
  if (back != a) { int up = fabs(back) < fabs(a); if (!(b & 1)) b = up ? b | 1 : b - 1; }
  return (bf16)((b + 0x7fff + ((b >> 16) & 1)) >> 16);
}
"""

_SYMBOLS: Final = {
    "add": "+", "sub": "-", "mul": "*", "div": "/", "and": "&", "or": "|", "xor": "^",
    "eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">=",
}  # fmt: skip


def _type(t: DType) -> str:
    return "u32" if t.is_bool else t.name


def _converted(x: str, source: DType, target: DType) -> str:
    if source.name == "bf16":
        x = f"f64_of_bf16({x})"
    if target.name == "bf16":
        return f"bf16_of_f64({x})"
    return f"({_type(target)}){x}"


def _step(s: Step, types: list[DType]) -> str:
    args = [f"v{a}" for a in s.args]
    t = types[s.args[0]]
    name = _type(t)
    match s.op:
        case "select":
            return f"{args[0]} ? {args[1]} : {args[2]}"
        case "cast":
            return _converted(args[0], t, s.dtype)
        case "bitcast":
            return args[0]  # replaced by its caller
        case "shl" | "shr":
            return f"({name})({args[0]} {'<<' if s.op == 'shl' else '>>'} ({args[1]} & {t.bits - 1}))"
        case "not":
            return f"!{args[0]}" if t.is_bool else f"~{args[0]}"
        case "neg":
            return f"-{args[0]}"
        case "abs":
            return f"fabs({args[0]})" if t.is_float else f"({args[0]} < 0 ? ({name})-(u64){args[0]} : {args[0]})"
        case "min" | "max":
            return f"{args[0]} {'<' if s.op == 'min' else '>'} {args[1]} ? {args[0]} : {args[1]}"
        case "sqrt":
            return f"sqrt({args[0]})"
        case "isnan":
            x = f"f64_of_bf16({args[0]})" if t.name == "bf16" else args[0]
            return f"{x} != {x}"
        case "isinf" | "isfinite":
            x = _converted(args[0], t, t) if t.name != "bf16" else f"f64_of_bf16({args[0]})"
            return f"{s.op}((f64){x}) != 0"
        case "mulhi" | "clz":
            return f"{s.op}_{name}({', '.join(args)})"
        case _:
            if t.name == "bf16":
                args = [f"f64_of_bf16({a})" for a in args]
            unsigned = f"(u{t.bits})" if t.is_signed and not t.is_float and s.op in ("add", "sub", "mul") else ""
            divided = s.op == "div" and not t.is_float
            if divided:
                return f"{args[1]} ? {args[0]} / {args[1]} : ~({name})0"
            return f"({_type(s.dtype)})({unsigned}{args[0]} {_SYMBOLS[s.op]} {unsigned}{args[1]})"


def _bits_type(t: DType) -> str:
    return f"u{max(t.bits, 16)}" if not t.is_bool else "u32"


def _literal(s: Literal, n: int) -> str:
    raw = f"{_bits_type(s.dtype)} b{n} = {s.bits}u{'ll' if s.dtype.bits == 64 else ''}"
    return f"{raw}; {_type(s.dtype)} v{n}; memcpy(&v{n}, &b{n}, sizeof v{n});"


def _statement(s: Statement, n: int, types: list[DType], parts: dict[str, str], prefix: str) -> str:
    match s:
        case Literal():
            return _literal(s, n)
        case Step(op="bitcast"):
            source = types[s.args[0]]
            canonical = ""
            if source.is_float and not s.dtype.is_float:
                nan = {"f16": "0x7e00", "bf16": "0x7fc0", "f32": "0x7fc00000", "f64": "0x7ff8000000000000"}[source.name]
                x = f"v{s.args[0]}" if source.name != "bf16" else f"f64_of_bf16(v{s.args[0]})"
                canonical = f" if ({x} != {x}) v{n} = {nan};"
            return f"{_type(s.dtype)} v{n}; memcpy(&v{n}, &v{s.args[0]}, sizeof v{n});{canonical}"
        case Step():
            return f"{_type(s.dtype)} v{n} = {_step(s, types)};"
        case Entry():
            name = f"{prefix}{s.table.name}"
            values = ", ".join(f"{v}ull" for v in s.table.values)
            parts.setdefault(name, f"static const u64 {name}[] = {{{values}}};\n")
            return f"u64 v{n} = {name}[v{s.index}];"
        case Apply():
            called = c_function(s.body, parts, prefix, inner=True)
            return f"{_type(s.dtype)} v{n} = {called}({', '.join(f'v{a}' for a in s.args)});"
        case Rarely():
            called = c_function(s.body, parts, prefix, inner=True)
            return f"{_type(s.dtype)} v{n} = v{s.condition} ? {called}({', '.join(f'v{a}' for a in s.args)}) : v{s.otherwise};"


def c_function(body: Body, parts: dict[str, str], prefix: str, *, inner: bool = False) -> str:
    """Add a body and all bodies that it calls to ``parts``, and return the name of the function.

    The function takes and returns bits; with ``inner`` it takes and returns values."""
    name = f"{prefix}{body.name}"
    if name not in parts:
        types = body.types()
        lines = [_statement(s, n, types, parts, prefix) for n, s in enumerate(body.statements, len(body.takes))]
        given = ", ".join(f"{_type(t)} v{n}" for n, t in enumerate(body.takes))
        inside = "\n  ".join(lines)
        parts[name] = f"static {_type(body.gives)} {name}({given}) {{\n  {inside}\n  return v{body.result};\n}}\n"
    if inner:
        return name
    words = ", ".join(f"u32 x{n}" for n in range(len(body.takes)))
    copies = "".join(
        f"  {_bits_type(t)} b{n} = ({_bits_type(t)})x{n}; {_type(t)} v{n}; memcpy(&v{n}, &b{n}, sizeof v{n});\n"
        for n, t in enumerate(body.takes)
    )
    called = f"{name}({', '.join(f'v{n}' for n in range(len(body.takes)))})"
    kind = _bits_type(body.gives)
    nan = {"f16": "0x7e00", "bf16": "0x7fc0", "f32": "0x7fc00000"}[body.gives.name]
    is_nan = "r != r" if body.gives.name != "bf16" else "f64_of_bf16(r) != f64_of_bf16(r)"
    parts[f"bits_{name}"] = (
        f"static u32 bits_{name}({words}) {{\n{copies}  {_type(body.gives)} r = {called}; {kind} b; memcpy(&b, &r, sizeof b);\n"
        f"  return {is_nan} ? {nan} : b;\n}}\n"
    )
    return f"bits_{name}"
