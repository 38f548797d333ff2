#!/usr/bin/env bash
# Builds the fuzzers of tests/fuzz with sanitizers and runs them one after another, each for so many executions or seconds.
# What they find is kept in build/fuzz/corpus/TARGET; a crash ends the run of its target, and its input is in
# build/fuzz/finds. The table at the end has the edges and features that the seeds and all finds reach.
# usage: scripts/fuzz.sh [EXECUTIONS | SECONDSs] [TARGET...]   (default: 100000, every target)
#        scripts/fuzz.sh minimise [TARGET...]   replaces seeds without a name by some of the fewest that reach as much
source "$(dirname "$0")/common.sh"

all=(import lists arrays corpus fit options formula)
length=100000
if [[ ${1:-} =~ ^([0-9]+s?|minimise)$ ]]; then
  length=$1
  shift
fi
targets=("$@")
[ $# -gt 0 ] || targets=("${all[@]}")
for target in "${targets[@]}"; do
  [ -d "tests/fuzz/seeds/$target" ] || fail "no target '$target'; expected ${all[*]}"
done

export ASAN_OPTIONS=strict_string_checks=1
export UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1
scripts/build.sh fuzz "${targets[@]/#/fuzz_}"
mkdir -p build/fuzz/finds
most_bytes=2048

# usage: numbers_of LOG - prints the executions, the seconds, the edges and the features of a run.
numbers_of() {
  local executions seconds last
  executions=$(sed -n 's/^stat::number_of_executed_units: *//p' "$1")
  seconds=$(sed -n 's/^Done [0-9]* runs in \([0-9]*\) second.*/\1/p' "$1")
  last=$(grep -E 'cov: [0-9]+ ft: [0-9]+' "$1" | tail -n 1)
  printf '%s\t%s\t%s\t%s' "${executions:--}" "${seconds:--}" "$(sed -n 's/.*cov: \([0-9]*\).*/\1/p' <<<"$last")" \
    "$(sed -n 's/.* ft: \([0-9]*\).*/\1/p' <<<"$last")"
}

# usage: run_target TARGET - one run; prints a row of the table.
run_target() {
  local target=$1 corpus=build/fuzz/corpus/$1 log=build/fuzz/$1.log limit=-runs=$length ended=ok
  mkdir -p "$corpus"
  [[ $length == *s ]] && limit=-max_total_time=${length%s}
  build/fuzz/fuzz_"$target" "$limit" -max_len="$most_bytes" -len_control=0 -timeout=60 -rss_limit_mb=4096 -print_final_stats=1 \
    -reload=0 -artifact_prefix="build/fuzz/finds/$target-" "$corpus" "tests/fuzz/seeds/$target" >"$log" 2>&1 || ended=failed
  printf '%s\t%s\t%s\n' "$target" "$(numbers_of "$log")" "$ended"
  [ "$ended" = ok ]
}

# usage: minimise TARGET - seeds with names of their own stay: tests expect them to be read or refused.
minimise() {
  local target=$1 seeds=tests/fuzz/seeds/$1 fewest
  fewest=$(mktemp -d)
  build/fuzz/fuzz_"$target" -merge=1 -max_len=1024 "$fewest" "$seeds" "build/fuzz/corpus/$target" >/dev/null 2>&1 ||
    fail "the seeds of $target cannot be merged"
  find "$seeds" -type f ! -name 'good-*' ! -name 'bad-*' -delete
  # Two dozen of them, small and large.
  find "$fewest" -type f -printf '%s %p\n' | sort -n | cut -d ' ' -f 2 >"$fewest.list"
  awk -v n="$(wc -l <"$fewest.list")" 'int(NR * 24 / n) > int((NR - 1) * 24 / n)' "$fewest.list" | xargs -r cp -t "$seeds"
  rm -r "$fewest" "$fewest.list"
  say "$target has $(find "$seeds" -type f | wc -l) seeds"
}

if [ "$length" = minimise ]; then
  for target in "${targets[@]}"; do minimise "$target"; done
  exit
fi
failed=()
printf 'target\texecutions\tseconds\tedges\tfeatures\tend\n' >build/fuzz/table.tsv
for target in "${targets[@]}"; do
  say "Fuzzing $target"
  run_target "$target" | tee -a build/fuzz/table.tsv || failed+=("$target")
done
say "What was run"
column -t build/fuzz/table.tsv
[ ${#failed[@]} -eq 0 ] || fail "found by ${failed[*]}: the inputs are in build/fuzz/finds, the reports in build/fuzz/TARGET.log"
