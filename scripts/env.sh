# Sourced by every script here: the repository's root, the tools of .venv, a private runtime folder.
# Nothing is set outside the process that sources it.

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)"
cd "$root" || exit 1
py="$root/.venv/bin/python"

# Vulkan and OpenCL loaders want a private runtime folder; give them one where the system has none.
if [ -z "${XDG_RUNTIME_DIR:-}" ]; then
    XDG_RUNTIME_DIR="${TMPDIR:-/tmp}/vyre-runtime-$(id -u)"
    # shellcheck disable=SC2174 # only the last folder is ours
    if ! mkdir -p -m 700 "$XDG_RUNTIME_DIR" 2>/dev/null || [ ! -O "$XDG_RUNTIME_DIR" ]; then
        XDG_RUNTIME_DIR="$(mktemp -d)"
    fi
    export XDG_RUNTIME_DIR
fi
