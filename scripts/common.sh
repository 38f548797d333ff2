# shellcheck shell=bash
# What every script here shares. Sourced, never run.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# The lines a person reads to know where the work stands.
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
    fail "'$*' needs root, and there is no sudo here: run it as root, then try again"
  fi
}

jobs() { echo "${JOBS:-$(nproc)}"; }
