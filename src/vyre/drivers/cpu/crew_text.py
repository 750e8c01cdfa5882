"""The LLVM text of the threads that share launches, in the words of :mod:`macros`.

A launch lies in one of a few slots. Each free thread takes the next chunk by a compare and exchange, the owner too. One call of the
machine code runs the whole launch and returns only when no thread is inside any more. It also looks for signals: where a handler
raises, no further chunk begins. So no exception can end the wait while a thread may still write to the arrays.

Threads that find nothing spin for a moment and then sleep in a futex. Where the system has none, they wait in Python.
"""

from __future__ import annotations

import platform
import sys
from enum import IntEnum
from typing import Final

from vyre.drivers.cpu.macros import clock, expanded

__all__ = ["BUDGET", "BYTES", "CHUNKS", "CHUNK_LEAST", "FUTEX", "RAISED", "Job", "Order", "Shared", "crew_text"]

_MACHINE: Final = {"AMD64": "x86_64", "arm64": "aarch64"}.get(platform.machine(), platform.machine())
FUTEX: Final = {"x86_64": 202, "aarch64": 98}.get(_MACHINE, 0) if sys.platform == "linux" else 0
"""The number of the system call; 0 where there is none."""
RAISED: Final = -2
"""What ``RUN`` returns where a signal handler raised."""
_HEADER: Final = 128  # bytes before the slots
_SLOTS: Final = 8
_STRIDE: Final = 192  # bytes of a slot: three lines of a cache
BYTES: Final = _HEADER + _SLOTS * _STRIDE
"""Of the memory that the threads share, at a multiple of 64."""
_SPINS: Final = 2000
CHUNKS: Final = 6
"""A thread, where a launch is long enough, before they become smaller: what a chunk costs by itself, as adding its sums to
memory, is paid few times, and where the work lies in few workgroups they are still shared out."""
CHUNK_LEAST: Final = 20_000
"""ns of work of a chunk before they become smaller."""


BUDGET: Final = 50_000_000
"""ns after which the owner of a job looks for signals."""


class Order(IntEnum):
    """What the function does. ``WORK``: the life of a thread."""

    WORK = 0
    HELP = 1  # take chunks of what is open, once
    RUN = 2  # run a job, called without the GIL; its word THREAD is the calling thread's state
    SHARE = 3  # the same, called with the GIL
    END = 4  # let the threads end after the jobs that they are in


class Shared(IntEnum):
    """Words at the beginning of the shared memory."""

    EPOCH = 0  # counts jobs; threads sleep on it
    SLEEPERS = 1
    STOP = 2
    SYSCALL = 3  # the address of syscall, or without a futex of what gives the processor away
    NUMBER = 4
    CLOCK = 5  # null where there is none: the owner then looks for signals after each chunk
    CLOCK_ID = 6
    PY_SAVE = 7
    PY_RESTORE = 8
    PY_SIGNALS = 9


class Job(IntEnum):
    """What the owner says of a launch."""

    FIRST = 0
    END = 1
    GRAIN = 2
    KERNEL = 3
    SLOTS = 4
    PARAMS = 5
    X = 6
    STOP = 7  # the address of a word that ends it
    SCRATCH = 8
    SCRATCH_BYTES = 9  # of each thread
    HELPERS = 10  # at most
    BUDGET = 11  # ns after which the owner looks for signals
    THREAD = 12  # the state of the owner's thread
    SIZE = 13


class _Slot(IntEnum):
    NEXT = 0
    STATE = 8  # 0 free, 1 open, 2 closing or being filled
    REFS = 9  # threads inside
    SLEEPS = 10  # whether its owner does
    JOINED = 11
    END = 12
    GRAIN = 13
    KERNEL = 14
    SLOTS = 15
    PARAMS = 16
    X = 17
    STOP = 18
    SCRATCH = 19
    SCRATCH_BYTES = 20
    HELPERS = 21


_PAUSE: Final = {
    "x86_64": ("declare void @llvm.x86.sse2.pause()", "call void @llvm.x86.sse2.pause()"),
    "aarch64": ("declare void @llvm.aarch64.hint(i32)", "call void @llvm.aarch64.hint(i32 1)"),
}.get(_MACHINE, ("", ""))

_WAITING: Final = """
define internal ptr @slot(ptr %pool, i64 %number) {
entry:
  %skip = mul i64 %number, $STRIDE
  %begin = getelementptr i8, ptr %pool, i64 $HEADER
  %slot = getelementptr i8, ptr %begin, i64 %skip
  ret ptr %slot
}
define internal void @sleep(ptr %pool, ptr %word, i32 %seen) {
entry:
  %call = WORD ptr %pool Shared.SYSCALL
  %number = WORD i64 %pool Shared.NUMBER
  %wide = zext i32 %seen to i64
  %r = call i64 (i64, ...) %call(i64 %number, ptr %word, i64 128, i64 %wide, ptr null, ptr null, i64 0)
  ret void
}

define internal void @wake(ptr %pool, ptr %word, i64 %count) {
entry:
  %call = WORD ptr %pool Shared.SYSCALL
  %number = WORD i64 %pool Shared.NUMBER
  %r = call i64 (i64, ...) %call(i64 %number, ptr %word, i64 129, i64 %count, ptr null, ptr null, i64 0)
  ret void
}
"""

_CHUNKS: Final = """
declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.smin.i64(i64, i64)

; Take chunks until there are none (1), or until a time (0; of 0: without end). %me: which scratch memory.
; Towards the end chunks become smaller, down to a quarter, so that the threads end together: half of a thread's part of what is left.
define internal i64 @drain(ptr %pool, ptr %slot, i64 %me, i64 %until) {
entry:
  %end = WORD i64 %slot Slot.END
  %grain = WORD i64 %slot Slot.GRAIN
  %kernel = WORD ptr %slot Slot.KERNEL
  %slots = WORD ptr %slot Slot.SLOTS
  %params = WORD ptr %slot Slot.PARAMS
  %x = WORD i64 %slot Slot.X
  %stop = WORD ptr %slot Slot.STOP
  %base = WORD ptr %slot Slot.SCRATCH
  %bytes = WORD i64 %slot Slot.SCRATCH_BYTES
  %helpers = WORD i64 %slot Slot.HELPERS
  %skip = mul i64 %me, %bytes
  %scratch = getelementptr i8, ptr %base, i64 %skip
  %shares = mul i64 %helpers, 2
  %halves = add i64 %shares, 2
  %up = add i64 %grain, 3
  %least = lshr i64 %up, 2
  br label %next
next:
  %why = load atomic i64, ptr %stop monotonic, align 8
  %stopped = icmp ne i64 %why, 0
  WHEN %stopped all
  br label %try
try:
  %first = load atomic i64, ptr %slot monotonic, align 8
  %none = icmp sge i64 %first, %end
  WHEN %none all
  %left = sub i64 %end, %first
  %share = sdiv i64 %left, %halves
  %few = call i64 @llvm.smax.i64(i64 %share, i64 %least)
  %some = call i64 @llvm.smin.i64(i64 %few, i64 %grain)
  %size = call i64 @llvm.smin.i64(i64 %some, i64 %left)
  %last = add i64 %first, %size
  %taken = cmpxchg ptr %slot, i64 %first, i64 %last monotonic monotonic, align 8
  %mine = extractvalue { i64, i1 } %taken, 1
  UNLESS %mine try
  call void %kernel(ptr %slots, ptr %params, i64 %first, i64 %last, i64 %x, ptr %scratch)
  %endless = icmp eq i64 %until, 0
  WHEN %endless next
  %time = call i64 @clock(ptr %pool)
  %late = icmp sge i64 %time, %until
  UNLESS %late next
  ret i64 0
all:
  ret i64 1
}

; Begin no further chunk, and wait until nobody is inside.
define internal void @close(ptr %pool, ptr %slot) {
entry:
  %spins = alloca i64
  store i64 0, ptr %spins
  %state = getelementptr i64, ptr %slot, i64 $STATE
  %refs = getelementptr i64, ptr %slot, i64 $REFS
  %sleeps = getelementptr i64, ptr %slot, i64 $SLEEPS
  store atomic i64 4611686018427387904, ptr %slot seq_cst, align 8
  store atomic i32 2, ptr %state seq_cst, align 4
  br label %look
look:
  %inside = load atomic i32, ptr %refs seq_cst, align 4
  %empty = icmp eq i32 %inside, 0
  WHEN %empty free
  %n = load i64, ptr %spins
  %more = add i64 %n, 1
  store i64 %more, ptr %spins
  %patient = icmp ult i64 %n, $SPINS
  UNLESS %patient rest
  $PAUSE
  br label %look
rest:
  store atomic i32 1, ptr %sleeps seq_cst, align 4
  %still = load atomic i32, ptr %refs seq_cst, align 4
  %gone = icmp eq i32 %still, 0
  WHEN %gone free
  call void @sleep(ptr %pool, ptr %refs, i32 %still)
  br label %look
free:
  store atomic i32 0, ptr %state seq_cst, align 4
  ret void
}

; Help with whatever is open.
define internal void @helped(ptr %pool) {
entry:
  %n = alloca i64
  store i64 0, ptr %n
  br label %next
next:
  %i = load i64, ptr %n
  %more = icmp ult i64 %i, $COUNT
  UNLESS %more done
  %following = add i64 %i, 1
  store i64 %following, ptr %n
  %slot = call ptr @slot(ptr %pool, i64 %i)
  %state = getelementptr i64, ptr %slot, i64 $STATE
  %refs = getelementptr i64, ptr %slot, i64 $REFS
  %seen = load atomic i32, ptr %state seq_cst, align 4
  %open = icmp eq i32 %seen, 1
  UNLESS %open next
  %in = atomicrmw add ptr %refs, i32 1 seq_cst
  %again = load atomic i32, ptr %state seq_cst, align 4
  %still = icmp eq i32 %again, 1
  UNLESS %still leave
  %joined = getelementptr i64, ptr %slot, i64 $JOINED
  %number = atomicrmw add ptr %joined, i64 1 monotonic
  %helpers = WORD i64 %slot Slot.HELPERS
  %wanted = icmp slt i64 %number, %helpers
  UNLESS %wanted leave
  %me = add i64 %number, 1
  %all = call i64 @drain(ptr %pool, ptr %slot, i64 %me, i64 0)
  br label %leave
leave:
  %before = atomicrmw sub ptr %refs, i32 1 seq_cst
  %last = icmp eq i32 %before, 1
  UNLESS %last next
  %sleeps = getelementptr i64, ptr %slot, i64 $SLEEPS
  %waits = load atomic i32, ptr %sleeps seq_cst, align 4
  %is_waited_for = icmp ne i32 %waits, 0
  UNLESS %is_waited_for next
  call void @wake(ptr %pool, ptr %refs, i64 1)
  br label %next
done:
  ret void
}
"""

_THREADS: Final = """
define internal void @work(ptr %pool) {
entry:
  %spins = alloca i64
  %sleepers = getelementptr i64, ptr %pool, i64 $SLEEPERS
  %stop = getelementptr i64, ptr %pool, i64 $STOP
  br label %next
next:
  %why = load atomic i32, ptr %stop seq_cst, align 4
  %over = icmp ne i32 %why, 0
  WHEN %over end
  %epoch = load atomic i32, ptr %pool seq_cst, align 4
  call void @helped(ptr %pool)
  store i64 0, ptr %spins
  br label %spin
spin:
  %now = load atomic i32, ptr %pool seq_cst, align 4
  %same = icmp eq i32 %now, %epoch
  UNLESS %same next
  %n = load i64, ptr %spins
  %more = add i64 %n, 1
  store i64 %more, ptr %spins
  %patient = icmp ult i64 %n, $SPINS
  UNLESS %patient rest
  $PAUSE
  br label %spin
rest:
  %one = atomicrmw add ptr %sleepers, i32 1 seq_cst
  %stops = load atomic i32, ptr %stop seq_cst, align 4
  %goes_on = icmp eq i32 %stops, 0
  UNLESS %goes_on up
  call void @sleep(ptr %pool, ptr %pool, i32 %epoch) ; returns at once where the epoch is another one
  br label %up
up:
  %other = atomicrmw sub ptr %sleepers, i32 1 seq_cst
  br label %next
end:
  ret void
}

; Put a job into a free slot; null where there is none.
define internal ptr @opened(ptr %pool, ptr %job) {
entry:
  %n = alloca i64
  store i64 0, ptr %n
  br label %next
next:
  %i = load i64, ptr %n
  %some = icmp ult i64 %i, $COUNT
  UNLESS %some none
  %following = add i64 %i, 1
  store i64 %following, ptr %n
  %slot = call ptr @slot(ptr %pool, i64 %i)
  %state = getelementptr i64, ptr %slot, i64 $STATE
  %got = cmpxchg ptr %state, i32 0, i32 2 seq_cst seq_cst
  %mine = extractvalue { i32, i1 } %got, 1
  UNLESS %mine next
  %refs = getelementptr i64, ptr %slot, i64 $REFS
  br label %wait
wait:
  ; one that came too late for the last job looks at the state and goes
  %inside = load atomic i32, ptr %refs seq_cst, align 4
  %empty = icmp eq i32 %inside, 0
  UNLESS %empty pause
  %sleeps = getelementptr i64, ptr %slot, i64 $SLEEPS
  store atomic i32 0, ptr %sleeps seq_cst, align 4
  PUT i64 0 %slot $JOINED
$COPIES
  %first = WORD i64 %job Job.FIRST
  store atomic i64 %first, ptr %slot monotonic, align 8
  store atomic i32 1, ptr %state seq_cst, align 4
  %was = atomicrmw add ptr %pool, i32 1 seq_cst
  %sleepers = getelementptr i64, ptr %pool, i64 $SLEEPERS
  %asleep = load atomic i32, ptr %sleepers seq_cst, align 4
  %awake = icmp eq i32 %asleep, 0
  WHEN %awake there
  %helpers = WORD i64 %job Job.HELPERS
  call void @wake(ptr %pool, ptr %pool, i64 %helpers)
  br label %there
pause:
  $PAUSE
  br label %wait
there:
  ret ptr %slot
none:
  ret ptr null
}

; 1: done, $RAISED: a signal's handler raised, and no further chunk was begun. No thread is inside any more.
define internal i64 @run(ptr %pool, ptr %job, ptr %slot) {
entry:
  %found = alloca i64
  store i64 1, ptr %found
  %budget = WORD i64 %job Job.BUDGET
  %thread = WORD ptr %job Job.THREAD
  %save = WORD ptr %pool Shared.PY_SAVE
  %restore = WORD ptr %pool Shared.PY_RESTORE
  %look = WORD ptr %pool Shared.PY_SIGNALS
  br label %go
go:
  %time = call i64 @clock(ptr %pool)
  %until = add i64 %time, %budget
  %all = call i64 @drain(ptr %pool, ptr %slot, i64 0, i64 %until)
  %done = icmp ne i64 %all, 0
  WHEN %done close
  call void %restore(ptr %thread)
  %raised = call i32 %look()
  %same = call ptr %save()
  %quiet = icmp eq i32 %raised, 0
  WHEN %quiet go
  store i64 $RAISED, ptr %found
  br label %close
close:
  call void @close(ptr %pool, ptr %slot)
  %result = load i64, ptr %found
  ret i64 %result
}

; As run does; -1 where there is no free slot.
define i64 @k(ptr %pool, ptr %job, i64 %order) {
entry:
  switch i64 %order, label %over [ i64 $WORK, label %works i64 $HELP, label %helps i64 $RUN, label %runs i64 $SHARE, label %shares ]
works:
  call void @work(ptr %pool)
  ret i64 1
helps:
  call void @helped(ptr %pool)
  ret i64 1
runs:
  %free = call ptr @opened(ptr %pool, ptr %job)
  %full = icmp eq ptr %free, null
  WHEN %full none
  %found = call i64 @run(ptr %pool, ptr %job, ptr %free)
  ret i64 %found
shares:
  ; opened with the GIL: helpers that were woken in Python find the job open
  %slot = call ptr @opened(ptr %pool, ptr %job)
  %no_slot = icmp eq ptr %slot, null
  WHEN %no_slot none
  %save = WORD ptr %pool Shared.PY_SAVE
  %restore = WORD ptr %pool Shared.PY_RESTORE
  %thread = call ptr %save()
  PUT ptr %thread %job $THREAD
  %got = call i64 @run(ptr %pool, ptr %job, ptr %slot)
  call void %restore(ptr %thread)
  ret i64 %got
none:
  ret i64 -1
over:
  %stopping = getelementptr i64, ptr %pool, i64 $STOP
  store atomic i32 1, ptr %stopping seq_cst, align 4
  %was = atomicrmw add ptr %pool, i32 1 seq_cst
  call void @wake(ptr %pool, ptr %pool, i64 1073741824)
  ret i64 1
}
"""


def crew_text() -> str:
    """The function ``k(shared memory, job, order)``, for this system."""
    declared, pause = _PAUSE
    copied = "END GRAIN KERNEL SLOTS PARAMS X STOP SCRATCH SCRATCH_BYTES HELPERS".split()
    copies = "\n".join(
        f"  %c{name} = WORD i64 %job Job.{name}\n  PUT i64 %c{name} %slot {int(_Slot[name])}" for name in copied
    )
    words = {
        "$COPIES": copies,
        "$COUNT": str(_SLOTS),
        "$STRIDE": str(_STRIDE),
        "$SPINS": str(_SPINS),
        "$STATE": str(int(_Slot.STATE)),
        "$REFS": str(int(_Slot.REFS)),
        "$SLEEPS": str(int(_Slot.SLEEPS)),
        "$SLEEPERS": str(int(Shared.SLEEPERS)),
        "$STOP": str(int(Shared.STOP)),
        "$JOINED": str(int(_Slot.JOINED)),
        "$THREAD": str(int(Job.THREAD)),
        "$HEADER": str(_HEADER),
        "$RAISED": str(RAISED),
        "$PAUSE": pause,
        "$WORK": str(int(Order.WORK)),
        "$HELP": str(int(Order.HELP)),
        "$RUN": str(int(Order.RUN)),
        "$SHARE": str(int(Order.SHARE)),
    }
    text = _WAITING + clock("Shared") + _CHUNKS + _THREADS + declared + "\n"
    for name in sorted(words, key=len, reverse=True):
        text = text.replace(name, words[name])
    return expanded(text, {"Shared": Shared, "Job": Job, "Slot": _Slot}, {})
