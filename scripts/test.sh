#!/usr/bin/env bash
# Builds and runs all tests. The sanitizers' suites are first; those of the packages run beside the others, whose output is
# last, so that it ends with their count.
# Stops at the first part that fails. usage: scripts/test.sh [packages | sanitizers | whole-sanitizers | quick]
# The address sanitizer already stops at null pointers and outside of objects. Only whole-sanitizers checks alignment, which
# x86 does not enforce, and pointers that are computed outside of their object but never used.
source "$(dirname "$0")/common.sh"

# gtest_discover_tests passes on one variable correctly, but not a list of them, so they are set here.
export ASAN_OPTIONS=detect_stack_use_after_return=1:strict_string_checks=1
export UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1
export TSAN_OPTIONS=halt_on_error=1:suppressions=$PWD/tests/tsan.supp
export THEMATA_PYTHON=/usr/bin/python3
export THEMATA_SHARED=${THEMATA_SHARED:-$PWD/../shared}

# Runs the tests of a build folder. Further arguments are passed to ctest.
run_tests() {
  local preset=$1
  shift
  say "Testing '$preset'"
  (cd "build/$preset" && ctest --output-on-failure -j "$(jobs)" "$@")
}

# The npm packages before the tests that share them.
install_page() {
  if command -v npm >/dev/null; then scripts/page.sh install; else say "No npm: the tests of the page's sources are skipped"; fi
}

# Prints the targets of the named suites. A suite without tests has no target.
suites_of() {
  local preset=$1 suite
  shift
  for suite in "$@"; do
    compgen -G "tests/$suite/*.cpp" >/dev/null && echo "test_$suite"
  done
}

# The programs of the tests of MPI, which are built where MPI is.
mpi_target() {
  if command -v mpicxx >/dev/null; then printf '%s\n' rank_chains themata-mpi; else say "No MPI: its tests are skipped" >&2; fi
}

# The tests of 'check', and beside them those of the packages and the documents, which for long stretches are one process at
# a time. What failed is said last.
all_beside_packages() {
  local logs tests failed=0
  logs=$(mktemp -d)
  run_tests check -E '^test_unit_NOT_BUILT|^unit\.' >"$logs/tests" 2>&1 &
  tests=$!
  scripts/test.sh packages 2>&1 | tee "$logs/packages" || failed=packages
  wait "$tests" || failed=tests
  cat "$logs/tests"
  [ "$failed" != packages ] || tail -n 100 "$logs/packages"
  rm -r "$logs"
  [ "$failed" = 0 ] || fail "the $failed failed, see above"
}

# usage: sanitize PRESET SUITE... [-- CTEST_ARGUMENT...]
sanitize() {
  local preset=$1 targets suites=()
  shift
  while [ $# -gt 0 ] && [ "$1" != -- ]; do suites+=("$1") && shift; done
  [ $# -eq 0 ] || shift
  mapfile -t targets < <(suites_of "$preset" "${suites[@]}")
  if [ ${#targets[@]} -eq 0 ]; then
    say "No tests for '$preset' in the suites ${suites[*]}"
    return
  fi
  scripts/build.sh "$preset" "${targets[@]}"
  run_tests "$preset" -L "^($(IFS='|'; echo "${suites[*]}"))\$" --no-tests=error "$@"
}

sanitizers() {
  sanitize asan unit faults
  # What uses the same threads as others is left out: resumed and checked chains, those for each instruction set or of a large
  # vocabulary, those over ranks or in parts with one or eight blocks in place of three, the simulation of 15 million tokens,
  # and tests that look at random streams. Under the sanitizers loops are unrolled for one group of topics only, so 60, 112 and 128
  # topics run the code of 150.
  sanitize tsan invariance -- \
    -E 'WhenResumed|AfterEverySweep|InstructionSet|LargeVocabulary|StreamsOfASweep|SimulatedRounds|/(60|112|128)$|Blocks/.*/(1|8)$'
}

case ${1:-all} in
  all)
    # The suite unit runs under the address sanitizer. To build it twice would take another two processor minutes.
    mapfile -t targets < <(suites_of check exact geweke sbc invariance mutants golden faults)
    mapfile -t -O "${#targets[@]}" targets < <(mpi_target)
    # At another level of optimization, without assertions, compilers warn of other things.
    scripts/build.sh release-strict
    scripts/build.sh check themata "${targets[@]}"
    sanitizers
    install_page
    all_beside_packages
    ;;
  packages)
    export THEMATA_PROGRAM=$PWD/build/check/themata
    scripts/python.sh test
    scripts/r.sh test
    scripts/docs.sh
    ;;
  sanitizers) sanitizers ;;
  whole-sanitizers) sanitize asan-whole unit faults ;;
  quick)
    # The golden outputs include the state hashes of every sampler. Only the proofs show that a changed sampler is still
    # correct.
    mapfile -t targets < <(suites_of check unit faults golden)
    mapfile -t -O "${#targets[@]}" targets < <(mpi_target)
    scripts/build.sh check themata "${targets[@]}"
    install_page
    run_tests check -L '^(unit|faults|golden|cli|web|style)$' -LE slow
    ;;
  *) fail "usage: scripts/test.sh [packages | sanitizers | whole-sanitizers | quick]" ;;
esac
