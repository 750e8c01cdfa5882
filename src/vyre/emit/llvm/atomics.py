from vyre.emit.llvm.writer import Value, Writer
from vyre.ir.nodes import Atomic
def atomic(w: Writer, stmt: Atomic, number: int) -> Value:
    raise NotImplementedError
