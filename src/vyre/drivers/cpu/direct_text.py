"""The LLVM text of direct calls: one function for all kernels, driven by the blocks of ``direct_layout``.

It holds no address of the process, so that one compilation serves every one. Where fields of CPython's and NumPy's objects
lie comes from the interpreter, and is proved on real objects before the code is used.
"""

from __future__ import annotations

from typing import Final

from vyre.drivers.cpu.crew_text import BUDGET, CHUNK_LEAST, CHUNKS, RAISED, Job, Order, Shared
from vyre.drivers.cpu.direct_checks import FITS, NUMBER, STANDS
from vyre.drivers.cpu.direct_launch import BEGUN, LAUNCH
from vyre.drivers.cpu.direct_layout import MAX_PARAMS, MAX_SLOTS, WATCHES, Argument, Head, Record
from vyre.drivers.cpu.direct_results import RESULTS
from vyre.drivers.cpu.macros import clock, expanded

__all__ = ["BRIEF", "SHARE", "bound_text", "direct_text"]

BRIEF: Final = 50_000.0
"""ns: below, a launch keeps the GIL: giving it away costs more than it brings, and far more where another thread computes."""
SHARE: Final = 100_000.0
"""ns: above, a launch is shared with other threads, as far as they have been started."""
_LONG: Final = 50_000_000.0
"""ns: above, a launch is Python's business, which looks for signals."""

_OBJECT: Final = object.__basicsize__
_OFFSETS: Final = {
    "TYPE": _OBJECT - 8,
    "COUNT": _OBJECT,  # of a tuple
    "DATA": _OBJECT,
    "RANK": _OBJECT + 8,
    "SHAPE": _OBJECT + 16,
    "DTYPE": _OBJECT + 40,
    "FLAGS": _OBJECT + 48,
    "BYTES": bytes.__basicsize__ - 1,
}
_BLOCKS: Final = {"Head": Head, "Record": Record, "Argument": Argument, "Shared": Shared}

_WATCHED: Final = (
    """
; Whether there is a reason to leave the call to Python.
define internal i1 @watched(ptr %head) {
entry:
"""
    + "".join(
        f"""  %p{n} = ITEM ptr %head {Head.WATCH + n}
  %w{n} = load atomic i64, ptr %p{n} monotonic, align 8
  %o{n} = or i64 %w{n}, {f"%o{n - 1}" if n else 0}
"""
        for n in range(WATCHES)
    )
    + f"""  %any = icmp ne i64 %o{WATCHES - 1}, 0
  ret i1 %any
}}
"""
)

_WHOLE: Final = """
; 1 where a keyword is there and an int of 0 or more, which is stored; 0 where it is not there; -1 where it is something else.
define internal i64 @whole(ptr %head, ptr %keywords, i64 %which, ptr %to) {
entry:
  %over = alloca i32
  %get = WORD ptr %head Head.PY_DICT_GET
  %name = ITEM ptr %head %which
  %found = call ptr %get(ptr %keywords, ptr %name)
  %is_absent = icmp eq ptr %found, null
  WHEN %is_absent absent
  %type = FIELD ptr %found TYPE
  %int = WORD ptr %head Head.INT
  %is_int = icmp eq ptr %type, %int
  UNLESS %is_int wrong
  %ask = WORD ptr %head Head.PY_LONG
  %value = call i64 %ask(ptr %found, ptr %over)
  %beyond = load i32, ptr %over
  %held_in_64 = icmp eq i32 %beyond, 0
  UNLESS %held_in_64 wrong
  %enough = icmp sge i64 %value, 0
  UNLESS %enough wrong
  store i64 %value, ptr %to
  ret i64 1
absent:
  ret i64 0
wrong:
  ret i64 -1
}
"""

_CALL: Final = """
; The callable: (owner, positional arguments, keywords), as a vector of three; or an entry, which is given the arguments and
; the keywords (null: none) as Python's own calls of objects have them.
define ptr @k(ptr %self, ptr %given, i64 %n) {
entry:
  %owner_at = alloca ptr
  %args_at = alloca ptr
  %keywords_at = alloca ptr
  %slots = alloca [$SLOTS_ROOM x i64], align 16
  %objects = alloca [$SLOTS x ptr], align 16
  %own = alloca [$PARAMS x i64], align 16
  %record_at = alloca i64
  %out_at = alloca ptr
  %outs_at = alloca ptr
  %keywords_left = alloca i64
  %items_at = alloca ptr
  %gathering = alloca [$SLOTS x ptr], align 16
  %domain_at = alloca i64
  %grid_at = alloca i64
  %head = FIELD ptr %self BYTES
  %entered_by = WORD ptr %head Head.OWNER
  %is_plain = icmp eq ptr %entered_by, null
  WHEN %is_plain plain
  %last = inttoptr i64 %n to ptr
  store ptr %entered_by, ptr %owner_at
  store ptr %given, ptr %args_at
  store ptr %last, ptr %keywords_at
  br label %watch
plain:
  %three = icmp eq i64 %n, 3
  UNLESS %three no
  %given_owner = ITEM ptr %given 0
  %given_args = ITEM ptr %given 1
  %given_keywords = ITEM ptr %given 2
  store ptr %given_owner, ptr %owner_at
  store ptr %given_args, ptr %args_at
  store ptr %given_keywords, ptr %keywords_at
  br label %watch
watch:
  %is_watched = call i1 @watched(ptr %head)
  WHEN %is_watched no
  %owner = load ptr, ptr %owner_at
  %args = load ptr, ptr %args_at
  %keywords = load ptr, ptr %keywords_at
  %none = WORD ptr %head Head.NONE
  store ptr %none, ptr %out_at
  store i64 0, ptr %keywords_left
  store i64 -1, ptr %domain_at
  store i64 -1, ptr %grid_at
  %no_keywords = icmp eq ptr %keywords, null
  WHEN %no_keywords positional
  %size = WORD ptr %head Head.PY_DICT_SIZE
  %keyword_count = call i64 %size(ptr %keywords)
  store i64 %keyword_count, ptr %keywords_left
  %no_words = icmp eq i64 %keyword_count, 0
  WHEN %no_words positional
  %get = WORD ptr %head Head.PY_DICT_GET
  %name = WORD ptr %head Head.OUT
  %found = call ptr %get(ptr %keywords, ptr %name)
  %no_out = icmp eq ptr %found, null
  WHEN %no_out sizes
  store ptr %found, ptr %out_at
  %others = sub i64 %keyword_count, 1
  store i64 %others, ptr %keywords_left
  br label %sizes
sizes:
  %untold = load i64, ptr %keywords_left
  %told_all = icmp eq i64 %untold, 0
  WHEN %told_all positional
  %has_domain = call i64 @whole(ptr %head, ptr %keywords, i64 $HEAD_DOMAIN, ptr %domain_at)
  %wrong_domain = icmp slt i64 %has_domain, 0
  WHEN %wrong_domain no
  %has_grid = call i64 @whole(ptr %head, ptr %keywords, i64 $HEAD_GRID, ptr %grid_at)
  %wrong_grid = icmp slt i64 %has_grid, 0
  WHEN %wrong_grid no
  %less_domain = sub i64 %untold, %has_domain
  %less_both = sub i64 %less_domain, %has_grid
  store i64 %less_both, ptr %keywords_left
  br label %positional
positional:
  %tuple = WORD ptr %head Head.TUPLE
  %type = FIELD ptr %args TYPE
  %is_tuple = icmp eq ptr %type, %tuple
  UNLESS %is_tuple no
  %count = FIELD i64 %args COUNT
  %inputs = WORD i64 %head Head.INPUTS
  %given_items = getelementptr i8, ptr %args, i64 $ITEMS
  store ptr %given_items, ptr %items_at
  %named = load i64, ptr %keywords_left
  %all_count = add i64 %count, %named
  %as_many = icmp eq i64 %all_count, %inputs
  UNLESS %as_many no
  %by_place = icmp eq i64 %named, 0
  WHEN %by_place gathered
  ; Those that are given by their names come after the others.
  %names = WORD ptr %head Head.NAMES
  %no_names = icmp eq ptr %names, null
  WHEN %no_names no
  %fits_there = icmp ule i64 %inputs, $SLOTS
  UNLESS %fits_there no
  store ptr %gathering, ptr %items_at
  store i64 0, ptr %record_at
  br label %gather
gather:
  %g = load i64, ptr %record_at
  %more_to_gather = icmp ult i64 %g, %inputs
  UNLESS %more_to_gather gathered
  %g_next = add i64 %g, 1
  store i64 %g_next, ptr %record_at
  %is_placed = icmp ult i64 %g, %count
  WHEN %is_placed placed
  %argument_name = ITEM ptr %names %g
  %get_named = WORD ptr %head Head.PY_DICT_GET
  %by_name = call ptr %get_named(ptr %keywords, ptr %argument_name)
  %is_missing = icmp eq ptr %by_name, null
  WHEN %is_missing no
  PUT ptr %by_name %gathering %g
  br label %gather
placed:
  %by_position = ITEM ptr %given_items %g
  PUT ptr %by_position %gathering %g
  br label %gather
gathered:
  %items = load ptr, ptr %items_at
  %wanted = WORD i64 %head Head.OUTS
  %out = load ptr, ptr %out_at
  %nones = WORD ptr %head Head.NONES
  store ptr %nones, ptr %outs_at
  %left_out = icmp eq ptr %out, %none
  WHEN %left_out records
  %out_type = FIELD ptr %out TYPE
  %several = icmp eq ptr %out_type, %tuple
  WHEN %several list
  %one = icmp eq i64 %wanted, 1
  UNLESS %one no
  store ptr %out_at, ptr %outs_at
  br label %records
list:
  %length = FIELD i64 %out COUNT
  %all = icmp eq i64 %length, %wanted
  UNLESS %all no
  %listed = getelementptr i8, ptr %out, i64 $ITEMS
  store ptr %listed, ptr %outs_at
  br label %records
records:
  %outs = load ptr, ptr %outs_at
  %record_count = WORD i64 %head Head.RECORDS
  %first = WORD ptr %head Head.FIRST
  store i64 0, ptr %record_at
  br label %next
next:
  %r = load i64, ptr %record_at
  %more = icmp ult i64 %r, %record_count
  UNLESS %more no
  %following = add i64 %r, 1
  store i64 %following, ptr %record_at
  %skip = mul i64 %r, $RECORD
  %record = getelementptr i8, ptr %first, i64 %skip
  %its_domain = WORD i64 %record Record.DOMAIN
  %given_domain = load i64, ptr %domain_at
  %of_domain = icmp eq i64 %its_domain, %given_domain
  UNLESS %of_domain next
  %its_grid = WORD i64 %record Record.GRID
  %given_grid = load i64, ptr %grid_at
  %of_grid = icmp eq i64 %its_grid, %given_grid
  UNLESS %of_grid next
  %is_it = call i1 @fits(ptr %head, ptr %record, ptr %items, ptr %outs, ptr %slots, ptr %own, ptr %objects)
  UNLESS %is_it next
  %meet = call i1 @overlaps(ptr %record, ptr %slots)
  WHEN %meet no
  %mine = call i1 @taken(ptr %head, ptr %record)
  UNLESS %mine no
  %all_made = call i1 @made(ptr %head, ptr %record, ptr %slots, ptr %objects)
  UNLESS %all_made without
  %slot_count = WORD i64 %record Record.SLOTS
  %grid = getelementptr i64, ptr %slots, i64 %slot_count
  %x = WORD i64 %record Record.X
  %x32 = trunc i64 %x to i32
  store i32 %x32, ptr %grid, align 8
  %grid_yz = getelementptr i8, ptr %grid, i64 4
  %yz = WORD i64 %record Record.YZ
  store i64 %yz, ptr %grid_yz, align 4
  %block = WORD ptr %record Record.PARAMS
  %numbers = WORD i64 %record Record.NUMBERS
  %has_numbers = icmp ne i64 %numbers, 0
  %params = select i1 %has_numbers, ptr %own, ptr %block
  call void @owned(ptr %head, ptr %record, ptr %objects)
  %ns = call i64 @launched(ptr %head, ptr %record, ptr %slots, ptr %params)
  %raised = icmp slt i64 %ns, 0
  WHEN %raised stopped
  %result = call ptr @results(ptr %head, ptr %record, ptr %objects)
  %told = call i32 @remembered(ptr %head, ptr %record, ptr %owner, i64 %ns)
  %well = icmp eq i32 %told, 0
  UNLESS %well failed
  ret ptr %result
failed:
  %decref = WORD ptr %head Head.PY_DECREF
  call void %decref(ptr %result)
  ret ptr null
stopped:
  call void @disowned(ptr %head, ptr %record, ptr %objects)
  %later = icmp eq i64 %ns, -2
  WHEN %later no
  ret ptr null
without:
  call void @dropped(ptr %head, ptr %record, ptr %objects)
  br label %no
no:
  %otherwise = WORD ptr %head Head.OTHERWISE
  %of_an_entry = icmp ne ptr %otherwise, null
  UNLESS %of_an_entry nothing
  %python = WORD ptr %head Head.PY_CALL
  %all_args = load ptr, ptr %args_at
  %all_keywords = load ptr, ptr %keywords_at
  %answer = call ptr %python(ptr %otherwise, ptr %all_args, ptr %all_keywords)
  ret ptr %answer
nothing:
  %not = WORD ptr %head Head.NOT_IMPLEMENTED
  %incref = WORD ptr %head Head.PY_INCREF
  call void %incref(ptr %not)
  ret ptr %not
}
"""

_BOUND: Final = """
; The callable of a bound launch, without arguments.
define ptr @k(ptr %self, ptr %unused) {
entry:
  %head = FIELD ptr %self BYTES
  %incref = WORD ptr %head Head.PY_INCREF
  %is_watched = call i1 @watched(ptr %head)
  WHEN %is_watched no
  %record = WORD ptr %head Head.FIRST
  %mine = call i1 @taken(ptr %head, ptr %record)
  UNLESS %mine no
  %slots = WORD ptr %record Record.READY
  %params = WORD ptr %record Record.PARAMS
  %result = WORD ptr %head Head.RESULT
  ; Nobody asks what one took: of short ones one in sixteen is measured, to learn from.
  %count = WORD i64 %record Record.COUNT
  %more = add i64 %count, 1
  PUT i64 %more %record $COUNT
  %phase = and i64 %count, 15
  %measured = icmp eq i64 %phase, 0
  WHEN %measured measure
  %speed = WORD ptr %record Record.SPEED
  %each = load double, ptr %speed, align 8
  %groups = WORD double %record Record.GROUPS
  %estimate = fmul double %each, %groups
  %brief = fcmp olt double %estimate, $BRIEF
  UNLESS %brief measure
  %lock = WORD ptr %record Record.LOCK
  %free = icmp eq ptr %lock, null
  UNLESS %free measure
  %fills = WORD i64 %record Record.BEGIN_LONG
  %fills_little = icmp eq i64 %fills, 0
  UNLESS %fills_little measure
  call void @begun(ptr %head, ptr %record, ptr %slots)
  %kernel = WORD ptr %record Record.KERNEL
  %total = WORD i64 %record Record.TOTAL
  %x = WORD i64 %record Record.X
  call void %kernel(ptr %slots, ptr %params, i64 0, i64 %total, i64 %x, ptr null)
  call void %incref(ptr %result)
  ret ptr %result
measure:
  %ns = call i64 @launched(ptr %head, ptr %record, ptr %slots, ptr %params)
  %raised = icmp slt i64 %ns, 0
  WHEN %raised stopped
  call void %incref(ptr %result)
  ret ptr %result
stopped:
  %later = icmp eq i64 %ns, -2
  WHEN %later no
  ret ptr null
no:
  %not = WORD ptr %head Head.NOT_IMPLEMENTED
  call void %incref(ptr %not)
  ret ptr %not
}
"""

_CONSTANTS: Final = {
    "$ARGUMENT": str(8 * Argument.SIZE),
    "$RECORD": str(8 * Record.SIZE),
    "$ITEMS": str(tuple.__basicsize__),
    "$DATA": str(_OBJECT),
    "$SLOTS_ROOM": str(MAX_SLOTS + 2),
    "$SLOTS": str(MAX_SLOTS),
    "$PARAMS": str(MAX_PARAMS // 8),
    "$SHARE": repr(SHARE),
    "$BRIEF": repr(BRIEF),
    "$LONG": repr(_LONG),
    "$CHUNKS": repr(float(CHUNKS)),
    "$LEAST": repr(float(CHUNK_LEAST)),
    "$RUN": str(int(Order.RUN)),
    "$RAISED": str(RAISED),
    "$BUDGET": str(BUDGET),
    "$ZERO": str(int(Head.ZERO)),
    "$SEEN": str(int(Head.SEEN)),
    "$SEEN_DICT": str(int(Head.SEEN_DICT)),
    "$HEAD_DOMAIN": str(int(Head.DOMAIN)),
    "$HEAD_GRID": str(int(Head.GRID)),
    "$COUNT": str(int(Record.COUNT)),
    "$JOB": str(int(Job.SIZE)),
    "$J_SLOTS": str(int(Job.SLOTS)),
    **{
        f"$J_{name}": str(int(Job[name]))
        for name in "FIRST END GRAIN KERNEL PARAMS X STOP HELPERS BUDGET THREAD".split()
    },
    "$J_SCRATCH": str(int(Job.SCRATCH)),
    "$J_BYTES": str(int(Job.SCRATCH_BYTES)),
}


def direct_text() -> str:
    """A callable that looks at the user's arrays."""
    return _whole(STANDS, NUMBER, FITS, RESULTS, _WATCHED, clock("Head"), BEGUN, LAUNCH, _WHOLE, _CALL)


def bound_text() -> str:
    """A callable over fixed arrays."""
    return _whole(_WATCHED, clock("Head"), BEGUN, LAUNCH, _BOUND)


def _whole(*parts: str) -> str:
    text = "".join(parts)
    for name in sorted(_CONSTANTS, key=len, reverse=True):
        text = text.replace(name, _CONSTANTS[name])
    return expanded(text, _BLOCKS, _OFFSETS)
