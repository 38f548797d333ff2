#!/usr/bin/env bash
# Configures and builds a preset of CMakePresets.json: all targets, or only the named ones.
# usage: scripts/build.sh PRESET [TARGET...]
source "$(dirname "$0")/common.sh"

preset=${1:?usage: scripts/build.sh PRESET [TARGET...]}
shift
# With these settings, clones of the repository share ccache entries.
export CCACHE_BASEDIR=$PWD CCACHE_NOHASHDIR=1 CCACHE_SLOPPINESS=pch_defines,time_macros
say "Building '$preset'${*:+: $*}"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
cmake --preset "$preset" >"$log" 2>&1 || {
  cat "$log" >&2
  fail "cannot configure the build; if a library is missing, run scripts/install.sh build test"
}
targets=()
[ $# -eq 0 ] || targets=(--target "$@")
cmake --build --preset "$preset" -j "$(jobs)" "${targets[@]}"
