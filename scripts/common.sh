# shellcheck shell=bash
# Shared by all scripts of this folder. It is sourced, not run.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# Prints a progress message.
say() { printf '\n== %s\n' "$*"; }

fail() {
  printf '\nthemata: %s\n' "$*" >&2
  exit 1
}

as_root() {
  if [ "$(id -u)" -eq 0 ]; then
    "$@"
  elif command -v sudo >/dev/null; then
    sudo "$@"
  else
    fail "'$*' needs root, and sudo is not installed: run it as root, then try again"
  fi
}

jobs() { echo "${JOBS:-$(nproc)}"; }
