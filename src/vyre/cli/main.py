"""``vyre``: the commands, their arguments and their exit codes.

Exit codes: 0 done and right; 1 a result is not right, or the work failed; 2 the command cannot be carried out here
(its arguments, a file, a backend that is not there, an output that takes nothing); 130 interrupted; 141 the reader of its
output went away. Modules are imported by the command that needs them, so ``vyre --help`` loads neither NumPy nor a compiler.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Sequence
from importlib.metadata import version

from vyre.cli.display import print_error
from vyre.cli.fixes import spelled
from vyre.cli.output import GONE, OutputLost, streams
from vyre.errors import ArgumentError, BackendUnavailable, UnsupportedFeature, VyreError

__all__ = ["main"]

TARGETS = ("text", "reference", "reference:lanes", "llvm", "asm", "wgsl", "opencl", "cuda")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; gives its exit code."""
    with streams():
        try:
            return _ended(argv)
        except VyreError as error:
            print_error(spelled(str(error)))
            return 2 if isinstance(error, (ArgumentError, BackendUnavailable, UnsupportedFeature)) else 1
        except KeyboardInterrupt:
            print_error("interrupted")
            return 130
        except OutputLost as lost:
            if lost.reader_is_gone:
                return GONE
            print_error(str(lost.told()))
            return 2


def _ended(argv: Sequence[str] | None) -> int:
    """Run one command, and see that everything it printed is written."""
    try:
        args = _parser().parse_args(argv)
        os.environ.setdefault("XDG_RUNTIME_DIR", tempfile.gettempdir())  # noqa: TID251 - Vulkan loaders fill stderr without one
        return _run(args)
    finally:
        sys.stdout.flush()


def _run(args: argparse.Namespace) -> int:
    match args.command:
        case "doctor":
            from vyre.cli.doctor import doctor

            return doctor(as_json=args.json)
        case "devices":
            from vyre.cli.doctor import devices

            return devices(as_json=args.json)
        case "explain":
            from vyre.cli.explain import explain

            return explain(args.code, as_json=args.json)
        case "show":
            from vyre.cli.kernels import show

            return show(args.kernel, args.target)
        case "run":
            from vyre.cli.kernels import run

            return run(args.kernel, args.args, backend=args.backend, domain=args.domain, out=args.out, check=args.check)
        case "conform":
            return _conform(args)
        case "bench":
            from vyre.cli.bench import bench

            return bench(
                args.kernel,
                args.args,
                backends=args.backend,
                peers=args.peer,
                domain=args.domain,
                turns=args.turns,
                budget_s=args.budget,
                json_file=args.json,
                chart=args.chart,
            )
        case _:
            from vyre.cli.demo import demo

            return demo(quick=args.quick, backends=args.backend)


def _conform(args: argparse.Namespace) -> int:
    from vyre.cli.conform import conform, list_rows, replay

    if args.list:
        return list_rows(args.rows)
    if args.backend is None:
        raise ArgumentError("which backend?", code="S913", fix="give --backend, a device id of `vyre devices`")
    if args.replay is not None:
        return replay(args.replay, args.backend, timeout=args.timeout)
    return conform(
        args.backend,
        full=args.full,
        patterns=args.rows,
        json_file=args.json,
        timeout=args.timeout,
        folder=args.folder,
        in_process=args.in_process,
    )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="vyre",
        description="Write a compute kernel once, in plain Python, and run it anywhere with the same bytes.",
        epilog="exit codes: 0 done and right, 1 a result is not right or the work failed, 2 it cannot be done here",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"vyre {version('vyre')}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    one = commands.add_parser("doctor", help="what runs here, and why the rest does not", allow_abbrev=False)
    one.add_argument("--json", action="store_true", help="one JSON document")

    one = commands.add_parser("devices", help="the devices of every backend", allow_abbrev=False)
    one.add_argument("--json", action="store_true", help="one JSON document")

    one = commands.add_parser("explain", help="what an error's code means", allow_abbrev=False)
    one.add_argument("code", metavar="CODE", help="as errors show it, for example K200")
    one.add_argument("--json", action="store_true", help="one JSON document")

    one = commands.add_parser(
        "demo",
        help="search, checksum, count and sort all of Python's library on every backend here, and more",
        allow_abbrev=False,
    )
    one.add_argument("--quick", action="store_true", help="a small part of the files")
    one.add_argument("--backend", action="append", metavar="B", help="only this backend; may be given several times")

    one = commands.add_parser("show", help="what a kernel becomes", allow_abbrev=False)
    one.add_argument("kernel", metavar="FILE.py:NAME")
    one.add_argument(
        "--as", dest="target", choices=TARGETS, default="text", help="default: text, the program before any backend"
    )

    one = commands.add_parser("run", help="run a kernel of a file", allow_abbrev=False)
    one.add_argument("kernel", metavar="FILE.py:NAME")
    one.add_argument(
        "args",
        nargs="*",
        metavar="ARG",
        help="a .npy path, a number, or random:DTYPE:SHAPE[:SEED], as in random:u32:1000000:7",
    )
    one.add_argument("--backend", metavar="B", help="a device id of `vyre devices`; default: the best that is here")
    one.add_argument("--domain", type=_count, metavar="N", help="how many invocations, where it cannot be inferred")
    one.add_argument("--out", action="append", metavar="FILE.npy", help="where the result goes; once per result")
    one.add_argument(
        "--check", action="store_true", help="also run the call on every backend here and compare it with the reference"
    )

    one = commands.add_parser(
        "bench", help="a kernel's speed on every backend, and beside other functions", allow_abbrev=False
    )
    one.add_argument(
        "kernel", metavar="KERNEL", help="FILE.py:NAME, MODULE:NAME, or a case of the bench such as 'xor 1M'"
    )
    one.add_argument("args", nargs="*", metavar="ARG", help="as for vyre run; none for a case of the bench")
    one.add_argument(
        "--backend",
        action="append",
        metavar="B",
        help="only this backend; may be given several times; default: all here",
    )
    one.add_argument(
        "--peer",
        action="append",
        metavar="P",
        help="FILE.py:NAME or MODULE:NAME of a function that does the same; for a case of the bench a competitor such as numpy",
    )
    one.add_argument("--domain", type=_count, metavar="N", help="how many invocations, where it cannot be inferred")
    one.add_argument("--turns", type=_turns, default=9, metavar="N", help="turns of each contestant; default: 9")
    one.add_argument(
        "--budget", type=_seconds, default=0.1, metavar="S", help="seconds of calls in one turn; default: 0.1"
    )
    one.add_argument("--json", metavar="FILE", help="write all numbers")
    one.add_argument("--chart", metavar="FILE", help="draw a bar chart, .png, .svg or .pdf; needs matplotlib")

    one = commands.add_parser(
        "conform", help="hold a backend to the law: thousands of cases against the reference", allow_abbrev=False
    )
    one.add_argument("--backend", metavar="B", help="a device id of `vyre devices`")
    one.add_argument(
        "--full", action="store_true", help="65,536 values and 1,048,576 pairs per operation, and larger programs"
    )
    one.add_argument(
        "--rows",
        action="append",
        metavar="R",
        help="only these rows: op, op/add or 'op/*/f32'; may be given several times",
    )
    one.add_argument("--list", action="store_true", help="print the rows and the rules that they hold, and run none")
    one.add_argument("--json", metavar="FILE", help="write the whole report")
    one.add_argument("--replay", metavar="FILE", help="run one saved case again")
    one.add_argument(
        "--folder", default="vyre-cases", metavar="DIR", help="where failing cases are saved; default: vyre-cases"
    )
    one.add_argument(
        "--timeout", type=_seconds, default=120.0, metavar="S", help="seconds for one dispatch; default: 120"
    )
    one.add_argument(
        "--in-process",
        action="store_true",
        help="in this process: a driver that crashes ends the run, a debugger sees it",
    )
    return parser


def _seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < 1e6:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds: use more than 0, for example 120")
    return value


def _turns(text: str) -> int:
    value = int(text) if text.isascii() and text.isdigit() else 0
    if not 0 < value <= 10_000:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of turns: use 1 to 10000, for example 15")
    return value


def _count(text: str) -> int:
    try:
        value = int(text.replace("_", ""), 0)
    except ValueError:
        value = -1
    if value < 0:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of invocations: use 0 or more, for example 1000000")
    return value


if __name__ == "__main__":
    sys.exit(main())
