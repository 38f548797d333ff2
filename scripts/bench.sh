#!/usr/bin/env bash
# Runs every benchmark of build/bench. usage: scripts/bench.sh [ARGUMENT OF GOOGLE BENCHMARK...]
source "$(dirname "$0")/common.sh"

shopt -s nullglob
programs=(build/bench/bench_*)
[ ${#programs[@]} -gt 0 ] || fail "build/bench holds no benchmark: run scripts/build.sh bench first"
for program in "${programs[@]}"; do
  say "${program##*/bench_}"
  "$program" "$@"
done
