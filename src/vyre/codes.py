"""The one table of error codes. The documentation's error page is generated from it.

===== ===================================================================
K1xx  kernel syntax: Python that the language does not have
K2xx  kernel types
V3xx  the validator's rules
V4xx  the builder
W5xx  text and wire forms
A6xx  a call's arguments
U7xx  features that a device, a backend or this version does not have
R8xx  compiling, running, devices
S9xx  backends, sessions, settings, the command line
===== ===================================================================
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

__all__ = ["CODES", "Code"]


@dataclass(frozen=True, slots=True)
class Code:
    """One row: the code, what it means in one line, and the rule of ``docs/semantics.md`` behind it, if any."""

    id: str
    title: str
    rule: str = ""


_ROWS: Final[tuple[Code, ...]] = (
    # K1xx: kernel syntax
    Code("K100", "a kernel-only name was called on the host"),
    Code("K101", "a function whose source Python does not keep"),
    Code("K102", "a function whose source file was edited after its import"),
    Code("K103", "a lambda as a kernel"),
    Code("K104", "a decorator between @vy.kernel and the function"),
    Code("K105", "a kernel decorator on something that is no plain function"),
    Code("K106", "a function whose source file is missing"),
    Code("K107", "an expression too long for Python's own compiler"),
    Code("K108", "a source text that is no Python or defines no function"),
    Code("K110", "a parameter or local without a usable annotation"),
    Code("K111", "a parameter that is not an ordinary one"),
    Code("K112", "a parameter named like a keyword of every call"),
    Code("K113", "a decorator option that cannot be", "5.1"),
    Code("K114", "an annotation that cannot be evaluated"),
    Code("K115", "a named dimension that no input binds, or an expression of some as a value", "5.1"),
    Code("K116", "an element type that no argument tells, or a type variable that cannot be"),
    Code("K120", "try in a kernel"),
    Code("K121", "with in a kernel"),
    Code("K122", "yield in a kernel"),
    Code("K123", "lambda in a kernel"),
    Code("K124", "def inside of a kernel"),
    Code("K125", "class inside of a kernel"),
    Code("K126", "import inside of a kernel"),
    Code("K127", "global or nonlocal in a kernel"),
    Code("K128", "del in a kernel"),
    Code("K129", "match in a kernel"),
    Code("K130", "a comprehension in a kernel"),
    Code("K131", "a slice in a kernel"),
    Code("K132", "a string in a kernel"),
    Code("K133", "is in a kernel"),
    Code("K134", "in as an operator in a kernel"),
    Code("K135", "a set or dict in a kernel"),
    Code("K136", "star arguments in a kernel"),
    Code("K137", "an assignment expression in a kernel"),
    Code("K138", "async or await in a kernel"),
    Code("K139", "raise in a kernel"),
    Code("K140", "else of a loop", "5.3"),
    Code("K141", "a list in a kernel"),
    Code("K142", "an expression that the language does not have"),
    Code("K143", "the operator @ in a kernel"),
    Code("K144", "a complex number in a kernel"),
    Code("K145", "None or ... in a kernel"),
    Code("K150", "a name that is not defined"),
    Code("K151", "something that is no number where a number is needed"),
    Code("K152", "a plain Python function called in a kernel"),
    Code("K153", "a call of something that a kernel cannot call"),
    Code("K154", "an attribute that does not exist"),
    Code("K155", "wrong arguments for a function"),
    Code("K156", "a value that must be a literal"),
    Code("K157", "recursion"),
    Code("K158", "a function that returns nothing, or not on every path, where a value is needed"),
    Code("K159", "a variable that is read before every path assigns it", "4.2"),
    Code("K160", "a name that stands for two kinds of things"),
    Code("K161", "a store to a read-only array", "4.4"),
    Code("K162", "a for loop over something else than a range", "5.3"),
    Code("K163", "a shared array made inside of a loop or branch", "4.3"),
    Code("K164", "a tuple unpacked into another number of targets"),
    Code("K165", "another number of subscripts than axes", "1.4"),
    Code("K166", "an axis beyond the domain's rank", "5.1"),
    Code("K167", "an expression that does nothing"),
    Code("K168", "blocks nested deeper than 64"),
    Code("K169", "a kernel called by a kernel"),
    Code("K170", "an unrolled loop with both continue and break"),
    Code("K171", "a structured dtype that a kernel cannot hold, or a record too large to be read whole", "1.4"),
    Code("K175", "a captured array that is no constant table", "4.3"),
    Code("K172", "vy.static of what is known only at run time"),
    Code("K173", "vy.static of what gives no constant"),
    Code("K174", "an operation that vecs do not have"),
    # K2xx: kernel types
    Code("K200", "operands of two types", "1.2"),
    Code("K201", "a variable of two types", "1.3"),
    Code("K202", "an operation on a type that it does not take", "1.2"),
    Code("K203", "/ on integers", "2.2"),
    Code("K204", "a literal that its type does not hold", "1.2"),
    Code("K205", "a float as a condition", "5.2"),
    Code("K206", "and / or of something else than bools", "5.2"),
    Code("K207", "a literal zero divisor", "2.3"),
    Code("K208", "a conversion without a width", "1.2"),
    Code("K209", "an integer power without a literal exponent", "2.7"),
    Code("K210", "a subscript that is no integer", "1.3"),
    Code("K211", "a negative literal subscript", "4.1"),
    Code("K212", "a function that returns two types"),
    Code("K213", "a bitcast between two widths", "2.6"),
    Code("K214", "a function of NumPy or math whose meaning is another one"),
    Code("K216", "literals that Python cannot evaluate", "1.2"),
    # V3xx: the validator
    Code("V300", "an operation is applied to types that it does not take", "1.2"),
    Code("V310", "values are not numbered in textual order"),
    Code("V311", "a value is used where it is not defined"),
    Code("V312", "a value of another type than the statement needs", "1.2"),
    Code("V313", "a buffer or local that is not there, or not of this kind", "4.4"),
    Code("V314", "a store to what the program may only read", "4.4"),
    Code("V315", "another number of subscripts than axes", "1.4"),
    Code("V316", "an axis beyond the rank", "5.1"),
    Code("V317", "break or continue outside of a loop", "5.3"),
    Code("V318", "a local is read before it is assigned on every path", "4.2"),
    Code("V319", "a loop's step is zero", "5.3"),
    Code("V320", "a literal zero divisor", "2.3"),
    Code("V321", "a workgroup, domain or grid that cannot be", "5.1"),
    Code("V322", "a buffer's declaration contradicts itself", "4.4"),
    Code("V323", "an atomic that does not exist", "6.1"),
    Code("V324", "a float atomic whose result would depend on order", "6.2"),
    Code("V325", "a barrier that only some invocations may reach", "5.4"),
    Code("V326", "a literal's bits do not fit its type", "1.1"),
    Code("V327", "a name that is no Python identifier, or a buffer's name used twice"),
    Code("V328", "a program nested deeper than 64 blocks"),
    Code("V329", "a negative literal subscript", "4.1"),
    Code("V330", "a field that a record does not have, or a record's element without one"),
    Code("V331", "a subgroup operation that only some invocations may reach", "6.4"),
    # V4xx: the builder
    Code("V400", "a name is not a Python identifier or is used twice"),
    Code("V401", "a value is used outside of the block that defines it"),
    Code("V402", "a statement stands where it cannot", "5.3"),
    Code("V403", "nesting deeper than 64 blocks"),
    Code("V404", "a builder call has an argument that it cannot take"),
    Code("V405", "a literal does not fit its type", "1.2"),
    # W5xx: text and wire forms
    Code("W500", "text that is no program: a line that cannot be read"),
    Code("W501", "text that names what is not declared"),
    Code("W502", "text whose blocks do not match"),
    Code("W510", "bytes that are no program of this form"),
    Code("W511", "a program of another version or of other semantics"),
    Code("W512", "a program cut short, lengthened or damaged"),
    Code("W513", "a program whose content cannot be"),
    # A6xx: arguments
    Code("A600", "a DispatchConfig field has a value that it cannot take"),
    Code("A601", "an argument is missing, unknown or one too many"),
    Code("A602", "an array of another dtype than the parameter's", "1.2"),
    Code("A603", "an array of another rank than the parameter's", "1.4"),
    Code("A604", "an argument that is no array, buffer or number"),
    Code("A605", "a read-only argument where the kernel writes"),
    Code("A606", "a host copy is needed and forbidden"),
    Code("A607", "two written arguments overlap in memory", "4.6"),
    Code("A608", "a number does not fit its parameter", "1.2"),
    Code("A609", "an array with 2**32 or more elements", "1.3"),
    Code("A610", "a domain of more than three axes", "5.1"),
    Code("A611", "no domain can be inferred", "5.1"),
    Code("A612", "no shape can be inferred for an output", "5.1"),
    Code("A613", "two ways of giving the grid at once", "5.1"),
    Code("A614", "an output would be larger than max_output_bytes"),
    Code("A615", "an array of another shape than declared", "1.4"),
    Code("A617", "a named dimension's expression has no value that is a size", "5.1"),
    Code("A616", "bytes that are no whole number of elements"),
    Code("A618", "a generic kernel without its arguments' dtypes"),
    Code("A640", "a device or its memory is used after it was closed, or on another device"),
    # U7xx: features
    Code("U700", "a feature that this version does not have yet"),
    Code("U710", "2**32 or more invocations along an axis", "5.1"),
    Code("U701", "a config field that the backend does not honour"),
    Code("U702", "a type, operation or feature that the device does not have"),
    Code("U713", "traps in a dispatch of 2**32 or more invocations", "5.6"),
    Code("U712", "a buffer larger than the device takes", "4.7"),
    Code("U711", "more workgroups along an axis than the device launches", "4.7"),
    Code("U730", "more workgroup memory than the device has", "4.7"),
    Code("U731", "larger workgroups than the device takes", "4.7"),
    Code("U732", "more storage buffers than the device binds", "4.7"),
    Code("U733", "a buffer larger than the device binds", "4.7"),
    # R8xx: running
    Code("R800", "the session is closed"),
    Code("R801", "a device was opened, or work submitted, before a fork"),
    Code("R810", "a dispatch did not finish within the timeout"),
    Code("R811", "something that waits, inside of a done callback"),
    Code("R820", "the device has no memory for an array"),
    Code("R821", "a target compiler refused text that vyre emitted"),
    Code("R822", "a driver reported an error while it ran a dispatch"),
    Code("R823", "the device ended a loop before its end"),
    Code("R824", "the device was lost: it answers no more until it is opened again"),
    Code("R860", "an invocation trapped, or an assertion or a loop's limit failed", "5.6"),
    Code("R850", "the reference met a barrier that only some invocations reach", "5.4"),
    Code("R851", "the host has no memory for an array"),
    # S9xx: backends and sessions
    Code("S900", "a backend that was asked for cannot be opened"),
    Code("S901", "no backend of that name is registered"),
    Code("S902", "two plug-ins have one name"),
    Code("S904", "a GPU is there but cannot be used"),
    Code("S905", "no backend can run the program"),
    Code("S903", "a backend does not keep the contract"),
    Code("S910", "a kernel on the command line is not named as FILE.py:NAME"),
    Code("S911", "a file that was named on the command line cannot be run"),
    Code("S912", "a file has no kernel of that name"),
    Code("S913", "an argument on the command line cannot be read"),
    Code("S914", "an array file cannot be read or written"),
    Code("S915", "another number of --out than results"),
    Code("S916", "no such target to show"),
    Code("S917", "the files of the demo are not installed"),
    Code("S918", "a saved case cannot be read"),
    Code("S919", "no row of the conformance corpus has such an id"),
    Code("S920", "what a command prints cannot be written"),
)

CODES: Final[dict[str, Code]] = {row.id: row for row in _ROWS}
