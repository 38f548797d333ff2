#!/usr/bin/env bash
# Makes the R package (build), makes its pages of help from the comments in r/R (docs), or makes it and runs R CMD check with
# its tests (test). The tests run the program that THEMATA_PROGRAM names, or that of a build folder.
# usage: scripts/r.sh build | docs | test
source "$(dirname "$0")/common.sh"

folder=$PWD/build/r
package=$PWD/r
export THEMATA_R_GUIDE=$PWD/docs/guide/r.md
# The order and the encoding of texts do not depend on the user's locale.
export LC_ALL=C.UTF-8 _R_CHECK_FORCE_SUGGESTS_=false _R_CHECK_CRAN_INCOMING_=false _R_CHECK_SYSTEM_CLOCK_=false

command -v Rscript >/dev/null || fail "R is not installed: scripts/install.sh r"

# Names the program for the tests.
find_program() {
  local candidate
  for candidate in "${THEMATA_PROGRAM:-}" build/check/themata build/release/themata build/dev/themata; do
    if [ -n "$candidate" ] && [ -x "$candidate" ]; then
      THEMATA_PROGRAM=$(realpath "$candidate")
      export THEMATA_PROGRAM
      return
    fi
  done
  fail "the program is missing: build it (make release), or name it with THEMATA_PROGRAM"
}

# The source package, build/r/themata_VERSION.tar.gz.
build() {
  rm -rf "$folder"
  mkdir -p "$folder"
  (cd "$folder" && R CMD build --no-manual --no-build-vignettes "$package" >build.log 2>&1) || {
    cat "$folder/build.log" >&2
    fail "the R package cannot be built"
  }
}

# Errors and warnings of the check are failures; its last line counts notes.
check() {
  local log=$folder/themata.Rcheck/00check.log
  (cd "$folder" && R CMD check --no-manual --no-build-vignettes themata_*.tar.gz >check.log 2>&1) || {
    cat "$folder/check.log" >&2
    cat "$folder"/themata.Rcheck/tests/*.fail >&2 2>/dev/null || true
    fail "R CMD check found errors"
  }
  if grep -E 'WARNING$|ERROR$' "$log" >&2; then
    cat "$log" >&2
    fail "R CMD check found warnings"
  fi
  # Skipped tests with their reasons, and the number of all.
  grep -E '^(• |\[ FAIL)' "$folder/themata.Rcheck/tests/testthat.Rout" | uniq
  tail -n 1 "$log"
}

# The pages of help are those of the comments.
check_help() {
  Rscript -e 'if (!requireNamespace("roxygen2", quietly = TRUE)) quit(status = 1)' || {
    say "roxygen2 is not installed, so the pages of help are not compared with the comments"
    return 0
  }
  cp -r "$package" "$folder/source"
  make_help "$folder/source"
  diff -r "$package" "$folder/source" || fail "the pages of help are not those of the comments: run scripts/r.sh docs"
}

make_help() {
  Rscript -e 'roxygen2::roxygenise(commandArgs(TRUE)[1])' "$1" >"$folder/help.log" 2>&1 || {
    cat "$folder/help.log" >&2
    fail "the pages of help cannot be made"
  }
}

case ${1:-} in
  build)
    build
    ls -l "$folder"/themata_*.tar.gz
    ;;
  docs)
    mkdir -p "$folder"
    make_help "$package"
    ;;
  test)
    find_program
    say "Checking the R package with $THEMATA_PROGRAM"
    build
    check_help
    check
    ;;
  *) fail "usage: scripts/r.sh build | docs | test" ;;
esac
