"""``vyre show`` and ``vyre run``: a kernel of a file, looked at or called."""

from __future__ import annotations

import time
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from vyre.cli.arguments import argument, load_kernel
from vyre.cli.display import print_error, status
from vyre.cli.fixes import for_arguments, warning_text
from vyre.cli.writing import writing
from vyre.errors import ArgumentValueError, VyreError, VyreWarning
from vyre.kernel import GenericKernel, Kernel

__all__ = ["run", "show", "typed"]


def show(name: str, target: str) -> int:
    """Print what a kernel becomes."""
    from vyre.run.show import source_text

    found = load_kernel(name)
    program = found.program if isinstance(found, Kernel) else found
    print(source_text(program, target), end="")
    return 0


def run(
    name: str, texts: Sequence[str], *, backend: str | None, domain: int | None, out: Sequence[str] | None, check: bool
) -> int:
    """Call a kernel and print its results. 1 where ``check`` finds a difference."""
    kernel = load_kernel(name)
    if not isinstance(kernel, Kernel):
        raise ArgumentValueError(
            f"{name} is a program of the Builder",
            code="S912",
            fix="run it from Python: vy.session().dispatch(program, inputs)",
            actual=repr(kernel),
        )
    args = [argument(text) for text in texts]
    keywords: dict[str, Any] = {} if domain is None else {"domain": domain}
    with typed(kernel, texts):
        return _run(kernel, name, args, keywords, backend=backend, out=out, check=check)


@contextmanager
def typed(kernel: Kernel, texts: Sequence[str]) -> Iterator[None]:
    """Errors and warnings of the call, for who typed its arguments."""

    def show(message: Warning | str, category: type[Warning], *where: Any, **more: Any) -> None:
        if issubclass(category, VyreWarning):
            print_error(f"warning: {warning_text(str(message))}")
        else:
            others(message, category, *where, **more)

    with warnings.catch_warnings():
        others, warnings.showwarning = warnings.showwarning, show
        try:
            yield
        except VyreError as error:
            buffers = {} if isinstance(kernel, GenericKernel) else {b.name: b for b in kernel.program.buffers}
            names = [p.name for p in kernel._signature.parameters if p.role != "out"]
            raise for_arguments(error, names, buffers, texts) from None


def _run(
    kernel: Kernel,
    name: str,
    args: Sequence[Any],
    keywords: dict[str, Any],
    *,
    backend: str | None,
    out: Sequence[str] | None,
    check: bool,
) -> int:
    if check:  # first, since a call writes InOut arrays in place
        with status(f"checking {name} against the reference"):
            report = kernel.check(*args, backends=None if backend is None else [backend], **keywords)
        print(report)
        if not report.ok:
            return 1
    with status(f"running {name}"):
        start = time.perf_counter()
        result = kernel(*args, backend=backend, **keywords)
        seconds = time.perf_counter() - start
    results = result if isinstance(result, tuple) else (result,)
    if out and len(out) != len(results):
        raise ArgumentValueError(
            f"{name} gives {len(results)} results",
            code="S915",
            fix="give --out once per result, in their order",
            actual=f"{len(out)} times --out",
        )
    from vyre.run.session import session

    receipt = session().last_receipt()
    where = f" on {receipt.backend} ({receipt.device})" if receipt is not None else ""
    print(f"{kernel.__name__}{where}: {seconds * 1000:.1f} ms, compiling included")
    for k, array in enumerate(results):
        print(f"  {_summary(array)}")
        if out:
            _save(out[k], array)
    return 0


def _summary(array: Any) -> str:
    flat = array.reshape(-1)
    shown = [str(v) for v in flat[:8].tolist()]
    more = f", … {flat[-1]}" if flat.size > 8 else ""
    return f"{array.dtype}{list(array.shape)}: {', '.join(shown)}{more}"


def _save(path: str, array: Any) -> None:
    import numpy as np

    with writing(path), open(path, "wb") as file:  # np.save would add .npy to another name
        np.save(file, array, allow_pickle=False)
    print(f"  wrote {path}")
