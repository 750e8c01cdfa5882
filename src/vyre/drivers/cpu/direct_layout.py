"""Where the machine code of direct calls finds things: words of 8 bytes in blocks that Python fills."""

from __future__ import annotations

from enum import IntEnum
from typing import Final

__all__ = ["MAX_PARAMS", "MAX_SLOTS", "WATCHES", "Argument", "Head", "Kind", "Record"]

MAX_SLOTS: Final = 64
MAX_PARAMS: Final = 512  # bytes
WATCHES: Final = 5


class Head(IntEnum):
    """One for each callable. What begins with ``PY``, and ``CLOCK``, are addresses of functions of the process."""

    NDARRAY = 4
    NONE = 5
    NOT_IMPLEMENTED = 6
    INT = 7  # the type
    TUPLE = 8  # the type
    RECORDS = 9  # how many
    FIRST = 10  # the first record; they lie side by side
    INPUTS = 11
    OUTS = 12
    NONES = 13  # as many None as there are outs
    TOLD = 14
    NAME = 15
    CLOCK = 16
    CLOCK_ID = 17
    PY_SAVE = 18
    PY_RESTORE = 19
    PY_LONG = 20
    PY_FROM_LONG = 21
    PY_CALL = 22
    PY_TUPLE = 23
    PY_TUPLE_SET = 24
    PY_INCREF = 25
    PY_DECREF = 26
    PY_CLEAR = 27
    RESULT = 28  # of a bound call
    PY_DICT_SIZE = 29
    PY_DICT_GET = 30
    OUT = 31  # the keyword
    CREW = 32  # the memory of the threads that share launches, 0 where there are none
    CREW_CODE = 33
    ZERO = 34  # a word that is zero
    PY_STATE = 35
    PY_STATE_ID = 36
    PY_GET = 37
    PY_DICT_SET = 38
    DICT = 39  # the name __dict__
    SEEN = 40  # the thread of the call before
    SEEN_DICT = 41  # and its attributes of what is told
    MEMSET = 42  # the address of the process's
    OWNER = 43  # of an entry: what is told as the owner of its calls; else 0
    OTHERWISE = 44  # of an entry: what takes the calls that are left to Python
    ENTER = 45  # what is called before the GIL is given away
    PY_FETCH = 46
    PY_PUT_BACK = 47
    WATCH = 48  # WATCHES words, addresses
    FLOAT = 53  # the type
    TRUE = 54
    FALSE = 55
    NAMES = 56  # of the arguments, as keywords; 0 where they are not known
    LEAST_NORMAL = 57  # doubles, of which the mode of floats is told
    HALF = 58
    ONE = 59
    QUARTER_ULP = 60
    DOMAIN = 61  # the keyword
    GRID = 62  # the keyword
    SIZE = 63


class Record(IntEnum):
    """One for each set of shapes."""

    KERNEL = 0
    X = 1  # workgroups along x
    TOTAL = 2  # workgroups
    YZ = 3  # y and z, 32 bits each
    SLOTS = 4
    PARAMS = 5  # the block of parameters
    PARAM_WORDS = 6
    NUMBERS = 7  # whether arguments go into that block
    SPEED = 8  # ns of a workgroup, a double
    GROUPS = 9  # as a double
    SCRATCH = 10
    LOCK = 11  # the address of the scratch's lock, a word
    ALONE = 12
    ALONE_LIST = 13
    NBYTES = 14
    ARGUMENTS = 15
    OUTS = 16
    RECEIPT = 17  # a tuple
    RECEIPT_SIZE = 18
    RESULTS = 19
    RESULT_LIST = 20
    READY = 21  # the slots of a bound call
    COUNT = 22  # its calls
    BEGINS = 23  # how many slots are filled before the launch
    BEGIN_LIST = 24  # of each the slot, its bytes, and what each of them is made
    BEGIN_LONG = 25  # whether that takes long
    HELPERS = 26  # threads that may share a launch, beside its own
    SCRATCH_BYTES = 27  # from one thread's scratch memory to the next one's
    SPANS = 28  # what ENTER is told of the slots
    DOMAIN = 29  # the keyword's number, -1 where it is not given
    GRID = 30  # likewise
    SIZE = 31


class Argument(IntEnum):
    """One for each argument and each output."""

    KIND = 0
    TYPE = 1  # the dtype of an array, the type of a scalar
    MASK = 2  # of flags
    RANK = 3
    SHAPE = 4
    SLOT = 5
    FRESH = 6  # what makes it
    FRESH_ARGUMENTS = 7
    OFFSET = 8  # of a number, -1 where it goes nowhere
    NBYTES = 9
    LOW = 10
    HIGH = 11
    IS_INT = 12
    IS_BOOL = 13
    FLOAT_BYTES = 14  # of a float that Python's are rounded to, else 0
    SIZE = 15


class Kind(IntEnum):
    """Of an argument."""

    ARRAY = 0
    NUMBER = 1
