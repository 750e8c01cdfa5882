"""The part of direct calls that makes outputs, gives them back and remembers the call, in the words of :mod:`macros`."""

from __future__ import annotations

from typing import Final

__all__ = ["RESULTS"]

RESULTS: Final = """
; Let go of the outputs made so far, and of the scratch memory.
define internal void @dropped(ptr %head, ptr %record, ptr %objects) {
entry:
  %n = alloca i64
  store i64 0, ptr %n
  %clear = WORD ptr %head Head.PY_CLEAR
  call void %clear()
  %decref = WORD ptr %head Head.PY_DECREF
  %count = WORD i64 %head Head.OUTS
  %outs = WORD ptr %record Record.OUTS
  br label %next
next:
  %i = load i64, ptr %n
  %more = icmp ult i64 %i, %count
  UNLESS %more done
  %following = add i64 %i, 1
  store i64 %following, ptr %n
  %skip = mul i64 %i, $ARGUMENT
  %out = getelementptr i8, ptr %outs, i64 %skip
  %fresh = WORD ptr %out Argument.FRESH
  %is_given = icmp eq ptr %fresh, null
  WHEN %is_given next
  %slot = WORD i64 %out Argument.SLOT
  %object = ITEM ptr %objects %slot
  call void %decref(ptr %object) ; which takes null too
  br label %next
done:
  call void @freed(ptr %record)
  ret void
}

; Make the outputs that are left out.
define internal i1 @made(ptr %head, ptr %record, ptr %slots, ptr %objects) {
entry:
  %n = alloca i64
  store i64 0, ptr %n
  %call = WORD ptr %head Head.PY_CALL
  %count = WORD i64 %head Head.OUTS
  %outs = WORD ptr %record Record.OUTS
  br label %next
next:
  %i = load i64, ptr %n
  %more = icmp ult i64 %i, %count
  UNLESS %more yes
  %following = add i64 %i, 1
  store i64 %following, ptr %n
  %skip = mul i64 %i, $ARGUMENT
  %out = getelementptr i8, ptr %outs, i64 %skip
  %fresh = WORD ptr %out Argument.FRESH
  %is_given = icmp eq ptr %fresh, null
  WHEN %is_given next
  %with = WORD ptr %out Argument.FRESH_ARGUMENTS
  %object = call ptr %call(ptr %fresh, ptr %with, ptr null)
  %failed = icmp eq ptr %object, null
  WHEN %failed no
  %slot = WORD i64 %out Argument.SLOT
  PUT ptr %object %objects %slot
  %data = FIELD ptr %object DATA
  PUT ptr %data %slots %slot
  br label %next
yes:
  ret i1 1
no:
  ret i1 0
}

; Remember what this thread's call did: (owner, ...receipt, ns). 0 where that went well.
define internal i32 @remembered(ptr %head, ptr %record, ptr %owner, i64 %ns) {
entry:
  %n = alloca i64
  store i64 0, ptr %n
  %new = WORD ptr %head Head.PY_TUPLE
  %incref = WORD ptr %head Head.PY_INCREF
  %decref = WORD ptr %head Head.PY_DECREF
  %size = WORD i64 %record Record.RECEIPT_SIZE
  %receipt = WORD ptr %record Record.RECEIPT
  %parts = getelementptr i8, ptr %receipt, i64 $ITEMS
  %last = add i64 %size, 1
  %length = add i64 %size, 2
  %told = call ptr %new(i64 %length)
  %no_told = icmp eq ptr %told, null
  WHEN %no_told failed
  %from_long = WORD ptr %head Head.PY_FROM_LONG
  %taken = call ptr %from_long(i64 %ns)
  %no_taken = icmp eq ptr %taken, null
  WHEN %no_taken dropped
  call void %incref(ptr %owner)
  %items = getelementptr i8, ptr %told, i64 $ITEMS
  PUT ptr %owner %items 0
  PUT ptr %taken %items %last
  br label %next
next:
  %i = load i64, ptr %n
  %more = icmp ult i64 %i, %size
  UNLESS %more set
  %following = add i64 %i, 1
  store i64 %following, ptr %n
  %part = ITEM ptr %parts %i
  call void %incref(ptr %part)
  PUT ptr %part %items %following
  br label %next
set:
  ; The attributes that this thread sees are a dictionary, which lives as long as the thread. Its number is never given again.
  %state = WORD ptr %head Head.PY_STATE
  %this = call ptr %state()
  %number = WORD ptr %head Head.PY_STATE_ID
  %thread = call i64 %number(ptr %this)
  %before = WORD i64 %head Head.SEEN
  %same = icmp eq i64 %thread, %before
  WHEN %same known
  %get = WORD ptr %head Head.PY_GET
  %where = WORD ptr %head Head.TOLD
  %dict_name = WORD ptr %head Head.DICT
  %attributes = call ptr %get(ptr %where, ptr %dict_name)
  %no_attributes = icmp eq ptr %attributes, null
  WHEN %no_attributes dropped
  call void %decref(ptr %attributes)
  PUT i64 %thread %head $SEEN
  PUT ptr %attributes %head $SEEN_DICT
  br label %known
known:
  %seen = WORD ptr %head Head.SEEN_DICT
  %name = WORD ptr %head Head.NAME
  %assign = WORD ptr %head Head.PY_DICT_SET
  %status = call i32 %assign(ptr %seen, ptr %name, ptr %told)
  call void %decref(ptr %told)
  ret i32 %status
dropped:
  call void %decref(ptr %told)
  br label %failed
failed:
  ret i32 -1
}

; What the caller gets.
define internal ptr @results(ptr %head, ptr %record, ptr %objects) {
entry:
  %n = alloca i64
  store i64 0, ptr %n
  %count = WORD i64 %record Record.RESULTS
  %list = WORD ptr %record Record.RESULT_LIST
  %one = icmp eq i64 %count, 1
  WHEN %one alone
  %new = WORD ptr %head Head.PY_TUPLE
  %put = WORD ptr %head Head.PY_TUPLE_SET
  %tuple = call ptr %new(i64 %count)
  %failed = icmp eq ptr %tuple, null
  WHEN %failed no
  br label %next
next:
  %i = load i64, ptr %n
  %more = icmp ult i64 %i, %count
  UNLESS %more done
  %following = add i64 %i, 1
  store i64 %following, ptr %n
  %slot = ITEM i64 %list %i
  %object = ITEM ptr %objects %slot
  %ignored = call i32 %put(ptr %tuple, i64 %i, ptr %object)
  br label %next
done:
  ret ptr %tuple
alone:
  %only = ITEM i64 %list 0
  %result = ITEM ptr %objects %only
  ret ptr %result
no:
  ret ptr null
}

; Own the arrays that were given as outputs, as those that were made are owned.
define internal void @owned(ptr %head, ptr %record, ptr %objects) {
entry:
  %n = alloca i64
  store i64 0, ptr %n
  %incref = WORD ptr %head Head.PY_INCREF
  %outs = WORD ptr %record Record.OUTS
  %has_outs = WORD i64 %head Head.OUTS
  %in_place = icmp eq i64 %has_outs, 0
  %count = WORD i64 %record Record.RESULTS
  %list = WORD ptr %record Record.RESULT_LIST
  br label %next
next:
  %i = load i64, ptr %n
  %more = icmp ult i64 %i, %count
  UNLESS %more done
  %following = add i64 %i, 1
  store i64 %following, ptr %n
  %slot = ITEM i64 %list %i
  %object = ITEM ptr %objects %slot
  WHEN %in_place own
  %skip = mul i64 %i, $ARGUMENT
  %out = getelementptr i8, ptr %outs, i64 %skip
  %fresh = WORD ptr %out Argument.FRESH
  %is_fresh = icmp ne ptr %fresh, null
  WHEN %is_fresh next
  br label %own
own:
  call void %incref(ptr %object)
  br label %next
done:
  ret void
}

; Let go of all results: there will be none.
define internal void @disowned(ptr %head, ptr %record, ptr %objects) {
entry:
  %n = alloca i64
  store i64 0, ptr %n
  %decref = WORD ptr %head Head.PY_DECREF
  %count = WORD i64 %record Record.RESULTS
  %list = WORD ptr %record Record.RESULT_LIST
  br label %next
next:
  %i = load i64, ptr %n
  %more = icmp ult i64 %i, %count
  UNLESS %more done
  %following = add i64 %i, 1
  store i64 %following, ptr %n
  %slot = ITEM i64 %list %i
  %object = ITEM ptr %objects %slot
  call void %decref(ptr %object)
  br label %next
done:
  ret void
}
"""
