"""House rules that no other tool holds: file sizes, module names, words that don't belong in the project.

Run by scripts/check, and by the house tests, which import it.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MAX_LINES = 500
NO_NAMES = frozenset({"utils", "util", "common", "helpers", "helper", "manager", "misc"})
# Spelled in pieces, so that this file doesn't find itself.
NO_WORDS = ("/wo" + "rk/", "shared" + "/design", "/opt/" + "pypi", "bash" + "_jobs")
TEXT = frozenset({".py", ".md", ".toml", ".yml", ".yaml", ".sh", ".txt", ".c", ".h", ".json", ""})


def tracked_files(root: Path = ROOT) -> list[Path]:
    """Every file that git tracks or would track, that exists."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    try:
        listed = subprocess.run(command, cwd=root, capture_output=True, check=True).stdout.decode()
        paths = [root / name for name in sorted(set(listed.split("\0"))) if name]
    except (OSError, subprocess.CalledProcessError):  # no git, or a plain copy of the tree
        paths = [path for path in sorted(root.rglob("*")) if ".venv" not in path.parts]
    return [path for path in paths if path.is_file()]


def problems(paths: list[Path], root: Path = ROOT) -> Iterator[str]:
    """One line for each rule that a file breaks."""
    for path in paths:
        name = path.relative_to(root).as_posix()
        if path.suffix == ".py":
            if path.stem in NO_NAMES or path.parent.name in NO_NAMES:
                yield f"{name}: named after nothing. Fix: name it after what it does."
            lines = path.read_text(encoding="utf-8").count("\n")
            if lines > MAX_LINES:
                yield f"{name}: {lines} lines. Fix: split it; {MAX_LINES} is the ceiling."
        if path.suffix in TEXT:
            text = path.read_text(encoding="utf-8", errors="replace")
            for word in NO_WORDS:
                if word in text:
                    line = text[: text.index(word)].count("\n") + 1
                    yield f"{name}:{line}: mentions a place outside the project ({word}). Fix: reword it."


def main() -> int:
    """Print what is wrong; 0 if nothing is."""
    paths = tracked_files()
    found = list(problems(paths))
    for line in found:
        print(line)
    print(f"{len(paths)} files, {len(found)} problems")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
