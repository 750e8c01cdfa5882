"""Callables in machine code that take the user's arrays: the blocks that drive them, and what keeps these."""

from __future__ import annotations

import _thread
import ctypes
import struct
import threading
import time
from collections.abc import Callable, Sequence
from math import prod
from sys import float_info
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from vyre.contract.backend import HostView, Launch, Store
from vyre.contract.direct import Direct, DirectArray, DirectCall, DirectNumber, DirectWatch
from vyre.drivers.cpu.direct_layout import MAX_PARAMS, MAX_SLOTS, WATCHES, Argument, Head, Kind, Record
from vyre.drivers.cpu.direct_proof import is_proved
from vyre.drivers.cpu.direct_text import bound_text, direct_text

if TYPE_CHECKING:
    from vyre.drivers.cpu.crew import Crew
    from vyre.drivers.cpu.loader import Code
    from vyre.drivers.cpu.pipeline import CpuPipeline

__all__ = ["DirectMaker"]

_READABLE: Final = 0x0001 | 0x0100  # C-contiguous, aligned, as NumPy's C API numbers flags
_WRITABLE: Final = _READABLE | 0x0400
_MAX_SCRATCH: Final = 64 << 20  # bytes of all threads that calls of a pipeline keep; only what is touched takes memory
_LONG_FILL: Final = 1 << 16  # bytes that are filled without the GIL
_LEVEL: Final = 1  # of code generation
_FAST: Final = 0x0080  # METH_FASTCALL
_NOARGS: Final = 0x0004  # METH_NOARGS
_ENTRY: Final = 0x0001 | 0x0002  # METH_VARARGS and METH_KEYWORDS
_FUNCTIONS: Final = {
    Head.PY_SAVE: "PyEval_SaveThread",
    Head.PY_RESTORE: "PyEval_RestoreThread",
    Head.PY_LONG: "PyLong_AsLongLongAndOverflow",
    Head.PY_FROM_LONG: "PyLong_FromLongLong",
    Head.PY_CALL: "PyObject_Call",
    Head.PY_STATE: "PyThreadState_Get",
    Head.PY_STATE_ID: "PyThreadState_GetID",
    Head.PY_GET: "PyObject_GetAttr",
    Head.PY_DICT_SET: "PyDict_SetItem",
    Head.PY_TUPLE: "PyTuple_New",
    Head.PY_TUPLE_SET: "PyTuple_SetItem",
    Head.PY_INCREF: "Py_IncRef",
    Head.PY_DECREF: "Py_DecRef",
    Head.PY_CLEAR: "PyErr_Clear",
    Head.PY_FETCH: "PyErr_Fetch",
    Head.PY_PUT_BACK: "PyErr_Restore",
    Head.PY_DICT_SIZE: "PyDict_Size",
    Head.PY_DICT_GET: "PyDict_GetItem",
}


class _Method(ctypes.Structure):
    """``PyMethodDef``."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        ("code", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("doc", ctypes.c_char_p),
    )


class _Self(bytes):
    """The ``self`` of a callable: its bytes are the address of its head, and it keeps all that lies there."""

    keeps: tuple[list[object], Code, _Method]


class _Blocks:
    """Blocks of words, and what they refer to."""

    def __init__(self) -> None:
        self.keeps: list[object] = []

    def words(self, values: Sequence[int]) -> int:
        """The address of a block with these words."""
        block = (ctypes.c_int64 * max(1, len(values)))(*values)  # which takes them modulo 2**64
        self.keeps.append(block)
        return ctypes.addressof(block)

    def object(self, one: object) -> int:
        self.keeps.append(one)
        return id(one)

    def bytes(self, data: bytes) -> int:
        """The address of a copy that may be read in whole words."""
        block = ctypes.create_string_buffer(data, -(-max(1, len(data)) // 8) * 8)
        self.keeps.append(block)
        return ctypes.addressof(block)


class _Refused(Exception):
    """A call is not for machine code."""


class DirectMaker:
    """Makes callables for one backend. What they share is compiled when the first one is made."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._codes: dict[str, Code | None] = {}
        self._process: dict[Head, int] | None = None

    def forked(self) -> None:
        """A fork may have happened while another thread held the lock."""
        self._lock = threading.Lock()

    def direct(self, calls: Sequence[DirectCall], watch: DirectWatch, crew: Crew | None) -> Direct | None:
        """As of ``SupportsDirectCall``. ``crew``: shares long launches."""
        code = self._code("direct", direct_text)
        if code is None or not calls:
            return None
        blocks = _Blocks()
        try:
            records = [_record(blocks, call, crew) for call in calls]
            head = self._head(blocks, watch, [call.pipeline for call in calls], crew)
        except _Refused:
            return None
        head[Head.RECORDS] = len(records)
        head[Head.FIRST] = blocks.words([word for record in records for word in record])
        head[Head.INPUTS], head[Head.OUTS] = len(calls[0].arguments), len(calls[0].outs)
        for field, word in (Head.OUT, "out"), (Head.DOMAIN, "domain"), (Head.GRID, "grid"):
            head[field] = blocks.object(word)
        if calls[0].names:
            head[Head.NAMES] = blocks.words([blocks.object(name) for name in calls[0].names])
        head[Head.NONES] = blocks.words([id(None)] * len(calls[0].outs))
        made: Direct = _callable(code, blocks, head, b"direct", _FAST)
        return made

    @staticmethod
    def entry(run: Direct, owner: object, otherwise: Callable[..., Any]) -> Callable[..., Any] | None:
        """As of ``SupportsDirectEntry``."""
        own = getattr(run, "__self__", None)
        if not isinstance(own, _Self):
            return None
        blocks = _Blocks()
        head = list((ctypes.c_int64 * Head.SIZE).from_address(int.from_bytes(own, "little")))
        head[Head.SEEN] = head[Head.SEEN_DICT] = 0
        head[Head.OWNER], head[Head.OTHERWISE] = blocks.object(owner), blocks.object(otherwise)
        blocks.keeps.append(run)
        made: Callable[..., Any] = _callable(own.keeps[1], blocks, head, b"call", _ENTRY)
        return made

    def direct_bound(
        self,
        launch: Launch,
        watch: DirectWatch,
        result: object,
        crew: Crew | None,
        begins: Sequence[tuple[int, int]],
    ) -> Callable[[], Any] | None:
        """As of ``SupportsDirectCall``."""
        code = self._code("bound", bound_text)
        if code is None or launch.repeat != 1 or not all(isinstance(slot, HostView) for slot in launch.slots):
            return None
        blocks = _Blocks()
        record = [0] * Record.SIZE
        try:
            pipeline = _run(
                blocks,
                record,
                launch.pipeline,
                launch.grid,
                [slot.nbytes for slot in launch.slots],
                launch.params,
                crew,
            )
            head = self._head(blocks, watch, [launch.pipeline], crew)
        except _Refused:
            return None
        record[Record.PARAMS] = blocks.bytes(launch.params)
        written = tuple(isinstance(slot, HostView) and slot.writable for slot in launch.slots)
        record[Record.SPANS] = blocks.object((tuple(slot.nbytes for slot in launch.slots), written))
        _begin(blocks, record, [(slot, launch.slots[slot].nbytes, byte) for slot, byte in begins])
        addresses = [slot.address for slot in launch.slots if isinstance(slot, HostView)]
        record[Record.READY] = blocks.bytes(pipeline.packer.pack(*addresses, *launch.grid))
        head[Head.FIRST] = blocks.words(record)
        head[Head.RESULT] = blocks.object(result)
        made: Callable[[], Any] = _callable(code, blocks, head, b"bound", _NOARGS)
        return made

    def _code(self, name: str, text: Callable[[], str]) -> Code | None:
        """The shared code; None where objects are not laid out as it reads them."""
        try:
            return self._codes[name]
        except KeyError:
            pass
        from vyre.drivers.cpu import loader

        with self._lock:
            if name not in self._codes:
                if self._process is None:
                    self._process = _process()
                usable = bool(self._process) and is_proved()
                self._codes[name] = loader.load(text(), level=_LEVEL, store=self._store) if usable else None
        return self._codes[name]

    def _head(self, blocks: _Blocks, watch: DirectWatch, pipelines: Sequence[Any], crew: Crew | None) -> list[int]:
        words = dict.fromkeys([*watch.words, *(pipeline.closed_word for pipeline in pipelines)])
        # CPython's own: one that others put in its place may be of something smaller than a thread
        is_of_threads = type(watch.told) is _thread._local
        if len(words) > WATCHES or self._process is None or not is_of_threads:
            raise _Refused
        blocks.keeps += [watch.keeps, *pipelines]
        head = [0] * Head.SIZE
        head[Head.WATCH : Head.WATCH + WATCHES] = [*words, *[next(iter(words))] * (WATCHES - len(words))]
        for field, address in self._process.items():
            head[field] = address
        head[Head.NDARRAY], head[Head.INT], head[Head.TUPLE] = id(np.ndarray), id(int), id(tuple)
        head[Head.FLOAT], head[Head.TRUE], head[Head.FALSE] = id(float), id(True), id(False)
        for field, value in (Head.LEAST_NORMAL, float_info.min), (Head.HALF, 0.5), (Head.ONE, 1.0):
            head[field] = _double(value)
        head[Head.QUARTER_ULP] = _double(float_info.epsilon / 4)
        head[Head.NONE], head[Head.NOT_IMPLEMENTED] = id(None), id(NotImplemented)
        if crew is not None:
            crew.start()
            blocks.keeps.append(crew)
            head[Head.CREW], head[Head.CREW_CODE] = crew.entry
        head[Head.TOLD], head[Head.NAME] = blocks.object(watch.told), blocks.object("call")
        head[Head.DICT] = blocks.object("__dict__")
        head[Head.ENTER] = blocks.object(watch.enter)
        return head


def _double(value: float) -> int:
    """The word that holds a number."""
    return int.from_bytes(struct.pack("<d", value), "little")


def _process() -> dict[Head, int]:
    """Addresses of the process's functions; none where one is missing."""
    address = ctypes.c_void_p
    try:
        found = {head: ctypes.cast(getattr(ctypes.pythonapi, name), address).value for head, name in _FUNCTIONS.items()}
        found[Head.CLOCK] = ctypes.cast(ctypes.CDLL(None).clock_gettime, address).value
        found[Head.MEMSET] = ctypes.cast(ctypes.CDLL(None).memset, address).value
        found[Head.CLOCK_ID] = time.CLOCK_MONOTONIC
    except (AttributeError, OSError, TypeError):  # no POSIX
        return {}
    return {head: value for head, value in found.items() if value is not None}


def _callable(code: Code, blocks: _Blocks, head: list[int], name: bytes, flags: int) -> Any:
    own = _Self(blocks.words(head).to_bytes(8, "little"))
    method = _Method(name, code.address, flags, b"A call in machine code.")
    own.keeps = (blocks.keeps, code, method)
    make = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.py_object, ctypes.c_void_p)(
        ("PyCFunction_NewEx", ctypes.pythonapi)
    )
    return make(ctypes.addressof(method), own, None)


def _run(
    blocks: _Blocks,
    record: list[int],
    pipeline: Any,
    grid: tuple[int, int, int],
    nbytes: Sequence[int],
    params: bytes,
    crew: Crew | None,
) -> CpuPipeline:
    """What a launch needs. Raises _Refused."""
    code: Code | None = pipeline.code
    slots, scratch = len(nbytes), pipeline.scratch_bytes
    # what the arrays hold may make a loop endless, and Ctrl-C has to come through
    if code is None or not pipeline.lengths.even or 0 in grid or slots > MAX_SLOTS:
        raise _Refused
    if max(nbytes, default=0) >= 1 << 31:
        raise _Refused
    speed = pipeline.speed_of(params)
    blocks.keeps += [code, speed]
    x, y, z = grid
    record[Record.KERNEL] = code.address
    record[Record.X], record[Record.TOTAL], record[Record.YZ] = x, x * y * z, y | z << 32
    record[Record.SLOTS] = slots
    record[Record.SPEED] = speed.address
    record[Record.GROUPS] = int.from_bytes(np.float64(prod(grid)).tobytes(), "little")
    record[Record.HELPERS] = 0 if crew is None else crew.helpers
    if scratch:
        stride = -(-scratch // 64) * 64
        threads = min(1 + record[Record.HELPERS], _MAX_SCRATCH // stride)
        if threads < 1:
            raise _Refused
        try:
            lone = pipeline.lone_scratch(threads * stride)
        except MemoryError:  # a call through Python says it to the caller
            raise _Refused from None
        blocks.keeps.append(lone)
        record[Record.SCRATCH], record[Record.LOCK] = lone.memory.address, lone.lock
        record[Record.SCRATCH_BYTES], record[Record.HELPERS] = stride, threads - 1
    return pipeline  # type: ignore[no-any-return]  # a pipeline of this backend: the contract's rule


def _begin(blocks: _Blocks, record: list[int], begun: Sequence[tuple[int, int, int]]) -> None:
    """What is filled before a launch: slots, their bytes, and what each of these is made."""
    record[Record.BEGINS], record[Record.BEGIN_LIST] = len(begun), blocks.words([word for one in begun for word in one])
    record[Record.BEGIN_LONG] = int(sum(nbytes for _, nbytes, _ in begun) > _LONG_FILL)


def _record(blocks: _Blocks, call: DirectCall, crew: Crew | None) -> list[int]:
    record = [0] * Record.SIZE
    pipeline = _run(blocks, record, call.pipeline, call.grid, call.nbytes, call.params, crew)
    numbers = any(isinstance(one, DirectNumber) for one in call.arguments)
    # how long may a loop be with other numbers?
    if len(call.params) > MAX_PARAMS or (numbers and pipeline.lengths.by_numbers):
        raise _Refused
    record[Record.PARAMS] = blocks.bytes(call.params)
    writes = {one.slot for one in (*call.arguments, *call.outs) if isinstance(one, DirectArray) and one.writable}
    record[Record.SPANS] = blocks.object((call.nbytes, tuple(n in writes for n in range(len(call.nbytes)))))
    record[Record.PARAM_WORDS], record[Record.NUMBERS] = -(-len(call.params) // 8), int(numbers)
    record[Record.ALONE], record[Record.ALONE_LIST] = len(call.alone), blocks.words(call.alone)
    record[Record.NBYTES] = blocks.words(call.nbytes)
    record[Record.DOMAIN] = -1 if call.domain is None else call.domain
    record[Record.GRID] = -1 if call.groups is None else call.groups
    record[Record.ARGUMENTS] = blocks.words([word for one in call.arguments for word in _argument(blocks, one)])
    record[Record.OUTS] = blocks.words([word for one in call.outs for word in _argument(blocks, one)])
    _begin(blocks, record, [(o.slot, call.nbytes[o.slot], o.begins) for o in call.outs if o.begins is not None])
    record[Record.RECEIPT], record[Record.RECEIPT_SIZE] = blocks.object(call.receipt), len(call.receipt)
    record[Record.RESULTS], record[Record.RESULT_LIST] = len(call.results), blocks.words(call.results)
    return record


def _argument(blocks: _Blocks, one: DirectArray | DirectNumber) -> list[int]:
    words = [0] * Argument.SIZE
    if isinstance(one, DirectArray):
        words[Argument.KIND], words[Argument.TYPE] = Kind.ARRAY, blocks.object(one.dtype)
        words[Argument.MASK] = _WRITABLE if one.writable else _READABLE
        words[Argument.RANK], words[Argument.SHAPE] = len(one.shape), blocks.words(one.shape)
        words[Argument.SLOT] = one.slot
        if one.fresh is not None:
            words[Argument.FRESH] = blocks.object(one.fresh)
            words[Argument.FRESH_ARGUMENTS] = blocks.object((one.shape, one.dtype))
        return words
    dtype = one.dtype
    if dtype.kind not in "buif" or dtype.itemsize not in (1, 2, 4, 8):
        raise _Refused
    words[Argument.KIND], words[Argument.TYPE] = Kind.NUMBER, blocks.object(dtype.type)
    words[Argument.OFFSET] = -1 if one.offset is None else one.offset
    words[Argument.NBYTES] = dtype.itemsize
    words[Argument.IS_BOOL] = int(dtype.kind == "b")
    words[Argument.FLOAT_BYTES] = dtype.itemsize if dtype.kind == "f" and dtype.itemsize >= 4 else 0
    if dtype.kind in "ui":
        limits = np.iinfo(dtype)
        words[Argument.IS_INT] = 1
        words[Argument.LOW], words[Argument.HIGH] = int(limits.min), min(int(limits.max), (1 << 63) - 1)
    return words
