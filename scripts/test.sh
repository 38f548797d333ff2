#!/usr/bin/env bash
# Builds and runs every test: the sanitizers' suites first, all tests last, so that its count closes the output.
# Stops at the first part that fails. usage: scripts/test.sh [sanitizers | whole-sanitizers | quick]
# The address sanitizer stops at null pointers by itself; alignment, which x86 forgives, is left to whole-sanitizers.
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

# A suite that has no test yet has no target either: the build says which of the named ones it knows.
suites_of() {
  local preset=$1 suite
  shift
  for suite in "$@"; do
    compgen -G "tests/$suite/*.cpp" >/dev/null && echo "test_$suite"
  done
}

# usage: sanitize PRESET SUITE... [-- further arguments of ctest]
sanitize() {
  local preset=$1 targets suites=()
  shift
  while [ $# -gt 0 ] && [ "$1" != -- ]; do suites+=("$1") && shift; done
  [ $# -eq 0 ] || shift
  mapfile -t targets < <(suites_of "$preset" "${suites[@]}")
  if [ ${#targets[@]} -eq 0 ]; then
    say "No test for '$preset': tests/${suites[*]} hold none"
    return
  fi
  scripts/build.sh "$preset" "${targets[@]}"
  run_tests "$preset" -L "^($(IFS='|'; echo "${suites[*]}"))\$" --no-tests=error "$@"
}

sanitizers() {
  sanitize asan unit faults
  # Chains that are resumed, checked or run on each instruction set use no threads that the others do not.
  sanitize tsan invariance -- -E 'WhenResumed|AfterEverySweep|InstructionSet'
}

case ${1:-all} in
  all)
    scripts/build.sh check
    sanitizers
    run_tests check
    ;;
  sanitizers) sanitizers ;;
  whole-sanitizers) sanitize asan-whole unit faults ;;
  quick)
    # The state hashes of every sampler are among the golden outputs; that a changed sampler is still right is for the
    # proofs to say.
    mapfile -t targets < <(suites_of check unit faults golden)
    scripts/build.sh check themata "${targets[@]}"
    run_tests check -L '^(unit|faults|golden|cli|web|style)$' -LE slow
    ;;
  *) fail "usage: scripts/test.sh [sanitizers | whole-sanitizers | quick]" ;;
esac
