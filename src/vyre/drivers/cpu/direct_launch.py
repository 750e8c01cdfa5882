"""The part of direct calls that runs a launch: alone or with other threads, with the GIL or without, in the words of :mod:`macros`."""

from __future__ import annotations

from typing import Final

__all__ = ["BEGUN", "LAUNCH"]

BEGUN: Final = """
; Make outputs what they start as.
define internal void @begun(ptr %head, ptr %record, ptr %slots) {
entry:
  %n = alloca i64
  store i64 0, ptr %n
  %count = WORD i64 %record Record.BEGINS
  %list = WORD ptr %record Record.BEGIN_LIST
  %fill = WORD ptr %head Head.MEMSET
  br label %next
next:
  %i = load i64, ptr %n
  %more = icmp ult i64 %i, %count
  UNLESS %more done
  %following = add i64 %i, 1
  store i64 %following, ptr %n
  %skip = mul i64 %i, 24
  %one = getelementptr i8, ptr %list, i64 %skip
  %slot = ITEM i64 %one 0
  %nbytes = ITEM i64 %one 1
  %wide = ITEM i64 %one 2
  %byte = trunc i64 %wide to i32
  %data = ITEM ptr %slots %slot
  %filled = call ptr %fill(ptr %data, i32 %byte, i64 %nbytes)
  br label %next
done:
  ret void
}
"""

LAUNCH: Final = """
; Whether a launch is short enough, as far as it is known, and its scratch memory is free, which is then taken.
define internal i1 @taken(ptr %head, ptr %record) {
entry:
  %speed = WORD ptr %record Record.SPEED
  %each = load double, ptr %speed, align 8
  %groups = WORD double %record Record.GROUPS
  %estimate = fmul double %each, %groups
  %known = fcmp ogt double %estimate, 0.0
  UNLESS %known no
  %short = fcmp olt double %estimate, $SHARE
  WHEN %short free
  %helpers = WORD i64 %record Record.HELPERS
  %alone = icmp eq i64 %helpers, 0
  WHEN %alone no
  %long = fcmp olt double %estimate, $LONG
  UNLESS %long no
  %crew = WORD ptr %head Head.CREW
  %ended = WORD i64 %crew Shared.STOP
  %works = icmp eq i64 %ended, 0
  UNLESS %works no
  br label %free
free:
  %lock = WORD ptr %record Record.LOCK
  %unlocked = icmp eq ptr %lock, null
  WHEN %unlocked yes
  %got = cmpxchg ptr %lock, i64 0, i64 1 acquire monotonic
  %mine = extractvalue { i64, i1 } %got, 1
  ret i1 %mine
yes:
  ret i1 1
no:
  ret i1 0
}

; Let go of the scratch memory.
define internal void @freed(ptr %record) {
entry:
  %lock = WORD ptr %record Record.LOCK
  %none = icmp eq ptr %lock, null
  WHEN %none end
  store atomic i64 0, ptr %lock release, align 8
  br label %end
end:
  ret void
}

; Say that a launch will run without the GIL. What `left` takes; None where it has to wait, null where something was raised.
define internal ptr @entered(ptr %head, ptr %record, ptr %slots) {
entry:
  %new = WORD ptr %head Head.PY_TUPLE
  %decref = WORD ptr %head Head.PY_DECREF
  %given = call ptr %new(i64 2)
  %no_given = icmp eq ptr %given, null
  WHEN %no_given failed
  %from_long = WORD ptr %head Head.PY_FROM_LONG
  %at = ptrtoint ptr %slots to i64
  %address = call ptr %from_long(i64 %at)
  %no_address = icmp eq ptr %address, null
  WHEN %no_address dropped
  %spans = WORD ptr %record Record.SPANS
  %incref = WORD ptr %head Head.PY_INCREF
  call void %incref(ptr %spans)
  %items = getelementptr i8, ptr %given, i64 $ITEMS
  PUT ptr %address %items 0
  PUT ptr %spans %items 1
  %call = WORD ptr %head Head.PY_CALL
  %enter = WORD ptr %head Head.ENTER
  %answer = call ptr %call(ptr %enter, ptr %given, ptr null)
  call void %decref(ptr %given)
  ret ptr %answer
dropped:
  call void %decref(ptr %given)
  br label %failed
failed:
  ret ptr null
}

; Say that it is over, where it was said that it runs.
define internal void @left(ptr %head, ptr %leave) {
entry:
  %n = alloca i64
  store i64 0, ptr %n
  %never_entered = icmp eq ptr %leave, null
  WHEN %never_entered end
  %call = WORD ptr %head Head.PY_CALL
  %decref = WORD ptr %head Head.PY_DECREF
  %clear = WORD ptr %head Head.PY_CLEAR
  %new = WORD ptr %head Head.PY_TUPLE
  %nothing = call ptr %new(i64 0)
  %count = FIELD i64 %leave COUNT
  %items = getelementptr i8, ptr %leave, i64 $ITEMS
  br label %next
next:
  %i = load i64, ptr %n
  %more = icmp ult i64 %i, %count
  UNLESS %more done
  %following = add i64 %i, 1
  store i64 %following, ptr %n
  %one = ITEM ptr %items %i
  %answer = call ptr %call(ptr %one, ptr %nothing, ptr null)
  %failed = icmp eq ptr %answer, null
  WHEN %failed ignore
  call void %decref(ptr %answer)
  br label %next
ignore:
  call void %clear()
  br label %next
done:
  call void %decref(ptr %nothing)
  call void %decref(ptr %leave)
  br label %end
end:
  ret void
}

; The same beside an exception that was raised.
define internal void @left_raising(ptr %head, ptr %leave) {
entry:
  %type = alloca ptr
  %value = alloca ptr
  %trace = alloca ptr
  %fetch = WORD ptr %head Head.PY_FETCH
  call void %fetch(ptr %type, ptr %value, ptr %trace)
  call void @left(ptr %head, ptr %leave)
  %t = load ptr, ptr %type
  %v = load ptr, ptr %value
  %b = load ptr, ptr %trace
  %put_back = WORD ptr %head Head.PY_PUT_BACK
  call void %put_back(ptr %t, ptr %v, ptr %b)
  ret void
}

; Run what was taken; the nanoseconds, or -1 where a signal's handler raised something: no further chunk was begun then. -2 where it
; has to wait for another use of the arrays.
define internal i64 @launched(ptr %head, ptr %record, ptr %slots, ptr %params) {
entry:
  %thread = alloca ptr
  %leave = alloca ptr
  store ptr null, ptr %leave
  %threads = alloca double
  %job = alloca [$JOB x i64], align 16
  store ptr null, ptr %thread
  store double 1.0, ptr %threads
  %speed = WORD ptr %record Record.SPEED
  %before = load double, ptr %speed, align 8
  %groups = WORD double %record Record.GROUPS
  %estimate = fmul double %before, %groups
  %brief = fcmp olt double %estimate, $BRIEF
  %fills = WORD i64 %record Record.BEGIN_LONG
  %fills_little = icmp eq i64 %fills, 0
  %keeps = and i1 %brief, %fills_little
  WHEN %keeps look_again
  %admitted = call ptr @entered(ptr %head, ptr %record, ptr %slots)
  %not_entered = icmp eq ptr %admitted, null
  WHEN %not_entered raised_there
  %none = WORD ptr %head Head.NONE
  %has_to_wait = icmp eq ptr %admitted, %none
  WHEN %has_to_wait waits
  store ptr %admitted, ptr %leave
  %save = WORD ptr %head Head.PY_SAVE
  %saved = call ptr %save()
  store ptr %saved, ptr %thread
  br label %run
raised_there:
  call void @freed(ptr %record)
  ret i64 -1
waits:
  %let_go = WORD ptr %head Head.PY_DECREF
  call void %let_go(ptr %none)
  call void @freed(ptr %record)
  ret i64 -2
look_again:
  ; Making outputs may have run other threads.
  %is_watched = call i1 @watched(ptr %head)
  WHEN %is_watched not_now
  br label %run
not_now:
  call void @freed(ptr %record)
  ret i64 -2
run:
  call void @begun(ptr %head, ptr %record, ptr %slots)
  %begun = call i64 @clock(ptr %head)
  %kernel = WORD ptr %record Record.KERNEL
  %x = WORD i64 %record Record.X
  %total = WORD i64 %record Record.TOTAL
  %scratch = WORD ptr %record Record.SCRATCH
  %scratch_bytes = WORD i64 %record Record.SCRATCH_BYTES
  %short = fcmp olt double %estimate, $SHARE
  WHEN %short alone
  %helpers = WORD i64 %record Record.HELPERS
  %nobody = icmp eq i64 %helpers, 0
  WHEN %nobody alone
  %crew = WORD ptr %head Head.CREW
  %crew_code = WORD ptr %head Head.CREW_CODE
  %all = add i64 %helpers, 1
  %as_double = sitofp i64 %all to double
  %parts = fmul double %as_double, $CHUNKS
  %share = fdiv double %estimate, %parts
  %small = fcmp olt double %share, $LEAST
  %wanted = select i1 %small, double $LEAST, double %share
  %exact = fdiv double %wanted, %before
  %chunk = fptosi double %exact to i64
  %some = icmp sgt i64 %chunk, 0
  %grain = select i1 %some, i64 %chunk, i64 1
  %zero = getelementptr i64, ptr %head, i64 $ZERO
  PUT i64 0 %job $J_FIRST
  PUT i64 %total %job $J_END
  PUT i64 %grain %job $J_GRAIN
  PUT ptr %kernel %job $J_KERNEL
  PUT ptr %slots %job $J_SLOTS
  PUT ptr %params %job $J_PARAMS
  PUT i64 %x %job $J_X
  PUT ptr %zero %job $J_STOP
  PUT ptr %scratch %job $J_SCRATCH
  PUT i64 %scratch_bytes %job $J_BYTES
  PUT i64 %helpers %job $J_HELPERS
  PUT i64 $BUDGET %job $J_BUDGET
  %mine = load ptr, ptr %thread
  PUT ptr %mine %job $J_THREAD
  %found = call i64 %crew_code(ptr %crew, ptr %job, i64 $RUN)
  switch i64 %found, label %alone [ i64 1, label %shared i64 $RAISED, label %stop ]
stop:
  %come_back = WORD ptr %head Head.PY_RESTORE
  call void %come_back(ptr %mine)
  %entered_before = load ptr, ptr %leave
  call void @left_raising(ptr %head, ptr %entered_before)
  call void @freed(ptr %record)
  ret i64 -1
shared:
  store double %as_double, ptr %threads
  br label %back
alone:
  call void %kernel(ptr %slots, ptr %params, i64 0, i64 %total, i64 %x, ptr %scratch)
  br label %back
back:
  %was = load ptr, ptr %thread
  %kept = icmp eq ptr %was, null
  WHEN %kept ran
  %restore = WORD ptr %head Head.PY_RESTORE
  call void %restore(ptr %was)
  br label %ran
ran:
  %ended = call i64 @clock(ptr %head)
  %ns = sub i64 %ended, %begun
  call void @freed(ptr %record)
  ; As Speed.learn does, but twice as long at most: of so short a launch, more is a thread that had to wait.
  %passed = sitofp i64 %ns to double
  %by = load double, ptr %threads
  %took = fmul double %passed, %by
  %now = fdiv double %took, %groups
  %faster = fcmp olt double %now, %before
  %sum = fadd double %now, %before
  %half = fmul double %sum, 0.5
  %most = fmul double %before, 1.1
  %little = fcmp olt double %now, %most
  %slower = select i1 %little, double %now, double %most
  %learnt = select i1 %faster, double %half, double %slower
  %real = fcmp ogt double %learnt, 0.0
  %stored = select i1 %real, double %learnt, double %before
  store double %stored, ptr %speed, align 8
  %entered_then = load ptr, ptr %leave
  call void @left(ptr %head, ptr %entered_then)
  ret i64 %ns
}
"""
