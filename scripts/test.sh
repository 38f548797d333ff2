#!/usr/bin/env bash
# Builds and runs every test: the sanitizers' rooms first, the whole suite last, so that its count closes the output.
# Stops at the first part that fails. usage: scripts/test.sh [sanitizers | quick]
source "$(dirname "$0")/common.sh"

# gtest_discover_tests passes one variable on and garbles a list of them, so they are set here.
export ASAN_OPTIONS=detect_stack_use_after_return=1:strict_string_checks=1
export UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1
export TSAN_OPTIONS=halt_on_error=1:suppressions=$PWD/tests/tsan.supp
export THEMATA_PYTHON=/usr/bin/python3
export THEMATA_SHARED=${THEMATA_SHARED:-$PWD/../shared}

# Runs the tests of a build folder; what is left of the arguments goes to ctest.
run_tests() {
  local preset=$1
  shift
  say "Testing '$preset'"
  (cd "build/$preset" && ctest --output-on-failure -j "$(jobs)" "$@")
}

# A room that has no test yet has no target either: the build says which of the named ones it knows.
rooms_of() {
  local preset=$1 room
  shift
  for room in "$@"; do
    compgen -G "tests/$room/*.cpp" >/dev/null && echo "test_$room"
  done
}

sanitize() {
  local preset=$1 targets
  shift
  mapfile -t targets < <(rooms_of "$preset" "$@")
  if [ ${#targets[@]} -eq 0 ]; then
    say "No test for '$preset': tests/$* hold none"
    return
  fi
  scripts/build.sh "$preset" "${targets[@]}"
  run_tests "$preset" -L "^($(IFS='|'; echo "$*"))\$" --no-tests=error
}

sanitizers() {
  sanitize asan unit faults
  sanitize tsan invariance
}

case ${1:-all} in
  all)
    scripts/build.sh dev
    sanitizers
    run_tests dev
    ;;
  sanitizers) sanitizers ;;
  quick)
    scripts/build.sh dev
    run_tests dev -LE slow
    ;;
  *) fail "usage: scripts/test.sh [sanitizers | quick]" ;;
esac
