"""The part of direct calls that looks at arguments, in the words of :mod:`macros`."""

from __future__ import annotations

from typing import Final

__all__ = ["FITS", "NUMBER", "STANDS"]

STANDS: Final = """
; The memory of an object where it is the array that an argument must be, else null.
define internal ptr @stands(ptr %head, ptr %argument, ptr %given) {
entry:
  %n = alloca i64
  store i64 0, ptr %n
  %type = FIELD ptr %given TYPE
  %ndarray = WORD ptr %head Head.NDARRAY
  %is_array = icmp eq ptr %type, %ndarray
  UNLESS %is_array no
  %dtype = FIELD ptr %given DTYPE
  %wanted = WORD ptr %argument Argument.TYPE
  %is_of = icmp eq ptr %dtype, %wanted
  UNLESS %is_of no
  %raw = FIELD i32 %given FLAGS
  %flags = zext i32 %raw to i64
  %mask = WORD i64 %argument Argument.MASK
  %kept = and i64 %flags, %mask
  %allowed = icmp eq i64 %kept, %mask
  UNLESS %allowed no
  %raw_rank = FIELD i32 %given RANK
  %rank = zext i32 %raw_rank to i64
  %axes = WORD i64 %argument Argument.RANK
  %alike = icmp eq i64 %rank, %axes
  UNLESS %alike no
  %shape = FIELD ptr %given SHAPE
  %expected = WORD ptr %argument Argument.SHAPE
  br label %next
next:
  %axis = load i64, ptr %n
  %more = icmp ult i64 %axis, %rank
  UNLESS %more yes
  %mine = ITEM i64 %shape %axis
  %theirs = ITEM i64 %expected %axis
  %equal = icmp eq i64 %mine, %theirs
  UNLESS %equal no
  %following = add i64 %axis, 1
  store i64 %following, ptr %n
  br label %next
yes:
  %data = FIELD ptr %given DATA
  ret ptr %data
no:
  ret ptr null
}
"""

NUMBER: Final = """
; Whether an object is the number that an argument must be; its bytes go into the parameters.
define internal i1 @number(ptr %head, ptr %argument, ptr %given, ptr %params) {
entry:
  %over = alloca i32
  %source = alloca ptr
  %value = alloca i64
  %type = FIELD ptr %given TYPE
  %wanted = WORD ptr %argument Argument.TYPE
  %held = getelementptr i8, ptr %given, i64 $DATA
  store ptr %held, ptr %source
  %is_scalar = icmp eq ptr %type, %wanted
  WHEN %is_scalar copy
  %int = WORD ptr %head Head.INT
  %is_int = icmp eq ptr %type, %int
  UNLESS %is_int other
  %ask = WORD ptr %head Head.PY_LONG
  %found = call i64 %ask(ptr %given, ptr %over)
  %beyond = load i32, ptr %over
  %held_in_64 = icmp eq i32 %beyond, 0
  UNLESS %held_in_64 no
  %takes = WORD i64 %argument Argument.IS_INT
  %takes_int = icmp ne i64 %takes, 0
  UNLESS %takes_int whole
  %low = WORD i64 %argument Argument.LOW
  %high = WORD i64 %argument Argument.HIGH
  %enough = icmp sge i64 %found, %low
  UNLESS %enough no
  %small = icmp sle i64 %found, %high
  UNLESS %small no
  store i64 %found, ptr %value
  store ptr %value, ptr %source
  br label %copy
whole:
  ; of a float, which holds so small an int
  %shifted = add i64 %found, 16777216
  %is_small = icmp ule i64 %shifted, 33554432
  UNLESS %is_small no
  %as_double = sitofp i64 %found to double
  store double %as_double, ptr %value
  store ptr %value, ptr %source
  %whole_bytes = WORD i64 %argument Argument.FLOAT_BYTES
  switch i64 %whole_bytes, label %no [ i64 8, label %copy i64 4, label %whole_single ]
whole_single:
  %as_float = sitofp i64 %found to float
  store float %as_float, ptr %value
  br label %copy
other:
  %float = WORD ptr %head Head.FLOAT
  %is_float = icmp eq ptr %type, %float
  WHEN %is_float rounded
  %takes_bool = WORD i64 %argument Argument.IS_BOOL
  %may_be_bool = icmp ne i64 %takes_bool, 0
  UNLESS %may_be_bool no
  %true = WORD ptr %head Head.TRUE
  %is_true = icmp eq ptr %given, %true
  %truth = zext i1 %is_true to i64
  store i64 %truth, ptr %value
  store ptr %value, ptr %source
  WHEN %is_true copy
  %false = WORD ptr %head Head.FALSE
  %is_false = icmp eq ptr %given, %false
  WHEN %is_false copy
  ret i1 0
rounded:
  ; finite, and finite where it is rounded: Python knows what to do with others
  %exact = FIELD double %given DATA
  %below = fcmp olt double %exact, 0x7FF0000000000000
  UNLESS %below no
  %above = fcmp ogt double %exact, 0xFFF0000000000000
  UNLESS %above no
  %float_bytes = WORD i64 %argument Argument.FLOAT_BYTES
  switch i64 %float_bytes, label %no [ i64 8, label %copy i64 4, label %single ]
single:
  ; The thread keeps subnormals, and rounds to nearest even.
  %least = WORD double %head Head.LEAST_NORMAL
  %half = WORD double %head Head.HALF
  %subnormal = fmul double %least, %half
  %keeps = fcmp ogt double %subnormal, 0.0
  UNLESS %keeps no
  %unit = WORD double %head Head.ONE
  %quarter = WORD double %head Head.QUARTER_ULP
  %a_little = fadd double %unit, %quarter
  %rounds_down = fcmp oeq double %a_little, %unit
  UNLESS %rounds_down no
  %twice = fadd double %quarter, %quarter
  %three = fadd double %twice, %quarter
  %more = fadd double %unit, %three
  %rounds_up = fcmp ogt double %more, %unit
  UNLESS %rounds_up no
  %nearest = fptrunc double %exact to float
  store float %nearest, ptr %value
  store ptr %value, ptr %source
  %not_too_large = fcmp olt float %nearest, 0x7FF0000000000000
  UNLESS %not_too_large no
  %not_too_small = fcmp ogt float %nearest, 0xFFF0000000000000
  WHEN %not_too_small copy
  ret i1 0
copy:
  %offset = WORD i64 %argument Argument.OFFSET
  %is_read = icmp sge i64 %offset, 0
  UNLESS %is_read yes
  %from = load ptr, ptr %source
  %to = getelementptr i8, ptr %params, i64 %offset
  %nbytes = WORD i64 %argument Argument.NBYTES
  switch i64 %nbytes, label %no [ i64 1, label %one i64 2, label %two i64 4, label %four i64 8, label %eight ]
one:
  %v1 = load i8, ptr %from, align 1
  store i8 %v1, ptr %to, align 1
  ret i1 1
two:
  %v2 = load i16, ptr %from, align 1
  store i16 %v2, ptr %to, align 1
  ret i1 1
four:
  %v4 = load i32, ptr %from, align 1
  store i32 %v4, ptr %to, align 1
  ret i1 1
eight:
  %v8 = load i64, ptr %from, align 1
  store i64 %v8, ptr %to, align 1
  ret i1 1
yes:
  ret i1 1
no:
  ret i1 0
}
"""

FITS: Final = """
; Whether the arguments of a call are those of a record; their memory and the numbers go where they belong.
define internal i1 @fits(ptr %head, ptr %record, ptr %items, ptr %outs, ptr %slots, ptr %params, ptr %objects) {
entry:
  %n = alloca i64
  store i64 0, ptr %n
  %numbers = WORD i64 %record Record.NUMBERS
  %has = icmp ne i64 %numbers, 0
  UNLESS %has copied
  %words = WORD i64 %record Record.PARAM_WORDS
  %block = WORD ptr %record Record.PARAMS
  br label %word
word:
  %at_word = load i64, ptr %n
  %more_words = icmp ult i64 %at_word, %words
  UNLESS %more_words copied
  %one_word = ITEM i64 %block %at_word
  PUT i64 %one_word %params %at_word
  %next_word = add i64 %at_word, 1
  store i64 %next_word, ptr %n
  br label %word
copied:
  store i64 0, ptr %n
  %inputs = WORD i64 %head Head.INPUTS
  %arguments = WORD ptr %record Record.ARGUMENTS
  br label %input
input:
  %i = load i64, ptr %n
  %more_inputs = icmp ult i64 %i, %inputs
  UNLESS %more_inputs looked
  %skip = mul i64 %i, $ARGUMENT
  %argument = getelementptr i8, ptr %arguments, i64 %skip
  %given = ITEM ptr %items %i
  %kind = WORD i64 %argument Argument.KIND
  %is_number = icmp ne i64 %kind, 0
  WHEN %is_number number
  %data = call ptr @stands(ptr %head, ptr %argument, ptr %given)
  %no_array = icmp eq ptr %data, null
  WHEN %no_array no
  %slot = WORD i64 %argument Argument.SLOT
  PUT ptr %data %slots %slot
  PUT ptr %given %objects %slot
  br label %input_done
number:
  %is_it = call i1 @number(ptr %head, ptr %argument, ptr %given, ptr %params)
  UNLESS %is_it no
  br label %input_done
input_done:
  %next_input = add i64 %i, 1
  store i64 %next_input, ptr %n
  br label %input
looked:
  store i64 0, ptr %n
  %count = WORD i64 %head Head.OUTS
  %made = WORD ptr %record Record.OUTS
  %none = WORD ptr %head Head.NONE
  br label %output
output:
  %o = load i64, ptr %n
  %more_outs = icmp ult i64 %o, %count
  UNLESS %more_outs yes
  %step = mul i64 %o, $ARGUMENT
  %out = getelementptr i8, ptr %made, i64 %step
  %mine = ITEM ptr %outs %o
  %to = WORD i64 %out Argument.SLOT
  %fresh = WORD ptr %out Argument.FRESH
  %is_given = icmp eq ptr %fresh, null
  WHEN %is_given stands
  %left_out = icmp eq ptr %mine, %none
  UNLESS %left_out no
  PUT ptr null %slots %to
  PUT ptr null %objects %to
  br label %output_done
stands:
  %there = call ptr @stands(ptr %head, ptr %out, ptr %mine)
  %no_out = icmp eq ptr %there, null
  WHEN %no_out no
  PUT ptr %there %slots %to
  PUT ptr %mine %objects %to
  br label %output_done
output_done:
  %next_out = add i64 %o, 1
  store i64 %next_out, ptr %n
  br label %output
yes:
  ret i1 1
no:
  ret i1 0
}

; Whether a written array of the caller's shares a byte with another one.
define internal i1 @overlaps(ptr %record, ptr %slots) {
entry:
  %n = alloca i64
  %m = alloca i64
  store i64 0, ptr %n
  %alone = WORD i64 %record Record.ALONE
  %list = WORD ptr %record Record.ALONE_LIST
  %count = WORD i64 %record Record.SLOTS
  %sizes = WORD ptr %record Record.NBYTES
  br label %next
next:
  %i = load i64, ptr %n
  %more = icmp ult i64 %i, %alone
  UNLESS %more no
  %slot = ITEM i64 %list %i
  %start = ITEM i64 %slots %slot
  %size = ITEM i64 %sizes %slot
  %end = add i64 %start, %size
  store i64 0, ptr %m
  br label %other
other:
  %j = load i64, ptr %m
  %others = icmp ult i64 %j, %count
  UNLESS %others done
  %following = add i64 %j, 1
  store i64 %following, ptr %m
  %itself = icmp eq i64 %j, %slot
  WHEN %itself other
  %low = ITEM i64 %slots %j
  %length = ITEM i64 %sizes %j
  %high = add i64 %low, %length
  %below = icmp ult i64 %low, %end
  %above = icmp ult i64 %start, %high
  %both = and i1 %below, %above
  WHEN %both yes
  br label %other
done:
  %next_slot = add i64 %i, 1
  store i64 %next_slot, ptr %n
  br label %next
yes:
  ret i1 1
no:
  ret i1 0
}
"""
