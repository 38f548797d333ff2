#!/usr/bin/env bash
# Times each kernel alone (kernels), or compares fits with those of other programs, in minutes (short) or hours (full).
# usage: scripts/bench.sh short|full|kernels [ARGUMENT OF run.py OR OF GOOGLE BENCHMARK...]
source "$(dirname "$0")/common.sh"

form=${1:?usage: scripts/bench.sh short|full|kernels [ARGUMENT...]}
shift
export THEMATA_SHARED=${THEMATA_SHARED:-$PWD/../shared}

case $form in
  kernels)
    scripts/build.sh bench
    for program in build/bench/bench_*; do
      say "${program##*/bench_}"
      "$program" "$@"
    done
    ;;
  short | full)
    scripts/build.sh release
    say "Installing the other programs"
    /usr/bin/python3 bench/contenders/install.py
    say "Comparing"
    /usr/bin/python3 bench/contenders/run.py "--$form" "$@"
    cat build/contenders/results/tables.md
    ;;
  *) fail "usage: scripts/bench.sh short|full|kernels [ARGUMENT...]" ;;
esac
